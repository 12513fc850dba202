// Logarithms of gamma functions at places with equal distances, lgamma(a) + lgamma(a + 2 b) - 2 lgamma(a + b): of a
// Gamma law with shape a, the variance of t^b is at least the square of its covariance with t over the variance of t.
// These three are known, so that the sum is at least log(1 + b^2/a), for b of either sign and of any size. The proof is
// the integral of the density times the square of t^b less its best approximation by an affine function of t.
#include <algorithm>

#include "verify/engine/tactics/combination.hpp"
#include "verify/engine/tactics/coordinates.hpp"
#include "verify/engine/tactics/integrals.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_gammas = 6;

Expr log_gamma(const Expr& e) { return Expr::make(Op::lgamma, {e}); }

// lgamma(shape) + lgamma(other) - 2 lgamma(middle), in the middle between them.
struct Spaced {
  Expr shape, other, middle, weight;

  [[nodiscard]] Expr sum() const { return sub(add(log_gamma(shape), log_gamma(other)), mul(2, log_gamma(middle))); }
};

// The sum at least log(ratio), ratio = 1 + distance^2/shape.
class Variance {
 public:
  Variance(const Context& c, const Spaced& p, const Subprover& s) : g_{c, {Rel::ge, 0, 0}}, p_(p), s_(s) {
    Algebra a = c.algebra();
    const Expr d = sub(p.middle, p.shape);
    distance_ = a.simplified(d).value_or(d);
    g_.relation = {Rel::ge, p.sum(), log(ratio())};
  }
  [[nodiscard]] const Relation& relation() const { return g_.relation; }

  Tree proof() {
    const Relation positive{Rel::gt, p_.middle, 0};
    if (!g_.context.positive_(p_.middle)) {
      auto t = s_.immediate({g_.context, positive});
      if (!t) t = prove_by_combination({g_.context, positive});
      if (!t) return std::nullopt;
      cut_in(lines_, g_, positive, *t);
    }
    if (!is_defined(g_.context, g_.difference())) return std::nullopt;
    const Relation powers{Rel::ge, exp(p_.sum()), ratio()};
    const auto t = above({g_.context, powers});
    if (!t) return std::nullopt;
    cut_in(lines_, g_, powers, *t);
    if (!take(rule::TakeExp{}, g_, lines_)) return std::nullopt;
    lines_.emplace_back(rule::Combine{Rational(0), {{g_.context.hypotheses().size(), Rational(1)}}});
    return lines_;
  }

 private:
  [[nodiscard]] Expr ratio() const { return quotient(add(p_.shape, pow(distance_, 2)), p_.shape); }
  static Expr density(const Expr& shape, const Expr& t) { return exp(sub(mul(sub(shape, 1), log(t)), t)); }

  [[nodiscard]] Tree above(const Goal& goal) const {
    Goal g = goal;
    Proof out;
    const Expr t = Expr::variable(fresh_name(g.context));
    const auto over = [&](const Expr& body) { return Expr::integral(t, Expr(0), std::nullopt, body); };
    // (t^b - m (1 - b + q t))^2, m the mean of t^b, term by term.
    const Expr &a = p_.shape, &middle = p_.middle, &b = distance_, rest = sub(1, b), q = quotient(b, a);
    const Expr m = exp(sub(log_gamma(middle), log_gamma(a)));
    const std::vector<std::pair<Expr, Expr>> terms{{1, p_.other},
                                                   {mul(-2, mul(m, rest)), middle},
                                                   {mul(-2, mul(m, q)), add(middle, 1)},
                                                   {pow(mul(m, rest), 2), a},
                                                   {mul(2, mul(pow(m, 2), mul(rest, q))), add(a, 1)},
                                                   {pow(mul(m, q), 2), add(a, 2)}};
    const Expr weight_of_all = exp(sub(log_gamma(a), mul(2, log_gamma(middle))));
    rule::Combine sum{Rational(0), {}};
    std::vector<std::pair<Coefficient, Expr>> parts;
    Expr body = 0;
    for (const auto& [c, shape] : terms) {
      const Expr part = over(density(shape, t));
      if (!value_of(g.context, part) && !by_density_integrals(g, out, part, s_.lemmas)) return std::nullopt;
      const auto value = value_of(g.context, part);
      const auto number = value ? number_of_hypothesis(g, {Rel::eq, part, *value}) : std::nullopt;
      if (!number) return std::nullopt;
      sum.terms.emplace_back(*number, weight(negate(mul(weight_of_all, c))));
      parts.emplace_back(weight(c), part);
      body = add(body, mul(c, density(shape, t)));
    }
    const Expr whole = over(body);
    if (!take(rule::Linear{whole, parts}, g, out)) return std::nullopt;
    sum.terms.emplace_back(g.context.hypotheses().size(), weight(negate(weight_of_all)));
    const Relation sign{Rel::ge, whole, 0};
    const auto square = [&](const Goal& h) -> Tree {
      const Expr x = Expr::variable(h.context.variables().back().name);
      const Expr apart = sub(exp(mul(b, log(x))), mul(m, add(rest, mul(q, x))));
      return rewritten(h, mul(density(a, x), pow(apart, 2)), 0, s_.immediate);
    };
    const auto shown = steps({g.context, sign}, rule::Termwise{fresh_name(g.context)}, {square});
    if (!shown) return std::nullopt;
    cut_in(out, g, sign, *shown);
    sum.terms.emplace_back(g.context.hypotheses().size(), weight(weight_of_all));
    out.emplace_back(sum);
    return out;
  }

  Goal g_;
  Spaced p_;
  const Subprover& s_;
  Expr distance_ = 0;
  Proof lines_;
};

// The three at equal distances in D whose weights are as those of such a sum.
std::vector<Spaced> spaced_in(const Goal& g) {
  std::vector<Expr> all = nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::lgamma; });
  std::ranges::sort(all, {}, [](const Expr& e) { return to_text(e); });
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::vector<Spaced> out;
  if (all.size() < 3 || all.size() > most_gammas) return out;
  Algebra a = g.context.algebra();
  const Expr t = Expr::variable("$gamma");
  std::vector<std::optional<Expr>> weights;
  for (const Expr& f : all) {
    const auto line = a.coefficients(replaced(g.difference(), f, t), t);
    weights.push_back(line && line->size() == 2 && !depends_on((*line)[0], t) ? std::optional((*line)[1])
                                                                              : std::nullopt);
  }
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < all.size(); ++j)
      for (std::size_t k = 0; k < all.size(); ++k) {
        if (i == j || i == k || j == k || !weights[i] || !weights[j] || !weights[k]) continue;
        const Expr &first = all[i].arg(0), &last = all[j].arg(0), &middle = all[k].arg(0);
        if (!g.context.positive_(*weights[i]) || !a.is_zero(sub(add(first, last), mul(2, middle)))) continue;
        if (!a.is_zero(sub(*weights[i], *weights[j])) || !a.is_zero(add(mul(2, *weights[i]), *weights[k]))) continue;
        out.push_back({first, last, middle, *weights[i]});
      }
  return out;
}

}  // namespace

Tree by_gamma_variances(const Goal& goal, const Subprover& s, const ProveGoal& alone) {
  if (goal.context.language() < 3 || goal.relation.rel == Rel::eq || s.lemmas.empty()) return std::nullopt;
  const auto gammas = nodes_of(goal.relation, [](const Expr& e) { return e.op() == Op::lgamma; });
  if (gammas.size() < 3 || gammas.size() > most_gammas) return std::nullopt;
  const auto in_exponent = [](const Expr& e) {
    return e.op() == Op::exp && !nodes_of({Rel::ge, e, 0}, [](const Expr& u) { return u.op() == Op::lgamma; }).empty();
  };
  if (!nodes_of(goal.relation, in_exponent).empty())
    return by_logs_of_factors(goal, [&](const Goal& h) -> Tree {
      if (!nodes_of(h.relation, in_exponent).empty()) return std::nullopt;
      return by_gamma_variances(h, s, alone);
    });
  for (const Spaced& p : spaced_in(goal)) {
    Variance variance(goal.context, p, s);
    const Relation bound = variance.relation();
    Algebra a = goal.context.algebra();
    const Expr d = sub(goal.difference(), mul(p.weight, sub(bound.lhs, bound.rhs)));
    const Expr rest = a.simplified(d).value_or(d);
    if (!looks_nonnegative(goal.context, rest)) continue;
    const auto shown = variance.proof();
    if (!shown) continue;
    const Relation left{goal.relation.rel, rest, 0};
    auto enough = s.immediate({goal.context, left});
    if (!enough) enough = alone({goal.context, left});
    if (!enough) continue;
    Goal g = goal;
    Proof out;
    cut_in(out, g, bound, *shown);
    const std::size_t first = g.context.hypotheses().size();
    cut_in(out, g, left, *enough);
    out.emplace_back(rule::Combine{Rational(0), {{first, weight(p.weight)}, {first + 1, Rational(1)}}});
    return out;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
