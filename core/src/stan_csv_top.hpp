#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace mcmc {

/// Where things stand at the top of a draw file: its comments and its line of names.
struct StanCsvTop {
  static constexpr std::string_view num_samples_key = "#     num_samples = ";

  std::string text;
  std::size_t num_samples_at = 0;     ///< place in the file
  std::size_t num_samples_width = 0;  ///< characters that a number may take there

  std::string names() const;
};

/// @pre `text` has a line that begins with the key
StanCsvTop locate(std::string text);

/// Reads the top of a draw file of ours.
/// @throws Error no_input for a file that cannot be read, bad_data for one without such a top
StanCsvTop read_top(const std::filesystem::path& file);

/// The rows of a draw file that are to stay when it is gone on with.
struct KeptRows {
  std::size_t rows = 0;
  std::uint64_t bytes = 0;  ///< from the end of the line of names
};

/// That a file has rows as they were when they were saved. Changes nothing.
/// @throws Error no_input, bad_data
void require_rows(const std::filesystem::path& file, const KeptRows& kept,
                  const std::string& names);

/// Makes room for a number of rows at the top of a file and writes it there. What comes after the
/// kept rows may go. @return the new top @throws Error io_error
StanCsvTop announce(const std::filesystem::path& file, std::size_t num_samples,
                    const KeptRows& kept);

}  // namespace mcmc
