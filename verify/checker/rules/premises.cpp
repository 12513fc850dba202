#include "verify/checker/rules/premises.hpp"

#include <functional>

#include "verify/checker/rules/rules.hpp"

namespace dpcert::checker {

namespace {

class Premises {
 public:
  Premises(Pool& pool, Normal& plain, const Statement& s) : pool_(pool), plain_(plain), s_(s) {}

  void join(Goal& g) {
    joined(0, g);
    for (std::size_t i = 0; i < s_.hypotheses.size(); ++i) {
      require(g, s_.hypotheses[i]);
      g.frame->hypotheses.push_back({s_.hypotheses[i].relation, pool_.diff_of(s_.hypotheses[i].relation)});
      joined(i + 1, g);
    }
  }

 private:
  void require(const Goal& where, const Form& f) {
    need(known_to_be_defined(pool_, plain_, where, f) || known_to_be_defined(pool_, plain_, narrowed(where), f),
         "a hypothesis is not known to be defined where the earlier ones hold");
  }

  // With the bounds that affine hypotheses give of their variables by those of the others, as M > 0 by M >= m and m >
  // 0. The hypotheses hold nowhere else, so nothing is lost.
  Goal narrowed(const Goal& where) {
    constexpr int rounds = 4;
    constexpr std::size_t most_hypotheses = 64;  // this is asked for each of them
    Goal g = where;
    if (g.frame->hypotheses.size() > most_hypotheses) return g;
    for (int i = 0; i < rounds; ++i)
      for (const Hypothesis& h : g.frame->hypotheses)
        if (h.relation.rel != Rel::Eq)
          if (const auto parts = plain_.affine(h.d)) narrow(g, *parts, h.relation.rel == Rel::Gt);
    return g;
  }
  // For every variable x with the coefficient c: c x and the greatest that the other parts can be are not negative.
  static void narrow(Goal& g, const std::map<int, Q>& parts, bool strict) {
    for (const auto& [x, c] : parts) {
      if (x < 0 || !g.box.contains(x)) continue;
      Q rest(0);
      bool open = strict, bounded = true;
      for (const auto& [y, d] : parts) {
        if (y == x) continue;
        if (y < 0) {
          rest = rest + d;
          continue;
        }
        const auto at = g.box.find(y);
        bounded = at != g.box.end() && (d.sign() > 0 ? at->second.hi : at->second.lo).has_value();
        if (!bounded) break;
        const Range& r = at->second;
        rest = rest + d * *(d.sign() > 0 ? r.hi : r.lo);
        open = open || (d.sign() > 0 ? r.hi_open : r.lo_open);
      }
      if (!bounded) continue;
      Range r = g.box.at(x);
      r.narrow(c, rest, open ? Rel::Gt : Rel::Ge);
      if (!r.empty()) g.box.at(x) = r;  // of hypotheses that contradict each other nothing is asked here
    }
  }
  void require(const Goal& where, const Stated& h) { require(where, Formulas(pool_).relation(h)); }

  // What stands behind so many hypotheses.
  void joined(std::size_t after, Goal& g) {
    for (const Forall& f : s_.foralls)
      if (f.after == after) forall(f, g);
    for (const Definition& d : s_.definitions)
      if (d.after == after) definition(d, g);
    for (const Requirement& l : s_.laws) {
      if (l.after != after) continue;
      const Goal near = narrowed(g);
      Auto a(pool_, plain_, near);
      for (const Condition& c : l.conditions)
        need(a.holds(c), "the parameters of a law are not known to lie in its set");
    }
    for (const Fact& f : s_.facts) {
      if (f.after != after) continue;
      require(g, f.formula);
      g.frame->facts.push_back(f.formula);
    }
  }

  // The body is defined at every y between the ends; there need not be any. The ends of an inner quantifier are defined
  // at every y of the outer ones.
  void forall(const Forall& f, Goal& g) {
    Goal inside{std::make_shared<Frame>(), g.box};
    inside.frame->hypotheses = g.frame->hypotheses;
    const auto open = [&](const Quantifier& q) {
      require(inside, Stated{{q.hi, q.lo, Rel::Ge}, q.ends});
      const Ex y = pool_.variable(q.y);
      inside.box[q.y] = Range{};
      inside.box[q.y].integer = q.integer;
      const auto given = [&](const Relation& r) { inside.frame->hypotheses.push_back({r, pool_.diff_of(r)}); };
      given({y, q.lo, Rel::Ge});
      if (!q.endless) given({q.hi, y, Rel::Ge});
    };
    open(f);
    for (const Quantifier& q : f.inner) open(q);
    require(inside, f.body);
    g.frame->foralls.push_back(f);
  }

  // The first values are defined, and the recursion is for every integer y from the first index on and all real values
  // before it: so exactly one sequence has these values from there on, and nothing is assumed.
  void definition(const Definition& d, Goal& g) {
    for (const Stated& e : d.first) require(g, Stated{{e.relation.rhs, e.relation.rhs, Rel::Eq}, e.extra});
    Goal inner{std::make_shared<Frame>(), g.box};
    inner.frame->hypotheses = g.frame->hypotheses;
    const Ex y = pool_.variable(d.y);
    inner.box[d.y] = Range{};
    inner.box[d.y].integer = true;
    inner.box[d.y].lo = d.from, inner.box[d.y].lo_open = false;
    Stated value = d.step;
    for (std::size_t i = 0; i < d.first.size(); ++i) {
      const Ex index = pool_.add({y, pool_.num(Q(static_cast<long>(i)))});
      const Ex term = pool_.call(Op::Seq, {index}, d.sequence);
      const Ex any = pool_.var("." + std::to_string(i));  // a name no text can contain
      inner.box[pool_[any].k] = Range{};
      Pool::Memo memo;
      value.relation.rhs = pool_.replace(value.relation.rhs, term, any, memo);
      for (Condition& c : value.extra) {
        c.u = pool_.replace(c.u, term, any, memo);
        if (c.pair()) c.v = pool_.replace(c.v, term, any, memo);
      }
    }
    need(!pool_.applies(value.relation.rhs, d.sequence), "a recursion uses more of its sequence than the terms before");
    for (const Condition& c : value.extra)
      need(!pool_.applies(c.u, d.sequence) && !(c.pair() && pool_.applies(c.v, d.sequence)),
           "a recursion uses more of its sequence than the terms before");
    require(inner, Stated{{value.relation.rhs, value.relation.rhs, Rel::Eq}, value.extra});
    g.frame->definitions.push_back(d);
  }

  Pool& pool_;
  Normal& plain_;
  const Statement& s_;
};

}  // namespace

Goal premises(Pool& pool, Normal& plain, const Statement& s, const std::map<int, Range>& box) {
  Goal root{std::make_shared<Frame>(), box};
  Premises(pool, plain, s).join(root);
  return root;
}

Form existence(Pool& pool, const Statement& s, const std::map<int, Range>& box, const Form& last) {
  need(s.functions.empty(), "a statement about functions is not said to hold somewhere by a proof");
  const Formulas formulas(pool);
  std::vector<Form> all;
  for (const Stated& h : s.hypotheses) all.push_back(formulas.relation(h));
  for (const Forall& f : s.foralls) all.push_back(formulas.of(f));
  for (const Fact& f : s.facts) all.push_back(f.formula);
  if (last) all.push_back(last);
  need(!all.empty(), "nothing is assumed: a point is asked for");
  std::vector<std::pair<const Variable*, Range>> variables;
  for (const Variable& v : s.variables) variables.emplace_back(&v, box.at(v.id));
  return over_variables(pool, Formula::Exists, variables, formulas.conjunction(all));
}

Form over_variables(Pool& pool, Formula::Kind kind, const std::vector<std::pair<const Variable*, Range>>& all, Form f) {
  for (auto it = all.rbegin(); it != all.rend(); ++it) {
    const auto& [v, r] = *it;
    Formula q;
    q.kind = kind;
    q.integer = r.integer;
    if (r.lo && (v->lo_exact || *r.lo != *v->range.lo)) q.lo = pool.num(*r.lo), q.lo_open = r.lo_open;
    if (r.hi && (v->hi_exact || *r.hi != *v->range.hi)) q.hi = pool.num(*r.hi), q.hi_open = r.hi_open;
    f = Formulas(pool).quantified(std::move(q), f, v->id);
  }
  return f;
}

}  // namespace dpcert::checker
