// Steps of proofs that were found, printed and read back.
#include <gtest/gtest.h>
#include <set>
#include "tests/engine/goals.hpp"
#include "tests/engine/problems.hpp"
#include "verify/engine/prove/prover.hpp"

namespace dpcert::verify {
namespace {

// Every step of proofs that were found, box searches node by node, is read back from its line at its goal.
TEST(Steps, OfProofsThatWereFoundReadBack) {
  std::size_t count = 0;
  std::set<std::string_view> rules_met;
  for (const auto& p : true_problems()) {
    const Goal g = goal_of(p.text);
    ProveOptions o;
    o.boxes.max_boxes = 300;
    o.rounds = 2;
    const ProveResult r = prove(g, o);
    walk(g, r.proof, [&](const Goal& here, const Step& step) {
      if (step.is<rule::Boxes>()) return;
      const std::string line = to_text(step);
      const Step back = read_step(line, here.context);
      EXPECT_EQ(back, step) << line;
      EXPECT_EQ(to_text(back), line);
      rules_met.insert(name_of(step.rule));
      ++count;
    });
  }
  EXPECT_GT(count, 500U);
  EXPECT_GT(rules_met.size(), 15U);
}

}  // namespace
}  // namespace dpcert::verify
