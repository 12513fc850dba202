// What has to be known of a statement's domain before its conclusions are proved.
#pragma once

#include <optional>
#include <string>

#include "verify/engine/prove/prover.hpp"

namespace dpcert::verify {

/// A law is one only where its parameters are known to lie in their set, from the box and the hypotheses in front of
/// it. Otherwise the reason.
std::optional<std::string> unknown_parameters(const Instance& instance);

/// A proof that there is a point at which all hypotheses hold: it need not have rational coordinates, as where angles
/// add up to pi. For statements of version 3 with an equation among the hypotheses, without functions and sequences.
std::optional<Proof> proof_of_a_point(const Instance& instance, ProveOptions options);

}  // namespace dpcert::verify
