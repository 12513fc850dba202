// A deployment certified in a fresh folder.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/checker/checker.hpp"
#include "dpcert/deployment/certify.hpp"
#include "dpcert/language/statement.hpp"
#include "verify/kernel/certificate.hpp"

namespace dpcert::deployment {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "dpcert-deployment-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path_); }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// `change` may spoil what is deployed before it is certified.
inline Report certified(const std::string& text, const fs::path& folder,
                        const std::function<void(Deployed&)>& change = {}) {
  Config config = read_config("x.toml", text);
  Deployed deployed = deployed_mechanism(config);
  if (change) change(deployed);
  Options options;
  options.folder = folder;
  return certify(config, deployed, options);
}

inline std::string slurp(const fs::path& file) {
  std::ostringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  return bytes.str();
}

/// The certificate is accepted, says `proved`, and quotes the statement.
inline void expect_accepted(const std::optional<Certificate>& certificate, const fs::path& folder) {
  ASSERT_TRUE(certificate);
  const auto result = checker::check(slurp(folder / certificate->file));
  EXPECT_TRUE(result.accepted) << result.reason;
  EXPECT_EQ(result.verdict, "proved");
  EXPECT_EQ(result.statement, certificate->statement);
}

/// The certificates of what the bounds rest on are accepted together, with the cited theorems that are named beside
/// them.
inline void expect_accepted_together(const Report& report, const fs::path& folder) {
  std::vector<Basis> all = report.basis;
  all.insert(all.end(), report.grounds.begin(), report.grounds.end());
  std::vector<checker::Result> results;
  std::set<std::string> cited;
  for (const Basis& b : all) {
    if (!b.certificate.empty()) results.push_back(checker::check(slurp(folder / b.certificate)));
    for (const std::string& id : b.uses)
      if (const auto* used = catalogue::Catalogue::embedded().statement(id); used && used->directive("cited"))
        cited.insert(id);
  }
  const std::size_t own = results.size();
  for (const std::string& id : cited) {
    checker::Result theorem;
    theorem.accepted = true;
    theorem.verdict = "proved";
    theorem.statement = verify::quoted(verify::parse_statement(catalogue::Catalogue::embedded().statement(id)->text));
    results.push_back(std::move(theorem));
  }
  std::vector<const checker::Result*> set;
  set.reserve(results.size());
  for (const checker::Result& r : results) set.push_back(&r);
  const auto standing = checker::close(set);
  ASSERT_GE(own, report.basis.size());
  for (std::size_t i = 0; i < own; ++i) EXPECT_TRUE(standing[i].accepted) << results[i].reason;
}

}  // namespace dpcert::deployment
