#include "memory_draws.hpp"

#include "draw_columns.hpp"

namespace mcmc {
namespace {

/// Keeps the rows of one chain.
class MemorySink final : public DrawSink {
 public:
  explicit MemorySink(std::vector<Eigen::VectorXd>& rows) : rows_(&rows) {}
  void write(const Eigen::VectorXd& row) override { rows_->push_back(row); }
  std::uint64_t secure() override { return 0; }
  void finish() override {}

 private:
  std::vector<Eigen::VectorXd>* rows_;
};

}  // namespace

MemoryDraws::MemoryDraws(const Ensemble& ensemble)
    : names_(DrawColumns(ensemble.chains().front()->target()).names()),
      rows_(ensemble.chains().size()) {}

Ensemble::OpenSink MemoryDraws::sinks() {
  return [this](const Chain& chain) {
    return std::make_unique<MemorySink>(rows_[chain.number() - 1]);
  };
}

Draws MemoryDraws::draws() const {
  Draws draws;
  draws.names = names_;
  for (const auto& rows : rows_) {
    Eigen::MatrixXd chain(static_cast<Eigen::Index>(rows.size()),
                          static_cast<Eigen::Index>(names_.size()));
    for (std::size_t i = 0; i < rows.size(); ++i)
      chain.row(static_cast<Eigen::Index>(i)) = rows[i].transpose();
    draws.chains.push_back(std::move(chain));
  }
  make_equally_long(draws);
  return draws;
}

}  // namespace mcmc
