// D as its Taylor polynomial at the middle of the domain and what is left of it. Where D touches 0 there to a high
// order, both may be nonnegative: the polynomial as a sum of squares, the rest since the orders that touch are gone
// from its derivatives. KL of two coins is such a sum, of the Bregman divergences of the even powers.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/core/work.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

// A power series in two variables up to a degree, with numbers as coefficients.
class TaylorSeries {
 public:
  TaylorSeries(int degree, const Expr& constant) : degree_(degree) { put(0, 0, constant); }

  [[nodiscard]] const std::map<std::pair<int, int>, Expr>& terms() const { return terms_; }
  [[nodiscard]] Expr constant() const {
    const auto it = terms_.find({0, 0});
    return it == terms_.end() ? Expr(0) : it->second;
  }
  void put(int i, int j, const Expr& c) {
    if (i + j > degree_) return;
    Expr& here = terms_.try_emplace({i, j}, 0).first->second;
    here = add(here, c);
    if (here.is_constant(0)) terms_.erase({i, j});
  }

  friend TaylorSeries operator+(TaylorSeries a, const TaylorSeries& b) {
    for (const auto& [k, c] : b.terms_) a.put(k.first, k.second, c);
    return a;
  }
  friend TaylorSeries operator*(const TaylorSeries& a, const TaylorSeries& b) {
    TaylorSeries out(a.degree_, 0);
    count_work(a.terms_.size() * b.terms_.size());
    for (const auto& [k, c] : a.terms_)
      for (const auto& [l, d] : b.terms_) out.put(k.first + l.first, k.second + l.second, mul(c, d));
    return out;
  }
  friend TaylorSeries operator-(const TaylorSeries& a, const TaylorSeries& b) {
    return a + b * TaylorSeries(a.degree_, -1);
  }

  // The sum of coefficient(k) (u - u0)^k, u this series and u0 its constant.
  template <class F>
  [[nodiscard]] TaylorSeries composed(F coefficient) const {
    TaylorSeries powers(degree_, 1), out(degree_, 0);
    const TaylorSeries without = *this - TaylorSeries(degree_, constant());
    for (int k = 0; k <= degree_; ++k) {
      out = out + powers * TaylorSeries(degree_, coefficient(k));
      powers = powers * without;
    }
    return out;
  }

 private:
  int degree_;
  std::map<std::pair<int, int>, Expr> terms_;
};

// u^r by the binomial series; nothing where that has no number as its constant.
std::optional<TaylorSeries> to_the(const TaylorSeries& u, const Rational& r) {
  const Expr u0 = u.constant();
  if (!u0.is_constant() || u0.value().sign() <= 0) {
    if (!r.is_integer() || (r.sign() < 0 && !(u0.is_constant() && u0.value().sign() < 0))) return std::nullopt;
  }
  const bool polynomial = r.is_integer() && r.sign() >= 0;
  Rational binomial = 1;
  return u.composed([&, k = 0](int) mutable -> Expr {
    if (k > 0) binomial = binomial * (r - Rational(k - 1)) / Rational(k);
    const Rational left = r - Rational(k++);
    if (binomial.is_zero()) return 0;
    if (polynomial && left.is_zero()) return Expr(binomial);
    if (u0.is_constant(0)) return 0;
    return mul(Expr(binomial), power(u0, Expr(left)));
  });
}

std::optional<TaylorSeries> logarithm(const TaylorSeries& u) {
  const Expr u0 = u.constant();
  if (!u0.is_constant() || u0.value().sign() <= 0) return std::nullopt;
  return u.composed([&](int k) -> Expr {
    if (k == 0) return u0.is_constant(1) ? Expr(0) : log(u0);
    return mul(Expr(Rational(k % 2 ? 1 : -1, k)), power(u0, Expr(-k)));
  });
}

using Places = std::vector<std::pair<Expr, TaylorSeries>>;

// The series of e, if it is made of what has one here.
std::optional<TaylorSeries> series_of(const Expr& e, int degree, const Places& places,
                                      ExprMap<std::optional<TaylorSeries>>& known) {
  if (const auto it = known.find(e); it != known.end()) return it->second;
  const auto found = [&]() -> std::optional<TaylorSeries> {
    for (const auto& [x, s] : places)
      if (e == x) return s;
    if (e.is_constant()) return TaylorSeries(degree, e);
    std::vector<TaylorSeries> args;
    for (const Expr& arg : e.args()) {
      auto s = series_of(arg, degree, places, known);
      if (!s) return std::nullopt;
      args.push_back(std::move(*s));
    }
    const TaylorSeries one(degree, 1);
    switch (e.op()) {
      case Op::neg:
        return TaylorSeries(degree, 0) - args[0];
      case Op::add:
        return args[0] + args[1];
      case Op::sub:
        return args[0] - args[1];
      case Op::mul:
        return args[0] * args[1];
      case Op::div: {
        const auto inverse = to_the(args[1], Rational(-1));
        return inverse ? std::optional(args[0] * *inverse) : std::nullopt;
      }
      case Op::pow:
        if (!e.arg(1).is_constant()) return std::nullopt;
        return to_the(args[0], e.arg(1).value());
      case Op::sqrt:
        return to_the(args[0], Rational(1, 2));
      case Op::log:
        return logarithm(args[0]);
      case Op::log1p:
        return logarithm(args[0] + one);
      case Op::xlogy: {
        const auto l = logarithm(args[1]);
        return l ? std::optional(args[0] * *l) : std::nullopt;
      }
      case Op::exp:
        return args[0].composed([&, factorial = Rational(1)](int k) mutable -> Expr {
          if (k > 0) factorial = factorial * Rational(k);
          const Expr u0 = args[0].constant();
          return quotient(u0.is_constant(0) ? Expr(1) : exp(u0), Expr(factorial));
        });
      default:
        return std::nullopt;
    }
  }();
  known.emplace(e, found);
  return found;
}

// The two variables of the goal, with their middles and half widths.
struct Square {
  std::vector<Expr> x;
  std::vector<Rational> middle, half;
  std::vector<Range> range;
  [[nodiscard]] Expr scaled(std::size_t i) const {
    return mul(Expr(Rational(1) / half[i]), sub(x[i], Expr(middle[i])));
  }
};

std::optional<Square> square_of(const Goal& g) {
  Square out;
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!depends_on(g.difference(), x)) continue;
    const auto& [lo, hi] = v.range;
    if (v.integer || !v.range.bounded() || !(lo.value < hi.value) || out.x.size() == 2) return std::nullopt;
    out.x.push_back(x);
    out.middle.push_back((lo.value + hi.value) / Rational(2));
    out.half.push_back((hi.value - lo.value) / Rational(2));
    out.range.push_back(v.range);
  }
  if (out.x.size() != 2) return std::nullopt;
  return out;
}

// A polynomial in two variables with rational coefficients.
using Polynomial = std::map<std::pair<int, int>, Rational>;

// Is it seen to be negative on [-1, 1]^2, on circles around the middle? A filter, finer than a few points of the box:
// along a curve on which terms cancel it may be negative by little.
bool looks_negative(const Polynomial& p) {
  struct Term {
    int i, j;
    double c;
  };
  std::vector<Term> terms;
  for (const auto& [k, c] : p) terms.push_back({k.first, k.second, c.approx()});
  count_work(terms.size() * Effort::Centre::directions * Effort::Centre::circles.size());
  for (const double r : Effort::Centre::circles) {
    for (std::size_t n = 0; n < Effort::Centre::directions; ++n) {
      const double angle = 6.283185307179586 * static_cast<double>(n) / Effort::Centre::directions;
      const double x = std::clamp(r * std::cos(angle), -1.0, 1.0), y = std::clamp(r * std::sin(angle), -1.0, 1.0);
      double sum = 0, size = 0;
      for (const auto& [i, j, c] : terms) {
        const double term = c * std::pow(x, i) * std::pow(y, j);
        sum += term;
        size += std::abs(term);
      }
      if (sum < -Effort::Centre::tolerance * size) return true;
    }
  }
  return false;
}

// The Taylor polynomial of D in t with x = middle + half t. Nothing where a coefficient is no rational number, or D or
// its gradient is not 0 in the middle.
std::optional<Polynomial> polynomial_of(Algebra& a, const Expr& d, const Square& square, int degree) {
  Places places;
  for (std::size_t i = 0; i < 2; ++i) {
    TaylorSeries s(degree, Expr(square.middle[i]));
    s.put(i == 0 ? 1 : 0, i == 0 ? 0 : 1, Expr(square.half[i]));
    places.emplace_back(square.x[i], std::move(s));
  }
  ExprMap<std::optional<TaylorSeries>> known;
  const auto s = series_of(d, degree, places, known);
  if (!s) return std::nullopt;
  Polynomial out;
  for (const auto& [k, c] : s->terms()) {
    const auto value = c.is_constant() ? std::optional(c) : a.simplified(c);
    if (!value || !value->is_constant()) return std::nullopt;
    if (value->is_constant(0)) continue;
    if (k.first + k.second < 2) return std::nullopt;
    out.emplace(k, value->value());
  }
  return out;
}

Expr written_in(const Polynomial& p, const Expr& x, const Expr& y) {
  const auto to = [](const Expr& u, int n) { return n == 0 ? Expr(1) : power(u, Expr(n)); };
  Expr out = 0;
  for (const auto& [k, c] : p) out = add(out, mul(Expr(c), mul(to(x, k.first), to(y, k.second))));
  return out;
}

}  // namespace

Tree by_centre(const Goal& g, const ProveGoal& alone) {
  const Context& c = g.context;
  if (g.relation.rel != Rel::ge || !c.hypotheses().empty() || !c.forall_hypotheses().empty()) return std::nullopt;
  const Expr d = g.difference();
  const auto function = [](const Expr& e) { return e.op() != Op::pow ? !e.args().empty() : !e.arg(1).is_constant(); };
  const auto is_polynomial = [&](const Expr& e) {
    return nodes_of({Rel::ge, e, 0},
                    [&](const Expr& n) {
                      return function(n) && n.op() != Op::add && n.op() != Op::sub && n.op() != Op::mul &&
                             n.op() != Op::neg;
                    })
        .empty();
  };
  const auto square = square_of(g);
  if (!square || is_polynomial(d) || !nodes_of(g.relation, is_kink).empty()) return std::nullopt;
  Algebra a = c.algebra();
  const std::string name = fresh_name(c);
  const std::vector<Expr> t{Expr::variable(name), Expr::variable(name + "_2")};
  for (const int degree : Effort::Centre::degrees) {
    const auto p = polynomial_of(a, d, *square, degree);
    if (!p) return std::nullopt;  // a higher degree has these terms, too
    if (p->empty()) continue;
    const Expr touching = written_in(*p, square->scaled(0), square->scaled(1)), rest = sub(d, touching);
    if (looks_negative(*p) || !looks_nonnegative(c, rest)) continue;
    const auto left = alone({c, {Rel::ge, rest, 0}});
    if (!left) continue;
    Goal h = g;
    Proof out;
    cut_in(out, h, {Rel::ge, rest, 0}, *left);
    // The polynomial in its own variables: where it vanishes is their origin.
    const auto polynomial = [&](const Goal& k) -> Tree {
      Goal now = k;
      Proof lines;
      for (std::size_t i = 0; i < 2; ++i) {
        const auto& [lo, hi] = square->range[i];
        const Range range{{false, lo.closed, Rational(-1)}, {false, hi.closed, Rational(1)}};
        const Step step = rule::Subst{square->x[i], t[i].name(), range,
                                      add(Expr(square->middle[i]), mul(Expr(square->half[i]), t[i]))};
        const auto next = after(step, now);
        if (!next) return std::nullopt;
        lines.push_back(step);
        now = *next;
      }
      const auto proof = rewritten(without_hypotheses(now, lines), written_in(*p, t[0], t[1]), 0, alone);
      if (!proof) return std::nullopt;
      append(lines, *proof);
      return lines;
    };
    const Relation nonnegative{Rel::ge, touching, 0};
    const auto first = polynomial({h.context, nonnegative});
    if (!first) continue;
    cut_in(out, h, nonnegative, *first);
    out.emplace_back(rule::Combine{Rational(0), {{1, Rational(1)}, {2, Rational(1)}}});
    return out;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
