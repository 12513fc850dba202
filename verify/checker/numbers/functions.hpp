// Enclosures of the functions of one argument, by Arb's values at the two ends: each is monotone, or convex,
// or a wave.
#pragma once

#include "verify/checker/numbers/interval.hpp"
#include "verify/checker/numbers/work.hpp"

namespace dpcert::checker {

struct Accuracy {
  slong p;  // bits
  Work& work;
};

// Each contains the values at all points of `a` at which the function is defined; bad if there are none.
Iv exp_of(const Iv& a, const Accuracy& to);
Iv expm1_of(const Iv& a, const Accuracy& to);
Iv log_of(const Iv& a, const Accuracy& to);
Iv log1p_of(const Iv& a, const Accuracy& to);
Iv sqrt_of(const Iv& a, const Accuracy& to);
Iv sinh_of(const Iv& a, const Accuracy& to);
Iv cosh_of(const Iv& a, const Accuracy& to);
Iv tanh_of(const Iv& a, const Accuracy& to);
Iv erf_of(const Iv& a, const Accuracy& to);
Iv erfc_of(const Iv& a, const Accuracy& to);
Iv normal_cdf_of(const Iv& a, const Accuracy& to);
Iv sin_of(const Iv& a, const Accuracy& to);
Iv cos_of(const Iv& a, const Accuracy& to);
Iv atan_of(const Iv& a, const Accuracy& to);
Iv lgamma_of(const Iv& a, const Accuracy& to);
Iv polygamma_of(int k, const Iv& a, const Accuracy& to);  // k = 0: digamma
Iv pi_of(slong p);

// What one value of an elementary function at p bits counts as work: 2 + p^2 / elementary_slope.
constexpr std::uint64_t elementary_slope = 100'000;

}  // namespace dpcert::checker
