// The proof lines of logic: what closes a goal at once, and what brings a relation into it or takes it apart.
#include "verify/checker/rules/rules.hpp"

namespace dpcert::checker {

Rules::Children Rules::fix() {
  const int x = variable();
  end();
  const Range& r = g_.box.at(x);
  need(r.integer && r.lo && r.hi, "the variable is not an integer in a bounded interval");
  const Q lo = r.lo_open && r.lo->integer() ? *r.lo + Q(1) : r.lo->ceil();
  const Q hi = r.hi_open && r.hi->integer() ? *r.hi - Q(1) : r.hi->floor();
  need(lo == hi, "the interval does not contain exactly one integer");
  Goal child = substituted(g_, x, pool_.num(lo));
  child.defined = true;  // a part of this context
  return {child};
}

Rules::Children Rules::sign() {
  end();
  need(proves(g_.frame->d, g_.frame->goal.rel), "the sign is not known");
  return {};
}

Rules::Children Rules::identity() {
  end();
  need(g_.frame->goal.rel != Rel::Gt, "an identity does not prove a strict relation");
  need(full().zero(g_.frame->d), "the normal form is not zero");
  return {};
}

Rules::Children Rules::hyp() {
  const Hypothesis& h = hypothesis();
  end();
  const Rel rel = g_.frame->goal.rel, have = h.relation.rel;
  const auto c = full().ratio(g_.frame->d, h.d);
  need(c.has_value(), "the goal is not a multiple of the hypothesis");
  if (have == Rel::Eq)
    need(rel != Rel::Gt, "an equation does not prove a strict relation");
  else
    need(rel != Rel::Eq && c->sign() > 0 && (rel == Rel::Ge || have == Rel::Gt),
         "the hypothesis has the wrong direction or is not strict");
  return {};
}

// D = C0 + sum of C_j H_j
Rules::Children Rules::combine() {
  const Rel rel = g_.frame->goal.rel;
  auto coefficient = [&] {
    const Ex e = in_->is("(") ? bracketed() : pool_.num(in_->signed_quotient());
    require_defined(e);
    return e;
  };
  const Ex c0 = coefficient();
  bool strict = automatic().positive(c0);
  need(rel == Rel::Eq ? pool_.is_zero(c0) : automatic().nonnegative(c0), "the constant has the wrong sign");
  std::vector<Ex> sum{c0};
  while (!in_->done()) {
    const Hypothesis& h = hypothesis();
    const Ex c = coefficient();
    if (h.relation.rel != Rel::Eq) {
      need(rel != Rel::Eq, "an inequality does not serve for an equation");
      need(automatic().nonnegative(c), "a coefficient is not known to be >= 0");
      strict = strict || (h.relation.rel == Rel::Gt && automatic().positive(c));
    }
    sum.push_back(pool_.mul({c, h.d}));
  }
  need(rel != Rel::Gt || strict, "the combination is not strict");
  need(full().equal(g_.frame->d, pool_.add(std::move(sum))), "the combination differs from the goal");
  return {};
}

// The first child proves that the formula is true, and so defined: it may be assumed.
Rules::Children Rules::cut() {
  if (language_ >= 3) {
    const Form f = read_formula(pool_, *in_, integers_of(g_.box), true, [](const std::string&) {});
    end();
    return {with_formula(g_, f), assuming(g_, f)};
  }
  const Relation r = in_->relation();
  end();
  return {with_goal(g_, r), with_hypothesis(g_, r)};
}

// An expression for each quantifier, from the outermost on.
Rules::Children Rules::inst() {
  const long j = in_->counting_number();
  const auto& all = g_.frame->foralls;
  need(j >= 1 && j <= static_cast<long>(all.size()), "there is no forall hypothesis of this number");
  Forall f = all[j - 1];
  for (std::size_t more = f.inner.size() + 1; more > 0; --more) {
    const Ex e = bracketed();
    require_defined(e);
    need(!f.integer || whole(e), "the instance is not known to be an integer");
    if (f.integer) {
      for (const Quantifier& q : f.inner) require_integers_kept(q.lo, f.y, e), require_integers_kept(q.hi, f.y, e);
      require_integers_kept(pool_.diff_of(f.body.relation), f.y, e);
    }
    need(proves(pool_.sub(e, f.lo), Rel::Ge) && (f.endless || proves(pool_.sub(f.hi, e), Rel::Ge)),
         "the instance is not known to lie in the interval");
    f = pool_.instance(f, e);
  }
  end();
  return {with_hypothesis(g_, f.body.relation)};
}

Rules::Children Rules::trans() {
  const Ex m = bracketed();
  end();
  const Relation& r = g_.frame->goal;
  return {with_goal(g_, {r.lhs, m, r.rel}), with_goal(g_, {m, r.rhs, r.rel == Rel::Gt ? Rel::Ge : r.rel})};
}

Rules::Children Rules::both() {
  end();
  const Relation& r = g_.frame->goal;
  need(r.rel == Rel::Eq, "the goal is not an equation");
  return {with_goal(g_, {r.lhs, r.rhs, Rel::Ge}, true), with_goal(g_, {r.rhs, r.lhs, Rel::Ge}, true)};
}

}  // namespace dpcert::checker
