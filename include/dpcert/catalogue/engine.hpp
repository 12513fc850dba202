// The engine as a Certifier: a claim file's statements and hints go to `settle`, what comes back becomes a record.
#pragma once

#include <memory>
#include <optional>

#include "dpcert/catalogue/certifier.hpp"
#include "dpcert/catalogue/settle.hpp"

namespace dpcert::catalogue {

/// Reads the hints. Throws dpcert::Error with file and line for a directive that cannot be read.
Hints read_hints(const FormalStatement& formal);

/// The record of an entry from what was found about its formal statement and about the corrected one. What these lean
/// on in the catalogue is not looked at here (uses.hpp).
ClaimRecord record_of(const CatalogueEntry& entry, std::optional<Finding> own, std::optional<Finding> repair);

std::unique_ptr<Certifier> make_engine();

}  // namespace dpcert::catalogue
