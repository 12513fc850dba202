// Divergences of laws on two outcomes, (p, 1 - p) and (q, 1 - q): outcome by outcome.
#include <algorithm>
#include <string>

#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

// The probabilities of one outcome, and the other one's.
struct Coins {
  Expr p, q;
  [[nodiscard]] Expr at(const Expr& e, const Expr& u, const Expr& v) const { return substitute(e, {{p, u}, {q, v}}); }
  [[nodiscard]] Expr mirrored(const Expr& e) const { return at(e, sub(1, p), sub(1, q)); }
};

bool is_function(const Expr& e) {
  return e.op() == Op::log || e.op() == Op::sqrt || (e.op() == Op::pow && !e.arg(1).is_constant()) ||
         (e.op() == Op::pow && e.arg(1).is_constant() && !e.arg(1).value().is_integer());
}

// What of D belongs to the first outcome: the functions whose argument vanishes with both probabilities. Nothing where
// one function stands inside of the other's coefficient, or belongs to neither.
std::optional<Expr> first_outcome(Algebra& a, const Context& c, const Expr& d, const Coins& coins) {
  const Expr t = Expr::variable(fresh_name(c));
  auto functions = nodes_of({Rel::ge, d, 0}, [&](const Expr& e) {
    return is_function(e) && (depends_on(e, coins.p) || depends_on(e, coins.q));
  });
  std::ranges::reverse(functions);  // outer ones first
  if (functions.empty() || functions.size() > Effort::Outcomes::most_functions) return std::nullopt;
  Expr first = 0, others = d;
  for (const Expr& f : functions) {
    const Expr named = replaced(others, f, t);
    if (!depends_on(named, t)) continue;
    const bool low = a.is_zero(coins.at(f.arg(0), 0, 0)), high = a.is_zero(coins.at(f.arg(0), 1, 1));
    if (low == high && a.is_zero(sub(f, coins.mirrored(f)))) continue;  // of both outcomes alike
    if (low == high) return std::nullopt;
    if (!low) continue;
    const auto k = a.coefficients(named, t);
    if (!k || k->size() != 2) return std::nullopt;
    first = add(first, mul((*k)[1], f));
    others = (*k)[0];
  }
  return first;
}

// The part of `rest`, which is the same for both outcomes, that goes with the first one: half of it, or by partial
// fractions where its denominator has a factor of each outcome, and these two have a constant sum.
Expr half_of_rest(Algebra& a, const Expr& rest, const Coins& coins) {
  if (const auto f = a.factorization(rest)) {
    for (const auto& [base, power] : f->factors) {
      if (power != -1 || !a.is_zero(coins.at(base, 0, 0))) continue;
      const Expr image = coins.mirrored(base);
      const auto sum = a.simplified(add(base, image));
      if (!sum || !sum->is_constant() || sum->is_constant(0)) continue;
      const bool both = std::ranges::any_of(
          f->factors, [&](const auto& other) { return other.exponent == -1 && a.ratio(other.base, image, true); });
      if (both) return mul(rest, quotient(image, *sum));
    }
  }
  return quotient(rest, 2);
}

// A multiple of (p - 1/2) and one of (q - 1/2), which the other outcome cancels, with which E is 0 on the diagonal, and
// flat across it where it is smooth there.
std::optional<Expr> flattened(const Context& c, const Expr& e, const Coins& coins) {
  const Expr t = Expr::variable(fresh_name(c));
  const Context on_diagonal =
      c.with_variable({t.name(), false, {{false, false, Rational(0)}, {false, false, Rational(1)}}});
  Algebra a = on_diagonal.algebra();
  const auto diagonal = a.coefficients(coins.at(e, t, t), t);
  if (!diagonal || diagonal->size() > 2) return std::nullopt;
  const Expr total = diagonal->size() == 2 ? negate((*diagonal)[1]) : Expr(0);
  Expr of_p = quotient(total, 2);
  if (is_smooth_in(e, coins.p)) {
    const auto slope = a.simplified(coins.at(derivative(e, coins.p), t, t));
    if (!slope || depends_on(*slope, t)) return std::nullopt;
    of_p = negate(*slope);
  }
  const Expr half = Expr(Rational(1, 2));
  return add(e, add(mul(of_p, sub(coins.p, half)), mul(sub(total, of_p), sub(coins.q, half))));
}

// abs(u) with u the same for both outcomes up to its sign is named, lest its normal form be a root.
Expr with_names(Algebra& a, const Context& c, Expr d, const Coins& coins, ExprMap<Expr>& back) {
  for (const Expr& k : nodes_of({Rel::ge, d, 0}, [](const Expr& e) { return e.op() == Op::abs; })) {
    const Expr image = coins.mirrored(k.arg(0));
    if (!a.is_zero(sub(k.arg(0), image)) && !a.is_zero(add(k.arg(0), image))) continue;
    const Expr name = Expr::variable(fresh_name(c) + "_" + std::to_string(back.size()));
    d = replaced(d, k, name);
    back.emplace(name, k);
  }
  return d;
}

// Of the goal: E, with D = E(p, q) + E(1 - p, 1 - q).
std::optional<Expr> half_of(const Goal& g, const Coins& coins) {
  const Context& c = g.context;
  Algebra a = c.algebra();
  ExprMap<Expr> back;
  const auto d = a.simplified(with_names(a, c, g.difference(), coins, back));
  if (!d || !a.is_zero(sub(*d, coins.mirrored(*d)))) return std::nullopt;
  const auto first = first_outcome(a, c, *d, coins);
  if (!first) return std::nullopt;
  const auto rest = a.simplified(sub(sub(*d, *first), coins.mirrored(*first)));
  if (!rest) return std::nullopt;
  const auto even = a.simplified(add(*first, half_of_rest(a, *rest, coins)));
  if (!even) return std::nullopt;
  auto e = flattened(c, substitute(*even, back), coins);
  if (!e) return std::nullopt;
  // What was added may cancel; what is homogeneous is so as it is written then.
  if (const auto simple = a.simplified(*e); simple && size_of(*simple) < size_of(*e) && is_defined(c, *simple))
    e = simple;
  if (!is_defined(c, *e) || !a.is_zero(sub(sub(g.difference(), *e), coins.mirrored(*e)))) return std::nullopt;
  return looks_nonnegative(c, *e) ? e : std::nullopt;
}

// E(1 - p, 1 - q) as E at new variables.
Tree mirror_image(const Goal& g, const Expr& e, const Coins& coins, const ProveGoal& alone) {
  Goal h = g;
  Proof out;
  std::vector<Expr> images;
  for (const Expr& x : {coins.p, coins.q}) {
    const Range r = h.context.find(x)->range;
    const std::string name = fresh_name(h.context);
    images.push_back(Expr::variable(name));
    const Step step = rule::Subst{x, name, r, sub(1, images.back())};  // the range is its own image
    const auto next = after(step, h);
    if (!next) return std::nullopt;
    out.push_back(step);
    h = *next;
  }
  const Goal free = without_hypotheses(h, out);
  const auto t = rewritten(free, coins.at(e, images[0], images[1]), 0, alone);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

}  // namespace

Tree by_outcomes(const Goal& g, const ProveGoal& alone) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq || !c.hypotheses().empty() || !c.forall_hypotheses().empty()) return std::nullopt;
  std::vector<Expr> probabilities;
  for (const auto& v : c.variables()) {
    const auto& [lo, hi] = v.range;
    if (!v.integer && v.range.bounded() && lo.value.is_zero() && hi.value == Rational(1) && lo.closed == hi.closed &&
        depends_on(g.difference(), Expr::variable(v.name)))
      probabilities.push_back(Expr::variable(v.name));
  }
  if (probabilities.size() > Effort::Outcomes::most_probabilities) return std::nullopt;
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    for (std::size_t j = i + 1; j < probabilities.size(); ++j) {
      const Coins coins{probabilities[i], probabilities[j]};
      const auto e = half_of(g, coins);
      if (!e) continue;
      Goal h = g;
      Proof out;
      rule::Combine sum{Rational(0), {}};
      const auto cut = [&](const Relation& r, const ProveGoal& proof) {
        const auto t = proof({h.context, r});
        if (!t) return false;
        cut_in(out, h, r, *t);
        sum.terms.emplace_back(h.context.hypotheses().size(), Rational(1));
        return true;
      };
      const Relation first{g.relation.rel, *e, 0}, second{Rel::ge, coins.mirrored(*e), 0};
      if (!cut(first, alone)) continue;
      if (!cut(second, [&](const Goal& k) { return mirror_image(k, *e, coins, alone); })) continue;
      out.emplace_back(std::move(sum));
      return out;
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
