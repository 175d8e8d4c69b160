#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "mcmc/random.hpp"
#include "mcmc/transition.hpp"

/// Tests of random numbers and of kernels whose rate of false alarms is known.
namespace mcmc::testing {

/// The probability that independent draws from `cdf` are at least as far from it as `sample` is, in
/// the largest distance of the distribution functions (Kolmogorov and Smirnov; the asymptotic form,
/// good from 100 draws on).
double kolmogorov_smirnov(std::vector<double> sample, const std::function<double(double)>& cdf);

/// The same for two independent samples of one distribution.
double kolmogorov_smirnov(std::vector<double> one, std::vector<double> other);

/// The probability that counts of equally likely cells are at least as uneven (chi-square; good
/// from five in each cell on).
double chi_square(const std::vector<std::size_t>& counts);

double normal_cdf(double z);

/// A test that draws again while it is in doubt, with a false-alarm rate however often that is
/// (Gandy and Scott 2021, "Unit testing for MCMC and other Monte Carlo methods").
struct SequentialTest {
  double false_alarm_rate = 1e-5;
  std::size_t observations = 1000;          ///< at first
  std::size_t further_observations = 4000;  ///< each time that it is in doubt
  int rounds = 7;
};

/// Whether p-values look as they do where all hypotheses hold. `p_values` draws so many fresh
/// observations and returns the p-value of each hypothesis; the least of them counts.
bool holds(const std::function<std::vector<double>(std::size_t observations)>& p_values,
           const SequentialTest& test = {});

/// Whether `steps` steps of a transition, from exact draws of its target, end in draws with the
/// distribution of fresh ones, by the coordinates, their products, and the log density. It cannot
/// see a reversal that is none; `transition_matrix` does.
bool leaves_invariant(Transition& transition,
                      const std::function<void(Random&, Eigen::VectorXd&)>& draw_exactly,
                      int steps = 3, const SequentialTest& test = {});

}  // namespace mcmc::testing
