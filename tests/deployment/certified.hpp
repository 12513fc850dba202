// A deployment certified in a fresh folder.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>

#include "dpcert/checker/checker.hpp"
#include "dpcert/deployment/certify.hpp"

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

}  // namespace dpcert::deployment
