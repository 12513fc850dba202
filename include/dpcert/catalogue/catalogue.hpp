// The catalogue: every ledger entry with its formal statement. It is compiled into the program, so an installed dpcert
// needs no source tree; `Catalogue::read` takes any files, for tests.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dpcert/catalogue/record.hpp"

namespace dpcert::catalogue {

/// A file that belongs to the catalogue: its path relative to verify/ ("ledger/renyi.yaml",
/// "claims/renyi/renyi.x.claim").
struct SourceFile {
  std::string_view path;
  std::string_view text;
};

/// The files that were compiled in.
std::vector<SourceFile> embedded_files();

/// Reads one ledger file. Throws dpcert::Error with the file, line and field for anything that is not as documented.
std::vector<LedgerEntry> read_ledger(std::string_view path, std::string_view yaml);

/// True if claim files may have lines `#! NAME ...`.
bool is_directive(std::string_view name);

/// Splits a .claim file into statement and directives.
FormalStatement read_formal(std::string_view path, std::string_view source);

/// The group of lemmas of our own, which no ledger of a paper prints: "base.x" in ledger/base.yaml and claims/base/.
/// They are counted and shown apart from the claims.
inline constexpr std::string_view base_group = "base";

/// Ends the id of a corrected statement: ID.repair.
inline constexpr std::string_view repair_suffix = ".repair";

/// `*` any run of characters, `?` one character; everything else is literal.
bool glob_match(std::string_view pattern, std::string_view text);

class Catalogue {
 public:
  /// The catalogue compiled into the program; read once.
  static const Catalogue& embedded();
  /// Builds a catalogue from files: ledger files first, then the claim files. Throws for an unreadable ledger, and for
  /// `#! uses` lines that name what is not there or go in a circle.
  static Catalogue read(std::span<const SourceFile> files);

  /// What the papers print.
  const std::vector<CatalogueEntry>& entries() const { return entries_; }
  /// The lemmas of the group `base`.
  const std::vector<CatalogueEntry>& base() const { return base_; }
  /// Both: first what the papers print, then the lemmas.
  std::vector<const CatalogueEntry*> all() const;
  /// nullptr for an unknown id.
  const CatalogueEntry* find(std::string_view id) const;
  /// The entry that ID or ID.repair belongs to; nullptr for an unknown id.
  const CatalogueEntry* entry_of(std::string_view id) const;
  /// The formal statement of an entry, ID, or the corrected one, ID.repair; nullptr if there is none.
  const FormalStatement* statement(std::string_view id) const;
  /// Entries whose id matches the glob, in catalogue order, lemmas of the group `base` last.
  std::vector<const CatalogueEntry*> match(std::string_view pattern) const;
  /// Up to `count` ids that look like `id`, nearest first.
  std::vector<std::string> near_matches(std::string_view id, std::size_t count = 3) const;
  /// The papers, in order of the ledger files; the group `base` is none.
  const std::vector<std::string>& papers() const { return papers_; }
  /// What is wrong with the claim files: ids the ledger does not know, unknown directives, dependencies on nothing.
  /// Empty in a released program: a test sees to it.
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  std::vector<CatalogueEntry> entries_, base_;
  std::unordered_map<std::string, std::size_t> index_;  // id -> place in `all`
  std::vector<std::string> papers_, problems_;
};

/// The middle part of an id, by which reports group: "bern" for renyi.bern.eq11, "" for an id without one.
std::string_view group(std::string_view id);
/// A paper's full title for headings ("renyi" -> "Rényi differential privacy mechanisms for posterior sampling").
std::string_view paper_title(std::string_view paper);

}  // namespace dpcert::catalogue
