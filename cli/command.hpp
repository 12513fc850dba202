// What the subcommands share: the common options, how a subcommand is registered, and how bad input is reported.
// Only this folder prints.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/exit_status.hpp"

namespace dpcert::cli {

struct Common {
  bool json = false;
  bool quiet = false;
  std::uint64_t seed = 1;
  unsigned threads = 0;  ///< 0: all the machine has
  int precision = 0;     ///< 0: chosen by the engine
  std::string out = "out";
  std::vector<CLI::Option*> without_effect = {};  ///< on the subcommand that they were added to
};

/// Bad usage or bad input: its message is one clear line, and the program ends with status 2.
struct BadInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The subcommand that was chosen; main runs it after parsing.
using Action = std::function<Exit()>;

/// `--fresh --timeout --max-boxes --save-every`, the same for all that proves.
struct Budget {
  bool fresh = false;
  double timeout = 0;         ///< seconds for each statement
  std::size_t max_boxes = 0;  ///< for each numeric proof attempt
  double save_every = 0;      ///< seconds between saved states of a long search
};
void add_budget_options(CLI::App& command, Budget& budget);

/// Adds `--json --quiet --seed --threads --precision --out` to a subcommand. Scripts may give them to all; those named
/// in `without_effect` change nothing here, which the help says, and stderr if one is given.
void add_common_options(CLI::App& command, Common& common, const std::vector<std::string>& without_effect = {});

// What an option's number must be; each refusal says so, and what was given.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most = UINT64_MAX);
CLI::Validator positive_number();
/// For names: an empty one is a mistake (an unset variable of a script, say), not "all".
CLI::Validator not_empty();
CLI::Validator nonnegative_number(double most = std::numeric_limits<double>::max());

// One file each. A registration adds the subcommand to `app` and, when it is chosen, sets `action`.
void register_audit(CLI::App& app, Common& common, Action& action);
void register_audit_samples(CLI::App& app, Common& common, Action& action);
void register_calibrate(CLI::App& app, Common& common, Action& action);
void register_claims(CLI::App& app, Common& common, Action& action);
void register_certify(CLI::App& app, Common& common, Action& action);
void register_certify_deployment(CLI::App& app, Common& common, Action& action);
void register_check(CLI::App& app, Common& common, Action& action);
void register_eval(CLI::App& app, Common& common, Action& action);
void register_figures(CLI::App& app, Common& common, Action& action);
void register_ledger(CLI::App& app, Common& common, Action& action);
void register_properties(CLI::App& app, Common& common, Action& action);
void register_prove(CLI::App& app, Common& common, Action& action);
void register_release(CLI::App& app, Common& common, Action& action);
void register_witness(CLI::App& app, Common& common, Action& action);

}  // namespace dpcert::cli
