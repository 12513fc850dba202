// Two variables of one range, on both sides of their diagonal: each side by itself, the second one as the image of the
// first where D is the same at the other outcomes of two coins, (1 - p, 1 - q), or with the variables exchanged.
#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/core/work.hpp"
#include "verify/engine/tactics/sign.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

struct Pair {
  Expr p, q;
  Range range;
};

bool has_function(const Expr& e) {
  return !nodes_of({Rel::ge, e, 0}, [](const Expr& n) {
            return n.op() != Op::pow ? n.args().size() == 1 && n.op() != Op::neg : !n.arg(1).is_constant();
          }).empty();
}

// A hypothesis in |gap|, of which the distance is all that it knows: a cut by which a logarithm is defined.
bool says_of_distance(const Expr& side, const Expr& gap) {
  return !nodes_of({Rel::ge, side, 0}, [&](const Expr& e) { return e.op() == Op::abs && e.arg(0) == gap; }).empty();
}

// Every hypothesis is dropped, by lines that are the same whatever they are.
std::optional<Goal> without_all(const Goal& g, const std::vector<Expr>& variables, Proof& out) {
  Goal h = g;
  for (const Expr& x : variables) {
    const Step widen = rule::Widen{x, h.context.find(x)->range};
    const auto next = after(widen, h);
    if (!next) return std::nullopt;
    out.push_back(widen);
    h = *next;
  }
  if (!h.context.hypotheses().empty()) return std::nullopt;
  return h;
}

// Away from the diagonal: the smaller variable as a part s of what is below the larger one, or the larger one by a part
// of what is above the smaller one. Then along s, with the slope's factors of known sign stripped off.
class FromDiagonal {
 public:
  FromDiagonal(const Subprover& s, const ProveGoal& alone) : s_(s), alone_(alone) {}

  Tree run(const Goal& g, const Expr& small, const Expr& large, const Range& range) const {
    const auto& [lo, hi] = range;
    const std::string name = fresh_name(g.context);
    const Expr part = Expr::variable(name);
    if (!lo.infinite) {
      const Range parts{{false, lo.closed, Rational(0)}, {false, true, Rational(1)}};
      const Expr below = add(Expr(lo.value), mul(part, sub(large, Expr(lo.value))));
      if (auto t = by_part(g, {small, name, parts, below}, large, false)) return t;
    }
    const Range parts = hi.infinite ? Range{{false, true, Rational(0)}, {}}
                                    : Range{{false, true, Rational(0)}, {false, hi.closed, Rational(1)}};
    const Expr room = hi.infinite ? Expr(1) : sub(Expr(hi.value), small);
    return by_part(g, {large, name, parts, add(small, mul(part, room))}, small, true);
  }

 private:
  Tree by_part(const Goal& g, const rule::Subst& subst, const Expr& other, bool lower) const {
    const auto next = after(subst, g);
    if (!next) return std::nullopt;
    Proof out{subst};
    const Expr part = Expr::variable(subst.name);
    const auto free = without_all(*next, {other, part}, out);
    const auto t = free ? from_end(*free, part, lower, Effort::Halves::times_along) : std::nullopt;
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

  // D is 0 at the closed end of x.
  Tree from_end(const Goal& g, const Expr& x, bool lower, int times) const {
    if (times == 0 || s_.out_of_time() || !is_smooth(g, x)) return std::nullopt;
    const Step mono = rule::Mono{x, lower};
    const auto children = apply(mono, g);
    if (!children || children->size() != 2) return std::nullopt;
    const auto end = [&] {
      const WorkLimit limit(Effort::Halves::work_of_a_slope);
      return s_.immediate((*children)[1]);
    }();
    if (!end) return std::nullopt;
    const auto slope = by_slope_factors((*children)[0], x, lower, times);
    if (!slope) return std::nullopt;
    Proof out{mono};
    append(out, *slope);
    append(out, *end);
    return out;
  }

  // The factor of the slope that is left beside those of known sign, with how it is one.
  struct Stripped {
    Tree proof;  // there is none left
    Step factor = rule::Sign{};
    std::optional<Goal> rest;
  };
  Stripped stripped(const Goal& slope) const {
    Stripped out;
    const WorkLimit limit(Effort::Halves::work_of_a_slope);
    out.proof = s_.sign(slope);
    if (out.proof) return out;
    const auto f = split_factors(slope.context, slope.difference(), s_.algebra);
    if (!f || f->rest.size() != 1 || (f->nonnegative_only && slope.strict())) return out;
    const Expr e = f->flip ? negate(f->rest[0]) : f->rest[0];
    if (!is_defined(slope.context, f->weight) || !is_defined(slope.context, e)) return out;
    out.factor = rule::Factor{f->weight, e};
    out.rest = Goal{slope.context, {slope.relation.rel, e, 0}};
    return out;
  }

  Tree by_slope_factors(const Goal& slope, const Expr& x, bool lower, int times) const {
    if (!looks_nonnegative(slope.context, slope.difference())) return std::nullopt;
    const auto [proof, factor, rest] = stripped(slope);
    if (proof || !rest) return proof;
    const Tree t = has_function(rest->difference()) ? from_end(*rest, x, lower, times - 1) : alone_(*rest);
    if (!t) return std::nullopt;
    Proof out{factor};
    append(out, *t);
    return out;
  }

  const Subprover& s_;
  const ProveGoal& alone_;
};

// In their sum and their distance, as a bound by the distance alone asks: along the sum, from the middle of the domain.
Tree by_sum_and_difference(const Goal& g, const Expr& small, const Expr& large, const Range& range,
                           const Subprover& s) {
  if (!range.bounded()) return std::nullopt;
  const Rational &lo = range.lo.value, &hi = range.hi.value;
  Goal h = g;
  Proof out;
  // Beyond the diagonal, where the goal goes on to hold there; a modulus in a hypothesis is not affine, and has to go.
  Proof dropped;
  const auto free = without_all(g, {small, large}, dropped);
  if (free && is_defined(free->context, free->difference()) && looks_nonnegative(free->context, free->difference())) {
    h = *free;
    out = dropped;
  } else if (std::ranges::any_of(g.context.hypotheses(),
                                 [](const Relation& r) { return !nodes_of(r, is_kink).empty(); })) {
    return std::nullopt;
  }
  const Expr sum = Expr::variable(fresh_name(h.context));
  const Range sums{{false, range.lo.closed, Rational(2) * lo}, {false, range.hi.closed, Rational(2) * hi}};
  if (!take(rule::Subst{large, sum.name(), sums, sub(sum, small)}, h, out)) return std::nullopt;
  // What logarithms are of is positive by hypotheses and ends together.
  const auto along = [&](const Goal& k) -> Tree {
    const auto e = k.context.algebra().simplified(k.difference());
    if (!e || !is_defined(k.context, *e)) return std::nullopt;
    return rewritten(k, *e, 0, [&](const Goal& now) { return by_derivatives_from(now, s, sum, Expr(lo + hi)); });
  };
  const auto t = when_defined(h, s, [&](const Goal& k) {
    const Expr d = Expr::variable(fresh_name(k.context));
    const bool strict = !range.lo.closed || !range.hi.closed;
    return steps(k, rule::Subst{small, d.name(), Range{}, quotient(sub(sum, d), 2)}, {[&](const Goal& last) -> Tree {
                   Goal bounded = last;
                   Proof lines;
                   // By two hypotheses together, each of one of the two: no bound by the box of the sum says as much.
                   for (const Expr& room : {sub(Expr(hi - lo), d), add(Expr(hi - lo), d)}) {
                     const Goal inside{bounded.context, {strict ? Rel::gt : Rel::ge, room, 0}};
                     const auto proof = s.prove(inside, Effort::depth_of_a_condition_on_the_way, false);
                     if (!proof) return std::nullopt;
                     cut_in(lines, bounded, inside.relation, *proof);
                   }
                   derive_bounds(bounded, lines);
                   const auto rest = when_defined(bounded, s, along);
                   if (!rest) return std::nullopt;
                   append(lines, *rest);
                   return lines;
                 }});
  });
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

// large = small + d, and small by its place t in what the distance d leaves of the range.
Tree in_place_and_distance(const Goal& g, const Expr& small, const Expr& large, const Range& range, const Subprover& s,
                           int depth, const ProveGoal& alone) {
  if (!range.bounded() || range.lo.closed || range.hi.closed) return std::nullopt;
  const Rational &lo = range.lo.value, &hi = range.hi.value;
  const Expr d = Expr::variable(fresh_name(g.context));
  const Range distances{{false, true, Rational(0)}, {false, false, hi - lo}},
      parts{{false, false, Rational(0)}, {false, false, Rational(1)}};
  return steps(g, rule::Subst{large, d.name(), distances, add(small, d)}, {[&](const Goal& h) -> Tree {
                 const Expr t = Expr::variable(fresh_name(h.context));
                 const Expr room = mul(t, sub(Expr(hi - lo), d));
                 const Expr place = lo.is_zero() ? room : add(Expr(lo), room);
                 return steps(h, rule::Subst{small, t.name(), parts, place}, {[&](const Goal& k) -> Tree {
                                Proof out;
                                const auto free = without_all(k, {d, t}, out);
                                if (!free) return std::nullopt;
                                const auto proof = when_defined(
                                    *free, s, [&](const Goal& q) { return by_tangent_curves(q, s, depth, alone); });
                                if (!proof) return std::nullopt;
                                append(out, *proof);
                                return out;
                              }});
               }});
}

// One side of the diagonal; that p >= q there is a hypothesis, or that q >= p.
using OneSide = std::function<Tree(const Goal&, const Pair&, bool p_is_larger)>;

// With each kink as what it is on this side.
Tree without_kinks(const Goal& g, const ProveGoal& rest) {
  const Relation r{g.relation.rel, without_decided_kinks(g.relation.lhs, g.context),
                   without_decided_kinks(g.relation.rhs, g.context)};
  return r == g.relation ? rest(g) : rewritten(g, r.lhs, r.rhs, rest);
}

Tree from_diagonal(const Goal& g, const Pair& pair, bool p_is_larger, const Subprover& s, const ProveGoal& alone) {
  return without_kinks(g, [&](const Goal& h) -> Tree {
    // Beyond the diagonal it may go on to hold: then that is no end of the domain.
    if (!(h.relation == g.relation) && nodes_of(h.relation, is_kink).empty()) {
      Proof out;
      const auto free = without_all(h, {pair.p, pair.q}, out);
      if (free && is_defined(free->context, free->difference()) &&
          looks_nonnegative(free->context, free->difference())) {
        if (const auto t = alone(*free)) {
          append(out, *t);
          return out;
        }
      }
    }
    const Expr& small = p_is_larger ? pair.q : pair.p;
    const Expr& large = p_is_larger ? pair.p : pair.q;
    return FromDiagonal(s, alone).run(h, small, large, pair.range);
  });
}

// The variables as their images, under their own names again: p -> image(p), q -> image(q).
std::optional<Goal> renamed(const Goal& g, const Pair& pair, bool exchanged, Proof& out) {
  Goal h = g;
  const auto put = [&](const Expr& x, const std::string& name, const Expr& value) {
    const Step step = rule::Subst{x, name, pair.range, value};
    const auto next = after(step, h);
    if (!next) return false;
    out.push_back(step);
    h = *next;
    return true;
  };
  const std::string name = fresh_name(g.context);
  const Expr t = Expr::variable(name);
  if (exchanged) {
    if (!put(pair.p, name, t) || !put(pair.q, pair.p.name(), pair.p) || !put(t, pair.q.name(), pair.q))
      return std::nullopt;
    return h;
  }
  const Expr sum(pair.range.lo.value + pair.range.hi.value);
  for (const Expr& x : {pair.p, pair.q})
    if (!put(x, name, sub(sum, t)) || !put(t, x.name(), x)) return std::nullopt;
  return h;
}

// Is D the same at the images?
std::optional<bool> symmetry(const Goal& g, const Pair& pair) {
  const Expr d = g.difference();
  Algebra a = g.context.algebra();
  if (a.is_zero(sub(d, substitute(d, {{pair.p, pair.q}, {pair.q, pair.p}})))) return true;
  const auto& [lo, hi] = pair.range;
  if (!pair.range.bounded() || lo.closed != hi.closed) return std::nullopt;
  const Expr sum(lo.value + hi.value);
  if (a.is_zero(sub(d, substitute(d, {{pair.p, sub(sum, pair.p)}, {pair.q, sub(sum, pair.q)}})))) return false;
  return std::nullopt;
}

// The two variables: all that D depends on, of one range.
std::optional<Pair> pair_of(const Goal& g) {
  std::vector<const Variable*> found;
  for (const auto& v : g.context.variables())
    if (depends_on(g.difference(), Expr::variable(v.name))) found.push_back(&v);
  if (found.size() != 2 || found[0]->integer || found[1]->integer || !(found[0]->range == found[1]->range))
    return std::nullopt;
  return Pair{Expr::variable(found[0]->name), Expr::variable(found[1]->name), found[0]->range};
}

// The smaller one as a part of the larger one, of which the box says all that is known of the two.
Tree as_part_of_larger(const Goal& g, const Pair& pair, bool p_is_larger, const Subprover& s, const ProveGoal& alone) {
  const Expr& small = p_is_larger ? pair.q : pair.p;
  const Expr& large = p_is_larger ? pair.p : pair.q;
  const std::string name = fresh_name(g.context);
  const Expr part = Expr::variable(name);
  const Range parts{{false, pair.range.lo.closed, Rational(0)}, {false, true, Rational(1)}};
  return steps(g, rule::Subst{small, name, parts, mul(part, large)}, {[&](const Goal& h) -> Tree {
                 // Without the order itself, which is in other words on the other side of the diagonal.
                 Proof out;
                 const auto free = without_all(h, {part, large}, out);
                 if (!free || !looks_nonnegative(free->context, free->difference())) return std::nullopt;
                 const auto t = when_defined(*free, s, alone);
                 if (!t) return std::nullopt;
                 append(out, *t);
                 return out;
               }});
}

// Each side of the diagonal by `side`, the second one as the image of the first if it is.
Tree in_halves(const Goal& g, const OneSide& side) {
  if (g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty()) return std::nullopt;
  const auto pair = pair_of(g);
  if (!pair) return std::nullopt;
  const Expr gap = sub(pair->p, pair->q);
  Algebra a = g.context.algebra();
  std::optional<bool> ordered;  // one side is what is asked for
  for (const Relation& said : g.context.hypotheses()) {
    const Expr side = sub(said.lhs, said.rhs);
    const auto ratio = said.rel != Rel::eq ? a.ratio(side, gap, true) : std::nullopt;
    if (ratio && !ordered) {
      ordered = ratio->sign() > 0;
    } else if (!says_of_distance(side, gap)) {  // no definedness of the goal
      return std::nullopt;
    }
  }
  if (ordered) return side(g, *pair, *ordered);
  const auto kinks = nodes_of(g.relation, is_kink);
  if (std::ranges::any_of(kinks, [&](const Expr& k) { return k.op() != Op::abs || !a.ratio(k.arg(0), gap, true); }))
    return std::nullopt;
  if (kinks.empty() && !a.is_zero(substitute(g.difference(), {{pair->q, pair->p}}))) return std::nullopt;
  const auto exchanged = symmetry(g, *pair);
  const Step cases = rule::Cases{gap};
  const auto children = apply(cases, g);
  if (!children || children->size() != 2) return std::nullopt;
  const auto first = side((*children)[0], *pair, true);
  if (!first) return std::nullopt;
  Proof out{cases};
  append(out, *first);
  if (!exchanged) {
    const auto second = side((*children)[1], *pair, false);
    if (!second) return std::nullopt;
    append(out, *second);
    return out;
  }
  // The image has the first side's hypothesis in other words: the same lines prove it.
  const auto image = renamed((*children)[1], *pair, *exchanged, out);
  if (!image) return std::nullopt;
  const auto second = rewritten(*image, g.relation.lhs, g.relation.rhs, [&](const Goal&) -> Tree { return first; });
  if (!second) return std::nullopt;
  append(out, *second);
  return out;
}

}  // namespace

Tree by_halves(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  return in_halves(g, [&](const Goal& h, const Pair& pair, bool p_is_larger) {
    return from_diagonal(h, pair, p_is_larger, s, alone);
  });
}

Tree by_parts_of_the_larger(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  return in_halves(g, [&](const Goal& h, const Pair& pair, bool p_is_larger) -> Tree {
    if (pair.range.lo.infinite || !pair.range.lo.value.is_zero()) return std::nullopt;
    return without_kinks(h, [&](const Goal& k) { return as_part_of_larger(k, pair, p_is_larger, s, alone); });
  });
}

Tree by_place_and_distance(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone) {
  return in_halves(g, [&](const Goal& h, const Pair& pair, bool p_is_larger) {
    const Expr& small = p_is_larger ? pair.q : pair.p;
    const Expr& large = p_is_larger ? pair.p : pair.q;
    return without_kinks(
        h, [&](const Goal& k) { return in_place_and_distance(k, small, large, pair.range, s, depth, alone); });
  });
}

Tree by_distance(const Goal& g, const Subprover& s) {
  return in_halves(g, [&](const Goal& h, const Pair& pair, bool p_is_larger) {
    return without_kinks(h, [&](const Goal& k) {
      return p_is_larger ? by_sum_and_difference(k, pair.q, pair.p, pair.range, s)
                         : by_sum_and_difference(k, pair.p, pair.q, pair.range, s);
    });
  });
}

}  // namespace dpcert::verify
