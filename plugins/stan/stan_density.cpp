#include "stan_density.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string_view>

#include "mcmc/error.hpp"

namespace mcmc::stan {

struct Threading {
  mutable std::mutex turn;
  mutable std::optional<bool> compiled_for_threads;  ///< set by the first model that is built
};

namespace {

namespace fs = std::filesystem;

/// For the option `library`: comes before anything of it runs.
const fs::path& permitted(const fs::path& library, const BuildContext& context) {
  context.require_programs_permitted("library");
  return library;
}

std::string read_data(const fs::path& file) {
  if (file.empty()) return {};
  std::error_code ignored;
  std::ifstream stream(file, std::ios::binary);
  if (!stream || fs::is_directory(file, ignored))
    throw Error(ExitCode::no_input, fmt::format("cannot read the data file {}", file.string()));
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// In one line.
std::string as_a_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

[[noreturn]] void refuse_data(const StanDensity::Options& options, const std::string& message) {
  if (options.data.empty())
    throw OptionError("library", "the model cannot be made without \"data\": " + message);
  throw Error(ExitCode::bad_data,
              fmt::format("{}: the model {} refuses these data: {}", options.data.string(),
                          options.library.string(), message));
}

std::vector<std::string> split(const char* names, int count, const std::string& prefix) {
  std::vector<std::string> all;
  std::istringstream stream(names);
  for (std::string name; std::getline(stream, name, ',');) all.push_back(prefix + name);
  if (all.size() != static_cast<std::size_t>(count))
    throw OptionError(
        "library", fmt::format("is broken: it names {} values and counts {}", all.size(), count));
  return all;
}

bool is_compiled_for_threads(const StanLibrary& library, const Model& model,
                             const Threading& threading) {
  const bool for_threads =
      std::string_view(library.info(&model)).find("STAN_THREADS=true") != std::string_view::npos;
  if (threading.compiled_for_threads.value_or(for_threads) != for_threads)
    throw OptionError(
        "library", "the models of a pipeline must all be compiled with STAN_THREADS=true, or none");
  threading.compiled_for_threads = for_threads;
  return for_threads;
}

}  // namespace

void StanDensity::Options::declare(OptionTable& table) {
  table.add("library", library)
      .required()
      .doc("The compiled model, NAME_model.so, as BridgeStan 2 makes it");
  table.add("data", data).default_is("no data").doc("The model's data, in Stan's JSON");
  table.add("seed", seed)
      .at_least(0)
      .at_most(4294967295.0)
      .doc("Of random numbers that the model draws while it reads its data");
}

StanDensity::StanDensity(Options& options, BuildContext& context)
    : library_(permitted(options.library, context)),
      threading_(context.share<Threading>("", [] { return std::make_shared<Threading>(); })),
      model_(nullptr, library_.destruct) {
  const std::string data = read_data(options.data);
  char* message = nullptr;
  model_.reset(library_.construct(data.c_str(), static_cast<unsigned>(options.seed), &message));
  if (!model_) refuse_data(options, taken(message));
  takes_turns_ = !is_compiled_for_threads(library_, *model_, *threading_);
  if (takes_turns_)
    context.warn(
        fmt::format("{} was compiled without STAN_THREADS=true, so chains take turns in it",
                    options.library.string()));
  names_ = ParameterNames(split(library_.unconstrained_names(model_.get()),
                                library_.unconstrained_count(model_.get()), "unconstrained_"));
  if (names_.size() == 0) throw OptionError("library", "the model has no parameters to sample");
  derived_names_ = split(library_.constrained_names(model_.get(), true, false),
                         library_.constrained_count(model_.get(), true, false), "");
}

StanDensity::~StanDensity() = default;

Evaluation StanDensity::log_density(const Eigen::VectorXd& x) {
  const auto lock = turn();
  double value = 0;
  char* message = nullptr;
  if (library_.log_density(model_.get(), false, true, x.data(), &value, &message) == 0)
    return value;
  explanation_ = taken(message);
  return Failure::reported;
}

void StanDensity::derive(const Eigen::VectorXd& x, Eigen::Ref<Eigen::VectorXd> values) const {
  const auto lock = turn();
  char* message = nullptr;
  if (library_.constrain(model_.get(), true, false, x.data(), values.data(), nullptr, &message) !=
      0)
    throw NumericalFailure("the model's parameters cannot be computed at a draw: " +
                           taken(message));
}

std::unique_lock<std::mutex> StanDensity::turn() const {
  return takes_turns_ ? std::unique_lock(threading_->turn) : std::unique_lock<std::mutex>();
}

/// The library's message as a line; the library has its memory back.
std::string StanDensity::taken(char* message) const {
  if (message == nullptr) return "it gives no reason";
  std::string text = as_a_line(message);
  library_.free_message(message);
  return text;
}

}  // namespace mcmc::stan
