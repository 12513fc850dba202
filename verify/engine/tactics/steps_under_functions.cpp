// The step of an induction over records where sums stand under functions, as in log(1 + S) or (S/n)^n: no equation
// reaches them there, so the longer range is put in by its value. For subadditive functions, the arithmetic and the
// geometric mean, products against powers of means. Where hypotheses bound the next value by the one before, as x(k +
// 1)
// <= (1 + a(k)) x(k) + b(k) do, these come first, and what is said of the value before counts as often as they ask for:
// discrete inequalities of Gronwall's kind, whose bounds are exponentials or products.
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
    outermost_ranges(h_.difference(), ranges_);
    const bool functions = under_functions();
    if ((!functions && !grows()) || !have_last_terms() || !longer_ranges() || !names(h_.relation)) return std::nullopt;
    // A next value that is left is a number of which nothing else is said.
    for (std::size_t by = after_; by > before_; --by) {
      const StepUnderFunctions without_names = *this;
      if (!names(h_.context.hypotheses()[by - 1])) return std::nullopt;
      if (const auto less = without_next_values(by))
        if (auto t = combined(by, *less)) return t;
      restore(without_names);
    }
    for (std::size_t by = after_; by > before_ && functions; --by)
      if (auto t = combined(by, {h_.difference(), {}, {}})) return t;
    return std::nullopt;
  }

 private:
  // Is a range that has a last term under a function? A quotient is one of rational functions, of which it is known
  // what they are when they are multiplied out.
  [[nodiscard]] bool under_functions() const {
    const auto is_range = [](const Expr& e) { return is_repeated(e); };
    const auto is_function = [&](const Expr& e) {
      if (is_opaque(e) || e.args().empty() || e.op() == Op::add || e.op() == Op::sub || e.op() == Op::mul ||
          e.op() == Op::div || e.op() == Op::neg || (e.op() == Op::pow && e.arg(1).is_constant()))
        return false;
      return !nodes_of({Rel::ge, e, 0}, is_range).empty();
    };
    return !nodes_of(h_.relation, is_function).empty();
  }

  // A product, or an exponential, beside a value of which what is said before the step speaks at another place.
  [[nodiscard]] bool grows() const {
    const auto is_growth = [](const Expr& e) { return e.op() == Op::prod || e.op() == Op::exp; };
    if (nodes_of(h_.relation, is_growth).empty()) return false;
    return std::ranges::any_of(nodes_of(h_.relation, is_value), [&](const Expr& e) {
      for (std::size_t by = before_; by < after_; ++by)
        if (speaks_of_another(h_.context.hypotheses()[by], e)) return true;
      return false;
    });
  }
  static bool is_value(const Expr& e) { return e.op() == Op::sequence && e.args().size() == 1; }
  static bool speaks_of_another(const Relation& r, const Expr& value) {
    const auto values = nodes_of(r, is_value);
    return std::ranges::find(values, value) == values.end() &&
           std::ranges::any_of(values, [&](const Expr& e) { return e.name() == value.name(); });
  }

  [[nodiscard]] bool have_last_terms() const {
    return std::ranges::all_of(ranges_, [&](const Expr& e) {
      return h_.context.knows({sub(e.arg(1), e.arg(0)), Need::nonnegative});
    });
  }

  // Each longer range is the shorter one and its last term, wherever it stands.
  bool longer_ranges() {
    std::vector<Expr> ends;
    const auto put = [&](const Expr& e) {
      if (std::ranges::find(ends, e) == ends.end()) ends.push_back(e);
    };
    for (const Expr& e : ranges_) put(e.arg(1));
    for (const Expr& e : nodes_of(h_.relation, is_value))
      if (is_whole(e.arg(0), h_.context)) put(plus(e.arg(0), -1));
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
  bool names(const Relation& r) {
    std::vector<Expr> atoms;
    const auto opaque = [](const Expr& e) { return is_opaque(e); };
    for (const Expr& e : nodes_of(r, opaque)) atoms.push_back(e);
    std::ranges::reverse(atoms);  // the outer ones first
    for (const Expr& e : atoms) {
      if (!is_defined(h_.context, e)) continue;
      const Relation sign{Rel::ge, e, 0};
      if (is_repeated(e) && !h_.context.knows({e, Need::nonnegative}))
        if (const auto t = by_terms({h_.context, sign}, s_, depth_)) cut_in(out_, h_, sign, *t);
      Range range = range_from_zero(h_.context, e);
      if (e.op() == Op::prod && is_from_one(e)) range.lo = {false, true, 1};
      meant_.emplace_back(Expr::variable(fresh_name(h_.context)), e);
      if (!take(rule::Gen{meant_.back().first.name(), range, e}, h_, out_)) return false;
    }
    return true;
  }

  // A product of factors from 1 on.
  bool is_from_one(const Expr& product) {
    const FreshIndex k;
    const Expr ones = Expr::repeated(Op::prod, k.variable(), product.arg(0), product.arg(1), 1);
    const Relation terms{Rel::ge, product, ones}, from_one{Rel::ge, product, 1};
    const std::string name = fresh_name(h_.context);
    const auto t = steps({h_.context, terms}, rule::Termwise{name}, {[&](const Goal& factor) -> Tree {
                           Extended x{factor};
                           instantiate_at_index(x, Expr::variable(name));
                           const auto seen = s_.immediate(x.goal);
                           if (!seen) return std::nullopt;
                           append(x.lines, *seen);
                           return x.lines;
                         }});
    if (!t) return false;
    cut_in(out_, h_, terms, *t);
    cut_in(out_, h_, from_one, {rule::Combine{Rational(0), {{h_.context.hypotheses().size(), Rational(1)}}}});
    return true;
  }

  // The goal's difference without multiples of hypotheses.
  struct Less {
    Expr difference;
    Weights weights;
    std::vector<Expr> before;  // values of which hypotheses and `by` speak
  };
  // Without next values, by what hypotheses say of them and of the value before, of which `by` speaks.
  std::optional<Less> without_next_values(std::size_t by) {
    Less out{h_.difference(), {}, {}};
    const Context& c = h_.context;
    const Relation& said = c.hypotheses()[by - 1];
    Algebra a = c.algebra();
    for (const auto& named : meant_) {
      const Expr &x = named.first, &value = named.second;
      if (!is_value(value) || mentions(said, x) || !depends_on(out.difference, x)) continue;
      const auto is_before = [&](const std::pair<Expr, Expr>& other) {
        return is_value(other.second) && other.second.name() == value.name() && mentions(said, other.first);
      };
      for (std::size_t i = 0; i < c.hypotheses().size(); ++i) {
        const Relation& h = c.hypotheses()[i];
        const auto speaks_of = [&](const auto& other) { return is_before(other) && mentions(h, other.first); };
        if ((i >= before_ && i < after_) || std::ranges::none_of(meant_, speaks_of)) continue;
        const auto p = affine_in(a, c, sub(h.lhs, h.rhs), x), q = affine_in(a, c, out.difference, x);
        if (!p || !q || p->second.is_constant(0) || q->second.is_constant(0)) continue;
        const auto m = a.simplified(quotient(q->second, p->second));
        if (!m || !is_defined(c, *m) || (h.rel != Rel::eq && !c.knows({*m, Need::nonnegative}))) continue;
        const Expr rest = at_zero(sub(h.lhs, h.rhs), x);
        out.difference = sub(at_zero(out.difference, x), m->is_constant(1) ? rest : mul(*m, rest));
        out.weights.emplace_back(i + 1, weight(*m));
        for (const auto& other : meant_)
          if (speaks_of(other)) out.before.push_back(other.first);
        break;
      }
    }
    if (out.weights.empty()) return std::nullopt;
    return out;
  }

  // The goal less as much of what is said as a number asks that stands in both.
  Tree combined(std::size_t by, const Less& less) {
    const Relation said = h_.context.hypotheses()[by - 1];
    Algebra a = h_.context.algebra();
    const Context& c = h_.context;
    std::vector<Expr> tried;
    for (const auto& v : c.variables()) {
      const Expr x = Expr::variable(v.name);
      if (!less.weights.empty() && std::ranges::find(less.before, x) == less.before.end()) continue;
      const auto p = affine_in(a, c, sub(said.lhs, said.rhs), x), q = affine_in(a, c, less.difference, x);
      if (!p || !q || p->second.is_constant(0) || q->second.is_constant(0)) continue;
      const auto m = a.simplified(quotient(q->second, p->second));
      if (!m || std::ranges::find(tried, *m) != tried.end() || !is_defined(c, *m)) continue;
      tried.push_back(*m);
      if (said.rel != Rel::eq && !c.knows({*m, Need::nonnegative})) continue;
      const bool strict = h_.strict() && !(said.rel == Rel::gt && c.positive_(*m));
      // As it is written: a normal form takes powers of quotients apart.
      const Relation side{strict ? Rel::gt : Rel::ge, at_zero(less.difference, x),
                          mul(*m, at_zero(sub(said.lhs, said.rhs), x))};
      if (!is_defined(c, side.lhs) || !is_defined(c, side.rhs)) continue;
      const auto t = numbers({c, side});
      if (!t) continue;
      Proof out = out_;
      out.emplace_back(rule::Cut{side});
      append(out, *t);
      Weights weights = less.weights;
      weights.emplace_back(c.hypotheses().size() + 1, Rational(1));
      weights.emplace_back(by, weight(*m));
      out.emplace_back(rule::Combine{Rational(0), weights});
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

  // What naming changes.
  void restore(const StepUnderFunctions& other) {
    h_ = other.h_;
    out_ = other.out_;
    meant_ = other.meant_;
  }

  Goal h_;
  std::size_t before_, after_;
  const Subprover& s_;
  int depth_;
  Proof out_;
  std::vector<Expr> ranges_;
  std::vector<std::pair<Expr, Expr>> meant_;  // names, and what they stand for
};

}  // namespace

Tree step_under_functions(const Goal& g, std::size_t before, const Subprover& s, int depth) {
  if (depth < 2 || g.relation.rel == Rel::eq || before >= g.context.hypotheses().size()) return std::nullopt;
  return StepUnderFunctions(g, before, s, depth).run();
}

}  // namespace dpcert::verify
