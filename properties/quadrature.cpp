#include "properties/quadrature.hpp"

#include <acb.h>
#include <acb_calc.h>

#include <algorithm>
#include <boost/math/quadrature/sinh_sinh.hpp>
#include <cmath>

#include "dpcert/special/softplus.hpp"

namespace dpcert::properties {
namespace {

/// The integrand divided by its peak: exp(a t - (a + b) log(1 + exp(t)) - log_peak).
struct Integrand {
  Ball a, n, log_peak;
};

int evaluate(acb_ptr out, const acb_t t, void* parameter, slong order, slong precision) {
  if (order > 1) return 1;  // the integrator asks for no derivatives
  const auto& f = *static_cast<const Integrand*>(parameter);
  acb_t log_term;
  acb_init(log_term);
  acb_exp(log_term, t, precision);
  acb_add_ui(log_term, log_term, 1, precision);
  acb_log_analytic(log_term, log_term, order != 0, precision);
  acb_mul_arb(log_term, log_term, f.n.arb(), precision);
  acb_mul_arb(out, t, f.a.arb(), precision);
  acb_sub(out, out, log_term, precision);
  acb_sub_arb(out, out, f.log_peak.arb(), precision);
  acb_exp(out, out, precision);
  acb_clear(log_term);
  return 0;
}

}  // namespace

double log_beta_by_quadrature(double a, double b) {
  const double n = a + b, mode = std::log(a / b), log_peak = a * mode - n * softplus(mode);
  const double scale = std::sqrt(1 / a + 1 / b);  // the peak's width
  thread_local boost::math::quadrature::sinh_sinh<double> rule(12);
  const double integral = rule.integrate(
      [&](double u) {
        const double t = mode + scale * u;
        const double value = std::exp(a * t - n * softplus(t) - log_peak);
        return std::isfinite(value) ? value : 0.0;
      },
      1e-13);
  return log_peak + std::log(scale * integral);
}

Ball log_beta_by_integration(const Rational& a, const Rational& b, Precision precision) {
  const Ball ball_a(a, precision), ball_b(b, precision), n(a + b, precision);
  const Ball log_peak = ball_a * log(ball_a / n) + ball_b * log(ball_b / n);
  Integrand f{ball_a, n, log_peak};
  const double least = std::min(a.approx(), b.approx());
  const double far = (static_cast<double>(precision) * 0.7 - log_peak.approx() + std::log(1 + 1 / least)) / least + 1;
  const Ball end(static_cast<long>(std::ceil(far)));
  acb_t from, to, result;
  acb_init(from);
  acb_init(to);
  acb_init(result);
  acb_set_arb(to, end.arb());
  acb_neg(from, to);
  // Some bits below the working precision, or rounding alone keeps the subdivision from ever being satisfied.
  const Precision goal = precision > 40 ? precision - 20 : precision / 2;
  acb_calc_integrate_opt_t options;
  acb_calc_integrate_opt_init(options);
  options->depth_limit = 4 * precision;
  options->eval_limit = 200000;
  mag_t tolerance;
  mag_init(tolerance);
  mag_set_ui_2exp_si(tolerance, 1, -goal);
  const int status = acb_calc_integrate(result, evaluate, &f, from, to, goal, tolerance, options, precision);
  Ball integral =
      status == ARB_CALC_SUCCESS ? Ball::from_arb(acb_realref(result), precision) : Ball::indeterminate(precision);
  acb_clear(from);
  acb_clear(to);
  acb_clear(result);
  mag_clear(tolerance);
  const Ball tails = (exp(-(ball_a * end)) / ball_a + exp(-(ball_b * end)) / ball_b) * exp(-log_peak);
  return log_peak + log(integral + hull(Ball(0), tails));
}

}  // namespace dpcert::properties
