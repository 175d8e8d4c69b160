#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "library.hpp"

namespace mcmc::netcdf {

/// A group of a netCDF file. Valid as long as the file.
class Group {
 public:
  Group(const Library& library, std::string file, int id)
      : library_(&library), file_(std::move(file)), id_(id) {}

  Group add_group(const std::string& name) const;
  /// @return its number, for `add`
  int add_dimension(const std::string& name, std::size_t length) const;
  void set(const std::string& name, const std::string& text) const;
  void set(const std::string& name, long long number) const;
  void set(const std::string& name, double number) const;
  /// Writes a variable, the last dimension the quickest.
  /// @param compression from 0 to 9
  void add(const std::string& name, const std::vector<int>& dimensions,
           const std::vector<double>& values, int compression) const;
  void add(const std::string& name, const std::vector<int>& dimensions,
           const std::vector<long long>& values) const;

 private:
  int define(const std::string& name, int type, const std::vector<int>& dimensions) const;
  /// @throws Error io_error
  void require(int status, const std::string& what) const;

  const Library* library_;
  std::string file_;
  int id_;
};

/// A netCDF-4 file that is being written. Whatever fails is an Error io_error with the library's
/// reason.
class File {
 public:
  explicit File(const std::filesystem::path& path);
  ~File();
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  Group root() const { return {library_, path_.filename().string(), id_}; }
  /// @throws Error io_error when the end of the file could not be written
  void close();

 private:
  void require(int status) const;

  Library library_;
  std::filesystem::path path_;
  int id_ = 0;
  bool is_open_ = true;
};

}  // namespace mcmc::netcdf
