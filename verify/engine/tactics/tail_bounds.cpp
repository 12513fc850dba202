// Error functions replaced by bounds of theirs: what is left is elementary.
#include <algorithm>

#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// A bound of an error function on the side that is asked for.
struct TailBound {
  Expr value;
  std::optional<Expr> from;  // where it is one of erfc at this place, which is not negative,
  Rational times = 1;        // so many times
};

// erfc(w) <= exp(-w^2), and for w > 0 erfc(w) <= exp(-w^2)/(w sqrt(pi)); f = c + k erfc(w).
TailBound at_tail(const Expr& c, const Rational& k, const Expr& w, const Expr& square, bool sharper) {
  const Expr e = exp(negate(square));
  const Expr b = sharper ? quotient(e, mul(w, sqrt(Expr::pi()))) : e;
  const Expr part = abs(k) == Rational(1) ? b : mul(Expr(abs(k)), b);
  return {k.sign() > 0 ? add(c, part) : sub(c, part), w, abs(k)};
}

// Nothing: the sign of the argument is not known.
std::optional<TailBound> bound_of(const Context& c, const Expr& f, bool upper, bool sharper) {
  const Expr& u = f.arg(0);
  const Need need = sharper ? Need::positive : Need::nonnegative;
  const bool up = c.knows({u, need}), down = c.knows({negate(u), need});
  const Expr root = sqrt(Expr(2)), square = pow(u, 2), half = quotient(square, 2);
  switch (f.op()) {
    case Op::erfc:
      if (!upper && !down) return TailBound{0, {}};
      if (upper && down) return TailBound{2, {}};
      if (upper ? up : down) return at_tail(upper ? 0 : 2, upper ? 1 : -1, upper ? u : negate(u), square, sharper);
      break;
    case Op::erf:
      if (upper ? down : up) return at_tail(upper ? -1 : 1, upper ? 1 : -1, upper ? negate(u) : u, square, sharper);
      if (!upper) return TailBound{-1, {}};
      if (up) return TailBound{1, {}};
      break;
    case Op::normal_cdf:
      if (!upper && !up) return TailBound{0, {}};
      if (upper && up) return TailBound{1, {}};
      if (upper ? down : up) {
        const Expr w = quotient(upper ? negate(u) : u, root);
        return at_tail(upper ? 0 : 1, Rational(upper ? 1 : -1, 2), w, half, sharper);
      }
      break;
    default:
      break;
  }
  return std::nullopt;
}

// That the bound holds: by the same of erfc(t) alone.
Tree proof_of(const Goal& g, const TailBound& b, bool sharper, const Subprover& s) {
  if (!b.from) return s.immediate(g);
  const Expr& w = *b.from;
  const Expr e = exp(negate(pow(w, 2)));
  const Expr gap = sub(sharper ? quotient(e, mul(w, sqrt(Expr::pi()))) : e, erfc(w));
  const Expr form = b.times == Rational(1) ? gap : mul(Expr(b.times), gap);
  return rewritten(g, form, 0, [&](const Goal& h) {
    const Range range{{false, !sharper, Rational(0)}, {}};
    return steps(h, rule::Gen{fresh_name(h.context), range, w}, {[&](const Goal& k) -> Tree {
                   Proof out;
                   const Goal free = without_hypotheses(k, out);
                   const auto t = s.prove(free, Effort::depth_of_a_condition, true);
                   if (!t) return std::nullopt;
                   append(out, *t);
                   return out;
                 }});
  });
}

// Where on an infinite side of a variable the sign of u is known.
std::optional<rule::Split> known_beyond(const Context& c, const Expr& u, Need need) {
  for (const auto& v : c.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!depends_on(u, x) || v.range.lo.infinite == v.range.hi.infinite) continue;
    const bool up = v.range.hi.infinite;
    const Rational from = up ? v.range.lo.value : v.range.hi.value;
    for (const Rational& step : {Rational(1, 16), Rational(1, 4), Rational(1), Rational(4), Rational(16)}) {
      const Rational q = up ? from + step : from - step;
      Range far = v.range;
      (up ? far.lo : far.hi) = {false, true, q};
      const Context there = c.with_range(x, far);
      if (there.knows({u, need}) || there.knows({negate(u), need})) return rule::Split{x, q};
    }
  }
  return std::nullopt;
}

// The sign of the argument of a tail, where it takes a step to see it, as a hypothesis.
Goal with_signs_of_arguments(const Goal& g, const Subprover& s, Proof& out) {
  Goal now = g;
  for (const Expr& f : nodes_of(g.relation, is_error_function)) {
    const Expr& u = f.arg(0);
    if (!is_defined(g.context, u)) continue;
    if (g.context.knows({u, Need::nonnegative}) || g.context.knows({negate(u), Need::nonnegative})) continue;
    for (const Relation& sign : {Relation{Rel::ge, u, 0}, Relation{Rel::ge, 0, u}}) {
      if (!looks_nonnegative(g.context, sub(sign.lhs, sign.rhs))) continue;
      const auto t = s.immediate({now.context, sign});
      if (!t) continue;
      cut_in(out, now, sign, *t);
      break;
    }
  }
  return now;
}

// A bound that is used: of which function, and with which weight.
struct UsedBound {
  Relation said;
  TailBound bound;
  Coefficient weight;
};

Tree with_bounds_of_tails(const Goal& g, const Subprover& s, int depth, bool sharper, int cases) {
  const Context& c = g.context;
  Algebra a = c.algebra();
  const Expr d = g.difference(), t = Expr::variable(fresh_name(c));
  Expr rest = d;
  std::vector<UsedBound> used;
  for (const Expr& f : nodes_of(g.relation, is_error_function)) {
    const auto p = a.coefficients(replaced(d, f, t), t);
    if (!p || p->size() > 2) return std::nullopt;
    if (p->size() < 2) continue;
    const bool up = c.knows({(*p)[1], Need::nonnegative}), down = c.knows({negate((*p)[1]), Need::nonnegative});
    if (!up && !down) return std::nullopt;
    const auto b = bound_of(c, f, down, sharper);
    if (!b) {
      const Expr& u = f.arg(0);
      if (cases <= 0 || !is_defined(c, u)) return std::nullopt;
      const auto split = known_beyond(c, u, sharper ? Need::positive : Need::nonnegative);
      return steps(g, split ? Step(*split) : Step(rule::Cases{u}), {[&](const Goal& part) -> Tree {
                     if (auto r = with_bounds_of_tails(part, s, depth, sharper, cases - 1)) return r;
                     return s.prove(part, depth, s.numeric);
                   }});
    }
    if (!is_defined(c, b->value)) return std::nullopt;
    const Relation said = down ? Relation{Rel::ge, b->value, f} : Relation{Rel::ge, f, b->value};
    used.push_back({said, *b, weight(down ? negate((*p)[1]) : (*p)[1])});
    rest = replaced(rest, f, b->value);
  }
  if (used.empty() || !looks_nonnegative(c, rest)) return std::nullopt;
  Goal h = g;
  Proof out;
  Weights weights;
  for (const auto& [said, bound, weight] : used) {
    const auto proof = proof_of({h.context, said}, bound, sharper, s);
    if (!proof) return std::nullopt;
    cut_in(out, h, said, *proof);
    weights.emplace_back(h.context.hypotheses().size() + 1, weight);
  }
  const Relation side{g.relation.rel, rest, 0};
  const auto proof = s.prove({c, side}, depth, s.numeric);
  if (!proof) return std::nullopt;
  // The bounds come behind it: what is left must not be looked at with them among its hypotheses.
  Proof all{rule::Cut{side}};
  append(all, *proof);
  append(all, out);
  weights.emplace_back(c.hypotheses().size() + 1, Rational(1));
  all.emplace_back(rule::Combine{Rational(0), weights});
  return all;
}

}  // namespace

Tree by_tail_bounds(const Goal& g, const Subprover& s, int depth, bool cases) {
  if (depth < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  const auto functions = nodes_of(g.relation, is_error_function);
  if (functions.empty() || functions.size() > Effort::most_tails) return std::nullopt;
  Proof signs;
  const Goal known = with_signs_of_arguments(g, s, signs);
  for (const bool sharper : {false, true}) {
    if (auto t = with_bounds_of_tails(known, s, depth - 1, sharper, cases ? Effort::cases_of_tails : 0)) {
      append(signs, *t);
      return signs;
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
