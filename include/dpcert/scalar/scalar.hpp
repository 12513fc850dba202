// The concept Scalar: what a scalar offers to the formulas of src/. A formula is a template over its scalar, in
// namespace dpcert, with unqualified calls; the scalar decides how it is read (double: a value; Ball, Interval: a
// rigorous enclosure; Expr: a symbolic trace; ...).
//
// A template may use: construction from integers, constant<S>(q) and constant_like(x, q) for rationals (the latter at
// the precision of x; the only way to write 1/10), pi_like(x), + - * /, the functions below, log_sum_exp(range), and
// select(rel, a, b, x, y) for branches. It may not compare (the answer of an enclosure is not a bool) and may not
// mention a double. Domains and sources: special.hpp. archetype.hpp proves that a template asks for no more.
#pragma once

#include <concepts>
#include <ranges>
#include <span>
#include <type_traits>
#include <vector>

#include "dpcert/core/error.hpp"
#include "dpcert/core/rational.hpp"
#include "dpcert/core/truth.hpp"
#include "dpcert/scalar/real.hpp"
#include "dpcert/symbolic/expr.hpp"

namespace dpcert {

inline Expr make_constant(std::type_identity<Expr>, const Rational& q) { return Expr(q); }
inline Expr constant_like(const Expr&, const Rational& q) { return Expr(q); }
inline Expr pi_like(const Expr&) { return Expr::pi(); }

/// The rational q as an S: exact for Rational and Expr; for Ball, Interval and Mp a constant without precision of its
/// own (precision.hpp); the nearest value for double.
template <class S>
S constant(const Rational& q) {
  return make_constant(std::type_identity<S>{}, q);
}

/// log sum_i exp(x_i) of a non-empty sequence; throws Error::bad_input if it is empty. Scalars with a better way (a
/// shift by the largest term) overload it; this one shifts by the first term, which is exact for every reading.
template <class S>
S log_sum_exp(std::span<const S> x) {
  if (x.empty()) throw Error(ErrorCode::bad_input, "log_sum_exp", "at least one term", "none");
  S sum(1);
  for (std::size_t i = 1; i < x.size(); ++i) sum = sum + exp(x[i] - x[0]);
  return x[0] + log(sum);
}
template <std::ranges::input_range R>
requires(!std::is_same_v<std::remove_cvref_t<R>, std::span<const std::ranges::range_value_t<R>>>) auto log_sum_exp(
    R&& range) {
  using S = std::ranges::range_value_t<R>;
  if constexpr (std::ranges::contiguous_range<R> && std::ranges::sized_range<R>) {
    return log_sum_exp(std::span<const S>(std::ranges::data(range), std::ranges::size(range)));
  } else {
    const std::vector<S> copy(std::ranges::begin(range), std::ranges::end(range));
    return log_sum_exp(std::span<const S>(copy));
  }
}

/// select with branches that are evaluated only where they are needed (a branch may be undefined or throw where the
/// other one is taken): select(Rel::gt, x, S(0), [&] { return log(x) / x; }, [&] { return S(0); }).
template <class S, std::invocable F, std::invocable G>
S select(Rel rel, const S& a, const S& b, F x, G y) {
  if constexpr (requires { holds(rel, a, b); }) {
    switch (holds(rel, a, b).value()) {
      case Truth::always:
        return x();
      case Truth::never:
        return y();
      case Truth::maybe:
      case Truth::undefined:
        break;
    }
    if constexpr (requires { hull(a, b); }) {
      if (!holds(rel, a, b).is_undefined()) return hull(x(), y());
    }
    return a + b;  // undefined: an operand is
  } else {
    return select(rel, a, b, x(), y());  // a symbolic reading records both branches
  }
}

template <class S>
concept Scalar = std::copyable<S> && std::default_initializable<S> && std::constructible_from<S, int> &&
    requires(const S& x, const S& y, S& z, const Rational& q, int k, std::span<const S> range) {
  { constant<S>(q) } -> std::same_as<S>;
  { constant_like(x, q) } -> std::same_as<S>;
  { pi_like(x) } -> std::same_as<S>;
  { x + y } -> std::convertible_to<S>;
  { x - y } -> std::convertible_to<S>;
  { x* y } -> std::convertible_to<S>;
  { x / y } -> std::convertible_to<S>;
  { -x } -> std::convertible_to<S>;
  { z += y } -> std::convertible_to<S>;
  { z -= y } -> std::convertible_to<S>;
  { z *= y } -> std::convertible_to<S>;
  { z /= y } -> std::convertible_to<S>;
  { exp(x) } -> std::same_as<S>;
  { log(x) } -> std::same_as<S>;
  { log1p(x) } -> std::same_as<S>;
  { expm1(x) } -> std::same_as<S>;
  { sqrt(x) } -> std::same_as<S>;
  { pow(x, y) } -> std::same_as<S>;
  { pow(x, k) } -> std::same_as<S>;
  { abs(x) } -> std::same_as<S>;
  { min(x, y) } -> std::same_as<S>;
  { max(x, y) } -> std::same_as<S>;
  { cosh(x) } -> std::same_as<S>;
  { sinh(x) } -> std::same_as<S>;
  { tanh(x) } -> std::same_as<S>;
  { floor(x) } -> std::same_as<S>;
  { ceil(x) } -> std::same_as<S>;
  { xlogy(x, y) } -> std::same_as<S>;
  { lgamma(x) } -> std::same_as<S>;
  { digamma(x) } -> std::same_as<S>;
  { trigamma(x) } -> std::same_as<S>;
  { polygamma(k, x) } -> std::same_as<S>;
  { erf(x) } -> std::same_as<S>;
  { erfc(x) } -> std::same_as<S>;
  { normal_cdf(x) } -> std::same_as<S>;
  { sin(x) } -> std::same_as<S>;
  { cos(x) } -> std::same_as<S>;
  { atan(x) } -> std::same_as<S>;
  { log_sum_exp(range) } -> std::same_as<S>;
  { select(Rel::ge, x, y, x, y) } -> std::same_as<S>;
};

/// A scalar whose construction from floating point does not compile: the ones that may appear in evidence.
template <class S>
concept ExactlyConstructible = Scalar<S> && !std::is_constructible_v<S, double> && !std::is_constructible_v<S, float> &&
                               !std::is_constructible_v<S, long double>;

}  // namespace dpcert
