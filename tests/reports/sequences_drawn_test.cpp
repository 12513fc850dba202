// How a page shows sequences and quantifiers over integers.
#include <gtest/gtest.h>

#include <pugixml.hpp>

#include <string>

#include "reports/mathml.hpp"

namespace dpcert::reports {
namespace {

// All text of a page's part, without spaces.
std::string text_of(const pugi::xml_node& node) {
  std::string out = node.value();
  for (const auto& child : node.children()) out += text_of(child);
  std::erase(out, ' ');
  return out;
}
std::string drawn(const char* claim) {
  pugi::xml_document document;
  return append_statement(document, claim) ? text_of(document) : "not drawn";
}

TEST(DrawnSequences, WithTheirRecursions) {
  const std::string page = drawn(
      "language 3\nint n in [1, inf)\nseq y(k)\nseq x(k): x(0) = 1, x(k + 1) = 2*x(k)\n"
      "assume forall int k in [1, n]: y(k) >= 0\nprove sum(k, 1, n, y(k)) >= 0\n");
  EXPECT_NE(page.find("y(k)asequence"), std::string::npos) << page;
  EXPECT_NE(page.find("x(k)thesequencewithx\u2061(0)=1,x\u2061(k+1)=2"), std::string::npos) << page;
  EXPECT_NE(page.find("\u2208[1,n]\u2229\u2124"), std::string::npos) << page;
  const std::string nested = drawn(
      "language 3\nint n in [1, inf)\nseq y(k)\nassume forall int i in [1, n]: forall int j in [i, inf): y(j) >= y(i)\n"
      "prove y(n) >= y(1)\n");
  EXPECT_NE(nested.find("i\u2208[1,n]\u2229\u2124,j\u2208[i,\u221e)\u2229\u2124"), std::string::npos) << nested;
  // Over reals there is no such sign.
  EXPECT_EQ(drawn("var x in [0, 1]\nassume forall t in [0, x]: t <= 1\nprove x >= 0").find("\u2124"),
            std::string::npos);
}

}  // namespace
}  // namespace dpcert::reports
