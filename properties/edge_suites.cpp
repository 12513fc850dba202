// Ends of ranges: values that are exactly zero, one or infinite, numbers next to the truth, pairs that are named, and
// the bits that everything is drawn from. What is expected is said by a definition or by listing everything.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "dpcert/core/precision.hpp"
#include "dpcert/divergence/certified.hpp"
#include "dpcert/langevin/gaussian_pair.hpp"
#include "dpcert/langevin/propose_test_sample.hpp"
#include "dpcert/mechanisms/dirichlet_mechanisms.hpp"
#include "dpcert/mechanisms/dirichlet_samplers.hpp"
#include "dpcert/mechanisms/random_bits.hpp"
#include "dpcert/privacy/conversions.hpp"
#include "dpcert/privacy/gaussian.hpp"
#include "dpcert/privacy/quantity.hpp"
#include "dpcert/privacy/subsampled_gaussian.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "dpcert/solve/roots.hpp"
#include "properties/direct.hpp"
#include "properties/finite_laws.hpp"
#include "properties/frequencies.hpp"
#include "properties/values.hpp"

namespace dpcert::properties {
namespace {

using Side = Comparison::Side;

std::vector<Rational> one(const Rational& x) { return {x}; }
ExtendedRational number(Rational x) { return {std::move(x), false}; }
const ExtendedRational infinity{Rational(0), true};

/// The value is exactly this, and compared with it the library says so.
void exactly(const Query& query, const Rational& value) {
  const Certified truth = certify(query, 20);
  RC_ASSERT(truth.is_finite());
  RC_ASSERT(truth.enclosure.contains(value));
  RC_ASSERT(truth.enclosure.upper_rational() - truth.enclosure.lower_rational() <= pow(Rational(1, 10), 15));
  RC_ASSERT(compare(query, value).side == Side::equal);
}
void infinite(const Query& query) { RC_ASSERT(certify(query, 15).is_infinite()); }

SuiteResult ends_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational rho = *log_uniform(Rational(1, 10), Rational(10)),
                   more = rho * (Rational(1) + *log_uniform(Rational(1, 100), Rational(10)));
    const Rational s = *log_uniform(Rational(1, 10), Rational(10)),
                   order = Rational(1) + *log_uniform(Rational(1, 10), Rational(20));
    // Two normal laws of one deviation and other means have no largest log-ratio; nor at the order at which the
    // variance of P^order Q^(1-order) is zero: s1^2/s2^2 = order/(order-1), here ((k+1)/k)^2.
    const ListParameters shifted{{"m1", one(rho)}, {"s1", one(s)}, {"m2", one(more)}, {"s2", one(s)}};
    infinite(make_query("renyi", "gaussian_pair", shifted, infinity));
    const Rational k(*any_in(1, 9)), wider = s * (k + Rational(1)) / k,
                                     edge = (k + Rational(1)) * (k + Rational(1)) / (Rational(2) * k + Rational(1));
    infinite(make_query("renyi", "gaussian_pair",
                        {{"m1", one(rho)}, {"s1", one(wider)}, {"m2", one(more)}, {"s2", one(s)}}, number(edge)));
    // order a1 + (1 - order) a2 = 0: the integral of a power -1.
    const Rational a2 = rho, a1 = a2 * (order - Rational(1)) / order;
    infinite(make_query("renyi", "beta_pair", {{"a1", one(a1)}, {"b1", one(more)}, {"a2", one(a2)}, {"b2", one(s)}},
                        number(order)));
    // Nothing is lost at all.
    const Rational zero(0), whole(1);
    exactly(make_query("rdp", "zcdp", {{"rho", one(zero)}}, infinity), zero);
    exactly(make_query("rdp", "zcdp", {{"rho", one(zero)}}, number(order)), zero);
    infinite(make_query("rdp", "zcdp", {{"rho", one(rho)}}, infinity));
    for (const char* conversion : {"_mironov", "_cks"}) {
      const std::string delta = std::string("delta") + conversion, epsilon = std::string("epsilon") + conversion;
      const ListParameters curve{{"orders", {order}}, {"eps", {zero}}}, pure{{"order", one(order)}, {"eps", one(zero)}};
      exactly(make_query(delta, "rdp_curve", curve, number(s)), zero);
      exactly(make_query(delta, "renyi_dp", pure, number(s)), zero);
      exactly(make_query(epsilon, "renyi_dp", pure, number(Rational(1, 3))), zero);
      exactly(make_query(delta, "zcdp", {{"rho", one(zero)}}, number(s)), zero);
    }
    // Mironov's delta is cut at 1, and is exactly 1 where rho is epsilon.
    exactly(make_query("delta_mironov", "renyi_dp", {{"order", one(order)}, {"eps", one(rho)}}, number(rho)), whole);
    exactly(make_query("delta_mironov", "renyi_dp", {{"order", one(order)}, {"eps", one(more)}}, number(rho)), whole);
    exactly(make_query("delta_mironov", "zcdp", {{"rho", one(rho)}}, number(rho)), whole);
    // A largest log-ratio alone: delta is 0 from there on, and 1 as far as a single order tells below it.
    const Rational dyadic = Rational::from_double(rho.approx());
    const RenyiCurve largest{{Order<Rational>::infinity()}, {Ball(dyadic, 64)}};
    for (const Conversion conversion : {Conversion::mironov, Conversion::cks}) {
      const auto is = [](const Certified& found, const Rational& expected) {
        RC_ASSERT(found.is_finite());
        RC_ASSERT(found.enclosure.contains(expected));
        RC_ASSERT(found.enclosure.upper_rational() - found.enclosure.lower_rational() <= pow(Rational(1, 10), 12));
      };
      is(curve_to_delta(conversion, largest, dyadic, 15), zero);
      is(curve_to_delta(conversion, largest, dyadic + s, 15), zero);
      is(curve_to_delta(conversion, largest, dyadic / Rational(2), 15), whole);
      is(curve_to_epsilon(conversion, largest, Rational(1, 3), 15), dyadic);
      is(curve_to_epsilon(conversion, largest, whole, 15), zero);
    }
    // Without noise a Poisson sample is two atoms, (1-q, q) against (1, 0).
    const Rational q = *unit() * Rational(98, 100) + Rational(1, 100);
    RC_ASSERT(certified_subsampled_gaussian(order, q, zero, 15).is_infinite());
    RC_ASSERT(certified_subsampled_gaussian(whole, q, zero, 15).is_infinite());
    RC_ASSERT(certified_subsampled_gaussian(Rational(1, 2), whole, zero, 15).is_infinite());
    const Rational below = Rational(1) / (order + Rational(1));
    const double a = below.approx();
    RC_ASSERT(agree(certified_subsampled_gaussian(below, q, zero, 15).enclosure,
                    std::log(std::pow(1 - q.approx(), a)) / (a - 1), 1e-9));
    // B(x, 1) = B(1, x) = 1/x.
    for (const bool first : {true, false}) {
      const Certified level =
          certified_log_partition(first ? Dirichlet<Rational>{{rho, whole}} : Dirichlet<Rational>{{whole, rho}}, 15);
      RC_ASSERT(agree(level.enclosure, -std::log(rho.approx()), 1e-9, 1e-12));
    }
    // A root that is exactly the point at which a search begins.
    const auto root = monotone_root([&](const Ball& x) { return (x - Ball(1)) * Ball(rho, 128); }, 1, 60, 128);
    RC_ASSERT(root.has_value());
    RC_ASSERT(root->contains(whole));
    // Far out the normal law's delta falls at mu^2/2, up to a share of about 1/mu.
    const Rational far = pow(Rational(10), *any_in(20, 60)) * rho, third(1, 3);
    const Certified deviation_there = certified_gaussian_sigma(third, far, whole, 15),
                    epsilon_there = certified_gaussian_epsilon(third, far, 15);
    RC_ASSERT(deviation_there.is_finite());
    RC_ASSERT(epsilon_there.is_finite());
    RC_ASSERT(agree(deviation_there.enclosure, 1 / std::sqrt(2 * far.approx()), 1e-6));
    RC_ASSERT(agree(epsilon_there.enclosure, far.approx() / 2, 1e-6));
    // The same normal law twice.
    const double deviation = s.approx(), level = rho.approx() / 10;
    RC_ASSERT(langevin::gaussian_hockey_stick(level, deviation, deviation, 0.0) == 0.0);
    RC_ASSERT(std::fabs(langevin::gaussian_hockey_stick(-level, deviation, deviation, 0.0) + std::expm1(-level)) <=
              1e-12);
    // Is a slope within a radius? In rationals, at the edge and off it.
    const langevin::Sample<double> record{deviation, more.approx()};
    const Rational slope = Rational::from_double(record.y) / Rational::from_double(record.x);
    const double centre = level * *any_in(-50, 50);
    const Rational distance = abs(slope - Rational::from_double(centre));
    for (const double share : {0.5, 1 - 1e-15, 1.0, 1 + 1e-15, 2.0}) {
      const double radius = distance.approx() * share;
      RC_ASSERT(langevin::slope_within(record, centre, radius) == (distance <= Rational::from_double(radius)));
    }
    // The least digits whose bits are enough.
    for (Precision bits = 1; bits < 100; ++bits) {
      const int digits = digits_for_bits(bits);
      RC_ASSERT(digits >= 1);
      RC_ASSERT(bits_for_digits(digits) >= bits);
      if (digits > 1) RC_ASSERT(bits_for_digits(digits - 1) < bits);
    }
  });
}

// Numbers next to the truth, further than 15 digits: both sides, and as doubles where everything is one.
SuiteResult next_to_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto size = [](int below, int above) { return *log_uniform(Rational(1, below), Rational(above)); };
    const Rational order = Rational(1) + size(2, 30), scale = size(5, 10);
    std::vector<Query> queries{
        make_query("rdp", "laplace", {{"b", one(scale)}}, number(order)),
        make_query("rdp", "pure_dp", {{"eps", one(scale)}}, number(order)),
        make_query("rdp", "exponential_mechanism", {{"eps", one(scale)}}, number(order)),
        make_query("delta_mironov", "renyi_dp", {{"order", one(order)}, {"eps", one(scale)}},
                   number(scale * Rational(3))),
        make_query("delta_cks", "renyi_dp", {{"order", one(order)}, {"eps", one(scale)}}, number(scale * Rational(3))),
        make_query("delta_mironov", "zcdp", {{"rho", one(scale)}}, number(scale * Rational(3))),
        make_query("delta_cks", "zcdp", {{"rho", one(scale)}}, number(scale * Rational(3))),
        make_query("delta_cks", "rdp_curve",
                   {{"orders", {order, order + Rational(1)}}, {"eps", {scale, scale * Rational(2)}}},
                   number(scale * Rational(3)))};
    for (const Query& query : queries) {
      RC_LOG() << query.quantity() << " of " << query.mechanism() << "\n";
      const Certified truth = certify(query, 60);
      RC_ASSERT(truth.is_finite());
      const Rational step = abs(truth.enclosure.midpoint_rational()) * pow(Rational(1, 10), 30);
      RC_ASSERT(compare(query, truth.enclosure.upper_rational() + step).side == Side::above);
      RC_ASSERT(compare(query, truth.enclosure.lower_rational() - step).side == Side::below);
    }
    // order T/(2 sigma^2) of doubles: an interval of doubles decides first.
    const double sigma = size(10, 10).approx(), x = order.approx();
    const int times = *any_in(1, 50);
    const Query gaussian =
        make_query("rdp", "gaussian", {{"sigma", one(Rational::from_double(sigma))}, {"T", one(Rational(times))}},
                   number(Rational::from_double(x)));
    const double about = x * times / (2 * sigma * sigma);
    RC_ASSERT(compare(gaussian, about * (1 + 1e-12)).side == Side::above);
    RC_ASSERT(compare(gaussian, about * (1 - 1e-12)).side == Side::below);
    // Textbook formulas at the orders at which they are written apart: 1, and those that are no integers.
    const int options_of = *any_in(2, 12);
    const double noise_share = (*unit()).approx() * 0.9 + 0.05, n = options_of;
    const Rational share = Rational::from_double(noise_share);
    const double low = noise_share / n, high = 1 - noise_share + low, even = 1 / n;
    const double there = high * std::log(high / even) + (n - 1) * low * std::log(low / even),
                 back = even * std::log(even / high) + (n - 1) * even * std::log(even / low);
    const Query special = make_query("rdp", "kary_randomized_response_replace_special",
                                     {{"noise", one(share)}, {"k", one(Rational(options_of))}}, number(Rational(1)));
    RC_ASSERT(std::fabs(textbook(special) - std::fmax(there, back)) <= 1e-9 * std::fmax(there, back) + 1e-12);
    RC_ASSERT(agree(certify(special, 15).enclosure, std::fmax(there, back), 1e-9, 1e-12));
    const double b = scale.approx();
    // log p/q is 1/b left of 0, -1/b right of 1, 1/b - 2x/b between: its mean under Laplace noise around 0.
    const double left = 0.5 / b, right = -std::exp(-1 / b) / 2 / b;
    const double between =
        integrate([b](double y) { return (1 - 2 * y) / b * std::exp(-y / b) / (2 * b); }, {0, 1}, b / 4);
    const Query laplace = make_query("rdp", "laplace", {{"b", one(scale)}}, number(Rational(1)));
    RC_ASSERT(std::fabs(textbook(laplace) - (left + between + right)) <= 1e-8 * (left + between + right) + 1e-12);
    const Rational half = Rational(*any_in(2, 8)) + Rational(1, 2);
    const Query sampled =
        make_query("rdp", "poisson_subsampled_gaussian",
                   {{"q", one(Rational(1, 4))}, {"sigma", one(Rational(2))}, {"T", one(Rational(1))}}, number(half));
    RC_ASSERT(agree(certify(sampled, 15).enclosure, textbook(sampled), 1e-6));
  });
}

// The pair of data sets that attains a largest value has it: everything listed.
SuiteResult named_pairs_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    DirichletQuery query;
    query.mechanism =
        *rc::gen::element(DirichletMechanism::lszhang, DirichletMechanism::lsdim, DirichletMechanism::lshist,
                          DirichletMechanism::ehd, DirichletMechanism::ehdl, DirichletMechanism::ehds);
    const std::size_t d = *any_in<std::size_t>(2, 4);
    query.prior = (*law(d, log_uniform(Rational(1, 3), Rational(3)))).alpha;
    query.n = *any_in<std::int64_t>(1, d == 2 ? 6 : 4);
    query.eps = *log_uniform(Rational(1, 5), Rational(10));
    query.gamma = *log_uniform(Rational(1, 10), Rational(2));
    const FiniteMechanism listed(query);
    RC_LOG() << to_string(query.mechanism) << " d " << d << " n " << query.n << "\n";
    const auto named = [&](const WorstPair& worst, const auto& of) {
      RC_ASSERT(listed.neighbours().contains({worst.x, worst.neighbour}));
      RC_ASSERT(agree(worst.here, of(listed.law(worst.x), listed.law(worst.neighbour)), 1e-8, 1e-12));
      RC_ASSERT(agree(worst.enclosure, listed.largest(of), 1e-8, 1e-12));
    };
    named(dirichlet_privacy_loss(query, 64), FiniteMechanism::loss);
    const Rational epsilon = query.eps * *unit(), order = Rational(1) + *log_uniform(Rational(1, 5), Rational(10));
    named(dirichlet_delta(query, epsilon, 64),
          [e = epsilon.approx()](const FiniteLaw& p, const FiniteLaw& q) { return FiniteMechanism::delta(p, q, e); });
    named(dirichlet_renyi(query, order, 64),
          [a = order.approx()](const FiniteLaw& p, const FiniteLaw& q) { return FiniteMechanism::renyi(p, q, a); });
    // How near the output is, and that draws have its law.
    const Counts& data = listed.states()[*any_in<std::size_t>(0, listed.states().size())];
    const Rational t = *unit() * Rational(9, 10) + Rational(1, 20);
    const FiniteLaw outputs = listed.law(data);
    double near = 0, edge = 0;
    for (const auto& [output, probability] : outputs) {
      const double distance = listed.distance(data, output);
      if (distance < t.approx()) near += probability;
      if (std::fabs(distance - t.approx()) < 1e-9) edge += probability;
    }
    if (edge == 0) RC_ASSERT(agree(dirichlet_accuracy(query, data, t, 64).probability, near, 1e-8, 1e-10));
    RandomBits random = RandomBits::seeded(static_cast<std::uint64_t>(*any_in(0, 1 << 30)));
    DirichletSampler draw(query, data);
    constexpr int draws = 500;
    std::map<Counts, int> seen;
    for (int i = 0; i < draws; ++i) ++seen[draw(random)];
    for (const auto& [output, times] : seen) {
      RC_ASSERT(outputs.contains(output));
      RC_ASSERT(std::fabs(times / static_cast<double>(draws) - outputs.at(output)) <= alarm_radius(draws));
    }
  });
}

// Bits of the operating system: fair in every word, no word twice, and none of them in a second source.
SuiteResult system_bits_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    RandomBits first = RandomBits::system(), second = RandomBits::system();
    std::set<std::int64_t> words;
    constexpr std::size_t many = 80;  // more than are fetched at a time
    for (std::size_t i = 0; i < many; ++i) {
      for (RandomBits* source : {&first, &second}) {
        const std::int64_t word = source->bits(62);
        // Outside of 3 .. 59 of 62 once in 10^15 words.
        const int ones = std::popcount(static_cast<std::uint64_t>(word));
        RC_ASSERT(ones >= 3 && ones <= 59);
        words.insert(word);
      }
    }
    RC_ASSERT(words.size() == 2 * many);
  });
}

}  // namespace

std::span<const Suite> edge_suites() {
  static constexpr std::array<Suite, 4> suites = {
      {{"dirichlet.named-pairs", "The pairs that are named attain the largest values; accuracy and draws, all listed.",
        named_pairs_suite},
       {"quantity.ends", "Values that are exactly zero, one or infinite by their definitions.", ends_suite},
       {"quantity.next-to", "Numbers next to the truth are told apart; textbook formulas at orders of their own.",
        next_to_suite},
       {"random-bits.system", "The system's bits are fair, and no word comes twice.", system_bits_suite}}};
  return suites;
}

}  // namespace dpcert::properties
