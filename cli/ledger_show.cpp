// dpcert ledger show FILE: the budget of a ledger of releases, what was spent, what remains.
#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "cli/command.hpp"
#include "cli/ledger.hpp"
#include "cli/release_ledger.hpp"
#include "dpcert/core/decimal.hpp"
#include "nlohmann/json.hpp"

namespace dpcert::cli {

namespace {

Exit show_ledger(const Common& common, const std::string& file) {
  Ledger ledger(file, Ledger::Access::show);
  const std::vector<LedgerRow> rows = ledger.rows();
  const auto spent = composed_epsilon(rows, ledger.budget().delta);
  const std::string epsilon = decimal_text(ledger.budget().epsilon), delta = decimal_text(ledger.budget().delta),
                    used = rounded_up(spent), left = remaining(ledger.budget(), spent);
  if (common.json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const LedgerRow& row : rows)
      list.push_back(
          {{"id", row.id}, {"made", row.made}, {"mechanism", row.mechanism}, {"parameters", row.parameters}});
    const nlohmann::ordered_json json{{"ledger", file},
                                      {"budget", {{"epsilon", epsilon}, {"delta", delta}}},
                                      {"neighbours", ledger_neighbours},
                                      {"spent_epsilon_at_most", used},
                                      {"remaining_epsilon_at_least", left},
                                      {"releases", list}};
    fmt::print("{}\n", json.dump(2));
    return Exit::done;
  }
  for (const LedgerRow& row : rows) fmt::print("{:>4}  {}  {}  {}\n", row.id, row.made, row.mechanism, row.parameters);
  fmt::print("releases   {}\nbudget     ({}, {})-DP, for {}\nspent      epsilon at most {} at delta {}\n", rows.size(),
             epsilon, delta, ledger_neighbours, used, delta);
  fmt::print("remaining  epsilon {}\n", left);
  return Exit::done;
}

}  // namespace

void register_ledger(CLI::App& app, Common& common, Action& action) {
  CLI::App* command = app.add_subcommand("ledger", "The privacy budget of a data set, and what releases spent of it");
  command->require_subcommand(1);
  CLI::App* shown = command->add_subcommand("show", "Print the releases of a ledger, what they cost, what remains");
  auto file = std::make_shared<std::string>();
  shown->add_option("FILE", *file, "The ledger: what release --ledger was given")->required();
  add_common_options(*shown, common, {"--seed", "--threads", "--precision", "--out"});
  shown->footer(
      "The epsilon spent is an upper bound for all releases together, by composition of their Renyi divergences\n"
      "(docs/ledger.md). Example:\n  dpcert ledger show ages.ledger");
  shown->callback([&common, &action, file] { action = [&common, file] { return show_ledger(common, *file); }; });
}

}  // namespace dpcert::cli
