#pragma once

#include <functional>
#include <vector>

namespace mcmc::testing {

/// The probability that independent draws from `cdf` are at least as far from it as `sample` is, in
/// the largest distance of the distribution functions (Kolmogorov and Smirnov; the asymptotic form,
/// good from 100 draws on).
double kolmogorov_smirnov(std::vector<double> sample, const std::function<double(double)>& cdf);

double normal_cdf(double z);

}  // namespace mcmc::testing
