// The exponential mechanisms of Dirichlet posteriors in plain double, from the definitions: all data sets, neighbours
// and outputs. For comparison with the certified search, which shares nothing with it; decides nothing.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "dpcert/mechanisms/dirichlet_mechanisms.hpp"

namespace dpcert {

struct PlainDirichlet {
  explicit PlainDirichlet(const DirichletQuery& q) : query(q) {
    for (const Rational& a : q.prior) {
      std::vector<double>& row = log_gamma.emplace_back();
      for (std::int64_t k = 0; k <= 2 * q.n; ++k) row.push_back(std::lgamma(a.approx() + static_cast<double>(k) / 2));
    }
    Counts prefix;
    enumerate(prefix, q.n);
  }
  void enumerate(Counts& prefix, std::int64_t left) {
    if (prefix.size() + 1 == query.prior.size()) {
      states.push_back(prefix);
      states.back().push_back(left);
      return;
    }
    for (std::int64_t c = 0; c <= left; ++c) {
      prefix.push_back(c);
      enumerate(prefix, left - c);
      prefix.pop_back();
    }
  }
  [[nodiscard]] double distance(const Counts& x, const Counts& r) const {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto at = [&](std::int64_t k) { return log_gamma[i][static_cast<std::size_t>(k)]; };
      sum += at(x[i] + r[i]) - (at(2 * x[i]) + at(2 * r[i])) / 2;
    }
    return x == r ? 0 : std::sqrt(std::fmax(0, 1 - std::exp(sum)));
  }
  static std::int64_t moved(const Counts& x, const Counts& y) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += std::max<std::int64_t>(0, x[i] - y[i]);
    return sum;
  }
  [[nodiscard]] std::vector<double> weights() const {
    const double eps = query.eps.approx(), gamma = query.gamma.approx();
    if (query.mechanism == DirichletMechanism::ehd)
      return std::vector<double>(states.size(), eps / (2 * std::sqrt(1 - std::acos(-1.0) / 4)));
    std::vector<double> local, out;
    for (const Counts& x : states) {
      double most = 0;
      for (const Counts& y : states)
        if (moved(x, y) == 1) most = std::fmax(most, distance(x, y));
      local.push_back(most);
    }
    if (query.mechanism == DirichletMechanism::ehdl) {
      for (const double s : local) out.push_back(eps / (2 * s));
      return out;
    }
    for (const Counts& x : states) {
      double least = HUGE_VAL;
      for (std::size_t y = 0; y < states.size(); ++y)
        least = std::fmin(least, 1 / local[y] + gamma * static_cast<double>(moved(x, states[y])));
      out.push_back(eps * least / (2 * (1 + gamma)));
    }
    return out;
  }
  [[nodiscard]] std::vector<double> law(std::size_t x, double weight) const {
    std::vector<double> out;
    double sum = 0;
    for (const Counts& r : states) out.push_back(std::exp(-weight * distance(states[x], r))), sum += out.back();
    for (double& p : out) p /= sum;
    return out;
  }
  template <class Of>
  [[nodiscard]] double worst(const Of& of) const {
    const std::vector<double> weight = weights();
    std::vector<std::vector<double>> laws;
    for (std::size_t x = 0; x < states.size(); ++x) laws.push_back(law(x, weight[x]));
    double most = 0;
    for (std::size_t x = 0; x < states.size(); ++x)
      for (std::size_t y = 0; y < states.size(); ++y)
        if (moved(states[x], states[y]) == 1) most = std::fmax(most, of(laws[x], laws[y]));
    return most;
  }

  DirichletQuery query;
  std::vector<std::vector<double>> log_gamma;
  std::vector<Counts> states;
};

}  // namespace dpcert
