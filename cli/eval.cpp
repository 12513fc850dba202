// dpcert eval QUANTITY key=value ...: one quantity with certified digits, beside plain double's error.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <map>
#include <memory>

#include "cli/command.hpp"
#include "cli/eval_dirichlet.hpp"
#include "cli/interrupt.hpp"
#include "cli/text.hpp"
#include "cli/words.hpp"
#include "dpcert/core/error.hpp"
#include "dpcert/privacy/composition.hpp"
#include "dpcert/privacy/neighbours.hpp"
#include "dpcert/privacy/quantity.hpp"
#include "dpcert/solve/effort.hpp"
#include "nlohmann/json.hpp"

namespace dpcert::cli {

namespace {

using nlohmann::ordered_json;

struct EvalOptions {
  std::string quantity;
  std::vector<std::string> parameters;
  int digits = 15;
  double timeout = 0;
};

ordered_json number(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

std::string ulps(double error) { return std::isnan(error) ? "error not known" : fmt::format("{:.3g} ulps off", error); }

/// Printed ends stop at 10^-1000000000 and 10^1000000000: a value beyond has no certified digit to show.
void require_shown(Certified& certified) {
  if (!certified.is_finite() || certified.enclosure.contains_zero()) return;
  for (const std::string& end : {certified.enclosure.lower(1), certified.enclosure.upper(1)}) {
    const bool tiny = end == "0";
    if (!tiny && end != "inf" && end != "-inf") continue;
    certified.state = Certified::State::undecided;
    certified.reason = tiny ? "its magnitude is below 1e-1000000000" : "its magnitude is above 1e1000000000";
  }
}

/// Digits to compute with: those asked for, or as many as --precision has bits.
int working_digits(const Common& common, const EvalOptions& options) {
  const Precision most = bits_for_digits(certified_digits_cap);
  if (common.precision > most)
    throw BadInput(fmt::format("eval: --precision: expected at most {} bits, given {}", most, common.precision));
  return std::max(options.digits, digits_for_bits(common.precision));
}

/// One digit more than asked for, because ends are rounded outward.
std::pair<std::string, std::string> ends(const Certified& certified, int digits) {
  if (certified.is_infinite()) return {"inf", "inf"};
  return {certified.enclosure.lower(digits + 1), certified.enclosure.upper(digits + 1)};
}
void print_value(const std::string& quantity, const Certified& certified, int digits) {
  const auto [low, high] = ends(certified, digits);
  if (certified.is_infinite()) {
    fmt::print("{} = +infinity, exactly\n", quantity);
  } else if (!certified.enclosure.is_finite()) {
    fmt::print("{} is not enclosed\n", quantity);
  } else if (low == high) {
    fmt::print("{} = {}, exactly\n", quantity, low);
  } else {
    fmt::print("{} in [{}, {}]\n", quantity, low, high);
  }
  if (certified.state == Certified::State::undecided) fmt::print("undecided: {}\n", certified.reason);
}

/// Unlike mechanisms together: no textbook formula in double stands beside it.
Exit composition(const Common& common, const EvalOptions& options, const std::map<std::string, std::string>& words) {
  ComposedValue value = evaluate_composition(options.quantity, words, working_digits(common, options));
  require_shown(value.certified);
  const bool decided = value.certified.state != Certified::State::undecided;
  std::vector<std::string> orders;
  for (const Order<Rational>& order : value.active_orders)
    orders.push_back(order.is_infinite() ? "inf" : order.value().str());
  if (common.json) {
    const auto [low, high] = ends(value.certified, options.digits);
    ordered_json json{
        {"quantity", options.quantity}, {"parameters", words},      {"neighbours", neighbours_of("composition")},
        {"enclosure", {low, high}},     {"digits", options.digits}, {"double", nullptr},
        {"double_error_ulps", nullptr}, {"active_orders", orders},  {"state", to_string(value.certified.state)}};
    if (!decided) json["reason"] = value.certified.reason;
    fmt::print("{}\n", json.dump(2));
  } else {
    print_value(options.quantity, value.certified, options.digits);
    if (!orders.empty()) fmt::print("active orders  {}\n", fmt::join(orders, ", "));
    fmt::print("neighbours     {}\n", neighbours_of("composition"));
  }
  return decided ? Exit::done : Exit::undecided;
}

Exit eval(const Common& common, const EvalOptions& options) {
  const std::map<std::string, std::string> parameters = Words("eval", options.parameters).all();
  Effort effort{0, &interruption()};
  if (options.timeout > 0)
    effort.deadline =
        std::chrono::steady_clock::now() +
        std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(options.timeout));
  const EffortLimit limit(effort);
  const auto mechanism = parameters.find("mechanism");
  if (mechanism != parameters.end() && mechanism->second == "composition")
    return composition(common, options, parameters);
  if (mechanism != parameters.end() && is_dirichlet_mechanism(mechanism->second))
    return eval_dirichlet(common, options.quantity, options.parameters, options.digits,
                          working_digits(common, options));
  Evaluation value = evaluate(options.quantity, parameters, working_digits(common, options));
  Certified& certified = value.certified;
  require_shown(certified);
  const std::string_view relation =
      mechanism == parameters.end() ? std::string_view() : neighbours_of(mechanism->second);
  const auto [low, high] = ends(certified, options.digits);
  const bool decided = certified.state != Certified::State::undecided;
  const auto error = [&](double x) { return decided ? error_in_ulps(x, certified) : NAN; };
  const double plain_error = error(value.plain), stable_error = error(value.stable);
  if (common.json) {
    ordered_json json;
    json["quantity"] = options.quantity;
    json["parameters"] = parameters;
    if (!relation.empty()) json["neighbours"] = relation;
    json["enclosure"] = {low, high};
    json["digits"] = options.digits;
    json["double"] = number(value.plain);
    json["double_error_ulps"] = std::isnan(plain_error) ? ordered_json(nullptr) : number(plain_error);
    json["stable_double"] = number(value.stable);
    json["stable_double_error_ulps"] = std::isnan(stable_error) ? ordered_json(nullptr) : number(stable_error);
    json["precision"] = certified.precision;
    json["state"] = to_string(certified.state);
    if (!decided) json["reason"] = certified.reason;
    fmt::print("{}\n", json.dump(2));
  } else {
    print_value(options.quantity, certified, options.digits);
    if (!std::isnan(value.plain)) fmt::print("plain double   {:<24.17g} {}\n", value.plain, ulps(plain_error));
    if (!std::isnan(value.stable)) fmt::print("dpcert double  {:<24.17g} {}\n", value.stable, ulps(stable_error));
    if (!relation.empty()) fmt::print("neighbours     {}\n", relation);
  }
  return decided ? Exit::done : Exit::undecided;
}

}  // namespace

void register_eval(CLI::App& app, Common& common, Action& action) {
  CLI::App* command = app.add_subcommand("eval", "One quantity with certified digits, beside plain double's error");
  auto options = std::make_shared<EvalOptions>();
  command
      ->add_option("QUANTITY", options->quantity,
                   "rdp, delta, epsilon, sigma, zcdp, renyi, kl, ...: all are listed below")
      ->required();
  command->add_option("key=value", options->parameters,
                      "mechanism=..., its parameters, and at=... where the quantity needs it; decimals are exact");
  command->add_option("--digits", options->digits, "Certified significant digits")
      ->check(whole_number(1, certified_digits_cap))
      ->capture_default_str();
  command->add_option("--timeout", options->timeout, "Seconds after which the value is undecided; 0: no limit")
      ->check(nonnegative_number(1e6))
      ->capture_default_str();
  add_common_options(*command, common, {"--seed", "--threads", "--out"});
  std::string offered = "Mechanisms and their quantities (keys and domains: docs/privacy-quantities.md):\n";
  std::map<std::string, std::string> by_mechanism;
  for (const auto& [quantity, mechanism] : offered_quantities()) {
    if (is_dirichlet_mechanism(mechanism)) continue;  // one line for all of them, below
    std::string& line = by_mechanism[mechanism];
    line += (line.empty() ? "" : ", ") + quantity;
  }
  by_mechanism["composition"] =
      "delta_C, epsilon_C for C = mironov, cks, best_single_order, optimal: unlike mechanisms, their divergences added "
      "order by order; optimal is the least bound that the sums at the given orders imply together";
  by_mechanism["lszhang, lsdim, lshist, ehd, ehdl, ehds"] =
      "privacy_loss, delta, rdp, global_sensitivity of Dirichlet mechanisms: the largest value over all neighbours, and "
      "where; prior=, n=, eps=, gamma= (ehds), neighbours=replace or counts (docs/dirichlet-mechanisms.md); at data of "
      "the counts=: accuracy (the probability of a distance below at=), local_sensitivity, smooth_sensitivity; crossover: "
      "from which n on it is more accurate than the mechanism against=, of data of the shares=, at every n up to n=";
  for (const auto& [mechanism, quantities] : by_mechanism)
    offered += fmt::format("  {}\n{}", mechanism, wrap(quantities, 6));
  std::vector<std::string_view> names = offered_parameters();
  names.insert(names.begin(), "at");
  names.insert(names.end(), {"parts", "times", "neighbours", "counts", "against", "shares"});
  offered += "Parameters:\n" + parameter_help(names) + "docs/parameters.md lists those of all commands.\n";
  command->footer(offered +
                  "T equal releases of a Gaussian mechanism: T=...; least sufficient noise: sigma with epsilon=...\n"
                  "Examples:\n"
                  "  dpcert eval sigma mechanism=gaussian epsilon=1 T=100 at=1e-6\n"
                  "  dpcert eval epsilon_optimal mechanism=renyi_dp order=8 eps=1/4 at=1e-6\n"
                  "  dpcert eval delta_optimal mechanism=rdp_curve orders=1.5,3,20,inf eps=0.05,0.08,0.5,inf at=0.5\n"
                  "  dpcert eval epsilon_cks mechanism=composition parts='gaussian sigma=9 T=20; laplace b=10 times=3' "
                  "orders=2,4,8,16,32 at=1e-6\n"
                  "  dpcert eval renyi mechanism=beta_pair a1=2 b1=1 a2=1 b2=2 at=15\n"
                  "  dpcert eval rdp mechanism=poisson_subsampled_gaussian q=0.01 sigma=1.1 at=8.5\n"
                  "  dpcert eval epsilon mechanism=gaussian sigma=2 T=100 at=1e-5\n"
                  "  dpcert eval kl mechanism=dirichlet_pair alpha1=1,2,3 alpha2=2,2,2 --digits 50\n"
                  "  dpcert eval privacy_loss mechanism=ehds prior=1,1 n=20 eps=1 gamma=1\n"
                  "  dpcert eval delta mechanism=beta_pair a1=3 b1=7 a2=4 b2=6 at=1/2");
  command->callback([&common, &action, options] { action = [&common, options] { return eval(common, *options); }; });
}

}  // namespace dpcert::cli
