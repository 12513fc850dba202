// dpcert release MECHANISM --data FILE.csv key=value ...: run a mechanism on data, with its privacy statement.
#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <map>
#include <memory>
#include <random>

#include "cli/command.hpp"
#include "cli/text.hpp"
#include "nlohmann/json.hpp"
#include "src/mechanisms/beta_bernoulli.hpp"
#include "src/mechanisms/gaussian.hpp"
#include "src/mechanisms/laplace.hpp"
#include "src/mechanisms/randomized_response.hpp"
#include "src/privacy/quantity.hpp"
#include "src/scalar/error.hpp"
#include "verify/audit/csv.hpp"

namespace dpcert::cli {

namespace {

using nlohmann::ordered_json;
using Random = std::mt19937_64;

struct ReleaseOptions {
  std::string mechanism, data, column;
  std::vector<std::string> parameters;
  bool seed_given = false;
};

/// key=value words, each to be taken once; decimals are exact.
class Words {
 public:
  explicit Words(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
      const auto equals = word.find('=');
      if (equals == std::string::npos || equals == 0)
        throw BadInput("release: expected key=value, given '" + word + "'");
      if (!all_.emplace(word.substr(0, equals), word.substr(equals + 1)).second)
        throw BadInput("release: '" + word.substr(0, equals) + "' is given twice");
    }
  }
  [[nodiscard]] bool has(const std::string& key) const { return all_.contains(key); }
  std::string text(const std::string& key, const std::string& expected) {
    const auto at = all_.find(key);
    if (at == all_.end()) throw BadInput(fmt::format("release: {}: expected {}, given nothing", key, expected));
    std::string value = at->second;
    all_.erase(at);
    return value;
  }
  Rational number(const std::string& key, const std::string& expected = "a number") {
    const std::string given = text(key, expected);
    const auto q = Rational::parse(given);
    if (!q) throw BadInput(fmt::format("release: {}: expected {}, given '{}'", key, expected, given));
    return *q;
  }
  void done(const std::string& mechanism) const {
    if (!all_.empty()) throw BadInput(fmt::format("release: '{}' is no key of {}", all_.begin()->first, mechanism));
  }

 private:
  std::map<std::string, std::string> all_;
};

/// The values of one column: the named one, or the only one. A first record that is no number is a header.
std::vector<double> read_column(const std::string& file, const std::string& column) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw BadInput(file + ": cannot be read");
  audit::CsvReader reader(in);
  audit::Record record;
  std::vector<double> values;
  std::size_t index = 0;
  const auto at = [&](std::size_t field) {
    const auto& p = field < record.starts.size() ? record.starts[field] : record.begin;
    return fmt::format("{}:{}:{}", file, p.line, p.column);
  };
  const auto number = [](const std::string& text) -> std::optional<double> {
    const auto q = Rational::parse(text);
    return q ? std::optional(q->approx()) : std::nullopt;
  };
  for (bool first = true; reader.next(record); first = false) {
    if (record.malformed)
      throw BadInput(
          fmt::format("{}:{}:{}: {}", file, record.problem.at.line, record.problem.at.column, record.problem.message));
    if (first && (!column.empty() || !number(record.fields[0]))) {
      if (column.empty() && record.fields.size() != 1)
        throw BadInput(fmt::format("{}: {} columns; name one with --column", at(0), record.fields.size()));
      const auto found =
          column.empty() ? record.fields.begin() : std::find(record.fields.begin(), record.fields.end(), column);
      if (found == record.fields.end()) throw BadInput(fmt::format("{}: no column '{}'", at(0), column));
      index = static_cast<std::size_t>(found - record.fields.begin());
      continue;
    }
    if (first && record.fields.size() != 1)
      throw BadInput(fmt::format("{}: {} columns; name one with --column", at(0), record.fields.size()));
    if (index >= record.fields.size())
      throw BadInput(fmt::format("{}: expected a value in column {}", at(0), index + 1));
    const auto x = number(record.fields[index]);
    if (!x || !std::isfinite(*x))
      throw BadInput(fmt::format("{}: expected a number, given '{}'", at(index), record.fields[index]));
    values.push_back(*x);
  }
  if (values.empty()) throw BadInput(file + ": no values");
  return values;
}

std::vector<std::int64_t> as_categories(const std::vector<double>& values, std::int64_t k) {
  std::vector<std::int64_t> out;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] != std::floor(values[i]) || values[i] < 0 || values[i] >= static_cast<double>(k))
      throw BadInput(fmt::format("release: value {} of the data: expected an integer from 0 to {}, given {}", i + 1,
                                 k - 1, values[i]));
    out.push_back(static_cast<std::int64_t>(values[i]));
  }
  return out;
}

/// What is released, and what it promises.
struct Release {
  std::vector<std::string> values;
  Guarantee guarantee;
};

Release release_beta(Words& words, const std::vector<double>& data, Random& random) {
  const Beta<Rational> prior{words.number("a", "the prior's a > 0"), words.number("b", "the prior's b > 0")};
  const auto n = static_cast<std::int64_t>(data.size());
  const auto mechanism = words.has("r")   ? BetaBernoulliPosterior<Rational>::diffused(prior, words.number("r"), n)
                         : words.has("m") ? BetaBernoulliPosterior<Rational>::concentrated(prior, words.number("m"), n)
                                          : BetaBernoulliPosterior<Rational>::direct(prior, n);
  std::int64_t ones = 0;
  for (const std::int64_t x : as_categories(data, 2)) ones += x;
  const Beta<Rational> law = mechanism.law(ones);
  return {{fmt::format("{:.17g}", sample(Beta<double>{law.alpha.approx(), law.beta.approx()}, random))},
          guarantee(mechanism)};
}

/// Noise on the sum or mean of values clipped to [lower, upper]; replacing one record changes it by the sensitivity.
template <template <class> class Mechanism>
Release release_noise(Words& words, const char* scale, const std::vector<double>& data, Random& random) {
  const Rational noise = words.number(scale, "the noise > 0");
  const Rational lower = words.number("lower", "the least value of a record"),
                 upper = words.number("upper", "the largest value of a record");
  if (upper <= lower) throw BadInput("release: upper: expected a number above lower");
  const std::string query = words.has("query") ? words.text("query", "sum or mean") : "sum";
  if (query != "sum" && query != "mean") throw BadInput("release: query: expected sum or mean, given '" + query + "'");
  Rational sensitivity = upper - lower;
  if (query == "mean") sensitivity = sensitivity / Rational(static_cast<std::int64_t>(data.size()));
  double value = 0;
  for (const double x : data) value += std::fmin(std::fmax(x, lower.approx()), upper.approx());
  if (query == "mean") value /= static_cast<double>(data.size());
  const Mechanism<double> real(noise.approx(), sensitivity.approx());
  Guarantee promise = guarantee(Mechanism<Rational>(noise, sensitivity));
  promise.adjacency = fmt::format(
      "two data sets of the same size of which one record differs, every record clipped to [{}, {}]; the size is "
      "public",
      lower.str(), upper.str());
  return {{fmt::format("{:.17g}", sample(real, value, random))}, std::move(promise)};
}

Release release_randomized(Words& words, bool binary, const std::vector<double>& data, Random& random) {
  const Rational parameter = words.number(binary ? "p_truth" : "noise", "a number from 0 to 1");
  std::int64_t k = 2;
  if (!binary) {
    const auto given = words.number("k", "a number of values >= 2").to_int64();
    if (!given) throw BadInput("release: k: expected an integer >= 2");
    k = *given;
  }
  const auto mechanism =
      binary ? RandomizedResponse<Rational>::binary(parameter) : RandomizedResponse<Rational>::k_ary(parameter, k);
  const auto real = binary ? RandomizedResponse<double>::binary(parameter.approx())
                           : RandomizedResponse<double>::k_ary(parameter.approx(), k);
  Release release{{}, guarantee(mechanism)};
  for (const std::int64_t value : as_categories(data, k))
    release.values.push_back(std::to_string(sample(real, value, random)));
  return release;
}

Release release_by_name(const std::string& name, Words& words, const std::vector<double>& data, Random& random) {
  if (name == "beta_bernoulli") return release_beta(words, data, random);
  if (name == "gaussian") return release_noise<GaussianMechanism>(words, "sigma", data, random);
  if (name == "laplace") return release_noise<LaplaceMechanism>(words, "b", data, random);
  if (name == "randomized_response") return release_randomized(words, true, data, random);
  if (name == "kary_randomized_response") return release_randomized(words, false, data, random);
  throw BadInput("release: unknown mechanism '" + name +
                 "'; expected beta_bernoulli, gaussian, laplace, randomized_response or kary_randomized_response");
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

Exit run(const Common& common, const ReleaseOptions& options) {
  Words words(options.parameters);
  const std::vector<double> data = read_column(options.data, options.column);
  // The noise must be fresh: a fixed seed would release the same noise twice. --seed is for reproducing an experiment.
  std::random_device fresh;
  std::seed_seq seeds{fresh(), fresh(), fresh(), fresh(), fresh(), fresh(), fresh(), fresh()};
  Random random(seeds);
  if (options.seed_given) random.seed(common.seed);
  const Release release = release_by_name(options.mechanism, words, data, random);
  words.done(options.mechanism);
  const std::vector<Rational> orders{Rational(3, 2), Rational(2), Rational(4), Rational(8), Rational(16), Rational(32)};
  if (common.json) {
    ordered_json json{{"mechanism", options.mechanism}, {"records", data.size()}, {"released", release.values}};
    ordered_json curve = ordered_json::array();
    for (const Rational& order : orders)
      curve.push_back({{"order", order.str()}, {"at_most", bound_at(release.guarantee, order)}});
    json["privacy"] = {{"adjacency", release.guarantee.adjacency},
                       {"rdp", curve},
                       {"assumptions", release.guarantee.assumptions},
                       {"source", release.guarantee.source}};
    json["seeded"] = options.seed_given;
    fmt::print("{}\n", json.dump(2));
    return Exit::done;
  }
  for (const std::string& value : release.values) fmt::print("{}\n", value);
  // The statement goes to stderr, so that what is released can be piped on.
  if (common.quiet) return Exit::done;
  fmt::print(stderr, "privacy: Renyi divergence, for {}\n", release.guarantee.adjacency);
  for (const Rational& order : orders)
    fmt::print(stderr, "  order {:<4} at most {}\n", order.str(), bound_at(release.guarantee, order));
  fmt::print(stderr, "provided that\n");
  for (const std::string& a : release.guarantee.assumptions) fmt::print(stderr, "  - {}\n", a);
  if (options.seed_given)
    fmt::print(stderr, "drawn with a given seed: whoever knows it knows the noise. Not a private release.\n");
  fmt::print(stderr, "drawn in floating point with std::mt19937_64: for experiments, not for adversaries.\n");
  return Exit::done;
}

}  // namespace

void register_release(CLI::App& app, Common& common, Action& action) {
  CLI::App* command = app.add_subcommand("release", "Run a mechanism on data, with its privacy statement");
  auto options = std::make_shared<ReleaseOptions>();
  command
      ->add_option("MECHANISM", options->mechanism,
                   "beta_bernoulli, gaussian, laplace, randomized_response, kary_randomized_response")
      ->required();
  command->add_option("key=value", options->parameters, "Parameters; decimals are exact");
  command->add_option("--data", options->data, "CSV file with one record a line")->required();
  command->add_option("--column", options->column, "Which column, by its name in the first line");
  add_common_options(*command, common);
  command->footer(
      "Prints what is released on stdout and the privacy statement on stderr (with --json both on stdout). Fresh "
      "randomness unless --seed is given.\n"
      "  beta_bernoulli            a, b (prior), r or m; records 0 or 1; one draw from the posterior\n"
      "  gaussian, laplace         sigma or b; lower, upper (clipping); query=sum or mean\n"
      "  randomized_response       p_truth; records 0 or 1; one answer for each record\n"
      "  kary_randomized_response  noise, k; records 0..k-1\n"
      "Examples:\n"
      "  dpcert release beta_bernoulli --data flips.csv a=2 b=2 r=1/2\n"
      "  dpcert release gaussian --data ages.csv --column age sigma=40 lower=0 upper=100 query=mean");
  command->callback([&common, &action, options, command] {
    options->seed_given = command->get_option("--seed")->count() > 0;
    action = [&common, options] { return run(common, *options); };
  });
}

}  // namespace dpcert::cli
