#include <algorithm>
#include <set>

#include "src/core/work.hpp"
#include "verify/engine/lp/exact_simplex.hpp"
#include "verify/engine/tactics/polynomials.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

struct Column {
  Poly p;  // weight * square
  Expr e;  // the same as a product of what is known to be >= 0
};

class SumOfSquares {
 public:
  SumOfSquares(const Poly& d, std::vector<Expr> xs, const Context& c) : d_(d), xs_(std::move(xs)), context_(c) {}

  // q * D = sum of columns: the sum, if there is one.
  std::optional<Expr> solve(const Poly& q, int effort, const std::function<bool()>& stop) {
    const Poly target = product(q, d_);
    if (target.empty()) return std::nullopt;
    bound_.assign(xs_.size(), 0);
    most_ = 0, least_ = 1000;
    for (const auto& [m, c] : target) {
      for (std::size_t i = 0; i < xs_.size(); ++i) bound_[i] = std::max(bound_[i], m[i]);
      const int total = degree(m);
      most_ = std::max(most_, total), least_ = std::min(least_, total);
    }
    auto columns = make_columns(effort);
    if (columns.empty() || columns.size() > Effort::Squares::most_columns) return std::nullopt;
    // Monomials that only one sign of columns can supply prune the rest; rows are all monomials that occur.
    std::map<Powers, std::size_t> row;
    for (const auto& [m, c] : target) row.emplace(m, row.size());
    for (const auto& col : columns) {
      for (const auto& [m, c] : col.p) row.emplace(m, row.size());
    }
    if (row.size() > Effort::Squares::most_rows) return std::nullopt;
    std::vector<std::vector<Rational>> a(row.size(), std::vector<Rational>(columns.size()));
    std::vector<Rational> b(row.size());
    for (const auto& [m, c] : target) b[row.at(m)] = c;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      for (const auto& [m, c] : columns[j].p) a[row.at(m)][j] = c;
    }
    const auto x = nonnegative_solution(a, b, stop);
    if (!x) return std::nullopt;
    Expr sum = 0;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const Rational& weight = (*x)[j];
      const Expr& e = columns[j].e;
      if (weight.is_zero()) continue;
      // The terms of a bare sum would be terms of this one, and its sign, which a hypothesis says, would be lost.
      const bool bare = weight == Rational(1) && (e.op() == Op::add || e.op() == Op::sub);
      const Expr part = mul(Expr(bare ? Rational(1, 2) : weight), e);
      sum = add(sum, bare ? add(part, part) : part);
    }
    return sum;
  }

 private:
  // What is known to be >= 0 and is a polynomial: 1, ends of ranges, hypotheses, and their products. Upper ends are
  // used for products of few facts only.
  std::vector<Column> weights(int effort) const {
    std::vector<Column> facts;
    const auto put = [&](const Expr& e) {
      const auto p = polynomial(e, xs_);
      if (p && !p->empty()) facts.push_back({*p, e});
    };
    for (const auto& h : context_.hypotheses()) {
      if (h.rel != Rel::eq) put(sub(h.lhs, h.rhs));
    }
    for (const auto& x : xs_) {
      const auto& r = context_.find(x)->range;
      if (!r.lo.infinite) put(sub(x, r.lo.value));
      if (!r.hi.infinite && effort != 1) put(sub(r.hi.value, x));
    }
    std::vector<Column> out{{Poly{{Powers(xs_.size()), Rational(1)}}, 1}};
    if (facts.size() > Effort::Squares::most_facts) return out;
    std::vector<Column> last = out;
    const int factors = Effort::Squares::factors[static_cast<std::size_t>(effort)];
    for (int k = 0; k < factors; ++k) {
      std::vector<Column> next;
      for (const auto& w : last) {
        for (const auto& f : facts) next.push_back({product(w.p, f.p), mul(w.e, f.e)});
      }
      // The same product in another order counts once.
      std::vector<Column> fresh;
      for (auto& n : next) {
        const auto same = [&](const Column& o) { return o.p == n.p; };
        if (std::ranges::none_of(out, same) && std::ranges::none_of(fresh, same)) fresh.push_back(n);
      }
      out.insert(out.end(), fresh.begin(), fresh.end());
      last = std::move(fresh);
    }
    return out;
  }

  std::vector<Column> make_columns(int effort) const {
    const int half = most_ / 2, low = (least_ + 1) / 2;
    std::vector<Powers> monomials;
    Powers m(xs_.size());
    const std::function<void(std::size_t, int)> walk = [&](std::size_t i, int total) {
      if (i == xs_.size()) {
        monomials.push_back(m);
        return;
      }
      for (m[i] = 0; 2 * m[i] <= bound_[i] && total + m[i] <= half; ++m[i]) walk(i + 1, total + m[i]);
      m[i] = 0;
    };
    walk(0, 0);
    if (monomials.size() > Effort::Squares::most_monomials) return {};
    std::vector<Column> squares;
    const auto put = [&](const Poly& p) { squares.push_back({product(p, p), power(expression(p, xs_), 2)}); };
    for (std::size_t i = 0; i < monomials.size(); ++i) {
      put({{monomials[i], Rational(1)}});
      for (std::size_t j = 0; j < i; ++j) {
        for (const Rational& c :
             {Rational(1), Rational(-1), Rational(2), Rational(-2), Rational(1, 2), Rational(-1, 2)}) {
          if (effort < 2 && !(abs(c) == Rational(1))) continue;
          put({{monomials[i], Rational(1)}, {monomials[j], c}});
        }
      }
    }
    if (monomials.size() <= Effort::Squares::monomials_in_threes) {
      for (std::size_t i = 0; i < monomials.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          for (std::size_t k = 0; k < monomials.size(); ++k) {
            if (k == i || k == j) continue;
            put({{monomials[i], Rational(1)}, {monomials[j], Rational(1)}, {monomials[k], Rational(-2)}});
          }
        }
      }
    }
    std::vector<Column> out;
    for (const auto& w : weights(effort)) {
      count_work(4 * squares.size());
      for (const auto& s : squares) {
        Column c{product(w.p, s.p), mul(w.e, s.e)};
        const bool fits = std::ranges::all_of(c.p, [&](const auto& t) {
          if (degree(t.first) > most_ || (w.e.is_constant() && degree(t.first) < 2 * low && least_ > 0)) return false;
          for (std::size_t i = 0; i < xs_.size(); ++i) {
            if (t.first[i] > bound_[i]) return false;
          }
          return true;
        });
        if (fits) out.push_back(std::move(c));
      }
    }
    return out;
  }

  const Poly& d_;
  std::vector<Expr> xs_;
  const Context& context_;
  std::vector<int> bound_;
  int most_ = 0, least_ = 0;
};

}  // namespace

Tree by_squares(const Goal& g, const Subprover& s, int round) {
  if (g.strict() || g.relation.rel == Rel::eq) return std::nullopt;
  const Context& c = g.context;
  const auto q = polynomial_over_positive(g);
  if (!q) return std::nullopt;
  const std::vector<Expr>& xs = q->variables;
  SumOfSquares sos(q->numerator, xs, c);
  std::vector<Expr> multipliers{1};
  Expr squares = 0, sum = 0;
  bool all_nonnegative = true;
  for (const auto& x : xs) {
    squares = add(squares, power(x, 2));
    sum = add(sum, x);
    all_nonnegative = all_nonnegative && c.knows({x, Need::nonnegative});
  }
  if (xs.size() > 1) {
    multipliers.push_back(add(squares, 1));
    if (all_nonnegative) multipliers.push_back(add(sum, 1));
  }
  for (int effort = 0; effort <= std::min(round, 2); ++effort) {
    for (const auto& m : multipliers) {
      if (s.out_of_time()) return std::nullopt;
      const auto p = polynomial(m, xs);
      const auto e = sos.solve(*p, effort, s.out_of_time);
      if (!e) continue;
      const Expr whole = quotient(*e, mul(m, q->denominator));
      if (auto t = rewritten(g, whole, 0, [&](const Goal& h) { return s.immediate(h); })) return t;
    }
  }
  return std::nullopt;
}

Tree by_completing_the_square(const Goal& g, const Subprover& s, int depth) {
  const Context& c = g.context;
  Algebra a = c.algebra();
  const Expr d = g.difference();
  for (const auto& v : c.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!depends_on(d, x)) continue;
    const auto p = a.coefficients(d, x);
    if (!p || p->size() != 3 || !c.positive_((*p)[2])) continue;
    const Expr half = quotient((*p)[1], mul(2, (*p)[2]));
    const auto low = a.simplified(sub((*p)[0], mul((*p)[2], power(half, 2))));
    if (!low || (half.is_constant(0))) continue;
    const Relation side{g.relation.rel, *low, 0};
    const auto proof = s.prove({c, side}, depth - 1, true);
    if (!proof) continue;
    Proof out;
    Goal with = g;
    cut_in(out, with, side, *proof);
    const Expr form = add(mul((*p)[2], power(add(x, half), 2)), *low);
    const auto rest = rewritten(with, form, 0, [&](const Goal& h) { return s.immediate(h); });
    if (!rest) continue;
    append(out, *rest);
    return out;
  }
  return std::nullopt;
}

Tree by_ordering(const Goal& g, const Subprover& s) {
  if (g.strict() || g.relation.rel == Rel::eq ||
      g.context.hypotheses().size() > Effort::Squares::hypotheses_of_an_ordering || s.out_of_time())
    return std::nullopt;
  const auto& vs = g.context.variables();
  const Expr d = g.difference();
  Algebra a = g.context.algebra();
  for (std::size_t i = 0; i < vs.size(); ++i) {
    for (std::size_t j = i + 1; j < vs.size(); ++j) {
      const Expr x = Expr::variable(vs[i].name), y = Expr::variable(vs[j].name), gap = sub(x, y);
      if (!(vs[i].range == vs[j].range) || !depends_on(d, x) || !depends_on(d, y)) continue;
      const bool ordered =
          g.context.knows({gap, Need::nonnegative}) || g.context.knows({negate(gap), Need::nonnegative});
      if (ordered || !a.is_zero(sub(d, substitute(d, {{x, y}, {y, x}})))) continue;
      return steps(g, rule::Cases{gap}, {[&](const Goal& h) -> Tree {
                     if (auto t = by_squares(h, s, 1)) return t;
                     return by_ordering(h, s);
                   }});
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
