// Functions of the language under other names, which are written out where they stand.
#include <fmt/format.h>

#include <map>
#include <set>

#include "verify/language/scope.hpp"

namespace dpcert::verify {

namespace {

// Functions of one argument, in terms of others.
const std::map<std::string, Expr (*)(const Expr&), std::less<>>& notations_of_one() {
  static const std::map<std::string, Expr (*)(const Expr&), std::less<>> table{
      {"gamma", [](const Expr& x) { return exp(lgamma(x)); }},
      {"tan", [](const Expr& x) { return sin(x) / cos(x); }},
      {"cot", [](const Expr& x) { return cos(x) / sin(x); }},
      {"sec", [](const Expr& x) { return 1 / cos(x); }},
      {"csc", [](const Expr& x) { return 1 / sin(x); }},
      {"coth", [](const Expr& x) { return cosh(x) / sinh(x); }},
      {"sech", [](const Expr& x) { return 1 / cosh(x); }},
      {"csch", [](const Expr& x) { return 1 / sinh(x); }},
      {"asin", [](const Expr& x) { return 2 * atan(x / (1 + sqrt(1 - pow(x, 2)))); }},
      {"acos", [](const Expr& x) { return Expr::pi() / 2 - 2 * atan(x / (1 + sqrt(1 - pow(x, 2)))); }},
      {"asinh", [](const Expr& x) { return log(x + sqrt(pow(x, 2) + 1)); }},
      {"acosh", [](const Expr& x) { return log(x + sqrt(pow(x, 2) - 1)); }},
      {"atanh", [](const Expr& x) { return log((1 + x) / (1 - x)) / 2; }},
      {"log2", [](const Expr& x) { return log(x) / log(Expr(2)); }},
      {"log10", [](const Expr& x) { return log(x) / log(Expr(10)); }}};
  return table;
}

}  // namespace

std::set<std::string> Scope::all_notations() {
  std::set<std::string> out{"binomial",
                            "factorial",
                            "mod",
                            "beta_function",
                            "E",
                            "prob",
                            "renyi",
                            "kl",
                            "tv",
                            "hellinger",
                            "hockey_stick",
                            "piece",
                            "beta_regularized",
                            "gamma_regularized_lower",
                            "sup",
                            "inf",
                            "normal_quantile"};
  for (const auto& [name, meaning] : notations_of_one()) out.insert(name);
  return out;
}

std::string Scope::spelling(std::string_view name) {
  // Names of textbooks, of papers and of other programs. A hint costs nothing, where a word of the language would take
  // a name that statements may want for a variable.
  static const std::map<std::string, std::string, std::less<>> table{{"ln", "log(x)"},
                                                                     {"lg", "log2(x)` or `log10(x)"},
                                                                     {"e", "exp(1)"},
                                                                     {"euler_gamma", "-digamma(1)"},
                                                                     {"arcsin", "asin(x)"},
                                                                     {"arccos", "acos(x)"},
                                                                     {"arctan", "atan(x)"},
                                                                     {"arcsinh", "asinh(x)"},
                                                                     {"arccosh", "acosh(x)"},
                                                                     {"arctanh", "atanh(x)"},
                                                                     {"pow", "x^y"},
                                                                     {"cbrt", "x^(1/3)"},
                                                                     {"sinc", "sin(x)/x"},
                                                                     {"logit", "log(p/(1 - p))"},
                                                                     {"Gamma", "gamma(x)"},
                                                                     {"loggamma", "lgamma(x)"},
                                                                     {"gammaln", "lgamma(x)"},
                                                                     {"psi", "digamma(x)` or `polygamma(n, x)"},
                                                                     {"beta", "beta_function(a, b)"},
                                                                     {"Beta", "beta_function(a, b)"},
                                                                     {"betainc", "beta_regularized(x, a, b)"},
                                                                     {"gammainc", "gamma_regularized_lower(a, x)"},
                                                                     {"gamma_p", "gamma_regularized_lower(a, x)"},
                                                                     {"gamma_q", "1 - gamma_regularized_lower(a, x)"},
                                                                     {"choose", "binomial(n, k)"},
                                                                     {"comb", "binomial(n, k)"},
                                                                     {"nCr", "binomial(n, k)"},
                                                                     {"fact", "factorial(n)"},
                                                                     {"Phi", "normal_cdf(x)"},
                                                                     {"probit", "normal_quantile(p)"},
                                                                     {"normal_pdf", "exp(-x^2/2)/sqrt(2*pi)"},
                                                                     {"harmonic", "sum(k, 1, n, 1/k)"},
                                                                     {"product", "prod(k, a, b, f)"},
                                                                     {"Sum", "sum(k, a, b, f)"},
                                                                     {"integrate", "integral(x, a, b, f)"},
                                                                     {"int", "integral(x, a, b, f)"},
                                                                     {"derivative", "diff(f, x)"},
                                                                     {"divides", "mod(n, d) = 0"},
                                                                     {"KL", "kl(P, Q)"},
                                                                     {"TV", "tv(P, Q)"},
                                                                     {"C", "binomial(n, k)"},
                                                                     {"Var", "E(x, x^2, P) - E(x, x, P)^2"},
                                                                     {"var", "E(x, x^2, P) - E(x, x, P)^2"},
                                                                     {"expectation", "E(x, e, P)"},
                                                                     {"mean", "E(x, x, P)"},
                                                                     {"variance", "E(x, x^2, P) - E(x, x, P)^2"},
                                                                     {"Pr", "prob(x, x >= 1, P)"},
                                                                     {"fabs", "abs(x)"},
                                                                     {"norm", "abs(x)"},
                                                                     {"sgn", "piece(x < 0: -1, x > 0: 1, 0)"},
                                                                     {"sign", "piece(x < 0: -1, x > 0: 1, 0)"},
                                                                     {"sigmoid", "1/(1 + exp(-x))"},
                                                                     {"logistic", "1/(1 + exp(-x))"},
                                                                     {"square", "x^2"},
                                                                     {"exp2", "2^x"},
                                                                     {"normcdf", "normal_cdf(x)"},
                                                                     {"norm_cdf", "normal_cdf(x)"},
                                                                     {"pnorm", "normal_cdf(x)"},
                                                                     {"qnorm", "normal_quantile(p)"},
                                                                     {"ceiling", "ceil(x)"}};
  const auto found = table.find(name);
  return found == table.end() ? "" : fmt::format("; it is written `{}`", found->second);
}

// The notations of version 3, written out: functions of the language under other names.
Expr Scope::notation(const Node& n) {
  const std::string& f = n.text;
  if (is_described(n))
    fail(n, fmt::format("`{}` stands in the relations of `assume` and `prove`, not in a sum over a range, an integral, "
                        "a law, diff or at",
                        f));
  if (f == "sup" || f == "inf") fail(n, fmt::format("expected `{0}(x in [a, b], e)` or `{0}(x in I where R, e)`", f));
  if (f == "E") return expectation(n);
  if (f == "prob") return probability(n);
  if (divergence_with_parameter(f)) return divergence(n);
  const auto written = notations_of_one().find(f);
  const bool factorial = f == "factorial", one = factorial || written != notations_of_one().end(),
             remainder = f == "mod", beta = f == "beta_regularized";
  const std::size_t arity = one ? 1 : beta ? 3 : 2;
  if (n.orders != 0 || n.args.size() != arity)
    fail(n, fmt::format("`{}` takes {} argument(s), not {}", f, arity, n.args.size() - n.orders));
  const std::vector<Expr> args = arguments(n);
  const Expr& a = args[0];
  if (factorial) return exp(lgamma(integer(n.args[0], "the argument of factorial") + Expr(1)));
  if (one) return written->second(a);
  const Expr& b = args[1];
  if (beta) return beta_regularized(a, b, args[2]);
  if (f == "gamma_regularized_lower") return gamma_regularized_lower(a, b);
  if (!remainder) return exp(lgamma(a) + lgamma(b) - lgamma(a + b));
  const bool number = a.is_constant() && b.is_constant() && !b.is_constant(0);
  return a - b * floor(number ? Expr(a.value() / b.value()) : a / b);
}

}  // namespace dpcert::verify
