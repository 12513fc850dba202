// Jet<S>: a value with its gradient and, if asked for, its Hessian, over any scalar (forward mode). Over Ball and
// Interval the derivatives are enclosures of the derivatives on the whole box.
//
// The number of variables is a run-time number; a constant has none and costs nothing. Where a function is not
// differentiable, or that it is cannot be decided (abs at 0, min and max where the arguments may be equal, floor and
// ceil at integers, a select whose relation is not certain, sqrt at 0), the value is right and the derivatives are
// those of 0/0: NaN, indeterminate, undefined, or Error for the scalars that throw.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "dpcert/scalar/scalar.hpp"

namespace dpcert {

template <class S>
class Jet {
 public:
  Jet() : value_(0) {}
  template <std::integral T>
  requires(!std::same_as<T, bool>) Jet(T n) : value_(n) {}  // NOLINT(google-explicit-constructor)
  template <std::floating_point T>
  Jet(T) = delete;
  /// A constant.
  explicit Jet(S value) requires(!std::is_floating_point_v<S>) : value_(std::move(value)) {}
  static Jet constant(S value) {
    Jet j;
    j.value_ = std::move(value);
    return j;
  }
  /// Variable number `index` of `variables`; order 1: gradient, order 2: also the Hessian.
  static Jet variable(S value, std::size_t index, std::size_t variables, int order = 1) {
    if (index >= variables)
      throw Error(ErrorCode::bad_input, "Jet::variable", "index < variables", std::to_string(index));
    if (order < 1 || order > 2)
      throw Error(ErrorCode::unsupported, "Jet::variable", "order 1 or 2", std::to_string(order));
    Jet j = constant(std::move(value));
    j.gradient_.assign(variables, S(0));
    j.gradient_[index] = S(1);
    if (order == 2) j.hessian_.assign(variables * (variables + 1) / 2, S(0));
    return j;
  }

  [[nodiscard]] const S& value() const { return value_; }
  /// Number of variables; 0 for a constant.
  [[nodiscard]] std::size_t variables() const { return gradient_.size(); }
  [[nodiscard]] bool has_hessian() const { return !hessian_.empty(); }
  /// d/dx_i; 0 for a constant.
  [[nodiscard]] S gradient(std::size_t i) const { return gradient_.empty() ? S(0) : gradient_.at(i); }
  /// d^2/(dx_i dx_j); 0 for a constant. Throws Error::unsupported if only the gradient was asked for.
  [[nodiscard]] S hessian(std::size_t i, std::size_t j) const {
    if (gradient_.empty()) return S(0);
    if (hessian_.empty()) throw Error(ErrorCode::unsupported, "Jet::hessian", "a jet of order 2", "order 1");
    return hessian_.at(packed(std::max(i, j), std::min(i, j)));
  }

  /// f(x) for a function of one argument: its value and first derivative at x.value(), and the second, asked for only
  /// when needed.
  template <class Second>
  static Jet chain(const Jet& x, S f, const S& f1, Second second) {
    Jet r = constant(std::move(f));
    if (x.gradient_.empty()) return r;
    const std::size_t n = x.variables();
    r.gradient_.reserve(n);
    for (const S& g : x.gradient_) r.gradient_.push_back(f1 * g);
    if (x.has_hessian()) {
      const S f2 = second();
      r.hessian_.reserve(x.hessian_.size());
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
          // pow, not a product: the square of an enclosure around 0 is not negative
          const S square = i == j ? pow(x.gradient_[i], 2) : x.gradient_[i] * x.gradient_[j];
          r.hessian_.push_back(f1 * x.hessian_[packed(i, j)] + f2 * square);
        }
      }
    }
    return r;
  }
  /// f(x, y): value, first derivatives, and second() = {f_xx, f_xy, f_yy}.
  template <class Second>
  static Jet chain(const Jet& x, const Jet& y, S f, const S& fx, const S& fy, Second second) {
    Jet r = constant(std::move(f));
    const std::size_t n = common(x, y, r);
    for (std::size_t i = 0; i < n; ++i) r.gradient_[i] = fx * x.gradient(i) + fy * y.gradient(i);
    if (r.has_hessian()) {
      const std::array<S, 3> d = second();
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
          const S xi = x.gradient(i), xj = x.gradient(j), yi = y.gradient(i), yj = y.gradient(j);
          const S xx = i == j ? pow(xi, 2) : xi * xj;
          const S yy = i == j ? pow(yi, 2) : yi * yj;
          r.hessian_[packed(i, j)] =
              fx * x.second(i, j) + fy * y.second(i, j) + d[0] * xx + d[1] * (xi * yj + xj * yi) + d[2] * yy;
        }
      }
    }
    return r;
  }
  /// The same value and shape, every derivative 0/0.
  static Jet not_differentiable(Jet x) {
    for (S& g : x.gradient_) g = S(0) / S(0);
    for (S& h : x.hessian_) h = S(0) / S(0);
    return x;
  }
  /// value with the derivatives of x, in the shape that x and y have together.
  static Jet with_value(S value, const Jet& x, const Jet& y) {
    Jet r = constant(std::move(value));
    const std::size_t n = common(x, y, r);
    for (std::size_t i = 0; i < n; ++i) r.gradient_[i] = x.gradient(i);
    if (r.has_hessian()) {
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) r.hessian_[packed(i, j)] = x.second(i, j);
      }
    }
    return r;
  }

  /// x as a function of the variables of `like` too: a constant gets derivatives, all 0.
  static Jet widened(Jet x, const Jet& like) {
    check(x, like);
    if (x.gradient_.empty() && !like.gradient_.empty()) {
      x.gradient_.assign(like.gradient_.size(), S(0));
      x.hessian_.assign(like.hessian_.size(), S(0));
    }
    return x;
  }

  friend Jet operator+(const Jet& a, const Jet& b) {
    Jet r = a.gradient_.size() >= b.gradient_.size() ? a : b;
    const Jet& o = a.gradient_.size() >= b.gradient_.size() ? b : a;
    r.value_ = a.value_ + b.value_;
    r.accumulate(o, [](S& x, const S& y) { x += y; });
    return r;
  }
  friend Jet operator-(const Jet& a, const Jet& b) { return a + (-b); }
  friend Jet operator-(const Jet& a) {
    Jet r(a);
    r.value_ = -r.value_;
    for (S& g : r.gradient_) g = -g;
    for (S& h : r.hessian_) h = -h;
    return r;
  }
  friend Jet operator+(const Jet& a) { return a; }
  friend Jet operator*(const Jet& a, const Jet& b) {
    if (&a == &b) return pow(a, 2);
    if (a.gradient_.empty()) return scaled(b, a.value_, a.value_ * b.value_);
    if (b.gradient_.empty()) return scaled(a, b.value_, a.value_ * b.value_);
    return chain(a, b, a.value_ * b.value_, b.value_, a.value_, [] { return std::array<S, 3>{S(0), S(1), S(0)}; });
  }
  friend Jet operator/(const Jet& a, const Jet& b) {
    const S q = a.value_ / b.value_;
    if (b.gradient_.empty()) return scaled(a, S(1) / b.value_, q);
    const S inverse = S(1) / b.value_;
    return chain(a, b, q, inverse, -(q * inverse), [&] {
      const S square = pow(inverse, 2);
      return std::array<S, 3>{S(0), -square, S(2) * q * square};
    });
  }
  Jet& operator+=(const Jet& o) { return *this = *this + o; }
  Jet& operator-=(const Jet& o) { return *this = *this - o; }
  Jet& operator*=(const Jet& o) { return *this = *this * o; }
  Jet& operator/=(const Jet& o) { return *this = *this / o; }

 private:
  static std::size_t packed(std::size_t i, std::size_t j) { return i * (i + 1) / 2 + j; }  // j <= i
  [[nodiscard]] S second(std::size_t i, std::size_t j) const {
    return gradient_.empty() ? S(0) : hessian_[packed(i, j)];
  }
  /// Gives r room for the derivatives of a function of x and y; a Hessian only if every operand with variables has one.
  static std::size_t common(const Jet& x, const Jet& y, Jet& r) {
    const std::size_t n = std::max(x.variables(), y.variables());
    check(x, y);
    r.gradient_.assign(n, S(0));
    const bool second = (x.gradient_.empty() || x.has_hessian()) && (y.gradient_.empty() || y.has_hessian());
    if (second && n > 0) r.hessian_.assign(n * (n + 1) / 2, S(0));
    return n;
  }
  static void check(const Jet& x, const Jet& y) {
    if (x.variables() != y.variables() && x.variables() != 0 && y.variables() != 0) {
      throw Error(ErrorCode::bad_input, "Jet", "operands in the same variables",
                  std::to_string(x.variables()) + " and " + std::to_string(y.variables()));
    }
  }
  template <class F>
  void accumulate(const Jet& o, F f) {
    check(*this, o);
    if (o.gradient_.empty()) return;
    for (std::size_t i = 0; i < gradient_.size(); ++i) f(gradient_[i], o.gradient_[i]);
    if (!o.has_hessian()) hessian_.clear();
    for (std::size_t i = 0; i < hessian_.size(); ++i) f(hessian_[i], o.hessian_[i]);
  }
  static Jet scaled(const Jet& x, const S& factor, S value) {
    Jet r(x);
    r.value_ = std::move(value);
    for (S& g : r.gradient_) g *= factor;
    for (S& h : r.hessian_) h *= factor;
    return r;
  }

  S value_;
  std::vector<S> gradient_;
  std::vector<S> hessian_;  // packed lower triangle, row by row; empty for order 1
};

}  // namespace dpcert

#include "dpcert/scalar/jet_functions.hpp"
