#include "verify/engine/tactics/expansion.hpp"

#include "verify/engine/tactics/expander.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

std::optional<Expansion> expand(const Goal& g, const Expr& x, Place place, int terms) {
  if (g.relation.rel == Rel::eq || !is_smooth_in(g.difference(), x)) return std::nullopt;
  return Expander(g, x, place, terms).run();
}

std::optional<Expr> without_runaway_logs(const Goal& g, const Expr& x) {
  return Expander(g, x, Place::infinity, 1).without_runaway_logs();
}

namespace {

// Without an end below: mirrored, or both sides of 0 apart.
Tree turned(const Goal& g, const Variable& v, const ProveGoal& rest) {
  const Expr x = Expr::variable(v.name);
  const End& hi = v.range.hi;
  if (hi.infinite) return steps(g, rule::Split{x, Rational(0)}, {rest});
  std::string name = "minus_" + v.name;
  while (is_used(g.context, name)) name += "_";
  return steps(g, rule::Subst{x, name, {{false, hi.closed, -hi.value}, {}}, -Expr::variable(name)}, {rest});
}

// The goal near the end by boxes, with few terms first.
Tree near_the_end(const Goal& g, const Expr& x, Place place, const Subprover& s) {
  for (const int terms : Effort::Expansion::terms) {
    auto e = expand(g, x, place, terms);
    if (!e) return std::nullopt;
    if (const auto t = s.boxes(e->goal, Effort::boxes_near_an_end)) {
      append(e->steps, *t);
      return std::move(e->steps);
    }
  }
  return std::nullopt;
}

}  // namespace

Tree by_expansion(const Goal& g, const Subprover& s, int depth) {
  const ProveGoal rest = [&](const Goal& h) { return s.prove(h, depth - 1, true); };
  const Expr d = g.difference();
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!depends_on(d, x)) continue;
    const auto& [lo, hi] = v.range;
    if (lo.infinite) {
      if (auto t = turned(g, v, rest)) return t;
      continue;
    }
    for (const Place place : {Place::infinity, Place::zero}) {
      const bool far = place == Place::infinity;
      // Many magnitudes count as an end.
      const Rational wide = Effort::Expansion::many_magnitudes;
      if (far ? !hi.infinite && hi.value < wide
              : !(lo.value.is_zero() && !lo.closed) && !(lo.value.sign() > 0 && lo.value * wide < Rational(1)))
        continue;
      for (const int size : Effort::Expansion::places) {
        const Rational at = far ? Rational(size) : Rational(1, size);
        if (far ? !hi.infinite && !(at < hi.value) : !(lo.value < at)) continue;
        const bool whole = far ? !(lo.value < at) : (!hi.infinite && !(at < hi.value));
        if (whole) {
          if (auto t = near_the_end(g, x, place, s)) return t;
          continue;
        }
        const Step split = rule::Split{x, at};
        const auto children = apply(split, g);
        if (!children) continue;
        const auto proof = near_the_end((*children)[far ? 1 : 0], x, place, s);
        if (!proof) continue;
        const auto other = rest((*children)[far ? 0 : 1]);
        if (!other) return std::nullopt;
        Proof out{split};
        append(out, far ? *other : *proof);
        append(out, far ? *proof : *other);
        return out;
      }
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
