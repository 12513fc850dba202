// The table of tactics: each by itself on a goal that it is made for, and on one that it has nothing to say about.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "dpcert/core/error.hpp"
#include "tests/engine/goals.hpp"
#include "tests/engine/problems.hpp"
#include "verify/engine/prove/prover.hpp"

namespace dpcert::verify {
namespace {

ProveOptions little() {
  ProveOptions o;
  o.boxes.max_boxes = 2000;
  return o;
}

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
    try_tactic("magic", goal_of("var x in [0, 1]\nprove x >= 0"), little());
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), ErrorCode::bad_input);
    EXPECT_EQ(e.given(), "'magic'");
  }
}

struct Alone {
  const char* tactic;
  const char* fires;
  const char* declines;
};
void PrintTo(const Alone& a, std::ostream* out) { *out << a.tactic; }

class Tactic : public testing::TestWithParam<Alone> {};

TEST_P(Tactic, Fires) {
  const Goal g = goal_of(GetParam().fires);
  const auto proof = try_tactic(GetParam().tactic, g, little());
  ASSERT_TRUE(proof);
  ASSERT_FALSE(proof->empty());
  EXPECT_FALSE(proof->front().tactic.empty());
  // The steps fit the goals: every goal has one, and none is left over.
  std::size_t nodes = 0, lines = 0;
  walk(g, *proof, [&](const Goal&, const Step&) { ++nodes; });
  for (const auto& text : to_lines(*proof)) lines += 1 + static_cast<std::size_t>(std::ranges::count(text, '\n'));
  EXPECT_EQ(nodes, lines);
}

TEST_P(Tactic, Declines) { EXPECT_FALSE(try_tactic(GetParam().tactic, goal_of(GetParam().declines), little())); }

INSTANTIATE_TEST_SUITE_P(
    All, Tactic,
    testing::Values(
        Alone{"combination", "var x in [0, 1]\nvar y in [0, 1]\nassume x >= y\nprove 2*x >= 2*y",
              "var x in [0, 1]\nvar y in [0, 1]\nassume x >= y\nprove y >= x"},
        Alone{"kinks", "var x in [-1, 1]\nprove abs(x) >= x", "var x in [-1, 1]\nprove x^2 >= 0"},
        Alone{"floors", "var x in [0, 9]\nprove x >= floor(x)", "var x in [0, 9]\nprove x >= -1"},
        Alone{"factors", "var x in [0, inf)\nprove x^3 + x >= 0", "var x in [-1, 1]\nvar y in [-1, 1]\nprove x >= y"},
        Alone{"induction", "int n in [0, inf)\nprove 2^n >= 1 + n", "int n in [0, inf)\nprove n >= 0"},
        Alone{"separation", "var x in [1, 2]\nvar y in [1, 2]\nprove x^2 - x + exp(y) - y - 1 >= 0",
              "var x in [1, 2]\nvar y in [1, 2]\nprove x*y >= 1"},
        Alone{"monotonicity", "var x in [0, inf)\nprove exp(x) >= 1", "var x in (-inf, inf)\nprove x^2 >= 0"},
        Alone{"derivatives", "var x in (-inf, inf)\nprove exp(x) >= 1 + x", "var x in [0, 1]\nprove floor(x) >= 0"},
        Alone{"squares", "var x in (-inf, inf)\nvar y in (-inf, inf)\nprove x^2 + y^2 >= 2*x*y",
              "var x in (-inf, inf)\nprove exp(x) >= x^2 - 9"},
        Alone{"completing-the-square", "var x in (-inf, inf)\nprove x^2 - 2*x + 2 >= 0",
              "var x in (-inf, inf)\nprove x^3 >= x"},
        Alone{"squaring", "var x in [0, inf)\nprove 1 + x >= sqrt(1 + 2*x)", "var x in [0, inf)\nprove 1 + x >= 1"},
        Alone{"logs", "var x in [1, inf)\nprove exp(x) >= exp(1)", "var x in [1, inf)\nprove x + 1 >= 1"},
        Alone{"concavity", "var x in [0, 1]\nprove x*(1 - x) >= 0", "var x in (-inf, inf)\nprove x^2 >= 0"},
        Alone{"ordering", "var x in [0, inf)\nvar y in [0, inf)\nprove x^3 + y^3 >= x^2*y + x*y^2",
              "var x in [0, 1]\nvar y in [0, 2]\nprove x^2 + 2*y >= x*y"},
        Alone{"homogeneity", "var x in (0, inf)\nvar y in (0, inf)\nprove x*log(x/y) >= x - y",
              "var x in (0, inf)\nvar y in (0, inf)\nprove exp(x) >= y - y"},
        Alone{"telescoping", "var x in (0, inf)\nprove polygamma(1, x) > 1/x", "var x in (0, inf)\nprove exp(x) > 0"},
        Alone{"boxes", "var x in [0, 1]\nprove x^2 - x + 1/2 > 0", "var x in [0, 1]\nprove x^2 - x + 1/8 > 0"}),
    [](const auto& info) {
      std::string name = info.param.tactic;
      std::erase(name, '-');
      return name;
    });

// What a result says of its tactics is what stands in the proof.
TEST(Tactics, OfAProofAreTold) {
  const auto names = tactic_names();
  // What is done outside the table: at once, around it, and for equations.
  const std::set<std::string_view> outside{"immediate", "boxes-alone", "ends-apart", "pieces", "equation"};
  for (const auto& p : true_problems()) {
    ProveOptions o = little();
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
