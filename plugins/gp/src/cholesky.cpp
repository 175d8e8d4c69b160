#include "mcmc/gp/cholesky.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mcmc/gp/factorisation.hpp"
#include "register_tile.hpp"

namespace mcmc::gp {

namespace {

using Eigen::Index;

/// Columns that are factorised at a time, of all rows, before they are subtracted from the later
/// ones: their rows, packed, fit the second cache while they are used again and again.
constexpr Index panel_columns = 240;
/// Strips whose packed rows are kept near while all the columns are updated.
constexpr Index strips_at_once = 4;

/// The relative error that a pivot may have from its own column: of a root, its inverse, a product
/// with that, and the square of the product.
template <class Scalar>
constexpr Scalar rounding = 4 * std::numeric_limits<Scalar>::epsilon();

constexpr Index padded(Index size, Index unit) {
  return (size + unit - 1) / unit * unit;
}

/// How many columns of a matrix the panels have.
template <class Scalar>
Index panel_size(Index columns) {
  return std::min(panel_columns, padded(columns, RegisterTile<Scalar>::columns));
}

/// How many numbers the packed rows take, and how many the diagonal.
struct Memory {
  Index packed, diagonal;
};
template <class Scalar>
Memory memory_for(Index rows, Index columns) {
  return {padded(rows, RegisterTile<Scalar>::rows) * panel_size<Scalar>(columns),
          padded(columns, RegisterTile<Scalar>::columns)};
}

template <class Vector>
void grow(Vector& memory, Index size) {
  if (memory.size() < size) memory.setZero(size);
}

/// The factorisation of one matrix, which is cut into tiles: strips of rows, by a few columns. In a
/// panel, tiles are finished from left to right, strip after strip, so that a strip stays near
/// while it meets all those above it. What is finished is also kept packed, as products read it: of
/// two packed strips, one gives all of its rows, the other as many as a tile has columns.
template <class Scalar>
class Factorisation {
  using Tile = RegisterTile<Scalar>;
  static_assert(panel_columns % Tile::rows == 0);

 public:
  Factorisation(Eigen::Ref<typename Cholesky<Scalar>::Matrix> lower, Scalar* packed,
                Scalar* inverse_diagonal, const Scalar* smallest_pivots)
      : lower_(lower),
        packed_(packed),
        inverse_diagonal_(inverse_diagonal),
        smallest_pivots_(smallest_pivots),
        panel_size_(panel_size<Scalar>(lower.cols())),
        strips_(padded(lower.rows(), Tile::rows) / Tile::rows) {}

  bool run() {
    for (begin_ = 0; begin_ < lower_.cols(); begin_ = end_) {
      end_ = std::min(begin_ + panel_columns, lower_.cols());
      for (Index strip = strip_of(begin_); strip < strips_; ++strip)
        if (!factorise_strip(strip)) return false;
      subtract_panel_from_later_columns();
    }
    return true;
  }

 private:
  static Index strip_of(Index row) { return row / Tile::rows; }

  /// The panel's columns of a strip, one after another.
  Scalar* packed(Index strip) const { return packed_ + strip * Tile::rows * panel_size_; }
  /// The same from the row on that has its diagonal element in `column`.
  const Scalar* packed_rows(Index column) const {
    return packed(strip_of(column)) + column % Tile::rows;
  }

  /// Everything left of a tile is done when its turn comes, and everything above.
  bool factorise_strip(Index strip) {
    const Index end = std::min(end_, (strip + 1) * Tile::rows);
    for (Index column = begin_; column < end; column += Tile::columns) {
      const Index done = (column - begin_) * Tile::rows;
      Scalar* tile = packed(strip) + done;
      load(strip, column, tile);
      Tile::subtract_product(tile, packed(strip), packed_rows(column), column - begin_);
      if (strip > strip_of(column))
        Tile::divide_by_triangle(tile, packed_rows(column) + done, inverse_diagonal_ + column);
      else if (!factorise_diagonal(column, tile))
        return false;
      store(tile, strip, column);
    }
    return true;
  }

  /// A tile with a piece of the diagonal. What becomes of the rows above it does not matter.
  bool factorise_diagonal(Index column, Scalar* packed_tile) {
    Eigen::Map<typename Tile::Matrix> tile(packed_tile);
    const Index first = column % Tile::rows;
    const Index columns = std::min<Index>(Tile::columns, lower_.cols() - column);
    for (Index c = 0; c < columns; ++c) {
      if (!(tile(first + c, c) > smallest_pivots_[column + c])) return false;
      const Scalar root = std::sqrt(tile(first + c, c));
      inverse_diagonal_[column + c] = 1 / root;
      tile.col(c) *= 1 / root;
      tile(first + c, c) = root;
      for (Index later = c + 1; later < columns; ++later)
        tile.col(later) -= tile(first + later, c) * tile.col(c);
    }
    return true;
  }

  void subtract_panel_from_later_columns() {
    typename Tile::Matrix tile;
    for (Index first = strip_of(end_); first < strips_; first += strips_at_once) {
      const Index last = std::min(first + strips_at_once, strips_);
      for (Index column = end_; column < std::min(lower_.cols(), last * Tile::rows);
           column += Tile::columns)
        for (Index strip = std::max(first, strip_of(column)); strip < last; ++strip) {
          load(strip, column, tile.data());
          Tile::subtract_product(tile.data(), packed(strip), packed_rows(column), end_ - begin_);
          store(tile.data(), strip, column);
        }
    }
  }

  /// Whether all of a tile's elements are elements of the lower triangle.
  bool is_whole(Index strip, Index column) const {
    return strip > strip_of(column) && (strip + 1) * Tile::rows <= lower_.rows() &&
           column + Tile::columns <= lower_.cols();
  }

  /// The elements of a tile's column that are in the lower triangle: from the row `from` of the
  /// matrix on, `size` of them.
  struct Piece {
    Index from, size;
  };
  Piece piece(Index strip, Index column) const {
    const Index from = std::max(strip * Tile::rows, column);
    return {from, std::min((strip + 1) * Tile::rows, lower_.rows()) - from};
  }

  /// With zeros where the lower triangle has no element.
  void load(Index strip, Index column, Scalar* to) const {
    Eigen::Map<typename Tile::Matrix> tile(to);
    const Index row = strip * Tile::rows;
    if (is_whole(strip, column)) {
      tile = lower_.template block<Tile::rows, Tile::columns>(row, column);
      return;
    }
    tile.setZero();
    for (Index c = 0; c < std::min<Index>(Tile::columns, lower_.cols() - column); ++c) {
      const auto [from, size] = piece(strip, column + c);
      tile.col(c).segment(from - row, size) = lower_.col(column + c).segment(from, size);
    }
  }

  void store(const Scalar* from_tile, Index strip, Index column) {
    const Eigen::Map<const typename Tile::Matrix> tile(from_tile);
    const Index row = strip * Tile::rows;
    if (is_whole(strip, column)) {
      lower_.template block<Tile::rows, Tile::columns>(row, column) = tile;
      return;
    }
    for (Index c = 0; c < std::min<Index>(Tile::columns, lower_.cols() - column); ++c) {
      const auto [from, size] = piece(strip, column + c);
      lower_.col(column + c).segment(from, size) = tile.col(c).segment(from - row, size);
    }
  }

  Eigen::Ref<typename Cholesky<Scalar>::Matrix> lower_;
  Scalar* packed_;
  Scalar* inverse_diagonal_;
  const Scalar* smallest_pivots_;
  Index panel_size_;
  Index strips_;
  Index begin_ = 0, end_ = 0;  ///< the panel at work
};

}  // namespace

template <class Scalar>
Failure Cholesky<Scalar>::factorise_in_place(Eigen::Ref<Matrix> lower) {
  const auto [packed, diagonal] = memory_for<Scalar>(lower.rows(), lower.cols());
  grow(packed_, packed);
  grow(inverse_diagonal_, diagonal);
  grow(smallest_pivots_, diagonal);
  smallest_pivots_.head(lower.cols()) = rounding<Scalar> * lower.diagonal().cwiseMax(Scalar(0));
  Factorisation<Scalar> factorisation(lower, packed_.data(), inverse_diagonal_.data(),
                                      smallest_pivots_.data());
  // An infinity or NaN anywhere reaches the diagonal of its row, where it is no pivot: an infinite
  // element is not more than its own rounding, which is infinite too.
  if (factorisation.run()) return Failure::none;
  return lower_triangle_is_finite(lower) ? Failure::not_positive_definite : Failure::not_finite;
}

template <class Scalar>
std::size_t Cholesky<Scalar>::bytes(Index rows, Index columns) {
  const auto [packed, diagonal] = memory_for<Scalar>(rows, columns);
  return static_cast<std::size_t>(packed + 2 * diagonal) * sizeof(Scalar);
}

template class Cholesky<double>;
template class Cholesky<float>;

}  // namespace mcmc::gp
