// A sum of what is not negative below a power, as in Hoelder's inequality for lists that may have zeros: it is
// positive, or 0. If it is 0, then so is each of its terms, and with these the terms of other sums.
#include <algorithm>

#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/facts.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

bool is_value_of_sequence(const Expr& e) { return e.op() == Op::sequence; }

// Sums below powers that are no polynomials in them, or in logarithms, of which no sign is known but that they are not
// negative.
std::vector<Expr> sums_that_may_vanish(const Goal& g) {
  const auto is_whole_power = [](const Expr& e) { return e.is_constant() && e.value().is_integer(); };
  std::vector<Expr> out;
  for (const Expr& power : nodes_of(g.relation, [&](const Expr& e) {
         return e.op() == Op::sqrt || e.op() == Op::log || (e.op() == Op::pow && !is_whole_power(e.arg(1)));
       })) {
    const Expr& base = power.arg(0);
    if (!is_sum_over_range(base) || std::ranges::find(out, base) != out.end()) continue;
    if (!g.context.positive_(base)) out.push_back(base);
  }
  // Of a sum against such powers logarithms are taken.
  const Expr& smaller = g.relation.rhs;
  if (!out.empty() && is_sum_over_range(smaller) && std::ranges::find(out, smaller) == out.end() &&
      g.context.knows({smaller, Need::nonnegative}) && !g.context.positive_(smaller))
    out.push_back(smaller);
  return out;
}

class VanishingSum {
 public:
  VanishingSum(const Expr& sum, const Subprover& s, int depth) : sum_(sum), s_(s), depth_(depth) {}

  // The goal where a hypothesis, the last one, says that the sum is at most 0.
  Tree zero(const Goal& g) {
    Goal h = g;
    Proof out;
    const Relation is_zero{Rel::eq, sum_, 0};
    const auto equal = steps({h.context, is_zero}, rule::Both{}, {s_.immediate});
    if (!equal) return std::nullopt;
    cut_in(out, h, is_zero, *equal);
    std::vector<Expr> gone{sum_};
    if (auto t = without(h, gone, out)) return t;
    std::vector<Expr> others;
    outermost_ranges(h.relation.lhs, others);
    outermost_ranges(h.relation.rhs, others);
    for (const Expr& e : others) {
      if (e == sum_ || e.op() != Op::sum || e.arg(0) != sum_.arg(0) || e.arg(1) != sum_.arg(1)) continue;
      const Relation said{Rel::eq, e, 0};
      const std::string name = fresh_name(h.context);
      const auto terms = steps({h.context, said}, rule::Termwise{name},
                               {[&](const Goal& k) { return term(k, Expr::variable(name)); }});
      if (!terms) continue;
      cut_in(out, h, said, *terms);
      gone.push_back(e);
    }
    return gone.size() == 1 ? std::nullopt : without(h, gone, out);
  }

 private:
  // With 0 for these.
  Tree without(const Goal& g, const std::vector<Expr>& gone, const Proof& lines) const {
    Goal h = g;
    Proof out = lines;
    for (const Expr& e : gone)
      if (!put_value(e, 0, h, out)) return std::nullopt;
    const auto t = of_zeros(h);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }
  Tree of_zeros(const Goal& g) const {
    if (auto t = s_.immediate(g)) return t;
    if (g.relation.rel == Rel::eq) return steps(g, rule::Both{}, {[&](const Goal& h) { return of_zeros(h); }});
    if (auto t = by_powers_of_zero(g, s_, 1)) return t;
    Algebra a = g.context.algebra();
    const auto form = a.simplified(g.difference());
    if (!form || *form == g.difference() || !is_defined(g.context, *form)) return std::nullopt;
    return rewritten(g, *form, 0, s_.immediate);
  }

  // A term of another sum, 0 where the values of this one are.
  Tree term(const Goal& g, const Expr& index) const {
    Extended x{g};
    instantiate_at_index(x, index);
    Goal h = x.goal;
    Proof out = x.lines;
    const Expr own = body_at(sum_, index);
    if (!term_below_sum(h, index, out)) return std::nullopt;
    const std::size_t last = h.context.hypotheses().size();
    const auto zero = std::ranges::find(g.context.hypotheses(), Relation{Rel::eq, sum_, 0});
    const std::size_t vanishes = static_cast<std::size_t>(zero - g.context.hypotheses().begin()) + 1;
    cut_in(out, h, {Rel::ge, 0, own}, {rule::Combine{Rational(0), {{last, Rational(1)}, {vanishes, Rational(-1)}}}});
    bool any = false;
    for (const Expr& value : nodes_of({Rel::ge, own, 0}, is_value_of_sequence)) {
      const auto at_zero = vanishing_value(h, value, own);
      if (!at_zero) continue;
      cut_in(out, h, {Rel::eq, value, 0}, *at_zero);
      any = put_value(value, 0, h, out) || any;
    }
    if (!any) return std::nullopt;
    const auto t = of_zeros(h);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

  // That the sum is at least its term at the index: what is left of it is in two sums that are not negative.
  bool term_below_sum(Goal& h, const Expr& index, Proof& out) const {
    const Expr first = over(sum_, sum_.arg(0), index), before = over(sum_, sum_.arg(0), plus(index, -1)),
               behind = over(sum_, plus(index, 1), sum_.arg(1));
    const Relation part{Rel::ge, sum_, body_at(sum_, index)};
    Extended x{{h.context, part}};
    if (!x.take(rule::SplitRange{sum_, index}) || !x.take(rule::Unfold{first, rule::Unfold::Part::last})) return false;
    const std::size_t last = x.last();
    for (const Expr& rest : {before, behind}) {
      if (x.goal.context.knows({rest, Need::nonnegative})) continue;
      const auto t = by_terms({x.goal.context, {Rel::ge, rest, 0}}, s_, depth_);
      if (!t) return false;
      cut_in(x.lines, x.goal, {Rel::ge, rest, 0}, *t);
    }
    x.lines.emplace_back(rule::Combine{weight(add(before, behind)), {{last - 1, Rational(1)}, {last, Rational(1)}}});
    cut_in(out, h, part, x.lines);
    return true;
  }

  // value = 0, since `own`, the product of a power of it and of what is positive, is at most 0 by the last hypothesis.
  Tree vanishing_value(const Goal& g, const Expr& value, const Expr& own) const {
    if (!g.context.knows({value, Need::nonnegative})) return std::nullopt;
    const std::size_t last = g.context.hypotheses().size();
    const Expr u = Expr::variable(fresh_name(g.context));
    const Expr named = replaced(own, value, u);
    const ProveGoal half = [&](const Goal& h) -> Tree {
      if (h.relation.lhs == value) return s_.immediate(h);
      const ProveGoal inside = [&](const Goal& k) -> Tree {
        const Expr share = quotient(u, named);
        if (!is_defined(k.context, share) || !k.context.knows({share, Need::nonnegative})) return std::nullopt;
        return Proof{rule::Combine{Rational(0), {{last, weight(share)}}}};
      };
      return steps(h, rule::Gen{u.name(), {{false, true, 0}, {}}, value}, {[&](const Goal& k) {
                     return steps(k, rule::CloseEnd{u, true}, {s_.immediate, inside});
                   }});
    };
    return steps({g.context, {Rel::eq, value, 0}}, rule::Both{}, {half});
  }

  Expr sum_;
  const Subprover& s_;
  int depth_;
};

}  // namespace

Tree by_vanishing_sums(const Goal& g, const Subprover& s, int depth, const ProveGoal& in_front,
                       const ProveGoal& alone) {
  if (depth < 2 || g.relation.rel != Rel::ge) return std::nullopt;
  for (const Expr& sum : sums_that_may_vanish(g)) {
    Goal h = g;
    Proof out;
    const Relation sign{Rel::ge, sum, 0};
    if (!h.context.knows({sum, Need::nonnegative})) {
      const auto t = by_terms({h.context, sign}, s, depth);
      if (!t) continue;
      cut_in(out, h, sign, *t);
    }
    const auto zero = [&](const Goal& k) { return VanishingSum(sum, s, depth).zero(k); };
    const auto positive = [&](const Goal& behind) -> Tree {
      // As it is said in statements.
      Goal k = behind;
      Proof lines;
      const std::size_t said = k.context.hypotheses().size();
      cut_in(lines, k, {Rel::gt, sum, 0}, {rule::Combine{Rational(0), {{said, Rational(1)}}}});
      if (!k.context.positive_(sum)) return std::nullopt;
      const bool last = sums_that_may_vanish(k).empty();
      Tree rest = last ? in_front(k) : by_vanishing_sums(k, s, depth, in_front, alone);
      if (!rest && last) rest = alone(k);
      if (!rest) return std::nullopt;
      append(lines, *rest);
      return lines;
    };
    const auto t = both_sides(h, rule::Cases{negate(sum)}, 0, zero, positive);
    if (!t) continue;
    append(out, *t);
    return out;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
