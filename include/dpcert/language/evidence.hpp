// What a decision rests on, as plain data: points, counterexamples, tightness; and where long searches keep their
// state.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "dpcert/core/rational.hpp"
#include "dpcert/language/statement.hpp"
#include "dpcert/scalar/ball.hpp"

namespace dpcert::verify {

/// A value for every variable, by name.
using Point = std::map<std::string, Rational>;

/// What stands for an arbitrary function at a point, in certificate syntax: "g(x) = beta(2 + x, 4)".
using Interpretation = std::vector<std::string>;

/// A statement that proof lines may use: `lemma ID (x = e, ...)`. Whoever offers it has a proof of it.
struct Lemma {
  std::string id;
  Statement statement;
};

/// An exact point at which every hypothesis holds and a conclusion fails.
struct Counterexample {
  Point point;
  Interpretation with;
  std::size_t conclusion = 0;  ///< index from 0
  bool by_equality = false;    ///< a strict relation that fails because both sides are exactly equal
  Precision bits = 128;        ///< enough to certify hypotheses and violation
  Ball lhs, rhs;               ///< enclosures of the two sides of the conclusion (>=, > or =)
};

/// How tight an inequality lhs >= rhs is on its domain. The slack is the least lhs - rhs; the ratio is the greatest
/// rhs/lhs where lhs >= 0 (`of_lhs`), else lhs/rhs where rhs <= 0. A ratio of 1: the constant cannot be improved.
struct Tightness {
  enum class Kind : std::uint8_t { slack, ratio };
  Kind kind = Kind::slack;
  bool of_lhs = true;     ///< ratio: lhs is the larger side, in absolute value
  Rational lower, upper;  ///< slack or ratio lies between them
  Point at;               ///< slack: lhs - rhs <= upper there; ratio: it is >= lower there
  bool by_equal = false;  ///< = instead, by normal form
};

/// Where long searches keep their state, so that one that was killed goes on where it was. States are opaque bytes (any
/// byte may occur), under a key of 64 hexadecimal digits that stands for the goal and those options on which the tree
/// depends (not the budget, time or threads). Both functions are called by the thread that called decide(). A state
/// that is damaged, or belongs to something else, is ignored. The keeper drops the states of a claim when it is
/// decided.
struct Checkpoints {
  /// The state last saved under the key, if any. Asked for searches of at least `least_boxes` only: smaller ones are
  /// cheap to repeat.
  std::function<std::optional<std::string>(const std::string& key)> load;
  /// Replaces the state under the key: every `every` (less often where saving itself takes long), on cancellation, when
  /// time or boxes run out, and at the end of a search that took longer than `every`.
  std::function<void(const std::string& key, const std::string& state)> save;
  std::chrono::duration<double> every{5};
  std::size_t least_boxes = 20'000;
  /// The keys saved by way of this object and its copies: what is loaded under them again is work of this run.
  std::shared_ptr<std::set<std::string>> written = std::make_shared<std::set<std::string>>();
};

}  // namespace dpcert::verify
