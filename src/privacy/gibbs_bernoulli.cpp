// The Gibbs posterior of a coin's logit: records 0 or 1, loss log(1 + exp(theta)) - x theta, prior N(prior_mean,
// 1/convexity). The worst neighbours are found among all n pairs of counts, by quadrature with rigorous errors.
//
// Given s ones among n records the density of theta is exp(g_s)/Z_s,
//   g_s(theta) = beta (s theta - n log(1 + exp(theta))) - convexity (theta - prior_mean)^2/2.
// The privacy loss of s + 1 ones against s is the line beta theta - log(Z_{s+1}/Z_s): it exceeds epsilon on a
// half-line. So delta and the tail of the loss are masses of half-lines under the two laws, on the right for this
// direction and on the left for the other one. In Z_s any real number may stand for s, and the Renyi divergence of
// order a of s + 1 ones from s is (log Z_{s+a} - a log Z_{s+1} + (a - 1) log Z_s)/(a - 1), that of the other direction
// (log Z_{s+1-a} - a log Z_s + (a - 1) log Z_{s+1})/(a - 1). Source: Minami, Arai, Sato and Nakagawa, Differential
// privacy without sensitivity (2016), Example 17.
#include <acb.h>
#include <acb_calc.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "dpcert/core/error.hpp"
#include "dpcert/core/size.hpp"
#include "dpcert/scalar/ball_points.hpp"
#include "dpcert/solve/effort.hpp"
#include "src/privacy/registry.hpp"

namespace dpcert::detail {
namespace {

/// Every pair of neighbouring counts is integrated.
constexpr std::int64_t most_records = 200;

struct CoinQuery {
  Rational beta, convexity, prior_mean;
  std::int64_t n = 1;
};
CoinQuery coin_query(const Query& query) {
  CoinQuery c{query.argument(0).exact, query.argument(2).exact, query.argument(3).exact};
  if (query.argument(1).exact > Rational(most_records))
    throw Error(ErrorCode::domain, "n", "an integer from 1 to " + std::to_string(most_records),
                query.argument(1).exact.str());
  c.n = *query.argument(1).exact.to_int64();
  return c;
}

/// The law of the logit given `ones` ones, any real number, scaled so that its density is about 1 at the mode.
class CoinPosterior {
 public:
  CoinPosterior(const CoinQuery& query, const Rational& ones, Precision bits)
      : bits_(bits),
        beta_(query.beta, bits),
        half_convexity_(query.convexity / Rational(2), bits),
        prior_mean_(query.prior_mean, bits),
        ones_(ones, bits),
        n_(query.n) {
    mode_ = Ball(Rational::from_double(mode_of(query)), bits);
    scale_ = Ball(0).with_precision(bits);
    scale_ = midpoint(log_weight(mode_));
    low_ = fallen(mode_, -1);
    high_ = fallen(mode_, 1);
    total_ = between(low_, high_) + up_to(left_of(low_) + right_of(high_));
  }
  [[nodiscard]] const Ball& log_scale() const { return scale_; }
  /// log Z_s.
  [[nodiscard]] Ball log_total() const { return log(total_) + scale_; }
  [[nodiscard]] const Ball& total() const { return total_; }
  /// The probability of (t, infinity).
  [[nodiscard]] Ball upper_tail(const Ball& t) const { return mass(t, true) / total_; }
  /// The probability of (-infinity, t).
  [[nodiscard]] Ball lower_tail(const Ball& t) const { return mass(t, false) / total_; }

 private:
  /// g, less the scale. Over a ball it encloses the values at all of its points.
  [[nodiscard]] Ball log_weight(const Ball& t) const {
    const Ball softplus = certainly_positive(t) ? t + log1p(exp(-t)) : log1p(exp(t));
    const Ball away = t - prior_mean_;
    return beta_ * (ones_ * t - Ball(n_) * softplus) - half_convexity_ * away * away - scale_;
  }
  [[nodiscard]] Ball slope(const Ball& t) const {
    const Ball probability = Ball(1) / (Ball(1) + exp(-t));
    return beta_ * (ones_ - Ball(n_) * probability) - Ball(2) * half_convexity_ * (t - prior_mean_);
  }
  /// In double, to steer: wherever the window is put, what lies outside is bounded.
  double plain_slope(const CoinQuery& query, double t) const {
    return query.beta.approx() * (ones_.approx() - static_cast<double>(n_) / (1 + std::exp(-t))) -
           query.convexity.approx() * (t - query.prior_mean.approx());
  }
  double mode_of(const CoinQuery& query) const {
    const double most = std::fmax(std::fabs(ones_.approx()), std::fabs(ones_.approx() - static_cast<double>(n_)));
    const double pull = query.beta.approx() * most / query.convexity.approx();
    double low = query.prior_mean.approx() - pull, high = query.prior_mean.approx() + pull;
    for (int i = 0; i < 200; ++i) {
      const double middle = low + (high - low) / 2;
      (plain_slope(query, middle) > 0 ? low : high) = middle;
    }
    return low;
  }
  /// A point beyond `from`, on the side away from the mode, where the density has fallen by exp(depth).
  [[nodiscard]] Ball fallen(const Ball& from, int side) const {
    const double depth = std::log(2.0) * (static_cast<double>(bits_) + 32);
    const Ball top = log_weight(from);
    double low = 0, high = std::sqrt(2 * depth / (2 * half_convexity_.approx()));
    const auto point = [&](double far) { return midpoint(from + Ball(Rational::from_double(side * far), bits_)); };
    for (int i = 0; i < 60; ++i) {
      const double middle = low + (high - low) / 2;
      ((log_weight(point(middle)) - top).approx() > -depth ? low : high) = middle;
    }
    return point(high);
  }

  /// Of a log-concave function: beyond a point where its log falls with the slope c it is at most its value there/c.
  [[nodiscard]] Ball right_of(const Ball& t) const {
    const Ball fall = -slope(t);
    return certainly_positive(fall) ? exp(log_weight(t)) / fall : Ball::indeterminate(bits_);
  }
  [[nodiscard]] Ball left_of(const Ball& t) const {
    const Ball rise = slope(t);
    return certainly_positive(rise) ? exp(log_weight(t)) / rise : Ball::indeterminate(bits_);
  }
  /// All numbers from 0 to x.
  [[nodiscard]] Ball up_to(const Ball& x) const {
    const Ball half = x / Ball(2);
    Ball out = half;
    arb_add_error(out.arb(), half.arb());
    return out;
  }

  [[nodiscard]] Ball mass(const Ball& t, bool right) const {
    const Ball at = midpoint(t);
    if (!at.is_finite()) return Ball::indeterminate(bits_);
    // Between the enclosure's midpoint and the true end.
    const Ball moved = abs(t - at) * exp(log_weight(t));
    Ball sum, left_out;
    if (right) {
      const Ball from = certainly_greater(at, low_) ? at : low_;
      const Ball to = fallen(certainly_greater(from, mode_) ? from : mode_, 1);
      sum = between(from, to);
      left_out = right_of(to);
      if (certainly_less(at, from)) left_out += left_of(from);
    } else {
      const Ball to = certainly_less(at, high_) ? at : high_;
      const Ball from = fallen(certainly_less(to, mode_) ? to : mode_, -1);
      sum = between(from, to);
      left_out = left_of(from);
      if (certainly_greater(at, to)) left_out += right_of(to);
    }
    sum += up_to(left_out);
    arb_add_error(sum.arb(), moved.arb());
    return sum;
  }

  /// exp(g) at a complex point. Off the imaginary axis log(1 + exp(z)) is analytic as log(1 + exp(-|z|)) or z + that,
  /// where the argument has a real part above 0; on a set across the axis only where 1 + exp(z) keeps off (-inf, 0].
  static int integrand(acb_ptr out, const acb_t z, void* law, slong order, slong bits) {
    const auto& self = *static_cast<const CoinPosterior*>(law);
    acb_t w, sum;
    acb_init(w);
    acb_init(sum);
    const bool right = arb_is_positive(acb_realref(z)) != 0;
    if (right) {
      acb_neg(w, z);
      acb_exp(w, w, bits);
    } else {
      acb_exp(w, z, bits);
    }
    acb_add_ui(w, w, 1, bits);
    acb_log_analytic(w, w, order != 0, bits);
    if (right) acb_add(w, w, z, bits);
    acb_mul_si(w, w, static_cast<slong>(self.n_), bits);
    acb_mul_arb(sum, z, self.ones_.arb(), bits);
    acb_sub(sum, sum, w, bits);
    acb_mul_arb(sum, sum, self.beta_.arb(), bits);
    acb_sub_arb(w, z, self.prior_mean_.arb(), bits);
    acb_sqr(w, w, bits);
    acb_mul_arb(w, w, self.half_convexity_.arb(), bits);
    acb_sub(sum, sum, w, bits);
    acb_sub_arb(sum, sum, self.scale_.arb(), bits);
    acb_exp(out, sum, bits);
    acb_clear(sum);
    acb_clear(w);
    return 0;
  }
  [[nodiscard]] Ball between(const Ball& from, const Ball& to) const {
    spend_evaluations(400, bits_);
    acb_t a, b, sum;
    mag_t none;
    acb_init(a);
    acb_init(b);
    acb_init(sum);
    mag_init(none);
    acb_set_arb(a, from.arb());
    acb_set_arb(b, to.arb());
    // The function is only read.
    acb_calc_integrate(sum, &integrand, const_cast<CoinPosterior*>(this), a, b, bits_, none, nullptr, bits_);
    const Ball out = Ball::from_arb(acb_realref(sum), bits_);
    mag_clear(none);
    acb_clear(sum);
    acb_clear(b);
    acb_clear(a);
    return out;
  }

  Precision bits_;
  Ball beta_, half_convexity_, prior_mean_, ones_, mode_, scale_, low_, high_, total_;
  std::int64_t n_;
};

/// What is asked of the pair of `ones` and `ones` + 1 ones, the larger of the two directions.
enum class CoinQuantity : std::uint8_t { delta, loss_tail, rdp };
Ball renyi_of_pair(const CoinQuery& query, std::int64_t ones, const CoinPosterior& fewer, const CoinPosterior& more,
                   const Rational& order, Precision bits) {
  const auto side = [&](const Rational& between, const CoinPosterior& p, const CoinPosterior& q) {
    const Ball a(order, bits), less(order - Rational(1), bits);
    return (CoinPosterior(query, between, bits).log_total() - a * p.log_total() + less * q.log_total()) / less;
  };
  return max(side(Rational(ones) + order, more, fewer), side(Rational(ones + 1) - order, fewer, more));
}
Ball of_pair(const CoinQuery& query, const CoinPosterior& fewer, const CoinPosterior& more, const Ball& epsilon,
             CoinQuantity asked) {
  const Ball beta(query.beta, epsilon.precision());
  const Ball level = log(more.total() / fewer.total()) + more.log_scale() - fewer.log_scale();
  const Ball right = (level + epsilon) / beta, left = (level - epsilon) / beta;
  Ball up = more.upper_tail(right), down = fewer.lower_tail(left);
  if (asked == CoinQuantity::delta) {
    up -= exp(epsilon) * fewer.upper_tail(right);
    down -= exp(epsilon) * more.lower_tail(left);
  }
  return max(up, down);
}

/// The value at `point`, an epsilon or an order, of each pair whose first count is in `counts`.
std::vector<Ball> of_pairs(const CoinQuery& query, const std::vector<std::int64_t>& counts, const Rational& point,
                           CoinQuantity asked, Precision bits) {
  std::vector<Ball> out;
  std::vector<std::pair<std::int64_t, CoinPosterior>> kept;  // of the pair before: counts come in order
  for (const std::int64_t ones : counts) {
    if (kept.empty() || kept.back().first != ones) kept.assign(1, {ones, CoinPosterior(query, Rational(ones), bits)});
    const CoinPosterior fewer = kept.back().second;
    kept.assign(1, {ones + 1, CoinPosterior(query, Rational(ones + 1), bits)});
    out.push_back(asked == CoinQuantity::rdp ? renyi_of_pair(query, ones, fewer, kept.back().second, point, bits)
                                             : of_pair(query, fewer, kept.back().second, Ball(point, bits), asked));
  }
  return out;
}

Certified certify_coin(const Query& query, int digits, CoinQuantity asked) {
  const CoinQuery coin = coin_query(query);
  const Rational point = query.point().exact;
  if (asked == CoinQuantity::rdp) {
    if (point <= Rational(1) || point > Rational(1'000'000) ||
        point * point * coin.beta * coin.beta > Rational(1'000'000) * coin.convexity)
      throw Error(ErrorCode::domain, "at", "an order above 1, at most 10^6 and at most 1000 sqrt(convexity)/beta",
                  point.str());
  } else if (point * point * coin.convexity > Rational(1'000'000) * coin.beta * coin.beta) {
    throw Error(ErrorCode::domain, "at",
                "an epsilon of at most 1000 beta/sqrt(convexity): beyond, delta is below 10^-200000", point.str());
  }
  std::vector<std::int64_t> counts;
  for (std::int64_t ones = 0; ones < coin.n; ++ones) counts.push_back(ones);
  // A first look leaves the pairs that may be the worst.
  constexpr Precision first_look = 64;
  if (coin.n > 1) {
    const std::vector<Ball> values = of_pairs(coin, counts, point, asked, first_look);
    std::vector<std::int64_t> left;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const bool below =
          std::ranges::any_of(values, [&](const Ball& other) { return certainly_less(values[i], other); });
      if (!below) left.push_back(counts[i]);
    }
    counts = std::move(left);
  }
  const Precision bits = bits_for_digits(digits);
  // A Renyi divergence is a difference of logarithms; for a small beta it is of the size of its square.
  const Precision lost =
      asked == CoinQuantity::rdp
          ? 64 + static_cast<Precision>(2 * std::fabs(log2_of(coin.beta)) + std::fabs(log2_of(coin.convexity)))
          : 0;
  return escalate(bits, bits + 32 + lost, [&](Precision precision) {
    const std::vector<Ball> values = of_pairs(coin, counts, point, asked, precision);
    Ball largest = values.front();
    for (const Ball& value : values) largest = max(largest, value);
    return largest;
  });
}

/// Sums over 4,000 cells of a window of 12 deviations of the prior, and all pairs.
double plain_coin(const Query& query, CoinQuantity asked) {
  const CoinQuery coin = coin_query(query);
  const double beta = coin.beta.approx(), convexity = coin.convexity.approx(), point = query.point().nearest;
  const double more_ones = asked == CoinQuantity::rdp ? point : 0;
  const double pull = beta * (static_cast<double>(coin.n) + more_ones) / convexity, mean = coin.prior_mean.approx();
  constexpr int cells = 4000;
  const double half = pull + 12 / std::sqrt(convexity), width = 2 * half / cells;
  const auto law = [&](std::int64_t ones) {
    std::vector<double> p(cells);
    double top = -HUGE_VAL, sum = 0;
    for (int i = 0; i < cells; ++i) {
      const double t = mean - half + (i + 0.5) * width;
      const double softplus = std::log1p(std::exp(-std::fabs(t))) + std::fmax(t, 0);
      p[static_cast<std::size_t>(i)] = beta * (static_cast<double>(ones) * t - static_cast<double>(coin.n) * softplus) -
                                       convexity * (t - mean) * (t - mean) / 2;
      top = std::fmax(top, p[static_cast<std::size_t>(i)]);
    }
    for (double& x : p) sum += x = std::exp(x - top);
    for (double& x : p) x /= sum;
    return p;
  };
  double largest = 0;
  std::vector<double> before = law(0);
  for (std::int64_t ones = 1; ones <= coin.n; ++ones) {
    std::vector<double> after = law(ones);
    double up = 0, down = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (asked == CoinQuantity::rdp) {
        up += std::pow(after[i], point) * std::pow(before[i], 1 - point);
        down += std::pow(before[i], point) * std::pow(after[i], 1 - point);
        continue;
      }
      const double more = after[i] - std::exp(point) * before[i], fewer = before[i] - std::exp(point) * after[i];
      if (more > 0) up += asked == CoinQuantity::delta ? more : after[i];
      if (fewer > 0) down += asked == CoinQuantity::delta ? fewer : before[i];
    }
    const double larger = std::fmax(up, down);
    if (std::isnan(larger)) return larger;  // powers beyond the range of double
    largest = std::fmax(largest, asked == CoinQuantity::rdp ? std::log(larger) / (point - 1) : larger);
    before = std::move(after);
  }
  return largest;
}

}  // namespace

Certified certify_gibbs_bernoulli_delta(const Query& query, int digits) {
  return certify_coin(query, digits, CoinQuantity::delta);
}
Certified certify_gibbs_bernoulli_loss_tail(const Query& query, int digits) {
  return certify_coin(query, digits, CoinQuantity::loss_tail);
}
Certified certify_gibbs_bernoulli_rdp(const Query& query, int digits) {
  return certify_coin(query, digits, CoinQuantity::rdp);
}
double textbook_gibbs_bernoulli_rdp(const Query& query) { return plain_coin(query, CoinQuantity::rdp); }
double textbook_gibbs_bernoulli_delta(const Query& query) { return plain_coin(query, CoinQuantity::delta); }
double textbook_gibbs_bernoulli_loss_tail(const Query& query) { return plain_coin(query, CoinQuantity::loss_tail); }

}  // namespace dpcert::detail
