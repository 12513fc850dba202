// Tightness sections written by hand: what is wrong, or not proved, is refused.
#include "tests/checker/certificates.hpp"

namespace dpcert::checker::test {
namespace {

Result with_version(int version, const std::string& statement, const std::string& sections) {
  const auto n = std::count(statement.begin(), statement.end(), '\n');
  return check(sealed("dpcert-certificate " + std::to_string(version) + "\nstatement " + std::to_string(n) + "\n" +
                      statement + "verdict proved\n" + sections));
}

// x <= 2x on [0, 1]: the ratio is 1/2 wherever there is one.
const std::string kHalf = "var x in [0, 1]\nprove x <= 2*x\n", kProved = "inhabited x=1\ngoal 1\nsign\n";
Result half(const std::string& section, int version = 2) { return with_version(version, kHalf, kProved + section); }

// The last goal has n settled; at the place n is an integer again, and (-2)^n has its value.
TEST(Ratio, IntegersAreIntegersAtThePlace) {
  accepts(with_version(2, "var x in [-2, -1]\nint n in [1, 2]\nprove x^n >= -2\n",
                       "inhabited x=-1 n=1\ngoal 1\nsplit n 3/2\nfix n\neval 64\nfix n\neval 64\n"
                       "tightness 1\nat-least 0 by goal\nat-most 0 x=-2 n=1 by equal\n"));
}

TEST(Ratio, IsReported) {
  const Result r = half("tightness 1 ratio lhs\nsign\nsign\nat-most 1/2\nidentity\nat-least 1/2 x=1 by equal\n");
  accepts(r);
  ASSERT_EQ(r.tightness.size(), 1u);
  EXPECT_TRUE(r.tightness[0].ratio);
  EXPECT_EQ(r.tightness[0].conclusion, 1u);
  EXPECT_EQ(r.tightness[0].least, "1/2");
  EXPECT_EQ(r.tightness[0].most, "1/2");
  EXPECT_EQ(r.tightness[0].at, "x=1");
  const Result slack = half("tightness 1\nat-least 0 by goal\nat-most 0 x=0 by equal\n");
  accepts(slack);
  ASSERT_EQ(slack.tightness.size(), 1u);
  EXPECT_FALSE(slack.tightness[0].ratio);
}

// Of several parts of a domain each has its own.
TEST(Ratio, NamesItsPart) {
  const auto on = [](const std::string& part, const std::string& least, const std::string& at) {
    return "on x in " + part + "\ninhabited x=1\ngoal 1\nsign\ntightness 1\nat-least " + least + "\nsign\nat-most " +
           least + " x=" + at + " by equal\n";
  };
  const std::string s = "dpcert-certificate 2\nstatement 2\nvar x in [0, 4]\nprove x + 1 > 0\nverdict proved-on\n";
  const Result r = check(sealed(s + on("[1, 2]", "2", "1") + on("[1/2, 1]", "3/2", "1/2")));
  accepts(r);
  ASSERT_EQ(r.tightness.size(), 2u);
  EXPECT_EQ(r.tightness[0].part, "x in [1, 2]");
  EXPECT_EQ(r.tightness[0].least, "2");
  EXPECT_EQ(r.tightness[1].part, "x in [1/2, 1]");
  EXPECT_EQ(r.tightness[1].least, "3/2");
  EXPECT_EQ(half("tightness 1\nat-least 0 by goal\nat-most 0 x=0 by equal\n").tightness.at(0).part, "");
}

TEST(Ratio, NeedsVersionTwo) {
  const std::string section = "tightness 1 ratio lhs\nsign\nsign\nat-most 1 by goal\nat-least 1/2 x=1 by equal\n";
  accepts(half(section));
  rejects(half(section, 1), "version 1");
  accepts(half("tightness 1\nat-least 0 by goal\nat-most 0 x=0 by equal\n", 1));
}

TEST(Ratio, UpperEnds) {
  const auto most = [](const std::string& text) {
    return half("tightness 1 ratio lhs\nsign\nsign\nat-most " + text + "\nat-least 1/2 x=1 by equal\n");
  };
  accepts(most("1/2\nidentity"));
  accepts(most("3/4\nsign"));
  accepts(most("1 by goal"));
  accepts(most("3/2 by goal"));
  rejects(most("999/1000 by goal"), "follows from the goal");
  rejects(most("499/1000\nidentity"));
  rejects(most("499/1000\nsign"));
  rejects(most("499/1000\neval 64"));
  rejects(most("0\neval 64"));
  rejects(most("-1\nsign"));
  rejects(most("1/2"), "not complete");
  rejects(most("1/2\nidentity\nidentity"));
  rejects(most("x\nidentity"));
}

TEST(Ratio, LowerEnds) {
  const auto least = [](const std::string& text) {
    return half("tightness 1 ratio lhs\nsign\nsign\nat-most 1/2\nidentity\nat-least " + text + "\n");
  };
  accepts(least("1/2 x=1 by equal"));
  accepts(least("1/2 x=1/3 by equal"));
  accepts(least("49/100 x=1/3 by eval 64"));
  accepts(least("0 x=1/3 by eval 64"));
  rejects(least("51/100 x=1/3 by eval 64"), "tightness");
  rejects(least("51/100 x=1/3 by equal"), "normal form");
  rejects(least("49/100 x=1/3 by equal"), "normal form");
  rejects(least("1/2 x=0 by equal"), "differ from 0");  // 0/0 is no ratio
  rejects(least("1/2 x=2 by equal"), "outside");
  rejects(least("1/2 by equal"), "no value");
  rejects(least("1/2 x=1"), "by eval");
  rejects(least("1/2 x=1 by eval 8"), "precision");
  rejects(least("1/2 x=1 by goal"), "by eval");
}

TEST(Ratio, SignsAndSides) {
  const auto kind = [](const std::string& word, const std::string& sign) {
    return half("tightness " + word + "\n" + sign + "at-most 1 by goal\nat-least 1/2 x=1 by equal\n");
  };
  accepts(kind("1 ratio lhs", "sign\nsign\n"));
  rejects(kind("1 ratio lhs", ""), "sign");
  rejects(kind("1 ratio lhs", "sign\n"), "not complete");
  rejects(kind("1 ratio rhs", "sign\nsign\n"));  // x <= 0 is false
  rejects(kind("1 ratio", "sign\nsign\n"), "ratio lhs");
  rejects(kind("1 quotient lhs", "sign\nsign\n"), "ratio lhs");
  rejects(kind("2 ratio lhs", "sign\nsign\n"), "no conclusion");
  rejects(kind("1", "sign\nsign\n"), "at-least");
  // A larger side of either sign has no ratio, although its goal is true with any constant above some.
  const std::string crossing = "var x in [1/10, 2]\nprove log(x) <= x - 1\n";
  rejects(with_version(2, crossing,
                       "inhabited x=1\ngoal 1\nderiv x (1)\nidentity\nfactor (1/x) (x - 1)\nsign\nsign\n"
                       "factor (1/x) (1 - x)\nsign\nsign\n"
                       "tightness 1 ratio lhs\nsign\neval 64\nat-most 1 by goal\nat-least 1/2 x=2 by eval 64\n"));
}

// -3x - 1 <= -2x - 1/2 on [0, 1]: (2x + 1/2)/(3x + 1) is greatest at 1, 5/8.
TEST(Ratio, NegativeSides) {
  const auto section = [](const std::string& side, const std::string& most, const std::string& least) {
    return with_version(2, "var x in [0, 1]\nprove -3*x - 1 <= -2*x - 1/2\n",
                        "inhabited x=1\ngoal 1\nsign\ntightness 1 ratio " + side + "\nsign\nsign\nat-most " + most +
                            "\nsign\nat-least " + least + " by eval 64\n");
  };
  accepts(section("rhs", "7/10", "62/100 x=1"));
  rejects(section("rhs", "6/10", "62/100 x=1"));
  rejects(section("rhs", "7/10", "63/100 x=1"), "tightness");
  rejects(section("rhs", "7/10", "62/100 x=0"), "tightness");
  rejects(section("lhs", "7/10", "62/100 x=1"));
}

// Outside its hypotheses a point shows nothing, and the ratio is of their domain only.
TEST(Ratio, Hypotheses) {
  const auto section = [](const std::string& most, const std::string& least) {
    return with_version(2, "var x in [0, 1]\nint n in [1, 9]\nassume n >= 2\nprove x <= n\n",
                        "inhabited x=1 n=2\ngoal 1\nsign\ntightness 1 ratio lhs\nsign\nsign\nat-most " + most +
                            "\nat-least " + least + "\n");
  };
  accepts(section("1/2\nsign", "1/2 x=1 n=2 by equal"));
  rejects(section("49/100\nsign", "1/2 x=1 n=2 by equal"));
  rejects(section("1/2\nsign", "1/2 x=1 n=1 by eval 64"), "hypothesis");
  rejects(section("1/2\nsign", "1/2 x=1/2 n=1 by equal"), "hypothesis");
  rejects(section("1/2\nsign", "1/2 x=1 n=5/2 by eval 64"), "outside");
}

TEST(Ratio, EquationsHaveNone) {
  rejects(with_version(2, "var x in [0, 1]\nprove x + x = 2*x\n",
                       "inhabited x=1\ngoal 1\nidentity\ntightness 1 ratio lhs\nsign\nsign\nat-most 1 by goal\n"
                       "at-least 1 x=1 by equal\n"),
          "equation");
}

}  // namespace
}  // namespace dpcert::checker::test
