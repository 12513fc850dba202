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
    Goal now = g;
    Proof out;
    if (!cut(now, out, {Rel::gt, m.base, 0})) return std::nullopt;
    cut_in(out, now, sum, {rule::Identity{}});
    Expr b = m.base;
    if (!m.base.is_constant() && m.base.op() != Op::variable) {
      b = Expr::variable(fresh_name(now.context));
      if (!take(rule::Gen{b.name(), {{false, false, Rational(0)}, {}}, m.base}, now, out)) return std::nullopt;
    }
    const Expr exponents = Expr::repeated(Op::sum, k.variable(), m.product.arg(0), m.product.arg(1),
                                          sub(add(log(b), quotient(factor, b)), 1));
    const Relation below{Rel::ge, exp(exponents), m.product};
    const auto t = by_factors(now.context, exponents, m.product);
    if (!t) return std::nullopt;
    cut_in(out, now, below, *t);
    const std::size_t bound = now.context.hypotheses().size();
    const Expr value = mul(m.length, log(b));
    if (!cut(now, out, {Rel::eq, exponents, value})) return std::nullopt;
    if (!put_value(exponents, value, now, out)) return std::nullopt;
    out.emplace_back(rule::Combine{Rational(0), {{bound, Rational(1)}}});
    return out;
  }

 private:
  bool cut(Goal& g, Proof& out, const Relation& r) const {
    auto t = s_.immediate({g.context, r});
    if (!t) t = alone_({g.context, r});
    if (t) cut_in(out, g, r, *t);
    return t.has_value();
  }

  // Each factor is nonnegative, and at most its exponential.
  [[nodiscard]] Tree by_factors(const Context& c, const Expr& sum, const Expr& product) const {
    const auto of_last = [&](Extended& x, const Expr& m) -> std::optional<Weights> {
      const Expr end = plus(m, 1), factor = body_at(product, end);
      if (!cut(x.goal, x.lines, {Rel::ge, factor, 0}) || !below_exponential(x, factor, body_at(sum, end)))
        return std::nullopt;
      return Weights{{x.last(), weight(exp(over(sum, sum.arg(0), m)))}};
    };
    return product_beside_exponential(c, {product, sum}, Rel::ge, of_last, s_);
  }

  // The factor is at most its exponential: shown of any number >= 0 in the factor's place.
  bool below_exponential(Extended& x, const Expr& factor, const Expr& exponent) const {
    const Relation r{Rel::ge, exp(exponent), factor};
    Goal h{x.goal.context, r};
    Proof out;
    if (!take(rule::Gen{fresh_name(h.context), {{false, true, Rational(0)}, {}}, factor}, h, out)) return false;
    const auto t = alone_(h);
    if (!t) return false;
    append(out, *t);
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
