#include "reports/formula.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "src/symbolic/functions.hpp"

namespace dpcert::reports {

using pugi::xml_node;

xml_node put(xml_node parent, const char* element, std::string_view text) {
  xml_node node = parent.append_child(element);
  if (!text.empty()) node.text().set(std::string(text).c_str());
  return node;
}
void op(xml_node parent, const char* text) { put(parent, "mo", text); }
void fence(xml_node parent, const char* text, bool tall) {
  put(parent, "mo", text).append_attribute("stretchy") = tall ? "true" : "false";
}
void space(xml_node parent, const char* width) { parent.append_child("mspace").append_attribute("width") = width; }

namespace {

using Kind = Node::Kind;

constexpr std::array<std::pair<std::string_view, const char*>, 35> greek{{
    {"alpha", "α"}, {"beta", "β"},  {"gamma", "γ"}, {"delta", "δ"}, {"epsilon", "ε"}, {"eps", "ε"},   {"zeta", "ζ"},
    {"eta", "η"},   {"theta", "θ"}, {"iota", "ι"},  {"kappa", "κ"}, {"lambda", "λ"},  {"lam", "λ"},   {"mu", "μ"},
    {"nu", "ν"},    {"xi", "ξ"},    {"pi", "π"},    {"rho", "ρ"},   {"sigma", "σ"},   {"tau", "τ"},   {"phi", "φ"},
    {"chi", "χ"},   {"psi", "ψ"},   {"omega", "ω"}, {"Gamma", "Γ"}, {"Delta", "Δ"},   {"Theta", "Θ"}, {"Lambda", "Λ"},
    {"Xi", "Ξ"},    {"Pi", "Π"},    {"Sigma", "Σ"}, {"Phi", "Φ"},   {"Psi", "Ψ"},     {"Omega", "Ω"}, {"inf", "∞"},
}};

void prefix(xml_node parent, const char* text) { put(parent, "mo", text).append_attribute("form") = "prefix"; }
/// A letter that is a function or a number: upright, to tell it from a variable of that name.
void upright(xml_node parent, const char* letter) {
  put(parent, "mi", letter).append_attribute("mathvariant") = "normal";
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

// ----- expressions

enum Level { relation_level, sum_level, product_level, unary_level, power_level, atom_level };

bool is_scientific(const Node& n) { return n.kind == Kind::number && n.text.find_first_of("eE") != std::string::npos; }

Level level_of(const Node& n) {
  switch (n.kind) {
    case Kind::number:  // 2e-3 is drawn as a product, 1e-3 as a power
      return !is_scientific(n)                                     ? atom_level
             : n.text.find_first_of("eE") == 1 && n.text[0] == '1' ? power_level
                                                                   : product_level;
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

/// The function of the language that is called, if it is one, with the right number of arguments.
const FunctionName* function_of(const Node& n) {
  const FunctionName* f = n.kind == Kind::call ? function_named(n.text) : nullptr;
  if (!f) return nullptr;
  const std::size_t least = static_cast<std::size_t>(f->entry->arity) + (f->entry->ordered && !f->order ? 1 : 0);
  return n.args.size() == least || (f->entry->variadic && n.args.size() > least) ? f : nullptr;
}
bool has_form(const Node& n, Notation::Form form) {
  const FunctionName* f = function_of(n);
  return f && f->entry->notation.form == form;
}
/// "log Γ": the word before the symbol, which is drawn as a function of what follows.
std::string_view word_before(const FunctionName& f) {
  const auto blank = f.entry->notation.symbol.find(' ');
  return blank == std::string_view::npos ? "" : f.entry->notation.symbol.substr(0, blank);
}

/// How tall a thing is: stacked fractions, and powers that hold any.
int height(const Node& n) {
  int tallest = 0;
  for (const Node& arg : n.args) tallest = std::max(tallest, height(arg));
  return tallest +
         (n.kind == Kind::divide || n.kind == Kind::power || has_form(n, Notation::Form::exponential) ? 1 : 0);
}
/// piece(c: e, ..., e), and no abbreviation of that name.
bool is_piece(const Node& n) {
  const auto guarded = [](const Node& a) {
    return a.kind == Kind::relation && a.relations.size() == 1 && a.relations[0] == ":";
  };
  return n.kind == Kind::call && n.text == "piece" && n.args.size() >= 2 && guarded(n.args[0]);
}

/// sup(x in I, ..., e) or inf.
bool is_extreme(const Node& n) {
  return n.args.size() > 1 && n.args[0].kind == Kind::relation && n.args[0].relations[0] == "∈";
}

/// Is anything in it stacked when drawn at this script level?
bool tall(const Node& n, int script) {
  if (n.kind == Kind::divide && !script) return true;
  if (n.kind == Kind::call && (n.text == "sum" || n.text == "prod" || n.text == "diff" || is_piece(n) || is_extreme(n)))
    return true;
  if (n.kind == Kind::power) return tall(n.args[0], script);
  if (has_form(n, Notation::Form::exponential) && height(n) <= 2) return false;
  for (const Node& arg : n.args)
    if (tall(arg, script)) return true;
  return false;
}
std::size_t size(const Node& n) {
  std::size_t total = 1;
  for (const Node& arg : n.args) total += size(arg);
  return total;
}

bool is_call(const Node& n, std::initializer_list<std::string_view> names) {
  return n.kind == Kind::call && std::find(names.begin(), names.end(), n.text) != names.end();
}
/// Sum, product sign or derivative: seems to take in whatever factor stands behind it.
bool swallows(const Node& n) { return is_call(n, {"sum", "prod", "diff"}); }

const Node& first_part(const Node& n) {
  const bool more =
      n.kind == Kind::add || n.kind == Kind::subtract || n.kind == Kind::multiply || n.kind == Kind::divide;
  return more ? first_part(n.args[0]) : n;
}
/// Would it be drawn with a minus sign in front? Behind another operator that is no sign any more.
bool begins_with_sign(const Node& n) { return first_part(n).kind == Kind::negate; }

/// The factor that stands last, when the product is drawn.
const Node& last_factor(const Node& n) {
  if (n.kind == Kind::negate) return last_factor(n.args[0]);
  return n.kind == Kind::multiply ? last_factor(n.args[1]) : n;
}
/// Another factor behind it would seem to belong under its last sign or logarithm, or under its slash.
bool takes_in_a_factor(const Node& n, int script) {
  if (n.kind == Kind::negate) return takes_in_a_factor(n.args[0], script);
  if (n.kind == Kind::multiply) return level_of(n.args[1]) >= unary_level && takes_in_a_factor(n.args[1], script);
  const FunctionName* f = function_of(n);
  return swallows(n) || (f && !word_before(*f).empty()) || (n.kind == Kind::divide && script);
}

/// A formula of a definition, with `args` for its variables, which are named by their places.
Node from_definition(const Expr& e, const std::vector<Node>& args) {
  if (e.op() == Op::variable) return args[static_cast<std::size_t>(std::stoi(e.name()))];
  if (e.is_constant()) return {Kind::number, e.value().str(), {}, {}};
  std::vector<Node> parts;
  for (const Expr& a : e.args()) parts.push_back(from_definition(a, args));
  switch (e.op()) {
    case Op::neg:
      return {Kind::negate, "", std::move(parts), {}};
    case Op::add:
      return {Kind::add, "", std::move(parts), {}};
    case Op::sub:
      return {Kind::subtract, "", std::move(parts), {}};
    case Op::mul:
      return {Kind::multiply, "", std::move(parts), {}};
    case Op::div:
      return {Kind::divide, "", std::move(parts), {}};
    case Op::pow:
      return {Kind::power, "", std::move(parts), {}};
    default:
      return {Kind::call, std::string(name_of(e).name), std::move(parts), {}};
  }
}
Node definition(const FunctionEntry& f, const std::vector<Node>& args) {
  std::vector<Expr> places;
  for (std::size_t i = 0; i < args.size(); ++i) places.push_back(Expr::variable(std::to_string(i)));
  return from_definition(f.definition(Expr::make(f.op, std::move(places))), args);
}

/// With what is only an abbreviation spelled out, so that it gets its parentheses like everything else.
Node spelled_out(Node n) {
  for (Node& arg : n.args) arg = spelled_out(std::move(arg));
  if (has_form(n, Notation::Form::spelled_out)) return definition(*function_of(n)->entry, n.args);
  return n;
}

class Drawer {
 public:
  void draw(xml_node to, const Node& n, int script = 0) {
    switch (n.kind) {
      case Kind::number:
        number(to, n.text);
        return;
      case Kind::name:
        draw_symbol(to, n.text);
        return;
      case Kind::indexed:
        draw_symbol(to, n.text, &n.args[0]);
        return;
      case Kind::call:
        call(to, n, script);
        return;
      case Kind::negate:
        prefix(to, "−");
        operand(to, n.args[0], product_level, script, begins_with_sign(n.args[0]));
        return;
      case Kind::add:
      case Kind::subtract:
        operand(to, n.args[0], sum_level, script);
        op(to, n.kind == Kind::add ? "+" : "−");
        operand(to, n.args[1], product_level, script, begins_with_sign(n.args[1]));
        return;
      case Kind::multiply:
        product(to, n.args[0], n.args[1], script);
        return;
      case Kind::divide:
        if (n.args[0].kind == Kind::negate) {  // -a/b: the sign goes before the fraction
          const Node fraction{Kind::divide, "", {n.args[0].args[0], n.args[1]}, {}};
          return draw(to, Node{Kind::negate, "", {fraction}, {}}, script);
        }
        if (script) {
          operand(to, n.args[0], product_level, script, takes_in_a_factor(n.args[0], script));
          op(to, "/");
          operand(to, n.args[1], power_level, script, swallows(n.args[1]));
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
      case Kind::both:
      case Kind::either:
      case Kind::implies:
      case Kind::forall:
      case Kind::exists:
        return;  // mathml.cpp draws what stands between relations
    }
  }

  static const char* relation_sign(const std::string& relation) {
    return relation == ">=" ? "≥" : relation == "<=" ? "≤" : relation == "!=" ? "≠" : relation.c_str();
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

  void product(xml_node to, const Node& left, const Node& right, int script) {
    // a/b on the right of a product needs no parentheses when it is stacked, nor does 2e-3 behind the dot
    const bool plain = (right.kind == Kind::divide && !script) || right.kind == Kind::number;
    const bool brackets = begins_with_sign(right) || level_of(right) < (plain ? product_level : unary_level);
    operand(to, left, product_level, script, takes_in_a_factor(left, script));
    times(to, last_factor(left), right, brackets);
    operand(to, right, product_level, script, brackets);
  }

  static bool is_word(const Node& n) {
    if (n.kind != Kind::name && n.kind != Kind::indexed) return false;
    const std::string base = split_name(n.text).base;
    return std::count_if(base.begin(), base.end(), [](char c) { return (c & 0xC0) != 0x80; }) > 1;
  }
  /// Does its drawing begin with a parenthesis?
  static bool begins_with_bracket(const Node& n) {
    if (is_call(n, {"at"})) return level_of(n.args[0]) < power_level || swallows(n.args[0]);
    return n.kind == Kind::power && (level_of(n.args[0]) < atom_level || n.args[0].kind == Kind::call);
  }
  /// Side by side where that is read as a product; a dot between numbers, words, bars and what could be a function with
  /// its argument.
  void times(xml_node to, const Node& before, const Node& right, bool brackets) {
    const Node& next = brackets ? right : first_factor(right);
    const bool name = before.kind == Kind::name || before.kind == Kind::indexed;
    const bool looks_applied = name && (brackets || begins_with_bracket(next));
    const bool number = !brackets && first_base(next).kind == Kind::number;
    const bool bar =
        !brackets && has_form(next, Notation::Form::fences) && function_of(next)->entry->notation.symbol == "|";
    if (number || bar || looks_applied || is_word(before) || (!brackets && is_word(first_base(next)))) {
      op(to, "·");
      return;
    }
    op(to, "⁢");  // invisible times
    if (next.kind == Kind::call || before.kind == Kind::call) space(to, "0.17em");
  }
  static const Node& first_factor(const Node& n) { return n.kind == Kind::multiply ? first_factor(n.args[0]) : n; }
  static const Node& first_base(const Node& n) {
    const bool more = n.kind == Kind::power || is_call(n, {"at"});
    return more && !begins_with_bracket(n) ? first_base(n.args[0]) : n;
  }

  void function(xml_node to, const char* name, const std::vector<Node>& args, int script, std::size_t from = 0) {
    if (static_cast<unsigned char>(name[0]) >= 0x80)  // a Greek letter
      upright(to, name);
    else
      put(to, "mi", name);
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

  void exponential(xml_node to, const char* name, const Node& u, int script) {
    if (height(u) <= 1 && size(u) <= 24 && script == 0) {
      xml_node power = to.append_child("msup");
      upright(power, "e");
      draw(power.append_child("mrow"), u, script + 1);
    } else {
      function(to, name, {u}, script);
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
    operand(to, n.args[3], product_level, script, begins_with_sign(n.args[3]));
  }

  /// sup or inf, with what x goes through below.
  void extreme(xml_node to, const Node& n, int script) {
    xml_node under = to.append_child("munder");
    op(under, n.text.c_str());
    xml_node below = under.append_child("mrow");
    for (std::size_t i = 0; i + 1 < n.args.size(); ++i) {
      if (i) op(below, ",");
      draw(below, n.args[i], 1);
    }
    operand(to, n.args.back(), product_level, script, begins_with_sign(n.args.back()));
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
    operand(to, n.args[0], atom_level, script, swallows(n.args[0]));
  }

  void function_call(xml_node to, const FunctionName& f, const std::vector<Node>& a, int script) {
    const Notation& how = f.entry->notation;
    const std::string symbol(how.symbol.substr(word_before(f).empty() ? 0 : word_before(f).size() + 1));
    switch (how.form) {
      case Notation::Form::exponential:
        return exponential(to, symbol.c_str(), a[0], script);
      case Notation::Form::root:
        return draw(to.append_child("msqrt"), a[0], script);
      case Notation::Form::fences:
        return parenthesised(to, a[0], script, symbol.c_str(), std::string(how.closing).c_str());
      case Notation::Form::order:
        return with_order(to, symbol.c_str(), f.order, a, script);
      default:
        if (!word_before(f).empty()) {
          put(to, "mi", word_before(f));
          op(to, "⁡");
        }
        return function(to, symbol.c_str(), a, script);
    }
  }
  /// ψ(u), ψ′(u), or the order in parentheses above: it is the first argument then.
  void with_order(xml_node to, const char* symbol, std::optional<int> order, const std::vector<Node>& a, int script) {
    if (order == 0) return function(to, symbol, a, script);
    if (order) {
      upright(to, symbol);
      xml_node prime = put(to, "mo", "′");
      prime.append_attribute("lspace") = "0";
      prime.append_attribute("rspace") = "0";
      return arguments(to, a, script);
    }
    xml_node sup = to.append_child("msup");
    upright(sup, symbol);
    xml_node above = sup.append_child("mrow");
    fence(above, "(", false);
    draw(above, a[0], 1);
    fence(above, ")", false);
    arguments(to, a, script, 1);
  }

  void call(xml_node to, const Node& n, int script) {
    const std::string& f = n.text;
    const auto& a = n.args;
    if (const FunctionName* known = function_of(n)) return function_call(to, *known, a, script);
    if ((f == "sum" || f == "prod") && a.size() == 4) return big_operator(to, f == "sum" ? "∑" : "∏", n, script);
    if (f == "diff" && a.size() >= 2) return derivative(to, n, script);
    if (f == "at" && a.size() == 3) {
      xml_node sub = to.append_child("msub");
      xml_node row = sub.append_child("mrow");
      operand(row, a[0], power_level, script, swallows(a[0]));
      fence(row, "|", true);
      xml_node where = sub.append_child("mrow");
      draw(where, a[1], 1);
      op(where, "=");
      draw(where, a[2], 1);
      return;
    }
    if (is_piece(n)) return pieces(to, a);
    if (is_extreme(n)) return extreme(to, n, script);
    // A law is a word; these two are also names of letters.
    const bool law = (f == "beta" || f == "gamma") && a.size() == 2;
    law ? identifier(to, f) : draw_symbol(to, f);
    arguments(to, a, script);
  }
  /// A brace, and a line for each part.
  void pieces(xml_node to, const std::vector<Node>& parts) {
    xml_node row = to.append_child("mrow");
    fence(row, "{", true);
    xml_node table = row.append_child("mtable");
    for (const Node& part : parts) {
      xml_node line = table.append_child("mtr");
      const bool guarded = part.kind == Kind::relation;
      draw(line.append_child("mtd"), guarded ? part.args[1] : part, 1);
      xml_node where = line.append_child("mtd");
      put(where, "mtext", guarded ? "if\u00a0" : "otherwise");
      if (guarded) draw(where, part.args[0], 1);
    }
  }
};

}  // namespace

void draw_symbol(xml_node parent, std::string_view name, const Node* index) {
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
  if (index) draw_formula(below, *index, 1);
}

void draw_formula(xml_node parent, const Node& node, int script) { Drawer().draw(parent, spelled_out(node), script); }

}  // namespace dpcert::reports
