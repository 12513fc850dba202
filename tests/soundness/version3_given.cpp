// Statements of the kinds of version3_statements.hpp with proofs written by hand: for rules that the prover follows in
// a proof but does not look for.
#include <fmt/format.h>

#include <array>

#include "tests/soundness/version3_statements.hpp"

namespace dpcert::soundness {
namespace {

// The integral of c x y^2, y from 0 on, by that of its slope in y, which is at most 2 c w b.
Given under_the_integral(Dice& dice) {
  const long c = dice.roll(1, 4), w = dice.roll(1, 3), b = dice.roll(1, 3);
  const auto over = [&](const std::string& body) { return fmt::format("integral(x, 0, {}, {}*x*{})", w, c, body); };
  const auto is = [&](const std::string& of, const std::string& slope, const std::string& to) {
    return fmt::format("{} = {} + integral(t, 0, {}, {})", over(of), over("0^2"), to, over(slope));
  };
  const std::string y = fmt::format("var y in [0, {}]\n", b);
  return {{"given: under the integral",
           {y, is("y^2", "(2*t)", "y")},
           {{y, is("y^2", "t", "y")},
            {y, is("y^2", "(3*t)", "y")},
            {y, is("y^3", "(2*t)", "y")},
            {y, is("y^2", "(2*t)", std::to_string(b))},
            {y, is("y^2", "(2*t)", "y") + " + 1/1000"},
            {y, is("(y^2 + floor(y))", "(2*t)", "y")},
            {y, is("(y^2 + sqrt(y))", "(2*t)", "y")},
            {fmt::format("var y in [-1, {}]\n", b), is("y^2", "(2*t)", "y"), true},
            {y,
             fmt::format("integral(x, 0, inf, x*y^2) = integral(x, 0, inf, x*0^2) + "
                         "integral(t, 0, y, integral(x, 0, inf, x*(2*t)))"),
             true}}},
          {"y=0"},
          {fmt::format("under x t ({0}*x*t^2) (0) (y) (integral(x, 0, {1}, {2}))", c, w, 2 * c * w * b),
           fmt::format("cut t*({} - x) >= 0", w), "sign",
           fmt::format("combine ({}*({} - y)) 4 {} 5 {}", 2 * c * w, b, 2 * c * w, 2 * c), "sign", "hyp 1"}};
}

Given sums_of_arguments(Dice& dice) {
  const long c = dice.roll(1, 4);
  const bool sine = dice.chance(1, 2);
  const std::string s = "var x in (-inf, inf)\nvar y in (-inf, inf)\n", v = fmt::format("({}*y)", c);
  const auto is = [&](const char* f, const char* g, const char* h, const char* sign, const char* k, const char* l) {
    return fmt::format("{}(x + {}*y) = {}(x)*{}{} {} {}(x)*{}{}", f, c, g, h, v, sign, k, l, v);
  };
  const std::string of_sin = is("sin", "sin", "cos", "+", "cos", "sin"),
                    of_cos = is("cos", "cos", "cos", "-", "sin", "sin");
  return {{"given: sums of arguments",
           {s, sine ? of_sin : of_cos},
           {{s, is("sin", "sin", "cos", "-", "cos", "sin")},
            {s, is("cos", "cos", "cos", "+", "sin", "sin")},
            {s, is("sin", "sin", "sin", "+", "cos", "cos")},
            {s, is("cos", "sin", "cos", "+", "cos", "sin")},
            {s, is("sin", "cos", "cos", "-", "sin", "sin")},
            {s, (sine ? of_sin : of_cos) + " + 1/1000"},
            {s, of_sin + " + 0*log(x)"}}},
          {"x=0 y=0"},
          {fmt::format("fact sin (x) {}", v), sine ? "hyp 1" : "hyp 2"}};
}

// The means of dirichlet(1, 1, 1), whose density is 2 on the triangle.
Given simplex(Dice& dice) {
  const bool first = dice.chance(1, 2);
  const std::string e = first ? "x" : "y", flat =
                                               "exp(lgamma(1 + 1 + 1) - lgamma(1) - lgamma(1) - lgamma(1) + "
                                               "(1 - 1)*log(x) + (1 - 1)*log(y) + (1 - 1)*log(1 - x - y))";
  const std::string inner = first ? "2*x*(1 - x)" : "(1 - x)^2", i = "integral(y, 0, 1 - x, " + e + "*" + flat + ")";
  const auto mean = [&](const std::string& what, const std::string& law, const std::string& value) {
    return fmt::format("E(x, y, z, {}, dirichlet({})) = {}", what, law, value);
  };
  return {
      {"given: on a simplex",
       {"", mean(e, "1, 1, 1", "1/3")},
       {{"", mean(e, "1, 1, 1", "1/2")},
        {"", mean(e, "1, 1, 1", "1/3 + 1/1000")},
        {"", mean("1", "1, 1, 1", "1/3")},
        {"", mean(e + "^2", "1, 1, 1", "1/3")},
        {"", mean(e, "1, 1, 2", "1/3")},
        {"", mean("z", "2, 1, 1", "1/3")},
        {"", mean("1/" + e, "1, 1, 1", "1/3"), true}}},
      {""},
      {fmt::format("antiderivative (integral(x, 0, 1, {})) x ({}) (0) (1/3)", inner,
                   first ? "x^2 - 2*x^3/3" : "x - x^2 + x^3/3"),
       fmt::format("integrand (integral(x, 0, 1, {})) x ({})", i, inner), fmt::format("integrand ({}) y (2*{})", i, e),
       "identity",
       fmt::format("antiderivative (integral(y, 0, 1 - x, 2*{})) y ({}) (0) ({})", e, first ? "2*x*y" : "y^2", inner),
       "combine 0 4 1 5 1", "combine 0 1 1 2 1"}};
}

Given suprema_in_expressions(Dice& dice) {
  const long c = dice.roll(1, 4), d = dice.roll(1, 5);
  const auto is = [&](const std::string& set, const char* rel, const std::string& right) {
    return fmt::format("{}*sup(x in {}, {}*x) + 1 {} {}", d, set, c, rel, right);
  };
  const std::string value = std::to_string(c * d + 1);
  return {{"given: suprema in expressions",
           {"", is("[0, 1]", "<=", value)},
           {{"", is("[0, 1]", "<", value)},
            {"", is("[0, 1]", "<=", value + " - 1/1000")},
            {"", is("[0, 2]", "<=", value)},
            {"", is("[0, inf)", "<=", value)},
            {"", is("(1, 0)", "<=", value)},
            {"", is("[0, 1]", "!=", value)},
            {"", fmt::format("sup(x in [0, 1], {0}*x) - inf(x in [0, 1], {0}*x) < {0}", c)}}},
          {""},
          {fmt::format("witness ({})", c), "parts", "parts", "intro r", "witness (1)", "sign", "sign", "sign",
           "intro x", "sign", "sign"}};
}

// Opposite probabilities have opposite quantiles.
Given quantiles_in_expressions(Dice& dice) {
  const long c = dice.roll(1, 4), d = dice.roll(0, 5);
  const std::string inside = "var p in (0, 1)\n";
  const auto is = [&](const std::string& p, const std::string& q, const char* rel, const std::string& more = "") {
    return fmt::format("{0}*normal_quantile({1}) + {0}*normal_quantile({2}) + {3} {4} {3}{5}", c, p, q, d, rel, more);
  };
  const char* rel = dice.chance(1, 2) ? "<=" : "=";
  return {{"given: quantiles in expressions",
           {inside, is("p", "1 - p", rel)},
           {{inside, is("p", "1 - p", "<")},
            {inside, is("p", "1 - p", rel, " - 1/1000")},
            {inside, is("p", "p", rel)},
            {inside, is("p", "1 - p/2", rel)},
            {inside, is("p", "1 - p^2", rel)},
            {inside, is("p", "1 - p", "!=")},
            {"var p in (0, 1)\nvar v in (-1, 1)\n", is("p", "1 - p", rel, " + v")},
            {"var p in [0, 1)\n", is("p", "1 - p", rel), true},
            {"var p in (0, 1]\n", is("p", "1 - p", rel), true},
            {"var p in (-1, 2)\n", is("p", "1 - p", rel), true}}},
          {"p=1/2"},
          {"fact normal_quantile v (p)", "witness (v)", "parts", "parts", "sign", "hyp 1", "witness (-v)", "parts",
           "parts", "sign", "combine 0 1 -1", "identity"}};
}

// A function that rises from one side of a number to the other has its value somewhere between.
Given intermediate_values(Dice& dice) {
  const long c = dice.roll(1, 4), k = 2 * dice.roll(0, 2) + 1;
  const auto is = [&](const std::string& interval, const std::string& f, const std::string& value) {
    return fmt::format("exists x in {}: {} = {}", interval, f, value);
  };
  const std::string inside = "var p in [0, 1]\n", f = fmt::format("{}*x^{}", c, k), value = fmt::format("{}*p", c);
  return {{"given: intermediate values",
           {inside, is("[0, 1]", f, value)},
           {{inside, is("[0, 1)", f, value)},
            {inside, is("(0, 1]", f, value)},
            {inside, is("[0, 1]", f, value + " + 1/1000")},
            {inside, is("[0, 1]", f, value + " - 1/1000")},
            {inside, is("[0, 1]", f + " + floor(x)", value)},
            {inside, is("[0, 1]", f + "*(1 + floor(2*x))/3", value)},
            {inside, is("[0, 1]", fmt::format("{}*ceil(x)", c), value)},
            {fmt::format("var p in [0, {}]\n", c + 1), is("[0, 1]", f, value)},
            {"var p in [-1, 1]\n", is("[0, 1]", f, value)}}},
          {"p=1/2"},
          {fmt::format("root x ({} - {}) (0) (1)", f, value), "sign", "sign", "sign", "witness (x)", "sign", "sign",
           "combine 0 3 1"}};
}

// What has a quantile lies between 0 and 1, and is neither.
Given values_of_quantiles(Dice& dice) {
  const long c = dice.roll(1, 4);
  const bool upper = dice.chance(1, 2);
  const auto in = [&](const char* from, long lo, long hi, const char* to) {
    return fmt::format("var p in {}{}, {}{}\n", from, lo, hi, to);
  };
  const std::string inside = in("(", 0, c, ")"), below = fmt::format("p < {}", c);
  return {
      {"given: values of quantiles",
       {inside, upper ? below : "p > 0"},
       {{in("(", 0, c, "]"), below},
        {in("[", 0, c, ")"), "p > 0"},
        {in("(", 0, c + 1, ")"), below},
        {in("(", -1, c, ")"), "p > 0"},
        {inside, below + " - 1/1000"},
        {inside, "p > 1/1000"},
        {inside, fmt::format("p > {}/2", c)}}},
      {"p=1/2"},
      {fmt::format("fact normal_quantile v (p/{})", c), upper ? fmt::format("combine ({0}*normal_cdf(-v)) 1 -{0}", c)
                                                              : fmt::format("combine ({0}*normal_cdf(v)) 1 {0}", c)}};
}

}  // namespace

Given given_proof(Dice& dice) {
  constexpr std::array families{under_the_integral,     sums_of_arguments,        simplex,
                                suprema_in_expressions, quantiles_in_expressions, values_of_quantiles,
                                intermediate_values};
  return dice.one_of(families)(dice);
}

}  // namespace dpcert::soundness
