// What a file says of its formal statement against the print, and what follows for the verdict.
#include "dpcert/catalogue/print.hpp"

#include <gtest/gtest.h>

#include "dpcert/catalogue/bundle.hpp"
#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/catalogue/engine.hpp"
#include "dpcert/catalogue/run.hpp"
#include "dpcert/core/error.hpp"

namespace dpcert::catalogue {
namespace {

const std::string truth = "var x in [1/2, 2]\nprove x^2 + 1 > x\n";

FormalStatement with_line(const std::string& line) {
  return read_formal("claims/toy/toy.a.claim", line + "\n" + truth);
}

std::string complaint(const std::string& line) {
  try {
    read_print(with_line(line));
  } catch (const Error& problem) {
    return problem.what();
  }
  return {};
}

TEST(PrintLine, IsOneOfFourWords) {
  EXPECT_FALSE(read_print(with_line("#! id toy.a")));
  const auto literal = read_print(with_line("#! print literal"));
  ASSERT_TRUE(literal);
  EXPECT_EQ(literal->word, Correspondence::literal);
  EXPECT_EQ(literal->note, "");
  const auto instance = read_print(with_line("#! print instance  Beta priors"));
  ASSERT_TRUE(instance);
  EXPECT_EQ(instance->word, Correspondence::instance);
  EXPECT_EQ(instance->note, "Beta priors");
  for (const Correspondence word : all_correspondences) {
    const bool alone = word == Correspondence::literal;
    const std::string line = "#! print " + std::string(name(word));
    EXPECT_EQ(complaint(line).empty(), alone) << line;
    EXPECT_EQ(complaint(line + " text").empty(), !alone) << line;
  }
}

TEST(PrintLine, IsAnsweredWhereItIsWrong) {
  for (const std::string line :
       {"#! print", "#! print Literal", "#! print faithful", "#! print literal\n#! print literal"}) {
    const std::string said = complaint(line);
    EXPECT_NE(said.find("claims/toy/toy.a.claim:"), std::string::npos) << line << ": " << said;
  }
}

ClaimRecord judged(Verdict verdict, std::optional<Correspondence> word, bool negated = false) {
  ClaimRecord record;
  record.verdict = verdict;
  record.checked = true;
  if (word) record.print = Print{*word, *word == Correspondence::literal ? "" : "NOTE"};
  judge_print(record, negated);
  EXPECT_EQ(record.decided, verdict);
  EXPECT_TRUE(record.checked);
  return record;
}

TEST(PrintVerdict, FollowsFromTheWord) {
  using V = Verdict;
  using C = Correspondence;
  for (const V verdict : all_verdicts) {
    for (const auto word : {std::optional<C>(), std::optional(C::literal), std::optional(C::equivalent)}) {
      EXPECT_EQ(judged(verdict, word).verdict, verdict);
      EXPECT_EQ(judged(verdict, word).reason, "");
    }
  }
  EXPECT_EQ(judged(V::proved, C::instance).verdict, V::proved_on);
  EXPECT_EQ(judged(V::proved, C::instance).reason, "NOTE");
  EXPECT_EQ(judged(V::proved_on, C::instance).verdict, V::proved_on);
  EXPECT_EQ(judged(V::proved, C::weaker).verdict, V::open);
  EXPECT_NE(judged(V::proved, C::weaker).reason.find("NOTE"), std::string::npos);
  EXPECT_EQ(judged(V::proved_on, C::weaker).verdict, V::open);
  // What refutes less than the print refutes the print; a negation that says less than the print's does not.
  for (const C word : all_correspondences) {
    EXPECT_EQ(judged(V::refuted, word).verdict, V::refuted);
    EXPECT_EQ(judged(V::refuted, word, true).verdict, word == C::weaker ? V::open : V::refuted);
  }
  // Nothing is made of no evidence.
  for (const V none : {V::open, V::supported, V::assumed, V::definition})
    for (const C word : all_correspondences) EXPECT_EQ(judged(none, word).verdict, none);
}

const std::string two_entries =
    "- {id: toy.a, source: s, kind: inequality, statement: t, where: w, depends_on: []}\n"
    "- {id: toy.b, source: s, kind: inequality, statement: t, where: w, depends_on: []}\n";

TEST(PrintVerdict, OthersLeanOnTheFormalStatement) {
  // The reader keeps views of its files while it reads.
  const std::string weaker = "#! print weaker the other half\n" + truth;
  const std::string instance = "#! uses toy.a\n#! print instance x <= 2\n" + truth;
  const std::vector<SourceFile> files{
      {"ledger/toy.yaml", two_entries}, {"claims/toy/toy.a.claim", weaker}, {"claims/toy/toy.b.claim", instance}};
  const Catalogue catalogue = Catalogue::read(files);
  ASSERT_TRUE(catalogue.problems().empty());
  const auto engine = make_engine();
  const std::vector<const CatalogueEntry*> entries{catalogue.find("toy.a"), catalogue.find("toy.b")};
  const RunSummary run = run_claims(catalogue, entries, *engine, {});
  ASSERT_EQ(run.claims.size(), 2u);
  EXPECT_EQ(run.claims[0].verdict, Verdict::open);
  EXPECT_EQ(run.claims[0].decided, Verdict::proved);
  EXPECT_EQ(run.claims[1].verdict, Verdict::proved_on);
  EXPECT_EQ(run.claims[1].reason, "x <= 2");
  EXPECT_EQ(run.prints,
            (std::map<Correspondence, std::size_t>{{Correspondence::instance, 1}, {Correspondence::weaker, 1}}));
  EXPECT_EQ(run.prints_unsaid, 0u);
  // A bundle has the statements' own verdicts.
  for (const SettledStatement& settled : settle_with_grounds(catalogue, {"toy.b"}, *engine, {}))
    EXPECT_EQ(settled.finding.verdict, Verdict::proved) << settled.id;
}

TEST(PrintLine, BelongsToAPrintedClaimsFormalStatement) {
  const auto problems = [](const std::string& file, const std::string& text) {
    const std::vector<SourceFile> files{{"ledger/toy.yaml", two_entries}, {file, text}};
    return Catalogue::read(files).problems().size();
  };
  EXPECT_EQ(problems("claims/toy/toy.a.claim", "#! print literal\n" + truth), 0u);
  EXPECT_EQ(problems("claims/toy/toy.a.claim", "#! print literal\n#! open no method: x\n"), 1u);
  EXPECT_EQ(problems("claims/toy/toy.a.repair.claim", "#! tag boundary\n#! print literal\n" + truth), 1u);
}

}  // namespace
}  // namespace dpcert::catalogue
