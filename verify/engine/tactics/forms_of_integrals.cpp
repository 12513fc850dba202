// Integrals whose bodies are defined by an identity, as those with 1 - k^2 sin(t)^2 under a root or a fraction line:
// that this is 1 - k^2 + k^2 cos(t)^2 shows its sign. Such an integral is said with that in its body. For complete
// elliptic integrals and others over parts of a turn.
#include <algorithm>
#include <string>

#include "verify/engine/tactics/integrals.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

struct OtherForm {
  Expr from, to;
  Expr angle, multiple;  // from - to = multiple (sin(angle)^2 + cos(angle)^2 - 1)
};

// A + B sin(u)^2 = A + B - B cos(u)^2, and the other way round, where that shows that it is positive.
std::optional<OtherForm> positive_form(const Context& inside, const Expr& w, const Expr& x) {
  Algebra plain([](const Expr&) { return false; });
  for (const Expr& wave : nodes_of({Rel::eq, w, 0}, [&](const Expr& e) { return is_wave(e) && depends_on(e, x); })) {
    const Expr t = Expr::variable("$square");
    const auto line = plain.coefficients(replaced(w, pow(wave, 2), t), t);
    if (!line || line->size() != 2 || depends_on((*line)[0], x) || depends_on((*line)[1], x)) continue;
    const Expr other = wave.op() == Op::sin ? cos(wave.arg(0)) : sin(wave.arg(0)), ends = add((*line)[0], (*line)[1]);
    // Factor by factor, as (1 - k)(1 + k), signs are seen.
    Algebra a = inside.algebra();
    const Expr to = add(product_of(a, inside, ends).value_or(ends),
                        mul(plain.simplified(negate((*line)[1])).value_or(negate((*line)[1])), pow(other, 2)));
    if (inside.positive_(to)) return OtherForm{w, to, wave.arg(0), (*line)[1]};
  }
  return std::nullopt;
}

// Of what stands under roots, broken powers and fraction lines.
std::vector<OtherForm> positive_forms(const Context& inside, const Expr& body, const Expr& x) {
  std::vector<OtherForm> out;
  for (const Expr& e : nodes_of({Rel::eq, body, 0}, [&](const Expr& n) { return depends_on(n, x); })) {
    if (e.op() != Op::sqrt && e.op() != Op::pow && e.op() != Op::div) continue;
    const Expr& w = e.arg(e.op() == Op::div ? 1 : 0);
    if (inside.positive_(w) || std::ranges::any_of(out, [&](const OtherForm& f) { return f.from == w; })) continue;
    if (const auto f = positive_form(inside, w, x)) out.push_back(*f);
  }
  return out;
}

bool put_other_form(const OtherForm& f, Goal& g, Proof& out) {
  const Step circle = rule::Fact{rule::Fact::Of::sin, f.angle};
  const auto by_circle = [&](const Goal& h, const Expr& rest) {
    return rule::Combine{weight(rest), {{h.context.hypotheses().size(), weight(f.multiple)}}};
  };
  const Relation positive{Rel::gt, f.from, 0}, same{Rel::eq, f.from, f.to};
  const auto there = after(circle, {g.context, positive});
  if (!there) return false;
  cut_in(out, g, positive, {circle, by_circle(*there, f.to)});
  if (!take(circle, g, out)) return false;
  const rule::Combine equal = by_circle(g, 0);
  if (!g.context.algebra().is_zero(beside({g.context, same}, equal))) return false;
  cut_in(out, g, same, {equal});
  return put_value(f.from, f.to, g, out, Range{{false, false, Rational(0)}, {}});
}

}  // namespace

bool by_positive_form(Goal& g, Proof& lines, const Expr& integral, bool known_too) {
  const auto low = low_of(integral), high = high_of(integral);
  if (!low || !high || is_defined(g.context, integral) != known_too) return false;
  const std::string name = fresh_name(g.context);
  const Expr x = Expr::variable(name), body = body_at(integral, x);
  const auto forms = positive_forms(g.context.inside(integral, x, true), body, x);
  if (forms.empty()) return false;
  Expr other = body;
  for (const OtherForm& f : forms) other = replaced(other, f.from, f.to);
  const Expr j = Expr::integral(x, low, high, other);
  const Step moved = rule::Integrand{integral, name, other};
  const auto children = is_defined(g.context, j) ? apply(moved, g) : std::nullopt;
  if (!children || children->size() != 2) return false;
  Goal same = (*children)[0];
  Proof out{moved};
  for (const OtherForm& f : forms)
    if (!put_other_form(f, same, out)) return false;
  if (!same.context.algebra().is_zero(same.difference())) return false;
  out.emplace_back(rule::Identity{});
  Goal now = children->back();
  if (!put_value(integral, j, now, out)) return false;
  append(lines, out);
  g = now;
  return true;
}

}  // namespace dpcert::verify
