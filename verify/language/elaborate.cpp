// From the surface of a text to its meaning, declaration by declaration; what a name means is in scope.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "dpcert/language/statement.hpp"
#include "verify/language/ends.hpp"
#include "verify/language/formulas.hpp"
#include "verify/language/scope.hpp"
#include "verify/language/surface.hpp"

namespace dpcert::verify {

namespace {

using surface::Line;
using surface::Node;
using Kind = Node::Kind;

constexpr long max_dimension = 4096;
constexpr std::size_t max_variables = 4096;

bool compare(long a, std::string_view sign, long b) {
  if (a == b) return sign.back() == '=' && sign != "!=";
  return sign == "!=" || sign[0] == (a < b ? '<' : '>');
}

// Declarations, in their order.
class Elaborator {
 public:
  Elaborator(const surface::Text& text, const std::vector<Line>& lines, std::optional<long> dim_value)
      : text_(text), scope_(text), dim_value_(dim_value) {
    for (const Line& l : lines) {
      if (l.keyword == "language" && &l != &lines.front())
        text_.fail_at(l.begin, "`language 3` must be the first declaration");
      declaration(l);
    }
    if (out.conclusions.empty() && formulas_.empty())
      text_.fail_at(text_.tokens.size() - 1, "there is nothing to prove: at least one `prove` line is needed");
    out.hypotheses.insert(out.hypotheses.begin(), bounds_.begin(), bounds_.end());
    for (auto& condition : out.law_conditions) condition.first += bounds_.size();
    out.law_terms = std::move(scope_.law_terms);
    if (formulas_.empty() && out.facts.empty()) return;
    // All conclusions in their order; whoever looks at relations alone finds none.
    std::size_t next = 0;
    for (auto& [before, f] : formulas_) {
      for (; next < before; ++next) out.formulas.push_back(Formula::of(out.conclusions[next]));
      out.formulas.push_back(std::move(f));
    }
    for (; next < out.conclusions.size(); ++next) out.formulas.push_back(Formula::of(out.conclusions[next]));
    out.conclusions.clear();
  }

  std::string title;
  int language = 2;
  std::optional<Dimension> dim;
  Instance out;

 private:
  void declaration(const Line& l) {
    if (l.keyword == "language")
      language = scope_.language = out.language = 3, scope_.notations = Scope::all_notations();
    else if (l.keyword == "title")
      title_declaration(l);
    else if (l.keyword == "var" || l.keyword == "int")
      variable_declaration(l, l.keyword == "int");
    else if (l.keyword == "let")
      let_declaration(l);
    else if (l.keyword == "fun" || l.keyword == "logpartition")
      function_declaration(l);
    else if (l.keyword == "seq")
      sequence_declaration(l);
    else if (l.keyword == "law")
      law_declaration(l);
    else if (l.keyword == "dim")
      dim_declaration(l);
    else if (l.formula)
      formula_declaration(l, reader_.formula(*l.formula));
    else if (scope_.uses_pieces(l.body))
      pieces_declaration(l);
    else if (l.keyword == "assume")
      assume_declaration(l);
    else
      for_each_index(l, [&] { append(out.conclusions, scope_.chain(l.body)); });
  }
  static void append(std::vector<Relation>& to, std::vector<Relation> more) {
    to.insert(to.end(), more.begin(), more.end());
  }
  std::string declare(const Node& name) {
    if (name.text == "integral" && language >= 3) scope_.fail(name, "`integral` is reserved");
    if (bound_.contains(name.text) || !declared_.insert(name.text).second)
      scope_.fail(name, fmt::format("`{}` is declared twice", name.text));
    scope_.notations.erase(name.text);
    scope_.hidden.insert(name.text);
    return name.text;
  }

  void title_declaration(const Line& l) {
    if (has_title_) text_.fail_at(l.begin, "a second `title`");
    title = l.text;
    has_title_ = true;
  }

  // ---- variables

  // One end of a domain: inf, a constant expression or, in version 3, one in variables that stand before.
  struct DomainEnd {
    bool infinite = false;
    int sign = 0;
    Expr value;
    bool varies = false;
  };
  DomainEnd domain_end(const Node& n) {
    const auto is_infinity = [](const Node& e) { return e.kind == Kind::name && e.text == "inf"; };
    if (is_infinity(n)) return {true, 1, {}, false};
    if (n.kind == Kind::negate && is_infinity(n.args[0])) return {true, -1, {}, false};
    const Expr e = scope_.whole(n);
    bool has_function = false;  // a `fun` has no value that is known
    transform(e, [&](const Expr& x, std::span<const Expr>) { return has_function |= is_opaque(x), x; });
    const bool varies = !variables_of(e).empty();
    if (varies && language < 3)
      scope_.fail(n, "a bound must be a constant expression; one with variables needs `language 3`");
    if (has_function && !varies) scope_.fail(n, "a bound must be a constant expression");
    return {false, 0, e, varies};
  }
  // A bound that is not rational is a hypothesis; the end is a rational number beyond it.
  Rational rational_end(const Node& n, const Expr& bound, const Expr& variable, bool closed, bool lower, bool integer) {
    if (const auto q = rational_value(bound)) return *q;
    const auto beyond = end_beyond(bound, lower, integer);
    if (!beyond) scope_.fail(n, "this bound is undefined or not finite");
    const Rational& end = *beyond;
    static const Rational largest = pow(Rational(2), 2000);  // as in the checker
    if (const Rational size = abs(end); !size.is_zero() && (size >= largest || size * largest <= Rational(1)))
      scope_.fail(n, "this bound is too large or too near 0");
    const Rel rel = closed ? Rel::ge : Rel::gt;
    bounds_.push_back(lower ? Relation{rel, variable, bound} : Relation{rel, bound, variable});
    return end;
  }
  static void round_to_integer(End& end, bool lower) {
    const bool was_integer = end.value.is_integer();
    const Rational rounded = lower ? end.value.ceil() : end.value.floor();
    end.value = was_integer && !end.closed ? (lower ? rounded + 1 : rounded - 1) : rounded;
    end.closed = true;
  }
  // The end of a variable that stands before is one of this variable, too: `b in [a, inf)` is positive where a is.
  std::optional<End> end_of(const Expr& bound, bool lower) const {
    const auto v = std::ranges::find(out.variables, bound, [](const Variable& w) { return Expr::variable(w.name); });
    if (v == out.variables.end()) return std::nullopt;
    return lower ? v->range.lo : v->range.hi;
  }
  Variable with_domain(const surface::Interval& i, const Expr& variable, bool integer) {
    const DomainEnd lo = domain_end(i.low), hi = domain_end(i.high);
    if (lo.infinite && (lo.sign > 0 || i.low_closed)) scope_.fail(i.low, "an infinite lower end must be `(-inf`");
    if (hi.infinite && (hi.sign < 0 || i.high_closed)) scope_.fail(i.high, "an infinite upper end must be `inf)`");
    Variable v{variable.name(), integer, {}};
    const auto set = [&](End& end, bool& exact, const Node& n, const DomainEnd& e, bool closed, bool lower) {
      exact = e.infinite || (!e.varies && rational_value(e.value));
      end.infinite = e.infinite;
      if (e.varies) {
        const Rel rel = closed ? Rel::ge : Rel::gt;
        out.hypotheses.push_back(lower ? Relation{rel, variable, e.value} : Relation{rel, e.value, variable});
        end = end_of(e.value, lower).value_or(End{});
        closed = closed && end.closed;
      } else if (!end.infinite) {
        end.value = rational_end(n, e.value, variable, closed, lower, integer);
      }
      if (end.infinite) return;
      end.closed = closed;
      if (integer) round_to_integer(end, lower);
    };
    set(v.range.lo, v.lo_exact, i.low, lo, i.low_closed, true);
    set(v.range.hi, v.hi_exact, i.high, hi, i.high_closed, false);
    if (const Range& r = v.range;
        r.bounded() && (r.lo.value > r.hi.value || (r.lo.value == r.hi.value && !(r.lo.closed && r.hi.closed))))
      text_.fail_at(i.begin, fmt::format("the domain of `{}` is empty", variable.name()));
    return v;
  }
  void variable_declaration(const Line& l, bool integer) {
    const std::string name = declare(l.name);
    const auto add = [&](const Expr& v) {
      out.variables.push_back(with_domain(*l.interval, v, integer));
      if (integer) scope_.integers.insert(v.name());
    };
    if (l.parameters.empty()) {
      const Expr v = Expr::variable(name);
      add(v);
      scope_.values.emplace(name, v);
      return;
    }
    const auto& [index, low, high] = l.ranges[0];
    const long a = scope_.integer_value(low, "an index range");
    const long b = scope_.integer_value(high, "an index range");
    auto& family = scope_.families[name];
    for (long i = a; i <= b; ++i) {
      if (out.variables.size() >= max_variables)
        scope_.fail_behind(high, fmt::format("more than {} variables", max_variables));
      const Scope::Bind bound(scope_, index, i);
      add(Expr::variable(fmt::format("{}[{}]", name, i)));
      family.insert(i);
    }
  }

  // ---- abbreviations, functions, dimensions

  void let_declaration(const Line& l) {
    const std::string name = declare(l.name);
    if (l.parameters.empty()) {
      scope_.values.insert_or_assign(name, scope_.whole(l.body));
      return;
    }
    Macro m{{}, &l.body, scope_.uses_pieces(l.body)};
    for (const Node& p : l.parameters) m.parameters.push_back(p.text);
    scope_.macros.emplace(name, std::move(m));
  }
  void function_declaration(const Line& l) {
    Function f;
    f.name = declare(l.name);
    f.logpartition = l.keyword == "logpartition";
    const long n = scope_.integer_value(l.body, "the number of arguments");
    if (n < 1 || n > 16) scope_.fail(l.body, "the number of arguments must be from 1 to 16");
    f.arity = static_cast<int>(n);
    scope_.functions.emplace(f.name, f);
    out.functions.push_back(f);
  }
  void sequence_declaration(const Line& l) {
    Sequence s;
    s.name = declare(l.name);
    s.arity = static_cast<int>(l.parameters.size());
    if (s.arity > 4) scope_.fail(l.parameters[4], "a sequence has at most 4 indices");
    if (!l.equations.empty() && s.arity > 1) scope_.fail(l.parameters[1], "a recursion has one index");
    if (!l.equations.empty() && (l.equations.size() < 2 || l.equations.size() > 3))
      scope_.fail(l.name,
                  fmt::format("a recursion has one or two first values and one step: {0}(0) = ..., {0}({1} + 1) = ...",
                              s.name, l.parameters[0].text));
    if (!l.equations.empty()) s.recursion = recursion(l, s);
    scope_.sequences.emplace(s.name, s);
    out.sequences.push_back(std::move(s));
  }
  // `x(e) = f` as e and f.
  std::pair<const Node*, const Node*> equation(const Node& n, const std::string& x) const {
    if (n.signs.size() != 1 || n.signs[0] != "=" || n.args[0].kind != Kind::call || n.args[0].text != x ||
        n.args[0].args.size() != 1)
      scope_.fail(n, fmt::format("expected an equation `{}(...) = ...`", x));
    return {&n.args[0].args[0], &n.args[1]};
  }
  Recursion recursion(const Line& l, const Sequence& s) {
    Recursion r;
    const std::size_t terms = l.equations.size() - 1;
    std::set<std::string>& mentioned = scope_.variables_of_sequences[s.name];
    const auto value = [&](const Node& n) {
      const Expr e = scope_.whole(n);
      for (const auto& v : variables_of(e)) mentioned.insert(v);
      transform(e, [&](const Expr& part, std::span<const Expr>) {
        if (part.op() == Op::sequence && part.name() != s.name) {
          const auto& more = scope_.variables_of_sequences[part.name()];
          mentioned.insert(more.begin(), more.end());
        }
        return part;
      });
      return e;
    };
    for (std::size_t i = 0; i < terms; ++i) {  // the sequence is not declared here
      const auto [at, is] = equation(l.equations[i], s.name);
      const Rational place = scope_.integer_value(*at, "the place of a first value");
      if (i == 0) r.start = place;
      if (!(place == r.start + Rational(static_cast<long>(i))))
        scope_.fail(*at, "the first values of a recursion stand at consecutive integers");
      r.first.push_back(value(*is));
    }
    // Not bound by structure, for a lambda below names one of them.
    const auto step = equation(l.equations[terms], s.name);
    const auto *at = step.first, *is = step.second;
    const Scope::Bind bound(scope_, l.parameters[0], Recursion::index());
    const auto behind = [](std::size_t i) {
      return i == 0 ? Recursion::index() : Recursion::index() + Expr(static_cast<long>(i));
    };
    if (!(scope_.whole(*at) == behind(terms)))
      scope_.fail(
          *at, fmt::format("the step of this recursion says what {}({} + {}) is", s.name, l.parameters[0].text, terms));
    scope_.sequences.emplace(s.name, s), scope_.recursion_of = s.name;
    r.next = value(*is);
    transform(r.next, [&](const Expr& part, std::span<const Expr>) {
      bool known = part.op() != Op::sequence || part.name() != s.name;
      for (std::size_t i = 0; i < terms; ++i) known = known || part.arg(0) == behind(i);
      if (!known)
        scope_.fail(
            *is, fmt::format("a recursion contains {0}({1}){2} and nothing else of `{0}`", s.name, l.parameters[0].text,
                             terms == 2 ? fmt::format(", {}({} + 1)", s.name, l.parameters[0].text) : ""));
      return part;
    });
    scope_.sequences.erase(s.name), scope_.recursion_of.clear();
    return r;
  }
  void law_declaration(const Line& l) {
    const std::string name = declare(l.name);
    Law law = scope_.law(l.body);
    for (const Relation& r : law.conditions) out.law_conditions.emplace_back(out.hypotheses.size(), r);
    scope_.laws.emplace(name, std::move(law));
  }
  void dim_declaration(const Line& l) {
    Dimension d;
    d.name = declare(l.name);
    const Node& low = l.interval->low;
    if (dim) scope_.fail(l.name, "a statement has at most one `dim`");
    d.lo = scope_.integer_value(low, "the least dimension");
    if (d.lo < 1) scope_.fail(low, "a dimension is at least 1");
    if (l.interval->high_closed) {
      d.hi = scope_.integer_value(l.interval->high, "the largest dimension");
      if (*d.hi < d.lo) scope_.fail(low, "the range of the dimension is empty");
    }
    const long value = dim_value_.value_or(d.lo);
    if (value < d.lo || (d.hi && value > *d.hi) || value > max_dimension)
      scope_.fail(low, fmt::format("{} is not a possible dimension", value));
    scope_.values.emplace(d.name, value);
    out.dim = value;
    dim = d;
  }

  // ---- formulas

  void formula_declaration(const Line& l, Formula f) {
    if (l.keyword == "prove")
      formulas_.emplace_back(out.conclusions.size(), std::move(f));
    else
      assumed(f);
  }
  // What is assumed: relations are hypotheses, the parts of `and` one after the other, all else is a fact.
  void assumed(const Formula& f) {
    if (f.is(Formula::Kind::relation))
      out.hypotheses.push_back(f.relation);
    else if (f.is(Formula::Kind::both))
      for (const Formula& part : f.parts) assumed(part);
    else
      out.facts.push_back(f);
  }
  // A line without other words of formulas: what `piece` stands for are formulas nevertheless.
  void pieces_declaration(const Line& l) {
    if (!l.forall) return for_each_index(l, [&] { formula_declaration(l, reader_.relation(l.body)); });
    formula_declaration(l, reader_.formula(*l.forall));
  }
  // ---- relations

  // `body` for every tuple of indices that meets the conditions; once for a line without `for`.
  void for_each_index(const Line& l, const std::function<void()>& body) {
    if (l.ranges.empty()) return body();
    const auto holds = [&](const Node& c) {
      const long a = scope_.integer_value(c.args[0], "an index condition");
      const long b = scope_.integer_value(c.args[1], "an index condition");
      return compare(a, c.signs[0], b);
    };
    const std::function<void(std::size_t)> run = [&](std::size_t level) {
      if (level == l.ranges.size()) {
        bool all = true;
        for (const Node& c : l.conditions) all = holds(c) && all;
        if (!all) return;
        scope_.count_expansion(l.body);
        return body();
      }
      const auto& [index, low, high] = l.ranges[level];
      const long a = scope_.integer_value(low, "an index range");
      const long b = scope_.integer_value(high, "an index range");
      for (long i = a; i <= b; ++i) {
        const Scope::Bind bound(scope_, index, i);
        run(level + 1);
      }
    };
    run(0);
  }
  void assume_declaration(const Line& l) {
    if (!l.forall) return for_each_index(l, [&] { append(out.hypotheses, scope_.chain(l.body)); });
    if (l.forall->over_integers) return for_all_integers(*l.forall, {});
    const std::string& y = bound_in_hypothesis(*l.forall);
    const Expr lo = scope_.whole(l.forall->interval.low), hi = scope_.whole(l.forall->interval.high);
    const Scope::Bind bound(scope_, l.forall->name, Expr::variable(y));
    for (auto& r : scope_.chain(l.body)) out.forall_hypotheses.push_back({y, lo, hi, r});
  }
  const std::string& bound_in_hypothesis(const surface::Formula& f) {
    const std::string& y = f.name.text;
    if (declared_.contains(y)) scope_.fail_behind(f.name, fmt::format("`{}` is declared twice", y));
    bound_.insert(y);
    return y;
  }
  // With the quantifiers that stand around it, the outermost first.
  void for_all_integers(const surface::Formula& f, std::vector<IndexBounds> ranges) {
    if (f.kind == surface::Formula::Kind::relation) {
      const IndexBounds outermost = ranges.front();
      ranges.erase(ranges.begin());
      for (const auto& r : scope_.chain(f.relation))
        out.forall_hypotheses.push_back(
            {outermost.bound, outermost.lo, outermost.hi, r, true, outermost.unbounded, ranges});
      return;
    }
    const std::string& y = bound_in_hypothesis(f);
    const Expr lo = scope_.integer(f.interval.low, "the lower end of a `forall int`");
    const bool unbounded = !f.interval.high_closed;
    const Expr hi = unbounded ? lo : scope_.integer(f.interval.high, "the upper end of a `forall int`");
    const Scope::Bind bound(scope_, f.name, Expr::variable(y));
    scope_.integers.insert(y);
    ranges.push_back({y, lo, hi, unbounded});
    for_all_integers(f.parts[0], std::move(ranges));
    scope_.integers.erase(y);
  }

  const surface::Text& text_;
  Scope scope_;
  std::optional<long> dim_value_;
  bool has_title_ = false;
  std::vector<std::pair<std::size_t, Formula>> formulas_;  // conclusions; how many relations stand before it
  std::vector<Relation> bounds_;            // hypotheses from bounds that are not rational; numbered before the others
  std::set<std::string> declared_, bound_;  // `bound_`: by a `forall`
  FormulaElaborator reader_{scope_, declared_, bound_};
};

}  // namespace

Statement parse_statement(std::string_view text) {
  const surface::Text read(text);
  const auto lines = surface::read_lines(read);
  const Elaborator all(read, lines, std::nullopt);
  return {all.title, std::string(read.source), all.language, all.dim};
}

Instance Statement::instance(std::optional<long> value) const {
  const surface::Text read(text);
  const auto lines = surface::read_lines(read);
  Elaborator all(read, lines, value);
  return std::move(all.out);
}

}  // namespace dpcert::verify
