#include "verify/catalogue/json.hpp"

#include <cmath>
#include <limits>

namespace dpcert::catalogue {

using nlohmann::ordered_json;

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

ordered_json to_json(const Counterexample& c) {
  ordered_json json;
  json["variables"] = to_json(c.variables);
  if (!c.functions.empty()) json["functions"] = to_json(c.functions);
  json["conclusion"] = c.conclusion;
  if (!c.relation.empty()) json["relation"] = c.relation;
  if (c.lhs) json["lhs"] = to_json(*c.lhs);
  if (c.rhs) json["rhs"] = to_json(*c.rhs);
  return json;
}
Counterexample counterexample_from(const ordered_json& json) {
  Counterexample c;
  c.variables = assignment_from(json.at("variables"));
  if (json.contains("functions")) c.functions = assignment_from(json.at("functions"));
  c.conclusion = json.at("conclusion").get<int>();
  c.relation = json.value("relation", std::string());
  if (json.contains("lhs")) c.lhs = enclosure_from(json.at("lhs"));
  if (json.contains("rhs")) c.rhs = enclosure_from(json.at("rhs"));
  return c;
}

ordered_json to_json(const Evidence& e) {
  ordered_json json;
  json["method"] = e.method;
  if (!e.rules.empty()) json["rules"] = e.rules;
  json["boxes"] = e.boxes;
  if (e.resumed_boxes) json["resumed_boxes"] = e.resumed_boxes;
  if (e.samples) json["samples"] = e.samples;
  if (!e.search.empty()) json["search"] = e.search;
  if (e.precision) json["precision"] = e.precision;
  if (e.lines) json["lines"] = e.lines;
  if (!e.digest.empty()) json["digest"] = e.digest;
  if (e.bytes) json["bytes"] = e.bytes;
  if (e.check_seconds > 0) json["check_seconds"] = e.check_seconds;
  if (e.prove_seconds > 0) json["prove_seconds"] = e.prove_seconds;
  if (e.stored) json["stored"] = true;
  if (!e.advice.empty()) json["advice"] = e.advice;
  if (!e.hardest.empty()) {
    json["share"] = e.share;
    json["hardest"] = e.hardest;
  }
  if (!e.uses.empty()) json["uses"] = e.uses;
  if (!e.lemmas.empty()) json["lemmas"] = e.lemmas;
  for (const auto& r : e.rejected)
    json["rejected"].push_back({{"certificate", r.certificate}, {"line", r.line}, {"reason", r.reason}});
  return json;
}
Evidence evidence_from(const ordered_json& json) {
  Evidence e;
  e.method = json.at("method").get<std::string>();
  e.rules = json.value("rules", std::vector<std::string>());
  e.boxes = json.value("boxes", std::uint64_t{0});
  e.resumed_boxes = json.value("resumed_boxes", std::uint64_t{0});
  e.samples = json.value("samples", std::uint64_t{0});
  e.search = json.value("search", std::string());
  e.precision = json.value("precision", 0);
  e.lines = json.value("lines", std::uint64_t{0});
  e.digest = json.value("digest", std::string());
  e.bytes = json.value("bytes", std::uint64_t{0});
  e.check_seconds = json.value("check_seconds", 0.0);
  e.prove_seconds = json.value("prove_seconds", 0.0);
  e.stored = json.value("stored", false);
  e.advice = json.value("advice", std::string());
  e.share = json.value("share", 0.0);
  e.hardest = json.value("hardest", std::string());
  e.uses = json.value("uses", std::vector<std::string>());
  e.lemmas = json.value("lemmas", std::vector<std::string>());
  if (json.contains("rejected")) {
    for (const auto& r : json.at("rejected"))
      e.rejected.push_back({r.at("certificate").get<std::string>(), r.at("line").get<std::uint64_t>(),
                            r.at("reason").get<std::string>()});
  }
  return e;
}

ordered_json to_json(const Estimates& e) {
  ordered_json json;
  if (!e.none.empty()) json["none"] = e.none;
  if (e.terms.empty()) return json;
  json["at"] = to_json(e.at);
  json["releases"] = e.releases;
  json["terms"] = ordered_json::array();
  for (const EstimatedTerm& t : e.terms) {
    json["terms"].push_back({{"term", t.term}, {"bounds", to_json(t.bounds)}});
    if (std::isfinite(t.plain)) json["terms"].back()["plain"] = t.plain;
  }
  for (const auto& c : e.compared) {
    json["compared"].push_back(
        {{"conclusion", c.conclusion}, {"relation", c.relation}, {"lhs", to_json(c.lhs)}, {"rhs", to_json(c.rhs)}});
    if (c.contradicted) json["compared"].back()["contradicted"] = true;
  }
  for (const Estimates& more : e.elsewhere) json["elsewhere"].push_back(to_json(more));
  return json;
}
Estimates estimates_from(const ordered_json& json) {
  Estimates e;
  e.none = json.value("none", std::string());
  if (!json.contains("terms")) return e;
  e.at = assignment_from(json.at("at"));
  e.releases = json.at("releases").get<std::uint64_t>();
  for (const auto& t : json.at("terms"))
    e.terms.push_back({t.at("term").get<std::string>(), t.value("plain", std::numeric_limits<double>::quiet_NaN()),
                       enclosure_from(t.at("bounds"))});
  for (const auto& c : json.value("compared", ordered_json::array()))
    e.compared.push_back({c.at("conclusion").get<int>(), c.at("relation").get<std::string>(),
                          enclosure_from(c.at("lhs")), enclosure_from(c.at("rhs")), c.value("contradicted", false)});
  for (const auto& more : json.value("elsewhere", ordered_json::array())) e.elsewhere.push_back(estimates_from(more));
  return e;
}

ordered_json to_json(const Companion& c) {
  ordered_json json{{"asked", c.asked}, {"held", c.held}, {"undecided", c.undecided}, {"rejected", c.rejected}};
  if (!c.labels.empty()) json["labels"] = c.labels;
  if (c.least) {
    json["least"] = {{"slack", *c.least}, {"conclusion", c.conclusion}, {"at", to_json(c.at)}};
    if (!c.with.empty()) json["least"]["functions"] = to_json(c.with);
  }
  if (!c.violated.empty()) json["violated"] = c.violated;
  if (!c.untested.empty()) json["untested"] = c.untested;
  if (c.estimates) json["estimates"] = to_json(*c.estimates);
  return json;
}
Companion companion_from(const ordered_json& json) {
  Companion c;
  c.asked = json.at("asked").get<std::uint64_t>();
  c.held = json.at("held").get<std::uint64_t>();
  c.undecided = json.at("undecided").get<std::uint64_t>();
  c.rejected = json.at("rejected").get<std::uint64_t>();
  c.labels = json.value("labels", std::map<std::string, std::uint64_t>());
  if (json.contains("least")) {
    const auto& least = json.at("least");
    c.least = least.at("slack").get<double>();
    c.conclusion = least.at("conclusion").get<int>();
    c.at = assignment_from(least.at("at"));
    if (least.contains("functions")) c.with = assignment_from(least.at("functions"));
  }
  c.violated = json.value("violated", std::string());
  c.untested = json.value("untested", std::string());
  if (json.contains("estimates")) c.estimates = estimates_from(json.at("estimates"));
  return c;
}

}  // namespace

ordered_json to_json(const Finding& f) {
  ordered_json json;
  json["verdict"] = name(f.verdict);
  if (!f.reason.empty()) json["reason"] = f.reason;
  if (!f.domain_proved.empty()) json["domain_proved"] = to_json(f.domain_proved);
  if (f.counterexample) json["counterexample"] = to_json(*f.counterexample);
  if (f.tightness) {
    json["tightness"] = {
        {"kind", f.tightness->kind}, {"enclosure", to_json(f.tightness->enclosure)}, {"at", to_json(f.tightness->at)}};
    if (f.tightness->conclusion) json["tightness"]["conclusion"] = f.tightness->conclusion;
  }
  json["checked"] = f.checked;
  json["evidence"] = to_json(f.evidence);
  if (!f.certificate.empty()) json["certificate"] = f.certificate;
  json["seconds"] = f.seconds;
  if (f.companion) json["points"] = to_json(*f.companion);
  if (f.contradicted) json["contradicted"] = true;
  if (!f.assumes.empty()) json["assumes"] = f.assumes;
  return json;
}

Finding finding_from_json(const ordered_json& json) {
  Finding f;
  // An unknown word can only come from a damaged or newer file; `open` claims nothing.
  f.verdict = verdict_named(json.at("verdict").get<std::string>()).value_or(Verdict::open);
  f.reason = json.value("reason", std::string());
  if (json.contains("domain_proved")) f.domain_proved = domain_from(json.at("domain_proved"));
  if (json.contains("counterexample")) f.counterexample = counterexample_from(json.at("counterexample"));
  if (json.contains("tightness")) {
    const ordered_json& in = json.at("tightness");
    f.tightness = Tightness{in.at("kind").get<std::string>(), enclosure_from(in.at("enclosure")),
                            assignment_from(in.at("at")), in.value("conclusion", 0)};
  }
  f.checked = json.at("checked").get<bool>();
  f.evidence = evidence_from(json.at("evidence"));
  f.certificate = json.value("certificate", std::string());
  f.seconds = json.at("seconds").get<double>();
  if (json.contains("points")) f.companion = companion_from(json.at("points"));
  f.contradicted = json.value("contradicted", false);
  f.assumes = json.value("assumes", std::vector<std::string>());
  return f;
}

}  // namespace dpcert::catalogue
