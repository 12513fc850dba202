// Divergences computed from the two densities alone, in double: what the suites compare closed forms with. Nothing here
// knows a formula of src/privacy. Never evidence.
#pragma once

#include <functional>
#include <vector>

namespace dpcert::properties {

/// Two laws on the line by their log densities. Both are smooth between consecutive cuts, negligible outside the outer
/// ones, and so is P^order Q^(1-order).
struct LinePair {
  std::function<double(double)> log_p, log_q;
  std::vector<double> cuts;
  double scale = 1;  ///< over this length the logarithm of the integrand changes by a few units
};

/// exp(order t) - 1 - order (exp(t) - 1) for t = log(p/q), times q: what an outcome contributes to the moment minus 1.
/// Of one sign (>= 0 for orders above 1), so that sums of it keep their relative accuracy, about 1e-10 for orders 1e-3
/// and more away from 1.
double excess(double order, double log_p, double log_q);
/// The same for order 1: q (t exp(t) - exp(t) + 1), >= 0.
double excess_kl(double log_p, double log_q);

/// The sum of `f` over the pieces of [cuts.front(), cuts.back()], each no longer than 4 scale, by Gauss-Legendre rules
/// of 30 points: for exp of a quadratic or a line the error of the rule is below rounding.
double integrate(const std::function<double(double)>& f, const std::vector<double>& cuts, double scale);
/// D_order(P || Q), order > 0; order 1 is the Kullback-Leibler divergence.
double renyi_by_quadrature(double order, const LinePair& pair);
/// The same of two laws on finitely many outcomes, by logarithms of their probabilities; all positive.
double renyi_by_outcomes(double order, const std::vector<double>& log_p, const std::vector<double>& log_q);

/// A normal law.
struct Normal {
  double mean, deviation;
  [[nodiscard]] double log_density(double x) const;
  /// P(from < X < to), relatively accurate in the tails.
  [[nodiscard]] double between(double from, double to) const;
};
/// Both laws, and the normal law proportional to P^order Q^(1-order), which exists for order q^2 + (1 - order) p^2 > 0
/// (deviations): cut at 13 of their deviations.
LinePair normal_pair(double order, const Normal& p, const Normal& q);
/// sup over events of P - exp(epsilon) Q of two normal laws: the line is cut into some thousand cells at which the
/// density ratio is evaluated, cells with a change of sign are bisected, and what the positive cells hold is added up.
/// Between the cuts (the ratio's only stationary point is one) the ratio is monotone. Absolute error about 1e-13.
double hockey_stick_by_cells(double epsilon, const Normal& p, const Normal& q);

/// The largest value of a unimodal f on [low, high], by golden section.
double largest_unimodal(const std::function<double(double)>& f, double low, double high);

}  // namespace dpcert::properties
