#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <variant>

#include "mcmc/persistent.hpp"

namespace mcmc {

/// Values under names, as a checkpoint's file holds them: whole numbers, vectors and texts.
///
/// The file begins with a line of text, "mcmc-host checkpoint 1 CRC32 LENGTH", in which 1 is the
/// format's version; the checksum and the length are those of the bytes that follow it. Numbers
/// are stored bit for bit.
class SavedValues {
 public:
  using Value = std::variant<std::uint64_t, Eigen::VectorXd, std::string>;

  void set(std::string name, Value value) { values_[std::move(name)] = std::move(value); }
  /// The value of that name. @throws Error bad_data when there is none, or one of another type
  template <class T>
  const T& get(const std::string& name) const {
    const auto found = values_.find(name);
    const T* value = found == values_.end() ? nullptr : std::get_if<T>(&found->second);
    if (value == nullptr) refuse_missing(name);
    return *value;
  }
  bool has(const std::string& name) const { return values_.contains(name); }
  const std::map<std::string, Value>& all() const { return values_; }

  /// @throws Error io_error
  void write(const std::filesystem::path& file) const;
  /// @param advice what to do about a bad file, for messages
  /// @throws Error no_input for a file that cannot be read; bad_data for one that is damaged, cut
  ///         off, or of another version
  static SavedValues read(const std::filesystem::path& file, const std::string& advice);

 private:
  [[noreturn]] void refuse_missing(const std::string& name) const;

  std::map<std::string, Value> values_;
  std::string file_;    ///< for messages
  std::string advice_;  ///< for messages
};

/// Puts what a `Persistent` carries under names that begin with `prefix`.
class SavingArchive final : public Archive {
 public:
  SavingArchive(SavedValues& values, std::string prefix)
      : values_(&values), prefix_(std::move(prefix)) {}
  void array(std::string_view name, Eigen::VectorXd& values) override;
  void integer(std::string_view name, std::uint64_t& value) override;

 private:
  SavedValues* values_;
  std::string prefix_;
};

/// Puts back what a `SavingArchive` took. @throws Error bad_data for a name that was not saved
class RestoringArchive final : public Archive {
 public:
  RestoringArchive(const SavedValues& values, std::string prefix)
      : values_(&values), prefix_(std::move(prefix)) {}
  void array(std::string_view name, Eigen::VectorXd& values) override;
  void integer(std::string_view name, std::uint64_t& value) override;

 private:
  const SavedValues* values_;
  std::string prefix_;
};

}  // namespace mcmc
