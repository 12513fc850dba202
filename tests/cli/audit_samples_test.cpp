// dpcert audit-samples as a user runs it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "cli/program.hpp"

namespace dpcert::cli {
namespace {

using nlohmann::json;
using testing::run;
using testing::Scratch;

/// A header, and so many answers of which the share `yes` says yes; exactly that share, in one block.
std::string answers(int rows, double yes, const std::string& head = "answer\n") {
  std::string text = head;
  for (int i = 0; i < rows; ++i) text += i < rows * yes ? "yes\n" : "no\n";
  return text;
}

std::string normals(double mean, unsigned seed) {
  std::mt19937_64 random(seed);
  std::string text = "x,y\n";
  for (int i = 0; i < 4000; ++i)
    text += std::to_string(std::normal_distribution<double>(mean, 1)(random)) + "," +
            std::to_string(std::normal_distribution<double>(0, 1)(random)) + "\n";
  return text;
}

TEST(AuditSamplesCommand, RandomizedResponseIsBoundedAndAFalseClaimRefuted) {
  const Scratch scratch;
  const auto p = scratch.write("p.csv", answers(20000, 0.75)), q = scratch.write("q.csv", answers(20000, 0.25));
  const auto audit = run({"audit-samples", p, q, "--delta", "0,0.1", "--json"});
  ASSERT_EQ(audit.status, 0) << audit.err;
  const json j = json::parse(audit.out);
  ASSERT_EQ(j["answers"].size(), 2u);
  for (const char* direction : {"p_against_q", "q_against_p"}) {
    // log 3 = 1.0986 and log((3/4 - 1/10)/(1/4)) = 0.9555.
    const double pure = std::stod(j["answers"][0][direction].get<std::string>());
    const double approximate = std::stod(j["answers"][1][direction].get<std::string>());
    EXPECT_GT(pure, 1.0);
    EXPECT_LT(pure, 1.0987);
    EXPECT_GT(approximate, 0.85);
    EXPECT_LT(approximate, 0.9556);
  }
  EXPECT_EQ(j["certifying"], json({10000, 10000}));
  EXPECT_EQ(run({"audit-samples", p, q, "--epsilon", "0.9"}).status, 1);
  const auto true_claim = run({"audit-samples", p, q, "--epsilon", "1.1"});
  EXPECT_EQ(true_claim.status, 0);
  EXPECT_NE(true_claim.out.find("not refuted by these samples"), std::string::npos);
}

TEST(AuditSamplesCommand, VectorsOrdersAndTheCurve) {
  const Scratch scratch;
  const auto p = scratch.write("p.csv", normals(1, 1)), q = scratch.write("q.csv", normals(0, 2));
  const auto audit = run({"audit-samples", p, q, "--order", "2,1", "--curve", "--json"});
  ASSERT_EQ(audit.status, 0) << audit.err;
  const json j = json::parse(audit.out);
  // D_2 = 1 and D_1 = 1/2 for normal laws one standard deviation apart.
  const double two = std::stod(j["answers"][1]["p_against_q"].get<std::string>());
  const double one = std::stod(j["answers"][2]["q_against_p"].get<std::string>());
  EXPECT_GT(two, 0.4);
  EXPECT_LT(two, 1);
  EXPECT_GT(one, 0.25);
  EXPECT_LT(one, 0.5);
  EXPECT_GE(j["trade_off"].size(), 6u);
  const auto text = run({"audit-samples", p, q, "--curve"});
  EXPECT_NE(text.out.find("type II"), std::string::npos);
}

TEST(AuditSamplesCommand, OneRun) {
  const Scratch scratch;
  std::string rows = "score,included\n";
  for (int i = 0; i < 200; ++i) rows += std::to_string(i % 2 ? i : -i) + "," + (i % 2 ? "1" : "0") + "\n";
  const auto file = scratch.write("canaries.csv", rows);
  const auto audit = run({"audit-samples", "--one-run", file, "--guesses", "200", "--json"});
  ASSERT_EQ(audit.status, 0) << audit.err;
  const json j = json::parse(audit.out);
  EXPECT_EQ(j["tried"][0]["correct"], 200);
  // All right: p^200 = 1/20, p = 0.985133, log(p/(1 - p)) = 4.19372.
  EXPECT_NEAR(std::stod(j["epsilon"].get<std::string>()), 4.1937, 2e-4);
  EXPECT_EQ(run({"audit-samples", "--one-run", file, "--epsilon", "1"}).status, 1);
  const auto coin = scratch.write("coin.csv", "score,included\n1,1\n2,0.5\n");
  EXPECT_EQ(run({"audit-samples", "--one-run", coin}).status, 2);
}

TEST(AuditSamplesCommand, BadInputIsOneLineAndStatusTwo) {
  const Scratch scratch;
  const auto good = scratch.write("good.csv", answers(40, 0.5)).string();
  const auto file = [&](const std::string& text) { return scratch.write("bad.csv", text).string(); };
  const auto refused = [&](const std::vector<std::string>& arguments, const std::string& words) {
    std::vector<std::string> all{"audit-samples"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const auto outcome = run(all);
    EXPECT_EQ(outcome.status, 2) << words;
    EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  };
  refused({good, file("")}, "no samples");
  refused({good, file("answer\n")}, "no samples");
  refused({good, file(answers(40, 0.5, "other\n"))}, "the same header");
  refused({good, file("answer\nyes,no\n")}, "expected 1 columns, given 2");
  refused({good, file("answer\nyes\n3\n")}, "not a number");
  refused({good, file(answers(19, 0.5))}, "at least 20 samples, given 19");
  const auto numbers = file("1\n2\nnan\n");
  refused({numbers, numbers}, ":3:1: expected a finite number");
  const auto infinite = file("1\n1e999\n");
  refused({infinite, infinite}, ":2:1: expected a finite number");
  const auto missing = file("1,2\n1,\n");
  refused({missing, missing}, ":2:3: expected a value");
  refused({good, good, "--confidence", "1"}, "a number inside (0, 1), given '1'");
  refused({good, good, "--delta", "1"}, "from 0 to below 1, given '1'");
  refused({good, good, "--delta", "-0.1"}, "from 0 to below 1");
  refused({good, good, "--order", "0"}, "a number > 0, given '0'");
  refused({good, good, "--epsilon", "x"}, "a number >= 0, given 'x'");
  refused({good}, "expected two files, given 1");
  refused({good, good, "--guesses", "3"}, "with --one-run only");
  refused({good, (scratch.path() / "absent.csv").string()}, "absent.csv");
}

TEST(AuditSamplesCommand, LabelsOfDigits) {
  const Scratch scratch;
  std::string p, q;
  for (int i = 0; i < 400; ++i) {
    p += i % 4 ? "-1\n" : "stop\n";
    q += i % 4 ? "stop\n" : "-1\n";
  }
  const auto one = scratch.write("p.csv", p), other = scratch.write("q.csv", q);
  EXPECT_EQ(run({"audit-samples", one, other, "--no-header"}).status, 2);
  const auto audit = run({"audit-samples", one, other, "--no-header", "--labels", "--json"});
  ASSERT_EQ(audit.status, 0) << audit.err;
  EXPECT_GT(std::stod(json::parse(audit.out)["answers"][0]["p_against_q"].get<std::string>()), 0.4);
}

}  // namespace
}  // namespace dpcert::cli
