#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mcmc/graph.hpp"
#include "mcmc/node.hpp"
#include "mcmc/permissions.hpp"
#include "mcmc/registry.hpp"
#include "mcmc/writer.hpp"

namespace mcmc {

/// One phase of warm-up: `rounds` times `iterations`, with a barrier after each round at which
/// learners of all chains are fitted.
struct WarmupPhase {
  Transition* transition = nullptr;
  std::size_t iterations = 0;
  std::size_t rounds = 1;
  void declare(OptionTable& table);
};

/// The group `until:` of `sample:`. What is given must all hold; without any, a run has exactly
/// `draws`.
struct StopWhen {
  std::optional<double> ess;         ///< every variable's bulk and tail ESS is at least this
  std::optional<double> rhat;        ///< every variable's R-hat is at most this
  std::optional<std::size_t> draws;  ///< most draws of each chain
  std::optional<double> hours;       ///< of sampling, after which it ends whatever the rest
  void declare(OptionTable& table);
  bool is_given() const { return ess || rhat || draws || hours; }
};

/// The section `sample:`.
struct SampleOptions {
  std::size_t chains = 4;
  std::uint64_t seed = 1;
  Node start = Node::scalar("prior");
  std::vector<WarmupPhase> warmup;
  Transition* transition = nullptr;
  std::size_t draws = 1000;
  StopWhen until;
  std::size_t thin = 1;
  std::string tune = "none";
  void declare(OptionTable& table);
  /// Whether a run begins by choosing an approximation and a transition, as `tune` does.
  bool wants_tuning() const { return tune == "auto"; }
};

/// The section `output:`.
struct OutputOptions {
  std::string directory;
  bool keep_warmup = false;
  double checkpoint_interval = 10;  ///< seconds
  std::vector<Writer*> writers;
  void declare(OptionTable& table);
};

/// One chain as the pipeline describes it: its components and what to do with them.
struct ChainPlan {
  Graph graph;
  SampleOptions sample;
  std::vector<Writer*> writers;  ///< which the graph owns; one chain's are used

  /// What the kept draws follow.
  Target& target() const { return sample.transition->target(); }
  bool starts_from_prior() const { return sample.start.is_scalar(); }
};

/// A pipeline file that has been read, checked and built once. Immutable; writes nothing.
class Pipeline {
 public:
  /// Settings of the command line, in order: {"sample.draws", "100"}.
  using Settings = std::vector<std::pair<std::string, std::string>>;

  /// @throws Error naming file, line and column when anything in the file is wrong
  Pipeline(const std::filesystem::path& file, const Registry& registry,
           const Settings& settings = {}, Permissions permissions = {});
  /// The pipeline of the same file with further settings, which may add labels. @throws Error
  Pipeline(const Pipeline& original, const Settings& settings);
  ~Pipeline();

  /// Another chain's components. Every call gives the same graph, on the same shared data.
  ChainPlan build() const;

  /// Without writers, which belong to a chain's plan.
  const OutputOptions& output() const { return output_; }
  bool wants_tuning() const { return wants_tuning_; }
  const std::string& file() const { return file_; }
  /// The file with its settings, before defaults.
  const Node& document() const { return document_; }
  /// The file as it was read, byte for byte.
  const std::string& source_text() const { return source_text_; }
  /// The whole pipeline with every default and every setting filled in, as YAML; paths in it count
  /// from `directory`.
  std::string written(const std::filesystem::path& directory) const;
  /// Things that are allowed but look like mistakes.
  const std::vector<std::string>& warnings() const { return shared_->warnings(); }

 private:
  struct Built {
    ChainPlan plan;
    OutputOptions output;
    Node written;
  };
  Built build_all(const std::filesystem::path& written_directory) const;
  void build_first();

  const Registry* registry_;
  std::string file_;
  std::string source_text_;
  Node document_;
  OutputOptions output_;
  bool wants_tuning_ = false;
  std::unique_ptr<SharedResources> shared_;
};

/// The starting point that `start:` describes for a target's parameters.
/// @throws Error with file, line and column for unknown, missing or bad values
Eigen::VectorXd start_values(const Node& start, const ParameterNames& names);

}  // namespace mcmc
