// Several kinks: a maximum that may be as large as it likes is at least each of its arguments, and the goal is shown
// with one of them in its place; only of the others are there cases. So for triangle inequalities and convexity of what
// is a sum of positive parts, where cases for all kinks are too many.
#include <algorithm>

#include "verify/engine/tactics/combination.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t fewest_kinks = 3, most_kinks = 10, most_free = 6;

struct Kink {
  Expr e, weight;
  bool helps;  // the goal is the easier the larger a maximum is, or the smaller a minimum
};

std::pair<Expr, Expr> arguments_of(const Expr& e) {
  return {e.arg(0), e.op() == Op::abs ? negate(e.arg(0)) : e.arg(1)};
}

// The kinks of which D is an affine function, with weights of known sign; nothing if there are others.
std::optional<std::vector<Kink>> kinks_of(const Goal& g) {
  const Context& c = g.context;
  const auto all = nodes_of(g.relation, is_kink);
  if (all.empty() || all.size() > most_kinks) return std::nullopt;
  Algebra a = c.algebra();
  Expr d = g.difference();
  Context fresh = c;
  std::vector<Expr> names;
  for (const Expr& e : all) {
    const bool inside = std::ranges::any_of(e.args(), [](const Expr& u) {
      return !nodes_of({Rel::ge, u, 0}, is_kink).empty();
    });
    if (inside || e.args().size() > 2) return std::nullopt;
    names.push_back(Expr::variable(fresh_name(fresh)));
    fresh = fresh.with_variable({names.back().name(), false, Range{}});
    d = replaced(d, e, names.back());
  }
  std::vector<Kink> out;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto p = a.coefficients(d, names[i]);
    if (!p || p->size() > 2) return std::nullopt;
    if (p->size() == 1) continue;
    const Expr& w = (*p)[1];
    if (std::ranges::any_of(names, [&](const Expr& t) { return depends_on(w, t); })) return std::nullopt;
    const bool up = c.knows({w, Need::nonnegative});
    if (!up && !c.knows({negate(w), Need::nonnegative})) return std::nullopt;
    out.push_back({all[i], w, up == (all[i].op() != Op::min)});
  }
  return out;
}

class Maxima {
 public:
  Maxima(const Subprover& s, int depth) : s_(s), depth_(depth) {}

  Tree prove(const Goal& g) const {
    const auto kinks = kinks_of(g);
    if (!kinks) return s_.immediate(g);
    const auto hard = std::ranges::find_if(*kinks, [](const Kink& k) { return !k.helps; });
    if (hard == kinks->end()) return by_arguments(g, *kinks);
    const auto [one, other] = arguments_of(hard->e);
    const bool larger = hard->e.op() != Op::min;
    const auto with = [&, e = hard->e](const Expr& u) {
      return [&, e, u](const Goal& h) {
        return rewritten(h, replaced(h.relation.lhs, e, u), replaced(h.relation.rhs, e, u),
                         [&](const Goal& k) { return prove(k); });
      };
    };
    return steps(g, rule::Cases{decider_of_kink(hard->e)}, {with(larger ? one : other), with(larger ? other : one)});
  }

 private:
  // One argument for each kink, such that the goal holds with these.
  Tree by_arguments(const Goal& g, const std::vector<Kink>& kinks) const {
    if (kinks.size() > most_free) return std::nullopt;
    const Expr d = g.difference();
    for (std::size_t choice = 0; choice < (std::size_t{1} << kinks.size()); ++choice) {
      if (s_.out_of_time()) return std::nullopt;
      Expr with = d;
      for (std::size_t i = 0; i < kinks.size(); ++i) with = replaced(with, kinks[i].e, argument(kinks[i], choice >> i));
      if (!looks_nonnegative(g.context, with)) continue;
      const Relation enough{g.relation.rel, with, 0};
      auto t = s_.immediate({g.context, enough});
      if (!t) t = s_.sign({g.context, enough});
      if (!t) t = s_.prove({g.context, enough}, depth_ - 1, false);
      if (!t) continue;
      Goal now = g;
      Proof out;
      cut_in(out, now, enough, *t);
      Weights weights{{now.context.hypotheses().size(), Rational(1)}};
      for (std::size_t i = 0; i < kinks.size(); ++i) {
        const Kink& k = kinks[i];
        const Expr u = argument(k, choice >> i);
        const bool larger = k.e.op() != Op::min;
        const Relation bound = larger ? Relation{Rel::ge, k.e, u} : Relation{Rel::ge, u, k.e};
        const auto [one, other] = arguments_of(k.e);
        // In either case the kink is one of its arguments, of which the case says that it is not less.
        const auto is = [&](const Expr& argument) -> ProveGoal {
          return [&, argument](const Goal& h) {
            const Expr rest = larger ? sub(argument, u) : sub(u, argument);
            return rewritten(h, rest, 0, [&](const Goal& r) -> Tree {
              if (r.context.algebra().is_zero(rest)) return Proof{rule::Identity{}};
              return prove_by_combination(r, s_.out_of_time);
            });
          };
        };
        const auto known = steps({now.context, bound}, rule::Cases{decider_of_kink(k.e)},
                                 {is(larger ? one : other), is(larger ? other : one)});
        if (!known) return std::nullopt;
        cut_in(out, now, bound, *known);
        weights.emplace_back(now.context.hypotheses().size(), weight(larger ? k.weight : negate(k.weight)));
      }
      out.emplace_back(rule::Combine{Rational(0), weights});
      return out;
    }
    return std::nullopt;
  }
  static Expr argument(const Kink& k, std::size_t second) {
    const auto [one, other] = arguments_of(k.e);
    return (second & 1) != 0 ? other : one;
  }

  const Subprover& s_;
  int depth_;
};

}  // namespace

Tree by_maxima(const Goal& g, const Subprover& s, int depth) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const auto kinks = kinks_of(g);
  if (!kinks || kinks->size() < fewest_kinks || std::ranges::none_of(*kinks, &Kink::helps)) return std::nullopt;
  return Maxima(s, depth).prove(g);
}

Tree by_both_branches(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const Context& c = g.context;
  Algebra a = c.algebra();
  const Expr d = g.difference(), t = Expr::variable(fresh_name(c));
  for (const Expr& kink : nodes_of(g.relation, is_kink)) {
    if (kink.args().size() > 2) continue;
    const auto p = a.coefficients(replaced(d, kink, t), t);
    if (!p || p->size() != 2) continue;
    const Expr& w = (*p)[1];
    if (!c.knows({kink.op() == Op::min ? w : negate(w), Need::nonnegative})) continue;
    const auto [one, other] = arguments_of(kink);
    std::vector<Relation> branches;
    for (const Expr& u : {one, other})
      branches.push_back({g.relation.rel, replaced(g.relation.lhs, kink, u), replaced(g.relation.rhs, kink, u)});
    // Where a branch is false elsewhere, the side on which it counts has to be known.
    if (!std::ranges::all_of(branches, [&](const Relation& r) {
          return is_defined(c, sub(r.lhs, r.rhs)) && looks_nonnegative(c, sub(r.lhs, r.rhs));
        }))
      continue;
    Goal h = g;
    Proof out;
    if (!cut_in_apart(out, h, 0, branches[0], alone) || !cut_in_apart(out, h, 1, branches[1], alone))
      return std::nullopt;
    const auto last = steps(h, rule::Cases{decider_of_kink(kink)}, {[&](const Goal& known) {
                              return rewritten(known, without_decided_kinks(g.relation.lhs, known.context),
                                               without_decided_kinks(g.relation.rhs, known.context), s.immediate);
                            }});
    if (!last) continue;
    append(out, *last);
    return out;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
