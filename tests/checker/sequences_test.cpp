// Sequences and hypotheses for every integer of an interval: what is accepted, and what must not be.
#include "tests/checker/symbolic.hpp"

namespace dpcert::checker::test {
namespace {

const std::string n0 = "int n in [0, inf)\n", absurd = "prove 1 > 2\n";

TEST(Sequences, RecursionsAreUsedAtIntegersFromTheFirstOn) {
  const std::string s = n0 + "seq x(k): x(2) = 5, x(k + 1) = 2*x(k) + k\n";
  accepts(prove3(s + "prove x(2) = 5\n", "n=1", "define x (2)\nhyp 1\n"));
  accepts(prove3(s + "prove x(3) = 12\n", "n=1", "define x (2)\ndefine x (2) next\ncombine 0 1 2 2 1\n"));
  accepts(prove3(s + "prove x(n + 3) = 2*x(n + 2) + n + 2\n", "n=1", "define x (n + 2)\nhyp 1\n"));
  rejects(prove3(s + "prove x(n + 3) = 2*x(n + 2) + n + 3\n", "n=1", "define x (n + 2)\nhyp 1\n"), "multiple");
  rejects(prove3(s + absurd, "n=1", "define x (n)\nsign\n"), "in the recursion");
  rejects(prove3(s + absurd, "n=1", "define x (1)\nsign\n"), "in the recursion");
  rejects(prove3(s + absurd, "n=1", "define x (n + 5/2)\nsign\n"), "an integer");
  rejects(prove3("seq y(k)\n" + s + absurd, "n=1", "define y (3)\nsign\n"), "no recursion");
  rejects(prove3("var v in [2, 3]\n" + s + absurd, "n=1 v=2", "define x (v)\nsign\n"), "an integer");
  // Two terms back.
  const std::string f = n0 + "seq f(k): f(0) = 0, f(1) = 1, f(k + 2) = f(k) + f(k + 1)\n";
  accepts(
      prove3(f + "prove f(2) = 1\n", "n=1", "define f (0)\ndefine f (1)\ndefine f (0) next\ncombine 0 1 1 2 1 3 1\n"));
  accepts(prove3(f + "prove sum(k, 0, n, f(k)) = f(n + 2) - 1\n", "n=1",
                 "induct n\ndefine f (0)\ndefine f (1)\ndefine f (0) next\ncombine 0 2 -1 3 -1\n"
                 "unfold (sum(k, 0, n + 1, f(k))) last\ndefine f (n + 1)\ncombine 0 1 1 2 1 3 -1\n"));
}

TEST(Sequences, ARecursionIsDefinedForAllValues) {
  const auto with = [](const std::string& f) {
    return prove3(n0 + "var a in [-1, 1]\nseq z(k)\nseq x(k): " + f + "\nprove n >= 0\n", "n=1 a=0", "sign\n");
  };
  accepts(with("x(0) = a, x(k + 1) = 1/(1 + x(k)^2) + z(k) + sum(j, 0, k, z(j))"));
  accepts(with("x(1) = a, x(k + 1) = x(k)/k"));
  const std::string undefined = "not known to be defined", more = "more of its sequence";
  rejects(with("x(0) = a, x(k + 1) = x(k)/k"), undefined);
  rejects(with("x(0) = a, x(k + 1) = 1/x(k)"), undefined);
  rejects(with("x(0) = 1, x(k + 1) = sqrt(x(k))"), undefined);
  rejects(with("x(0) = log(a), x(k + 1) = x(k)"), undefined);
  rejects(with("x(0) = a, x(k + 1) = x(k)/a"), undefined);
  rejects(with("x(0) = a, x(k + 1) = diff(sqrt(a), a)*0"), undefined);
  rejects(with("x(0) = a, x(k + 1) = x(k + 1) + 1"), more);
  rejects(with("x(0) = a, x(k + 1) = x(k + 2)"), more);
  rejects(with("x(0) = a, x(k + 1) = x(k - 1)"), more);
  rejects(with("x(0) = a, x(k + 1) = sum(j, 0, k, x(j))"), more);
  rejects(with("x(0) = a, x(k + 1) = x(0)"), more);
  rejects(with("x(0) = a, x(1) = a, x(k + 2) = x(k + 2)"), more);
  rejects(with("x(0) = x(1), x(k + 1) = x(k)"), "first value");
  rejects(with("x(0) = k, x(k + 1) = x(k)"), "first value");
  rejects(with("x(0) = a, x(2) = a, x(k + 2) = x(k)"), "first values");
  rejects(with("x(0) = a, x(0) = 1, x(k + 2) = x(k)"), "first values");
  rejects(with("x(1/2) = a, x(k + 1) = x(k)"), "");
  rejects(with("x(0) = a, x(k + 2) = x(k)"), "recursion of a sequence");
  rejects(with("x(0) = a, x(2*k) = x(k)"), "recursion of a sequence");
  rejects(with("x(0) = a, x(k) = x(k)"), "recursion of a sequence");
  rejects(with("x(k + 1) = x(k)"), "recursion of a sequence");
  // Hypotheses that stand before it count, others do not.
  const std::string r = "seq x(k): x(0) = 1, x(k + 1) = x(k)/a\n", v = n0 + "var a in [-1, 1]\n", p = "prove n >= 0\n";
  accepts(prove3(v + "assume a > 0\n" + r + p, "n=1 a=1", "sign\n"));
  rejects(prove3(v + r + "assume a > 0\n" + p, "n=1 a=1", "sign\n"), undefined);
}

// x depends on a through its recursion. A rule that moves a must forget it.
TEST(Sequences, RulesThatMoveAVariableForgetTheRecursion) {
  const std::string s = "var a in [0, 1]\nseq x(k): x(0) = 0, x(k + 1) = a\n", at = "a=1/4";
  rejects(prove3(s + "prove x(1) <= 0\n", at, "mono a lo\nsign\ndefine x (0) next\nhyp 1\n"), "no recursion");
  rejects(prove3(s + "prove a - x(1) >= 1\n", at, "mono a hi\n"), "");
  rejects(prove3(s + "prove x(1) >= 1\n", at, "mono a hi\nsign\ndefine x (0) next\nhyp 1\n"), "no recursion");
  rejects(prove3(s + "prove x(1) <= 0\n", at, "convex a\nsign\ndefine x (0) next\nhyp 1\n"), "no recursion");
  rejects(prove3(s + "prove x(1) <= 0\n", at, "widen a in [0, 0]\n"), "does not contain");
  rejects(prove3(s + "prove x(1) <= 1\n", at, "widen a in [0, 5]\ndefine x (0) next\nsign\n"), "no recursion");
  rejects(prove3(s + "prove x(1) <= 0\n", at, "deriv a (0)\n"), "defined with the variable");
  accepts(prove3(s + "prove x(1) = a\n", at, "define x (0) next\nhyp 1\n"));
  // The induction is over n, for every sequence that satisfies what does not contain n.
  const std::string m = "int n in [0, inf)\nseq x(k): x(0) = 0, x(k + 1) = n\n";
  accepts(prove3(m + "prove x(1) = n\n", "n=1", "define x (0) next\nhyp 1\n"));
  rejects(prove3(m + "prove x(1) = 0\n", "n=1", "induct n\ndefine x (0) next\nhyp 1\nhyp 1\n"), "no recursion");
}

// Values of variables that are settled are put into the recursion; a new variable of the name is another one.
TEST(Sequences, ANameThatComesBackIsAnotherVariable) {
  const std::string s = "var a in [0, 0]\nvar b in [7, 7]\nseq x(k): x(0) = a, x(k + 1) = x(k) + b\n";
  const std::string at = "a=0 b=7", back = "cut 1 > 0\nsign\ngen a [5, 5] (5)\n";
  accepts(prove3(s + "prove x(0) = 0\n", at, "cut 1 > 0\nsign\ngen a [5, 6] (5)\ndefine x (0)\nhyp 2\n"));
  rejects(prove3(s + "prove x(0) = 5\n", at, back + "define x (0)\nhyp 2\n"));
  const std::string e = "var a in [0, 9]\nvar c in [0, 9]\nassume a = c\nseq x(k): x(0) = a, x(k + 1) = x(k)\n";
  accepts(prove3(e + "prove x(0) = c\n", "a=1 c=1", "equal a (c)\ndefine x (0)\nhyp 2\n"));
  rejects(prove3(e + "prove x(0) = 5\n", "a=1 c=1", "equal a (c)\ngen a [5, 5] (5)\ndefine x (0)\nhyp 2\n"));
}

TEST(Sequences, TheirArgumentsAreIntegers) {
  const std::string s = n0 + "var v in [0, 1]\nseq x(k)\n", at = "n=1 v=0";
  rejects(prove3(s + "prove x(v) - x(v) >= 0\n", at, "sign\n"), "integer-valued");
  rejects(prove3(s + "prove x(n/2) - x(n/2) >= 0\n", at, "sign\n"), "integer-valued");
  rejects(prove3(s + absurd, at, "cut x(v) = x(v)\nidentity\nsign\n"), "defined");
  accepts(prove3(s + "prove x(floor(v)) - x(floor(v)) >= 0\n", at, "identity\n"));
  rejects(prove3(s + "prove x(floor(log(v))) - x(floor(log(v))) >= 0\n", at, "identity\n"), "defined");
  rejects(prove3(s + "prove x(1, 2) >= 0\n", at, "sign\n"), "number of arguments");
  rejects(prove3(s + absurd, at, "cut x'(1)(2) >= 0\nsign\nsign\n"), "");
  rejects(prove3(s + "prove x(n) = x(n + 1)\n", at, "identity\n"), "not zero");
  rejects(prove3(s + "prove x(n)*v >= 0\n", at, "mono v lo inside\nsign\nsign\n"), "sign");
  rejects(prove3(s + absurd, at, "secant (x(n)) (x(0)) w [0, 1] [0, 1]\nsign\n"), "one function");
  rejects(prove3("seq x(a, b, c, d, e)\n" + n0 + absurd, "n=1", "sign\n"), "1 to 4 indices");
  rejects(prove3("seq x(a, a)\n" + n0 + absurd, "n=1", "sign\n"), "twice");
}

TEST(IntegerForall, IsUsedAtIntegers) {
  const std::string s = n0 + "var v in [0, 2]\nassume forall int k in [0, 2]: k*(k - 1)*(k - 2) = 0\n", at = "n=1 v=1";
  accepts(prove3(
      n0 + "int m in [0, 2]\nassume forall int k in [0, 2]: k*(k - 1)*(k - 2) = 0\nprove m^3 - 3*m^2 + 2*m = 0\n",
      "n=1 m=1", "inst 1 (m)\nhyp 1\n"));
  rejects(prove3(s + "prove v*(v - 1)*(v - 2) = 0\n", at, "inst 1 (v)\nhyp 1\n"), "an integer");
  rejects(prove3(s + absurd, at, "inst 1 (1/2)\nprune 1 64\n"), "an integer");
  rejects(prove3(s + absurd, at, "inst 1 (3)\nprune 1 64\n"), "interval");
  rejects(prove3(s + absurd, at, "inst 1 (-1)\nprune 1 64\n"), "interval");
  rejects(prove3(s + absurd, at, "inst 1 (n)\nprune 1 64\n"), "interval");
  // Its body is defined at the integers of the interval.
  const auto body = [&](const std::string& f) { return prove3(n0 + f + "\nprove n >= 0\n", "n=4", "sign\n"); };
  accepts(body("assume forall int k in [1, n]: 1/k > 0"));
  rejects(body("assume forall int k in [0, n]: 1/k > 0"), "not known to hold");
  rejects(body("assume forall int k in [5 - n, 0]: 1/k < 0"), "not known to be defined");
  accepts(body("assume forall int k in [2, inf): log(k - 1) >= 0"));
  rejects(body("assume forall int k in [1, inf): log(k - 1) >= 0"), "not known to hold");
  rejects(body("assume forall int k in [1, n/2]: k > 0"), "integer-valued");
  accepts(body("assume forall int k in (1, n]: k > 0"));  // a fact, for its ends
  rejects(body("assume forall int k in [1, inf]: k > 0"), "an infinite end is open");
  rejects(body("assume forall k in [1, inf): k > 0"), "integers only");
  rejects(body("assume forall int n in [1, 2]: n > 0"), "declared twice");
}

TEST(IntegerForall, IsCheckedAtAPoint) {
  const auto at = [&](const std::string& f, const std::string& point) {
    return prove3(n0 + "seq y(k)\nassume forall int k in " + f + "\nprove n >= 0\n", point, "sign\n");
  };
  const std::string holds = "not known to hold";
  accepts(at("[1, n]: y(k) >= 0", "with y(k) = k; n=5"));
  accepts(at("[1, n]: y(k) >= 1 - 1/k", "with y(k) = 1 - 1/k; n=5"));
  accepts(at("[3, n]: 1 > 2", "n=2"));
  accepts(at("[1, inf): y(k) >= 0", "with y(k) = k^2; n=5"));
  accepts(at("[1, n]: y(k) = (-1)^k", "with y(j) = (-1)^j; n=5"));
  rejects(at("[1, n]: y(k) >= 0", "with y(k) = k - 2; n=5"), holds);
  rejects(at("[1, n]: y(k) >= 0", "n=5"), "no instance");
  rejects(at("[1, inf): y(k) >= 0", "with y(k) = 100 - k; n=5"), holds);
  rejects(at("[1, 20000]: y(k) >= 0", "with y(k) = 15000 - k; n=5"), holds);
  rejects(at("[3, n]: 1 > 2", "n=3"), holds);
  rejects(at("[0, n]: y(k) >= 0", "with y(k) = 1/k; n=5"), holds);
  rejects(at("[-1, n]: y(k)^2 >= 0", "with y(k) = sqrt(k); n=5"), holds);
  // Sums at a point are written out.
  accepts(at("[1, n]: sum(j, 1, k, y(j)) = k*(k + 1)/2", "with y(k) = k; n=6"));
  rejects(at("[1, n]: sum(j, 1, k, y(j)) = k*(k - 1)/2", "with y(k) = k; n=6"), holds);
  // Two parameters, each with the name of the other one.
  accepts(prove3(n0 + "seq z(i, j)\nassume forall int k in [1, n]: z(k, k + 1) = -1\nprove n >= 0\n",
                 "with z(j, i) = j - i; n=3", "sign\n"));
}

TEST(IntegerForall, OneInsideOfAnother) {
  const std::string s =
      "int n in [3, inf)\nseq x(i)\nassume forall int i in [1, n]: forall int j in [1, i]: x(i) >= x(j)\n";
  const std::string at = "with x(k) = k; n=4", p = "prove x(3) >= x(1)\n";
  accepts(prove3(s + p, at, "inst 1 (3) (1)\nhyp 1\n"));
  rejects(prove3(s + p, at, "inst 1 (3)\nhyp 1\n"), "expected '('");
  rejects(prove3(s + p, at, "inst 1 (3) (1) (1)\nhyp 1\n"), "unexpected");
  rejects(prove3(s + "prove x(1) >= x(3)\n", at, "inst 1 (1) (3)\nhyp 1\n"), "interval");
  rejects(prove3(s + p, at, "inst 1 (n + 1) (1)\nhyp 1\n"), "interval");
  rejects(prove3(s + p, at, "inst 1 (3) (1/2)\nhyp 1\n"), "an integer");
  rejects(prove3(s + p, "with x(k) = -k; n=4", "inst 1 (3) (1)\nhyp 1\n"), "not known to hold");
  // What mentions the variable of an inner end goes with it.
  const std::string m =
      "int n in [3, inf)\nint m in [1, 9]\nseq x(i)\n"
      "assume forall int i in [1, 3]: forall int j in [1, m]: x(i) >= x(j)\nprove x(2) >= x(m)\n";
  accepts(prove3(m, "with x(k) = 1; n=3 m=1", "inst 1 (2) (m)\nhyp 1\n"));
  rejects(prove3(m, "with x(k) = 1; n=3 m=1", "widen m in [1, 20]\ninst 1 (2) (m)\nhyp 1\n"), "no forall");
  // The inner ends are defined inside of the outer quantifier, and only there.
  const std::string d = "int n in [3, inf)\nseq x(i)\nassume forall int i in ";
  const std::string inner = ": forall int j in [1, floor(9/i)]: x(j) >= 0\nprove n >= 1\n";
  accepts(prove3(d + "[1, n]" + inner, "with x(k) = 1; n=3", "sign\n"));
  rejects(prove3(d + "[3 - n, -1 + 0*n]: forall int j in [1, floor(log(i))]: x(j) >= 0\nprove n >= 1\n",
                 "with x(k) = 1; n=3", "sign\n"),
          "");
  rejects(prove3(d + "[1, n]: forall j in [1, 2]: x(i) >= j\nprove n >= 1\n", "with x(k) = 9; n=3", "sign\n"),
          "integers only");
}

TEST(Sequences, Refutations) {
  const std::string f = "seq f(k): f(0) = 0, f(1) = 1, f(k + 2) = f(k) + f(k + 1)\n";
  accepts(refute3(n0 + f + "prove f(n) <= 50\n", "1 n=10\nby eval 64\n"));
  rejects(refute3(n0 + f + "prove f(n) <= 55\n", "1 n=10\nby eval 64\n"), "not certain");
  accepts(refute3(n0 + f + "prove f(n) > 55\n", "1 n=10\nby equal\n"));
  rejects(refute3(n0 + f + "prove f(n) <= 50\n", "1 with f(k) = 100; n=10\nby eval 64\n"), "its recursion");
  rejects(refute3(n0 + f + "prove f(-1) + n >= 0\n", "1 n=10\nby eval 64\n"), "arbitrary");
  accepts(refute3(n0 + "prove sum(k, 1, n, k) <= n^2/2\n", "1 n=10\nby eval 64\n"));
  rejects(refute3(n0 + "prove sum(k, 1, n, k) <= n^2\n", "1 n=10\nby eval 64\n"), "not certain");
  rejects(refute3(n0 + "prove sum(k, 0, n, 1/k) <= 1\n", "1 n=10\nby eval 64\n"), "defined");
  accepts(refute3(n0 + "seq y(k)\nassume forall int k in [1, n]: y(k) <= 1\nprove sum(k, 1, n, y(k)) <= 1\n",
                  "1 with y(k) = 1; n=2\nby eval 64\n"));
  // A sequence that does not exist refutes nothing.
  rejects(refute3(n0 + "seq x(k): x(0) = 1, x(k + 1) = 1/(x(k) - 1/2)\nprove x(n) <= 1\n", "1 n=1\nby eval 64\n"),
          "not known to be defined");
  // Hypotheses about a recursion hold at the point or do not.
  const std::string d = n0 + "seq x(k): x(0) = 1, x(k + 1) = 2*x(k)\nassume x(3) = 9\n";
  rejects(refute3(d + absurd, "1 n=1\nby eval 64\n"), "not known to hold");
  rejects(prove3(d + absurd, "n=1", "sign\n"), "not known to hold");
}

}  // namespace
}  // namespace dpcert::checker::test
