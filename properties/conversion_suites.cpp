// From Renyi to approximate privacy: each conversion against the optimisation problem that it solves, computed in
// double, and epsilon against delta. With L = log(P/Q) under P and M = E exp((order-1) L) <= exp((order-1) rho),
//   mironov  delta <= E 1{L > epsilon},   cks  delta <= E (1 - exp(epsilon - L))^+,
// each at most exp((order-1) rho) times the supremum of the function over exp((order-1) L); optimal is the supremum
// over pairs, which two outcomes attain. Nothing here says which order of a grid is best: what is said of a grid holds
// for the optimum over all its constraints together.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "dpcert/privacy/composition.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "properties/direct.hpp"
#include "properties/values.hpp"

namespace dpcert::properties {
namespace {

// Golden section and sums in double; the conversions themselves are certified to 15 digits.
constexpr double relative_error = 1e-7;

/// log of the supremum over y = L - epsilon > 0 of the weight over exp((order-1) y).
double log_weight(bool cks, double order) {
  if (!cks) return 0;
  const double less = order - 1;
  const auto log_gain = [&](double t) { return std::log(-std::expm1(-std::exp(t))) - less * std::exp(t); };
  return largest_unimodal(log_gain, -40, std::log(50 + 50 / less));  // t = log y
}
double direct_delta(bool cks, double order, double rho, double epsilon) {
  return std::fmin(1, std::exp((order - 1) * (rho - epsilon) + log_weight(cks, order)));
}
double direct_epsilon(bool cks, double order, double rho, double delta) {
  return std::fmax(0, rho + (log_weight(cks, order) - std::log(delta)) / (order - 1));
}
std::string_view suffix(bool cks) { return cks ? "_cks" : "_mironov"; }
std::string named(std::string_view kind, std::string_view conversion) { return std::string(kind).append(conversion); }

Rational any_rho() { return *log_uniform(Rational(1, 10000), Rational(20)); }
Rational any_delta() { return *log_uniform(pow(Rational(1, 10), 20), Rational(1, 2)); }
Rational converted_order() { return Rational(1) + *log_uniform(Rational(1, 50), Rational(100)); }

SuiteResult markov_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational order = converted_order(), rho = any_rho(), delta = any_delta(), epsilon = *budget();
    const Parameters at{{"order", order}, {"eps", rho}};
    for (const bool cks : {false, true}) {
      const double a = order.approx(), r = rho.approx();
      RC_ASSERT(agree(value(named("delta", suffix(cks)), "renyi_dp", at, epsilon),
                      direct_delta(cks, a, r, epsilon.approx()), relative_error));
      RC_ASSERT(agree(value(named("epsilon", suffix(cks)), "renyi_dp", at, delta),
                      direct_epsilon(cks, a, r, delta.approx()), relative_error, 1e-12));
    }
  });
}

/// The optimal one, which costs a hundred times as much as the others, less often.
std::string any_conversion() {
  return *rc::gen::element<std::string>("_mironov", "_mironov", "_mironov", "_cks", "_cks", "_cks", "_cks", "_optimal");
}

/// delta(epsilon) is at least `level` at the lower end of the enclosure of epsilon(level), and at most at the upper.
template <class DeltaAt>
void inverse(const Ball& epsilon, const Rational& level, const DeltaAt& delta_at) {
  const Ball goal(level, 200);
  RC_ASSERT(epsilon.is_finite());
  RC_ASSERT(!certainly_greater(delta_at(epsilon.upper_rational()), goal));
  if (certainly_positive(epsilon)) RC_ASSERT(!certainly_less(delta_at(epsilon.lower_rational()), goal));
}
void inverse_of(std::string_view mechanism, const ListParameters& parameters, std::string_view conversion,
                const Rational& delta) {
  const Ball epsilon = value(named("epsilon", conversion), mechanism, parameters, delta);
  inverse(epsilon, delta,
          [&](const Rational& e) { return value(named("delta", conversion), mechanism, parameters, e); });
}

/// A grid of orders with what one mechanism has there: mostly two or three constraints that all matter.
ListParameters any_curve() {
  ListParameters curve;
  std::vector<Rational> orders(*any_in<std::size_t>(1, 5));
  for (Rational& x : orders) x = converted_order();
  std::ranges::sort(orders);
  orders.erase(std::unique(orders.begin(), orders.end()), orders.end());
  const Rational rho = any_rho();
  for (const Rational& x : orders) {
    curve["orders"].push_back(x);
    curve["eps"].push_back(rho * pow(x, *any_in(0, 2)) * *log_uniform(Rational(1, 2), Rational(2)));
  }
  return curve;
}

SuiteResult inverse_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational delta = any_delta();
    const ListParameters single{{"order", {converted_order()}}, {"eps", {any_rho()}}}, curve = any_curve();
    const std::string conversion = any_conversion();
    inverse_of("renyi_dp", single, conversion, delta);
    inverse_of("rdp_curve", curve, conversion, delta);
    if (conversion != "_optimal") inverse_of("zcdp", {{"rho", {any_rho()}}}, conversion, delta);
  });
}

// ---- The optimal conversion against pairs of two outcomes ----

/// The moment of the pair (p, 1-p), (q, 1-q) minus 1.
double binary_excess(double order, double log_p, double log_q) {
  const auto rest = [](double log_x) { return std::log(-std::expm1(log_x)); };
  return excess(order, log_p, log_q) + excess(order, rest(log_p), rest(log_q));
}
/// log of the largest p >= q for which the pair meets every constraint, a little too small.
double largest_log_p(const std::vector<double>& orders, const std::vector<double>& rhos, double log_q) {
  double meets = log_q, fails = 0;
  for (int i = 0; i < 70; ++i) {
    const double middle = (meets + fails) / 2;
    if (middle == meets || middle == fails) break;
    bool all = true;
    for (std::size_t k = 0; k < orders.size() && all; ++k)
      all = binary_excess(orders[k], middle, log_q) <= std::expm1((orders[k] - 1) * rhos[k]);
    (all ? meets : fails) = middle;
  }
  return meets;
}
/// The largest hockey stick p - exp(epsilon) q of the pairs; concave in q.
double best_binary_pair(const std::vector<double>& orders, const std::vector<double>& rhos, double epsilon) {
  const auto stick = [&](double log_q) {
    const double log_p = largest_log_p(orders, rhos, log_q);
    return -std::exp(log_p) * std::expm1(epsilon + log_q - log_p);
  };
  return largest_unimodal(stick, -200, -1e-9);
}

SuiteResult optimal_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    ListParameters curve = any_curve();
    std::vector<double> orders, rhos;
    for (const Rational& x : curve["orders"]) orders.push_back(x.approx());
    for (const Rational& x : curve["eps"]) rhos.push_back(x.approx());
    for (std::size_t k = 0; k < orders.size(); ++k) RC_PRE((orders[k] - 1) * rhos[k] < 300);
    const Rational epsilon = *log_uniform(Rational(1, 1000), Rational(10));
    const Ball all = value("delta_optimal", "rdp_curve", curve, epsilon);
    const double worst = best_binary_pair(orders, rhos, epsilon.approx());
    RC_LOG() << "pair that meets all constraints: " << worst << "\n";
    // Sound: no pair that meets the constraints exceeds the value.
    RC_ASSERT(worst <= all.approx() * (1 + 1e-6) + 1e-15);
    // Not looser than any one constraint, and that one is attained.
    Ball least(1);
    for (std::size_t k = 0; k < orders.size(); ++k) {
      const Parameters one{{"order", curve["orders"][k]}, {"eps", curve["eps"][k]}};
      least = min(least, value("delta_optimal", "renyi_dp", one, epsilon));
    }
    RC_ASSERT(!certainly_greater(all, least));
    const auto k = *any_in<std::size_t>(0, orders.size());
    const double alone = best_binary_pair({orders[k]}, {rhos[k]}, epsilon.approx());
    RC_ASSERT(agree(value("delta_optimal", "renyi_dp",
                          Parameters{{"order", curve["orders"][k]}, {"eps", curve["eps"][k]}}, epsilon),
                    alone, 1e-6, 1e-15));
  });
}

// For mironov and cks, which are formulas of one order, the best of a grid is the definition.
SuiteResult grid_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    ListParameters curve = any_curve();
    const Rational delta = any_delta(), epsilon = *budget();
    const std::string conversion = any_conversion();
    for (const auto& [kind, at] : {std::pair{"delta", epsilon}, std::pair{"epsilon", delta}}) {
      const Ball all = value(named(kind, conversion), "rdp_curve", curve, at);
      Ball least;
      for (std::size_t k = 0; k < curve["orders"].size(); ++k) {
        const Parameters one{{"order", curve["orders"][k]}, {"eps", curve["eps"][k]}};
        const Ball here = value(named(kind, conversion), "renyi_dp", one, at);
        least = k == 0 ? here : min(least, here);
      }
      RC_ASSERT(!certainly_greater(all, least));
      if (conversion != "_optimal") RC_ASSERT(all.overlaps(least));
    }
  });
}

// ---- Zero-concentrated privacy: the infimum over all orders ----

/// The least of f over orders above 1: a grid in log(order - 1), refined around its best point.
double least_over_orders(const std::function<double(double)>& f) {
  const auto at = [&](double t) { return -f(1 + std::exp(t)); };
  constexpr double low = -25, high = 25, step = 0.25;
  double best = low;
  for (double t = low; t <= high; t += step)
    if (at(t) > at(best)) best = t;
  return -largest_unimodal(at, best - step, best + step);
}

SuiteResult concentrated_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational rho = any_rho(), delta = any_delta(), epsilon = *log_uniform(Rational(1, 100), Rational(100)),
                   order = converted_order();
    const Parameters at{{"rho", rho}};
    const double r = rho.approx();
    RC_ASSERT(rdp("zcdp", at, order).contains(rho * order));
    for (const bool cks : {false, true}) {
      const Ball as_delta = value(named("delta", suffix(cks)), "zcdp", at, epsilon),
                 as_epsilon = value(named("epsilon", suffix(cks)), "zcdp", at, delta);
      RC_ASSERT(agree(as_delta,
                      least_over_orders([&](double a) { return direct_delta(cks, a, a * r, epsilon.approx()); }), 1e-6,
                      1e-300));
      RC_ASSERT(agree(as_epsilon,
                      least_over_orders([&](double a) { return direct_epsilon(cks, a, a * r, delta.approx()); }), 1e-6,
                      1e-12));
      // No order does better.
      const Parameters one{{"order", order}, {"eps", order * rho}};
      RC_ASSERT(!certainly_greater(as_delta, value(named("delta", suffix(cks)), "renyi_dp", one, epsilon)));
      RC_ASSERT(!certainly_greater(as_epsilon, value(named("epsilon", suffix(cks)), "renyi_dp", one, delta)));
    }
  });
}

// ---- Composition: divergences add ----

CompositionPart any_part() {
  const auto text = [](const rc::Gen<Rational>& gen) { return (*gen).str(); };
  CompositionPart part;
  switch (*any_in(0, 5)) {
    case 0:
      part = {"gaussian",
              {{"sigma", text(noise())}, {"T", text(rc::gen::map(any_in(1, 50), [](int n) { return Rational(n); }))}}};
      break;
    case 1:
      part = {"laplace", {{"b", text(noise())}}};
      break;
    case 2:
      part = {"zcdp", {{"rho", text(log_uniform(Rational(1, 1000), Rational(1)))}}};
      break;
    case 3:
      part = {"pure_dp", {{"eps", text(log_uniform(Rational(1, 1000), Rational(1)))}}};
      break;
    default:
      part = {"randomized_response", {{"p_truth", text(log_uniform(Rational(51, 100), Rational(99, 100)))}}};
  }
  part.times = Rational(*any_in(1, 6));
  return part;
}

RenyiCurve composed_at(const std::vector<CompositionPart>& parts, const std::vector<Rational>& orders) {
  return composed_curve(parts, decltype(RenyiCurve::orders)(orders.begin(), orders.end()), 20);
}

std::string text_of(const std::vector<CompositionPart>& parts) {
  std::string out;
  for (const CompositionPart& part : parts) {
    out += part.mechanism;
    for (const auto& [key, number] : part.parameters) out.append(" ").append(key).append("=").append(number);
    out += " times=" + part.times.str() + "; ";
  }
  return out;
}

SuiteResult composition_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    std::vector<CompositionPart> parts(*any_in<std::size_t>(2, 5));
    for (CompositionPart& part : parts) part = any_part();
    const std::vector<Rational> orders{converted_order(), Rational(200)};
    RC_LOG() << text_of(parts) << "\n";
    const RenyiCurve curve = composed_at(parts, orders);
    for (std::size_t i = 0; i < orders.size(); ++i) {
      Ball sum(0);
      for (const CompositionPart& part : parts) {
        Parameters numbers;
        for (const auto& [key, number] : part.parameters) numbers[key] = *Rational::parse(number);
        sum += rdp(part.mechanism, numbers, orders[i]) * Ball(part.times, 128);
      }
      RC_ASSERT(curve.values[i].is_finite() && curve.values[i].overlaps(sum));
    }
    // Through the words of the command line: epsilon inverts delta, and no part alone is better.
    std::map<std::string, std::string> words{{"parts", text_of(parts)},
                                             {"orders", orders[0].str() + "," + orders[1].str()}};
    const auto composed = [&](std::string_view quantity, const std::vector<CompositionPart>& some, const Rational& at) {
      words["parts"] = text_of(some);
      words["at"] = at.str();
      const Certified c = evaluate_composition(quantity, words, 15).certified;
      RC_ASSERT(c.state != Certified::State::undecided);
      return c.enclosure;
    };
    const std::string conversion = any_conversion();
    const Rational delta = any_delta();
    const Ball epsilon = composed("epsilon" + conversion, parts, delta);
    inverse(epsilon, delta, [&](const Rational& e) { return composed("delta" + conversion, parts, e); });
    const auto& alone = parts[*any_in<std::size_t>(0, parts.size())];
    RC_ASSERT(!certainly_less(epsilon, composed("epsilon" + conversion, {alone}, delta)));
  });
}

// Several binary answers to different questions are one mechanism, whose outcomes can be listed: the product law.
SuiteResult product_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const int order = *any_in(2, 20);
    std::vector<CompositionPart> parts(*any_in<std::size_t>(2, 4));
    std::vector<std::pair<Rational, Rational>> outcomes{{Rational(1), Rational(1)}};  // probability under P, under Q
    for (CompositionPart& part : parts) {
      const Rational right = *log_uniform(Rational(51, 100), Rational(99, 100)), wrong = Rational(1) - right;
      const int times = *any_in(1, 3);
      part = {"randomized_response", {{"p_truth", right.str()}}, Rational(times)};
      for (int i = 0; i < times; ++i) {
        std::vector<std::pair<Rational, Rational>> longer;
        for (const auto& [p, q] : outcomes)
          longer.emplace_back(p * right, q * wrong), longer.emplace_back(p * wrong, q * right);
        outcomes = std::move(longer);
      }
    }
    Rational moment;
    for (const auto& [p, q] : outcomes) moment += p * pow(Rational(p / q), order - 1);
    const Ball direct = log(Ball(moment, 256)) / Ball(order - 1);
    const RenyiCurve curve = composed_at(parts, {Rational(order)});
    RC_LOG() << "composed " << curve.values[0].str(15) << ", over the outcomes " << direct.str(15) << "\n";
    RC_ASSERT(curve.values[0].overlaps(direct));
  });
}

}  // namespace

std::span<const Suite> conversion_suites() {
  static constexpr std::array<Suite, 7> suites = {
      {{"composition.outcomes", "A composition of randomised responses is the mechanism of the product law, exactly.",
        product_suite},
       {"composition.sum",
        "Composed divergences are the sums of the parts', epsilon inverts delta, and no part alone costs more.",
        composition_suite},
       {"conversion.grid",
        "On a grid mironov and cks are the best of their orders, and optimal is at least as good as any one.",
        grid_suite},
       {"conversion.inverse", "epsilon(delta) undoes delta(epsilon) for every conversion, one order, grid or zCDP.",
        inverse_suite},
       {"conversion.optimal-pairs",
        "No pair of two outcomes that meets all constraints exceeds the optimal delta; one attains that of one order.",
        optimal_suite},
       {"conversion.weights",
        "mironov and cks are Markov's inequality with the best constant, for delta and for epsilon.", markov_suite},
       {"conversion.zcdp", "zCDP's delta and epsilon are the least over all orders, and its divergence is rho order.",
        concentrated_suite}}};
  return suites;
}

}  // namespace dpcert::properties
