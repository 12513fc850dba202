#include "properties/direct.hpp"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <limits>

namespace dpcert::properties {
namespace {

/// exp(a t) - 1 - a (exp(t) - 1); where that cancels, the series sum_{k >= 2} (a^k - a) t^k/k!.
double moment_term(double a, double t) {
  if (std::fmax(a, 1) * std::fabs(t) > 0.01) return std::expm1(a * t) - a * std::expm1(t);
  double sum = 0, power = t;
  for (int k = 2; k <= 8; ++k) {
    power *= t / k;
    sum += a * std::expm1((k - 1) * std::log(a)) * power;
  }
  return sum;
}
double kl_term(double t) {
  if (std::fabs(t) > 0.01) return t * std::exp(t) - std::expm1(t);
  double sum = 0, power = t;
  for (int k = 2; k <= 8; ++k) {
    power *= t / k;
    sum += (k - 1) * power;
  }
  return sum;
}
/// `total(f)` adds up f(log p, log q) over the outcomes. Below order 1 the moment may be far below 1: there it is added
/// up by itself.
template <class Total>
double renyi(double order, const Total& total) {
  if (order == 1) return total([](double p, double q) { return excess_kl(p, q); });
  const double sum = total([=](double p, double q) { return excess(order, p, q); });
  if (sum > -0.5) return std::log1p(sum) / (order - 1);
  return std::log(total([=](double p, double q) { return std::exp(order * p + (1 - order) * q); })) / (order - 1);
}
/// P(X > z), standard normal.
double above(double z) { return std::erfc(z / std::sqrt(2.0)) / 2; }

}  // namespace

double excess(double order, double log_p, double log_q) {
  const double t = log_p - log_q;
  // The factors apart would overflow and vanish: here the moment's own term is the largest by far.
  if (std::fmax(order, 1) * std::fabs(t) > 30)
    return std::exp(log_q + order * t) - order * std::exp(log_p) - (1 - order) * std::exp(log_q);
  return std::exp(log_q) * moment_term(order, t);
}
double excess_kl(double log_p, double log_q) {
  const double t = log_p - log_q;
  if (std::fabs(t) > 30) return t * std::exp(log_p) - std::exp(log_p) + std::exp(log_q);
  return std::exp(log_q) * kl_term(t);
}

double integrate(const std::function<double(double)>& f, const std::vector<double>& cuts, double scale) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const double length = cuts[i + 1] - cuts[i];
    const double pieces = std::ceil(length / (4 * scale));
    for (double k = 0; k < pieces; ++k) {
      const double from = cuts[i] + length * (k / pieces), to = cuts[i] + length * ((k + 1) / pieces);
      sum += boost::math::quadrature::gauss<double, 30>::integrate(f, from, to);
    }
  }
  return sum;
}

double renyi_by_quadrature(double order, const LinePair& pair) {
  return renyi(order, [&](const auto& f) {
    return integrate([&](double x) { return f(pair.log_p(x), pair.log_q(x)); }, pair.cuts, pair.scale);
  });
}
double renyi_by_outcomes(double order, const std::vector<double>& log_p, const std::vector<double>& log_q) {
  return renyi(order, [&](const auto& f) {
    double sum = 0;
    for (std::size_t i = 0; i < log_p.size(); ++i) sum += f(log_p[i], log_q[i]);
    return sum;
  });
}

double Normal::log_density(double x) const {
  const double z = (x - mean) / deviation;
  return -z * z / 2 - std::log(deviation * std::sqrt(2 * M_PI));
}
double Normal::between(double from, double to) const {
  const double a = (from - mean) / deviation, b = (to - mean) / deviation;
  if (a >= 0) return above(a) - above(b);
  return b <= 0 ? above(-b) - above(-a) : 1 - above(-a) - above(b);
}

LinePair normal_pair(double order, const Normal& p, const Normal& q) {
  const double pp = 1 / (p.deviation * p.deviation), pq = 1 / (q.deviation * q.deviation),
               precision = order * pp + (1 - order) * pq;
  const Normal third{(order * pp * p.mean + (1 - order) * pq * q.mean) / precision, 1 / std::sqrt(precision)};
  LinePair pair{[p](double x) { return p.log_density(x); }, [q](double x) { return q.log_density(x); }, {}, 1};
  double low = p.mean, high = p.mean, least = p.deviation;
  for (const Normal& law : {p, q, third}) {
    low = std::fmin(low, law.mean - 13 * law.deviation);
    high = std::fmax(high, law.mean + 13 * law.deviation);
    least = std::fmin(least, law.deviation);
  }
  pair.cuts = {low, high};
  pair.scale = least / 2;
  return pair;
}

double hockey_stick_by_cells(double epsilon, const Normal& p, const Normal& q) {
  const auto ratio = [&](double x) { return p.log_density(x) - q.log_density(x) - epsilon; };
  std::vector<double> cuts;
  for (const Normal& law : {p, q})
    for (int i = -400; i <= 400; ++i) cuts.push_back(law.mean + law.deviation * i / 20);
  const double pp = 1 / (p.deviation * p.deviation), pq = 1 / (q.deviation * q.deviation);
  if (p.deviation != q.deviation) cuts.push_back((p.mean * pp - q.mean * pq) / (pp - pq));
  std::ranges::sort(cuts);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto gain = [&, scale = std::exp(epsilon)](double from, double to) {
    return p.between(from, to) - scale * q.between(from, to);
  };
  double sum = std::fmax(0, gain(-infinity, cuts.front())) + std::fmax(0, gain(cuts.back(), infinity));
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    double from = cuts[i], to = cuts[i + 1];
    const bool left = ratio(from) > 0, right = ratio(to) > 0;
    if (left != right) {
      double inside = left ? from : to, outside = left ? to : from;
      for (int step = 0; step < 60; ++step) {
        const double middle = (inside + outside) / 2;
        (ratio(middle) > 0 ? inside : outside) = middle;
      }
      (left ? to : from) = inside;
    }
    if (left || right) sum += gain(from, to);
  }
  return sum;
}

double largest_unimodal(const std::function<double(double)>& f, double low, double high) {
  const double golden = (std::sqrt(5.0) - 1) / 2;
  double a = high - golden * (high - low), b = low + golden * (high - low), at_a = f(a), at_b = f(b);
  double best = std::fmax(at_a, at_b);
  for (int i = 0; i < 60; ++i) {
    if (at_a < at_b) {
      low = a, a = b, at_a = at_b;
      at_b = f(b = low + golden * (high - low));
      best = std::fmax(best, at_b);
    } else {
      high = b, b = a, at_b = at_a;
      at_a = f(a = high - golden * (high - low));
      best = std::fmax(best, at_a);
    }
  }
  return best;
}

}  // namespace dpcert::properties
