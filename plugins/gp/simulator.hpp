#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <memory>
#include <vector>

#include "mcmc/gp/covariance.hpp"
#include "mcmc/gp/mean.hpp"
#include "mcmc/gp/model.hpp"
#include "mcmc/options.hpp"
#include "mcmc/simulator.hpp"

namespace mcmc::gp {

/// `gp.simulator`: inputs x1 ... xp, independent and uniform on (0, 1), and a response
/// y ~ N(m, K + sigma^2 I) at them. It draws all inputs, case by case, before the responses.
class GaussianProcessSimulator final : public Simulator {
 public:
  struct Options {
    std::size_t cases = 0;
    std::size_t inputs = 1;
    std::vector<CovarianceTerm*> covariance;
    Node parameters;
    Mean* mean = nullptr;
    void declare(OptionTable& table);
  };
  explicit GaussianProcessSimulator(const Options& options);
  ~GaussianProcessSimulator() override;

  SimulatedData simulate(Random& random) override;

  const Eigen::VectorXd& parameters() const { return x_; }

 private:
  Eigen::Index cases_;
  std::unique_ptr<Model> model_;
  Eigen::VectorXd x_;  ///< on the sampling scale
};

}  // namespace mcmc::gp
