// Suprema, infima, quantiles, regularised integrals and binomial laws: proofs of true statements, and the same lines
// where the statement is false or says nothing.
#include "tests/checker/symbolic.hpp"

namespace dpcert::checker::test {
namespace {

Result variance(const std::string& relation) {
  return prove3("prove " + relation + "\n", "",
                "parts\nintro r\nwitness (1/2)\nsign\nsign\nsign\nintro x\ntaylor 96\n");
}

TEST(Described, ASupremumIsTheLeastBound) {
  const std::string e = "x*(1 - x)";
  accepts(variance("sup(x in [0, 1], " + e + ") = 1/4"));
  accepts(variance("1/4 = sup(x in [0, 1], " + e + ")"));
  accepts(variance("sup(x in [1/4, 3/4], " + e + ") = 1/4"));
  for (const std::string& wrong :
       std::vector<std::string>{"sup(x in [0, 1], " + e + ") = 1/5", "sup(x in [0, 1], " + e + ") = 1/3",
                                "sup(x in [0, 1/2), " + e + ") = 1/4", "sup(x in (1/2, 1], " + e + ") = 1/4",
                                "sup(x in [1, 0], " + e + ") = 1/4", "inf(x in [0, 1], " + e + ") = 1/4",
                                "sup(x in [0, 1], " + e + ") < 1/4", "sup(x in [0, 1], " + e + ") > 1/4",
                                "sup(x in [0, 1], " + e + ") = log(0)", "sup(x in [0, 1], " + e + " + x^2) = 1/4"})
    rejects(variance(wrong), "");
}

// A bound alone is none of an empty set; something alone none of an unbounded one; and neither where e is undefined.
TEST(Described, ASupremumExists) {
  const auto bounded = [](const std::string& set, const std::string& e, const std::string& c) {
    return prove3("prove sup(x in " + set + ", " + e + ") <= " + c + "\n", "",
                  "parts\nwitness (1/2)\nsign\nsign\nsign\nintro x\nsign\n");
  };
  accepts(bounded("[0, 1]", "x", "5"));
  rejects(bounded("(1, 0)", "x", "5"), "");
  rejects(bounded("[1/2, 1/2)", "x", "5"), "");
  rejects(bounded("[0, inf)", "x", "5"), "");
  rejects(bounded("[-1, 1]", "log(x)", "5"), "");
  rejects(bounded("[0, 1]", "x", "1/3"), "");
  rejects(bounded("[0, 1]", "x", "log(0)"), "");
  const auto above = [](const std::string& set, const std::string& e, const std::string& c) {
    return prove3("prove sup(x in " + set + ", " + e + ") > " + c + "\n", "",
                  "parts\nwitness (1/2)\nsign\nsign\nsign\nwitness (1)\nintro x\nsign\n");
  };
  accepts(above("[0, 1]", "x", "1/3"));
  rejects(above("[0, inf)", "x", "1/3"), "");
  rejects(above("[0, 1]", "x", "1/2"), "");
  rejects(above("[0, 1]", "x", "-exp(log(0))"), "");
  rejects(above("(-1, 1]", "x + 0*log(x)", "1/3"), "");
  // A goal of two parts is not proved by one of them.
  rejects(prove3("prove sup(x in [0, 1], x) <= 5\n", "", "intro x\nsign\n"), "of this form");
  rejects(prove3("prove sup(x in [0, 1], x) <= 5\n", "", "parts\nwitness (1/2)\nsign\nsign\nsign\n"), "");
}

// Of what relations describe: the lines for a set, and for others, in which a place is missing or is too many.
TEST(Described, WhatRelationsDescribe) {
  const auto half = [](const std::string& set, const std::string& c) {
    return prove3("prove sup(" + set + ", x) <= " + c + "\n", "",
                  "parts\nwitness (1/2)\nsign\nsign\nparts\nsign\nsign\nintro x\nintro\ncombine 0 1 1\n");
  };
  accepts(half("x in [0, 1] where x <= 1/2", "1/2"));
  rejects(half("x in [0, 1] where x <= 1/2", "1/3"), "");  // one of the set is above
  rejects(half("x in [0, 1] where x <= 1/3", "1/3"), "");  // 1/2 is none of it
  rejects(half("x in [0, 1] where x < 1/2", "1/2"), "");   // nor here
  rejects(half("x in [0, 1] where x >= 1/2", "1/2"), "");
  rejects(half("x in [0, 1]", "1/2"), "");                          // there is no second part
  rejects(half("x in [0, 1] where log(x - 1) <= 1/2", "1/2"), "");  // what is asked for is undefined
  rejects(half("x in (1/2, 1] where x <= 1/2", "1/2"), "");
  // Integers in an interval, which their ends belong to.
  const auto integers = [](const std::string& set, const std::string& c, const std::string& k) {
    return prove3("prove sup(int k in " + set + ", k) = " + c + "\n", "",
                  "parts\nintro r\nwitness (" + k + ")\nsign\nsign\nsign\nintro k\nsign\n");
  };
  accepts(integers("[0, 5]", "5", "5"));
  rejects(integers("[0, 5)", "5", "5"), "");
  rejects(integers("[0, 5)", "9/2", "9/2"), "");  // no integer
  rejects(integers("[0, 5]", "6", "6"), "");
  // Two names, the interval of the second with the first one.
  const auto two = [](const std::string& set, const std::string& c) {
    return prove3("prove sup(" + set + ", x + y) <= " + c + "\n", "",
                  "parts\nwitness (1)\nsign\nsign\nwitness (1)\nsign\nsign\nsign\nintro x\nintro y\nsign\n");
  };
  accepts(two("x in [0, 1], y in [0, 1]", "2"));
  rejects(two("x in [0, 1], y in [0, 1]", "3/2"), "");
  rejects(two("x in [0, 1], y in [0, 1)", "2"), "");
  rejects(two("x in [0, 1], y in [0, inf)", "2"), "");
}

// In an expression: a number that is the supremum, and the relation of it.
TEST(Described, InAnExpressionANumberStandsForIt) {
  const auto bounded = [](const std::string& relation, const std::string& v, const std::string& before = "") {
    return prove3(
        before + "var y in [1, 2]\nprove " + relation + "\n", "y=1",
        "witness (" + v + ")\nparts\nparts\nintro r\nwitness (" + v + ")\nsign\nsign\nsign\nintro x\nsign\nsign\n");
  };
  const std::string macro = "let f(t) = sup(x in [0, t], x)\n";
  accepts(bounded("sup(x in [0, 1], x) + 1 <= 2", "1"));
  accepts(bounded("sup(x in [0, y], x) - y <= 0", "y"));
  accepts(bounded("2*f(y) <= 2*y", "y", macro));
  rejects(bounded("2*f(y) <= y", "y", macro));
  rejects(bounded("sup(x in [0, 1], x) + 1 <= 3/2", "1"), "sign");
  rejects(bounded("sup(x in [0, 1], x) + 1 <= 3/2", "1/2"));
  rejects(bounded("sup(x in [0, 2], x) + 1 <= 2", "1"));
  rejects(bounded("sup(x in [0, inf), x) + 1 <= 2", "1"));
  rejects(bounded("sup(x in [1, 0], x) + 1 <= 2", "1"));
  rejects(bounded("sup(x in (0, 1), x) + 1 <= 2", "1"));
  rejects(bounded("sup(x in [0, 1], x) + 1 < 2", "1"), "sign");
  // Nothing but the number itself will do, for a relation that others satisfy.
  for (const std::string line : {"sign\nsign\n", "parts\nsign\nsign\n", "parts\nparts\nsign\nsign\nsign\n"})
    rejects(prove3("var y in [1, 2]\nprove sup(x in [0, 1], x) + 1 <= 3/2\n", "y=1", "witness (1/2)\n" + line));
}

// A number with a given value of normal_cdf, as a new variable: only for a value between 0 and 1, and it is only that.
TEST(Described, AQuantileIsANewVariable) {
  const auto opposite = [](const std::string& domain, const std::string& relation, const std::string& name = "v",
                           const std::string& u = "p") {
    return prove3("var p in " + domain + "\nvar x in [0, 1]\nprove " + relation + "\n", "p=1/2 x=0",
                  "fact normal_quantile " + name + " (" + u + ")\nwitness (" + name +
                      ")\nparts\nparts\nsign\nhyp 1\nwitness (-" + name +
                      ")\nparts\nparts\nsign\ncombine 0 1 -1\nidentity\n");
  };
  const std::string zero = "normal_quantile(p) + normal_quantile(1 - p) = 0";
  accepts(opposite("(0, 1)", zero));
  accepts(opposite("(0, 1)", "2*normal_quantile(p) + 2*normal_quantile(1 - p) >= 0"));
  rejects(opposite("[0, 1)", zero), "between 0 and 1");
  rejects(opposite("(0, 1]", zero), "between 0 and 1");
  rejects(opposite("(0, 2)", zero), "between 0 and 1");
  rejects(opposite("(0, 1)", zero, "v", "p/(1 - p)"), "between 0 and 1");
  rejects(opposite("(0, 1)", zero, "v", "1/(p - x)"), "defined");
  rejects(opposite("(0, 1)", zero, "x"), "in use");
  rejects(opposite("(0, 1)", zero, "p"), "in use");
  rejects(opposite("(0, 1)", zero, "v", "1/2"));  // of another probability
  rejects(opposite("(0, 1)", zero, "v", "1 - p"));
  rejects(opposite("(0, 1)", "normal_quantile(p) + normal_quantile(1 - p) > 0"));
  rejects(opposite("(0, 1)", "normal_quantile(p) - normal_quantile(1 - p) = 0"));
  rejects(opposite("(0, 1)", "normal_quantile(p) + normal_quantile(p) = 0"));
  // Nothing else is said of it; a hypothesis that bounds the probability may be what is needed.
  rejects(prove3("var p in (0, 1)\nprove p >= 1/2\n", "p=1/2", "fact normal_quantile v (p)\nsign\n"));
  rejects(prove3("var p in (0, 1)\nprove p >= 1/2\n", "p=1/2", "fact normal_quantile v (p)\nhyp 1\n"));
  rejects(prove3("var p in (0, 1)\nprove p >= 0\n", "p=1/2", "fact normal_quantile (p)\nsign\n"));
  const std::string bounded = "var p in (-inf, inf)\nassume 0 < p < 1\nprove p <= 1\n";
  accepts(prove3(bounded, "p=1/2", "fact normal_quantile v (p)\ncombine 0 2 1\n"));
  rejects(prove3("var p in (-inf, inf)\nassume 0 <= p < 1\nprove p <= 1\n", "p=1/2",
                 "fact normal_quantile v (p)\ncombine 0 2 1\n"),
          "between 0 and 1");
}

// A place at which a continuous function is 0, as a new variable: only between two places at which it has both signs.
TEST(Described, ARootIsANewVariable) {
  const auto quintic = [](const std::string& root, const std::string& relation = "exists x in (0, 1): x^5 + x = 1") {
    return prove3("var p in [0, 1]\nprove " + relation + "\n", "p=0",
                  root + "\neval 64\neval 64\neval 64\nwitness (v)\nsign\nsign\ncombine 0 3 1\n");
  };
  const std::string e = "root v (v^5 + v - 1) ";
  accepts(quintic(e + "(1/2) (7/8)"));
  rejects(quintic(e + "(3/4 + 1/16) (7/8)"));                       // above 0 at both
  rejects(quintic(e + "(1/2) (3/4 - 1/8)"));                        // below 0 at both
  rejects(quintic("root v (1 - v - v^5) (1/2) (7/8)"));             // the other way round
  rejects(quintic("root v (1 - v - v^5) (7/8) (1/2)"), "between");  // nothing lies between
  rejects(quintic(e + "(7/8) (7/8)"), "between");
  rejects(quintic("root p (p^5 + p - 1) (1/2) (7/8)"), "in use");
  rejects(quintic(e + "(v) (7/8)"));
  rejects(quintic(e + "(1/2) (7/8 + 0/p)"), "defined");
  rejects(quintic(e + "(1/2) (7/8)", "exists x in (0, 1/2): x^5 + x = 1"));
  rejects(quintic(e + "(1/2) (7/8)", "exists x in (0, 1): x^5 + x = 2"));
  rejects(quintic(e + "(1/2) (7/8)", "exists int x in [0, 1]: x^5 + x = 1"), "integer");
  // Between places that are in their order only in the wrong one, everything would be true.
  rejects(prove3("var p in [0, 1]\nprove p >= 2\n", "p=0",
                 "root v (2 - v) (3 + p) (1 + p)\nsign\nsign\nsign\ncombine 1 1 1 2 1\n"));
  // A jump, a pole, and a place at which it is not defined.
  const auto jumps = [](const std::string& f) {
    return prove3("prove exists x in [-1, 1]: " + f + " = 0\n", "",
                  "root x (" + f + ") (-1) (1)\neval 64\neval 64\neval 64\nwitness (x)\nsign\nsign\nhyp 3\n");
  };
  accepts(jumps("2*x + 1"));
  for (const char* f :
       {"floor(x) + 1/2", "ceil(x) - 1/2", "1/x", "abs(x)/x", "x*sqrt(x^2 - 1/4)", "integral(t, 0, 1, x)"})
    rejects(jumps(f));
  const auto arbitrary = [](const std::string& kind) {
    return prove3(kind + " g(1)\nassume g(0) <= 0\nassume g(1) >= 0\nprove exists x in [0, 1]: g(x) = 0\n",
                  "with g(u) = u;", "root x (g(x)) (0) (1)\nsign\nhyp 1\nhyp 2\nwitness (x)\nsign\nsign\nhyp 5\n");
  };
  accepts(arbitrary("fun"));
  rejects(arbitrary("logpartition"));
}

TEST(Described, AnInfimumIsTurnedRound) {
  const auto reciprocal = [](const std::string& relation) {
    return prove3("prove " + relation + "\n", "",
                  "parts\nintro r\nwitness (1/r + 1)\nsign\nrewrite (r^2/(r + 1))\nsign\nintro x\nsign\n");
  };
  accepts(reciprocal("inf(x in (0, inf), 1/x) = 0"));
  accepts(reciprocal("0 = inf(z in (0, inf), 1/z)"));
  for (const std::string& wrong : std::vector<std::string>{
           "inf(x in (0, inf), 1/x) = 1", "inf(x in (-inf, inf), 1/x) = 0", "sup(x in (0, inf), 1/x) = 0",
           "inf(x in (0, inf), 1/x) > 0", "inf(x in (0, 1), 1/x) = 0", "inf(x in (0, inf), -1/x) = 0"})
    rejects(reciprocal(wrong), "");
}

// What is assumed of a supremum that does not exist leaves no point; what it says of x holds inside its interval only.
TEST(Described, AsAHypothesis) {
  // The point, the element of the interval that is above, and the bound at every x.
  const auto inhabited = [](const std::string& a) {
    return "proof\nwitness (" + a +
           ")\nsign\nsign\nparts\nwitness (1)\nsign\nsign\nsign\nintro x\nobtain x1 1\nbound 1\nsign";
  };
  const auto proved = [&](const std::string& set, const std::string& conclusion, const std::string& a) {
    return prove3("var a in [0, 1]\nassume sup(x in " + set + ", a*x) <= 1/2\nprove " + conclusion + "\n", inhabited(a),
                  "obtain x 1\nat 2 (1)\nsign\nsign\nbound 2\nsign\n");
  };
  accepts(proved("[0, 1]", "a <= 1/2", "1/4"));
  rejects(proved("[0, 1]", "a <= 1/2", "3/4"), "");
  rejects(proved("[0, 1]", "a <= 1/4", "1/4"), "");
  rejects(proved("[0, 1)", "a <= 1/2", "1/4"), "");
  rejects(proved("[1, 0]", "a <= 1/2", "1/4"), "");
}

// Where p is no probability the relation is undefined: neither proved nor refuted.
TEST(Described, AQuantileOfAProbability) {
  const std::string tree = "parts\nsign\nsign\n";
  const auto proved = [&](const std::string& set, const std::string& relation, const std::string& at) {
    return prove3("var p in " + set + "\nprove " + relation + "\n", at, tree);
  };
  accepts(proved("(0, 1/2)", "normal_quantile(p) < 0", "p=1/3"));
  accepts(proved("(1/2, 1)", "0 <= normal_quantile(p)", "p=2/3"));
  rejects(proved("[0, 1/2)", "normal_quantile(p) < 0", "p=1/3"), "");
  rejects(proved("(1/2, 1]", "normal_quantile(p) > 0", "p=2/3"), "");
  rejects(proved("(0, 1/2]", "normal_quantile(p) < 0", "p=1/3"), "");
  rejects(proved("(0, 1/2)", "normal_quantile(p) > 0", "p=1/3"), "");
  rejects(proved("(0, 1)", "normal_quantile(p) < 3", "p=1/3"), "");
  const auto refuted = [](const std::string& p) {
    return refute3("prove normal_quantile(" + p + ") > 1\n", "disprove 1\nright\nparts\nsign\nsign\n");
  };
  for (const std::string p : {"1", "0", "2", "-1"}) rejects(refuted(p), "");
}

// The same form with the power that has a value beyond 1 would be one; so would 0 where the integral is empty.
TEST(Described, RegularisedIntegralsHaveTheirDomain) {
  const auto gamma = [](const std::string& a, const std::string& x, const std::string& value) {
    return prove3("prove gamma_regularized_lower(" + a + ", " + x + ") = " + value + "\n", "",
                  "antiderivative (integral(t, 0, " + x + ", exp((" + a +
                      " - 1)*log(t) - t))) t (-exp(-t)) (-1) (-exp(-" + x + "))\nrewrite (1 - exp(-" + x +
                      "))\nidentity\n");
  };
  rejects(gamma("1", "2", "exp(-2)"), "");
  rejects(gamma("1", "-2", "1 - exp(2)"), "");
  rejects(prove3("prove beta_regularized(0, -1, 1) = 0\n", "", "identity\n"), "");
  rejects(prove3("prove gamma_regularized_lower(-1/2, 0) = 0\n", "", "identity\n"), "");
  rejects(prove3("prove beta_regularized(2, 1, 1) = 2\n", "",
                 "antiderivative (integral(t, 0, 2, exp((1 - 1)*log(t) + (1 - 1)*log(1 - t)))) t (t) (0) (2)\nhyp 1\n"),
          "");
}

TEST(Described, ABinomialLawIsOne) {
  const auto declares = [](const std::string& law) {
    return prove3("int n in [1, inf)\nvar v in [-1, 2]\nlaw P = " + law + "\nprove v >= -1\n", "n=1 v=1/2", "sign\n");
  };
  for (const std::string law : {"binomial(n, 1/2)", "binomial(n, 0)", "binomial(4, 1)", "binomial(n, (v + 1)/3)"})
    accepts(declares(law));
  for (const std::string law : {"binomial(n, v)", "binomial(n - 2, 1/2)", "binomial(4, 2)", "binomial(n, log(v))"})
    rejects(declares(law), "the parameters of a law");
  const std::string s = "int n in [1, inf)\nvar p in [0, 1]\nlaw P = binomial(n, p)\n";
  accepts(prove3(s + "prove prob(k, k <= 0, P) = (1 - p)^n\n", "n=1 p=1/2", "identity\n"));
  rejects(prove3(s + "prove prob(k, k <= 0, P) = p^n\n", "n=1 p=1/2", "identity\n"), "");
  rejects(prove3(s + "prove prob(k, k < 0, P) = (1 - p)^n\n", "n=1 p=1/2", "identity\n"), "");
  accepts(prove3("prove prob(k, k > 2, binomial(4, 1/3)) = 1/9\n", "", "identity\n"));
  rejects(prove3("prove prob(k, k >= 2, binomial(4, 1/3)) = 1/9\n", "", "identity\n"), "");
}

}  // namespace
}  // namespace dpcert::checker::test
