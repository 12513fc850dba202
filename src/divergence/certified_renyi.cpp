// Renyi divergences of Dirichlet pairs to any number of digits. With J the sum over coordinates k, minus the same of
// the totals, of
//   [lgamma(l) - lgamma(q)] - order [lgamma(p) - lgamma(q)],   l = order p + (1 - order) q,
// D = J / (order - 1). Coordinates with p = q drop out; an integer difference of arguments needs one logarithm of a
// product instead of two lgammas.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "dpcert/divergence/certified.hpp"
#include "dpcert/divergence/renyi.hpp"
#include "dpcert/solve/effort.hpp"
#include "src/scalar/special.hpp"

namespace dpcert {
namespace {

/// A coordinate (sign +1) or the totals (sign -1), where p and q differ.
struct Part {
  Rational p, q, l;
  int sign;
  long p_steps, l_steps;  // p - q and l - q where these are small integers, else `no_steps`
};
constexpr long no_steps = 1000;
constexpr long most_steps = 24;

long steps(const Rational& difference) {
  if (!difference.is_integer()) return no_steps;
  const auto n = difference.to_int64();
  return n && *n >= -most_steps && *n <= most_steps ? static_cast<long>(*n) : no_steps;
}

constexpr std::size_t stirling_terms = 13;
/// The least e with |c| <= 2^e for the coefficient c of Stirling's series, one entry a term.
constexpr auto stirling_exponents = [] {
  std::array<slong, stirling_terms> exponents{};
  for (std::size_t k = 0; k < stirling_terms; ++k) {
    const ConstantFraction c = stirling_fraction(static_cast<int>(k) + 1);
    const std::int64_t size = c.numerator < 0 ? -c.numerator : c.numerator;
    slong& e = exponents[k];
    while (size > c.denominator << e) ++e;
    while (e <= 0 && size << (1 - e) <= c.denominator) --e;
  }
  return exponents;
}();

constexpr Precision most_stirling_bits = 400;
const Ball& stirling_coefficient(std::size_t k) {
  static const std::vector<Ball> all = [] {
    std::vector<Ball> balls;
    for (std::size_t k = 0; k < stirling_terms; ++k) {
      const ConstantFraction c = stirling_fraction(static_cast<int>(k) + 1);
      balls.emplace_back(Rational(c.numerator, c.denominator), most_stirling_bits);
    }
    return balls;
  }();
  return all[k];
}

/// lgamma(x) by Stirling's series where a dozen terms are enough; half the time of arb_lgamma. For real x > 0 the error
/// is at most the first term left out (NIST DLMF 5.11(ii)).
bool lgamma_by_stirling(arb_t result, const arb_t x, Precision precision) {
  mag_t least;
  mag_init(least);
  arb_get_mag_lower(least, x);  // 0 unless x is certainly not 0
  const bool usable = arb_is_positive(x) && !mag_is_special(least) && COEFF_IS_MPZ(*MAG_EXPREF(least)) == 0;
  const slong e = usable ? MAG_EXP(least) - 1 : 0;  // x >= 2^e
  mag_clear(least);
  if (!usable || e < 5 || e > 4096 || precision > most_stirling_bits) return false;
  std::size_t count = 1;
  const auto left_out = [&] { return stirling_exponents[count] - static_cast<slong>(2 * count + 1) * e; };
  while (count + 1 < stirling_terms && left_out() > -static_cast<slong>(precision)) ++count;
  if (left_out() > -static_cast<slong>(precision)) return false;
  Ball inverse, square, sum, term;
  arb_inv(inverse.arb(), x, precision);
  arb_mul(square.arb(), inverse.arb(), inverse.arb(), precision);
  for (std::size_t k = count; k-- > 0;) {
    arb_mul(sum.arb(), sum.arb(), square.arb(), precision);
    arb_add(sum.arb(), sum.arb(), stirling_coefficient(k).arb(), precision);
  }
  arb_mul(sum.arb(), sum.arb(), inverse.arb(), precision);
  arb_add_error_2exp_si(sum.arb(), left_out());
  // (x - 1/2) log x - x + log(2 pi)/2
  arb_log(term.arb(), x, precision);
  arb_set_d(square.arb(), 0.5);
  arb_sub(square.arb(), x, square.arb(), precision);
  arb_addmul(sum.arb(), square.arb(), term.arb(), precision);
  arb_sub(sum.arb(), sum.arb(), x, precision);
  arb_const_log_sqrt2pi(term.arb(), precision);
  arb_add(result, sum.arb(), term.arb(), precision);
  return true;
}
void lgamma_of(arb_t result, const arb_t x, Precision precision) {
  if (!lgamma_by_stirling(result, x, precision)) special::lgamma(result, x, precision);
}

/// result = lgamma(x) - lgamma(y): log of the product y (y+1) ... (x-1) or its inverse if x - y = n is a small integer.
/// lgamma(y) is computed once.
struct LgammaOf {
  Ball argument, value;
  bool known = false;
  const arb_struct* get(Precision precision) {
    if (!known) lgamma_of(value.arb(), argument.arb(), precision);
    known = true;
    return value.arb();
  }
};
void lgamma_difference(arb_t result, const Rational& x, LgammaOf& y, long n, Precision precision) {
  if (n == no_steps) {
    Ball at_x;
    arb_set_fmpq(at_x.arb(), x.fmpq_ptr(), precision);
    lgamma_of(result, at_x.arb(), precision);
    arb_sub(result, result, y.get(precision), precision);
    return;
  }
  Ball base = y.argument, factor;
  if (n < 0) arb_set_fmpq(base.arb(), x.fmpq_ptr(), precision);
  arb_one(result);
  for (long j = 0; j < std::labs(n); ++j) {
    arb_add_si(factor.arb(), base.arb(), j, precision);
    arb_mul(result, result, factor.arb(), precision);
  }
  special::log(result, result, precision);
  if (n < 0) arb_neg(result, result);
}

/// renyi_from_log_partition for a finite order other than 1, by differences of lgammas that are known exactly or come
/// from products: an evaluation strategy, held to the template in tests/divergence/strategies_test.cpp.
Ball renyi_by_differences(const Rational& order, const std::vector<Part>& parts, Precision precision) {
  Ball sum, lambda, l, p;
  arb_set_fmpq(lambda.arb(), order.fmpq_ptr(), precision);
  spend_evaluations(30.0 * static_cast<double>(parts.size()), precision);  // lgamma costs much more than log
  for (const Part& part : parts) {
    LgammaOf q;
    arb_set_fmpq(q.argument.arb(), part.q.fmpq_ptr(), precision);
    lgamma_difference(l.arb(), part.l, q, part.l_steps, precision);
    lgamma_difference(p.arb(), part.p, q, part.p_steps, precision);
    arb_submul(l.arb(), lambda.arb(), p.arb(), precision);
    (part.sign > 0 ? arb_add : arb_sub)(sum.arb(), sum.arb(), l.arb(), precision);
  }
  const Rational less_one = order - Rational(1);
  arb_set_fmpq(lambda.arb(), less_one.fmpq_ptr(), precision);
  arb_div(sum.arb(), sum.arb(), lambda.arb(), precision);
  return Ball::from_arb(sum.arb(), precision);
}

/// kl_from_log_partition over the parts, with steps p - q that are exact before they are rounded: a strategy, too.
Ball kl_by_parts(const std::vector<Part>& parts, Precision precision) {
  Ball sum, p, q, psi;
  spend_evaluations(50.0 * static_cast<double>(parts.size()), precision);
  for (const Part& part : parts) {
    arb_set_fmpq(p.arb(), part.p.fmpq_ptr(), precision);
    arb_set_fmpq(q.arb(), part.q.fmpq_ptr(), precision);
    special::digamma(psi.arb(), p.arb(), precision);
    special::lgamma(p.arb(), p.arb(), precision);
    special::lgamma(q.arb(), q.arb(), precision);
    arb_sub(q.arb(), q.arb(), p.arb(), precision);
    const Rational delta = part.p - part.q;
    arb_set_fmpq(p.arb(), delta.fmpq_ptr(), precision);
    arb_addmul(q.arb(), p.arb(), psi.arb(), precision);
    (part.sign > 0 ? arb_add : arb_sub)(sum.arb(), sum.arb(), q.arb(), precision);
  }
  return Ball::from_arb(sum.arb(), precision);
}

/// Order infinity, every p >= q.
Ball max_divergence_of(const std::vector<Part>& parts, Precision precision) {
  std::vector<Ball> steps;
  Ball c_p, c_q, total = Ball(0).with_precision(precision);
  for (const Part& part : parts) {
    const Ball step(part.p - part.q, precision), at_p = lgamma(Ball(part.p, precision)),
                                                 at_q = lgamma(Ball(part.q, precision));
    if (part.sign > 0) {
      steps.push_back(step);
    } else {
      total = step;
    }
    c_p = part.sign > 0 ? c_p + at_p : c_p - at_p;
    c_q = part.sign > 0 ? c_q + at_q : c_q - at_q;
  }
  return max_divergence_from_steps<Ball>(c_p, c_q, steps, total);
}

/// log2 of the larger of |lgamma(x)| and |x digamma(x)|, roughly, from above.
double log2_size(double x) { return std::log2(2 + (x > 1 ? x * std::log(x) : -std::log(x))); }

/// Bits the formula will lose to cancellation, predicted from the double value; 64 where that is no guide.
Precision predicted_loss(double order, const Dirichlet<Rational>& p, const Dirichlet<Rational>& q,
                         const std::vector<Part>& parts) {
  std::vector<double> a, b;
  for (std::size_t k = 0; k < p.dimension(); ++k) {
    a.push_back(p.alpha[k].approx());
    b.push_back(q.alpha[k].approx());
  }
  const auto value = stable::renyi_dirichlet<double>(order, a, b).value;
  const double scale = order == 1 ? 1 : std::fabs(order - 1);
  if (!(value > 0) || !std::isfinite(value) || !(scale > 0)) return 64;
  double size = 0;
  for (const Part& part : parts) {
    const double largest = std::max(log2_size(part.l.approx()), log2_size(part.q.approx()));
    size = std::max(
        {size, largest,
         std::log2(order + 1) + (part.p_steps == no_steps ? std::max(log2_size(part.p.approx()), largest) : 6.0)});
  }
  return static_cast<Precision>(std::max(0.0, size - std::log2(value) - std::log2(scale)));
}

void require_pair(const Dirichlet<Rational>& p, const Dirichlet<Rational>& q) {
  if (p.dimension() != q.dimension() || p.dimension() < 2) {
    throw Error(ErrorCode::bad_input, "laws", "two of one dimension >= 2",
                std::to_string(p.dimension()) + " and " + std::to_string(q.dimension()) + " parameters");
  }
  for (const auto* law : {&p, &q}) {
    for (const Rational& a : law->alpha) {
      if (a.sign() <= 0) throw Error(ErrorCode::domain, "laws", "parameters > 0", a.str());
    }
  }
}

}  // namespace

Certified certified_renyi(const Order<Rational>& order, const Dirichlet<Rational>& p, const Dirichlet<Rational>& q,
                          int digits) {
  const Precision bits = bits_for_digits(digits);
  require_pair(p, q);
  const bool limit = order.is_infinite() || order.is_one();
  const Rational& lambda = order.value();
  std::vector<Part> parts;
  parts.reserve(p.dimension() + 1);
  Rational n_p, n_q;
  for (std::size_t k = 0; k < p.dimension(); ++k) {
    const Rational& x = p.alpha[k];
    const Rational& y = q.alpha[k];
    n_p += x;
    n_q += y;
    if (x == y) continue;
    const Rational delta = x - y;
    if (order.is_infinite() && delta.sign() < 0) return Certified::plus_infinity();
    const Rational step = limit ? delta : lambda * delta;
    Rational l = y + step;
    if (l.sign() <= 0) return Certified::plus_infinity();
    parts.push_back({x, y, std::move(l), 1, steps(delta), limit ? no_steps : steps(step)});
  }
  if (parts.empty()) return Certified::zero();
  if (n_p != n_q) {
    const Rational delta = n_p - n_q, step = limit ? delta : lambda * delta;
    parts.push_back({n_p, n_q, n_q + step, -1, steps(delta), limit ? no_steps : steps(step)});
  }
  const double approximate_order = order.is_one() ? 1 : lambda.approx();
  const Precision guard = 10;
  if (order.is_infinite()) {
    // A single coordinate that moves, with nothing else: log of a ratio, possibly small; there is no double value to
    // predict from.
    return escalate(bits, bits + guard + 32, [&](Precision precision) { return max_divergence_of(parts, precision); });
  }
  const Precision first = bits + guard + predicted_loss(approximate_order, p, q, parts);
  if (order.is_one()) return escalate(bits, first, [&](Precision precision) { return kl_by_parts(parts, precision); });
  return escalate(bits, first, [&](Precision precision) { return renyi_by_differences(lambda, parts, precision); });
}

Certified certified_renyi(const Order<Rational>& order, const Beta<Rational>& p, const Beta<Rational>& q, int digits) {
  return certified_renyi(order, Dirichlet<Rational>(p), Dirichlet<Rational>(q), digits);
}

}  // namespace dpcert
