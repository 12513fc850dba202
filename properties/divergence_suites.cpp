// Laws that every Renyi divergence obeys, checked on certified enclosures of Dirichlet pairs; and the double path
// against them.
#include <array>
#include <cmath>

#include "dpcert/divergence/certified.hpp"
#include "dpcert/divergence/renyi.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "properties/values.hpp"

namespace dpcert::properties {
namespace {

constexpr int digits = 20;

Certified divergence(const Rational& order, const Pair& pair) {
  return certified_renyi(order == Rational(1) ? Order<Rational>::one() : Order(order), pair.p, pair.q, digits);
}

bool may_be_equal(const Certified& a, const Certified& b) {
  if (a.is_infinite() || b.is_infinite()) return a.is_infinite() == b.is_infinite();
  return a.enclosure.overlaps(b.enclosure);
}

SuiteResult nonnegative_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto pair = *any_pair(any_count());
    const auto order = *any_order();
    const auto d = divergence(order, pair);
    RC_ASSERT(d.is_infinite() || d.is_finite());
    if (pair.p == pair.q) {
      RC_ASSERT(d.enclosure.is_exact() && d.enclosure.contains_zero());
    } else {
      RC_ASSERT(certainly_positive(d.enclosure));
    }
  });
}

SuiteResult permutation_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    auto pair = *any_pair(any_count());
    const auto order = *any_order();
    const auto i = *any_in<std::size_t>(0, pair.p.dimension());
    const auto j = *any_in<std::size_t>(0, pair.p.dimension());
    const auto before = divergence(order, pair);
    std::swap(pair.p.alpha[i], pair.p.alpha[j]);
    std::swap(pair.q.alpha[i], pair.q.alpha[j]);
    RC_ASSERT(may_be_equal(before, divergence(order, pair)));
  });
}

SuiteResult skew_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto pair = *any_pair(any_count());
    const Rational order = *unit(), other = Rational(1) - order;
    const auto forward = divergence(order, pair), backward = divergence(other, {pair.q, pair.p});
    RC_ASSERT(forward.is_finite() && backward.is_finite());
    const Ball left = Ball(other, 200) * forward.enclosure, right = Ball(order, 200) * backward.enclosure;
    RC_ASSERT(left.overlaps(right));
  });
}

SuiteResult monotone_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto pair = *any_pair(any_count());
    Rational low = *rc::gen::oneOf(any_order(), rc::gen::just(Rational(1))), high = *any_order();
    if (high < low) std::swap(low, high);
    const auto small = divergence(low, pair), large = divergence(high, pair);
    RC_ASSERT(may_be_at_most(small, large));
    RC_ASSERT(may_be_at_most(large, certified_renyi(Order<Rational>::infinity(), pair.p, pair.q, digits)));
  });
}

SuiteResult merging_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto pair = *any_pair(any_count(), 3);
    const auto order = *any_order();
    const auto merge = [](const Dirichlet<Rational>& law) {
      Dirichlet<Rational> merged(std::vector<Rational>(law.alpha.begin() + 1, law.alpha.end()));
      merged.alpha[0] += law.alpha[0];
      return merged;
    };
    RC_ASSERT(may_be_at_most(divergence(order, {merge(pair.p), merge(pair.q)}), divergence(order, pair)));
  });
}

SuiteResult convex_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto pair = *any_pair(any_count());
    const auto third = *law(pair.p.dimension(), any_count());
    const auto order = Rational(1) + *log_uniform(Rational(1, 1000000), Rational(1000));
    Dirichlet<Rational> middle = pair.q;
    for (std::size_t k = 0; k < middle.dimension(); ++k)
      middle.alpha[k] = (pair.q.alpha[k] + third.alpha[k]) / Rational(2);
    const auto at_middle = divergence(order, {pair.p, middle});
    const auto at_q = divergence(order, pair), at_third = divergence(order, {pair.p, third});
    if (at_q.is_infinite() || at_third.is_infinite()) return;
    RC_ASSERT(at_middle.is_finite());
    const Ball mean = (at_q.enclosure + at_third.enclosure) * Ball(Rational(1, 2), 200);
    RC_ASSERT(!certainly_greater(at_middle.enclosure, mean));
  });
}

SuiteResult double_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto pair = *any_pair(any_count());
    const auto order = *any_order();
    // The truth of the doubles nearest to the rationals drawn.
    const auto nearest = [](const Dirichlet<Rational>& law) {
      std::pair<Dirichlet<double>, Dirichlet<Rational>> out;
      for (const Rational& a : law.alpha) {
        out.first.alpha.push_back(a.approx());
        out.second.alpha.push_back(Rational::from_double(a.approx()));
      }
      return out;
    };
    const auto [p, exact_p] = nearest(pair.p);
    const auto [q, exact_q] = nearest(pair.q);
    const Order<double> double_order(order.approx());
    const double value = renyi_divergence(double_order, p, q);
    const auto truth = divergence(Rational::from_double(double_order.value()), {exact_p, exact_q});
    if (truth.is_infinite()) {
      RC_ASSERT(std::isinf(value) && value > 0);
    } else {
      const double expected = truth.enclosure.approx();
      RC_ASSERT(std::fabs(value - expected) <= 1e-10 * expected);
    }
  });
}

// At order infinity, for parameters that differ by integers: the density ratio is a rational function, largest where x
// is proportional to the differences. Its values at rational points are exact.
SuiteResult max_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto q = *law(*any_in<std::size_t>(2, 6), log_uniform(Rational(1, 100), Rational(1000)));
    Dirichlet<Rational> p = q;
    const auto d = q.dimension();
    std::vector<int> steps(d);
    int sum = 0;
    for (std::size_t k = 0; k < d; ++k) {
      sum += steps[k] = *any_in(0, 7);
      p.alpha[k] += Rational(steps[k]);
    }
    RC_PRE(sum > 0);
    // x (x+1) ... (x+n-1), the quotient of two Gamma functions.
    const auto rising = [](const Rational& x, int n) {
      Rational product(1);
      for (int i = 0; i < n; ++i) product *= x + Rational(i);
      return product;
    };
    const auto ratio_at = [&](const std::vector<Rational>& x) {
      Rational ratio = rising(total(q), sum);
      for (std::size_t k = 0; k < d; ++k) ratio *= pow(x[k], steps[k]) / rising(q.alpha[k], steps[k]);
      return ratio;
    };
    std::vector<Rational> top, any;
    Rational mass;
    for (std::size_t k = 0; k < d; ++k) {
      top.emplace_back(steps[k], sum);
      any.push_back(*unit());
      mass += any.back();
    }
    for (Rational& x : any) x /= mass;
    const auto largest = certified_renyi(Order<Rational>::infinity(), p, q, 17);
    RC_ASSERT(largest.is_finite());
    RC_ASSERT(largest.enclosure.overlaps(log(Ball(ratio_at(top), 400))));
    RC_ASSERT(!certainly_less(largest.enclosure, log(Ball(ratio_at(any), 400))));
    // The template over enclosures, which is what proofs trace.
    const auto balls = [](const Dirichlet<Rational>& exact) {
      std::vector<Ball> alpha;
      for (const Rational& a : exact.alpha) alpha.emplace_back(a, 256);
      return Dirichlet<Ball>(std::move(alpha));
    };
    RC_ASSERT(max_divergence(balls(p), balls(q)).overlaps(largest.enclosure));
    // The other way round the ratio is unbounded.
    RC_ASSERT(certified_renyi(Order<Rational>::infinity(), q, p, 17).is_infinite());
  });
}

}  // namespace

std::span<const Suite> divergence_suites() {
  static constexpr std::array<Suite, 8> suites = {
      {{"divergence.max-divergence",
        "At order infinity the divergence is the largest log-ratio of the densities, at rational points exactly.",
        max_suite},
       {"divergence.nonnegative", "A Renyi divergence is positive, and exactly 0 for equal laws.", nonnegative_suite},
       {"divergence.permutation", "Permuting the coordinates of both laws does not change the divergence.",
        permutation_suite},
       {"divergence.skew-symmetry", "(1 - order) D_order(P||Q) = order D_(1-order)(Q||P) for orders in (0, 1).",
        skew_suite},
       {"divergence.monotone-in-order", "The divergence does not decrease with the order, up to the max-divergence.",
        monotone_suite},
       {"divergence.data-processing", "Merging two coordinates of both laws does not increase the divergence.",
        merging_suite},
       {"divergence.convex-in-second",
        "For orders above 1 the divergence is convex in the second law's natural parameter.", convex_suite},
       {"divergence.double-digits", "The double path keeps ten digits of the certified value, and its infinities.",
        double_suite}}};
  return suites;
}

}  // namespace dpcert::properties
