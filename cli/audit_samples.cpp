// dpcert audit-samples P.csv Q.csv: what samples of a mechanism on two neighbouring inputs prove about its privacy
// loss.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "cli/command.hpp"
#include "cli/samples_file.hpp"
#include "cli/table.hpp"
#include "cli/text.hpp"
#include "dpcert/core/decimal.hpp"
#include "dpcert/core/error.hpp"
#include "dpcert/empirical/one_run.hpp"
#include "dpcert/empirical/samples.hpp"
#include "nlohmann/json.hpp"

namespace dpcert::cli {

namespace {

using empirical::Direction;
using nlohmann::ordered_json;

struct AuditSamplesOptions {
  std::vector<std::string> files, deltas{"0"}, orders;
  std::string confidence = "0.95", claimed;
  std::vector<std::int64_t> guesses;
  bool curve = false, labels = false, one_run = false;
  std::shared_ptr<Header> header;
};

constexpr int audit_samples_digits = 6;

Rational rational_option(const std::string& name, const std::string& text, const std::string& expected,
                         bool (*good)(const Rational&)) {
  const auto x = Rational::parse(text);
  if (!x || !good(*x)) throw BadInput(fmt::format("audit-samples: {}: expected {}, given '{}'", name, expected, text));
  return *x;
}
Rational confidence_of(const AuditSamplesOptions& options) {
  return rational_option("--confidence", options.confidence, "a number inside (0, 1)",
                         [](const Rational& x) { return x.sign() > 0 && x < Rational(1); });
}
Rational delta_of(const std::string& text) {
  return rational_option("--delta", text, "a number from 0 to below 1",
                         [](const Rational& x) { return x.sign() >= 0 && x < Rational(1); });
}
std::optional<Rational> claim_of(const AuditSamplesOptions& options) {
  if (options.claimed.empty()) return std::nullopt;
  return rational_option("--epsilon", options.claimed, "a number >= 0",
                         [](const Rational& x) { return x.sign() >= 0; });
}

/// More than the claim, for certain.
bool refutes(const Ball& bound, const std::optional<Rational>& claim) {
  return claim && certainly_greater(bound, Ball(*claim, bound.precision()));
}
/// A lower bound, rounded down; a divergence cannot be below 0.
std::string bound_below(const Ball& bound) {
  if (!bound.is_finite()) return "inf";
  return certainly_positive(bound) ? bound.lower(audit_samples_digits) : "0";
}

/// One question with its answers from P against Q and from Q against P.
struct SampledAnswer {
  std::string quantity, at;
  std::string forth, back;
};

struct SampledAnswers {
  std::vector<SampledAnswer> all;
  bool refuted = false;
};

SampledAnswers answers_of(const empirical::Audit& audit, const empirical::AuditOptions& asked,
                          const AuditSamplesOptions& options) {
  SampledAnswers answers;
  const auto claim = claim_of(options);
  for (std::size_t i = 0; i < asked.deltas.size(); ++i) {
    const Delta<Rational> delta(asked.deltas[i]);
    const Ball forth = audit.curve.epsilon(delta, Direction::p_against_q);
    const Ball back = audit.curve.epsilon(delta, Direction::q_against_p);
    answers.refuted = answers.refuted || refutes(forth, claim) || refutes(back, claim);
    answers.all.push_back({"epsilon", options.deltas[i], bound_below(forth), bound_below(back)});
  }
  for (std::size_t i = 0; i < asked.orders.size(); ++i)
    answers.all.push_back({"renyi", options.orders[i],
                           bound_below(audit.curve.renyi(asked.orders[i], Direction::p_against_q)),
                           bound_below(audit.curve.renyi(asked.orders[i], Direction::q_against_p))});
  return answers;
}

/// An upper bound of a type II error, rounded up.
std::string bound_above(const Rational& x) { return x.is_zero() ? "0" : Ball(x, 64).upper(audit_samples_digits); }

ordered_json samples_json(const empirical::Audit& audit, const SampledAnswers& answers,
                          const AuditSamplesOptions& options) {
  ordered_json json{{"files", options.files},
                    {"samples", {audit.samples_p, audit.samples_q}},
                    {"certifying", {audit.certified_p, audit.certified_q}},
                    {"confidence", options.confidence}};
  json["answers"] = ordered_json::array();
  for (const SampledAnswer& a : answers.all)
    json["answers"].push_back(
        {{"quantity", a.quantity}, {"at", a.at}, {"p_against_q", a.forth}, {"q_against_p", a.back}});
  json["events"] = ordered_json::array();
  for (const auto& e : audit.events)
    json["events"].push_back({{"event", e.description},
                              {"count_p", e.count_p},
                              {"count_q", e.count_q},
                              {"p_at_least", e.bound.p.is_zero() ? "0" : Ball(e.bound.p, 64).lower(17)},
                              {"q_at_most", Ball(e.bound.q, 64).upper(17)}});
  if (options.curve) {
    json["trade_off"] = ordered_json::array();
    for (const auto& corner : audit.curve.hull())
      json["trade_off"].push_back(
          {{"type_one", bound_above(corner.q)}, {"type_two", bound_above(Rational(1) - corner.p)}});
  }
  if (!options.claimed.empty()) json["claim"] = {{"epsilon", options.claimed}, {"refuted", answers.refuted}};
  return json;
}

void print_sampled(const empirical::Audit& audit, const SampledAnswers& answers, const AuditSamplesOptions& options) {
  fmt::print("P: {} ({} samples)\nQ: {} ({} samples)\n", options.files[0], audit.samples_p, options.files[1],
             audit.samples_q);
  fmt::print("Lower bounds for these two inputs; with confidence {} all of them hold together.\n\n",
             options.confidence);
  fmt::print("{:<34} {:>14} {:>14}\n", "", "P against Q", "Q against P");
  for (const SampledAnswer& a : answers.all)
    fmt::print("{} {:>14} {:>14}\n",
               pad(a.quantity == "epsilon" ? "epsilon at delta " + a.at : "Renyi divergence of order " + a.at, 34),
               a.forth, a.back);
  if (options.curve) {
    fmt::print("\nTrade-off curve (at most, and between these lines straight)\n{:>14} {:>14}\n", "type I", "type II");
    for (const auto& corner : audit.curve.hull())
      fmt::print("{:>14} {:>14}\n", bound_above(corner.q), bound_above(Rational(1) - corner.p));
  }
  if (!audit.events.empty())
    fmt::print("\n{:>10} {:>10}  event (counts among {} and {} samples that did not choose it)\n", "in P", "in Q",
               audit.certified_p, audit.certified_q);
  for (const auto& e : audit.events) fmt::print("{:>10} {:>10}  {}\n", e.count_p, e.count_q, e.description);
  if (!options.claimed.empty())
    fmt::print("\n{}\n", answers.refuted ? fmt::format("epsilon = {} is refuted with this confidence", options.claimed)
                                         : fmt::format("epsilon = {} is not refuted by these samples (which proves "
                                                       "nothing in its favour)",
                                                       options.claimed));
}

Exit audit_pair(const Common& common, const AuditSamplesOptions& options) {
  if (options.files.size() != 2)
    throw BadInput(fmt::format("audit-samples: expected two files, given {}", options.files.size()));
  if (!options.guesses.empty()) throw BadInput("audit-samples: --guesses: expected with --one-run only");
  empirical::AuditOptions asked;
  asked.confidence = confidence_of(options);
  asked.deltas.clear();
  for (const std::string& text : options.deltas) asked.deltas.push_back(delta_of(text));
  for (const std::string& text : options.orders)
    asked.orders.push_back(
        rational_option("--order", text, "a number > 0", [](const Rational& x) { return x.sign() > 0; }));
  (void)claim_of(options);
  constexpr int along_the_curve = 16;
  asked.curve_events = options.curve || !asked.orders.empty() ? along_the_curve : 0;
  asked.seed = common.seed;
  const SamplesPair samples = read_samples(options.files[0], options.files[1], *options.header, options.labels);
  for (const auto& [file, law] : {std::pair(options.files[0], &samples.p), {options.files[1], &samples.q}}) {
    if (law->size() < empirical::least_samples)
      throw BadInput(
          fmt::format("{}: expected at least {} samples, given {}", file, empirical::least_samples, law->size()));
  }
  const empirical::Audit audit = empirical::audit_samples(samples.p, samples.q, asked, samples.names);
  const SampledAnswers answers = answers_of(audit, asked, options);
  if (common.json) {
    ordered_json json = samples_json(audit, answers, options);
    json["seed"] = common.seed;
    fmt::print("{}\n", json.dump(2, ' ', false, ordered_json::error_handler_t::replace));
  } else {
    print_sampled(audit, answers, options);
  }
  return answers.refuted ? Exit::wrong : Exit::done;
}

Exit audit_canaries(const Common& common, const AuditSamplesOptions& options) {
  if (options.files.size() != 1)
    throw BadInput(fmt::format("audit-samples: --one-run: expected one file, given {}", options.files.size()));
  if (!options.orders.empty() || options.curve || options.labels)
    throw BadInput("audit-samples: --one-run: expected neither --order nor --curve nor --labels");
  if (options.deltas.size() != 1) throw BadInput("audit-samples: --one-run: expected one --delta");
  const Rational confidence = confidence_of(options), delta = delta_of(options.deltas[0]);
  const auto claim = claim_of(options);
  const Table table = read_table(options.files[0], {"score", "included"}, Header::present);
  std::vector<empirical::Canary> canaries;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const double coin = table.columns[1][i];
    if (coin != 0 && coin != 1)
      throw BadInput(fmt::format("{}: included: expected 0 or 1 in row {}", options.files[0], i + 1));
    canaries.push_back({table.columns[0][i], coin == 1});
  }
  const auto m = static_cast<std::int64_t>(canaries.size());
  if (m < 2) throw BadInput(fmt::format("{}: expected at least 2 canaries, given {}", options.files[0], m));
  std::vector<std::int64_t> guesses = options.guesses;
  if (guesses.empty()) {
    for (const std::int64_t parts : {1, 2, 10})
      if (m / parts > 0) guesses.push_back(m / parts);
  }
  for (const std::int64_t r : guesses)
    if (r < 1 || r > m)
      throw BadInput(
          fmt::format("audit-samples: --guesses: expected numbers from 1 to {} (the canaries), given {}", m, r));
  const auto audit =
      empirical::audit_one_run(canaries, guesses, Delta<Rational>(delta), Rational(1) - confidence, common.seed);
  const Ball& best = audit.tried[audit.best].epsilon;
  const bool refuted = refutes(best, claim);
  if (common.json) {
    ordered_json json{
        {"files", options.files}, {"canaries", m}, {"confidence", options.confidence}, {"delta", options.deltas[0]}};
    json["tried"] = ordered_json::array();
    for (const auto& t : audit.tried)
      json["tried"].push_back({{"guesses", t.guesses}, {"correct", t.correct}, {"epsilon", bound_below(t.epsilon)}});
    json["epsilon"] = bound_below(best);
    if (claim) json["claim"] = {{"epsilon", options.claimed}, {"refuted", refuted}};
    fmt::print("{}\n", json.dump(2));
  } else {
    fmt::print("{}: {} canaries in one run\n{:>10} {:>10} {:>14}\n", options.files[0], m, "guesses", "correct",
               "epsilon");
    for (const auto& t : audit.tried)
      fmt::print("{:>10} {:>10} {:>14}\n", t.guesses, t.correct, bound_below(t.epsilon));
    fmt::print("epsilon at delta {} is at least {}, with confidence {}\n", options.deltas[0], bound_below(best),
               options.confidence);
    if (claim)
      fmt::print("epsilon = {} is {}\n", options.claimed, refuted ? "refuted" : "not refuted by these guesses");
  }
  return refuted ? Exit::wrong : Exit::done;
}

}  // namespace

void register_audit_samples(CLI::App& app, Common& common, Action& action) {
  CLI::App* command =
      app.add_subcommand("audit-samples", "Certified lower bounds on a mechanism's privacy loss from samples");
  auto options = std::make_shared<AuditSamplesOptions>();
  command
      ->add_option("FILE", options->files,
                   "CSV of outputs on one input, and on a neighbouring one (docs/audit-samples.md)")
      ->required();
  command->add_option("--delta", options->deltas, "Epsilon at these delta, comma-separated")
      ->delimiter(',')
      ->capture_default_str();
  command->add_option("--order", options->orders, "Renyi divergence of these orders, comma-separated")->delimiter(',');
  command->add_flag("--curve", options->curve, "The whole trade-off curve");
  command->add_option("--confidence", options->confidence, "Of all answers together")->capture_default_str();
  command->add_option("--epsilon", options->claimed, "A claim: status 1 if it is refuted at one of the delta");
  command->add_flag("--labels", options->labels, "Every field is a label, numbers too");
  command->add_flag("--one-run", options->one_run,
                    "One FILE with the columns score and included (0, 1): many canaries, one release");
  command
      ->add_option("--guesses", options->guesses,
                   "With --one-run: numbers of guesses, comma-separated; all, a half, a tenth")
      ->delimiter(',');
  options->header = add_header_options(*command);
  add_common_options(*command, common, {"--threads", "--precision", "--out"});
  command->footer(
      "Rows are independent outputs; half of them look for events, half certify. --seed draws the halves and is to be\n"
      "fixed before the samples are seen.\n"
      "Exit status: 0 done; 1 the claimed epsilon is refuted; 2 bad usage or input.\n"
      "Examples:\n"
      "  dpcert audit-samples with.csv without.csv --delta 0,1e-3 --epsilon 1\n"
      "  dpcert audit-samples with.csv without.csv --order 2,8 --curve --json\n"
      "  dpcert audit-samples --one-run canaries.csv --delta 1e-6 --guesses 100,1000");
  command->callback([&common, &action, options] {
    action = [&common, options] {
      return options->one_run ? audit_canaries(common, *options) : audit_pair(common, *options);
    };
  });
}

}  // namespace dpcert::cli
