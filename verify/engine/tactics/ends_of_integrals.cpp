// What functions tend to at the ends of an integral, node by node, as the checker looks at it.
#include <algorithm>
#include <functional>
#include <map>

#include "verify/engine/tactics/integrals.hpp"
#include "verify/engine/tactics/primitives.hpp"

namespace dpcert::verify {

namespace {

struct Limit {
  enum class Kind : std::uint8_t { unknown, finite, up, down } kind = Kind::unknown;
  Expr at = 0;
  [[nodiscard]] bool infinite() const { return kind == Kind::up || kind == Kind::down; }
};
using LimitKind = Limit::Kind;

class Approach {
 public:
  Approach(const Context& c, const Context& inside, const Context& beside, const Expr& x, std::optional<Expr> end,
           bool low)
      : c_(c), inside_(inside), beside_(beside), a_(c_.algebra()), x_(x), end_(std::move(end)), low_(low) {}

  Limit of(const Expr& e) {
    if (const auto it = known_.find(e); it != known_.end()) return it->second;
    Limit l = node(e);
    if (l.kind == LimitKind::unknown && !end_) {
      known_[e] = l;
      if (vanishes(e))
        l = finite(0);
      else if (a_.coefficients(e, x_))
        l = polynomial(e);
    }
    return known_[e] = l;
  }

  // The value at a finite end up to which e is continuous.
  std::optional<Expr> value(const Expr& e) const {
    const auto all = end_ ? continuity_conditions(e, x_, beside_) : std::nullopt;
    if (!all || !std::ranges::all_of(*all, [&](const Condition& n) { return beside_.knows(n); })) return std::nullopt;
    return substitute(e, {{x_, *end_}});
  }

 private:
  static Limit finite(const Expr& e) { return {LimitKind::finite, e}; }
  static Limit infinite(int sign) { return {sign > 0 ? LimitKind::up : LimitKind::down, 0}; }

  Limit node(const Expr& e) {
    if (!depends_on(e, x_)) return finite(e);
    if (e == x_) return end_ ? finite(*end_) : infinite(low_ ? -1 : 1);
    if (e.op() == Op::pow && end_)
      if (const Limit l = power_of(e); l.kind == LimitKind::finite && l.at.is_constant(0)) return l;
    if (const auto v = value(e)) return finite(*v);
    switch (e.op()) {
      case Op::neg: {
        const Limit l = of(e.arg(0));
        if (l.kind == LimitKind::finite) return finite(negate(l.at));
        return l.infinite() ? infinite(l.kind == LimitKind::up ? -1 : 1) : Limit{};
      }
      case Op::add:
      case Op::sub:
        return sum(e);
      case Op::mul:
        return product(e);
      case Op::div:
        return ratio(e);
      case Op::pow:
        return power_of(e);
      default:
        return e.args().size() == 1 ? function(e) : Limit{};
    }
  }

  std::optional<int> sign(const Expr& e) {
    const auto seen = [&](const Expr& u) -> std::optional<int> {
      if (c_.positive_(u)) return 1;
      if (c_.positive_(negate(u))) return -1;
      return std::nullopt;
    };
    if (const auto s = seen(e)) return s;
    const auto plain = a_.simplified(e);
    if (!plain) return std::nullopt;
    return plain->is_constant(0) ? std::optional(0) : seen(*plain);
  }
  std::optional<int> sign(const Limit& l) {
    if (l.kind == LimitKind::unknown) return std::nullopt;
    return l.kind == LimitKind::up ? 1 : l.kind == LimitKind::down ? -1 : sign(l.at);
  }

  Limit sum(const Expr& e) {
    const Limit u = of(e.arg(0));
    Limit v = u.kind == LimitKind::unknown ? u : of(e.arg(1));
    if (v.kind == LimitKind::unknown) return {};
    if (e.op() == Op::sub) v = v.infinite() ? infinite(v.kind == LimitKind::up ? -1 : 1) : finite(negate(v.at));
    if (u.infinite() && v.infinite()) return u.kind == v.kind ? u : Limit{};
    if (u.infinite() || v.infinite()) return u.infinite() ? u : v;
    return finite(add(u.at, v.at));
  }
  Limit product(const Expr& e) {
    const Limit u = of(e.arg(0)), v = u.kind == LimitKind::unknown ? u : of(e.arg(1));
    if (v.kind == LimitKind::unknown) return {};
    if (!u.infinite() && !v.infinite()) return finite(mul(u.at, v.at));
    const int s = sign(u).value_or(0) * sign(v).value_or(0);
    return s != 0 ? infinite(s) : Limit{};
  }
  Limit ratio(const Expr& e) {
    const Limit u = of(e.arg(0)), v = u.kind == LimitKind::unknown ? u : of(e.arg(1));
    if (v.kind == LimitKind::unknown) return {};
    if (v.infinite()) return u.infinite() ? of_polynomials(e.arg(0), e.arg(1)) : finite(0);
    const auto s = sign(v), t = sign(u);
    if (!s) return {};
    if (*s != 0) return u.infinite() ? infinite(*s * *t) : finite(quotient(u.at, v.at));
    if (!t || *t == 0) return {};
    if (inside_.positive_(e.arg(1))) return infinite(*t);
    return inside_.positive_(negate(e.arg(1))) ? infinite(-*t) : Limit{};
  }
  // u^v for v without x.
  Limit power_of(const Expr& e) {
    const Expr& v = e.arg(1);
    if (depends_on(v, x_)) return {};
    const Limit u = of(e.arg(0));
    if (u.kind == LimitKind::unknown) return {};
    const auto exponent = sign(v);
    const auto n = v.is_constant() ? v.value().to_int64() : std::nullopt;
    if (u.infinite()) {
      if (!exponent || (u.kind == LimitKind::down && !n)) return {};
      if (*exponent <= 0) return finite(*exponent == 0 ? 1 : 0);
      return infinite(u.kind == LimitKind::up || (n && *n % 2 == 0) ? 1 : -1);
    }
    const auto base = sign(u);
    if ((base && *base > 0) || (n && *n >= 0)) return finite(pow(u.at, v));
    if (!base) return {};
    if (*base < 0) return n ? finite(pow(u.at, v)) : Limit{};
    if (!exponent || *exponent == 0) return {};
    if (*exponent > 0) return finite(0);
    if ((n && *n % 2 == 0) || inside_.positive_(e.arg(0))) return infinite(1);
    return n && inside_.positive_(negate(e.arg(0))) ? infinite(-1) : Limit{};
  }
  Limit function(const Expr& e) {
    const Limit u = of(e.arg(0));
    if (u.kind == LimitKind::unknown) return {};
    const auto same = [&] { return finite(Expr::make(e.op(), {u.at}, e.node().index)); };
    const auto ends = [&](const Limit& at_up, const Limit& at_down) {
      return u.kind == LimitKind::up ? at_up : u.kind == LimitKind::down ? at_down : same();
    };
    switch (e.op()) {
      case Op::exp:
        return ends(infinite(1), finite(0));
      case Op::expm1:
        return ends(infinite(1), finite(-1));
      case Op::erf:
      case Op::tanh:
        return ends(finite(1), finite(-1));
      case Op::erfc:
        return ends(finite(0), finite(2));
      case Op::normal_cdf:
        return ends(finite(1), finite(0));
      case Op::atan:
        return ends(finite(quotient(Expr::pi(), 2)), finite(negate(quotient(Expr::pi(), 2))));
      case Op::cosh:
      case Op::abs:
        return ends(infinite(1), infinite(1));
      case Op::sinh:
        return ends(infinite(1), infinite(-1));
      case Op::sqrt:
        return u.kind == LimitKind::up ? infinite(1) : u.kind == LimitKind::down ? Limit{} : same();
      case Op::log:
      case Op::log1p: {
        if (u.infinite()) return u.kind == LimitKind::up ? infinite(1) : Limit{};
        const auto s = sign(e.op() == Op::log ? u.at : add(1, u.at));
        return !s || *s < 0 ? Limit{} : *s == 0 ? infinite(-1) : same();
      }
      default:
        return {};
    }
  }

  // A product with exponentials whose exponents together are a polynomial that tends to -inf.
  bool vanishes(const Expr& e) {
    std::vector<Expr> exponents;
    if (!collect(e, false, exponents) || exponents.empty()) return false;
    Expr total = 0;
    for (const Expr& u : exponents) total = add(total, u);
    return a_.coefficients(total, x_) && polynomial(total).kind == LimitKind::down;
  }
  bool collect(const Expr& e, bool below, std::vector<Expr>& exponents) {
    if (e.op() == Op::exp && depends_on(e, x_)) {
      exponents.push_back(below ? negate(e.arg(0)) : e.arg(0));
      return true;
    }
    if (e.op() == Op::neg) return collect(e.arg(0), below, exponents);
    if (e.op() == Op::mul) return collect(e.arg(0), below, exponents) && collect(e.arg(1), below, exponents);
    if (e.op() == Op::div) return collect(e.arg(0), below, exponents) && collect(e.arg(1), !below, exponents);
    if (!depends_on(e, x_)) return true;
    if (below) return false;
    if (is_wave(e) || a_.coefficients(e, x_)) return true;
    return (e.op() == Op::pow && e.arg(0) == x_ && !depends_on(e.arg(1), x_) && !low_) ||
           of(e).kind == LimitKind::finite;
  }

  struct Leading {
    std::vector<Expr> coefficients;
    int sign;
  };
  std::optional<Leading> leading(const Expr& e) {
    auto all = a_.coefficients(e, x_);
    while (all && all->size() > 1) {
      const auto s = sign(all->back());
      if (!s) return std::nullopt;
      if (*s != 0) return Leading{*all, *s};
      all->pop_back();
    }
    return all ? std::optional(Leading{*all, 0}) : std::nullopt;
  }
  Limit polynomial(const Expr& e) {
    const auto p = leading(e);
    if (!p) return {};
    const std::size_t n = p->coefficients.size();
    return n == 1 ? finite(p->coefficients.front()) : infinite(low_ && n % 2 == 0 ? -p->sign : p->sign);
  }
  Limit of_polynomials(const Expr& above, const Expr& under) {
    if (end_) return {};
    const auto p = leading(above), q = leading(under);
    if (!p || !q || p->sign == 0 || q->sign == 0) return {};
    const std::size_t m = p->coefficients.size(), n = q->coefficients.size();
    if (m < n) return finite(0);
    if (m == n) return finite(quotient(p->coefficients.back(), q->coefficients.back()));
    return infinite(p->sign * q->sign * (low_ && (m - n) % 2 == 1 ? -1 : 1));
  }

  const Context c_, inside_, beside_;
  Algebra a_;
  Expr x_;
  std::optional<Expr> end_;
  bool low_;
  std::map<Expr, Limit, CreationOrder> known_;
};

// x may be the end, too.
Context with_the_end(const Context& inside, const Expr& x, const std::optional<Expr>& end, bool low) {
  if (!end) return inside;
  const Relation open = low ? Relation{Rel::gt, x, *end} : Relation{Rel::gt, *end, x};
  auto all = inside.hypotheses();
  const auto at = std::ranges::find(all, open);
  if (at != all.end()) at->rel = Rel::ge;
  Range range = inside.find(x)->range;
  End& side = low ? range.lo : range.hi;
  if (!side.infinite && !inside.with_hypotheses({}).knows({*end, Need::nonzero})) side.closed = true;
  return inside.with_hypotheses(std::move(all)).with_range(x, range);
}

}  // namespace

std::optional<Expr> limit_at_end(const Context& c, const Expr& integral, const Expr& f, const Expr& x, bool low) {
  const auto lo = low_of(integral), hi = high_of(integral), end = low ? lo : hi;
  const bool strict = !lo || !hi || c.positive_(sub(*hi, *lo));
  const Context inside = c.inside(integral, x);
  Approach approach(c, inside, strict ? with_the_end(inside, x, end, low) : c.inside(integral, x, true), x, end, low);
  if (!strict) return approach.value(f);
  const Limit l = approach.of(f);
  return l.kind == LimitKind::finite ? std::optional(l.at) : std::nullopt;
}

namespace {

// A power with an exponent that is no number tends to 0 with its base; its value at 0 is 0^v, which says less. As an
// exponential of a logarithm it has no value there.
Expr without_powers_of_zero(const Context& c, const Context& inside, const Expr& integral, const Expr& f,
                            const Expr& x) {
  const auto low = low_of(integral), high = high_of(integral);
  const bool zero = (low && low->is_constant(0)) || (high && high->is_constant(0));
  if (!zero || (low && high && !c.positive_(sub(*high, *low)))) return f;
  return transform(f, [&](const Expr& e, std::span<Expr> args) -> Expr {
    if (e.op() == Op::pow && !args[1].is_constant() && depends_on(args[0], x) && inside.positive_(args[0]))
      return exp(mul(args[1], log(args[0])));
    return with_args(e, args);
  });
}

// What the body needs to be of one sign, and the product whose factors show that.
using Products = std::vector<std::pair<Expr, Expr>>;
// The body with products in place of these.
std::optional<std::pair<Expr, Products>> with_products(const Context& inside, const Expr& body) {
  constexpr std::size_t most = 4;
  std::pair<Expr, Products> out{body, {}};
  Algebra a = inside.algebra();
  for (;;) {
    const auto all = side_conditions(out.first, inside);
    const auto n = std::ranges::find_if(all, [&](const Condition& c) { return !inside.knows(c); });
    if (n == all.end()) break;
    const auto product = out.second.size() < most ? product_of(a, inside, n->u) : std::nullopt;
    if (!product || *product == n->u || !inside.knows({*product, n->need}) || !a.is_zero(sub(*product, n->u)))
      return std::nullopt;
    out.second.emplace_back(n->u, *product);
    out.first = replaced(out.first, n->u, *product);
  }
  return out.second.empty() ? std::nullopt : std::optional(out);
}

// Is it seen that the integral exists: it is defined, or its body is and has one sign?
bool exists_by_its_sign(const Context& c, const Context& inside, const Expr& integral, const Expr& body) {
  if (is_defined(c, integral)) return true;
  if (!is_defined(inside, body)) return false;
  const auto one_sign = [&](const Expr& e) {
    return inside.knows({e, Need::nonnegative}) || inside.knows({negate(e), Need::nonnegative});
  };
  Algebra plain([](const Expr&) { return false; });
  const auto form = plain.simplified(body);
  return one_sign(body) || (form && one_sign(*form));
}

}  // namespace

std::optional<FoundAntiderivative> looked_for_antiderivative(const Context& c, const Expr& integral) {
  const Expr x = Expr::variable(fresh_name(c)), body = body_at(integral, x);
  // What decides a kink is another question, and where it changes its sign there is no primitive of this kind.
  if (!nodes_of({Rel::eq, body, 0}, [&](const Expr& e) { return is_kink(e) && depends_on(e, x); }).empty())
    return std::nullopt;
  const Context inside = c.inside(integral, x);
  if (!exists_by_its_sign(c, inside, integral, body)) return std::nullopt;
  const auto f = primitive_of(inside, body, x);
  return f ? antiderivative_by(c, integral, *f, x) : std::nullopt;
}

std::optional<FoundAntiderivative> antiderivative_by(const Context& c, const Expr& integral, const Expr& primitive,
                                                     const Expr& x) {
  const Context inside = c.inside(integral, x);
  const Expr body = body_at(integral, x);
  if (!exists_by_its_sign(c, inside, integral, body)) return std::nullopt;
  const Expr f = without_powers_of_zero(c, inside, integral, primitive, x);
  const auto smooth = smoothness_conditions(f, inside);
  if (!std::ranges::all_of(smooth, [&](const Condition& n) { return inside.knows(n); })) return std::nullopt;
  const auto low = limit_at_end(c, integral, f, x, true);
  const auto high = low ? limit_at_end(c, integral, f, x, false) : std::nullopt;
  if (!high) return std::nullopt;
  Algebra a = c.algebra();
  const auto plain = [&](const Expr& e) {
    const auto form = a.simplified(e);
    return form && is_defined(c, *form) ? *form : e;
  };
  const Expr slope = derivative(f, x);
  const bool seen = is_defined(inside, slope) && inside.algebra().is_zero(sub(slope, body));
  return FoundAntiderivative{{integral, x.name(), f, plain(*low), plain(*high)}, seen};
}

namespace {

// With x = exp(t): what a power does to a logarithm at 0 and at infinity is seen there.
bool by_logarithmic_variable(Goal& g, Proof& lines, const Expr& integral, const ProveGoal& prove) {
  const std::string name = fresh_name(g.context);
  const Expr x = Expr::variable(name), body = body_at(integral, x);
  const auto logs = nodes_of({Rel::eq, body, 0}, [&](const Expr& e) { return e.op() == Op::log && e.arg(0) == x; });
  const auto low = low_of(integral), high = high_of(integral);
  if (logs.empty() || !low || !g.context.knows({*low, Need::nonnegative})) return false;
  rule::NewEnd one, two{{}, true};
  if (!low->is_constant(0)) {
    if (!g.context.positive_(*low)) return false;
    one.at = log(*low);
  }
  if (high) two.at = log(*high);
  if (high && !g.context.positive_(*high)) return false;
  const Step moved = rule::Substitute{integral, name, exp(x), one, two};
  const auto alone = after(moved, g);
  if (!alone || !is_integral(alone->context.hypotheses().back().rhs)) return false;
  const Expr other = alone->context.hypotheses().back().rhs;
  Goal ordered = g;
  Proof out;
  order_ends(ordered, out, other, prove, true);
  if (high && one.at && !ordered.context.positive_(sub(*two.at, *one.at))) return false;
  const auto known = antiderivative(ordered.context, other);
  auto next = known ? after(*known, ordered) : std::nullopt;
  if (!next) return false;
  const Expr value = next->context.hypotheses().back().rhs;
  next = after(moved, *next);
  if (!next) return false;
  append(lines, out);
  append(lines, {*known, moved});
  g = *std::move(next);
  const std::size_t last = g.context.hypotheses().size();
  cut_in(lines, g, {Rel::eq, integral, value},
         {rule::Combine{Rational(0), {{last - 1, Rational(1)}, {last, Rational(1)}}}});
  return true;
}

}  // namespace

namespace {

// With another body, which is equal where each is defined; `show` cuts in why this one is.
bool by_other_body(Goal& g, Proof& lines, const Expr& integral, const std::string& name, const Expr& body,
                   const std::function<bool(Goal&, Proof&)>& show) {
  const Expr x = Expr::variable(name);
  const Step moved = rule::Integrand{integral, name, body};
  const Expr other = Expr::integral(x, low_of(integral), high_of(integral), body);
  const auto known = antiderivative(g.context, other);
  auto next = known ? after(*known, g) : std::nullopt;
  if (!next) return false;
  const Expr value = next->context.hypotheses().back().rhs;
  const auto children = apply(moved, *next);
  if (!children || children->size() != 2) return false;
  Proof out{*known, moved};
  Goal same = (*children)[0];
  if (!show(same, out) || !same.context.algebra().is_zero(same.difference())) return false;
  out.emplace_back(rule::Identity{});
  append(lines, out);
  g = (*children)[1];
  const std::size_t last = g.context.hypotheses().size();
  cut_in(lines, g, {Rel::eq, integral, value},
         {rule::Combine{Rational(0), {{last - 1, Rational(1)}, {last, Rational(1)}}}});
  return true;
}

// The signs of products show that the body is defined.
bool by_products(Goal& g, Proof& lines, const Expr& integral) {
  const std::string name = fresh_name(g.context);
  const Expr x = Expr::variable(name), body = body_at(integral, x);
  const auto form = with_products(g.context.inside(integral, x), body);
  return form && by_other_body(g, lines, integral, name, form->first, [&](Goal& same, Proof& out) {
           for (const auto& [u, product] : form->second) {
             const Rel rel = same.context.positive_(product) ? Rel::gt : Rel::ge;
             cut_in(out, same, {rel, u, 0}, {rewrite_to(product), rule::Sign{}});
           }
           return true;
         });
}

// The body is simpler than it is written, and defined by what hypotheses say together: 1 - t > 0 where t < x <= 1.
bool by_simple_body(Goal& g, Proof& lines, const Expr& integral, const ProveGoal& prove) {
  const auto low = low_of(integral), high = high_of(integral);
  if (low && high && g.context.algebra().is_zero(sub(*high, *low))) return false;  // there is no place in it
  const std::string name = fresh_name(g.context);
  const Expr x = Expr::variable(name), body = body_at(integral, x);
  const Context inside = g.context.inside(integral, x);
  if (is_defined(inside, body)) return false;
  Algebra plain([](const Expr&) { return false; });
  const auto form = plain.simplified(body);
  if (!form || *form == body || !is_defined(inside, *form)) return false;
  return by_other_body(g, lines, integral, name, *form, [&](Goal& same, Proof& out) {
    for (const auto& condition : side_conditions(body, same.context)) {
      if (same.context.knows(condition)) continue;
      if (condition.need == Need::nonzero) return false;
      const Relation r = as_relation(condition);
      const auto t = prove({same.context, r});
      if (!t) return false;
      cut_in(out, same, r, *t);
    }
    return true;
  });
}

}  // namespace

bool by_primitives(Goal& g, Proof& lines, const Expr& integral, const ProveGoal& prove) {
  if (by_logarithmic_variable(g, lines, integral, prove) || by_products(g, lines, integral) ||
      by_simple_body(g, lines, integral, prove))
    return true;
  const auto found = looked_for_antiderivative(g.context, integral);
  const auto children = found && !found->seen ? apply(found->step, g) : std::nullopt;
  if (!children || children->size() != 2) return false;
  const auto shown = prove((*children)[0]);
  if (!shown) return false;
  lines.emplace_back(found->step);
  append(lines, *shown);
  g = (*children)[1];
  return true;
}

std::optional<std::pair<Expr, bool>> end_where_it_vanishes(const Context& c, const Expr& u) {
  const auto names = variables_of(u);
  if (names.size() != 1) return std::nullopt;
  const Expr v = Expr::variable(names.front());
  const Variable* known = c.find(v);
  if (!known || known->integer) return std::nullopt;
  Algebra a = c.algebra();
  for (const bool low : {true, false}) {
    const End& end = low ? known->range.lo : known->range.hi;
    if (!end.infinite && end.closed && a.is_zero(substitute(u, {{v, Expr(end.value)}}))) return std::pair{v, low};
  }
  return std::nullopt;
}

std::optional<Expr> variable_with_zero_inside(const Context& c, const Expr& u) {
  const auto names = variables_of(u);
  const Variable* v = names.size() == 1 ? c.find(Expr::variable(names.front())) : nullptr;
  if (!v || v->integer) return std::nullopt;
  const Range& r = v->range;
  if ((!r.lo.infinite && r.lo.value.sign() >= 0) || (!r.hi.infinite && r.hi.value.sign() <= 0)) return std::nullopt;
  const Expr x = Expr::variable(v->name);
  return c.algebra().is_zero(substitute(u, {{x, Expr(0)}})) ? std::optional(x) : std::nullopt;
}

}  // namespace dpcert::verify
