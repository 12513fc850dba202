#include "verify/engine/goal/context.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "src/core/hash.hpp"
#include "src/core/work.hpp"
#include "verify/engine/goal/cache.hpp"
#include "verify/engine/goal/probe.hpp"
#include "verify/engine/goal/repetitions.hpp"

namespace dpcert::verify {

Context::Context(Facts facts)
    : facts_(std::make_shared<const Facts>(std::move(facts))), cache_(std::make_shared<Cache>()) {}

Context::Context(const Instance& s)
    : Context(Facts{s.variables, s.functions, s.hypotheses, s.forall_hypotheses, s.sequences, s.language}) {}

Context::Context(std::vector<Variable> variables, std::vector<Relation> hypotheses)
    : Context(Facts{std::move(variables), {}, std::move(hypotheses), {}, {}, 2}) {}

const Variable* Context::find(const Expr& v) const {
  for (const auto& x : variables()) {
    if (x.name == v.name()) return &x;
  }
  return nullptr;
}

const Sequence* Context::find_sequence(std::string_view name) const {
  const auto found = std::ranges::find(sequences(), name, &Sequence::name);
  return found == sequences().end() ? nullptr : &*found;
}

bool Context::is_integer_valued(const Expr& e) const {
  std::unordered_set<Expr> seen;  // a part may be reached in exponentially many ways
  std::vector<Expr> todo{e};
  while (!todo.empty()) {
    const Expr x = todo.back();
    todo.pop_back();
    if (!seen.insert(x).second) continue;
    switch (x.op()) {
      case Op::constant:
        if (!x.value().is_integer()) return false;
        break;
      case Op::variable: {
        const Variable* v = find(x);
        if (!(v && v->integer) && !x.name().starts_with('#')) return false;  // an index of a sum is an integer
        break;
      }
      case Op::neg:
      case Op::add:
      case Op::sub:
      case Op::mul:
        todo.insert(todo.end(), x.args().begin(), x.args().end());
        break;
      default:
        return false;
    }
  }
  return true;
}

Interval Context::range(const Expr& e, Precision bits) const {
  auto& ranges = cache().ranges;
  if (bits == 128) {
    if (const auto f = ranges.find(e); f != ranges.end()) return f->second;
  }
  std::vector<Expr> inputs;
  std::vector<Interval> values;
  for (const auto& v : variables()) {
    inputs.push_back(Expr::variable(v.name));
    const Range& r = v.range;
    Interval x = r.bounded()      ? Interval(r.lo.value, r.hi.value, bits)
                 : !r.lo.infinite ? Interval::at_least(r.lo.value, bits)
                 : !r.hi.infinite ? Interval::at_most(r.hi.value, bits)
                                  : Interval::entire(bits);
    values.push_back(x.with_limits());
  }
  Interval result = Interval::undefined(bits);
  // Bound variables and arbitrary functions have no range here.
  bool closed = true, repeats = false;
  std::vector<Expr> stack{e};
  std::unordered_set<Expr> seen;
  while (!stack.empty()) {
    const Expr x = stack.back();
    stack.pop_back();
    if (!seen.insert(x).second) continue;
    if (is_opaque(x)) {
      inputs.push_back(x);
      values.push_back(Interval::entire(bits).with_limits());
      continue;
    }
    if (x.op() == Op::variable) closed = closed && find(x);
    repeats = repeats || is_repetition(x);
    for (const auto& a : x.args()) stack.push_back(a);
  }
  if (closed) {
    // What follows from a range here is said to the checker, which must find as much.
    std::unordered_map<Expr, Expr> parts;
    const Tape tape({repeats ? without_repetitions(e, &parts) : e}, inputs);
    count_work(4 * tape.code().size());
    std::vector<Interval> work;
    tape.run<Interval>(
        values, work, [bits](const Rational& q) { return Interval(q, bits); }, [bits] { return Interval::pi(bits); }, 0,
        tape.end_of(0));
    result = work[tape.root(0)];
    if (bits == 128) {
      for (const auto& [x, slot] : tape.slots()) ranges.emplace(x, work[slot]);  // its parts will be asked for too
      for (const auto& [x, form] : parts)  // not of what stands inside an application
        if (const auto f = tape.slots().find(form); f != tape.slots().end()) ranges.emplace(x, work[f->second]);
    }
  }
  if (bits == 128) ranges.emplace(e, result);
  return result;
}

namespace {
// Variables and opaque parts, each once.
std::vector<Expr> unknowns_of(const Expr& e) {
  std::vector<Expr> unknowns, stack{e};
  std::unordered_set<Expr> seen;
  while (!stack.empty()) {
    const Expr x = stack.back();
    stack.pop_back();
    if (!seen.insert(x).second) continue;
    if (x.op() == Op::variable || is_opaque(x))
      unknowns.push_back(x);
    else
      for (const auto& a : x.args()) stack.push_back(a);
  }
  return unknowns;
}
}  // namespace

namespace {

// A hash of the text of an expression: the same in every process, as one of the expression itself is not.
std::uint64_t hash_of_text(const Expr& e) {
  static thread_local std::unordered_map<Expr, std::uint64_t> known;
  const auto [at, fresh] = known.try_emplace(e);
  if (fresh) at->second = fnv1a(is_opaque(e) ? to_text(e) : e.name());
  return at->second;
}

}  // namespace

// Values at a few fixed points of the box, in doubles: two expressions whose ratio differs between them are not
// multiples of each other. A filter, no evidence.
const Context::Fingerprint& Context::fingerprint(const Expr& e) const {
  auto& memo = cache().fingerprints;
  if (const auto f = memo.find(e); f != memo.end()) return f->second;
  const std::vector<Expr> inputs = unknowns_of(e);
  auto probe = Probe::of({e}, inputs).value();
  count_work(probe.length());
  Fingerprint out{};
  for (std::size_t k = 0; k < out.size(); ++k) {
    std::vector<double> x;
    for (const auto& input : inputs) {
      const std::uint64_t h = hash_of_text(input) * (2 * k + 1) + k * 7919;
      const double u = 0.1 + 0.8 * static_cast<double>(h % 10007) / 10007.0;
      const Variable* v = find(input);
      x.push_back(scattered(v ? ends_of(v->range) : Ends{-2, 2}, u));
    }
    probe.at(x);
    out[k] = probe.value();
  }
  return memo.emplace(e, out).first->second;
}

bool Context::may_be_multiples(const Expr& a, const Expr& b) const {
  const auto x = fingerprint(a), y = fingerprint(b);
  std::optional<double> r;  // the first ratio that is a number
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double q = x[k] / y[k];
    if (!std::isfinite(q)) continue;
    if (r && std::fabs(q - *r) > 1e-6 * (std::fabs(*r) + std::fabs(q))) return false;
    if (!r) r = q;
  }
  return r || a.node().tree_size <= 12;
}

bool Context::may_be_affine(const Expr& a, const Expr& b) const {
  const auto x = fingerprint(a), y = fingerprint(b);
  std::array<std::size_t, 3> at{};  // where both are numbers
  std::size_t found = 0;
  for (std::size_t k = 0; k < x.size() && found < at.size(); ++k)
    if (std::isfinite(x[k]) && std::isfinite(y[k])) at[found++] = k;
  if (found < at.size()) return true;
  const auto [i, j, k] = at;
  const double u = (x[j] - x[i]) * (y[k] - y[i]), v = (x[k] - x[i]) * (y[j] - y[i]);
  return !(std::fabs(u - v) > 1e-6 * (std::fabs(u) + std::fabs(v)));
}

Oracles Context::oracles() const {
  return {[this](const Expr& u) { return positive_(u); },
          [this](const Expr& u) {
            return knows({u, Need::nonnegative});
          },
          [this](const Expr& u) { return is_integer_valued(u); }};
}

std::size_t Context::matching_hypothesis(const Expr& d, Rel rel) const {
  Algebra a = algebra();
  for (std::size_t i = 0; i < hypotheses().size(); ++i) {
    const auto& h = hypotheses()[i];
    const Expr hd = sub(h.lhs, h.rhs);
    const bool enough = h.rel == Rel::eq ? rel != Rel::gt : h.rel == Rel::gt ? rel != Rel::eq : rel == Rel::ge;
    if (enough && may_be_multiples(d, hd) && a.ratio(d, hd, h.rel == Rel::eq)) return i + 1;
  }
  return 0;
}

Context Context::with_hypothesis(const Relation& r) const {
  Facts c = *facts_;
  c.hypotheses.push_back(r);
  return Context(std::move(c));
}

Context Context::with_formulas(const std::vector<Formula>& more) const {
  if (more.empty()) return *this;
  Facts c = *facts_;
  c.formulas.insert(c.formulas.end(), more.begin(), more.end());
  return Context(std::move(c));
}

Context Context::with_range(const Expr& variable, const Range& range) const {
  Facts c = *facts_;
  for (auto& v : c.variables) {
    if (v.name == variable.name()) v.range = range;
  }
  return Context(std::move(c));
}

Context Context::with_variable(const Variable& v) const {
  Facts c = *facts_;
  c.variables.push_back(v);
  return Context(std::move(c));
}

Context Context::with_value(const Expr& variable, const Expr& value) const {
  Facts c = *facts_;
  std::erase_if(c.variables, [&](const Variable& v) { return v.name == variable.name(); });
  const ExprMap<Expr> m{{variable, value}};
  for (auto& h : c.hypotheses) h = substitute(h, m);
  for (auto& h : c.forall_hypotheses) h = transformed(std::move(h), [&](const Expr& e) { return substitute(e, m); });
  for (auto& f : c.formulas) f = substitute(f, m);
  for (auto& s : c.sequences) {
    if (!s.recursion) continue;
    for (auto& e : s.recursion->first) e = substitute(e, m);
    s.recursion->next = substitute(s.recursion->next, m);
  }
  return Context(std::move(c));
}

Context Context::inside(const Expr& e, const Expr& index, bool closed) const {
  Facts c = *facts_;
  const bool whole = !is_integral(e), at_ends = whole || closed;
  const auto low = whole ? std::optional(e.arg(0)) : low_of(e), high = whole ? std::optional(e.arg(1)) : high_of(e);
  // What the signs of the ends say: for an integer below 0 or above it the next one.
  const auto end = [&](Signs ends, int sign) {
    if (whole && !(ends & zero)) return End{false, true, sign};
    return End{false, at_ends && (ends & zero), 0};
  };
  c.variables.push_back({index.name(), whole, Range{}});
  Range& range = c.variables.back().range;
  const Rel rel = at_ends ? Rel::ge : Rel::gt;
  if (low) {
    c.hypotheses.push_back({rel, index, *low});
    if (const Signs s = signs(*low); !(s & negative)) range.lo = end(s, 1);
  }
  if (high) {
    c.hypotheses.push_back({rel, *high, index});
    if (const Signs s = signs(*high); !(s & positive)) range.hi = end(s, -1);
  }
  return Context(std::move(c));
}

std::optional<Context> Context::inside_of_foralls(const Expr& e, const Expr& index) const {
  std::vector<Relation> known;
  for (const ForallHypothesis& h : forall_hypotheses()) {
    if (!h.integer || !h.inner.empty() || !knows({sub(e.arg(0), h.lo), Need::nonnegative})) continue;
    if (!h.unbounded && !knows({sub(h.hi, e.arg(1)), Need::nonnegative})) continue;
    known.push_back(at_value(h, index).relation);
  }
  for (const Formula& f : formulas()) {
    const auto& [name, variable, integer, lo, hi, lo_closed, hi_closed] = f.bound;
    if (!f.is(Formula::Kind::forall) || !integer || !f.parts[0].is(Formula::Kind::relation)) continue;
    if (lo && !knows({sub(e.arg(0), *lo), lo_closed ? Need::nonnegative : Need::positive})) continue;
    if (hi && !knows({sub(*hi, e.arg(1)), hi_closed ? Need::nonnegative : Need::positive})) continue;
    known.push_back(f.at(index).relation);
  }
  if (known.empty()) return std::nullopt;
  Facts c = *inside(e, index).facts_;
  c.hypotheses.insert(c.hypotheses.end(), known.begin(), known.end());
  return Context(std::move(c));
}

Context Context::closed_in(const Expr& variable) const {
  Facts c = *facts_;
  for (auto& h : c.hypotheses) {
    if (h.rel == Rel::gt && (depends_on(h.lhs, variable) || depends_on(h.rhs, variable))) h.rel = Rel::ge;
  }
  return Context(std::move(c));
}

Context Context::without_hypothesis(std::size_t index) const {
  Facts c = *facts_;
  c.hypotheses.erase(c.hypotheses.begin() + static_cast<std::ptrdiff_t>(index));
  return Context(std::move(c));
}

Context Context::with_hypotheses(std::vector<Relation> hypotheses) const {
  Facts c = *facts_;
  c.hypotheses = std::move(hypotheses);
  return Context(std::move(c));
}

Context Context::strictly_inside(const Expr& variable) const {
  Range r = find(variable)->range;
  r.lo.closed = r.hi.closed = false;
  return with_range(variable, r);
}

Context Context::with_closed_ends(const Expr& variable) const {
  Range r = find(variable)->range;
  r.lo.closed = !r.lo.infinite;
  r.hi.closed = !r.hi.infinite;
  return with_range(variable, r);
}

Context Context::without_hypotheses_on(const Expr& variable) const {
  Facts c = *facts_;
  std::erase_if(c.hypotheses,
                [&](const Relation& h) { return depends_on(h.lhs, variable) || depends_on(h.rhs, variable); });
  std::erase_if(c.forall_hypotheses, [&](const ForallHypothesis& h) {
    const auto depends = [&](const IndexBounds& r) { return depends_on(r.lo, variable) || depends_on(r.hi, variable); };
    return depends_on(h.lo, variable) || depends_on(h.hi, variable) || depends_on(h.relation.lhs, variable) ||
           depends_on(h.relation.rhs, variable) || std::ranges::any_of(h.inner, depends);
  });
  for (auto& s : c.sequences) {
    const auto mentions = [&](const Expr& e) { return depends_on(e, variable); };
    if (s.recursion && (std::ranges::any_of(s.recursion->first, mentions) || mentions(s.recursion->next)))
      s.recursion.reset();
  }
  return Context(std::move(c)).with_real(variable);  // on the way to other values
}

Context Context::with_real(const Expr& variable) const {
  Facts c = *facts_;
  std::erase_if(c.formulas, [&](const Formula& f) { return depends_on(f, variable); });
  for (auto& v : c.variables) {
    if (v.name == variable.name()) v.integer = false;
  }
  return Context(std::move(c));
}

}  // namespace dpcert::verify
