#include "dpcert/divergence/wasserstein.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "../reference_table.hpp"
#include "dpcert/core/precision.hpp"
#include "dpcert/scalar/ball.hpp"

namespace dpcert {
namespace {

Rational number(const std::string& text) { return *Rational::parse(text); }

PiecewiseUniform<Rational> law(const std::string& text) {
  std::vector<UniformPiece<Rational>> pieces;
  for (const std::string& piece : test::split(text, ' ')) {
    const auto parts = test::split(piece, ':');
    pieces.push_back({number(parts[0]), number(parts[1]), number(parts[2])});
  }
  return PiecewiseUniform<Rational>(std::move(pieces));
}

TEST(Wasserstein, ReferenceValues) {
  int rows = 0;
  for (const auto& row : test::read_table("divergence", "wasserstein_mpmath.csv")) {
    ++rows;
    if (row[0] == "w2") {
      EXPECT_EQ(wasserstein2_squared(law(row[1]), law(row[2])), number(row[3])) << row[1] << " | " << row[2];
      EXPECT_EQ(wasserstein2_squared(law(row[2]), law(row[1])), number(row[3]));
    } else if (row[0] == "volume") {
      const Ball volume = ball_volume(std::stoi(row[1]), Ball(number(row[2]), 128));
      EXPECT_NEAR(volume.approx(), std::stod(row[3]), 1e-12 * std::stod(row[3]));
      EXPECT_NEAR(ball_volume(std::stoi(row[1]), number(row[2]).approx()), std::stod(row[3]), 1e-12 * volume.approx());
    } else {
      const SmoothedLaw<Rational> smoothed(law(row[1]), number(row[2]));
      if (row[0] == "density")
        EXPECT_EQ(smoothed.density(number(row[3])), number(row[4])) << row[1];
      else
        EXPECT_EQ(smoothed.ball_mean(number(row[3]), number(row[4])), number(row[5])) << row[1];
    }
  }
  EXPECT_EQ(rows, 32);
}

TEST(Wasserstein, Gaussians) {
  using List = std::vector<Rational>;
  const List mean_p{Rational(0), Rational(1)}, deviation_p{Rational(1), Rational(2)}, mean_q{Rational(3), Rational(1)},
      deviation_q{Rational(1), Rational(5)}, one{Rational(1)};
  EXPECT_EQ(gaussian_wasserstein2_squared<Rational>(mean_p, deviation_p, mean_q, deviation_q), Rational(18));
  EXPECT_THROW(gaussian_wasserstein2_squared<Rational>(mean_p, deviation_p, one, one), Error);
  EXPECT_THROW(gaussian_wasserstein2_squared<Rational>(mean_p, one, mean_q, deviation_q), Error);
  // A histogram of the standard normal law, moved by 1/2 and stretched twice: W2^2 near 1/4 + 1.
  const auto histogram = [](int scale, const Rational& shift) {
    std::vector<UniformPiece<Rational>> pieces;
    Rational left(0);
    const int half = 120;
    for (int i = -half; i < half; ++i) {
      const double mass = 0.5 * (std::erf((i + 1) / 20.0 / std::sqrt(2.0)) - std::erf(i / 20.0 / std::sqrt(2.0)));
      Rational m = i == half - 1 ? Rational(1) - left : Rational::from_double(mass);
      left += m;
      pieces.push_back(
          {m, Rational(std::int64_t{i} * scale, 20) + shift, Rational((std::int64_t{i} + 1) * scale, 20) + shift});
    }
    return PiecewiseUniform<Rational>(std::move(pieces));
  };
  EXPECT_NEAR(wasserstein2_squared(histogram(1, Rational(0)), histogram(2, Rational(1, 2))).approx(), 1.25, 2e-3);
}

TEST(Wasserstein, VolumeRatioAndBounds) {
  EXPECT_EQ(ball_volume_ratio(3, Rational(2), Rational(1, 2)), Rational(64, 27));  // (1 + (1/2)/(3/2))^3
  // By hand on the line: radius 2, eps 1: ratio 2; 2 * 1/4 + (2 - 1) * 2 * 2 * 1/8 + 1/2.
  EXPECT_EQ(smoothed_density_bound(1, Rational(1), Rational(2), Rational(1, 8), Rational(1, 4), Rational(2)),
            Rational(3, 2));
  // (1 - 2/4) * 1/2 + (4 - 2) * 2 * 2 * 1/8.
  EXPECT_EQ(annulus_mass_bound(Rational(4), Rational(2), Rational(2), Rational(1, 8), Rational(1, 2)), Rational(5, 4));
}

TEST(Wasserstein, BadLaws) {
  EXPECT_THROW(law("1/2:0:1"), Error);          // mass missing
  EXPECT_THROW(law("1/2:0:2 1/2:1:3"), Error);  // overlap
  EXPECT_THROW(law("1:1:0"), Error);            // backwards
  EXPECT_THROW(law("2:0:1 -1:1:2"), Error);     // negative mass
  EXPECT_THROW((void)law("1:0:0").largest_density(), Error);
  EXPECT_THROW(SmoothedLaw<Rational>(law("1:0:1"), Rational(0)), Error);
}

}  // namespace
}  // namespace dpcert
