// Sines and cosines of sums of arguments, shared by equations and inequalities.
#pragma once

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// sin and cos of sums and small multiples of arguments in the goal, by those of the parts; the steps for that go into
/// `out`. False: there are none, or too many, and g and `out` are of no use.
bool take_arguments_apart(Goal& g, Proof& out);

}  // namespace dpcert::verify
