// Utility of posterior sampling for a coin: what the privacy parameter that meets (order, epsilon) costs in
// KL(posterior || released law) and in prediction. All numbers are closed forms, certified.
#include <fmt/format.h>

#include <cmath>

#include "cli/figures_renyi.hpp"
#include "dpcert/calibration/calibration.hpp"
#include "dpcert/core/decimal.hpp"
#include "dpcert/divergence/certified.hpp"
#include "dpcert/scalar/interval.hpp"
#include "reports/plot.hpp"

namespace dpcert::cli {

namespace {

struct Prior {
  const char* name;
  const char* text;
  Rational alpha, beta;
};
const std::vector<Prior>& priors() {
  static const std::vector<Prior> all{
      {"informed", "prior eta0 = (6, 18), that is Beta(6, 12)", Rational(6), Rational(12)},
      {"uniform", "uniform prior", Rational(1), Rational(1)}};
  return all;
}
struct Share {
  const char* text;
  Rational value;
};
const std::vector<Share>& shares() {
  static const std::vector<Share> all{
      {"0.2", Rational(1, 5)}, {"1/3", Rational(1, 3)}, {"1/2", Rational(1, 2)}, {"2/3", Rational(2, 3)}};
  return all;
}

constexpr int utility_points = 33;  // of a curve: epsilon from 1e-3 to 10, log-uniform
constexpr int digits = 12;

/// A short decimal near 10^(-3 + 4 i/(utility_points - 1)).
Rational epsilon_at(int i) {
  return *Rational::parse(fmt::format("{:.4g}", std::pow(10, -3 + 4.0 * i / (utility_points - 1))));
}

/// -E log p(record | theta) for theta ~ Beta and a Bernoulli(share) record: nats.
Ball held_out_loss(const Beta<Rational>& law, const Rational& share) {
  constexpr Precision bits = 128;
  const Ball total = digamma(Ball(law.alpha + law.beta, bits));
  const Ball p(share, bits);
  return total - p * digamma(Ball(law.alpha, bits)) - (Ball(1) - p) * digamma(Ball(law.beta, bits));
}

/// The divergence that is drawn, in the direction of the paper (its D_KL(P || A), P the posterior and A the law of what
/// is released): the average loss of somebody who takes the released law for the posterior. Every text has its name
/// from here, so that name and number cannot part.
constexpr const char* utility_divergence = "KL(posterior || released law)";
Certified posterior_from_released(const Beta<Rational>& posterior, const Beta<Rational>& released) {
  return certified_renyi(Order<Rational>::one(), posterior, released, digits);
}

double upper(const Ball& x) { return Interval(x).upper_double(); }

}  // namespace

void draw_utility_figures(Figures& figures) {
  for (const Prior& prior : priors()) {
    for (const std::int64_t order : {2, 15}) {
      reports::Plot kl, loss;
      const std::string setting = fmt::format("order {}, {}, n = {}; solid: diffused (r), dashed: concentrated (m)",
                                              order, prior.text, renyi_figure_records);
      kl.title = fmt::format("{}: what privacy costs", utility_divergence);
      kl.caption = fmt::format("{}. Upper ends of certified values at the largest certified r, m.", setting);
      kl.x = loss.x = {"epsilon (nats)", reports::Scale::log10, 1e-3, 10.0};
      kl.y = {fmt::format("{} (nats)", utility_divergence), reports::Scale::log10, 1e-4, 1e3};
      loss.title = "Held-out negative log-likelihood";
      loss.caption = fmt::format("{}. A new Bernoulli(rho) record. Certified; dotted: the posterior.", setting);
      loss.y = {"-E log p (nats a record)", reports::Scale::linear, {}, {}};
      std::size_t certified = 0;
      for (const Share& share : shares()) {
        const Rational ones = (share.value * Rational(renyi_figure_records) + Rational(1, 2)).floor();
        const Rational zeros = Rational(renyi_figure_records) - ones;
        const Beta<Rational> posterior{prior.alpha + ones, prior.beta + zeros};
        const auto colour = static_cast<std::size_t>(&share - shares().data());
        reports::Curve plain{fmt::format("rho = {}, posterior", share.text), {}, reports::Line::dotted, true, colour};
        for (const Tempering kind : {Tempering::diffused, Tempering::concentrated}) {
          if (figures.stopped()) return;
          const bool diffused = kind == Tempering::diffused;
          const TemperedPosterior<Rational> sampling =
              calibrated_posterior({prior.alpha, prior.beta}, renyi_figure_records, kind);
          const WorstCase worst = worst_case(sampling, Rational(order));
          reports::Curve k{fmt::format("rho = {}, {}", share.text, sampling.parameter()),
                           {},
                           diffused ? reports::Line::solid : reports::Line::dashed,
                           true,
                           colour};
          reports::Curve l = k;
          for (int i = 0; i < utility_points; ++i) {
            const Rational epsilon = epsilon_at(i), x = largest_sufficient(worst, epsilon, digits).value;
            const Beta<Rational> law = sampling.at(x).coin_law(*ones.to_int64());
            const Certified d = posterior_from_released(posterior, law);
            if (!d.is_finite()) continue;
            k.points.push_back({epsilon.approx(), upper(d.enclosure)});
            l.points.push_back({epsilon.approx(), upper(held_out_loss(law, share.value))});
            ++certified;
            if (i == (utility_points - 1) * 3 / 4)  // epsilon = 1
              figures.fact(
                  fmt::format("utility {}, order {}, rho = {}, eps = 1, {}", prior.name, order, share.text,
                              sampling.parameter()),
                  fmt::format("{} = {}: {} <= {}, loss {}", sampling.parameter(), decimal_text(x), utility_divergence,
                              d.enclosure.upper(8), held_out_loss(law, share.value).str(8)));
          }
          kl.curves.push_back(std::move(k));
          loss.curves.push_back(std::move(l));
        }
        const double best = upper(held_out_loss(posterior, share.value));
        plain.points = {{1e-3, best}, {10, best}};
        loss.curves.push_back(std::move(plain));
      }
      figures.fact(fmt::format("utility {}, order {}", prior.name, order),
                   fmt::format("{} certified points", certified));
      figures.write(fmt::format("renyi-utility-kl-{}-{}", prior.name, order), reports::to_svg(kl));
      figures.write(fmt::format("renyi-utility-loss-{}-{}", prior.name, order), reports::to_svg(loss));
    }
  }
}

}  // namespace dpcert::cli
