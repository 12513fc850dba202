#include "tests/soundness/random_statements.hpp"

#include <array>
#include <functional>

namespace dpcert::soundness {

namespace {

Formula f(const char* name, const Formula& a) { return Formula::call(name, {a}); }
Formula neg(const Formula& a) { return Formula(0) - a; }

struct Box {
  std::vector<std::string> names;
  std::vector<Q> lo, hi;
  std::vector<Formula> variables;
  std::vector<bool> integer;
  [[nodiscard]] std::string declarations() const {
    std::string s;
    for (std::size_t i = 0; i < names.size(); ++i) {
      s += (integer[i] ? "int " : "var ") + names[i] + " in [" + text_of(lo[i]) + ", " + text_of(hi[i]) + "]\n";
    }
    return s;
  }
};

Box random_box(Dice& dice, long most = 3) {
  Box b;
  const long n = dice.roll(1, most);
  static const std::array names{"x", "y", "z"};
  for (long i = 0; i < n; ++i) {
    b.names.emplace_back(names[static_cast<std::size_t>(i)]);
    b.integer.push_back(dice.chance(1, 6));
    if (b.integer.back()) {
      b.lo.emplace_back(dice.roll(-3, 2));
      b.hi.emplace_back(b.lo.back() + dice.roll(1, 9));
    } else {
      b.lo.push_back(dice.rational(3, 3));
      b.hi.push_back(b.lo.back() + dice.positive(4, 3));
    }
    b.variables.push_back(Formula::variable(b.names.back()));
  }
  return b;
}

Point random_point(Dice& dice, const Box& b) {
  Point p;
  for (std::size_t i = 0; i < b.names.size(); ++i) {
    p[b.names[i]] =
        b.integer[i] ? Q(b.lo[i] + dice.roll(0, static_cast<long>(b.hi[i] - b.lo[i]))) : dice.between(b.lo[i], b.hi[i]);
  }
  return p;
}

// The best of some points for the formula, improved by steps along the axes: violations are then near the maximum only.
std::optional<Point> near_maximum(Dice& dice, const Box& b, const Formula& e) {
  std::optional<Point> best;
  Real top = 0;
  const auto consider = [&](const Point& p) {
    const auto v = e.value(p);
    if (v && (!best || *v > top)) return best = p, top = *v, true;
    return false;
  };
  for (int i = 0; i < 25; ++i) consider(random_point(dice, b));
  if (!best) return best;
  for (Q step = Q(1, 8); step > Q(1, 5000); step /= 4) {
    for (std::size_t i = 0; i < b.names.size(); ++i) {
      if (b.integer[i]) continue;
      for (const int sign : {-1, 1}) {
        Point p = *best;
        Q& x = p[b.names[i]];
        x += step * (b.hi[i] - b.lo[i]) * sign;
        if (x >= b.lo[i] && x <= b.hi[i]) consider(p);
      }
    }
  }
  return best;
}

Q power_of_ten(int k) {
  Q q = 1;
  for (int i = 0; i < k; ++i) q /= 10;
  return q;
}

int random_margin(Dice& dice) { return static_cast<int>(dice.roll(3, 12)); }

// A hypothesis that holds at the point.
std::string true_hypothesis(Dice& dice, const Box& b, const Point& at) {
  const Formula h = random_formula(dice, b.variables, 2);
  if (const auto q = h.exact(at); q && dice.chance(1, 3)) return "assume " + h.text() + " = " + text_of(*q) + "\n";
  const auto v = h.value(at);
  if (!v) return "";
  const Q below = floor_decimal(*v, 9) - (dice.chance(1, 2) ? Q(0) : dice.positive(2, 3));
  if (dice.chance(1, 2)) return "assume " + h.text() + " >= " + text_of(below) + "\n";
  return "assume " + text_of(below - power_of_ten(9)) + " < " + h.text() + " < " + text_of(below + Q(4)) + "\n";
}

// f(x) <= f(x0) - margin, x0 near the maximum.
// With `waves`, sin, cos and atan of multiples of the variables stand beside them, and the text is of version 3.
FalseProblem below_its_maximum(Dice& dice, bool hypotheses, bool waves = false) {
  for (;;) {
    const Box b = random_box(dice);
    auto leaves = b.variables;
    for (long k = waves ? dice.roll(2, 4) : 0; k > 0; --k) {
      static const std::array names{"sin", "cos", "atan"};
      const Formula turn = dice.one_of(b.variables) * Formula(dice.rational(9, 3)) + Formula(dice.rational(4, 2));
      leaves.push_back(f(names[static_cast<std::size_t>(dice.roll(0, 2))], turn));
    }
    const Formula e = random_formula(dice, leaves, static_cast<int>(dice.roll(waves ? 1 : 2, waves ? 3 : 4)));
    const auto at = near_maximum(dice, b, e);
    if (!at) continue;
    const Real top = *e.value(*at);
    if (abs(top) > 1e15) continue;
    FalseProblem p{
        hypotheses ? "maximum under hypotheses" : "maximum", b.declarations(), *at, random_margin(dice), false, {}};
    if (waves) p.family = "maximum of waves", p.text = "language 3\n" + p.text;
    if (hypotheses) {
      for (long k = dice.roll(1, 2); k > 0; --k) p.text += true_hypothesis(dice, b, *at);
    }
    const Q bound = floor_decimal(top, 30) - power_of_ten(p.margin);
    const bool flip = dice.chance(1, 2);
    p.text += flip ? "prove " + neg(e).text() + " >= " + text_of(-bound)
                   : "prove " + e.text() + (dice.chance(1, 3) ? " < " : " <= ") + text_of(bound);
    return p;
  }
}

// Two sides that are equal everywhere on the box (u stands for any formula, a for a positive one).
FalseProblem perturbed_identity(Dice& dice) {
  const Box b = random_box(dice, 2);
  const Formula u = random_formula(dice, b.variables, 2), v = random_formula(dice, b.variables, 1);
  const Formula a = Formula(1) + (v ^ 2), half = Q(1, 2), small = u / (Formula(1) + (u ^ 2));
  const std::array<std::function<std::pair<Formula, Formula>()>, 12> identities{{
      [&] {
        return std::pair{(u + v) ^ 2, (u ^ 2) + Formula(2) * u * v + (v ^ 2)};
      },
      [&] {
        return std::pair{f("exp", small) * f("exp", neg(small)), Formula(1)};
      },
      [&] {
        return std::pair{f("log", a * Formula(6)), f("log", a) + f("log", Formula(2)) + f("log", Formula(3))};
      },
      [&] {
        return std::pair{f("sqrt", a) * f("sqrt", a), a};
      },
      [&] {
        return std::pair{f("lgamma", a + Formula(1)), f("lgamma", a) + f("log", a)};
      },
      [&] {
        return std::pair{f("digamma", a + Formula(2)),
                         f("digamma", a) + Formula(1) / a + Formula(1) / (a + Formula(1))};
      },
      [&] {
        return std::pair{f("cosh", small) ^ 2, Formula(1) + (f("sinh", small) ^ 2)};
      },
      [&] {
        return std::pair{f("abs", u), f("sqrt", u ^ 2)};
      },
      [&] {
        return std::pair{Formula::call("min", {u, v}) + Formula::call("max", {u, v}), u + v};
      },
      [&] {
        return std::pair{a ^ half, f("exp", f("log", a) * half)};
      },
      [&] {
        return std::pair{f("erf", u) + f("erfc", u), Formula(1)};
      },
      [&] {
        return std::pair{f("tanh", small) * f("cosh", small), f("sinh", small)};
      },
  }};
  const auto [l, r] = dice.one_of(identities)();
  const Point at = random_point(dice, b);
  FalseProblem p{"identity", b.declarations(), at, random_margin(dice), false, {}};
  const Q m = power_of_ten(p.margin);
  const Formula x0 = Formula(at.begin()->second), x = Formula::variable(at.begin()->first);
  switch (dice.roll(0, 4)) {
    case 0:
      p.margin = 0;
      p.text += "prove " + l.text() + " > " + r.text();  // equal everywhere
      break;
    case 1:
      p.text += "prove " + l.text() + " >= " + (r + Formula(m)).text();
      break;
    case 2:
      p.text += "prove " + l.text() + " = " + (r + Formula(m)).text();
      break;
    case 3:
      p.text += "prove " + (l + ((x - x0) ^ 2)).text() + " >= " + (r + Formula(m)).text();
      break;  // false near x0 only
    default:
      p.text += "prove " + (l - (x - x0) * Formula(dice.rational(2, 1))).text() + " >= " + (r + Formula(m)).text();
      break;
  }
  return p;
}

// Inequalities that touch equality at a known point: strict, or with the margin added.
FalseProblem touching(Dice& dice) {
  const Formula x = Formula::variable("x"), y = Formula::variable("y"), one = 1;
  struct Touch {
    std::string domain;
    Formula lhs, rhs;
    Point at;
  };
  const Q c = dice.positive(9, 5);
  const Formula C = c;
  const Formula kl = x * f("log", x / y) + (one - x) * f("log", (one - x) / (one - y));
  const std::vector<Touch> list{
      {"var x in (0, 20]\n", x - one, f("log", x), {{"x", 1}}},
      {"var x in [-3, 3]\n", f("exp", x), one + x, {{"x", 0}}},
      {"var x in [-3, 3]\n", f("exp", x * C), one + x * C, {{"x", 0}}},
      {"var x in (0, inf)\n", x / C - one, f("log", x / C), {{"x", c}}},
      {"var x in (0, 1)\nvar y in (0, 1)\n", kl, Formula(2) * ((x - y) ^ 2), {{"x", Q(1, 3)}, {"y", Q(1, 3)}}},
      {"var x in (0, 1)\nvar y in (0, 1)\n", ((x - y) ^ 2) / (y * (one - y)), kl, {{"x", Q(3, 7)}, {"y", Q(3, 7)}}},
      {"var x in (0, inf)\nvar y in (0, inf)\n", (x + y) / Formula(2), f("sqrt", x * y), {{"x", c}, {"y", c}}},
      {"var x in [0, 10]\n", (one + x) * f("log1p", x) - x, (x ^ 2) / (Formula(2) + x * Formula(Q(2, 3))), {{"x", 0}}},
      {"var x in [1/2, 60]\nvar y in [0, 1/4]\n",
       f("lgamma", x + y) + f("lgamma", x - y),
       Formula(2) * f("lgamma", x),
       {{"x", 1 + c}, {"y", 0}}},
      {"var x in [-1, inf)\n", (one + x) ^ 5, one + Formula(5) * x, {{"x", 0}}},
      {"var x in [-2, 2]\nvar y in [-2, 2]\n", (x ^ 2) + (y ^ 2), Formula(2) * x * y, {{"x", Q(1, 2)}, {"y", Q(1, 2)}}},
      {"var x in [0, inf)\n", x, f("tanh", x), {{"x", 0}}},
      {"var x in [-4, 4]\n", f("exp", (x ^ 2) / Formula(2)), f("cosh", x), {{"x", 0}}},
      {"var x in [-3, 3]\n", f("abs", x - C), Formula(0), {{"x", c}}},
      {"int n in [-20, 20]\n", (Formula::variable("n") - Formula(7)) ^ 2, Formula(0), {{"n", 7}}},
  };
  Touch t = dice.one_of(list);
  if (t.domain.find("[-3, 3]") != std::string::npos && t.at.contains("x") && t.at.at("x") > 3)
    t.domain = "var x in [-3, 9]\n";
  FalseProblem p{"touching", t.domain, t.at, random_margin(dice), false, {}};
  if (dice.chance(1, 2)) {
    p.margin = 0;
    p.text += "prove " + t.lhs.text() + " > " + t.rhs.text();
  } else if (dice.chance(1, 2)) {
    p.text += "prove " + t.lhs.text() + " >= " + (t.rhs + Formula(power_of_ten(p.margin))).text();
  } else {
    p.text += "prove " + (t.lhs - t.rhs).text() + " > " + text_of(power_of_ten(p.margin));
  }
  return p;
}

// Beyond a threshold on an unbounded domain, or at its very edge.
FalseProblem unbounded(Dice& dice) {
  const Formula x = Formula::variable("x");
  const long k = dice.roll(1, 9);
  Q far = 1;
  for (long i = 0; i < k; ++i) far *= 10;
  const Formula F = far;
  const int margin = random_margin(dice);
  const Q m = power_of_ten(margin);
  switch (dice.roll(0, 8)) {
    case 0:
      return {"unbounded", "var x in [0, inf)\nprove x <= " + F.text(), {{"x", far + 1}}, 0, false, {}};
    case 1:
      return {"unbounded", "var x in [1, inf)\nprove log(x) <= " + text_of(Q(3 * k)), {{"x", far * far * 10}}, 0, false,
              {}};  // log 10 = 2.30...
    case 2:
      return {"unbounded", "var x in [0, inf)\nprove exp(-x) >= " + text_of(m), {{"x", Q(3 * margin)}}, 0, false, {}};
    case 3:
      return {"unbounded", "var x in (0, 1]\nprove x >= " + text_of(m), {{"x", m / 2}}, margin, false, {}};
    case 4:
      return {"unbounded", "var x in (0, inf)\nprove trigamma(x) > " + text_of(m), {{"x", 2 / m}}, margin, false,
              {}};  // psi' < 1/x + 1/x^2
    case 5:
      return {"unbounded", "var x in (-inf, inf)\nprove x^3 - x >= -" + F.text(), {{"x", -far}}, 0, false, {}};
    case 6:
      return {"unbounded",
              "var x in [0, inf)\nvar y in [0, inf)\nprove (x - y)^2 + " + text_of(m) + " > x/" + F.text(),
              {{"x", far}, {"y", far}},
              0,
              false,
              {}};
    case 7:
      return {"unbounded", "var x in [1, inf)\nprove erfc(1/x) <= " + text_of(1 - m), {{"x", 2 / m}}, margin, false,
              {}};  // erfc(u) >= 1 - 2u/sqrt(pi)
    default:
      return {"unbounded", "var x in [2, inf)\nprove (1 + 1/x)^x <= 27182/10000", {{"x", Q(100000)}}, 0, false,
              {}};  // 2.71826...
  }
}

// A spike or kink so narrow that only its own point shows it.
FalseProblem spike(Dice& dice) {
  const Box b = random_box(dice, 2);
  const Point at = random_point(dice, b);
  FalseProblem p{"spike", b.declarations(), at, random_margin(dice), false, {}};
  Formula d = 0;
  for (std::size_t i = 0; i < b.names.size(); ++i) {
    const Formula away = b.variables[i] - Formula(at.at(b.names[i]));
    d = d + (dice.chance(1, 2)   ? f("abs", away)
             : dice.chance(1, 2) ? away ^ 2
                                 : Formula::call("max", {away, neg(away)}));
  }
  const Formula scale = Formula(1) + (random_formula(dice, b.variables, 2) ^ 2);
  const Q m = power_of_ten(p.margin);
  switch (dice.roll(0, 3)) {
    case 0:
      p.margin = 0;
      p.text += "prove " + (d * scale).text() + " > 0";
      break;
    case 1:
      p.text += "prove " + (d * scale).text() + " >= " + text_of(m);
      break;
    case 2:
      p.text += "prove " + f("exp", d).text() + " >= " + text_of(1 + m);
      break;
    default:
      p.text += "prove " + (f("floor", d + Formula(1)) + d).text() + " > " + text_of(1 + m / 2);
      break;
  }
  return p;
}

// Undefined at a point where every hypothesis holds: never proved, never refuted.
FalseProblem undefined(Dice& dice) {
  const Q c = dice.rational(3, 3), w = dice.positive(2, 3);
  const std::string x = "var x in [" + text_of(c - w) + ", " + text_of(c + w) + "]\n", u = "(x - " + text_of(c) + ")";
  const std::array<std::string, 10> claims{
      "sqrt" + u + " >= -1",     "log" + u + " >= -10^30", "1/" + u + "^2 > 0",      u + "/" + u + " = 1",
      u + "^(1/2) + 1 > 0",      "exp(log" + u + ") > -1", "0*lgamma" + u + " >= 0", "xlogy(0, " + u + ") >= 0",
      "digamma" + u + "^2 >= 0", "abs" + u + "^(-1) >= 0"};
  FalseProblem p{"undefined", x + "prove " + dice.one_of(claims), {{"x", c}}, 0, true, {}};
  if (p.text.find("sqrt") != std::string::npos || p.text.find("^(1/2)") != std::string::npos ||
      p.text.find("xlogy") != std::string::npos)
    p.at["x"] = c - w;
  return p;
}

// False for one value of a dimension or of an index.
FalseProblem indexed(Dice& dice) {
  const long lo = dice.roll(1, 3), hi = lo + dice.roll(1, 2);
  const int margin = random_margin(dice);
  const Q bound = Q(hi) - power_of_ten(margin);
  FalseProblem p{"dimension", "", {}, margin, false, hi};
  p.text = "dim d in [" + std::to_string(lo) + ", " + (dice.chance(1, 3) ? "inf)" : std::to_string(hi) + "]") +
           "\nvar p[k] in [0, 1] for k in 1..d\n";
  for (long k = 1; k <= hi; ++k) p.at["p[" + std::to_string(k) + "]"] = 1;
  if (dice.chance(1, 2)) {
    p.text += "prove sum(k, 1, d, p[k]) <= " + text_of(bound);
  } else {
    p.text += "prove for i in 1..d: sum(k, 1, d, p[k]^2) - p[i] <= " + text_of(bound - 1);
  }
  return p;
}

// Arbitrary functions: false for some function.
FalseProblem functions(Dice& dice) {
  const Q a = dice.positive(5, 4), b = a + dice.positive(5, 4);
  const std::string xy =
      "var x in [" + text_of(a) + ", " + text_of(b) + "]\nvar y in [" + text_of(a) + ", " + text_of(b) + "]\n";
  const std::array<std::string, 7> claims{
      "fun g(1)\nprove g(x) + g(y) >= 2*g((x+y)/2)",
      "fun g(1)\nassume g(x) >= g(y)\nprove x >= y",
      "fun g(1)\nassume forall t in [x, y]: diff(g(t), t) >= 0\nprove g(x) >= g(y)",
      "fun g(1)\nassume forall t in [0, x]: g(t) >= t\nprove g(y) >= y",
      "fun g(2)\nprove g(x, y) = g(y, x)",
      "fun g(1)\nprove diff(g(x*y), x) = diff(g(x*y), y)",
      "logpartition g(1)\nprove diff(g(x), x) >= 0",
  };
  return {"functions", xy + dice.one_of(claims), {}, 0, false, {}};
}

// Extrema on the boundary of hypotheses: d = sum lambda_i H_i + S with H_i = 0 and S = 0 at the point, lambda_i >= 0
// (either sign where H_i = 0 is assumed) and S >= 0 everywhere. So d >= 0 wherever the hypotheses hold, and by how
// little it may be raised is seen only next to the point, in a sliver that the hypotheses leave.
struct Edge {
  std::string premises;
  Formula d;
  Point at;
  Q slack;  // d >= -slack by the hypotheses: some are a little weaker than H_i >= 0
};

Edge random_edge(Dice& dice, const Q& margin) {
  const Box b = random_box(dice);
  Edge e{b.declarations(), Formula(0), random_point(dice, b), 0};
  const std::size_t n = b.names.size();
  const auto slope = [&] {
    Formula u = 0;
    for (std::size_t i = 0; i < n; ++i)
      u = u + Formula(dice.rational(3, 2)) * (b.variables[i] - Formula(e.at.at(b.names[i])));
    return u;
  };
  for (std::size_t i = 0; i < n; ++i) {
    if (dice.chance(2, 3))
      e.d = e.d + Formula(dice.positive(4, 3)) * ((b.variables[i] - Formula(e.at.at(b.names[i]))) ^ 2);
  }
  if (dice.chance(1, 3)) {
    const Formula u = slope() / Formula(4);
    e.d = e.d + (f("exp", u) - Formula(1) - u);
  }
  for (long k = dice.roll(1, 3); k > 0; --k) {
    const Formula u = slope();
    const Formula h = dice.chance(1, 2)   ? u
                      : dice.chance(1, 2) ? u - Formula(dice.positive(2, 3)) * (slope() ^ 2)
                      : dice.chance(1, 2) ? f("exp", u / Formula(5)) - Formula(1)
                                          : u + slope() * slope();
    Q lambda = dice.positive(7, 5);
    const long relation = dice.roll(0, 3);
    if (relation == 0) {
      if (dice.chance(1, 2)) lambda = -lambda;
      e.premises += "assume " + h.text() + " = 0\n";
    } else if (relation == 1) {
      const Q weaker = margin / (8 * lambda);
      e.slack += margin / 8;
      e.premises += "assume " + h.text() + (margin == 0 ? " >= " : " > ") + text_of(-weaker) + "\n";
    } else {
      e.premises += dice.chance(1, 2) ? "assume " + h.text() + " >= 0\n" : "assume " + neg(h).text() + " <= 0\n";
    }
    e.d = e.d + Formula(lambda) * h;
  }
  return e;
}

FalseProblem at_an_edge(Dice& dice) {
  FalseProblem p{"edge of hypotheses", "", {}, random_margin(dice), false, {}};
  const bool touches = dice.chance(1, 4);
  if (touches) p.margin = 0;
  const Q margin = touches ? Q(0) : power_of_ten(p.margin);
  const Edge e = random_edge(dice, margin);
  p.at = e.at;
  p.text =
      e.premises + (dice.chance(1, 2) ? "prove " + e.d.text() + (touches ? " > " : " >= ") + text_of(margin)
                                      : "prove " + neg(e.d).text() + (touches ? " < " : " <= ") + text_of(-margin));
  return p;
}

}  // namespace

FalseProblem false_problem(std::uint64_t seed, std::uint64_t index) {
  Dice edges(seed * 9'000'011 + index);
  if (edges.chance(1, 8)) return at_an_edge(edges);
  if (edges.chance(1, 8)) return below_its_maximum(edges, edges.chance(1, 3), true);
  Dice dice(seed * 1'000'003 + index);
  switch (dice.roll(0, 21)) {
    case 16:
    case 17:
    case 18:
    case 19:
    case 20:
    case 21:
      return false_gamma_problem(dice);
    case 0:
    case 1:
    case 2:
    case 3:
      return below_its_maximum(dice, false);
    case 4:
    case 5:
    case 6:
      return below_its_maximum(dice, true);
    case 7:
    case 8:
    case 9:
      return perturbed_identity(dice);
    case 10:
    case 11:
      return touching(dice);
    case 12:
      return unbounded(dice);
    case 13:
      return spike(dice);
    case 14:
      return dice.chance(2, 3) ? undefined(dice) : functions(dice);
    default:
      return dice.chance(1, 2) ? indexed(dice) : spike(dice);
  }
}

std::string likely_true_problem(std::uint64_t seed, std::uint64_t index) {
  Dice dice(seed * 7'000'003 + index);
  const Formula x = Formula::variable("x"), y = Formula::variable("y"), z = Formula::variable("z"), one = 1;
  const std::string a = text_of(dice.positive(9, 4)), b = text_of(dice.positive(9, 4));
  switch (dice.roll(0, 12)) {
    case 12: {
      const Q margin = power_of_ten(static_cast<int>(dice.roll(1, 2)));
      const Edge e = random_edge(dice, margin);
      return e.premises + "prove " + e.d.text() + " >= " + text_of(-e.slack - margin);
    }
    case 0:
      return "var x in (0, inf)\nprove log(x/" + a + ") <= x/" + a + " - 1";
    case 1:
      return "var x in [-5, 5]\nprove exp(x*" + a + ") >= 1 + x*" + a;
    case 2:
      return "var x in [0, " + a + "]\nvar y in [0, " + b + "]\nassume x >= y\nprove x^2 + " + b + " >= y^2";
    case 3:
      return "var x in (0, inf)\nvar y in (0, inf)\nprove x/" + a + " + y/" + b + " >= 2*sqrt(x*y/(" + a + "*" + b +
             "))";
    case 4:
      return "int n in [" + std::to_string(dice.roll(4, 9)) +
             ", 400]\nvar x in [0, 1]\nassume x <= 1/2\nprove n^2 >= 4*n + x - 1/2";
    case 5:
      return "var x in (-inf, inf)\nvar y in (-inf, inf)\nvar z in (-inf, inf)\nassume x >= y + " + a +
             "\nassume y > z\nprove x > z + " + a;
    case 6:
      return "var x in [1/4, 50]\nprove 1/x + 1/(2*x^2) < trigamma(x) < 1/x + 1/x^2";
    case 7:
      return "dim d in [1, 3]\nvar p[k] in [0, 1] for k in 1..d\nprove sum(k, 1, d, p[k]^2) <= sum(k, 1, d, p[k])";
    case 8:
      return false_problem(seed, index).text;  // a refutation
    default:
      break;
  }
  for (;;) {
    const Box box = random_box(dice, 2);
    const Formula e = random_formula(dice, box.variables, static_cast<int>(dice.roll(1, 3)));
    const auto at = near_maximum(dice, box, e);
    if (!at) continue;
    const Real top = *e.value(*at);
    if (abs(top) > 1e9) continue;
    std::string text = box.declarations();
    if (dice.chance(1, 3)) text += true_hypothesis(dice, box, *at);
    return text + "prove " + e.text() + (dice.chance(1, 2) ? " < " : " <= ") +
           text_of(floor_decimal(top, 6) + dice.positive(2, 4));
  }
}

}  // namespace dpcert::soundness
