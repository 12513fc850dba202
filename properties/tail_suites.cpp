// Special functions, searches and quantities of binary regression, each against its defining equation or against
// derivatives and integrals of another kind.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "dpcert/calibration/calibration.hpp"
#include "dpcert/divergence/hockey_stick.hpp"
#include "dpcert/mechanisms/glm.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "dpcert/solve/bisection.hpp"
#include "dpcert/solve/roots.hpp"
#include "dpcert/special/log_normal_cdf.hpp"
#include "dpcert/special/mills.hpp"
#include "properties/direct.hpp"
#include "properties/values.hpp"

namespace dpcert::properties {
namespace {

constexpr Precision tail_bits = 256;

// ---- The normal law's tail ----

SuiteResult normal_tail_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const double size = (*log_uniform(Rational(1, 1000), Rational(80))).approx();
    for (const double x : {size, -size}) {
      const Rational exact = Rational::from_double(x);
      const Ball at(exact, tail_bits), logarithm = x < 0 ? log(normal_cdf(at)) : log1p(-normal_cdf(-at));
      const double rounding = 1e-15 * (1 + x * x);
      RC_LOG() << "x = " << x << "\n";
      if (x < 37) {
        RC_ASSERT(agree(logarithm, log_normal_cdf(x), x < 0 ? 1e-14 : rounding));
        const Ball density = exp(-at * at / Ball(2)) / sqrt(Ball(2) * Ball::pi(tail_bits));
        RC_ASSERT(agree(density / normal_cdf(at), inverse_mills(x), rounding));
      }
    }
    // Mills' ratio of the other tail: P(X > x) over the density.
    const Ball x(Rational::from_double(size), tail_bits);
    const Ball ratio = normal_cdf(-x) * sqrt(Ball(2) * Ball::pi(tail_bits)) * exp(x * x / Ball(2));
    RC_ASSERT(agree(ratio, static_cast<double>(mills_ratio(static_cast<long double>(size))), size < 8 ? 1e-13 : 2e-7));
    RC_ASSERT(agree(Ball(1) - x * ratio, static_cast<double>(mills_descent(static_cast<long double>(size))),
                    size < 8 ? 1e-11 : 2e-5));
    const Ball fast = mills_ratio(Ball(Rational::from_double(size), mills_precision));
    if (size > 1.6) {
      RC_ASSERT(fast.overlaps(ratio));
      RC_ASSERT(fast.relative_accuracy_bits() > 60);
    }
  });
}

// ---- Searches ----

SuiteResult search_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    // The root of c x^k = 1 and of its reciprocal, put in.
    const Rational c = *any_count();
    const int k = *any_in(1, 6);
    const auto power = [&](const Ball& x) {
      Ball out(c, tail_bits);
      for (int i = 0; i < k; ++i) out *= x;
      return out;
    };
    for (const int direction : {1, -1}) {
      const auto root = monotone_root([&](const Ball& x) { return Ball(direction) * (power(x) - Ball(1)); }, direction,
                                      100, tail_bits);
      RC_ASSERT(root.has_value());
      RC_ASSERT(root->relative_accuracy_bits() >= 90);
      RC_ASSERT(power(*root).overlaps(Ball(1)));
    }
    // The other direction has no root.
    RC_ASSERT(!monotone_root([](const Ball& x) { return x + Ball(1); }, 1, 60, 128).has_value());
    // A bracket of rationals is halved at its middle, one of integers ends at neighbours.
    const Rational edge = *unit();
    const auto below = [&](const Rational& x) { return x < edge; };
    const auto halved = bisect(Bracket<Rational>{Rational(0), Rational(1)}, 40, below);
    RC_ASSERT(halved.holds < edge && edge <= halved.fails);
    RC_ASSERT(halved.fails - halved.holds == pow(Rational(1, 2), 40));
    const std::int64_t last = *any_in<std::int64_t>(-1000, 1000);
    const auto integers = bisect(Bracket<std::int64_t>{-1001, 1001}, 64, [&](std::int64_t i) { return i <= last; });
    RC_ASSERT(integers.holds == last && integers.fails == last + 1);
    const auto downwards = bisect(Bracket<std::int64_t>{1001, -1001}, 64, [&](std::int64_t i) { return i >= last; });
    RC_ASSERT(downwards.holds == last && downwards.fails == last - 1);
    const double real = edge.approx();
    const auto doubles = bisect(Bracket<double>{0, 1}, 2000, [&](double x) { return x < real; });
    RC_ASSERT(std::nextafter(doubles.holds, 2.0) == doubles.fails && doubles.fails == real);
  });
}

// ---- Hockey sticks of Beta laws with many records: both densities in the log-odds, cut at the changes of sign ----

double large_beta_stick(double epsilon, const Beta<Rational>& p, const Beta<Rational>& q) {
  struct Density {
    double a, b, log_beta;
    [[nodiscard]] double log_at(double t) const {
      return a * -std::log1p(std::exp(-t)) + b * -std::log1p(std::exp(t)) - log_beta;
    }
    [[nodiscard]] double middle() const { return std::log(a / b); }
    [[nodiscard]] double width() const { return std::sqrt(1 / a + 1 / b); }
  };
  const auto density = [](const Beta<Rational>& law) {
    const Ball a(law.alpha, 128), b(law.beta, 128);
    return Density{law.alpha.approx(), law.beta.approx(), (lgamma(a) + lgamma(b) - lgamma(a + b)).approx()};
  };
  const Density one = density(p), other = density(q);
  const double width = std::fmin(one.width(), other.width());
  const double low = one.middle() - 14 * one.width(), high = one.middle() + 14 * one.width();
  const auto gain = [&](double t) { return one.log_at(t) - other.log_at(t) - epsilon; };
  const auto value = [&](double t) { return std::exp(one.log_at(t)) - std::exp(epsilon + other.log_at(t)); };
  const int cells = std::clamp(static_cast<int>((high - low) / width * 2), 100, 20000);
  double sum = 0;
  for (int i = 0; i < cells; ++i) {
    double from = low + (high - low) * i / cells, to = low + (high - low) * (i + 1) / cells;
    const bool left = gain(from) > 0, right = gain(to) > 0;
    if (!left && !right) continue;
    if (left != right) {
      double inside = left ? from : to, outside = left ? to : from;
      for (int step = 0; step < 60; ++step) {
        const double middle = (inside + outside) / 2;
        (gain(middle) > 0 ? inside : outside) = middle;
      }
      (left ? to : from) = inside;
    }
    sum += integrate(value, {from, to}, width);
  }
  return sum;
}

SuiteResult large_counts_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    // Laws a few deviations apart, of one shape or of another concentration.
    const Rational a = *log_uniform(Rational(100), Rational(10000000)),
                   b = a * *log_uniform(Rational(1, 20), Rational(20));
    const double spread = std::sqrt(a.approx());
    const auto moved = [&](const Rational& x) {
      return x + Rational::from_double(spread * (4 * (*unit()).approx() - 2) * std::sqrt((x / a).approx()));
    };
    Beta<Rational> p{a, b}, q{moved(a), moved(b)};
    if (*any_in(0, 2) == 0) {
      const Rational factor = *log_uniform(Rational(1, 3), Rational(3));
      q.alpha = q.alpha * factor, q.beta = q.beta * factor;
    }
    if (*any_in(0, 2) == 0) std::swap(p, q);
    RC_PRE(q.alpha.sign() > 0 && q.beta.sign() > 0 && p.alpha.sign() > 0 && p.beta.sign() > 0);
    const Rational epsilon = *rc::gen::oneOf(rc::gen::just(Rational(0)), log_uniform(Rational(1, 100), Rational(3)));
    const Certified delta = certified_hockey_stick(Epsilon(epsilon), p, q, 10);
    RC_ASSERT(delta.is_finite());
    RC_ASSERT(agree(delta.enclosure, large_beta_stick(epsilon.approx(), p, q), 1e-6, 1e-8));
  });
}

// ---- Binary regression ----

SuiteResult glm_derivative_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Link link = *rc::gen::element(Link::logistic, Link::probit);
    const Rational margin = *log_uniform(Rational(1, 1000), Rational(10)) * Rational(2 * *any_in(0, 2) - 1);
    const double rho = any_fraction().approx();
    // The link itself: the integral of its density up to the margin.
    const double m = margin.approx();
    const auto density = [&](double x) {
      const double e = std::exp(-std::fabs(x));
      return link == Link::logistic ? e / ((1 + e) * (1 + e)) : std::exp(-x * x / 2) / std::sqrt(2 * M_PI);
    };
    const double share = integrate(density, {-45, std::fmin(m, 0), m}, 0.5);
    const Ball at(margin, 512), step(pow(Rational(1, 2), 120), 512), two(2);
    const Ball log_likelihood = glm_log_likelihood(link, at);
    RC_ASSERT(agree(exp(log_likelihood), share, 1e-9));
    // Difference quotients at 512 bits: their error is of the size of step^2.
    const auto close = [](const Ball& a, const Ball& b) {
      RC_LOG() << a.str(15) << " and " << b.str(15) << "\n";
      RC_ASSERT(std::fabs((a - b).approx()) <= 1e-40 + 1e-40 * std::fabs(a.approx()));
    };
    const auto slope = [&](const Ball& x) { return glm_slope(link, x); };
    close(slope(at), (glm_log_likelihood(link, at + step) - glm_log_likelihood(link, at - step)) / (two * step));
    close(glm_curvature(link, at), -(slope(at + step) - slope(at - step)) / (two * step));
    const GlmPosterior posterior({1, {1}, {1}}, link, 1, rho);
    RC_ASSERT(agree(log_likelihood, posterior.log_likelihood(m) / rho, 1e-12));
    RC_ASSERT(agree(slope(at), posterior.slope(m) / rho, 1e-11));
    RC_ASSERT(agree(glm_curvature(link, at), posterior.curvature(m) / rho, 1e-9, 1e-12));
    // The mode: the density falls in every direction.
    GlmData data{2, {}, {}};
    for (int i = *any_in(1, 6); i > 0; --i) {
      for (int k = 0; k < 2; ++k) data.covariates.push_back(4 * (*unit()).approx() - 2);
      data.positive.push_back(static_cast<std::int8_t>(*any_in(0, 2)));
    }
    GlmData clipped = data;
    const double norm = (*log_uniform(Rational(1, 10), Rational(3))).approx();
    clipped.clip(norm);
    for (std::size_t i = 0; i < data.records(); ++i) {
      const auto before = data.record(i), after = clipped.record(i);
      const double was = std::hypot(before[0], before[1]), is = std::hypot(after[0], after[1]);
      RC_ASSERT(Rational::from_double(after[0]) * Rational::from_double(after[0]) +
                    Rational::from_double(after[1]) * Rational::from_double(after[1]) <=
                Rational::from_double(norm) * Rational::from_double(norm));
      RC_ASSERT(std::fabs(is - std::fmin(was, norm)) <= 1e-13 * was);
      RC_ASSERT(std::fabs(before[0] * after[1] - before[1] * after[0]) <= 1e-12 * was * is);
    }
    const GlmPosterior whole(data, link, (*log_uniform(Rational(1, 10), Rational(10))).approx(), rho);
    const std::vector<double> mode = whole.mode();
    const double top = whole.log_density(mode);
    const auto hessian = whole.hessian(mode);
    constexpr double h = 1e-3;
    for (const auto& [x, y] : std::vector<std::pair<double, double>>{{h, 0}, {0, h}, {h, h}}) {
      const std::vector<double> there{mode[0] + x, mode[1] + y}, back{mode[0] - x, mode[1] - y};
      const double up = whole.log_density(there), down = whole.log_density(back);
      const double curve = x * x * hessian[0] + x * y * (hessian[1] + hessian[2]) + y * y * hessian[3];
      RC_ASSERT(std::fabs(up - down) <= 1e-2 * curve + 1e-10);
      RC_ASSERT(std::fabs(up + down - 2 * top + curve) <= 1e-3 * curve + 1e-12);
    }
  });
}

// The bound for generalised linear models: the two norms enter alike, the inverses undo it, and with residuals of at
// most 1 it is what a logistic release promises.
SuiteResult glm_bound_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto number = [] { return *log_uniform(Rational(1, 20), Rational(20)); };
    const Rational c = number(), B = number(), beta = number(), epsilon = number(), order = Rational(1) + number(),
                   rho = any_fraction(), beta0 = number();
    const auto n = *any_in<std::int64_t>(1, 1000);
    const GlmBound<Rational> bound{c, B, n}, mirrored{B, c, n}, single{c, Rational(1), n};
    const Rational here = bound.epsilon(order, beta, rho);
    RC_ASSERT(here == mirrored.epsilon(order, beta, rho));
    RC_ASSERT(here == single.epsilon(order, beta, rho) * B * B);
    const Guarantee promise = glm_guarantee({Link::logistic, c, beta, rho, n, false});
    RC_ASSERT(promise.cases.size() == 1);
    RC_ASSERT(value(promise.cases[0].quantity, promise.cases[0].mechanism, promise.cases[0].parameters, order)
                  .overlaps(Ball(single.epsilon(order, beta, rho), 128)));
    // Twice the records, half of it; the least beta meets epsilon exactly, and no smaller one would do.
    RC_ASSERT((GlmBound<Rational>{c, B, 2 * n}.epsilon(order, beta, rho)) == here / Rational(2));
    const Rational least = bound.least_beta(order, epsilon);
    RC_ASSERT(bound.epsilon(order, least, Rational(1)) == epsilon);
    const Rational chosen = least_beta(bound, order, epsilon, beta0);
    RC_ASSERT(chosen >= beta0);
    RC_ASSERT(bound.epsilon(order, chosen, Rational(1)) <= epsilon);
    RC_ASSERT(chosen == beta0 || bound.epsilon(order, chosen, Rational(1)) == epsilon);
    const Calibrated answer = largest_sufficient(worst_case(bound, order, beta), epsilon, 10);
    RC_ASSERT(bound.epsilon(order, beta, answer.value) <= epsilon);
    if (answer.insufficient) RC_ASSERT(bound.epsilon(order, beta, *answer.insufficient) > epsilon);
    if (!answer.insufficient) RC_ASSERT(answer.value == Rational(1));
  });
}

}  // namespace

std::span<const Suite> tail_suites() {
  static constexpr std::array<Suite, 5> suites = {
      {{"distances.large-counts",
        "Hockey sticks of Beta laws of up to 1e8 counts are integrals of the densities' difference.",
        large_counts_suite},
       {"glm.bound",
        "The bound for generalised linear models is undone by its inverses, exactly, and scales as it must.",
        glm_bound_suite},
       {"glm.derivatives",
        "Likelihoods of both links are integrals of their densities; slopes and curvatures difference quotients; clipping keeps direction and norm.",
        glm_derivative_suite},
       {"solve.searches", "Roots solve their equation, and brackets end where the condition changes.", search_suite},
       {"special.normal-tail", "The normal tail in floating point keeps its stated digits of the enclosures.",
        normal_tail_suite}}};
  return suites;
}

}  // namespace dpcert::properties
