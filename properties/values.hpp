// What the suites of the registry's mechanisms share: certified values by name inside a property, and generators of
// parameters.
#pragma once

#include <rapidcheck.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "dpcert/core/rational.hpp"
#include "dpcert/divergence/certified.hpp"
#include "dpcert/scalar/ball.hpp"

namespace dpcert::properties {

using Parameters = std::map<std::string, Rational>;
using ListParameters = std::map<std::string, std::vector<Rational>>;

/// The enclosure of a decided value; +infinity is an enclosure too. An undecided one fails the property.
Ball value(std::string_view quantity, std::string_view mechanism, const Parameters& parameters, const Rational& at);
Ball value(std::string_view quantity, std::string_view mechanism, const ListParameters& parameters, const Rational& at);
Ball rdp(std::string_view mechanism, const Parameters& parameters, const Rational& order);

/// Scales of noise for sensitivity 1, from 1/20 to 1000.
rc::Gen<Rational> noise();
/// Epsilons from 1e-6 to 30.
rc::Gen<Rational> budget();
/// Orders from 1.001 to 501.
rc::Gen<Rational> order_above_one();

/// A share in [1/1000, 1], often exactly 1. Draws it: for the body of a property.
Rational any_fraction();

/// a <= b, as far as certified values can tell: false only if it certainly fails.
bool may_be_at_most(const Certified& a, const Certified& b);
/// |certified - direct| <= relative |direct| + absolute, and both are infinite together. Logs both.
bool agree(const Ball& certified, double direct, double relative, double absolute = 0);

}  // namespace dpcert::properties
