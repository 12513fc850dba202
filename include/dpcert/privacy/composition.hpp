// Composition of unlike mechanisms over a grid of orders: Renyi divergences add, order by order, also when a mechanism
// is chosen after the earlier outputs were seen (Mironov 2017, Proposition 1).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "dpcert/privacy/conversions.hpp"
#include "dpcert/privacy/quantity.hpp"

namespace dpcert {

/// One mechanism of a composition, `times` over.
struct CompositionPart {
  std::string mechanism;
  std::map<std::string, std::string> parameters;  ///< decimals exact
  Rational times = Rational(1);
};

/// "gaussian sigma=4 T=16; laplace b=3 times=2". Throws Error::bad_input.
std::vector<CompositionPart> parse_parts(std::string_view text);

/// The summed divergences at `orders`, all above 1 (infinity too), each to `digits` digits. Throws as parse_query;
/// Error::unsupported for a mechanism without `rdp`. Values that are not decided are indeterminate.
RenyiCurve composed_curve(const std::vector<CompositionPart>& parts, const std::vector<Order<Rational>>& orders,
                          int digits);

/// What `dpcert eval QUANTITY mechanism=composition parts=... orders=... at=...` computes.
struct ComposedValue {
  Certified certified;
  std::vector<Order<Rational>> active_orders;  ///< those that alone imply it (CurveOptimum)
};
/// `quantity`: delta_C or epsilon_C, C a Conversion: what the summed divergences at the given orders imply, which is an
/// upper bound for the composition (`optimal` is the least that those numbers imply, not the composition's own). Throws
/// Error::bad_input for anything else, and for words that are missing or unknown.
ComposedValue evaluate_composition(std::string_view quantity, const std::map<std::string, std::string>& words,
                                   int digits);

}  // namespace dpcert
