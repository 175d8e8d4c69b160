#pragma once

#include <Eigen/Core>

/// Convergence diagnostics of Markov chain Monte Carlo output, after Vehtari, Gelman, Simpson,
/// Carpenter and Bürkner (2021), "Rank-normalization, folding, and localization: an improved R-hat
/// for assessing convergence of MCMC", in the form of the R package posterior 1.4.0.
///
/// All functions take the draws of one variable, iterations x chains, and are pure.
///
/// What has no answer is NaN:
/// - a diagnostic of no draws, of draws that are not all finite, or of constant draws (which are
/// all
///   equal, or differ by rounding only: a few parts in 10^16 of their size);
/// - R-hat of fewer than 4 iterations, which leave no variance within half a chain;
/// - an effective sample size, or what is made of it, of fewer than 12 iterations;
/// - one of an indicator or of a distance that is constant although the draws are not, such as the
///   tail of a variable with two values.
/// R-hat is plus infinity when each half-chain is constant and they differ.
namespace mcmc {

using DrawsOfVariable = Eigen::Ref<const Eigen::MatrixXd>;

/// The p-quantile of all draws by linear interpolation between order statistics: type 7 of Hyndman
/// and Fan (1996). Infinite draws are welcome. @pre 0 <= p <= 1
double quantile(const DrawsOfVariable& draws, double p);

/// The mean, and the standard deviation with divisor S - 1, of all S draws: in two passes, so that
/// a large mean costs no digits. NaN if there is no draw, or a single one (deviation).
double mean(const DrawsOfVariable& draws);
double standard_deviation(const DrawsOfVariable& draws);

/// The ranks of the draws among all of them, from 1 to S; equal draws share their average rank.
/// @pre no draw is NaN
Eigen::MatrixXd ranks(const DrawsOfVariable& draws);

/// Rank-normalised split R-hat: the larger of that of the draws and of their distances from the
/// median. An odd number of iterations loses its middle one to the split.
double rhat(const DrawsOfVariable& draws);

/// The number of independent draws with the same accuracy, from split chains by Geyer's (1992)
/// initial monotone sequence. Chains that disagree lower it. At most S log10(S) for S draws.
/// @{
double ess_bulk(const DrawsOfVariable& draws);  ///< of the rank-normalised draws
double ess_tail(const DrawsOfVariable& draws);  ///< the smaller one of the 5 and 95 % quantiles
double ess_mean(const DrawsOfVariable& draws);
double ess_sd(const DrawsOfVariable& draws);
double ess_quantile(const DrawsOfVariable& draws, double p);  ///< @pre 0 < p < 1
/// @}

/// Monte Carlo standard errors: of the mean, the standard deviation and the p-quantile.
/// @{
double mcse_mean(const DrawsOfVariable& draws);
double mcse_sd(const DrawsOfVariable& draws);
double mcse_quantile(const DrawsOfVariable& draws, double p);  ///< @pre 0 < p < 1
/// @}

/// Autocorrelations at lags 0 ... iterations - 1: the autocovariances (divisor: the number of
/// iterations), each chain about its own mean, averaged over chains and divided by that of lag 0.
Eigen::VectorXd autocorrelation(const DrawsOfVariable& draws);

/// Draws per independent draw: their number divided by `ess_mean`, so that disagreement between
/// chains counts. Below 1 for antithetic chains.
double autocorrelation_time(const DrawsOfVariable& draws);

}  // namespace mcmc
