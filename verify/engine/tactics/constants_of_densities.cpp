#include "verify/engine/tactics/constants_of_densities.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "verify/engine/goal/functions.hpp"

namespace dpcert::verify {

namespace {

using Factors = std::vector<std::pair<Expr, Rational>>;

void constant_factors(const Expr& e, const Rational& k, Factors& out) {
  switch (e.op()) {
    case Op::neg:
      out.emplace_back(Expr(-1), Rational(1));
      return constant_factors(e.arg(0), k, out);
    case Op::mul:
      constant_factors(e.arg(0), k, out);
      return constant_factors(e.arg(1), k, out);
    case Op::div:
      constant_factors(e.arg(0), k, out);
      return constant_factors(e.arg(1), -k, out);
    case Op::pow:
      if (e.arg(1).is_constant(Rational(1, 2))) {
        out.emplace_back(e.arg(0), k * Rational(1, 2));
        return;
      }
      [[fallthrough]];
    default:
      out.emplace_back(e, k);
  }
}

}  // namespace

Expr times_constant(const Expr& one, const Expr& other) {
  if (one.is_constant() || other.is_constant()) return mul(one, other);
  Factors all, together;
  constant_factors(one, Rational(1), all);
  const std::size_t own = all.size();
  constant_factors(other, Rational(1), all);
  bool shared = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& [base, k] = all[i];
    const auto same = std::ranges::find(together, base, &Factors::value_type::first);
    if (same == together.end() || base.is_constant()) {
      together.emplace_back(base, k);
    } else {
      same->second = same->second + k;
      shared = shared || i >= own;
    }
  }
  if (!shared) return mul(one, other);
  Expr above = 1, below = 1;
  for (const auto& [base, k] : together) {
    if (k.is_zero()) continue;
    const Rational size = abs(k);
    const Expr part = size == Rational(1) ? base : pow(base, Expr(size));
    (k.sign() > 0 ? above : below) = mul(k.sign() > 0 ? above : below, part);
  }
  return below.is_constant(1) ? above : quotient(above, below);
}

Expr constant_to_the(const Expr& c, const Expr& v) {
  return c.op() == Op::pow && c.arg(1).is_constant(Rational(1, 2)) && v.is_constant(2) ? c.arg(0) : pow(c, v);
}

}  // namespace dpcert::verify
