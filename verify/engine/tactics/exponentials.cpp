#include "verify/engine/tactics/expander.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>

namespace dpcert::verify {

std::optional<std::vector<std::pair<Expr, Expr>>> Expander::by_exponent(const Expr& e) {
  Algebra a = algebra();
  const auto sum = a.expanded(e);
  if (!sum) return std::nullopt;
  std::vector<std::pair<Expr, Expr>> out;  // v, c
  const std::function<void(const Expr&, bool)> terms = [&](const Expr& t, bool minus) {
    if (t.op() == Op::add || t.op() == Op::sub) {
      terms(t.arg(0), minus);
      terms(t.arg(1), minus != (t.op() == Op::sub));
      return;
    }
    if (t.op() == Op::neg) return terms(t.arg(0), !minus);
    Expr v = 0, c = minus ? Expr(-1) : Expr(1);
    const std::function<void(const Expr&)> factors = [&](const Expr& p) {
      if (p.op() == Op::mul) {
        factors(p.arg(0));
        factors(p.arg(1));
      } else if (p.op() == Op::neg) {
        c = negate(c);
        factors(p.arg(0));
      } else if (p.op() == Op::exp && has_x(p)) {
        v = add(v, p.arg(0));
      } else if (p.op() == Op::pow && p.arg(0).op() == Op::exp && has_x(p.arg(0)) && p.arg(1).is_constant()) {
        v = add(v, mul(p.arg(1), p.arg(0).arg(0)));
      } else {
        c = mul(c, p);
      }
    };
    factors(t);
    v = a.simplified(v).value_or(v);
    const auto found = std::ranges::find(out, v, &std::pair<Expr, Expr>::first);
    if (found == out.end())
      out.emplace_back(v, c);
    else
      found->second = add(found->second, c);
  };
  terms(*sum, false);
  return out;
}

std::optional<Expr> Expander::dominating(const std::vector<std::pair<Expr, Expr>>& terms) {
  for (const auto& term : terms) {  // no structured binding: clang 14 cannot capture one
    const Expr& v = term.first;
    if (std::ranges::all_of(terms, [&](const auto& t) { return t.first == v || positive(difference(v, t.first)); }))
      return v;
  }
  return std::nullopt;
}

Expr Expander::hidden(Expr e, ExprMap<Expr>& back) const {
  for (const auto& f : functions(e)) {
    if (f == log_x_ || runaway_.contains(f) || !kept_.contains(f)) continue;
    const Expr name = Expr::variable("part'" + std::to_string(back.size()));
    e = replaced(e, f, name);
    back.emplace(name, f);
  }
  return e;
}

bool Expander::settle_exponentials() {
  Algebra a = algebra();
  ExprMap<Expr> back;
  const auto f = a.fraction(hidden(d(), back));
  if (!f) return false;
  Expr weight = 1, parts[2];
  std::vector<Expr> small;
  for (const bool top : {true, false}) {
    const auto terms = by_exponent(top ? f->first : f->second);
    if (!terms || terms->empty()) return false;
    const auto top_exponent = dominating(*terms);
    if (!top_exponent) return false;
    const auto best = std::ranges::find(*terms, *top_exponent, &std::pair<Expr, Expr>::first);
    Expr sum = best->second;
    for (const auto& [v, c] : *terms) {
      if (v == best->first) continue;
      const Expr e = exp(negate(difference(best->first, v)));
      if (std::ranges::find(small, e) == small.end()) small.push_back(e);
      sum = add(sum, mul(c, e));
    }
    parts[top ? 0 : 1] = sum;
    weight = top ? best->first : sub(weight, best->first);
  }
  const auto exponent = a.simplified(weight);
  if (!exponent) return false;
  const Expr e = substitute(quotient(parts[0], parts[1]), back);
  if (!known(e)) return false;
  steps_.emplace_back(rule::Factor{exp(*exponent), e});
  g_.relation = {g_.relation.rel, e, 0};
  for (const Expr& s : small) {
    const std::string w = fresh();
    const int k = 2 + 2 * terms_;
    const auto bound = growth_bound(s, k, w, g_.context);
    if (!bound) return false;
    put(*bound, rule::Growth{k, s, w});
  }
  return true;
}

Expr Expander::difference(const Expr& u, const Expr& v) {
  Algebra a = algebra();
  const Expr e = a.simplified(sub(u, v)).value_or(sub(u, v));
  if (positive(e)) return e;
  const auto f = a.factorization(e);
  if (!f) return e;
  Expr product = f->constant;
  for (const auto& [base, k] : f->factors) product = mul(product, power(base, Expr(k)));
  return positive(product) ? product : e;
}

long Expander::root_of_x(const Expr& e) const {
  long q = 1;
  transform(e, [&](const Expr& n, std::span<const Expr>) {
    if (n.op() == Op::sqrt && n.arg(0) == x_) q = std::lcm(q, 2L);
    if (n.op() == Op::pow && n.arg(0) == x_ && n.arg(1).is_constant()) {
      if (const auto d = n.arg(1).value().to_int64_denominator(); d && *d <= Effort::Expansion::greatest_root)
        q = std::lcm(q, static_cast<long>(*d));
    }
    return n;
  });
  return q <= Effort::Expansion::greatest_common_root ? q : 1;
}

std::optional<Expansion> Expander::finish() {
  if (!runaway_.empty() && !settle_exponentials()) return std::nullopt;
  // Bounded parts and the logarithm stand for themselves.
  ExprMap<Expr> back;
  Expr e = hidden(d(), back);
  const Expr l = Expr::variable("log'x");
  e = replaced(e, log_x_, l);
  if (!functions(e).empty()) return std::nullopt;
  // Roots of x: powers of y = x^(1/q).
  const long q = root_of_x(e);
  const Expr y = q == 1 ? x_ : Expr::variable("root'x");
  Context with_root = g_.context;
  if (q > 1) {
    e = substitute(e, {{x_, power(y, q)}});
    with_root = with_root.with_variable({y.name(), false, {{false, false, Rational(0)}, {}}});
  }
  Algebra a([&](const Expr& u) { return with_root.knows({u, Need::positive}); });
  const auto f = a.fraction(e);
  if (!f || f->first.is_constant(0)) return std::nullopt;
  const Expr log_size = zero_ ? negate(log_x_) : log_x_;  // > 0
  std::optional<Series> growth;
  Expr weight = 1, parts[2];
  for (const bool top : {true, false}) {
    const auto c = a.coefficients(top ? f->first : f->second, y);
    if (!c || c->empty()) return std::nullopt;
    std::size_t first = 0;
    if (zero_)
      while (first + 1 < c->size() && (*c)[first].is_constant(0)) ++first;
    else
      first = c->size() - 1;
    long logs = 0;  // of the leading coefficient
    Expr sum = 0;
    for (std::size_t j = 0; j < c->size(); ++j) {
      const std::size_t i = zero_ ? j : c->size() - 1 - j;
      if ((*c)[i].is_constant(0)) continue;
      const long distance = static_cast<long>(zero_ ? i - first : first - i);
      const auto by_log = a.coefficients((*c)[i], l);
      if (!by_log) return std::nullopt;
      if (distance == 0) logs = static_cast<long>(by_log->size()) - 1;
      for (std::size_t k = 0; k < by_log->size(); ++k) {
        Expr t = substitute((*by_log)[k], back);
        if (t.is_constant(0)) continue;
        if (zero_ && k % 2) t = negate(t);
        const long extra = static_cast<long>(k) - logs;
        Rational exponent(zero_ ? distance : -distance, q);
        if (extra < 0) {
          t = mul(t, power(quotient(1, log_size), -extra));
        } else if (extra > 0) {
          if (!growth) {
            growth = growth_bound(log_x_, 4, fresh(), g_.context);
            if (!growth) return std::nullopt;
          }
          if (extra * q >= 4) return std::nullopt;
          t = mul(t, power(mul(4, Expr::variable(growth->w.name)), extra));
          exponent += Rational(zero_ ? -extra : extra, 4);
        }
        if (!exponent.is_zero())
          t = mul(t, zero_ ? power(x_, Expr(exponent)) : power(quotient(1, x_), Expr(-exponent)));
        sum = add(sum, t);
      }
    }
    parts[top ? 0 : 1] = sum;
    const Expr w = mul(power(x_, Expr(Rational(static_cast<long>(first), q))), power(log_size, logs));
    weight = top ? w : quotient(weight, w);
  }
  if (growth) {
    // Only the parts that vanish use the bound; the weight keeps the logarithm itself.
    if (depends_on(weight, log_x_)) return std::nullopt;
    put(*growth, rule::Growth{4, log_x_, growth->w.name});
  }
  const Expr rest = quotient(parts[0], parts[1]);
  if (!known(weight) || !positive(weight) || !known(rest)) return std::nullopt;
  steps_.emplace_back(rule::Factor{weight, rest});
  g_.relation = {g_.relation.rel, rest, 0};
  return Expansion{std::move(steps_), std::move(g_)};
}

}  // namespace dpcert::verify
