// The value of an integral whose body has kinks: the body is what it is between the places where what decides a kink
// changes its sign. Of a difference of two positive terms that is the sign of the difference of their logarithms, which
// for densities of normal and Laplace laws is a polynomial of degree at most 2.
#include <algorithm>

#include "verify/engine/proof/written.hpp"
#include "verify/engine/tactics/integrals.hpp"
#include "verify/engine/tactics/primitives.hpp"

namespace dpcert::verify {

namespace {

constexpr int deepest = 12;  // kinks and cuts one inside the other

struct SignedPart {
  int sign;
  Expr e;
};

void flatten(const Expr& e, int sign, std::vector<SignedPart>& out) {
  if (e.op() == Op::add || e.op() == Op::sub) {
    flatten(e.arg(0), sign, out);
    flatten(e.arg(1), e.op() == Op::sub ? -sign : sign, out);
  } else if (e.op() == Op::neg) {
    flatten(e.arg(0), -sign, out);
  } else if (e.op() == Op::div && (e.arg(0).op() == Op::add || e.arg(0).op() == Op::sub)) {
    std::vector<SignedPart> above;
    flatten(e.arg(0), sign, above);
    for (const auto& [s, part] : above) out.push_back({s, quotient(part, e.arg(1))});
  } else if (!e.is_constant(0)) {
    out.push_back({sign, e});
  }
}

// e = outside rest, where `outside` has no x.
void factor_out(const Expr& e, const Expr& x, Expr& outside, Expr& rest) {
  if (!depends_on(e, x)) {
    outside = mul(outside, e);
  } else if (e.op() == Op::neg) {
    outside = negate(outside);
    factor_out(e.arg(0), x, outside, rest);
  } else if (e.op() == Op::mul) {
    factor_out(e.arg(0), x, outside, rest);
    factor_out(e.arg(1), x, outside, rest);
  } else if (e.op() == Op::div) {
    factor_out(e.arg(0), x, outside, rest);
    if (depends_on(e.arg(1), x))
      rest = quotient(rest, e.arg(1));
    else
      outside = quotient(outside, e.arg(1));
  } else {
    rest = mul(rest, e);
  }
}

// Is u >= 0, as far as signs and single hypotheses show it? The proof of the goal u >= 0.
Tree sure(const Context& c, const Expr& u) {
  if (c.knows({u, Need::nonnegative})) return Proof{rule::Sign{}};
  Algebra a = c.algebra();
  if (a.is_zero(u)) return Proof{rule::Identity{}};
  if (const auto plain = a.simplified(u); plain && is_defined(c, *plain) && c.knows({*plain, Need::nonnegative}))
    return Proof{rewrite_to(*plain), rule::Sign{}};
  for (std::size_t k = 0; k < c.hypotheses().size(); ++k) {
    const Relation& h = c.hypotheses()[k];
    const Expr d = sub(h.lhs, h.rhs);
    if (h.rel == Rel::eq || !nodes_of(h, is_integral).empty()) continue;
    const auto weight = a.simplified(quotient(u, d));
    if (weight && c.positive_(*weight) && a.is_zero(sub(u, mul(*weight, d))))
      return Proof{rule::Factor{*weight, d}, rule::Hyp{k + 1}};
  }
  return std::nullopt;
}

// What decides a kink: it is >= 0 where more >= less, which has the sign of q[0] + q[1] x + q[2] x^2.
struct Decider {
  Expr more, less = 0;
  bool logs = false;
  std::array<Expr, 3> q{Expr(0), Expr(0), Expr(0)};
};

std::optional<Decider> decider_of(const Context& inside, const Expr& kink, const Expr& x) {
  Algebra a = inside.algebra();
  const Expr u = kink.op() == Op::abs ? kink.arg(0) : sub(kink.arg(0), kink.arg(1));
  Decider out{u};
  if (const auto p = a.coefficients(u, x)) {
    if (p->size() > 3) return std::nullopt;
    std::ranges::copy(*p, out.q.begin());
    return out;
  }
  std::vector<SignedPart> terms;
  flatten(u, 1, terms);
  // (1 - g) p + g q - p, as for a mixture and one of its parts, is g q - g p.
  if (const auto form = terms.size() > 2 ? a.simplified(u) : std::nullopt) {
    terms.clear();
    flatten(*form, 1, terms);
  }
  if (terms.size() != 2 || terms[0].sign == terms[1].sign) return std::nullopt;
  if (terms[0].sign < 0) std::swap(terms[0], terms[1]);
  out = {terms[0].e, terms[1].e, true};
  if (!inside.positive_(out.more) || !inside.positive_(out.less)) return std::nullopt;
  const auto p = logarithm(inside, out.more, x), r = p ? logarithm(inside, out.less, x) : std::nullopt;
  if (!r) return std::nullopt;
  for (std::size_t i = 0; i < 3; ++i) {
    const Expr d = sub((*p)[i], (*r)[i]);
    out.q[i] = a.simplified(d).value_or(d);
  }
  return out;
}

class Finder {
 public:
  Finder(Goal g, const ProveGoal& prove, const std::vector<Lemma>& lemmas)
      : g_(std::move(g)), prove_(&prove), lemmas_(&lemmas) {}

  // `weight`: with which the equation that says the value will be added up.
  std::optional<Expr> value(const Expr& i, const Expr& weight, int depth) {
    if (const auto known = value_of(g_.context, i)) {
      note({Rel::eq, i, *known}, weight);
      return known;
    }
    if (depth == 0 || undecided) return std::nullopt;
    const Expr x = Expr::variable(fresh_name(g_.context));
    const Expr body = body_at(i, x);
    const auto kinks = nodes_of({Rel::eq, body, 0}, [&](const Expr& e) { return is_kink(e) && depends_on(e, x); });
    if (!has_one_sign(i, x, body)) {
      Finder trial = *this;
      if (auto v = trial.by_terms(i, weight, depth, x, body)) {
        *this = std::move(trial);
        return v;
      }
    }
    if (auto v = at_once(i, weight)) return v;
    return kinks.empty() ? std::nullopt : by_kink(i, weight, depth, x, kinks.front());
  }

  // Adds up the equations that were found; the goal is what they say together.
  std::optional<Step> sum() const {
    rule::Combine out{Rational(0), {}};
    const auto& all = g_.context.hypotheses();
    for (const auto& [equation, weight] : parts_) {
      const auto at = std::ranges::find(all, equation);
      if (at == all.end()) return std::nullopt;
      out.terms.emplace_back(static_cast<std::size_t>(at - all.begin()) + 1, weight);
    }
    return out;
  }
  [[nodiscard]] const Proof& lines() const { return lines_; }

  std::optional<Expr> undecided;

 private:
  void note(const Relation& equation, const Expr& weight) {
    for (auto& [known, w] : parts_)
      if (known == equation) {
        w = add(w, weight);
        return;
      }
    parts_.emplace_back(equation, weight);
  }
  bool take(const Step& step) {
    auto next = after(step, g_);
    if (!next) return false;
    lines_.push_back(step);
    g_ = std::move(*next);
    return true;
  }
  // The step with its proof of the first goal; the rest goes on with the second one.
  bool take(const Step& step, const Proof& first) {
    auto children = apply(step, g_);
    if (!children || children->size() != 2) return false;
    lines_.push_back(step);
    append(lines_, first);
    g_ = (*children)[1];
    return true;
  }
  // The equation that the step adds to the hypotheses, which may have it already: nothing if it cannot be applied.
  [[nodiscard]] std::optional<Relation> said_by(const Step& step) const {
    const auto children = apply(step, {g_.context.with_hypotheses({}), g_.relation});
    if (!children || children->empty()) return std::nullopt;
    const Context& last = children->back().context;
    if (last.hypotheses().empty() || last.hypotheses().back().rel != Rel::eq) return std::nullopt;
    return last.hypotheses().back();
  }

  std::optional<Expr> at_once(const Expr& i, const Expr& weight) {
    Goal trial = g_;
    Proof before;
    dominate(trial, before, i);
    // Waves on an unbounded interval: without them it is larger.
    const Expr body = body_at(i, Expr::variable(fresh_name(trial.context)));
    if (!(low_of(i) && high_of(i)) && !nodes_of({Rel::eq, body, 0}, is_wave).empty())
      static_cast<void>(by_domination(trial, before, i, *prove_));
    const auto step = antiderivative(trial.context, i);
    auto next = step ? after(*step, trial) : std::nullopt;
    const auto equation = next ? said_by(*step) : std::nullopt;
    if (!equation) return nodes_of({Rel::eq, body, 0}, is_kink).empty() ? found_with_proof(i, weight) : std::nullopt;
    append(lines_, before);
    lines_.push_back(*step);
    g_ = std::move(*next);
    note(*equation, weight);
    return equation->rhs;
  }

  // A primitive whose derivative takes a proof, or one in the logarithm of x; or by laws and new variables.
  std::optional<Expr> found_with_proof(const Expr& i, const Expr& weight) {
    Goal now = g_;
    Proof lines;
    if (!by_primitives(now, lines, i, *prove_) && !by_density_integrals(now, lines, i, *lemmas_) &&
        !by_new_variables(now, lines, i, *lemmas_, *prove_))
      return std::nullopt;
    const auto v = value_of(now.context, i);
    if (!v) return std::nullopt;
    append(lines_, lines);
    g_ = std::move(now);
    note({Rel::eq, i, *v}, weight);
    return v;
  }

  // Not that of a difference: what shows it here may not be seen by others.
  [[nodiscard]] bool has_one_sign(const Expr& i, const Expr& x, const Expr& body) const {
    if (low_of(i) && high_of(i)) return true;
    const Context inside = g_.context.inside(i, x);
    return inside.knows({body, Need::nonnegative}) || inside.knows({negate(body), Need::nonnegative});
  }

  // Each term by itself: if they have integrals, so has their sum.
  std::optional<Expr> by_terms(const Expr& i, const Expr& weight, int depth, const Expr& x, const Expr& body) {
    std::vector<SignedPart> terms;
    flatten(body, 1, terms);
    // x^(-a - 1) (c + log(x)): its terms have integrals, of one sign each but for a factor without x.
    if (terms.size() < 2 && nodes_of({Rel::eq, body, 0}, is_kink).empty()) {
      const Context inside = g_.context.inside(i, x);
      const auto form = inside.algebra().expanded(body);
      terms.clear();
      if (form && is_defined(inside, *form)) flatten(*form, 1, terms);
    }
    if (terms.size() < 2 && !nodes_of({Rel::eq, body, 0}, is_kink).empty()) return std::nullopt;
    rule::Linear step{i, {}};
    Expr total = 0;
    for (const auto& [sign, e] : terms) {
      Expr outside = 1, rest = 1;
      factor_out(e, x, outside, rest);
      const bool sign_known = strict_sign(outside) != 0;
      if (sign_known) rest = e;
      outside = sign_known ? Expr(sign) : sign > 0 ? outside : negate(outside);
      if (terms.size() == 1 && sign_known) return std::nullopt;
      const auto part = as_written(Expr::integral(x, low_of(i), high_of(i), rest), g_.context);
      const auto v = part ? value(*part, mul(outside, weight), depth - 1) : std::nullopt;
      if (!v) return std::nullopt;
      step.terms.emplace_back(dpcert::verify::weight(outside), *part);
      total = add(total, mul(outside, *v));
    }
    if (step.terms.empty()) return std::nullopt;
    const auto equation = said_by(step);
    if (!equation || !take(step)) return std::nullopt;
    note(*equation, weight);
    return total;
  }

  // Where a root lies.
  struct Root {
    Expr at;
    enum class Where : std::uint8_t { left, right, inside } where = Where::inside;
  };

  // u >= 0 is known, if need be behind a cut.
  bool knows(const Expr& u) {
    if (g_.context.knows({u, Need::nonnegative})) return true;
    auto proof = sure(g_.context, u);
    // A place at log(r/s)/(r - s), say.
    const auto is_log = [](const Expr& e) { return e.op() == Op::log; };
    if (!proof && !nodes_of({Rel::eq, u, 0}, is_log).empty() && is_defined(g_.context, u) &&
        looks_nonnegative(g_.context, u))
      proof = (*prove_)({g_.context, {Rel::ge, u, 0}});
    return proof && take(rule::Cut{{Rel::ge, u, 0}}, *proof);
  }
  std::optional<Root::Where> place(const Expr& r, const Expr& i) {
    const auto low = low_of(i), high = high_of(i);
    if (low && knows(sub(*low, r))) return Root::Where::left;
    if (high && knows(sub(r, *high))) return Root::Where::right;
    if (low && !knows(sub(r, *low))) {
      undecided = sub(r, *low);
      return std::nullopt;
    }
    if (high && !knows(sub(*high, r))) {
      undecided = sub(*high, r);
      return std::nullopt;
    }
    return Root::Where::inside;
  }
  // What has the sign of e, without factors and denominators that are positive.
  [[nodiscard]] Expr without_positive_factors(const Expr& e) const {
    if (e.op() == Op::neg) return negate(without_positive_factors(e.arg(0)));
    if (e.op() != Op::div && e.op() != Op::mul) return e;
    if (g_.context.positive_(e.arg(1))) return without_positive_factors(e.arg(0));
    return e.op() == Op::mul && g_.context.positive_(e.arg(0)) ? without_positive_factors(e.arg(1)) : e;
  }
  // The sign of e, which is not 0 where it is asked for; 0: not known.
  int strict_sign(const Expr& e) const {
    if (g_.context.positive_(e)) return 1;
    return g_.context.positive_(negate(e)) ? -1 : 0;
  }

  std::optional<Expr> by_kink(const Expr& i, const Expr& weight, int depth, const Expr& x, const Expr& kink) {
    const auto d = decider_of(g_.context.inside(i, x), kink, x);
    if (!d) return std::nullopt;
    Algebra a = g_.context.algebra();
    const auto plain = [&](const Expr& e) { return a.simplified(e).value_or(e); };
    const int degree = !a.is_zero(d->q[2]) ? 2 : !a.is_zero(d->q[1]) ? 1 : 0;
    const Expr& lead = d->q[static_cast<std::size_t>(degree)];
    int sign = strict_sign(lead);
    std::vector<Root> roots;
    Expr shape = sign < 0 ? negate(lead) : lead;  // the value without its sign, as it is written where that is proved
    if (degree == 0) {
      sign = knows(lead) ? 1 : knows(negate(lead)) ? -1 : 0;
      if (sign == 0) undecided = lead;
      shape = sign < 0 ? negate(lead) : lead;
    } else if (sign != 0 && degree == 1) {
      roots.push_back({plain(quotient(negate(d->q[0]), d->q[1]))});
    } else if (sign != 0) {
      const Expr middle = quotient(negate(d->q[1]), mul(2, lead));
      const Expr square = plain(sub(pow(middle, 2), quotient(d->q[0], lead)));  // of half the distance of the roots
      if (knows(negate(square))) {
        shape = mul(shape, add(pow(sub(x, middle), 2), negate(square)));
      } else if (knows(square)) {
        roots.push_back({sub(plain(middle), sqrt(square))});
        roots.push_back({add(plain(middle), sqrt(square))});
      } else {
        undecided = square;
        return std::nullopt;
      }
    }
    if (sign == 0) {
      if (!undecided) undecided = without_positive_factors(lead);
      return std::nullopt;
    }
    for (Root& r : roots) {
      const auto where = place(r.at, i);
      if (!where) return std::nullopt;
      if (*where == Root::Where::inside) return split(i, weight, depth, r.at);
      r.where = *where;
      if (r.where == Root::Where::right) sign = -sign;
      shape = mul(shape, distance(r, x));
    }
    return resolved(i, weight, depth, x, kink, {*d, sign, shape, roots});
  }

  // From a root to x, where the interval is known to lie on one side of it.
  static Expr distance(const Root& r, const Expr& x) {
    return r.where == Root::Where::left ? sub(x, r.at) : sub(r.at, x);
  }

  std::optional<Expr> split(const Expr& i, const Expr& weight, int depth, const Expr& at) {
    const Step step = rule::SplitRange{i, at};
    const auto equation = said_by(step);
    if (!equation || equation->rhs.op() != Op::add) return std::nullopt;
    const Expr& both = equation->rhs;
    const auto low = value(both.arg(0), weight, depth - 1), high = low ? value(both.arg(1), weight, depth - 1) : low;
    if (!high || !take(step)) return std::nullopt;
    note(*equation, weight);
    return add(*low, *high);
  }

  // On the interval the decider has this sign, and is the sign times `shape`.
  struct Side {
    Decider decider;
    int sign;
    Expr shape;
    std::vector<Root> roots;
  };

  // Here the kink is one of its arguments.
  std::optional<Expr> resolved(const Expr& i, const Expr& weight, int depth, const Expr& x, const Expr& kink,
                               const Side& side) {
    const int sign = side.sign;
    const bool first = (kink.op() == Op::min) != (sign > 0);
    const Expr chosen = kink.op() == Op::abs ? (sign > 0 ? kink.arg(0) : negate(kink.arg(0))) : kink.arg(first ? 0 : 1);
    const Step step = rule::Integrand{i, x.name(), replaced(body_at(i, x), kink, chosen)};
    const auto equation = said_by(step);
    const auto v = equation ? value(equation->rhs, weight, depth - 1) : std::nullopt;
    const auto now = v ? apply(step, g_) : std::nullopt;  // more is known now
    if (!now) return std::nullopt;
    const auto same = same_body(now->front(), i, x, side);
    if (!same || !take(step, *same)) return std::nullopt;
    note(*equation, weight);
    return v;
  }

  // That x is on its side of each root that is no end: it is so of the end, and x lies behind that.
  static bool place_roots(Proof& out, Goal& g, const Expr& i, const Expr& x, const Side& side) {
    for (const Root& r : side.roots) {
      const bool left = r.where == Root::Where::left;
      const Expr end = left ? *low_of(i) : *high_of(i), way = distance(r, x);
      if (r.at == end) continue;
      const auto k = g.context.matching_hypothesis(left ? sub(x, end) : sub(end, x), Rel::ge);
      if (k == 0) return false;
      const Proof proof{rule::Combine{left ? sub(end, r.at) : sub(r.at, end), {{k, Rational(1)}}}};
      cut_in(out, g, {Rel::ge, way, 0}, proof);
    }
    return true;
  }

  static Tree same_body(const Goal& g, const Expr& i, const Expr& x, const Side& side) {
    const Decider& d = side.decider;
    // A difference of exponentials whose sign is seen here need not have one that others see.
    if (!d.logs && g.context.algebra().is_zero(g.difference())) return Proof{rule::Identity{}};
    const bool more = side.sign > 0;
    const Relation cut{Rel::ge, more ? d.more : d.less, more ? d.less : d.more};
    const auto children = apply(rule::Cut{cut}, g);
    if (!children || !(*children)[1].context.algebra().is_zero(g.difference())) return std::nullopt;
    Proof out{rule::Cut{cut}};
    Goal now = (*children)[0];
    if (!place_roots(out, now, i, x, side)) return std::nullopt;
    if (d.logs) {
      const auto logs = after(rule::TakeLog{}, now);
      if (!logs) return std::nullopt;
      out.emplace_back(rule::TakeLog{});
      now = *logs;
    }
    if (!now.context.algebra().is_zero(sub(now.difference(), side.shape)) ||
        !now.context.knows({side.shape, Need::nonnegative}))
      return std::nullopt;
    append(out, {rewrite_to(side.shape), rule::Sign{}, rule::Identity{}});
    return out;
  }

  Goal g_;
  const ProveGoal* prove_;
  const std::vector<Lemma>* lemmas_;
  Proof lines_;
  std::vector<std::pair<Relation, Expr>> parts_;
};

}  // namespace

bool by_pieces_of_integral(Goal& g, Proof& lines, const Expr& integral, std::optional<Expr>& undecided,
                           const ProveGoal& prove, const std::vector<Lemma>& lemmas) {
  Finder finder({g.context, {Rel::eq, integral, 0}}, prove, lemmas);
  const auto found = finder.value(integral, 1, deepest);
  undecided = finder.undecided;
  if (!found) return false;
  const auto sum = finder.sum();
  // Fractions together may have a denominator of which less is known.
  const auto form = g.context.algebra().simplified(*found);
  const auto value = as_written(form && is_defined(g.context, *form) ? *form : *found, g.context);
  if (!sum || !value) return false;
  const Step cut = rule::Cut{{Rel::eq, integral, *value}};
  const auto children = apply(cut, g);
  if (!children) return false;
  lines.push_back(cut);
  append(lines, finder.lines());
  lines.push_back(*sum);
  g = (*children)[1];
  return true;
}

}  // namespace dpcert::verify
