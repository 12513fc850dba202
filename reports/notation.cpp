#include "reports/notation.hpp"

#include "dpcert/language/statement.hpp"
#include "verify/language/lexer.hpp"

namespace dpcert::reports {

namespace {

using verify::Token;
using verify::TokenKind;
using Kind = Node::Kind;

Node make(Kind kind, std::string text, std::vector<Node> args = {}) {
  return {kind, std::move(text), std::move(args), {}};
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text), tokens_(verify::tokenize(text)) {}

  std::vector<Line> statement() {
    std::vector<Line> lines;
    while (true) {
      while (now().kind == TokenKind::newline) ++at_;
      if (now().kind == TokenKind::end) return lines;
      lines.push_back(line());
    }
  }

  Node whole_relation() {
    Node node = relation();
    while (now().kind == TokenKind::newline) ++at_;
    if (now().kind != TokenKind::end) fail();
    return node;
  }

 private:
  const Token& now() const { return tokens_[at_]; }
  bool is(std::string_view text) const {
    return (now().kind == TokenKind::symbol || now().kind == TokenKind::name) && now().text == text;
  }
  bool take(std::string_view text) {
    if (!is(text)) return false;
    ++at_;
    return true;
  }
  void expect(std::string_view text) {
    if (!take(text)) fail();
  }
  std::string name() {
    if (now().kind != TokenKind::name) fail();
    return tokens_[at_++].text;
  }
  [[noreturn]] void fail() const {
    throw verify::SyntaxError(now().line, now().column, "unexpected '" + now().text + "'",
                              verify::source_line(text_, now().line));
  }

  Line line() {
    Line out;
    out.keyword = name();
    const std::string& k = out.keyword;
    if (k == "title") {
      if (now().kind != TokenKind::string) fail();
      ++at_;
    } else if (k == "dim" || k == "var" || k == "int") {
      out.name = name();
      if (take("[")) {
        out.parameters.push_back(expression());
        expect("]");
      }
      expect("in");
      out.body.push_back(interval());
      if (take("for")) ranges(out);
    } else if (k == "fun" || k == "logpartition") {
      out.name = name();
      expect("(");
      out.body.push_back(expression());
      expect(")");
    } else if (k == "let") {
      out.name = name();
      if (take("(")) {
        do out.parameters.push_back(make(Kind::name, name()));
        while (take(","));
        expect(")");
      }
      expect("=");
      out.body.push_back(expression());
    } else if (k == "assume" || k == "prove") {
      if (take("forall")) {
        out.forall = name();
        expect("in");
        out.body.push_back(interval());
        expect(":");
      } else if (take("for")) {
        ranges(out);
        expect(":");
      }
      out.body.push_back(relation());
    } else {
      fail();
    }
    if (now().kind != TokenKind::newline && now().kind != TokenKind::end) fail();
    return out;
  }

  void ranges(Line& out) {
    do {
      const std::string index = name();
      expect("in");
      Node low = expression();
      if (!take("..")) {
        expect(".");
        expect(".");
      }
      Node high = expression();
      out.ranges.push_back(make(Kind::call, index, {std::move(low), std::move(high)}));
    } while (take(","));
    if (take("where")) {
      do out.ranges.push_back(relation());
      while (take(","));
    }
  }

  Node interval() {
    std::string brackets;
    if (!is("[") && !is("(")) fail();
    brackets += tokens_[at_++].text;
    Node low = expression();
    expect(",");
    Node high = expression();
    if (!is("]") && !is(")")) fail();
    brackets += tokens_[at_++].text;
    return make(Kind::interval, brackets, {std::move(low), std::move(high)});
  }

  Node relation() {
    Node first = expression();
    Node chain = make(Kind::relation, "");
    chain.args.push_back(std::move(first));
    while (now().kind == TokenKind::symbol) {
      const std::string& op = now().text;
      if (op != ">=" && op != "<=" && op != ">" && op != "<" && op != "=" && op != "!=") break;
      chain.relations.push_back(op);
      ++at_;
      chain.args.push_back(expression());
    }
    if (chain.args.size() == 1) return std::move(chain.args.front());
    return chain;
  }

  Node expression() {
    Node left = term();
    while (is("+") || is("-")) {
      const Kind kind = tokens_[at_++].text == "+" ? Kind::add : Kind::subtract;
      Node right = term();
      left = make(kind, "", {std::move(left), std::move(right)});
    }
    return left;
  }
  Node term() {
    Node left = signed_factor();
    while (is("*") || is("/")) {
      const Kind kind = tokens_[at_++].text == "*" ? Kind::multiply : Kind::divide;
      Node right = signed_factor();
      left = make(kind, "", {std::move(left), std::move(right)});
    }
    return left;
  }
  Node signed_factor() {
    if (take("-")) return make(Kind::negate, "", {signed_factor()});
    return power();
  }
  Node power() {
    Node base = primary();
    if (!take("^")) return base;
    Node exponent = take("-") ? make(Kind::negate, "", {power_or_sign()}) : power();
    return make(Kind::power, "", {std::move(base), std::move(exponent)});
  }
  Node power_or_sign() { return take("-") ? make(Kind::negate, "", {power_or_sign()}) : power(); }
  Node primary() {
    if (++depth_ > 300) fail();
    Node node = inner();
    --depth_;
    return node;
  }
  Node inner() {
    if (now().kind == TokenKind::number) return make(Kind::number, tokens_[at_++].text);
    if (take("(")) {
      Node node = expression();
      expect(")");
      return node;
    }
    const std::string word = name();
    if (take("[")) {
      Node index = expression();
      expect("]");
      return make(Kind::indexed, word, {std::move(index)});
    }
    if (!take("(")) return make(Kind::name, word);
    std::vector<Node> args;
    if (!take(")")) {
      do args.push_back(expression());
      while (take(","));
      expect(")");
    }
    return make(Kind::call, word, std::move(args));
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::vector<Line> read_surface(std::string_view claim_text) { return Reader(claim_text).statement(); }
Node read_surface_expression(std::string_view text) { return Reader(text).whole_relation(); }

}  // namespace dpcert::reports
