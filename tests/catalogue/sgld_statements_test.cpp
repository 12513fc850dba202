// The closed forms that the SGLD statements write out, against the step-by-step recursion in exact rationals: what
// sgld.lem4.5 calls `variance` and sgld.D23 and sgld.rate.c2n2 call `gap` (each the left side of a first conclusion),
// the variance that the statements of Theorem 1 and of the rates call W, and the means and variances in Lemmas A.1 to
// A.4.
#include <gtest/gtest.h>

#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/langevin/cyclic.hpp"
#include "dpcert/language/statement.hpp"

namespace dpcert::catalogue {
namespace {

using langevin::Problem;

/// A claim's formal statement, and a point as values of its variables.
std::pair<verify::Instance, ExprMap<Expr>> statement_at(const std::string& id,
                                                        const std::map<std::string, Rational>& point) {
  const FormalStatement* formal = Catalogue::embedded().statement(id);
  if (!formal) throw std::runtime_error(id + " is not formalised");
  const auto instance = verify::parse_statement(formal->text).instance();
  ExprMap<Expr> values;
  for (const auto& [name, value] : point) values.emplace(Expr::variable(name), Expr(value));
  return {instance, values};
}

/// Both sides of a conclusion (from 1) of a claim at a point, exactly; the larger side of an inequality is on the left.
std::pair<Rational, Rational> sides(const std::string& id, std::size_t conclusion,
                                    const std::map<std::string, Rational>& point) {
  const auto [instance, values] = statement_at(id, point);
  const auto& relation = instance.conclusions.at(conclusion - 1);
  const auto left = verify::rational_value(substitute(relation.lhs, values));
  const auto right = verify::rational_value(substitute(relation.rhs, values));
  if (!left || !right) throw std::runtime_error(id + ": the conclusion has no rational values there");
  return {*left, *right};
}

/// The first conclusion's left side less its right side.
Rational first_left_side(const std::string& id, const std::map<std::string, Rational>& point) {
  const auto [left, right] = sides(id, 1, point);
  return left - right;
}

/// The right side of the hypothesis `variable = ...` of a claim at a point.
Rational defined_value(const std::string& id, const std::string& variable,
                       const std::map<std::string, Rational>& point) {
  const auto [instance, values] = statement_at(id, point);
  for (const auto& relation : instance.hypotheses) {
    if (relation.rel != Rel::eq || relation.lhs != Expr::variable(variable)) continue;
    const auto value = verify::rational_value(substitute(relation.rhs, values));
    if (!value) throw std::runtime_error(id + ": no rational value of " + variable + " there");
    return *value;
  }
  throw std::runtime_error(id + ": no hypothesis says what " + variable + " is");
}

TEST(SgldStatements, GapAndVarianceAreTheRecursions) {
  for (const auto& [alpha, q] : {std::pair{Rational(1), Rational(4)}, {Rational(5, 3), Rational(31, 10)}}) {
    for (const std::int64_t n : {1, 2, 3}) {
      for (std::int64_t r = 1; r <= n; ++r) {
        for (const std::int64_t epochs : {2, 3}) {
          const Problem<Rational> problem{n, Rational(7), Rational(1), alpha, q};  // x_h = 1, so beta = q
          const Rational eta = default_step_size(problem);
          const auto first = run_cyclic_sgld<Rational>(alpha, q, eta, r_order(problem, 0), epochs * n);
          const auto second = run_cyclic_sgld<Rational>(alpha, q, eta, r_order(problem, r), epochs * n);
          const Rational p = marks(problem, eta).epoch.base();
          Rational sum(0), sum2(0);  // G and H of the statements
          for (std::int64_t j = 0; j < epochs; ++j) {
            sum = sum + pow(p, j);
            sum2 = sum2 + pow(p, 2 * j);
          }
          const std::map<std::string, Rational> point{{"q", q},
                                                      {"b", Rational(n) * q / (alpha + Rational(n) * q)},
                                                      {"n", Rational(n)},
                                                      {"r", Rational(r)},
                                                      {"K", Rational(epochs - 1)},
                                                      {"c", problem.c},
                                                      {"G", sum},
                                                      {"H", sum2}};
          EXPECT_EQ(first_left_side("sgld.lem4.5", point), second.variance);
          EXPECT_EQ(first_left_side("sgld.D23", point), first.mean - second.mean);
          auto law = point;
          law.emplace("alpha", alpha);
          EXPECT_EQ(first_left_side("sgld.rate.c2n2", law), first.mean - second.mean);
          for (const auto* id : {"sgld.rate.c2n2", "sgld.rate.neps.repair", "sgld.thm1.sgld"}) {
            EXPECT_EQ(defined_value(id, "alpha", law), alpha) << id;
            EXPECT_EQ(defined_value(id, "W", law), second.variance) << id;
          }
        }
      }
    }
  }
}

// Conclusions 4 of the first part's statements, whose variables are lambda and lambdahat.
TEST(SgldStatements, MeansAndVariancesOfLemmasA2ToA4) {
  for (const auto& [alpha, q] : {std::pair{Rational(1), Rational(4)}, {Rational(5, 3), Rational(31, 10)}}) {
    for (const std::int64_t n : {1, 2, 4}) {
      for (std::int64_t r = 1; r <= n; ++r) {
        for (const std::int64_t epochs : {1, 3}) {
          const Problem<Rational> problem{n, Rational(7), Rational(1), alpha, q};
          const Rational eta = default_step_size(problem), a = alpha + Rational(n) * q;
          const auto first = run_cyclic_sgld<Rational>(alpha, q, eta, r_order(problem, 0), epochs * n);
          const auto second = run_cyclic_sgld<Rational>(alpha, q, eta, r_order(problem, r), epochs * n);
          const std::map<std::string, Rational> point{
              {"lambda", Rational(1) - Rational(1) / a},
              {"lambdahat", Rational(1) - (alpha + Rational(n) * q / Rational(4)) / (a * a)},
              {"n", Rational(n)},
              {"r", Rational(r)},
              {"k", Rational(epochs - 1)},
              {"K", Rational(epochs - 1)},
              {"c", problem.c}};
          EXPECT_EQ(sides("sgld.lemA2", 1, point).second, a);  // the point is the one that is meant
          EXPECT_EQ(sides("sgld.lemA2", 4, point).first, first.mean - second.mean);
          EXPECT_EQ(sides("sgld.lemA2.rgt1.final", 4, point).first, first.mean - second.mean);
          EXPECT_EQ(sides("sgld.lemA3.rgt1", 4, point).second, second.variance);
          EXPECT_EQ(sides("sgld.lemA4.rgt1", 4, point).second, second.variance);
          // The noise part with fresh noise in every step: the right side of what the printed noise is compared with.
          const std::map<std::string, Rational> noise{
              {"alpha", alpha}, {"q", q}, {"n", Rational(n)}, {"r", Rational(r)}, {"k", Rational(epochs - 1)}};
          const Rational prior = pow(marks(problem, eta).epoch.base(), 2 * epochs) / alpha;
          EXPECT_EQ(sides(r == 1 ? "sgld.lemA1.r1.noise" : "sgld.lemA1.rgt1.noise", 1, noise).second + prior,
                    second.variance);
          if (r == 1) {
            EXPECT_EQ(sides("sgld.lemA2.r1.final", 4, point).first, first.mean - second.mean);
            EXPECT_EQ(sides("sgld.lemA3.r1", 4, point).second, second.variance);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace dpcert::catalogue
