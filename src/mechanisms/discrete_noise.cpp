#include "dpcert/mechanisms/discrete_noise.hpp"

#include <sys/random.h>

#include <cerrno>
#include <vector>

namespace dpcert {

SystemBits::~SystemBits() {
  // Bits that were not used are nobody's business; through volatile, so that the compiler keeps it.
  for (volatile std::uint64_t& w : words_) w = 0;
}

std::uint64_t SystemBits::word() {
  if (next_ == words_.size()) {
    auto* const bytes = reinterpret_cast<unsigned char*>(words_.data());
    for (std::size_t filled = 0; filled < sizeof(words_);) {
      const ssize_t got = ::getrandom(bytes + filled, sizeof(words_) - filled, 0);
      if (got > 0) filled += static_cast<std::size_t>(got);
      if (got < 0 && errno != EINTR)
        throw Error(ErrorCode::unsupported, "random bits", "the operating system's generator", "an error of getrandom");
    }
    next_ = 0;
  }
  return std::exchange(words_[next_++], 0);
}

namespace {

constexpr std::int64_t most_bits_of_scale = 4096;

void require_size(std::string_view name, const Rational& scale) {
  if (scale.bits() > most_bits_of_scale)
    throw Error(ErrorCode::domain, name, "a number whose numerator and denominator have at most 4096 bits",
                std::to_string(scale.bits()) + " bits");
}

Rational numerator(const Rational& x) {
  Rational n;
  fmpz_set(fmpq_numref(n.fmpq_ptr()), fmpq_numref(x.fmpq_ptr()));
  return n;
}
Rational denominator(const Rational& x) {
  Rational d;
  fmpz_set(fmpq_numref(d.fmpq_ptr()), fmpq_denref(x.fmpq_ptr()));
  return d;
}

/// The number of successes before the first failure, each with probability exp(-1).
Rational successes(RandomBits& bits) {
  std::int64_t n = 0;
  while (sample_bernoulli_exp(Rational(1), bits)) ++n;
  return Rational(n);
}

/// P(X >= k) = exp(-k/b) for k = 0, 1, ... With b = s/t in lowest terms, X is the integer part of Y/t where
/// P(Y >= k) = exp(-k/s). Y in turn is U + s V: V counts whole steps of probability exp(-1), and U in 0, ..., s - 1 is
/// uniform, kept with probability exp(-U/s).
Rational sample_geometric(const Rational& b, RandomBits& bits) {
  const Rational s = numerator(b), t = denominator(b);
  Rational u;
  do u = sample_below(s, bits);
  while (!sample_bernoulli_exp(u / s, bits));
  return ((u + s * successes(bits)) / t).floor();
}

}  // namespace

Rational sample_below(const Rational& n, RandomBits& bits) {
  if (n.sign() <= 0 || !n.is_integer()) throw Error(ErrorCode::domain, "n", "an integer >= 1", n.str());
  Rational draw;
  fmpz* const z = fmpq_numref(draw.fmpq_ptr());
  const fmpz* const end = fmpq_numref(n.fmpq_ptr());
  if (fmpz_is_one(end) != 0) return draw;
  fmpz_t top;
  fmpz_init(top);
  fmpz_sub_ui(top, end, 1);
  const auto width = static_cast<std::size_t>(fmpz_bits(top));
  fmpz_clear(top);
  // Numbers of as many bits as n - 1 has are drawn until one is below n: fewer than two draws on average.
  std::vector<ulong> words((width + 63) / 64);
  do {
    for (ulong& w : words) w = bits.word();
    if (width % 64 != 0) words.back() >>= 64 - width % 64;
    fmpz_set_ui_array(z, words.data(), static_cast<slong>(words.size()));
  } while (fmpz_cmp(z, end) >= 0);
  return draw;
}

bool sample_bernoulli(const Rational& p, RandomBits& bits) {
  if (p.sign() < 0 || p > Rational(1)) throw Error(ErrorCode::domain, "p", "a number from 0 to 1", p.str());
  return sample_below(denominator(p), bits) < numerator(p);
}

// For x <= 1 let N be the number of successes before the first failure of trials that succeed with probability x/1,
// x/2, x/3, ...: P(N >= k) = x^k/k!, so that P(N is even) is the sum of P(N >= 2j) - P(N >= 2j + 1), which is exp(-x).
bool sample_bernoulli_exp(const Rational& x, RandomBits& bits) {
  if (x.sign() < 0) throw Error(ErrorCode::domain, "x", "a number >= 0", x.str());
  Rational rest = x;
  for (; rest > Rational(1); rest -= Rational(1))
    if (!sample_bernoulli_exp(Rational(1), bits)) return false;
  std::int64_t n = 0;
  while (sample_bernoulli(rest / Rational(n + 1), bits)) ++n;
  return n % 2 == 0;
}

Rational sample(const DiscreteLaplace<Rational>& law, RandomBits& bits) {
  require_size("b", law.scale());
  for (;;) {
    const bool negative = (bits.word() >> 63) != 0;
    Rational size = sample_geometric(law.scale(), bits);
    if (!negative) return size;
    if (!size.is_zero()) return -size;  // 0 has one sign only
  }
}

// Rejection from discrete Laplace noise of an integer scale t just above sigma: exp(-y^2/(2 sigma^2)) is
// exp(-|y|/t) times exp(-(|y| - sigma^2/t)^2/(2 sigma^2)), up to a constant.
Rational sample(const DiscreteGaussian<Rational>& law, RandomBits& bits) {
  require_size("sigma", law.sigma());
  const Rational variance = law.sigma() * law.sigma(), t = law.sigma().floor() + Rational(1), centre = variance / t;
  const DiscreteLaplace<Rational> proposal(t);
  for (;;) {
    Rational y = sample(proposal, bits);
    const Rational off = abs(y) - centre;
    if (sample_bernoulli_exp(off * off / (Rational(2) * variance), bits)) return y;
  }
}

Ball discrete_laplace_delta(const Rational& b, std::int64_t shift, const Rational& eps, Precision precision) {
  if (b.sign() <= 0) throw Error(ErrorCode::domain, "b", "a number > 0", b.str());
  if (shift < 1) throw Error(ErrorCode::domain, "shift", "an integer >= 1", std::to_string(shift));
  if (eps.sign() < 0) throw Error(ErrorCode::domain, "eps", "a number >= 0", eps.str());
  const Rational width = Rational(shift) - eps * b;  // the loss at m is above eps where 2 max(m, 0) < width
  if (width.sign() <= 0) return Ball(0);
  const auto m = ((width / Rational(2)).ceil() - Rational(1)).to_int64();
  const DiscreteLaplace<Ball> law(Ball(b, precision));
  return law.at_most(*m) - exp(Ball(eps, precision)) * law.at_most(*m - shift);
}

namespace {

Guarantee of_integers(const Rational& sensitivity) {
  if (sensitivity < Rational(1) || !sensitivity.is_integer())
    throw Error(ErrorCode::domain, "sensitivity", "an integer >= 1", sensitivity.str());
  Guarantee g;
  g.adjacency = "any two data sets between which the released integer changes by at most the sensitivity";
  g.assumptions = {"the integer before noise changes by at most the sensitivity between neighbours",
                   "the parameters were fixed without looking at the data",
                   "the bits of the random source are independent and uniform; one release"};
  return g;
}

}  // namespace

Guarantee guarantee(const DiscreteLaplace<Rational>& law, const Rational& sensitivity) {
  Guarantee g = of_integers(sensitivity);
  g.cases = {{"rdp", "pure_dp", {{"eps", {sensitivity / law.scale()}}}}};
  g.source = "the ratio of two masses at a distance of at most the sensitivity";
  return g;
}

Guarantee guarantee(const DiscreteGaussian<Rational>& law, const Rational& sensitivity) {
  Guarantee g = of_integers(sensitivity);
  g.cases = {{"rdp", "gaussian", {{"sigma", {law.sigma() / sensitivity}}}}};
  g.source = "Canonne, Kamath, Steinke, \"The discrete Gaussian for differential privacy\" (2020), Theorem 4";
  return g;
}

}  // namespace dpcert
