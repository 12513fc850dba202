#include "dpcert/reports/audit.hpp"

#include <fmt/format.h>

#include <cmath>

#include "dpcert/privacy/neighbours.hpp"
#include "reports/page.hpp"

namespace dpcert::reports {

using namespace audit;
using nlohmann::ordered_json;

namespace {

std::string dump(const ordered_json& json, int indent = -1) {
  return json.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

ordered_json number(const std::optional<double>& x) {
  return x && std::isfinite(*x) ? ordered_json(*x) : ordered_json(nullptr);
}

ordered_json to_json(const Counts& counts) {
  ordered_json json;
  for (const Verdict v : {Verdict::sound, Verdict::exact, Verdict::unsound, Verdict::undecided, Verdict::error})
    json[name(v)] = counts.of(v);
  return json;
}
ordered_json classes(const Counts& counts) {
  ordered_json json;
  for (const Class c : {Class::invalid, Class::gross, Class::numerical, Class::rounding}) json[name(c)] = counts.of(c);
  return json;
}

/// A row as it was read, with what was found.
ordered_json in_full(const Judged& judged) {
  const Row& row = judged.row;
  ordered_json json;
  json["row"] = row.number;
  for (const auto& [key, text] : {std::pair{"tool", &row.tool},
                                  {"version", &row.version},
                                  {"mechanism", &row.mechanism},
                                  {"parameters", &row.parameters},
                                  {"at", &row.at},
                                  {"quantity", &row.quantity},
                                  {"bound", &row.bound},
                                  {"value", &row.value}})
    json[key] = *text;
  json.update(reports::to_json(judged));
  return json;
}

}  // namespace

ordered_json to_json(const Judged& judged) {
  const Judgement& j = judged.judgement;
  ordered_json json;
  json["row"] = judged.row.number;
  json["verdict"] = name(j.verdict);
  const std::string_view relation = neighbours_of(judged.row.mechanism);
  json["neighbours"] = relation.empty() ? ordered_json(nullptr) : ordered_json(relation);
  json["enclosure"] = j.lower.empty() ? ordered_json(nullptr) : ordered_json{j.lower, j.upper};
  json["relative_gap"] = number(j.relative_gap);
  json["ulps"] = number(j.ulps);
  json["class"] = j.unsound == Class::none ? ordered_json(nullptr) : ordered_json(name(j.unsound));
  if (j.verdict == Verdict::error)
    json["error"] = {{"line", j.problem.at.line}, {"column", j.problem.at.column}, {"message", j.problem.message}};
  if (j.verdict == Verdict::undecided) json["reason"] = j.problem.message;
  return json;
}

ordered_json to_json(const Summary& summary, const AuditRun& run) {
  ordered_json json;
  json["rows"] = summary.counts().rows;
  json.update(to_json(summary.counts()));
  json["classes"] = classes(summary.counts());
  json["tolerated"] = {{"ulps", summary.tolerated_ulps()}, {"rows", summary.tolerated()}};
  ordered_json groups = ordered_json::array();
  for (const Group* group : summary.groups()) {
    ordered_json one{{"tool", group->tool}, {"mechanism", group->mechanism}, {"rows", group->counts.rows}};
    one.update(to_json(group->counts));
    one["classes"] = classes(group->counts);
    one["worst"] = group->worst ? in_full(*group->worst) : ordered_json(nullptr);
    groups.push_back(std::move(one));
  }
  json["groups"] = std::move(groups);
  json["worst"] = ordered_json::array();
  for (const Judged& judged : summary.worst()) json["worst"].push_back(in_full(judged));
  json["interrupted"] = run.interrupted;
  json["file"] = run.file;
  if (!run.sha256.empty()) json["sha256"] = run.sha256;
  json["tool"] = {{"name", "dpcert"}, {"version", run.version}};
  return json;
}

void AuditJson::row(const Judged& judged) {
  out_ << (first_ ? "{\"rows\": [\n " : ",\n ") << dump(reports::to_json(judged));
  first_ = false;
}

void AuditJson::finish(const Summary& summary, const AuditRun& run) {
  out_ << (first_ ? "{\"rows\": [" : "\n") << "],\n\"summary\": " << dump(reports::to_json(summary, run), 1) << "}\n";
  out_.flush();
}

std::string gap_in_words(const Judged& judged) {
  const Judgement& j = judged.judgement;
  if (j.ulps && *j.ulps <= 1000) return fmt::format("{:.3g} ulps", *j.ulps);
  if (j.relative_gap) return fmt::format("relative gap {:+.2e}", *j.relative_gap);
  if (j.upper == "inf") return "the truth is infinite";
  if (j.lower == "0" && j.upper == "0") return "the truth is 0";
  return "no number";
}

std::string audit_markdown(const Summary& summary, const AuditRun& run) {
  const Counts& all = summary.counts();
  std::string out = fmt::format("# Audit of {}\n\ndpcert {}, {} rows{}.\n", markdown_text(run.file), run.version,
                                all.rows, run.interrupted ? " (interrupted; the rest was not looked at)" : "");
  if (!run.sha256.empty()) out += fmt::format("\nsha256 of the file: `{}`\n", run.sha256);
  out += "\n| verdict | rows |\n|---|---:|\n";
  for (const Verdict v : {Verdict::unsound, Verdict::undecided, Verdict::error, Verdict::sound, Verdict::exact})
    out += fmt::format("| {} | {} |\n", name(v), all.of(v));
  if (summary.tolerated())
    out += fmt::format("\n{} of the unsound values are within the {} ulps that were tolerated.\n", summary.tolerated(),
                       summary.tolerated_ulps());
  out +=
      "\n## By tool and mechanism\n\n| tool | mechanism | rows | unsound | invalid | gross | numerical | rounding | "
      "undecided | error |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n";
  for (const Group* g : summary.groups()) {
    const Counts& c = g->counts;
    out += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", markdown_text(g->tool),
                       markdown_text(g->mechanism), c.rows, c.of(Verdict::unsound), c.of(Class::invalid),
                       c.of(Class::gross), c.of(Class::numerical), c.of(Class::rounding), c.of(Verdict::undecided),
                       c.of(Verdict::error));
  }
  if (!summary.worst().empty()) {
    out +=
        "\n## Worst cases\n\n| row | tool | mechanism | parameters | quantity | at | value | truth in | class | gap "
        "|\n|---:|---|---|---|---|---|---|---|---|---|\n";
    for (const Judged& w : summary.worst()) {
      const Row& r = w.row;
      out += fmt::format("| {} | {} | {} | {} | {}, {} | {} | {} | {} | {} | {} |\n", r.number, markdown_text(r.tool),
                         markdown_text(r.mechanism), markdown_text(r.parameters), markdown_text(r.quantity),
                         markdown_text(r.bound), markdown_text(r.at), markdown_text(r.value),
                         markdown_text("[" + w.judgement.lower + ", " + w.judgement.upper + "]"),
                         name(w.judgement.unsound), gap_in_words(w));
    }
  }
  const auto problems = [&](const char* title, const std::vector<Judged>& rows) {
    if (rows.empty()) return;
    out += fmt::format("\n## {}\n\n", title);
    for (const Judged& r : rows) {
      const Problem& p = r.judgement.problem;
      out += p.at.line ? fmt::format("- row {}, line {}, column {}: {}\n", r.row.number, p.at.line, p.at.column,
                                     markdown_text(p.message))
                       : fmt::format("- row {}: {}\n", r.row.number, markdown_text(p.message));
    }
  };
  problems("Rows that could not be read", summary.errors());
  problems("Undecided", summary.undecided());
  return out;
}

}  // namespace dpcert::reports
