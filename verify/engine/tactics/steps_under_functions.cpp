// The step of an induction over records where sums stand under functions, as in log(1 + S) or (S/n)^n: no equation
// reaches them there, so the longer range is put in by its value. For subadditive functions, the arithmetic and the
// geometric mean, products against powers of means.
#include <algorithm>

#include "src/core/work.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

// e at x = 0, without the zeros that this leaves.
Expr at_zero(const Expr& e, const Expr& x) {
  return transform(substitute(e, {{x, Expr(0)}}), [](const Expr& old, std::span<const Expr> args) -> Expr {
    const auto is_zero = [&](std::size_t i) { return args[i].is_constant(0); };
    if (old.op() == Op::mul && (is_zero(0) || is_zero(1))) return 0;
    if ((old.op() == Op::add || old.op() == Op::sub) && is_zero(1)) return args[0];
    if (old.op() == Op::add && is_zero(0)) return args[1];
    if (old.op() == Op::sub && is_zero(0)) return negate(args[1]);
    return with_args(old, {args.begin(), args.end()});
  });
}

class StepUnderFunctions {
 public:
  StepUnderFunctions(const Goal& g, std::size_t before, const Subprover& s, int depth)
      : h_(g), before_(before), after_(g.context.hypotheses().size()), s_(s), depth_(depth) {}

  Tree run() {
    if (!applies() || !longer_ranges() || !names()) return std::nullopt;
    for (std::size_t by = after_; by > before_; --by)
      if (auto t = combined(by)) return t;
    return std::nullopt;
  }

 private:
  // Is a range that has a last term under a function? A quotient is one of rational functions, of which it is known
  // what they are when they are multiplied out.
  bool applies() {
    outermost_ranges(h_.difference(), ranges_);
    const auto is_range = [](const Expr& e) { return is_repeated(e); };
    const auto is_function = [&](const Expr& e) {
      if (is_opaque(e) || e.args().empty() || e.op() == Op::add || e.op() == Op::sub || e.op() == Op::mul ||
          e.op() == Op::div || e.op() == Op::neg || (e.op() == Op::pow && e.arg(1).is_constant()))
        return false;
      return !nodes_of({Rel::ge, e, 0}, is_range).empty();
    };
    if (nodes_of(h_.relation, is_function).empty()) return false;
    return std::ranges::all_of(ranges_, [&](const Expr& e) {
      return h_.context.knows({sub(e.arg(1), e.arg(0)), Need::nonnegative});
    });
  }

  // Each longer range is the shorter one and its last term, wherever it stands.
  bool longer_ranges() {
    std::vector<Expr> ends;
    for (const Expr& e : ranges_)
      if (std::ranges::find(ends, e.arg(1)) == ends.end()) ends.push_back(e.arg(1));
    Extended x{h_};
    instantiate(x, ends);
    for (const Expr& e : ranges_) {
      if (!x.take(rule::Unfold{e, rule::Unfold::Part::last})) return false;
      const Expr value = x.goal.context.hypotheses().back().rhs;
      if (!put_value(e, value, x.goal, x.lines)) return false;
    }
    out_ = x.lines;
    h_ = x.goal;
    h_.relation = with_plain_places(h_.relation);
    if (h_.relation != x.goal.relation) {
      Algebra a = h_.context.algebra();
      if (!a.is_zero(sub(h_.difference(), x.goal.difference()))) return false;
      h_ = x.goal;
    }
    return true;
  }

  // A variable for every range and every value that is left.
  bool names() {
    std::vector<Expr> atoms;
    const auto opaque = [](const Expr& e) { return is_opaque(e); };
    for (const Expr& e : nodes_of(h_.relation, opaque)) atoms.push_back(e);
    std::ranges::reverse(atoms);  // the outer ones first
    for (const Expr& e : atoms) {
      if (!is_defined(h_.context, e)) continue;
      const Relation sign{Rel::ge, e, 0};
      if (is_repeated(e) && !h_.context.knows({e, Need::nonnegative}))
        if (const auto t = by_terms({h_.context, sign}, s_, depth_)) cut_in(out_, h_, sign, *t);
      if (!take(rule::Gen{fresh_name(h_.context), range_from_zero(h_.context, e), e}, h_, out_)) return false;
    }
    return true;
  }

  // The goal less as much of what is said as a number asks that stands in both.
  Tree combined(std::size_t by) {
    const Relation said = h_.context.hypotheses()[by - 1];
    Algebra a = h_.context.algebra();
    const Context& c = h_.context;
    std::vector<Expr> tried;
    for (const auto& v : c.variables()) {
      const Expr x = Expr::variable(v.name);
      const auto p = affine_in(a, c, sub(said.lhs, said.rhs), x), q = affine_in(a, c, h_.difference(), x);
      if (!p || !q || p->second.is_constant(0) || q->second.is_constant(0)) continue;
      const auto m = a.simplified(quotient(q->second, p->second));
      if (!m || std::ranges::find(tried, *m) != tried.end() || !is_defined(c, *m)) continue;
      tried.push_back(*m);
      if (said.rel != Rel::eq && !c.knows({*m, Need::nonnegative})) continue;
      const bool strict = h_.strict() && !(said.rel == Rel::gt && c.positive_(*m));
      // As it is written: a normal form takes powers of quotients apart.
      const Relation side{strict ? Rel::gt : Rel::ge, at_zero(h_.difference(), x),
                          mul(*m, at_zero(sub(said.lhs, said.rhs), x))};
      if (!is_defined(c, side.lhs) || !is_defined(c, side.rhs)) continue;
      const auto t = numbers({c, side});
      if (!t) continue;
      Proof out = out_;
      out.emplace_back(rule::Cut{side});
      append(out, *t);
      out.emplace_back(rule::Combine{Rational(0), {{c.hypotheses().size() + 1, Rational(1)}, {by, weight(*m)}}});
      return out;
    }
    return std::nullopt;
  }

  // The numbers alone, or with what is said of them.
  Tree numbers(const Goal& g) const {
    if (auto t = s_.immediate(g)) return t;
    for (const bool alone : {true, false}) {
      Goal h = g;
      Proof out;
      for (const Variable& v : g.context.variables())
        if (alone || v.integer) take(rule::Widen{Expr::variable(v.name), v.range}, h, out);
      if (!looks_nonnegative(h.context, h.difference())) continue;
      const WorkLimit limit(work_left() - work_left() / Effort::share_of_a_step);
      if (const auto t = has_variable_power(h) ? without_zeros_of(h) : s_.prove(h, depth_ - 1, true)) {
        append(out, *t);
        return out;
      }
    }
    return std::nullopt;
  }

  static bool has_variable_power(const Goal& g) {
    return !nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::pow && !e.arg(1).is_constant(); }).empty();
  }
  // Powers with variable exponents are compared by logarithms: what may be 0 is 0, or positive, before that.
  Tree without_zeros_of(const Goal& g) const {
    for (const auto& v : g.context.variables()) {
      const Expr x = Expr::variable(v.name);
      const bool from_zero = !v.range.lo.infinite && v.range.lo.closed && v.range.lo.value.is_zero();
      if (from_zero && depends_on(g.difference(), x) && !both_positive(g))
        return steps(g, rule::CloseEnd{x, true}, {[&](const Goal& h) { return without_zeros_of(h); }});
    }
    if (auto t = s_.immediate(g)) return t;
    if (both_positive(g))
      if (auto t = by_logs(g, s_, depth_ - 1)) return t;
    return s_.prove(g, depth_ - 1, true);
  }
  static bool both_positive(const Goal& g) {
    return g.context.positive_(g.relation.lhs) && g.context.positive_(g.relation.rhs);
  }

  Goal h_;
  std::size_t before_, after_;
  const Subprover& s_;
  int depth_;
  Proof out_;
  std::vector<Expr> ranges_;
};

}  // namespace

Tree step_under_functions(const Goal& g, std::size_t before, const Subprover& s, int depth) {
  if (depth < 2 || g.relation.rel == Rel::eq || before >= g.context.hypotheses().size()) return std::nullopt;
  return StepUnderFunctions(g, before, s, depth).run();
}

}  // namespace dpcert::verify
