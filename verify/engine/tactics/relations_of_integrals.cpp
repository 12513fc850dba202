// What integrals have to do with one another: linearity, and intervals that touch.
#include <algorithm>

#include "verify/engine/tactics/integrals.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_integrals = 16;

class Relations {
 public:
  explicit Relations(const Goal& g) : g_(g), all_(nodes_of(g.relation, is_integral)) {}

  // More equations as hypotheses.
  bool find() {
    const std::size_t before = lines_.size();
    for (std::size_t i = 0; i < all_.size() && all_.size() < most_integrals; ++i) split(Expr(all_[i]));
    for (std::size_t i = 0; i < all_.size() && all_.size() < most_integrals; ++i) take_apart(Expr(all_[i]));
    return lines_.size() > before;
  }
  // Every integral by a name; what is known of it is about the name then.
  void name() {
    for (const Expr& i : all_) {
      const Step step = rule::Gen{fresh_name(g_.context), Range{}, i};
      if (is_defined(g_.context, i)) take(step, g_, lines_);
    }
  }
  [[nodiscard]] const Goal& goal() const { return g_; }
  [[nodiscard]] const Proof& lines() const { return lines_; }

 private:
  void note(const Expr& i) {
    if (std::ranges::find(all_, i) == all_.end()) all_.push_back(i);
  }

  // At an end of another one with the same body.
  void split(const Expr& i) {
    const Expr x = Expr::variable(fresh_name(g_.context)), body = body_at(i, x);
    for (std::size_t k = 0; k < all_.size(); ++k) {
      const Expr other = all_[k];
      if (other == i || body_at(other, x) != body) continue;
      for (const auto& m : {low_of(other), high_of(other)}) {
        if (!m || is_end(i, *m) || !lies_between(i, *m)) continue;
        if (!take(rule::SplitRange{i, *m}, g_, lines_)) continue;
        for (const Expr& part : nodes_of({Rel::eq, g_.context.hypotheses().back().rhs, 0}, is_integral)) note(part);
        return;
      }
    }
  }
  bool is_end(const Expr& i, const Expr& m) const {
    return (low_of(i) && *low_of(i) == m) || (high_of(i) && *high_of(i) == m);
  }
  bool lies_between(const Expr& i, const Expr& m) const {
    const auto low = low_of(i), high = high_of(i);
    return (!low || g_.context.knows({sub(m, *low), Need::nonnegative})) &&
           (!high || g_.context.knows({sub(*high, m), Need::nonnegative}));
  }

  // The terms of its body, each as a constant times something.
  void take_apart(const Expr& i) {
    if (value_of(g_.context, i)) return;
    const Expr x = Expr::variable(fresh_name(g_.context)), body = body_at(i, x);
    const Context inside = g_.context.inside(i, x);
    Algebra a = inside.algebra();
    std::vector<Expr> terms;
    terms_of(a.expanded(body).value_or(body), 1, terms);
    rule::Linear step{i, {}};
    for (const Expr& t : terms) {
      Expr c = 1, rest = 1;
      parts(t, x, false, c, rest);
      step.terms.emplace_back(weight(c), Expr::integral(x, low_of(i), high_of(i), rest));
    }
    if (step.terms.size() == 1 && step.terms[0].second == i) return;
    Goal trial = g_;
    Proof out;
    for (const auto& [c, part] : step.terms) {
      if (value_of(trial.context, part)) continue;
      if (const auto known = antiderivative(trial.context, part)) take(*known, trial, out);
      if (!is_defined(trial.context, part)) return;
    }
    // Of use is what has a value, or stands elsewhere too.
    const bool told = std::ranges::any_of(step.terms, [&](const auto& t) {
      return value_of(trial.context, t.second) || std::ranges::find(all_, t.second) != all_.end();
    });
    if (!told || !take(step, trial, out)) return;
    append(lines_, out);
    g_ = std::move(trial);
    for (const auto& [c, part] : step.terms) note(part);
  }
  static void parts(const Expr& e, const Expr& x, bool below, Expr& c, Expr& rest) {
    if (!depends_on(e, x)) {
      c = below ? quotient(c, e) : mul(c, e);
    } else if (e.op() == Op::neg) {
      c = negate(c);
      parts(e.arg(0), x, below, c, rest);
    } else if (e.op() == Op::mul || e.op() == Op::div) {
      parts(e.arg(0), x, below, c, rest);
      parts(e.arg(1), x, below != (e.op() == Op::div), c, rest);
    } else {
      rest = below ? quotient(rest, e) : mul(rest, e);
    }
  }

  Goal g_;
  Proof lines_;
  std::vector<Expr> all_;
};

}  // namespace

Tree by_relations_of_integrals(const Goal& g, const Subprover& s, int depth) {
  Relations found(g);
  if (!found.find()) return std::nullopt;
  found.name();
  Proof out = found.lines();
  auto t = s.immediate(found.goal());
  if (!t) t = s.prove(found.goal(), depth - 1, s.numeric);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

}  // namespace dpcert::verify
