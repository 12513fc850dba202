// Accuracy of the Dirichlet mechanisms against the number of records and against eps, and what their privacy loss is of
// the eps that they promise: exact probabilities, no simulation.
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <map>

#include "cli/figures.hpp"
#include "cli/interrupt.hpp"
#include "dpcert/mechanisms/dirichlet_crossover.hpp"
#include "dpcert/mechanisms/dirichlet_mechanisms.hpp"
#include "dpcert/solve/effort.hpp"
#include "reports/plot.hpp"

namespace dpcert::cli {

namespace {

using reports::Curve;
using reports::Line;
using reports::Plot;

constexpr Precision shown_bits = 64;
constexpr std::int64_t most_records = 200;
constexpr DirichletMechanism drawn[] = {DirichletMechanism::lsdim, DirichletMechanism::lshist, DirichletMechanism::ehd,
                                        DirichletMechanism::ehdl, DirichletMechanism::ehds};

DirichletQuery uniform_prior(DirichletMechanism mechanism, std::int64_t n, const Rational& eps) {
  DirichletQuery query;
  query.mechanism = mechanism, query.prior = {Rational(1), Rational(1)}, query.n = n, query.eps = eps;
  return query;
}

/// A quarter of the records in the first category, rounded down.
Ball accuracy(DirichletMechanism mechanism, std::int64_t n, const Rational& eps) {
  return dirichlet_accuracy(uniform_prior(mechanism, n, eps), {n / 4, n - n / 4}, Rational(1, 5), shown_bits)
      .probability;
}

std::string title_of(DirichletMechanism mechanism) {
  return std::string(to_string(mechanism)) + (mechanism == DirichletMechanism::ehds ? ", gamma = 1" : "");
}

std::vector<Curve> curves_over(const std::vector<double>& places, Figures& figures,
                               const std::function<Ball(DirichletMechanism, double)>& value) {
  std::vector<Curve> all;
  for (const DirichletMechanism mechanism : drawn) {
    Curve curve{title_of(mechanism), {}, is_exponential(mechanism) ? Line::solid : Line::dashed, true, {}};
    for (const double x : places) {
      if (figures.stopped()) break;
      curve.points.push_back({x, value(mechanism, x).approx()});
    }
    all.push_back(std::move(curve));
  }
  return all;
}

/// From which n on one mechanism is certainly more accurate than the other, at each n up to the last.
void crossover(Figures& figures, DirichletMechanism later, DirichletMechanism earlier) {
  if (figures.stopped()) return;
  try {
    const DirichletCrossover found =
        dirichlet_crossover(uniform_prior(later, most_records, 1), uniform_prior(earlier, most_records, 1), {1, 3},
                            Rational(1, 5), shown_bits);
    figures.fact(fmt::format("{} is more accurate than {}", to_string(later), to_string(earlier)),
                 found.from > found.last ? fmt::format("not at n = {}", found.last)
                                         : fmt::format("at every n from {} to {}", found.from, found.last));
  } catch (const EffortExhausted&) {
    // Interrupted: what was drawn stays.
  }
}

}  // namespace

void draw_dirichlet_figures(Figures& figures) {
  const EffortLimit limit(Effort{0, &interruption()});
  const std::string where = "uniform prior of two categories, a quarter of the records in the first";
  std::vector<double> records, sizes, epsilons;
  for (std::int64_t n = 4; n <= most_records; n += 4) records.push_back(static_cast<double>(n));
  for (std::int64_t n = 2; n <= 40; n += 2) sizes.push_back(static_cast<double>(n));
  for (int k = -12; k <= 12; ++k) epsilons.push_back(std::exp2(k / 4.0));

  Plot by_records;
  by_records.title = "Accuracy of the Dirichlet mechanisms";
  by_records.caption =
      "Probability that the released posterior is within Hellinger distance 1/5 of the true one: " + where +
      ", eps = 1. Exact sums, certified.";
  by_records.x = {"records n", {}, {}, {}};
  by_records.y = {"probability", {}, 0, 1};
  by_records.curves = curves_over(
      records, figures, [](DirichletMechanism m, double n) { return accuracy(m, static_cast<std::int64_t>(n), 1); });
  figures.write("dirichlet-accuracy-records", to_svg(by_records));

  Plot by_eps;
  by_eps.title = "Accuracy against eps";
  by_eps.caption = "The same probability for 40 records: " + where + ". Exact sums, certified.";
  by_eps.x = {"eps", reports::Scale::log10, {}, {}};
  by_eps.y = {"probability", {}, 0, 1};
  by_eps.curves = curves_over(
      epsilons, figures, [](DirichletMechanism m, double eps) { return accuracy(m, 40, Rational::from_double(eps)); });
  figures.write("dirichlet-accuracy-eps", to_svg(by_eps));

  Plot loss;
  loss.title = "Exact privacy loss of the mechanisms that promise eps = 1";
  loss.caption =
      "Largest loss over all neighbours and outputs, uniform prior of two categories; above 1 the promise is broken. "
      "Certified.";
  loss.x = {"records n", {}, {}, {}};
  loss.y = {"privacy loss (nats)", {}, 0, {}};
  loss.curves = curves_over(sizes, figures, [](DirichletMechanism m, double n) {
    return dirichlet_privacy_loss(uniform_prior(m, static_cast<std::int64_t>(n), 1), shown_bits).enclosure;
  });
  figures.write("dirichlet-privacy-loss", to_svg(loss));

  for (const DirichletMechanism m : {DirichletMechanism::lshist, DirichletMechanism::ehd, DirichletMechanism::ehdl})
    figures.fact(fmt::format("accuracy of {} at n = 40, eps = 1", to_string(m)), accuracy(m, 40, 1).str(10));
  crossover(figures, DirichletMechanism::lshist, DirichletMechanism::ehd);
  crossover(figures, DirichletMechanism::lshist, DirichletMechanism::ehdl);
  crossover(figures, DirichletMechanism::ehdl, DirichletMechanism::ehd);
}

}  // namespace dpcert::cli
