#include "bench/peers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <vector>

#include "dpcert/core/error.hpp"
#include "dpcert/scalar/interval.hpp"
#include "dpcert/scalar/tape.hpp"

namespace peers {

namespace {

using namespace dpcert;
using verify::Instance;

using verify::Variable;

struct NotStated {};

std::string plain_name(const std::string& name) {
  std::string out = "v_";
  for (const char c : name) out += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return out;
}

// The sign that stands for it, in front or between; nullptr for what is no operation of two.
const char* sign_of(Op op) {
  switch (op) {
    case Op::add:
      return "+";
    case Op::sub:
      return "-";
    case Op::mul:
      return "*";
    case Op::div:
      return "/";
    default:
      return nullptr;
  }
}
const char* sign_of(Rel rel) {
  return rel == Rel::ge ? ">=" : rel == Rel::gt ? ">" : rel == Rel::le ? "<=" : rel == Rel::lt ? "<" : "=";
}

// ---- SMT-LIB

class Smt {
 public:
  explicit Smt(const Instance& s) {
    for (const Variable& v : s.variables) {
      head_ += fmt::format("(declare-const {} {})\n", plain_name(v.name), v.integer ? "Int" : "Real");
      integer_[v.name] = v.integer;
      const std::string x = v.integer ? "(to_real " + plain_name(v.name) + ")" : plain_name(v.name);
      if (!v.range.lo.infinite)
        say(fmt::format("({} {} {})", v.range.lo.closed ? ">=" : ">", x, number(v.range.lo.value)));
      if (!v.range.hi.infinite)
        say(fmt::format("({} {} {})", v.range.hi.closed ? "<=" : "<", x, number(v.range.hi.value)));
    }
    for (const Relation& h : s.hypotheses) say(relation(h));
  }
  std::string negated(const Relation& r) {
    const std::string what = relation(r);
    return head_ + body_ + "(assert (not " + what + "))\n(check-sat)\n";
  }

 private:
  void say(const std::string& what) { body_ += "(assert " + what + ")\n"; }
  std::string relation(const Relation& r) {
    const std::string a = of(r.lhs), b = of(r.rhs);
    return fmt::format("({} {} {})", sign_of(r.rel), a, b);
  }
  static std::string number(const Rational& q) {
    std::string t = abs(q).str();
    const auto slash = t.find('/');
    t = slash == std::string::npos ? t + ".0" : fmt::format("(/ {}.0 {}.0)", t.substr(0, slash), t.substr(slash + 1));
    return q.sign() < 0 ? "(- " + t + ")" : t;
  }
  std::string fresh() {
    const std::string name = fmt::format("r{}", count_++);
    head_ += "(declare-const " + name + " Real)\n";
    return name;
  }
  std::string of(const Expr& e) {
    if (const char* sign = sign_of(e.op())) return fmt::format("({} {} {})", sign, of(e.arg(0)), of(e.arg(1)));
    switch (e.op()) {
      case Op::constant:
        return number(e.value());
      case Op::variable:
        return integer_.at(e.name()) ? "(to_real " + plain_name(e.name()) + ")" : plain_name(e.name());
      case Op::neg:
        return "(- " + of(e.arg(0)) + ")";
      case Op::abs:
        return fmt::format("(ite (>= {0} 0.0) {0} (- {0}))", of(e.arg(0)));
      case Op::min:
      case Op::max:
        return fmt::format("(ite ({2} {0} {1}) {0} {1})", of(e.arg(0)), of(e.arg(1)), e.op() == Op::min ? "<=" : ">=");
      case Op::floor:
        return "(to_real (to_int " + of(e.arg(0)) + "))";
      case Op::sqrt: {
        const std::string t = fresh(), u = of(e.arg(0));
        say(fmt::format("(and (>= {0} 0.0) (= (* {0} {0}) {1}))", t, u));
        return t;
      }
      case Op::pow: {
        const auto n = e.arg(1).is_constant() ? e.arg(1).value().to_int64() : std::nullopt;
        if (!n || *n < 0 || *n > 40) throw NotStated{};
        if (*n == 0) return "1.0";
        std::string product = "(*";
        const std::string base = of(e.arg(0));
        for (std::int64_t i = 0; i < *n; ++i) product += " " + base;
        return *n == 1 ? base : product + ")";
      }
      default:
        throw NotStated{};
    }
  }

  std::string head_, body_;
  std::map<std::string, bool> integer_;
  int count_ = 0;
};

// ---- Coq

std::string coq_number(const Rational& q) {
  const std::string t = abs(q).str();
  const auto slash = t.find('/');
  const std::string a =
      slash == std::string::npos ? t : fmt::format("({} / {})", t.substr(0, slash), t.substr(slash + 1));
  return q.sign() < 0 ? "(- " + a + ")" : a;
}

// Coq's name of a function of one argument; nullptr where there is none.
const char* coq_function(Op op) {
  switch (op) {
    case Op::exp:
      return "exp";
    case Op::log:
      return "ln";
    case Op::sqrt:
      return "sqrt";
    case Op::abs:
      return "Rabs";
    case Op::sin:
      return "sin";
    case Op::cos:
      return "cos";
    case Op::atan:
      return "atan";
    default:
      return nullptr;
  }
}

std::string coq(const Expr& e) {
  if (const char* sign = sign_of(e.op())) return fmt::format("({} {} {})", coq(e.arg(0)), sign, coq(e.arg(1)));
  if (const char* f = coq_function(e.op())) return fmt::format("({} {})", f, coq(e.arg(0)));
  switch (e.op()) {
    case Op::constant:
      return coq_number(e.value());
    case Op::pi:
      return "PI";
    case Op::variable:
      return plain_name(e.name());
    case Op::neg:
      return "(- " + coq(e.arg(0)) + ")";
    case Op::expm1:
      return "(exp " + coq(e.arg(0)) + " - 1)";
    case Op::log1p:
      return "(ln (1 + " + coq(e.arg(0)) + "))";
    case Op::cosh:
    case Op::sinh: {
      const std::string u = coq(e.arg(0));
      return fmt::format("((exp {0} {1} exp (- {0})) / 2)", u, e.op() == Op::cosh ? "+" : "-");
    }
    case Op::tanh:
      return fmt::format("(1 - 2 / (exp (2 * {}) + 1))", coq(e.arg(0)));
    case Op::pow: {
      const auto n = e.arg(1).is_constant() ? e.arg(1).value().to_int64() : std::nullopt;
      if (n && *n >= 0 && *n <= 40) return fmt::format("({} ^ {})", coq(e.arg(0)), *n);
      if (n && *n < 0 && *n >= -40) return fmt::format("(/ ({} ^ {}))", coq(e.arg(0)), -*n);
      return fmt::format("(exp ({} * ln {}))", coq(e.arg(1)), coq(e.arg(0)));
    }
    default:
      throw NotStated{};
  }
}

// `interval` takes inequalities with constant bounds.
std::string coq(const Relation& r) {
  if (r.rel == Rel::eq) throw NotStated{};
  return fmt::format("{} - {} {} 0", coq(r.lhs), coq(r.rhs), sign_of(r.rel));
}

// Bounded real variables and relations alone.
bool is_plain(const Instance& s) {
  return s.functions.empty() && s.forall_hypotheses.empty() && s.sequences.empty() && s.facts.empty() &&
         std::ranges::all_of(s.variables, [](const Variable& v) { return !v.integer && v.range.bounded(); });
}

// ---- boxes

// +1: the relation holds wherever its difference of sides is in d, -1: nowhere, 0: not decided.
int side(const Relation& r, const Interval& d) {
  if (d.is_undefined()) return 0;
  const int lo = arf_sgn(d.lower_arf()), hi = arf_sgn(d.upper_arf());
  const bool le = r.rel == Rel::le || r.rel == Rel::lt;
  if (r.rel == Rel::eq) return lo > 0 || hi < 0 ? -1 : 0;
  const bool strict = r.rel == Rel::gt || r.rel == Rel::lt;
  const int low = le ? -hi : lo, high = le ? -lo : hi;
  if (strict ? low > 0 : low >= 0) return 1;
  return (strict ? high <= 0 : high < 0) ? -1 : 0;
}

}  // namespace

std::optional<std::string> smt_of(const Instance& s, const Relation& conclusion) {
  if (!s.functions.empty() || !s.forall_hypotheses.empty() || !s.sequences.empty() || !s.facts.empty())
    return std::nullopt;
  try {
    return Smt(s).negated(conclusion);
  } catch (const NotStated&) {
    return std::nullopt;
  }
}

std::optional<std::string> coq_of(const Instance& s) {
  if (!is_plain(s)) return std::nullopt;
  try {
    std::string out = "From Coq Require Import Reals.\nFrom Interval Require Import Tactic.\nOpen Scope R_scope.\n";
    std::string names, given, how;
    for (const Variable& v : s.variables) {
      const std::string x = plain_name(v.name);
      names += " " + x;
      given += fmt::format("{} <= {} <= {} -> ", coq_number(v.range.lo.value), x, coq_number(v.range.hi.value));
      how += fmt::format("i_bisect {0}, i_autodiff {0}, ", x);
    }
    for (const Relation& h : s.hypotheses) given += coq(h) + " -> ";
    for (const Relation& c : s.conclusions)
      out += fmt::format("Goal forall{} : R, {}{}.\nProof. intros; interval with ({}i_prec 80, i_depth 30). Qed.\n",
                         names, given, coq(c), how);
    return out;
  } catch (const NotStated&) {
    return std::nullopt;
  }
}

Answer bare_loop(const Instance& s, double seconds) {
  if (!is_plain(s)) return Answer::not_stated;
  constexpr Precision bits = 64;
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  struct Node {
    std::vector<std::pair<Rational, Rational>> sides;
  };
  std::vector<Expr> inputs, differences;
  for (const Variable& v : s.variables) inputs.push_back(Expr::variable(v.name));
  for (const auto* all : {&s.hypotheses, &s.conclusions})
    for (const Relation& r : *all) differences.push_back(r.lhs - r.rhs);
  const std::size_t given = s.hypotheses.size();
  std::vector<Interval> box, work;
  try {
    const Tape tape(differences, inputs);
    for (std::size_t k = 0; k < s.conclusions.size(); ++k) {
      Node root;
      for (const Variable& v : s.variables) root.sides.emplace_back(v.range.lo.value, v.range.hi.value);
      std::vector<Node> stack{root};
      while (!stack.empty()) {
        if (std::chrono::steady_clock::now() > end) return Answer::open;
        const Node n = std::move(stack.back());
        stack.pop_back();
        box.clear();
        std::size_t widest = 0;
        for (std::size_t i = 0; i < n.sides.size(); ++i) {
          const auto& [lo, hi] = n.sides[i];
          box.push_back(hull(Interval(lo, bits), Interval(hi, bits)));
          if (hi - lo > n.sides[widest].second - n.sides[widest].first) widest = i;
        }
        tape.run<Interval>(
            box, work, [](const Rational& q) { return Interval(q, bits); }, [] { return Interval::pi(bits); }, 0,
            tape.code().size());
        int least = 1;  // of what is said of the hypotheses
        for (std::size_t i = 0; i < given; ++i) least = std::min(least, side(s.hypotheses[i], work[tape.root(i)]));
        if (least < 0) continue;
        const int said = side(s.conclusions[k], work[tape.root(given + k)]);
        if (said > 0) continue;
        if (said < 0 && least > 0) return Answer::refuted;
        if (n.sides.empty()) return Answer::open;
        const auto [lo, hi] = n.sides[widest];
        const Rational middle = (lo + hi) / Rational(2);
        if (hi - lo < Rational(1, 1L << 40)) return Answer::open;
        for (const bool low : {false, true}) {
          Node half = n;
          (low ? half.sides[widest].second : half.sides[widest].first) = middle;
          stack.push_back(std::move(half));
        }
      }
    }
    return Answer::proved;
  } catch (const Error&) {  // a bound variable, say: the tape has no value for it
    return Answer::not_stated;
  }
}

}  // namespace peers
