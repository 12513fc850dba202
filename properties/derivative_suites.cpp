// Closed forms of the log-partition function's derivatives against automatic and numerical differentiation; symbolic
// traces against direct runs.
#include <array>
#include <bit>
#include <cmath>

#include "dpcert/divergence/renyi.hpp"
#include "dpcert/families/categorical_dirichlet.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "dpcert/scalar/jet.hpp"
#include "dpcert/scalar/tape.hpp"

namespace dpcert::properties {
namespace {

constexpr Precision bits = 256;

Vector<Ball> natural(const CategoricalDirichlet& family, const Dirichlet<Rational>& law) {
  Dirichlet<Ball> p;
  for (const Rational& a : law.alpha) p.alpha.emplace_back(a, bits);
  return family.natural_parameter(p);
}

SuiteResult jet_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto d = *any_in<std::size_t>(2, 6);
    const CategoricalDirichlet family(static_cast<int>(d));
    const auto eta = natural(family, *law(d, any_count()));
    Vector<Jet<Ball>> jets(eta.size());
    for (std::size_t i = 0; i < d; ++i)
      jets(static_cast<Eigen::Index>(i)) = Jet<Ball>::variable(eta(static_cast<Eigen::Index>(i)), i, d, 2);
    const auto c = family.log_partition(jets);
    const auto gradient = family.log_partition_gradient(eta);
    const auto hessian = family.log_partition_hessian(eta);
    RC_ASSERT(c.value().overlaps(family.log_partition(eta)));
    for (std::size_t i = 0; i < d; ++i) {
      RC_ASSERT(gradient(static_cast<Eigen::Index>(i)).is_finite());
      RC_ASSERT(c.gradient(i).overlaps(gradient(static_cast<Eigen::Index>(i))));
      for (std::size_t j = 0; j < d; ++j) {
        RC_ASSERT(c.hessian(i, j).overlaps(hessian(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j))));
      }
    }
  });
}

// (C(eta + h e) - C(eta - h e))/(2h) = C' + h^2/6 C'''; the third derivative is at most 2/a^3 + 2/a for the least count
// a, twice that near by.
SuiteResult difference_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto d = *any_in<std::size_t>(2, 6);
    const CategoricalDirichlet family(static_cast<int>(d));
    const auto drawn = *law(d, any_count());
    const auto eta = natural(family, drawn);
    const auto direction = static_cast<Eigen::Index>(*any_in<std::size_t>(0, d));
    const Ball h = pow(Ball(Rational(1, 2), bits), 60);
    const auto moved = [&](const Ball& by) {
      Vector<Ball> x = eta;
      x(direction) = x(direction) + by;
      return x;
    };
    Rational least = drawn.alpha[0];
    for (const Rational& a : drawn.alpha) least = a < least ? a : least;
    const Ball a(least, bits);
    const Ball slack = pow(h, 2) * (Ball(4) / pow(a, 3) + Ball(4) / a + Ball(4));
    const Ball slope = (family.log_partition(moved(h)) - family.log_partition(moved(-h))) / (Ball(2) * h);
    RC_ASSERT(!certainly_greater(abs(slope - family.log_partition_gradient(eta)(direction)), slack));
    const auto up = family.log_partition_gradient(moved(h)), down = family.log_partition_gradient(moved(-h));
    const Ball slack_second = pow(h, 2) * (Ball(20) / pow(a, 4) + Ball(20) / a + Ball(20));
    for (Eigen::Index i = 0; i < eta.size(); ++i) {
      const Ball second = (up(i) - down(i)) / (Ball(2) * h);
      RC_ASSERT(!certainly_greater(abs(second - family.log_partition_hessian(eta)(i, direction)), slack_second));
    }
  });
}

SuiteResult trace_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto pair = *any_pair(any_count());
    const bool limit = *rc::gen::arbitrary<bool>();
    const double order = (*any_order()).approx();
    std::vector<Expr> inputs{Expr::variable("order")};
    std::vector<double> values{order};
    Dirichlet<Expr> trace_p, trace_q;
    Dirichlet<double> p, q;
    const auto add = [&](const char* prefix, const Dirichlet<Rational>& from, Dirichlet<Expr>& trace,
                         Dirichlet<double>& value) {
      for (std::size_t k = 0; k < from.dimension(); ++k) {
        inputs.push_back(Expr::variable(prefix + std::to_string(k)));
        values.push_back(from.alpha[k].approx());
        trace.alpha.push_back(inputs.back());
        value.alpha.push_back(values.back());
      }
    };
    add("p", pair.p, trace_p, p);
    add("q", pair.q, trace_q, q);
    const Expr trace = renyi_formula(limit ? Order<Expr>::one() : Order(inputs[0]), trace_p, trace_q);
    const Tape tape({trace}, inputs);
    std::vector<double> work;
    tape.run(
        std::span<const double>(values), work, [](const Rational& x) { return constant<double>(x); },
        [] { return pi_like(1.0); }, 0, tape.code().size());
    const double traced = work[tape.root(0)];
    const double direct = renyi_formula(limit ? Order<double>::one() : Order(order), p, q);
    // Outside the domain the direct run says +infinity where the formula itself is undefined.
    if (std::isinf(direct)) {
      RC_ASSERT(!std::isfinite(traced));
    } else {
      RC_ASSERT(std::bit_cast<std::uint64_t>(traced) == std::bit_cast<std::uint64_t>(direct));
    }
  });
}

}  // namespace

std::span<const Suite> derivative_suites() {
  static constexpr std::array<Suite, 3> suites = {
      {{"log-partition.automatic-derivatives", "Closed-form gradient and Hessian of C overlap second-order jets of C.",
        jet_suite},
       {"log-partition.finite-differences", "Closed-form gradient and Hessian of C agree with differences at 256 bits.",
        difference_suite},
       {"trace.same-bits", "The symbolic trace of a divergence evaluates to the bits of the template run directly.",
        trace_suite}}};
  return suites;
}

}  // namespace dpcert::properties
