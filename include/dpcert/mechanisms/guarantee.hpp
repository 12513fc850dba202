// What a mechanism promises, in terms of the certified quantities of src/privacy.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "dpcert/core/rational.hpp"
#include "dpcert/families/laws.hpp"

namespace dpcert {

/// A mechanism of the registry (include/dpcert/privacy/quantity.hpp) at exact parameters. They are rational numbers and
/// of no other scalar, because a case is what gets certified: the registry decides in rationals whether a divergence is
/// 0 or infinite, and the formal statement of a certificate is about these very numbers. The laws and the formulas from
/// which mechanisms make their cases are templates over the scalar; `guarantee` is the place where they are read
/// exactly.
struct CertifiedCase {
  std::string quantity;   ///< "rdp", or "renyi" for a pair of laws
  std::string mechanism;  ///< registry name
  std::map<std::string, std::vector<Rational>> parameters;
};

/// The Renyi divergence of P = Beta(p) from Q = Beta(q).
inline CertifiedCase beta_case(const Beta<Rational>& p, const Beta<Rational>& q) {
  return {"renyi", "beta_pair", {{"a1", {p.alpha}}, {"b1", {p.beta}}, {"a2", {q.alpha}}, {"b2", {q.beta}}}};
}

/// The normal mechanism at mu^2 > 0, whose root need not be rational: T = numerator * denominator releases of noise
/// multiplier sigma = denominator have the same T/sigma^2.
inline CertifiedCase normal_mechanism_at(const Rational& mu_squared) {
  Rational sigma(1);
  fmpz_set(fmpq_numref(sigma.fmpq_ptr()), fmpq_denref(mu_squared.fmpq_ptr()));
  return {"rdp", "gaussian", {{"sigma", {sigma}}, {"T", {mu_squared * sigma * sigma}}}};
}

/// The Renyi divergence of every order > 1 between the outputs on two neighbouring data sets is at most the largest of
/// the cases'.
struct Guarantee {
  std::vector<CertifiedCase> cases;
  std::string adjacency;                 ///< which data sets are neighbours, in plain words
  std::vector<std::string> assumptions;  ///< what has to hold outside the mathematics, in plain words
  /// Catalogue ids of the statements that make `cases` the worst; empty if that follows from the definition.
  std::vector<std::string> claims;
  std::string source;  ///< where the formula comes from, or why the cases are the worst
};

}  // namespace dpcert
