// Sums taken apart where what is known of their terms begins or ends, or where another sum of the goal does: each part
// by itself.
#include <algorithm>
#include <iterator>

#include "verify/engine/proof/logic.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/facts.hpp"
#include "verify/engine/tactics/laws.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

// Last indices of parts, in their order; nothing if two of them have no order that is known.
class Places {
 public:
  Places(const Context& c, Algebra& a) : c_(c), a_(a) {}
  // Both ends of a range are those of a part.
  bool add_ends(const Expr& low, const std::optional<Expr>& high) {
    return add(plus(low, -1)) && (!high || add(*high));
  }
  [[nodiscard]] const std::vector<Expr>& all() const { return all_; }

 private:
  bool add(const Expr& p) {
    if (std::ranges::any_of(all_, [&](const Expr& q) { return a_.is_zero(sub(p, q)); })) return true;
    const auto after = [&](const Expr& x, const Expr& y) { return c_.knows({sub(x, y), Need::nonnegative}); };
    auto at = all_.begin();
    while (at != all_.end() && after(p, *at)) ++at;
    if (at != all_.end() && !after(*at, p)) return false;
    all_.insert(at, p);
    return true;
  }

  const Context& c_;
  Algebra& a_;
  std::vector<Expr> all_;
};

// The goal with every sum as the sum of its parts, as far as they are known to lie in its range.
struct Apart {
  Extended x;
  Expr rest;
  Weights weights = {};
};
std::optional<Apart> taken_apart(const Goal& g, Algebra& a, const std::vector<Expr>& places) {
  Apart out{{g}, g.difference()};
  for (const Expr& s : nodes_of(g.relation, is_sum_over_range)) {
    Expr left = s;
    for (const Expr& p : places) {
      const Context& c = out.x.goal.context;
      const Expr from = plus(sub(p, left.arg(0)), 1), to = sub(left.arg(1), p);
      if (a.is_zero(from) || a.is_zero(to) || !c.knows({from, Need::nonnegative}) || !c.knows({to, Need::nonnegative}))
        continue;
      const auto f = affine_in(a, c, out.rest, left);
      if (!f || !out.x.take(rule::SplitRange{left, p})) continue;
      out.weights.emplace_back(out.x.last(), weight(f->second));
      const Expr last = over(left, plus(p, 1), left.arg(1));
      out.rest = replaced(out.rest, left, add(over(left, left.arg(0), p), last));
      left = last;
    }
  }
  if (out.weights.empty()) return std::nullopt;
  return out;
}

// Values of sequences that stand outside of sums.
void lone_places(const Expr& e, std::vector<Expr>& out) {
  if (is_repeated(e)) return;
  if (e.op() == Op::sequence && e.args().size() == 1 && std::ranges::find(out, e.arg(0)) == out.end())
    out.push_back(e.arg(0));
  for (const Expr& part : e.args()) lone_places(part, out);
}

// Does the sum over this range look nonnegative term by term, as far as values tell?
bool terms_look_nonnegative(const Context& c, const Expr& range, const Expr& body, const Expr& index) {
  Goal h{c, {Rel::ge, Expr::repeated(Op::sum, index, range.arg(0), range.arg(1), body), 0}};
  Proof unused;
  const std::string name = fresh_name(c);
  if (!take(rule::Termwise{name}, h, unused)) return false;
  Extended x{h};
  instantiate_at_index(x, Expr::variable(name));
  if (!take_terms_as_numbers(x.goal, unused)) return false;
  std::vector<Relation> of_numbers;
  for (const Relation& r : x.goal.context.hypotheses())
    if (nodes_of(r, [](const Expr& e) { return is_opaque(e); }).empty()) of_numbers.push_back(r);
  return looks_nonnegative(x.goal.context.with_hypotheses(of_numbers), x.goal.difference());
}

// `alone`: values outside of the sums are terms of these, each by itself. `likely`: only where the terms of every part
// look nonnegative.
Tree part_by_part(const Goal& g, const std::vector<Expr>& sums, const std::vector<Expr>& alone, const Subprover& s,
                  int depth, bool likely = false) {
  const Context& c = g.context;
  Algebra a = c.algebra();
  Places places(c, a);
  for (const Expr& e : sums)
    if (!places.add_ends(e.arg(0), e.arg(1))) return std::nullopt;
  for (const ForallHypothesis& h : c.forall_hypotheses())
    if (h.integer && h.inner.empty() && !places.add_ends(h.lo, h.unbounded ? std::nullopt : std::optional(h.hi)))
      return std::nullopt;
  for (const FactRange& r : ranges_of_facts(c))
    if (!places.add_ends(r.low, r.high)) return std::nullopt;
  for (const Expr& e : alone)
    if (!is_whole(e, c) || !places.add_ends(e, e)) return std::nullopt;
  if (places.all().size() > Effort::Sums::most_parts + 1) return std::nullopt;
  auto apart = taken_apart(g, a, places.all());
  if (!apart) return std::nullopt;
  const bool equation = g.relation.rel == Rel::eq;
  Extended& x = apart->x;
  auto rest = simplified_at_plain_places(a, apart->rest);
  while (rest) {
    // All sums over one range.
    const FreshIndex k;
    Expr part = 0, body = 0, others = *rest;
    std::optional<Expr> range;
    // What is left is brought to another form each time: the next one is looked for there.
    const auto in_range = [&](const Expr& e) {
      return !range || (a.is_zero(sub(e.arg(0), range->arg(0))) && a.is_zero(sub(e.arg(1), range->arg(1))));
    };
    for (std::size_t taken = 0; taken < Effort::Sums::most_sums_of_a_part; ++taken) {
      const auto left = nodes_of({Rel::ge, others, 0}, is_sum_over_range);
      const auto e = std::ranges::find_if(left, in_range);
      if (e == left.end()) break;
      const auto f = affine_in(a, c, others, *e);
      if (!f || f->second.is_constant(0)) return std::nullopt;
      range = *e;
      part = add(part, mul(f->second, *e));
      if (likely) body = add(body, mul(f->second, body_at(*e, k.variable())));
      others = f->first;
    }
    if (!range) break;
    if (likely && !terms_look_nonnegative(x.goal.context, *range, body, k.variable())) return std::nullopt;
    const Relation said{equation ? Rel::eq : Rel::ge, part, 0};
    const auto proof = by_terms({x.goal.context, said}, s, depth);
    if (!proof) return std::nullopt;
    cut_in(x.lines, x.goal, said, *proof);
    apart->weights.emplace_back(x.last(), Rational(1));
    rest = simplified_at_plain_places(a, others);
  }
  if (!rest || !is_defined(c, *rest)) return std::nullopt;
  if (!(equation && rest->is_constant(0))) {
    const Relation left{g.relation.rel, *rest, 0};
    const Tree proof = s.immediate({x.goal.context, left});
    if (!proof && c.matching_hypothesis(*rest, left.rel) == 0) {
      // In front of what the sums are, which this part does not speak of.
      const auto before = s.prove({c, left}, depth, s.numeric);  // no sum is left in it
      Goal behind = g;
      Proof out;
      if (!before) return std::nullopt;
      cut_in(out, behind, left, *before);
      const auto t = part_by_part(behind, sums, alone, s, depth);
      if (!t) return std::nullopt;
      append(out, *t);
      return out;
    }
    if (!proof) return std::nullopt;
    cut_in(x.lines, x.goal, left, *proof);
    apart->weights.emplace_back(x.last(), Rational(1));
  }
  x.lines.emplace_back(rule::Combine{Rational(0), apart->weights});
  return x.lines;
}

// An equation between sums over one range that are alone on a side, and what they are.
struct EquationOfSums {
  std::size_t number;
  Expr total;
};
std::vector<EquationOfSums> equations_of_sums(const Context& c, const std::vector<Expr>& sums) {
  Algebra a = c.algebra();
  std::vector<EquationOfSums> out;
  for (std::size_t i = 0; i < c.hypotheses().size(); ++i) {
    const Relation& h = c.hypotheses()[i];
    if (h.rel != Rel::eq || h.lhs.op() != Op::sum || !nodes_of({Rel::eq, h.rhs, 0}, is_sum_over_range).empty())
      continue;
    const bool same_range = std::ranges::any_of(sums, [&](const Expr& s) {
      return a.is_zero(sub(s.arg(0), h.lhs.arg(0))) && a.is_zero(sub(s.arg(1), h.lhs.arg(1)));
    });
    if (same_range) out.push_back({i + 1, h.rhs});
  }
  return out;
}

// Part by part behind a multiple of what two sums say that are equal by hypotheses: of two laws an event has at most
// half the sum of the moduli of their differences, since what is outside of it says as much.
Tree with_equal_sums(const Goal& g, const std::vector<Expr>& sums, const Subprover& s, int depth) {
  Algebra a = g.context.algebra();
  const bool one_range = std::ranges::all_of(sums, [&](const Expr& e) {
    return a.is_zero(sub(e.arg(0), sums[0].arg(0))) && a.is_zero(sub(e.arg(1), sums[0].arg(1)));
  });
  if (one_range || g.relation.rel == Rel::eq) return std::nullopt;
  const auto equations = equations_of_sums(g.context, sums);
  for (std::size_t i = 0; i < equations.size(); ++i)
    for (std::size_t j = i + 1; j < equations.size(); ++j) {
      if (!a.is_zero(sub(equations[i].total, equations[j].total))) continue;
      const auto difference = [&](const EquationOfSums& e) {
        const Relation& h = g.context.hypotheses()[e.number - 1];
        return sub(h.lhs, h.rhs);
      };
      for (const Rational& m : {Rational(1, 2), Rational(-1, 2), Rational(1), Rational(-1)}) {
        if (s.out_of_time()) return std::nullopt;
        const auto rest =
            a.simplified(sub(g.difference(), mul(Expr(m), sub(difference(equations[i]), difference(equations[j])))));
        if (!rest || !is_defined(g.context, *rest)) continue;
        const Relation less{g.relation.rel, *rest, 0};
        const auto t = part_by_part({g.context, less}, nodes_of(less, is_sum_over_range), {}, s, depth, true);
        if (!t) continue;
        Proof out{rule::Cut{less}};
        append(out, *t);
        out.emplace_back(rule::Combine{
            Rational(0),
            {{g.context.hypotheses().size() + 1, Rational(1)}, {equations[i].number, m}, {equations[j].number, -m}}});
        return out;
      }
    }
  return std::nullopt;
}

}  // namespace

Tree by_parts_of_ranges(const Goal& g, const Subprover& s, int depth) {
  if (depth < 1) return std::nullopt;
  const std::vector<Expr> sums = nodes_of(g.relation, is_sum_over_range);
  if (sums.empty()) return std::nullopt;
  if (auto t = with_equal_sums(g, sums, s, depth)) return t;
  if (auto t = part_by_part(g, sums, {}, s, depth)) return t;
  return by_lone_terms(g, s, depth);
}

namespace {

// What the hypothesis (from 0) says, with a number in the place of e, as a fact: the last hypothesis says that they are
// equal.
bool say_of_number(std::size_t j, const Expr& e, const Expr& number, Goal& g, Proof& out) {
  const ForallHypothesis h = g.context.forall_hypotheses()[j];
  const auto relation_at = [&](const Expr& k) { return at_value(h, k).relation; };
  const auto with_number = [&](const Expr& k) {
    const Relation r = relation_at(k);
    return Relation{r.rel, replaced(r.lhs, e, number), replaced(r.rhs, e, number)};
  };
  const std::string name = fresh_name(g.context);
  const Expr bound = Expr::variable("@@index"), k = Expr::variable(name);  // a name that no text has
  const Step cut = rule::CutFormula{Formula::quantified(
      Formula::Kind::forall,
      {name, bound, true, h.lo, h.unbounded ? std::nullopt : std::optional(h.hi), true, !h.unbounded},
      Formula::of(with_number(bound)))};
  const Step intro = rule::Intro{name};
  const auto children = apply(cut, LogicGoal{g.context, {}, Formula::of(g.relation)});
  const auto inside = children && children->size() == 2 ? apply(intro, children->front()) : std::nullopt;
  if (!inside || inside->size() != 1 || !inside->front().goal.is(Formula::Kind::relation)) return false;
  Goal one{inside->front().context, inside->front().goal.relation};
  Proof lines{cut, intro};
  if (!take(rule::Inst{j + 1, {k}}, one, lines) || !take(rule::Equal{number, e}, one, lines)) return false;
  const auto& known = one.context.hypotheses();
  const auto said = std::ranges::find(known, relation_at(k));
  if (said == known.end()) return false;
  lines.emplace_back(rule::Hyp{static_cast<std::size_t>(said - known.begin()) + 1});
  append(out, lines);
  g.context = g.context.with_formulas(children->back().facts);
  return true;
}

}  // namespace

Tree by_numbers_for_sums(const Goal& g, const ProveGoal& rest) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const auto sums_in = [](const ForallHypothesis& h) {
    std::vector<Expr> out;
    if (!h.integer || !h.inner.empty()) return out;
    const FreshIndex k;
    const Relation r = at_value(h, k.variable()).relation;
    std::vector<Expr> sums;
    outermost_ranges(sub(r.lhs, r.rhs), sums);
    std::ranges::copy_if(sums, std::back_inserter(out),
                         [&](const Expr& e) { return is_sum_over_range(e) && !depends_on(e, k.variable()); });
    return out;
  };
  const std::vector<ForallHypothesis> foralls = g.context.forall_hypotheses();
  for (const ForallHypothesis& first : foralls)
    for (const Expr& e : sums_in(first)) {
      // Once it has a number, the goal speaks of that.
      const auto number = replaced(g.difference(), e, 0) == g.difference() ? std::nullopt : number_for(g, e);
      if (!number) continue;
      const Expr& u = number->number;
      const Relation with_number{g.relation.rel, replaced(g.relation.lhs, e, u), replaced(g.relation.rhs, e, u)};
      Goal h{number->goal.context, g.relation};
      Proof out = number->lines;
      bool said = true;
      for (std::size_t j = 0; j < foralls.size() && said; ++j)
        if (const auto all = sums_in(foralls[j]); std::ranges::find(all, e) != all.end())
          said = say_of_number(j, e, u, h, out);
      if (!said || nodes_of(with_number, is_sum_over_range).empty() || !is_defined(h.context, with_number.lhs) ||
          !is_defined(h.context, with_number.rhs))
        continue;
      const Tree t = rest({h.context, with_number});
      if (!t) continue;
      cut_in(out, h, with_number, *t);
      const std::size_t last = h.context.hypotheses().size();
      if (!take(rule::Equal{u, e}, h, out) || h.context.hypotheses().size() != last) continue;
      out.emplace_back(rule::Hyp{last});
      return out;
    }
  return std::nullopt;
}

Tree by_lone_terms(const Goal& g, const Subprover& s, int depth) {
  std::vector<Expr> alone;
  for (const Expr& side : {g.relation.lhs, g.relation.rhs}) lone_places(side, alone);
  return alone.empty() ? std::nullopt : part_by_part(g, nodes_of(g.relation, is_sum_over_range), alone, s, depth);
}

}  // namespace dpcert::verify
