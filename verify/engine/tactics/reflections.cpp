// What statements about logarithms of moment generating functions hide: in p and (1 - p)/p a symmetry about a place
// that is no number. In the logarithm of the odds instead of p, and in the distance from that place, D is an even
// function.
#include <array>
#include <cmath>
#include <utility>

#include "src/core/work.hpp"
#include "verify/engine/goal/probe.hpp"
#include "verify/engine/tactics/coordinates.hpp"
#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

namespace {

// By values in doubles at a few points, so a guess: D at x and at 2*centre - x.
bool looks_even_about(const Context& c, const Expr& d, const Expr& x, const Expr& centre) {
  const auto& variables = c.variables();
  auto probe = Probe::of({d, substitute(d, {{x, sub(mul(2, centre), x)}})}, variables);
  if (!probe) return false;
  count_work(probe->length());
  int points = 0;
  std::vector<double> at(variables.size());
  for (int k = 0; k < Effort::Reflections::points; ++k) {
    for (std::size_t i = 0; i < at.size(); ++i) {
      Ends ends = ends_of(variables[i].range);
      if (std::isinf(ends.lo) && std::isinf(ends.hi)) ends = {-2, 2};
      at[i] = scattered(ends, std::fmod(0.618034 * (k + 1) + 0.754878 * static_cast<double>(i + 1), 1.0));
    }
    probe->at(at);
    const double here = probe->value(0), there = probe->value(1);
    if (!std::isfinite(here) || !std::isfinite(there)) continue;
    if (std::abs(here - there) > 1e-8 * (std::abs(here) + std::abs(there)) + 1e-12) return false;
    ++points;
  }
  return points >= Effort::Reflections::least_points;
}

// The places about which D may be even in x: small multiples of a variable with which x stands below a function.
std::vector<Expr> centres(const Goal& g, const Expr& x) {
  std::vector<Expr> out;
  const std::array multiples{Expr(1), Expr(-1), Expr(Rational(1, 2)), Expr(Rational(-1, 2)), Expr(2), Expr(-2)};
  for (const Variable& v : g.context.variables()) {
    const Expr y = Expr::variable(v.name);
    const auto below_function = [&](const Expr& e) {
      return e.args().size() == 1 && e.op() != Op::neg && depends_on(e, x) && depends_on(e, y);
    };
    if (y == x || nodes_of(g.relation, below_function).empty()) continue;
    for (const Expr& m : multiples) out.push_back(m.is_constant(1) ? y : mul(m, y));
  }
  return out;
}

// log((1 - p)/p), or of what is 1 by it.
struct LogOdds {
  Expr logarithm;
  bool negative;
};

std::optional<LogOdds> log_odds(Algebra& a, const Expr& e, const Expr& p) {
  if (e.op() != Op::log || !depends_on(e, p)) return std::nullopt;
  const Expr &odds = e.arg(0), against = quotient(sub(1, p), p);
  if (a.is_zero(sub(odds, against))) return LogOdds{e, false};
  if (a.is_zero(sub(mul(odds, against), 1))) return LogOdds{e, true};
  return std::nullopt;
}

// p is 1/(1 + exp(u)) with the logarithm u of the odds against it, whose range is known where p may be anything, or
// anything below 1/2.
struct Logistic {
  Range logarithms, inverses;  // of u, and of 1 + exp(u)
};

std::optional<Logistic> logistic(const Range& p) {
  if (!p.bounded() || p.lo.closed || p.hi.closed || !p.lo.value.is_zero()) return std::nullopt;
  const Rational one(1);
  Logistic out{{}, {{false, false, one / p.hi.value}, {}}};
  if (p.hi.value == Rational(1, 2)) out.logarithms.lo = {false, false, Rational(0)};
  if (p.hi.value != one && p.hi.value != Rational(1, 2)) return std::nullopt;
  return out;
}

Tree in_log_odds(const Goal& g, const Expr& p, const Logistic& by, const std::vector<LogOdds>& all,
                 const ProveGoal& alone) {
  const std::string name = fresh_name(g.context);
  const std::string name_of_inverse = fresh_name(g.context.with_variable({name, false, by.logarithms}));
  const Expr u = Expr::variable(name), odds = add(1, exp(u)), inverse = Expr::variable(name_of_inverse);
  const Expr place = quotient(1, odds);
  Goal h = g;
  Proof out;
  if (!take(rule::Subst{p, name_of_inverse, by.inverses, quotient(1, inverse)}, h, out) ||
      !take(rule::Subst{inverse, name, by.logarithms, odds}, h, out))
    return std::nullopt;
  for (const LogOdds& one : all) {
    const Expr here = substitute(one.logarithm, {{p, place}});
    const Relation equal{Rel::eq, here, one.negative ? negate(u) : u};
    cut_in(out, h, equal, {rule::TakeExp{}, rule::Identity{}});
    if (!put_value(here, equal.rhs, h, out)) return std::nullopt;
  }
  const Goal bare = without_hypotheses(h, out);
  // Probabilities as quotients by 1 + exp(u), in logarithms too.
  Algebra a = bare.context.algebra();
  const Expr l = with_simple_arguments(a, bare.relation.lhs), r = with_simple_arguments(a, bare.relation.rhs);
  const bool defined = is_defined(bare.context, l) && is_defined(bare.context, r);
  const auto t = defined ? rewritten(bare, l, r, alone) : alone(bare);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

}  // namespace

Tree by_reflections(const Goal& g, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq || !g.context.hypotheses().empty()) return std::nullopt;
  const Expr d = g.difference();
  for (const Variable& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (v.integer || !v.range.lo.infinite || !v.range.hi.infinite || !depends_on(d, x)) continue;
    for (const Expr& centre : centres(g, x)) {
      if (!looks_even_about(g.context, d, x, centre)) continue;
      const std::string name = fresh_name(g.context);
      return steps(g, rule::Subst{x, name, Range{}, add(Expr::variable(name), centre)}, {alone});
    }
  }
  return std::nullopt;
}

namespace {

// The signs of the logarithms, by which what they are below of stays defined when p is no variable any more.
bool know_signs(Goal& g, Proof& out, const std::vector<LogOdds>& all, const ProveGoal& alone) {
  for (const LogOdds& one : all) {
    const bool up = looks_nonnegative(g.context, one.logarithm);
    const Relation sign{Rel::gt, up ? one.logarithm : negate(one.logarithm), 0};
    if (!up && !looks_nonnegative(g.context, sign.lhs)) continue;
    const auto t = alone({g.context, sign});
    if (!t) return false;
    cut_in(out, g, sign, *t);
  }
  return true;
}

}  // namespace

Tree by_log_odds(const Goal& g, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty()) return std::nullopt;
  Algebra a = g.context.algebra();
  for (const Variable& v : g.context.variables()) {
    const Expr p = Expr::variable(v.name);
    if (v.integer) continue;
    std::vector<LogOdds> found;
    for (const Expr& e : nodes_of(g.relation, [&](const Expr& n) { return n.op() == Op::log; }))
      if (const auto one = log_odds(a, e, p)) found.push_back(*one);
    if (found.empty()) continue;
    const auto by = logistic(v.range);
    if (!by) continue;
    Goal h = g;
    Proof out;
    if (!know_signs(h, out, found, alone)) return std::nullopt;
    const auto t = in_log_odds(h, p, *by, found, alone);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
