#include "dpcert/properties/generators.hpp"

#include <cmath>
#include <ostream>

namespace dpcert {

void showValue(const Rational& x, std::ostream& out) { out << x.str(); }
void showValue(const Dirichlet<Rational>& p, std::ostream& out) {
  out << "Dirichlet(";
  for (std::size_t k = 0; k < p.dimension(); ++k) out << (k == 0 ? "" : ", ") << p.alpha[k].str();
  out << ")";
}

namespace properties {
namespace {

/// Uniform on [0, 1).
double uniform(rc::Random& random) { return static_cast<double>(random.next() >> 11) * 0x1p-53; }

/// Numerator plus denominator, of a positive rational: what a reader finds simple.
Rational height(const Rational& x) {
  Rational h;
  fmpz_add(fmpq_numref(h.fmpq_ptr()), fmpq_numref(x.fmpq_ptr()), fmpq_denref(x.fmpq_ptr()));
  return h;
}

/// The simplest rationals within 50%, 10%, ... of x that are simpler than x and lie in [lo, hi].
rc::Seq<Rational> simpler(const Rational& x, const Rational& lo, const Rational& hi) {
  std::vector<Rational> candidates;
  for (const Rational& part :
       {Rational(1, 2), Rational(1, 10), Rational(1, 100), Rational(1, 1000), Rational(1, 100000)}) {
    Rational low = x * (Rational(1) - part), high = x * (Rational(1) + part);
    if (low < lo) low = lo;
    if (high > hi) high = hi;
    const Rational candidate = simplest_between(low, high);
    if (height(candidate) < height(x)) candidates.push_back(candidate);
  }
  return rc::seq::fromContainer(candidates);
}

rc::Gen<Rational> log_uniform_double(double lo, double hi) {
  return log_uniform(Rational::from_double(lo), Rational::from_double(hi));
}

}  // namespace

rc::Gen<Rational> log_uniform(const Rational& lo, const Rational& hi) {
  const double log_lo = std::log(lo.approx()), log_hi = std::log(hi.approx());
  return [=](const rc::Random& seed, int) {
    rc::Random random = seed;
    // Twenty bits are plenty of variety, and keep exact arithmetic on the value cheap.
    const Rational exact = Rational::from_double(std::exp(log_lo + (log_hi - log_lo) * uniform(random)));
    Rational x = simplest_between(exact * Rational(1048575, 1048576), exact);
    if (x < lo) x = lo;
    if (x > hi) x = hi;
    return rc::shrinkable::shrinkRecur(x, [=](const Rational& y) { return simpler(y, lo, hi); });
  };
}

rc::Gen<Rational> any_count() { return log_uniform(Rational(1, 1000000), Rational(1000000000000)); }
rc::Gen<Rational> moderate_count() { return log_uniform(Rational(1, 10), Rational(200)); }

rc::Gen<Rational> unit() {
  return rc::gen::oneOf(log_uniform(Rational(1, 1000), Rational(999, 1000)),
                        rc::gen::map(log_uniform(Rational(1, 1000000), Rational(1, 2)),
                                     [](const Rational& x) { return Rational(1) - x; }));
}

rc::Gen<Rational> any_order() {
  const auto above = [](const Rational& x) { return Rational(1) + x; };
  return rc::gen::oneOf(unit(), rc::gen::map(log_uniform(Rational(1, 1000000), Rational(1)), above),
                        rc::gen::map(log_uniform(Rational(1), Rational(10000)), above));
}

rc::Gen<Dirichlet<Rational>> law(std::size_t dimension, const rc::Gen<Rational>& count) {
  return rc::gen::map(rc::gen::container<std::vector<Rational>>(dimension, count),
                      [](std::vector<Rational> alpha) { return Dirichlet<Rational>(std::move(alpha)); });
}

void showValue(const Pair& pair, std::ostream& out) {
  out << "P = ";
  dpcert::showValue(pair.p, out);
  out << ", Q = ";
  dpcert::showValue(pair.q, out);
}

rc::Gen<Pair> neighbouring_pair(std::size_t dimension, const rc::Gen<Rational>& count) {
  const auto step = rc::gen::oneOf(rc::gen::just(Rational(1)), log_uniform_double(1e-6, 1));
  return rc::gen::apply(
      [dimension](const Dirichlet<Rational>& common, const Rational& r, std::size_t j) {
        Pair pair{common, common};
        pair.p.alpha[j % dimension] += r;
        pair.q.alpha[(j + 1) % dimension] += r;
        return pair;
      },
      law(dimension, count), step, any_in<std::size_t>(0, dimension));
}

rc::Gen<Pair> any_pair(const rc::Gen<Rational>& count, std::size_t least_dimension) {
  return rc::gen::mapcat(any_in<std::size_t>(least_dimension, 6), [count](std::size_t d) {
    const auto independent = rc::gen::apply(
        [](const Dirichlet<Rational>& p, const Dirichlet<Rational>& q) {
          return Pair{p, q};
        },
        law(d, count), law(d, count));
    const auto proportional = rc::gen::apply(
        [](const Dirichlet<Rational>& p, const Rational& factor, const Rational& r) {
          Pair pair{p, p};
          for (Rational& a : pair.q.alpha) a *= factor;
          pair.q.alpha[0] += r;
          return pair;
        },
        law(d, count), log_uniform_double(0.5, 2), log_uniform_double(1e-6, 1));
    return rc::gen::oneOf(independent, neighbouring_pair(d, count), proportional);
  });
}

rc::Gen<Pair> beta_pair(const rc::Gen<Rational>& count) {
  const auto independent = rc::gen::apply(
      [](const Dirichlet<Rational>& p, const Dirichlet<Rational>& q) {
        return Pair{p, q};
      },
      law(2, count), law(2, count));
  return rc::gen::oneOf(independent, neighbouring_pair(2, count));
}

void showValue(const Neighbours& pair, std::ostream& out) {
  const auto list = [&](const std::vector<int>& data) {
    for (std::size_t i = 0; i < data.size(); ++i) out << (i == 0 ? "" : ",") << data[i];
  };
  list(pair.data);
  out << " and ";
  list(pair.other);
}

rc::Gen<Neighbours> neighbouring_data(int categories, int most_records) {
  const auto record = any_in(0, categories);
  return rc::gen::mapcat(rc::gen::inRange<std::size_t>(1, static_cast<std::size_t>(most_records) + 1),
                         [=](std::size_t n) {
                           return rc::gen::apply(
                               [](const std::vector<int>& data, std::size_t where, int replacement) {
                                 Neighbours pair{data, data};
                                 pair.other[where] = replacement;
                                 return pair;
                               },
                               rc::gen::container<std::vector<int>>(n, record), any_in<std::size_t>(0, n), record);
                         });
}

}  // namespace properties
}  // namespace dpcert
