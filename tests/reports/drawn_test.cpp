// Every drawn formula is read back off the page and compared with the statement: what the reader is told to judge is
// what was decided.
#include <gtest/gtest.h>

#include <algorithm>
#include <pugixml.hpp>
#include <random>
#include <regex>
#include <sstream>

#include "dpcert/catalogue/catalogue.hpp"
#include "reports/claim_reader.hpp"
#include "reports/mathml.hpp"
#include "reports/page_reader.hpp"
#include "src/symbolic/functions.hpp"

namespace dpcert::reports {
namespace {

using testing::ClaimReader;
using testing::Comparison;
using testing::PageReader;
using testing::Term;
using testing::Unreadable;

/// Of a text that ClaimReader does not read: it knows no words between relations...
constexpr std::string_view beyond_reader = "beyond the reader";
/// ... nor shadowed names.
constexpr std::string_view unread = "unread";

/// Empty if the page of one text says what the other says.
std::string statement_difference(const std::string& shown_text, const std::string& text) {
  pugi::xml_document document;
  if (!append_statement(document, shown_text)) return "not drawn";
  std::vector<Term> drawn, written;
  static const std::regex beyond(
      R"(\n(assume|prove)[^\n]*(\b(exists|implies|or|and)\b|: \{)|\n(assume forall [^\n]*(in \(|\):)|prove forall ))");
  if (std::regex_search(text, beyond)) return std::string(beyond_reader);
  try {
    written = ClaimReader(text).statement();
  } catch (const Unreadable&) {
    return std::string(unread);
  }
  try {
    drawn = PageReader().statement(document.first_child());
  } catch (const Unreadable& problem) {
    return problem.what();
  }
  // The page sorts declarations into four rows, in the order in which it comes upon them.
  const auto row = [](const Term& line) {
    return line.op == "let" ? 1 : line.op == "assume" ? 2 : line.op == "prove" ? 3 : 0;
  };
  for (auto* lines : {&drawn, &written})
    std::stable_sort(lines->begin(), lines->end(), [&](const Term& a, const Term& b) { return row(a) < row(b); });
  if (drawn.size() != written.size()) return "another number of lines";
  Comparison comparison;
  for (std::size_t i = 0; i < drawn.size(); ++i)
    if (std::string problem = comparison.difference(normal(drawn[i]), normal(written[i])); !problem.empty())
      return problem;
  return {};
}

std::string statement_difference(const std::string& text) { return statement_difference(text, text); }

TEST(Drawn, EveryStatementOfTheCatalogueReadsAsItIsWritten) {
  std::size_t statements = 0, compared = 0, left_out = 0;
  for (const auto& entry : catalogue::Catalogue::embedded().entries())
    for (const auto* formal : {entry.formal ? &*entry.formal : nullptr, entry.repair ? &*entry.repair : nullptr}) {
      if (!formal || !formal->has_conclusion()) continue;
      ++statements;
      const std::string difference = statement_difference(formal->text);
      if (difference == beyond_reader) continue;
      if (difference == unread) {
        ++left_out;
        continue;
      }
      ++compared;
      EXPECT_EQ(difference, "") << formal->file;
    }
  EXPECT_GE(statements, 600u);
  // What has words between its relations is beyond the reader; all others but a few are compared, laws among them.
  EXPECT_GE(compared, 655u);
  EXPECT_LE(left_out, 1u);
}

// Another parameter, another event, another order, the laws exchanged: the reader sees it.
TEST(Drawn, LawsAreReadWithTheirParametersAndEvents) {
  const std::string head = "language 3\nvar m in (0, 1)\n";
  const std::vector<std::string> all = {
      "law P = normal(m, 1)\nlaw Q = normal(0, 1)\nprove hockey_stick(m, P, Q) <= kl(P, Q)\n",
      "law P = normal(m, 1)\nlaw Q = normal(0, 1)\nprove hockey_stick(m, Q, P) <= kl(P, Q)\n",
      "law P = normal(m, 2)\nlaw Q = normal(0, 1)\nprove hockey_stick(m, P, Q) <= kl(P, Q)\n",
      "law P = laplace(m, 1)\nlaw Q = laplace(0, 1)\nprove hockey_stick(m, P, Q) <= kl(P, Q)\n",
      "law P = normal(m, 1)\nlaw Q = normal(0, 1)\nprove renyi(m, P, Q) <= kl(P, Q)\n",
      "prove renyi(m, beta(m, 1), beta(1, m)) <= kl(gamma(m, 1), gamma(1, m))\n",
      "prove renyi(m, beta(m, 1), beta(1, m)) <= kl(gamma(m, 2), gamma(1, m))\n",
      "law P = mixture(m: normal(0, 1), 1 - m: normal(m, 2))\nprove prob(x, 0 <= x <= m, P) <= E(x, x^2 + 1, P)\n",
      "law P = mixture(m: normal(0, 1), 1 - m: normal(m, 2))\nprove prob(x, 0 <= x <= 1, P) <= E(x, x^2 + 1, P)\n",
      "law P = mixture(1 - m: normal(0, 1), m: normal(m, 2))\nprove prob(x, 0 <= x <= m, P) <= E(x, x^2 + 1, P)\n",
      "law P = mixture(m: normal(0, 1), 1 - m: normal(m, 2))\nprove prob(x, 0 <= x <= m, P) <= E(x, x^2 - 1, P)\n"};
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t k = 0; k < all.size(); ++k)
      EXPECT_EQ(statement_difference(head + all[i], head + all[k]).empty(), i == k) << all[i] << all[k];
}

/// The letters and signs that stand on the page, without those of the table's labels.
std::string seen(const std::string& text) {
  pugi::xml_document document;
  if (!append_statement(document, text)) return "not drawn";
  std::string out;
  for (const auto& found : document.select_nodes("//text()")) out += found.node().value();
  out = std::regex_replace(out, std::regex("\\s|\xC2\xA0|\xE2\x81\xA2|\xE2\x81\xA1"), "");
  return out;
}

TEST(Drawn, LawsQuantifiersAndWordsBetweenRelations) {
  const std::string page = seen(
      "language 3\nvar m in (0, 1)\nlaw P = normal(m, 1)\n"
      "prove exists t in [0, 2]: {t > m or {t = 0 and m = 1}}\nprove forall int n in [1, inf): n >= m\n"
      "prove m > 0 implies m >= 0\n");
  for (const char* piece : {"P=normal(m,1)", "∃t∈[0,2]:(t>mor(t=0andm=1))", "∀n∈[1,∞)∩ℤ:n≥m", "m>0⇒m≥0"})
    EXPECT_NE(page.find(piece), std::string::npos) << piece << "\n" << page;
}

// The letter is a variable's.
TEST(Drawn, LawsWithNamesOfLettersAreWords) {
  const std::string page =
      seen("language 3\nvar beta in (0, 1)\nlaw P = beta(beta, 1)\nprove kl(gamma(beta, 1), P) >= 0\n");
  for (const char* piece : {"P=beta(β,1)", "kl(gamma(β,1),P)"}) EXPECT_NE(page.find(piece), std::string::npos) << page;
}

TEST(Drawn, SupremaWithTheirIntervals) {
  const std::string page = seen(
      "language 3\nvar a in (0, 1)\nprove sup(x in [0, a), x^2 + 1) <= 2\nprove 0 <= inf(t in (0, inf), 1/t)\n"
      "prove sup(x in [0, a], int k in [1, 5] where x <= k and k*x < 2, x*k) <= 5\n");
  for (const char* piece : {"supx∈[0,a)(x2+1)≤2", "0≤inft∈(0,∞)1t", "supx∈[0,a],k∈[1,5]∩ℤ,x≤k,kx<2xk≤5"})
    EXPECT_NE(page.find(piece), std::string::npos) << piece << "\n" << page;
}

/// Empty if the page says what the text says.
std::string formula_difference(const std::string& text) {
  pugi::xml_document document;
  if (!append_math(document, text)) return "not drawn";
  try {
    const Term drawn = PageReader({"f", "g_symbol:P"}).formula(document.first_child());
    return Comparison().difference(normal(drawn), normal(ClaimReader(text).relation()));
  } catch (const Unreadable& problem) {
    return problem.what();
  }
}

/// Expressions of the language with parentheses put or left out at random, so that they mean all sorts of things.
class Expressions {
 public:
  explicit Expressions(unsigned seed) : random_(seed) {}

  std::string any(int depth) {
    if (depth == 0 || below(8) == 0) return leaf();
    switch (below(18)) {
      case 0:
      case 1:
        return operand(depth) + " + " + operand(depth);
      case 2:
      case 3:
        return operand(depth) + " - " + operand(depth);
      case 4:
      case 5:
      case 6:
        return operand(depth) + "*" + operand(depth);
      case 7:
      case 8:
        return operand(depth) + "/" + operand(depth);
      case 9:
        return "-" + operand(depth);
      case 10:
        return "(" + any(depth - 1) + ")^" + operand(depth);
      case 11:
        return leaf() + "^" + operand(depth);
      case 12:
        return one_of({"exp", "exp", "log", "log1p", "expm1", "sqrt", "abs", "abs", "floor", "ceil", "lgamma", "lgamma",
                       "digamma", "trigamma", "erfc", "normal_cdf", "f"}) +
               "(" + any(depth - 1) + ")";
      case 13:
        return one_of({"xlogy", "max", "min", "gP"}) + "(" + any(depth - 1) + ", " + any(depth - 1) + ")";
      case 14:
        return one_of({"sum", "prod"}) + "(i, 1, d - 1, " + any(depth - 1) + ")";
      case 15:
        return "diff(" + any(depth - 1) + one_of({", x)", ", x, x)", ", x, eps)"});
      case 16:
        return "at(" + any(depth - 1) + ", x, " + any(depth - 1) + ")";
      default:
        return "polygamma(2, " + any(depth - 1) + ")";
    }
  }

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  std::string one_of(const std::vector<std::string>& words) {
    return words[below(static_cast<unsigned>(words.size()))];
  }
  std::string leaf() {
    return one_of({"x",  "y",     "eps",  "x_h",      "lambdahat", "ab", "etaP", "e",   "psi",  "Gamma", "Phi",
                   "pi", "width", "t[i]", "t[d - 1]", "1",         "2",  "12",   "0.5", "1e-3", "2.5e7"});
  }
  std::string operand(int depth) {
    const std::string inner = any(depth - 1);
    return below(3) ? "(" + inner + ")" : inner;
  }
  std::mt19937 random_;
};

TEST(Drawn, EveryFunctionOfTheLanguageReadsAsItIsWritten) {
  for (const FunctionName& f : function_names()) {
    std::string text = std::string(f.name) + "(" + (f.entry->ordered && !f.order ? "2, " : "") + "x + 1";
    for (int i = 1; i < f.entry->arity; ++i) text += ", y - " + std::to_string(i);
    text += ")";
    EXPECT_EQ(formula_difference(text), "") << text;
    EXPECT_EQ(formula_difference("2*" + text + "/3 - x"), "") << text;
    if (f.entry->notation.form == Notation::Form::spelled_out) continue;
    pugi::xml_document document;
    ASSERT_TRUE(append_math(document, text));
    std::ostringstream drawn;
    document.save(drawn);
    const std::string_view symbol = f.entry->notation.symbol;  // log Γ: its last word
    if (f.entry->notation.form != Notation::Form::root && f.entry->notation.form != Notation::Form::exponential) {
      EXPECT_NE(drawn.str().find(symbol.substr(symbol.rfind(' ') + 1)), std::string::npos) << text;
    }
  }
}

TEST(Drawn, RandomExpressionsReadAsTheyAreWritten) {
  int failures = 0;
  for (unsigned seed = 0; seed < 20000 && failures < 20; ++seed) {
    const std::string text = Expressions(seed).any(2 + static_cast<int>(seed % 4));
    const std::string difference = formula_difference(text);
    EXPECT_EQ(difference, "") << text;
    failures += !difference.empty();
  }
}

// The reader has to see what a person would stumble over, or its agreement is worth nothing.
TEST(Drawn, TheReaderRefusesWhatLooksLikeSomethingElse) {
  const auto read = [](const char* markup) -> std::string {
    pugi::xml_document document;
    EXPECT_TRUE(document.load_string(markup)) << markup;
    try {
      return shown(normal(PageReader({"f"}).formula(document.first_child())));
    } catch (const Unreadable&) {
      return "refused";
    }
  };
  const std::string difference = shown(normal(ClaimReader("a - b").relation()));
  EXPECT_EQ(read("<math><mi>a</mi><mo>⁢</mo><mo form='prefix'>−</mo><mi>b</mi></math>"), difference);
  EXPECT_EQ(read("<math><mi>a</mi><mo>−</mo><mo form='prefix'>−</mo><mi>b</mi></math>"), "refused");
  EXPECT_EQ(read("<math><mi>a</mi><mo>+</mo><mo form='prefix'>−</mo><mi>b</mi></math>"), "refused");
  EXPECT_EQ(read("<math><mi>a</mi><mo>/</mo><mi>b</mi><mi>c</mi></math>"), "refused");
  EXPECT_EQ(read("<math><mi>x</mi><mn>2</mn></math>"), "refused");
  EXPECT_EQ(read("<math><msup><mrow><mi>a</mi><mi>b</mi></mrow><mn>2</mn></msup></math>"), "refused");
  EXPECT_EQ(read("<math><mi>log</mi><mi mathvariant='normal'>Γ</mi><mo>(</mo><mi>x</mi><mo>)</mo><mi>y</mi></math>"),
            "refused");
  EXPECT_NE(formula_difference("exp(-e*(-t))"), formula_difference("exp(-e-t) +"));
  // A person sees which letter stands for which name; two names may not share one.
  EXPECT_NE(statement_difference("var eps in (0, 1)\nvar epsilon in (0, 1)\nprove eps + epsilon > 0\n"), "");
  EXPECT_EQ(statement_difference("var eps in (0, 1)\nvar delta in (0, 1)\nprove eps + delta > 0\n"), "");
}

}  // namespace
}  // namespace dpcert::reports
