// Pairs of Beta, Dirichlet and Gaussian laws, and posterior sampling, by name.
#include <cmath>

#include "src/divergence/hockey_stick.hpp"
#include "src/divergence/renyi.hpp"
#include "src/privacy/formulas.hpp"
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
double hellinger_from(double renyi_half) { return std::sqrt(-std::expm1(-renyi_half / 2)); }
Beta<Rational> as_beta(const Dirichlet<Rational>& p) { return {p.alpha[0], p.alpha[1]}; }
Beta<double> as_beta(const Dirichlet<double>& p) { return {p.alpha[0], p.alpha[1]}; }
bool is_hockey_stick(const Query& query) { return query.quantity() == "tv" || query.quantity() == "delta"; }

double double_pair(const Query& query, bool formula) {
  const Dirichlet<double> p = nearest_law(query, 0), q = nearest_law(query, 1);
  if (is_hockey_stick(query)) return hockey_stick(Epsilon(query.point().nearest), as_beta(p), as_beta(q));
  const Order<double> order = nearest_order(query);
  const double d = formula ? renyi_formula(order, p, q) : renyi_divergence(order, p, q);
  return query.quantity() == "hellinger" ? hellinger_from(d) : d;
}

}  // namespace

Certified certify_pair(const Query& query, int digits) {
  const Dirichlet<Rational> p = exact_law(query, 0), q = exact_law(query, 1);
  if (is_hockey_stick(query))
    return certified_hockey_stick(Epsilon(query.point().exact), as_beta(p), as_beta(q), digits);
  if (query.quantity() == "hellinger") return certified_hellinger(p, q, digits);
  return certified_renyi(exact_order(query), p, q, digits);
}
double textbook_pair(const Query& query) { return double_pair(query, true); }
double stable_pair(const Query& query) { return double_pair(query, false); }

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
