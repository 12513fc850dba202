#include "verify/engine/points/problem.hpp"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "dpcert/language/enclose.hpp"
#include "src/symbolic/functions.hpp"
#include "verify/algebra/algebra.hpp"

namespace dpcert::verify {

namespace {

// Sums and products of integer variables and integer literals.
bool is_integer_valued(const Expr& e, const std::set<std::string>& integers) {
  bool all = true;  // each part once: it may be reached in exponentially many ways
  transform(e, [&](const Expr& x, std::span<const Expr>) {
    const bool ring = x.op() == Op::neg || x.op() == Op::add || x.op() == Op::sub || x.op() == Op::mul;
    all = all && (ring || (x.is_constant() && x.value().is_integer()) ||
                  (x.op() == Op::variable && integers.contains(x.name())));
    return x;
  });
  return all;
}

std::set<std::string> integers_of(const std::vector<Variable>& variables) {
  std::set<std::string> names;
  for (const auto& v : variables) {
    if (v.integer) names.insert(v.name);
  }
  return names;
}

std::optional<Requirement> requirement_of(const Expr& e, const std::set<std::string>& integers) {
  using Kind = Requirement::Kind;
  switch (e.op()) {
    case Op::div:
      return Requirement{Kind::nonzero, e.arg(1), {}, e};
    case Op::pow:
      if (const Expr& v = e.arg(1); v.is_constant()) {
        if (v.value().is_integer()) {
          if (v.value().sign() >= 0) return std::nullopt;
          return Requirement{Kind::nonzero, e.arg(0), {}, e};
        }
        return Requirement{v.value().sign() > 0 ? Kind::nonnegative : Kind::positive, e.arg(0), {}, e};
      }
      if (is_integer_valued(e.arg(1), integers)) return Requirement{Kind::power, e.arg(0), e.arg(1), e};
      return Requirement{Kind::real_power, e.arg(0), e.arg(1), e};
    default:
      break;
  }
  const FunctionEntry* f = function_entry(e);
  switch (f ? f->domain : Domain::reals) {
    case Domain::reals:
      break;
    case Domain::positive:
      return Requirement{Kind::positive, e.arg(0), {}, e};
    case Domain::nonnegative:
      return Requirement{Kind::nonnegative, e.arg(0), {}, e};
    case Domain::above_minus_one:
      return Requirement{Kind::above_minus_one, e.arg(0), {}, e};
    case Domain::weighted_log:
      return Requirement{Kind::xlogy, e.arg(1), e.arg(0), e};
  }
  return std::nullopt;
}

bool is_positive_number(const Expr& u) { return u.is_constant() && u.value().sign() > 0; }

// The value of x in e = 0, if e is affine in x.
std::optional<Expr> affine_solution(Algebra& algebra, const Expr& e, const Expr& x) {
  if (!depends_on(e, x)) return std::nullopt;
  const auto c = algebra.coefficients(e, x);
  if (!c || c->size() != 2 || depends_on((*c)[0], x) || depends_on((*c)[1], x)) return std::nullopt;
  return negate(quotient((*c)[0], (*c)[1]));
}

void collect_terms(const Expr& e, std::vector<Expr>& terms) {
  std::vector<Expr> stack{e};
  while (!stack.empty()) {
    const Expr t = stack.back();
    stack.pop_back();
    if (t.op() == Op::add || t.op() == Op::sub || t.op() == Op::neg) {
      for (std::size_t i = t.args().size(); i-- > 0;) stack.push_back(t.arg(i));
    } else if (!t.is_constant(0) && terms.size() < 64) {
      terms.push_back(t);
    }
  }
}

}  // namespace

std::vector<Requirement> requirements_of(const std::vector<Expr>& roots, const std::vector<Variable>& variables) {
  const auto integers = integers_of(variables);
  std::vector<Requirement> found;
  std::unordered_set<Expr> seen;
  std::vector<std::pair<Expr, bool>> stack;
  for (std::size_t i = roots.size(); i-- > 0;) stack.emplace_back(roots[i], false);
  while (!stack.empty()) {
    const auto [e, ready] = stack.back();
    stack.pop_back();
    if (ready) {
      if (const auto r = requirement_of(e, integers)) found.push_back(*r);
      continue;
    }
    if (!seen.insert(e).second) continue;
    stack.emplace_back(e, true);
    const std::size_t n = e.op() == Op::select ? 2 : e.args().size();
    for (std::size_t i = n; i-- > 0;) stack.emplace_back(e.arg(i), false);
  }
  return found;
}

Slot Problem::add(const Relation& r, std::vector<Expr>& roots) {
  Slot slot{r, {}, {}, roots.size()};
  for (const auto& q : requirements_of({r.lhs, r.rhs}, variables_)) {
    if (q.kind == Requirement::Kind::real_power) slot.guards.push_back(q.argument);
  }
  roots.insert(roots.end(), slot.guards.begin(), slot.guards.end());
  roots.push_back(r.lhs);
  roots.push_back(r.rhs);
  collect_terms(r.lhs, slot.terms);
  collect_terms(r.rhs, slot.terms);
  roots.insert(roots.end(), slot.terms.begin(), slot.terms.end());
  return slot;
}

Problem::Problem(std::vector<Variable> variables, const std::vector<Relation>& hypotheses,
                 const std::vector<ForallHypothesis>& forall_hypotheses, const std::vector<Relation>& conclusions)
    : variables_(std::move(variables)) {
  for (const auto& v : variables_) names_.push_back(Expr::variable(v.name));
  std::vector<Expr> roots;
  for (const auto& h : hypotheses) hypotheses_.push_back(add(h, roots));
  for (const auto& c : conclusions) {
    conclusions_.push_back(add(c, roots));
    requirements_.push_back(requirements_of({c.lhs, c.rhs}, variables_));
  }
  program_ = std::make_unique<Program>(roots, names_);
  for (const auto& f : forall_hypotheses) {
    std::vector<Expr> parts{f.lo, f.hi};
    ForallSlot slot{f, add(f.relation, parts), 0, false, nullptr};
    slot.difference = parts.size();
    const Expr y = Expr::variable(f.bound);
    const Expr d = sub(f.relation.lhs, f.relation.rhs);
    parts.push_back(d);
    if (is_smooth_in(d, y)) {
      if (const Expr slope = derivative(d, y); size_of(slope) < 2000) {
        parts.push_back(slope);
        slot.slope = true;
      }
    }
    auto inputs = names_;
    inputs.push_back(Expr::variable(f.bound));
    slot.program = std::make_unique<Program>(parts, inputs);
    foralls_.push_back(std::move(slot));
  }
  find_solutions(hypotheses);
}

void Problem::find_solutions(const std::vector<Relation>& hypotheses) {
  Algebra algebra(is_positive_number);
  ExprMap<Expr> known;  // solved coordinates, in terms of the others
  const auto is_known = [&](const Expr& x) { return known.contains(x); };

  by_construction_.assign(hypotheses.size(), 0);
  for (std::size_t h = 0; h < hypotheses.size(); ++h) {
    if (hypotheses[h].rel != Rel::eq) continue;
    const Expr e = substitute(sub(hypotheses[h].lhs, hypotheses[h].rhs), known);
    // A solution without divisions by other coordinates first, and integers last: a solved integer would rarely be one.
    std::optional<Solved> best;
    int best_cost = 0;
    for (std::size_t i = 0; i < size(); ++i) {
      if (is_known(names_[i])) continue;
      const auto value = affine_solution(algebra, e, names_[i]);
      if (!value) continue;
      int cost = variables_[i].integer ? 100 : 0;
      if (value->op() == Op::div || (value->op() == Op::neg && value->arg(0).op() == Op::div)) cost += 10;
      if (variables_[i].range.bounded()) ++cost;
      if (!best || cost < best_cost) {
        best = Solved{i, *value};
        best_cost = cost;
      }
    }
    if (!best) continue;
    for (auto& [x, value] : known) value = substitute(value, {{names_[best->coordinate], best->value}});
    known.emplace(names_[best->coordinate], best->value);
    by_construction_[h] = 1;
  }
  for (std::size_t i = 0; i < size(); ++i) {
    const auto found = known.find(names_[i]);
    if (found == known.end()) {
      free_.push_back(i);
    } else {
      solved_.push_back({i, found->second});
      solved_programs_.push_back(std::make_unique<Program>(std::vector<Expr>{found->second}, names_));
    }
  }
  for (std::size_t h = 0; h < hypotheses.size(); ++h) {
    if (hypotheses[h].rel != Rel::ge) continue;
    for (const auto& face : zeros(sub(hypotheses[h].lhs, hypotheses[h].rhs))) faces_.push_back(face);
  }
}

std::vector<Solved> Problem::zeros(const Expr& root) const {
  ExprMap<Expr> known;
  for (const auto& s : solved_) known.emplace(names_[s.coordinate], s.value);
  const Expr e = substitute(root, known);
  Algebra algebra(is_positive_number);
  std::vector<Solved> found;
  for (const std::size_t i : free_) {
    if (const auto value = affine_solution(algebra, e, names_[i])) found.push_back({i, *value});
  }
  return found;
}

bool Problem::solve(const Solved& s, Values& x) const {
  std::map<std::string, Exact> values;
  for (std::size_t i = 0; i < size(); ++i) values.emplace(variables_[i].name, Exact{x[i]});
  const Exact v = evaluate<Exact>(
      s.value, values, [](const Rational& q) { return Exact{q}; }, [] { return Exact{}; });
  if (!v.q) return false;
  x[s.coordinate] = *v.q;
  return true;
}

bool Problem::complete(Values& x) const {
  for (std::size_t k = 0; k < solved_.size(); ++k) {
    Runner<Exact> run(*solved_programs_[k]);
    std::vector<Exact> in;
    for (const auto& q : x) in.push_back({q});
    run.start(in);
    const auto& v = run.root(0).q;
    if (!v) return false;
    x[solved_[k].coordinate] = *v;
  }
  return true;
}

void Problem::complete(std::vector<double>& x) const {
  for (std::size_t k = 0; k < solved_.size(); ++k) {
    Runner<Approx> run(*solved_programs_[k]);
    std::vector<Approx> in;
    for (const double v : x) in.push_back({v});
    run.start(in);
    x[solved_[k].coordinate] = run.root(0).v;
  }
}

bool Problem::inside(std::size_t i, const Rational& x) const {
  return variables_[i].range.contains(x) && (!variables_[i].integer || x.is_integer());
}

bool Problem::inside(const Values& x) const {
  for (std::size_t i = 0; i < size(); ++i) {
    if (!inside(i, x[i])) return false;
  }
  return true;
}

std::vector<const char*> place_labels(const Problem& problem, const Values& x) {
  bool at = false, near = false, whole = !x.empty(), large = false;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Range& range = problem.variables()[i].range;
    for (const End* end : {&range.lo, &range.hi}) {
      if (end->infinite) continue;
      const Rational away = dpcert::abs(x[i] - end->value);
      at = at || away.is_zero();
      near = near || (!away.is_zero() && away < Rational(1, 1'000'000));
    }
    whole = whole && x[i].is_integer();
    large = large || dpcert::abs(x[i]) > Rational(1'000'000);
  }
  std::vector<const char*> labels;
  if (at) labels.push_back("at an end");
  if (near) labels.push_back("near an end");
  if (whole) labels.push_back("whole numbers");
  if (large) labels.push_back("large");
  return labels;
}

}  // namespace dpcert::verify
