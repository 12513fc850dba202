// The store of an output folder, and what it says about the claims of the catalogue.
#pragma once

#include <memory>
#include <string>

#include "verify/catalogue/record.hpp"
#include "verify/catalogue/store.hpp"

namespace dpcert::cli {

/// Makes the folder OUT and opens OUT/store.sqlite; complaints go to stderr, a line each. Bad input if there can be no
/// such folder.
std::unique_ptr<catalogue::Store> open_store(const std::string& out);
/// The same, but nothing is made: none if there was no run.
std::unique_ptr<catalogue::Store> existing_store(const std::string& out);

/// The record of an entry: from the last run's findings if they speak of the same statements, else what is known
/// without an engine. `store` may be none.
catalogue::ClaimRecord last_record(const catalogue::CatalogueEntry& entry, catalogue::Store* store);

}  // namespace dpcert::cli
