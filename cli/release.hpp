// What `dpcert release` draws and says, shared by the files that know a mechanism.
#pragma once

#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "cli/table.hpp"
#include "cli/words.hpp"
#include "dpcert/mechanisms/guarantee.hpp"
#include "dpcert/mechanisms/random_bits.hpp"

namespace dpcert::cli {

using Random = std::mt19937_64;

/// (epsilon, delta)-DP.
struct ApproximateDp {
  Rational epsilon, delta;
};

/// The largest privacy loss of a mechanism at its public parameters: (at_most, 0)-DP.
struct PureLoss {
  Rational at_most;          ///< the upper end of the enclosure, or the loss itself
  std::string lower, upper;  ///< of the enclosure
  Rational printed;          ///< the eps that the mechanism is given, which need not be its loss
  bool above_printed = false;
  std::string neighbours;  ///< the convention that was asked for: replace or counts
  std::string pair;
};

/// What is released, and what it promises.
struct Release {
  std::vector<std::string> values;
  Guarantee guarantee;
  /// How many records there are, where neighbours have as many; elsewhere the number is for `diagnostics` alone.
  std::optional<std::size_t> records = {};
  /// How the draw was made and what that does to the promise; computed from public numbers only.
  std::vector<std::string> notes = {};
  /// For a mechanism whose promise is of this kind; its guarantee has no Renyi cases.
  std::optional<ApproximateDp> dp = {};
  /// For a mechanism whose largest privacy loss is certified.
  std::optional<PureLoss> loss = {};
  /// The law of the draw is the stated one, if the bits (the operating system's, or those of a seed) are fair: no
  /// floating point.
  bool exact = false;
  /// The step of the grid on which a continuous law is released: the nearest multiple to a draw that is exact.
  std::optional<Rational> grid = {};
  /// Where what is drawn is not what the promise speaks of; computed from public numbers only, and never left out.
  std::vector<std::string> warnings = {};
  /// Diagnostics for whoever holds the data: not to be published.
  std::vector<std::string> diagnostics = {};
};

/// A parameter for a sampler: the nearest double, which is normal unless the parameter is 0. Bad input otherwise: with
/// a parameter that became 0 or infinite, what is drawn has no longer the law that the privacy statement speaks of.
double sampler_number(const std::string& name, const Rational& value);
/// What is released, as text from which the double can be read back; bad input if it is not finite.
std::string released(double value);

/// A rational as text: exact, unless no decimal ends there; then the nearest double, of a number that is private
/// already.
std::string exact_text(const Rational& x);

/// grid=..., or else the default for a law of this public scale.
Rational stated_grid(Words& words, double scale);
/// grid=1/k of a law on [0, 1], or else 1e-12.
Rational unit_grid(Words& words);
/// Says that the release is the exact draw's nearest multiple of the grid, and by what its law differs from the ideal.
void say_grid(Release& release, const Rational& grid);

/// Where records come from.
struct DataSource {
  std::string file, column;
  Header header;
};
/// Mechanisms that release a Dirichlet posterior.
Release release_dirichlet_mechanism(const std::string& mechanism, Words& words, const DataSource& source,
                                    RandomBits& random);
/// outside=clip or refuse: bad input for a record outside its bounds, or a diagnostic that says how many were clipped.
void apply_outside(Words& words, const std::vector<double>& data, const Rational& lower, const Rational& upper,
                   std::vector<std::string>& diagnostics);

/// The same where being outside is a question of the whole record: `outside` says it of each of `count`.
void apply_outside(Words& words, std::size_t count, const std::function<bool(std::size_t)>& outside,
                   const std::string& expected, std::vector<std::string>& diagnostics);

/// Sums on a grid with integer noise: discrete_laplace, geometric, discrete_gaussian.
bool is_discrete(const std::string& mechanism);
Release release_discrete(const std::string& name, Words& words, const std::vector<double>& data, RandomBits& random);
/// Binary regression: one draw from the posterior of the coefficients.
Release release_glm(Words& words, const std::string& file, Header header, Random& random, RandomBits& bits);
/// Regression through the origin: Propose-Test-Sample.
Release release_propose_test_sample(Words& words, const std::string& file, Header header, RandomBits& bits);

}  // namespace dpcert::cli
