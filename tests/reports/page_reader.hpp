// Reads formulas off the page as a person does: from what MathML shows and by the usual precedence. What nobody sees
// (invisible operators, rows, forms, thin spaces) is not looked at, and what could be taken in two ways is refused.
#pragma once

#include <algorithm>
#include <cstring>
#include <pugixml.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "reports/term.hpp"

namespace dpcert::reports::testing {

class PageReader {
 public:
  /// `functions`: glyphs that stand for functions, so that f(x) is no product.
  explicit PageReader(std::set<std::string> functions = {}) : functions_(std::move(functions)) {}

  /// A statement's box, in the order of the page.
  std::vector<Term> statement(pugi::xml_node box) {
    for (const pugi::xml_node row : box.children("div"))
      for (const pugi::xml_node item : row.child("div").children()) learn_function(item);
    std::vector<Term> lines;
    for (const pugi::xml_node row : box.children("div")) {
      const std::string label = row.child("span").text().get();
      for (const pugi::xml_node item : row.child("div").children()) lines.push_back(line(label, item));
    }
    return lines;
  }
  Term formula(pugi::xml_node math) {
    Row row(*this, math);
    Term out = row.relation();
    row.end();
    return out;
  }

 private:
  struct Token {
    char kind;  // 'n'umber, 's'ymbol, 'o'perator, 'w'ide space, words 'm', 'a'tom, big operator 'b', derivative 'd',
                // polygamma 'u'
    std::string text;
    Term term;
  };
  using Tokens = std::vector<Token>;
  static constexpr const char* relations[] = {"=", "≠", "<", ">", "≤", "≥"};
  static std::string written(const std::string& sign) {
    return sign == "≤" ? "<=" : sign == "≥" ? ">=" : sign == "≠" ? "!=" : sign;
  }
  static bool opens(const std::string& text) { return text == "(" || text == "⌊" || text == "⌈"; }
  static bool is_element(pugi::xml_node node, const char* name) { return std::strcmp(node.name(), name) == 0; }

  // ----- what the eye groups

  static std::string letter(pugi::xml_node mi) {
    std::string text = mi.text().get();
    // An upright letter is another one than the slanted one.
    if (std::strcmp(mi.attribute("mathvariant").value(), "normal") == 0) text += "!";
    return text;
  }

  Tokens tokens(pugi::xml_node parent) {
    Tokens out;
    for (const pugi::xml_node node : parent.children()) add(out, node);
    return out;
  }
  void add(Tokens& out, pugi::xml_node node) {
    const std::string_view name = node.name();
    const std::string text = node.text().get();
    if (name == "mrow") {
      for (Token& inner : tokens(node)) out.push_back(std::move(inner));
    } else if (name == "mn") {
      out.push_back({'n', text, {text == "∞" ? "inf" : "number", text == "∞" ? "" : text, {}}});
    } else if (name == "mi") {
      out.push_back({'s', letter(node), {"symbol", letter(node), {}}});
    } else if (name == "mo") {
      if (text != "⁡" && text != "⁢") out.push_back({'o', text, {}});
    } else if (name == "mspace") {
      if (std::strcmp(node.attribute("width").value(), "1em") == 0) out.push_back({'w', "", {}});
    } else if (name == "mtext") {
      out.push_back({'m', text, {}});
    } else if (name == "mover") {
      const std::string accented = letter(node.first_child()) + node.last_child().text().get();
      out.push_back({'s', accented, {"symbol", accented, {}}});
    } else if (name == "msqrt") {
      out.push_back({'a', "", {"call", "sqrt", {whole(tokens(node))}}});
    } else if (name == "mfrac") {
      out.push_back(fraction(node));
    } else if (name == "msup") {
      out.push_back(power(node));
    } else if (name == "msub") {
      out.push_back(subscript(node));
    } else if (name == "munderover") {
      out.push_back(big(node));
    } else {
      throw Unreadable("element " + std::string(name));
    }
  }
  Term whole(const Tokens& all) {
    Row row(*this, all);
    Term out = row.sum();
    row.end();
    return out;
  }
  Token fraction(pugi::xml_node node) {
    const Tokens above = tokens_of_derivative(node.first_child());
    if (!above.empty() && above[0].text == "∂") {
      Token out{'d', "", {"diff", "", {}}};
      const Tokens below = tokens_of_derivative(node.last_child());
      for (std::size_t i = 0; i + 1 < below.size(); i += 2) {
        if (below[i].text != "∂") throw Unreadable("a derivative's denominator");
        int times = 1;
        Term variable = below[i + 1].term;
        if (variable.op == "^") {
          times = std::stoi(variable.args[1].text);
          variable = Term(variable.args[0]);
        }
        for (int k = 0; k < times; ++k) out.term.args.push_back(variable);
      }
      const std::size_t order = above.size() == 1 ? 1 : std::stoul(above[1].text);
      if (order != out.term.args.size()) throw Unreadable("a derivative of another order");
      return out;
    }
    return {'a', "", {"/", "", {whole(tokens(node.first_child())), whole(tokens(node.last_child()))}}};
  }
  /// Of a row with ∂ in it: ∂ to a power as two tokens.
  Tokens tokens_of_derivative(pugi::xml_node row) {
    Tokens out;
    for (const pugi::xml_node node : row.children()) {
      if (is_element(node, "msup") && std::strcmp(node.first_child().text().get(), "∂") == 0) {
        out.push_back({'o', "∂", {}});
        out.push_back({'n', node.last_child().text().get(), {}});
      } else {
        add(out, node);
      }
    }
    return out;
  }
  Token power(pugi::xml_node node) {
    const Tokens base = row_of(node.first_child()), exponent = row_of(node.last_child());
    if (base.size() == 1 && base[0].text == "e!") return {'a', "", {"call", "exp", {whole(exponent)}}};
    if (base.size() == 1 && base[0].text == "ψ!") {
      if (exponent.size() < 3 || exponent.front().text != "(" || exponent.back().text != ")")
        throw Unreadable("the order of a polygamma function");
      return {'u', "", whole(Tokens(exponent.begin() + 1, exponent.end() - 1))};
    }
    Row row(*this, base);
    const bool single = base.size() == 1 && (base[0].kind == 'n' || base[0].kind == 's');
    const bool fenced = !base.empty() && (opens(base[0].text) || base[0].text == "|");
    if (!single && !fenced) throw Unreadable("a power of something that is not held together");
    Term under = row.primary();
    row.end();
    return {'a', "", {"^", "", {under, whole(exponent)}}};
  }
  Tokens row_of(pugi::xml_node node) {
    Tokens out;
    add(out, node);
    return out;
  }
  Token subscript(pugi::xml_node node) {
    Tokens base = row_of(node.first_child());
    const Tokens below = row_of(node.last_child());
    if (base.size() > 1 && base.back().text == "|") {
      base.pop_back();
      if (base.size() > 1 && !(opens(base[0].text)) && !applied(base))
        throw Unreadable("a substitution into something that is not held together");
      Row where(*this, below);
      Term variable = where.primary();
      where.sign("=");
      Term out{"at", "", {whole(base), variable, where.sum()}};
      where.end();
      return {'a', "", out};
    }
    if (base.size() != 1 || base[0].kind != 's') throw Unreadable("a subscript of something that is no symbol");
    Token out = base[0];
    Row parts(*this, below);
    do out.term.args.push_back(parts.sum());
    while (parts.take(","));
    parts.end();
    for (const Term& part : out.term.args) out.text += "_" + shown(part);
    return out;
  }
  /// A function with its arguments and nothing else?
  bool applied(const Tokens& all) {
    Row row(*this, all);
    row.primary();
    return row.at_end();
  }
  Token big(pugi::xml_node node) {
    auto child = node.children().begin();
    const std::string sign = child->text().get();
    Row low(*this, row_of(*++child));
    Term index = low.primary();
    low.sign("=");
    Term from = low.sum();
    low.end();
    return {'b', "", {sign == "∑" ? "sum" : "prod", "", {index, from, whole(row_of(*++child))}}};
  }

  // ----- precedence

  class Row {
   public:
    Row(PageReader& page, pugi::xml_node parent) : Row(page, page.tokens(parent)) {}
    Row(PageReader& page, Tokens tokens) : page_(page), tokens_(std::move(tokens)) {}

    bool at_end() const { return at_ == tokens_.size(); }
    void end() const {
      if (!at_end()) throw Unreadable("what is left begins with " + tokens_[at_].text);
    }
    const Token& now() const {
      static const Token nothing{'.', "the end", {}};
      return at_end() ? nothing : tokens_[at_];
    }
    bool is(std::string_view text) const { return !at_end() && now().kind != 'm' && now().text == text; }
    bool take(std::string_view text) {
      const bool found = is(text);
      at_ += found;
      return found;
    }
    void sign(std::string_view text) {
      if (!take(text)) throw Unreadable("expected " + std::string(text) + ", found " + now().text);
    }
    Token next() {
      const Token out = now();
      ++at_;
      return out;
    }

    Term relation() {
      Term chain{"relation", "", {sum()}};
      while (relation_sign()) {
        chain.text += written(next().text) + " ";
        chain.args.push_back(sum());
      }
      return chain.args.size() == 1 ? Term(chain.args[0]) : chain;
    }
    Term sum() {
      Term first = take("−") ? Term{"neg", "", {term()}} : term();
      if (!is("+") && !is("−")) return first;
      Term out{"+", "", {std::move(first)}};
      while (is("+") || is("−")) {
        const bool minus = next().text == "−";
        Term right = term();
        out.args.push_back(minus ? Term{"neg", "", {std::move(right)}} : std::move(right));
      }
      return out;
    }
    Term primary() {
      if (at_end()) throw Unreadable("something is missing at the end");
      const Token token = next();
      if (opens(token.text) || token.text == "|") return group(token.text);
      switch (token.kind) {
        case 'n':
        case 'a':
          return token.term;
        case 's':
          return symbol(token);
        case 'u': {
          Term out = arguments("polygamma");
          out.args.insert(out.args.begin(), token.term);
          return out;
        }
        default:
          throw Unreadable("nothing begins with " + token.text);
      }
    }
    Term interval(const char* kind) {
      Term out{kind, next().text, {}};
      out.args.push_back(sum());
      sign(",");
      out.args.push_back(sum());
      out.text += next().text;
      return out;
    }
    /// `i = 1, ..., d` or a condition on indices.
    Term range() {
      Term out = relation();
      if (out.text != "= " || out.args.size() != 2 || !take(",")) return out;
      sign("…");
      sign(",");
      return {"range", "", {out.args[0], out.args[1], sum()}};
    }

   private:
    bool relation_sign() const {
      for (const char* one : relations)
        if (is(one)) return true;
      return false;
    }
    Term term() {
      bare_ = false;
      Term out = factor();
      bool slashed = false, bare = bare_;
      const auto alone = [&] {
        if (bare) throw Unreadable("what belongs under a logarithm or derivative is not clear");
      };
      while (true) {
        bare_ = false;
        if (take("·")) {
          alone();
          out = {"*", "", {std::move(out), factor()}};
        } else if (take("/")) {
          alone();
          out = {"/", "", {std::move(out), primary()}};
          slashed = true;
        } else if (begins_factor()) {
          alone();
          if (slashed) throw Unreadable("a product behind a slash");
          if (now().kind == 'n') throw Unreadable("a number behind a factor");
          out = {"*", "", {std::move(out), factor()}};
        } else {
          return out;
        }
        bare = bare_;
      }
    }
    bool begins_factor() const {
      if (at_end()) return false;
      if (is("|")) return bars_ == 0;
      return opens(now().text) || std::string_view("nsabdu").find(now().kind) != std::string_view::npos;
    }
    Term factor() {
      if (now().kind == 'b') {  // takes the whole product behind it
        Term out = next().term;
        out.args.push_back(term());
        return out;
      }
      if (now().kind == 'd') {
        Term out = next().term;
        out.args.insert(out.args.begin(), primary());
        bare_ = true;
        return out;
      }
      return primary();
    }
    Term group(const std::string& open) {
      const int outside = bars_;
      bars_ = open == "|" ? 1 : 0;
      Term inner = sum();
      sign(open == "(" ? ")" : open == "⌊" ? "⌋" : open == "⌈" ? "⌉" : "|");
      bars_ = outside;
      if (open == "(") return inner;
      return {"call", open == "⌊" ? "floor" : open == "⌈" ? "ceil" : "abs", {std::move(inner)}};
    }
    Term symbol(const Token& token) {
      static const std::set<std::string> known{"exp",  "log", "min",  "max", "cosh", "sinh", "erf",
                                               "erfc", "Φ!",  "tanh", "sin", "cos",  "atan"};
      if (token.text == "log" && is("Γ!")) {
        ++at_;
        Term out = arguments("lgamma");
        bare_ = true;
        return out;
      }
      if (token.text == "ψ!") return arguments(take("′") ? "trigamma" : "digamma");
      if (token.text == "Φ!") return arguments("normal_cdf");
      if (known.count(token.text) || page_.functions_.count(token.text)) return arguments(token.text);
      // E is a letter like others where no bracket follows.
      const std::string word = token.text == "hockey_symbol:stick" ? "hockey_stick" : token.text;
      if (is_word_of_laws(word) && is("(")) {
        Term out = arguments(word);
        out.op = "of laws";
        return out;
      }
      return token.term;
    }
    Term arguments(const std::string& function) {
      Term out{"call", function, {}};
      sign("(");
      const int outside = bars_;
      bars_ = 0;
      do out.args.push_back(argument());
      while (take(","));
      sign(")");
      bars_ = outside;
      return out;
    }
    /// An event `x <= 1`, a weight in front of a law, or an expression.
    Term argument() {
      Term out = relation();
      return take(":") ? Term{"relation", ": ", {std::move(out), relation()}} : out;
    }

    PageReader& page_;
    Tokens tokens_;
    std::size_t at_ = 0;
    int bars_ = 0;
    bool bare_ = false;  // was the last factor one that seems to take in what follows?
  };

  // ----- declarations

  Term line(const std::string& label, pugi::xml_node item) {
    if (is_element(item, "span")) return function(item);
    Row row(*this, item);
    if (label == "for all") return variable(row);
    if (label == "where") return abbreviation(row);
    Term out{label == "if" ? "assume" : "prove", "", {row.relation()}};
    while (row.now().kind == 'w') {
      row.next();
      if (row.now().kind == 'm') {
        if (row.next().text != "for all\u00a0") throw Unreadable("a quantifier");
        Term bound = row.primary();
        row.sign("∈");
        Term forall = row.interval("forall");
        forall.args.insert(forall.args.begin(), bound);
        if (row.take("∩")) {
          row.sign("ℤ");
          forall.op = "forall int";
        }
        out.args.push_back(forall);
      } else {
        ranges(row, out);
      }
    }
    row.end();
    return out;
  }
  static void ranges(Row& row, Term& to) {
    do to.args.push_back(row.range());
    while (row.take(","));
  }
  /// A glyph that is said to be a function, or defined with its arguments in parentheses.
  void learn_function(pugi::xml_node item) {
    if (is_element(item, "span")) {
      functions_.insert(tokens(item.child("math")).at(0).text);
      return;
    }
    std::vector<std::string> seen;
    for (const Token& token : tokens(item)) seen.push_back(token.text);
    const auto close = std::find(seen.begin(), seen.end(), ")");
    if (seen.size() > 1 && seen[1] == "(" && close != seen.end() && close + 1 != seen.end() && close[1] == "=" &&
        std::strcmp(item.parent().parent().child("span").text().get(), "where") == 0)
      functions_.insert(seen[0]);
  }
  /// `x(k) a sequence`, or `the sequence with` its equations.
  Term sequence(pugi::xml_node item) {
    Row head(*this, item.child("math"));
    Term out{"seq", "", {head.primary()}};
    head.end();
    if (!is_element(item.last_child(), "math")) return out;
    Row equations(*this, item.last_child());
    do out.args.push_back(equations.relation());
    while (equations.take(","));
    equations.end();
    return out;
  }
  Term function(pugi::xml_node item) {
    const Tokens name = tokens(item.child("math"));
    const std::string first_words = item.child("math").next_sibling().value();
    if (first_words == " a sequence" || first_words == " the sequence with ") return sequence(item);
    const std::string words = item.last_child().value();
    const auto of = words.find(" of ");
    const std::string kind = words.substr(0, of);
    if (kind != " a smooth function" && kind != " a restricted log-partition function") throw Unreadable(words);
    Term out{kind == " a smooth function" ? "fun" : "logpartition", "1", {name.at(0).term}};
    if (of != std::string::npos) out.text = words.substr(of + 4, words.find(' ', of + 4) - of - 4);
    return out;
  }
  static Term variable(Row& row) {
    const Term name = row.primary(), inf{"inf", "", {}};
    Term out{"var", "()", {name, {"neg", "", {inf}}, inf}};
    if (row.is("≥") || row.is(">")) {
      out = {"int", row.next().text == "≥" ? "[)" : "()", {name, row.sum(), inf}};
      if (row.next().text != "integer") throw Unreadable("an integer variable");
    } else {
      row.sign("∈");
      if (!row.take("ℝ")) {
        out = row.interval("var");
        out.args.insert(out.args.begin(), name);
        if (row.take("∩")) {
          row.sign("ℤ");
          out.op = "int";
        }
      }
    }
    if (row.now().kind == 'w') {
      row.next();
      ranges(row, out);
    }
    row.end();
    return out;
  }
  static Term abbreviation(Row& row) {
    Term head = row.primary();
    row.sign("=");
    Term out{"let", "", {head, row.sum()}};
    row.end();
    return out;
  }

  std::set<std::string> functions_;
};

}  // namespace dpcert::reports::testing
