// Attacks on formulas: what would be false must be rejected, for the reason that is meant.
#include "tests/checker/symbolic.hpp"

namespace dpcert::checker::test {
namespace {

const std::string kX = "var x in (-inf, inf)\n", kUnit = "var x in [0, 1]\n", kFalse = "prove 0 >= 1\n";

// A rule that looks at relations sees no formula, and the other way round.
TEST(LogicHoles, RulesKnowTheirGoals) {
  for (const std::string line : {"sign",
                                 "identity",
                                 "eval 64",
                                 "ray 64",
                                 "mean 64",
                                 "hyp 1",
                                 "combine 0 1 1",
                                 "prune 1 64",
                                 "noint n",
                                 "fix n",
                                 "trans (1)",
                                 "both",
                                 "equal x (n)",
                                 "gen t [0, 1] (x)",
                                 "subst x t [0, 1] (t)",
                                 "widen n in [0, 9]",
                                 "mono x lo",
                                 "face x lo 64",
                                 "convex x",
                                 "rewrite (1)",
                                 "factor (1) (1)",
                                 "log",
                                 "exp",
                                 "power 3",
                                 "integral",
                                 "relax mean 64",
                                 "termwise k",
                                 "tail n 64",
                                 "telescope n 64",
                                 "touch 64 x (0)",
                                 "series 1 (exp(x))"})
    rejects(
        prove3(kUnit + "int n in [0, 1]\nassume x >= n\nprove forall y in [0, 1]: x*y >= 2\n", "x=1 n=0", line + "\n"),
        "the goal is a formula, and");
  for (const std::string line : {"intro", "intro y", "parts", "left", "right", "witness (0)", "absurd"})
    rejects(prove3(kUnit + "prove x >= 2\n", "x=1", line + "\n"), "formula");
  rejects(prove3(kUnit + "prove x >= 2 or x >= 3\n", "x=1", "parts\n"), "of this form");
  rejects(prove3(kUnit + "prove x >= 2 or x >= 3\n", "x=1", "intro\n"), "of this form");
  rejects(prove3(kUnit + "prove exists y in [0, 1]: x + y >= 3\n", "x=1", "intro y\nsign\n"), "of this form");
  rejects(prove3(kUnit + "prove forall y in [0, 1]: x + y >= 1\n", "x=1", "witness (1)\nsign\nsign\nsign\n"), "form");
  rejects(prove3(kUnit + "prove x >= 2 and x >= 0\n", "x=1", "right\nsign\n"), "of this form");
}

// Induction over a formula knows what is known without its variable, the formula at it, and nothing else.
TEST(LogicHoles, InductionOverFormulas) {
  const std::string n = "int n in [0, inf)\n", step = "parts\ncombine 1 1 1\ncombine 1 2 1\n";
  accepts(prove3(n + "prove n >= 0 and n + 1 >= 1\n", "n=1", "induct n\nparts\nsign\nsign\n" + step));
  // False at the start, false in the step, and from the wrong neighbour.
  rejects(prove3(n + "prove n >= 1 and n + 1 >= 2\n", "n=1", "induct n\nparts\nsign\nsign\n" + step), "sign");
  rejects(prove3(n + "prove n <= 0 and n >= 0\n", "n=0", "induct n\nparts\nsign\nsign\nparts\nhyp 1\nsign\n"),
          "not a multiple");
  rejects(prove3(n + "prove n <= 0 or n >= 2\n", "n=0",
                 "induct n\nleft\nsign\nbranch 1\nleft\nhyp 1\nright\ncombine 1 1 1\n"),
          "not a multiple");
  // What is said of n does not hold at n + 1: it is dropped, as a hypothesis, a `forall` hypothesis and a fact.
  rejects(prove3(n + "assume n <= 5\nprove n <= 5 and n <= 6\n", "n=1",
                 "induct n\nparts\nsign\nsign\nparts\nhyp 1\nsign\n"),
          "not a multiple");
  rejects(prove3(n + "assume forall int k in [n, n]: k <= 5\nprove n <= 5 and n <= 6\n", "n=1",
                 "induct n\nparts\nsign\nsign\nparts\ninst 1 (n + 1)\nhyp 1\nsign\n"));
  rejects(prove3(n + "assume n <= 5 or n <= 4\nprove n <= 5 and n <= 6\n", "n=1",
                 "induct n\nparts\nsign\nsign\nparts\nbranch 1\nhyp 1\nhyp 1\nsign\n"),
          "no fact of this number");
  // A sequence whose recursion contains n is another one at n + 1.
  rejects(prove3(n + "seq x(k): x(0) = n, x(k + 1) = x(k)\nprove x(0) = n and x(1) = n\n", "n=1",
                 "induct n\nparts\ndefine x (0)\nhyp 1\ndefine x (0)\nsign\n"));
  // No least integer, no integer, one integer.
  rejects(prove3("int n in (-inf, inf)\nprove n >= 0 and n >= -1\n", "n=1", "induct n\nparts\nsign\nsign\n" + step),
          "bounded below");
  rejects(prove3("var n in [0, 9]\nprove n >= 1/2 or n <= 0\n", "n=1", "induct n\nright\nsign\nleft\nsign\n"),
          "not an integer");
  rejects(prove3("int n in [0, 1]\nprove n >= 0 and n <= 0\n", "n=0", "induct n\nparts\nsign\nsign\nsign\n"),
          "too short");
  // Up to the upper end and not beyond, from the least integer and not before.
  accepts(
      prove3("int n in [0, 9]\nprove n <= 9 and n >= 0\n", "n=0", "induct n\nparts\nsign\nsign\nparts\nsign\nsign\n"));
  rejects(
      prove3("int n in [0, 9]\nprove n <= 8 and n >= 0\n", "n=0", "induct n\nparts\nsign\nsign\nparts\nsign\nsign\n"),
      "sign");
  rejects(prove3("int n in [1/2, inf)\nprove n >= 2 or n <= 0\n", "n=2", "induct n\nright\nsign\nleft\nsign\n"),
          "sign");
  // Undefined at the start is not true there.
  rejects(prove3(n + "prove 1/n >= 0 and n >= 0\n", "n=1", "induct n\nparts\nsign\nsign\nparts\nsign\nsign\n"),
          "defined");
  // What a quantifier binds is none of the context's variables.
  accepts(prove3(n + "prove forall y in [0, 1]: n*y >= 0\n", "n=1", "induct n\nintro y\nsign\nintro y\nsign\n"));
  rejects(prove3(n + "prove forall y in [0, 1]: n*y <= 0\n", "n=0",
                 "induct n\nintro y\nsign\nintro y\nat 1 (y)\nsign\nsign\nhyp 3\n"));
  // The step may not know the goal at n + 1.
  rejects(prove3(n + "prove forall y in [0, 1]: n*y <= 0\n", "n=0", "induct n\nintro y\nsign\nintro y\nhyp 1\n"));
}

TEST(LogicHoles, FactsAreWhatTheyAre) {
  const std::string s =
      kX + "assume exists int k in [0, 3]: x = k\nassume x >= 5 implies x >= 9\nassume x >= 3 or x <= 2\n";
  for (const std::string line : {"obtain k 2", "obtain k 3", "branch 1", "branch 2", "apply 1", "apply 3", "at 1 (0)"})
    rejects(prove3(s + kFalse, "x=2", line + "\n"), "of this form");
  for (const std::string line : {"obtain k 0", "obtain k 4", "branch 9", "apply 4", "at 5 (0)"})
    rejects(prove3(s + kFalse, "x=2", line + "\n"), "no fact of this number");
  rejects(prove3(s + kFalse, "x=2", "apply 2\nsign\n"), "the sign is not known");
  rejects(prove3(s + "prove x >= 3\n", "x=2", "branch 3\nhyp 1\nhyp 1\n"), "not a multiple");
  rejects(prove3(s + kFalse, "x=2", "inst 1 (0)\n"), "no forall hypothesis");
  rejects(prove3(s + kFalse, "x=2", "hyp 1\n"), "no hypothesis");
}

// New names are new: not of the context, not of what it is about.
TEST(LogicHoles, NewNames) {
  const std::string s = kUnit + "assume exists y in [0, 1]: x < y\n";
  const std::string at = "inhabited proof\nwitness (0)\nsign\nsign\nwitness (1)\nsign\nsign\nsign\ngoal 1\n";
  const auto with = [&](const std::string& goal, const std::string& tree) {
    return check(certificate3(s + goal, "proved", at + tree));
  };
  rejects(with(kFalse, "obtain x 1\n"), "in use");
  rejects(with(kFalse, "obtain y 1\nobtain y 1\n"), "in use");
  rejects(with("prove forall z in [0, 1]: x >= z\n", "intro x\nidentity\n"), "in use");
  accepts(with("prove x < 1\n", "obtain x1 1\ncombine (1 - x1) 1 1\n"));
  // What one thing is, another need not be.
  rejects(with(kFalse, "obtain a 1\nobtain b 1\ncut a = b\nidentity\n"), "not zero");
  // A name that was settled is free again, and says nothing of what it stood for.
  const std::string settled =
      "var x in [0, 0]\nprove forall y in [1, 1]: {x + y = 1 and forall x1 in [2, 2]: x1 + y = 3}\n";
  accepts(prove3(settled, "x=0", "intro y\nparts\nidentity\nintro y\nidentity\n"));
  rejects(prove3("var x in [0, 0]\nprove forall y in [1, 1]: {x + y = 1 and forall z in [2, 2]: z + y = 4}\n", "x=0",
                 "intro x\nparts\nidentity\nintro x\nidentity\n"),
          "not zero");
  // Nor does a name of the text mean anything where another quantifier has it.
  accepts(prove3(kUnit + "prove {forall y in [0, 1]: y >= 0} and {exists y in [0, 1]: y = x}\n", "x=0",
                 "parts\nintro y\nsign\nwitness (x)\nsign\nsign\nidentity\n"));
  rejects(prove3(kUnit + "assume forall y in [0, 1]: x <= 1 + y\nvar y in [0, 1]\nprove y >= x\n", "x=0 y=0", "sign\n"),
          "declared twice");
  rejects(prove3(kUnit + "prove forall x in [0, 1]: x >= 0\n", "x=0", "sign\n"), "declared twice");
  rejects(prove3(kUnit + "prove forall y in [0, 1]: exists y in [0, 1]: y = 0\n", "x=0", "sign\n"), "declared twice");
  rejects(prove3(kUnit + "prove forall y in [0, y]: y >= 0\n", "x=0", "sign\n"), "not known here");
  rejects(prove3(kUnit + "prove {forall y in [0, 1]: y >= 0} and y >= 0\n", "x=0", "sign\n"), "not known here");
}

// exists y: y > x, at x := y, is not y > y.
TEST(LogicHoles, Capture) {
  const std::string s = "var y0 in [0, 1]\nprove forall x in [0, 1]: exists y in (-inf, inf): y > x\n";
  accepts(prove3(s, "y0=0", "intro y\nwitness (y + 1)\nsign\n"));
  rejects(prove3(s, "y0=0", "intro y\nwitness (y)\nsign\n"), "not known");
  const std::string bound = "prove exists x in [0, 1]: forall y in [0, 1]: x = y\n";
  rejects(prove3("var z in [0, 1]\n" + bound, "z=0", "witness (z)\nsign\nsign\nintro z\nidentity\n"), "in use");
  rejects(prove3("var z in [0, 1]\n" + bound, "z=0", "witness (y)\nsign\n"), "not known here");
  rejects(prove3("var z in [0, 1]\n" + bound, "z=0", "witness (z)\nsign\nsign\nintro y\nidentity\n"), "not zero");
  // Three deep, with sums that bind names of their own, put in at each other.
  rejects(
      prove3(
          "int n in [1, 3]\nprove forall int a in [1, n]: exists int b in [1, n]: sum(k, 1, n, k*a) > sum(k, 1, n, k*b)\n",
          "n=1", "intro b\nwitness (b)\nsign\nsign\nsign\n"),
      "");
  // `cut` names what the context names, unless the formula binds it.
  rejects(prove3(kUnit + kFalse, "x=0", "cut exists x in [2, 3]: x >= 2\nwitness (2)\nsign\nsign\nsign\nobtain x 1\n"),
          "in use");
  rejects(prove3(kUnit + kFalse, "x=0",
                 "cut exists x in [2, 3]: x >= 2\nwitness (2)\nsign\nsign\nsign\nobtain z 1\ncut x >= 2\nhyp 1\n"),
          "multiple");
}

TEST(LogicHoles, Ends) {
  rejects(prove3(kUnit + "prove exists y in (0, 1): y = x\n", "x=0", "witness (x)\nsign\n"), "sign is not known");
  rejects(prove3(kUnit + "prove exists y in [0, x): y = x\n", "x=0", "witness (x)\nsign\nidentity\n"), "strict");
  rejects(
      prove3(kX + "assume forall int k in [0, 3]: x >= k\n" + "assume forall int k in (3, 5): x >= k + 9\n" + kFalse,
             "x=20", "at 1 (3)\nsign\n"),
      "sign is not known");
  // No number lies between them: everything is so there, and there is none.
  accepts(prove3(kUnit + "prove forall y in [2, 1]: y = x\n", "x=0", "intro y\nprune 1 64\n"));
  accepts(prove3(kUnit + "prove forall int k in (2, 3): k = x\n", "x=0",
                 "intro k\ncut k >= 3\nintegral\nhyp 1\nprune 2 64\n"));
  rejects(prove3(kUnit + "prove exists y in [2, 1]: y = y\n", "x=0", "witness (2)\nsign\nsign\n"), "sign is not known");
  rejects(prove3(kUnit + "prove exists y in (1, 1): y = y\n", "x=0", "witness (1)\nsign\n"), "sign is not known");
  rejects(prove3(kUnit + "prove exists y in [log(x), 1]: y = 1\n", "x=1", "witness (1)\nsign\n"), "defined");
  rejects(prove3(kUnit + "prove exists int k in [0, x]: k = 0\n", "x=1", "witness (0)\nsign\n"), "integer-valued");
  rejects(prove3(kUnit + "prove exists int k in [0, 1]: 2*k = 1\n", "x=1", "witness (1/2)\nsign\n"), "an integer");
  rejects(prove3(kUnit + "prove exists int k in [0, 1]: k = x\n", "x=1", "witness (x)\nsign\n"), "an integer");
  rejects(prove3(kUnit + "assume forall int k in (-1, 9): sin(k) = 0\n" + kFalse, "x=1", "at 1 (x)\n"), "");
}

// Undefined is not true, and what is true is defined.
TEST(LogicHoles, Definedness) {
  rejects(prove3(kX + "prove exists y in [0, 1]: log(x) = log(x)\n", "x=1", "witness (0)\nsign\nsign\nidentity\n"),
          "not known to be defined");
  rejects(prove3(kX + "prove exists y in [-1, 1]: sqrt(y) >= 0\n", "x=1", "witness (-1)\nsign\nsign\nsign\n"),
          "not known to be defined");
  rejects(prove3(kX + "prove exists y in (-inf, inf): y = y\n", "x=1", "witness (log(x))\nidentity\n"),
          "not known to be defined");
  rejects(prove3(kX + "prove log(x) >= 0 implies x >= 1\n", "x=1", "intro\nsign\n"), "not known to be defined");
  rejects(prove3(kX + "prove {x >= 0 and log(x) >= 0} implies x >= 1\n", "x=1", "intro\nsign\n"), "defined");
  accepts(
      prove3(kX + "prove {x > 0 and log(x) >= 0} implies x >= 1\n", "x=1", "intro\nlog\nrewrite (log(x))\nhyp 2\n"));
  // Hypotheses, part by part; nothing is narrowed by one that is undefined.
  const auto assumed = [&](const std::string& f) {
    return prove3(kX + "assume " + f + "\nprove 0 >= 0\n", "x=2", "sign\n");
  };
  const std::string why = "known";
  rejects(assumed("log(x) >= 0 or x >= 0"), why);
  rejects(assumed("x >= 0 or log(x) >= 0"), why);
  rejects(assumed("x >= 0 implies log(x) >= 0"), why);
  rejects(assumed("log(x) >= 0 implies x >= 0"), why);
  accepts(assumed("x > 0 implies log(x) >= 0"));
  rejects(assumed("{x > 0 or x >= -1} implies log(x) >= 0"), why);
  rejects(assumed("forall int k in [0, 3]: log(k) <= x or x = 9"), why);
  accepts(assumed("forall int k in [1, 3]: {log(k) <= x or x = 9}"));
  rejects(assumed("exists int k in [0, 3]: {x >= 0 and k/(k - 1) >= 0}"), why);
  rejects(assumed("exists int k in (0, floor(log(x))): k >= 0"), why);
  rejects(refute3(kX + "assume x >= 0 implies log(x) >= -50\nprove x >= 9\n", "1 x=2\nby eval 64\n"), why);
  // A derivative that no longer shows where it was taken.
  rejects(assumed("diff(sqrt(x)*sqrt(x) - x, x) >= 0 or x >= 0"), why);
}

// y^x asks for y >= 0 whatever is put in for x, and y^k for nothing; floors are no integers in an exponent.
TEST(LogicHoles, Powers) {
  const std::string y = "var y in [-2, -1]\n", at = "y=-1";
  rejects(prove3(y + "prove exists x in [0, 4]: y^x >= 1\n", at, "witness (2)\nsign\nsign\nsign\n"), "defined");
  rejects(prove3(y + kFalse, at, "cut exists int k in [1, 4]: y^(k/2) = y\nwitness (2)\nsign\nsign\nidentity\n"),
          "defined");
  rejects(prove3(y + "int n in [1, 2]\nprove exists x in [0, 4]: y^x >= -9\n", at + " n=2",
                 "witness (n)\nsign\nsign\nsign\n"),
          "defined");
  rejects(prove3(y + "var z in [2, 2]\nprove exists x in [z, z]: y^x >= 1\n", at + " z=2",
                 "witness (2)\nidentity\nidentity\nsign\n"),
          "defined");
  rejects(prove3(y + "var z in [2, 2]\nprove y^z >= 1 or y^z >= 2\n", at + " z=2", "left\nsign\n"), "defined");
  rejects(prove3(y + "var z in [1, 3/2]\nprove forall int k in [0, 2]: y^k >= -4\n", at + " z=1",
                 "cut forall int k in [0, 2]: y^k >= -4\nintro k\nsign\n"),
          "");
  rejects(prove3(y + "var z in [1, 3/2]\nassume forall int k in (-1, 2]: y^k >= -4\n" + kFalse, at + " z=1",
                 "at 1 (floor(z))\n"),
          "an exponent would not be an integer");
  rejects(
      prove3(y + "var z in [1, 3/2]\nprove exists int k in [0, 2]: y^k <= -1\n", at + " z=1", "witness (floor(z))\n"),
      "an exponent would not be an integer");
}

// On the way along a variable a fact that mentions it is not known.
TEST(LogicHoles, DroppedFacts) {
  const std::string s = "int n in [0, 9]\nassume n >= 2 or n <= 0\n";
  rejects(prove3(s + "prove n^2 >= 2*n\n", "n=2", "induct n\nsign\nbranch 1\n"), "no fact");
  rejects(prove3(s + "prove n^2 >= 2*n\n", "n=2", "widen n in [0, 10]\nbranch 1\n"), "no fact");
  rejects(prove3(kUnit + "assume x >= 1/2 or x <= 0\nprove x^2 - x <= 9\n", "x=1", "convex x\nbranch 1\n"), "no fact");
  rejects(prove3(kUnit + "assume x >= 1/2 or x <= 0\nprove x >= 0\n", "x=1", "mono x lo\nbranch 1\n"), "no fact");
  rejects(prove3(kUnit + "assume x >= 1/2 or x <= 0\nprove x >= 0\n", "x=1", "face x lo 64\nbranch 1\n"), "no fact");
  rejects(prove3(kUnit + "assume x >= 1/2 or x <= 0\nprove x^2 >= 0\n", "x=1", "deriv x (1/2)\nbranch 1\n"), "no fact");
  // It stays for what does not mention it, and where it is put in.
  accepts(prove3(kUnit + "int n in [0, 3]\nassume n >= 1 or n <= 0\nprove x + n >= 0\n", "x=1 n=1",
                 "mono x lo\nsign\nbranch 1\nsign\nsign\n"));
  accepts(
      prove3(kUnit + "var z in [0, 1]\nassume x >= 1/2 or x <= 0\nassume x = z\nprove z^2 >= z/2\n", "x=1 z=1",
             "equal z (x)\nbranch 1\nfactor (x) (x - 1/2)\nhyp 2\ncut x = 0\nboth\nsign\nhyp 2\nequal x (0)\nsign\n"));
}

// A point counts only where every fact is known to be true.
TEST(LogicHoles, Points) {
  const std::string s = kX + "assume x >= 3 or x <= 1\nassume exists int k in [0, 5]: x = k\nprove x >= 4\n";
  accepts(refute3(s, "1 x=3\nby eval 64\n"));
  rejects(refute3(s, "1 x=2\nby eval 64\n"), "fact 1 is not known to hold");
  rejects(refute3(s, "1 x=-1\nby eval 64\n"), "fact 2 is not known to hold");
  const std::string nested =
      kX + "assume forall int i in [1, 3]: exists int j in (i, 5]: {i*j >= x implies x <= 4}\nprove x >= 9\n";
  accepts(refute3(nested, "1 x=4\nby eval 64\n"));
  rejects(refute3(kX + "assume forall y in [0, 1]: {x >= y or x = 7}\nprove x >= 9\n", "1 x=2\nby eval 64\n"),
          "integers only");
  rejects(refute3(kX + "assume forall int k in [0, inf): {x >= k or k >= x}\nprove x >= 9\n", "1 x=2\nby eval 64\n"),
          "integers only");
  rejects(refute3(kX + "prove x >= 9 or x <= 1\n", "1 x=2\nby eval 64\n"), "disprove");
  rejects(check(certificate3(
              kUnit + "prove x >= 0 or x <= 1\n", "proved",
              "inhabited x=0\ngoal 1\nleft\nsign\ntightness 1\nat-least 0 by goal\nat-most 0 x=0 by eval 64\n")),
          "no tightness");
  // The place of a tightness is a point of the domain.
  rejects(check(certificate3(kUnit + "assume x >= 1/2 or x >= 3/4\nprove x >= 0\n", "proved",
                             "inhabited x=1\ngoal 1\nsign\ntightness 1\nat-least 0 by goal\nat-most 0 x=0 by equal\n")),
          "fact 1 is not known to hold");
}

TEST(LogicHoles, DisproofsAndDomains) {
  const auto disprove = [](const std::string& s, const std::string& lines) {
    return check(certificate3(s, "refuted", lines));
  };
  const std::string s = "var x in [0, 2]\nassume x >= 1\nprove x >= 1 or x >= 5\n";
  rejects(disprove(s, "disprove 1\nwitness (0)\nsign\nsign\nparts\nsign\n"), "not known");
  rejects(disprove(s, "disprove 1\nwitness (5/2)\nsign\nsign\n"), "not known");
  rejects(disprove(s, "disprove 2\nsign\n"), "no conclusion");
  rejects(disprove(s, "disprove 0\nsign\n"), "no conclusion");
  rejects(disprove("var x in [-1, 0]\nprove log(x) >= 0\n", "disprove 1\nwitness (-1)\nsign\nsign\nsign\n"), "defined");
  rejects(disprove("var x in [-1, 0]\nprove exists y in [0, 1]: log(x*y) >= 0\n",
                   "disprove 1\nwitness (0)\nsign\nsign\nintro y\nsign\n"),
          "defined");
  rejects(disprove("fun f(1)\nvar x in [0, 1]\nprove f(x) >= 0\n", "disprove 1\nwitness (0)\nsign\n"), "functions");
  rejects(disprove("seq f(k)\nvar x in [0, 1]\nprove f(1) >= x\n", "disprove 1\nwitness (0)\nsign\n"), "functions");
  rejects(check(certificate(kUnit + "prove x >= 5\n", "refuted", "disprove 1\nwitness (0)\nsign\nsign\nsign\n")),
          "version 3");
  rejects(disprove("var x in [0, 2]\nassume x >= 9 or x <= -9\nprove x >= 5\n",
                   "disprove 1\nwitness (0)\nsign\nsign\nparts\nleft\nsign\n"),
          "not known");
  // An irrational bound is a hypothesis.
  rejects(
      disprove("var x in [0, sqrt(2)]\nprove x < 1.4143\n", "disprove 1\nwitness (1.4143)\nsign\nparts\nsign\nsign\n"),
      "not known");
  rejects(check(certificate3("var x in [0, 1]\nassume x >= 2 or x >= 3\n" + kFalse, "proved",
                             "inhabited proof\nwitness (1)\nsign\nsign\nleft\nsign\n")),
          "not known");
  rejects(check(certificate3("var x in [0, 1]\nassume x >= 2 or x >= 3\n" + kFalse, "proved",
                             "inhabited proof\ngoal 1\nbranch 1\nprune 1 64\nprune 1 64\n")),
          "not complete");
}

// A strict hypothesis stays strict on the way to a place where it holds so; elsewhere its closure is all that is known.
TEST(LogicHoles, StrictHypothesesOnTheWay) {
  const std::string wedge = "var x in (0, inf)\nvar y in (0, 1)\nassume x > y\n";
  accepts(prove(
      wedge + "prove x - y - 2*log((x - y)/2) >= 2\n", "x=2 y=1/2",
      "deriv x (y + 2)\nidentity\nfactor (1/(x - y)) (x - y - 2)\nhyp 2\nfactor (1/(x - y)) (y + 2 - x)\nhyp 2\n"));
  rejects(prove(wedge + "prove -log(x - y) >= 0\n", "x=1 y=1/2",
                "deriv x (y)\nidentity\nsign\nfactor (1/(x - y)) (1)\nsign\n"),
          "smooth");
  // It holds at one place of the curve and not at another one.
  rejects(prove("var x in (-1, 2)\nvar y in [0, 1]\nassume x > -y\nprove log(x + y) - x >= -9\n", "x=1 y=1/2",
                "deriv x (0)\nidentity\nsign\nsign\n"),
          "smooth");
}

TEST(LogicHoles, Words) {
  rejects(prove("var x in [0, 1]\nprove x >= 0 or x >= 5\n", "x=0", "left\nsign\n"), "unexpected 'or'");
  rejects(prove("var x in [0, 1]\nprove {x >= 0}\n", "x=0", "sign\n"), "no meaning");
  accepts(prove("var or in [0, 1]\nprove or >= 0\n", "or=0", "sign\n"));
  rejects(prove3("var or in [0, 1]\nprove or >= 0\n", "or=0", "sign\n"), "reserved");
  rejects(prove("var x in [0, 1]\nprove x >= 0\n", "x=0", "cut x >= 0 or x >= 5\n"), "unexpected 'or'");
  for (const std::string f : {"{x >= 0", "x >= 0}", "x >= 0 and", "or x >= 0", "x >= 0 implies", "{}", "x and x",
                              "forall y: y >= 0", "exists y in [0, 1] y >= 0", "{x >= 0)"})
    rejects(prove3(kUnit + "prove " + f + "\n", "x=0", "sign\n"));
  std::string deep = "x >= 0", wide = "x >= 0";
  for (int i = 0; i < 5000; ++i) deep = "{" + deep + "}", wide += " and x >= 0";
  rejects(prove3(kUnit + "prove " + deep + "\n", "x=0", "sign\n"), "nested too deeply");
  rejects(prove3(kUnit + "prove " + wide + "\n", "x=0", "sign\n"), "nested too deeply");
  std::string many = "x >= 0";
  for (int i = 0; i < 70; ++i) many = "forall y" + std::to_string(i) + " in [0, 1]: " + many;
  rejects(prove3(kUnit + "prove " + many + "\n", "x=0", "sign\n"), "nested too deeply");
}

// Between the points at which a fact holds, a function may go anywhere: `deriv` goes on without the fact.
TEST(LogicHoles, AFactIsNotKnownOnTheWay) {
  const std::string whole = "var x in [0, 2]\nassume exists int k in [0, 2]: x = k\n";
  // Its slope is -30 (x - 1)^2 (x - 2)^2: 0 at 1 and 2, and the value at 2 is -32.
  const std::string falls = whole + "prove -(6*x^5 - 45*x^4 + 130*x^3 - 180*x^2 + 120*x) >= 0\n";
  rejects(prove3(falls, "x=0", "deriv x (0)\nidentity\nobtain k 1\nequal x (k)\nsign\nprune 1 64\n"), "fact");
  rejects(prove3(falls, "x=0", "deriv x (0)\nidentity\nfactor (-30) ((x - 1)^2*(x - 2)^2)\nsign\nprune 1 64\n"),
          "not known");
  // Nothing but the fact says that the goal is defined.
  rejects(prove3("var x in [-1, 1]\nprove {exists s in [0, 1]: x = s^2} implies x*sqrt(x) >= 0\n", "x=1",
                 "intro\nderiv x (0)\nidentity\nsign\nprune 1 64\n"),
          "defined");
  accepts(prove3(whole + "prove x^2 + x >= 0\n", "x=0", "deriv x (0)\nidentity\nsign\nprune 1 64\n"));
}

}  // namespace
}  // namespace dpcert::checker::test
