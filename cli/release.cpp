// dpcert release MECHANISM --data FILE.csv key=value ...: run a mechanism on data, with its privacy statement.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <random>

#include "cli/command.hpp"
#include "cli/eval_dirichlet.hpp"
#include "cli/release.hpp"
#include "cli/release_ledger.hpp"
#include "cli/table.hpp"
#include "cli/text.hpp"
#include "cli/words.hpp"
#include "dpcert/core/decimal.hpp"
#include "dpcert/core/error.hpp"
#include "dpcert/mechanisms/exact_release.hpp"
#include "dpcert/mechanisms/gaussian.hpp"
#include "dpcert/mechanisms/gaussian_mean.hpp"
#include "dpcert/mechanisms/gibbs.hpp"
#include "dpcert/mechanisms/grid_draws.hpp"
#include "dpcert/mechanisms/laplace.hpp"
#include "dpcert/mechanisms/randomized_response.hpp"
#include "dpcert/mechanisms/statistical_query.hpp"
#include "dpcert/mechanisms/tempered_posterior.hpp"
#include "dpcert/privacy/quantity.hpp"
#include "nlohmann/json.hpp"

namespace dpcert::cli {

namespace {

using nlohmann::ordered_json;
struct ReleaseOptions {
  std::string mechanism, data, column, ledger, budget;
  std::shared_ptr<Header> header;
  std::vector<std::string> parameters;
  bool seed_given = false;
};

std::vector<std::int64_t> as_categories(const std::vector<double>& values, std::int64_t k) {
  std::vector<std::int64_t> out;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] != std::floor(values[i]) || values[i] < 0 || values[i] >= static_cast<double>(k))
      throw BadInput(fmt::format("release: value {} of the data: expected an integer from 0 to {}", i + 1, k - 1));
    out.push_back(static_cast<std::int64_t>(values[i]));
  }
  return out;
}

/// Counts of public records, added to the prior.
void add_public(Words& words, std::vector<Rational>& prior) {
  if (!words.has("public")) return;
  const std::string expected = fmt::format("{} counts >= 0 of public records, comma-separated", prior.size());
  const std::vector<Rational> seen = words.numbers("public", expected);
  if (seen.size() != prior.size()) words.refuse("public", expected, fmt::format("{} of them", seen.size()));
  for (std::size_t k = 0; k < seen.size(); ++k) {
    if (seen[k].sign() < 0) words.refuse("public", expected, seen[k].str());
    prior[k] += seen[k];
  }
}

/// A conjugate posterior as it is drawn from.
struct DrawnPosterior {
  TemperedPosterior<Rational> mechanism;
  Rational step;  ///< of the grid on which the posterior counts lie
  std::vector<std::string> notes;
};

/// Reads public records and r or m, and brings every posterior count to a grid, on which records add up exactly. Public
/// numbers alone decide; what they become is noted. The mechanism as it was asked for is built first, which refuses
/// what is out of its domain.
DrawnPosterior drawn_posterior(Words& words, std::vector<Rational> prior, std::size_t records) {
  add_public(words, prior);
  const bool weighed = words.has("r"), concentrated = !weighed && words.has("m");
  const Tempering tempering = concentrated ? Tempering::concentrated : Tempering::diffused;
  const Rational x = weighed ? words.number("r") : concentrated ? words.number("m") : Rational(1);
  const auto n = static_cast<std::int64_t>(records);
  const TemperedPosterior<Rational> given(Dirichlet<Rational>(std::move(prior)), n, tempering, x);
  const std::vector<Rational> start = given.prior().alpha;
  for (const Rational& count : start) (void)sampler_number("prior", count);
  const Rational weight = given.weight();
  const GridCounts grid = grid_counts(start, weight, n);
  bool shows = grid.weight.sign() > 0, same = grid.weight == weight;
  std::vector<Rational> rounded;  // the prior, before any division by m
  for (std::size_t k = 0; k < start.size(); ++k) {
    shows = shows && grid.prior[k].sign() > 0;
    same = same && grid.prior[k] == start[k];
    rounded.push_back(concentrated ? grid.prior[k] * x : grid.prior[k]);
  }
  if (!shows || grid.weight > Rational(1))
    throw BadInput(fmt::format(
        "release: prior: expected a prior and a weight of a record that are multiples of {:.6g}, so that every posterior "
        "count is a double; one of them is too small beside the others",
        grid.step.approx()));
  DrawnPosterior out{
      {Dirichlet<Rational>(std::move(rounded)), n, tempering, concentrated ? x : grid.weight}, grid.step, {}};
  if (!same)
    out.notes.push_back(fmt::format(
        "the prior's counts{} are rounded to multiples of {:.6g}, so that every posterior count is a double; the "
        "promise is for the rounded ones",
        weighed ? " and r" : "", grid.step.approx()));
  return out;
}

/// Why no rounding enters the promise (include/dpcert/mechanisms/exact_release.hpp).
std::string exact_note(const std::string& value) {
  return value +
         " is computed exactly from the clipped records, in any order; the noise is added to it exactly, and what is "
         "rounded, once, is the noisy value";
}

/// One draw from a Beta law.
Release beta_release(Words& words, const Beta<Rational>& law, Guarantee promise, std::vector<std::string> notes,
                     RandomBits& bits) {
  const Rational grid = unit_grid(words);
  Release release{
      {exact_text(GridDirichlet({law.alpha, law.beta}, grid).first(bits))}, std::move(promise), {}, std::move(notes)};
  say_grid(release, grid);
  return release;
}

/// One draw from a normal law of public variance.
Release normal_release(Words& words, const NormalLaw<Rational>& law, Guarantee promise, RandomBits& bits) {
  const Rational grid = stated_grid(words, draw_deviation(law));
  Release release{{exact_text(GridGaussian(law.variance, grid)(law.mean, bits))},
                  std::move(promise),
                  {},
                  {exact_note("the posterior's mean")}};
  say_grid(release, grid);
  return release;
}

DrawnPosterior coin_posterior(Words& words, std::size_t records) {
  const std::string expected = "the prior's two counts > 0, comma-separated";
  std::vector<Rational> counts = words.numbers("prior", expected);
  if (counts.size() != 2) words.refuse("prior", expected, fmt::format("{} of them", counts.size()));
  return drawn_posterior(words, std::move(counts), records);
}

Release release_beta(Words& words, const std::vector<double>& data, RandomBits& bits) {
  DrawnPosterior posterior = coin_posterior(words, data.size());
  std::int64_t ones = 0;
  for (const std::int64_t x : as_categories(data, 2)) ones += x;
  const Beta<Rational> law = posterior.mechanism.coin_law(ones);
  return beta_release(words, law, coin_guarantee(posterior.mechanism), std::move(posterior.notes), bits);
}

Release release_query(Words& words, const std::vector<double>& data, RandomBits& bits) {
  DrawnPosterior posterior = coin_posterior(words, data.size());
  const TemperedPosterior<Rational>& mechanism = posterior.mechanism;
  for (std::size_t i = 0; i < data.size(); ++i)
    if (!(data[i] >= 0 && data[i] <= 1))
      throw BadInput(fmt::format("release: value {} of the data: expected a number from 0 to 1", i + 1));
  const Beta<Rational> law = statistical_query_law(mechanism, grid_query_sum(mechanism, data, posterior.step));
  posterior.notes.emplace_back(
      "every value of the query, times its weight, is rounded to the grid of the posterior counts: a function of one "
      "record with values in [0, 1], as the promise asks");
  return beta_release(words, law, query_guarantee(mechanism), std::move(posterior.notes), bits);
}

Release release_dirichlet(Words& words, const std::vector<double>& data, RandomBits& bits) {
  std::vector<Rational> prior = words.numbers("prior", "prior counts > 0, comma-separated");
  std::vector<std::int64_t> counts(prior.size());
  for (const std::int64_t k : as_categories(data, static_cast<std::int64_t>(counts.size())))
    ++counts[static_cast<std::size_t>(k)];
  DrawnPosterior posterior = drawn_posterior(words, std::move(prior), data.size());
  const TemperedPosterior<Rational>& mechanism = posterior.mechanism;
  Release release{{}, guarantee(mechanism), {}, std::move(posterior.notes)};
  const Rational grid = unit_grid(words);
  for (const Rational& part : GridDirichlet(mechanism.law(counts).alpha, grid)(bits))
    release.values.push_back(exact_text(part));
  say_grid(release, grid);
  return release;
}

Release release_gaussian_mean(Words& words, const std::vector<double>& data, RandomBits& bits) {
  const Rational variance = words.number("variance", "the known variance > 0"),
                 count = words.number("prior_count", "the prior's weight in records > 0"),
                 clip = words.number("clip", "a bound > 0 of the records"),
                 mean = words.has("prior_mean") ? words.number("prior_mean") : Rational(0);
  const bool concentrated = words.has("m");
  const Rational x = concentrated ? words.number("m") : words.has("r") ? words.number("r") : Rational(1);
  if (x.sign() <= 0 || x > Rational(1))
    words.refuse(concentrated ? "m" : "r", "a number above 0 and at most 1", x.str());
  const auto n = static_cast<std::int64_t>(data.size());
  const NormalMeanPosterior<Rational> posterior(variance, count, clip, n,
                                                concentrated ? Tempering::concentrated : Tempering::diffused, x, mean);
  (void)sampler_number("clip", clip * Rational(n));
  const NormalLaw<Rational> law = posterior.law(clipped_sum(data, -clip, clip));
  (void)sampler_number("variance", law.variance);
  std::vector<std::string> diagnostics;
  apply_outside(words, data, -clip, clip, diagnostics);
  Release release = normal_release(words, law, guarantee(posterior), bits);
  release.diagnostics = std::move(diagnostics);
  return release;
}

/// One draw from the Gibbs posterior of the mean of numbers, moved to [-radius, radius].
Release release_gibbs(Words& words, const std::vector<double>& data, RandomBits& bits) {
  const Rational beta = words.number("beta", "the weight of a record's loss > 0"),
                 radius = words.number("radius", "a bound > 0 of the records"),
                 precision = words.has("precision") ? words.number("precision") : Rational(0);
  const auto n = static_cast<std::int64_t>(data.size());
  const GibbsGaussian<Rational> posterior(beta, n, radius, precision);  // refuses what is out of its domain
  (void)sampler_number("radius", radius * Rational(n));
  const NormalLaw<Rational> law = posterior.law(clipped_sum(data, -radius, radius));
  (void)sampler_number("beta", law.variance);
  std::vector<std::string> diagnostics;
  apply_outside(words, data, -radius, radius, diagnostics);
  Release release = normal_release(words, law, guarantee(posterior), bits);
  release.diagnostics = std::move(diagnostics);
  return release;
}

/// Noise on the sum or mean of values clipped to [lower, upper]; replacing one record changes it by the sensitivity.
Rational noisy(const LaplaceMechanism<Rational>& mechanism, const Rational& value, const Rational& grid,
               RandomBits& bits) {
  return GridLaplace(mechanism.scale(), grid)(value, bits);
}
Rational noisy(const GaussianMechanism<Rational>& mechanism, const Rational& value, const Rational& grid,
               RandomBits& bits) {
  return GridGaussian(mechanism.sigma() * mechanism.sigma(), grid)(value, bits);
}
template <template <class> class Mechanism>
Release release_noise(Words& words, const char* scale, const std::vector<double>& data, RandomBits& bits) {
  const Rational noise = words.number(scale, "the noise > 0");
  const Rational lower = words.number("lower", "the least value of a record"),
                 upper = words.number("upper", "the largest value of a record");
  if (upper <= lower) words.refuse("upper", "a number above lower", decimal_text(upper));
  const std::string query = words.choice("query", {"sum", "mean"}, "sum");
  Rational sensitivity = upper - lower;
  if (query == "mean") sensitivity = sensitivity / Rational(static_cast<std::int64_t>(data.size()));
  const Mechanism<Rational> mechanism(noise, sensitivity);  // refuses what is out of its domain
  Guarantee promise = guarantee(mechanism);
  const auto n = Rational(static_cast<std::int64_t>(data.size()));
  (void)sampler_number("lower", lower * n);
  (void)sampler_number("upper", upper * n);
  const bool averaged = query == "mean";
  const Rational grid = stated_grid(words, sampler_number(scale, noise));
  std::vector<std::string> diagnostics;
  apply_outside(words, data, lower, upper, diagnostics);
  Rational value = clipped_sum(data, lower, upper);
  if (averaged) value /= n;
  promise.adjacency = fmt::format(
      "two data sets of the same size of which one record differs, every "
      "record clipped to [{}, {}]; the size is public",
      lower.str(), upper.str());
  promise.assumptions.front() =
      "lower and upper were fixed without looking at the data, and a person contributes one record";
  Release release{{exact_text(noisy(mechanism, value, grid, bits))},
                  std::move(promise),
                  {},
                  {exact_note(averaged ? "the mean" : "the sum")}};
  say_grid(release, grid);
  release.diagnostics = std::move(diagnostics);
  return release;
}

Release release_randomized(Words& words, bool binary, const std::vector<double>& data, RandomBits& bits) {
  const Rational parameter = words.number(binary ? "p_truth" : "noise", "a number from 0 to 1");
  const std::int64_t k = binary ? 2 : words.integer("k", "an integer >= 2");
  const auto mechanism =
      binary ? RandomizedResponse<Rational>::binary(parameter) : RandomizedResponse<Rational>::k_ary(parameter, k);
  Release release{{}, guarantee(mechanism)};
  for (const std::int64_t value : as_categories(data, k))
    release.values.push_back(std::to_string(sample(mechanism, value, bits)));
  release.exact = true;
  return release;
}

Release release_by_name(const std::string& name, Words& words, const std::vector<double>& data, RandomBits& bits) {
  if (name == "beta_bernoulli") return release_beta(words, data, bits);
  if (name == "statistical_query") return release_query(words, data, bits);
  if (name == "dirichlet_categorical") return release_dirichlet(words, data, bits);
  if (name == "gaussian_mean") return release_gaussian_mean(words, data, bits);
  if (name == "gibbs_gaussian") return release_gibbs(words, data, bits);
  if (name == "gaussian") return release_noise<GaussianMechanism>(words, "sigma", data, bits);
  if (name == "laplace") return release_noise<LaplaceMechanism>(words, "b", data, bits);
  if (name == "randomized_response") return release_randomized(words, true, data, bits);
  if (name == "kary_randomized_response") return release_randomized(words, false, data, bits);
  throw BadInput(
      "release: unknown mechanism '" + name +
      "'; expected beta_bernoulli, statistical_query, dirichlet_categorical, gaussian_mean, gibbs_gaussian, glm, "
      "propose_test_sample, gaussian, laplace, discrete_laplace, geometric, discrete_gaussian, "
      "randomized_response, kary_randomized_response, lszhang, lsdim, lshist, ehd, ehdl or ehds");
}

/// The certified Renyi divergence of an order, rounded up: the largest of the cases.
std::string bound_at(const Guarantee& guarantee, const Rational& order) {
  Ball worst(0);
  for (const CertifiedCase& c : guarantee.cases) {
    const Certified d = certify(make_query(c.quantity, c.mechanism, c.parameters, ExtendedRational{order, false}), 15);
    if (d.is_infinite()) return "inf";
    worst = max(worst, d.enclosure);
  }
  return worst.upper(8);
}

}  // namespace

double sampler_number(const std::string& name, const Rational& value) {
  const double x = value.approx();
  if (value.is_zero() || std::isnormal(x)) return x;
  throw BadInput(fmt::format("release: {}: expected a number within double's range, 2.3e-308 to 1.7e308, given {}",
                             name, clip(decimal_text(value), 60)));
}

std::string released(double value) {
  if (!std::isfinite(value))
    throw BadInput("release: what was drawn is no finite double: expected parameters further inside double's range");
  return fmt::format("{:.17g}", value);
}

namespace {

/// What every reader has to be told, also of a JSON document and with --quiet.
std::vector<std::string> warnings(const Release& release, bool seeded) {
  std::vector<std::string> out = release.warnings;
  if (seeded) out.emplace_back("drawn with a given seed: whoever knows it knows the noise. Not a private release.");
  if (release.exact) {
    out.push_back(fmt::format("drawn exactly from the bits of {}; how long that took depends on the draw.",
                              seeded ? "std::mt19937_64" : "the operating system (getrandom)"));
  } else {
    out.emplace_back("drawn in floating point with std::mt19937_64: for experiments, not for adversaries.");
  }
  return out;
}

void print_statement(const Release& release, const std::vector<Rational>& orders) {
  if (release.loss) {
    fmt::print(stderr, "privacy: ({}, 0)-DP; the largest privacy loss lies in [{}, {}]\n  attained at {}\n",
               decimal_text(release.loss->at_most), release.loss->lower, release.loss->upper, release.loss->pair);
  }
  if (!release.guarantee.cases.empty()) {
    fmt::print(stderr, "privacy: Renyi divergence, for {}\n", release.guarantee.adjacency);
    for (const Rational& order : orders)
      fmt::print(stderr, "  order {:<4} at most {}\n", order.str(), bound_at(release.guarantee, order));
    fmt::print(stderr, "provided that\n");
    for (const std::string& a : release.guarantee.assumptions) fmt::print(stderr, "  - {}\n", a);
  } else if (release.dp) {
    fmt::print(stderr, "privacy: ({}, {})-DP, for {}\nprovided that\n", release.dp->epsilon.str(),
               release.dp->delta.str(), release.guarantee.adjacency);
    for (const std::string& a : release.guarantee.assumptions) fmt::print(stderr, "  - {}\n", a);
    fmt::print(stderr, "by {}\n", release.guarantee.source);
  } else {
    fmt::print(stderr, "privacy: NONE promised. {}\n", release.guarantee.source);
  }
  for (const std::string& note : release.notes) fmt::print(stderr, "{}\n", note);
  for (const std::string& line : release.diagnostics) fmt::print(stderr, "diagnostics: {}\n", line);
}

ordered_json ledger_json(const Entered& entered) {
  return {
      {"file", entered.file},
      {"release", entered.spent.id},
      {"epsilon_at_most", rounded_up(entered.spent.epsilon)},
      {"remaining_epsilon_at_least", remaining(entered.budget, entered.spent.epsilon)},
      {"budget", {{"epsilon", decimal_text(entered.budget.epsilon)}, {"delta", decimal_text(entered.budget.delta)}}},
      {"neighbours", ledger_neighbours}};
}

void refuse_options(const ReleaseOptions& options) {
  if (options.ledger.empty() && !options.budget.empty())
    throw BadInput("release: --budget: expected --ledger FILE with it, given none");
  if (!options.ledger.empty() && options.seed_given)
    throw BadInput("release: --seed: expected fresh randomness with --ledger, given a seed: no private release");
}

Exit run(const Common& common, const ReleaseOptions& options) {
  refuse_options(options);
  Words words("release", options.parameters);
  // The noise must be fresh: a fixed seed would release the same noise twice. --seed is for reproducing an experiment.
  std::random_device fresh;
  std::seed_seq seeds{fresh(), fresh(), fresh(), fresh(), fresh(), fresh(), fresh(), fresh()};
  Random random(seeds);
  if (options.seed_given) random.seed(common.seed);
  RandomBits bits = options.seed_given ? RandomBits::seeded(common.seed) : RandomBits::system();
  Release release;
  if (is_dirichlet_mechanism(options.mechanism)) {
    release =
        release_dirichlet_mechanism(options.mechanism, words, {options.data, options.column, *options.header}, bits);
  } else if (options.data.empty()) {
    throw BadInput("release: --data: expected a CSV file with one record a line, given none");
  } else if (options.mechanism == "glm") {
    if (!options.column.empty()) throw BadInput("release: --column: glm takes label=... and features=...");
    release = release_glm(words, options.data, *options.header, random, bits);
  } else if (options.mechanism == "propose_test_sample") {
    if (!options.column.empty()) throw BadInput("release: --column: propose_test_sample takes x=... and y=...");
    release = release_propose_test_sample(words, options.data, *options.header, bits);
  } else {
    const std::vector<double> data = read_column(options.data, options.column, *options.header);
    if (is_discrete(options.mechanism)) {
      release = release_discrete(options.mechanism, words, data, bits);
    } else {
      release = release_by_name(options.mechanism, words, data, bits);
    }
    release.records = data.size();
  }
  words.done(options.mechanism);
  // Spent before anything is printed: a run that is killed in between has spent, and has released nothing.
  std::optional<Entered> entered;
  if (!options.ledger.empty()) {
    entered =
        enter(options.ledger, options.budget, ledger_row(options.mechanism, options.parameters, release.guarantee));
    if (entered->refused()) {
      fmt::print(stderr, "dpcert: {}\n", entered->text());
      return Exit::wrong;
    }
  }
  const bool promised = !release.guarantee.cases.empty();
  const std::vector<Rational> orders{Rational(3, 2), Rational(2), Rational(4), Rational(8), Rational(16), Rational(32)};
  if (common.json) {
    ordered_json json{{"mechanism", options.mechanism}};
    if (release.records) json["records"] = *release.records;
    json["released"] = release.values;
    ordered_json curve = ordered_json::array();
    for (const Rational& order : promised ? orders : std::vector<Rational>{})
      curve.push_back({{"order", order.str()}, {"at_most", bound_at(release.guarantee, order)}});
    json["privacy"] = {{"adjacency", release.guarantee.adjacency},
                       {"rdp", curve},
                       {"assumptions", release.guarantee.assumptions},
                       {"source", release.guarantee.source}};
    if (release.loss)
      json["privacy"]["loss"] = {{"enclosure", {release.loss->lower, release.loss->upper}},
                                 {"at_most", decimal_text(release.loss->at_most)},
                                 {"eps", decimal_text(release.loss->printed)},
                                 {"above_eps", release.loss->above_printed},
                                 {"attained_at", release.loss->pair},
                                 {"neighbours", release.loss->neighbours}};
    if (release.dp)
      json["privacy"]["dp"] = {{"epsilon", release.dp->epsilon.str()}, {"delta", release.dp->delta.str()}};
    if (release.grid)
      json["draw"] = {{"grid", decimal_text(*release.grid)}, {"total_variation", "0"}, {"added_to_delta", "0"}};
    if (!release.notes.empty()) json["sampling"] = release.notes;
    if (!release.diagnostics.empty()) json["diagnostics_not_to_be_published"] = release.diagnostics;
    if (entered) json["ledger"] = ledger_json(*entered);
    json["seeded"] = options.seed_given;
    json["warnings"] = warnings(release, options.seed_given);
    fmt::print("{}\n", json.dump(2));
    return Exit::done;
  }
  for (const std::string& value : release.values) fmt::print("{}\n", value);
  // Of a result that did not arrive there is nothing to state: the program ends by saying so.
  if (std::fflush(stdout) != 0) return Exit::done;
  // The statement goes to stderr, so that what is released can be piped on.
  if (!common.quiet) print_statement(release, orders);
  if (entered) fmt::print(stderr, "{}\n", entered->text());
  for (const std::string& warning : warnings(release, options.seed_given)) fmt::print(stderr, "{}\n", warning);
  return Exit::done;
}

}  // namespace

void register_release(CLI::App& app, Common& common, Action& action) {
  CLI::App* command = app.add_subcommand("release", "Run a mechanism on data, with its privacy statement");
  auto options = std::make_shared<ReleaseOptions>();
  command
      ->add_option("MECHANISM", options->mechanism,
                   "beta_bernoulli, statistical_query, dirichlet_categorical, gaussian_mean, gibbs_gaussian, glm, "
                   "propose_test_sample, gaussian, laplace, discrete_laplace, geometric, discrete_gaussian, "
                   "randomized_response, kary_randomized_response, lszhang, lsdim, lshist, ehd, ehdl, ehds")
      ->required();
  command->add_option("key=value", options->parameters, "Parameters; decimals are exact");
  command->add_option("--data", options->data, "CSV file with one record a line (or counts=... of ehd and its kind)");
  command->add_option("--column", options->column, "Which column, by its name in the first line");
  command
      ->add_option("--ledger", options->ledger, "Ledger of releases: refused (exit status 1) when its budget is spent")
      ->check(not_empty());
  command->add_option("--budget", options->budget, "EPS,DELTA with which a new ledger begins")->check(not_empty());
  options->header = add_header_options(*command);
  add_common_options(*command, common, {"--threads", "--precision", "--out"});
  command->footer(
      "Prints what is released on stdout and the privacy statement on stderr (with --json both on stdout). Fresh "
      "randomness unless --seed is given. --quiet leaves the statement out, but no warning.\n"
      "A first line of words is a header; --header and --no-header say so. Messages "
      "about bad input name the line, not what\n"
      "it says; that something is refused can depend on the data: no part of the release (docs/release.md).\n"
      "  beta_bernoulli            prior=a,b, r or m; public=x,y; records 0 or 1; one draw from the posterior\n"
      "  statistical_query         the same; records in [0, 1]; grid (1e-12) of this and the next, as of the one above\n"
      "  dirichlet_categorical     prior=a1,a2,..., r or m; public; records 0..d-1; d probabilities\n"
      "  gaussian_mean             variance, prior_count, prior_mean (0), clip, r or m; outside; grid; one draw\n"
      "  gibbs_gaussian            beta, radius, precision (0); outside; grid; one draw from the Gibbs posterior\n"
      "  glm                       label, features (all others), intercept=yes|no (no), c (clipping norm), "
      "link=logistic|probit,\n"
      "                            algorithm=direct|concentrated|diffused|ops with beta, rho, or order and eps;\n"
      "                            sampler=auto|rejection|polya_gamma|albert_chib|elliptical_slice, iterations (2000); grid\n"
      "  propose_test_sample       eps, delta (of each step; the release costs 5 "
      "eps, 2 delta), x_l, x_h, beta; alpha (1),\n"
      "                            rho1 (1.01), rho2 (0.15), gamma1 (0.2); x, y (column names); grid (1e-9): a slope, or null\n"
      "  gaussian, laplace         sigma or b; lower, upper; outside=clip or refuse (clip); query=sum or mean; grid\n"
      "  discrete_laplace, geometric, discrete_gaussian   b, eps or sigma; grid (1); the rest the same; exact\n"
      "  randomized_response       p_truth; records 0 or 1; one answer for each record\n"
      "  kary_randomized_response  noise, k; records 0..k-1\n"
      "  lszhang, lsdim, lshist, ehd, ehdl, ehds\n"
      "                            prior=a1,a2,..., eps, gamma (ehds); records 0..d-1, or counts=... for --data: the\n"
      "                            counts of a Dirichlet posterior, drawn exactly, with the certified loss\n"
      "Parameters (docs/parameters.md lists all):\n" +
      parameter_help({"prior", "counts", "public",  "r",         "m",     "variance", "prior_count", "prior_mean",
                      "clip",  "sigma",  "b",       "lower",     "upper", "query",    "p_truth",     "noise",
                      "k",     "grid",   "outside", "algorithm", "c",     "beta",     "beta0",       "rho",
                      "order", "eps",    "delta",   "gamma",     "x_l",   "x_h",      "alpha"}) +
      "Examples:\n"
      "  dpcert release beta_bernoulli --data flips.csv prior=2,2 r=1/2\n"
      "  dpcert release glm --data study.csv label=y c=1 algorithm=concentrated order=10 eps=1\n"
      "  dpcert release gaussian --data ages.csv --column age sigma=40 lower=0 upper=100 query=mean");
  command->callback([&common, &action, options, command] {
    options->seed_given = command->get_option("--seed")->count() > 0;
    action = [&common, options] { return run(common, *options); };
  });
}

}  // namespace dpcert::cli
