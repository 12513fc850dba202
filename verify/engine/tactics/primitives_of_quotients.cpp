// Antiderivatives of quotients of polynomials by partial fractions, and of powers of quadratic polynomials.
#include <algorithm>

#include "verify/engine/tactics/primitives.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t highest_degree = 12;
constexpr long highest_power = 8;  // of a quadratic polynomial below

using Coefficients = std::vector<Expr>;  // of 1, x, x^2, ...

// a (x - h)^2 + k
struct Square {
  Expr a, h, k;
};
Square completed(Algebra& algebra, const Coefficients& c) {
  const auto plain = [&](const Expr& e) { return algebra.simplified(e).value_or(e); };
  const Expr h = plain(quotient(negate(c[1]), mul(2, c[2])));
  return {c[2], h, plain(sub(c[0], mul(c[2], pow(h, 2))))};
}

// 1/q by atan, where q has no real root.
std::optional<Expr> reciprocal(const Context& inside, const Square& s, const Expr& x) {
  const Expr ratio = quotient(s.a, s.k);
  if (!inside.positive_(mul(s.a, s.k)) && !inside.positive_(ratio)) return std::nullopt;
  Algebra a = inside.algebra();
  const Expr root = sqrt(a.simplified(ratio).value_or(ratio));
  return quotient(atan(mul(root, sub(x, s.h))), mul(s.k, root));
}

// The powers of a quadratic polynomial that are integers below 0: by the formula that raises the exponent, down to 1/q.
std::optional<Expr> negative_power(const Context& inside, const Square& s, const Expr& q, long n, const Expr& x) {
  if (n == 1) return reciprocal(inside, s, x);
  if (!inside.knows({s.k, Need::nonzero})) return std::nullopt;
  const auto rest = negative_power(inside, s, q, n - 1, x);
  if (!rest) return std::nullopt;
  const Expr below = mul(Expr(2 * (n - 1)), s.k);
  return add(quotient(sub(x, s.h), mul(below, pow(q, Expr(n - 1)))), mul(quotient(Expr(2 * n - 3), below), *rest));
}

// A solution of the square system, its rows of as many numbers as there are unknowns and one more; nothing where a
// pivot is not known to be other than 0.
std::optional<std::vector<Expr>> solved(const Context& inside, Algebra& a, std::vector<std::vector<Expr>> rows) {
  const std::size_t n = rows.size();
  const auto plain = [&](const Expr& e) { return a.simplified(e).value_or(e); };
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    while (pivot < n && !inside.knows({rows[pivot][k], Need::nonzero})) ++pivot;
    if (pivot == n) return std::nullopt;
    std::swap(rows[k], rows[pivot]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k || rows[i][k].is_constant(0)) continue;
      const Expr factor = quotient(rows[i][k], rows[k][k]);
      for (std::size_t j = k; j <= n; ++j) rows[i][j] = plain(sub(rows[i][j], mul(factor, rows[k][j])));
    }
  }
  std::vector<Expr> out;
  for (std::size_t k = 0; k < n; ++k) out.push_back(plain(quotient(rows[k][n], rows[k][k])));
  return out;
}

class Quotient {
 public:
  Quotient(const Context& inside, Algebra& a, const Expr& x) : inside_(inside), a_(a), x_(x) {}

  std::optional<Expr> primitive(const Expr& e) {
    const auto both = a_.fraction(e);
    if (!both) return std::nullopt;
    auto above = a_.coefficients(both->first, x_);
    const auto below = a_.coefficients(both->second, x_);
    if (!above || !below || above->size() > highest_degree || below->size() > highest_degree) return std::nullopt;
    Expr out = whole_part(*above, *below);
    while (!above->empty() && a_.is_zero(above->back())) above->pop_back();
    if (above->empty()) return out;
    if (!read_factors(both->second)) return std::nullopt;
    const auto rest = fractions(*above, *below);
    return rest ? std::optional(add(out, *rest)) : std::nullopt;
  }

 private:
  struct Factor {
    Expr base;
    Coefficients c;  // of 1 and x, or of 1, x and x^2
    long power;
  };

  Expr plain(const Expr& e) { return a_.simplified(e).value_or(e); }

  // Divides; what is left of `above` is of a lower degree than `below`.
  Expr whole_part(Coefficients& above, const Coefficients& below) {
    Expr out = 0;
    while (above.size() >= below.size()) {
      const Expr c = plain(quotient(above.back(), below.back()));
      const std::size_t shift = above.size() - below.size();
      const long n = static_cast<long>(shift) + 1;
      out = add(out, mul(quotient(c, Expr(n)), n == 1 ? x_ : pow(x_, Expr(n))));
      for (std::size_t i = 0; i + 1 < below.size(); ++i)
        above[i + shift] = plain(sub(above[i + shift], mul(c, below[i])));
      above.pop_back();
    }
    return out;
  }

  bool read_factors(const Expr& below) {
    const auto all = a_.factorization(below);
    if (!all) return false;
    for (const auto& f : all->factors) {
      if (!depends_on(f.base, x_)) continue;
      const auto c = a_.coefficients(f.base, x_);
      if (!c || c->size() > 3 || f.exponent < 1 || f.exponent > highest_power) return false;
      factors_.push_back({f.base, *c, f.exponent});
    }
    return !factors_.empty();
  }

  // above/below = sum of c/l^j and of (b + c x)/q^j: the unknowns from the coefficients of above.
  std::optional<Expr> fractions(const Coefficients& above, const Coefficients& below) {
    const Expr product = polynomial(below);
    std::vector<Coefficients> columns;
    for (const Factor& f : factors_)
      for (long j = 1; j <= f.power; ++j)
        for (std::size_t i = 0; i + 1 < f.c.size(); ++i) {
          const Expr part = quotient(mul(i == 0 ? Expr(1) : x_, product), pow(f.base, Expr(j)));
          const auto form = a_.simplified(part);
          const auto c = form ? a_.coefficients(*form, x_) : std::nullopt;
          if (!c) return std::nullopt;
          columns.push_back(*c);
        }
    const std::size_t n = columns.size();
    if (n + 1 != below.size()) return std::nullopt;
    std::vector<std::vector<Expr>> rows(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (const auto& c : columns) rows[i].push_back(i < c.size() ? c[i] : Expr(0));
      rows[i].push_back(i < above.size() ? above[i] : Expr(0));
    }
    const auto unknowns = solved(inside_, a_, std::move(rows));
    return unknowns ? sum_of_parts(*unknowns) : std::nullopt;
  }

  Expr polynomial(const Coefficients& c) const {
    Expr out = 0;
    for (std::size_t i = 0; i < c.size(); ++i)
      out = add(out, mul(c[i], i == 0 ? Expr(1) : i == 1 ? x_ : pow(x_, Expr(static_cast<long>(i)))));
    return out;
  }

  std::optional<Expr> sum_of_parts(const std::vector<Expr>& unknowns) {
    Expr out = 0;
    std::size_t at = 0;
    for (const Factor& f : factors_)
      for (long j = 1; j <= f.power; ++j) {
        const bool line = f.c.size() == 2;
        const Expr c0 = unknowns[at++], c1 = line ? Expr(0) : unknowns[at++];
        const auto part = line ? of_line(f, c0, j) : of_quadratic(f, c0, c1, j);
        if (!part) return std::nullopt;
        out = add(out, *part);
      }
    return add(out, sum_of_logs());
  }

  std::optional<Expr> of_line(const Factor& f, const Expr& c, long j) {
    if (c.is_constant(0)) return Expr(0);
    const Expr weight = plain(quotient(c, f.c[1]));
    if (j > 1) return quotient(weight, mul(Expr(1 - j), pow(f.base, Expr(j - 1))));
    if (!note_log(f.base, weight, 1)) return std::nullopt;
    return Expr(0);
  }
  // (c0 + c1 x)/q^j: a multiple of q'/q^j and of 1/q^j.
  std::optional<Expr> of_quadratic(const Factor& f, const Expr& c0, const Expr& c1, long j) {
    const Expr weight = plain(quotient(c1, mul(2, f.c[2]))), rest = plain(sub(c0, mul(weight, f.c[1])));
    Expr out = 0;
    if (!weight.is_constant(0)) {
      if (j > 1)
        out = quotient(weight, mul(Expr(1 - j), pow(f.base, Expr(j - 1))));
      else if (!note_log(f.base, weight, 2))
        return std::nullopt;
    }
    if (rest.is_constant(0)) return out;
    const auto p = negative_power(inside_, completed(a_, f.c), f.base, j, x_);
    return p ? std::optional(add(out, mul(rest, *p))) : std::nullopt;
  }

  struct Log {
    Expr of, weight;
    long degree;
  };
  bool note_log(const Expr& base, const Expr& weight, long degree) {
    if (inside_.positive_(base))
      logs_.push_back({base, weight, degree});
    else if (inside_.positive_(negate(base)))
      logs_.push_back({negate(base), weight, degree});
    else
      return false;
    return true;
  }
  // If their weights add up to 0 the sum tends to a number at infinity, which is seen of logarithms of quotients.
  Expr sum_of_logs() {
    Expr total = 0, out = 0;
    for (const Log& l : logs_) total = add(total, mul(Expr(l.degree), l.weight));
    const auto first = std::ranges::find_if(logs_, [](const Log& l) { return l.degree == 1; });
    const bool bounded = logs_.size() > 1 && first != logs_.end() && a_.is_zero(total);
    for (auto l = logs_.begin(); l != logs_.end(); ++l) {
      if (bounded && l == first) continue;
      const Expr reference = !bounded ? Expr(1) : l->degree == 1 ? first->of : pow(first->of, Expr(l->degree));
      out = add(out, mul(l->weight, log(quotient(l->of, reference))));
    }
    return out;
  }

  const Context& inside_;
  Algebra& a_;
  Expr x_;
  std::vector<Factor> factors_;
  std::vector<Log> logs_;
};

}  // namespace

std::optional<Expr> primitive_of_quotient(const Context& inside, Algebra& a, const Expr& e, const Expr& x) {
  return Quotient(inside, a, x).primitive(e);
}

std::optional<Expr> primitive_of_quadratic(const Context& inside, const Expr& q, const std::vector<Expr>& c,
                                           const Expr& v, const Expr& x) {
  if (!v.is_constant()) return std::nullopt;
  Algebra algebra = inside.algebra();
  const Square s = completed(algebra, c);
  const Expr &a = s.a, &h = s.h, &k = s.k;
  const Expr from = sub(x, h), root = sqrt(q);
  const auto n = v.value().to_int64();
  if (n) return *n < 0 && *n >= -highest_power ? negative_power(inside, s, q, -*n, x) : std::nullopt;
  const auto inverse_root = [&]() -> std::optional<Expr> {
    const Expr down = sqrt(algebra.simplified(negate(a)).value_or(negate(a)));
    if (inside.positive_(negate(a))) return quotient(atan(quotient(mul(down, from), root)), down);
    if (!inside.positive_(a)) return std::nullopt;
    return quotient(log(add(mul(sqrt(a), from), root)), sqrt(a));
  };
  if (v.is_constant(Rational(-1, 2))) return inverse_root();
  if (v.is_constant(Rational(-3, 2))) {
    if (!inside.knows({k, Need::nonzero})) return std::nullopt;
    return quotient(from, mul(k, root));
  }
  if (!v.is_constant(Rational(1, 2))) return std::nullopt;
  const auto p = inverse_root();
  return p ? std::optional(add(quotient(mul(from, root), 2), mul(quotient(k, 2), *p))) : std::nullopt;
}

}  // namespace dpcert::verify
