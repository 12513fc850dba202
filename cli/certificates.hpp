// Certificates on disk: finding them, having them checked, and comparing what they quote with the catalogue.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/checker/checker.hpp"

namespace dpcert::cli {

enum class CheckStatus {
  accepted,
  rejected,
  unreadable,
  conditional,  ///< right as far as it goes, but it uses statements that only other certificates can prove
};

struct CheckedFile {
  std::filesystem::path file;
  CheckStatus status = CheckStatus::unreadable;
  std::string reason;  ///< why it is not accepted
  checker::Result result;
  std::string claim;      ///< the catalogue's id that it speaks about; empty for a user's own statement
  bool negation = false;  ///< its statement is the negation of what the claim prints
  std::string verdict;    ///< of an accepted one, about the claim: its own, turned round if it proves the negation
  /// Of an accepted or conditional one that names a claim: the entries that the catalogue says its statement takes
  /// over, of which it proves nothing, and the theorems of the literature that it cites (entries that are such theorems
  /// among them).
  std::vector<std::string> leans_on, assumes;
  /// What its catalogue entry says of its statement against the print, if that is an instance or weaker.
  std::string print;
  std::vector<std::string> depends_on;  ///< ids of the statements used by lemma lines that nothing at hand proves
  std::vector<std::string> circle;      ///< by these ids its uses lead back to its own statement
  std::vector<std::string> missing;     ///< those of `leans_on` that no certificate at hand proves
  bool proves = false;                  ///< a proof of the claim itself, on its whole domain: others may lean on it
  std::uintmax_t bytes = 0;             ///< of the file
  std::string sha256;                   ///< of the file's bytes, if they could be read
  double seconds = 0;
};

/// `--precision` of a command that proves. Bad input beyond what the checker accepts in a certificate.
int proof_precision(const Common& common);

/// What is asked of the checker.
struct CertificateFiles {
  std::vector<std::filesystem::path> files;
  /// What the lists of bundles below a folder say: the sha256 that a certificate should have.
  std::map<std::filesystem::path, std::string> listed;
};
/// Adds the file itself, or all *.cert and *.cert.gz below a folder, sorted, with the lists of bundles found there. Bad
/// input if there is neither, or a list that cannot be read.
void add_certificates(CertificateFiles& found, const std::filesystem::path& file_or_folder);

/// Reads and checks one certificate; an accepted one that names a claim must quote the catalogue's statement of it, and
/// say of the negation of a printed claim that it is one.
/// One that uses other statements is `conditional`, whatever else is right: `close_uses` says what it is worth.
CheckedFile check_certificate(const std::filesystem::path& file, const catalogue::Catalogue& all);

/// Conditional ones become accepted where all that they use is proved by accepted ones among these, and rejected where
/// their uses lead back to them.
void close_uses(const std::vector<CheckedFile*>& checked);

}  // namespace dpcert::cli
