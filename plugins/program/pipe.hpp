#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mcmc::program {

/// An open file, closed with its owner. Programs that are started later do not inherit it.
class OpenFile {
 public:
  OpenFile() = default;
  explicit OpenFile(int number) : number_(number) {}
  ~OpenFile() { close(); }
  OpenFile(OpenFile&& other) noexcept;
  OpenFile& operator=(OpenFile&& other) noexcept;

  bool is_open() const { return number_ >= 0; }
  /// As the system calls it; -1 when closed.
  int number() const { return number_; }
  void close();

 private:
  int number_ = -1;
};

/// Both ends of a new pipe. @throws Error internal when the system has none left
struct Pipe {
  OpenFile reading;
  OpenFile writing;
};
Pipe make_pipe();

/// From now on reading and writing return at once.
void never_wait(const OpenFile& file);

/// Appends what is there to be read; closes the file at its end. @pre never_wait(file)
void read_available(OpenFile& file, std::string& text);

/// Writes as much as there is room for and removes it from `text`; closes the file, and drops the
/// text, when nobody reads. @pre never_wait(file)
void write_available(OpenFile& file, std::string_view& text);

}  // namespace mcmc::program
