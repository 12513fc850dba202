#include "verify/deployment/statement.hpp"

#include <fmt/format.h>

namespace dpcert::deployment {

namespace {

/// An exact rational in the statement language.
std::string literal(const Rational& q) {
  const std::string text = q.str();
  return q.sign() < 0 || !q.is_integer() ? "(" + text + ")" : text;
}
std::string value(const CertifiedCase& one, const char* key) { return literal(one.parameters.at(key).at(0)); }

/// Definitions in front, and one side of the inequality for every case.
struct Formula {
  std::string definitions;
  std::vector<std::string> sides;
};

/// The probabilities of the truth and of any other answer, and how many answers there are.
struct Answers {
  Rational truth, other, k;
};
std::optional<Answers> answers_of(const CertifiedCase& one) {
  const bool binary = one.mechanism == "randomized_response";
  if (!binary && one.mechanism != "kary_randomized_response_replace_one") return std::nullopt;
  Answers a;
  a.k = binary ? Rational(2) : one.parameters.at("k").at(0);
  a.other = binary ? Rational(1) - one.parameters.at("p_truth").at(0) : one.parameters.at("noise").at(0) / a.k;
  a.truth = Rational(1) - (a.k - Rational(1)) * a.other;
  return a;
}

/// Order infinity: the largest log of the density ratio, where it is finite.
std::optional<Formula> largest_loss_formula(const CertifiedCase& c) {
  if (c.mechanism == "laplace") return Formula{"", {"1/" + value(c, "b")}};
  if (c.mechanism == "exponential_mechanism") return Formula{"", {value(c, "eps")}};
  const auto a = answers_of(c);
  if (!a || a->other.sign() <= 0 || a->truth.sign() <= 0) return std::nullopt;
  return Formula{"", {fmt::format("abs(log({}/{}))", literal(a->truth), literal(a->other))}};
}

std::optional<Formula> renyi_formula(const std::vector<CertifiedCase>& cases, const Number& order) {
  if (order.infinite) return largest_loss_formula(cases.front());
  if (order.value <= Rational(1)) return std::nullopt;
  const std::string& mechanism = cases.front().mechanism;
  Formula f;
  f.definitions = fmt::format("let lambda = {}\n", literal(order.value));
  if (mechanism == "beta_pair") {
    f.definitions +=
        "let C(x, y) = lgamma(x) + lgamma(y) - lgamma(x + y)\n"
        "let l(p, q) = lambda*p + (1 - lambda)*q\n"
        "let D(a, b, c, d) = (C(l(a, c), l(b, d)) - lambda*C(a, b))/(lambda - 1) + C(c, d)\n";
    for (const CertifiedCase& c : cases)
      f.sides.push_back(
          fmt::format("D({}, {}, {}, {})", value(c, "a1"), value(c, "b1"), value(c, "a2"), value(c, "b2")));
    return f;
  }
  if (mechanism == "dirichlet_pair") {
    // The totals agree, and a category in which both laws agree drops out: two categories are left of each case.
    f.definitions += "let L(p, q) = (lgamma(lambda*p + (1 - lambda)*q) - lambda*lgamma(p))/(lambda - 1) + lgamma(q)\n";
    for (const CertifiedCase& c : cases) {
      std::string sum;
      for (std::size_t k = 0; k < c.parameters.at("alpha1").size(); ++k) {
        const Rational &p = c.parameters.at("alpha1")[k], &q = c.parameters.at("alpha2")[k];
        if (p != q) sum += fmt::format("{}L({}, {})", sum.empty() ? "" : " + ", literal(p), literal(q));
      }
      f.sides.push_back(sum);
    }
    return f;
  }
  const CertifiedCase& c = cases.front();
  if (mechanism == "gaussian") {
    f.definitions += fmt::format("let sigma = {}\nlet T = {}\n", value(c, "sigma"), value(c, "T"));
    f.sides = {"T*lambda/(2*sigma^2)"};
  } else if (mechanism == "laplace") {
    f.definitions += fmt::format("let b = {}\n", value(c, "b"));
    f.sides = {
        "log(lambda/(2*lambda - 1)*exp((lambda - 1)/b) + (lambda - 1)/(2*lambda - 1)*exp(-lambda/b))/(lambda - 1)"};
  } else if (const auto a = answers_of(c)) {
    if (a->other.sign() <= 0 || a->truth.sign() <= 0) return std::nullopt;  // infinite
    f.definitions +=
        fmt::format("let p = {}\nlet q = {}\nlet k = {}\n", literal(a->truth), literal(a->other), literal(a->k));
    f.sides = {"log(p^lambda*q^(1 - lambda) + q^lambda*p^(1 - lambda) + (k - 2)*q)/(lambda - 1)"};
  } else if (mechanism == "poisson_subsampled_gaussian") {
    const auto integer = order.value.to_int64();
    const Rational q = c.parameters.at("q").at(0);
    if (!integer || *integer > 64 || q.sign() <= 0 || q >= Rational(1)) return std::nullopt;
    f.definitions +=
        fmt::format("let q = {}\nlet sigma = {}\nlet T = {}\n", literal(q), value(c, "sigma"), value(c, "T"));
    // The binomial sum, coefficients exact.
    std::string sum;
    Rational coefficient(1);
    for (std::int64_t j = 0; j <= *integer; ++j) {
      sum += fmt::format("{}{}*(1 - q)^{}*q^{}*exp({}/(2*sigma^2))", j ? " + " : "", coefficient.str(), *integer - j, j,
                         j * (j - 1));
      coefficient = coefficient * Rational(*integer - j) / Rational(j + 1);
    }
    f.sides = {"T*log(" + sum + ")/(lambda - 1)"};
  } else if (mechanism == "exponential_mechanism") {
    // Two options: q is the probability of the one that gains, and the odds grow by exp(eps).
    f.definitions += fmt::format("let eps = {}\nvar q in [0, 1]\n", value(c, "eps"));
    f.sides = {"(log1p(q*expm1(lambda*eps)) - lambda*log1p(q*expm1(eps)))/(lambda - 1)"};
  } else {
    return std::nullopt;
  }
  return f;
}

}  // namespace

std::optional<std::string> renyi_statement(const std::vector<CertifiedCase>& cases,
                                           const std::vector<std::string>& labels, const Number& order,
                                           const std::string& bound) {
  const auto formula = renyi_formula(cases, order);
  if (!formula) return std::nullopt;
  std::string text = fmt::format("title \"Renyi divergence of order {} is at most {}\"\n",
                                 order.infinite ? "infinity" : order.value.str(), bound);
  text += formula->definitions;
  for (std::size_t i = 0; i < formula->sides.size(); ++i) {
    if (i < labels.size()) text += "# " + labels[i] + "\n";
    text += fmt::format("prove {} <= {}\n", formula->sides[i], bound);
  }
  return text;
}

std::optional<std::string> delta_statement(const CertifiedCase& one, const Rational& epsilon,
                                           const std::string& bound) {
  std::string text = fmt::format("title \"delta at epsilon {} is at most {}\"\nlet epsilon = {}\n", epsilon.str(),
                                 bound, literal(epsilon));
  std::string side;
  if (one.mechanism == "gaussian") {
    text += fmt::format("let sigma = {}\nlet T = {}\nlet mu = sqrt(T)/sigma\n", value(one, "sigma"), value(one, "T"));
    side = "normal_cdf(mu/2 - epsilon/mu) - exp(epsilon)*normal_cdf(-mu/2 - epsilon/mu)";
  } else if (one.mechanism == "laplace") {
    text += fmt::format("let b = {}\n", value(one, "b"));
    side = "max(0, 1 - exp((epsilon - 1/b)/2))";
  } else if (const auto a = answers_of(one)) {
    text += fmt::format("let p = {}\nlet q = {}\n", literal(a->truth), literal(a->other));
    side = "max(0, max(p, q) - exp(epsilon)*min(p, q))";
  } else if (one.mechanism == "exponential_mechanism") {
    text += fmt::format("let eps = {}\nvar q in [0, 1]\n", value(one, "eps"));
    side = "q*exp(eps)/(1 + q*expm1(eps)) - exp(epsilon)*q";
  } else {
    return std::nullopt;
  }
  return text + fmt::format("prove {} <= {}\n", side, bound);
}

std::optional<std::string> conversion_statement(const std::vector<CertifiedCase>& cases, const Number& order,
                                                const Rational& epsilon, const std::string& bound) {
  if (order.infinite) return std::nullopt;
  const auto formula = renyi_formula(cases, order);
  if (!formula) return std::nullopt;
  std::string text = fmt::format("title \"delta at epsilon {} is at most {}, by the Renyi divergence of order {}\"\n",
                                 epsilon.str(), bound, order.value.str());
  text += formula->definitions + fmt::format("let epsilon = {}\n", literal(epsilon));
  for (const std::string& side : formula->sides)
    text +=
        fmt::format("prove exp((lambda - 1)*({} - epsilon))*(1 - 1/lambda)^lambda/(lambda - 1) <= {}\n", side, bound);
  return text;
}

}  // namespace dpcert::deployment
