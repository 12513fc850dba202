// Whatever the library throws is a dpcert::Error, and its code tells the kinds apart.
#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <string>

#include "dpcert/core/error.hpp"
#include "dpcert/core/rational.hpp"
#include "dpcert/deployment/config.hpp"
#include "dpcert/language/statement.hpp"
#include "dpcert/scalar/tape.hpp"
#include "dpcert/solve/effort.hpp"
#include "dpcert/symbolic/expr.hpp"
#include "dpcert/symbolic/relation.hpp"

namespace dpcert {
namespace {

struct Seen {
  ErrorCode code = ErrorCode::internal;
  std::string what;
};

/// The Error that `f` throws; nothing if it throws none. Another exception fails the test.
template <class F>
std::optional<Seen> seen(const F& f) {
  try {
    f();
  } catch (const Error& e) {
    return Seen{e.code(), e.what()};
  }
  return std::nullopt;
}

TEST(OneError, ExactNumbers) {
  const Rational one(1), zero(0);
  EXPECT_EQ(seen([&] { (void)(one / zero); }).value().code, ErrorCode::division_by_zero);
  EXPECT_EQ(seen([&] { (void)Rational(1, 0); }).value().code, ErrorCode::division_by_zero);
  EXPECT_EQ(seen([&] { (void)pow(zero, -1); }).value().code, ErrorCode::division_by_zero);
  EXPECT_EQ(seen([&] { (void)Rational::from_double(std::numeric_limits<double>::infinity()); }).value().code,
            ErrorCode::domain);
  EXPECT_FALSE(seen([&] { (void)(one / one); }));
}

TEST(OneError, Formulas) {
  const Expr x = Expr::variable("x"), y = Expr::variable("y");
  const Seen tape = seen([&] { (void)Tape({x + y}, {x}); }).value();
  EXPECT_EQ(tape.code, ErrorCode::bad_input);
  EXPECT_NE(tape.what.find("none for y"), std::string::npos) << tape.what;
}

TEST(OneError, TextsAndFiles) {
  try {
    (void)verify::parse_statement("var x in [0, 1]\nprove x <=\n");
    ADD_FAILURE() << "half a relation was read";
  } catch (const verify::SyntaxError& e) {
    EXPECT_EQ(static_cast<const Error&>(e).code(), ErrorCode::syntax);
    EXPECT_EQ(e.line, 2u);
    EXPECT_EQ(std::string(e.what()).find("2:"), std::string::npos) << "the place is in members, not in what()";
  }
  const Seen config = seen([] { (void)deployment::read_config("mine.toml", "mechanism = 3"); }).value();
  EXPECT_EQ(config.code, ErrorCode::configuration);
  EXPECT_EQ(config.what.substr(0, 12), "mine.toml:1:") << config.what;
}

TEST(OneError, WorkThatIsNotAllowed) {
  const EffortLimit limit({.work = 1});
  EXPECT_EQ(seen([] { spend_evaluations(1e6, 128); }).value().code, ErrorCode::effort);
}

TEST(OneError, EveryCodeHasAName) {
  const auto last = static_cast<int>(ErrorCode::internal);
  for (int i = 0; i <= last; ++i) EXPECT_NE(to_string(static_cast<ErrorCode>(i)), "unknown") << i;
}

}  // namespace
}  // namespace dpcert
