// dpcert properties FILE.claim as a user meets it.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>
#include <set>

#include "cli/program.hpp"

namespace dpcert::cli {
namespace {

using nlohmann::json;
using testing::run;
using testing::Scratch;

// One clear line, and status 2.
void refused(const std::vector<std::string>& arguments, const std::string& words) {
  const auto outcome = run(arguments);
  EXPECT_EQ(outcome.status, 2) << outcome.out << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err.rfind("dpcert: ", 0), 0U) << outcome.err;
  EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
}

const char* const false_one = "var x in (0, 10]\nvar y in [2, inf)\nprove x*(10 - x) <= 24 + 1/y\n";
const char* const true_one = "var x in (-inf, inf)\nprove exp(x) >= 1 + x\n";

TEST(StatementTests, AFailureIsShrunkConfirmedStoredAndReplayed) {
  const Scratch scratch;
  const std::string file = scratch.write("mine.claim", false_one).string();
  const std::string store = (scratch.path() / "failures.txt").string();
  const auto first = run({"properties", file, "--quiet", "--store", store});
  EXPECT_EQ(first.status, 1) << first.out;
  // x (10 - x) is above 24 between 4 and 6, and 5 is the simplest number there.
  EXPECT_NE(first.out.find("x = 5\n"), std::string::npos) << first.out;
  EXPECT_NE(first.out.find("y = 2\n"), std::string::npos) << first.out;
  EXPECT_NE(first.out.find("the checker accepts a refutation"), std::string::npos) << first.out;
  const std::string stored = testing::slurp(store);
  ASSERT_EQ(stored.rfind("mine ", 0), 0U) << stored;
  const std::string replay = "mine:" + stored.substr(5, stored.find('\n') - 5);
  EXPECT_NE(first.out.find("--replay '" + replay + "'"), std::string::npos) << first.out;
  const auto again = run({"properties", file, "--quiet", "--store", store});
  EXPECT_NE(again.out.find("1 stored failure tried"), std::string::npos) << again.out;
  EXPECT_EQ(testing::slurp(store), stored);
  const auto alone = run({"properties", file, "--quiet", "--replay", replay});
  EXPECT_EQ(alone.status, 1);
  EXPECT_NE(alone.out.find("x = 5\n"), std::string::npos) << alone.out;
}

TEST(StatementTests, WhatHoldsHolds) {
  const Scratch scratch;
  const std::string file = scratch.write("mine.claim", true_one).string();
  const auto said = run({"properties", file, "--json", "--quiet", "--cases", "50", "--prove"});
  EXPECT_EQ(said.status, 0) << said.err;
  const auto one = json::parse(said.out).at("statements").at(0);
  EXPECT_TRUE(one.at("passed"));
  EXPECT_EQ(one.at("random"), 50);
  EXPECT_EQ(one.at("directed"), 200);
  EXPECT_EQ(one.at("prover"), "proved");
  EXPECT_GE(one.at("least_slack").at("slack").get<double>(), 0);
}

// What is said of a law has no value at a point: simulated releases contradict it, and the kernel refutes at that
// point.
TEST(StatementTests, LawsAreComparedWithSimulatedReleases) {
  const Scratch scratch;
  const std::string law =
      "language 3\nvar eps in [1/4, 2]\nlaw P = laplace(0, 1/eps)\nprove prob(x, -1 <= x <= 1, P) = ";
  const std::string good = scratch.write("good.claim", law + "1 - exp(-eps)\n").string();
  const std::string bad = scratch.write("bad.claim", law + "1 - exp(-2*eps)\n").string();
  const std::string far =
      scratch.write("far.claim", "language 3\nlaw P = normal(10^9, 1)\nprove prob(x, x <= 10^9, P) = 1/2\n").string();
  const auto held = run({"properties", good, "--quiet", "--cases", "20"});
  EXPECT_EQ(held.status, 0) << held.out;
  EXPECT_NE(held.out.find("simulated: prob(x, -1 <= x <= 1, P) is 0."), std::string::npos) << held.out;
  EXPECT_NE(held.out.find(": agrees"), std::string::npos) << held.out;
  const auto failed = run({"properties", bad, "--quiet", "--cases", "20"});
  EXPECT_EQ(failed.status, 1) << failed.out;
  EXPECT_NE(failed.out.find("simulated releases contradict conclusion 1: ["), std::string::npos) << failed.out;
  const auto none = run({"properties", far, "--quiet", "--cases", "20"});
  EXPECT_EQ(none.status, 3) << none.out;
  EXPECT_NE(none.out.find("far.claim: not decided after"), std::string::npos) << none.out;
  EXPECT_NE(none.out.find("simulated: none: doubles do not hold"), std::string::npos) << none.out;
}

// Two shards see together what one run sees; JUnit and the lines of JSON say what happened.
TEST(StatementTests, ShardsObservationsAndJUnit) {
  const Scratch scratch;
  const std::string good = scratch.write("good.claim", true_one).string();
  const std::string bad = scratch.write("bad.claim", false_one).string();
  const auto lines = [&](const std::vector<std::string>& more) {
    const std::string to = (scratch.path() / "observations").string();
    std::vector<std::string> all{"properties", good, "--quiet", "--cases", "30", "--observations", to};
    all.insert(all.end(), more.begin(), more.end());
    EXPECT_EQ(run(all).status, 0);
    std::multiset<std::string> out;
    std::istringstream in(testing::slurp(to));
    for (std::string line; std::getline(in, line);) {
      EXPECT_EQ(json::parse(line).at("property"), "good");
      out.insert(line);
    }
    return out;
  };
  const auto whole = lines({});
  EXPECT_EQ(whole.size(), 30U);
  auto parts = lines({"--shard", "1/2", "--threads", "2"});
  EXPECT_EQ(parts.size(), 15U);
  parts.merge(lines({"--shard", "2/2", "--threads", "1"}));
  EXPECT_EQ(parts, whole);
  const std::string junit = (scratch.path() / "junit.xml").string();
  EXPECT_EQ(run({"properties", good, bad, "--quiet", "--junit", junit}).status, 1);
  const std::string xml = testing::slurp(junit);
  EXPECT_NE(xml.find("tests=\"2\" failures=\"1\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("<testcase name=\"bad\""), std::string::npos) << xml;
}

TEST(StatementTests, APageShowsWhatWasTried) {
  const Scratch scratch;
  const std::string good = scratch.write("good.claim", true_one).string(),
                    bad = scratch.write("bad.claim", false_one).string(),
                    page = (scratch.path() / "page.html").string();
  EXPECT_EQ(run({"properties", good, bad, "--quiet", "--cases", "40", "--html", page}).status, 1);
  const std::string html = testing::slurp(page);
  EXPECT_NE(html.find("1 of 2 held, seed 1."), std::string::npos);
  EXPECT_NE(html.find("x: 40 values from "), std::string::npos);
  EXPECT_NE(html.find("replay: bad:"), std::string::npos);
  EXPECT_EQ(run({"properties", "laplace.quadrature", "--quiet", "--cases", "5", "--html", page}).status, 0);
  EXPECT_NE(testing::slurp(page).find("laplace.quadrature: held"), std::string::npos);
  refused({"properties", good, "--html", "/nowhere/page.html"}, "--html: cannot write");
  refused({"properties", "laplace.quadrature", "--html", "/nowhere/page.html"}, "--html: cannot write");
}

TEST(StatementTests, BadInputIsOneLine) {
  const Scratch scratch;
  const std::string file = scratch.write("mine.claim", true_one).string();
  const std::string wrong = scratch.write("wrong.claim", "var x in [0, 1]\nprove x >= z\n").string();
  const std::string logic =
      scratch.write("logic.claim", "language 3\nvar x in [0, 1]\nprove exists y in [0, 1]: x = y\n").string();
  refused({"properties", "missing.claim"}, "missing.claim");
  refused({"properties", wrong}, "`z` is not declared");
  refused({"properties", logic}, "logic.claim");
  refused({"properties", file, "divergence.*"}, "expected files alone, or suites alone");
  refused({"properties", file, file}, "a second file of the name 'mine'");
  refused({"properties", "--prove"}, "--prove: expected with files of statements");
  refused({"properties", "--store", "x"}, "--store: expected with files of statements");
  for (const char* shard : {"3/2", "0/2", "1", "a/b", "1/-2", "1/2/3"})
    refused({"properties", file, "--shard", shard}, "--shard: expected I/N");
  refused({"properties", file, "--replay", "other:1.2"}, "that failure is of 'other'");
  refused({"properties", file, "--replay", "mine:zz"}, "hexadecimal");
  refused({"properties", file, "--cases", "0"}, "--cases");
  refused({"properties", file, "--junit", "/nowhere/junit.xml"}, "--junit: cannot write");
  const std::string store = scratch.write("store.txt", "no choices here\n").string();
  refused({"properties", file, "--store", store}, "store.txt");
}

}  // namespace
}  // namespace dpcert::cli
