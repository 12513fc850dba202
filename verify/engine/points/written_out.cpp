#include "verify/engine/points/written_out.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dpcert/language/enclose.hpp"

namespace dpcert::verify {

std::string index_name(int i) { return i == 0 ? "k" : fmt::format("k{}", i); }

static bool has_part(const Expr& e, Op op) {
  bool found = false;
  transform(e, [&](const Expr& n, std::span<const Expr>) { return found |= n.op() == op, n; });
  return found;
}

bool speaks_of_ranges(const Expr& e) { return e.node().binders > 0 || has_part(e, Op::sequence); }
bool has_integral(const Relation& r) {
  return (r.lhs.node().binders > 0 && has_part(r.lhs, Op::integral)) ||
         (r.rhs.node().binders > 0 && has_part(r.rhs, Op::integral));
}

WrittenOut::WrittenOut(const Instance& s, const Point& point, const std::map<std::string, Expr>& terms)
    : s_(s), terms_(terms) {
  for (const auto& [name, q] : point) numbers_.emplace(Expr::variable(name), q);
}

Expr WrittenOut::value(const Expr& e) {
  Expr now = substitute(e, numbers_);
  for (int pass = 0; pass < 8; ++pass) {  // an argument may be a value itself
    const Expr next = written_out(transform(now,
                                            [&](const Expr& old, std::span<Expr> args) {
                                              if (is_repeated(old) || old.op() == Op::sequence)
                                                for (Expr& a : args)
                                                  if (const auto q = rational_value(a)) a = *q;
                                              return element(with_args(old, args));
                                            }),
                                  longest_range);
    if (next == now) break;
    now = next;
  }
  if (const auto q = rational_value(now)) return *q;
  return now;
}

Says WrittenOut::holds(const Relation& r) {
  const Expr d = value(sub(r.lhs, r.rhs));
  if (d.is_constant()) {
    const int sign = d.value().sign();
    return (r.rel == Rel::eq ? sign == 0 : r.rel == Rel::gt ? sign > 0 : sign >= 0) ? Says::yes : Says::no;
  }
  if (!variables_of(d).empty()) return Says::unknown;
  const auto ends = enclose_constant(d, 256);
  if (!ends) return Says::unknown;
  if (ends->first == ends->second && ends->first.sign() == 0) return r.rel == Rel::gt ? Says::no : Says::yes;
  if (ends->first.sign() > 0) return r.rel == Rel::eq ? Says::no : Says::yes;
  return ends->second.sign() < 0 ? Says::no : Says::unknown;
}

Says WrittenOut::holds(const ForallHypothesis& h) {
  const Expr low = value(h.lo), high = value(h.hi);
  if (!h.integer || !low.is_constant() || !high.is_constant()) return Says::unknown;
  const auto at = [&](const Rational& k) {
    const ForallHypothesis inside = at_value(h, Expr(k));
    return h.inner.empty() ? holds(inside.relation) : holds(inside);
  };
  if (!h.unbounded) {
    if (high.value() - low.value() >= Rational(longest_range)) return Says::unknown;
    for (Rational k = low.value(); k <= high.value(); k += Rational(1))
      if (const Says said = at(k); said != Says::yes) return said;
    return Says::yes;
  }
  if (const Says said = at(low.value()); said == Says::no || !h.inner.empty())
    return said == Says::no ? said : Says::unknown;
  const Expr d = value(sub(h.relation.lhs, h.relation.rhs));
  return d.is_constant() ? holds({h.relation.rel, d, 0}) : Says::unknown;  // the same for every k
}

Expr WrittenOut::element(const Expr& e) {
  if (e.op() != Op::sequence) return e;
  const auto found = std::ranges::find(s_.sequences, e.name(), &Sequence::name);
  if (found == s_.sequences.end()) return e;
  if (!found->recursion) {
    const auto term = terms_.find(e.name());
    if (term == terms_.end()) return e;
    ExprMap<Expr> at;
    for (int i = 0; i < found->arity; ++i)
      at.emplace(Expr::variable(index_name(i)), e.arg(static_cast<std::size_t>(i)));
    return substitute(term->second, at);
  }
  if (!e.arg(0).is_constant()) return e;
  const Recursion& r = *found->recursion;
  const Rational behind = e.arg(0).value() - r.start;
  if (behind.sign() < 0 || behind > Rational(longest_range)) return e;
  auto& known = values_[e.name()];
  if (known.empty())
    for (const Expr& first : r.first) known.push_back(value(first));
  const auto wanted = static_cast<std::size_t>(*behind.to_int64());
  while (known.size() <= wanted) {
    const Rational at = r.start + Rational(static_cast<long>(known.size() - r.first.size()));
    const Expr step = substitute(r.next, {{Recursion::index(), Expr(at)}});  // of known values
    const std::size_t before = known.size();
    const Expr next = value(step);
    if (known.size() == before) known.push_back(next);
  }
  return known[wanted];
}

}  // namespace dpcert::verify
