// The certified quantities, by name: what `dpcert eval`, `dpcert audit` and `dpcert certify-deployment` ask for.
//
// A Query is one quantity of one mechanism at exact parameters. The registry (registry.hpp) is the one place that says
// which mechanisms and quantities there are, their keys and domains; docs/privacy-quantities.md is its table with
// formulas and sources. Natural logarithms: nats. Sensitivity 1.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dpcert/core/rational.hpp"
#include "dpcert/divergence/certified.hpp"

namespace dpcert {

/// A rational, or +infinity (then `value` is 0 and means nothing).
struct ExtendedRational {
  Rational value;
  bool infinite = false;
};

/// How a number in text is read.
enum class NumberReading : std::uint8_t {
  exact,          ///< 0.1 is 1/10 (eval)
  nearest_double  ///< 0.1 is the double nearest to 1/10, which is what a tool computed with (audit)
};

/// `text` as a number: decimal (see NumberReading), quotient p/q of integers or decimals (exact under both readings),
/// hex float 0x1.8p3 (exact), "inf" if allowed. Throws Error::bad_input naming `key`, what was expected and what was
/// given.
ExtendedRational parse_number(std::string_view key, std::string_view text, NumberReading reading,
                              bool infinity_allowed);

namespace detail {
struct Offer;
struct QueryBuilder;
}  // namespace detail

/// One number of a query: the exact value, and the double nearest to it.
struct Argument {
  Rational exact;
  double nearest = 0;
  bool infinite = false;   ///< +infinity: of `at`, and of lists that allow it
  bool is_double = false;  ///< exact == nearest
};

/// One quantity of one mechanism, its parameters checked against their domains.
class Query {
 public:
  [[nodiscard]] std::string_view mechanism() const;
  [[nodiscard]] std::string_view quantity() const;
  /// The value of a scalar parameter, its default if it was left out; throws Error::bad_input for an unknown key.
  [[nodiscard]] const Rational& number(std::string_view key) const;
  [[nodiscard]] const std::vector<Argument>& list(std::string_view key) const;
  [[nodiscard]] bool has_at() const;
  /// Order, epsilon or delta, as the quantity says; meaningless if !has_at().
  [[nodiscard]] ExtendedRational at() const;
  /// "order", "epsilon", "delta", or "" if !has_at().
  [[nodiscard]] std::string_view at_meaning() const;

  // For the implementations: arguments by position in the registry's list of parameters.
  [[nodiscard]] const detail::Offer& offer() const { return *offer_; }
  [[nodiscard]] const Argument& argument(std::size_t position) const { return arguments_[position][0]; }
  [[nodiscard]] const std::vector<Argument>& arguments(std::size_t position) const { return arguments_[position]; }
  [[nodiscard]] const Argument& point() const { return at_; }
  /// Is every number exactly a double (then the fast path applies)?
  [[nodiscard]] bool all_doubles() const { return all_doubles_; }

 private:
  friend struct detail::QueryBuilder;
  const detail::Offer* offer_ = nullptr;
  std::vector<std::vector<Argument>> arguments_;
  Argument at_;
  bool all_doubles_ = true;
};

/// Throws Error::bad_input for an unknown quantity, mechanism or key, a missing key, a list where a number was
/// expected, lists of different lengths; Error::domain for values outside their domain; Error::unsupported for what is
/// known and not offered (total variation of a Dirichlet pair).
Query make_query(std::string_view quantity, std::string_view mechanism,
                 const std::map<std::string, std::vector<Rational>>& parameters,
                 const std::optional<ExtendedRational>& at);
/// The same from text. `parameters` holds the mechanism's keys, lists such as 1,2,3 (inf among them where the registry
/// allows it); `at` is empty if there is none.
Query parse_query(std::string_view quantity, std::string_view mechanism,
                  const std::map<std::string, std::string>& parameters, const std::optional<std::string>& at,
                  NumberReading reading);
/// The same with `mechanism` and `at` among the keys (the words of the command line).
Query parse_query(std::string_view quantity, const std::map<std::string, std::string>& words, NumberReading reading);

/// The value, to `digits` certified significant digits; +infinity and 0 are exact answers. Under an EffortLimit
/// (include/dpcert/solve/effort.hpp) that runs out: undecided, with that reason.
Certified certify(const Query& query, int digits);

/// Where a double lies in relation to the truth.
struct Comparison {
  enum class Side : std::uint8_t {
    below,      ///< value < truth, certified
    equal,      ///< value = truth, proved
    above,      ///< value > truth, certified
    undecided,  ///< neither could be decided; see truth.reason
    no_number   ///< value is NaN
  };
  Side side = Side::undecided;
  /// The truth, to double accuracy (about 1e-15 relative) or better; exact answers as in certify().
  Certified truth;
};
std::string_view to_string(Comparison::Side side);
/// Decides value < = > truth as cheaply as possible: rigorous bounds in double first, then more and more digits.
Comparison compare(const Query& query, double value);
Comparison compare(const Query& query, const Rational& value);

/// This library's double value: no proof, but no avoidable loss of digits either.
double approximate(const Query& query);
/// What a tool without care computes in double: the textbook formula. NaN if there is none.
double textbook(const Query& query);

/// A certified value beside what plain double arithmetic says.
struct Evaluation {
  Certified certified;
  double plain = 0;   ///< textbook()
  double stable = 0;  ///< approximate()
  int digits = 0;
};
/// `quantity` of parameters key=value (with `mechanism`, and `at` where the quantity needs it), decimals exact. Throws
/// as parse_query.
Evaluation evaluate(std::string_view quantity, const std::map<std::string, std::string>& words, int digits);
/// Is this quantity offered for this mechanism?
bool can_evaluate(std::string_view quantity, std::string_view mechanism);
/// Every pair that is offered: (quantity, mechanism), in the registry's order.
std::vector<std::pair<std::string, std::string>> offered_quantities();
/// The parameters of all mechanisms, names of dpcert/core/parameter_words.hpp in its order.
std::vector<std::string_view> offered_parameters();
/// The error of `value` in units in the last place of the double nearest to the certified value; NaN if either is not
/// finite, 0 if both are +infinity.
double error_in_ulps(double value, const Certified& truth);

}  // namespace dpcert
