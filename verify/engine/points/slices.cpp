#include "verify/engine/points/slices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace dpcert::verify {

// Integers at which a hypothesis about all of them is taken, and hypotheses that may come of all of these.
static constexpr long most_of_all = 6;
static constexpr std::size_t most_hypotheses = 400;

Slice::Slice(const Instance& s, const Point& integers) : s_(s), written_(s, integers, no_terms_) {
  for (const auto& v : s.variables)
    if (!integers.contains(v.name)) plain_.variables.push_back(v);
  plain_.language = s.language;
  for (const auto& h : s.hypotheses) plain_.hypotheses.push_back(plain(h));
  for (const auto& h : s.forall_hypotheses) at_all(h);
  for (const auto& c : s.conclusions)
    plain_.conclusions.push_back(has_integral(c) ? Relation{Rel::ge, 0, 0} : plain(c));
}

Expr Slice::term(const std::string& sequence, const Point& at) const {
  const Expr k = Expr::variable(index_name(0));
  std::vector<std::pair<Rational, Rational>> values;
  if (const auto found = values_.find(sequence); found != values_.end())
    for (const auto& [index, name] : found->second) values.emplace_back(index, at.at(name));
  std::vector<Rational> divided;  // Newton's divided differences
  for (const auto& v : values) divided.push_back(v.second);
  for (std::size_t order = 1; order < values.size(); ++order)
    for (std::size_t i = values.size(); i-- > order;)
      divided[i] = (divided[i] - divided[i - 1]) / (values[i].first - values[i - order].first);
  while (!divided.empty() && divided.back().is_zero()) divided.pop_back();
  Expr out = 0;
  for (std::size_t i = divided.size(); i-- > 0;)
    out = out.is_constant(0) ? Expr(divided[i]) : add(divided[i], mul(sub(k, values[i].first), out));
  return out;
}

Expr Slice::plain(const Expr& e) {
  const Expr out = transform(written_.value(e), [&](const Expr& old, std::span<Expr> args) {
    if (old.op() != Op::sequence) return with_args(old, args);
    const auto index = args.size() == 1 ? rational_value(args[0]) : std::nullopt;
    if (!index) return with_args(old, args);
    auto& name = values_[old.name()][*index];
    if (name.empty()) {
      name = fmt::format("{}_{}", old.name(), plain_.variables.size());
      while (std::ranges::find(s_.variables, name, &Variable::name) != s_.variables.end()) name += '_';
      plain_.variables.push_back({name, false, {}});
    }
    return Expr::variable(name);
  });
  readable_ = readable_ && !speaks_of_ranges(out);
  return out;
}

void Slice::at_all(const ForallHypothesis& h) {
  const auto low = rational_value(written_.value(h.lo)),
             high = h.unbounded && low ? *low + Rational(most_of_all) : rational_value(written_.value(h.hi));
  readable_ = readable_ && h.integer && low && high && *high - *low < Rational(longest_range) &&
              plain_.hypotheses.size() < most_hypotheses;
  for (Rational k = readable_ ? *low : Rational(1); readable_ && k <= *high; k += Rational(1)) {
    const ForallHypothesis inside = at_value(h, Expr(k));
    if (h.inner.empty())
      plain_.hypotheses.push_back(plain(inside.relation));
    else
      at_all(inside);
  }
}

}  // namespace dpcert::verify
