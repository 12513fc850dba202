#include "verify/engine/tactics/expander.hpp"

#include <algorithm>
#include <cstdlib>

#include "src/symbolic/functions.hpp"

namespace dpcert::verify {

namespace {

Range closed(const Rational& lo, const Rational& hi) { return {{false, true, lo}, {false, true, hi}}; }

bool is_function(const Expr& e) {
  const FunctionEntry* f = function_entry(e);
  return f && f->expands;
}

}  // namespace

std::optional<Expansion> Expander::run() {
  if (!rewrite(elementary(g_.difference())) || !defined_) return std::nullopt;
  for (int k = 0; k < Effort::Expansion::most_functions; ++k) {
    const auto f = next_function();
    if (!f) return finish();
    if (!expand_function(*f) || !defined_) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Expr> Expander::without_runaway_logs() {
  for (const auto& f : functions(g_.difference())) {
    if (f.op() == Op::exp && direction(f.arg(0)) != 0) {
      kept_.insert(f);
      runaway_.insert(f);
    }
  }
  g_.relation = {g_.relation.rel, g_.difference(), 0};
  bool changed = false;
  for (const auto& f : functions(d())) {
    if (f.op() != Op::log || f == log_x_) continue;
    const Expr before = d();
    const auto inner = functions(f.arg(0));
    if (std::ranges::none_of(inner, [&](const Expr& e) { return runaway_.contains(e); })) continue;
    if (expand_log(f)) changed = changed || !(d() == before);
  }
  if (!changed) return std::nullopt;
  ExprMap<Expr> back;
  Algebra a = algebra();
  const auto e = a.expanded(hidden(d(), back));
  return e ? substitute(*e, back) : std::optional<Expr>();
}

bool Expander::nonnegative(const Expr& e) const {
  if (g_.context.knows({e, Need::nonnegative})) return true;
  Algebra a = algebra();
  const auto s = a.simplified(e);
  return s && g_.context.knows({*s, Need::nonnegative});
}

bool Expander::shown_nonnegative(const Expr& e) {
  if (g_.context.knows({e, Need::nonnegative})) return true;
  Algebra a = algebra();
  const auto s = a.simplified(e);
  if (!s || !is_defined(g_.context, *s) || !g_.context.knows({*s, Need::nonnegative})) return false;
  const Relation r{Rel::ge, e, 0};
  cut_in(steps_, g_, r, {rewrite_to(*s), rule::Sign{}});
  return true;
}

bool Expander::rewrite(const Expr& e) {
  if (!(g_.relation.lhs == e) || !g_.relation.rhs.is_constant(0)) steps_.push_back(rewrite_to(e));
  g_.relation = {g_.relation.rel, e, 0};
  define();
  return true;
}

void Expander::define() {
  for (const auto& condition : side_conditions(d(), g_.context)) {
    const Expr& u = condition.u;
    if (g_.context.knows(condition)) continue;
    const auto [weight, rest] = positive_factors(u);
    const Relation r{Rel::gt, u, 0};
    defined_ = defined_ && known(mul(weight, rest)) && positive(weight) && positive(rest);
    if (!defined_) return;
    cut_in(steps_, g_, r, {rule::Factor{weight, rest}, rule::Sign{}});
  }
}

std::pair<Expr, Expr> Expander::positive_factors(const Expr& e) {
  if (const auto l = has_x(e) ? leading(e) : std::nullopt) {
    const Expr size = mul(l->coefficient, power(x_, l->power));
    if (const auto rest = in_powers(quotient(e, size)); rest && known(*rest) && positive(*rest)) return {size, *rest};
  }
  Algebra a = algebra();
  return {product_of(a, g_.context, e).value_or(e), 1};
}

std::string Expander::fresh() {
  std::string name;
  do name = "w" + std::to_string(++names_);
  while (is_used(g_.context, name));
  return name;
}

void Expander::put(const Series& s, const Step& step) {
  steps_.push_back(step);
  g_ = with_series(g_, s);
  define();
}

std::size_t Expander::leading_index(const std::vector<Expr>& c) const {
  if (!zero_) return c.size() - 1;
  std::size_t i = 0;
  while (i + 1 < c.size() && c[i].is_constant(0)) ++i;
  return i;
}

std::optional<Expander::Leading> Expander::leading(const Expr& e) {
  if (!has_x(e)) return e.is_constant(0) ? std::nullopt : std::optional(Leading{0, e});
  Algebra a = algebra();
  const auto f = a.fraction(e);
  if (!f || f->first.is_constant(0)) return std::nullopt;
  Leading out{0, 1};
  for (const bool top : {true, false}) {
    const auto c = a.coefficients(top ? f->first : f->second, x_);
    if (!c || c->empty()) return std::nullopt;
    const std::size_t i = leading_index(*c);
    out.power += (top ? 1 : -1) * static_cast<long>(i);
    out.coefficient = top ? (*c)[i] : quotient(out.coefficient, (*c)[i]);
  }
  return out;
}

int Expander::direction(const Expr& u) {
  const auto l = leading(u);
  if (!l) return 2;
  if (zero_ ? l->power >= 0 : l->power <= 0) return 0;
  return positive(l->coefficient) ? 1 : positive(negate(l->coefficient)) ? -1 : 2;
}

bool Expander::tends_to_zero(const Expr& u) {
  const auto l = leading(u);
  return l && (zero_ ? l->power > 0 : l->power < 0);
}

std::optional<Expr> Expander::in_powers(const Expr& e) {
  Algebra a = algebra();
  const auto f = a.fraction(e);
  if (!f) return std::nullopt;
  Expr parts[2];
  long first[2] = {0, 0};
  for (const bool top : {true, false}) {
    const auto c = a.coefficients(top ? f->first : f->second, x_);
    if (!c || c->empty()) return std::nullopt;
    const std::size_t i = leading_index(*c);
    first[top ? 0 : 1] = static_cast<long>(i);
    Expr sum = 0;
    for (std::size_t j = 0; j < c->size(); ++j) {
      const std::size_t k = zero_ ? j : c->size() - 1 - j;
      const long distance = std::abs(static_cast<long>(k) - static_cast<long>(i));
      if ((*c)[k].is_constant(0)) continue;
      sum = add(sum, distance == 0 ? (*c)[k] : mul((*c)[k], power(zero_ ? x_ : quotient(1, x_), distance)));
    }
    parts[top ? 0 : 1] = sum;
  }
  const long m = first[0] - first[1];
  if (zero_ ? m < 0 : m > 0) return std::nullopt;
  const Expr p = quotient(parts[0], parts[1]);
  return m == 0 ? p : mul(power(zero_ ? x_ : quotient(1, x_), std::abs(m)), p);
}

Expr Expander::elementary(const Expr& root) {
  return transform(root, [&](const Expr& old, std::span<const Expr> a) -> Expr {
    const Expr same = with_args(old, a);
    if (!has_x(same)) return same;
    switch (old.op()) {
      case Op::sqrt:
        return a[0].op() == Op::variable ? same : exp(mul(Rational(1, 2), log(a[0])));
      case Op::pow:
        if (a[1].is_constant() && (a[1].value().is_integer() || a[0].op() == Op::variable)) return same;
        return exp(mul(a[1], log(a[0])));
      default:
        break;
    }
    const FunctionEntry* f = function_entry(same);
    if (f && f->far) {
      const int s = direction(a[0]);
      return s == 1 || s == -1 ? f->far(same, s) : same;
    }
    return f && f->definition ? f->definition(same) : same;
  });
}

std::vector<Expr> Expander::functions(const Expr& e) const {
  std::vector<Expr> out;
  std::unordered_set<Expr> seen;
  transform(e, [&](const Expr& old, std::span<const Expr>) {
    if (is_function(old) && has_x(old) && seen.insert(old).second) out.push_back(old);
    return old;
  });
  return out;
}

std::optional<Expr> Expander::next_function() const {
  for (const auto& f : functions(d())) {
    if (f == log_x_ || kept_.contains(f)) continue;
    return f;
  }
  return std::nullopt;
}

bool Expander::expand_function(const Expr& f) {
  const Expr u = f.arg(0);
  switch (f.op()) {
    case Op::lgamma:
    case Op::polygamma: {
      const int s = direction(u);
      if (s == 1) return at_infinity(f);
      if (s != 0) return false;
      if (!tends_to_zero(u)) return keep(f);
      const Expr next = add(u, 1);
      if (f.op() == Op::lgamma) {
        kept_.insert(lgamma(next));
        return rewrite(replaced(d(), f, sub(lgamma(next), log(u))));
      }
      const int k = f.node().index;
      kept_.insert(polygamma(k, next));
      const Rational c = (k % 2 ? Rational(-1) : Rational(1)) * factorial(k);
      return rewrite(replaced(d(), f, sub(polygamma(k, next), quotient(Expr(c), power(u, k + 1)))));
    }
    case Op::erfc: {
      const int s = direction(u);
      return s == 1 ? at_infinity(f) : s == 0 && keep(f);
    }
    case Op::log:
      return expand_log(f);
    case Op::exp:
      return expand_exp(f);
    default:
      return direction(u) == 0 && keep(f);
  }
}

bool Expander::at_infinity(const Expr& f) {
  if (!positive(f.arg(0))) return false;
  const std::string w = fresh();
  const auto s = series_at_infinity(f, terms_, w);
  if (!s) return false;
  put(*s, rule::SeriesAtInfinity{terms_, f, w});
  return true;
}

bool Expander::expand_log(const Expr& f) {
  const Expr u = f.arg(0);
  if (std::ranges::any_of(functions(u), [&](const Expr& e) { return runaway_.contains(e); })) {
    // log(exp(v) a) = v + log(a), v the exponent that dominates
    const auto terms = by_exponent(u);
    const auto best = terms ? dominating(*terms) : std::nullopt;
    if (!best || best->is_constant(0)) return false;
    Expr a = 0;
    for (const auto& [v, c] : *terms) {
      const Expr e = exp(negate(difference(*best, v)));
      if (v == *best) {
        a = add(a, c);
      } else {
        a = add(a, mul(c, e));
        kept_.insert(e);
        runaway_.insert(e);
      }
    }
    kept_.insert(log(a));
    return rewrite(replaced(d(), f, add(*best, log(a))));
  }
  const auto l = leading(u);
  if (!l || !positive(l->coefficient)) return false;
  const Expr base = mul(l->coefficient, power(x_, l->power));
  const Expr log_base = add(log(l->coefficient), mul(l->power, log_x_));
  Algebra a = algebra();
  if (a.is_zero(sub(u, base))) return rewrite(replaced(d(), f, log_base));
  if (l->power == 0 && !tends_to_zero(sub(u, base))) return keep(f);
  const std::string w = fresh();
  Rational hi = 1;
  if (!shown_nonnegative(sub(u, base))) {
    hi = 2;
    if (!shown_nonnegative(sub(mul(2, u), base))) return false;
  }
  const Range range = closed(0, hi);
  const Series s = log_series(f, base, terms_, w, range);
  put(s, rule::LogSeries{terms_, f, base, w, range});
  return rewrite(replaced(d(), log(base), log_base));
}

bool Expander::expand_exp(const Expr& f) {
  const Expr l = Expr::variable("log'x");  // no name of the language
  Algebra a = algebra();
  const Expr v = replaced(f.arg(0), log_x_, l);
  if (std::ranges::any_of(functions(v), [&](const Expr& e) { return !has_x(e) ? false : !kept_.contains(e); }))
    return false;
  if (!functions(v).empty()) return keep(f);  // bounded parts inside: as it is, if it stays bounded
  const auto by_log = a.coefficients(v, l);
  if (!by_log || by_log->size() > 2) return false;
  Expr outside = 1, rest = (*by_log)[0];
  if (by_log->size() == 2) {
    const Expr& c = (*by_log)[1];
    if (!c.is_constant()) {  // x^(c + what vanishes): small exponents of x only
      const auto lead = leading(c);
      if (!lead || (zero_ ? lead->power < 0 : lead->power > 0)) return false;
      return false;
    }
    outside = power(x_, c);
  }
  bool away = false;
  for (int k = 0; k < Effort::Expansion::most_leading_terms; ++k) {
    const auto lead = leading(rest);
    if (!lead || (zero_ ? lead->power > 0 : lead->power < 0)) break;
    const Expr term = mul(lead->coefficient, power(x_, lead->power));
    const Expr factor = exp(term);
    if (lead->power != 0) {
      away = true;
      kept_.insert(factor);
      runaway_.insert(factor);
    }
    outside = mul(outside, factor);
    const auto r = a.simplified(sub(rest, term));
    if (!r) return false;
    rest = *r;
  }
  if (rest.is_constant(0)) {
    if (outside == f) return away || keep(f);
    return rewrite(replaced(d(), f, outside));
  }
  if (!tends_to_zero(rest)) return false;
  const Expr small = exp(in_powers(rest).value_or(rest));
  rest = small.arg(0);
  if (!(outside.is_constant(1) && small == f)) rewrite(replaced(d(), f, mul(outside, small)));
  Range range = closed(0, 1);
  if (!nonnegative(negate(rest))) {
    range = closed(nonnegative(rest) ? 1 : 0, 2);
    if (!g_.context.knows({sub(2, small), Need::nonnegative})) return false;
  }
  const std::string w = fresh();
  put(exp_series(small, terms_, w, range), rule::ExpSeries{terms_, small, w, range});
  return true;
}

}  // namespace dpcert::verify
