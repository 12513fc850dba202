// Proof steps: every rule's line reads back as the same step, and every rule leaves the goals that the certificate
// format says (docs/certificate-format.md), written out here by hand.
#include <gtest/gtest.h>

#include <set>

#include "src/core/work.hpp"
#include "tests/engine/goals.hpp"
#include "tests/engine/problems.hpp"
#include "tests/engine/random_expressions.hpp"
#include "verify/engine/proof/written.hpp"
#include "verify/engine/prove/prover.hpp"

namespace dpcert::verify {
namespace {

const char* const declarations =
    "language 3\nvar x in [1, 2]\nvar y in (0, inf)\nvar eta[k] in [0, 1] for k in 1..2\nint n in [0, 9]\n"
    "fun h(2)\nseq w(k)\nassume x >= y\nassume y^2 > 1/3";

const std::vector<Lemma>& lemmas() {
  static const std::vector<Lemma> all{
      {"sgld.lem-A_1", parse_statement("var x in [0, 1)\nvar eta[k] in (-inf, inf) for k in 1..1\nfun g(2)\n"
                                       "assume eta[1] > x\nprove g(x, x) >= eta[1]\nprove x < 2\n")},
      {"root", parse_statement("int n in (0, 5]\nvar y in [sqrt(2), inf)\nvar x in (-inf, 7)\nprove n*x >= y\n")},
      {"family", parse_statement("dim d in [1, 2]\nvar x in [0, 1]\nprove x >= 0\n")},
      {"all", parse_statement("fun g(1)\nvar x in [0, 1]\nassume forall t in [0, 1]: g(t) >= 0\nprove x >= 0\n")},
      {"affine",
       parse_statement("language 3\nint n in [0, inf)\nvar a in (0, 1)\nseq x(k): x(2) = a, x(k + 1) = a*x(k) + k\n"
                       "prove x(n + 2) >= 0\n")},
      {"list", parse_statement("language 3\nvar hi in (-inf, inf)\nseq x(k)\nassume hi > 0\n"
                               "assume forall int k in [1, 9]: x(k) <= hi\nprove x(1) + x(2) <= 2*hi\n")},
      {"psi", parse_statement("logpartition g(1)\nvar x in [1, 2]\nprove g(x) = g(x)\n")}};
  return all;
}

class RandomSteps {
 public:
  RandomSteps(unsigned seed, const Context& c) : draw_(seed), c_(c) {
    for (const auto& v : c.variables()) names_.push_back(Expr::variable(v.name));
  }

  // A step of the rule with this place in the variant.
  Step step(std::size_t k) {
    switch (k) {
      case 0:
        return rule::Eval{bits()};
      case 1:
        return rule::Ray{bits()};
      case 2:
        return rule::Mean{bits()};
      case 3:
        return rule::Taylor{bits()};
      case 4:
        return rule::Relax{flag(), bits(), {{count(), number()}, {count(), number()}}};
      case 5:
        return rule::Prune{count(), bits()};
      case 6:
        return rule::NoInteger{variable()};
      case 7:
        return rule::Sign{};
      case 8:
        return rule::Identity{};
      case 9:
        return rule::Hyp{count()};
      case 10:
        return rule::Combine{coefficient(), {{count(), coefficient()}, {count(), coefficient()}}};
      case 11:
        return rule::Bound{count()};
      case 12:
        return rule::Split{variable(), number()};
      case 13:
        return rule::Fix{variable()};
      case 14:
        return rule::Face{variable(), flag(), bits()};
      case 15:
        return rule::CloseEnd{variable(), flag()};
      case 16:
        return rule::Widen{variable(), range()};
      case 17:
        return rule::Mono{variable(), flag(), flag(), flag()};
      case 18:
        return rule::Deriv{variable(), expression(), flag()};
      case 19:
        return rule::Convex{variable(), flag()};
      case 20:
        return rule::Rise{variable(), flag()};
      case 21:
        return rule::Arch{variable()};
      case 22:
        return rule::Tail{variable(), flag(), bits(), limit()};
      case 23:
        return rule::Telescope{variable(), bits(), limit()};
      case 24:
        return rule::Touch{bits(), {{variable(), expression()}, {variable(), Expr(number())}}};
      case 25:
        return rule::Induct{variable()};
      case 26:
        return rule::Equal{variable(), expression()};
      case 27:
        return rule::Subst{variable(), "t1", range(), written(pow(Expr::variable("t1"), 2) * expression())};
      case 28:
        return rule::Gen{"t1", range(), expression()};
      case 29:
        return rule::SeriesAtInfinity{small(), lgamma(expression()), "w1"};
      case 30:
        return rule::LogSeries{small(), log(expression()), expression(), "w1", range()};
      case 31:
        return rule::ExpSeries{small(), exp(expression()), "w1", range()};
      case 32:
        return rule::Growth{small(), flag() ? log(expression()) : exp(expression()), "w1"};
      case 33:
        return rule::Secant{erf(expression()), erf(expression()), "w1", range(), range()};
      case 34:
        return rule::Factor{expression(), expression()};
      case 35:
        return rule::Rewrite{expression(), flag() ? std::optional(expression()) : std::nullopt};
      case 36:
        return rule::Power{Rational(draw_.number(2, 64))};
      case 37:
        return rule::TakeLog{};
      case 38:
        return rule::TakeExp{};
      case 39:
        return rule::Trans{expression()};
      case 40:
        return rule::Both{};
      case 41:
        return rule::Integral{};
      case 42:
        return rule::Cut{{draw_.one_of(std::array{Rel::ge, Rel::gt, Rel::eq}), expression(), expression()}};
      case 43:
        return rule::Cases{expression()};
      case 44: {
        using Of = rule::Fact::Of;
        const Of of = flag() ? Of::floor : flag() ? Of::ceil : flag() ? Of::sin : Of::normal_quantile;
        const Expr u = expression();
        if (of == Of::normal_quantile) return rule::Fact{of, u, {}, "t1"};
        return rule::Fact{of, u, of == Of::sin && flag() ? std::optional(expression()) : std::nullopt};
      }
      case 45:
        return rule::Inst{count(), flag() ? std::vector{expression()} : std::vector{expression(), expression()}};
      case 46:
        return rule::Unfold{range_expression(), flag()   ? rule::Unfold::Part::last
                                                : flag() ? rule::Unfold::Part::first
                                                         : rule::Unfold::Part::empty};
      case 47:
        return rule::SplitRange{range_expression(), integer()};
      case 48:
        return rule::Shift{range_expression(), integer()};
      case 49:
        return rule::Termwise{"t1"};
      case 50:
        return rule::Define{"w", integer(), flag()};
      case 51:
        return rule::Antiderivative{integral(), "t1", inside(), expression(), expression()};
      case 52:
        return rule::Integrand{integral(), "t1", inside()};
      case 53:
        return rule::Linear{integral(), {{coefficient(), integral()}, {coefficient(), integral()}}};
      case 54:
        return rule::Dominated{integral(), "t1", integral()};
      case 55:
        return rule::Substitute{integral(), "t1", inside(), new_end(), new_end()};
      case 56:
        return rule::Under{
            "t1",         "t2",         substitute(inside(), {{Expr::variable("x"), Expr::variable("t2")}}),
            expression(), expression(), integral()};
      case 57:
        return rule::CutFormula{Formula::joined(flag() ? Formula::Kind::both : Formula::Kind::implies,
                                                Formula::of({Rel::ge, expression(), 0}),
                                                Formula::of({Rel::gt, expression(), expression()}))};
      case 58:
        return rule::Intro{flag() ? "t1" : ""};
      case 59:
        return rule::Parts{};
      case 60:
        return rule::Left{};
      case 61:
        return rule::Right{};
      case 62:
        return rule::Witness{expression()};
      case 63:
        return rule::Absurd{};
      case 64:
        return rule::Obtain{"t1", count()};
      case 65:
        return rule::Branch{count()};
      case 66:
        return rule::ApplyFact{count()};
      case 67:
        return rule::AtFact{count(), expression()};
      case 68:
        return rule::Binomial{integer(), expression(), expression()};
      case 70:
        return rule::Root{"t1", inside(), expression(), expression()};
      default:
        if (flag())
          return rule::UseLemma{"list", nullptr, {{"hi", expression()}}, {}, {}, {{"x", {"p"}, expression()}}, {"i"}};
        if (const Expr p = Expr::variable("p"), q = Expr::variable("q"); flag())
          return rule::UseLemma{"sgld.lem-A_1",
                                nullptr,
                                {{"x", expression()}, {"eta[1]", expression()}},
                                {},
                                {{"g", {"p", "q"}, Expr::make(Op::add, {p, Expr::make(Op::exp, {q})})}},
                                {},
                                {}};
        return rule::UseLemma{
            "sgld.lem-A_1", nullptr, {{"x", expression()}, {"eta[1]", expression()}}, {{"g", "h"}}, {}, {}, {}};
    }
  }

  Expr unwritten() { return random_expression(draw_, names_, Flavour::gamma, 4); }
  Expr expression() { return written(random_expression(draw_, names_, Flavour::gamma, 3)); }

 private:
  Expr integer() { return written(Expr::variable("n") + Expr(draw_.number(1, 5))); }
  // A sum or product up to n of something that contains its index, or does not.
  Expr range_expression() {
    const Expr k = Expr::variable("i"), body = flag() ? expression() * k : expression();
    return written(Expr::repeated(flag() ? Op::sum : Op::prod, k, Expr(draw_.number(0, 3)), integer(), body));
  }
  // An integral, with ends or without, of something that contains its variable, or does not; and something that
  // contains the variable t1 that stands for a place inside.
  Expr integral() {
    const Expr u = Expr::variable("u"), body = flag() ? expression() * u : expression();
    const auto end = [&]() -> std::optional<Expr> { return flag() ? std::optional(expression()) : std::nullopt; };
    return written(Expr::integral(u, end(), end(), body));
  }
  Expr inside() { return written(expression() * Expr::variable("t1")); }
  // As a reader takes it: then it reads back as itself.
  Expr written(const Expr& e) {
    Context c = c_.with_variable({"t1", false, {}});
    return *as_written(e, c);
  }
  rule::NewEnd new_end() { return flag() ? rule::NewEnd{expression()} : rule::NewEnd{std::nullopt, flag()}; }
  bool flag() { return draw_.chance(1, 2); }
  Precision bits() { return draw_.number(32, 4096); }
  std::size_t count() { return static_cast<std::size_t>(draw_.number(1, 30)); }
  long small() { return draw_.number(0, 30); }
  Rational number() { return draw_.rational(50, 20); }
  Expr variable() { return draw_.one_of(names_); }
  Coefficient coefficient() { return flag() ? Coefficient(number()) : Coefficient(expression()); }
  Range range() {
    const auto end = [&](const Rational& q) { return draw_.chance(1, 4) ? End{} : End{false, flag(), q}; };
    const Rational q = number();
    return {end(q), end(q + Rational(1))};
  }
  std::optional<rule::LimitBound> limit() {
    return flag() ? std::optional(rule::LimitBound{number(), expression()}) : std::nullopt;
  }

  Draw draw_;
  const Context& c_;
  std::vector<Expr> names_;
};

constexpr std::size_t rules = std::variant_size_v<Rule> - 1;  // all but the whole tree of a box search

TEST(Steps, PrintReadBackEqualAndPrintTheSame) {
  const Context c = context_of(declarations);
  RandomSteps random(1, c);
  for (std::size_t k = 0; k < rules; ++k) {
    for (int round = 0; round < 40; ++round) {
      const Step step = random.step(k);
      ASSERT_EQ(step.rule.index(), k);
      const std::string text = to_text(step);
      EXPECT_TRUE(text == name_of(step.rule) || text.starts_with(std::string(name_of(step.rule)) + " ")) << text;
      EXPECT_EQ(text.find('\n'), std::string::npos);
      const Step back = read_step(text, c, {}, lemmas());
      EXPECT_EQ(back, step) << text;
      EXPECT_EQ(to_text(back), text);
    }
  }
}

// No two rules share a line: a step read from one is not another.
TEST(Steps, AreNotEqualToOthers) {
  const Context c = context_of(declarations);
  RandomSteps random(2, c);
  std::vector<Step> all;
  for (std::size_t k = 0; k < rules; ++k) all.push_back(random.step(k));
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < all.size(); ++j) EXPECT_EQ(all[i] == all[j], i == j) << to_text(all[i]);
  }
}

TEST(Steps, WordsOfAWriterStay) {
  const Context c = context_of(declarations);
  Step step = read_step("factor  (x+1) ((y))", c);
  EXPECT_EQ(to_text(step), "factor (x + 1) (y)");
  step.words = "factor  (x+1) ((y))";
  EXPECT_EQ(to_text(step), "factor  (x+1) ((y))");
  EXPECT_EQ(step, Step(rule::Factor{read("x + 1", c), read("y", c)}));
}

// The reader of the language is the witness: what it makes of the text, and how much work it counts on the way.
TEST(Written, IsWhatAReaderMakesOfTheText) {
  const Context c = context_of(declarations);
  RandomSteps random(3, c);
  const Expr x = Expr::variable("x"), one(1), half(Rational(1, 2));
  std::vector<Expr> all{-one,
                        one / Expr(2),
                        half / Expr(3),
                        pow(x, one / Expr(2)),
                        pow(x, Expr(1) + Expr(1)),
                        -(-x),
                        x / (one / Expr(2)),
                        -(one / Expr(4)) * x,
                        pow(-one, x),
                        Expr::variable("eta[1]") - -one,
                        Expr::apply("h", {1, 0}, {x, one / Expr(3)}),
                        polygamma(5, one / Expr(3)),
                        Expr(1) / Expr(0)};
  for (int i = 0; i < 300; ++i) {
    const Expr e = random.unwritten();
    all.push_back(substitute(e, {{x, Expr(i % 3)}}));  // makes operations of numbers
    all.push_back(e);
  }
  int changed = 0;
  for (const Expr& e : all) {
    const std::string text = to_text(e);
    const std::uint64_t start = work_done();
    const Expr parsed = parse_expression(text, names_of(c));
    const std::uint64_t read = work_done() - start;
    const auto written = as_written(e, c);
    ASSERT_TRUE(written) << text;
    EXPECT_EQ(*written, parsed) << text;
    EXPECT_EQ(work_done() - start - read, read) << text;
    changed += *written == e ? 0 : 1;
  }
  EXPECT_GT(changed, 20);
}

struct Wrong {
  const char* line;
  StepError::Why why;
};

TEST(Steps, MalformedLinesAreRefusedByKind) {
  using enum StepError::Why;
  const Context c = context_of(declarations);
  for (const auto& [line, why] : std::vector<Wrong>{{"", missing},
                                                    {"sgn", unknown_rule},
                                                    {"Sign", unknown_rule},
                                                    {"boxes", unknown_rule},
                                                    {"auto", unknown_rule},
                                                    {"sign 1", trailing},
                                                    {"eval", missing},
                                                    {"eval x", not_a_number},
                                                    {"eval 1/2", not_a_number},
                                                    {"eval 64 64", trailing},
                                                    {"hyp", missing},
                                                    {"hyp -1", not_a_number},
                                                    {"hyp {x >= y}", not_a_number},
                                                    {"combine", missing},
                                                    {"combine 0 1", missing},
                                                    {"combine 0 1 x", not_a_number},
                                                    {"combine (x 1 1", not_an_expression},
                                                    {"relax 64 1 1", missing},
                                                    {"relax mean 64 1 x", not_a_number},
                                                    {"split x", missing},
                                                    {"split x y", not_a_number},
                                                    {"face x low 64", missing},
                                                    {"mono x lo insides", trailing},
                                                    {"mono x", missing},
                                                    {"deriv x 1", not_an_expression},
                                                    {"deriv x (z)", not_an_expression},
                                                    {"deriv x (1) outside", trailing},
                                                    {"tail x 128 16", missing},
                                                    {"widen x [0, 1]", missing},
                                                    {"widen x in [0, 1", not_an_interval},
                                                    {"widen x in [0; 1]", not_an_interval},
                                                    {"widen x in [a, 1]", not_an_interval},
                                                    {"subst x t [0, 1] (z)", not_an_expression},
                                                    {"gen t [0, 1]", missing},
                                                    {"series 2 (log(x)) w [0, 1]", not_an_expression},
                                                    {"series 2 (lgamma(x))", missing},
                                                    {"series n (lgamma(x)) w", not_a_number},
                                                    {"fact round (x)", missing},
                                                    {"factor (x)", missing},
                                                    {"factor x y", not_an_expression},
                                                    {"rewrite ()", not_an_expression},
                                                    {"rewrite (x) (y) (x)", trailing},
                                                    {"cut", missing},
                                                    {"cut x", not_a_relation},
                                                    {"cut {x >= y", not_a_relation},
                                                    {"cut forall x in [0, 1]: x >= y", not_a_relation},
                                                    {"substitute (integral(t, 0, 1, t)) u (u)", missing},
                                                    {"under u (x) (0) (1) (integral(t, 0, 1, t))", missing},
                                                    {"inst 1", missing},
                                                    {"lemma", missing},
                                                    {"lemma root", missing},
                                                    {"lemma roof (n = n)", no_lemma},
                                                    {"lemma root n = n", missing},
                                                    {"lemma root (n)", missing},
                                                    {"lemma root (n = n, y = 2, x = x, x = x)", no_lemma},
                                                    {"lemma root (n = n, y = 2, z = x)", no_lemma},
                                                    {"lemma root (n = n, y = 2, x = z)", not_an_expression},
                                                    {"lemma root (n = n, y = 2, x = x) 1", trailing},
                                                    {"lemma sgld.lem-A_1 (x = 0, eta[1] = 1, g = x)", no_lemma},
                                                    {"lemma sgld.lem-A_1 (x = 0, eta[1] = 1)", missing},
                                                    {"lemma family (x = 0)", no_lemma},
                                                    {"lemma all (g = h, x = 0)", no_lemma},
                                                    {"lemma list (hi = 1, x(k) = w(k))", missing},
                                                    {"lemma list (hi = 1, x(k) = w(k)) i j", trailing},
                                                    {"lemma list (hi = 1, x(k) = w(k), x(k) = 1) i", no_lemma},
                                                    {"lemma list (hi = 1) i", missing},
                                                    {"lemma list (hi = 1, x = w) i", missing},
                                                    {"lemma list (hi = 1, x(j, k) = w(k)) i", no_lemma},
                                                    {"lemma list (hi = k, x(k) = w(k)) i", not_an_expression},
                                                    {"lemma psi (g = h, x = 1)", no_lemma}}) {
    try {
      const Step step = read_step(line, c, {}, lemmas());
      ADD_FAILURE() << "`" << line << "` was read as " << to_text(step);
    } catch (const StepError& e) {
      EXPECT_EQ(static_cast<int>(e.why), static_cast<int>(why)) << line << ": " << e.what();
    }
  }
}

// Everything that a goal says, for comparison: hypotheses |- relation, and where the variables lie.
std::string told(const Goal& g) {
  std::string text;
  for (const auto& h : g.context.hypotheses()) text += (text.empty() ? "" : ", ") + to_text(h);
  text += (text.empty() ? "|- " : " |- ") + to_text(g.relation);
  for (const auto& v : g.context.variables())
    text += std::string(v.integer ? "; int " : "; ") + v.name + " in " + to_text(v.range);
  return text;
}

struct Applied {
  const char* statement;
  const char* line;
  std::vector<std::string> goals;  // none: a leaf, or it does not apply
};

// The goals that a line leaves of the first conclusion.
std::vector<std::string> leaves(const char* statement, const char* line) {
  const Instance s = parse_statement(statement).instance();
  const Goal g{Context(s), s.conclusions[0]};
  const Step step = read_step(line, g.context, {}, lemmas());
  std::vector<std::string> goals;
  if (const auto children = apply(step, g))
    for (const Goal& child : *children) goals.push_back(told(child));
  return goals;
}

// Bounds that are not rational are hypotheses; those of integers are the least and the greatest.
TEST(Steps, ALemmaLeavesBoundsThenHypothesesThenTheGoal) {
  EXPECT_EQ(leaves("int k in [1, 2]\nvar x in [2, 3]\nprove x >= 0", "lemma root (n = 2*k, y = x, x = k - x)"),
            (std::vector<std::string>{
                "|- 2*k >= 1; int k in [1, 2]; x in [2, 3]", "|- 5 >= 2*k; int k in [1, 2]; x in [2, 3]",
                "|- 7 > k - x; int k in [1, 2]; x in [2, 3]", "|- x >= sqrt(2); int k in [1, 2]; x in [2, 3]",
                "2*k*(k - x) >= x |- x >= 0; int k in [1, 2]; x in [2, 3]"}));
  EXPECT_EQ(leaves("fun f(2)\nfun g(2)\nvar y in [0, 1]\nvar x in [2, 3]\nprove x >= 0",
                   "lemma sgld.lem-A_1 (g = f, eta[1] = g(x, y), x = y)"),
            (std::vector<std::string>{"|- y >= 0; y in [0, 1]; x in [2, 3]", "|- 1 > y; y in [0, 1]; x in [2, 3]",
                                      "|- g(x, y) > y; y in [0, 1]; x in [2, 3]",
                                      "f(y, y) >= g(x, y), 2 > y |- x >= 0; y in [0, 1]; x in [2, 3]"}));
  // An expression for a function: p and q become its arguments, y is that of the context.
  EXPECT_EQ(leaves("var y in [0, 1]\nvar x in [2, 3]\nprove x >= 0",
                   "lemma sgld.lem-A_1 (g(p, q) = p*y + exp(q), eta[1] = x, x = y)"),
            (std::vector<std::string>{"|- y >= 0; y in [0, 1]; x in [2, 3]", "|- 1 > y; y in [0, 1]; x in [2, 3]",
                                      "|- x > y; y in [0, 1]; x in [2, 3]",
                                      "y*y + exp(y) >= x, 2 > y |- x >= 0; y in [0, 1]; x in [2, 3]"}));
}

// The first value and the step at the name of the index; a `forall` hypothesis at the name behind the parenthesis.
TEST(Steps, ALemmaOnSequencesLeavesTheirRecursionsAndForallHypotheses) {
  const char* const statement = "language 3\nint m in [1, 2]\nseq w(k)\nprove m >= 0";
  EXPECT_EQ(leaves(statement, "lemma affine (n = m, a = 1/2, x(p) = w(p - 1))"),
            (std::vector<std::string>{"|- m >= 0; int m in [1, 2]", "|- 1/2 > 0; int m in [1, 2]",
                                      "|- 1 > 1/2; int m in [1, 2]", "|- w(2 - 1) = 1/2; int m in [1, 2]",
                                      "|- w(p + 1 - 1) = 1/2*w(p - 1) + p; int m in [1, 2]; int p in [2, inf)",
                                      "w(m + 2 - 1) >= 0 |- m >= 0; int m in [1, 2]"}));
  EXPECT_EQ(leaves(statement, "lemma list (hi = 3, x(k) = k*w(k)) i"),
            (std::vector<std::string>{"|- 3 > 0; int m in [1, 2]", "|- 3 >= i*w(i); int m in [1, 2]; int i in [1, 9]",
                                      "2*3 >= 1*w(1) + 2*w(2) |- m >= 0; int m in [1, 2]"}));
  // Names that are in use.
  EXPECT_EQ(leaves(statement, "lemma list (hi = 3, x(k) = k*w(k)) m"), std::vector<std::string>{});
  EXPECT_EQ(leaves(statement, "lemma list (hi = 3, x(m) = w(m)) i"), std::vector<std::string>{});
}

TEST(Steps, LeaveTheGoalsThatTheFormatSays) {
  const std::vector<Applied> all{
      {"var x in [0, 2]\nprove x >= 0", "split x 1", {"|- x >= 0; x in [0, 1]", "|- x >= 0; x in [1, 2]"}},
      {"int n in (1, 3)\nprove n >= 0", "fix n", {"|- 2 >= 0"}},
      {"var x in [0, 2]\nassume x > 1\nprove x >= 0", "bound 1", {"|- x >= 0; x in (1, 2]"}},
      {"var x in [0, 2]\nassume x > 1\nprove x >= 0", "bound 2", {}},
      {"var x in [0, 2]\nassume x > 1\nprove x >= 0", "face x hi 64", {"|- 2 >= 0"}},
      {"var x in [0, inf)\nprove x >= 0", "face x hi 64", {}},
      {"var x in [0, 2]\nprove x >= 0", "end x lo", {"|- 0 >= 0", "|- x >= 0; x in (0, 2]"}},
      {"var x in [0, 2]\nvar y in [0, 1]\nassume x > y\nprove x >= 0",
       "widen x in [-1, inf)",
       {"|- x >= 0; x in [-1, inf); y in [0, 1]"}},
      {"var x in [0, 2]\nprove x^2 > 0", "mono x hi", {"|- -(2*x) >= 0; x in [0, 2]", "|- 2^2 > 0"}},
      {"var x in (0, 2)\nprove x^2 > 0", "mono x lo inside strict", {"|- 2*x > 0; x in (0, 2)", "|- 0^2 >= 0"}},
      {"var x in (0, 2]\nprove x^2 > 0", "rise x lo", {"|- 2*x > 0; x in (0, 2]", "|- 0^2 >= 0"}},
      {"var x in [0, 2]\nprove x^2 >= 0",
       "deriv x (1)",
       {"|- 1^2 >= 0", "x > 1 |- 2*x >= 0; x in [0, 2]", "1 > x |- -(2*x) >= 0; x in [0, 2]"}},
      {"var x in [0, 2]\nprove x^2 >= 0", "convex x", {"|- (-2) >= 0; x in [0, 2]", "|- 0^2 >= 0", "|- 2^2 >= 0"}},
      {"var x in (0, 2)\nprove x^2 > 0", "arch x", {"|- (-2) > 0; x in (0, 2)", "|- 0^2 >= 0", "|- 2^2 >= 0"}},
      {"var x in [1, inf)\nprove x^2 >= 0", "tail x 64", {"|- -(2*x) >= 0; x in [1, inf)"}},
      {"var x in (-inf, 1]\nprove x^2 >= 0",
       "tail -x 64 -5 (x)",
       {"|- x^2 + x >= 0; x in (-inf, -5]", "|- 2*x >= 0; x in (-inf, 1]"}},
      {"var x in [1, 7]\nprove x^2 >= 0",
       "telescope x 64 3 (1/x)",
       {"|- x^2 + 1/x >= 0; x in [3, inf)", "|- x^2 >= (x + 1)^2; x in [1, inf)"}},
      {"int n in [0, 9]\nprove 2^n >= n", "induct n", {"|- 2^0 >= 0", "2^n >= n |- 2^(n + 1) >= n + 1; n in [0, 8]"}},
      {"var x in [0, 2]\nvar y in [0, 1]\nassume x = y\nprove x >= y", "equal x (y)", {"y = y |- y >= y; y in [0, 1]"}},
      {"var x in (0, 4]\nprove x >= 0", "subst x t [0, 2] (t^2)", {"t^2 > 0, 4 >= t^2 |- t^2 >= 0; t in [0, 2]"}},
      {"var x in (0, 4]\nprove exp(x) >= x", "gen t (0, inf) (exp(x))", {"|- t >= x; x in (0, 4]; t in (0, inf)"}},
      {"var x in (0, 4]\nvar y in (0, 4]\nprove (x + y)^2 >= 1 + (x + y)",
       "gen t (0, inf) (x + y)",
       {"|- t^2 >= 1 + (x + y); x in (0, 4]; y in (0, 4]; t in (0, inf)"}},
      {"var x in (0, 4]\nvar y in (0, 4]\nprove exp(x*y) >= x - x*y - x*y/2 - (x*y + 1)",
       "gen t (0, inf) (x*y)",
       {"|- exp(t) >= x - x*y - x*y/2 - (t + 1); x in (0, 4]; y in (0, 4]; t in (0, inf)"}},
      {"var x in (0, 4]\nprove log(x) >= 0", "growth 2 (log(x)) w", {}},  // on both sides of 1
      {"var x in [1, 4]\nprove log(x) >= 0", "growth 2 (log(x)) w", {"|- 2*w*x^(1/2) >= 0; x in [1, 4]; w in [0, 1)"}},
      {"var x in [1, 4]\nprove log(x) >= 0",
       "series 1 (log(x)) (1) w [0, 1]",
       {"|- log(1) + (x - 1) + w*((-1/2)*(x - 1)^2) >= 0; x in [1, 4]; w in [0, 1]"}},
      {"var x in [0, 1]\nprove exp(x) >= 0",
       "series 1 (exp(x)) w [1, 3]",
       {"|- 1 + w*x >= 0; x in [0, 1]; w in [1, 3]"}},
      {"var x in [1, 4]\nprove erfc(x) >= 0",
       "series 0 (erfc(x)) w",
       {"|- exp(-x^2)/sqrt(pi)*(w*(1/x)) >= 0; x in [1, 4]; w in (0, 1)"}},
      {"var x in [1, 4]\nprove erf(x) >= erf(1)",
       "secant (erf(x)) (erf(1)) w (0, inf) (-inf, inf)",
       {"|- erf(1) + (x - 1)*w >= erf(1); x in [1, 4]; w in (0, inf)"}},
      {"var x in [0, 2]\nprove 2*x > 0", "factor (2) (x)", {"|- x > 0; x in [0, 2]"}},
      {"var x in [0, 2]\nprove 2*x > 0", "rewrite (x)", {"|- x > 0; x in [0, 2]"}},
      {"var x in [0, 2]\nprove 2*x > 0", "rewrite (x) (-x)", {"|- x > -x; x in [0, 2]"}},
      {"var x in [0, 2]\nprove x >= 1", "power 2", {"|- x^2 >= 1^2; x in [0, 2]"}},
      {"var x in [1, 2]\nprove x >= 1", "log", {"|- log(x) >= log(1); x in [1, 2]"}},
      {"var x in [1, 2]\nprove x > 1", "exp", {"|- exp(x) > exp(1); x in [1, 2]"}},
      {"var x in [1, 2]\nprove x > 1", "trans (x/2)", {"|- x > x/2; x in [1, 2]", "|- x/2 >= 1; x in [1, 2]"}},
      {"var x in [1, 2]\nprove x = 1", "both", {"|- x >= 1; x in [1, 2]", "|- 1 >= x; x in [1, 2]"}},
      {"int n in [1, 2]\nprove n >= 1", "integral", {"|- n - 1 + 1 > 0; int n in [1, 2]"}},
      {"var x in [1, 2]\nprove x > 1", "cut x^2 > 1", {"|- x^2 > 1; x in [1, 2]", "x^2 > 1 |- x > 1; x in [1, 2]"}},
      {"var x in [1, 2]\nprove x > 1",
       "cases (x - 3/2)",
       {"x - 3/2 >= 0 |- x > 1; x in [1, 2]", "0 > x - 3/2 |- x > 1; x in [1, 2]"}},
      {"var x in [1, 2]\nprove x > 1", "fact floor (x)", {"x >= floor(x), floor(x) + 1 > x |- x > 1; x in [1, 2]"}},
      {"var x in [1, 2]\nprove x > 1", "fact ceil (x)", {"ceil(x) >= x, x + 1 > ceil(x) |- x > 1; x in [1, 2]"}},
      {"var x in [1, 2]\nprove x > 1",
       "fact normal_quantile v (x/3)",
       {"x/3 = normal_cdf(v) |- x > 1; x in [1, 2]; v in (-inf, inf)"}},
      {"var x in [1, 2]\nprove x > 1", "fact normal_quantile x (x/3)", {}},
      {"var x in [1, 2]\nprove x > 1",
       "root v (v - x) (0) (x + 1)",
       {"|- x + 1 >= 0; x in [1, 2]", "|- 0 >= 0 - x; x in [1, 2]", "|- x + 1 - x >= 0; x in [1, 2]",
        "v >= 0, x + 1 >= v, v - x = 0 |- x > 1; x in [1, 2]; v in [0, inf)"}},
      {"var x in [1, 2]\nprove x > 1", "root x (x) (0) (1)", {}},
      {"language 3\nvar y in [1, 2]\nprove y > 1",
       "substitute (integral(x, 0, 1, x^2)) t (1 - y*t) (0) (1/y)",
       {"integral(x, 0, 1, x^2) = integral(x, 0, 1/y, (1 - y*x)^2*y) |- y > 1; y in [1, 2]"}},
      {"language 3\nvar y in [1, 2]\nprove y > 1",
       "under x t (x*t^2) (0) (y) (integral(x, 0, 3, 12))",
       {"x > 0, 3 > x, t >= 0, y >= t |- 12 >= 2*x*t; y in [1, 2]; x in (0, inf); t in (-inf, inf)",
        "x > 0, 3 > x, t >= 0, y >= t |- 12 + 2*x*t >= 0; y in [1, 2]; x in (0, inf); t in (-inf, inf)",
        "integral(x, 0, 3, x*y^2) = integral(z, 0, 3, z*0^2) + integral(x, 0, y, integral(z, 0, 3, 2*z*x)) |- y > 1; y in "
        "[1, 2]"}},
      {"var x in [1, 2]\nassume forall y in [0, 1]: x > y\nprove x > 1",
       "inst 1 (1/2)",
       {"x > 1/2 |- x > 1; x in [1, 2]"}},
      {"var x in [1, 2]\nassume forall y in [0, 1]: x > y\nprove x > 1", "inst 2 (1/2)", {}},
      {"var x in [0, 2]\nvar y in [0, 2]\nprove x^2 >= y", "touch 64 x (0)", {"|- 0^2 >= y; y in [0, 2]"}},
      {"var x in [0, 2]\nprove x >= 0", "split z 1", {}},
      {"var x in [0, 2]\nassume x > 1\nprove x >= 0", "hyp 1", {}},
      {"var x in [0, 2]\nprove x >= 0", "eval 64", {}},
  };
  std::set<std::string_view> applied;
  for (const auto& [statement, line, goals] : all) {
    const Goal g = goal_of(statement);
    const Step step = read_step(line, g.context);
    const auto left = apply(step, g);
    ASSERT_EQ(left.has_value(), !goals.empty()) << statement << "\n" << line;
    if (!left) continue;
    applied.insert(name_of(step.rule));
    ASSERT_EQ(left->size(), goals.size()) << line;
    for (std::size_t k = 0; k < goals.size(); ++k) EXPECT_EQ(told((*left)[k]), goals[k]) << statement << "\n" << line;
  }
  EXPECT_EQ(applied.size(), 36U);  // all words of rules that leave goals
}

}  // namespace
}  // namespace dpcert::verify
