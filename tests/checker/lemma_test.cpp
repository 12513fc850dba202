// Proof lines that use another statement, and what certificates with such lines are worth together.
#include "tests/checker/certificates.hpp"

namespace dpcert::checker::test {
namespace {

std::string quote(const std::string& id, const std::string& statement) {
  return "use " + id + " " + std::to_string(std::count(statement.begin(), statement.end(), '\n')) + "\n" + statement;
}

// A certificate of version 3 in which `uses` (made by `quote`) stands behind the statement.
std::string with(const std::string& uses, const std::string& statement, const std::string& at, const std::string& tree,
                 const std::string& version = "3") {
  const auto n = std::count(statement.begin(), statement.end(), '\n');
  return sealed("dpcert-certificate " + version + "\nstatement " + std::to_string(n) + "\n" + statement + uses +
                "verdict proved\ninhabited " + at + "\ngoal 1\n" + tree);
}
Result using_lemma(const std::string& used, const std::string& statement, const std::string& at,
                   const std::string& tree) {
  return check(with(quote("l", used), statement, at, tree));
}

// Its lines are right; by itself it is not accepted.
void holds(const Result& r) {
  EXPECT_TRUE(r.readable && r.conditional()) << "line " << r.line << ": " << r.reason;
  EXPECT_FALSE(r.accepted);
  EXPECT_EQ(r.line, 0U);
  EXPECT_FALSE(r.uses.empty());
}

const std::string bernoulli = "int n in [1, inf)\nvar x in [-1, inf)\nprove (1 + x)^n >= 1 + n*x\n";
const std::string bernoulli_proof = "induct n\nidentity\ncombine (n*x^2) 1 (1 + x)\n";
const std::string together = "int n in [1, inf)\nvar b in [0, 1]\nprove 1 - (1 - b)^n <= n*b\n";

TEST(Lemma, AConditionalCertificateIsNotAccepted) {
  const std::string lines = "lemma l (n = n, x = -b)\nsign\nsign\ncombine 0 1 1\n";
  const Result r = using_lemma(bernoulli, together, "n=1 b=0", lines);
  holds(r);
  ASSERT_EQ(r.uses.size(), 1U);
  EXPECT_EQ(r.uses[0].id, "l");
  EXPECT_EQ(r.uses[0].statement, bernoulli);
  EXPECT_NE(r.reason.find("depends on l"), std::string::npos);
  EXPECT_EQ(r.verdict, "proved");
  // What is quoted counts, whether a line uses it or not.
  holds(using_lemma(bernoulli, "var x in [0, 1]\nprove x >= 0\n", "x=0", "sign\n"));
}

TEST(Lemma, TheFormOfAUseIsChecked) {
  const std::string lines = "lemma l (n = n, x = -b)\nsign\nsign\ncombine 0 1 1\n", at = "n=1 b=0";
  const std::string use = quote("l", bernoulli);
  rejects(check(with(use, together, at, lines, "2")), "earlier version than 3");
  rejects(check(with("", together, at, lines)), "quotes no statement 'l'");
  rejects(check(with(use + use, together, at, lines)), "the same id");
  rejects(check(with(quote("l'", bernoulli), together, at, lines)), "the id of a used statement");
  rejects(check(with(quote("m", bernoulli), together, at, lines)), "quotes no statement 'l'");
  rejects(check(with("use l 4\n" + bernoulli, together, at, lines)), "'verdict' was expected");
  holds(check(with(quote("sgld.lem-A_6", bernoulli), together, at,
                   "lemma  sgld.lem-A_6\t(x = -b, n = n)  # a comment\nsign\nsign\ncombine 0 1 1\n")));
  rejects(using_lemma("var x in [0, 1]\nprov x >= 0\n", "var y in [0, 1]\nprove y >= 0\n", "y=0",
                      "lemma l (x = y)\nsign\nsign\nhyp 1\n"),
          "does not begin a declaration");
  rejects(check(sealed("dpcert-certificate 3\nstatement 2\nvar x in [0, 1]\nprove x > 0\n" + use +
                       "verdict refuted\nrefute 1 x=0\nby equal\n")),
          "uses no other statement");
}

TEST(Lemma, EveryVariableIsGivenOnce) {
  const auto lines = [](const std::string& given) { return "lemma l (" + given + ")\nsign\nsign\ncombine 0 1 1\n"; };
  const auto tried = [&](const std::string& given) {
    return using_lemma(bernoulli, together, "n=1 b=0", lines(given));
  };
  holds(tried("n = n, x = -b"));
  rejects(tried("n = n, x = -b, x = b"), "given twice");
  rejects(tried("n = n, x = -b, y = b"), "no variable or function 'y'");
  rejects(tried("n = n, x = -b) (x = b"), "at the end of a proof line");
  rejects(using_lemma("fun f(1)\nvar x in [0, 1]\nassume f(x) >= 0\nprove f(x) + x >= 0\n",
                      "var y in [0, 1]\nprove y >= 0\n", "y=0", "lemma l (x = y)\n"),
          "nothing is given for 'f'");
  rejects(tried("n = n, x = -x"), "not known here");  // the names of the used statement are its own
}

// What is not named stays bound: its bounds and the hypotheses that mention it are asked for where the fact is used.
TEST(LemmaWithBoundVariables, IsAFact) {
  const std::string y = "var y in [0, 5]\n", any = "var x in (-inf, inf)\n";
  // For all x in [-1, inf): (1 + x)^n >= 1 + n*x.
  holds(using_lemma(bernoulli, together, "n=1 b=0", "lemma l (n = n)\nsign\nat 1 (-b)\nsign\ncombine 0 1 1\n"));
  holds(using_lemma(bernoulli, together, "n=1 b=0", "lemma l ()\nat 1 (n)\nsign\nat 2 (-b)\nsign\ncombine 0 1 1\n"));
  rejects(using_lemma(bernoulli, together, "n=1 b=0", "lemma l ()\nat 1 (b)\nsign\n"), "not known to be an integer");
  rejects(using_lemma(bernoulli, together, "n=1 b=0", "lemma l (n = n)\nsign\nat 1 (-3 - b)\nsign\n"),
          "sign is not known");
  rejects(using_lemma(bernoulli, together, "n=1 b=0", "lemma l (n = n)\nsign\nhyp 1\n"), "no hypothesis");
  // A hypothesis that mentions it is a premise, one that does not is shown at once.
  const std::string two = any + "var c in (-inf, inf)\nassume x >= 1\nassume c >= 2\nprove x + c >= 3\n";
  const std::string claim = y + "assume y >= 2\nprove y + 1 >= 3\n";
  holds(using_lemma(two, claim, "y=2", "lemma l (c = y)\nhyp 1\nat 1 (1)\napply 2\nsign\nhyp 2\n"));
  rejects(using_lemma(two, claim, "y=2", "lemma l (c = y)\nhyp 1\nat 1 (1)\nhyp 2\n"), "no hypothesis of this");
  rejects(using_lemma(two, claim, "y=2", "lemma l (c = y)\nhyp 1\nat 1 (0)\napply 2\nsign\n"), "sign is not known");
  rejects(using_lemma(two, claim, "y=2", "lemma l (c = 1)\nhyp 1\n"), "not a multiple");
  // A bound that is not rational is a premise, with its strictness.
  const std::string root = "var x in [0, sqrt(2))\nprove x^2 < 2\n";
  holds(using_lemma(root, y + "prove (7/5)^2 < 2\n", "y=0", "lemma l ()\nat 1 (7/5)\nsign\napply 2\neval 64\nhyp 1\n"));
  rejects(using_lemma(root, y + "prove 2 < 2\n", "y=0", "lemma l ()\nat 1 (sqrt(2))\nsign\napply 2\nsign\nhyp 1\n"),
          "sign is not known");
  // Where a premise is undefined it is not true, and nothing follows.
  const std::string log = any + "assume log(x) <= 5\nprove x > 0\n";
  rejects(using_lemma(log, y + "prove -1 > 0\n", "y=0", "lemma l ()\nat 1 (-1)\napply 2\nsign\n"), "defined");
  // y^x with a real x asks for y >= 0 whatever is put in for it.
  const std::string power = any + "var b in (-inf, inf)\nassume b^x >= 0\nprove b >= 0\n";
  rejects(using_lemma(power, y + "prove -1 >= 0\n", "y=0", "lemma l (b = -1)\nat 1 (2)\napply 2\nsign\nhyp 1\n"),
          "defined");
}

TEST(LemmaWithBoundVariables, NothingIsCaptured) {
  // The bound y of the lemma and the y of the context are two.
  const std::string used = "var x in (-inf, inf)\nvar y in [x, inf)\nprove y >= x\n";
  const std::string claim = "language 3\nvar y in (-inf, inf)\nvar x in [y, inf)\nprove x >= y\n";
  const auto tried = [&](const std::string& lines) {
    return using_lemma("language 3\n" + used, claim, "y=0 x=1", lines);
  };
  holds(tried("lemma l (x = y)\nat 1 (x)\napply 2\nhyp 1\nhyp 2\n"));
  rejects(tried("lemma l (x = y)\nat 1 (y - 1)\napply 2\nsign\n"), "sign is not known");
  rejects(tried("lemma l (y = y)\nat 1 (x + 1)\napply 2\nsign\n"), "sign is not known");
  // A recursion is shown, so nothing in it may stay bound; what a sequence is given contains names of this statement.
  const std::string seq =
      "language 3\nint n in [0, inf)\nvar a in [0, 1]\nseq x(k): x(0) = 1, x(k + 1) = a*x(k)\nprove x(n) <= 1\n";
  const std::string power = "language 3\nint n in [0, inf)\nvar a in [0, 1]\nseq z(k): z(0) = 1, z(k + 1) = a*z(k)\n";
  rejects(using_lemma(seq, power + "prove z(n) <= 1\n", "n=0 a=0", "lemma l (n = n, x(j) = z(j))\nsign\n"),
          "a recursion contains a variable that is not named");
  holds(using_lemma(seq, power + "prove z(n + 1) <= 1\n", "n=0 a=0",
                    "lemma l (a = a, x(j) = z(j))\nsign\nsign\ndefine z (0)\nhyp 1\ndefine z (j)\nhyp 1\n"
                    "at 1 (n + 1)\nsign\nhyp 1\n"));
  // A `forall` hypothesis that mentions it is a premise too, and no name is asked for.
  const std::string means =
      "language 3\nint n in [1, inf)\nvar hi in (-inf, inf)\nseq x(k)\nassume forall int k in [1, n]: x(k) <= hi\n"
      "prove sum(k, 1, n, x(k)) <= n*hi\n";
  const std::string list = "language 3\nint m in [2, inf)\nseq w(k)\nassume forall int k in [1, m]: w(k) <= 3\n";
  holds(using_lemma(means, list + "prove sum(k, 1, m, w(k)) <= m*3\n", "with w(k) = 0; m=2",
                    "lemma l (hi = 3, x(k) = w(k))\nat 1 (m)\nsign\napply 2\nintro k\ninst 1 (k)\nhyp 2\nhyp 1\n"));
  rejects(using_lemma(means, list + "prove sum(k, 1, m, w(k)) <= m*3\n", "with w(k) = 0; m=2",
                      "lemma l (hi = 3, x(k) = w(k)) i\n"),
          "at the end of a proof line");
}

TEST(Lemma, NamesOfTheTwoStatementsAreApart) {
  // x and y change places: put in at once, not one after the other.
  const std::string used = "var x in [0, 1]\nvar y in [2, 3]\nprove y - x >= 1\n";
  const std::string box = "var y in [0, 1]\nvar x in [2, 3]\n";
  holds(using_lemma(used, box + "prove x - y >= 1\n", "x=2 y=0",
                    "lemma l (x = y, y = x)\nsign\nsign\nsign\nsign\nhyp 1\n"));
  rejects(using_lemma(used, box + "prove y - x >= 1\n", "x=2 y=0",
                      "lemma l (x = y, y = x)\nsign\nsign\nsign\nsign\nhyp 1\n"),
          "not a multiple");
  rejects(using_lemma(used, box + "prove x - y >= 1\n", "x=2 y=0",
                      "lemma l (x = x, y = y)\nsign\nsign\nsign\nsign\nhyp 1\n"),
          "sign is not known");
  // Nothing but the names of the context is known in a line.
  rejects(using_lemma(used, "var z in [0, 1]\nprove z >= 0\n", "z=0", "lemma l (x = x, y = 2)\nsign\n"), "not known");
}

TEST(Lemma, ValuesAreInTheDomainWithItsStrictness) {
  const std::string used = "var x in (0, 1)\nprove log(x) < 0\n", open = "lemma l (x = y)\nsign\nsign\nhyp 1\n";
  holds(using_lemma(used, "var y in (0, 1)\nprove log(y) < 0\n", "y=1/2", open));
  rejects(using_lemma(used, "var y in (0, 1]\nprove log(y) < 0\n", "y=1/2", open), "sign is not known");
  rejects(
      using_lemma(used, "var y in [1/2, 1]\nassume y >= 0\nprove y > 5\n", "y=1/2", "lemma l (x = y)\nsign\nsign\n"),
      "sign is not known");
  const std::string half = "var x in (0, 1]\nprove x > 0\n", at_end = "lemma l (x = y)\nsign\nsign\nhyp 1\n";
  holds(using_lemma(half, "var y in (0, 1]\nprove y > 0\n", "y=1/2", at_end));
  rejects(using_lemma(half, "var y in [0, 1]\nprove y > 0\n", "y=1/2", at_end), "sign is not known");
  // The lemma stands in front of the question whether the goal is defined, which stays.
  rejects(
      using_lemma(used, "var y in [0, 1]\nprove log(y) < 0\n", "y=1/2", "lemma l (x = (1 + y)/3)\nsign\nsign\nhyp 1\n"),
      "the goal is not known to be defined");
  // A bound that is not rational is itself a goal, its rounded end is none.
  const std::string root = "var x in [0, sqrt(2)]\nprove x^2 <= 2\n";
  holds(using_lemma(root, "var y in [0, 1]\nprove y^2 <= 2\n", "y=0", "lemma l (x = y)\nsign\neval 64\nhyp 1\n"));
  rejects(using_lemma(root, "var y in [0, 1.41421356237309504880168872420969807857]\nprove y^2 <= 2\n", "y=0",
                      "lemma l (x = y)\nsign\neval 256\nhyp 1\n"),
          "");
  // An empty domain gives nothing.
  rejects(using_lemma("var x in [1, 0]\nprove 0 > 1\n", "var y in [0, 1]\nprove 0 > 1\n", "y=0",
                      "lemma l (x = y)\nsign\nsign\nhyp 1\n"),
          "empty");
}

TEST(Lemma, IntegersTakeIntegers) {
  const std::string used = "int n in [1, inf)\nprove n >= 1\n";
  const auto tried = [&](const std::string& box, const std::string& e) {
    return using_lemma(used, box + "prove 1 > 0\n", "y=1 k=1", "lemma l (n = " + e + ")\neval 64\nsign\n");
  };
  const std::string box = "var y in [1, 2]\nint k in [1, 9]\n";
  holds(tried(box, "2*k - 1"));
  holds(tried(box, "3"));
  rejects(tried(box, "y"), "an integer by its form");
  rejects(tried(box, "k/2 + 1"), "an integer by its form");
  rejects(tried(box, "3/2"), "an integer by its form");
  rejects(tried(box, "ceil(y)"), "an integer by its form");
  // On the way to an end of its interval an integer variable is real.
  const std::string s = "int k in [1, 9]\nvar x in [-2, -1]\nprove k + 1 > 0\n";
  rejects(using_lemma(used, s, "k=1 x=-1", "mono k lo\nlemma l (n = k)\nsign\nsign\nsign\n"), "an integer by its form");
  // A variable whose interval is a point has left the context: its value stands for it.
  const std::string point = "int k in [2, 2]\nvar y in [0, 1]\nprove y + k >= 1\n";
  holds(using_lemma(used, point, "k=2 y=0", "lemma l (n = 2)\nsign\nsign\n"));
  rejects(using_lemma(used, point, "k=2 y=0", "lemma l (n = k)\nsign\nsign\n"), "not known here");
  holds(using_lemma(bernoulli, "int n in [1, inf)\nvar x in [-1, 2]\nprove (1 + x)^n >= 1 + n*x\n", "n=1 x=0",
                    "induct n\nlemma l (n = 1, x = x)\nsign\nsign\nidentity\n"
                    "lemma l (n = n + 1, x = x)\nsign\nsign\nhyp 2\n"));
}

TEST(Lemma, ValuesAreDefined) {
  const std::string used = "var x in (-inf, inf)\nprove x^2 >= 0\n", box = "var y in [-1, 1]\nprove y + 2 > 0\n";
  holds(using_lemma(used, box, "y=0", "lemma l (x = 1/(y + 2))\nsign\n"));
  rejects(using_lemma(used, box, "y=0", "lemma l (x = 1/y)\nsign\n"), "not known to be defined");
  rejects(using_lemma(used, box, "y=0", "lemma l (x = 0*log(y))\nsign\n"), "not known to be defined");
}

TEST(Lemma, HypothesesAreProvedAsTheUsedStatementReadsThem) {
  const std::string two = "var x in (-inf, inf)\nassume x > 0\nassume log(x) > 0\nprove x > 1\n";
  const std::string box = "var y in [2, 3]\nprove y > 1\n";
  holds(using_lemma(two, box, "y=2", "lemma l (x = y)\nsign\neval 64\nhyp 1\n"));
  // A hypothesis that is dropped, or in another order, is not proved.
  rejects(using_lemma(two, box, "y=2", "lemma l (x = y)\nsign\nhyp 1\n"), "");
  rejects(using_lemma(two, "var y in [-3, -2]\nprove y > 1\n", "y=-2", "lemma l (x = y)\nsign\neval 64\nhyp 1\n"),
          "sign");
  // Undefined at the value given: it says nothing there, and nothing follows.
  const std::string root = "var x in (-inf, inf)\nassume sqrt(x) + 1 > 0\nprove x >= 0\n";
  holds(using_lemma(root, "var y in [0, 3]\nprove y >= 0\n", "y=2", "lemma l (x = y)\nsign\nhyp 1\n"));
  rejects(using_lemma(root, "var y in [-1, 3]\nprove y >= 0\n", "y=2", "lemma l (x = y)\nsign\nhyp 1\n"), "defined");
  rejects(
      using_lemma(root, "var y in [-1, 3]\nprove y >= 0\n", "y=2", "lemma l (x = y)\ncut 1 > 0\nsign\nsign\nhyp 1\n"),
      "defined");
}

// y^x with a real x is defined for y >= 0 only (y > 0 where x < 0); y^n and y^3 for all y.
TEST(Lemma, PowersOfHypothesesKeepTheirReading) {
  const std::string used = "var y in (-inf, inf)\nvar x in [1, 9]\nassume y^x <= 0\nprove y = 0\n";
  const auto tried = [&](const std::string& box, const std::string& x, const std::string& hypothesis) {
    return using_lemma(used, box + "prove t = 0\n", "t=0 n=1",
                       "lemma l (y = t, x = " + x + ")\nsign\nsign\n" + hypothesis + "hyp 2\n");
  };
  const std::string n = "int n in [1, 9]\nassume t^n <= 0\n", three = "int n in [1, 9]\nassume t^3 <= 0\n";
  holds(tried("var t in [0, 1]\n" + n, "n", "hyp 1\n"));
  holds(tried("var t in [0, 1]\n" + three, "3", "hyp 1\n"));
  rejects(tried("var t in [-1, 1]\n" + n, "n", "hyp 1\n"), "the goal is not known to be defined");
  rejects(tried("var t in [-1, 1]\n" + three, "3", "hyp 1\n"), "the goal is not known to be defined");
  rejects(tried("var t in [-1, 1]\n" + n, "n", "cut 1 > 0\nsign\nhyp 1\n"), "the goal is not known to be defined");
  // The same behind an exponent that is an integer and shows none.
  const std::string half = "var y in (-inf, inf)\nint k in [2, 9]\nassume y^(k/2*2) <= 0\nprove y = 0\n";
  rejects(using_lemma(half, "var t in [-1, 1]\nassume t^3 <= 0\nprove t = 0\n", "t=0",
                      "lemma l (y = t, k = 3)\nsign\nsign\nhyp 1\nhyp 2\n"),
          "the goal is not known to be defined");
  // And behind a derivative, which shows no more where its function was defined.
  const std::string slope = "var y in (-inf, inf)\nassume diff(y + sqrt(y), y) - 1/(2*sqrt(y)) + 1 > 0\nprove y > 0\n";
  rejects(using_lemma(slope, "var t in [-1, 1]\nprove t > 0\n", "t=1", "lemma l (y = t)\nsign\nhyp 1\n"), "defined");
}

TEST(Lemma, FunctionsStandForFunctions) {
  const std::string used = "fun g(1)\nvar a in (-inf, inf)\nassume diff(g(a), a) >= 2\nprove g(a) >= 3\n";
  const std::string own = "fun f(1)\nfun h(1)\nfun two(2)\nlogpartition p(1)\nvar a in (-inf, inf)\n";
  const std::string slope = "assume diff(h(a), a) >= 2\n", at = "with f(x) = 3; with h(x) = 2*x; with two(x, y) = 1; "
                                                                "with p(x) = gaussian(x, 1); a=2";
  const auto tried = [&](const std::string& g, const std::string& goal) {
    return using_lemma(used, own + slope + "prove " + goal + "\n", at,
                       "lemma l (g = " + g + ", a = a)\nhyp 1\nhyp 2\n");
  };
  holds(tried("h", "h(a) >= 3"));
  rejects(tried("f", "f(a) >= 3"), "not a multiple");
  rejects(tried("h", "f(a) >= 3"), "not a multiple");
  rejects(tried("two", "h(a) >= 3"), "as many arguments");
  rejects(tried("p", "h(a) >= 3"), "not a multiple");
  rejects(tried("a", "h(a) >= 3"), "as many arguments");
  rejects(tried("exp", "h(a) >= 3"), "reserved");
  // Numbers of functions are those of their own statements, in the values too: g(f(a)) is not f(f(a)).
  const std::string swap = "fun f(1)\nfun g(1)\nvar a in (-inf, inf)\nprove f(a) >= g(a)\n";
  const std::string both = "fun f(1)\nfun g(1)\nvar a in [0, 1]\n", some = "with f(x) = x; with g(x) = 0; a=1";
  holds(using_lemma(swap, both + "prove g(f(a)) >= f(f(a))\n", some, "lemma l (f = g, g = f, a = f(a))\nhyp 1\n"));
  rejects(using_lemma(swap, both + "prove f(f(a)) >= g(f(a))\n", some, "lemma l (f = g, g = f, a = f(a))\nhyp 1\n"),
          "wrong direction");
}

TEST(Lemma, WhatCannotBeUsedIsRefused) {
  const std::string own = "var y in [0, 1]\nprove y >= 0\n";
  rejects(using_lemma("dim d in [1, 3]\nvar x in [0, 1]\nprove x >= 0\n", own, "y=0",
                      "lemma l (x = y)\nsign\nsign\nsign\n"),
          "dim");
}

// ---- sequences

// x(k) = sum(j, 1, k, j*k) = k*k*(k + 1)/2 under a sum over k: its own index is not that of the outer sum.
TEST(LemmaOnSequences, AGivenSumStandsInASum) {
  const std::string used =
      "language 3\nseq x(k)\nint n in [1, inf)\nprove sum(i, 1, n, x(i)) = sum(i, 1, n - 1, x(i)) + x(n)\n";
  const auto tried = [&](const std::string& term) {
    return using_lemma(used,
                       "language 3\nint m in [1, inf)\nprove sum(i, 1, m, sum(j, 1, i, " + term +
                           ")) = sum(i, 1, m - 1, sum(j, 1, i, " + term + ")) + sum(j, 1, m, m*j)\n",
                       "m=1", "lemma l (x(k) = sum(j, 1, k, k*j), n = m)\nsign\nhyp 1\n");
  };
  holds(tried("i*j"));
  rejects(tried("j*j"), "not a multiple");
}

const std::string affine =
    "language 3\nint n in [0, inf)\nvar a in (0, 1)\nvar b in (-inf, inf)\n"
    "seq x(k): x(0) = 0, x(k + 1) = a*x(k) + b\nprove x(n) = b*(1 - a^n)/(1 - a)\n";
const std::string own_affine =
    "language 3\nint m in [0, inf)\nvar L in (0, 1)\nvar r in (0, inf)\n"
    "seq mu(j): mu(0) = 0, mu(j + 1) = L*mu(j) + r\nseq free(j)\nseq two(i, j)\n";
const std::string some = "with free(j) = 0; with two(i, j) = 0; m=0 L=1/2 r=1";
const std::string closed_form = "prove mu(2*m) = r*(1 - L^(2*m))/(1 - L)\n";
// What is left of the bounds, then the first value, the recursion at j, and the goal.
const std::string bounds = "sign\nsign\nsign\n";
const std::string recursion = "define mu (0)\nhyp 1\ndefine mu (j)\nhyp 1\n";

TEST(LemmaOnSequences, ARecursionIsShown) {
  const auto tried = [&](const std::string& given, const std::string& lines, const std::string& goal = closed_form) {
    return using_lemma(affine, own_affine + goal, some, "lemma l (" + given + ")\n" + bounds + lines + "hyp 1\n");
  };
  holds(tried("n = 2*m, a = L, b = r, x(j) = mu(j)", recursion));
  // Another value, another recursion, another place: none is that of the used statement.
  rejects(tried("n = 2*m, a = L, b = r, x(j) = mu(j) + 1", recursion), "not a multiple");
  rejects(tried("n = 2*m, a = L, b = 2*r, x(j) = mu(j)", recursion), "not a multiple");
  rejects(tried("n = 2*m, a = L, b = r, x(j) = mu(j + 1)", recursion), "not a multiple");
  rejects(tried("n = 2*m, a = L, b = r, x(j) = mu(2*j)", recursion), "not a multiple");
  rejects(tried("n = 2*m, a = L, b = r, x(j) = free(j)", recursion), "not a multiple");
  rejects(tried("n = 2*m, a = L, b = r, x(j) = 0*j", "sign\nidentity\n"), "");
  // Neither goal is left out: the line that shows the other one does not do.
  rejects(tried("n = 2*m, a = L, b = r, x(j) = mu(j)", "define mu (0)\nhyp 1\n"), "");
  rejects(tried("n = 2*m, a = L, b = r, x(j) = mu(j)", "define mu (j)\nhyp 1\n"), "");
  // A closed form in place of the sequence: the same conclusion says nothing of mu.
  const std::string form = "r*(1 - L^j)/(1 - L)";
  rejects(tried("n = 2*m, a = L, b = r, x(j) = " + form, "identity\nidentity\n"), "not a multiple");
}

TEST(LemmaOnSequences, TheRecursionIsShownFromItsFirstValueOnOnly) {
  // The used sequence begins at 3; x(2) is any number, and the given one has another there.
  const std::string used = "language 3\nseq x(k): x(3) = 1, x(k + 1) = 2*x(k)\nprove x(4) = 2\n";
  const std::string own = "language 3\nseq y(k): y(3) = 1, y(k + 1) = 2*y(k)\n";
  holds(using_lemma(used, own + "prove y(4) = 2\n", "",
                    "lemma l (x(k) = y(k))\ndefine y (3)\nhyp 1\ndefine y (k)\nhyp 1\nhyp 1\n"));
  // From 0 on the used one says more than what begins at 3 has.
  const std::string earlier = "language 3\nseq x(k): x(0) = 1/8, x(k + 1) = 2*x(k)\nprove x(4) = 2\n";
  rejects(using_lemma(earlier, own + "prove y(4) = 2\n", "",
                      "lemma l (x(k) = y(k))\ndefine y (0)\nhyp 1\ndefine y (k)\nhyp 1\nhyp 1\n"),
          "");
  // Two first values.
  const std::string fibonacci =
      "language 3\nseq x(k): x(0) = 0, x(1) = 1, x(k + 2) = x(k + 1) + x(k)\nprove x(2) = 1\n";
  const std::string lucas = "language 3\nseq y(k): y(0) = 0, y(1) = 3, y(k + 2) = y(k + 1) + y(k)\n";
  const std::string lines = "define y (0)\nhyp 1\ndefine y (1)\ncombine 0 1 (1/3)\ndefine y (k)\ncombine 0 1 (1/3)\n";
  holds(
      using_lemma(fibonacci, lucas + "prove y(2) = 3\n", "", "lemma l (x(k) = y(k)/3)\n" + lines + "combine 0 1 3\n"));
  rejects(using_lemma(fibonacci, lucas + "prove y(2) = 3\n", "",
                      "lemma l (x(k) = y(k))\ndefine y (0)\nhyp 1\ndefine y (1)\nhyp 1\ndefine y (k)\nhyp 1\nhyp 1\n"),
          "not a multiple");
}

// The step at the first index is not left out: y(1) may be any number where y(k + 1) = 2*y(k) holds from 1 on only.
TEST(LemmaOnSequences, TheStepHoldsAtTheFirstIndex) {
  const auto tried = [](const std::string& from) {
    return using_lemma("language 3\nseq x(k): x(0) = 0, x(k + 1) = 2*x(k)\nprove x(1) = 0\n",
                       "language 3\nseq y(k)\nassume y(0) = 0\nassume forall int k in [" + from +
                           ", inf): y(k + 1) = 2*y(k)\nprove y(1) = 0\n",
                       "with y(k) = 0;", "lemma l (x(k) = y(k))\nhyp 1\ninst 1 (k)\nhyp 2\nhyp 2\n");
  };
  holds(tried("0"));
  rejects(tried("1"), "");
}

// The mean of numbers in [lo, hi] is at most hi.
const std::string mean =
    "language 3\nint n in [1, inf)\nvar hi in (-inf, inf)\nseq x(k)\nassume forall int k in [1, n]: x(k) <= hi\n"
    "prove sum(k, 1, n, x(k)) <= n*hi\n";
const std::string own_list = "language 3\nint m in [2, inf)\nvar c in (0, inf)\nseq y(k)\n";

TEST(LemmaOnSequences, AForallHypothesisIsShownAtANewName) {
  const auto tried = [&](const std::string& assumed, const std::string& line, const std::string& lines,
                         const std::string& goal = "prove sum(k, 1, m, 2*y(k)) <= m*c\n") {
    return using_lemma(mean, own_list + assumed + goal, "with y(k) = 0; m=2 c=1",
                       "lemma l " + line + "\nsign\n" + lines + "hyp 1\n");
  };
  const std::string all = "assume forall int k in [1, m]: 2*y(k) <= c\n";
  const std::string given = "(n = m, hi = c, x(k) = 2*y(k))";
  holds(tried(all, given + " i", "inst 1 (i)\nhyp 2\n"));
  // It is shown at i and used at i.
  rejects(tried("assume 2*y(1) <= c\n", given + " i", "hyp 1\n"), "not a multiple");
  rejects(tried("assume forall int k in [2, m]: 2*y(k) <= c\n", given + " i", "inst 1 (i)\nhyp 2\n"), "");
  rejects(tried("assume forall int k in [1, m - 1]: 2*y(k) <= c\n", given + " i", "inst 1 (i)\nhyp 2\n"), "");
  rejects(tried(all, given + " i", ""), "");
  rejects(tried(all, "(n = m, hi = c, x(k) = y(k)) i", "inst 1 (i)\nhyp 2\n"), "");
  // The index moved: shown where it stands, from 0 to m - 1.
  const std::string moved = "(n = m, hi = c, x(k) = 2*y(k - 1)) i";
  rejects(tried(all, moved, "inst 1 (i - 1)\nhyp 2\n"), "");
  // A name for each quantifier, new, and no more.
  rejects(tried(all, given, "inst 1 (i)\nhyp 2\n"), "expected a name");
  rejects(tried(all, given + " i j", "inst 1 (i)\nhyp 2\n"), "at the end of a proof line");
  for (const std::string old : {"m", "c", "y"})
    rejects(tried(all, given + " " + old, "inst 1 (" + old + ")\nhyp 2\n"), "in use");
  // What the name stands for outside does not come back: the last child knows no i.
  rejects(using_lemma(mean, own_list + all + "prove 2*y(1) <= c\n", "with y(k) = 0; m=2 c=1",
                      "lemma l " + given + " i\nsign\ninst 1 (i)\nhyp 2\ninst 1 (i)\nhyp 2\n"),
          "not known here");
}

TEST(LemmaOnSequences, QuantifiersOneInsideTheOther) {
  const std::string used =
      "language 3\nint n in [1, inf)\nseq x(k)\nassume forall int i in [1, n]: forall int j in [1, i]: x(j) <= x(i)\n"
      "prove x(n) >= x(1)\n";
  const std::string own = "language 3\nint m in [1, inf)\nprove 3*m >= 3\n";
  holds(using_lemma(used, own, "m=1", "lemma l (n = m, x(k) = 3*k) s t\nsign\ncombine 0 2 3\nhyp 1\n"));
  rejects(using_lemma(used, own, "m=1", "lemma l (n = m, x(k) = 3*k) s s\nsign\ncombine 0 2 3\nhyp 1\n"), "in use");
  rejects(using_lemma(used, own, "m=1", "lemma l (n = m, x(k) = -3*k) s t\nsign\ncombine 0 2 3\nhyp 1\n"), "");
  // Over reals: the ends are those at the values given.
  const std::string reals = "fun g(1)\nvar a in [1, 2]\nassume forall t in [0, a]: g(t) >= t\nprove g(a) >= a\n";
  const std::string f = "fun f(1)\nvar b in [1, 2]\nassume forall t in [0, b]: f(t) >= 2*t\n";
  const std::string at = "with f(x) = 2*x; b=1";
  holds(using_lemma(reals, f + "prove f(b) >= b\n", at,
                    "lemma l (g = f, a = b) s\nsign\nsign\ninst 1 (s)\ncombine (s) 2 1\nhyp 1\n"));
  rejects(using_lemma(reals, "fun f(1)\nvar b in [1, 2]\nassume forall t in [0, 1]: f(t) >= 2*t\nprove f(b) >= b\n", at,
                      "lemma l (g = f, a = b) s\nsign\nsign\ninst 1 (s)\ncombine (s) 2 1\nhyp 1\n"),
          "");
}

TEST(LemmaOnSequences, WhatStandsForASequenceIsAFunctionOfIntegers) {
  const std::string used = "language 3\nseq x(k)\nint n in [0, inf)\nprove x(n)^2 >= 0\n";
  const std::string own = "language 3\nint m in [1, inf)\nvar c in (0, 1]\nseq y(k)\nseq z(i, j)\nfun f(1)\n";
  const auto tried = [&](const std::string& given, const std::string& goal) {
    return using_lemma(used, own + "prove " + goal + "\n", "with y(k) = 0; with z(i, j) = 0; with f(x) = x; m=1 c=1",
                       "lemma l (" + given + ")\nsign\nhyp 1\n");
  };
  holds(tried("x(k) = y(k - m), n = m", "y(0)^2 >= 0"));
  holds(tried("x(k) = z(m, k), n = 3", "z(m, 3)^2 >= 0"));
  holds(tried("x(k) = c^k, n = m", "(c^m)^2 >= 0"));
  // Not defined at every integer.
  rejects(tried("x(k) = 1/k, n = m", "(1/m)^2 >= 0"), "not known to be defined");
  rejects(tried("x(k) = sqrt(k), n = m", "sqrt(m)^2 >= 0"), "not known to be defined");
  rejects(tried("x(k) = (c - 1)^k, n = m", "((c - 1)^m)^2 >= 0"), "not known to be defined");
  // The form of what is given.
  rejects(tried("x = y, n = m", "y(m)^2 >= 0"), "x(k) = e was expected");
  rejects(tried("x(k) = y(k), n(k) = m", "y(m)^2 >= 0"), "x(k) = e was expected");
  rejects(tried("x(i, j) = z(i, j), n = m", "z(m, m)^2 >= 0"), "as many indices");
  rejects(tried("x(m) = y(m), n = m", "y(m)^2 >= 0"), "in use");
  rejects(tried("x(y) = 1, n = m", "1 >= 0"), "in use");
  rejects(tried("n = m", "y(m)^2 >= 0"), "nothing is given for 'x'");
  rejects(tried("x(k) = y(k), n = k", "y(m)^2 >= 0"), "not known here");  // the index stands for nothing outside
}

// (-1)^k has a value at every integer; at an index that is a floor the power is read as one of a base >= 0.
TEST(LemmaOnSequences, APowerOfTheIndexStaysOneOfAnInteger) {
  const auto tried = [](const std::string& index, const std::string& value) {
    return using_lemma(
        "language 3\nseq x(k)\nvar t in [0, 9]\nint n in [0, 9]\nprove abs(x(" + index + ")) >= 0\n",
        "language 3\nvar a in [-2, -1]\nint m in [0, 9]\nvar s in [0, 9]\nprove abs(" + value + ") >= 0\n",
        "m=0 a=-1 s=0", "lemma l (x(k) = a^k, t = s, n = m)\nsign\nsign\nsign\nsign\nhyp 1\n");
  };
  holds(tried("n + 1", "a^(m + 1)"));
  rejects(tried("floor(t)", "a^m"), "an exponent would not be an integer");
}

TEST(LemmaOnSequences, IndicesChangePlacesAtOnce) {
  const std::string used =
      "language 3\nseq x(i, j)\nint a in [0, 9]\nint b in [0, 9]\nprove x(b, a) >= x(b, a)\n"
      "prove x(a, b) - x(b, a) <= abs(x(a, b) - x(b, a))\n";
  const std::string own = "language 3\nseq z(i, j)\nint i in [0, 9]\nint j in [0, 9]\nprove ";
  const std::string at = "with z(i, j) = 0; i=0 j=0";
  const std::string lines = "lemma l (x(p, q) = z(q, p), a = i, b = j)\nsign\nsign\nsign\nsign\nhyp 2\n";
  holds(using_lemma(used, own + "z(j, i) - z(i, j) <= abs(z(j, i) - z(i, j))\n", at, lines));
  rejects(using_lemma(used, own + "z(i, j) - z(j, i) <= abs(z(i, j) - z(i, j))\n", at, lines), "");
  // The index of the recursion's step meets the second index of another sequence by name.
  const std::string steps =
      "language 3\nseq w(i, j)\nseq x(k): x(0) = 0, x(k + 1) = x(k) + w(k + 1, k)\nprove x(1) = w(1, 0)\n";
  const std::string given = "language 3\nseq y(k): y(0) = 0, y(k + 1) = y(k) + (k + 1) + 2*k\nprove y(1) = ";
  const auto told = [&](const std::string& value) {
    return using_lemma(steps, given + value + "\n", "",
                       "lemma l (w(j, k) = j + 2*k, x(k) = y(k))\ndefine y (0)\nhyp 1\ndefine y (k)\nhyp 1\nhyp 1\n");
  };
  holds(told("1"));
  rejects(told("2"), "not a multiple");
}

// ---- sets of certificates

std::string plain(const std::string& statement, const std::string& at, const std::string& tree) {
  return with("", statement, at, tree, "2");
}
std::vector<Standing> closed(const std::vector<std::string>& texts) {
  std::vector<Result> results;
  for (const std::string& t : texts) results.push_back(check(t));
  std::vector<const Result*> set;
  for (const Result& r : results) set.push_back(&r);
  return close(set);
}

TEST(Closing, AUseNeedsAProofOfTheVeryStatement) {
  const std::string user =
      with(quote("l", bernoulli), together, "n=1 b=0", "lemma l (n = n, x = -b)\nsign\nsign\ncombine 0 1 1\n");
  const std::string proof = plain(bernoulli, "n=1 x=0", bernoulli_proof);
  ASSERT_TRUE(check(proof).accepted) << check(proof).reason;
  const auto alone = closed({user});
  EXPECT_FALSE(alone[0].accepted);
  EXPECT_EQ(alone[0].missing, std::vector<std::string>{"l"});
  EXPECT_TRUE(alone[0].circle.empty());
  for (const auto& both : {closed({user, proof}), closed({proof, user})})
    EXPECT_TRUE(both[0].accepted && both[1].accepted);
  // One character more is another statement.
  const std::string other = plain(bernoulli + "\n", "n=1 x=0", bernoulli_proof);
  ASSERT_TRUE(check(other).accepted);
  EXPECT_FALSE(closed({user, other})[0].accepted);
  // Neither a proof on a part, nor one that was rejected, nor a refutation.
  std::string part = proof;
  part.replace(part.find("verdict proved\n"), 15, "verdict proved-on\non n in [1, 3]\n");
  part = sealed(part.substr(0, part.rfind("digest")));
  ASSERT_TRUE(check(part).accepted) << check(part).reason;
  EXPECT_FALSE(closed({user, part})[0].accepted);
  const std::string bad = plain(bernoulli, "n=1 x=0", "sign\n");
  EXPECT_FALSE(closed({user, bad})[0].accepted);
  const std::string wrong = "var x in [0, 1]\nprove x >= 1\n";
  const std::string refutation =
      sealed("dpcert-certificate 2\nstatement 2\n" + wrong + "verdict refuted\nrefute 1 x=0\nby eval 64\n");
  ASSERT_TRUE(check(refutation).accepted);
  const std::string trusting =
      with(quote("w", wrong), "var y in [0, 1]\nprove y >= 1\n", "y=1", "lemma w (x = y)\nsign\nsign\nhyp 1\n");
  holds(check(trusting));
  EXPECT_FALSE(closed({trusting, refutation})[0].accepted);
  EXPECT_TRUE(closed({trusting, refutation})[1].accepted);
}

TEST(Closing, NothingFollowsFromACircle) {
  const std::string a = "var x in [0, 1]\nprove x >= 2\n", b = "var y in [0, 1]\nprove y >= 2\n";
  const std::string at_x = "lemma b (y = x)\nsign\nsign\nhyp 1\n", at_y = "lemma a (x = y)\nsign\nsign\nhyp 1\n";
  const std::string of_a = with(quote("b", b), a, "x=0", at_x), of_b = with(quote("a", a), b, "y=0", at_y);
  const auto two = closed({of_a, of_b});
  EXPECT_FALSE(two[0].accepted || two[1].accepted);
  EXPECT_EQ(two[0].circle, (std::vector<std::string>{"b", "a"}));
  EXPECT_EQ(two[1].circle, (std::vector<std::string>{"a", "b"}));
  // By itself.
  const auto self = closed({with(quote("a", a), a, "x=0", "lemma a (x = x)\nsign\nsign\nhyp 1\n")});
  EXPECT_FALSE(self[0].accepted);
  EXPECT_EQ(self[0].circle, std::vector<std::string>{"a"});
  // What leans on a circle is not in it, and not accepted.
  const std::string c = "var z in [0, 1]\nprove z >= 2\n";
  const auto three = closed({with(quote("a", a), c, "z=0", "lemma a (x = z)\nsign\nsign\nhyp 1\n"), of_a, of_b});
  EXPECT_FALSE(three[0].accepted);
  EXPECT_TRUE(three[0].circle.empty());
  EXPECT_EQ(three[0].missing, std::vector<std::string>{"a"});
}

TEST(Closing, AChainIsClosedFromItsEnd) {
  const auto statement = [](int k) { return "var x in [0, 1]\nprove x + " + std::to_string(k) + " >= 0\n"; };
  std::vector<std::string> chain;
  for (int k = 9; k > 0; --k)
    chain.push_back(
        with(quote("next", statement(k - 1)), statement(k), "x=0", "lemma next (x = x)\nsign\nsign\ncombine 1 1 1\n"));
  for (const Standing& s : closed(chain)) EXPECT_FALSE(s.accepted);
  chain.push_back(plain(statement(0), "x=0", "sign\n"));
  for (const Standing& s : closed(chain)) EXPECT_TRUE(s.accepted);
}

}  // namespace
}  // namespace dpcert::checker::test
