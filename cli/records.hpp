// The store of an output folder, and what it says about the claims of the catalogue.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "verify/catalogue/store.hpp"
#include "verify/catalogue/uses.hpp"

namespace dpcert::cli {

/// Makes the folder OUT and opens OUT/store.sqlite; complaints go to stderr, a line each. Bad input if there can be no
/// such folder.
std::unique_ptr<catalogue::Store> open_store(const std::string& out);
/// The same, but nothing is made: none if there was no run.
std::unique_ptr<catalogue::Store> existing_store(const std::string& out);

/// The records of the last run: from its findings where they speak of the same statements, else what is known without
/// an engine. A verdict stands only if what the entry leans on is proved, there too.
class LastRecords {
 public:
  /// `store` may be none.
  LastRecords(const catalogue::Catalogue& all, catalogue::Store* store);
  LastRecords(const LastRecords&) = delete;
  LastRecords& operator=(const LastRecords&) = delete;
  catalogue::ClaimRecord of(const catalogue::CatalogueEntry& entry);

 private:
  std::map<std::string, catalogue::ClaimRecord> alone_;  ///< whatever they lean on
  catalogue::Store* store_;
  catalogue::Leaning leaning_;
};

}  // namespace dpcert::cli
