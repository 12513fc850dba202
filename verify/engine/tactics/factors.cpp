// A difference as a product: factors of known sign are divided off.
#include <functional>

#include "src/core/work.hpp"
#include "verify/engine/tactics/anchors.hpp"
#include "verify/engine/tactics/sign.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// m - n with positive terms m and n, written n expm1(log m - log n): the sign of the difference of the logarithms, by
// its factors.
std::optional<Expr> two_exponentials(const Context& c, const Expr& e, const NormalForms& normal_forms) {
  std::optional<Expr> up, down;
  const std::function<bool(const Expr&, bool)> collect = [&](const Expr& t, bool minus) {
    if (t.op() == Op::neg) return collect(t.arg(0), !minus);
    if (t.op() == Op::add || t.op() == Op::sub)
      return collect(t.arg(0), minus) && collect(t.arg(1), minus != (t.op() == Op::sub));
    const bool negative_constant = t.op() == Op::constant && t.value().sign() < 0;
    std::optional<Expr>& side = minus != negative_constant ? down : up;
    if (side) return false;
    side = negative_constant ? negate(t) : t;
    return true;
  };
  const std::shared_ptr<Algebra> kept = normal_forms(c);
  Algebra& a = *kept;
  if (!collect(e, false) || !up || !down) {
    const auto terms = two_positive_terms(c, a, e);
    if (!terms) return std::nullopt;
    up = terms->first;
    down = terms->second;
  }
  const auto exponential = [](const Expr& n) { return n.op() == Op::exp || n.op() == Op::pow; };
  if (nodes_of({Rel::ge, *up, *down}, exponential).empty() || !c.positive_(*up) || !c.positive_(*down))
    return std::nullopt;
  const auto f = a.factorization(sub(log(*up), log(*down)));
  if (!f) return std::nullopt;
  Expr w(f->constant);
  for (const auto& [base, k] : f->factors) w = mul(w, power(base, Expr(k)));
  const Signs s = c.signs(w);
  if ((s & positive) && (s & negative)) return std::nullopt;
  const Expr form = mul(*down, expm1(w));
  if (!a.is_zero(sub(e, form))) return std::nullopt;  // exponents with quotients need not combine
  return form;
}

// 1 + erf(u), 1 - erf(u) or their negatives as erfc, which shows that it is not 0.
std::optional<Expr> complement(const Expr& e) {
  if (e.op() != Op::add && e.op() != Op::sub) return std::nullopt;
  for (const bool first : {true, false}) {
    const Expr f = e.arg(first ? 0 : 1), one = e.arg(first ? 1 : 0);
    if (f.op() != Op::erf || !(one.is_constant(1) || one.is_constant(-1))) continue;
    const bool minus_f = !first && e.op() == Op::sub;
    const bool minus_one = one.is_constant(-1) != (first && e.op() == Op::sub);
    const Expr u = minus_f == minus_one ? negate(f.arg(0)) : f.arg(0);
    return minus_one ? negate(erfc(u)) : erfc(u);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Signed> split_factors(const Context& c, const Expr& d, const NormalForms& normal_forms) {
  const auto a = normal_forms(c);
  const auto f = a->factorization(d);
  if (!f || f->constant.is_zero()) return std::nullopt;
  Signed s;
  s.flip = f->constant.sign() < 0;
  s.weight = Expr(abs(f->constant));
  for (auto [base, k] : f->factors) {
    Signs sg = c.signs(base);
    if (sg != positive && sg != negative) {
      auto form = complement(base);
      if (!form) form = two_exponentials(c, base, normal_forms);
      if (form) {
        base = *form;
        sg = c.signs(base);
      }
    }
    const Expr p = power(base, Expr(k));
    if (sg == positive) {
      s.weight = mul(s.weight, p);
    } else if (sg == negative) {
      s.weight = mul(s.weight, power(negate(base), Expr(k)));
      if (k % 2) s.flip = !s.flip;
    } else if (k % 2 == 0) {
      s.weight = mul(s.weight, p);
      if (sg & zero) s.nonnegative_only = true;
    } else if (!(sg & negative) && k > 0) {
      s.weight = mul(s.weight, p);
      s.nonnegative_only = true;
    } else if (!(sg & positive) && k > 0) {
      s.weight = mul(s.weight, power(negate(base), Expr(k)));
      s.nonnegative_only = true;
      s.flip = !s.flip;
    } else {
      if (k != 1) s.weight = mul(s.weight, power(base, Expr(k - 1)));
      s.rest.push_back(base);
    }
  }
  return s;
}

namespace {

// A product of two factors of unknown signs: both >= 0, or both <= 0.
Tree by_two_signs(const Goal& g, const std::vector<Expr>& factors, bool flip, const Subprover& s, int depth) {
  const bool swapped = size_of(factors[1]) < size_of(factors[0]);
  const Expr &u = factors[swapped ? 1 : 0], &v = factors[swapped ? 0 : 1];
  const auto side = [&](bool above) {
    return [&, above](const Goal& h) -> Tree {
      const Expr e = above != flip ? v : negate(v);
      return steps(h, rule::Factor{above ? u : negate(u), e},
                   {[&](const Goal& k) { return s.prove_part(k, depth, true); }});
    };
  };
  return steps(g, rule::Cases{u}, {side(true), side(false)});
}

}  // namespace

Tree by_factors(const Goal& g, const Subprover& s, int depth) {
  const Expr d = g.difference();
  const auto f = split_factors(g.context, d, s.algebra);
  if (!f || (f->nonnegative_only && g.strict())) return std::nullopt;
  if (!is_defined(g.context, f->weight)) return std::nullopt;
  Expr e = f->flip ? Expr(-1) : Expr(1);
  for (const auto& r : f->rest) e = mul(e, r);
  if (f->rest.empty() && f->flip) return std::nullopt;
  if (!is_defined(g.context, e)) return std::nullopt;
  const Proof head{rule::Factor{f->weight, e}};
  const Goal next{g.context, {g.relation.rel, e, 0}};
  if (f->rest.empty()) {
    Proof out = head;
    out.emplace_back(rule::Sign{});
    return out;
  }
  if (f->weight.is_constant() && f->rest.size() == 1) {
    // Nothing was split off; the expanded form may still help, once.
    if (s.state.normal_forms.contains(key_of(g))) return std::nullopt;
  }
  s.state.normal_forms.insert(key_of(next));
  if (f->rest.size() == 1) {
    if (auto t = between_ends(next, s.algebra)) {
      Proof out = head;
      append(out, *t);
      return out;
    }
  }
  if (f->rest.size() == 2 && depth > 1 && !g.strict()) {
    if (auto t = by_two_signs(next, f->rest, f->flip, s, depth - 1)) {
      Proof out = head;
      append(out, *t);
      return out;
    }
  }
  if (f->rest.size() == 1 && depth > 1) {
    const bool same = f->weight.is_constant();  // then there is the goal as it stands, too
    const WorkLimit limit(work_left() / (same ? Effort::share_of_the_like : Effort::share));
    if (auto t = s.prove_part(next, depth - 1, true)) {
      Proof out = head;
      append(out, *t);
      return out;
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
