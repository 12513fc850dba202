// The proof lines for quantifiers and connectives. What a formula means is said in terms/formula.hpp: each of these
// rules is a rule of classical logic for the truths at a point of the context. What is assumed is assumed to be true,
// and so to be defined; what is proved is proved to be both.
#include "verify/checker/rules/rules.hpp"

namespace dpcert::checker {

void assume(Pool& pool, Frame& frame, const Form& f) {
  pool.work().add(2);
  if (f->kind == Formula::And) {
    for (const Form& p : f->parts) assume(pool, frame, p);
  } else if (f->kind == Formula::Relation) {
    frame.hypotheses.push_back({f->stated.relation, pool.diff_of(f->stated.relation)});
  } else {
    frame.facts.push_back(f);
  }
}

// A box without a number in it is none: such ends are hypotheses, which contradict each other.
Goal entered(Pool& pool, Goal g, const Form& quantified, int x) {
  const Formula& q = *quantified;
  Range r{{}, {}, true, true, q.integer};
  const auto literal = [&](const std::optional<Ex>& end) { return end && pool.is_num(*end); };
  if (literal(q.lo)) r.lo = pool[*q.lo].num, r.lo_open = q.lo_open;
  if (literal(q.hi)) r.hi = pool[*q.hi].num, r.hi_open = q.hi_open;
  if (q.integer) r.to_integers();
  const bool none = r.empty();
  if (none) r = Range{{}, {}, true, true, q.integer};
  const Ex e = pool.variable(x);
  const auto end = [&](const std::optional<Ex>& at, const Relation& inside) {
    if (at && (none || !literal(at))) g.frame->hypotheses.push_back({inside, pool.diff_of(inside)});
  };
  if (q.lo) end(q.lo, {e, *q.lo, q.lo_open ? Rel::Gt : Rel::Ge});
  if (q.hi) end(q.hi, {*q.hi, e, q.hi_open ? Rel::Gt : Rel::Ge});
  g.box[x] = r;
  return g;
}

void set_goal(Pool& pool, Frame& frame, const Form& f) {
  frame.formula.reset();
  frame.extra.clear();
  if (f->kind == Formula::Relation) {
    frame.goal = f->stated.relation, frame.extra = f->stated.extra;
  } else {
    // A rule that should look at it all the same sees what it cannot prove.
    frame.goal = {pool.num(0), pool.num(1), Rel::Ge};
    frame.formula = f;
  }
  frame.d = pool.diff_of(frame.goal);
}

// The variables that the formula binds are those of the contexts inside of it: none around them has their names.
bool known_to_be_defined(Pool& pool, Normal& plain, const Goal& g, const Form& f) {
  pool.work().add(10 + g.box.size() + g.frame->hypotheses.size());
  const auto conditions = [&](std::initializer_list<Ex> all, const std::vector<Condition>& extra) {
    std::vector<Condition> out;
    for (Ex e : all) pool.defined(e, integers_of(g.box), out);
    out.insert(out.end(), extra.begin(), extra.end());
    Auto a(pool, plain, g);
    return std::all_of(out.begin(), out.end(), [&](const Condition& c) { return a.holds(c); });
  };
  const auto where = [&](const Form& holds) {
    Goal inside{std::make_shared<Frame>(), g.box};
    inside.frame->hypotheses = g.frame->hypotheses;
    if (holds) assume(pool, *inside.frame, holds);
    return inside;
  };
  switch (f->kind) {
    case Formula::Relation:
      return conditions({f->stated.relation.lhs, f->stated.relation.rhs}, f->stated.extra);
    case Formula::And:
    case Formula::Implies:
      return known_to_be_defined(pool, plain, g, f->parts[0]) &&
             known_to_be_defined(pool, plain, where(f->parts[0]), f->parts[1]);
    case Formula::Or:
      return known_to_be_defined(pool, plain, g, f->parts[0]) && known_to_be_defined(pool, plain, g, f->parts[1]);
    case Formula::Forall:
    case Formula::Exists:
      break;
  }
  const Ex zero = pool.num(0);
  return conditions({f->lo.value_or(zero), f->hi.value_or(zero)}, f->ends) &&
         known_to_be_defined(pool, plain, entered(pool, where(nullptr), f, f->y), f->parts[0]);
}

bool Rules::known_to_be_defined(const Goal& g, const Form& f) {
  return checker::known_to_be_defined(pool_, plain_, g, f);
}

// ---- what a line speaks of

Form Rules::formula_goal(Formula::Kind kind) {
  const Form& f = g_.frame->formula;
  need(f && f->kind == kind, "the goal is no formula of this form");
  return f;
}

Form Rules::fact(Formula::Kind kind) {
  const long j = in_->counting_number();
  const auto& all = g_.frame->facts;
  need(j >= 1 && j <= static_cast<long>(all.size()), "there is no fact of this number");
  need(all[j - 1]->kind == kind, "the fact is no formula of this form");
  return all[j - 1];
}

// (e), which can be put in for what the quantifier binds. A power whose exponent is an integer has a value at any base:
// it must not be read as one that asks for a base >= 0, as it would be with a floor in its exponent.
Ex Rules::number_for(const Form& q) {
  const Ex e = bracketed();
  require_defined(e);
  if (q->integer) {
    need(whole(e), "the expression is not known to be an integer");
    const Integers integers = integers_of(g_.box);
    need(pool_.integer_valued(e, integers) ||
             formulas_.keeps_integers(q->parts[0], integers, integers,
                                      [&](Ex u) { return pool_.substitute(u, q->y, e); }),
         "an exponent would not be an integer any more");
  }
  return e;
}

Goal Rules::with_formula(const Goal& g, const Form& f) const {
  Goal out{copy_frame(g), g.box, f->kind != Formula::Relation};
  set_goal(pool_, *out.frame, f);
  return out;
}
Goal Rules::assuming(const Goal& g, const Form& f) const {
  Goal out{copy_frame(g), g.box, g.defined};
  assume(pool_, *out.frame, f);
  return out;
}
Goal Rules::entered(const Form& quantified, int x) const {
  return checker::entered(pool_, Goal{copy_frame(g_), g_.box, g_.defined}, quantified, x);
}

// ---- goals

// For all x in the interval: for any one of them, about which nothing else is known.
// F implies G: G is true where F is; F is asked to be defined, so that nothing is narrowed without being seen.
Rules::Children Rules::intro() {
  if (in_->done()) {
    const Form f = formula_goal(Formula::Implies);
    need<UndefinedGoal>(known_to_be_defined(g_, f->parts[0]), "what the goal assumes is not known to be defined");
    return {with_formula(assuming(g_, f->parts[0]), f->parts[1])};
  }
  const Form f = formula_goal(Formula::Forall);
  const int x = fresh_variable();
  end();
  const Goal inside = entered(f, x);
  return {with_formula(inside, formulas_.instance(f, pool_.variable(x), integers_of(inside.box)))};
}

Rules::Children Rules::parts() {
  end();
  const Form f = formula_goal(Formula::And);
  return {with_formula(g_, f->parts[0]), with_formula(assuming(g_, f->parts[0]), f->parts[1])};
}

Rules::Children Rules::left() {
  end();
  return {with_formula(g_, formula_goal(Formula::Or)->parts[0])};
}
Rules::Children Rules::right() {
  end();
  return {with_formula(g_, formula_goal(Formula::Or)->parts[1])};
}

Rules::Children Rules::witness() {
  const Form f = formula_goal(Formula::Exists);
  const Ex e = number_for(f);
  end();
  Children out;
  for (const Stated& inside : f->inside(e)) out.push_back(with_formula(g_, formulas_.relation(inside)));
  out.push_back(with_formula(g_, formulas_.instance(f, e, integers_of(g_.box))));
  return out;
}

// Where 0 >= 1, anything.
Rules::Children Rules::absurd() {
  end();
  need(g_.frame->formula != nullptr, "the goal is no formula");
  return {with_goal(g_, {zero_, pool_.num(1), Rel::Ge})};
}

// ---- facts

// The name stands for some number that the fact says there is.
Rules::Children Rules::obtain() {
  const int x = fresh_variable();
  const Form f = fact(Formula::Exists);
  end();
  Goal inside = entered(f, x);
  assume(pool_, *inside.frame, formulas_.instance(f, pool_.variable(x), integers_of(inside.box)));
  return {inside};
}

Rules::Children Rules::branch() {
  const Form f = fact(Formula::Or);
  end();
  return {assuming(g_, f->parts[0]), assuming(g_, f->parts[1])};
}

Rules::Children Rules::apply_fact() {
  const Form f = fact(Formula::Implies);
  end();
  return {with_formula(g_, f->parts[0]), assuming(g_, f->parts[1])};
}

Rules::Children Rules::at_fact() {
  const Form f = fact(Formula::Forall);
  const Ex e = number_for(f);
  end();
  Children out;
  for (const Stated& inside : f->inside(e)) out.push_back(with_formula(g_, formulas_.relation(inside)));
  out.push_back(assuming(g_, formulas_.instance(f, e, integers_of(g_.box))));
  return out;
}

}  // namespace dpcert::checker
