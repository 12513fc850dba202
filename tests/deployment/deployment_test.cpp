#include <gtest/gtest.h>

#include <cmath>

#include "deployment/certified.hpp"

namespace dpcert::deployment {
namespace {

const std::string coin =
    "name = \"coin\"\n[mechanism]\ntype = \"beta_bernoulli\"\nalgorithm = \"direct\"\nprior = [6, 18]\nn = 40\n"
    "[report]\norders = [\"3/2\", 2, 7]\nepsilons = [\"0.1\"]\n[checks]\nsamples = 20000\n";

TEST(Deployment, CoinTargetsOnBothSidesOfTheTruth) {
  // gp: the divergence of order 2 of Beta(6, 58) against Beta(7, 57) is log((57*7)/(5*58)) ... by hand:
  // exp(D_2) = B(5, 59) B(7, 57)/B(6, 58)^2 = (6/5) * (58/57) ... checked below with exact factorials.
  // B(a+1, b-1)/B(a, b) = a/(b-1): B(7,57)/B(6,58) = 6/57 and B(5,59)/B(6,58) = 58/5.
  const double zeros = std::log(6.0 / 57 * 58 / 5);  // no ones against one one
  // All ones, Beta(46, 18), against Beta(45, 19): B(45,19)/B(46,18) = 18/45 and B(47,17)/B(46,18) = 46/17.
  const double ones = std::log(18.0 / 45 * 46 / 17);
  const double truth = std::fmax(zeros, ones);
  for (const double target : {truth * (1 + 1e-6), truth * (1 - 1e-6)}) {
    const Folder folder;
    std::ostringstream text;
    text.precision(17);
    text << coin << "[target]\nrdp = { order = 2, epsilon = " << target << " }\n";
    const Report report = certified(text.str(), folder.path());
    ASSERT_EQ(report.targets.size(), 1u);
    EXPECT_EQ(report.met(), target > truth ? Met::met : Met::not_met);
    EXPECT_FALSE(report.contradiction());
    EXPECT_NEAR(std::stod(report.targets[0].bounds.lower), truth, 1e-9);
    EXPECT_LE(std::stod(report.targets[0].bounds.lower), std::stod(report.targets[0].bounds.upper));
    if (target > truth) expect_accepted(report.targets[0].certificate, folder.path());
    ASSERT_EQ(report.renyi.size(), 3u);
    expect_accepted(report.renyi[0].certificate, folder.path());
    expect_accepted(report.renyi[1].certificate, folder.path());
    // 1 + 6 = 7: from order 7 on the divergence is infinite.
    EXPECT_EQ(report.renyi[2].bounds.lower, "inf");
    EXPECT_FALSE(report.renyi[2].certificate);
    ASSERT_EQ(report.basis.size(), 1u);
    EXPECT_EQ(report.basis[0].id, "renyi.cor2.vertex.repair");
    for (const Basis& b : report.basis) {
      EXPECT_TRUE(b.proved) << b.id << " " << b.verdict;
      // That its closed form is the divergence of the two laws rests on Euler's integral.
      EXPECT_EQ(b.assumes, std::vector<std::string>{"base.beta.mass"});
    }
    expect_accepted_together(report, folder.path());
    ASSERT_TRUE(report.enumeration);
    EXPECT_TRUE(report.enumeration->done && report.enumeration->agrees);
    EXPECT_EQ(report.enumeration->pairs, 80);
    ASSERT_FALSE(report.empirical.empty());
    for (const Empirical& e : report.empirical) EXPECT_FALSE(e.contradicts) << e.pair << " " << e.lower;
  }
}

TEST(Deployment, NoiseMechanismsMeetAndMissTheirTargets) {
  struct Case {
    std::string mechanism, target;
    Met met;
  };
  const std::vector<Case> cases = {
      // T order/(2 sigma^2) = 10 * 8/(2 * 16) = 2.5 exactly.
      {"type = \"gaussian\"\nsigma = 400\nsensitivity = 100\nT = 10\n", "rdp = { order = 8, epsilon = \"5/2\" }",
       Met::met},
      {"type = \"gaussian\"\nsigma = 400\nsensitivity = 100\nT = 10\n", "rdp = { order = 8, epsilon = \"2.4999\" }",
       Met::not_met},
      // Pure: 1/b = 2 exactly.
      {"type = \"laplace\"\nb = \"1/2\"\n", "rdp = { order = \"inf\", epsilon = 2 }", Met::met},
      {"type = \"laplace\"\nb = \"1/2\"\n", "dp = { epsilon = 2, delta = 0 }", Met::met},
      // delta(0) = 1 - exp(-1) = 0.632.
      {"type = \"laplace\"\nb = \"1/2\"\n", "dp = { epsilon = 0, delta = \"0.633\" }", Met::met},
      {"type = \"laplace\"\nb = \"1/2\"\n", "dp = { epsilon = 0, delta = \"0.632\" }", Met::not_met},
      // Order 2: log(9/16/(1/4) + 1/16/(3/4)) = log(7/3) = 0.847.
      {"type = \"randomized_response\"\np_truth = \"3/4\"\n", "rdp = { order = 2, epsilon = \"0.848\" }", Met::met},
      {"type = \"randomized_response\"\np_truth = \"3/4\"\n", "rdp = { order = 2, epsilon = \"0.847\" }", Met::not_met},
      // (3/4 - e^0 1/4) = 1/2.
      {"type = \"randomized_response\"\np_truth = \"3/4\"\n", "dp = { epsilon = 0, delta = \"1/2\" }", Met::met},
      // At epsilon 0 the noise takes all but 1 - noise: nothing of noise 1, exactly 1/2 of 1/2.
      {"type = \"kary_randomized_response\"\nnoise = 1\nk = 3\n", "dp = { epsilon = 0, delta = 0 }", Met::met},
      {"type = \"kary_randomized_response\"\nnoise = \"1/2\"\nk = 3\n", "dp = { epsilon = 0, delta = \"1/2\" }",
       Met::met},
      {"type = \"kary_randomized_response\"\nnoise = \"1/2\"\nk = 3\n", "dp = { epsilon = 0, delta = \"0.499\" }",
       Met::not_met},
      // Truth 11/20, others 1/20: log(11) = 2.397.
      {"type = \"kary_randomized_response\"\nnoise = \"1/2\"\nk = 10\n", "dp = { epsilon = \"2.398\", delta = 0 }",
       Met::met},
      {"type = \"kary_randomized_response\"\nnoise = \"1/2\"\nk = 10\n", "dp = { epsilon = \"2.397\", delta = 0 }",
       Met::not_met},
      // The sum of the outputs alone is a normal law moved by 1000/100 on average, of deviation sqrt(1000): m = 0.316,
      // and
      // Phi(m/2 - e/m) - exp(e) Phi(-m/2 - e/m) = 0.0097 at e = 1/2.
      {"type = \"poisson_subsampled_gaussian\"\nq = \"1/100\"\nsigma = 1\nT = 1000\n",
       "dp = { epsilon = \"1/2\", delta = \"9/1000\" }", Met::not_met},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.mechanism + c.target);
    const Folder folder;
    const Report report = certified("name = \"x\"\n[mechanism]\n" + c.mechanism + "[target]\n" + c.target +
                                        "\n[report]\norders = [2]\nepsilons = [\"1/4\"]\n[checks]\nsamples = 5000\n",
                                    folder.path());
    EXPECT_EQ(report.met(), c.met) << report.targets.at(0).why;
    EXPECT_FALSE(report.contradiction());
    if (c.met == Met::met && c.target.find("inf") == std::string::npos)
      expect_accepted(report.targets.at(0).certificate, folder.path());
    expect_accepted(report.renyi.at(0).certificate, folder.path());
  }
}

// Values by hand at order 2: for Beta pairs (a, b + 1), (a + 1, b) the divergence is log(a/(a-1) (b+1)/b); the other
// counts cancel.
TEST(Deployment, PosteriorSamplersRestOnProvedClaims) {
  struct Case {
    std::string mechanism;
    double order_two;
    std::size_t claims;
  };
  const std::vector<Case> cases = {
      // Least counts 2, 3: log(2/1 4/3) from 3 to 2; the other way 3/2 3/2 is less.
      {"type = \"dirichlet_categorical\"\nalgorithm = \"direct\"\nprior = [5, 3, 2]\nn = 3\n", std::log(8.0 / 3), 1},
      // The same with one public record: counts 3, 3.
      {"type = \"dirichlet_categorical\"\nalgorithm = \"direct\"\nprior = [5, 3, 2]\npublic = [0, 0, 1]\nn = 3\n",
       std::log(3.0 / 2 * 4 / 3), 2},
      // Two categories: the other three values are 0, log(2/1 (6+1)/6); all others 1 is less.
      {"type = \"statistical_query\"\nalgorithm = \"direct\"\nprior = [2, 3]\nn = 4\n", std::log(2.0 * 7 / 6), 2},
      // Count 2 + 10/2 = 7; the sums differ by 2/2 = 1: order/2 1/(4 7).
      {"type = \"gaussian_mean\"\nalgorithm = \"diffused\"\nvariance = 4\nprior_count = 2\nclip = 1\n"
       "n = 10\nr = \"1/2\"\n",
       1.0 / 28, 2},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.mechanism);
    for (const double target : {c.order_two * (1 + 1e-6), c.order_two * (1 - 1e-6)}) {
      const Folder folder;
      std::ostringstream text;
      text.precision(17);
      text << "name = \"x\"\n[mechanism]\n"
           << c.mechanism << "[target]\nrdp = { order = 2, epsilon = " << target
           << " }\n[report]\norders = [2]\nepsilons = [\"1/4\"]\n[checks]\nsamples = 5000\n";
      const Report report = certified(text.str(), folder.path());
      EXPECT_EQ(report.met(), target > c.order_two ? Met::met : Met::not_met) << report.targets.at(0).why;
      EXPECT_FALSE(report.contradiction());
      EXPECT_NEAR(std::stod(report.renyi.at(0).bounds.lower), c.order_two, 1e-9);
      expect_accepted(report.renyi.at(0).certificate, folder.path());
      ASSERT_EQ(report.basis.size(), c.claims);
      for (const Basis& b : report.basis) {
        EXPECT_TRUE(b.proved) << b.id << " " << b.verdict;
        EXPECT_FALSE(b.reading.empty()) << b.id;
      }
      expect_accepted_together(report, folder.path());
    }
  }
}

TEST(Deployment, GibbsPosteriorsHaveTheExactDelta) {
  const std::vector<std::pair<std::string, double>> cases = {
      // mu^2 = 4 radius^2 beta^2/(n beta + precision) and 4 lipschitz^2 beta^2/convexity.
      {"type = \"gibbs_gaussian\"\nbeta = \"1/2\"\nradius = 1\nprecision = 1\nn = 10\n", 1.0 / 6},
      {"type = \"gibbs_gaussian\"\nbeta = \"1/2\"\nradius = 1\nn = 10\n", 1.0 / 5},
      {"type = \"gibbs_lipschitz\"\nbeta = \"1/10\"\nlipschitz = 3\nconvexity = 5\n", 0.36 / 5}};
  for (const auto& [fields, mu_squared] : cases) {
    SCOPED_TRACE(fields);
    const Folder folder;
    const Report report = certified("name = \"x\"\n[mechanism]\n" + fields +
                                        "[target]\nrdp = { order = 2, epsilon = 1 }\n[report]\norders = "
                                        "[2]\nepsilons = [\"1/4\"]\n[checks]\nsamples = 5000\n",
                                    folder.path());
    EXPECT_EQ(report.met(), Met::met);
    EXPECT_FALSE(report.contradiction());
    EXPECT_NEAR(std::stod(report.renyi.at(0).bounds.lower), mu_squared, 1e-9);
    const double mu = std::sqrt(mu_squared), e = 0.25;
    const auto cdf = [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; };
    const double delta = cdf(mu / 2 - e / mu) - std::exp(e) * cdf(-mu / 2 - e / mu);
    EXPECT_NEAR(std::stod(report.deltas.at(0).bounds.lower) / delta, 1, 1e-8);
  }
}

// delta of the posterior by libm, mu = 2 lipschitz beta/sqrt(convexity) = 1/25, and (1 + exp(1/10)) gamma around it.
TEST(Deployment, AChainIsWithinItsErrorOfThePosterior) {
  const auto cdf = [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; };
  const double mu = 0.04, e = 0.1, gamma = 1e-5;
  const double posterior = cdf(mu / 2 - e / mu) - std::exp(e) * cdf(-mu / 2 - e / mu);
  const double error = (1 + std::exp(e)) * gamma;
  const std::string fields =
      "type = \"gibbs_langevin\"\nbeta = \"1/50\"\nlipschitz = 2\nconvexity = 4\nsmoothness = 5\nd = 3\n"
      "gamma = \"1e-5\"\n";
  struct Case {
    double delta;
    Met met;
  };
  for (const Case& c : {Case{posterior + error * 1.01, Met::met}, Case{posterior + error * 0.99, Met::undecided},
                        Case{posterior - error * 0.99, Met::undecided}, Case{posterior - error * 1.01, Met::not_met}}) {
    SCOPED_TRACE(c.delta);
    const Folder folder;
    const Report report =
        certified("name = \"x\"\n[mechanism]\n" + fields +
                      "[target]\ndp = { epsilon = \"1/10\", delta = " + std::to_string(c.delta * 1e9) +
                      "e-9 }\n[report]\nepsilons = [\"1/10\"]\n[checks]\nsamples = 5000\n",
                  folder.path());
    EXPECT_EQ(report.met(), c.met) << report.targets.at(0).why;
    EXPECT_FALSE(report.contradiction());
    EXPECT_TRUE(report.renyi.empty());
    EXPECT_NEAR(std::stod(report.deltas.at(0).bounds.upper) / (posterior + error), 1, 1e-8);
    EXPECT_NEAR(std::stod(report.deltas.at(0).bounds.lower) / (posterior - error), 1, 1e-8);
    expect_accepted(report.deltas.at(0).certificate, folder.path());
    ASSERT_EQ(report.basis.size(), 1u);
    EXPECT_TRUE(report.basis[0].proved);
    if (c.met == Met::met) {
      EXPECT_EQ(report.targets.at(0).agreeing(), "evaluation, certificate");
    }
  }
}

TEST(Deployment, GaussianMeanHasTheExactDelta) {
  const Folder folder;
  const Report report = certified(
      "name = \"x\"\n[mechanism]\ntype = \"gaussian_mean\"\nalgorithm = \"diffused\"\nvariance = 4\nprior_count = "
      "2\nclip = 1\nn = 10\nr = \"1/2\"\n[target]\nrdp = { order = 2, epsilon = 1 }\n[report]\norders = "
      "[2]\nepsilons = [\"1/4\"]\n[checks]\nsamples = 5000\n",
      folder.path());
  // Balle and Wang's formula with mu^2 = 1/28, in libm.
  const double mu = std::sqrt(1.0 / 28), e = 0.25;
  const auto cdf = [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; };
  const double delta = cdf(mu / 2 - e / mu) - std::exp(e) * cdf(-mu / 2 - e / mu);
  EXPECT_NEAR(std::stod(report.deltas.at(0).bounds.lower) / delta, 1, 1e-8);
  EXPECT_NEAR(std::stod(report.deltas.at(0).bounds.upper) / delta, 1, 1e-8);
}

TEST(Empirical, BoundIsBelowTheTruthAndNotFarBelow) {
  Config config = read_config("x.toml",
                              "name = \"x\"\n[mechanism]\ntype = \"randomized_response\"\np_truth = "
                              "\"3/4\"\n[target]\ndp = { epsilon = 0, delta = 1 }\n");
  const Deployed deployed = deployed_mechanism(config);
  const auto ratio = [](double p, double q) { return p > q ? std::log(p / q) : 0; };
  int above = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const EmpiricalBound b = empirical_bound(deployed.pairs.at(0), 20000, 0.999, seed, ratio, nullptr);
    const double lower = ratio(b.p_lower, b.q_upper);
    above += lower > std::log(3.0);
    // The intervals cost 3.3 * (0.004 + 0.012), the draws 5 standard deviations of 0.013 at most.
    EXPECT_GT(lower, std::log(3.0) - 0.12);
  }
  EXPECT_EQ(above, 0);
}

TEST(Empirical, ASamplerWithTooLittleNoiseIsFound) {
  // The law says sigma = 4, the sampler draws with sigma = 1: the lower bound must pass the certified upper one.
  SampledPair broken{"broken", {}, {}, 1};
  const auto draw = [](double value) {
    return [value](Random& random) { return (2 * std::normal_distribution<double>(value, 1)(random) - 1) / 2; };
  };
  broken.from_p = draw(1);
  broken.from_q = draw(0);
  const double order = 2, certified_divergence = order / (2 * 16);
  const auto renyi = [&](double p, double q) { return p > q ? std::log(p * p / q + (1 - p) * (1 - p) / (1 - q)) : 0; };
  const EmpiricalBound b = empirical_bound(broken, 20000, 0.999, 1, renyi, nullptr);
  EXPECT_GT(renyi(b.p_lower, b.q_upper), certified_divergence);
}

// Expected: mpmath, 50 digits, log(p^a q^(1-a) + (1-p)^a (1-q)^(1-a))/(a-1). The powers of the last ones are no
// doubles.
TEST(Empirical, EventsHaveFiniteDivergencesAtHighOrders) {
  EXPECT_NEAR(event_divergence(0.75, 0.25, 2), 0.84729786038720361, 1e-13);
  EXPECT_NEAR(event_divergence(0.99, 0.3, 1000), 1.1939124080761848, 1e-13);
  EXPECT_NEAR(event_divergence(0.01, 0.001, 5000), 2.3016638747131919, 1e-13);
  EXPECT_NEAR(event_divergence(0.99, 0.3, 1e100), std::log(3.3), 1e-13);
  EXPECT_NEAR(event_divergence(0.99, 0.3, INFINITY), std::log(3.3), 1e-13);
  EXPECT_EQ(event_divergence(0.3, 0.3, 2), 0);
  EXPECT_EQ(event_divergence(0.2, 0.3, 1000), 0);
}

// exp(1000 * 2) is no double: the bound of order 1000 was infinite, and agreed with every number.
TEST(Empirical, HighOrdersContradictWhatIsTooSmall) {
  const std::string text =
      "name = \"x\"\n[mechanism]\ntype = \"laplace\"\nb = \"1/2\"\n[target]\nrdp = { order = 1000, epsilon = 3 "
      "}\n[report]\norders = [2]\nepsilons = [0]\n[checks]\nsamples = 20000\n";
  const Folder folder;
  const Report honest = certified(text, folder.path());
  for (const Empirical& e : honest.empirical) {
    EXPECT_FALSE(e.contradicts);
    EXPECT_LE(std::stod(e.lower), 2);  // the largest log ratio
    EXPECT_GT(std::stod(e.lower), 1);
  }
  const Report faulty =
      certified(text, folder.path(), [](Deployed& d) { d.guarantee.cases.at(0).parameters.at("b") = {Rational(5)}; });
  ASSERT_FALSE(faulty.empirical.empty());
  for (const Empirical& e : faulty.empirical) EXPECT_TRUE(e.contradicts) << e.lower;
  EXPECT_NE(faulty.met(), Met::met);
}

TEST(Empirical, ScoresThatAreNoNumbersProveNothing) {
  const auto nothing = [](Random&) { return NAN; };
  const auto something = [](Random& random) { return std::normal_distribution<double>()(random); };
  const auto gain = [](double p, double q) { return p - q; };
  for (const SampledPair& pair : {SampledPair{"p", nothing, something, 1}, SampledPair{"q", something, nothing, 1}}) {
    const EmpiricalBound b = empirical_bound(pair, 2000, 0.999, 1, gain, nullptr);
    EXPECT_EQ(b.p_lower, 0);
    EXPECT_EQ(b.q_upper, 1);
  }
}

void expect_refused(const std::string& text, const std::string& words) {
  try {
    Config config = read_config("x.toml", text);
    static_cast<void>(deployed_mechanism(config));
    FAIL() << "accepted: " << text;
  } catch (const ConfigError& e) {
    const std::string said = e.what();
    EXPECT_EQ(said.rfind("x.toml:", 0), 0u) << said;
    EXPECT_NE(said.find(words), std::string::npos) << said;
    EXPECT_EQ(said.find('\n'), std::string::npos) << said;
  }
}

TEST(Config, RefusesWithPlaceFieldAndExpectation) {
  const std::string mechanism = "[mechanism]\ntype = \"gaussian\"\nsigma = 1\n",
                    target = "[target]\ndp = { epsilon = 1, delta = 0.1 }\n";
  const std::string good = "name = \"x\"\n" + mechanism + target;
  EXPECT_NO_THROW(read_config("x.toml", good));
  expect_refused("name = \n", "x.toml:1:");
  expect_refused(mechanism + target, "name: expected");
  expect_refused("name = 3\n" + mechanism + target, "x.toml:1:8: name: expected a text, given 3");
  expect_refused("name = \"x\"\n" + target, "mechanism: expected");
  expect_refused("name = \"x\"\n" + mechanism, "target: expected");
  expect_refused("name = \"x\"\n" + mechanism + "[target]\n", "rdp = { order, epsilon }");
  expect_refused("name = \"x\"\n" + mechanism + "[target]\ndp = { epsilon = 1 }\n",
                 "target.dp.delta: expected a number from 0 to 1, given nothing");
  expect_refused("name = \"x\"\n" + mechanism + "[target]\ndp = { epsilon = 1, delta = 2 }\n",
                 "target.dp.delta: expected a number from 0 to 1, given 2");
  expect_refused("name = \"x\"\n" + mechanism + "[target]\nrdp = { order = 1, epsilon = 2 }\n",
                 "x.toml:6:17: target.rdp.order: expected an order above 1");
  expect_refused("name = \"x\"\n" + mechanism + "[target]\nrdp = { order = 2, epsilon = -1 }\n",
                 "target.rdp.epsilon: expected a number >= 0, given -1");
  expect_refused("name = \"x\"\n" + mechanism + "[target]\nrdp = 4\n", "target.rdp: expected a table");
  expect_refused(good + "colour = 1\n", "x.toml:7:1: target.colour: expected one of rdp, dp, given an unknown key");
  expect_refused("name = \"x\"\n[mechanism]\ntype = \"magic\"\n" + target,
                 "mechanism.type: expected one of beta_bernoulli");
  expect_refused("name = \"x\"\n[mechanism]\ntype = \"gaussian\"\n" + target,
                 "mechanism.sigma: expected a number > 0, given nothing");
  expect_refused("name = \"x\"\n[mechanism]\ntype = \"gaussian\"\nsigma = -2\n" + target,
                 "x.toml:4:9: mechanism.sigma: expected a number > 0, given -2");
  expect_refused("name = \"x\"\n[mechanism]\ntype = \"gaussian\"\nsigma = \"much\"\n" + target, "given \"much\"");
  expect_refused("name = \"x\"\n[mechanism]\ntype = \"gaussian\"\nsigma = 1\nsgima = 1\n" + target,
                 "x.toml:5:9: mechanism.sgima: expected a key of gaussian");
  expect_refused("name = \"x\"\n[mechanism]\ntype = \"gaussian\"\nsigma = 1\nT = 1.5\n" + target,
                 "mechanism.T: expected an integer");
  expect_refused(
      "name = \"x\"\n[mechanism]\ntype = \"beta_bernoulli\"\nalgorithm = \"diffused\"\nprior = [1, 1]\nn = 3\nr = 2\n" +
          target,
      "mechanism.r: expected a number above 0 and at most 1, given 2");
  expect_refused(
      "name = \"x\"\n[mechanism]\ntype = \"beta_bernoulli\"\nalgorithm = \"direct\"\nprior = [1, 1]\n"
      "n = 3\nr = \"1/2\"\n" +
          target,
      "mechanism.r: expected a key of beta_bernoulli, direct");
  expect_refused(
      "name = \"x\"\n[mechanism]\ntype = \"beta_bernoulli\"\nalgorithm = \"direct\"\nprior = [1, 1]\n"
      "public = [1]\nn = 3\n" +
          target,
      "mechanism.public: expected a list of 2 to 2 numbers >= 0");
  // Other spellings of a parameter are refused with its name.
  const std::string coin_of = "name = \"x\"\n[mechanism]\ntype = \"beta_bernoulli\"\nalgorithm = \"direct\"\n";
  expect_refused(coin_of + "a = 6\nb = 18\nn = 3\n" + target,
                 "x.toml:5:5: mechanism.a: expected the parameter under its name 'prior'");
  expect_refused(coin_of + "prior = [6, 18]\nrecords = 3\n" + target,
                 "mechanism.records: expected the parameter under its name 'n'");
  expect_refused(
      "name = \"x\"\n[mechanism]\ntype = \"dirichlet_categorical\"\nalgorithm = \"direct\"\nalpha = [1, "
      "2]\nn = 3\n" +
          target,
      "mechanism.alpha: expected the parameter under its name 'prior'");
  // A chain's error in total variation bounds no Renyi divergence; its step count is a theorem about these sizes.
  const auto chain = [](const std::string& sizes) {
    return "name = \"x\"\n[mechanism]\ntype = \"gibbs_langevin\"\nbeta = \"1/9\"\nlipschitz = 1\nconvexity = 2\n" +
           sizes;
  };
  expect_refused(chain("smoothness = 3\nd = 2\ngamma = \"1/9\"\n[target]\nrdp = { order = 2, epsilon = 1 }\n"),
                 "target.rdp: expected a target `dp`");
  expect_refused(chain("smoothness = 1\nd = 2\ngamma = \"1/9\"\n" + target),
                 "x.toml:7:14: mechanism.smoothness: expected a number not below convexity, given 1");
  expect_refused(chain("smoothness = 3\nd = 2\ngamma = \"1/2\"\n" + target),
                 "mechanism.gamma: expected a number above 0 and below 1/2");
  expect_refused(chain("smoothness = 3\nd = 1\ngamma = \"1/9\"\n" + target), "mechanism.d: expected");
  expect_refused(good + "[checks]\nconfidence = 1\n", "checks.confidence: expected");
  expect_refused(good + "[checks]\nsamples = \"many\"\n", "checks.samples: expected an integer");
  expect_refused(good + "[report]\norders = [2, 0.5]\n", "report.orders: expected an order above 1");
}

}  // namespace
}  // namespace dpcert::deployment
