#pragma once

#include <memory>

#include "mcmc/detail/refusals.hpp"

/// Slots of options within options: one group, a list of groups.
namespace mcmc::detail {

template <class T>
concept Group = requires(T group, OptionTable& table) {
  group.declare(table);
};

/// Reads a group's options, within whose place their components then are.
void read_group(OptionTable& table, const Node& node, const std::string& place,
                ComponentSource& source);

template <Group T>
class GroupSlot final : public OptionSlot {
 public:
  explicit GroupSlot(T& variable) : table_(std::make_shared<OptionTable>()) {
    variable.declare(*table_);
  }
  void describe(OptionSpec& spec) const override {
    spec.type = ValueType::group;
    spec.members = table_;
  }
  void read(const Node& node, const OptionSpec& spec, ComponentSource& source) override {
    expect_map(node, spec);
    read_group(*table_, node, spec.name, source);
  }
  Node write(const ComponentSource& source) const override {
    Node map = Node::map();
    table_->write(map, source);
    return map;
  }

 private:
  std::shared_ptr<OptionTable> table_;
};

template <Group T>
class GroupListSlot final : public OptionSlot {
 public:
  explicit GroupListSlot(std::vector<T>& variable) : variable_(&variable) {}
  void describe(OptionSpec& spec) const override {
    // The example only shows names and defaults; its table must not outlive it, so both are kept.
    struct Example {
      T group;
      OptionTable table;
    };
    auto example = std::make_shared<Example>();
    example->group.declare(example->table);
    spec.type = ValueType::group;
    spec.shape = Shape::list;
    spec.members = std::shared_ptr<const OptionTable>(example, &example->table);
  }
  void read(const Node& node, const OptionSpec& spec, ComponentSource& source) override {
    const std::vector<Node>& items = expect_list(node, spec);
    variable_->assign(items.size(), T{});
    tables_.clear();
    ErrorList errors;
    for (std::size_t i = 0; i < items.size(); ++i) {
      (*variable_)[i].declare(tables_.emplace_back());
      errors.attempt([&] {
        if (!items[i].is_map()) refuse(items[i], spec);
        read_group(tables_.back(), items[i], spec.name + "." + std::to_string(i + 1), source);
      });
    }
    errors.throw_if_any();
  }
  Node write(const ComponentSource& source) const override {
    if (tables_.empty()) return {};
    Node list = Node::list();
    for (const OptionTable& table : tables_) table.write(list.items().emplace_back(), source);
    return list;
  }

 private:
  std::vector<T>* variable_;
  std::vector<OptionTable> tables_;
};

}  // namespace mcmc::detail
