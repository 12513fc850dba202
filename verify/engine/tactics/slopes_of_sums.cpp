// Sums of terms T(k, x) along a real variable x: where dT/dx - c T is G(k + 1) - G(k), with G a polynomial in k times
// T, the slope of exp(-c x) times the sum is what G leaves at its two ends. So the first terms of the series of exp
// stay below it, and a distribution function of Poisson or binomial laws falls in their parameter. c and G are found by
// linear equations, as Gosper's algorithm has them.
#include <algorithm>
#include <cstdlib>

#include "src/symbolic/flat.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

struct Slope {
  Expr rate, p;  // c; G(k)/T(k), in k
};

// Over the product of its irreducible factors, of which it is known that they are not 0 where it may not be of x^2 - x.
Expr over_factors(Algebra& a, const Expr& e) {
  const auto simple = a.simplified(e);
  const auto f = simple ? a.factorization(*simple) : std::nullopt;
  if (!f) return simple.value_or(e);
  Expr numerator(f->constant), denominator = 1;
  for (const auto& [base, exponent] : f->factors) {
    Expr& side = exponent > 0 ? numerator : denominator;
    side = mul(side, std::abs(exponent) == 1 ? base : pow(base, Expr(std::abs(exponent))));
  }
  return quotient(numerator, denominator);
}

std::optional<Slope> slope_of(const Context& inside, const Expr& body, const Expr& k, const Expr& x) {
  Algebra a = inside.algebra();
  const auto next = a.simplified(quotient(substitute(body, {{k, plus(k, 1)}}), body));
  const auto change = a.simplified(quotient(derivative(body, x), body));
  if (!next || !change) return std::nullopt;
  const Expr rate = Expr::variable("@@c");
  for (std::size_t degree = 0; degree <= Effort::Sums::degree_of_certificate; ++degree) {
    auto [unknowns, here, there] = UnknownPolynomial(k, degree);
    for (const bool with_rate : {false, true}) {
      if (with_rate) unknowns.push_back(rate);
      const auto f = a.fraction(sub(sub(mul(there, *next), here), with_rate ? sub(*change, rate) : *change));
      const auto rows = f ? a.coefficients(f->first, k) : std::nullopt;
      const auto values = rows ? solved_rows(a, *rows, unknowns) : std::nullopt;
      if (!values) continue;
      const Expr c = with_rate ? values->back() : Expr(0);
      if (depends_on(c, x)) continue;
      Expr p = 0;
      for (std::size_t i = degree + 1; i-- > 0;) p = add(mul(p, k), over_factors(a, (*values)[i]));
      return Slope{c, p};
    }
  }
  return std::nullopt;
}

class SlopesOfSums {
 public:
  SlopesOfSums(const Goal& g, const Expr& sum, const Expr& x, const Subprover& s, int depth)
      : g_(g), sum_(sum), x_(x), s_(s), depth_(depth) {}

  Tree run() {
    const Variable* v = g_.context.find(x_);
    Algebra a = g_.context.algebra();
    const auto p = affine_in(a, g_.context, g_.difference(), sum_);
    if (!p || p->second.is_constant(0)) return std::nullopt;
    const Expr k = Expr::variable(fresh_name(g_.context));
    const Expr body = body_at(sum_, k);
    const auto found = slope_of(g_.context.strictly_inside(x_).inside(sum_, k), body, k, x_);
    if (!found) return std::nullopt;
    const auto term = [&](const Expr& place) { return mul(substitute(found->p, {{k, place}}), body_at(sum_, place)); };
    const auto whole = [&](const Goal& h) -> Tree {
      for (const bool lower : {true, false}) {
        if ((lower ? v->range.lo : v->range.hi).infinite) continue;
        if (auto t = along(h, found->rate, term, lower)) return t;
      }
      return std::nullopt;
    };
    if (found->rate.is_constant(0)) return whole(g_);
    const Expr growth = exp(mul(found->rate, x_)), decay = exp(negate(mul(found->rate, x_)));
    const Expr rest = mul(p->first, decay);
    return steps(g_, rule::Factor{growth, add(a.simplified(rest).value_or(rest), mul(p->second, mul(decay, sum_)))},
                 {whole});
  }

 private:
  Tree along(const Goal& g, const Expr& rate, const std::function<Expr(const Expr&)>& term, bool lower) {
    const ProveGoal slope = [&](const Goal& h) { return by_slope(h, rate, term); };
    const ProveGoal end = [&](const Goal& h) { return at_end(h); };
    return steps(g, rule::Mono{x_, lower, true, false}, {slope, end});
  }

  // D' with what the slopes of the terms add up to.
  Tree by_slope(const Goal& h, const Expr& rate, const std::function<Expr(const Expr&)>& term) {
    Extended x{h};
    const auto changes = nodes_of(h.relation, [&](const Expr& e) {
      return e.op() == Op::sum && e != sum_ && e.arg(0) == sum_.arg(0) && e.arg(1) == sum_.arg(1);
    });
    if (changes.size() != 1) return std::nullopt;
    Algebra a = h.context.algebra();
    const auto p = affine_in(a, h.context, h.difference(), changes[0]);
    if (!p) return std::nullopt;
    const FreshIndex k;
    const Expr &i = k.variable(), both = add(mul(rate, body_at(sum_, i)), sub(term(plus(i, 1)), term(i)));
    const Relation said{Rel::eq, changes[0], Expr::repeated(Op::sum, i, sum_.arg(0), sum_.arg(1), both)};
    const auto each = steps({h.context, said}, rule::Termwise{fresh_name(h.context)}, {s_.immediate});
    if (!each) return std::nullopt;
    cut_in(x.lines, x.goal, said, *each);
    Weights weights{{x.last(), weight(p->second)}};
    const auto differences = telescoped_sum(x, sum_.arg(0), sum_.arg(1), term);
    if (!differences) return std::nullopt;
    for (const auto& [j, sign] : differences->weights) weights.emplace_back(j, weight(mul(Expr(sign), p->second)));
    const Expr rest = over_factors(a, add(p->first, mul(p->second, add(mul(rate, sum_), differences->value))));
    if (!is_defined(h.context, rest) || !looks_nonnegative(h.context, rest)) return std::nullopt;
    if (!x.goal.context.knows({rest, h.strict() ? Need::positive : Need::nonnegative})) {
      const Relation left{h.relation.rel, rest, 0};
      const auto proof = s_.prove({x.goal.context, left}, depth_ - 1, true);
      if (!proof) return std::nullopt;
      cut_in(x.lines, x.goal, left, *proof);
    }
    x.lines.emplace_back(rule::Combine{weight(rest), weights});
    return x.lines;
  }

  // There all terms but the first, or the last, may be 0.
  Tree at_end(const Goal& h) {
    if (auto t = s_.immediate(h)) return t;
    for (const bool first : {true, false}) {
      Extended x{h};
      const auto sums = nodes_of(h.relation, [](const Expr& e) { return e.op() == Op::sum; });
      if (sums.size() != 1) break;
      if (!x.take(rule::Unfold{sums[0], first ? rule::Unfold::Part::first : rule::Unfold::Part::last})) continue;
      const Expr rest = first ? over(sums[0], plus(sums[0].arg(0), 1), sums[0].arg(1))
                              : over(sums[0], sums[0].arg(0), plus(sums[0].arg(1), -1));
      const Relation none{Rel::eq, rest, 0};
      const auto each = steps({x.goal.context, none}, rule::Termwise{fresh_name(x.goal.context)}, {s_.immediate});
      if (!each) continue;
      cut_in(x.lines, x.goal, none, *each);
      Algebra a = x.goal.context.algebra();
      const auto p = affine_in(a, x.goal.context, h.difference(), sums[0]);
      const Expr term = body_at(sums[0], sums[0].arg(first ? 0 : 1));
      const auto left = p ? a.simplified(add(p->first, mul(p->second, term))) : std::nullopt;
      if (!left || !x.goal.context.knows({*left, h.strict() ? Need::positive : Need::nonnegative})) continue;
      x.lines.emplace_back(
          rule::Combine{weight(*left), {{x.last() - 1, weight(p->second)}, {x.last(), weight(p->second)}}});
      return x.lines;
    }
    return s_.prove(h, depth_ - 1, true);
  }

  const Goal& g_;
  const Expr sum_, x_;
  const Subprover& s_;
  int depth_;
};

}  // namespace

Tree by_slopes_of_sums(const Goal& g, const Subprover& s, int depth) {
  if (depth < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  const auto sums = nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::sum; });
  if (sums.size() != 1) return std::nullopt;
  for (const Variable& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (v.integer || !depends_on(sums[0], x) || depends_on(sums[0].arg(0), x) || depends_on(sums[0].arg(1), x))
      continue;
    if (v.range.lo.infinite && v.range.hi.infinite) continue;
    if (auto t = SlopesOfSums(g, sums[0], x, s, depth).run()) return t;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
