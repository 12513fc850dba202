// Sums and products over ranges, sequences with a recursion: by induction over an end, or term by term.
#include <algorithm>

#include "src/core/work.hpp"
#include "src/symbolic/flat.hpp"
#include "verify/engine/proof/logic.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/combination.hpp"
#include "verify/engine/tactics/facts.hpp"
#include "verify/engine/tactics/named_angles.hpp"
#include "verify/engine/tactics/sign.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

// The goal is what `rest` leaves, and multiples of hypotheses.
Tree with_rest(const Extended& x, const Expr& rest, const Weights& weights, const Subprover& s, int depth,
               bool strict) {
  const Context& c = x.goal.context;
  const bool equation = x.goal.relation.rel == Rel::eq;
  Proof out = x.lines;
  if (equation && rest.is_constant(0)) {
    out.emplace_back(rule::Combine{Rational(0), weights});
    return out;
  }
  // Of an equation only sums of a simpler kind may be left, or powers of -1.
  const auto may_be_left = [&](const Expr& e) { return is_repeated(e) || e.op() == Op::pow || is_wave(e); };
  if (equation && (depth < 2 || nodes_of({Rel::eq, rest, 0}, may_be_left).empty() || !is_defined(c, rest)))
    return std::nullopt;
  if (!equation && c.knows({rest, strict ? Need::positive : Need::nonnegative})) {
    out.emplace_back(rule::Combine{weight(rest), weights});
    return out;
  }
  const Relation side{equation ? Rel::eq : strict ? Rel::gt : Rel::ge, rest, 0};
  auto proof = nodes_of(side, is_wave).empty() ? std::nullopt : by_named_angles({c, side}, s, depth);
  if (!proof) proof = s.prove({c, side}, depth - 1, true);
  if (!proof) return std::nullopt;
  out.emplace_back(rule::Cut{side});
  append(out, *proof);
  if (!equation) {
    out.emplace_back(rule::Combine{weight(rest), weights});
    return out;
  }
  Weights all = weights;
  all.emplace_back(x.last() + 1, Rational(1));
  out.emplace_back(rule::Combine{Rational(0), all});
  return out;
}

// A range less its last term, a recursion one step back: where nothing else is to be shown.
Tree apart(const Goal& g) {
  const Unfolded x(g, {});
  if (!x.has_meanings()) return std::nullopt;
  Algebra a = x.goal.context.algebra();
  Weights weights;
  const auto rest = a.simplified(x.resolved(a, x.goal.difference(), weights));
  if (!rest || weights.empty()) return std::nullopt;
  const bool eq = g.relation.rel == Rel::eq;
  if (eq ? !rest->is_constant(0) : !x.goal.context.knows({*rest, g.strict() ? Need::positive : Need::nonnegative}))
    return std::nullopt;
  Proof out = x.lines;
  out.emplace_back(rule::Combine{weight(*rest), weights});
  return out;
}

// The step of an induction: the goal behind its unfoldings, by the hypothesis `by`; its base, for which `by` is 0.
Tree unfolded_and_combined(const Goal& g, std::size_t by, const Subprover& s, int depth) {
  const Unfolded x(g, by == 0 ? std::vector<std::size_t>{} : std::vector{by});
  const Context& c = x.goal.context;
  Algebra a = c.algebra();
  Weights weights, none;
  const auto plain = [&](const Expr& e) {
    const auto out = simplified_at_plain_places(a, e);
    return out && !is_defined(c, *out) && is_defined(c, e) ? std::optional(e) : out;  // as what follows from the whole
  };
  const Expr raw_next = x.resolved(a, x.goal.difference(), weights);
  const auto next = plain(raw_next);
  if (!next) return std::nullopt;
  if (by == 0) return with_rest(x, *next, weights, s, depth, g.strict());
  const Relation said = c.hypotheses()[by - 1];
  const Expr raw_now = x.resolved(a, sub(said.lhs, said.rhs), none);
  const auto now = plain(raw_now);
  if (!now) return std::nullopt;
  const auto grows = [](const Expr& e) { return is_opaque(e) || e.op() == Op::pow || e.op() == Op::exp; };
  struct Multiple {
    Expr m, next, now;
  };
  std::vector<Multiple> multiples;
  const auto cancelling = [&](const Expr& atom, const Expr& n, const Expr& h) {
    const auto p = affine_in(a, c, h, atom), q = affine_in(a, c, n, atom);
    if (!p || !q || p->second.is_constant(0) || q->second.is_constant(0)) return;
    auto m = a.simplified(quotient(q->second, p->second));
    // Of a square that is multiplied out it is not seen that it is one.
    if (m && said.rel != Rel::eq && !c.knows({*m, Need::nonnegative})) m = product_of(a, c, *m);
    if (m && std::ranges::find(multiples, *m, &Multiple::m) == multiples.end()) multiples.push_back({*m, n, h});
  };
  for (const Expr& atom : nodes_of({Rel::ge, *now, 0}, grows)) cancelling(atom, *next, *now);
  // A product as it is written: in a normal form it is taken apart.
  for (const Expr& atom : nodes_of({Rel::ge, raw_now, 0}, [](const Expr& e) { return e.op() == Op::prod; })) {
    const Expr name = Expr::variable(fresh_name(c));
    cancelling(name, replaced(raw_next, atom, name), replaced(raw_now, atom, name));
  }
  const bool waves = !nodes_of(said, is_wave).empty();
  if (waves) multiples.push_back({1, *next, *now});
  for (const auto& [m, then, before] : multiples) {
    if (said.rel != Rel::eq && !c.knows({m, Need::nonnegative})) continue;
    if (!is_defined(c, m)) continue;
    auto rest = a.simplified(sub(then, mul(m, before)));
    // The factors of what is below a line have signs where their product has none that is seen.
    if (rest && !is_defined(c, *rest)) rest = product_of(a, c, *rest);
    if (!rest || !is_defined(c, *rest)) continue;
    Weights all = weights;
    all.emplace_back(by, weight(m));
    // What the hypothesis is made of was unfolded as well.
    x.resolved(a, sub(said.lhs, said.rhs), all, negate(m));
    const bool strict = g.strict() && !(said.rel == Rel::gt && c.positive_(m));
    if (auto t = with_rest(x, *rest, all, s, depth, strict)) return t;
  }
  return std::nullopt;
}

// Does the end of a sum or product, or the place in a recursion, move with n?
bool moves_with(const Goal& g, const Expr& n) {
  return !nodes_of(g.relation, [&](const Expr& e) {
            if (is_repeated(e)) return depends_on(e.arg(0), n) || depends_on(e.arg(1), n);
            const Sequence* s = e.op() == Op::sequence ? g.context.find_sequence(e.name()) : nullptr;
            return s && s->recursion && depends_on(e.arg(0), n);
          }).empty();
}

}  // namespace

Tree by_range_induction(const Goal& g, const Subprover& s, int depth) {
  if (g.context.language() < 3 || depth < 1) return std::nullopt;
  if (auto t = apart(g)) return t;
  for (const auto& v : g.context.variables()) {
    const Expr n = Expr::variable(v.name);
    if (!v.integer || v.range.lo.infinite || !moves_with(g, n)) continue;
    const auto base = [&](const Goal& h) -> Tree {
      if (auto t = s.immediate(h)) return t;
      return unfolded_and_combined(h, 0, s, depth);
    };
    const auto step = [&](const Goal& h) { return unfolded_and_combined(h, h.context.hypotheses().size(), s, depth); };
    if (auto t = steps(g, rule::Induct{n}, {base, step})) return t;
  }
  return std::nullopt;
}

namespace {

// A hypothesis behind the unfoldings, as a combination of hypotheses: what earlier ones stand for is gone from it.
struct Neighbour {
  Expr now;
  std::vector<Expr> weights;  // one for each hypothesis
  bool equation, strict;
};

// now = m * row + what is without `atom`, and m.
std::optional<Expr> times_row(Algebra& a, const Context& c, const Expr& now, const Neighbour& row, const Expr& atom) {
  const auto p = affine_in(a, c, row.now, atom), q = affine_in(a, c, now, atom);
  if (!p || !q || p->second.is_constant(0) || q->second.is_constant(0)) return std::nullopt;
  auto m = a.simplified(quotient(q->second, p->second));
  if (!m || !is_defined(c, *m) || (!row.equation && !c.knows({*m, Need::nonnegative}))) return std::nullopt;
  return m;
}

// The goal behind its unfoldings, by as much of each of the last `count` hypotheses as the sequences in it ask for:
// Gauss's elimination, in which an inequality is taken off the goal alone.
Tree by_neighbours(const Goal& g, std::size_t count, const Subprover& s, int depth) {
  if (auto t = s.immediate(g)) return t;
  std::vector<std::size_t> said;
  for (std::size_t i = g.context.hypotheses().size(); said.size() < count; --i) said.push_back(i);
  const Unfolded x(g, said);
  const Context& c = x.goal.context;
  Algebra a = c.algebra();
  Weights weights, none;
  auto rest = simplified_at_plain_places(a, x.resolved(a, x.goal.difference(), weights));
  bool strict = g.strict();
  std::vector<Neighbour> rows;
  for (std::size_t i = 0; i < count; ++i) {
    const Relation& known = c.hypotheses()[said[i] - 1];
    const auto now = simplified_at_plain_places(a, x.resolved(a, sub(known.lhs, known.rhs), none));
    if (!now) return std::nullopt;
    rows.push_back({*now, std::vector<Expr>(count, Expr(0)), known.rel == Rel::eq, known.rel == Rel::gt});
    rows.back().weights[i] = 1;
  }
  std::vector<Expr> total(count, Expr(0));
  for (std::size_t i = 0; i < count && rest; ++i) {
    const Neighbour row = rows[i];
    for (const Expr& atom : nodes_of({Rel::ge, row.now, 0}, [](const Expr& e) { return e.op() == Op::sequence; })) {
      const auto pivot = affine_in(a, c, row.now, atom);
      if (!pivot || pivot->second.is_constant(0) || !is_defined(c, quotient(1, pivot->second))) continue;
      const auto m = times_row(a, c, *rest, row, atom);
      if (m) {
        rest = simplified_at_plain_places(a, sub(*rest, mul(*m, row.now)));
        for (std::size_t j = 0; j < count; ++j) total[j] = add(total[j], mul(*m, row.weights[j]));
        strict = strict && !(row.strict && c.positive_(*m));
      }
      for (std::size_t k = i + 1; row.equation && k < count; ++k) {
        const auto n = rows[k].equation ? times_row(a, c, rows[k].now, row, atom) : std::nullopt;
        const auto less = n ? simplified_at_plain_places(a, sub(rows[k].now, mul(*n, row.now))) : std::nullopt;
        if (!less) continue;
        rows[k].now = *less;
        for (std::size_t j = 0; j < count; ++j) rows[k].weights[j] = sub(rows[k].weights[j], mul(*n, row.weights[j]));
      }
      if (m || row.equation) break;
    }
  }
  if (!rest || !is_defined(c, *rest)) return std::nullopt;
  for (std::size_t i = 0; i < count; ++i) {
    const auto w = a.simplified(total[i]);
    if (!w || w->is_constant(0)) continue;
    const Relation& known = c.hypotheses()[said[i] - 1];
    weights.emplace_back(said[i], weight(*w));
    x.resolved(a, sub(known.lhs, known.rhs), weights, negate(*w));
  }
  return with_rest(x, *rest, weights, s, depth, strict);
}

// Both parts of a formula, of which the second may use the first.
Tree both_parts(const LogicGoal& g, const ProveGoal& each) {
  const auto children = apply(Step(rule::Parts{}), g);
  if (!children) return std::nullopt;
  Proof out{rule::Parts{}};
  for (const LogicGoal& part : *children) {
    const auto t = each({part.context, with_plain_places(part.goal.relation)});
    if (!t) return std::nullopt;
    append(out, *t);
  }
  return out;
}

// The greatest order of a recursion of which a value that moves with n stands in the goal.
std::size_t order_of_recursions(const Goal& g, const Expr& n) {
  std::size_t order = 0;
  for (const Expr& e : nodes_of(g.relation, [](const Expr& part) { return part.op() == Op::sequence; })) {
    const Sequence* s = g.context.find_sequence(e.name());
    if (s && s->recursion && depends_on(e.arg(0), n)) order = std::max(order, s->recursion->first.size());
  }
  return order;
}

}  // namespace

// What a recursion of order two makes of two neighbours: the goal at n and at n + 1 together, by induction.
Tree by_induction_of_neighbours(const Goal& g, const Subprover& s, int depth) {
  if (depth < 1) return std::nullopt;
  for (const auto& v : g.context.variables()) {
    const Expr n = Expr::variable(v.name);
    if (!v.integer || v.range.lo.infinite || order_of_recursions(g, n) != 2) continue;
    const Relation next = substitute(g.relation, {{n, plus(n, 1)}});
    const Step cut = rule::CutFormula{Formula::joined(Formula::Kind::both, Formula::of(g.relation), Formula::of(next))};
    const auto parts = apply(cut, LogicGoal{g.context, {}, Formula::of(g.relation)});
    const Step induct = rule::Induct{n};
    const auto cases = parts && parts->size() == 2 ? apply(induct, parts->front()) : std::nullopt;
    if (!cases || cases->size() != 2) continue;
    const auto first = both_parts((*cases)[0], [&](const Goal& h) { return by_neighbours(h, 0, s, depth); });
    const std::size_t known = (*cases)[1].context.hypotheses().size();
    const auto step = first ? both_parts((*cases)[1],
                                         [&](const Goal& h) {
                                           // The first part stands behind the two neighbours when the second is shown.
                                           return by_neighbours(h, 2 + h.context.hypotheses().size() - known, s, depth);
                                         })
                            : std::nullopt;
    const auto rest = step ? s.immediate({(*parts)[1].context, g.relation}) : std::nullopt;
    if (!rest) continue;
    Proof out{cut, induct};
    for (const Proof* part : {&*first, &*step, &*rest}) append(out, *part);
    return out;
  }
  return std::nullopt;
}

namespace {

// c_1 S_1 + c_2 S_2 + ... + rest with sums S_i over one range.
struct OverOneRange {
  std::vector<std::pair<Expr, Expr>> parts;  // c_i, S_i
  Expr rest;
};
std::optional<OverOneRange> over_one_range(Algebra& a, const Context& c, const Expr& e) {
  const auto form = a.simplified(e);
  if (!form) return std::nullopt;
  OverOneRange out{{}, *form};
  // What is left is brought to another form each time, bodies of sums too: the next one is looked for there.
  const auto is_sum = [](const Expr& n) { return n.op() == Op::sum; };
  for (auto left = nodes_of({Rel::ge, *form, 0}, is_sum); !left.empty();
       left = nodes_of({Rel::ge, out.rest, 0}, is_sum)) {
    const Expr s = left.front();
    const auto p = affine_in(a, c, out.rest, s);
    if (!p || p->second.is_constant(0) || out.parts.size() == Effort::Sums::most_sums_of_a_part) return std::nullopt;
    if (!out.parts.empty() &&
        !(a.is_zero(sub(s.arg(0), out.parts[0].second.arg(0))) && a.is_zero(sub(s.arg(1), out.parts[0].second.arg(1)))))
      return std::nullopt;
    out.parts.emplace_back(p->second, s);
    out.rest = p->first;
  }
  if (out.parts.empty()) return std::nullopt;
  return out;
}

// What sums over the range say of D, less a multiple of an equation among them (0: none).
struct OneSum {
  Relation said;
  std::size_t equation = 0;
  Expr multiple = 0;
};
// As one sum where D is seen to be it; else as a sum against what is outside of the others: a normal form does not take
// a fraction apart that it has joined.
std::optional<OneSum> one_sum(Algebra& a, const OverOneRange& d, const Expr& of_each, const Relation& all) {
  const FreshIndex k;
  const Expr& range = d.parts[0].second;
  const auto sum = [&](const Expr& e) { return Expr::repeated(Op::sum, k.variable(), range.arg(0), range.arg(1), e); };
  Expr here = of_each, others = 0;
  for (const auto& [c, s] : d.parts) {
    const Expr term = mul(c, body_at(s, k.variable()));
    if (here.is_constant(0))
      here = term;
    else
      others = sub(others, term);
  }
  const auto form = a.simplified(sub(here, others));
  if (!form) return std::nullopt;
  const Expr one = sum(*form), large = sum(here), small = sum(others);
  const Expr difference = sub(all.lhs, all.rhs);
  if (a.is_zero(sub(difference, one))) return OneSum{{all.rel, one, 0}};
  if (a.is_zero(sub(difference, sub(large, small)))) return OneSum{{all.rel, large, small}};
  return std::nullopt;
}
std::vector<OneSum> as_one_sum(const Goal& g, Algebra& a) {
  const Context& c = g.context;
  std::vector<OneSum> out;
  const auto d = over_one_range(a, c, g.difference());
  if (!d) return out;
  const Expr &low = d->parts[0].second.arg(0), &high = d->parts[0].second.arg(1);
  if (a.is_zero(d->rest)) {
    if (const auto s = one_sum(a, *d, 0, g.relation)) out.push_back(*s);
    return out;
  }
  for (std::size_t i = 0; i < c.hypotheses().size(); ++i) {
    const Relation& h = c.hypotheses()[i];
    if (h.rel != Rel::eq) continue;
    const auto e = over_one_range(a, c, sub(h.lhs, h.rhs));
    if (!e || a.is_zero(e->rest) || !a.is_zero(sub(e->parts[0].second.arg(0), low)) ||
        !a.is_zero(sub(e->parts[0].second.arg(1), high)))
      continue;
    const auto m = a.simplified(quotient(d->rest, e->rest));
    if (!m || !is_defined(c, *m)) continue;
    OverOneRange both = *d;
    for (const auto& [w, s] : e->parts) both.parts.emplace_back(negate(mul(*m, w)), s);
    const Relation less{g.relation.rel, sub(g.difference(), mul(*m, sub(h.lhs, h.rhs))), 0};
    if (const auto s = one_sum(a, both, 0, less)) out.push_back({s->said, i + 1, *m});
  }
  // What stands outside, shared out among the terms.
  const Expr length = plus(sub(high, low), 1);
  if (c.knows({length, Need::nonnegative})) {
    const auto each = a.simplified(quotient(d->rest, length));
    if (each && is_defined(c, *each)) {
      if (const auto s = one_sum(a, *d, *each, g.relation)) out.push_back(*s);
    }
  }
  return out;
}

// abs(u) in the hypotheses, of terms of sequences that stand in the goal.
std::vector<Expr> moduli_of(const Context& c, const Relation& goal) {
  const auto is_term = [](const Expr& n) { return n.op() == Op::sequence; };
  const std::vector<Expr> terms = nodes_of(goal, is_term);
  std::vector<Expr> out;
  for (const Relation& h : c.hypotheses())
    for (const Expr& e : nodes_of(h, [](const Expr& n) { return n.op() == Op::abs; }))
      if (std::ranges::find(out, e) == out.end() &&
          std::ranges::all_of(nodes_of({Rel::ge, e, 0}, is_term),
                              [&](const Expr& n) { return std::ranges::find(terms, n) != terms.end(); }))
        out.push_back(e);
  return out;
}

// A positive multiple of what hypotheses add up to.
Tree without_weight(const Goal& g, const Subprover& s) {
  const auto f = split_factors(g.context, g.difference(), s.algebra);
  if (!f || f->rest.size() != 1 || f->nonnegative_only) return prove_by_combination(g, s.out_of_time);
  const Expr rest = f->flip ? negate(f->rest.front()) : f->rest.front();
  return steps(g, rule::Factor{f->weight, rest},
               {[&](const Goal& h) { return prove_by_combination(h, s.out_of_time); }});
}

// Of two exponential terms, as weights of an exponential mechanism are when the sums are multiplied out: the one
// against the other, so that their logarithms are seen.
Tree as_two_terms(const Goal& g, const Subprover& s, int depth) {
  if (g.relation.rel == Rel::eq || !g.relation.rhs.is_constant(0)) return std::nullopt;
  std::vector<Expr> terms;
  terms_of(g.relation.lhs, 1, terms);
  if (terms.size() != 2) return std::nullopt;
  const bool first = g.context.positive_(terms[0]);
  const Expr &large = terms[first ? 0 : 1], &small = terms[first ? 1 : 0];
  const auto is_exponential = [](const Expr& n) { return n.op() == Op::exp; };
  if (nodes_of({Rel::ge, small, 0}, is_exponential).empty() || !g.context.positive_(large) ||
      !g.context.positive_(negate(small)))
    return std::nullopt;
  return rewritten(g, large, negate(small), [&](const Goal& h) -> Tree {
    Extended x{h};
    instantiate(x, places_in(h.relation));
    // Both signs of a modulus in a hypothesis: what is left is most often a sum of these.
    for (const Expr& e : moduli_of(x.goal.context, h.relation)) {
      for (const bool plus : {true, false}) {
        const Relation above{Rel::ge, e, plus ? e.arg(0) : negate(e.arg(0))};
        // abs(u) - u is 0 or -2 u.
        const ProveGoal same = [](const Goal&) { return Proof{rule::Identity{}}; };
        const ProveGoal twice = [](const Goal& k) {
          return Proof{rule::Combine{Rational(0), {{k.context.hypotheses().size(), Rational(2)}}}};
        };
        const auto t =
            steps({x.goal.context, above}, rule::Cases{e.arg(0)}, {plus ? same : twice, plus ? twice : same});
        if (t) cut_in(x.lines, x.goal, above, *t);
      }
    }
    const auto t =
        steps(x.goal, rule::TakeLog{}, {[&](const Goal& logs) {
                return rewritten(logs, log_by_factors(logs.context, h.relation.lhs),
                                 log_by_factors(logs.context, h.relation.rhs), [&](const Goal& sums) -> Tree {
                                   if (auto r = without_weight(sums, s)) return r;
                                   return s.prove(sums, depth - 1, true);
                                 });
              }});
    if (!t) return std::nullopt;
    append(x.lines, *t);
    return x.lines;
  });
}

// An inequality between terms at an index with a variable for each value of a sequence: a claim about numbers.
Tree as_numbers(const Goal& g, const Subprover& s, int depth) {
  const auto is_value = [](const Expr& n) { return n.op() == Op::sequence; };
  if (g.relation.rel == Rel::eq || nodes_of(g.relation, is_value).empty()) return std::nullopt;
  Goal h = g;
  Proof out;
  if (!take_terms_as_numbers(h, out)) return std::nullopt;
  forget_integers(h, out);
  if (!looks_nonnegative(h.context, h.difference())) return std::nullopt;
  const WorkLimit limit(work_left() / Effort::share);  // some for the terms as they are
  const auto t = s.prove(h, depth - 1, true);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

// The terms at a new index, with what is known of every index.
Tree term_by_term(const Goal& g, const Subprover& s, int depth) {
  const std::string name = fresh_name(g.context);
  return steps(g, rule::Termwise{name}, {[&](const Goal& h) -> Tree {
                 Extended x{h};
                 instantiate_at_index(x, Expr::variable(name));
                 know_chains(x, places_in(x.goal.relation));
                 put_equal_values(x);
                 Tree t = s.immediate(x.goal);
                 if (!t) t = as_two_terms(x.goal, s, depth);
                 if (!t) t = as_numbers(x.goal, s, depth);
                 if (!t) t = s.prove(x.goal, depth - 1, true);
                 if (!t) return std::nullopt;
                 append(x.lines, *t);
                 return x.lines;
               }});
}

// What is said for all numbers of an interval, at its ends.
Tree by_ends_of_intervals(const Goal& g, const Subprover& s, int depth) {
  Extended x{g};
  const std::size_t count = g.context.forall_hypotheses().size();
  constexpr std::size_t most = 4;
  for (std::size_t j = 0; j < std::min(count, most); ++j) {
    const ForallHypothesis h = x.goal.context.forall_hypotheses()[j];
    if (!h.inner.empty() || (!h.unbounded && !x.goal.context.knows({sub(h.hi, h.lo), Need::nonnegative}))) continue;
    std::vector<Expr> ends{h.lo};
    if (!h.unbounded && h.hi != h.lo) ends.push_back(h.hi);
    for (const Expr& e : ends) {
      const auto& known = x.goal.context.hypotheses();
      if (std::ranges::find(known, at_value(h, e).relation) == known.end()) x.take(rule::Inst{j + 1, {e}});
    }
  }
  if (x.lines.empty()) return std::nullopt;
  Tree t = s.immediate(x.goal);
  if (!t) t = s.prove(x.goal, depth - 1, true);
  if (!t) return std::nullopt;
  append(x.lines, *t);
  return x.lines;
}

}  // namespace

Tree by_instances(const Goal& g, const Subprover& s, int depth) {
  const Context& c = g.context;
  const bool facts = has_facts_of_integers(c);
  if (depth < 1 || (c.forall_hypotheses().empty() && !facts)) return std::nullopt;
  if (auto t = by_ends_of_intervals(g, s, depth)) return t;
  const auto over_integers = [](const ForallHypothesis& h) { return h.integer; };
  if (!facts && std::ranges::none_of(c.forall_hypotheses(), over_integers)) return std::nullopt;
  const std::vector<Expr> places = places_in(g.relation);
  if (places.empty()) return std::nullopt;
  Extended x{g};
  instantiate(x, places);
  std::vector<Expr> known = places;
  for (const Relation& h : c.hypotheses())
    for (const Expr& place : places_in(h))
      if (std::ranges::find(known, place) == known.end()) known.push_back(place);
  know_chains(x, known);
  if (x.goal.context.hypotheses().size() == c.hypotheses().size()) return std::nullopt;
  put_equal_values(x);
  Tree t = s.immediate(x.goal);
  if (!t) t = s.prove(x.goal, depth - 1, true);
  if (!t) return std::nullopt;
  append(x.lines, *t);
  return x.lines;
}

namespace {

// Quotients by sums, as those of a law that is given by its weights: with the sums below the line multiplied out. What
// has products over a range as well is no sum of terms of one range then.
Tree without_denominators(const Goal& g, Algebra& a, const ProveGoal& rest) {
  if (!nodes_of(g.relation, [](const Expr& n) { return n.op() == Op::prod; }).empty()) return std::nullopt;
  const auto f = a.fraction(g.difference());
  if (!f || nodes_of({Rel::ge, f->second, 0}, is_sum_over_range).empty()) return std::nullopt;
  for (const long sign : {1, -1}) {
    if (!g.context.positive_(mul(Expr(sign), f->second))) continue;
    return steps(g, rule::Factor{quotient(Expr(sign), f->second), mul(Expr(sign), f->first)}, {rest});
  }
  return std::nullopt;
}

}  // namespace

Tree by_terms(const Goal& g, const Subprover& s, int depth) {
  if (g.context.language() < 3 || depth < 1) return std::nullopt;
  const Expr &lhs = g.relation.lhs, &rhs = g.relation.rhs;
  if (is_repeated(lhs) && lhs.op() == rhs.op() && lhs.arg(0) == rhs.arg(0) && lhs.arg(1) == rhs.arg(1)) {
    if (auto t = term_by_term(g, s, depth)) return t;
  }
  if (lhs.op() == Op::sum && rhs.is_constant(0)) return term_by_term(g, s, depth);
  if (nodes_of(g.relation, [](const Expr& n) { return n.op() == Op::sum; }).empty()) return std::nullopt;
  Algebra a = g.context.algebra();
  for (const OneSum& one : as_one_sum(g, a)) {
    const auto proof = term_by_term({g.context, one.said}, s, depth);
    if (!proof) continue;
    Proof out{rule::Cut{one.said}};
    append(out, *proof);
    Weights weights{{g.context.hypotheses().size() + 1, Rational(1)}};
    if (one.equation != 0) weights.emplace_back(one.equation, weight(one.multiple));
    out.emplace_back(rule::Combine{Rational(0), weights});
    return out;
  }
  return without_denominators(g, a, [&](const Goal& h) { return by_terms(h, s, depth - 1); });
}

}  // namespace dpcert::verify
