#include "verify/engine/tactics/expansion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <unordered_set>

#include "src/symbolic/functions.hpp"
#include "verify/engine/proof/series.hpp"
#include "verify/engine/prove/prover.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

constexpr int max_steps = 40;

Rational factorial(int n) {
  Rational q = 1;
  for (int j = 2; j <= n; ++j) q *= Rational(j);
  return q;
}

class Expander {
 public:
  Expander(const Goal& g, const Expr& x, Place place, int terms)
      : g_(g), x_(x), log_x_(log(x)), zero_(place == Place::zero), terms_(terms) {}

  std::optional<Expansion> run() {
    if (!rewrite(elementary(g_.difference())) || !defined_) return std::nullopt;
    for (int k = 0; k < max_steps; ++k) {
      const auto f = next_function();
      if (!f) return finish();
      if (!expand_function(*f) || !defined_) return std::nullopt;
    }
    return std::nullopt;
  }

  // log(exp(v) a) becomes v + log(a), v the exponent that dominates; the rest as it is, simplified.
  std::optional<Expr> without_runaway_logs() {
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
    std::map<Expr, Expr> back;
    Algebra a = algebra();
    const auto e = a.expanded(hidden(d(), back));
    return e ? substitute(*e, back) : std::optional<Expr>();
  }

 private:
  [[nodiscard]] Expr d() const { return g_.relation.lhs; }
  [[nodiscard]] bool has_x(const Expr& e) const { return depends_on(e, x_); }
  Algebra algebra() const {
    return Algebra([this](const Expr& u) { return g_.context.knows({u, Need::positive}); });
  }
  [[nodiscard]] bool positive(const Expr& e) const { return g_.context.knows({e, Need::positive}); }
  [[nodiscard]] bool nonnegative(const Expr& e) const {
    if (g_.context.knows({e, Need::nonnegative})) return true;
    Algebra a = algebra();
    const auto s = a.simplified(e);
    return s && g_.context.knows({*s, Need::nonnegative});
  }

  // The same of something that a line of the certificate needs: if its normal form shows it, the checker is told so.
  bool shown_nonnegative(const Expr& e) {
    if (g_.context.knows({e, Need::nonnegative})) return true;
    Algebra a = algebra();
    const auto s = a.simplified(e);
    if (!s || !g_.context.knows({*s, Need::nonnegative})) return false;
    const Relation r{Rel::ge, e, 0};
    lines_.insert(lines_.end(), {"cut " + to_text(r), fmt::format("rewrite ({})", to_text(*s)), "sign"});
    g_.context = g_.context.with_hypothesis(r);
    return true;
  }

  // Side conditions that need no proof of their own.
  [[nodiscard]] bool known(const Expr& e) const { return is_defined(g_.context, e); }

  bool rewrite(const Expr& e) {
    if (!(g_.relation.lhs == e) || !g_.relation.rhs.is_constant(0))
      lines_.push_back(fmt::format("rewrite ({})", to_text(e)));
    g_.relation = {g_.relation.rel, e, 0};
    define();
    return true;
  }
  // What took the place of a function may be positive, and not be seen to be: 1/x - w/x^3 is 1/x (1 - w/x^2).
  void define() {
    for (const auto& condition : side_conditions(d(), g_.context)) {
      const Expr& u = condition.u;
      if (g_.context.knows(condition)) continue;
      const auto [weight, rest] = positive_factors(u);
      const Relation r{Rel::gt, u, 0};
      defined_ = defined_ && known(mul(weight, rest)) && positive(weight) && positive(rest);
      if (!defined_) return;
      lines_.insert(lines_.end(),
                    {"cut " + to_text(r), fmt::format("factor ({}) ({})", to_text(weight), to_text(rest)), "sign"});
      g_.context = g_.context.with_hypothesis(r);
    }
  }
  // e as a product of something positive and of what may be seen to be.
  std::pair<Expr, Expr> positive_factors(const Expr& e) {
    if (const auto l = has_x(e) ? leading(e) : std::nullopt) {
      const Expr size = mul(l->coefficient, power(x_, l->power));
      if (const auto rest = in_powers(quotient(e, size)); rest && known(*rest) && positive(*rest)) return {size, *rest};
    }
    Algebra a = algebra();
    return {product_of(a, g_.context, e).value_or(e), 1};
  }
  std::string fresh() {
    for (;;) {
      const std::string name = fmt::format("w{}", ++names_);
      const auto taken = [&](const auto& v) { return v.name == name; };
      if (std::ranges::none_of(g_.context.variables(), taken) && std::ranges::none_of(g_.context.functions(), taken))
        return name;
    }
  }
  void apply(const Series& s, const std::string& line) {
    lines_.push_back(line);
    g_ = with_series(g_, s);
    define();
  }

  // A rational function of x: its leading power and coefficient (not identically 0).
  struct Leading {
    long power;
    Expr coefficient;
  };
  // Of a polynomial's coefficients, the one that counts most at the end of x: the first other than 0, or the last.
  [[nodiscard]] std::size_t leading_index(const std::vector<Expr>& c) const {
    if (!zero_) return c.size() - 1;
    std::size_t i = 0;
    while (i + 1 < c.size() && c[i].is_constant(0)) ++i;
    return i;
  }
  std::optional<Leading> leading(const Expr& e) {
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
  // 1 if u runs to +inf, -1 to -inf, 0 if it stays (or tends to 0), 2 if it is not known.
  int direction(const Expr& u) {
    const auto l = leading(u);
    if (!l) return 2;
    if (zero_ ? l->power >= 0 : l->power <= 0) return 0;
    return positive(l->coefficient) ? 1 : positive(negate(l->coefficient)) ? -1 : 2;
  }
  bool tends_to_zero(const Expr& u) {
    const auto l = leading(u);
    return l && (zero_ ? l->power > 0 : l->power < 0);
  }

  // Everything through exp, log, erfc and gamma functions where it depends on x.
  Expr elementary(const Expr& root) {
    return transform(root, [&](const Expr& old, std::vector<Expr> a) -> Expr {
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

  static bool is_function(const Expr& e) {
    const FunctionEntry* f = function_entry(e);
    return f && f->expands;
  }
  // The functions of x in e, inner ones first.
  std::vector<Expr> functions(const Expr& e) const {
    std::vector<Expr> out;
    std::unordered_set<Expr> seen;
    transform(e, [&](const Expr& old, const std::vector<Expr>&) {
      if (is_function(old) && has_x(old) && seen.insert(old).second) out.push_back(old);
      return old;
    });
    return out;
  }
  std::optional<Expr> next_function() const {
    for (const auto& f : functions(d())) {
      if (f == log_x_ || kept_.contains(f)) continue;
      return f;
    }
    return std::nullopt;
  }

  bool expand_function(const Expr& f) {
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
  bool keep(const Expr& f) { return kept_.insert(f).second; }

  bool at_infinity(const Expr& f) {
    if (!positive(f.arg(0))) return false;
    const std::string w = fresh();
    const auto s = series_at_infinity(f, terms_, w);
    if (!s) return false;
    apply(*s, fmt::format("series {} ({}) {}", terms_, to_text(f), w));
    return true;
  }

  static std::string text(const Range& r) { return to_text(r); }
  static Range closed(const Rational& lo, const Rational& hi) { return {{false, true, lo}, {false, true, hi}}; }

  bool expand_log(const Expr& f) {
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
    apply(s, fmt::format("series {} ({}) ({}) {} {}", terms_, to_text(f), to_text(base), w, text(range)));
    return rewrite(replaced(d(), log(base), log_base));
  }

  // A rational function that does not run away, in 1/x (infinity) or x: so its range is seen.
  std::optional<Expr> in_powers(const Expr& e) {
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

  // exp(v) = exp(what runs away) exp(constant) x^c exp(what vanishes)
  bool expand_exp(const Expr& f) {
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
    for (int k = 0; k < 20; ++k) {
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
    apply(exp_series(small, terms_, w, range),
          fmt::format("series {} ({}) {} {}", terms_, to_text(small), w, text(range)));
    return true;
  }

  // A sum of products c exp(v), by the exponents v.
  std::optional<std::vector<std::pair<Expr, Expr>>> by_exponent(const Expr& e) {
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

  // The exponent that is more than all others.
  std::optional<Expr> dominating(const std::vector<std::pair<Expr, Expr>>& terms) {
    for (const auto& term : terms) {  // no structured binding: clang 14 cannot capture one
      const Expr& v = term.first;
      if (std::ranges::all_of(terms, [&](const auto& t) { return t.first == v || positive(difference(v, t.first)); }))
        return v;
    }
    return std::nullopt;
  }

  // Bounded parts stand for themselves: names instead, and the way back.
  Expr hidden(Expr e, std::map<Expr, Expr>& back) const {
    for (const auto& f : functions(e)) {
      if (f == log_x_ || runaway_.contains(f) || !kept_.contains(f)) continue;
      const Expr name = Expr::variable(fmt::format("part'{}", back.size()));
      e = replaced(e, f, name);
      back.emplace(name, f);
    }
    return e;
  }

  // Divides by the exponential that dominates, and bounds the others.
  bool settle_exponentials() {
    Algebra a = algebra();
    std::map<Expr, Expr> back;
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
    lines_.push_back(fmt::format("factor ({}) ({})", to_text(exp(*exponent)), to_text(e)));
    g_.relation = {g_.relation.rel, e, 0};
    for (const Expr& s : small) {
      const std::string w = fresh();
      const int k = 2 + 2 * terms_;
      const auto bound = growth_bound(s, k, w, g_.context);
      if (!bound) return false;
      apply(*bound, fmt::format("growth {} ({}) {}", k, to_text(s), w));
    }
    return true;
  }
  // u - v, by its factors if those show that it is positive.
  Expr difference(const Expr& u, const Expr& v) {
    Algebra a = algebra();
    const Expr e = a.simplified(sub(u, v)).value_or(sub(u, v));
    if (positive(e)) return e;
    const auto f = a.factorization(e);
    if (!f) return e;
    Expr product = f->constant;
    for (const auto& [base, k] : f->factors) product = mul(product, power(base, Expr(k)));
    return positive(product) ? product : e;
  }

  // The least common denominator of the exponents that x has in e.
  long root_of_x(const Expr& e) const {
    long q = 1;
    transform(e, [&](const Expr& n, const std::vector<Expr>&) {
      if (n.op() == Op::sqrt && n.arg(0) == x_) q = std::lcm(q, 2L);
      if (n.op() == Op::pow && n.arg(0) == x_ && n.arg(1).is_constant()) {
        if (const auto d = n.arg(1).value().to_int64_denominator(); d && *d <= 6)
          q = std::lcm(q, static_cast<long>(*d));
      }
      return n;
    });
    return q <= 12 ? q : 1;
  }

  // D = x^m log(x)^j times a quotient of sums in which all but the first terms vanish at the place.
  std::optional<Expansion> finish() {
    if (!runaway_.empty() && !settle_exponentials()) return std::nullopt;
    // Bounded parts and the logarithm stand for themselves.
    std::map<Expr, Expr> back;
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
      apply(*growth, fmt::format("growth 4 ({}) {}", to_text(log_x_), growth->w.name));
    }
    const Expr rest = quotient(parts[0], parts[1]);
    if (!known(weight) || !positive(weight) || !known(rest)) return std::nullopt;
    lines_.push_back(fmt::format("factor ({}) ({})", to_text(weight), to_text(rest)));
    g_.relation = {g_.relation.rel, rest, 0};
    return Expansion{std::move(lines_), std::move(g_)};
  }

  Goal g_;
  Expr x_, log_x_;
  bool zero_;
  int terms_;
  int names_ = 0;
  bool defined_ = true;  // the goal behind every line so far, as far as the checker sees
  std::vector<std::string> lines_;
  std::unordered_set<Expr> kept_, runaway_;
};

}  // namespace

std::optional<Expansion> expand(const Goal& g, const Expr& x, Place place, int terms) {
  if (g.relation.rel == Rel::eq || !is_smooth_in(g.difference(), x)) return std::nullopt;
  return Expander(g, x, place, terms).run();
}

std::optional<Expr> without_runaway_logs(const Goal& g, const Expr& x) {
  return Expander(g, x, Place::infinity, 1).without_runaway_logs();
}

std::optional<Lines> prove_by_expansion(const Goal& g,
                                        const std::function<std::optional<Lines>(const Goal&, std::size_t)>& boxes,
                                        const std::function<std::optional<Lines>(const Goal&)>& rest) {
  const Expr d = g.difference();
  const auto append = [](Lines& to, const Lines& more) { to.insert(to.end(), more.begin(), more.end()); };
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!depends_on(d, x)) continue;
    const auto& [lo, hi] = v.range;
    if (lo.infinite) {  // mirrored, or both sides apart
      if (hi.infinite) {
        const std::string line = fmt::format("split {} 0", v.name);
        const auto children = apply_line(line, g);
        if (!children) continue;
        Lines out{line};
        bool done = true;
        for (const Goal& c : *children) {
          const auto t = done ? rest(c) : std::nullopt;
          done = t.has_value();
          if (done) append(out, *t);
        }
        if (done) return out;
        continue;
      }
      std::string name = "minus_" + v.name;
      while (std::ranges::any_of(g.context.variables(), [&](const Variable& u) { return u.name == name; })) name += "_";
      const std::string line =
          fmt::format("subst {} {} {}{}, inf) (-{})", v.name, name, hi.closed ? "[" : "(", (-hi.value).str(), name);
      const auto children = apply_line(line, g);
      if (!children) continue;
      if (auto t = rest((*children)[0])) {
        Lines out{line};
        append(out, *t);
        return out;
      }
      continue;
    }
    for (const Place place : {Place::infinity, Place::zero}) {
      const bool far = place == Place::infinity;
      // Many magnitudes count as an end.
      const Rational wide = 2000;
      if (far ? !hi.infinite && hi.value < wide
              : !(lo.value.is_zero() && !lo.closed) && !(lo.value.sign() > 0 && lo.value * wide < Rational(1)))
        continue;
      for (const Rational& size : {Rational(4), Rational(64), Rational(4096)}) {
        const Rational at = far ? size : Rational(1) / size;
        if (far ? !hi.infinite && !(at < hi.value) : !(lo.value < at)) continue;
        const bool whole = far ? !(lo.value < at) : (!hi.infinite && !(at < hi.value));
        Goal part = g, middle = g;
        const std::string line = fmt::format("split {} {}", v.name, at.str());
        if (!whole) {
          const auto children = apply_line(line, g);
          if (!children) continue;
          part = (*children)[far ? 1 : 0];
          middle = (*children)[far ? 0 : 1];
        }
        std::optional<Lines> proof;
        for (const int terms : {1, 2, 4}) {
          const auto e = expand(part, x, place, terms);
          if (!e) break;
          if (auto t = boxes(e->goal, 150)) {
            proof = e->lines;
            append(*proof, *t);
            break;
          }
        }
        if (!proof) continue;
        if (whole) return proof;
        const auto other = rest(middle);
        if (!other) return std::nullopt;
        Lines out{line};
        append(out, far ? *other : *proof);
        append(out, far ? *proof : *other);
        return out;
      }
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
