// Normal form: quotients of polynomials with rational coefficients in atoms (variables, pi, function applications).
// Equal forms are equal expressions wherever both are defined; different forms say nothing.
#pragma once

#include <bitset>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "verify/checker/terms/expr.hpp"
#include "verify/checker/terms/polynomial.hpp"

namespace dpcert::checker {

class Normal {
 public:
  // `positive` and `nonnegative` prove u > 0 and u >= 0 in the context in which the form is used, `defined` that u is
  // defined there. Without them only rewriting without side conditions is done, and the forms hold in every context.
  using Oracle = std::function<bool(Ex)>;
  explicit Normal(Pool& pool) : pool_(pool) {}
  Normal(Pool& pool, const Integers& integers, Oracle positive, Oracle nonnegative = {}, Oracle defined = {})
      : pool_(pool),
        integers_(integers),
        positive_(std::move(positive)),
        nonnegative_(std::move(nonnegative)),
        defined_(std::move(defined)) {}

  struct Form {
    Poly num;
    std::vector<std::pair<Poly, long>> den;  // primitive factors of at least two terms, each once
    bool operator==(const Form&) const = default;
  };

  const Form& form(Ex e);
  bool zero(Ex e) { return form(e).num.empty(); }
  bool equal(Ex a, Ex b) { return zero(pool_.sub(a, b)); }
  // Defined wherever e is.
  Ex simplified(Ex e);
  // The rational c with a = c*b, for a and b not 0.
  std::optional<Q> ratio(Ex a, Ex b);
  // The rationals c != 0 and k with a = c*b + k; k = 0 unless both are polynomials.
  std::optional<std::pair<Q, Q>> multiple(Ex a, Ex b);
  // e = c*x + r with c, r free of x and c rational: used for bounds that hypotheses give.
  struct Linear {
    int x;
    Q slope, rest;
  };
  std::optional<Linear> linear(Ex e);  // exactly one variable, rational coefficients
  // The variables in which the form of e is a polynomial of degree 1.
  std::bitset<kMaxVariables> linear_in(Ex e);
  // The coefficient of each variable and the constant, if e is affine in variables with rational coefficients.
  std::optional<std::map<int, Q>> affine(Ex e);  // key -1: the constant

 private:
  // An atom that stands for its argument u >= 0 and carries fractional powers of it. Roots are written in no other way,
  // so the operator is free for it; a power that stays as it is keeps its own, for the two must never be confused.
  static constexpr Op kBase = Op::Sqrt;
  struct Atom {
    Op op;  // kBase: a base that carries fractional powers
    int k;
    std::vector<int> orders;
    std::vector<Form> args;
    Ex ex;
    std::bitset<kMaxVariables> vars;  // of its arguments' forms
  };
  std::optional<Q> ratio(const Form& f, const Form& g);
  Form compute(Ex e);
  Form constant(const Q& q) const;
  Form power_of_atom(int atom, const Exponent& e) const;
  Form atom(Op op, std::vector<Form> args, Ex ex, int k = 0, std::vector<int> orders = {});
  Form add(Form a, const Form& b);
  Form scale(Form a, const Q& q) const;
  Form sub(const Form& a, const Form& b) { return add(a, scale(b, Q(-1))); }
  Form mul(const Form& a, const Form& b);
  Form inverse(const Form& a);
  Form pow(const Form& a, long e);
  Form reduce(Form f);  // powers of bases into [0, 1), common factors out
  Form log(const Form& u);
  Form exp(const Form& u);
  Form real_power(const Form& u, const Q& r, bool strict);
  Form gamma(Op op, int k, const Form& u, Ex ex);
  std::optional<Form> gamma_at(Op op, int k, const Q& u);
  // u = product of f^e over the result, for u > 0 (strict) or u >= 0 where it is defined: every factor but the last is
  // positive, or every factor is >= 0 (and then positive where u is, or where its exponent is negative).
  std::vector<std::pair<Form, Q>> factors(const Form& u, bool strict);
  bool structural_log(Ex u, Form& out);
  const Atom* only_atom(const Form& f) const;
  bool one(const Form& f) const;
  bool positive(Ex e) const { return positive_ && positive_(e); }
  bool nonnegative(Ex e) const { return nonnegative_ && nonnegative_(e); }
  Form opaque(const Node& n, Ex e);  // an atom as it stands
  Form power(const Node& n, Ex e);
  Form hyperbolic(Op op, const Form& u);
  Form least_or_greatest(const Node& n);
  Form erf(const Form& u, Ex e);
  Form circular(Ex e);
  Form absolute(const Form& u, Ex ex);
  Form floor(const Form& u);
  bool integer_monomial(const Monomial& m) const;
  std::optional<Form> integer_power(const Form& u, Ex base, Ex exponent);
  // sums.cpp
  Form range(const Node& n);
  Form sum_of_terms(const Node& n, Normal& own, const Form& body);
  Form product_of_factors(const Node& n, Normal& own, const Form& body);
  Form range_atom(const Node& n, Ex body);
  Form integral(const Node& n, Ex e);
  int body_class(const Node& n);
  Form length(const Node& n);
  bool at_least_none(const Node& n);
  bool known_defined(Ex e);
  Ex expression(const Poly& p);
  Ex expression(const Form& f);

  Poly multiply(const Poly& a, const Poly& b);
  Poly expand(const std::vector<std::pair<Poly, long>>& den);
  bool divide(const Poly& a, const Poly& b, Poly& quotient);
  std::bitset<kMaxVariables> variables(const Poly& p) const;
  bool same(const Poly& a, const Poly& b) const;
  bool same(const Form& a, const Form& b);
  // p = content * monomial * primitive part
  Poly primitive(const Poly& p, Q& content, Monomial& monomial) const;
  void count(std::uint64_t units) const { pool_.work().add(units); }

  Pool& pool_;
  Integers integers_;  // looked at with an oracle only
  Oracle positive_, nonnegative_, defined_;
  std::deque<Atom> atoms_;  // references stay valid while it grows
  std::unordered_map<Ex, Form> known_;
  std::unordered_map<Ex, Ex> simplified_;
  std::unordered_set<std::uint64_t> failed_;
  std::vector<std::pair<Form, Ex>> gamma_bases_;
  std::unique_ptr<Normal> bodies_;                // one form for the bodies of all sums and products
  std::vector<std::pair<int, Form>> body_forms_;  // with the index that they have
  int forms_ = 0;                                 // at work, one inside the other
  std::size_t products_ = 0;                      // of terms, since the outermost began
};

}  // namespace dpcert::checker
