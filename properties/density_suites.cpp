// Mechanisms that add noise on the line, against integrals of their two densities in double. The closed forms must come
// out from both sides: each comparison is an equality within the stated error.
#include <algorithm>
#include <array>
#include <cmath>

#include "dpcert/langevin/gaussian_pair.hpp"
#include "dpcert/privacy/quantity.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "properties/direct.hpp"
#include "properties/values.hpp"

namespace dpcert::properties {
namespace {

// Sums of thirty thousand terms of one sign, each good to about 1e-10 (excess): far below every digit that matters.
constexpr double density_error = 1e-8;
// Below this no moment overflows.
constexpr double largest_log_moment = 400;

/// Orders around 1, integers and others, with a moment that a double can hold: `log_moment(order)` bounds it.
template <class F>
Rational moderate_order(const F& log_moment) {
  const Rational order = *rc::gen::oneOf(log_uniform(Rational(1, 1000), Rational(99, 100)), rc::gen::just(Rational(1)),
                                         rc::gen::map(any_in(2, 40), [](int n) { return Rational(n); }),
                                         rc::gen::map(log_uniform(Rational(1, 100), Rational(60)),
                                                      [](const Rational& x) -> Rational { return Rational(1) + x; }));
  RC_PRE(log_moment(order.approx()) < largest_log_moment);
  return order;
}
Rational visible_noise() { return *log_uniform(Rational(1, 5), Rational(100)); }
/// How often a mechanism is repeated: mostly more than once.
Rational repetitions() { return Rational(*any_in(1, 1000)); }

SuiteResult laplace_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational b = visible_noise();
    const double shift = 1 / b.approx();  // in units of the scale
    const Rational order = moderate_order([&](double a) { return a * shift; });
    const double a = order.approx();
    const auto density = [](double centre) {
      return [centre](double x) { return -std::fabs(x - centre) - std::log(2.0); };
    };
    // Outside the two centres the integrand falls like exp(-|x|), between them it grows like exp((2 a - 1) x).
    const LinePair pair{density(shift), density(0), {-60, 0, shift, shift + 60}, 1 / std::fmax(1, 2 * a - 1)};
    RC_ASSERT(agree(rdp("laplace", {{"b", b}}, order), renyi_by_quadrature(a, pair), density_error));
  });
}

SuiteResult gaussian_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational sigma = visible_noise(), count = repetitions();
    const double shift = 1 / sigma.approx();
    const Rational order = moderate_order([&](double a) { return a * std::fabs(a - 1) * shift * shift / 2; });
    const double a = order.approx();
    const Normal p{shift, 1}, q{0, 1};
    const Ball once = rdp("gaussian", {{"sigma", sigma}}, order);
    RC_ASSERT(agree(once, renyi_by_quadrature(a, normal_pair(a, p, q)), density_error));
    // The divergence of independent releases is the sum of theirs.
    RC_ASSERT(
        agree(rdp("gaussian", {{"sigma", sigma}, {"T", count}}, order), once.approx() * count.approx(), density_error));
    RC_ASSERT(agree(value("delta", "gaussian", {{"sigma", sigma}, {"T", Rational(1)}}, Rational(0)),
                    hockey_stick_by_cells(0, p, q), 1e-9, 1e-12));
    const Rational epsilon = *log_uniform(Rational(1, 100), Rational(20));
    RC_ASSERT(agree(value("delta", "gaussian", {{"sigma", sigma}}, epsilon),
                    hockey_stick_by_cells(epsilon.approx(), p, q), 1e-9, 1e-12));
  });
}

// The normal law of zero mean against its mixture with the shifted one, in units of the noise.
SuiteResult subsampled_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational q = *unit(), sigma = *log_uniform(Rational(1, 2), Rational(50)), count = repetitions();
    const double shift = 1 / sigma.approx(), rate = q.approx();
    const Rational order = moderate_order([&](double a) { return a * std::fabs(a - 1) * shift * shift / 2; });
    const double a = order.approx();
    const Normal base{0, 1}, shifted{shift, 1};
    const auto mixture = [=](double x) {
      const double here = std::log1p(-rate) + base.log_density(x), there = std::log(rate) + shifted.log_density(x);
      return std::fmax(here, there) + std::log1p(std::exp(-std::fabs(here - there)));
    };
    LinePair pair = normal_pair(std::fmax(a, 1), shifted, base);
    pair.log_p = mixture;
    pair.scale = std::fmin(0.25, 1 / (shift * std::fmax(1, a)));
    const double once = renyi_by_quadrature(a, pair);
    const Parameters one{{"q", q}, {"sigma", sigma}}, many{{"q", q}, {"sigma", sigma}, {"T", count}};
    // A divergence of 1e-12 and less is a difference of moments that double cannot see.
    RC_ASSERT(agree(rdp("poisson_subsampled_gaussian", one, order), once, density_error, 1e-16));
    RC_ASSERT(agree(rdp("poisson_subsampled_gaussian", many, order), once * count.approx(), density_error,
                    1e-16 * count.approx()));
  });
}

Rational any_mean() { return *log_uniform(Rational(1, 100), Rational(10)) * Rational(*any_in(-1, 2)); }

SuiteResult normal_pair_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational m1 = any_mean(), m2 = any_mean(), s1 = *log_uniform(Rational(1, 5), Rational(5)),
                   s2 = *rc::gen::oneOf(rc::gen::just(s1), log_uniform(Rational(1, 5), Rational(5)));
    RC_PRE(m1 != m2 || s1 != s2);
    const Parameters both{{"m1", m1}, {"s1", s1}, {"m2", m2}, {"s2", s2}};
    const Normal p{m1.approx(), s1.approx()}, q{m2.approx(), s2.approx()};
    const auto at = [&](double a) {
      const double v = a * q.deviation * q.deviation + (1 - a) * p.deviation * p.deviation, d = p.mean - q.mean;
      return v <= 0 ? 0 : a * std::fabs(a - 1) * d * d / (2 * v);
    };
    const Rational order = moderate_order(at);
    const Rational v = order * s2 * s2 + (Rational(1) - order) * s1 * s1;
    // The third law's width: where it nearly ceases to exist no fixed number of deviations of the others is enough.
    RC_PRE(v.sign() <= 0 || (s1 * s1 * s2 * s2 / v) < Rational(10000));
    const double direct =
        v.sign() <= 0 ? HUGE_VAL : renyi_by_quadrature(order.approx(), normal_pair(order.approx(), p, q));
    RC_ASSERT(agree(value("renyi", "gaussian_pair", both, order), direct, density_error, 1e-15));
    const Certified kl = certify(
        make_query("kl", "gaussian_pair", {{"m1", {m1}}, {"s1", {s1}}, {"m2", {m2}}, {"s2", {s2}}}, std::nullopt), 15);
    RC_ASSERT(agree(kl.enclosure, renyi_by_quadrature(1, normal_pair(1, p, q)), density_error, 1e-15));
  });
}

/// The enclosure and the double of the hockey stick of N(0, s) over N(-gap, v), against `direct`.
void compare_stick(const Rational& epsilon, const Rational& s, const Rational& v, const Rational& gap) {
  using langevin::Wider;
  constexpr Precision bits = 128;
  const Wider wider = s == v ? Wider::equal : s > v ? Wider::p : Wider::q;
  const double direct =
      hockey_stick_by_cells(epsilon.approx(), {0, std::sqrt(s.approx())}, {-gap.approx(), std::sqrt(v.approx())});
  const Ball certified = langevin::gaussian_hockey_stick(Ball(epsilon, bits), Ball(s, bits), Ball(v, bits),
                                                         gap.is_zero() ? Ball(0) : Ball(gap, bits), wider);
  RC_ASSERT(certified.is_finite());
  RC_ASSERT(agree(certified, direct, 1e-9, 1e-12));
  const double plain = langevin::gaussian_hockey_stick(epsilon.approx(), s.approx(), v.approx(), gap.approx());
  RC_ASSERT(std::fabs(plain - direct) <= 1e-9 * direct + 1e-12);
}

SuiteResult stick_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational s = *log_uniform(Rational(1, 10), Rational(10)),
                   wider = Rational(1) + *log_uniform(Rational(1, 10), Rational(20)),
                   epsilon = *rc::gen::oneOf(rc::gen::just(Rational(0)), log_uniform(Rational(1, 100), Rational(5)));
    const Rational gap = *rc::gen::oneOf(rc::gen::just(Rational(0)), log_uniform(Rational(1, 100), Rational(5)));
    // All three shapes of the event: what lies outside an interval, an interval, a half-line.
    compare_stick(epsilon, s * wider, s, gap);
    compare_stick(epsilon, s, s * wider, gap);
    if (!gap.is_zero()) compare_stick(epsilon, s, s, gap);
  });
}

// A bound on every two normal laws within a distance and a ratio of variances holds for every pair that meets both.
SuiteResult worst_stick_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    constexpr Precision bits = 128;
    const Rational epsilon = *log_uniform(Rational(1, 10), Rational(3)),
                   distance = *log_uniform(Rational(1, 4), Rational(6)),
                   least = *log_uniform(Rational(1, 10), Rational(95, 100));
    const Ball bound = langevin::worst_gaussian_delta(Ball(epsilon, bits), Ball(distance, bits), least, bits);
    RC_LOG() << "bound " << bound.str(12) << "\n";
    RC_ASSERT(bound.is_finite());
    const double most = bound.upper_rational().approx();
    const auto below = [&](const Rational& ratio, const Rational& gap) {
      const double wide = 1 / std::sqrt(ratio.approx());
      const Normal narrow{0, 1}, other{gap.approx(), wide};
      for (const double stick : {hockey_stick_by_cells(epsilon.approx(), narrow, other),
                                 hockey_stick_by_cells(epsilon.approx(), other, narrow)}) {
        RC_LOG() << "ratio " << ratio.approx() << ", distance " << gap.approx() << ": " << stick << "\n";
        RC_ASSERT(stick <= most + 1e-12);
      }
    };
    below(Rational(1), distance);
    below(least, distance);
    for (int i = 0; i < 3; ++i) below(least + (Rational(1) - least) * *unit(), distance);
    below(least + (Rational(1) - least) * *unit(), distance * *unit());
  });
}

}  // namespace

std::span<const Suite> density_suites() {
  static constexpr std::array<Suite, 6> suites = {
      {{"gaussian.quadrature", "Gaussian divergences and deltas are the integrals of the two densities; T adds up.",
        gaussian_suite},
       {"gaussian-pair.hockey-stick",
        "The hockey stick of two normal laws is what the cells add up to in which one density exceeds the other.",
        stick_suite},
       {"gaussian-pair.quadrature", "Divergences of two normal laws are the integrals of their densities.",
        normal_pair_suite},
       {"gaussian-pair.worst-ratio",
        "The bound over all ratios of variances holds for the hockey stick of every pair within it.",
        worst_stick_suite},
       {"laplace.quadrature", "Laplace divergences are the integrals of the two densities.", laplace_suite},
       {"subsampled.quadrature",
        "Divergences of the subsampled Gaussian are the integrals of the mixture's density, at all orders; T adds up.",
        subsampled_suite}}};
  return suites;
}

}  // namespace dpcert::properties
