// What hypotheses say, in plainer words; of products, of which the goal is a factor; and signs of logarithms that show
// when their arguments are simplified.
#include <algorithm>
#include <numeric>

#include "src/symbolic/flat.hpp"
#include "verify/engine/proof/bounds.hpp"
#include "verify/engine/tactics/polynomials.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/weighted_bounds.hpp"

namespace dpcert::verify {

namespace {

bool says(const Context& c, const Relation& r) { return std::ranges::find(c.hypotheses(), r) != c.hypotheses().end(); }

// A bound of a variable that has none on that side: from an affine hypothesis and the ranges of the others in it.
struct Derived {
  Relation bound;
  Step step;
};
// `turned`: the hypothesis is an equation, read as that its right side is at least the left one.
std::optional<Derived> derived(const Context& c, std::size_t hypothesis, const Variable& v, const Affine& a,
                               bool turned = false) {
  const Rational& slope = a.coefficients.at(v.name);
  const bool below = (slope.sign() > 0) != turned;
  if (!(below ? v.range.lo : v.range.hi).infinite) return std::nullopt;
  // v = (lhs - rhs - constant)/slope + sum of factor * other
  Rational bound = -a.constant / slope;
  Expr room = 0;
  bool strict = c.hypotheses()[hypothesis].rel == Rel::gt;
  for (const auto& [name, k] : a.coefficients) {
    if (name == v.name) continue;
    const Expr y = Expr::variable(name);
    const Variable* other = c.find(y);
    if (!other) return std::nullopt;
    const Rational factor = -k / slope;
    const bool from_low = (factor.sign() > 0) == below;
    const End& end = from_low ? other->range.lo : other->range.hi;
    if (end.infinite) return std::nullopt;
    bound += factor * end.value;
    room = add(room, mul(Expr(abs(factor)), from_low ? sub(y, Expr(end.value)) : sub(Expr(end.value), y)));
    strict = strict || !end.closed;
  }
  const Expr x = Expr::variable(v.name);
  const Relation r{strict ? Rel::gt : Rel::ge, below ? x : Expr(bound), below ? Expr(bound) : x};
  return Derived{r, rule::Combine{room, {{hypothesis + 1, Rational(turned ? -1 : 1) / abs(slope)}}}};
}

// `equations`: from these, too.
bool derive_a_bound(Goal& g, Proof& out, bool equations = false) {
  for (std::size_t i = 0; i < g.context.hypotheses().size(); ++i) {
    const Relation& said = g.context.hypotheses()[i];
    const bool equation = said.rel == Rel::eq;
    if (equation && !equations) continue;
    const auto a = affine(sub(said.lhs, said.rhs));
    if (!a || a->coefficients.size() < 2) continue;
    for (const auto& v : g.context.variables()) {
      if (!a->coefficients.contains(v.name)) continue;
      auto found = derived(g.context, i, v, *a);
      if (!found && equation) found = derived(g.context, i, v, *a, true);
      if (!found || says(g.context, found->bound)) continue;
      cut_in(out, g, found->bound, {found->step});
      g = with_bounds(std::move(g), out);
      return true;
    }
  }
  return false;
}

// Signs of logarithms in the goal that only their simplified forms show, as hypotheses: log(1/d) > 0 for d < 1.
bool say_signs_of_logs(Goal& g, Proof& out, const Subprover& s) {
  bool any = false;
  for (const Expr& e : nodes_of(g.relation, [](const Expr& n) { return n.op() == Op::log; })) {
    if (g.context.positive_(e) || g.context.positive_(negate(e))) continue;
    if (!is_defined(g.context, e)) continue;
    const auto simple = s.algebra(g.context)->simplified(e);
    if (!simple || *simple == e) continue;
    const bool up = g.context.knows({*simple, Need::positive});
    if (!up && !g.context.knows({negate(*simple), Need::positive})) continue;
    const Relation sign{Rel::gt, up ? e : Expr(0), up ? Expr(0) : e};
    if (says(g.context, sign)) continue;
    const auto proof = steps({g.context, sign}, rewrite_to(up ? *simple : negate(*simple)), {s.sign});
    if (!proof) continue;
    cut_in(out, g, sign, *proof);
    any = true;
  }
  return any;
}

// Integers that differ by more than 0 differ by 1: k < n says n >= k + 1.
bool say_gaps_of_integers(Goal& g, Proof& out) {
  bool any = false;
  const auto all = g.context.hypotheses();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Relation& said = all[i];
    if (said.rel != Rel::gt || !g.context.is_integer_valued(said.lhs) || !g.context.is_integer_valued(said.rhs))
      continue;
    if (variables_of(sub(said.lhs, said.rhs)).size() < 2) continue;
    const Relation gap{Rel::ge, said.lhs, add(said.rhs, 1)};
    if (says(g.context, gap)) continue;
    cut_in(out, g, gap, {rule::Integral{}, rule::Combine{Rational(0), {{i + 1, Rational(1)}}}});
    any = true;
  }
  return any;
}

// rest > 0, where it is known to be >= 0 and d rest > 0 is hypothesis k: else rest = 0, and so d rest.
Proof not_zero(const Goal& g, const Expr& rest, std::size_t k, const Expr& d) {
  const std::size_t below = g.context.hypotheses().size() + 1;
  return {rule::Cases{negate(rest)},
          rule::Cut{{Rel::eq, rest, 0}},
          rule::Both{},
          rule::Sign{},
          rule::Hyp{below},
          rule::Combine{Rational(0), {{k, Rational(1)}, {below + 1, weight(sub(1, d))}}},
          rule::Hyp{below}};
}

// A hypothesis says that the goal's difference d times something, `rest`, has a sign: x^2 > 4 for the goal x > 2 where
// x > 0. Where the sign of `rest` is known, or is where the goal is false, d has one.
Tree by_divisor(const Goal& g, const Subprover& s) {
  constexpr std::uint32_t largest = 80;
  const Expr d = g.difference();
  if (d.node().tree_size > largest || d.is_constant()) return std::nullopt;
  const auto& all = g.context.hypotheses();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Relation& h = all[i];
    const Expr u = sub(h.lhs, h.rhs);
    if (u.node().tree_size > 2 * largest || affine(u) || u.node().binders > 0) continue;
    const auto over = s.algebra(g.context)->fraction(quotient(u, d));
    if (!over || (over->first.is_constant() && over->second.is_constant())) continue;
    const Expr rest = over->second.is_constant(1) ? over->first : quotient(over->first, over->second);
    if (rest.node().tree_size > 2 * largest || !is_defined(g.context, rest)) continue;
    const std::size_t k = i + 1, last = all.size() + 1;
    const auto by = [&](const Expr& w) { return rule::Combine{Rational(0), {{k, weight(quotient(w, rest))}}}; };
    if (h.rel == Rel::eq || g.relation.rel == Rel::eq) {
      if (h.rel == Rel::eq && !g.strict() && g.context.knows({rest, Need::nonzero})) return Proof{by(1)};
      continue;
    }
    const bool strict = h.rel == Rel::gt;
    if (g.context.positive_(rest) && (strict || !g.strict())) return Proof{by(1)};
    if (strict && g.context.knows({rest, Need::nonnegative})) {
      Proof out;
      Goal now = g;
      cut_in(out, now, {Rel::gt, rest, 0}, not_zero({g.context, {Rel::gt, rest, 0}}, rest, k, d));
      out.emplace_back(by(1));
      return out;
    }
    // Where d is below 0, or not above, what it is times something positive is not what the hypothesis says.
    if (g.strict() && !strict) continue;
    const Step cases = rule::Cases{g.strict() ? negate(d) : d};
    const auto children = apply(cases, g);
    if (!children || !(*children)[g.strict() ? 0 : 1].context.positive_(rest)) continue;
    rule::Combine against = by(2);
    against.terms.emplace_back(last, Rational(1));
    if (g.strict()) return Proof{cases, against, rule::Hyp{last}};
    return Proof{cases, rule::Hyp{last}, against};
  }
  return std::nullopt;
}

}  // namespace

void derive_bounds(Goal& g, Proof& out, bool equations) {
  for (std::size_t i = 0; i < Effort::most_derived_bounds && derive_a_bound(g, out, equations); ++i) {
  }
}

namespace {

// A fraction near a number, above it or below it.
std::optional<Rational> rational_beyond(const Context& c, const Expr& number, bool above) {
  const Interval near = c.range(number, Effort::step_bits);
  if (!near.is_finite()) return std::nullopt;
  constexpr long digits = 128;
  const Rational shift = Rational(above ? 1 : -1);
  return ((above ? near.upper_rational() : near.lower_rational()) * Rational(digits) + shift).floor() /
             Rational(digits) +
         (above ? Rational(1, digits) : Rational(0));
}

// x below (`upper`) or above a multiple of pi and a number, from hypothesis i and the ranges of the others in it; as it
// is and in rational numbers.
bool derive_a_bound_by_pi(Goal& g, Proof& out, std::size_t i, const Variable& v, bool upper) {
  const Relation& said = g.context.hypotheses()[i];
  const Expr x = Expr::variable(v.name), turn = Expr::variable(fresh_name(g.context));
  auto a = affine(replaced(sub(said.lhs, said.rhs), Expr::pi(), turn));
  if (!a || !a->coefficients.contains(turn.name()) || !a->coefficients.contains(v.name)) return false;
  const Rational slope = a->coefficients.at(v.name);
  const Rational weight = Rational(1) / slope;
  // The hypothesis, or the equation turned round, says something of this side only.
  if ((slope.sign() > 0) == upper && said.rel != Rel::eq) return false;
  Expr bound = add(Expr(-a->constant / slope), mul(Expr(-a->coefficients.at(turn.name()) / slope), Expr::pi())),
       room = 0;
  bool strict = said.rel == Rel::gt;
  for (const auto& [name, k] : a->coefficients) {
    if (name == v.name || name == turn.name()) continue;
    const Expr y = Expr::variable(name);
    const Rational factor = -k / slope;
    const bool from_low = (factor.sign() > 0) != upper;
    const Range& range = g.context.find(y)->range;
    const End& end = from_low ? range.lo : range.hi;
    if (end.infinite) return false;
    bound = add(bound, Expr(factor * end.value));
    room = add(room, mul(Expr(abs(factor)), from_low ? sub(y, Expr(end.value)) : sub(Expr(end.value), y)));
    strict = strict || !end.closed;
  }
  const Relation exact{strict ? Rel::gt : Rel::ge, upper ? bound : x, upper ? x : bound};
  if (says(g.context, exact)) return false;
  cut_in(out, g, exact, {rule::Combine{room, {{i + 1, upper ? -weight : weight}}}});
  const auto beyond = rational_beyond(g.context, bound, upper);
  if (!beyond) return true;
  const Rational end = *beyond;
  const Expr rest = upper ? sub(Expr(end), bound) : sub(bound, Expr(end));
  if (!g.context.positive_(rest)) return true;
  const Relation rational{Rel::ge, upper ? Expr(end) : x, upper ? x : Expr(end)};
  cut_in(out, g, rational, {rule::Combine{rest, {{g.context.hypotheses().size(), Rational(1)}}}});
  g = with_bounds(std::move(g), out);
  return true;
}

// u and r > 0 with abs(u) <= r or u^2 <= r^2 as what a hypothesis says, u affine in one variable.
struct Enclosed {
  Expr u;
  Rational r;
  bool square = false;
};
std::optional<Enclosed> enclosed(const Relation& h) {
  if (h.rel == Rel::eq || !h.lhs.is_constant()) return std::nullopt;
  const bool square = h.rhs.op() == Op::pow && h.rhs.arg(1).is_constant(2);
  if (!square && h.rhs.op() != Op::abs) return std::nullopt;
  const auto r = square ? exact_root(h.lhs.value(), 2) : std::optional(h.lhs.value());
  const auto a = affine(h.rhs.arg(0));
  if (!r || r->sign() <= 0 || !a || a->coefficients.size() != 1) return std::nullopt;
  return Enclosed{h.rhs.arg(0), *r, square};
}

}  // namespace

void derive_bounds_by_squares(Goal& g, Proof& out) {
  // A bound that is cut in goes into the range of its variable: the hypotheses keep their numbers.
  for (std::size_t i = 0; i < g.context.hypotheses().size(); ++i) {
    const Relation said = g.context.hypotheses()[i];
    const auto e = enclosed(said);
    if (!e) continue;
    const auto a = affine(e->u);
    const auto& [name, slope] = *a->coefficients.begin();
    for (const bool upper : {true, false}) {
      const Variable* v = g.context.find(Expr::variable(name));
      if (!v || !((slope.sign() > 0) == upper ? v->range.hi : v->range.lo).infinite) continue;
      // 2 r (r - u) = (r - u)^2 + (r^2 - u^2), and r^2 - u^2 = (r - abs(u)) (r + abs(u)); the same for -u.
      const Expr r(e->r), twice(Rational(2) * e->r), room = upper ? sub(r, e->u) : add(r, e->u);
      const Expr factor = e->square ? Expr(1) : add(r, said.rhs);
      Goal now = g;
      Proof lines;
      cut_in(lines, now, {said.rel, room, 0},
             {rule::Combine{quotient(power(room, Expr(2)), twice), {{i + 1, weight(quotient(factor, twice))}}}});
      const std::size_t number = now.context.hypotheses().size();
      const auto next = with_bound(now.context, number);
      if (!next) continue;
      lines.emplace_back(rule::Bound{number});
      now.context = *next;
      append(out, lines);
      g = std::move(now);
    }
  }
}

namespace {

// r > 0, w >= 0 and abs(u) with w*abs(u) <= r as what a hypothesis says.
struct Encloses {
  Expr r, w, u;
};
std::optional<Encloses> encloses(const Context& c, const Relation& h) {
  if (h.rel == Rel::eq || !c.positive_(h.lhs)) return std::nullopt;
  Rational number(1);
  std::vector<Expr> factors;
  flat::collect_factors(h.rhs, number, factors);
  const auto modulus = std::ranges::find(factors, Op::abs, &Expr::op);
  if (modulus == factors.end()) return std::nullopt;
  const Expr u = modulus->arg(0);
  factors.erase(modulus);
  const Expr w = std::accumulate(factors.begin(), factors.end(), Expr(number), mul);
  if (!c.knows({w, Need::nonnegative})) return std::nullopt;
  return Encloses{h.lhs, w, u};
}

}  // namespace

void say_without_moduli(Goal& g, Proof& out) {
  for (std::size_t i = 0, said = g.context.hypotheses().size(); i < said; ++i) {
    const Relation h = g.context.hypotheses()[i];
    const auto e = encloses(g.context, h);
    if (!e) continue;
    // Signs are seen beside fractions, not beside sqrt(2): a fraction just above it is the bound then.
    const bool number = variables_of(e->r).empty() && !e->r.is_constant();
    const auto above = number ? rational_beyond(g.context, e->r, true) : std::nullopt;
    const Expr most = above ? Expr(*above) : e->r;
    for (const Expr& u : {e->u, negate(e->u)}) {
      // 2 r (r - w u) = (r - w u)^2 + (r - w abs(u)) (r + w abs(u)), and abs(u)^2 = u^2.
      const Expr wu = mul(e->w, u), twice = mul(2, e->r), gap = quotient(power(sub(e->r, wu), Expr(2)), twice);
      cut_in(out, g, {h.rel, most, wu},
             {rule::Combine{above ? add(sub(most, e->r), gap) : gap,
                            {{i + 1, weight(quotient(add(e->r, h.rhs), twice))}}}});
    }
  }
}

void derive_bounds_by_pi(Goal& g, Proof& out) {
  for (std::size_t times = 0; times < Effort::most_derived_bounds; ++times) {
    bool any = false;
    for (std::size_t i = 0; i < g.context.hypotheses().size() && !any; ++i) {
      const Relation said = g.context.hypotheses()[i];
      if (nodes_of(said, [](const Expr& e) { return e.op() == Op::pi; }).empty()) continue;
      for (const Variable& v : g.context.variables())
        for (const bool upper : {true, false})
          any = any || ((upper ? v.range.hi : v.range.lo).infinite && mentions(said, Expr::variable(v.name)) &&
                        derive_a_bound_by_pi(g, out, i, v, upper));
    }
    if (!any) return;
  }
}

Tree by_multiple(const Goal& g) {
  const Context& c = g.context;
  const Expr d = g.difference();
  if (g.relation.rel == Rel::eq || d.node().tree_size > Effort::largest_multiple) return std::nullopt;
  Algebra a = c.algebra();
  for (std::size_t i = 0; i < c.hypotheses().size(); ++i) {
    const Relation& h = c.hypotheses()[i];
    const Expr e = sub(h.lhs, h.rhs);
    if (h.rel == Rel::eq || e.node().tree_size > Effort::largest_multiple) continue;
    auto m = a.simplified(quotient(d, e));
    const Need need = g.strict() ? Need::positive : Need::nonnegative;
    if (!m || (g.strict() && h.rel != Rel::gt) || functions_in(*m) > functions_in(d)) continue;
    // Nothing was cancelled where the goal is still above the fraction line, and the hypothesis below it.
    if (m->node().tree_size >= d.node().tree_size) continue;
    if (!c.knows({*m, need})) m = product_of(a, c, *m);
    if (!m || !is_defined(c, *m) || !c.knows({*m, need})) continue;
    return Proof{rule::Combine{Rational(0), {{i + 1, weight(*m)}}}};
  }
  return std::nullopt;
}

Tree by_plain_words(const Goal& g, const Subprover& s, int depth) {
  if (s.out_of_time()) return std::nullopt;
  if (auto t = by_divisor(g, s)) return t;
  Goal h = g;
  Proof out;
  bool any = false;
  for (std::size_t i = 0; i < Effort::most_derived_bounds && derive_a_bound(h, out); ++i) any = true;
  any = say_signs_of_logs(h, out, s) || any;
  any = say_gaps_of_integers(h, out) || any;
  if (!any) return std::nullopt;
  const auto rest = s.prove(h, depth, s.numeric);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

namespace {

// exp(e), in which the logarithms among the terms of e are factors; nothing without one.
std::optional<Expr> exponential_by_terms(const Expr& e) {
  std::vector<Expr> terms;
  terms_of(e, Rational(1), terms);
  Expr out = 1, rest = 0;
  bool any = false;
  for (const Expr& t : terms) {
    Rational number(1);
    std::vector<Expr> factors;
    flat::collect_factors(t, number, factors);
    if (factors.size() != 1 || factors[0].op() != Op::log) {
      rest = add(rest, t);
      continue;
    }
    any = true;
    const Expr& u = factors[0].arg(0);
    if (number == Rational(-1))
      out = quotient(out, u);
    else
      out = mul(out, number == Rational(1) ? u : pow(u, Expr(number)));
  }
  if (!any) return std::nullopt;
  return rest.is_constant(0) ? out : mul(out, exp(rest));
}

// log(x) < log(y) says x < y, for a goal without logarithms.
Tree by_exponentials_of_hypotheses(const Goal& g, const Subprover& s, int depth) {
  const Context& c = g.context;
  Goal h = g;
  Proof out;
  const auto all = c.hypotheses();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Relation& said = all[i];
    const auto lhs = exponential_by_terms(said.lhs), rhs = exponential_by_terms(said.rhs);
    if (!lhs && !rhs) continue;
    const Relation plain{said.rel, lhs.value_or(exp(said.lhs)), rhs.value_or(exp(said.rhs))};
    if (says(h.context, plain) || !is_defined(c, plain.lhs) || !is_defined(c, plain.rhs) || !c.positive_(plain.lhs) ||
        !c.positive_(plain.rhs))
      continue;
    cut_in(out, h, plain, {rule::TakeLog{}, rule::Combine{Rational(0), {{i + 1, Rational(1)}}}});
  }
  if (out.empty()) return std::nullopt;
  const auto rest = s.prove(h, depth, s.numeric);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

}  // namespace

// A hypothesis between two products of positive factors by its logarithm, where its factors stand under logarithms of
// the goal: p <= exp(e) q says log(p) <= e + log(q), which is linear beside p log(p/q).
Tree by_logs_of_hypotheses(const Goal& g, const Subprover& s, int depth) {
  const Context& c = g.context;
  const auto is_log = [](const Expr& e) { return e.op() == Op::log && !e.arg(0).is_constant(); };
  std::vector<Expr> arguments;
  for (const Expr& l : nodes_of(g.relation, is_log)) {
    if (!is_defined(c, l)) return std::nullopt;
    for (const Expr& part : nodes_of({Rel::ge, log_by_factors(c, l.arg(0)), 0}, is_log)) arguments.push_back(part);
  }
  if (arguments.empty()) return by_exponentials_of_hypotheses(g, s, depth);
  Goal h = g;
  Proof out;
  const auto all = c.hypotheses();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Relation& said = all[i];
    if (!is_defined(c, said.lhs) || !is_defined(c, said.rhs) || !c.positive_(said.lhs) || !c.positive_(said.rhs))
      continue;
    const Relation logs{said.rel, log_by_factors(c, said.lhs), log_by_factors(c, said.rhs)};
    const auto parts = nodes_of(logs, is_log);
    if (parts.empty() ||
        !std::ranges::all_of(parts, [&](const Expr& l) { return std::ranges::find(arguments, l) != arguments.end(); }))
      continue;
    if (std::ranges::find(h.context.hypotheses(), logs) != h.context.hypotheses().end()) continue;
    cut_in(out, h, logs, {rule::TakeExp{}, rule::Combine{Rational(0), {{i + 1, Rational(1)}}}});
  }
  if (out.empty()) return std::nullopt;
  const auto rest = s.prove(h, depth, s.numeric);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

}  // namespace dpcert::verify
