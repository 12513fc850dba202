// A divisor of known sign that is no number, as 1 - a below a Renyi divergence of order a: multiplied out, so that each
// side is what the definition is about, and tactics that look at sides find a logarithm there.
#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_terms_divided = 12;
constexpr int most_divisors = 3;

// A term as it is written: its number, what is above the line and what is below it.
struct DividedTerm {
  Rational number = 1;
  Expr above = 1;
  std::vector<Expr> below;
};

DividedTerm divided_term(const Expr& e) {
  switch (e.op()) {
    case Op::constant:
      return {e.value(), 1, {}};
    case Op::neg: {
      DividedTerm t = divided_term(e.arg(0));
      t.number = -t.number;
      return t;
    }
    case Op::mul: {
      DividedTerm t = divided_term(e.arg(0));
      const DividedTerm other = divided_term(e.arg(1));
      t.number = t.number * other.number;
      t.above = t.above.is_constant(1) ? other.above : mul(t.above, other.above);
      t.below.insert(t.below.end(), other.below.begin(), other.below.end());
      return t;
    }
    case Op::div: {
      DividedTerm t = divided_term(e.arg(0));
      if (e.arg(1).is_constant() && !e.arg(1).is_constant(0))
        t.number = t.number / e.arg(1).value();
      else
        t.below.push_back(e.arg(1));
      return t;
    }
    default:
      return {1, e, {}};
  }
}

bool has_logarithm(const Expr& e) {
  return !nodes_of({Rel::ge, e, 0}, [](const Expr& n) { return n.op() == Op::log && !n.arg(0).is_constant(); }).empty();
}

// w times the term, w or -w taken off where it is divided by it; nothing if it has a logarithm and is not.
std::optional<Expr> times_divisor(Algebra& a, const DividedTerm& t, const Expr& w) {
  Rational number = t.number;
  Expr below = 1;
  bool found = false;
  for (const Expr& b : t.below) {
    const bool same = !found && a.is_zero(sub(b, w)), opposite = !found && !same && a.is_zero(add(b, w));
    if (opposite) number = -number;
    if (!same && !opposite) below = mul(below, b);
    found = found || same || opposite;
  }
  if (!found && has_logarithm(t.above)) return std::nullopt;
  const Expr above = found ? t.above : mul(w, t.above);
  if (number.sign() < 0) return negate(quotient(mul(Expr(-number), above), below));
  return quotient(mul(Expr(number), above), below);
}

Expr sum_of_terms(const std::vector<Expr>& all) {
  return all.empty() ? Expr(0)
                     : std::accumulate(all.begin() + 1, all.end(), all.front(),
                                       [](const Expr& a, const Expr& b) { return add(a, b); });
}

// The relation times a divisor of all terms with logarithms, if there is one.
std::optional<std::pair<Expr, Relation>> without_a_divisor(const Context& c, const Relation& r) {
  Algebra a = c.algebra();
  std::vector<Expr> left, right;
  terms_of(r.lhs, 1, left);
  terms_of(r.rhs, 1, right);
  for (auto* side : {&left, &right}) std::erase_if(*side, [](const Expr& e) { return e.is_constant(0); });
  // Of a single term the sign is that of its factors.
  if (left.size() + right.size() < 2 || left.size() + right.size() > most_terms_divided) return std::nullopt;
  std::vector<Expr> divisors;
  for (const auto* side : {&left, &right})
    for (const Expr& t : *side)
      if (has_logarithm(t))
        for (const Expr& w : divided_term(t).below)
          if (!w.is_constant() && !has_logarithm(w)) divisors.push_back(w);
  for (const Expr& w : divisors) {
    const bool up = c.positive_(w);
    if (!up && !c.positive_(negate(w))) continue;
    const Expr size = up ? w : a.simplified(negate(w)).value_or(negate(w));
    const auto times = [&](const std::vector<Expr>& side) -> std::optional<Expr> {
      std::vector<Expr> out;
      for (const Expr& t : side) {
        const auto m = times_divisor(a, divided_term(t), size);
        if (!m) return std::nullopt;
        out.push_back(*m);
      }
      return sum_of_terms(out);
    };
    const auto l = times(left), rr = l ? times(right) : std::nullopt;
    if (!rr || !is_defined(c, quotient(1, size)) || !is_defined(c, sub(*l, *rr))) continue;
    return std::pair{size, Relation{r.rel, *l, *rr}};
  }
  return std::nullopt;
}

}  // namespace

Tree by_common_divisors(const Goal& g, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq || !has_logarithm(g.difference())) return std::nullopt;
  Goal h = g;
  Proof out;
  for (int k = 0; k < most_divisors; ++k) {
    const auto off = without_a_divisor(h.context, h.relation);
    if (!off) break;
    const auto& [w, r] = *off;
    if (!take(rule::Factor{quotient(1, w), sub(r.lhs, r.rhs)}, h, out) || !take(rule::Rewrite{r.lhs, r.rhs}, h, out))
      return std::nullopt;
  }
  if (out.empty()) return std::nullopt;
  set_sides(h, out);
  const auto rest = alone(h);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

}  // namespace dpcert::verify
