// Reports of an audit: the JSON document as a stream, Markdown and a page.
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

#include "dpcert/audit/summary.hpp"

namespace dpcert::reports {

/// What a report says about the audit as a whole.
struct AuditRun {
  std::string version, file, sha256;  ///< the file's name and digest; both may be empty
  std::string command;                ///< that repeats the run
  bool interrupted = false;
  std::uint64_t bytes = 0;  ///< read
};

/// `{"rows": [...], "summary": {...}}`, a row at a time.
class AuditJson {
 public:
  explicit AuditJson(std::ostream& out) : out_(out) {}
  void row(const audit::Judged& judged);
  /// Closes the document.
  void finish(const audit::Summary& summary, const AuditRun& run);

 private:
  std::ostream& out_;
  bool first_ = true;
};

nlohmann::ordered_json to_json(const audit::Judged& judged);
nlohmann::ordered_json to_json(const audit::Summary& summary, const AuditRun& run);
std::string audit_markdown(const audit::Summary& summary, const AuditRun& run);
std::string audit_html(const audit::Summary& summary, const AuditRun& run);

/// "3.2e-05 below the truth", "4.1 ulps above the truth", "nan".
std::string gap_in_words(const audit::Judged& judged);

}  // namespace dpcert::reports
