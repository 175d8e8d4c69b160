#include "mcmc/abilities.hpp"

namespace mcmc {

HasLogPrior::~HasLogPrior() = default;
HasFeatures::~HasFeatures() = default;
HasDerivedOutputs::~HasDerivedOutputs() = default;
CanDrawPrior::~CanDrawPrior() = default;
HasFootprint::~HasFootprint() = default;
ExplainsFailures::~ExplainsFailures() = default;
Predictor::~Predictor() = default;
CanPredict::~CanPredict() = default;
HasCases::~HasCases() = default;
CanLeaveOneOut::~CanLeaveOneOut() = default;

}  // namespace mcmc
