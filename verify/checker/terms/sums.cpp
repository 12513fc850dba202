// Normal forms of sums and products over a range: linearity, and what does not contain the index in front. Forms of
// bodies are plain ones, for an oracle knows nothing of the index. What comes out is defined wherever the sum is: an
// empty range asks nothing of its body, so only what is known to be defined may leave it.
#include "verify/checker/terms/normal.hpp"

namespace dpcert::checker {

Normal::Form Normal::length(const Node& n) { return add(sub(form(n.args[1]), form(n.args[0])), constant(Q(1))); }
bool Normal::at_least_none(const Node& n) {
  return nonnegative(pool_.add({n.args[1], pool_.neg(n.args[0]), pool_.num(1)}));
}

bool Normal::known_defined(Ex e) {
  std::vector<Condition> all;
  pool_.defined(e, integers_, all);
  return all.empty() || (defined_ && defined_(e));
}

// One atom for all bodies of equal form. It is written with the body at hand, made of nothing but its own parts.
Normal::Form Normal::range_atom(const Node& n, Ex body) {
  const Ex e = pool_.bind(n.op, n.args[0], n.args[1], body, n.k);
  const Node own = pool_[e];
  need(own.op == n.op, "a sum over a short range stands in a normal form");
  const int i = body_class(own);
  return atom(n.op, {Form(form(n.args[0])), Form(form(n.args[1]))}, e, i);
}

// The number of its body's form, among the bodies that bind the same variable.
int Normal::body_class(const Node& n) {
  if (!bodies_) bodies_ = std::make_unique<Normal>(pool_, integers_, Oracle{});
  const Form f = bodies_->form(n.args[2]);
  std::size_t i = 0;
  count(1 + body_forms_.size() / 8);
  while (i < body_forms_.size() && !(body_forms_[i].first == n.k && bodies_->same(body_forms_[i].second, f))) ++i;
  if (i == body_forms_.size()) body_forms_.emplace_back(n.k, f);
  return static_cast<int>(i);
}

// One atom for all integrals of one interval with bodies of equal form, and nothing else: that sums come apart is for a
// proof line, since their parts need not exist.
Normal::Form Normal::integral(const Node& n, Ex e) {
  const int i = body_class(n);
  return atom(n.op, {Form(form(n.args[0])), Form(form(n.args[1]))}, e, i, n.orders);
}

// sum (u + c v) = sum u + c sum v for c without the index; sum 1 = b - a + 1 where this is known to be >= 0.
Normal::Form Normal::sum_of_terms(const Node& n, Normal& own, const Form& body) {
  Form r;
  for (const auto& [m, c] : body.num) {
    Form outside = constant(c);
    std::vector<Ex> inside;
    const auto put = [&](Ex u) {
      if (!pool_.depends(u, n.k) && known_defined(u))
        outside = mul(outside, form(u));
      else
        inside.push_back(u);
    };
    for (const auto& [a, e] : m) put(pool_.pow(own.atoms_[a].ex, pool_.num(rational(e))));
    for (const auto& [p, k] : body.den) put(pool_.pow(own.expression(p), pool_.num(Q(-k))));
    const bool ones = inside.empty() && at_least_none(n);
    r = add(std::move(r), mul(outside, ones ? length(n) : range_atom(n, pool_.mul(inside))));
  }
  return r;
}

// prod (c u^i v^j) = c^(b - a + 1) (prod u)^i (prod v)^j for integers i, j and c without the index, where
// b - a + 1 >= 0 is known.
Normal::Form Normal::product_of_factors(const Node& n, Normal& own, const Form& body) {
  if (body.num.size() != 1 || !body.den.empty()) return range_atom(n, own.expression(body));
  const auto& [m, c] = *body.num.begin();
  Form r = constant(Q(1));
  std::vector<Ex> constants{pool_.num(c)};
  for (const auto& [a, e] : m) {
    const Ex u = own.atoms_[a].ex, power = pool_.pow(u, pool_.num(rational(e)));
    if (!pool_.depends(u, n.k))
      constants.push_back(power);
    else
      r = mul(r, e.d == 1 ? pow(range_atom(n, u), e.n) : range_atom(n, power));
  }
  const Ex w = pool_.mul(constants), one = pool_.num(1);
  if (w == one) return r;
  const Ex power = pool_.pow(w, pool_.add({n.args[1], pool_.neg(n.args[0]), one}));
  return mul(r, at_least_none(n) && known_defined(power) ? Form(form(power)) : range_atom(n, w));
}

Normal::Form Normal::range(const Node& n) {
  const bool sum = n.op == Op::Sum;
  const Form l = length(n);
  if (l.num.empty()) return constant(Q(sum ? 0 : 1));
  if (l.den.empty() && l.num.size() == 1 && l.num.begin()->first.empty()) {
    const Q q = l.num.begin()->second;
    if (q.sign() < 0) return constant(Q(sum ? 0 : 1));
    if (q == Q(1) && pool_.keeps_integers(n.args[2], n.k, n.args[0], integers_))
      return form(pool_.substitute(n.args[2], n.k, n.args[0]));
  }
  Normal own(pool_, integers_, {});
  const Form body = own.form(n.args[2]);
  if (sum) return sum_of_terms(n, own, body);
  if (body.num.empty()) return range_atom(n, pool_.num(0));
  return product_of_factors(n, own, body);
}

}  // namespace dpcert::checker
