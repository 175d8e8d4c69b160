#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <utility>
#include <vector>

#include "mcmc/permissions.hpp"

namespace mcmc {

/// What the components of one pipeline share while they are built: read-only things of the chains'
/// instances, such as data that are read once, warnings, and what the user permits.
class SharedResources {
 public:
  explicit SharedResources(Permissions permissions = {}) : permissions_(permissions) {}

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
  const Permissions& permissions() const { return permissions_; }

 private:
  std::map<std::pair<std::type_index, std::string>, std::shared_ptr<const void>> resources_;
  std::vector<std::string> warnings_;
  Permissions permissions_;
};

/// What a component's constructor may use beside its options. Only valid while it is constructed.
class BuildContext {
 public:
  BuildContext(std::string name, SharedResources& shared, std::filesystem::path folder = ".")
      : name_(std::move(name)), shared_(&shared), folder_(std::move(folder)) {}

  /// The component's label, or for an inline one its place: "standard.target".
  const std::string& name() const { return name_; }
  /// The folder of the pipeline file, from which paths in it count.
  const std::filesystem::path& folder() const { return folder_; }

  template <class T>
  std::shared_ptr<const T> share(const std::string& key,
                                 const std::function<std::shared_ptr<const T>()>& make) {
    return shared_->share<T>(key, make);
  }
  /// Tells the user something that is allowed but looks like a mistake.
  void warn(const std::string& message) { shared_->warn(message); }
  /// Comes first in a component that runs a program or loads a library which the pipeline names.
  /// @param option that names it
  /// @throws OptionError when the user has not permitted it
  void require_programs_permitted(const std::string& option) const;

 private:
  std::string name_;
  SharedResources* shared_;
  std::filesystem::path folder_;
};

}  // namespace mcmc
