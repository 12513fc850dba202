// Certified truth of a problem's relations at exact points.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "verify/engine/points/problem.hpp"

namespace dpcert::verify {

enum class Standing { holds, fails, undecided };

struct Finding {
  enum class Kind {
    outside,    // of a range, or a hypothesis certainly fails
    unclear,    // a hypothesis is not decided
    holds,      // every hypothesis and every conclusion certainly true
    violated,   // every hypothesis certainly true, conclusion `conclusion` certainly false
    undecided,  // every hypothesis certainly true, no conclusion false, conclusion `conclusion` not decided
  };
  Kind kind = Kind::outside;
  std::size_t conclusion = 0;
  bool by_equality = false;
  Precision bits = 128;  // that decided
  double size = 0;       // of a violation: |lhs - rhs| relative to its terms
  bool defined = true;   // of an undecided conclusion: both sides have finite enclosures
};

struct Effort {
  Precision limit = 512;  // bits
  bool algebra = false;   // may normal forms be asked (slow; they stay in memory)?
  bool plain = false;     // forall hypotheses by plain subdivision only, which is all that the checker does
};
inline constexpr Effort thorough{4096, true};

class Certifier {
 public:
  Certifier(const Problem& problem, Precision max_bits);

  /// x must be complete.
  Finding examine(const Values& x, const Effort& effort);
  Standing hypotheses(const Values& x, const Effort& effort);
  /// The requirement of the conclusion that certainly fails at x, if one does while its operands are defined.
  struct Defect {
    Expr whole;
    std::string what;
  };
  std::optional<Defect> undefined(const Values& x, std::size_t conclusion);
  /// Both sides of a conclusion.
  std::pair<Ball, Ball> sides(const Values& x, std::size_t conclusion, Precision bits);
  /// Is the conclusion (an equation) an identity wherever it is defined?
  bool is_identity(std::size_t conclusion);
  [[nodiscard]] const Problem& problem() const { return *problem_; }

 private:
  Runner<Ball>& runner(Precision bits);
  void start(const Values& x);
  Runner<Ball>& started(Precision bits);
  Standing decide(const Slot& slot, const Effort& effort, Precision& bits, bool& equal, bool& finite);
  Standing decide_exactly(const Slot& slot, bool& equal);
  Standing forall(const ForallSlot& f, const Effort& effort);
  bool zero_by_normal_form(const Expr& e);
  bool zero_on_face(const Expr& e);

  const Problem* problem_;
  Precision max_bits_;
  std::map<Precision, Runner<Ball>> runners_;
  std::map<Precision, bool> started_;
  Runner<Exact> exact_;
  bool exact_started_ = false;
  Values x_;
  std::vector<Ball> balls_;
  std::vector<signed char> identity_;
  std::map<std::pair<std::uint64_t, std::string>, bool> faces_;
  int normal_forms_ = 0;  // attempts so far
};

}  // namespace dpcert::verify
