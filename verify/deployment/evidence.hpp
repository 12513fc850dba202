// When a target counts as met: not by the evaluation alone. A formula that is wrong evaluates as smoothly as a right
// one, so that something of a second kind has to agree, and nothing may contradict.
#pragma once

#include "dpcert/deployment/mechanism.hpp"
#include "dpcert/deployment/record.hpp"

namespace dpcert::deployment {

// Of a target that the evaluation calls met:
/// The evaluation itself, the proof of the target if one was tried, and at `order` the enumeration of all pairs, if
/// there was one.
void add_evaluation(TargetResult& target);
void add_certificate(TargetResult& target);
void add_enumeration(TargetResult& target, const std::optional<Enumeration>& enumeration, const std::string& order);
/// `value` summed up from the densities, against the certified bounds.
void add_quadrature(TargetResult& target, const std::optional<double>& value);
/// The lower bounds from the real sampler that belong to this target. They agree if they are so near to the certified
/// number that they would have contradicted half of it; weaker ones say nothing.
void add_sampling(TargetResult& target, const std::vector<Empirical>& bounds, std::size_t index);

/// Takes "met" back where a proof was tried in vain, something contradicts, or nothing but the evaluation agrees.
void require_second_kind(TargetResult& target);
/// Takes every "met" back if anything in the report contradicts its numbers.
void withdraw_if_contradicted(Report& report);

}  // namespace dpcert::deployment
