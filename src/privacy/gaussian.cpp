// The Gaussian mechanism: Renyi divergence.
#include <bit>
#include <cmath>

#include "src/privacy/formulas.hpp"
#include "src/privacy/registry.hpp"

namespace dpcert::detail {
namespace {

// Positive normal doubles, one step down and up: an operation rounded to nearest has its exact value strictly between
// the neighbours of the result.
double below(double x) { return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) - 1); }
double above(double x) { return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) + 1); }

/// No step of the computation near underflow or overflow.
bool moderate(double x) { return x > 1e-140 && x < 1e140; }

}  // namespace

std::optional<Rational> gaussian_rdp_exact(const Query& query) {
  const Rational& sigma = query.argument(0).exact;
  if (sigma.is_zero() || query.point().infinite) return std::nullopt;
  return query.argument(1).exact * query.point().exact / (Rational(2) * sigma * sigma);
}

DoubleBounds gaussian_rdp_bounds(const Query& query) {
  const double sigma = query.argument(0).nearest, compositions = query.argument(1).nearest,
               order = query.point().nearest;
  if (!moderate(sigma) || !moderate(order) || !moderate(compositions)) return {};
  const double product = compositions == 1 ? order : compositions * order, square = 2 * sigma * sigma;
  const double from = compositions == 1 ? product : below(product), to = compositions == 1 ? product : above(product);
  return {below(from / above(square)), above(to / below(square))};
}

Certified certify_gaussian_rdp(const Query& query, int digits) {
  const Precision bits = bits_for_digits(digits);
  const auto exact = gaussian_rdp_exact(query);
  if (!exact) return Certified::plus_infinity();
  return escalate(bits, bits + 8, [&](Precision precision) { return Ball(*exact, precision); });
}

}  // namespace dpcert::detail
