// Every function of the language as it is written: by its name, with its number of arguments.
#include <gtest/gtest.h>

#include <string>

#include "src/symbolic/functions.hpp"
#include "tests/language/reading.hpp"

namespace dpcert::verify {
namespace {

// In texts of version 3, which know them all.
Expr read3(std::string_view text) {
  Instance context = names();
  context.language = 3;
  return parse_expression(text, context);
}

std::string call(const FunctionName& f, std::size_t arguments) {
  std::string text = std::string(f.name) + "(" + (f.entry->ordered && !f.order ? "3, " : "");
  for (std::size_t i = 0; i < arguments; ++i) text += (i ? ", " : "") + std::string(1, "xyz"[i]);
  return text + ")";
}

TEST(Functions, AreReadByTheirNamesAndPrintWhatIsRead) {
  for (const FunctionName& f : function_names()) {
    const std::string text = call(f, static_cast<std::size_t>(f.entry->arity));
    const Expr e = read3(text);
    EXPECT_EQ(e.op(), f.entry->op) << text;
    EXPECT_EQ(e.node().index, f.order.value_or(f.entry->ordered ? 3 : 0)) << text;
    EXPECT_EQ(e.arg(0), Expr::variable("x")) << text;
    EXPECT_EQ(to_text(e), text);
    EXPECT_EQ(read3(to_text(e)), e);
  }
  EXPECT_GE(function_names().size(), 21u);
}

TEST(Functions, TakeTheirNumberOfArguments) {
  for (const FunctionName& f : function_names()) {
    const auto arity = static_cast<std::size_t>(f.entry->arity);
    EXPECT_THROW((void)read3(call(f, arity - 1)), SyntaxError) << f.name;
    EXPECT_THROW((void)read3(std::string(f.name)), SyntaxError) << f.name;
    if (!f.entry->variadic) {
      EXPECT_THROW((void)read3(call(f, arity + 1)), SyntaxError) << f.name;
      continue;
    }
    const Expr x = Expr::variable("x"), y = Expr::variable("y"), z = Expr::variable("z");
    EXPECT_EQ(read3(call(f, 3)), Expr::make(f.entry->op, {Expr::make(f.entry->op, {x, y}), z}));
  }
}

TEST(Functions, HaveNamesThatNobodyElseMayHave) {
  for (const FunctionName& f : function_names()) {
    if (f.entry->language == 3) continue;
    try {
      (void)parse_statement("let " + std::string(f.name) + " = 1\nprove 1 > 0");
      ADD_FAILURE() << f.name << " was declared";
    } catch (const SyntaxError& e) {
      EXPECT_EQ(std::string(e.what()), "`" + std::string(f.name) + "` is reserved");
    }
  }
}

// A function of version 3 is no word of a text of version 2, and where a text declares its name it is what is declared.
TEST(Functions, OfVersion3GiveWay) {
  int seen = 0;
  for (const FunctionName& f : function_names()) {
    if (f.entry->language == 2) continue;
    ++seen;
    const std::string name(f.name), value = call(f, static_cast<std::size_t>(f.entry->arity));
    const std::string declared = "var x in [0, 1]\nlet " + name + "(t) = 7 + t\nprove " + name + "(x) > 0\n";
    for (const std::string& text : {declared, "language 3\n" + declared}) {
      const Instance i = instance_of(text);
      EXPECT_EQ(to_text(i.conclusions[0].lhs), "7 + x") << text;
    }
    EXPECT_EQ(instance_of("language 3\nvar x in [0, 1]\nprove " + value + " > 0").conclusions[0].lhs.op(), f.entry->op);
    EXPECT_THROW((void)instance_of("var x in [0, 1]\nprove " + value + " > 0"), SyntaxError) << value;
    EXPECT_THROW((void)parse_expression(value, names()), SyntaxError) << value;
    EXPECT_THROW((void)instance_of("language 3\nvar " + name + " in [0, 1]\nprove " + name + "(1) > 0"), SyntaxError);
    EXPECT_NO_THROW((void)instance_of("language 3\nvar " + name + " in [0, 1]\nprove " + name + " >= 0"));
  }
  EXPECT_GE(seen, 3);
}

}  // namespace
}  // namespace dpcert::verify
