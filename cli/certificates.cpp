#include "cli/certificates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <sstream>

#include "dpcert/catalogue/bundle.hpp"
#include "dpcert/catalogue/print.hpp"
#include "dpcert/catalogue/settle.hpp"
#include "dpcert/catalogue/uses.hpp"
#include "dpcert/core/error.hpp"
#include "verify/catalogue/files.hpp"
#include "verify/kernel/certificate.hpp"
#include "verify/support/digest.hpp"

namespace dpcert::cli {

namespace {

/// Lines without their ends (LF or CRLF), without empty ones at the end.
std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(line);
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

/// Why the quoted statement is not the one that the catalogue has under this name; empty if it is.
std::string compare_with_catalogue(const CheckedFile& one, const catalogue::Catalogue& all) {
  const catalogue::FormalStatement* formal = all.statement(one.claim);
  if (!formal) return "names the claim '" + one.claim + "', for which the catalogue has no formal statement";
  if (lines_of(formal->text) != lines_of(one.result.statement))
    return "quotes another statement of '" + one.claim + "' than the catalogue's";
  const bool negated = formal->directive("negation") != nullptr;
  if (negated && !one.negation)
    return fmt::format("names the claim '{0}' and quotes its negation, which is named {0}{1}", one.claim,
                       catalogue::negation_suffix);
  if (!negated && one.negation)
    return "names the negation of '" + one.claim + "' and quotes the catalogue's statement of the claim itself";
  return {};
}

/// What the certificate says about the claim. Of a negation only a proof of the whole says anything: it refutes.
std::string verdict_about_claim(const checker::Result& result, bool negation) {
  using catalogue::Verdict;
  if (!negation) return result.verdict;
  return std::string(name(result.verdict == name(Verdict::proved) ? Verdict::refuted : Verdict::open));
}

void add_grounds(CheckedFile& out, const catalogue::Catalogue& all) {
  const catalogue::FormalStatement& formal = *all.statement(out.claim);
  out.proves = out.verdict == name(catalogue::Verdict::proved);
  out.assumes = catalogue::citations(formal);
  if (const auto print = catalogue::read_print(formal);
      print && (print->word == catalogue::Correspondence::instance || print->word == catalogue::Correspondence::weaker))
    out.print = fmt::format("{}: {}", name(print->word), print->note);
  // A negation that says less than the claim's refutes nothing (print.hpp).
  if (const auto print = catalogue::read_print(formal);
      out.negation && print && print->word == catalogue::Correspondence::weaker)
    out.verdict = name(catalogue::Verdict::open);
  for (const std::string& id : catalogue::used_ids(formal)) {
    const catalogue::FormalStatement* used = all.statement(id);
    const bool theorem = used && !used->has_conclusion() && used->directive("assumed");
    (theorem ? out.assumes : out.leans_on).push_back(id);
  }
}

/// A theorem that the catalogue cites, as if a certificate had proved it.
struct Cited {
  std::string id;
  checker::Result result;
};

/// Those that none of these certificates proves.
std::vector<Cited> unproved_citations(const std::vector<const checker::Result*>& results,
                                      const catalogue::Catalogue& all) {
  const std::string_view proved = name(catalogue::Verdict::proved);
  const auto standing = checker::close(results);
  std::vector<Cited> cited;
  for (const catalogue::CatalogueEntry& entry : all.base()) {
    if (!entry.formal || !entry.formal->directive("cited")) continue;
    Cited theorem{entry.ledger.id, {}};
    theorem.result.accepted = true;
    theorem.result.verdict = proved;
    theorem.result.statement = verify::quoted(verify::parse_statement(entry.formal->text));
    bool here = false;
    for (std::size_t i = 0; i < results.size(); ++i)
      here = here || (standing[i].accepted && results[i]->verdict == proved &&
                      results[i]->statement == theorem.result.statement);
    if (!here) cited.push_back(std::move(theorem));
  }
  return cited;
}

/// What it uses of these, by a lemma line or by reading, it assumes.
void lean_on_citations(CheckedFile& one, const std::vector<Cited>& cited) {
  for (const Cited& theorem : cited) {
    const bool quoted =
        std::ranges::find(one.result.uses, theorem.result.statement, &checker::Use::statement) != one.result.uses.end();
    if (std::erase(one.leans_on, theorem.id) == 0 && !quoted) continue;
    if (std::ranges::find(one.assumes, theorem.id) == one.assumes.end()) one.assumes.push_back(theorem.id);
  }
}

}  // namespace

int proof_precision(const Common& common) {
  if (common.precision > checker::max_precision)
    throw BadInput(fmt::format("--precision: expected at most {} bits for a proof, given {}", checker::max_precision,
                               common.precision));
  return common.precision;
}

void add_certificates(CertificateFiles& found, const std::filesystem::path& where) {
  if (!std::filesystem::exists(where)) throw BadInput(where.string() + ": no such file or folder");
  const auto add = [&](std::vector<std::filesystem::path> files) {
    std::sort(files.begin(), files.end());
    for (auto& file : files)
      if (std::find(found.files.begin(), found.files.end(), file) == found.files.end())
        found.files.push_back(std::move(file));
  };
  if (!std::filesystem::is_directory(where)) return add({where});
  std::vector<std::filesystem::path> files;
  bool listed = false;
  const auto read_list = [&](const std::filesystem::path& folder) {
    const auto list = catalogue::read_bundle_list(folder);
    if (!list) return;
    listed = true;
    for (const auto& one : *list) found.listed[folder / one.file] = one.sha256;
  };
  read_list(where);
  for (const auto& item : std::filesystem::recursive_directory_iterator(where)) {
    const std::string name = item.path().filename().string();
    if (item.is_directory()) read_list(item.path());
    if (item.is_regular_file() && (name.ends_with(".cert") || name.ends_with(".cert.gz"))) files.push_back(item.path());
  }
  if (files.empty() && !listed) throw BadInput(where.string() + ": no *.cert or *.cert.gz below this folder");
  add(std::move(files));
}

CheckedFile check_certificate(const std::filesystem::path& file, const catalogue::Catalogue& all) {
  CheckedFile out;
  out.file = file;
  const auto start = std::chrono::steady_clock::now();
  try {
    const std::string bytes = catalogue::read_file(file);
    out.bytes = bytes.size();
    out.sha256 = verify::sha256_hex(bytes);
    out.result = checker::check(bytes);
  } catch (const Error& problem) {
    out.reason = problem.what();
    return out;
  }
  out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  out.reason = out.result.reason;
  if (!out.result.readable) return out;
  out.status = out.result.accepted        ? CheckStatus::accepted
               : out.result.conditional() ? CheckStatus::conditional
                                          : CheckStatus::rejected;
  out.claim = out.result.claim;
  out.negation = out.claim.ends_with(catalogue::negation_suffix);
  if (out.negation) out.claim.resize(out.claim.size() - catalogue::negation_suffix.size());
  if (out.status == CheckStatus::rejected) return out;
  std::string defect;
  if (!out.result.claim.empty()) defect = compare_with_catalogue(out, all);  // also of `.negation` and no more
  if (!defect.empty()) {
    out.reason = std::move(defect);
    out.status = CheckStatus::rejected;
    return out;
  }
  out.verdict = verdict_about_claim(out.result, out.negation);
  if (!out.claim.empty()) add_grounds(out, all);
  return out;
}

void close_uses(const std::vector<CheckedFile*>& checked, const catalogue::Catalogue& all) {
  std::vector<CheckedFile*> those;
  std::vector<const checker::Result*> results;
  for (CheckedFile* one : checked) {
    if (one->status != CheckStatus::accepted && one->status != CheckStatus::conditional) continue;
    those.push_back(one);
    results.push_back(&one->result);
  }
  const std::vector<Cited> cited = unproved_citations(results, all);
  for (const Cited& theorem : cited) results.push_back(&theorem.result);
  const auto standing = checker::close(results);
  const auto is_there = [&](const std::string& id, const checker::Result& r) {
    const auto use = std::ranges::find(r.uses, id, &checker::Use::id);
    return std::ranges::any_of(results, [&](const auto* other) { return other->statement == use->statement; });
  };
  for (std::size_t i = 0; i < those.size(); ++i) {
    CheckedFile& one = *those[i];
    if (standing[i].accepted) lean_on_citations(one, cited);
    if (one.status == CheckStatus::accepted) continue;
    one.depends_on = standing[i].missing;
    one.circle = standing[i].circle;
    if (standing[i].accepted) {
      one.status = CheckStatus::accepted;
      one.reason.clear();
      continue;
    }
    one.proves = false;
    one.leans_on.clear();
    one.verdict.clear();
    if (!one.circle.empty()) {
      one.status = CheckStatus::rejected;
      one.reason = fmt::format("what it uses leads back to itself: {}", fmt::join(one.circle, ", then "));
      continue;
    }
    one.reason.clear();
    for (const std::string& id : one.depends_on)
      one.reason +=
          fmt::format("{}depends on {}, {}", one.reason.empty() ? "" : "; ", id,
                      is_there(id, one.result) ? "which the files given do not prove" : "not among the files given");
  }
}

}  // namespace dpcert::cli
