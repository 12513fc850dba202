#include "verify/estimates/bounded_mean.hpp"

#include <algorithm>
#include <cmath>

#include "dpcert/empirical/confidence.hpp"
#include "dpcert/mechanisms/sampling.hpp"

namespace dpcert::verify {

void BoundedMean::add(double value, std::mt19937_64& random) {
  const double u = sample_uniform(random);
  ++trials_;
  if (std::isnan(value)) {
    ++perhaps_;
    return;
  }
  ++known_;
  sum_ += value;
  surely_ += u < value ? 1 : 0;
  perhaps_ += u < value ? 1 : 0;
}

double BoundedMean::average() const { return known_ == 0 ? NAN : sum_ / static_cast<double>(known_); }

Interval BoundedMean::bounds(const Rational& level) const {
  const Rational half = level / Rational(2);
  return {empirical::clopper_pearson_lower(surely_, trials_, half),
          empirical::clopper_pearson_upper(perhaps_, trials_, half), 64};
}

}  // namespace dpcert::verify
