// Sines and cosines of x/2 beside those of x, of (x + y)/2 beside x and y: in the greatest part of each variable of
// which all these angles are whole multiples, so that the addition theorems lead to the same sines and cosines.
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>

#include "verify/engine/tactics/angles.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

constexpr std::int64_t most = 24;  // parts of a variable, or multiples of one

// The greatest rational of which both are whole multiples.
std::optional<Rational> common_unit(const Rational& a, const Rational& b) {
  const auto p = a.to_int64_numerator(), q = a.to_int64_denominator();
  const auto r = b.to_int64_numerator(), s = b.to_int64_denominator();
  if (!p || !q || !r || !s || *q > most || *s > most || std::abs(*p) > most || std::abs(*r) > most) return std::nullopt;
  const std::int64_t l = std::lcm(*q, *s);
  return Rational(std::gcd(*p * (l / *q), *r * (l / *s)), l);
}

// The unit of x in the angles, where it is less than x and more than one multiple of it occurs.
std::optional<Rational> unit_of(const Goal& g, const Expr& x) {
  Algebra a = g.context.algebra();
  std::optional<Rational> unit;
  bool several = false;
  for (const Expr& f : nodes_of(g.relation, is_wave)) {
    if (!depends_on(f, x)) continue;
    const auto p = a.coefficients(f.arg(0), x);
    if (!p || p->size() != 2 || !(*p)[1].is_constant()) return std::nullopt;
    const Rational c = abs((*p)[1].value());
    several = several || (unit && !(*unit == c));
    const auto next = unit ? common_unit(*unit, c) : common_unit(c, c);
    if (!next) return std::nullopt;
    unit = next;
  }
  if (!unit || !several || unit->to_int64()) return std::nullopt;
  return unit;
}

}  // namespace

Tree by_units_of_angles(const Goal& g, const ProveGoal& rest) {
  if (g.context.language() < 3 || nodes_of(g.relation, is_wave).size() < 2) return std::nullopt;
  Goal h = g;
  Proof out;
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (v.integer || !depends_on(h.difference(), x)) continue;
    const auto unit = unit_of(h, x);
    if (!unit) continue;
    const std::string name = fresh_name(h.context);
    const auto scaled = [&](const End& e) { return e.infinite ? e : End{false, e.closed, e.value * *unit}; };
    const Expr value = mul(Expr(Rational(1) / *unit), Expr::variable(name));
    if (!take(rule::Subst{x, name, {scaled(v.range.lo), scaled(v.range.hi)}, value}, h, out)) return std::nullopt;
  }
  if (out.empty()) return std::nullopt;
  Algebra a = h.context.algebra();
  const auto t = rewritten(h, with_simple_arguments(a, h.relation.lhs), with_simple_arguments(a, h.relation.rhs), rest);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

}  // namespace dpcert::verify
