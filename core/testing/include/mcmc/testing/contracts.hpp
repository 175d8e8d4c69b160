#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "mcmc/cache.hpp"
#include "mcmc/density.hpp"
#include "mcmc/mapping.hpp"
#include "mcmc/transition.hpp"

/// What the headers of core promise in the name of every plugin, as checks that a plugin's test
/// calls. Each returns the promises that were broken, in words; so a test says
///
///   CHECK(broken_promises(density, points) == Broken{});
namespace mcmc::testing {

using Broken = std::vector<std::string>;

/// A density at some points, of which at least one is within the support:
/// - the same bits for the same point, whatever came before, and unchanged arguments;
/// - a finite value, minus infinity, or a failure with a reason; no exception;
/// - with `HasLogPrior`: the prior's support holds the density's, and it is pure as well;
/// - with `HasFeatures`: they are finite;
/// - with `CanDrawPrior`: draws are points of the prior's support, the same for the same numbers;
/// - with `HasDerivedOutputs`: as many values as names, finite within the support;
/// - names of parameters and derived values that are distinct and not empty;
/// - a point of the wrong dimension is refused with an exception.
Broken broken_promises(Density& density, const std::vector<Eigen::VectorXd>& points);

/// A transition at some states of its target's support. This is about conduct; whether the target's
/// distribution is invariant is for `transition_matrix` or for statistics:
/// - the same random numbers give the same move, and no other randomness is used;
/// - it stays within the support, in the same space, and counts its steps;
/// - acceptance probabilities are reported in [0, 1];
/// - a target that fails in the middle leaves the state as it was, and the next step works;
/// - its reversal's reversal is the transition itself, for the same target.
Broken broken_promises(Transition& transition, const std::vector<Eigen::VectorXd>& points);

/// A mapping at some states of its target's support:
/// - up and down without an update leads back to the same point;
/// - after `abandon` it maps as if nothing had been;
/// - the transition that it makes with 1 and with 3 updates keeps a transition's promises.
Broken broken_promises(Mapping& mapping, const std::vector<Eigen::VectorXd>& points);

/// A cache, empty or not:
/// - what it finds is what was inserted for exactly these bits, whatever it has forgotten;
/// - points that differ in one coordinate by one bit, or in the sign of zero, are different;
/// - after `clear` it finds nothing.
Broken broken_promises(Cache& cache, Eigen::Index dimension);

}  // namespace mcmc::testing
