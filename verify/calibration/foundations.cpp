#include "verify/calibration/foundations.hpp"

#include "src/scalar/error.hpp"
#include "verify/catalogue/embedded.hpp"
#include "verify/catalogue/engine.hpp"
#include "verify/catalogue/uses.hpp"
#include "verify/kernel/decide.hpp"

extern "C" const dpcert::catalogue::RawFile dpcert_embedded_lemmas[];
extern "C" const dpcert::catalogue::RawFile dpcert_embedded_lemmas_end[];

namespace dpcert::calibration {

namespace {

const catalogue::FormalStatement& statement_of(std::string_view id) {
  for (const auto& lemma : lemmas())
    if (const auto* stated = lemma.directive("id"); stated && *stated == id) return lemma;
  const auto* formal = catalogue::Catalogue::embedded().statement(id);
  if (!formal) throw Error(ErrorCode::bad_input, "foundation", "the id of a formal statement", id);
  return *formal;
}

/// What a foundation leans on, decided like it, unless it is cited.
catalogue::Ground ground(const std::string& id, std::chrono::duration<double> time_limit) {
  const catalogue::Catalogue& all = catalogue::Catalogue::embedded();
  const auto* formal = all.statement(id);
  const auto* entry = all.entry_of(id);
  if (formal && entry)
    if (const auto settled = catalogue::settled_without_engine(*formal, entry->ledger.kind))
      return {id, settled->verdict, settled->reason, settled->assumes};
  const Foundation f = decide_foundation(id, time_limit);
  return {id, f.verdict, f.reason, f.assumes};
}

}  // namespace

const std::vector<catalogue::FormalStatement>& lemmas() {
  static const std::vector<catalogue::FormalStatement> all = [] {
    std::vector<catalogue::FormalStatement> files;
    for (const auto* raw = dpcert_embedded_lemmas; raw != dpcert_embedded_lemmas_end; ++raw)
      files.push_back(catalogue::read_formal(raw->path, raw->bytes()));
    return files;
  }();
  return all;
}

Foundation decide_foundation(std::string_view id, std::chrono::duration<double> time_limit) {
  const catalogue::FormalStatement& formal = statement_of(id);
  const verify::Statement statement = verify::parse_statement(formal.text);
  const catalogue::Hints hints = catalogue::read_hints(formal);
  verify::DecideOptions how;
  // A certificate that names a claim is compared with the catalogue; the lemmas are not in it.
  if (id.starts_with("renyi.")) how.claim = id;
  how.time_limit = time_limit;
  how.evaluations = 1000;  // a counterexample would be news; the verdict wanted here is `proved`
  how.tightness_boxes = 0;
  how.max_boxes = 20'000;
  how.advice = hints.proofs;
  how.points = hints.points;
  how.interpretations = hints.interpretations;
  const verify::Decision decision = verify::decide(statement, how);
  catalogue::Finding found;
  found.verdict = decision.verdict;
  if (found.verdict == catalogue::Verdict::supported) found.verdict = catalogue::Verdict::open;  // 1,000 are too few
  found.reason = decision.reason;
  found.assumes = catalogue::citations(formal);
  std::vector<catalogue::Ground> grounds;
  for (const std::string& used : catalogue::used_ids(formal)) grounds.push_back(ground(used, time_limit));
  catalogue::lean_on(found, grounds);
  Foundation out;
  out.id = id;
  out.title = statement.title;
  out.verdict = found.verdict;
  out.checked = decision.checked;
  out.certificate = decision.certificate;
  out.uses = found.evidence.uses;
  out.assumes = found.assumes;
  if (out.verdict != catalogue::Verdict::proved) out.reason = found.reason;
  return out;
}

}  // namespace dpcert::calibration
