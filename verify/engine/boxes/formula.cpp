#include "verify/engine/boxes/formula.hpp"

#include <algorithm>
#include <functional>

#include "src/symbolic/functions.hpp"
#include "verify/engine/goal/repetitions.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t largest_hessian = 600;  // nodes of one second derivative
constexpr std::size_t most_second_order_variables = 6;

bool are_apart(const DoubleInterval& a, const DoubleInterval& b) {
  return a.upper() < b.lower() || b.upper() < a.lower();
}
bool are_apart(const Interval& a, const Interval& b) { return certainly_less(a, b) || certainly_less(b, a); }

}  // namespace

BoxTape::BoxTape(const std::vector<Expr>& roots, const std::vector<Expr>& inputs) : tape_(roots, inputs) {
  for (const auto& q : tape_.constants()) constants_.emplace_back(q);
}

template <>
void BoxTape::run(const std::vector<DoubleInterval>& inputs, std::vector<DoubleInterval>& work, Precision,
                  std::size_t from, std::size_t to) const {
  const auto known = tape_.constants();
  // The tape makes what it cannot compute of a number of its own, which is not among its constants.
  const auto constant = [&](const Rational& q) {
    const bool own = std::less<>{}(&q, known.data()) || !std::less<>{}(&q, known.data() + known.size());
    return own ? DoubleInterval(q) : constants_[static_cast<std::size_t>(&q - known.data())];
  };
  tape_.run<DoubleInterval>(
      inputs, work, constant, [] { return DoubleInterval::pi(); }, from, to);
}
template <>
void BoxTape::run(const std::vector<Interval>& inputs, std::vector<Interval>& work, Precision bits, std::size_t from,
                  std::size_t to) const {
  tape_.run<Interval>(
      inputs, work, [bits](const Rational& q) { return Interval(q, bits); }, [bits] { return Interval::pi(bits); },
      from, to);
}

BoxFormula::BoxFormula(const Expr& formula, const std::vector<Expr>& inputs, const Context& context,
                       bool second_order) {
  const Expr d = without_repetitions(formula);
  smooth_ = std::ranges::all_of(inputs, [&](const Expr& x) { return is_smooth_in(d, x); });
  if (smooth_) {
    // Strict conditions under roots that are not known are seen numerically. Formulas that exist at integers only are
    // declined.
    const auto plain = side_conditions(d, context);
    for (const auto& c : smoothness_conditions(d, context)) {
      if (c.need == Need::positive && !context.knows(c) && std::ranges::find(plain, c) == plain.end() &&
          context.signs(c.u) != (positive | zero))
        smooth_ = false;
    }
  }
  std::vector<Expr> roots{d};
  const std::size_t n = inputs.size();
  if (smooth_) {
    std::vector<Expr> gradient;
    for (const auto& x : inputs) {
      gradient.push_back(derivative(formula, x));
      roots.push_back(without_repetitions(gradient.back()));
    }
    if (second_order && n <= most_second_order_variables) {
      second_order_ = true;
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
          roots.push_back(without_repetitions(derivative(gradient[i], inputs[j])));
          second_order_ = second_order_ && size_of(roots.back()) <= largest_hessian;
        }
      }
      if (!second_order_) roots.resize(1 + n);
    }
  }
  code_ = std::make_unique<BoxTape>(roots, inputs);
  value_end_ = code_->tape().end_of(0);
  gradient_end_ = smooth_ ? code_->tape().end_of(n) : value_end_;
  compile();
}

// The conditions of smoothness of the nodes below the formula.
void BoxFormula::compile() {
  std::vector<std::uint64_t> variables(value_end_, 0);
  for (std::uint32_t i = 0; i < value_end_; ++i) {
    const auto& c = code_->tape().code()[i];
    if (c.op == Op::variable) {
      variables[i] = bit(static_cast<std::size_t>(c.index));
      continue;
    }
    const int arity = arity_of(c.op);
    for (int k = 0; k < arity; ++k) variables[i] |= variables[c.a[k]];
    if (variables[i] == 0) continue;
    const auto need = [&](Strict::Kind kind, std::uint32_t a, std::uint32_t b = 0) {
      strict_conditions_.push_back({kind, a, b, variables[i]});
    };
    need(Strict::finite, i);
    switch (c.op) {
      case Op::div:
        need(Strict::nonzero, c.a[1]);
        break;
      case Op::pow:
        if (c.integer_exponent == Tape::no_integer)
          need(Strict::positive, c.a[0]);
        else if (c.integer_exponent < 0)
          need(Strict::nonzero, c.a[0]);
        break;
      default:
        break;
    }
    if (const FunctionEntry* f = function_entry(c.op)) {  // the interior of its domain
      if (f->domain == Domain::positive || f->domain == Domain::nonnegative) need(Strict::positive, c.a[0]);
      if (f->domain == Domain::above_minus_one) need(Strict::above_minus_one, c.a[0]);
      if (f->domain == Domain::weighted_log) need(Strict::positive, c.a[1]);
    }
    if (regularity_of(c.op) == Regularity::jumps) need(Strict::never, 0);
    if (regularity_of(c.op) == Regularity::kinks)
      arity == 1 ? need(Strict::nonzero, c.a[0]) : need(Strict::apart, c.a[0], c.a[1]);
  }
}

template <class S>
bool BoxFormula::is_smooth(const std::vector<S>& values, std::uint64_t variables) const {
  return std::ranges::all_of(strict_conditions_, [&](const Strict& c) {
    if (!(c.variables & variables)) return true;
    const S& a = values[c.a];
    switch (c.kind) {
      case Strict::finite:
        return a.is_finite();
      case Strict::positive:
        return is_positive(a);
      case Strict::above_minus_one:
        return above_integer(a, -1);
      case Strict::nonzero:
        return is_positive(a) || is_negative(a);
      case Strict::apart:
        return are_apart(a, values[c.b]);
      case Strict::never:
        break;
    }
    return false;
  });
}

template bool BoxFormula::is_smooth(const std::vector<DoubleInterval>&, std::uint64_t) const;
template bool BoxFormula::is_smooth(const std::vector<Interval>&, std::uint64_t) const;

}  // namespace dpcert::verify
