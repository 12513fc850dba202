#include "tests/engine/tactic_proofs.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "dpcert/checker/checker.hpp"
#include "tests/engine/goals.hpp"

namespace dpcert::verify {
namespace {

// The proof as it would be written, line by line.
std::vector<std::string> written(const Proof& proof) {
  std::vector<std::string> out;
  for (const auto& text : to_lines(proof)) {
    for (const auto& line : lines_of(text)) out.push_back(line);
  }
  return out;
}

}  // namespace

ProveOptions few_boxes() {
  ProveOptions o;
  o.boxes.max_boxes = 2000;
  return o;
}

void expect_proof(std::string_view tactic, std::string_view statement, bool line_by_line) {
  const Goal g = goal_of(statement);
  const auto proof = try_tactic(tactic, g, few_boxes());
  ASSERT_TRUE(proof);
  ASSERT_FALSE(proof->empty());
  EXPECT_EQ(proof->front().tactic, tactic);
  // The steps fit the goals: every goal has one, and none is left over.
  std::size_t nodes = 0;
  walk(g, *proof, [&](const Goal&, const Step&) { ++nodes; });
  const auto lines = written(*proof);
  EXPECT_EQ(nodes, lines.size());
  DecideOptions o;
  o.tightness_boxes = 0;
  o.advice[1] = lines;
  const Decision d = decide(parse_statement(statement), o);
  EXPECT_EQ(d.verdict, Verdict::proved) << d.reason;
  EXPECT_EQ(rejections(d), "");
  EXPECT_EQ(d.advice_problem, "");
  EXPECT_TRUE(checker::check(d.certificate).accepted);
  if (!line_by_line) return;
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  EXPECT_NE(d.certificate.find("\n" + text), std::string::npos) << text << d.certificate;
}

void expect_fires(const TacticGoals& goals) { expect_proof(goals.tactic, goals.fires); }

void expect_declines(const TacticGoals& goals) {
  EXPECT_FALSE(try_tactic(goals.tactic, goal_of(goals.declines), few_boxes())) << goals.why;
}

}  // namespace dpcert::verify
