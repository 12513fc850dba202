// `diff` and `at`, as they are written: derivatives, and expressions that are put in for a variable.
#include <algorithm>

#include "verify/checker/text/parse.hpp"

namespace dpcert::checker {

int Reader::variable() {
  const Ex e = primary();
  need(pool_[e].op == Op::Var && !pool_.integer_valued(e, integers), "a derivative or `at` needs a real variable");
  return pool_[e].k;
}

// The values of a sequence depend on what its recursion contains, which does not show where they are used: there x(0)
// is one number, whatever the variables are.
void Reader::recursions_without(Ex e, int x) const {
  for (const auto& [sequence, variables] : recursions)
    need(!variables[static_cast<std::size_t>(x)] || !pool_.applies(e, sequence),
         "the recursion of a sequence contains the variable of `diff` or `at`");
}

// What e already asks for besides its own form, since an earlier derivative or an exponent no longer shows it, must
// hold on both sides of the place in x, not up to it only: sqrt(y) + x has no derivatives in x beyond y = 0.
void Reader::around(std::size_t first, int x) {
  for (std::size_t i = first, end = extra.size(); i < end; ++i) {
    const Condition k = extra[i];
    if (k.kind == Condition::Defined || !pool_.depends(k, x)) continue;
    if (k.kind == Condition::Each || k.kind == Condition::Within ||
        k.kind == Condition::Exists) {  // what it stands for holds on both sides where its witness is smooth
      pool_.smooth(k.u, x, integers, extra);
      continue;
    }
    for (Ex u : {k.u, k.pair() ? k.v : k.u})
      if (!pool_.polynomial(u, x)) pool_.smooth(u, x, integers, extra);
    if (k.kind == Condition::NonNegative || k.kind == Condition::RealPow) extra.push_back({Condition::Positive, k.u});
    if (k.kind == Condition::Xlogy) extra.push_back({Condition::Positive, k.v});
  }
}

Ex Reader::differentiate() {
  expect("(");
  const std::size_t first = extra.size();
  Ex e = expression();
  need(is(","), "diff needs a variable");
  while (accept(",")) {
    const int x = variable();
    recursions_without(e, x);
    around(first, x);
    pool_.smooth(e, x, integers, extra);
    const Ex d = pool_.derivative(e, x);
    if ((pool_[e].vars & ~pool_[d].vars).any())
      extra.push_back({Condition::Defined, e});  // `at` may touch what is gone
    e = d;
  }
  whole_ = false;
  expect(")");
  return e;
}

Ex Reader::replace() {
  expect("(");
  std::vector<Condition> inner;
  inner.swap(extra);
  const Ex e = expression();
  const bool whole = whole_;
  inner.swap(extra);
  expect(",");
  const int x = variable();
  recursions_without(e, x);
  expect(",");
  const std::size_t before = extra.size();
  const Ex c = expression();
  const bool used = pool_.depends(e, x) ||
                    std::any_of(inner.begin(), inner.end(), [&](const Condition& k) { return pool_.depends(k, x); });
  if (!used) extra.resize(before), whole_ = true;  // c stands nowhere
  std::vector<Condition> shape;
  if (!whole_) pool_.defined(e, integers, shape);  // y^(2*x) at n/2 is not y^n
  need(whole_ || pool_[e].height == 0, "`at` puts a fraction into a sum or product over a range, or an integral");
  whole_ = whole && whole_;
  expect(")");
  for (std::vector<Condition>* all : {&inner, &shape})
    for (Condition& k : *all) {
      k.u = pool_.substitute(k.u, x, c), k.v = pool_.substitute(k.v, x, c);
      if (k.kind == Condition::RealPow && pool_.is_num(k.v)) {  // a constant exponent counts as the number that it is
        if (all == &inner) pool_.defined(pool_.pow(k.u, k.v), integers, extra);
      } else if (all == &inner || k.kind == Condition::RealPow) {
        extra.push_back(k);
      }
    }
  return pool_.substitute(e, x, c);
}

}  // namespace dpcert::checker
