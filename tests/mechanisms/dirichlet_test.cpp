// Dirichlet mechanisms. Oracle: the definitions by plain enumeration of all data sets, neighbours and outputs in long
// double (std::lgamma, the distribution function of Laplace noise), which shares nothing with the search; closed forms.
#include "dpcert/mechanisms/dirichlet_mechanisms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "dpcert/core/error.hpp"
#include "dpcert/mechanisms/dirichlet_law.hpp"
#include "dpcert/solve/effort.hpp"
#include "src/mechanisms/dirichlet_bounds.hpp"

namespace dpcert {
namespace {

using Real = long double;

struct Oracle {
  std::string mechanism;
  std::vector<Real> prior;
  int n;
  Real eps, gamma;
  std::vector<Counts> states;

  Oracle(std::string name, std::vector<Real> a, int records, Real e, Real g)
      : mechanism(std::move(name)), prior(std::move(a)), n(records), eps(e), gamma(g) {
    Counts c(prior.size(), 0);
    fill(c, 0, n);
  }
  void fill(Counts& c, std::size_t i, int left) {
    if (i + 1 == c.size()) {
      c[i] = left;
      states.push_back(c);
      return;
    }
    for (int k = 0; k <= left; ++k) c[i] = k, fill(c, i + 1, left - k);
  }
  Real log_beta(const std::vector<Real>& a) const {
    Real sum = 0, all = 0;
    for (const Real x : a) sum += std::lgamma(x), all += x;
    return sum - std::lgamma(all);
  }
  Real hellinger(const Counts& c, const Counts& r) const {
    std::vector<Real> a = prior, b = prior, middle = prior;
    for (std::size_t i = 0; i < a.size(); ++i) a[i] += c[i], b[i] += r[i], middle[i] += (c[i] + r[i]) / 2.0L;
    return c == r ? 0 : std::sqrt(1 - std::exp(log_beta(middle) - (log_beta(a) + log_beta(b)) / 2));
  }
  static int hamming(const Counts& a, const Counts& b) {
    int sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<int>(std::abs(a[i] - b[i]));
    return sum / 2;
  }
  Real local(const Counts& x) const {
    Real most = 0;
    for (const Counts& y : states)
      if (hamming(x, y) == 1)
        for (const Counts& r : states) most = std::max(most, std::abs(hellinger(x, r) - hellinger(y, r)));
    return most;
  }
  Real smooth(const Counts& x) const {
    Real most = 0;
    for (const Counts& y : states) most = std::max(most, 1 / (1 / local(y) + gamma * hamming(x, y)));
    return most;
  }
  Real noise_below(Real t, Real b) const { return t <= 0 ? std::exp(t / b) / 2 : 1 - std::exp(-t / b) / 2; }
  std::vector<Real> law(const Counts& x) const {
    std::vector<Real> p;
    if (mechanism[0] == 'l') {
      const std::size_t d = prior.size();
      const Real b = (mechanism == "lshist" ? (d == 2 ? 1 : 2) : mechanism == "lsdim" ? d : 2 * d) / eps;
      std::vector<Real> joint{1};
      for (std::size_t i = 0; i + 1 < d; ++i) {
        std::vector<Real> next;
        for (const Real before : joint)
          for (int j = 0; j <= n; ++j) {
            // Above the count by upper tails: no difference of numbers near 1.
            const bool above = j > x[i];
            const Real low = noise_below(above ? x[i] - j : j - x[i], b);
            const Real high = noise_below(above ? x[i] - j - 1 : j + 1 - x[i], b);
            const Real first = j == 0 ? (above ? 1 : 0) : low, last = j == n ? (above ? 0 : 1) : high;
            next.push_back(before * (above ? first - last : last - first));
          }
        joint = next;
      }
      return joint;
    }
    const Real scale = mechanism == "ehd"    ? std::sqrt(1 - std::numbers::pi_v<Real> / 4)
                       : mechanism == "ehdl" ? local(x)
                                             : (1 + gamma) * smooth(x);
    Real sum = 0;
    for (const Counts& r : states) p.push_back(std::exp(-eps * hellinger(x, r) / (2 * scale))), sum += p.back();
    for (Real& value : p) value /= sum;
    return p;
  }
  template <class F>
  Real worst(const F& value) const {
    std::vector<std::vector<Real>> laws;
    for (const Counts& x : states) laws.push_back(law(x));
    Real most = 0;
    for (std::size_t x = 0; x < states.size(); ++x)
      for (std::size_t y = 0; y < states.size(); ++y)
        if (hamming(states[x], states[y]) == 1) most = std::max(most, value(laws[x], laws[y]));
    return most;
  }
  Real loss() const {
    return worst([](const std::vector<Real>& p, const std::vector<Real>& q) {
      Real most = 0;
      for (std::size_t r = 0; r < p.size(); ++r) most = std::max(most, std::log(p[r] / q[r]));
      return most;
    });
  }
  Real delta(Real epsilon) const {
    return worst([&](const std::vector<Real>& p, const std::vector<Real>& q) {
      Real sum = 0;
      for (std::size_t r = 0; r < p.size(); ++r) sum += std::max<Real>(0, p[r] - std::exp(epsilon) * q[r]);
      return sum;
    });
  }
};

struct Case {
  std::vector<Rational> prior;
  int n;
  Rational eps, gamma;
};
const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {{Rational(1), Rational(1)}, 1, Rational(1), Rational(1)},
      {{Rational(1), Rational(1)}, 9, Rational(1, 2), Rational(1, 10)},
      {{Rational(1, 100), Rational(3)}, 7, Rational(2), Rational(1)},
      {{Rational(20), Rational(1, 2)}, 6, Rational(3), Rational(3)},
      {{Rational(1), Rational(1), Rational(1)}, 1, Rational(1), Rational(1)},
      {{Rational(1), Rational(1), Rational(1)}, 2, Rational(2), Rational(1)},
      {{Rational(1, 2), Rational(2), Rational(1)}, 4, Rational(1), Rational(1, 2)},
      {{Rational(1), Rational(1, 50), Rational(2), Rational(1)}, 3, Rational(1), Rational(2)},
  };
  return all;
}
DirichletQuery query_of(const std::string& name, const Case& c) {
  return {*dirichlet_mechanism(name), c.prior, c.n, c.eps, c.gamma};
}
Oracle oracle_of(const std::string& name, const Case& c) {
  std::vector<Real> prior;
  for (const Rational& a : c.prior) prior.push_back(a.approx());
  return {name, prior, c.n, c.eps.approx(), c.gamma.approx()};
}
const std::vector<std::string> names{"lszhang", "lsdim", "lshist", "ehd", "ehdl", "ehds"};

TEST(DirichletMechanisms, LossIsThatOfPlainEnumeration) {
  for (const std::string& name : names) {
    for (const Case& c : cases()) {
      const WorstPair worst = dirichlet_privacy_loss(query_of(name, c), 64);
      ASSERT_TRUE(worst.decided);
      EXPECT_GE(worst.enclosure.relative_accuracy_bits(), 50) << name << ' ' << c.n;
      EXPECT_NEAR(worst.enclosure.approx(), static_cast<double>(oracle_of(name, c).loss()), 1e-12)
          << name << " d=" << c.prior.size() << " n=" << c.n;
    }
  }
}

TEST(DirichletMechanisms, TheNamedPairAndOutputAttainTheLoss) {
  for (const std::string& name : names) {
    for (const Case& c : cases()) {
      const WorstPair worst = dirichlet_privacy_loss(query_of(name, c), 64);
      const Oracle oracle = oracle_of(name, c);
      ASSERT_EQ(Oracle::hamming(worst.x, worst.neighbour), 1);
      std::size_t r = 0;
      if (name[0] == 'l') {
        for (std::size_t i = 0; i + 1 < worst.output.size(); ++i)
          r = r * static_cast<std::size_t>(c.n + 1) + static_cast<std::size_t>(worst.output[i]);
      } else {
        r = static_cast<std::size_t>(std::ranges::find(oracle.states, worst.output) - oracle.states.begin());
      }
      const Real there = std::log(oracle.law(worst.x).at(r) / oracle.law(worst.neighbour).at(r));
      EXPECT_NEAR(worst.enclosure.approx(), static_cast<double>(there), 1e-12) << name << " n=" << c.n;
    }
  }
}

TEST(DirichletMechanisms, DeltaIsThatOfPlainEnumeration) {
  for (const std::string& name : names) {
    for (const Case& c : cases()) {
      for (const Rational& epsilon : {Rational(0), Rational(1, 20), Rational(1, 3), Rational(5, 4)}) {
        const WorstPair worst = dirichlet_delta(query_of(name, c), epsilon, 64);
        EXPECT_NEAR(worst.enclosure.approx(), static_cast<double>(oracle_of(name, c).delta(epsilon.approx())), 1e-12)
            << name << " d=" << c.prior.size() << " n=" << c.n << " at " << epsilon.str();
      }
    }
  }
}

/// The bounds of all pairs are above the definition's values, by no more than rounding.
void expect_bounds(const std::string& name, const Case& c, const std::optional<Rational>& epsilon) {
  const DirichletQuery query = query_of(name, c);
  const Oracle oracle = oracle_of(name, c);
  const DirichletExponential law(query, 64);
  using Quantity = detail::PairQuantity;
  const Quantity quantity = epsilon ? Quantity{Quantity::Kind::delta, exp(Ball(*epsilon, 64))} : Quantity{};
  const auto bounds = detail::dirichlet_pair_bounds(query, law, quantity);
  ASSERT_EQ(law.states(), oracle.states);
  std::size_t pairs = 0;
  for (std::size_t x = 0; x < law.states().size(); ++x) pairs += law.neighbours(x).size();
  ASSERT_EQ(bounds.size(), pairs);
  std::vector<std::vector<Real>> laws;
  for (const Counts& x : oracle.states) laws.push_back(oracle.law(x));
  for (const detail::PairBound& b : bounds) {
    ASSERT_EQ(Oracle::hamming(oracle.states[b.x], oracle.states[b.y]), 1);
    const std::vector<Real>&p = laws[b.x], &q = laws[b.y];
    Real value = 0;
    for (std::size_t r = 0; r < p.size(); ++r)
      value = epsilon ? value + std::max<Real>(0, p[r] - std::exp(Real(epsilon->approx())) * q[r])
                      : std::max(value, std::log(p[r] / q[r]));
    EXPECT_GE(b.upper, static_cast<double>(value) - 1e-14) << name << ' ' << b.x << ' ' << b.y;
    EXPECT_LE(b.upper, static_cast<double>(value) + 1e-11) << name << ' ' << b.x << ' ' << b.y;
  }
}

// With 120 records most outputs are so far from the data that they count as one term. Under a tiny prior the posteriors
// of (6, 0) and (0, 6) are far from all others, and for (2, 4) against (1, 5) they are the worst outputs.
TEST(DirichletMechanisms, BoundsInDoublesHoldAndAreTight) {
  for (const char* name : {"ehd", "ehdl", "ehds"})
    for (const Case& c : cases())
      for (const auto& epsilon : {std::optional<Rational>(), std::optional(Rational(0)), std::optional(Rational(1, 4))})
        expect_bounds(name, c, epsilon);
  const Rational tiny = pow(Rational(1, 10), 60);
  const Case many{{Rational(1), Rational(1, 3)}, 120, Rational(2), Rational(1)},
      singular{{tiny, tiny}, 6, Rational(2), Rational(1)};
  for (const char* name : {"ehd", "ehdl"})
    for (const Case& c : {many, singular})
      for (const auto& epsilon : {std::optional<Rational>(), std::optional(Rational(1, 4))})
        expect_bounds(name, c, epsilon);
}

TEST(DirichletMechanisms, BeyondDoublesTheLossNeedsNoBounds) {
  const Case strong{{Rational(1), Rational(1)}, 3, pow(Rational(10), 400), Rational(1)};
  const DirichletQuery query = query_of("ehdl", strong);
  EXPECT_TRUE(detail::dirichlet_pair_bounds(query, DirichletExponential(query, 64), {}).empty());
  EXPECT_TRUE(dirichlet_privacy_loss(query, 64).decided);
}

TEST(DirichletMechanisms, RenyiDivergenceIsThatOfPlainEnumeration) {
  for (const std::string& name : names) {
    for (const Case& c : cases()) {
      const Oracle oracle = oracle_of(name, c);
      for (const Rational& order : {Rational(1, 2), Rational(1), Rational(2), Rational(17, 4), Rational(40)}) {
        const Real a = order.approx();
        const Real expected = oracle.worst([&](const std::vector<Real>& p, const std::vector<Real>& q) {
          Real sum = 0;
          for (std::size_t r = 0; r < p.size(); ++r)
            sum += a == 1 ? p[r] * std::log(p[r] / q[r]) : q[r] * std::pow(p[r] / q[r], a);
          return a == 1 ? sum : std::log(sum) / (a - 1);
        });
        const WorstPair worst = dirichlet_renyi(query_of(name, c), order, 64);
        EXPECT_NEAR(worst.enclosure.approx(), static_cast<double>(expected), 1e-11)
            << name << " d=" << c.prior.size() << " n=" << c.n << " order " << order.str();
        ASSERT_EQ(Oracle::hamming(worst.x, worst.neighbour), 1) << name;
      }
    }
  }
  const DirichletQuery query = query_of("ehd", cases().front());
  EXPECT_THROW(dirichlet_renyi(query, Rational(0), 64), Error);
}

TEST(DirichletMechanisms, BoundsOfDivergencesHoldAndAreTight) {
  const Case many{{Rational(1), Rational(1, 3)}, 120, Rational(2), Rational(1)};
  for (const Rational& order : {Rational(1, 2), Rational(3, 2), Rational(20)}) {
    const DirichletQuery query = query_of("ehdl", many);
    const Oracle oracle = oracle_of("ehdl", many);
    std::vector<std::vector<Real>> laws;
    for (const Counts& x : oracle.states) laws.push_back(oracle.law(x));
    const Real a = order.approx();
    for (const detail::PairBound& b : detail::dirichlet_pair_bounds(
             query, DirichletExponential(query, 64), {detail::PairQuantity::Kind::renyi, Ball(order, 64)})) {
      Real sum = 0;
      for (std::size_t r = 0; r < laws[b.x].size(); ++r) sum += laws[b.y][r] * std::pow(laws[b.x][r] / laws[b.y][r], a);
      const auto value = static_cast<double>(std::log(sum) / (a - 1));
      EXPECT_GE(b.upper, value - 1e-14) << b.x << ' ' << b.y;
      EXPECT_LE(b.upper, value + 1e-11) << b.x << ' ' << b.y;
    }
  }
}

TEST(DirichletMechanisms, SensitivitiesAreThoseOfTheirDefinitions) {
  for (const Case& c : cases()) {
    const DirichletExponential law(query_of("ehds", c), 64);
    const Oracle oracle = oracle_of("ehds", c);
    ASSERT_EQ(law.states(), oracle.states);
    for (std::size_t x = 0; x < law.states().size(); ++x) {
      EXPECT_NEAR(law.local_sensitivity(x).approx(), static_cast<double>(oracle.local(oracle.states[x])), 1e-12);
      EXPECT_NEAR(law.smooth_sensitivity(x).approx(), static_cast<double>(oracle.smooth(oracle.states[x])), 1e-12);
    }
  }
}

// B(3/2, 3/2) = pi/8 and B(2, 1) = B(1, 2) = 1/2: the distance is sqrt(1 - pi/4), the printed sensitivity; with two
// posteriors at this distance the loss is eps/2.
TEST(DirichletMechanisms, OneRecordUnderTheUniformPriorIsTheClosedForm) {
  const DirichletQuery query{DirichletMechanism::ehd, {Rational(1), Rational(1)}, 1, Rational(3), Rational(1)};
  const Ball loss = dirichlet_privacy_loss(query, 200).enclosure;
  EXPECT_TRUE(loss.contains(Rational(3, 2)));
  EXPECT_GE(loss.relative_accuracy_bits(), 190);
  const Ball sensitivity = dirichlet_global_sensitivity(query, 200).enclosure;
  EXPECT_TRUE(sensitivity.overlaps(sqrt(Ball(1) - Ball::pi(300) / Ball(4))));
  EXPECT_GE(sensitivity.relative_accuracy_bits(), 190);
}

// Values of mpmath: sqrt(1 - g(u) g(v)), g(u) = Gamma(u + 1/2)/sqrt(Gamma(u) Gamma(u + 1)), at the least product over
// all k = 0..n-1 of u = a + k, v = b + n - 1 - k, by enumeration.
TEST(DirichletMechanisms, GlobalSensitivityHasItsClosedForm) {
  const auto at = [](std::vector<Rational> prior, std::int64_t n) {
    return dirichlet_global_sensitivity({DirichletMechanism::ehd, std::move(prior), n, Rational(1), Rational(1)}, 100);
  };
  EXPECT_NEAR(at({Rational(1, 10), Rational(1, 10)}, 20).here.approx(), 0.71289763789763025823, 1e-15);
  EXPECT_NEAR(at({Rational(1), Rational(1)}, 1'000'000).here.approx(), 0.33730280954299912901, 1e-15);
  EXPECT_NEAR(at({Rational(5, 3), Rational(9), Rational(2, 7)}, 7).here.approx(), 0.59042337059957258422, 1e-15);
  // Every pair of neighbours, in balls: none is farther apart, and the named one is as far.
  for (const std::vector<Rational>& prior : {std::vector{Rational(1, 3), Rational(7)},
                                             {Rational(7), Rational(1, 3)},
                                             {Rational(2), Rational(2)},
                                             {Rational(3), Rational(1, 50), Rational(2)},
                                             {Rational(1), Rational(5), Rational(1), Rational(40)}}) {
    for (std::int64_t n = 1; n <= (prior.size() == 2 ? 20 : 5); ++n) {
      const WorstPair closed = at(prior, n);
      const DirichletExponential law({DirichletMechanism::ehd, prior, n, Rational(1), Rational(1)}, 100);
      for (std::size_t x = 0; x < law.states().size(); ++x)
        for (const std::size_t y : law.neighbours(x))
          EXPECT_FALSE(certainly_greater(law.distance(x, y), closed.enclosure)) << n;
      EXPECT_TRUE(law.distance(law.index(closed.x), law.index(closed.neighbour)).overlaps(closed.enclosure)) << n;
      EXPECT_GE(closed.enclosure.relative_accuracy_bits(), 95);
    }
  }
  // As n grows the value for the prior (1, 1) falls to sqrt(1 - g(1)), and one for large counts keeps its digits.
  const WorstPair large = at({Rational(1), Rational(1)}, 1'000'000'000'000);
  EXPECT_NEAR(large.here.approx(), 0.33730264533092826954, 1e-12);
  EXPECT_GE(at({pow(Rational(10), 40), pow(Rational(10), 40)}, 3).here.relative_accuracy_bits(), 95);
  EXPECT_THROW(at({Rational(1), Rational(1)}, 1'000'000'000'001), Error);
  EXPECT_THROW(at({Rational(1), Rational(1)}, 0), Error);
  EXPECT_THROW(at({Rational(1), Rational(0)}, 3), Error);
  EXPECT_THROW(at({Rational(1)}, 3), Error);
}

// Under a prior near 0 the posteriors (n, 0) and (n - 1, 1) are nearly singular to each other: the loss is above
// eps/(2 sqrt(1 - pi/4)) > 1.079 eps minus what the tiny prior leaves.
TEST(DirichletMechanisms, GlobalSensitivityAsPrintedFailsUnderATinyPrior) {
  const Rational tiny = pow(Rational(1, 10), 60);
  const DirichletQuery query{DirichletMechanism::ehd, {tiny, tiny}, 1, Rational(1), Rational(1)};
  const WorstPair worst = dirichlet_privacy_loss(query, 64);
  EXPECT_TRUE(certainly_greater(worst.enclosure, Ball(Rational(1079, 1000), 64)));
  EXPECT_TRUE(certainly_less(worst.enclosure, Ball(Rational(1080, 1000), 64)));
}

TEST(DirichletMechanisms, FlooredLaplaceOverRationalsIsExact) {
  const Rational q(1, 2);
  const std::vector<Rational> expected{Rational(1, 2), Rational(1, 4), Rational(1, 8), Rational(1, 8)};
  for (std::int64_t j = 0; j <= 3; ++j)
    EXPECT_EQ(floored_laplace_probability<Rational>(j, 1, 3, q), expected[static_cast<std::size_t>(j)]);
  for (std::int64_t n = 1; n <= 6; ++n) {
    for (std::int64_t c = 0; c <= n; ++c) {
      Rational sum(0);
      for (std::int64_t j = 0; j <= n; ++j) sum += floored_laplace_probability<Rational>(j, c, n, Rational(2, 7));
      EXPECT_EQ(sum, Rational(1)) << n << ' ' << c;
    }
  }
  EXPECT_THROW(floored_laplace_probability<Rational>(4, 1, 3, q), Error);
}

TEST(DirichletMechanisms, AnEndedSearchStillEncloses) {
  const DirichletQuery query{DirichletMechanism::ehdl, {Rational(1), Rational(1)}, 60, Rational(1), Rational(1)};
  const WorstPair whole = dirichlet_privacy_loss(query, 64);
  ASSERT_TRUE(whole.decided);
  const EffortLimit limit(Effort{3000});
  const WorstPair part = dirichlet_privacy_loss(query, 64);
  EXPECT_FALSE(part.decided);
  EXPECT_TRUE(certainly_less_equal(whole.enclosure, Ball(part.enclosure.upper_rational(), 200)));
  EXPECT_TRUE(certainly_greater_equal(whole.enclosure, Ball(part.enclosure.lower_rational(), 200)));
}

TEST(DirichletMechanisms, BadInputSaysWhatIsAllowed) {
  const DirichletQuery good{DirichletMechanism::ehds, {Rational(1), Rational(1)}, 5, Rational(1), Rational(1)};
  const auto where = [](const DirichletQuery& query) {
    try {
      require_valid(query);
    } catch (const Error& error) {
      return error.where();
    }
    return std::string();
  };
  EXPECT_EQ(where(good), "");
  DirichletQuery bad = good;
  bad.prior = {Rational(1), Rational(0)};
  EXPECT_EQ(where(bad), "prior");
  bad = good, bad.prior = {Rational(1)};
  EXPECT_EQ(where(bad), "prior");
  bad = good, bad.n = -3;
  EXPECT_EQ(where(bad), "n");
  bad = good, bad.n = 10001;
  EXPECT_EQ(where(bad), "n");
  bad = good, bad.eps = Rational(0);
  EXPECT_EQ(where(bad), "eps");
  bad = good, bad.gamma = Rational(0);
  EXPECT_EQ(where(bad), "gamma");
  EXPECT_THROW(dirichlet_delta(good, Rational(-1), 64), Error);
}

}  // namespace
}  // namespace dpcert
