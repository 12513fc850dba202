// False certificates, each made for one way in which a rule could be cheated; with the nearest true ones.
#include "tests/checker/certificates.hpp"
#include "verify/checker/rules/rules.hpp"

namespace dpcert::checker::test {
namespace {

// x^n = -1 holds at x = -1, n = 1. Read over real exponents it would hold nowhere, and anything would follow.
TEST(Holes, IntegerExponentsOfHypothesesStayIntegers) {
  const std::string s = "var x in [-1, 1]\nint n in [1, 3]\nint k in [2, 6]\nassume x^n = -1\nassume n = k/2\n";
  const std::string at = "x=-1 n=1 k=2", absurd = "prove 1 > 2\n", why = "integer any more";
  rejects(prove(s + absurd, at, "equal n (k/2)\nprune 1 64\n"), why);
  rejects(prove(s + absurd, at, "subst n t [1, 3] (t)\nprune 1 64\n"), why);
  rejects(prove(s + absurd, at, "gen t [1, 3] (n)\nprune 1 64\n"), why);
  rejects(prove("var x in [-2, 1]\nassume x^3 = -8\n" + absurd, "x=-2", "gen t [2, 4] (3)\nprune 1 64\n"), why);
  // Over a base > 0 the two readings agree, and one integer may stand for another.
  const std::string two = "int n in [0, 9]\nint k in [0, 9]\nassume 2^n >= 8\n";
  accepts(prove(two + "prove 2^n >= 8\n", "n=3 k=3", "gen t [0, 9] (n)\nhyp 1\n"));
  accepts(prove(two + "prove 2^n >= 8\n", "n=3 k=3", "subst n t [0, 9] (t)\nhyp 1\n"));
  accepts(prove("var x in [-1, 1]\nint n in [1, 3]\nint k in [1, 3]\nassume x^n = -1\nassume n = k\nprove x^n = -1\n",
                "x=-1 n=1 k=1", "equal n (k)\nhyp 1\n"));
}

// erf(x*y/y) and erf(x) have one normal form; the first is undefined at y = 0, where its sign says nothing about the
// second.
TEST(Holes, ASimplifiedExpressionIsDefinedWhereItsOriginalIs) {
  const std::string s = "var x in [-1, 1]\nint y in [-1, 0]\nvar z in [0, 1]\n", at = "x=1 y=0 z=0";
  const std::string cuts = "split y -1/2\ncut erf(x*y/y) + 2 >= 0\nsign\neval 64\ncut y >= 0\nintegral\nsign\n";
  rejects(prove(s + "prove z*erf(x) + erf(x) - 10*floor(y) >= 0\n", at, cuts + "sign\n"), "sign");
  accepts(prove(s + "prove z*erf(x^2) + erf(x^2) - 10*floor(y) >= 0\n", at, cuts + "sign\n"));
}

// On the way through a normal form n*n must not become n^2: y^(n^2) is a power of a base >= 0, and so >= 0 itself.
TEST(Holes, ExponentsGoOnShowingThatTheyAreIntegers) {
  auto identity = [](const std::string& n, const std::string& relation) {
    return prove("var y in [-2, -1]\nint n in " + n + "\nint m in [1, 2]\nprove " + relation + "\n", "y=-1 n=1 m=1",
                 "identity\n");
  };
  rejects(identity("[-1, 2]", "abs(y^(n*n)) = y^(n*n)"), "not zero");
  rejects(identity("[1, 2]", "abs(y^(n*n)) = -y^(n*n)"), "not zero");
  rejects(identity("[1, 2]", "abs(y^(n*n)) <= -y^(n*n)"), "not zero");
  accepts(identity("[1, 2]", "y^(n*n + 1) = y^(n*n)*y"));
  accepts(identity("[1, 2]", "y^(n*m + 2) = y^(m*n)*y^2"));
}

// x^(n/2) has no value for x < 0, whatever n is: n/2 is not an expression of integer value.
TEST(Holes, DefinednessIsThatOfTheStatementAsItStands) {
  const std::string s = "var x in [-8, -1]\n";
  rejects(prove(s + "int n in [2, 2]\nprove x^(n/2) <= 0\n", "x=-1 n=2", "sign\n"), "defined");
  rejects(prove(s + "var y in [1, 1]\nprove x^y <= 0\n", "x=-1 y=1", "sign\n"), "defined");
  rejects(prove(s + "var y in [1, 2]\nprove x^y <= 0\n", "x=-1 y=1", "end y lo\nsign\nsign\n"), "defined");
  accepts(prove(s + "int n in [1, 1]\nprove x^n <= 0\n", "x=-1 n=1", "sign\n"));
  accepts(prove(s + "int n in [1, 2]\nprove x^n <= 64\n", "x=-1 n=1", "end n lo\neval 64\neval 64\n"));
}

// The same question behind the lines that leave it to their children: these put in the values of settled variables too.
TEST(Holes, DefinednessIsThatOfTheStatementBehindACut) {
  const std::string x = "var x in [-8, -1]\n", y = x + "var y in [1, 1]\nprove x^y <= 0\n",
                    n = x + "int n in [2, 2]\nprove x^(n/2) <= 0\n";
  rejects(prove(y, "x=-1 y=1", "cut 1 > 0\nsign\nsign\n"), "the goal is not known to be defined");
  rejects(prove(n, "x=-1 n=2", "cut 1 > 0\nsign\nsign\n"), "the goal is not known to be defined");
  rejects(prove(n, "x=-1 n=2", "cases (x)\nsign\nsign\n"), "the goal is not known to be defined");
  rejects(prove(n, "x=-1 n=2", "end x hi\nsign\nsign\n"), "the goal is not known to be defined");
  rejects(prove(n, "x=-1 n=2", "cut 1 > 0\nsign\ncut 2 > 1\nsign\nsign\n"), "the goal is not known to be defined");
  // What a cut says may still be what was missing.
  const std::string root = "var x in [-8, 8]\nint n in [1, 1]\nassume x^3 >= 1\nprove x^(n/2) >= 0\n";
  accepts(prove(root, "x=1 n=1", "cut x > 0\npower 3\ncombine 1 1 1\nsign\n"));
  accepts(prove(x + "int n in [1, 1]\nprove x^n <= 0\n", "x=-1 n=1", "cut 1 > 0\nsign\nsign\n"));
}

// Induction carries "defined and true" along, so the first case must be defined as the goal stands, and not (y-3)^1 for
// (y-3)^(2/2): a hypothesis that holds nowhere would carry on.
TEST(Holes, InductionBeginsWhereTheGoalIsDefined) {
  const std::string s = "var y in [0, 1]\nint n in [2, 10]\n", at = "y=0 n=5";
  rejects(prove(s + "assume n >= 5\nprove 0 > (y + n - 5)^(n/2)\n", at,
                "induct n\neval 64\ncut y + n - 4 >= 0\nprune 1 64\nprune 1 64\n"),
          "the goal is not known to be defined");
  accepts(prove(s + "prove (1 + y)^(n/2) >= 1\n", at,
                "induct n\nsign\nrewrite ((1+y)^(n/2)*(1+y)^(1/2)) (1)\ntrans ((1+y)^(n/2))\n"
                "factor ((1+y)^(n/2)) ((1+y)^(1/2) - 1)\nrewrite ((1+y)^(1/2)) (1)\npower 2\nsign\nhyp 1\n"));
}

// 1/u on (0, 1], where 1 + floor(y) - y has its values, is a part of no function that is smooth everywhere.
TEST(Holes, InstancesGoOnBeyondTheEndsOfAnInterval) {
  const std::string half_open =
      "fun g(1)\nvar x in [0, 1]\n"
      "assume forall y in [0, 1]: g(1 + floor(y) - y)*(1 + floor(y) - y) = 1\nprove x > 2\n";
  rejects(refute(half_open, "1 with g(u)=1/u; x=1\nby eval 64\n"), "smooth up to the ends");
  const std::string tail = "fun g(1)\nvar x in [0, 1]\nassume forall y in [1, 2]: g(1/y)*exp(-y) > 0\nprove x > 2\n";
  rejects(refute(tail, "1 with g(u)=1/u; x=1\nby eval 64\n"), "smooth up to the ends");
  accepts(refute(tail, "1 with g(u)=1 + u^2; x=1\nby eval 64\n"));
  accepts(refute("fun g(1)\nvar x in [0, 1]\nassume forall y in [1, 2]: g(y)*y = 1\nprove x > 2\n",
                 "1 with g(u)=1/u; x=1\nby eval 64\n"));
  accepts(refute("logpartition g(1)\nvar x in [0, 1]\nassume forall y in [1/4, 1]: diff(g(y), y, y) > 0\nprove x > 2\n",
                 "1 with g(u)=beta(u, 2); x=1\nby eval 64\n"));
}

// The language has no other interval for `forall` (errors_test.cpp asks the same of the prover's reader).
TEST(Holes, ForallHasClosedEnds) {
  auto with = [](const std::string& interval) {
    return prove("var x in [1, 2]\nassume forall y in " + interval + ": y*(1 - y) <= x/4\nprove x >= 1\n", "x=2",
                 "sign\n");
  };
  accepts(with("[0, 1]"));
  for (const char* open : {"(0, 1]", "[0, 1)", "(0, 1)", "(-inf, 0]"}) rejects(with(open), "closed ends");
  rejects(with("[0, inf)"), "'inf'");
}

// gaussian(1, V) has V > 0. At V = -1 its formula gives a second derivative < 0, which no log-partition function has,
// and an empty interval, in which anything holds.
TEST(Holes, TheEndsOfAnIntervalAreDefined) {
  const std::string x = "var x in [-2, 2]\n", absurd = "prove x > 2\n", why = "an end of a forall interval";
  auto second = [&](const std::string& interval) {
    return "logpartition g(1)\n" + x + "assume forall y in " + interval + ": y <= -1\n" + absurd;
  };
  const std::string gaussian = "1 with g(u)=gaussian(1, u); x=";
  rejects(refute(second("[0, diff(g(x), x, x)]"), gaussian + "-1\nby eval 64\n"), why);
  accepts(refute(second("[diff(g(x), x, x), 0]"), gaussian + "1\nby eval 64\n"));
  const std::string log = x + "assume forall y in [0, diff(log(x + 1), x)]: y <= -1\n" + absurd;
  rejects(refute(log, "1 x=-2\nby eval 64\n"), why);
  const std::string root = "fun g(1)\nvar x in [0, 1]\nassume forall y in [0, g(x)]: y <= 5\nprove x > 2\n";
  rejects(refute(root, "1 with g(u)=sqrt(u); x=0\nby eval 64\n"), why);
  accepts(refute(root, "1 with g(u)=sqrt(u); x=1\nby eval 64\n"));
}

// d/dt log(t) is 1/t, which is a number at t = -1, where log has no derivative.
TEST(Holes, NumbersDoNotForgetTheDerivativeTheyCameFrom) {
  const std::string t = "var t in [0, 1]\n", slope = "at(diff(log(t), t), t, -1)", at = "t=0 x=0";
  rejects(prove(t + "var x in [" + slope + ", 1]\nprove x >= -1\n", at, "sign\n"), "stands in a bound");
  rejects(prove(t + "var x in [0, 1]\nprove sum(k, " + slope + ", 1, x) >= 0\n", at, "sign\n"), "rational number");
  rejects(prove(t + "var x in [0, 1]\nprove x >= " + slope + "\n", at, "sign\n"), "not known to be defined");
  accepts(prove(t + "var x in [at(diff(t^3, t), t, 1)/7, 1]\nprove x >= 3/7\n", "t=0 x=1", "sign\n"));
  rejects(check(certificate(t + "dim d in [" + slope + " + 2, 1]\nprove t >= 0\n", "proved",
                            "instance d=1\ninhabited t=0\ngoal 1\nsign\n")),
          "stands in an interval");
}

// n/2*2 is n, but it is written with a fraction, and x^(n/2*2) has no value at x < 0: both readers say so.
TEST(Holes, ExponentsAreIntegersAsTheyAreWritten) {
  const std::string s = "var x in [-2, -1]\nvar y in [0, 1]\nint n in [1, 2]\n", at = "x=-1 y=0 n=1",
                    why = "the goal is not known to be defined";
  auto power = [&](const std::string& exponent, const std::string& more = "") {
    return prove(s + more + "prove x^(" + exponent + ") <= 1000\n", at, "eval 64\n");
  };
  for (const char* e : {"n/2*2", "1/2*2*n", "n + 1/2 + 1/2", "0.5*n*2", "2*n/2", "n/1", "sum(k, 1, 2, n/2)",
                        "at(2*y, y, n/2)", "at(n*y*2, y, 1/2)", "diff(n*y, y)"})
    rejects(power(e), why);
  rejects(power("h + h", "let h = n/2\n"), why);
  rejects(power("f(n/2)", "let f(u) = 2*u\n"), why);
  rejects(prove(s + "prove at(x^(2*y), y, n/2) <= 4\n", at, "eval 64\n"), why);
  rejects(prove(s + "assume x^(n/2*2) <= 4\nprove x <= 0\n", at, "sign\n"), "hypothesis 1");
  for (const char* e :
       {"n", "2*n", "n - 1", "-(n)", "4/2*n", "1.0*n", "sum(k, 1, 2, n*k)", "at(2*y, y, n)", "1/2*2", "f(n)"})
    accepts(power(e, "let f(u) = u + 1\n"));
  accepts(prove(s + "prove (-x)^(n/2*2) <= 4\n", at, "eval 64\n"));
  accepts(prove(s + "prove at(x^(2*y), y, 1/2) <= 4\n", at, "eval 64\n"));
}

// x^(y/2) at y = 2 n is x^(2 n/2), which has no value at x < 0: neither may `at` make an integer of an exponent that is
// written with a fraction.
TEST(Holes, ReplacingMakesNoIntegersOfFractions) {
  const std::string s = "var x in [-2, -1]\nvar y in [0, 1]\nint n in [1, 2]\n", at = "x=-1 y=0 n=1",
                    why = "the goal is not known to be defined";
  auto bounded = [&](const std::string& e, const std::string& more = "") {
    return prove(s + more + "prove " + e + " <= 16\n", at, "eval 64\n");
  };
  for (const char* e : {"at(x^(y/2), y, 2*n)", "at(x^(y*2/2), y, n)", "at(at(x^(y/2), y, 2*y), y, n)"})
    rejects(bounded(e), why);
  rejects(bounded("at(x^h, y, 2*n)", "let h = y/2\n"), why);
  rejects(refute(s + "assume at(x^(y/2), y, 2*n) >= -4\nprove x > 0\n", "1 x=-1 y=0 n=1\nby eval 64\n"),
          "hypothesis 1");
  for (const char* e : {"at(x^y, y, n)", "at(x^(2*y), y, n)", "at(x^(y/2), y, 2)", "at(x^(y/2), y, 4)"})
    accepts(bounded(e));
}

// A derivative needs its function on both sides: sqrt(y) + x and x^(n/2*2) have none beyond 0, even where the
// derivative that came before, or the number that is left, has.
TEST(Holes, DerivativesNeedBothSides) {
  const std::string s = "var x in [0, 1]\nvar y in [0, 1]\nint n in [2, 3]\n",
                    why = "the goal is not known to be defined";
  auto nonnegative = [&](const std::string& e, const std::string& more = "") {
    return prove(s + more + "prove " + e + " >= 0\n", "x=1 y=1 n=2", "eval 64\n");
  };
  for (const char* e :
       {"diff(sqrt(y) + x, x, y)", "diff(diff(y^(1/2) + x, x), y)", "diff(xlogy(y, y) + x, x, y)",
        "diff(x + 1/(1 + floor(y)), x, y)", "diff(at(diff(sqrt(y) + x, x), x, 1), y)", "diff(x^(n/2*2), x)"})
    rejects(nonnegative(e), why);
  rejects(nonnegative("diff(h, y)", "let h = diff(sqrt(y) + x, x)\n"), why);
  for (const char* e : {"diff(sqrt(y + 1) + x, x, y)", "diff(x*y^2, x, y)", "diff(x + floor(y), x)", "diff(x^n, x)",
                        "diff((x + 1)^(n/2*2), x)", "diff(sqrt(y) + x, x)"})
    accepts(nonnegative(e));
}

// The derivative is 0, and asks only for y != 0; with 1/y for y that is 1/y != 0, which has to be defined itself.
TEST(Holes, ConditionsAreDefinedThemselves) {
  const std::string s = "var y in [0, 1]\nvar z in [0, 1]\n";
  rejects(prove(s + "prove at(diff(1/y, z), y, 1/y) >= 0\n", "y=1 z=1", "eval 64\n"),
          "the goal is not known to be defined");
  rejects(prove(s + "let m = 1/y\nassume at(diff(m, z), y, m) >= 0\nprove y >= 0\n", "y=1 z=1", "sign\n"),
          "a hypothesis");
  rejects(prove(s + "prove at(diff(exp(y), z), y, 1/y) >= 0\n", "y=1 z=1", "eval 64\n"),
          "the goal is not known to be defined");
  accepts(prove(s + "prove at(diff(1/y, z), y, 1/(1 + y)) >= 0\n", "y=1 z=1", "eval 64\n"));
  // What `at` puts nowhere does not matter.
  accepts(prove(s + "prove at(z, y, 1/y) >= 0\n", "y=1 z=1", "sign\n"));
}

// What is bound hides what is declared, and is bound once.
TEST(Holes, BoundNamesHideDeclaredOnes) {
  const std::string s = "var eta[k] in [1, 2] for k in 1..2\nvar x in [-1, 0]\n", at = "eta[1]=1 eta[2]=1 x=0";
  auto with = [&](const std::string& e, const std::string& more = "") {
    return prove(s + more + "prove " + e + " >= 1\n", at, "sign\n");
  };
  rejects(with("f(0)", "let f(eta) = eta[1]\n"), "not indexed");
  rejects(with("sum(k, 1, 2, sum(k, 1, 2, k))"), "bound twice");
  rejects(with("f(0)", "let f(x) = sum(x, 1, 2, x)\n"), "bound twice");
  rejects(prove(s + "prove for k in 1..2: sum(k, 1, 2, k) >= 1\n", at, "sign\nsign\n"), "bound twice");
  accepts(with("sum(x, 1, 2, x)"));
  accepts(with("f(0)", "let f(x) = sum(k, 1, 2, eta[k] + x)\n"));
  rejects(with("sum(k, 1, 2, f(0))", "let f(u) = u + x\n"), "sign");
}

// A carriage return alone looks like the end of a line: what follows would be read by everybody but the checker.
TEST(Holes, CommentsEndWhereTheyAreSeenToEnd) {
  auto with = [](const std::string& end) {
    return prove("var x in [0, 1]\nprove x >= 0 # sign" + end, "x=0", "sign\n");
  };
  rejects(with("\rprove x >= 7\n"), "control character");
  rejects(with("\x0bprove x >= 7\n"), "control character");
  rejects(prove("title \"a\rb\"\nvar x in [0, 1]\nprove x >= 0\n", "x=0", "sign\n"), "control character");
  accepts(with("\t\r\n"));
  accepts(with(" of \u03c0, \u65e5\u672c, \U0001f600 and a\u00a0space\n"));
  rejects(with("\u2028prove x >= 7\n"), "not seen");
  rejects(with("\u0085prove x >= 7\n"), "not seen");
}

// All that is not drawn, or drawn elsewhere than it stands (Unicode 15: controls, separators of lines and paragraphs,
// marks of direction, characters of no width), and what is no character at all (table 3-7), wherever text is free.
TEST(Holes, TextsAreWhatIsSeenOfThem) {
  auto comment = [](const std::string& c) {
    return prove("var x in [0, 1]\nprove x >= 0 # a" + c + "b\n", "x=0", "sign\n");
  };
  auto title = [](const std::string& c) {
    return prove("title \"a" + c + "b\"\nvar x in [0, 1]\nprove x >= 0\n", "x=0", "sign\n");
  };
  auto proof = [](const std::string& c) {
    return prove("var x in [0, 1]\nprove x >= 0\n", "x=0", "sign # a" + c + "b\n");
  };
  const std::vector<std::string> unseen{std::string(1, '\0'),
                                        "\x01",
                                        "\b",
                                        "\v",
                                        "\f",
                                        "\r",
                                        "\x1b",
                                        "\x7f",
                                        "\u0080",
                                        "\u0085",
                                        "\u009f",
                                        "\u00ad",
                                        "\u061c",
                                        "\u180e",
                                        "\u200b",
                                        "\u200c",
                                        "\u200d",
                                        "\u200e",
                                        "\u200f",
                                        "\u2028",
                                        "\u2029",
                                        "\u202a",
                                        "\u202b",
                                        "\u202c",
                                        "\u202d",
                                        "\u202e",
                                        "\u2060",
                                        "\u2061",
                                        "\u2064",
                                        "\u2066",
                                        "\u2067",
                                        "\u2068",
                                        "\u2069",
                                        "\u206f",
                                        "\ufeff",
                                        "\ufff9",
                                        "\ufffb",
                                        "\U000e0001",
                                        "\U000e007f"};
  const std::vector<std::string> broken{"\x80",
                                        "\xbf",
                                        "\xc3",
                                        "\xc0\xaf",
                                        "\xc1\xbf",
                                        "\xe0\x9f\xbf",
                                        "\xe2\x80",
                                        "\xe2\x80(",
                                        "\xed\xa0\x80",
                                        "\xed\xbf\xbf",
                                        "\xf0\x8f\xbf\xbf",
                                        "\xf4\x90\x80\x80",
                                        "\xf5\x80\x80\x80",
                                        "\xff"};
  for (const auto& with : {+comment, +title, +proof}) {
    for (const std::string& c : unseen) rejects(with(c), "not seen");
    for (const std::string& c : broken) rejects(with(c), "not UTF-8");
    for (const char* c : {"", "\t", " ", "~", "\u00a0", "\u00ac", "\u00e9", "\u2027", "\u202f", "\u2030", "\ud7ff",
                          "\ue000", "\ufffd", "\U00010000", "\U0010ffff"})
      accepts(with(c));
  }
  // In front of the text an editor may put a mark; the checker reads what it is given.
  rejects(prove("\ufeffvar x in [0, 1]\nprove x >= 0\n", "x=0", "sign\n"), "not seen");
  rejects(check(sealed("dpcert-certificate 1\nclaim a\x1b[2Jb\nstatement 1\nprove 1 > 0\nverdict proved\ninhabited\n"
                       "goal 1\nsign\n")),
          "visible ASCII");
}

// The result quotes these lines: a comment must not speak with its voice.
TEST(Holes, NoCommentsInWhatTheResultQuotes) {
  const std::string s = "var x in [0, 4]\nprove x >= 1\n";
  const std::string rest = "inhabited x=2\ngoal 1\neval 64\n";
  accepts(check(certificate(s, "proved-on", "on x in [1, 2]\n" + rest)));
  rejects(check(certificate(s, "proved-on", "on x in [1, 2] # x in [0, 4]\n" + rest)), "comment");
  rejects(refute(s, "1 x=0 # and everywhere\nby eval 64\n"), "comment");
}

// digamma at 65,536 bits takes ten seconds, and the line that asks for it has a few letters.
TEST(Holes, PrecisionHasABound) {
  const std::string s = "var x in [1, 2]\nprove x >= 1/2\n";
  for (const char* bits : {"32", "16384"}) {
    accepts(prove(s, "x=1", std::string("eval ") + bits + "\n"));
    accepts(refute("var x in [1, 2]\nprove x >= 3\n", std::string("1 x=1\nby eval ") + bits + "\n"));
  }
  for (const char* bits : {"0", "31", "16385", "65536", "99999999999999999999"}) {
    rejects(prove(s, "x=1", std::string("eval ") + bits + "\n"));
    rejects(refute("var x in [1, 2]\nprove x >= 3\n", std::string("1 x=1\nby eval ") + bits + "\n"));
  }
  rejects(prove(s, "x=1", "eval 16385\n"), "a precision from 32 to 16384 bits was expected");
}

// a0 = `first`, and each next one `step` of the one before (@).
std::string lets(int n, const std::string& step, const std::string& first = "x + y") {
  std::string s = "let a0 = " + first + "\n";
  for (int i = 1; i <= n; ++i) {
    const std::string last = "a" + std::to_string(i - 1);
    s += "let a" + std::to_string(i) + " = ";
    for (char c : step) s += c == '@' ? last : std::string(1, c);
    s += "\n";
  }
  return s;
}

// A few lines, and no end of time, memory or stack.
TEST(Holes, SmallTextsStaySmallWork) {
  const std::string square = "var x in [0, 1]\nvar y in [0, 1]\n", whole = "int x in [0, 1]\nint y in [0, 1]\n";
  const std::string at = "x=0 y=0", doubled = lets(40, "@ + @"), grown = lets(59, "(@ + 1)*(@ + 2)");
  rejects(prove(square + doubled + "prove a40 >= 0\n", at, "sign\n"), "too long");
  rejects(prove(square + lets(40, "@*@") + "prove a40 >= 0\n", at, "sign\n"), "too long");
  // 2^59 ways from the root to x: each node is looked at once.
  accepts(prove(square + grown + "prove a59 >= 0\n", at, "sign\n"));
  accepts(prove(whole + grown + "prove a59 >= 0\n", at, "integral\nsign\n"));
  accepts(prove(whole + lets(20, "(@ + 1)*(@ + 2)") + "prove 2^a20 >= 0\n", at, "sign\n"));
  // 20,000 terms with sqrt(x)^2, which become x one by one.
  accepts(prove(square + "prove sum(i, 0, 140, y^i)*sqrt(x)*(sum(j, 0, 140, exp(j*y))*sqrt(x)) = "
                         "x*sum(i, 0, 140, y^i)*sum(j, 0, 140, exp(j*y))\n",
                at, "identity\n"));
  std::string many = "let s = sum(k, 1, 9999, x^k)\n";
  for (int k = 0; k < 20; ++k) many += "let b" + std::to_string(k) + " = sum(i, 1, 9000, i/(s + i))\n";
  rejects(prove(square + many + "prove b19 >= 0\n", at, "sign\n"), "too large");
  rejects(prove("# " + std::string(5 << 20, ' ') + "\n" + square + "prove x >= 0\n", at, "sign\n"), "too long");
}

// The work is counted, so that it is the same everywhere; the bounds are those of docs/certificate-format.md.
TEST(Holes, WorkHasABound) {
  constexpr std::uint64_t line = 40'000'000;
  const std::string x = "var x in [0, 1]\n", y = x + "var y in [0, 1]\n";
  auto bounded = [&](const Result& r) {
    EXPECT_LE(r.most_work_of_a_line, line + line / 10) << r.reason;  // the last step counts before it is done
    return r;
  };
  // Sums of products: every set of four variables could be looked at, at each of its corners.
  std::uint64_t last = 0;
  for (const int n : {6, 10, 16, 40}) {
    std::string s, at, sum;
    for (int i = 0; i < n; ++i) {
      const std::string name = "x" + std::to_string(i);
      s += "var " + name + " in [0, 1)\n", at += " " + name + "=0";
      sum += (i ? " + (x" + std::to_string(i - 1) + " - 1/2)*(" + name + " - 1/3)" : "0");
    }
    const Result r = bounded(prove(s + "prove " + sum + " > 0\n", at.substr(1), "sign\n"));
    rejects(r, "sign");
    if (n > 10) {
      EXPECT_LE(r.work, 8 * last);
    }
    last = r.work;
  }
  // Sums inside of sums, each with its own simplified form.
  const std::string kinks = x + lets(290, "abs(@ - 1/2)", "x") + "prove a290 >= 0\n";
  const Result deep = bounded(prove(kinks, "x=0", "sign\n"));
  accepts(deep);
  EXPECT_LE(deep.work, 2'000'000U);
  // Forms whose terms become longer and longer.
  auto powers = [&](int n) {
    return prove(x + lets(n, "(1 + @)^(3/2)", "x") + "prove a" + std::to_string(n) + " >= 0\n", "x=0", "identity\n");
  };
  rejects(bounded(powers(60)), "not zero");
  const Result long_terms = bounded(powers(290));
  rejects(long_terms, "the work that a line of a certificate may take is used up");
  EXPECT_EQ(long_terms.failure, Failure::work_limit);
  // Hypotheses by the ten thousand: each is to be defined where the earlier ones hold.
  const Result many =
      bounded(prove(x + "assume for i in 1..9999, j in 1..9: x + i*j >= 0\nprove x >= 0\n", "x=0", "sign\n"));
  EXPECT_EQ(many.failure, Failure::work_limit) << many.reason;
  // Digits: a trigamma function of 16,384 of them takes a third of a second, at both ends.
  auto digits = [&](const std::string& bits) {
    const Result r = bounded(prove(x + "prove trigamma(x + 2) > 0\n", "x=0", "eval " + bits + "\n"));
    accepts(r);
    return r.work;
  };
  EXPECT_LE(digits("128"), 20'000U);
  EXPECT_GE(digits("16384"), 4'000'000U);
  // Each line keeps to its bound, and all of them together do not.
  const std::string each = lets(150, "(1 + @)^(3/2)", "x");
  auto conclusions = [&](int n) {
    return x + each + "prove for i in 1.." + std::to_string(n) + ": a150*(x + i) = x*a150 + i*a150\n";
  };
  std::string goals = "inhabited x=0\n";
  for (int i = 1; i <= 20; ++i) goals += "goal " + std::to_string(i) + "\nidentity\n";
  const std::string certificate_of_all = certificate(conclusions(20), "proved", goals);
  const Result all = bounded(check(certificate_of_all));
  EXPECT_EQ(all.failure, Failure::work_limit) << all.reason;
  EXPECT_EQ(all.reason, "the work that a certificate of this length may take is used up");
  EXPECT_GT(all.work, 50'000'000 + 10'000 * certificate_of_all.size());
  EXPECT_LE(all.work, 50'000'000 + 10'000 * certificate_of_all.size() + line / 10);
  accepts(prove(conclusions(1), "x=0", "identity\n"));
}

// Goals that wait keep their boxes.
TEST(Holes, OpenGoalsTakeBoundedMemory) {
  std::string s = "var x[k] in [0, 1] for k in 1..250\nprove x[1] >= 0\n", at, tree;
  for (int i = 1; i <= 250; ++i) at += "x[" + std::to_string(i) + "]=0 ";
  for (int k = 1; k <= 20; ++k)
    for (int i = 1; i <= 250; ++i) tree += "split x[" + std::to_string(i) + "] 1/" + std::to_string(1 << k) + "\n";
  rejects(prove(s, at, tree), "too many goals are open");
}

// The caller may stop a check, which says nothing of the certificate; short ones are over before anybody is asked.
TEST(Holes, AChecksEndIsNotTheCertificates) {
  const std::string x = "var x in [0, 1]\n";
  auto body = [&](const std::string& s) { return certificate(s, "proved", "inhabited x=0\ngoal 1\nsign\n"); };
  const std::string easy = body(x + "prove x >= 0\n"),
                    long_one = body(x + lets(290, "abs(@ - 1/2)", "x") + "prove a290 >= 0\n");
  int asked = 0;
  const Result r = check(long_one, [&] { return ++asked == 3; });
  EXPECT_TRUE(r.readable);
  EXPECT_FALSE(r.accepted);
  EXPECT_EQ(r.failure, Failure::stopped);
  EXPECT_EQ(asked, 3);
  asked = 0;
  const Result whole = check(long_one, [&] { return ++asked, false; });
  accepts(whole);
  EXPECT_GE(asked, 5);
  EXPECT_LE(asked, static_cast<int>(whole.work / 50'000));
  accepts(check(easy, [] { return true; }));
}

TEST(Holes, FailuresAreOfAKind) {
  const std::string x = "var x in [-1, 1]\n";
  const auto kind = [](const Result& r) { return r.failure; };
  EXPECT_EQ(kind(prove(x + "prove x >= 0\n", "x=0", "sign\n")), Failure::rejected);
  EXPECT_EQ(kind(prove(x + "prove x >= -1\n", "x=0", "eval 64\n")), Failure::none);
  EXPECT_EQ(kind(prove(x + "prove x >= -1\n", "x=0", "bless\n")), Failure::rejected);
  EXPECT_EQ(kind(prove(x + "prove x >= -1\n", "x=2", "eval 64\n")), Failure::rejected);
  EXPECT_EQ(kind(prove(x + "prove log(x) <= 0\n", "x=1", "eval 64\n")), Failure::undefined_goal);
  EXPECT_EQ(kind(prove(x + "prove x >= -1\n", "x=0", "cut 1/x > -2\nsign\neval 64\n")), Failure::undefined_goal);
  EXPECT_EQ(kind(prove(x + "assume log(x) > 0\nprove x >= -1\n", "x=1", "eval 64\n")), Failure::rejected);
  EXPECT_EQ(kind(check("nothing")), Failure::unreadable);
  EXPECT_EQ(kind(check(sealed("dpcert-certificate 1\n") + "x")), Failure::unreadable);
}

// Where H >= 0, D is at least D - c H for c >= 0 alone; and c H must be of a hypothesis that is there.
TEST(Holes, RelaxationsAreByMultiplesThatAreNotNegative) {
  const std::string square = "var x in [0, 1]\nvar y in [0, 1]\n";
  const std::string sum = square + "assume x + y <= 1\n", claim = "prove x + 2*y <= 2\n", at = "x=0 y=0";
  for (const char* form : {"mean", "taylor"}) {
    const std::string relax = std::string("relax ") + form + " 64";
    // 2 - x - 2 y = 2 (1 - x - y) + x.
    accepts(prove(sum + claim, at, relax + " 1 2\n"));
    accepts(prove(sum + claim, at, relax + " 1 1.5 1 1/2\n"));  // the same one twice
    rejects(prove(sum + "prove x + 2*y < 2\n", at, relax + " 1 2\n"), "does not prove");
    rejects(prove(sum + claim, at, relax + " 1 1/2\n"), "does not prove");
    rejects(prove(sum + claim, at, relax + "\n"), "does not prove");
    rejects(prove(sum + claim, at, relax + " 2 2\n"), "no hypothesis");
    rejects(prove(square + claim, at, relax + " 1 2\n"), "no hypothesis");
    rejects(prove(sum + claim, at, relax + " 1\n"));
    rejects(prove(sum + claim, at, relax + " 1 (2)\n"));
    // The hypothesis the other way round: what is claimed is false (x = y = 1), and so would -2 make it.
    rejects(prove(square + "assume x + y >= 1\n" + claim, "x=1 y=0", relax + " 1 -2\n"), "< 0");
    rejects(prove(square + "assume x + y > 1\n" + claim, "x=1 y=1", relax + " 1 -1/1000000\n"), "< 0");
    rejects(prove(square + "assume x + y >= 1\n" + claim, "x=1 y=0", relax + " 1 2\n"), "does not prove");
    // An equation has both signs.
    accepts(prove(square + "assume x + y = 1\n" + claim, "x=1 y=0", relax + " 1 -2\n"));
    accepts(prove(square + "assume 1 = x + y\n" + claim, "x=1 y=0", relax + " 1 2\n"));
    rejects(prove(square + "assume x + y = 1\n" + claim, "x=1 y=0", relax + " 1 2\n"), "does not prove");
    rejects(prove(square + "assume x + y = 1\nprove 2*x + 2*y = 2\n", "x=1 y=0", relax + " 1 -2\n"), "equation");
    rejects(prove(sum + claim, at, std::string("relax ") + form + "\n"));
    rejects(prove(sum + claim, at, std::string("relax ") + form + " 16 1 2\n"), "precision");
  }
  rejects(prove(sum + claim, at, "relax eval 64 1 2\n"), "mean or taylor");
  rejects(prove(sum + claim, at, "relax 64 1 2\n"), "mean or taylor");
  // A hypothesis of a cut holds in the second child alone.
  rejects(prove(square + claim, at, "cut x + y <= 1\nrelax taylor 64 1 2\nrelax taylor 64 1 2\n"), "no hypothesis");
  // `widen` takes the hypothesis with it.
  rejects(prove(sum + claim, at, "widen x in [0, 1]\nrelax taylor 64 1 2\n"), "no hypothesis");
  // What is false stays unproved on the slightest part of the domain.
  const std::string false_claim = sum + "prove x + 2*y <= 2 - 1/10^12\n";
  for (const char* c : {"0", "1", "2", "3", "10^30"})
    rejects(prove(false_claim, at, std::string("split y 1048575/1048576\nrelax taylor 64 1 ") + c + "\neval 64\n"));
}

// The form must hold on the whole box, in all variables of D and of the hypotheses.
TEST(Holes, RelaxationsMoveInEveryVariable) {
  // 1/2 - x - (y - x) = 1/2 - y: nothing of x is left, and at the midpoint of y it is not negative.
  const std::string s = "var x in [0, 1]\nvar y in [0, 1]\nassume y >= x\nprove x <= 1/2\n";
  rejects(prove(s, "x=0 y=0", "relax mean 64 1 1\n"), "does not prove");
  rejects(prove(s, "x=0 y=0", "relax taylor 64 1 1\n"), "does not prove");
  accepts(
      prove("var x in [0, 1]\nvar y in [0, 1/2]\nassume y >= x\nprove x <= 1/2\n", "x=0 y=0", "relax taylor 64 1 1\n"));
  rejects(prove("var x in [0, 1]\nvar y in [0, inf)\nassume 1/2 >= x + y\nprove x <= 1/2\n", "x=0 y=0",
                "relax mean 64 1 1\n"),
          "not bounded");
  // Second derivatives of the hypothesis: 1 - x^2 >= 0 seen around 0 is 1 >= 0.
  rejects(prove("var x in [-2, 2]\nassume x^2 >= 1\nprove x^2 >= 3/2\n", "x=2", "relax taylor 64 1 1\n"),
          "does not prove");
  rejects(prove("var x in [-2, 2]\nassume x^2 <= 1\nprove 1/2 - x^2/2 >= 1/8\n", "x=0", "relax taylor 64 1 1/2\n"),
          "does not prove");
  accepts(prove("var x in [-2, 2]\nassume x^2 <= 1\nprove 1 - x^2/2 >= 1/2\n", "x=0", "relax taylor 64 1 1/2\n"));
}

// A hypothesis with a kink, a jump, a pole or a root at 0 has no mean value form; nor has one without values.
TEST(Holes, RelaxedHypothesesAreSmooth) {
  const std::string x = "var x in [-1, 1]\n";
  for (const char* form : {"mean", "taylor"}) {
    const std::string relax = std::string("relax ") + form + " 64 1 1\n";
    // At the midpoint 0 the slope of |x| is read as one of its ends; between the ends it is anything.
    rejects(prove(x + "assume abs(x) >= 1\nprove abs(x) >= 2\n", "x=1", relax), "smooth");
    rejects(prove(x + "assume max(x, 0) <= 1/2\nprove x <= 1/4\n", "x=0", relax), "smooth");
    rejects(prove(x + "assume floor(x) <= -1\nprove x <= -1/2\n", "x=-1", relax), "floor");
    rejects(prove("var x in [0, 1]\nassume sqrt(x) >= x\nprove x <= 1/2\n", "x=0", relax), "smooth");
    rejects(prove("var x in [0, 1]\nassume x >= 0\nassume sqrt(x) <= 1/2\nprove x <= 1/8\n", "x=0",
                  std::string("relax ") + form + " 64 2 1\n"),
            "smooth");
    rejects(prove("fun g(1)\nvar x in [0, 1]\nassume g(x) <= x\nprove x <= 1/2\n", "with g(u)=u; x=0", relax));
    // x^n over the reals has no value at x < 0.
    rejects(prove(x + "int n in [1, 2]\nassume x^n >= 1\nprove x >= 2\n", "x=1 n=1", relax), "smooth");
  }
  accepts(prove("var x in [1/4, 1]\nassume sqrt(x) <= 1/2\nprove x <= 3/4\n", "x=1/4", "relax taylor 64 1 1\n"));
}

// A variable whose interval is a point leaves the context, and its name is free. Who takes it is real, though it was
// that of an integer: y^n would go on as a power of y > 0, and at y = -1 the hypothesis would be said to fail.
TEST(Holes, ANewVariableIsRealWhateverItsNameWas) {
  const std::string ints = "int m in [1, 3]\nint n in [2, 2]\nassume y^m <= ", at = " m=1 n=2";
  for (const std::string line : {"subst m n [1, 3] (n)\n", "gen n [1, 3] (m)\n"}) {
    rejects(prove("var y in [-1, 1]\n" + ints + "-1/2\nprove y >= 5\n", "y=-1" + at, line + "prune 1 64\n"),
            "is not known to be > 0");
    // With a base > 0 the two powers are the same.
    accepts(prove("var y in [1/4, 1]\n" + ints + "1/2\nprove y > 0\n", "y=1/4" + at, line + "sign\n"));
  }
}

// Each line compiles some thousand nodes, and at many bits every one of their values is large: three kilobytes of text
// would fill gigabytes if all were kept until the end.
TEST(Holes, CompiledExpressionsAreNotKeptWithoutEnd) {
  constexpr int lines = 24;
  std::string text = "var x in [1, 2]\n", sum;
  for (int i = 0; i < lines; ++i) {
    text += "var y" + std::to_string(i) + " in [1, 2]\n";
    sum += "y" + std::to_string(i) + " + ";
  }
  Pool pool;
  const Statement s = elaborate(pool, text + "prove " + sum + "sum(k, 1, 1500, (x + 1/(3*k))*(x + 1/(7*k))) > 0\n", {});
  Goal goal{std::make_shared<Frame>(), {}};
  for (const Variable& v : s.variables) goal.box[v.id] = v.range;
  goal.frame->goal = s.conclusions[0]->stated.relation;
  goal.frame->d = pool.diff_of(goal.frame->goal);
  Normal plain(pool);
  Rules rules(pool, plain, s.functions);
  for (int i = 0; i < lines; ++i) {
    goal = rules.apply(goal, "face y" + std::to_string(i) + " lo 32").at(0);
    std::size_t kept = 0;
    for (const auto& [name, tape] : goal.frame->tapes) kept += tape->size();
    EXPECT_GE(kept, 3000U);  // the sum has two factors for each of its terms
    EXPECT_LE(kept, Limits::kept_values);
    EXPECT_GE(rules.values(), kept);
  }
  EXPECT_TRUE(rules.apply(goal, "eval 32").empty());
}

}  // namespace
}  // namespace dpcert::checker::test
