// The search itself: one World for each way to interpret the functions of the statement, and the stages that are run on
// each.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

#include "verify/engine/points/world.hpp"

namespace dpcert::verify {

class Search {
 public:
  Search(const Instance& statement, const SearchOptions& options);
  SearchResult run();

 private:
  void go_through_stages();
  std::vector<std::vector<Definition>> interpretations() const;
  [[nodiscard]] bool cut_short() const;  // by the clock or from outside
  [[nodiscard]] bool out_of_time() const;
  [[nodiscard]] bool done() const { return static_cast<bool>(hit_) || result_.has_enough(options_) || out_of_time(); }

  // Stages.
  void try_suggestions(World& w);
  void try_simple_points(World& w);
  void try_random_points(World& w, std::size_t points);
  void optimise(World& w, std::size_t evaluations, std::size_t starts);
  void optimise_one(World& w, std::size_t conclusion, const Values& start, std::size_t evaluations);
  void search_undefined(World& w);
  void search_in_boxes(World& w, std::size_t boxes);
  void enumerate(World& w);
  /// One or two integers, with an equation among the hypotheses: far solutions (equations.cpp).
  void solve_in_integers(World& w);
  /// An equation of degree two in a real variable, as that of a sphere, while no point is known at which all hypotheses
  /// hold: rational points of it (equations.cpp).
  void solve_on_quadrics(World& w);
  /// An equation of degree two in real variables, once a point is known: other points of it (quadrics.cpp).
  void optimise_on_quadrics(World& w);
  /// Variables in which the hypotheses and a conclusion are affine: by linear programs (linear.cpp).
  void solve_linear_parts(World& w);
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

}  // namespace dpcert::verify
