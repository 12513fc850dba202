// What a point says beside a verdict: a claim that is proved, or assumed, and false at a point is neither.
#include "verify/catalogue/companion.hpp"

#include <gtest/gtest.h>

#include "dpcert/catalogue/engine.hpp"
#include "verify/catalogue/json.hpp"

namespace dpcert::catalogue {
namespace {

Question question(const std::string& text) { return {"test", "test", verify::parse_statement(text), {}}; }

TEST(CompanionRecord, OfAStatementWithADimension) {
  const Companion c = companion_of(
      question("dim d in [2, 5]\nvar x[i] in [0, 1] for i in 1..d\nprove sum(i, 1, d, x[i]) >= 0\n"), 20, 1);
  EXPECT_EQ(c.asked, 20U);
  EXPECT_GE(c.held + c.undecided, 16U);
  EXPECT_EQ(c.violated, "");
  ASSERT_FALSE(c.at.empty());
  EXPECT_EQ(c.at.front().first, "d");
}

TEST(CompanionRecord, GoesThroughJson) {
  Finding f;
  f.companion = companion_of(question("var x in [0, 1]\nprove x <= 1/2\n"), 5, 1);
  EXPECT_NE(f.companion->violated.find("conclusion 1 at x = "), std::string::npos);
  f.companion->labels["near an end"] = 3;
  const Finding back = finding_from_json(to_json(f));
  ASSERT_TRUE(back.companion);
  EXPECT_EQ(to_json(back).dump(), to_json(f).dump());
}

TEST(CompanionRecord, AContradictionIsNoVerdict) {
  for (const Verdict verdict : {Verdict::proved, Verdict::supported, Verdict::assumed}) {
    Finding f;
    f.verdict = verdict;
    f.companion = Companion{};
    confront(f);
    EXPECT_EQ(f.verdict, verdict);
    EXPECT_FALSE(f.contradicted);
    f.companion->violated = "conclusion 1 at x = 1";
    confront(f);
    EXPECT_EQ(f.verdict, Verdict::open);
    EXPECT_TRUE(f.contradicted);
    EXPECT_EQ(f.reason, "error: " + std::string(name(verdict)) + ", but conclusion 1 at x = 1 is certainly false");
    RunSummary run;
    run.claims.resize(1);
    static_cast<Finding&>(run.claims[0]) = f;
    tally(run);
    EXPECT_EQ(run.contradictions, 1U);
  }
}

// A citation does not make true what is false at a point.
TEST(CompanionRecord, OfACitedTheorem) {
  CatalogueEntry entry;
  entry.ledger.id = "test.cited";
  entry.ledger.kind = "inequality";
  entry.formal = FormalStatement{};
  entry.formal->text = "var x in [0, 1]\nprove x >= 0\n";
  entry.formal->directives = {{"cited", "A Book, page 1", 1}};
  Finding open;
  open.reason = "no method: stuck";
  open.companion = Companion{};
  EXPECT_EQ(record_of(entry, open, {}).verdict, Verdict::assumed);
  open.companion->violated = "conclusion 1 at x = 1";
  const ClaimRecord r = record_of(entry, open, {});
  EXPECT_EQ(r.verdict, Verdict::open);
  EXPECT_TRUE(r.contradicted);
}

}  // namespace
}  // namespace dpcert::catalogue
