// Forms as quotients: sums, products and powers of them, what cancels, and the way back to an expression.
#include <algorithm>

#include "verify/checker/terms/normal.hpp"

namespace dpcert::checker {

Poly Normal::multiply(const Poly& a, const Poly& b) {
  need(a.size() * b.size() <= Limits::products_at_once, "a normal form has too many terms");
  products_ += a.size() * b.size();
  need(products_ <= Limits::products, "a normal form takes too many steps");
  Poly r;
  for (const auto& [m, c] : a) {
    const std::uint64_t weight = weight_of(m, c);
    for (const auto& [n, d] : b) count(weight + weight_of(n, d)), add_term(r, product(m, n), c * d);
  }
  return r;
}

Poly Normal::expand(const std::vector<std::pair<Poly, long>>& den) {
  Poly r{{Monomial{}, Q(1)}};
  for (const auto& [p, k] : den)
    for (long i = 0; i < k; ++i) r = multiply(r, p);
  return r;
}

Poly Normal::primitive(const Poly& p, Q& content, Monomial& monomial) const {
  std::map<int, std::pair<Exponent, std::size_t>> least;  // with the number of terms that contain the atom
  fmpz_t g, l;
  fmpz_init(g), fmpz_init_set_ui(l, 1);
  for (const auto& [m, c] : p) {
    count(2 * weight_of(m, c));
    fmpz_gcd(g, g, c.num()), fmpz_lcm(l, l, c.den());
    for (const auto& [a, e] : m) {
      auto& entry = least.try_emplace(a, e, 0).first->second;
      if (compare(e, entry.first) < 0) entry.first = e;
      ++entry.second;
    }
  }
  content = Q(1);
  fmpq_set_fmpz_frac(content.get(), g, l);
  fmpz_clear(g), fmpz_clear(l);
  if (p.rbegin()->second.sign() < 0) content = -content;
  monomial.clear();
  for (auto& [a, entry] : least) {
    if (entry.second < p.size() && entry.first.n > 0) continue;  // absent somewhere: exponent 0 there
    monomial.emplace_back(a, entry.first);
  }
  Poly r;
  for (const auto& [m, c] : p) r.emplace(product(m, monomial, true), c / content);
  return r;
}

bool Normal::divide(const Poly& a, const Poly& b, Poly& quotient) {
  if (a.size() < b.size()) return false;
  Poly rest = a;
  quotient.clear();
  for (int steps = 0; !rest.empty(); ++steps) {
    if (steps > Limits::division_steps) return false;
    products_ += b.size();
    need(products_ <= Limits::products, "a normal form takes too many steps");
    const Monomial m = product(rest.rbegin()->first, b.rbegin()->first, true);
    for (const auto& [atom, e] : m)
      if (e.n < 0) return false;
    const Q c = rest.rbegin()->second / b.rbegin()->second;
    quotient.emplace(m, c);
    for (const auto& [n, d] : b) count(weight_of(n, c) + weight_of(n, d)), add_term(rest, product(m, n), -(c * d));
  }
  return true;
}

Normal::Form Normal::constant(const Q& q) const {
  Form f;
  if (q.sign() != 0) f.num.emplace(Monomial{}, q);
  return f;
}
bool Normal::one(const Form& f) const { return f == constant(Q(1)); }
Normal::Form Normal::power_of_atom(int atom, const Exponent& e) const {
  Form f;
  f.num.emplace(e.n == 0 ? Monomial{} : Monomial{{atom, e}}, Q(1));
  return f;
}
Normal::Form Normal::scale(Form a, const Q& q) const {
  if (q.sign() == 0) return {};
  count(a.num.size());
  for (auto& [m, c] : a.num) c = c * q;
  return a;
}

bool Normal::same(const Poly& a, const Poly& b) const {
  if (a.size() != b.size()) return false;
  count(1 + a.size() / 4);
  return a == b;
}
// Without denominators the form of a polynomial is its only one.
bool Normal::same(const Form& a, const Form& b) {
  if (a.den.empty() && b.den.empty()) return same(a.num, b.num);
  return a == b || sub(a, b).num.empty();
}

Normal::Form Normal::add(Form a, const Form& b) {
  count(1 + b.num.size());
  if (a.num.empty()) return b;
  if (b.num.empty()) return a;
  if (a.den.empty() && b.den.empty()) {  // both are reduced already
    for (const auto& [m, c] : b.num) add_term(a.num, m, c);
    return a;
  }
  Form r = std::move(a);
  std::vector<std::pair<Poly, long>> left, right;  // what each numerator is multiplied by
  for (const auto& [p, k] : b.den) {
    bool found = false;
    for (auto& [q, l] : r.den) {
      if (!same(q, p)) continue;
      found = true;
      if (k > l) left.emplace_back(p, k - l), l = k;
    }
    if (!found) left.emplace_back(p, k), r.den.emplace_back(p, k);
  }
  for (const auto& [p, k] : r.den) {
    long have = 0;
    for (const auto& [q, l] : b.den)
      if (same(q, p)) have = l;
    if (k > have) right.emplace_back(p, k - have);
  }
  if (!left.empty()) r.num = multiply(r.num, expand(left));
  for (const auto& [m, c] : right.empty() ? b.num : multiply(b.num, expand(right))) add_term(r.num, m, c);
  return reduce(std::move(r));
}

Normal::Form Normal::mul(const Form& a, const Form& b) {
  Form r{multiply(a.num, b.num), a.den};
  for (const auto& [p, k] : b.den) {
    bool found = false;
    for (auto& [q, l] : r.den)
      if (same(q, p)) l += k, found = true;
    if (!found) r.den.emplace_back(p, k);
  }
  return reduce(std::move(r));
}

Normal::Form Normal::inverse(const Form& a) {
  need(!a.num.empty(), "a division by zero in a normal form");
  Q content;
  Monomial m;
  Poly p = primitive(a.num, content, m);
  Form r;
  r.num.emplace(product({}, m, true), Q(1) / content);
  r.num = multiply(r.num, expand(a.den));
  if (p.size() > 1) r.den.emplace_back(std::move(p), 1);
  return reduce(std::move(r));
}

Normal::Form Normal::pow(const Form& a, long e) {
  if (e < 0) return pow(inverse(a), -e);
  if (e == 0) return constant(Q(1));
  if (a.num.size() == 1 && a.den.empty()) {
    Monomial m;
    const auto& [base, c] = *a.num.begin();
    for (const auto& [atom, x] : base) m.emplace_back(atom, reduced(static_cast<__int128>(x.n) * e, x.d));
    Form r;
    r.num.emplace(m, c.pow(e));
    return reduce(std::move(r));
  }
  need(e <= Limits::power_of_sum, "a power is too large for the normal form");
  const Form half = pow(a, e / 2), full = mul(half, half);
  return e % 2 ? mul(full, a) : full;
}

Normal::Form Normal::reduce(Form f) {
  if (f.num.empty()) return {};
  count(f.num.size());
  auto out_of_range = [&](const std::pair<int, Exponent>& x) {
    return atoms_[x.first].op == kBase && floor_of(x.second) != 0;
  };
  std::vector<Form> terms;  // what becomes of those with a power out of range
  Poly good;
  for (const auto& [m, c] : f.num) {
    if (std::none_of(m.begin(), m.end(), out_of_range)) {
      good.emplace(m, c);
      continue;
    }
    // base^(k + fraction) = base^k * base^fraction, and base^k is a rational function again
    Monomial kept;
    std::vector<std::pair<int, long>> whole;
    for (const auto& x : m) {
      Exponent e = x.second;
      if (out_of_range(x)) whole.emplace_back(x.first, floor_of(e)), e = e + Exponent{-floor_of(e), 1};
      if (e.n != 0) kept.emplace_back(x.first, e);
    }
    Form term{{{kept, c}}, f.den};
    for (const auto& [p, k] : f.den) count(p.size());
    for (const auto& [a, k] : whole) term = mul(term, pow(Form(atoms_[a].args[0]), k));
    terms.push_back(std::move(term));
  }
  if (!terms.empty()) {
    f.num = std::move(good);
    terms.push_back(reduce(std::move(f)));
    for (std::size_t step = 1; step < terms.size(); step *= 2)  // in pairs: each term is copied a few times only
      for (std::size_t i = 0; i + step < terms.size(); i += 2 * step) terms[i] = add(terms[i], terms[i + step]);
    return terms[0];
  }
  for (std::size_t i = 0; i < f.den.size(); ++i) {
    Poly q;
    Q content;
    Monomial m;
    while (f.den[i].second > 0 && f.num.size() >= f.den[i].first.size() &&
           divide(primitive(f.num, content, m), f.den[i].first, q)) {
      f.num.clear();
      for (const auto& [n, c] : q) f.num.emplace(product(m, n), c * content);
      --f.den[i].second;
    }
    if (f.den[i].second == 0) f.den.erase(f.den.begin() + static_cast<long>(i--));
  }
  return f;
}

Ex Normal::expression(const Poly& p) {
  std::vector<Ex> sum;
  for (const auto& [m, c] : p) {
    std::vector<Ex> f{pool_.num(c)};
    for (const auto& [a, e] : m) f.push_back(pool_.pow(atoms_[a].ex, pool_.num(rational(e))));
    sum.push_back(pool_.mul(f));
  }
  return pool_.add(sum);
}

Ex Normal::expression(const Form& f) {
  return f.den.empty() ? expression(f.num) : pool_.div(expression(f.num), expression(expand(f.den)));
}

}  // namespace dpcert::checker
