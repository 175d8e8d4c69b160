#pragma once

#include <Eigen/Core>
#include <utility>

namespace mcmc::gp {

/// A block of a matrix that fills the vector registers, as many as the processor has: what a
/// product adds to it is summed there, and memory sees it once. Tiles are stored column after
/// column, without gaps.
template <class Scalar>
struct RegisterTile {
  using Packet = typename Eigen::internal::packet_traits<Scalar>::type;
  static constexpr int width = Eigen::internal::unpacket_traits<Packet>::size;
  /// Registers in a column. With three, two loads of a cycle keep its two multiply-adds busy.
  static constexpr int packets = width >= 4 ? 3 : 4 / width;
  static constexpr int rows = packets * width;
  static constexpr int columns = width >= 8 && EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS >= 32 ? 8 : 4;
  static constexpr int size = rows * columns;
  static_assert(rows % columns == 0);

  using Matrix = Eigen::Matrix<Scalar, rows, columns>;

  /// tile -= A B', with `count` columns of A, each of `rows`, one after another, and B the first
  /// `columns` rows of such a matrix.
  static void subtract_product(Scalar* tile, const Scalar* a, const Scalar* b, Eigen::Index count);

  /// tile = tile L^-T, with L the first `columns` rows of such a matrix, and its diagonal given
  /// inverted.
  static void divide_by_triangle(Scalar* tile, const Scalar* l, const Scalar* inverse_diagonal);

 private:
  template <int... k, class Body>
  static void unroll(std::integer_sequence<int, k...>, const Body& body) {
    (body(std::integral_constant<int, k>()), ...);
  }

  /// body(c, r), written out for every packet of a tile: only so do all stay in registers.
  template <class Body>
  static void for_each_packet(const Body& body) {
    unroll(std::make_integer_sequence<int, columns>(), [&](auto c) {
      unroll(std::make_integer_sequence<int, packets>(), [&](auto r) { body(c, r); });
    });
  }

  static Packet load(const Scalar* from) { return Eigen::internal::ploadu<Packet>(from); }
};

// Not inlined: elsewhere the compiler has other uses for the registers.
template <class Scalar>
[[gnu::noinline]] void RegisterTile<Scalar>::subtract_product(Scalar* tile, const Scalar* a,
                                                              const Scalar* b, Eigen::Index count) {
  Packet sums[columns][packets];
  for_each_packet([&](auto c, auto r) { sums[c][r] = Eigen::internal::pset1<Packet>(0); });
  for (Eigen::Index k = 0; k < count; ++k, a += rows, b += rows)
    for_each_packet([&](auto c, auto r) {
      sums[c][r] = Eigen::internal::pmadd(load(a + r * width), Eigen::internal::pset1<Packet>(b[c]),
                                          sums[c][r]);
    });
  for_each_packet([&](auto c, auto r) {
    Scalar* at = tile + c * rows + r * width;
    Eigen::internal::pstoreu(at, Eigen::internal::psub(load(at), sums[c][r]));
  });
}

template <class Scalar>
void RegisterTile<Scalar>::divide_by_triangle(Scalar* tile, const Scalar* l,
                                              const Scalar* inverse_diagonal) {
  Eigen::Map<Matrix> x(tile);
  const Eigen::Map<const Matrix> triangle(l);
  for (int c = 0; c < columns; ++c) {
    x.col(c) *= inverse_diagonal[c];
    for (int later = c + 1; later < columns; ++later) x.col(later) -= triangle(later, c) * x.col(c);
  }
}

}  // namespace mcmc::gp
