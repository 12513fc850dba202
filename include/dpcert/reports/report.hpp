// Report writers. Each takes a finished (or interrupted) run and returns the whole text of one file; `write_report`
// puts them all into a folder. Nothing here decides anything: verdicts come in through `RunSummary`.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/catalogue/record.hpp"

namespace dpcert::reports {

using catalogue::Catalogue;
using catalogue::ClaimRecord;
using catalogue::RunSummary;

/// The document of `certify --json`; reports/schema/certify.schema.json describes it.
nlohmann::ordered_json to_json(const RunSummary& run);
nlohmann::ordered_json to_json(const ClaimRecord& record);

/// One self-contained page: no network, no other file; opens from disk.
std::string html(const RunSummary& run, const Catalogue& catalogue);
/// JUnit XML, one testcase a claim; docs/reading-a-verdict.md says which verdict becomes what.
std::string junit(const RunSummary& run);
std::string markdown(const RunSummary& run, const Catalogue& catalogue);

/// Writes index.html, report.json, junit.xml and report.md, each to a temporary name and then renamed, so that a reader
/// (or a killed run) never sees half a file. Throws with the path if something cannot be written.
void write_report(const RunSummary& run, const Catalogue& catalogue, const std::filesystem::path& folder);

/// "At x = 7/3, n = 10 all hypotheses hold, but the left side is at most 1.2 and the right side at least 1.5, ..."
std::string counterexample_sentence(const catalogue::Counterexample& counterexample);
/// What refutes it: "a certified counterexample" or "a proof of the negation"; empty for other verdicts.
std::string refutation(const catalogue::Finding& finding);
/// How the formal statement relates to what is printed: one of the four words, with its note, "equivalent: because
/// ..."; empty if the claim's file does not say.
std::string print_sentence(const catalogue::ClaimRecord& record);
/// "largest ratio of the sides (smaller/larger) in [0.7, 0.71], near x = 1"
std::string tightness_sentence(const catalogue::Tightness& tightness);
/// Its parts: what it is, the enclosure, the place.
std::string tightness_measure(const catalogue::Tightness& tightness);
std::string tightness_enclosure(const catalogue::Tightness& tightness);
std::string tightness_place(const catalogue::Tightness& tightness);
/// "holds at 20 points, 3 drawn outside of the hypotheses (4 at an end)"; why none was tried; where it fails.
std::string points_sentence(const catalogue::Companion& companion);
/// "prob(x, x <= 1, P) is 0.8162 in simulated releases, in [0.7998, 0.8317]; conclusion 1: ... agrees; ... at eps = 1".
std::string estimates_sentence(const catalogue::Estimates& estimates);
/// Of all statements of a run that speak of laws, with the probability that a sound run contradicts one; empty: none
/// does.
std::string estimates_summary(const catalogue::RunSummary& run);
/// "held in 10 random cases"
std::string suite_sentence(const catalogue::SuiteRecord& suite);
/// "0.0012 of the size of its terms, at x = 1/2": there is one. Numbers of many digits are shortened.
std::string least_slack_sentence(const catalogue::Companion& companion);
/// "x in [1/2, 3), y in (0, inf)"
std::string domain_text(const std::vector<catalogue::DomainInterval>& domain);
/// "the given proof was not followed: conclusion 1: line 2 of the given proof, ..."; empty if it was, or none was
/// given.
std::string advice_sentence(const catalogue::Evidence& evidence);
/// "the checker rejected 2 proofs, the last at line 12 (...): FILE"; empty if it rejected none.
std::string rejection_sentence(const catalogue::Evidence& evidence);
/// The command line that decides one claim again, from nothing: in a folder of its own.
std::string reproduce_command(const ClaimRecord& record);
/// The command line that checks its certificate, with those of what it leans on: without them `check` accepts nothing
/// as whole. Empty if there is no certificate.
std::string check_command(const ClaimRecord& record);

}  // namespace dpcert::reports
