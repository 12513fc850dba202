// Renyi divergences of Laplace noise, of mechanisms with finitely many outcomes and of the exponential mechanism.
#include <algorithm>
#include <cmath>
#include <vector>

#include "dpcert/core/size.hpp"
#include "dpcert/privacy/formulas.hpp"
#include "dpcert/scalar/exact.hpp"
#include "src/privacy/registry.hpp"

namespace dpcert::detail {
namespace {

/// Bits to start with: a divergence of size order * step^2, summed up from terms of size 1, divided by order - 1.
Precision first_precision(Precision bits, const Rational& order, const Rational& step) {
  const double loss =
      std::max(0.0, -2 * log2_of(step)) + std::max(0.0, -log2_of(order - Rational(1))) + std::max(0.0, log2_of(order));
  return bits + 24 + static_cast<Precision>(std::min(loss, 60000.0));
}

using ExactOutcomes = Outcomes<Rational>;

/// Renyi divergence of two laws with finitely many outcomes: exact where it is 0 or infinite.
Certified certify_finite(const Argument& order, const std::vector<ExactOutcomes>& outcomes, int digits) {
  const Precision bits = bits_for_digits(digits);
  bool equal = true, overlap = false;
  Rational step;
  std::vector<ExactOutcomes> used;
  for (const auto& o : outcomes) {
    if (o.multiplicity.is_zero()) continue;
    equal = equal && o.p == o.q;
    if (o.p.is_zero()) continue;
    if (o.q.is_zero()) {
      if (order.infinite || order.exact >= Rational(1)) return Certified::plus_infinity();
      continue;
    }
    overlap = true;
    step = std::max(step, abs(o.p / o.q - Rational(1)));
    used.push_back(o);
  }
  if (equal) return Certified::zero();
  if (!overlap) return Certified::plus_infinity();
  if (order.infinite) {
    const Rational largest = largest_ratio(used);
    return escalate(bits, first_precision(bits, Rational(2), step),
                    [&](Precision precision) { return log(Ball(largest, precision)); });
  }
  return escalate(bits, first_precision(bits, order.exact, step), [&](Precision precision) {
    std::vector<Outcomes<Ball>> balls;
    balls.reserve(used.size());
    for (const auto& o : used)
      balls.push_back({Ball(o.multiplicity, precision), Ball(o.p, precision), Ball(o.q, precision)});
    return order.exact == Rational(1) ? finite_kl(balls) : finite_renyi(Ball(order.exact, precision), balls);
  });
}

}  // namespace

Certified larger(const Certified& a, const Certified& b) {
  if (a.is_infinite() || b.is_infinite()) return Certified::plus_infinity();
  Certified r = a;
  r.enclosure = max(a.enclosure, b.enclosure);
  r.precision = std::max(a.precision, b.precision);
  if (!b.is_finite()) r.state = b.state, r.reason = b.reason;
  return r;
}

Certified certify_laplace_rdp(const Query& query, int digits) {
  const Precision bits = bits_for_digits(digits);
  const Rational& scale = query.argument(0).exact;
  const Argument& order = query.point();
  if (scale.is_zero()) return Certified::plus_infinity();
  const Rational inverse = Rational(1) / scale;
  if (order.infinite) {
    return escalate(bits, bits + 8, [&](Precision precision) { return Ball(inverse, precision); });
  }
  const Precision first = first_precision(bits, order.exact, inverse);
  return escalate(bits, first, [&](Precision precision) {
    const Ball x(inverse, precision);
    if (order.exact == Rational(1)) return laplace_kl(x);
    if (order.exact == Rational(1, 2)) return laplace_rdp_half(x);
    return laplace_rdp(Ball(order.exact, precision), x);
  });
}

namespace {

/// The divergence of a family with one parameter epsilon, which is also its limit at order infinity.
Certified certify_by_epsilon(const Query& query, int digits, Ball (*kl)(const Ball&),
                             Ball (*rdp)(const Ball&, const Ball&)) {
  const Precision bits = bits_for_digits(digits);
  const Rational& epsilon = query.argument(0).exact;
  const Argument& order = query.point();
  if (epsilon.is_zero()) return Certified::zero();
  if (order.infinite) {
    return escalate(bits, bits + 8, [&](Precision precision) { return Ball(epsilon, precision); });
  }
  return escalate(bits, first_precision(bits, order.exact, epsilon), [&](Precision precision) {
    const Ball x(epsilon, precision);
    return order.exact == Rational(1) ? kl(x) : rdp(Ball(order.exact, precision), x);
  });
}

}  // namespace

Certified certify_pure_dp_rdp(const Query& query, int digits) {
  return certify_by_epsilon(query, digits, &pure_dp_kl<Ball>, &pure_dp_rdp<Ball>);
}

Certified certify_exponential_mechanism_rdp(const Query& query, int digits) {
  return certify_by_epsilon(query, digits, &bounded_range_kl<Ball>, &bounded_range_rdp<Ball>);
}

Certified certify_randomized_response_rdp(const Query& query, int digits) {
  const Rational& p = query.argument(0).exact;
  const Rational other = Rational(1) - p;
  return certify_finite(query.point(), randomized_response_outcomes(p, other, Rational(2)), digits);
}

Certified certify_kary_replace_one_rdp(const Query& query, int digits) {
  const Rational& k = query.argument(1).exact;
  if (k == Rational(1)) return Certified::zero();
  const auto law = kary_answers(query.argument(0).exact, k);
  return certify_finite(query.point(), randomized_response_outcomes(law.truth, law.other, k), digits);
}

Certified certify_kary_replace_special_rdp(const Query& query, int digits) {
  const Rational& k = query.argument(1).exact;
  const auto law = kary_answers(query.argument(0).exact, k);
  const auto forward = kary_special_outcomes(law.truth, law.other, k);
  const auto backward = reversed(forward);
  return larger(certify_finite(query.point(), forward, digits), certify_finite(query.point(), backward, digits));
}

}  // namespace dpcert::detail
