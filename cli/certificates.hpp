// Certificates on disk: finding them, having them checked, and comparing what they quote with the catalogue.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "verify/catalogue/catalogue.hpp"
#include "verify/checker/checker.hpp"

namespace dpcert::cli {

enum class CheckStatus { accepted, rejected, unreadable };

struct CheckedFile {
  std::filesystem::path file;
  CheckStatus status = CheckStatus::unreadable;
  std::string reason;  ///< why it is not accepted
  checker::Result result;
  /// Of an accepted one that names a claim: the entries that the catalogue says its statement takes over, of which it
  /// proves nothing, and the theorems of the literature that it cites (entries that are such theorems among them).
  std::vector<std::string> leans_on, assumes;
  bool proves = false;       ///< a proof of the claim itself, on its whole domain: others may lean on it
  std::uintmax_t bytes = 0;  ///< of the file
  double seconds = 0;
};

/// `--precision` of a command that proves. Bad input beyond what the checker accepts in a certificate.
int proof_precision(const Common& common);

/// The file itself, or all *.cert and *.cert.gz below a folder, sorted. Bad input if there is nothing.
std::vector<std::filesystem::path> certificates_below(const std::filesystem::path& file_or_folder);

/// Reads and checks one certificate; an accepted one that names a claim must quote the catalogue's statement of it.
CheckedFile check_certificate(const std::filesystem::path& file, const catalogue::Catalogue& all);

}  // namespace dpcert::cli
