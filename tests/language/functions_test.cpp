// Every function of the language as it is written: by its name, with its number of arguments.
#include <gtest/gtest.h>

#include <string>

#include "src/symbolic/functions.hpp"
#include "tests/language/reading.hpp"

namespace dpcert::verify {
namespace {

std::string call(const FunctionName& f, std::size_t arguments) {
  std::string text = std::string(f.name) + "(" + (f.entry->ordered && !f.order ? "3, " : "");
  for (std::size_t i = 0; i < arguments; ++i) text += (i ? ", " : "") + std::string(1, "xyz"[i]);
  return text + ")";
}

TEST(Functions, AreReadByTheirNamesAndPrintWhatIsRead) {
  for (const FunctionName& f : function_names()) {
    const std::string text = call(f, static_cast<std::size_t>(f.entry->arity));
    const Expr e = read(text);
    EXPECT_EQ(e.op(), f.entry->op) << text;
    EXPECT_EQ(e.node().index, f.order.value_or(f.entry->ordered ? 3 : 0)) << text;
    EXPECT_EQ(e.arg(0), Expr::variable("x")) << text;
    EXPECT_EQ(to_text(e), text);
    EXPECT_EQ(read(to_text(e)), e);
  }
  EXPECT_GE(function_names().size(), 21u);
}

TEST(Functions, TakeTheirNumberOfArguments) {
  for (const FunctionName& f : function_names()) {
    const auto arity = static_cast<std::size_t>(f.entry->arity);
    EXPECT_THROW((void)read(call(f, arity - 1)), SyntaxError) << f.name;
    EXPECT_THROW((void)read(std::string(f.name)), SyntaxError) << f.name;
    if (!f.entry->variadic) {
      EXPECT_THROW((void)read(call(f, arity + 1)), SyntaxError) << f.name;
      continue;
    }
    const Expr x = Expr::variable("x"), y = Expr::variable("y"), z = Expr::variable("z");
    EXPECT_EQ(read(call(f, 3)), Expr::make(f.entry->op, {Expr::make(f.entry->op, {x, y}), z}));
  }
}

TEST(Functions, HaveNamesThatNobodyElseMayHave) {
  for (const FunctionName& f : function_names()) {
    try {
      (void)parse_statement("let " + std::string(f.name) + " = 1\nprove 1 > 0");
      ADD_FAILURE() << f.name << " was declared";
    } catch (const SyntaxError& e) {
      EXPECT_EQ(std::string(e.what()), "`" + std::string(f.name) + "` is reserved");
    }
  }
}

}  // namespace
}  // namespace dpcert::verify
