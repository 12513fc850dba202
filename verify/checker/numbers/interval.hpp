// Intervals with two exact ends, and their arithmetic. A result contains the value at all points of the arguments at
// which the operation is defined; the end of a domain is read as a one-sided limit, so that 1/[0, 1] is [1, inf].
#pragma once

#include <arb.h>

#include <optional>

#include "verify/checker/numbers/number.hpp"

namespace dpcert::checker {

enum class Rel : char { Ge, Gt, Eq };

// lo < +inf, hi > -inf, lo <= hi; or bad: nothing is known.
struct Iv {
  arf_t lo = {}, hi = {};
  bool bad = false;
  Iv() { arf_init(lo), arf_init(hi); }
  Iv(const Iv& o) : bad(o.bad) { arf_init(lo), arf_init(hi), arf_set(lo, o.lo), arf_set(hi, o.hi); }
  Iv(Iv&& o) noexcept : bad(o.bad) { arf_init(lo), arf_init(hi), arf_swap(lo, o.lo), arf_swap(hi, o.hi); }
  ~Iv() { arf_clear(lo), arf_clear(hi); }
  Iv& operator=(Iv o) noexcept { return arf_swap(lo, o.lo), arf_swap(hi, o.hi), bad = o.bad, *this; }
  int lo_sign() const { return arf_sgn(lo); }
  int hi_sign() const { return arf_sgn(hi); }
  bool finite() const { return !bad && arf_is_finite(lo) && arf_is_finite(hi); }
  bool certainly(Rel r) const {  // every value v satisfies v >= 0, v > 0, v = 0
    return !bad && (r == Rel::Gt ? lo_sign() > 0 : r == Rel::Ge ? lo_sign() >= 0 : !lo_sign() && !hi_sign());
  }
  bool never(Rel r) const {  // no value v satisfies it
    return !bad && (r == Rel::Gt ? hi_sign() <= 0 : r == Rel::Ge ? hi_sign() < 0 : lo_sign() > 0 || hi_sign() < 0);
  }
};

// An interval of a variable. No end means infinite; an infinite end is open.
struct Range {
  std::optional<Q> lo, hi;
  bool lo_open = true, hi_open = true;
  bool integer = false;
  bool point() const { return lo && hi && *lo == *hi; }
  void narrow(const Q& slope, const Q& rest, Rel r);  // to the x with slope x + rest >= 0 (> 0, = 0), slope not 0
  void to_integers();                                 // finite ends inward to integers
  bool empty() const { return lo && hi && (*lo > *hi || (*lo == *hi && (lo_open || hi_open))); }
};

Iv enclose(const Range& r, slong p);  // the closure, rounded outward to p bits
Iv enclose(const Q& q, slong p);
Iv plus(const Iv& a, const Iv& b, slong p);
Iv times(const Iv& a, const Iv& b, slong p);
Iv divide(const Iv& a, const Iv& b, slong p);
Iv square(const Iv& a, slong p);
Iv integer_power(const Iv& a, slong e, slong p);   // |e| < 2^40
Iv real_power(const Iv& u, const Iv& v, slong p);  // u >= 0
Iv abs_of(const Iv& a);

Iv bad();
Iv whole();
Iv constant(slong n);
Iv negated(const Iv& a);
Iv hull(Iv a, const Iv& b);
Iv checked(Iv r);  // restores the invariant after rounding or overflow
void keep_min(arf_t r, const arf_t x);
void keep_max(arf_t r, const arf_t x);

// A ball of Arb, for the length of a computation.
struct Arb {
  arb_t x;
  Arb() { arb_init(x); }
  ~Arb() { arb_clear(x); }
  Arb(const Arb&) = delete;
  Arb& operator=(const Arb&) = delete;
};

}  // namespace dpcert::checker
