// An equation: by its normal form, by hypotheses, by cases, or as two inequalities.
#include <algorithm>
#include <numeric>

#include "verify/engine/tactics/angles.hpp"
#include "verify/engine/tactics/combination.hpp"
#include "verify/engine/tactics/named_angles.hpp"
#include "verify/engine/tactics/residues.hpp"
#include "verify/engine/tactics/sign.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

// -e, with the sign inside of an arctangent.
Expr opposite(const Expr& e) {
  if (e.op() == Op::atan) return atan(negate(e.arg(0)));
  if (e.op() == Op::mul && e.arg(0).is_constant()) return mul(e.arg(0), opposite(e.arg(1)));
  return negate(e);
}

// u as a sum of two, or a small multiple.
std::optional<std::pair<Expr, Expr>> two_parts(const Expr& u) {
  constexpr std::int64_t most = 12;
  if (u.op() == Op::add) return std::pair{u.arg(0), u.arg(1)};
  if (u.op() == Op::sub) return std::pair{u.arg(0), opposite(u.arg(1))};
  if (u.op() != Op::mul || !u.arg(0).is_constant()) return std::nullopt;
  const auto k = u.arg(0).value().to_int64();
  if (!k || *k < 2 || *k > most) return std::nullopt;
  return std::pair{*k == 2 ? u.arg(1) : mul(Expr(*k - 1), u.arg(1)), u.arg(1)};
}

// How many angles u is a sum of.
std::int64_t length_of(const Expr& u) {
  if (u.op() == Op::add || u.op() == Op::sub) return length_of(u.arg(0)) + length_of(u.arg(1));
  if (u.op() == Op::mul && u.arg(0).is_constant())
    if (const auto k = u.arg(0).value().to_int64(); k && *k > 1) return *k * length_of(u.arg(1));
  return 1;
}

// The one with the longest argument first: what others leave of it is then taken apart once for all of them.
std::optional<Expr> longest_wave(const Goal& g) {
  std::optional<Expr> out;
  std::int64_t longest = 0;
  for (const Expr& e : nodes_of(g.relation, is_wave)) {
    const std::int64_t length = length_of(e.arg(0));
    if (length <= longest || !two_parts(e.arg(0))) continue;
    longest = length;
    out = e;
  }
  return out;
}

}  // namespace

bool take_arguments_apart(Goal& g, Proof& out, std::size_t most) {
  for (std::size_t n = 0;; ++n) {
    const auto found = longest_wave(g);
    if (!found) return n > 0;
    if (n == most) return false;
    const Expr e = *found;
    const auto [a, b] = *two_parts(e.arg(0));
    if (!is_defined(g.context, a) || !is_defined(g.context, b)) return false;
    const Step fact = rule::Fact{rule::Fact::Of::sin, a, b};
    auto next = after(fact, g);
    if (!next) return false;
    out.push_back(fact);
    g = std::move(*next);
    const std::size_t last = g.context.hypotheses().size(), at = e.op() == Op::sin ? last - 1 : last;
    const Expr value = g.context.hypotheses()[at - 1].rhs;
    // What a quarter of a turn adds is known already.
    const bool known = g.context.algebra().is_zero(sub(e, value));
    cut_in(out, g, {Rel::eq, e, value}, {known ? Step(rule::Identity{}) : Step(rule::Hyp{at})});
    if (!put_value(e, value, g, out)) return false;
  }
}

namespace {

// An equation that vanishes as soon as squares of cosines are 1 less squares of sines: D = sum of M (sin^2 + cos^2 -
// 1).
Tree modulo_circles(const Goal& g) {
  const Context& c = g.context;
  Algebra a = c.algebra();
  const auto whole = a.fraction(g.difference());
  if (!whole) return std::nullopt;
  auto [d, below] = *whole;
  std::vector<std::pair<std::size_t, Coefficient>> weights;
  for (std::size_t i = 0; i < c.hypotheses().size(); ++i) {
    const Relation& h = c.hypotheses()[i];
    if (h.rel != Rel::eq || h.lhs.op() != Op::add || !h.rhs.is_constant(1)) continue;
    const auto cosines = nodes_of({Rel::eq, h.lhs, 0}, [](const Expr& e) { return e.op() == Op::cos; });
    if (cosines.size() != 1) continue;
    const Expr t = Expr::variable(fresh_name(c)), square = sub(1, pow(sin(cosines[0].arg(0)), 2));
    const auto form = a.simplified(d);
    const auto p = form ? a.coefficients(replaced(*form, cosines[0], t), t) : std::nullopt;
    if (!p) continue;
    Expr reduced = 0;
    for (std::size_t k = 0; k < p->size(); ++k) {
      const Expr even = k < 2 ? (*p)[k] : mul((*p)[k], pow(square, Expr(static_cast<long>(k / 2))));
      reduced = add(reduced, k % 2 == 0 ? even : mul(even, cosines[0]));
    }
    const auto over = a.simplified(quotient(sub(d, reduced), sub(h.lhs, h.rhs)));
    if (!over) return std::nullopt;
    const std::optional<Expr> m = quotient(*over, below);
    if (!is_defined(c, *m)) return std::nullopt;
    if (!m->is_constant(0)) weights.emplace_back(i + 1, Coefficient(*m));
    d = reduced;
  }
  if (weights.empty() || !a.is_zero(d)) return std::nullopt;
  return Proof{rule::Combine{Rational(0), weights}};
}

Tree with_circles(const Goal& g, const Subprover& s) {
  Goal h = g;
  Proof out;
  for (const Expr& e : nodes_of(g.relation, is_wave)) {
    const Expr& u = e.arg(0);
    const Relation circle{Rel::eq, pow(sin(u), 2) + pow(cos(u), 2), 1};
    const auto& said = h.context.hypotheses();
    if (std::ranges::find(said, circle) != said.end() || !is_defined(h.context, u)) continue;
    if (out.size() == Effort::most_circles) return std::nullopt;
    const Step fact = rule::Fact{rule::Fact::Of::sin, u};
    auto next = after(fact, h);
    if (!next) return std::nullopt;
    out.push_back(fact);
    h = std::move(*next);
  }
  if (out.empty()) return std::nullopt;
  const auto combined = [&](const Goal& k) -> Tree {
    if (auto t = s.immediate(k)) return t;
    return prove_by_combination(k, s.out_of_time);
  };
  Tree rest = s.immediate(h);
  if (!rest && h.relation.rel == Rel::eq) rest = modulo_circles(h);
  if (!rest) rest = h.relation.rel == Rel::eq ? steps(h, rule::Both{}, {combined}) : combined(h);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

}  // namespace

Tree by_circles(const Goal& g, const Subprover& s) {
  if (auto t = with_circles(g, s)) return t;
  Goal h = g;
  Proof out;
  if (!take_arguments_apart(h, out)) return std::nullopt;
  Tree rest = s.immediate(h);
  if (!rest) rest = with_circles(h, s);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

namespace {

// The terms of e with positive numbers in front, and those with negative ones without the sign.
std::pair<Expr, Expr> two_sides(Algebra& a, const Expr& e) {
  std::vector<Expr> terms;
  terms_of(e, Rational(1), terms);
  Expr left = 0, right = 0;
  for (const Expr& t : terms) {
    const auto f = a.factorization(t);
    if (f && f->constant.sign() < 0)
      right = add(right, a.simplified(negate(t)).value_or(negate(t)));
    else
      left = add(left, t);
  }
  return {left, right};
}

// An equation of roots, as asinh, acosh and atanh leave: of a factor that vanishes, the terms of either sign on one
// side each, which are nowhere negative and have one square.
Tree by_squares_of_sides(const Goal& g, const Subprover& s, int depth) {
  const auto is_root = [](const Expr& e) { return e.op() == Op::sqrt; };
  if (nodes_of(g.relation, is_root).empty()) return std::nullopt;
  const auto nonnegative = [&](const Expr& side) { return g.context.knows({side, Need::nonnegative}); };
  const ProveGoal squares = [&](const Goal& half) { return steps(half, rule::Power{Rational(2)}, {s.immediate}); };
  if (nonnegative(g.relation.lhs) && nonnegative(g.relation.rhs))
    if (auto t = steps(g, rule::Both{}, {squares})) return t;
  Algebra a = g.context.algebra();
  const auto factors = a.factorization(g.difference());
  if (!factors) return std::nullopt;
  for (const auto& [base, exponent] : factors->factors) {
    if (exponent < 1 || nodes_of({Rel::eq, base, 0}, is_root).empty()) continue;
    const auto form = a.expanded(base);
    if (!form) continue;
    const auto [left, right] = two_sides(a, *form);
    if (!a.is_zero(sub(pow(left, 2), pow(right, 2)))) continue;
    const Expr rest = quotient(g.difference(), *form);
    const auto weight = a.simplified(rest);
    if (!weight || !is_defined(g.context, *weight)) continue;
    Goal h = g;
    Proof out;
    if (!take(rule::Factor{*weight, *form}, h, out) || !take(rule::Rewrite{left, right}, h, out)) continue;
    bool known = true;
    for (const Expr& side : {left, right}) {
      if (h.context.knows({side, Need::nonnegative})) continue;
      const Relation sign{Rel::ge, side, 0};
      const auto t = known ? s.prove({h.context, sign}, std::min(depth, 2), s.numeric) : std::nullopt;
      known = t.has_value();
      if (t) cut_in(out, h, sign, *t);
    }
    const auto t = known ? steps(h, rule::Both{}, {squares}) : std::nullopt;
    if (!t) continue;
    append(out, *t);
    return out;
  }
  return std::nullopt;
}

// A term as a number times the rest.
std::pair<Rational, Expr> number_and_rest(const Expr& term) {
  if (term.op() == Op::neg) return {Rational(-1), term.arg(0)};
  if (term.is_constant()) return {term.value(), 1};
  if (term.op() == Op::mul && term.arg(0).is_constant()) return {term.arg(0).value(), term.arg(1)};
  return {Rational(1), term};
}

// Logarithms that are apart on one side only: as exponentials they are what they are of. Half a logarithm, as of atanh
// and acosh, as a whole one, so that no roots come of it.
Tree by_exponentials_of_sides(const Goal& g, const Subprover& s, int depth) {
  if (nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::log; }).empty()) return std::nullopt;
  if (auto t = steps(g, rule::TakeExp{}, {s.immediate})) return t;
  constexpr std::int64_t greatest = 12;
  std::int64_t common = 1;
  Expr left = 0, right = 0;
  std::vector<Expr> terms;
  terms_of(g.difference(), Rational(1), terms);
  Algebra a = g.context.algebra();
  for (const Expr& t : terms) {
    const auto below = number_and_rest(t).first.to_int64_denominator();
    if (!below || *below > greatest) return std::nullopt;
    common = std::lcm(common, *below);
  }
  if (common > greatest) return std::nullopt;
  for (const Expr& t : terms) {
    const auto [q, rest] = number_and_rest(t);
    const Expr whole = mul(Expr(abs(q) * Rational(common)), rest);
    Expr& side = q.sign() < 0 ? right : left;
    side = add(side, whole);
  }
  const Expr l = left, r = right;
  return steps(g, rule::Factor{Expr(Rational(1, common)), sub(l, r)}, {[&](const Goal& h) {
                 return rewritten(h, l, r, [&](const Goal& k) {
                   return steps(k, rule::TakeExp{}, {[&](const Goal& e) -> Tree {
                                  if (auto t = s.immediate(e)) return t;
                                  return by_squares_of_sides(e, s, depth);
                                }});
                 });
               }});
}

// Angles with pi in them, as those of a triangle: the one that an equation gives is solved for, and quarters of a turn
// go out of sines and cosines.
Tree by_angles_of_triangles(const Goal& g, const Subprover& s, int depth) {
  if (g.context.language() < 3 || nodes_of(g.relation, is_wave).empty()) return std::nullopt;
  const auto speaks_of_pi = [](const Relation& r) {
    return !nodes_of(r, [](const Expr& e) { return e == Expr::pi(); }).empty();
  };
  if (std::ranges::any_of(g.context.hypotheses(),
                          [&](const Relation& h) { return h.rel == Rel::eq && speaks_of_pi(h); }))
    if (auto t = by_solving(g, s, depth)) return t;
  const auto turned = [&](const Expr& e) { return is_wave(e) && speaks_of_pi({Rel::eq, e.arg(0), 0}); };
  if (nodes_of(g.relation, turned).empty()) return std::nullopt;
  const auto form = g.context.algebra().simplified(g.difference());
  if (!form || !nodes_of({Rel::eq, *form, 0}, turned).empty() || !is_defined(g.context, *form)) return std::nullopt;
  return rewritten(g, *form, 0, [&](const Goal& h) { return by_equation(h, s, depth - 1); });
}

// Logarithms under roots, as in sqrt(eps + log(1/d)) - sqrt(log(1/d)): each as a variable of its sign, since no normal
// form of what stands under a root shows that sign.
Tree by_logarithms_in_roots(const Goal& g, const Subprover& s, int depth) {
  std::vector<Expr> logs;
  for (const Expr& root : nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::sqrt; }))
    for (const Expr& l : nodes_of({Rel::eq, root, 0}, [](const Expr& e) { return e.op() == Op::log; }))
      if (!variables_of(l).empty() && std::ranges::find(logs, l) == logs.end()) logs.push_back(l);
  if (logs.empty()) return std::nullopt;
  Goal h = g;
  Proof out;
  for (const Expr& l : logs) {
    const bool falls = h.context.knows({negate(l), Need::nonnegative});
    if (!falls && !h.context.positive_(l)) {
      Algebra a = h.context.algebra();
      const auto form = a.simplified(l);
      if (!form || !h.context.positive_(*form)) return std::nullopt;
      const Relation said{Rel::gt, l, 0};
      const auto sign = rewritten({h.context, said}, *form, 0, [](const Goal&) { return Proof{rule::Sign{}}; });
      if (!sign) return std::nullopt;
      cut_in(out, h, said, *sign);
    }
    const bool zero = falls && !h.context.positive_(negate(l));
    const std::string name = fresh_name(h.context);
    if (!take(rule::Gen{name, range_from_zero(h.context, l), l}, h, out)) return std::nullopt;
    if (!falls) continue;
    const Expr below = Expr::variable(fresh_name(h.context));
    if (!take(rule::Subst{Expr::variable(name), below.name(), {{false, zero, 0}, {}}, negate(below)}, h, out))
      return std::nullopt;
    Algebra a = h.context.algebra();
    take(rule::Rewrite{with_simple_arguments(a, h.relation.lhs), with_simple_arguments(a, h.relation.rhs)}, h, out);
  }
  const auto t = by_equation(without_hypotheses(h, out), s, depth);  // fewer logarithms are left
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

// One function at two places that are the same number in different words, as s/(sqrt(2)*sqrt(s)) and sqrt(s/2) are: its
// value at one of them by that at the other one, with a slope that does not matter.
Tree by_equal_arguments(const Goal& g, const Subprover& s) {
  const auto at_places = [](const Relation& r) {
    return nodes_of(r, [](const Expr& e) {
      return (is_error_function(e) || e.op() == Op::atan || is_wave(e)) && !e.arg(0).is_constant();
    });
  };
  if (at_places(g.relation).size() < 2) return std::nullopt;
  Algebra a = g.context.algebra();
  // In normal form all error functions are of one kind.
  const auto form = a.simplified(g.difference());
  Goal h = g;
  Proof out;
  if (!form || !is_defined(g.context, *form) || !take(rewrite_to(*form), h, out)) return std::nullopt;
  const auto all = at_places(h.relation);
  bool replaced = false;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      const Expr &one = all[i], &other = all[j];
      if (one.op() != other.op() || !a.is_zero(sub(one.arg(0), other.arg(0)))) continue;
      replaced |= take(rule::Secant{one, other, fresh_name(h.context), Range{}, Range{}}, h, out);
    }
  const auto rest = replaced ? s.immediate(h) : std::nullopt;
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

}  // namespace

Tree by_equation(const Goal& g, const Subprover& s, int depth) {
  if (auto t = s.immediate(g)) return t;
  if (depth <= 0) return std::nullopt;
  if (auto t = by_equal_arguments(g, s)) return t;
  if (auto t = by_logarithms_in_roots(g, s, depth)) return t;
  if (auto t = by_exponentials_of_sides(g, s, depth)) return t;
  if (auto t = by_angles_of_triangles(g, s, depth)) return t;
  if (auto t = by_squares_of_sides(g, s, depth)) return t;
  if (auto t = by_parts_of_a_turn(g, s)) return t;
  if (auto t = by_special_angles(g, s, depth)) return t;
  if (auto t = by_circles(g, s)) return t;
  if (auto t = by_units_of_angles(g, [&](const Goal& h) { return by_equation(h, s, depth - 1); })) return t;
  if (auto t = by_waves_of_arctangents(g, s, depth)) return t;
  if (auto t = by_parity(g, s, depth)) return t;
  if (auto t = by_binomials(g, s, depth)) return t;
  if (auto t = by_moved_ranges(g, s, depth)) return t;
  if (auto t = by_floors_over_a_period(g, s, depth)) return t;
  if (auto t = by_closed_recursions(g, s, depth)) return t;
  if (auto t = by_range_induction(g, s, depth)) return t;
  if (auto t = by_induction_of_neighbours(g, s, depth)) return t;
  if (auto t = by_closed_sums(g, s, depth)) return t;
  if (auto t = by_creative_telescoping(g, s, depth)) return t;
  if (auto t = by_incomplete_integrals(g, s, depth)) return t;
  if (auto t = by_integrals(g, s, depth)) return t;
  if (auto t = by_distances(g, s, depth)) return t;
  if (auto t = by_products_of_exponentials(g, s, depth)) return t;
  if (auto t = by_terms(g, s, depth)) return t;
  if (auto t = by_parts_of_ranges(g, s, depth)) return t;
  if (auto t = by_kinks(g, s, depth - 1)) return t;
  if (auto t = by_plain_words(g, s, depth)) return t;
  if (auto t = by_contraposition(g, s, depth)) return t;
  if (auto t = by_roots_of_squares(g, s, depth)) return t;
  if (auto t = by_constancy(g, s, depth)) return t;
  if (auto t = by_named_angles(g, s, depth)) return t;
  if (auto t = by_sums_of_arctangents(g, s, depth)) return t;
  if (auto t = by_congruences(g)) return t;
  if (auto t = by_floor_cells(g, s)) return t;
  if (auto t = by_cells_of_floors(g, s)) return t;
  if (auto t = by_floor_induction(g, s)) return t;
  if (auto t = by_residues(g, s, depth)) return t;
  if (auto t = by_equations_modulo(g, s, depth)) return t;
  if (auto t = by_periods(g, s, depth)) return t;
  if (auto t = by_whole_shifts(g, s, depth - 1)) return t;
  if (auto t = by_rounding(g, s, std::min(depth - 1, Effort::Rounding::depth_of_a_half))) return t;
  if (auto t = by_enumeration(g, s, depth, Effort::values_of_an_equation)) return t;
  if (!nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::floor || e.op() == Op::ceil; }).empty()) {
    if (auto t = steps(g, rule::Both{}, {[&](const Goal& h) { return by_floors(h, s, depth - 1); }})) return t;
  }
  if (!g.context.hypotheses().empty()) {  // the two halves; also where the hypotheses leave no point
    if (auto t = steps(g, rule::Both{}, {[&](const Goal& h) -> Tree {
                         if (auto u = s.immediate(h)) return u;
                         return prove_by_combination(h, s.out_of_time);
                       }}))
      return t;
  }
  // Constant along a variable up to an infinite end, where it tends to 0.
  if (!nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::atan || is_error_function(e); }).empty()) {
    if (auto t = steps(g, rule::Both{}, {[&](const Goal& h) { return by_tail(h, s, 1); }})) return t;
  }
  // Two positive products with exponentials, as those of gamma functions: the halves, of which logarithms are taken.
  if (has_exponential_side(g)) {
    if (auto t = steps(g, rule::Both{}, {[&](const Goal& h) { return by_logs(h, s, depth); }})) return t;
  }
  // The same at x + 1, and without a limit other than 0: the multiplication formulas of gamma functions.
  if (s.numeric) {
    if (auto t = steps(g, rule::Both{}, {[&](const Goal& h) { return by_telescoping(h, s, true); }})) return t;
  }
  if (auto t = by_solving(g, s, depth)) return t;
  // Each half as a claim of its own, as that of trigamma's multiplication formula, or of an arctangent as an arcsine.
  const auto has_halves = [](const Expr& e) { return e.op() == Op::polygamma || e.op() == Op::atan; };
  if (s.numeric && !nodes_of(g.relation, has_halves).empty())
    if (auto t = steps(g, rule::Both{}, {[&](const Goal& h) { return s.prove(h, depth - 1, true); }})) return t;
  if (!g.context.forall_hypotheses().empty())
    if (auto t = by_induction_up_to(g, s, depth)) return t;
  // Of what an equation says of a power, as x^2 = y^2, each half is a goal of its own. Otherwise it follows from
  // hypotheses as they are, or not at all.
  const auto is_power = [](const Expr& e) { return e.op() == Op::pow; };
  const auto says_power = [&](const Relation& h) { return h.rel == Rel::eq && (is_power(h.lhs) || is_power(h.rhs)); };
  if (std::ranges::none_of(g.context.hypotheses(), says_power)) return std::nullopt;
  return steps(g, rule::Both{}, {[&](const Goal& h) { return s.prove(h, depth - 1, false); }});
}

}  // namespace dpcert::verify
