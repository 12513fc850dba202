// What follows an index n: powers with n in the exponent and values of sequences with a recursion, at n + 1 polynomials
// in what they are at n.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "verify/engine/tactics/polynomials.hpp"
#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// n itself, a power with n in the exponent, or a value x(stride n + place).
struct Follower {
  Expr e;               ///< in n
  Rational first = {};  ///< at the least n
  Poly next = {};       ///< at n + 1, in all of them, with integers as coefficients
  const Sequence* of = nullptr;
  long stride = 0, place = 0;
};

/// All that follows n in an expression. The values of one sequence with one stride stand together, place by place.
class Followers {
 public:
  /// Nothing where e has functions of n besides, or a value is no integer.
  static std::optional<Followers> of(const Context& c, const Expr& e, const Variable& n, Algebra& a);

  [[nodiscard]] std::size_t size() const { return all_.size(); }
  [[nodiscard]] const Follower& operator[](std::size_t j) const { return all_[j]; }
  [[nodiscard]] Expr index() const { return n_; }
  [[nodiscard]] const Rational& least() const { return least_; }
  /// Follower j at another index.
  [[nodiscard]] Expr at(std::size_t j, const Expr& k) const { return substitute(all_[j].e, {{n_, k}}); }
  /// A name for each of them, and e in these.
  static Expr name(std::size_t j) { return Expr::variable("follower " + std::to_string(j)); }
  [[nodiscard]] std::vector<Expr> names() const;
  [[nodiscard]] Expr in_names(Expr e) const;
  /// Behind follower j: the first one of another sequence or stride.
  [[nodiscard]] std::size_t end_of(std::size_t j) const;

 private:
  // Values of a sequence at stride n + low, ..., stride n + high.
  struct Values {
    const Sequence* of;
    long stride, low, high;
  };

  Followers(const Context& c, const Variable& n, Algebra& a)
      : c_(&c), n_(Expr::variable(n.name)), least_(n.range.lo.value.ceil()), a_(&a) {}
  bool read(const Expr& e);
  bool read_value(const Expr& e);
  bool name_all();
  bool take_step(std::size_t j);
  bool take_recursion(const Values& v);
  [[nodiscard]] std::optional<std::vector<Rational>> first_values(const Values& v) const;
  [[nodiscard]] std::size_t first_of(const Values& v) const;

  const Context* c_;
  Expr n_;
  Rational least_;
  Algebra* a_;
  bool of_index_ = false;  // n stands by itself
  std::vector<Expr> powers_;
  std::vector<Values> values_;
  std::vector<Follower> all_;
};

/// The value of a sequence behind its first ones by what comes before: before(i) for the i-th of as many as its
/// recursion looks back to. Nothing where the recursion has the index besides.
std::optional<Expr> next_value(Algebra& a, const Sequence& x, const std::function<Expr(long)>& before);

}  // namespace dpcert::verify
