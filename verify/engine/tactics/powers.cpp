// Powers that belong together: roots of products of variables, and powers of one base whose exponents differ by a
// number.
#include <algorithm>
#include <functional>
#include <numeric>

#include "verify/engine/tactics/polynomials.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

// ---- roots of products

// The exponent of a root: sqrt(u), u^(p/q).
std::optional<Rational> root_exponent(const Expr& e) {
  if (e.op() == Op::sqrt) return Rational(1, 2);
  if (e.op() != Op::pow || !e.arg(1).is_constant() || e.arg(1).value().is_integer()) return std::nullopt;
  return e.arg(1).value();
}

// A root of a number times a product of powers of variables that are not negative.
struct RootOfProduct {
  Expr node;
  Rational exponent;  // of the root
  Rational constant;
  std::vector<std::pair<Expr, long>> powers;
};

std::optional<RootOfProduct> root_of_product(const Context& c, Algebra& a, const Expr& e) {
  const auto f = a.factorization(e.arg(0));
  if (!f || f->constant.sign() <= 0) return std::nullopt;
  RootOfProduct out{e, *root_exponent(e), f->constant, {}};
  for (const auto& [base, k] : f->factors) {
    const Variable* v = base.op() == Op::variable ? c.find(base) : nullptr;
    if (!v || v->integer || v->range.lo.infinite || v->range.lo.value.sign() < 0) return std::nullopt;
    out.powers.emplace_back(base, k);
  }
  return out;
}

// 0^v = 0 for an exponent v > 0 that may be as small as it likes: t^v is a primitive of v t^(v - 1) that tends to 0 at
// 0 and is 0^v there.
Tree by_two_limits(const Goal& g, const Expr& power, const Subprover& s, int depth) {
  Goal now = g;
  Proof out;
  const Expr t = Expr::variable(fresh_name(g.context)), v = power.arg(1);
  const Expr i = Expr::integral(t, Expr(0), Expr(1), mul(v, pow(t, sub(v, 1))));
  for (const Expr& at_zero : {Expr(0), power})
    if (!take(rule::Antiderivative{i, std::string(t.name()), pow(t, v), at_zero, Expr(1)}, now, out))
      return std::nullopt;
  const std::size_t last = now.context.hypotheses().size();
  cut_in(out, now, {Rel::eq, power, 0}, {rule::Combine{Rational(0), {{last, Rational(1)}, {last - 1, Rational(-1)}}}});
  if (!put_value(power, 0, now, out)) return std::nullopt;
  const auto rest = s.prove(now, depth, s.numeric);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

}  // namespace

Tree by_powers_of_zero(const Goal& g, const Subprover& s, int depth) {
  const auto vanishes = [&](const Expr& n) {
    return n.op() == Op::pow && n.arg(0).is_constant(0) && !n.arg(1).is_constant() && g.context.positive_(n.arg(1));
  };
  const auto powers = nodes_of(g.relation, vanishes);
  if (powers.empty() || depth < 1) return std::nullopt;
  if (g.context.language() >= 3)
    if (auto t = by_two_limits(g, powers.front(), s, depth)) return t;
  const End zero{false, true, Rational(0)};
  return steps(g, rule::Gen{fresh_name(g.context), Range{zero, zero}, powers.front()},
               {[&](const Goal& h) { return s.prove(h, depth, s.numeric); }});
}

Tree by_zero_bases(const Goal& g, const Subprover& s, int depth) {
  if (depth < 2) return std::nullopt;
  std::vector<Expr> bases = from_zero(g);
  std::erase_if(bases, [&](const Expr& x) {
    const auto is_power = [&](const Expr& n) { return n.op() == Op::pow && n.arg(0) == x && !n.arg(1).is_constant(); };
    return nodes_of(g.relation, is_power).empty();
  });
  if (bases.empty()) return std::nullopt;
  const auto prove = [&](const Goal& h) { return s.prove(h, depth, s.numeric); };  // fewer ends are left
  return without_zeros(g, bases, prove, prove);
}

Tree by_roots_of_products(const Goal& g, const ProveGoal& alone) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq || !c.forall_hypotheses().empty()) return std::nullopt;
  Algebra a = c.algebra();
  std::vector<RootOfProduct> roots;
  long q = 1;
  bool several = false;
  for (const Expr& e : nodes_of(
           g.relation, [](const Expr& n) { return root_exponent(n).has_value() && !variables_of(n.arg(0)).empty(); })) {
    const auto root = root_of_product(c, a, e);
    const auto below = root ? root->exponent.to_int64_denominator() : std::nullopt;
    if (!below) return std::nullopt;
    q = std::lcm(q, static_cast<long>(*below));
    if (q > Effort::Powers::greatest_root) return std::nullopt;
    several = several || root->powers.size() > 1;
    roots.push_back(*root);
  }
  if (!several) return std::nullopt;
  // In y with x = y^q for each of the variables below roots.
  std::vector<Expr> below_roots;
  ExprMap<Expr> names, as_powers, as_roots;
  Context named = c;
  for (const auto& r : roots)
    for (const auto& [x, k] : r.powers) {
      if (names.contains(x)) continue;
      const std::string name = fresh_name(named);
      named = named.with_variable({name, false, Range{}});
      const Expr y = Expr::variable(name);
      below_roots.push_back(x);
      names.emplace(x, y);
      as_powers.emplace(x, power(y, Expr(q)));
      as_roots.emplace(y, pow(x, Expr(Rational(1, q))));
    }
  Expr d = g.difference();
  ExprMap<Expr> products;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const auto& r = roots[i];
    Expr up = r.constant == Rational(1) ? Expr(1) : pow(Expr(r.constant), Expr(r.exponent)), down = 1;
    for (const auto& [x, k] : r.powers) {
      const Rational e = r.exponent * Rational(k) * Rational(q);
      (e.sign() > 0 ? up : down) = mul(e.sign() > 0 ? up : down, power(names.at(x), Expr(abs(e))));
    }
    const Expr stands = Expr::variable("root " + std::to_string(i));
    d = replaced(d, r.node, stands);
    products.emplace(stands, quotient(up, down));
  }
  d = substitute(substitute(d, as_powers), products);
  const Expr written = substitute(d, as_roots);
  if (!is_defined(c, written)) return std::nullopt;
  Goal now = g;
  Proof out;
  if (!take(rewrite_to(written), now, out)) return std::nullopt;
  for (const Expr& x : below_roots) {
    const Expr& y = names.at(x);
    const Range& from = c.find(x)->range;
    Range range{{false, from.lo.closed, Rational(0)}, {}};
    if (const auto lo = exact_root(from.lo.value, q)) range.lo.value = *lo;
    if (!from.hi.infinite)
      if (const auto hi = exact_root(from.hi.value, q)) range.hi = {false, from.hi.closed, *hi};
    if (!take(rule::Gen{std::string(y.name()), range, as_roots.at(y)}, now, out) ||
        !take(rule::Widen{x, from}, now, out))
      return std::nullopt;
  }
  const auto t = alone(now);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

// ---- powers of one base

Tree by_common_powers(const Goal& g, const ProveGoal& alone) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const auto all = nodes_of(g.relation, [](const Expr& n) { return n.op() == Op::pow && !n.arg(1).is_constant(); });
  if (all.size() < 2 || all.size() > Effort::Powers::most_powers) return std::nullopt;
  Algebra a = c.algebra();
  const Expr t = Expr::variable(fresh_name(c));
  for (const Expr& first : all) {
    const Expr& base = first.arg(0);
    if (!c.positive_(base) || !is_defined(c, first)) continue;
    Expr d = g.difference();
    std::vector<std::pair<Relation, Expr>> same;  // what a power is, and how often it is in D
    for (const Expr& other : all) {
      if (other == first || !(other.arg(0) == base)) continue;
      const auto more = a.simplified(sub(other.arg(1), first.arg(1)));
      if (!more || !more->is_constant()) continue;
      const auto p = a.coefficients(replaced(d, other, t), t);
      if (!p || p->size() != 2 || !is_defined(c, (*p)[1])) continue;
      const Rational& k = more->value();
      const Expr by = power(base, Expr(abs(k)));
      const Expr value = k.sign() < 0 ? quotient(first, by) : mul(first, by);
      same.emplace_back(Relation{Rel::eq, other, value}, (*p)[1]);
      d = replaced(d, other, value);
    }
    if (same.empty() || !is_defined(c, d)) continue;
    const Relation wanted{g.relation.rel, d, 0};
    const auto proof = alone({c, wanted});
    if (!proof) continue;
    Goal now = g;
    Proof out;
    cut_in(out, now, wanted, *proof);
    rule::Combine sum{Rational(0), {{now.context.hypotheses().size(), Rational(1)}}};
    for (const auto& [equation, times] : same) {
      cut_in(out, now, equation, {rule::TakeLog{}, rule::Identity{}});
      sum.terms.emplace_back(now.context.hypotheses().size(), times);
    }
    out.emplace_back(std::move(sum));
    return out;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
