// Pairs of Beta, Dirichlet and Gaussian laws, and posterior sampling, by name.
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "dpcert/divergence/hockey_stick.hpp"
#include "dpcert/divergence/renyi.hpp"
#include "dpcert/families/neighbours.hpp"
#include "dpcert/privacy/formulas.hpp"
#include "src/privacy/registry.hpp"

namespace dpcert::detail {
namespace {

bool is_beta(const Query& query) { return query.mechanism() == "beta_pair"; }

/// Law 0 (P) or 1 (Q). beta_pair has the keys a1 b1 a2 b2, dirichlet_pair alpha1 alpha2.
Dirichlet<Rational> exact_law(const Query& query, std::size_t which) {
  if (is_beta(query)) return {query.argument(2 * which).exact, query.argument(2 * which + 1).exact};
  std::vector<Rational> alpha;
  for (const Argument& a : query.arguments(which)) alpha.push_back(a.exact);
  return Dirichlet<Rational>(std::move(alpha));
}
Dirichlet<double> nearest_law(const Query& query, std::size_t which) {
  if (is_beta(query)) return {query.argument(2 * which).nearest, query.argument(2 * which + 1).nearest};
  std::vector<double> alpha;
  for (const Argument& a : query.arguments(which)) alpha.push_back(a.nearest);
  return Dirichlet<double>(std::move(alpha));
}
Order<Rational> exact_order(const Query& query) {
  if (query.quantity() == "kl") return Order<Rational>::one();
  if (query.quantity() == "hellinger") return Order(Rational(1, 2));
  return query.point().infinite ? Order<Rational>::infinity() : Order(query.point().exact);
}
Order<double> nearest_order(const Query& query) {
  const Order<Rational> order = exact_order(query);
  if (order.is_infinite()) return Order<double>::infinity();
  return order.is_one() ? Order<double>::one() : Order(order.value().approx());
}
Beta<Rational> as_beta(const Dirichlet<Rational>& p) { return {p.alpha[0], p.alpha[1]}; }
Beta<double> as_beta(const Dirichlet<double>& p) { return {p.alpha[0], p.alpha[1]}; }
bool is_hockey_stick(const Query& query) { return query.quantity() == "tv" || query.quantity() == "delta"; }

double double_pair(const Query& query, bool formula) {
  const Dirichlet<double> p = nearest_law(query, 0), q = nearest_law(query, 1);
  if (is_hockey_stick(query) && query.point().infinite) return 0;
  if (is_hockey_stick(query)) return hockey_stick(Epsilon(query.point().nearest), as_beta(p), as_beta(q));
  const Order<double> order = nearest_order(query);
  const double d = formula ? renyi_formula(order, p, q) : renyi_divergence(order, p, q);
  return query.quantity() == "hellinger" ? sqrt(hellinger_squared_from_renyi(d)) : d;
}

}  // namespace

namespace {
/// B(a, b) of integers a, b >= 1.
Rational beta_function(long a, long b) {
  Rational r(1);
  for (long k = 1; k < b; ++k) r = r * Rational(k) / Rational(a + k);
  return r / Rational(a);
}
/// digamma(x) - digamma(y) for x - y an integer of moderate size.
std::optional<Rational> digamma_difference(const Rational& x, const Rational& y) {
  constexpr std::int64_t most = 20000;
  const Rational difference = x - y;
  const auto n = difference.is_integer() ? difference.to_int64() : std::nullopt;
  if (!n || *n > most || *n < -most) return std::nullopt;
  const Rational& from = *n >= 0 ? y : x;
  Rational sum;
  for (std::int64_t k = 0; k < std::abs(*n); ++k) sum += Rational(1) / (from + Rational(k));
  return *n >= 0 ? sum : -sum;
}
}  // namespace

namespace {
/// D_1 where it is rational; integers up to `largest` are looked at.
std::optional<Rational> rational_kl(const Query& query, std::int64_t largest) {
  const bool kl = query.quantity() == "kl" ||
                  (query.quantity() == "renyi" && !query.point().infinite && query.point().exact == Rational(1));
  if (!kl || !is_beta(query)) return std::nullopt;
  // D_1 = log(B(q)/B(p)) + Da (psi(a) - psi(a+b)) + Db (psi(b) - psi(a+b)), psi differences rational where the
  // arguments differ by integers. The logarithm of a rational other than 1 is irrational.
  const Dirichlet<Rational> p = exact_law(query, 0), q = exact_law(query, 1);
  const Rational &a = p.alpha[0], &b = p.alpha[1], &c = q.alpha[0], &d = q.alpha[1];
  if (a == d && b == c) {
    const auto psi = digamma_difference(a, b);
    return psi ? std::optional((a - c) * *psi) : std::nullopt;
  }
  std::int64_t n[4];
  for (int i = 0; i < 4; ++i) {
    const Rational& x = i < 2 ? p.alpha[static_cast<std::size_t>(i)] : q.alpha[static_cast<std::size_t>(i - 2)];
    const auto whole = x.is_integer() ? x.to_int64() : std::nullopt;
    if (!whole || *whole > largest) return std::nullopt;
    n[i] = *whole;
  }
  if (beta_function(n[0], n[1]) != beta_function(n[2], n[3])) return std::nullopt;
  return (a - c) * *digamma_difference(a, a + b) + (b - d) * *digamma_difference(b, a + b);
}
}  // namespace

std::optional<Rational> pair_exact(const Query& query) { return rational_kl(query, 2000); }

Certified certify_pair(const Query& query, int digits) {
  const Dirichlet<Rational> p = exact_law(query, 0), q = exact_law(query, 1);
  if (is_hockey_stick(query) && query.point().infinite) return Certified::zero();  // one support
  if (is_hockey_stick(query))
    return certified_hockey_stick(Epsilon(query.point().exact), as_beta(p), as_beta(q), digits);
  if (query.quantity() == "hellinger") return certified_hellinger(p, q, digits);
  constexpr std::int64_t cheap = 64;
  if (const auto exact = rational_kl(query, cheap)) {
    if (exact->is_zero()) return Certified::zero();
    const Precision bits = bits_for_digits(digits);
    return escalate(bits, bits + 8, [&](Precision precision) { return Ball(*exact, precision); });
  }
  return certified_renyi(exact_order(query), p, q, digits);
}

Comparison::Side pair_side(const Query& query, const Rational& value) {
  using Side = Comparison::Side;
  if (exact_law(query, 0) == exact_law(query, 1)) return Side::undecided;
  const std::string_view quantity = query.quantity();
  if (quantity == "delta") {  // 0 where epsilon is at least the max-divergence
    return value >= Rational(1) ? Side::above : value.sign() < 0 ? Side::below : Side::undecided;
  }
  if (value.sign() <= 0) return Side::below;
  return (quantity == "tv" || quantity == "hellinger") && value >= Rational(1) ? Side::above : Side::undecided;
}

double textbook_pair(const Query& query) { return double_pair(query, true); }
double stable_pair(const Query& query) { return double_pair(query, false); }

namespace {
/// One bit of n replaced: the posterior parameters move by r from one coordinate to the other, between the worst pairs.
template <class S>
std::vector<std::pair<Beta<S>, Beta<S>>> posterior_pairs(const S& a0, const S& b0, const S& n, const S& r) {
  const std::array<S, 2> prior{a0, b0};
  return worst_pairs<S>(prior, r, n);
}
double double_posterior(const Query& query, bool formula) {
  const auto prior = [&](std::size_t i) { return query.arguments(0)[i].nearest; };
  const Order<double> order = query.point().nearest == 1 ? Order<double>::one() : Order(query.point().nearest);
  double worst = 0;
  for (const auto& [p, q] : posterior_pairs(prior(0), prior(1), query.argument(1).nearest, query.argument(2).nearest))
    worst = std::fmax(worst, formula ? renyi_formula(order, p, q) : renyi_divergence(order, p, q));
  return worst;
}
}  // namespace

Certified certify_posterior_rdp(const Query& query, int digits) {
  const auto prior = [&](std::size_t i) -> const Rational& { return query.arguments(0)[i].exact; };
  const Order<Rational> order =
      query.point().exact == Rational(1) ? Order<Rational>::one() : Order(query.point().exact);
  std::optional<Certified> worst;
  for (const auto& [p, q] : posterior_pairs(prior(0), prior(1), query.argument(1).exact, query.argument(2).exact)) {
    const Certified divergence = certified_renyi(order, p, q, digits);
    worst = worst ? larger(*worst, divergence) : divergence;
  }
  return *worst;
}
double textbook_posterior_rdp(const Query& query) { return double_posterior(query, true); }
double stable_posterior_rdp(const Query& query) { return double_posterior(query, false); }

Certified certify_gaussian_pair(const Query& query, int digits) {
  const Precision bits = bits_for_digits(digits);
  const Rational difference = query.argument(0).exact - query.argument(2).exact;
  const Rational &s1 = query.argument(1).exact, &s2 = query.argument(3).exact;
  const bool one = query.quantity() == "kl" || (!query.point().infinite && query.point().exact == Rational(1));
  if (difference.is_zero() && s1 == s2) return Certified::zero();
  const auto ball = [](const Rational& x, Precision precision) { return Ball(x, precision); };
  if (query.point().infinite && !one) {
    // Bounded only if Q has the wider tails: log(s2/s1) + difference^2/(2 (s2^2 - s1^2)).
    if (s2 <= s1) return Certified::plus_infinity();
    return escalate(bits, bits + 32, [&](Precision precision) {
      return gaussian_pair_max_divergence(ball(difference, precision), ball(s1, precision), ball(s2, precision));
    });
  }
  const Rational order = one ? Rational(1) : query.point().exact;
  if ((order * s2 * s2 + (Rational(1) - order) * s1 * s1).sign() <= 0) return Certified::plus_infinity();
  return escalate(bits, bits + 32, [&](Precision precision) {
    const Ball d = ball(difference, precision), x = ball(s1, precision), y = ball(s2, precision);
    return one ? gaussian_pair_kl(d, x, y) : gaussian_pair_renyi(ball(order, precision), d, x, y);
  });
}
std::optional<Rational> gaussian_pair_exact(const Query& query) {
  const Rational difference = query.argument(0).exact - query.argument(2).exact;
  const Rational &s1 = query.argument(1).exact, &s2 = query.argument(3).exact;
  if (s1 != s2 || query.point().infinite) return std::nullopt;
  const Rational order = query.quantity() == "kl" ? Rational(1) : query.point().exact;
  return gaussian_rdp(order, s1, Rational(difference * difference));
}
double textbook_gaussian_pair(const Query& query) {
  const double d = query.argument(0).nearest - query.argument(2).nearest, s1 = query.argument(1).nearest,
               s2 = query.argument(3).nearest;
  if (query.quantity() == "kl" || query.point().nearest == 1) return gaussian_pair_kl(d, s1, s2);
  return gaussian_pair_renyi(query.point().nearest, d, s1, s2);
}

Certified certify_log_partition(const Query& query, int digits) {
  if (query.mechanism() == "beta")
    return certified_log_partition(Dirichlet{query.argument(0).exact, query.argument(1).exact}, digits);
  return certified_log_partition(exact_law(query, 0), digits);
}
double double_log_partition(const Query& query) {
  if (query.mechanism() == "beta")
    return log_partition(Dirichlet{query.argument(0).nearest, query.argument(1).nearest});
  return log_partition(nearest_law(query, 0));
}

}  // namespace dpcert::detail
