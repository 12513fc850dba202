// Expressions that no text means: they are not written, and their texts are refused.
#include <gtest/gtest.h>

#include "tests/engine/goals.hpp"
#include "verify/engine/proof/written.hpp"

namespace dpcert::verify {
namespace {

TEST(Written, IsNothingWhereNoLineSaysIt) {
  const Context c = context_of("language 3\nvar x in [1, 2]\nvar eta[k] in [0, 1] for k in 1..2\nfun h(2)");
  const Expr x = Expr::variable("x"), unknown = Expr::variable("z"), kink = select(Rel::ge, x, 0, x, -x);
  Expr deep = x;
  for (int i = 0; i < 200; ++i) deep = exp(deep);
  for (const Expr& e : {unknown, x + unknown, kink, Expr::variable("part'0"), Expr::variable("eta[3]"),
                        Expr::apply("h", {0}, {x}), Expr::apply("k", {0, 0}, {x, x}), polygamma(1001, x), deep}) {
    EXPECT_EQ(as_written(e, c), std::nullopt) << to_text(e).substr(0, 100);
    EXPECT_THROW(parse_expression(to_text(e), names_of(c)), SyntaxError) << to_text(e).substr(0, 100);
  }
  const Variable z{"z", false, {}};
  EXPECT_EQ(as_written(x + unknown, c, &z), std::optional(x + unknown));
}

}  // namespace
}  // namespace dpcert::verify
