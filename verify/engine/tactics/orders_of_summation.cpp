// Sums of what contains sums over another range, beside sums over that one, as a divergence of the laws that a channel
// makes of two laws: everything as sums over the first range, by the order of summation and by rows of which the sum is
// known, then term by term. What is left at an index speaks of sums over one range (Jensen's inequality, the log-sum
// inequality, the triangle inequality).
#include <algorithm>

#include "verify/engine/proof/logic.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/facts.hpp"
#include "verify/engine/tactics/induction_over_end.hpp"
#include "verify/engine/tactics/sums_in_parts.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

bool have_one_range(const Expr& s, const Expr& t) { return s.arg(0) == t.arg(0) && s.arg(1) == t.arg(1); }

// The sums over the range that stand in e.
std::vector<Expr> sums_over(const Expr& e, const Expr& range) {
  return nodes_of({Rel::ge, e, 0}, [&](const Expr& n) { return is_sum_over_range(n) && have_one_range(n, range); });
}

// A sum over i of B(i) as the sum over j, `outer` as its range, of the sums over i of `body`.
struct Turned {
  Expr sum, other;
};

// That both are one, by induction over the end of the first range.
class OrderOfSummation {
 public:
  OrderOfSummation(Turned t, const Subprover& s) : t_(std::move(t)), s_(s) {}

  Tree proof(const Context& c) const {
    const Expr &low = t_.sum.arg(0), &high = t_.sum.arg(1);
    const auto claim = [&](const Expr& end) {
      return Formula::of({Rel::eq, over(t_.sum, low, end), other_up_to(end)});
    };
    LogicLines out(s_);
    const auto none = [&](const LogicGoal& g) {
      if (out.close(g)) return true;
      if (!g.goal.is(Formula::Kind::relation)) return false;
      Extended x{{g.context, g.goal.relation}};
      if (!x.take(rule::Unfold{over(t_.sum, low, plus(low, -1)), rule::Unfold::Part::empty})) return false;
      Algebra a = x.goal.context.algebra();
      const rule::Combine all{Rational(0), {{x.last(), Rational(1)}}};
      if (!a.is_zero(beside(x.goal, all))) return false;
      x.lines.emplace_back(all);
      append(out.lines, x.lines);
      return true;
    };
    const auto one_more = [&](const LogicGoal& g, const Expr& m) { return with_last_terms(g, m, out); };
    const auto close = [&](const LogicGoal& g) { return out.close(g); };
    if (!by_induction_over_end({low, high, claim, none, one_more, close}, {c, {}, claim(high)}, out))
      return std::nullopt;
    return out.lines;
  }

 private:
  [[nodiscard]] Expr each(const Expr& j, const std::function<Expr(const Expr&)>& of) const {
    return Expr::repeated(Op::sum, j, t_.other.arg(0), t_.other.arg(1), of(body_at(t_.other, j)));
  }
  [[nodiscard]] Expr other_up_to(const Expr& end) const {
    const FreshIndex j;
    return each(j.variable(), [&](const Expr& inner) { return over(inner, inner.arg(0), end); });
  }

  bool with_last_terms(const LogicGoal& g, const Expr& m, LogicLines& out) const {
    if (!g.goal.is(Formula::Kind::relation)) return false;
    const Expr &low = t_.sum.arg(0), end = plus(m, 1);
    Extended x{{g.context, g.goal.relation}};
    const std::size_t known = x.last();
    instantiate(x, {end});
    if (!x.take(rule::Unfold{over(t_.sum, low, end), rule::Unfold::Part::last})) return false;
    const std::size_t unfolded = x.last();
    const FreshIndex j;
    const Relation apart{Rel::eq, other_up_to(end), each(j.variable(), [&](const Expr& inner) {
                           return add(over(inner, low, m), body_at(inner, end));
                         })};
    const std::string name = fresh_name(x.goal.context);
    const auto terms = steps({x.goal.context, apart}, rule::Termwise{name}, {[&](const Goal& h) -> Tree {
                               const Step last = rule::Unfold{h.relation.lhs, rule::Unfold::Part::last};
                               return steps(h, last, {s_.immediate});
                             }});
    if (!terms) return false;
    cut_in(x.lines, x.goal, apart, *terms);
    const Relation row{Rel::eq, each(j.variable(), [&](const Expr& inner) { return body_at(inner, end); }),
                       body_at(t_.sum, end)};
    const auto together = one_row(x.goal.context, row);
    if (!together) return false;
    cut_in(x.lines, x.goal, row, *together);
    const rule::Combine all{
        Rational(0),
        {{known, Rational(1)}, {unfolded, Rational(1)}, {x.last() - 1, Rational(-1)}, {x.last(), Rational(-1)}}};
    Algebra a = x.goal.context.algebra();
    if (!a.is_zero(beside(x.goal, all))) return false;
    x.lines.emplace_back(all);
    append(out.lines, x.lines);
    return true;
  }

  // What stands before the sum over a row is a number: normal forms take no modulus of a difference out of a sum.
  Tree one_row(const Context& c, const Relation& row) const {
    Goal g{c, row};
    Proof out;
    const FreshIndex j;
    std::vector<Expr> outside;
    parts_without(body_at(row.lhs, j.variable()), j.variable(), outside);
    for (const Expr& e : outside)
      if (!verify::take(rule::Gen{fresh_name(g.context), Range{{true, false, 0}, {true, false, 0}}, e}, g, out))
        return std::nullopt;
    const auto t = s_.immediate(g);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }
  static void parts_without(const Expr& e, const Expr& j, std::vector<Expr>& out) {
    if (!depends_on(e, j)) {
      if (!e.is_constant() && e.op() != Op::variable && std::ranges::find(out, e) == out.end()) out.push_back(e);
    } else if (e.op() == Op::mul || e.op() == Op::div || e.op() == Op::neg) {
      for (const Expr& part : e.args()) parts_without(part, j, out);
    }
  }

  Turned t_;
  const Subprover& s_;
};

class OrdersOfSummation {
 public:
  OrdersOfSummation(const Goal& g, const Subprover& s, const ProveGoal& terms) : g_(g), s_(s), terms_(terms) {}

  Tree run() {
    std::vector<Expr> outer;
    outermost_ranges(g_.difference(), outer);
    const auto has_other = [](const Expr& e) {
      const FreshIndex k;
      const Expr body = body_at(e, k.variable());
      return std::ranges::any_of(nodes_of({Rel::ge, body, 0}, is_sum_over_range), [&](const Expr& inner) {
        return !have_one_range(inner, e) && !depends_on(inner.arg(0), k.variable()) &&
               !depends_on(inner.arg(1), k.variable());
      });
    };
    if (outer.size() > Effort::Sums::most_products || !std::ranges::all_of(outer, is_sum_over_range) ||
        std::ranges::none_of(outer, has_other) || !find_parts(outer))
      return std::nullopt;
    for (auto range = outer.begin(); range != outer.end(); ++range) {
      const bool again =
          std::any_of(outer.begin(), range, [&](const Expr& before) { return have_one_range(before, *range); });
      if (again || !has_other(*range)) continue;
      if (auto t = over_the_range(*range)) return t;
    }
    return std::nullopt;
  }

 private:
  // D is `factor` times each of the sums, added up.
  struct Part {
    Expr sum, factor;
  };
  bool find_parts(const std::vector<Expr>& outer) {
    Expr rest = g_.difference();
    Context with = g_.context;
    std::vector<Expr> names;
    for (const Expr& e : outer) {
      names.push_back(Expr::variable(fresh_name(with)));
      with = with.with_variable({names.back().name(), false, {}});
      rest = replaced(rest, e, names.back());
    }
    Algebra a = with.algebra();
    for (std::size_t i = 0; i < outer.size(); ++i) {
      const auto p = affine_in(a, with, rest, names[i]);
      if (!p || std::ranges::any_of(names, [&](const Expr& t) { return depends_on(p->second, t); })) return false;
      if (!p->second.is_constant(0)) parts_.push_back({outer[i], p->second});
      rest = p->first;
    }
    return !parts_.empty() && rest.is_constant(0);
  }

  // D as one sum over this range.
  Tree over_the_range(const Expr& range) const {
    const FreshIndex j;
    Goal h = g_;
    Proof out;
    Weights weights;
    Expr body = 0;
    for (const Part& part : parts_) {
      Expr sum = part.sum;
      if (!have_one_range(sum, range)) {
        if (!turn(sum, part.factor, range, h, out, weights)) return std::nullopt;
      }
      body = add(body, mul(part.factor, body_at(sum, j.variable())));
    }
    const Relation said{Rel::ge, Expr::repeated(Op::sum, j.variable(), range.arg(0), range.arg(1), body), 0};
    if (!is_defined(h.context, said.lhs)) return std::nullopt;
    const std::string name = fresh_name(h.context);
    const auto terms = steps({h.context, said}, rule::Termwise{name},
                             {[&](const Goal& term) { return at_index(term, Expr::variable(name)); }});
    if (!terms) return std::nullopt;
    cut_in(out, h, said, *terms);
    weights.emplace_back(h.context.hypotheses().size(), Rational(1));
    rule::Combine all{Rational(0), weights};
    Algebra a = h.context.algebra();
    if (!a.is_zero(beside(h, all))) {
      // A normal form need not take the sum apart.
      const SumInParts apart = SumInParts::of(said.lhs);
      const auto equal = apart.proof(h.context, s_);
      if (!equal) return std::nullopt;
      cut_in(out, h, {Rel::eq, said.lhs, apart.total()}, *equal);
      all.terms.emplace_back(h.context.hypotheses().size(), Rational(-1));
      Algebra forms = h.context.algebra();
      if (!forms.is_zero(beside(h, all))) return std::nullopt;
    }
    out.emplace_back(std::move(all));
    return out;
  }

  // The sum becomes one over the range; what is cut in for that has weights in D, of which it is `factor` times a part.
  bool turn(Expr& sum, const Expr& factor, const Expr& range, Goal& g, Proof& out, Weights& weights) const {
    const FreshIndex i, j;
    const Expr body = body_at(sum, i.variable());
    const auto inner = sums_over(body, range);
    Expr rows = sum, each;
    if (inner.empty()) {
      const auto row = with_rows(sum, factor, range, g, out, weights);
      if (!row) return false;
      rows = *row;
      each = body_at(rows, i.variable());
      const auto found = sums_over(each, range);
      if (found.size() != 1) return false;
      each = replaced(each, found[0], body_at(found[0], j.variable()));
    } else {
      // A multiple of the inner sum.
      Algebra a = g.context.algebra();
      const auto p = inner.size() == 1 ? affine_in(a, g.context, body, inner[0]) : std::nullopt;
      if (!p || !p->first.is_constant(0)) return false;
      each = replaced(body, inner[0], body_at(inner[0], j.variable()));
    }
    const Expr other = Expr::repeated(Op::sum, j.variable(), range.arg(0), range.arg(1),
                                      Expr::repeated(Op::sum, i.variable(), sum.arg(0), sum.arg(1), each));
    if (!is_defined(g.context, other)) return false;
    const auto equal = OrderOfSummation({rows, other}, s_).proof(g.context);
    if (!equal) return false;
    cut_in(out, g, {Rel::eq, rows, other}, *equal);
    weights.emplace_back(g.context.hypotheses().size(), weight(factor));
    sum = other;
    return true;
  }

  // Every term times a row's sum over the range, of which a hypothesis says for every row that it is the same number;
  // or at most (least) that, for terms and a factor of known signs.
  std::optional<Expr> with_rows(const Expr& sum, const Expr& factor, const Expr& range, Goal& g, Proof& out,
                                Weights& weights) const {
    const auto& foralls = g.context.forall_hypotheses();
    for (std::size_t number = 0; number < foralls.size(); ++number) {
      const ForallHypothesis& h = foralls[number];
      if (!h.integer || !h.inner.empty() || !g.context.knows({sub(sum.arg(0), h.lo), Need::nonnegative}) ||
          (!h.unbounded && !g.context.knows({sub(h.hi, sum.arg(1)), Need::nonnegative})))
        continue;
      const FreshIndex i;
      const Relation r = at_value(h, i.variable()).relation;
      for (const bool left : {true, false}) {
        const Expr &row = left ? r.lhs : r.rhs, &total = left ? r.rhs : r.lhs;
        if (!is_sum_over_range(row) || !have_one_range(row, range) || depends_on(total, i.variable()) ||
            !g.context.positive_(total))
          continue;
        const Expr term = quotient(body_at(sum, i.variable()), total);
        const Expr rows = Expr::repeated(Op::sum, i.variable(), sum.arg(0), sum.arg(1), mul(term, row));
        if (!is_defined(g.context, rows)) continue;
        // Where rows are at most (least) the number, the sum is at least (most) that of the rows.
        const bool above = !left;
        const Relation said = r.rel == Rel::eq ? Relation{Rel::eq, sum, rows}
                              : above          ? Relation{Rel::ge, sum, rows}
                                               : Relation{Rel::ge, rows, sum};
        const Expr multiple = r.rel == Rel::eq || above ? factor : negate(factor);
        if (r.rel != Rel::eq && !g.context.knows({multiple, Need::nonnegative})) continue;
        const std::string name = fresh_name(g.context);
        const Expr at = Expr::variable(name);
        const auto proof = steps({g.context, said}, rule::Termwise{name}, {[&](const Goal& k) -> Tree {
                                   Extended x{k};
                                   instantiate_at_index(x, at);
                                   const Relation here = at_value(h, at).relation;
                                   const auto& known = x.goal.context.hypotheses();
                                   const auto found = std::ranges::find(known, here);
                                   if (found == known.end()) return std::nullopt;
                                   const auto where = static_cast<std::size_t>(found - known.begin()) + 1;
                                   const Expr t = substitute(term, {{i.variable(), at}});
                                   if (r.rel != Rel::eq && !x.goal.context.knows({t, Need::nonnegative}))
                                     return std::nullopt;
                                   const Expr w = r.rel == Rel::eq && left ? negate(t) : t;
                                   const rule::Combine all{Rational(0), {{where, weight(w)}}};
                                   Algebra a = x.goal.context.algebra();
                                   if (!a.is_zero(beside(x.goal, all))) return std::nullopt;
                                   x.lines.emplace_back(all);
                                   return x.lines;
                                 }});
        if (!proof) continue;
        cut_in(out, g, said, *proof);
        weights.emplace_back(g.context.hypotheses().size(), weight(multiple));
        return rows;
      }
    }
    return std::nullopt;
  }

  // A term of D, with what is known of every pair of indices said of every index beside this one.
  Tree at_index(const Goal& term, const Expr& index) const {
    Extended x{term};
    reach_index(x, index);
    const std::vector<ForallHypothesis> foralls = x.goal.context.forall_hypotheses();
    for (std::size_t number = 1; number <= foralls.size(); ++number) {
      const ForallHypothesis& h = foralls[number - 1];
      if (!h.integer || h.inner.size() != 1) continue;
      for (const bool outer : {true, false}) fix_index(x, number, h, index, outer);
    }
    // What is known by these already would only be in the way.
    for (std::size_t number = 1; number <= foralls.size(); ++number) {
      const ForallHypothesis& h = foralls[number - 1];
      const Context& c = x.goal.context;
      if (!h.integer || !h.inner.empty() || !c.knows({sub(index, h.lo), Need::nonnegative})) continue;
      if (!h.unbounded && !c.knows({sub(h.hi, index), Need::nonnegative})) continue;
      if (!is_known(c, at_value(h, index).relation)) x.take(rule::Inst{number, {index}});
    }
    const auto is_new = [&](const Formula& f) {
      return !f.is(Formula::Kind::forall) || !f.parts[0].is(Formula::Kind::relation) ||
             !is_known(x.goal.context, f.at(index).relation);
    };
    if (std::ranges::any_of(term.context.formulas(), is_new)) instantiate_facts(x, {index});
    const auto t = terms_(x.goal);
    if (!t) return std::nullopt;
    append(x.lines, *t);
    return x.lines;
  }

  static bool is_known(const Context& c, const Relation& r) {
    if (r.rel == Rel::eq) return false;
    return c.knows({sub(r.lhs, r.rhs), r.rel == Rel::gt ? Need::positive : Need::nonnegative});
  }

  // The hypothesis with the index in the place of one that it binds, for every value of the other, as a fact.
  static void fix_index(Extended& x, std::size_t number, const ForallHypothesis& h, const Expr& index, bool outer) {
    const Context& c = x.goal.context;
    const IndexBounds own = outer ? IndexBounds{h.bound, h.lo, h.hi, h.unbounded} : h.inner[0];
    const FreshIndex mark;
    // What the ends of the other one are, as far as they do not move with it.
    const ForallHypothesis one = at_value(h, outer ? index : mark.variable());
    const Expr &low = outer ? one.lo : h.lo, &high = outer ? one.hi : h.hi;
    const bool unbounded = outer ? one.unbounded : h.unbounded;
    const Expr &from = outer ? own.lo : one.lo, &to = outer ? own.hi : one.hi;
    if (depends_on(from, mark.variable()) || (!own.unbounded && depends_on(to, mark.variable()))) return;
    if (!c.knows({sub(index, from), Need::nonnegative})) return;
    if (!own.unbounded && !c.knows({sub(to, index), Need::nonnegative})) return;
    const auto relation_at = [&](const Expr& other) {
      return at_value(at_value(h, outer ? index : other), outer ? other : index).relation;
    };
    const std::string name = fresh_name(c);
    const Expr bound = Expr::variable("@@index");  // a name that no text has
    const Step cut = rule::CutFormula{
        Formula::quantified(Formula::Kind::forall,
                            {name, bound, true, low, unbounded ? std::nullopt : std::optional(high), true, !unbounded},
                            Formula::of(relation_at(bound)))};
    const Step intro = rule::Intro{name};
    const Expr other = Expr::variable(name);
    const Step inst = rule::Inst{number, outer ? std::vector{index, other} : std::vector{other, index}};
    const auto children = apply(cut, LogicGoal{c, {}, Formula::of(x.goal.relation)});
    const auto inside = children && children->size() == 2 ? apply(intro, children->front()) : std::nullopt;
    if (!inside || inside->size() != 1 || !inside->front().goal.is(Formula::Kind::relation)) return;
    const auto said = after(inst, {inside->front().context, inside->front().goal.relation});
    if (!said) return;
    append(x.lines, {cut, intro, inst, rule::Hyp{said->context.hypotheses().size()}});
    x.goal.context = c.with_formulas(children->back().facts);
  }

  const Goal& g_;
  const Subprover& s_;
  const ProveGoal& terms_;
  std::vector<Part> parts_;
};

}  // namespace

Tree by_orders_of_summation(const Goal& g, const Subprover& s, const ProveGoal& terms) {
  if (g.relation.rel != Rel::ge) return std::nullopt;
  return OrdersOfSummation(g, s, terms).run();
}

}  // namespace dpcert::verify
