// The statement language, read from its documentation (docs/statement-language.md) and by nothing of the reports.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "reports/term.hpp"
#include "verify/language/lexer.hpp"

namespace dpcert::reports::testing {

class ClaimReader {
 public:
  explicit ClaimReader(std::string_view text) : tokens_(verify::tokenize(text)) {}

  /// Each declaration as a term; titles and the version left out.
  std::vector<Term> statement() {
    std::vector<Term> lines;
    while (true) {
      while (now().kind == verify::TokenKind::newline) ++at_;
      if (now().kind == verify::TokenKind::end) return lines;
      Term line = declaration();
      if (line.op != "title" && line.op != "language") lines.push_back(std::move(line));
    }
  }
  Term relation() {
    Term chain{"relation", "", {expression()}};
    while (is("<=") || is(">=") || is("<") || is(">") || is("=") || is("!=")) {
      chain.text += next() + " ";
      chain.args.push_back(expression());
    }
    return chain.args.size() == 1 ? Term(chain.args[0]) : chain;
  }

 private:
  const verify::Token& now() const { return tokens_[at_]; }
  bool is(std::string_view text) const { return now().kind != verify::TokenKind::string && now().text == text; }
  std::string next() { return tokens_[at_++].text; }
  bool take(std::string_view text) {
    const bool found = is(text);
    at_ += found;
    return found;
  }
  void expect(std::string_view text) {
    if (!take(text)) throw Unreadable("expected " + std::string(text) + ", found " + now().text);
  }

  Term declaration() {
    Term line{next(), "", {}};
    const std::string& k = line.op;
    if (k == "title" || k == "language") {
      next();
    } else if (k == "dim" || k == "var" || k == "int") {
      line.args.push_back(variable());
      expect("in");
      interval(line);
      if (take("for")) ranges(line);
      if (k == "dim") line.op = "int";
    } else if (k == "fun" || k == "logpartition") {
      line.args.push_back({"symbol", next(), {}});
      expect("(");
      line.text = next();
      expect(")");
    } else if (k == "seq") {
      Term head{"call", next(), {}};
      expect("(");
      do head.args.push_back({"symbol", next(), {}});
      while (take(","));
      expect(")");
      line.args.push_back(head);
      if (take(":")) do
          line.args.push_back(relation());
        while (take(","));
    } else if (k == "let" || k == "law") {
      Term head{"symbol", next(), {}};
      line.op = "let";  // the page says both in one way
      if (take("(")) {
        head.op = "call";
        declared_.insert(head.text);
        do head.args.push_back({"symbol", next(), {}});
        while (take(","));
        expect(")");
      }
      expect("=");
      line.args = {head, expression()};
    } else {
      Term scope;
      if (take("forall")) {
        const std::string kind = take("int") ? "forall int" : "forall";
        Term bound{kind, "", {{"symbol", next(), {}}}};
        expect("in");
        interval(bound);
        expect(":");
        scope.args.push_back(bound);
      } else if (take("for")) {
        ranges(scope);
        expect(":");
      }
      line.args.push_back(relation());
      for (Term& part : scope.args) line.args.push_back(part);
    }
    return line;
  }
  void interval(Term& to) {
    to.text = next();
    to.args.push_back(expression());
    expect(",");
    to.args.push_back(expression());
    to.text += next();
  }
  void ranges(Term& to) {
    do {
      Term range{"range", "", {{"symbol", next(), {}}}};
      expect("in");
      range.args.push_back(expression());
      if (!take("..")) {
        expect(".");
        expect(".");
      }
      range.args.push_back(expression());
      to.args.push_back(range);
    } while (take(","));
    if (take("where")) do
        to.args.push_back(relation());
      while (take(","));
  }
  Term variable() {
    Term out{"symbol", next(), {}};
    if (!take("[")) return out;
    out.op = "indexed";
    out.args.push_back(expression());
    expect("]");
    return out;
  }

  /// An event `x <= 1`, a weight in front of a law, or an expression.
  Term argument() {
    Term out = relation();
    return take(":") ? Term{"relation", ": ", {out, relation()}} : out;
  }
  Term expression() {
    Term out = term();
    while (is("+") || is("-")) {
      const bool minus = next() == "-";
      Term right = term();
      out = {"+", "", {out, minus ? Term{"neg", "", {right}} : right}};
    }
    return out;
  }
  Term term() {
    Term out = factor();
    while (is("*") || is("/")) {
      const std::string op = next();
      Term right = factor();
      out = {op, "", {out, right}};
    }
    return out;
  }
  Term factor() {
    if (take("-")) return {"neg", "", {factor()}};
    Term base = primary();
    if (!take("^")) return base;
    return {"^", "", {base, factor()}};  // right-associative, with signs
  }
  Term primary() {
    if (now().kind == verify::TokenKind::number) return {"number", next(), {}};
    if (take("(")) {
      Term inner = expression();
      expect(")");
      return inner;
    }
    if (is("inf")) return next(), Term{"inf", "", {}};
    Term name = variable();
    if (name.op != "symbol" || !take("(")) return name;
    const std::string& f = name.text;
    Term out{f == "sum" || f == "prod" || f == "diff" || f == "at" ? f : "call", f, {}};
    do out.args.push_back(argument());
    while (take(","));
    expect(")");
    if (out.op != "call") out.text.clear();
    if (out.op == "call" && is_word_of_laws(out.text) && !declared_.count(out.text)) out.op = "of laws";
    return out;
  }

  std::vector<verify::Token> tokens_;
  std::set<std::string> declared_;  // abbreviations with arguments
  std::size_t at_ = 0;
};

}  // namespace dpcert::reports::testing
