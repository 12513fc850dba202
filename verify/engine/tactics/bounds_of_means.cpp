// Bounds of a list are those of its means, also with weights: for functions that bend one way between them only, as in
// the inequalities of Ky Fan, or of Jensen for the sine.
#include <algorithm>

#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/terms_of_tangents.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_bounds_of_means = 4;

// A value of a list is at least (at most) what does not depend on its index.
struct BoundOfList {
  Expr value, bound;
  bool below, strict;
};

std::vector<BoundOfList> bounds_of_lists(const Context& c, const Expr& range, const Expr& k) {
  std::vector<BoundOfList> out;
  for (const ForallHypothesis& h : c.forall_hypotheses()) {
    if (!h.integer || !h.inner.empty() || !c.knows({sub(range.arg(0), h.lo), Need::nonnegative})) continue;
    if (!h.unbounded && !c.knows({sub(h.hi, range.arg(1)), Need::nonnegative})) continue;
    const auto [rel, lhs, rhs] = at_value(h, k).relation;
    if (rel == Rel::eq) continue;
    for (const bool below : {true, false}) {
      const Expr &value = below ? lhs : rhs, &bound = below ? rhs : lhs;
      if (value.op() == Op::sequence && !depends_on(bound, k)) out.push_back({value, bound, below, rel == Rel::gt});
    }
  }
  return out;
}

// Sum of w (x - bound), or (bound - x), with w = 1 where the list has no weights.
bool say(Goal& g, Proof& out, const Expr& sum, const Expr& weight_at, const BoundOfList& b, const Expr& k) {
  const Expr gap = b.below ? sub(b.value, b.bound) : sub(b.bound, b.value);
  const bool plain = weight_at.is_constant(1);
  const Expr length = plus(sub(sum.arg(1), sum.arg(0)), 1);
  if (!g.context.positive_(length)) return false;
  Weights weights;
  Expr mean = quotient(sum, length);
  Rel rel = b.strict ? Rel::gt : Rel::ge;
  if (!plain) {
    // The weights add up to 1.
    mean = sum;
    rel = Rel::ge;
    const Expr all = Expr::repeated(Op::sum, k, sum.arg(0), sum.arg(1), weight_at);
    const auto& hypotheses = g.context.hypotheses();
    const auto one = std::ranges::find_if(hypotheses, [&](const Relation& h) {
      return h.rel == Rel::eq && ((h.lhs == all && h.rhs.is_constant(1)) || (h.rhs == all && h.lhs.is_constant(1)));
    });
    if (one == hypotheses.end()) return false;
    const bool left = one->lhs == all;
    const Expr of = b.below == left ? b.bound : negate(b.bound);
    weights.emplace_back(static_cast<std::size_t>(one - hypotheses.begin()) + 1, weight(of));
  }
  const Relation claim{rel, b.below ? mean : b.bound, b.below ? b.bound : mean};
  if (g.context.knows({sub(claim.lhs, claim.rhs), rel == Rel::gt ? Need::positive : Need::nonnegative})) return false;
  const Relation said{rel, Expr::repeated(Op::sum, k, sum.arg(0), sum.arg(1), plain ? gap : mul(weight_at, gap)), 0};
  const std::string name = fresh_name(g.context);
  const auto terms =
      steps({g.context, said}, rule::Termwise{name}, {[&](const Goal& h) -> Tree {
              Extended x{h};
              instantiate_at_index(x, Expr::variable(name));
              if (!x.goal.context.knows({x.goal.relation.lhs, rel == Rel::gt ? Need::positive : Need::nonnegative}))
                return std::nullopt;
              x.lines.emplace_back(rule::Sign{});
              return x.lines;
            }});
  if (!terms) return false;
  Goal h = g;
  Proof lines;
  cut_in(lines, h, said, *terms);
  weights.emplace_back(h.context.hypotheses().size(), plain ? weight(quotient(1, length)) : Coefficient(Rational(1)));
  const rule::Combine mean_of_terms{Rational(0), weights};
  Algebra a = h.context.algebra();
  if (!a.is_zero(beside({h.context, claim}, mean_of_terms))) return false;
  Proof whole{rule::Cut{said}};
  append(whole, *terms);
  whole.emplace_back(mean_of_terms);
  cut_in(out, g, claim, whole);
  return true;
}

// A function, no power, of an expression with a sum.
bool is_function_of_sum(const Expr& e) {
  return e.args().size() == 1 && e.op() != Op::neg && e.op() != Op::abs &&
         !nodes_of({Rel::ge, e.arg(0), 0}, is_sum_over_range).empty();
}

}  // namespace

bool know_bounds_of_means(Goal& g, Proof& out) {
  if (nodes_of(g.relation, is_function_of_sum).empty()) return false;
  std::vector<Expr> sums;
  outermost_ranges(g.relation.lhs, sums);
  outermost_ranges(g.relation.rhs, sums);
  std::size_t said = 0;
  for (const Expr& sum : sums) {
    if (!is_sum_over_range(sum)) continue;
    const FreshIndex k;
    const Expr body = body_at(sum, k.variable());
    for (const BoundOfList& b : bounds_of_lists(g.context, sum, k.variable())) {
      if (said == most_bounds_of_means) return true;
      if (body == b.value) {
        said += say(g, out, sum, 1, b, k.variable()) ? 1 : 0;
      } else if (body.op() == Op::mul && (body.arg(0) == b.value || body.arg(1) == b.value)) {
        said += say(g, out, sum, body.arg(body.arg(0) == b.value ? 1 : 0), b, k.variable()) ? 1 : 0;
      }
    }
  }
  return said > 0;
}

namespace {

// Where hypotheses put the mean between numbers.
Range range_of_mean(const Context& c, const Expr& mean) {
  Range out = range_from_zero(c, mean);
  for (const Relation& h : c.hypotheses()) {
    if (h.rel == Rel::eq) continue;
    const bool below = h.lhs == mean && h.rhs.is_constant(), above = h.rhs == mean && h.lhs.is_constant();
    if (below) out.lo = {false, h.rel == Rel::ge, h.rhs.value()};
    if (above) out.hi = {false, h.rel == Rel::ge, h.lhs.value()};
  }
  return out;
}

// log(u) as a sum over the factors of u, if these have signs.
std::optional<Expr> log_of_factorization(Algebra& a, const Context& c, const Expr& u) {
  const auto f = a.factorization(u);
  if (!f || f->factors.size() < 2) return std::nullopt;
  Expr sum = f->constant == Rational(1) || f->constant == Rational(-1) ? Expr(0) : log(Expr(abs(f->constant)));
  for (const auto& [base, k] : f->factors) {
    const Expr size = c.positive_(base) ? base : negate(base);
    if (!c.positive_(size)) return std::nullopt;
    sum = add(sum, mul(Expr(k), log(size)));
  }
  return sum;
}

// The length is a factor of what logarithms are of, beside a mean or what is left of it: it cancels among the terms.
Expr with_factorized_logs(Algebra& a, const Context& c, const Expr& root) {
  return transform(root, [&](const Expr& e, std::span<Expr> args) -> Expr {
    const auto sum = e.op() == Op::log ? log_of_factorization(a, c, args[0]) : std::nullopt;
    return sum ? *sum : with_args(e, args);
  });
}

}  // namespace

bool name_means(Goal& g, Proof& out) {
  std::vector<Expr> sums;
  outermost_ranges(g.difference(), sums);
  bool any = false;
  for (const Expr& sum : sums) {
    const Expr length = plus(sub(sum.arg(1), sum.arg(0)), 1);
    const Expr mean = quotient(sum, length), total = mul(length, mean);
    const auto speaks = [&](const Relation& h) { return h.lhs == mean || h.rhs == mean; };
    if (!is_sum_over_range(sum) || std::ranges::none_of(g.context.hypotheses(), speaks)) continue;
    const Range range = range_of_mean(g.context, mean);
    Goal now = g;
    Proof lines;
    cut_in(lines, now, {Rel::eq, sum, total}, {rule::Identity{}});
    const Relation in_means{g.relation.rel, replaced(g.relation.lhs, sum, total), replaced(g.relation.rhs, sum, total)};
    if (!take(rule::Rewrite{in_means.lhs, in_means.rhs}, now, lines) ||
        !take(rule::Gen{fresh_name(now.context), range, mean}, now, lines))
      continue;
    Algebra a = now.context.algebra();
    take(rule::Rewrite{with_simple_arguments(a, now.relation.lhs), with_simple_arguments(a, now.relation.rhs)}, now,
         lines);
    take(rule::Rewrite{with_factorized_logs(a, now.context, now.relation.lhs),
                       with_factorized_logs(a, now.context, now.relation.rhs)},
         now, lines);
    append(out, lines);
    g = now;
    any = true;
  }
  return any;
}

bool use_fewer_sums(Goal& g, Proof& out) {
  std::vector<Expr> sums;
  outermost_ranges(g.difference(), sums);
  bool any = false;
  for (const Expr& e : sums) {
    const auto simple = is_sum_over_range(e) ? g.context.algebra().simplified(e) : std::nullopt;
    std::vector<Expr> inside;
    if (simple) outermost_ranges(*simple, inside);
    const auto is_other = [&](const Expr& i) { return !(i == e) && std::ranges::find(sums, i) != sums.end(); };
    if (inside.empty() || !std::ranges::all_of(inside, is_other)) continue;
    Goal now = g;
    Proof lines;
    cut_in(lines, now, {Rel::eq, e, *simple}, {rule::Identity{}});
    const std::size_t equal = now.context.hypotheses().size();
    if (g.context.positive_(e)) {  // what stands under a logarithm is to be seen to be positive still
      cut_in(lines, now, {Rel::gt, e, 0}, {rule::Sign{}});
      cut_in(lines, now, {Rel::gt, *simple, 0},
             {rule::Combine{Rational(0), {{equal + 1, Rational(1)}, {equal, Rational(-1)}}}});
    }
    if (!put_value(e, *simple, now, lines, range_from_zero(g.context, e))) continue;
    append(out, lines);
    g = now;
    any = true;
  }
  return any;
}

}  // namespace dpcert::verify
