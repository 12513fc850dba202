#include "verify/language/size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace dpcert::verify {

namespace {
constexpr std::uint32_t max_height = 11000;  // of an expression with sums, products and `let` names written out
constexpr int max_nesting = 500;  // the same where a sum or a product is one operation; the checker reads 600
constexpr std::uint64_t max_operands = 100000;  // of one sum or product; the checker reads 400,000
}  // namespace

SizeLimit::Shape SizeLimit::joined(const Expr& e) const {
  Shape s;
  const bool sum = e.op() == Op::add || e.op() == Op::sub;
  const bool product = e.op() == Op::mul || e.op() == Op::neg || (e.op() == Op::div && e.arg(1).is_constant());
  if (sum) s.terms = 0;
  if (product) s.factors = 0;
  for (std::size_t i = 0; i < e.args().size(); ++i) {
    const Shape& a = shapes_.at(e.arg(i));
    const bool minus = e.op() == Op::sub && i == 1;  // a factor -1
    const bool joins = sum ? a.terms > 1 && !minus : product && a.factors > 1;
    s.nesting = std::max(s.nesting, a.nesting + (joins ? 0 : 1) + (minus && a.factors == 1 ? 1 : 0));
    if (sum) s.terms = std::min(s.terms + (minus ? 1 : a.terms), 2 * max_operands);
    if (product) s.factors = std::min(s.factors + a.factors, 2 * max_operands);
  }
  return s;
}

const SizeLimit::Shape& SizeLimit::shape_of(const Expr& root) {
  std::vector<std::pair<Expr, bool>> stack{{root, false}};
  while (!stack.empty()) {
    const auto [e, ready] = stack.back();
    stack.pop_back();
    if (shapes_.contains(e)) continue;
    if (ready) {
      shapes_.emplace(e, joined(e));
      continue;
    }
    stack.emplace_back(e, true);
    for (const auto& a : e.args()) stack.emplace_back(a, false);
  }
  return shapes_.at(root);
}

std::optional<std::string> SizeLimit::problem(const Expr& e) {
  if (e.node().depth > max_height)
    return fmt::format("an expression with more than {} operations on top of each other", max_height);
  const Shape& s = shape_of(e);
  if (s.nesting > max_nesting)
    return fmt::format("an expression with more than {} operations inside each other", max_nesting);
  if (std::max(s.terms, s.factors) > max_operands)
    return fmt::format("a sum or product of more than {} parts", max_operands);
  return std::nullopt;
}

}  // namespace dpcert::verify
