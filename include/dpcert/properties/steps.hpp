// Stateful properties: sequences of steps on something that has a state (a ledger, a cache, a store) beside a model of
// it. A failure is shrunk to few steps with simple arguments.
//
//   check("counter.model", [](Case& c) {
//     Counter counter;
//     std::int64_t model = 0;
//     const Step steps[] = {
//         {"add", [&](Case& of) { const auto k = draw_integer(of.choices, 0, 9); counter.add(k); model += k; }},
//         {"undo", [&](Case&) { counter.undo(); model = ...; }, [&] { return model > 0; }}};
//     take_steps(c, steps, 50, [&] { c.require(counter.value() == model, "the counter is its model"); });
//   });
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "dpcert/properties/check.hpp"

namespace dpcert::properties {

/// One kind of step.
struct Step {
  std::string_view name;
  std::function<void(Case&)> take;          ///< draws its arguments from the case; may note them
  std::function<bool()> allowed = nullptr;  ///< whether it may be taken now; always, if there is none
};

/// Takes at most `most` steps, each of an allowed kind with equal chances, and calls `invariant` before the first and
/// after each. How many steps are taken is drawn: some eight times the number of kinds, where `most` is not in the
/// way. The case notes "steps" as their names in order, and is labelled "no steps" if there are none. Throws
/// dpcert::Error (bad_input) if there is no kind. Returns the number of steps taken.
std::uint64_t take_steps(Case& c, std::span<const Step> kinds, std::uint64_t most,
                         const std::function<void()>& invariant = nullptr);

}  // namespace dpcert::properties
