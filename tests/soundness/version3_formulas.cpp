// Quantifiers, connectives, facts, limits, pieces, suprema and infima over small numbers, with wrong orders of the
// quantifiers, ends, witnesses, limits and parts.
#include <fmt/format.h>

#include <array>

#include "tests/soundness/version3_statements.hpp"

namespace dpcert::soundness {
namespace {

Neighbours shifts(Dice& dice) {
  const long a = dice.roll(-4, 2), b = a + dice.roll(1, 4), t = dice.roll(-3, 3);
  const auto is = [](const std::string& x, const std::string& y, const std::string& r) {
    return Claim{"", fmt::format("forall x in {}: exists y in {}: {}", x, y, r)};
  };
  const auto set = [](long lo, long hi, const char* open = "[", const char* close = "]") {
    return fmt::format("{}{}, {}{}", open, lo, hi, close);
  };
  const std::string r = "y = x + " + ratio(t), x = set(a, b);
  return {"shifts",
          is(x, set(a + t, b + t), r),
          {is(x, set(a + t + 1, b + t), r),
           is(x, set(a + t, b + t - 1), r),
           is(x, set(a + t, b + t, "("), r),
           is(x, set(a + t, b + t, "[", ")"), r),
           is(x, set(b + t, a + t), r),
           is(x, "[x + 1, x + 1]", "y = x"),
           is(set(a, b + 1), set(a + t, b + t), r),
           is(x, set(a + t, b + t), "y = 2*x + " + ratio(t)),
           {"", fmt::format("exists y in {}: forall x in {}: {}", set(a + t, b + t), x, r)},
           {"", fmt::format("forall x in {}: exists int y in {}: {}", x, set(a + t, b + t), r)},
           {"", fmt::format("forall x in {}: exists y in {}: y/(x - {}) >= 0 and y <= -100", x, set(-200, 200), a)}}};
}

Neighbours orders(Dice& dice) {
  const long t = dice.roll(-3, 3);
  const std::string kind = dice.chance(1, 2) ? "int " : "", c = ratio(t), line = "(-inf, inf)";
  const auto is = [&](const char* first, const char* q, const char* second, const char* r) {
    return Claim{"", fmt::format("{} {}{} in {}: {} {}{} in {}: y {} x + {}", first, kind, *q == 'x' ? "x" : "y", line,
                                 second, kind, *q == 'x' ? "y" : "x", line, r, c)};
  };
  const std::string in = fmt::format("forall {0}x in [0, 5]: exists {0}y in ", kind);
  return {"orders of quantifiers",
          is("forall", "x", "exists", ">"),
          {is("exists", "y", "forall", ">"),
           is("exists", "y", "forall", "="),
           is("exists", "x", "forall", "<="),
           is("forall", "x", "forall", ">"),
           is("exists", "y", "forall", "<"),
           {"", in + "[0, x): y < x"},
           {"", in + fmt::format("[0, x]: y > x")},
           {"", in + "(x, 5]: y >= x"},
           {"", in + "[x + 1, x]: y >= 0"}}};
}

Neighbours limits(Dice& dice) {
  const long c = dice.roll(1, 5), l = dice.roll(-2, 2);
  const auto is = [&](const std::string& eps, const std::string& n, const std::string& x, long limit,
                      const std::string& rel = "<=") {
    return Claim{"", fmt::format("forall e in {}: exists N in {}: forall x in {}: abs({} + {}/x - {}) {} e", eps, n, x,
                                 ratio(l), c, ratio(limit), rel)};
  };
  const std::string body = fmt::format("abs({}/x) <= e", c);
  return {"limits",
          is("(0, inf)", "[1, inf)", "[N, inf)", l),
          {is("[0, inf)", "[1, inf)", "[N, inf)", l),
           is("(0, inf)", "[1, inf)", "[N, inf)", l + 1),
           is("(0, inf)", "[1, inf)", "[1, inf)", l),
           is("(0, inf)", "[1, 9]", "[N, inf)", l),
           is("(0, inf)", "[1, inf)", "[N/2, inf)", l, ">="),
           is("(-1, inf)", "[1, inf)", "[N, inf)", l),
           {"", "exists N in [1, inf): forall e in (0, inf): forall x in [N, inf): " + body},
           {"", "forall x in [1, inf): exists N in [1, inf): forall e in (0, inf): " + body},
           {"", "forall e in (0, inf): exists N in [1, inf): forall x in [-N, N]: " + body},
           {"", "forall e in (0, inf): exists N in (-inf, inf): forall x in [N, inf): x*x <= e"}}};
}

Neighbours implications(Dice& dice) {
  const long a = dice.roll(1, 5);
  const std::string x = "var x in (-inf, inf)\n";
  const auto is = [&](const std::string& f) { return Claim{x, f}; };
  return {"implications",
          is(fmt::format("x >= {0} implies x^2 >= {0}*x", a)),
          {is(fmt::format("x^2 >= {0}*x implies x >= {0}", a)),
           is(fmt::format("x >= -{0} implies x^2 >= {0}*x", a)),
           is(fmt::format("x >= {0} implies x^2 > {0}*x", a)),
           is(fmt::format("{{x >= {0}}} or {{x^2 < {0}*x}}", a)),
           is(fmt::format("{{x >= {0}}} and {{x^2 >= {0}*x}}", a)),
           is(fmt::format("{{x >= {0} implies x >= {1}}} implies x >= {0}", a, a + 1)),
           is(fmt::format("{{x >= {0}}} or {{x < {0} - 1/1000}}", a)),
           {x, fmt::format("{{log(x) >= {0}}} or {{log(x) <= {0}}}", a), true},
           {x, fmt::format("x > -{} implies log(x) <= x", a), true}}};
}

// What is assumed is a formula.
Neighbours facts(Dice& dice) {
  const long a = dice.roll(-3, 3), b = a + dice.roll(1, 4);
  const std::string x = "var x in (-inf, inf)\n";
  const auto given = [&](const std::string& f) { return x + "assume " + f + "\n"; };
  const std::string low = "x >= " + ratio(a), high = "x >= " + ratio(b);
  const std::string exists = fmt::format("exists y in [{}, {}]: x >= y", a, b);
  switch (dice.roll(0, 2)) {
    case 0:
      return {"facts",
              {given(exists), low},
              {{given(exists), high},
               {given(exists), low + " + 1/1000"},
               {given(exists), "x > " + ratio(a)},
               {given(fmt::format("exists y in [{}, {}]: y >= x", a, b)), low},
               {given(fmt::format("exists int y in [{}, {}]: x >= y", a, b)), high}}};
    case 1:
      return {"facts",
              {given(fmt::format("forall y in [{}, {}]: {{x >= y}}", a, b)), high},
              {{given(fmt::format("forall y in [{}, {}]: {{x >= y}}", a, b)), "x > " + ratio(b)},
               {given(fmt::format("forall y in [{}, {}]: {{x >= y}}", b, a)), high},
               {given(fmt::format("forall y in [{}, {}): {{x >= y}}", a, b)), high + " + 1/1000"},
               {given(fmt::format("forall y in ({0}, {0}): {{x >= y}}", b)), high},
               {given(fmt::format("forall int y in [{}, {}]: {{x >= y}}", a, b - 1)), high},
               {given(fmt::format("forall y in [{}, {}]: {{x <= y}}", a, b)), high}}};
    default:
      return {"facts",
              {given(fmt::format("{{{}}} or {{{}}}", low, high)), low},
              {{given(fmt::format("{{{}}} or {{{}}}", low, high)), high},
               {given(fmt::format("{} implies {}", low, high)), high},
               {given(fmt::format("{} implies {}", low, high)), low},
               {given(fmt::format("{{{}}} or {{x <= {}}}", high, a)), low + " + 1/2"}}};
  }
}

Neighbours pieces(Dice& dice) {
  const long a = dice.roll(-2, 2);
  const std::string c = ratio(a), x = "var x in [-6, 6]\n";
  if (dice.chance(1, 2)) {
    const auto is = [&](const std::string& p, const char* rel = "=") { return fmt::format("{} {} x + {}", p, rel, c); };
    const std::string q = fmt::format("(x^2 - {0}^2)/(x - {0})", c);
    return {"pieces",
            {x, is(fmt::format("piece(x = {0}: 2*{0}, {1})", c, q))},
            {{x, is(fmt::format("piece(x = {0}: 2*{0} + 1, {1})", c, q))},
             {x, is(fmt::format("piece(x = {0} + 1: 2*{0} + 1, {1})", c, q)), true},
             {x, is(fmt::format("piece(x > {0}: {1}, {1})", c, q)), true},
             {x, is(fmt::format("piece(x >= {0}: {1}, x + {0})", c, q)), true},
             {x, is(fmt::format("piece(log(x - {0}) > 0: x + {0}, x + {0})", c)), true},
             {x, is(fmt::format("piece(x = {0}: 2*{0}, {1})", c, q), ">")}}};
  }
  const std::string clip =
      x + fmt::format("var y in [-6, 6]\nlet clip(t) = piece(t < {0}: {0}, t > {1}: {1}, t)\n", c, ratio(a + 2));
  return {"pieces",
          {clip, "abs(clip(x) - clip(y)) <= abs(x - y)"},
          {{clip, "abs(clip(x) - clip(y)) >= abs(x - y)"},
           {clip, "abs(clip(x) - clip(y)) < abs(x - y)"},
           {clip, "clip(x) <= " + ratio(a + 1)},
           {clip, "clip(x) > " + c},
           {clip, "clip(x) = x"},
           {clip, "clip(x + y) <= clip(x) + clip(y) - 10"}}};
}

Neighbours extremes(Dice& dice) {
  const long m = dice.roll(-3, 3), h = dice.roll(-3, 3), k = dice.roll(1, 3), w = dice.roll(1, 3);
  const bool up = dice.chance(1, 2);
  const std::string e = fmt::format("{}{}*(x - {})^2 + {}", up ? "-" : "", k, ratio(m), ratio(h));
  const std::string word = up ? "sup" : "inf", other = up ? "inf" : "sup";
  const auto of = [&](const std::string& which, const std::string& set, const std::string& body) {
    return fmt::format("{}(x in {}, {})", which, set, body);
  };
  const std::string set = fmt::format("[{}, {}]", m - w, m + w), v = of(word, set, e);
  const std::string unbounded = fmt::format("(-inf, {}]", m);
  return {"suprema",
          {"", v + " = " + ratio(h)},
          {{"", v + " = " + ratio(h) + " + 1/1000"},
           {"", v + " = " + ratio(h) + " - 1/1000"},
           {"", v + " < " + ratio(h)},
           {"", v + " > " + ratio(h)},
           {"", of(other, set, e) + " = " + ratio(h)},
           {"", of(word, fmt::format("[{}, {}]", m + 1, m + 1 + w), e) + " = " + ratio(h)},
           {"", of(word, fmt::format("({0}, {0})", m), e) + (up ? " <= " : " >= ") + ratio(h)},
           {"", of(word, fmt::format("[{}, {}]", m + w, m - w), e) + (up ? " <= " : " >= ") + ratio(h)},
           {"", of(other, unbounded, e) + " <= " + ratio(h)},
           {"", of(other, unbounded, e) + " >= " + ratio(h)},
           {"", of(word, set, e + fmt::format(" + 0/(x - {})", ratio(m))) + " = " + ratio(h)},
           {"", of(word, "(0, inf)", "log(x)") + " <= 1000"}}};
}

// Suprema of bodies and over sets that depend on a name outside.
Neighbours described(Dice& dice) {
  const long c = dice.roll(1, 4);
  const std::string a = "var a in [0, 1]\n";
  return {"suprema of names",
          {a, fmt::format("sup(x in [0, {0}], a*x) = {0}*a", c)},
          {{a, fmt::format("sup(x in [0, {0}), a*x) > {0}*a", c)},
           {a, fmt::format("sup(x in [0, {0}], a*x) < {0}*a", c)},
           {a, fmt::format("inf(x in [0, {0}], a*x) = {0}*a", c)},
           {"var a in [-1, 1]\n", fmt::format("sup(x in [0, {0}], a*x) = {0}*a", c)},
           {a, "sup(x in [0, inf), a*x) <= 5"},
           {a, "sup(x in (0, a), 1) <= 1"},
           {a, "sup(x in [0, a], 1/x) >= 1"}}};
}

// Suprema over what relations describe, over integers, of several names.
Neighbours sets(Dice& dice) {
  const long c = dice.roll(1, 4), n = dice.roll(2, 5);
  const std::string half = fmt::format("x in [0, {0}] where 2*x <= {0}", c);
  const auto sup = [](const std::string& set, const std::string& e) { return fmt::format("sup({}, {})", set, e); };
  const std::string integers = fmt::format("int k in [0, {}]", n), pairs = fmt::format("x in [0, {0}], y in [0, x]", c);
  return {"suprema of sets",
          {"", sup(half, "x") + " = " + ratio(c, 2)},
          {{"", sup(half, "x") + fmt::format(" = {} + 1/1000", ratio(c, 2))},
           {"", sup(half, "x") + fmt::format(" = {}", c)},
           {"", sup(half, "x") + " < " + ratio(c, 2)},
           {"", sup(half, "x") + " > " + ratio(c, 2)},
           {"", sup(half + " and x < 0", "x") + " <= 1"},
           {"", sup(half + " and 1 <= x <= 0", "x") + fmt::format(" = {}", ratio(c, 2))},
           {"", sup(half + " and log(x) <= 9", "x") + " <= 9", true},
           {"", sup("x in (-inf, inf) where x^2 >= " + std::to_string(c), "x") + " <= 1000"},
           {"", sup(integers, "k") + fmt::format(" = {} + 1/2", n)},
           {"", sup(fmt::format("int k in [0, {})", n), "k") + fmt::format(" = {}", n)},
           {"", sup(fmt::format("int k in (0, 1)"), "k") + " <= 1"},
           {"", sup(integers + " where 2*k = 2*floor(k/2) + 1", "k") + " <= 9"},
           {"", sup(integers, "1/k") + " <= 1"},
           {"", sup(pairs, "x + y") + fmt::format(" = {}", c)},
           {"", sup(pairs, "x + y") + fmt::format(" < {}", 2 * c)},
           {"", sup(pairs + " where y > x", "x + y") + fmt::format(" <= {}", 2 * c)},
           {"", sup(fmt::format("x in [0, {}], y in [x, inf)", c), "x + y") + " <= 1000"},
           {"", "sup(x in [0, 1], sup(y in [x, 0], x + y)) <= 1"}}};
}

}  // namespace

Neighbours neighbours_of_formulas(Dice& dice) {
  constexpr std::array families{shifts, orders, limits, implications, facts, pieces, extremes, described, sets};
  return dice.one_of(families)(dice);
}

}  // namespace dpcert::soundness
