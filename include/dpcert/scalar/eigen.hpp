// Ball, Interval, Mp, Rational, Expr and Jet in Eigen's vectors and matrices: storage, sums and products.
//
// No decision that Eigen takes is evidence (pivoting, rank, LLT, isZero, maxCoeff misread enclosures); those that
// compare do not compile for Ball and Interval. Include this header before instantiating an Eigen matrix of such a
// scalar.
#pragma once

#include <Eigen/Core>

#include "dpcert/scalar/ball.hpp"
#include "dpcert/scalar/exact.hpp"
#include "dpcert/scalar/interval.hpp"
#include "dpcert/scalar/jet.hpp"
#include "dpcert/scalar/mp.hpp"

namespace dpcert {

template <class S>
using Vector = Eigen::Matrix<S, Eigen::Dynamic, 1>;
template <class S>
using Matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;

/// What Eigen asks of a scalar type that is not built in. No epsilon and no digits: nothing here may be compared
/// approximately.
template <class S>
struct EigenTraits : Eigen::GenericNumTraits<S> {
  using Real = S;
  using NonInteger = S;
  using Nested = S;
  using Literal = int;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 2,
    AddCost = 20,
    MulCost = 40
  };
};

/// The imaginary part of a real scalar. Eigen's matrix-vector product asks whether it is 0 (its one comparison that
/// products need); the answer is known without comparing enclosures.
struct ZeroImaginaryPart {
  template <class S>
  friend constexpr bool operator==(ZeroImaginaryPart, const S&) {
    return true;
  }
};

}  // namespace dpcert

namespace Eigen::internal {
#define DPCERT_REAL_SCALAR(S)                                     \
  template <>                                                     \
  struct imag_retval<S> {                                         \
    using type = dpcert::ZeroImaginaryPart;                       \
  };                                                              \
  template <>                                                     \
  struct imag_impl<S> {                                           \
    static dpcert::ZeroImaginaryPart run(const S&) { return {}; } \
  };
DPCERT_REAL_SCALAR(dpcert::Ball)
DPCERT_REAL_SCALAR(dpcert::Interval)
DPCERT_REAL_SCALAR(dpcert::Jet<double>)
DPCERT_REAL_SCALAR(dpcert::Jet<dpcert::Ball>)
DPCERT_REAL_SCALAR(dpcert::Jet<dpcert::Interval>)
#undef DPCERT_REAL_SCALAR
}  // namespace Eigen::internal

namespace Eigen {
template <>
struct NumTraits<dpcert::Ball> : dpcert::EigenTraits<dpcert::Ball> {};
template <>
struct NumTraits<dpcert::Interval> : dpcert::EigenTraits<dpcert::Interval> {};
template <>
struct NumTraits<dpcert::Mp> : dpcert::EigenTraits<dpcert::Mp> {};
template <>
struct NumTraits<dpcert::Rational> : dpcert::EigenTraits<dpcert::Rational> {};
template <>
struct NumTraits<dpcert::Expr> : dpcert::EigenTraits<dpcert::Expr> {};
template <class S>
struct NumTraits<dpcert::Jet<S>> : dpcert::EigenTraits<dpcert::Jet<S>> {};
}  // namespace Eigen
