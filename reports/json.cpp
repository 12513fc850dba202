#include "verify/catalogue/json.hpp"

#include "dpcert/reports/report.hpp"

#include <fmt/format.h>

namespace dpcert::reports {

using nlohmann::ordered_json;
using namespace catalogue;

namespace {

template <class Count>
ordered_json counts(const Count& of) {
  ordered_json json = ordered_json::object();
  for (const Verdict verdict : all_verdicts)
    if (const auto at = of.find(verdict); at != of.end()) json[std::string(name(verdict))] = at->second;
  return json;
}

ordered_json repair_json(const Repair& r) {
  ordered_json json{{"id", r.id}, {"statement", r.statement}};
  json.update(catalogue::to_json(static_cast<const Finding&>(r)));
  json["tag"] = r.tag;
  if (!r.note.empty()) json["note"] = r.note;
  return json;
}

}  // namespace

ordered_json to_json(const ClaimRecord& r) {
  ordered_json json{{"id", r.id}, {"paper", r.paper}};
  json["printed"] = r.printed;
  json["formal"] = r.formal;
  if (!r.reading.empty()) json["reading"] = r.reading;
  if (r.print) {
    json["print"] = {{"word", name(r.print->word)}};
    if (!r.print->note.empty()) json["print"]["note"] = r.print->note;
  }
  json.update(catalogue::to_json(static_cast<const Finding&>(r)));
  if (r.print && r.decided != r.verdict) json["formal_verdict"] = name(r.decided);
  if (r.repair) json["repair"] = repair_json(*r.repair);
  return json;
}

ordered_json to_json(const RunSummary& run) {
  ordered_json json;
  json["tool"] = {{"name", run.tool}, {"version", run.version}};
  ordered_json& claims = json["claims"] = ordered_json::array();
  for (const ClaimRecord& claim : run.claims) claims.push_back(to_json(claim));
  json["summary"] = counts(run.counts);
  if (!run.base.empty()) {
    ordered_json& base = json["base"] = ordered_json::array();
    for (const ClaimRecord& lemma : run.base) base.push_back(to_json(lemma));
    json["base_summary"] = counts(run.base_counts);
  }
  if (!run.suites.empty()) {
    ordered_json& suites = json["suites"] = ordered_json::array();
    for (const SuiteRecord& suite : run.suites) {
      suites.push_back(
          {{"name", suite.name}, {"passed", suite.passed}, {"cases", suite.cases}, {"seconds", suite.seconds}});
      if (!suite.claims.empty()) suites.back()["claims"] = suite.claims;
      if (suite.passed) continue;
      suites.back()["failure"] = suite.failure;
      suites.back()["replay"] = suite.replay;
    }
  }
  ordered_json& about = json["run"];
  about["requested"] = run.requested;
  about["interrupted"] = run.interrupted;
  about["proved_by_assumption"] = run.proved_by_assumption;
  about["links_by_lemma"] = run.links_by_lemma;
  about["links_by_reading"] = run.links_by_reading;
  ordered_json& prints = about["prints"] = ordered_json::object();
  for (const auto& [word, count] : run.prints) prints[std::string(name(word))] = count;
  if (run.prints_unsaid) prints["unsaid"] = run.prints_unsaid;
  if (run.statements_tried + run.statements_untried > 0)
    about["points"] = {{"statements", run.statements_tried},
                       {"untried", run.statements_untried},
                       {"held", run.points_held},
                       {"contradictions", run.contradictions}};
  if (run.estimated_statements + run.statements_unestimated > 0)
    about["estimates"] = {
        {"statements", run.estimated_statements},
        {"unestimated", run.statements_unestimated},
        {"numbers", run.estimates},
        {"compared", run.estimates_compared},
        {"contradicting", run.estimates_contradicting},
        {"releases", run.releases},
        {"level", fmt::format("{}/{}", catalogue::estimate_level.first, catalogue::estimate_level.second)}};
  about["repairs"] = counts(run.repairs);
  about["repairs_by_assumption"] = run.repairs_by_assumption;
  about["command"] = run.command;
  about["seconds"] = run.seconds;
  return json;
}

}  // namespace dpcert::reports
