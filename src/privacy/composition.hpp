// Composition of unlike mechanisms over a grid of orders: Renyi divergences add, order by order, also when a mechanism
// is chosen after the earlier outputs were seen (Mironov 2017, Proposition 1).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "src/privacy/conversions.hpp"
#include "src/privacy/quantity.hpp"

namespace dpcert {

/// One mechanism of a composition, `times` over.
struct CompositionPart {
  std::string mechanism;
  std::map<std::string, std::string> parameters;  ///< decimals exact
  Rational times = Rational(1);
};

/// "gaussian sigma=4 T=16; laplace b=3 times=2". Throws Error::bad_input.
std::vector<CompositionPart> parse_parts(std::string_view text);

/// The summed divergences at `orders`, all above 1, each to `digits` digits. Throws as parse_query; Error::unsupported
/// for a mechanism without `rdp`. Values that are not decided are indeterminate.
RenyiCurve composed_curve(const std::vector<CompositionPart>& parts, const std::vector<Rational>& orders, int digits);

/// What `dpcert eval QUANTITY mechanism=composition parts=... orders=... at=...` computes.
struct ComposedValue {
  Certified certified;
  Rational best_order;  ///< the order that attains it
};
/// `quantity`: delta_C or epsilon_C with C = mironov, cks, optimal. Throws Error::bad_input for anything else, and for
/// words that are missing or unknown.
ComposedValue evaluate_composition(std::string_view quantity, const std::map<std::string, std::string>& words,
                                   int digits);

}  // namespace dpcert
