#include "verify/checker/terms/formula.hpp"

#include <algorithm>

namespace dpcert::checker {

std::vector<Stated> Formula::inside(Ex e) const {
  std::vector<Stated> out;
  if (lo) out.push_back({{e, *lo, lo_open ? Rel::Gt : Rel::Ge}, ends});
  if (hi) out.push_back({{*hi, e, hi_open ? Rel::Gt : Rel::Ge}, ends});
  return out;
}

Form Formulas::made(Formula f) const {
  pool_.work().add(8 + f.stated.extra.size() + f.ends.size());
  const auto of = [&](Ex e) { f.vars |= pool_[e].vars; };
  const auto conditions = [&](const std::vector<Condition>& all) {
    for (const Condition& c : all) {
      of(c.u);
      if (c.pair()) of(c.v);
    }
  };
  f.vars.reset(), f.height = 0, f.depth = 1;
  for (const Form& p : f.parts) {
    f.vars |= p->vars;
    f.height = std::max(f.height, p->height);
    f.depth = std::max(f.depth, p->depth + 1);
  }
  if (f.quantifier()) {
    f.vars.reset(static_cast<std::size_t>(f.y));
    ++f.height;
    for (const auto& end : {f.lo, f.hi})
      if (end) of(*end);
    conditions(f.ends);
  }
  if (f.kind == Formula::Relation) {
    of(f.stated.relation.lhs), of(f.stated.relation.rhs);
    conditions(f.stated.extra);
  }
  need(f.depth <= Limits::depth, "a formula is nested too deeply");
  return std::make_shared<const Formula>(std::move(f));
}

Form Formulas::relation(const Stated& s) const {
  Formula f;
  f.stated = s;
  return made(std::move(f));
}

Form Formulas::connective(Formula::Kind kind, Form a, Form b) const {
  Formula f;
  f.kind = kind;
  f.parts = {std::move(a), std::move(b)};
  return made(std::move(f));
}

Form Formulas::conjunction(const std::vector<Form>& all) const {
  Form out = all.back();
  for (std::size_t i = all.size() - 1; i > 0; --i) out = connective(Formula::And, all[i - 1], out);
  return out;
}

// Inside of the body every other quantifier has a smaller number, and every one around the node a larger one. An
// integer is one wherever it stands; a real is none anywhere.
int Formulas::bound_id(bool integer, int height) const {
  need(height <= Limits::quantifiers, "quantifiers are nested too deeply");
  return integer ? pool_.bound_integer('|', height) : pool_.var_id("&" + std::to_string(height));
}

Form Formulas::quantified(Formula q, const Form& body, int x) const {
  const int own = bound_id(q.integer, body->height + 1);
  Form inside = body;
  if (x != own) {
    need(!body->vars[static_cast<std::size_t>(own)], "a name would be bound twice");
    Pool::Memo memo;
    const Ex by = pool_.variable(own);
    inside = changed(body, [&](Ex e) { return pool_.substitute(e, x, by, memo); });
  }
  q.y = own;
  q.parts = {inside};
  return made(std::move(q));
}

Form Formulas::of(const Forall& f) const {
  Form out = relation(f.body);
  const auto around = [&](const Quantifier& q) {
    Formula outer;
    outer.kind = Formula::Forall;
    outer.integer = q.integer;
    outer.lo = q.lo, outer.lo_open = false;
    if (!q.endless) outer.hi = q.hi, outer.hi_open = false;
    outer.ends = q.ends;
    out = quantified(std::move(outer), out, q.y);
  };
  for (auto q = f.inner.rbegin(); q != f.inner.rend(); ++q) around(*q);
  around(f);
  return out;
}

Form Formulas::changed(const Form& f, const std::function<Ex(Ex)>& change) const {
  Formula out = *f;
  const auto conditions = [&](std::vector<Condition>& all) {
    for (Condition& c : all) {
      c.u = change(c.u);
      if (c.pair()) c.v = change(c.v);
    }
  };
  for (Form& p : out.parts) p = changed(p, change);
  if (out.lo) out.lo = change(*out.lo);
  if (out.hi) out.hi = change(*out.hi);
  conditions(out.ends);
  if (out.kind == Formula::Relation) {
    out.stated.relation.lhs = change(out.stated.relation.lhs),
    out.stated.relation.rhs = change(out.stated.relation.rhs);
    conditions(out.stated.extra);
  }
  return made(std::move(out));
}

// With x: nothing, unless one of the conditions would be read in another way at another x.
std::vector<Condition> Formulas::stamps(std::initializer_list<Ex> all, const Integers& integers,
                                        std::optional<int> x) const {
  std::vector<Condition> out;
  for (Ex e : all) pool_.defined(e, integers, out);
  const auto another = [&](const Condition& c) {
    return (c.kind == Condition::RealPow || c.kind == Condition::Each || c.kind == Condition::Defined ||
            c.kind == Condition::Exists || c.kind == Condition::Within || c.kind == Condition::Never) &&
           pool_.depends(c, *x);
  };
  if (x && std::none_of(out.begin(), out.end(), another)) out.clear();
  return out;
}

Form Formulas::stamped(const Form& f, const Integers& integers, std::optional<int> x) const {
  if (x && !f->vars[static_cast<std::size_t>(*x)]) return f;
  Formula out = *f;
  const auto add = [&](std::vector<Condition>& to, const std::vector<Condition>& more) {
    for (const Condition& c : more)
      if (std::find(to.begin(), to.end(), c) == to.end()) to.push_back(c);
    pool_.work().add(1 + to.size() * more.size() / 16);
  };
  for (Form& p : out.parts) p = stamped(p, integers, x);
  if (out.lo) add(out.ends, stamps({*out.lo}, integers, x));
  if (out.hi) add(out.ends, stamps({*out.hi}, integers, x));
  if (out.kind == Formula::Relation)
    add(out.stated.extra, stamps({out.stated.relation.lhs, out.stated.relation.rhs}, integers, x));
  return made(std::move(out));
}

Form Formulas::stated(const Form& f, const Integers& integers) const { return stamped(f, integers, {}); }

Form Formulas::substitute(const Form& f, int x, Ex by, const Integers& integers) const {
  if (!f->vars[static_cast<std::size_t>(x)]) return f;
  Pool::Memo memo;
  return changed(stamped(f, integers, x), [&](Ex e) { return pool_.substitute(e, x, by, memo); });
}

Form Formulas::instance(const Form& quantified, Ex e, const Integers& integers) const {
  return substitute(quantified->parts[0], quantified->y, e, integers);
}

Form Formulas::negation(const Form& f) const {
  switch (f->kind) {
    case Formula::Relation: {
      const checker::Relation& r = f->stated.relation;
      const auto turned = [&](Ex a, Ex b, Rel rel) { return relation({{a, b, rel}, f->stated.extra}); };
      if (r.rel == Rel::Eq)
        return connective(Formula::Or, turned(r.lhs, r.rhs, Rel::Gt), turned(r.rhs, r.lhs, Rel::Gt));
      return turned(r.rhs, r.lhs, r.rel == Rel::Ge ? Rel::Gt : Rel::Ge);
    }
    case Formula::And:
      return connective(Formula::Or, negation(f->parts[0]),
                        connective(Formula::And, f->parts[0], negation(f->parts[1])));
    case Formula::Or:
      return connective(Formula::And, negation(f->parts[0]), negation(f->parts[1]));
    case Formula::Implies:
      return connective(Formula::And, f->parts[0], negation(f->parts[1]));
    case Formula::Forall:
    case Formula::Exists: {
      Formula out = *f;
      out.kind = f->kind == Formula::Forall ? Formula::Exists : Formula::Forall;
      out.parts = {negation(f->parts[0])};
      return made(std::move(out));
    }
  }
  return f;
}

bool Formulas::keeps_integers(const Form& f, const Integers& before, const Integers& after,
                              const std::function<Ex(Ex)>& change) const {
  std::vector<Ex> todo;
  const auto conditions = [&](const std::vector<Condition>& all) {
    for (const Condition& c : all) {
      todo.push_back(c.u);
      if (c.pair()) todo.push_back(c.v);
      if (c.kind == Condition::IntPow && !pool_.integer_valued(change(c.v), after)) return false;
    }
    return true;
  };
  if (f->lo) todo.push_back(*f->lo);
  if (f->hi) todo.push_back(*f->hi);
  if (!conditions(f->ends)) return false;
  if (f->kind == Formula::Relation) {
    todo.push_back(f->stated.relation.lhs), todo.push_back(f->stated.relation.rhs);
    if (!conditions(f->stated.extra)) return false;
  }
  if (!pool_.keeps_integers(std::move(todo), before, after, change)) return false;
  return std::all_of(f->parts.begin(), f->parts.end(),
                     [&](const Form& p) { return keeps_integers(p, before, after, change); });
}

}  // namespace dpcert::checker
