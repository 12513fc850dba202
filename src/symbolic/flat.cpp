#include "src/symbolic/flat.hpp"

#include <utility>

namespace dpcert::flat {

bool is_sum(const Expr& e) { return e.op() == Op::add || e.op() == Op::sub; }
bool is_product(const Expr& e) {
  return e.op() == Op::neg || e.op() == Op::mul ||
         (e.op() == Op::div && e.arg(1).is_constant() && !e.arg(1).is_constant(0));
}

void collect_factors(const Expr& e, Rational& number, std::vector<Expr>& factors) {
  if (!e.is_constant() && !is_product(e)) {  // nearly always: nothing to be taken apart
    factors.push_back(e);
    return;
  }
  std::vector<Expr> stack{e};
  while (!stack.empty()) {
    const Expr f = stack.back();
    stack.pop_back();
    if (f.is_constant()) {
      number *= f.value();
    } else if (f.op() == Op::neg) {
      number = -number;
      stack.push_back(f.arg(0));
    } else if (f.op() == Op::mul) {
      stack.push_back(f.arg(1));
      stack.push_back(f.arg(0));
    } else if (f.op() == Op::div && f.arg(1).is_constant() && !f.arg(1).is_constant(0)) {
      number /= f.arg(1).value();
      stack.push_back(f.arg(0));
    } else {
      factors.push_back(f);
    }
  }
}

Expr product(const std::vector<Expr>& parts) {
  Rational number(1);
  std::vector<Expr> factors;
  factors.reserve(parts.size());
  for (const Expr& e : parts) {
    if (e.is_constant(0)) return 0;
    collect_factors(e, number, factors);
  }
  if (factors.empty() || number.is_zero()) return number;
  const bool negative = number.sign() < 0;  // a sign is exact and costs nothing
  number = abs(number);
  Expr r = number == Rational(1) ? factors[0] : Expr(number) * factors[0];
  for (std::size_t i = 1; i < factors.size(); ++i) r = r * factors[i];
  return negative ? -r : r;
}

void collect_terms(const Expr& e, std::vector<Expr>& terms) {
  if (!is_sum(e)) {
    terms.push_back(e);
    return;
  }
  std::vector<std::pair<Expr, bool>> stack{{e, false}};  // and whether it is subtracted
  while (!stack.empty()) {
    const auto [t, minus] = stack.back();
    stack.pop_back();
    if (!minus && (t.op() == Op::add || t.op() == Op::sub)) {
      stack.emplace_back(t.arg(1), t.op() == Op::sub);
      stack.emplace_back(t.arg(0), false);
    } else {
      terms.push_back(minus ? product({Expr(-1), t}) : t);
    }
  }
}

Expr sum(const std::vector<Expr>& parts) {
  Rational number(0);
  std::vector<Expr> all, terms;
  all.reserve(parts.size());
  for (const Expr& p : parts) collect_terms(p, all);
  terms.reserve(all.size());
  for (const Expr& t : all) {
    if (t.is_constant())
      number += t.value();
    else
      terms.push_back(t);
  }
  if (terms.empty()) return number;
  Expr r = terms[0];
  for (std::size_t i = 1; i < terms.size(); ++i) r = terms[i].op() == Op::neg ? r - terms[i].arg(0) : r + terms[i];
  if (number.is_zero()) return r;
  return number.sign() < 0 ? r - Expr(-number) : r + Expr(number);
}

Expr quotient(const Expr& a, const Expr& b) {
  if (b.is_constant() && !b.is_constant(0)) return product({Expr(Rational(1) / b.value()), a});
  return a / b;
}

Expr square(const Expr& u) { return pow(u, 2); }
Expr sign(const Expr& u) { return select(Rel::ge, u, 0, 1, -1); }

}  // namespace dpcert::flat
