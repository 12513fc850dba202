// Saved searches: whatever was interrupted, wherever, ends in the same certificate; damaged states are not believed.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "src/core/work.hpp"
#include "tests/engine/goals.hpp"
#include "verify/engine/boxes/boxes.hpp"

namespace dpcert::verify {
namespace {

// Some thousand boxes each: a split tree, faces, integers and hypotheses; one that needs more than double precision.
const std::vector<const char*>& searches() {
  static const std::vector<const char*> list{
      "var p in [0, 1]\nvar s in [1/20, 4]\nprove exp(s^2/8) + 1/10^5 >= p*exp(s*(1-p)) + (1-p)*exp(-s*p)",
      "int n in [1, 40]\nvar x in [1/10, 2]\nvar y in [-1, 1]\nassume x >= y^2\n"
      "prove n*x + abs(y)/7 >= n*y^2 - 1/3 + log(1 + abs(x*y))/20",
      "var x in [0, 1]\nvar y in [0, 1]\nprove exp(x + y)*(x^2 - 2*x/3 + 1/9 + y^2 - 2*y*x + x^2) + 1/10^24 > 0"};
  return list;
}

struct Store {
  std::vector<std::string> keys, states;
  Checkpoints hooks(const std::optional<std::string>& given = {}) {
    Checkpoints c;
    c.load = [given](const std::string&) { return given; };
    c.save = [this](const std::string& key, const std::string& state) {
      keys.push_back(key);
      states.push_back(state);
    };
    c.every = std::chrono::duration<double>(0);
    c.least_boxes = 0;
    return c;
  }
};

TEST(BoxesState, AnySavedStateLeadsToTheSameTree) {
  for (const char* text : searches()) {
    const Goal g = goal_of(text);
    BoxOptions plain;
    const BoxResult whole = prove_by_boxes(g, plain);
    ASSERT_TRUE(whole.proved) << text << whole.hardest;
    Store store;
    BoxOptions o;
    o.checkpoints = store.hooks();
    EXPECT_EQ(prove_by_boxes(g, o).tree, whole.tree);
    ASSERT_GE(store.states.size(), 1u) << text;  // how many is a matter of time
    for (std::size_t i = 0; i < store.states.size(); i += 1 + store.states.size() / 12) {
      Store again;
      o.checkpoints = again.hooks(store.states[i]);
      o.threads = 1 + static_cast<int>(i % 3);
      const BoxResult r = prove_by_boxes(g, o);
      EXPECT_TRUE(r.resumed);
      EXPECT_EQ(r.tree, whole.tree);
      EXPECT_EQ(r.boxes, whole.boxes);
      EXPECT_EQ(r.share, whole.share);
      EXPECT_TRUE(again.keys.empty() || again.keys[0] == store.keys[0]);
    }
  }
}

// A later round of one run finds what an earlier round has saved; only another run's boxes are those of "the run
// before".
TEST(BoxesState, WhatThisRunSavedIsNoWorkOfAnEarlierOne) {
  const Goal g = goal_of(searches()[0]);
  std::optional<std::string> state;
  const auto run = [&] {
    Checkpoints c;
    c.load = [&](const std::string&) { return state; };
    c.save = [&](const std::string&, const std::string& saved) { state = saved; };
    c.every = std::chrono::duration<double>(0);
    c.least_boxes = 0;
    return c;
  };
  BoxOptions first;
  first.checkpoints = run();
  first.max_boxes = 300;
  EXPECT_EQ(prove_by_boxes(g, first).resumed_boxes, 0u);
  ASSERT_TRUE(state);
  BoxOptions more = first;  // a copy, as every round makes one
  more.max_boxes = 600;
  const BoxResult again = prove_by_boxes(g, more);
  EXPECT_TRUE(again.resumed);
  EXPECT_EQ(again.resumed_boxes, 0u);
  BoxOptions later;
  later.checkpoints = run();
  const BoxResult next = prove_by_boxes(g, later);
  EXPECT_TRUE(next.proved);
  EXPECT_GT(next.resumed_boxes, 300u);
}

TEST(BoxesState, CancelledAgainAndAgain) {
  std::mt19937 random(7);
  for (const char* text : searches()) {
    const Goal g = goal_of(text);
    const BoxResult whole = prove_by_boxes(g, {});
    std::optional<std::string> state;
    BoxResult r;
    int interruptions = 0;
    for (; interruptions < 100 && !r.proved; ++interruptions) {
      Store store;
      std::atomic<bool> cancel{false};
      BoxOptions o;
      o.checkpoints = store.hooks(state);
      o.cancel = &cancel;
      int calls = static_cast<int>(random() % (3 + static_cast<unsigned>(interruptions)));
      o.progress = [&](double, std::size_t, double) { cancel = cancel || calls-- == 0; };
      r = prove_by_boxes(g, o);
      EXPECT_TRUE(r.proved || r.timed_out);
      if (!store.states.empty()) state = store.states.back();
    }
    EXPECT_GT(interruptions, 1) << text;
    EXPECT_EQ(r.tree, whole.tree) << text;
  }
}

TEST(BoxesState, KilledAtRandomMoments) {
  const Goal g = goal_of(searches()[0]);
  const BoxResult whole = prove_by_boxes(g, {});
  const auto folder = std::filesystem::temp_directory_path() / ("dpcert_boxes_state_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const auto file = folder / "state", part = folder / "part", answer = folder / "answer";
  const auto run = [&] {  // in the child
    BoxOptions o;
    o.checkpoints.every = std::chrono::duration<double>(0);
    o.checkpoints.least_boxes = 0;
    o.checkpoints.load = [&](const std::string&) -> std::optional<std::string> {
      std::ifstream in(file, std::ios::binary);
      if (!in) return std::nullopt;
      std::ostringstream s;
      s << in.rdbuf();
      return s.str();
    };
    o.checkpoints.save = [&](const std::string&, const std::string& state) {
      std::ofstream(part, std::ios::binary) << state;
      std::filesystem::rename(part, file);
    };
    const BoxResult r = prove_by_boxes(g, o);
    std::ofstream out(part);
    out << r.tree;
    out.close();
    std::filesystem::rename(part, answer);
  };
  std::mt19937 random(11);
  for (int attempt = 0; attempt < 200 && !std::filesystem::exists(answer); ++attempt) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      run();
      _exit(0);
    }
    // Longer and longer, so that it ends on a loaded machine, too.
    usleep(static_cast<useconds_t>(random() % (3000 + 2000 * static_cast<unsigned>(attempt))));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
  ASSERT_TRUE(std::filesystem::exists(answer));
  std::ifstream in(answer);
  std::ostringstream tree;
  tree << in.rdbuf();
  EXPECT_EQ(tree.str(), whole.tree);
  std::filesystem::remove_all(folder);
}

TEST(BoxesState, DamagedStatesAreNotBelieved) {
  const Goal g = goal_of(searches()[0]);
  const BoxResult whole = prove_by_boxes(g, {});
  Store store, other;
  BoxOptions o;
  o.checkpoints = store.hooks();
  prove_by_boxes(g, o);
  o.checkpoints = other.hooks();
  prove_by_boxes(goal_of(searches()[1]), o);
  EXPECT_NE(store.keys[0], other.keys[0]);
  const std::string good = store.states.back();
  std::mt19937 random(5);
  std::vector<std::string> bad{"",         "dpcert-boxes 2\n",  good.substr(0, good.size() - 1),
                               good + "x", other.states.back(), std::string(500, '\0')};
  for (int i = 0; i < 40; ++i) {
    bad.push_back(good);
    bad.back()[random() % good.size()] ^= static_cast<char>(1 + random() % 255);
  }
  for (const auto& state : bad) {
    Store again;
    o.checkpoints = again.hooks(state);
    const BoxResult r = prove_by_boxes(g, o);
    EXPECT_FALSE(r.resumed);
    EXPECT_EQ(r.tree, whole.tree);
  }
}

TEST(BoxesState, ALargerBudgetGoesOn) {
  const Goal g = goal_of(searches()[0]);
  const BoxResult whole = prove_by_boxes(g, {});
  ASSERT_GT(whole.boxes, 400u);
  Store store;
  BoxOptions o;
  o.checkpoints = store.hooks();
  o.max_boxes = whole.boxes / 2;
  const BoxResult half = prove_by_boxes(g, o);
  EXPECT_FALSE(half.proved);
  EXPECT_TRUE(half.out_of_boxes);
  ASSERT_TRUE(half.hardest_box);
  EXPECT_EQ(half.hardest_box->text, half.hardest);
  Store more;
  o.checkpoints = more.hooks(store.states.back());
  o.max_boxes = 200'000;
  const BoxResult r = prove_by_boxes(g, o);
  EXPECT_TRUE(r.resumed);
  EXPECT_EQ(r.tree, whole.tree);
  // And a smaller one stops where it would have stopped.
  o.checkpoints = more.hooks(more.states.back());
  o.max_boxes = whole.boxes / 2;
  const BoxResult again = prove_by_boxes(g, o);
  EXPECT_FALSE(again.proved);
  EXPECT_EQ(again.boxes, half.boxes);
  EXPECT_EQ(again.hardest, half.hardest);
}

// Equality at integers is symbolic work: what it finds is no matter of threads, of interruptions or of the work left.
TEST(BoxesState, EqualityAtPointsIsTheSameEverywhere) {
  const Goal g = goal_of("int m in [0, 40]\nint n in [0, 1600]\nprove (n - m^2)^2 + log(2) + log(3) >= log(6)");
  Store store;
  BoxOptions o;
  o.checkpoints = store.hooks();
  const std::uint64_t before = work_done();
  const BoxResult whole = prove_by_boxes(g, o);
  const std::uint64_t work = work_done() - before;
  ASSERT_TRUE(whole.proved) << whole.hardest;
  const auto lines = lines_of(whole.tree);
  EXPECT_GE(std::ranges::count(lines, "identity"), 41);  // m from 0 to 40, some in two boxes
  for (const int threads : {1, 2, 3}) {
    for (const std::uint64_t left : {WorkLimit::unlimited, std::uint64_t{0}, std::uint64_t{20'000}}) {
      const WorkLimit limit(left);
      BoxOptions other;
      other.threads = threads;
      const BoxResult r = prove_by_boxes(g, other);
      EXPECT_TRUE(r.tree == whole.tree) << threads << " threads, work " << left;
      // And it goes on from a saved state, at the same cost.
      other.checkpoints.load = [&](const std::string&) { return store.states[store.states.size() / 2]; };
      other.checkpoints.least_boxes = 0;
      const std::uint64_t start = work_done();
      const BoxResult resumed = prove_by_boxes(g, other);
      EXPECT_TRUE(resumed.resumed);
      EXPECT_TRUE(resumed.tree == whole.tree) << threads << " threads, work " << left;
      EXPECT_EQ(work_done() - start, work);
    }
  }
}

// The bound on memory ends a search at the same box, in whatever portions the boxes come.
TEST(BoxesState, OutOfMemoryAtTheSameBox) {
  const Goal g =
      goal_of("var x in [0, 1]\nvar y in [1/3, 1]\nvar z in [0, 1]\nprove exp(x)+exp(y)+exp(z) >= 3*exp((x+y+z)/3)");
  Store store;
  BoxOptions o;
  o.checkpoints = store.hooks();
  o.max_bytes = 1'000'000;
  o.progress = [&](double, std::size_t boxes, double) {  // a slow machine: portions stay small
    if (boxes > 500) usleep(25'000);
  };
  const BoxResult slow = prove_by_boxes(g, o);
  ASSERT_TRUE(slow.out_of_memory);
  ASSERT_GT(slow.boxes, 12'000u);
  BoxOptions other;
  other.max_bytes = o.max_bytes;
  other.checkpoints = Store().hooks(store.states.back());
  other.checkpoints.save = {};
  const BoxResult r = prove_by_boxes(g, other);
  EXPECT_TRUE(r.resumed);
  EXPECT_TRUE(r.out_of_memory);
  EXPECT_EQ(r.boxes, slow.boxes);
  EXPECT_EQ(r.bytes, slow.bytes);
  EXPECT_EQ(r.hardest, slow.hardest);
}

TEST(BoxesState, SmallSearchesKeepNothing) {
  Store store;
  BoxOptions o;
  o.checkpoints = store.hooks();
  o.checkpoints.least_boxes = 20'000;
  o.max_boxes = 19'999;
  EXPECT_TRUE(prove_by_boxes(goal_of(searches()[0]), o).proved);
  EXPECT_TRUE(store.states.empty());
}

TEST(BoxesState, TheHardestBoxIsInTheDomain) {
  const Goal g =
      goal_of("var x in [0, 1]\nvar y in [1/3, 1]\nvar z in [0, 1]\nprove exp(x) + exp(y) >= 2*exp((x+y)/2)");
  BoxOptions o;
  o.max_boxes = 2000;
  const BoxResult r = prove_by_boxes(g, o);
  ASSERT_FALSE(r.proved);
  ASSERT_TRUE(r.hardest_box);
  EXPECT_EQ(r.hardest_box->box.size(), 2u);  // z does not matter
  for (const auto& v : g.context.variables()) {
    if (v.name == "z") continue;
    const Range& b = r.hardest_box->box.at(v.name);
    EXPECT_LE(v.range.lo.value, b.lo.value);
    EXPECT_LE(b.lo.value, b.hi.value);
    EXPECT_LE(b.hi.value, v.range.hi.value);
  }
  EXPECT_LT(r.hardest_box->lower, 0);
  EXPECT_GT(r.hardest_box->lower, -10);
}

}  // namespace
}  // namespace dpcert::verify
