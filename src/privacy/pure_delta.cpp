// delta(epsilon) and its inverse of Laplace noise, of the worst pure mechanism, of the exponential mechanism and of
// randomised response, in closed form. For rational parameters none of these functions is 0 at a rational epsilon
// inside its support (Lindemann and Weierstrass), so that every sign is decided by enough digits.
#include <cmath>
#include <functional>

#include "dpcert/privacy/formulas.hpp"
#include "src/privacy/registry.hpp"

namespace dpcert::detail {
namespace {

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

/// What a mechanism whose privacy loss is at most `reach` promises, by what epsilon falls short of that.
struct ByShortfall {
  Ball (*delta)(const Ball& shortfall, const Ball& reach);
  Ball (*inverse)(const Ball& delta, const Ball& reach);
};
const ByShortfall laplace_law{
    [](const Ball& shortfall, const Ball&) { return laplace_delta_by_shortfall(shortfall); },
    [](const Ball& delta, const Ball&) { return laplace_shortfall(delta); },
};
const ByShortfall pure_law{pure_dp_delta_by_shortfall<Ball>, pure_dp_shortfall<Ball>};
const ByShortfall range_law{bounded_range_delta<Ball>, bounded_range_shortfall<Ball>};

Certified delta_by_shortfall(const Query& query, int digits, const Rational& reach, const ByShortfall& law) {
  if (query.point().infinite || query.point().exact >= reach) return Certified::zero();
  const Rational shortfall = reach - query.point().exact;
  return escalate(bits_for_digits(digits), bits_for_digits(digits) + 16,
                  [&](Precision bits) { return law.delta(Ball(shortfall, bits), Ball(reach, bits)); });
}
/// The least epsilon >= 0, 0 <= delta <= 1: where delta(0) is larger, the reach less the shortfall.
Certified epsilon_by_shortfall(const Query& query, int digits, const Rational& reach, const ByShortfall& law) {
  const Rational& delta = query.point().exact;
  if (reach.is_zero() || delta >= Rational(1)) return Certified::zero();
  constexpr Precision first = 64;
  for (Precision bits = first; bits <= certified_precision_cap; bits *= 2) {
    const Ball most(reach, bits), at_zero = law.delta(most, most), asked(delta, bits);
    if (certainly_less(at_zero, asked)) return Certified::zero();
    if (certainly_less(asked, at_zero)) break;
  }
  return escalate(bits_for_digits(digits), bits_for_digits(digits) + 16, [&](Precision bits) {
    const Ball most(reach, bits);
    return delta.is_zero() ? most : most - law.inverse(Ball(delta, bits), most);
  });
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
  return positive_part(digits, [&](Precision bits) {
    return two_answers_delta(Ball(epsilon, bits), Ball(gap, bits), Ball(pair.low, bits));
  });
}
Certified answers_epsilon(const Query& query, const Pair& pair, int digits) {
  const Rational &delta = query.point().exact, gap = pair.high - pair.low;
  if (gap <= delta) return Certified::zero();
  if (pair.low.is_zero()) return Certified::plus_infinity();
  return escalate(bits_for_digits(digits), bits_for_digits(digits) + 16,
                  [&](Precision bits) { return two_answers_epsilon(Ball(gap - delta, bits), Ball(pair.low, bits)); });
}

}  // namespace

namespace {

/// The answers of binary or k-ary randomised response on two different values, or of the worst pure mechanism.
std::vector<Outcomes<double>> textbook_answers(const Query& query) {
  const double x = query.argument(0).nearest;
  if (query.mechanism() == "pure_dp") {
    const double truth = 1 / (1 + std::exp(-x));
    return randomized_response_outcomes(truth, 1 - truth, Rational(2));
  }
  if (query.mechanism() == "randomized_response") return randomized_response_outcomes(x, 1 - x, Rational(2));
  const auto law = kary_answers(x, query.argument(1).nearest);
  return randomized_response_outcomes(law.truth, law.other, query.argument(1).exact);
}

}  // namespace

// b = 0: no noise, and two values that differ are told apart.
Certified certify_laplace_delta(const Query& query, int digits) {
  const Rational& b = query.argument(0).exact;
  return b.is_zero() ? Certified::one() : delta_by_shortfall(query, digits, Rational(1) / b, laplace_law);
}
Certified certify_laplace_epsilon(const Query& query, int digits) {
  const Rational& b = query.argument(0).exact;
  if (b.is_zero()) return query.point().exact >= Rational(1) ? Certified::zero() : Certified::plus_infinity();
  return epsilon_by_shortfall(query, digits, Rational(1) / b, laplace_law);
}
Certified certify_pure_dp_delta(const Query& query, int digits) {
  return delta_by_shortfall(query, digits, query.argument(0).exact, pure_law);
}
Certified certify_pure_dp_epsilon(const Query& query, int digits) {
  return epsilon_by_shortfall(query, digits, query.argument(0).exact, pure_law);
}
Certified certify_exponential_mechanism_delta(const Query& query, int digits) {
  return delta_by_shortfall(query, digits, query.argument(0).exact, range_law);
}
Certified certify_exponential_mechanism_epsilon(const Query& query, int digits) {
  return epsilon_by_shortfall(query, digits, query.argument(0).exact, range_law);
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
  if (query.mechanism() == "laplace") return laplace_delta(epsilon, 1 / x);
  if (query.mechanism() == "exponential_mechanism") return epsilon < x ? bounded_range_delta(x - epsilon, x) : 0;
  return finite_delta(epsilon, textbook_answers(query));
}
double textbook_pure_epsilon(const Query& query) {
  const double delta = query.point().nearest, x = query.argument(0).nearest;
  const auto positive = [](double epsilon) { return std::fmax(0, epsilon); };
  if (query.mechanism() == "laplace") return positive(1 / x - laplace_shortfall(delta));
  if (query.mechanism() == "pure_dp") return positive(x - pure_dp_shortfall(delta, x));
  if (query.mechanism() == "exponential_mechanism") return positive(x - bounded_range_shortfall(delta, x));
  const Outcomes<double> best = textbook_answers(query).front();
  const double high = std::fmax(best.p, best.q), low = std::fmin(best.p, best.q);
  return positive(two_answers_epsilon(high - low - delta, low));
}

}  // namespace dpcert::detail
