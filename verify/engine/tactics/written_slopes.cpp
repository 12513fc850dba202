// Slopes along a variable as they are written, one after the other, from an end at which each of them is 0, until one
// has a sign. A normal form multiplies the denominators out that powers with unknown exponents leave, and the slope of
// (1 + y)^p looks like p (1 + y)^(p - 1) no longer: as it is written each slope is as simple as the goal was.
#include "dpcert/core/error.hpp"
#include "verify/engine/tactics/coordinates.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

constexpr int most_slopes = 6;

class WrittenSlopes {
 public:
  WrittenSlopes(const Subprover& s, const ProveGoal& alone, const Expr& x, bool lower)
      : s_(s), alone_(alone), x_(x), lower_(lower) {}

  Tree from(const Goal& g, int times) const {
    if (times > 0)
      if (auto t = by_sign(g)) return t;
    if (times < most_slopes)
      if (auto t = next(g, times)) return t;
    // The first one, where none leads on: more work, for later.
    return times == 1 && s_.round > 0 && g.context.variables().size() > 1 ? alone_(g) : std::nullopt;
  }

 private:
  [[nodiscard]] Tree by_sign(const Goal& g) const {
    if (auto t = s_.immediate(g)) return t;
    return s_.sign(g);
  }

  [[nodiscard]] Tree next(const Goal& g, int times) const {
    const Variable* v = g.context.find(x_);
    if (!v || !depends_on(g.difference(), x_) || !is_smooth_in(g.difference(), x_)) return std::nullopt;
    if (!smooth_to_the_end(g, *v)) return std::nullopt;
    const End& end = lower_ ? v->range.lo : v->range.hi;
    const Step step = end.closed ? Step(rule::Mono{x_, lower_}) : Step(rule::Rise{x_, lower_});
    const auto children = apply(step, g);
    if (!children || children->size() != 2) return std::nullopt;
    const auto at_end = s_.immediate((*children)[1]);
    if (!at_end) return std::nullopt;
    Goal slope = (*children)[0];
    Proof out{step};
    if (const Expr e = tidy(slope); e != slope.relation.lhs || !slope.relation.rhs.is_constant(0))
      static_cast<void>(take(rewrite_to(e), slope, out));
    if (!is_defined(slope.context, slope.difference()) || !looks_nonnegative(slope.context, slope.difference()))
      return std::nullopt;
    const auto rest = from(slope, times + 1);
    if (!rest) return std::nullopt;
    append(out, *rest);
    append(out, *at_end);
    return out;
  }

  [[nodiscard]] bool smooth_to_the_end(const Goal& g, const Variable& v) const {
    Range range = v.range;
    (lower_ ? range.lo : range.hi).closed = true;
    return is_smooth({g.context.without_hypotheses_on(x_).with_range(x_, range), g.relation}, x_);
  }

  // With simple exponents and factors.
  static Expr tidy(const Goal& g) {
    Algebra plain([](const Expr&) { return false; });
    return transform(g.difference(), [&](const Expr& e, std::span<Expr> args) {
      if (e.op() == Op::pow && !args[1].is_constant()) args[1] = plain.simplified(args[1]).value_or(args[1]);
      return with_args(e, args);
    });
  }

  const Subprover& s_;
  const ProveGoal& alone_;
  Expr x_;
  bool lower_;
};

}  // namespace

Tree by_written_slopes(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq || !has_variable_power(g)) return std::nullopt;
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (v.integer || !depends_on(g.difference(), x)) continue;
    for (const bool lower : {true, false}) {
      const End &end = lower ? v.range.lo : v.range.hi, &other = lower ? v.range.hi : v.range.lo;
      if (end.infinite) continue;
      const WrittenSlopes slopes(s, alone, x, lower);
      const auto from = [&](const Goal& h) { return slopes.from(h, 0); };
      if (auto t = from(g)) return t;
      // Where a base is 0 at the other end, nothing is smooth there.
      if (other.infinite || !other.closed) continue;
      if (auto t = both_sides(g, rule::CloseEnd{x, !lower}, 1, from, alone)) return t;
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
