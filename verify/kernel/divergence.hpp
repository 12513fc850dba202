// Integrals that do not exist: why, by a proof.
#pragma once

#include <optional>
#include <string>

#include "dpcert/kernel/decide.hpp"

namespace dpcert::verify {

/// Near a place e the absolute value of the body is at least k/|x - e| (near an infinite one at least k/|x|), so that
/// its integrals grow beyond every bound. That they do is a statement of its own, which was proved.
struct Divergence {
  std::string place;        ///< the end, or the place between the ends: "0", "inf"
  std::string statement;    ///< what was proved, in words of the language
  std::string certificate;  ///< that the checker accepted
};

/// The integral has no variables. Nothing if no such place is found among its ends, or no proof within the limit.
std::optional<Divergence> find_divergence(const Expr& integral, std::chrono::duration<double> limit);

}  // namespace dpcert::verify
