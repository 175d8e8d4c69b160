#include "placed_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <vector>

#include "mcmc/suggestion.hpp"

namespace mcmc {
namespace {

/// The item of a list that a number from 1 stands for, or null.
const Node* item_at(const Node& list, const std::string& position) {
  for (std::size_t i = 0; i < list.items().size(); ++i)
    if (position == std::to_string(i + 1)) return &list.items()[i];
  return nullptr;
}

bool quotes(const std::string& message, const std::string& word) {
  return message.find('"' + word + '"') != std::string::npos;
}

/// The item of a list that a message quotes, or else the node itself.
const Node& quoted_part(const Node& node, const std::string& message) {
  const auto found = std::find_if(node.items().begin(), node.items().end(), [&](const Node& item) {
    return item.is_scalar() && quotes(message, item.text());
  });
  return found == node.items().end() ? node : *found;
}

const Mark& key_mark(const Node& map, const std::string& key) {
  return std::find_if(map.entries().begin(), map.entries().end(),
                      [&](const Node::Entry& entry) { return entry.key == key; })
      ->key_mark;
}

/// Where "data.file" stands within a component's map, or what there is of it: the key or the item
/// of a list that the message quotes, else the value. A key may itself hold a dot, as in
/// "priors.log_rho.2".
Mark mark_of_option(const Node& map, const std::string& option, const std::string& message) {
  const Node* node = &map;
  for (std::size_t begin = 0; begin <= option.size();) {
    const bool is_last = node->find(option.substr(begin)) != nullptr;
    const std::size_t end =
        is_last ? option.size() : std::min(option.find('.', begin), option.size());
    const std::string step = option.substr(begin, end - begin);
    const Node* inner = node->is_list() ? item_at(*node, step) : node->find(step);
    if (inner == nullptr) break;
    if (is_last && quotes(message, step)) return key_mark(*node, step);
    node = inner;
    begin = end + 1;
  }
  return quoted_part(*node, message).mark();
}

/// The text under a key `file` that a message quotes, or null.
const Node* file_within(const Node& node, const std::string& message) {
  const Node* file = node.find("file");
  if (file != nullptr && file->is_scalar() && message.find(file->text()) != std::string::npos)
    return file;
  for (const Node::Entry& entry : node.entries())
    if (const Node* found = file_within(entry.value, message)) return found;
  return nullptr;
}

/// The nearest name in the folder of a file that is not there, as the pipeline would say it.
std::string did_you_mean_file(const std::filesystem::path& file, const Node& said) {
  namespace fs = std::filesystem;
  std::error_code problem;
  if (fs::exists(file, problem)) return {};
  std::vector<std::string> names;
  const fs::path folder = file.has_parent_path() ? file.parent_path() : ".";
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end;
       entry.increment(problem))
    names.push_back((fs::path(said.text()).parent_path() / entry->path().filename()).string());
  std::sort(names.begin(), names.end());
  return did_you_mean(said.text(), names);
}

}  // namespace

Error placed(const Error& error, const Node& node, const std::string& name,
             const std::filesystem::path& folder) {
  if (!error.option().empty())
    return {ExitCode::bad_pipeline, mark_of_option(node, error.option(), error.what()),
            fmt::format("\"{}\" of \"{}\": {}", error.option(), name, error.what())};
  // The file that cannot be read is named; who asks for it is known only here.
  if (error.code() != ExitCode::no_input || error.has_place()) return error;
  const Node* file = file_within(node, error.what());
  if (file == nullptr)
    return {error.code(), node.mark(), fmt::format("\"{}\": {}", name, error.what())};
  const std::filesystem::path path = (folder / file->text()).lexically_normal();
  return {error.code(), file->mark(),
          fmt::format("\"{}\": {}{}", name, error.what(), did_you_mean_file(path, *file))};
}

}  // namespace mcmc
