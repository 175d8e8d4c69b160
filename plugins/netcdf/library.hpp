#pragma once

#include <netcdf.h>

namespace mcmc::netcdf {

/// The functions of the netCDF library that are needed. It brings many libraries along, which would
/// make every start of the program slower, so it is loaded when a file is written.
struct Library {
  /// @throws Error io_error when it is not there
  Library();

  decltype(&nc_create) create;
  decltype(&nc_close) close;
  decltype(&nc_def_grp) def_grp;
  decltype(&nc_def_dim) def_dim;
  decltype(&nc_def_var) def_var;
  decltype(&nc_def_var_deflate) def_var_deflate;
  decltype(&nc_put_att_text) put_att_text;
  decltype(&nc_put_att_longlong) put_att_longlong;
  decltype(&nc_put_att_double) put_att_double;
  decltype(&nc_put_var_longlong) put_var_longlong;
  decltype(&nc_put_var_double) put_var_double;
  decltype(&nc_strerror) strerror;
};

}  // namespace mcmc::netcdf
