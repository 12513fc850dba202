#include "dpcert/mechanisms/dirichlet_samplers.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "src/mechanisms/dirichlet_counts.hpp"

namespace dpcert {
namespace {

constexpr int first_bits = 48;

/// clamp(count + floor(noise), 0, n).
std::int64_t noisy(std::int64_t count, std::int64_t n, const Rational& noise) {
  const Rational value = Rational(count) + noise;
  if (value.sign() <= 0) return 0;
  return value >= Rational(n) ? n : value.to_int64().value_or(n);
}

}  // namespace

struct DirichletSampler::Data {
  /// Enclosures of the sums of the probabilities of the outputs up to each, at one precision.
  struct Level {
    int bits;
    std::vector<Ball> sums;
  };
  const Level& level(std::size_t i) {
    while (levels.size() <= i) {
      const int bits = start << levels.size();
      const DirichletExponential law(query, bits + 16);
      if (states.empty()) states = law.states();
      Level next{bits, {}};
      Ball sum(0);
      for (const Ball& p : law.law(law.index(data))) next.sums.push_back(sum += p);
      next.sums.back() = Ball(1);
      levels.push_back(std::move(next));
    }
    return levels[i];
  }
  /// The output whose interval of [0, 1] holds [u, u + width] for certain, if these sums tell.
  static std::optional<std::size_t> decided(const Level& at, const Rational& u, const Rational& width) {
    const Precision exact = 2 * at.bits + 64;
    const Ball low(u, exact), high(u + width, exact);
    const auto found = std::partition_point(at.sums.begin(), at.sums.end(),
                                            [&](const Ball& c) { return certainly_less_equal(c, low); });
    if (found == at.sums.end() || !certainly_less_equal(high, *found)) return std::nullopt;
    return static_cast<std::size_t>(found - at.sums.begin());
  }
  Counts exponential(RandomBits& random) {
    Rational u(0), width(1);
    for (std::size_t i = 0;; ++i) {
      const Level& at = level(i);
      for (int more = i == 0 ? at.bits : at.bits / 2; more > 0;) {
        const int part = std::min(more, 32);
        width /= Rational(std::int64_t{1} << part);
        u += width * Rational(random.bits(part));
        more -= part;
      }
      if (const auto output = decided(at, u, width)) return states[*output];
    }
  }
  Counts laplace(RandomBits& random) const {
    Counts out;
    std::int64_t left = query.n;
    for (std::size_t i = 0; i + 1 < data.size(); ++i) {
      out.push_back(noisy(data[i], query.n, floored_laplace(rate, random)));
      left = std::max<std::int64_t>(0, left - out.back());
    }
    out.push_back(query.mechanism == DirichletMechanism::lszhang ? 0 : left);
    return out;
  }

  DirichletQuery query;
  Counts data;
  Rational rate;
  int start = first_bits;
  std::vector<Counts> states;
  std::vector<Level> levels;
};

DirichletSampler::DirichletSampler(const DirichletQuery& query, Counts data) {
  require_valid(query);
  require_counts(query, data);
  data_ = std::make_unique<Data>(Data{query, std::move(data), dirichlet_laplace_rate(query), first_bits, {}, {}});
}
DirichletSampler::~DirichletSampler() = default;
DirichletSampler::DirichletSampler(DirichletSampler&&) noexcept = default;
DirichletSampler& DirichletSampler::operator=(DirichletSampler&&) noexcept = default;

Counts DirichletSampler::operator()(RandomBits& random) {
  return is_exponential(data_->query.mechanism) ? data_->exponential(random) : data_->laplace(random);
}
Precision DirichletSampler::finest() const { return data_->levels.empty() ? 0 : data_->levels.back().bits; }
void DirichletSampler::begin_with(int bits) {
  if (bits < 2 || bits > 4096 || bits % 2 != 0)
    throw Error(ErrorCode::domain, "bits", "an even integer from 2 to 4096", std::to_string(bits));
  data_->start = bits;
  data_->levels.clear();
}

Counts sample(const DirichletQuery& query, const Counts& data, RandomBits& random) {
  return DirichletSampler(query, data)(random);
}

}  // namespace dpcert
