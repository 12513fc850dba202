// The battery: small statements of known truth, one file each. The first line of a file says what is expected:
// `# expect VERDICT`, and then `slow` (run only with DPCERT_BATTERY=all in the environment) or `beyond` (known not to
// be decided yet; with DPCERT_BATTERY=all it is tried, and must not come out wrong).
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/engine/goals.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::verify {
namespace {

namespace fs = std::filesystem;

struct Entry {
  std::string name, text, verdict;
  bool beyond = false;
};
void PrintTo(const Entry& e, std::ostream* out) { *out << e.name << ", expected " << e.verdict; }

std::vector<Entry> battery() {
  const char* all = std::getenv("DPCERT_BATTERY");
  std::vector<Entry> out;
  for (const auto& file : fs::directory_iterator(std::string(DPCERT_SOURCE_DIR) + "/tests/engine/battery")) {
    if (file.path().extension() != ".claim") continue;
    std::ifstream in(file.path());
    std::stringstream text;
    text << in.rdbuf();
    std::string first = text.str().substr(0, text.str().find('\n')), hash, expect, verdict, tag;
    std::istringstream(first) >> hash >> expect >> verdict >> tag;
    if (!tag.empty() && !(all && std::string(all) == "all")) continue;
    out.push_back({file.path().stem().string(), text.str(), verdict, tag == "beyond"});
  }
  std::ranges::sort(out, {}, &Entry::name);
  return out;
}

std::string word(const Decision& d) {
  switch (d.verdict) {
    case Verdict::proved:
      return "proved";
    case Verdict::refuted:
      return "refuted";
    case Verdict::proved_on:
      return "proved-on";
    case Verdict::supported:
      return "supported";
    case Verdict::assumed:
    case Verdict::definition:
      break;  // of ledger entries only
    case Verdict::open:
      return d.reason.starts_with("undefined") ? "undefined" : "open";
  }
  return "";
}

class Battery : public testing::TestWithParam<Entry> {};

TEST_P(Battery, HasTheExpectedVerdict) {
  const Entry& e = GetParam();
  DecideOptions o;
  // Limits by work and boxes alone, which are the same on every machine. Those beyond may end either way.
  if (!e.beyond) o.time_limit = std::chrono::duration<double>::max();
  o.tightness_boxes = 0;
  const Decision d = decide(parse_statement(e.text), o);
  EXPECT_EQ(rejections(d), "");
  if (e.beyond) {
    EXPECT_TRUE(word(d) == e.verdict || d.verdict == Verdict::open || d.verdict == Verdict::supported) << word(d);
    return;
  }
  EXPECT_EQ(word(d), e.verdict) << d.reason;
  EXPECT_TRUE(d.checked || e.verdict == "undefined");
}

INSTANTIATE_TEST_SUITE_P(All, Battery, testing::ValuesIn(battery()), [](const auto& i) { return i.param.name; });

}  // namespace
}  // namespace dpcert::verify
