// A polynomial of several degrees beside a constraint between two degrees, as a*b*c = 1, a + b + c = 3 or 1/a + 1/b +
// 1/c = a + b + c: every term takes as many powers of the constraint as the degrees want, and what is left is
// homogeneous, without the constraint.
#include <flint/fmpq.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "src/core/work.hpp"
#include "verify/engine/tactics/polynomials.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// What hypothesis `hypothesis` (from 1) says, times `weight`: high - low is 0 (at least 0, at most 0), both of them
// homogeneous with coefficients that are not negative, high of the higher degree.
struct Constraint {
  std::size_t hypothesis;
  Poly high, low;
  int gap;
  Expr weight;
  Rel rel;
};

struct Variables {
  std::vector<Expr> of_constraint;  // those that have a degree
  std::vector<Expr> all;            // the same, and behind them the others
  [[nodiscard]] int degree(const Powers& m) const {
    return std::accumulate(m.begin(), m.begin() + static_cast<std::ptrdiff_t>(of_constraint.size()), 0);
  }
};

bool has_negative(const Poly& p) {
  return std::ranges::any_of(p, [](const auto& t) { return t.second.sign() < 0; });
}
Poly negated(Poly p) {
  for (auto& [m, c] : p) c = -c;
  return p;
}
void add_to(Poly& sum, const Poly& p) {
  for (const auto& [m, c] : p) sum[m] += c;
  std::erase_if(sum, [](const auto& t) { return t.second.is_zero(); });
}
Poly raised(const Poly& p, int k, std::size_t variables) {
  Poly out{{Powers(variables), Rational(1)}};
  for (int i = 0; i < k; ++i) out = product(out, p);
  return out;
}

// The variables of the context with a range of positive (nonnegative) reals that the hypothesis mentions.
std::optional<Variables> variables_of(const Goal& g, const Relation& h) {
  Variables out;
  std::vector<Expr> others;
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!mentions(h, x)) {
      if (depends_on(g.difference(), x)) others.push_back(x);
      continue;
    }
    if (v.integer || !g.context.knows({x, Need::nonnegative})) return std::nullopt;
    out.of_constraint.push_back(x);
  }
  if (out.of_constraint.size() < 2 || out.of_constraint.size() + others.size() > Effort::Constraints::most_variables)
    return std::nullopt;
  out.all = out.of_constraint;
  out.all.insert(out.all.end(), others.begin(), others.end());
  return out;
}

std::optional<Constraint> constraint_of(const Goal& g, std::size_t hypothesis, const Variables& xs) {
  const Relation& h = g.context.hypotheses()[hypothesis - 1];
  const auto f = over_positive({g.context, {Rel::ge, h.lhs, h.rhs}});
  if (!f) return std::nullopt;
  const auto p = polynomial(f->numerator, xs.all);
  if (!p || p->size() < 2) return std::nullopt;
  Constraint out{hypothesis, {}, {}, 0, f->denominator, h.rel};
  int most = 0, least = 1 << 20;
  for (const auto& [m, c] : *p) most = std::max(most, xs.degree(m)), least = std::min(least, xs.degree(m));
  for (const auto& [m, c] : *p) {
    if (xs.degree(m) != most && xs.degree(m) != least) return std::nullopt;
    (xs.degree(m) == most ? out.high : out.low)[m] = c;
  }
  out.gap = most - least;
  if (out.gap == 0) return std::nullopt;
  if (has_negative(out.high)) {
    out.high = negated(out.high), out.weight = negate(out.weight);
    if (out.rel != Rel::eq) out.rel = Rel::le;
  } else {
    out.low = negated(out.low);
  }
  if (has_negative(out.high) || has_negative(out.low)) return std::nullopt;
  return out;
}

// low^power times the numerator is `even` + (high - low) * `rest`, `even` homogeneous in the constraint's variables.
struct Homogenised {
  Poly even, rest;
  int power = 0;
};

std::optional<Homogenised> homogenised(const Poly& n, const Constraint& k, const Variables& xs) {
  int most = 0, least = 1 << 20;
  for (const auto& [m, c] : n) most = std::max(most, xs.degree(m)), least = std::min(least, xs.degree(m));
  if (most == least) return std::nullopt;
  const std::size_t size = xs.all.size();
  Homogenised out;
  out.power = (most - least) / k.gap;
  if (out.power > Effort::Constraints::greatest_power) return std::nullopt;
  std::vector<Poly> high{raised(k.high, 0, size)}, low = high;
  for (int i = 0; i < out.power; ++i)
    high.push_back(product(high.back(), k.high)), low.push_back(product(low.back(), k.low));
  for (const auto& [m, c] : n) {
    const int missing = most - xs.degree(m);
    if (missing % k.gap != 0) return std::nullopt;
    const auto j = static_cast<std::size_t>(missing / k.gap), all = static_cast<std::size_t>(out.power);
    const Poly term = product({{m, c}}, low[all - j]);
    add_to(out.even, product(term, high[j]));
    // low^j - high^j = -(high - low) (sum over i of high^i low^(j - 1 - i))
    Poly sum;
    for (std::size_t i = 0; i < j; ++i) add_to(sum, product(high[i], low[j - 1 - i]));
    add_to(out.rest, negated(product(term, sum)));
    count_work(20 * (out.even.size() + out.rest.size()));
    if (out.even.size() > Effort::Constraints::most_terms) return std::nullopt;
  }
  return out;
}

// The greatest monomial in the constraint's variables that divides each term, divided off.
Expr without_common_factor(Poly& p, const Context& c, const Variables& xs) {
  Expr out = 1;
  for (std::size_t i = 0; i < xs.of_constraint.size() && !p.empty(); ++i) {
    if (!c.positive_(xs.all[i])) continue;
    int least = 1 << 20;
    for (const auto& [m, k] : p) least = std::min(least, m[i]);
    if (least == 0) continue;
    Poly less;
    for (const auto& [m, k] : p) {
      Powers now = m;
      now[i] -= least;
      less[now] = k;
    }
    p = std::move(less);
    out = mul(out, power(xs.all[i], Expr(least)));
  }
  return out;
}

Tree without_constraint(const Goal& g, const Constraint& k, const Variables& xs, const ProveGoal& prove) {
  const auto f = over_positive(g);
  if (!f) return std::nullopt;
  const auto n = polynomial(f->numerator, xs.all);
  if (!n) return std::nullopt;
  auto h = homogenised(*n, k, xs);
  if (!h) return std::nullopt;
  // An inequality serves where every term is moved to the side on which it helps.
  if (k.rel != Rel::eq && has_negative(k.rel == Rel::le ? negated(h->rest) : h->rest)) return std::nullopt;
  const Expr below = mul(power(expression(k.low, xs.all), Expr(h->power)), f->denominator);
  if (!g.context.positive_(below)) return std::nullopt;
  const Expr common = without_common_factor(h->even, g.context, xs);
  const Relation side{g.relation.rel, expression(h->even, xs.all), 0};
  if (!looks_nonnegative(g.context, side.lhs)) return std::nullopt;
  Proof out;
  const Goal alone = without_hypotheses({g.context, side}, out);
  const auto proof = prove(alone);
  if (!proof) return std::nullopt;
  append(out, *proof);
  Proof whole;
  Goal with = g;
  cut_in(whole, with, side, out);
  const bool turned = k.rel == Rel::le;  // both factors below 0, or both above
  const Expr r = quotient(expression(turned ? negated(h->rest) : h->rest, xs.all), below);
  rule::Combine sum{weight(Expr(0)), {}};
  sum.terms.emplace_back(with.context.hypotheses().size(), weight(quotient(common, below)));
  sum.terms.emplace_back(k.hypothesis, weight(mul(r, turned ? negate(k.weight) : k.weight)));
  whole.emplace_back(std::move(sum));
  return whole;
}

std::optional<Rational> exact_root(const Rational& x, int p) {
  Rational r;
  const auto root = [p](fmpz* to, const fmpz* of) { return fmpz_root(to, of, static_cast<slong>(p)) != 0; };
  if (!root(fmpq_numref(r.fmpq_ptr()), fmpq_numref(x.fmpq_ptr())) ||
      !root(fmpq_denref(r.fmpq_ptr()), fmpq_denref(x.fmpq_ptr())))
    return std::nullopt;
  return r;
}

// t > 0 with x = t^p (1/t^p) instead of x.
std::optional<Expr> as_power(Goal& g, Proof& out, const Expr& x, int p, bool inverse) {
  const Range positive{{false, false, Rational(0)}, {}};
  Expr t = x;
  if (p > 1) {
    const Expr root = power(x, Expr(Rational(1, p)));
    cut_in(out, g, {Rel::eq, x, power(root, Expr(p))}, {rule::Identity{}});
    const std::string name = fresh_name(g.context);
    t = Expr::variable(name);
    if (!take(rule::Gen{name, positive, root}, g, out) || !take(rule::Equal{x, power(t, Expr(p))}, g, out))
      return std::nullopt;
  }
  if (!inverse) return t;
  const std::string name = fresh_name(g.context);
  const Expr u = Expr::variable(name);
  if (!take(rule::Subst{t, name, positive, quotient(1, u)}, g, out)) return std::nullopt;
  return u;
}

// x = t^p or x = 1/t^p for each variable, where the constraint says that a product of powers is a number: its p-th root
// says that of the t.
Tree with_roots(const Goal& g, const Constraint& k, const Variables& xs, int p, bool inverse, const ProveGoal& prove) {
  const auto& [m, c] = *k.high.begin();
  Rational value = k.low.begin()->second / c;
  if (inverse) value = Rational(1) / value;
  const auto root = exact_root(value, p);
  if (!root) return std::nullopt;
  Goal h = g;
  Proof out;
  Expr all = 1;
  Variables names = xs;
  for (std::size_t i = 0; i < xs.of_constraint.size(); ++i) {
    const auto root_of_x = as_power(h, out, xs.all[i], p, inverse);
    if (!root_of_x) return std::nullopt;
    const Expr t = *root_of_x;
    names.all[i] = names.of_constraint[i] = t;
    all = mul(all, power(t, Expr(m[i])));
  }
  // all^p - root^p = (all - root) (all^(p-1) + ... + root^(p-1))
  const Relation& said = h.context.hypotheses()[k.hypothesis - 1];
  const Expr other = sub(power(all, Expr(p)), Expr(pow(*root, p)));
  const Relation plain{Rel::eq, all, Expr(*root)};
  Expr cofactor = 0;
  for (int i = 0; i < p; ++i) cofactor = add(cofactor, mul(power(all, Expr(i)), Expr(pow(*root, p - 1 - i))));
  Algebra a = h.context.algebra();
  const auto ratio = a.simplified(quotient(other, mul(cofactor, sub(said.lhs, said.rhs))));
  if (!ratio) return std::nullopt;
  cut_in(out, h, plain, {rule::Factor{*ratio, sub(said.lhs, said.rhs)}, rule::Hyp{k.hypothesis}});
  Constraint roots{h.context.hypotheses().size(), {}, {}, k.gap, 1, Rel::eq};
  roots.high[m] = Rational(1);
  roots.low[Powers(xs.all.size())] = *root;
  const auto rest = without_constraint(h, roots, names, prove);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

// Where the product of all variables is 1: x_1 = t_1/t_2, ..., x_n = t_n/t_1.
Tree with_quotients(const Goal& g, const Constraint& k, const Variables& xs, const ProveGoal& prove) {
  const auto& x = xs.of_constraint;
  const bool unit =
      k.high.begin()->second == k.low.begin()->second &&
      std::ranges::all_of(x, [&, i = std::size_t{0}](const Expr&) mutable { return k.high.begin()->first[i++] == 1; });
  if (!unit) return std::nullopt;
  Expr others = 1;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) others = mul(others, x[i]);
  const Expr last = quotient(1, others);
  const ExprMap<Expr> solved{{x.back(), last}};
  const Relation without{g.relation.rel, substitute(g.relation.lhs, solved), substitute(g.relation.rhs, solved)};
  Proof out;
  Goal h = without_hypotheses({g.context, without}, out);
  std::vector<Expr> names = x;
  for (std::size_t i = x.size() - 1; i-- > 0;) {
    const std::string name = fresh_name(h.context);
    names[i] = Expr::variable(name);
    const Range range{{false, false, Rational(0)}, {}};
    if (!take(rule::Subst{x[i], name, range, quotient(names[i], names[i + 1])}, h, out)) return std::nullopt;
  }
  h = without_hypotheses(h, out);
  const auto f = over_positive(h);
  if (!f || !looks_nonnegative(h.context, f->numerator)) return std::nullopt;
  const auto proof = prove(h);
  if (!proof) return std::nullopt;
  append(out, *proof);
  Proof whole;
  Goal with = g;
  cut_in(whole, with, without, out);
  const std::size_t said = with.context.hypotheses().size();
  const Relation& h0 = g.context.hypotheses()[k.hypothesis - 1];
  Algebra a = g.context.algebra();
  const Expr gap = sub(x.back(), last), side = sub(h0.lhs, h0.rhs);
  const auto ratio = a.simplified(quotient(gap, side));
  if (!ratio) return std::nullopt;
  cut_in(whole, with, {Rel::eq, x.back(), last}, {rule::Factor{*ratio, side}, rule::Hyp{k.hypothesis}});
  if (!take(rule::Equal{x.back(), last}, with, whole)) return std::nullopt;
  whole.emplace_back(rule::Hyp{said});
  return whole;
}

// The least p with which the degrees of the goal differ by multiples of the constraint's.
std::optional<int> root_wanted(const Goal& g, const Constraint& k, const Variables& xs) {
  const auto f = over_positive(g);
  if (!f) return std::nullopt;
  const auto n = polynomial(f->numerator, xs.all);
  if (!n || n->empty()) return std::nullopt;
  int common = k.gap;
  for (const auto& [m, c] : *n) common = std::gcd(common, xs.degree(m) - xs.degree(n->begin()->first));
  return k.gap / common;
}

}  // namespace

Tree by_constraints(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty()) return std::nullopt;
  const auto& hypotheses = g.context.hypotheses();
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    const auto xs = variables_of(g, hypotheses[i]);
    if (!xs) continue;
    const auto k = constraint_of(g, i + 1, *xs);
    if (!k) continue;
    // By differences of the variables first, which is soon over.
    const ProveGoal quick = [&](const Goal& h) { return by_differences(h, s); };
    const bool product_of_all = k->rel == Rel::eq && k->high.size() == 1 && k->low.size() == 1 &&
                                degree(k->low.begin()->first) == 0 && g.context.positive_(xs->all[0]);
    for (const ProveGoal& prove : {quick, alone}) {
      if (!product_of_all) {
        if (auto t = without_constraint(g, *k, *xs, prove)) return t;
        continue;
      }
      const auto p = root_wanted(g, *k, *xs);
      if (!p) break;
      for (const bool inverse : {false, true}) {
        if (s.out_of_time()) return std::nullopt;
        if (auto t = with_roots(g, *k, *xs, *p, inverse, prove)) return t;
      }
      if (*p > 1) {
        if (auto t = with_quotients(g, *k, *xs, prove)) return t;
      }
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
