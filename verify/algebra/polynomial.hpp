// Rational functions over Z in a fixed number of indeterminates: a value class over FLINT's multivariate polynomials,
// always in lowest terms with a denominator of positive leading coefficient, so equal functions have equal
// representations.
#pragma once

#include <flint/fmpz_mpoly.h>

#include <memory>
#include <string>
#include <vector>

#include "dpcert/core/rational.hpp"

namespace dpcert::verify {

/// The ring: a fixed number of indeterminates, shared by its elements.
class Ring {
 public:
  explicit Ring(long indeterminates);
  ~Ring();
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;
  [[nodiscard]] const fmpz_mpoly_ctx_struct* ctx() const { return ctx_; }
  [[nodiscard]] long size() const { return size_; }

 private:
  fmpz_mpoly_ctx_t ctx_;
  long size_;
};

/// One monomial: exponents of the indeterminates.
using Exponents = std::vector<unsigned long>;
struct Term {
  Rational coefficient;  // an integer
  Exponents exponents;
};

class Polynomial {
 public:
  explicit Polynomial(const Ring& ring, const Rational& integer = 0);
  Polynomial(const Polynomial& o);
  Polynomial(Polynomial&& o) noexcept;
  Polynomial& operator=(const Polynomial& o);
  Polynomial& operator=(Polynomial&& o) noexcept;
  ~Polynomial();
  static Polynomial generator(const Ring& ring, long index);
  static Polynomial from_terms(const Ring& ring, const std::vector<Term>& terms);

  [[nodiscard]] const Ring& ring() const { return *ring_; }
  [[nodiscard]] bool is_zero() const;
  [[nodiscard]] bool is_constant() const;
  [[nodiscard]] Rational constant() const;  // of a constant polynomial
  [[nodiscard]] long length() const;
  [[nodiscard]] long coefficient_bits() const;    // of the largest coefficient
  [[nodiscard]] std::vector<Term> terms() const;  // in the ring's order, leading first
  [[nodiscard]] long degree(long index) const;
  [[nodiscard]] std::string key() const;   // equal exactly for equal polynomials of one ring
  [[nodiscard]] Rational content() const;  // with the sign of the leading coefficient
  [[nodiscard]] Polynomial derivative(long index) const;
  /// Irreducible factors over Q with multiplicities (without the content); nothing if FLINT declines.
  [[nodiscard]] std::vector<std::pair<Polynomial, long>> factors() const;

  friend Polynomial operator+(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator-(Polynomial a);
  friend bool operator==(const Polynomial& a, const Polynomial& b);
  friend Polynomial gcd(const Polynomial& a, const Polynomial& b);
  friend Polynomial exact_quotient(const Polynomial& a, const Polynomial& b);
  [[nodiscard]] Polynomial pow(unsigned long n) const;

 private:
  const Ring* ring_;
  fmpz_mpoly_t p_;
};

class RationalFunction {
 public:
  explicit RationalFunction(const Ring& ring, const Rational& q = 0);
  RationalFunction(Polynomial numerator, Polynomial denominator);  // throws std::domain_error for denominator 0
  [[nodiscard]] const Polynomial& numerator() const { return num_; }
  [[nodiscard]] const Polynomial& denominator() const { return den_; }
  [[nodiscard]] bool is_zero() const { return num_.is_zero(); }
  [[nodiscard]] bool is_constant() const { return num_.is_constant() && den_.is_constant(); }
  [[nodiscard]] Rational constant() const { return num_.constant() / den_.constant(); }
  [[nodiscard]] std::string key() const { return num_.key() + "/" + den_.key(); }
  [[nodiscard]] long length() const { return num_.length() + den_.length(); }

  friend RationalFunction operator+(const RationalFunction& a, const RationalFunction& b);
  friend RationalFunction operator-(const RationalFunction& a, const RationalFunction& b);
  friend RationalFunction operator*(const RationalFunction& a, const RationalFunction& b);
  friend RationalFunction operator/(const RationalFunction& a, const RationalFunction& b);
  friend RationalFunction operator-(const RationalFunction& a) { return {-a.num_, a.den_}; }
  friend bool operator==(const RationalFunction& a, const RationalFunction& b) {
    return a.num_ == b.num_ && a.den_ == b.den_;
  }
  [[nodiscard]] RationalFunction pow(long n) const;

 private:
  Polynomial num_, den_;
};

}  // namespace dpcert::verify
