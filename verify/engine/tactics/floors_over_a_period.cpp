// Sums of floor(u + k/n) over n integers k in a row, which are floor(n u) by Hermite's identity: the arguments rise by
// less than 1, so that the floors have one value up to an index, and the next one from there on. The index, and how
// often each value comes, are said by floor(u) and floor(n u).
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

const Rational one(1);

// The sum over the indices from `low` to `high` of floor(u + slope (k - low)), n slope = 1.
class FloorsOverAPeriod {
 public:
  FloorsOverAPeriod(Algebra& a, const Context& c, const Expr& sum) : a_(a), c_(c), sum_(sum) {}

  // What the sum is, in floors of its first argument.
  std::optional<Expr> value() {
    low_ = sum_.arg(0), high_ = sum_.arg(1);
    const FreshIndex k;
    const Expr body = body_at(sum_, k.variable());
    if (body.op() != Op::floor) return std::nullopt;
    const auto line = a_.coefficients(body.arg(0), k.variable());
    if (!line || line->size() != 2 || !c_.positive_((*line)[1])) return std::nullopt;
    slope_ = (*line)[1];
    const auto n = a_.simplified(quotient(1, slope_));
    if (!n || !is_whole(*n, c_) || !a_.is_zero(sub(add(sub(high_, low_), 1), *n))) return std::nullopt;
    n_ = *n;
    const Expr first = add((*line)[0], mul(slope_, low_)), product = mul(n_, first);
    first_ = a_.simplified(first).value_or(first);
    product_ = a_.simplified(product).value_or(product);
    // A whole number is its floor.
    floor_ = is_whole(product_, c_) ? product_ : floor(product_);
    return floor_;
  }

  // The sum is that, as the last hypothesis.
  bool know(Extended& x) {
    const Expr q = floor(first_), above = sub(floor_, mul(n_, q));
    if (!x.take(rule::Fact{rule::Fact::Of::floor, first_})) return false;
    from_first_ = x.last() - 1, to_first_ = x.last();
    if (floor_ != product_) {
      if (!x.take(rule::Fact{rule::Fact::Of::floor, product_})) return false;
      from_product_ = x.last() - 1, to_product_ = x.last();
    }
    // 0 <= above <= n - 1.
    const Relation some{Rel::ge, above, 0}, not_all{Rel::ge, sub(sub(n_, 1), above), 0};
    cut_in(x.lines, x.goal, some, {rule::Integral{}, next_product({{from_first_, weight(n_)}}, 1)});
    cut_in(x.lines, x.goal, not_all, {rule::Integral{}, this_product({{to_first_, weight(n_)}}, 1)});
    const std::size_t at_most = x.last();
    // The last index with the first value.
    const Expr m = sub(add(low_, sub(n_, 1)), above);
    const Relation begins{Rel::ge, sub(add(m, 1), low_), 0}, ends{Rel::ge, sub(high_, m), 0};
    cut_in(x.lines, x.goal, begins, {rule::Combine{one, {{at_most, one}}}});
    cut_in(x.lines, x.goal, ends, {rule::Combine{Rational(0), {{at_most - 1, one}}}});
    if (!x.take(rule::SplitRange{sum_, m})) return false;
    const std::size_t parts = x.last();
    if (!same(x, low_, m, q, false) || !same(x, add(m, 1), high_, add(q, 1), true)) return false;
    const std::size_t second = x.last(), first = second - 1;
    const Relation said{Rel::eq, sum_, floor_};
    cut_in(x.lines, x.goal, said, {rule::Combine{Rational(0), {{parts, one}, {first, one}, {second, one}}}});
    return true;
  }

 private:
  // With product + 1 > its floor, or product >= its floor, times `factor`; a whole number is its floor.
  [[nodiscard]] Step next_product(Weights terms, const Expr& factor) const {
    if (to_product_ == 0) return rule::Combine{weight(factor), std::move(terms)};
    terms.emplace_back(to_product_, weight(factor));
    return rule::Combine{Rational(0), std::move(terms)};
  }
  [[nodiscard]] Step this_product(Weights terms, const Expr& factor) const {
    if (from_product_ != 0) terms.emplace_back(from_product_, weight(factor));
    return rule::Combine{Rational(0), std::move(terms)};
  }

  // The part of the sum between these indices has one value.
  bool same(Extended& x, const Expr& low, const Expr& high, const Expr& value, bool upper) const {
    const FreshIndex k;
    const Relation equal{Rel::eq, over(sum_, low, high), Expr::repeated(Op::sum, k.variable(), low, high, value)};
    const auto t = steps({x.goal.context, equal}, rule::Termwise{fresh_name(x.goal.context)}, {[&](const Goal& g) {
                           return steps(g, rule::Both{},
                                        {[&](const Goal& h) { return at_least(h, upper); },
                                         [&](const Goal& h) { return at_most(h, upper); }});
                         }});
    if (!t) return false;
    cut_in(x.lines, x.goal, equal, *t);
    return true;
  }
  // Behind the fact about the floor at an index k: k >= low and high >= k, then u >= floor(u) and floor(u) + 1 > u.
  [[nodiscard]] Tree at_least(const Goal& g, bool upper) const {
    return at_index(g, g.relation.lhs, [&](std::size_t last) {
      const std::size_t from_low = last - 3;
      if (!upper)
        return Step(rule::Combine{Rational(0), {{last, one}, {from_low, weight(slope_)}, {from_first_, one}}});
      return this_product({{last, one}, {from_low, weight(slope_)}}, slope_);
    });
  }
  [[nodiscard]] Tree at_most(const Goal& g, bool upper) const {
    return at_index(g, g.relation.rhs, [&](std::size_t last) {
      const std::size_t to_high = last - 2, from = last - 1;
      if (upper) return Step(rule::Combine{weight(slope_), {{from, one}, {to_first_, one}, {to_high, weight(slope_)}}});
      return next_product({{from, one}, {to_high, weight(slope_)}}, slope_);
    });
  }
  static Tree at_index(const Goal& g, const Expr& floor, const std::function<Step(std::size_t)>& last) {
    return steps(g, rule::Integral{}, {[&](const Goal& h) -> Tree {
                   Goal k = h;
                   Proof out;
                   if (floor.op() != Op::floor || !take(rule::Fact{rule::Fact::Of::floor, floor.arg(0)}, k, out))
                     return std::nullopt;
                   out.push_back(last(k.context.hypotheses().size()));
                   return out;
                 }});
  }

  Algebra& a_;
  const Context& c_;
  Expr sum_, low_ = 0, high_ = 0, slope_ = 1, n_ = 1, first_ = 0, product_ = 0, floor_ = 0;
  std::size_t from_first_ = 0, to_first_ = 0, from_product_ = 0, to_product_ = 0;
};

}  // namespace

Tree by_floors_over_a_period(const Goal& g, const Subprover& s, int depth) {
  if (g.context.language() < 3 || depth < 1) return std::nullopt;
  Algebra a = g.context.algebra();
  std::vector<std::pair<FloorsOverAPeriod, Expr>> sums;
  Expr rest = g.difference();
  for (const Expr& e : nodes_of(g.relation, is_sum_over_range)) {
    FloorsOverAPeriod floors(a, g.context, e);
    const auto value = floors.value();
    const auto p = value ? affine_in(a, g.context, rest, e) : std::nullopt;
    if (!p) continue;
    sums.emplace_back(std::move(floors), p->second);
    rest = replaced(rest, e, *value);
  }
  if (sums.empty()) return std::nullopt;
  const Relation left{g.relation.rel, rest, 0};
  const auto proof = s.prove({g.context, left}, depth - 1, s.numeric);
  if (!proof) return std::nullopt;
  Extended x{g};
  cut_in(x.lines, x.goal, left, *proof);
  Weights weights{{x.last(), one}};
  for (auto& [floors, c] : sums) {
    if (!floors.know(x)) return std::nullopt;
    weights.emplace_back(x.last(), weight(c));
  }
  x.lines.emplace_back(rule::Combine{Rational(0), weights});
  return x.lines;
}

}  // namespace dpcert::verify
