#include "reports/mathml.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "dpcert/language/statement.hpp"
#include "reports/formula.hpp"
#include "reports/notation.hpp"

namespace dpcert::reports {

namespace {

using pugi::xml_node;
using Kind = Node::Kind;

/// About how wide a formula is, in characters of its own size.
double drawn_width(xml_node node) {
  const std::string_view name = node.name();
  if (name == "mn" || name == "mi" || name == "mo" || name == "mtext") {
    const std::string_view text = node.text().get();
    const auto letters = std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; });
    return static_cast<double>(letters) + (name == "mo" && node.attribute("stretchy").empty() ? 1 : 0);
  }
  double sum = 0, widest = 0;
  for (const xml_node child : node.children()) {
    const bool script = (name == "msup" || name == "msub") && child != node.first_child();
    const double one = (script || name == "munderover" ? 0.7 : 1) * drawn_width(child);
    sum += one;
    widest = std::max(widest, one);
  }
  return name == "mfrac" || name == "munderover" || name == "mover" ? widest : sum;
}

/// Paper has no bars to scroll with: the style sets long formulas smaller there.
void mark_long_formulas(xml_node box) {
  constexpr double line = 120;  // characters
  for (const auto& found : box.select_nodes(".//math"))
    if (drawn_width(found.node()) > line) found.node().append_attribute("class") = "long";
}

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
  space(to, "1em");
  bool first = true;
  for (const Node& range : ranges) {
    if (!first) {
      op(to, ",");
      space(to, "0.5em");
    }
    first = false;
    if (range.kind == Kind::relation) {
      draw_formula(to, range);
      continue;
    }
    draw_symbol(to, range.text);
    op(to, "=");
    draw_formula(to, range.args[0], 1);
    op(to, ",");
    op(to, "…");
    op(to, ",");
    draw_formula(to, range.args[1], 1);
  }
}

void declaration(xml_node to, const Declared& line) {
  draw_symbol(to, line.name, line.parameters.empty() ? nullptr : &line.parameters[0]);
  const Node& interval = line.body[0];
  if (line.keyword == "var" && is_infinite(interval.args[0], true) && is_infinite(interval.args[1], false)) {
    op(to, "∈");
    put(to, "mi", "ℝ");
  } else if (line.keyword != "var" && is_infinite(interval.args[1], false) && !is_infinite(interval.args[0], true)) {
    op(to, interval.text[0] == '[' ? "≥" : ">");
    draw_formula(to, interval.args[0], 1);
    space(to, "0.4em");
    put(to, "mtext", "integer");
  } else {
    op(to, "∈");
    draw_formula(to, interval);
    if (line.keyword != "var") {
      op(to, "∩");
      put(to, "mi", "ℤ");
    }
  }
  index_ranges(to, line.ranges);
}

/// What a quantifier binds, and where it lies.
void bound(xml_node to, const Node& quantifier) {
  draw_symbol(to, quantifier.text);
  op(to, "∈");
  draw_formula(to, quantifier.args[0]);
  if (!quantifier.over_integers) return;
  op(to, "∩");
  put(to, "mi", "ℤ");
}

/// Relations joined by words and quantifiers; what is joined inside another join stands in parentheses.
void logic(xml_node to, const Node& f, bool inside = false) {
  const bool quantifier = f.kind == Kind::forall || f.kind == Kind::exists;
  if (!quantifier && f.kind != Kind::both && f.kind != Kind::either && f.kind != Kind::implies) {
    draw_formula(to, f);
    return;
  }
  if (inside) fence(to, "(", false);
  if (quantifier) {
    op(to, f.kind == Kind::forall ? "∀" : "∃");
    bound(to, f);
    op(to, ":");
    space(to, "0.4em");
    logic(to, f.args[1], true);
  } else {
    const char* word = f.kind == Kind::both ? "\u00a0and\u00a0" : f.kind == Kind::either ? "\u00a0or\u00a0" : nullptr;
    for (std::size_t i = 0; i < f.args.size(); ++i) {
      if (i && word) put(to, "mtext", word);
      if (i && !word) op(to, "⇒");
      logic(to, f.args[i], true);
    }
  }
  if (inside) fence(to, ")", false);
}

/// A relation in display style, with its own line break chances left to the page.
void relation(xml_node to, const Declared& line) {
  logic(to, line.body.back());
  for (const Node& all : line.foralls) {
    if (&all == &line.foralls.front()) {
      space(to, "1em");
      put(to, "mtext", "for all\u00a0");
    } else {
      op(to, ",");
    }
    bound(to, all);
  }
  index_ranges(to, line.ranges);
}

void parameters(xml_node to, const Declared& line) {
  fence(to, "(", false);
  for (std::size_t i = 0; i < line.parameters.size(); ++i) {
    if (i) op(to, ",");
    draw_symbol(to, line.parameters[i].text);
  }
  fence(to, ")", false);
}

/// A sequence, and its recursion if it has one.
void sequence(xml_node span, const Declared& line) {
  xml_node to = math(span);
  draw_symbol(to, line.name);
  parameters(to, line);
  span.append_child(pugi::node_pcdata).set_value(line.body.empty() ? " a sequence" : " the sequence with ");
  if (line.body.empty()) return;
  xml_node equations = math(span);
  for (std::size_t i = 0; i < line.body.size(); ++i) {
    if (i) op(equations, ",");
    draw_formula(equations, line.body[i]);
  }
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
  std::vector<Declared> lines;
  try {
    lines = read_surface(claim_text);
  } catch (const verify::SyntaxError&) {
    return false;
  }
  if (lines.empty()) return false;
  xml_node table = parent.append_child("div");
  table.append_attribute("class") = "math";
  xml_node variables, lets, hypotheses, conclusions;
  for (const Declared& line : lines) {
    if (line.keyword == "dim" || line.keyword == "var" || line.keyword == "int") {
      if (!variables) variables = row(table, "for all", "row vars");
      declaration(math(variables), line);
    } else if (line.keyword == "fun" || line.keyword == "logpartition") {
      if (!variables) variables = row(table, "for all", "row vars");
      xml_node span = variables.append_child("span");
      xml_node to = math(span);
      draw_symbol(to, line.name);
      const bool several = line.body[0].text != "1";
      const std::string of = several ? " of " + line.body[0].text + " variables" : "";
      span.append_child(pugi::node_pcdata)
          .set_value(line.keyword == "fun" ? (" a smooth function" + of).c_str()
                                           : (" a restricted log-partition function" + of).c_str());
    } else if (line.keyword == "seq") {
      if (!variables) variables = row(table, "for all", "row vars");
      sequence(variables.append_child("span"), line);
    } else if (line.keyword == "let" || line.keyword == "law") {
      if (!lets) lets = row(table, "where", "row");
      xml_node to = math(lets);
      draw_symbol(to, line.name);
      if (!line.parameters.empty()) parameters(to, line);
      op(to, "=");
      draw_formula(to, line.body[0]);
    } else if (line.keyword == "assume") {
      if (!hypotheses) hypotheses = row(table, "if", "row");
      relation(math(hypotheses), line);
    } else if (line.keyword == "prove") {
      if (!conclusions) conclusions = row(table, "then", "row goal");
      relation(math(conclusions), line);
    }
  }
  mark_long_formulas(table);
  return true;
}

bool append_math(xml_node parent, std::string_view expression) {
  try {
    const Node node = read_surface_expression(expression);
    draw_formula(math(parent), node);
    return true;
  } catch (const verify::SyntaxError&) {
    return false;
  }
}

}  // namespace dpcert::reports
