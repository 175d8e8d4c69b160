#include "mcmc/gp/vecchia_likelihood.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "mcmc/gp/factorisation.hpp"

namespace mcmc::gp {

using Eigen::Index;

VecchiaLikelihood::VecchiaLikelihood(Model& model, Conditioning conditioning, bool reuse)
    : StagedLikelihood(model, with_noise(free_amplitude(model), model), reuse),
      conditioning_(std::move(conditioning)),
      response_(model.data().response),
      first_inputs_(model.data().inputs(
          std::vector<Index>(conditioning_.order.begin(),
                             conditioning_.order.begin() + conditioning_.blocks.rows()),
          Eigen::all)),
      first_varying_(first_inputs_.rows(), first_inputs_.rows()),
      first_block_(first_inputs_.rows() + 2, first_inputs_.rows()),
      varying_(lanes * triangle(first_inputs_.rows()), batches()),
      members_(lanes * first_inputs_.rows(), first_inputs_.cols()),
      left_(lanes * triangle(first_inputs_.rows()), first_inputs_.cols()),
      right_(left_.rows(), left_.cols()),
      pairs_(left_.rows()),
      noise_(lanes, first_inputs_.rows()),
      u_(lanes, first_inputs_.rows()),
      v_(lanes, first_inputs_.rows()) {}

VecchiaLikelihood::~VecchiaLikelihood() = default;

Index VecchiaLikelihood::batches() const {
  return (conditioning_.blocks.cols() + lanes - 1) / lanes;
}

auto VecchiaLikelihood::block_of(Index batch, Index lane) const {
  return conditioning_.blocks.col(std::min(batch * lanes + lane, conditioning_.blocks.cols() - 1));
}

Failure VecchiaLikelihood::first_stage(const Eigen::VectorXd& point) {
  model().covariance_lower(point, first_inputs_, first_varying_, Part::varying);
  for (Index batch = 0; batch < batches(); ++batch) {
    gather_inputs(batch);
    model().covariance_pairs(point, left_, right_, varying_.col(batch), Part::varying);
  }
  return Failure::none;
}

Evaluation VecchiaLikelihood::second_stage(const Eigen::VectorXd& x) {
  const double s = amplitude_at(model(), x);
  WhitenedSums sums;
  if (const Failure failure = add_first_block(x, sums); failure != Failure::none) return failure;
  for (Index batch = 0; batch < batches(); ++batch) {
    gather_cases(x, batch);
    pairs_ = s * s * varying_.col(batch);
    if (const Failure failure = factorise_batch(); failure != Failure::none) return failure;
    add_batch(std::min<Index>(lanes, conditioning_.blocks.cols() - batch * lanes), sums);
  }
  return log_density_with_constant(sums, response_.center, model().constant_variance(),
                                   model().data().size());
}

Failure VecchiaLikelihood::add_first_block(const Eigen::VectorXd& x, WhitenedSums& sums) {
  const Dataset& data = model().data();
  const double s = amplitude_at(model(), x);
  auto covariance = first_block_.topRows(first_block_.cols());
  auto right_sides = first_block_.bottomRows<2>();
  covariance.triangularView<Eigen::Lower>() = s * s * first_varying_;
  covariance.diagonal().array() += model().noise_variance(x);
  for (Index i = 0; i < covariance.rows(); ++i) {
    const Index position = conditioning_.order[static_cast<std::size_t>(i)];
    if (data.noise_variance.size() > 0) covariance(i, i) += data.noise_variance(position);
    right_sides(0, i) = response_.rest(position);
  }
  right_sides.row(1).setOnes();
  if (const Failure failure = cholesky_.factorise_in_place(first_block_); failure != Failure::none)
    return failure;
  sums.log_determinant += log_determinant(first_block_);
  sums.add(right_sides.row(0).transpose(), right_sides.row(1).transpose());
  return Failure::none;
}

void VecchiaLikelihood::gather_cases(const Eigen::VectorXd& x, Index batch) {
  const Dataset& data = model().data();
  noise_.setConstant(model().noise_variance(x));
  v_.setOnes();
  for (Index lane = 0; lane < lanes; ++lane) {
    const auto block = block_of(batch, lane);
    for (Index i = 0; i < block.size(); ++i) {
      u_(lane, i) = response_.rest(block(i));
      if (data.noise_variance.size() > 0) noise_(lane, i) += data.noise_variance(block(i));
    }
  }
}

void VecchiaLikelihood::gather_inputs(Index batch) {
  const Dataset& data = model().data();
  const Index size = conditioning_.blocks.rows();
  for (Index lane = 0; lane < lanes; ++lane) {
    const auto block = block_of(batch, lane);
    for (Index k = 0; k < members_.cols(); ++k)
      for (Index i = 0; i < size; ++i) members_(lanes * i + lane, k) = data.inputs(block(i), k);
  }
  for (Index k = 0; k < members_.cols(); ++k) {
    Index pair = 0;
    for (Index j = 0; j < size; ++j) {
      const Index rows = lanes * (size - j);
      left_.col(k).segment(pair, rows) = members_.col(k).tail(rows);
      for (Index i = 0; i < rows; i += lanes)
        right_.col(k).segment<lanes>(pair + i) = members_.col(k).segment<lanes>(lanes * j);
      pair += rows;
    }
  }
}

/// Right-looking, column by column, all lanes at once. The responses and the ones are further rows
/// of the matrix: what the factorisation makes of them is L^-1 times these.
Failure VecchiaLikelihood::factorise_batch() {
  const Index size = conditioning_.blocks.rows();
  Eigen::Map<Lanes> packed(pairs_.data(), lanes, triangle(size));
  const auto diagonal = [&](Index j) { return triangle(size) - triangle(size - j); };
  for (Index j = 0; j < size; ++j) packed.col(diagonal(j)) += noise_.col(j);
  // Elements are compared with rounding of their first values, which the noise's memory keeps.
  for (Index j = 0; j < size; ++j)
    noise_.col(j) = std::numeric_limits<double>::epsilon() * packed.col(diagonal(j));
  for (Index j = 0; j < size; ++j) {
    auto column = packed.middleCols(diagonal(j), size - j);
    const Lane pivot = column.col(0);
    if (!(pivot > noise_.col(j)).all() || !pivot.isFinite().all())
      return packed.isFinite().all() ? Failure::not_positive_definite : Failure::not_finite;
    if (j + 1 == size) {
      last_pivot_ = pivot;
      return Failure::none;
    }
    const Lane inverse = pivot.inverse();
    for (Index i = 1; i < size - j; ++i) {
      const Lane multiple = column.col(i) * inverse;
      auto later = packed.middleCols(diagonal(j + i), size - j - i);
      for (Index k = i; k < size - j; ++k) later.col(k - i) -= multiple * column.col(k);
      u_.col(j + i) -= multiple * u_.col(j);
      v_.col(j + i) -= multiple * v_.col(j);
    }
  }
  return Failure::none;
}

void VecchiaLikelihood::add_batch(Index count, WhitenedSums& sums) const {
  const Eigen::VectorXd pivots = last_pivot_.head(count);
  const Eigen::VectorXd roots = pivots.cwiseSqrt();
  const auto last = conditioning_.blocks.rows() - 1;
  sums.add(u_.col(last).head(count).matrix().cwiseQuotient(roots),
           v_.col(last).head(count).matrix().cwiseQuotient(roots));
  sums.log_determinant += pivots.array().log().sum();
}

std::size_t VecchiaLikelihood::bytes() const {
  const Index n = static_cast<Index>(conditioning_.order.size());
  return static_cast<std::size_t>(n + conditioning_.blocks.size()) * sizeof(Index) +
         static_cast<std::size_t>(n + first_inputs_.size() + first_varying_.size() +
                                  first_block_.size() + varying_.size() + members_.size() +
                                  left_.size() + right_.size() + pairs_.size() + noise_.size() +
                                  u_.size() + v_.size()) *
             sizeof(double) +
         Cholesky<double>::bytes(first_block_.rows(), first_block_.cols());
}

}  // namespace mcmc::gp
