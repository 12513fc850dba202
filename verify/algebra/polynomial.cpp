#include "verify/algebra/polynomial.hpp"

#include <flint/fmpz_mpoly_factor.h>
#include <fmt/format.h>

#include <cstdlib>
#include <stdexcept>

#include "dpcert/core/error.hpp"
#include "src/core/work.hpp"

namespace dpcert::verify {

Ring::Ring(long n) : size_(n) { fmpz_mpoly_ctx_init(ctx_, n, ORD_LEX); }
Ring::~Ring() { fmpz_mpoly_ctx_clear(ctx_); }

Polynomial::Polynomial(const Ring& ring, const Rational& integer) : ring_(&ring) {
  fmpz_mpoly_init(p_, ring.ctx());
  fmpz_mpoly_set_fmpz(p_, fmpq_numref(integer.fmpq_ptr()), ring.ctx());
}
Polynomial::Polynomial(const Polynomial& o) : ring_(o.ring_) {
  fmpz_mpoly_init(p_, ring_->ctx());
  fmpz_mpoly_set(p_, o.p_, ring_->ctx());
}
Polynomial::Polynomial(Polynomial&& o) noexcept : ring_(o.ring_) {
  fmpz_mpoly_init(p_, ring_->ctx());
  fmpz_mpoly_swap(p_, o.p_, ring_->ctx());
}
Polynomial& Polynomial::operator=(const Polynomial& o) {  // NOLINT(bugprone-unhandled-self-assignment): FLINT bears it
  fmpz_mpoly_set(p_, o.p_, ring_->ctx());
  return *this;
}
Polynomial& Polynomial::operator=(Polynomial&& o) noexcept {
  fmpz_mpoly_swap(p_, o.p_, ring_->ctx());
  return *this;
}
Polynomial::~Polynomial() { fmpz_mpoly_clear(p_, ring_->ctx()); }

Polynomial Polynomial::generator(const Ring& ring, long index) {
  Polynomial p(ring);
  fmpz_mpoly_gen(p.p_, index, ring.ctx());
  return p;
}

Polynomial Polynomial::from_terms(const Ring& ring, const std::vector<Term>& terms) {
  Polynomial p(ring);
  for (const auto& t : terms)
    fmpz_mpoly_push_term_fmpz_ui(p.p_, fmpq_numref(t.coefficient.fmpq_ptr()), t.exponents.data(), ring.ctx());
  fmpz_mpoly_sort_terms(p.p_, ring.ctx());
  fmpz_mpoly_combine_like_terms(p.p_, ring.ctx());
  return p;
}

bool Polynomial::is_zero() const { return fmpz_mpoly_is_zero(p_, ring_->ctx()) != 0; }
bool Polynomial::is_constant() const { return fmpz_mpoly_is_fmpz(p_, ring_->ctx()) != 0; }
Rational Polynomial::constant() const {
  Rational q;
  fmpz_mpoly_get_fmpz(fmpq_numref(q.fmpq_ptr()), p_, ring_->ctx());
  return q;
}
long Polynomial::length() const { return fmpz_mpoly_length(p_, ring_->ctx()); }

long Polynomial::coefficient_bits() const { return std::abs(fmpz_mpoly_max_bits(p_)); }

std::vector<Term> Polynomial::terms() const {
  std::vector<Term> out;
  for (long i = 0; i < length(); ++i) {
    Term t;
    fmpz_mpoly_get_term_coeff_fmpz(fmpq_numref(t.coefficient.fmpq_ptr()), p_, i, ring_->ctx());
    t.exponents.resize(static_cast<std::size_t>(ring_->size()));
    fmpz_mpoly_get_term_exp_ui(t.exponents.data(), p_, i, ring_->ctx());
    out.push_back(std::move(t));
  }
  return out;
}

long Polynomial::degree(long index) const { return fmpz_mpoly_degree_si(p_, index, ring_->ctx()); }

std::string Polynomial::key() const {
  std::string s;
  for (const auto& t : terms()) {
    s += t.coefficient.str();
    for (std::size_t i = 0; i < t.exponents.size(); ++i) {
      if (t.exponents[i]) s += fmt::format("*{}^{}", i, t.exponents[i]);
    }
    s += "+";
  }
  return s;
}

Rational Polynomial::content() const {
  if (is_zero()) return 0;
  Rational c;
  fmpz* g = fmpq_numref(c.fmpq_ptr());
  fmpz_t lead;
  fmpz_init(lead);
  for (long i = 0; i < length(); ++i) {
    fmpz_mpoly_get_term_coeff_fmpz(lead, p_, i, ring_->ctx());
    fmpz_gcd(g, g, lead);
  }
  fmpz_mpoly_get_term_coeff_fmpz(lead, p_, 0, ring_->ctx());
  if (fmpz_sgn(lead) < 0) fmpz_neg(g, g);
  fmpz_clear(lead);
  return c;
}

Polynomial Polynomial::derivative(long index) const {
  Polynomial d(*ring_);
  fmpz_mpoly_derivative(d.p_, p_, index, ring_->ctx());
  return d;
}

std::vector<std::pair<Polynomial, long>> Polynomial::factors() const {
  count_work(static_cast<std::uint64_t>(20 + 20 * length()));
  std::vector<std::pair<Polynomial, long>> out;
  fmpz_mpoly_factor_t f;
  fmpz_mpoly_factor_init(f, ring_->ctx());
  if (fmpz_mpoly_factor(f, p_, ring_->ctx())) {
    for (long i = 0; i < fmpz_mpoly_factor_length(f, ring_->ctx()); ++i) {
      Polynomial base(*ring_);
      fmpz_mpoly_factor_get_base(base.p_, f, i, ring_->ctx());
      out.emplace_back(std::move(base), fmpz_mpoly_factor_get_exp_si(f, i, ring_->ctx()));
    }
  }
  fmpz_mpoly_factor_clear(f, ring_->ctx());
  return out;
}

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
  Polynomial r(*a.ring_);
  fmpz_mpoly_add(r.p_, a.p_, b.p_, a.ring_->ctx());
  return r;
}
Polynomial operator-(const Polynomial& a, const Polynomial& b) {
  Polynomial r(*a.ring_);
  fmpz_mpoly_sub(r.p_, a.p_, b.p_, a.ring_->ctx());
  return r;
}
Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  count_work(static_cast<std::uint64_t>(a.length() * b.length() / 16));
  Polynomial r(*a.ring_);
  fmpz_mpoly_mul(r.p_, a.p_, b.p_, a.ring_->ctx());
  return r;
}
Polynomial operator-(Polynomial a) {
  fmpz_mpoly_neg(a.p_, a.p_, a.ring_->ctx());
  return a;
}
bool operator==(const Polynomial& a, const Polynomial& b) { return fmpz_mpoly_equal(a.p_, b.p_, a.ring_->ctx()) != 0; }

Polynomial gcd(const Polynomial& a, const Polynomial& b) {
  count_work(static_cast<std::uint64_t>(4 * (a.length() + b.length())));
  Polynomial r(*a.ring_);
  // Sparse polynomials of high degree are made dense on the way, which takes minutes; a fraction not in lowest terms is
  // still right.
  constexpr slong high_degree = 200;
  if (fmpz_mpoly_total_degree_si(a.p_, a.ring_->ctx()) > high_degree &&
      fmpz_mpoly_total_degree_si(b.p_, a.ring_->ctx()) > high_degree) {
    return Polynomial(*a.ring_, 1);
  }
  if (!fmpz_mpoly_gcd(r.p_, a.p_, b.p_, a.ring_->ctx()))
    return Polynomial(*a.ring_, 1);  // exponents too large for FLINT: a fraction not in lowest terms is still right
  return r;
}

Polynomial exact_quotient(const Polynomial& a, const Polynomial& b) {
  Polynomial r(*a.ring_);
  if (b.is_zero()) throw std::domain_error("exact_quotient: division by zero");  // FLINT would abort
  if (!fmpz_mpoly_divides(r.p_, a.p_, b.p_, a.ring_->ctx()))
    throw Error(ErrorCode::internal, "exact_quotient", "a divisor", "another polynomial");
  return r;
}

Polynomial Polynomial::pow(unsigned long n) const {
  Polynomial r(*ring_);
  if (!fmpz_mpoly_pow_ui(r.p_, p_, n, ring_->ctx())) throw std::length_error("polynomial power too large");
  return r;
}

RationalFunction::RationalFunction(const Ring& ring, const Rational& q) : num_(ring), den_(ring) {
  Rational n, d;
  fmpz_set(fmpq_numref(n.fmpq_ptr()), fmpq_numref(q.fmpq_ptr()));
  fmpz_set(fmpq_numref(d.fmpq_ptr()), fmpq_denref(q.fmpq_ptr()));
  num_ = Polynomial(ring, n);
  den_ = Polynomial(ring, d);
}

RationalFunction::RationalFunction(Polynomial n, Polynomial d) : num_(std::move(n)), den_(std::move(d)) {
  if (den_.is_zero()) throw std::domain_error("rational function with denominator 0");
  if (num_.is_zero()) {
    den_ = Polynomial(num_.ring(), 1);
    return;
  }
  if (!(den_.is_constant() && den_.constant() == Rational(1))) {
    const Polynomial g = gcd(num_, den_);
    if (!(g.is_constant() && g.constant() == Rational(1))) {
      num_ = exact_quotient(num_, g);
      den_ = exact_quotient(den_, g);
    }
  }
  if (den_.content().sign() < 0) {
    num_ = -std::move(num_);
    den_ = -std::move(den_);
  }
}

RationalFunction operator+(const RationalFunction& a, const RationalFunction& b) {
  if (a.den_ == b.den_) return {a.num_ + b.num_, a.den_};
  return {a.num_ * b.den_ + b.num_ * a.den_, a.den_ * b.den_};
}
RationalFunction operator-(const RationalFunction& a, const RationalFunction& b) { return a + (-b); }
RationalFunction operator*(const RationalFunction& a, const RationalFunction& b) {
  return {a.num_ * b.num_, a.den_ * b.den_};
}
RationalFunction operator/(const RationalFunction& a, const RationalFunction& b) {
  return {a.num_ * b.den_, a.den_ * b.num_};
}

RationalFunction RationalFunction::pow(long n) const {
  if (n < 0) return RationalFunction(Polynomial(num_.ring(), 1), Polynomial(num_.ring(), 1)) / pow(-n);
  return {num_.pow(static_cast<unsigned long>(n)), den_.pow(static_cast<unsigned long>(n))};
}

}  // namespace dpcert::verify
