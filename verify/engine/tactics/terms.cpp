// Tactics that take a goal apart by its variables: an equation solved for one of them, sums without common variables,
// variables that enter only through one combination; gamma functions moved away from their pole.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "verify/engine/prove/prover.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// log(u v) = log u + log v where both are positive.
Expr with_logs_apart(const Expr& e, const Context& c) {
  return transform(e, [&](const Expr& old, std::vector<Expr> args) -> Expr {
    const Expr same = with_args(old, args);
    if (same.op() != Op::log) return same;
    const std::function<Expr(const Expr&)> apart = [&](const Expr& u) -> Expr {
      const bool quotient = u.op() == Op::div;
      if ((quotient || u.op() == Op::mul) && c.positive_(u.arg(0)) && c.positive_(u.arg(1)))
        return quotient ? sub(apart(u.arg(0)), apart(u.arg(1))) : add(apart(u.arg(0)), apart(u.arg(1)));
      return log(u);
    };
    return apart(same.arg(0));
  });
}

// Hypotheses that say nothing: identities, and what the box alone shows.
bool says_nothing(const Context& c, std::size_t i) {
  const Relation& h = c.hypotheses()[i];
  const Expr d = sub(h.lhs, h.rhs);
  Algebra a = c.algebra();
  if (h.rel != Rel::gt && a.is_zero(d)) return true;
  if (h.rel == Rel::eq) return false;
  Context box = c;
  for (std::size_t k = c.hypotheses().size(); k-- > 0;) box = box.without_hypothesis(k);
  return box.knows({d, h.rel == Rel::gt ? Need::positive : Need::nonnegative});
}

// Without hypotheses, if none of them says more than the box.
Tree without_empty_hypotheses(const Goal& g, const std::function<Tree(const Goal&)>& rest) {
  const auto& hs = g.context.hypotheses();
  if (hs.empty() || !g.context.forall_hypotheses().empty()) return rest(g);
  for (std::size_t i = 0; i < hs.size(); ++i) {
    if (!says_nothing(g.context, i)) return rest(g);
  }
  Goal now = g;
  Lines out;
  for (const auto& v : g.context.variables()) {
    if (now.context.hypotheses().empty()) break;
    const std::string line = fmt::format("widen {} in {}", v.name, to_text(v.range));
    const auto next = apply_line(line, now);
    if (!next || (*next)[0].context.hypotheses().size() == now.context.hypotheses().size()) continue;
    out.push_back(line);
    now = (*next)[0];
  }
  auto t = rest(now);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

}  // namespace

void terms_of(const Expr& e, const Rational& factor, std::vector<Expr>& out) {
  const auto& args = e.args();
  if (e.op() == Op::add || e.op() == Op::sub) {
    terms_of(args[0], factor, out);
    terms_of(args[1], e.op() == Op::sub ? -factor : factor, out);
  } else if (e.op() == Op::neg) {
    terms_of(args[0], -factor, out);
  } else if (e.op() == Op::mul && args[0].is_constant()) {
    terms_of(args[1], factor * args[0].value(), out);
  } else if (e.op() == Op::div && args[1].is_constant() && !args[1].is_constant(0)) {
    terms_of(args[0], factor / args[1].value(), out);
  } else {
    out.push_back(mul(Expr(factor), e));
  }
}

// For equations, the value alone; for inequalities its bounds as well.
Tree by_solving(const Goal& g, const Subprover& s, int depth) {
  const bool equation = g.relation.rel == Rel::eq;
  for (std::size_t i = 0; i < g.context.hypotheses().size(); ++i) {
    const Relation& h = g.context.hypotheses()[i];
    if (h.rel != Rel::eq) continue;
    for (const auto& v : g.context.variables()) {
      const Expr x = Expr::variable(v.name);
      if ((!equation && !depends_on(g.difference(), x)) || !(depends_on(h.lhs, x) || depends_on(h.rhs, x))) continue;
      Algebra a = g.context.algebra();
      const auto c = a.coefficients(sub(h.lhs, h.rhs), x);
      if (!c || c->size() != 2 || (*c)[1].is_constant(0) || !is_defined(g.context, quotient(1, (*c)[1]))) continue;
      if (equation && !(*c)[1].is_constant()) continue;  // `equal` would not see it
      const Expr quotient_as_found = negate(quotient((*c)[0], (*c)[1]));
      const Expr value = a.simplified(quotient_as_found).value_or(quotient_as_found);
      if (depends_on(value, x) || !is_defined(g.context, value)) continue;
      Context context = g.context;
      Lines out;
      if (!equation) {
        context = context.with_hypothesis({Rel::eq, x, value});
        out = {fmt::format("cut {}", to_text(Relation{Rel::eq, x, value})),
               fmt::format("combine 0 {} ({})", i + 1, to_text(quotient(1, (*c)[1])))};
        const std::size_t solved = context.hypotheses().size();
        // The variable takes its bounds with it: they are said of the value.
        for (const bool lower : {true, false}) {
          const End& end = lower ? v.range.lo : v.range.hi;
          if (end.infinite) continue;
          const Relation bound{end.closed ? Rel::ge : Rel::gt, lower ? value : Expr(end.value),
                               lower ? Expr(end.value) : value};
          const Expr room = lower ? sub(x, end.value) : sub(end.value, x);
          out.push_back("cut " + to_text(bound));
          out.push_back(fmt::format("combine ({}) {} {}", to_text(room), solved, lower ? -1 : 1));
          context = context.with_hypothesis(bound);
        }
      }
      const std::string line = fmt::format("equal {} ({})", v.name, to_text(value));
      const auto next = apply_line(line, {context, g.relation});
      if (!next) continue;
      out.push_back(line);
      const auto t =
          without_empty_hypotheses((*next)[0], [&](const Goal& k) { return s.prove(k, depth - 1, s.numeric); });
      if (!t) continue;
      append(out, *t);
      return out;
    }
  }
  return std::nullopt;
}

Tree by_separation(const Goal& g, const Subprover& s, int depth) {
  if (g.context.variables().size() < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  std::vector<Expr> terms;
  terms_of(with_logs_apart(g.difference(), g.context), Rational(1), terms);
  // Groups of terms, joined by common variables; the constants on their own.
  struct Group {
    Expr sum;
    std::vector<bool> has;
  };
  std::vector<Group> groups;
  Expr constant = 0;
  for (const auto& t : terms) {
    Group now{t, {}};
    bool any = false;
    for (const auto& v : g.context.variables()) {
      now.has.push_back(depends_on(t, Expr::variable(v.name)));
      any = any || now.has.back();
    }
    if (!any) {
      constant = add(constant, t);
      continue;
    }
    std::erase_if(groups, [&](const Group& other) {
      bool common = false;
      for (std::size_t k = 0; k < now.has.size(); ++k) common = common || (now.has[k] && other.has[k]);
      if (!common) return false;
      for (std::size_t k = 0; k < now.has.size(); ++k) now.has[k] = now.has[k] || other.has[k];
      now.sum = add(other.sum, now.sum);
      return true;
    });
    groups.push_back(std::move(now));
  }
  if (groups.size() < 2) return std::nullopt;
  // All constants with one of the groups.
  for (std::size_t with = 0; with < (constant.is_constant(0) ? 1 : groups.size()); ++with) {
    Context context = g.context;
    Lines out;
    std::string line = "combine 0";
    bool done = true;
    for (std::size_t k = 0; k < groups.size() && done; ++k) {
      const Expr part = k == with && !constant.is_constant(0) ? add(groups[k].sum, constant) : groups[k].sum;
      const Relation r{k == with ? g.relation.rel : Rel::ge, part, 0};
      const Goal side{context, r};
      done = is_defined(context, part);
      const auto t = done ? s.prove(side, depth - 1, true) : std::nullopt;
      done = t.has_value();
      if (!done) break;
      out.push_back("cut " + to_text(r));
      append(out, *t);
      context = context.with_hypothesis(r);
      line += fmt::format(" {} 1", context.hypotheses().size());
    }
    if (!done) continue;
    out.push_back(line);
    return out;
  }
  return std::nullopt;
}

Tree by_merging(const Goal& g, const std::function<Tree(const Goal&)>& rest) {
  const Expr d = g.difference();
  if (g.context.variables().size() < 2 || g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty())
    return std::nullopt;
  Algebra a = g.context.algebra();
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!depends_on(d, x) || v.integer || !is_smooth_in(d, x)) continue;
    for (const auto& w : g.context.variables()) {
      const Expr y = Expr::variable(w.name);
      if (w.name == v.name || w.integer || !depends_on(d, y) || !is_smooth_in(d, y)) continue;
      const auto dx = derivative(d, x), dy = derivative(d, y);
      const auto ratio = a.ratio(dy, dx, true);
      if (!ratio) continue;
      const auto simple = a.simplified(d);
      if (!simple) continue;
      // D is a function of t = x + c y.
      const Rational& c = *ratio;
      const auto lower = [](const Variable& u) { return u.range.lo; };
      const auto upper = [](const Variable& u) { return u.range.hi; };
      const bool up = c.sign() > 0;
      const auto sum = [&](const End& p, const End& q) {
        if (p.infinite || q.infinite) return End{};
        return End{false, p.closed && q.closed, p.value + c * q.value};
      };
      const Range range{sum(lower(v), up ? lower(w) : upper(w)), sum(upper(v), up ? upper(w) : lower(w))};
      const std::string name = fresh_name(g.context);
      const Expr t = Expr::variable(name);
      const auto f = a.simplified(substitute(substitute(*simple, {{y, Expr(0)}}), {{x, t}}));
      if (!f) continue;
      const std::string line =
          fmt::format("subst {} {} {} ({})", v.name, name, to_text(range), to_text(sub(t, mul(Expr(c), y))));
      const auto next = apply_line(line, g);
      if (!next) continue;
      Algebra b = (*next)[0].context.algebra();
      if (!b.is_zero(sub((*next)[0].difference(), *f))) continue;
      const std::string rewrite = fmt::format("rewrite ({})", to_text(*f));
      const auto form = apply_line(rewrite, (*next)[0]);
      const std::string widen = fmt::format("widen {} in {}", w.name, to_text(w.range));
      const auto last = form ? apply_line(widen, (*form)[0]) : std::nullopt;
      if (!last || !is_defined((*last)[0].context, *f)) continue;
      if (auto proof = rest((*last)[0])) {
        Lines out{line, rewrite, widen};
        append(out, *proof);
        return out;
      }
    }
  }
  return std::nullopt;
}

Tree by_recurrence(const Goal& g, const Subprover& s, int depth) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  bool changed = false;
  const Expr moved = transform(g.difference(), [&](const Expr& old, std::vector<Expr> args) -> Expr {
    const Expr same = with_args(old, args);
    if ((old.op() != Op::lgamma && old.op() != Op::polygamma) || args[0].is_constant()) return same;
    const Interval r = g.context.range(old.arg(0));
    if (!r.is_defined() || certainly_positive(r) || !g.context.positive_(old.arg(0))) return same;
    changed = true;
    const Expr& u = args[0];
    const Expr next = add(u, 1);
    if (old.op() == Op::lgamma) return sub(lgamma(next), log(u));
    const int k = old.node().index;
    Rational c = k % 2 ? -1 : 1;
    for (int j = 2; j <= k; ++j) c *= Rational(j);
    return sub(polygamma(k, next), quotient(Expr(c), power(u, Expr(k + 1))));
  });
  if (!changed) return std::nullopt;
  Algebra a = g.context.algebra();
  const auto e = a.expanded(moved);
  if (!e || !is_defined(g.context, *e)) return std::nullopt;
  return rewritten(g, *e, 0, [&](const Goal& h) { return s.prove(h, depth - 1, true); });
}

}  // namespace dpcert::verify
