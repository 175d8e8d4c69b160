#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <boost/dll/library_info.hpp>
#include <boost/dll/shared_library.hpp>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "mcmc/error.hpp"
#include "mcmc/plugin.hpp"
#include "mcmc/registry.hpp"

namespace mcmc {
namespace {

/// Thrown within this file only: why a library is not taken.
struct Refusal {
  std::string reason;
};

/// Looks into the file without running any of its code.
/// @throws Refusal for junk, truncated files and libraries that are no plugin of this ABI
void inspect(const std::string& path) {
  std::vector<std::string> sections;
  try {
    boost::dll::library_info info(path);
    sections = info.sections();
  } catch (const std::exception&) {
    throw Refusal{"not a shared library, or a damaged one"};
  }
  if (std::find(sections.begin(), sections.end(), MCMC_SECTION) != sections.end()) return;
  const auto other = std::find_if(sections.begin(), sections.end(), [](const std::string& section) {
    return section.starts_with("mcmcab");
  });
  if (other == sections.end())
    throw Refusal{"a shared library but no mcmc-host plugin (it has no MCMC_PLUGIN)"};
  throw Refusal{fmt::format("built for plugin ABI {}, this host has ABI {}; rebuild it",
                            other->substr(6), MCMC_ABI)};
}

/// @throws Refusal when objects could not be passed safely between host and plugin
void shake_hands(const mcmc_plugin_manifest& manifest) {
  if (manifest.magic != MCMC_MAGIC) throw Refusal{"its manifest is damaged (wrong magic number)"};
  if (manifest.abi != MCMC_ABI)
    throw Refusal{fmt::format("built for plugin ABI {}, this host has ABI {}; rebuild it",
                              manifest.abi, MCMC_ABI)};
  if (manifest.size < sizeof(mcmc_plugin_manifest))
    throw Refusal{fmt::format("its manifest has {} bytes, this host needs {}; rebuild it",
                              manifest.size, sizeof(mcmc_plugin_manifest))};
  if (std::string_view(manifest.fingerprint) != MCMC_FINGERPRINT)
    throw Refusal{fmt::format(
        "built as \"{}\", this host as \"{}\"; rebuild it with mcmc_add_plugin, which uses the "
        "host's compiler flags",
        manifest.fingerprint, MCMC_FINGERPRINT)};
}

/// What the dynamic linker said, without what Boost writes around it.
std::string loader_message(const boost::system::system_error& problem) {
  std::string text = problem.what();
  const std::string before = "failed: ", after = ": " + problem.code().message();
  if (text.ends_with(after)) text.erase(text.size() - after.size());
  if (const std::size_t found = text.find(before); found != std::string::npos)
    text.erase(0, found + before.size());
  return text;
}

/// Keeps a library in memory until the program ends: an exception that a plugin defines may be on
/// its way to `main` after the registry and its libraries are gone.
void keep_loaded(const std::string& path) {
  if (void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE))
    dlclose(library);
}

bool can_be_written_by_anyone(const std::filesystem::path& path) {
  namespace fs = std::filesystem;
  std::error_code missing;
  const fs::file_status status = fs::status(path, missing);
  return !missing && (status.permissions() & fs::perms::others_write) != fs::perms::none;
}

}  // namespace

struct Registry::Loaded {
  std::vector<boost::dll::shared_library> libraries;
};

Registry::Registry() : loaded_(std::make_unique<Loaded>()) {}
Registry::~Registry() = default;

void Registry::load_folder(const std::string& folder, bool must_exist) {
  namespace fs = std::filesystem;
  searched_folders_.push_back(folder);
  if (can_be_written_by_anyone(folder)) {
    const std::string reason =
        "anyone may write to this folder, so anyone's code could be in it; take that right away "
        "with chmod o-w";
    if (must_exist) throw Error(ExitCode::bad_pipeline, fmt::format("{}: {}", folder, reason));
    libraries_.push_back({folder, "", "", reason});
    return;
  }
  std::error_code problem;
  std::vector<std::string> paths;
  for (fs::directory_iterator it(folder, problem), end; !problem && it != end;
       it.increment(problem))
    if (it->path().extension() == ".so") paths.push_back(it->path().string());
  if (problem && must_exist)
    throw Error(ExitCode::no_input,
                fmt::format("cannot read the plugin folder {}: {}", folder, problem.message()));
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths) load_library(path);
}

void Registry::load_library(const std::string& path) {
  const auto known = std::any_of(libraries_.begin(), libraries_.end(),
                                 [&](const PluginLibrary& other) { return other.path == path; });
  if (known) return;
  PluginLibrary entry;
  entry.path = path;
  try {
    if (can_be_written_by_anyone(path))
      throw Refusal{"anyone may write to this file; take that right away with chmod o-w"};
    inspect(path);
    boost::dll::shared_library library(
        path, boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local);
    // From here on the library stays: exceptions and objects of its classes may outlive this call.
    loaded_->libraries.push_back(library);
    keep_loaded(path);
    const auto& manifest = library.get<const mcmc_plugin_manifest>("mcmc_plugin");
    shake_hands(manifest);
    entry.name = manifest.name;
    entry.version = manifest.version;
    for (const PluginLibrary& other : libraries_)
      if (other.refusal.empty() && other.name == entry.name)
        throw Refusal{fmt::format("a plugin named \"{}\" was already loaded from {}", entry.name,
                                  other.path)};
    Registration registration(entry.name, entry.version);
    manifest.add_components(&registration);
    add(std::move(registration));
  } catch (const Refusal& refusal) {
    entry.refusal = refusal.reason;
  } catch (const boost::system::system_error& problem) {
    entry.refusal = "cannot be loaded: " + loader_message(problem);
  } catch (const std::exception& problem) {
    entry.refusal = fmt::format("failed while it registered its components: {}", problem.what());
  } catch (...) {
    entry.refusal = "failed while it registered its components";
  }
  libraries_.push_back(std::move(entry));
}

}  // namespace mcmc
