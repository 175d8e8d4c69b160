#include "netcdf_file.hpp"

#include <fmt/format.h>

#include "mcmc/error.hpp"

namespace mcmc::netcdf {
namespace {

[[noreturn]] void fail(const Library& library, int status, const std::string& file,
                       const std::string& what) {
  throw Error(ExitCode::io_error,
              fmt::format("cannot write {}{}{}: {}", file, what.empty() ? "" : ", ", what,
                          library.strerror(status)));
}

}  // namespace

void Group::require(int status, const std::string& what) const {
  if (status != NC_NOERR) fail(*library_, status, file_, what);
}

Group Group::add_group(const std::string& name) const {
  int id = 0;
  require(library_->def_grp(id_, name.c_str(), &id), name);
  return {*library_, file_, id};
}

int Group::add_dimension(const std::string& name, std::size_t length) const {
  int id = 0;
  require(library_->def_dim(id_, name.c_str(), length, &id), name);
  return id;
}

void Group::set(const std::string& name, const std::string& text) const {
  require(library_->put_att_text(id_, NC_GLOBAL, name.c_str(), text.size(), text.data()), name);
}

void Group::set(const std::string& name, long long number) const {
  require(library_->put_att_longlong(id_, NC_GLOBAL, name.c_str(), NC_INT64, 1, &number), name);
}

void Group::set(const std::string& name, double number) const {
  require(library_->put_att_double(id_, NC_GLOBAL, name.c_str(), NC_DOUBLE, 1, &number), name);
}

int Group::define(const std::string& name, int type, const std::vector<int>& dimensions) const {
  int variable = 0;
  require(library_->def_var(id_, name.c_str(), type, static_cast<int>(dimensions.size()),
                            dimensions.data(), &variable),
          name);
  return variable;
}

void Group::add(const std::string& name, const std::vector<int>& dimensions,
                const std::vector<double>& values, int compression) const {
  const int variable = define(name, NC_DOUBLE, dimensions);
  if (compression > 0) require(library_->def_var_deflate(id_, variable, 1, 1, compression), name);
  require(library_->put_var_double(id_, variable, values.data()), name);
}

void Group::add(const std::string& name, const std::vector<int>& dimensions,
                const std::vector<long long>& values) const {
  require(library_->put_var_longlong(id_, define(name, NC_INT64, dimensions), values.data()), name);
}

File::File(const std::filesystem::path& path) : path_(path) {
  require(library_.create(path.c_str(), NC_NETCDF4 | NC_CLOBBER, &id_));
}

File::~File() {
  if (is_open_) library_.close(id_);
}

void File::require(int status) const {
  if (status != NC_NOERR) fail(library_, status, path_.filename().string(), "");
}

void File::close() {
  is_open_ = false;
  require(library_.close(id_));
}

}  // namespace mcmc::netcdf
