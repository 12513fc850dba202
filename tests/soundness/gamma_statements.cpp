// Known inequalities with the places where they are equalities, and what can be made of them: false statements and true
// ones. Sources: DLMF 5.5, 5.6, 5.11, 7.8; Gautschi (1959); log-convexity of the gamma function.
#include <array>
#include <vector>

#include "tests/soundness/random_statements.hpp"

namespace dpcert::soundness {

namespace {

Formula f(const char* name, const Formula& a) { return Formula::call(name, {a}); }
Formula psi(long k, const Formula& a) { return Formula::call("polygamma", {Formula(k), a}); }
Formula ratio(long p, long q) { return {Q(p, q)}; }
Q tenth(int k) {
  Q q = 1;
  for (int i = 0; i < k; ++i) q /= 10;
  return q;
}

/// lhs >= rhs on the domain, with equality at `at`; `next` lies in the domain next to it.
struct Touch {
  std::string domain;  // declarations and hypotheses
  Formula lhs, rhs;
  Point at, next;
  bool hypotheses = false;
  bool identity = false;  // equal everywhere
};

const Formula x = Formula::variable("x"), y = Formula::variable("y"), s = Formula::variable("s"),
              n = Formula::variable("n"), one = 1, two = 2;

std::vector<Touch> touches(Dice& dice) {
  const Q c = dice.positive(9, 5) + Q(1, 2), d = c + Q(1, dice.roll(7, 3000));
  const Q u = Q(1, dice.roll(3, 2000));
  const long m = dice.roll(1, 9);
  const Formula g = f("lgamma", x), half_x = x / two;
  const std::string x_positive = "var x in (0, inf)\n", box = "var x in [1/2, 60]\n", box_y = "var y in [1/2, 60]\n";
  return {
      // On diagonals.
      {x_positive + "var y in (0, inf)\n",
       (g + f("lgamma", y)) / two,
       f("lgamma", (x + y) / two),
       {{"x", c}, {"y", c}},
       {{"x", c}, {"y", d}}},
      {box + box_y,
       f("digamma", (x + y) / two),
       (f("digamma", x) + f("digamma", y)) / two,
       {{"x", c}, {"y", c}},
       {{"x", d}, {"y", c}}},
      {box + box_y, (psi(1, x) + psi(1, y)) / two, psi(1, (x + y) / two), {{"x", c}, {"y", c}}, {{"x", d}, {"y", c}}},
      {"var x in [2, 50]\nvar y in [2, 50]\nassume x >= y\n",
       g,
       f("lgamma", y),
       {{"x", 2 + c}, {"y", 2 + c}},
       {{"x", 2 + d}, {"y", 2 + c}},
       true},
      {"var x in [1/4, 40]\nvar y in [1/4, 40]\nassume x + y = " + text_of(2 * c) + "\n",
       two * f("digamma", Formula(c)),
       f("digamma", x) + f("digamma", y),
       {{"x", c}, {"y", c}},
       {{"x", c + u / 8}, {"y", c - u / 8}},
       true},
      {"var x in [-4, 4]\nvar y in [-4, 4]\nassume y <= x\n",
       f("normal_cdf", x),
       f("normal_cdf", y),
       {{"x", u}, {"y", u}},
       {{"x", 2 * u}, {"y", u}},
       true},
      {"var x in [-4, 4]\nvar y in [-4, 4]\n",
       f("erf", Formula::call("max", {x, y})),
       f("erf", x),
       {{"x", u}, {"y", u / 2}},
       {{"x", u}, {"y", 2 * u}}},
      // On faces and corners.
      {x_positive + "var s in [0, 1]\n",  // Gautschi: equal at s = 0 and s = 1
       f("lgamma", x + one) - f("lgamma", x + s),
       (one - s) * f("log", x),
       {{"x", c}, {"s", dice.roll(0, 1)}},
       {{"x", c}, {"s", u}}},
      {x_positive + "var s in [0, 1]\n",
       (one - s) * f("log", x + one),
       f("lgamma", x + one) - f("lgamma", x + s),
       {{"x", c}, {"s", 1}},
       {{"x", c}, {"s", 1 - u}}},
      {box + "var y in [0, 1/4]\n",
       f("lgamma", x + y) + f("lgamma", x - y),
       two * g,
       {{"x", c}, {"y", 0}},
       {{"x", c}, {"y", u / 2}}},
      {"var x in [0, inf)\n", f("exp", Formula(0) - (x ^ 2)), f("erfc", x), {{"x", 0}}, {{"x", u}}},
      {"var x in [0, inf)\n", two * x / f("sqrt", Formula::call("pi", {})), f("erf", x), {{"x", 0}}, {{"x", u}}},
      {"var x in [0, 5]\n", f("normal_cdf", x), ratio(1, 2), {{"x", 0}}, {{"x", u}}},
      {"var x in [0, 3]\nvar y in [0, 3]\n",  // a corner
       f("erf", x) + f("erf", y),
       f("erf", x + y),
       {{"x", 0}, {"y", 0}},
       {{"x", u}, {"y", u}}},
      {"var x in [1, 2]\n", Formula(0), g, {{"x", dice.roll(1, 2)}}, {{"x", 1 + u}}},
      {"var x in [2, inf)\n", g, Formula(0), {{"x", 2}}, {{"x", 2 + u}}},
      // In the interior.
      {x_positive, g, f("lgamma", Formula(c)) + f("digamma", Formula(c)) * (x - Formula(c)), {{"x", c}}, {{"x", d}}},
      {"var x in [-3, 3]\n", (f("erf", x) - f("erf", Formula(u))) ^ 2, Formula(0), {{"x", u}}, {{"x", 2 * u}}},
      // Integers.
      {"int n in [1, 40]\n", f("lgamma", n + one), (n - one) * f("log", two), {{"n", dice.roll(1, 2)}}, {{"n", 3}}},
      {"int n in [1, inf)\n", f("lgamma", n), Formula(0), {{"n", dice.roll(1, 2)}}, {{"n", 3}}},
      {"int n in [1, 30]\n",
       one + (n - one) / two,
       f("digamma", n + one) - f("digamma", one),
       {{"n", dice.roll(1, 2)}},
       {{"n", 3}}},
      // Identities.
      {box,
       f("lgamma", x + Formula(m)) - g,
       f("log", x) +
           [&] {
             Formula sum = 0;
             for (long k = 1; k < m; ++k) sum = sum + f("log", x + Formula(k));
             return sum;
           }(),
       {{"x", c}},
       {{"x", d}},
       false,
       true},
      {box, psi(2, x + one), psi(2, x) + two / (x ^ 3), {{"x", c}}, {{"x", d}}, false, true},
      {box,
       f("lgamma", two * x),
       (two * x - one) * f("log", two) - f("log", Formula::call("pi", {})) / two + g + f("lgamma", x + ratio(1, 2)),
       {{"x", c}},
       {{"x", d}},
       false,
       true},
      {"var x in [-4, 4]\n",
       f("normal_cdf", x) + f("normal_cdf", Formula(0) - x),
       one,
       {{"x", u}},
       {{"x", 2 * u}},
       false,
       true},
  };
}

/// Inequalities that are equalities at infinity only: lhs > rhs; with the last coefficient moved by m, false beyond
/// `far(m)`.
FalseProblem at_infinity(Dice& dice) {
  const int margin = static_cast<int>(dice.roll(2, 8));
  const Formula m = tenth(margin), log_2pi = f("log", two * Formula::call("pi", {}));
  const Formula stirling = (x - ratio(1, 2)) * f("log", x) - x + log_2pi / two;
  const Q far = 1 / tenth(margin);  // in each case the next term of the series is smaller than m times the last there
  struct Case {
    Formula lhs, rhs;
  };
  const std::array<Case, 7> cases{{
      {f("digamma", x), f("log", x) - one / (two * x) - (ratio(1, 12) - m) / (x ^ 2)},
      {f("log", x) - (ratio(1, 2) + m) / x, f("digamma", x)},
      {stirling + (ratio(1, 12) - m) / x, f("lgamma", x)},
      {f("lgamma", x), stirling + one / (Formula(12) * x) - (ratio(1, 360) - m / Formula(10)) / (x ^ 3)},
      {one / x + one / (two * (x ^ 2)) + (ratio(1, 6) - m) / (x ^ 3), f("trigamma", x)},
      {x * f("trigamma", x), one + m},
      {Formula(0) - (ratio(1, 1) + m) / (x ^ 2) - one / (x ^ 3), psi(2, x)},
  }};
  const Case& c = dice.one_of(cases);
  FalseProblem p{"gamma at infinity", "var x in [1, inf)\n", {{"x", 10 * far}}, margin, false, {}};
  p.text += "prove " + c.lhs.text() + (dice.chance(1, 2) ? " >= " : " > ") + c.rhs.text();
  return p;
}

/// Something >= 0.
Formula nonnegative(Dice& dice, const Touch& t) {
  std::vector<Formula> variables;
  for (const auto& [name, q] : t.at) variables.push_back(Formula::variable(name));
  const Formula e = random_formula(dice, variables, 2);
  switch (dice.roll(0, 2)) {
    case 0:
      return e ^ 2;
    case 1:
      return f("abs", e);
    default:
      return Formula(dice.positive(3, 7));
  }
}

bool is_false(const Formula& lhs, const Formula& rhs, const Point& at) {
  const auto l = lhs.value(at), r = rhs.value(at);
  return l && r && *r - *l > Real("1e-60");
}

}  // namespace

FalseProblem false_gamma_problem(Dice& dice) {
  if (dice.chance(1, 5)) return at_infinity(dice);
  for (;;) {
    const auto list = touches(dice);
    const Touch& t = dice.one_of(list);
    const int margin = static_cast<int>(dice.roll(3, 14));
    const Formula m = tenth(margin);
    FalseProblem p{t.hypotheses ? "gamma, hypotheses" : "gamma, touching", t.domain, t.at, margin, false, {}};
    switch (dice.roll(0, 3)) {
      case 0:
        p.margin = 0;
        p.text += "prove " + t.lhs.text() + " > " + t.rhs.text();
        return p;
      case 1:
        p.text += "prove " + t.lhs.text() + " >= " + (t.rhs + m).text();
        return p;
      case 2: {  // true except near the touching point
        Formula away = 0;
        for (const auto& [name, q] : t.at) away = away + ((Formula::variable(name) - Formula(q)) ^ 2);
        p.text += "prove " + (t.lhs + away).text() + " >= " + (t.rhs + m).text();
        return p;
      }
      default: {  // true at the touching point, false next to it
        const auto l = t.lhs.value(t.next), r = t.rhs.value(t.next);
        if (!l || !r) continue;
        Formula away = 0;
        for (const auto& [name, q] : t.next) away = away + ((Formula::variable(name) - Formula(q)) ^ 2);
        const Q bound = floor_decimal(*l - *r, 40) + tenth(margin);
        const Formula lhs = t.lhs - t.rhs + away * Formula(dice.roll(1, 1000)), rhs = bound;
        if (!is_false(lhs, rhs, t.next)) continue;
        p.at = t.next;
        p.text += "prove " + lhs.text() + " >= " + rhs.text();
        return p;
      }
    }
  }
}

TrueProblem true_problem(std::uint64_t seed, std::uint64_t index) {
  Dice dice(seed * 5'000'011 + index);
  const auto list = touches(dice);
  const Touch& t = dice.one_of(list);
  TrueProblem p{t.identity ? "true identity" : t.hypotheses ? "true, hypotheses" : "true, touching", t.domain};
  switch (dice.roll(0, 3)) {
    case 0:
      p.text += "prove " + t.lhs.text() + (t.identity ? " = " : " >= ") + t.rhs.text();
      break;
    case 1:
      p.text += "prove " + (t.lhs + nonnegative(dice, t)).text() + " >= " + t.rhs.text();
      break;
    case 2:
      p.text += "prove " + (t.lhs - t.rhs + Formula(tenth(static_cast<int>(dice.roll(6, 60))))).text() + " > 0";
      break;
    default:
      p.text += "prove " + ((t.lhs - t.rhs) * (one + nonnegative(dice, t))).text() + " >= 0";
      break;
  }
  return p;
}

}  // namespace dpcert::soundness
