#include "dpcert/catalogue/catalogue.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "dpcert/catalogue/error.hpp"
#include "dpcert/catalogue/print.hpp"
#include "dpcert/catalogue/uses.hpp"
#include "verify/support/text.hpp"

namespace dpcert::catalogue {

namespace {

// What a claim file may say about its statement; CONTRIBUTING.md lists them with their arguments.
constexpr std::array<std::string_view, 15> known_directives{"id",     "reading", "definition", "open",      "assumed",
                                                            "cited",  "uses",    "negation",   "proof",     "inhabited",
                                                            "refute", "tag",     "print",      "tightness", "simulate"};

/// Edits that turn a into b: insertions, deletions, replacements.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

}  // namespace

bool is_directive(std::string_view name) {
  return std::find(known_directives.begin(), known_directives.end(), name) != known_directives.end();
}

FormalStatement read_formal(std::string_view path, std::string_view source) {
  FormalStatement formal;
  formal.file = path;
  formal.source = source;
  std::size_t line_number = 0;
  while (!source.empty()) {
    const auto end = source.find('\n');
    const std::string_view line = source.substr(0, end);
    const std::string_view whole = source.substr(0, end == std::string_view::npos ? source.size() : end + 1);
    source.remove_prefix(whole.size());
    ++line_number;
    const std::string_view content = verify::trimmed(line);
    if (content.substr(0, 2) != "#!") {
      formal.text += whole;
      continue;
    }
    const std::string_view after = content.substr(2);
    const std::string_view body = verify::trimmed(after);
    // Two blanks or more after `#!` carry on the directive above, as proof trees do.
    if (!formal.directives.empty() && (after.substr(0, 2) == "  " || after.substr(0, 1) == "\t")) {
      formal.directives.back().argument += "\n" + std::string(after.substr(1, after.find_last_not_of(" \t\r")));
      continue;
    }
    const auto blank = body.find_first_of(" \t");
    formal.directives.push_back(
        {std::string(body.substr(0, blank)),
         blank == std::string_view::npos ? std::string() : std::string(verify::trimmed(body.substr(blank))),
         line_number});
  }
  return formal;
}

bool glob_match(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

const Catalogue& Catalogue::embedded() {
  static const Catalogue catalogue = [] {
    const auto files = embedded_files();
    return read(files);
  }();
  return catalogue;
}

Catalogue Catalogue::read(std::span<const SourceFile> files) {
  Catalogue result;
  for (const SourceFile& file : files) {
    if (!file.path.ends_with(".yaml")) continue;
    for (LedgerEntry& entry : read_ledger(file.path, file.text)) {
      const bool base = entry.paper == base_group;
      if (!base && std::find(result.papers_.begin(), result.papers_.end(), entry.paper) == result.papers_.end())
        result.papers_.push_back(entry.paper);
      (base ? result.base_ : result.entries_).push_back({std::move(entry), std::nullopt, std::nullopt});
    }
  }
  for (const CatalogueEntry* entry : result.all())
    if (const std::string& id = entry->ledger.id; !result.index_.emplace(id, result.index_.size()).second)
      fail("ledger/" + entry->ledger.paper + ".yaml", "every id once", "'" + id + "' twice");
  for (const CatalogueEntry* entry : result.all())
    for (const std::string& id : entry->ledger.depends_on)
      if (!result.index_.count(id))
        result.problems_.push_back(entry->ledger.id + ": depends on the unknown id '" + id + "'");

  for (const SourceFile& file : files) {
    if (!file.path.ends_with(".claim")) continue;
    FormalStatement formal = read_formal(file.path, file.text);
    const auto slash = file.path.rfind('/');
    std::string id(file.path.substr(slash == std::string_view::npos ? 0 : slash + 1));
    id.erase(id.size() - std::string_view(".claim").size());
    const bool repair = id.ends_with(repair_suffix);
    if (repair) id.erase(id.size() - repair_suffix.size());
    const auto problem = [&](const std::string& what) { result.problems_.push_back(formal.file + ": " + what); };

    for (const Directive& directive : formal.directives)
      if (!is_directive(directive.name))
        problem("line " + std::to_string(directive.line) + ": unknown directive '#! " + directive.name + "'");
    if (const auto* stated = formal.directive("id"); stated && *stated != id && *stated != id + ".repair")
      problem("'#! id " + *stated + "' does not agree with the file's name");
    const auto at = result.index_.find(id);
    if (at == result.index_.end()) {
      problem("the ledger has no id '" + id + "'");
      continue;
    }
    const std::size_t place = at->second, printed = result.entries_.size();
    CatalogueEntry& entry = place < printed ? result.entries_[place] : result.base_[place - printed];
    if (formal.directive("cited") && (entry.ledger.paper != base_group || !formal.has_conclusion()))
      problem("'#! cited' belongs to a statement of the group 'base' that has a conclusion");
    // A lemma may put any smooth function in the place of a `logpartition`, because proofs hold for all of them; what a
    // theorem says of log-partition functions need not.
    if (formal.directive("cited") && formal.text.find("logpartition") != std::string::npos)
      problem("a statement with a 'logpartition' cannot be cited");
    if (formal.directive("definition") && entry.ledger.kind != "definition" && entry.ledger.kind != "algorithm")
      problem("'#! definition' on an entry of kind '" + entry.ledger.kind + "'");
    if (const auto print = read_print(formal); print && (repair || !formal.has_conclusion()))
      problem("'#! print' on a statement that is not the formal statement of a printed claim");
    if (repair) {
      const auto* tag = formal.directive("tag");
      if (!tag || (*tag != "misprint" && *tag != "boundary" && *tag != "substantive"))
        problem("a repair needs '#! tag misprint', 'boundary' or 'substantive'");
    }
    auto& slot = repair ? entry.repair : entry.formal;
    if (slot) problem("a second statement for '" + id + "' (the first is " + slot->file + ")");
    slot = std::move(formal);
  }
  require_acyclic_uses(result);
  for (auto* entries : {&result.entries_, &result.base_})
    for (CatalogueEntry& entry : *entries)
      for (auto* formal : {&entry.formal, &entry.repair})
        if (*formal) find_lemmas(**formal, result);
  return result;
}

std::vector<const CatalogueEntry*> Catalogue::all() const {
  std::vector<const CatalogueEntry*> out;
  for (const auto* entries : {&entries_, &base_})
    for (const CatalogueEntry& entry : *entries) out.push_back(&entry);
  return out;
}

const CatalogueEntry* Catalogue::find(std::string_view id) const {
  const auto found = index_.find(std::string(id));
  if (found == index_.end()) return nullptr;
  const std::size_t place = found->second;
  return place < entries_.size() ? &entries_[place] : &base_[place - entries_.size()];
}

const CatalogueEntry* Catalogue::entry_of(std::string_view id) const {
  if (id.ends_with(repair_suffix)) id.remove_suffix(repair_suffix.size());
  return find(id);
}

const FormalStatement* Catalogue::statement(std::string_view id) const {
  const CatalogueEntry* entry = entry_of(id);
  if (!entry) return nullptr;
  const auto& formal = id == entry->ledger.id ? entry->formal : entry->repair;
  return formal ? &*formal : nullptr;
}

std::vector<const CatalogueEntry*> Catalogue::match(std::string_view pattern) const {
  std::vector<const CatalogueEntry*> found;
  for (const CatalogueEntry* entry : all())
    if (glob_match(pattern, entry->ledger.id)) found.push_back(entry);
  return found;
}

std::vector<std::string> Catalogue::near_matches(std::string_view id, std::size_t count) const {
  std::vector<std::pair<std::size_t, const std::string*>> ranked;
  for (const CatalogueEntry* entry : all()) {
    const std::string& candidate = entry->ledger.id;
    const std::size_t distance = edit_distance(id, candidate);
    const bool inside = id.size() >= 3 && candidate.find(id) != std::string::npos;
    // Something inside the id, or a few slips of the finger; farther away a suggestion would only confuse.
    if (inside || distance <= std::max<std::size_t>(2, id.size() / 3))
      ranked.emplace_back(inside ? 0 : distance, &candidate);
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(count, ranked.size()); ++i) names.push_back(*ranked[i].second);
  return names;
}

std::string_view group(std::string_view id) {
  const auto first = id.find('.');
  if (first == std::string_view::npos) return {};
  const std::string_view rest = id.substr(first + 1);
  return rest.substr(0, rest.find('.'));
}

std::string_view paper_title(std::string_view paper) {
  if (paper == "renyi") return "Rényi differential privacy mechanisms for posterior sampling";
  if (paper == "sgld") return "Privacy of stochastic gradient Langevin dynamics between start and convergence";
  if (paper == "dirichlet") return "Differentially private Bayesian inference: the Dirichlet notes";
  if (paper == base_group) return "Lemmas of our own";
  if (paper == "gibbs") return "Gibbs posteriors, the exponential mechanism and Langevin sampling";
  return paper;
}

}  // namespace dpcert::catalogue
