#include "dpcert/catalogue/engine.hpp"

#include <gtest/gtest.h>

#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/language/statement.hpp"
#include "verify/catalogue/files.hpp"

namespace dpcert::catalogue {
namespace {

Hints hints(const char* text) { return read_hints(read_formal("claims/toy/toy.claim", text)); }

TEST(Hints, ReadPointsFunctionsAndProofs) {
  const Hints h = hints(
      "#! inhabited a=1 eta[2]=-1/2 with C(u)=beta(u, 4);\n"
      "#! refute 2 with g(x)=beta(3 + x, 7); lambda=0.25\n"
      "#! proof 1 cut x >= 0; sign; combine 0 2 (c)\n"
      "#! proof 2\n"
      "#!   split x 1/2\n"
      "#!     eval 64\n"
      "#!     eval 128\n");
  ASSERT_EQ(h.points.size(), 2u);
  EXPECT_EQ(h.points[0].at("eta[2]"), Rational(-1) / Rational(2));
  EXPECT_EQ(h.points[1].at("lambda"), Rational(1) / Rational(4));
  EXPECT_EQ(h.interpretations, (std::vector<std::vector<std::string>>{{"C(u)=beta(u, 4)"}, {"g(x)=beta(3 + x, 7)"}}));
  EXPECT_EQ(h.proofs.at(1), (std::vector<std::string>{"cut x >= 0", "sign", "combine 0 2 (c)"}));
  EXPECT_EQ(h.proofs.at(2), (std::vector<std::string>{"split x 1/2", "eval 64", "eval 128"}));
}

TEST(Hints, NameTheConclusionWhoseTightnessIsTheClaims) {
  EXPECT_FALSE(hints("#! inhabited a=1\n").tightness.has_value());
  EXPECT_EQ(hints("#! tightness 3\n").tightness, 3u);
  EXPECT_EQ(hints("#! tightness none\n").tightness, 0u);
  for (const char* bad : {"#! tightness\n", "#! tightness 0\n", "#! tightness 2 3\n", "#! tightness slack\n"})
    EXPECT_ANY_THROW(hints(bad)) << bad;
}

// The first conclusion is the one that is taken where nothing is said.
TEST(Hints, TheTightnessIsThatOfTheConclusion) {
  const std::string statement = "var x in [1, 2]\nprove 4 >= x\nprove 3 >= x\n";
  const auto found = [&](const std::string& hint) {
    return settle({"", "toy", verify::parse_statement(statement), hints(hint.c_str())}, {}).tightness;
  };
  ASSERT_TRUE(found("") && found("#! tightness 2\n"));
  EXPECT_EQ(found("")->conclusion, 1u);
  EXPECT_EQ(found("#! tightness 2\n")->conclusion, 2u);
  EXPECT_FALSE(found("#! tightness none\n"));
}

TEST(Hints, SayWhatIsWrong) {
  for (const char* bad : {"#! refute x=1\n", "#! inhabited x\n", "#! inhabited x=one\n", "#! proof eval 64\n",
                          "#! refute 1 x=1 with g(x)=x\n"})
    EXPECT_ANY_THROW(hints(bad)) << bad;
}

TEST(Hints, OfEveryCommittedClaimCanBeRead) {
  std::size_t read = 0;
  for (const CatalogueEntry& entry : Catalogue::embedded().entries())
    for (const auto* formal : {&entry.formal, &entry.repair})
      if (*formal) {
        EXPECT_NO_THROW(read_hints(**formal)) << (*formal)->file;
        ++read;
      }
  EXPECT_GE(read, 403u);
}

TEST(Statements, EveryCommittedOneElaborates) {
  std::size_t statements = 0;
  for (const CatalogueEntry& entry : Catalogue::embedded().entries())
    for (const auto* formal : {&entry.formal, &entry.repair}) {
      if (!*formal || !(*formal)->has_conclusion()) continue;
      ++statements;
      try {
        verify::parse_statement((*formal)->text);
      } catch (const verify::SyntaxError& problem) {
        ADD_FAILURE() << problem.pretty((*formal)->file);
      }
    }
  EXPECT_GE(statements, 400u);
}

TEST(WrittenSmallerFirst, FollowsChainsAndSkipsRanges) {
  EXPECT_EQ(written_smaller_first("var x in [0, 1]\nassume x <= 1/2\nprove 0 <= x < 1\nprove for i in 1..3, j in 1..3 "
                                  "where i != j, i <= j: x >= 0\n"),
            (std::vector<bool>{true, true, false}));
}

TEST(Files, GzipIsDeterministicAndAtomicWritesLeaveNothing) {
  const std::string text(100'000, 'x');
  EXPECT_EQ(gzip(text), gzip(text));
  EXPECT_LT(gzip(text).size(), 1000u);
  const auto folder = std::filesystem::path(::testing::TempDir()) / "dpcert-files-test";
  std::filesystem::create_directories(folder);
  write_file_atomically(folder / "a", "1");
  write_file_atomically(folder / "a", "2");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
  std::filesystem::remove_all(folder);
  EXPECT_ANY_THROW(write_file_atomically(folder / "gone" / "a", "1"));
}

/// The whole way from text to record; whatever the verdict, it must come with the evidence that it needs.
TEST(Engine, DecidesSmallClaims) {
  const std::vector<SourceFile> files{
      {"ledger/toy.yaml",
       "- {id: toy.true, source: s, kind: inequality, statement: t, where: w, depends_on: []}\n"
       "- {id: toy.false, source: s, kind: inequality, statement: t, where: w, depends_on: []}\n"
       "- {id: toy.broken, source: s, kind: inequality, statement: t, where: w, depends_on: []}\n"},
      {"claims/toy/toy.true.claim", "var x in [1/2, 2]\nprove x^2 + 1 > x\n"},
      {"claims/toy/toy.false.claim", "var x in [0, 1]\nprove x <= x^2\n"},
      {"claims/toy/toy.broken.claim", "var x in [0, 1]\nprove y >= 0\n"}};
  const Catalogue catalogue = Catalogue::read(files);
  Options options;
  options.certificates = std::filesystem::path(::testing::TempDir()) / "dpcert-engine-test";
  options.certificate_prefix = "certificates/";
  std::filesystem::create_directories(options.certificates);
  const auto engine = make_engine();

  const ClaimRecord yes = engine->certify(*catalogue.find("toy.true"), options);
  EXPECT_EQ(yes.verdict, Verdict::proved) << yes.reason;
  EXPECT_TRUE(yes.checked);
  EXPECT_EQ(yes.evidence.digest.size(), 64u);
  EXPECT_EQ(yes.certificate, "certificates/toy.true.cert");
  EXPECT_TRUE(std::filesystem::exists(options.certificates / "toy.true.cert"));

  const ClaimRecord no = engine->certify(*catalogue.find("toy.false"), options);
  EXPECT_EQ(no.verdict, Verdict::refuted) << no.reason;
  ASSERT_TRUE(no.counterexample);
  EXPECT_EQ(no.counterexample->relation, "<=");  // as written, though the kernel has turned it round
  ASSERT_TRUE(no.counterexample->lhs && no.counterexample->rhs);
  EXPECT_GT(std::stod(no.counterexample->lhs->lower), std::stod(no.counterexample->rhs->upper));

  const ClaimRecord broken = engine->certify(*catalogue.find("toy.broken"), options);
  EXPECT_EQ(broken.verdict, Verdict::open);
  EXPECT_EQ(broken.reason.rfind("error: claims/toy/toy.broken.claim", 0), 0u) << broken.reason;
  std::filesystem::remove_all(options.certificates);
}

}  // namespace
}  // namespace dpcert::catalogue
