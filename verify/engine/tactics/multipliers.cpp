// Jensen's and the tangent line's inequality under a constraint (the method of multipliers, term by term): D is a sum
// of functions of one variable each, and an equation or inequality among the hypotheses, or the logarithm of one
// between products, is such a sum as well. Where all variables are equal, D - lambda * constraint has no slope for some
// number lambda; then each of its terms is claimed to be least there, which is a statement in one variable.
#include <algorithm>
#include <cmath>

#include "verify/engine/goal/probe.hpp"
#include "verify/engine/tactics/angles.hpp"
#include "verify/engine/tactics/solving.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

using Parts = ExprMap<Expr>;  // by variable, what depends on it alone

std::vector<Expr> names_in(const Context& c, const Expr& e) {
  std::vector<Expr> out;
  for (const auto& v : c.variables())
    if (depends_on(e, Expr::variable(v.name))) out.push_back(Expr::variable(v.name));
  return out;
}

// A constraint as a sum of functions of one variable each and a number.
struct Constraint {
  std::size_t hypothesis;  // from 1
  bool equation;
  bool of_logs;  // its two sides are products, and `parts` are their logarithms
  std::vector<Expr> xs;
  Parts parts;
  Expr constant = 0;
};

// Terms of e by variable; those of several variables go into `mixed`, the others into `constant`.
void sort_terms(const Context& c, const Expr& e, Parts& parts, Expr& constant, std::vector<Expr>& mixed) {
  std::vector<Expr> terms;
  terms_of(e, Rational(1), terms);
  for (const Expr& t : terms) {
    const auto names = names_in(c, t);
    if (names.empty()) {
      constant = add(constant, t);
    } else if (names.size() == 1) {
      const auto p = parts.emplace(names[0], t);
      if (!p.second) p.first->second = add(p.first->second, t);
    } else {
      mixed.push_back(t);
    }
  }
}

std::vector<Constraint> constraints(const Context& c) {
  std::vector<Constraint> out;
  Algebra a = c.algebra();
  for (std::size_t i = 0; i < c.hypotheses().size(); ++i) {
    const Relation& h = c.hypotheses()[i];
    const Expr d = sub(h.lhs, h.rhs);
    if (names_in(c, d).size() < 2) continue;
    for (const bool logs : {false, true}) {
      if (logs && (h.rel != Rel::eq || !c.positive_(h.lhs) || !c.positive_(h.rhs))) continue;
      Constraint k{i + 1, h.rel == Rel::eq, logs, names_in(c, d), {}};
      std::vector<Expr> mixed;
      const Expr e = logs ? sub(log_by_factors(c, h.lhs), log_by_factors(c, h.rhs)) : a.expanded(d).value_or(d);
      sort_terms(c, e, k.parts, k.constant, mixed);
      if (mixed.empty() && k.parts.size() == k.xs.size()) out.push_back(std::move(k));
    }
  }
  return out;
}

// t as a function of one variable, with another one as the constraint has it.
std::optional<Expr> of_one_variable(const Context& c, const Constraint& k, const Expr& t) {
  if (!k.equation) return std::nullopt;
  Algebra a = c.algebra();
  const Relation& h = c.hypotheses()[k.hypothesis - 1];
  for (const Expr& y : k.xs) {
    if (!depends_on(t, y)) continue;
    const auto p = a.coefficients(sub(h.lhs, h.rhs), y);
    if (!p || p->size() != 2) continue;
    const auto e = a.simplified(substitute(t, {{y, negate(quotient((*p)[0], (*p)[1]))}}));
    if (e && names_in(c, *e).size() <= 1) return e;
  }
  return std::nullopt;
}

// Products of each two variables with one coefficient, where the constraint is that of their sum: by its square.
std::optional<Expr> without_products(const Context& c, const Constraint& k, const Expr& mixed) {
  if (!k.equation || k.of_logs) return std::nullopt;
  Algebra a = c.algebra();
  const auto slope = a.simplified(derivative(derivative(mixed, k.xs[0]), k.xs[1]));
  const Expr& first = k.parts.at(k.xs[0]);
  const auto scale = a.ratio(first, k.xs[0], true);
  if (!slope || !slope->is_constant() || slope->is_constant(0) || !scale) return std::nullopt;
  Expr sum = 0, squares = 0;
  for (const Expr& x : k.xs) {
    sum = add(sum, x);
    squares = add(squares, power(x, 2));
  }
  const Expr whole = negate(quotient(k.constant, Expr(*scale)));
  const Expr half = mul(Expr(Rational(1, 2)), *slope);
  const Expr now = a.simplified(sub(mixed, mul(half, sub(power(sum, 2), squares)))).value_or(mixed);
  return add(now, mul(half, sub(power(whole, 2), squares)));
}

// The place at which all variables are equal and the constraint is an equation: simple, or the root of what is simple.
std::vector<Expr> equal_places(const Context& c, const Constraint& k) {
  std::vector<Expr> out;
  const Expr x = k.xs[0];
  Expr on_diagonal = k.constant;
  Algebra a = c.algebra();
  Rational slope(0);
  bool linear = true;
  for (const Expr& y : k.xs) {
    on_diagonal = add(on_diagonal, substitute(k.parts.at(y), {{y, x}}));
    const auto q = a.ratio(k.parts.at(y), y, true);
    linear = linear && q;
    if (q) slope += *q;
  }
  if (linear) {
    if (slope.is_zero()) return out;
    const Expr p = negate(quotient(k.constant, Expr(slope)));
    out.push_back(a.simplified(p).value_or(p));
    return out;
  }
  auto probe = Probe::of({on_diagonal}, std::vector<Expr>{x});
  if (!probe) return out;
  const auto value = [&](double t) {
    probe->at(std::span<const double>(&t, 1));
    return probe->value();
  };
  const Ends ends = ends_of(c.find(x)->range);
  double lo = 0, hi = 0;
  bool found = false;
  for (int i = 1; i < Effort::Multipliers::places && !found; ++i) {
    lo = scattered_far(ends, static_cast<double>(i) / Effort::Multipliers::places);
    hi = scattered_far(ends, static_cast<double>(i + 1) / Effort::Multipliers::places);
    if (lo > hi) std::swap(lo, hi);
    found = value(lo) * value(hi) <= 0;
  }
  if (!found) return out;
  for (int i = 0; i < Effort::Multipliers::halvings; ++i) {
    const double middle = (lo + hi) / 2;
    (value(lo) * value(middle) <= 0 ? hi : lo) = middle;
  }
  const auto simple = [](double t) {
    const double reach = std::abs(t) * Effort::Multipliers::nearness;
    return Expr(simplest_between(Rational::from_double(t - reach), Rational::from_double(t + reach)));
  };
  const double t = (lo + hi) / 2;
  if (!(std::abs(t) > 1e-6)) return out;
  const Context numbers;
  Algebra plain = numbers.algebra();
  std::vector<Expr> candidates{simple(t)};
  if (t > 0) candidates.push_back(sqrt(simple(t * t)));
  if (t > 0) candidates.push_back(pow(simple(t * t * t), Expr(Rational(1, 3))));
  for (const Expr& p : candidates)
    if (plain.is_zero(substitute(on_diagonal, {{x, p}}))) {
      out.push_back(p);
      break;
    }
  return out;
}

class ByMultipliers {
 public:
  ByMultipliers(const Goal& g, Constraint k, const Subprover& s, const ProveGoal& alone)
      : g_(g), k_(std::move(k)), s_(s), alone_(alone) {}

  Tree run() {
    if (!separated()) return std::nullopt;
    for (const Expr& p : equal_places(g_.context, k_))
      if (auto t = at(p)) return t;
    return std::nullopt;
  }

 private:
  bool separated() {
    std::vector<Expr> mixed;
    sort_terms(g_.context, g_.difference(), parts_, constant_, mixed);
    if (!mixed.empty()) {
      Algebra a = g_.context.algebra();
      parts_.clear(), mixed.clear();
      constant_ = 0;
      sort_terms(g_.context, a.expanded(g_.difference()).value_or(g_.difference()), parts_, constant_, mixed);
    }
    Expr left = 0;
    for (const Expr& t : mixed) {
      solved_ = true;
      if (const auto e = of_one_variable(g_.context, k_, t)) {
        std::vector<Expr> none;
        sort_terms(g_.context, *e, parts_, constant_, none);
      } else {
        left = add(left, t);
      }
    }
    if (!left.is_constant(0)) {
      const auto apart = without_products(g_.context, k_, left);
      if (!apart) return false;
      std::vector<Expr> none;
      sort_terms(g_.context, *apart, parts_, constant_, none);
      if (!none.empty()) return false;
    }
    // Nothing else moves, and D depends on what the constraint is about.
    return std::ranges::all_of(parts_, [&](const auto& p) { return k_.parts.contains(p.first); }) && parts_.size() > 1;
  }

  [[nodiscard]] Expr part(const Expr& x) const {
    const auto p = parts_.find(x);
    return p == parts_.end() ? Expr(0) : p->second;
  }

  // lambda so that the slopes vanish at p, one for all variables.
  std::optional<Expr> multiplier(const Expr& p) const {
    const Context numbers;
    Algebra plain = numbers.algebra();
    std::optional<Expr> out;
    for (const Expr& x : k_.xs) {
      const Expr slope =
          quotient(substitute(derivative(part(x), x), {{x, p}}), substitute(derivative(k_.parts.at(x), x), {{x, p}}));
      if (!is_defined(numbers, slope)) return std::nullopt;
      const Expr simple = with_values_of_turns(slope), now = plain.simplified(simple).value_or(simple);
      if (out && !plain.is_zero(sub(*out, now))) return std::nullopt;
      if (!out) out = now;
    }
    return out;
  }

  Tree at(const Expr& p) {
    const auto lambda = multiplier(p);
    if (!lambda) return std::nullopt;
    const Context numbers;
    if (!k_.equation && !numbers.knows({*lambda, Need::nonnegative})) return std::nullopt;
    Goal h = g_;
    Proof out;
    derive_bounds(h, out, true);
    rule::Combine sum{Rational(0), {}};
    Expr least = constant_;
    std::vector<Relation> claims;
    for (const Expr& x : k_.xs) {
      const Expr f = part(x), phi = k_.parts.at(x);
      const Expr there = with_values_of_turns(substitute(f, {{x, p}}));
      least = add(least, there);
      claims.push_back({Rel::ge, f, add(there, mul(*lambda, sub(phi, substitute(phi, {{x, p}}))))});
      if (!is_defined(h.context, sub(claims.back().lhs, claims.back().rhs))) return std::nullopt;
      if (!looks_nonnegative(box(h.context, x), sub(claims.back().lhs, claims.back().rhs))) return std::nullopt;
    }
    Algebra plain = numbers.algebra();
    least = plain.simplified(least).value_or(least);
    if (!numbers.knows({least, g_.strict() ? Need::positive : Need::nonnegative})) return std::nullopt;
    sum.constant = weight(least);
    for (const Relation& r : claims) {
      if (s_.out_of_time()) return std::nullopt;
      const auto t = in_one_variable({h.context, r}, k_.xs[sum.terms.size()], p);
      if (!t) return std::nullopt;
      cut_in(out, h, r, *t);
      sum.terms.emplace_back(h.context.hypotheses().size(), Rational(1));
    }
    if (!k_.of_logs) sum.terms.emplace_back(k_.hypothesis, weight(*lambda));
    if (k_.of_logs || solved_) {
      if (!eliminated(h, out)) return std::nullopt;
    }
    out.emplace_back(std::move(sum));
    return out;
  }

  // The context with x's box alone.
  static Context box(const Context& c, const Expr& x) { return Context({*c.find(x)}); }

  // The place as 1 of another variable: one of the anchors that are always tried.
  Tree in_one_variable(const Goal& g, const Expr& x, const Expr& p) const {
    Proof lines;
    Goal h = g;
    for (const auto& v : g.context.variables())  // what is said of x alone stays: D may be defined by that
      if (const Expr y = Expr::variable(v.name); !(y == x)) take(rule::Widen{y, v.range}, h, lines);
    h = where_defined(h, lines);
    const Range r = h.context.find(x)->range;
    const auto scaled = [&](const End& end) {
      return p.is_constant() && !end.infinite ? End{false, end.closed, end.value / p.value()} : end;
    };
    const auto fits = [&](const End& end) { return end.infinite || end.value.is_zero() || p.is_constant(); };
    const Context numbers;
    if (!p.is_constant(1) && numbers.positive_(p) && fits(r.lo) && fits(r.hi)) {
      const std::string name = fresh_name(h.context);
      take(rule::Subst{x, name, {scaled(r.lo), scaled(r.hi)}, mul(p, Expr::variable(name))}, h, lines);
    }
    auto t = away_from_ends(h);
    if (!t) t = alone_(h);
    if (!t) return std::nullopt;
    append(lines, *t);
    return lines;
  }

  // Without hypotheses, where the box shows that D is defined.
  static Goal where_defined(const Goal& g, Proof& lines) {
    Proof more;
    const Goal free = without_hypotheses(g, more);
    if (!is_defined(free.context, free.difference())) return g;
    append(lines, more);
    return free;
  }
  [[nodiscard]] Tree free_of_hypotheses(const Goal& g) const {
    Proof lines;
    const auto t = alone_(where_defined(g, lines));
    if (!t) return std::nullopt;
    append(lines, *t);
    return lines;
  }

  // Sines and cosines may vanish at open ends, with what is below a fraction line: a part of the range next to each of
  // them is left to others.
  Tree away_from_ends(const Goal& g) const {
    const auto waves = nodes_of(g.relation, is_wave);
    if (waves.empty()) return std::nullopt;
    const Expr x = names_in(g.context, waves[0])[0];
    const Range r = g.context.find(x)->range;
    if (!r.bounded() || r.lo.closed || r.hi.closed) return std::nullopt;
    const Rational width = (r.hi.value - r.lo.value) / Rational(Effort::Multipliers::parts);
    const ProveGoal rest = [&](const Goal& h) { return free_of_hypotheses(h); };
    return steps(g, rule::Split{x, r.lo.value + width},
                 {rest, [&](const Goal& above) {
                    return steps(above, rule::Split{x, r.hi.value - width}, {rest});
                  }});
  }

  // A variable by what the constraint says of it, in all of the goal.
  bool eliminated(Goal& h, Proof& out) const {
    const Relation c = h.context.hypotheses()[k_.hypothesis - 1];
    Algebra a = h.context.algebra();
    for (auto x = k_.xs.rbegin(); x != k_.xs.rend(); ++x) {
      const auto q = a.coefficients(sub(c.lhs, c.rhs), *x);
      if (!q || q->size() != 2 || (*q)[1].is_constant(0) || !is_defined(h.context, quotient(1, (*q)[1]))) continue;
      const Expr found = negate(quotient((*q)[0], (*q)[1]));
      const Expr value = a.simplified(found).value_or(found);
      if (!is_defined(h.context, value)) continue;
      cut_in(out, h, {Rel::eq, *x, value},
             {rule::Combine{Rational(0), {{k_.hypothesis, weight(quotient(1, (*q)[1]))}}}});
      SolvedEquation solved{value, h, {}};
      keep_bounds(solved, *h.context.find(*x));
      append(out, solved.steps);
      h = solved.goal;
      const Step equal = rule::Equal{*x, value};
      return take(equal, h, out);
    }
    return false;
  }

  const Goal& g_;
  Constraint k_;
  const Subprover& s_;
  const ProveGoal& alone_;
  Parts parts_;
  Expr constant_ = 0;
  bool solved_ = false;
};

// Factors of e, as it is written, that depend on variables.
void factors_of(const Expr& e, std::vector<Expr>& out) {
  if (e.op() == Op::mul || e.op() == Op::div) {
    factors_of(e.arg(0), out);
    factors_of(e.arg(1), out);
  } else if (!variables_of(e).empty()) {
    out.push_back(e);
  }
}

// A product on a side: the logarithms of its factors are a sum, once these are known to be positive.
Tree of_products(const Goal& g, const Subprover& s, const ProveGoal& rest) {
  std::vector<Expr> factors;
  for (const Expr& side : {g.relation.lhs, g.relation.rhs})
    if (side.op() == Op::mul || side.op() == Op::div)
      factors_of(side, factors);
    else if (!g.context.positive_(side))
      return std::nullopt;
  if (factors.size() < 2) return std::nullopt;
  Goal h = g;
  Proof out;
  for (const Expr& f : factors) {
    if (h.context.positive_(f)) continue;
    const Relation r{Rel::gt, f, 0};
    if (!looks_nonnegative(h.context, f)) return std::nullopt;
    const auto t = s.prove_within({h.context, r}, Effort::depth_of_a_condition, true, Effort::boxes_of_an_end);
    if (!t) return std::nullopt;
    cut_in(out, h, r, *t);
  }
  const auto t =
      steps(h, rule::TakeLog{}, {[&](const Goal& k) {
              const Context& c = k.context;
              return rewritten(k, log_by_factors(c, h.relation.lhs), log_by_factors(c, h.relation.rhs), rest);
            }});
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

}  // namespace

Tree by_multipliers(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq || g.context.variables().size() < 2) return std::nullopt;
  const auto found = constraints(g.context);
  if (found.empty()) return std::nullopt;
  const auto of_sums = [&](const Goal& h) -> Tree {
    for (Constraint& k : constraints(h.context)) {
      if (s.out_of_time()) return std::nullopt;
      if (auto t = ByMultipliers(h, std::move(k), s, alone).run()) return t;
    }
    return std::nullopt;
  };
  const auto terms_of_them = [&](const Goal& h) -> Tree {
    if (auto t = of_sums(h)) return t;
    return of_products(h, s, of_sums);
  };
  // Angles as parts of pi have ends that are numbers.
  if (auto t = by_turns(g, terms_of_them)) return t;
  return terms_of_them(g);
}

}  // namespace dpcert::verify
