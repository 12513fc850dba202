// Local minimisation of a function of a few coordinates with ranges: multi-scale pattern search and Nelder-Mead in
// coordinates in which ends and magnitudes are treated alike.
//
// By hand, and not a library's: evaluations are the work that is counted, each call ends after a number of them and at
// a target, restarts draw from the search's own random stream, and so the same points are met on each machine.
#pragma once

#include <functional>
#include <vector>

#include "verify/engine/points/sample.hpp"

namespace dpcert::verify {

/// Minimised over the free coordinates; given as many doubles as there are free coordinates, already inside their
/// ranges (integers whole).
using Objective = std::function<double(const std::vector<double>&)>;

struct Minimum {
  std::vector<double> x;
  double value = 0;
};

class Optimiser {
 public:
  /// `relaxed`: integer coordinates may take any real value.
  Optimiser(const std::vector<Variable>& coordinates, Objective objective, bool relaxed = false);
  /// From x, at most about `evaluations` calls of the objective; stops early below `target`.
  Minimum minimise(std::vector<double> x, std::size_t evaluations, double target, Random& random);
  /// Pulls a coordinate inside its range.
  [[nodiscard]] double inside(std::size_t i, double x) const;

 private:
  double evaluate(std::vector<double>& x);
  void pattern(Minimum& best, std::size_t budget, double target, Random& random);
  void nelder_mead(Minimum& best, double spread, std::size_t budget, double target, Random& random);
  [[nodiscard]] double to_line(std::size_t i, double x) const;
  [[nodiscard]] double from_line(std::size_t i, double t) const;

  struct Bounds {
    double lo, hi;  // usable ends: open ends moved inside by the least step
    bool integer;
  };
  std::vector<Bounds> bounds_;
  Objective objective_;
  std::size_t used_ = 0;
};

}  // namespace dpcert::verify
