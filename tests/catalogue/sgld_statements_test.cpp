// The closed forms that the SGLD statements write out, against the step-by-step recursion in exact rationals: what
// sgld.lem4.5 calls `variance` and sgld.D23 calls `gap` (each the left side of a first conclusion).
#include <gtest/gtest.h>

#include "src/langevin/cyclic.hpp"
#include "verify/catalogue/catalogue.hpp"
#include "verify/language/statement.hpp"

namespace dpcert::catalogue {
namespace {

using langevin::Problem;

/// The left side of the first conclusion of a claim at a point, exactly.
Rational first_left_side(const std::string& id, const std::map<std::string, Rational>& point) {
  const CatalogueEntry* entry = Catalogue::embedded().find(id);
  if (!entry || !entry->formal) throw std::runtime_error(id + " is not formalised");
  const auto instance = verify::parse_statement(entry->formal->text).instance();
  std::map<Expr, Expr> values;
  for (const auto& [name, value] : point) values.emplace(Expr::variable(name), Expr(value));
  const auto& relation = instance.conclusions.front();
  const auto value = verify::rational_value(substitute(relation.lhs - relation.rhs, values));
  if (!value) throw std::runtime_error(id + ": the first conclusion has no rational value there");
  return *value;
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
        }
      }
    }
  }
}

}  // namespace
}  // namespace dpcert::catalogue
