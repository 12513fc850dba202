#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "verify/engine/tactics/combination.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

Tree exponentiated(const Goal& g, const Expr& d, const Subprover& s, int depth) {
  Algebra a = g.context.algebra();
  const auto logs = nodes_of({Rel::ge, d, 0}, [](const Expr& e) { return e.op() == Op::log; });
  if (logs.empty() || logs.size() > Effort::Roots::most_logs) return std::nullopt;
  // Names for the logarithms, so that the normal form leaves their arguments as they are.
  Expr named = d;
  std::vector<std::pair<Expr, Expr>> back;
  for (std::size_t i = logs.size(); i-- > 0;) {  // outer ones first
    if (logs[i].arg(0).is_constant()) continue;
    const Expr t = Expr::variable(fmt::format("part'{}", i));
    named = replaced(named, logs[i], t);
    back.emplace_back(t, logs[i]);
  }
  std::vector<std::pair<Expr, Rational>> terms;
  Rational scale = 1;
  bool sums = false;
  std::optional<Expr> weight;  // what the coefficients have in common, if they are not numbers
  for (const auto& [t, l] : back) {
    if (!depends_on(named, t)) continue;  // inside another one
    const auto p = a.coefficients(named, t);
    if (!p || p->size() != 2) return std::nullopt;
    named = (*p)[0];
    if (terms.empty() && !(*p)[1].is_constant()) {
      weight = g.context.positive_((*p)[1]) ? (*p)[1] : negate((*p)[1]);
      if (!g.context.positive_(*weight)) return std::nullopt;
    }
    const auto common = weight                  ? a.ratio((*p)[1], *weight, true)
                        : (*p)[1].is_constant() ? std::optional((*p)[1].value())
                                                : std::nullopt;
    if (!common) return std::nullopt;
    const Rational& q = *common;
    terms.emplace_back(l, q);
    const auto den = (q * scale).to_int64_denominator();
    if (!den || *den > Effort::Roots::greatest_denominator) return std::nullopt;
    scale = scale * Rational(*den);
    sums = sums || l.arg(0).op() == Op::add || l.arg(0).op() == Op::sub || l.arg(0).op() == Op::sum;
  }
  // Where nothing is left beside logarithms of waves or hyperbolic functions, their products are compared as they are.
  const auto is_such = [](const Expr& e) {
    return is_wave(e) || e.op() == Op::sinh || e.op() == Op::cosh || e.op() == Op::tanh;
  };
  const bool of_such = variables_of(named).empty() && !nodes_of({Rel::ge, d, 0}, is_such).empty();
  if (!sums && !of_such) return std::nullopt;
  Expr up = 0, down = 0;
  for (const auto& [l, q] : terms) {
    Expr& side = q.sign() > 0 ? up : down;
    side = add(side, mul(Expr(abs(q) * scale), l));
  }
  if (weight) named = quotient(named, *weight);
  const Expr rest = a.simplified(mul(Expr(scale), named)).value_or(mul(Expr(scale), named));
  if (down.is_constant(0))
    down = negate(rest);
  else
    up = add(up, rest);
  const auto raise = [&](const Goal& h) -> Tree {
    return rewritten(h, up, down, [&](const Goal& k) -> Tree {
      if (weight) {  // simpler already
        if (auto t = s.prove(k, depth - 1, s.numeric)) return t;
      }
      return steps(k, rule::TakeExp{}, {[&](const Goal& e) { return normalised(e, s, depth - 1); }});
    });
  };
  if (weight) return steps(g, rule::Factor{quotient(*weight, Expr(scale)), sub(up, down)}, {raise});
  if (scale == Rational(1)) return raise(g);
  return steps(g, rule::Factor{Expr(Rational(1) / scale), mul(Expr(scale), d)}, {raise});
}

}  // namespace

// D = A + sum of c log(M) with integers c: the products of the M on both sides, with exp(A). In normal form, or as it
// stands: there the signs of the M may be seen better.
Tree by_exponentials(const Goal& g, const Subprover& s, int depth) {
  const auto is_log = [](const Expr& e) { return e.op() == Op::log; };
  if (nodes_of(g.relation, is_log).empty()) return std::nullopt;
  Algebra a = g.context.algebra();
  const auto d = a.simplified(g.difference());
  if (d && is_defined(g.context, *d)) return exponentiated(g, *d, s, depth);
  return exponentiated(g, g.difference(), s, depth);
}

namespace {

// The terms of a sum, with their signs: those of known sign join `positive` and `negative`. False if one has none.
bool parts_by_sign(const Context& c, const Expr& e, bool minus, Expr& positive_part, Expr& negative_part) {
  switch (e.op()) {
    case Op::add:
    case Op::sub:
      return parts_by_sign(c, e.arg(0), minus, positive_part, negative_part) &&
             parts_by_sign(c, e.arg(1), minus != (e.op() == Op::sub), positive_part, negative_part);
    case Op::neg:
      return parts_by_sign(c, e.arg(0), !minus, positive_part, negative_part);
    case Op::mul:
      if (e.arg(0).is_constant() && e.arg(0).value().sign() != 0 &&
          (e.arg(1).op() == Op::add || e.arg(1).op() == Op::sub || e.arg(1).op() == Op::neg)) {
        Expr up = 0, down = 0;
        if (!parts_by_sign(c, e.arg(1), minus != (e.arg(0).value().sign() < 0), up, down)) return false;
        const Expr k(abs(e.arg(0).value()));
        if (!up.is_constant(0)) positive_part = add(positive_part, mul(k, up));
        if (!down.is_constant(0)) negative_part = add(negative_part, mul(k, down));
        return true;
      }
      break;
    default:
      break;
  }
  const bool up = c.knows({e, Need::nonnegative});
  if (!up && !c.knows({negate(e), Need::nonnegative})) return false;
  Expr& part = up != minus ? positive_part : negative_part;
  part = add(part, up ? e : negate(e));
  return true;
}

}  // namespace

bool has_exponential_of_logarithms(const Goal& g) {
  const auto is_log = [](const Expr& e) { return e.op() == Op::log && !e.arg(0).is_constant(); };
  return !nodes_of(g.relation, [&](const Expr& e) {
            return e.op() == Op::exp && !nodes_of({Rel::ge, e.arg(0), 0}, is_log).empty();
          }).empty();
}

// m - c exp(u) as it is written, with m > 0 by its factors: log(m/c) against u.
Tree by_one_exponential(const Goal& g, const Subprover& s, int depth) {
  if (depth < 1 || g.relation.rel == Rel::eq) return std::nullopt;
  const Context& c = g.context;
  std::vector<Expr> terms;
  terms_of(g.difference(), Rational(1), terms);
  Expr rest = 0, power = 0;
  Rational scale = 0;
  for (const auto& t : terms) {
    const bool scaled = t.op() == Op::mul && t.arg(0).is_constant();
    const Expr& e = scaled ? t.arg(1) : t.op() == Op::neg ? t.arg(0) : t;
    if (e.op() != Op::exp || e.arg(0).is_constant()) {
      rest = add(rest, t);
      continue;
    }
    if (!scale.is_zero()) return std::nullopt;
    scale = scaled ? t.arg(0).value() : Rational(t.op() == Op::neg ? -1 : 1);
    power = e.arg(0);
  }
  if (scale.sign() >= 0) return std::nullopt;
  Algebra a = c.algebra();
  const auto m = product_of(a, c, quotient(rest, Expr(-scale)));
  if (!m || !c.positive_(*m) || !is_defined(c, *m)) return std::nullopt;
  const auto logs = [&](const Goal& h) {
    return rewritten(h, *m, exp(power), [&](const Goal& k) {
      return steps(k, rule::TakeLog{}, {[&](const Goal& l) {
                     return rewritten(l, log(*m), power, [&](const Goal& q) { return s.prove(q, depth, s.numeric); });
                   }});
    });
  };
  if (scale == Rational(-1)) return logs(g);
  return steps(g, rule::Factor{Expr(-scale), sub(*m, exp(power))}, {logs});
}

// (m - n)/q with positive m, n, q: log m against log n.
Tree by_two_terms(const Goal& g, const Subprover& s, int depth) {
  Algebra a = g.context.algebra();
  const auto f = a.fraction(g.difference());
  if (!f || !is_defined(g.context, f->second)) return std::nullopt;
  const auto transcendental = [](const Expr& e) { return e.op() == Op::exp || e.op() == Op::pow; };
  if (nodes_of({Rel::ge, f->first, 0}, [&](const Expr& e) {
        return transcendental(e) && !(e.op() == Op::pow && e.arg(1).is_constant());
      }).empty())
    return std::nullopt;
  const bool flip = g.context.positive_(negate(f->second));
  const Expr q = flip ? negate(f->second) : f->second;
  Expr m = 0, n = 0;
  if (!g.context.positive_(q)) return std::nullopt;
  // One term against the others: the logarithm of a sum on both sides is no simpler.
  const auto sum = [](const Expr& e) { return e.op() == Op::add || (e.op() == Op::mul && e.arg(1).op() == Op::add); };
  if (!parts_by_sign(g.context, f->first, flip, m, n) || !g.context.positive_(m) || !g.context.positive_(n) ||
      (sum(m) && sum(n))) {
    const auto terms = two_positive_terms(g.context, a, flip ? negate(f->first) : f->first);
    if (!terms) return std::nullopt;
    m = terms->first;
    n = terms->second;
  }
  const auto logs = [&](const Goal& h) {
    return steps(h, rule::TakeLog{}, {[&](const Goal& k) -> Tree {
                   // On one side of a place at which the logarithms are equal.
                   const auto plain = k.context.hypotheses().empty() ? std::nullopt : a.simplified(k.difference());
                   if (plain) {
                     const Step step = rewrite_to(*plain);
                     const ProveGoal beside = [&](const Goal& l) { return prove_by_combination(l, s.out_of_time); };
                     if (auto t = steps(k, step, {beside})) return t;
                   }
                   return normalised(k, s, depth - 1);
                 }});
  };
  return rewritten(g, quotient(m, q), quotient(n, q), logs);
}

namespace {

constexpr long highest_order = 6;  // of roots of a variable, of which one or two substitutions make powers

// c > 0 of the node's argument c x.
std::optional<Rational> multiple_of(Algebra& a, const Expr& u, const Expr& x) {
  const auto c = a.simplified(quotient(u, x));
  return c && c->is_constant() && c->value().sign() > 0 ? std::optional(c->value()) : std::nullopt;
}

// With x = t^order/scale (of order 2 or 3) the roots in the goal that x stands under are powers of t, or roots of lower
// order: square roots of anything, others of multiples of x. Nothing where there is none.
struct RootOf {
  long order = 1;
  Rational scale = 1;
};
// How many thirds an exponent is, modulo 3; 0 if it is none.
long of_thirds(const Rational& power) {
  for (long k = 1; k < 3; ++k)
    if (((power * Rational(3) - Rational(k)) / Rational(3)).is_integer()) return k;
  return 0;
}
// Of a root in the argument of a function, which is the simpler for being without one.
std::optional<Rational> multiple_in_function(const Goal& g, const Expr& x, Algebra& a) {
  for (const Expr& f : nodes_of(g.relation, is_error_function))
    for (const Expr& root : nodes_of({Rel::ge, f, 0}, [](const Expr& n) { return n.op() == Op::sqrt; }))
      if (depends_on(root, x))
        if (const auto c = multiple_of(a, root.arg(0), x)) return c;
  return std::nullopt;
}
std::optional<RootOf> roots_of(const Goal& g, const Expr& x) {
  Algebra a = g.context.algebra();
  RootOf out;
  bool multiples = true, scaled = false;
  if (const auto c = multiple_in_function(g, x, a)) {
    out.scale = *c;
    scaled = true;
  }
  long thirds = 0;  // of the first exponent of x that is a number of them
  for (const Expr& e : nodes_of(g.relation, [&](const Expr& n) {
         const bool root = n.op() == Op::pow && n.arg(1).is_constant() && !n.arg(1).value().is_integer();
         return (root || n.op() == Op::sqrt) && depends_on(n, x);
       })) {
    const Rational power = e.op() == Op::sqrt ? Rational(1, 2) : e.arg(1).value();
    long order = 2;
    while (order <= highest_order && !(power * Rational(order)).is_integer()) ++order;
    if (order > highest_order) return std::nullopt;
    const auto c = multiple_of(a, e.arg(0), x);
    if (!c && order > 2) return std::nullopt;
    multiples = multiples && c;
    if (c && !scaled) out.scale = *c;
    scaled = scaled || c;
    out.order = std::lcm(out.order, order);
    if (thirds == 0) thirds = of_thirds(power);
  }
  // The normal form writes (2 x)^(2/3) as 4^(1/3) x^(2/3): with that scale the roots of numbers go, too.
  if (out.order == 3 && out.scale == Rational(1) && thirds != 0)
    for (const Expr& e : nodes_of(g.relation, [](const Expr& n) {
           return n.op() == Op::pow && n.arg(0).is_constant() && n.arg(1).is_constant();
         }))
      if (const long k = of_thirds(e.arg(1).value()); k != 0 && e.arg(0).value().sign() > 0)
        out.scale = pow(e.arg(0).value(), static_cast<int>(k * thirds % 3));
  if (out.order == 1 || out.order > highest_order || (!multiples && out.order > 2)) return std::nullopt;
  if (out.order == 5) return std::nullopt;
  out.order = out.order % 3 == 0 ? 3 : 2;
  return out;
}

// The range of t must cover: its ends are rounded outward.
Rational rooted(const Rational& q, long order, bool up) {
  if (q.is_zero()) return q;
  const Interval r = order == 2 ? sqrt(Interval(q, 64)) : pow(Interval(q, 64), Interval(Rational(1, order), 64));
  const Rational near = simplest_between(r.lower_rational(), r.upper_rational());
  if (pow(near, static_cast<int>(order)) == q) return near;
  const Rational e(1, Effort::margin);
  return up ? r.upper_rational() + e : r.lower_rational() > e ? r.lower_rational() - e : Rational(0);
}

}  // namespace

Tree by_root_substitution(const Goal& g, const Subprover& s, int depth) {
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    // x = t^2, or x = -t^2 where x <= 0.
    const bool minus = !v.range.hi.infinite && v.range.hi.value.sign() <= 0;
    if (!minus && (v.range.lo.infinite || v.range.lo.value.sign() < 0)) continue;
    const auto root = roots_of(g, x);
    if (!root || (minus && root->order > 2)) continue;
    if (v.integer) {  // a cube root of an integer is that of any number
      if (root->order != 3) continue;
      const ProveGoal real = [&](const Goal& h) { return by_root_substitution(h, s, depth); };
      if (auto t = steps(g, rule::Widen{x, v.range}, {real})) return t;
      continue;
    }
    Range range = v.range;
    if (minus) {
      std::swap(range.lo, range.hi);
      range.lo.value = -range.lo.value;
      if (!range.hi.infinite) range.hi.value = -range.hi.value;
    }
    const auto to_root = [&](End& end, bool up) {
      if (end.infinite) return;
      const Rational power = end.value * root->scale;
      end.value = rooted(power, root->order, up);
      if (!(pow(end.value, static_cast<int>(root->order)) == power)) end.closed = true;
    };
    to_root(range.lo, false);
    to_root(range.hi, true);
    const std::string t = fresh_name(g.context);
    const Expr power = quotient(pow(Expr::variable(t), Expr(root->order)), Expr(root->scale));
    if (auto r = steps(g, rule::Subst{x, t, range, minus ? -power : power},
                       {[&](const Goal& h) { return normalised(h, s, depth - 1); }}))
      return r;
  }
  return std::nullopt;
}

Tree by_roots_in_functions(const Goal& g, const Subprover& s, int depth) {
  Algebra a = g.context.algebra();
  const auto inside = [&](const Variable& v) { return multiple_in_function(g, Expr::variable(v.name), a).has_value(); };
  return std::ranges::any_of(g.context.variables(), inside) ? by_root_substitution(g, s, depth) : std::nullopt;
}

namespace {

bool is_log_exp_or_root(const Expr& e) { return e.op() == Op::log || e.op() == Op::exp || e.op() == Op::sqrt; }

// u/(1/w) = u w and (1/w)^n = 1/w^n, with numbers as factors: nothing else is touched.
Expr without_double_fractions(const Expr& root) {
  const auto one_over = [](const Expr& e) { return e.op() == Op::div && e.arg(0).is_constant(); };
  return transform(root, [&](const Expr& n, std::span<const Expr> args) {
    const Expr e = with_args(n, args);
    if (e.op() == Op::div && one_over(e.arg(1))) return mul(quotient(e.arg(0), e.arg(1).arg(0)), e.arg(1).arg(1));
    if (e.op() == Op::mul && e.arg(0).is_constant() && one_over(e.arg(1)))
      return quotient(mul(e.arg(0), e.arg(1).arg(0)), e.arg(1).arg(1));
    if (e.op() == Op::pow && e.arg(1).is_constant() && one_over(e.arg(0)))
      return quotient(power(e.arg(0).arg(0), e.arg(1)), power(e.arg(0).arg(1), e.arg(1)));
    return e;
  });
}

// Is an exponent divided by the variable? Or at least the argument of another function?
int order_of_divisor(const Goal& g, const Variable& v) {
  const Expr x = Expr::variable(v.name);
  const auto divided = [&](const Expr& e) { return e.op() == Op::div && depends_on(e.arg(1), x); };
  const auto has = [&](bool exponents) {
    return !nodes_of(g.relation, [&](const Expr& e) {
              return (exponents ? e.op() == Op::exp : is_log_exp_or_root(e)) &&
                     !nodes_of({Rel::ge, e.arg(0), 0}, divided).empty();
            }).empty();
  };
  return has(true) ? 0 : has(false) ? 1 : 2;
}

}  // namespace

Tree by_reciprocal(const Goal& g, const Subprover& s, int depth, bool as_written) {
  auto variables = g.context.variables();
  std::ranges::stable_sort(variables, {}, [&](const Variable& v) { return order_of_divisor(g, v); });
  for (const auto& v : variables) {
    const Expr x = Expr::variable(v.name);
    if (!v.range.hi.infinite || v.range.lo.infinite || v.range.lo.value.sign() < 0) continue;
    if (as_written && order_of_divisor(g, v) > 0) continue;
    if (nodes_of(g.relation, [&](const Expr& e) { return is_log_exp_or_root(e) && depends_on(e, x); }).empty())
      continue;
    if (v.range.lo.value.is_zero() && v.range.lo.closed) continue;
    Range range;
    range.lo = {false, false, Rational(0)};
    if (!v.range.lo.value.is_zero()) range.hi = {false, v.range.lo.closed, Rational(1) / v.range.lo.value};
    const std::string t = fresh_name(g.context);
    if (t.size() > 2) return std::nullopt;             // not again and again
    if (as_written && t != "t1") return std::nullopt;  // of the claim itself: inside of a view it would lead back
    if (auto r = steps(g, rule::Subst{x, t, range, Expr(1) / Expr::variable(t)}, {[&](const Goal& h) {
                         if (!as_written) return normalised(h, s, depth - 2);
                         return rewritten(h, without_double_fractions(h.difference()), 0,
                                          [&](const Goal& k) { return s.prove(k, depth - 2, s.numeric); });
                       }}))
      return r;
  }
  return std::nullopt;
}

Tree by_generalising(const Goal& g, const Subprover& s, int depth) {
  const Context& c = g.context;
  Algebra a = c.algebra();
  const auto d = a.simplified(g.difference());
  if (!d || !is_defined(c, *d)) return std::nullopt;
  // Outermost functions.
  std::vector<Expr> atoms;
  const std::function<void(const Expr&)> walk = [&](const Expr& e) {
    const bool ring = e.op() == Op::neg || e.op() == Op::add || e.op() == Op::sub || e.op() == Op::mul ||
                      e.op() == Op::div ||
                      (e.op() == Op::pow && e.arg(1).is_constant() && e.arg(1).value().is_integer());
    if (ring) {
      for (const auto& arg : e.args()) walk(arg);
    } else if (!e.args().empty() && std::ranges::find(atoms, e) == atoms.end()) {
      atoms.push_back(e);
    }
  };
  walk(*d);
  if (atoms.empty() || atoms.size() > Effort::Roots::most_atoms) return std::nullopt;
  const std::function<Tree(const Goal&, std::size_t)> next = [&](const Goal& h, std::size_t i) -> Tree {
    if (i == atoms.size()) return s.prove(h, depth - 2, s.numeric);
    const Signs sign = c.signs(atoms[i]);
    const Interval r = c.range(atoms[i]);
    Range range;
    const Rational e(1, Effort::margin);
    const auto moderate = [](const arf_struct* x) { return arf_is_finite(x) && arf_cmpabs_2exp_si(x, 100) < 0; };
    if (r.is_defined() && moderate(r.lower_arf())) range.lo = {false, true, r.lower_rational() - e};
    if (r.is_defined() && moderate(r.upper_arf())) range.hi = {false, true, r.upper_rational() + e};
    if (!(sign & negative) && (range.lo.infinite || range.lo.value.sign() <= 0))
      range.lo = {false, (sign & zero) != 0, Rational(0)};
    if (!(sign & positive) && (range.hi.infinite || range.hi.value.sign() >= 0))
      range.hi = {false, (sign & zero) != 0, Rational(0)};
    return steps(h, rule::Gen{fresh_name(h.context), range, atoms[i]}, {[&](const Goal& k) { return next(k, i + 1); }});
  };
  return rewritten(g, *d, 0, [&](const Goal& h) { return next(h, 0); });
}

}  // namespace dpcert::verify
