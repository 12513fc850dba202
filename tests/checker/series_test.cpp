// The lines that expand functions with a remainder variable, and the strict steps from open ends: an accepted
// certificate each, and wrong ones that break one side condition each.
#include <fstream>
#include <sstream>

#include "tests/checker/certificates.hpp"

namespace dpcert::checker::test {
namespace {

const std::string kPositive = "var x in (0, inf)\n";

TEST(Series, Stirling) {
  const std::string s = kPositive + "prove digamma(x) < log(x) - 1/(2*x)\n";
  accepts(prove(s, "x=1", "series 0 (digamma(x)) w\nrewrite (w/(12*x^2))\nsign\n"));
  rejects(prove(s, "x=1", "series 0 (digamma(x)) w\nrewrite ((w - 1)/(12*x^2))\nsign\n"), "differs");
  rejects(prove(s, "x=1", "series 1 (digamma(x)) w\nrewrite (w/(12*x^2))\nsign\n"), "differs");
  rejects(prove(s, "x=1", "series 31 (digamma(x)) w\nsign\n"), "too many terms");
  rejects(prove(s, "x=1", "series 0 (digamma(x)) x\nsign\n"), "in use");
  rejects(prove(s, "x=1", "series 0 (digamma(x)) w w\nsign\n"), "unexpected");
  rejects(prove(s, "x=1", "series 0 (x) w\nsign\n"), "no series");
  rejects(prove(s, "x=1", "series 0 (digamma(x - 1)) w\nsign\n"), "> 0");
  // The remainder is neither 0 nor the whole next term.
  rejects(prove(kPositive + "prove digamma(x) < log(x) - 1/(2*x) - 1/(12*x^2)\n", "x=1",
                "series 0 (digamma(x)) w\nrewrite ((w - 1)/(12*x^2))\nsign\n"),
          "sign");
  const std::string t = kPositive + "prove trigamma(x) > 1/x + 1/(2*x^2)\n";
  accepts(prove(t, "x=1", "series 0 (trigamma(x)) w\nrewrite (w/(6*x^3))\nsign\n"));
  const std::string u = kPositive + "prove lgamma(x) > (x - 1/2)*log(x) - x + log(2*pi)/2\n";
  accepts(prove(u, "x=1", "series 0 (lgamma(x)) w\nrewrite (w/(12*x))\nsign\n"));
  const std::string v = kPositive + "prove polygamma(2, x) < -1/x^2 - 1/x^3\n";
  accepts(prove(v, "x=1", "series 0 (polygamma(2, x)) w\nrewrite (w/(2*x^4))\nsign\n"));
  rejects(prove(v, "x=1", "series 0 (polygamma(3, x)) w\nrewrite (w/(2*x^4))\nsign\n"), "differs");
}

TEST(Series, Erfc) {
  const std::string s = kPositive + "prove erfc(x) < exp(-x^2)/(x*sqrt(pi))\n";
  const std::string rest = "rewrite (exp(-x^2)/(x*sqrt(pi))*(1 - w))\nsign\n";
  accepts(prove(s, "x=1", "series 0 (erfc(x)) w\n" + rest));
  rejects(prove(s, "x=1", "series 1 (erfc(x)) w\n" + rest), "differs");
  const std::string t = "var x in [-1, 1]\nprove erfc(x) > -1\n";
  rejects(prove(t, "x=1", "series 0 (erfc(x)) w\nsign\n"), "> 0");
}

TEST(Series, Log) {
  const std::string s = "var x in [0, inf)\nprove log(1 + x) <= x\n", rest = "rewrite (w*x^2/2)\nsign\n";
  accepts(prove(s, "x=1", "series 1 (log(1 + x)) (1) w [0, 1]\n" + rest));
  accepts(prove(s, "x=1", "series 1 (log(1 + x)) (1) w (0, 1]\n" + rest));
  accepts(prove(s, "x=1", "series 1 (log(1 + x)) (1) w (0, inf)\n" + rest));
  rejects(prove(s, "x=1", "series 1 (log(1 + x)) (1) w [0, 1)\n" + rest), "interval");
  rejects(prove(s, "x=1", "series 1 (log(1 + x)) (1) w [0, 1/2]\n" + rest), "interval");
  rejects(prove(s, "x=1", "series 1 (log(1 + x)) (1) w [1/2, 1]\n" + rest), "interval");
  rejects(prove(s, "x=1", "series 1 (log(1 + x)) (0) w [0, 1]\n" + rest), "> 0");
  rejects(prove(s, "x=1", "series 1 (log(1 + x)) (1 - x) w [0, 2]\n" + rest), "> 0");
  rejects(prove(s, "x=1", "series 2 (log(1 + x)) (1) w [0, 1]\n" + rest), "differs");
  const std::string t = "var x in (-1, 0]\nprove log(1 + x) <= x\n";
  accepts(prove(t, "x=0", "series 1 (log(1 + x)) (1) w [1, inf)\n" + rest));
  rejects(prove(t, "x=0", "series 1 (log(1 + x)) (1) w [0, 1]\n" + rest), "interval");
  rejects(prove(t, "x=0", "series 1 (log(1 + x)) (1) w [1, 2]\n" + rest), "interval");
  accepts(prove("var x in [-1/2, 0]\nprove log(1 + x) <= x\n", "x=0", "series 1 (log(1 + x)) (1) w [1, 2]\n" + rest));
}

TEST(Series, Exp) {
  const std::string rest = "rewrite (w*x^2/2)\nsign\n", s = "var x in [0, 1]\nprove exp(x) >= 1 + x\n";
  accepts(prove(s, "x=1", "series 2 (exp(x)) w [1, 3]\n" + rest));
  accepts(prove(s, "x=1", "series 2 (exp(x)) w [0, inf)\n" + rest));
  rejects(prove(s, "x=1", "series 2 (exp(x)) w [0, 1]\n" + rest), "interval");
  rejects(prove(s, "x=1", "series 2 (exp(x)) w [0, 2]\n" + rest), "interval");
  rejects(prove(s, "x=1", "series 2 (exp(x)) w [2, 3]\n" + rest), "interval");
  rejects(prove(s, "x=1", "series 1 (exp(x)) w [1, 3]\n" + rest), "differs");
  accepts(prove("var x in (-inf, 0]\nprove exp(x) >= 1 + x\n", "x=0", "series 2 (exp(x)) w [0, 1]\n" + rest));
  accepts(prove("var x in (-inf, 0]\nprove exp(x) >= 1 + x\n", "x=0", "series 2 (exp(x)) w (0, 1]\n" + rest));
  rejects(prove("var x in (-inf, 0]\nprove exp(x) >= 1 + x\n", "x=0", "series 2 (exp(x)) w [1/2, 1]\n" + rest),
          "interval");
  rejects(prove("var x in [-1, 1]\nprove exp(x) >= 1 + x\n", "x=0", "series 2 (exp(x)) w [1, 3]\n" + rest), "interval");
  // N = 0: W is the value itself.
  accepts(prove("var x in [0, 1]\nprove exp(x) >= 1\n", "x=0", "series 0 (exp(x)) w [1, 3]\nsign\n"));
}

TEST(Growth, LogAndExp) {
  const std::string s = "var x in [1, inf)\nprove log(x) < 2*sqrt(x)\n", rest = "rewrite (2*sqrt(x)*(1 - w))\nsign\n";
  accepts(prove(s, "x=1", "growth 2 (log(x)) w\n" + rest));
  rejects(prove(s, "x=1", "growth 3 (log(x)) w\n" + rest), "differs");
  rejects(prove(s, "x=1", "growth 0 (log(x)) w\n" + rest), "from 1 to 30");
  rejects(prove(s, "x=1", "growth 2 (x) w\n" + rest), "expected");
  rejects(prove("var x in (0, inf)\nprove log(x) < 2*sqrt(x)\n", "x=1", "growth 2 (log(x)) w\n" + rest),
          "one side of 1");
  accepts(prove("var x in (0, 1]\nprove -log(x) < 2/sqrt(x)\n", "x=1",
                "growth 2 (log(x)) w\nrewrite (2/sqrt(x)*(1 - w))\nsign\n"));
  const std::string t = kPositive + "prove exp(-x) < 2/x^2\n", small = "rewrite (2/x^2*(1 - w))\nsign\n";
  accepts(prove(t, "x=1", "growth 2 (exp(-x)) w\n" + small));
  rejects(prove(t, "x=1", "growth 3 (exp(-x)) w\n" + small), "differs");
  rejects(prove("var x in [0, 1]\nprove exp(-x) < 2\n", "x=1", "growth 2 (exp(-x)) w\nsign\n"), "< 0");
  rejects(prove(kPositive + "prove exp(x) > 0\n", "x=1", "growth 2 (exp(x)) w\nsign\n"), "< 0");
}

TEST(Secant, MeanValue) {
  const std::string s = "var x in (0, inf)\nvar y in (0, inf)\nprove digamma(x + y) > digamma(x)\n";
  const std::string rest = "rewrite (y*w)\nsign\n";
  accepts(prove(s, "x=1 y=1", "secant (digamma(x + y)) (digamma(x)) w (0, inf) (0, inf)\n" + rest));
  rejects(prove(s, "x=1 y=1", "secant (digamma(x + y)) (digamma(x)) w (0, 1) (0, inf)\n" + rest), "interval");
  rejects(prove(s, "x=1 y=1", "secant (digamma(x + y)) (digamma(x)) w (0, 2) (1, inf)\n" + rest), "interval");
  rejects(prove(s, "x=1 y=1", "secant (digamma(x + y)) (digamma(x)) w (0, inf) (-1, inf)\n" + rest), "smooth");
  rejects(prove(s, "x=1 y=1", "secant (digamma(x + y)) (trigamma(x)) w (0, inf) (0, inf)\n" + rest), "one function");
  rejects(prove(s, "x=1 y=1", "secant (digamma(x + y)) (digamma(x)) x (0, inf) (0, inf)\n" + rest), "in use");
  rejects(prove(s, "x=1 y=1", "secant (digamma(x + y)) (digamma(x)) w (0, inf) (0, inf)\nrewrite (-y*w)\nsign\n"),
          "differs");
  const std::string t = "var x in [0, 1]\nvar y in [0, 1]\nassume x >= y\nprove abs(x) >= abs(y)\n";
  rejects(prove(t, "x=1 y=1", "secant (abs(x)) (abs(y)) w [-1, 1] [0, 1]\nsign\n"), "smooth");
  const std::string u = "var x in [3/2, inf)\nprove lgamma(x + 1) > lgamma(x)\n";
  accepts(prove(u, "x=2", "secant (lgamma(x + 1)) (lgamma(x)) w (0, inf) [3/2, inf)\nrewrite (w)\nsign\n"));
  rejects(prove(u, "x=2", "secant (lgamma(x + 1)) (lgamma(x)) w (0, inf) [1, inf)\nrewrite (w)\nsign\n"), "interval");
}

TEST(Rise, StrictFromAnOpenEnd) {
  const std::string s = kPositive + "prove log(1 + x) < x\n";
  accepts(prove(s, "x=1", "rise x lo\nrewrite (x/(1 + x))\nsign\nidentity\n"));
  rejects(prove(s, "x=1", "rise x hi\nrewrite (x/(1 + x))\nsign\nidentity\n"), "open");
  rejects(prove("var x in [0, inf)\nprove log(1 + x) < x\n", "x=1", "rise x lo\nsign\nidentity\n"), "open");
  // The slope must be strict for a strict goal, and D smooth at the end.
  rejects(prove("var x in (0, 1]\nprove x - x > 0\n", "x=1", "rise x lo\nidentity\nidentity\n"), "strict");
  accepts(prove("var x in (0, 1]\nprove x - x >= 0\n", "x=1", "rise x lo\nidentity\nidentity\n"));
  rejects(prove("var x in (0, 1]\nprove x*log(x) < 1\n", "x=1", "rise x lo\nsign\nsign\n"), "smooth");
  rejects(prove("var x in (0, 1]\nprove floor(x) - x + 1/2 > 0\n", "x=1", "rise x lo\nsign\nsign\n"), "smooth");
  // At the end D must not be negative.
  rejects(prove("var x in (0, 1)\nprove x > 1/2\n", "x=3/4", "rise x lo\nsign\nsign\n"), "sign");
  accepts(prove("var x in (0, 1)\nprove 1 - x > 0\n", "x=3/4", "rise x hi\nsign\nidentity\n"));
  // Hypotheses on x do not hold on the way to the end.
  rejects(prove("var x in (0, 1)\nassume x > 1/2\nprove (x - 1/2)^2 > 0\n", "x=3/4", "rise x lo\nsign\nsign\n"),
          "sign");
}

TEST(Arch, StrictBetweenOpenEnds) {
  const std::string s = "var x in (0, 1)\nprove x*(1 - x) > 0\n";
  accepts(prove(s, "x=1/2", "arch x\nsign\nidentity\nidentity\n"));
  rejects(prove("var x in [0, 1]\nprove x*(1 - x) >= 0\n", "x=1/2", "arch x\nsign\nidentity\nidentity\n"), "open");
  rejects(prove("var x in (0, 1)\nprove x - x > 0\n", "x=1/2", "arch x\nidentity\nidentity\nidentity\n"), "strict");
  rejects(prove("var x in (0, 1)\nprove x^2 - x > -1/8\n", "x=1/100", "arch x\nsign\nsign\nsign\n"), "sign");
  rejects(prove("var x in (0, 1)\nprove -x*log(x) > 0\n", "x=1/2", "arch x\nsign\nsign\nsign\n"), "smooth");
  rejects(prove("var x in (0, inf)\nprove x > 0\n", "x=1/2", "arch x\nsign\nsign\nsign\n"), "bounded");
}

TEST(Tail, LimitByABound) {
  const std::string s = "var x in [1, inf)\nprove log(x + 1) - log(x) > 0\n";
  const std::string bound = "series 0 (log(x + 1)) (x) w [0, 1]\nrewrite ((w + 1)/x)\nsign\n";
  const std::string slope = "rewrite (1/(x*(x + 1)))\nsign\n";
  accepts(prove(s, "x=1", "tail x 64 1 (1/x)\n" + bound + slope));
  accepts(prove(s, "x=1", "tail x 64 2 (1/x)\n" + bound + slope));
  rejects(prove(s, "x=1", "tail x 64\n" + slope), "limit");
  rejects(prove(s, "x=1", "tail x 64 1 (1 + 1/x)\nsign\n" + slope), "limit");
  // Decreasing to a negative limit: the bound must vanish.
  const std::string t = "var x in [1, inf)\nprove 1/x > 1/2\n";
  rejects(prove(t, "x=1", "tail x 64 1 (1)\nsign\nrewrite (1/x^2)\nsign\n"), "limit");
  rejects(prove(t, "x=1", "tail x 64 1 (1/x)\nsign\nrewrite (1/x^2)\nsign\n"), "sign");
  // The bound is proved from M on only.
  accepts(prove(s, "x=1", "tail x 64 100 (1/x)\n" + bound + slope));
  const std::string u = "var x in (0, inf)\nprove digamma(x) < log(x)\n";
  const std::string steps =
      "rewrite (1/x - (log(x + 1) - log(x)))\nseries 1 (log(x + 1)) (x) v (0, 1]\n"
      "rewrite (v/(2*x^2))\nsign\n";
  const std::string far = "series 0 (digamma(x)) w\nrewrite ((18*x + w)/(12*x^2))\nsign\n";
  accepts(prove(u, "x=1", "telescope x 64 1 (1/x)\n" + far + steps));
  rejects(prove(u, "x=1", "telescope x 64 1 (1)\n" + far + steps), "limit");
  rejects(prove(u, "x=1", "telescope x 64\n" + steps), "limit");
}

// The two ends of every expansion are those of the formula, computed elsewhere (data/make_series.py): a bound just
// beyond an end is proved, one just inside is not.
TEST(Series, EndsAreThoseOfTheFormula) {
  std::ifstream file(std::string(DPCERT_SOURCE_DIR) + "/tests/checker/data/series_mpmath.csv");
  std::string line;
  std::getline(file, line);
  int rows = 0;
  while (std::getline(file, line)) {
    ++rows;
    std::stringstream fields(line);
    std::string f, n, x, lower, upper;
    for (auto* s : {&f, &n, &x, &lower, &upper}) std::getline(fields, *s, ',');
    const std::string call =
        f.rfind("polygamma", 0) == 0 ? "polygamma(" + f.substr(9) + ", " + x + ")" : f + "(" + x + ")";
    const std::string margin = "(" + upper + " - (" + lower + "))/1000";
    const std::string tree = "series " + n + " (" + call + ") w\neval 512\n";
    const auto statement = [&](const std::string& relation) { return kPositive + "prove " + call + relation + "\n"; };
    SCOPED_TRACE(line);
    accepts(prove(statement(" >= " + lower + " - " + margin), "x=1", tree));
    rejects(prove(statement(" >= " + lower + " + " + margin), "x=1", tree), "does not prove");
    accepts(prove(statement(" <= " + upper + " + " + margin), "x=1", tree));
    rejects(prove(statement(" <= " + upper + " - " + margin), "x=1", tree), "does not prove");
  }
  EXPECT_EQ(rows, 168);
}

}  // namespace
}  // namespace dpcert::checker::test
