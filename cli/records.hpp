// The store of an output folder, and what it says about the claims of the catalogue.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "dpcert/catalogue/uses.hpp"
#include "verify/catalogue/store.hpp"

namespace dpcert::cli {

/// Makes the folder OUT and opens OUT/store.sqlite; complaints go to stderr, a line each. Bad input if there can be no
/// such folder.
std::unique_ptr<catalogue::Store> open_store(const std::string& out);
/// The same, but nothing is made: none if there was no run.
std::unique_ptr<catalogue::Store> existing_store(const std::string& out);

/// What the last run says about an entry.
struct LastRecord {
  /// With the verdict, if there is one; else the texts and what the statement leans on, and why there is none (may be
  /// empty). A corrected statement that was not run is left out.
  catalogue::ClaimRecord record;
  /// Of the claim itself. False: it, or something that it leans on, was not run. That is no verdict; `open` is one.
  bool run = false;
};
inline constexpr std::string_view not_run = "not run";

/// The records of the last run: from its findings where they speak of the same statements, else what is known without
/// an engine. A verdict stands only if what the entry leans on is proved, there too.
class LastRecords {
 public:
  /// `store` may be none.
  LastRecords(const catalogue::Catalogue& all, catalogue::Store* store);
  LastRecords(const LastRecords&) = delete;
  LastRecords& operator=(const LastRecords&) = delete;
  LastRecord of(const catalogue::CatalogueEntry& entry);

 private:
  /// The record of an entry by itself, whatever it leans on.
  const LastRecord& alone(const catalogue::CatalogueEntry& entry);

  std::map<std::string, LastRecord> alone_;
  catalogue::Store* store_;
  catalogue::Leaning leaning_;
};

}  // namespace dpcert::cli
