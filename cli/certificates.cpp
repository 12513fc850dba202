#include "cli/certificates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <sstream>

#include "src/scalar/error.hpp"
#include "verify/catalogue/files.hpp"
#include "verify/catalogue/uses.hpp"

namespace dpcert::cli {

namespace {

bool ends_with(const std::string& s, const std::string& tail) {
  return s.size() >= tail.size() && s.compare(s.size() - tail.size(), tail.size(), tail) == 0;
}

/// Lines without their ends (LF or CRLF), without empty ones at the end.
std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(line);
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

/// Why the quoted statement is not the catalogue's; empty if it is.
std::string compare_with_catalogue(const checker::Result& result, const catalogue::Catalogue& all) {
  const catalogue::FormalStatement* formal = all.statement(result.claim);
  if (!formal) return "names the claim '" + result.claim + "', for which the catalogue has no formal statement";
  if (lines_of(formal->text) != lines_of(result.statement))
    return "quotes another statement of '" + result.claim + "' than the catalogue's";
  return {};
}

void add_grounds(CheckedFile& out, const catalogue::Catalogue& all) {
  const catalogue::FormalStatement& formal = *all.statement(out.result.claim);
  out.proves = out.result.verdict == "proved" && !formal.directive("negation");
  out.assumes = catalogue::citations(formal);
  for (const std::string& id : catalogue::used_ids(formal)) {
    const catalogue::FormalStatement* used = all.statement(id);
    const bool theorem = used && !used->has_conclusion() && used->directive("assumed");
    (theorem ? out.assumes : out.leans_on).push_back(id);
  }
}

}  // namespace

int proof_precision(const Common& common) {
  if (common.precision > checker::max_precision)
    throw BadInput(fmt::format("--precision: expected at most {} bits for a proof, given {}", checker::max_precision,
                               common.precision));
  return common.precision;
}

std::vector<std::filesystem::path> certificates_below(const std::filesystem::path& where) {
  if (!std::filesystem::exists(where)) throw BadInput(where.string() + ": no such file or folder");
  if (!std::filesystem::is_directory(where)) return {where};
  std::vector<std::filesystem::path> files;
  for (const auto& item : std::filesystem::recursive_directory_iterator(where)) {
    const std::string name = item.path().filename().string();
    if (item.is_regular_file() && (ends_with(name, ".cert") || ends_with(name, ".cert.gz")))
      files.push_back(item.path());
  }
  if (files.empty()) throw BadInput(where.string() + ": no *.cert or *.cert.gz below this folder");
  std::sort(files.begin(), files.end());
  return files;
}

CheckedFile check_certificate(const std::filesystem::path& file, const catalogue::Catalogue& all) {
  CheckedFile out;
  out.file = file;
  const auto start = std::chrono::steady_clock::now();
  try {
    const std::string bytes = catalogue::read_file(file);
    out.bytes = bytes.size();
    out.result = checker::check(bytes);
  } catch (const Error& problem) {
    out.reason = problem.what();
    return out;
  }
  out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  out.reason = out.result.reason;
  if (!out.result.readable) return out;
  out.status = out.result.accepted ? CheckStatus::accepted : CheckStatus::rejected;
  if (out.result.accepted && !out.result.claim.empty()) {
    out.reason = compare_with_catalogue(out.result, all);
    if (out.reason.empty())
      add_grounds(out, all);
    else
      out.status = CheckStatus::rejected;
  }
  return out;
}

}  // namespace dpcert::cli
