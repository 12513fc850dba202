#include "verify/engine/proof/ranges.hpp"

#include <algorithm>

#include "src/symbolic/flat.hpp"
#include "verify/language/laws.hpp"

namespace dpcert::verify {

Expr plus(const Expr& e, long n) { return flat::sum({e, Expr(n)}); }

bool is_whole(const Expr& e, const Context& c) {
  switch (e.op()) {
    case Op::floor:
    case Op::ceil:
      return true;
    case Op::neg:
    case Op::add:
    case Op::sub:
    case Op::mul:
      return std::ranges::all_of(e.args(), [&](const Expr& a) { return is_whole(a, c); });
    default:
      return c.is_integer_valued(e);
  }
}

Expr over(const Expr& s, const Expr& low, const Expr& high) {
  return Expr::make(s.op(), {low, high, s.arg(2)});  // the body stays as it is, so its index does
}

Expr joined(const Expr& s, const Expr& a, const Expr& b) { return s.op() == Op::sum ? add(a, b) : mul(a, b); }

Relation unfolded(const Expr& s, rule::Unfold::Part part) {
  const Expr &a = s.arg(0), &b = s.arg(1);
  if (part == rule::Unfold::Part::empty) return {Rel::eq, s, Expr(s.op() == Op::sum ? 0 : 1)};
  const bool last = part == rule::Unfold::Part::last;
  const Expr rest = last ? over(s, a, plus(b, -1)) : over(s, plus(a, 1), b);
  return {Rel::eq, s, joined(s, rest, body_at(s, last ? b : a))};
}

Relation defined_by(const Sequence& x, const Expr& at, bool next) {
  const Recursion& r = *x.recursion;
  const auto value = [&](const Expr& k) { return Expr::sequence(x.name, {k}); };
  if (at.is_constant() && !next) {
    for (std::size_t i = 0; i < r.first.size(); ++i) {
      const Rational place = r.start + Rational(static_cast<long>(i));
      if (at.is_constant(place)) return {Rel::eq, value(place), r.first[i]};
    }
  }
  // The arguments of the step are index + i: written as the reader writes them, with numbers combined.
  const Expr said = transform(r.next, [&](const Expr& old, std::span<const Expr> args) {
    if (old == Recursion::index()) return at;
    if (old.op() == Op::add && old.arg(0) == Recursion::index() && old.arg(1).is_constant())
      return flat::sum({args.begin(), args.end()});
    return with_args(old, args);
  });
  return {Rel::eq, value(plus(at, static_cast<long>(r.first.size()))), said};
}

Relation binomial_theorem(const Expr& n, const Expr& x, const Expr& y) {
  const FreshIndex k;
  const Expr rest = flat::sum({n, flat::product({Expr(-1), k.variable()})});
  const Expr term = flat::product({binomial_form(n, k.variable()), pow(x, k.variable()), pow(y, rest)});
  return {Rel::eq, Expr::repeated(Op::sum, k.variable(), 0, n, term), pow(flat::sum({x, y}), n)};
}

}  // namespace dpcert::verify
