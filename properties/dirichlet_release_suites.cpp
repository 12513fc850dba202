// Mechanisms that release a Dirichlet posterior, against their definitions: every data set, neighbour and output is
// listed, noise is integrated over the density, distances are integrals of two densities. In double; n is small.
#include "dpcert/mechanisms/dirichlet_mechanisms.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dpcert/mechanisms/dirichlet_law.hpp"
#include "dpcert/mechanisms/dirichlet_samplers.hpp"
#include "dpcert/privacy/quantity.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "properties/direct.hpp"
#include "properties/frequencies.hpp"
#include "properties/values.hpp"

namespace dpcert::properties {
namespace {

/// What lists of outputs keep: each probability is good to some 1e-12.
constexpr double listed_error = 1e-9;

// ---- The definitions ----

/// Every vector of counts with this total.
std::vector<Counts> count_vectors(std::size_t categories, std::int64_t total) {
  if (categories == 1) return {{total}};
  std::vector<Counts> out;
  for (std::int64_t first = 0; first <= total; ++first) {
    for (Counts& rest : count_vectors(categories - 1, total - first)) {
      rest.insert(rest.begin(), first);
      out.push_back(std::move(rest));
    }
  }
  return out;
}
/// Records that have another category.
std::int64_t replaced(const Counts& a, const Counts& b) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] - b[i]);
  return sum / 2;
}

/// log of the normaliser of Dir(prior + counts).
double log_normalizer_of(const std::vector<double>& alpha) {
  double sum = 0, all = 0;
  for (const double a : alpha) sum += std::lgamma(a), all += a;
  return sum - std::lgamma(all);
}
std::vector<double> counted(const std::vector<double>& prior, const Counts& counts) {
  std::vector<double> out = prior;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] += static_cast<double>(counts[i]);
  return out;
}
/// 1 - H^2, the integral of the root of both densities: a Dirichlet integral again.
double affinity(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> middle;
  for (std::size_t i = 0; i < a.size(); ++i) middle.push_back((a[i] + b[i]) / 2);
  return std::exp(log_normalizer_of(middle) - (log_normalizer_of(a) + log_normalizer_of(b)) / 2);
}
/// The same of two Beta laws by quadrature in the log-odds, where both densities fall off exponentially.
double affinity_by_quadrature(const std::vector<double>& a, const std::vector<double>& b) {
  const double log_a = log_normalizer_of(a), log_b = log_normalizer_of(b);
  const auto root = [&](double t) {
    const double to_one = -std::log1p(std::exp(-t)), to_zero = -std::log1p(std::exp(t));
    return std::exp(((a[0] + b[0]) * to_one + (a[1] + b[1]) * to_zero - log_a - log_b) / 2);
  };
  const double left = -80 / (a[0] + b[0]) - 40, right = 80 / (a[1] + b[1]) + 40;
  return integrate(root, {left, 0, right}, 0.5);
}

/// P(from <= noise < to) of Laplace noise, over its density. Infinite ends are cut where nothing shows beside the rest.
double laplace_mass_between(double rate, double from, double to) {
  constexpr double negligible_beyond = 45;
  const double inner = std::fmax(std::isinf(from) ? 0 : std::fabs(from), std::isinf(to) ? 0 : std::fabs(to));
  const double reach = inner + negligible_beyond / rate;
  const double low = std::fmax(from, -reach), high = std::fmin(to, reach);
  std::vector<double> cuts{low};
  if (low < 0 && high > 0) cuts.push_back(0);
  cuts.push_back(high);
  return integrate([&](double x) { return rate / 2 * std::exp(-rate * std::fabs(x)); }, cuts, 1 / rate);
}
/// P(clamp(floor(count + noise), 0, n) = output).
double floored(double rate, std::int64_t output, std::int64_t count, std::int64_t n) {
  const auto from = static_cast<double>(output - count);
  return laplace_mass_between(rate, output == 0 ? -HUGE_VAL : from, output == n ? HUGE_VAL : from + 1);
}

/// One mechanism at its parameters, with the law of every data set.
class Listed {
 public:
  explicit Listed(const DirichletQuery& query) : query_(query) {
    for (const Rational& a : query.prior) prior_.push_back(a.approx());
    states_ = count_vectors(prior_.size(), query.n);
    if (is_exponential(query.mechanism)) {
      fill_exponential();
    } else {
      fill_laplace();
    }
  }
  [[nodiscard]] const std::vector<Counts>& states() const { return states_; }
  [[nodiscard]] const std::vector<double>& law(std::size_t x) const { return laws_[x]; }
  [[nodiscard]] const std::vector<std::vector<double>>& distances() const { return distances_; }
  /// The largest of `of` over all pairs of neighbours.
  [[nodiscard]] double worst(
      const std::function<double(const std::vector<double>&, const std::vector<double>&)>& of) const {
    double most = 0;
    for (std::size_t x = 0; x < states_.size(); ++x)
      for (std::size_t y = 0; y < states_.size(); ++y)
        if (replaced(states_[x], states_[y]) == 1) most = std::fmax(most, of(laws_[x], laws_[y]));
    return most;
  }

 private:
  void fill_laplace() {
    const double d = static_cast<double>(prior_.size()), eps = query_.eps.approx();
    const double scale = query_.mechanism == DirichletMechanism::lszhang ? 2 * d / eps
                         : query_.mechanism == DirichletMechanism::lsdim ? d / eps
                         : d == 2                                        ? 1 / eps
                                                                         : 2 / eps;
    const std::size_t noisy = prior_.size() - 1;
    std::vector<std::vector<double>> table;  // count by output
    for (std::int64_t c = 0; c <= query_.n; ++c) {
      table.emplace_back();
      for (std::int64_t j = 0; j <= query_.n; ++j) table.back().push_back(floored(1 / scale, j, c, query_.n));
    }
    for (const Counts& x : states_) {
      std::vector<double> joint{1};
      for (std::size_t i = 0; i < noisy; ++i) {
        std::vector<double> next;
        for (const double before : joint)
          for (const double p : table[static_cast<std::size_t>(x[i])]) next.push_back(before * p);
        joint = std::move(next);
      }
      laws_.push_back(std::move(joint));
    }
  }
  void fill_exponential() {
    const std::size_t size = states_.size();
    for (const Counts& x : states_) {
      distances_.emplace_back();
      for (const Counts& r : states_)
        distances_.back().push_back(
            x == r ? 0 : std::sqrt(std::fmax(0, 1 - affinity(counted(prior_, x), counted(prior_, r)))));
    }
    std::vector<double> local(size, 0);
    for (std::size_t x = 0; x < size; ++x)
      for (std::size_t y = 0; y < size; ++y)
        if (replaced(states_[x], states_[y]) == 1)
          for (std::size_t r = 0; r < size; ++r)
            local[x] = std::fmax(local[x], std::fabs(distances_[x][r] - distances_[y][r]));
    const double eps = query_.eps.approx(), gamma = query_.gamma.approx();
    for (std::size_t x = 0; x < size; ++x) {
      double sensitivity = std::sqrt(1 - std::numbers::pi / 4);
      if (query_.mechanism == DirichletMechanism::ehdl) sensitivity = local[x];
      if (query_.mechanism == DirichletMechanism::ehds) {
        double smooth = 0;
        for (std::size_t y = 0; y < size; ++y)
          smooth =
              std::fmax(smooth, 1 / (1 / local[y] + gamma * static_cast<double>(replaced(states_[x], states_[y]))));
        sensitivity = (1 + gamma) * smooth;
      }
      std::vector<double> law;
      double sum = 0;
      for (const double h : distances_[x]) law.push_back(std::exp(-eps / (2 * sensitivity) * h)), sum += law.back();
      for (double& p : law) p /= sum;
      laws_.push_back(std::move(law));
    }
  }

  DirichletQuery query_;
  std::vector<double> prior_;
  std::vector<Counts> states_;
  std::vector<std::vector<double>> distances_, laws_;
};

// ---- Parameters ----

DirichletQuery any_release() {
  DirichletQuery query;
  query.mechanism =
      *rc::gen::element(DirichletMechanism::lszhang, DirichletMechanism::lsdim, DirichletMechanism::lshist,
                        DirichletMechanism::ehd, DirichletMechanism::ehdl, DirichletMechanism::ehds);
  const auto d = *rc::gen::element<std::size_t>(2, 2, 3);
  for (std::size_t i = 0; i < d; ++i) query.prior.push_back(*log_uniform(Rational(1, 4), Rational(20)));
  query.n = d == 2 ? *any_in<std::int64_t>(1, 25) : *any_in<std::int64_t>(1, 5);
  query.eps = *log_uniform(Rational(1, 10), Rational(4));
  query.gamma = *log_uniform(Rational(1, 10), Rational(4));
  return query;
}
std::string described(const DirichletQuery& query) {
  std::string text(to_string(query.mechanism));
  for (const Rational& a : query.prior) text += " " + a.str();
  return text + " n=" + std::to_string(query.n) + " eps=" + query.eps.str() + " gamma=" + query.gamma.str() + "\n";
}
Query asked(std::string_view quantity, const DirichletQuery& query, const std::optional<Rational>& at) {
  ListParameters numbers{{"prior", query.prior}, {"n", {Rational(query.n)}}, {"eps", {query.eps}}};
  if (query.mechanism == DirichletMechanism::ehds) numbers["gamma"] = {query.gamma};
  return make_query(quantity, to_string(query.mechanism), numbers,
                    at ? std::optional(ExtendedRational{*at, false}) : std::nullopt);
}

/// The enclosure and the textbook double both agree with what was listed.
void both_agree(const Query& query, double listed, double absolute = 1e-12) {
  RC_LOG() << query.quantity() << "\n";
  const Certified truth = certify(query, 12);
  RC_ASSERT(truth.is_finite());
  RC_ASSERT(agree(truth.enclosure, listed, listed_error, absolute));
  RC_ASSERT(std::fabs(textbook(query) - listed) <= 1e-7 * listed + absolute + 1e-9);
}

double log_ratio(const std::vector<double>& p, const std::vector<double>& q) {
  double most = 0;
  for (std::size_t i = 0; i < p.size(); ++i) most = std::fmax(most, std::log(p[i] / q[i]));
  return most;
}
std::vector<double> logarithms(const std::vector<double>& p) {
  std::vector<double> out;
  for (const double x : p) out.push_back(std::log(x));
  return out;
}

SuiteResult dirichlet_release_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const DirichletQuery query = any_release();
    RC_LOG() << described(query);
    const Listed listed(query);
    const double loss = listed.worst(log_ratio);
    both_agree(asked("privacy_loss", query, std::nullopt), loss);
    const Rational epsilon = Rational::from_double(loss) * *rc::gen::oneOf(rc::gen::just(Rational(0)), unit());
    const double factor = std::exp(epsilon.approx());
    both_agree(asked("delta", query, epsilon), listed.worst([&](const auto& p, const auto& q) {
      double sum = 0;
      for (std::size_t i = 0; i < p.size(); ++i) sum += std::fmax(0, p[i] - factor * q[i]);
      return sum;
    }));
    const Rational order = *rc::gen::oneOf(rc::gen::just(Rational(1)), log_uniform(Rational(1, 4), Rational(3, 4)),
                                           log_uniform(Rational(5, 4), Rational(12)));
    both_agree(asked("rdp", query, order), listed.worst([&](const auto& p, const auto& q) {
      return renyi_by_outcomes(order.approx(), logarithms(p), logarithms(q));
    }));
    // How near the output is to the data.
    if (!is_exponential(query.mechanism)) return;
    const std::size_t x = *any_in<std::size_t>(0, listed.states().size());
    const Rational t = *unit();
    double near = 0, doubtful = 0;
    for (std::size_t r = 0; r < listed.states().size(); ++r) {
      const double gap = listed.distances()[x][r] - t.approx();
      (std::fabs(gap) < 1e-9 ? doubtful : near) += gap < 1e-9 ? listed.law(x)[r] : 0;
    }
    const DirichletAccuracy accuracy = dirichlet_accuracy(query, listed.states()[x], t, 64);
    RC_ASSERT(agree(accuracy.probability, near, listed_error, doubtful + 1e-12));
  });
}

// The laws that all of this is made of, one by one.
SuiteResult dirichlet_law_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const std::int64_t n = *any_in<std::int64_t>(1, 40), count = *any_in<std::int64_t>(0, n + 1);
    const double rate = (*log_uniform(Rational(1, 50), Rational(5))).approx();
    double sum = 0;
    for (std::int64_t output = 0; output <= n; ++output) {
      const double p = floored_laplace_probability<double>(output, count, n, std::exp(-rate)),
                   direct = floored(rate, output, count, n);
      RC_LOG() << "output " << output << ": " << p << ", directly " << direct << "\n";
      RC_ASSERT(std::fabs(p - direct) <= 1e-10 * direct + 1e-15);
      sum += p;
    }
    RC_ASSERT(std::fabs(sum - 1) <= 1e-12);
    // Distances of Beta posteriors: the densities' root integrated.
    const std::vector<double> prior{(*log_uniform(Rational(1, 4), Rational(20))).approx(),
                                    (*log_uniform(Rational(1, 4), Rational(20))).approx()};
    const std::int64_t from = *any_in<std::int64_t>(0, n + 1), to = *any_in<std::int64_t>(0, n + 1);
    const PosteriorDistances<double> distances(prior, n);
    const Counts x{from, n - from}, r{to, n - to};
    const double root = affinity_by_quadrature(counted(prior, x), counted(prior, r));
    RC_LOG() << "affinity " << std::exp(distances.log_affinity(x, r)) << ", directly " << root << "\n";
    RC_ASSERT(std::fabs(std::exp(distances.log_affinity(x, r)) - root) <= 1e-10);
    const double h = distances.hellinger(x, r);
    RC_ASSERT(std::fabs(h * h - (1 - root)) <= 1e-10);
    RC_ASSERT((h == 0) == (from == to));
  });
}

// Draws of the exact samplers, also where the uniform number has to be refined. Outputs in the order of the list: their
// empirical distribution function is off by more than the radius with probability at most 1e-9.
SuiteResult listed_sampler_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    DirichletQuery query = any_release();
    if (query.n > 8) query.n = 8;
    RC_LOG() << described(query);
    const Listed listed(query);
    const std::vector<Counts> states = count_vectors(query.prior.size(), query.n);
    const auto x = *any_in<std::size_t>(0, states.size());
    DirichletSampler sampler(query, states[x]);
    if (*any_in(0, 2) == 0) sampler.begin_with(2);
    RandomBits bits = RandomBits::seeded(any_random()());
    const std::vector<double>& law = listed.law(x);
    constexpr int count = 1500;
    std::vector<int> seen(law.size(), 0);
    for (int i = 0; i < count; ++i) {
      const Counts output = sampler(bits);
      std::size_t index = 0;
      if (is_exponential(query.mechanism)) {
        index = static_cast<std::size_t>(std::ranges::find(states, output) - states.begin());
      } else {
        for (std::size_t k = 0; k + 1 < output.size(); ++k)
          index = index * static_cast<std::size_t>(query.n + 1) + static_cast<std::size_t>(output[k]);
      }
      RC_ASSERT(index < seen.size());
      ++seen[index];
    }
    double expected = 0, counted = 0;
    for (std::size_t k = 0; k < law.size(); ++k) {
      expected += law[k], counted += seen[k];
      RC_ASSERT(std::fabs(counted / count - expected) <= alarm_radius(count) + rounding_of_frequencies);
    }
  });
}

// Many records: from a count of some hundred on outputs are as far from the data as they can be, and the search takes
// them together. The largest loss, delta and divergence are those of all pairs all the same.
SuiteResult dirichlet_many_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    DirichletQuery query = any_release();
    query.mechanism = *rc::gen::element(DirichletMechanism::ehd, DirichletMechanism::ehd, DirichletMechanism::lshist);
    query.prior.resize(2);
    query.n = *any_in<std::int64_t>(30, 150);
    RC_LOG() << described(query);
    const Listed listed(query);
    const double loss = listed.worst(log_ratio);
    both_agree(asked("privacy_loss", query, std::nullopt), loss);
    if (*any_in(0, 2) == 0) return;
    const Rational epsilon = Rational::from_double(loss) * *unit();
    const double factor = std::exp(epsilon.approx());
    const Certified delta = certify(asked("delta", query, epsilon), 10);
    const double direct = listed.worst([&](const auto& p, const auto& q) {
      double sum = 0;
      for (std::size_t i = 0; i < p.size(); ++i) sum += std::fmax(0, p[i] - factor * q[i]);
      return sum;
    });
    RC_ASSERT(agree(delta.enclosure, direct, 1e-7, 1e-12));
  });
}

}  // namespace

std::span<const Suite> dirichlet_release_suites() {
  static constexpr std::array<Suite, 4> suites = {
      {{"dirichlet-release.law",
        "Floored and clamped Laplace counts are integrals of the noise's density; distances of posteriors are "
        "integrals of two densities.",
        dirichlet_law_suite},
       {"dirichlet-release.listed",
        "Loss, delta, divergence and accuracy of the Dirichlet mechanisms are those of all data sets, listed.",
        dirichlet_release_suite},
       {"dirichlet-release.sampler",
        "1,500 draws of a random Dirichlet mechanism follow the listed law (false alarm 1e-9 a case).",
        listed_sampler_suite},
       {"dirichlet-release.many-records", "The same for up to 150 records.", dirichlet_many_suite}}};
  return suites;
}

}  // namespace dpcert::properties
