// Rationals as decimal text.
#include <gtest/gtest.h>

#include "dpcert/core/decimal.hpp"

namespace dpcert {
namespace {

Rational number(const std::string& text) { return Rational::parse(text).value(); }

TEST(Decimal, Text) {
  // Numbers that are written in one way only.
  for (const std::string text : {"0", "0.25", "3.0000001e-7", "0.00001", "123.5", "7", "1e-50", "1.5e-50", "1/3",
                                 "22/7", "1e400", "1.25e30", "100", "123456789012345678901234567891", "1e-4000"}) {
    EXPECT_EQ(decimal_text(number(text)), text);
    if (text != "0") {
      EXPECT_EQ(decimal_text(-number(text)), "-" + text);
    }
  }
  // Its only prime factors 2 and 5, in any mixture.
  for (const std::string text : {"3/1024", "7/3125", "-1/6400", "1000001/8", "-12345678901234567890123/2"}) {
    const std::string decimal = decimal_text(number(text));
    EXPECT_EQ(decimal.find('/'), std::string::npos) << decimal;
    EXPECT_EQ(number(decimal), number(text)) << decimal;
  }
}

}  // namespace
}  // namespace dpcert
