// Formulas as values, and their text.
#include "dpcert/language/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace dpcert::verify {

Formula Formula::of(Relation r) {
  Formula f;
  f.relation = r;
  return f;
}

Formula Formula::joined(Kind kind, Formula a, Formula b) {
  Formula f;
  f.kind = kind;
  f.parts.push_back(std::move(a));
  f.parts.push_back(std::move(b));
  return f;
}

Formula Formula::quantified(Kind kind, Bound bound, Formula body) {
  Formula f;
  f.kind = kind;
  f.bound = std::move(bound);
  f.parts.push_back(std::move(body));
  return f;
}

std::vector<Relation> Formula::inside(const Expr& x) const {
  std::vector<Relation> out;
  if (bound.lo) out.push_back({bound.lo_closed ? Rel::ge : Rel::gt, x, *bound.lo});
  if (bound.hi) out.push_back({bound.hi_closed ? Rel::ge : Rel::gt, *bound.hi, x});
  return out;
}

Formula Formula::at(const Expr& x) const { return substitute(parts[0], {{bound.variable, x}}); }

Formula conjunction(const std::vector<Formula>& all) {
  Formula out = all.back();
  for (std::size_t i = all.size() - 1; i-- > 0;) out = Formula::joined(Formula::Kind::both, all[i], std::move(out));
  return out;
}

std::vector<Formula> parts_of(const Formula& f) {
  if (!f.is(Formula::Kind::both)) return {f};
  std::vector<Formula> all;
  for (const Formula& part : f.parts)
    for (Formula& one : parts_of(part)) all.push_back(std::move(one));
  return all;
}

Formula negation(const Formula& f) {
  using Kind = Formula::Kind;
  const auto turned = [](Rel rel, const Expr& a, const Expr& b) { return Formula::of({rel, a, b}); };
  const auto& [rel, a, b] = f.relation;
  switch (f.kind) {
    case Kind::relation:
      if (rel == Rel::ge) return turned(Rel::gt, b, a);
      if (rel == Rel::gt) return turned(Rel::ge, b, a);
      return Formula::joined(Kind::either, turned(Rel::gt, a, b), turned(Rel::gt, b, a));
    case Kind::both:  // the second part is looked at where the first one holds
      return Formula::joined(Kind::either, negation(f.parts[0]),
                             Formula::joined(Kind::both, f.parts[0], negation(f.parts[1])));
    case Kind::either:
      return Formula::joined(Kind::both, negation(f.parts[0]), negation(f.parts[1]));
    case Kind::implies:
      return Formula::joined(Kind::both, f.parts[0], negation(f.parts[1]));
    case Kind::forall:
    case Kind::exists:
      break;
  }
  return Formula::quantified(f.is(Kind::forall) ? Kind::exists : Kind::forall, f.bound, negation(f.parts[0]));
}

bool depends_on(const Formula& f, const Expr& x) {
  const auto in = [&](const std::optional<Expr>& e) { return e && depends_on(*e, x); };
  if (f.is(Formula::Kind::relation)) return depends_on(f.relation.lhs, x) || depends_on(f.relation.rhs, x);
  return in(f.bound.lo) || in(f.bound.hi) ||
         std::ranges::any_of(f.parts, [&](const Formula& part) { return depends_on(part, x); });
}

Formula substitute(const Formula& f, const ExprMap<Expr>& values) {
  using Kind = Formula::Kind;
  Formula out = f;
  if (f.is(Kind::relation)) out.relation = substitute(f.relation, values);
  if (out.bound.lo) out.bound.lo = substitute(*out.bound.lo, values);
  if (out.bound.hi) out.bound.hi = substitute(*out.bound.hi, values);
  for (Formula& part : out.parts) part = substitute(part, values);
  return out;
}

namespace {

std::string quantified_text(const Formula& f) {
  using Kind = Formula::Kind;
  const Formula::Bound& b = f.bound;
  return fmt::format("{} {}{} in {}{}, {}{}: {}", f.is(Kind::forall) ? "forall" : "exists", b.integer ? "int " : "",
                     b.name, b.lo_closed ? "[" : "(", b.lo ? to_text(*b.lo) : "-inf", b.hi ? to_text(*b.hi) : "inf",
                     b.hi_closed ? "]" : ")", to_text(f.at(Expr::variable(b.name))));
}

}  // namespace

std::string to_text(const Formula& f) {
  using Kind = Formula::Kind;
  const auto part = [&](std::size_t i) {
    const Formula& p = f.parts[i];
    return p.is(Kind::relation) ? to_text(p.relation) : "{" + to_text(p) + "}";
  };
  switch (f.kind) {
    case Kind::relation:
      return to_text(f.relation);
    case Kind::both:
      return part(0) + " and " + part(1);
    case Kind::either:
      return part(0) + " or " + part(1);
    case Kind::implies:
      return part(0) + " implies " + part(1);
    case Kind::forall:
    case Kind::exists:
      break;
  }
  return quantified_text(f);
}

}  // namespace dpcert::verify
