#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "verify/engine/tactics/combination.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

bool is_root(const Expr& e) {
  return e.op() == Op::sqrt || (e.op() == Op::pow && e.arg(1).is_constant() &&
                                e.arg(1).value() * Rational(2) == Rational(1) && !e.arg(0).is_constant());
}

// q for a power p/q of something; 1 of what is no root, or one of high order.
long order_of_root(const Expr& e) {
  if (is_root(e)) return 2;
  if (e.op() != Op::pow || !e.arg(1).is_constant() || e.arg(0).is_constant()) return 1;
  for (const long q : {3L, 4L, 5L, 6L})
    if ((e.arg(1).value() * Rational(q)).is_integer()) return e.arg(1).value().is_integer() ? 1 : q;
  return 1;
}
bool is_some_root(const Expr& e) { return order_of_root(e) > 1; }

}  // namespace

namespace {

// Is some node of the kind a term of the sum e, up to a number?
bool is_term(const Expr& e, const std::function<bool(const Expr&)>& kind) {
  switch (e.op()) {
    case Op::add:
    case Op::sub:
      return is_term(e.arg(0), kind) || is_term(e.arg(1), kind);
    case Op::neg:
      return is_term(e.arg(0), kind);
    case Op::mul:
      return e.arg(0).is_constant() && is_term(e.arg(1), kind);
    default:
      return kind(e);
  }
}

// A root of d alone on one side, then both sides squared, or to the power of its order.
Tree squared(const Goal& g, const Expr& d, const Subprover& s, int depth) {
  Algebra a = g.context.algebra();
  const Expr t = Expr::variable(fresh_name(g.context));
  long order = 2;
  const auto square = [&](const Goal& h) {
    return steps(h, rule::Power{order}, {[&](const Goal& k) -> Tree {
                   // An exponential under the root, before its normal form takes it apart.
                   const auto& l = h.relation.lhs;
                   if (is_root(l)) {
                     if (auto r = rewritten(k, l.arg(0), k.relation.rhs,
                                            [&](const Goal& q) { return by_one_exponential(q, s, depth - 1); }))
                       return r;
                   }
                   return normalised(k, s, depth - 1);
                 }});
  };
  const Context& c = g.context;
  for (const auto& root : nodes_of({Rel::ge, d, 0}, is_some_root)) {
    const auto p = a.coefficients(replaced(d, root, t), t);
    if (!p || p->size() != 2) continue;
    order = order_of_root(root);
    const Expr &rest = (*p)[0], part = mul((*p)[1], root);
    if (!is_defined(c, rest) || !is_defined(c, part)) continue;
    const auto beside = [&](const Goal& h) -> Tree {  // part <= 0: rest >= -part
      return rewritten(h, rest, negate(part), square);
    };
    const auto above = [&](const Goal& h) -> Tree { return rewritten(h, part, negate(rest), square); };
    if (order % 2 != 0) {  // whatever their signs are
      if (c.knows({negate((*p)[1]), Need::nonnegative})) {
        if (auto r = beside(g)) return r;
      } else if (c.knows({(*p)[1], Need::nonnegative})) {
        if (auto r = above(g)) return r;
      }
      continue;
    }
    if (c.knows({negate((*p)[1]), Need::nonnegative})) {
      if (c.knows({rest, Need::nonnegative})) {
        if (auto r = beside(g)) return r;
        continue;
      }
      const Relation side{Rel::ge, rest, 0};
      const auto proof = s.prove({c, side}, depth - 2, s.numeric);
      if (!proof) continue;
      if (const auto then = beside({c.with_hypothesis(side), g.relation})) {
        Proof out{rule::Cut{side}};
        append(out, *proof);
        append(out, *then);
        return out;
      }
    } else if (c.knows({(*p)[1], Need::nonnegative})) {
      if (c.knows({negate(rest), Need::nonnegative})) {
        if (auto r = above(g)) return r;
        continue;
      }
      // With rest > 0, so that a strict relation follows too.
      const auto sum = [&](const Goal& h) -> Tree {
        return Proof{rule::Combine{part, {{h.context.hypotheses().size(), Rational(1)}}}};
      };
      if (auto r = steps(g, rule::Cases{negate(rest)}, {above, sum})) return r;
    }
  }
  return std::nullopt;
}

}  // namespace

Tree by_squaring(const Goal& g, const Subprover& s, int depth) {
  if (nodes_of(g.relation, is_some_root).empty()) return std::nullopt;
  Algebra a = g.context.algebra();
  // As it stands, if one root is a term: its normal form may hide what is known of its argument.
  const Expr plain = g.difference();
  if (is_term(plain, is_some_root)) {
    if (auto t = squared(g, plain, s, depth)) return t;
  }
  const auto d = a.simplified(plain);
  if (!d || *d == plain || !is_defined(g.context, *d)) return std::nullopt;
  return squared(g, *d, s, depth);
}

namespace {

// c1 sqrt(u) + c2 sqrt(v) beside `rest` in d, with c1 and c2 of one sign.
struct SumOfRoots {
  Expr c1, u, c2, v, rest;
  bool positive;
  [[nodiscard]] Expr sum() const { return add(mul(c1, sqrt(u)), mul(c2, sqrt(v))); }
  // The square of the sum: one root is left.
  [[nodiscard]] Expr square() const {
    const auto part = [](const Expr& c, const Expr& w) { return mul(power(c, 2), w); };
    return add(add(part(c1, u), part(c2, v)), mul(mul(2, mul(c1, c2)), sqrt(mul(u, v))));
  }
};

std::vector<SumOfRoots> sums_of_roots(const Context& c, const Expr& d) {
  std::vector<SumOfRoots> out;
  Algebra a = c.algebra();
  const auto roots = nodes_of({Rel::ge, d, 0}, is_root);
  const auto other_function = [](const Expr& e) { return e.op() == Op::log || e.op() == Op::exp; };
  if (roots.size() > Effort::Roots::most_in_a_sum || !nodes_of({Rel::ge, d, 0}, other_function).empty()) return out;
  const Expr s = Expr::variable(fresh_name(c)), t = Expr::variable(s.name() + "_2");
  for (std::size_t i = 0; i < roots.size(); ++i) {
    for (std::size_t j = i + 1; j < roots.size(); ++j) {
      const auto p = a.coefficients(replaced(replaced(d, roots[i], s), roots[j], t), s);
      if (!p || p->size() != 2 || depends_on((*p)[1], t)) continue;
      const auto q = a.coefficients((*p)[0], t);
      if (!q || q->size() != 2) continue;
      SumOfRoots sum{(*p)[1], roots[i].arg(0), (*q)[1], roots[j].arg(0), (*q)[0], true};
      const auto sign = [&](bool negative) {
        const auto known = [&](const Expr& e) { return c.knows({negative ? negate(e) : e, Need::nonnegative}); };
        return known(sum.c1) && known(sum.c2);
      };
      sum.positive = sign(false);
      if (sum.positive || sign(true)) out.push_back(sum);
    }
  }
  return out;
}

}  // namespace

Tree by_sums_of_roots(const Goal& g, const Subprover& s, int depth) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const auto prove = [&](const Goal& h) { return s.prove(h, depth - 1, true); };
  // The root that is left stands as a term, for which it is squared at once.
  const auto last_root = [&](const Goal& h) -> Tree {
    if (auto t = by_squaring(h, s, depth - 1)) return t;
    return prove(h);
  };
  for (const SumOfRoots& r : sums_of_roots(c, g.difference())) {
    if (!is_defined(c, r.rest) || !is_defined(c, r.square())) continue;
    const auto squared = [&](const Expr& d) -> ProveGoal {
      return [&, d](const Goal& h) -> Tree {
        return steps(h, rule::Power{2}, {[&](const Goal& k) { return rewritten(k, d, 0, last_root); }});
      };
    };
    if (!r.positive) {
      const Expr left = sub(power(r.rest, 2), r.square());
      if (!looks_nonnegative(c, r.rest) || !looks_nonnegative(c, left)) continue;
      const auto beside = [&](const Goal& h) { return rewritten(h, r.rest, negate(r.sum()), squared(left)); };
      const Tree t =
          c.knows({r.rest, Need::nonnegative}) ? beside(g) : steps(g, rule::Cut{{Rel::ge, r.rest, 0}}, {prove, beside});
      if (t) return t;
      continue;
    }
    const Expr left = sub(r.square(), power(r.rest, 2));
    if (!looks_nonnegative(c.with_hypothesis({Rel::ge, negate(r.rest), 0}), left)) continue;
    const auto above = [&](const Goal& h) { return rewritten(h, r.sum(), negate(r.rest), squared(left)); };
    const auto sum = [&](const Goal& h) -> Tree {
      return Proof{rule::Combine{r.sum(), {{h.context.hypotheses().size(), Rational(1)}}}};
    };
    const Tree t =
        c.knows({negate(r.rest), Need::nonnegative}) ? above(g) : steps(g, rule::Cases{negate(r.rest)}, {above, sum});
    if (t) return t;
  }
  return std::nullopt;
}

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
  if (!sums) return std::nullopt;
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
std::optional<RootOf> roots_of(const Goal& g, const Expr& x) {
  Algebra a = g.context.algebra();
  RootOf out;
  bool multiples = true;
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
    if (c && out.order == 1) out.scale = *c;
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
  if (!multiples) out.scale = 1;
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
