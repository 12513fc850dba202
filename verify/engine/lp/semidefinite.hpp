// Semidefinite programs, by the solver CSDP (Borchers 1999) where it is installed. It proposes and proves nothing: what
// is made of its numbers is rounded to rationals and looked at exactly by whoever asked.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <Eigen/Core>

namespace dpcert::verify {

/// Symmetric matrices X_1, X_2, ... of the given sizes with <A_k, X> = right_k for every k.
struct SemidefiniteProgram {
  /// Of A_k, with row <= column: the same number stands at its mirror place.
  struct Entry {
    std::size_t block, row, column;
    double value;
  };
  std::vector<std::size_t> sizes;
  std::vector<std::vector<Entry>> constraints;
  std::vector<double> right;
};

/// Positive semidefinite ones, as far inside as the solver goes, to some 8 digits; nothing if it finds none within
/// some seconds, or is not installed.
std::optional<std::vector<Eigen::MatrixXd>> semidefinite_point(const SemidefiniteProgram& program);

}  // namespace dpcert::verify
