// Laws with masses at integers, and probabilities, as they are written.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "verify/language/scope.hpp"

namespace dpcert::verify {

// binomial(n, p): the successes among n, each of probability p. With a number n a law of finitely many points.
Law Scope::binomial_law(const Node& n) {
  if (n.args.size() != 2) fail(n, "expected `binomial(n, p)`");
  const std::string first = "the first parameter of a binomial law";
  const Expr top = integer(n.args[0], first), p = whole(n.args[1]);
  Law out = *law_of_family("binomial", {top, p});
  if (!top.is_constant()) return out;
  const long most = integer_value(n.args[0], first);
  if (most < 0 || most > most_chosen_from)
    fail(n.args[0], fmt::format("{} must be from 0 to {}", first, most_chosen_from));
  out.integers = false;
  out.low.reset(), out.high.reset();
  out.density = nullptr;
  for (long k = 0; k <= most; ++k)
    out.masses.emplace_back(k, Expr(ways(most, k)) * pow(p, Expr(k)) * pow(sub(1, p), Expr(most - k)));
  return out;
}

// dirichlet(a1, ..., ad)
Law Scope::simplex_law(const Node& n) {
  if (n.args.size() < 2 || n.args.size() > coordinates_of_law)
    fail(n, fmt::format("a Dirichlet law has from 2 to {} coordinates", coordinates_of_law));
  return dirichlet_law(arguments(n));
}

Expr Scope::divergence(const Node& n) {
  const bool parameter = *divergence_with_parameter(n.text);
  if (n.args.size() != (parameter ? 3U : 2U))
    fail(n, fmt::format("expected `{}({}P, Q)`", n.text, n.text == "renyi" ? "order, " : parameter ? "eps, " : ""));
  const Expr r = parameter ? whole(n.args[0]) : Expr(0);
  const Law one = law(n.args[parameter ? 1 : 0]), other = like(n, one, law(n.args[parameter ? 2 : 1]));
  using Kind = LawTerm::Kind;
  const Kind kind = n.text == "renyi" ? Kind::renyi
                    : n.text == "kl"  ? Kind::kl
                    : n.text == "tv"  ? Kind::tv
                    : parameter       ? Kind::hockey_stick
                                      : Kind::hellinger;
  return noted(n, {kind, {}, {}, as_declared(one), as_declared(other), r, {}, {}, {}},
               *divergence_of(n.text, r, one, other));
}

// What it stands for, and that it was said: what a macro or a `piece` says twice counts once.
Expr Scope::noted(const Node& n, LawTerm term, Expr value) {
  const auto same = [&](const LawTerm& t) { return t.value == value; };
  if (std::ranges::any_of(law_terms, same)) return value;
  const auto spaced = [](std::string_view t) { return t == "<=" || t == ">=" || t == "<" || t == ">" || t == "="; };
  for (std::size_t i = n.begin; i < n.end; ++i) {
    const std::string& token = text_.tokens[i].text;
    term.text += spaced(token) ? " " + token + " " : token == "," ? ", " : token;
  }
  term.value = value;
  law_terms.push_back(std::move(term));
  return value;
}

// E(x, e, P), or E(x1, ..., xd, e, P) for the coordinates of a law on a simplex.
Expr Scope::expectation(const Node& n) {
  if (n.args.size() < 3) fail(n, "expected `E(x, e, P)`");
  const Law of = law(n.args.back());
  const std::size_t names = n.args.size() - 2;
  if (names != 1 + of.coordinates)
    fail(n, of.joint ? fmt::format("expected `E(x1, ..., x{}, e, P)`: a name for each coordinate", 1 + of.coordinates)
                     : std::string("expected `E(x, e, P)`"));
  for (std::size_t i = 0; i < names; ++i)
    if (n.args[i].kind != Kind::name || surface::is_reserved(n.args[i].text)) fail(n.args[i], "expected a name");
  const Node& body = n.args[names];
  const auto value = [&](const std::vector<Expr>& x) {
    count_expansion(body);
    std::vector<std::unique_ptr<Bind>> bound;
    for (std::size_t i = 0; i < names; ++i) bound.push_back(std::make_unique<Bind>(*this, n.args[i], x[i]));
    return whole(body);
  };
  // What is averaged, for a law with a density: over the names of whoever draws.
  LawTerm term{LawTerm::Kind::expectation, {}, {}, as_declared(of), {}, {}, {}, {}, {}};
  const auto averaged = [&](const std::vector<Expr>& x) {
    Expr e = value(x);
    ExprMap<Expr> drawn;
    for (std::size_t i = 0; i < names; ++i)
      if (x[i].op() == Op::variable) drawn.emplace(x[i], NamedLaw::coordinate(i));
    if (!of.discrete()) term.parameter = substitute(e, drawn);
    return e;
  };
  const Expr all =
      of.joint ? over_simplex(of, [&](const std::vector<Expr>& x, const Expr& weight) { return averaged(x) * weight; })
               : over_law(of, [&](const Expr& x, const Expr& weight) { return averaged({x}) * weight; });
  return of.discrete() || of.integers ? all : noted(n, std::move(term), all);
}

// prob(x, R, P) with R one of x <= c, x >= c, a <= x <= b; for masses strictness counts.
Expr Scope::probability(const Node& n) {
  const Node& name = bound_variable(n, "prob(x, R, P)");
  const Law of = law(n.args[2]);
  if (of.joint) fail(n.args[2], "a probability is of a law on the line");
  const FreshIndex fresh(true);
  const Expr& x = fresh.variable();
  const auto relations = [&] {
    const Bind bound(*this, name, x);
    return chain(n.args[1]);
  }();
  std::optional<Expr> low, high;
  for (const Relation& r : relations) {
    const bool below = r.lhs == x;
    auto& end = below ? low : high;
    const bool one_point = r.rel == Rel::eq;
    if (!(below || r.rhs == x) || end || (one_point && !of.discrete() && (!of.integers || relations.size() != 1)))
      fail(n.args[1], "a probability is of x <= c, of x >= c, or of a <= x <= b");
    end = below ? r.rhs : r.lhs;
    if (of.integers) {
      if (!is_integer(*end)) fail(n.args[1], "an end of a probability of integers is integer-valued");
      if (r.rel == Rel::gt) end = below ? add(*end, 1) : sub(*end, 1);
      if (one_point) low = high = Expr(*end);
    }
    if (depends_on(*end, x)) fail(n.args[1], "an end of a probability contains its variable");
    if (of.discrete() && !rational_value(*end))
      fail(n.args[1], "an end of a probability of masses is a rational number");
  }
  if (!of.discrete()) {
    Law between = of;
    if (low) between.low = low;
    if (high) between.high = high;
    return noted(n, {LawTerm::Kind::probability, {}, {}, as_declared(of), {}, {}, low, high, {}},
                 over_law(between, [](const Expr&, const Expr& weight) { return weight; }));
  }
  Expr total = 0;
  bool first = true;
  std::vector<Rational> event;
  for (const auto& [point, mass] : of.masses) {
    const bool counts = std::ranges::all_of(relations, [&, at = point](const Relation& r) {
      const Rational d = r.lhs == x ? at - *rational_value(r.rhs) : *rational_value(r.lhs) - at;
      return r.rel == Rel::eq ? d.is_zero() : r.rel == Rel::gt ? d.sign() > 0 : d.sign() >= 0;
    });
    if (!counts) continue;
    total = std::exchange(first, false) ? mass : total + mass;
    event.push_back(point);
  }
  return noted(n, {LawTerm::Kind::probability, {}, {}, as_declared(of), {}, {}, {}, {}, std::move(event)}, total);
}

}  // namespace dpcert::verify
