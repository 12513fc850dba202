// Suprema, infima and quantiles drawn at random: to each reader a relation with one is the formula that the page of the
// language writes for it, which stands here once more, as text.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "dpcert/language/formula.hpp"
#include "dpcert/language/statement.hpp"
#include "tests/dice.hpp"
#include "verify/checker/terms/context.hpp"
#include "verify/checker/text/parse.hpp"
#include "verify/language/lexer.hpp"

namespace dpcert::verify {
namespace {

using test::Dice;

/// A name of what is described, and where it lies: "x in [0, y)", "int k in [0, 3]".
struct Name {
  std::string x, where;
};
/// A value as a text, or a described one with its parts.
struct Value {
  std::string word, text;               // word: none, sup, inf, normal_quantile; text: what is written, or p
  std::vector<Name> names = {};         // of a supremum or infimum
  std::vector<std::string> asked = {};  // relations of them
  std::vector<Value> inside = {};       // e
};

class Draw {
 public:
  explicit Draw(Dice& dice) : dice_(dice) {}

  std::string plain(const std::string& x, int depth) {
    const auto part = [&] { return plain(x, depth - 1); };
    switch (dice_.integer(0L, depth > 0 ? 8L : 2L)) {
      case 0:
        return std::to_string(dice_.integer(1L, 4L));
      case 1:
        return x;
      case 2:
        return "y";
      case 3:
        return "(" + part() + " + " + part() + ")";
      case 4:
        return "(" + part() + " - " + part() + ")";
      case 5:
        return part() + "*" + part();
      case 6:
        return "(" + part() + ")/(" + part() + ")";
      case 7:
        return "(" + part() + ")^2";
      default:
        return std::array{"log(", "exp(", "sqrt(", "normal_cdf("}[dice_.integer<std::size_t>(0, 3)] + part() + ")";
    }
  }
  Value value(const std::string& outer, int depth) {
    Value v;
    const long kind = dice_.integer(0L, 5L);
    if (depth < 2 && kind == 0) return {"", plain(outer, 2)};
    if (kind == 1) return {"normal_quantile", plain(outer, 1)};
    v.word = dice_.coin() ? "sup" : "inf";
    std::string last = outer;
    for (long more = dice_.integer(1L, 3L); more > 0; --more) {
      v.names.push_back(name(last));
      last = v.names[dice_.integer<std::size_t>(0, v.names.size() - 1)].x;
    }
    for (long more = dice_.integer(0L, 2L); more > 0; --more)
      v.asked.push_back(plain(last, 1) + std::array{" >= ", " < ", " = "}[dice_.integer<std::size_t>(0, 2)] +
                        plain(v.names[0].x, 1));
    v.inside.push_back(depth > 0 ? value(last, depth - 1) : Value{"", plain(last, 2)});
    return v;
  }
  /// As a text of the language has it.
  static std::string written(const Value& v) {
    if (v.word.empty()) return v.text;
    if (v.word == "normal_quantile") return "normal_quantile(" + v.text + ")";
    std::string out = v.word + "(";
    for (const Name& n : v.names) out += (&n == v.names.data() ? "" : ", ") + n.where;
    return out + (v.asked.empty() ? "" : " where " + joined(v.asked)) + ", " + written(v.inside[0]) + ")";
  }
  /// What `v sign c` stands for.
  std::string meaning(const Value& v, const std::string& sign, const std::string& c) {
    if (v.word.empty()) return v.text + " " + sign + " " + c;
    if (v.word == "normal_quantile")
      return "{log(" + v.text + ") + log(1 - " + v.text + ") < 0 and " + v.text + " " + sign + " normal_cdf(" + c +
             ")}";
    const bool up = v.word == "sup";
    const std::string le = up ? "<=" : ">=", lt = up ? "<" : ">", ge = up ? ">=" : "<=", gt = up ? ">" : "<";
    const std::string number = std::to_string(++names_), r = "r" + number, s = "s" + number;
    const std::string near = c + (up ? " - " : " + ") + r, some_r = " " + r + " in (0, inf): ";
    const auto all = [&](const std::string& bound) {
      return over("forall", v, "implies", meaning(v.inside[0], le, bound));
    };
    const auto one = [&](const std::string& relation, const std::string& bound) {
      return over("exists", v, "and", meaning(v.inside[0], relation, bound));
    };
    const std::string bounded = "{exists " + s + " in (-inf, inf): " + all(s) + "}";
    if (sign == le) return "{{" + one(le, c) + "} and {" + all(c) + "}}";
    if (sign == lt) return "{{" + one(le, c) + "} and {exists" + some_r + all(near) + "}}";
    const std::string approached = "{forall" + some_r + one(gt, near) + "}";
    if (sign == ge) return "{" + approached + " and " + bounded + "}";
    if (sign == gt) return "{{" + one(gt, c) + "} and " + bounded + "}";
    return "{" + approached + " and {" + all(c) + "}}";
  }

 private:
  Name name(const std::string& outer) {
    const std::string x = "x" + std::to_string(++names_);
    if (dice_.integer(0L, 3L) == 0) return {x, "int " + x + " in " + (dice_.coin() ? "[0, 3]" : "(-inf, 2)")};
    const std::string low = dice_.coin() ? plain(outer, 1) : "-inf", high = dice_.coin() ? plain(outer, 1) : "inf";
    return {x, x + " in " + (low == "-inf" || dice_.coin() ? "(" : "[") + low + ", " + high +
                   (high == "inf" || dice_.coin() ? ")" : "]")};
  }
  static std::string joined(const std::vector<std::string>& all) {
    std::string out = all[0];
    for (std::size_t i = 1; i < all.size(); ++i) out += " and " + all[i];
    return out;
  }
  // The quantifiers one inside the other, and in the last one what is asked for, and the body.
  static std::string over(const std::string& quantifier, const Value& v, const std::string& word,
                          const std::string& body) {
    std::string out;
    for (const Name& n : v.names) out += quantifier + " " + n.where + ": ";
    return out + (v.asked.empty() ? body : "{" + joined(v.asked) + "} " + word + " {" + body + "}");
  }
  Dice& dice_;
  int names_ = 0;
};

/// The same but for the names that are bound.
bool alike(const Formula& a, const Formula& b) {
  using K = Formula::Kind;
  if (a.kind != b.kind) return false;
  if (a.is(K::relation))
    return a.relation.rel == b.relation.rel && a.relation.lhs == b.relation.lhs && a.relation.rhs == b.relation.rhs;
  if (a.is(K::forall) || a.is(K::exists)) {
    static int fresh = 0;
    const Expr x = Expr::variable("bound" + std::to_string(++fresh));
    return a.bound.integer == b.bound.integer && a.bound.lo == b.bound.lo && a.bound.hi == b.bound.hi &&
           a.bound.lo_closed == b.bound.lo_closed && a.bound.hi_closed == b.bound.hi_closed && alike(a.at(x), b.at(x));
  }
  return alike(a.parts[0], b.parts[0]) && alike(a.parts[1], b.parts[1]);
}
bool alike(const checker::Form& a, const checker::Form& b) {
  if (a->kind != b->kind) return false;
  if (a->kind == checker::Formula::Relation)
    return a->stated.relation.lhs == b->stated.relation.lhs && a->stated.relation.rhs == b->stated.relation.rhs &&
           a->stated.relation.rel == b->stated.relation.rel && a->stated.extra == b->stated.extra;
  if (a->quantifier() && !(a->y == b->y && a->integer == b->integer && a->lo == b->lo && a->hi == b->hi &&
                           a->lo_open == b->lo_open && a->hi_open == b->hi_open && a->ends == b->ends))
    return false;
  for (std::size_t i = 0; i < a->parts.size(); ++i)
    if (!alike(a->parts[i], b->parts[i])) return false;
  return true;
}

void same(const std::string& text, const std::string& core) {
  checker::Pool pool;
  const auto theirs = checker::elaborate(pool, text, {}), meant = checker::elaborate(pool, core, {});
  ASSERT_EQ(theirs.conclusions.size(), 1U);
  ASSERT_EQ(meant.conclusions.size(), 1U);
  EXPECT_TRUE(alike(theirs.conclusions[0], meant.conclusions[0])) << text << core;
  const Instance ours = parse_statement(text).instance({}), ours_meant = parse_statement(core).instance({});
  ASSERT_EQ(ours.formulas.size(), 1U);
  ASSERT_EQ(ours_meant.formulas.size(), 1U);
  EXPECT_TRUE(alike(ours.formulas[0], ours_meant.formulas[0])) << text << core;
}

TEST(Described, StandsForTheFormulaOfThePage) {
  Dice dice(7);
  const std::string begin = "language 3\nvar y in [1, 2]\nprove ";
  for (int round = 0; round < 3000; ++round) {
    Draw draw(dice);
    const Value v = draw.value("y", 2);
    const std::string c = draw.plain("y", 2);
    const std::size_t rel = dice.integer<std::size_t>(0, 4);
    const std::string sign = std::array{">=", "<=", ">", "<", "="}[rel];
    const std::string turned = std::array{"<=", ">=", "<", ">", "="}[rel];
    if (v.word.empty()) continue;
    const std::string relation =
        dice.coin() ? Draw::written(v) + " " + sign + " " + c : c + " " + turned + " " + Draw::written(v);
    same(begin + relation + "\n", begin + draw.meaning(v, sign, c) + "\n");
    ASSERT_FALSE(HasFailure());
  }
}

// In expressions: a number for each, in their order, and the relation of these.
TEST(Described, InAnExpressionANumberStandsForIt) {
  Dice dice(11);
  const std::string begin = "language 3\nvar y in [1, 2]\nprove ";
  for (int round = 0; round < 2000; ++round) {
    Draw draw(dice);
    const Value v = draw.value("y", 1), w = draw.value("y", 1);
    if (v.word.empty() || w.word.empty()) continue;
    const std::string p = draw.plain("y", 1), c = draw.plain("y", 2);
    const std::string sign = std::array{">=", "<=", ">", "<", "=", "!="}[dice.integer<std::size_t>(0, 5)];
    const auto relation = [&](const std::string& one, const std::string& other, long form) {
      switch (form) {
        case 0:
          return p + "*" + one + " - abs(" + other + ") " + sign + " " + c;
        case 1:
          return one + " " + sign + " " + other;
        default:
          return "(" + one + ")^2 " + sign + " " + c + "/" + other;
      }
    };
    const long form = dice.integer(0L, 2L);
    const std::string one = draw.meaning(v, "=", "v1"), other = draw.meaning(w, "=", "v2");
    same(begin + relation(Draw::written(v), Draw::written(w), form) + "\n",
         begin + "exists v1 in (-inf, inf): " + one + " and {exists v2 in (-inf, inf): " + other + " and {" +
             relation("v1", "v2", form) + "}}\n");
    ASSERT_FALSE(HasFailure());
    same(begin + p + "*" + Draw::written(v) + " " + sign + " " + c + "\n",
         begin + "exists v1 in (-inf, inf): " + one + " and {" + p + "*v1 " + sign + " " + c + "}\n");
    ASSERT_FALSE(HasFailure());
  }
  same(
      "language 3\nlet f(t) = sup(x in [0, t], x)\nvar y in [1, 2]\nprove f(y) <= f(2)\n",
      "language 3\nvar y in [1, 2]\nprove exists v in (-inf, inf): {{forall r in (0, inf): exists x in [0, y]: x > v - r} "
      "and {forall x in [0, y]: x <= v}} and {exists w in (-inf, inf): {{forall r in (0, inf): exists x in [0, 2]: x > w - "
      "r} and {forall x in [0, 2]: x <= w}} and v <= w}\n");
}

bool prover_reads(const std::string& text) {
  try {
    (void)parse_statement(text);
    return true;
  } catch (const SyntaxError&) {
    return false;
  }
}
bool checker_reads(const std::string& text) {
  try {
    checker::Pool pool;
    (void)checker::elaborate(pool, text, {});
    return true;
  } catch (const checker::Reject&) {
    return false;
  }
}

TEST(Described, StandsInRelations) {
  const std::string begin = "language 3\nvar y in [1, 2]\nint n in [1, inf)\n";
  for (const std::string line : {"prove 0 <= sup(x in [0, y], x) <= 2",
                                 "prove sup(x in [0, y), x) = y and normal_quantile(y/4) < 1",
                                 "assume inf(x in (0, inf), x*y) >= 0\nprove y > 0",
                                 "prove forall t in [1, 2]: sup(x in [0, t], x) <= y + 1",
                                 "prove for i in 1..3: sup(x in [0, i], x) >= i",
                                 "prove {sup(x in [0, y], x) < 1} or y >= 1",
                                 "assume forall t in [0, 1]: normal_quantile(t/2 + 1/4) <= y\nprove y > 0",
                                 "assume forall int k in [1, n]: sup(x in [0, k], x) >= 1\nprove y > 0",
                                 "prove piece(y > 1: 1, 2) >= 1 and sup(x in [0, 1], x) <= 1",
                                 "let sup(t) = t + 1\nprove sup(y) + 1 > 2",
                                 "var sup in [0, 1]\nprove sup >= 0",
                                 "prove forall sup in [0, 1]: sup >= 0",
                                 "prove inf(x in [0, 1], sup(z in [0, 1], x*z)) <= y",
                                 "prove normal_quantile(y/3) >= -9",
                                 "prove 2*sup(x in [0, 1], x) <= 2",
                                 "prove sup(x in [0, 1], x) + 1 <= 2",
                                 "prove sup(x in [0, 1], x) <= inf(z in [0, 1], z)",
                                 "let f(t) = sup(x in [0, t], x)\nprove f(y) <= 2",
                                 "prove 1 + normal_quantile(y/4) <= 1",
                                 "prove sup(x in [0, 1], x) != 0",
                                 "prove sup(x in [0, 1] where x^2 <= y, x) <= 1",
                                 "prove sup(x in [0, 1], z in [0, x], x*z) <= 1",
                                 "prove sup(int k in [0, n], y^k) >= 1",
                                 "prove sup(int k in [0, n], x in [0, k] where x <= 3, x) >= 1",
                                 "let f(t) = sup(x in [0, t] where x <= 1, x)\nprove f(y) <= 1",
                                 "prove 1 + inf(x in [0, 1] where x >= y/4, x) <= 2",
                                 "prove forall t in [1, 2]: sup(x in [0, t], x) - inf(x in [0, t], x) <= t"}) {
    EXPECT_TRUE(prover_reads(begin + line + "\n")) << line;
    EXPECT_TRUE(checker_reads(begin + line + "\n")) << line;
  }
  for (const std::string line : {"prove sup(x in [0, 1], x)",
                                 "prove sup(x, 0, 1, x) <= 1",
                                 "prove sup(y in [0, 1], y) <= 1",
                                 "prove sup(x in [0, 1]) <= 1",
                                 "prove sup(x in [0, inf], x) <= 1",
                                 "prove sup(x in 0..1, x) <= 1",
                                 "prove sup(int k in [0, 1/2], k) <= 1",
                                 "prove sup(int k in [0, y], k) <= 1",
                                 "prove sup(k in int [0, 1], k) <= 1",
                                 "prove sup(x in [0, 1] where x, x) <= 1",
                                 "prove sup(x in [0, 1] where, x) <= 1",
                                 "prove sup(x in [0, 1] where x <= y or x >= 0, x) <= 1",
                                 "prove sup(x in [0, 1] where x != 0, x) <= 1",
                                 "prove sup(x in [0, 1] where x >= 0 x) <= 1",
                                 "prove sup(where y >= 0, y) <= 1",
                                 "prove sup(x in [0, 1], x in [0, 1], x) <= 1",
                                 "prove sup(x in [0, z], z in [0, 1], x) <= 1",
                                 "prove sup(x in [0, 1], z in [0, 1] where x <= z) <= 1",
                                 "prove sup(x in [0, 1] where sup(z in [0, 1], z) <= x, x) <= 1",
                                 "prove sup(x in [0, 1] where piece(x > 0: 1, 2) <= 1, x) <= 1",
                                 "prove sup(x in [0, x], x) <= 1",
                                 "let s = sup(x in [0, 1], x)\nprove s <= 2",
                                 "prove normal_quantile(y, y) <= 1",
                                 "prove normal_quantile() <= 1",
                                 "prove normal_quantile <= 1",
                                 "prove normal_quantile(normal_quantile(y/4)) <= 1",
                                 "prove integral(t, 0, 1, sup(x in [0, t], x)) <= 1",
                                 "prove sup(x in [0, 1], x + sup(z in [0, 1], z)) <= 2",
                                 "prove sum(k, 1, n, normal_quantile(1/k)) <= 1",
                                 "prove sup(x in [0, 1], piece(x > y: 1, 2)) <= 2",
                                 "var z in [0, normal_quantile(0.9)]\nprove z >= 0",
                                 "prove inf(x in [0, 1], x) = 0 = 0 - ",
                                 "assume sup(x in [0, 1], x) <= 1 + inf\nprove y > 0"}) {
    EXPECT_FALSE(prover_reads(begin + line + "\n")) << line;
    EXPECT_FALSE(checker_reads(begin + line + "\n")) << line;
  }
  EXPECT_FALSE(prover_reads("var y in [1, 2]\nprove sup(x in [0, 1], x) <= 1\n"));
  EXPECT_FALSE(checker_reads("var y in [1, 2]\nprove sup(x in [0, 1], x) <= 1\n"));
  EXPECT_FALSE(prover_reads("var y in [1, 2]\nprove normal_quantile(y/3) <= 1\n"));
  EXPECT_FALSE(checker_reads("var y in [1, 2]\nprove normal_quantile(y/3) <= 1\n"));
}

std::string answer(const std::string& text) {
  try {
    (void)parse_statement("language 3\n" + text);
    return "";
  } catch (const SyntaxError& e) {
    return std::to_string(e.line) + ":" + std::to_string(e.column) + ": " + e.what();
  }
}

// One line, with the place: the column of the word that is out of place.
TEST(Described, ErrorsSayWhatToWrite) {
  const std::string below = "prove integral(t, 0, 1, t*sup(x in [0, 1], x)) <= 2\n";
  EXPECT_NE(answer(below).find("2:27"), std::string::npos) << answer(below);
  EXPECT_NE(answer(below).find("stands in the relations of `assume` and `prove`"), std::string::npos);
  EXPECT_NE(answer("prove sup(x, 0, 1, x) <= 2\n").find("expected `sup(x in [a, b], e)`"), std::string::npos);
  EXPECT_NE(answer("law P = poisson(3)\nprove 1 > 0\n").find("infinitely many points"), std::string::npos);
  EXPECT_NE(answer("prove beta_regularized(1, 2) > 0\n").find("takes 3 argument(s), not 2"), std::string::npos);
}

}  // namespace
}  // namespace dpcert::verify
