// dpcert properties [SUITE ...]: randomised property suites of the mathematics; with files, of their statements.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <tuple>
#include <utility>

#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "cli/properties_statements.hpp"
#include "cli/text.hpp"
#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/properties/suite.hpp"
#include "nlohmann/json.hpp"
#include "reports/properties.hpp"
#include "verify/catalogue/files.hpp"

namespace dpcert::cli {

namespace {

using nlohmann::ordered_json;

struct PropertyOptions {
  std::vector<std::string> suites;
  int cases = properties::Options{}.cases;
  std::string replay;
  bool list = false;
  std::string shard;
  StatementTests statements;
};

bool is_file(const std::string& name) { return name.ends_with(".claim") || name.find('/') != std::string::npos; }

// "1/4" is the first of four.
std::pair<int, int> shard_of(const std::string& text) {
  const auto slash = text.find('/');
  const auto number = [&](const std::string& digits) {
    const bool plain =
        !digits.empty() && digits.size() < 6 && digits.find_first_not_of("0123456789") == std::string::npos;
    return plain ? std::stoi(digits) : 0;
  };
  const int part = slash == std::string::npos ? 0 : number(text.substr(0, slash));
  const int parts = slash == std::string::npos ? 0 : number(text.substr(slash + 1));
  if (part < 1 || parts < part) throw BadInput(fmt::format("--shard: expected I/N with 1 <= I <= N, given '{}'", text));
  return {part - 1, parts};
}

// Options of statements that suites do not have.
void need_files(const PropertyOptions& options) {
  const StatementTests& s = options.statements;
  const std::pair<const char*, bool> given[] = {{"--prove", s.prove},
                                                {"--shard", !options.shard.empty()},
                                                {"--store", !s.store.empty()},
                                                {"--observations", !s.observations.empty()},
                                                {"--junit", !s.junit.empty()}};
  for (const auto& [name, is] : given)
    if (is) throw BadInput(fmt::format("{}: expected with files of statements (FILE.claim) only", name));
}

Exit run_statements(const Common& common, const PropertyOptions& options) {
  StatementTests tests = options.statements;
  for (const std::string& name : options.suites) {
    if (!is_file(name)) throw BadInput(fmt::format("expected files alone, or suites alone, given '{}' as well", name));
    tests.files.push_back(name);
  }
  if (!options.shard.empty()) std::tie(tests.shard, tests.shards) = shard_of(options.shard);
  tests.cases = options.cases, tests.replay = options.replay;
  return test_statements(common, tests);
}

Exit list_suites(const Common& common) {
  ordered_json json = ordered_json::array();
  for (const std::string& name : properties::suite_names()) {
    if (common.json) {
      json.push_back({{"name", name}, {"description", properties::suite_description(name)}});
    } else {
      fmt::print("{} {}\n", pad(name, 40), properties::suite_description(name));
    }
  }
  if (common.json) fmt::print("{}\n", ordered_json{{"suites", json}}.dump(2));
  return Exit::done;
}

std::vector<std::string> selected(const PropertyOptions& options) {
  const std::vector<std::string> all = properties::suite_names();
  if (!options.replay.empty()) {
    const std::string suite = properties::suite_of_replay(options.replay);
    if (!options.suites.empty() && options.suites != std::vector{suite})
      throw BadInput("--replay: that failure is of suite '" + suite + "'; name no other");
    return {suite};
  }
  if (options.suites.empty()) return all;
  std::vector<std::string> names;
  for (const std::string& pattern : options.suites) {
    bool found = false;
    for (const std::string& name : all)
      if (catalogue::glob_match(pattern, name)) {
        found = true;
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
      }
    if (!found) throw BadInput("unknown suite '" + pattern + "'; see 'dpcert properties --list'");
  }
  return names;
}

reports::TriedProperty on_page(const properties::SuiteResult& result) {
  reports::TriedProperty page;
  page.name = result.name, page.passed = result.passed;
  page.about = properties::suite_description(result.name);
  page.facts = {{"cases", fmt::format("{}", result.cases)}, {"seconds", fmt::format("{:.3g}", result.seconds)}};
  if (result.seconds > 0)
    page.facts.emplace_back("cases a second", fmt::format("{:.3g}", result.cases / result.seconds));
  page.failure = result.failure, page.replay = result.replay;
  return page;
}

Exit run(const Common& common, const PropertyOptions& options) {
  if (options.list) return list_suites(common);
  if (std::any_of(options.suites.begin(), options.suites.end(), is_file)) return run_statements(common, options);
  need_files(options);
  const std::vector<std::string> names = selected(options);
  const std::string& html = options.statements.html;
  if (!html.empty() && !std::ofstream(html, std::ios::app))
    throw BadInput(fmt::format("--html: cannot write '{}'", html));
  std::vector<reports::TriedProperty> pages;
  const std::atomic<bool>& stop = interruption();
  ordered_json json = ordered_json::array();
  std::size_t passed = 0, failed = 0;
  {
    ProgressLine line(common.quiet, names.size());
    for (const std::string& name : names) {
      if (stop) break;
      line.doing(name);
      properties::Options how;
      how.cases = options.cases;
      how.seed = common.seed;
      how.replay = options.replay;
      how.stop = &stop;
      const properties::SuiteResult result = properties::run_suite(name, how);
      if (result.interrupted) break;
      ++(result.passed ? passed : failed);
      line.done(fmt::format("{} {}", name, result.passed ? "passed" : "failed"));
      if (!html.empty()) pages.push_back(on_page(result));
      if (common.json) {
        ordered_json one{
            {"suite", name}, {"passed", result.passed}, {"cases", result.cases}, {"seconds", result.seconds}};
        if (!result.passed) {
          one["failure"] = result.failure;
          one["replay"] = result.replay;
        }
        json.push_back(std::move(one));
      } else if (!result.passed) {
        fmt::print("{} failed after {} cases\n{}\n  replay: dpcert properties --replay '{}'\n", name, result.cases,
                   indented(result.failure, 2), result.replay);
      }
    }
  }
  const bool interrupted = passed + failed < names.size();
  if (!html.empty())
    catalogue::write_file_atomically(html, reports::properties_page(pages, common.seed, DPCERT_VERSION));
  if (common.json) {
    ordered_json document;
    document["suites"] = std::move(json);
    document["summary"] = {{"passed", passed}, {"failed", failed}, {"interrupted", interrupted}};
    document["seed"] = common.seed;
    fmt::print("{}\n", document.dump(2, ' ', false, ordered_json::error_handler_t::replace));
  } else {
    fmt::print("{} of {} suites passed{}\n", passed, names.size(), interrupted ? " (interrupted)" : "");
  }
  return worse(failed ? Exit::wrong : Exit::done, interrupted ? Exit::undecided : Exit::done);
}

}  // namespace

void register_properties(CLI::App& app, Common& common, Action& action) {
  CLI::App* command = app.add_subcommand(
      "properties", "Randomised property suites, and tests of statements; a failure is shrunk and can be replayed");
  auto options = std::make_shared<PropertyOptions>();
  command->add_option("SUITE", options->suites,
                      "Names or globs of suites, all if none is given; or files of statements, FILE.claim");
  command->add_option("--cases", options->cases, "Random cases for each suite or statement")
      ->check(whole_number(1, 1'000'000'000))
      ->capture_default_str();
  command->add_option("--replay", options->replay, "Run one failure again, from the string that it printed")
      ->check(not_empty());
  command->add_flag("--list", options->list, "Name the suites and what they check");
  StatementTests& statements = options->statements;
  command->add_option("--directed", statements.directed, "Statements: cases made from those of the least slack")
      ->check(whole_number(0, 1'000'000'000))
      ->capture_default_str();
  command->add_flag("--prove", statements.prove,
                    "Statements: the prover goes first, and half of the points are drawn where it stood");
  command->add_option("--timeout", statements.timeout, "Statements: seconds for the prover")
      ->check(positive_number())
      ->capture_default_str();
  command->add_option("--shard", options->shard, "Statements: I/N, part I of N of the same cases")->check(not_empty());
  command->add_option("--store", statements.store, "Statements: a text file of failures, tried first and added to")
      ->check(not_empty());
  command->add_option("--observations", statements.observations, "Statements: a file for a line of JSON for each case")
      ->check(not_empty());
  command->add_option("--junit", statements.junit, "Statements: a file for JUnit XML")->check(not_empty());
  command
      ->add_option("--html", statements.html,
                   "A file for a page: what was tried, of statements how it is distributed, and what was found")
      ->check(not_empty());
  add_common_options(*command, common, {"--precision", "--out"});
  command->footer(
      "Examples:\n"
      "  dpcert properties --cases 1000\n"
      "  dpcert properties 'divergence.*' --seed 7\n"
      "  dpcert properties --list\n"
      "  dpcert properties mine.claim --cases 10000 --prove --store failures.txt");
  command->callback([&common, &action, options] { action = [&common, options] { return run(common, *options); }; });
}

}  // namespace dpcert::cli
