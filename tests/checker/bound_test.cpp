// The rule `bound`: a hypothesis about one variable alone goes into its interval; and what it must not be used for.
#include "tests/checker/certificates.hpp"

namespace dpcert::checker::test {
namespace {

TEST(Bound, AHypothesisBecomesAnEndOfTheInterval) {
  const std::string line = "var x in (-inf, inf)\n";
  accepts(prove(line + "assume x >= 1\nassume 2*x <= 3\nprove x - x^2/2 - 1/4 > 0\n", "x=1",
                "bound 2\nbound 1\ntaylor 64\n"));
  rejects(prove(line + "assume x >= 1\nassume 2*x <= 3\nprove x - x^2/2 - 1/4 > 0\n", "x=1", "taylor 64\n"), "bounded");
  // Of several bounds the tightest counts, in any order and also against the declared one.
  const std::string two = "var x in [0, 9]\nassume x > 1\nassume x >= 1\nassume x >= 1/2\nassume x <= 20\n";
  accepts(prove(two + "prove log(x) > 0\n", "x=2", "bound 4\nbound 3\nbound 1\nbound 1\nsign\n"));
  accepts(prove(two + "prove 9 - x >= 0\n", "x=2", "bound 4\nbound 1\neval 64\n"));
  rejects(prove(two + "prove x <= 8\n", "x=2", "bound 4\nbound 1\neval 64\n"), "does not prove");
}

TEST(Bound, NotInTheWrongDirection) {
  const std::string s = "var x in [0, 4]\nassume x >= 1\n";
  accepts(prove(s + "prove x^2 >= 1\n", "x=2", "bound 1\neval 64\n"));
  rejects(prove(s + "prove x <= 1\n", "x=1", "bound 1\neval 64\n"), "does not prove");
  const std::string t = "var x in [0, 4]\nassume 1 >= x\n";
  rejects(prove(t + "prove x^2 >= 1\n", "x=1", "bound 1\neval 64\n"), "does not prove");
  const std::string negative = "var x in [0, 4]\nassume -2*x >= -2\n";
  accepts(prove(negative + "prove x <= 1\n", "x=1", "bound 1\neval 64\n"));
  rejects(prove(negative + "prove x >= 1\n", "x=1", "bound 1\neval 64\n"), "does not prove");
}

TEST(Bound, StrictnessAtTheEnd) {
  const std::string open = "var x in [0, 4]\nassume x > 1\n", closed = "var x in [0, 4]\nassume x >= 1\n";
  accepts(prove(open + "prove x > 1\n", "x=2", "bound 1\nsign\n"));
  rejects(prove(closed + "prove x > 1\n", "x=2", "bound 1\nsign\n"), "sign");
  rejects(prove(open + "prove x > 1\n", "x=2", "bound 1\neval 64\n"), "does not prove");  // over the closed interval
  // An end that the declaration leaves open stays open.
  accepts(prove("var x in (1, 4]\nassume x >= 1\nprove x > 1\n", "x=2", "bound 1\nsign\n"));
}

TEST(Bound, TheNumberOfTheHypothesis) {
  const std::string s = "var x in [0, 4]\nvar y in [0, 4]\nassume x >= 1\nassume y >= 2\n", at = "x=2 y=2";
  rejects(prove(s + "prove y >= 2\n", at, "bound 1\neval 64\n"), "does not prove");
  accepts(prove(s + "prove y >= 2\n", at, "bound 1\nbound 1\neval 64\n"));  // the next one moved up
  rejects(prove(s + "prove y >= 2\n", at, "bound 1\nbound 2\neval 64\n"), "number");
  rejects(prove(s + "prove y >= 2\n", at, "bound 0\neval 64\n"), "number");
  rejects(prove(s + "prove y >= 2\n", at, "bound 3\neval 64\n"), "number");
  rejects(prove(s + "prove y >= 2\n", at, "bound y\neval 64\n"));
  rejects(prove(s + "prove y >= 2\n", at, "bound 2 2\neval 64\n"), "unexpected");
  rejects(prove(s + "prove x >= 1\n", at, "bound 1\nhyp 1\n"), "multiple");  // it is a hypothesis no more
}

TEST(Bound, OnlyOneVariableAndARational) {
  const std::string no = "not a bound of one variable by a rational";
  const std::string plane = "var x in [0, 4]\nvar y in [0, 4]\n", at = "x=2 y=1";
  rejects(prove(plane + "assume x >= y\nprove x >= 0\n", at, "bound 1\neval 64\n"), no);
  rejects(prove(plane + "assume x*y >= 1\nprove x >= 0\n", at, "bound 1\neval 64\n"), no);
  rejects(prove(plane + "assume x^2 >= 1\nprove x >= 1\n", at, "bound 1\neval 64\n"), no);
  rejects(prove(plane + "assume abs(x) >= 1\nprove x >= 0\n", at, "bound 1\neval 64\n"), no);
  rejects(prove(plane + "assume 2 >= 1\nprove x >= 0\n", at, "bound 1\neval 64\n"), no);
  rejects(prove(plane + "assume x > sqrt(2)\nprove x > 1\n", at, "bound 1\neval 64\n"), no);
  rejects(prove(plane + "assume pi*x >= 1\nprove x >= 0\n", at, "bound 1\neval 64\n"), no);
  // A variable that cancels is none.
  accepts(prove(plane + "assume x + y - y > 1\nprove x > 1\n", at, "bound 1\nsign\n"));
}

TEST(Bound, IntegersGoInward) {
  const std::string s = "int n in [0, 9]\nassume n > 2\nassume 2*n < 9\n";
  accepts(prove(s + "prove 3 <= n <= 4\n", "n=3", "bound 2\nbound 1\neval 64\ngoal 2\nbound 2\nbound 1\neval 64\n"));
  rejects(prove(s + "prove n >= 4\n", "n=4", "bound 1\neval 64\n"), "does not prove");
  rejects(prove(s + "prove n <= 3\n", "n=3", "bound 2\neval 64\n"), "does not prove");
  // A variable that is real on the way to an end has no integers to go to.
  rejects(prove("var x in [0, 9]\nassume x > 2\nprove x >= 3\n", "x=3", "bound 1\neval 64\n"), "does not prove");
  // Hypotheses that leave no value are a matter for prune.
  rejects(prove("int n in [0, 9]\nassume n >= 1\nprove n >= 1\n", "n=1",
                "cut 4 > 3\nsign\ncases (n - 3)\nhyp 1\ncases (n - 7/2)\nbound 4\nbound 3\nsign\nhyp 1\n"),
          "no value");
}

TEST(Bound, EquationsAndDim) {
  accepts(prove("var x in [0, 4]\nassume 2*x = 3\nprove x^2 = 9/4\n", "x=3/2", "bound 1\nidentity\n"));
  rejects(prove("var x in [0, 4]\nassume 2*x = 3\nprove x^2 = 2\n", "x=3/2", "bound 1\nidentity\n"), "not zero");
  rejects(prove("int n in [0, 4]\nvar x in [0, 1]\nassume 2*n = 3*x\nassume x = 0\nprove n = 0\n", "n=0 x=0",
                "bound 1\nidentity\n"),
          "not a bound");
  const std::string d =
      "dim d in [2, 3]\nvar x[i] in (-inf, inf) for i in 1..d\nassume for i in 1..d: x[i] >= i\n"
      "prove sum(i, 1, d, x[i]) >= d*(d + 1)/2\n";
  const auto section = [](const std::string& k, const std::string& point, const std::string& tree) {
    return "instance d=" + k + "\ninhabited " + point + "\ngoal 1\n" + tree;
  };
  const std::string two = section("2", "x[1]=1 x[2]=2", "bound 2\nbound 1\nray 64\n");
  accepts(check(
      certificate(d, "proved", two + section("3", "x[1]=1 x[2]=2 x[3]=3", "bound 3\nbound 2\nbound 1\nray 64\n"))));
  rejects(check(certificate(d, "proved", two + section("3", "x[1]=1 x[2]=2 x[3]=3", "bound 2\nbound 1\nray 64\n"))),
          "does not prove");
}

TEST(Bound, DefinednessIsLeftToTheChild) {
  // The cut is proved in the smaller interval; without it the goal is not known to be defined.
  const std::string s = "var x in [0, 4]\nassume x >= 2\nprove log(x - log(x)) >= 0\n";
  accepts(prove(s, "x=2", "bound 1\ncut x - log(x) > 1\nmean 64\nsign\n"));
  rejects(prove("var x in [0, 4]\nassume x <= 2\nprove log(x) <= 1\n", "x=2", "bound 1\nray 64\n"), "defined");
}

}  // namespace
}  // namespace dpcert::checker::test
