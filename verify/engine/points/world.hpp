// The search itself: one World for each way to interpret the functions of the statement, and the stages that are run on
// each.
#pragma once

#include <chrono>
#include <memory>
#include <unordered_set>

#include "verify/engine/points/certify.hpp"
#include "verify/engine/points/interpret.hpp"
#include "verify/engine/points/optimise.hpp"
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
  /// Of the point that was loaded: see search_score.hpp; forall hypotheses are sampled.
  double infeasibility(double tolerance);
  double score(std::size_t conclusion, Scale scale);
  /// Values from doubles of the free coordinates, as they are; false if a solved coordinate has no exact value or
  /// something is outside.
  bool exactly(const std::vector<double>& free, Values& x) const;
  [[nodiscard]] std::vector<double> doubles(const Values& x) const;
};

class Search {
 public:
  Search(const Instance& statement, const SearchOptions& options);
  SearchResult run();

 private:
  void go_through_stages();
  std::vector<std::vector<Definition>> interpretations() const;
  [[nodiscard]] bool cut_short() const;  // by the clock or from outside
  [[nodiscard]] bool out_of_time() const;
  [[nodiscard]] bool done() const { return static_cast<bool>(hit_) || out_of_time(); }

  // Stages.
  void try_suggestions(World& w);
  void try_simple_points(World& w);
  void try_random_points(World& w, std::size_t points);
  void optimise(World& w, std::size_t evaluations, std::size_t starts);
  void optimise_one(World& w, std::size_t conclusion, const Values& start, std::size_t evaluations);
  void search_undefined(World& w);
  void search_in_boxes(World& w, std::size_t boxes);
  void enumerate(World& w);
  void count_evaluations(World& w, std::size_t target);
  void find_inhabited(World& w);

  /// Examines a point and records what follows from it.
  Finding consider(World& w, const Values& x, const Effort& effort);
  /// The same if doubles do not rule it out; true if it was examined.
  bool consider_if_promising(World& w, const Values& x, const Effort& effort);
  /// Points near x: as it is, and rounded to simpler and simpler numbers.
  void consider_near(World& w, const std::vector<double>& free);
  /// Of the loaded point: is the least slack within what doubles cannot be trusted with?
  static bool may_fail(World& w);
  void note_feasible(World& w, const Values& x);
  /// Keeps a feasible point to draw others from.
  void remember(World& w, const Values& x);
  void note_undefined(World& w, const Values& x, std::size_t conclusion);
  void finish(SearchResult& result);

  const Instance& statement_;
  const SearchOptions& options_;
  std::chrono::steady_clock::time_point deadline_;
  Random random_;
  double effort_;                            // 1 for 100,000 evaluations
  std::unordered_set<Expr> own_operations_;  // partial operations of the statement itself, not of an interpretation
  std::vector<std::unique_ptr<World>> worlds_;
  World* world_of_hit_ = nullptr;
  std::optional<Hit> hit_;
  bool counting_ = false;
  std::size_t after_hit_ = 0;  // points considered since the first hit
  SearchResult result_;
  std::size_t undefined_tests_ = 0, algebra_tests_ = 0;
  std::size_t drawn_ = 0, optimisations_ = 0, boxes_ = 0, simple_ = 0;
};

/// Complexity of a point: bits of its free coordinates, with a preference for integers and positive numbers.
double complexity(const Problem& problem, const Values& x);

/// The hit, as simple as it stays one with a violation of comparable size.
Hit simplify(World& w, const Hit& hit);
/// A larger violation near by, if doubles or Balls find one.
Hit enlarge(World& w, const Hit& hit, Random& random);
/// A point at which the hypotheses hold, made simple.
Values simplify_feasible(World& w, const Values& x);
Counterexample counterexample(World& w, const Hit& hit);

}  // namespace dpcert::verify
