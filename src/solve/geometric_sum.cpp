#include "dpcert/solve/geometric_sum.hpp"

#include <flint/arith.h>
#include <flint/fmpq_poly.h>

#include <vector>

#include "dpcert/solve/effort.hpp"

namespace dpcert::langevin {
namespace {

class Series {
 public:
  Series() { arb_poly_init(value_); }
  Series(const Series&) = delete;
  Series& operator=(const Series&) = delete;
  ~Series() { arb_poly_clear(value_); }
  arb_poly_struct* get() { return value_; }
  [[nodiscard]] Ball coefficient(slong k, Precision bits) {
    Ball r;
    arb_poly_get_coeff_arb(r.arb(), value_, k);
    return r.with_precision(bits);
  }

 private:
  arb_poly_t value_;
};

/// sum over x = -w, -w+1, ..., w of (x/w)^k, exactly: (B_{k+1}(w+1) - B_{k+1}(-w)) / ((k+1) w^k).
Rational normalized_power_sum(const Rational& w, int k) {
  fmpq_poly_t bernoulli;
  fmpq_poly_init(bernoulli);
  arith_bernoulli_polynomial(bernoulli, static_cast<ulong>(k) + 1);
  Rational upper, lower;
  fmpq_poly_evaluate_fmpq(upper.fmpq_ptr(), bernoulli, (w + 1).fmpq_ptr());
  fmpq_poly_evaluate_fmpq(lower.fmpq_ptr(), bernoulli, (-w).fmpq_ptr());
  fmpq_poly_clear(bernoulli);
  return (upper - lower) / (Rational(k + 1) * pow(w, k));
}

struct Block {
  std::int64_t first, last;
  int depth;
  [[nodiscard]] std::int64_t count() const { return last - first + 1; }
};

constexpr std::int64_t direct_terms = 24;  // below this a loop is cheaper than an expansion
constexpr int deepest = 40;

class Summation {
 public:
  Summation(const SeriesFunction& h, const Ball& log_lambda, Precision precision)
      : h_(h), log_lambda_(log_lambda), bits_(precision), order_(6 + 2 * static_cast<int>(precision / 40)) {}

  Ball term(std::int64_t j) {
    expand(Ball(Rational(j), bits_), Ball(0), 1);
    return value_.coefficient(0, bits_);
  }
  Ball terms(const Block& block) {
    Ball sum(0);
    for (std::int64_t j = block.first; j <= block.last; ++j) sum += term(j);
    return sum;
  }
  /// Taylor's expansion of one block; indeterminate if the block has to be halved.
  Ball block(const Block& block, bool last_chance) {
    const Rational w = Rational(block.count() - 1) / 2, centre = (Rational(block.first) + Rational(block.last)) / 2;
    const Ball step = log_lambda_ * Ball(w, bits_);
    expand(Ball(centre, bits_), step, order_);
    Ball sum(0);
    for (int k = 0; k < order_; k += 2) sum += value_.coefficient(k, bits_) * Ball(normalized_power_sum(w, k), bits_);
    expand(Ball(Rational(block.first), Rational(block.last), bits_), step, order_ + 1);
    const Ball remainder = value_.coefficient(order_, bits_) * Ball(normalized_power_sum(w, order_), bits_);
    const Ball total = sum + remainder;
    // Wide compared with what rounding leaves anyway: halving will help.
    const Precision reached = total.is_finite() ? total.relative_accuracy_bits() : -1;
    const Precision possible = sum.is_finite() ? std::min(sum.relative_accuracy_bits(), bits_) : 0;
    if (!last_chance && reached < possible - 8) return Ball::indeterminate(bits_);
    return total;
  }

 private:
  /// value_ = h(lambda^(at + w t)) as a series in t, where step = w log lambda.
  void expand(const Ball& at, const Ball& step, int length) {
    spend_evaluations(4.0 * length, bits_);
    arb_poly_struct* e = exponent_.get();
    arb_poly_zero(e);
    arb_poly_set_coeff_arb(e, 0, (at * log_lambda_).arb());
    if (length > 1) arb_poly_set_coeff_arb(e, 1, step.arb());
    arb_poly_exp_series(u_.get(), e, length, bits_);
    h_(value_.get(), u_.get(), length, bits_);
  }

  const SeriesFunction& h_;
  Ball log_lambda_;
  Precision bits_;
  int order_;
  Series exponent_, u_, value_;
};

}  // namespace

Ball geometric_sum(const SeriesFunction& h, const Ball& log_lambda, std::int64_t first, std::int64_t last,
                   Precision precision, const SumOptions& options) {
  Summation summation(h, log_lambda, precision);
  Ball sum = Ball(0).with_precision(precision);
  std::vector<Block> todo{{first, last, 0}};
  while (!todo.empty()) {
    const Block block = todo.back();
    todo.pop_back();
    if (block.count() <= 0) continue;
    if (options.term_by_term || block.count() <= direct_terms) {
      sum += summation.terms(block);
      continue;
    }
    const Ball value = summation.block(block, block.depth >= deepest);
    if (value.is_finite() || block.depth >= deepest) {
      sum += value;
      continue;
    }
    const std::int64_t middle = block.first + (block.last - block.first) / 2;
    todo.push_back({block.first, middle, block.depth + 1});
    todo.push_back({middle + 1, block.last, block.depth + 1});
  }
  return sum;
}

}  // namespace dpcert::langevin
