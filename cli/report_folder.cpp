#include "cli/report_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/interrupt.hpp"
#include "dpcert/core/error.hpp"
#include "verify/catalogue/files.hpp"

namespace dpcert::cli {

namespace {

namespace fs = std::filesystem;
using Ids = std::set<std::string>;

fs::path with(fs::path folder, const char* ending) { return folder += ending; }

/// The claims that the report in a folder is about; nothing if that cannot be read.
std::optional<Ids> claims_of(const fs::path& folder) {
  try {
    Ids ids;
    const auto report = nlohmann::json::parse(catalogue::read_file(folder / "report.json"));
    for (const auto& claim : report.at("claims")) ids.insert(claim.at("id").get<std::string>());
    for (const auto& lemma : report.value("base", nlohmann::json::array()))
      ids.insert(lemma.at("id").get<std::string>());
    return ids;
  } catch (const nlohmann::json::exception&) {
  } catch (const Error&) {
  }
  return std::nullopt;
}

bool is_report(const fs::path& folder) { return fs::exists(folder / "report.json"); }

/// Would nothing be lost if a report of `claims` stood there? A report that cannot be read may hold anything.
bool covers(const Ids& claims, const fs::path& folder) {
  if (!is_report(folder)) return true;
  const auto held = claims_of(folder);
  return held && std::includes(claims.begin(), claims.end(), held->begin(), held->end());
}

/// Everything in a report's folder that this program did not write goes on lying there.
void keep_what_is_not_ours(const fs::path& from, const fs::path& to) {
  std::vector<fs::path> others;
  for (const auto& item : fs::directory_iterator(from)) {
    const fs::path name = item.path().filename();
    if (!fs::exists(to / name)) others.push_back(name);
  }
  for (const fs::path& name : others) fs::rename(from / name, to / name);
}

void drop_replaced(const fs::path& folder) {
  const fs::path replaced = with(folder, ".replaced");
  keep_what_is_not_ours(replaced, folder);
  fs::remove_all(replaced);
}

/// Two renames, and what `recover` does if the program ends between them.
void replace(const fs::path& folder, const fs::path& by) {
  fs::rename(folder, with(folder, ".replaced"));
  fs::rename(by, folder);
  drop_replaced(folder);
}
void recover(const fs::path& folder) {
  const fs::path replaced = with(folder, ".replaced");
  if (!fs::exists(replaced)) return;
  if (fs::exists(folder))
    drop_replaced(folder);
  else
    fs::rename(replaced, folder);
}

}  // namespace

RunLock::~RunLock() {
  if (file_ >= 0) ::close(file_);
}

bool RunLock::acquire(const fs::path& out, bool quiet) {
  const auto& stop = interruption();
  const std::string name = (out / "run.lock").string();
  file_ = ::open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) throw BadInput(name + ": cannot be made: " + std::strerror(errno));
  for (bool told = quiet; ::flock(file_, LOCK_EX | LOCK_NB) != 0; told = true) {
    if (errno != EWOULDBLOCK && errno != EINTR) throw BadInput(name + ": cannot be locked: " + std::strerror(errno));
    if (stop) return false;
    if (!told) fmt::print(stderr, "dpcert: waiting for another run in {}\n", out.string());
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return true;
}

ReportFolder::ReportFolder(const fs::path& out, const std::string& name, const Ids& claims) : whole_(name.empty()) {
  try {
    for (int i = 0;; ++i) {
      final_ = out / (i == 0 ? "report" : i == 1 ? "report-" + name : fmt::format("report-{}-{}", name, i));
      recover(final_);
      if (whole_ || covers(claims, final_)) break;
    }
    const fs::path unfinished = with(final_, ".unfinished");
    fs::remove_all(unfinished);
    working_ = is_report(final_) ? unfinished : final_;
    fs::remove_all(working_ / "certificates");  // of a run that ended before its first report
  } catch (const fs::filesystem_error& problem) {
    throw BadInput(problem.path1().string() + ": cannot be written: " + problem.code().message());
  }
  make_folder((working_ / "certificates").string());
}

fs::path ReportFolder::publish(const catalogue::RunSummary& run) {
  if (working_ == final_) return final_;
  Ids decided;
  for (const auto* records : {&run.claims, &run.base})
    for (const auto& record : *records) decided.insert(record.id);
  if (run.interrupted && !covers(decided, final_)) {
    kept_ = final_;
    return working_;
  }
  try {
    replace(final_, working_);
  } catch (const fs::filesystem_error& problem) {
    throw BadInput(fmt::format("{}: cannot be replaced: {}; the new report is in {}", final_.string(),
                               problem.code().message(), working_.string()));
  }
  return final_;
}

std::string selection_name(const std::vector<std::string>& patterns, const std::string& paper) {
  std::string text = paper.empty() ? "" : "paper-" + paper;
  for (const std::string& pattern : patterns) text += (text.empty() ? "" : "+") + pattern;
  std::string name;
  for (const char c : text) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-' || c == '_' || c == '+';
    name += c == '*'   ? std::string("all")
            : c == '?' ? std::string("any")
            : plain    ? std::string(1, c)
                       : std::string("_");
  }
  constexpr std::size_t longest = 100;  // a file's name has at most 255 bytes
  if (name.size() > longest) name.resize(longest);
  return name;
}

}  // namespace dpcert::cli
