#include "dpcert/audit/audit.hpp"

#include <gtest/gtest.h>

#include "audit/support.hpp"
#include "dpcert/core/error.hpp"
#include "verify/audit/number.hpp"
#include "verify/audit/parameters.hpp"

namespace dpcert::audit {
namespace {

using testing::gaussian_row;
using testing::run;

Judgement only(const std::string& row) {
  const auto rows = run(row);
  EXPECT_EQ(rows.size(), 1u);
  return rows.at(0).judgement;
}

TEST(Numbers, StandForWhatTheToolHad) {
  const auto finite = [](const std::string& text) {
    const auto n = read_number(text);
    EXPECT_TRUE(n && n->kind == Number::Kind::finite) << text;
    return n ? n->value : Rational();
  };
  EXPECT_EQ(finite("0.1"), Rational::from_double(0.1));
  EXPECT_NE(finite("0.1"), Rational(1, 10));
  EXPECT_EQ(finite("1/10"), Rational(1, 10));
  EXPECT_EQ(finite("0x1.8p-4"), Rational(3, 32));
  EXPECT_EQ(finite("-2E3"), Rational(-2000));
  EXPECT_EQ(finite("1e-400"), Rational(0));
  EXPECT_EQ(read_number("1e400")->kind, Number::Kind::plus_infinity);
  for (const char* text : {"inf", "Infinity", "+INF"}) EXPECT_EQ(read_number(text)->kind, Number::Kind::plus_infinity);
  EXPECT_EQ(read_number("-inf")->kind, Number::Kind::minus_infinity);
  for (const char* text : {"nan", "NaN", "-nan"}) EXPECT_EQ(read_number(text)->kind, Number::Kind::nan);
  for (const char* text : {"", " 1", "1 ", "1,5", "one", "0x", "1/0", "1/2/3", "--1", "1e", "infinite", "1_000"})
    EXPECT_FALSE(read_number(text)) << text;
}

TEST(Parameters, FlatJson) {
  const auto p = read_parameters(
      R"({"q": 1e-06, "k": 10, "x": "1/3", "alpha": [1, "2/3", 0.5], "big": 123456789012345678901234567890})");
  EXPECT_EQ(p.at("q"), "1e-06");
  EXPECT_EQ(p.at("k"), "10");
  EXPECT_EQ(p.at("x"), "1/3");
  EXPECT_EQ(p.at("alpha"), "1,2/3,0.5");
  EXPECT_EQ(p.at("big"), "123456789012345678901234567890");
  EXPECT_TRUE(read_parameters("{}").empty());
  for (const char* text : {"", "{", "[]", "3", "null", R"({"a": null})", R"({"a": true})", R"({"a": {"b": 1}})",
                           R"({"a": 1, "a": 2})", R"({"a": 1} x)", R"({'a': 1})", R"({"a": [[1]]})", R"({"a": NaN})"})
    EXPECT_THROW(read_parameters(text), Error) << text;
}

TEST(Verdicts, SidesOfAKnownTruth) {
  using enum Verdict;
  EXPECT_EQ(only(gaussian_row("1")).verdict, exact);
  EXPECT_EQ(only(gaussian_row("1", "lower")).verdict, exact);
  EXPECT_EQ(only(gaussian_row("1.5")).verdict, sound);
  EXPECT_EQ(only(gaussian_row("1.5", "lower")).verdict, unsound);
  EXPECT_EQ(only(gaussian_row("0.5")).verdict, unsound);
  EXPECT_EQ(only(gaussian_row("0.5", "lower")).verdict, sound);
  EXPECT_EQ(only(gaussian_row("inf")).verdict, sound);
  EXPECT_EQ(only(gaussian_row("inf", "lower")).verdict, unsound);
  EXPECT_EQ(only(gaussian_row("-inf", "lower")).verdict, sound);
  EXPECT_EQ(only(gaussian_row("-1", "lower")).verdict, sound);
  // Exact rationals are not rounded: 1 - 1e-30 is below 1, though it is no double.
  EXPECT_EQ(only(gaussian_row("999999999999999999999999999999/1000000000000000000000000000000")).verdict, unsound);
}

TEST(Verdicts, ClassesAtTheirEdges) {
  const auto of = [](const std::string& value) { return only(gaussian_row(value)).unsound; };
  // The last place of 1 is 2^-52; the doubles below 1 lie half that apart.
  EXPECT_EQ(of("0x1.fffffffffffffp-1"), Class::rounding);
  EXPECT_EQ(of("0x1.fffffffffffe0p-1"), Class::rounding);   // 16 ulps
  EXPECT_EQ(of("0x1.fffffffffffdfp-1"), Class::numerical);  // 16.5 ulps
  EXPECT_EQ(of("0.9991"), Class::numerical);
  EXPECT_EQ(of("0.9989"), Class::gross);
  EXPECT_EQ(of("0"), Class::gross);
  EXPECT_EQ(of("-1e-300"), Class::invalid);
  EXPECT_EQ(of("-inf"), Class::invalid);
  EXPECT_EQ(of("nan"), Class::invalid);
  EXPECT_EQ(only(gaussian_row("nan", "lower")).unsound, Class::invalid);
  const Judgement j = only(gaussian_row("0x1.fffffffffffe0p-1"));
  EXPECT_DOUBLE_EQ(*j.ulps, 16);
  EXPECT_DOUBLE_EQ(*j.relative_gap, -16 * 0x1p-52);
  EXPECT_EQ(j.lower, "1");
  EXPECT_EQ(j.upper, "1");
}

TEST(Verdicts, SupremaThatAreNotAttained) {
  // Closer to the value than any number of digits: 1 - delta is about exp(-1e12), eps - truth about exp(-1e6).
  EXPECT_EQ(only("t,1,gaussian,\"{\"\"sigma\"\": 1e-06}\",0.1,delta,upper,1\n").verdict, Verdict::sound);
  EXPECT_EQ(only("t,1,gaussian,\"{\"\"sigma\"\": 1e-06}\",0.1,delta,lower,1\n").verdict, Verdict::unsound);
  EXPECT_EQ(only("t,1,gaussian,\"{\"\"sigma\"\": 0}\",0.1,delta,lower,1\n").verdict, Verdict::exact);
  EXPECT_EQ(only("t,1,pure_dp,\"{\"\"eps\"\": 1000000}\",512,rdp,upper,1000000\n").verdict, Verdict::sound);
  EXPECT_EQ(only("t,1,pure_dp,\"{\"\"eps\"\": 1000000}\",inf,rdp,upper,1000000\n").verdict, Verdict::exact);
  EXPECT_EQ(only("t,1,laplace,\"{\"\"b\"\": \"\"1/100000\"\"}\",512,rdp,upper,100000\n").verdict, Verdict::sound);
  EXPECT_EQ(only("t,1,pure_dp,\"{\"\"eps\"\": 0}\",512,rdp,upper,0\n").verdict, Verdict::exact);
}

TEST(Verdicts, InfiniteAndZeroTruths) {
  // Beta(2,1) against Beta(1,2) at order 3: 3*1 - 2*2 = -1 < 0, infinite.
  const std::string infinite =
      "t,1,beta_pair,\"{\"\"a1\"\": 1, \"\"b1\"\": 2, \"\"a2\"\": 2, \"\"b2\"\": 1}\",3,renyi,";
  EXPECT_EQ(only(infinite + "upper,inf\n").verdict, Verdict::exact);
  EXPECT_EQ(only(infinite + "upper,1e308\n").unsound, Class::invalid);
  EXPECT_EQ(only(infinite + "lower,1e308\n").verdict, Verdict::sound);
  EXPECT_FALSE(only(infinite + "lower,1e308\n").relative_gap);
  EXPECT_EQ(only(infinite + "lower,1e308\n").lower, "inf");
  const std::string zero = "t,1,beta_pair,\"{\"\"a1\"\": 2, \"\"b1\"\": 2, \"\"a2\"\": 2, \"\"b2\"\": 2}\",3,renyi,";
  EXPECT_EQ(only(zero + "upper,0\n").verdict, Verdict::exact);
  EXPECT_EQ(only(zero + "upper,-0.0\n").verdict, Verdict::exact);
  EXPECT_EQ(only(zero + "upper,1e-17\n").verdict, Verdict::sound);
  EXPECT_FALSE(only(zero + "upper,1e-17\n").relative_gap);
  EXPECT_EQ(only(zero + "upper,-1e-17\n").unsound, Class::invalid);
  EXPECT_EQ(only(zero + "lower,1e-17\n").unsound, Class::gross);
}

void expect_error(const std::string& row, std::size_t column, const std::string& words) {
  const auto rows = run(row + gaussian_row("1"));
  SCOPED_TRACE(row);
  ASSERT_EQ(rows.size(), 2u);
  const Judgement& j = rows[0].judgement;
  EXPECT_EQ(j.verdict, Verdict::error);
  EXPECT_EQ(j.problem.at, (Position{2, column})) << j.problem.at.column << ": " << j.problem.message;
  EXPECT_NE(j.problem.message.find(words), std::string::npos) << j.problem.message;
  EXPECT_EQ(rows[1].judgement.verdict, Verdict::exact);
  EXPECT_EQ(rows[1].row.number, 2u);
}

TEST(Errors, SayWhereAndWhatWasExpected) {
  expect_error("t,1,gaussian,{},8,rdp,upper,1\n", 14, "sigma");
  expect_error("t,1,gaussian,\"{\"\"sigma\"\": 2, \"\"x\"\": 1}\",8,rdp,upper,1\n", 14, "x");
  expect_error("t,1,gaussian,\"{\"\"sigma\"\": \"\"two\"\"}\",8,rdp,upper,1\n", 14, "sigma");
  expect_error("t,1,gaussian,nonsense,8,rdp,upper,1\n", 14, "JSON");
  expect_error("t,1,gaussian,\"{\"\"sigma\"\": 2}\",-1,rdp,upper,1\n", 31, "order");
  expect_error("t,1,gaussian,\"{\"\"sigma\"\": 2}\",x,rdp,upper,1\n", 31, "number");
  expect_error("t,1,gaussian,\"{\"\"sigma\"\": 2}\",8,colour,upper,1\n", 33, "colour");
  expect_error("t,1,magic,\"{\"\"sigma\"\": 2}\",8,rdp,upper,1\n", 5, "magic");
  expect_error("t,1,gaussian,\"{\"\"sigma\"\": 2}\",8,rdp,sideways,1\n", 37, "upper or lower");
  expect_error("t,1,gaussian,\"{\"\"sigma\"\": 2}\",8,rdp,upper,many\n", 43, "many");
  expect_error("t,1,gaussian,\"{\"\"sigma\"\": 2}\",8,rdp,upper\n", 42, "8 fields");
  expect_error("t,1,gaussian,\"{\"\"sigma\"\": 2}\",8,rdp,upper,1,9\n", 45, "8 fields");
  expect_error("t,1,gaussian,\"{\"\"sigma\"\": 2},8,rdp,upper,1\n", 14, "is not closed");
}

TEST(Header, AnyOrderAndMoreColumns) {
  std::istringstream shuffled(
      "value,note,bound,quantity,at,parameters,mechanism,version,tool\r\n1,\"x, y\",upper,rdp,8,\"{\"\"sigma\"\": "
      "2}\",gaussian,1,t\r\n");
  const auto rows = run(shuffled);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].judgement.verdict, Verdict::exact) << rows[0].judgement.problem.message;
  EXPECT_EQ(rows[0].row.tool, "t");
  for (const char* bad :
       {"", "\n\n", "tool,version\n", "tool,version,mechanism,parameters,at,quantity,bound,value,value\n", "a\"b,c\n",
        "tool;version;mechanism;parameters;at;quantity;bound;value\n"}) {
    std::istringstream in(bad);
    EXPECT_THROW(run(in), Error) << bad;
  }
}

TEST(Pipeline, SameRowsForAnyNumberOfThreads) {
  std::string rows;
  for (int i = 0; i < 1000; ++i)
    rows += i % 97 == 5 ? "broken\n" : gaussian_row(std::to_string(0.9 + 0.0002 * i), i % 2 ? "upper" : "lower");
  const auto one = run(rows, 1), four = run(rows, 4);
  ASSERT_EQ(one.size(), 1000u);
  ASSERT_EQ(four.size(), 1000u);
  for (std::size_t i = 0; i < one.size(); ++i) {
    ASSERT_EQ(one[i].row.number, i + 1);
    ASSERT_EQ(four[i].row.number, i + 1);
    ASSERT_EQ(one[i].judgement.verdict, four[i].judgement.verdict);
    ASSERT_EQ(one[i].judgement.lower, four[i].judgement.lower);
    ASSERT_EQ(one[i].row.value, four[i].row.value);
  }
}

TEST(Pipeline, StopsWhenAsked) {
  std::string rows = testing::header;
  for (int i = 0; i < 20000; ++i) rows += gaussian_row("1");
  std::istringstream in(rows);
  std::atomic<bool> stop = false;
  Options options;
  options.threads = 2;
  options.stop = &stop;
  std::uint64_t last = 0;
  options.row = [&](const Judged& judged) {
    EXPECT_EQ(judged.row.number, ++last);
    if (last == 100) stop = true;
  };
  const Progress reached = audit(in, options);
  EXPECT_EQ(reached.rows, last);
  EXPECT_GE(last, 100u);
  EXPECT_LT(last, 20000u);
  EXPECT_LE(reached.bytes, rows.size());
}

TEST(SummaryOfRows, CountsAndKeepsTheWorst) {
  Summary summary(1);
  for (const Judged& judged :
       run(gaussian_row("nan") + gaussian_row("0.5") + gaussian_row("0x1.fffffffffffffp-1") + gaussian_row("0.9999") +
           gaussian_row("0.9998") + gaussian_row("2") + gaussian_row("1") + "x\n"))
    summary.add(judged);
  EXPECT_EQ(summary.counts().rows, 8u);
  EXPECT_EQ(summary.counts().of(Verdict::unsound), 5u);
  EXPECT_EQ(summary.counts().of(Verdict::sound), 1u);
  EXPECT_EQ(summary.counts().of(Verdict::exact), 1u);
  EXPECT_EQ(summary.counts().of(Verdict::error), 1u);
  EXPECT_EQ(summary.counts().of(Class::numerical), 2u);
  EXPECT_EQ(summary.tolerated(), 1u);
  std::vector<std::uint64_t> order;
  for (const Judged& w : summary.worst()) order.push_back(w.row.number);
  EXPECT_EQ(order, (std::vector<std::uint64_t>{1, 2, 5, 4, 3}));
  ASSERT_EQ(summary.groups().size(), 2u);
  EXPECT_EQ(summary.groups()[0]->mechanism, "gaussian");
  EXPECT_EQ(summary.groups()[0]->worst->row.number, 1u);
}

TEST(SummaryOfRows, StaysBounded) {
  Summary summary;
  Judged judged;
  judged.judgement.verdict = Verdict::unsound;
  judged.judgement.unsound = Class::gross;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    judged.row.number = i + 1;
    judged.row.tool = "tool" + std::to_string(i);
    judged.row.parameters = std::string(60000, 'x');
    judged.judgement.relative_gap = -static_cast<double>(i);
    summary.add(judged);
  }
  EXPECT_LE(summary.groups().size(), Summary::kept_groups + 1);
  EXPECT_EQ(summary.worst().size(), Summary::kept_cases);
  EXPECT_EQ(summary.worst()[0].row.number, 5000u);
  EXPECT_LT(summary.worst()[0].row.parameters.size(), 1000u);
  std::uint64_t rows = 0;
  for (const Group* group : summary.groups()) rows += group->counts.rows;
  EXPECT_EQ(rows, 5000u);
}

}  // namespace
}  // namespace dpcert::audit
