#include "scaffold.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include "mcmc/error.hpp"

namespace mcmc::app {

namespace fs = std::filesystem;

namespace {

/// What stands in a template, and what takes its place. Of two marks at the same place the one with
/// the greater key wins, which is the longer one where one begins with the other.
using Marks = std::map<std::string, std::string, std::greater<>>;

bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Lower-case letters and digits in parts between single underscores, a letter first.
bool is_snake_case(std::string_view word) {
  if (word.empty() || !is_lower(word.front()) || word.back() == '_') return false;
  for (std::size_t i = 0; i < word.size(); ++i)
    if (!is_lower(word[i]) && !is_digit(word[i]) && (word[i] != '_' || word[i - 1] == '_'))
      return false;
  return true;
}

bool is_type(const std::string& text) {
  for (std::size_t begin = 0;;) {
    const std::size_t dot = text.find('.', begin);
    if (!is_snake_case(std::string_view(text).substr(begin, dot - begin))) return false;
    if (dot == std::string::npos) return true;
    begin = dot + 1;
  }
}

/// The nearest type: "my_density" for "MyDensity" or "my-density". May be none itself.
std::string as_type(const std::string& text) {
  std::string type;
  bool after_small = false;
  for (const char c : text) {
    const auto letter = static_cast<unsigned char>(c);
    const bool separates = std::isalnum(letter) == 0 && c != '.';
    if (separates || (after_small && std::isupper(letter) != 0)) type += '_';
    if (!separates) type += static_cast<char>(std::tolower(letter));
    after_small = std::islower(letter) != 0 || is_digit(c);
  }
  const auto is_doubled = [](char a, char b) { return a == b && (a == '_' || a == '.'); };
  type.erase(std::unique(type.begin(), type.end(), is_doubled), type.end());
  const std::size_t begin = type.find_first_of("abcdefghijklmnopqrstuvwxyz");
  if (begin == std::string::npos) return {};
  return type.substr(begin, type.find_last_not_of("_.") + 1 - begin);
}

/// Words that cannot name a class beside those of Eigen and of the templates, or a target of CMake.
bool is_reserved(const std::string& name) {
  static constexpr std::string_view reserved[] = {"all",
                                                  "clean",
                                                  "depend",
                                                  "edit_cache",
                                                  "eigen",
                                                  "entry",
                                                  "help",
                                                  "install",
                                                  "list_install_components",
                                                  "neighbour_walk",
                                                  "options",
                                                  "package",
                                                  "package_source",
                                                  "preinstall",
                                                  "rebuild_cache",
                                                  "test"};
  return std::find(std::begin(reserved), std::end(reserved), name) != std::end(reserved);
}

std::string camel_case(const std::string& snake_case) {
  std::string name;
  bool begins = true;
  for (const char c : snake_case) {
    if (c != '_') name += begins ? static_cast<char>(std::toupper(c)) : c;
    begins = c == '_';
  }
  return name;
}

/// As it stands between the quotes of CMake.
std::string in_cmake_quotes(const std::string& text) {
  std::string quoted;
  for (const char c : text) {
    if (c == '\\' || c == '"' || c == '$' || c == ';') quoted += '\\';
    quoted += c;
  }
  return quoted;
}

/// In one pass, for a name may contain a mark.
std::string replaced(const std::string& text, const Marks& marks) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const auto mark = std::find_if(marks.begin(), marks.end(), [&](const auto& entry) {
      return text.compare(i, entry.first.size(), entry.first) == 0;
    });
    result += mark == marks.end() ? text.substr(i, 1) : mark->second;
    i += mark == marks.end() ? 1 : mark->first.size();
  }
  return result;
}

std::vector<fs::path> entries(const fs::path& folder, std::error_code& problem) {
  std::vector<fs::path> found;
  for (fs::directory_iterator it(folder, problem), end; !problem && it != end;
       it.increment(problem))
    found.push_back(it->path());
  std::sort(found.begin(), found.end());
  return found;
}

std::string read(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream)
    throw Error(ExitCode::no_input,
                fmt::format("cannot read {}: {}", file.string(), std::strerror(errno)));
  return text;
}

void write_file(const fs::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text << std::flush;
  if (!stream)
    throw Error(ExitCode::cannot_create,
                fmt::format("cannot write {}: {}", file.string(), std::strerror(errno)));
}

/// @throws Error cannot_create unless the folder is there now, and empty
void make_empty_folder(const fs::path& folder) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  const bool is_empty = !problem && fs::is_empty(folder, problem);
  if (problem)
    throw Error(ExitCode::cannot_create,
                fmt::format("cannot make the folder {}: {}", folder.string(), problem.message()));
  if (!is_empty)
    throw Error(ExitCode::cannot_create,
                fmt::format("{} is there already, and nothing in it is replaced; choose another "
                            "folder with --dir",
                            folder.string()));
}

}  // namespace

ComponentName component_name(const std::string& type) {
  if (!is_type(type)) {
    const std::string nearest = as_type(type);
    throw Error(
        ExitCode::usage,
        fmt::format("\"{}\" cannot be a component's name; expected lower-case letters, digits "
                    "and single underscores, such as banana or mine.banana{}",
                    type, is_type(nearest) ? fmt::format("; did you mean \"{}\"?", nearest) : ""));
  }
  ComponentName name;
  name.type = type;
  name.library = type.substr(type.rfind('.') + 1);
  name.class_name = camel_case(name.library);
  if (is_reserved(name.library))
    throw Error(ExitCode::usage,
                fmt::format("no plugin can be called \"{0}\", which has a meaning in its build; "
                            "choose another name, such as my_{0}",
                            name.library));
  return name;
}

Scaffold::Scaffold(fs::path installation)
    : installation_(std::move(installation)),
      templates_(installation_ / "share" / "mcmc-host" / "scaffold") {
  std::error_code problem;
  for (const fs::path& folder : entries(templates_, problem))
    kinds_.push_back(folder.filename().string());
  if (kinds_.empty())
    throw Error(ExitCode::no_input,
                fmt::format("this installation has no templates for plugins in {}; install "
                            "mcmc-host again",
                            templates_.string()));
}

std::vector<std::string> Scaffold::write(const std::string& kind, const ComponentName& name,
                                         const fs::path& folder) const {
  const std::string example = "my_" + kind;
  const Marks marks = {{"mine." + example, name.type},
                       {example, name.library},
                       {camel_case(example), name.class_name},
                       {"/opt/mcmc-host", in_cmake_quotes(installation_.string())}};
  make_empty_folder(folder);
  std::error_code problem;
  std::vector<std::string> files;
  for (const fs::path& file : entries(templates_ / kind, problem)) {
    files.push_back(replaced(file.filename().string(), marks));
    write_file(folder / files.back(), replaced(read(file), marks));
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace mcmc::app
