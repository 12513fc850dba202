#include "dpcert/calibration/dirichlet.hpp"

#include <cmath>

#include "dpcert/core/error.hpp"
#include "dpcert/core/size.hpp"
#include "dpcert/divergence/certified.hpp"
#include "dpcert/solve/effort.hpp"

namespace dpcert {
namespace {

/// The largest loss at one eps after another.
struct Losses {
  DirichletQuery query;
  Precision bits = 0;
  std::size_t evaluations = 0;

  WorstPair at(const Rational& eps) {
    ++evaluations;
    query.eps = eps;
    WorstPair worst = dirichlet_privacy_loss(query, bits);
    if (!worst.decided) throw EffortExhausted("the limit on work was reached before every pair was excluded");
    return worst;
  }
};

/// 10^k, the place of the last of `digits` significant digits of x > 0.
Rational last_place(const Rational& x, int digits) {
  auto exponent = static_cast<std::int64_t>(std::floor(log2_of(x) * std::log10(2.0)));
  while (pow(Rational(10), exponent) > x) --exponent;
  while (pow(Rational(10), exponent + 1) <= x) ++exponent;
  return pow(Rational(10), exponent + 1 - digits);
}
Rational rounded_down(const Rational& x, int digits) {
  const Rational place = last_place(x, digits);
  return (x / place).floor() * place;
}

/// Where the loss crosses the target, by secants. A guess: what is returned is certified afterwards.
Rational crossing(Losses& losses, const Rational& epsilon, int digits) {
  const auto excess = [&](const Rational& x) {
    const WorstPair worst = losses.at(x);
    return (worst.exact ? *worst.exact : worst.enclosure.midpoint_rational()) - epsilon;
  };
  Rational x = epsilon, f = excess(x);
  Rational next = rounded_down(x * epsilon / (f + epsilon), digits + 4);  // the loss is nearly linear
  for (int i = 0; i < 60 && abs(next - x) * Rational(100) > last_place(next, digits); ++i) {
    const Rational g = excess(next);
    if (g.is_zero()) return next;
    const Rational slope = (g - f) / (next - x);
    x = next, f = g;
    Rational step = slope.sign() > 0 ? g / slope : g;
    if (abs(step) > x / Rational(2)) step = (step.sign() > 0 ? x : -x) / Rational(2);
    next = rounded_down(x - step, digits + 4);
  }
  return next;
}

}  // namespace

CalibratedEps largest_dirichlet_eps(DirichletQuery query, const Rational& epsilon, int digits) {
  if (epsilon < pow(Rational(1, 10), 100) || epsilon > Rational(1'000'000))
    throw Error(ErrorCode::domain, "epsilon", "a number from 1e-100 to 10^6", epsilon.str());
  query.eps = epsilon;
  require_valid(query);
  Losses losses{query, bits_for_digits(digits) + 32};
  const Rational root = crossing(losses, epsilon, digits), place = last_place(root, digits);
  const Ball target(epsilon, losses.bits + 64);
  CalibratedEps out;
  out.value = rounded_down(root, digits);
  out.insufficient = out.value + place;
  constexpr int most_steps = 40;
  // The step doubles: a root that is a decimal itself may stay undecided, and its neighbours are not.
  Rational step = place;
  for (int i = 0;; ++i, out.value -= step, step += step) {
    if (i == most_steps || out.value.sign() <= 0)
      throw Error(ErrorCode::unsupported, "epsilon", "a target below which an eps is found", epsilon.str());
    out.at_value = losses.at(out.value);
    if (out.at_value.exact ? *out.at_value.exact <= epsilon : certainly_less_equal(out.at_value.enclosure, target))
      break;
  }
  step = place;
  for (int i = 0;; ++i, out.insufficient += step, step += step) {
    if (i == most_steps)
      throw Error(ErrorCode::unsupported, "epsilon", "a target above which an eps is found", epsilon.str());
    out.at_insufficient = losses.at(out.insufficient);
    if (out.at_insufficient.exact ? *out.at_insufficient.exact > epsilon
                                  : certainly_greater(out.at_insufficient.enclosure, target))
      break;
  }
  out.evaluations = losses.evaluations;
  return out;
}

}  // namespace dpcert
