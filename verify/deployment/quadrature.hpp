// Divergences of two laws summed up numerically from their densities, in double: no proof, but a second opinion that
// shares nothing with the closed forms of the registry.
#pragma once

#include <optional>
#include <vector>

#include "dpcert/deployment/config.hpp"
#include "dpcert/deployment/mechanism.hpp"

namespace dpcert::deployment {

/// What quadrature is trusted to, relatively: far more than its error, far less than a wrong formula is off.
inline constexpr double quadrature_tolerance = 1e-4;

/// The Renyi divergence of `order` > 1 (maybe infinite), compositions included. Nothing if twice as many nodes do not
/// give the same number, or it is not finite.
std::optional<double> quadrature_renyi(const LawPair& laws, const Number& order);
/// The hockey-stick divergence delta(epsilon). Nothing as above, and of more than one composition.
std::optional<double> quadrature_delta(const LawPair& laws, double epsilon);

/// The largest over the pairs; nothing if there are none, or one of them gives nothing.
std::optional<double> quadrature_renyi(const std::vector<LawPair>& laws, const Number& order);
std::optional<double> quadrature_delta(const std::vector<LawPair>& laws, double epsilon);

}  // namespace dpcert::deployment
