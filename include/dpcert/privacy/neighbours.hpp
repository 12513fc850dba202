// Which pairs a quantity of a mechanism speaks of.
#pragma once

#include <string_view>

namespace dpcert {

/// The relation between neighbours, in plain words, for every mechanism that is offered (quantity.hpp, the Dirichlet
/// mechanisms and `composition`): a number for one relation says nothing about another. Empty for a name that is none.
std::string_view neighbours_of(std::string_view mechanism);

}  // namespace dpcert
