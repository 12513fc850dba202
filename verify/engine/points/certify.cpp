#include "verify/engine/points/certify.hpp"

#include <algorithm>
#include <cmath>
#include <deque>

#include "dpcert/language/enclose.hpp"
#include "verify/algebra/algebra.hpp"
#include "verify/engine/goal/goal.hpp"
#include "verify/engine/points/score.hpp"

namespace dpcert::verify {

namespace {

constexpr Precision first_bits = 64;

bool certainly_positive_constant(const Expr& u) {
  return variables_of(u).empty() && certainly_positive(constant_value<Ball>(u, 192));
}

Exact exact_value(const Expr& e) { return constant_value<Exact>(e, 0); }

bool has_huge_power(const Expr& constant) {
  bool huge = false;
  transform(constant, [&](const Expr& e, std::span<const Expr>) {
    if (e.op() == Op::pow && !huge) {
      const auto base = exact_value(e.arg(0)).q;
      const auto exponent = exact_value(e.arg(1)).q;
      huge = base && exponent && dpcert::abs(*exponent) * Rational(base->bits()) > Rational(2000);
    }
    return e;
  });
  return huge;
}

std::map<std::string, Rational> as_point(const Problem& p, const Values& x) {
  std::map<std::string, Rational> point;
  for (std::size_t i = 0; i < x.size(); ++i) point.emplace(p.variables()[i].name, x[i]);
  return point;
}

}  // namespace

Certifier::Certifier(const Problem& problem, Precision max_bits)
    : problem_(&problem), max_bits_(max_bits), exact_(problem.program()), identity_(problem.conclusions().size(), -1) {}

Runner<Ball>& Certifier::runner(Precision bits) {
  return runners_.try_emplace(bits, problem_->program(), bits).first->second;
}

void Certifier::start(const Values& x) {
  x_ = x;
  for (auto& [bits, flag] : started_) flag = false;
  exact_started_ = false;
}

Runner<Ball>& Certifier::started(Precision bits) {
  Runner<Ball>& run = runner(bits);
  bool& flag = started_[bits];
  if (!flag) {
    balls_.clear();
    for (const auto& q : x_) balls_.emplace_back(q, bits);
    run.start(balls_);
    flag = true;
  }
  return run;
}

namespace {
constexpr int max_normal_forms = 64;  // for one search
}

bool Certifier::zero_by_normal_form(const Expr& e) {
  ExprMap<Expr> values;
  for (std::size_t i = 0; i < x_.size(); ++i) values.emplace(problem_->names()[i], Expr(x_[i]));
  const Expr at = substitute(e, values);
  // Huge numbers would be multiplied out and factored; enclosures are the better tool there.
  // The number of attempts is bounded, not their time, so that the result does not depend on the machine.
  for (const auto& q : x_) {
    if (q.bits() > 64) return false;
  }
  if (has_huge_power(at) || ++normal_forms_ > max_normal_forms) return false;
  Algebra algebra(certainly_positive_constant);
  return algebra.is_zero(at);
}

// Is e identically zero where coordinates have their ends as values, or are equal, as they are here? Decided once for
// each such face, so that the many points of an edge of equality cost nothing.
bool Certifier::zero_on_face(const Expr& e) {
  std::string face;
  ExprMap<Expr> values;
  for (std::size_t i = 0; i < x_.size(); ++i) {
    const Range& r = problem_->variables()[i].range;
    if ((!r.lo.infinite && x_[i] == r.lo.value) || (!r.hi.infinite && x_[i] == r.hi.value) || x_[i].is_zero()) {
      values.emplace(problem_->names()[i], Expr(x_[i]));
      face += std::to_string(i) + "=" + x_[i].str() + " ";
      continue;
    }
    const auto first = static_cast<std::size_t>(std::ranges::find(x_, x_[i]) - x_.begin());
    if (first < i) {
      values.emplace(problem_->names()[i], problem_->names()[first]);
      face += std::to_string(i) + "~" + std::to_string(first) + " ";
    }
  }
  if (face.empty()) return false;
  const auto known = faces_.find({e.serial(), face});
  if (known != faces_.end()) return known->second;
  if (faces_.size() > 500) return false;
  Algebra algebra(certainly_positive_constant);
  const bool zero = algebra.is_zero(substitute(e, values));
  faces_.emplace(std::pair{e.serial(), face}, zero);
  return zero;
}

Standing Certifier::decide_exactly(const Slot& slot, bool& equal) {
  if (!exact_started_) {
    std::vector<Exact> in;
    for (const auto& q : x_) in.push_back({q});
    exact_.start(in);
    exact_started_ = true;
  }
  for (std::size_t g = 0; g < slot.guards.size(); ++g) {
    const auto& u = exact_.root(slot.first + g).q;
    if (!u || u->sign() < 0) return Standing::undecided;
  }
  const auto a = exact_.root(slot.lhs()).q;
  const auto& b = exact_.root(slot.rhs()).q;
  if (!a || !b) return Standing::undecided;
  equal = *a == *b;
  switch (slot.relation.rel) {
    case Rel::ge:
      return *a >= *b ? Standing::holds : Standing::fails;
    case Rel::gt:
      return *a > *b ? Standing::holds : Standing::fails;
    default:
      return equal ? Standing::holds : Standing::fails;
  }
}

Standing Certifier::decide(const Slot& slot, const Effort& effort, Precision& bits, bool& equal, bool& finite) {
  equal = false;
  finite = false;
  const Rel rel = slot.relation.rel;
  const Precision limit = std::min(effort.limit, max_bits_);
  for (Precision p = std::min(first_bits, limit); p <= limit; p *= 2) {
    bits = p;
    Runner<Ball>& run = started(p);
    bool guarded = true;
    for (std::size_t g = 0; guarded && g < slot.guards.size(); ++g) {
      guarded = certainly_nonnegative(run.root(slot.first + g));
    }
    if (guarded) {
      const Ball& a = run.root(slot.lhs());
      const Ball& b = run.root(slot.rhs());
      finite = a.is_finite() && b.is_finite();
      if (finite) {
        if (rel == Rel::eq) {
          if (certainly_less(a, b) || certainly_greater(a, b)) return Standing::fails;
          if (certainly_equal(a, b)) return Standing::holds;
        } else {
          if (rel == Rel::ge ? certainly_greater_equal(a, b) : certainly_greater(a, b)) return Standing::holds;
          if (certainly_less(a, b)) return Standing::fails;
        }
      }
    }
    // Exact equality is common (corners, simple points), and no precision decides it.
    if (p == 2 * first_bits || p == limit) {
      const Standing s = decide_exactly(slot, equal);
      if (s != Standing::undecided) {
        finite = true;
        return s;
      }
    }
    if (!finite && p >= 256) return Standing::undecided;
    if (p == 256 && zero_on_face(sub(slot.relation.lhs, slot.relation.rhs))) {
      equal = true;
      return rel == Rel::gt ? Standing::fails : Standing::holds;
    }
    if ((p == 512 || p == limit) && effort.algebra && finite &&
        zero_by_normal_form(sub(slot.relation.lhs, slot.relation.rhs))) {
      equal = true;
      return rel == Rel::gt ? Standing::fails : Standing::holds;
    }
  }
  return Standing::undecided;
}

// Subdivision in the bound variable, pieces in order.
Standing Certifier::forall(const ForallSlot& f, const Effort& effort) {
  const Precision bits = 96;
  const int max_pieces = effort.plain ? 16'384 : effort.algebra ? 1'000 : 200;  // the checker allows 2^16
  const std::size_t n = problem_->size();
  Runner<Interval> run(*f.program, bits);
  std::vector<Interval> in;
  for (const auto& q : x_) in.emplace_back(q, bits);
  in.emplace_back(Rational(0), bits);
  run.start(in);
  const Interval lo = run.root(0);
  const Interval hi = run.root(1);
  if (!lo.is_finite() || !hi.is_finite()) return Standing::undecided;
  if (certainly_less(hi, lo)) return Standing::holds;
  const Rel rel = f.slot.relation.rel;
  const Interval zero(Rational(0), bits);
  const auto certain = [&](const Interval& a, const Interval& b) {
    return rel == Rel::eq   ? certainly_equal(a, b)
           : rel == Rel::ge ? certainly_greater_equal(a, b)
                            : certainly_greater(a, b);
  };
  std::deque<Interval> open{hull(lo, hi)};
  for (int pieces = 0; !open.empty(); ++pieces) {
    if (pieces > max_pieces) return Standing::undecided;
    const Interval y = std::move(open.front());
    open.pop_front();
    in[n] = y;
    run.start(in);
    bool guarded = true;
    for (std::size_t g = 0; guarded && g < f.slot.guards.size(); ++g) {
      guarded = certainly_nonnegative(run.root(f.slot.first + g));
    }
    const Interval a = run.root(f.slot.lhs());
    const Interval b = run.root(f.slot.rhs());
    if (guarded) {
      if (certain(a, b)) continue;
      if (certainly_less(a, b) || (rel == Rel::eq && certainly_less(b, a))) return Standing::fails;
    }
    if (y.is_point()) return Standing::undecided;
    const Interval middle = y.midpoint();
    if (guarded && f.slope && !effort.plain && a.is_finite() && b.is_finite()) {
      const Interval slope = run.root(f.difference + 1);
      in[n] = middle;
      run.start(in);
      const Interval at_middle = run.root(f.difference);
      if (certainly_less(at_middle, zero)) return Standing::fails;
      if (slope.is_finite() && certain(at_middle + slope * (y - middle), zero)) continue;
    }
    if (y.relative_accuracy_bits() > bits - 10) return Standing::undecided;
    open.push_back(Interval::from_arf(y.lower_arf(), middle.lower_arf(), bits));
    open.push_back(Interval::from_arf(middle.upper_arf(), y.upper_arf(), bits));
  }
  return Standing::holds;
}

Standing Certifier::hypotheses(const Values& x, const Effort& effort) {
  if (!problem_->inside(x)) return Standing::fails;
  start(x);
  Standing all = Standing::holds;
  Precision bits = 0;
  bool equal = false;
  bool finite = false;
  for (std::size_t h = 0; h < problem_->hypotheses().size(); ++h) {
    const bool constructed = problem_->holds_by_construction(h);
    Effort e = effort;
    if (constructed) e.limit = std::min<Precision>(e.limit, 128);
    Standing s = decide(problem_->hypotheses()[h], e, bits, equal, finite);
    if (constructed && finite && s == Standing::undecided) s = Standing::holds;
    if (s == Standing::fails) return s;
    if (s == Standing::undecided) all = s;
  }
  if (all != Standing::holds) return all;
  for (const auto& f : problem_->foralls()) {
    const Standing s = forall(f, effort);
    if (s != Standing::holds) return s;
  }
  return Standing::holds;
}

Finding Certifier::examine(const Values& x, const Effort& effort) {
  Finding found;
  const Standing h = hypotheses(x, effort);
  if (h != Standing::holds) {
    found.kind = h == Standing::fails ? Finding::Kind::outside : Finding::Kind::unclear;
    return found;
  }
  found.kind = Finding::Kind::holds;
  for (std::size_t c = 0; c < problem_->conclusions().size(); ++c) {
    const Slot& slot = problem_->conclusions()[c];
    Precision bits = 0;
    bool equal = false;
    bool finite = false;
    const bool identity = slot.relation.rel == Rel::eq && is_identity(c);
    Effort e = effort;
    if (identity) e.limit = 128;
    Standing s = decide(slot, e, bits, equal, finite);
    if (s == Standing::undecided && identity && finite) s = Standing::holds;
    if (s == Standing::fails) {
      found.kind = Finding::Kind::violated;
      found.conclusion = c;
      found.by_equality = equal && slot.relation.rel == Rel::gt;
      if (found.by_equality && !zero_by_normal_form(sub(slot.relation.lhs, slot.relation.rhs))) {
        // Equal, but not for a reason that the checker's normal form sees (lgamma(1) = 0). Exact enclosures will do as
        // well.
        Runner<Ball>& run = started(bits);
        if (!certainly_less_equal(run.root(slot.lhs()), run.root(slot.rhs()))) {
          found.kind = Finding::Kind::undecided;
          return found;
        }
        found.by_equality = false;
      }
      found.bits = std::max<Precision>(128, 2 * bits);
      if (!found.by_equality) {
        const double r = slack(started(bits), slot, Scale::relative);
        found.size = std::isnan(r) ? 0 : std::fabs(r);
      } else {
        found.size = 1;
      }
      return found;
    }
    if (s == Standing::undecided && found.kind == Finding::Kind::holds) {
      found.kind = Finding::Kind::undecided;
      found.conclusion = c;
      found.defined = finite;
    }
  }
  return found;
}

std::pair<Ball, Ball> Certifier::sides(const Values& x, std::size_t conclusion, Precision bits) {
  start(x);
  Runner<Ball>& run = started(bits);
  const Slot& slot = problem_->conclusions()[conclusion];
  const Ball lhs = run.root(slot.lhs());
  return {lhs, run.root(slot.rhs())};
}

bool Certifier::is_identity(std::size_t c) {
  if (identity_[c] >= 0) return identity_[c] != 0;
  std::vector<Relation> hypotheses;
  for (const auto& h : problem_->hypotheses()) hypotheses.push_back(h.relation);
  const Context context(problem_->variables(), hypotheses);
  const Relation& r = problem_->conclusions()[c].relation;
  ExprMap<Expr> solved;
  for (const auto& s : problem_->solved()) solved.emplace(problem_->names()[s.coordinate], s.value);
  Algebra algebra([&](const Expr& u) { return context.positive_(u); });
  identity_[c] = algebra.is_zero(substitute(sub(r.lhs, r.rhs), solved)) ? 1 : 0;
  return identity_[c] != 0;
}

std::optional<Certifier::Defect> Certifier::undefined(const Values& x, std::size_t conclusion) {
  using Kind = Requirement::Kind;
  start(x);
  const auto point = as_point(*problem_, x);
  std::map<std::string, Exact> exact_point;
  for (const auto& [name, q] : point) exact_point.emplace(name, Exact{q});
  const auto ball = [&](const Expr& e) { return enclose(e, point, 512); };
  const auto is_zero = [&](const Expr& e, const Ball& b) {
    if (!b.contains_zero()) return false;
    const Exact q = evaluate<Exact>(
        e, exact_point, [](const Rational& r) { return Exact{r}; }, [] { return Exact{}; });
    return q.q ? q.q->is_zero() : zero_by_normal_form(e);
  };
  for (const auto& r : problem_->requirements(conclusion)) {
    const Ball u = ball(r.argument);
    if (!u.is_finite()) return std::nullopt;  // something inside is undefined, but not for certain
    const auto defect = [&](const std::string& what) { return Defect{r.whole, what + " in " + to_text(r.whole)}; };
    const std::string shown = to_text(r.argument);
    switch (r.kind) {
      case Kind::nonzero:
        if (is_zero(r.argument, u)) return defect("division by zero: " + shown + " = 0");
        break;
      case Kind::positive:
        if (certainly_negative(u)) return defect("argument below zero: " + shown + " < 0");
        if (is_zero(r.argument, u)) return defect("argument zero: " + shown + " = 0");
        break;
      case Kind::above_minus_one: {
        const Ball v = u + Ball(1);
        if (certainly_negative(v) || is_zero(add(r.argument, 1), v)) {
          return defect("argument not above -1: " + shown + " <= -1");
        }
        break;
      }
      case Kind::nonnegative:
        if (certainly_negative(u)) return defect("argument below zero: " + shown + " < 0");
        break;
      case Kind::xlogy: {
        const Ball a = ball(r.other);
        if (certainly_negative(u) || (is_zero(r.argument, u) && (certainly_positive(a) || certainly_negative(a)))) {
          return defect("logarithm of a number that is not positive: " + shown);
        }
        break;
      }
      case Kind::real_power:
        if (certainly_negative(u)) return defect("base below zero: " + shown + " < 0");
        [[fallthrough]];
      case Kind::power:
        if (certainly_negative(ball(r.other)) && is_zero(r.argument, u)) {
          return defect("zero to a negative power: " + shown + " = 0");
        }
        break;
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
