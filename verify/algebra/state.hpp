// What a normal form is made in: the ring of its atoms, what each of them means, and the forms of the parts.
//
// Made by four files: forms.cpp (sizes, atoms, powers of algebraic atoms, back to expressions), powers.cpp (powers,
// roots, |u|, floor), functions.cpp (logarithms, exponentials, gamma functions), normal.cpp (the walk over an
// expression).
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "verify/algebra/algebra.hpp"

namespace dpcert::verify {

struct Algebra::State {
  /// Thrown when a table (exponential denominators, gamma bases, ring size) has to be finer: start again.
  struct Restart {};
  /// What is learned across restarts.
  struct Learned {
    long indeterminates = 16;
    std::map<std::string, long> exp_denominator;            // of exp(m), by the text of m
    std::vector<std::pair<std::string, Expr>> gamma_bases;  // class of arguments modulo integers -> least argument
  };

  /// Greatest common divisors of longer ones take minutes.
  static constexpr unsigned long max_degree = 4096;

  const PositivityOracle& positive;
  const Oracles& oracles;
  Learned& learned;
  Ring ring;
  std::vector<Expr> atoms;  // meaning of each indeterminate
  std::map<std::string, long> atom_by_key;
  struct Root {
    long index;
    long degree;
    RationalFunction radicand;
  };
  std::vector<Root> roots;  // atoms with atom^degree = radicand
  std::unordered_map<Expr, RationalFunction> memo;
  std::size_t bytes = 0;                                                // of memo, about
  std::map<std::string, std::pair<Expr, RationalFunction>> gamma_base;  // key of the class -> least argument seen
  State(const Oracles& o, Learned& l) : positive(o.positive), oracles(o), learned(l), ring(l.indeterminates) {}
  bool nonnegative(const Expr& u) const { return oracles.nonnegative ? oracles.nonnegative(u) : positive(u); }
  RationalFunction number(const Rational& q) { return RationalFunction(ring, q); }
  static long coefficient_bits(const RationalFunction& f) {
    return std::max(f.numerator().coefficient_bits(), f.denominator().coefficient_bits());
  }
  RationalFunction checked(RationalFunction f);
  RationalFunction atom(const std::string& key, const Expr& meaning);

  // --- back to expressions
  Expr monomial(const Term& t);
  Expr expression(const Polynomial& p);
  Expr expression(const RationalFunction& f);

  // --- roots: reduce powers of algebraic atoms
  RationalFunction reduce(RationalFunction f);

  // Without roots that divide the denominator, as the checker writes a quotient: y/sqrt(x) = y*sqrt(x)/x.
  RationalFunction without_roots_below(RationalFunction f);
  RationalFunction reduced_powers(const Polynomial& p, const Root& r);
  RationalFunction product(const RationalFunction& a, const RationalFunction& b);

  // --- powers
  RationalFunction integer_power(const RationalFunction& f, long n);

  // u^(1/q) for u > 0.
  RationalFunction root(const Expr& u, long q);

  // u^(1/2) for u >= 0, as one atom.
  RationalFunction square_root_atom(const RationalFunction& f, const std::optional<Expr>& meaning = {});

  // f^(1/2) for f >= 0, split over its factors where all of them are known to be >= 0; even powers are one factor.
  RationalFunction square_root(const RationalFunction& f);
  RationalFunction magnitude(const Expr& u, const RationalFunction& f);

  // floor(f), integers taken out.
  RationalFunction floor_of(const RationalFunction& f);

  // u^(v+k) = u^v u^k for integers v, k >= 0 (the checker's normal form says which v is taken).
  std::optional<RationalFunction> whole_power(const Expr& e, const RationalFunction& u, const RationalFunction& v);

  // c^e for rational c >= 0 and e, through the primes of c.
  RationalFunction constant_power(const Rational& c, const Rational& e);

  // Prime powers of a positive rational; a cofactor beyond trial division stands for itself.
  static std::vector<std::pair<Rational, long>> prime_factors(const Rational& c);

  // --- logarithms and exponentials

  // log u for u > 0, split over products.
  RationalFunction logarithm(const Expr& u);
  RationalFunction log_of_polynomial(const Polynomial& p, const Expr& meaning);
  RationalFunction logarithm_of_atom(const Expr& a);

  // exp(f): a product over the terms of f.
  RationalFunction exponential(const RationalFunction& f);
  RationalFunction exponential_term(const RationalFunction& m, const Rational& c);

  // --- gamma functions: bring the argument to the least one of its class modulo integers
  struct Shifted {
    Expr base;
    RationalFunction base_form;
    long shift = 0;
  };
  Shifted gamma_argument(const Expr& u);

  // At integers and half-integers: sums from 1 and 1/2, where the value is known through pi, log 2 and polygamma(k,1).
  std::optional<RationalFunction> gamma_at(const Expr& e, const Rational& u);
  RationalFunction gamma_function(const Expr& e);

  // sin, cos and atan: signs of arguments go out, and quarters of a turn.
  RationalFunction circular(const Expr& e);

  // --- the normal form
  RationalFunction opaque(const Expr& e);
  RationalFunction normal(const Expr& root);
  void keep(const Expr& e, RationalFunction f);
  /// One of many terms or factors.
  struct Part {
    Expr e;
    bool minus;
  };
  class LongChains;
  RationalFunction total(const std::vector<Part>& parts, bool multiplied);
  /// u^v, which is e.
  RationalFunction power_of(const Expr& e, const RationalFunction& u, const RationalFunction& v);
  RationalFunction sum_over_range(const Expr& e);
  /// From the forms of its arguments.
  RationalFunction step(const Expr& e);
};

}  // namespace dpcert::verify
