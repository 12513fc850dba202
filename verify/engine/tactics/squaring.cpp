// A root alone on one side, and both sides squared, or raised to the power of its order: one root, a number that is a
// root, a product of roots, and the sum of two.
#include <algorithm>

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
bool is_root_of_a_number(const Expr& e) {
  const bool root = e.op() == Op::pow && e.arg(1).is_constant() && !e.arg(1).value().is_integer();
  return (root || e.op() == Op::sqrt) && e.arg(0).is_constant();
}

// Is some node of the kind a term of the sum e, up to a number?
bool is_term(const Expr& e, const std::function<bool(const Expr&)>& kind) {
  switch (e.op()) {
    case Op::add:
    case Op::sub:
      return is_term(e.arg(0), kind) || is_term(e.arg(1), kind);
    case Op::neg:
      return is_term(e.arg(0), kind);
    case Op::mul:
      return kind(e) || (e.arg(0).is_constant() && is_term(e.arg(1), kind));
    default:
      return kind(e);
  }
}

int roots_among_factors(const Expr& e) {
  if (e.op() == Op::mul) return roots_among_factors(e.arg(0)) + roots_among_factors(e.arg(1));
  return e.op() == Op::neg ? roots_among_factors(e.arg(0)) : is_root(e) ? 1 : 0;
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
  // D = part + rest, where the part is a multiple of a root.
  const auto apart = [&](const Expr& factor, const Expr& part, const Expr& rest) -> Tree {
    if (!is_defined(c, rest) || !is_defined(c, part)) return std::nullopt;
    const auto beside = [&](const Goal& h) -> Tree {  // part <= 0: rest >= -part
      return rewritten(h, rest, negate(part), square);
    };
    const auto above = [&](const Goal& h) -> Tree { return rewritten(h, part, negate(rest), square); };
    const bool below = c.knows({negate(factor), Need::nonnegative});
    if (!below && !c.knows({factor, Need::nonnegative})) return std::nullopt;
    if (order % 2 != 0) return below ? beside(g) : above(g);  // whatever their signs are
    if (below) {
      if (c.knows({rest, Need::nonnegative})) return beside(g);
      const Relation side{Rel::ge, rest, 0};
      const auto proof = s.prove({c, side}, depth - 2, s.numeric);
      if (!proof) return std::nullopt;
      const auto then = beside({c.with_hypothesis(side), g.relation});
      if (!then) return std::nullopt;
      Proof out{rule::Cut{side}};
      append(out, *proof);
      append(out, *then);
      return out;
    }
    if (c.knows({negate(rest), Need::nonnegative})) return above(g);
    // With rest > 0, so that a strict relation follows too.
    const auto sum = [&](const Goal& h) -> Tree {
      return Proof{rule::Combine{part, {{h.context.hypotheses().size(), Rational(1)}}}};
    };
    return steps(g, rule::Cases{negate(rest)}, {above, sum});
  };
  for (const auto& root : nodes_of({Rel::ge, d, 0}, is_some_root)) {
    const auto p = a.coefficients(replaced(d, root, t), t);
    if (!p || p->size() != 2) continue;
    order = order_of_root(root);
    if (auto r = apart((*p)[1], mul((*p)[1], root), (*p)[0])) return r;
  }
  std::vector<Expr> terms;
  terms_of(d, Rational(1), terms);
  // A product of roots, as sqrt(u) sqrt(2 - u).
  order = 2;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (roots_among_factors(terms[i]) < 2) continue;
    Expr rest = 0;
    for (std::size_t j = 0; j < terms.size(); ++j)
      if (j != i) rest = add(rest, terms[j]);
    if (auto r = apart(terms[i], terms[i], rest)) return r;
  }
  // A number that is a root, as 1/(3 sqrt(3)).
  Expr number = 0, rest = 0;
  for (const Expr& e : terms) {
    const bool fixed =
        std::ranges::none_of(c.variables(), [&](const Variable& v) { return depends_on(e, Expr::variable(v.name)); });
    (fixed ? number : rest) = add(fixed ? number : rest, e);
  }
  if (number.is_constant() || rest.is_constant()) return std::nullopt;
  for (const long power_of_number : {2L, 3L, 4L, 6L}) {
    const auto q = a.simplified(power(number, power_of_number));
    if (!q || !q->is_constant()) continue;
    order = power_of_number;
    return apart(number, number, rest);
  }
  return std::nullopt;
}

}  // namespace

Tree by_squaring(const Goal& g, const Subprover& s, int depth) {
  const bool of_a_number = !nodes_of(g.relation, is_root_of_a_number).empty();
  if (!of_a_number && nodes_of(g.relation, is_some_root).empty()) return std::nullopt;
  Algebra a = g.context.algebra();
  // As it stands, if one root is a term: its normal form may hide what is known of its argument.
  const Expr plain = g.difference();
  const auto is_product_of_roots = [](const Expr& e) { return roots_among_factors(e) > 1; };
  if (of_a_number || is_term(plain, is_some_root) || is_term(plain, is_product_of_roots)) {
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

}  // namespace dpcert::verify
