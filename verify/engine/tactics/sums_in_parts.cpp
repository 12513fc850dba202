// A sum over a range as the sums of the terms of its body: sum of x - x y/(x + y) as sum(x) - sum(x y/(x + y)). A
// normal form has the body over one line, and does not take such a sum apart; induction over the end of the range does.
#include "verify/engine/tactics/sums_in_parts.hpp"

#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/induction_over_end.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

// A part of a body: what does not contain the index, and what is left.
struct PartOfBody {
  Expr outside, inside;
};

void take_apart(const Expr& e, const Expr& index, const Expr& outside, std::vector<PartOfBody>& out) {
  if (!depends_on(e, index)) return out.push_back({mul(outside, e), 1});
  switch (e.op()) {
    case Op::neg:
      return take_apart(e.arg(0), index, negate(outside), out);
    case Op::add:
    case Op::sub:
      take_apart(e.arg(0), index, outside, out);
      return take_apart(e.arg(1), index, e.op() == Op::sub ? negate(outside) : outside, out);
    case Op::mul:
      for (const std::size_t i : {0, 1})
        if (!depends_on(e.arg(i), index)) return take_apart(e.arg(1 - i), index, mul(outside, e.arg(i)), out);
      break;
    case Op::div:
      if (!depends_on(e.arg(1), index)) return take_apart(e.arg(0), index, quotient(outside, e.arg(1)), out);
      break;
    default:
      break;
  }
  out.push_back({outside, e});
}

// The equation up to m + 1, by that up to m and the last term of each sum.
bool one_more_in_parts(const SumInParts& sum, const LogicGoal& g, const Expr& m, LogicLines& out) {
  if (!g.goal.is(Formula::Kind::relation)) return false;
  const Expr &low = sum.whole.arg(0), end = plus(m, 1);
  Extended x{{g.context, g.goal.relation}};
  Weights weights;
  Expr rest = x.goal.difference();
  const auto use = [&](std::size_t number, const Expr& factor) {
    const Relation& h = x.goal.context.hypotheses()[number - 1];
    rest = sub(rest, mul(factor, sub(h.lhs, h.rhs)));
    weights.emplace_back(number, weight(factor));
  };
  use(x.last(), 1);
  instantiate(x, {end});
  const auto unfold = [&](const Expr& part, const Expr& factor) {
    if (!x.take(rule::Unfold{over(part, low, end), rule::Unfold::Part::last})) return false;
    use(x.last(), factor);
    return true;
  };
  if (!unfold(sum.whole, 1)) return false;
  for (const auto& [factor, part] : sum.parts)
    if (!unfold(part, negate(factor))) return false;
  Algebra a = x.goal.context.algebra();
  if (!a.is_zero(rest)) return false;
  x.lines.emplace_back(rule::Combine{Rational(0), weights});
  append(out.lines, x.lines);
  return true;
}

}  // namespace

SumInParts SumInParts::of(const Expr& sum) {
  SumInParts out{sum, {}};
  const FreshIndex k;
  std::vector<PartOfBody> terms;
  take_apart(body_at(sum, k.variable()), k.variable(), 1, terms);
  for (const PartOfBody& t : terms)
    out.parts.push_back({t.outside, Expr::repeated(Op::sum, k.variable(), sum.arg(0), sum.arg(1), t.inside)});
  return out;
}

Expr SumInParts::over_range(const Expr& low, const Expr& high) const {
  Expr out = 0;
  for (const auto& [factor, sum] : parts) out = add(out, mul(factor, over(sum, low, high)));
  return out;
}

Tree SumInParts::proof(const Context& c, const Subprover& s) const {
  const Expr &low = whole.arg(0), &high = whole.arg(1);
  const auto claim = [&](const Expr& end) {
    return Formula::of({Rel::eq, over(whole, low, end), over_range(low, end)});
  };
  LogicLines out(s);
  const auto close = [&](const LogicGoal& g) { return out.close(g); };
  const auto one_more = [&](const LogicGoal& g, const Expr& m) { return one_more_in_parts(*this, g, m, out); };
  if (!by_induction_over_end({low, high, claim, close, one_more, close}, {c, {}, claim(high)}, out))
    return std::nullopt;
  return out.lines;
}

}  // namespace dpcert::verify
