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

// What the tactics about a Gamma law lean on.
std::vector<Lemma> masses(bool wanted) {
  static const Statement mass =
      parse_statement("language 3\nvar a in (0, inf)\nvar r in (0, inf)\nlaw P = gamma(a, r)\nprove E(x, 1, P) = 1\n");
  return wanted ? std::vector<Lemma>{{"mass", mass}} : std::vector<Lemma>{};
}

}  // namespace

ProveOptions few_boxes() {
  ProveOptions o;
  o.boxes.max_boxes = 2000;
  return o;
}

void expect_proof(std::string_view tactic, std::string_view statement, bool line_by_line, bool with_mass) {
  const Goal g = goal_of(statement);
  ProveOptions few = few_boxes();
  few.lemmas = masses(with_mass);
  const auto proof = try_tactic(tactic, g, few);
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
  o.lemmas = few.lemmas;
  const Decision d = decide(parse_statement(statement), o);
  EXPECT_EQ(d.verdict, Verdict::proved) << d.reason;
  EXPECT_EQ(rejections(d), "");
  EXPECT_EQ(d.advice_problem, "");
  const checker::Result r = checker::check(d.certificate);
  EXPECT_TRUE(with_mass ? r.conditional() : r.accepted) << r.reason;
  if (!line_by_line) return;
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  EXPECT_NE(d.certificate.find("\n" + text), std::string::npos) << text << d.certificate;
}

void expect_fires(const TacticGoals& goals) { expect_proof(goals.tactic, goals.fires, false, goals.with_mass); }

void expect_declines(const TacticGoals& goals) {
  ProveOptions few = few_boxes();
  few.lemmas = masses(goals.with_mass);
  EXPECT_FALSE(try_tactic(goals.tactic, goal_of(goals.declines), few)) << goals.why;
}

}  // namespace dpcert::verify
