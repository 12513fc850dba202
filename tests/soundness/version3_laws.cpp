// Laws, expectations and divergences by their tables (Johnson, Kotz and Balakrishnan; van Erven and Harremoes; Balle
// and Wang), regularised integrals, quantiles and waves, with wrong parameters, constants, orders, ends or domains.
#include <fmt/format.h>

#include <array>

#include "tests/soundness/version3_statements.hpp"

namespace dpcert::soundness {
namespace {

Neighbours means(Dice& dice) {
  const long m = dice.roll(-3, 3), v = dice.roll(1, 4);
  const bool symbolic = dice.chance(1, 2);
  const std::string before = symbolic ? "var m in (-inf, inf)\nvar v in (0, inf)\nlaw P = normal(m, v)\n"
                                      : fmt::format("law P = normal({}, {})\n", ratio(m), v);
  const std::string mean = symbolic ? "m" : ratio(m), var = symbolic ? "v" : std::to_string(v);
  Neighbours out{"means of normals",
                 {before, fmt::format("E(x, x, P) = {}", mean)},
                 {{before, fmt::format("E(x, x, P) = {} + {}/8", mean, var)},
                  {before, fmt::format("E(x, x^2, P) = {}^2", mean)},
                  {before, fmt::format("E(x, (x - {})^2, P) = 2*{}", mean, var)},
                  {before, fmt::format("E(x, 1, P) = 1 + {}/100", var)},
                  {before, "E(x, 1, P) < 1"},
                  {before, fmt::format("E(x, 1/(x - {}), P) = 0", mean), true},
                  {before, fmt::format("E(x, exp((x - {})^2), P) >= 0 and {} >= 1", mean, var)},
                  {before, fmt::format("prob(x, x <= {}, P) > 1/2", mean)},
                  {before, fmt::format("prob(x, x >= {} + 1, P) = 1/2", mean)}}};
  if (symbolic) {
    out.wrong[6].before = "var m in (-inf, inf)\nvar v in (0, 1/2]\nlaw P = normal(m, v)\n";
    out.wrong[6].undefined = false;
  } else {
    out.wrong[6] = {before, fmt::format("E(x, exp((x - {})^2), P) >= 0", mean), true};
  }
  return out;
}

Neighbours exponentials(Dice& dice) {
  const long r = dice.roll(1, 5), c = dice.roll(1, 4);
  const std::string law = fmt::format("law P = exponential({})\n", r), c0 = "var c in [0, inf)\n";
  if (dice.chance(1, 2))
    return {"exponential laws",
            {c0 + law, fmt::format("prob(x, x >= c, P) = exp(-{}*c)", r)},
            {{c0 + law, fmt::format("prob(x, x >= c, P) = exp(-{}*c)", r + 1)},
             {c0 + law, fmt::format("prob(x, x <= c, P) = exp(-{}*c)", r)},
             {c0 + law, fmt::format("prob(x, x >= c + 1, P) = exp(-{}*c)", r)},
             {c0 + law, fmt::format("prob(x, c <= x <= c + {}, P) = exp(-{}*c)", c, r)},
             {fmt::format("var c in [-{}, inf)\n", c) + law, fmt::format("prob(x, x >= c, P) = exp(-{}*c)", r), true},
             {fmt::format("var c in [-{}, inf)\n", c) + law, "prob(x, x >= c, P) >= 0", true}}};
  return {"exponential laws",
          {law, fmt::format("E(x, x, P) = 1/{}", r)},
          {{law, fmt::format("E(x, x, P) = {}", r + 1)},
           {law, fmt::format("E(x, x, P) = 1/{} + 1/100", r)},
           {law, fmt::format("E(x, x, P) > 1/{}", r)},
           {law, fmt::format("E(x, exp({}*x), P) >= 0", r), true},
           {law, "E(x, 1/x, P) >= 0", true},
           {law, "E(x, log(x - 1)^2, P) >= 0", true}}};
}

Neighbours divergences(Dice& dice) {
  const std::string alike = "var m in (0, inf)\nvar s in (0, inf)\nlaw P = normal(0, s^2)\nlaw Q = normal(m, s^2)\n";
  const auto order = [&](const char* range) { return fmt::format("var order in {}\n", range) + alike; };
  const std::string renyi = "renyi(order, P, Q) = order*m^2/(2*s^2)";
  switch (dice.roll(0, 3)) {
    case 0:
      return {"divergences of normals",
              {order("(1, inf)"), renyi},
              {{order("(1, inf)"), "renyi(order, P, Q) = m^2/(2*s^2)"},
               {order("(1, inf)"), "renyi(order, P, Q) = order*m^2/s^2"},
               {order("(1, inf)"), "renyi(order, P, Q) = order*m^2/(2*s)"},
               {order("(1, inf)"), "renyi(order, P, Q) < order*m^2/(2*s^2)"},
               {order("[1, inf)"), renyi, true},
               {order("(-1, inf)"), renyi, true},
               {order("(1, inf)") + "law R = normal(m, 4*s^2)\n", "renyi(order, R, Q) >= 0", true}}};
    case 1:
      return {"divergences of normals",
              {alike, "kl(P, Q) = m^2/(2*s^2)"},
              {{alike, "kl(P, Q) = m^2/s^2"},
               {alike, "kl(P, Q) = m^2/(2*s)"},
               {alike, "kl(P, Q) > m^2/(2*s^2)"},
               {alike, "kl(P, P) > 0"},
               {alike + "law R = normal(0, 2*s^2)\n", "kl(P, R) = 0"}}};
    case 2:
      return {
          "divergences of normals",
          {alike, "tv(P, Q) = 2*normal_cdf(m/(2*s)) - 1"},
          {{alike, "tv(P, Q) = 2*normal_cdf(m/s) - 1"},
           {alike, "tv(P, Q) = normal_cdf(m/(2*s)) - 1/2"},
           {alike, "tv(P, Q) >= 2*normal_cdf(m/(2*s)) - 1 + 1/1000"},
           {"var m in (-inf, inf)\nlaw P = normal(0, 1)\nlaw Q = normal(m, 1)\n", "tv(P, Q) = 2*normal_cdf(m/2) - 1"}}};
    default: {
      const std::string e = fmt::format("{}", dice.roll(1, 3));
      const auto closed = [&](const char* s1, const std::string& factor, const char* rel) {
        return fmt::format(
            "hockey_stick({0}, P, Q) {1} normal_cdf(m/(2*s) {2} {0}*s/m) - {3}*normal_cdf(-m/(2*s) - {0}*s/m)", e, rel,
            s1, factor);
      };
      return {"divergences of normals",
              {alike, closed("-", "exp(" + e + ")", "=")},
              {{alike, closed("+", "exp(" + e + ")", "=")},
               {alike, closed("-", "1", "=")},
               {alike, closed("-", "exp(" + e + ")", ">")},
               {alike, closed("-", "exp(" + e + ")", "<")},
               {alike, "hockey_stick(" + e + ", P, Q) = 0"},
               {alike, "hockey_stick(" + e + ", P, P) > 0"}}};
    }
  }
}

Neighbours laplaces(Dice& dice) {
  const auto law = [](const char* m) {
    return fmt::format("var m in {}\nvar b in (0, inf)\nlaw P = laplace(m, b)\nlaw Q = laplace(0, b)\n", m);
  };
  const std::string shift = law("(0, inf)");
  if (dice.chance(1, 2))
    return {"divergences of Laplace laws",
            {shift, "tv(P, Q) = 1 - exp(-m/(2*b))"},
            {{shift, "tv(P, Q) = 1 - exp(-m/b)"},
             {shift, "tv(P, Q) < 1 - exp(-m/(2*b))"},
             {law("(-inf, inf)"), "tv(P, Q) = 1 - exp(-m/(2*b))"},
             {shift, "hellinger(P, Q) = 0"}}};
  return {"divergences of Laplace laws",
          {shift, "kl(P, Q) = m/b + exp(-m/b) - 1"},
          {{shift, "kl(P, Q) = m/b + exp(-m/b)"},
           {shift, "kl(P, Q) = m/b"},
           {shift, "kl(P, Q) > m/b + exp(-m/b) - 1"},
           {law("(-inf, inf)"), "kl(P, Q) = m/b + exp(-m/b) - 1"},
           {"var e in [0, inf)\n" + shift, "hockey_stick(e, P, Q) = 1 - exp((e - m/b)/2)"}}};
}

Neighbours rates(Dice& dice) {
  const std::string s = "var a in (0, inf)\nvar b in (0, inf)\nlaw P = exponential(a)\nlaw Q = exponential(b)\n";
  const std::string closed = "(order*log(a) + (1 - order)*log(b) - log(order*a + (1 - order)*b))/(order - 1)";
  if (dice.chance(1, 2))
    return {"divergences of exponential laws",
            {s, "kl(P, Q) = log(a/b) + b/a - 1"},
            {{s, "kl(P, Q) = log(b/a) + b/a - 1"},
             {s, "kl(P, Q) = log(a/b) + a/b - 1"},
             {s, "kl(P, Q) > 0"},
             {s, "kl(P, Q) = kl(Q, P)"}}};
  const std::string o = "var order in (1, inf)\n" + s, exists = o + "assume order*a + (1 - order)*b > 0\n";
  return {"divergences of exponential laws",
          {exists, "renyi(order, P, Q) = " + closed},
          {{o, "renyi(order, P, Q) = " + closed, true},
           {o, "renyi(order, P, Q) >= 0", true},
           {exists, "renyi(order, Q, P) = " + closed},
           {exists, "renyi(order, P, Q) > " + closed},
           {o + "assume order*a + (1 - order)*b >= 0\n", "renyi(order, P, Q) = " + closed, true}}};
}

Neighbours of_points(Dice& dice) {
  const auto coins = [](const char* p) {
    return fmt::format("var p in {0}\nvar q in {0}\nlaw P = bernoulli(p)\nlaw Q = bernoulli(q)\n", p);
  };
  const std::string s = coins("(0, 1)");
  const long a = dice.roll(2, 5);
  if (dice.chance(1, 2))
    return {"laws of points",
            {s, "tv(P, Q) = abs(p - q)"},
            {{s, "tv(P, Q) = p - q"},
             {s, "tv(P, Q) > 0"},
             {s, fmt::format("kl(P, Q) >= {}*tv(P, Q)^2", a + 1)},
             {coins("[0, 1]"), "kl(P, Q) >= 0", true},
             {coins("[0, 1)"), "renyi(2, P, Q) >= 0", true},
             {s, "renyi(1, P, Q) >= 0", true},
             {s, "kl(P, Q) = kl(Q, P)"},
             {s, fmt::format("hockey_stick(-{}, P, Q) <= tv(P, Q)", a)}}};
  const std::string f = fmt::format("var p in [0, 1]\nlaw P = finite(0: p, {}: 1 - p)\n", a);
  return {"laws of points",
          {f, fmt::format("E(x, x, P) = {0} - {0}*p", a)},
          {{f, fmt::format("E(x, x, P) = {}*p", a)},
           {f, "prob(x, x > 0, P) = p"},
           {f, fmt::format("prob(x, 0 < x < {}, P) = 1 - p", a)},
           {f, fmt::format("E(x, x^2, P) = {}*(1 - p)", a)},
           {f, "E(x, 1/x, P) >= 0", true},
           {f, "E(x, 1, P) < 1"}}};
}

Neighbours binomial_laws(Dice& dice) {
  const long a = dice.roll(1, 3);
  const std::string s = fmt::format("int n in [1, inf)\nlaw P = binomial(n, {})\n", ratio(a, 4));
  return {"binomial laws",
          {s, fmt::format("E(k, k, P) = {}*n/4", a)},
          {{s, fmt::format("E(k, k, P) = {}*(n - 1)/4", a)},
           {s, "E(k, 1, P) < 1"},
           {s, fmt::format("E(k, k^2, P) = ({}*n/4)^2", a)},
           {s, fmt::format("prob(k, k <= 0, P) = {}^(n + 1)", ratio(4 - a, 4))},
           {s, "prob(k, k <= n + 1, P) >= 0", true},
           {s, "prob(k, -1 <= k <= 0, P) >= 0", true},
           {s, "E(k, 1/k, P) >= 0", true}}};
}

Neighbours regularised(Dice& dice) {
  const long a = dice.roll(1, 5), b = dice.roll(a + 1, 9);
  const std::string x = ratio(a, b);
  if (dice.chance(1, 2))
    return {"regularised integrals",
            {"", fmt::format("gamma_regularized_lower(1, {0}) = 1 - exp(-{0})", x)},
            {{"", fmt::format("gamma_regularized_lower(1, {0}) = 1 - exp(-{0}) + 1/1000", x)},
             {"", fmt::format("gamma_regularized_lower(1, {}) >= 1", x)},
             {"", fmt::format("gamma_regularized_lower(1, -{}) <= 1", x), true},
             {"", fmt::format("gamma_regularized_lower(-{}, 1) <= 1", x), true},
             {"", "gamma_regularized_lower(0, 0) = 0", true},
             {"var y in [-1, 1]\n", "gamma_regularized_lower(1, y) <= 1", true}}};
  return {"regularised integrals",
          {"", fmt::format("beta_regularized({0}, 1, 1) = {0}", x)},
          {{"", fmt::format("beta_regularized({0}, 1, 1) = {0} + 1/1000", x)},
           {"", fmt::format("beta_regularized({0}, 1, 2) = {0}", x)},
           {"", fmt::format("beta_regularized({}, 1, 1) >= 0", ratio(a + b, b)), true},
           {"", fmt::format("beta_regularized(-{}, 1, 1) <= 0", x), true},
           {"", fmt::format("beta_regularized({}, 0, 1) >= 0", x), true},
           {"", "beta_regularized(0, -1, 1) = 0", true},
           {"var y in [0, 2]\n", "beta_regularized(y, 1, 1) >= 0", true}}};
}

Neighbours quantiles(Dice& dice) {
  // Tables of the normal law: normal_cdf(q) lies strictly between the two.
  struct Row {
    const char *q, *below, *above;
  };
  const Row row = dice.one_of(std::array<Row, 5>{{{"0", "0.4999", "0.5001"},
                                                  {"1", "0.8413", "0.8414"},
                                                  {"2", "0.9772", "0.9773"},
                                                  {"(-1)", "0.1586", "0.1587"},
                                                  {"(-2)", "0.0227", "0.0228"}}});
  const auto is = [](const char* p, const char* rel, const std::string& q) {
    return fmt::format("normal_quantile({}) {} {}", p, rel, q);
  };
  return {"quantiles",
          {"", is(row.below, "<=", row.q)},
          {{"", is(row.below, ">=", row.q)},
           {"", is(row.below, "=", row.q)},
           {"", is(row.above, "<=", row.q)},
           {"", is("0", "<=", row.q), true},
           {"", is("1", ">=", row.q), true},
           {"", is("(-0.2)", "<=", row.q), true},
           {"var p in [0, 1/2)\n", is("p", "<=", "0"), true},
           {"var p in (1/2, 1]\n", is("p", ">=", "0"), true},
           {"var p in (0, 1)\n", is("p", "<=", row.q)}}};
}

Neighbours functions(Dice& dice) {
  const long c = dice.roll(1, 3);
  const std::string x = fmt::format("var x in [0, {}]\n", c), all = "var x in (-inf, inf)\n";
  switch (dice.roll(0, 2)) {
    case 0:
      return {"waves",
              {x, "sin(x) <= x"},
              {{x, "sin(x) < x"},
               {x, "sin(x) <= x - x^3/5"},
               {x, "sin(x) >= x"},
               {x, "sin(x + 1) <= x"},
               {all, "sin(x) <= x"},
               {all, "sin(x) <= 1 - 1/1000"},
               {all, "sin(x) < 1"},
               {all, "1/sin(x)^2 >= 1", true}}};
    case 1:
      return {"waves",
              {x, "cos(x) >= 1 - x^2/2"},
              {{x, "cos(x) > 1 - x^2/2"},
               {x, "cos(x) >= 1 - x^2/3"},
               {x, "cos(x) <= 1 - x^2/2"},
               {all, "cos(x) >= -1 + 1/1000"},
               {all, "cos(x) > -1"},
               {all, "sqrt(cos(x)) >= 0", true},
               {all, "sin(x)^2 + cos(x)^2 >= 1 + 1/1000"}}};
    default:
      return {"waves",
              {x, "atan(x) <= x"},
              {{x, "atan(x) < x"},
               {x, "atan(x) <= x - x^3/3"},
               {all, "atan(x) <= x"},
               {all, "atan(x) <= 3/2"},
               {all, "atan(x) >= -3/2"},
               {all, "log(atan(x)) <= 1", true}}};
  }
}

}  // namespace

Neighbours neighbours_of_laws(Dice& dice) {
  constexpr std::array families{means,     exponentials,  divergences, laplaces,  rates,
                                of_points, binomial_laws, regularised, quantiles, functions};
  return dice.one_of(families)(dice);
}

}  // namespace dpcert::soundness
