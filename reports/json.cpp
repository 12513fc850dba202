#include "reports/report.hpp"

namespace dpcert::reports {

using nlohmann::ordered_json;
using namespace catalogue;

namespace {

ordered_json to_json(const Enclosure& e) { return ordered_json::array({e.lower, e.upper}); }
Enclosure enclosure_from(const ordered_json& json) {
  return {json.at(0).get<std::string>(), json.at(1).get<std::string>()};
}

ordered_json to_json(const Assignment& assignment) {
  ordered_json object = ordered_json::object();
  for (const auto& [variable, value] : assignment) object[variable] = value;
  return object;
}
Assignment assignment_from(const ordered_json& json) {
  Assignment assignment;
  for (const auto& [variable, value] : json.items()) assignment.emplace_back(variable, value.get<std::string>());
  return assignment;
}

ordered_json to_json(const std::vector<DomainInterval>& domain) {
  ordered_json object = ordered_json::object();
  for (const DomainInterval& i : domain) object[i.variable] = ordered_json::array({i.lower, i.upper, i.brackets});
  return object;
}
std::vector<DomainInterval> domain_from(const ordered_json& json) {
  std::vector<DomainInterval> domain;
  for (const auto& [variable, ends] : json.items())
    domain.push_back(
        {variable, ends.at(0).get<std::string>(), ends.at(1).get<std::string>(), ends.at(2).get<std::string>()});
  return domain;
}

ordered_json to_json(const Evidence& e) {
  ordered_json json;
  json["method"] = e.method;
  if (!e.rules.empty()) json["rules"] = e.rules;
  json["boxes"] = e.boxes;
  if (e.samples) json["samples"] = e.samples;
  if (!e.search.empty()) json["search"] = e.search;
  if (e.precision) json["precision"] = e.precision;
  if (!e.digest.empty()) json["digest"] = e.digest;
  if (e.bytes) json["bytes"] = e.bytes;
  if (e.check_seconds > 0) json["check_seconds"] = e.check_seconds;
  return json;
}
Evidence evidence_from(const ordered_json& json) {
  Evidence e;
  e.method = json.at("method").get<std::string>();
  e.rules = json.value("rules", std::vector<std::string>());
  e.boxes = json.value("boxes", std::uint64_t{0});
  e.samples = json.value("samples", std::uint64_t{0});
  e.search = json.value("search", std::string());
  e.precision = json.value("precision", 0);
  e.digest = json.value("digest", std::string());
  e.bytes = json.value("bytes", std::uint64_t{0});
  e.check_seconds = json.value("check_seconds", 0.0);
  return e;
}

Verdict verdict_from(const ordered_json& json) {
  // An unknown word can only come from a damaged or newer report; `open` claims nothing.
  return verdict_named(json.get<std::string>()).value_or(Verdict::open);
}

template <class Count>
ordered_json counts(const Count& of) {
  ordered_json json = ordered_json::object();
  for (const Verdict verdict : all_verdicts)
    if (const auto at = of.find(verdict); at != of.end()) json[std::string(name(verdict))] = at->second;
  return json;
}

}  // namespace

ordered_json to_json(const ClaimRecord& r) {
  ordered_json json;
  json["id"] = r.id;
  json["paper"] = r.paper;
  json["verdict"] = name(r.verdict);
  if (!r.reason.empty()) json["reason"] = r.reason;
  json["printed"] = r.printed;
  json["formal"] = r.formal;
  if (!r.reading.empty()) json["reading"] = r.reading;
  if (!r.domain_proved.empty()) json["domain_proved"] = to_json(r.domain_proved);
  if (r.counterexample) {
    const Counterexample& c = *r.counterexample;
    ordered_json& out = json["counterexample"];
    out["variables"] = to_json(c.variables);
    if (!c.functions.empty()) out["functions"] = to_json(c.functions);
    out["conclusion"] = c.conclusion;
    if (!c.relation.empty()) out["relation"] = c.relation;
    if (c.lhs) out["lhs"] = to_json(*c.lhs);
    if (c.rhs) out["rhs"] = to_json(*c.rhs);
  }
  if (r.tightness) {
    ordered_json& out = json["tightness"];
    out["kind"] = r.tightness->kind;
    out["enclosure"] = to_json(r.tightness->enclosure);
    out["at"] = to_json(r.tightness->at);
  }
  if (r.repair) {
    ordered_json& out = json["repair"];
    out["id"] = r.repair->id;
    out["statement"] = r.repair->statement;
    out["verdict"] = name(r.repair->verdict);
    if (!r.repair->reason.empty()) out["reason"] = r.repair->reason;
    out["tag"] = r.repair->tag;
    if (!r.repair->note.empty()) out["note"] = r.repair->note;
    if (!r.repair->domain_proved.empty()) out["domain_proved"] = to_json(r.repair->domain_proved);
    out["checked"] = r.repair->checked;
    out["evidence"] = to_json(r.repair->evidence);
    if (!r.repair->certificate.empty()) out["certificate"] = r.repair->certificate;
  }
  if (!r.assumes.empty()) json["assumes"] = r.assumes;
  json["checked"] = r.checked;
  json["evidence"] = to_json(r.evidence);
  if (!r.certificate.empty()) json["certificate"] = r.certificate;
  json["seconds"] = r.seconds;
  return json;
}

ordered_json to_json(const RunSummary& run) {
  ordered_json json;
  json["tool"] = {{"name", run.tool}, {"version", run.version}};
  ordered_json& claims = json["claims"] = ordered_json::array();
  for (const ClaimRecord& claim : run.claims) claims.push_back(to_json(claim));
  json["summary"] = counts(run.counts);
  ordered_json& about = json["run"];
  about["requested"] = run.requested;
  about["interrupted"] = run.interrupted;
  about["proved_by_assumption"] = run.proved_by_assumption;
  about["repairs"] = counts(run.repairs);
  about["command"] = run.command;
  about["seconds"] = run.seconds;
  return json;
}

ClaimRecord record_from_json(const ordered_json& json) {
  ClaimRecord r;
  r.id = json.at("id").get<std::string>();
  r.paper = json.at("paper").get<std::string>();
  r.verdict = verdict_from(json.at("verdict"));
  r.reason = json.value("reason", std::string());
  r.printed = json.at("printed").get<std::string>();
  r.formal = json.at("formal").get<std::string>();
  r.reading = json.value("reading", std::string());
  if (json.contains("domain_proved")) r.domain_proved = domain_from(json.at("domain_proved"));
  if (json.contains("counterexample")) {
    const ordered_json& in = json.at("counterexample");
    Counterexample& c = r.counterexample.emplace();
    c.variables = assignment_from(in.at("variables"));
    if (in.contains("functions")) c.functions = assignment_from(in.at("functions"));
    c.conclusion = in.at("conclusion").get<int>();
    c.relation = in.value("relation", std::string());
    if (in.contains("lhs")) c.lhs = enclosure_from(in.at("lhs"));
    if (in.contains("rhs")) c.rhs = enclosure_from(in.at("rhs"));
  }
  if (json.contains("tightness")) {
    const ordered_json& in = json.at("tightness");
    r.tightness =
        Tightness{in.at("kind").get<std::string>(), enclosure_from(in.at("enclosure")), assignment_from(in.at("at"))};
  }
  if (json.contains("repair")) {
    const ordered_json& in = json.at("repair");
    Repair& repair = r.repair.emplace();
    repair.id = in.at("id").get<std::string>();
    repair.statement = in.at("statement").get<std::string>();
    repair.verdict = verdict_from(in.at("verdict"));
    repair.reason = in.value("reason", std::string());
    repair.tag = in.at("tag").get<std::string>();
    repair.note = in.value("note", std::string());
    if (in.contains("domain_proved")) repair.domain_proved = domain_from(in.at("domain_proved"));
    repair.checked = in.value("checked", false);
    repair.certificate = in.value("certificate", std::string());
    if (in.contains("evidence")) repair.evidence = evidence_from(in.at("evidence"));
  }
  r.assumes = json.value("assumes", std::vector<std::string>());
  r.checked = json.at("checked").get<bool>();
  r.evidence = evidence_from(json.at("evidence"));
  r.certificate = json.value("certificate", std::string());
  r.seconds = json.at("seconds").get<double>();
  return r;
}

}  // namespace dpcert::reports
