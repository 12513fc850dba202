#include "verify/checker/text/parse.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>

#include "verify/checker/text/formula.hpp"

namespace dpcert::checker {

namespace {

const std::map<std::string, std::pair<Op, int>>& builtin() {  // name, operator, number of arguments
  static const std::map<std::string, std::pair<Op, int>> table{{"exp", {Op::Exp, 1}},
                                                               {"log", {Op::Log, 1}},
                                                               {"log1p", {Op::Log1p, 1}},
                                                               {"expm1", {Op::Expm1, 1}},
                                                               {"sqrt", {Op::Sqrt, 1}},
                                                               {"abs", {Op::Abs, 1}},
                                                               {"min", {Op::Min, -1}},
                                                               {"max", {Op::Max, -1}},
                                                               {"cosh", {Op::Cosh, 1}},
                                                               {"sinh", {Op::Sinh, 1}},
                                                               {"tanh", {Op::Tanh, 1}},
                                                               {"floor", {Op::Floor, 1}},
                                                               {"ceil", {Op::Ceil, 1}},
                                                               {"xlogy", {Op::Xlogy, 2}},
                                                               {"lgamma", {Op::Lgamma, 1}},
                                                               {"digamma", {Op::Polygamma, 1}},
                                                               {"trigamma", {Op::Polygamma, 1}},
                                                               {"polygamma", {Op::Polygamma, 2}},
                                                               {"erf", {Op::Erf, 1}},
                                                               {"erfc", {Op::Erfc, 1}},
                                                               {"normal_cdf", {Op::NormalCdf, 1}}};
  return table;
}

Q decimal(const std::string& s) {
  const std::size_t e = s.find_first_of("eE"), mantissa_end = e == std::string::npos ? s.size() : e;
  std::string digits;
  long scale = 0;
  for (std::size_t i = 0, dot = 0; i < mantissa_end; ++i) {
    if (s[i] == '.')
      dot = 1;
    else
      digits += s[i], scale -= static_cast<long>(dot);
  }
  need(digits.size() <= Limits::digits, "a number has more than 4000 digits");
  if (e != std::string::npos) {
    const std::string exponent = s.substr(e + 1);
    need(exponent.size() <= 6, "an exponent is too large");
    const long x = std::stol(exponent);
    need(x >= -Limits::decimal_exponent && x <= Limits::decimal_exponent, "an exponent is larger than 4000");
    scale += x;
  }
  Q q;
  fmpz_set_str(fmpq_numref(q.get()), digits.c_str(), 10);
  return q * Q(10).pow(scale);
}

}  // namespace

// A text must be what it is seen to be. What an editor may show as the end of a line, or in another order, or not at
// all, must not stay inside a comment or a title: the next declaration would, or would seem not to.
void require_plain(std::string_view text) {
  struct Characters {
    std::uint32_t first, last;
  };
  static constexpr Characters refused[] = {
      {0x00, 0x08},     {0x0b, 0x0c},     {0x0e, 0x1f},  // controls; a carriage return: see below
      {0x7f, 0x9f},                                      // and the next line, U+0085, among more of them
      {0xad, 0xad},     {0x61c, 0x61c},   {0x180e, 0x180e}, {0x200b, 0x200f},  // of no width, marks of direction
      {0x2028, 0x202e},  // ends of lines and paragraphs, directions
      {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f},
  };
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
    std::uint32_t c = byte(i);
    const std::size_t more = c < 0x80                ? 0
                             : c >= 0xc2 && c < 0xe0 ? 1
                             : (c & 0xf0) == 0xe0    ? 2
                             : c >= 0xf0 && c < 0xf5 ? 3
                                                     : 4;
    need(more < 4 && i + more < text.size(), "a text that is not UTF-8");
    c &= 0xffU >> (more ? more + 2 : 0);
    for (std::size_t k = 1; k <= more; ++k) {
      need((byte(i + k) & 0xc0) == 0x80, "a text that is not UTF-8");
      c = c << 6 | (byte(i + k) & 0x3f);
    }
    // Neither longer than it has to be, nor half of a pair, nor beyond the last character.
    need((more < 2 || c >= 0x800) && (more < 3 || c >= 0x10000) && c < 0x110000 && (c < 0xd800 || c >= 0xe000),
         "a text that is not UTF-8");
    const bool alone = c == '\r' && i + 1 < text.size() && text[i + 1] != '\n';
    for (const auto& [first, last] : refused)
      need((c < first || c > last) && !alone, "a control character, or one that is not seen");
    i += 1 + more;
  }
}

bool reserved(const std::string& name) {
  static const std::set<std::string> words{"title",  "dim",   "var", "int", "fun",   "logpartition", "let",
                                           "assume", "prove", "for", "in",  "where", "forall",       "inf",
                                           "pi",     "diff",  "at",  "sum", "prod"};
  return words.count(name) || builtin().count(name);
}

std::string relation_mark(Rel r) { return r == Rel::Ge ? ">=" : r == Rel::Gt ? ">" : "="; }

std::vector<Token> tokenize(std::string_view text) {
  std::vector<Token> out;
  int open = 0;
  auto digit = [&](std::size_t i) { return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])); };
  auto word = [&](std::size_t i) {
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_');
  };
  require_plain(text);
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    std::size_t j = i + 1;
    if (c == '\n') {
      if (open == 0) out.push_back({Token::Newline, "\n"});
    } else if (c == ' ' || c == '\t' || (c == '\r' && (j == text.size() || text[j] == '\n'))) {
    } else if (c == '#') {
      while (j < text.size() && text[j] != '\n') ++j;
    } else if (c == '"') {
      while (j < text.size() && text[j] != '"' && text[j] != '\n') ++j;
      need(j < text.size() && text[j] == '"', "a text without its closing quote");
      out.push_back({Token::String, std::string(text.substr(i + 1, j - i - 1))});
      ++j;
    } else if (digit(i)) {
      while (digit(j)) ++j;
      if (j < text.size() && text[j] == '.' && digit(j + 1))
        for (++j; digit(j);) ++j;
      if (j < text.size() && (text[j] == 'e' || text[j] == 'E')) {
        const std::size_t k = j + 1 + (j + 1 < text.size() && (text[j + 1] == '+' || text[j + 1] == '-'));
        if (digit(k))
          for (j = k; digit(j);) ++j;
      }
      out.push_back({Token::Number, std::string(text.substr(i, j - i))});
    } else if (word(i)) {
      while (word(j)) ++j;
      out.push_back({Token::Name, std::string(text.substr(i, j - i))});
    } else {
      static constexpr std::string_view two[] = {">=", "<=", "!=", ".."};
      const std::string_view pair = text.substr(i, 2);
      if (std::find(std::begin(two), std::end(two), pair) != std::end(two))
        ++j;
      else
        need(std::string_view("()[]{}+-*/^,:;=<>'").find(c) != std::string_view::npos,
             "a character that has no meaning here");
      open += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
      out.push_back({Token::Mark, std::string(text.substr(i, j - i))});
    }
    i = j;
  }
  need(open == 0, "parentheses do not match");
  out.push_back({Token::End, ""});
  return out;
}

Token Reader::next() {
  need(++steps_ < Limits::tokens, "the text is too much work to read");
  const Token t = tokens_[at_];
  pool_.work().add(1 + t.text.size() / 16);
  if (t.kind != Token::End) ++at_;
  return t;
}
void Reader::expect(std::string_view mark) {
  need(accept(mark), "expected '" + std::string(mark) + "' before '" + peek().text + "'");
}
std::string Reader::name() {
  const Token t = next();
  need(t.kind == Token::Name, "expected a name before '" + t.text + "'");
  need(!reserved(t.text) && (language < 3 || (t.text != "integral" && !formula_word(t.text))),
       "the word '" + t.text + "' is reserved");
  return t.text;
}

Ex Reader::expression() {
  need(++depth_ < Limits::nesting, "an expression is nested too deeply");
  std::vector<Ex> sum{term()};
  bool whole = whole_;
  for (;; whole = whole && whole_) {
    if (accept("+"))
      sum.push_back(term());
    else if (accept("-"))
      sum.push_back(pool_.neg(term()));
    else
      break;
  }
  --depth_;
  whole_ = whole;
  return sum.size() == 1 ? sum[0] : pool_.add(sum);
}

Ex Reader::term() {
  Ex r = unary();
  bool whole = whole_;
  for (;;) {
    if (accept("*"))
      r = pool_.mul({r, unary()}), whole = whole && whole_;
    else if (accept("/"))
      r = pool_.div(r, unary()), whole = whole && pool_.is_num(r) && pool_[r].num.integer();
    else
      return whole_ = whole, r;
  }
}

Ex Reader::unary() {
  bool minus = false;
  while (accept("-")) minus = !minus;
  const Ex r = power();
  return minus ? pool_.neg(r) : r;
}

Ex Reader::power() {
  const Ex base = primary();
  if (!accept("^")) return base;
  need(++depth_ < Limits::nesting, "an expression is nested too deeply");
  const Ex exponent = unary();  // right-associative, and 2^-3 is allowed
  --depth_;
  if (!whole_ && !pool_.is_num(exponent)) extra.push_back({Condition::RealPow, base, exponent});
  whole_ = false;
  return pool_.pow(base, exponent);
}

std::vector<Ex> Reader::arguments() {
  std::vector<Ex> args;
  expect("(");
  do args.push_back(expression());
  while (accept(","));
  expect(")");
  return args;
}

Ex Reader::primary() {
  if (accept("(")) {
    const Ex r = expression();
    expect(")");
    return r;
  }
  const Token t = next();
  if (t.kind == Token::Number) {
    const Q q = decimal(t.text);
    return whole_ = q.integer(), pool_.num(q);
  }
  need(t.kind == Token::Name,
       "expected an expression before '" + (t.kind == Token::Newline ? "end of line" : t.text) + "'");
  if (t.text == "pi") return pool_.pi();
  std::string key = t.text;
  if (is("[")) {
    need(!locals.count(key), "the name '" + key + "' is not indexed here");
    next();
    key += "[" + std::to_string(index()) + "]";
    expect("]");
  }
  for (const auto* scope : {&locals, &names}) {
    if (auto it = scope->find(key); it != scope->end()) {
      extra.insert(extra.end(), it->second.extra.begin(), it->second.extra.end());
      whole_ = it->second.whole;
      return it->second.e;
    }
  }
  return call(key);
}

// Of numbers these are numbers, as in an exponent or an index.
std::optional<Q> Reader::folded(Op op, const std::vector<Ex>& args) const {
  Q q = pool_[args[0]].num;
  if (op == Op::Floor) return q.floor();
  if (op == Op::Ceil) return q.ceil();
  if (op == Op::Abs) return q.sign() < 0 ? -q : q;
  if (op != Op::Min && op != Op::Max) return {};
  for (Ex a : args)
    if ((op == Op::Min) == (pool_[a].num < q)) q = pool_[a].num;
  return q;
}

Ex Reader::call(const std::string& f) {
  if (auto g = functions.find(f); g != functions.end()) {
    const int arity = list[g->second].arity;
    std::vector<int> orders(arity, 0);
    if (certificate_ && !list[g->second].sequence && accept("'")) {
      expect("(");
      for (int i = 0; i < arity; ++i) {
        if (i) expect(",");
        const long k = index();
        need(k >= 0 && k <= Limits::order_of_derivative, "a derivative of too high order");
        orders[i] = static_cast<int>(k);
      }
      expect(")");
    }
    auto args = arguments();
    need(static_cast<int>(args.size()) == arity, "wrong number of arguments of " + f);
    if (list[g->second].sequence) return sequence(g->second, std::move(args));
    return pool_.call(Op::Fun, std::move(args), g->second, std::move(orders));
  }
  if (macros.count(f)) return expand(f);
  if ((!certificate_ || language >= 3) && (f == "sum" || f == "prod")) return finite(f == "prod");
  if (language >= 3 && f == "integral") return without_pieces([&] { return integral(); });
  if (!certificate_) {
    if (f == "diff") return without_pieces([&] { return differentiate(); });
    if (f == "at") return without_pieces([&] { return replace(); });
  }
  if (f == "piece" && notations.count(f)) return piece();
  const bool infinity = f == "inf" && !is("(");  // no number, and no infimum
  if (pieces && !infinity && described(at_ - 1)) return described_value();
  if (notations.count(f) && !infinity) return without_pieces([&] { return notation(f); });
  if (words.count(f)) return word(f);
  const auto it = builtin().find(f);
  need(it != builtin().end(), "the name '" + f + "' is not known here");
  const auto [op, arity] = it->second;
  auto args = arguments();
  need(arity < 0 ? args.size() >= 2 : static_cast<int>(args.size()) == arity, "wrong number of arguments of " + f);
  if (std::all_of(args.begin(), args.end(), [&](Ex a) { return pool_.is_num(a); })) {
    if (const auto q = folded(op, args)) return whole_ = false, pool_.num(*q);
  }
  if (arity < 0) {
    Ex r = args[0];
    for (std::size_t i = 1; i < args.size(); ++i) r = pool_.call(op, {r, args[i]});
    return r;
  }
  if (op != Op::Polygamma) return pool_.call(op, std::move(args));
  long k = f == "trigamma";
  if (f == "polygamma") {
    need(pool_.is_num(args[0]), "the order of polygamma must be an integer");
    k = pool_[args[0]].num.to_long();
    need(k >= 0 && k <= Limits::order_of_polygamma, "the order of polygamma must be between 0 and 64");
  }
  return pool_.call(op, {args.back()}, static_cast<int>(k));
}

// A macro is read again where it is used, with its parameters bound and the caller's own indices and parameters out of
// sight.
Ex Reader::expand(const std::string& f) {
  const Macro& m = macros.at(f);
  need(++depth_ < Limits::nesting, "macros are nested too deeply");
  expect("(");
  std::map<std::string, Value> scope;
  for (std::size_t i = 0; i < m.params.size(); ++i) {
    if (i) expect(",");
    std::vector<Condition> outer;
    outer.swap(extra);
    const Ex e = expression();
    outer.swap(extra);
    scope[m.params[i]] = {e, outer, whole_};
  }
  expect(")");
  const std::size_t back = at_;
  locals.swap(scope);
  at_ = m.body;
  const Ex r = expression();
  need(done(), "the right side of a macro does not end where the line ends");
  locals.swap(scope);
  at_ = back;
  --depth_;
  return r;
}

void Reader::skip_argument() {
  for (int open = 0; !(open == 0 && (is(",") || is(")")));) {
    const Token t = next();
    need(t.kind != Token::End, "a sum or product without its end");
    if (t.kind == Token::Mark) open += (t.text == "(" || t.text == "[") - (t.text == ")" || t.text == "]");
  }
}

Ex Reader::finite(bool product) {
  expect("(");
  const std::string k = name();
  need(!locals.count(k), "the name '" + k + "' is bound twice");
  expect(",");
  const bool literal = language < 3;
  const Ex from = literal ? pool_.num(index()) : expression();
  expect(",");
  const Ex to = literal ? pool_.num(index()) : expression();
  expect(",");
  if (!literal && !pool_.short_range(from, to)) return symbolic(product ? Op::Prod : Op::Sum, k, from, to);
  const long a = pool_[from].num.to_long(), b = pool_[to].num.to_long();
  const auto outer = locals;
  std::vector<Ex> parts;
  const std::size_t body = at_;
  bool whole = true;
  skip_argument();
  const std::size_t end = at_;
  need(b - a < Limits::index_values, "a sum or product is too long");
  for (long i = a; i <= b; ++i) {
    at_ = body;
    locals[k] = {pool_.num(i), {}};
    parts.push_back(expression());
    whole = whole && whole_;
    need(at_ == end, "the body of a sum or product does not end where it should");
  }
  locals = outer;
  expect(")");
  whole_ = whole;
  return product ? pool_.mul(parts) : pool_.add(parts);
}

Ex Reader::open_index(const std::string& name) {
  const Ex e = pool_.variable(pool_.index_id('?', indices_++));
  locals[name] = {e, {}};
  return e;
}
void Reader::close_index(const std::string& name) {
  locals.erase(name);
  --indices_;
}

// The body is read once. What it asks for besides its own form, it asks for at each index.
Ex Reader::symbolic(Op op, const std::string& k, Ex a, Ex b) {
  for (Ex end : {a, b})
    need(certificate_ || pool_.integer_valued(end, integers, true), "an end of a sum or product is not integer-valued");
  return over_integers(op, a, b, [&](Ex index) {
    locals[k] = {index, {}};
    const Ex body = without_pieces([&] { return expression(); });
    locals.erase(k);
    expect(")");
    return body;
  });
}
Ex Reader::over_integers(Op op, Ex a, Ex b, const std::function<Ex(Ex)>& read) {
  std::vector<Condition> outer;
  outer.swap(extra);
  const Ex index = pool_.variable(pool_.index_id('?', indices_++)), body = read(index);
  --indices_;
  const int x = pool_[index].k;
  outer.swap(extra);
  for (const Condition& c : outer) extra.push_back({Condition::Each, pool_.bind(Op::Sum, a, b, pool_.witness(c), x)});
  return pool_.bind(op, a, b, body, x);
}

// Read like a number with fractions in it: it is no integer.
Ex Reader::sequence(int f, std::vector<Ex> args) {
  for (Ex e : args)
    need(certificate_ || pool_.integer_valued(e, integers, true),
         "an argument of the sequence " + list[f].name + " is not integer-valued");
  whole_ = false;
  return pool_.call(Op::Seq, std::move(args), f);
}

long Reader::index() { return rational().to_long(); }

long Reader::counting_number() {
  need(peek().kind == Token::Number, "a number was expected");
  return decimal(next().text).to_long();
}

Q Reader::signed_quotient() {
  const bool minus = accept("-");
  need(peek().kind == Token::Number, "a number was expected");
  Q q = decimal(next().text);
  if (accept("/")) {
    need(peek().kind == Token::Number, "a number was expected");
    q = q / decimal(next().text);
  }
  return minus ? -q : q;
}

Q Reader::rational() {
  const std::size_t before = extra.size();
  const Ex e = expression();
  // No place keeps the conditions of a derivative that came out as a number.
  need(pool_.is_num(e) && extra.size() == before, "a rational number was expected");
  return pool_[e].num;
}

std::vector<Relation> Reader::chain(bool* unequal) {
  std::vector<Relation> out;
  Ex left = expression();
  if (unequal && accept("!=")) {
    *unequal = true;
    out.push_back({left, expression(), Rel::Eq});
    return out;
  }
  for (;;) {
    const Token t = peek();
    if (t.text != ">=" && t.text != "<=" && t.text != ">" && t.text != "<" && t.text != "=") break;
    next();
    const Ex right = expression();
    const bool swapped = t.text[0] == '<';
    const Rel rel = t.text == "=" ? Rel::Eq : t.text.size() == 2 ? Rel::Ge : Rel::Gt;
    out.push_back({swapped ? right : left, swapped ? left : right, rel});
    left = right;
  }
  need(!out.empty(), "a relation was expected before '" + peek().text + "'");
  return out;
}

Relation Reader::relation() {
  const auto all = chain();
  need(all.size() == 1, "one relation was expected, not a chain");
  return all[0];
}

Reader::Interval Reader::interval() {
  Interval r;
  need(is("[") || is("("), "an interval was expected");
  r.lo_open = next().text == "(";
  if (is("-") && tokens_[at_ + 1].text == "inf")
    next(), next();
  else
    r.lo = expression();
  expect(",");
  if (!accept("inf")) r.hi = expression();
  need(is("]") || is(")"), "an interval was expected");
  r.hi_open = next().text == ")";
  need((r.lo || r.lo_open) && (r.hi || r.hi_open), "an infinite end is open");
  return r;
}

Range Reader::rational_interval() {
  const std::size_t before = extra.size();
  const Interval v = interval();
  need(extra.size() == before, "a derivative that is a number stands in an interval");  // as in `rational`
  Range r{{}, {}, v.lo_open, v.hi_open};
  auto end = [&](Ex e) {
    need(pool_.is_num(e), "the end of the interval must be a rational number");
    return pool_[e].num;
  };
  if (v.lo) r.lo = end(*v.lo);
  if (v.hi) r.hi = end(*v.hi);
  need(!r.empty(), "an empty interval");
  return r;
}

}  // namespace dpcert::checker
