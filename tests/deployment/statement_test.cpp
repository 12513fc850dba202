// The statements that certificates prove are traces of the templates of src/: they agree with what the evaluation
// encloses, from both sides, at random points of every mechanism; and a fault in a template is a fault in the text.
#include "verify/deployment/statement.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "dpcert/divergence/renyi.hpp"
#include "dpcert/language/enclose.hpp"
#include "dpcert/language/statement.hpp"
#include "dpcert/mechanisms/dirichlet_mechanisms.hpp"
#include "dpcert/privacy/conversions.hpp"
#include "dpcert/privacy/formulas.hpp"
#include "dpcert/privacy/quantity.hpp"
#include "tests/dice.hpp"

namespace dpcert::deployment {
namespace {

constexpr Precision bits = 256;
constexpr int digits = 30;

/// Random parameters, short as rationals.
struct Dice : test::Dice {
  Dice() : test::Dice(20240229) {}
  /// In (0, most], a multiple of 1/24.
  Rational positive(int most) { return Rational(integer(1, 24 * most), 24); }
  Rational probability() { return Rational(integer(1, 23), 24); }
  /// In (1, 4).
  Rational order() { return Rational(1) + Rational(integer(1, 71), 24); }
};

/// The fields of a mechanism's table, at random.
std::string random_fields(const std::string& type, Dice& dice) {
  const auto text = [&](const char* key, const Rational& value) {
    return fmt::format("{} = \"{}\"\n", key, value.str());
  };
  const auto count = [&](const char* key, std::int64_t lo, std::int64_t hi) {
    return fmt::format("{} = {}\n", key, dice.integer(lo, hi));
  };
  if (type == "beta_bernoulli" || type == "statistical_query")
    return fmt::format("algorithm = \"direct\"\nprior = [\"{}\", \"{}\"]\n", (Rational(4) + dice.positive(9)).str(),
                       (Rational(4) + dice.positive(9)).str()) +
           count("n", 1, 40);
  if (type == "dirichlet_categorical")
    return fmt::format("algorithm = \"diffused\"\nprior = [{}, {}, {}]\n", dice.integer(4, 9), dice.integer(4, 9),
                       dice.integer(4, 9)) +
           count("n", 1, 40) + text("r", dice.probability());
  if (type == "gaussian_mean")
    return "algorithm = \"diffused\"\n" + text("variance", dice.positive(4)) + text("prior_count", dice.positive(4)) +
           text("clip", dice.positive(2)) + count("n", 1, 40) + text("r", dice.probability());
  if (type == "gibbs_gaussian")
    return text("beta", dice.positive(2)) + text("radius", dice.positive(2)) + text("precision", dice.positive(4)) +
           count("n", 1, 40);
  if (type == "gibbs_lipschitz")
    return text("beta", dice.positive(2)) + text("lipschitz", dice.positive(2)) + text("convexity", dice.positive(4));
  if (type == "gibbs_langevin") {
    const Rational convexity = dice.positive(4);
    return text("beta", dice.positive(2)) + text("lipschitz", dice.positive(2)) + text("convexity", convexity) +
           text("smoothness", convexity + dice.positive(2)) + count("d", 2, 9) +
           text("gamma", Rational(dice.integer(1, 11), 24));
  }
  if (type == "gaussian")
    return text("sigma", dice.positive(9)) + text("sensitivity", dice.positive(3)) + count("T", 1, 20);
  if (type == "laplace") return text("b", dice.positive(4)) + text("sensitivity", dice.positive(2));
  if (type == "randomized_response") return text("p_truth", dice.probability());
  if (type == "kary_randomized_response") return text("noise", dice.probability()) + count("k", 2, 30);
  if (type == "poisson_subsampled_gaussian")
    return text("q", dice.probability()) + text("sigma", Rational(1, 2) + dice.positive(3)) + count("T", 1, 20);
  if (type == "exponential_mechanism") return text("eps", dice.positive(4));
  return "";
}
/// All but those whose largest value over finitely many laws has no formula.
std::vector<std::string> traced_types() {
  std::vector<std::string> out;
  for (const std::string& type : mechanism_types())
    if (!dirichlet_mechanism(type)) out.push_back(type);
  return out;
}
Deployed random_deployment(const std::string& type, Dice& dice) {
  const std::string fields = random_fields(type, dice);
  EXPECT_FALSE(fields.empty()) << "no random parameters for " << type;
  Config config = read_config("x.toml", "name = \"x\"\n[mechanism]\ntype = \"" + type + "\"\n" + fields +
                                            "[target]\ndp = { epsilon = 1, delta = 1 }\n");
  return deployed_mechanism(config);
}
Number order_for(const CertifiedCase& one, Dice& dice) {
  if (one.mechanism == "poisson_subsampled_gaussian") return {Rational(dice.integer(2, 12)), false, ""};
  return {dice.order(), false, ""};
}

/// Read back from the text of a statement, what it says is at most the bound.
Expr said(const std::string& text) {
  const auto instance = verify::parse_statement(text).instance();
  EXPECT_EQ(instance.conclusions.size(), 1u) << text;
  const Relation& r = instance.conclusions.at(0);
  EXPECT_TRUE(r.rel == Rel::ge || r.rel == Rel::le) << text;
  return r.rel == Rel::ge ? r.rhs : r.lhs;
}
Expr said(const Traced& one) { return said(statement_of("x", {one}, {}, "7")); }

/// Narrow enclosures of one number, which is at least 2^-40 unless it is 0.
testing::AssertionResult same(const Ball& a, const Ball& b) {
  for (const Ball& x : {a, b}) {
    if (!x.is_finite()) return testing::AssertionFailure() << "not enclosed";
    if (x.upper_rational() - x.lower_rational() > pow(Rational(1, 2), 80) * (Rational(1) + abs(x.upper_rational())))
      return testing::AssertionFailure() << "wide: [" << x.lower(30) << ", " << x.upper(30) << "]";
  }
  if (a.overlaps(b)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << a.lower(30) << " is not " << b.lower(30);
}

/// Where the divergence of two options is largest: A/(1 + q A) = order B/(1 + q B), A = expm1(order eps), B =
/// expm1(eps).
Rational worst_option(const Rational& order, const Rational& eps) {
  constexpr Precision more = 3 * bits;
  const Ball a = expm1(Ball(order * eps, more)), b = expm1(Ball(eps, more)), lambda(order, more);
  return ((a - lambda * b) / (a * b * (lambda - Ball(1)))).midpoint_rational();
}
/// The same for delta: (1 + q B)^2 = exp(eps - epsilon), epsilon < eps.
Rational worst_option_of_delta(const Rational& epsilon, const Rational& eps) {
  constexpr Precision more = 3 * bits;
  return (expm1(Ball((eps - epsilon) / Rational(2), more)) / expm1(Ball(eps, more))).midpoint_rational();
}
const Rational& eps_of(const CertifiedCase& one) { return one.parameters.at("eps").at(0); }

TEST(TracedStatement, IsTheEvaluatedDivergenceAtRandomPoints) {
  Dice dice;
  for (const std::string& type : traced_types()) {
    int compared = 0;
    for (int i = 0; i < 12; ++i) {
      const Deployed deployed = random_deployment(type, dice);
      for (const CertifiedCase& one : deployed.guarantee.cases) {
        const Number order = order_for(one, dice);
        const auto traced = traced_renyi(one, order);
        if (!deployed.has_renyi) {
          EXPECT_FALSE(traced) << type;
          ++compared;
          continue;
        }
        ASSERT_TRUE(traced) << type;
        const Certified truth = certify(
            make_query(one.quantity, one.mechanism, one.parameters, ExtendedRational{order.value, false}), digits);
        const Expr text = said(*traced);
        SCOPED_TRACE(fmt::format("{} {} order {}", type, to_text(text), order.value.str()));
        if (traced->probabilities.empty()) {
          EXPECT_TRUE(same(verify::enclose(text, {}, bits), truth.enclosure));
        } else {
          const auto at = [&](const Rational& q) { return verify::enclose(text, {{"q", q}}, bits); };
          EXPECT_TRUE(same(at(worst_option(order.value, eps_of(one))), truth.enclosure));
          for (int k = 0; k < 5; ++k) EXPECT_FALSE(certainly_greater(at(dice.probability()), truth.enclosure));
        }
        ++compared;
      }
    }
    EXPECT_GE(compared, 12) << type;
  }
}

TEST(TracedStatement, IsTheEvaluatedDivergenceOfDirichletPairs) {
  // A record moved, and one moved around: coordinates in which the laws agree, and laws that differ in all.
  Dice dice;
  for (int i = 0; i < 24; ++i) {
    std::vector<Rational> p, q;
    for (int k = 0; k < 4; ++k) p.push_back(Rational(4) + dice.positive(9));
    q = p;
    for (std::size_t k = 0; k < (i % 2 == 0 ? 1U : 3U); ++k) {
      const Rational step = dice.probability();
      q[k] += step;
      q[k + 1] -= step;
    }
    const CertifiedCase one{"renyi", "dirichlet_pair", {{"alpha1", p}, {"alpha2", q}}};
    const Number order{dice.order(), false, ""};
    const auto traced = traced_renyi(one, order);
    ASSERT_TRUE(traced);
    const Certified truth =
        certify(make_query("renyi", one.mechanism, one.parameters, ExtendedRational{order.value, false}), digits);
    EXPECT_TRUE(same(verify::enclose(said(*traced), {}, bits), truth.enclosure)) << to_text(said(*traced));
  }
}

TEST(TracedStatement, IsTheEvaluatedDivergenceOfOrderInfinity) {
  Dice dice;
  const Number infinity{Rational(0), true, "inf"};
  for (const char* type : {"laplace", "randomized_response", "kary_randomized_response", "exponential_mechanism"}) {
    for (int i = 0; i < 12; ++i) {
      const CertifiedCase one = random_deployment(type, dice).guarantee.cases.at(0);
      const auto traced = traced_renyi(one, infinity);
      ASSERT_TRUE(traced) << type;
      const Certified truth =
          certify(make_query(one.quantity, one.mechanism, one.parameters, ExtendedRational{Rational(0), true}), digits);
      EXPECT_TRUE(same(verify::enclose(said(*traced), {}, bits), truth.enclosure)) << to_text(said(*traced));
    }
  }
}

TEST(TracedStatement, IsTheEvaluatedDeltaAtRandomPoints) {
  Dice dice;
  int closed_forms = 0;
  for (const std::string& type : traced_types()) {
    for (int i = 0; i < 12; ++i) {
      const Deployed deployed = random_deployment(type, dice);
      const CertifiedCase& one = deployed.guarantee.cases.at(0);
      const Rational epsilon = i == 0 ? Rational(0) : dice.positive(2);
      const auto traced = traced_delta(one, epsilon);
      ASSERT_EQ(traced.has_value(), one.mechanism == "gaussian" || deployed.delta) << type;
      if (!traced) continue;
      ++closed_forms;
      const Ball truth =
          deployed.delta
              ? deployed.delta(epsilon, bits)
              : certify(make_query("delta", one.mechanism, one.parameters, ExtendedRational{epsilon, false}), digits)
                    .enclosure;
      const Expr text = said(*traced);
      SCOPED_TRACE(fmt::format("{} {}", type, to_text(text)));
      if (traced->probabilities.empty()) {
        EXPECT_TRUE(same(verify::enclose(text, {}, bits), truth));
      } else {
        const auto at = [&](const Rational& q) { return verify::enclose(text, {{"q", q}}, bits); };
        const Rational worst = epsilon < eps_of(one) ? worst_option_of_delta(epsilon, eps_of(one)) : Rational(0);
        EXPECT_TRUE(same(at(worst), truth));
        for (int k = 0; k < 5; ++k) EXPECT_FALSE(certainly_greater(at(dice.probability()), truth));
      }
    }
  }
  EXPECT_EQ(closed_forms, 9 * 12);
}

TEST(TracedStatement, IsTheEvaluatedConversionAtRandomPoints) {
  Dice dice;
  int compared = 0;
  for (int i = 0; i < 40; ++i) {
    const CertifiedCase one = random_deployment("gaussian", dice).guarantee.cases.at(0);
    const Number order = order_for(one, dice);
    // T order/(2 sigma^2), exactly.
    const Rational &sigma = one.parameters.at("sigma").at(0), &T = one.parameters.at("T").at(0);
    const Rational divergence = T * order.value / (Rational(2) * sigma * sigma),
                   epsilon = divergence + dice.positive(2);
    const Ball truth = rdp_to_delta(Conversion::cks, order.value, divergence, epsilon, digits).enclosure;
    if (truth.upper_rational() >= Rational(1)) continue;  // cut there
    EXPECT_TRUE(same(verify::enclose(said(*traced_conversion(one, order, epsilon)), {}, bits), truth));
    ++compared;
  }
  EXPECT_GE(compared, 20);
}

TEST(TracedStatement, NumbersALittleOffOnEitherSideAreSeen) {
  const CertifiedCase one{"rdp", "laplace", {{"b", {Rational(3, 2)}}}};
  const Number order{Rational(5, 2), false, ""};
  const Ball truth =
      certify(make_query("rdp", "laplace", one.parameters, ExtendedRational{order.value, false}), digits).enclosure;
  Traced traced = *traced_renyi(one, order);
  const Expr right = traced.value;
  EXPECT_TRUE(same(verify::enclose(said(traced), {}, bits), truth));
  for (const int sign : {1, -1}) {
    traced.value = right * Expr(Rational(1) + Rational(sign) * pow(Rational(1, 2), 60));
    EXPECT_FALSE(same(verify::enclose(said(traced), {}, bits), truth)) << sign;
  }
}

/// The printed value as the language reads it, every name a variable.
Expr read_back(const Traced& traced) {
  verify::Instance names;
  for (const auto& abbreviation : traced.abbreviations) names.variables.push_back({abbreviation.first, false, {}});
  for (const std::string& name : traced.probabilities) names.variables.push_back({name, false, {}});
  return verify::parse_expression(to_text(traced.value), names);
}

TEST(TracedStatement, ReadsBackToTheTrace) {
  Dice dice;
  for (const std::string& type : traced_types()) {
    for (const CertifiedCase& one : random_deployment(type, dice).guarantee.cases) {
      const Number order{Rational(3), false, ""};
      for (const auto& traced :
           {traced_renyi(one, order), traced_delta(one, Rational(1, 3)), traced_conversion(one, order, Rational(2))}) {
        if (traced) {
          EXPECT_EQ(read_back(*traced), traced->value) << type << to_text(traced->value);
        }
      }
    }
  }
}

TEST(TracedStatement, HoldsTheTemplateAndNoCopyOfIt) {
  // Equal expressions are one node: whatever is changed in a template is changed in the statement.
  const auto name = [](const char* text) { return Expr::variable(text); };
  const Number order{Rational(3), false, ""};
  const Expr lambda = name("lambda"), epsilon = name("epsilon"), sigma = name("sigma"), T = name("T"), q = name("q"),
             p = name("p"), eps = name("eps"), x = Expr(1) / name("b");
  const CertifiedCase gaussian{"rdp", "gaussian", {{"sigma", {Rational(4)}}, {"T", {Rational(10)}}}};
  const CertifiedCase laplace{"rdp", "laplace", {{"b", {Rational(2)}}}};
  const CertifiedCase kary{
      "rdp", "kary_randomized_response_replace_one", {{"noise", {Rational(1, 2)}}, {"k", {Rational(10)}}}};
  const CertifiedCase sampled{
      "rdp", "poisson_subsampled_gaussian", {{"q", {Rational(1, 9)}}, {"sigma", {Rational(2)}}, {"T", {Rational(5)}}}};
  const CertifiedCase exponential{"rdp", "exponential_mechanism", {{"eps", {Rational(1)}}}};
  const CertifiedCase dirichlet{
      "renyi",
      "dirichlet_pair",
      {{"alpha1", {Rational(5), Rational(4), Rational(6)}}, {"alpha2", {Rational(5), Rational(5), Rational(5)}}}};
  const auto answers = randomized_response_outcomes(p, q, Rational(10));
  EXPECT_EQ(traced_renyi(gaussian, order)->value, gaussian_rdp(lambda, sigma, T));
  EXPECT_EQ(traced_renyi(laplace, order)->value, laplace_rdp_formula(lambda, x));
  EXPECT_EQ(traced_renyi(kary, order)->value, finite_renyi_formula(lambda, answers));
  EXPECT_EQ(traced_renyi(sampled, order)->value, subsampled_gaussian_rdp_formula(3, q, sigma, T));
  EXPECT_EQ(traced_renyi(exponential, order)->value, two_options_rdp(lambda, eps, q));
  EXPECT_EQ(traced_renyi(beta_case({4, 6}, {5, 5}), order)->value,
            renyi_formula(Order<Expr>(lambda), Beta<Expr>{4, 6}, Beta<Expr>{5, 5}));
  EXPECT_EQ(traced_renyi(dirichlet, order)->value,
            renyi_coordinate_formula(lambda, Expr(4), Expr(5)) + renyi_coordinate_formula(lambda, Expr(6), Expr(5)));
  EXPECT_EQ(traced_delta(gaussian, Rational(1))->value, gaussian_delta(epsilon, name("mu")));
  EXPECT_EQ(traced_delta(laplace, Rational(1))->value, laplace_delta(epsilon, x));
  EXPECT_EQ(traced_delta(kary, Rational(1))->value, finite_delta(epsilon, answers));
  EXPECT_EQ(traced_delta(exponential, Rational(1))->value, two_options_delta(epsilon, eps, q));
  EXPECT_EQ(traced_conversion(gaussian, order, Rational(1))->value,
            renyi_to_delta_formula(lambda, gaussian_rdp(lambda, sigma, T), epsilon));
}

TEST(TracedStatement, IsReadable) {
  const CertifiedCase one{"rdp", "gaussian", {{"sigma", {Rational(7, 2)}}, {"T", {Rational(10)}}}};
  EXPECT_EQ(renyi_statement({one}, {"all but one"}, {Rational(8), false, ""}, "5/2"),
            "title \"Renyi divergence of order 8 is at most 5/2\"\nlet lambda = 8\nlet sigma = 7/2\nlet T = 10\n"
            "# all but one\nprove T*lambda/(2*sigma*sigma) <= 5/2\n");
}

TEST(TracedStatement, IsNotMadeOfWhatHasNoFormula) {
  const Number order{Rational(3), false, ""};
  const CertifiedCase sampled{
      "rdp", "poisson_subsampled_gaussian", {{"q", {Rational(1, 9)}}, {"sigma", {Rational(2)}}, {"T", {Rational(5)}}}};
  EXPECT_FALSE(traced_renyi(sampled, {Rational(5, 2), false, ""}));
  EXPECT_FALSE(traced_renyi(sampled, {Rational(65), false, ""}));
  // The answer is always the truth: infinite.
  EXPECT_FALSE(traced_renyi({"rdp", "randomized_response", {{"p_truth", {Rational(1)}}}}, order));
  // Totals that differ: the coordinates are not all of it.
  EXPECT_FALSE(traced_renyi(
      {"renyi", "dirichlet_pair", {{"alpha1", {Rational(5), Rational(4)}}, {"alpha2", {Rational(5), Rational(5)}}}},
      order));
  EXPECT_FALSE(traced_renyi(beta_case({4, 6}, {5, 5}), {Rational(1), false, ""}));
  // One name for two things is no statement.
  Traced one{Expr::variable("x"), {{"x", Expr(1)}}, {}}, two{Expr::variable("x"), {{"x", Expr(2)}}, {}};
  EXPECT_THROW(static_cast<void>(statement_of("x", {one, two}, {}, "3")), Error);
}

}  // namespace
}  // namespace dpcert::deployment
