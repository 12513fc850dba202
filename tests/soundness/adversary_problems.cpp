#include "tests/soundness/adversary_problems.hpp"

#include <array>
#include <functional>

namespace dpcert::soundness {

namespace {

const Real kNear("1e-60"), kLarge("1e20");  // values closer to a boundary, or larger, are not trusted

struct Domain {
  std::string declarations;
  std::vector<Formula> variables;
  std::set<std::string> integers;
  std::vector<std::string> names;
  std::vector<std::function<Q(Dice&)>> inside;  // a value of each
  std::vector<std::function<bool(const Q&)>> contains;
  [[nodiscard]] Point point(Dice& dice) const {
    Point p;
    for (std::size_t i = 0; i < names.size(); ++i) p[names[i]] = inside[i](dice);
    return p;
  }
};

// `settled`: of the two integers one has a single value and the other several.
Domain random_domain(Dice& dice, bool settled) {
  Domain d;
  const long single = settled ? dice.roll(0, 1) : 0;
  const auto declare = [&](const char* kind, const char* name, const std::string& interval) {
    d.declarations += std::string(kind) + " " + name + " in " + interval + "\n";
    d.names.emplace_back(name);
    d.variables.push_back(Formula::variable(name));
  };
  for (const char* name : {"x", "y"}) {
    const Q lo = dice.rational(3, 2), hi = lo + dice.positive(3, 2);
    const long kind = dice.roll(0, 9);
    const bool point = kind == 0, up = kind == 1, down = kind == 2, low_open = dice.chance(1, 3),
               high_open = dice.chance(1, 3);
    declare("var", name,
            point ? "[" + text_of(lo) + ", " + text_of(lo) + "]"
                  : (down ? "(-inf" : (low_open ? "(" : "[") + text_of(lo)) + ", " +
                        (up ? "inf)" : text_of(hi) + (high_open ? ")" : "]")));
    d.contains.emplace_back([=](const Q& q) {
      if (point) return q == lo;
      return (down || q > lo || (q == lo && !low_open)) && (up || q < hi || (q == hi && !high_open));
    });
    d.inside.emplace_back([=](Dice& r) {
      if (point) return lo;
      const long n = r.roll(low_open || down ? 1 : 0, high_open || up ? 7 : 8);
      return down ? Q(hi - 2 * (8 - n)) : up ? Q(lo + 2 * n) : Q(lo + (hi - lo) * Q(n, 8));
    });
  }
  for (const char* name : {"n", "k"}) {
    if (name[0] == 'k' && !settled && dice.chance(1, 2)) break;
    const long lo = dice.roll(-2, 2);
    const bool one_value = settled ? (name[0] == 'k') == (single == 1) : dice.chance(1, 3);
    const long length = one_value ? 0 : dice.roll(1, 4);
    const bool up = !(settled && one_value) && dice.chance(1, 5);
    declare("int", name, "[" + std::to_string(lo) + ", " + (up ? "inf)" : std::to_string(lo + length) + "]"));
    d.integers.insert(name);
    d.contains.emplace_back([=](const Q& q) { return denominator(q) == 1 && q >= lo && (up || q <= lo + length); });
    d.inside.emplace_back([=](Dice& r) { return Q(lo + r.roll(0, up ? 4 : length)); });
  }
  return d;
}

// As wild as the language allows: most such formulas are undefined somewhere.
Formula wild_formula(Dice& dice, const std::vector<Formula>& variables, int depth) {
  const auto sub = [&] { return wild_formula(dice, variables, depth - 1); };
  const auto call = [](const char* f, std::vector<Formula> a) { return Formula::call(f, std::move(a)); };
  if (depth == 0) {
    static const std::vector<Q> numbers{0, 1, 2, 3, -1, Q(1, 2)};
    return dice.chance(2, 3) ? dice.one_of(variables) : Formula(dice.one_of(numbers));
  }
  const Formula a = sub();
  switch (dice.roll(0, 15)) {
    case 0:
    case 1:
      return a + sub();
    case 2:
      return a - sub();
    case 3:
    case 4:
      return a * sub();
    case 5:
      return a / sub();
    case 6:
      return a ^ Formula(dice.roll(-2, 4));
    case 7:
      return a ^ Formula(Q(dice.roll(-3, 5), 2));
    case 8:
      return a ^ dice.one_of(variables);
    case 9: {  // halves, and halves put together again: no integers as they are written
      const Formula half = dice.one_of(variables) * Formula(Q(1, 2));
      return a ^ (dice.chance(1, 3) ? half * Formula(2) : half);
    }
    case 10: {
      static constexpr std::array two{"min", "max", "xlogy"};
      return call(dice.one_of(two), {a, sub()});
    }
    case 11: {
      static constexpr std::array kinks{"abs", "floor", "ceil"};
      return call(dice.one_of(kinks), {a});
    }
    case 12:
      return call(dice.chance(1, 2) ? "sqrt" : "log", {a});
    default: {
      static constexpr std::array functions{"exp",  "log1p",  "expm1",    "cosh", "sinh",       "tanh", "erf",
                                            "erfc", "lgamma", "trigamma", "sqrt", "normal_cdf", "log",  "digamma"};
      return call(dice.one_of(functions), {a});
    }
  }
}

bool integer_valued(const Formula& e, const std::set<std::string>& integers) {
  const Node& n = e.node();
  if (n.is_variable) return integers.count(n.name) > 0;
  if (n.name.empty()) return denominator(n.number) == 1;
  return (n.name == "+" || n.name == "-" || n.name == "*") && integer_valued(n.args[0], integers) &&
         integer_valued(n.args[1], integers);
}

// The sign of a value; nothing if it is too near to 0 to be told.
std::optional<int> sign_at(const Formula& e, const Point& at) {
  if (const auto q = e.exact(at)) return *q > 0 ? 1 : *q < 0 ? -1 : 0;
  const auto v = e.value(at);
  if (!v || abs(*v) < kNear) return std::nullopt;
  return *v > 0 ? 1 : -1;
}

// A relation to a number, and its truth at a point at which the formula is defined.
struct Claim {
  Formula e;
  std::string relation;
  Q bound;
  [[nodiscard]] std::string text() const { return e.text() + " " + relation + " " + soundness::text_of(bound); }
  [[nodiscard]] std::optional<bool> holds(const Point& at) const {
    const auto s = sign_at(e - Formula(bound), at);
    if (!s) return std::nullopt;
    return relation == ">=" ? *s >= 0 : relation == ">" ? *s > 0 : *s == 0;
  }
};

}  // namespace

std::optional<bool> defined_at(const Formula& e, const Point& at, const std::set<std::string>& integers) {
  const Node& n = e.node();
  for (const Formula& a : n.args) {
    const auto inner = defined_at(a, at, integers);
    if (!inner || !*inner) return inner;
  }
  const auto v = e.value(at);
  if (v && abs(*v) > kLarge) return std::nullopt;
  const auto positive = [&](const Formula& u, bool or_zero = false) -> std::optional<bool> {
    const auto s = sign_at(u, at);
    if (!s) return std::nullopt;
    return *s > 0 || (or_zero && *s == 0);
  };
  if (n.name == "/") {
    const auto s = sign_at(n.args[1], at);
    if (!s) return std::nullopt;
    return *s != 0;
  }
  if (n.name == "log" || n.name == "lgamma" || n.name == "digamma" || n.name == "trigamma") return positive(n.args[0]);
  if (n.name == "log1p") return positive(n.args[0] + Formula(1));
  if (n.name == "sqrt") return positive(n.args[0], true);
  if (n.name == "floor" || n.name == "ceil") {
    if (n.args[0].exact(at)) return true;
    const auto u = n.args[0].value(at);
    if (!u || abs(*u - floor(*u + Real("0.5"))) < kNear) return std::nullopt;
    return true;
  }
  if (n.name == "xlogy") {
    const auto a = sign_at(n.args[0], at), b = sign_at(n.args[1], at);
    if (!a || !b) return std::nullopt;
    return *b > 0 || (*b == 0 && *a == 0);
  }
  if (n.name != "^") return true;
  const auto u = sign_at(n.args[0], at), w = sign_at(n.args[1], at);
  if (!u || !w) return std::nullopt;
  if (integer_valued(n.args[1], integers)) return *u != 0 || *w >= 0;
  return *u > 0 || (*u == 0 && *w >= 0);
}

std::optional<AdversaryProblem> adversary_problem(Dice& dice, bool undefined, bool settled) {
  const Domain d = random_domain(dice, settled);
  const Formula e = wild_formula(dice, d.variables, static_cast<int>(dice.roll(1, 3)));
  std::vector<Formula> conditions;
  for (long k = dice.roll(0, 2); k > 0; --k)
    conditions.push_back(wild_formula(dice, d.variables, static_cast<int>(dice.roll(1, 2))));
  if (settled) {  // a power that means one thing for an integer exponent and another for a real one
    const Formula power = wild_formula(dice, d.variables, static_cast<int>(dice.roll(0, 1))) ^
                          Formula::variable(dice.chance(1, 2) ? "n" : "k");
    conditions.push_back(dice.chance(1, 2) ? power : Formula(0) - power);
  }
  // Where it is undefined, or else as small as it becomes at some points: there a weak claim fails.
  std::optional<Point> best;
  Real least = 0;
  for (int i = 0; i < 30 && !(best && undefined); ++i) {
    const Point p = d.point(dice);
    bool suitable = true;
    for (const Formula& h : conditions) {
      const auto known = defined_at(h, p, d.integers);
      suitable = suitable && known && *known && h.value(p);
    }
    const auto known = defined_at(e, p, d.integers);
    if (!suitable || !known) continue;
    if (!*known) {
      if (undefined) best = p;
      continue;
    }
    const auto v = e.value(p);
    if (!undefined && v && (!best || *v < least)) best = p, least = *v;
  }
  if (!best) return std::nullopt;
  AdversaryProblem out{d.declarations, "", *best, undefined, {}, {}};
  std::vector<Claim> claims;
  for (const Formula& h : conditions) {
    const auto exact = h.exact(*best);
    if (exact && dice.chance(1, 2))
      claims.push_back({h, dice.chance(1, 2) ? "=" : ">=", *exact});
    else
      claims.push_back({h, dice.chance(1, 2) ? ">=" : ">", floor_decimal(*h.value(*best), 3) - Q(1, 1000)});
    out.text += "assume " + claims.back().text() + "\n";
  }
  const auto conclude = [&](const Claim& c) {
    out.text += "prove " + c.text() + "\n";
    claims.push_back(c);
  };
  if (undefined) {
    conclude(dice.chance(1, 2) ? Claim{e * e, ">=", 0} : Claim{e, ">=", -1000000});
  } else {
    const auto exact = e.exact(*best);
    const bool strict = exact && dice.chance(1, 2);
    Q bound = exact ? *exact : floor_decimal(least, 30) + Q(1, 1000000000);
    if (exact && !strict) bound += Q(1, dice.chance(1, 2) ? 1000 : 3);
    const Q weaker = bound - 1 - (bound < 0 ? Q(-bound) : bound) / 2;
    out.twin = out.text + "prove " + Claim{e, ">=", weaker}.text() + "\n";
    conclude({e, strict ? ">" : ">=", bound});
  }
  for (int i = 0; i < 6; ++i) {
    out.places.push_back(d.point(dice));
    if (dice.chance(1, 3)) out.places.back()[dice.one_of(d.names)] += Q(dice.roll(-3, 3), 2);
  }
  out.counterexample = [d, claims](const Point& p) -> std::optional<bool> {
    for (std::size_t i = 0; i < d.names.size(); ++i)
      if (!d.contains[i](p.at(d.names[i]))) return false;
    bool known = true;
    for (const Claim& c : claims) {
      const auto defined = defined_at(c.e, p, d.integers);
      if (defined && !*defined) return false;
      const auto holds = defined ? c.holds(p) : std::nullopt;
      if (holds && *holds == (&c == &claims.back())) return false;
      known = known && holds;
    }
    return known ? std::optional<bool>(true) : std::nullopt;
  };
  return out;
}

}  // namespace dpcert::soundness
