// Sines and cosines of one variable between two ends, one of which may be a part of a turn, with equality at one end or
// at both: what is left of D without its positive factors has no denominators, so that slope after slope is followed
// from an end at which each of them is 0, to the first one of which boxes show the sign next to that end. The ends need
// small parts of the range, and what is between these is for boxes. For Wilker's and Huygens' inequalities with the
// best constants, whose equality at a quarter turn is that of an irrational place.
#include <algorithm>

#include "verify/engine/tactics/coordinates.hpp"
#include "verify/engine/tactics/sign.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

constexpr int most_slopes_of_waves = 8;
constexpr std::size_t boxes_of_an_end = 200, boxes_between = 4000;

class BetweenEnds {
 public:
  BetweenEnds(const Subprover& s, const Expr& x) : s_(s), x_(x) {}

  Tree run(const Goal& goal) const {
    Goal g = goal;
    Proof out;
    const auto signs = with_denominators(g.context, g.difference(), out, s_);
    if (!signs) return std::nullopt;
    g.context = *signs;
    const auto f = split_factors(g.context, g.difference(), s_.algebra);
    if (!f || f->rest.size() != 1 || (f->nonnegative_only && g.strict()) || !is_defined(g.context, f->weight))
      return std::nullopt;
    if (!take(rule::Factor{f->weight, f->flip ? negate(f->rest[0]) : f->rest[0]}, g, out)) return std::nullopt;
    const Range range = g.context.find(x_)->range;
    const bool low = vanishes_at(g, true), high = vanishes_at(g, false);
    if (!low && !high) return std::nullopt;
    const Rational length = range.hi.value - range.lo.value;
    if (low && !by_parts(g, out, true, range.lo.value, length)) return std::nullopt;
    return rest(g, out, high, range.hi.value, length);
  }

 private:
  [[nodiscard]] bool vanishes_at(const Goal& g, bool lower) const {
    const End& end = lower ? g.context.find(x_)->range.lo : g.context.find(x_)->range.hi;
    const Expr there = substitute(g.difference(), {{x_, Expr(end.value)}});
    if (!depends_on(g.difference(), x_)) return false;
    const Goal zero{g.context, {Rel::eq, there, 0}};
    return s_.immediate(zero).has_value() || by_special_angles(zero, s_, 0).has_value();
  }

  // The part next to the lower end, then the goal on what is left.
  bool by_parts(Goal& g, Proof& out, bool lower, const Rational& end, const Rational& length) const {
    for (const long part : {4L, 16L, 64L}) {
      const Step split = rule::Split{x_, lower ? end + length / Rational(part) : end - length / Rational(part)};
      const auto parts = apply(split, g);
      if (!parts || parts->size() != 2) return false;
      const auto near = from_end((*parts)[lower ? 0 : 1], lower, 0);
      if (!near) continue;
      out.push_back(split);
      append(out, *near);
      g = (*parts)[lower ? 1 : 0];
      return true;
    }
    return false;
  }
  [[nodiscard]] Tree rest(const Goal& g, Proof out, bool high, const Rational& end, const Rational& length) const {
    if (!high) {
      const auto between = s_.boxes(g, boxes_between);
      if (!between) return std::nullopt;
      append(out, *between);
      return out;
    }
    for (const long part : {4L, 16L, 64L}) {
      const Step split = rule::Split{x_, end - length / Rational(part)};
      const auto parts = apply(split, g);
      if (!parts || parts->size() != 2) return std::nullopt;
      const auto near = from_end((*parts)[1], false, 0);
      const auto between = near ? s_.boxes((*parts)[0], boxes_between) : std::nullopt;
      if (!near) continue;
      if (!between) return std::nullopt;
      out.push_back(split);
      append(out, *between);
      append(out, *near);
      return out;
    }
    return std::nullopt;
  }

  // Slope after slope, from an end at which all of them vanish.
  [[nodiscard]] Tree from_end(const Goal& g, bool lower, int times) const {
    const Variable* v = g.context.find(x_);
    if (!v || times > most_slopes_of_waves || !is_smooth_in(g.difference(), x_)) return std::nullopt;
    if (!vanishes_at(g, lower)) {
      if (times == 0) return std::nullopt;
      if (auto t = s_.immediate(g)) return t;
      return s_.boxes(g, boxes_of_an_end);
    }
    const End& end = lower ? v->range.lo : v->range.hi;
    const Step step = end.closed ? Step(rule::Mono{x_, lower}) : Step(rule::Rise{x_, lower});
    const auto children = apply(step, g);
    if (!children || children->size() != 2) return std::nullopt;
    auto at_end = s_.immediate((*children)[1]);
    if (!at_end) at_end = by_special_angles((*children)[1], s_, 0);
    if (!at_end) return std::nullopt;
    Goal slope = (*children)[0];
    Proof out{step};
    const auto simple = s_.algebra(slope.context)->simplified(slope.difference());
    if (simple) static_cast<void>(take(rewrite_to(*simple), slope, out));
    const auto rest = from_end(slope, lower, times + 1);
    if (!rest) return std::nullopt;
    append(out, *rest);
    append(out, *at_end);
    return out;
  }

  const Subprover& s_;
  Expr x_;
};

}  // namespace

Tree by_wave_ends(const Goal& g, const Subprover& s) {
  if (g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty()) return std::nullopt;
  if (nodes_of(g.relation, is_wave).empty() || variables_of(g.difference()).size() != 1) return std::nullopt;
  const auto between = [&](const Goal& h) -> Tree {
    const auto names = variables_of(h.difference());
    if (names.size() != 1) return std::nullopt;
    const Expr x = Expr::variable(names.front());
    const Variable* v = h.context.find(x);
    if (!v || v->integer || !v->range.bounded()) return std::nullopt;
    return BetweenEnds(s, x).run(h);
  };
  if (auto t = by_turns(g, between)) return t;
  return g.context.hypotheses().empty() ? between(g) : std::nullopt;
}

}  // namespace dpcert::verify
