// dpcert release glm: one draw from the posterior of a logistic or probit regression.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/command.hpp"
#include "cli/release.hpp"
#include "cli/table.hpp"
#include "dpcert/calibration/calibration.hpp"
#include "dpcert/core/decimal.hpp"
#include "dpcert/mechanisms/exact_release.hpp"
#include "dpcert/mechanisms/glm_samplers.hpp"
#include "dpcert/mechanisms/grid_glm.hpp"

namespace dpcert::cli {

namespace {

constexpr int chains = 4;
/// Below this share of proposals that are accepted, rejection is not begun.
constexpr double least_acceptance = 1e-6;

struct Design {
  GlmData data;
  std::vector<std::string> names;
};

/// label=NAME; features=A,B,... or all other columns; intercept=yes adds a covariate 1.
Design read_design(Words& words, const std::string& file, Header header) {
  const std::string label = words.text("label", "the name of the column with labels 0 and 1");
  std::vector<std::string> features;
  if (words.has("features")) {
    const std::string list = words.text("features", "names of columns, comma-separated");
    for (std::size_t begin = 0; begin <= list.size();) {
      const auto comma = std::min(list.find(',', begin), list.size());
      features.push_back(list.substr(begin, comma - begin));
      if (std::ranges::count(features, features.back()) > 1)
        words.refuse("features", "every column once", features.back());
      begin = comma + 1;
    }
    if (std::ranges::find(features, label) != features.end())
      words.refuse("features", "columns other than the label", label);
    features.push_back(label);
  }
  Table table = read_table(file, features, header_with(label, header));
  const auto found = std::ranges::find(table.names, label);
  if (found == table.names.end()) words.refuse("label", "the name of a column of " + file, label);
  const auto at = static_cast<std::size_t>(found - table.names.begin());
  const std::vector<double> labels = std::move(table.columns[at]);
  table.names.erase(found);
  table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(at));
  if (words.choice("intercept", {"yes", "no"}, "no") == "yes") {
    table.names.insert(table.names.begin(), "(intercept)");
    table.columns.insert(table.columns.begin(), std::vector<double>(labels.size(), 1));
  }
  if (table.columns.empty()) throw BadInput(file + ": expected at least one column beside the label");
  Design design{{table.columns.size(), {}, {}}, table.names};
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] != 0 && labels[i] != 1)
      throw BadInput(fmt::format("release: label {} of the data: expected 0 or 1", i + 1));
    design.data.positive.push_back(labels[i] == 1);
    for (const auto& column : table.columns) design.data.covariates.push_back(column[i]);
  }
  return design;
}

/// algorithm, c, beta, rho, or order and eps that calibrate beta or rho.
GlmRelease read_release(Words& words, std::int64_t n) {
  GlmRelease release;
  release.n = n;
  release.link = words.choice("link", {"logistic", "probit"}, "logistic") == "probit" ? Link::probit : Link::logistic;
  release.c = words.number("c", "the norm > 0 to which covariates are clipped");
  const std::string algorithm = words.choice("algorithm", {"direct", "concentrated", "diffused", "ops"}, "direct");
  const bool calibrated = algorithm == "concentrated" || (algorithm == "diffused" && !words.has("rho"));
  if (calibrated && release.link == Link::probit)
    words.refuse("algorithm",
                 "direct, ops, or diffused with rho=...: for the probit link no bound is known to calibrate",
                 algorithm);
  const GlmBound<Rational> bound{release.c, Rational(1), n};
  if (algorithm == "concentrated") {
    const Rational order = words.number("order"), epsilon = words.number("eps"),
                   least = words.has("beta0") ? words.number("beta0") : Rational(1, 1'000'000);
    release.beta = least_beta(bound, order, epsilon, least);
    return release;
  }
  release.beta = words.number("beta", "the prior's strength > 0: it is N(0, I/(n beta))");
  release.truncated = algorithm == "ops";
  if (calibrated) {
    const Rational order = words.number("order"), epsilon = words.number("eps");
    release.rho = largest_sufficient(worst_case(bound, order, release.beta), epsilon, 12).value;
  } else if (algorithm != "direct" && words.has("rho")) {
    release.rho = words.number("rho");
  }
  return release;
}

/// What is asked for, or what suits public numbers.
GlmSampler read_sampler(Words& words, const GlmRelease& release, std::size_t dimension) {
  const std::string given =
      words.choice("sampler", {"auto", "rejection", "polya_gamma", "albert_chib", "elliptical_slice"}, "auto");
  for (const GlmSampler s :
       {GlmSampler::rejection, GlmSampler::polya_gamma, GlmSampler::albert_chib, GlmSampler::elliptical_slice}) {
    if (given != name(s)) continue;
    if (is_exact(s) && acceptance_bound(release, dimension) < least_acceptance)
      words.refuse("sampler", "a chain, because rejection is not known to accept one proposal in a million", given);
    return s;
  }
  return suitable_sampler(release, dimension);
}

/// Clips covariates, and says of how many.
void clip_records(Words& words, GlmData& data, const Rational& c, Release& release) {
  (void)sampler_number("c", c);
  const auto given = data.covariates;
  data.clip(double_below(c));
  const auto changed = [&](std::size_t i) {  // covariates lie record after record
    const auto first = given.begin() + static_cast<std::ptrdiff_t>(i * data.dimension);
    return !std::equal(first, first + static_cast<std::ptrdiff_t>(data.dimension), data.record(i).begin());
  };
  apply_outside(words, data.records(), changed, fmt::format("covariates of norm at most {}", decimal_text(c)),
                release.diagnostics);
}

/// Exactly from the posterior, on a grid.
void draw_exactly(Release& release, GridGlm& law, const Rational& grid, double acceptance, RandomBits& bits) {
  for (const Rational& w : law(bits)) release.values.push_back(exact_text(w));
  say_grid(release, grid);
  release.notes.push_back(
      fmt::format("drawn by rejection: exactly the posterior's law{}. The running time depends on the data: do not let "
                  "it be seen",
                  release.guarantee.cases.empty() ? "" : ", so that the promise applies as stated"));
  release.diagnostics.push_back(
      fmt::format("{} proposals for this draw; the public bound promises one acceptance in {:.3g}", law.proposals(),
                  1 / acceptance));
}

/// By a chain, in doubles: what is promised of the posterior is not promised of what is released.
void draw_by_chain(Release& release, const GlmPosterior& posterior, GlmSampler sampler, int iterations,
                   Random& random) {
  const GlmChains run = run_chains(posterior, sampler, chains, iterations, iterations, random());
  for (const double v : run.draws[random() % chains].back()) release.values.push_back(released(v));
  release.notes.push_back(
      fmt::format("drawn by a Markov chain, {}{}, {} iterations: the posterior's law only in the limit", name(sampler),
                  sampler == GlmSampler::polya_gamma ? " (its Polya-Gamma variates are exact; the chain is not)" : "",
                  2 * iterations));
  if (!release.guarantee.cases.empty()) {
    const CertifiedCase promise = release.guarantee.cases.front();
    const bool pure = promise.mechanism == "pure_dp";
    release.guarantee.cases.clear();
    release.guarantee.source = fmt::format(
        "It was drawn by a Markov chain. The promise is for the posterior itself ({} = {}). If the chain's law is within "
        "total variation t of it for every data set, then (epsilon, delta)-DP of the posterior becomes (epsilon, delta + "
        "(1 + exp(epsilon)) t)-DP, and nothing Renyi remains; t is not known",
        pure ? "epsilon" : "zCDP with rho", decimal_text(promise.parameters.at(pure ? "eps" : "rho").at(0)));
    release.warnings.emplace_back(
        "drawn by a Markov chain: a promise for the posterior is none for the chain's own law.");
  }
  const auto [least, most] = std::pair(std::ranges::min(run.effective_size), std::ranges::max(run.split_r_hat));
  release.diagnostics.push_back(
      fmt::format("{} chains: largest split R-hat {:.4f}, least effective sample size {:.0f} of {}", chains, most,
                  least, chains * iterations));
  if (!(most < 1.01) || !(least > 100 * chains))
    release.diagnostics.emplace_back(
        "the chains have NOT converged (R-hat above 1.01 or an effective size below 400): "
        "use more iterations");
  release.diagnostics.emplace_back(
      "these numbers depend on the data and are not part of the release; they find failures, "
      "they prove nothing");
}

}  // namespace

Release release_glm(Words& words, const std::string& file, Header header, Random& random, RandomBits& bits) {
  Design design = read_design(words, file, header);
  const GlmRelease setting = read_release(words, static_cast<std::int64_t>(design.data.records()));
  setting.require();
  const GlmSampler sampler = read_sampler(words, setting, design.data.dimension);
  const int iterations = words.has("iterations")
                             ? static_cast<int>(std::clamp<std::int64_t>(words.integer("iterations"), 0, 1 << 30))
                             : 2000;
  if (iterations < 100 || iterations > 1'000'000)
    words.refuse("iterations", "100 to 1000000 iterations of a chain", std::to_string(iterations));
  Release release;
  release.guarantee = glm_guarantee(setting);
  release.records = design.data.records();
  clip_records(words, design.data, setting.c, release);
  design.data.sort();  // sums in doubles do not depend on the order in which records came, nor do draws with a seed
  const Rational precision = Rational(setting.n) * setting.beta;
  const double deviation = 1 / std::sqrt(sampler_number("beta", precision));
  (void)sampler_number("rho", setting.rho);
  const std::optional<Rational> radius = setting.truncated ? std::optional(setting.radius()) : std::nullopt;
  if (radius) (void)sampler_number("c/beta", *radius);
  if (!is_exact(sampler) && words.has("grid"))
    words.refuse("grid", "sampler=rejection with it: a chain is drawn in doubles", std::string(name(sampler)));
  const Rational grid = stated_grid(words, deviation);
  words.done("glm");
  release.notes.push_back(fmt::format(
      "posterior: {} link, prior N(0, I/{:.6g}) (beta = {}), likelihood to the power {}{}",
      setting.link == Link::logistic ? "logistic" : "probit", precision.approx(), decimal_text(setting.beta),
      decimal_text(setting.rho), radius ? fmt::format(", truncated to |w| <= {:.6g}", radius->approx()) : ""));
  if (is_exact(sampler)) {
    const double acceptance = acceptance_bound(setting, design.data.dimension);
    GridGlm law({std::move(design.data), setting.link, precision, setting.rho, radius}, grid);
    draw_exactly(release, law, grid, acceptance, bits);
  } else {
    const std::optional<double> inside = radius ? std::optional(radius->approx() * (1 - 1e-15)) : std::nullopt;
    const GlmPosterior posterior(std::move(design.data), setting.link, double_above(precision),
                                 double_below(setting.rho), inside);
    draw_by_chain(release, posterior, sampler, iterations, random);
  }
  return release;
}

}  // namespace dpcert::cli
