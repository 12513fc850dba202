// What statements are made of: messages with their place, ranges, exact values.
#include "dpcert/language/statement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "verify/language/lexer.hpp"

namespace dpcert::verify {

SyntaxError::SyntaxError(std::size_t l, std::size_t c, const std::string& message, std::string source)
    : Error(ErrorCode::syntax, message), line(l), column(c), source_line(std::move(source)) {}

std::string SyntaxError::pretty(std::string_view file) const {
  // A window of the line with the caret in it. Nothing of it may move the caret or the terminal.
  constexpr std::size_t window = 160;
  const auto inside = [&](std::size_t i) {  // of a UTF-8 character
    return i < source_line.size() && (static_cast<unsigned char>(source_line[i]) & 0xC0) == 0x80;
  };
  const std::size_t at = std::min(column - 1, source_line.size());
  std::size_t from = at > window - 40 ? at - (window - 40) : 0, end = std::min(source_line.size(), from + window);
  while (from < at && inside(from)) ++from;
  while (end > at && inside(end)) --end;
  const std::string_view text = source_line;
  const std::string before = visible(text.substr(from, at - from)), shown = before + visible(text.substr(at, end - at));
  const auto width =
      std::ranges::count_if(before, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  const std::string below(static_cast<std::size_t>(width), ' ');
  return fmt::format("{}:{}:{}: {}\n  {}\n  {}^", file, line, column, what(), shown, below);
}

ForallHypothesis at_value(const ForallHypothesis& h, const Expr& value) {
  const ExprMap<Expr> put{{Expr::variable(h.bound), value}};
  ForallHypothesis out = transformed(h, [&](const Expr& e) { return substitute(e, put); });
  if (out.inner.empty()) return out;
  IndexBounds next = std::move(out.inner.front());
  out.inner.erase(out.inner.begin());
  out.bound = std::move(next.bound), out.lo = next.lo, out.hi = next.hi, out.unbounded = next.unbounded;
  return out;
}

std::size_t quantifiers_of(const Instance& s) {
  std::size_t n = 0;
  for (const ForallHypothesis& h : s.forall_hypotheses) n += quantifiers_of(h);
  return n;
}

bool Range::contains(const Rational& x) const {
  if (!lo.infinite && (x < lo.value || (x == lo.value && !lo.closed))) return false;
  return hi.infinite || !(x > hi.value || (x == hi.value && !hi.closed));
}

std::string to_text(const Range& r) {
  return fmt::format("{}{}, {}{}", r.lo.closed ? "[" : "(", r.lo.infinite ? "-inf" : r.lo.value.str(),
                     r.hi.infinite ? "inf" : r.hi.value.str(), r.hi.closed ? "]" : ")");
}

std::optional<Rational> rational_value(const Expr& e) {
  if (e.is_constant()) return e.value();
  std::vector<Rational> a;
  for (const auto& arg : e.args()) {
    const auto q = rational_value(arg);
    if (!q || q->bits() > 200000) return std::nullopt;
    a.push_back(*q);
  }
  switch (e.op()) {
    case Op::neg:
      return -a[0];
    case Op::add:
      return a[0] + a[1];
    case Op::sub:
      return a[0] - a[1];
    case Op::mul:
      return a[0] * a[1];
    case Op::div:
      return a[1].is_zero() ? std::nullopt : std::optional(a[0] / a[1]);
    case Op::abs:
      return abs(a[0]);
    case Op::min:
      return std::min(a[0], a[1]);
    case Op::max:
      return std::max(a[0], a[1]);
    case Op::floor:
      return a[0].floor();
    case Op::ceil:
      return a[0].ceil();
    case Op::pow: {
      const auto n = a[1].to_int64();
      if (!n || std::abs(*n) > 100000 || std::abs(*n) * a[0].bits() > 2000000 || (a[0].is_zero() && *n < 0))
        return std::nullopt;
      return pow(a[0], *n);
    }
    default:
      return std::nullopt;
  }
}

}  // namespace dpcert::verify
