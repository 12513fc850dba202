// Small catalogues for tests.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/core/error.hpp"

namespace dpcert::catalogue {

/// A catalogue of entries toy.NAME (toy.NAME.repair is the corrected statement of toy.NAME) and lemmas base.NAME.
class Toy {
 public:
  Toy& add(const std::string& id, const std::string& text) {
    const bool repair = id.ends_with(repair_suffix);
    const bool base = id.starts_with("base.");
    if (!repair)
      (base ? base_ : ledger_) +=
          "- {id: " + id + ", source: s, kind: inequality, statement: t, where: w, depends_on: []}\n";
    claims_.emplace_back((base ? "claims/base/" : "claims/toy/") + id + ".claim",
                         (repair ? "#! tag boundary\n" : "") + text);
    return *this;
  }
  Catalogue read() const {
    std::vector<SourceFile> files;
    if (!base_.empty()) files.push_back({"ledger/base.yaml", base_});
    if (!ledger_.empty()) files.push_back({"ledger/toy.yaml", ledger_});
    for (const auto& [path, text] : claims_) files.push_back({path, text});
    return Catalogue::read(files);
  }
  /// What the reader says; empty if it takes the catalogue.
  std::string complaint() const {
    try {
      read();
    } catch (const Error& problem) {
      return problem.what();
    }
    return {};
  }

 private:
  std::string ledger_, base_;
  std::vector<std::pair<std::string, std::string>> claims_;
};

}  // namespace dpcert::catalogue
