// dpcert eval QUANTITY key=value ...: one quantity with certified digits, beside plain double's error.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <memory>

#include "cli/command.hpp"
#include "nlohmann/json.hpp"
#include "src/privacy/quantity.hpp"
#include "src/scalar/error.hpp"

namespace dpcert::cli {

namespace {

using nlohmann::ordered_json;

struct EvalOptions {
  std::string quantity;
  std::vector<std::string> parameters;
  int digits = 15;
};

ordered_json number(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

std::string ulps(double error) { return std::isnan(error) ? "no meaning" : fmt::format("{:.3g} ulps off", error); }

Exit eval(const Common& common, const EvalOptions& options) {
  std::map<std::string, std::string> parameters;
  for (const std::string& word : options.parameters) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || equals == 0) throw BadInput("eval: expected key=value, given '" + word + "'");
    if (!parameters.emplace(word.substr(0, equals), word.substr(equals + 1)).second)
      throw BadInput("eval: '" + word.substr(0, equals) + "' is given twice");
  }
  const Evaluation value = evaluate(options.quantity, parameters, options.digits);
  const Certified& certified = value.certified;
  // One digit more than asked for, because ends are rounded outward.
  const int shown = value.digits + 1;
  const std::string low = certified.is_infinite() ? "inf" : certified.enclosure.lower(shown);
  const std::string high = certified.is_infinite() ? "inf" : certified.enclosure.upper(shown);
  const double plain_error = error_in_ulps(value.plain, certified),
               stable_error = error_in_ulps(value.stable, certified);
  const bool decided = certified.state != Certified::State::undecided;
  if (common.json) {
    ordered_json json;
    json["quantity"] = options.quantity;
    json["parameters"] = parameters;
    json["enclosure"] = {low, high};
    json["digits"] = value.digits;
    json["double"] = number(value.plain);
    json["double_error_ulps"] = std::isnan(plain_error) ? ordered_json(nullptr) : number(plain_error);
    json["stable_double"] = number(value.stable);
    json["stable_double_error_ulps"] = std::isnan(stable_error) ? ordered_json(nullptr) : number(stable_error);
    json["precision"] = certified.precision;
    json["state"] = to_string(certified.state);
    if (!decided) json["reason"] = certified.reason;
    fmt::print("{}\n", json.dump(2));
  } else {
    if (certified.is_infinite()) {
      fmt::print("{} = +infinity, exactly\n", options.quantity);
    } else if (low == high) {
      fmt::print("{} = {}, exactly\n", options.quantity, low);
    } else {
      fmt::print("{} in [{}, {}]\n", options.quantity, low, high);
    }
    if (!decided) fmt::print("undecided: {}\n", certified.reason);
    if (!std::isnan(value.plain)) fmt::print("plain double   {:<24.17g} {}\n", value.plain, ulps(plain_error));
    fmt::print("dpcert double  {:<24.17g} {}\n", value.stable, ulps(stable_error));
  }
  return decided ? Exit::done : Exit::undecided;
}

}  // namespace

void register_eval(CLI::App& app, Common& common, Action& action) {
  CLI::App* command = app.add_subcommand("eval", "One quantity with certified digits, beside plain double's error");
  auto options = std::make_shared<EvalOptions>();
  command
      ->add_option("QUANTITY", options->quantity,
                   "rdp, delta, epsilon, sigma, zcdp, renyi, kl, hellinger, tv, ... (docs/privacy-quantities.md)")
      ->required();
  command->add_option("key=value", options->parameters,
                      "mechanism=..., its parameters, and at=... where the quantity needs it; decimals are exact");
  command->add_option("--digits", options->digits, "Certified significant digits")
      ->check(CLI::Range(1, certified_digits_cap))
      ->capture_default_str();
  add_common_options(*command, common);
  command->footer(
      "Examples:\n"
      "  dpcert eval renyi mechanism=beta_pair a1=2 b1=1 a2=1 b2=2 at=15\n"
      "  dpcert eval rdp mechanism=poisson_subsampled_gaussian q=0.01 sigma=1.1 at=8.5\n"
      "  dpcert eval epsilon mechanism=gaussian sigma=2 T=100 at=1e-5\n"
      "  dpcert eval kl mechanism=dirichlet_pair alpha1=1,2,3 alpha2=2,2,2 --digits 50\n"
      "  dpcert eval delta mechanism=beta_pair a1=3 b1=7 a2=4 b2=6 at=1/2");
  command->callback([&common, &action, options] { action = [&common, options] { return eval(common, *options); }; });
}

}  // namespace dpcert::cli
