// Two positive numbers of which logarithms or powers of each other stand in D, as in their logarithmic and identric
// means: y = x exp(2 t), of which x is a factor. All means of the two are functions of t then, as sinh(t)/t is the
// logarithmic one and exp(t coth(t) - 1) the identric one by the geometric one, in which exponentials and powers of t
// alone are left as soon as slopes are taken.
#include <algorithm>
#include <utility>

#include "verify/engine/tactics/coordinates.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

struct OrderedNumbers {
  Expr smaller, larger;
  Scaling weights;
  Range range;  // of half the logarithm of their ratio
  Rational degree;
};

// The two variables of d other than `beside`, if it is homogeneous in them.
std::optional<HomogeneousPair> pair_beside(const Context& c, const Expr& d, const Expr& beside) {
  std::vector<Expr> found;
  Scaling weights(c.variables().size());
  for (std::size_t i = 0; i < c.variables().size(); ++i) {
    const Expr x = Expr::variable(c.variables()[i].name);
    if (x == beside || !depends_on(d, x)) continue;
    if (c.variables()[i].integer || !c.positive_(x) || found.size() == 2) return std::nullopt;
    found.push_back(x);
    weights[i] = 1;
  }
  const auto degree = found.size() == 2 ? homogeneous_degree(c, d, weights) : std::nullopt;
  return degree ? std::optional(HomogeneousPair{found[0], found[1], weights, *degree}) : std::nullopt;
}

std::optional<OrderedNumbers> ordered_numbers(const Goal& g, const Expr& d, const std::optional<Expr>& beside) {
  const Context& c = g.context;
  auto p = beside ? pair_beside(c, d, *beside) : homogeneous_pair(c, d);
  if (!p) return std::nullopt;
  const auto of_one = [&](const Expr& e) { return e.op() == Op::log && depends_on(e, p->x) != depends_on(e, p->y); };
  const auto of_quotient = [&](const Expr& e) {
    return e.op() == Op::log && e.arg(0).op() == Op::div && (e.arg(0).arg(0) == p->x || e.arg(0).arg(0) == p->y);
  };
  if (nodes_of({Rel::ge, d, 0}, [&](const Expr& e) { return of_one(e) || of_quotient(e); }).empty())
    return std::nullopt;
  if (c.knows({sub(p->x, p->y), Need::nonnegative})) std::swap(p->x, p->y);
  const Expr gap = sub(p->y, p->x);
  Range range;
  if (c.knows({gap, Need::nonnegative})) range.lo = {false, !c.positive_(gap), Rational(0)};
  return OrderedNumbers{p->x, p->y, p->weights, range, p->degree};
}

// log(e) for e made of exponentials by products and quotients.
Expr log_of(const Expr& e) {
  switch (e.op()) {
    case Op::exp:
      return e.arg(0);
    case Op::mul:
      return add(log_of(e.arg(0)), log_of(e.arg(1)));
    case Op::div:
      return sub(log_of(e.arg(0)), log_of(e.arg(1)));
    default:
      return e.is_constant(1) ? Expr(0) : log(e);
  }
}

// Made of exponentials alone, by products and quotients?
bool is_exponential(const Expr& e) {
  if (e.op() == Op::mul || e.op() == Op::div) return is_exponential(e.arg(0)) && is_exponential(e.arg(1));
  return e.op() == Op::exp || e.is_constant(1);
}

// Powers with exponents that are no numbers as exponentials; functions of exponentials by what they are; the numbers 0
// and 1 where they leave something out.
Expr with_exponentials(const Expr& e) {
  return transform(e, [](const Expr& old, std::span<const Expr> args) -> Expr {
    switch (old.op()) {
      case Op::neg:
        return negate(args[0]);
      case Op::add:
        return add(args[0], args[1]);
      case Op::sub:
        return sub(args[0], args[1]);
      case Op::mul:
        return mul(args[0], args[1]);
      case Op::div:
        return quotient(args[0], args[1]);
      case Op::pow:
        if (args[0].is_constant(1)) return 1;
        if (!args[1].is_constant() || is_exponential(args[0])) return exp(mul(args[1], log_of(args[0])));
        break;
      case Op::sqrt:
        if (args[0].is_constant(1)) return 1;
        if (is_exponential(args[0])) return exp(quotient(log_of(args[0]), 2));
        break;
      case Op::log:
        if (is_exponential(args[0])) return log_of(args[0]);
        break;
      default:
        break;
    }
    return with_args(old, args);
  });
}

// c exp(u) + rest, u not affine in t: log(m) against u where m is what exp(u) is compared with.
Tree by_lone_exponential(const Goal& g, const Expr& t, const Subprover& s, int depth) {
  Algebra a = g.context.algebra();
  const auto runs = [&](const Expr& e) {
    if (e.op() != Op::exp || !depends_on(e, t)) return false;
    const auto line = a.coefficients(e.arg(0), t);
    return !line || line->size() > 2;
  };
  const Expr d = g.difference();
  const auto all = nodes_of({Rel::ge, d, 0}, runs);
  if (all.size() != 1) return std::nullopt;
  const Expr z = Expr::variable("$power");
  const auto line = a.coefficients(replaced(d, all[0], z), z);
  if (!line || line->size() != 2) return std::nullopt;
  const Expr multiple = with_exponentials((*line)[1]);
  const bool up = g.context.positive_(multiple);
  const Expr weight = up ? multiple : with_exponentials(negate((*line)[1]));
  if (!g.context.positive_(weight)) return std::nullopt;
  // As it is written, since a normal form would take powers and products apart that a logarithm wants whole.
  const Expr rest_of_it = with_exponentials(replaced(d, all[0], 0));
  const Expr m = quotient(up ? negate(rest_of_it) : rest_of_it, weight);
  Proof out;
  Goal h = g;
  const Relation sign{Rel::gt, m, 0};
  if (!h.context.positive_(m)) {
    if (!looks_nonnegative(h.context, m)) return std::nullopt;
    const auto shown = s.prove({h.context, sign}, depth - 1, true);
    if (!shown) return std::nullopt;
    cut_in(out, h, sign, *shown);
  }
  const Expr &u = all[0].arg(0), other = log_by_factors(h.context, m);
  const auto rest =
      steps(h, rule::Factor{weight, up ? sub(all[0], m) : sub(m, all[0])}, {[&](const Goal& k) {
              return rewritten(k, up ? all[0] : m, up ? m : all[0], [&](const Goal& sides) {
                return steps(sides, rule::TakeLog{}, {[&](const Goal& logs) {
                               return rewritten(logs, up ? u : other, up ? other : u,
                                                [&](const Goal& last) { return s.prove(last, depth - 1, true); });
                             }});
              });
            }});
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

// What is left of e where the smaller number is 1 and the larger one exp(2 t).
Expr at_ratio(const OrderedNumbers& p, const Expr& e, const Expr& t) {
  const Expr there = substitute(with_exponentials(e), {{p.smaller, Expr(1)}, {p.larger, exp(mul(2, t))}});
  return with_exponentials(there);
}

// Exponentials and powers with the numbers in their exponents, each as a power of the smaller number times what it is
// at the ratio: logarithms show that, where a normal form of the product has no reason to.
void take_powers_apart(const Goal& g, const OrderedNumbers& p, const Expr& t, Goal& h, Proof& out) {
  const auto of_both = [&](const Expr& e) {
    const bool power = e.op() == Op::pow && !e.arg(1).is_constant();
    return (power || e.op() == Op::exp) && depends_on(e, p.smaller) && depends_on(e, p.larger);
  };
  auto all = nodes_of(g.relation, of_both);
  std::ranges::reverse(all);  // the outer ones first
  for (const Expr& e : all) {
    const auto k = homogeneous_degree(g.context, e, p.weights);
    if (!k) continue;
    const Expr here = substitute(substitute(e, {{p.larger, mul(p.smaller, exp(Expr::variable("$twice")))}}),
                                 {{Expr::variable("$twice"), mul(2, t)}});
    const Expr ratio = at_ratio(p, e, t);
    const Relation equal{Rel::eq, here, k->is_zero() ? ratio : mul(power(p.smaller, Expr(*k)), ratio)};
    const auto logs = after(rule::TakeLog{}, {h.context, equal});
    if (!logs || !h.context.algebra().is_zero(logs->difference())) continue;
    Goal now = h;
    Proof lines;
    cut_in(lines, now, equal, {rule::TakeLog{}, rule::Identity{}});
    if (!put_value(here, equal.rhs, now, lines, {{false, false, Rational(0)}, {}})) continue;
    append(out, lines);
    h = std::move(now);
  }
}

Tree in_half_logarithm(const Goal& g, const Subprover& s, int depth, const std::optional<Expr>& beside) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const Expr d = with_exponentials(g.difference());
  const auto p = ordered_numbers(g, d, beside);
  if (!p) return std::nullopt;
  const std::string t = fresh_name(g.context), twice = t + "_twice";
  if (is_used(g.context, twice)) return std::nullopt;
  const Expr half = Expr::variable(t), whole = Expr::variable(twice);
  Expr rest = at_ratio(*p, d, half), factor = power(p->smaller, Expr(p->degree));
  if (beside) {
    // By the power of the geometric mean, both numbers stand in the same way in what is left.
    const Expr mean = exp(mul(Expr(p->degree), half));
    const Context there = g.context.with_variable({t, false, {}});
    const auto even = there.algebra().simplified(quotient(rest, mean));
    if (!even) return std::nullopt;
    rest = *even, factor = mul(factor, mean);
  }
  Goal h = g;
  Proof out;
  if (!take(rule::Subst{p->larger, twice, p->range, mul(p->smaller, exp(whole))}, h, out) ||
      !take(rule::Subst{whole, t, p->range, mul(2, half)}, h, out))
    return std::nullopt;
  take_powers_apart(g, *p, half, h, out);
  if (!take(rule::Factor{factor, rest}, h, out)) return std::nullopt;
  h = without_hypotheses(h, out);
  if (!looks_nonnegative(h.context, rest)) return std::nullopt;
  Tree proof = by_lone_exponential(h, half, s, depth);
  if (!proof) proof = s.prove(h, depth - 1, true);
  if (!proof) return std::nullopt;
  append(out, *proof);
  return out;
}

}  // namespace

Tree by_means_of_two(const Goal& g, const Subprover& s, int depth) {
  return in_half_logarithm(g, s, depth, std::nullopt);
}

Tree by_centred_exponents(const Goal& g, const Subprover& s, int depth) {
  const auto is_exponent = [&](const Expr& x) {
    const auto of_power = [&](const Expr& e) { return e.op() == Op::pow && depends_on(e.arg(1), x); };
    return !nodes_of(g.relation, of_power).empty();
  };
  const auto& all = g.context.variables();
  const auto exponent = std::ranges::find_if(
      all, [&](const Variable& v) { return !v.integer && v.range.bounded() && is_exponent(Expr::variable(v.name)); });
  if (exponent == all.end() || variables_of(g.difference()).size() < 2) return std::nullopt;
  const Expr x = Expr::variable(exponent->name);
  const Rational middle = (exponent->range.lo.value + exponent->range.hi.value) / Rational(2);
  return by_symmetry(g, [&](const Goal& half) -> Tree {
    const Variable* v = half.context.find(x);
    if (!v || !v->range.bounded()) return std::nullopt;
    // Another variable may be the one with a symmetry.
    const bool below = v->range.hi.value == middle;
    if (!below && !(v->range.lo.value == middle)) return std::nullopt;
    const Rational way = below ? v->range.lo.value - middle : v->range.hi.value - middle;
    if (way.is_zero()) return std::nullopt;
    const End &inner = below ? v->range.hi : v->range.lo, &outer = below ? v->range.lo : v->range.hi;
    const std::string name = fresh_name(half.context);
    const Range range{{false, inner.closed, Rational(0)}, {false, outer.closed, Rational(1)}};
    return steps(half, rule::Subst{x, name, range, add(Expr(middle), mul(Expr(way), Expr::variable(name)))},
                 {[&](const Goal& h) -> Tree {
                   Proof out;
                   const Goal free = without_hypotheses(h, out);
                   const auto t = in_half_logarithm(free, s, depth, Expr::variable(name));
                   if (!t) return std::nullopt;
                   append(out, *t);
                   return out;
                 }});
  });
}

}  // namespace dpcert::verify
