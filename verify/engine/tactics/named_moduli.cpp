// Moduli of variables that occur in no other way are numbers >= 0, and no more is to be known of them. The modulus of a
// sum is below those of its terms: a claim that only gets stronger with them in its place is shown so, as for the c_p
// inequalities and metrics made of distances.
#include <algorithm>
#include <string>
#include <vector>

#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_moduli = 5;
constexpr int depth_of_a_triangle = 3;

bool is_modulus(const Expr& e) { return e.op() == Op::abs; }

// |u v| = |u| |v|, |u/v| = |u|/|v|, |-u| = |u| and |u^k| = |u|^k with an integer k.
Expr modulus_by_factors(const Expr& u) {
  if (u.op() == Op::neg) return modulus_by_factors(u.arg(0));
  if (u.op() == Op::mul) return mul(modulus_by_factors(u.arg(0)), modulus_by_factors(u.arg(1)));
  if (u.op() == Op::div) return quotient(modulus_by_factors(u.arg(0)), modulus_by_factors(u.arg(1)));
  if (u.op() == Op::pow && u.arg(1).is_constant() && u.arg(1).value().is_integer())
    return power(modulus_by_factors(u.arg(0)), u.arg(1));
  return abs(u);
}

Expr with_moduli_by_factors(const Expr& e) {
  return transform(e, [](const Expr& n, std::span<const Expr> args) {
    const Expr m = with_args(n, args);
    return is_modulus(m) ? modulus_by_factors(m.arg(0)) : m;
  });
}

// Even powers of x by its modulus.
Expr with_moduli_in_powers(const Expr& e, const Expr& x) {
  return transform(e, [&](const Expr& n, std::span<const Expr> args) {
    const Expr m = with_args(n, args);
    const bool even =
        m.op() == Op::pow && m.arg(0) == x && m.arg(1).is_constant() && (m.arg(1).value() / Rational(2)).is_integer();
    return even ? power(abs(x), m.arg(1)) : m;
  });
}

Relation each_side(const Relation& r, const std::function<Expr(const Expr&)>& f) { return {r.rel, f(r.lhs), f(r.rhs)}; }

// Of a variable of both signs.
std::optional<Range> range_of_modulus(const Range& r) {
  const bool below = r.lo.infinite || r.lo.value.sign() < 0, above = r.hi.infinite || r.hi.value.sign() > 0;
  if (!below || !above) return std::nullopt;
  Range out{{false, true, Rational(0)}, {}};
  if (r.lo.infinite || r.hi.infinite) return out;
  const Rational left = abs(r.lo.value), right = r.hi.value;
  const bool closed = left < right ? r.hi.closed : right < left ? r.lo.closed : r.lo.closed || r.hi.closed;
  out.hi = {false, closed, left < right ? right : left};
  return out;
}

bool name_modulus(Goal& g, Proof& out, const Variable& v) {
  const Expr x = Expr::variable(v.name), modulus = abs(x);
  const auto range = v.integer ? std::nullopt : range_of_modulus(v.range);
  if (!range || !depends_on(g.difference(), x)) return false;
  const std::string name = fresh_name(g.context);
  const Expr t = Expr::variable(name);
  const auto hides = [&](const Relation& r) {
    return !mentions(each_side(r, [&](const Expr& e) { return replaced(e, modulus, t); }), x);
  };
  const Relation r =
      each_side(g.relation, [&](const Expr& e) { return with_moduli_in_powers(with_moduli_by_factors(e), x); });
  if (nodes_of(r, [&](const Expr& e) { return e == modulus; }).empty() || !hides(r) ||
      !std::ranges::all_of(g.context.hypotheses(), hides))
    return false;
  Goal h = g;
  Proof lines;
  if (!(r == g.relation) && !take(rule::Rewrite{r.lhs, r.rhs}, h, lines)) return false;
  if (!take(rule::Gen{name, *range, modulus}, h, lines)) return false;
  append(out, lines);
  g = h;
  return true;
}

// A modulus and those of the terms of what it is of.
struct Triangle {
  Expr modulus, sum;
};

// The moduli whose arguments, each with a sign, add up to that of `modulus`: as few as there may be.
std::optional<Expr> sum_of_others(Algebra& a, const std::vector<Expr>& all, std::size_t k) {
  std::vector<int> signs(all.size(), -1);
  std::optional<Expr> best;
  std::size_t fewest = all.size() + 1;
  for (;;) {
    Expr rest = all[k].arg(0), sum = 0;
    std::size_t terms = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i == k || signs[i] == 0) continue;
      rest = signs[i] > 0 ? sub(rest, all[i].arg(0)) : add(rest, all[i].arg(0));
      sum = sum.is_constant(0) ? all[i] : add(sum, all[i]);
      ++terms;
    }
    if (terms >= 2 && terms < fewest && a.is_zero(rest)) {
      best = sum;
      fewest = terms;
    }
    std::size_t i = 0;
    while (i < signs.size() && (i == k || signs[i] == 1)) signs[i] = i == k ? signs[i] : -1, ++i;
    if (i == signs.size()) return best;
    ++signs[i];
  }
}

// What of D changes with the modulus: its terms as they are written.
Expr terms_with_modulus(const Expr& d, const Expr& part) {
  std::vector<Expr> terms;
  terms_of(d, 1, terms);
  Expr out = 0;
  for (const Expr& t : terms)
    if (!nodes_of({Rel::ge, t, 0}, [&](const Expr& e) { return e == part; }).empty()) out = add(out, t);
  return out;
}

// F(|u|) >= F(sum), from |u| <= sum, with both as variables.
Tree falls(const Goal& g, const Triangle& t, const ProveGoal& alone) {
  Goal h = g;
  Proof out;
  const Range from_zero{{false, true, Rational(0)}, {}};
  if (!take(rule::Gen{fresh_name(h.context), from_zero, t.sum}, h, out) ||
      !take(rule::Gen{fresh_name(h.context), from_zero, t.modulus}, h, out))
    return std::nullopt;
  // What else is said of the variables under the moduli goes.
  for (const Variable& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (depends_on(t.sum, x) && !mentions(h.relation, x)) take(rule::Widen{x, v.range}, h, out);
  }
  const auto rest = alone(h);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

// Moduli of which each may be any number, as |x - y| and |y - z|: as variables, where that leaves nothing of x, y, z.
void name_free_moduli(Goal& g, Proof& lines) {
  const std::vector<Expr> moduli = nodes_of(g.relation, is_modulus);
  if (moduli.empty()) return;
  Goal h = g;
  Proof out;
  for (const Expr& m : moduli)
    if (!take(rule::Gen{fresh_name(h.context), Range{{false, true, Rational(0)}, {}}, m}, h, out)) return;
  for (const Variable& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    const bool under = std::ranges::any_of(moduli, [&](const Expr& m) { return depends_on(m, x); });
    if (under && (mentions(h.relation, x) || !take(rule::Widen{x, v.range}, h, out))) return;
  }
  if (!looks_nonnegative(h.context, h.difference())) return;
  append(lines, out);
  g = h;
}

// The goal with the sum in place of the modulus, where that is enough.
Tree with_sum(const Goal& g, const Triangle& t, const Subprover& s, const ProveGoal& alone) {
  const Context& c = g.context;
  const Relation there = each_side(g.relation, [&](const Expr& e) { return replaced(e, t.modulus, t.sum); });
  const Expr d = sub(there.lhs, there.rhs), part = terms_with_modulus(g.difference(), t.modulus);
  const Relation fall{Rel::ge, part, replaced(part, t.modulus, t.sum)}, below{Rel::ge, t.sum, t.modulus};
  if (!is_defined(c, d) || !looks_nonnegative(c, d) || !looks_nonnegative(c, sub(fall.lhs, fall.rhs)))
    return std::nullopt;
  Goal now = g, stronger{c, there};
  Proof out, named, free;
  name_moduli(stronger, named);
  name_free_moduli(stronger, named);
  const auto main = alone(stronger);
  if (!main) return std::nullopt;
  append(named, *main);
  cut_in(out, now, there, named);
  const auto triangle = s.prove(without_hypotheses({now.context, below}, free), depth_of_a_triangle, false);
  if (!triangle) return std::nullopt;
  append(free, *triangle);
  cut_in(out, now, below, free);
  const auto more = falls({now.context, fall}, t, alone);
  if (!more) return std::nullopt;
  cut_in(out, now, fall, *more);
  const std::size_t last = now.context.hypotheses().size();
  out.emplace_back(rule::Combine{Rational(0), {{last - 2, Rational(1)}, {last, Rational(1)}}});
  return out;
}

}  // namespace

void name_moduli(Goal& g, Proof& lines) {
  const Context& c = g.context;
  if (nodes_of(g.relation, is_modulus).empty() || !c.forall_hypotheses().empty() || !c.formulas().empty() ||
      !c.sequences().empty())
    return;
  const std::vector<Variable> all = c.variables();
  for (const Variable& v : all) name_modulus(g, lines, v);
}

Tree by_triangle_inequality(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq || !c.forall_hypotheses().empty() || !c.formulas().empty()) return std::nullopt;
  const std::vector<Expr> moduli = nodes_of(g.relation, is_modulus);
  if (moduli.size() < 3 || moduli.size() > most_moduli) return std::nullopt;
  Algebra a = c.algebra();
  for (std::size_t k = 0; k < moduli.size(); ++k) {
    const auto sum = sum_of_others(a, moduli, k);
    if (!sum) continue;
    if (auto t = with_sum(g, {moduli[k], *sum}, s, alone)) return t;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
