#include "mcmc/testing/enumeration.hpp"

#include <algorithm>
#include <cmath>

#include "mcmc/error.hpp"

namespace mcmc::testing {
namespace {

Eigen::Index index_of(const Points& points, const Eigen::VectorXd& x) {
  const auto found = std::find(points.begin(), points.end(), x);
  if (found == points.end())
    throw Error(ExitCode::internal, "a step ended outside the points that are enumerated");
  return found - points.begin();
}

}  // namespace

EnumeratingRandom::~EnumeratingRandom() = default;

double EnumeratingRandom::uniform() {
  throw Error(ExitCode::internal, "uniform() cannot be enumerated; use bernoulli() or below()");
}

double EnumeratingRandom::exponential() {
  throw Error(ExitCode::internal, "exponential() cannot be enumerated");
}

EnumeratingRandom::Branch& EnumeratingRandom::decide(std::uint64_t count) {
  constexpr std::size_t most_decisions = 1000;
  if (depth_ == most_decisions)
    throw Error(ExitCode::internal, "a step takes too many random decisions to be enumerated");
  if (depth_ == path_.size())
    path_.push_back({0, count, 1 / static_cast<double>(count)});
  else if (path_[depth_].count != count)
    throw Error(ExitCode::internal, "the kernel's decisions depend on something but `random`");
  return path_[depth_++];
}

std::uint64_t EnumeratingRandom::below(std::uint64_t n) {
  return decide(n).taken;
}

bool EnumeratingRandom::bernoulli(double p) {
  if (p >= 1) return true;
  if (!(p > 0)) return false;
  Branch& branch = decide(2);
  branch.probability = branch.taken == 1 ? p : 1 - p;
  return branch.taken == 1;
}

double EnumeratingRandom::normal() {
  return decide(2).taken == 1 ? 1 : -1;
}

double EnumeratingRandom::probability() const {
  double product = 1;
  for (const Branch& branch : path_) product *= branch.probability;
  return product;
}

bool EnumeratingRandom::next_path() {
  depth_ = 0;
  while (!path_.empty() && path_.back().taken + 1 == path_.back().count) path_.pop_back();
  if (path_.empty()) return false;
  ++path_.back().taken;
  return true;
}

Points grid(const std::vector<int>& sizes) {
  Points points(1, Eigen::VectorXd::Zero(static_cast<Eigen::Index>(sizes.size())));
  for (std::size_t coordinate = 0; coordinate < sizes.size(); ++coordinate) {
    Points extended;
    for (Eigen::VectorXd& point : points)
      for (int value = 0; value < sizes[coordinate]; ++value) {
        point[static_cast<Eigen::Index>(coordinate)] = value;
        extended.push_back(point);
      }
    points = std::move(extended);
  }
  return points;
}

Eigen::MatrixXd transition_matrix(Transition& transition, const Points& points) {
  const auto size = static_cast<Eigen::Index>(points.size());
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, size);
  for (Eigen::Index i = 0; i < size; ++i) {
    EnumeratingRandom random;
    do {
      State state{transition.target().shared_parameters(), points[static_cast<std::size_t>(i)]};
      StepReport report;
      transition.step(state, random, report);
      matrix(i, index_of(points, state.x)) += random.probability();
    } while (random.next_path());
  }
  return matrix;
}

Eigen::VectorXd probabilities(Target& target, const Points& points) {
  Eigen::VectorXd pi(static_cast<Eigen::Index>(points.size()));
  for (std::size_t i = 0; i < points.size(); ++i)
    pi[static_cast<Eigen::Index>(i)] =
        std::exp(target.log_density({target.shared_parameters(), points[i]}));
  return pi / pi.sum();
}

double invariance_error(const Eigen::MatrixXd& transition, const Eigen::VectorXd& pi) {
  const double not_invariant = (pi.transpose() * transition - pi.transpose()).cwiseAbs().maxCoeff();
  const double not_stochastic = (transition.rowwise().sum().array() - 1).abs().maxCoeff();
  return std::max(not_invariant, not_stochastic);
}

double reversal_error(const Eigen::MatrixXd& transition, const Eigen::MatrixXd& reversal,
                      const Eigen::VectorXd& pi) {
  const Eigen::MatrixXd forward = pi.asDiagonal() * transition;
  const Eigen::MatrixXd backward = pi.asDiagonal() * reversal;
  return (forward - backward.transpose()).cwiseAbs().maxCoeff();
}

}  // namespace mcmc::testing
