#include "dpcert/mechanisms/discrete_noise.hpp"

#include <string>

namespace dpcert {

namespace {

constexpr std::int64_t most_bits_of_scale = 4096;

void require_size(std::string_view name, const Rational& scale) {
  if (scale.bits() > most_bits_of_scale)
    throw Error(ErrorCode::domain, name, "a number whose numerator and denominator have at most 4096 bits",
                std::to_string(scale.bits()) + " bits");
}

}  // namespace

Rational sample(const DiscreteLaplace<Rational>& law, RandomBits& random) {
  require_size("b", law.scale());
  for (;;) {
    const bool negative = random.bit();
    Rational size = geometric_exp(Rational(1) / law.scale(), random);
    if (!negative) return size;
    if (!size.is_zero()) return -size;  // 0 has one sign only
  }
}

// Rejection from discrete Laplace noise of an integer scale t just above sigma: exp(-y^2/(2 sigma^2)) is
// exp(-|y|/t) times exp(-(|y| - sigma^2/t)^2/(2 sigma^2)), up to a constant.
Rational sample(const DiscreteGaussian<Rational>& law, RandomBits& random) {
  require_size("sigma", law.sigma());
  const Rational variance = law.sigma() * law.sigma(), t = law.sigma().floor() + Rational(1), centre = variance / t;
  const DiscreteLaplace<Rational> proposal(t);
  for (;;) {
    Rational y = sample(proposal, random);
    const Rational off = abs(y) - centre;
    if (bernoulli_exp(off * off / (Rational(2) * variance), random)) return y;
  }
}

Ball discrete_laplace_delta(const Rational& b, std::int64_t shift, const Rational& eps, Precision precision) {
  if (b.sign() <= 0) throw Error(ErrorCode::domain, "b", "a number > 0", b.str());
  if (shift < 1) throw Error(ErrorCode::domain, "shift", "an integer >= 1", std::to_string(shift));
  if (eps.sign() < 0) throw Error(ErrorCode::domain, "eps", "a number >= 0", eps.str());
  const Rational width = Rational(shift) - eps * b;  // the loss at m is above eps where 2 max(m, 0) < width
  if (width.sign() <= 0) return Ball(0);
  const auto m = ((width / Rational(2)).ceil() - Rational(1)).to_int64();
  const DiscreteLaplace<Ball> law(Ball(b, precision));
  return law.at_most(*m) - exp(Ball(eps, precision)) * law.at_most(*m - shift);
}

namespace {

Guarantee of_integers(const Rational& sensitivity) {
  if (sensitivity < Rational(1) || !sensitivity.is_integer())
    throw Error(ErrorCode::domain, "sensitivity", "an integer >= 1", sensitivity.str());
  Guarantee g;
  g.adjacency = "any two data sets between which the released integer changes by at most the sensitivity";
  g.assumptions = {"the integer before noise changes by at most the sensitivity between neighbours",
                   "the parameters were fixed without looking at the data",
                   "the bits of the random source are independent and uniform; one release"};
  return g;
}

}  // namespace

Guarantee guarantee(const DiscreteLaplace<Rational>& law, const Rational& sensitivity) {
  Guarantee g = of_integers(sensitivity);
  g.cases = {{"rdp", "pure_dp", {{"eps", {sensitivity / law.scale()}}}}};
  g.source = "the ratio of two masses at a distance of at most the sensitivity";
  return g;
}

Guarantee guarantee(const DiscreteGaussian<Rational>& law, const Rational& sensitivity) {
  Guarantee g = of_integers(sensitivity);
  g.cases = {{"rdp", "gaussian", {{"sigma", {law.sigma() / sensitivity}}}}};
  g.source = "Canonne, Kamath, Steinke, \"The discrete Gaussian for differential privacy\" (2020), Theorem 4";
  return g;
}

}  // namespace dpcert
