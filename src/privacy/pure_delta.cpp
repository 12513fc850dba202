// delta(epsilon) and its inverse of Laplace noise, of the worst pure mechanism, of the exponential mechanism and of
// randomised response, in closed form. For rational parameters none of these functions is 0 at a rational epsilon
// inside its support (Lindemann and Weierstrass), so that every sign is decided by enough digits.
#include <cmath>
#include <functional>

#include "dpcert/privacy/formulas.hpp"
#include "src/privacy/registry.hpp"

namespace dpcert::detail {
namespace {

Certified one() {
  return escalate(bits_for_digits(1), 64, [](Precision bits) { return Ball(1).with_precision(bits); });
}

/// max(0, at), where `at` is not 0.
Certified positive_part(int digits, const std::function<Ball(Precision)>& at) {
  constexpr Precision first = 64;
  for (Precision bits = first; bits <= certified_precision_cap; bits *= 2) {
    const Ball x = at(bits);
    if (certainly_negative(x)) return Certified::zero();
    if (certainly_positive(x)) break;
  }
  return escalate(bits_for_digits(digits), bits_for_digits(digits) + 16, at);
}

/// delta(epsilon) of a mechanism whose privacy loss is at most `reach`, by what epsilon falls short of it, > 0.
Certified delta_by_shortfall(const Query& query, int digits, const Rational& reach,
                             Ball (*at)(const Ball&, const Ball&)) {
  if (query.point().infinite || query.point().exact >= reach) return Certified::zero();
  const Rational shortfall = reach - query.point().exact;
  return escalate(bits_for_digits(digits), bits_for_digits(digits) + 16,
                  [&](Precision bits) { return at(Ball(shortfall, bits), Ball(reach, bits)); });
}
/// The least epsilon >= 0: reach less the shortfall that has this delta, 0 < delta < 1.
Certified epsilon_by_shortfall(const Query& query, int digits, const Rational& reach,
                               Ball (*shortfall)(const Ball& delta, const Ball& reach)) {
  const Rational& delta = query.point().exact;
  if (reach.is_zero() || delta >= Rational(1)) return Certified::zero();
  return positive_part(digits, [&](Precision bits) {
    const Ball most(reach, bits);
    if (delta.is_zero()) return most;
    return most - shortfall(Ball(delta, bits), most);
  });
}

// 1 - exp(-shortfall/2), as laplace_delta without its cancellation.
Ball laplace_at(const Ball& shortfall, const Ball&) { return -expm1(-shortfall / Ball(2)); }
Ball laplace_shortfall(const Ball& delta, const Ball&) { return -Ball(2) * log1p(-delta); }
// Binary randomised response with odds exp(reach): (exp(reach) - exp(epsilon))/(1 + exp(reach)).
Ball pure_at(const Ball& shortfall, const Ball& reach) { return -expm1(-shortfall) / (Ball(1) + exp(-reach)); }
/// Minus the logarithm of what is left of 1; more than the reach where nothing is.
Ball shortfall_of(const Ball& left, const Ball& reach) {
  return certainly_nonpositive(left) ? reach + Ball(1) : -log(left);
}
Ball pure_shortfall(const Ball& delta, const Ball& reach) {
  return shortfall_of(Ball(1) - delta * (Ball(1) + exp(-reach)), reach);
}
Ball range_at(const Ball& shortfall, const Ball& reach) { return bounded_range_delta(shortfall, reach); }
Ball range_shortfall(const Ball& delta, const Ball& reach) {
  return Ball(2) * shortfall_of(Ball(1) - sqrt(delta * -expm1(-reach)), reach);
}

/// The two probabilities that a change of truth exchanges.
struct Pair {
  Rational high, low;
};
Pair answers(const Rational& truth, const Rational& other) { return {std::max(truth, other), std::min(truth, other)}; }
Pair binary_answers(const Query& query) {
  return answers(query.argument(0).exact, Rational(1) - query.argument(0).exact);
}
Pair kary_pair(const Query& query) {
  const Rational& k = query.argument(1).exact;
  if (k == Rational(1)) return {Rational(1), Rational(1)};
  const auto law = kary_answers(query.argument(0).exact, k);
  return answers(law.truth, law.other);
}
Certified answers_delta(const Query& query, const Pair& pair, int digits) {
  if (pair.high == pair.low) return Certified::zero();
  if (pair.low.is_zero()) {
    return escalate(bits_for_digits(digits), bits_for_digits(digits) + 8,
                    [&](Precision bits) { return Ball(pair.high, bits); });
  }
  if (query.point().infinite) return Certified::zero();
  const Rational &epsilon = query.point().exact, gap = pair.high - pair.low;
  return positive_part(
      digits, [&](Precision bits) { return Ball(gap, bits) - expm1(Ball(epsilon, bits)) * Ball(pair.low, bits); });
}
Certified answers_epsilon(const Query& query, const Pair& pair, int digits) {
  const Rational rest = pair.high - pair.low - query.point().exact;
  if (rest.sign() <= 0) return Certified::zero();
  if (pair.low.is_zero()) return Certified::plus_infinity();
  return escalate(bits_for_digits(digits), bits_for_digits(digits) + 16,
                  [&](Precision bits) { return log1p(Ball(rest / pair.low, bits)); });
}

}  // namespace

// b = 0: no noise, and two values that differ are told apart.
Certified certify_laplace_delta(const Query& query, int digits) {
  const Rational& b = query.argument(0).exact;
  return b.is_zero() ? one() : delta_by_shortfall(query, digits, Rational(1) / b, &laplace_at);
}
Certified certify_laplace_epsilon(const Query& query, int digits) {
  const Rational& b = query.argument(0).exact;
  if (b.is_zero()) return query.point().exact >= Rational(1) ? Certified::zero() : Certified::plus_infinity();
  return epsilon_by_shortfall(query, digits, Rational(1) / b, &laplace_shortfall);
}
Certified certify_pure_dp_delta(const Query& query, int digits) {
  return delta_by_shortfall(query, digits, query.argument(0).exact, &pure_at);
}
Certified certify_pure_dp_epsilon(const Query& query, int digits) {
  return epsilon_by_shortfall(query, digits, query.argument(0).exact, &pure_shortfall);
}
Certified certify_exponential_mechanism_delta(const Query& query, int digits) {
  return delta_by_shortfall(query, digits, query.argument(0).exact, &range_at);
}
Certified certify_exponential_mechanism_epsilon(const Query& query, int digits) {
  return epsilon_by_shortfall(query, digits, query.argument(0).exact, &range_shortfall);
}
Certified certify_randomized_response_delta(const Query& query, int digits) {
  return answers_delta(query, binary_answers(query), digits);
}
Certified certify_randomized_response_epsilon(const Query& query, int digits) {
  return answers_epsilon(query, binary_answers(query), digits);
}
Certified certify_kary_replace_one_delta(const Query& query, int digits) {
  return answers_delta(query, kary_pair(query), digits);
}
Certified certify_kary_replace_one_epsilon(const Query& query, int digits) {
  return answers_epsilon(query, kary_pair(query), digits);
}

double textbook_pure_delta(const Query& query) {
  const double epsilon = query.point().infinite ? HUGE_VAL : query.point().nearest, x = query.argument(0).nearest;
  const auto positive = [](double delta) { return std::fmax(0, delta); };
  if (query.mechanism() == "laplace") return positive(1 - std::exp((epsilon - 1 / x) / 2));
  if (query.mechanism() == "pure_dp") return positive((std::exp(x) - std::exp(epsilon)) / (1 + std::exp(x)));
  if (query.mechanism() == "exponential_mechanism")
    return epsilon < x ? std::pow(1 - std::exp((epsilon - x) / 2), 2) / (1 - std::exp(-x)) : 0;
  const double other = query.mechanism() == "randomized_response" ? 1 - x : x / query.argument(1).nearest;
  const double truth = query.mechanism() == "randomized_response" ? x : 1 - x + other;
  return positive(std::fmax(truth, other) - std::exp(epsilon) * std::fmin(truth, other));
}
double textbook_pure_epsilon(const Query& query) {
  const double delta = query.point().nearest, x = query.argument(0).nearest;
  const auto positive = [](double epsilon) { return std::fmax(0, epsilon); };
  if (query.mechanism() == "laplace") return positive(1 / x + 2 * std::log(1 - delta));
  if (query.mechanism() == "pure_dp") return positive(std::log(std::exp(x) - delta * (1 + std::exp(x))));
  if (query.mechanism() == "exponential_mechanism")
    return positive(x + 2 * std::log(1 - std::sqrt(delta * (1 - std::exp(-x)))));
  const double other = query.mechanism() == "randomized_response" ? 1 - x : x / query.argument(1).nearest;
  const double truth = query.mechanism() == "randomized_response" ? x : 1 - x + other;
  return positive(std::log((std::fmax(truth, other) - delta) / std::fmin(truth, other)));
}

}  // namespace dpcert::detail
