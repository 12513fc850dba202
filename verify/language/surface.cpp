// The reader of the surface: recursive descent.
#include "verify/language/surface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "dpcert/language/statement.hpp"
#include "src/symbolic/functions.hpp"

namespace dpcert::verify::surface {

namespace {

using Kind = Node::Kind;

constexpr int max_depth = 400;  // nesting of expressions

class Reader {
 public:
  explicit Reader(const Text& text, bool in_certificate = false) : text_(text), in_certificate_(in_certificate) {}

  std::vector<Line> lines() {
    std::vector<Line> out;
    while (peek().kind == TokenKind::newline) ++at_;
    while (peek().kind != TokenKind::end) out.push_back(line());
    return out;
  }
  Node whole_expression() {
    Node e = sum();
    finish();
    return e;
  }
  Node whole_relation() {
    Node r = chain();
    finish();
    return r;
  }
  Formula whole_of_formula() {
    version_ = 3;
    Formula f = formula();
    finish();
    return f;
  }
  Node whole_formula() {
    Node e = sum();
    if (is("!=")) at_ = 0, e = condition();
    if (relation_sign()) at_ = 0, e = chain();
    finish();
    return e;
  }

 private:
  // ---- tokens

  const Token& peek() const { return text_.tokens[at_]; }
  bool is(std::string_view s) const {
    return (peek().kind == TokenKind::symbol || peek().kind == TokenKind::name) && peek().text == s;
  }
  bool accept(std::string_view s) { return is(s) ? (++at_, true) : false; }
  void expect(std::string_view s) {
    if (!accept(s)) fail(fmt::format("expected `{}`, found {}", s, shown(peek())));
  }
  [[noreturn]] void fail(const std::string& message) const { text_.fail_at(at_, message); }
  void finish() {
    if (peek().kind == TokenKind::newline) ++at_;
    if (peek().kind != TokenKind::end) fail(fmt::format("expected the end of the text, found {}", shown(peek())));
  }
  void expect_end_of_line() const {
    if (peek().kind != TokenKind::newline) fail(fmt::format("expected the end of the line, found {}", shown(peek())));
  }

  // ---- nodes

  Node leaf(Kind kind) {
    Node n;
    n.kind = kind;
    n.text = peek().text;
    n.begin = at_++;
    n.end = at_;
    return n;
  }
  Node branch(Kind kind, std::size_t begin, std::vector<Node> args) const {
    Node n;
    n.kind = kind;
    n.args = std::move(args);
    n.begin = begin;
    n.end = at_;
    return n;
  }
  Node closed(Node n) {
    expect(")");
    n.end = at_;
    return n;
  }
  template <class... Nodes>
  static std::vector<Node> list(Nodes... nodes) {  // an initialiser list would copy
    std::vector<Node> out;
    out.reserve(sizeof...(nodes));
    (out.push_back(std::move(nodes)), ...);
    return out;
  }
  Node new_name() {
    if (peek().kind != TokenKind::name) fail(fmt::format("expected a name, found {}", shown(peek())));
    if (is_reserved(peek().text) || (version_ >= 3 && is_formula_word(peek().text)))
      fail(fmt::format("`{}` is reserved", peek().text));
    return leaf(Kind::name);
  }

  struct Depth {
    Reader& r;
    explicit Depth(Reader& reader) : r(reader) {
      if (++r.depth_ > max_depth) r.fail("expressions are nested too deeply");
    }
    ~Depth() { --r.depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
  };

  // ---- expressions

  // Operands from the left with one of two signs between them; one operand alone stands for itself.
  template <class Operand>
  Node operands(Kind kind, std::array<std::string_view, 2> signs, Operand operand) {
    const std::size_t begin = at_;
    Node first = operand();
    if (!is(signs[0]) && !is(signs[1])) return first;
    Node n = branch(kind, begin, list(std::move(first)));
    while (is(signs[0]) || is(signs[1])) {
      n.signs.push_back(is(signs[0]) ? signs[0] : signs[1]);
      ++at_;
      n.args.push_back(operand());
    }
    n.end = at_;
    return n;
  }
  Node sum() {
    const Depth guard(*this);
    return operands(Kind::sum, {"+", "-"}, [&] { return product(); });
  }
  Node product() {
    return operands(Kind::product, {"*", "/"}, [&] { return unary(); });
  }
  Node unary() {
    const Depth guard(*this);
    const std::size_t begin = at_;
    if (accept("-")) {
      Node inner = unary();
      return branch(Kind::negate, begin, list(std::move(inner)));
    }
    return power();
  }
  Node power() {
    const Depth guard(*this);
    const std::size_t begin = at_;
    Node base = primary();
    if (!accept("^")) return base;
    Node up = exponent();
    return branch(Kind::power, begin, list(std::move(base), std::move(up)));
  }
  Node exponent() {  // right-associative; a sign is allowed: 2^-3
    const Depth guard(*this);
    const std::size_t begin = at_;
    if (accept("-")) {
      Node inner = exponent();
      return branch(Kind::negate, begin, list(std::move(inner)));
    }
    return power();
  }
  Node primary() {
    const Depth guard(*this);
    const Token& t = peek();
    const std::size_t begin = at_;
    if (t.kind == TokenKind::number) return leaf(Kind::number);
    if (accept("(")) {
      Node e = sum();
      expect(")");
      e.begin = begin;
      return e;
    }
    if (t.kind != TokenKind::name) fail(fmt::format("expected an expression, found {}", shown(t)));
    const Token* next = &t + 1;
    if (version_ >= 3 && (t.text == "sup" || t.text == "inf") && next->text == "(" && interval_at(next[1]))
      return extreme();
    if (t.text == "inf") fail("`inf` is allowed only as an open end of a domain");
    if (t.text == "diff" || t.text == "at" || t.text == "sum" || t.text == "prod") return special_form();
    if (t.text == "integral" && text_.tokens[at_ + 1].text == "(") return integral();
    const bool function = function_named(t.text) != nullptr && is_reserved(t.text);
    if (is_reserved(t.text) && !function && t.text != "pi") fail(fmt::format("`{}` is not an expression", t.text));
    Node n = leaf(Kind::name);
    if (function || is("(") || is("'")) return call(std::move(n));
    if (!accept("[")) return n;
    n.kind = Kind::indexed;
    n.args.push_back(sum());
    expect("]");
    n.end = at_;
    return n;
  }
  // Of `prob` one argument is a chain of relations; points and parts of laws stand in front of their weights, relations
  // in front of the parts of `piece`: a: p.
  void more_arguments(Node& n) {
    do {
      const std::size_t begin = at_;
      Node e = sum();
      if (n.text == "prob" && n.args.size() == 1) {
        at_ = begin;
        e = chain();
      } else if (n.text == "piece" && !is(",") && !is(")")) {
        at_ = begin;
        Node condition = chain();
        expect(":");
        Node value = sum();
        e = branch(Kind::relation, begin, list(std::move(condition), std::move(value)));
        e.signs.emplace_back(":");
      } else if ((n.text == "finite" || n.text == "mixture") && accept(":")) {
        Node weight = sum();
        e = branch(Kind::relation, begin, list(std::move(e), std::move(weight)));
        e.signs.emplace_back(":");
      }
      n.args.push_back(std::move(e));
    } while (accept(","));
  }
  Node call(Node n) {
    n.kind = Kind::call;
    if (in_certificate_ && accept("'")) {
      expect("(");
      more_arguments(n);
      expect(")");
      n.orders = n.args.size();
    }
    expect("(");
    more_arguments(n);
    return closed(std::move(n));
  }
  static bool interval_at(const Token& t) {
    return t.text == "int" || (t.kind == TokenKind::name && (&t)[1].text == "in");
  }
  // sup(x in [a, b], int k in [c, d], ... where R and ..., e): three arguments for each name, with its brackets and its
  // kind among the signs; then the relations, and e.
  Node extreme() {
    Node n = leaf(Kind::call);
    expect("(");
    do {
      Formula f = bound_name();
      for (Node* part : {&f.name, &f.interval.low, &f.interval.high}) n.args.push_back(std::move(*part));
      const bool low = f.interval.low_closed, high = f.interval.high_closed;
      for (const std::string_view s : {low ? "[" : "(", high ? "]" : ")", f.over_integers ? "int" : "var"})
        n.signs.push_back(s);
    } while (is(",") && interval_at(text_.tokens[at_ + 1]) && accept(","));
    if (accept("where")) do
        n.args.push_back(chain());
      while (accept("and"));
    expect(",");
    n.args.push_back(sum());
    return closed(std::move(n));
  }
  // integral(x, a, b, e) of version 3, with -inf and inf among the ends. In version 2 the word is anybody's.
  Node integral() {
    Node n = leaf(Kind::call);
    expect("(");
    do n.args.push_back(domain_end());
    while (accept(","));
    return closed(std::move(n));
  }
  // diff(e, x, ...), at(e, x, c), sum(k, a, b, e), prod(k, a, b, e).
  Node special_form() {
    Node n = leaf(Kind::call);
    expect("(");
    if (n.text == "diff") {
      n.args.push_back(sum());
      if (!is(",")) fail("`diff` takes an expression and one or more variables");
      while (accept(",")) n.args.push_back(sum());
    } else {
      const bool of_index = n.text != "at";
      n.args.push_back(of_index ? new_name() : sum());
      for (int more = of_index ? 3 : 2; more > 0; --more) {
        expect(",");
        n.args.push_back(sum());
      }
    }
    return closed(std::move(n));
  }

  // ---- relations

  std::optional<std::string_view> sign_among(std::initializer_list<std::string_view> signs) {
    const auto* found = std::ranges::find_if(signs, [&](std::string_view s) { return accept(s); });
    return found == signs.end() ? std::nullopt : std::optional(*found);
  }
  std::optional<std::string_view> relation_sign() { return sign_among({">=", "<=", ">", "<", "="}); }
  // `unequal`: a != b as well, alone.
  Node chain(bool unequal = false) {
    Node n = branch(Kind::relation, at_, {});
    n.args.push_back(sum());
    if (unequal && accept("!=")) {
      n.signs.emplace_back("!=");
      n.args.push_back(sum());
      n.end = at_;
      return n;
    }
    auto sign = relation_sign();
    if (!sign) fail(fmt::format("expected a relation (>= <= > < =), found {}", shown(peek())));
    for (; sign; sign = relation_sign()) {
      n.signs.push_back(*sign);
      n.args.push_back(sum());
    }
    n.end = at_;
    return n;
  }
  Node condition() {
    Node n = branch(Kind::relation, at_, {});
    n.args.push_back(sum());
    const auto sign = sign_among({"!=", ">=", "<=", ">", "<", "="});
    if (!sign) fail("expected a comparison of indices");
    n.signs.push_back(*sign);
    n.args.push_back(sum());
    n.end = at_;
    return n;
  }

  // ---- declarations

  // One end of a domain: inf, -inf or an expression.
  Node domain_end() {
    const std::size_t begin = at_;
    if (is("inf")) return leaf(Kind::name);
    if (is("-") && text_.tokens[at_ + 1].text == "inf") {
      ++at_;
      Node infinity = leaf(Kind::name);
      return branch(Kind::negate, begin, list(std::move(infinity)));
    }
    return sum();
  }
  Interval domain() {
    Interval i;
    i.begin = at_;
    i.low_closed = accept("[");
    if (!i.low_closed && !accept("(")) fail(fmt::format("expected `[` or `(`, found {}", shown(peek())));
    i.low = domain_end();
    expect(",");
    i.high = domain_end();
    i.high_closed = accept("]");
    if (!i.high_closed && !accept(")")) fail(fmt::format("expected `]` or `)`, found {}", shown(peek())));
    return i;
  }
  // for i in a..b, j in c..d where i != j
  IndexRange index_range() {
    IndexRange r;
    r.index = new_name();
    expect("in");
    r.low = sum();
    expect("..");
    r.high = sum();
    return r;
  }
  void quantified(Line& line) {
    do line.ranges.push_back(index_range());
    while (accept(","));
    if (accept("where")) {
      do line.conditions.push_back(condition());
      while (accept(","));
    }
    if (accept(":")) return;
    while (peek().kind != TokenKind::newline) ++at_;
    fail("expected `:` after `for ...`");
  }
  void variable(Line& line) {
    line.name = new_name();
    if (accept("[")) {
      line.parameters.push_back(new_name());
      expect("]");
    }
    expect("in");
    line.interval = domain();
    if (line.parameters.empty()) return;
    const std::string& k = line.parameters[0].text;
    if (!accept("for")) fail(fmt::format("an indexed variable needs `for {} in a..b`", k));
    if (peek().text != k) text_.fail_at(line.name.begin, fmt::format("the index after `for` must be `{}`", k));
    line.ranges.push_back(index_range());
  }
  void parameters(Line& line) {
    do {
      line.parameters.push_back(new_name());
      const auto same = [&](const Node& n) { return n.text == line.parameters.back().text; };
      if (std::ranges::count_if(line.parameters, same) > 1)
        text_.fail_at(at_ - 1, fmt::format("`{}` is declared twice", line.parameters.back().text));
    } while (accept(","));
    expect(")");
  }
  void let(Line& line) {
    line.name = new_name();
    if (accept("(")) parameters(line);
    expect("=");
    line.body = sum();
  }
  void dimension(Line& line) {
    line.name = new_name();
    expect("in");
    Interval i;
    i.begin = at_;
    expect("[");
    i.low_closed = true;
    i.low = sum();
    expect(",");
    i.high_closed = !is("inf");
    i.high = i.high_closed ? sum() : leaf(Kind::name);
    expect(i.high_closed ? "]" : ")");
    line.interval = std::move(i);
  }
  // seq x(k), seq x(i, j), seq x(k): x(0) = e, x(k + 1) = f
  void sequence(Line& line) {
    line.name = new_name();
    expect("(");
    parameters(line);
    if (!accept(":")) return;
    do line.equations.push_back(chain());
    while (accept(","));
  }

  // ---- formulas

  bool quantifier() const { return is("forall") || is("exists"); }
  // Words of formulas, or their brackets, up to the end of the line.
  bool formula_ahead() const {
    for (std::size_t i = at_;; ++i) {
      const Token& t = text_.tokens[i];
      if (t.kind == TokenKind::newline || t.kind == TokenKind::end) return false;
      if (t.kind == TokenKind::name && is_formula_word(t.text)) return true;
      if (t.kind == TokenKind::symbol && (t.text == "{" || t.text == "}" || (t.text == "!=" && !is("for"))))
        return true;
    }
  }
  Formula formula() {
    const Depth guard(*this);
    if (quantifier()) return quantified_formula();
    Formula left = several("or", Formula::Kind::either,
                           [&] { return several("and", Formula::Kind::both, [&] { return unit(); }); });
    if (!accept("implies")) return left;
    return joined(Formula::Kind::implies, std::move(left), formula());
  }
  static Formula joined(Formula::Kind kind, Formula a, Formula b) {
    Formula f;
    f.kind = kind;
    f.parts = {std::move(a), std::move(b)};
    return f;
  }
  template <class One>
  Formula several(std::string_view word, Formula::Kind kind, One one) {
    std::vector<Formula> all;
    all.push_back(one());
    while (accept(word)) {
      if (all.size() >= static_cast<std::size_t>(max_depth)) fail("a formula is nested too deeply");
      all.push_back(quantifier() ? formula() : one());
    }
    Formula out = std::move(all.back());
    for (std::size_t i = all.size() - 1; i-- > 0;) out = joined(kind, std::move(all[i]), std::move(out));
    return out;
  }
  Formula unit() {
    Formula f;
    if (accept("{")) {
      f = formula();
      expect("}");
      f.braced = true;
      return f;
    }
    f.relation = chain(true);
    return f;
  }
  Formula quantified_formula() {
    const auto kind = accept("forall") ? Formula::Kind::forall : (expect("exists"), Formula::Kind::exists);
    Formula f = bound_name();
    f.kind = kind;
    expect(":");
    f.parts.push_back(formula());
    return f;
  }
  // `x in [a, b]`, `int k in [a, b]`.
  Formula bound_name() {
    Formula f;
    f.over_integers = accept("int");
    f.name = new_name();
    expect("in");
    f.interval = domain();
    return f;
  }
  void hypothesis(Line& line) {
    if (version_ >= 3 && !is("for")) {
      const bool words = formula_ahead();
      if (words || is("forall")) {
        Formula f = formula();
        if (words || !f.is_plain_forall()) {
          line.formula = std::move(f);
          return;
        }
        const Formula* innermost = &f;
        for (; innermost->kind == Formula::Kind::forall; innermost = &innermost->parts[0]) {
          const Interval& i = innermost->interval;
          if (i.high_closed && i.high.kind == Kind::name && i.high.text == "inf")
            text_.fail_at(i.high.end, "the upper end of this interval is `inf)`");
        }
        line.body = innermost->relation;
        line.forall = std::move(f);
        return;
      }
    }
    if (accept("for")) {
      quantified(line);
    } else if (accept("forall")) {
      constexpr const char* closed = "the interval of a `forall` has closed ends: [a, b]";
      Formula f;
      f.kind = Formula::Kind::forall;
      f.name = new_name();
      expect("in");
      f.interval.begin = at_;
      f.interval.low_closed = f.interval.high_closed = true;
      if (!accept("[")) fail(closed);
      f.interval.low = sum();
      expect(",");
      f.interval.high = sum();
      if (!accept("]")) fail(closed);
      expect(":");
      line.body = chain();
      f.parts.emplace_back().relation = line.body;
      line.forall = std::move(f);
      return;
    }
    line.body = chain();
  }
  Line line() {
    Line out;
    out.begin = at_;
    const Token& t = peek();
    auto keyword =
        sign_among({"title", "var", "int", "let", "fun", "logpartition", "dim", "assume", "prove", "language"});
    if (!keyword && version_ >= 3) keyword = sign_among({"seq", "law"});
    if (!keyword)
      fail(fmt::format("expected a declaration (title, var, int, let, assume, prove, ...), found {}", shown(t)));
    out.keyword = *keyword;
    if (out.keyword == "language") {
      if (peek().kind != TokenKind::number || peek().text != "3") fail("`language` is followed by 3");
      out.body = leaf(Kind::number);
      version_ = 3;
    } else if (out.keyword == "title") {
      if (peek().kind != TokenKind::string) fail("`title` is followed by a text in double quotes");
      out.text = text_.tokens[at_++].text;
    } else if (out.keyword == "var" || out.keyword == "int") {
      variable(out);
    } else if (out.keyword == "law") {
      out.name = new_name();
      expect("=");
      out.body = sum();
    } else if (out.keyword == "let") {
      let(out);
    } else if (out.keyword == "dim") {
      dimension(out);
    } else if (out.keyword == "seq") {
      sequence(out);
    } else if (out.keyword == "assume") {
      hypothesis(out);
    } else if (out.keyword == "prove") {
      if (version_ >= 3 && (is("forall") || formula_ahead()))
        out.formula = formula();
      else if (accept("for"))
        quantified(out), out.body = chain();
      else
        out.body = chain();
    } else {  // fun, logpartition
      out.name = new_name();
      expect("(");
      out.body = sum();
      expect(")");
    }
    out.end = at_;
    expect_end_of_line();
    ++at_;
    return out;
  }

  const Text& text_;
  bool in_certificate_;
  std::size_t at_ = 0;
  int depth_ = 0;
  int version_ = 2;  // of the language, as far as the text says it
};

}  // namespace

std::vector<Line> read_lines(const Text& text) { return Reader(text).lines(); }
Node read_expression(const Text& text, bool in_certificate) { return Reader(text, in_certificate).whole_expression(); }
Node read_relation(const Text& text, bool in_certificate) { return Reader(text, in_certificate).whole_relation(); }
Formula read_whole_formula(const Text& text) { return Reader(text, true).whole_of_formula(); }
Node read_formula(const Text& text) { return Reader(text).whole_formula(); }

}  // namespace dpcert::verify::surface
