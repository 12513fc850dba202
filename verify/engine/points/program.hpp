// Formulas compiled once and run at many points, over any scalar.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "dpcert/scalar/ball.hpp"
#include "dpcert/scalar/interval.hpp"
#include "dpcert/scalar/tape.hpp"
#include "src/core/work.hpp"
#include "verify/engine/points/scalars.hpp"

namespace dpcert::verify {

/// A tape whose inputs are the coordinates, then every maximal subexpression without variables (log(2*pi)/2 is computed
/// once, not at every point).
struct Program {
  std::vector<Expr> constants;
  std::size_t coordinates = 0;
  Tape tape;

  Program(const std::vector<Expr>& roots, const std::vector<Expr>& variables);
};

/// The value of an expression without variables. Bits matter for Ball and Interval only.
template <class S>
S constant_value(const Expr& e, Precision bits);
template <>
Ball constant_value<Ball>(const Expr& e, Precision bits);
template <>
Interval constant_value<Interval>(const Expr& e, Precision bits);
template <>
Approx constant_value<Approx>(const Expr& e, Precision bits);
template <>
Exact constant_value<Exact>(const Expr& e, Precision bits);

/// Runs a program at one point after another, only as far as asked.
template <class S>
class Runner {
 public:
  explicit Runner(const Program& program, Precision bits = 0) : program_(&program), bits_(bits) {
    inputs_.resize(program.coordinates);
    for (const auto& c : program.constants) inputs_.push_back(constant_value<S>(c, bits));
  }

  /// Starts at a new point.
  void start(std::span<const S> x) {
    std::copy(x.begin(), x.end(), inputs_.begin());
    done_ = 0;
  }
  const S& root(std::size_t k) {
    const Tape& tape = program_->tape;
    if (tape.end_of(k) > done_) {
      const auto bits = static_cast<std::uint64_t>(bits_);  // 0: doubles
      count_work(bits ? (tape.end_of(k) - done_) * (1 + bits / 256) : (tape.end_of(k) - done_) / 32);
      tape.run<S>(
          inputs_, work_, [this](const Rational& q) { return constant_value<S>(q, bits_); },
          [this] { return constant_value<S>(Expr::pi(), bits_); }, done_, tape.end_of(k));
      done_ = tape.end_of(k);
    }
    return work_[tape.root(k)];
  }
  [[nodiscard]] Precision bits() const { return bits_; }

 private:
  const Program* program_;
  Precision bits_;
  std::vector<S> inputs_, work_;
  std::size_t done_ = 0;
};

}  // namespace dpcert::verify
