// Proof lines for sums and products over a range, and for sequences. As in symbolic.cpp, each says why every point of
// the context satisfies the goal as soon as the children's goals hold.
#include "verify/checker/rules/rules.hpp"

namespace dpcert::checker {

bool Rules::whole(Ex e) const { return pool_.integer_valued(e, integers_of(g_.box), true); }

// A sum or product that is known to be defined: its ends are integers, and its body is defined at each index between
// them, so every part of it is defined as well.
Ex Rules::range_expression() {
  const Ex s = bracketed();
  need(pool_[s].ranges(), "a sum or product over a range that is not literal was expected");
  require_defined(s);
  return s;
}
Ex Rules::integer_expression() {
  const Ex e = bracketed();
  need(whole(e), "the expression is not known to be an integer");
  require_defined(e);
  return e;
}

// What stands at an index in a sum, a hypothesis or a recursion is read there as it was with the index in its place.
void Rules::require_integers_kept(Ex e, int x, Ex by) {
  need(pool_.keeps_integers(e, x, by, integers_of(g_.box)), "an exponent would not be an integer any more");
}

// With a <= b the range is that up to b - 1 and b, or a and that from a + 1 on; for integers a > b it is empty.
Rules::Children Rules::unfold() {
  const Ex s = range_expression();
  const std::string part = in_->next().text;
  end();
  need(part == "last" || part == "first" || part == "empty", "last, first or empty was expected");
  const Node n = pool_[s];
  const bool sum = n.op == Op::Sum, last = part == "last";
  const Ex a = n.args[0], b = n.args[1], one = pool_.num(1);
  if (part == "empty") {
    need(automatic().positive(pool_.sub(a, b)), "the range is not known to be empty");
    return {with_hypothesis(g_, {s, pool_.num(sum ? 0 : 1), Rel::Eq})};
  }
  need(automatic().nonnegative(pool_.sub(b, a)), "the range is not known to have an index");
  const int x = pool_.index_of(n);
  const Ex body = pool_.opened(n), term = pool_.substitute(body, x, last ? b : a);
  require_integers_kept(body, x, last ? b : a);
  const Ex rest = pool_.bind(n.op, last ? a : pool_.add({a, one}), last ? pool_.sub(b, one) : b, body, x);
  return {with_hypothesis(g_, {s, sum ? pool_.add({rest, term}) : pool_.mul({rest, term}), Rel::Eq})};
}

// For an integer m with a - 1 <= m <= b the range is that up to m, and that from m + 1 on.
Rules::Children Rules::split_range() {
  const std::size_t start = in_->position();
  if (pool_[bracketed()].op == Op::Integral) return in_->seek(start), split_integral();
  in_->seek(start);
  const Ex s = range_expression(), m = integer_expression();
  end();
  const Node n = pool_[s];
  const Ex a = n.args[0], b = n.args[1], next = pool_.add({m, pool_.num(1)});
  need(automatic().nonnegative(pool_.sub(next, a)) && automatic().nonnegative(pool_.sub(b, m)),
       "the place is not known to lie in the range");
  const int x = pool_.index_of(n);
  const Ex body = pool_.opened(n), low = pool_.bind(n.op, a, m, body, x), high = pool_.bind(n.op, next, b, body, x);
  return {with_hypothesis(g_, {s, n.op == Op::Sum ? pool_.add({low, high}) : pool_.mul({low, high}), Rel::Eq})};
}

// k -> k + e is one to one from the integers of [a, b] to those of [a + e, b + e].
Rules::Children Rules::shift() {
  const Ex s = range_expression(), e = integer_expression();
  end();
  const Node n = pool_[s];
  const int x = pool_.index_of(n);
  const Ex from = pool_.sub(pool_.variable(x), e), body = pool_.substitute(pool_.opened(n), x, from);
  require_integers_kept(pool_.opened(n), x, from);
  const Ex moved = pool_.bind(n.op, pool_.add({n.args[0], e}), pool_.add({n.args[1], e}), body, x);
  return {with_hypothesis(g_, {s, moved, Rel::Eq})};
}

// Two sums over one range compare as their terms do, strictly if there is a term; products of factors that are >= 0,
// and > 0 for a strict relation, where the smaller one counts: 0 <= g < f at each index gives prod g < prod f. A side 0
// of a relation of sums is the sum of zeros.
Rules::Children Rules::termwise() {
  const int k = fresh_variable();
  end();
  const Relation& r = g_.frame->goal;
  const bool left = pool_[r.lhs].binds();
  const Node n = pool_[left ? r.lhs : r.rhs];
  if (n.op == Op::Integral) return termwise_integrals(k);
  need(n.binds(), "no side of the goal is a sum, a product over a range or an integral");
  const Ex K = pool_.variable(k);
  const bool sum = n.op == Op::Sum;
  const auto term = [&](Ex side) {
    if (sum && pool_.is_zero(side)) return zero_;
    const Node o = pool_[side];
    need(o.op == n.op, "the sides are not two sums, two products, or a sum and 0");
    need(full().equal(o.args[0], n.args[0]) && full().equal(o.args[1], n.args[1]), "the ranges differ");
    const int x = pool_.index_of(o);
    return pool_.substitute(pool_.opened(o), x, K);
  };
  const Relation terms{term(r.lhs), term(r.rhs), r.rel};
  need(r.rel != Rel::Gt || automatic().nonnegative(pool_.sub(n.args[1], n.args[0])),
       "the range is not known to have an index");
  Goal inside = with_hypothesis(with_hypothesis(g_, {K, n.args[0], Rel::Ge}), {n.args[1], K, Rel::Ge});
  inside.box[k] = Range{};
  inside.box[k].integer = true;
  Children out{with_goal(inside, terms)};
  if (!sum && r.rel != Rel::Eq) out.push_back(with_goal(inside, {terms.rhs, zero_, Rel::Ge}));
  return out;
}

// The binomial theorem at an integer n >= 0: (x + y)^n is the sum over the integers k from 0 to n of binomial(n, k) x^k
// y^(n - k), for all real x and y; a power with the exponent 0 is 1. The exponents are integers by their form, without
// floors, so that all powers are defined at any base.
Rules::Children Rules::binomial() {
  need(language_ >= 3, "sums over a range are of version 3");
  const Ex n = bracketed(), x = bracketed(), y = bracketed();
  end();
  need(pool_.integer_valued(n, integers_of(g_.box)), "the exponent is not known to be an integer");
  for (Ex e : {n, x, y}) require_defined(e);
  need(automatic().nonnegative(n), "the exponent is not known to be >= 0");
  const int index = pool_.index_id('?', 0);
  const Ex k = pool_.variable(index);
  const Ex term = pool_.mul({binomial_form(pool_, n, k), pool_.pow(x, k), pool_.pow(y, pool_.sub(n, k))});
  return {with_hypothesis(g_, {pool_.bind(Op::Sum, zero_, n, term, index), pool_.pow(pool_.add({x, y}), n), Rel::Eq})};
}

// define X (K): the recursion of the sequence X at the integer K; a literal K at which X has a first value gives that
// one, unless `next` follows. The equations hold in this context like a hypothesis that was never dropped from it.
Rules::Children Rules::define() {
  const std::string name = in_->name();
  const auto f = in_->functions.find(name);
  need(f != in_->functions.end(), "there is no sequence " + name);
  const Definition* d = nullptr;
  for (const Definition& o : g_.frame->definitions)
    if (o.sequence == f->second) d = &o;
  need(d, "no recursion of " + name + " is known in this context");
  const Ex k = integer_expression();
  const bool next = in_->accept("next");
  end();
  if (pool_.is_num(k) && !next)
    for (const Stated& e : d->first)
      if (pool_[e.relation.lhs].args[0] == k) return {with_hypothesis(g_, e.relation)};
  need(automatic().nonnegative(pool_.sub(k, pool_.num(d->from))), "the index is not known to be in the recursion");
  const Relation& r = d->step.relation;
  require_integers_kept(pool_.diff_of(r), d->y, k);
  return {with_hypothesis(g_, {pool_.substitute(r.lhs, d->y, k), pool_.substitute(r.rhs, d->y, k), r.rel})};
}

}  // namespace dpcert::checker
