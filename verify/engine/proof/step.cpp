#include "verify/engine/proof/step.hpp"

#include "verify/engine/goal/integers.hpp"

namespace dpcert::verify {

template <IsRule R>
Step::Step(R r) : rule(std::move(r)) {}
Step::Step(Rule r) : rule(std::move(r)) {}
template Step::Step(rule::Eval);
template Step::Step(rule::Ray);
template Step::Step(rule::Mean);
template Step::Step(rule::Taylor);
template Step::Step(rule::Relax);
template Step::Step(rule::Prune);
template Step::Step(rule::NoInteger);
template Step::Step(rule::Sign);
template Step::Step(rule::Identity);
template Step::Step(rule::Hyp);
template Step::Step(rule::Combine);
template Step::Step(rule::Bound);
template Step::Step(rule::Split);
template Step::Step(rule::Fix);
template Step::Step(rule::Face);
template Step::Step(rule::CloseEnd);
template Step::Step(rule::Widen);
template Step::Step(rule::Mono);
template Step::Step(rule::Deriv);
template Step::Step(rule::Convex);
template Step::Step(rule::Rise);
template Step::Step(rule::Arch);
template Step::Step(rule::Tail);
template Step::Step(rule::Telescope);
template Step::Step(rule::Touch);
template Step::Step(rule::Induct);
template Step::Step(rule::Equal);
template Step::Step(rule::Subst);
template Step::Step(rule::Gen);
template Step::Step(rule::SeriesAtInfinity);
template Step::Step(rule::LogSeries);
template Step::Step(rule::ExpSeries);
template Step::Step(rule::Growth);
template Step::Step(rule::Secant);
template Step::Step(rule::Factor);
template Step::Step(rule::Rewrite);
template Step::Step(rule::Power);
template Step::Step(rule::TakeLog);
template Step::Step(rule::TakeExp);
template Step::Step(rule::Trans);
template Step::Step(rule::Both);
template Step::Step(rule::Integral);
template Step::Step(rule::Cut);
template Step::Step(rule::Cases);
template Step::Step(rule::Fact);
template Step::Step(rule::Inst);
template Step::Step(rule::Unfold);
template Step::Step(rule::SplitRange);
template Step::Step(rule::Shift);
template Step::Step(rule::Termwise);
template Step::Step(rule::Define);
template Step::Step(rule::Antiderivative);
template Step::Step(rule::Integrand);
template Step::Step(rule::Linear);
template Step::Step(rule::Dominated);
template Step::Step(rule::Substitute);
template Step::Step(rule::Under);
template Step::Step(rule::CutFormula);
template Step::Step(rule::Intro);
template Step::Step(rule::Parts);
template Step::Step(rule::Left);
template Step::Step(rule::Right);
template Step::Step(rule::Witness);
template Step::Step(rule::Absurd);
template Step::Step(rule::Obtain);
template Step::Step(rule::Branch);
template Step::Step(rule::ApplyFact);
template Step::Step(rule::AtFact);
template Step::Step(rule::Binomial);
template Step::Step(rule::UseLemma);
template Step::Step(rule::Root);
template Step::Step(rule::Boxes);

Step::Step(const Step&) = default;
Step::Step(Step&&) noexcept = default;
Step& Step::operator=(const Step&) = default;
Step& Step::operator=(Step&&) noexcept = default;
Step::~Step() = default;

bool operator==(const Step& a, const Step& b) { return a.rule == b.rule; }

bool same(const Goal& a, const Goal& b) {
  const auto written = [](const Goal& g) {
    std::string text = to_text(g.relation);
    for (const auto& v : g.context.variables()) text += "\n" + v.name + " in " + to_text(v.range);
    for (const auto& h : g.context.hypotheses()) text += "\n" + to_text(h);
    return text;
  };
  return written(a) == written(b);
}

std::optional<ContextsOfInduction> contexts_of_induction(const Context& c, const Expr& x) {
  const Variable* v = c.find(x);
  if (!v || !v->integer || v->range.lo.infinite) return std::nullopt;
  Range range = v->range;
  const Rational least = first_integer(range);
  range.lo = {false, true, least};
  if (!range.hi.infinite) range.hi.value -= Rational(1);
  Context kept = c.without_hypotheses_on(x);
  if (c.language() >= 3) kept = kept.with_value(x, x).with_variable({v->name, true, range});  // still an integer
  return ContextsOfInduction{kept.with_value(x, least), kept.with_range(x, range), least};
}

}  // namespace dpcert::verify
