#include <algorithm>

#include "src/core/work.hpp"
#include "verify/engine/proof/bounds.hpp"
#include "verify/engine/tactics/combination.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// +1: known to be >= 0, -1: known to be <= 0; as it is written or as its normal form has it.
int known_side(const Context& c, const Expr& u) {
  const auto side = [&](const Expr& e) {
    if (c.knows({e, Need::nonnegative})) return 1;
    return c.knows({negate(e), Need::nonnegative}) ? -1 : 0;
  };
  if (const int known = side(u); known != 0) return known;
  const auto simple = c.algebra().simplified(u);
  return simple && !(*simple == u) ? side(*simple) : 0;
}

}  // namespace

Expr without_decided_kinks(const Expr& e, const Context& c) {
  return transform(e, [&](const Expr& n, std::span<const Expr> args) {
    const Expr m = with_args(n, args);
    if (!is_kink(m)) return m;
    const int side = known_side(c, decider_of_kink(m));
    if (side == 0) return m;
    if (m.op() == Op::abs) return side > 0 ? m.arg(0) : negate(m.arg(0));
    return m.arg((m.op() == Op::max) == (side > 0) ? 0 : 1);
  });
}

namespace {

// u of two variables that changes its sign when they change places, as f(x) - f(y) does: x - y or y - x, if u looks as
// if it had the sign of that.
std::optional<Expr> order_of_variables(const Context& c, const Expr& u) {
  std::vector<Expr> xs;
  for (const auto& v : c.variables())
    if (const Expr x = Expr::variable(v.name); depends_on(u, x)) xs.push_back(x);
  if (xs.size() != 2) return std::nullopt;
  const Expr &x = xs[0], &y = xs[1], gap = sub(x, y);
  Algebra a = c.algebra();
  if (a.is_zero(sub(u, gap)) || !a.is_zero(add(u, substitute(u, {{x, y}, {y, x}})))) return std::nullopt;
  const Context larger = c.with_hypothesis({Rel::ge, gap, 0});
  if (looks_nonnegative(larger, u)) return gap;
  return looks_nonnegative(larger, negate(u)) ? std::optional(sub(y, x)) : std::nullopt;
}

// An expression of the same sign as u, without factors of known sign; a difference of two positive terms by their logs.
Expr simpler_decider(const Context& c, const Expr& u) {
  Algebra a = c.algebra();
  const auto f = a.factorization(u);
  if (!f || f->constant.is_zero()) return u;
  // Nothing to drop: a sum keeps the terms that it is written with, which are exponentials in a normal form.
  if (f->factors.size() == 1 && !nodes_of({Rel::ge, u, 0}, is_repeated).empty()) return u;
  int sign = f->constant.sign();
  std::optional<Expr> rest;
  for (const auto& [base, k] : f->factors) {
    const Signs s = c.signs(base);
    if (s == positive || (s == negative && k % 2 == 0)) continue;
    if (s == negative) {
      sign = -sign;
      continue;
    }
    if (rest || k % 2 == 0) return u;
    rest = base;
  }
  if (!rest) return u;
  Expr e = *rest;
  if (e.op() == Op::sub && c.positive_(e.arg(0)) && c.positive_(e.arg(1)) &&
      !nodes_of({Rel::ge, e, 0}, [](const Expr& n) { return n.op() == Op::exp; }).empty())
    e = a.simplified(sub(log(e.arg(0)), log(e.arg(1)))).value_or(e);
  if (!is_defined(c, e)) return u;
  return sign > 0 ? e : negate(e);
}

// Kinks in hypotheses by the sign of what decides them; then each hypothesis as it reads without them, in the domain
// if it is a bound of one variable. Nothing where that says nothing new.
Tree without_kinks_in_hypotheses(const Goal& g, const Subprover& s, int depth, std::size_t left) {
  if (s.out_of_time()) return std::nullopt;
  Goal now = g;
  Proof out;
  const auto all = g.context.hypotheses();
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const Expr& kink : nodes_of(all[i], is_kink)) {
      const Expr u = decider_of_kink(kink);
      if (known_side(g.context, u) != 0) continue;
      if (left == 0) return std::nullopt;
      const auto further = [&](const Goal& h) { return without_kinks_in_hypotheses(h, s, depth, left - 1); };
      return steps(g, rule::Cases{u}, {further});
    }
    const Relation r{all[i].rel, without_decided_kinks(all[i].lhs, g.context),
                     without_decided_kinks(all[i].rhs, g.context)};
    if (r == all[i] || std::ranges::find(now.context.hypotheses(), r) != now.context.hypotheses().end()) continue;
    cut_in(out, now, r, {rule::Combine{Rational(0), {{i + 1, Rational(1)}}}});
  }
  if (out.empty()) return std::nullopt;
  now = with_bounds(std::move(now), out);
  const auto t = s.immediate(now);
  const auto rest = t ? t : s.prove(now, depth, s.numeric);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

// Kinks that the order of two variables decides, as in abs(f(x) - f(y)) <= k abs(x - y) with a monotone f: in either
// case the goal without kinks first, from the order alone, then the signs of what decides them.
Tree by_order_of_variables(const Goal& g, const Subprover& s, int depth) {
  const auto kinks = nodes_of(g.relation, is_kink);
  std::optional<Expr> order;
  for (const Expr& kink : kinks) {
    order = order_of_variables(g.context, decider_of_kink(kink));
    if (order) break;
  }
  if (!order) return std::nullopt;
  const auto one_order = [&](const Goal& h) -> Tree {
    std::vector<Relation> sides;
    Context decided = h.context;
    for (const Expr& kink : kinks) {
      const Expr u = decider_of_kink(kink);
      if (known_side(decided, u) != 0) continue;
      sides.push_back(looks_nonnegative(h.context, u) ? Relation{Rel::ge, u, 0} : Relation{Rel::ge, 0, u});
      decided = decided.with_hypothesis(sides.back());
    }
    const Relation plain{g.relation.rel, without_decided_kinks(g.relation.lhs, decided),
                         without_decided_kinks(g.relation.rhs, decided)};
    if (!nodes_of(plain, is_kink).empty()) return std::nullopt;
    // The signs are shown behind the goal without kinks, which they would only disturb, but tried before it, since
    // they are cheap.
    Goal now{h.context.with_hypothesis(plain), h.relation};
    Proof signs;
    for (const Relation& side : sides) {
      const Goal q{now.context, side};
      auto t = s.sign(q);
      if (!t) t = s.prove(q, std::min(depth, Effort::Kinks::depth_of_a_side), false);
      if (!t) return std::nullopt;
      cut_in(signs, now, side, *t);
    }
    const auto last = rewritten(now, plain.lhs, plain.rhs, s.immediate);
    if (!last) return std::nullopt;
    const auto main = s.prove({h.context, plain}, depth, s.numeric);
    if (!main) return std::nullopt;
    Proof out{rule::Cut{plain}};
    append(out, *main);
    append(out, signs);
    append(out, *last);
    return out;
  };
  return steps(g, rule::Cases{*order}, {one_order});
}

// Kinks that cases decide: those of the terms of a sum stand at an index that is none of the goal's variables.
std::vector<Expr> kinks_of_cases(const Goal& g) {
  auto out = nodes_of(g.relation, is_kink);
  std::erase_if(out, [&](const Expr& kink) {
    return std::ranges::any_of(dpcert::variables_of(kink),
                               [&](const std::string& name) { return !g.context.find(Expr::variable(name)); });
  });
  return out;
}

// What decides a kink of the goal, where only its normal form shows the sign: it has to be said, as 1 - a/b > 0 for a <
// b.
std::optional<Relation> side_to_be_said(const Goal& g) {
  for (const Expr& kink : nodes_of(g.relation, is_kink)) {
    const Expr u = decider_of_kink(kink);
    if (g.context.knows({u, Need::nonnegative}) || g.context.knows({negate(u), Need::nonnegative})) continue;
    const int side = known_side(g.context, u);
    if (side != 0) return side > 0 ? Relation{Rel::ge, u, 0} : Relation{Rel::ge, 0, u};
  }
  return std::nullopt;
}

Tree split_on_kinks(const Goal& g, const Subprover& s, int depth, std::size_t left);

// A kink of which every point shows the same side: that is a claim of its own, and no case. What fails in the case that
// does not occur can hardly be proved as an equation.
Tree with_proved_sides(const Goal& g, const Subprover& s, int depth, std::size_t left) {
  for (const Expr& kink : kinks_of_cases(g)) {
    const Expr u = decider_of_kink(kink);
    for (const Relation& side : {Relation{Rel::ge, u, 0}, Relation{Rel::ge, 0, u}}) {
      if (!is_defined(g.context, u) || !looks_nonnegative(g.context, sub(side.lhs, side.rhs))) continue;
      const WorkLimit limit(work_left() / Effort::share_of_a_condition);
      const auto proof = s.prove({g.context, side}, std::min(depth, Effort::Kinks::depth_of_a_side), true);
      if (!proof) continue;
      Goal h = g;
      Proof out;
      cut_in(out, h, side, *proof);
      const auto rest = split_on_kinks(h, s, depth, left - 1);
      if (!rest) continue;
      append(out, *rest);
      return out;
    }
  }
  return std::nullopt;
}

Tree split_on_kinks(const Goal& g, const Subprover& s, int depth, std::size_t left) {
  if (s.out_of_time()) return std::nullopt;
  if (const auto side = side_to_be_said(g); side && left > 0) {
    const auto shown = [&](const Goal& q) { return normalised(q, s, 0); };
    const auto further = [&](const Goal& h) { return split_on_kinks(h, s, depth, left - 1); };
    return steps(g, rule::Cut{*side}, {shown, further});
  }
  const Relation r{g.relation.rel, without_decided_kinks(g.relation.lhs, g.context),
                   without_decided_kinks(g.relation.rhs, g.context)};
  const auto rest = [&](const Goal& h) -> Tree {
    const auto kinks = kinks_of_cases(h);
    if (kinks.empty()) {
      if (auto t = s.prove(h, depth, s.numeric)) return t;
      return s.round >= 1 ? without_kinks_in_hypotheses(h, s, depth, Effort::Kinks::most_in_hypotheses) : std::nullopt;
    }
    if (auto t = s.immediate(h)) return t;
    if (left == 0) return std::nullopt;
    if (h.relation.rel == Rel::eq)
      if (auto t = with_proved_sides(h, s, depth, left)) return t;
    const Expr u = decider_of_kink(kinks.front()), v = simpler_decider(h.context, u);
    const auto further = [&](const Goal& c) { return split_on_kinks(c, s, depth, left - 1); };
    if (v == u) return steps(h, rule::Cases{u}, {further});
    const auto shown = [&](const Goal& q) -> Tree {
      if (auto t = s.sign(q)) return t;
      return s.prove(q, std::min(depth, Effort::Kinks::depth_of_a_side), false);
    };
    // What else the same sign decides is said as well, as of min(1, q/p) and min(1, p/q).
    const auto with_others = [&](Goal c, bool up) -> Tree {
      Proof out;
      Algebra a = h.context.algebra();
      for (const Expr& kink : kinks) {
        const Expr e = decider_of_kink(kink);
        if (e == u) continue;
        const Expr w = simpler_decider(h.context, e);
        if (w == e || !(a.is_zero(sub(w, v)) || a.is_zero(add(w, v)))) continue;
        const Relation r = a.is_zero(sub(w, v)) == up ? Relation{Rel::ge, e, 0} : Relation{Rel::ge, 0, e};
        if (const auto t = shown({c.context, r})) cut_in(out, c, r, *t);
      }
      const auto t = further(c);
      if (!t) return std::nullopt;
      append(out, *t);
      return out;
    };
    const auto side = [&](const Relation& k, bool up) {
      return [&, k, up](const Goal& c) {
        return steps(c, rule::Cut{k}, {shown, [&](const Goal& next) { return with_others(next, up); }});
      };
    };
    return steps(h, rule::Cases{v}, {side({Rel::ge, u, 0}, true), side({Rel::gt, 0, u}, false)});
  };
  if (r == g.relation) return rest(g);
  return rewritten(g, r.lhs, r.rhs, rest);
}

}  // namespace

Tree by_kinks(const Goal& g, const Subprover& s, int depth) {
  const auto kinks = nodes_of(g.relation, is_kink);
  if (kinks.size() > Effort::Kinks::most) return std::nullopt;
  if (kinks.empty())
    return s.round >= 1 ? without_kinks_in_hypotheses(g, s, depth, Effort::Kinks::most_in_hypotheses) : std::nullopt;
  if (kinks_of_cases(g).empty()) return std::nullopt;
  if (auto t = by_order_of_variables(g, s, depth)) return t;
  return split_on_kinks(g, s, depth, kinks.size() + 2);
}

namespace {

// Floors that stand in hypotheses alone: their inequalities, and a combination with these.
Tree by_floors_of_hypotheses(const Goal& g, const Subprover& s) {
  Goal h = g;
  Proof out;
  std::size_t count = 0;
  for (const Relation& said : g.context.hypotheses())
    for (const Expr& f : nodes_of(said, is_rounded)) {
      const bool down = f.op() == Op::floor;
      const Relation near = down ? Relation{Rel::ge, f.arg(0), f} : Relation{Rel::ge, f, f.arg(0)};
      if (std::ranges::find(h.context.hypotheses(), near) != h.context.hypotheses().end()) continue;
      if (++count > Effort::Kinks::most_floors) return std::nullopt;
      const Step fact = rule::Fact{down ? rule::Fact::Of::floor : rule::Fact::Of::ceil, f.arg(0)};
      auto next = after(fact, h);
      if (!next) return std::nullopt;
      out.push_back(fact);
      h = std::move(*next);
    }
  if (count == 0) return std::nullopt;
  const auto rest = prove_by_combination(h, s.out_of_time);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

}  // namespace

Tree by_floors(const Goal& g, const Subprover& s, int depth) {
  const auto floors = nodes_of(g.relation, is_rounded);
  if (floors.empty() && g.relation.rel != Rel::eq) return by_floors_of_hypotheses(g, s);
  if (floors.empty() || floors.size() > Effort::Kinks::most_floors) return std::nullopt;
  // One at a time; a floor whose inequalities are there already, as the step writes them, is done.
  for (const auto& f : floors) {
    const bool down = f.op() == Op::floor;
    const Step fact = rule::Fact{down ? rule::Fact::Of::floor : rule::Fact::Of::ceil, f.arg(0)};
    const auto next = after(fact, g);
    if (!next) return std::nullopt;
    const auto& said = g.context.hypotheses();
    const auto& then = next->context.hypotheses();
    if (then.size() != said.size() + 2 || std::ranges::find(said, then[said.size()]) != said.end()) continue;
    return steps(g, fact, {[&](const Goal& h) { return by_floors(h, s, depth); }});
  }
  if (auto t = s.prove(g, depth, false)) return t;
  const std::function<bool(const Expr&)> whole = [&](const Expr& e) {
    if (e.op() == Op::floor || e.op() == Op::ceil || g.context.is_integer_valued(e)) return true;
    const bool ring = e.op() == Op::neg || e.op() == Op::add || e.op() == Op::sub || e.op() == Op::mul;
    return ring && std::ranges::all_of(e.args(), whole);
  };
  if (g.relation.rel != Rel::ge || !whole(g.difference())) return std::nullopt;
  return steps(g, rule::Integral{}, {[&](const Goal& h) { return s.prove(h, depth, false); }});
}

Tree by_floor_cells(const Goal& g, const Subprover& s) {
  const auto floors = nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::floor; });
  if (floors.size() < 2 || floors.size() > Effort::Kinks::most_floors) return std::nullopt;
  Algebra a = g.context.algebra();
  struct Jumping {
    Expr floor;
    Rational k, c;
  };
  for (const auto& base : floors) {
    const Expr& u = base.arg(0);
    std::vector<Jumping> others;
    std::vector<Rational> jumps;
    for (const auto& f : floors) {
      if (f == base) continue;
      for (long k = 1; k <= Effort::Kinks::greatest_factor; ++k) {
        const auto c = a.simplified(sub(f.arg(0), mul(Expr(k), u)));
        if (!c || !c->is_constant()) continue;
        others.push_back({f, Rational(k), c->value()});
        for (Rational j = c->value().floor() + Rational(1); j < c->value() + Rational(k); j += Rational(1))
          jumps.push_back((j - c->value()) / Rational(k));
        break;
      }
    }
    if (others.size() + 1 != floors.size() || jumps.size() > Effort::Kinks::most_jumps) continue;
    std::ranges::sort(jumps);
    jumps.erase(std::unique(jumps.begin(), jumps.end()), jumps.end());
    const auto linear = [&](const Goal& h) { return prove_by_combination(h, s.out_of_time); };
    // Between two jumps every floor is k floor(u) and an integer, which two cuts say.
    const auto cell = [&](const Goal& g0, const Rational& inside) -> Tree {
      Goal h = g0;
      Proof out;
      for (const auto& f : floors) {
        const Step fact = rule::Fact{rule::Fact::Of::floor, f.arg(0)};
        const auto next = after(fact, h);
        if (!next) return std::nullopt;
        out.push_back(fact);
        h = *next;
      }
      for (const auto& o : others) {
        const Expr value = add(mul(Expr(o.k), base), Expr((o.k * inside + o.c).floor()));
        for (const Relation& r : {Relation{Rel::ge, o.floor, value}, Relation{Rel::ge, value, o.floor}}) {
          const auto t = steps({h.context, r}, rule::Integral{}, {linear});
          if (!t) return std::nullopt;
          cut_in(out, h, r, *t);
        }
      }
      auto t = h.relation.rel == Rel::eq ? steps(h, rule::Both{}, {linear}) : linear(h);
      if (!t && h.relation.rel != Rel::eq) t = s.prove(h, 2, false);
      if (!t) return std::nullopt;
      append(out, *t);
      return out;
    };
    const std::function<Tree(const Goal&, std::size_t)> from = [&](const Goal& h, std::size_t i) -> Tree {
      const Rational low = i == 0 ? Rational(0) : jumps[i - 1], high = i == jumps.size() ? Rational(1) : jumps[i];
      const Rational inside = (low + high) / Rational(2);
      if (i == jumps.size()) return cell(h, inside);
      return steps(h, rule::Cases{sub(sub(u, base), Expr(high))},
                   {[&](const Goal& k) { return from(k, i + 1); }, [&](const Goal& k) { return cell(k, inside); }});
    };
    if (auto t = from(g, 0)) return t;
  }
  return std::nullopt;
}

Tree by_ends(const Goal& g, const Subprover& s, int depth) {
  const auto smooth = [&](const Context& c, const Expr& x) {
    const auto all = smoothness_conditions(g.difference(), c);
    return std::ranges::all_of(all, [&](const Condition& k) { return !depends_on(k.u, x) || c.knows(k); });
  };
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!depends_on(g.difference(), x) || (v.range.bounded() && v.range.lo.value == v.range.hi.value)) continue;
    for (const bool lower : {true, false}) {
      const End& end = lower ? v.range.lo : v.range.hi;
      if (end.infinite || !end.closed) continue;
      Range open = v.range;
      (lower ? open.lo : open.hi).closed = false;
      if (smooth(g.context, x)) continue;
      // Opening this end must help: some condition on x is known then that was not known before.
      const Context inner = g.context.with_range(x, open);
      const auto all = smoothness_conditions(g.difference(), g.context);
      if (std::ranges::none_of(
              all, [&](const Condition& k) { return depends_on(k.u, x) && !g.context.knows(k) && inner.knows(k); }))
        continue;
      const auto at_end = [&](const Goal& h) -> Tree {
        Algebra a = h.context.algebra();
        const auto e = a.simplified(h.difference());
        if (e && !(*e == h.difference()) && is_defined(h.context, *e)) {
          if (auto t = rewritten(h, *e, 0, [&](const Goal& k) { return s.prove(k, depth - 1, true); })) return t;
        }
        return s.prove(h, depth - 1, true);
      };
      return steps(g, rule::CloseEnd{x, lower},
                   {at_end, [&](const Goal& h) -> Tree {
                      if (auto t = by_ends(h, s, depth)) return t;
                      const Expr d = h.difference();
                      const Expr plain = transform(d, [&](const Expr& n, std::span<const Expr> args) {
                        const Expr m = with_args(n, args);
                        return m.op() == Op::xlogy && h.context.positive_(m.arg(1)) ? mul(m.arg(0), log(m.arg(1))) : m;
                      });
                      if (plain == d) return s.prove(h, depth - 1, true);
                      return rewritten(h, plain, 0, [&](const Goal& k) { return s.prove(k, depth - 1, true); });
                    }});
    }
  }
  return std::nullopt;
}

Tree by_closing(const Goal& g, const Subprover& s, int depth) {
  if (g.strict() || g.relation.rel == Rel::eq || depth < 2) return std::nullopt;
  const Context& c = g.context;
  const auto open_end = [](const End& e) { return !e.infinite && !e.closed; };
  std::vector<Expr> open;
  for (const auto& v : c.variables()) {
    const Expr x = Expr::variable(v.name);
    if (v.integer || !depends_on(g.difference(), x) || !(open_end(v.range.lo) || open_end(v.range.hi))) continue;
    if (std::ranges::none_of(c.hypotheses(),
                             [&](const Relation& h) { return depends_on(h.lhs, x) || depends_on(h.rhs, x); }))
      open.push_back(x);
  }
  if (open.empty() || nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::log; }).empty())
    return std::nullopt;
  Algebra a = c.algebra();
  const auto d = a.simplified(g.difference());
  if (!d) return std::nullopt;
  const Expr t = Expr::variable(fresh_name(c));
  // All of them at once, then one by one.
  for (std::size_t i = 0; i <= (open.size() > 1 ? open.size() : 0); ++i) {
    const std::vector<Expr> closing = i == 0 ? open : std::vector{open[i - 1]};
    Context closed = c;
    for (const auto& x : closing) closed = closed.with_closed_ends(x);
    Expr e = *d;
    for (const auto& l : nodes_of({Rel::ge, *d, 0}, [](const Expr& n) { return n.op() == Op::log; })) {
      if (closed.positive_(l.arg(0))) continue;
      const auto p = a.coefficients(replaced(e, l, t), t);
      if (p && p->size() == 2) e = add((*p)[0], xlogy((*p)[1], l.arg(0)));
    }
    if (e == *d) continue;
    const auto all = side_conditions(e, closed);
    if (!std::ranges::all_of(all, [&](const Condition& k) { return closed.knows(k); })) continue;
    const std::function<Tree(const Goal&, std::size_t)> widen = [&](const Goal& h, std::size_t k) -> Tree {
      if (k == closing.size()) return s.prove(h, depth - 1, s.numeric);
      return steps(h, rule::Widen{closing[k], closed.find(closing[k])->range},
                   {[&](const Goal& w) { return widen(w, k + 1); }});
    };
    if (auto r = rewritten(g, e, 0, [&](const Goal& h) { return widen(h, 0); })) return r;
  }
  return std::nullopt;
}

Tree by_both_signs(const Goal& g, const Expr& kink, const ProveGoal& prove) {
  Goal now = g;
  Proof out;
  std::size_t number = g.context.hypotheses().size();
  // In the order of the cases: u > 0 or not where a modulus stands, the first argument larger or not at min and max.
  const Expr u = decider_of_kink(kink);
  const bool swapped = kink.op() == Op::min;
  const Expr first = kink.op() == Op::abs ? u : kink.arg(swapped ? 1 : 0),
             second = kink.op() == Op::abs ? negate(u) : kink.arg(swapped ? 0 : 1);
  for (const Expr& side : {first, second}) {
    const Relation said{g.relation.rel, replaced(g.relation.lhs, kink, side), replaced(g.relation.rhs, kink, side)};
    const auto t = prove({now.context, said});
    if (!t) return std::nullopt;
    cut_in(out, now, said, *t);
  }
  const ProveGoal decided = [&](const Goal& h) -> Tree {
    const rule::Combine as_said{Rational(0), {{++number, Rational(1)}}};
    return rewritten(h, without_decided_kinks(h.relation.lhs, h.context),
                     without_decided_kinks(h.relation.rhs, h.context), [&](const Goal&) { return Proof{as_said}; });
  };
  const auto rest = steps(now, rule::Cases{u}, {decided, decided});
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

Tree by_signs_of_variables(const Goal& g, const Subprover& s, int depth) {
  if (depth < 3) return std::nullopt;
  for (const auto& v : g.context.variables()) {
    const bool below = v.range.lo.infinite || v.range.lo.value.sign() < 0;
    const bool above = v.range.hi.infinite || v.range.hi.value.sign() > 0;
    if (!below || !above || !depends_on(g.difference(), Expr::variable(v.name))) continue;
    if (auto t = steps(g, rule::Split{Expr::variable(v.name), Rational(0)},
                       {[&](const Goal& h) { return s.prove(h, depth - 2, false); }}))
      return t;
  }
  return std::nullopt;
}

Tree by_open_ends(const Goal& g, const Subprover& s, int depth) {
  for (const auto& v : g.context.variables()) {
    const auto closed = [](const End& e) { return !e.infinite && e.closed; };
    if (!closed(v.range.lo) && !closed(v.range.hi)) continue;
    if ((v.range.bounded() && v.range.lo.value == v.range.hi.value) ||
        !depends_on(g.difference(), Expr::variable(v.name)))
      continue;
    const auto inside = [&](const Goal& h) { return s.prove(h, depth - 1, s.numeric); };
    const auto point = [&](const Goal& h) -> Tree {
      Algebra a = h.context.algebra();
      const auto e = a.simplified(h.difference());
      if (!e || *e == h.difference() || !is_defined(h.context, *e)) return s.prove(h, depth - 2, s.numeric);
      return rewritten(h, *e, 0, [&](const Goal& k) { return s.prove(k, depth - 2, s.numeric); });
    };
    const auto upper = [&](const Goal& h) -> Tree {
      return closed(v.range.hi) ? steps(h, rule::CloseEnd{Expr::variable(v.name), false}, {point, inside}) : inside(h);
    };
    if (auto t = closed(v.range.lo) ? steps(g, rule::CloseEnd{Expr::variable(v.name), true}, {point, upper}) : upper(g))
      return t;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
