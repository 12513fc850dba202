#include "dpcert/langevin/propose_test_sample.hpp"

#include <arf.h>
#include <fmt/format.h>

#include "dpcert/mechanisms/grid_draws.hpp"
#include "src/core/ends.hpp"

namespace dpcert::langevin {

namespace {

Ball ball(const Rational& q, Precision bits) { return Ball(q, bits); }

void check(bool holds, const char* name, const char* expected, const Rational& given) {
  if (!holds) throw Error(ErrorCode::domain, name, expected, given.str());
}

}  // namespace

void require(const ProposeTestSample<Rational>& p) {
  const Rational zero(0), one(1), half(1, 2);
  check(p.epsilon > zero, "eps", "a number > 0", p.epsilon);
  check(p.delta > zero && p.delta < half, "delta", "a number between 0 and 1/2", p.delta);
  check(p.x_l > zero, "x_l", "a number > 0", p.x_l);
  check(p.x_h > p.x_l, "x_h", "a number > x_l", p.x_h);
  check(p.alpha > zero, "alpha", "a number > 0", p.alpha);
  check(p.beta * p.x_h * p.x_h >= Rational(3), "beta", "a number >= 3/x_h^2", p.beta);
  check(p.rho1 > one && p.rho1 < Rational(3, 2), "rho1", "a number between 1 and 3/2", p.rho1);
  check(p.rho2 > zero && p.rho2 < half, "rho2", "a number between 0 and 1/2", p.rho2);
  check(p.gamma1 > p.rho2 && p.gamma1 < half, "gamma1", "a number between rho2 and 1/2", p.gamma1);
}

ProposeTestSample<double> approx(const ProposeTestSample<Rational>& p) {
  return {p.epsilon.approx(), p.delta.approx(), p.x_l.approx(),  p.x_h.approx(),   p.alpha.approx(),
          p.beta.approx(),    p.rho1.approx(),  p.rho2.approx(), p.gamma1.approx()};
}

ProposeTestSample<double> run_parameters(const ProposeTestSample<Rational>& p) {
  require(p);
  ProposeTestSample<double> run = approx(p);
  run.epsilon = double_below(p.epsilon);
  run.delta = double_below(p.delta);
  run.x_l = double_below(p.x_l);
  run.x_h = double_above(p.x_h);
  run.beta = double_above(p.beta);
  const auto exact = [](double x) { return Rational::from_double(x); };
  require({exact(run.epsilon), exact(run.delta), exact(run.x_l), exact(run.x_h), exact(run.alpha), exact(run.beta),
           exact(run.rho1), exact(run.rho2), exact(run.gamma1)});
  return run;
}

bool slope_at_most(const Sample<double>& record, double threshold) {
  // Rounding keeps the order, so only what rounds to the threshold itself needs a second look.
  const double slope = record.y / record.x;
  if (slope != threshold || !std::isfinite(slope)) return slope < threshold;
  return Rational::from_double(record.y) <= Rational::from_double(threshold) * Rational::from_double(record.x);
}

bool slope_within(const Sample<double>& record, double centre, double radius) {
  const double slope = record.y / record.x, distance = std::fabs(slope - centre);
  const double error = 0x1p-50 * (std::fabs(slope) + std::fabs(centre) + radius) + 0x1p-1000;
  if (distance < radius - error) return true;
  if (distance > radius + error) return false;
  if (!std::isfinite(centre) || !std::isfinite(radius)) return radius > std::fabs(centre);
  const Rational x = Rational::from_double(record.x);
  return abs(Rational::from_double(record.y) - Rational::from_double(centre) * x) <= Rational::from_double(radius) * x;
}

namespace {

/// sum x^2 and sum x y, exactly: binary numbers are added without looking for common factors.
struct RecordSums {
  Rational squares, products;
  explicit RecordSums(std::span<const Sample<double>> records) {
    arf_t x, y, xx, xy;
    for (arf_ptr number : {x, y, xx, xy}) arf_init(number);
    for (const Sample<double>& record : records) {
      arf_set_d(x, record.x);
      arf_set_d(y, record.y);
      arf_addmul(xx, x, x, ARF_PREC_EXACT, ARF_RND_DOWN);
      arf_addmul(xy, x, y, ARF_PREC_EXACT, ARF_RND_DOWN);
    }
    squares = ends::rational(xx);
    products = ends::rational(xy);
    for (arf_ptr number : {x, y, xx, xy}) arf_clear(number);
  }
};

}  // namespace

Rational mean_slope(std::span<const Sample<double>> records) {
  const RecordSums sums(records);
  return sums.products / sums.squares;
}

NormalLaw<Rational> exact_posterior(const ProposeTestSample<double>& p, std::span<const Sample<double>> records) {
  const RecordSums sums(records);
  return posterior(Rational::from_double(p.alpha), Rational::from_double(p.beta), sums.squares, sums.products);
}

namespace {

// n1^(rho2/gamma1) moves by far more than 2^-200 of itself between n1 and n1 + 1.
constexpr Precision bound_bits = 256;

Ball of_double(double x) { return ball(Rational::from_double(x), bound_bits); }

}  // namespace

PtsBounds::PtsBounds(const ProposeTestSample<double>& p)
    : unit(Rational(1) / Rational::from_double(p.epsilon)),
      at_{of_double(p.epsilon), of_double(p.delta), of_double(p.x_l),  of_double(p.x_h),   of_double(p.alpha),
          of_double(p.beta),    of_double(p.rho1),  of_double(p.rho2), of_double(p.gamma1)},
      bases_(at_.size_bases()) {
  low = at_.allowance().upper_rational();
  const std::vector<Ball> sizes =
      at_.least_sizes(Ball(1).with_precision(bound_bits), Ball(1).with_precision(bound_bits));
  for (const std::size_t i : {0, 1, 2, 4, 6, 7, 8}) fixed_ = std::max(fixed_, sizes.at(i).upper_rational());
}
double PtsBounds::threshold(double n1b) const {
  if (!(n1b > 0)) return n1b < 0 ? -1 : 0;
  return double_above(pow(of_double(n1b), at_.rho1).upper_rational());
}
Rational PtsBounds::centre_scale(double threshold, double n2) const {
  return unit * at_.centre_sensitivity(of_double(threshold), of_double(n2)).upper_rational();
}
double PtsBounds::radius(double n2) const { return double_below(pow(of_double(n2), at_.rho2).lower_rational()); }
Rational PtsBounds::least_size(std::int64_t n1, double noisy_centre) const {
  Rational most = fixed_;
  const Ball n = Ball(n1).with_precision(bound_bits);
  for (const Ball& size : at_.growing_sizes(bases_, n, of_double(std::fmax(noisy_centre, 0))))
    most = std::max(most, size.upper_rational());
  return most;
}

Rational PtsGridNoise::count(const Rational& value, const Rational& scale) const {
  return GridLaplace(scale, step)(value, random);
}
Rational PtsGridNoise::centre(const Rational& value, const Rational& scale) const {
  return GridLaplace(scale, count_grid(scale) * pow(Rational(2), 41))(value, random);
}
Rational PtsGridNoise::sample(const NormalLaw<Rational>& law) const {
  return GridGaussian(law.variance, grid)(law.mean, random);
}
PtsRun propose_test_sample(const ProposeTestSample<double>& p, std::span<const Sample<double>> data, RandomBits& random,
                           const Rational& grid) {
  if (grid.sign() <= 0) throw Error(ErrorCode::domain, "grid", "a number > 0", grid.str());
  return pts_lines(p, PtsBounds(p), data, PtsGridNoise{random, grid});
}

std::string describe(PtsOutcome outcome) {
  switch (outcome) {
    case PtsOutcome::few_in_range:
      return "null at line 10: too few slopes below the threshold";
    case PtsOutcome::nothing_in_range:
      return "null at line 12: no slope below the threshold";
    case PtsOutcome::few_near_centre:
      return "null at line 17: too few slopes near the centre";
    case PtsOutcome::sampled:
      break;
  }
  return "sampled at line 19";
}

Ball laplace_below(const Ball& t, const Ball& epsilon) {
  const Ball half(Rational(1, 2), 64);
  const auto left = [&] { return half * exp(epsilon * t); };
  const auto right = [&] { return Ball(1) - half * exp(-epsilon * t); };
  return select(Rel::ge, t, Ball(0), right, left);
}

Ball counts_below(const ProposeTestSample<Rational>& p, std::span<const Sample<Rational>> data,
                  const std::optional<Rational>& a, const std::optional<Rational>& b, Precision bits) {
  // |V| >= k as soon as n1b >= (k-th smallest slope)^(1/rho1), and n1b >= 0.
  std::vector<Rational> slopes;
  for (const auto& record : data) {
    const auto clipped = clip_record(p, record);
    slopes.push_back(clipped.y / clipped.x);
  }
  std::ranges::sort(slopes, [](const Rational& x, const Rational& y) { return x < y; });
  const ProposeTestSample<Ball> at{ball(p.epsilon, bits), ball(p.delta, bits), ball(p.x_l, bits),
                                   ball(p.x_h, bits),     ball(p.alpha, bits), ball(p.beta, bits),
                                   ball(p.rho1, bits),    ball(p.rho2, bits),  ball(p.gamma1, bits)};
  const Ball low = at.allowance(), n1(static_cast<std::int64_t>(data.size()));
  // P(n1b < x) capped at a; the law has no atoms.
  const auto first_below = [&](const Ball& x) {
    const Ball all = laplace_below(x - n1 + low, at.epsilon);
    return a ? min(all, laplace_below(ball(*a, bits) - n1 + low, at.epsilon)) : all;
  };
  const auto second_below = [&](std::size_t size) {
    return b ? laplace_below(ball(*b, bits) - Ball(static_cast<std::int64_t>(size)) + low, at.epsilon) : Ball(1);
  };
  Ball sum(0), before(0);
  for (std::size_t k = 0; k <= slopes.size();) {
    // |V| = k for n1b from the k-th threshold to that of the next larger slope.
    Ball until(1);
    if (k < slopes.size()) {
      until = first_below(slopes[k].sign() == 0 ? Ball(0) : pow(ball(slopes[k], bits), Ball(1) / at.rho1));
    } else if (a) {
      until = laplace_below(ball(*a, bits) - n1 + low, at.epsilon);
    }
    sum += (until - before) * second_below(k);
    before = until;
    std::size_t next = k + 1;
    while (next < slopes.size() && slopes[next] == slopes[k]) ++next;
    k = k < slopes.size() ? next : slopes.size() + 1;
  }
  return sum;
}

Ball stop_probability(const ProposeTestSample<Rational>& p, std::span<const Sample<Rational>> data, Precision bits) {
  return counts_below(p, data, std::nullopt, Rational(1), bits);
}

Ball pass_probability(const ProposeTestSample<Rational>& p, const Ball& size, const Ball& least) {
  const Precision bits = 128;
  const Ball epsilon(p.epsilon, bits), low = log(Ball(1) / (Ball(2) * Ball(p.delta, bits))) / epsilon;
  return laplace_below(size - low - least, epsilon);  // 1 - F(t) = F(-t)
}

std::vector<PtsStep> pts_steps() {
  return {{"1-5", "clipped records", Rational(0), Rational(0), "sgld.claim4.1.clipping"},
          {"6-8", "n1b and n2", Rational(2), Rational(0), "sgld.claimc6"},
          {"8", "the event n2 > |V|", Rational(0), Rational(1), "sgld.claimc7"},
          {"12-13", "mb", Rational(1), Rational(0), "sgld.claimc8"},
          {"15-18", "null or not", Rational(1), Rational(0), "sgld.claimc12"},
          {"19", "the sample, or passing with |W| < n_min", Rational(1), Rational(1), "sgld.claimc11"}};
}

namespace {
// What the repairs of sgld.claimc11 and sgld.claim4.1 are proved for; the other steps have no limit.
constexpr int largest_epsilon = 8;
}  // namespace

std::optional<PtsPrivacy> pts_privacy(const ProposeTestSample<Rational>& p) {
  if (p.epsilon > Rational(largest_epsilon)) return std::nullopt;
  PtsPrivacy total{Rational(0), Rational(0)};
  for (const PtsStep& step : pts_steps()) {
    total.epsilon += step.epsilons * p.epsilon;
    total.delta += step.deltas * p.delta;
  }
  return total;
}

Guarantee pts_guarantee(const ProposeTestSample<Rational>& p) {
  Guarantee g;
  g.adjacency = "two data sets that differ in one record, replaced or present in one of them only";
  g.assumptions = {"the parameters were fixed without looking at the data",
                   "nothing of the run is seen but the result: a number, or null without the line that gave it",
                   "the noise is Laplace and normal exactly, in real arithmetic, fresh and independent; one release"};
  g.claims = {"sgld.claim4.1.clipping", "sgld.claimc6",  "sgld.claimc7",  "sgld.claimc8",
              "sgld.claimc10",          "sgld.claimc12", "sgld.claimc11", "sgld.claim4.1"};
  g.source = p.epsilon > Rational(largest_epsilon)
                 ? fmt::format(
                       "The (5 eps, 2 delta) promise is proved for eps up to {} only; at eps = 10^8 it is false "
                       "(sgld.claim4.1)",
                       largest_epsilon)
                 : "sgld.claim4.1, its repair: (5 eps, 2 delta) by composition of the steps";
  return g;
}

}  // namespace dpcert::langevin
