// Exact samplers of the mechanisms that release a Dirichlet posterior: the law of what is drawn is the stated one, if
// the bits are fair and independent. No floating-point law stands in for it.
#pragma once

#include <memory>

#include "dpcert/mechanisms/dirichlet_mechanisms.hpp"
#include "dpcert/mechanisms/random_bits.hpp"

namespace dpcert {

/// Draws of one mechanism on one data set.
///
/// lszhang, lsdim, lshist: floored Laplace noise is a difference of integers with geometric laws, drawn with integers.
/// ehd, ehdl, ehds: inversion. The digits of a uniform number are drawn one after another, and the sums of the
/// probabilities are enclosed in balls, until one output alone is possible; both get twice the bits while it is not.
class DirichletSampler {
 public:
  /// Throws Error::domain for a query that is not valid (require_valid), and unless `data` has one count >= 0 for each
  /// category, of total n.
  DirichletSampler(const DirichletQuery& query, Counts data);
  ~DirichletSampler();
  DirichletSampler(DirichletSampler&&) noexcept;
  DirichletSampler& operator=(DirichletSampler&&) noexcept;
  DirichletSampler(const DirichletSampler&) = delete;
  DirichletSampler& operator=(const DirichletSampler&) = delete;

  /// The counts of the posterior Dir(prior + counts) that is released.
  Counts operator()(RandomBits& random);
  /// Bits of the finest balls that a draw has asked for so far; 0 for the Laplace mechanisms, which need none.
  [[nodiscard]] Precision finest() const;
  /// Bits of the uniform number that a draw begins with; fewer make the refinement frequent, for tests.
  void begin_with(int bits);

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

/// One draw.
Counts sample(const DirichletQuery& query, const Counts& data, RandomBits& random);

}  // namespace dpcert
