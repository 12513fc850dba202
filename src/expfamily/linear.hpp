// Eigen vectors and matrices of any scalar: storage and arithmetic only. No decision taken inside Eigen is evidence.
#pragma once

#include <Eigen/Core>

#include "src/scalar/scalar.hpp"

namespace dpcert {

template <class S>
using Vector = Eigen::Matrix<S, Eigen::Dynamic, 1>;
template <class S>
using Matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;

}  // namespace dpcert
