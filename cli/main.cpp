// The program `dpcert`: reads the command line, runs one subcommand, turns its result into an exit status.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <exception>

#include "cli/command.hpp"
#include "cli/files.hpp"
#include "src/core/work.hpp"

namespace dpcert::cli {

namespace {

/// Accepts a text of which nothing is left after reading a T that is `good`.
template <class T>
CLI::Validator number_that(const std::string& expected, const std::function<bool(T)>& good) {
  const auto check = [=](const std::string& text) -> std::string {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool read = error == std::errc() && end == text.data() + text.size();
    return read && good(value) ? "" : fmt::format("expected {}, given '{}'", expected, text);
  };
  return CLI::Validator(check, "");
}

}  // namespace

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const std::string expected = most == UINT64_MAX ? fmt::format("a whole number >= {}", least)
                                                  : fmt::format("a whole number from {} to {}", least, most);
  return number_that<std::uint64_t>(expected, [=](std::uint64_t x) { return x >= least && x <= most; });
}
CLI::Validator positive_number() {
  return number_that<double>("a number > 0", [](double x) { return std::isfinite(x) && x > 0; });
}
CLI::Validator nonnegative_number(double most) {
  const bool bounded = most < std::numeric_limits<double>::max();
  return number_that<double>(bounded ? fmt::format("a number from 0 to {}", most) : "a number >= 0",
                             [=](double x) { return std::isfinite(x) && x >= 0 && x <= most; });
}

CLI::Validator not_empty() {
  return CLI::Validator([](const std::string& text) { return text.empty() ? "expected a name, given ''" : ""; }, "");
}

void add_common_options(CLI::App& command, Common& common, const std::vector<std::string>& without_effect) {
  const std::string group = "Common options";
  command.add_flag("--json", common.json, "Print one JSON document instead of text")->group(group);
  command.add_flag("--quiet", common.quiet, "No progress on stderr")->group(group);
  const auto add = [&](const std::string& name, auto& value, const std::string& description) {
    const bool idle = std::ranges::find(without_effect, name) != without_effect.end();
    CLI::Option* option = command.add_option(name, value, idle ? "No effect on this subcommand" : description);
    if (idle) common.without_effect.push_back(option);
    return option->group(group)->capture_default_str();
  };
  add("--seed", common.seed, "Seed of every random choice")->check(whole_number(0));
  add("--threads", common.threads, "Threads; 0 takes all the machine has")->check(whole_number(0, 1024));
  add("--precision", common.precision, "Least working precision in bits; 0 lets the engine choose")
      ->check(whole_number(0, 65536));
  add("--out", common.out, "Folder for what is written");
}

void add_budget_options(CLI::App& command, Budget& budget) {
  command.add_flag("--fresh", budget.fresh, "Use nothing of earlier runs in --out");
  command
      .add_option(
          "--timeout,--time-limit", budget.timeout,
          "Seconds for each statement; a last look for a counterexample, and the check of a proof that was found "
          "just before, may take a tenth more, or 1 s")
      ->check(positive_number())
      ->capture_default_str();
  command.add_option("--max-boxes", budget.max_boxes, "Boxes for each numeric proof attempt")
      ->check(whole_number(1))
      ->capture_default_str();
  command.add_option("--save-every", budget.save_every, "Seconds between saved states of a long search")
      ->check(nonnegative_number())
      ->capture_default_str();
}

namespace {

int run(int argc, char** argv) {
  CLI::App app{
      "dpcert: verified numerics for differential privacy.\n"
      "Says which claims of privacy papers are true, with certificates that an independent checker accepts."};
  app.name("dpcert");
  app.set_version_flag("--version", std::string("dpcert ") + DPCERT_VERSION);
  app.set_help_flag("-h,--help", "Print this help");
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  app.footer(
      "Examples:\n"
      "  dpcert claims list --paper renyi        what the catalogue holds\n"
      "  dpcert claims show renyi.bern.eq12      one claim, printed and formal\n"
      "  dpcert certify 'renyi.bern.*'           prove or refute; writes out/report/index.html\n"
      "  dpcert check out/report/certificates    check every certificate again\n"
      "  dpcert eval kl mechanism=beta_pair a1=2 b1=1 a2=1 b2=2 --digits 30\n"
      "  dpcert calibrate beta_bernoulli algorithm=diffused prior=6,12 n=100 order=10 eps=1\n"
      "  dpcert audit examples/audit-sample.csv  other tools' numbers against certified ones\n"
      "  dpcert audit-samples p.csv q.csv        a mechanism's least privacy loss from samples\n"
      "  dpcert properties --cases 1000          randomised property suites\n"
      "  dpcert prove mine.claim                 prove or refute your own claim\n"
      "  dpcert witness sgld eps=1 eps_prime=10 delta=0.01   explicit numbers for an existence theorem\n"
      "Exit status: 0 done; 1 something is refuted or invalid; 2 bad usage or input; 3 something is undecided.");
  Common common;
  Action action;
  register_audit(app, common, action);
  register_audit_samples(app, common, action);
  register_calibrate(app, common, action);
  register_claims(app, common, action);
  register_certify(app, common, action);
  register_certify_deployment(app, common, action);
  register_check(app, common, action);
  register_eval(app, common, action);
  register_figures(app, common, action);
  register_ledger(app, common, action);
  register_properties(app, common, action);
  register_prove(app, common, action);
  register_release(app, common, action);
  register_witness(app, common, action);

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wanted) {  // --help, --version
    return app.exit(wanted);
  } catch (const CLI::ParseError& problem) {
    const CLI::App* asked = &app;
    std::string path = "dpcert";
    while (!asked->get_subcommands().empty()) {
      asked = asked->get_subcommands().front();
      path += " " + asked->get_name();
    }
    // Of a misspelt subcommand CLI11 says only that one is required.
    const bool unknown = asked == &app && argc > 1 && argv[1][0] != '-' && argv[1][0] != '\0';
    const std::string what = unknown ? fmt::format("unknown subcommand '{}'", argv[1]) : problem.what();
    fmt::print(stderr, "dpcert: {} (see '{} --help')\n", what, path);
    return static_cast<int>(Exit::bad_input);
  }
  for (const CLI::Option* option : common.without_effect)
    if (option->count() > 0) fmt::print(stderr, "dpcert: {}: no effect on this subcommand\n", option->get_name());
  return static_cast<int>(action());
}

}  // namespace
}  // namespace dpcert::cli

int main(int argc, char** argv) {
  try {
    return dpcert::cli::flush_output(dpcert::cli::run(argc, argv));
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "dpcert: %s\n", problem.what());
    return static_cast<int>(dpcert::cli::Exit::bad_input);
  } catch (const dpcert::OutOfWork& end) {  // a formula too long to be written out
    std::fprintf(stderr, "dpcert: %s\n", end.what());
    return static_cast<int>(dpcert::cli::Exit::bad_input);
  }
}
