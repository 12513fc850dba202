#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "reports/report.hpp"
#include "src/scalar/error.hpp"

namespace dpcert::reports {

void write_file_atomically(const std::filesystem::path& file, std::string_view bytes) {
  // In the same folder, so that the rename stays inside one file system; the process id keeps two runs apart.
  const std::filesystem::path temporary = file.string() + "." + std::to_string(::getpid()) + ".tmp";
  std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  std::error_code problem;
  if (out) std::filesystem::rename(temporary, file, problem);
  if (!out || problem) {
    const std::string why = problem ? problem.message() : std::strerror(errno);
    std::filesystem::remove(temporary, problem);
    throw Error(ErrorCode::bad_input, file.string(), "a place that can be written", why);
  }
}

void write_report(const RunSummary& run, const Catalogue& catalogue, const std::filesystem::path& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder / "certificates", problem);
  if (problem) throw Error(ErrorCode::bad_input, folder.string(), "a folder that can be written", problem.message());
  write_file_atomically(folder / "report.json", to_json(run).dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  write_file_atomically(folder / "junit.xml", junit(run));
  write_file_atomically(folder / "report.md", markdown(run, catalogue));
  write_file_atomically(folder / "index.html", html(run, catalogue));
}

}  // namespace dpcert::reports
