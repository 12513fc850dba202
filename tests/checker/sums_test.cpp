// Sums, products and sequences over ranges that are not literal: what is accepted from certificates written by hand.
#include "tests/checker/symbolic.hpp"

namespace dpcert::checker::test {
namespace {

// Gauss.
TEST(Sums, OfTheFirstIntegers) {
  const std::string s = "int n in [0, inf)\nprove sum(k, 1, n, k) = n*(n + 1)/2\n";
  const std::string step = "unfold (sum(k, 1, n + 1, k)) last\ncombine 0 1 1 2 1\n";
  accepts(prove3(s, "n=1", "induct n\nidentity\n" + step));
  // The index has no name of its own.
  accepts(prove3(s, "n=1", "induct n\nidentity\nunfold (sum(n, 1, n + 1, n)) last\ncombine 0 1 1 2 1\n"));
  rejects(prove3("int n in [0, inf)\nprove sum(k, 1, n, k) = n*(n - 1)/2\n", "n=1", "induct n\nidentity\n" + step),
          "differs from the goal");
  rejects(prove3("int n in [-5, inf)\nprove sum(k, 1, n, k) = n*(n + 1)/2\n", "n=1", "induct n\nidentity\n" + step),
          "the normal form is not zero");
}

TEST(Sums, Geometric) {
  const std::string s = "int n in [0, inf)\nvar a in (-1, 1)\nprove (1 - a)*sum(k, 0, n, a^k) = 1 - a^(n + 1)\n";
  accepts(prove3(s, "n=1 a=1/2", "induct n\nidentity\nunfold (sum(k, 0, n + 1, a^k)) last\ncombine 0 1 1 2 (1 - a)\n"));
  rejects(prove3("int n in [0, inf)\nvar a in (-1, 1)\nprove (1 - a)*sum(k, 0, n, a^k) = 1 - a^n\n", "n=1 a=1/2",
                 "induct n\nidentity\nunfold (sum(k, 0, n + 1, a^k)) last\ncombine 0 1 1 2 (1 - a)\n"));
}

TEST(Sums, Telescoping) {
  const std::string s = "int n in [0, inf)\nseq x(k)\nprove sum(k, 1, n, x(k) - x(k - 1)) = x(n) - x(0)\n";
  accepts(prove3(s, "n=1", "induct n\nidentity\nunfold (sum(k, 1, n + 1, x(k) - x(k - 1))) last\ncombine 0 1 1 2 1\n"));
}

TEST(Sums, AffineRecursion) {
  const std::string s =
      "int n in [0, inf)\nvar a in (0, 1)\nvar b in (-inf, inf)\nvar start in (-inf, inf)\n"
      "seq x(k): x(0) = start, x(k + 1) = a*x(k) + b\nprove x(n) = a^n*start + b*(1 - a^n)/(1 - a)\n";
  accepts(prove3(s, "n=1 a=1/2 b=0 start=0", "induct n\ndefine x (0)\nhyp 1\ndefine x (n)\ncombine 0 1 (a) 2 1\n"));
}

TEST(Sums, WeightedMean) {
  const std::string s =
      "int n in [1, inf)\nseq y(k)\nseq w(k)\nvar lo in (-inf, inf)\nvar hi in (-inf, inf)\n"
      "assume forall int k in [1, n]: lo <= y(k) <= hi\nassume forall int k in [1, n]: w(k) >= 0\n"
      "assume sum(k, 1, n, w(k)) = 1\nprove lo <= sum(k, 1, n, w(k)*y(k)) <= hi\n";
  const std::string at = "with y(k) = 0; with w(k) = 1; n=1 lo=0 hi=1";
  const std::string low =
      "cut sum(k, 1, n, w(k)*(y(k) - lo)) >= 0\ntermwise j\ninst 1 (j)\ninst 3 (j)\nfactor (w(j)) (y(j) - lo)\nhyp 4\n"
      "combine 0 2 1 1 (lo)\n";
  const std::string high =
      "cut sum(k, 1, n, w(k)*(hi - y(k))) >= 0\ntermwise j\ninst 2 (j)\ninst 3 (j)\nfactor (w(j)) (hi - y(j))\nhyp 4\n"
      "combine 0 2 1 1 (-hi)\n";
  accepts(prove3(s, at, low + "goal 2\n" + high));
}

// A factor without the index leaves a sum where it is known to be defined, by what the hypotheses say of its own terms.
TEST(Sums, FactorsThatAreQuotientsByASum) {
  const std::string q = "int n in [1, inf)\nseq q(k)\nassume forall int k in [1, n]: ";
  const std::string at = "with q(k) = 1; n=1";
  const std::string quotient = "prove sum(k, 1, n, 1/sum(j, 1, n, 1/q(j))/q(k)) = 1\n";
  const std::string logarithm =
      "prove sum(k, 1, n, log(sum(j, 1, n, 1/q(j)))*q(k)) = log(sum(k, 1, n, 1/q(k)))*sum(k, 1, n, q(k))\n";
  const std::string root =
      "prove sum(k, 1, n, sum(j, 1, n, sqrt(q(j)))*q(k)) = sum(k, 1, n, sqrt(q(k)))*sum(k, 1, n, q(k))\n";
  accepts(prove3(q + "q(k) > 0\n" + quotient, at, "identity\n"));
  accepts(prove3(q + "q(k) > 0\n" + logarithm, at, "identity\n"));
  accepts(prove3(q + "q(k) >= 0\n" + root, at, "identity\n"));
  rejects(prove3(q + "q(k) >= -1\n" + root, at, "identity\n"));      // a root of -1
  rejects(prove3(q + "q(k) >= 0\n" + logarithm, at, "identity\n"));  // 1/0
  rejects(prove3(q + "q(k)^2 > 0\n" + quotient, at, "identity\n"));  // 1/q(1) + 1/q(2) = 0
  // Where no term is, the sum is 0 whatever stands in it, and of a factor that only a term asks for nothing is known.
  const std::string asked = "int n in [0, inf)\nvar c in (-inf, inf)\nseq q(k)\n";
  const std::string taken = "prove c*sum(k, 1, n, q(k)/c) = sum(k, 1, n, q(k))\n";
  const std::string there = "with q(k) = 1; n=1 c=1";
  accepts(prove3(asked + "assume c > 0\n" + taken, there, "identity\n"));
  rejects(prove3(asked + "assume forall int k in [1, n]: c > 0\n" + taken, there, "identity\n"), "normal form");
}

TEST(Sums, Bernoulli) {
  const std::string s =
      "int n in [0, inf)\nseq y(k)\nassume forall int k in [1, inf): y(k) >= 0\n"
      "prove prod(k, 1, n, 1 + y(k)) >= 1 + sum(k, 1, n, y(k))\n";
  accepts(prove3(s, "with y(k) = 0; n=1",
                 "induct n\nsign\n"
                 "unfold (prod(k, 1, n + 1, 1 + y(k))) last\nunfold (sum(k, 1, n + 1, y(k))) last\ninst 1 (n + 1)\n"
                 "cut sum(k, 1, n, y(k)) >= 0\ntermwise j\ninst 1 (j)\nhyp 7\n"
                 "combine 0 2 1 3 -1 1 (1 + y(n + 1)) 5 (y(n + 1))\n"));
}

}  // namespace
}  // namespace dpcert::checker::test
