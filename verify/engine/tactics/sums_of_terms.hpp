// Expressions read as sums of terms of one kind: what negation, sums, differences and products do, whatever a term is.
#pragma once

#include <optional>
#include <vector>

#include "dpcert/symbolic/expr.hpp"

namespace dpcert::verify {

/// `Reader` has read(e), which calls `arithmetic` for the four operations, and product(s, t), nothing where the product
/// of two terms is none. A Term has a factor c. A sum has at most `most` terms.
template <class Reader, class Term, std::size_t most>
class SumsOfTerms {
 protected:
  using Sum = std::optional<std::vector<Term>>;

  Sum arithmetic(const Expr& e) {
    if (e.op() == Op::neg) return scaled(read(e.arg(0)), -1);
    Sum left = read(e.arg(0)), right = left ? read(e.arg(1)) : std::nullopt;
    if (!right) return std::nullopt;
    if (e.op() == Op::mul) return times(*left, *right);
    right = scaled(std::move(right), e.op() == Op::add ? 1 : -1);
    if (left->size() + right->size() > most) return std::nullopt;
    left->insert(left->end(), right->begin(), right->end());
    return left;
  }
  static Sum times(const std::vector<Term>& one, const std::vector<Term>& other) {
    if (one.size() * other.size() > most) return std::nullopt;
    std::vector<Term> out;
    for (const Term& s : one)
      for (const Term& t : other) {
        std::optional<Term> product = Reader::product(s, t);
        if (!product) return std::nullopt;
        out.push_back(*std::move(product));
      }
    return out;
  }
  /// e/v by what v^-1 is read as.
  Sum divided(const Expr& e, const Sum& inverse) {
    const Sum above = inverse ? read(e) : std::nullopt;
    return above ? times(*above, *inverse) : std::nullopt;
  }
  /// sum^n for a whole number n, 0 <= n <= highest.
  static Sum to_the(const std::vector<Term>& sum, const Expr& n, std::int64_t highest) {
    const auto times_over = n.is_constant() ? n.value().to_int64() : std::nullopt;
    if (!times_over || *times_over < 0 || *times_over > highest) return std::nullopt;
    Sum out = std::vector<Term>{{}};
    for (std::int64_t i = 0; i < *times_over && out; ++i) out = times(*out, sum);
    return out;
  }

 private:
  Sum read(const Expr& e) { return static_cast<Reader*>(this)->read(e); }
  static Sum scaled(Sum all, long by) {
    if (all && by != 1)
      for (Term& t : *all) t.c = mul(Expr(by), t.c);
    return all;
  }
};

}  // namespace dpcert::verify
