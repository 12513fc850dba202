// Quantifiers and connectives: what is accepted from certificates written by hand.
#include "tests/checker/symbolic.hpp"

namespace dpcert::checker::test {
namespace {

const std::string kReal = "var x in [0, 1]\n";

TEST(Logic, IntroIsForAnyNumber) {
  accepts(prove3(kReal + "prove forall y in [0, x]: x*y >= y^2\n", "x=1", "intro y\nfactor (y) (x - y)\nhyp 1\n"));
  // The literal end is the box, the other one hypothesis 1.
  accepts(prove3(kReal + "prove forall y in [0, x]: y <= x\n", "x=1", "intro y\nhyp 1\n"));
  accepts(prove3(kReal + "prove forall y in (x, inf): y^2 > x^2\n", "x=1",
                 "intro y\ncut y + x > 0\ncombine (2*x) 1 1\nfactor (y + x) (y - x)\nhyp 1\n"));
  rejects(prove3(kReal + "prove forall y in [0, inf): y <= x\n", "x=1", "intro y\nsign\n"), "the sign is not known");
}

TEST(Logic, WitnessSaysWhere) {
  accepts(prove3(kReal + "prove exists y in [0, 1]: y^2 = x\n", "x=1",
                 "witness (sqrt(x))\nsign\npower 2\nsign\nidentity\n"));
  rejects(prove3(kReal + "prove exists y in [0, 1]: y^2 = x\n", "x=1", "witness (2*x)\nsign\n"));
  // Archimedes.
  accepts(prove3("var e in (0, inf)\nprove exists int n in [1, inf): n*e >= 1\n", "e=1",
                 "witness (ceil(1/e))\nintegral\nfact ceil (1/e)\nrewrite (ceil(1/e))\ncut 1/e > 0\nsign\n"
                 "combine 0 1 1 3 1\nfact ceil (1/e)\nfactor (e) (ceil(1/e) - 1/e)\nhyp 1\n"));
}

TEST(Logic, PartsAndSides) {
  accepts(prove3(kReal + "prove x >= 0 and x^2 <= x\n", "x=1", "parts\nsign\nfactor (x) (1 - x)\nsign\n"));
  // The second part is where the first one holds.
  accepts(prove3("var x in (-inf, inf)\nprove x^2 >= 0 and log(1 + x^2) >= 0\n", "x=1", "parts\nsign\nsign\n"));
  accepts(
      prove3(kReal + "prove x > 0 or x <= 0\n", "x=1", "cases (x)\nend x lo\nright\nsign\nleft\nsign\nright\nhyp 1\n"));
  rejects(prove3(kReal + "prove x > 0 or x >= 1\n", "x=1", "left\nsign\n"), "the sign is not known");
}

TEST(Logic, Implication) {
  accepts(prove3("var x in (-inf, inf)\nprove x >= 1 implies x^2 >= x\n", "x=1", "intro\nfactor (x) (x - 1)\nhyp 1\n"));
  accepts(prove3("var x in (-inf, inf)\nprove x > 0 implies log(x) <= x - 1\n", "x=1",
                 "intro\nbound 1\nderiv x (1)\nidentity\nsign\nsign\n"));
}

TEST(Logic, FactsAreUsed) {
  const std::string real = "var x in (-inf, inf)\n";
  accepts(
      prove3(real + "assume exists int k in [0, 3]: x = k\nprove x >= 0\n", "x=2", "obtain k 1\nequal x (k)\nsign\n"));
  accepts(prove3(real + "assume x >= 1 or x <= -1\nprove x^2 >= 1\n", "x=2",
                 "branch 1\nfactor (x + 1) (x - 1)\nhyp 1\nfactor (-x + 1) (-1 - x)\nhyp 1\n"));
  accepts(
      prove3(real + "assume x >= 0 implies x >= 1\nassume x >= 0\nprove x >= 1\n", "x=2", "apply 1\nhyp 1\nhyp 2\n"));
}

// A quantifier over reals is not looked at at a point: the domain is not empty by a proof.
TEST(Logic, InhabitedByProof) {
  const std::string s = "var x in (-inf, inf)\nassume forall y in (0, inf): x <= y\nprove x <= 1/8\n";
  const std::string tree = "goal 1\nat 1 (1/8)\nsign\nhyp 1\n";
  accepts(check(certificate3(s, "proved", "inhabited proof\nwitness (0)\nintro y\nsign\n" + tree)));
  rejects(check(certificate3(s, "proved", "inhabited proof\nwitness (1)\nintro y\nsign\n" + tree)), "not known");
  rejects(check(certificate3(s, "proved", "inhabited x=0\n" + tree)), "bounded range of integers only");
  // All that is assumed, in order: bounds first, then relations, `forall` hypotheses, facts.
  const std::string all =
      "var x in [0, sqrt(2)]\nint n in [0, inf)\nassume exists y in [0, 1]: x = y\nassume forall y in [0, 1]: x >= y\n"
      "assume n >= 3\nprove x >= 0\n";
  accepts(check(certificate3(all, "proved",
                             "inhabited proof\nwitness (1)\nsign\nwitness (3)\nsign\nparts\ncut 1 <= sqrt(2)\n"
                             "power 2\nsign\nhyp 1\nparts\nsign\nparts\nintro y\nsign\nwitness (1)\nsign\nsign\n"
                             "identity\ngoal 1\nsign\n")));
}

TEST(Logic, DisprovedByProof) {
  const auto disprove = [](const std::string& s, const std::string& tree) {
    return check(certificate3(s, "refuted", "disprove 1\n" + tree));
  };
  const std::string root = "var x in [0, 2]\nassume x >= 1\nprove exists int k in [0, 5]: k = 3*x/2\n";
  const Result r = disprove(root,
                            "witness (1)\nsign\nsign\nparts\nsign\nintro k\ncases (k - 3/2)\n"
                            "left\ncut k >= 2\nintegral\ncombine (1/2) 2 1\nsign\n"
                            "right\nhyp 2\n");
  accepts(r);
  EXPECT_EQ(r.counterexample, "by proof");
  rejects(disprove("var x in [0, 2]\nprove x >= 0\n", "witness (1)\nsign\nsign\nsign\n"), "not known");
  accepts(disprove("var x in [0, 2]\nprove x^2 = x\n", "witness (2)\nsign\nsign\nleft\nsign\n"));
  accepts(disprove("var x in (-inf, inf)\nprove forall y in [x, inf): y >= 0\n",
                   "witness (-1)\nwitness (-1)\nsign\nsign\n"));
  accepts(disprove("prove 1 >= 2\n", "sign\n"));
}

}  // namespace
}  // namespace dpcert::checker::test
