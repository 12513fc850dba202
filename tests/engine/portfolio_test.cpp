// Parts of rounds in threads: what comes of a goal is the same for any number of them, and what it took as well.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "src/core/work.hpp"
#include "tests/engine/goals.hpp"
#include "verify/engine/prove/prover.hpp"

namespace dpcert::verify {
namespace {

// All of what is told, as text: names as keys make a failure readable.
std::map<std::string, std::string> told(const std::string& text, int threads, std::size_t most_boxes) {
  ProveOptions options;
  options.boxes.max_boxes = most_boxes;
  options.boxes.threads = threads;
  const std::uint64_t before = work_done();
  const ProveResult r = prove(goal_of(text), options);
  std::string suspect, proof;
  for (const auto& [name, q] : r.suspect) suspect += name + "=" + to_text(Expr(q)) + " ";
  for (const std::string& line : to_lines(r.proof)) proof += line + "\n";
  std::string tactics;
  for (const auto& [tactic, count] : r.tactics) tactics += tactic + " " + std::to_string(count) + "\n";
  return {{"proved", r.proved ? "yes" : "no"},
          {"proof", proof},
          {"tactics", tactics},
          {"boxes", std::to_string(r.boxes)},
          {"work", std::to_string(work_done() - before)},
          {"share", std::to_string(r.share)},
          {"hardest", r.hardest_box ? r.hardest_box->text : ""},
          {"stuck", r.stuck},
          {"suspect", suspect},
          {"ended by", std::string(r.timed_out ? "time " : "") + (r.out_of_memory ? "memory " : "") +
                           (r.out_of_boxes ? "boxes" : "")}};
}

struct Case {
  std::string text;
  std::string tactic;  // with a turn in a later round, by which it is proved; empty: not proved
};

std::vector<Case> cases() {
  return {
      {"var p in (0, 1)\nvar q in (0, 1)\n"
       "prove p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= 2*(p-q)^2 + 4/9*(p-q)^4",
       "centre"},
      {"var p in (0, 1)\nvar q in (0, 1)\n"
       "prove p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= "
       "log((1 + abs(p-q))/(1 - abs(p-q))) - 2*abs(p-q)/(1 + abs(p-q))",
       "tangent-curves"},
      {"var a in (1, inf)\nvar b in (0, inf)\n"
       "prove log(a/(2*a - 1)*exp((a - 1)/b) + (a - 1)/(2*a - 1)*exp(-a/b))/(a - 1) <= a/(2*b^2)",
       "common-divisors"},
      // False at p = 1/2 only: boxes end at a suspect.
      {"var p in [1/10, 9/10]\nprove p*log(2*p) + (1-p)*log(2*(1-p)) >= 1/1000000", ""},
  };
}

TEST(Portfolio, ThreadsDoNotChangeWhatIsFound) {
  for (const auto& [text, tactic] : cases()) {
    const auto one = told(text, 1, 2000);
    EXPECT_EQ(one.at("proved"), tactic.empty() ? "no" : "yes") << text;
    EXPECT_NE(one.at("tactics").find(tactic), std::string::npos) << text << "\n" << one.at("tactics");
    EXPECT_EQ(told(text, 2, 2000), one) << text;
  }
}

TEST(Portfolio, NorDoMoreThreadsThanThereAreCores) {
  const auto [text, tactic] = cases().at(1);
  EXPECT_EQ(told(text, 5, 2000), told(text, 1, 2000));
}

// What squaring and the like work at in vain, some millions of units each, comes behind the tactic that is soon done.
TEST(Portfolio, EveryTurnIsShortAtFirst) {
  const auto all = told(
      "var a in (0, inf)\nvar b in (0, inf)\nvar c in (0, inf)\n"
      "prove sqrt((a^2 + b^2)/2) + sqrt((b^2 + c^2)/2) + sqrt((c^2 + a^2)/2) >= a + b + c",
      1, 20'000);
  EXPECT_EQ(all.at("proved"), "yes");
  EXPECT_NE(all.at("tactics").find("tangents-of-roots"), std::string::npos) << all.at("tactics");
  constexpr std::uint64_t enough = 8'000'000;
  EXPECT_LT(std::stoull(all.at("work")), enough);
}

// Work that is done apart counts as if it had been done here: units, and each node once.
TEST(Portfolio, WorkApartCountsOnceItIsHandedOver) {
  const Expr x = Expr::variable("x of WorkApart"), y = exp(x);
  const NodeLimit limit(1000);
  static_cast<void>(exp(x));
  const std::uint64_t units = work_done(), nodes = nodes_met();
  WorkDone done;
  {
    const WorkLimit none_left(0);
    const WorkApart apart(100);
    EXPECT_EQ(work_done(), 0u);
    EXPECT_FALSE(work_exhausted()) << "a limit around it";
    EXPECT_EQ(exp(x), y);
    EXPECT_EQ(nodes_met(), 1u);
    static_cast<void>(sinh(y));
    done = apart.take();
  }
  EXPECT_EQ(done.units, 2u);
  EXPECT_EQ(work_done(), units);
  EXPECT_EQ(nodes_met(), nodes);
  count_work(done);
  EXPECT_EQ(work_done(), units + 2);
  EXPECT_EQ(nodes_met(), nodes + 1) << "exp(x) was met before";
  const WorkApart apart(1);
  static_cast<void>(exp(x));
  EXPECT_THROW(static_cast<void>(sinh(y)), OutOfWork);
}

}  // namespace
}  // namespace dpcert::verify
