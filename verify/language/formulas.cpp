// Formulas, from the surface of a text to their meaning.
#include "verify/language/formulas.hpp"

#include <fmt/format.h>

#include <utility>

namespace dpcert::verify {

namespace {

constexpr std::size_t most_pieces = 12;  // in one relation: each at least doubles what it stands for

}  // namespace

Formula FormulaElaborator::formula(const surface::Formula& f) {
  using From = surface::Formula::Kind;
  using To = Formula::Kind;
  if (f.kind == From::relation) return parts_of(f.relation, {});
  if (f.kind == From::forall || f.kind == From::exists) return quantified(f);
  const To kind = f.kind == From::both ? To::both : f.kind == From::either ? To::either : To::implies;
  Formula first = formula(f.parts[0]);
  return Formula::joined(kind, std::move(first), formula(f.parts[1]));
}

// A chain of relations in which each `piece` gives the part that is chosen, and those behind any. Where there are
// such: c1 implies {the chain with e1} and {not c1 implies {c2 implies ...}}, and so on.
Formula FormulaElaborator::parts_of(const Node& n, const std::vector<std::size_t>& choice) {
  using To = Formula::Kind;
  const bool unequal = n.signs.front() == "!=";
  if (scope_.sides_are_described(n)) return described_chain(n);
  scope_.count_expansion(n);
  Scope::Pieces pieces{choice, {}, {}};
  scope_.pieces = &pieces;
  const std::vector<Relation> chain = scope_.chain(n);
  scope_.pieces = nullptr;
  if (pieces.met.size() <= choice.size()) {
    std::vector<Formula> all;
    for (const Relation& r : chain) all.push_back(Formula::of(r));
    Formula out = unequal ? negation(conjunction(all)) : conjunction(all);
    for (auto v = pieces.values.rbegin(); v != pieces.values.rend(); ++v) out = with_value(*v, out);
    return out;
  }
  if (choice.size() >= most_pieces) scope_.fail(n, fmt::format("more than {} `piece` in one relation", most_pieces));
  const std::vector<Relation>& conditions = pieces.met[choice.size()];
  const auto part = [&](std::size_t i) {
    std::vector<std::size_t> next = choice;
    next.push_back(i);
    return parts_of(n, next);
  };
  Formula out = part(conditions.size());
  for (std::size_t i = conditions.size(); i-- > 0;) {
    const Formula c = Formula::of(conditions[i]);
    out = Formula::joined(To::both, Formula::joined(To::implies, c, part(i)),
                          Formula::joined(To::implies, negation(c), std::move(out)));
  }
  return out;
}

// ---- values that are described: a relation with one is a formula that is true exactly where the value exists and
// the relation holds

// There is a number that is the value, and the relation holds with it.
Formula FormulaElaborator::with_value(const Scope::Pieces::Described& v, const Formula& relation) {
  auto outer = scope_.exchange_locals(v.locals);
  Formula::Bound b;
  b.name = new_name("v");
  unnamed_.insert(b.name);
  b.variable = Expr::variable(fmt::format("@{}", ++quantifiers_));
  Formula is = compared(*v.node, Rel::eq, b.variable);
  unnamed_.erase(b.name);
  static_cast<void>(scope_.exchange_locals(std::move(outer)));
  is = Formula::joined(Formula::Kind::both, std::move(is), substitute(relation, {{v.stands, b.variable}}));
  return Formula::quantified(Formula::Kind::exists, std::move(b), std::move(is));
}

Formula FormulaElaborator::described_chain(const Node& n) {
  std::vector<Formula> all;
  for (std::size_t i = 0; i < n.signs.size(); ++i) {
    const Node &a = n.args[i], &b = n.args[i + 1];
    const Rel rel = Scope::relation_of(n.signs[i]);
    all.push_back(scope_.is_described(b) ? compared(b, swapped(rel), scope_.whole(a))
                                         : compared(a, rel, scope_.whole(b)));
  }
  return conjunction(all);
}

// `n rel c`.
Formula FormulaElaborator::compared(const Node& n, Rel rel, const Expr& c) {
  using To = Formula::Kind;
  scope_.count_expansion(n);
  if (!scope_.is_described(n)) return Formula::of(Scope::normalized({rel, scope_.whole(n), c}));
  if (n.text != "normal_quantile") return extreme(n, rel, c);
  if (n.args.size() != 1) scope_.fail(n, fmt::format("`normal_quantile` takes 1 argument(s), not {}", n.args.size()));
  const Expr p = scope_.whole(n.args[0]);
  Formula level = Formula::of(Scope::normalized({rel, p, normal_cdf(c)}));
  // It says 0 < p < 1, and its negation nothing elsewhere: there the relation is undefined.
  Formula inside = Formula::of({Rel::gt, 0, log(p) + log(Expr(1) - p)});
  return Formula::joined(To::both, std::move(inside), std::move(level));
}

// The body for some, or for all, of what is described: a quantifier for each name from this one on, and what is said
// of them inside of the last one.
Formula FormulaElaborator::over_set(const Node& n, std::size_t name, Formula::Kind kind,
                                    const std::function<Formula()>& body) {
  using To = Formula::Kind;
  const std::size_t names = n.signs.size() / 3;
  if (name == names) {
    std::vector<Formula> asked;
    for (std::size_t i = 3 * names; i + 1 < n.args.size(); ++i)
      for (const Relation& r : scope_.chain(n.args[i])) asked.push_back(Formula::of(r));
    Formula inside = body();
    if (asked.empty()) return inside;
    return Formula::joined(kind == To::forall ? To::implies : To::both, conjunction(asked), std::move(inside));
  }
  const Node* const at = &n.args[3 * name];
  const auto* const sign = &n.signs[3 * name];
  Formula::Bound b = bound_by(at[0], at[1], at[2], sign[0] == "[", sign[1] == "]", sign[2] == "int");
  return within(kind, at[0], std::move(b), [&] { return over_set(n, name + 1, kind, body); });
}

// sup(x in I, e), or inf with everything turned round: something comes nearer to it than any r > 0, or nothing comes
// nearer than some r > 0; a set that is not empty and has a bound has a supremum.
Formula FormulaElaborator::extreme(const Node& n, Rel rel, const Expr& c) {
  using To = Formula::Kind;
  const bool up = n.text == "sup";
  const Rel within = up ? Rel::le : Rel::ge, beyond = up ? Rel::gt : Rel::lt;
  const auto over = [&](To kind, Rel r, const Expr& value) {
    return over_set(n, 0, kind, [&] { return compared(n.args.back(), r, value); });
  };
  const std::function<Formula(const Expr&)> all_within = [&](const Expr& s) { return over(To::forall, within, s); };
  const std::function<Formula(const Expr&)> one_beyond = [&](const Expr& s) { return over(To::exists, beyond, s); };
  const auto with_real = [&](To kind, bool near, const std::function<Formula(const Expr&)>& body) {
    Formula::Bound b;
    const std::string name = new_name(near ? "r" : "s");
    b.name = name;
    unnamed_.insert(name);
    if (near) b.lo = 0;
    b.variable = Expr::variable(fmt::format("@{}", ++quantifiers_));
    Formula inside = body(!near ? b.variable : up ? c - b.variable : c + b.variable);
    unnamed_.erase(name);
    return Formula::quantified(kind, std::move(b), std::move(inside));
  };
  const bool strict = rel == Rel::gt || rel == Rel::lt;
  Formula first, second;
  if (rel == Rel::eq) {
    first = with_real(To::forall, true, one_beyond);
    second = all_within(c);
  } else if (up == (rel == Rel::le || rel == Rel::lt)) {
    first = over(To::exists, within, c);
    second = strict ? with_real(To::exists, true, all_within) : all_within(c);
  } else {
    first = strict ? one_beyond(c) : with_real(To::forall, true, one_beyond);
    second = with_real(To::exists, false, all_within);
  }
  return Formula::joined(To::both, std::move(first), std::move(second));
}

// A name for what the text does not name.
std::string FormulaElaborator::new_name(const std::string& base) const {
  std::string name = base;
  for (int i = 1; declared_.contains(name) || bound_.contains(name) || unnamed_.contains(name); ++i)
    name = fmt::format("{}{}", base, i);
  return name;
}

// A name that a text binds, in its interval.
Formula::Bound FormulaElaborator::bound_by(const Node& name, const Node& low, const Node& high, bool lo_closed,
                                           bool hi_closed, bool over_integers) {
  if (declared_.contains(name.text)) scope_.fail(name, fmt::format("`{}` is declared twice", name.text));
  bound_.insert(name.text);
  Formula::Bound b;
  b.name = name.text;
  b.integer = over_integers;
  b.lo_closed = lo_closed;
  b.hi_closed = hi_closed;
  b.lo = end_of(low, b, true);
  b.hi = end_of(high, b, false);
  b.variable = Expr::variable(fmt::format("@{}", ++quantifiers_));
  return b;
}

Formula FormulaElaborator::quantified(const surface::Formula& f) {
  const surface::Interval& in = f.interval;
  Formula::Bound b = bound_by(f.name, in.low, in.high, in.low_closed, in.high_closed, f.over_integers);
  return within(f.kind == surface::Formula::Kind::forall ? Formula::Kind::forall : Formula::Kind::exists, f.name,
                std::move(b), [&] { return formula(f.parts[0]); });
}

Formula FormulaElaborator::within(Formula::Kind kind, const Node& name, Formula::Bound b,
                                  const std::function<Formula()>& read) {
  const Scope::Bind bound(scope_, name, b.variable);
  if (b.integer) scope_.integers.insert(b.variable.name());
  Formula body = read();
  scope_.integers.erase(b.variable.name());
  return Formula::quantified(kind, std::move(b), std::move(body));
}

std::optional<Expr> FormulaElaborator::end_of(const Node& n, const Formula::Bound& b, bool lower) {
  using Kind = Node::Kind;
  const auto is_infinity = [](const Node& e) { return e.kind == Kind::name && e.text == "inf"; };
  const bool above = is_infinity(n), below = n.kind == Kind::negate && is_infinity(n.args[0]);
  if (!above && !below) return b.integer ? scope_.integer(n, "an end of these integers") : scope_.whole(n);
  if (lower && (above || b.lo_closed)) scope_.fail(n, "an infinite lower end must be `(-inf`");
  if (!lower && (below || b.hi_closed)) scope_.fail(n, "an infinite upper end must be `inf)`");
  return std::nullopt;
}

Formula formula_in(Scope scope, const surface::Formula& f) {
  std::set<std::string> declared, bound;
  for (const auto& [name, e] : scope.values) declared.insert(name);
  for (const auto& [name, g] : scope.functions) declared.insert(name);
  for (const auto& [name, x] : scope.sequences) declared.insert(name);
  return FormulaElaborator(scope, declared, bound).formula(f);
}

}  // namespace dpcert::verify
