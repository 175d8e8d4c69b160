#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mcmc {

/// Where something stands in a file; lines and columns count from 1, 0 when unknown.
struct Mark {
  std::shared_ptr<const std::string> file;
  int line = 0;
  int column = 0;

  /// "pipeline.yaml:12:5", or what is known of it.
  std::string to_string() const;
};

/// A value of the pipeline file: nothing, a scalar (kept as text), a list or a map in the order of
/// the file. Plain data: whoever reads YAML checks duplicate keys and limits.
class Node {
 public:
  enum class Type { null, scalar, list, map };
  struct Entry;

  Node() = default;
  static Node scalar(std::string text, Mark mark = {});
  static Node list();
  static Node list(std::vector<Node> items, Mark mark);
  static Node map(Mark mark = {});

  Type type() const { return type_; }
  bool is_null() const { return type_ == Type::null; }
  bool is_scalar() const { return type_ == Type::scalar; }
  bool is_list() const { return type_ == Type::list; }
  bool is_map() const { return type_ == Type::map; }
  /// "a map", "a list", "the value 12": for messages.
  std::string in_words() const;

  const Mark& mark() const { return mark_; }
  void set_mark(Mark mark) { mark_ = std::move(mark); }

  /// @pre is_scalar()
  const std::string& text() const { return text_; }
  /// A quoted scalar is always text, never a number or nothing.
  bool is_quoted() const { return quoted_; }
  void set_quoted(bool quoted) { quoted_ = quoted; }

  /// @pre is_list()
  const std::vector<Node>& items() const { return items_; }
  std::vector<Node>& items() { return items_; }

  /// @pre is_map()
  const std::vector<Entry>& entries() const { return entries_; }
  std::vector<Entry>& entries() { return entries_; }
  /// The value under `key`, or null; null for anything but a map.
  const Node* find(std::string_view key) const;
  Node* find(std::string_view key);
  /// Puts `value` under `key`, in place of what was there or at the end. A null node becomes a map.
  Node& set(std::string_view key, Node value);

 private:
  Type type_ = Type::null;
  bool quoted_ = false;
  std::string text_;
  std::vector<Node> items_;
  std::vector<Entry> entries_;
  Mark mark_;
};

struct Node::Entry {
  std::string key;
  Mark key_mark;
  Node value;
};

}  // namespace mcmc
