#include "verify/kernel/acceptance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "dpcert/checker/checker.hpp"

namespace dpcert::verify {

std::optional<Refusal> accept(Decision& d, const Statement& statement, const DecideOptions& options,
                              std::string_view verdict, Certificate certificate, const std::function<bool()>& stop) {
  const auto start = std::chrono::steady_clock::now();
  const checker::Result r = checker::check(certificate.text, stop);
  d.check_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  d.timed_out = r.failure == checker::Failure::stopped;
  if (!accepted_given(r, options.lemmas)) {
    const CertificateLine at = certificate.at(r.line);
    return Refusal{{std::move(certificate.text), r.line, r.reason}, at};
  }
  if (r.verdict != verdict || r.statement != quoted(statement))
    return Refusal{{std::move(certificate.text), 0, "the checker read another statement or verdict"}, {}};
  d.checked = true;
  d.lemmas.clear();
  for (const checker::Use& use : r.uses) d.lemmas.push_back(use.id);
  d.rules = r.rules;
  d.proved_on = r.proved_on;
  d.lines = r.lines;
  const auto digest = certificate.text.rfind("sha256 ");
  d.digest = certificate.text.substr(digest + 7, 64);
  d.certificate = std::move(certificate.text);
  return std::nullopt;
}

void say_refuted(Decision& d, const Counterexample& c, const Relation& conclusion) {
  d.verdict = Verdict::refuted;
  d.reason.clear();
  d.counterexample = c;
  d.refuted_relation = conclusion;
  d.method = c.by_equality ? "exact counterexample (equality where a strict relation is claimed)"
                           : "exact counterexample, certified by enclosures";
  d.precision = c.by_equality ? 0 : c.bits;
}

std::string words(const std::vector<std::string>& rules) {
  const auto has = [&](std::string_view r) { return std::ranges::find(rules, r) != rules.end(); };
  std::vector<std::string> parts;
  if (has("identity")) parts.emplace_back("exact identity");
  if (has("deriv") || has("mono") || has("convex")) parts.emplace_back("signs of derivatives");
  if (has("log") || has("factor") || has("rewrite")) parts.emplace_back("symbolic rewriting");
  if (has("eval") || has("mean") || has("taylor") || has("ray") || has("face") || has("relax"))
    parts.emplace_back("branch and bound");
  if (has("sign") || has("hyp") || has("combine")) parts.emplace_back("signs and hypotheses");
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace dpcert::verify
