// Small 2-Wasserstein distance and smoothed densities: exact rational histograms on the line, Gaussians in balls.
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "dpcert/core/precision.hpp"
#include "dpcert/divergence/wasserstein.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "dpcert/scalar/ball.hpp"

namespace dpcert::properties {
namespace {

using Histogram = PiecewiseUniform<Rational>;
constexpr Precision smoothing_bits = 128;

Histogram any_law() {
  const int n = *any_in(1, 8);
  std::vector<UniformPiece<Rational>> pieces;
  Rational at = *log_uniform(Rational(1, 10), Rational(4)), total(0);
  for (int i = 0; i < n; ++i) {
    if (*any_in(0, 3) == 0) at += *log_uniform(Rational(1, 100), Rational(1));
    const Rational to = at + *log_uniform(Rational(1, 20), Rational(1));
    const Rational mass(*any_in(1, 20));
    pieces.push_back({mass, at, to});
    total += mass, at = to;
  }
  for (auto& piece : pieces) piece.mass /= total;
  return Histogram(std::move(pieces));
}
/// Mass moved between pieces and ends shifted: near the first law, but another one.
Histogram near(const Histogram& law) {
  const Rational t = *log_uniform(Rational(1, 10000), Rational(1, 10));
  auto pieces = law.pieces();
  for (auto& piece : pieces) piece.from += t, piece.to += t;
  if (pieces.size() > 1) {
    const Rational moved = pieces.front().mass * t;
    pieces.front().mass -= moved, pieces.back().mass += moved;
  }
  return Histogram(std::move(pieces));
}

SuiteResult metric_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Histogram p = any_law(), q = any_law(), r = any_law();
    const auto w = [](const Histogram& a, const Histogram& b) { return wasserstein2_squared(a, b); };
    RC_ASSERT(w(p, p) == Rational(0));
    RC_ASSERT(w(p, q) == w(q, p));
    const Rational t = *log_uniform(Rational(1, 100), Rational(10));
    RC_ASSERT(w(p, p.shifted(t)) == t * t);
    // W(p, r) <= W(p, q) + W(q, r): x <= y + z for roots, by squares: (x^2 - y^2 - z^2)^2 <= 4 y^2 z^2 or x^2 <= y^2 +
    // z^2.
    const Rational x = w(p, r), y = w(p, q), z = w(q, r), rest = x - y - z;
    RC_ASSERT(rest <= Rational(0) || rest * rest <= Rational(4) * y * z);
  });
}

// Theorem 2, Claims 5.1 and E.1 on the line, all numbers exact rationals.
SuiteResult histogram_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Histogram p0 = any_law(), q0 = *any_in(0, 3) == 0 ? any_law() : near(p0);
    const Rational h = *log_uniform(Rational(1, 50), Rational(1));
    const SmoothedLaw<Rational> p(p0, h), q(q0, h);
    const Rational lipschitz = std::max(p.lipschitz(), q.lipschitz(), [](auto& a, auto& b) { return a < b; });
    // The least eps of a coarse grid with W2^2 < eps^4.
    const Rational squared = wasserstein2_squared(p0, q0);
    Rational eps(1, 1000);
    while (!(squared < eps * eps * eps * eps)) eps *= Rational(5, 4);
    const Rational radius = eps * (Rational(1) + *log_uniform(Rational(1, 100), Rational(100)));
    const Rational x = *log_uniform(Rational(1, 10), Rational(10));
    RC_ASSERT(abs(p.density(x) - p.ball_mean(x, radius)) <= radius * lipschitz);
    RC_ASSERT(p.ball_mass(x, radius) <= q.ball_mass(x, radius + eps) + eps);
    const Rational larger = Rational(2) * radius, smaller = Rational(2) * (radius - eps);
    RC_ASSERT(p.ball_mass(x, radius) - p.ball_mass(x, radius - eps) <=
              annulus_mass_bound(larger, smaller, radius, lipschitz, p.ball_mass(x, radius)));
    const Rational bound = smoothed_density_bound(1, eps, radius, lipschitz, q.ball_mean(x, radius), smaller);
    RC_LOG() << "smoothed density " << p.ball_mean(x, radius).approx() << ", bound " << bound.approx() << "\n";
    RC_ASSERT(p.ball_mean(x, radius) <= bound);
  });
}

// The same for Gaussians on the line, in enclosures; the Lipschitz constant is exp(-1/2)/(s^2 sqrt(2 pi)).
SuiteResult gaussian_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto ball = [](const Rational& q) { return Ball(q, smoothing_bits); };
    const Rational s = *log_uniform(Rational(1, 2), Rational(2)),
                   t = s * (Rational(1) + *log_uniform(Rational(1, 100000), Rational(1, 10))),
                   shift = *log_uniform(Rational(1, 100000), Rational(1, 10));
    const Rational origin(0);
    const auto one = [](const Rational& x) { return std::span<const Rational>(&x, 1); };
    const Rational squared = gaussian_wasserstein2_squared(one(origin), one(s), one(shift), one(t));
    Rational eps(1, 1000);
    while (!(squared < eps * eps * eps * eps)) eps *= Rational(5, 4);
    const Rational radius = eps * (Rational(1) + *log_uniform(Rational(1, 10), Rational(100)));
    const Ball x = ball(*log_uniform(Rational(1, 10), Rational(4)));
    const auto mass = [&](const Ball& mean, const Rational& deviation, const Rational& r) {
      return normal_cdf((x + ball(r) - mean) / ball(deviation)) - normal_cdf((x - ball(r) - mean) / ball(deviation));
    };
    const Ball lipschitz = exp(ball(Rational(-1, 2))) / (ball(s * s) * sqrt(Ball(2) * pi_like(x)));
    const Ball volume = ball_volume(1, ball(radius)), smaller = ball_volume(1, ball(radius - eps));
    RC_ASSERT(!certainly_greater(mass(Ball(0), s, radius), mass(ball(shift), t, radius + eps) + ball(eps)));
    const Ball bound =
        smoothed_density_bound(1, ball(eps), ball(radius), lipschitz, mass(ball(shift), t, radius) / volume, smaller);
    RC_ASSERT(!certainly_greater(mass(Ball(0), s, radius) / volume, bound));
  });
}

}  // namespace

std::span<const Suite> wasserstein_suites() {
  static constexpr std::array<Suite, 3> suites = {
      {{"wasserstein.metric", "W2 of histograms: symmetry, translations, triangle inequality; exact.", metric_suite},
       {"wasserstein.smoothed-histograms",
        "Balls, annuli and smoothed densities of laws at a small W2 obey their bounds; exact rationals.",
        histogram_suite},
       {"wasserstein.smoothed-gaussians", "The same for Gaussians on the line, certified.", gaussian_suite}}};
  return suites;
}

}  // namespace dpcert::properties
