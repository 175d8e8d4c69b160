#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// How a plugin's folder is made from a template. A template is itself a plugin, one folder for
/// each kind of component, in which its names stand for those that the user chooses.
namespace mcmc::app {

/// What is named after the name that the user gives to a component.
struct ComponentName {
  std::string type;        ///< as pipelines say it: "banana" or "mine.banana"
  std::string library;     ///< the plugin, its library and files: "banana"
  std::string class_name;  ///< "Banana"
};

/// @throws Error usage for a word that is no name, with the nearest one that is
ComponentName component_name(const std::string& type);

/// The templates of one installation of mcmc-host.
class Scaffold {
 public:
  /// @param installation the folder with bin/, lib/ and share/
  /// @throws Error no_input when it has no templates
  explicit Scaffold(std::filesystem::path installation);

  /// The kinds of component that there are templates for, in order.
  const std::vector<std::string>& kinds() const { return kinds_; }

  /// Writes a plugin that builds against this installation. Returns the names of its files, in
  /// order.
  /// @pre `kind` is one of `kinds()`
  /// @throws Error cannot_create when the folder is there and not empty, or cannot be written
  std::vector<std::string> write(const std::string& kind, const ComponentName& name,
                                 const std::filesystem::path& folder) const;

 private:
  std::filesystem::path installation_;
  std::filesystem::path templates_;
  std::vector<std::string> kinds_;
};

}  // namespace mcmc::app
