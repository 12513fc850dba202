// Piecewise definitions drawn at random: what each reader makes of a relation with them is true exactly where the
// relation is, by an evaluator that goes by the definition of `piece`.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "dpcert/language/enclose.hpp"
#include "dpcert/language/formula.hpp"
#include "dpcert/language/statement.hpp"
#include "tests/dice.hpp"
#include "verify/checker/terms/context.hpp"
#include "verify/checker/text/parse.hpp"

namespace dpcert::verify {
namespace {

using test::Dice;

/// An expression in x and y with integer values.
struct Term {
  std::string text;
  std::function<long(long, long)> value;
};
struct Truth {
  std::string text;
  std::function<bool(long, long)> value;
};

Truth related(Dice& dice, const Term& a, const Term& b) {
  const std::string rel = std::array{">=", "<=", ">", "<", "="}[dice.integer<std::size_t>(0, 4)];
  return {a.text + " " + rel + " " + b.text, [=](long x, long y) {
            const long u = a.value(x, y), v = b.value(x, y);
            return rel == ">=" ? u >= v : rel == "<=" ? u <= v : rel == ">" ? u > v : rel == "<" ? u < v : u == v;
          }};
}

Term drawn(Dice& dice, int depth, bool pieces) {
  const auto part = [&] { return drawn(dice, depth - 1, pieces); };
  const long kind = dice.integer(0L, depth > 0 ? (pieces ? 7L : 4L) : 1L);
  if (kind == 0) {
    const long n = dice.integer(-2L, 2L);
    return {"(" + std::to_string(n) + ")", [n](long, long) { return n; }};
  }
  if (kind == 1) {
    const bool first = dice.coin();
    return {first ? "x" : "y", [first](long x, long y) { return first ? x : y; }};
  }
  if (kind == 2) {
    const Term a = part(), b = part();
    return {"(" + a.text + " + " + b.text + ")", [=](long x, long y) { return a.value(x, y) + b.value(x, y); }};
  }
  if (kind == 3) {
    const Term a = part(), b = part();
    return {"(" + a.text + "*" + b.text + ")", [=](long x, long y) { return a.value(x, y) * b.value(x, y); }};
  }
  if (kind == 4) {
    const Term a = part();
    return {"(-" + a.text + ")", [=](long x, long y) { return -a.value(x, y); }};
  }
  if (kind == 5) {  // an abbreviation: the sign of its argument, and the argument's square
    const Term a = part();
    return {"f(" + a.text + ")", [=](long x, long y) {
              const long t = a.value(x, y);
              return t < 0 ? -1 : t == 0 ? 0 : t * t;
            }};
  }
  std::string text = "piece(";
  std::vector<std::pair<Truth, Term>> parts;
  for (long i = dice.integer(1L, 2L); i > 0; --i) {
    const Truth c = related(dice, drawn(dice, 1, false), drawn(dice, 1, false));
    parts.emplace_back(c, part());
    text += c.text + ": " + parts.back().second.text + ", ";
  }
  const Term last = part();
  return {text + last.text + ")", [=](long x, long y) {
            for (const auto& [c, e] : parts)
              if (c.value(x, y)) return e.value(x, y);
            return last.value(x, y);
          }};
}

bool holds(const Formula& f, const ExprMap<Expr>& at) {
  using K = Formula::Kind;
  switch (f.kind) {
    case K::relation: {
      const Relation r = substitute(f.relation, at);
      const Rational a = rational_value(r.lhs).value(), b = rational_value(r.rhs).value();
      return r.rel == Rel::eq ? a == b : r.rel == Rel::gt ? a > b : a >= b;
    }
    case K::both:
      return holds(f.parts[0], at) && holds(f.parts[1], at);
    case K::either:
      return holds(f.parts[0], at) || holds(f.parts[1], at);
    case K::implies:
      return !holds(f.parts[0], at) || holds(f.parts[1], at);
    default:
      ADD_FAILURE() << "a quantifier";
      return false;
  }
}

bool holds(checker::Pool& pool, const checker::Form& f, long x, long y) {
  using K = checker::Formula::Kind;
  const auto part = [&](std::size_t i) { return holds(pool, f->parts[i], x, y); };
  switch (f->kind) {
    case K::Relation: {
      const auto value = [&](checker::Ex e) {
        e = pool.substitute(e, pool.var_id("x"), pool.num(x));
        e = pool.substitute(e, pool.var_id("y"), pool.num(y));
        EXPECT_TRUE(pool.is_num(e));
        return pool[e].num;
      };
      const checker::Relation& r = f->stated.relation;
      const checker::Q a = value(r.lhs), b = value(r.rhs);
      return r.rel == checker::Rel::Eq ? a == b : r.rel == checker::Rel::Gt ? b < a : b <= a;
    }
    case K::And:
      return part(0) && part(1);
    case K::Or:
      return part(0) || part(1);
    case K::Implies:
      return !part(0) || part(1);
    default:
      ADD_FAILURE() << "a quantifier";
      return false;
  }
}

TEST(Pieces, MeanTheSameToBothReadersAndByDefinition) {
  Dice dice(11);
  const std::string names =
      "language 3\nvar x in [-3, 3]\nvar y in [-3, 3]\nlet f(t) = piece(t < 0: -1, t = 0: 0, t*t)\nprove ";
  int truths = 0, lies = 0;
  for (int round = 0; round < 400; ++round) {
    const Truth claim = related(dice, drawn(dice, 3, true), drawn(dice, 2, true));
    const std::string text = names + claim.text + "\n";
    const Instance instance = parse_statement(text).instance({});
    const Formula ours = instance.formulas.empty() ? Formula::of(instance.conclusions.at(0)) : instance.formulas.at(0);
    checker::Pool pool;
    const checker::Form theirs = checker::elaborate(pool, text, {}).conclusions.at(0);
    for (long x = -3; x <= 3; ++x)
      for (long y = -3; y <= 3; ++y) {
        const bool expected = claim.value(x, y);
        ++(expected ? truths : lies);
        const ExprMap<Expr> at{{Expr::variable("x"), Expr(x)}, {Expr::variable("y"), Expr(y)}};
        ASSERT_EQ(holds(ours, at), expected) << claim.text << " at " << x << ", " << y;
        ASSERT_EQ(holds(pool, theirs, x, y), expected) << claim.text << " at " << x << ", " << y;
      }
  }
  EXPECT_GT(truths, 2000);
  EXPECT_GT(lies, 2000);
}

}  // namespace
}  // namespace dpcert::verify
