#include "dpcert/core/error.hpp"
#include "dpcert/reports/report.hpp"
#include "verify/catalogue/files.hpp"

namespace dpcert::reports {

using catalogue::write_file_atomically;

void write_report(const RunSummary& run, const Catalogue& catalogue, const std::filesystem::path& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder / "certificates", problem);
  if (problem) throw Error(ErrorCode::bad_input, folder.string(), "a folder that can be written", problem.message());
  write_file_atomically(folder / "report.json",
                        to_json(run).dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  write_file_atomically(folder / "junit.xml", junit(run));
  write_file_atomically(folder / "report.md", markdown(run, catalogue));
  write_file_atomically(folder / "index.html", html(run, catalogue));
}

}  // namespace dpcert::reports
