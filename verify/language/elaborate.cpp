// From the surface of a text to its meaning: names are looked up, abbreviations, sums and `for` written out. A body
// that is used several times (of a macro, a sum, a `for`) is gone through each time with other values of its names.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "dpcert/language/enclose.hpp"
#include "dpcert/language/statement.hpp"
#include "src/symbolic/functions.hpp"
#include "verify/language/size.hpp"
#include "verify/language/surface.hpp"

namespace dpcert::verify {

namespace {

using surface::Line;
using surface::Node;
using Kind = Node::Kind;

constexpr int max_depth = 400;           // nesting of expressions, macros written out
constexpr long max_expansions = 100000;  // bodies gone through by macros, sums and `for`
constexpr long max_dimension = 4096;
constexpr std::size_t max_variables = 4096;
constexpr long max_order = 1000;            // of a polygamma
constexpr long max_derivative_order = 100;  // of an arbitrary function

Relation normalized(Relation r) {
  if (r.rel == Rel::le || r.rel == Rel::lt) return {swapped(r.rel), r.rhs, r.lhs};
  return r;
}
Rel relation_of(std::string_view sign) {
  return sign == ">=" ? Rel::ge : sign == ">" ? Rel::gt : sign == "<=" ? Rel::le : sign == "<" ? Rel::lt : Rel::eq;
}
bool compare(long a, std::string_view sign, long b) {
  return sign == "!="   ? a != b
         : sign == ">=" ? a >= b
         : sign == "<=" ? a <= b
         : sign == ">"  ? a > b
         : sign == "<"  ? a < b
                        : a == b;
}
Expr negated_constant(const Expr& e) { return e.is_constant() ? Expr(-e.value()) : -e; }
Expr raised(const Expr& base, const Expr& e) {
  const auto q = rational_value(e);  // a constant exponent is a number: x^(1+1) is x^2 for x < 0 too
  return pow(base, q && q->bits() < 256 ? Expr(*q) : e);
}

struct Macro {
  std::vector<std::string> parameters;
  const Node* body;
};

// The names that are declared, and the meaning of expressions among them.
class Scope {
 public:
  explicit Scope(const surface::Text& text) : text_(text) {}

  Expr value(const Node& n) {
    const Depth guard(*this, n);
    switch (n.kind) {
      case Kind::number: {
        const auto q = Rational::parse(n.text);
        if (!q) fail(n, "a number with too many digits or too large an exponent");
        return *q;
      }
      case Kind::name:
        return named(n);
      case Kind::indexed:
        return indexed(n);
      case Kind::call:
        return call(n);
      case Kind::negate:
        return negated_constant(value(n.args[0]));
      case Kind::sum:
        return checked(n, sum(n));
      case Kind::product:
        return product(n);
      case Kind::power: {
        const Expr base = value(n.args[0]);
        return raised(base, value(n.args[1]));
      }
      case Kind::relation:
        break;
    }
    fail(n, "expected an expression");
  }
  // Where an expression ends: it is not too large.
  Expr whole(const Node& n) { return n.kind == Kind::sum ? value(n) : checked(n, value(n)); }

  std::vector<Relation> chain(const Node& n) {
    std::vector<Relation> relations;
    Expr left = whole(n.args[0]);
    for (std::size_t i = 0; i < n.signs.size(); ++i) {
      const Expr right = whole(n.args[i + 1]);
      relations.push_back(normalized({relation_of(n.signs[i]), left, right}));
      left = right;
    }
    return relations;
  }

  long integer_value(const Node& n, const std::string& what) {
    const auto q = rational_value(whole(n));
    if (!q || !q->to_int64()) fail(n, what + " must be an integer that is known here");
    return static_cast<long>(*q->to_int64());
  }

  [[noreturn]] void fail(const Node& n, std::string message) const { text_.fail_at(n.begin, std::move(message)); }
  [[noreturn]] void fail_behind(const Node& n, std::string message) const { text_.fail_at(n.end, std::move(message)); }

  void count_expansion(const Node& body) {
    if (++expansions_ > max_expansions) fail_behind(body, "the statement expands to more than 100000 bodies");
  }

  struct Bind {  // a local name, gone on exit
    Scope& s;
    std::string name;
    Bind(Scope& scope, const Node& n, const Expr& value) : s(scope), name(n.text) {
      if (!s.locals_.emplace(name, value).second) s.fail(n, fmt::format("`{}` is declared twice", name));
    }
    Bind(const Bind&) = delete;
    Bind& operator=(const Bind&) = delete;
    ~Bind() { s.locals_.erase(name); }
  };

  std::map<std::string, Expr> values;  // variables, lets, dim
  std::map<std::string, Macro> macros;
  std::map<std::string, std::set<long>> families;  // eta -> declared indices
  std::map<std::string, Function> functions;
  std::set<std::string> integers;
  std::set<std::string> notations;  // of version 3, but for names that the text declares; none in proof lines

 private:
  struct Depth {
    Scope& s;
    Depth(Scope& scope, const Node& n) : s(scope) {
      if (++s.depth_ > max_depth) s.fail(n, "expressions are nested too deeply");
    }
    ~Depth() { --s.depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
  };

  Expr checked(const Node& n, Expr e) {
    if (auto problem = size_.problem(e)) fail_behind(n, std::move(*problem));
    return e;
  }

  Expr sum(const Node& n) {
    Expr e = value(n.args[0]);
    for (std::size_t i = 0; i < n.signs.size(); ++i) {
      const Expr next = value(n.args[i + 1]);
      e = n.signs[i] == "+" ? e + next : e - next;
    }
    return e;
  }
  Expr product(const Node& n) {
    Expr e = value(n.args[0]);
    for (std::size_t i = 0; i < n.signs.size(); ++i) {
      const Expr d = value(n.args[i + 1]);
      if (n.signs[i] == "*")
        e = e * d;
      else  // quotients of numbers are numbers
        e = e.is_constant() && d.is_constant() && !d.is_constant(0) ? Expr(e.value() / d.value()) : e / d;
    }
    return e;
  }

  // ---- names

  Expr named(const Node& n) {
    const std::string& name = n.text;
    if (name == "pi") return Expr::pi();
    if (const auto l = locals_.find(name); l != locals_.end()) return l->second;
    if (const auto v = values.find(name); v != values.end()) return v->second;
    if (macros.contains(name) || functions.contains(name))
      fail_behind(n, fmt::format("expected `(`, found {}", surface::shown(text_.tokens[n.end])));
    if (families.contains(name)) fail(n, fmt::format("`{}` needs an index, as in {}[1]", name, name));
    fail(n, fmt::format("`{}` is not declared", name));
  }
  Expr indexed(const Node& n) {
    const auto f = families.find(n.text);
    if (f == families.end() || locals_.contains(n.text)) {
      const bool other = locals_.contains(n.text) || values.contains(n.text) || macros.contains(n.text);
      fail(n, fmt::format("`{}` {}", n.text, other ? "has no index" : "is not declared"));
    }
    const long i = integer_value(n.args[0], "an index");
    if (!f->second.contains(i)) fail(n.args[0], fmt::format("{}[{}] is not declared", n.text, i));
    return Expr::variable(fmt::format("{}[{}]", n.text, i));
  }

  // ---- calls

  std::vector<Expr> arguments(const Node& n) {
    std::vector<Expr> args;
    for (std::size_t i = n.orders; i < n.args.size(); ++i) args.push_back(whole(n.args[i]));
    return args;
  }
  Expr call(const Node& n) {
    const std::string& f = n.text;
    if (const FunctionName* known = function_named(f)) return function(n, *known);
    if (f == "diff") return derivative_form(n);
    if (f == "at") return substitution(n);
    if (f == "sum" || f == "prod") return repeated(n);
    const bool is_value = locals_.contains(f) || values.contains(f);
    if (const auto m = macros.find(f); m != macros.end() && !is_value) return expand(n, m->second);
    if (const auto m = functions.find(f); m != functions.end() && !is_value) return application(n, m->second);
    if (is_value || families.contains(f) || f == "pi") fail(n, fmt::format("`{}` is not a function", f));
    if (notations.contains(f)) return notation(n);
    if (f == "ln") fail(n, "`ln` is written `log`");
    fail(n, fmt::format("`{}` is not declared, and no function of the language", f));
  }

  Expr function(const Node& n, const FunctionName& known) {
    const FunctionEntry& entry = *known.entry;
    const bool has_order = entry.ordered && !known.order;
    const std::size_t arity = static_cast<std::size_t>(entry.arity) + (has_order ? 1 : 0);
    if (entry.variadic ? n.args.size() < arity : n.args.size() != arity)
      fail(n, entry.variadic ? fmt::format("`{}` takes two or more arguments", n.text)
                             : fmt::format("`{}` takes {} argument(s), not {}", n.text, arity, n.args.size()));
    if (has_order) {
      const long k = integer_value(n.args[0], fmt::format("the order of {}", n.text));
      if (k < 0 || k > max_order)
        fail(n.args[0], fmt::format("the order of {} must be a literal integer from 0 to {}", n.text, max_order));
      return Expr::make(entry.op, {whole(n.args[1])}, static_cast<int>(k));
    }
    auto args = arguments(n);
    if (!entry.variadic) return Expr::make(entry.op, std::move(args), known.order.value_or(0));
    Expr e = args[0];
    for (std::size_t i = 1; i < args.size(); ++i) e = Expr::make(entry.op, {e, args[i]});
    return e;
  }

  // The notations of version 3, written out: functions of the language under other names.
  Expr notation(const Node& n) {
    const std::string& f = n.text;
    const bool one = f == "gamma", remainder = f == "mod";
    const std::size_t arity = one ? 1 : 2;
    if (n.orders != 0 || n.args.size() != arity)
      fail(n, fmt::format("`{}` takes {} argument(s), not {}", f, arity, n.args.size() - n.orders));
    const std::vector<Expr> args = arguments(n);
    const Expr& a = args[0];
    if (one) return exp(lgamma(a));
    const Expr& b = args[1];
    if (!remainder) return exp(lgamma(a) + lgamma(b) - lgamma(a + b));
    const bool number = a.is_constant() && b.is_constant() && !b.is_constant(0);
    return a - b * floor(number ? Expr(a.value() / b.value()) : a / b);
  }

  Expr application(const Node& n, const Function& f) {
    const auto arity = static_cast<std::size_t>(f.arity);
    std::vector<int> orders(arity, 0);
    for (std::size_t i = 0; i < n.orders; ++i) {
      const long k = integer_value(n.args[i], "the order of a derivative");
      if (k < 0 || k > max_derivative_order)
        fail(n, fmt::format("the order of a derivative must be from 0 to {}", max_derivative_order));
      if (i < arity) orders[i] = static_cast<int>(k);
    }
    if (n.args.size() - n.orders != arity || (n.orders != 0 && n.orders != arity))
      fail(n, fmt::format("`{}` takes {} argument(s)", n.text, f.arity));
    return Expr::apply(n.text, std::move(orders), arguments(n));
  }

  // With its parameters, without the local names of the place of use.
  Expr expand(const Node& n, const Macro& m) {
    count_expansion(n);
    if (n.orders != 0 || n.args.size() != m.parameters.size())
      fail(n, fmt::format("`{}` takes {} argument(s)", n.text, m.parameters.size()));
    const std::vector<Expr> args = arguments(n);
    std::map<std::string, Expr> scope;
    for (std::size_t i = 0; i < args.size(); ++i) scope.emplace(m.parameters[i], args[i]);
    locals_.swap(scope);
    Expr e = whole(*m.body);
    locals_.swap(scope);
    return e;
  }

  Expr derivative_form(const Node& n) {
    Expr e = whole(n.args[0]);
    for (std::size_t i = 1; i < n.args.size(); ++i) {
      const Expr v = whole(n.args[i]);
      if (v.op() != Op::variable) fail(n.args[i], "`diff` takes derivatives in variables only");
      if (integers.contains(v.name())) fail(n.args[i], "`diff` takes derivatives in real variables only");
      e = derivative(e, v);
    }
    return e;
  }
  Expr substitution(const Node& n) {
    const Expr e = whole(n.args[0]);
    const Expr v = whole(n.args[1]);
    if (v.op() != Op::variable) fail(n.args[1], "the second argument of `at` must be a variable");
    if (integers.contains(v.name())) fail(n.args[1], "the second argument of `at` must be a real variable");
    const Expr c = whole(n.args[2]);
    return transform(e, [&](const Expr& old, std::vector<Expr> args) {
      if (old == v) return c;
      if (old.op() != Op::pow || args[1] == old.args()[1]) return with_args(old, std::move(args));
      return raised(args[0], args[1]);
    });
  }
  Expr repeated(const Node& n) {
    const bool is_sum = n.text == "sum";
    const long a = integer_value(n.args[1], "the lower end of a sum");
    const long b = integer_value(n.args[2], "the upper end of a sum");
    std::optional<Expr> total;
    for (long i = a; i <= b; ++i) {
      count_expansion(n.args[3]);
      const Bind bound(*this, n.args[0], i);
      const Expr e = whole(n.args[3]);
      total = !total ? e : is_sum ? *total + e : *total * e;
    }
    return total.value_or(Expr(is_sum ? 0 : 1));
  }

  const surface::Text& text_;
  std::map<std::string, Expr> locals_;  // indices, parameters, bound variables: looked up first, unseen inside macros
  SizeLimit size_;
  int depth_ = 0;
  long expansions_ = 0;
};

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
    if (out.conclusions.empty())
      text_.fail_at(text_.tokens.size() - 1, "there is nothing to prove: at least one `prove` line is needed");
    out.hypotheses.insert(out.hypotheses.begin(), bounds_.begin(), bounds_.end());
  }

  std::string title;
  int language = 2;
  std::optional<Dimension> dim;
  Instance out;

 private:
  void declaration(const Line& l) {
    if (l.keyword == "language")
      language = 3, scope_.notations = {"mod", "gamma", "beta_function"};
    else if (l.keyword == "title")
      title_declaration(l);
    else if (l.keyword == "var" || l.keyword == "int")
      variable_declaration(l, l.keyword == "int");
    else if (l.keyword == "let")
      let_declaration(l);
    else if (l.keyword == "fun" || l.keyword == "logpartition")
      function_declaration(l);
    else if (l.keyword == "dim")
      dim_declaration(l);
    else if (l.keyword == "assume")
      assume_declaration(l);
    else
      for_each_index(l, [&] { append(out.conclusions, scope_.chain(l.body)); });
  }
  static void append(std::vector<Relation>& to, std::vector<Relation> more) {
    to.insert(to.end(), more.begin(), more.end());
  }
  std::string declare(const Node& name) {
    if (bound_.contains(name.text) || !declared_.insert(name.text).second)
      scope_.fail(name, fmt::format("`{}` is declared twice", name.text));
    scope_.notations.erase(name.text);
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
    transform(e, [&](const Expr& x, const std::vector<Expr>&) { return has_function |= x.op() == Op::apply, x; });
    const bool varies = !variables_of(e).empty();
    if (varies && language < 3)
      scope_.fail(n, "a bound must be a constant expression; one with variables needs `language 3`");
    if (has_function && !varies) scope_.fail(n, "a bound must be a constant expression");
    return {false, 0, e, varies};
  }
  // A bound that is not rational is a hypothesis; the end is a rational number beyond it.
  Rational rational_end(const Node& n, const Expr& bound, const Expr& variable, bool closed, bool lower) {
    if (const auto q = rational_value(bound)) return *q;
    const auto enclosure = enclose_constant(bound, 128);
    if (!enclosure) scope_.fail(n, "this bound is undefined or not finite");
    const Rational end = lower ? enclosure->first : enclosure->second;
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
  Range domain(const surface::Interval& i, const Expr& variable, bool integer) {
    const DomainEnd lo = domain_end(i.low), hi = domain_end(i.high);
    if (lo.infinite && (lo.sign > 0 || i.low_closed)) scope_.fail(i.low, "an infinite lower end must be `(-inf`");
    if (hi.infinite && (hi.sign < 0 || i.high_closed)) scope_.fail(i.high, "an infinite upper end must be `inf)`");
    Range r;
    const auto set = [&](End& end, const Node& n, const DomainEnd& e, bool closed, bool lower) {
      end.infinite = e.infinite || e.varies;
      if (e.varies) {
        const Rel rel = closed ? Rel::ge : Rel::gt;
        out.hypotheses.push_back(lower ? Relation{rel, variable, e.value} : Relation{rel, e.value, variable});
      }
      if (end.infinite) return;
      end.closed = closed;
      end.value = rational_end(n, e.value, variable, closed, lower);
      if (integer) round_to_integer(end, lower);
    };
    set(r.lo, i.low, lo, i.low_closed, true);
    set(r.hi, i.high, hi, i.high_closed, false);
    if (r.bounded() && (r.lo.value > r.hi.value || (r.lo.value == r.hi.value && !(r.lo.closed && r.hi.closed))))
      text_.fail_at(i.begin, fmt::format("the domain of `{}` is empty", variable.name()));
    return r;
  }
  void variable_declaration(const Line& l, bool integer) {
    const std::string name = declare(l.name);
    const auto add = [&](const Expr& v) {
      out.variables.push_back({v.name(), integer, domain(*l.interval, v, integer)});
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
    Macro m{{}, &l.body};
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
    const std::string& y = l.forall->text;
    if (declared_.contains(y)) scope_.fail_behind(*l.forall, fmt::format("`{}` is declared twice", y));
    bound_.insert(y);
    const Expr lo = scope_.whole(l.interval->low), hi = scope_.whole(l.interval->high);
    const Scope::Bind bound(scope_, *l.forall, Expr::variable(y));
    for (auto& r : scope_.chain(l.body)) out.forall_hypotheses.push_back({y, lo, hi, r});
  }

  const surface::Text& text_;
  Scope scope_;
  std::optional<long> dim_value_;
  bool has_title_ = false;
  std::vector<Relation> bounds_;            // hypotheses from bounds that are not rational; numbered before the others
  std::set<std::string> declared_, bound_;  // `bound_`: by a `forall`
};

Scope scope_in(const surface::Text& text, const Instance& context) {
  Scope s(text);
  for (const auto& v : context.variables) {
    const auto bracket = v.name.find('[');
    if (bracket == std::string::npos)
      s.values.emplace(v.name, Expr::variable(v.name));
    else
      s.families[v.name.substr(0, bracket)].insert(std::stol(v.name.substr(bracket + 1)));
  }
  for (const auto& f : context.functions) s.functions.emplace(f.name, f);
  return s;
}

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

Expr parse_expression(std::string_view text, const Instance& context) {
  const surface::Text read(text);
  const Node e = surface::read_expression(read, true);
  return scope_in(read, context).whole(e);
}

Relation parse_relation(std::string_view text, const Instance& context) {
  const surface::Text read(text);
  const Node r = surface::read_relation(read, true);
  if (r.signs.size() != 1) read.fail_at(r.begin, "expected one relation");
  return scope_in(read, context).chain(r)[0];
}

}  // namespace dpcert::verify
