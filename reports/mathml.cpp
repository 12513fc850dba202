#include "reports/mathml.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "reports/notation.hpp"
#include "verify/language/statement.hpp"

namespace dpcert::reports {

namespace {

using pugi::xml_node;
using Kind = Node::Kind;

constexpr std::array<std::pair<std::string_view, const char*>, 35> greek{{
    {"alpha", "α"}, {"beta", "β"},  {"gamma", "γ"}, {"delta", "δ"}, {"epsilon", "ε"}, {"eps", "ε"},   {"zeta", "ζ"},
    {"eta", "η"},   {"theta", "θ"}, {"iota", "ι"},  {"kappa", "κ"}, {"lambda", "λ"},  {"lam", "λ"},   {"mu", "μ"},
    {"nu", "ν"},    {"xi", "ξ"},    {"pi", "π"},    {"rho", "ρ"},   {"sigma", "σ"},   {"tau", "τ"},   {"phi", "φ"},
    {"chi", "χ"},   {"psi", "ψ"},   {"omega", "ω"}, {"Gamma", "Γ"}, {"Delta", "Δ"},   {"Theta", "Θ"}, {"Lambda", "Λ"},
    {"Xi", "Ξ"},    {"Pi", "Π"},    {"Sigma", "Σ"}, {"Phi", "Φ"},   {"Psi", "Ψ"},     {"Omega", "Ω"}, {"inf", "∞"},
}};

xml_node put(xml_node parent, const char* element, std::string_view text = {}) {
  xml_node node = parent.append_child(element);
  if (!text.empty()) node.text().set(std::string(text).c_str());
  return node;
}
void op(xml_node parent, const char* text) { put(parent, "mo", text); }
void prefix(xml_node parent, const char* text) { put(parent, "mo", text).append_attribute("form") = "prefix"; }
/// A bracket; it grows with what it holds only where that is tall, because fonts without a math table overdo it.
void fence(xml_node parent, const char* text, bool tall) {
  put(parent, "mo", text).append_attribute("stretchy") = tall ? "true" : "false";
}

// ----- names

/// "etaP" -> eta with subscript P, "lambdahat" -> lambda with a hat, "x_h", "a1"; anything else stays one upright word.
struct NameParts {
  std::string base, sub;
  const char* accent = nullptr;
};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::optional<NameParts> tail_of(std::string base, std::string_view rest) {
  NameParts parts{std::move(base), "", nullptr};
  constexpr std::array<std::pair<std::string_view, const char*>, 4> accents{
      {{"hat", "^"}, {"bar", "¯"}, {"tilde", "~"}, {"star", "*"}}};
  for (const auto& [word, mark] : accents)
    if (rest.substr(0, word.size()) == word) {
      parts.accent = mark;
      rest.remove_prefix(word.size());
      break;
    }
  if (rest.empty()) return parts;
  if (rest.front() == '_') {
    parts.sub = rest.substr(1);
    return parts;
  }
  // Digits, or capitals and digits, read as a subscript; small letters would be the rest of a word.
  if (std::all_of(rest.begin(), rest.end(),
                  [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || c == '_'; })) {
    parts.sub = rest;
    return parts;
  }
  return std::nullopt;
}

NameParts split_name(std::string_view name) {
  // The longest Greek name that leaves a readable tail wins: "eta", not "e" with "ta".
  const std::pair<std::string_view, const char*>* best = nullptr;
  for (const auto& candidate : greek)
    if (name.substr(0, candidate.first.size()) == candidate.first &&
        (!best || candidate.first.size() > best->first.size()) &&
        tail_of(candidate.second, name.substr(candidate.first.size())))
      best = &candidate;
  if (best) return *tail_of(best->second, name.substr(best->first.size()));
  if (!name.empty() && is_letter(name.front()))
    if (auto parts = tail_of(std::string(1, name.front()), name.substr(1))) return *parts;
  const auto underscore = name.find('_');
  if (underscore != std::string_view::npos && underscore > 0)
    return {std::string(name.substr(0, underscore)), std::string(name.substr(underscore + 1)), nullptr};
  return {std::string(name), "", nullptr};
}

void identifier(xml_node parent, const std::string& text) {
  if (text == "∞") {
    put(parent, "mn", text);
    return;
  }
  put(parent, "mi", text);  // one letter is set in italics, a word upright: that is MathML's default
}

void symbol(xml_node parent, std::string_view name, const Node* index = nullptr);

// ----- expressions

enum Level { relation_level, sum_level, product_level, unary_level, power_level, atom_level };

Level level_of(const Node& n) {
  switch (n.kind) {
    case Kind::relation:
      return relation_level;
    case Kind::add:
    case Kind::subtract:
      return sum_level;
    case Kind::multiply:
    case Kind::divide:
      return product_level;
    case Kind::negate:
      return unary_level;
    case Kind::power:
      return power_level;
    default:
      return atom_level;
  }
}

/// How tall a thing is: stacked fractions, and powers that hold any.
int height(const Node& n) {
  int tallest = 0;
  for (const Node& arg : n.args) tallest = std::max(tallest, height(arg));
  return tallest +
         (n.kind == Kind::divide || n.kind == Kind::power || (n.kind == Kind::call && n.text == "exp") ? 1 : 0);
}
/// Is anything in it stacked when drawn at this script level?
bool tall(const Node& n, int script) {
  if (n.kind == Kind::divide && !script) return true;
  if (n.kind == Kind::call && (n.text == "sum" || n.text == "prod" || n.text == "diff")) return true;
  if (n.kind == Kind::power) return tall(n.args[0], script);
  if (n.kind == Kind::call && n.text == "exp" && height(n) <= 2) return false;
  for (const Node& arg : n.args)
    if (tall(arg, script)) return true;
  return false;
}
std::size_t size(const Node& n) {
  std::size_t total = 1;
  for (const Node& arg : n.args) total += size(arg);
  return total;
}

class Drawer {
 public:
  /// `script`: inside an exponent or index, where fractions are written with a slash.
  void draw(xml_node to, const Node& n, int script = 0) {
    switch (n.kind) {
      case Kind::number:
        number(to, n.text);
        return;
      case Kind::name:
        symbol(to, n.text);
        return;
      case Kind::indexed:
        symbol(to, n.text, &n.args[0]);
        return;
      case Kind::call:
        call(to, n, script);
        return;
      case Kind::negate:
        prefix(to, "−");
        operand(to, n.args[0], unary_level, script);
        return;
      case Kind::add:
      case Kind::subtract:
        operand(to, n.args[0], sum_level, script);
        op(to, n.kind == Kind::add ? "+" : "−");
        operand(to, n.args[1], product_level, script);
        return;
      case Kind::multiply: {
        // A sum, product sign or derivative to the left would seem to take the right factor in.
        operand(to, n.args[0], product_level, script, swallows(last_factor(n.args[0])));
        times(to, n.args[0], n.args[1]);
        // a/b on the right of a product needs no parentheses when it is stacked
        operand(to, n.args[1], n.args[1].kind == Kind::divide && !script ? product_level : unary_level, script);
        return;
      }
      case Kind::divide:
        if (n.args[0].kind == Kind::negate) {  // -a/b: the sign goes before the fraction
          prefix(to, "−");
          return draw(to, Node{Kind::divide, "", {n.args[0].args[0], n.args[1]}, {}}, script);
        }
        if (script) {
          operand(to, n.args[0], product_level, script);
          op(to, "/");
          operand(to, n.args[1], power_level, script);
        } else {
          xml_node fraction = to.append_child("mfrac");
          draw(fraction.append_child("mrow"), n.args[0], script);
          draw(fraction.append_child("mrow"), n.args[1], script);
        }
        return;
      case Kind::power: {
        if (n.args[1].kind == Kind::divide && n.args[1].args[0].text == "1" && n.args[1].args[1].text == "2" &&
            !script) {
          draw(to.append_child("msqrt"), n.args[0], script);
          return;
        }
        xml_node power = to.append_child("msup");
        operand(power.append_child("mrow"), n.args[0], atom_level, script, n.args[0].kind == Kind::call);
        draw(power.append_child("mrow"), n.args[1], script + 1);
        return;
      }
      case Kind::relation:
        draw(to, n.args[0], script);
        for (std::size_t i = 0; i < n.relations.size(); ++i) {
          op(to, relation_sign(n.relations[i]));
          draw(to, n.args[i + 1], script);
        }
        return;
      case Kind::interval:
        fence(to, n.text.substr(0, 1).c_str(), false);
        draw(to, n.args[0], 1);
        op(to, ",");
        draw(to, n.args[1], 1);
        fence(to, n.text.substr(1).c_str(), false);
        return;
      case Kind::quantified:
        return;
    }
  }

  static const char* relation_sign(const std::string& relation) {
    return relation == ">="   ? "≥"
           : relation == "<=" ? "≤"
           : relation == "!=" ? "≠"
           : relation == ">"  ? ">"
           : relation == "<"  ? "<"
                              : "=";
  }

  void parenthesised(xml_node to, const Node& n, int script, const char* open = "(", const char* close = ")") {
    xml_node row = to.append_child("mrow");
    const bool grows = tall(n, script);
    fence(row, open, grows);
    draw(row, n, script);
    fence(row, close, grows);
  }

 private:
  void number(xml_node to, const std::string& text) {
    const auto e = text.find_first_of("eE");
    if (e == std::string::npos) {
      put(to, "mn", text);
      return;
    }
    const std::string mantissa = text.substr(0, e);
    if (mantissa != "1") {
      put(to, "mn", mantissa);
      op(to, "·");
    }
    xml_node power = to.append_child("msup");
    put(power, "mn", "10");
    std::string exponent = text.substr(e + 1);
    xml_node row = power.append_child("mrow");
    if (exponent[0] == '-') prefix(row, "−");
    if (exponent[0] == '-' || exponent[0] == '+') exponent.erase(0, 1);
    put(row, "mn", exponent);
  }

  void operand(xml_node to, const Node& n, Level least, int script, bool brackets = false) {
    if (level_of(n) < least || brackets) {
      parenthesised(to, n, script);
    } else {
      draw(to, n, script);
    }
  }

  static bool swallows(const Node& n) {
    return n.kind == Kind::call && (n.text == "sum" || n.text == "prod" || n.text == "diff");
  }
  static const Node& first_factor(const Node& n) {
    const Node* at = &n;
    while (at->kind == Kind::multiply || (at->kind == Kind::power)) at = &at->args[0];
    return *at;
  }
  static const Node& last_factor(const Node& n) {
    const Node* at = &n;
    while (at->kind == Kind::multiply) at = &at->args[1];
    return *at;
  }
  /// Side by side where that is read as a product; a dot between numbers, words and what could be a function with its
  /// argument.
  void times(xml_node to, const Node& left, const Node& right) {
    const Node& next = first_factor(right);
    const Node& before = last_factor(left);
    const bool word = (next.kind == Kind::name && split_name(next.text).base.size() > 2) ||
                      (before.kind == Kind::name && split_name(before.text).base.size() > 2);
    const bool looks_applied = (before.kind == Kind::name || before.kind == Kind::indexed) &&
                               level_of(right) < unary_level && right.kind != Kind::divide &&
                               right.kind != Kind::multiply;
    const bool looks_applied_factor =
        (before.kind == Kind::name || before.kind == Kind::indexed) && level_of(next) < product_level;
    if (next.kind == Kind::number || word || looks_applied || looks_applied_factor) {
      op(to, "·");
      return;
    }
    op(to, "⁢");  // invisible times
    if (next.kind == Kind::call || before.kind == Kind::call)
      to.append_child("mspace").append_attribute("width") = "0.17em";
  }

  void function(xml_node to, const char* name, const std::vector<Node>& args, int script, std::size_t from = 0) {
    xml_node function_name = put(to, "mi", name);
    if (std::string_view(name) == "Γ" || std::string_view(name) == "Φ")
      function_name.append_attribute("mathvariant") = "normal";
    arguments(to, args, script, from);
  }
  void arguments(xml_node to, const std::vector<Node>& args, int script, std::size_t from = 0) {
    op(to, "⁡");  // function application
    xml_node row = to.append_child("mrow");
    bool grows = false;
    for (std::size_t i = from; i < args.size(); ++i) grows = grows || tall(args[i], script);
    fence(row, "(", grows);
    for (std::size_t i = from; i < args.size(); ++i) {
      if (i > from) op(row, ",");
      draw(row, args[i], script);
    }
    fence(row, ")", grows);
  }

  void exponential(xml_node to, const Node& u, int script) {
    if (height(u) <= 1 && size(u) <= 24 && script == 0) {
      xml_node power = to.append_child("msup");
      put(power, "mi", "e");
      draw(power.append_child("mrow"), u, script + 1);
    } else {
      function(to, "exp", {u}, script);
    }
  }

  void big_operator(xml_node to, const char* sign, const Node& n, int script) {
    xml_node under = to.append_child("munderover");
    op(under, sign);
    xml_node low = under.append_child("mrow");
    draw(low, n.args[0], 1);
    op(low, "=");
    draw(low, n.args[1], 1);
    draw(under.append_child("mrow"), n.args[2], 1);
    operand(to, n.args[3], product_level, script);
  }

  void derivative(xml_node to, const Node& n, int script) {
    const auto order = n.args.size() - 1;
    xml_node fraction = to.append_child("mfrac");
    const auto partial = [&](xml_node row, std::size_t power) {
      if (power == 1) {
        op(row, "∂");
        return;
      }
      xml_node sup = row.append_child("msup");
      op(sup, "∂");
      put(sup, "mn", std::to_string(power));
    };
    partial(fraction.append_child("mrow"), order);
    xml_node below = fraction.append_child("mrow");
    bool same = true;
    for (std::size_t i = 2; i < n.args.size(); ++i)
      same = same && n.args[i].kind == Kind::name && n.args[i].text == n.args[1].text;
    if (same && order > 1) {
      op(below, "∂");
      xml_node sup = below.append_child("msup");
      draw(sup.append_child("mrow"), n.args[1], 1);
      put(sup, "mn", std::to_string(order));
    } else {
      for (std::size_t i = 1; i < n.args.size(); ++i) {
        op(below, "∂");
        draw(below, n.args[i], script);
      }
    }
    operand(to, n.args[0], atom_level, script);
  }

  void call(xml_node to, const Node& n, int script) {
    const std::string& f = n.text;
    const auto& a = n.args;
    if (a.size() == 1) {
      const Node& u = a[0];
      if (f == "exp") return exponential(to, u, script);
      if (f == "expm1") {
        xml_node row = to.append_child("mrow");
        fence(row, "(", false);
        exponential(row, u, script);
        op(row, "−");
        put(row, "mn", "1");
        fence(row, ")", false);
        return;
      }
      if (f == "log1p") {
        Node sum{Kind::add, "", {Node{Kind::number, "1", {}, {}}, u}, {}};
        return function(to, "log", {sum}, script);
      }
      if (f == "sqrt") return draw(to.append_child("msqrt"), u, script);
      if (f == "abs") return parenthesised(to, u, script, "|", "|");
      if (f == "floor") return parenthesised(to, u, script, "⌊", "⌋");
      if (f == "ceil") return parenthesised(to, u, script, "⌈", "⌉");
      if (f == "lgamma") {
        put(to, "mi", "log");
        op(to, "⁡");
        return function(to, "Γ", a, script);
      }
      if (f == "digamma") return function(to, "ψ", a, script);
      if (f == "trigamma") {
        put(to, "mi", "ψ");
        xml_node prime = put(to, "mo", "′");
        prime.append_attribute("lspace") = "0";
        prime.append_attribute("rspace") = "0";
        return arguments(to, a, script);
      }
      if (f == "normal_cdf") return function(to, "Φ", a, script);
    }
    if (f == "polygamma" && a.size() == 2) {
      xml_node sup = to.append_child("msup");
      put(sup, "mi", "ψ");
      xml_node order = sup.append_child("mrow");
      fence(order, "(", false);
      draw(order, a[0], 1);
      fence(order, ")", false);
      return arguments(to, a, script, 1);
    }
    if (f == "xlogy" && a.size() == 2) {
      operand(to, a[0], power_level, script);
      op(to, "⁢");
      to.append_child("mspace").append_attribute("width") = "0.17em";
      return function(to, "log", {a[1]}, script);
    }
    if ((f == "sum" || f == "prod") && a.size() == 4) return big_operator(to, f == "sum" ? "∑" : "∏", n, script);
    if (f == "diff" && a.size() >= 2) return derivative(to, n, script);
    if (f == "at" && a.size() == 3) {
      xml_node sub = to.append_child("msub");
      xml_node row = sub.append_child("mrow");
      operand(row, a[0], power_level, script);
      fence(row, "|", true);
      xml_node where = sub.append_child("mrow");
      draw(where, a[1], 1);
      op(where, "=");
      draw(where, a[2], 1);
      return;
    }
    if (f == "min" || f == "max" || f == "log" || f == "cosh" || f == "sinh" || f == "tanh" || f == "erf" ||
        f == "erfc")
      return function(to, f.c_str(), a, script);
    symbol(to, f);
    arguments(to, a, script);
  }
};

void symbol(xml_node parent, std::string_view name, const Node* index) {
  const NameParts parts = split_name(name);
  const bool sub = index || !parts.sub.empty();
  xml_node to = sub ? parent.append_child("msub") : parent;
  if (parts.accent) {
    xml_node over = to.append_child("mover");
    identifier(over, parts.base);
    put(over, "mo", parts.accent);
  } else {
    identifier(to, parts.base);
  }
  if (!sub) return;
  xml_node below = to.append_child("mrow");
  if (!parts.sub.empty()) {
    const bool digits = parts.sub.find_first_not_of("0123456789") == std::string::npos;
    put(below, digits ? "mn" : "mi", split_name(parts.sub).sub.empty() ? split_name(parts.sub).base : parts.sub);
    if (index) op(below, ",");
  }
  if (index) Drawer().draw(below, *index, 1);
}

// ----- declarations

xml_node math(xml_node parent) {
  xml_node node = parent.append_child("math");
  node.append_attribute("displaystyle") = "true";
  return node.append_child("mrow");
}

bool is_infinite(const Node& n, bool negative) {
  if (negative) return n.kind == Kind::negate && is_infinite(n.args[0], false);
  return n.kind == Kind::name && n.text == "inf";
}

void index_ranges(xml_node to, const std::vector<Node>& ranges) {
  if (ranges.empty()) return;
  to.append_child("mspace").append_attribute("width") = "1em";
  bool first = true;
  for (const Node& range : ranges) {
    if (!first) {
      op(to, ",");
      to.append_child("mspace").append_attribute("width") = "0.5em";
    }
    first = false;
    if (range.kind == Kind::relation) {
      Drawer().draw(to, range);
      continue;
    }
    symbol(to, range.text);
    op(to, "=");
    Drawer().draw(to, range.args[0], 1);
    op(to, ",");
    op(to, "…");
    op(to, ",");
    Drawer().draw(to, range.args[1], 1);
  }
}

void declaration(xml_node to, const Line& line) {
  symbol(to, line.name, line.parameters.empty() ? nullptr : &line.parameters[0]);
  const Node& interval = line.body[0];
  if (line.keyword == "var" && is_infinite(interval.args[0], true) && is_infinite(interval.args[1], false)) {
    op(to, "∈");
    put(to, "mi", "ℝ");
  } else if (line.keyword != "var" && is_infinite(interval.args[1], false) && !is_infinite(interval.args[0], true)) {
    op(to, interval.text[0] == '[' ? "≥" : ">");
    Drawer().draw(to, interval.args[0], 1);
    to.append_child("mspace").append_attribute("width") = "0.4em";
    put(to, "mtext", "integer");
  } else {
    op(to, "∈");
    Drawer().draw(to, interval);
    if (line.keyword != "var") {
      op(to, "∩");
      put(to, "mi", "ℤ");
    }
  }
  index_ranges(to, line.ranges);
}

/// A relation in display style, with its own line break chances left to the page.
void relation(xml_node to, const Line& line) {
  const bool forall = !line.forall.empty();
  Drawer().draw(to, line.body.back());
  if (forall) {
    to.append_child("mspace").append_attribute("width") = "1em";
    put(to, "mtext", "for all\u00a0");
    symbol(to, line.forall);
    op(to, "∈");
    Drawer().draw(to, line.body[0]);
  }
  index_ranges(to, line.ranges);
}

xml_node row(xml_node table, const char* label, const char* css) {
  xml_node out = table.append_child("div");
  out.append_attribute("class") = css;
  put(out, "span", label).append_attribute("class") = "label";
  xml_node items = out.append_child("div");
  items.append_attribute("class") = "items";
  return items;
}

}  // namespace

bool append_statement(xml_node parent, std::string_view claim_text) {
  std::vector<Line> lines;
  try {
    lines = read_surface(claim_text);
  } catch (const verify::SyntaxError&) {
    return false;
  }
  if (lines.empty()) return false;
  xml_node table = parent.append_child("div");
  table.append_attribute("class") = "math";
  xml_node variables, lets, hypotheses, conclusions;
  for (const Line& line : lines) {
    if (line.keyword == "dim" || line.keyword == "var" || line.keyword == "int") {
      if (!variables) variables = row(table, "for all", "row vars");
      declaration(math(variables), line);
    } else if (line.keyword == "fun" || line.keyword == "logpartition") {
      if (!variables) variables = row(table, "for all", "row vars");
      xml_node span = variables.append_child("span");
      xml_node to = math(span);
      symbol(to, line.name);
      const bool several = line.body[0].text != "1";
      const std::string of = several ? " of " + line.body[0].text + " variables" : "";
      span.append_child(pugi::node_pcdata)
          .set_value(line.keyword == "fun" ? (" a smooth function" + of).c_str()
                                           : (" a restricted log-partition function" + of).c_str());
    } else if (line.keyword == "let") {
      if (!lets) lets = row(table, "where", "row");
      xml_node to = math(lets);
      symbol(to, line.name);
      if (!line.parameters.empty()) {
        fence(to, "(", false);
        for (std::size_t i = 0; i < line.parameters.size(); ++i) {
          if (i) op(to, ",");
          symbol(to, line.parameters[i].text);
        }
        fence(to, ")", false);
      }
      op(to, "=");
      Drawer().draw(to, line.body[0]);
    } else if (line.keyword == "assume") {
      if (!hypotheses) hypotheses = row(table, "if", "row");
      relation(math(hypotheses), line);
    } else if (line.keyword == "prove") {
      if (!conclusions) conclusions = row(table, "then", "row goal");
      relation(math(conclusions), line);
    }
  }
  return true;
}

bool append_math(xml_node parent, std::string_view expression) {
  try {
    const Node node = read_surface_expression(expression);
    Drawer().draw(math(parent), node);
    return true;
  } catch (const verify::SyntaxError&) {
    return false;
  }
}

}  // namespace dpcert::reports
