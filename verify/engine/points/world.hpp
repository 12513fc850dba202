// A statement under one way to interpret its functions, with everything that the search keeps about it.
#pragma once

#include <unordered_set>
#include <vector>

#include "verify/engine/points/certify.hpp"
#include "verify/engine/points/interpret.hpp"
#include "verify/engine/points/sample.hpp"
#include "verify/engine/points/score.hpp"
#include "verify/engine/points/search.hpp"

namespace dpcert::verify {

struct Hit {
  Values x;
  Finding finding;
};

/// A statement under one interpretation, with everything compiled and the good points met so far.
struct World {
  World(const Instance& statement, std::vector<Definition> definitions, Precision max_bits);

  std::vector<Definition> definitions;
  Instance instance;
  Problem problem;
  Certifier certifier;
  Runner<Approx> approx;
  std::vector<Runner<Approx>> forall_approx;
  std::vector<Approx> loaded;
  std::vector<Values> feasible;   // a sample of points at which the hypotheses hold
  std::vector<Values> tight;      // those with the least relative slacks, for each conclusion in turn
  std::vector<double> tightness;  // the slack of each
  std::unordered_set<std::size_t> counted;
  bool exhausted = false;  // every point of a finite domain has been examined

  /// Point and interpretation in the terms of the statement.
  [[nodiscard]] Point point(const Values& x) const;
  [[nodiscard]] Interpretation interpretation(const Values& x) const;
  /// Loads x into the double evaluator.
  void load(const Values& x);
  void load(const std::vector<double>& free);
  /// Of the point that was loaded: see score.hpp; forall hypotheses are sampled.
  double infeasibility(double tolerance);
  double score(std::size_t conclusion, Scale scale);
  /// Values from doubles of the free coordinates, as they are; false if a solved coordinate has no exact value or
  /// something is outside.
  bool exactly(const std::vector<double>& free, Values& x) const;
  [[nodiscard]] std::vector<double> doubles(const Values& x) const;
};

}  // namespace dpcert::verify
