// Applying proof lines to goals: what each symbolic rule leaves to prove (docs/certificate-format.md).
#include <fmt/format.h>

#include "verify/engine/goal/integers.hpp"
#include "verify/engine/proof/bounds.hpp"
#include "verify/engine/proof/series.hpp"
#include "verify/engine/prove/prover.hpp"

namespace dpcert::verify {

namespace {

struct Words {
  std::string_view rest;
  std::string_view next() {
    while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
    if (!rest.empty() && rest.front() == '(') {  // a parenthesised expression is one word, without its parentheses
      int depth = 0;
      for (std::size_t i = 0; i < rest.size(); ++i) {
        if (rest[i] == '(') ++depth;
        if (rest[i] == ')' && --depth == 0) {
          const auto word = rest.substr(1, i - 1);
          rest.remove_prefix(i + 1);
          return word;
        }
      }
      return {};
    }
    const auto end = std::min(rest.find(' '), rest.size());
    const auto word = rest.substr(0, end);
    rest.remove_prefix(end);
    return word;
  }
};

// The next interval of the line, with rational or infinite ends.
std::optional<Range> next_interval(Words& w) {
  const auto open = w.rest.find_first_of("[(");
  const auto comma = w.rest.find(',');
  const auto close = w.rest.find_first_of("])", comma);
  if (open == std::string_view::npos || comma == std::string_view::npos || close == std::string_view::npos)
    return std::nullopt;
  const auto end = [](std::string_view text, bool closed) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    const auto q = Rational::parse(text);
    return q ? End{false, closed, *q} : End{};
  };
  const Range range{end(w.rest.substr(open + 1, comma - open - 1), w.rest[open] == '['),
                    end(w.rest.substr(comma + 1, close - comma - 1), w.rest[close] == ']')};
  w.rest.remove_prefix(close + 1);
  return range;
}

}  // namespace

Instance names_of(const Context& c) {
  Instance i;
  i.variables = c.variables();
  i.functions = c.functions();
  return i;
}

std::optional<std::vector<Goal>> apply_line(const std::string& line, const Goal& g) {
  Words w{line};
  const std::string rule(w.next());
  const Context& c = g.context;
  const Rel rel = g.relation.rel;
  const Expr d = g.difference();
  const auto goal = [](Context context, Rel r, const Expr& e) { return Goal{std::move(context), {r, e, 0}}; };
  const auto expression = [&] { return parse_expression(w.next(), names_of(c)); };
  const auto variable = [&] { return Expr::variable(w.next()); };
  try {
    if (rule == "cut") {
      const Relation r = parse_relation(w.rest, names_of(c));
      return std::vector{Goal{c, r}, Goal{c.with_hypothesis(r), g.relation}};
    }
    if (rule == "split") {
      const Expr x = variable();
      const auto q = Rational::parse(w.next());
      const Variable* v = c.find(x);
      if (!q || !v) return std::nullopt;
      Range lower = v->range, upper = v->range;
      lower.hi = {false, true, *q};
      upper.lo = {false, true, *q};
      return std::vector{Goal{c.with_range(x, lower), g.relation}, Goal{c.with_range(x, upper), g.relation}};
    }
    if (rule == "fix") {
      const Expr x = variable();
      const Variable* v = c.find(x);
      if (!v || !v->range.bounded()) return std::nullopt;
      const Expr value = first_integer(v->range);
      return std::vector{Goal{c.with_value(x, value), substitute(g.relation, {{x, value}})}};
    }
    if (rule == "face") {  // whether D is monotone is the checker's business
      const Expr x = variable();
      const bool lower = w.next() == "lo";
      const Variable* v = c.find(x);
      if (!v || (lower ? v->range.lo : v->range.hi).infinite) return std::nullopt;
      const Expr end = (lower ? v->range.lo : v->range.hi).value;
      return std::vector{Goal{c.without_hypotheses_on(x).with_value(x, end), substitute(g.relation, {{x, end}})}};
    }
    if (rule == "mono") {
      const Expr x = variable();
      const bool lower = w.next() == "lo", inside = w.next() == "inside", strict = w.next() == "strict";
      const Variable* v = c.find(x);
      if (!v) return std::nullopt;
      const Expr dx = derivative(d, x);
      const End& end = lower ? v->range.lo : v->range.hi;
      // On the way to the end only the box is known to hold.
      const Context without = c.without_hypotheses_on(x);
      return std::vector{
          goal(inside ? without.strictly_inside(x) : without, strict ? Rel::gt : Rel::ge, lower ? dx : negate(dx)),
          goal(without.with_value(x, end.value), strict ? Rel::ge : rel, substitute(d, {{x, end.value}}))};
    }
    if (rule == "deriv") {
      const Expr x = variable();
      const Expr at = expression();
      const Expr dx = derivative(d, x);
      const Context real = c.with_real(x);
      const Context way = w.next() == "inside" ? real.strictly_inside(x) : real;
      return std::vector{goal(c.closed_in(x).with_value(x, at), rel, substitute(d, {{x, at}})),
                         goal(way.with_hypothesis({Rel::gt, x, at}), Rel::ge, dx),
                         goal(way.with_hypothesis({Rel::gt, at, x}), Rel::ge, negate(dx))};
    }
    if (rule == "convex") {
      const Expr x = variable();
      const Variable* v = c.find(x);
      if (!v) return std::nullopt;
      const Context without = c.without_hypotheses_on(x);
      const Context way = w.next() == "inside" ? without.strictly_inside(x) : without;
      const auto end = [&](const Rational& q) { return goal(without.with_value(x, q), rel, substitute(d, {{x, q}})); };
      return std::vector{goal(way, Rel::ge, negate(derivative(derivative(d, x), x))), end(v->range.lo.value),
                         end(v->range.hi.value)};
    }
    if (rule == "rise" || rule == "arch") {
      const Expr x = variable();
      const Variable* v = c.find(x);
      if (!v) return std::nullopt;
      const bool lower = w.next() == "lo";
      const Context without = c.without_hypotheses_on(x);
      const Expr dx = derivative(d, x);
      const auto end = [&](const End& at) {
        return goal(without.with_value(x, at.value), Rel::ge, substitute(d, {{x, at.value}}));
      };
      if (rule == "rise")
        return std::vector{goal(without, rel, lower ? dx : negate(dx)), end(lower ? v->range.lo : v->range.hi)};
      return std::vector{goal(without, rel, negate(derivative(dx, x))), end(v->range.lo), end(v->range.hi)};
    }
    if (rule == "tail" || rule == "telescope") {
      std::string_view name = w.next();
      const bool telescope = rule == "telescope", below = !telescope && name.starts_with("-");
      if (below) name.remove_prefix(1);
      const Expr x = Expr::variable(name);
      Context without = c.without_hypotheses_on(x);
      const Variable* v = without.find(x);
      if (!v) return std::nullopt;
      Range range = v->range;
      if (telescope) {
        range.hi = End{};
        without = without.with_range(x, range);
      }
      std::vector<Goal> out;
      w.next();  // the precision
      if (const auto m = Rational::parse(w.next())) {
        End& end = below ? range.hi : range.lo;
        if (end.infinite || (below ? *m < end.value : end.value < *m)) end = {false, true, *m};
        out.push_back(goal(without.with_range(x, range), Rel::ge, add(d, expression())));
      }
      if (telescope) {
        out.push_back({without, {rel, d, substitute(d, {{x, x + Expr(1)}})}});
      } else {
        const Expr dx = derivative(d, x);
        out.push_back(goal(without, rel, below ? dx : negate(dx)));
      }
      return out;
    }
    if (rule == "series" || rule == "growth" || rule == "secant") {
      const bool secant = rule == "secant";
      const auto n = secant ? Rational(0) : Rational::parse(w.next()).value_or(Rational(-1));
      const Expr f = expression();
      const long count = n.to_int64().value_or(-1);
      if (count < 0 || count > 30) return std::nullopt;
      std::optional<Series> s;
      if (secant || (rule == "series" && f.op() == Op::log)) {
        const Expr base = expression();
        const std::string name(w.next());
        const auto range = next_interval(w);
        if (!range || f.args().size() != 1) return std::nullopt;
        if (secant) {
          if (base.args().size() != 1) return std::nullopt;
          s = Series{f, add(base, mul(sub(f.arg(0), base.arg(0)), Expr::variable(name))), {name, false, *range}};
        } else {
          s = log_series(f, base, count, name, *range);
        }
      } else if (rule == "series" && f.op() == Op::exp) {
        const std::string name(w.next());
        const auto range = next_interval(w);
        if (!range) return std::nullopt;
        s = exp_series(f, count, name, *range);
      } else {
        const std::string name(w.next());
        s = rule == "series" ? series_at_infinity(f, count, name) : growth_bound(f, count, name, c);
      }
      if (!s || c.find(Expr::variable(s->w.name))) return std::nullopt;
      return std::vector{with_series(g, *s)};
    }
    if (rule == "equal") {
      const Expr x = variable();
      const Expr at = expression();
      return std::vector{Goal{c.with_value(x, at), substitute(g.relation, {{x, at}})}};
    }
    if (rule == "subst") {
      const Expr x = variable();
      const std::string name(w.next());
      const Variable* v = c.find(x);
      const auto range = next_interval(w);
      if (!v || !range) return std::nullopt;
      Instance names = names_of(c);
      names.variables.push_back({name, false, *range});
      const Expr e = parse_expression(w.next(), names);
      Context child = c.with_value(x, e);
      child = child.with_variable(names.variables.back());
      if (!v->range.lo.infinite)
        child = child.with_hypothesis({v->range.lo.closed ? Rel::ge : Rel::gt, e, v->range.lo.value});
      if (!v->range.hi.infinite)
        child = child.with_hypothesis({v->range.hi.closed ? Rel::ge : Rel::gt, v->range.hi.value, e});
      return std::vector{Goal{child, substitute(g.relation, {{x, e}})}};
    }
    if (rule == "factor") {
      expression();  // the weight is the checker's business
      return std::vector{goal(c, rel, expression())};
    }
    if (rule == "rewrite") {
      const Expr l = expression();
      while (w.rest.starts_with(' ')) w.rest.remove_prefix(1);
      return std::vector{Goal{c, {rel, l, w.rest.empty() ? Expr(0) : expression()}}};
    }
    if (rule == "bound") {
      const auto number = Rational::parse(w.next());
      const auto k = number ? number->to_int64().value_or(0) : 0;
      const auto child = with_bound(c, k > 0 ? static_cast<std::size_t>(k) : 0);
      if (!child) return std::nullopt;
      return std::vector{Goal{*child, g.relation}};
    }
    if (rule == "cases") {
      const Expr u = expression();
      return std::vector{Goal{c.with_hypothesis({Rel::ge, u, 0}), g.relation},
                         Goal{c.with_hypothesis({Rel::gt, 0, u}), g.relation}};
    }
    if (rule == "end") {
      const Expr x = variable();
      const bool lower = w.next() == "lo";
      const Variable* v = c.find(x);
      if (!v) return std::nullopt;
      const Rational q = lower ? v->range.lo.value : v->range.hi.value;
      Range rest = v->range;
      (lower ? rest.lo : rest.hi).closed = false;
      return std::vector{Goal{c.with_value(x, q), substitute(g.relation, {{x, q}})},
                         Goal{c.with_range(x, rest), g.relation}};
    }
    if (rule == "power") {
      const Expr k(*Rational::parse(w.next()));
      return std::vector{Goal{c, {rel, pow(g.relation.lhs, k), pow(g.relation.rhs, k)}}};
    }
    if (rule == "fact") {
      const bool down = w.next() == "floor";
      const Expr u = expression(), f = down ? floor(u) : ceil(u);
      const Context near = c.with_hypothesis(down ? Relation{Rel::ge, u, f} : Relation{Rel::ge, f, u});
      return std::vector{
          Goal{near.with_hypothesis(down ? Relation{Rel::gt, f + Expr(1), u} : Relation{Rel::gt, u + Expr(1), f}),
               g.relation}};
    }
    if (rule == "integral") return std::vector{Goal{c, {Rel::gt, add(d, 1), 0}}};
    if (rule == "widen" || rule == "gen") {
      const std::string name(w.next());
      if (rule == "widen") w.next();  // in
      const auto range = next_interval(w);
      if (!range) return std::nullopt;
      if (rule == "widen") {
        const Expr x = Expr::variable(name);
        return std::vector{Goal{c.without_hypotheses_on(x).with_range(x, *range), g.relation}};
      }
      const Expr e = expression(), t = Expr::variable(name);
      Context child = c;
      auto hypotheses = child.hypotheses();
      for (auto& h : hypotheses) h = {h.rel, replaced(h.lhs, e, t), replaced(h.rhs, e, t)};
      child = child.with_hypotheses(std::move(hypotheses));
      child = child.with_variable({name, false, *range});
      return std::vector{Goal{child, {rel, replaced(g.relation.lhs, e, t), replaced(g.relation.rhs, e, t)}}};
    }
    if (rule == "induct") {
      const Expr x = variable();
      const Variable* v = c.find(x);
      if (!v || !v->integer || v->range.lo.infinite) return std::nullopt;
      Range range = v->range;
      const Rational lo = first_integer(range);
      range.lo = {false, true, lo};
      if (!range.hi.infinite) range.hi.value -= Rational(1);
      const Context kept = c.without_hypotheses_on(x);
      return std::vector{
          Goal{kept.with_value(x, lo), substitute(g.relation, {{x, lo}})},
          Goal{kept.with_range(x, range).with_hypothesis(g.relation), substitute(g.relation, {{x, x + Expr(1)}})}};
    }
    if (rule == "touch") {
      w.next();
      Context child = c;
      std::map<Expr, Expr> to;
      while (!w.rest.empty() && w.rest != " ") {
        const Expr x = variable();
        to.emplace(x, expression());
        child = child.without_hypotheses_on(x);
      }
      for (const auto& [x, at] : to) child = child.with_value(x, at);
      return std::vector{Goal{child, substitute(g.relation, to)}};
    }
    if (rule == "log") return std::vector{Goal{c, {rel, log(g.relation.lhs), log(g.relation.rhs)}}};
    if (rule == "exp") return std::vector{Goal{c, {rel, exp(g.relation.lhs), exp(g.relation.rhs)}}};
    if (rule == "inst") {
      const auto j = Rational::parse(w.next());
      const Expr at = expression();
      if (!j || !j->to_int64() || *j->to_int64() < 1 ||
          *j->to_int64() > static_cast<std::int64_t>(c.forall_hypotheses().size()))
        return std::nullopt;
      const auto& h = c.forall_hypotheses()[static_cast<std::size_t>(*j->to_int64() - 1)];
      return std::vector{Goal{c.with_hypothesis(substitute(h.relation, {{Expr::variable(h.bound), at}})), g.relation}};
    }
    if (rule == "trans") {
      const Expr m = expression();
      return std::vector{Goal{c, {rel, g.relation.lhs, m}},
                         Goal{c, {rel == Rel::gt ? Rel::ge : rel, m, g.relation.rhs}}};
    }
    if (rule == "both")
      return std::vector{Goal{c, {Rel::ge, g.relation.lhs, g.relation.rhs}},
                         Goal{c, {Rel::ge, g.relation.rhs, g.relation.lhs}}};
  } catch (const std::exception&) {
    return std::nullopt;
  }
  return std::nullopt;
}

void walk(const Goal& root, const Lines& tree, const std::function<void(const Goal&, std::string_view line)>& visit) {
  std::vector<Goal> open{root};
  for (const std::string& text : tree) {
    for (std::string_view rest = text; !rest.empty() && !open.empty();) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(rest.size(), line.size() + 1));
      const Goal g = std::move(open.back());
      open.pop_back();
      visit(g, line);
      if (auto children = apply_line(std::string(line), g))
        open.insert(open.end(), std::make_move_iterator(children->rbegin()), std::make_move_iterator(children->rend()));
    }
  }
}

bool same(const Goal& a, const Goal& b) {
  const auto written = [](const Goal& g) {
    std::string text = to_text(g.relation);
    for (const auto& v : g.context.variables()) text += fmt::format("\n{} in {}", v.name, to_text(v.range));
    for (const auto& h : g.context.hypotheses()) text += "\n" + to_text(h);
    return text;
  };
  return written(a) == written(b);
}

}  // namespace dpcert::verify
