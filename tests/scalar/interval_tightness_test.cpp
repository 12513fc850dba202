// Every function of Interval encloses the true range, tightly: on 10,000 random intervals of the positive axis
// (relative widths 1e-12 to 100, ends in [1e-6, 1e9]) the enclosure is finite, at most 1.01 times the true range plus 8
// units of the working precision at the range's largest magnitude, and keeps the range's sign. The true range comes
// from MPFR's own functions at 700 bits (correctly rounded, no code in common with Arb's evaluation), and for polygamma
// from acb_polygamma (Euler-Maclaurin for the Hurwitz zeta function; the library uses another formula).
#include <acb.h>
#include <gtest/gtest.h>
#include <mpfr.h>

#include <functional>
#include <string>
#include <vector>

#include "random_points.hpp"

namespace dpcert {
namespace {

constexpr long reference_bits = 700;

struct Mpfr {
  mpfr_t v;
  Mpfr() { mpfr_init2(v, reference_bits); }
  explicit Mpfr(const arf_struct* x) : Mpfr() { arf_get_mpfr(v, x, MPFR_RNDN); }
  Mpfr(const Mpfr& o) : Mpfr() { mpfr_set(v, o.v, MPFR_RNDN); }
  Mpfr& operator=(const Mpfr& o) {
    mpfr_set(v, o.v, MPFR_RNDN);
    return *this;
  }
  ~Mpfr() { mpfr_clear(v); }
};

using Reference = std::function<void(mpfr_t out, const mpfr_t x)>;

struct Case {
  std::string name;
  std::function<Interval(const Interval&)> enclosure;
  Reference reference;
  bool lgamma_like = false;  // decreases, then increases, about 1.4616...
  double largest = 1e9;      // largest end tried
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

Reference polygamma_reference(int k) {
  return [k](mpfr_t out, const mpfr_t x) {
    acb_t s, z, r;
    acb_init(s);
    acb_init(z);
    acb_init(r);
    acb_set_si(s, k);
    arf_set_mpfr(arb_midref(acb_realref(z)), x);
    acb_polygamma(r, s, z, reference_bits + 200);
    arf_get_mpfr(out, arb_midref(acb_realref(r)), MPFR_RNDN);
    acb_clear(s);
    acb_clear(z);
    acb_clear(r);
  };
}

template <int (*F)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t)>
Reference by_mpfr() {
  return [](mpfr_t out, const mpfr_t x) { F(out, x, MPFR_RNDN); };
}

void normal_cdf_reference(mpfr_t out, const mpfr_t x) {
  // erfc(-x / sqrt 2) / 2 with enough bits for the condition number
  mpfr_t t, root;
  mpfr_inits2(reference_bits + 200, t, root, nullptr);
  mpfr_sqrt_ui(root, 2, MPFR_RNDN);
  mpfr_div(t, x, root, MPFR_RNDN);
  mpfr_neg(t, t, MPFR_RNDN);
  mpfr_erfc(out, t, MPFR_RNDN);
  mpfr_div_2ui(out, out, 1, MPFR_RNDN);
  mpfr_clears(t, root, nullptr);
}

Reference power_reference(const Rational& y) {
  return [y](mpfr_t out, const mpfr_t x) {
    mpfr_t e;
    mpfr_init2(e, 64);  // y is dyadic: exact
    mpfr_set_d(e, y.approx(), MPFR_RNDN);
    mpfr_pow(out, x, e, MPFR_RNDN);
    mpfr_clear(e);
  };
}

std::vector<Case> all_cases() {
  std::vector<Case> cases{
      {"exp", [](const Interval& x) { return exp(x); }, by_mpfr<mpfr_exp>()},
      {"log", [](const Interval& x) { return log(x); }, by_mpfr<mpfr_log>()},
      {"log1p", [](const Interval& x) { return log1p(x); }, by_mpfr<mpfr_log1p>()},
      {"expm1", [](const Interval& x) { return expm1(x); }, by_mpfr<mpfr_expm1>()},
      {"sqrt", [](const Interval& x) { return sqrt(x); }, by_mpfr<mpfr_sqrt>()},
      {"lgamma", [](const Interval& x) { return lgamma(x); }, by_mpfr<mpfr_lngamma>(), true},
      {"digamma", [](const Interval& x) { return digamma(x); }, by_mpfr<mpfr_digamma>()},
      {"trigamma", [](const Interval& x) { return trigamma(x); }, polygamma_reference(1)},
      {"erf", [](const Interval& x) { return erf(x); }, by_mpfr<mpfr_erf>()},
      // MPFR's erfc underflows to 0 above 2^30.5 bits of exponent: its own range ends at about 27281
      {"erfc", [](const Interval& x) { return erfc(x); }, by_mpfr<mpfr_erfc>(), false, 2e4},
      {"normal_cdf", [](const Interval& x) { return normal_cdf(x); }, normal_cdf_reference},
      {"normal_cdf(-x)", [](const Interval& x) { return normal_cdf(-x); },
       [](mpfr_t out, const mpfr_t x) {
         mpfr_t m;
         mpfr_init2(m, reference_bits);
         mpfr_neg(m, x, MPFR_RNDN);
         normal_cdf_reference(out, m);
         mpfr_clear(m);
       },
       false, 2e4},
      {"exp(-x)", [](const Interval& x) { return exp(-x); },
       [](mpfr_t out, const mpfr_t x) {
         mpfr_t m;
         mpfr_init2(m, reference_bits);
         mpfr_neg(m, x, MPFR_RNDN);
         mpfr_exp(out, m, MPFR_RNDN);
         mpfr_clear(m);
       }},
      {"sinh", [](const Interval& x) { return sinh(x); }, by_mpfr<mpfr_sinh>()},
      {"cosh", [](const Interval& x) { return cosh(x); }, by_mpfr<mpfr_cosh>()},
      {"tanh", [](const Interval& x) { return tanh(x); }, by_mpfr<mpfr_tanh>()},
      {"atan", [](const Interval& x) { return atan(x); }, by_mpfr<mpfr_atan>()},
  };
  for (int k = 2; k <= 4; ++k) {
    cases.push_back({"polygamma(" + std::to_string(k) + ")", [k](const Interval& x) { return polygamma(k, x); },
                     polygamma_reference(k)});
  }
  for (const char* text : {"-3", "-1", "1/2", "2", "3", "7", "13/4", "-5/8", "1000"}) {
    const Rational y = *Rational::parse(text);
    cases.push_back({std::string("pow ") + text, [y](const Interval& x) { return pow(x, Interval(y, x.precision())); },
                     power_reference(y)});
  }
  return cases;
}

/// upper <= 1.01 * width + 8 * 2^-bits * magnitude, in MPFR at reference precision.
bool tight(const Interval& enclosure, const Mpfr& least, const Mpfr& greatest, Precision bits) {
  Mpfr lo(enclosure.lower_arf()), hi(enclosure.upper_arf()), width, allowed, magnitude, t;
  mpfr_sub(width.v, hi.v, lo.v, MPFR_RNDU);
  mpfr_sub(allowed.v, greatest.v, least.v, MPFR_RNDN);
  mpfr_mul_d(allowed.v, allowed.v, 1.01, MPFR_RNDN);
  mpfr_abs(magnitude.v, greatest.v, MPFR_RNDN);
  mpfr_abs(t.v, least.v, MPFR_RNDN);
  mpfr_max(magnitude.v, magnitude.v, t.v, MPFR_RNDN);
  mpfr_mul_2si(magnitude.v, magnitude.v, 3 - bits, MPFR_RNDN);
  mpfr_add(allowed.v, allowed.v, magnitude.v, MPFR_RNDN);
  return mpfr_lessequal_p(width.v, allowed.v) != 0;
}

class Tightness : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    // exp(1e9) is within reach of MPFR only with its widest exponents
    mpfr_set_emax(mpfr_get_emax_max());
    mpfr_set_emin(mpfr_get_emin_min());
  }
};

TEST_P(Tightness, RandomPositiveIntervals) {
  const Case& c = GetParam();
  testing::Source source(20240611);
  const Precision bits = 64;
  Mpfr minimum;  // of lgamma
  mpfr_set_str(minimum.v, "1.4616321449683623412626595423257213284681962040064462951129", 10, MPFR_RNDN);
  mpfr_lngamma(minimum.v, minimum.v, MPFR_RNDN);
  const int n = testing::cases(10000);
  int failures = 0;
  for (int i = 0; i < n && failures < 5; ++i) {
    const double a = source.log_uniform(1e-6, c.largest);
    const double b = std::min(a * (1 + source.log_uniform(1e-12, 100)), c.largest);
    const Interval x(Rational::from_double(a), Rational::from_double(b), bits);
    const Interval r = c.enclosure(x);
    Mpfr least, greatest;
    c.reference(least.v, Mpfr(x.lower_arf()).v);
    c.reference(greatest.v, Mpfr(x.upper_arf()).v);
    if (mpfr_greater_p(least.v, greatest.v) != 0) mpfr_swap(least.v, greatest.v);
    if (c.lgamma_like && a < 1.4616321449683623 && b > 1.4616321449683623) mpfr_set(least.v, minimum.v, MPFR_RNDN);
    const std::string where = c.name + " on " + x.str() + ": " + r.str(25);
    if (!r.is_finite()) {
      ADD_FAILURE() << "not finite: " << where;
      ++failures;
      continue;
    }
    const bool encloses =
        mpfr_cmp(Mpfr(r.lower_arf()).v, least.v) <= 0 && mpfr_cmp(Mpfr(r.upper_arf()).v, greatest.v) >= 0;
    const bool keeps_sign =
        (mpfr_sgn(least.v) <= 0 || certainly_positive(r)) && (mpfr_sgn(greatest.v) >= 0 || certainly_negative(r));
    EXPECT_TRUE(encloses) << where;
    EXPECT_TRUE(tight(r, least, greatest, bits)) << where;
    EXPECT_TRUE(keeps_sign) << where;
    failures += !encloses || !keeps_sign || !tight(r, least, greatest, bits);
  }
}

std::string name_of(const ::testing::TestParamInfo<Case>& info) {
  std::string s;
  for (char ch : info.param.name) s += std::isalnum(static_cast<unsigned char>(ch)) != 0 ? ch : '_';
  return s + "_" + std::to_string(info.index);
}
INSTANTIATE_TEST_SUITE_P(Functions, Tightness, ::testing::ValuesIn(all_cases()), name_of);

/// Where MPFR has no exponents left: erfc and Phi in the far tail against the bounds exp(-x^2)/(x sqrt(pi)) (1 -
/// 1/(2x^2)) < erfc(x) < exp(-x^2)/(x sqrt(pi))
/// ([DLMF 7.12(i)]: the first two partial sums envelop).
TEST(Tightness, FarTailOfErfc) {
  testing::Source source(7);
  for (int i = 0; i < testing::cases(2000); ++i) {
    const Rational a = source.rational(1e4, 1e9);
    const Interval x(a, 64);
    const Interval r = erfc(x);
    ASSERT_TRUE(r.is_finite() && certainly_positive(r)) << x.str();
    const Ball t(a, 256);
    const Ball upper = exp(-(t * t)) / (t * sqrt(pi_like(t)));
    const Ball lower = upper * (Ball(1) - Ball(1) / (Ball(2) * t * t));
    EXPECT_TRUE(certainly_less(Ball(r), upper * (Ball(1) + Ball(Rational(1, 1L << 60), 256)))) << x.str();
    EXPECT_TRUE(certainly_greater(Ball(r), lower * (Ball(1) - Ball(Rational(1, 1L << 60), 256)))) << x.str();
    EXPECT_GE(r.relative_accuracy_bits(), 60) << x.str();
    const Interval phi = normal_cdf(-x);
    EXPECT_TRUE(phi.is_finite() && certainly_positive(phi)) << x.str();
    EXPECT_GE(phi.relative_accuracy_bits(), 60) << x.str();
  }
}

}  // namespace
}  // namespace dpcert
