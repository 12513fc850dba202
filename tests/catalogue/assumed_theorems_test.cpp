// The theorems that the catalogue cites, on families where both sides have a closed form: a constant that was copied
// wrongly would show here. Everything goes through the kernel and its checker.
#include <gtest/gtest.h>

#include "dpcert/language/statement.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::verify {
namespace {

Verdict verdict(const char* text, std::vector<std::map<std::string, Rational>> points = {}) {
  DecideOptions how;
  how.tightness_boxes = 0;
  how.evaluations = 1000;
  how.points = std::move(points);
  return decide(parse_statement(text), how).verdict;
}

// renyi.glm.lemma2.repair (LSI with C = 1/m). N(0, v), v = 1/m, and f = exp(a w/2): E f^2 = exp(a^2 v/2),
// E f^2 log f^2 = a^2 v exp(a^2 v/2), E f'^2 = (a^2/4) exp(a^2 v/2).
TEST(LogSobolev, GaussianWithExponentialsIsEquality) {
  EXPECT_EQ(verdict("var a in (-inf, inf)\nvar v in (0, inf)\nlet Z = exp(a^2*v/2)\n"
                    "prove a^2*v*Z - Z*log(Z) = 2*v*(a^2/4*Z)\n"),
            Verdict::proved);
}

TEST(LogSobolev, HalfTheConstantIsRefuted) {
  EXPECT_EQ(verdict("var a in [1, 1]\nvar v in [1, 1]\nlet Z = exp(a^2*v/2)\n"
                    "prove a^2*v*Z - Z*log(Z) <= v*(a^2/4*Z)\n"),
            Verdict::refuted);
}

// renyi.glm.herbst. N(0, v) satisfies LSI(v); f(w) = L w: equality.
TEST(Herbst, GaussianWithLinearFunctionIsEquality) {
  EXPECT_EQ(verdict("var t in (-inf, inf)\nvar L in (0, inf)\nvar v in (0, inf)\nvar w in (-inf, inf)\n"
                    "prove exp(t*L*w - w^2/(2*v)) = exp(-(w - t*L*v)^2/(2*v))*exp(v*t^2*L^2/2)\n"),
            Verdict::proved);
}

// A measure that is not Gaussian: density proportional to exp(-w^2/2 - b|w|) is 1-strongly log-concave, f(w) = w is
// 1-Lipschitz with mean 0, and E exp(t w) = exp(t^2/2) (e^(-bt) Phi(t-b) + e^(bt) Phi(-t-b))/(2 Phi(-b)).
TEST(Herbst, HoldsForAKinkedPotential) {
  const char* text =
      "var t in [1, 3]\nvar b in [1/2, 2]\n"
      "prove exp(-b*t)*normal_cdf(t - b) + exp(b*t)*normal_cdf(-t - b) <= 2*normal_cdf(-b)\n";
  EXPECT_EQ(verdict(text), Verdict::proved);
}

TEST(Herbst, AConstantBelowTheVarianceIsRefuted) {
  EXPECT_EQ(verdict("var t in [1/2, 4]\nvar b in [1/100, 3]\n"
                    "prove exp(t^2/2)*(exp(-b*t)*normal_cdf(t - b) + exp(b*t)*normal_cdf(-t - b)) <="
                    " exp(3/4*t^2/2)*2*normal_cdf(-b)\n",
                    {{{"t", Rational(1)}, {"b", Rational(1) / Rational(100)}}}),
            Verdict::refuted);
}

// renyi.thm16 against the exact divergences of logistic regression at the orders 2 and 3 (renyi.tight.total.repair):
// one record, v = c^2/(n beta), bound 2 v lambda for D = log(2 I)/(lambda - 1).
TEST(Theorem16, HoldsForExactLogisticDivergences) {
  EXPECT_EQ(verdict("var v in [1/100, 20]\nprove log(2*exp(v/2) - 1) <= 4*v\n"), Verdict::proved);
  EXPECT_EQ(verdict("var v in [1/100, 20]\nprove log(2*exp(2*v) - 2*exp(v/2) + 1)/2 <= 6*v\n"), Verdict::proved);
}

// renyi.thm3.nonsingular for Beta-Bernoulli with equal counts: the determinant of Hess C.
TEST(Brown, HessianOfBetaIsNonsingular) {
  EXPECT_EQ(verdict("var a in [1/4, 20]\n"
                    "prove trigamma(a)*trigamma(a) - trigamma(2*a)*(trigamma(a) + trigamma(a)) > 0\n"),
            Verdict::proved);
}

}  // namespace
}  // namespace dpcert::verify
