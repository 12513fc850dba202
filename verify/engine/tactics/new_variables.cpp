// Integrals by a new variable: t = x^k, d x/(c + d x), exp(c x), log(x), the distance from an end, l/x. What is
// integrated over t is found by antiderivatives, by densities of Gamma and Beta laws or by a further new variable, and
// `substitute` leads back from there: so moments of a normal, log-normal, Weibull, Student or logistic law are those of
// Gamma and Beta laws.
#include <algorithm>

#include "src/core/work.hpp"
#include "verify/engine/proof/written.hpp"
#include "verify/engine/tactics/integrals.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

constexpr int most_new_variables = 4;          // one after the other
constexpr int most_new_attempts = 12;          // for one integral, with all that come of it
constexpr std::size_t largest_new_body = 600;  // nodes

// t = of_x, and x = back with the name of x for t, which goes from `low` to `high`; `said`: what parts of the body are.
struct NewVariable {
  Expr of_x, back;
  std::optional<Expr> low, high;
  bool falls = false;
  std::vector<std::pair<Expr, Expr>> said = {};
  bool is_power = false;
};

class NewVariables {
 public:
  NewVariables(const Context& c, const Expr& integral, const Expr& x)
      : c_(c),
        inside_(c.inside(integral, x)),
        a_(inside_.algebra()),
        x_(x),
        body_(body_at(integral, x)),
        low_(low_of(integral)),
        high_(high_of(integral)) {}

  // `after_power`: x is a power of another variable, so that powers of x would be no news.
  std::vector<NewVariable> all(bool after_power) {
    if (!low_ && !high_) {
      exponentials();
    } else if (low_ && low_->is_constant(0) && !high_) {
      if (!after_power) powers();
      shares();
      falling_exponentials();
      logarithm();
    } else if (low_ && low_->is_constant(0) && high_->is_constant(1)) {
      if (!after_power) powers();
      rates();
    } else {
      distances();
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::vector<Expr> parts(const std::function<bool(const Expr&)>& wanted) const {
    return nodes_of({Rel::eq, body_, 0}, [&](const Expr& e) { return depends_on(e, x_) && wanted(e); });
  }
  void offer(NewVariable v) {
    const auto same = [&](const NewVariable& o) { return a_.is_zero(sub(o.of_x, v.of_x)); };
    if (std::ranges::none_of(out_, same)) out_.push_back(std::move(v));
  }

  // What stands under a function or in a sum with other powers of x.
  [[nodiscard]] std::vector<Expr> powers_inside() const {
    std::vector<Expr> out;
    const auto look = [&](const Expr& e) {
      for (const Expr& p :
           nodes_of({Rel::eq, e, 0}, [&](const Expr& n) { return depends_on(n, x_) && exponent_of(n); }))
        if (std::ranges::find(out, p) == out.end()) out.push_back(p);
    };
    for (const Expr& e : parts([](const Expr& n) {
           return n.op() == Op::exp || n.op() == Op::log || n.op() == Op::add || n.op() == Op::sub;
         }))
      look(e);
    return out;
  }
  // k where e = c x^k.
  [[nodiscard]] std::optional<Expr> exponent_of(const Expr& e) const {
    if (!depends_on(e, x_)) return Expr(0);
    switch (e.op()) {
      case Op::variable:
        return Expr(1);
      case Op::neg:
        return exponent_of(e.arg(0));
      case Op::mul:
      case Op::div: {
        const auto k = exponent_of(e.arg(0)), l = k ? exponent_of(e.arg(1)) : std::nullopt;
        if (!l) return std::nullopt;
        return e.op() == Op::mul ? add(*k, *l) : sub(*k, *l);
      }
      case Op::sqrt: {
        const auto k = exponent_of(e.arg(0));
        return k ? std::optional(quotient(*k, 2)) : std::nullopt;
      }
      case Op::pow: {
        const auto k = depends_on(e.arg(1), x_) ? std::nullopt : exponent_of(e.arg(0));
        return k ? std::optional(mul(*k, e.arg(1))) : std::nullopt;
      }
      default:
        return std::nullopt;
    }
  }
  void powers() {
    for (const Expr& p : powers_inside()) {
      const Expr as_met = *exponent_of(p), k = a_.simplified(as_met).value_or(as_met);
      const bool falls = c_.positive_(negate(k));
      if (k.is_constant(1) || (!falls && !c_.positive_(k)) || (falls && high_)) continue;
      NewVariable v{pow(x_, k), pow(x_, quotient(1, k)), Expr(0), high_, falls, {}, true};
      if (p.op() == Op::pow && p.arg(0) == x_) v.said.emplace_back(p, x_);
      offer(std::move(v));
    }
  }
  // c + d x below, or as a base of a power: t = d x/(c + d x) is a share.
  void shares() {
    for (const Expr& e : parts([](const Expr& n) { return n.op() == Op::add; })) {
      const auto line = a_.coefficients(e, x_);
      if (!line || line->size() != 2 || !c_.positive_((*line)[0]) || !c_.positive_((*line)[1])) continue;
      const Expr &c = (*line)[0], &d = (*line)[1], rest = sub(1, x_);
      offer({quotient(mul(d, x_), add(c, mul(d, x_))),
             quotient(mul(c, x_), mul(d, rest)),
             Expr(0),
             Expr(1),
             false,
             {{e, quotient(c, rest)}}});
    }
  }
  // A positive rate of an exponential of a multiple of x.
  std::optional<Expr> rate_of(const Expr& e) {
    if (e.op() != Op::exp) return std::nullopt;
    const auto line = a_.coefficients(e.arg(0), x_);
    if (!line || line->size() != 2 || !a_.is_zero((*line)[0])) return std::nullopt;
    const Expr& c = (*line)[1];
    if (c_.positive_(c)) return c;
    const Expr other = a_.simplified(negate(c)).value_or(negate(c));
    return c_.positive_(other) ? std::optional(other) : std::nullopt;
  }
  // Exponentials in a sum or under a function.
  std::vector<Expr> rates_inside() {
    std::vector<Expr> out;
    for (const Expr& e : parts([](const Expr& n) {
           return n.op() == Op::add || n.op() == Op::sub || n.op() == Op::log ||
                  (n.op() == Op::exp && n.arg(0).op() != Op::constant);
         }))
      for (const Expr& arg : e.args())
        for (const Expr& part : nodes_of({Rel::eq, arg, 0}, [](const Expr& n) { return n.op() == Op::exp; }))
          if (const auto r = rate_of(part); r && std::ranges::find(out, *r) == out.end()) out.push_back(*r);
    return out;
  }
  void exponentials() {
    for (const Expr& r : rates_inside()) offer({exp(mul(r, x_)), quotient(log(x_), r), Expr(0), std::nullopt, false});
  }
  void falling_exponentials() {
    for (const Expr& r : rates_inside())
      offer({exp(mul(negate(r), x_)), quotient(negate(log(x_)), r), Expr(0), Expr(1), true});
  }
  // exp(log(x)^2): a log-normal law.
  void logarithm() {
    const auto square = [&](const Expr& e) {
      return (e.op() == Op::pow || e.op() == Op::mul) && depends_on(e.arg(0), x_) &&
             !nodes_of({Rel::eq, e.arg(0), 0}, [&](const Expr& n) { return n == log(x_); }).empty();
    };
    if (!parts(square).empty()) offer({log(x_), exp(x_), std::nullopt, std::nullopt, false, {{log(x_), x_}}});
  }
  // On (0, 1): t = -log(x).
  void rates() {
    if (!parts([&](const Expr& e) { return e == log(x_); }).empty())
      offer({negate(log(x_)), exp(negate(x_)), Expr(0), std::nullopt, true, {{log(x_), negate(x_)}}});
  }
  void distances() {
    if (low_ && high_) return;
    if (!low_) {
      offer({sub(*high_, x_), sub(*high_, x_), Expr(0), std::nullopt, true});
      return;
    }
    offer({sub(x_, *low_), add(*low_, x_), Expr(0), std::nullopt, false});
    if (c_.positive_(*low_)) offer({quotient(*low_, x_), quotient(*low_, x_), Expr(0), Expr(1), true});
  }

  const Context& c_;
  Context inside_;
  Algebra a_;
  Expr x_, body_;
  std::optional<Expr> low_, high_;
  std::vector<NewVariable> out_;
};

class Substitution {
 public:
  Substitution(const std::vector<Lemma>& lemmas, const ProveGoal& prove) : lemmas_(lemmas), prove_(prove) {}

  // The value becomes a hypothesis.
  bool value(Goal& g, Proof& lines, const Expr& integral, int left, bool after_power = false) {
    const Expr x = Expr::variable(fresh_name(g.context));
    for (const NewVariable& v : NewVariables(g.context, integral, x).all(after_power)) {
      Goal now = g;
      Proof out;
      if (--attempts_ < 0) return false;
      if (!by(now, out, integral, x, v, left)) continue;
      g = std::move(now);
      append(lines, out);
      return true;
    }
    return !low_of(integral) && !high_of(integral) && halves(g, lines, integral, left);
  }

 private:
  bool known_at_once(Goal& g, Proof& lines, const Expr& integral) {
    if (value_of(g.context, integral)) return true;
    order_ends(g, lines, integral, prove_, true);
    if (const auto step = antiderivative(g.context, integral); step && take(*step, g, lines)) return true;
    return by_density_integrals(g, lines, integral, lemmas_) || by_named_exponents(g, lines, integral, prove_);
  }
  bool known(Goal& g, Proof& lines, const Expr& integral, int left) {
    return known_at_once(g, lines, integral) || (left > 0 && value(g, lines, integral, left - 1));
  }

  // The integral over t, without a value yet: of a product of powers, and of the normal form.
  static std::vector<Expr> over_t(const Context& c, const Expr& integral, const Expr& x, const NewVariable& v) {
    Expr body = body_at(integral, x);
    std::vector<std::pair<Expr, Expr>> names;
    for (const auto& [part, is] : v.said) {
      const Expr name = Expr::variable("$part" + std::to_string(names.size()));
      body = replaced(body, part, name);
      names.emplace_back(name, is);
    }
    body = substitute(body, {{x, v.back}});
    for (const auto& [name, is] : names) body = substitute(body, {{name, is}});
    const Expr slope = derivative(v.back, x);
    const Context inside = c.inside(Expr::integral(x, v.low, v.high, x), x);
    const Expr moved = mul(body, v.falls ? negate(slope) : slope);
    Algebra a = inside.algebra();
    std::vector<Expr> out;
    for (const auto& form : {product_of(a, inside, moved), a.simplified(moved)}) {
      if (!form || size_of(*form) > largest_new_body) continue;
      const auto other = as_written(Expr::integral(x, v.low, v.high, *form), c);
      if (other && *other != integral && std::ranges::find(out, *other) == out.end()) out.push_back(*other);
    }
    return out;
  }

  // Where t is at the lower (the upper) end of x's interval of t.
  static rule::NewEnd end(const std::optional<Expr>& at, bool upward) { return {at, upward && !at}; }

  bool by(Goal& g, Proof& lines, const Expr& integral, const Expr& x, const NewVariable& v, int left) {
    const auto forms = over_t(g.context, integral, x, v);
    auto other = std::ranges::find_if(forms, [&](const Expr& e) { return known_at_once(g, lines, e); });
    if (other == forms.end() && left > 0)
      other = std::ranges::find_if(forms, [&](const Expr& e) { return value(g, lines, e, left - 1, v.is_power); });
    if (other == forms.end()) return false;
    const auto v_at = value_of(g.context, *other);
    const auto is_known = v_at ? number_of_hypothesis(g, {Rel::eq, *other, *v_at}) : std::nullopt;
    const auto low = low_of(integral), high = high_of(integral);
    const rule::NewEnd at_low = end(low, false), at_high = end(high, true);
    const Step move =
        rule::Substitute{*other, std::string(x.name()), v.of_x, v.falls ? at_high : at_low, v.falls ? at_low : at_high};
    if (!is_known || !take(move, g, lines)) return false;
    const std::size_t moved = g.context.hypotheses().size();
    const Expr back = body_at(g.context.hypotheses().back().rhs, x);
    const Step same = rule::Integrand{integral, std::string(x.name()), back};
    const auto children = apply(same, g);
    if (!children || children->size() != 2) return false;
    lines.push_back(same);
    if (!define((*children)[0], lines)) return false;
    g = (*children)[1];
    const std::size_t last = g.context.hypotheses().size();
    cut_in(lines, g, {Rel::eq, integral, *v_at},
           {rule::Combine{Rational(0), {{last, Rational(1)}, {moved, Rational(-1)}, {*is_known, Rational(1)}}}});
    return true;
  }

  // An identity, behind what its parts ask for.
  bool define(Goal equal, Proof& lines) {
    const Relation r = equal.relation;
    for (const Expr& e : {r.lhs, r.rhs})
      for (const Condition& n : side_conditions(e, equal.context)) {
        if (equal.context.knows(n)) continue;
        for (const Relation& way : ways(n)) {
          const Goal condition{equal.context, way};
          const auto proof = looks_nonnegative(condition.context, condition.difference()) ? prove_(condition) : Tree();
          if (!proof) continue;
          cut_in(lines, equal, way, *proof);
          break;
        }
      }
    if (!equal.context.algebra().is_zero(equal.difference())) return false;
    lines.emplace_back(rule::Identity{});
    return true;
  }

  // Over the line, as the parts below and above 0.
  bool halves(Goal& g, Proof& lines, const Expr& integral, int left) {
    const FreshIndex fresh(true);
    const Expr& x = fresh.variable();
    const Expr body = body_at(integral, x);
    Goal now = g;
    Proof out;
    Expr total = 0;
    rule::Combine sum{Rational(0), {}};
    for (const bool above : {false, true}) {
      const Expr zero = 0;
      const auto none = std::optional<Expr>();
      const Expr part = Expr::integral(x, above ? std::optional(zero) : none, above ? none : std::optional(zero), body);
      if (!known(now, out, part, left)) return false;
      const auto v = value_of(now.context, part);
      const auto k = v ? number_of_hypothesis(now, {Rel::eq, part, *v}) : std::nullopt;
      if (!k) return false;
      total = add(total, *v);
      sum.terms.emplace_back(*k, Rational(1));
    }
    const auto written = as_written(total, now.context);
    if (!written || !take(rule::SplitRange{integral, 0}, now, out)) return false;
    sum.terms.emplace_back(now.context.hypotheses().size(), Rational(1));
    cut_in(out, now, {Rel::eq, integral, *written}, {sum});
    append(lines, out);
    g = std::move(now);
    return true;
  }

  const std::vector<Lemma>& lemmas_;
  const ProveGoal& prove_;
  int attempts_ = most_new_attempts;
};

}  // namespace

bool by_new_variables(Goal& g, Proof& lines, const Expr& integral, const std::vector<Lemma>& lemmas,
                      const ProveGoal& prove) {
  if (lemmas.empty()) return false;  // most of what a new variable leads to is a density's
  const WorkLimit limit(work_left() / Effort::share);
  // What is said on the way is of no use later.
  Goal now{g.context, {Rel::eq, integral, 0}};
  Proof out;
  if (!Substitution(lemmas, prove).value(now, out, integral, most_new_variables - 1)) return false;
  return conclude_value(g, lines, integral, now, std::move(out));
}

}  // namespace dpcert::verify
