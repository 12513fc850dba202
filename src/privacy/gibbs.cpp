// Gibbs posteriors by name: each is a normal mechanism, exactly or at most, at a mu^2 that is rational in its
// parameters.
#include <cmath>

#include "dpcert/core/size.hpp"
#include "dpcert/privacy/formulas.hpp"
#include "dpcert/privacy/gaussian.hpp"
#include "src/privacy/registry.hpp"

namespace dpcert::detail {
namespace {

/// The mu of one of the two families at the parameters of a query, read by `number`.
template <class S, class Read>
S gibbs_mu_squared_of(const Query& query, Read&& number) {
  const S first = number(query.argument(0)), second = number(query.argument(1)), third = number(query.argument(2));
  if (query.mechanism() == "gibbs_gaussian")
    return gibbs_gaussian_mu_squared(first, second, third, S(number(query.argument(3))));
  return gibbs_lipschitz_mu_squared(first, second, third);
}
Rational gibbs_mu_squared(const Query& query) {
  return gibbs_mu_squared_of<Rational>(query, [](const Argument& a) { return a.exact; });
}
double plain_gibbs_mu_squared(const Query& query) {
  return gibbs_mu_squared_of<double>(query, [](const Argument& a) { return a.nearest; });
}
Ball gibbs_mu_of(const Query& query, Precision precision) { return sqrt(Ball(gibbs_mu_squared(query), precision)); }

/// Bits that a quotient of two numbers of so different size may cost where it enters an exponent squared.
Precision gibbs_tail_loss(const Query& query) {
  const double size = std::fabs(query.point().exact.is_zero() ? 0 : log2_of(query.point().exact)) +
                      std::fabs(log2_of(gibbs_mu_squared(query)));
  return static_cast<Precision>(2 * size) + 16;
}

}  // namespace

std::optional<Rational> gibbs_rdp_exact(const Query& query) {
  if (query.point().infinite) return std::nullopt;
  return gaussian_rdp(query.point().exact, Rational(1), gibbs_mu_squared(query));
}
Certified certify_gibbs_rdp(const Query& query, int digits) {
  const auto exact = gibbs_rdp_exact(query);
  if (!exact) return Certified::plus_infinity();
  return escalate(bits_for_digits(digits), bits_for_digits(digits) + 8,
                  [&](Precision precision) { return Ball(*exact, precision); });
}
double textbook_gibbs_rdp(const Query& query) {
  return query.point().infinite ? HUGE_VAL : gaussian_rdp(query.point().nearest, 1.0, plain_gibbs_mu_squared(query));
}
std::optional<Rational> gibbs_zcdp_exact(const Query& query) {
  return gaussian_rdp(Rational(1), Rational(1), gibbs_mu_squared(query));
}
Certified certify_gibbs_zcdp(const Query& query, int digits) {
  const Rational exact = *gibbs_zcdp_exact(query);
  return escalate(bits_for_digits(digits), bits_for_digits(digits) + 8,
                  [&](Precision precision) { return Ball(exact, precision); });
}
double textbook_gibbs_zcdp(const Query& query) { return gaussian_rdp(1.0, 1.0, plain_gibbs_mu_squared(query)); }

Certified certify_gibbs_delta(const Query& query, int digits) {
  if (query.point().infinite) return Certified::zero();
  return certified_gaussian_delta(query.point().exact, gibbs_mu_squared(query), digits);
}
double textbook_gibbs_delta(const Query& query) {
  return query.point().infinite ? 0 : gaussian_delta(query.point().nearest, std::sqrt(plain_gibbs_mu_squared(query)));
}
Comparison::Side gibbs_delta_side(const Query&, const Rational& value) {
  if (value >= Rational(1)) return Comparison::Side::above;
  return value.sign() <= 0 ? Comparison::Side::below : Comparison::Side::undecided;
}
Certified certify_gibbs_epsilon(const Query& query, int digits) {
  return certified_gaussian_epsilon(query.point().exact, gibbs_mu_squared(query), digits);
}
double textbook_gibbs_epsilon(const Query& query) {
  return textbook_epsilon_at(std::sqrt(plain_gibbs_mu_squared(query)), query.point().nearest);
}

Certified certify_gibbs_loss_tail(const Query& query, int digits) {
  const Precision bits = bits_for_digits(digits);
  return escalate(bits, bits + gibbs_tail_loss(query), [&](Precision precision) {
    return gaussian_loss_tail(Ball(query.point().exact, precision), gibbs_mu_of(query, precision));
  });
}
double textbook_gibbs_loss_tail(const Query& query) {
  return gaussian_loss_tail(query.point().nearest, std::sqrt(plain_gibbs_mu_squared(query)));
}
/// The bound is that of concentrated privacy at rho = mu^2/2; up to rho it says nothing.
Certified certify_gibbs_loss_tail_bound(const Query& query, int digits) {
  const Precision bits = bits_for_digits(digits);
  const Rational rho = gibbs_mu_squared(query) / Rational(2);
  if (query.point().exact <= rho) return {Certified::State::finite, Ball(1), 0};
  return escalate(bits, bits + gibbs_tail_loss(query), [&](Precision precision) {
    return exp(zcdp_to_log_delta(Ball(rho, precision), Ball(query.point().exact, precision)));
  });
}
double textbook_gibbs_loss_tail_bound(const Query& query) {
  const double rho = plain_gibbs_mu_squared(query) / 2, epsilon = query.point().nearest;
  return epsilon <= rho ? 1 : std::exp(zcdp_to_log_delta(rho, epsilon));
}

}  // namespace dpcert::detail
