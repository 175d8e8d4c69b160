#pragma once

#include <concepts>

#include "mcmc/detail/refusals.hpp"

/// Slots of plain values: one, one that may be absent, a list.
namespace mcmc::detail {

void read_scalar(const Node& node, const OptionSpec& spec, double& value);
void read_scalar(const Node& node, const OptionSpec& spec, std::int64_t& value);
void read_scalar(const Node& node, const OptionSpec& spec, int& value);
void read_scalar(const Node& node, const OptionSpec& spec, std::uint64_t& value);
void read_scalar(const Node& node, const OptionSpec& spec, bool& value);
void read_scalar(const Node& node, const OptionSpec& spec, std::string& value);
Node write_scalar(double value);
Node write_scalar(std::int64_t value);
Node write_scalar(std::uint64_t value);
Node write_scalar(bool value);
Node write_scalar(const std::string& value);
inline Node write_scalar(int value) {
  return write_scalar(std::int64_t{value});
}

template <class T>
concept Number = std::same_as<T, double>;
template <class T>
concept Integer = std::integral<T> && !std::same_as<T, bool>;

template <class T>
constexpr ValueType value_type() {
  if constexpr (Number<T>)
    return ValueType::number;
  else if constexpr (Integer<T>)
    return ValueType::integer;
  else if constexpr (std::same_as<T, bool>)
    return ValueType::boolean;
  else if constexpr (std::same_as<T, std::filesystem::path>)
    return ValueType::path;
  else
    return ValueType::text;
}

template <class T>
void read_value(const Node& node, const OptionSpec& spec, ComponentSource& source, T& value) {
  if constexpr (std::same_as<T, std::filesystem::path>) {
    std::string text;
    read_scalar(node, spec, text);
    value = source.input_path(text);
  } else {
    read_scalar(node, spec, value);
  }
}

template <class T>
Node write_value(const ComponentSource& source, const T& value) {
  if constexpr (std::same_as<T, std::filesystem::path>) {
    return value.empty() ? Node() : write_scalar(source.written_path(value));
  } else {
    return write_scalar(value);
  }
}

/// A variable with one value, one that may be absent, or a list of values.
template <class T>
class ValueSlot final : public OptionSlot {
 public:
  explicit ValueSlot(T& variable) : variable_(&variable) {}
  void describe(OptionSpec& spec) const override { spec.type = value_type<T>(); }
  void read(const Node& node, const OptionSpec& spec, ComponentSource& source) override {
    read_value(node, spec, source, *variable_);
  }
  Node write(const ComponentSource& source) const override {
    return write_value(source, *variable_);
  }

 private:
  T* variable_;
};

template <class T>
class ValueSlot<std::optional<T>> final : public OptionSlot {
 public:
  explicit ValueSlot(std::optional<T>& variable) : variable_(&variable) {}
  void describe(OptionSpec& spec) const override { spec.type = value_type<T>(); }
  void read(const Node& node, const OptionSpec& spec, ComponentSource& source) override {
    read_value(node, spec, source, variable_->emplace());
  }
  Node write(const ComponentSource& source) const override {
    return *variable_ ? write_value(source, **variable_) : Node();
  }

 private:
  std::optional<T>* variable_;
};

template <class T>
class ValueSlot<std::vector<T>> final : public OptionSlot {
 public:
  explicit ValueSlot(std::vector<T>& variable) : variable_(&variable) {}
  void describe(OptionSpec& spec) const override {
    spec.type = value_type<T>();
    spec.shape = Shape::list;
  }
  void read(const Node& node, const OptionSpec& spec, ComponentSource& source) override {
    variable_->clear();
    ErrorList errors;
    for (const Node& item : expect_list(node, spec)) {
      errors.attempt([&] {
        T value{};
        read_value(item, spec, source, value);
        variable_->push_back(std::move(value));
      });
    }
    errors.throw_if_any();
  }
  Node write(const ComponentSource& source) const override {
    if (variable_->empty()) return {};
    Node list = Node::list();
    for (const T& value : *variable_) list.items().push_back(write_value(source, value));
    return list;
  }

 private:
  std::vector<T>* variable_;
};

template <>
class ValueSlot<Node> final : public OptionSlot {
 public:
  explicit ValueSlot(Node& variable) : variable_(&variable) {}
  void describe(OptionSpec& spec) const override { spec.type = ValueType::any; }
  void read(const Node& node, const OptionSpec&, ComponentSource&) override { *variable_ = node; }
  Node write(const ComponentSource&) const override { return *variable_; }

 private:
  Node* variable_;
};

}  // namespace mcmc::detail
