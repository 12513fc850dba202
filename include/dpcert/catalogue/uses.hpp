// Soundness rule 8: the proof graph is acyclic, and a statement is used only where it is proved. `#! uses ID ...` in a
// claim file names the entries, or corrected statements, that the formal statement takes over as hypotheses; here is
// what that does to its verdict.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/language/evidence.hpp"

namespace dpcert::catalogue {

/// The ids of the `#! uses` lines, each once, in order.
std::vector<std::string> used_ids(const FormalStatement& formal);
/// The citations of the `#! assumed` lines, each once, in order.
std::vector<std::string> citations(const FormalStatement& formal);

/// Throws dpcert::Error, with file and line, for a used id that the catalogue does not have, a line on a statement that
/// has nothing to prove, and a cycle.
void require_acyclic_uses(const Catalogue& catalogue);

/// Fills in the statements that proof lines `lemma ID (...)` use. Throws dpcert::Error for an id that the `#! uses`
/// lines do not name, one whose statement concludes nothing or is the negation of what its entry says, and a text that
/// is not of `language 3`. A cited theorem that the `#! uses` lines name may also be used where no line says so.
void find_lemmas(FormalStatement& formal, const Catalogue& catalogue);

/// The theorems of the group `base` that are cited, for the proofs of users' own statements.
std::vector<verify::Lemma> cited_theorems(const Catalogue& catalogue);
/// Those of the embedded catalogue, of which no more is read.
std::vector<verify::Lemma> cited_theorems();

/// What is known of a statement that others use.
struct Ground {
  std::string id;
  Verdict verdict = Verdict::open;
  std::string reason;
  std::vector<std::string> assumes;
};

/// Applies the rule to one finding. If every ground is proved, or a cited theorem, the finding stands and inherits what
/// they assume (a cited theorem by its id), also where a proof line uses it (`lemma`). Otherwise whatever was found is
/// `open`, refutations too: the formal statement speaks for the printed one only by way of its grounds.
void lean_on(Finding& finding, const std::vector<Ground>& grounds);

/// Verdicts with the rule applied, from records without it.
class Leaning {
 public:
  /// The record of an entry as the certifier or the store gives it, for the finding about its corrected statement
  /// (`repair`) or about its own; nullptr while there is none. Pointers stay valid.
  using Lookup = std::function<const ClaimRecord*(const CatalogueEntry&, bool repair)>;
  Leaning(const Catalogue& catalogue, Lookup lookup) : catalogue_(catalogue), lookup_(std::move(lookup)) {}

  /// The verdict on what is printed (print.hpp). Nothing while the entry's record, or one that it leans on, is missing.
  std::optional<ClaimRecord> resolve(const CatalogueEntry& entry);
  /// Applies the rule to a finding about this statement; false, and nothing changed, while one that it leans on is
  /// missing.
  bool apply(Finding& finding, const FormalStatement& formal);

 private:
  const Ground* ground(const std::string& id);

  const Catalogue& catalogue_;
  Lookup lookup_;
  std::map<std::string, Ground> known_;
};

/// The statements that these entries use, directly or not, and that are not among theirs: copies of the entries with
/// nothing but the statements wanted.
std::vector<CatalogueEntry> missing_grounds(const Catalogue& catalogue,
                                            const std::vector<const CatalogueEntry*>& entries);
/// The statements that these ids name (ID or ID.repair), and all that they use: copies as above, in catalogue order.
std::vector<CatalogueEntry> with_grounds(const Catalogue& catalogue, const std::vector<std::string>& ids);

}  // namespace dpcert::catalogue
