#include "verify/engine/proof/step.hpp"

#include "verify/engine/goal/integers.hpp"

namespace dpcert::verify {

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
