#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <utility>
#include <vector>

namespace mcmc {

/// Read-only things that the chains' instances share, such as data that are read once.
class SharedResources {
 public:
  /// The resource under (type, key), made by `make` when it is asked for first.
  template <class T>
  std::shared_ptr<const T> share(const std::string& key,
                                 const std::function<std::shared_ptr<const T>()>& make) {
    std::shared_ptr<const void>& resource = resources_[{std::type_index(typeid(T)), key}];
    if (!resource) resource = make();
    return std::static_pointer_cast<const T>(resource);
  }

  /// Collects a warning for the user; the same words count once.
  void warn(const std::string& message);
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  std::map<std::pair<std::type_index, std::string>, std::shared_ptr<const void>> resources_;
  std::vector<std::string> warnings_;
};

/// What a component's constructor may use beside its options. Only valid while it is constructed.
class BuildContext {
 public:
  BuildContext(std::string name, SharedResources& shared)
      : name_(std::move(name)), shared_(&shared) {}

  /// The component's label, or for an inline one its place: "standard.target".
  const std::string& name() const { return name_; }

  template <class T>
  std::shared_ptr<const T> share(const std::string& key,
                                 const std::function<std::shared_ptr<const T>()>& make) {
    return shared_->share<T>(key, make);
  }
  /// Tells the user something that is allowed but looks like a mistake.
  void warn(const std::string& message) { shared_->warn(message); }

 private:
  std::string name_;
  SharedResources* shared_;
};

}  // namespace mcmc
