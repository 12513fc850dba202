#include "cli/properties_statements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/iostreams/stream.hpp>
#include <boost/iostreams/tee.hpp>
#include <filesystem>
#include <fstream>
#include <pugixml.hpp>
#include <set>
#include <sstream>
#include <thread>

#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "cli/text.hpp"
#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/catalogue/engine.hpp"
#include "dpcert/catalogue/settle.hpp"
#include "dpcert/core/error.hpp"
#include "dpcert/properties/statement.hpp"
#include "dpcert/reports/report.hpp"
#include "nlohmann/json.hpp"
#include "reports/properties.hpp"
#include "verify/catalogue/companion.hpp"
#include "verify/catalogue/files.hpp"

namespace dpcert::cli {

namespace {

using nlohmann::ordered_json;
using properties::CheckResult;
namespace fs = std::filesystem;

constexpr std::uintmax_t largest_statement = 1 << 20;  // bytes; the reader of the language has the same limit

struct Tested {
  std::string file, name;
  verify::Statement statement;
  catalogue::Hints hints;
  properties::StatementOptions how;
  CheckResult result;
  std::string proof;                            // what the prover said, if it was asked
  std::vector<catalogue::Estimates> simulated;  // of a statement that speaks of laws
};

constexpr std::uint64_t simulations = 5;  // each at another point

// The key of the store and of replay strings: the file's name, of characters that both can have.
std::string key_of(const std::string& file) {
  std::string key = fs::path(file).stem().string();
  for (char& c : key)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '-') c = '-';
  return key;
}

void refuse_untriable(const Tested& t) {
  try {
    static_cast<void>(properties::statement_property(t.statement, t.how));
  } catch (const Error& e) {
    throw BadInput(fmt::format("{}: {}", t.file, e.what()));
  }
}

std::vector<Tested> read(const std::vector<std::string>& files) {
  std::vector<Tested> all;
  std::set<std::string> names;
  for (const auto& file : files) {
    try {
      const std::string text = catalogue::read_file(file, largest_statement);
      Tested t{file, key_of(file), verify::parse_typed_statement(text), {}, {}, {}, {}, {}};
      t.hints = catalogue::read_hints(catalogue::read_formal(file, text));
      t.how.functions = t.hints.interpretations;
      if (!names.insert(t.name).second)
        throw BadInput(
            fmt::format("{}: a second file of the name '{}', which is the key of its failures", file, t.name));
      refuse_untriable(t);
      all.push_back(std::move(t));
    } catch (const verify::SyntaxError& e) {
      throw BadInput(e.pretty(file));
    }
  }
  return all;
}

// "x in [0, 1/2], y in [1, 2]": the box at which a proof stood.
std::optional<std::map<std::string, std::pair<Rational, Rational>>> box_of(const std::string& text) {
  std::map<std::string, std::pair<Rational, Rational>> box;
  for (std::size_t at = 0; at < text.size();) {
    const auto in = text.find(" in ", at), comma = text.find(", ", in), end = text.find_first_of("])", comma);
    if (in == std::string::npos || comma == std::string::npos || end == std::string::npos) return {};
    const auto lo = Rational::parse(text.substr(in + 5, comma - in - 5));
    const auto hi = Rational::parse(text.substr(comma + 2, end - comma - 2));
    if (lo && hi && *lo <= *hi) box.emplace(text.substr(at, in - at), std::pair(*lo, *hi));
    at = end + 1;
    while (at < text.size() && (text[at] == ',' || text[at] == ' ')) ++at;
  }
  return box.empty() ? std::nullopt : std::optional(std::move(box));
}

catalogue::Options proving(const Common& common, const StatementTests& options) {
  catalogue::Options how;
  how.seed = common.seed;
  how.threads = common.threads ? common.threads : std::max(1U, std::thread::hardware_concurrency());
  how.time_limit = std::chrono::duration<double>(options.timeout);
  how.max_boxes = 2'000'000;
  how.stop = &interruption();
  return how;
}

// The prover goes first, and the boxes that it left undecided are where half of the points are drawn.
void ask_prover(Tested& t, const Common& common, const StatementTests& options) {
  const catalogue::Finding found = settle({"", t.name, t.statement, t.hints}, proving(common, options));
  t.proof = std::string(name(found.verdict));
  if (!found.reason.empty()) t.proof += ": " + found.reason;
  std::vector<std::string> left = found.evidence.undecided;
  left.insert(left.begin(), found.evidence.hardest);
  for (const std::string& text : left)
    if (const auto box = box_of(text); box && std::ranges::find(t.how.boxes, *box) == t.how.boxes.end())
      t.how.boxes.push_back(*box);
  if (t.how.boxes.size() > 1) t.proof += fmt::format("; points are drawn in {} boxes that it left", t.how.boxes.size());
}

// What a statement says of laws has no value at a point: simulated releases are what it is tested with. What they
// contradict is a failure like others.
void simulate(Tested& t, std::uint64_t seed) {
  if (t.statement.dim || t.statement.instance().law_terms.empty()) return;
  for (std::uint64_t k = 0; k < simulations && t.result.passed; ++k) {
    const auto found =
        catalogue::companion_of({"", t.name, t.statement, t.hints}, 20, seed * simulations + k).estimates;
    if (!found) return;
    t.simulated.push_back(*found);
    const std::string wrong = catalogue::contradiction(*found);
    if (wrong.empty()) continue;
    t.result.passed = false, t.result.phase = "simulated";
    for (const auto& [name, value] : found->at) t.result.failure += fmt::format("{} = {}\n", name, value);
    t.result.failure += wrong;
  }
}

// Does it speak of laws, and was nothing that it says of them compared with simulated releases?
bool nothing_decided(const Tested& t) {
  return t.result.passed && !t.simulated.empty() &&
         std::ranges::all_of(t.simulated, [](const catalogue::Estimates& e) { return e.compared.empty(); });
}

// The point of a failure, as the kernel refutes with it.
std::map<std::string, Rational> point_of(const std::string& failure) {
  std::map<std::string, Rational> point;
  for (std::size_t at = 0, end = 0; (end = failure.find('\n', at)) != std::string::npos; at = end + 1) {
    const std::string line = failure.substr(at, end - at);
    const auto equals = line.find(" = ");
    if (equals == std::string::npos) continue;
    if (const auto value = Rational::parse(line.substr(equals + 3))) point.emplace(line.substr(0, equals), *value);
  }
  return point;
}

std::string confirmed(const Tested& t, const Common& common, const StatementTests& options) {
  catalogue::Question question{"", t.name, t.statement, t.hints};
  question.hints.proofs.clear();
  question.hints.points.insert(question.hints.points.begin(), point_of(t.result.failure));
  const catalogue::Finding found = settle(question, proving(common, options));
  return found.verdict == catalogue::Verdict::refuted && found.checked
             ? "the checker accepts a refutation"
             : fmt::format("not confirmed by the checker: {}", name(found.verdict));
}

void print(const Tested& t, const std::string& confirmation) {
  const CheckResult& r = t.result;
  fmt::print("{}: {} after {} random and {} directed cases\n", t.file,
             !r.passed            ? "failed"
             : nothing_decided(t) ? "not decided"
                                  : "held",
             r.random, r.directed);
  if (!t.proof.empty()) fmt::print("  prover: {}\n", t.proof);
  if (r.stored) fmt::print("  {} stored failure{} tried\n", r.stored, r.stored == 1 ? "" : "s");
  for (const auto& [reason, count] : r.rejected) fmt::print("  {} rejected: {}\n", count, reason);
  std::string labels;
  for (const auto& [label, count] : r.labels)
    labels += fmt::format("{}{} {}", labels.empty() ? "" : ", ", count, label);
  if (!labels.empty()) fmt::print("  {}\n", labels);
  for (const catalogue::Estimates& e : t.simulated) fmt::print("  simulated: {}\n", reports::estimates_sentence(e));
  if (r.best) fmt::print("  least slack seen: {:.3g} of the size of its terms; replay '{}'\n", -*r.best, r.best_replay);
  if (r.passed) return;
  fmt::print("{}", indented(r.failure + "\n", 2));
  if (!confirmation.empty()) fmt::print("  {}\n", confirmation);
  if (!r.replay.empty()) fmt::print("  replay: dpcert properties {} --replay '{}'\n", t.file, r.replay);
}

ordered_json to_json(const Tested& t, const std::string& confirmation) {
  const CheckResult& r = t.result;
  ordered_json json{{"file", t.file},     {"passed", r.passed},   {"random", r.random},     {"directed", r.directed},
                    {"stored", r.stored}, {"shrinks", r.shrinks}, {"rejected", r.rejected}, {"labels", r.labels}};
  if (!t.proof.empty()) json["prover"] = t.proof;
  for (const catalogue::Estimates& e : t.simulated) json["simulated"].push_back(reports::estimates_sentence(e));
  if (r.best) json["least_slack"] = {{"slack", -*r.best}, {"replay", r.best_replay}};
  if (!r.passed) {
    json["failure"] = r.failure;
    json["phase"] = r.phase;
    if (!r.replay.empty()) json["replay"] = r.replay;
    if (!confirmation.empty()) json["confirmation"] = confirmation;
  }
  return json;
}

void write_junit(const std::string& path, const std::vector<Tested>& all) {
  pugi::xml_document document;
  pugi::xml_node suite = document.append_child("testsuite");
  suite.append_attribute("name") = "dpcert properties";
  suite.append_attribute("tests") = all.size();
  suite.append_attribute("failures") =
      std::count_if(all.begin(), all.end(), [](const Tested& t) { return !t.result.passed; });
  for (const Tested& t : all) {
    pugi::xml_node one = suite.append_child("testcase");
    one.append_attribute("name") = t.name.c_str();
    one.append_attribute("classname") = "statements";
    one.append_attribute("file") = t.file.c_str();
    if (t.result.passed) continue;
    pugi::xml_node failure = one.append_child("failure");
    failure.append_attribute("message") = t.result.replay.c_str();
    failure.text() = t.result.failure.c_str();
  }
  if (!document.save_file(path.c_str())) throw BadInput(fmt::format("--junit: cannot write '{}'", path));
}

// A statement as the page shows it; the values come out of the lines of its random cases.
reports::TriedProperty on_page(const Tested& t, const std::string& confirmation, const std::string& observations) {
  const CheckResult& r = t.result;
  reports::TriedProperty page;
  page.name = t.name, page.about = t.file, page.passed = r.passed;
  page.prover = t.proof, page.confirmation = confirmation;
  page.facts = {{"random cases", fmt::format("{}", r.random)}, {"directed cases", fmt::format("{}", r.directed)}};
  if (r.stored) page.facts.emplace_back("stored failures tried", fmt::format("{}", r.stored));
  if (r.shrinks) page.facts.emplace_back("cases tried to shrink", fmt::format("{}", r.shrinks));
  if (r.best)
    page.facts.emplace_back("least slack seen",
                            fmt::format("{:.3g} of the size of its terms at {}", -*r.best, r.best_replay));
  for (const catalogue::Estimates& e : t.simulated)
    page.facts.emplace_back("simulated", reports::estimates_sentence(e));
  page.labels = r.labels, page.rejected = r.rejected;
  page.failure = r.failure, page.replay = r.replay;
  std::istringstream lines(observations);
  for (std::string line; std::getline(lines, line);) {
    const ordered_json one = ordered_json::parse(line);
    for (const auto& [name, text] : one.at("notes").items()) {
      const auto value = text.is_string() ? Rational::parse(text.get<std::string>()) : std::nullopt;
      if (!value) continue;  // a function, or a law
      auto at = std::ranges::find(page.drawn, name, &std::pair<std::string, std::vector<double>>::first);
      if (at == page.drawn.end()) at = page.drawn.insert(at, {name, {}});
      at->second.push_back(value->approx());
    }
  }
  return page;
}

// Written once before the work, so that a path that cannot be is no loss of it.
void need_writable(const std::string& path, const char* option) {
  if (path.empty()) return;
  const std::ofstream out(path, std::ios::app);
  if (!out) throw BadInput(fmt::format("{}: cannot write '{}'", option, path));
}

}  // namespace

Exit test_statements(const Common& common, const StatementTests& options) {
  std::vector<Tested> all = read(options.files);
  for (const auto& [path, option] :
       {std::pair(options.store, "--store"), std::pair(options.observations, "--observations"),
        std::pair(options.junit, "--junit"), std::pair(options.html, "--html")})
    need_writable(path, option);
  std::ofstream observations;
  if (!options.observations.empty()) observations.open(options.observations);
  std::vector<reports::TriedProperty> pages;
  properties::CheckOptions how;
  how.cases = options.cases, how.directed = options.directed, how.seed = common.seed;
  how.shard = options.shard, how.shards = options.shards;
  how.threads = static_cast<int>(common.threads ? common.threads : std::max(1U, std::thread::hardware_concurrency()));
  how.replay = options.replay, how.store = options.store;
  // Each line is in the file as soon as it is written: a run that is killed keeps what it had. The page wants those of
  // one statement, too.
  std::ostringstream seen;
  boost::iostreams::stream<boost::iostreams::tee_device<std::ostream, std::ostream>> both(
      boost::iostreams::tee(static_cast<std::ostream&>(observations), static_cast<std::ostream&>(seen)));
  const bool page = !options.html.empty();
  if (observations.is_open() || page)
    how.observations = !page                     ? static_cast<std::ostream*>(&observations)
                       : !observations.is_open() ? static_cast<std::ostream*>(&seen)
                                                 : &both;
  if (!options.replay.empty()) {
    const std::string name = options.replay.substr(0, options.replay.rfind(':'));
    std::erase_if(all, [&](const Tested& t) { return t.name != name; });
    if (all.empty()) throw BadInput(fmt::format("--replay: that failure is of '{}', and no such file is given", name));
  }
  std::size_t done = 0;
  Exit exit = Exit::done;
  ordered_json json = ordered_json::array();
  {
    ProgressLine line(common.quiet, all.size());
    for (Tested& t : all) {
      if (interruption()) break;
      line.doing(t.file);
      try {
        if (options.prove) ask_prover(t, common, options);
        t.result = check(t.name, properties::statement_property(t.statement, t.how), how);
        if (t.result.passed && options.replay.empty()) simulate(t, common.seed);
      } catch (const Error& e) {
        throw BadInput(e.what());
      }
      const bool found = !t.result.passed && !t.result.phase.empty();
      const std::string confirmation = found && options.replay.empty() ? confirmed(t, common, options) : "";
      if (!t.result.passed) exit = Exit::wrong;
      if (nothing_decided(t)) exit = worse(exit, Exit::undecided);
      both.flush();
      if (page) pages.push_back(on_page(t, confirmation, seen.str()));
      seen.str({});
      ++done;
      line.done("");
      if (common.json)
        json.push_back(to_json(t, confirmation));
      else
        print(t, confirmation);
    }
  }
  const bool interrupted = done < all.size();
  all.resize(done);
  if (!options.junit.empty()) write_junit(options.junit, all);
  if (!options.html.empty())
    catalogue::write_file_atomically(options.html, reports::properties_page(pages, common.seed, DPCERT_VERSION));
  if (common.json)
    fmt::print("{}\n", ordered_json{{"statements", json}, {"seed", common.seed}, {"interrupted", interrupted}}.dump(2));
  return worse(exit, interrupted ? Exit::undecided : Exit::done);
}

}  // namespace dpcert::cli
