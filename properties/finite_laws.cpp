#include "properties/finite_laws.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace dpcert::properties {
namespace {

Counts counts_of(const std::vector<int>& records, std::size_t categories) {
  Counts out(categories, 0);
  for (const int r : records) ++out[static_cast<std::size_t>(r)];
  return out;
}

/// Records in which two data sets of these counts, both sorted to agree in as many as can be, differ.
double differing(const Counts& a, const Counts& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::fabs(static_cast<double>(a[i] - b[i]));
  return sum / 2;
}

double log_multivariate_beta(const std::vector<double>& alpha) {
  double sum = -std::lgamma(std::accumulate(alpha.begin(), alpha.end(), 0.0));
  for (const double a : alpha) sum += std::lgamma(a);
  return sum;
}

}  // namespace

double laplace_between(double a, double b, double scale) {
  if (b <= 0) return laplace_between(-b, -a, scale);
  return std::exp(-a / scale) * -std::expm1(-(b - a) / scale) / 2;
}

// Every sorted data set, each of its records replaced by each other category.
FiniteMechanism::FiniteMechanism(DirichletQuery query) : query_(std::move(query)) {
  for (const Rational& a : query_.prior) prior_.push_back(a.approx());
  const std::size_t d = prior_.size();
  std::vector<int> records(static_cast<std::size_t>(query_.n), 0);
  while (true) {
    const Counts x = counts_of(records, d);
    states_.push_back(x);
    for (int& record : records) {
      const int was = record;
      for (int other = 0; other < static_cast<int>(d); ++other) {
        record = other;
        if (other != was) neighbours_.emplace(x, counts_of(records, d));
      }
      record = was;
    }
    // The next sorted one.
    auto last = std::ranges::find(records, static_cast<int>(d) - 1);
    if (last == records.begin()) break;
    const int next = *--last + 1;
    std::fill(last, records.end(), next);
  }
  if (!is_exponential(query_.mechanism)) return;
  for (const auto& [x, y] : neighbours_)
    for (const Counts& r : states_) local_[x] = std::fmax(local_[x], std::fabs(distance(x, r) - distance(y, r)));
}

double FiniteMechanism::distance(const Counts& x, const Counts& y) const {
  if (x == y) return 0;
  std::vector<double> a = prior_, b = prior_, middle = prior_;
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] += static_cast<double>(x[i]);
    b[i] += static_cast<double>(y[i]);
    middle[i] = (a[i] + b[i]) / 2;
  }
  return std::sqrt(
      -std::expm1(log_multivariate_beta(middle) - (log_multivariate_beta(a) + log_multivariate_beta(b)) / 2));
}

double FiniteMechanism::smooth_sensitivity(const Counts& x) const {
  double most = 0;
  for (const auto& [y, local] : local_)
    most = std::fmax(most, 1 / (1 / local + query_.gamma.approx() * differing(x, y)));
  return most;
}

FiniteLaw FiniteMechanism::exponential(const Counts& x) const {
  const double printed = std::sqrt(1 - std::acos(-1.0) / 4);
  const double sensitivity = query_.mechanism == DirichletMechanism::ehd ? printed
                             : query_.mechanism == DirichletMechanism::ehdl
                                 ? local_sensitivity(x)
                                 : (1 + query_.gamma.approx()) * smooth_sensitivity(x);
  FiniteLaw out;
  double sum = 0;
  for (const Counts& r : states_) sum += out[r] = std::exp(-query_.eps.approx() * distance(x, r) / (2 * sensitivity));
  for (auto& [r, p] : out) p /= sum;
  return out;
}

FiniteLaw FiniteMechanism::noisy_counts(const Counts& x) const {
  const auto d = static_cast<double>(x.size());
  const double scale = (query_.mechanism == DirichletMechanism::lszhang ? 2 * d
                        : query_.mechanism == DirichletMechanism::lsdim ? d
                        : x.size() == 2                                 ? 1
                                                                        : 2) /
                       query_.eps.approx();
  constexpr double infinite = std::numeric_limits<double>::infinity();
  std::vector<std::pair<Counts, double>> partial{{{}, 1}};
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    std::vector<std::pair<Counts, double>> longer;
    for (const auto& [counts, p] : partial) {
      for (std::int64_t r = 0; r <= query_.n; ++r) {
        // floor(x + eta) = r, or below 0 and clamped, or above n.
        const double from = r == 0 ? -infinite : static_cast<double>(r - x[i]),
                     to = r == query_.n ? infinite : static_cast<double>(r + 1 - x[i]);
        const double split = from < 0 && to > 0 ? laplace_between(from, 0, scale) + laplace_between(0, to, scale)
                                                : laplace_between(from, to, scale);
        longer.emplace_back(counts, p * split);
        longer.back().first.push_back(r);
      }
    }
    partial = std::move(longer);
  }
  FiniteLaw out;
  for (auto& [counts, p] : partial) {
    const std::int64_t rest = query_.n - std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    counts.push_back(query_.mechanism == DirichletMechanism::lszhang ? 0 : std::max<std::int64_t>(0, rest));
    out[counts] += p;
  }
  return out;
}

FiniteLaw FiniteMechanism::law(const Counts& x) const {
  return is_exponential(query_.mechanism) ? exponential(x) : noisy_counts(x);
}

double FiniteMechanism::loss(const FiniteLaw& p, const FiniteLaw& q) {
  double most = 0;
  for (const auto& [r, probability] : p) most = std::fmax(most, std::log(probability / q.at(r)));
  return most;
}

double FiniteMechanism::delta(const FiniteLaw& p, const FiniteLaw& q, double epsilon) {
  double sum = 0;
  for (const auto& [r, probability] : p) sum += std::fmax(0, probability - std::exp(epsilon) * q.at(r));
  return sum;
}

double FiniteMechanism::renyi(const FiniteLaw& p, const FiniteLaw& q, double order) {
  double sum = 0;
  for (const auto& [r, probability] : p) sum += q.at(r) * std::pow(probability / q.at(r), order);
  return std::log(sum) / (order - 1);
}

}  // namespace dpcert::properties
