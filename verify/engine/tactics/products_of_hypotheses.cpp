// Goals that follow from hypotheses and bounds by products of several of them, once the goal has been multiplied by
// something positive that it does not show: from a <= e a' + d and a > e b' follows a' > b' - ..., since e times the
// goal is a sum of both. Exponentials are atoms of which it is known which are larger: what an (eps, delta) private
// mechanism is said to do, e <= exp(eps) f + delta of the chances of events, is of this kind.
#include <algorithm>

#include "verify/engine/tactics/combination.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

using Limits = Effort::ProductsOfHypotheses;

// The exponentials of which those of the goal and of what is said are products of powers, as far as exponents are sums
// of variables: exp(x) for each of them; another exponential is an atom by itself.
std::vector<Expr> exponentials_of(const Goal& g) {
  std::vector<Expr> out;
  const auto put = [&](const Expr& e) {
    if (std::ranges::find(out, e) == out.end()) out.push_back(e);
  };
  const auto look = [&](const Relation& r) {
    for (const Expr& e : nodes_of(r, [](const Expr& n) { return n.op() == Op::exp && !n.is_constant(); })) {
      const auto f = affine(e.arg(0));
      const bool of_variables =
          f && f->constant.is_zero() &&
          std::ranges::all_of(f->coefficients, [](const auto& term) { return term.second.is_integer(); });
      if (!of_variables) {
        put(e);
        continue;
      }
      for (const auto& [name, c] : f->coefficients) put(exp(Expr::variable(name)));
    }
  };
  look(g.relation);
  for (const Relation& h : g.context.hypotheses()) look(h);
  return out;
}

// That exponentials are positive, and which are above 1 and above others.
void add_exponentials(const Goal& g, std::vector<KnownSign>& facts) {
  const auto all = exponentials_of(g);
  const auto ordered = [&](const Expr& more, const Expr& gap) {
    if (g.context.knows({gap, Need::nonnegative})) facts.push_back({more, g.context.positive_(more)});
  };
  for (const Expr& e : all) {
    const Expr& u = e.arg(0);
    const std::size_t before = facts.size();
    ordered(sub(e, 1), u);
    ordered(sub(1, e), negate(u));
    if (facts.size() == before || g.context.knows({negate(u), Need::nonnegative})) facts.push_back({e, true});
    for (const Expr& other : all)
      if (!(other == e)) ordered(sub(e, other), sub(u, other.arg(0)));
  }
}

// Without what is said of variables that stand in exponents only, as eps >= delta beside exp(eps) >= exp(delta), and of
// those that have nothing to do with the goal's.
std::vector<KnownSign> without_exponents(const Goal& g, const std::vector<KnownSign>& facts) {
  using Names = std::vector<Expr>;
  const auto outside = [&](const Expr& e) {
    const Expr rest = transform(
        e, [](const Expr& n, std::span<const Expr> args) { return n.op() == Op::exp ? Expr(1) : with_args(n, args); });
    Names out;
    for (const Variable& v : g.context.variables())
      if (depends_on(rest, Expr::variable(v.name))) out.push_back(Expr::variable(v.name));
    return out;
  };
  std::vector<Names> names;
  for (const KnownSign& f : facts) names.push_back(outside(f.e));
  std::vector<bool> kept(facts.size());
  std::vector<Names> reached{outside(g.difference())};
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (std::size_t f = 0; f < facts.size(); ++f) {
      const auto common = [&](const Expr& x) { return std::ranges::find(reached[i], x) != reached[i].end(); };
      if (kept[f] || !(names[f].empty() || std::ranges::any_of(names[f], common))) continue;
      kept[f] = true;
      reached.push_back(names[f]);
    }
  std::vector<KnownSign> out;
  for (std::size_t f = 0; f < facts.size(); ++f)
    if (kept[f]) out.push_back(facts[f]);
  return out;
}

// What the goal may be multiplied by: products of at most so many positive facts or variables.
std::vector<Expr> multiples_of(const Goal& g, const std::vector<KnownSign>& facts, int factors) {
  std::vector<Expr> one;
  const auto put = [&](const Expr& e) {
    if (one.size() < Limits::most_multiples && std::ranges::find(one, e) == one.end()) one.push_back(e);
  };
  for (const Expr& e : exponentials_of(g)) put(e);
  for (const Variable& v : g.context.variables())
    if (const Expr x = Expr::variable(v.name); g.context.positive_(x)) put(x);
  for (const KnownSign& f : facts)
    if (f.strict && f.hypothesis == 0) put(f.e);
  std::vector<Expr> out{1};
  out.insert(out.end(), one.begin(), one.end());
  for (std::size_t i = 0; i < one.size() && factors > 1; ++i)
    for (std::size_t j = 0; j <= i; ++j) out.push_back(mul(one[i], one[j]));
  return out;
}

// The facts, times at most so many others; three of them are bounds, and the fact a hypothesis.
std::vector<WeightedFact> columns_of(const Goal& g, const std::vector<KnownSign>& facts, int factors) {
  std::vector<WeightedFact> out;
  const auto put = [&](std::size_t f, const Expr& weight, bool strict) {
    out.push_back({f, weight, strict && facts[f].strict});
    if (facts[f].equation) out.push_back({f, weight, false, -1});
  };
  for (std::size_t f = 0; f < facts.size(); ++f) {
    const bool equation = facts[f].equation;
    put(f, 1, true);
    // An equation by whatever stands in the goal.
    for (const Variable& v : g.context.variables())
      if (const Expr x = Expr::variable(v.name); equation && depends_on(g.difference(), x)) put(f, x, false);
    const auto multiply = [&](const auto& again, std::size_t first, int left, const Expr& weight, bool strict) -> void {
      for (std::size_t i = first; i < facts.size(); ++i) {
        if (facts[i].equation || (factors == 3 && facts[i].hypothesis != 0 && left == 3)) continue;
        const Expr product = mul(weight, facts[i].as_weight());
        const bool both = strict && facts[i].strict;
        put(f, product, both);
        if (left > 1) again(again, i, left - 1, product, both);
      }
    };
    const bool deeper = factors == 3 && facts[f].hypothesis != 0 && !equation;
    multiply(multiply, equation ? 0 : f, deeper ? 3 : std::min(factors, 2), 1, true);
  }
  return out;
}

Tree search(const Goal& g, const std::vector<KnownSign>& facts, const std::function<bool()>& stop) {
  if (!g.context.algebra().polynomials({g.difference()})) return std::nullopt;
  for (const auto& [more, factors] : {std::pair{1, 1}, {1, 2}, {2, 2}, {1, 3}}) {
    const auto multiples = multiples_of(g, facts, more);
    const auto columns = columns_of(g, facts, factors);
    if (columns.size() > Limits::most_columns || (stop && stop())) return std::nullopt;
    if (auto t = as_combination(g, facts, columns, multiples, Limits::most_rows, stop)) return t;
  }
  return std::nullopt;
}

Tree with_known_signs(const Goal& g, const std::function<bool()>& stop) {
  auto facts = known_signs(g);
  if (facts.size() > Limits::most_facts) return std::nullopt;
  add_exponentials(g, facts);
  facts = without_exponents(g, facts);
  if (facts.size() > Limits::most_facts) return std::nullopt;
  const auto cleared = without_denominators(g, facts);
  if (!cleared) return search(g, facts, stop);
  const auto rest = search(cleared->goal, cleared->facts, stop);
  if (!rest) return std::nullopt;
  Proof out = cleared->lines;
  append(out, *rest);
  return out;
}

// Is there a hypothesis on two variables or more? Bounds alone are for other tactics.
bool has_common_hypothesis(const Goal& g) {
  return std::ranges::any_of(g.context.hypotheses(), [&](const Relation& h) {
    return std::ranges::count_if(g.context.variables(),
                                 [&](const Variable& v) { return mentions(h, Expr::variable(v.name)); }) > 1;
  });
}

// Its end in the place of a variable that a hypothesis keeps there.
void put_pinned(Goal& g, Proof& out, const Subprover& s) {
  for (const Variable& v : std::vector(g.context.variables())) {
    if (v.range.lo.infinite || !v.range.lo.closed || v.integer) continue;
    const Expr x = Expr::variable(v.name), end(v.range.lo.value);
    if (!g.context.knows({sub(end, x), Need::nonnegative})) continue;
    const Relation equal{Rel::eq, x, end};
    const auto proof = steps({g.context, equal}, rule::Both{}, {s.immediate});
    if (!proof) continue;
    cut_in(out, g, equal, *proof);
    take(rule::Equal{x, end}, g, out);
  }
}

}  // namespace

Tree by_products_of_hypotheses(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq || !has_common_hypothesis(g) ||
      size_of(g.difference()) > Effort::Combination::largest_goal)
    return std::nullopt;
  if (auto t = with_known_signs(g, s.out_of_time)) return t;
  if (g.strict()) return std::nullopt;
  // What is positive inside may be what the goal is to be multiplied by.
  for (const Variable& v : c.variables()) {
    const Expr x = Expr::variable(v.name);
    if (v.integer || v.range.lo.infinite || !v.range.lo.closed || !depends_on(g.difference(), x)) continue;
    if (v.range.bounded() && v.range.lo.value == v.range.hi.value) continue;
    Range range = v.range;
    range.lo.closed = false;
    const auto inside = with_known_signs({c.with_range(x, range), g.relation}, s.out_of_time);
    if (!inside) continue;
    const auto face = [&](const Goal& h) -> Tree {
      Goal k = h;
      Proof out;
      put_pinned(k, out, s);
      Tree t = with_known_signs(k, s.out_of_time);
      if (!t) t = alone(k);
      if (!t) return std::nullopt;
      append(out, *t);
      return out;
    };
    return steps(g, rule::CloseEnd{x, true}, {face, [&](const Goal&) { return inside; }});
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
