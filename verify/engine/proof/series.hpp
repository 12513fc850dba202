// Finite expansions with a remainder variable: what the proof lines `series` and `growth` put in a function's place
// (docs/certificate-format.md).
#pragma once

#include <optional>
#include <string>

#include "verify/engine/goal/goal.hpp"

namespace dpcert::verify {

Rational factorial(long n);

/// f = value, for some value of the new variable w in its range.
struct Series {
  Expr f, value;
  Variable w;
};

/// lgamma, polygamma, erfc of an argument > 0: n terms of the series at infinity, w in (0, 1) times the next one.
std::optional<Series> series_at_infinity(const Expr& f, long n, const std::string& w);
/// log(a) = log(base) + n terms in a/base - 1 + w times the next one.
Series log_series(const Expr& f, const Expr& base, long n, const std::string& w, const Range& range);
/// exp(v): n terms in v + w times the next one.
Series exp_series(const Expr& f, long n, const std::string& w, const Range& range);
/// log(a) = w k a^(1/k) for a >= 1, -w k a^(-1/k) for a <= 1; exp(v) = w k!/(-v)^k for v < 0. Nothing if the context
/// does not know on which side.
std::optional<Series> growth_bound(const Expr& f, long k, const std::string& w, const Context& context);

/// The goal with s.f replaced and s.w in the context.
Goal with_series(const Goal& g, const Series& s);

}  // namespace dpcert::verify
