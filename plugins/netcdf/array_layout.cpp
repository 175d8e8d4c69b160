#include "array_layout.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace mcmc::netcdf {
namespace {

struct Element {
  std::vector<std::size_t> indices;
  Eigen::Index column;
};

/// Elements by the name of their array, and these names in the order of the columns.
struct Elements {
  std::vector<std::string> order;
  std::map<std::string, std::vector<Element>> by_array;
};

Elements collect(const std::vector<DrawColumn>& columns, bool (*wanted)(const DrawColumn&)) {
  Elements elements;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!wanted(columns[i])) continue;
    ElementName name = element_name(columns[i].name);
    std::vector<Element>& of_array = elements.by_array[name.array];
    if (of_array.empty()) elements.order.push_back(name.array);
    of_array.push_back({std::move(name.indices), static_cast<Eigen::Index>(i)});
  }
  return elements;
}

/// The largest index in each place; nothing when the numbers of indices differ.
std::vector<std::size_t> shape_of(const std::vector<Element>& elements) {
  std::vector<std::size_t> shape(elements.front().indices.size());
  for (const Element& element : elements) {
    if (element.indices.size() != shape.size()) return {};
    for (std::size_t i = 0; i < shape.size(); ++i)
      shape[i] = std::max(shape[i], element.indices[i]);
  }
  return shape;
}

/// Names are unique, so elements that are as many as the shape has room for are all of them.
bool is_complete(const std::vector<Element>& elements, const std::vector<std::size_t>& shape) {
  std::size_t room = 1;
  for (const std::size_t length : shape) {
    if (length > elements.size()) return false;
    room *= length;
  }
  std::set<std::vector<std::size_t>> different;
  for (const Element& element : elements) different.insert(element.indices);
  return room == elements.size() && different.size() == elements.size();
}

}  // namespace

std::vector<Array> arrays_of(const std::vector<DrawColumn>& columns,
                             bool (*wanted)(const DrawColumn&)) {
  std::vector<Array> arrays;
  Elements found = collect(columns, wanted);
  for (const std::string& name : found.order) {
    std::vector<Element>& elements = found.by_array[name];
    const std::vector<std::size_t> shape = shape_of(elements);
    if (!is_complete(elements, shape)) {
      for (const Element& element : elements)
        arrays.push_back(
            {columns[static_cast<std::size_t>(element.column)].name, {}, {element.column}});
      continue;
    }
    std::sort(elements.begin(), elements.end(),
              [](const Element& a, const Element& b) { return a.indices < b.indices; });
    Array array{name, shape, {}};
    for (const Element& element : elements) array.columns.push_back(element.column);
    arrays.push_back(std::move(array));
  }
  return arrays;
}

}  // namespace mcmc::netcdf
