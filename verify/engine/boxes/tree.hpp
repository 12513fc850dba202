// The boxes of a branch and bound search: compact nodes in breadth-first order, and what they say as certificate lines
// and as a saved state.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dpcert/scalar/double_interval.hpp"
#include "verify/engine/goal/goal.hpp"

namespace dpcert::verify {

/// One variable's part of a box. An end is a double exactly, or the domain's own end, which may be any rational or
/// infinite and is written as its outward rounding: split points lie strictly inside the domain, so the two cannot be
/// confused. lo = hi at a domain's end: the face at that end.
struct Side {
  double lo, hi;
  [[nodiscard]] bool is_point() const { return lo == hi; }
};
using Box = std::span<const Side>;

class Axis {
 public:
  Axis(const Variable& v, bool used);
  std::string name;
  bool integer;
  bool used;  // D or a hypothesis mentions it; others are left alone
  Range range;

  [[nodiscard]] Side whole() const { return {lo_.lower(), hi_.upper()}; }
  [[nodiscard]] bool is_point(const Side& s) const { return s.is_point() || point_; }
  [[nodiscard]] bool bounded(const Side& s) const {
    return !(s.lo == -HUGE_VAL && range.lo.infinite) && !(s.hi == HUGE_VAL && range.hi.infinite);
  }
  [[nodiscard]] Range exact(const Side& s) const;
  [[nodiscard]] DoubleInterval enclosure(const Side& s) const { return {lower(s.lo), upper(s.hi)}; }
  /// q is strictly inside.
  [[nodiscard]] bool inside(const Side& s, double q) const {
    return q > s.lo && q < s.hi && q >= upper(s.lo) && q <= lower(s.hi);
  }
  /// Of the exact midpoint of a bounded side.
  [[nodiscard]] DoubleInterval middle(const Side& s) const;
  /// At least half the exact width.
  [[nodiscard]] double half_width(const Side& s) const;
  /// True if `at` is the domain's end on that side; then open ends count as not attained.
  [[nodiscard]] bool lower_end_closed(const Side& s) const { return s.lo != whole().lo || range.lo.closed; }
  [[nodiscard]] bool upper_end_closed(const Side& s) const { return s.hi != whole().hi || range.hi.closed; }

 private:
  // Enclosure of what an end stands for.
  [[nodiscard]] double lower(double end) const { return end == hi_.upper() ? hi_.lower() : end; }
  [[nodiscard]] double upper(double end) const { return end == lo_.lower() ? lo_.upper() : end; }
  [[nodiscard]] Rational value(double end) const;
  DoubleInterval lo_, hi_;  // of the domain's ends
  bool point_;
};

enum class Fate : std::uint8_t {
  open,
  eval,
  ray,
  mean,
  taylor,
  prune,
  noint,
  face_lo,
  face_hi,
  fix,
  identity,  // at a point, by normal form
  split,
  relax_mean,  // of D less multiples of hypotheses
  relax_taylor,
  stuck,
  refuted
};

struct Node {
  double q = 0;                // of a split; the value of a fix
  float bound = -HUGE_VALF;    // D is at least this on the box
  std::uint16_t variable = 0;  // or the number of the hypothesis, from 0
  Fate fate = Fate::open;
  std::uint8_t level = 0;        // precision of the line: the first one, doubled so many times
  std::uint8_t child_level = 0;  // of the children
  std::uint8_t by_arb = 0;       // 1: not by doubles
};

/// With what leaves alone have.
struct Decided : Node {
  static constexpr std::size_t most_multipliers = 3;
  /// Of a relaxation: by how much of which hypotheses (from 0) D is lessened; 0 for none.
  std::array<float, most_multipliers> multiplier{};
  std::array<std::uint8_t, most_multipliers> hypothesis{};
  /// 1: that is its fate unless D is zero there by normal form, which is not yet known (never in a log).
  std::uint8_t perhaps_zero = 0;
};

inline int children(Fate f) {
  return f == Fate::split ? 2 : f == Fate::face_lo || f == Fate::face_hi || f == Fate::fix ? 1 : 0;
}

/// Decided nodes in breadth-first order, so that the children of a node are the next ones not yet born. A few bytes
/// each: one for most leaves, ten for most splits. Bounds are kept of nodes with children only.
class NodeLog {
 public:
  void append(const Decided& n);
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  void clear() { *this = {}; }

  /// Where a node's bytes begin; good for so many bytes.
  using Place = std::uint32_t;
  static constexpr std::size_t most_bytes = (std::size_t{1} << 32) - (std::size_t{1} << 22);
  [[nodiscard]] Place begin() const { return 0; }
  /// The node there; `at` moves on to the next one.
  [[nodiscard]] Decided read(Place& at) const;

  /// All bytes in a row, and back: false if they are no nodes, or not `count` of them.
  void write(std::string& out) const;
  bool read_all(std::string_view in, std::size_t count);

 private:
  static constexpr std::size_t block = std::size_t{1} << 20;
  std::vector<std::string> blocks_;  // no node lies in two
  std::size_t size_ = 0, bytes_ = 0;
};

/// Writes child number i of a decided node. False if that makes no sense for this box (a damaged state).
bool child_box(const Node& n, std::span<const Axis> axes, Box parent, int i, std::span<Side> out);

std::string to_text(std::span<const Axis> axes, Box box);

/// The precision that a line names, more than was used to find it: the checker sums in another order, and its rounding
/// must not matter.
inline Precision line_precision(const Node& n, Precision bits) {
  const Precision p = bits << n.level;
  return n.by_arb ? p + p / 2 : std::max<Precision>(p, 64);
}

/// The tree in prefix order, a line for each node, without the end of the last line; every node decided. `most_bits`:
/// the greatest precision that a line names.
std::string tree_text(const NodeLog& nodes, std::span<const Axis> axes, Precision bits, Precision& most_bits);

/// The nodes with the key and a digest.
std::string saved_state(const std::string& key, const NodeLog& nodes);
/// Nothing unless undamaged and of this key.
std::optional<NodeLog> read_state(const std::string& key, const std::string& state);

}  // namespace dpcert::verify
