#pragma once

#include <filesystem>
#include <string_view>

namespace mcmc {

/// Writes a whole file so that at every moment, a power failure included, there is either the file
/// that was there before or the new one: into a temporary file beside it, which then takes its
/// name. @throws Error io_error with the system's reason
void write_atomically(const std::filesystem::path& file, std::string_view text);

/// What a temporary file of `write_atomically` is called; one is left behind by a killed process
/// only.
std::filesystem::path temporary_beside(const std::filesystem::path& file);

/// Waits until a file that others have written is on the disk. @throws Error io_error
void secure_file(const std::filesystem::path& file);

/// Gives a finished temporary file its name, and has the folder's entry written too.
/// @throws Error io_error
void replace_file(const std::filesystem::path& temporary, const std::filesystem::path& file);

}  // namespace mcmc
