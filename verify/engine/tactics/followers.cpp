#include "verify/engine/tactics/followers.hpp"

#include <algorithm>
#include <array>

#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

std::optional<Followers> Followers::of(const Context& c, const Expr& e, const Variable& n, Algebra& a) {
  Followers out(c, n, a);
  if (!out.read(e) || (out.powers_.empty() && out.values_.empty()) || !out.name_all()) return std::nullopt;
  return out;
}

std::vector<Expr> Followers::names() const {
  std::vector<Expr> out;
  for (std::size_t j = 0; j < size(); ++j) out.push_back(name(j));
  return out;
}

Expr Followers::in_names(Expr e) const {
  for (const bool index : {false, true})  // n stands in the others
    for (std::size_t j = 0; j < size(); ++j)
      if ((all_[j].e == n_) == index) e = replaced(e, all_[j].e, name(j));
  return e;
}

std::size_t Followers::end_of(std::size_t j) const {
  const Follower& f = all_[j++];
  while (f.of && j < size() && all_[j].of == f.of && all_[j].stride == f.stride) ++j;
  return j;
}

bool Followers::read(const Expr& e) {
  if (!depends_on(e, n_)) return true;
  if (e == n_) return of_index_ = true;
  if (e.op() == Op::sequence) return read_value(e);
  if (e.op() == Op::exp || (e.op() == Op::pow && !e.arg(1).is_constant())) {  // exp(n log(b)) in a normal form
    if (std::ranges::find(powers_, e) == powers_.end()) powers_.push_back(e);
    return true;
  }
  constexpr std::array plain{Op::neg, Op::add, Op::sub, Op::mul, Op::div, Op::pow, Op::floor};
  return std::ranges::find(plain, e.op()) != plain.end() &&
         std::ranges::all_of(e.args(), [&](const Expr& arg) { return read(arg); });
}

bool Followers::read_value(const Expr& e) {
  const Sequence* x = e.args().size() == 1 ? c_->find_sequence(e.name()) : nullptr;
  const auto p = x && x->recursion ? polynomial(e.arg(0), {n_}) : std::nullopt;
  if (!p) return false;
  long stride = 0, place = 0;
  for (const auto& [m, c] : *p) {
    const auto q = c.is_integer() ? c.to_int64() : std::nullopt;
    if (!q || m[0] > 1 || std::abs(*q) > Effort::Periods::furthest) return false;
    (m[0] == 1 ? stride : place) = static_cast<long>(*q);
  }
  if (stride < 1) return false;
  const auto known = std::ranges::find_if(values_, [&](const Values& v) { return v.of == x && v.stride == stride; });
  if (known == values_.end()) {
    values_.push_back({x, stride, place, place});
  } else {
    known->low = std::min(known->low, place);
    known->high = std::max(known->high, place);
  }
  return true;
}

bool Followers::name_all() {
  std::size_t size = powers_.size() + (of_index_ ? 1 : 0);
  for (Values& v : values_) {
    v.high = std::max(v.high, v.low + static_cast<long>(v.of->recursion->first.size()) - 1);
    size += static_cast<std::size_t>(v.high - v.low + 1);
  }
  if (size > Effort::Periods::most_followers) return false;
  for (const Values& v : values_)
    for (long place = v.low; place <= v.high; ++place) {
      const Expr index = plus(v.stride == 1 ? n_ : mul(Expr(v.stride), n_), place);
      all_.push_back({.e = Expr::sequence(v.of->name, {index}), .of = v.of, .stride = v.stride, .place = place});
    }
  for (const Expr& e : powers_) all_.push_back({.e = e});
  if (of_index_) all_.push_back({.e = n_, .first = least_});
  for (std::size_t j = 0; j < all_.size(); ++j)
    if (!all_[j].of && !take_step(j)) return false;
  return std::ranges::all_of(values_, [&](const Values& v) { return take_recursion(v); });
}

// Of n or a power.
bool Followers::take_step(std::size_t j) {
  Follower& f = all_[j];
  Powers alone(all_.size());
  alone[j] = 1;
  if (f.e == n_) {
    f.next = {{alone, Rational(1)}, {Powers(all_.size()), Rational(1)}};
    return true;
  }
  const auto ratio = a_->simplified(quotient(at(j, n_ + Expr(1)), f.e)), first = a_->simplified(at(j, Expr(least_)));
  const auto is_whole = [](const std::optional<Expr>& e) {
    return e && e->is_constant() && e->value().is_integer() && !e->is_constant(0);
  };
  if (!is_whole(ratio) || !is_whole(first)) return false;
  f.first = first->value();
  f.next = {{alone, ratio->value()}};
  return true;
}

std::size_t Followers::first_of(const Values& v) const {
  const auto at = std::ranges::find_if(all_, [&](const Follower& f) { return f.of == v.of && f.stride == v.stride; });
  return static_cast<std::size_t>(at - all_.begin());
}

// At the least n, place by place: all of them whole.
std::optional<std::vector<Rational>> Followers::first_values(const Values& v) const {
  const Recursion& r = *v.of->recursion;
  const auto start = r.start.to_int64();
  const auto from = (Rational(v.stride) * least_ + Rational(v.low)).to_int64();
  if (!start || !from || *from < *start || *from - *start > Effort::Periods::furthest) return std::nullopt;
  const auto count = static_cast<std::size_t>(*from - *start + v.high - v.low + 1);
  std::vector<Rational> values;
  for (std::size_t i = 0; i < std::max(count, r.first.size()); ++i) {
    const std::size_t order = r.first.size();
    const auto before = [&](long k) { return Expr(values[i - order + static_cast<std::size_t>(k)]); };
    const auto e = i < order ? std::optional(r.first[i]) : next_value(*a_, *v.of, before);
    const auto q = e ? rational_value(*e) : std::nullopt;
    if (!q || !q->is_integer() || q->bits() > Effort::Periods::most_bits) return std::nullopt;
    values.push_back(*q);
  }
  return std::vector(values.begin() + (*from - *start), values.begin() + static_cast<long>(count));
}

bool Followers::take_recursion(const Values& v) {
  const auto values = first_values(v);
  if (!values) return false;
  const std::size_t first = first_of(v), order = v.of->recursion->first.size(), count = values->size();
  std::vector<Expr> at;  // from place `low` on, in the names
  std::vector<Poly> polynomials;
  for (std::size_t i = 0; i < count + static_cast<std::size_t>(v.stride); ++i) {
    const auto e = i < count
                       ? std::optional(name(first + i))
                       : next_value(*a_, *v.of, [&](long k) { return at[i - order + static_cast<std::size_t>(k)]; });
    const auto p = e ? polynomial(*e, names()) : std::nullopt;
    if (!p || std::ranges::any_of(*p, [](const auto& t) { return !t.second.is_integer(); })) return false;
    at.push_back(expression(*p, names()));
    polynomials.push_back(*p);
  }
  for (std::size_t i = 0; i < count; ++i) {
    all_[first + i].first = (*values)[i];
    all_[first + i].next = polynomials[i + static_cast<std::size_t>(v.stride)];
  }
  return true;
}

std::optional<Expr> next_value(Algebra& a, const Sequence& x, const std::function<Expr(long)>& before) {
  bool plain = true;
  const Expr out = transform(x.recursion->next, [&](const Expr& old, std::span<const Expr> args) -> Expr {
    if (old == Recursion::index()) return old;
    if (old.op() != Op::sequence) return with_args(old, args);
    const auto i = old.name() == x.name ? steps_between(a, old.arg(0), Recursion::index()) : std::nullopt;
    plain = plain && i;
    return i ? before(*i) : old;
  });
  return plain && !depends_on(out, Recursion::index()) ? std::optional(out) : std::nullopt;
}

}  // namespace dpcert::verify
