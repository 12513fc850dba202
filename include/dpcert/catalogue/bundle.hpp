// A folder of certificates that belong together: what is decided for it, and the list of its files, by which `dpcert
// check` knows whether it is whole.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "dpcert/catalogue/run.hpp"

namespace dpcert::catalogue {

/// A statement of the catalogue with the verdict that it has together with all that it leans on.
struct SettledStatement {
  std::string id;                         ///< ID, or ID.repair of a corrected statement
  bool asked = false;                     ///< asked for by its id; otherwise a ground of others
  const CatalogueEntry* entry = nullptr;  ///< of the catalogue
  Finding finding;
};

/// Decides the statements of these ids and everything that they lean on, and nothing else: the printed claim is not
/// decided where its corrected statement is used. First the ids in their order, then the grounds in the catalogue's.
/// After an interruption those not decided are missing. Throws Error::bad_input for an id that the catalogue has not.
std::vector<SettledStatement> settle_with_grounds(const Catalogue& catalogue, const std::vector<std::string>& ids,
                                                  Certifier& certifier, const RunOptions& options);

/// The list of a bundle, in the format of sha256sum: one line `HEX  FILE` for each certificate of the folder.
inline constexpr const char* bundle_list = "SHA256SUMS";
struct ListedFile {
  std::string file;  ///< in the folder itself
  std::string sha256;
};
/// Writes the list of these files, and removes those that an earlier list of the folder names and this one does not:
/// they belong to another answer.
void write_bundle_list(const std::filesystem::path& folder, std::vector<std::string> files);
/// Nothing if the folder has no list. Throws Error::bad_input, with the line, for one that cannot be read.
std::optional<std::vector<ListedFile>> read_bundle_list(const std::filesystem::path& folder);

}  // namespace dpcert::catalogue
