#include "dpcert/reports/deployment.hpp"

#include <fmt/format.h>

#include "dpcert/core/error.hpp"
#include "reports/page.hpp"
#include "verify/catalogue/files.hpp"

namespace dpcert::reports {

using namespace deployment;
using nlohmann::ordered_json;

namespace {

ordered_json to_json(const Bounds& b) { return {b.lower, b.upper}; }
ordered_json to_json(const std::optional<Certificate>& c) {
  if (!c) return nullptr;
  return {{"file", c->file}, {"digest", c->digest}, {"statement", c->statement}};
}
/// The certificate, or why there is none: that nothing could be asked, or that the proof failed.
void add_attempt(ordered_json& json, const Attempted& a) {
  json["certificate"] = to_json(a.certificate);
  if (a.certificate) return;
  json["no_certificate"] = a.why_no_certificate;
  if (a.trouble()) json["tried"] = {{"outcome", name(a.attempt)}, {"statement", a.tried}};
}
ordered_json to_json(const Point& p, const char* at) {
  ordered_json json{{at, p.at}, {"enclosure", to_json(p.bounds)}, {"basis", p.basis}};
  if (!p.worst.empty()) json["worst"] = p.worst;
  add_attempt(json, p);
  return json;
}
ordered_json to_json(const TargetResult& t) {
  ordered_json json{{"target", t.target},     {"meaning", t.meaning},
                    {"verdict", name(t.met)}, {"enclosure", to_json(t.bounds)},
                    {"why", t.why},           {"evidence", ordered_json::array()}};
  for (const Evidence& e : t.evidence)
    json["evidence"].push_back({{"kind", e.kind}, {"says", name(e.says)}, {"what", e.what}});
  add_attempt(json, t);
  return json;
}
ordered_json to_json(const Basis& b) {
  ordered_json json{{"claim", b.id}, {"verdict", b.verdict}, {"source", b.source}, {"printed", b.printed}};
  if (!b.uses.empty()) json["uses"] = b.uses;
  if (!b.assumes.empty()) json["assumes"] = b.assumes;
  if (!b.certificate.empty()) json["certificate"] = b.certificate;
  if (!b.reason.empty()) json["reason"] = b.reason;
  return json;
}

}  // namespace

std::string verdict_sentence(const Report& report) {
  const std::size_t n = report.targets.size();
  const char* targets = n == 1 ? "The target is" : "All targets are";
  if (report.contradiction()) return "A check contradicts the certified numbers: do not rely on this report.";
  if (report.interrupted) return "The run was interrupted: nothing is certified.";
  switch (report.met()) {
    case Met::met:
      return fmt::format("{} met, under the assumptions below.", targets);
    case Met::not_met:
      return n == 1 ? "The target is not met." : "A target is not met.";
    case Met::undecided:
      return n == 1 ? "Whether the target is met is undecided." : "Whether every target is met is undecided.";
  }
  return "";
}

ordered_json to_json(const Report& r) {
  ordered_json json;
  json["tool"] = {{"name", "dpcert"}, {"version", r.version}, {"sha256", r.program_sha256}};
  json["config"] = {{"file", r.config_file}, {"sha256", r.config_sha256}};
  json["name"] = r.name;
  if (!r.description.empty()) json["description"] = r.description;
  json["met"] = r.contradiction() || r.interrupted ? "undecided" : name(r.met());
  json["contradiction"] = r.contradiction();
  json["interrupted"] = r.interrupted;
  ordered_json facts = ordered_json::object();
  for (const auto& [key, value] : r.facts) facts[key] = value;
  json["mechanism"] = {{"title", r.mechanism},
                       {"release", r.release},
                       {"parameters", facts},
                       {"adjacency", r.adjacency},
                       {"source", r.source}};
  json["targets"] = ordered_json::array();
  for (const TargetResult& t : r.targets) json["targets"].push_back(to_json(t));
  json["troubles"] = r.troubles();
  json["renyi"] = ordered_json::array();
  for (const Point& p : r.renyi) json["renyi"].push_back(to_json(p, "order"));
  json["delta"] = ordered_json::array();
  for (const Point& p : r.deltas) json["delta"].push_back(to_json(p, "epsilon"));
  json["basis"] = json["grounds"] = ordered_json::array();
  for (const Basis& b : r.basis) json["basis"].push_back(to_json(b));
  for (const Basis& b : r.grounds) json["grounds"].push_back(to_json(b));
  if (r.enumeration) {
    const Enumeration& e = *r.enumeration;
    json["enumeration"] = {{"done", e.done}, {"pairs", e.pairs}, {"orders", e.orders}, {"agrees", e.agrees}};
    if (!e.why_not.empty()) json["enumeration"]["why_not"] = e.why_not;
    if (!e.exceeded_by.empty()) json["enumeration"]["exceeded_by"] = e.exceeded_by;
  }
  json["empirical"] = {{"confidence", r.confidence}, {"seed", r.seed}, {"bounds", ordered_json::array()}};
  for (const Empirical& e : r.empirical)
    json["empirical"]["bounds"].push_back({{"pair", e.pair},
                                           {"quantity", e.quantity},
                                           {"samples", e.samples},
                                           {"event_in_p", e.hits_p},
                                           {"event_in_q", e.hits_q},
                                           {"lower", e.lower == "none" ? ordered_json(nullptr) : ordered_json(e.lower)},
                                           {"certified_upper", e.upper},
                                           {"contradicts", e.contradicts}});
  json["properties"] = ordered_json::array();
  for (const Suite& s : r.suites) {
    ordered_json one{{"suite", s.name}, {"passed", s.passed}, {"cases", s.cases}};
    if (!s.passed) one["failure"] = s.failure;
    json["properties"].push_back(std::move(one));
  }
  json["assumptions"] = r.assumptions;
  json["caveats"] = r.caveats;
  json["seconds"] = r.seconds;
  return json;
}

std::string deployment_markdown(const Report& r) {
  const auto text = [](std::string_view t) { return markdown_text(t); };
  std::string out = fmt::format("# Certification of {}\n\n**{}**\n\n", text(r.name), text(verdict_sentence(r)));
  if (!r.description.empty()) out += text(r.description) + "\n\n";
  out += fmt::format("{}. {}\n\n| parameter | value |\n|---|---|\n", text(r.mechanism), text(r.release));
  for (const auto& [key, value] : r.facts) out += fmt::format("| {} | {} |\n", text(key), text(value));
  out += fmt::format(
      "\nNeighbours: {}.\n\n## Targets\n\n| target | verdict | certified value in | why | agree | certificate "
      "|\n|---|---|---|---|---|---|\n",
      text(r.adjacency));
  const auto certificate = [&](const std::optional<Certificate>& c) {
    return c ? fmt::format("[`{0}`]({0})", c->file) : std::string("none");
  };
  for (const TargetResult& t : r.targets)
    out += fmt::format("| {} | {} | \\[{}, {}\\] | {} | {} | {} |\n", text(t.target), name(t.met), t.bounds.lower,
                       t.bounds.upper, text(t.why), text(t.agreeing()),
                       t.trouble() ? text(t.why_no_certificate) : certificate(t.certificate));
  for (const TargetResult& t : r.targets) {
    out += fmt::format("\nEvidence about {}:\n\n", text(t.target));
    for (const Evidence& e : t.evidence)
      out += fmt::format("- {} {}: {}\n", e.kind, e.says == Says::contradicts ? "CONTRADICTS" : name(e.says),
                         text(e.what));
  }
  if (const auto troubles = r.troubles(); !troubles.empty()) {
    out += "\n## Not borne out\n\n";
    for (const std::string& t : troubles) out += "- " + text(t) + "\n";
  }
  out += "\n## Assumptions\n\n";
  for (const std::string& a : r.assumptions) out += "- " + text(a) + "\n";
  const auto curve = [&](const char* title, const char* at, const std::vector<Point>& points) {
    if (points.empty()) return;
    out += fmt::format(
        "\n## {}\n\n| {} | at least | at most | worst pair, basis | certificate |\n|---:|---|---|---|---|\n", title,
        at);
    for (const Point& p : points)
      out += fmt::format("| {} | {} | {} | {} | {} |\n", p.at, p.bounds.lower, p.bounds.upper,
                         text(p.worst.empty() ? p.basis : p.worst),
                         p.certificate ? certificate(p.certificate) : text(p.why_no_certificate));
  };
  curve("Renyi divergence", "order", r.renyi);
  curve("delta by epsilon", "epsilon", r.deltas);
  out += "\n## What the numbers rest on\n\n" + text(r.source) + ".\n\n";
  const auto statements = [&](const std::vector<Basis>& list) {
    for (const Basis& b : list) {
      out +=
          fmt::format("- `{}`: {}{}{}. {}", b.id, b.verdict,
                      b.assumes.empty() ? "" : " by way of " + text(fmt::format("{}", fmt::join(b.assumes, "; "))),
                      b.certificate.empty() ? "" : fmt::format(" ([certificate]({}))", b.certificate), text(b.printed));
      out += b.uses.empty() ? "\n" : fmt::format(" Leans on `{}`.\n", fmt::join(b.uses, "`, `"));
    }
  };
  statements(r.basis);
  if (!r.grounds.empty()) {
    out += "\nWhat these lean on, decided in the same run:\n\n";
    statements(r.grounds);
  }
  if (r.enumeration) {
    const Enumeration& e = *r.enumeration;
    out += e.done ? fmt::format("- All {} ordered pairs of neighbouring data sets were evaluated at orders {}: {}.\n",
                                e.pairs, fmt::join(e.orders, ", "),
                                e.agrees ? "none exceeds the worst pair" : "EXCEEDED by " + e.exceeded_by)
                  : fmt::format("- Not every pair was evaluated: {}.\n", text(e.why_not));
  }
  if (!r.empirical.empty()) {
    out += fmt::format(
        "\n## The sampler\n\nClopper-Pearson, confidence {} each, seed {}.\n\n| pair | quantity | at least | certified "
        "at most |\n|---|---|---|---|\n",
        r.confidence, r.seed);
    for (const Empirical& e : r.empirical)
      out += fmt::format("| {} | {} | {}{} | {} |\n", text(e.pair), text(e.quantity), e.lower,
                         e.contradicts ? " CONTRADICTION" : "", e.upper);
  }
  if (r.suites_run) {
    out += "\n## Property suites\n\n";
    for (const Suite& s : r.suites)
      out += fmt::format("- {} `{}`, {} cases\n", s.passed ? "passed" : "FAILED", s.name, s.cases);
  }
  out += "\n## Not covered\n\n";
  for (const std::string& c : r.caveats) out += "- " + text(c) + "\n";
  out += fmt::format(
      "\ndpcert {} (sha256 `{}`), configuration `{}` (sha256 `{}`).\n\n"
      "Check again: `dpcert check certificates` in this folder.\n",
      r.version, r.program_sha256, text(r.config_file), r.config_sha256);
  return out;
}

void write_deployment(const Report& report, const std::filesystem::path& folder) {
  using catalogue::write_file_atomically;
  write_file_atomically(folder / "deployment.json",
                        to_json(report).dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n");
  write_file_atomically(folder / "deployment.md", deployment_markdown(report));
  write_file_atomically(folder / "index.html", deployment_html(report));
  write_file_atomically(folder / "config.toml", report.config_text);
}

}  // namespace dpcert::reports
