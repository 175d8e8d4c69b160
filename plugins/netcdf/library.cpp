#include "library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "mcmc/error.hpp"

namespace mcmc::netcdf {
namespace {

/// It registers what is done when the process ends, so it is never unloaded.
void* load() {
  void* handle = dlopen(MCMC_NETCDF_SONAME, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (handle == nullptr)
    throw Error(ExitCode::io_error,
                fmt::format("cannot load the netCDF library: {}; install Debian's package "
                            "libnetcdf-dev, or leave this writer out",
                            dlerror()));
  return handle;
}

template <class Function>
void find(void* handle, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(handle, name));
  if (function == nullptr)
    throw Error(ExitCode::io_error, fmt::format("the netCDF library is another one than mcmc-host "
                                                "was built with: it has no {}",
                                                name));
}

}  // namespace

Library::Library() {
  void* handle = load();
  find(handle, "nc_create", create);
  find(handle, "nc_close", close);
  find(handle, "nc_def_grp", def_grp);
  find(handle, "nc_def_dim", def_dim);
  find(handle, "nc_def_var", def_var);
  find(handle, "nc_def_var_deflate", def_var_deflate);
  find(handle, "nc_put_att_text", put_att_text);
  find(handle, "nc_put_att_longlong", put_att_longlong);
  find(handle, "nc_put_att_double", put_att_double);
  find(handle, "nc_put_var_longlong", put_var_longlong);
  find(handle, "nc_put_var_double", put_var_double);
  find(handle, "nc_strerror", strerror);
}

}  // namespace mcmc::netcdf
