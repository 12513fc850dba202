// A finite end at which D tends to 0 though parts of it have no value there, as log(sinh(t)/t) at t = 0: no step begins
// at such an end. The slope shows that D only grows on the way from it. That D is not negative at the end itself is
// seen a little inside: log(y) is at least 1 - 1/y and at most y - 1, which is as good where y tends to 1, and what is
// left then has no logarithm that runs against a quotient of zeros. For means of two numbers by their ratio, and
// quotients of a function and its argument beside exponentials.
#include <array>
#include <cmath>
#include <limits>

#include "dpcert/core/error.hpp"
#include "verify/engine/goal/probe.hpp"
#include "verify/engine/tactics/sign.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

// x = end + u, or end - u at an upper end, u > 0 up to `most` where the other end is finite.
struct Inward {
  Expr x, end;
  bool lower;
  std::optional<Rational> most;
  bool most_is_met = false;

  [[nodiscard]] Expr at(const Expr& u) const { return lower ? add(end, u) : sub(end, u); }
  [[nodiscard]] Range range(const std::optional<Rational>& within = {}) const {
    Range out{{false, false, Rational(0)}, {}};
    if (most && !(within && *within < *most))
      out.hi = {false, most_is_met, *most};
    else if (within)
      out.hi = {false, true, *within};
    return out;
  }
  // Of 1/u.
  [[nodiscard]] Range reciprocals() const {
    Range out{{false, false, Rational(0)}, {}};
    if (most) out.lo = {false, most_is_met, Rational(1) / *most};
    return out;
  }
};

// The logarithms of D in u whose arguments tend to 1, each with its multiple and the bound that helps.
struct BoundedLog {
  Expr log, multiple, bound;
  bool from_below;
};

class RemovableEnd {
 public:
  RemovableEnd(const Goal& g, const Subprover& s, int depth, const Inward& way)
      : g_(g), s_(s), depth_(depth), way_(way), name_(fresh_name(g.context)), u_(Expr::variable(name_)) {}

  Tree run() {
    const Context free = g_.context.without_hypotheses_on(way_.x);
    inside_ = free.with_variable({name_, false, way_.range()});
    d_ = with_one_log(free.with_variable({name_, false, way_.range(Rational(1, 4096))}),
                      substitute(g_.difference(), {{way_.x, way_.at(u_)}}));
    try {
      slope_ = derivative(d_, u_);
    } catch (const Error&) {  // what is not differentiated
      return std::nullopt;
    }
    constexpr double small = 1e-2;
    if (!(std::abs(close_to_the_end(inside_, d_)) < small) || !looks_nonnegative(inside_, slope_)) return std::nullopt;
    for (const long from : {16L, 256L, 4096L})
      if (find_bounds(free.with_variable({name_, false, way_.range(Rational(1, from))}))) return from_inside(from);
    return std::nullopt;
  }

 private:
  // Where u is small: D + u without those logarithms.
  bool find_bounds(const Context& near) {
    rest_ = add(d_, u_);
    logs_.clear();
    const Expr t = Expr::variable("$log");
    for (const Expr& f : nodes_of({Rel::ge, d_, 0}, [&](const Expr& e) {
           return (e.op() == Op::log || e.op() == Op::log1p) && depends_on(e, u_);
         })) {
      const Expr y = f.op() == Op::log ? f.arg(0) : add(1, f.arg(0));
      if (!tends_to_one(near, y)) continue;
      Algebra a = near.algebra();
      const auto line = a.coefficients(replaced(rest_, f, t), t);
      if (!line || line->size() != 2 || has_log(near, (*line)[1])) return false;
      const Expr& c = (*line)[1];
      const bool up = near.knows({c, Need::nonnegative}), down = !up && near.knows({negate(c), Need::nonnegative});
      if (!up && !down) return false;
      const Expr bound = up ? sub(1, quotient(1, y)) : sub(y, 1);
      logs_.push_back({f, c, bound, up});
      rest_ = replaced(rest_, f, bound);
    }
    return looks_nonnegative(near, rest_);
  }
  [[nodiscard]] bool has_log(const Context& near, const Expr& e) const {
    return !nodes_of({Rel::ge, e, 0}, [&](const Expr& n) {
              return n.op() == Op::log && depends_on(n, u_) && tends_to_one(near, n.arg(0));
            }).empty();
  }
  [[nodiscard]] bool tends_to_one(const Context& near, const Expr& y) const {
    constexpr double tolerance = 1e-3;
    return std::abs(close_to_the_end(near, y) - 1) < tolerance;
  }
  // A value of y next to the end.
  [[nodiscard]] double close_to_the_end(const Context& near, const Expr& y) const {
    constexpr double close = 1e-5;
    const auto& all = near.variables();
    auto probe = Probe::of({y}, all);
    if (!probe) return std::numeric_limits<double>::quiet_NaN();
    std::vector<double> place;
    for (const Variable& v : all) place.push_back(v.name == name_ ? close : scattered(ends_of(v.range), 0.5));
    probe->at(place);
    return probe->value();
  }
  // Two logarithms that run away against one another, as log(sinh(u)) - log(u): that of the quotient, by its limit.
  [[nodiscard]] Expr with_one_log(const Context& near, const Expr& d) const {
    constexpr double small = 1e-3, denominator = 12;
    const auto runs = [&](const Expr& e) {
      if (e.op() != Op::log || !depends_on(e, u_)) return false;
      const double v = close_to_the_end(near, e.arg(0));
      return v < small || v > 1 / small;
    };
    const auto all = nodes_of({Rel::ge, d, 0}, runs);
    if (all.size() != 2) return d;
    Algebra a = near.algebra();
    const Expr t = Expr::variable("$log");
    std::vector<Expr> c;
    for (const Expr& f : all) {
      const auto line = a.coefficients(replaced(d, f, t), t);
      if (!line || line->size() != 2) return d;
      c.push_back((*line)[1]);
    }
    const bool apart = a.is_zero(add(c[0], c[1]));
    if (!apart && !a.is_zero(sub(c[0], c[1]))) return d;
    const Expr &first = all[0].arg(0), &second = all[1].arg(0),
               y = apart ? quotient(first, second) : mul(first, second);
    const double limit = std::round(close_to_the_end(near, y) * denominator) / denominator;
    if (!(limit > 0 && limit < 1 / small)) return d;
    const Expr k(Rational::from_double(std::round(limit * denominator)) / Rational(12));
    const Expr one = add(log(quotient(y, k)), k.is_constant(1) ? Expr(0) : log(k));
    const Expr out = replaced(replaced(d, all[0], one), all[1], 0);
    return a.is_zero(sub(out, d)) ? out : d;
  }

  Tree from_inside(long from) {
    Goal h = g_;
    Proof out;
    const std::string far = name_ + "_far";
    if (is_used(g_.context, far)) return std::nullopt;
    const Expr s = Expr::variable(far), step = quotient(1, s);
    if (!take(rule::Subst{way_.x, far, way_.reciprocals(), way_.at(step)}, h, out)) return std::nullopt;
    h = without_hypotheses(h, out);
    const Step tail = rule::Tail{s, false, Effort::step_bits, rule::LimitBound{from, step}};
    const auto children = apply(tail, h);
    if (!children || children->size() != 2) return std::nullopt;
    const auto back = [&](const Goal& child, const Range& range, const Step& first, const ProveGoal& then) -> Tree {
      return steps(child, rule::Subst{s, name_, range, quotient(1, u_)}, {[&](const Goal& k) -> Tree {
                     Proof lines;
                     const Goal free = without_hypotheses(k, lines);
                     const auto t = steps(free, first, {then});
                     if (!t) return std::nullopt;
                     append(lines, *t);
                     return lines;
                   }});
    };
    const auto limit = back((*children)[0], way_.range(Rational(1, from)), rewrite_to(add(d_, u_)),
                            [&](const Goal& k) { return without_logs(k); });
    if (!limit) return std::nullopt;
    const auto grows = back((*children)[1], way_.range(), rule::Factor{pow(u_, 2), slope_},
                            [&](const Goal& k) { return multiplied_out(k); });
    if (!grows) return std::nullopt;
    out.push_back(tail);
    append(out, *limit);
    append(out, *grows);
    return out;
  }

  Tree without_logs(const Goal& g) {
    Goal h = g;
    Proof out;
    rule::Combine sum{Rational(0), {}};
    for (const BoundedLog& b : logs_) {
      const Relation bound{Rel::ge, b.from_below ? b.log : b.bound, b.from_below ? b.bound : b.log};
      const auto t = beside_its_tangent({h.context, bound}, b.log);
      if (!t) return std::nullopt;
      cut_in(out, h, bound, *t);
      sum.terms.emplace_back(h.context.hypotheses().size(), weight(b.from_below ? b.multiple : negate(b.multiple)));
    }
    const Relation left{Rel::ge, rest_, 0};
    const auto t = multiplied_out({g.context, left});
    if (!t) return std::nullopt;
    cut_in(out, h, left, *t);
    sum.terms.emplace_back(h.context.hypotheses().size(), Rational(1));
    out.emplace_back(sum);
    return out;
  }
  // By the normal form, whose denominators are shown to have a sign first: what is left has none, and needs no
  // hypothesis.
  Tree multiplied_out(const Goal& g) const {
    Subprover free = s_;
    free.prove_within = [&](const Goal& h, int depth, bool numeric, std::size_t most_boxes) -> Tree {
      Proof out;
      const Goal k = without_hypotheses(h, out);
      if (!is_defined(k.context, k.difference()) || !looks_nonnegative(k.context, k.difference()))
        return s_.prove_within(h, depth, numeric, most_boxes);
      const auto t = s_.prove_within(k, depth, numeric, most_boxes);
      if (!t) return std::nullopt;
      append(out, *t);
      return out;
    };
    Proof out;
    const auto signs = with_denominators(g.context, g.difference(), out, s_);
    if (!signs) return s_.prove(g, depth_ - 1, true);
    Goal h{*signs, g.relation};
    if (g.strict()) show_positive_factors(h, out, free);
    const auto f = split_factors(h.context, g.difference(), s_.algebra);
    if (!f || (f->nonnegative_only && g.strict()) || !is_defined(h.context, f->weight))
      return s_.prove(g, depth_ - 1, true);
    // Each other factor has a sign of its own, as values say.
    Expr weight = f->weight, last = f->flip ? Expr(-1) : Expr(1);
    for (std::size_t i = 0; i < f->rest.size(); ++i) {
      const Expr& r = f->rest[i];
      const bool up = looks_nonnegative(h.context, r);
      if (!up && !looks_nonnegative(h.context, negate(r))) return std::nullopt;
      const Expr e = up ? r : negate(r);
      last = up ? last : negate(last);
      if (i + 1 == f->rest.size()) {
        last = mul(last, e);
        continue;
      }
      const Relation sign{Rel::gt, e, 0};
      const auto t = free.prove({g.context, sign}, depth_ - 1, true);
      if (!t) return std::nullopt;
      cut_in(out, h, sign, *t);
      weight = mul(weight, e);
    }
    const auto t = steps(h, rule::Factor{weight, last}, {[&](const Goal& k) -> Tree {
                           if (auto u = s_.immediate(k)) return u;
                           return free.prove(k, depth_ - 1, true);
                         }});
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }
  // Of what is strict, factors that are only seen not to be negative, next to the end, are positive.
  void show_positive_factors(Goal& h, Proof& out, const Subprover& free) const {
    const auto f = s_.algebra(h.context)->factorization(h.difference());
    if (!f) return;
    for (const auto& [base, k] : f->factors) {
      const Relation sign{Rel::gt, base, 0};
      if (h.context.signs(base) != (positive | zero)) continue;
      Proof lines;
      const Goal alone = without_hypotheses({h.context, sign}, lines);
      if (const auto t = free.prove(alone, depth_ - 1, true)) {
        append(lines, *t);
        cut_in(out, h, sign, lines);
      }
    }
  }
  Tree beside_its_tangent(const Goal& g, const Expr& f) const {
    const auto shown = [&](const Goal& k) { return s_.prove(k, depth_ - 1, true); };
    if (f.op() != Op::log) return shown(g);
    return steps(g, rule::Gen{fresh_name(g.context), {{false, false, Rational(0)}, {}}, f.arg(0)}, {shown});
  }

  const Goal& g_;
  const Subprover& s_;
  int depth_;
  Inward way_;
  std::string name_;
  Expr u_, d_ = 0, slope_ = 0, rest_ = 0;
  Context inside_;
  std::vector<BoundedLog> logs_;
};

// From the end to the other one, or to a place on the way: D need not grow, nor be smooth as far as signs tell, beyond.
Tree near_and_far(const Goal& g, const Subprover& s, int depth, const Inward& way) {
  const auto begins = [&](const Goal& h, const Inward& there) {
    return is_smooth({h.context.without_hypotheses_on(way.x), h.relation}, way.x)
               ? RemovableEnd(h, s, depth, there).run()
               : std::nullopt;
  };
  if (auto t = begins(g, way)) return t;
  for (const Rational& distance : {Rational(1), Rational(1, 4)}) {
    if (way.most && !(distance < *way.most)) continue;
    Inward there = way;
    there.most = distance, there.most_is_met = true;
    const Rational place = way.lower ? way.end.value() + distance : way.end.value() - distance;
    const auto near = [&](const Goal& h) { return begins(h, there); };
    const auto far = [&](const Goal& h) { return s.prove(h, depth - 1, true); };
    if (auto t = both_sides(g, rule::Split{way.x, place}, way.lower ? 0 : 1, near, far)) return t;
  }
  return std::nullopt;
}

}  // namespace

Tree by_removable_ends(const Goal& goal, const Subprover& s, int depth) {
  const auto has_log = [](const Expr& e) { return e.op() == Op::log || e.op() == Op::log1p; };
  // Of several variables the limit would be asked for at all values of the others, which is seldom as simple.
  if (goal.relation.rel == Rel::eq || variables_of(goal.difference()).size() != 1) return std::nullopt;
  Goal g = goal;
  Proof front;
  if (nodes_of(g.relation, has_log).empty()) {
    // Of a product with an exponential the logarithm is taken.
    if (!has_exponential_side(g)) return std::nullopt;
    const Relation logs{g.relation.rel, log_by_factors(g.context, g.relation.lhs),
                        log_by_factors(g.context, g.relation.rhs)};
    if (!take(rule::TakeLog{}, g, front) || !take(rule::Rewrite{logs.lhs, logs.rhs}, g, front)) return std::nullopt;
  }
  const Expr d = g.difference();
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (v.integer || !depends_on(d, x)) continue;
    for (const bool lower : {true, false}) {
      const End &end = lower ? v.range.lo : v.range.hi, &other = lower ? v.range.hi : v.range.lo;
      if (end.infinite || end.closed || smoothness(g.context.without_hypotheses_on(x), d, x, lower)) continue;
      Inward way{x, Expr(end.value), lower, std::nullopt};
      if (!other.infinite) way.most = abs(other.value - end.value), way.most_is_met = other.closed;
      if (way.most && way.most->is_zero()) continue;
      if (const auto t = near_and_far(g, s, depth, way)) {
        append(front, *t);
        return front;
      }
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
