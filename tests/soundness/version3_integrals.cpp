// Integrals by closed forms (Gradshteyn and Ryzhik, 2.01, 3.31, 3.32, 3.35) and by their rules (parts, sums,
// comparison, change of the variable), with a wrong constant, end, sign, domain, or with no integral at all.
#include <fmt/format.h>

#include <array>

#include "tests/soundness/version3_statements.hpp"

namespace dpcert::soundness {
namespace {

std::string integral(const std::string& a, const std::string& b, const std::string& body) {
  return fmt::format("integral(x, {}, {}, {})", a, b, body);
}

Neighbours powers(Dice& dice) {
  const long p = dice.roll(0, 4), a = dice.roll(-3, 2), b = dice.roll(a + 1, 4), c = dice.roll(1, 5);
  const std::string body = fmt::format("{}*x^{}", c, p);
  const std::string closed = fmt::format("{}*({}^{} - {}^{})/{}", c, ratio(b), p + 1, ratio(a), p + 1, p + 1);
  const std::string i = integral(ratio(a), ratio(b), body);
  return {"powers of x",
          {"", i + " = " + closed},
          {{"", i + " = " + closed + " + 1/1000"},
           {"", i + " > " + closed},
           {"", i + " < " + closed},
           {"", integral(ratio(b), ratio(a), body) + " = -" + closed, true},
           {"", integral(ratio(a), "inf", "(1 + abs(x))^" + std::to_string(p)) + " >= " + closed, true},
           {"", integral("-1", ratio(b + 3), "1/x") + fmt::format(" = log({})", b + 3), true},
           {"", integral("0", "1", "1/x") + " >= 0", true},
           {"", integral("-1", "1", "1/x^2") + " = -2", true},
           {"", integral("1", "inf", "1/x") + " >= 1", true},
           {"", integral("-1", "1", "x/x") + " = 2", true},
           {"", integral(ratio(a - 5), ratio(a), "sqrt(x - " + ratio(a) + ")^2") + " <= 0", true}}};
}

Neighbours exponentials(Dice& dice) {
  const long p = dice.roll(0, 2), r = dice.roll(1, 5);
  const bool symbolic = dice.chance(1, 2);
  const std::string rate = symbolic ? "r" : std::to_string(r), before = symbolic ? "var r in (0, inf)\n" : "";
  const std::string body = fmt::format("x^{}*exp(-{}*x)", p, rate), i = integral("0", "inf", body);
  const auto closed = [&](long c) { return fmt::format("{}/{}^{}", c, rate, p + 1); };
  const long f = p == 2 ? 2 : 1;
  Neighbours out{"exponential tails",
                 {before, i + " = " + closed(f)},
                 {{before, i + " = " + closed(f + 1)},
                  {before, i + " = -" + closed(f)},
                  {before, i + " < " + closed(f)},
                  {before, i + " >= " + closed(f) + " + 1/1000"},
                  {before, integral("1", "inf", body) + " = " + closed(f)},
                  {before, integral("0", "1", body) + " = " + closed(f)},
                  {before, integral("-inf", "inf", body) + " = " + closed(f), true},
                  {before, integral("0", "inf", fmt::format("x^{}*exp({}*x)", p, rate)) + " = -" + closed(f), true},
                  {before, integral("-inf", "0", body) + " = -" + closed(f), true}}};
  if (symbolic) {
    out.wrong.push_back({"var r in [0, inf)\n", i + " >= 0", true});
    out.wrong.push_back({"var r in (-1, inf)\n", i + " >= -5", true});
  }
  return out;
}

Neighbours gaussians(Dice& dice) {
  const long a = dice.roll(1, 5), m = dice.roll(-3, 3);
  const auto body = [&](long rate) { return fmt::format("exp(-{}*(x - {})^2)", rate, ratio(m)); };
  const std::string i = integral("-inf", "inf", body(a)), closed = fmt::format("sqrt(pi/{})", a);
  return {"Gaussian integrals",
          {"", i + " = " + closed},
          {{"", i + " = " + closed + " + 1/1000"},
           {"", i + fmt::format(" = sqrt(pi/{})", a + 1)},
           {"", i + " < " + closed},
           {"", integral("0", "inf", body(a)) + " = " + closed},
           {"", integral("-inf", ratio(m), body(a)) + " = " + closed},
           {"", integral("-inf", "inf", body(-a)) + " >= " + closed, true},
           {"", integral("-inf", "inf", "x*" + body(a)) + fmt::format(" = {}*{}", ratio(m + 1), closed)},
           {"", integral("-inf", "inf", "x") + " = 0", true},
           {"", integral("-inf", "inf", "x/(1 + x^2)") + " = 0", true}}};
}

Neighbours comparisons(Dice& dice) {
  const long c = dice.roll(1, 5);
  const std::string b = "var b in [0, inf)\n", more = fmt::format("x^2 + {}", c), i = integral("0", "b", more);
  return {"comparison",
          {b, i + fmt::format(" >= {}*b", c)},
          {{b, i + fmt::format(" >= {}*b + 1/1000", c)},
           {b, i + fmt::format(" > {}*b", c)},
           {b, i + fmt::format(" <= {}*b", c)},
           {"var b in [-1, inf)\n", i + fmt::format(" >= {}*b", c), true},
           {"var b in (0, inf)\n", integral("b", "0", more) + fmt::format(" <= {}*b", c), true},
           {b, integral("0", "b", "x^2 - " + std::to_string(c)) + fmt::format(" >= {}*b", c)},
           {b, integral("0", "b", fmt::format("x^2 + {} + 1/x", c)) + fmt::format(" >= {}*b", c), true}}};
}

// A function with no antiderivative in the language: only the rules can speak of it.
Neighbours parts(Dice& dice) {
  const std::string f = dice.one_of(std::array{"exp(x^2)", "exp(-x^4)", "log(2 + x^2)", "1/(1 + x^4 + exp(x))"});
  const auto before = [](const char* m) { return fmt::format("var a in [0, 1]\nvar b in [a, 3]\nvar m in {}\n", m); };
  const std::string i = integral("a", "b", f), sum = integral("a", "m", f) + " + " + integral("m", "b", f);
  return {"parts",
          {before("[a, b]"), i + " = " + sum},
          {{before("[a, b + 1]"), i + " = " + sum, true},
           {before("[a - 1, b]"), i + " = " + sum, true},
           {before("[a, b]"), i + " = " + sum + " + 1/1000"},
           {before("[a, b]"), i + " = " + integral("a", "m", f) + " + " + integral("a", "b", f)},
           {before("[a, b]"), i + " > " + sum},
           {before("[a, b]"), i + " = " + integral("a", "m", f) + " - " + integral("m", "b", f)},
           {before("[a, b]"), i + " = " + integral("a", "m", f) + " + " + integral("b", "m", f), true}}};
}

Neighbours linear(Dice& dice) {
  const long c = dice.roll(2, 5), d = dice.roll(1, 5);
  const std::string f = dice.one_of(std::array{"exp(x^2)", "log(3 + x^4)", "exp(-x^4)"});
  const std::string whole = integral("0", "2", fmt::format("{}*{} + {}", c, f, d));
  const auto is = [&](long k, long more) {
    return fmt::format("{} = {}*{} + {}", whole, k, integral("0", "2", f), more);
  };
  const auto none = [](const char* a, const char* b, const char* g) {
    return Claim{
        "",
        fmt::format("{} = {} - {}", integral(a, b, fmt::format("{0} - {0}", g)), integral(a, b, g), integral(a, b, g)),
        true};
  };
  return {"linearity",
          {"", is(c, 2 * d)},
          {{"", is(c, 2 * d + 1)},
           {"", is(c + 1, 2 * d)},
           {"", is(c, d)},
           {"", is(-c, 2 * d)},
           none("0", "1", "1/x"),
           none("0", "inf", "exp(x)"),
           none("-inf", "inf", "x")}};
}

Neighbours substitutions(Dice& dice) {
  const long b = dice.roll(1, 3);
  const std::string body = "2*x*exp(-x^4)";
  const auto is = [&](const std::string& a, const std::string& top, const std::string& lo, const std::string& hi) {
    return integral(a, top, body) + fmt::format(" = integral(u, {}, {}, exp(-u^2))", lo, hi);
  };
  const std::string s = std::to_string(b), square = std::to_string(b * b);
  return {"substitution",
          {"", is("0", s, "0", square)},
          {{"", is("0", s, "0", std::to_string(b * b + 1))},
           {"", is("-1", s, "0", square)},
           {"", is("-" + s, s, "0", square)},
           {"", is("0", s, square, "0"), true},
           {"", is("0", s, "-1", square)},
           {"", is("0", s, "0", "inf")},
           {"", is("0", s, "0", square) + " + 1/1000"}}};
}

// A slope below the integral: the integral of t*exp(y*t) is the slope in y of that of exp(y*t).
Neighbours slopes(Dice& dice) {
  const long c = dice.roll(1, 4);
  const std::string y = "var y in (0, inf)\n", line = "var y in (-inf, inf)\n";
  const auto at = [&](const std::string& closed) {
    return fmt::format("{} = {}", integral("0", "inf", fmt::format("{}*x*exp(-y*x)", c)), closed);
  };
  return {"slopes below an integral",
          {y, at(fmt::format("-{}*diff(1/y, y)", c))},
          {{y, at(fmt::format("{}*diff(1/y, y)", c))},
           {y, at(fmt::format("-{}*diff(1/y, y) + 1/1000", c))},
           {y, at(fmt::format("-{}*diff(1/y, y, y)", c))},
           {y, at(fmt::format("-{}/y", c))},
           {line, at(fmt::format("-{}*diff(1/y, y)", c)), true},
           {"var y in [0, inf)\n", at("0")}}};
}

Neighbours waves(Dice& dice) {
  const long c = dice.roll(1, 5);
  const std::string b = "var b in [0, 3]\n";
  return {"waves",
          {b, integral("0", "b", fmt::format("{}*cos(x)", c)) + fmt::format(" = {}*sin(b)", c)},
          {{b, integral("0", "b", fmt::format("{}*cos(x)", c)) + fmt::format(" = -{}*sin(b)", c)},
           {b, integral("0", "b", fmt::format("{}*sin(x)", c)) + fmt::format(" = {}*sin(b)", c)},
           {b, integral("0", "b", fmt::format("{}*cos(x)", c)) + fmt::format(" = {}*b", c)},
           {b, integral("0", "b", fmt::format("{}*cos(x)", c)) + fmt::format(" > {}*sin(b)", c)},
           {b, integral("0", "inf", "cos(x)") + " >= -1", true},
           {b, integral("-inf", "inf", "sin(x)") + " = 0", true},
           {"", integral("0", "inf", "1/(1 + x^2)") + " = pi/2 + 1/1000"},
           {"", integral("-inf", "inf", "1/(1 + x^2)") + " = pi/2"},
           {"var b in [-1, 3]\n", integral("0", "b", "cos(x)") + " = sin(b)", true}}};
}

Neighbours inside_of_sums(Dice& dice) {
  const long c = dice.roll(1, 5);
  const std::string n = "int n in [0, inf)\n";
  const auto sum = [&](const char* lo, const char* hi, const char* body) {
    return fmt::format("sum(k, {}, {}, {}*{})", lo, hi, c, integral("0", "1", body));
  };
  const std::string closed = fmt::format("{}*n*(n + 1)/4", c);
  return {"integrals inside of sums",
          {n, sum("1", "n", "k*x") + " = " + closed},
          {{n, sum("1", "n", "k*x^2") + " = " + closed},
           {n, sum("2", "n", "k*x") + " = " + closed},
           {n, sum("1", "n + 1", "k*x") + " = " + closed},
           {n, sum("0", "n", "x^k*(1 + x - x)/x") + " >= 0", true},
           {"int n in [-3, inf)\n", sum("1", "n", "k*x") + " = " + closed},
           {n, sum("1", "n", "k/x") + " >= 0", true},
           {n + "var x in [2, 3]\nlet g(t) = integral(x, 0, 1, x*t)\n", "g(x) = 1/3"},
           {n + "var x in [2, 3]\n", fmt::format("{} = x/2", integral("0", "1", "x*x"))}}};
}

// An end that is a name: between it and 1 the body is defined if it is positive.
Neighbours ends(Dice& dice) {
  const long c = dice.roll(1, 5);
  const std::string t = "var t in (0, 1)\n", body = fmt::format("{}/x", c), i = integral("t", "1", body);
  const std::string closed = fmt::format("-{}*log(t)", c);
  return {"ends that are names",
          {t, i + " = " + closed},
          {{t, i + " = " + closed + " + 1/1000"},
           {t, i + fmt::format(" = {}*log(t)", c)},
           {t, i + " < " + closed},
           {t, i + " > " + closed},
           {t, integral("t", "1", body + "^2") + " = " + closed},
           {t, integral("0", "t", body) + " >= 0", true},
           {t, integral("-t", "1", body) + " = " + closed, true},
           {t, integral("t - 1", "1", body) + " >= 0", true},
           {"var t in [0, 1)\n", i + " >= 0", true},
           {"var t in [0, 1)\n", integral("t", "1", "1/sqrt(x)") + " >= 3"},
           {"var t in (-1, 1)\n", i + " = " + closed, true},
           {"var t in (-1, 1)\n", i + " >= 0", true},
           {"var t in (0, 2)\n", i + " = " + closed, true},
           {"var t in (-1, 0]\n", integral("-1", "t", body) + " <= 0", true},
           {"var t in (-1, 0)\n", integral("-1", "t", body) + " >= 0"},
           {"var t in [-1, 1]\nassume t >= 0\n", i + " >= 0", true}}};
}

// One inside the other, three deep.
Neighbours iterated(Dice& dice) {
  const long c = dice.roll(1, 5);
  const auto over = [&](const char* y, const char* z, const std::string& body) {
    return fmt::format("integral(x, 0, 1, integral(y, {}, integral(z, {}, {})))", y, z, body);
  };
  const std::string cube = over("0, 1", "0, 1", fmt::format("{}*x*y*z", c)),
                    corner = over("0, x", "0, y", std::to_string(c));
  return {"iterated integrals",
          {"", cube + fmt::format(" = {}/8", c)},
          {{"", cube + fmt::format(" = {}/8 + 1/1000", c)},
           {"", cube + fmt::format(" = {}/6", c)},
           {"", cube + fmt::format(" > {}/8", c)},
           {"", corner + fmt::format(" = {}/8", c)},
           {"", corner + fmt::format(" = {}/6 - 1/1000", c)},
           {"", over("x, 0", "0, y", "1") + " <= 0", true},
           {"", over("0, x", "y, 0", "1") + " <= 0", true},
           {"", over("0, 1", "0, 1", fmt::format("{}/z", c)) + " >= 0", true},
           {"", over("0, 1", "0, 1", fmt::format("{}*x/(y - z)", c)) + " >= 0", true},
           {"", over("0, 1", "0, 1", "x^(y/z - y/z)*log(x - 1)") + " >= 0", true}}};
}

}  // namespace

Neighbours neighbours_of_integrals(Dice& dice) {
  constexpr std::array families{powers,        exponentials, gaussians, comparisons,    parts, linear,
                                substitutions, slopes,       waves,     inside_of_sums, ends,  iterated};
  return dice.one_of(families)(dice);
}

}  // namespace dpcert::soundness
