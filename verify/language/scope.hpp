// The names of a text, and the meaning of expressions among them. A body that is used several times (of a macro, a sum,
// a `for`) is gone through each time with other values of its names.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dpcert/language/statement.hpp"
#include "src/symbolic/functions.hpp"
#include "verify/language/laws.hpp"
#include "verify/language/size.hpp"
#include "verify/language/surface.hpp"

namespace dpcert::verify {

/// An abbreviation with parameters.
struct Macro {
  std::vector<std::string> parameters;
  const surface::Node* body;
  bool pieces = false;  ///< it uses `piece`
};

/// The names that are declared, and the meaning of expressions among them. Throws SyntaxError.
class Scope {
 public:
  using Node = surface::Node;
  using Kind = Node::Kind;

  explicit Scope(const surface::Text& text) : text_(text) {}

  Expr value(const Node& n) {
    const Depth guard(*this, n);
    switch (n.kind) {
      case Kind::number: {
        const auto q = Rational::parse(n.text);
        if (!q) fail(n, "a number with too many digits or too large an exponent");
        return *q;
      }
      case Kind::name:
        return named(n);
      case Kind::indexed:
        return indexed(n);
      case Kind::call:
        return call(n);
      case Kind::negate:
        return negated_constant(value(n.args[0]));
      case Kind::sum:
        return checked(n, sum(n));
      case Kind::product:
        return product(n);
      case Kind::power: {
        const Expr base = value(n.args[0]);
        return raised(base, value(n.args[1]));
      }
      case Kind::relation:
        break;
    }
    fail(n, "expected an expression");
  }
  // Where an expression ends: it is not too large.
  Expr whole(const Node& n) { return n.kind == Kind::sum ? value(n) : checked(n, value(n)); }

  std::vector<Relation> chain(const Node& n) {
    std::vector<Relation> relations;
    Expr left = whole(n.args[0]);
    for (std::size_t i = 0; i < n.signs.size(); ++i) {
      const Expr right = whole(n.args[i + 1]);
      relations.push_back(normalized({relation_of(n.signs[i]), left, right}));
      left = right;
    }
    return relations;
  }

  long integer_value(const Node& n, const std::string& what, std::string_view else_what = "") {
    const auto q = rational_value(whole(n));
    if (!q || !q->to_int64()) fail(n, fmt::format("{} must be an integer that is known here{}", what, else_what));
    return static_cast<long>(*q->to_int64());
  }

  static Relation normalized(Relation r) {
    if (r.rel == Rel::le || r.rel == Rel::lt) return {swapped(r.rel), r.rhs, r.lhs};
    return r;
  }
  static Rel relation_of(std::string_view sign) {
    return sign == ">=" ? Rel::ge : sign == ">" ? Rel::gt : sign == "<=" ? Rel::le : sign == "<" ? Rel::lt : Rel::eq;
  }

  [[noreturn]] void fail(const Node& n, std::string message) const { text_.fail_at(n.begin, std::move(message)); }
  [[noreturn]] void fail_behind(const Node& n, std::string message) const { text_.fail_at(n.end, std::move(message)); }

  void count_expansion(const Node& body) {
    if (++expansions_ > most_expansions) fail_behind(body, "the statement expands to more than 100000 bodies");
  }

  struct Bind {  // a local name, gone on exit
    Scope& s;
    std::string name;
    Bind(Scope& scope, const Node& n, const Expr& value) : s(scope), name(n.text) {
      if (!s.locals_.emplace(name, value).second) s.fail(n, fmt::format("`{}` is declared twice", name));
    }
    Bind(const Bind&) = delete;
    Bind& operator=(const Bind&) = delete;
    ~Bind() { s.locals_.erase(name); }
  };

  std::map<std::string, Expr> values;  // variables, lets, dim
  std::map<std::string, Macro> macros;
  std::map<std::string, std::set<long>> families;  // eta -> declared indices
  std::map<std::string, Function> functions;
  std::map<std::string, Sequence> sequences;
  std::map<std::string, std::set<std::string>> variables_of_sequences;  // on which recursions depend
  std::string recursion_of;  // the sequence whose recursion is read: what that contains is not known yet
  std::set<std::string> integers;
  std::map<std::string, Law> laws;
  std::vector<LawTerm> law_terms;   // what was said of laws, each once
  std::set<std::string> hidden;     // names that the text declares: they are not the functions of version 3
  std::set<std::string> notations;  // of version 3, but for names that the text declares; none in proof lines
  int language = 2;

  // While a relation is read: which part each `piece` in it gives, in their order (the first one where nothing is
  // said), and the relations in front of its parts. None: `piece` has no meaning there.
  struct Pieces {
    std::vector<std::size_t> choice;
    std::vector<std::vector<Relation>> met;
    // Values that are described, in expressions: what is written, with the names that mean something there, and the
    // variable that stands for it.
    struct Described {
      const Node* node = nullptr;
      std::map<std::string, Expr> locals;
      Expr stands;
    };
    std::vector<Described> values;
  };
  Pieces* pieces = nullptr;
  // Also whether a value is used that is described, which is written out in relations, too.
  [[nodiscard]] bool uses_pieces(const Node& n) const;
  // Is a side of this chain a value that is described, and there is none in another side, nor next to one?
  [[nodiscard]] bool sides_are_described(const Node& chain) const;
  // Other local names; those before.
  std::map<std::string, Expr> exchange_locals(std::map<std::string, Expr> other);
  // sup(x in I, e), inf(x in I, e), normal_quantile(p).
  [[nodiscard]] bool is_described(const Node& n) const {
    if (n.kind != Kind::call || n.orders != 0 || !notations.contains(n.text)) return false;
    return n.text == "normal_quantile" || ((n.text == "sup" || n.text == "inf") && !n.signs.empty());
  }

  static std::set<std::string> all_notations();  // notations.cpp
  // The name of a law, or a law as it is declared.
  Law law(const Node& n) {
    if (n.kind == Kind::name) {
      const auto known = laws.find(n.text);
      if (known == laws.end()) fail(n, fmt::format("there is no law `{}`", n.text));
      return known->second;
    }
    if (n.kind != Kind::call) fail(n, "expected a law");
    if (n.text == "finite" || n.text == "bernoulli") return masses(n);
    if (n.text == "mixture") return mixture(n);
    if (n.text == "affine") {
      if (n.args.size() != 3) fail(n, "expected `affine(a, b, P)`");
      const Law of = part_of_law(n, law(n.args[2]), 1);
      if (of.discrete() || of.integers || of.joint) fail(n.args[2], "`affine` is of a law on the line with a density");
      return affine_image(whole(n.args[0]), whole(n.args[1]), of);
    }
    if (n.text == "binomial") return binomial_law(n);
    if (n.text == "dirichlet") return simplex_law(n);
    if (n.text == "poisson" || n.text == "geometric")
      fail(n, fmt::format("`{}` has infinitely many points, and the language has no sums without end", n.text));
    auto out = law_of_family(n.text, arguments(n));
    if (!out) fail(n, fmt::format("there is no family of laws `{}` with {} parameter(s)", n.text, n.args.size()));
    return *out;
  }

  // Sums, differences and products of integers, integer variables, indices, floors and ceilings.
  [[nodiscard]] bool is_integer(const Expr& root) const {
    bool all = true;
    std::set<Expr, CreationOrder> seen;
    std::vector<Expr> todo{root};
    while (all && !todo.empty()) {
      const Expr e = todo.back();
      todo.pop_back();
      if (!seen.insert(e).second || e.op() == Op::floor || e.op() == Op::ceil) continue;
      if (e.op() == Op::variable)
        all = integers.contains(e.name()) || e.name().starts_with('#');  // an index, which no text can name
      else if (e.op() == Op::neg || e.op() == Op::add || e.op() == Op::sub || e.op() == Op::mul)
        todo.insert(todo.end(), e.args().begin(), e.args().end());
      else
        all = e.is_constant() && e.value().is_integer();
    }
    return all;
  }
  // The integer-valued expression that n is.
  Expr integer(const Node& n, const std::string& what) {
    Expr e = whole(n);
    if (const auto q = rational_value(e)) e = *q;
    if (!is_integer(e))
      fail(n, what + " is integer-valued: a sum, difference or product of integers and integer variables");
    return e;
  }

 private:
  static constexpr int most_depth = 400;              // nesting of expressions, macros written out
  static constexpr long most_expansions = 100000;     // bodies gone through by macros, sums and `for`
  static constexpr long most_order = 1000;            // of a polygamma
  static constexpr long most_chosen_from = 1000;      // by a binomial
  static constexpr long most_derivative_order = 100;  // of an arbitrary function
  static Expr negated_constant(const Expr& e) { return e.is_constant() ? Expr(-e.value()) : -e; }
  static Expr raised(const Expr& base, const Expr& e) {
    const auto q = rational_value(e);  // a constant exponent is a number: x^(1+1) is x^2 for x < 0 too
    return pow(base, q && q->bits() < 256 ? Expr(*q) : e);
  }

  struct Depth {
    Scope& s;
    Depth(Scope& scope, const Node& n) : s(scope) {
      if (++s.depth_ > most_depth) s.fail(n, "expressions are nested too deeply");
    }
    ~Depth() { --s.depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
  };

  Expr checked(const Node& n, Expr e) {
    if (auto problem = size_.problem(e)) fail_behind(n, std::move(*problem));
    return e;
  }

  Expr sum(const Node& n) {
    Expr e = value(n.args[0]);
    for (std::size_t i = 0; i < n.signs.size(); ++i) {
      const Expr next = value(n.args[i + 1]);
      e = n.signs[i] == "+" ? e + next : e - next;
    }
    return e;
  }
  Expr product(const Node& n) {
    Expr e = value(n.args[0]);
    for (std::size_t i = 0; i < n.signs.size(); ++i) {
      const Expr d = value(n.args[i + 1]);
      if (n.signs[i] == "*")
        e = e * d;
      else  // quotients of numbers are numbers
        e = e.is_constant() && d.is_constant() && !d.is_constant(0) ? Expr(e.value() / d.value()) : e / d;
    }
    return e;
  }

  // ---- names

  Expr named(const Node& n) {
    const std::string& name = n.text;
    if (name == "pi") return Expr::pi();
    if (const auto l = locals_.find(name); l != locals_.end()) return l->second;
    if (const auto v = values.find(name); v != values.end()) return v->second;
    if (macros.contains(name) || functions.contains(name) || sequences.contains(name))
      fail_behind(n, fmt::format("expected `(`, found {}", surface::shown(text_.tokens[n.end])));
    if (families.contains(name)) fail(n, fmt::format("`{}` needs an index, as in {}[1]", name, name));
    fail(n, fmt::format("`{}` is not declared{}", name, spelling(name)));
  }
  Expr indexed(const Node& n) {
    const auto f = families.find(n.text);
    if (f == families.end() || locals_.contains(n.text)) {
      const bool other = locals_.contains(n.text) || values.contains(n.text) || macros.contains(n.text);
      fail(n, fmt::format("`{}` {}", n.text, other ? "has no index" : "is not declared"));
    }
    const long i = integer_value(n.args[0], "an index");
    if (!f->second.contains(i)) fail(n.args[0], fmt::format("{}[{}] is not declared", n.text, i));
    return Expr::variable(fmt::format("{}[{}]", n.text, i));
  }

  // ---- calls
  std::vector<Expr> arguments(const Node& n) {
    std::vector<Expr> args;
    for (std::size_t i = n.orders; i < n.args.size(); ++i) args.push_back(whole(n.args[i]));
    return args;
  }
  Expr call(const Node& n) {
    const std::string& f = n.text;
    const FunctionName* known = function_named(f);
    if (known && known->entry->language == 2) return function(n, *known);
    if (f == "sum" || f == "prod") return repeated(n);
    if (f == "diff" || f == "at" || (f == "integral" && language >= 3)) {
      const NoPieces guard(*this);
      return f == "diff" ? derivative_form(n) : f == "at" ? substitution(n) : integral(n);
    }
    const bool is_value = locals_.contains(f) || values.contains(f);
    if (const auto m = macros.find(f); m != macros.end() && !is_value) return expand(n, m->second);
    if (const auto m = functions.find(f); m != functions.end() && !is_value) return application(n, m->second);
    if (const auto m = sequences.find(f); m != sequences.end() && !is_value) return element(n, m->second);
    if (is_value || families.contains(f) || f == "pi") fail(n, fmt::format("`{}` is not a function", f));
    if (known && language >= 3 && n.orders == 0 && !hidden.contains(f)) return function(n, *known);
    if (f == "binomial" && notations.contains(f)) return binomial(n);
    if (f == "piece" && notations.contains(f)) return piece(n);
    if (pieces && is_described(n)) return described_value(n);
    if (notations.contains(f)) {
      const NoPieces guard(*this);
      return notation(n);
    }
    fail(n, fmt::format("`{}` is not declared, and no function of the language{}", f, spelling(f)));
  }

  Expr function(const Node& n, const FunctionName& known) {
    const FunctionEntry& entry = *known.entry;
    const bool has_order = entry.ordered && !known.order;
    const std::size_t arity = static_cast<std::size_t>(entry.arity) + (has_order ? 1 : 0);
    if (entry.variadic ? n.args.size() < arity : n.args.size() != arity)
      fail(n, entry.variadic ? fmt::format("`{}` takes two or more arguments", n.text)
                             : fmt::format("`{}` takes {} argument(s), not {}", n.text, arity, n.args.size()));
    if (has_order) {
      const long k = integer_value(n.args[0], fmt::format("the order of {}", n.text));
      if (k < 0 || k > most_order)
        fail(n.args[0], fmt::format("the order of {} must be a literal integer from 0 to {}", n.text, most_order));
      return Expr::make(entry.op, {whole(n.args[1])}, static_cast<int>(k));
    }
    auto args = arguments(n);
    if (!entry.variadic) return Expr::make(entry.op, args, known.order.value_or(0));
    Expr e = args[0];
    for (std::size_t i = 1; i < args.size(); ++i) e = Expr::make(entry.op, {e, args[i]});
    return e;
  }

  // The ways to choose k of n. Of integers that are known here a number, 0 outside 0..n; else n!/(k! (n-k)!).
  Expr binomial(const Node& node) {
    if (node.orders != 0 || node.args.size() != 2)
      fail(node, fmt::format("`binomial` takes 2 argument(s), not {}", node.args.size() - node.orders));
    const std::string first = "the first argument of binomial", second = "the second argument of binomial";
    const Expr top = integer(node.args[0], first), chosen = integer(node.args[1], second);
    if (!top.is_constant() || !chosen.is_constant()) return binomial_form(top, chosen);
    const long n = integer_value(node.args[0], first), k = integer_value(node.args[1], second);
    if (n < 0 || n > most_chosen_from)
      fail(node.args[0], fmt::format("the first argument of binomial must be from 0 to {}", most_chosen_from));
    return ways(n, k);
  }
  // Where an expression is one of many (at an index, between two ends) or is differentiated, the relations in front of
  // the parts are no relations of the statement.
  struct NoPieces {
    Scope& s;
    Pieces* outer;
    explicit NoPieces(Scope& scope) : s(scope), outer(std::exchange(scope.pieces, nullptr)) {}
    NoPieces(const NoPieces&) = delete;
    NoPieces& operator=(const NoPieces&) = delete;
    ~NoPieces() { s.pieces = outer; }
  };
  Expr piece(const Node&n), described_value(const Node&n);  // pieces.cpp

  Expr notation(const Node& n);  // notations.cpp
  // How the language spells what other texts call `name`, as the end of a message; empty if nothing is known of it.
  static std::string spelling(std::string_view name);  // notations.cpp

  Expr application(const Node& n, const Function& f) {
    const auto arity = static_cast<std::size_t>(f.arity);
    std::vector<int> orders(arity, 0);
    for (std::size_t i = 0; i < n.orders; ++i) {
      const long k = integer_value(n.args[i], "the order of a derivative");
      if (k < 0 || k > most_derivative_order)
        fail(n, fmt::format("the order of a derivative must be from 0 to {}", most_derivative_order));
      if (i < arity) orders[i] = static_cast<int>(k);
    }
    if (n.args.size() - n.orders != arity || (n.orders != 0 && n.orders != arity))
      fail(n, fmt::format("`{}` takes {} argument(s)", n.text, f.arity));
    return Expr::apply(n.text, std::move(orders), arguments(n));
  }

  Expr element(const Node& n, const Sequence& s) {
    if (n.orders != 0) fail(n, fmt::format("`{}` is a sequence, which has no derivative", n.text));
    if (n.args.size() != static_cast<std::size_t>(s.arity))
      fail(n, fmt::format("`{}` takes {} argument(s)", n.text, s.arity));
    std::vector<Expr> args;
    for (const Node& a : n.args) args.push_back(integer(a, fmt::format("an argument of the sequence `{}`", n.text)));
    return Expr::sequence(n.text, std::move(args));
  }

  // With its parameters, without the local names of the place of use.
  Expr expand(const Node& n, const Macro& m) {
    count_expansion(n);
    if (n.orders != 0 || n.args.size() != m.parameters.size())
      fail(n, fmt::format("`{}` takes {} argument(s)", n.text, m.parameters.size()));
    const std::vector<Expr> args = arguments(n);
    std::map<std::string, Expr> scope;
    for (std::size_t i = 0; i < args.size(); ++i) scope.emplace(m.parameters[i], args[i]);
    locals_.swap(scope);
    Expr e = whole(*m.body);
    locals_.swap(scope);
    return e;
  }

  Expr derivative_form(const Node& n) {
    Expr e = whole(n.args[0]);
    for (std::size_t i = 1; i < n.args.size(); ++i) {
      const Expr v = whole(n.args[i]);
      if (v.op() != Op::variable) fail(n.args[i], "`diff` takes derivatives in variables only");
      if (integers.contains(v.name())) fail(n.args[i], "`diff` takes derivatives in real variables only");
      recursions_without(n.args[0], "diff", e, v);
      try {
        e = derivative(e, v);
      } catch (const Error& error) {
        fail(n.args[0], fmt::format("`diff` in `{}`: {}", v.name(), error.what()));
      }
    }
    return e;
  }
  // The values of a sequence depend on what its recursion mentions, which is not to be seen where they are used.
  void recursions_without(const Node& n, std::string_view form, const Expr& e, const Expr& v) const {
    transform(e, [&](const Expr& part, std::span<const Expr>) {
      if (part.op() == Op::sequence) {
        if (part.name() == recursion_of)
          fail(n, fmt::format("`{}` in the recursion of `{}`, of what contains it", form, part.name()));
        const auto known = variables_of_sequences.find(part.name());
        if (known != variables_of_sequences.end() && known->second.contains(v.name()))
          fail(n, fmt::format("`{}` in `{}`: the recursion of the sequence `{}` contains it", form, v.name(),
                              part.name()));
      }
      return part;
    });
  }
  Expr substitution(const Node& n) {
    const Expr e = whole(n.args[0]);
    const Expr v = whole(n.args[1]);
    if (v.op() != Op::variable) fail(n.args[1], "the second argument of `at` must be a variable");
    if (integers.contains(v.name())) fail(n.args[1], "the second argument of `at` must be a real variable");
    const Expr c = whole(n.args[2]);
    recursions_without(n.args[0], "at", e, v);
    return transform(e, [&](const Expr& old, std::span<const Expr> args) {
      if (old == v) return c;
      if (old.op() != Op::pow || args[1] == old.args()[1]) return with_args(old, args);
      return raised(args[0], args[1]);
    });
  }
  Expr repeated(const Node& n) {
    const bool is_sum = n.text == "sum";
    if (language >= 3) {
      const std::string what = is_sum ? "of a sum" : "of a product";
      const Expr low = integer(n.args[1], "the lower end " + what), high = integer(n.args[2], "the upper end " + what);
      if (!low.is_constant() || !high.is_constant()) {
        count_expansion(n.args[3]);
        const FreshIndex index;
        const Bind bound(*this, n.args[0], index.variable());
        const NoPieces guard(*this);
        return Expr::repeated(is_sum ? Op::sum : Op::prod, index.variable(), low, high, whole(n.args[3]));
      }
    }
    constexpr std::string_view other = " (an end with variables needs `language 3`)";
    const long a = integer_value(n.args[1], "the lower end of a sum", language < 3 ? other : "");
    const long b = integer_value(n.args[2], "the upper end of a sum", language < 3 ? other : "");
    std::optional<Expr> total;
    for (long i = a; i <= b; ++i) {
      count_expansion(n.args[3]);
      const Bind bound(*this, n.args[0], i);
      const Expr e = whole(n.args[3]);
      total = !total ? e : is_sum ? *total + e : *total * e;
    }
    return total.value_or(Expr(is_sum ? 0 : 1));
  }

  // `a: p`
  void require_weight(const Node& n, std::string_view form) const {
    if (n.kind != Kind::relation || n.signs.size() != 1 || n.signs[0] != ":")
      fail(n, fmt::format("expected `{}`", form));
  }
  Law binomial_law(const Node&n), simplex_law(const Node&n);  // distributions.cpp
  Law masses(const Node& n) {
    Law out;
    if (n.text == "bernoulli") {
      if (n.args.size() != 1) fail(n, "expected `bernoulli(p)`");
      const Expr p = whole(n.args[0]);
      out.masses = {{Rational(1), p}, {Rational(0), Expr(1) - p}};
    } else {
      for (const Node& a : n.args) {
        require_weight(a, "finite(a: p, ...)");
        const auto point = rational_value(whole(a.args[0]));
        if (!point) fail(a, "a point of a law is a rational number");
        for (const auto& mass : out.masses)
          if (mass.first == *point) fail(a, "a point of a law is listed twice");
        out.masses.emplace_back(*point, whole(a.args[1]));
      }
    }
    Expr total = 0;
    for (const auto& mass : out.masses) {
      out.conditions.push_back({Rel::ge, mass.second, 0});
      total = add(total, mass.second);
    }
    if (n.text == "finite") {
      out.conditions.push_back({Rel::ge, total - Expr(1), 0});
      out.conditions.push_back({Rel::ge, Expr(1) - total, 0});
    }
    return out;
  }
  Law mixture(const Node& n) {
    if (n.args.size() != 2) fail(n, "expected `mixture(p: P, q: Q)`");
    for (const Node& a : n.args) require_weight(a, "mixture(p: P, q: Q)");
    const Expr p = whole(n.args[0].args[0]), q = whole(n.args[1].args[0]);
    const Law one = law(n.args[0].args[1]), other = law(n.args[1].args[1]);
    return mixture_of(p, one, q, like(n, one, part_of_law(n, other, 1 + one.size)));
  }
  const Law& part_of_law(const Node& n, const Law& part, std::size_t others) const {
    if (part.size + others > parts_of_law) fail(n, fmt::format("a law is made of more than {} laws", parts_of_law));
    return part;
  }
  Law like(const Node& n, const Law& one, const Law& other) const {
    auto out = alike(one, other);
    if (!out) fail(n, "the two laws do not stand on the same interval, or at the same points");
    return *out;
  }
  // renyi(order, P, Q), kl(P, Q), ...
  Expr divergence(const Node& n);  // distributions.cpp
  const Node& bound_variable(const Node& n, std::string_view form) {
    if (n.args.size() != 3 || n.args[0].kind != Kind::name || surface::is_reserved(n.args[0].text))
      fail(n, fmt::format("expected `{}`", form));
    return n.args[0];
  }
  Expr expectation(const Node& n);  // distributions.cpp
  Expr probability(const Node& n);  // distributions.cpp
  Expr noted(const Node& n, LawTerm term, Expr value);
  // integral(x, a, b, e)
  Expr integral(const Node& n) {
    if (n.args.size() != 4 || n.args[0].kind != Kind::name || n.args[0].text == "inf")
      fail(n, "expected `integral(x, a, b, e)`: a variable, two ends, and what is integrated");
    if (surface::is_reserved(n.args[0].text)) fail(n.args[0], fmt::format("`{}` is reserved", n.args[0].text));
    const auto is_infinity = [](const Node& e) { return e.kind == Kind::name && e.text == "inf"; };
    const auto end = [&](const Node& e, bool low) -> std::optional<Expr> {
      const bool minus = e.kind == Kind::negate && is_infinity(e.args[0]);
      if (low ? is_infinity(e) : minus) fail(e, "an integral goes from -inf, or up to inf, not the other way");
      if (low ? minus : is_infinity(e)) return std::nullopt;
      return whole(e);
    };
    const auto low = end(n.args[1], true), high = end(n.args[2], false);
    count_expansion(n.args[3]);
    const FreshIndex x(true);
    const Bind bound(*this, n.args[0], x.variable());
    return Expr::integral(x.variable(), low, high, whole(n.args[3]));
  }

  const surface::Text& text_;
  std::map<std::string, Expr> locals_;  // indices, parameters, bound variables: looked up first, unseen inside macros
  SizeLimit size_;
  int depth_ = 0;
  long expansions_ = 0;
};

}  // namespace dpcert::verify
