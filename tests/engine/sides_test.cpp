// What is proved is proved however its sides are typed: as a difference, with a common factor or term, negated.
#include <gtest/gtest.h>

#include <array>
#include <ostream>
#include <string>
#include <tuple>

#include <fmt/format.h>

#include "dpcert/language/statement.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::verify {
namespace {

// Of the problems that logarithms or roots of both sides prove: less < more, or at most it. `wrong` is a factor with
// which the smaller side is too large somewhere.
struct Sides {
  const char *name, *domain, *less, *more, *relation, *wrong;
};
void PrintTo(const Sides& s, std::ostream* out) { *out << s.name; }

const Sides problems[] = {
    // DLMF 5.11.3 with the first term of the series alone: 1 < sqrt(2 pi)/e = 0.92 times 5/4 at x = 1.
    {"Stirling", "var x in [1, inf)\n", "sqrt(2*pi/x)*(x/exp(1))^x", "gamma(x)", "<", "5/4"},
    // DLMF 26.5.6 from above; at n = 1 the left side is 1 and the right one 4/sqrt(pi) = 2.257.
    {"Catalan", "int n in [1, inf)\n", "binomial(2*n, n)/(n + 1)", "4^n/(sqrt(pi)*n^(3/2))", "<", "5/2"},
    // Mitrinovic, Analytic Inequalities, 2.14: equal at a = b.
    {"PowerOfSum", "var p in [1, inf)\nvar a in [0, inf)\nvar b in [0, inf)\n", "(a + b)^p", "2^(p - 1)*(a^p + b^p)",
     "<=", "9/8"},
    // Equal at x = y.
    {"LogConvexity", "var x in (0, inf)\nvar y in (0, inf)\n", "trigamma((x + y)/2)^2", "trigamma(x)*trigamma(y)",
     "<=", "9/8"},
    // Phi(-x) <= exp(-x^2/2)/2 (Boucheron, Lugosi and Massart, Exercise 2.7), said of quantiles; at p = 0.9 the
    // left side is 1.2816 and the right one 1.7941.
    {"Quantile", "var p in [1/2, 1)\n", "normal_quantile(p)", "sqrt(2*log(1/(2*(1 - p))))", "<=", "3/2"},
};

struct Form {
  const char *name, *text;  // {0} less, {1} more, {2} the relation
};
void PrintTo(const Form& f, std::ostream* out) { *out << f.name; }
const Form forms[] = {{"Difference", "({0}) - ({1}) {2} 0"},
                      {"DifferenceTurned", "0 {2} {1} - ({0})"},
                      {"Factor", "({0})/3 {2} ({1})/3"},
                      {"Term", "{0} + 1 {2} {1} + 1"},
                      {"Negated", "-({1}) {2} -({0})"}};

class TypedSides : public testing::TestWithParam<std::tuple<Sides, Form>> {};

TEST_P(TypedSides, DoNotMatter) {
  const Sides& sides = std::get<0>(GetParam());
  const Form& form = std::get<1>(GetParam());
  const auto verdict_of = [&](const std::string& less) {
    const std::string relation = fmt::format(fmt::runtime(form.text), less, sides.more, sides.relation);
    return decide(parse_statement(fmt::format("language 3\n{}prove {}\n", sides.domain, relation)), {}).verdict;
  };
  EXPECT_EQ(verdict_of(sides.less), Verdict::proved);
  EXPECT_EQ(verdict_of(fmt::format("{}*({})", sides.wrong, sides.less)), Verdict::refuted);
}

INSTANTIATE_TEST_SUITE_P(All, TypedSides, testing::Combine(testing::ValuesIn(problems), testing::ValuesIn(forms)),
                         [](const auto& info) {
                           return std::string(std::get<0>(info.param).name) + std::get<1>(info.param).name;
                         });

}  // namespace
}  // namespace dpcert::verify
