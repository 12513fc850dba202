// Mechanisms that release a Dirichlet posterior, with their exact privacy: outputs are finite, so the largest privacy
// loss and delta over all neighbours are enclosed, not bounded.
//
//   lszhang, lsdim, lshist   counts + Laplace noise of scale 2d/eps, d/eps, (1 if d = 2, else 2)/eps on the first d - 1
//                            coordinates, floored and clamped to [0, n]; the last coordinate is a function of those
//   ehd, ehdl, ehds          exponential mechanism, P(r) proportional to exp(-w(x) H(x, r)) with w = eps/(2 sqrt(1 -
//                            pi/4)), eps/(2 LS(x)), eps/(2 (1 + gamma) S(x))
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dpcert/core/rational.hpp"
#include "dpcert/scalar/ball.hpp"

namespace dpcert {

enum class DirichletMechanism : std::uint8_t { lszhang, lsdim, lshist, ehd, ehdl, ehds };
std::optional<DirichletMechanism> dirichlet_mechanism(std::string_view name);
std::string_view to_string(DirichletMechanism mechanism);
/// Does its law depend on the prior?
bool is_exponential(DirichletMechanism mechanism);

/// Parameters of one mechanism on data sets of n records in d = prior.size() categories.
struct DirichletQuery {
  DirichletMechanism mechanism = DirichletMechanism::ehd;
  std::vector<Rational> prior;  ///< d >= 2 numbers > 0
  std::int64_t n = 1;
  Rational eps = Rational(1);    ///< > 0
  Rational gamma = Rational(1);  ///< > 0; ehds alone
};
/// Throws Error::domain, which says what is allowed: d >= 2, prior > 0, n >= 1, eps > 0, gamma > 0; for the exponential
/// mechanisms at most 10001 posteriors of d = 2 and 2500 of d >= 3.
void require_valid(const DirichletQuery& query);

/// The rate 1/scale of the Laplace noise of lszhang, lsdim and lshist: eps/(2d), eps/d, eps (d = 2) or eps/2.
Rational dirichlet_laplace_rate(const DirichletQuery& query);

using Counts = std::vector<std::int64_t>;

/// The largest value over all ordered pairs of neighbours, and where. `enclosure` holds the largest value for certain;
/// `here` encloses the value at the pair that is named.
struct WorstPair {
  Ball enclosure = Ball::indeterminate();
  Ball here = Ball::indeterminate();
  std::optional<Rational> exact;  ///< the value, where a closed form gives it as a rational
  Counts x, neighbour, output;
  std::size_t evaluated = 0, pairs = 0;  ///< ordered pairs that were evaluated; the others are dominated
  bool decided = true;                   ///< false: the limit on work ended it, and the enclosure is wide
};

/// max over neighbours x, x' and outputs r of log(P(r | x)/P(r | x')), in nats.
WorstPair dirichlet_privacy_loss(const DirichletQuery& query, Precision bits);
/// max over neighbours of sum_r max(0, P(r | x) - exp(epsilon) P(r | x')), for epsilon >= 0 (Error::domain otherwise).
WorstPair dirichlet_delta(const DirichletQuery& query, const Rational& epsilon, Precision bits);
/// max over neighbours of the Renyi divergence of this order, above 0 (Error::domain otherwise); 1 is the
/// Kullback-Leibler divergence.
WorstPair dirichlet_renyi(const DirichletQuery& query, const Rational& order, Precision bits);
/// max over x of LS(x): the true global sensitivity of the Hellinger distance, at the pair that attains it, by a closed
/// form for every d >= 2, prior > 0 and n from 1 to 10^12 (Error::domain otherwise); eps and gamma have no part in it.
WorstPair dirichlet_global_sensitivity(const DirichletQuery& query, Precision bits);

/// How near the output is to the data.
struct DirichletAccuracy {
  Ball probability = Ball::indeterminate();
  std::size_t outputs = 0;
  std::size_t undecided = 0;  ///< outputs whose distance the bits do not tell from t: they widen the enclosure
};
/// P(H(Dir(prior + data), Dir(prior + output)) < t) for data of these counts, one for each category, of total n; 0 < t
/// <= 1. Throws Error::domain; of the Laplace mechanisms also where there are more than 20001 outputs.
DirichletAccuracy dirichlet_accuracy(const DirichletQuery& query, const Counts& data, const Rational& t,
                                     Precision bits);

/// The law of an exponential mechanism at each count vector: what everything above is computed from.
class DirichletExponential {
 public:
  DirichletExponential(const DirichletQuery& query, Precision bits);
  ~DirichletExponential();
  DirichletExponential(DirichletExponential&&) noexcept;
  DirichletExponential& operator=(DirichletExponential&&) noexcept;
  DirichletExponential(const DirichletExponential&) = delete;
  DirichletExponential& operator=(const DirichletExponential&) = delete;
  /// All count vectors of total n, lexicographically: data sets and outputs alike.
  [[nodiscard]] const std::vector<Counts>& states() const;
  [[nodiscard]] std::size_t index(const Counts& counts) const;
  /// Indices of the neighbours: one record is replaced by one of another category.
  [[nodiscard]] const std::vector<std::size_t>& neighbours(std::size_t x) const;
  [[nodiscard]] Ball distance(std::size_t x, std::size_t r) const;
  /// max over neighbours x' and outputs r of |H(x, r) - H(x', r)|.
  [[nodiscard]] const Ball& local_sensitivity(std::size_t x) const;
  /// max over y of 1/(1/LS(y) + gamma Hamming(x, y)); of ehds alone, else indeterminate.
  [[nodiscard]] const Ball& smooth_sensitivity(std::size_t x) const;
  /// w(x).
  [[nodiscard]] const Ball& weight(std::size_t x) const;
  /// Bits of the balls that are computed with.
  [[nodiscard]] Precision precision() const;
  /// P(r | x) for all r in the order of states().
  [[nodiscard]] std::vector<Ball> law(std::size_t x) const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace dpcert
