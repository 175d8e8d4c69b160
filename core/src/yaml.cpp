#include "yaml.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "mcmc/error.hpp"
#include "open_quote.hpp"

namespace mcmc {
namespace {

constexpr std::uintmax_t largest_file = 4u << 20;
constexpr int deepest = 64;
constexpr std::size_t most_nodes = 100'000;

/// Copies yaml-cpp's tree into ours and refuses what that parser lets pass.
class Importer {
 public:
  explicit Importer(const std::string& name) : file_(std::make_shared<std::string>(name)) {}

  Node import(const YAML::Node& yaml, int depth) {
    if (depth > deepest) refuse(yaml.Mark(), fmt::format("more than {} levels deep", deepest));
    if (++nodes_ > most_nodes)
      refuse(yaml.Mark(), fmt::format("more than {} values (aliases count each time)", most_nodes));
    refuse_tags(yaml);
    switch (yaml.Type()) {
      case YAML::NodeType::Scalar:
        return import_scalar(yaml);
      case YAML::NodeType::Sequence:
        return import_list(yaml, depth);
      case YAML::NodeType::Map:
        return import_map(yaml, depth);
      default:
        break;
    }
    Node nothing;
    nothing.set_mark(mark_of(yaml.Mark()));
    return nothing;
  }

  [[noreturn]] void refuse(const YAML::Mark& mark, const std::string& message) const {
    throw Error(ExitCode::bad_pipeline, mark_of(mark).to_string() + ": " + message);
  }

 private:
  Node import_scalar(const YAML::Node& yaml) {
    Node node = Node::scalar(yaml.Scalar(), mark_of(yaml.Mark()));
    node.set_quoted(yaml.Tag() == "!");
    return node;
  }

  Node import_list(const YAML::Node& yaml, int depth) {
    Node list = Node::list({}, mark_of(yaml.Mark()));
    for (const YAML::Node& item : yaml) list.items().push_back(import(item, depth + 1));
    return list;
  }

  Node import_map(const YAML::Node& yaml, int depth) {
    Node map = Node::map(mark_of(yaml.Mark()));
    for (const auto& pair : yaml) {
      if (!pair.first.IsScalar()) refuse(pair.first.Mark(), "expected a word as key");
      const std::string& key = pair.first.Scalar();
      if (key == "<<")
        refuse(pair.first.Mark(), "merge keys (<<) are not supported; write the keys out");
      if (map.find(key) != nullptr) {
        refuse(pair.first.Mark(),
               fmt::format("duplicate key \"{}\" (first at line {}); keep one of them", key,
                           key_line(map, key)));
      }
      Node value = import(pair.second, depth + 1);
      // The mark of an empty value points at whatever comes next.
      if (value.is_null()) value.set_mark(mark_of(pair.first.Mark()));
      map.entries().push_back({key, mark_of(pair.first.Mark()), std::move(value)});
    }
    return map;
  }

  static int key_line(const Node& map, const std::string& key) {
    const auto entry = std::find_if(map.entries().begin(), map.entries().end(),
                                    [&](const Node::Entry& e) { return e.key == key; });
    return entry->key_mark.line;
  }

  void refuse_tags(const YAML::Node& yaml) const {
    const std::string& tag = yaml.Tag();
    if (!tag.empty() && tag != "?" && tag != "!")
      refuse(yaml.Mark(), "tags such as " + tag + " are not supported; remove it");
  }

  Mark mark_of(const YAML::Mark& mark) const {
    if (mark.is_null()) return {file_, 0, 0};
    return {file_, mark.line + 1, mark.column + 1};
  }

  std::shared_ptr<const std::string> file_;
  std::size_t nodes_ = 0;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The number of blanks before a line's text; nothing for a line without any.
std::optional<std::size_t> indentation_of(const std::string& line) {
  const std::size_t first = line.find_first_not_of(' ');
  if (first == std::string::npos || line[first] == '#' || line[first] == '\r') return {};
  return first;
}

/// The last line above `line` that is indented by less than `columns`; -1 for none.
int line_above(const std::vector<std::string>& lines, int line, std::size_t columns) {
  while (--line >= 0) {
    const auto indentation = indentation_of(lines[static_cast<std::size_t>(line)]);
    if (indentation && *indentation < columns) return line;
  }
  return -1;
}

/// The line that stands at a wrong column. The parser notices it where the map or list goes on that
/// the line interrupts: then lines above it begin at the column at which the parser stopped.
int misplaced_line(const std::vector<std::string>& lines, const YAML::Mark& stopped) {
  const auto column = static_cast<std::size_t>(stopped.column);
  const int interruption = line_above(lines, stopped.line, column);
  if (interruption < 0) return stopped.line;
  const int before = line_above(lines, interruption, column + 1);
  const bool goes_on =
      before >= 0 && indentation_of(lines[static_cast<std::size_t>(before)]) == column;
  return goes_on ? interruption : stopped.line;
}

constexpr std::string_view end_of_map = "end of map not found";
constexpr std::string_view end_of_list = "end of sequence not found";

bool begins_with_tab(const std::string& line) {
  return line.substr(0, line.find_first_not_of(" \t")).find('\t') != std::string::npos;
}

/// Where the first of the lines begins that the parser expected to go on, in words.
std::string where_others_begin(const std::vector<std::string>& lines, const YAML::Mark& stopped) {
  auto first = static_cast<std::size_t>(
      line_above(lines, stopped.line, static_cast<std::size_t>(stopped.column)) + 1);
  while (first < lines.size() && !indentation_of(lines[first])) ++first;
  if (first >= static_cast<std::size_t>(stopped.line)) return {};
  return fmt::format("; line {} begins at column {}", first + 1, *indentation_of(lines[first]) + 1);
}

/// Where the mistake is, as far as one can tell from where the parser stopped.
YAML::Mark mark_of_mistake(const YAML::Exception& problem, const std::string& text) {
  YAML::Mark mark = problem.mark;
  if (problem.msg != end_of_map && problem.msg != end_of_list) return mark;
  const std::vector<std::string> lines = lines_of(text);
  const auto number = static_cast<std::size_t>(mark.line);
  if (number >= lines.size() || begins_with_tab(lines[number])) return mark;
  const int line = misplaced_line(lines, mark);
  if (line == mark.line) return mark;
  mark.line = line;
  mark.column = static_cast<int>(*indentation_of(lines[static_cast<std::size_t>(line)]));
  return mark;
}

/// What the parser means by some of its messages.
std::string in_plain_words(const YAML::Exception& problem, const std::string& text) {
  const std::vector<std::string> lines = lines_of(text);
  const auto number = static_cast<std::size_t>(problem.mark.line);
  const std::string line = number < lines.size() ? lines[number] : std::string();
  if (begins_with_tab(line)) return "a tab begins this line; indent with spaces";
  if (problem.msg == end_of_map || problem.msg == end_of_list)
    return "this line should begin at the same column as the lines it follows" +
           where_others_begin(lines, problem.mark);
  static const std::map<std::string_view, const char*> words = {
      {"end of map flow not found", "a \"{\" is not closed here or before, or a comma is missing"},
      {"end of sequence flow not found",
       "a \"[\" is not closed here or before, or a comma is missing"},
      {"illegal map value",
       "a second \": \" in one line, or a line that is indented too far; put text with a colon in "
       "quotes"},
      {"bad file", "nested too deeply"},
  };
  const auto found = words.find(problem.msg);
  return found == words.end() ? problem.msg : found->second;
}

void refuse_open_quote(const std::string& text, const std::string& name) {
  if (const std::optional<TextPlace> place = find_open_quote(text))
    throw Error(ExitCode::bad_pipeline,
                fmt::format("{}:{}:{}: this quote is not closed in its line", name, place->line,
                            place->column));
}

void emit(YAML::Emitter& out, const Node& node, int depth) {
  switch (node.type()) {
    case Node::Type::null:
      out << YAML::Null;
      return;
    case Node::Type::scalar:
      if (node.is_quoted()) out << YAML::DoubleQuoted;
      out << node.text();
      return;
    case Node::Type::list: {
      const bool all_scalars = std::all_of(node.items().begin(), node.items().end(),
                                           [](const Node& item) { return item.is_scalar(); });
      if (all_scalars) out << YAML::Flow;
      out << YAML::BeginSeq;
      for (const Node& item : node.items()) emit(out, item, depth + 1);
      out << YAML::EndSeq;
      return;
    }
    case Node::Type::map:
      out << YAML::BeginMap;
      for (const Node::Entry& entry : node.entries()) {
        out << YAML::Key << entry.key << YAML::Value;
        emit(out, entry.value, depth + 1);
      }
      out << YAML::EndMap;
      return;
  }
}

/// Notes where documents begin, and takes no notice of what is in them.
class DocumentWatch final : public YAML::EventHandler {
 public:
  std::optional<YAML::Mark> begin;
  void OnDocumentStart(const YAML::Mark& mark) override { begin = mark; }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}
};

/// Where another document begins after the first. `YAML::LoadAll` would look for more without an
/// end in a text that begins with a comma.
std::optional<YAML::Mark> second_document(const std::string& text) {
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  DocumentWatch watch;
  if (!parser.HandleNextDocument(watch)) return std::nullopt;
  watch.begin.reset();
  parser.HandleNextDocument(watch);
  return watch.begin;
}

}  // namespace

Node parse_yaml(const std::string& text, const std::string& name) {
  refuse_open_quote(text, name);
  Importer importer(name);
  try {
    const YAML::Node document = YAML::Load(text);
    if (const std::optional<YAML::Mark> second = second_document(text))
      importer.refuse(*second, "a second document begins here; a file holds one");
    return importer.import(document, 0);
  } catch (const YAML::Exception& problem) {
    importer.refuse(mark_of_mistake(problem, text),
                    "not valid YAML: " + in_plain_words(problem, text));
  }
}

std::string read_yaml_text(const std::filesystem::path& file, const std::string& what) {
  namespace fs = std::filesystem;
  std::error_code problem;
  if (fs::is_directory(file, problem))
    throw Error(ExitCode::no_input,
                fmt::format("{} is a directory; expected a {}", file.string(), what));
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    throw Error(ExitCode::no_input, fmt::format("cannot read the {} {}: {}", what, file.string(),
                                                std::strerror(errno)));
  std::string text;
  std::vector<char> block(1u << 16);
  while (stream.read(block.data(), static_cast<std::streamsize>(block.size())) ||
         stream.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
    if (text.size() > largest_file)
      throw Error(ExitCode::bad_pipeline, fmt::format("{} is larger than {} MiB; is it a {}?",
                                                      file.string(), largest_file >> 20, what));
  }
  if (text.find('\0') != std::string::npos)
    throw Error(ExitCode::bad_pipeline,
                fmt::format("{} holds NUL bytes; expected a text file", file.string()));
  return text;
}

std::string to_yaml(const Node& node) {
  YAML::Emitter out;
  emit(out, node, 0);
  return std::string(out.c_str()) + "\n";
}

}  // namespace mcmc
