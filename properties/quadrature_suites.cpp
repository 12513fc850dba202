// Analytic divergences of Beta pairs against numerical integration of the densities.
#include <array>
#include <cmath>

#include "dpcert/divergence/certified.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "properties/quadrature.hpp"

namespace dpcert::properties {
namespace {

struct Drawn {
  Pair pair;
  Rational order;
  Dirichlet<Rational> l;  // order p + (1 - order) q
};

Drawn draw(const rc::Gen<Rational>& count) {
  const auto pair = *beta_pair(count);
  const auto order = *rc::gen::oneOf(unit(), rc::gen::map(log_uniform(Rational(1, 100), Rational(10)),
                                                          [](const Rational& x) { return Rational(1) + x; }));
  Dirichlet<Rational> l = pair.p;
  for (std::size_t k = 0; k < 2; ++k) l.alpha[k] = order * pair.p.alpha[k] + (Rational(1) - order) * pair.q.alpha[k];
  return {pair, order, l};
}

bool between(const Dirichlet<Rational>& l, const Rational& lo, const Rational& hi) {
  for (const Rational& a : l.alpha) {
    if (a < lo || a > hi) return false;
  }
  return true;
}

SuiteResult double_integral_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto [pair, order, l] = draw(moderate_count());
    RC_PRE(between(l, Rational(1, 20), Rational(1000)));
    const auto integral = [](const Dirichlet<Rational>& law) {
      return log_beta_by_quadrature(law.alpha[0].approx(), law.alpha[1].approx());
    };
    const double at_l = integral(l), at_p = integral(pair.p), at_q = integral(pair.q), x = order.approx();
    const double size = std::fabs(at_l) + x * std::fabs(at_p) + std::fabs(x - 1) * std::fabs(at_q) + 1;
    const double product = at_l - x * at_p - (1 - x) * at_q;  // (order - 1) D
    const auto d = certified_renyi(Order(order), pair.p, pair.q, 17);
    RC_ASSERT(d.is_finite());
    RC_ASSERT(std::fabs(product - (x - 1) * d.enclosure.approx()) <= 1e-11 * size);
  });
}

SuiteResult certified_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto [pair, order, l] = draw(log_uniform(Rational(1, 4), Rational(100)));
    RC_PRE(between(l, Rational(1, 4), Rational(300)));
    constexpr Precision precision = 64;
    const auto integral = [](const Dirichlet<Rational>& law) {
      return log_beta_by_integration(law.alpha[0], law.alpha[1], precision);
    };
    const Ball x(order, precision);
    const Ball product = integral(l) - x * integral(pair.p) - (Ball(1) - x) * integral(pair.q);
    RC_ASSERT(product.is_finite());
    const auto d = certified_renyi(Order(order), pair.p, pair.q, 17);
    RC_ASSERT(product.overlaps((x - Ball(1)) * d.enclosure));
  });
}

}  // namespace

std::span<const Suite> quadrature_suites() {
  static constexpr std::array<Suite, 2> suites = {
      {{"divergence.quadrature",
        "Analytic divergences of Beta pairs agree with sinh-sinh quadrature of the densities in double.",
        double_integral_suite},
       {"divergence.certified-quadrature",
        "Certified divergences of Beta pairs overlap rigorous integrals of the densities.", certified_suite}}};
  return suites;
}

}  // namespace dpcert::properties
