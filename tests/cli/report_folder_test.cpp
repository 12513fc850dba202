// What `certify` found stays found: a selection leaves a wider report alone, two runs in one folder do not mix, and a
// run that is killed costs nothing but itself.
#include <gtest/gtest.h>
#include <sys/file.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/program.hpp"

namespace dpcert::cli {
namespace {

using nlohmann::json;
using testing::Child;
using testing::run;
using testing::Scratch;
using testing::slurp;
namespace fs = std::filesystem;
using Ids = std::set<std::string>;

const std::string definition = "renyi.def1.dp", first = "renyi.bern.eq11", second = "renyi.bern.eq12",
                  third = "renyi.cor2.digamma";

std::vector<std::string> certify(const Ids& what, const fs::path& out) {
  std::vector<std::string> arguments{"certify"};
  arguments.insert(arguments.end(), what.begin(), what.end());
  arguments.insert(arguments.end(), {"--quiet", "--out", out});
  return arguments;
}

Ids claims_in(const fs::path& report) {
  Ids ids;
  const json document = json::parse(slurp(report / "report.json"));
  for (const auto& claim : document.at("claims")) ids.insert(claim.at("id").get<std::string>());
  return ids;
}

/// Every file below a folder with its bytes.
std::map<std::string, std::string> contents(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& item : fs::recursive_directory_iterator(folder))
    if (item.is_regular_file()) files[fs::relative(item.path(), folder).string()] = slurp(item.path());
  return files;
}

/// The certificates that lie in a report's folder are those that it names, and all of them do.
void expect_its_own_certificates(const fs::path& report) {
  std::set<fs::path> named, there;
  const json document = json::parse(slurp(report / "report.json"));
  for (const auto& claim : document.at("claims"))
    for (const json& finding : {claim, claim.value("repair", json::object())})
      if (finding.contains("certificate")) named.insert(report / finding.at("certificate").get<std::string>());
  for (const auto& item : fs::directory_iterator(report / "certificates")) there.insert(item.path());
  EXPECT_EQ(there, named) << report;
}

template <class Condition>
bool wait_for(Child& child, const Condition& condition) {
  while (!condition()) {
    if (!child.running()) return condition();
    ::usleep(1000);
  }
  return true;
}

TEST(ReportFolder, ASelectionLeavesAWiderReportAlone) {
  const Scratch scratch;
  const fs::path out = scratch.path() / "out", report = out / "report";
  run(certify({definition, first, second}, out));
  ASSERT_EQ(claims_in(report), (Ids{definition, first, second}));
  const auto before = contents(report);

  const auto one = run(certify({first}, out));
  EXPECT_TRUE(one.out.ends_with((out / ("report-" + first) / "index.html").string() + "\n")) << one.out;
  EXPECT_EQ(contents(report), before);
  EXPECT_EQ(claims_in(out / ("report-" + first)), Ids{first});
  expect_its_own_certificates(out / ("report-" + first));

  // The same selection again takes the place of its own report, another one that of none.
  run(certify({first}, out));
  run({"certify", "renyi.bern.eq1?", "--quiet", "--out", out});
  EXPECT_EQ(contents(report), before);
  std::set<std::string> names;
  for (const auto& item : fs::directory_iterator(out))
    if (item.is_directory()) names.insert(item.path().filename().string());
  EXPECT_EQ(names, (std::set<std::string>{"report", "report-" + first, "report-renyi.bern.eq1any"}));

  // A wider one does, and what others put there stays.
  std::ofstream(report / "notes.txt") << "mine";
  run(certify({definition, first, second, third}, out));
  EXPECT_EQ(claims_in(report), (Ids{definition, first, second, third}));
  expect_its_own_certificates(report);
  EXPECT_EQ(slurp(report / "notes.txt"), "mine");
  EXPECT_FALSE(fs::exists(out / "report.unfinished"));
  EXPECT_FALSE(fs::exists(out / "report.replaced"));
}

TEST(ReportFolder, AReportThatCannotBeReadMayHoldAnything) {
  const Scratch scratch;
  fs::create_directories(scratch.path() / "report");
  for (const std::string damaged : {"{\"claims\": [", "[]", "{\"claims\": [{}]}", ""}) {
    scratch.write("report/report.json", damaged);
    run(certify({definition}, scratch.path()));
    EXPECT_EQ(slurp(scratch.path() / "report/report.json"), damaged);
    EXPECT_EQ(claims_in(scratch.path() / ("report-" + definition)), Ids{definition});
  }
}

TEST(ReportFolder, TwoRunsAtOnceLoseNothing) {
  const Scratch scratch;
  const Ids some{definition, first}, others{second, third};
  Child one(certify(some, scratch.path())), two(certify(others, scratch.path()));
  EXPECT_EQ(one.wait().status, 0);
  EXPECT_EQ(two.wait().status, 1);  // two of its claims are refuted
  std::set<Ids> reports;
  for (const auto& item : fs::directory_iterator(scratch.path()))
    if (fs::exists(item.path() / "report.json")) {
      reports.insert(claims_in(item.path()));
      expect_its_own_certificates(item.path());
    }
  EXPECT_EQ(reports, (std::set<Ids>{some, others}));
}

TEST(ReportFolder, TheSecondRunWaitsAndSaysSo) {
  const Scratch scratch;
  const int held = ::open((scratch.path() / "run.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  ASSERT_EQ(::flock(held, LOCK_EX), 0);
  const std::string line = "dpcert: waiting for another run in " + scratch.path().string() + "\n";
  auto arguments = certify({definition}, scratch.path());
  std::erase(arguments, "--quiet");
  Child waiting(arguments), stopped(arguments);
  ASSERT_TRUE(wait_for(waiting, [&] { return waiting.said() == line; })) << waiting.said();
  ASSERT_TRUE(wait_for(stopped, [&] { return stopped.said() == line; })) << stopped.said();
  EXPECT_FALSE(fs::exists(scratch.path() / "report"));
  ::kill(stopped.id(), SIGINT);
  EXPECT_EQ(stopped.wait().status, 3);
  EXPECT_NE(stopped.said().find("interrupted while another run was at work"), std::string::npos) << stopped.said();
  EXPECT_FALSE(fs::exists(scratch.path() / "report"));
  ::close(held);
  EXPECT_EQ(waiting.wait().status, 0);
  EXPECT_EQ(claims_in(scratch.path() / "report"), Ids{definition});
}

TEST(ReportFolder, AKilledRunBlocksNobodyAndKeepsWhatWasThere) {
  const Scratch scratch;
  // The last one of its paper: a run over the paper comes to it after everything else.
  const Ids all{definition, first, "renyi.exp.ops"};
  const fs::path report = scratch.path() / "report", unfinished = scratch.path() / "report.unfinished";
  run(certify(all, scratch.path()));
  const auto before = contents(report);
  for (const int signal : {SIGKILL, SIGINT}) {
    fs::remove_all(unfinished);
    Child wide({"certify", "--paper", "renyi", "--fresh", "--quiet", "--out", scratch.path()});
    ASSERT_TRUE(wait_for(wide, [&] { return fs::exists(unfinished / "certificates"); }));
    ::kill(wide.id(), signal);
    const auto outcome = wide.wait();
    EXPECT_EQ(contents(report), before);
    if (signal != SIGINT) continue;
    EXPECT_NE(outcome.out.find("keeps the report of an earlier run"), std::string::npos) << outcome.out;
    EXPECT_TRUE(outcome.out.ends_with((unfinished / "index.html").string() + "\n")) << outcome.out;
    EXPECT_TRUE(fs::exists(unfinished / "report.json"));
  }
  const auto again = run(certify(all, scratch.path()));
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(claims_in(report), all);
  expect_its_own_certificates(report);
  EXPECT_FALSE(fs::exists(unfinished));
}

// The two moments between which a report takes another one's place.
TEST(ReportFolder, ARunKilledWhileItReplacesAReport) {
  const Scratch scratch;
  const fs::path report = scratch.path() / "report", replaced = scratch.path() / "report.replaced";
  run(certify({definition, first}, scratch.path()));
  const auto before = contents(report);
  fs::rename(report, replaced);
  run(certify({definition}, scratch.path()));
  EXPECT_EQ(contents(report), before);
  EXPECT_FALSE(fs::exists(replaced));

  fs::create_directories(replaced);
  scratch.write("report.replaced/report.json", "old");
  scratch.write("report.replaced/notes.txt", "mine");
  run(certify({definition}, scratch.path()));
  auto after = contents(report);
  EXPECT_EQ(after.at("notes.txt"), "mine");
  after.erase("notes.txt");
  EXPECT_EQ(after, before);
  EXPECT_FALSE(fs::exists(replaced));
}

}  // namespace
}  // namespace dpcert::cli
