// How the functions of DoubleInterval are made from values at points. For double_interval*.cpp only.
#pragma once

#include "dpcert/scalar/double_interval.hpp"

namespace dpcert::double_interval_detail {

/// An enclosure of the value at a point.
struct Ends {
  double lo, hi;
};
inline DoubleInterval as_interval(const Ends& e) { return {e.lo, e.hi}; }
inline Ends negated(const Ends& e) { return {-e.hi, -e.lo}; }

Ends exp_point(double x);
Ends log_point(double x);  // 0 < x < inf

/// The range of a function that increases on (from, inf) from one limit to another; value(x) encloses it at a finite
/// x > from. What lies at or below `from` is read as the limit; all of x there: undefined.
template <class Value>
DoubleInterval increasing(const DoubleInterval& x, Value value, double from, double at_from, double at_inf) {
  if (!(x.upper() > from)) return DoubleInterval::undefined();
  if (x.lower() == x.upper()) {
    const Ends e = value(x.lower());
    return {e.lo > at_from ? e.lo : at_from, e.hi < at_inf ? e.hi : at_inf};
  }
  const double lo = x.lower() <= from ? at_from : value(x.lower()).lo;
  const double hi = x.upper() == HUGE_VAL ? at_inf : value(x.upper()).hi;
  return {lo > at_from ? lo : at_from, hi < at_inf ? hi : at_inf};
}
/// The same for a decreasing one: value(x) is again the function itself.
template <class Value>
DoubleInterval decreasing(const DoubleInterval& x, Value value, double from, double at_from, double at_inf) {
  return -increasing(
      x, [&](double t) { return negated(value(t)); }, from, -at_from, -at_inf);
}

}  // namespace dpcert::double_interval_detail
