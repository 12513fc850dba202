// Sums, products, sequences and binomials over symbolic ranges, by closed forms (Graham, Knuth and Patashnik, Concrete
// Mathematics, chapters 2 and 5), with a wrong end, index, start, exponent, domain or hypothesis.
#include <fmt/format.h>

#include <array>

#include "tests/soundness/version3_statements.hpp"

namespace dpcert::soundness {
namespace {

const std::string naturals = "int n in [0, inf)\n", positive = "int n in [1, inf)\n";

Neighbours powers(Dice& dice) {
  const long p = dice.roll(1, 3), c = dice.roll(1, 9);
  const std::string closed = fmt::format(
      "{}*{}", c,
      std::array{"n*(n + 1)/2", "n*(n + 1)*(2*n + 1)/6", "n^2*(n + 1)^2/4"}[static_cast<std::size_t>(p - 1)]);
  const auto sum = [&](const char* a, const char* b, long power) {
    return fmt::format("sum(k, {}, {}, {}*k^{})", a, b, c, power);
  };
  const std::string s = sum("1", "n", p);
  return {"powers",
          {naturals, s + " = " + closed},
          {{naturals, sum("1", "n - 1", p) + " = " + closed},
           {naturals, sum("1", "n + 1", p) + " = " + closed},
           {naturals, sum("2", "n", p) + " = " + closed},
           {naturals, sum("1", "n", p + 1) + " = " + closed},
           {naturals, s + " = " + closed + " + 1/" + std::to_string(dice.roll(1, 1000))},
           {naturals, s + " > " + closed},
           {naturals, s + " < " + closed},
           {fmt::format("int n in [{}, inf)\n", dice.roll(-5, -2)), s + " = " + closed}}};
}

Neighbours geometric(Dice& dice) {
  const long a = dice.one_of(std::array{-3L, -2L, -1L, 1L, 2L, 3L}), b = dice.one_of(std::array{4L, 5L, 7L});
  const bool symbolic = dice.chance(1, 2);
  const std::string x = symbolic ? "x" : ratio(a, b), below = naturals + (symbolic ? "var x in (-inf, 1)\n" : "");
  const std::string closed = fmt::format("(1 - {0}^(n + 1))/(1 - {0})", x), s = fmt::format("sum(k, 0, n, {}^k)", x);
  Neighbours out{"geometric",
                 {below, s + " = " + closed},
                 {{below, fmt::format("{0} = (1 - {1}^n)/(1 - {1})", s, x)},
                  {below, fmt::format("sum(k, 1, n, {}^k) = {}", x, closed)},
                  {below, fmt::format("sum(k, 0, n + 1, {}^k) = {}", x, closed)},
                  {below, fmt::format("sum(k, 0, n, {}^(k + 1)) = {}", x, closed)},
                  {below, s + " >= " + closed + " + 1/1000"}}};
  if (symbolic) {
    out.wrong.push_back({naturals + "var x in (-inf, 1]\n", s + " = " + closed, true});
    out.wrong.push_back({naturals + "var x in (-inf, inf)\n", s + " = " + closed, true});
    out.wrong.push_back({positive + "var x in [0, 1)\n", "sum(k, 0, n, x^(k - 1)) >= 0", true});
  } else {
    out.wrong.push_back({"int n in [-4, inf)\n", s + " = " + closed});
  }
  return out;
}

Neighbours telescopes(Dice& dice) {
  const long c = dice.roll(0, 4);
  if (dice.chance(1, 3)) {
    const std::string body = fmt::format("(k + {})/(k + {})", c + 1, c), closed = fmt::format("(n + {0})/{0}", c + 1);
    const std::string p = "prod(k, 1, n, " + (c ? body : "(k + 1)/k") + ")";
    return {"product",
            {naturals, p + " = " + closed},
            {{naturals, p + " = " + closed + " + 1"},
             {naturals, fmt::format("prod(k, 1, n + 1, (k + {})/(k + {})) = {}", c + 1, c, closed)},
             {naturals, fmt::format("prod(k, 2, n, (k + {})/(k + {})) = {}", c + 1, c, closed)},
             {naturals, fmt::format("prod(k, {}, n, (k + {})/(k + {})) = {}", -c, c + 1, c, closed), true},
             {"int n in [-3, inf)\n", p + " = " + closed}}};
  }
  const std::string body = fmt::format("1/((k + {})*(k + {}))", c, c + 1),
                    closed = fmt::format("1/{} - 1/(n + {})", c + 1, c + 1);
  const auto sum = [&](const std::string& a, const std::string& b) {
    return fmt::format("sum(k, {}, {}, {})", a, b, body);
  };
  return {"telescope",
          {naturals, sum("1", "n") + " = " + closed},
          {{naturals, sum("1", "n") + " = " + closed + " + 1/500"},
           {naturals, sum("2", "n") + " = " + closed},
           {naturals, sum("1", "n + 1") + " = " + closed},
           {naturals, sum("1", "n") + fmt::format(" = 1/{} - 1/(n + {})", c + 1, c + 2)},
           {naturals, sum(ratio(-c), "n") + " >= 0", true},
           {naturals, fmt::format("sum(k, 1, n, 1/((k - 2)*(k - 1))) = {}", closed), true},
           {fmt::format("int n in [{}, inf)\n", -c - 3), sum("1", "n") + " = " + closed}}};
}

Neighbours recursion(Dice& dice) {
  const long p = dice.one_of(std::array{-2L, -1L, 1L, 2L, 3L}), q = dice.one_of(std::array{4L, 5L, 7L}),
             b = dice.roll(-4, 4);
  long s = dice.roll(-3, 3);
  if (s * (q - p) == b * q) ++s;  // not the fixed point
  const std::string a = ratio(p, q);
  const auto seq = [&](long start, long step) {
    return fmt::format("seq x(k): x(0) = {}, x(k + 1) = {}*x(k) + {}\n", ratio(start), a, ratio(step));
  };
  const std::string closed = fmt::format("{0}^n*{1} + {2}*(1 - {0}^n)/(1 - {0})", a, ratio(s), ratio(b));
  return {"recursion",
          {naturals + seq(s, b), "x(n) = " + closed},
          {{naturals + seq(s + 1, b), "x(n) = " + closed},
           {naturals + seq(s, b + 1), "x(n) = " + closed},
           {naturals + seq(s, b), "x(n + 1) = " + closed},
           {naturals + seq(s, b), "x(n - 1) = " + closed},
           {"int n in [-1, inf)\n" + seq(s, b), "x(n) = " + closed},
           {naturals + seq(s, b), "x(n) > " + closed},
           {naturals + "seq x(k)\n", "x(n) = " + closed},
           {naturals + seq(s, b) + "seq y(k)\n", "y(n) = " + closed}}};
}

Neighbours two_back(Dice& dice) {
  const long a = dice.roll(0, 3), b = dice.roll(1, 4);
  const auto seq = [](long x0, long x1, const char* step = "f(k + 1) + f(k)") {
    return fmt::format("seq f(k): f(0) = {}, f(1) = {}, f(k + 2) = {}\n", x0, x1, step);
  };
  const std::string s = fmt::format("sum(k, 0, n, f(k)) = f(n + 2) - {}", b);
  return {"two_back",
          {naturals + seq(a, b), s},
          {{naturals + seq(a, b + 1), s},
           {naturals + seq(a, b, "f(k + 1) + f(k) + 1"), s},
           {naturals + seq(a, b), fmt::format("sum(k, 0, n, f(k)) = f(n + 1) - {}", b + 1)},
           {naturals + seq(a, b), fmt::format("sum(k, 0, n + 1, f(k)) = f(n + 2) - {}", b)},
           {"int n in [-3, inf)\n" + seq(a, b), s},
           {naturals + "seq f(k)\n", s}}};
}

// Arbitrary records: which of them the hypothesis speaks of.
Neighbours records(Dice& dice) {
  const long c = dice.roll(1, 5);
  const auto given = [](const char* range) {
    return fmt::format("seq x(k)\nvar c in [0, inf)\nassume forall int k in {}: x(k) <= c\n", range);
  };
  const std::string s = fmt::format("sum(k, 1, n, {0}*x(k)) <= {0}*n*c", c);
  Neighbours out{"records", {naturals + given("[1, n]"), s}, {}};
  for (const char* range : {"[1, n - 1]", "[2, n]", "[0, n - 1]", "[n, 1]", "[n + 1, inf)"})
    out.wrong.push_back({"int n in [2, inf)\n" + given(range), s});
  out.wrong.push_back({"int n in [-3, inf)\n" + given("[1, n]"), s});
  out.wrong.push_back({naturals + given("[1, n]"), fmt::format("sum(k, 1, n + 1, {0}*x(k)) <= {0}*n*c", c)});
  out.wrong.push_back({naturals + given("[1, n]"), fmt::format("sum(k, 0, n, {0}*x(k)) <= {0}*n*c", c)});
  out.wrong.push_back({positive + given("[1, n]"), fmt::format("sum(k, 1, n, {0}*x(k)) <= {0}*(n - 1)*c", c)});
  out.wrong.push_back({positive + given("[1, n]"), fmt::format("sum(k, 1, n, {0}*x(k + 1)) <= {0}*n*c", c)});
  out.wrong.push_back({positive + given("[1, n]"), fmt::format("sum(k, 1, n, -{0}*x(k)) <= {0}*n*c", c)});
  out.wrong.push_back({positive + given("[1, n]"), fmt::format("sum(k, 1, n, {0}*x(k)) < {0}*n*c", c)});
  return out;
}

Neighbours falling(Dice& dice) {
  const bool linear = dice.chance(1, 2);
  const long c = dice.roll(1, 6);
  const auto given = [&](const char* range) {
    return fmt::format("seq x(k)\nassume forall int k in {}: x(k + 1) <= x(k){}\n", range,
                       linear ? fmt::format(" + {}", c) : "");
  };
  const std::string end = linear ? fmt::format("{}*n + x(0)", c) : "x(0)";
  const auto at = [](const char* range, const std::string& e) { return std::pair{std::string(range), e}; };
  Neighbours out{"falling", {naturals + given("[0, inf)"), "x(n) <= " + end}, {}};
  for (const auto& [range, e] : {at("[1, inf)", "x(n) <= " + end), at("[0, inf)", "x(n + 1) <= " + end + " - 1/2"),
                                 at("[0, inf)", "x(n) < " + end), at("[0, inf)", "x(n) >= " + end),
                                 at("[0, n - 2]", "x(n) <= " + end), at("[0, inf)", "x(n) <= x(1)")})
    out.wrong.push_back({positive + given(range.c_str()), e});
  out.wrong.back().before = naturals + given("[0, inf)");  // x(0) <= x(1) is what fails
  if (linear) out.wrong.pop_back();                        // it may hold there
  out.wrong.push_back({"int n in [-2, inf)\n" + given("[0, inf)"), "x(n) <= " + end});
  return out;
}

// Records that rise from each place to every later one: of which pairs the hypothesis speaks.
Neighbours rising(Dice& dice) {
  const long c = dice.roll(0, 4);
  const auto given = [&](const char* outer, const char* inner) {
    return fmt::format("seq x(k)\nassume forall int i in {}: forall int j in {}: x(j) >= x(i) + {}*(j - i)\n", outer,
                       inner, c);
  };
  const auto said = [&](const char* last, const char* rel, const char* more) {
    return fmt::format("x({}) {} x(1) + {}*(n - 1){}", last, rel, c, more);
  };
  const std::string s = said("n", ">=", "");
  Neighbours out{"rising", {positive + given("[1, n]", "[i, n]"), s}, {}};
  using Ranges = std::pair<const char*, const char*>;
  for (const auto& [outer, inner] :
       {Ranges{"[2, n]", "[i, n]"}, Ranges{"[1, n - 1]", "[i, n - 1]"}, Ranges{"[1, n]", "[i + 2, n]"},
        Ranges{"[1, n]", "[1, i]"}, Ranges{"[n, inf)", "[i, inf)"}, Ranges{"[1, n]", "[n + 1, inf)"}})
    out.wrong.push_back({positive + given(outer, inner), s});
  for (const std::string& e :
       {said("n", ">", ""), said("n", ">=", " + 1/9"), said("n", "<=", ""), said("n + 1", ">=", "")})
    out.wrong.push_back({positive + given("[1, n]", "[i, n]"), e});
  out.wrong.push_back({"int n in [-2, inf)\n" + given("[1, n]", "[i, n]"), s});
  return out;
}

Neighbours binomials(Dice& dice) {
  const long a = dice.roll(1, 3), b = 4;
  const bool symbolic = dice.chance(1, 2);
  const std::string x = symbolic ? "x" : ratio(a, b), y = symbolic ? "y" : ratio(b - a, b);
  const std::string before = naturals + (symbolic ? "var x in (0, inf)\nvar y in (0, inf)\n" : "");
  const auto row = [&](const char* lo, const char* hi, const char* n, const char* rest) {
    return fmt::format("sum(k, {}, {}, binomial({}, k)*{}^k*{}^({}))", lo, hi, n, x, y, rest);
  };
  const std::string whole = symbolic ? "(x + y)^n" : "1";
  Neighbours out{"binomials",
                 {before, row("0", "n", "n", "n - k") + " = " + whole},
                 {{before, row("0", "n - 1", "n", "n - k") + " = " + whole},
                  {before, row("1", "n", "n", "n - k") + " = " + whole},
                  {before, row("0", "n", "n", "n - k + 1") + " = " + whole},
                  {before, row("0", "n", "n + 1", "n - k") + " = " + whole},
                  {before, row("0", "n + 1", "n", "n - k") + " = " + whole, true},
                  {before, row("-1", "n", "n", "n - k") + " = " + whole, true},
                  {before, row("0", "n", "n - 1", "n - k") + " = " + whole, true},
                  {before, row("0", "n", "n", "n - k") + " > " + whole},
                  {before, fmt::format("binomial(n, {}) >= 0", dice.roll(1, 9)), true}}};
  if (symbolic) {
    out.wrong.push_back({naturals + "var x in (-inf, inf)\nvar y in (0, inf)\n",
                         fmt::format("sum(k, 0, n, binomial(n, k)*sqrt(x)^(2*k)*y^(n - k)) = (x + y)^n"), true});
  } else {
    out.wrong.push_back({"int n in [-3, inf)\n", row("0", "n", "n", "n - k") + " = 1"});
  }
  return out;
}

// One binder inside of another, and names that a macro must not capture.
Neighbours nested(Dice& dice) {
  const long c = dice.roll(1, 5);
  const auto is = [&](const std::string& s, const char* closed, long more = 0) {
    return Claim{naturals, fmt::format("{} = {}*{} + {}", s, c, closed, more)};
  };
  const auto sum = [&](const char* lo, const char* hi, const char* e) {
    return fmt::format("sum(i, 1, n, sum(j, {}, {}, {}*{}))", lo, hi, c, e);
  };
  const char* tetrahedral = "n*(n + 1)*(n + 2)/6";
  return {
      "nested",
      is(sum("1", "i", "j"), tetrahedral),
      {is(sum("1", "i", "i"), tetrahedral), is(sum("1", "n", "j"), tetrahedral), is(sum("2", "i", "j"), tetrahedral),
       is(sum("1", "i - 1", "j"), tetrahedral), is(sum("1", "i", "j"), tetrahedral, 1),
       is(sum("i", "n", "j"), tetrahedral), is(sum("i", "1", "j"), tetrahedral)}};
}

Neighbours captures(Dice& dice) {
  const long c = dice.roll(1, 7);
  const std::string before = naturals + fmt::format("int k in [2, 5]\nlet f(t) = sum(k, 1, n, {}*k*t)\n", c);
  return {"captures",
          {before, fmt::format("f(k) = {}*k*n*(n + 1)/2", c)},
          {{before, fmt::format("f(k) = {}*n*(n + 1)*(2*n + 1)/6", c)},
           {before, fmt::format("f(k) = {}*k*n*(n - 1)/2", c)},
           {before, fmt::format("f(k + 1) = {}*k*n*(n + 1)/2", c)},
           {before, fmt::format("f(n) = {}*k*n*(n + 1)/2", c)},
           {before, fmt::format("sum(k, 1, n, f(k)) = k*{}*k*n*(n + 1)/2", c)}}};
}

Neighbours remainders(Dice& dice) {
  const long a = dice.roll(2, 7), r = dice.roll(0, a - 1), m = dice.roll(-4, 4);
  const std::string line = "var x in (-inf, inf)\n", any = "int n in (-inf, inf)\n";
  if (dice.chance(1, 2))
    return {"remainders",
            {any, fmt::format("mod({}*n + {}, {}) = {}", a, ratio(r + m * a), a, r)},
            {{any, fmt::format("mod({}*n + {}, {}) = {}", a, ratio(r + m * a + 1), a, r)},
             {any, fmt::format("mod({}*n + {}, {}) = {}", a + 1, ratio(r + m * a), a, r)},
             {any, fmt::format("mod({}*n + {}, {}) = {}", a, ratio(r + m * a), a, r - a)},
             {any, fmt::format("mod({}*n + {}, 0) = {}", a, ratio(r + m * a), r), true},
             {"var n in (-inf, inf)\n", fmt::format("mod({}*n + {}, {}) = {}", a, ratio(r + m * a), a, r)}}};
  return {"remainders",
          {line, fmt::format("mod(x, {0}) < {0}", a)},
          {{line, fmt::format("mod(x, {}) < {} - 1/1000", a, a)},
           {line, fmt::format("mod(x, {}) > 0", a)},
           {line, fmt::format("mod(x, -{}) >= 0", a)},
           {line, fmt::format("mod(x, x) < {}", a), true}}};
}

}  // namespace

Neighbours neighbours_of_sums(Dice& dice) {
  constexpr std::array families{powers,  geometric, telescopes, recursion, two_back, records,
                                falling, rising,    binomials,  nested,    captures, remainders};
  return dice.one_of(families)(dice);
}

}  // namespace dpcert::soundness
