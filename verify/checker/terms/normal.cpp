#include "verify/checker/terms/normal.hpp"

#include <algorithm>
#include <cstdint>
#include <exception>

namespace dpcert::checker {

namespace {

using Exponent = Normal::Exponent;
using Monomial = Normal::Monomial;
constexpr std::size_t kMaxTerms = 20000;
constexpr std::size_t kMaxProducts = 4'000'000;  // of terms, for one normal form with all its parts
// An atom that stands for its argument u >= 0 and carries fractional powers of it. Roots are written in no other way,
// so the operator is free for it; a power that stays as it is keeps its own, for the two must never be confused.
constexpr Op kBase = Op::Sqrt;

Exponent reduced(__int128 n, __int128 d) {
  if (d == 1 && n == static_cast<std::int32_t>(n)) return {static_cast<long>(n), 1};  // as most are
  __int128 a = n < 0 ? -n : n, b = d;
  while (b) std::swap(a, b), b %= a;
  if (a > 1) n /= a, d /= a;
  constexpr __int128 cap = static_cast<__int128>(1) << 61;
  need(n < cap && n > -cap && d < cap, "an exponent is too large for the normal form");
  return {static_cast<long>(n), static_cast<long>(d)};
}
Exponent operator+(const Exponent& a, const Exponent& b) {
  if (a.d == b.d) return reduced(static_cast<__int128>(a.n) + b.n, a.d);
  return reduced(static_cast<__int128>(a.n) * b.d + static_cast<__int128>(b.n) * a.d, static_cast<__int128>(a.d) * b.d);
}
int compare(const Exponent& a, const Exponent& b) {
  if (a.d == b.d) return (a.n > b.n) - (a.n < b.n);
  const __int128 x = static_cast<__int128>(a.n) * b.d - static_cast<__int128>(b.n) * a.d;
  return (x > 0) - (x < 0);
}
long floor_of(const Exponent& e) { return e.n >= 0 ? e.n / e.d : -((-e.n + e.d - 1) / e.d); }
std::optional<Exponent> exponent(const Q& q) {
  if (fmpz_bits(q.num()) > 60 || fmpz_bits(q.den()) > 60) return {};
  return Exponent{fmpz_get_si(q.num()), fmpz_get_si(q.den())};
}
Q rational(const Exponent& e) { return Q(e.n) / Q(e.d); }

Monomial product(const Monomial& a, const Monomial& b, bool divide = false) {
  Monomial r;
  auto i = a.begin();
  auto j = b.begin();
  auto sign = [&](Exponent e) { return divide ? Exponent{-e.n, e.d} : e; };
  while (i != a.end() || j != b.end()) {
    if (j == b.end() || (i != a.end() && i->first < j->first)) {
      r.push_back(*i++);
    } else if (i == a.end() || j->first < i->first) {
      r.emplace_back(j->first, sign(j->second)), ++j;
    } else {
      const Exponent e = i->second + sign(j->second);
      if (e.n != 0) r.emplace_back(i->first, e);
      ++i, ++j;
    }
  }
  return r;
}

// What it costs to handle a term once.
std::uint64_t weight_of(const Monomial& m, const Q& c) { return 1 + m.size() / 2 + c.bits() / 128; }

void add_term(Normal::Poly& p, const Monomial& m, const Q& c) {
  auto [it, fresh] = p.try_emplace(m, c);
  if (!fresh) it->second = it->second + c;
  if (it->second.sign() == 0) p.erase(it);
  need(p.size() <= kMaxTerms, "a normal form has too many terms");
}

// What could not be computed is not tried again.
class Once {
 public:
  Once(std::unordered_set<std::uint64_t>& failed, std::uint64_t key)
      : failed_(failed), key_(key), uncaught_(std::uncaught_exceptions()) {
    need(!failed.count(key), "a normal form is too large");
  }
  Once(const Once&) = delete;
  Once& operator=(const Once&) = delete;
  ~Once() {
    if (std::uncaught_exceptions() > uncaught_) failed_.insert(key_);
  }

 private:
  std::unordered_set<std::uint64_t>& failed_;
  std::uint64_t key_;
  int uncaught_;
};

struct Inside {
  explicit Inside(int& depth) : depth_(depth) { ++depth_; }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
  ~Inside() { --depth_; }
  int& depth_;
};

// Primes up to 10^6 with their exponents; what remains is one factor.
std::vector<std::pair<Q, long>> primes(Q n, Work& work) {
  std::vector<std::pair<Q, long>> out;
  for (long p = 2; p <= 1000000 && n > Q(1); p += 1 + (p > 2)) {
    work.add(1 + n.bits() / 2048);
    if (Q(p) * Q(p) > n) break;
    long e = 0;
    while (fmpz_divisible_si(n.num(), p)) n = n / Q(p), ++e;
    if (e) out.emplace_back(p, e);
  }
  if (n > Q(1)) out.emplace_back(n, 1);
  return out;
}

}  // namespace

// A monomial order (it respects products), as division needs one.
bool Normal::Lex::operator()(const Monomial& a, const Monomial& b) const {
  for (std::size_t i = 0;; ++i) {
    if (i == a.size()) return i < b.size() && b[i].second.n > 0;
    if (i == b.size()) return a[i].second.n < 0;
    if (a[i].first < b[i].first) return a[i].second.n < 0;
    if (a[i].first > b[i].first) return b[i].second.n > 0;
    if (const int c = compare(a[i].second, b[i].second)) return c < 0;
  }
}

Normal::Poly Normal::multiply(const Poly& a, const Poly& b) {
  need(a.size() * b.size() <= 100 * kMaxTerms, "a normal form has too many terms");
  products_ += a.size() * b.size();
  need(products_ <= kMaxProducts, "a normal form takes too many steps");
  Poly r;
  for (const auto& [m, c] : a) {
    const std::uint64_t weight = weight_of(m, c);
    for (const auto& [n, d] : b) count(weight + weight_of(n, d)), add_term(r, product(m, n), c * d);
  }
  return r;
}

Normal::Poly Normal::expand(const std::vector<std::pair<Poly, long>>& den) {
  Poly r{{Monomial{}, Q(1)}};
  for (const auto& [p, k] : den)
    for (long i = 0; i < k; ++i) r = multiply(r, p);
  return r;
}

Normal::Poly Normal::primitive(const Poly& p, Q& content, Monomial& monomial) const {
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
    if (steps > 2000) return false;
    products_ += b.size();
    need(products_ <= kMaxProducts, "a normal form takes too many steps");
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
  need(e <= 200, "a power is too large for the normal form");
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
    sum.push_back(pool_.mul(std::move(f)));
  }
  return pool_.add(std::move(sum));
}
// From the atoms of e alone: those met before stand for equal expressions, but these may be undefined where e is not.
Ex Normal::simplified(Ex e) {
  if (auto it = simplified_.find(e); it != simplified_.end()) return it->second;
  const Once once(failed_, 2 * std::uint64_t{e} + 1);
  need(!failed_.count(2 * std::uint64_t{e}), "a normal form is too large");
  Normal own(pool_, positive_, nonnegative_);
  return simplified_[e] = own.expression(own.form(e));
}
Ex Normal::expression(const Form& f) {
  return f.den.empty() ? expression(f.num) : pool_.div(expression(f.num), expression(expand(f.den)));
}

const Normal::Atom* Normal::only_atom(const Form& f) const {
  if (!f.den.empty() || f.num.size() != 1 || f.num.begin()->second != Q(1)) return nullptr;
  const Monomial& m = f.num.begin()->first;
  return m.size() == 1 && m[0].second == Exponent{1, 1} ? &atoms_[m[0].first] : nullptr;
}

Normal::Form Normal::atom(Op op, std::vector<Form> args, Ex ex, int k, std::vector<int> orders) {
  count(1 + atoms_.size() / 8);
  for (std::size_t i = 0; i < atoms_.size(); ++i) {
    const Atom& a = atoms_[i];
    if (a.op != op || a.k != k || a.orders != orders || a.args.size() != args.size()) continue;
    bool equal = true;
    for (std::size_t j = 0; equal && j < args.size(); ++j) equal = same(a.args[j], args[j]);
    if (equal) return power_of_atom(static_cast<int>(i), {1, 1});
  }
  need(atoms_.size() < 5000, "a normal form has too many atoms");
  std::bitset<kMaxVariables> vars;
  if (op == Op::Var) vars.set(static_cast<std::size_t>(k));
  for (const Form& f : args) {
    vars |= variables(f.num);
    for (const auto& [p, e] : f.den) vars |= variables(p);
  }
  atoms_.push_back({op, k, std::move(orders), std::move(args), ex, vars});
  return power_of_atom(static_cast<int>(atoms_.size()) - 1, {1, 1});
}

std::vector<std::pair<Normal::Form, Q>> Normal::factors(const Form& u, bool strict) {
  std::vector<std::pair<Form, Q>> out;
  if (u.num.empty()) return {{u, Q(1)}};
  Q content;
  Monomial m;
  Form p;
  p.num = primitive(u.num, content, m);
  Form rest = constant(Q(content.sign()));
  if (content.sign() < 0) content = -content;
  Q n, d;
  fmpz_set(fmpq_numref(n.get()), content.num()), fmpz_set(fmpq_numref(d.get()), content.den());
  for (auto& [q, e] : primes(n, pool_.work())) out.emplace_back(constant(q), Q(e));
  for (auto& [q, e] : primes(d, pool_.work())) out.emplace_back(constant(q), Q(-e));
  // Factors that are >= 0. Where u > 0 none of them is 0; else they may be split off only if what is left is >= 0 too.
  std::vector<std::pair<Form, Q>> weak;
  Form weak_product = constant(Q(1));
  for (const auto& [a, e] : m) {
    const Op op = atoms_[a].op;
    if (op == Op::Exp || op == Op::Pi || (strict && op == kBase) || positive(atoms_[a].ex)) {
      out.emplace_back(power_of_atom(a, {1, 1}), rational(e));
    } else if (nonnegative_ && (op == kBase || nonnegative(atoms_[a].ex))) {
      weak.emplace_back(power_of_atom(a, {1, 1}), rational(e));
      weak_product = mul(weak_product, power_of_atom(a, e));
    } else if (nonnegative_ && e.d == 1 && e.n % 2 == 0) {
      weak.emplace_back(power_of_atom(a, {2, 1}), rational({e.n / 2, 1}));
      weak_product = mul(weak_product, power_of_atom(a, e));
    } else {
      rest = mul(rest, power_of_atom(a, e));
    }
  }
  for (const auto& [f, k] : u.den) {
    Form g;
    g.num = f;
    const Ex e = expression(f);
    if (positive(e)) {
      out.emplace_back(g, Q(-k));
    } else if (positive(pool_.neg(e))) {
      out.emplace_back(scale(g, Q(-1)), Q(-k));
      if (k % 2) rest = scale(rest, Q(-1));
    } else {
      rest = mul(rest, pow(g, -k));
    }
  }
  if (!one(rest) && !one(p) && positive(expression(p.num)))
    out.emplace_back(p, Q(1));
  else
    rest = mul(rest, p);
  if (strict || one(rest) || nonnegative(expression(rest)))
    out.insert(out.end(), weak.begin(), weak.end());
  else
    rest = mul(rest, weak_product);
  if (!one(rest)) out.emplace_back(rest, Q(1));
  return out;
}

// |u| = sqrt(u^2).
Normal::Form Normal::absolute(const Form& u, Ex ex) {
  if (u.den.empty() && u.num.size() == 1 && u.num.begin()->first.empty())
    return scale(u, Q(u.num.begin()->second.sign()));
  if (u.num.empty() || nonnegative(ex)) return u;
  if (nonnegative(pool_.neg(ex))) return scale(u, Q(-1));
  if (!nonnegative_) return real_power(mul(u, u), Q(1) / Q(2), false);
  const Ex simple = expression(u);  // inner kinks may be gone
  if (nonnegative(simple)) return u;
  if (nonnegative(pool_.neg(simple))) return scale(u, Q(-1));
  return real_power(mul(u, u), Q(1) / Q(2), false);
}

bool Normal::integer_monomial(const Monomial& m) const {
  for (const auto& [a, e] : m) {
    const Atom& x = atoms_[a];
    if (e.d != 1 || e.n < 0) return false;
    if (x.op == Op::Floor) continue;
    // Which variables are integers depends on the context.
    if (!positive_ || x.op != Op::Var || !pool_.integers[x.k]) return false;
  }
  return true;
}

// floor(u + k) = floor(u) + k for integers k.
Normal::Form Normal::floor(const Form& u) {
  Form whole, rest = u;
  if (u.den.empty()) {
    rest.num.clear();
    for (const auto& [m, c] : u.num) {
      const Q k = integer_monomial(m) ? c.floor() : Q(0);
      if (k.sign() != 0) add_term(whole.num, m, k);
      if (k != c) add_term(rest.num, m, c - k);
    }
  }
  if (rest.num.empty()) return whole;
  if (rest.den.empty() && rest.num.size() == 1 && rest.num.begin()->first.empty()) return whole;  // in (0, 1)
  return add(whole, atom(Op::Floor, {rest}, pool_.call(Op::Floor, {expression(rest)})));
}

// u^(v+k) = u^v u^k for integers v, k >= 0, whatever u is (0^0 = 1): v is the exponent without its constant, plus the
// least constant with which it is known to be >= 0.
std::optional<Normal::Form> Normal::integer_power(const Form& u, Ex base, Ex exponent) {
  if (!nonnegative_ || !pool_.integer_valued(exponent)) return {};
  const Form v = form(exponent);
  const auto it = v.num.find(Monomial{});
  const Q k = it == v.num.end() ? Q(0) : it->second;
  if (!v.den.empty() || !k.small()) return {};
  // n*n, not n^2: the exponent must show that it is an integer, or the power is read as one of a base >= 0.
  std::vector<Ex> sum;
  for (const auto& [m, q] : sub(v, constant(k)).num) {
    std::vector<Ex> product{pool_.num(q)};
    for (const auto& [a, e] : m) {
      if (e.d != 1 || e.n < 0 || e.n > 64) return {};
      product.insert(product.end(), static_cast<std::size_t>(e.n), atoms_[a].ex);
    }
    sum.push_back(pool_.mul(std::move(product)));
  }
  const Ex open = pool_.add(std::move(sum));
  if (!pool_.integer_valued(open)) return {};
  for (long c = -8; c <= 8 && Q(c) <= k; ++c) {
    const Ex least = pool_.add({open, pool_.num(c)});
    if (!nonnegative(least)) continue;
    if (k > Q(c + 64)) break;
    return mul(pow(u, k.to_long() - c),
               atom(Op::Pow, {u, add(sub(v, constant(k)), constant(Q(c)))}, pool_.pow(base, least)));
  }
  return {};
}

Normal::Form Normal::log(const Form& u) {
  Form sum;
  for (const auto& [f, e] : factors(u, true)) {
    const Atom* a = only_atom(f);
    Form term;
    if (a && a->op == Op::Exp)
      term = a->args[0];
    else if (a && a->op == kBase)
      term = log(Form(a->args[0]));
    else
      term = atom(Op::Log, {f}, pool_.call(Op::Log, {expression(f)}));
    sum = add(sum, scale(std::move(term), e));
  }
  return sum;
}

Normal::Form Normal::exp(const Form& u) {
  Form r = constant(Q(1));
  for (const auto& [m, c] : u.num) {
    Form t;
    t.num.emplace(m, Q(1));
    t.den = u.den;
    const Atom* a = only_atom(t);
    if (a && a->op == Op::Log) {
      r = mul(r, real_power(Form(a->args[0]), c, true));
      continue;
    }
    const auto e = exponent(c);
    if (!e) t = scale(std::move(t), c);
    const Form x = atom(Op::Exp, {t}, pool_.call(Op::Exp, {expression(t)}));
    r = mul(r, e ? power_of_atom(x.num.begin()->first[0].first, *e) : x);
  }
  return r;
}

Normal::Form Normal::real_power(const Form& u, const Q& r, bool strict) {
  if (r.small()) return pow(u, r.to_long());
  if (u.num.empty() && r.sign() > 0) return {};
  Form result = constant(Q(1));
  for (const auto& [f, e] : factors(u, strict)) {
    const Q x = e * r;
    if (x.small()) {
      result = mul(result, pow(f, x.to_long()));
      continue;
    }
    const auto n = exponent(x);
    need(n.has_value(), "an exponent is too large for the normal form");
    const Atom* a = only_atom(f);
    const Form base = a && (a->op == Op::Exp || a->op == kBase) ? f : atom(kBase, {f}, expression(f));
    result = mul(result, reduce(power_of_atom(base.num.begin()->first[0].first, *n)));
  }
  return result;
}

// The recurrences, relative to the first argument seen: the smaller argument must be positive, so that both sides are
// defined.
Normal::Form Normal::gamma(Op op, int k, const Form& u, Ex ex) {
  if (u.den.empty() && u.num.size() == 1 && u.num.begin()->first.empty()) {
    if (auto f = gamma_at(op, k, u.num.begin()->second)) return *f;
  }
  if (!positive_) return atom(op, {u}, pool_.call(op, {ex}, k), k);
  for (std::size_t i = 0; i < gamma_bases_.size(); ++i) {
    const auto [base, base_ex] = gamma_bases_[i];
    const Form shift = sub(u, base);
    if (shift.num.empty()) return atom(op, {base}, pool_.call(op, {base_ex}, k), k);
    if (!shift.den.empty() || shift.num.size() != 1 || !shift.num.begin()->first.empty()) continue;
    const Q m = shift.num.begin()->second;
    if (!m.integer() || m > Q(64) || m < Q(-64) || !positive(m.sign() > 0 ? base_ex : ex)) continue;
    Form r = atom(op, {base}, pool_.call(op, {base_ex}, k), k);
    const Form& low = m.sign() > 0 ? base : u;
    Q factor(op == Op::Lgamma ? 1 : k % 2 ? -1 : 1);  // (-1)^k k!
    for (long j = 2; op != Op::Lgamma && j <= k; ++j) factor = factor * Q(j);
    if (m.sign() < 0) factor = -factor;
    for (long j = 0; Q(j) < m || Q(j) < -m; ++j) {
      const Form x = add(low, constant(Q(j)));
      r = add(r, scale(op == Op::Lgamma ? log(x) : pow(x, -k - 1), factor));
    }
    return r;
  }
  gamma_bases_.emplace_back(u, ex);
  return atom(op, {u}, pool_.call(op, {ex}, k), k);
}

// Gamma functions at m and m + 1/2, 0 < m <= 64, by the recurrence from 1 and 1/2, and there by Gamma(1/2) = sqrt(pi);
// psi(1/2) = psi(1) - 2 log 2; psi_k(1/2) = (2^(k+1) - 1) psi_k(1); psi_k(1) = k! zeta(k+1) for odd k
// (DLMF 5.4.6, 5.4.13, 5.15.2, 5.15.3, 25.6.1).
std::optional<Normal::Form> Normal::gamma_at(Op op, int k, const Q& u) {
  const Q half = Q(1) / Q(2);
  const bool whole = u.integer();
  if (!(whole || (u + half).integer()) || u < half || u > Q(64)) return {};
  const Q from = whole ? Q(1) : half;
  const Form pi = form(pool_.pi());
  if (op == Op::Lgamma) {
    Q product(1);
    for (Q x = from; x < u; x = x + Q(1)) product = product * x;
    const Form f = log(constant(product));
    return whole ? f : add(f, scale(log(pi), half));
  }
  static const std::map<int, Q> zeta{{1, Q(1) / Q(6)}, {3, Q(1) / Q(90)}, {5, Q(1) / Q(945)}, {7, Q(1) / Q(9450)}};
  Q factorial(1), sum(0), two(2);  // k!, the sum of x^(-k-1), 2^(k+1)
  for (int j = 1; j <= k; ++j) factorial = factorial * Q(j), two = two * Q(2);
  for (Q x = from; x < u; x = x + Q(1)) {
    Q power(1);
    for (int j = 0; j <= k; ++j) power = power * x;
    sum = sum + Q(1) / power;
  }
  const Form shift = constant(k % 2 ? -(factorial * sum) : factorial * sum);
  const auto z = zeta.find(k);  // zeta(k+1) / pi^(k+1)
  const Ex one = pool_.num(1);
  Form base = z == zeta.end() ? atom(op, {constant(Q(1))}, pool_.call(op, {one}, k), k)
                              : scale(pow(pi, k + 1), factorial * z->second);
  if (!whole) base = k == 0 ? sub(base, scale(log(constant(Q(2))), Q(2))) : scale(std::move(base), two - Q(1));
  return add(base, shift);
}

// log of a product, quotient or power whose factors are all positive
bool Normal::structural_log(Ex u, Form& out) {
  const Node n = pool_[u];
  if (!positive_ || (n.op != Op::Mul && n.op != Op::Div && n.op != Op::Pow)) return false;
  if (n.op == Op::Pow) {
    if (!positive(n.args[0])) return false;
    out = mul(form(n.args[1]), form(pool_.call(Op::Log, {n.args[0]})));
    return true;
  }
  for (Ex a : n.args)  // the whole is > 0 where its logarithm is defined
    if (!positive(a) && !nonnegative(a)) return false;
  for (std::size_t i = 0; i < n.args.size(); ++i) {
    const Form f = form(pool_.call(Op::Log, {n.args[i]}));
    out = n.op == Op::Div && i == 1 ? sub(out, f) : add(out, f);
  }
  return true;
}

const Normal::Form& Normal::form(Ex e) {
  if (auto it = known_.find(e); it != known_.end()) return it->second;
  count(1);
  const Once once(failed_, 2 * std::uint64_t{e});
  const Inside inside(forms_);
  if (forms_ == 1) products_ = 0;
  Form f = compute(e);
  return known_[e] = std::move(f);
}

Normal::Form Normal::compute(Ex e) {
  const Node n = pool_[e];  // a copy: the pool grows while we walk
  auto arg = [&](std::size_t i) -> const Form& { return form(n.args[i]); };
  auto of = [&](Ex u) { return form(u); };
  const Ex u = n.args.empty() ? e : n.args[0];
  auto opaque = [&] {
    std::vector<Form> args;
    for (Ex a : n.args) args.push_back(form(a));
    return atom(n.op, std::move(args), e, n.k, n.orders);
  };
  switch (n.op) {
    case Op::Num:
      return constant(n.num);
    case Op::Var:
    case Op::Pi:
      return atom(n.op, {}, e, n.k);
    case Op::Add: {
      Form r;
      for (Ex a : n.args) r = add(std::move(r), form(a));
      return r;
    }
    case Op::Mul: {
      Form r = constant(Q(1));
      for (Ex a : n.args) r = mul(r, form(a));
      return r;
    }
    case Op::Div:
      return mul(arg(0), inverse(arg(1)));
    case Op::Pow: {
      const Ex v = n.args[1];
      if (pool_.is_num(v)) {
        const Q& q = pool_[v].num;
        if (q.integer()) return pow(arg(0), q.to_long());
        Form r;  // u^q = exp(q log u), factor by factor
        return positive(u) && structural_log(u, r) ? exp(scale(std::move(r), Q(q))) : real_power(arg(0), Q(q), false);
      }
      if (positive(u) || (pool_.is_num(u) && pool_[u].num.sign() > 0) || pool_[u].op == Op::Exp ||
          pool_[u].op == Op::Pi)
        return exp(mul(form(v), of(pool_.call(Op::Log, {u}))));
      if (auto f = integer_power(Form(arg(0)), u, v)) return *f;
      return opaque();
    }
    case Op::Exp:
      return exp(arg(0));
    case Op::Expm1:
      return sub(exp(arg(0)), constant(Q(1)));
    case Op::Log: {
      Form r;
      return structural_log(u, r) ? r : log(arg(0));
    }
    case Op::Log1p:
      return of(pool_.call(Op::Log, {pool_.add({pool_.num(1), u})}));
    case Op::Sqrt:
      return of(pool_.pow(u, pool_.num(Q(1) / Q(2))));
    case Op::Cosh:
    case Op::Sinh: {
      const Form a = exp(arg(0)), b = inverse(a);
      return scale(n.op == Op::Cosh ? add(a, b) : sub(a, b), Q(1) / Q(2));
    }
    case Op::Tanh: {
      const Form a = exp(scale(arg(0), Q(2)));
      return mul(sub(a, constant(Q(1))), inverse(add(a, constant(Q(1)))));
    }
    case Op::Xlogy:
      if (arg(0).num.empty()) return {};
      return positive(n.args[1]) ? mul(arg(0), of(pool_.call(Op::Log, {n.args[1]}))) : opaque();
    case Op::Erfc:
      return sub(constant(Q(1)), of(pool_.call(Op::Erf, {u})));
    case Op::NormalCdf: {
      const Ex t = pool_.div(u, pool_.call(Op::Sqrt, {pool_.num(2)}));
      return scale(add(constant(Q(1)), of(pool_.call(Op::Erf, {t}))), Q(1) / Q(2));
    }
    case Op::Abs:
      return absolute(Form(arg(0)), u);
    case Op::Min:
    case Op::Max: {
      const Form a = arg(0), b = arg(1);
      const Form gap = absolute(sub(a, b), pool_.sub(n.args[0], n.args[1]));
      return scale(n.op == Op::Max ? add(add(a, b), gap) : sub(add(a, b), gap), Q(1) / Q(2));
    }
    case Op::Floor:
      return floor(Form(arg(0)));
    case Op::Ceil:
      return scale(floor(scale(Form(arg(0)), Q(-1))), Q(-1));
    case Op::Lgamma:
    case Op::Polygamma:
      return gamma(n.op, n.k, arg(0), u);
    case Op::Erf: {  // odd
      const Form f = arg(0);
      if (f.num.empty()) return {};
      if (f.num.rbegin()->second.sign() > 0) return opaque();
      const Ex minus = pool_.neg(u);
      return scale(atom(Op::Erf, {scale(f, Q(-1))}, pool_.call(Op::Erf, {minus})), Q(-1));
    }
    default:
      return opaque();
  }
}

std::optional<Q> Normal::ratio(Ex a, Ex b) {
  const Form f = form(a), g = form(b);
  count(f.num.size() + g.num.size());
  return ratio(f, g);
}
std::optional<Q> Normal::ratio(const Form& f, const Form& g) {
  if (f.num.empty() || g.num.empty()) return {};
  const bool same = f.den == g.den;
  const Poly p = same ? f.num : multiply(f.num, expand(g.den)), q = same ? g.num : multiply(g.num, expand(f.den));
  if (p.size() != q.size()) return {};
  const Q c = p.begin()->second / q.begin()->second;
  for (auto i = p.begin(), j = q.begin(); i != p.end(); ++i, ++j)
    if (i->first != j->first || i->second != c * j->second) return {};
  return c;
}

std::optional<std::pair<Q, Q>> Normal::multiple(Ex a, Ex b) {
  Form f = form(a), g = form(b);
  count(f.num.size() + g.num.size());
  if (f.den.empty() && g.den.empty()) {
    auto without_constant = [](Form& h) {
      const auto it = h.num.find({});
      Q c = it == h.num.end() ? Q(0) : it->second;
      if (it != h.num.end()) h.num.erase(it);
      return c;
    };
    const Q k = without_constant(f), l = without_constant(g);
    const auto c = ratio(f, g);
    if (!c) return {};
    return std::pair{*c, k - *c * l};
  }
  const auto c = ratio(f, g);
  if (!c) return {};
  return std::pair{*c, Q(0)};
}

std::optional<std::map<int, Q>> Normal::affine(Ex e) {
  const Form& f = form(e);
  if (!f.den.empty()) return {};
  count(1 + f.num.size());
  std::map<int, Q> out{{-1, Q(0)}};
  for (const auto& [m, c] : f.num) {
    if (m.empty()) {
      out[-1] = c;
      continue;
    }
    if (m.size() != 1 || m[0].second != Exponent{1, 1} || atoms_[m[0].first].op != Op::Var) return {};
    out[atoms_[m[0].first].k] = c;
  }
  return out;
}

std::bitset<kMaxVariables> Normal::variables(const Poly& p) const {
  std::bitset<kMaxVariables> out;
  count(p.size());
  for (const auto& [m, c] : p)
    for (const auto& [a, e] : m) out |= atoms_[a].vars;
  return out;
}

std::bitset<kMaxVariables> Normal::linear_in(Ex e) {
  const Form& f = form(e);
  std::bitset<kMaxVariables> once, otherwise;
  count(1 + f.num.size());
  for (const auto& [m, c] : f.num)
    for (const auto& [a, x] : m) (atoms_[a].op == Op::Var && x == Exponent{1, 1} ? once : otherwise) |= atoms_[a].vars;
  for (const auto& [p, k] : f.den) otherwise |= variables(p);
  return once & ~otherwise;
}

std::optional<Normal::Linear> Normal::linear(Ex e) {
  const auto a = affine(e);
  if (!a || a->size() != 2) return {};
  return Linear{a->rbegin()->first, a->rbegin()->second, a->at(-1)};
}

}  // namespace dpcert::checker
