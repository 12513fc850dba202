// A formula with its derivatives, compiled for evaluation over boxes in doubles or with Arb, and where it is smooth.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "dpcert/scalar/tape.hpp"
#include "verify/engine/boxes/enclosure.hpp"
#include "verify/engine/goal/goal.hpp"

namespace dpcert::verify {

/// The bit of a variable by its number, all of them beyond 64.
inline std::uint64_t bit(std::size_t variable) {
  return variable < 64 ? std::uint64_t{1} << variable : ~std::uint64_t{0};
}

/// A tape with the numbers of its constants in doubles.
class BoxTape {
 public:
  BoxTape(const std::vector<Expr>& roots, const std::vector<Expr>& inputs);
  /// Instructions [from, to) over the inputs; `work` keeps the values in between.
  template <class S>
  void run(const std::vector<S>& inputs, std::vector<S>& work, Precision bits, std::size_t from, std::size_t to) const;
  [[nodiscard]] const Tape& tape() const { return tape_; }
  template <class S>
  [[nodiscard]] const S& root(const std::vector<S>& work, std::size_t k) const {
    return work[tape_.root(k)];
  }

 private:
  Tape tape_;
  std::vector<DoubleInterval> constants_;
};

/// Roots: the formula; its derivatives, if it is smooth anywhere; its second derivatives (0,0), (1,0), (1,1), (2,0),
/// ... if they are short and wanted.
class BoxFormula {
 public:
  BoxFormula(const Expr& formula, const std::vector<Expr>& inputs, const Context& context, bool second_order);

  template <class S>
  void run(const std::vector<S>& inputs, std::vector<S>& work, Precision bits, std::size_t from, std::size_t to) const {
    code_->run(inputs, work, bits, from, to);
  }
  template <class S>
  [[nodiscard]] const S& root(const std::vector<S>& work, std::size_t k) const {
    return code_->root(work, k);
  }
  /// After a run over a box: the formula is smooth there in these variables (docs/certificate-format.md, below the
  /// table).
  template <class S>
  [[nodiscard]] bool is_smooth(const std::vector<S>& values, std::uint64_t variables) const;

  [[nodiscard]] bool has_gradient() const { return smooth_; }
  [[nodiscard]] bool has_second_order() const { return second_order_; }
  [[nodiscard]] std::size_t value_end() const { return value_end_; }  // instructions
  [[nodiscard]] std::size_t gradient_end() const { return gradient_end_; }
  [[nodiscard]] std::size_t end() const { return code_->tape().code().size(); }

 private:
  // Conditions under which it is smooth, on the values of its nodes.
  struct Strict {
    enum Kind : std::uint8_t { finite, positive, above_minus_one, nonzero, apart, never } kind;
    std::uint32_t a, b;
    std::uint64_t variables;  // that the node contains, as bits
  };
  void compile();

  bool smooth_ = false, second_order_ = false;
  std::size_t value_end_ = 0, gradient_end_ = 0;
  std::unique_ptr<BoxTape> code_;
  std::vector<Strict> strict_conditions_;
};

}  // namespace dpcert::verify
