#include "dpcert/catalogue/engine.hpp"

#include <fmt/format.h>

#include <utility>

#include "dpcert/catalogue/uses.hpp"
#include "verify/catalogue/companion.hpp"

namespace dpcert::catalogue {

namespace {

/// Only a proof of the whole negation says something about the claim: it refutes it.
Finding of_negation(Finding f) {
  f.tightness.reset();
  if (f.verdict == Verdict::proved) {
    f.verdict = Verdict::refuted;
    f.reason = "the negation, which is the formal statement here, is proved";
    return f;
  }
  f.reason = "the negation is " + std::string(name(f.verdict)) + (f.reason.empty() ? "" : ": " + f.reason);
  f.verdict = Verdict::open;
  f.checked = false;
  f.certificate.clear();
  f.counterexample.reset();
  f.domain_proved.clear();
  return f;
}

/// What the literature proves and the machine does not is assumed. A refutation stands, and so does a defect of the
/// statement: no theorem is undefined or vacuous.
void cite(Finding& f, const FormalStatement& formal) {
  const std::string* citation = formal.directive("cited");
  const bool defect =
      f.verdict == Verdict::open && !f.reason.starts_with("no method") && !f.reason.starts_with("timeout");
  const bool undecided =
      f.verdict == Verdict::open || f.verdict == Verdict::supported || f.verdict == Verdict::proved_on;
  if (!citation || defect || !undecided) return;
  f.verdict = Verdict::assumed;
  f.reason = *citation;
  f.assumes = {*citation};
  f.checked = false;
  f.certificate.clear();
  f.tightness.reset();
  f.domain_proved.clear();
  Evidence bare;
  bare.method = "cited theorem";
  bare.samples = f.evidence.samples, bare.search = f.evidence.search;
  bare.rejected = std::move(f.evidence.rejected);
  f.evidence = std::move(bare);
  confront(f);
}

Finding settle_formal(const FormalStatement& formal, const std::string& id, bool negation, const Options& options) {
  Question question{id, id, {}, {}, negation};
  try {
    question.statement = verify::parse_statement(formal.text);
    for (const auto& [used, text] : formal.lemmas) question.lemmas.push_back({used, verify::parse_statement(text)});
  } catch (const verify::SyntaxError& problem) {
    Finding out;
    out.reason = fmt::format("error: {}, statement line {}: {}", formal.file, problem.line, problem.what());
    return out;
  }
  question.hints = read_hints(formal);
  return settle(question, options);
}

class Engine : public Certifier {
 public:
  ClaimRecord certify(const CatalogueEntry& entry, const Options& options) override {
    std::optional<Finding> own, repair;
    if (!settled_without_engine(entry)) own = settle_formal(*entry.formal, entry.ledger.id, entry.negated(), options);
    if (entry.repair && !settled_without_engine(*entry.repair, entry.ledger.kind))
      repair = settle_formal(*entry.repair, entry.ledger.id + ".repair", false, options);
    return record_of(entry, std::move(own), std::move(repair));
  }
};

}  // namespace

ClaimRecord record_of(const CatalogueEntry& entry, std::optional<Finding> own, std::optional<Finding> repair) {
  auto settled = settled_without_engine(entry);
  ClaimRecord record = settled ? std::move(*settled) : blank_record(entry);
  if (!settled && own) {
    static_cast<Finding&>(record) = entry.negated() ? of_negation(std::move(*own)) : std::move(*own);
    if (const auto* why = entry.formal->directive("open"); why && record.verdict == Verdict::open) record.reason = *why;
    if (record.checked) record.assumes = citations(*entry.formal);
    cite(record, *entry.formal);
  }
  if (!record.repair) return record;
  if (auto cited = settled_without_engine(*entry.repair, entry.ledger.kind)) {
    static_cast<Finding&>(*record.repair) = std::move(*cited);
  } else if (repair) {
    static_cast<Finding&>(*record.repair) = std::move(*repair);
    record.seconds += record.repair->seconds;
    if (record.repair->checked) record.repair->assumes = citations(*entry.repair);
  }
  return record;
}

std::unique_ptr<Certifier> make_engine() { return std::make_unique<Engine>(); }

}  // namespace dpcert::catalogue
