// dpcert certify-deployment CONFIG.toml: a certification report for one deployed mechanism.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <thread>

#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "cli/text.hpp"
#include "cli/words.hpp"
#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/core/error.hpp"
#include "dpcert/deployment/certify.hpp"
#include "dpcert/properties/suite.hpp"
#include "dpcert/reports/deployment.hpp"
#include "verify/deployment/evidence.hpp"
#include "verify/support/digest.hpp"

namespace dpcert::cli {

namespace {

namespace fs = std::filesystem;

/// The digest of the running program, where the system tells which file that is.
std::string program_digest() {
  std::ifstream self("/proc/self/exe", std::ios::binary);
  if (!self) return {};
  std::stringstream bytes;
  bytes << self.rdbuf();
  return verify::sha256_hex(bytes.str());
}

void run_suites(deployment::Report& report, const deployment::Deployed& deployed, const deployment::Config& config,
                ProgressLine& line) {
  if (config.checks.property_cases == 0) return;
  for (const std::string& name : properties::suite_names()) {
    const bool wanted = std::any_of(deployed.suites.begin(), deployed.suites.end(),
                                    [&](const std::string& glob) { return catalogue::glob_match(glob, name); });
    if (!wanted || interruption()) continue;
    line.doing("property suite " + name);
    properties::Options how;
    how.cases = config.checks.property_cases;
    how.seed = config.checks.seed;
    const properties::SuiteResult result = properties::run_suite(name, how);
    report.suites.push_back(
        {name, std::string(properties::suite_description(name)), result.passed, result.cases, result.failure});
  }
  report.suites_run = !report.suites.empty();
  withdraw_if_contradicted(report);
}

void print(const deployment::Report& report, const fs::path& page) {
  fmt::print("{}: {}\n", report.name, report.mechanism);
  for (const auto& t : report.targets) {
    fmt::print("  {:<9} {}  [{}, {}]{}\n", name(t.met), t.target, t.bounds.lower, t.bounds.upper,
               t.certificate ? "  " + t.certificate->file : "");
    fmt::print("{}", wrap(t.why, 12));
    if (const std::string kinds = t.agreeing(); !kinds.empty()) fmt::print("{}", wrap("agree: " + kinds, 12));
    for (const auto& e : t.evidence)
      if (e.says == deployment::Says::contradicts)
        fmt::print("{}", wrap(fmt::format("CONTRADICTS: {}, {}", e.kind, e.what), 12));
  }
  for (const auto& trouble : report.troubles()) fmt::print("{}", wrap("NOT BORNE OUT: " + trouble, 2));
  for (const auto& b : report.basis) fmt::print("  rests on  {} ({})\n", b.id, b.verdict);
  for (const auto& b : report.grounds) fmt::print("  and on    {} ({})\n", b.id, b.verdict);
  if (report.enumeration)
    fmt::print("  pairs     {}\n", report.enumeration->done
                                       ? fmt::format("all {} evaluated, {}", report.enumeration->pairs,
                                                     report.enumeration->agrees ? "none exceeds the worst" : "EXCEEDED")
                                       : report.enumeration->why_not);
  for (const auto& e : report.empirical)
    fmt::print("  sampled   {}, {}: {}, certified at most {}{}\n", e.quantity, e.pair,
               e.lower == "none" ? "nothing seen" : "at least " + e.lower, e.upper,
               e.contradicts ? "  CONTRADICTION" : "");
  std::size_t passed = 0;
  for (const auto& s : report.suites) passed += s.passed;
  if (report.suites_run) fmt::print("  properties {} of {} suites passed\n", passed, report.suites.size());
  fmt::print("{}\n{}\n", reports::verdict_sentence(report), page.string());
}

Exit run(const Common& common, const std::string& file) {
  deployment::Config config = [&] {
    try {
      return deployment::read_config(file, read_input(file, "a TOML file"));
    } catch (const deployment::ConfigError& e) {
      throw BadInput(e.what());
    }
  }();
  const deployment::Deployed deployed = [&] {
    try {
      return deployment::deployed_mechanism(config);
    } catch (const deployment::ConfigError& e) {
      throw BadInput(e.what());
    }
  }();
  const fs::path folder(common.out);
  make_folder(common.out);
  ProgressLine line(common.quiet, 1);
  deployment::Options how;
  how.folder = folder;
  how.threads = common.threads ? common.threads : std::max(1U, std::thread::hardware_concurrency());
  how.stop = &interruption();
  how.progress = [&](const std::string& stage) { line.doing(stage); };
  deployment::Report report = certify(config, deployed, how);
  run_suites(report, deployed, config, line);
  line.finish();
  report.interrupted = report.interrupted || interruption();
  report.version = DPCERT_VERSION;
  report.program_sha256 = program_digest();
  report.command = "dpcert certify-deployment " + file;
  reports::write_deployment(report, folder);
  if (common.json) {
    fmt::print("{}\n", reports::to_json(report).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  } else {
    print(report, folder / "index.html");
  }
  if (report.contradiction()) return Exit::wrong;
  if (report.interrupted) return Exit::undecided;
  return report.met() == deployment::Met::met       ? Exit::done
         : report.met() == deployment::Met::not_met ? Exit::wrong
                                                    : Exit::undecided;
}

}  // namespace

void register_certify_deployment(CLI::App& app, Common& common, Action& action) {
  CLI::App* command = app.add_subcommand("certify-deployment", "A certification report for one deployed mechanism");
  auto file = std::make_shared<std::string>();
  command->add_option("CONFIG", *file, "The deployment (TOML; docs/deployment.md)")->required();
  add_common_options(*command, common, {"--seed", "--precision"});
  command->footer(
      "Writes OUT/index.html, deployment.json, deployment.md, config.toml and certificates/; \n"
      "`dpcert check OUT/certificates` checks the certificates again.\n"
      "A target is met if the evaluation says so, something of a second kind agrees (a certificate, all pairs, a\n"
      "quadrature, the sampler), and nothing contradicts.\n"
      "Exit status: 0 every target is met; 1 one is not, or a check contradicts; 2 the configuration is wrong;\n"
      "3 undecided.\n"
      "Keys of [mechanism] (docs/deployment.md says which type takes which; docs/parameters.md lists all):\n" +
      parameter_help({"algorithm", "prior", "public", "n", "r", "m", "variance", "prior_count", "clip", "sigma", "b",
                      "sensitivity", "T", "q", "p_truth", "noise", "k", "eps", "gamma"}) +
      "Example:\n"
      "  dpcert certify-deployment examples/deployments/coin.toml --out coin-report");
  command->callback([&common, &action, file] { action = [&common, file] { return run(common, *file); }; });
}

}  // namespace dpcert::cli
