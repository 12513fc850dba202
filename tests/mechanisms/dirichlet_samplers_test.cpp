// Exact samplers of the Dirichlet mechanisms. Oracles: exact rational probabilities of what finitely many bits decide,
// by enumeration of all of them; Rational laws of the floored noise from the distribution function; the definition of
// the exponential mechanism in long double. Samples are compared by the inequality of Dvoretzky, Kiefer, Wolfowitz and
// Massart: the empirical distribution function leaves the true one by more than t with probability at most
// 2 exp(-2 N t^2), for discrete laws too.
#include "dpcert/mechanisms/dirichlet_samplers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "dpcert/core/error.hpp"
#include "dpcert/mechanisms/dirichlet_law.hpp"

namespace dpcert {
namespace {

/// The false-alarm rate of one comparison. Seeds are fixed, so that a pass stays one.
constexpr double false_alarm = 1e-9;
double largest_deviation(double draws) { return std::sqrt(std::log(2 / false_alarm) / (2 * draws)); }

struct NoMoreBits {};
/// Bits from the binary digits of one number; NoMoreBits where they end.
RandomBits script(std::uint64_t digits, int count, int& used) {
  used = 0;
  return {[digits, count, &used]() -> std::uint64_t {
            if (used == count) throw NoMoreBits{};
            return (digits >> used++) & 1U;
          },
          1};
}

struct Tally {
  std::map<std::string, Rational> mass;
  Rational open = Rational(0);
};
/// The probability of each result of `draw` that `count` bits decide, and of those that need more: every sequence of
/// bits is tried, exactly.
template <class Draw>
Tally enumerate_bits(int count, const Draw& draw) {
  Tally out;
  const Rational each = pow(Rational(1, 2), count);
  for (std::uint64_t digits = 0; digits < (std::uint64_t{1} << static_cast<unsigned>(count)); ++digits) {
    int used = 0;
    RandomBits random = script(digits, count, used);
    try {
      out.mass[draw(random)] += each;
    } catch (const NoMoreBits&) {
      out.open += each;
    }
  }
  return out;
}
/// What was decided is a part of the law, and what is open fills the rest: so each probability lies between.
void expect_law(const Tally& tally, const std::string& result, const Rational& lower, const Rational& upper,
                const Rational& most_open) {
  EXPECT_LE(tally.open, most_open) << result;
  const auto found = tally.mass.find(result);
  const Rational mass = found == tally.mass.end() ? Rational(0) : found->second;
  EXPECT_LE(mass, upper) << result << ' ' << mass.approx();
  EXPECT_GE(mass + tally.open, lower) << result << ' ' << (mass + tally.open).approx();
}
void expect_law(const Tally& tally, const std::string& result, const Ball& law, const Rational& most_open) {
  expect_law(tally, result, law.lower_rational(), law.upper_rational(), most_open);
}
std::string text(bool b) { return b ? "yes" : "no"; }

TEST(RandomBits, UniformIntegersAndBernoulliHaveTheirExactLaw) {
  for (std::int64_t bound = 1; bound <= 9; ++bound) {
    const Tally tally = enumerate_bits(12, [&](RandomBits& r) { return uniform_below(Rational(bound), r).str(); });
    for (std::int64_t k = 0; k < bound; ++k)
      expect_law(tally, std::to_string(k), Rational(1, bound), Rational(1, bound), Rational(1, 4));
    EXPECT_LE(tally.mass.size(), static_cast<std::size_t>(bound));
  }
  for (const Rational& p : {Rational(0), Rational(1), Rational(1, 2), Rational(1, 3), Rational(5, 7), Rational(3, 16),
                            Rational(999, 1000)}) {
    const Tally tally = enumerate_bits(12, [&](RandomBits& r) { return text(bernoulli(p, r)); });
    expect_law(tally, "yes", p, p, Rational(1, 4096));
    expect_law(tally, "no", Rational(1) - p, Rational(1) - p, Rational(1, 4096));
  }
}

TEST(RandomBits, ExponentialBernoulliHasItsExactLaw) {
  for (const Rational& x : {Rational(0), Rational(1, 3), Rational(1), Rational(5, 4), Rational(7, 2)}) {
    const Tally tally = enumerate_bits(16, [&](RandomBits& r) { return text(bernoulli_exp(x, r)); });
    const Ball law = exp(-Ball(x, 100));
    expect_law(tally, "yes", law, Rational(1, 20));
    expect_law(tally, "no", Ball(1) - law, Rational(1, 20));
  }
}

TEST(RandomBits, FlooredLaplaceHasItsExactLaw) {
  for (const Rational& rate : {Rational(1), Rational(2, 3), Rational(5, 2), Rational(3)}) {
    const Tally tally = enumerate_bits(18, [&](RandomBits& r) { return floored_laplace(rate, r).str(); });
    const Ball q = exp(-Ball(rate, 100)), half = (Ball(1) - q) / Ball(2);
    for (int k = 0; k <= 3; ++k) {
      expect_law(tally, std::to_string(k), half * pow(q, k), Rational(1, 5));
      expect_law(tally, std::to_string(-k - 1), half * pow(q, k), Rational(1, 5));
    }
  }
}

TEST(RandomBits, RefusesWhatHasNoLaw) {
  std::mt19937_64 generator(1);
  RandomBits random = RandomBits::of(generator);
  EXPECT_THROW(uniform_below(Rational(0), random), Error);
  EXPECT_THROW(uniform_below(Rational(1, 2), random), Error);
  EXPECT_THROW(bernoulli(Rational(-1, 9), random), Error);
  EXPECT_THROW(bernoulli(Rational(10, 9), random), Error);
  EXPECT_THROW(bernoulli_exp(Rational(-1), random), Error);
  EXPECT_THROW(geometric_exp(Rational(0), random), Error);
}

// Rates far from 1, which the enumeration of few bits does not reach: P(X >= k) = q^k.
TEST(RandomBits, GeometricTailsByManyDraws) {
  constexpr int draws = 20000;
  std::mt19937_64 generator(20251);
  RandomBits random = RandomBits::of(generator);
  for (const Rational& rate : {Rational(1, 1000), Rational(17, 1000000), Rational(355, 113), Rational(40)}) {
    const double q = std::exp(-rate.approx());
    std::map<double, int> seen;
    for (int i = 0; i < draws; ++i) ++seen[geometric_exp(rate, random).approx()];
    double below = 0, worst = 0;
    for (const auto& [k, count] : seen) {
      worst = std::fmax(worst, std::fabs(below - (1 - std::pow(q, k))));
      below += static_cast<double>(count) / draws;
      worst = std::fmax(worst, std::fabs(below - (1 - std::pow(q, k + 1))));
    }
    EXPECT_LE(worst, largest_deviation(draws)) << rate.str();
  }
}

struct Case {
  const char* mechanism;
  std::vector<Rational> prior;
  Counts data;
  Rational eps, gamma;
};
const std::vector<Case>& cases() {
  static const std::vector<Case> all = [] {
    std::vector<Case> out;
    for (const char* name : {"lszhang", "lsdim", "lshist", "ehd", "ehdl", "ehds"}) {
      out.push_back({name, {Rational(1), Rational(1)}, {2, 4}, Rational(1), Rational(1)});
      out.push_back({name, {Rational(1, 100), Rational(3)}, {0, 5}, Rational(7, 2), Rational(1, 3)});
      out.push_back({name, {Rational(1, 2), Rational(2), Rational(1)}, {1, 3, 0}, Rational(2), Rational(2)});
    }
    return out;
  }();
  return all;
}
DirichletQuery query_of(const Case& c) {
  std::int64_t n = 0;
  for (const std::int64_t k : c.data) n += k;
  return {*dirichlet_mechanism(c.mechanism), c.prior, n, c.eps, c.gamma};
}

/// The definitions in long double, apart from the library's law.
struct Definition {
  explicit Definition(const Case& which) : c(which), query(query_of(which)) {
    for (const Rational& a : c.prior) prior.push_back(a.approx());
    Counts prefix;
    fill(prefix, query.n);
  }
  void fill(Counts& prefix, std::int64_t left) {
    if (prefix.size() + 1 == prior.size()) {
      states.push_back(prefix);
      states.back().push_back(left);
      return;
    }
    for (std::int64_t k = 0; k <= left; ++k) {
      prefix.push_back(k);
      fill(prefix, left - k);
      prefix.pop_back();
    }
  }
  long double hellinger(const Counts& a, const Counts& b) const {
    long double log_affinity = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const auto x = static_cast<long double>(a[i]), y = static_cast<long double>(b[i]);
      log_affinity += std::lgamma(prior[i] + (x + y) / 2) - (std::lgamma(prior[i] + x) + std::lgamma(prior[i] + y)) / 2;
    }
    return a == b ? 0 : std::sqrt(1 - std::exp(log_affinity));
  }
  static std::int64_t moved(const Counts& a, const Counts& b) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] - b[i]);
    return sum / 2;
  }
  long double local(const Counts& x) const {
    long double most = 0;
    for (const Counts& y : states)
      if (moved(x, y) == 1) most = std::max(most, hellinger(x, y));
    return most;
  }
  std::map<Counts, long double> exponential() const {
    const std::string name = c.mechanism;
    long double scale = std::sqrt(1 - std::acos(-1.0L) / 4);
    if (name == "ehdl") scale = local(c.data);
    if (name == "ehds") {
      const long double gamma = c.gamma.approx();
      scale = 0;
      for (const Counts& y : states)
        scale = std::max(scale, (1 + gamma) / (1 / local(y) + gamma * static_cast<long double>(moved(c.data, y))));
    }
    std::map<Counts, long double> law;
    long double sum = 0;
    for (const Counts& r : states)
      sum += law[r] = std::exp(-static_cast<long double>(c.eps.approx()) * hellinger(c.data, r) / (2 * scale));
    for (auto& [r, p] : law) p /= sum;
    return law;
  }
  /// P(clamp(floor(x + eta), 0, n) = j) from the distribution function of eta.
  static long double noisy(std::int64_t j, std::int64_t x, std::int64_t n, long double rate) {
    const auto below = [&](std::int64_t t) {
      const auto s = static_cast<long double>(t);
      return s <= 0 ? std::exp(s * rate) / 2 : 1 - std::exp(-s * rate) / 2;
    };
    return (j == n ? 1 : below(j + 1 - x)) - (j == 0 ? 0 : below(j - x));
  }
  std::map<Counts, long double> laplace() const {
    const std::string name = c.mechanism;
    const std::size_t d = prior.size();
    const long double scale = name == "lshist"  ? (d == 2 ? 1.0L : 2.0L)
                              : name == "lsdim" ? static_cast<long double>(d)
                                                : 2 * static_cast<long double>(d);
    const long double rate = c.eps.approx() / scale;
    std::map<Counts, long double> law{{{}, 1}};
    for (std::size_t i = 0; i + 1 < d; ++i) {
      std::map<Counts, long double> next;
      for (const auto& [before, p] : law)
        for (std::int64_t j = 0; j <= query.n; ++j) {
          Counts r = before;
          r.push_back(j);
          next[r] = p * noisy(j, c.data[i], query.n, rate);
        }
      law = next;
    }
    std::map<Counts, long double> whole;
    for (const auto& [before, p] : law) {
      Counts r = before;
      std::int64_t last = query.n;
      for (const std::int64_t k : before) last -= k;
      r.push_back(name == "lszhang" ? 0 : std::max<std::int64_t>(0, last));
      whole[r] = p;
    }
    return whole;
  }
  std::map<Counts, long double> law() const { return c.mechanism[0] == 'l' ? laplace() : exponential(); }

  const Case& c;
  DirichletQuery query;
  std::vector<long double> prior;
  std::vector<Counts> states;
};

TEST(DirichletSamplers, DrawsFollowTheDefinition) {
  constexpr int draws = 20000;
  std::mt19937_64 generator(7051);
  RandomBits random = RandomBits::of(generator);
  for (const Case& c : cases()) {
    const Definition definition(c);
    DirichletSampler sampler(definition.query, c.data);
    std::map<Counts, int> seen;
    for (int i = 0; i < draws; ++i) ++seen[sampler(random)];
    const std::map<Counts, long double> law = definition.law();
    long double expected = 0, observed = 0, worst = 0;
    for (const auto& [r, p] : law) {
      expected += p;
      if (const auto found = seen.find(r); found != seen.end()) {
        observed += static_cast<long double>(found->second) / draws;
        seen.erase(found);
      }
      worst = std::max(worst, std::fabs(expected - observed));
    }
    EXPECT_TRUE(seen.empty()) << c.mechanism << ": an output outside of the law";
    EXPECT_LE(static_cast<double>(worst), largest_deviation(draws)) << c.mechanism << ' ' << c.prior.size();
  }
}

// Inversion has no test of chance: which output a number u stands for is decided by the sums of the definition. Begun
// with two bits, so that nearly every draw has to be refined.
TEST(DirichletSamplers, InversionTakesTheOutputThatTheNumberStandsFor) {
  for (const Case& c : cases()) {
    if (c.mechanism[0] == 'l') continue;
    const Definition definition(c);
    const std::map<Counts, long double> law = definition.law();
    DirichletSampler sampler(definition.query, c.data);
    sampler.begin_with(2);
    std::mt19937_64 generator(99);
    for (int i = 0; i < 400; ++i) {
      const std::uint64_t word = generator();
      int used = 0;
      RandomBits random = script(word, 64, used);
      long double u = 0, half = 0.5L;
      for (unsigned k = 0; k < 64; ++k, half /= 2) u += static_cast<long double>((word >> k) & 1U) * half;
      const Counts drawn = sampler(random);
      long double sum = 0;
      for (const auto& [r, p] : law) {
        const long double before = sum;
        sum += p;
        if (r != drawn) continue;
        EXPECT_GE(u, before - 1e-15L) << c.mechanism << ' ' << used << " bits";
        EXPECT_LE(u, sum + 1e-15L) << c.mechanism << ' ' << used << " bits";
      }
    }
    EXPECT_GE(sampler.finest(), 16) << c.mechanism;
  }
}

// The number 1/2 divides the two outputs of one record under a symmetric prior with eps -> 0 closely; a boundary hit by
// many digits asks for more of them instead of a guess.
TEST(DirichletSamplers, AnUndecidedNumberAsksForMoreBits) {
  const DirichletQuery query{
      DirichletMechanism::ehd, {Rational(1), Rational(1)}, 1, pow(Rational(1, 10), 30), Rational(1)};
  DirichletSampler sampler(query, {0, 1});
  // P(0,1) = 1/(1 + exp(-eps/2)), a bit above 1/2 = 0.1000...: 90 digits of 1/2 are below it, and the digits of the
  // boundary decide at about the 103rd.
  int used = 0;
  RandomBits random([&used]() -> std::uint64_t { return used++ == 0 ? 1U : 0U; }, 1);
  EXPECT_EQ(sampler(random), (Counts{0, 1}));
  EXPECT_GE(used, 100);
  EXPECT_GE(sampler.finest(), 100);
}

TEST(DirichletSamplers, RefusesWhatIsNoDataSet) {
  const DirichletQuery query{DirichletMechanism::ehds, {Rational(1), Rational(1)}, 5, Rational(1), Rational(1)};
  for (const Counts& data : {Counts{6, -1}, Counts{2, 2}, Counts{5}, Counts{1, 2, 2}}) {
    try {
      DirichletSampler sampler(query, data);
      ADD_FAILURE();
    } catch (const Error& error) {
      EXPECT_EQ(error.where(), "counts");
    }
  }
  DirichletQuery bad = query;
  bad.gamma = Rational(0);
  EXPECT_THROW(DirichletSampler(bad, {2, 3}), Error);
}

}  // namespace
}  // namespace dpcert
