#include "dpcert/calibration/foundations.hpp"

#include <algorithm>
#include <map>

#include "dpcert/catalogue/bundle.hpp"
#include "dpcert/catalogue/engine.hpp"
#include "dpcert/catalogue/uses.hpp"
#include "verify/catalogue/embedded.hpp"

extern "C" const dpcert::catalogue::RawFile dpcert_embedded_lemmas[];
extern "C" const dpcert::catalogue::RawFile dpcert_embedded_lemmas_end[];

namespace dpcert::calibration {

namespace {

const catalogue::FormalStatement* lemma(std::string_view id) {
  for (const auto& one : lemmas())
    if (const auto* stated = one.directive("id"); stated && *stated == id) return &one;
  return nullptr;
}

Foundation foundation_of(const std::string& id, const catalogue::FormalStatement* formal,
                         const catalogue::Finding& found) {
  Foundation out;
  out.id = id;
  if (formal && formal->has_conclusion()) out.title = verify::parse_statement(formal->text).title;
  out.verdict = found.verdict;
  out.checked = found.checked;
  out.uses = found.evidence.uses;
  out.assumes = found.assumes;
  out.certificate = found.certificate;
  if (out.verdict != catalogue::Verdict::proved) out.reason = found.reason;
  return out;
}

/// A lemma by itself. Its certificate names no claim: it is compared with the catalogue where one is named, and the
/// lemmas are not in it.
catalogue::Finding settle_lemma(const std::string& id, const catalogue::FormalStatement& formal,
                                const catalogue::Options& options) {
  catalogue::Finding found =
      settle({"", id, verify::parse_statement(formal.text), catalogue::read_hints(formal), false}, options);
  if (found.checked) found.assumes = catalogue::citations(formal);
  return found;
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

catalogue::Options foundation_options() {
  catalogue::Options options;
  options.threads = 1;
  options.time_limit = std::chrono::seconds(60);
  options.max_boxes = 20'000;
  return options;
}

std::vector<Foundation> decide_foundations(const std::vector<std::string>& ids, const catalogue::Options& options) {
  const catalogue::Catalogue& all = catalogue::Catalogue::embedded();
  std::vector<std::string> wanted;  // of the catalogue: those asked for, and what the lemmas use
  for (const std::string& id : ids) {
    if (const auto* formal = lemma(id)) {
      for (const std::string& used : catalogue::used_ids(*formal)) wanted.push_back(used);
    } else {
      wanted.push_back(id);
    }
  }
  catalogue::RunOptions how;
  how.claim = options;
  how.threads = 1;
  const auto engine = catalogue::make_engine();
  std::map<std::string, catalogue::SettledStatement> settled;
  for (auto& one : catalogue::settle_with_grounds(all, wanted, *engine, how)) settled.emplace(one.id, std::move(one));
  std::vector<Foundation> foundations;
  for (const std::string& id : ids) {
    if (const auto* formal = lemma(id)) {
      catalogue::Finding found = settle_lemma(id, *formal, options);
      std::vector<catalogue::Ground> grounds;
      for (const std::string& used : catalogue::used_ids(*formal)) {
        const catalogue::Finding& ground = settled.at(used).finding;
        grounds.push_back({used, ground.verdict, ground.reason, ground.assumes});
      }
      catalogue::lean_on(found, grounds);
      foundations.push_back(foundation_of(id, formal, found));
    } else {
      foundations.push_back(foundation_of(id, all.statement(id), settled.at(id).finding));
    }
  }
  for (const auto& [id, one] : settled) {
    if (std::find(ids.begin(), ids.end(), id) != ids.end()) continue;
    foundations.push_back(foundation_of(id, all.statement(id), one.finding));
    foundations.back().asked = false;
  }
  return foundations;
}

Foundation decide_foundation(const std::string& id) { return decide_foundations({id}).front(); }

}  // namespace dpcert::calibration
