#include "mcmc/node.hpp"

#include <algorithm>
#include <utility>

namespace mcmc {

std::string Mark::to_string() const {
  std::string text = file ? *file : std::string();
  if (line > 0) text += ":" + std::to_string(line) + ":" + std::to_string(column);
  return text;
}

Node Node::scalar(std::string text, Mark mark) {
  Node node;
  node.type_ = Type::scalar;
  node.text_ = std::move(text);
  node.mark_ = std::move(mark);
  return node;
}

Node Node::list() {
  return list({}, {});
}

Node Node::list(std::vector<Node> items, Mark mark) {
  Node node;
  node.type_ = Type::list;
  node.items_ = std::move(items);
  node.mark_ = std::move(mark);
  return node;
}

Node Node::map(Mark mark) {
  Node node;
  node.type_ = Type::map;
  node.mark_ = std::move(mark);
  return node;
}

std::string Node::in_words() const {
  constexpr std::size_t longest_shown = 60;
  switch (type_) {
    case Type::null:
      return "nothing";
    case Type::list:
      return items_.empty() ? "an empty list" : "a list";
    case Type::map:
      return "a map";
    case Type::scalar:
      break;
  }
  return text_.size() <= longest_shown ? "\"" + text_ + "\""
                                       : "\"" + text_.substr(0, longest_shown) + "...\"";
}

const Node* Node::find(std::string_view key) const {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.key == key; });
  return found == entries_.end() ? nullptr : &found->value;
}

Node* Node::find(std::string_view key) {
  return const_cast<Node*>(std::as_const(*this).find(key));
}

Node& Node::set(std::string_view key, Node value) {
  if (is_null()) type_ = Type::map;
  if (Node* existing = find(key)) return *existing = std::move(value);
  Mark mark = value.mark();
  entries_.push_back({std::string(key), std::move(mark), std::move(value)});
  return entries_.back().value;
}

}  // namespace mcmc
