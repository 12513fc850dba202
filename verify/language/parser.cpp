// The reader and elaborator of the statement language: recursive descent straight to expressions. Bodies that are read
// several times (macros, sums, `for`) are re-read from their tokens with other bindings, so there is no second
// representation of the text.
#include <arb.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <set>

#include "dpcert/language/enclose.hpp"
#include "dpcert/language/statement.hpp"
#include "verify/language/lexer.hpp"

namespace dpcert::verify {

SyntaxError::SyntaxError(std::size_t l, std::size_t c, const std::string& message, std::string source)
    : Error(ErrorCode::syntax, message), line(l), column(c), source_line(std::move(source)) {}

std::string SyntaxError::pretty(std::string_view file) const {
  // A window of the line with the caret in it. Nothing of it may move the caret or the terminal.
  constexpr std::size_t window = 160;
  const auto inside = [&](std::size_t i) {  // of a UTF-8 character
    return i < source_line.size() && (static_cast<unsigned char>(source_line[i]) & 0xC0) == 0x80;
  };
  const std::size_t at = std::min(column - 1, source_line.size());
  std::size_t from = at > window - 40 ? at - (window - 40) : 0, end = std::min(source_line.size(), from + window);
  while (from < at && inside(from)) ++from;
  while (end > at && inside(end)) --end;
  const std::string_view text = source_line;
  const std::string before = visible(text.substr(from, at - from)), shown = before + visible(text.substr(at, end - at));
  const auto width =
      std::ranges::count_if(before, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  const std::string below(static_cast<std::size_t>(width), ' ');
  return fmt::format("{}:{}:{}: {}\n  {}\n  {}^", file, line, column, what(), shown, below);
}

bool Range::contains(const Rational& x) const {
  if (!lo.infinite && (x < lo.value || (x == lo.value && !lo.closed))) return false;
  return hi.infinite || !(x > hi.value || (x == hi.value && !hi.closed));
}

std::string to_text(const Range& r) {
  return fmt::format("{}{}, {}{}", r.lo.closed ? "[" : "(", r.lo.infinite ? "-inf" : r.lo.value.str(),
                     r.hi.infinite ? "inf" : r.hi.value.str(), r.hi.closed ? "]" : ")");
}

namespace {

constexpr int max_depth = 400;               // nesting of expressions
constexpr std::uint32_t max_height = 11000;  // of an expression with sums, products and `let` names written out
constexpr int max_nesting = 500;  // the same where a sum or a product is one operation; the checker reads 600
constexpr std::uint64_t max_operands = 100000;  // of one sum or product; the checker reads 400,000
constexpr long max_expansions = 100000;         // bodies read again by macros, sums and `for`
constexpr long max_dimension = 4096;
constexpr std::size_t max_variables = 4096;

const std::set<std::string, std::less<>> unary_functions{"exp",     "log",      "log1p", "expm1", "sqrt",      "abs",
                                                         "cosh",    "sinh",     "tanh",  "floor", "ceil",      "lgamma",
                                                         "digamma", "trigamma", "erf",   "erfc",  "normal_cdf"};
const std::set<std::string, std::less<>> other_reserved{
    "min", "max", "xlogy",  "polygamma", "pi",  "inf", "diff", "at",     "sum",   "prod", "title",        "var",
    "int", "let", "assume", "prove",     "dim", "fun", "for",  "forall", "where", "in",   "logpartition", "select"};
bool reserved(const std::string& s) { return unary_functions.contains(s) || other_reserved.contains(s); }

Op unary_op(const std::string& f) {
  static const std::map<std::string, Op> ops{{"exp", Op::exp},     {"log", Op::log},   {"log1p", Op::log1p},
                                             {"expm1", Op::expm1}, {"sqrt", Op::sqrt}, {"abs", Op::abs},
                                             {"cosh", Op::cosh},   {"sinh", Op::sinh}, {"tanh", Op::tanh},
                                             {"floor", Op::floor}, {"ceil", Op::ceil}, {"lgamma", Op::lgamma},
                                             {"erf", Op::erf},     {"erfc", Op::erfc}, {"normal_cdf", Op::normal_cdf}};
  return ops.at(f);
}

struct Macro {
  std::vector<std::string> parameters;
  std::size_t body;  // token position
};

struct Parser {
  std::string_view text;
  std::vector<Token> tokens;
  std::size_t at = 0;
  int depth = 0;
  long expansions = 0;
  bool certificate = false;  // an expression of a proof line: derivatives of functions have a notation there

  std::optional<long> dim_value;
  std::optional<Dimension> dim;
  std::string title;
  bool has_title = false;
  Instance out;
  std::vector<Relation> bounds;  // hypotheses from bounds that are not rational; numbered before the others

  std::map<std::string, Expr>
      locals;  // indices, parameters, bound variables: looked up first, not visible inside macros
  std::map<std::string, Expr> values;  // variables, lets, dim
  std::map<std::string, Macro> macros;
  std::map<std::string, std::set<long>> families;  // eta -> declared indices
  std::map<std::string, Function> functions;
  std::set<std::string> declared, integers, bound;  // `bound`: by a `forall`

  [[noreturn]] void fail(const std::string& message) const { fail_at(tokens[at], message); }
  [[noreturn]] void fail_at(const Token& t, std::string message) const {
    constexpr std::size_t longest = 200;  // a name may fill the whole file
    if (message.size() > longest)
      message = message.substr(0, longest / 2) + "..." + message.substr(message.size() - longest / 2);
    throw SyntaxError(t.line, t.column, message, source_line(text, t.line));
  }

  [[nodiscard]] const Token& peek() const { return tokens[at]; }
  [[nodiscard]] bool is(std::string_view s) const {
    return (peek().kind == TokenKind::symbol || peek().kind == TokenKind::name) && peek().text == s;
  }
  bool accept(std::string_view s) { return is(s) ? (++at, true) : false; }
  void expect(std::string_view s) {
    if (!accept(s)) fail(fmt::format("expected `{}`, found {}", s, shown(peek())));
  }
  static std::string shown(const Token& t) {
    return t.kind == TokenKind::newline || t.kind == TokenKind::end ? t.text : "`" + t.text + "`";
  }
  std::string new_name() {
    if (peek().kind != TokenKind::name) fail(fmt::format("expected a name, found {}", shown(peek())));
    const std::string s = peek().text;
    if (reserved(s)) fail(fmt::format("`{}` is reserved", s));
    ++at;
    return s;
  }
  std::string declare() {
    const Token t = peek();
    std::string s = new_name();
    if (bound.contains(s) || !declared.insert(s).second) fail_at(t, fmt::format("`{}` is declared twice", s));
    return s;
  }

  // Skips one balanced argument: up to a `,` or closing bracket of this level.
  void skip_argument() {
    int level = 0;
    for (;; ++at) {
      const Token& t = peek();
      if (t.kind == TokenKind::end || t.kind == TokenKind::newline) fail("unbalanced brackets");
      if (t.kind != TokenKind::symbol) continue;
      if (t.text == "(" || t.text == "[") ++level;
      if (level == 0 && (t.text == "," || t.text == ")" || t.text == "]")) return;
      if (t.text == ")" || t.text == "]") --level;
    }
  }

  void count_expansion() {
    if (++expansions > max_expansions) fail("the statement expands to more than 100000 bodies");
  }

  struct Depth {
    Parser& p;
    explicit Depth(Parser& parser) : p(parser) {
      if (++p.depth > max_depth) p.fail("expressions are nested too deeply");
    }
    ~Depth() { --p.depth; }
  };

  // What the checker will make of an expression: sums and products are flat there.
  struct Shape {
    int nesting = 1;
    std::uint64_t terms = 1, factors = 1;
  };
  std::unordered_map<Expr, Shape> shapes;
  Shape shape_of(const Expr& root) {
    std::vector<std::pair<Expr, bool>> stack{{root, false}};
    while (!stack.empty()) {
      const auto [e, ready] = stack.back();
      stack.pop_back();
      if (shapes.contains(e)) continue;
      if (!ready) {
        stack.emplace_back(e, true);
        for (const auto& a : e.args()) stack.emplace_back(a, false);
        continue;
      }
      Shape s;
      const bool sum = e.op() == Op::add || e.op() == Op::sub;
      const bool product = e.op() == Op::mul || e.op() == Op::neg || (e.op() == Op::div && e.arg(1).is_constant());
      if (sum) s.terms = 0;
      if (product) s.factors = 0;
      for (std::size_t i = 0; i < e.args().size(); ++i) {
        const Shape& a = shapes.at(e.arg(i));
        const bool minus = e.op() == Op::sub && i == 1;  // a factor -1
        const bool joins = sum ? a.terms > 1 && !minus : product && a.factors > 1;
        s.nesting = std::max(s.nesting, a.nesting + (joins ? 0 : 1) + (minus && a.factors == 1 ? 1 : 0));
        if (sum) s.terms = std::min(s.terms + (minus ? 1 : a.terms), 2 * max_operands);
        if (product) s.factors = std::min(s.factors + a.factors, 2 * max_operands);
      }
      shapes.emplace(e, s);
    }
    return shapes.at(root);
  }

  Expr checked(Expr e) {
    if (e.node().depth > max_height)
      fail(fmt::format("an expression with more than {} operations on top of each other", max_height));
    const Shape s = shape_of(e);
    if (s.nesting > max_nesting)
      fail(fmt::format("an expression with more than {} operations inside each other", max_nesting));
    if (std::max(s.terms, s.factors) > max_operands)
      fail(fmt::format("a sum or product of more than {} parts", max_operands));
    return e;
  }

  long integer_value(const std::string& what) {
    const Token t = peek();
    const auto q = rational_value(sum());
    if (!q || !q->to_int64()) fail_at(t, what + " must be an integer that is known here");
    return static_cast<long>(*q->to_int64());
  }

  Expr primary() {
    const Depth guard(*this);
    const Token t = peek();
    if (t.kind == TokenKind::number) {
      ++at;
      const auto q = Rational::parse(t.text);
      if (!q) fail_at(t, "a number with too many digits or too large an exponent");
      return *q;
    }
    if (accept("(")) {
      Expr e = sum();
      expect(")");
      return e;
    }
    if (t.kind != TokenKind::name) fail(fmt::format("expected an expression, found {}", shown(t)));
    ++at;
    if (t.text == "pi") return Expr::pi();
    if (t.text == "inf") fail_at(t, "`inf` is allowed only as an open end of a domain");
    if (reserved(t.text)) return call(t);
    if (const auto l = locals.find(t.text); l != locals.end()) return l->second;
    if (const auto v = values.find(t.text); v != values.end()) return v->second;
    if (const auto m = macros.find(t.text); m != macros.end()) return expand(t, m->second);
    if (const auto f = functions.find(t.text); f != functions.end()) return application(t, f->second);
    if (const auto f = families.find(t.text); f != families.end()) {
      if (!accept("[")) fail_at(t, fmt::format("`{}` needs an index, as in {}[1]", t.text, t.text));
      const Token it = peek();
      const long i = integer_value("an index");
      expect("]");
      if (!f->second.contains(i)) fail_at(it, fmt::format("{}[{}] is not declared", t.text, i));
      return Expr::variable(fmt::format("{}[{}]", t.text, i));
    }
    fail_at(t, fmt::format("`{}` is not declared{}", t.text, is("(") ? ", and no function of the language" : ""));
  }

  std::vector<Expr> arguments() {
    std::vector<Expr> args;
    expect("(");
    do args.push_back(sum());
    while (accept(","));
    expect(")");
    return args;
  }

  Expr application(const Token& t, const Function& f) {
    std::vector<int> orders(static_cast<std::size_t>(f.arity), 0);
    if (certificate && accept("'")) {
      expect("(");
      for (std::size_t i = 0; i < orders.size(); ++i) {
        if (i) expect(",");
        const long k = integer_value("the order of a derivative");
        if (k < 0 || k > 100) fail_at(t, "the order of a derivative must be from 0 to 100");
        orders[i] = static_cast<int>(k);
      }
      expect(")");
    }
    auto args = arguments();
    if (args.size() != orders.size()) fail_at(t, fmt::format("`{}` takes {} argument(s)", t.text, f.arity));
    return Expr::apply(t.text, std::move(orders), std::move(args));
  }

  struct Bind {  // a local name, gone on exit
    Parser& p;
    std::string name;
    Bind(Parser& parser, std::string n, const Expr& value) : p(parser), name(std::move(n)) {
      if (!p.locals.emplace(name, value).second) p.fail(fmt::format("`{}` is declared twice", name));
    }
    Bind(const Bind&) = delete;
    Bind& operator=(const Bind&) = delete;
    ~Bind() { p.locals.erase(name); }
  };

  // The body is read where it stands: with its parameters, without the local names of the place of use.
  Expr expand(const Token& t, const Macro& m) {
    count_expansion();
    const Depth guard(*this);
    std::vector<Expr> args = arguments();
    if (args.size() != m.parameters.size())
      fail_at(t, fmt::format("`{}` takes {} argument(s)", t.text, m.parameters.size()));
    std::map<std::string, Expr> scope;
    for (std::size_t i = 0; i < args.size(); ++i) scope.emplace(m.parameters[i], args[i]);
    const std::size_t back = at;
    locals.swap(scope);
    at = m.body;
    Expr e = sum();
    if (peek().kind != TokenKind::newline) fail(fmt::format("expected the end of the line, found {}", shown(peek())));
    locals.swap(scope);
    at = back;
    return e;
  }

  Expr call(const Token& t) {
    const std::string& f = t.text;
    if (f == "diff" || f == "at" || f == "sum" || f == "prod") return special_form(t);
    if (f == "polygamma") {
      expect("(");
      const Token kt = peek();
      const long k = integer_value("the order of polygamma");
      if (k < 0 || k > 1000) fail_at(kt, "the order of polygamma must be a literal integer from 0 to 1000");
      expect(",");
      Expr x = sum();
      expect(")");
      return polygamma(static_cast<int>(k), x);
    }
    if (!unary_functions.contains(f) && f != "min" && f != "max" && f != "xlogy")
      fail_at(t, fmt::format("`{}` is not an expression", f));
    auto args = arguments();
    if (f == "min" || f == "max") {
      if (args.size() < 2) fail_at(t, fmt::format("`{}` takes two or more arguments", f));
      Expr e = args[0];
      for (std::size_t i = 1; i < args.size(); ++i) e = f == "min" ? min(e, args[i]) : max(e, args[i]);
      return e;
    }
    const std::size_t arity = f == "xlogy" ? 2 : 1;
    if (args.size() != arity) fail_at(t, fmt::format("`{}` takes {} argument(s), not {}", f, arity, args.size()));
    if (f == "xlogy") return xlogy(args[0], args[1]);
    if (f == "digamma") return digamma(args[0]);
    if (f == "trigamma") return trigamma(args[0]);
    return Expr::make(unary_op(f), {args[0]});
  }

  Expr special_form(const Token& t) {
    expect("(");
    if (t.text == "diff") {
      Expr e = sum();
      if (!is(",")) fail("`diff` takes an expression and one or more variables");
      while (accept(",")) {
        const Token vt = peek();
        const Expr v = sum();
        if (v.op() != Op::variable) fail_at(vt, "`diff` takes derivatives in variables only");
        if (integers.contains(v.name())) fail_at(vt, "`diff` takes derivatives in real variables only");
        e = derivative(e, v);
      }
      expect(")");
      return e;
    }
    if (t.text == "at") {
      const Expr e = sum();
      expect(",");
      const Token vt = peek();
      const Expr v = sum();
      if (v.op() != Op::variable) fail_at(vt, "the second argument of `at` must be a variable");
      if (integers.contains(v.name())) fail_at(vt, "the second argument of `at` must be a real variable");
      expect(",");
      const Expr c = sum();
      expect(")");
      return transform(e, [&](const Expr& old, std::vector<Expr> args) {
        if (old == v) return c;
        if (old.op() != Op::pow || args[1] == old.args()[1]) return with_args(old, std::move(args));
        return raised(args[0], args[1]);
      });
    }
    const bool is_sum = t.text == "sum";
    const std::string k = new_name();
    expect(",");
    const long a = integer_value("the lower end of a sum");
    expect(",");
    const long b = integer_value("the upper end of a sum");
    expect(",");
    const std::size_t body = at;
    std::optional<Expr> total;
    for (long i = a; i <= b; ++i) {
      count_expansion();
      at = body;
      const Bind bound(*this, k, i);
      const Expr e = sum();
      total = !total ? e : is_sum ? *total + e : *total * e;
    }
    at = body;
    skip_argument();
    expect(")");
    return total.value_or(Expr(is_sum ? 0 : 1));
  }

  Expr power_level() {
    const Depth guard(*this);
    const Expr base = primary();
    if (!accept("^")) return base;
    return raised(base, exponent());
  }
  static Expr raised(const Expr& base, const Expr& e) {
    const auto q = rational_value(e);  // a constant exponent is a number: x^(1+1) is x^2 for x < 0 too
    return pow(base, q && q->bits() < 256 ? Expr(*q) : e);
  }
  Expr exponent() {  // right-associative; a sign is allowed: 2^-3
    const Depth guard(*this);
    if (accept("-")) return negated_constant(exponent());
    return power_level();
  }
  static Expr negated_constant(const Expr& e) { return e.is_constant() ? Expr(-e.value()) : -e; }
  Expr unary() {
    const Depth guard(*this);
    if (accept("-")) return negated_constant(unary());
    return power_level();
  }
  Expr product() {
    Expr e = unary();
    for (;;) {
      if (accept("*")) {
        e = e * unary();
      } else if (accept("/")) {
        const Expr d = unary();
        // Quotients of numbers are numbers.
        e = e.is_constant() && d.is_constant() && !d.is_constant(0) ? Expr(e.value() / d.value()) : e / d;
      } else {
        return e;
      }
    }
  }
  Expr sum() {
    const Depth guard(*this);
    Expr e = product();
    for (;;) {
      if (accept("+"))
        e = e + product();
      else if (accept("-"))
        e = e - product();
      else
        return checked(e);
    }
  }

  std::optional<Rel> relation_symbol() {
    for (const auto& [s, r] :
         {std::pair{">=", Rel::ge}, {"<=", Rel::le}, {">", Rel::gt}, {"<", Rel::lt}, {"=", Rel::eq}}) {
      if (accept(s)) return r;
    }
    return std::nullopt;
  }

  static Relation normalized(Relation r) {
    if (r.rel == Rel::le || r.rel == Rel::lt) return {swapped(r.rel), r.rhs, r.lhs};
    return r;
  }

  std::vector<Relation> chain() {
    std::vector<Relation> relations;
    Expr left = sum();
    auto rel = relation_symbol();
    if (!rel) fail(fmt::format("expected a relation (>= <= > < =), found {}", shown(peek())));
    do {
      const Expr right = sum();
      relations.push_back(normalized({*rel, left, right}));
      left = right;
      rel = relation_symbol();
    } while (rel);
    return relations;
  }

  // for i in a..b, j in c..d where i != j: BODY -- calls body() for each tuple, with the token position at BODY.
  void for_each_index(const std::function<void()>& body) {
    struct Loop {
      std::string name;
      std::size_t range;
    };
    std::vector<Loop> loops;
    const auto skip_range = [&] {
      int level = 0;
      while (!(level == 0 && (is(",") || is(":") || is("where")))) {
        if (peek().kind == TokenKind::newline || peek().kind == TokenKind::end) fail("expected `:` after `for ...`");
        if (is("(") || is("[")) ++level;
        if (is(")") || is("]")) --level;
        ++at;
      }
    };
    do {
      const std::string name = new_name();
      expect("in");
      loops.push_back({name, at});
      skip_range();
    } while (accept(","));
    std::size_t conditions = 0;
    if (accept("where")) {
      conditions = at;
      do skip_range();
      while (accept(","));
    }
    expect(":");
    const std::size_t body_at = at;
    std::size_t end = 0;
    const auto holds = [&] {
      if (!conditions) return true;
      at = conditions;
      bool all = true;
      do {
        const long a = integer_value("an index condition");
        static constexpr std::array ops{"!=", ">=", "<=", ">", "<", "="};
        const auto* op = std::ranges::find_if(ops, [&](const char* o) { return accept(o); });
        if (op == ops.end()) fail("expected a comparison of indices");
        const long b = integer_value("an index condition");
        const std::string o = *op;
        all = all && (o == "!="   ? a != b
                      : o == ">=" ? a >= b
                      : o == "<=" ? a <= b
                      : o == ">"  ? a > b
                      : o == "<"  ? a < b
                                  : a == b);
      } while (accept(","));
      return all;
    };
    const std::function<void(std::size_t)> run = [&](std::size_t level) {
      if (level == loops.size()) {
        if (!holds()) return;
        count_expansion();
        at = body_at;
        body();
        end = at;
        return;
      }
      at = loops[level].range;
      const long a = integer_value("an index range");
      expect("..");
      const long b = integer_value("an index range");
      for (long i = a; i <= b; ++i) {
        const Bind bound(*this, loops[level].name, i);
        run(level + 1);
      }
    };
    run(0);
    at = end ? end : body_at;
    if (!end) {
      while (peek().kind != TokenKind::newline) ++at;  // no index tuple at all: nothing is said
    }
  }

  // One end of a domain: inf or a constant expression.
  struct ParsedEnd {
    bool infinite = false;
    int sign = 0;
    Expr value;
    Token where;
  };
  ParsedEnd domain_end() {
    const Token t = peek();
    if (accept("inf")) return {true, 1, {}, t};
    if (is("-") && tokens[at + 1].text == "inf") return at += 2, ParsedEnd{true, -1, {}, t};
    const Expr e = sum();
    bool has_function = false;  // a `fun` has no value that is known
    transform(e, [&](const Expr& n, const std::vector<Expr>&) { return has_function |= n.op() == Op::apply, n; });
    if (has_function || !variables_of(e).empty()) fail_at(t, "a bound must be a constant expression");
    return {false, 0, e, t};
  }

  Range domain(const Expr& variable, bool integer) {
    const Token open = peek();
    bool lo_closed = false;
    if (accept("["))
      lo_closed = true;
    else if (!accept("("))
      fail(fmt::format("expected `[` or `(`, found {}", shown(peek())));
    const ParsedEnd lo = domain_end();
    expect(",");
    const ParsedEnd hi = domain_end();
    bool hi_closed = false;
    if (accept("]"))
      hi_closed = true;
    else if (!accept(")"))
      fail(fmt::format("expected `]` or `)`, found {}", shown(peek())));
    if (lo.infinite && (lo.sign > 0 || lo_closed)) fail_at(lo.where, "an infinite lower end must be `(-inf`");
    if (hi.infinite && (hi.sign < 0 || hi_closed)) fail_at(hi.where, "an infinite upper end must be `inf)`");
    Range r;
    const auto set = [&](End& end, const ParsedEnd& p, bool closed, bool lower) {
      end.infinite = p.infinite;
      if (p.infinite) return;
      end.closed = closed;
      if (const auto q = rational_value(p.value)) {
        end.value = *q;
      } else {
        const auto enclosure = enclose_constant(p.value, 128);
        if (!enclosure) fail_at(p.where, "this bound is undefined or not finite");
        end.value = lower ? enclosure->first : enclosure->second;
        static const Rational largest = pow(Rational(2), 2000);  // as in the checker
        if (const Rational size = abs(end.value); !size.is_zero() && (size >= largest || size * largest <= Rational(1)))
          fail_at(p.where, "this bound is too large or too near 0");
        // The exact bound is a hypothesis.
        const Rel rel = closed ? Rel::ge : Rel::gt;
        bounds.push_back(lower ? Relation{rel, variable, p.value} : Relation{rel, p.value, variable});
      }
      if (integer) {
        const bool was_integer = end.value.is_integer();
        const Rational rounded = lower ? end.value.ceil() : end.value.floor();
        end.value = was_integer && !end.closed ? (lower ? rounded + 1 : rounded - 1) : rounded;
        end.closed = true;
      }
    };
    set(r.lo, lo, lo_closed, true);
    set(r.hi, hi, hi_closed, false);
    if (r.bounded() && (r.lo.value > r.hi.value || (r.lo.value == r.hi.value && !(r.lo.closed && r.hi.closed)))) {
      fail_at(open, fmt::format("the domain of `{}` is empty", variable.name()));
    }
    return r;
  }

  void variable_declaration(bool integer) {
    const Token t = peek();
    const std::string name = declare();
    if (!accept("[")) {
      const Expr v = Expr::variable(name);
      expect("in");
      const Range r = domain(v, integer);
      out.variables.push_back({name, integer, r});
      if (integer) integers.insert(name);
      values.emplace(name, v);
      return;
    }
    const std::string k = new_name();
    expect("]");
    expect("in");
    const std::size_t domain_at = at;
    while (!is("for")) {
      if (peek().kind == TokenKind::newline || peek().kind == TokenKind::end)
        fail(fmt::format("an indexed variable needs `for {} in a..b`", k));
      ++at;
    }
    ++at;
    if (new_name() != k) fail_at(t, fmt::format("the index after `for` must be `{}`", k));
    expect("in");
    const long a = integer_value("an index range");
    expect("..");
    const long b = integer_value("an index range");
    const std::size_t end = at;
    auto& family = families[name];
    for (long i = a; i <= b; ++i) {
      if (out.variables.size() >= max_variables) fail(fmt::format("more than {} variables", max_variables));
      const Bind bound(*this, k, i);
      at = domain_at;
      const Expr v = Expr::variable(fmt::format("{}[{}]", name, i));
      out.variables.push_back({v.name(), integer, domain(v, integer)});
      if (integer) integers.insert(v.name());
      family.insert(i);
    }
    at = end;
  }

  void let_declaration() {
    const std::string name = declare();
    if (!accept("(")) {
      expect("=");
      values.insert_or_assign(name, sum());
      return;
    }
    Macro m;
    do {
      const Token t = peek();
      m.parameters.push_back(new_name());
      if (std::ranges::count(m.parameters, m.parameters.back()) > 1)
        fail_at(t, fmt::format("`{}` is declared twice", t.text));
    } while (accept(","));
    expect(")");
    expect("=");
    m.body = at;
    while (peek().kind != TokenKind::newline) ++at;
    macros.emplace(name, std::move(m));
  }

  void function_declaration(bool logpartition) {
    Function f;
    f.name = declare();
    f.logpartition = logpartition;
    expect("(");
    const Token t = peek();
    const long n = integer_value("the number of arguments");
    if (n < 1 || n > 16) fail_at(t, "the number of arguments must be from 1 to 16");
    f.arity = static_cast<int>(n);
    expect(")");
    functions.emplace(f.name, f);
    out.functions.push_back(f);
  }

  void dim_declaration() {
    const Token t = peek();
    Dimension d;
    d.name = declare();
    if (dim) fail_at(t, "a statement has at most one `dim`");
    expect("in");
    expect("[");
    const Token lt = peek();
    d.lo = integer_value("the least dimension");
    if (d.lo < 1) fail_at(lt, "a dimension is at least 1");
    expect(",");
    if (accept("inf")) {
      expect(")");
    } else {
      d.hi = integer_value("the largest dimension");
      expect("]");
      if (*d.hi < d.lo) fail_at(lt, "the range of the dimension is empty");
    }
    const long value = dim_value.value_or(d.lo);
    if (value < d.lo || (d.hi && value > *d.hi) || value > max_dimension)
      fail_at(lt, fmt::format("{} is not a possible dimension", value));
    values.emplace(d.name, value);
    out.dim = value;
    dim = d;
  }

  void assume_declaration() {
    const auto add = [&] {
      for (auto& r : chain()) out.hypotheses.push_back(r);
    };
    if (accept("for")) return for_each_index(add);
    if (!accept("forall")) return add();
    const std::string y = new_name();
    if (declared.contains(y)) fail(fmt::format("`{}` is declared twice", y));
    bound.insert(y);
    expect("in");
    if (!accept("[")) fail("the interval of a `forall` has closed ends: [a, b]");
    const Expr lo = sum();
    expect(",");
    const Expr hi = sum();
    if (!accept("]")) fail("the interval of a `forall` has closed ends: [a, b]");
    expect(":");
    const Bind bound(*this, y, Expr::variable(y));
    for (auto& r : chain()) out.forall_hypotheses.push_back({y, lo, hi, r});
  }

  void prove_declaration() {
    const auto add = [&] {
      for (auto& r : chain()) out.conclusions.push_back(r);
    };
    if (accept("for")) return for_each_index(add);
    add();
  }

  void declaration() {
    const Token t = peek();
    if (accept("title")) {
      if (has_title) fail_at(t, "a second `title`");
      if (peek().kind != TokenKind::string) fail("`title` is followed by a text in double quotes");
      title = peek().text;
      has_title = true;
      ++at;
    } else if (accept("var")) {
      variable_declaration(false);
    } else if (accept("int")) {
      variable_declaration(true);
    } else if (accept("let")) {
      let_declaration();
    } else if (accept("fun")) {
      function_declaration(false);
    } else if (accept("logpartition")) {
      function_declaration(true);
    } else if (accept("dim")) {
      dim_declaration();
    } else if (accept("assume")) {
      assume_declaration();
    } else if (accept("prove")) {
      prove_declaration();
    } else {
      fail(fmt::format("expected a declaration (title, var, int, let, assume, prove, ...), found {}", shown(t)));
    }
    if (peek().kind != TokenKind::newline) fail(fmt::format("expected the end of the line, found {}", shown(peek())));
    ++at;
  }

  void run() {
    while (peek().kind == TokenKind::newline) ++at;
    while (peek().kind != TokenKind::end) declaration();
    if (out.conclusions.empty()) fail("there is nothing to prove: at least one `prove` line is needed");
    out.hypotheses.insert(out.hypotheses.begin(), bounds.begin(), bounds.end());
  }

  void adopt(const Instance& context) {
    certificate = true;
    for (const auto& v : context.variables) {
      const auto bracket = v.name.find('[');
      if (bracket == std::string::npos)
        values.emplace(v.name, Expr::variable(v.name));
      else
        families[v.name.substr(0, bracket)].insert(std::stol(v.name.substr(bracket + 1)));
    }
    for (const auto& f : context.functions) functions.emplace(f.name, f);
  }

  void at_end() {
    if (peek().kind == TokenKind::newline) ++at;
    if (peek().kind != TokenKind::end) fail(fmt::format("expected the end of the text, found {}", shown(peek())));
  }
};

Parser make_parser(std::string_view text) {
  Parser p;
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  p.text = text;
  p.tokens = tokenize(text);
  return p;
}

}  // namespace

std::optional<Rational> rational_value(const Expr& e) {
  if (e.is_constant()) return e.value();
  std::vector<Rational> a;
  for (const auto& arg : e.args()) {
    const auto q = rational_value(arg);
    if (!q || q->bits() > 200000) return std::nullopt;
    a.push_back(*q);
  }
  switch (e.op()) {
    case Op::neg:
      return -a[0];
    case Op::add:
      return a[0] + a[1];
    case Op::sub:
      return a[0] - a[1];
    case Op::mul:
      return a[0] * a[1];
    case Op::div:
      return a[1].is_zero() ? std::nullopt : std::optional(a[0] / a[1]);
    case Op::abs:
      return abs(a[0]);
    case Op::min:
      return std::min(a[0], a[1]);
    case Op::max:
      return std::max(a[0], a[1]);
    case Op::floor:
      return a[0].floor();
    case Op::ceil:
      return a[0].ceil();
    case Op::pow: {
      const auto n = a[1].to_int64();
      if (!n || std::abs(*n) > 100000 || std::abs(*n) * a[0].bits() > 2000000 || (a[0].is_zero() && *n < 0))
        return std::nullopt;
      return pow(a[0], *n);
    }
    default:
      return std::nullopt;
  }
}

Statement parse_statement(std::string_view text) {
  Parser p = make_parser(text);
  p.run();
  return {p.title, std::string(p.text), p.dim};
}

Instance Statement::instance(std::optional<long> value) const {
  Parser p = make_parser(text);
  p.dim_value = value;
  p.run();
  return std::move(p.out);
}

Expr parse_expression(std::string_view text, const Instance& context) {
  Parser p = make_parser(text);
  p.adopt(context);
  Expr e = p.sum();
  p.at_end();
  return e;
}

Relation parse_relation(std::string_view text, const Instance& context) {
  Parser p = make_parser(text);
  p.adopt(context);
  const Token first = p.peek();
  auto relations = p.chain();
  p.at_end();
  if (relations.size() != 1) p.fail_at(first, "expected one relation");
  return relations[0];
}

}  // namespace dpcert::verify
