#include "stan_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdio>
#include <string>

#include "mcmc/error.hpp"

namespace mcmc::stan {
namespace {

namespace fs = std::filesystem;

void* load(const fs::path& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored))
    throw Error(ExitCode::no_input, fmt::format("there is no library {}", file.string()));
  void* library = dlopen(fs::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr)
    throw OptionError("library", fmt::format("cannot be loaded: {}", dlerror()));
  return library;
}

template <class Function>
void look_up(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr)
    throw OptionError("library",
                      fmt::format("has no {}; expected a Stan model that BridgeStan 2 has "
                                  "compiled, NAME_model.so",
                                  name));
}

void require_version(void* library) {
  const int* version = nullptr;
  look_up(library, "bs_major_version", version);
  if (*version != 2)
    throw OptionError("library",
                      fmt::format("is of BridgeStan {}; expected BridgeStan 2: compile the model "
                                  "again with that",
                                  *version));
}

void print_for_people(const char* text, std::size_t size) {
  std::fwrite(text, 1, size, stderr);
}

/// What a model prints must not stand among results on standard output. Libraries before 2.2 cannot
/// be told.
void redirect_printing(void* library) {
  using Print = void (*)(const char*, std::size_t);
  using SetPrint = int (*)(Print, char**);
  const auto set_print = reinterpret_cast<SetPrint>(dlsym(library, "bs_set_print_callback"));
  if (set_print != nullptr) set_print(&print_for_people, nullptr);
}

}  // namespace

StanLibrary::StanLibrary(const fs::path& file) {
  void* library = load(file);
  require_version(library);
  look_up(library, "bs_model_construct", construct);
  look_up(library, "bs_model_destruct", destruct);
  look_up(library, "bs_free_error_msg", free_message);
  look_up(library, "bs_model_info", info);
  look_up(library, "bs_param_names", constrained_names);
  look_up(library, "bs_param_unc_names", unconstrained_names);
  look_up(library, "bs_param_num", constrained_count);
  look_up(library, "bs_param_unc_num", unconstrained_count);
  look_up(library, "bs_param_constrain", constrain);
  look_up(library, "bs_log_density", log_density);
  redirect_printing(library);
}

}  // namespace mcmc::stan
