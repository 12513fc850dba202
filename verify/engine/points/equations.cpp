// Equations in integers: their solutions may be far from everything that is drawn at random. Of two integers one is
// gone through and the other one solved for; and where both are squared, continued fractions lead to large solutions
// (Hardy and Wright, An Introduction to the Theory of Numbers, chapters 10 and 14). What is found is certified like any
// other point.
#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "verify/algebra/algebra.hpp"
#include "verify/engine/points/stages.hpp"

namespace dpcert::verify {

namespace {

constexpr long most_values = 400'000;      // of the integer that is gone through, on each side of 0
constexpr long most_values_of_one = 4000;  // where there is no other one, or it is a quotient: what divides recurs soon
constexpr int most_convergents = 120;
constexpr std::size_t most_coordinates = 4;  // of a point on a quadric
constexpr std::size_t most_solutions = 8;

// An integer polynomial in one variable, lowest coefficient first.
using Coefficients = std::vector<Rational>;

Rational value(const Coefficients& p, const Rational& x) {
  Rational sum = 0;
  for (std::size_t i = p.size(); i-- > 0;) sum = sum * x + p[i];
  return sum;
}
Coefficients product(const Coefficients& a, const Coefficients& b) {
  if (a.empty() || b.empty()) return {};
  Coefficients out(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) out[i + j] += a[i] * b[j];
  return out;
}

std::optional<Coefficients> in_one_variable(Algebra& a, const Expr& e, const Expr& x) {
  const auto p = a.coefficients(e, x);
  if (!p) return std::nullopt;
  Coefficients out;
  for (const Expr& c : *p) {
    if (!c.is_constant() || !c.value().is_integer()) return std::nullopt;
    out.push_back(c.value());
  }
  return out;
}

// The whole part of the root of an integer >= 0.
Rational root_floor(const Rational& q) {
  if (q.is_zero()) return q;
  Rational x = 2;
  while (x * x <= q) x *= x;  // above the root
  for (;;) {
    const Rational next = ((x + q / x) / Rational(2)).floor();
    if (next >= x) return x;
    x = next;
  }
}
std::optional<Rational> whole_root(const Rational& q) {
  if (q.sign() < 0) return std::nullopt;
  const Rational x = root_floor(q);
  return x * x == q ? std::optional(x) : std::nullopt;
}

// Squares by their residues: a number that is none modulo one of these is no square.
class Squares {
 public:
  explicit Squares(const Coefficients& p) {
    for (std::size_t i = 0; i < moduli.size(); ++i) {
      const long m = moduli[i];
      std::vector<char> square(static_cast<std::size_t>(m));
      for (long k = 0; k < m; ++k) square[static_cast<std::size_t>(k * k % m)] = 1;
      for (long k = 0; k < m; ++k) {
        const Rational v = value(p, Rational(k)), rest = v - Rational(m) * (v / Rational(m)).floor();
        possible_[i].push_back(square[static_cast<std::size_t>(*rest.to_int64())]);
      }
    }
  }
  [[nodiscard]] bool possible(long n) const {
    for (std::size_t i = 0; i < moduli.size(); ++i) {
      const long r = n % moduli[i];
      if (possible_[i][static_cast<std::size_t>(r < 0 ? r + moduli[i] : r)] == 0) return false;
    }
    return true;
  }

 private:
  static constexpr std::array<long, 8> moduli{64, 63, 65, 11, 17, 19, 23, 31};
  std::array<std::vector<char>, 8> possible_;  // bytes: read more often than all else here
};

// c0(n) + c1(n) k + c2(n) k^2 = 0.
struct Quadratic {
  std::array<Coefficients, 3> c;

  [[nodiscard]] Coefficients discriminant() const {
    Coefficients out = product(c[1], c[1]), more = product(c[0], c[2]);
    out.resize(std::max(out.size(), more.size()));
    for (std::size_t i = 0; i < more.size(); ++i) out[i] -= Rational(4) * more[i];
    return out;
  }
  [[nodiscard]] std::vector<Rational> solutions(const Rational& n, const Rational& discriminant) const {
    const Rational a = value(c[2], n), b = value(c[1], n);
    if (a.is_zero()) {
      if (b.is_zero()) return {};
      return {-value(c[0], n) / b};
    }
    const auto root = whole_root(discriminant);
    if (!root) return {};
    return {(*root - b) / (Rational(2) * a), (-*root - b) / (Rational(2) * a)};
  }
};

// Numerators and denominators of the convergents of sqrt(d).
std::vector<std::pair<Rational, Rational>> convergents(const Rational& d) {
  std::vector<std::pair<Rational, Rational>> out;
  if (d.sign() <= 0 || whole_root(d)) return out;
  const Rational whole = root_floor(d);
  Rational m = 0, q = 1, a = whole, h0 = 1, h = whole, k0 = 0, k = 1;
  for (int i = 0; i < most_convergents; ++i) {
    out.emplace_back(h, k);
    m = q * a - m;
    q = (d - m * m) / q;
    a = ((whole + m) / q).floor();
    h0 = std::exchange(h, a * h + h0);
    k0 = std::exchange(k, a * k + k0);
  }
  return out;
}

// What hypotheses say to be 0, in one or in two inequalities.
std::vector<Expr> equations_of(const Problem& p) {
  std::vector<Expr> out;
  for (const Slot& h : p.hypotheses()) {
    const Relation& r = h.relation;
    const auto turned = [&](const Slot& other) {
      return other.relation.rel == Rel::ge && other.relation.lhs == r.rhs && other.relation.rhs == r.lhs;
    };
    if (r.rel == Rel::eq || (r.rel == Rel::ge && std::ranges::any_of(p.hypotheses(), turned)))
      out.push_back(sub(r.lhs, r.rhs));
  }
  return out;
}

}  // namespace

void Search::solve_in_integers(World& w) {
  const Problem& p = w.problem;
  const auto& free = p.free();
  const auto integer = [&](std::size_t i) { return p.variables()[i].integer; };
  if (free.empty() || free.size() > 2 || !std::ranges::all_of(free, integer)) return;
  std::size_t found = 0;
  // Solutions are large: what doubles say of them is nothing.
  const auto consider_values = [&](const std::vector<Rational>& values, bool solution = true) {
    Values x(p.size());
    for (std::size_t i = 0; i < free.size(); ++i) {
      if (!values[i].is_integer() || !p.variables()[free[i]].range.contains(values[i])) return;
      x[free[i]] = values[i];
    }
    if (!p.complete(x) || !p.inside(x)) return;
    ++simple_;
    if (solution)
      consider(w, x, thorough), ++found;
    else if (consider_if_promising(w, x, thorough))
      ++found;
  };
  const auto over = [&] { return found >= most_solutions || done(); };
  Algebra a([](const Expr&) { return false; });
  const auto equations = equations_of(p);
  if (free.size() == 1) {
    for (const Expr& d : equations) {
      const auto c = in_one_variable(a, d, Expr::variable(p.variables()[free[0]].name));
      if (!c || c->size() < 2 || c->size() > 3) continue;
      Quadratic q;
      for (std::size_t i = 0; i < c->size(); ++i) q.c[i] = {(*c)[i]};
      for (const Rational& x : q.solutions(0, value(q.discriminant(), 0))) consider_values({x});
    }
    const Range& r = p.variables()[free[0]].range;
    const Rational from = !r.lo.infinite ? r.lo.value.ceil() : !r.hi.infinite ? r.hi.value.floor() : Rational(0);
    for (long n = 0; n < most_values_of_one && !over(); ++n)
      for (const long k : {n, -n})
        if (n != 0 || k == 0) consider_values({from + Rational(k)}, false);
    return;
  }
  for (const Expr& d : equations) {
    for (const std::size_t solved : {std::size_t{0}, std::size_t{1}}) {
      const Expr n = Expr::variable(p.variables()[free[1 - solved]].name),
                 k = Expr::variable(p.variables()[free[solved]].name);
      const auto in_k = a.coefficients(d, k);
      if (!in_k || in_k->size() > 3) continue;
      Quadratic q;
      bool fine = true;
      for (std::size_t i = 0; i < in_k->size() && fine; ++i) {
        const auto c = in_one_variable(a, (*in_k)[i], n);
        fine = c.has_value();
        if (fine) q.c[i] = *c;
      }
      if (!fine) continue;
      const auto place = [&](const Rational& at_n, const Rational& at_k) {
        consider_values(solved == 0 ? std::vector{at_k, at_n} : std::vector{at_n, at_k});
      };
      const Coefficients discriminant = q.discriminant();
      const auto at = [&](const Rational& x) {
        for (const Rational& y : q.solutions(x, value(discriminant, x))) place(x, y);
      };
      const Squares squares(discriminant);
      const long most = q.c[2].empty() ? most_values_of_one : most_values;
      constexpr long unasked = 256;  // what most numbers need is less than a look at the clock
      for (long i = 0; i < most && found < most_solutions && !(i % unasked == 0 && over()); ++i)
        for (const long x : {i, -i})
          if ((i != 0 || x == 0) && squares.possible(x) && p.variables()[free[1 - solved]].range.contains(Rational(x)))
            at(Rational(x));
      // Both squared: a k^2 = b n^2 + c, with k/n near sqrt(b/a).
      const bool both = q.c[1].empty() || std::ranges::all_of(q.c[1], [](const Rational& c) { return c.is_zero(); });
      if (!both || q.c[2].size() != 1 || q.c[0].size() != 3 || !q.c[0][1].is_zero()) continue;
      for (const auto& [above, below] : convergents(-q.c[0][2] * q.c[2][0])) {
        if (over()) break;
        // sqrt(a b)/a is k/n: so n is a multiple of a convergent's denominator, times a.
        for (const Rational& x : {below, below * dpcert::abs(q.c[2][0])}) {
          at(x);
          at(-x);
        }
      }
    }
  }
}

void Search::solve_on_quadrics(World& w) {
  if (result_.inhabited) return;
  const Problem& p = w.problem;
  const auto& free = p.free();
  const auto real = [&](std::size_t i) { return !p.variables()[i].integer; };
  if (free.size() < 2 || free.size() > most_coordinates || !std::ranges::all_of(free, real)) return;
  Algebra a([](const Expr&) { return false; });
  for (const Expr& d : equations_of(p)) {
    for (const std::size_t solved : free) {
      const auto c = a.coefficients(d, Expr::variable(p.variables()[solved].name));
      if (!c || c->size() != 3) continue;
      std::size_t tried = 0;
      Values x(p.size());
      // The others at multiples of 1/m, the last one where it is rational then.
      const std::function<void(std::size_t, long)> walk = [&](std::size_t i, long m) {
        if (result_.inhabited || done() || tried > most_values_of_one) return;
        if (i < free.size() && free[i] == solved) return walk(i + 1, m);
        if (i < free.size()) {
          for (long k = -2 * m; k <= 2 * m; ++k) {
            x[free[i]] = Rational(k, m);
            if (p.variables()[free[i]].range.contains(x[free[i]])) walk(i + 1, m);
          }
          return;
        }
        ++tried;
        ExprMap<Expr> there;
        for (const std::size_t j : free)
          if (j != solved) there.emplace(Expr::variable(p.variables()[j].name), Expr(x[j]));
        std::array<Rational, 3> q;
        for (std::size_t j = 0; j < 3; ++j) {
          const auto value = rational_value(substitute((*c)[j], there));
          if (!value) return;
          q[j] = *value;
        }
        if (q[2].is_zero()) return;
        const Rational middle = -q[1] / (Rational(2) * q[2]), square = middle * middle - q[0] / q[2];
        const Rational whole = square * Rational(m * m);
        const auto root = whole.is_integer() ? whole_root(whole) : std::nullopt;
        if (!root) return;
        for (const int sign : {1, -1}) {
          x[solved] = middle + Rational(sign) * *root / Rational(m);
          Values all = x;
          if (!p.variables()[solved].range.contains(x[solved]) || !p.complete(all) || !p.inside(all)) continue;
          ++simple_;
          consider(w, all, thorough);
        }
      };
      for (const long m : {1, 2, 3, 5, 7, 9, 13}) {
        tried = 0;
        walk(0, m);
      }
    }
  }
}

}  // namespace dpcert::verify
