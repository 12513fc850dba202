// dpcert prove FILE.claim ...: users' own claims.
#include <fmt/format.h>

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "verify/catalogue/files.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::cli {

namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

struct ProveOptions {
  std::vector<std::string> files;
  double timeout = 60;
  std::size_t max_boxes = 2'000'000;
};

std::string_view word(verify::Outcome o) {
  switch (o) {
    case verify::Outcome::proved:
      return "proved";
    case verify::Outcome::proved_on:
      return "proved-on";
    case verify::Outcome::refuted:
      return "refuted";
    case verify::Outcome::supported:
      return "supported";
    case verify::Outcome::open:
      return "open";
  }
  return "open";
}

Exit exit_of(verify::Outcome o) {
  return o == verify::Outcome::proved ? Exit::done : o == verify::Outcome::refuted ? Exit::wrong : Exit::undecided;
}

std::string read_file(const std::string& name) {
  if (fs::is_directory(name)) throw BadInput(name + ": a folder; expected a .claim file");
  std::ifstream file(name, std::ios::binary);
  if (!file) throw BadInput(name + ": cannot be read");
  std::stringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

struct Job {
  std::string file;
  verify::Statement statement;
};

ordered_json point_json(const std::map<std::string, Rational>& point) {
  ordered_json json = ordered_json::object();
  for (const auto& [name, q] : point) json[name] = q.str();
  return json;
}

// "d=3" or "x in [1/2, 3)" of the checker as {"x": [lo, hi, brackets]}.
ordered_json domain_json(const std::vector<std::string>& parts) {
  ordered_json json = ordered_json::object();
  for (const auto& p : parts) {
    const auto in = p.find(" in ");
    const auto comma = p.find(", ");
    if (in != std::string::npos && comma != std::string::npos) {
      json[p.substr(0, in)] = {p.substr(in + 5, comma - in - 5), p.substr(comma + 2, p.size() - comma - 3),
                               std::string{p[in + 4], p.back()}};
    } else if (const auto eq = p.find('='); eq != std::string::npos) {
      auto& entry = json[p.substr(0, eq)];
      const std::string value = p.substr(eq + 1);
      if (entry.is_null())
        entry = {value, value, "[]"};
      else
        entry[1] = value;
    }
  }
  return json;
}

ordered_json to_json(const Job& job, const verify::Decision& d, double seconds, const std::string& certificate) {
  ordered_json json;
  json["file"] = job.file;
  json["title"] = job.statement.title;
  json["verdict"] = word(d.outcome);
  if (!d.reason.empty()) json["reason"] = d.reason;
  if (d.counterexample) {
    const auto& c = *d.counterexample;
    ordered_json point = point_json(c.point);
    if (d.counterexample_dim) point[job.statement.dim->name] = std::to_string(*d.counterexample_dim);
    json["counterexample"] = {{"variables", point},
                              {"conclusion", c.conclusion + 1},
                              {"lhs", {c.lhs.lower(), c.lhs.upper()}},
                              {"rhs", {c.rhs.lower(), c.rhs.upper()}}};
    if (!c.with.empty()) json["counterexample"]["functions"] = c.with;
  }
  if (d.outcome == verify::Outcome::proved_on) json["domain_proved"] = domain_json(d.proved_on);
  if (d.tightness) {
    const Ball lower(d.tightness->lower, 80), upper(d.tightness->upper, 80);
    json["tightness"] = {
        {"kind", "slack"}, {"enclosure", {lower.lower(12), upper.upper(12)}}, {"at", point_json(d.tightness->at)}};
  }
  json["checked"] = d.checked;
  json["boxes"] = d.boxes;
  json["seconds"] = seconds;
  if (!certificate.empty()) json["certificate"] = certificate;
  return json;
}

void print_text(const Job& job, const verify::Decision& d, double seconds, const std::string& certificate) {
  fmt::print("{}: {}{}\n", job.file, word(d.outcome),
             job.statement.title.empty() ? "" : fmt::format("  \"{}\"", job.statement.title));
  if (!d.reason.empty()) fmt::print("  {}\n", d.reason);
  if (d.counterexample) {
    const auto& c = *d.counterexample;
    std::string at;
    for (const auto& [name, q] : c.point) at += fmt::format("{}{} = {}", at.empty() ? "" : ", ", name, q.str());
    for (const auto& w : c.with) at += fmt::format("{}{}", at.empty() ? "" : ", ", w);
    fmt::print("  at {}: conclusion {} claims {} {} {}\n", at.empty() ? "the only point" : at, c.conclusion + 1,
               c.lhs.str(12), to_string(d.refuted_relation->rel), c.rhs.str(12));
  }
  if (d.tightness) {
    std::string at;
    for (const auto& [name, q] : d.tightness->at)
      at += fmt::format("{}{} = {:.6g}", at.empty() ? "" : ", ", name, q.approx());
    fmt::print("  least slack in [{}, {}], near {}\n", Ball(d.tightness->lower, 80).lower(6),
               Ball(d.tightness->upper, 80).upper(6), at);
  }
  if (d.checked) fmt::print("  by {}; accepted by the checker in {:.3f} s\n", d.method, d.check_seconds);
  fmt::print("  {} boxes, {:.3f} s{}\n", d.boxes, seconds, certificate.empty() ? "" : "; " + certificate);
}

// A name for the certificate that two files of one run cannot share.
std::string certificate_name(const std::string& file, std::map<std::string, int>& used) {
  std::string stem = fs::path(file).stem().string();
  if (const int n = used[stem]++) stem += fmt::format("-{}", n + 1);
  return stem + ".cert";
}

Exit prove(const Common& common, const ProveOptions& options) {
  // Every file is read and parsed before anything is proved: a mistake in the last one must not cost the work on the
  // first.
  std::vector<Job> jobs;
  for (const auto& file : options.files) {
    try {
      jobs.push_back({file, verify::parse_statement(read_file(file))});
      static_cast<void>(jobs.back().statement.instance());
    } catch (const verify::SyntaxError& e) {
      throw BadInput(e.pretty(file));
    }
  }
  ordered_json all = ordered_json::array();
  Exit exit = Exit::done;
  std::map<std::string, int> used;
  ProgressLine line(common.quiet, jobs.size());
  for (const auto& job : jobs) {
    if (interruption()) {
      exit = worse(exit, Exit::undecided);
      break;
    }
    verify::DecideOptions o;
    o.seed = common.seed;
    o.threads = static_cast<int>(common.threads ? common.threads : std::max(1U, std::thread::hardware_concurrency()));
    if (common.precision) o.bits = common.precision;
    o.max_boxes = options.max_boxes;
    o.time_limit = std::chrono::duration<double>(options.timeout);
    o.cancel = &interruption();
    const auto start = std::chrono::steady_clock::now();
    o.progress = [&](double share, std::size_t boxes, double worst) {
      const double t = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      line.doing(fmt::format("{} {:.0f}% {:.2g} boxes/s margin {:.1e}", job.file, 100 * share,
                             t > 0 ? static_cast<double>(boxes) / t : 0, worst));
    };
    const verify::Decision d = verify::decide(job.statement, o);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::string certificate;
    if (!d.certificate.empty()) {
      const fs::path folder = fs::path(common.out) / "certificates";
      std::error_code problem;
      fs::create_directories(folder, problem);
      if (problem) throw BadInput(folder.string() + ": cannot make this folder: " + problem.message());
      certificate = (folder / certificate_name(job.file, used)).string();
      catalogue::write_file_atomically(certificate, d.certificate);
    }
    line.done("");
    exit = worse(exit, exit_of(d.outcome));
    if (common.json)
      all.push_back(to_json(job, d, seconds, certificate));
    else
      print_text(job, d, seconds, certificate);
  }
  if (common.json) {
    const ordered_json& shown = options.files.size() == 1 && all.size() == 1 ? all[0] : all;
    fmt::print("{}\n", shown.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  }
  return exit;
}

}  // namespace

void register_prove(CLI::App& app, Common& common, Action& action) {
  CLI::App* command = app.add_subcommand("prove", "Prove or refute your own claims, written as text");
  auto options = std::make_shared<ProveOptions>();
  command->add_option("FILE", options->files, "Statements (.claim)")->required();
  command->add_option("--timeout", options->timeout, "Seconds for each claim")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--max-boxes", options->max_boxes, "Boxes for each numeric proof attempt")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  add_common_options(*command, common);
  command->footer(
      "Writes OUT/certificates/NAME.cert for what is proved or refuted; `dpcert check` accepts it without trusting "
      "this program.\n"
      "The language is described in docs/statement-language.md.\n"
      "Exit status: 0 all proved; 1 something is refuted; 2 a file is wrong; 3 something is undecided.\n"
      "Example, a file pinsker.claim:\n"
      "  var p in [1/100, 99/100]\n"
      "  var q in [1/100, 99/100]\n"
      "  prove p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= 2*(p-q)^2\n"
      "  dpcert prove pinsker.claim");
  command->callback([&common, &action, options] { action = [&common, options] { return prove(common, *options); }; });
}

}  // namespace dpcert::cli
