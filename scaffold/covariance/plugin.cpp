#include "mcmc/plugin.hpp"

#include "my_covariance.hpp"

MCMC_PLUGIN("my_covariance", "0.1.0") {
  registration.add<MyCovariance>("mine.my_covariance",
                                 "eta^2 sum_k cos(2 pi (x_k - z_k) / period): waves of one length");
}
