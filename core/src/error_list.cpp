#include "mcmc/error_list.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace mcmc {
namespace {

/// Whether `a` stands before `b`; what has no place in a file stands after what has.
bool stands_before(const Error& a, const Error& b) {
  if (!a.has_place() || !b.has_place()) return a.has_place() && !b.has_place();
  return std::pair(a.mark().line, a.mark().column) < std::pair(b.mark().line, b.mark().column);
}

std::string joined(const std::vector<Error>& errors) {
  if (errors.empty()) return "this depends on what could not be built";
  std::string text;
  for (const Error& error : errors) text += (text.empty() ? "" : "\n") + std::string(error.what());
  return text;
}

}  // namespace

Errors::InOrder::InOrder(std::vector<Error> unsorted) : errors(std::move(unsorted)) {
  std::stable_sort(errors.begin(), errors.end(), stands_before);
}

Errors::Errors(std::vector<Error> errors) : Errors(InOrder(std::move(errors))) {}
Errors::Errors(InOrder sorted)
    : Error(sorted.errors.empty() ? ExitCode::bad_pipeline : sorted.errors.front().code(),
            joined(sorted.errors)),
      errors_(std::move(sorted.errors)) {}
Errors::~Errors() = default;

void ErrorList::add(const Error& error) {
  failed_ = true;
  if (const auto* several = dynamic_cast<const Errors*>(&error)) {
    for (const Error& one : several->all()) add(one);
    return;
  }
  const bool is_known = std::any_of(errors_.begin(), errors_.end(), [&](const Error& other) {
    return other.option() == error.option() && std::strcmp(other.what(), error.what()) == 0;
  });
  if (!is_known) errors_.push_back(error);
}

void ErrorList::throw_if_any() const {
  if (errors_.size() == 1 && !errors_.front().option().empty())
    throw OptionError(errors_.front().option(), errors_.front().what());
  if (failed_) throw Errors(errors_);
}

}  // namespace mcmc
