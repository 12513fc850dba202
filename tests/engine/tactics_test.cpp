// The table of tactics: each by itself on a goal that it is made for, and on one that it has nothing to say about.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "dpcert/checker/checker.hpp"
#include "dpcert/core/error.hpp"
#include "tests/engine/goals.hpp"
#include "tests/engine/problems.hpp"
#include "tests/engine/tactic_proofs.hpp"
#include "tests/engine/tactics_goals.hpp"
#include "verify/engine/prove/prover.hpp"

namespace dpcert::verify {
namespace {

TEST(Tactics, HaveNamesOfTheirOwn) {
  const auto names = tactic_names();
  EXPECT_EQ(std::set<std::string_view>(names.begin(), names.end()).size(), names.size());
  EXPECT_EQ(names.size(), tactics().size());
  for (const auto& name : names) {
    EXPECT_TRUE(std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; })) << name;
  }
  // Boxes come last: whatever needs fewer of them is tried before.
  EXPECT_EQ(names.back(), "boxes");
}

TEST(Tactics, SayWhatTheyNeed) {
  for (const auto& t : tactics()) {
    EXPECT_TRUE(t.functions == "any" || t.functions == "elementary" || t.functions == "special") << t.name;
    EXPECT_GE(t.round, 0);
    EXPECT_LE(t.round, 2) << t.name;
    EXPECT_GE(t.depth, t.name.ends_with("boxes") ? 0 : 1) << t.name;
  }
}

TEST(Tactics, UnknownNamesAreRefused) {
  try {
    try_tactic("magic", goal_of("var x in [0, 1]\nprove x >= 0"), few_boxes());
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), ErrorCode::bad_input);
    EXPECT_EQ(e.given(), "'magic'");
  }
}

const TacticGoals* goals_of(std::string_view tactic) {
  const auto& all = tactic_goals();
  const auto found = std::ranges::find(all, tactic, &TacticGoals::tactic);
  return found == all.end() ? nullptr : &*found;
}

// Of the table as it is: a tactic without goals of its own fails.
class Tactic : public testing::TestWithParam<std::string_view> {};

TEST_P(Tactic, Fires) {
  const TacticGoals* goals = goals_of(GetParam());
  ASSERT_TRUE(goals) << "no goals in tests/engine/tactics_goals.cpp";
  expect_proof(goals->tactic, goals->fires, !goals->with_mass, goals->with_mass);
}

TEST(Tactics, TakePolynomialsOverWhatIsNegative) {
  expect_proof("differences",
               "var a in [0, inf)\nvar b in [0, inf)\nvar c in [0, inf)\nvar d in (-inf, 0)\n"
               "prove (27*a*b*c - (a + b + c)^3)/(d*(1 + a)) >= 0",
               true);
}

TEST_P(Tactic, Declines) {
  const TacticGoals* goals = goals_of(GetParam());
  ASSERT_TRUE(goals) << "no goals in tests/engine/tactics_goals.cpp";
  expect_declines(*goals);
}

INSTANTIATE_TEST_SUITE_P(All, Tactic, testing::ValuesIn(tactic_names()), [](const auto& info) {
  std::string name(info.param);
  std::erase(name, '-');
  return name;
});

TEST(Tactics, HaveGoalsOnce) {
  const auto names = tactic_names();
  EXPECT_EQ(tactic_goals().size(), names.size());
  for (const auto& goals : tactic_goals()) {
    EXPECT_NE(std::ranges::find(names, goals.tactic), names.end()) << goals.tactic;
    EXPECT_EQ(std::ranges::count(tactic_goals(), goals.tactic, &TacticGoals::tactic), 1) << goals.tactic;
  }
}

// After the second round at the claim itself, not before: what was proved without them is proved as it was.
TEST(Tactics, HaveATurnOfTheirOwn) {
  const Goal g = goal_of("language 3\nvar x in (-inf, inf)\nprove sin(x)*cos(x) <= 1/2");
  ProveOptions o = few_boxes();
  o.rounds = 1;
  EXPECT_FALSE(prove(g, o).proved);
  o.rounds = 2;
  const ProveResult r = prove(g, o);
  EXPECT_TRUE(r.proved);
  EXPECT_TRUE(r.tactics.contains("circle-points"));
}

// What a result says of its tactics is what stands in the proof.
TEST(Tactics, OfAProofAreTold) {
  const auto names = tactic_names();
  // What is done outside the table: at once, around it, and for equations.
  const std::set<std::string_view> outside{"immediate", "boxes-alone", "ends-apart", "pieces", "equation"};
  for (const auto& p : true_problems()) {
    ProveOptions o = few_boxes();
    o.rounds = 2;
    const ProveResult r = prove(goal_of(p.text), o);
    EXPECT_EQ(r.proved, !r.tactics.empty()) << p.name;
    for (const auto& [name, count] : r.tactics) {
      EXPECT_TRUE(outside.contains(name) || std::ranges::find(names, name) != names.end()) << name;
      EXPECT_GT(count, 0U);
    }
  }
  const Decision d = decide(parse_statement("var x in (-inf, inf)\nprove exp(x) >= 1 + x"), {});
  ASSERT_EQ(d.verdict, Verdict::proved);
  EXPECT_FALSE(d.tactics.empty());
}

}  // namespace
}  // namespace dpcert::verify
