// One monotone function at several places, with coefficients that add up to 0: every value by the one at a common place
// and a mean slope of known sign. Step by step such a sum has no sign; what all the slopes leave together has one. For
// digamma functions of parameters and their sum, as in moments of Beta and Dirichlet laws.
#include <algorithm>

#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// The function rises, or falls, wherever it is defined, and its argument is in `domain`.
struct Monotone {
  bool rises;
  Range domain;
};
std::optional<Monotone> monotone(const Expr& f) {
  const Range line{}, positive{{false, false, Rational(0)}, {}};
  switch (f.op()) {
    case Op::polygamma:
      return Monotone{f.node().index % 2 == 0, positive};
    case Op::normal_cdf:
    case Op::erf:
      return Monotone{true, line};
    case Op::erfc:
      return Monotone{false, line};
    default:
      return std::nullopt;
  }
}

}  // namespace

Tree by_common_secants(const Goal& g, const Subprover& s) {
  constexpr std::size_t least = 3, most = 5;
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const auto all = nodes_of({Rel::ge, g.difference(), 0}, [](const Expr& e) {
    return !e.args().empty() && monotone(e).has_value() && !e.arg(0).is_constant();
  });
  if (all.size() < least || all.size() > most) return std::nullopt;
  const auto kind = monotone(all.front());
  if (std::ranges::any_of(
          all, [&](const Expr& f) { return f.op() != all.front().op() || f.node().index != all.front().node().index; }))
    return std::nullopt;
  const End zero{false, false, Rational(0)};
  const Range slopes = kind->rises ? Range{zero, {}} : Range{{}, zero};
  for (const Expr& base : all) {
    Goal now = g;
    Proof out;
    const bool replaced = std::ranges::all_of(all, [&](const Expr& f) {
      return f == base || take(rule::Secant{f, base, fresh_name(now.context), slopes, kind->domain}, now, out);
    });
    if (!replaced) return std::nullopt;
    Algebra a = now.context.algebra();
    const auto e = a.simplified(now.difference());
    // The value at the common place is gone only if the coefficients add up to 0.
    if (!e || !nodes_of({Rel::ge, *e, 0}, [&](const Expr& f) { return f == base; }).empty()) return std::nullopt;
    if (!is_defined(now.context, *e) || !looks_nonnegative(now.context, *e)) continue;
    const auto t = rewritten(now, *e, 0, [&](const Goal& h) -> Tree {
      if (auto r = s.immediate(h)) return r;
      if (auto r = s.sign(h)) return r;
      return s.prove_within(h, Effort::depth_of_common_secants, false, 0);
    });
    if (!t) continue;
    append(out, *t);
    return out;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
