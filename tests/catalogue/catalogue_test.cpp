#include "dpcert/catalogue/catalogue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "dpcert/catalogue/certifier.hpp"
#include "dpcert/catalogue/engine.hpp"

namespace dpcert::catalogue {
namespace {

const char* const ledger = R"(- id: toy.lemma1
  source: Lemma 1
  kind: inequality
  statement: x^2 >= 0.
  where: x real
  depends_on: []
- id: toy.lemma1.step
  source: Lemma 1, proof
  kind: identity
  statement: 'a: b'
  where: a, b real
  depends_on: [toy.lemma1]
  reading: Read as written.
  printed: false
)";

Catalogue toy(std::vector<SourceFile> claims) {
  claims.insert(claims.begin(), {"ledger/toy.yaml", ledger});
  return Catalogue::read(claims);
}

TEST(Embedded, HasEveryLedgerEntryAndNoProblems) {
  const Catalogue& all = Catalogue::embedded();
  EXPECT_EQ(all.entries().size(), 539u);
  EXPECT_EQ(all.papers().size(), 4u);
  std::string problems;
  for (const auto& problem : all.problems()) problems += problem + "\n";
  EXPECT_EQ(problems, "");
}

TEST(Embedded, LemmasOfOurOwnAreStatedWithTheirSourcesAndOnThePage) {
  const Catalogue& all = Catalogue::embedded();
  EXPECT_GE(all.base().size(), 58u);
  EXPECT_EQ(all.all().size(), all.entries().size() + all.base().size());
  std::ifstream in(DPCERT_SOURCE_DIR "/docs/base.md");
  std::ostringstream page;
  page << in.rdbuf();
  for (const CatalogueEntry& lemma : all.base()) {
    const std::string& id = lemma.ledger.id;
    ASSERT_TRUE(lemma.formal && lemma.formal->has_conclusion()) << id;
    EXPECT_FALSE(lemma.repair || lemma.ledger.printed) << id;
    EXPECT_FALSE(lemma.ledger.source.empty()) << id;
    EXPECT_NO_THROW(read_hints(*lemma.formal)) << id;
    EXPECT_NE(page.str().find("| [" + id + "]"), std::string::npos) << id;
    EXPECT_EQ(all.find(id), &lemma);
  }
}

TEST(Embedded, IsTheSourceTreesBytes) {
  for (const SourceFile& file : embedded_files()) {
    std::ifstream in(std::string(DPCERT_SOURCE_DIR "/verify/") + std::string(file.path), std::ios::binary);
    ASSERT_TRUE(in) << file.path;
    std::ostringstream bytes;
    bytes << in.rdbuf();
    EXPECT_EQ(bytes.str(), file.text) << file.path;
  }
}

TEST(Ledger, KeepsEveryField) {
  const Catalogue catalogue = toy({});
  const CatalogueEntry* entry = catalogue.find("toy.lemma1.step");
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry->ledger.paper, "toy");
  EXPECT_EQ(entry->ledger.statement, "a: b");
  EXPECT_EQ(entry->ledger.depends_on, std::vector<std::string>{"toy.lemma1"});
  EXPECT_EQ(entry->ledger.reading, "Read as written.");
  EXPECT_FALSE(entry->ledger.printed);
  EXPECT_TRUE(catalogue.find("toy.lemma1")->ledger.printed);
}

TEST(Ledger, SaysWhereItIsWrong) {
  const auto message = [](const char* yaml) {
    try {
      read_ledger("ledger/bad.yaml", yaml);
    } catch (const std::exception& problem) {
      return std::string(problem.what());
    }
    return std::string("accepted");
  };
  EXPECT_NE(message("- id: toy.a\n  kind: identity\n").find("ledger/bad.yaml:1: expected field 'source'"),
            std::string::npos);
  EXPECT_NE(message("- id: nodot\n").find("'nodot'"), std::string::npos);
  EXPECT_NE(message("a: [").find("ledger/bad.yaml:"), std::string::npos);
  EXPECT_NE(message("a: b").find("list of entries"), std::string::npos);
}

TEST(Ledger, RefusesAnIdTwice) {
  const std::vector<SourceFile> files{{"ledger/a.yaml", ledger}, {"ledger/b.yaml", ledger}};
  EXPECT_ANY_THROW(Catalogue::read(files));
}

TEST(Formal, SplitsStatementAndDirectives) {
  const FormalStatement formal = read_formal(
      "claims/toy/toy.lemma1.claim",
      "#! id toy.lemma1\r\n# kept\n#! proof 1\n#!   split x 1/2\n#!     eval 64\nvar x in [0, 1]\nprove x^2 >= 0");
  EXPECT_EQ(formal.text, "# kept\nvar x in [0, 1]\nprove x^2 >= 0");
  ASSERT_EQ(formal.directives.size(), 2u);
  EXPECT_EQ(*formal.directive("id"), "toy.lemma1");
  EXPECT_EQ(*formal.directive("proof"), "1\n  split x 1/2\n    eval 64");
  EXPECT_EQ(formal.directives[1].line, 3u);
  EXPECT_EQ(formal.directive("open"), nullptr);
  EXPECT_TRUE(formal.has_conclusion());
  EXPECT_FALSE(read_formal("f", "#! definition\n# proved elsewhere\n").has_conclusion());
}

TEST(Formal, ProblemsAreFound) {
  const Catalogue catalogue = toy({{"claims/toy/toy.lemma2.claim", "prove 1 > 0\n"},
                                   {"claims/toy/toy.lemma1.claim", "#! id toy.other\n#! magic\n#! definition\n"},
                                   {"claims/toy/toy.lemma1.repair.claim", "#! tag large\nprove 1 > 0\n"}});
  const auto has = [&](const char* words) {
    return std::any_of(catalogue.problems().begin(), catalogue.problems().end(),
                       [&](const std::string& problem) { return problem.find(words) != std::string::npos; });
  };
  EXPECT_TRUE(has("no id 'toy.lemma2'"));
  EXPECT_TRUE(has("'#! id toy.other'"));
  EXPECT_TRUE(has("unknown directive '#! magic'"));
  EXPECT_TRUE(has("'#! definition' on an entry of kind 'inequality'"));
  EXPECT_TRUE(has("#! tag"));
  EXPECT_EQ(catalogue.problems().size(), 5u);
}

TEST(Catalogue, MatchesGlobsAndSuggests) {
  const Catalogue& all = Catalogue::embedded();
  EXPECT_EQ(all.match("renyi.*").size(), 149u);
  EXPECT_EQ(all.match("*").size(), 539u + all.base().size());
  EXPECT_TRUE(all.match("nothing*").empty());
  const auto near = all.near_matches("renyi.def3.reny");
  ASSERT_FALSE(near.empty());
  EXPECT_EQ(near.front(), "renyi.def3.renyi");
  EXPECT_TRUE(all.near_matches("zzzzzzzzzzzzzzzzzzzzz").empty());
}

TEST(Catalogue, EveryEntryOfTheSettledPapersIsFormalised) {
  std::size_t entries = 0;
  for (const CatalogueEntry* entry : Catalogue::embedded().match("*")) {
    const std::string& id = entry->ledger.id;
    if (!id.starts_with("renyi.") && !id.starts_with("sgld.")) continue;
    ++entries;
    ASSERT_TRUE(entry->formal) << id;
    const FormalStatement& formal = *entry->formal;
    const bool settled = formal.directive("definition") || formal.directive("assumed") || formal.directive("open");
    EXPECT_TRUE(formal.has_conclusion() || settled) << id;
    // A statement says which reading it takes.
    EXPECT_TRUE(!formal.has_conclusion() || formal.directive("reading")) << id;
  }
  EXPECT_EQ(entries, 403u);  // the ledger's 149 of renyi and 254 of sgld
}

TEST(Glob, MatchesAsDocumented) {
  EXPECT_TRUE(glob_match("a*c", "abbc"));
  EXPECT_TRUE(glob_match("a*b*c", "aXbYbc"));
  EXPECT_TRUE(glob_match("?.x", "a.x"));
  EXPECT_FALSE(glob_match("a*c", "abcd"));
  EXPECT_FALSE(glob_match("", "a"));
  EXPECT_TRUE(glob_match("*", ""));
}

TEST(Settled, OnlyWhatNeedsNoEngine) {
  const Catalogue none = toy({});
  const auto open = settled_without_engine(*none.find("toy.lemma1"));
  ASSERT_TRUE(open);
  EXPECT_EQ(open->verdict, Verdict::open);
  EXPECT_EQ(open->reason, "not formalised yet");

  const Catalogue some = toy({{"claims/toy/toy.lemma1.claim", "var x in [0, 1]\nprove x^2 >= 0\n"},
                              {"claims/toy/toy.lemma1.step.claim", "#! assumed A. Author, Theorem 3\n"}});
  EXPECT_FALSE(settled_without_engine(*some.find("toy.lemma1")));
  const auto assumed = settled_without_engine(*some.find("toy.lemma1.step"));
  ASSERT_TRUE(assumed);
  EXPECT_EQ(assumed->verdict, Verdict::assumed);
  EXPECT_EQ(assumed->reason, "A. Author, Theorem 3");
}

TEST(Verdicts, NamesRoundTrip) {
  for (const Verdict verdict : all_verdicts) EXPECT_EQ(verdict_named(name(verdict)), verdict);
  EXPECT_FALSE(verdict_named("true"));
}

}  // namespace
}  // namespace dpcert::catalogue
