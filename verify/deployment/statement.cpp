#include "verify/deployment/statement.hpp"

#include <fmt/format.h>

#include <functional>
#include <map>

#include "dpcert/divergence/renyi.hpp"
#include "dpcert/privacy/formulas.hpp"
#include "dpcert/privacy/langevin_monte_carlo.hpp"

namespace dpcert::deployment {

namespace {

constexpr std::int64_t most_summed = 64;  ///< orders up to which a binomial sum is written out

const Rational& number(const CertifiedCase& one, const char* key) { return one.parameters.at(key).at(0); }

/// A trace in the making: numbers get names, so that the text can be read.
class Tracer {
 public:
  explicit Tracer(const CertifiedCase& one) : one_(one) {}
  /// `name` for a value.
  Expr let(const char* name, const Expr& value) {
    traced_.abbreviations.emplace_back(name, value);
    return Expr::variable(name);
  }
  /// The parameter of the case under its own name.
  Expr parameter(const char* key) { return let(key, number(one_, key)); }
  Expr probability(const char* name) {
    traced_.probabilities.emplace_back(name);
    return Expr::variable(name);
  }
  Traced is(const Expr& value) {
    traced_.value = value;
    return std::move(traced_);
  }
  [[nodiscard]] const CertifiedCase& one() const { return one_; }

 private:
  const CertifiedCase& one_;
  Traced traced_;
};

/// Randomised response of either kind: the probabilities of the truth and of any other answer, and how many answers
/// there are.
struct Answers {
  Rational truth, other, k;
};
Answers answers_of(const CertifiedCase& one) {
  if (one.mechanism == "randomized_response")
    return {number(one, "p_truth"), Rational(1) - number(one, "p_truth"), Rational(2)};
  const Rational& k = number(one, "k");
  const auto law = kary_answers(number(one, "noise"), k);
  return {law.truth, law.other, k};
}
std::vector<Outcomes<Expr>> outcomes_of(Tracer& tracer) {
  const Answers a = answers_of(tracer.one());
  const Expr truth = tracer.let("p", a.truth), other = tracer.let("q", a.other);
  return randomized_response_outcomes(truth, other, a.k);
}
/// Are all answers possible? The largest log ratio is infinite otherwise.
bool all_possible(const CertifiedCase& one) {
  const Answers a = answers_of(one);
  return a.truth.sign() > 0 && a.other.sign() > 0;
}

std::optional<Traced> beta_renyi(Tracer& tracer, const Expr& order) {
  const auto law = [&](const char* a, const char* b) {
    return Beta<Expr>{number(tracer.one(), a), number(tracer.one(), b)};
  };
  return tracer.is(renyi_formula(Order<Expr>(order), law("a1", "b1"), law("a2", "b2")));
}

/// A coordinate in which both laws agree adds nothing: two are left of each case of a posterior sampler.
std::optional<Traced> dirichlet_renyi(Tracer& tracer, const Expr& order) {
  const std::vector<Rational>&p = tracer.one().parameters.at("alpha1"), &q = tracer.one().parameters.at("alpha2");
  Rational more;  // of the total of p than of q's
  std::optional<Expr> sum;
  for (std::size_t k = 0; k < p.size(); ++k) {
    more += p[k] - q.at(k);
    if (p[k] == q[k]) continue;
    const Expr term = renyi_coordinate_formula(order, Expr(p[k]), Expr(q[k]));
    sum = sum ? *sum + term : term;
  }
  if (!more.is_zero()) return std::nullopt;
  return tracer.is(sum.value_or(Expr(0)));
}

std::optional<Traced> sampled_renyi(Tracer& tracer, const Rational& order) {
  const auto integer = order.to_int64();
  const Rational& q = number(tracer.one(), "q");
  if (!integer || *integer > most_summed || q.sign() <= 0 || q >= Rational(1)) return std::nullopt;
  const Expr share = tracer.parameter("q"), sigma = tracer.parameter("sigma"), T = tracer.parameter("T");
  return tracer.is(subsampled_gaussian_rdp_formula(static_cast<int>(*integer), share, sigma, T));
}

std::optional<Traced> finite_order_renyi(const CertifiedCase& one, const Rational& order) {
  Tracer tracer(one);
  const std::string& mechanism = one.mechanism;
  const Expr lambda = tracer.let("lambda", order);
  if (mechanism == "beta_pair") return beta_renyi(tracer, lambda);
  if (mechanism == "dirichlet_pair") return dirichlet_renyi(tracer, lambda);
  if (mechanism == "poisson_subsampled_gaussian") return sampled_renyi(tracer, order);
  if (mechanism == "gaussian") {
    const Expr sigma = tracer.parameter("sigma"), T = tracer.parameter("T");
    return tracer.is(gaussian_rdp(lambda, sigma, T));
  }
  if (mechanism == "laplace") return tracer.is(laplace_rdp_formula(lambda, Expr(1) / tracer.parameter("b")));
  if (mechanism == "exponential_mechanism") {
    const Expr eps = tracer.parameter("eps");
    return tracer.is(two_options_rdp(lambda, eps, tracer.probability("q")));
  }
  if (mechanism == "randomized_response" || mechanism == "kary_randomized_response_replace_one") {
    if (!all_possible(one)) return std::nullopt;
    return tracer.is(finite_renyi_formula(lambda, outcomes_of(tracer)));
  }
  return std::nullopt;
}

/// Order infinity, where it is finite: the largest log of the density ratio.
std::optional<Traced> largest_loss(const CertifiedCase& one) {
  Tracer tracer(one);
  const std::string& mechanism = one.mechanism;
  if (mechanism == "laplace") return tracer.is(laplace_max_divergence(Expr(Expr(1) / tracer.parameter("b"))));
  if (mechanism == "exponential_mechanism") return tracer.is(bounded_range_max_divergence(tracer.parameter("eps")));
  if (mechanism == "randomized_response" || mechanism == "kary_randomized_response_replace_one") {
    if (!all_possible(one)) return std::nullopt;
    return tracer.is(finite_max_divergence(outcomes_of(tracer)));
  }
  return std::nullopt;
}

/// What `trace` makes of every case; nothing if it makes nothing of one.
std::optional<std::vector<Traced>> of_every(const std::vector<CertifiedCase>& cases,
                                            const std::function<std::optional<Traced>(const CertifiedCase&)>& trace) {
  std::vector<Traced> sides;
  for (const CertifiedCase& one : cases) {
    std::optional<Traced> side = trace(one);
    if (!side) return std::nullopt;
    sides.push_back(std::move(*side));
  }
  return sides;
}

}  // namespace

std::optional<Traced> traced_renyi(const CertifiedCase& one, const Number& order) {
  if (order.infinite) return largest_loss(one);
  if (order.value <= Rational(1)) return std::nullopt;
  return finite_order_renyi(one, order.value);
}

std::optional<Traced> traced_delta(const CertifiedCase& one, const Rational& at) {
  Tracer tracer(one);
  const Expr epsilon = tracer.let("epsilon", at);
  if (one.mechanism == "gaussian") {
    const Expr sigma = tracer.parameter("sigma"), T = tracer.parameter("T");
    return tracer.is(gaussian_delta(epsilon, tracer.let("mu", gaussian_mu(sigma, T))));
  }
  if (one.mechanism == "gibbs_langevin") {
    const Expr beta = tracer.parameter("beta"), lipschitz = tracer.parameter("lipschitz"),
               convexity = tracer.parameter("convexity"), gamma = tracer.parameter("gamma");
    const Expr mu = tracer.let("mu", sqrt(gibbs_lipschitz_mu_squared(beta, lipschitz, convexity)));
    return tracer.is(delta_with_error(gaussian_delta(epsilon, mu), epsilon, gamma));
  }
  if (one.mechanism == "laplace") return tracer.is(laplace_delta(epsilon, Expr(Expr(1) / tracer.parameter("b"))));
  if (one.mechanism == "exponential_mechanism") {
    const Expr eps = tracer.parameter("eps");
    return tracer.is(two_options_delta(epsilon, eps, tracer.probability("q")));
  }
  if (one.mechanism == "randomized_response" || one.mechanism == "kary_randomized_response_replace_one")
    return tracer.is(finite_delta(epsilon, outcomes_of(tracer)));
  return std::nullopt;
}

std::optional<Traced> traced_conversion(const CertifiedCase& one, const Number& order, const Rational& at) {
  if (order.infinite) return std::nullopt;
  std::optional<Traced> t = traced_renyi(one, order);
  if (!t) return std::nullopt;
  t->abbreviations.emplace_back("epsilon", at);
  t->value = renyi_to_delta_formula(Expr::variable("lambda"), t->value, Expr::variable("epsilon"));
  return t;
}

std::string statement_of(const std::string& title, const std::vector<Traced>& sides,
                         const std::vector<std::string>& labels, const std::string& bound) {
  std::string text = fmt::format("title \"{}\"\n", title);
  std::map<std::string, std::string> said;  // by name
  const auto declare = [&](const std::string& name, const std::string& declaration) {
    const auto [before, is_new] = said.emplace(name, declaration);
    if (is_new) text += declaration + "\n";
    if (before->second != declaration) throw Error(ErrorCode::internal, "statement_of", before->second, declaration);
  };
  for (const Traced& side : sides) {
    for (const auto& [name, value] : side.abbreviations)
      declare(name, fmt::format("let {} = {}", name, to_text(value)));
    for (const std::string& name : side.probabilities) declare(name, fmt::format("var {} in [0, 1]", name));
  }
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (i < labels.size()) text += "# " + labels[i] + "\n";
    text += fmt::format("prove {} <= {}\n", to_text(sides[i].value), bound);
  }
  return text;
}

std::optional<std::string> renyi_statement(const std::vector<CertifiedCase>& cases,
                                           const std::vector<std::string>& labels, const Number& order,
                                           const std::string& bound) {
  const auto sides = of_every(cases, [&](const CertifiedCase& one) { return traced_renyi(one, order); });
  if (!sides) return std::nullopt;
  return statement_of(
      fmt::format("Renyi divergence of order {} is at most {}", order.infinite ? "infinity" : order.value.str(), bound),
      *sides, labels, bound);
}

std::optional<std::string> delta_statement(const CertifiedCase& one, const Rational& epsilon,
                                           const std::string& bound) {
  const std::optional<Traced> side = traced_delta(one, epsilon);
  if (!side) return std::nullopt;
  return statement_of(fmt::format("delta at epsilon {} is at most {}", epsilon.str(), bound), {*side}, {}, bound);
}

std::optional<std::string> conversion_statement(const std::vector<CertifiedCase>& cases, const Number& order,
                                                const Rational& epsilon, const std::string& bound) {
  const auto sides = of_every(cases, [&](const CertifiedCase& one) { return traced_conversion(one, order, epsilon); });
  if (!sides) return std::nullopt;
  return statement_of(fmt::format("delta at epsilon {} is at most {}, by the Renyi divergence of order {}",
                                  epsilon.str(), bound, order.value.str()),
                      *sides, {}, bound);
}

}  // namespace dpcert::deployment
