// Every quantity that is asked for by name, over all its parameters: the enclosure, the textbook double, this library's
// own double and the decision above or below must tell one story. The doubles are other code than the enclosures, and
// the enclosures themselves are held against densities and sums in the other suites.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "dpcert/privacy/quantity.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "properties/values.hpp"

namespace dpcert::properties {
namespace {

using Side = Comparison::Side;

/// One question; what the textbook formula may lose at these parameters.
struct Question {
  std::string quantity, mechanism;
  ListParameters numbers;
  std::optional<ExtendedRational> at;
  double textbook_error = 1e-7;
  [[nodiscard]] Query query() const { return make_query(quantity, mechanism, numbers, at); }
};

ExtendedRational at_number(Rational x) { return {std::move(x), false}; }
ExtendedRational at_infinity() { return {Rational(0), true}; }
bool one_in(int n) { return *any_in(0, n) == 0; }
Rational magnitude(int below, int above) { return *log_uniform(Rational(1, below), Rational(above)); }

/// Orders at which a textbook formula keeps its digits: 1 itself, infinity, integers and others well above 1.
ExtendedRational asked_order(bool infinity) {
  if (infinity && one_in(6)) return at_infinity();
  if (one_in(6)) return at_number(Rational(1));
  if (one_in(3)) return at_number(Rational(*any_in(2, 30)));
  return at_number(Rational(1) + magnitude(2, 20));
}
ExtendedRational asked_epsilon() { return at_number(magnitude(100, 5)); }
ExtendedRational asked_delta() { return at_number(*log_uniform(pow(Rational(1, 10), 8), Rational(1, 3))); }

/// Divergences of mechanisms by their order.
Question any_divergence() {
  const auto ask = [](std::string mechanism, ListParameters numbers, bool infinity = true, double error = 1e-7) {
    return Question{"rdp", std::move(mechanism), std::move(numbers), asked_order(infinity), error};
  };
  const Rational count(*any_in(1, 50));
  switch (*any_in(0, 12)) {
    case 0:
      return ask("gaussian", {{"sigma", {magnitude(5, 50)}}, {"T", {count}}});
    case 1:
      return ask("laplace", {{"b", {magnitude(5, 10)}}});
    case 2:
      return ask("pure_dp", {{"eps", {magnitude(10, 5)}}});
    case 3:
      return ask("exponential_mechanism", {{"eps", {magnitude(10, 5)}}}, true, 1e-6);
    case 4: {
      const Rational p = *log_uniform(Rational(1, 50), Rational(2, 5));
      return ask("randomized_response", {{"p_truth", {one_in(2) ? p : Rational(1) - p}}});
    }
    case 5:
    case 6:
      return ask(one_in(2) ? "kary_randomized_response_replace_one" : "kary_randomized_response_replace_special",
                 {{"noise", {*log_uniform(Rational(1, 50), Rational(9, 10))}}, {"k", {Rational(*any_in(2, 20))}}});
    case 7:
      return ask("zcdp", {{"rho", {magnitude(100, 10)}}});
    case 8:
      return ask("beta_bernoulli_posterior",
                 {{"prior", {magnitude(2, 20), magnitude(2, 20)}}, {"n", {count}}, {"r", {magnitude(20, 1)}}}, false,
                 1e-6);
    case 9:
      return ask("gibbs_gaussian", {{"beta", {magnitude(10, 10)}},
                                    {"n", {count}},
                                    {"radius", {magnitude(10, 10)}},
                                    {"precision", {magnitude(10, 10)}}});
    case 10:
      return ask(
          "gibbs_lipschitz",
          {{"beta", {magnitude(10, 10)}}, {"lipschitz", {magnitude(10, 10)}}, {"convexity", {magnitude(10, 10)}}});
    default: {
      // The sum of an integer order loses what the moment exceeds 1 by.
      Question out = ask("poisson_subsampled_gaussian",
                         {{"q", {one_in(4) ? Rational(1) : *log_uniform(Rational(1, 20), Rational(1, 2))}},
                          {"sigma", {magnitude(1, 3)}},
                          {"T", {count}}},
                         true, 1e-5);
      if (!out.at->infinite)
        out.at = at_number(one_in(2) ? Rational(*any_in(2, 12)) : Rational(3, 2) + magnitude(2, 8));
      return out;
    }
  }
}

/// Deltas, epsilons and noises, and what Langevin Monte Carlo asks for.
Question any_conversion_of_noise() {
  const std::string kind = *rc::gen::element<std::string>("delta", "epsilon");
  const auto at = [&] { return kind == "delta" ? asked_epsilon() : asked_delta(); };
  const Rational count(*any_in(1, 20));
  switch (*any_in(0, 8)) {
    case 0:
      return {kind, "gaussian", {{"sigma", {magnitude(2, 5)}}, {"T", {count}}}, at()};
    case 1:
      return {"sigma", "gaussian", {{"epsilon", {magnitude(10, 5)}}, {"T", {count}}}, asked_delta()};
    case 2: {
      const std::string conversion = *rc::gen::element<std::string>("_mironov", "_cks");
      return {kind + conversion,
              "renyi_dp",
              {{"order", {Rational(1) + magnitude(2, 30)}}, {"eps", {magnitude(50, 3)}}},
              at()};
    }
    case 3: {
      const std::string conversion = *rc::gen::element<std::string>("_mironov", "_cks");
      std::vector<Rational> orders, rhos;
      for (int i = *any_in(1, 6); i > 0; --i)
        orders.push_back(Rational(1) + magnitude(2, 30)), rhos.push_back(magnitude(50, 3));
      return {kind + conversion, "rdp_curve", {{"orders", orders}, {"eps", rhos}}, at()};
    }
    case 4: {
      // The textbook looks at a grid of orders, where the best is flat.
      const std::string conversion = *rc::gen::element<std::string>("_mironov", "_cks");
      return {kind + conversion, "zcdp", {{"rho", {magnitude(50, 2)}}}, at(), 2e-2};
    }
    case 5:
      return {kind,
              "gibbs_lipschitz",
              {{"beta", {magnitude(4, 4)}}, {"lipschitz", {magnitude(4, 4)}}, {"convexity", {magnitude(1, 10)}}},
              at()};
    case 6:
      return {"delta",
              "gibbs_langevin",
              {{"beta", {magnitude(4, 4)}},
               {"lipschitz", {magnitude(4, 4)}},
               {"convexity", {magnitude(1, 10)}},
               {"gamma", {*log_uniform(Rational(1, 1000), Rational(1, 3))}}},
              asked_epsilon()};
    default: {
      const Rational convexity = magnitude(10, 10), smoothness = convexity * (Rational(1) + magnitude(10, 10));
      return {*rc::gen::element<std::string>("steps", "step"),
              "langevin_monte_carlo",
              {{"gamma", {*log_uniform(Rational(1, 1000), Rational(1, 3))}},
               {"d", {count}},
               {"convexity", {convexity}},
               {"smoothness", {smoothness}}},
              std::nullopt};
    }
  }
}

/// Divergences of two laws.
Question any_pair_of_laws() {
  const Rational a = magnitude(2, 20), b = magnitude(2, 20), c = magnitude(2, 20), d = magnitude(2, 20);
  const auto one = [](const Rational& x) { return std::vector<Rational>{x}; };
  const ListParameters beta{{"a1", one(a)}, {"b1", one(b)}, {"a2", one(c)}, {"b2", one(d)}};
  const ListParameters normal{{"m1", one(a)}, {"s1", one(b)}, {"m2", one(c)}, {"s2", one(d)}};
  switch (*any_in(0, 7)) {
    case 0:
      return {"renyi", "beta_pair", beta, asked_order(false), 1e-5};
    case 1:
      return {"kl", "beta_pair", beta, std::nullopt, 1e-6};
    case 2:
      return {"hellinger", "beta_pair", beta, std::nullopt, 1e-5};
    case 3:
      return {"delta", "beta_pair", beta, asked_epsilon(), 1e-6};
    case 4:
      return {"renyi", "gaussian_pair", normal, asked_order(true)};
    case 5:
      return {"kl", "gaussian_pair", normal, std::nullopt};
    default: {
      const std::vector<Rational> p{a, b, c}, q{c, d, magnitude(2, 20)};
      return {*rc::gen::element<std::string>("kl", "hellinger"),
              "dirichlet_pair",
              {{"alpha1", p}, {"alpha2", q}},
              std::nullopt,
              1e-5};
    }
  }
}

/// The decision on `value` is `side`, as a double and as a rational.
void decided(const Query& query, const Rational& value, Side side) {
  RC_LOG() << "compared with " << value.approx() << "\n";
  RC_ASSERT(compare(query, value).side == side);
  const double nearest = value.approx();
  if (std::isfinite(nearest)) RC_ASSERT(compare(query, nearest).side == side);
}

void one_story(const Question& question) {
  RC_LOG() << question.quantity << " of " << question.mechanism;
  for (const auto& [key, list] : question.numbers)
    for (const Rational& x : list) RC_LOG() << " " << key << "=" << x.str();
  if (question.at) RC_LOG() << " at " << (question.at->infinite ? "inf" : question.at->value.str());
  RC_LOG() << "\n";
  const Query query = question.query();
  const Certified truth = certify(query, 15);
  RC_ASSERT(truth.state != Certified::State::undecided);
  const double plain = textbook(query), stable = approximate(query);
  RC_LOG() << "textbook " << plain << ", stable " << stable << "\n";
  const double infinity = std::numeric_limits<double>::infinity();
  RC_ASSERT(compare(query, infinity).side == (truth.is_infinite() ? Side::equal : Side::above));
  RC_ASSERT(compare(query, -infinity).side == Side::below);
  RC_ASSERT(compare(query, std::nan("")).side == Side::no_number);
  if (truth.is_infinite()) {
    RC_ASSERT(!(plain < infinity) && !(stable < infinity));
    RC_ASSERT(error_in_ulps(infinity, truth) == 0);
    decided(query, magnitude(1000, 1000), Side::below);
    return;
  }
  RC_ASSERT(agree(truth.enclosure, stable, 1e-9, 1e-13));
  if (!std::isnan(plain)) RC_ASSERT(agree(truth.enclosure, plain, question.textbook_error, 1e-9));
  const Rational margin = abs(truth.enclosure.midpoint_rational()) / Rational(1000);
  RC_PRE(margin.sign() > 0);
  decided(query, truth.enclosure.upper_rational() + margin, Side::above);
  decided(query, truth.enclosure.lower_rational() - margin, Side::below);
  // Far off, where a cheap bound may answer before the enclosure is looked at.
  decided(query, truth.enclosure.upper_rational() * magnitude(1, 1000) + Rational(1, 1000), Side::above);
  decided(query, truth.enclosure.lower_rational() * *unit() - margin, Side::below);
  decided(query, -magnitude(1000, 1000), Side::below);
  const double up = truth.enclosure.upper_rational().approx();
  RC_ASSERT(error_in_ulps(up, truth) <= 64);
  RC_ASSERT(error_in_ulps(up * 1.001, truth) > 1e10);
}

SuiteResult one_story_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    one_story(any_divergence());
    one_story(any_conversion_of_noise());
    one_story(any_pair_of_laws());
  });
}

// ---- Values that are rational, and known from the definition: equality is proved, and what is next to it is not. ----

void proves(const Question& question, const Rational& value) {
  const Query query = question.query();
  RC_LOG() << question.quantity << " of " << question.mechanism << " should be " << value.str() << "\n";
  const Comparison here = compare(query, value);
  RC_ASSERT(here.side == Side::equal);
  const Rational near = value * pow(Rational(1, 10), 30);
  RC_ASSERT(compare(query, value + near).side == Side::above);
  RC_ASSERT(compare(query, value - near).side == Side::below);
  const Certified truth = certify(query, 20);
  RC_ASSERT(truth.is_finite());
  RC_ASSERT(truth.enclosure.contains(value));
}

/// 1/x + 1/(x+1) + ... of n terms: digamma(x + n) - digamma(x).
Rational harmonic(const Rational& x, int n) {
  Rational sum;
  for (int k = 0; k < n; ++k) sum += Rational(1) / (x + Rational(k));
  return sum;
}

SuiteResult rational_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational sigma = magnitude(10, 10), count(*any_in(1, 100)), order = *any_order();
    const Rational doubled = Rational(2) * sigma * sigma;
    proves({"rdp", "gaussian", {{"sigma", {sigma}}, {"T", {count}}}, at_number(order)}, order * count / doubled);
    proves({"zcdp", "gaussian", {{"sigma", {sigma}}, {"T", {count}}}, std::nullopt}, count / doubled);
    // Everybody takes part: no subsampling at all.
    const Rational integer_order(*any_in(2, 20));
    proves({"rdp",
            "poisson_subsampled_gaussian",
            {{"q", {Rational(1)}}, {"sigma", {sigma}}, {"T", {count}}},
            at_number(integer_order)},
           integer_order * count / doubled);
    // Unbounded orders: the largest log-ratio.
    proves({"rdp", "laplace", {{"b", {sigma}}}, at_infinity()}, Rational(1) / sigma);
    proves({"rdp", "pure_dp", {{"eps", {sigma}}}, at_infinity()}, sigma);
    proves({"rdp", "exponential_mechanism", {{"eps", {sigma}}}, at_infinity()}, sigma);
    proves({"rdp", "zcdp", {{"rho", {sigma}}}, at_number(order)}, sigma * order);
    // Two normal laws of one deviation.
    const Rational m1 = magnitude(10, 10), m2 = m1 + magnitude(10, 10), difference = m2 - m1;
    const ListParameters normal{{"m1", {m1}}, {"s1", {sigma}}, {"m2", {m2}}, {"s2", {sigma}}};
    proves({"renyi", "gaussian_pair", normal, at_number(order)}, order * difference * difference / doubled);
    proves({"kl", "gaussian_pair", normal, std::nullopt}, difference * difference / doubled);
    // Beta(a, a + n) against its mirror image: the normalisers cancel, and n (digamma(a + n) - digamma(a)) is left.
    const Rational a = magnitude(10, 10);
    const int n = *any_in(1, 30);
    const Rational b = a + Rational(n);
    proves({"kl", "beta_pair", {{"a1", {a}}, {"b1", {b}}, {"a2", {b}}, {"b2", {a}}}, std::nullopt},
           Rational(n) * harmonic(a, n));
    proves({"kl", "beta_pair", {{"a1", {b}}, {"b1", {a}}, {"a2", {a}}, {"b2", {b}}}, std::nullopt},
           Rational(n) * harmonic(a, n));
    // B(3, 4) = 1/60 = B(1, 60): D = (a - c)(psi(a) - psi(a+b)) + (b - d)(psi(b) - psi(a+b)).
    const bool swapped = one_in(2);
    const Rational three(3), four(4), one(1), sixty(60);
    const Rational there = Rational(2) * -harmonic(three, 4) - Rational(56) * -harmonic(four, 3),
                   back = Rational(-2) * -harmonic(one, 60) + Rational(56) * -harmonic(sixty, 1);
    if (swapped) {
      proves({"kl", "beta_pair", {{"a1", {one}}, {"b1", {sixty}}, {"a2", {three}}, {"b2", {four}}}, std::nullopt},
             back);
    } else {
      proves({"kl", "beta_pair", {{"a1", {three}}, {"b1", {four}}, {"a2", {one}}, {"b2", {sixty}}}, std::nullopt},
             there);
    }
  });
}

}  // namespace

std::span<const Suite> quantity_suites() {
  static constexpr std::array<Suite, 2> suites = {
      {{"quantity.one-story",
        "Enclosure, textbook double, own double and the decision above or below agree for quantities asked by name.",
        one_story_suite},
       {"quantity.rational", "Values that are rational are proved equal, and what is next to them is not.",
        rational_suite}}};
  return suites;
}

}  // namespace dpcert::properties
