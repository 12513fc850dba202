#include "dpcert/deployment/mechanism.hpp"

#include <fmt/format.h>

#include <cmath>

#include "dpcert/calibration/calibration.hpp"
#include "dpcert/divergence/hockey_stick.hpp"
#include "dpcert/mechanisms/gaussian.hpp"
#include "dpcert/mechanisms/gaussian_mean.hpp"
#include "dpcert/mechanisms/laplace.hpp"
#include "dpcert/mechanisms/randomized_response.hpp"
#include "dpcert/mechanisms/statistical_query.hpp"
#include "dpcert/mechanisms/tempered_posterior.hpp"
#include "dpcert/privacy/formulas.hpp"
#include "dpcert/privacy/quantity.hpp"
#include "dpcert/privacy/subsampled_gaussian.hpp"
#include "dpcert/special/softplus.hpp"
#include "verify/deployment/types.hpp"

namespace dpcert::deployment {

std::string parameter_text(const Rational& q) {
  const std::string fraction = q.str();
  if (fraction.find('/') == std::string::npos) return fraction;
  const std::string decimal = fmt::format("{}", q.approx());
  if (const auto back = Rational::parse(decimal); back && *back == q) return decimal;
  if (std::isfinite(q.approx()) && Rational::from_double(q.approx()) == q)
    return decimal + " (the double nearest to it)";
  return fraction;
}

namespace {

constexpr std::int64_t most_records = 1'000'000'000'000;

std::vector<std::string> conjugate_suites() {
  return {"divergence.*", "distances.*", "hockey-stick.*", "log-partition.*", "parameter-sets.*", "sampler.*"};
}

double log_ratio(const Beta<double>& p, const Beta<double>& q, double level, double x) {
  return beta_log_ratio(p.alpha - q.alpha, p.beta - q.beta, level, std::log(x), std::log1p(-x));
}

/// Two Beta laws by the densities of the logit, which has no singularities at the ends.
LawPair beta_laws(const Beta<Rational>& p, const Beta<Rational>& q) {
  const auto log_density = [](const Beta<Rational>& law) {
    const double a = law.alpha.approx(), b = law.beta.approx();
    const double log_beta = log_partition(Beta{a, b});
    return [=](double t) { return a * t - (a + b) * softplus(t) - log_beta; };
  };
  const double a = p.alpha.approx(), b = p.beta.approx(), rounding = 2e-16 * (a + b) * (1 + std::log1p(a + b));
  return {log_density(p), log_density(q), std::log(a / b), std::sqrt(1 / a + 1 / b), {}, 1, 1e-14 + rounding};
}
Rational fraction(Fields& fields, const char* key) {
  Rational x = fields.positive(key);
  if (x > Rational(1)) fields.refuse(key, "a number above 0 and at most 1");
  return x;
}

/// Counts of public records, one for each prior count, added to the prior.
void add_public(Fields& fields, std::vector<Rational>& prior, Deployed& d) {
  if (!fields.has("public")) return;
  const auto seen = fields.nonnegative_list("public", prior.size(), prior.size());
  std::vector<std::string> texts;
  for (std::size_t k = 0; k < seen.size(); ++k) {
    prior[k] += seen[k];
    texts.push_back(parameter_text(seen[k]));
  }
  d.facts.emplace_back("public records", fmt::format("{}", fmt::join(texts, ", ")));
}
void cite_public(Deployed& d, bool used) {
  if (used) d.guarantee.claims.emplace_back("renyi.public.prior");
}

/// How the algorithm tempers, its r or m (1 for direct sampling), and the fact to print of it.
struct Tempered {
  Tempering tempering = Tempering::diffused;
  Rational x{1};
  std::optional<std::pair<std::string, std::string>> fact;
};
Tempered tempered(Fields& fields, const std::string& algorithm) {
  if (algorithm == "direct") return {};
  const bool diffused = algorithm == "diffused";
  Tempered t{diffused ? Tempering::diffused : Tempering::concentrated, fraction(fields, diffused ? "r" : "m"), {}};
  t.fact = {diffused ? "weight of a record r" : "prior scale m", parameter_text(t.x)};
  return t;
}

/// Prior, n and r or m, into facts.
TemperedPosterior<Rational> coin_posterior(Fields& fields, const std::string& algorithm, Deployed& d) {
  std::vector<Rational> counts = fields.positive_list("prior", 2, 2);
  d.facts = {{"prior", fmt::format("Beta({}, {})", parameter_text(counts[0]), parameter_text(counts[1]))}};
  add_public(fields, counts, d);
  const std::int64_t n = fields.count("n", 1, most_records);
  d.facts.emplace_back("records n", std::to_string(n));
  const Tempered t = tempered(fields, algorithm);
  if (t.fact) d.facts.push_back(*t.fact);
  return {Dirichlet<Rational>(std::move(counts)), n, t.tempering, t.x};
}

/// Numbers of ones of the two data sets of a worst move: all n records are of the category `from`, and then one is not.
std::pair<std::int64_t, std::int64_t> ones_of(const RecordMove& move, std::int64_t n) {
  return move.from == 1 ? std::pair<std::int64_t, std::int64_t>(0, 1) : std::pair(n, n - 1);
}

Deployed beta_bernoulli(Fields& fields) {
  const std::string algorithm = fields.text("algorithm", {"direct", "diffused", "concentrated"});
  Deployed d;
  const bool public_records = fields.has("public");
  const auto mechanism = coin_posterior(fields, algorithm, d);
  const std::int64_t n = mechanism.records();
  fields.require_all_used("beta_bernoulli, " + algorithm);
  const Rational finite = mechanism.finite_below();
  d.title = "Beta-Bernoulli posterior sampling, " + algorithm;
  d.release = fmt::format(
      "One draw from Beta({0} + {2} s, {1} + {2} (n - s)), where s is the number of ones among the n records.",
      parameter_text(mechanism.count(0)), parameter_text(mechanism.count(1)), parameter_text(mechanism.weight()));
  d.facts.emplace_back("finite for orders below", parameter_text(finite));
  d.guarantee = coin_guarantee(mechanism);
  cite_public(d, public_records);
  const auto ones = [&](std::int64_t s) {
    return s == 0       ? "no ones"
           : s == n     ? "all ones"
           : s == 1     ? "one one"
           : s == n - 1 ? "all ones but one"
                        : fmt::format("{} ones", s);
  };
  for (const RecordMove& move : mechanism.moves()) {
    const auto [p, q] = ones_of(move, n);
    d.case_labels.push_back(fmt::format("{} against {}", ones(p), ones(q)));
    const Beta<Rational> exact_p = mechanism.coin_law(p), exact_q = mechanism.coin_law(q);
    d.laws.push_back(beta_laws(exact_p, exact_q));
    const Beta<double> law_p{exact_p.alpha.approx(), exact_p.beta.approx()},
        law_q{exact_q.alpha.approx(), exact_q.beta.approx()};
    const double level = beta_ratio_level(0.0, log_partition(law_p), log_partition(law_q));
    const auto draw = [=](const Beta<double>& law) {
      return [=](Random& random) { return log_ratio(law_p, law_q, level, sample(law, random)); };
    };
    d.pairs.push_back({d.case_labels.back(), draw(law_p), draw(law_q), 1});
  }
  d.neighbours = Neighbours{2 * n, [mechanism, n](std::int64_t i) {
                              const std::int64_t s = i % n;
                              return i < n ? beta_case(mechanism.coin_law(s), mechanism.coin_law(s + 1))
                                           : beta_case(mechanism.coin_law(s + 1), mechanism.coin_law(s));
                            }};
  d.suites = conjugate_suites();
  return d;
}

/// The same guarantee for sums of values in [0, 1]: pairs are a continuum, so that none are enumerated.
Deployed statistical_query(Fields& fields) {
  const std::string algorithm = fields.text("algorithm", {"direct", "diffused", "concentrated"});
  Deployed d;
  const bool public_records = fields.has("public");
  const auto mechanism = coin_posterior(fields, algorithm, d);
  fields.require_all_used("statistical_query, " + algorithm);
  d.title = "Statistical query by Beta sampling, " + algorithm;
  d.release = fmt::format(
      "One draw from Beta({0} + {2} s, {1} + {2} (n - s)), where s is the sum "
      "of the query's values over the n records.",
      parameter_text(mechanism.count(0)), parameter_text(mechanism.count(1)), parameter_text(mechanism.weight()));
  d.facts.emplace_back("finite for orders below", parameter_text(mechanism.finite_below()));
  d.guarantee = query_guarantee(mechanism);
  cite_public(d, public_records);
  for (const RecordMove& move : mechanism.moves()) {
    d.case_labels.push_back(move.from == 1 ? "all values 0 against all 0 but one 1"
                                           : "all values 1 against all 1 but one 0");
    const auto [p, q] = ones_of(move, mechanism.records());
    d.laws.push_back(beta_laws(mechanism.coin_law(p), mechanism.coin_law(q)));
  }
  d.suites = conjugate_suites();
  d.suites.emplace_back("mechanism.statistical-query");
  return d;
}

/// C(n + k - 1, k - 1), the number of ways to put n records into k categories; at most `most`.
std::int64_t compositions(std::int64_t n, std::size_t k, std::int64_t most) {
  Rational count(1);
  for (std::size_t i = 1; i < k; ++i) {
    count = count * Rational(n + static_cast<std::int64_t>(i)) / Rational(static_cast<std::int64_t>(i));
    if (count > Rational(most)) return most;
  }
  return *count.to_int64();
}
/// The one with number `rank` in lexicographic order.
std::vector<std::int64_t> composition(std::int64_t rank, std::int64_t n, std::size_t k) {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  std::vector<std::int64_t> counts(k);
  for (std::size_t i = 0; i + 1 < k; ++i) {
    for (;; ++counts[i]) {
      const std::int64_t rest = compositions(n - counts[i], k - 1 - i, most);
      if (rank < rest) break;
      rank -= rest;
    }
    n -= counts[i];
  }
  counts[k - 1] = n;
  return counts;
}
/// Every ordered pair of neighbouring counts: the moved record's categories, and where the others are.
Neighbours all_pairs(const TemperedPosterior<Rational>& mechanism) {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  const std::size_t k = mechanism.categories();
  const auto moves = static_cast<std::int64_t>(k * (k - 1));
  const std::int64_t others = mechanism.records() - 1, ways = compositions(others, k, most);
  return {moves * ways, [mechanism, k, others, ways](std::int64_t i) {
            const auto move = static_cast<std::size_t>(i / ways);
            const std::size_t from = move / (k - 1), to = (from + 1 + move % (k - 1)) % k;
            std::vector<std::int64_t> p = composition(i % ways, others, k), q = p;
            ++p[from];
            ++q[to];
            const auto pair = [&](const std::vector<std::int64_t>& counts) -> Beta<Rational> {
              const Dirichlet<Rational> law = mechanism.law(counts);
              return {law.alpha[to], law.alpha[from]};  // the others are equal and cancel in the density ratio
            };
            return beta_case(pair(p), pair(q));
          }};
}

Dirichlet<double> rounded(const Dirichlet<Rational>& exact) {
  Dirichlet<double> law;
  for (const Rational& a : exact.alpha) law.alpha.push_back(a.approx());
  return law;
}

Deployed dirichlet_categorical(Fields& fields) {
  const std::string algorithm = fields.text("algorithm", {"direct", "diffused", "concentrated"});
  std::vector<Rational> alpha = fields.positive_list("prior", 2, CalibrationRange::most_categories);
  const std::int64_t n = fields.count("n", 1, most_records);
  Deployed d;
  d.facts = {{"categories", std::to_string(alpha.size())}, {"records n", std::to_string(n)}};
  const bool public_records = fields.has("public");
  add_public(fields, alpha, d);
  const Tempered t = tempered(fields, algorithm);
  if (t.fact) d.facts.push_back(*t.fact);
  const TemperedPosterior<Rational> mechanism(Dirichlet<Rational>(alpha), n, t.tempering, t.x);
  fields.require_all_used("dirichlet_categorical, " + algorithm);
  std::string prior;
  constexpr std::size_t most_shown = 12;
  for (std::size_t k = 0; k < std::min(alpha.size(), most_shown); ++k)
    prior += (prior.empty() ? "" : ", ") + parameter_text(mechanism.count(k));
  if (alpha.size() > most_shown) prior += ", ...";
  d.title = "Dirichlet-categorical posterior sampling, " + algorithm;
  d.release = fmt::format("One draw from the Dirichlet law with parameters ({}) plus {} times the counts.", prior,
                          parameter_text(mechanism.weight()));
  d.guarantee = guarantee(mechanism);
  cite_public(d, public_records);
  const std::vector<RecordMove> moves = mechanism.moves();
  for (const RecordMove& move : moves)
    d.case_labels.push_back(fmt::format("a record in category {} against one in category {}{}", move.from + 1,
                                        move.to + 1,
                                        n == 1              ? ""
                                        : alpha.size() == 2 ? fmt::format(", the others in category {}", move.from + 1)
                                                            : ", the others in a third"));
  // The real sampler on the worst pairs: the moved record, all others in a third category (or the first of two).
  const std::size_t d_categories = alpha.size();
  for (const RecordMove& move : moves) {
    std::vector<std::int64_t> p(d_categories), q;
    std::size_t rest = move.from;
    for (std::size_t k = 0; k < d_categories; ++k)
      if (k != move.from && k != move.to) rest = k;
    p[rest] = n - 1;
    q = p;
    ++p[move.from];
    ++q[move.to];
    if (d_categories == 2) {
      const Dirichlet<Rational> two_p = mechanism.law(p), two_q = mechanism.law(q);
      d.laws.push_back(beta_laws({two_p.alpha[0], two_p.alpha[1]}, {two_q.alpha[0], two_q.alpha[1]}));
    }
    const Dirichlet<double> law_p = rounded(mechanism.law(p)), law_q = rounded(mechanism.law(q));
    const auto moved = [&](const Dirichlet<double>& law) { return Beta{law.alpha[move.from], law.alpha[move.to]}; };
    const double level = beta_ratio_level(0.0, log_partition(moved(law_p)), log_partition(moved(law_q)));
    const auto draw = [=](const Dirichlet<double>& law) {
      return [=](Random& random) {
        const std::vector<double> log_x = sample_log_dirichlet(law.alpha, random);
        const auto step = [&](std::size_t k) { return law_p.alpha[k] - law_q.alpha[k]; };
        return beta_log_ratio(step(move.from), step(move.to), level, log_x[move.from], log_x[move.to]);
      };
    };
    d.pairs.push_back(
        {d.case_labels.at(d.pairs.size()), draw(law_p), draw(law_q), static_cast<std::int64_t>(d_categories)});
  }
  d.neighbours = all_pairs(mechanism);
  d.suites = conjugate_suites();
  for (const char* suite : {"mechanism.guarantee-is-supremum", "mechanism.monotone", "mechanism.group-privacy"})
    d.suites.emplace_back(suite);
  return d;
}

Deployed gaussian_mean(Fields& fields) {
  const std::string algorithm = fields.text("algorithm", {"direct", "diffused", "concentrated"});
  const Rational variance = fields.positive("variance"), prior_count = fields.positive("prior_count"),
                 clip = fields.positive("clip");
  const std::int64_t n = fields.count("n", 1, CalibrationRange::most_records);
  const Tempered t = tempered(fields, algorithm);
  fields.require_all_used("gaussian_mean, " + algorithm);
  const NormalMeanPosterior<Rational> mechanism(variance, prior_count, clip, n, t.tempering, t.x);
  Deployed d;
  d.title = "Posterior sampling for a normal mean, " + algorithm;
  d.release = "One draw from the normal posterior of the mean of the clipped records.";
  d.facts = {{"known variance", parameter_text(variance)},
             {"prior count", parameter_text(prior_count)},
             {"clipped to", fmt::format("[-{0}, {0}]", parameter_text(clip))},
             {"records n", std::to_string(n)}};
  if (t.fact) d.facts.push_back(*t.fact);
  d.facts.emplace_back("rho of zCDP", parameter_text(guarantee_rho(mechanism)));
  d.guarantee = guarantee(mechanism);
  d.case_labels = {"a record at one end of the clipping range against the same at the other"};
  const NormalMeanPosterior<double> real(variance.approx(), prior_count.approx(), clip.approx(), n, t.tempering,
                                         t.x.approx());
  add_normal_pair(d, real.law(clip.approx()), real.law(-clip.approx()));
  d.suites = {"gaussian.*", "conversion.*", "mechanism.sampler-law"};
  return d;
}

Deployed gaussian(Fields& fields) {
  const Rational sigma = fields.positive("sigma");
  const Rational sensitivity = fields.has("sensitivity") ? fields.positive("sensitivity") : Rational(1);
  const std::int64_t T = fields.has("T") ? fields.count("T", 1, most_records) : 1;
  fields.require_all_used("gaussian");
  const GaussianMechanism<Rational> mechanism(sigma, sensitivity, T);
  Deployed d;
  d.title = "Gaussian mechanism";
  d.release =
      T == 1 ? "A number plus normal noise, once." : fmt::format("A number plus fresh normal noise, {} times.", T);
  d.facts = {{"noise sigma", parameter_text(sigma)},
             {"sensitivity", parameter_text(sensitivity)},
             {"releases T", std::to_string(T)},
             {"noise multiplier", parameter_text(mechanism.multiplier())}};
  d.guarantee = guarantee(mechanism);
  d.case_labels = {"values that differ by the sensitivity"};
  // The sum of the T releases holds all that they tell.
  const double releases = static_cast<double>(T), deviation = sigma.approx();
  d.laws.push_back(normal_laws(releases * sensitivity.approx(), 0, releases * deviation * deviation));
  if (T <= 1000) {
    const GaussianMechanism<double> real(sigma.approx(), sensitivity.approx());
    const double s = real.sensitivity(), v = real.sigma() * real.sigma();
    const auto draw = [=](double value) {
      return [=](Random& random) {
        double score = 0;
        for (std::int64_t t = 0; t < T; ++t) score += s * (2 * sample(real, value, random) - s) / (2 * v);
        return score;
      };
    };
    d.pairs.push_back({d.case_labels.back(), draw(s), draw(0), T});
  }
  d.suites = {"gaussian.*", "conversion.*"};
  return d;
}

/// delta(epsilon) as the registry has it.
std::function<Ball(const Rational&, Precision)> delta_of(const CertifiedCase& one) {
  return [one](const Rational& epsilon, Precision bits) {
    return certify(make_query("delta", one.mechanism, one.parameters, ExtendedRational{epsilon, false}),
                   digits_for_bits(bits))
        .enclosure;
  };
}

Deployed laplace(Fields& fields) {
  const Rational b = fields.positive("b");
  const Rational sensitivity = fields.has("sensitivity") ? fields.positive("sensitivity") : Rational(1);
  fields.require_all_used("laplace");
  const LaplaceMechanism<Rational> mechanism(b, sensitivity);
  Deployed d;
  d.title = "Laplace mechanism";
  d.release = "A number plus Laplace noise, once.";
  d.facts = {{"noise scale b", parameter_text(b)},
             {"sensitivity", parameter_text(sensitivity)},
             {"scale for sensitivity 1", parameter_text(mechanism.multiplier())}};
  d.guarantee = guarantee(mechanism);
  d.case_labels = {"values that differ by the sensitivity"};
  d.delta = delta_of(d.guarantee.cases.at(0));
  d.delta_source = "closed form of the hockey-stick divergence of two Laplace laws";
  const LaplaceMechanism<double> real(b.approx(), sensitivity.approx());
  const auto draw = [real](double value) {
    return [=](Random& random) {
      const double x = sample(real, value, random);
      return (std::fabs(x) - std::fabs(x - real.sensitivity())) / real.scale();
    };
  };
  d.pairs.push_back({d.case_labels.back(), draw(real.sensitivity()), draw(0), 1});
  const auto log_density = [real](double value) {
    return [=](double x) { return -std::fabs(x - value) / real.scale() - std::log(2 * real.scale()); };
  };
  d.laws.push_back({log_density(real.sensitivity()), log_density(0), 0, real.scale(), {}});
  d.suites = {"laplace.*", "conversion.*"};
  return d;
}

Deployed randomized_response(Fields& fields, bool binary) {
  const Rational parameter = fields.probability(binary ? "p_truth" : "noise");
  const std::int64_t k = binary ? 2 : fields.count("k", 2, most_records);
  fields.require_all_used(binary ? "randomized_response" : "kary_randomized_response");
  const auto mechanism =
      binary ? RandomizedResponse<Rational>::binary(parameter) : RandomizedResponse<Rational>::k_ary(parameter, k);
  Deployed d;
  d.title = binary ? "Randomized response" : "Randomized response with k values";
  d.release = "Every record's answer, randomised by itself.";
  d.facts = {{binary ? "P(truth)" : "noise", parameter_text(parameter)}, {"values k", std::to_string(k)}};
  d.guarantee = guarantee(mechanism);
  d.case_labels = {"a record with value 0 against a record with value 1"};
  d.delta = delta_of(d.guarantee.cases.at(0));
  d.delta_source = "two laws on finitely many answers";
  const auto real = binary ? RandomizedResponse<double>::binary(parameter.approx())
                           : RandomizedResponse<double>::k_ary(parameter.approx(), k);
  const auto draw = [real](std::int64_t value) {
    return [=](Random& random) {
      const std::int64_t answer = sample(real, value, random);
      return std::log(real.probability(answer, 0)) - std::log(real.probability(answer, 1));
    };
  };
  d.pairs.push_back({d.case_labels.back(), draw(0), draw(1), 1});
  LawPair laws;
  for (const std::int64_t answer : {0, 1})
    laws.outcomes.push_back({real.probability(answer, 0), real.probability(answer, 1), 1});
  if (k > 2) laws.outcomes.push_back({real.probability(2, 0), real.probability(2, 1), static_cast<double>(k - 2)});
  d.laws.push_back(std::move(laws));
  d.suites = {"randomized-response.*", "conversion.*"};
  return d;
}

Deployed subsampled_gaussian(Fields& fields) {
  const Rational q = fields.probability("q"), sigma = fields.positive("sigma");
  const std::int64_t T = fields.has("T") ? fields.count("T", 1, most_records) : 1;
  fields.require_all_used("poisson_subsampled_gaussian");
  Deployed d;
  d.title = "Gaussian mechanism on Poisson samples";
  d.release = fmt::format("A sum over a random sample plus normal noise, {} times (as in DP-SGD).", T);
  d.facts = {{"sampling probability q", parameter_text(q)},
             {"noise multiplier sigma", parameter_text(sigma)},
             {"steps T", std::to_string(T)}};
  d.guarantee.cases = {{"rdp", "poisson_subsampled_gaussian", {{"q", {q}}, {"sigma", {sigma}}, {"T", {Rational(T)}}}}};
  d.guarantee.adjacency =
      "a record is added or removed; the number printed is D(mixture || base), the larger of the two directions";
  d.guarantee.assumptions = {
      "every record enters every sample with probability q, independently: not fixed batches, not shuffling",
      "every record's contribution is clipped to norm 1 (sigma is in units of the clipping norm)",
      "q, sigma and T were fixed without looking at the data",
      "the noise is normal exactly, in real arithmetic, fresh and independent in every step"};
  d.guarantee.source =
      "Mironov, Talwar, Zhang, \"Renyi differential privacy of the sampled Gaussian mechanism\" (2019); the other "
      "direction, D(base || mixture), is not larger (proof on paper in docs/privacy-quantities.md; its pointwise "
      "inequality is among the property suites)";
  d.case_labels = {"a record in the data against the same data without it"};
  d.least_delta = [q, sigma, T](const Rational& epsilon, Precision bits) {
    return subsampled_gaussian_delta_below(q, sigma, T, epsilon, bits);
  };
  const double deviation = sigma.approx(), share = q.approx();
  LawPair laws = normal_laws(1, 0, deviation * deviation);
  laws.log_p = [share, with = laws.log_p, without = laws.log_q](double x) {
    const double a = std::log1p(-share) + without(x), b = std::log(share) + with(x);  // either may be -inf
    return std::max(a, b) + std::log1p(std::exp(-std::fabs(a - b)));
  };
  laws.compositions = T;
  d.laws.push_back(std::move(laws));
  if (T <= 1000) {
    const double s = sigma.approx(), p = q.approx();
    const auto draw = [=](bool present) {
      return [=](Random& random) {
        const GaussianMechanism<double> noise(s);
        double score = 0;
        for (std::int64_t t = 0; t < T; ++t) {
          const double value = present && sample_uniform(random) < p ? 1 : 0;
          score += std::log1p(p * std::expm1((2 * sample(noise, value, random) - 1) / (2 * s * s)));
        }
        return score;
      };
    };
    d.pairs.push_back({d.case_labels.back(), draw(true), draw(false), T});
  }
  d.suites = {"subsampled.*", "gaussian.*", "conversion.*"};
  return d;
}

/// The exponential mechanism with two options, one of which gains the sensitivity while the other loses it: the log of
/// its odds, before and after. They grow by eps.
struct TwoOptions {
  double before, after;
  [[nodiscard]] static double probability(double log_odds) { return 1 / (1 + std::exp(-log_odds)); }
  [[nodiscard]] LawPair laws() const {
    LawPair both;
    for (const int sign : {1, -1}) both.outcomes.push_back({probability(sign * after), probability(sign * before), 1});
    return both;
  }
  /// The log of the ratio of the probabilities, after by before.
  [[nodiscard]] double score(bool gaining) const {
    const double sign = gaining ? 1 : -1;
    return std::log1p(std::exp(-sign * before)) - std::log1p(std::exp(-sign * after));
  }
};

Deployed exponential(Fields& fields) {
  const Rational eps = fields.positive("eps");
  fields.require_all_used("exponential_mechanism");
  Deployed d;
  d.title = "Exponential mechanism";
  d.release = "An option drawn with probability proportional to exp(eps * score / (2 * sensitivity)).";
  d.facts = {{"eps", parameter_text(eps)}};
  d.guarantee.cases = {{"rdp", "exponential_mechanism", {{"eps", {eps}}}}};
  d.guarantee.adjacency = "any two data sets between which every score changes by at most the sensitivity";
  d.guarantee.assumptions = {"every score changes by at most the sensitivity between neighbours",
                             "eps, the options and the score were fixed without looking at the data",
                             "the draw follows the stated law exactly, in real arithmetic; one option is released"};
  d.guarantee.source =
      "the log ratios of two neighbours' laws have a range of length eps (Durfee, Rogers 2019). Renyi divergence and "
      "delta are means of a convex function of the ratio, so that laws on the two ends of the range are worst: two "
      "options, one of which gains the sensitivity while the other loses it, which is an exponential mechanism; the "
      "worst over all probabilities of the options";
  d.case_labels = {"the worst pair of laws with log ratios in a range of length eps"};
  d.delta = delta_of(d.guarantee.cases.at(0));
  d.delta_source = "closed form of the largest hockey-stick divergence of two laws on two options";
  const double range = eps.approx();
  constexpr int steps = 4000;
  for (int i = 0; i <= steps; ++i) {
    constexpr double beyond = 12;  // log odds at which a law is next to certain
    const double before = -range - beyond + (range + 2 * beyond) * i / steps;
    d.laws.push_back(TwoOptions{before, before + range}.laws());
  }
  for (const auto& [before, label] : {std::pair(-range, "two options, equally likely after the change"),
                                      std::pair(-range / 2, "two options that exchange their probabilities")}) {
    const TwoOptions options{before, before + range};
    const auto draw = [options](double log_odds) {
      return [=](Random& random) { return options.score(sample_uniform(random) < TwoOptions::probability(log_odds)); };
    };
    d.pairs.push_back({label, draw(options.after), draw(options.before), 1});
  }
  d.suites = {"exponential-mechanism.*", "conversion.*"};
  return d;
}

struct Type {
  std::string_view name;
  Deployed (*make)(Fields&);
};
const Type types[] = {
    {"beta_bernoulli", beta_bernoulli},
    {"dirichlet_categorical", dirichlet_categorical},
    {"statistical_query", statistical_query},
    {"gaussian_mean", gaussian_mean},
    {"gibbs_gaussian", gibbs_gaussian},
    {"gibbs_lipschitz", gibbs_lipschitz},
    {"gibbs_langevin", gibbs_langevin},
    {"gaussian", gaussian},
    {"laplace", laplace},
    {"randomized_response", [](Fields& f) { return randomized_response(f, true); }},
    {"kary_randomized_response", [](Fields& f) { return randomized_response(f, false); }},
    {"poisson_subsampled_gaussian", subsampled_gaussian},
    {"exponential_mechanism", exponential},
    {"lszhang", [](Fields& f) { return dirichlet_release(f, "lszhang"); }},
    {"lsdim", [](Fields& f) { return dirichlet_release(f, "lsdim"); }},
    {"lshist", [](Fields& f) { return dirichlet_release(f, "lshist"); }},
    {"ehd", [](Fields& f) { return dirichlet_release(f, "ehd"); }},
    {"ehdl", [](Fields& f) { return dirichlet_release(f, "ehdl"); }},
    {"ehds", [](Fields& f) { return dirichlet_release(f, "ehds"); }},
};

}  // namespace

LawPair beta_laws(const CertifiedCase& pair) {
  const auto value = [&](const char* key) { return pair.parameters.at(key).at(0); };
  return beta_laws(Beta<Rational>{value("a1"), value("b1")}, Beta<Rational>{value("a2"), value("b2")});
}

std::vector<std::string> mechanism_types() {
  std::vector<std::string> out;
  for (const Type& t : types) out.emplace_back(t.name);
  return out;
}

Deployed deployed_mechanism(Config& config) {
  for (const Type& t : types)
    if (t.name == config.mechanism) {
      try {
        Deployed d = t.make(config.fields);
        if (!d.has_renyi && !config.rdp_targets.empty())
          throw ConfigError(
              fmt::format("{}: target.rdp: expected a target `dp` (an error in total variation leaves no "
                          "Renyi divergence bounded), given one of Renyi divergence",
                          config.file));
        return d;
      } catch (const ConfigError&) {
        throw;
      } catch (const Error& e) {  // such as a scale that is 0 as a double, which is what the sampler needs
        throw ConfigError(fmt::format("{}:{}: mechanism.{}: expected {}, given {}", config.file, config.fields.line(),
                                      e.where(), e.expected(), e.given()));
      }
    }
  throw ConfigError(fmt::format("{}:{}: mechanism.type: expected one of {}, given \"{}\"", config.file,
                                config.fields.line(), fmt::join(mechanism_types(), ", "), config.mechanism));
}

}  // namespace dpcert::deployment
