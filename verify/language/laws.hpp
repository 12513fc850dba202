// Laws of version 3 and the divergences between them: notations, written out as integrals and sums when they are read.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dpcert/language/law_terms.hpp"
#include "dpcert/symbolic/expr.hpp"

namespace dpcert::verify {

/// A density between two ends, of which one that is not given is infinite; or masses at different numbers; or masses at
/// the integers between two ends, as a density that is added up.
constexpr std::size_t parts_of_law = 256;
constexpr std::size_t coordinates_of_law = 10;  // of a Dirichlet law

struct Law {
  std::optional<Expr> low, high;
  std::function<Expr(const Expr& x)> density;
  bool integers = false;
  /// Of a law on a simplex, in place of `density`: that of all its coordinates but the last one, which is what they
  /// leave of 1; so many are its arguments.
  std::function<Expr(const std::vector<Expr>& x)> joint;
  std::size_t coordinates = 0;
  std::vector<std::pair<Rational, Expr>> masses;
  /// What the parameters must satisfy where the law is declared.
  std::vector<Relation> conditions;
  /// Of the laws that it is made of, itself among them: named laws take no text, and every line can double the one
  /// before it. At most `parts_of_law`.
  std::size_t size = 1;
  /// How it was declared; see NamedLaw.
  std::string family;
  std::vector<Expr> parameters;
  std::vector<NamedLaw> parts;
  [[nodiscard]] bool discrete() const { return !density && !joint; }
};

/// The law as whoever draws from it wants it.
NamedLaw as_declared(const Law& law);
/// dirichlet(a1, ..., ad), with at least two parameters.
Law dirichlet_law(const std::vector<Expr>& parameters);
/// normal(m, v), laplace(m, b), exponential(r), gamma(a, r), beta(a, b), uniform(a, b), binomial(n, p) with an
/// integer-valued n; nothing for another name or number of parameters.
std::optional<Law> law_of_family(std::string_view name, const std::vector<Expr>& parameters);
/// The law of a + b X. `law` has a density.
Law affine_image(const Expr& a, const Expr& b, const Law& law);
/// p P + q Q. The laws are alike.
Law mixture_of(const Expr& p, const Law& one, const Expr& q, const Law& other);
/// The second law with its masses in the order of the first; nothing unless both have the same ends, or masses at the
/// same numbers.
std::optional<Law> alike(const Law& one, const Law& other);
/// The integral between the ends of the law of what stands at x, or the sum over its points; of a law that has masses
/// at integers up to a variable one, a sum with those ends.
Expr over_law(const Law& law, const std::function<Expr(const Expr& x, const Expr& weight)>& term);
/// The same for a law on a simplex, at its d coordinates: the iterated integral, in which each coordinate goes from 0
/// to what those before it leave of 1.
Expr over_simplex(const Law& law, const std::function<Expr(const std::vector<Expr>& x, const Expr& weight)>& term);
/// renyi (with its order), kl, tv, hellinger, hockey_stick (with eps): `parameter` for the two that take one. The laws
/// are alike. Nothing for another name.
std::optional<Expr> divergence_of(std::string_view name, const Expr& parameter, const Law& one, const Law& other);
/// Is it one of those names, and does it take a parameter?
std::optional<bool> divergence_with_parameter(std::string_view name);
/// I_x(a, b), for a, b > 0 and 0 <= x <= 1, and P(a, x), for a > 0 and x >= 0: integrals over their complete ones.
Expr beta_regularized(const Expr& x, const Expr& a, const Expr& b);
Expr gamma_regularized_lower(const Expr& a, const Expr& x);
/// What binomial(n, k) stands for unless both are numbers: n!/(k! (n - k)!).
Expr binomial_form(const Expr& n, const Expr& k);
/// To choose k of n; 0 outside 0..n.
Rational ways(long n, long k);

}  // namespace dpcert::verify
