// A product over a range against a power of the mean of its factors, as the moment generating function of unequal coins
// against that of equal ones: with the mean b, each factor f is at most exp(log(b) + f/b - 1), the tangent of exp, and
// the exponents add up to that of b^n. The factors may be 0, and any expressions whose sum is seen to be n b.
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/induction_over_end.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

// base^length >= product.
struct PowerOfMean {
  Expr product, base, length;
};

std::optional<PowerOfMean> power_of_mean(const Goal& g) {
  const Expr &power = g.relation.lhs, &product = g.relation.rhs;
  if (g.relation.rel != Rel::ge || product.op() != Op::prod || power.op() != Op::pow) return std::nullopt;
  Algebra a = g.context.algebra();
  const Expr length = plus(sub(product.arg(1), product.arg(0)), 1);
  if (!a.is_zero(sub(power.arg(1), length))) return std::nullopt;
  return PowerOfMean{product, power.arg(0), power.arg(1)};
}

class MeanOfFactors {
 public:
  MeanOfFactors(const Subprover& s, const ProveGoal& alone) : s_(s), alone_(alone) {}

  Tree run(const Goal& g, const PowerOfMean& m) const {
    const FreshIndex k;
    const Expr factor = body_at(m.product, k.variable());
    const Expr total = Expr::repeated(Op::sum, k.variable(), m.product.arg(0), m.product.arg(1), factor);
    Algebra a = g.context.algebra();
    const Relation sum{Rel::eq, total, mul(m.length, m.base)};
    if (!is_defined(g.context, total) || !a.is_zero(sub(sum.lhs, sum.rhs))) return std::nullopt;
    const Relation positive{Rel::gt, m.base, 0};
    if (s_.immediate({g.context, positive}) || !g.context.knows({m.base, Need::nonnegative}))
      return with_positive_mean(g, m, factor, k.variable());
    return steps(g, rule::Cases{negate(m.base)},
                 {[&](const Goal& h) { return with_mean_zero(h, m, sum); },
                  [&](const Goal& h) { return with_positive_mean(h, m, factor, k.variable()); }});
  }

 private:
  Tree with_positive_mean(const Goal& g, const PowerOfMean& m, const Expr& factor, const Expr& k) const {
    Goal now = g;
    Proof out;
    if (!cut(now, out, {Rel::gt, m.base, 0})) return std::nullopt;
    // In another form than the mean has, which gets a name.
    const Expr less = Expr::repeated(Op::sum, k, m.product.arg(0), m.product.arg(1), negate(factor));
    const Relation mean{Rel::eq, m.base, negate(quotient(less, m.length))};
    cut_in(out, now, mean, {rule::Identity{}});
    const std::size_t number_of_mean = now.context.hypotheses().size();
    Expr b = m.base;
    if (!m.base.is_constant() && m.base.op() != Op::variable) {
      b = Expr::variable(fresh_name(now.context));
      if (!take(rule::Gen{b.name(), {{false, false, Rational(0)}, {}}, m.base}, now, out)) return std::nullopt;
    }
    const Expr exponents =
        Expr::repeated(Op::sum, k, m.product.arg(0), m.product.arg(1), sub(add(log(b), quotient(factor, b)), 1));
    const Relation below{Rel::ge, exp(exponents), m.product};
    const auto t = by_factors(now.context, b, exponents, m.product);
    if (!t) return std::nullopt;
    cut_in(out, now, below, *t);
    const std::size_t bound = now.context.hypotheses().size();
    const Expr value = mul(m.length, log(b));
    const Relation together{Rel::eq, exponents, value};
    const rule::Combine by_mean{Rational(0), {{number_of_mean, weight(negate(quotient(m.length, b)))}}};
    if (now.context.algebra().is_zero(beside({now.context, together}, by_mean)))
      cut_in(out, now, together, {by_mean});
    else if (!cut(now, out, together))
      return std::nullopt;
    if (!put_value(exponents, value, now, out)) return std::nullopt;
    out.emplace_back(rule::Combine{Rational(0), {{bound, Rational(1)}}});
    return out;
  }

  // The last hypothesis says that the mean is at most 0: so is the first factor, which is n b less what the others add
  // up to, and the product with it.
  [[nodiscard]] Tree with_mean_zero(const Goal& g, const PowerOfMean& m, const Relation& sum) const {
    const std::size_t no_mean = g.context.hypotheses().size();
    const Expr &low = m.product.arg(0), &high = m.product.arg(1);
    if (!g.context.knows({sub(high, low), Need::nonnegative})) return std::nullopt;
    Extended x{g};
    for (const Expr& e : {sum.lhs, m.product})
      if (!x.take(rule::Unfold{e, rule::Unfold::Part::first})) return std::nullopt;
    const FreshIndex k;
    const auto rest = [&](const Expr& e) {
      return Expr::repeated(e.op(), k.variable(), plus(low, 1), high, body_at(e, k.variable()));
    };
    const Expr others = rest(sum.lhs), product = rest(m.product);
    for (const Expr& e : {others, product, m.base})
      if (!x.goal.context.knows({e, Need::nonnegative})) return std::nullopt;
    const rule::Combine all{
        weight(add(pow(m.base, m.length), mul(others, product))),
        {{no_mean, weight(mul(m.length, product))}, {x.last() - 1, weight(product)}, {x.last(), Rational(-1)}}};
    if (!x.goal.context.algebra().is_zero(beside(x.goal, all))) return std::nullopt;
    x.lines.emplace_back(all);
    return x.lines;
  }

  bool cut(Goal& g, Proof& out, const Relation& r) const {
    auto t = s_.immediate({g.context, r});
    if (!t) t = alone_({g.context, r});
    if (t) cut_in(out, g, r, *t);
    return t.has_value();
  }

  // Each factor is nonnegative, and at most its exponential.
  [[nodiscard]] Tree by_factors(const Context& c, const Expr& mean, const Expr& sum, const Expr& product) const {
    const auto of_last = [&](Extended& x, const Expr& m) -> std::optional<Weights> {
      const Expr end = plus(m, 1), factor = body_at(product, end);
      if (!cut(x.goal, x.lines, {Rel::ge, factor, 0}) || !below_exponential(x, factor, mean, body_at(sum, end)))
        return std::nullopt;
      return Weights{{x.last(), weight(exp(over(sum, sum.arg(0), m)))}};
    };
    return product_beside_exponential(c, {product, sum}, Rel::ge, of_last, s_);
  }

  // The factor is at most its exponential: shown of any number >= 0 in the factor's place.
  bool below_exponential(Extended& x, const Expr& factor, const Expr& mean, const Expr& exponent) const {
    const Relation r{Rel::ge, exp(exponent), factor};
    Goal h{x.goal.context, r};
    Proof out;
    const Range from_zero{{false, true, Rational(0)}, {}};
    const Expr t = Expr::variable(fresh_name(h.context));
    if (!take(rule::Gen{t.name(), from_zero, factor}, h, out)) return false;
    // The mean times exp(s - 1) >= s, at the factor by the mean: a goal with one variable.
    const Expr ratio = quotient(t, mean);
    const Relation tangent{Rel::ge, exp(sub(ratio, 1)), ratio};
    Goal one{h.context, tangent};
    Proof lines;
    const Expr s = Expr::variable(fresh_name(h.context));
    if (!take(rule::Gen{s.name(), from_zero, ratio}, one, lines)) return false;
    const auto shown = steps(one, rule::Deriv{s, 1}, {s_.immediate});
    if (!shown) return false;
    append(lines, *shown);
    cut_in(out, h, tangent, lines);
    const rule::Combine all{Rational(0), {{h.context.hypotheses().size(), weight(mean)}}};
    if (!h.context.algebra().is_zero(beside(h, all))) return false;
    out.emplace_back(all);
    cut_in(x.lines, x.goal, r, out);
    return true;
  }

  const Subprover& s_;
  const ProveGoal& alone_;
};

}  // namespace

Tree by_means_of_factors(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  const auto found = power_of_mean(g);
  return found ? MeanOfFactors(s, alone).run(g, *found) : std::nullopt;
}

}  // namespace dpcert::verify
