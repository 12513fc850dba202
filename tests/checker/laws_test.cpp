// Laws and divergences: what each notation stands for, and which laws there are.
#include "tests/checker/symbolic.hpp"

namespace dpcert::checker::test {
namespace {

Result same(const std::string& before, const std::string& notation, const std::string& written, const std::string& at) {
  return prove3(before + "prove " + notation + " = " + written + "\n", at, "identity\n");
}

const std::string kNormals =
    "var r in (1, inf)\nvar m in (-inf, inf)\nvar s in (0, inf)\nlaw P = normal(0, s^2)\nlaw Q = normal(m, s^2)\n";

// The example of the page: the integral that the notation stands for is the one that the line writes.
TEST(Laws, RenyiDivergenceOfTwoNormals) {
  const auto density = [](const std::string& m) { return "exp(-(x - " + m + ")^2/(2*s^2))/sqrt(2*pi*s^2)"; };
  const std::string i = "integral(x, -inf, inf, (" + density("0") + ")^r*(" + density("m") + ")^(1 - r))";
  const std::string c = "exp((r^2 - r)*m^2/(2*s^2))";
  const std::string tree = "antiderivative (" + i + ") x (" + c + "*normal_cdf((x - (1 - r)*m)/s)) (0) (" + c +
                           ")\ncut " + i + " > 0\ncombine (" + c + ") 1 1\ncut log(" + i +
                           ") = (r^2 - r)*m^2/(2*s^2)\nexp\nrewrite (" + i + ") (" + c +
                           ")\nhyp 1\ncombine 0 3 (1/(r - 1))\n";
  accepts(prove3(kNormals + "prove renyi(r, P, Q) = r*m^2/(2*s^2)\n", "r=2 m=1 s=1", tree));
  rejects(prove3(kNormals + "prove renyi(r, P, Q) = r*m^2/s^2\n", "r=2 m=1 s=1", tree), "differs from the goal");
  rejects(prove3(kNormals + "prove renyi(r, Q, P) = r*m^2/(2*s^2)\n", "r=2 m=1 s=1", tree), "defined");
}

TEST(Laws, TotalMassAndMean) {
  accepts(prove3("var r in (0, inf)\nlaw P = exponential(r)\nprove E(x, x, P) = 1/r\n", "r=1",
                 "antiderivative (integral(x, 0, inf, x*(r*exp(-r*x)))) x (-(x + 1/r)*exp(-r*x)) (-1/r) (0)\nhyp 1\n"));
  accepts(prove3(
      "var m in (-inf, inf)\nvar c in (-inf, inf)\nlaw P = normal(m, 1)\nprove prob(x, x <= c, P) = normal_cdf(c - m)\n",
      "m=0 c=0",
      "antiderivative (integral(x, -inf, c, exp(-(x - m)^2/2)/sqrt(2*pi))) x (normal_cdf(x - m)) (0) (normal_cdf(c - m))\nhyp 1\n"));
}

// A Dirichlet law is the density of all coordinates but the last one; its integrals are iterated.
TEST(Laws, OnASimplex) {
  const std::string s =
      "var a in (0, inf)\nvar b in (0, inf)\nvar c in (0, inf)\nvar r in (1, 2)\n"
      "law P = dirichlet(a, b, c)\nlaw Q = dirichlet(1, 1, c)\n";
  const std::string at = "a=1 b=1 c=1 r=3/2";
  const auto density = [](const std::string& a, const std::string& b, const std::string& c) {
    return "exp(lgamma(" + a + " + " + b + " + " + c + ") - lgamma(" + a + ") - lgamma(" + b + ") - lgamma(" + c +
           ") + (" + a + " - 1)*log(x) + (" + b + " - 1)*log(y) + (" + c + " - 1)*log(1 - x - y))";
  };
  const std::string uniform = "law U = dirichlet(1, 1)\n", one = "var t in [0, 1]\n";
  // Two coordinates are the first one of a beta law.
  accepts(
      prove3(one + uniform + "prove E(x, y, 1, U) = 1\n", "t=0",
             "integrand (integral(x, 0, 1, exp(lgamma(2) - lgamma(1) - lgamma(1) + 0*log(x) + 0*log(1 - x)))) x (1)\n"
             "identity\nantiderivative (integral(x, 0, 1, 1)) x (x) (0) (1)\ncombine 0 1 1 2 1\n"));
  // Three: the inner integral goes to 1 - x. Of dirichlet(1, 1, 1) it is 2*(1 - x), and the third coordinate is the
  // rest.
  const std::string flat = density("1", "1", "1");
  const auto mean = [&](const std::string& e, const std::string& inner, const std::string& power,
                        const std::string& value) {
    const std::string i = "integral(y, 0, 1 - x, " + e + "*" + flat + ")";
    return prove3(one + "law V = dirichlet(1, 1, 1)\nprove E(x, y, z, " + (e == "(1 - x - y)" ? "z" : e) +
                      ", V) = " + value + "\n",
                  "t=0",
                  "antiderivative (integral(x, 0, 1, " + inner + ")) x (" + power + ") (0) (" + value +
                      ")\nintegrand (integral(x, 0, 1, " + i + ")) x (" + inner + ")\nintegrand (" + i + ") y (2*" + e +
                      ")\nidentity\nantiderivative (integral(y, 0, 1 - x, 2*" + e + ")) y (" +
                      (e == "x"   ? "2*x*y"
                       : e == "y" ? "y^2"
                                  : "2*(1 - x)*y - y^2") +
                      ") (0) (" + inner + ")\ncombine 0 4 1 5 1\ncombine 0 1 1 2 1\n");
  };
  accepts(mean("x", "2*x*(1 - x)", "x^2 - 2*x^3/3", "1/3"));
  accepts(mean("y", "(1 - x)^2", "x - x^2 + x^3/3", "1/3"));
  accepts(mean("(1 - x - y)", "(1 - x)^2", "x - x^2 + x^3/3", "1/3"));
  rejects(mean("x", "2*x*(1 - x)", "x^2 - 2*x^3/3", "1/2"));
  const std::string names = "as many names", ends = "do not stand on the same";
  for (const auto& [wrong, why] :
       std::vector<std::pair<std::string, std::string>>{{"E(x, 1, P)", names},
                                                        {"E(x, y, 1, P)", names},
                                                        {"E(x, y, z, w, 1, P)", names},
                                                        {"E(x, y, z, 1, dirichlet(1, 1, 1, 1))", names},
                                                        {"E(x, x, z, 1, P)", "none twice"},
                                                        {"E(x, 2*y, z, 1, P)", "expected a name"},
                                                        {"prob(x, x <= 1/2, P)", "a law on the line"},
                                                        {"E(x, x, affine(0, 2, P))", "a law on the line"},
                                                        {"kl(P, dirichlet(a, b))", ends},
                                                        {"renyi(2, dirichlet(a, b), P)", ends},
                                                        {"tv(P, beta(a, b))", ends},
                                                        {"hellinger(P, dirichlet(a, b, c, 1))", ends},
                                                        {"kl(P, dirichlet(a))", "at least two coordinates"}})
    rejects(prove3(s + "prove " + wrong + " >= 0\n", at, "sign\n"), why);
  for (const char* law : {"dirichlet(a, 0)", "dirichlet(a, b - a)", "dirichlet(-1, 2, 3)", "dirichlet(a, log(a))"})
    rejects(prove3(s + "law R = " + law + "\nprove 1 >= 0\n", at, "sign\n"), "the parameters of a law");
}

// Laws of finitely many points, where everything is a sum.
TEST(Laws, OfPoints) {
  const std::string s = "var p in (0, 1)\nvar q in (0, 1)\nlaw P = bernoulli(p)\nlaw Q = finite(0: 1 - q, 1: q)\n";
  const std::string at = "p=1/2 q=1/3";
  accepts(same(s, "renyi(2, P, Q)", "log(p^2/q + (1 - p)^2/(1 - q))", at));
  accepts(same(s, "kl(P, Q)", "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q))", at));
  accepts(same(s, "tv(P, Q)", "abs(p - q)", at));
  accepts(same(s, "hellinger(P, Q)^2", "1 - sqrt(p*q) - sqrt((1 - p)*(1 - q))", at));
  accepts(same(s, "hockey_stick(1, P, Q)", "max(p - exp(1)*q, 0) + max(1 - p - exp(1)*(1 - q), 0)", at));
  accepts(same(s, "E(x, x^2 + 3*x, P)", "4*p", at));
  accepts(same(s, "prob(x, x >= 1, P)", "p", at));
  accepts(same(s, "prob(x, x < 1, P)", "1 - p", at));
  accepts(same(s, "prob(x, 0 < x <= 1, P)", "p", at));
  accepts(same(s + "law M = mixture(1/4: P, 3/4: Q)\n", "E(x, x, M)", "p/4 + 3*q/4", at));
  rejects(same(s, "tv(P, Q)", "abs(p - q)/2", at), "not zero");
  rejects(same(s, "renyi(2, Q, P)", "log(p^2/q + (1 - p)^2/(1 - q))", at), "not zero");
  rejects(same(s, "prob(x, x < 1, P)", "p", at), "not zero");
}

// A law is declared only where it is one.
TEST(Laws, ParametersLieInTheirSet) {
  const auto declares = [](const std::string& before, const std::string& law, const std::string& at) {
    return prove3(before + "law P = " + law + "\nprove 1 >= 0\n", at, "sign\n");
  };
  const std::string any = "var v in (-inf, inf)\n", why = "the parameters of a law";
  for (const char* law : {"normal(0, v)",
                          "normal(0, 0)",
                          "laplace(0, v)",
                          "exponential(v)",
                          "gamma(v, 1)",
                          "gamma(1, v)",
                          "beta(v, 1)",
                          "beta(1, v)",
                          "uniform(0, v)",
                          "uniform(1, 1)",
                          "bernoulli(v)",
                          "bernoulli(2)",
                          "normal(log(v), 1)",
                          "finite(0: v, 1: 1 - v)",
                          "finite(0: 1/2, 1: 1/3)",
                          "finite(0: -1, 1: 2)",
                          "mixture(v: normal(0, 1), 1 - v: normal(1, 1))",
                          "mixture(1/2: normal(0, 1), 1/3: normal(1, 1))",
                          "affine(0, v, normal(0, 1))",
                          "affine(0, 1, normal(0, v))",
                          "mixture(1/2: normal(0, 1), 1/2: normal(1, v))"})
    rejects(declares(any, law, "v=1/2"), why);
  for (const char* law : {"normal(v, 1)", "laplace(v, 2)", "exponential(1)", "gamma(1/2, 3)", "beta(1/2, 1/3)",
                          "uniform(v, v + 1)", "bernoulli(1)", "finite(-1: 1/2, 3: 1/3, 1/2: 1/6)",
                          "mixture(1/2: normal(0, 1), 1/2: normal(1, 2))", "affine(v, 2, normal(0, 1))"})
    accepts(declares(any, law, "v=1/2"));
  accepts(declares(any + "assume v > 0\n", "normal(0, v)", "v=1"));
  // The order counts: what is assumed behind the law does not serve it.
  rejects(prove3(any + "law P = normal(0, v)\nassume v > 0\nprove v >= 0\n", "v=1", "hyp 1\n"), why);
  rejects(refute3(any + "law P = normal(0, v)\nprove v >= 2\n", "1 v=1\nby eval 64\n"), why);
  rejects(declares(any, "finite(0: 1/2, 0: 1/2)", "v=1"), "listed twice");
  rejects(declares(any, "cauchy(0, 1)", "v=1"), "no family");
  rejects(declares(any, "Q", "v=1"), "no law");
  rejects(check(certificate("law P = normal(0, 1)\nprove 1 >= 0\n", "proved", "inhabited\ngoal 1\nsign\n")),
          "does not begin a declaration");
}

TEST(Laws, MustStandAlike) {
  const std::string s =
      "var r in (1, 2)\nlaw P = normal(0, 1)\nlaw Q = exponential(1)\nlaw B = bernoulli(1/2)\nlaw F = finite(0: 1/2, 2: 1/2)\n";
  for (const char* d : {"renyi(r, P, Q)", "kl(Q, P)", "tv(P, B)", "hellinger(B, F)", "hockey_stick(0, B, P)"})
    rejects(prove3(s + "prove " + d + " >= 0\n", "r=3/2", "sign\n"), "do not stand on the same");
  rejects(prove3(s + "law M = mixture(1/2: P, 1/2: Q)\nprove r >= 1\n", "r=3/2", "sign\n"), "do not stand on the same");
}

// Below its support an exponential law has no mass, though its formula has values there.
TEST(Laws, AProbabilityIsOfPlacesInTheSupport) {
  const std::string s = "var c in [-1, 1]\nlaw P = exponential(1)\nprove prob(x, x >= c, P) = exp(-c)\n";
  const std::string line = "antiderivative (integral(x, c, inf, exp(-x))) x (-exp(-x)) (-exp(-c)) (0)\n";
  rejects(prove3(s, "c=0", line + "hyp 1\n"), "defined");
  accepts(
      prove3("var c in [0, 1]\nlaw P = exponential(1)\nprove prob(x, x >= c, P) = exp(-c)\n", "c=0", line + "hyp 1\n"));
  rejects(prove3("var c in [0, 1]\nlaw P = exponential(1)\nprove prob(x, c >= 0, P) = 1\n", "c=0", "sign\n"),
          "a probability is of");
  rejects(prove3("var c in [0, 1]\nlaw P = exponential(1)\nprove prob(x, x >= x/2, P) = 1\n", "c=0", "sign\n"),
          "contains its variable");
  rejects(prove3("var c in [0, 1]\nlaw P = exponential(1)\nprove prob(x, x = c, P) = 0\n", "c=0", "sign\n"),
          "a probability is of");
}

// A name that the text declares is what it declares.
TEST(Laws, NamesOfNotations) {
  accepts(prove3("var E in [0, 1]\nlet kl(x) = x^2\nprove kl(E) >= 0\n", "E=0", "sign\n"));
  accepts(prove3("var gamma in (0, 1)\nlaw P = gamma(gamma, 1)\nprove gamma > 0\n", "gamma=1/2", "sign\n"));
  rejects(prove3("var integral in [0, 1]\nprove integral >= 0\n", "integral=0", "sign\n"), "reserved");
  rejects(prove3("var c in [0, 1]\nprove kl(c, c) >= 0\n", "c=0", "sign\n"), "no law");
  accepts(check(
      certificate("var integral in [0, 1]\nprove integral >= 0\n", "proved", "inhabited integral=0\ngoal 1\nsign\n")));
}

}  // namespace
}  // namespace dpcert::checker::test
