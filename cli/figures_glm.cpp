// Logistic regression by posterior sampling: test error and loss against epsilon for the concentrated (Algorithm 5),
// diffused (Algorithm 6) and one-posterior-sample (OPS) samplers. The privacy parameters are certified; error and loss
// are averages over random draws and random splits.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "cli/command.hpp"
#include "cli/figures_renyi.hpp"
#include "cli/table.hpp"
#include "dpcert/calibration/calibration.hpp"
#include "dpcert/core/decimal.hpp"
#include "dpcert/mechanisms/glm_samplers.hpp"
#include "dpcert/mechanisms/sampling.hpp"
#include "dpcert/privacy/quantity.hpp"
#include "dpcert/solve/bisection.hpp"
#include "reports/plot.hpp"

namespace dpcert::cli {

namespace {

constexpr int splits = 4, draws_a_split = 50, chain_warm_up = 30, glm_points = 13;
constexpr double test_share = 0.3;
const Rational strength(1, 100);  // beta of the diffused and OPS samplers, and the least of the concentrated one

struct Named {
  std::string name, text;
  GlmData data;  ///< covariates clipped to norm 1, the last one an intercept
};

/// Covariates uniform in a box, labels from logistic regression with fixed coefficients.
GlmData synthetic(std::uint64_t seed) {
  GlmRandom random(seed);
  constexpr std::size_t records = 1000, d = 5;
  constexpr double coefficients[d] = {4, -3, 2, 0, -1};
  GlmData data{d, {}, {}};
  for (std::size_t i = 0; i < records; ++i) {
    double z = 0;
    for (const double b : coefficients) {
      const double x = &b == coefficients + d - 1 ? 1 : 2 * sample_uniform(random) - 1;
      data.covariates.push_back(x);
      z += b * x;
    }
    data.positive.push_back(sample_uniform(random) < 1 / (1 + std::exp(-z)));
  }
  return data;
}

/// Every column but the label, scaled to [-1, 1] by its own range (which is not private: a figure, no release), and an
/// intercept.
GlmData from_file(const std::string& file, const std::string& label) {
  Table table = read_table(file, {}, header_with(label, Header::automatic));
  const auto found = std::ranges::find(table.names, label);
  if (found == table.names.end())
    throw BadInput(fmt::format("figures: --label: expected the name of a column of {}, given '{}'", file, label));
  const auto at = static_cast<std::size_t>(found - table.names.begin());
  if (table.columns.size() < 2 || table.rows() < 20)
    throw BadInput(file + ": expected at least 20 records with a covariate beside the label");
  GlmData data{table.columns.size(), {}, {}};
  std::vector<std::ranges::minmax_result<double>> ranges;
  for (const auto& column : table.columns) ranges.push_back(std::ranges::minmax(column));
  for (std::size_t i = 0; i < table.rows(); ++i) {
    if (const double y = table.columns[at][i]; y != 0 && y != 1)
      throw BadInput(fmt::format("{}: label {} of the data: expected 0 or 1, given {}", file, i + 1, y));
    data.positive.push_back(table.columns[at][i] == 1);
    for (std::size_t k = 0; k < table.columns.size(); ++k) {
      if (k == at) continue;
      const auto [low, high] = ranges[k];
      data.covariates.push_back(high > low ? 2 * ((table.columns[k][i] / 2 - low / 2) / (high / 2 - low / 2)) - 1 : 0);
    }
    data.covariates.push_back(1);
  }
  return data;
}

struct Score {
  double error = 0, loss = 0;
};
Score score(const GlmData& data, const std::vector<std::size_t>& test, const std::vector<double>& w) {
  Score s;
  for (const std::size_t i : test) {
    const auto x = data.record(i);
    double z = 0;
    for (std::size_t k = 0; k < x.size(); ++k) z += x[k] * w[k];
    const double m = data.positive[i] ? z : -z;
    s.error += m > 0 ? 0 : m < 0 ? 1 : 0.5;
    s.loss += m > 0 ? std::log1p(std::exp(-m)) : std::log1p(std::exp(m)) - m;
  }
  const auto n = static_cast<double>(test.size());
  return {s.error / n, s.loss / n};
}

/// A data set cut into training and test part, the same cut for every sampler.
struct Split {
  GlmData train;
  std::vector<std::size_t> test;
};
std::vector<Split> cut(const GlmData& data, std::uint64_t seed) {
  std::vector<Split> out;
  GlmRandom random(seed);
  for (int s = 0; s < splits; ++s) {
    std::vector<std::size_t> order(data.records());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), random);
    const auto tests = static_cast<std::size_t>(test_share * static_cast<double>(order.size()));
    Split split{{data.dimension, {}, {}}, {order.begin(), order.begin() + static_cast<std::ptrdiff_t>(tests)}};
    for (std::size_t i = tests; i < order.size(); ++i) {
      const auto x = data.record(order[i]);
      split.train.covariates.insert(split.train.covariates.end(), x.begin(), x.end());
      split.train.positive.push_back(data.positive[order[i]]);
    }
    out.push_back(std::move(split));
  }
  return out;
}

Score average(const GlmData& data, const std::vector<Split>& all, const GlmRelease& setting, std::uint64_t seed) {
  // A figure may look at cost: exact where that is cheap, else a chain about the normal approximation.
  const bool exact = acceptance_bound(setting) >= 0.02;
  Score sum;
  for (const Split& split : all) {
    const GlmPosterior posterior(split.train, setting.link, (Rational(setting.n) * setting.beta).approx(),
                                 setting.rho.approx(),
                                 setting.truncated ? std::optional(setting.radius().approx()) : std::nullopt);
    GlmRandom random(seed++);
    const auto kernel = make_kernel(posterior, exact ? GlmSampler::rejection : GlmSampler::elliptical_slice);
    std::vector<double> w = posterior.mode();
    for (int i = 0; i < (exact ? 0 : chain_warm_up); ++i) kernel->step(w, random);
    for (int i = 0; i < draws_a_split; ++i) {
      kernel->step(w, random);
      const Score s = score(data, split.test, w);
      sum.error += s.error / (draws_a_split * splits);
      sum.loss += s.loss / (draws_a_split * splits);
    }
  }
  return sum;
}

/// The largest pure epsilon, rounded down, whose worst Renyi divergence of this order is certified at most epsilon.
Rational pure_epsilon(const Rational& order, const Rational& epsilon) {
  const auto worst = [&](const Rational& pure) {
    return certify(make_query("rdp", "pure_dp", {{"eps", {pure}}}, ExtendedRational{order, false}), 15);
  };
  // epsilon-DP has a divergence of at most epsilon at every order.
  const Bracket<Rational> range{epsilon, epsilon * Rational(2) + Rational(3) * Rational(4)};
  const auto holds = [&](const Rational& pure) {
    return certainly_less_equal(worst(pure).enclosure, Ball(epsilon, 128));
  };
  return bisect(range, 40, holds).holds;
}

std::optional<GlmRelease> setting_for(int sampler, const Rational& order, const Rational& epsilon, std::int64_t n) {
  GlmRelease setting;
  setting.c = Rational(1);
  setting.n = n;
  setting.beta = strength;
  const GlmBound<Rational> bound{setting.c, Rational(1), n};
  if (sampler == 0) {
    // Order 1 is the limit of the bound, which is linear in the order.
    setting.beta = std::max(strength, bound.epsilon(order, Rational(1), Rational(1)) / epsilon);
  } else if (sampler == 1) {
    // rho^2 times the bound at rho = 1 is at most epsilon: the square root, rounded down and checked.
    const Rational full = bound.epsilon(order, strength, Rational(1));
    setting.rho = Rational::from_double(std::fmin(1, std::sqrt((epsilon / full).approx()) * (1 - 1e-12)));
    if (setting.rho * setting.rho * full > epsilon) return std::nullopt;
  } else {
    // epsilon = 2 rho c^2/beta, by tempering or by a smaller ball.
    const Rational pure = pure_epsilon(order, epsilon);
    setting.truncated = true;
    if (sampler == 2) setting.rho = std::min(Rational(1), pure * strength / Rational(2));
    if (sampler == 3) setting.beta = std::max(strength, Rational(2) / pure);
  }
  return setting;
}

void draw(Figures& figures, const Named& set) {
  constexpr const char* samplers[] = {"concentrated (Algorithm 5)", "diffused (Algorithm 6)", "OPS, tempered",
                                      "OPS, small ball"};
  const std::vector<Split> all = cut(set.data, figures.seed);
  const auto n = static_cast<std::int64_t>(all[0].train.records());
  const double positives =
      static_cast<double>(std::ranges::count(set.data.positive, 1)) / static_cast<double>(set.data.records());
  GlmRelease plain;
  plain.c = Rational(1);
  plain.beta = strength;
  plain.n = n;
  const Score best = average(set.data, all, plain, figures.seed + 1);
  figures.fact("glm " + set.name,
               fmt::format("{} training records, {} covariates; posterior without privacy: error {:.3f}, "
                           "loss {:.3f}; always the more frequent label: error {:.3f}",
                           n, set.data.dimension, best.error, best.loss, std::fmin(positives, 1 - positives)));
  for (const std::int64_t order : {1, 10, 100}) {
    reports::Plot error, loss;
    const std::string setting =
        fmt::format("{}, order {}; beta = {} (least), c = 1", set.text, order, decimal_text(strength));
    error.title = "Logistic regression: test error";
    loss.title = "Logistic regression: test loss";
    error.caption = loss.caption = fmt::format(
        "{}. Epsilon of every point is certified (5 and 6: by way of cited theorems); heights are averages over {} "
        "splits of {} draws.",
        setting, splits, draws_a_split);
    error.x = loss.x = {"epsilon (nats)", reports::Scale::log10, 1e-2, 1e1};
    error.y = {"test error", reports::Scale::linear, 0.0, 0.6};
    loss.y = {"test loss (nats a record)", reports::Scale::linear, {}, {}};
    for (int sampler = 0; sampler < 4; ++sampler) {
      reports::Curve e{samplers[sampler], {}, sampler >= 2 ? reports::Line::dashed : reports::Line::solid, false};
      reports::Curve l = e;
      for (int i = 0; i < glm_points; ++i) {
        if (figures.stopped()) return;
        const Rational epsilon = *Rational::parse(fmt::format("{:.4g}", std::pow(10, -2 + 3.0 * i / (glm_points - 1))));
        const auto at = setting_for(sampler, Rational(order), epsilon, n);
        if (!at) continue;
        const Score s = average(set.data, all, *at, figures.seed + 10 + static_cast<std::uint64_t>(i));
        e.points.push_back({epsilon.approx(), s.error});
        l.points.push_back({epsilon.approx(), s.loss});
        if (i == (glm_points - 1) * 2 / 3)  // epsilon = 1
          figures.fact(fmt::format("glm {}, order {}, eps = 1, {}", set.name, order, samplers[sampler]),
                       fmt::format("beta = {:.4g}, rho = {:.4g}: error {:.3f}, loss {:.3f}", at->beta.approx(),
                                   at->rho.approx(), s.error, s.loss));
      }
      error.curves.push_back(std::move(e));
      loss.curves.push_back(std::move(l));
    }
    error.curves.push_back(
        {"posterior, no privacy", {{1e-2, best.error}, {10, best.error}}, reports::Line::dotted, false});
    loss.curves.push_back(
        {"posterior, no privacy", {{1e-2, best.loss}, {10, best.loss}}, reports::Line::dotted, false});
    figures.write(fmt::format("renyi-glm-error-{}-{}", set.name, order), reports::to_svg(error));
    figures.write(fmt::format("renyi-glm-loss-{}-{}", set.name, order), reports::to_svg(loss));
  }
}

}  // namespace

std::optional<GlmData> read_glm_data(const Figures& figures) {
  if (figures.data.empty()) return std::nullopt;
  GlmData data = from_file(figures.data, figures.label);
  data.clip(1);
  return data;
}

void draw_glm_figures(Figures& figures, const std::optional<GlmData>& given) {
  if (given) draw(figures, {"data", std::filesystem::path(figures.data).filename().string(), *given});
  GlmData made = synthetic(figures.seed);
  made.clip(1);
  draw(figures, {"synthetic", "1000 synthetic records", std::move(made)});
}

}  // namespace dpcert::cli
