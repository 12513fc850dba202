// Running out of work goes through everything between the one who set the limit and the place where it is noticed: a
// result is the same as without a limit, or there is none, and the owner of the limit is told.
#include <gtest/gtest.h>

#include <chrono>

#include <optional>
#include <string>
#include <vector>

#include "dpcert/core/error.hpp"
#include "src/core/work.hpp"
#include "tests/engine/goals.hpp"
#include "tests/engine/problems.hpp"
#include "verify/engine/points/search.hpp"
#include "verify/engine/prove/prover.hpp"
#include "verify/engine/tactics/slopes.hpp"
#include "verify/engine/tightness/tightness.hpp"

namespace dpcert::verify {
namespace {

static_assert(!std::is_base_of_v<std::exception, OutOfWork>, "or handlers of errors take it for an error");

// Goals of different kinds, each decided with a few hundred thousand units of work.
std::vector<std::string> goals() {
  return {"var t in [0, inf)\nprove exp(-t^2/2) >= erfc(t/sqrt(2))/2",
          "var x in [1/1000, 1000]\nprove polygamma(3, x) > 0",
          "var x in [0, 10]\nvar r in [1, 5]\nprove (1+x)^r >= 1 + r*x",
          "var x in (0, inf)\nvar y in (0, inf)\nprove (x+y)/2 >= sqrt(x*y)",
          "var x in [1/2, 100]\nvar t in [0, 1/4]\nprove lgamma(x + t) + lgamma(x - t) >= 2*lgamma(x)",
          "var x in (0, inf)\nprove lgamma(x + 1) >= log(x) + lgamma(x) - 1",
          "var a in [0, 1]\nvar b in [0, 1]\nassume a + b <= 1\nprove 1 >= a^2 + b^2",
          "var p in (0, 1)\nvar q in (0, 1)\nprove p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= 2*(p-q)^2"};
}

// What `f` gives if the caller of it is interrupted after so many units; nothing if it did not come back.
template <class F>
auto within(std::uint64_t units, F f) -> std::optional<decltype(f())> {
  const std::uint64_t end = work_done() + units;
  const Interruptible limit([end] { return work_done() > end; });
  try {
    return f();
  } catch (const OutOfWork& e) {
    EXPECT_EQ(e.why, OutOfWork::Why::interrupted);
    return std::nullopt;
  }
}

// f under many limits, from none left to enough: as without a limit or not at all. The number of limits that ended it.
template <class F>
int expect_all_or_nothing(const std::string& text, F f) {
  const std::uint64_t before = work_done();
  const auto whole = f();
  const std::uint64_t all = work_done() - before;
  int ended = 0;
  for (std::uint64_t k = 0; k <= 8; ++k) {
    const auto part = within(all * k / 8, f);
    if (part) {
      EXPECT_EQ(*part, whole) << text << "\nwith " << k << "/8 of the work";
    } else {
      ++ended;
    }
  }
  return ended;
}

TEST(OutOfWork, OfTheCallerPassesThroughTheProver) {
  int ended = 0;
  for (const auto& text : goals()) {
    ended += expect_all_or_nothing(text, [&] {
      ProveOptions options;
      options.boxes.max_boxes = 2000;
      const ProveResult r = prove(goal_of(text), options);
      EXPECT_FALSE(r.timed_out) << "told to the caller, not to be taken for a time limit";
      return to_lines(r.proof);
    });
  }
  EXPECT_GT(ended, 16);
}

TEST(OutOfWork, OfTheCallerPassesThroughTightness) {
  int ended = 0;
  for (const auto& text : goals()) {
    for (const auto kind : {Tightness::Kind::slack, Tightness::Kind::ratio}) {
      ended += expect_all_or_nothing(text, [&]() -> std::vector<std::string> {
        TightnessOptions options;
        options.work = 2'000'000;
        const auto t = tightness(kind, goal_of(text), options);
        if (!t) return {"nothing"};
        return {t->lower.str(), t->upper.str()};
      });
    }
  }
  EXPECT_GT(ended, 8);
}

TEST(OutOfWork, OfTheCallerPassesThroughThePointSearch) {
  int ended = 0;
  for (const auto& p : false_problems()) {
    if (ended > 24) break;
    ended += expect_all_or_nothing(p.text, [&]() -> std::vector<std::string> {
      SearchOptions options;
      options.evaluations = 500;
      options.time_limit = std::chrono::hours(1);
      const auto r = search_points(parse_statement(p.text).instance(), options);
      if (!r.counterexample) return {"nothing", std::to_string(r.certified_evaluations)};
      std::vector<std::string> point;
      for (const auto& [name, q] : r.counterexample->point) point.push_back(name + "=" + q.str());
      return point;
    });
  }
  EXPECT_GT(ended, 4);
}

TEST(OutOfWork, OfNodesPassesThroughGuesses) {
  const Context c = context_of("var u17 in [1, 2]\nassume u17^5 >= u17 + 1/17");
  const Expr e = read("u17^7 - 3*u17", c);
  EXPECT_FALSE(looks_nonnegative(c, e));
  const NodeLimit none(0);
  EXPECT_THROW(looks_nonnegative(c, e), OutOfWork);
}

// Whatever is small: never another kind of result, and told.
TEST(OutOfWork, SmallBudgetsNeverProveWhatIsFalse) {
  int proved = 0, told = 0;
  for (const auto* problems : {&true_problems(), &false_problems()}) {
    for (const auto& p : *problems) {
      for (const std::uint64_t nodes : {50, 400, 3000}) {
        const NodeLimit limit(nodes);
        ProveOptions options;
        options.boxes.max_boxes = 200;
        options.boxes.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(1);
        std::optional<Goal> goal;
        try {
          goal = goal_of(p.text);
        } catch (const OutOfWork&) {  // too few to read it
          continue;
        }
        const ProveResult r = prove(*goal, options);
        proved += r.proved;
        told += r.out_of_memory;
        EXPECT_EQ(r.proved, !r.proof.empty()) << p.text;
        if (problems == &false_problems()) {
          EXPECT_FALSE(r.proved) << p.text;
        }
      }
    }
  }
  EXPECT_GT(proved, 10);
  EXPECT_GT(told, 20);
}

}  // namespace
}  // namespace dpcert::verify
