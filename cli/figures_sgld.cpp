// The separation curve of SGLD on the linear Gaussian model at the published parameters, from closed forms, and what it
// means in (epsilon, delta).
#include <fmt/format.h>

#include <cmath>

#include "cli/figures.hpp"
#include "cli/interrupt.hpp"
#include "dpcert/langevin/posterior.hpp"
#include "dpcert/langevin/release.hpp"
#include "dpcert/scalar/interval.hpp"
#include "dpcert/solve/effort.hpp"
#include "reports/plot.hpp"

namespace dpcert::cli {

namespace {

using namespace langevin;
using reports::Line;
using reports::PlotPoint;

const Problem<Rational> published{1149019, 1165165, {9, 5}, {1, 10}, 1};
constexpr int last_epoch = 50;  // later, delta(1) is below 10^-10000

/// A rational just above n^gamma1 (gamma1 = 1/10), the slope radius.
Rational slope_radius() {
  const Ball r = pow(Ball(Rational(published.n), 200), Ball(Rational(1, 10), 200));
  return (r.upper_rational() * pow(Rational(10), 20)).ceil() / pow(Rational(10), 20);
}

/// Steps to show: four in each epoch, at its quarters.
std::int64_t step_of(double epoch) { return std::llround(epoch * static_cast<double>(published.n)); }

struct Largest {
  std::int64_t step = 0;
  Certified value;
};
/// The step with the largest value found: the best quarter of an epoch, then a search on the steps around it. That no
/// other step exceeds it is not proved.
Largest largest_around(std::int64_t middle, const std::function<Certified(std::int64_t)>& f) {
  std::int64_t low = std::max<std::int64_t>(1, middle - published.n / 2), high = middle + published.n / 2;
  while (high - low > 2) {
    const std::int64_t a = low + (high - low) / 3, b = high - (high - low) / 3;
    if (f(a).enclosure.approx() < f(b).enclosure.approx()) {
      low = a + 1;
    } else {
      high = b;
    }
  }
  Largest best{low, f(low)};
  for (std::int64_t t = low + 1; t <= high; ++t) {
    const Certified value = f(t);
    if (value.enclosure.approx() > best.value.enclosure.approx()) best = {t, value};
  }
  return best;
}

/// An interrupted or undecided value is no point of a figure.
std::string enclosure(const Certified& c, int digits) {
  return c.is_finite() ? c.enclosure.str(digits) : "undecided: " + c.reason;
}
double point(const Certified& c) { return c.is_finite() ? c.enclosure.approx() : NAN; }

}  // namespace

void draw_sgld_figures(Figures& figures) {
  const EffortLimit limit(Effort{0, &interruption()});
  const Rational eta = default_step_size(published), hundredth(1, 100);
  const std::string where =
      fmt::format("n = {}, c = {}, x_h = 1.8, alpha = 0.1, beta = 1", published.n, published.c.str());
  std::vector<PlotPoint> separation, delta_one, loss;
  for (int quarter = 1; quarter <= 4 * last_epoch && !figures.stopped(); ++quarter) {
    const double epoch = quarter / 4.0;
    const std::int64_t t = step_of(epoch);
    separation.push_back({epoch, point(certified_separation(published, eta, t, 12))});
    if (quarter % 4) continue;
    delta_one.push_back({epoch, point(certified_hockey_stick(published, eta, t, Epsilon(Rational(1)), 12))});
    loss.push_back({epoch, point(certified_privacy_loss(published, eta, t, Delta(hundredth), 6))});
  }
  if (figures.stopped()) return;
  const auto largest = [](const std::vector<PlotPoint>& points) {
    return *std::ranges::max_element(points, {}, [](const PlotPoint& p) { return p.y; });
  };
  const Largest peak = largest_around(step_of(largest(separation).x),
                                      [&](std::int64_t t) { return certified_separation(published, eta, t, 15); });
  const double peak_epoch = static_cast<double>(peak.step) / static_cast<double>(published.n);
  const PlotPoint top{peak_epoch, point(peak.value)};
  const auto peak_delta = certified_hockey_stick(published, eta, peak.step, Epsilon(Rational(1)), 12);
  const auto peak_loss = certified_privacy_loss(published, eta, peak.step, Delta(hundredth), 9);
  if (figures.stopped()) return;
  figures.fact("indicative value, largest found (a search; not proved the peak)", enclosure(peak.value, 15));
  figures.fact("at step", fmt::format("{} (epoch {:.3f})", peak.step, peak_epoch));
  const Certified first = certified_separation(published, eta, published.n, 12),
                  late = certified_separation(published, eta, 1000 * published.n, 12);
  figures.fact("indicative value after the first epoch", enclosure(first, 12));
  figures.fact("indicative value after 1000 epochs", enclosure(late, 12));

  const RegressionDomain<Rational> domain{
      published.n,     published.c,   slope_radius(), published.x_h, published.x_h / Rational(2),
      published.alpha, published.beta};
  const auto posterior = certified_posterior_epsilon(Delta(hundredth), domain, 8);
  figures.fact("posterior: least epsilon at delta = 0.01, upper bound over all neighbours", posterior.upper.upper(8));
  figures.fact("posterior: least epsilon at delta = 0.01, lower bound", posterior.lower.lower(8));

  reports::Plot plot;
  plot.title = "Distance between SGLD on neighbouring databases";
  plot.caption = where +
                 ". Every point certified to 12 digits; one point every quarter of an epoch. The mark is the "
                 "largest value that a search found, not proved the largest.";
  plot.x = {.label = "epoch (steps / n)", .scale = reports::Scale::linear, .low = 0, .high = last_epoch};
  plot.y = {
      .label = "mean of (difference of means)\u00b2 / variance", .scale = reports::Scale::linear, .low = 0, .high = {}};
  plot.curves = {{"(1/n) \u03a3 (\u03bc \u2212 \u03bc\u0302\u02b3)\u00b2/(\u03c3\u0302\u02b3)\u00b2", separation,
                  Line::solid, true}};
  plot.marks = {{top, fmt::format("largest found {:.4f}, step {}", top.y, peak.step)}};
  figures.write("sgld-separation", to_svg(plot));

  figures.fact("delta(1) at that step", enclosure(peak_delta, 12));
  figures.fact("privacy loss at delta = 0.01 at that step", enclosure(peak_loss, 9));
  plot.title = "The same as a probability: delta at epsilon = 1";
  plot.y = {
      .label = "\u03b4(1), the larger of both directions", .scale = reports::Scale::log10, .low = 1e-16, .high = 1};
  plot.caption = where + ". Hockey-stick divergence of the Gaussian and the mixture of n Gaussians.";
  const Ball posterior_delta = posterior_delta_bound(Epsilon(Rational(1)), domain);
  figures.fact("posterior: delta(1), upper bound over all neighbours", posterior_delta.upper(8));
  plot.curves = {{"SGLD, D1 against D2", delta_one, Line::solid, true}};
  plot.marks = {{{peak_epoch, point(peak_delta)}, fmt::format("{:.4f}", point(peak_delta))}};
  if (const double most = Interval(posterior_delta).upper_double(); most > 1e-16)
    plot.curves.push_back(
        {"posterior, all neighbours (upper bound)", {{0, most}, {last_epoch, most}}, Line::dashed, true});
  figures.write("sgld-delta", to_svg(plot));

  plot.title = "Privacy loss of SGLD on the way to a private posterior";
  plot.y = {.label = "\u03b5 at \u03b4 = 0.01 (nats)", .scale = reports::Scale::log10, .low = 1e-3, .high = 10};
  plot.caption = where + ", gamma1 = 0.1. Above a line: not (\u03b5, 0.01)-DP at that \u03b5.";
  const double upper = Interval(posterior.upper).upper_double();
  plot.curves = {{"SGLD, D1 against D2", loss, Line::solid, true},
                 {"posterior, all neighbours (upper bound)", {{0, upper}, {last_epoch, upper}}, Line::dashed, true},
                 {"published guarantee 1.6", {{0, 1.6}, {last_epoch, 1.6}}, Line::dotted, false}};
  plot.marks = {{{peak_epoch, point(peak_loss)}, fmt::format("{:.4f}", point(peak_loss))}};
  figures.write("sgld-privacy-loss", to_svg(plot));

  reports::HeatMap map;
  map.title = "Privacy loss by slope and epoch";
  map.caption =
      "n = 1149019, x_h = 1.8, alpha = 0.1, beta = 1; certified at each cell's "
      "centre, to 3 digits. Grey: below 0.01 or 0.";
  map.x = {.label = "epoch (steps / n)", .scale = reports::Scale::linear, .low = {}, .high = {}};
  map.y = {.label = "c / n", .scale = reports::Scale::log10, .low = {}, .high = {}};
  map.value = {.label = "\u03b5 at \u03b4 = 0.01", .scale = reports::Scale::log10, .low = 1e-2, .high = {}};
  for (int e = 1; e <= last_epoch; e += 2) map.columns.push_back(e);
  for (int k = -4; k <= 8; ++k) map.rows.push_back(std::pow(10.0, k / 4.0));
  for (const double ratio : map.rows) {
    Problem<Rational> p = published;
    p.c = Rational(static_cast<std::int64_t>(std::llround(ratio * static_cast<double>(p.n))));
    std::vector<double> row;
    for (const double e : map.columns) {
      if (figures.stopped()) return;
      row.push_back(point(certified_privacy_loss(p, eta, step_of(e), Delta(hundredth), 3)));
    }
    map.values.push_back(std::move(row));
  }
  figures.write("sgld-map", to_svg(map));
}

}  // namespace dpcert::cli
