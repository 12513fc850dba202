#include "dpcert/mechanisms/dirichlet_crossover.hpp"

#include <string>
#include <utility>

#include "dpcert/core/error.hpp"

namespace dpcert {

Counts counts_of_shares(const Counts& shares, std::int64_t n) {
  if (n < 1) throw Error(ErrorCode::domain, "n", "an integer >= 1", std::to_string(n));
  Rational total(0);
  bool valid = shares.size() >= 2;
  for (const std::int64_t share : shares) {
    valid = valid && share >= 0;
    total += Rational(share);
  }
  if (!valid || total.sign() <= 0)
    throw Error(ErrorCode::domain, "shares", "integers >= 0, one for each category, not all of them 0", total.str());
  Counts out;
  std::int64_t left = n;
  for (std::size_t i = 0; i + 1 < shares.size(); ++i) {
    out.push_back(*Rational(Rational(n) * Rational(shares[i]) / total).floor().to_int64());
    left -= out.back();
  }
  out.push_back(left);
  return out;
}

DirichletCrossover dirichlet_crossover(const DirichletQuery& ours, const DirichletQuery& theirs, const Counts& shares,
                                       const Rational& t, Precision bits) {
  const auto accuracies = [&](std::int64_t n) {
    DirichletQuery a = ours, b = theirs;
    a.n = b.n = n;
    b.prior = a.prior;
    const Counts data = counts_of_shares(shares, n);
    return std::pair{dirichlet_accuracy(a, data, t, bits), dirichlet_accuracy(b, data, t, bits)};
  };
  DirichletCrossover out;
  out.last = ours.n;
  out.from = ours.n + 1;
  for (std::int64_t n = ours.n; n >= 1; --n) {
    auto [first, second] = accuracies(n);
    if (certainly_greater(first.probability, second.probability)) {
      out.from = n;
      out.ours = std::move(first), out.theirs = std::move(second);
      continue;
    }
    out.decided = certainly_less_equal(first.probability, second.probability);
    if (n == ours.n) {
      out.ours = std::move(first), out.theirs = std::move(second);
    } else {
      out.ours_before = std::move(first), out.theirs_before = std::move(second);
    }
    break;
  }
  return out;
}

}  // namespace dpcert
