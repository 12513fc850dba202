// The kernel: verdicts of problems of known truth, each certificate accepted by the independent checker and changed by
// nothing.
#include <gtest/gtest.h>

#include "dpcert/checker/checker.hpp"
#include "tests/engine/goals.hpp"
#include "tests/engine/problems.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::verify {
namespace {

Decision verdict(const std::string& text, double seconds = 1e7, std::size_t boxes = 200'000) {
  DecideOptions o;
  o.time_limit = std::chrono::duration<double>(seconds);
  o.max_boxes = boxes;
  o.evaluations = 1000;
  return decide(parse_statement(text), o);
}

class Verdicts : public testing::TestWithParam<KnownProblem> {};
TEST_P(Verdicts, TrueIsProvedAndChecked) {
  const Decision d = verdict(GetParam().text);
  ASSERT_EQ(d.verdict, Verdict::proved) << d.reason;
  EXPECT_EQ(rejections(d), "");
  EXPECT_TRUE(d.checked);
  const checker::Result r = checker::check(d.certificate);
  EXPECT_TRUE(r.accepted) << r.reason;
  EXPECT_EQ(r.verdict, "proved");
  EXPECT_EQ(r.statement, GetParam().text + "\n");
  if (d.boxes < 10'000) {
    EXPECT_EQ(d.certificate, verdict(GetParam().text).certificate);  // the same again
  }
}
INSTANTIATE_TEST_SUITE_P(All, Verdicts, testing::ValuesIn(true_problems()),
                         [](const auto& info) { return info.param.name; });

class Refutation : public testing::TestWithParam<KnownProblem> {};
TEST_P(Refutation, FalseIsRefuted) {
  const Decision d = verdict(GetParam().text, 1e7, 5000);
  EXPECT_EQ(rejections(d), "");
  ASSERT_EQ(d.verdict, Verdict::refuted) << d.reason;
  ASSERT_TRUE(d.counterexample);
  // The point violates the conclusion by 200-digit enclosures.
  const Instance i = parse_statement(GetParam().text).instance();
  const auto& c = *d.counterexample;
  for (const auto& v : i.variables) {
    EXPECT_TRUE(v.range.contains(c.point.at(v.name)));
    EXPECT_TRUE(!v.integer || c.point.at(v.name).is_integer());
  }
  for (const auto& h : i.hypotheses) EXPECT_FALSE(certainly_negative(enclose(h.lhs - h.rhs, c.point, 700)));
  const Relation& claim = i.conclusions[c.conclusion];
  const Ball gap = enclose(claim.lhs - claim.rhs, c.point, 700);
  EXPECT_TRUE(c.by_equality ? gap.contains_zero()
                            : certainly_negative(gap) || (claim.rel == Rel::eq && certainly_positive(gap)));
  EXPECT_TRUE(checker::check(d.certificate).accepted);
}
INSTANTIATE_TEST_SUITE_P(All, Refutation, testing::ValuesIn(false_problems()),
                         [](const auto& info) { return info.param.name; });

TEST(Kernel, OpenReasons) {
  const auto reason = [](const std::string& text) {
    const Decision d = verdict(text, 2, 2000);
    return std::pair(d.verdict, d.reason.substr(0, d.reason.find(':')));
  };
  EXPECT_EQ(reason("var x in [-1, 1]\nprove log(x) <= 5"), std::pair(Verdict::open, std::string("undefined")));
  EXPECT_EQ(reason("var x in [0, 1]\nassume x > 2\nprove x > 3"), std::pair(Verdict::open, std::string("vacuous")));
  EXPECT_EQ(reason("var x in [0, 1]\nassume x^2 = 1/2\nprove x >= 0").first,
            Verdict::open);  // no rational point satisfies it
}

// Two doubles that overflow do not say which of them is larger, and no enclosure does: not to know a point is not to
// know that there is none. y = 1 satisfies the last one.
TEST(Kernel, AHypothesisThatIsNotDecidedIsNotVacuous) {
  const std::string tower = "var x in [1000, 2000]\nvar y in [0, 1]\nassume exp(exp(x)) ";
  for (const char* rest : {">= exp(exp(x - 1)) + y\nprove x + y >= 5", "> 1\nprove x >= 1000",
                           ">= exp(exp(x - 1)) + y\nassume y >= 1/2\nprove y >= 1/2"}) {
    const Decision d = verdict(tower + rest, 2, 2000);
    EXPECT_EQ(d.verdict, Verdict::open);
    EXPECT_EQ(d.reason.find("no method: no point was found"), 0U) << d.reason;
    EXPECT_NE(d.reason.find("x="), std::string::npos) << d.reason;
  }
  const Decision none = verdict(tower + ">= 1\nassume y > 2\nprove x >= 1000", 2, 2000);
  EXPECT_EQ(none.reason.find("vacuous"), 0U) << none.reason;
}

// What is kept of a search that was ended from outside must not look like its answer.
TEST(Kernel, ASearchThatWasEndedHasNotShownThatThereIsNoPoint) {
  const Statement s = parse_statement("var x in [0, 1]\nassume x > 2\nprove x > 3");
  const std::atomic<bool> at_once = true;
  DecideOptions o;
  o.cancel = &at_once;
  const Decision d = decide(s, o);
  EXPECT_EQ(d.verdict, Verdict::open);
  EXPECT_EQ(d.reason.find("timeout"), 0U) << d.reason;
  EXPECT_TRUE(d.timed_out);
  SearchOptions search;
  search.evaluations = 1000;
  EXPECT_FALSE(search_points(s.instance(), search).cut_short);
  search.time_limit = std::chrono::seconds(0);
  EXPECT_TRUE(search_points(s.instance(), search).cut_short);
}

TEST(Kernel, Dimensions) {
  const std::string text = "\nvar p[k] in [0, 1] for k in 1..d\nprove sum(k, 1, d, p[k]) <= d";
  const Decision finite = verdict("dim d in [2, 4]" + text);
  EXPECT_EQ(finite.verdict, Verdict::proved) << finite.reason;
  const Decision all = verdict("dim d in [2, inf)" + text);
  EXPECT_EQ(all.verdict, Verdict::proved_on) << all.reason;
  EXPECT_EQ(all.proved_on.front(), "d=2");
  const Decision wrong = verdict("dim d in [2, 6]\nvar p[k] in [0, 1] for k in 1..d\nprove sum(k, 1, d, p[k]) <= 7/2");
  ASSERT_EQ(wrong.verdict, Verdict::refuted);
  EXPECT_GE(*wrong.counterexample_dim, 4);
}

TEST(Kernel, ThreadsDoNotChangeTheCertificate) {
  const Statement s =
      parse_statement("var p in [0, 1]\nvar s in [1/4, 4]\nprove exp(s^2/8) >= p*exp(s*(1-p)) + (1-p)*exp(-s*p)");
  DecideOptions one, two;
  two.threads = 2;
  const Decision a = decide(s, one), b = decide(s, two);
  ASSERT_EQ(a.verdict, Verdict::proved);
  EXPECT_EQ(a.certificate, b.certificate);
  EXPECT_EQ(a.digest, sha256_hex(a.certificate.substr(0, a.certificate.rfind("digest"))));
}

// The prover's reader and the checker's round bounds that are not rational to the same integers.
TEST(Kernel, IntegersWithIrrationalBounds) {
  const auto verdict = [](const char* text) { return decide(parse_statement(text), {}).verdict; };
  EXPECT_EQ(verdict("int n in [exp(1), 100]\nprove n^2 >= 9"), Verdict::proved);
  EXPECT_EQ(verdict("int n in [exp(1), 100]\nprove n >= 4"), Verdict::refuted);
  EXPECT_EQ(verdict("int n in (sqrt(4), pi^4)\nprove 3 <= n <= 97"), Verdict::proved);  // pi^4 = 97.4...
  EXPECT_EQ(verdict("int n in (sqrt(4), pi^4)\nprove n <= 96"), Verdict::refuted);
}

TEST(Kernel, KnownDigest) {
  // FIPS 180-2, appendix B.1.
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

// A formula says nothing of where the function itself was defined.
TEST(Kernel, DerivativesOfUndefinedFunctionsAreNotSupported) {
  for (const char* conclusion : {"at(diff(log(x), x), x, -1) = -1", "diff(sqrt(y) + x, x) >= 1 + 0*y^2",
                                 "2 >= 1\nprove at(diff(abs(x), x), x, 0) >= -1"}) {
    const Decision d = verdict(std::string("var x in [-1, 1]\nvar y in [-1, -1/2]\nprove ") + conclusion);
    EXPECT_EQ(d.verdict, Verdict::open) << conclusion;
    EXPECT_NE(d.reason.find("is not known to be defined"), std::string::npos) << d.reason;
  }
}

}  // namespace
}  // namespace dpcert::verify
