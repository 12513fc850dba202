#include "dpcert/mechanisms/dirichlet_mechanisms.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <span>

#include "dpcert/core/error.hpp"
#include "dpcert/mechanisms/dirichlet_law.hpp"
#include "dpcert/mechanisms/exact_release.hpp"
#include "dpcert/scalar/double_interval.hpp"
#include "dpcert/solve/effort.hpp"
#include "src/mechanisms/dirichlet_counts.hpp"

namespace dpcert {
namespace {

constexpr std::array<std::pair<std::string_view, DirichletMechanism>, 6> dirichlet_names{
    {{"lszhang", DirichletMechanism::lszhang},
     {"lsdim", DirichletMechanism::lsdim},
     {"lshist", DirichletMechanism::lshist},
     {"ehd", DirichletMechanism::ehd},
     {"ehdl", DirichletMechanism::ehdl},
     {"ehds", DirichletMechanism::ehds}}};

/// Number of count vectors of total n in d categories, or `most` + 1 if there are more.
std::int64_t posteriors(std::size_t d, std::int64_t n, std::int64_t most) {
  Rational count(1);
  for (std::size_t i = 1; i < d; ++i) {
    count = count * Rational(n + static_cast<std::int64_t>(i)) / Rational(static_cast<std::int64_t>(i));
    if (count > Rational(most)) return most + 1;
  }
  std::int64_t whole = 0;
  while (Rational(whole) < count) ++whole;
  return whole;
}

void enumerate(std::size_t left, std::int64_t total, Counts& prefix, std::vector<Counts>& out) {
  if (left == 1) {
    prefix.push_back(total);
    out.push_back(prefix);
    prefix.pop_back();
    return;
  }
  for (std::int64_t c = 0; c <= total; ++c) {
    prefix.push_back(c);
    enumerate(left - 1, total - c, prefix, out);
    prefix.pop_back();
  }
}

/// Half the l1 distance: the least number of records in which two data sets of these counts differ.
std::int64_t replaced_records(const Counts& a, const Counts& b) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::max<std::int64_t>(0, a[i] - b[i]);
  return sum;
}

/// Bits beyond those asked for: lgamma of a large prior cancels by about the square of it.
Precision working_bits(const DirichletQuery& query, Precision bits) {
  Rational largest(query.n);
  for (const Rational& a : query.prior) largest = std::max(largest, a);
  Precision size = 0;
  for (Rational power(1); power < largest && size < 4096; power = power * Rational(2)) ++size;
  return bits + 48 + 3 * size;
}

}  // namespace

std::optional<DirichletMechanism> dirichlet_mechanism(std::string_view name) {
  for (const auto& [text, mechanism] : dirichlet_names)
    if (text == name) return mechanism;
  return std::nullopt;
}
std::string_view to_string(DirichletMechanism mechanism) {
  return dirichlet_names.at(static_cast<std::size_t>(mechanism)).first;
}
bool is_exponential(DirichletMechanism mechanism) { return mechanism >= DirichletMechanism::ehd; }

void require_valid(const DirichletQuery& query) {
  const std::size_t d = query.prior.size();
  if (d < 2) throw Error(ErrorCode::domain, "prior", "at least two numbers > 0", std::to_string(d));
  for (const Rational& a : query.prior)
    if (a.sign() <= 0) throw Error(ErrorCode::domain, "prior", "numbers > 0", a.str());
  if (query.n < 1) throw Error(ErrorCode::domain, "n", "an integer >= 1", std::to_string(query.n));
  if (query.eps.sign() <= 0) throw Error(ErrorCode::domain, "eps", "a number > 0", query.eps.str());
  if (query.mechanism == DirichletMechanism::ehds && query.gamma.sign() <= 0)
    throw Error(ErrorCode::domain, "gamma", "a number > 0", query.gamma.str());
  if (!is_exponential(query.mechanism)) return;
  const std::int64_t most = d == 2 ? 10001 : 2500;
  if (query.n > 10000 || posteriors(d, query.n, most) > most)
    throw Error(ErrorCode::domain, "n",
                d == 2 ? "an integer from 1 to 10000 for two categories"
                       : "so few records that there are at most 2500 posteriors (n up to 69 for three categories)",
                std::to_string(query.n));
}

void require_counts(const DirichletQuery& query, const Counts& data) {
  const bool nonnegative = std::ranges::all_of(data, [](std::int64_t c) { return c >= 0 && c <= 1'000'000'000'000; });
  if (data.size() == query.prior.size() && nonnegative &&
      std::accumulate(data.begin(), data.end(), std::int64_t{0}) == query.n)
    return;
  std::string given;
  for (const std::int64_t c : data) {
    if (!given.empty()) given += ',';
    given += std::to_string(c);
  }
  throw Error(ErrorCode::domain, "counts",
              "one count >= 0 for each of " + std::to_string(query.prior.size()) + " categories, of total n", given);
}

Rational dirichlet_laplace_rate(const DirichletQuery& query) {
  const auto d = static_cast<std::int64_t>(query.prior.size());
  const Rational scale = query.mechanism == DirichletMechanism::lshist  ? Rational(d == 2 ? 1 : 2)
                         : query.mechanism == DirichletMechanism::lsdim ? Rational(d)
                                                                        : Rational(2 * d);
  return query.eps / scale;
}

struct DirichletExponential::Data {
  Data(const DirichletQuery& q, Precision b) : query(q), bits(working_bits(q, b)), distances(prior(), q.n) {}
  [[nodiscard]] std::vector<Ball> prior() const {
    std::vector<Ball> out;
    for (const Rational& a : query.prior) out.emplace_back(a, bits);
    return out;
  }
  void find_neighbours();
  void find_local();
  void find_smooth();
  void find_weights();

  DirichletQuery query;
  Precision bits;
  PosteriorDistances<Ball> distances;
  std::vector<Counts> states;
  std::map<Counts, std::size_t> index;
  std::vector<std::vector<std::size_t>> neighbours;
  std::vector<Ball> local, smooth, weight;
};

void DirichletExponential::Data::find_neighbours() {
  Counts prefix;
  enumerate(query.prior.size(), query.n, prefix, states);
  for (std::size_t x = 0; x < states.size(); ++x) index.emplace(states[x], x);
  neighbours.resize(states.size());
  for (std::size_t x = 0; x < states.size(); ++x) {
    Counts moved = states[x];
    for (std::size_t i = 0; i < moved.size(); ++i) {
      if (moved[i] == 0) continue;
      --moved[i];
      for (std::size_t j = 0; j < moved.size(); ++j) {
        if (j == i) continue;
        ++moved[j];
        neighbours[x].push_back(index.at(moved));
        --moved[j];
      }
      ++moved[i];
    }
  }
}

// |H(x, r) - H(x', r)| <= H(x, x') by the triangle inequality, with equality at r = x, which is a candidate: so LS(x)
// is the largest distance to a neighbour.
void DirichletExponential::Data::find_local() {
  for (std::size_t x = 0; x < states.size(); ++x) {
    spend_evaluations(3.0 * static_cast<double>(neighbours[x].size()), bits);
    Ball largest(0);
    for (const std::size_t y : neighbours[x]) largest = max(largest, distances.hellinger(states[x], states[y]));
    local.push_back(largest.with_precision(bits));
  }
}

// 1/S(x) is the least of 1/LS(y) + gamma Hamming(x, y). For two categories Hamming is the difference of the first
// counts, so that one pass up and one down find the minimum; otherwise every y is looked at.
void DirichletExponential::Data::find_smooth() {
  const Ball step(query.gamma, bits);
  std::vector<Ball> inverse;
  for (const Ball& s : local) inverse.push_back(Ball(1) / s);
  if (query.prior.size() == 2) {
    for (std::size_t x = 1; x < inverse.size(); ++x) inverse[x] = min(inverse[x], inverse[x - 1] + step);
    for (std::size_t x = inverse.size() - 1; x > 0; --x) inverse[x - 1] = min(inverse[x - 1], inverse[x] + step);
    for (const Ball& v : inverse) smooth.push_back(Ball(1) / v);
    return;
  }
  // Lower bounds in double spare the balls of a y that cannot be the least.
  std::vector<double> low;
  for (const Ball& v : inverse) low.push_back(v.is_finite() ? double_below(v.lower_rational()) : 0);
  const double step_low = double_below(query.gamma);
  for (std::size_t x = 0; x < states.size(); ++x) {
    spend_evaluations(static_cast<double>(states.size()) / 16, bits);
    Ball least = inverse[x];
    double most = least.is_finite() ? double_above(least.upper_rational()) : HUGE_VAL;
    for (std::size_t y = 0; y < states.size(); ++y) {
      const std::int64_t moved = replaced_records(states[x], states[y]);
      if (add_down(low[y], mul_down(step_low, static_cast<double>(moved))) >= most) continue;
      least = min(least, inverse[y] + step * Ball(moved));
      if (least.is_finite()) most = double_above(least.upper_rational());
    }
    smooth.push_back(Ball(1) / least);
  }
}

void DirichletExponential::Data::find_weights() {
  const Ball eps(query.eps, bits), two(2);
  const Ball printed = sqrt(Ball(1) - Ball::pi(bits) / Ball(4));
  for (std::size_t x = 0; x < states.size(); ++x) {
    switch (query.mechanism) {
      case DirichletMechanism::ehdl:
        weight.push_back(eps / (two * local[x]));
        break;
      case DirichletMechanism::ehds:
        weight.push_back(eps / (two * (Ball(1) + Ball(query.gamma, bits)) * smooth[x]));
        break;
      default:
        weight.push_back(eps / (two * printed));
    }
  }
}

DirichletExponential::DirichletExponential(const DirichletQuery& query, Precision bits) {
  require_valid(query);
  data_ = std::make_unique<Data>(query, bits);
  data_->find_neighbours();
  data_->find_local();
  if (query.mechanism == DirichletMechanism::ehds) {
    data_->find_smooth();
  } else {
    data_->smooth.assign(data_->states.size(), Ball::indeterminate());
  }
  data_->find_weights();
}
DirichletExponential::~DirichletExponential() = default;
DirichletExponential::DirichletExponential(DirichletExponential&&) noexcept = default;
DirichletExponential& DirichletExponential::operator=(DirichletExponential&&) noexcept = default;

const std::vector<Counts>& DirichletExponential::states() const { return data_->states; }
std::size_t DirichletExponential::index(const Counts& counts) const {
  const auto found = data_->index.find(counts);
  if (found == data_->index.end()) {
    std::string given;
    for (const auto count : counts) {
      if (!given.empty()) given += ',';
      given += std::to_string(count);
    }
    throw Error(ErrorCode::domain, "counts", "one count >= 0 for each category, of total n", given);
  }
  return found->second;
}
const std::vector<std::size_t>& DirichletExponential::neighbours(std::size_t x) const {
  return data_->neighbours.at(x);
}
Ball DirichletExponential::distance(std::size_t x, std::size_t r) const {
  return data_->distances.hellinger(data_->states.at(x), data_->states.at(r));
}
const Ball& DirichletExponential::local_sensitivity(std::size_t x) const { return data_->local.at(x); }
const Ball& DirichletExponential::smooth_sensitivity(std::size_t x) const { return data_->smooth.at(x); }
Precision DirichletExponential::precision() const { return data_->bits; }
const Ball& DirichletExponential::weight(std::size_t x) const { return data_->weight.at(x); }

std::vector<Ball> DirichletExponential::law(std::size_t x) const {
  std::vector<Ball> out;
  for (std::size_t r = 0; r < data_->states.size(); ++r) out.push_back(distance(x, r));
  const Ball log_z = exponential_log_normalizer<Ball>(out, weight(x));
  for (Ball& value : out) value = exponential_probability(value, weight(x), log_z);
  return out;
}

}  // namespace dpcert
