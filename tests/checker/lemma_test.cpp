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
  rejects(tried("n = n"), "nothing is given for 'x'");
  rejects(tried("n = n, x = -b, x = b"), "given twice");
  rejects(tried("n = n, x = -b, y = b"), "no variable or function 'y'");
  rejects(tried("n = n, x = -b) (x = b"), "at the end of a proof line");
  rejects(tried(""), "nothing is given");
  rejects(tried("n = n, x = -x"), "not known here");  // the names of the used statement are its own
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
  rejects(tried("p", "h(a) >= 3"), "as many arguments");
  rejects(tried("a", "h(a) >= 3"), "as many arguments");
  rejects(tried("exp", "h(a) >= 3"), "reserved");
  rejects(using_lemma("logpartition g(1)\nvar a in [1, 2]\nprove g(a) = g(a)\n", own + "prove a = a\n", at,
                      "lemma l (g = p, a = 1)\nsign\n"),
          "logpartition");
  // Numbers of functions are those of their own statements, in the values too: g(f(a)) is not f(f(a)).
  const std::string swap = "fun f(1)\nfun g(1)\nvar a in (-inf, inf)\nprove f(a) >= g(a)\n";
  const std::string both = "fun f(1)\nfun g(1)\nvar a in [0, 1]\n", some = "with f(x) = x; with g(x) = 0; a=1";
  holds(using_lemma(swap, both + "prove g(f(a)) >= f(f(a))\n", some, "lemma l (f = g, g = f, a = f(a))\nhyp 1\n"));
  rejects(using_lemma(swap, both + "prove f(f(a)) >= g(f(a))\n", some, "lemma l (f = g, g = f, a = f(a))\nhyp 1\n"),
          "wrong direction");
}

TEST(Lemma, WhatCannotBeUsedIsRefused) {
  const std::string own = "var y in [0, 1]\nprove y >= 0\n";
  rejects(using_lemma("language 3\nseq g(k)\nint n in [0, 1]\nassume g(n) >= 0\nprove g(n) + 1 > 0\n",
                      "language 3\nseq f(k)\nassume f(0) >= 0\nprove f(0) + 1 > 0\n", "with f(k) = 1;",
                      "lemma l (g = f, n = 0)\nsign\nsign\nhyp 1\nhyp 2\n"),
          "about a `seq`");
  rejects(using_lemma("fun g(1)\nvar x in [0, 1]\nassume forall t in [0, 1]: g(t) >= 0\nprove g(x) >= 0\n",
                      "fun f(1)\n" + own, "with f(x) = 1; y=0", "lemma l (g = f, x = y)\nsign\nsign\nsign\n"),
          "a `forall` among its hypotheses");
  rejects(using_lemma("dim d in [1, 3]\nvar x in [0, 1]\nprove x >= 0\n", own, "y=0",
                      "lemma l (x = y)\nsign\nsign\nsign\n"),
          "dim");
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
