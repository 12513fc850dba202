// Exact rationals over FLINT, and the one exception by which every part of the checker rejects.
#pragma once

#include <flint/fmpq.h>

#include <compare>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "verify/checker/numbers/limits.hpp"

namespace dpcert::checker {

// Thrown wherever the evidence is not understood or not sufficient; `check` turns it into a rejection.
struct Reject : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// Of these a goal that is not known to be defined.
struct UndefinedGoal : Reject {
  using Reject::Reject;
};
template <typename Failure = Reject>
inline void need(bool ok, std::string_view why) {
  if (!ok) throw Failure(std::string(why));
}

// A rational whose size is bounded: FLINT aborts on division by zero and on lack of memory, so both are refused before.
class Q {
 public:
  static constexpr flint_bitcnt_t kMaxBits = Limits::number_bits;
  Q() { fmpq_init(q_); }
  Q(long n) { fmpq_init(q_), fmpq_set_si(q_, n, 1); }  // NOLINT: integers are rationals
  Q(const Q& o) { fmpq_init(q_), fmpq_set(q_, o.q_); }
  Q(Q&& o) noexcept { fmpq_init(q_), fmpq_swap(q_, o.q_); }
  ~Q() { fmpq_clear(q_); }
  Q& operator=(Q o) noexcept { return fmpq_swap(q_, o.q_), *this; }
  fmpq* get() { return q_; }
  const fmpq* get() const { return q_; }
  const fmpz* num() const { return fmpq_numref(q_); }
  const fmpz* den() const { return fmpq_denref(q_); }

  friend Q operator+(const Q& a, const Q& b) { return op(fmpq_add, a, b); }
  friend Q operator-(const Q& a, const Q& b) { return op(fmpq_sub, a, b); }
  friend Q operator*(const Q& a, const Q& b) { return op(fmpq_mul, a, b); }
  friend Q operator/(const Q& a, const Q& b) { return need(b.sign() != 0, "division by zero"), op(fmpq_div, a, b); }
  Q operator-() const { return Q(0) - *this; }
  friend bool operator==(const Q& a, const Q& b) { return fmpq_equal(a.q_, b.q_); }
  friend std::strong_ordering operator<=>(const Q& a, const Q& b) { return fmpq_cmp(a.q_, b.q_) <=> 0; }
  int sign() const { return fmpq_sgn(q_); }
  bool integer() const { return fmpz_is_one(den()); }
  bool small() const {
    return integer() && fmpz_bits(num()) < Limits::moderate_bits;
  }  // fits a long with room to compute
  long to_long() const { return need(small(), "an integer of moderate size was expected"), fmpz_get_si(num()); }
  flint_bitcnt_t bits() const { return std::max(fmpz_bits(num()), fmpz_bits(den())); }
  Q floor() const { return round(fmpz_fdiv_q); }
  Q ceil() const { return round(fmpz_cdiv_q); }
  Q pow(long e) const {
    need(sign() != 0 || e >= 0, "a negative power of zero");
    need(bits() * static_cast<flint_bitcnt_t>(e < 0 ? -e : e) <= kMaxBits, "a number is too large");
    Q r;
    return fmpq_pow_si(r.q_, q_, e), r;
  }
  std::string text() const {
    char* s = fmpq_get_str(nullptr, 10, q_);
    std::string r = s;
    return flint_free(s), r;
  }

 private:
  template <typename F>
  static Q op(F f, const Q& a, const Q& b) {
    Q r;
    f(r.q_, a.q_, b.q_);
    need(r.bits() <= kMaxBits, "a number is too large");
    return r;
  }
  template <typename F>
  Q round(F f) const {
    Q r;
    return f(fmpq_numref(r.q_), num(), den()), r;
  }
  fmpq_t q_;
};

}  // namespace dpcert::checker
