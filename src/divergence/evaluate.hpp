// One quantity by name, from text: what `dpcert eval` and `dpcert audit` call for the conjugate families.
//
//   quantity         mechanisms                              at
//   renyi            beta_pair, dirichlet_pair               order: rational > 0, or inf
//   kl               beta_pair, dirichlet_pair               -
//   hellinger        beta_pair, dirichlet_pair               -         (the distance, not squared)
//   tv               beta_pair                               -
//   delta            beta_pair                               epsilon: rational >= 0
//   log_partition    beta (a, b), dirichlet (alpha)          -
// beta_pair: a1 b1 (law P) and a2 b2 (law Q). dirichlet_pair: alpha1, alpha2, lists such as 1,2,3. Numbers are exact
// rationals: 2, 1/3, 0.25, 1e-3.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "src/divergence/certified.hpp"

namespace dpcert {

/// A certified value beside what plain double arithmetic says.
struct Evaluation {
  Certified certified;
  double plain = 0;   ///< the textbook formula in double (what a tool without care computes); NaN if there is none
  double stable = 0;  ///< this library's double path
  int digits = 0;
};

/// The value of `quantity` for parameters key=value (keys of the table above, and `mechanism`), to `digits` certified
/// digits. Throws Error::bad_input, with the key and what was expected, for an unknown quantity, mechanism or key, a
/// missing key or a malformed number; Error::domain for values outside the domain; Error::unsupported for a quantity
/// not offered (total variation of a Dirichlet pair).
Evaluation evaluate(std::string_view quantity, const std::map<std::string, std::string>& parameters, int digits);

/// Does evaluate() know this quantity for this mechanism?
bool can_evaluate(std::string_view quantity, std::string_view mechanism);
/// The error of `value` in units in the last place of the double nearest to the certified value; NaN if either is not
/// finite, 0 if both are +infinity.
double error_in_ulps(double value, const Certified& truth);

}  // namespace dpcert
