// A sum over a range as the sums of the terms of its body: sum of x - x y/(x + y) as sum(x) - sum(x y/(x + y)). A
// normal form has the body over one line, and does not take such a sum apart; induction over the end of the range does.
#include "verify/engine/tactics/sums_in_parts.hpp"

#include "verify/engine/proof/logic.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

using Kind = Formula::Kind;

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

class PartsByInduction {
 public:
  PartsByInduction(const SumInParts& sum, const Context& c, const Subprover& s) : sum_(sum), c_(c), s_(s) {}

  Tree run() {
    const Expr &low = sum_.whole.arg(0), &high = sum_.whole.arg(1);
    const std::string name = fresh_name(c_);
    // A name that no text has.
    const Expr m = Expr::variable(name), bound = Expr::variable("@@end");
    const Formula all =
        Formula::quantified(Kind::forall, {name, bound, true, plus(low, -1), std::nullopt, true, false},
                            Formula::joined(Kind::implies, Formula::of({Rel::ge, high, bound}), claim(bound)));
    const std::size_t facts = c_.formulas().size();
    auto parts = next(rule::CutFormula{all}, {c_, {}, claim(high)}, 2);
    auto inside = parts ? next(rule::Intro{name}, (*parts)[0], 1) : std::nullopt;
    auto cases = inside ? next(rule::Induct{m}, (*inside)[0], 2) : std::nullopt;
    auto none = cases ? next(rule::Intro{""}, (*cases)[0], 1) : std::nullopt;
    if (!none || !close((*none)[0])) return std::nullopt;
    auto step = next(rule::Intro{""}, (*cases)[1], 1);
    auto before = step ? next(rule::ApplyFact{facts + 1}, (*step)[0], 2) : std::nullopt;
    if (!before || !close((*before)[0]) || !one_more((*before)[1], m)) return std::nullopt;
    auto there = next(rule::AtFact{facts + 1, high}, (*parts)[1], 2);
    if (!there || !close((*there)[0])) return std::nullopt;
    auto said = next(rule::ApplyFact{facts + 2}, (*there)[1], 2);
    if (!said || !close((*said)[0]) || !close((*said)[1])) return std::nullopt;
    return out_;
  }

 private:
  [[nodiscard]] Formula claim(const Expr& end) const {
    const Expr& low = sum_.whole.arg(0);
    return Formula::of({Rel::eq, over(sum_.whole, low, end), sum_.over_range(low, end)});
  }

  std::optional<std::vector<LogicGoal>> next(const Step& step, const LogicGoal& g, std::size_t count) {
    auto children = apply(step, g);
    if (!children || children->size() != count) return std::nullopt;
    out_.push_back(step);
    return children;
  }
  bool close(const LogicGoal& g) {
    const Tree t = g.goal.is(Kind::relation) ? s_.immediate({g.context, g.goal.relation}) : std::nullopt;
    if (t) append(out_, *t);
    return t.has_value();
  }

  // The equation up to m + 1, by that up to m and the last term of each sum.
  bool one_more(const LogicGoal& g, const Expr& m) {
    if (!g.goal.is(Kind::relation)) return false;
    const Expr &low = sum_.whole.arg(0), end = plus(m, 1);
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
    const auto unfold = [&](const Expr& sum, const Expr& factor) {
      if (!x.take(rule::Unfold{over(sum, low, end), rule::Unfold::Part::last})) return false;
      use(x.last(), factor);
      return true;
    };
    if (!unfold(sum_.whole, 1)) return false;
    for (const auto& [factor, sum] : sum_.parts)
      if (!unfold(sum, negate(factor))) return false;
    Algebra a = x.goal.context.algebra();
    if (!a.is_zero(rest)) return false;
    x.lines.emplace_back(rule::Combine{Rational(0), weights});
    append(out_, x.lines);
    return true;
  }

  const SumInParts& sum_;
  const Context& c_;
  const Subprover& s_;
  Proof out_;
};

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

Tree SumInParts::proof(const Context& c, const Subprover& s) const { return PartsByInduction(*this, c, s).run(); }

}  // namespace dpcert::verify
