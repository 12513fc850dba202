// The true global sensitivity of the Hellinger distance of Dirichlet posteriors, by a closed form.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "dpcert/core/error.hpp"
#include "dpcert/core/size.hpp"
#include "dpcert/mechanisms/dirichlet_law.hpp"
#include "dpcert/mechanisms/dirichlet_mechanisms.hpp"

namespace dpcert {
namespace {

constexpr std::int64_t most_records = 1'000'000'000'000;

/// Two posteriors that differ in a record of category `i` or `j`, where the others of the n records are in `rest`.
struct Moved {
  std::size_t i, j, rest;
};

WorstPair of_pair(const DirichletQuery& query, const Moved& at, Precision bits) {
  WorstPair out;
  out.x.assign(query.prior.size(), 0);
  out.x[at.rest] = query.n - 1;
  out.neighbour = out.x;
  const auto parameter = [&](std::size_t k) { return Ball(query.prior[k] + Rational(out.x[k]), bits); };
  const Ball affinity = moved_record_log_affinity(parameter(at.i)) + moved_record_log_affinity(parameter(at.j));
  ++out.x[at.i], ++out.neighbour[at.j];
  out.output = out.x;
  out.enclosure = out.here = sqrt(-expm1(affinity));
  return out;
}

}  // namespace

// LS(x) is the largest distance to a neighbour (the triangle inequality, attained at the data's own posterior), so the
// global sensitivity is the largest distance of neighbours: 1 - H^2 = g(u) g(v), u and v the two parameters without the
// record that moves, has to be the least. With f(t) = 1/(u + t/2),
//   (log g)'(u) = psi(u + 1/2) - psi(u) - 1/(2u) = f(0) - f(1) + f(2) - ... - f(0)/2,
//   (log g)''(u) = -(h(0) - h(1) + h(2) - ... - h(0)/2), h(t) = 1/(u + t/2)^2.
// An alternating sum of a decreasing convex sequence is more than half of its first term (twice the sum is that term
// and the alternating sum of its decreasing differences). So g increases and log g is strictly concave.
//   d >= 3: all other records can be in a third category, and u, v are the two smallest priors.
//   d = 2:  u = a + k, v = b + n - 1 - k: concave in k, the least at k = 0 or k = n - 1.
// The lemmas base.gamma.half.rise, base.gamma.half.segment and base.hellinger.neighbours of the catalogue are these
// steps. Asked for all n from 1 on: for d >= 3 the value is the same, for d = 2 it falls with n.
WorstPair dirichlet_global_sensitivity(const DirichletQuery& query, Precision bits) {
  DirichletQuery any = query;
  any.mechanism = DirichletMechanism::lshist;  // no limit of an enumeration
  require_valid(any);
  if (query.n > most_records)
    throw Error(ErrorCode::domain, "n", "an integer from 1 to 10^12", std::to_string(query.n));
  // 1 - g(u) g(v) is about 1/(8u) + 1/(8v) for large u and v, and lgamma has log2(u log u) bits before the point.
  Rational largest(query.n);
  for (const Rational& a : query.prior) largest = std::max(largest, a);
  const Precision enough = bits + 64 + 3 * static_cast<Precision>(std::max(0.0, log2_of(largest)));
  if (query.prior.size() == 2) {
    const WorstPair low = of_pair(query, {0, 1, 1}, enough), high = of_pair(query, {0, 1, 0}, enough);
    WorstPair out = high.here.approx() > low.here.approx() ? high : low;
    out.enclosure = max(low.here, high.here);
    return out;
  }
  std::vector<std::size_t> order(query.prior.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return query.prior[a] < query.prior[b]; });
  return of_pair(query, {order[0], order[1], order[2]}, enough);
}

}  // namespace dpcert
