// Evaluation of recorded formulas over any scalar: expressions compiled to a straight-line program.
#pragma once

#include <limits>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "dpcert/core/error.hpp"
#include "dpcert/scalar/real.hpp"  // before the template: builtin types have no argument-dependent lookup
#include "dpcert/symbolic/expr.hpp"

namespace dpcert {

/// The function `op` (of order `index`: a polygamma) of one argument. Throws std::logic_error for anything else.
template <class S>
S function_value(Op op, int index, const S& x) {
  switch (op) {
    case Op::exp:
      return exp(x);
    case Op::log:
      return log(x);
    case Op::log1p:
      return log1p(x);
    case Op::expm1:
      return expm1(x);
    case Op::sqrt:
      return sqrt(x);
    case Op::abs:
      return abs(x);
    case Op::cosh:
      return cosh(x);
    case Op::sinh:
      return sinh(x);
    case Op::tanh:
      return tanh(x);
    case Op::floor:
      return floor(x);
    case Op::ceil:
      return ceil(x);
    case Op::lgamma:
      return lgamma(x);
    case Op::polygamma:
      return index == 0 ? digamma(x) : index == 1 ? trigamma(x) : polygamma(index, x);
    case Op::erf:
      return erf(x);
    case Op::erfc:
      return erfc(x);
    case Op::normal_cdf:
      return normal_cdf(x);
    case Op::sin:
      return sin(x);
    case Op::cos:
      return cos(x);
    case Op::atan:
      return atan(x);
    default:
      throw Error(ErrorCode::internal, "function_value", "a function of one argument", "another operation");
  }
}

/// A straight-line program for a list of expressions (the roots), sharing common parts. Instructions are in the order
/// of the roots: running the first `end_of(k)` of them gives roots 0..k.
class Tape {
 public:
  struct Instruction {
    Op op;
    int index;              // polygamma order, Rel, input number of a variable, constant number
    long integer_exponent;  // of a pow with a constant integer exponent, else `no_integer`
    std::uint32_t a[4];
  };
  static constexpr long no_integer = std::numeric_limits<long>::min();

  /// `inputs`: the variables (or opaque parts), in the order in which values will be given. Throws Error::bad_input if
  /// a root has a variable or applied function that is not an input. Sequences, sums and products over ranges that are
  /// none have no value: 0/0 of the scalar. (Whoever knows the ends at his point writes them out first.)
  Tape(const std::vector<Expr>& roots, const std::vector<Expr>& inputs) {
    for (std::size_t i = 0; i < inputs.size(); ++i) input_.emplace(inputs[i], static_cast<int>(i));
    for (const auto& r : roots) {
      roots_.push_back(compile(r));
      ends_.push_back(code_.size());
    }
  }

  [[nodiscard]] std::span<const Instruction> code() const { return code_; }
  [[nodiscard]] std::span<const Rational> constants() const { return constants_; }
  [[nodiscard]] std::size_t root(std::size_t k) const { return roots_[k]; }
  [[nodiscard]] std::size_t end_of(std::size_t k) const { return ends_[k]; }
  [[nodiscard]] std::size_t roots() const { return roots_.size(); }
  /// Where the value of each expression on the way is found.
  [[nodiscard]] const std::unordered_map<Expr, std::uint32_t>& slots() const { return slot_; }

  /// Runs instructions [from, to). `work` is resized to the program's length; `constant(q)` makes a constant of S;
  /// `pi()` makes pi.
  template <class S, class Constant, class Pi>
  void run(std::span<const S> inputs, std::vector<S>& work, const Constant& constant, const Pi& pi, std::size_t from,
           std::size_t to) const {
    if (work.size() < code_.size()) work.resize(code_.size());
    for (std::size_t i = from; i < to; ++i) {
      const Instruction& c = code_[i];
      const auto x = [&](int k) -> const S& { return work[c.a[k]]; };
      switch (c.op) {
        case Op::constant:
          work[i] = constant(constants_[static_cast<std::size_t>(c.index)]);
          break;
        case Op::pi:
          work[i] = pi();
          break;
        case Op::variable:
        case Op::apply:
          work[i] = inputs[static_cast<std::size_t>(c.index)];
          break;
        case Op::neg:
          work[i] = -x(0);
          break;
        case Op::add:
          work[i] = x(0) + x(1);
          break;
        case Op::sub:
          work[i] = x(0) - x(1);
          break;
        case Op::mul:
          work[i] = x(0) * x(1);
          break;
        case Op::div:
          work[i] = x(0) / x(1);
          break;
        case Op::pow:
          if (c.integer_exponent >= std::numeric_limits<int>::min() &&
              c.integer_exponent <= std::numeric_limits<int>::max()) {
            work[i] = pow(x(0), static_cast<int>(c.integer_exponent));
          } else {
            work[i] = pow(x(0), x(1));
          }
          break;
        case Op::min:
          work[i] = min(x(0), x(1));
          break;
        case Op::max:
          work[i] = max(x(0), x(1));
          break;
        case Op::xlogy:
          work[i] = xlogy(x(0), x(1));
          break;
        case Op::sequence:
        case Op::sum:
        case Op::prod:
        case Op::integral:  // unknown here
          work[i] = constant(Rational(0)) / constant(Rational(0));
          break;
        case Op::select:
          work[i] = select(static_cast<Rel>(c.index), x(0), x(1), x(2), x(3));
          break;
        default:
          work[i] = function_value(c.op, c.index, x(0));
      }
    }
  }

 private:
  std::uint32_t compile(const Expr& root) {
    std::vector<std::pair<Expr, bool>> stack{{root, false}};
    while (!stack.empty()) {
      const auto [e, ready] = stack.back();
      stack.pop_back();
      if (slot_.contains(e)) continue;
      const auto input = input_.find(e);
      const bool unknown = input == input_.end() && e.op() != Op::apply && is_opaque(e);
      if (input == input_.end() && !ready && !unknown && !e.args().empty()) {
        stack.emplace_back(e, true);
        for (std::size_t i = e.args().size(); i-- > 0;) stack.emplace_back(e.arg(i), false);
        continue;
      }
      Instruction c{e.op(), e.node().index, no_integer, {0, 0, 0, 0}};
      if (input != input_.end()) {
        c.op = Op::variable;
        c.index = input->second;
      } else if (unknown) {
        // an instruction without arguments
      } else if (e.op() == Op::variable || e.op() == Op::apply) {
        throw Error(ErrorCode::bad_input, "Tape", "a value for every variable and function", "none for " + e.name());
      } else {
        if (e.op() == Op::constant) {
          c.index = static_cast<int>(constants_.size());
          constants_.push_back(e.value());
        }
        for (std::size_t i = 0; i < e.args().size(); ++i) c.a[i] = slot_.at(e.arg(i));
        if (e.op() == Op::pow && e.arg(1).is_constant())
          c.integer_exponent = e.arg(1).value().to_int64().value_or(no_integer);
      }
      slot_.emplace(e, static_cast<std::uint32_t>(code_.size()));
      code_.push_back(c);
    }
    return slot_.at(root);
  }

  std::vector<Instruction> code_;
  std::vector<Rational> constants_;
  std::vector<std::size_t> roots_, ends_;
  std::unordered_map<Expr, std::uint32_t> slot_;
  std::unordered_map<Expr, int> input_;
};

/// The value of one expression over any scalar: `values` for its variables, `constant(q)` and `pi()` as in Tape::run.
template <class S, class Constant, class Pi>
S evaluate(const Expr& e, const std::map<std::string, S>& values, const Constant& constant, const Pi& pi) {
  std::vector<Expr> inputs;
  std::vector<S> numbers;
  for (const auto& [name, value] : values) {
    inputs.push_back(Expr::variable(name));
    numbers.push_back(value);
  }
  const Tape tape({e}, inputs);
  std::vector<S> work;
  tape.run<S>(numbers, work, constant, pi, 0, tape.end_of(0));
  return work[tape.root(0)];
}

}  // namespace dpcert
