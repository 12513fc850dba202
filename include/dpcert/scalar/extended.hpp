// Values outside a domain, for any scalar: +infinity where a function is +infinity, an indeterminate value where that
// is not decided.
#pragma once

#include <limits>

#include "dpcert/core/membership.hpp"
#include "dpcert/scalar/ball.hpp"
#include "dpcert/scalar/interval.hpp"

namespace dpcert {

/// +infinity, with the precision of x. Scalars without an infinity of their own throw Error::unsupported (never a
/// finite number).
template <class S>
S infinity_like(const S& x) {
  if constexpr (std::numeric_limits<S>::has_infinity) {
    return std::numeric_limits<S>::infinity();
  } else if constexpr (requires { mpfr_set_inf(S::zero(x.precision()).mpfr(), 1); }) {
    S r = S::zero(x.precision());
    mpfr_set_inf(r.mpfr(), 1);
    return r;
  } else if constexpr (detail::Differentiated<S>) {
    return S::constant(infinity_like(x.value()));
  } else {
    throw Error(ErrorCode::unsupported, "infinity_like", "a scalar that represents +infinity", "one that does not");
  }
}
inline Ball infinity_like(const Ball& x) {
  Ball r = x;
  arb_pos_inf(r.arb());
  return r;
}
/// An Interval holds no lone +infinity: the result is undefined, which decides nothing.
inline Interval infinity_like(const Interval& x) { return Interval::undefined(x.precision()); }

/// A value that decides nothing: NaN, or an indeterminate enclosure.
template <class S>
S indeterminate_like(const S& x) {
  if constexpr (std::numeric_limits<S>::has_quiet_NaN) {
    return std::numeric_limits<S>::quiet_NaN();
  } else if constexpr (requires { mpfr_set_nan(S::zero(x.precision()).mpfr()); }) {
    S r = S::zero(x.precision());
    mpfr_set_nan(r.mpfr());
    return r;
  } else if constexpr (detail::Differentiated<S>) {
    return S::constant(indeterminate_like(x.value()));
  } else {
    throw Error(ErrorCode::unsupported, "indeterminate_like", "a scalar that represents an undecided value",
                "one that does not");
  }
}
inline Ball indeterminate_like(const Ball& x) { return Ball::indeterminate(x.precision()); }
inline Interval indeterminate_like(const Interval& x) { return Interval::undefined(x.precision()); }

/// formula() inside (or for a symbolic scalar), +infinity outside, indeterminate where that is not decided.
template <class S, class Formula>
S infinite_outside(Membership where, const S& like, Formula&& formula) {
  switch (where) {
    case Membership::outside:
      return infinity_like(like);
    case Membership::undecided:
      return indeterminate_like(like);
    default:
      return formula();
  }
}
/// The same with an indeterminate value outside: for derivatives, which do not exist there.
template <class S, class Formula>
S indeterminate_outside(Membership where, const S& like, Formula&& formula) {
  if (where == Membership::outside || where == Membership::undecided) return indeterminate_like(like);
  return formula();
}

}  // namespace dpcert
