// An inequality with one incomplete gamma or beta function, as an integral over a part of the law's range: by another
// integrand on this part. The body times a factor that is at least 1 there, over the whole range (Chernoff's bound with
// the best rate, Markov's bound, the mass itself); or the body with one of its factors fixed at the end that moves.
#include <algorithm>

#include "dpcert/core/error.hpp"
#include "verify/engine/tactics/integrals.hpp"
#include "verify/engine/tactics/primitives.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

std::optional<Expr> logarithmic_slope(Algebra& a, const Expr& body, const Expr& x) {
  try {
    const auto l = a.simplified(quotient(derivative(body, x), body));
    const auto other = [](const Expr& u) { return u.op() == Op::exp || u.op() == Op::log; };
    if (!l || std::ranges::any_of(nodes_of({Rel::eq, *l, 0}, other), [&](const Expr& u) { return depends_on(u, x); }))
      return std::nullopt;
    return l;
  } catch (const Error&) {  // what is not differentiated
    return std::nullopt;
  }
}

std::optional<DensityShape> density_shape(Algebra& a, const Expr& body, const Expr& x) {
  const auto slope = logarithmic_slope(a, body, x);
  if (!slope) return std::nullopt;
  const auto degree_one = [&](const Expr& e) {
    const auto form = a.simplified(e);
    auto c = form ? a.coefficients(*form, x) : std::nullopt;
    while (c && c->size() < 2) c->emplace_back(0);
    return c && c->size() == 2 && !depends_on((*c)[0], x) && !depends_on((*c)[1], x) ? c : std::nullopt;
  };
  if (const auto c = degree_one(mul(x, *slope))) return DensityShape{true, (*c)[0], negate((*c)[1])};
  const auto c = degree_one(mul(mul(x, sub(1, x)), *slope));
  if (!c) return std::nullopt;
  const Expr q = negate(add((*c)[0], (*c)[1]));
  return DensityShape{false, (*c)[0], a.simplified(q).value_or(q)};
}

namespace {

class PartOfLaw {
 public:
  PartOfLaw(const Goal& g, const Subprover& s, int depth, const Expr& integral)
      : g_(g), s_(s), depth_(depth), i_(integral), x_(Expr::variable(fresh_name(g.context))) {}

  Tree run() {
    const Expr t = Expr::variable(fresh_name(g_.context));
    Algebra a = g_.context.algebra();
    const auto p = a.coefficients(replaced(g_.difference(), i_, t), t);
    if (!p || p->size() != 2 || !is_defined(g_.context, (*p)[1])) return std::nullopt;
    rest_ = (*p)[0], weight_ = (*p)[1];
    const bool from_below = g_.context.positive_(weight_);
    if (!from_below && !g_.context.positive_(negate(weight_))) return std::nullopt;
    const auto low = low_of(i_), high = high_of(i_);
    lower_ = low && low->is_constant(0) && high && !high->is_constant();
    if (!lower_ && (!low || low->is_constant())) return std::nullopt;
    end_ = lower_ ? *high : *low;
    body_ = body_at(i_, x_);
    const Context inside = g_.context.inside(i_, x_);
    Algebra there = inside.algebra();
    const auto shape = density_shape(there, body_, x_);
    if (!shape || (!lower_ && shape->gamma != !high)) return std::nullopt;
    if (!from_below)
      for (const Expr& factor : factors(*shape))
        if (auto tree = by_whole(*shape, factor)) return tree;
    for (const Expr& other : fixed_factors(*shape))
      if (auto tree = by_fixed_factor(other, from_below)) return tree;
    return std::nullopt;
  }

 private:
  // What is at least 1 on the part, if its own condition holds.
  std::vector<Expr> factors(const DensityShape& shape) const {
    std::vector<Expr> out{Expr(1)};
    if (shape.gamma) {
      const Expr rate = quotient(add(shape.p, 1), end_);
      out.push_back(exp(mul(sub(rate, shape.r), sub(end_, x_))));
    }
    if (!lower_) {
      out.push_back(quotient(x_, end_));
      out.push_back(pow(quotient(x_, end_), 2));
    }
    return out;
  }
  std::vector<Expr> fixed_factors(const DensityShape& shape) const {
    const auto moved = [&](const Expr& factor_at_x, const Expr& factor_at_end) {
      return mul(body_, quotient(factor_at_end, factor_at_x));
    };
    // All of the power, or all but one factor of it.
    const auto power = [&](const Expr& base, long less) { return exp(mul(sub(shape.p, less), log(base))); };
    std::vector<Expr> out{moved(power(x_, 0), power(end_, 0)), moved(power(x_, 1), power(end_, 1))};
    if (!shape.gamma) {
      const auto other = [&](const Expr& base) { return exp(mul(shape.r, log(sub(1, base)))); };
      out.push_back(moved(other(x_), other(end_)));
    }
    return out;
  }

  Tree shown(const Goal& g) const {
    if (auto t = s_.immediate(g)) return t;
    return s_.prove(g, depth_ - 1, s_.numeric);
  }

  // I <= the integral of the body times the factor over the whole range, whose other part is not negative.
  Tree by_whole(const DensityShape& shape, const Expr& factor) {
    const Context inside = g_.context.inside(i_, x_);
    if (!looks_nonnegative(for_a_look(inside), sub(mul(body_, factor), body_))) return std::nullopt;
    Goal now = g_;
    Proof lines;
    const Expr h = mul(body_, factor);
    const auto end = shape.gamma ? std::optional<Expr>() : Expr(1);
    const Expr whole = Expr::integral(x_, Expr(0), end, h);
    if (!by_density_integrals(now, lines, whole, s_.lemmas)) return std::nullopt;
    const auto value = value_of(now.context, whole);
    if (!value) return std::nullopt;
    const Expr enough = add(rest_, mul(weight_, *value));
    if (!looks_nonnegative(for_a_look(g_.context), enough)) return std::nullopt;
    const std::size_t mass = number_of(now, whole, *value);
    if (mass == 0 || !take(rule::SplitRange{whole, end_}, now, lines)) return std::nullopt;
    const std::size_t split = now.context.hypotheses().size();
    const Expr lower = Expr::integral(x_, Expr(0), end_, h), upper = Expr::integral(x_, end_, end, h);
    const Expr &part = lower_ ? lower : upper, &other = lower_ ? upper : lower;
    if (!cut_termwise(now, lines, {Rel::ge, part, i_}) || !cut_termwise(now, lines, {Rel::ge, other, 0}))
      return std::nullopt;
    const Relation left{g_.strict() ? Rel::gt : Rel::ge, enough, 0};
    const auto proof = shown({g_.context, left});
    if (!proof) return std::nullopt;
    cut_in(lines, now, left, *proof);
    // The mass says whole = value, the split whole = lower + upper.
    const Coefficient w = weight(negate(weight_));
    lines.emplace_back(rule::Combine{
        Rational(0), {{mass, weight(weight_)}, {split, w}, {split + 1, w}, {split + 2, w}, {split + 3, Rational(1)}}});
    return lines;
  }

  static std::size_t number_of(const Goal& g, const Expr& l, const Expr& r) {
    const auto& all = g.context.hypotheses();
    const auto at = std::ranges::find(all, Relation{Rel::eq, l, r});
    return at == all.end() ? 0 : static_cast<std::size_t>(at - all.begin()) + 1;
  }

  bool cut_termwise(Goal& now, Proof& lines, const Relation& r) const {
    const Step termwise = rule::Termwise{fresh_name(now.context)};
    const auto body = after(termwise, {now.context, r});
    const auto proof = body ? shown(*body) : std::nullopt;
    if (!proof) return false;
    Proof below{termwise};
    append(below, *proof);
    cut_in(lines, now, r, below);
    return true;
  }

  // I against the integral of a body that has a closed form.
  Tree by_fixed_factor(const Expr& other, bool from_below) {
    const Context inside = g_.context.inside(i_, x_);
    Algebra a = inside.algebra();
    const auto h = a.simplified(other);
    if (!h || !is_defined(inside, *h)) return std::nullopt;
    if (!looks_nonnegative(for_a_look(inside), from_below ? sub(body_, *h) : sub(*h, body_))) return std::nullopt;
    const Expr j = Expr::integral(x_, low_of(i_), high_of(i_), *h);
    const auto found = looked_for_antiderivative(g_.context, j);
    if (!found || !found->seen) return std::nullopt;
    const Expr value = sub(found->step.at_high, found->step.at_low);
    const Relation left{g_.relation.rel, add(rest_, mul(weight_, value)), 0};
    if (!looks_nonnegative(for_a_look(g_.context), left.lhs)) return std::nullopt;
    Goal now = g_;
    Proof lines;
    if (!take(found->step, now, lines)) return std::nullopt;
    const std::size_t at = now.context.hypotheses().size();
    if (!cut_termwise(now, lines, from_below ? Relation{Rel::ge, i_, j} : Relation{Rel::ge, j, i_}))
      return std::nullopt;
    const auto proof = shown({g_.context, left});
    if (!proof) return std::nullopt;
    cut_in(lines, now, left, *proof);
    lines.emplace_back(rule::Combine{
        Rational(0),
        {{at, weight(weight_)}, {at + 1, weight(from_below ? weight_ : negate(weight_))}, {at + 2, Rational(1)}}});
    return lines;
  }
  const Goal& g_;
  const Subprover& s_;
  int depth_;
  Expr i_, x_, body_ = 0, rest_ = 0, weight_ = 1, end_ = 0;
  bool lower_ = true;
};

}  // namespace

Tree by_comparison_of_parts(const Goal& g, const Subprover& s, int depth, const Expr& integral) {
  return PartOfLaw(g, s, depth, integral).run();
}

}  // namespace dpcert::verify
