// Integrals from l to h of sums of c (x - l)^p (h - x)^q, and of these times log(x - l) or log(h - x), by statements
// that say what the integrals of a Beta density, and of its logarithms under it, are. Densities of Beta laws and their
// powers are of this kind, and those of Dirichlet laws, one coordinate after the other. In the same way those from 0 to
// infinity of sums of c x^p exp(-q x), and of these times log(x), by statements about Gamma laws.
#include <algorithm>

#include "verify/engine/proof/written.hpp"
#include "verify/engine/tactics/combination.hpp"
#include "verify/engine/tactics/integrals.hpp"
#include "verify/engine/tactics/sums_of_terms.hpp"

namespace dpcert::verify {

namespace {

enum class Log : std::uint8_t { none, of_low, of_high };

// On which the law stands: a bounded interval from l to h (Beta), or all positive numbers (Gamma).
enum class LawFamily : std::uint8_t { beta, gamma };

// c (x - l)^p (h - x)^q, or c x^p exp(-q x) on (0, inf), times log(x - l) or log(h - x); c, p and q do not contain x.
struct Term {
  Expr c = 1, p = 0, q = 0;
  Log log = Log::none;
};
using Terms = std::vector<Term>;

// The integrand as such a sum, as far as its shape shows it. `inside`: with x between the ends.
class Reader : public SumsOfTerms<Reader, Term, 24> {
 public:
  // Without a `high` the interval is (0, inf), and low is 0.
  Reader(const Context& inside, Algebra& a, const Expr& x, const Expr& low, const std::optional<Expr>& high)
      : inside_(inside), a_(a), x_(x), low_(low), high_(high) {}

  std::optional<Terms> read(const Expr& e) {
    if (!depends_on(e, x_)) return Terms{{e}};
    if (auto line = linear(e)) return line;
    switch (e.op()) {
      case Op::neg:
      case Op::add:
      case Op::sub:
      case Op::mul:
        return arithmetic(e);
      case Op::div:
        return divided(e.arg(0), power_of(e.arg(1), -1));
      case Op::pow:
        return depends_on(e.arg(1), x_) ? std::nullopt : power_of(e.arg(0), e.arg(1));
      case Op::sqrt:
        return power_of(e.arg(0), Rational(1, 2));
      case Op::exp:
        return exponential(e.arg(0));
      case Op::log:
        return logarithm(e.arg(0));
      default:
        return std::nullopt;
    }
  }

  /// k where exp(c x^k) was met, which is no exponential of a multiple of x.
  [[nodiscard]] const std::optional<Expr>& power() const { return power_; }

  // Those that differ by c alone, taken together.
  Terms together(const Terms& terms) {
    Terms out;
    for (Term t : terms) {
      t.p = a_.simplified(t.p).value_or(t.p);
      t.q = a_.simplified(t.q).value_or(t.q);
      const auto same = std::ranges::find_if(
          out, [&](const Term& o) { return o.log == t.log && a_.is_zero(sub(o.p, t.p)) && a_.is_zero(sub(o.q, t.q)); });
      if (same == out.end())
        out.push_back(t);
      else
        same->c = add(same->c, t.c);
    }
    std::erase_if(out, [&](const Term& t) { return a_.is_zero(t.c); });
    return out;
  }

  static std::optional<Term> product(const Term& s, const Term& t) {
    if (s.log != Log::none && t.log != Log::none) return std::nullopt;
    return Term{mul(s.c, t.c), add(s.p, t.p), add(s.q, t.q), s.log == Log::none ? t.log : s.log};
  }

 private:
  // A multiple of x - l or h - x, or of both; else a multiple of x - l and a number.
  std::optional<Terms> linear(const Expr& e) {
    const auto line = a_.coefficients(e, x_);
    if (line && line->size() == 3 && high_ && e.op() != Op::pow && e.op() != Op::mul) {
      const auto at = [&](const Expr& end) { return substitute(e, {{x_, end}}); };
      if (a_.is_zero(at(low_)) && a_.is_zero(at(*high_))) return Terms{{negate((*line)[2]), 1, 1}};
    }
    if (!line || line->size() != 2) return std::nullopt;
    const Expr &slope = (*line)[1], at_low = add((*line)[0], mul(slope, low_));
    if (a_.is_zero(at_low)) return Terms{{slope, 1, 0}};
    if (high_ && a_.is_zero(add((*line)[0], mul(slope, *high_)))) return Terms{{negate(slope), 0, 1}};
    return Terms{{at_low}, {slope, 1, 0}};
  }
  std::optional<Terms> power_of(const Expr& base, const Expr& v) {
    const auto terms = read(base);
    if (!terms) return std::nullopt;
    if (terms->size() == 1 && terms->front().log == Log::none) {
      const Term& t = terms->front();
      const bool whole = v.is_constant() && v.value().is_integer();
      if (!whole && !inside_.positive_(t.c)) return std::nullopt;
      const Expr c = t.c.is_constant(1) ? Expr(1) : v.is_constant(-1) ? quotient(1, t.c) : pow(t.c, v);
      return Terms{{c, mul(t.p, v), mul(t.q, v)}};
    }
    return to_the(*terms, v, 4);
  }
  // exp(c + p log(x - l) + q log(h - x)), or exp(c + p log(x) - q x)
  std::optional<Terms> exponential(const Expr& u) {
    const auto terms = read(u);
    if (!terms) return std::nullopt;
    Expr c = 0;
    Term out;
    for (const Term& t : *terms) {
      if (!high_ && t.log == Log::none && t.p.is_constant(1) && a_.is_zero(t.q)) {
        out.q = sub(out.q, t.c);
        continue;
      }
      if (!high_ && t.log == Log::none && !a_.is_zero(t.p) && a_.is_zero(t.q)) power_ = t.p;
      if (!a_.is_zero(t.p) || !a_.is_zero(t.q)) return std::nullopt;
      Expr& sum = t.log == Log::none ? c : t.log == Log::of_low ? out.p : out.q;
      sum = add(sum, t.c);
    }
    out.c = exp(c);
    return Terms{out};
  }
  std::optional<Terms> logarithm(const Expr& u) {
    const auto terms = read(u);
    if (!terms || terms->size() != 1 || terms->front().log != Log::none) return std::nullopt;
    const Term& t = terms->front();
    if (!inside_.positive_(t.c)) return std::nullopt;
    Terms out;
    if (!t.c.is_constant(1)) out.push_back({log(t.c)});
    if (!t.p.is_constant(0)) out.push_back({t.p, 0, 0, Log::of_low});
    if (!t.q.is_constant(0)) out.push_back(high_ ? Term{t.q, 0, 0, Log::of_high} : Term{negate(t.q), 1});
    return out;
  }

  const Context& inside_;
  Algebra& a_;
  Expr x_, low_;
  std::optional<Expr> high_, power_;
};

// The density of the Beta law with parameters a and b, or of the Gamma law with shape a and rate b.
Expr density(LawFamily law, const Expr& a, const Expr& b, const Expr& x) {
  if (law == LawFamily::gamma) return exp(sub(add(sub(mul(a, log(b)), lgamma(a)), mul(sub(a, 1), log(x))), mul(b, x)));
  const Expr front = sub(sub(lgamma(add(a, b)), lgamma(a)), lgamma(b));
  return exp(add(add(front, mul(sub(a, 1), log(x))), mul(sub(b, 1), log(sub(1, x)))));
}

// A statement about such a law, as it is given for use: which of its variables are the two parameters.
struct LawLemma {
  std::string id;
  std::shared_ptr<const Instance> statement;
  std::string first, second;
};

// Are the conclusions the integrals over (0, 1), or (0, inf), of these bodies, with these values?
bool concludes(LawFamily law, const Instance& s, const Expr& x, const std::vector<std::pair<Expr, Expr>>& integrals) {
  if (s.conclusions.size() != integrals.size() || !s.formulas.empty()) return false;
  Algebra plain([](const Expr&) { return false; });
  for (std::size_t i = 0; i < integrals.size(); ++i) {
    const auto& [rel, lhs, rhs] = s.conclusions[i];
    if (rel != Rel::eq || !is_integral(lhs)) return false;
    const auto low = low_of(lhs), high = high_of(lhs);
    if (!low || !low->is_constant(0) || (law == LawFamily::beta ? !high || !high->is_constant(1) : high.has_value()))
      return false;
    if (!plain.is_zero(sub(body_at(lhs, x), integrals[i].first)) || !plain.is_zero(sub(rhs, integrals[i].second)))
      return false;
  }
  return true;
}

// For all a, b > 0 and without any hypothesis: the mass of the law (`logs`: the expectations of its logarithms).
std::optional<LawLemma> find_lemma(LawFamily law, const std::vector<Lemma>& lemmas, bool logs) {
  for (const Lemma& lemma : lemmas) {
    if (lemma.statement.dim) continue;
    auto s = std::make_shared<const Instance>(lemma.statement.instance());
    const bool free = s->hypotheses.empty() && s->forall_hypotheses.empty() && s->facts.empty() &&
                      s->functions.empty() && s->sequences.empty() && s->variables.size() == 2;
    if (!free) continue;
    const auto positive = [](const Variable& v) {
      const End& lo = v.range.lo;
      return !v.integer && !lo.infinite && lo.value.is_zero() && v.range.hi.infinite;
    };
    if (!std::ranges::all_of(s->variables, positive)) continue;
    const Expr x = Expr::variable("@@x");
    for (const std::size_t i : {0U, 1U}) {
      const Expr a = Expr::variable(s->variables[i].name), b = Expr::variable(s->variables[1 - i].name);
      const Expr p = density(law, a, b, x);
      std::vector<std::pair<Expr, Expr>> values{{p, 1}};
      if (logs && law == LawFamily::beta)
        values = {{mul(log(x), p), sub(polygamma(0, a), polygamma(0, add(a, b)))},
                  {mul(log(sub(1, x)), p), sub(polygamma(0, b), polygamma(0, add(a, b)))}};
      else if (logs)
        values = {{mul(log(x), p), sub(polygamma(0, a), log(b))}};
      const bool said = concludes(law, *s, x, values);
      if (said) return LawLemma{lemma.id, std::move(s), std::string(a.name()), std::string(b.name())};
    }
  }
  return std::nullopt;
}

// By signs, of the difference written out: a sum of two sums that are known to be positive is one sum to the checker.
Tree by_signs(const Goal& g) {
  const Expr d = g.difference();
  const Need need = g.strict() ? Need::positive : Need::nonnegative;
  if (g.relation.rel == Rel::eq) return std::nullopt;
  if (g.context.with_hypotheses({}).knows({d, need})) return Proof{rule::Sign{}};
  const Expr plain = g.context.algebra().simplified(d).value_or(d);
  if (!is_defined(g.context, plain) || !g.context.knows({plain, need})) return std::nullopt;
  return plain == d ? Proof{rule::Sign{}} : Proof{rewrite_to(plain), rule::Sign{}};
}
Tree shown(const Goal& g) {
  if (auto t = by_signs(g)) return t;
  return prove_by_combination(g);
}

// What is said of a law.
struct Known {
  std::optional<LawLemma> mass, logs;
};
struct AllKnown {
  Known beta, gamma;
};

class Finder {
 public:
  Finder(Goal g, const AllKnown& known) : g_(std::move(g)), known_(known) {}

  // The value, which is a hypothesis of the goal then.
  std::optional<Expr> value(const Expr& integral) {
    if (const auto known = value_of(g_.context, integral)) return known;
    if (!low_of(integral) || (!high_of(integral) && !low_of(integral)->is_constant(0))) return std::nullopt;
    const Expr x = Expr::variable(fresh_name(g_.context)), body = body_at(integral, x);
    const Context inside = g_.context.inside(integral, x);
    return is_integral(body) ? iterated(integral, x, body, inside) : at_once(integral, x, body, inside);
  }
  [[nodiscard]] const Proof& lines() const { return lines_; }
  [[nodiscard]] const Goal& goal() const { return g_; }

 private:
  bool take(const Step& step, const std::vector<Proof>& first = {}) {
    auto children = apply(step, g_);
    if (!children || children->size() != first.size() + 1) return false;
    lines_.push_back(step);
    for (const Proof& p : first) append(lines_, p);
    g_ = children->back();
    return true;
  }
  // The equations that the step adds to the hypotheses, which may have them already.
  [[nodiscard]] std::vector<Relation> said_by(const Step& step) const {
    const auto added = [&](const Context& c) {
      const auto children = apply(step, {c, g_.relation});
      if (!children || children->empty()) return std::vector<Relation>{};
      const auto& all = children->back().context.hypotheses();
      return std::vector<Relation>(all.begin() + static_cast<std::ptrdiff_t>(c.hypotheses().size()), all.end());
    };
    auto said = added(g_.context);
    return said.empty() ? added(g_.context.with_hypotheses({})) : said;
  }
  [[nodiscard]] std::optional<std::size_t> number_of(const Relation& r) const {
    const auto& all = g_.context.hypotheses();
    const auto at = std::ranges::find(all, r);
    if (at == all.end()) return std::nullopt;
    return static_cast<std::size_t>(at - all.begin()) + 1;
  }
  // The difference of the sides of integral = v is the sum of those of equations, by these weights.
  std::optional<Expr> conclude(const Expr& integral, const Expr& v,
                               const std::vector<std::pair<Relation, Expr>>& weights) {
    const auto value = as_written(v, g_.context);
    if (!value) return std::nullopt;
    rule::Combine sum{Rational(0), {}};
    for (const auto& [equation, w] : weights) {
      const auto k = number_of(equation);
      const auto written = as_written(w, g_.context);
      if (!k || !written) return std::nullopt;
      sum.terms.emplace_back(*k, weight(*written));
    }
    if (!take(rule::Cut{{Rel::eq, integral, *value}}, {{sum}})) return std::nullopt;
    return value;
  }

  // The body is an integral for each x: its value there is what is integrated.
  std::optional<Expr> iterated(const Expr& integral, const Expr& x, const Expr& inner, const Context& inside) {
    Finder at_place({inside, {Rel::eq, inner, 0}}, known_);
    const auto there = at_place.value(inner);
    if (!there) return std::nullopt;
    // What the value asks for is asked for here, too.
    for (const Expr& e : at_place.positive_)
      if (!depends_on(e, x) && !knows_positive(e)) return std::nullopt;
    const auto other = as_written(Expr::integral(x, low_of(integral), high_of(integral), *there), g_.context);
    const auto v = other ? value(*other) : std::nullopt;
    if (!v) return std::nullopt;
    const Step moved = rule::Integrand{integral, x.name(), *there};
    const auto equation = said_by(moved);
    const auto children = apply(moved, g_);
    if (equation.size() != 1 || !children || children->size() != 2) return std::nullopt;
    // The same lines once more, behind what has been found since.
    Finder again((*children)[0], known_);
    const auto same = again.value(inner);
    const auto k = same ? again.number_of({Rel::eq, inner, *same}) : std::nullopt;
    if (!k || *same != *there) return std::nullopt;
    Proof proof = again.lines();
    proof.emplace_back(rule::Hyp{*k});
    if (!take(moved, {proof})) return std::nullopt;
    return conclude(integral, *v, {{equation[0], 1}, {{Rel::eq, *other, *v}, 1}});
  }

  // What the lemma says at a and b, moved to the interval from l to h of this width.
  struct Said {
    Relation value;
    std::optional<Relation> moved;
    [[nodiscard]] const Expr& integral() const { return moved ? moved->rhs : value.lhs; }
  };
  struct Place {
    std::string name;
    LawFamily law;
    Expr low, high, width;  // of a bounded interval
    bool whole;             // it is (0, 1), or all positive numbers
  };
  // e > 0 is known, if need be behind a cut.
  bool knows_positive(const Expr& e) {
    const auto written = as_written(e, g_.context);
    if (!written) return false;
    positive_.push_back(*written);
    const Goal sign{g_.context, {Rel::gt, *written, 0}};
    const auto proof = by_signs(sign);
    if (proof && proof->size() == 1) return true;
    return is_hypothesis(*written, proof);
  }
  // e > 0 is a hypothesis, if need be behind a cut.
  bool is_hypothesis(const Expr& e, const Tree& by = std::nullopt) {
    const Relation r{Rel::gt, e, 0};
    if (number_of(r)) return true;
    Tree proof = by ? by : by_signs({g_.context, r});
    if (!proof && e.op() == Op::add && is_hypothesis(e.arg(0)) && is_hypothesis(e.arg(1))) {
      const std::size_t one = *number_of({Rel::gt, e.arg(0), 0}), other = *number_of({Rel::gt, e.arg(1), 0});
      proof = Proof{rule::Combine{Rational(0), {{one, Rational(1)}, {other, Rational(1)}}}};
    }
    if (!proof) proof = prove_by_combination({g_.context, r});
    return proof && take(rule::Cut{r}, {*proof});
  }
  std::vector<Said> use(const LawLemma& lemma, const Expr& a, const Expr& b, const Place& place) {
    if (!knows_positive(a) || !knows_positive(b)) return {};
    if (place.law == LawFamily::beta && !knows_positive(add(a, b))) return {};
    const Step step = rule::UseLemma{lemma.id, lemma.statement, {{lemma.first, a}, {lemma.second, b}}, {}, {}, {}, {}};
    const auto equations = said_by(step);
    const auto children = apply(step, g_);
    if (!children || children->empty() || equations.size() != lemma.statement->conclusions.size()) return {};
    std::vector<Proof> bounds;
    for (std::size_t i = 0; i + 1 < children->size(); ++i) {
      const auto proof = shown((*children)[i]);
      if (!proof) return {};
      bounds.push_back(*proof);
    }
    if (!take(step, bounds)) return {};
    std::vector<Said> out;
    for (const Relation& r : equations) {
      out.push_back({r, {}});
      if (place.whole) continue;
      const Expr x = Expr::variable(place.name);
      const Step move =
          rule::Substitute{r.lhs, place.name, quotient(sub(x, place.low), place.width), {place.low}, {place.high}};
      const auto moved = said_by(move);
      if (moved.size() != 1 || !take(move)) return {};
      out.back().moved = moved[0];
    }
    return out;
  }

  static Place place_of(const Expr& integral, const Expr& x, Algebra& a) {
    const Expr low = *low_of(integral);
    const auto high = high_of(integral);
    if (!high) return {std::string(x.name()), LawFamily::gamma, low, low, 1, true};
    const Expr span = sub(*high, low), width = a.simplified(span).value_or(span);
    return {std::string(x.name()), LawFamily::beta, low, *high, width, low.is_constant(0) && high->is_constant(1)};
  }

  std::optional<Expr> at_once(const Expr& integral, const Expr& x, const Expr& body, const Context& inside) {
    Algebra a = inside.algebra();
    const Place place = place_of(integral, x, a);
    if (!g_.context.positive_(place.width)) return std::nullopt;
    const Known& known = place.law == LawFamily::beta ? known_.beta : known_.gamma;
    Reader reader(inside, a, x, place.low, high_of(integral));
    const auto read = reader.read(body);
    if (!read) return reader.power() ? by_power(integral, x, body, *reader.power()) : std::nullopt;
    const Terms terms = reader.together(*read);
    if (terms.empty()) return std::nullopt;
    rule::Linear step{integral, {}};
    std::vector<std::pair<Relation, Expr>> weights;
    Expr total = 0;
    const auto add_up = [&](const Said& said, const Expr& k) {
      const auto written = as_written(k, g_.context);
      if (!written) return false;
      step.terms.emplace_back(weight(*written), said.integral());
      weights.emplace_back(said.value, k);
      if (said.moved) weights.emplace_back(*said.moved, negate(k));
      total = add(total, mul(k, said.value.rhs));
      return true;
    };
    for (const Term& t : terms) {
      const auto plain = [&](const Expr& e) { return a.simplified(e).value_or(e); };
      const bool beta = place.law == LawFamily::beta;
      const Expr first = plain(add(t.p, 1)), second = plain(beta ? add(t.q, 1) : t.q);
      Expr exponent = beta ? sub(add(lgamma(first), lgamma(second)), lgamma(add(first, second)))
                           : sub(lgamma(first), mul(first, log(second)));
      if (!place.whole) exponent = add(exponent, mul(plain(add(add(t.p, t.q), 1)), log(place.width)));
      const Expr k = t.c.is_constant(1) ? exp(exponent) : mul(t.c, exp(exponent));
      if (t.log == Log::none || !place.whole) {
        if (!known.mass) return std::nullopt;
        const auto said = use(*known.mass, first, second, place);
        if (said.empty() || !add_up(said[0], t.log == Log::none ? k : mul(k, log(place.width)))) return std::nullopt;
      }
      if (t.log == Log::none) continue;
      if (!known.logs) return std::nullopt;
      const auto said = use(*known.logs, first, second, place);
      if (said.empty() || !add_up(said[t.log == Log::of_low ? 0 : 1], k)) return std::nullopt;
    }
    const auto equation = said_by(step);
    if (equation.size() != 1 || !take(step)) return std::nullopt;
    weights.emplace_back(equation[0], 1);
    return conclude(integral, total, weights);
  }

  // As an integral over t = x^k, which is found first: then the other one exists as well.
  std::optional<Expr> by_power(const Expr& integral, const Expr& x, const Expr& body, const Expr& k) {
    if (depends_on(k, x) || powers_ > 0 || !knows_positive(k)) return std::nullopt;
    ++powers_;
    const Expr root = pow(x, quotient(1, k));
    const Context there = g_.context.inside(integral, x);
    Algebra inside = there.algebra();
    const auto form = inside.simplified(mul(substitute(body, {{x, root}}), quotient(root, mul(k, x))));
    const auto other =
        form ? as_written(Expr::integral(x, low_of(integral), std::nullopt, *form), g_.context) : std::nullopt;
    const auto v = other ? value(*other) : std::nullopt;
    if (!v) return std::nullopt;
    const Step move = rule::Substitute{*other, std::string(x.name()), pow(x, k), {Expr(0)}, {std::nullopt, true}};
    const auto moved = said_by(move);
    if (moved.size() != 1 || !take(move)) return std::nullopt;
    const Expr back = body_at(moved[0].rhs, x);
    const Step same = rule::Integrand{integral, std::string(x.name()), back};
    const auto equation = said_by(same);
    if (equation.size() != 1 || !inside.is_zero(sub(body, back)) || !take(same, {{rule::Identity{}}}))
      return std::nullopt;
    return conclude(integral, *v, {{equation[0], 1}, {moved[0], -1}, {{Rel::eq, *other, *v}, 1}});
  }

  Goal g_;
  const AllKnown& known_;
  Proof lines_;
  int powers_ = 0;
  std::vector<Expr> positive_;  // the parameters, and their sums
};

}  // namespace

bool by_density_integrals(Goal& g, Proof& lines, const Expr& integral, const std::vector<Lemma>& lemmas) {
  if (lemmas.empty() || !low_of(integral)) return false;
  AllKnown known;
  const auto both = [&](LawFamily law) { return Known{find_lemma(law, lemmas, false), find_lemma(law, lemmas, true)}; };
  const auto all = nodes_of({Rel::eq, integral, 0}, is_integral);
  const auto is_bounded = [](const Expr& i) { return high_of(i).has_value(); };
  if (std::ranges::any_of(all, is_bounded)) known.beta = both(LawFamily::beta);
  if (!std::ranges::all_of(all, is_bounded)) known.gamma = both(LawFamily::gamma);
  if (!known.beta.mass && !known.beta.logs && !known.gamma.mass && !known.gamma.logs) return false;
  Finder finder(g, known);
  if (!finder.value(integral)) return false;
  append(lines, finder.lines());
  g = finder.goal();
  return true;
}

}  // namespace dpcert::verify
