// The Dirichlet mechanisms by name: what src/privacy/registry.cpp offers of them.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "dpcert/mechanisms/plain_dirichlet.hpp"
#include "dpcert/solve/effort.hpp"
#include "src/privacy/registry.hpp"

namespace dpcert::detail {
namespace {

DirichletQuery dirichlet_query(const Query& query) {
  DirichletQuery out;
  out.mechanism = *dirichlet_mechanism(query.mechanism());
  for (const Argument& a : query.arguments(0)) out.prior.push_back(a.exact);
  out.n = query.argument(1).exact.to_int64().value_or(std::numeric_limits<std::int64_t>::max());
  out.eps = query.argument(2).exact;
  if (out.mechanism == DirichletMechanism::ehds) out.gamma = query.argument(3).exact;
  require_valid(out);
  return out;
}

/// The value with the digits asked for; EffortExhausted when the limit on work ends a search.
template <class Value>
Certified certify_worst(int digits, const Value& value) {
  return escalate(bits_for_digits(digits), bits_for_digits(digits) + 8, [&](Precision precision) {
    const WorstPair worst = value(precision);
    if (!worst.decided) throw EffortExhausted("the limit on work was reached before every pair was excluded");
    return worst.enclosure;
  });
}

}  // namespace

Certified certify_dirichlet_loss(const Query& query, int digits) {
  const DirichletQuery q = dirichlet_query(query);
  return certify_worst(digits, [&](Precision bits) { return dirichlet_privacy_loss(q, bits); });
}
Certified certify_dirichlet_delta(const Query& query, int digits) {
  const DirichletQuery q = dirichlet_query(query);
  const Rational& epsilon = query.point().exact;
  // Where no loss is above epsilon, delta is exactly 0, which no number of digits would show.
  const WorstPair loss = dirichlet_privacy_loss(q, 64);
  const bool none = loss.exact ? *loss.exact <= epsilon : certainly_less_equal(loss.enclosure, Ball(epsilon, 128));
  if (loss.decided && none) return Certified::zero();
  return certify_worst(digits, [&](Precision bits) { return dirichlet_delta(q, epsilon, bits); });
}
Certified certify_dirichlet_rdp(const Query& query, int digits) {
  if (query.point().infinite) return certify_dirichlet_loss(query, digits);
  const DirichletQuery q = dirichlet_query(query);
  return certify_worst(digits, [&](Precision bits) { return dirichlet_renyi(q, query.point().exact, bits); });
}
std::optional<Rational> dirichlet_loss_exact(const Query& query) {
  const DirichletQuery q = dirichlet_query(query);
  return is_exponential(q.mechanism) ? std::nullopt : dirichlet_privacy_loss(q, 64).exact;
}
double textbook_dirichlet_loss(const Query& query) {
  const DirichletQuery q = dirichlet_query(query);
  if (!is_exponential(q.mechanism)) return dirichlet_privacy_loss(q, 64).here.approx();
  return PlainDirichlet(q).worst([](const std::vector<double>& p, const std::vector<double>& r) {
    double most = 0;
    for (std::size_t i = 0; i < p.size(); ++i) most = std::fmax(most, std::log(p[i] / r[i]));
    return most;
  });
}
double textbook_dirichlet_delta(const Query& query) {
  const DirichletQuery q = dirichlet_query(query);
  if (!is_exponential(q.mechanism)) return dirichlet_delta(q, query.point().exact, 64).here.approx();
  const double factor = std::exp(query.point().nearest);
  return PlainDirichlet(q).worst([&](const std::vector<double>& p, const std::vector<double>& r) {
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) sum += std::fmax(0, p[i] - factor * r[i]);
    return sum;
  });
}

double textbook_dirichlet_rdp(const Query& query) {
  if (query.point().infinite) return textbook_dirichlet_loss(query);
  const DirichletQuery q = dirichlet_query(query);
  const double order = query.point().nearest;
  if (!is_exponential(q.mechanism)) return dirichlet_renyi(q, query.point().exact, 64).here.approx();
  return PlainDirichlet(q).worst([&](const std::vector<double>& p, const std::vector<double>& r) {
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i)
      sum += order == 1 ? p[i] * std::log(p[i] / r[i]) : r[i] * std::pow(p[i] / r[i], order);
    return order == 1 ? sum : std::log(sum) / (order - 1);
  });
}

}  // namespace dpcert::detail
