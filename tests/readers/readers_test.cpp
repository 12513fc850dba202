// The two readers of the statement language against each other and against a third reading that only knows the
// language page: random statements with macros, sums, products, `at`, `diff` and `prove for`, at random points. The
// third evaluates the tree that the text was printed from, with 1000 bits, by substituting names when it meets them;
// a derivative is a quotient of differences, defined where those on both sides agree.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "dpcert/language/enclose.hpp"
#include "dpcert/language/statement.hpp"
#include "dpcert/scalar/mp.hpp"
#include "verify/checker/terms/context.hpp"
#include "verify/checker/text/parse.hpp"
#include "verify/engine/points/certify.hpp"
#include "verify/language/lexer.hpp"

namespace dpcert::verify {
namespace {

constexpr Precision bits = 1000;
Mp number(const Rational& q) { return Mp(q, bits); }
Mp two_to(long e) { return number(pow(Rational(2), e)); }
int sign_of(const Mp& u) { return abs(u) < two_to(-600) ? 0 : u > Mp(0) ? 1 : -1; }

struct Tree;
using Node = std::shared_ptr<const Tree>;
struct Tree {
  enum Kind { num, name, neg, binary, power, call, sum, product, at, diff, macro } kind;
  std::string text;  // number, name, operator, function, bound or replaced variable
  std::vector<Node> parts;
  long from = 0, to = 0;  // of a sum
};
Node make(Tree t) { return std::make_shared<const Tree>(std::move(t)); }

std::string shown(const Node& n) {
  const auto part = [&](std::size_t i) { return shown(n->parts[i]); };
  switch (n->kind) {
    case Tree::num:
    case Tree::name:
      return n->text;
    case Tree::neg:
      return "(-" + part(0) + ")";
    case Tree::binary:
      return "(" + part(0) + " " + n->text + " " + part(1) + ")";
    case Tree::power:
      return "(" + part(0) + ")^(" + part(1) + ")";
    case Tree::sum:
    case Tree::product:
      return (n->kind == Tree::sum ? "sum(" : "prod(") + n->text + ", " + std::to_string(n->from) + ", " +
             std::to_string(n->to) + ", " + part(0) + ")";
    case Tree::at:
      return "at(" + part(0) + ", " + n->text + ", " + part(1) + ")";
    case Tree::diff:
      return "diff(" + part(0) + ", " + n->text + ")";
    default: {
      std::string s = n->text + "(";
      for (std::size_t i = 0; i < n->parts.size(); ++i) s += (i ? ", " : "") + part(i);
      return s + ")";
    }
  }
}

// ---- the third reading

struct Undefined {};
struct Unknown {};  // to this reading

// A value, and what the tree shows of it: a number, or a sum or product of integer variables and integer literals.
// Whether a derivative is a number shows only in formulas.
struct Seen {
  Mp value;
  bool constant = false, whole = false, derived = false;
};
struct Closure;
using Locals = std::map<std::string, Closure>;
struct Closure {
  Node body;
  std::shared_ptr<const Locals> locals;
};
// What stands where a variable is read: an expression put there by `at` is asked only then.
using Variables = std::map<std::string, std::function<Seen()>>;
struct Macro {
  std::vector<std::string> parameters;
  Node body;
};
using Macros = std::map<std::string, Macro>;

Mp power(const Mp& u, const Seen& v) {
  const long k = std::lround(v.value.approx());
  const bool integer = sign_of(v.value - Mp(k)) == 0;
  const int su = sign_of(u), sv = sign_of(v.value);
  bool defined = su > 0;
  if (v.constant ? integer : v.whole)
    defined = su != 0 || sv >= 0;
  else if (su == 0)
    defined = sv >= 0;
  if (!defined && v.derived) throw Unknown{};
  if (!defined) throw Undefined{};
  if (su == 0) return Mp(sv == 0 ? 1 : 0);
  return integer ? pow(u, static_cast<int>(k)) : exp(v.value * log(u));
}

Seen value(const Node& n, const Macros& macros, const std::shared_ptr<const Locals>& locals, const Variables& at) {
  const auto part = [&](std::size_t i) { return value(n->parts[i], macros, locals, at); };
  const auto within = [&](std::function<Seen()> x) {
    Variables there = at;
    there[n->text] = std::move(x);
    return value(n->parts[0], macros, locals, there);
  };
  switch (n->kind) {
    case Tree::num: {
      const Rational q = *Rational::parse(n->text);
      return {number(q), true, q.is_integer()};
    }
    case Tree::name: {
      if (const auto l = locals->find(n->text); l != locals->end())
        return value(l->second.body, macros, l->second.locals, at);
      if (const auto v = at.find(n->text); v != at.end()) return v->second();
      return value(macros.at(n->text).body, macros, std::make_shared<Locals>(), at);
    }
    case Tree::neg: {
      Seen a = part(0);
      a.value = -a.value;
      return a;
    }
    case Tree::binary: {
      const Seen a = part(0), b = part(1);
      const bool constant = a.constant && b.constant, whole = a.whole && b.whole, derived = a.derived || b.derived;
      if (n->text == "+") return {a.value + b.value, constant, whole, derived};
      if (n->text == "-") return {a.value - b.value, constant, whole, derived};
      if (n->text == "*") return {a.value * b.value, constant, whole, derived};
      if (sign_of(b.value) == 0) throw Undefined{};
      const Mp q = a.value / b.value;
      const bool integer = sign_of(q - floor(q + number(Rational(1) / 2))) == 0;
      return {q, constant, a.whole && constant && integer, derived};
    }
    case Tree::power: {
      const Seen u = part(0), v = part(1);
      return {power(u.value, v), u.constant && v.constant, false, u.derived || v.derived};
    }
    case Tree::call: {
      const Seen a = part(0), b = n->parts.size() > 1 ? part(1) : a;
      const bool constant = a.constant && b.constant, derived = a.derived || b.derived;
      if (n->text == "abs") return {abs(a.value), constant, false, derived};
      if (n->text == "min") return {min(a.value, b.value), constant, false, derived};
      if (n->text == "max") return {max(a.value, b.value), constant, false, derived};
      // At an integer the last bits must not matter.
      if (n->text == "floor") return {floor(a.value + two_to(-500)), constant, false, derived};
      if (n->text == "ceil") return {ceil(a.value - two_to(-500)), constant, false, derived};
      if (n->text == "exp") return {exp(a.value)};
      if (n->text == "xlogy") {
        const int sa = sign_of(a.value), sb = sign_of(b.value);
        if (sb < 0 || (sb == 0 && sa != 0)) throw Undefined{};
        return {sa == 0 ? Mp(0) : a.value * log(b.value)};
      }
      if (sign_of(a.value) < (n->text == "log" ? 1 : 0)) throw Undefined{};
      return {n->text == "log" ? log(a.value) : sign_of(a.value) == 0 ? Mp(0) : sqrt(a.value)};
    }
    case Tree::sum:
    case Tree::product: {
      const bool sum = n->kind == Tree::sum;
      Seen all{Mp(sum ? 0 : 1), true, true};
      for (long i = n->from; i <= n->to; ++i) {
        auto inner = std::make_shared<Locals>(*locals);
        (*inner)[n->text] = {make({Tree::num, std::to_string(i), {}}), std::make_shared<Locals>()};
        const Seen a = value(n->parts[0], macros, inner, at);
        all = {sum ? all.value + a.value : all.value * a.value, all.constant && a.constant, all.whole && a.whole,
               all.derived || a.derived};
      }
      return all;
    }
    case Tree::at:
      return within([&] { return part(1); });
    case Tree::diff: {
      Mp x;
      try {
        x = at.at(n->text)().value;
      } catch (const Undefined&) {  // no matter if nothing depends on it
        return part(0), Seen{Mp(0), false, false, true};
      }
      int inside = 0;  // derivatives inside are taken with smaller steps
      for (std::size_t p = 0; (p = shown(n->parts[0]).find("diff(", p)) != std::string::npos; ++p) ++inside;
      const Mp h = two_to(inside ? -60 : -200);
      const auto f = [&](const Mp& u) { return within([&] { return Seen{u}; }).value; };
      const Mp here = f(x), up = f(x + h), down = f(x - h);
      const Mp right = (up - here) / h, left = (here - down) / h;
      if (abs(right - left) > two_to(-30) * (Mp(1) + abs(right))) throw Undefined{};
      return {(up - down) / (h + h), false, false, true};
    }
    default: {
      const Macro& m = macros.at(n->text);
      auto inner = std::make_shared<Locals>();
      for (std::size_t i = 0; i < n->parts.size(); ++i) (*inner)[m.parameters[i]] = {n->parts[i], locals};
      return value(m.body, macros, inner, at);
    }
  }
}

// ---- statements

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}
  Macros macros;
  bool derivatives = false;

  long pick(long n) { return static_cast<long>(random_() % static_cast<std::uint64_t>(n)); }
  template <class T>
  const T& one_of(const std::vector<T>& v) {
    return v[static_cast<std::size_t>(pick(static_cast<long>(v.size())))];
  }
  /// `locals`: names bound here.
  Node expression(int depth, const std::set<std::string>& locals) {
    if (depth == 0 || pick(6) == 0) return leaf(locals);
    const auto sub = [&] { return expression(depth - 1, locals); };
    switch (pick(14)) {
      case 0:
        return make({Tree::neg, "", {sub()}});
      case 1:
      case 2:
      case 3:
        return make({Tree::binary, one_of<std::string>({"+", "-", "*", "/"}), {sub(), sub()}});
      case 4:
      case 5:
        return make({Tree::power, "", {sub(), exponent(2, locals)}});
      case 6: {
        const std::string f = one_of<std::string>({"abs", "floor", "ceil", "exp", "log", "sqrt"});
        return make({Tree::call, f, {sub()}});
      }
      case 7:
        return make({Tree::call, one_of<std::string>({"min", "max", "xlogy"}), {sub(), sub()}});
      case 8:
      case 9: {
        const std::string k = one_of<std::string>({"k", "i", "x"});
        if (locals.count(k)) return leaf(locals);
        std::set<std::string> inner = locals;
        inner.insert(k);
        const long from = pick(4) - 2;
        return make({pick(2) ? Tree::sum : Tree::product, k, {expression(depth - 1, inner)}, from, from + pick(4) - 1});
      }
      case 10:
      case 11: {
        if (pick(3) == 0)  // an exponent that may become an integer
          return make(
              {Tree::at, "y", {make({Tree::power, "", {leaf(locals), exponent(2, locals)}}), exponent(1, locals)}});
        const std::string x = variable(locals);
        return make({Tree::at, x, {sub(), pick(2) ? exponent(2, locals) : sub()}});
      }
      case 12:
        derivatives = true;
        return make({Tree::diff, variable(locals), {sub()}});
      default: {
        if (macros.empty()) return leaf(locals);
        auto m = macros.begin();
        std::advance(m, pick(static_cast<long>(macros.size())));
        if (locals.count(m->first)) return leaf(locals);
        if (m->second.parameters.empty()) return make({Tree::name, m->first, {}});
        std::vector<Node> args;
        for (std::size_t i = 0; i < m->second.parameters.size(); ++i) args.push_back(sub());
        return make({Tree::macro, m->first, std::move(args)});
      }
    }
  }

 private:
  std::string variable(const std::set<std::string>& locals) {
    if (locals.count("t") && pick(3) == 0) return "t";
    return one_of<std::string>({locals.count("x") ? "y" : "x", "y", "eta[1]"});
  }
  Node leaf(const std::set<std::string>& locals) {
    std::vector<std::string> names{"x", "y", "eta[1]", "eta[2]", "n"};
    names.insert(names.end(), locals.begin(), locals.end());
    if (pick(3) == 0) return make({Tree::num, one_of<std::string>({"0", "1", "2", "3", "0.5"}), {}});
    return make({Tree::name, one_of(names), {}});
  }
  // Of small numbers: near what shows to be an integer, and near what does not.
  Node exponent(int depth, const std::set<std::string>& locals) {
    if (depth > 0 && pick(2))
      return make({Tree::binary,
                   one_of<std::string>({"+", "-", "*", "*", "/"}),
                   {exponent(depth - 1, locals), exponent(depth - 1, locals)}});
    if (depth > 0 && pick(6) == 0) return make({Tree::neg, "", {exponent(depth - 1, locals)}});
    if (pick(2)) return make({Tree::num, one_of<std::string>({"1", "2", "0.5", "2"}), {}});
    return make({Tree::name, pick(3) ? "n" : locals.count("k") ? "k" : "y", {}});
  }

  std::mt19937_64 random_;
};

// One expression of a statement: as it was printed, and as the readers have it.
struct Reading {
  std::string what;
  Node tree;
  std::optional<long> i;  // the index of `prove for`
  Expr ours;
  checker::Ex theirs = 0;
  std::vector<checker::Condition> needs;  // besides its own definedness
  std::optional<std::size_t> conclusion;
};

struct Counts {
  int statements = 0, defined = 0, undefined = 0, derivatives = 0;
};

void compare(std::uint64_t seed, Counts& counts) {
  Generator g(seed);
  std::string text = "var x in [-2, 2]\nvar y in [-2, 2]\nvar eta[k] in [-1, 1] for k in 1..2\nint n in [-1, 3]\n";
  const auto let = [&](const std::string& name, std::vector<std::string> parameters) {
    const Node body = g.expression(2, {parameters.begin(), parameters.end()});
    std::string head = name;
    for (std::size_t i = 0; i < parameters.size(); ++i) head += (i ? ", " : "(") + parameters[i];
    text += "let " + head + (parameters.empty() ? "" : ")") + " = " + shown(body) + "\n";
    g.macros[name] = {std::move(parameters), body};
  };
  let("m", {});
  let("f", {"u", "v"});
  let("h", {"x"});
  const Node low = g.expression(1, {}), high = g.expression(1, {}), body = g.expression(2, {"t"});
  text += "assume forall t in [" + shown(low) + ", " + shown(high) + "]: " + shown(body) + " >= 0\n";
  std::vector<std::pair<Node, std::optional<long>>> conclusions;  // with the value of i
  const Node first = g.expression(3, {}), second = g.expression(2, {"i"});
  conclusions.emplace_back(first, std::nullopt);
  const long from = g.pick(3) - 1, to = from + g.pick(3) - 1, but = g.pick(2);
  text += "prove " + shown(first) + " >= 0\nprove for i in " + std::to_string(from) + ".." + std::to_string(to) +
          " where i != " + std::to_string(but) + ": " + shown(second) + " > 0\n";
  for (long i = from; i <= to; ++i)
    if (i != but) conclusions.emplace_back(second, i);
  SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);

  std::optional<Instance> ours;
  std::optional<checker::Statement> theirs;
  checker::Pool pool;
  std::string said;
  try {
    ours = parse_statement(text).instance();
  } catch (const std::exception& e) {
    said = e.what();
  }
  try {
    theirs = checker::elaborate(pool, text, {});
  } catch (const std::exception& e) {
    said += std::string(" / ") + e.what();
  }
  if (!ours || !theirs) {  // floors have no derivative for either; sizes are bounded by both
    EXPECT_TRUE(g.derivatives) << said;
    return;
  }
  ++counts.statements;
  ASSERT_EQ(ours->conclusions.size(), conclusions.size());
  ASSERT_EQ(theirs->conclusions.size(), conclusions.size());
  ASSERT_EQ(ours->forall_hypotheses.size(), 1U);
  ASSERT_EQ(theirs->foralls.size(), 1U);
  checker::Integers integers;
  for (const checker::Variable& v : theirs->variables) integers.set(static_cast<std::size_t>(v.id), v.range.integer);
  const ForallHypothesis& h = ours->forall_hypotheses[0];
  const checker::Forall& f = theirs->foralls[0];
  std::vector<Reading> readings{{"low end", low, {}, h.lo, f.lo, f.ends, {}},
                                {"high end", high, {}, h.hi, f.hi, f.ends, {}},
                                {"body", body, {}, h.relation.lhs, f.body.relation.lhs, f.body.extra, {}}};
  for (std::size_t c = 0; c < conclusions.size(); ++c)
    readings.push_back({"conclusion " + std::to_string(c + 1), conclusions[c].first, conclusions[c].second,
                        ours->conclusions[c].lhs, theirs->conclusions[c]->stated.relation.lhs,
                        theirs->conclusions[c]->stated.extra, c});
  const Problem problem(ours->variables, {}, {}, ours->conclusions);
  Certifier certifier(problem, 512);
  for (int trial = 0; trial < 4; ++trial) {
    std::map<std::string, Rational> point;
    for (const auto& v : ours->variables) {
      Rational q = Rational(g.pick(9) - 4) / 2;
      if (v.name.starts_with("eta")) q = q / 2;
      point[v.name] = v.integer ? Rational(g.pick(5) - 1) : q;
    }
    point["t"] = Rational(g.pick(9) - 4) / 2;
    Values values;
    for (const auto& v : problem.variables()) values.push_back(point.at(v.name));
    Variables at;
    std::string where;
    for (const auto& [name, q] : point) {
      at[name] = [seen = Seen{number(q), false, name == "n"}] { return seen; };
      where += " " + name + "=" + q.str();
    }
    for (const Reading& reading : readings) {
      SCOPED_TRACE(reading.what + " at" + where);
      auto locals = std::make_shared<Locals>();
      if (reading.i) (*locals)["i"] = {make({Tree::num, std::to_string(*reading.i), {}}), std::make_shared<Locals>()};
      std::optional<Mp> expected;
      try {
        expected = value(reading.tree, g.macros, locals, at).value;
      } catch (const Undefined&) {
      } catch (const Unknown&) {
        continue;
      } catch (const Error&) {  // too large for 1000 bits
        continue;
      }
      // The checker's reading.
      checker::Ex lhs = reading.theirs;
      std::vector<checker::Condition> all = reading.needs;
      pool.defined(lhs, integers, all);
      for (const auto& [name, q] : point) {
        checker::Q exact;
        fmpq_set(exact.get(), q.fmpq_ptr());
        const int x = pool.var_id(name);
        const checker::Ex by = pool.num(exact);
        lhs = pool.substitute(lhs, x, by);
        for (auto& k : all) k.u = pool.substitute(k.u, x, by), k.v = pool.substitute(k.v, x, by);
      }
      checker::Normal plain(pool);
      checker::Auto a(pool, plain, checker::Goal{std::make_shared<checker::Frame>(), {}}, 512);
      const bool defined = std::all_of(all.begin(), all.end(), [&](const auto& k) { return a.holds(k); });
      const auto defect = reading.conclusion ? certifier.undefined(values, *reading.conclusion) : std::nullopt;
      if (defined) {
        ++counts.defined;
        EXPECT_TRUE(expected.has_value()) << "the checker takes it for defined";
      } else {
        ++counts.undefined;
        // What one part of a `forall` needs is asked of all.
        EXPECT_TRUE(!expected || g.derivatives || !reading.conclusion) << "the checker takes it for undefined";
      }
      if (defect) {
        EXPECT_TRUE(!expected || g.derivatives) << "the prover: " << defect->what;
        EXPECT_FALSE(defined) << "the prover: " << defect->what;
      }
      if (!expected || !defined) continue;
      counts.derivatives += g.derivatives;
      checker::Tape tape(pool, {lhs});
      tape.run({}, 512);
      const Ball b = enclose(reading.ours, point, 512);
      if (!tape.out(0).finite() || !b.is_finite() || abs(*expected) > two_to(400)) continue;
      if (!(*expected == Mp(0)) && abs(*expected) < two_to(-400)) continue;
      checker::Q lo, hi;
      arf_get_fmpq(lo.get(), tape.out(0).lo), arf_get_fmpq(hi.get(), tape.out(0).hi);
      const Mp slack = two_to(-40) * (Mp(1) + abs(*expected));
      const bool steps = text.find("floor") != text.npos || text.find("ceil") != text.npos;  // wide at an integer
      const auto near = [&](const Rational& l, const Rational& h) {
        return number(l) <= *expected + slack && *expected <= number(h) + slack && (steps || number(h - l) <= slack);
      };
      const Rational l = *Rational::parse(lo.text()), h = *Rational::parse(hi.text());
      EXPECT_TRUE(near(l, h)) << "the checker reads " << lo.text() << ", expected " << expected->str();
      EXPECT_TRUE(near(b.lower_rational(), b.upper_rational()))
          << "the prover reads " << b.lower_rational().str() << ", expected " << expected->str();
    }
  }
}

TEST(Readers, AgreeWithEachOtherAndWithTheLanguage) {
  Counts counts;
  for (std::uint64_t seed = 1; seed <= 6000 && !::testing::Test::HasFailure(); ++seed) compare(seed, counts);
  // Neither is everything undefined nor everything without derivatives.
  EXPECT_GT(counts.statements, 5000);
  EXPECT_GT(counts.defined, 20000);
  EXPECT_GT(counts.undefined, 3000);
  EXPECT_GT(counts.derivatives, 5000);
}

template <typename Read>
bool reads(const Read& read, const std::string& text) {
  try {
    (void)read(text);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

// In comments and titles both take the same bytes: every character of Unicode (those of the language page are refused),
// and all that are no characters.
TEST(Readers, TakeTheSameCharacters) {
  const auto ours = [](const std::string& text) { return tokenize(text); };
  const auto theirs = [](const std::string& text) { return checker::tokenize(text); };
  const auto taken = [&](const std::string& c) {
    std::optional<bool> all;
    for (const std::string& text : {"prove 1 > 0 # a" + c + "b\n", "title \"a" + c + "b\"\nprove 1 > 0\n"}) {
      const bool mine = reads(ours, text);
      EXPECT_EQ(mine, reads(theirs, text)) << testing::PrintToString(c);
      if (!all) all = mine;
      EXPECT_EQ(*all, mine) << testing::PrintToString(c);
    }
    return *all;
  };
  const auto utf8 = [](std::uint32_t c) {  // RFC 3629, surrogates as if they were characters
    const auto byte = [](std::uint32_t b) { return std::string(1, static_cast<char>(b)); };
    if (c < 0x80) return byte(c);
    if (c < 0x800) return byte(0xC0 | c >> 6) + byte(0x80 | (c & 63));
    if (c < 0x10000) return byte(0xE0 | c >> 12) + byte(0x80 | (c >> 6 & 63)) + byte(0x80 | (c & 63));
    return byte(0xF0 | c >> 18) + byte(0x80 | (c >> 12 & 63)) + byte(0x80 | (c >> 6 & 63)) + byte(0x80 | (c & 63));
  };
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> refused{
      {0, 8},           {0xB, 0xC},       {0xD, 0xD},       {0xE, 0x1F},      {0x7F, 0x9F},
      {0xAD, 0xAD},     {0x61C, 0x61C},   {0x180E, 0x180E}, {0x200B, 0x200F}, {0x2028, 0x202E},
      {0x2060, 0x206F}, {0xD800, 0xDFFF}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F}};
  const std::string quote = "\"", line = "\n";  // these end a title or a line
  std::size_t wrong = 0;
  for (std::uint32_t c = 0; c < 0x111000 && wrong < 5; c += c < 0x3000 || (c >= 0xD000 && c < 0x11000) ? 1 : 61) {
    if (utf8(c) == quote || utf8(c) == line) continue;
    const bool expected =
        c < 0x110000 && std::ranges::none_of(refused, [&](const auto& r) { return r.first <= c && c <= r.second; });
    if (taken(utf8(c)) != expected) ++wrong, ADD_FAILURE() << std::hex << c;
  }
  for (const auto& [first, last] : refused)
    for (const std::uint32_t c : {first, last}) EXPECT_FALSE(taken(utf8(c))) << std::hex << c;
  for (int lead = 0x80; lead < 0x100; ++lead)
    for (int next = 0; next < 0x100; next += 7) {
      const std::string two{static_cast<char>(lead), static_cast<char>(next)};
      if (next == '"' || next == '\n') continue;
      for (const char* more : {"", "\x80", "\xbf", "\x80\x80", "\x9f\xbf", "\xc2"}) (void)taken(two + more);
    }
}

}  // namespace
}  // namespace dpcert::verify
