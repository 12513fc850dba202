// "met" needs evidence of a second kind, and nothing against it; faulty formulas do not get it.
#include "verify/deployment/evidence.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "deployment/certified.hpp"
#include "dpcert/core/error.hpp"
#include "verify/deployment/quadrature.hpp"

namespace dpcert::deployment {
namespace {

std::string config(const std::string& mechanism, const std::string& target, int samples = 0) {
  return "name = \"x\"\n[mechanism]\n" + mechanism + "[target]\n" + target +
         "\n[report]\norders = [2, 4]\nepsilons = [\"1/4\"]\n[checks]\nsamples = " + std::to_string(samples) + "\n";
}
Deployed deployed(const std::string& mechanism) {
  Config c = read_config("x.toml", config(mechanism, "dp = { epsilon = 0, delta = 1 }"));
  return deployed_mechanism(c);
}

const std::string em = "type = \"exponential_mechanism\"\n";

// Truths: mpmath, a two-option law maximised over its odds; delta by (1 - e^((e-eta)/2))^2/(1 - e^-eta).
TEST(ExponentialMechanism, IsDecidedOnBothSidesOfTheTruth) {
  struct Case {
    std::string eps, target;
    Met met;
  };
  const std::vector<Case> cases = {
      {"1", "rdp = { order = 2, epsilon = \"0.15\" }", Met::not_met},
      {"1", "rdp = { order = 2, epsilon = \"0.24022\" }", Met::not_met},  // 0.240229013...
      {"1", "rdp = { order = 2, epsilon = \"0.24023\" }", Met::met},
      {"2", "rdp = { order = 8, epsilon = \"1.5901\" }", Met::not_met},  // 1.590179584...
      {"2", "rdp = { order = 8, epsilon = \"1.5902\" }", Met::met},
      {"3", "rdp = { order = \"3/2\", epsilon = \"1.4115\" }", Met::not_met},  // 1.411564829...
      {"3", "rdp = { order = \"3/2\", epsilon = \"1.4116\" }", Met::met},
      {"1", "rdp = { order = \"inf\", epsilon = 1 }", Met::met},
      {"1", "rdp = { order = \"inf\", epsilon = \"0.999\" }", Met::not_met},
      {"2", "dp = { epsilon = 1, delta = \"0.1\" }", Met::not_met},  // 0.179049889...
      {"2", "dp = { epsilon = 1, delta = \"0.17904\" }", Met::not_met},
      {"2", "dp = { epsilon = 1, delta = \"0.17905\" }", Met::met},
      {"2", "dp = { epsilon = 2, delta = 0 }", Met::met},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.eps + " " + c.target);
    const Folder folder;
    const Report report = certified(config(em + "eps = " + c.eps + "\n", c.target, 20000), folder.path());
    EXPECT_EQ(report.met(), c.met) << report.targets.at(0).why;
    EXPECT_FALSE(report.contradiction());
    EXPECT_TRUE(report.troubles().empty()) << report.troubles().front();
    if (c.met == Met::met) expect_accepted(report.targets.at(0).certificate, folder.path());
    for (const Point& p : report.renyi) expect_accepted(p.certificate, folder.path());
    for (const Point& p : report.deltas) expect_accepted(p.certificate, folder.path());
  }
}

struct Mechanism {
  std::string fields;
  const char* key;  ///< of the case, that understates when `factor` times as large; nullptr: a pair of Beta laws
  Rational factor;
};
const std::vector<Mechanism> mechanisms = {
    {em + "eps = 1\n", "eps", Rational(1, 2)},
    {"type = \"laplace\"\nb = 1\n", "b", Rational(3, 2)},
    {"type = \"gaussian\"\nsigma = 2\nT = 4\n", "sigma", Rational(3, 2)},
    {"type = \"randomized_response\"\np_truth = \"3/4\"\n", "p_truth", Rational(9, 10)},
    {"type = \"kary_randomized_response\"\nnoise = \"1/2\"\nk = 5\n", "noise", Rational(5, 4)},
    {"type = \"poisson_subsampled_gaussian\"\nq = \"1/10\"\nsigma = 1\n", "q", Rational(4, 5)},
    {"type = \"beta_bernoulli\"\nalgorithm = \"direct\"\nprior = [6, 18]\nn = 1000\n", nullptr, Rational(2)},
    {"type = \"statistical_query\"\nalgorithm = \"direct\"\nprior = [6, 18]\nn = 40\n", nullptr, Rational(2)},
    {"type = \"gaussian_mean\"\nalgorithm = \"diffused\"\nvariance = 4\nprior_count = 2\nclip = 1\n"
     "n = 10\nr = \"1/2\"\n",
     "sigma", Rational(3, 2)},
    {"type = \"gibbs_gaussian\"\nbeta = \"1/2\"\nradius = 1\nprecision = 1\nn = 10\n", "sigma", Rational(3, 2)},
    {"type = \"gibbs_lipschitz\"\nbeta = \"1/10\"\nlipschitz = 3\nconvexity = 5\n", "sigma", Rational(3, 2)},
};
/// One target of either kind, far above the truth.
const std::vector<std::string> generous = {"rdp = { order = 2, epsilon = 50 }",
                                           "dp = { epsilon = 1, delta = \"0.9\" }"};

TEST(Evidence, WhatIsMetHasTwoKindsThatAgree) {
  for (const Mechanism& m : mechanisms)
    for (const std::string& target : generous) {
      SCOPED_TRACE(m.fields + target);
      const Folder folder;
      const Report report = certified(config(m.fields, target), folder.path());
      const TargetResult& t = report.targets.at(0);
      EXPECT_EQ(t.met, Met::met) << t.why;
      EXPECT_EQ(t.agreeing().rfind("evaluation, ", 0), 0u) << t.agreeing();
      EXPECT_FALSE(report.contradiction());
      EXPECT_TRUE(report.troubles().empty());
      for (const Evidence& e : t.evidence) EXPECT_NE(e.says, Says::contradicts) << e.what;
    }
}

/// The report's own number for the first target.
double upper(const Report& report) { return std::stod(report.targets.at(0).bounds.upper); }

// A case that is not the mechanism deployed: formula and certificate agree with each other, and with nothing else.
// The target lies between what the case says and the truth.
TEST(Evidence, ACaseThatUnderstatesIsNotMet) {
  for (const Mechanism& m : mechanisms) {
    const auto spoil = [&](Deployed& d) {
      for (CertifiedCase& c : d.guarantee.cases) {
        const auto value = [&](const char* key) -> Rational& { return c.parameters.at(key).at(0); };
        if (m.key) {
          value(m.key) = value(m.key) * m.factor;
        } else {  // half as far from each other
          value("a1") = (value("a1") + value("a2")) / m.factor;
          value("b1") = (value("b1") + value("b2")) / m.factor;
        }
      }
    };
    SCOPED_TRACE(m.fields);
    const Folder folder;
    const Report honest = certified(config(m.fields, generous[0]), folder.path());
    const Report spoiled = certified(config(m.fields, generous[0]), folder.path(), spoil);
    ASSERT_LT(upper(spoiled), 0.95 * upper(honest));
    const double between = (upper(spoiled) + upper(honest)) / 2;
    const Report report = certified(config(m.fields, "rdp = { order = 2, epsilon = " + std::to_string(between) + " }"),
                                    folder.path(), spoil);
    EXPECT_EQ(report.met(), Met::undecided) << report.targets.at(0).why;
    EXPECT_TRUE(report.contradiction());
  }
}

// A formula that is wrong where the certificate's is right: the kernel proves the opposite.
TEST(Evidence, AFormulaThatUnderstatesIsRefutedByTheKernel) {
  for (const std::string& fields : {em + "eps = 2\n", std::string("type = \"laplace\"\nb = 1\n"),
                                    std::string("type = \"randomized_response\"\np_truth = \"3/4\"\n")}) {
    SCOPED_TRACE(fields);
    const Folder folder;
    const auto half = [](Deployed& d) {
      d.laws.clear();  // no quadrature: the certificate alone has to find it
      d.delta = [right = d.delta](const Rational& e, Precision bits) { return right(e, bits) / Ball(2); };
    };
    const Report honest = certified(config(fields, "dp = { epsilon = \"1/2\", delta = 1 }"), folder.path());
    const std::string target = "dp = { epsilon = \"1/2\", delta = \"" + std::to_string(upper(honest) * 0.75) + "\" }";
    EXPECT_EQ(certified(config(fields, target), folder.path()).met(), Met::not_met);
    const Report report = certified(config(fields, target), folder.path(), half);
    const TargetResult& t = report.targets.at(0);
    EXPECT_EQ(t.met, Met::undecided) << t.why;
    EXPECT_EQ(t.attempt, Attempt::refuted);
    EXPECT_FALSE(t.tried.empty());
    EXPECT_TRUE(report.contradiction());
    EXPECT_FALSE(report.troubles().empty());
    // So is the number of the curve.
    EXPECT_EQ(report.deltas.at(0).attempt, Attempt::refuted);
  }
}

// A claim that is refuted, or leans on what is not proved: neither kind of target is met by way of it.
TEST(Evidence, NothingIsMetByWayOfAClaimThatIsNotProved) {
  for (const std::size_t which : {std::size_t{7}, std::size_t{8}})
    for (const std::string& target : generous) {
      SCOPED_TRACE(mechanisms[which].fields + target);
      const Folder folder;
      const auto misled = [](Deployed& d) { d.guarantee.claims = {"renyi.cor2.vertex"}; };  // the printed rule
      const Report report = certified(config(mechanisms[which].fields, target), folder.path(), misled);
      ASSERT_EQ(report.basis.size(), 1u);
      EXPECT_EQ(report.basis[0].verdict, "refuted");
      EXPECT_FALSE(report.basis[0].proved);
      EXPECT_EQ(report.met(), Met::undecided) << report.targets.at(0).why;
    }
}

TargetResult met_by_evaluation() {
  TargetResult t;
  t.met = Met::met;
  t.bounds = {"0.5", "0.5"};
  add_evaluation(t);
  return t;
}

TEST(Evidence, OneKindIsNotEnough) {
  TargetResult t = met_by_evaluation();
  require_second_kind(t);
  EXPECT_EQ(t.met, Met::undecided);
  EXPECT_NE(t.why.find("second kind"), std::string::npos);
}

TEST(Evidence, ACertificateThatFailedIsNoCertificateThatIsMissing) {
  TargetResult t = met_by_evaluation();
  add_quadrature(t, 0.5);
  TargetResult failed = t;
  require_second_kind(t);
  EXPECT_EQ(t.met, Met::met);
  failed.attempt = Attempt::failed;
  failed.why_no_certificate = "tried and not proved: timeout";
  add_certificate(failed);
  require_second_kind(failed);
  EXPECT_EQ(failed.met, Met::undecided);
  Report report;
  report.targets = {failed};
  ASSERT_EQ(report.troubles().size(), 1u);
  EXPECT_NE(report.troubles()[0].find("timeout"), std::string::npos);
  EXPECT_FALSE(report.contradiction());
}

TEST(Evidence, QuadratureAboveTheBoundContradictsAndBelowSaysNothing) {
  for (const auto& [value, says] : {std::pair(0.51, Says::contradicts), std::pair(0.500001, Says::agrees),
                                    std::pair(0.4999999, Says::agrees), std::pair(0.4, Says::silent)}) {
    TargetResult t = met_by_evaluation();
    add_quadrature(t, value);
    EXPECT_EQ(t.evidence.back().says, says) << value;
    require_second_kind(t);
    EXPECT_EQ(t.met, says == Says::agrees ? Met::met : Met::undecided) << value;
  }
}

// Near 0 the tolerance for rounding must not let a number pass that is off by orders of magnitude.
TEST(Evidence, QuadratureOfTinyNumbersIsStillACloseLook) {
  struct Row {
    const char *lower, *upper;
    double value;
    Says says;
  };
  for (const Row& row :
       {Row{"0", "0", 0, Says::agrees}, Row{"0", "0", 1e-17, Says::agrees}, Row{"0", "0", 1e-12, Says::contradicts},
        Row{"1e-20", "1e-20", 1e-20, Says::agrees}, Row{"1e-20", "1e-20", 5e-14, Says::silent},
        Row{"1e-20", "1e-20", 0, Says::silent}, Row{"0", "1e-30", 0, Says::silent},
        Row{"1e-14", "1e-14", 1e-16, Says::silent}, Row{"0", "0.5", 0.2, Says::agrees}}) {
    TargetResult t = met_by_evaluation();
    t.bounds = {row.lower, row.upper};
    add_quadrature(t, row.value);
    EXPECT_EQ(t.evidence.back().says, row.says) << row.upper << " " << row.value;
  }
}

TEST(Evidence, NumbersAreReadAsTheyAreWrittenOrRefused) {
  const auto with = [](const std::string& lower, const std::string& upper) {
    TargetResult t = met_by_evaluation();
    t.bounds = {lower, upper};
    add_quadrature(t, 0.5);
    return t.evidence.back().says;
  };
  EXPECT_EQ(with("0", "inf"), Says::agrees);
  EXPECT_EQ(with("inf", "inf"), Says::silent);
  EXPECT_EQ(with("1/2", "5e-1"), Says::agrees);
  for (const char* wrong : {"", "0.5x", "0,5", "none", "nan"}) {
    try {
      with("0", wrong);
      ADD_FAILURE() << wrong;
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), ErrorCode::internal);
      EXPECT_EQ(e.given(), "'" + std::string(wrong) + "'");
    }
  }
}

TEST(Evidence, SamplingAgreesOnlyNearTheNumber) {
  const auto with = [](const std::string& lower, bool contradicts, std::size_t target) {
    Empirical e;
    e.target = target;
    e.lower = lower;
    e.contradicts = contradicts;
    TargetResult t = met_by_evaluation();
    add_sampling(t, {e}, 0);
    require_second_kind(t);
    return t.met;
  };
  EXPECT_EQ(with("0.3", false, 0), Met::met);
  EXPECT_EQ(with("0.2", false, 0), Met::undecided);
  EXPECT_EQ(with("none", false, 0), Met::undecided);
  EXPECT_EQ(with("0.6", true, 0), Met::undecided);
  EXPECT_EQ(with("0.3", false, 1), Met::undecided);  // another target's
}

TEST(Evidence, AContradictionAnywhereTakesEveryMetBack) {
  Report report;
  report.targets = {met_by_evaluation()};
  withdraw_if_contradicted(report);
  EXPECT_EQ(report.met(), Met::met);
  report.suites.push_back({"suite", "", false, 1, "failed"});
  withdraw_if_contradicted(report);
  EXPECT_EQ(report.met(), Met::undecided);
}

TEST(Evidence, NothingIsMetWhereNoTargetWasLookedAt) { EXPECT_EQ(Report{}.met(), Met::undecided); }

// The largest of the pairs that were reached in time is not the largest of all.
TEST(Evidence, AnInterruptedEnumerationBoundsNothing) {
  Config c =
      read_config("x.toml", config("type = \"beta_bernoulli\"\nalgorithm = \"direct\"\nprior = [6, 18]\nn = 50\n",
                                   "dp = { epsilon = \"1/4\", delta = \"9/10\" }"));
  const Deployed d = deployed_mechanism(c);
  std::atomic<bool> stop = false;
  const Folder folder;
  Options options;
  options.folder = folder.path();
  options.stop = &stop;
  options.progress = [&](const std::string& stage) { stop = stop || stage.starts_with("delta at"); };
  const Report report = certify(c, d, options);
  EXPECT_TRUE(report.interrupted);
  EXPECT_NE(report.met(), Met::met);
  for (const Point& p : report.deltas) EXPECT_EQ(p.basis.find("the largest of all"), std::string::npos) << p.basis;
}

// mpmath.quad of the densities, 30 digits; the Gaussian's 4 order/(2 sigma^2) by hand.
TEST(Quadrature, AgreesWithOtherIntegrators) {
  const auto order = [](const char* text) { return Number{*Rational::parse(text), false, text}; };
  const auto renyi = [&](const std::string& fields, const char* at) {
    return quadrature_renyi(deployed(fields).laws, order(at)).value_or(NAN);
  };
  const auto delta = [&](const std::string& fields, double at) {
    return quadrature_delta(deployed(fields).laws, at).value_or(NAN);
  };
  const std::string laplace = "type = \"laplace\"\nb = \"1/2\"\n",
                    subsampled = "type = \"poisson_subsampled_gaussian\"\nq = \"1/10\"\nsigma = 2\nT = 10\n";
  EXPECT_NEAR(renyi("type = \"gaussian\"\nsigma = 2\nT = 4\n", "8"), 4, 4e-6);
  EXPECT_NEAR(renyi("type = \"gaussian\"\nsigma = 1\nT = 4\n", "1000"), 2000, 2e-3);
  EXPECT_NEAR(renyi("type = \"gaussian\"\nsigma = 1000000\n", "2") / 1e-12, 1, 1e-4);
  EXPECT_NEAR(renyi(laplace, "3"), 1.744602321197913, 2e-5);
  EXPECT_NEAR(delta(laplace, 0.5), 0.527633447258985, 1e-5);
  EXPECT_NEAR(renyi(subsampled, "5/2"), 0.0359407719941322788, 1e-7);
  EXPECT_NEAR(delta("type = \"gaussian\"\nsigma = 4\n", 0.25), 0.0234854811937916, 1e-7);
  EXPECT_NEAR(renyi(em + "eps = 1\n", "2"), 0.240229013916555, 2e-6);
  EXPECT_NEAR(delta(em + "eps = 2\n", 1), 0.179049889216817, 2e-6);
  // log(9/16/(1/4) + 1/16/(3/4)) = log(7/3); 3/4 - 1/4.
  EXPECT_NEAR(renyi("type = \"randomized_response\"\np_truth = \"3/4\"\n", "2"), std::log(7.0 / 3), 1e-12);
  EXPECT_NEAR(delta("type = \"randomized_response\"\np_truth = \"3/4\"\n", 0), 0.5, 1e-12);
  const CertifiedCase pair = beta_case({Rational(7), Rational(57)}, {Rational(6), Rational(58)});
  EXPECT_NEAR(quadrature_renyi(beta_laws(pair), order("2")).value_or(NAN), 0.171850256926659, 1e-6);
  EXPECT_NEAR(quadrature_delta(beta_laws(pair), 0.1).value_or(NAN), 0.127681316522072, 1e-6);
  // Nothing is said of what double does not hold.
  const CertifiedCase huge =
      beta_case({Rational(1000000000001), Rational(1000000000000)}, {Rational(1000000000000), Rational(1000000000001)});
  EXPECT_FALSE(quadrature_renyi(beta_laws(huge), order("2")));
  EXPECT_FALSE(quadrature_delta(deployed(subsampled).laws, 1));
}

}  // namespace
}  // namespace dpcert::deployment
