#include "verify/engine/goal/key.hpp"

#include <functional>

namespace dpcert::verify {

GoalKey key_of(const Goal& g) {
  const Context& c = g.context;
  GoalKey key;
  key.reserve(5 + 3 * c.hypotheses().size() + 7 * c.forall_hypotheses().size() + 3 * c.variables().size());
  const auto add = [&key](const Relation& r) {
    key.push_back(static_cast<std::uint64_t>(r.rel));
    key.push_back(r.lhs.serial());
    key.push_back(r.rhs.serial());
  };
  const auto add_end = [&key](const End& e) {
    key.push_back(e.infinite ? 0 : 1 + 2 * Expr(e.value).serial() + (e.closed ? 1 : 0));
  };
  add(g.relation);
  key.push_back(c.hypotheses().size());
  key.push_back(c.forall_hypotheses().size());
  for (const auto& h : c.hypotheses()) add(h);
  for (const auto& h : c.forall_hypotheses()) {
    key.push_back((h.integer ? 1 : 0) + (h.unbounded ? 2 : 0));
    for (const Expr& e : {Expr::variable(h.bound), h.lo, h.hi}) key.push_back(e.serial());
    key.push_back(h.inner.size());
    for (const auto& r : h.inner) {
      key.push_back(r.unbounded ? 1 : 0);
      for (const Expr& e : {Expr::variable(r.bound), r.lo, r.hi}) key.push_back(e.serial());
    }
    add(h.relation);
  }
  const std::function<void(const Formula&)> add_formula = [&](const Formula& f) {
    key.push_back(static_cast<std::uint64_t>(f.kind));
    for (const auto& e : {f.bound.lo, f.bound.hi}) key.push_back(e ? 1 + e->serial() : 0);
    if (f.is(Formula::Kind::relation)) add(f.relation);
    for (const Formula& part : f.parts) add_formula(part);
  };
  for (const Formula& f : c.formulas()) add_formula(f);
  for (const auto& s : c.sequences()) {  // the names of sequences do not change on the way, but recursions do
    key.push_back(s.recursion ? s.recursion->first.size() : 0);
    if (!s.recursion) continue;
    for (const Expr& e : s.recursion->first) key.push_back(e.serial());
    key.push_back(s.recursion->next.serial());
  }
  for (const auto& v : c.variables()) {
    key.push_back(2 * Expr::variable(v.name).serial() + (v.integer ? 1 : 0));
    add_end(v.range.lo);
    add_end(v.range.hi);
  }
  return key;
}

}  // namespace dpcert::verify
