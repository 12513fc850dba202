// Antiderivatives by a table, by parts and by substitution.
#include "verify/engine/tactics/primitives.hpp"

#include <algorithm>
#include <map>

#include "dpcert/core/error.hpp"
#include "src/core/work.hpp"
#include "verify/engine/goal/key.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

constexpr int deepest_rule = 7;         // rules one inside the other
constexpr std::int64_t highest = 12;    // power of a polynomial or of a wave
constexpr std::size_t most_inner = 10;  // functions that a substitution may take as the new variable
constexpr std::size_t largest = 400;    // nodes of what is integrated
constexpr int most_attempts = 50;       // integrands that are looked at on the way to one primitive

std::optional<std::int64_t> whole(const Expr& v) { return v.is_constant() ? v.value().to_int64() : std::nullopt; }

// base^exponent; the exponent does not contain the variable.
struct Power {
  Expr base, exponent = 1;
};
// c times a product of powers that contain the variable.
struct Product {
  Expr c = 1;
  std::vector<Power> factors;
};

class Primitives {
 public:
  Primitives(const Context& inside, const Expr& x, int& attempts)
      : inside_(inside), a_(inside_.algebra()), x_(x), attempts_(attempts) {}

  std::optional<Expr> of(const Expr& e, int depth) {
    if (!depends_on(e, x_)) return mul(e, x_);
    if (depth == 0 || size_of(e) > largest || --attempts_ < 0) return std::nullopt;
    switch (e.op()) {
      case Op::neg: {
        const auto f = of(e.arg(0), depth);
        return f ? std::optional(negate(*f)) : std::nullopt;
      }
      case Op::add:
      case Op::sub: {
        const auto f = of(e.arg(0), depth), g = f ? of(e.arg(1), depth) : std::nullopt;
        if (g) return e.op() == Op::add ? add(*f, *g) : sub(*f, *g);
        return by_another_form(e, depth);
      }
      default:
        break;
    }
    Product p;
    if (!collect(e, 1, p)) return std::nullopt;
    together(p);
    const auto f = of(p, depth);
    if (f) return mul(p.c, *f);
    return by_another_form(e, depth);
  }

 private:
  // ---- factors

  bool is_whole(const Expr& v) const { return whole(v).has_value() || inside_.is_integer_valued(v); }

  bool collect(const Expr& e, const Expr& v, Product& out) {
    if (!depends_on(e, x_)) {
      out.c = mul(out.c, v.is_constant(1) ? e : v.is_constant(-1) ? quotient(1, e) : power(e, v));
      return true;
    }
    switch (e.op()) {
      case Op::neg:
      case Op::mul:
      case Op::div:
        if (!whole(v)) break;
        if (e.op() == Op::neg) {
          if (*whole(v) % 2 != 0) out.c = negate(out.c);
          return collect(e.arg(0), v, out);
        }
        return collect(e.arg(0), v, out) && collect(e.arg(1), e.op() == Op::mul ? v : negate(v), out);
      case Op::sqrt:
        return collect(e.arg(0), mul(Expr(Rational(1, 2)), v), out);
      case Op::pow:
        if (!depends_on(e.arg(1), x_)) {
          if (is_whole(v) || inside_.positive_(e.arg(0))) return collect(e.arg(0), mul(v, e.arg(1)), out);
          break;
        }
        if (depends_on(e.arg(0), x_) || !inside_.positive_(e.arg(0))) return false;
        return collect(exp(mul(e.arg(1), log(e.arg(0)))), v, out);
      case Op::exp:
        // exp(c log(u) + ...) as u^c exp(...)
        if (!nodes_of({Rel::eq, e.arg(0), 0}, [&](const Expr& l) {
               return l.op() == Op::log && depends_on(l, x_);
             }).empty())
          if (const auto form = a_.simplified(e); form && *form != e && ++rewritten_ <= highest)
            return collect(*form, v, out);
        out.factors.push_back({exp(v.is_constant(1) ? e.arg(0) : mul(v, e.arg(0)))});
        return true;
      case Op::xlogy:
        if (!v.is_constant(1)) return false;
        return collect(e.arg(0), v, out) && collect(log(e.arg(1)), v, out);
      default:
        break;
    }
    // A line has the slope 1 or -1.
    if (const auto line = line_of(e); line && (whole(v) || inside_.knows({line->second, Need::nonzero}))) {
      const auto& [q, p] = *line;
      const bool turned = !whole(v) && inside_.positive_(negate(p));
      if (!whole(v) && !turned && !inside_.positive_(p)) {
        out.factors.push_back({e, v});
        return true;
      }
      const Expr slope = turned ? negate(p) : p, place = plain(quotient(q, slope));
      out.c = mul(out.c, power(slope, v));
      out.factors.push_back({turned ? sub(place, x_) : add(x_, place), v});
      return true;
    }
    out.factors.push_back({e, v});
    return true;
  }

  // Equal bases, and exponentials, as one factor.
  void together(Product& p) {
    std::vector<Power> out;
    for (const Power& f : p.factors) {
      const bool exponential = f.base.op() == Op::exp && f.exponent.is_constant(1);
      const auto same = std::ranges::find_if(out, [&](const Power& o) {
        if (exponential) return o.base.op() == Op::exp && o.exponent.is_constant(1);
        return o.base == f.base || a_.is_zero(sub(o.base, f.base));
      });
      if (same == out.end()) {
        out.push_back(f);
      } else if (exponential) {
        same->base = exp(plain(add(same->base.arg(0), f.base.arg(0))));
      } else {
        same->exponent = plain(add(same->exponent, f.exponent));
      }
    }
    std::erase_if(out, [&](const Power& f) { return f.exponent.is_constant(0); });
    p.factors.clear();
    for (const Power& f : out) {
      if (depends_on(f.base, x_))
        p.factors.push_back(f);
      else
        p.c = mul(p.c, power(f.base, f.exponent));
    }
  }

  static Expr written(const Power& f) { return f.exponent.is_constant(1) ? f.base : pow(f.base, f.exponent); }
  static Expr written(const std::vector<Power>& all) {
    Expr out = 1;
    for (const Power& f : all) out = mul(out, written(f));
    return out;
  }

  Expr plain(const Expr& e) { return a_.simplified(e).value_or(e); }

  // q + p x, as (q, p), p != 0.
  std::optional<std::pair<Expr, Expr>> line_of(const Expr& e) {
    const auto c = a_.coefficients(e, x_);
    if (!c || c->size() != 2) return std::nullopt;
    return std::pair{(*c)[0], (*c)[1]};
  }
  // The slope of a line that is known to be not 0.
  std::optional<Expr> slope_of(const Expr& u) {
    const auto line = line_of(u);
    if (!line || !inside_.knows({line->second, Need::nonzero})) return std::nullopt;
    return line->second;
  }
  bool is_polynomial(const Power& f) {
    const auto n = whole(f.exponent);
    return n && *n >= 0 && *n <= highest && a_.coefficients(f.base, x_);
  }

  // ---- products

  std::optional<Expr> of(const Product& p, int depth) {
    const auto& all = p.factors;
    if (all.empty()) return x_;
    if (std::ranges::all_of(all, [&](const Power& f) { return whole(f.exponent) && a_.coefficients(f.base, x_); }))
      return all.size() == 1 && line_of(all[0].base) ? power_of_line(all[0])
                                                     : primitive_of_quotient(inside_, a_, written(all), x_);
    if (all.size() == 1)
      if (auto f = single(all[0])) return f;
    for (const auto way : {&Primitives::by_powers_of_a_line, &Primitives::by_a_quadratic, &Primitives::by_parts_down,
                           &Primitives::by_an_exponential_wave, &Primitives::by_parts_up, &Primitives::by_substitution,
                           &Primitives::by_waves})
      if (auto f = (this->*way)(all, depth)) return f;
    return std::nullopt;
  }

  // (x + q)^v or (q - x)^v
  std::optional<Expr> power_of_line(const Power& f) {
    const auto line = line_of(f.base);
    if (!line) return std::nullopt;
    const Expr& p = line->second;
    const Expr n = plain(add(f.exponent, 1));
    if (n.is_constant(0)) {
      if (inside_.positive_(f.base)) return quotient(log(f.base), p);
      return inside_.positive_(negate(f.base)) ? std::optional(quotient(log(negate(f.base)), p)) : std::nullopt;
    }
    if (!inside_.knows({n, Need::nonzero})) return std::nullopt;
    return quotient(n.is_constant(1) ? f.base : pow(f.base, n), mul(n, p));
  }

  // The table: functions of p x + q.
  std::optional<Expr> of_function(const Expr& f) {
    if (f.args().size() != 1) return std::nullopt;
    const Expr& u = f.arg(0);
    if (f.op() == Op::exp)
      if (const auto c = a_.coefficients(u, x_); c && c->size() == 3) return gaussian(*c);
    const auto p = slope_of(u);
    if (!p) return std::nullopt;
    std::optional<Expr> out;
    const Expr root_of_pi = sqrt(Expr::pi());
    switch (f.op()) {
      case Op::exp:
        out = f;
        break;
      case Op::expm1:
        return sub(quotient(exp(u), *p), x_);
      case Op::sin:
        out = negate(cos(u));
        break;
      case Op::cos:
        out = sin(u);
        break;
      case Op::sinh:
        out = cosh(u);
        break;
      case Op::cosh:
        out = sinh(u);
        break;
      case Op::tanh:
        out = log(cosh(u));
        break;
      case Op::log:
        out = sub(xlogy(u, u), u);
        break;
      case Op::log1p:
        out = sub(xlogy(add(1, u), add(1, u)), u);
        break;
      case Op::atan:
        out = sub(mul(u, atan(u)), quotient(log(add(1, pow(u, 2))), 2));
        break;
      case Op::erf:
        out = add(mul(u, f), quotient(exp(negate(pow(u, 2))), root_of_pi));
        break;
      case Op::erfc:
        out = sub(mul(u, f), quotient(exp(negate(pow(u, 2))), root_of_pi));
        break;
      case Op::normal_cdf:
        out = add(mul(u, f), quotient(exp(quotient(negate(pow(u, 2)), 2)), sqrt(mul(2, Expr::pi()))));
        break;
      default:
        return std::nullopt;
    }
    return quotient(*out, *p);
  }
  // exp(c0 + c1 x - a x^2), a > 0
  std::optional<Expr> gaussian(const std::vector<Expr>& c) {
    const Expr a = negate(c[2]);
    if (!inside_.positive_(a)) return std::nullopt;
    const Expr centre = quotient(c[1], mul(2, a));
    const Expr size = mul(sqrt(quotient(Expr::pi(), a)), exp(add(c[0], quotient(pow(c[1], 2), mul(4, a)))));
    return mul(size, normal_cdf(mul(sqrt(mul(2, a)), sub(x_, centre))));
  }

  std::optional<Expr> single(const Power& f) {
    if (f.exponent.is_constant(1))
      if (auto out = of_function(f.base)) return out;
    if (line_of(f.base)) return power_of_line(f);
    if (const auto c = a_.coefficients(f.base, x_); c && c->size() == 3)
      return primitive_of_quadratic(inside_, f.base, *c, f.exponent, x_);
    if (f.base.args().size() == 1 && f.exponent.is_constant(-2)) {  // of sin, cos, sinh and cosh
      const Expr& u = f.base.arg(0);
      const auto p = slope_of(u);
      if (!p) return std::nullopt;
      if (f.base.op() == Op::cos) return quotient(quotient(sin(u), cos(u)), *p);
      if (f.base.op() == Op::sin) return quotient(negate(quotient(cos(u), sin(u))), *p);
      if (f.base.op() == Op::cosh) return quotient(tanh(u), *p);
      if (f.base.op() == Op::sinh) return quotient(negate(quotient(cosh(u), sinh(u))), *p);
    }
    return std::nullopt;
  }

  // A polynomial times a power of a line: the polynomial in powers of the line.
  std::optional<Expr> by_powers_of_a_line(const std::vector<Power>& all, int) {
    const auto other = std::ranges::find_if(all, [&](const Power& f) { return !is_polynomial(f); });
    if (other == all.end() || !line_of(other->base)) return std::nullopt;
    std::vector<Power> rest(all);
    rest.erase(rest.begin() + (other - all.begin()));
    if (!std::ranges::all_of(rest, [&](const Power& f) { return is_polynomial(f); })) return std::nullopt;
    const auto [q, p] = *line_of(other->base);
    const Expr s = Expr::variable("$line");
    const auto c = a_.coefficients(substitute(written(rest), {{x_, quotient(sub(s, q), p)}}), s);
    if (!c) return std::nullopt;
    Expr out = 0;
    for (std::size_t i = 0; i < c->size(); ++i) {
      if (a_.is_zero((*c)[i])) continue;
      const auto f = power_of_line({other->base, plain(add(other->exponent, Expr(static_cast<long>(i))))});
      if (!f) return std::nullopt;
      out = add(out, mul((*c)[i], *f));
    }
    return out;
  }

  // (c0 + c1 x) q^v: q' q^v and q^v.
  std::optional<Expr> by_a_quadratic(const std::vector<Power>& all, int) {
    if (all.size() != 2) return std::nullopt;
    for (const std::size_t i : {0U, 1U}) {
      const Power &line = all[i], &power = all[1 - i];
      const auto l = line.exponent.is_constant(1) ? line_of(line.base) : std::nullopt;
      const auto q = l ? a_.coefficients(power.base, x_) : std::nullopt;
      if (!q || q->size() != 3) continue;
      const Expr weight = quotient(l->second, mul(2, (*q)[2])), n = plain(add(power.exponent, 1));
      const Expr rest = plain(sub(l->first, mul(weight, (*q)[1])));
      if (!inside_.knows({n, Need::nonzero})) return std::nullopt;
      Expr out = mul(weight, quotient(pow(power.base, n), n));
      if (rest.is_constant(0)) return out;
      const auto f = primitive_of_quadratic(inside_, power.base, *q, power.exponent, x_);
      return f ? std::optional(add(out, mul(rest, *f))) : std::nullopt;
    }
    return std::nullopt;
  }

  // A polynomial times a function whose primitives are in the table again and again: by parts until the polynomial is
  // gone.
  std::optional<Expr> by_parts_down(const std::vector<Power>& all, int) {
    const auto other = std::ranges::find_if(all, [&](const Power& f) { return !is_polynomial(f); });
    if (other == all.end() || !other->exponent.is_constant(1)) return std::nullopt;
    const Op op = other->base.op();
    if ((op != Op::exp && !is_wave(other->base) && op != Op::sinh && op != Op::cosh) || !line_of(other->base.arg(0)))
      return std::nullopt;
    std::vector<Power> rest(all);
    rest.erase(rest.begin() + (other - all.begin()));
    if (!std::ranges::all_of(rest, [&](const Power& f) { return is_polynomial(f); })) return std::nullopt;
    Expr polynomial = plain(written(rest)), f = other->base, out = 0;
    for (int i = 0; i <= highest * 2; ++i) {
      const auto next = of_function_times(f);
      if (!next) return std::nullopt;
      f = *next;
      out = i % 2 == 0 ? add(out, mul(polynomial, f)) : sub(out, mul(polynomial, f));
      if (!depends_on(polynomial, x_)) return out;
      polynomial = plain(derivative(polynomial, x_));
      if (polynomial.is_constant(0)) return out;
    }
    return std::nullopt;
  }
  // The same of a multiple of a function of the table.
  std::optional<Expr> of_function_times(const Expr& e) {
    if (e.op() == Op::neg || e.op() == Op::div) {
      const auto f = of_function_times(e.arg(0));
      if (!f) return std::nullopt;
      return e.op() == Op::neg ? negate(*f) : quotient(*f, e.arg(1));
    }
    return of_function(e);
  }

  // exp(a x + ...) times sin or cos of b x + ...: both have multiples of themselves as second derivatives.
  std::optional<Expr> by_an_exponential_wave(const std::vector<Power>& all, int) {
    if (all.size() != 2 || !all[0].exponent.is_constant(1) || !all[1].exponent.is_constant(1)) return std::nullopt;
    for (const std::size_t i : {0U, 1U}) {
      const Expr &e = all[i].base, &w = all[1 - i].base;
      if (e.op() != Op::exp || !is_wave(w)) continue;
      const auto p = slope_of(e.arg(0));
      const auto line = p ? line_of(w.arg(0)) : std::nullopt;
      if (!line) continue;
      const Expr u = w.arg(0), r = line->second, below = add(pow(*p, 2), pow(r, 2));
      // Product by product, as what such a one tends to at infinity is seen.
      const auto part = [&](const Expr& slope, const Expr& wave) { return mul(quotient(slope, below), mul(e, wave)); };
      return w.op() == Op::sin ? sub(part(*p, sin(u)), part(r, cos(u))) : add(part(*p, cos(u)), part(r, sin(u)));
    }
    return std::nullopt;
  }

  // A function that differentiates to something simpler, times the rest: by parts. Of a logarithm the primitive of the
  // rest is taken to vanish where its argument does.
  std::optional<Expr> by_parts_up(const std::vector<Power>& all, int depth) {
    const auto falls = [](const Expr& e) {
      return e.op() == Op::log || e.op() == Op::log1p || e.op() == Op::atan || is_error_function(e);
    };
    const auto other = std::ranges::find_if(all, [&](const Power& f) {
      const auto n = whole(f.exponent);
      return falls(f.base) && n && *n >= 1 && *n <= 4;
    });
    if (other == all.end()) return std::nullopt;
    std::vector<Power> rest(all);
    rest.erase(rest.begin() + (other - all.begin()));
    if (std::ranges::any_of(rest, [&](const Power& f) { return falls(f.base); })) return std::nullopt;
    auto q = of(written(rest), depth - 1);
    if (!q) return std::nullopt;
    const Expr t = written(*other), u = other->base.arg(0);
    Expr inner = other->base.op() == Op::log1p ? add(1, u) : u;
    const bool logarithm = other->base.op() == Op::log || other->base.op() == Op::log1p;
    if (logarithm)
      if (const auto line = line_of(inner); line && a_.coefficients(*q, x_)) {
        const auto there = a_.simplified(substitute(*q, {{x_, negate(quotient(line->first, line->second))}}));
        if (there) q = plain(sub(*q, *there));
      }
    const auto left = a_.simplified(mul(*q, derivative(t, x_)));
    const auto f = left ? of(*left, depth - 1) : std::nullopt;
    if (!f) return std::nullopt;
    const Expr first = logarithm && other->exponent.is_constant(1) ? xlogy(*q, inner) : mul(*q, t);
    return sub(first, *f);
  }

  // ---- a new variable

  std::optional<Expr> by_substitution(const std::vector<Power>& all, int depth) {
    const Expr e = written(all);
    std::vector<Expr> inner;
    const auto offer = [&](const Expr& u) {
      if (depends_on(u, x_) && u != x_ && u != e && !line_of(u) && std::ranges::find(inner, u) == inner.end())
        inner.push_back(u);
    };
    std::vector<Expr> todo{e};
    for (std::size_t i = 0; i < todo.size() && inner.size() < most_inner; ++i) {
      const Expr u = todo[i];
      if (!depends_on(u, x_) || binds(u)) continue;
      if (u.op() == Op::exp || u.op() == Op::log || u.op() == Op::sqrt || is_wave(u) || u.op() == Op::atan) offer(u);
      if (u.op() == Op::pow || u.args().size() == 1) offer(u.arg(0));
      for (const Expr& arg : u.args()) todo.push_back(arg);
    }
    for (const Expr& u : inner)
      if (auto f = by_new_variable(e, u, depth)) return f;
    return std::nullopt;
  }

  std::optional<Expr> by_new_variable(const Expr& e, const Expr& u, int depth) {
    const std::string name = fresh_name(inside_);
    const Expr s = Expr::variable(name), slope = derivative(u, x_);
    if (slope.is_constant(0)) return std::nullopt;
    Range range;
    if (inside_.positive_(u)) range.lo = {false, false, 0};
    const Context there = inside_.with_variable({name, false, range});
    const auto rest = a_.simplified(quotient(e, slope));
    std::optional<Expr> body;
    if (rest) {
      const Expr seen = replaced(*rest, u, s);
      const auto form = a_.simplified(u);
      body = form && depends_on(seen, x_) ? replaced(seen, *form, s) : seen;
    }
    if (!body || depends_on(*body, x_)) {
      const auto back = inverse(u, s);
      if (!back) return std::nullopt;
      body = there.algebra().simplified(substitute(quotient(e, slope), {{x_, *back}}));
    }
    if (!body || depends_on(*body, x_) || size_of(*body) > size_of(e) + 12) return std::nullopt;
    const auto f = Primitives(there, s, attempts_).of(*body, depth - 1);
    return f ? std::optional(substitute(*f, {{s, u}})) : std::nullopt;
  }

  // x, of which u is the value s.
  std::optional<Expr> inverse(const Expr& u, const Expr& s) {
    if (u.args().empty()) return std::nullopt;
    const auto line = line_of(u.arg(0));
    if (!line || !inside_.knows({line->second, Need::nonzero})) return std::nullopt;
    std::optional<Expr> value;
    if (u.op() == Op::exp && inside_.positive_(u)) value = log(s);
    if (u.op() == Op::log) value = exp(s);
    if (u.op() == Op::sqrt) value = pow(s, 2);
    return value ? std::optional(quotient(sub(*value, line->first), line->second)) : std::nullopt;
  }

  // ---- waves

  // sin(u)^m cos(u)^n by the formulas that lower an exponent; sin and cos of two lines as sums.
  std::optional<Expr> by_waves(const std::vector<Power>& all, int depth) {
    if (all.size() > 2 || !std::ranges::all_of(all, [](const Power& f) { return is_wave(f.base); }))
      return std::nullopt;
    std::vector<std::int64_t> n;
    for (const Power& f : all) {
      const auto k = whole(f.exponent);
      if (!k || *k < 1 || *k > highest || !slope_of(f.base.arg(0))) return std::nullopt;
      n.push_back(*k);
    }
    const Expr &f = all[0].base, &u = f.arg(0), p = *slope_of(u);
    if (all.size() == 1 || a_.is_zero(sub(u, all[1].base.arg(0)))) {
      const bool sine = f.op() == Op::sin;
      const std::int64_t other = all.size() == 2 ? n[1] : 0;
      return lowered(u, p, sine ? n[0] : other, sine ? other : n[0]);
    }
    if (n[0] != 1 || n[1] != 1) return std::nullopt;
    const Expr& w = all[1].base.arg(0);
    const Expr sum = add(u, w), difference = sub(u, w);
    const bool one = f.op() == Op::sin, two = all[1].base.op() == Op::sin;
    const auto half = [&](const Expr& e, const Expr& o, bool plus) {
      return quotient(plus ? add(e, o) : sub(e, o), 2);
    };
    if (one && two) return of(half(cos(difference), cos(sum), false), depth - 1);
    if (!one && !two) return of(half(cos(difference), cos(sum), true), depth - 1);
    return of(half(sin(sum), sin(difference), one), depth - 1);
  }
  std::optional<Expr> lowered(const Expr& u, const Expr& p, std::int64_t m, std::int64_t n) {
    const auto raised = [](const Expr& e, std::int64_t k) { return k == 0 ? Expr(1) : k == 1 ? e : pow(e, Expr(k)); };
    if (m == 0 && n == 0) return x_;
    if (m == 1) return quotient(negate(raised(cos(u), n + 1)), mul(Expr(n + 1), p));
    if (n == 1) return quotient(raised(sin(u), m + 1), mul(Expr(m + 1), p));
    const bool sine = m >= 2;
    const auto rest = sine ? lowered(u, p, m - 2, n) : lowered(u, p, m, n - 2);
    if (!rest) return std::nullopt;
    const Expr first = sine ? negate(mul(raised(sin(u), m - 1), raised(cos(u), n + 1)))
                            : mul(raised(sin(u), m + 1), raised(cos(u), n - 1));
    return add(quotient(first, mul(Expr(m + n), p)), mul(Expr(Rational((sine ? m : n) - 1, m + n)), *rest));
  }

  // ---- another form

  std::optional<Expr> by_another_form(const Expr& e, int depth) {
    for (const auto& form : {a_.expanded(e), a_.simplified(e)})
      if (form && *form != e && std::ranges::find(forms_, *form) == forms_.end()) {
        forms_.push_back(*form);
        if (auto f = of(*form, depth - 1)) return f;
      }
    return std::nullopt;
  }

  const Context inside_;
  Algebra a_;
  Expr x_;
  int& attempts_;
  std::vector<Expr> forms_;  // that have been tried
  int rewritten_ = 0;        // exponentials of logarithms
};

// What was found, or that nothing was, by everything that it depends on. The same integral is asked about again and
// again, and most of all where there is no primitive.
class Remembered {
 public:
  struct Answer {
    std::optional<Expr> primitive;
    std::uint64_t work = 0;
  };
  // Nothing where the context has functions or sequences: what is known of these does not stand in a key.
  static std::optional<GoalKey> key(const Context& inside, const Expr& e, const Expr& x) {
    if (!inside.functions().empty() || !inside.sequences().empty()) return std::nullopt;
    GoalKey out = key_of({inside, {Rel::eq, e, x}});
    out.push_back(static_cast<std::uint64_t>(inside.language()));
    return out;
  }
  template <typename Search>
  const Answer& of(GoalKey key, const Search& search) {
    constexpr std::size_t most = 2000;
    if (const auto it = known_.find(key); it != known_.end()) return it->second;
    if (known_.size() >= most) known_.clear();
    return known_.emplace(std::move(key), search()).first->second;
  }

 private:
  std::map<GoalKey, Answer> known_;
};

std::optional<Expr> searched(const Context& inside, const Expr& e, const Expr& x) {
  int attempts = most_attempts;
  try {
    return Primitives(inside, x, attempts).of(e, deepest_rule);
  } catch (const Error&) {  // what is not differentiated
    return std::nullopt;
  }
}

}  // namespace

// Beside the meter, and in a context of which nothing was found out yet: so the search and its work are the same
// whatever this thread did before. An answer that is remembered counts as if it had been looked for again.
std::optional<Expr> primitive_of(const Context& inside, const Expr& e, const Expr& x) {
  constexpr std::uint64_t most_work = 20'000'000;
  thread_local Remembered remembered;
  auto key = Remembered::key(inside, e, x);
  if (!key) return searched(inside, e, x);
  const Remembered::Answer answer = remembered.of(std::move(*key), [&] {
    const WorkAside beside(most_work);
    const std::uint64_t before = work_done();
    auto found = searched(inside.apart(), e, x);
    return Remembered::Answer{std::move(found), work_done() - before};
  });
  count_work(answer.work);
  return answer.primitive;
}

}  // namespace dpcert::verify
