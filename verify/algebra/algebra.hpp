// Normal forms: expressions as rational functions of atoms (docs/certificate-format.md, "Normal form").
//
// The prover's own algebra; the checker has another one, and only the checker is trusted.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dpcert/symbolic/expr.hpp"
#include "verify/algebra/polynomial.hpp"

namespace dpcert::verify {

/// Is u > 0 (u >= 0, u an integer) known? May only say yes where it is certain.
using PositivityOracle = std::function<bool(const Expr& u)>;
struct Oracles {
  PositivityOracle positive, nonnegative, integer;
};

/// One factor of a normal form.
struct Factor {
  Expr base;
  long exponent = 1;
};

/// c * product of factors (exponents may be negative).
struct Factorization {
  Rational constant;
  std::vector<Factor> factors;
};

class Algebra {
 public:
  explicit Algebra(PositivityOracle positive) : Algebra(Oracles{std::move(positive), {}, {}}) {}
  explicit Algebra(Oracles oracles);
  ~Algebra();
  Algebra(const Algebra&) = delete;
  Algebra& operator=(const Algebra&) = delete;

  /// True if e is zero by normal form. False means only that it was not seen. All queries give up (false, nothing) on
  /// expressions that grow too large.
  bool is_zero(const Expr& e);
  /// The positive rational c with a = c * b by normal form, if there is one (`any_sign`: or negative).
  std::optional<Rational> ratio(const Expr& a, const Expr& b, bool any_sign = false);
  /// c != 0 and k with a = c b + k, if b is not a number and both are seen to be polynomials (else with k = 0).
  std::optional<std::pair<Rational, Rational>> affine(const Expr& a, const Expr& b);
  /// Numerator and denominator expanded, in lowest terms.
  std::optional<std::pair<Expr, Expr>> fraction(const Expr& e);
  /// The normal form as one expression.
  std::optional<Expr> simplified(const Expr& e);
  /// A sum of products of powers of atoms, if the denominator is a single term.
  std::optional<Expr> expanded(const Expr& e);
  /// Irreducible factors over Q of numerator and denominator.
  std::optional<Factorization> factorization(const Expr& e);
  /// The coefficients of each expression by monomial (named by an opaque key; "" is the constant), if all are
  /// polynomials in the atoms.
  std::optional<std::vector<std::map<std::string, Rational>>> polynomials(const std::vector<Expr>& expressions);
  /// Coefficients of e as a polynomial in the variable, lowest first, if it is one, and of no degree beyond all reason.
  std::optional<std::vector<Expr>> coefficients(const Expr& e, const Expr& variable);

 private:
  struct State;
  struct Kept;
  /// f(state); of queries about one expression `e` in a row, the later ones find its normal form made.
  template <class F>
  auto attempt(const Expr& e, F f) -> decltype(f(std::declval<State&>()));
  template <class F>
  auto attempt(F f) -> decltype(f(std::declval<State&>()));
  Oracles oracles_;
  std::unique_ptr<Kept> kept_;
};

}  // namespace dpcert::verify
