// The table of functions and the checker's own list are written apart from each other. They must agree: a name that one
// reader knows and the other does not makes statements that nobody can check, and the same name for two functions would
// be worse.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "dpcert/language/statement.hpp"
#include "src/symbolic/functions.hpp"
#include "verify/checker/terms/context.hpp"
#include "verify/checker/text/parse.hpp"
#include "verify/language/lexer.hpp"

namespace dpcert::verify {
namespace {

std::string statement(const std::string& formula) {
  return "language 3\nvar x in [2, 3]\nvar y in [2, 3]\nprove " + formula + " > 0\n";
}
bool engine_reads(const std::string& formula) {
  try {
    (void)parse_statement(statement(formula));
    return true;
  } catch (const SyntaxError&) {
    return false;
  }
}
bool checker_reads(const std::string& formula) {
  try {
    checker::Pool pool;
    (void)checker::elaborate(pool, statement(formula), {});
    return true;
  } catch (const checker::Reject&) {
    return false;
  }
}
/// In which ways a word can be called: with one argument, two, three, or a number and one.
std::string ways(const std::string& word, bool (*reads)(const std::string&)) {
  std::string out;
  for (const char* arguments : {"(x)", "(x, y)", "(x, y, x)", "(2, x)"}) {
    if (reads(word + arguments)) out += arguments;
  }
  return out;
}

/// All words of the page that documents the language, and of the checker's reader: its list is among them.
std::set<std::string> words() {
  std::set<std::string> all{"sin", "cos", "gamma", "beta", "log2", "exp2"};
  for (const char* file : {"docs/statement-language.md", "docs/language-3.md", "verify/checker/text/parse.cpp"}) {
    std::ifstream in(std::string(DPCERT_SOURCE_DIR "/") + file);
    const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    EXPECT_FALSE(text.empty()) << file;
    std::string word;
    for (const char c : text) {
      const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
      if (letter || (!word.empty() && c >= '0' && c <= '9'))
        word += c;
      else if (!word.empty())
        all.insert(std::exchange(word, ""));
    }
  }
  return all;
}

TEST(Functions, AreTheSameForBothReaders) {
  // Special forms, called like functions, and notations, which are written out.
  std::set<std::string> known{"at",
                              "diff",
                              "mod",
                              "gamma",
                              "tan",
                              "cot",
                              "sec",
                              "csc",
                              "coth",
                              "sech",
                              "csch",
                              "asin",
                              "acos",
                              "asinh",
                              "acosh",
                              "atanh",
                              "log2",
                              "log10",
                              "beta_function",
                              "beta_regularized",
                              "gamma_regularized_lower",
                              "normal_quantile"};
  for (const FunctionName& f : function_names()) {
    const std::string name(f.name);
    EXPECT_NE(ways(name, engine_reads), "") << name;
    known.insert(name);
  }
  std::set<std::string> found;
  for (const std::string& word : words()) {
    const std::string ours = ways(word, engine_reads);
    EXPECT_EQ(ours, ways(word, checker_reads)) << word;
    if (!ours.empty()) found.insert(word);
  }
  EXPECT_EQ(found, known);  // and the page names all of them
}

}  // namespace
}  // namespace dpcert::verify
