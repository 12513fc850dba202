// The achievable (order, epsilon) curves of posterior sampling at the paper's experiment: eta0 = (6, 18), which is the
// prior Beta(6, 12), 100 records, diffused (Algorithm 2) and concentrated (Algorithm 3).
#include <fmt/format.h>

#include <cmath>

#include "cli/figures_renyi.hpp"
#include "dpcert/calibration/calibration.hpp"
#include "dpcert/core/decimal.hpp"
#include "dpcert/scalar/interval.hpp"
#include "reports/plot.hpp"

namespace dpcert::cli {

namespace {

constexpr int records = renyi_figure_records;
constexpr std::int64_t last_order = 40;
constexpr int renyi_points = 160;  // of a curve

const std::vector<Rational>& published_prior() {
  static const std::vector<Rational> prior{Rational(6), Rational(12)};
  return prior;
}

/// Orders above 1, up to `end` (left out), denser at both ends: a divergence has a pole at `end` and is steep at 1.
std::vector<Rational> orders_below(const Rational& end) {
  std::vector<Rational> orders;
  for (int i = 1; i < renyi_points; ++i) {
    const Rational t(i, renyi_points);
    // 3 t^2 - 2 t^3 rises from 0 to 1 with flat ends.
    orders.push_back(Rational(1) + (end - Rational(1)) * t * t * (Rational(3) - Rational(2) * t));
  }
  return orders;
}

void draw(Figures& figures, Tempering kind, const std::string& name) {
  const TemperedPosterior<Rational> sampling = calibrated_posterior(published_prior(), records, kind);
  const bool diffused = kind == Tempering::diffused;
  const std::string parameter = sampling.parameter();
  reports::Plot plot;
  plot.title =
      fmt::format("{} posterior sampling: achievable (order, epsilon)", diffused ? "Diffused" : "Concentrated");
  plot.caption = fmt::format(
      "Beta-Bernoulli, eta0 = (6, 18), that is prior Beta(6, 12), n = {}. Every point is a certified upper end of the "
      "worst case over all pairs of data sets.",
      records);
  plot.x = {"order lambda", reports::Scale::linear, 1.0, static_cast<double>(last_order)};
  plot.y = {"epsilon (nats)", reports::Scale::log10, 1e-3, 5.0};
  std::size_t certified = 0;
  double widest = 0;
  for (const Rational& x :
       {Rational(1), Rational(9, 10), Rational(7, 10), Rational(5, 10), Rational(3, 10), Rational(1, 10)}) {
    if (figures.stopped()) return;
    const Rational infinite = sampling.at(x).finite_below(), end = std::min(infinite, Rational(last_order));
    reports::Curve curve{fmt::format("{} = {}", parameter, decimal_text(x)),
                         {},
                         x == Rational(1, 10) ? reports::Line::dashed : reports::Line::solid,
                         true};
    for (const Rational& order : orders_below(end)) {
      const Certified value = worst_value(worst_case(sampling, order), x, 15).divergence;
      if (!value.is_finite()) continue;
      const Interval bounds(value.enclosure);
      curve.points.push_back({order.approx(), bounds.upper_double()});
      widest = std::fmax(widest, bounds.upper_double() / bounds.lower_double() - 1);
      ++certified;
    }
    figures.fact(fmt::format("{}, {} = {}", name, parameter, decimal_text(x)),
                 fmt::format("finite below lambda* = {}; eps(2) <= {}", decimal_text(infinite),
                             worst_value(worst_case(sampling, Rational(2)), x, 15).divergence.enclosure.upper(10)));
    plot.curves.push_back(std::move(curve));
  }
  figures.fact(name, fmt::format("{} certified points, relative width at most {:.2g}", certified, widest));
  figures.write(name, reports::to_svg(plot));
}

}  // namespace

void draw_achievable_figures(Figures& figures) {
  draw(figures, Tempering::diffused, "renyi-diffused");
  draw(figures, Tempering::concentrated, "renyi-concentrated");
}

void draw_renyi_figures(Figures& figures) {
  const auto read = read_glm_data(figures);  // before the long work: bad input is said at once
  draw_achievable_figures(figures);
  draw_utility_figures(figures);
  draw_glm_figures(figures, read);
}

}  // namespace dpcert::cli
