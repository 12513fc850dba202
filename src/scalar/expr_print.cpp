// Printing expressions: text of the statement language, and LaTeX.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

#include "src/scalar/expr.hpp"

namespace dpcert {

namespace {

// Binding strength, weakest first, as in docs/statement-language.md.
enum Level { level_sum = 1, level_product = 2, level_unary = 3, level_power = 4, level_atom = 5 };

struct Piece {
  std::string text;
  int level;
};

std::string wrapped(const Piece& p, int at_least) { return p.level >= at_least ? p.text : "(" + p.text + ")"; }

std::string_view function_name(const Expr& e) {
  switch (e.op()) {
    case Op::exp:
      return "exp";
    case Op::log:
      return "log";
    case Op::log1p:
      return "log1p";
    case Op::expm1:
      return "expm1";
    case Op::sqrt:
      return "sqrt";
    case Op::abs:
      return "abs";
    case Op::min:
      return "min";
    case Op::max:
      return "max";
    case Op::cosh:
      return "cosh";
    case Op::sinh:
      return "sinh";
    case Op::tanh:
      return "tanh";
    case Op::floor:
      return "floor";
    case Op::ceil:
      return "ceil";
    case Op::xlogy:
      return "xlogy";
    case Op::lgamma:
      return "lgamma";
    case Op::polygamma:
      return e.node().index == 0 ? "digamma" : e.node().index == 1 ? "trigamma" : "polygamma";
    case Op::erf:
      return "erf";
    case Op::erfc:
      return "erfc";
    case Op::normal_cdf:
      return "normal_cdf";
    default:
      return "";
  }
}

Piece number(const Rational& q) {
  std::string s = q.str();
  if (q.sign() < 0) return {"(" + s + ")", level_atom};
  return {s, q.is_integer() ? level_atom : level_product};
}

Piece text_of(const Expr& e, std::unordered_map<Expr, Piece>& memo) {
  const auto a = [&](std::size_t i) -> const Piece& { return memo.at(e.arg(i)); };
  switch (e.op()) {
    case Op::constant:
      return number(e.value());
    case Op::pi:
      return {"pi", level_atom};
    case Op::variable:
      return {e.name(), level_atom};
    case Op::neg:
      return {"-" + wrapped(a(0), level_unary + 1), level_unary};
    case Op::add:
      return {wrapped(a(0), level_sum) + " + " + wrapped(a(1), level_product), level_sum};
    case Op::sub:
      return {wrapped(a(0), level_sum) + " - " + wrapped(a(1), level_product), level_sum};
    case Op::mul:
      return {wrapped(a(0), level_product) + "*" + wrapped(a(1), level_unary), level_product};
    case Op::div:
      return {wrapped(a(0), level_product) + "/" + wrapped(a(1), level_unary), level_product};
    case Op::pow:
      return {wrapped(a(0), level_atom) + "^" + wrapped(a(1), level_power), level_power};
    case Op::apply: {
      std::string s = e.name();
      bool plain = true;
      for (int k : e.node().orders) plain = plain && k == 0;
      if (!plain) s += fmt::format("'({})", fmt::join(e.node().orders, ","));
      s += "(";
      for (std::size_t i = 0; i < e.args().size(); ++i) s += (i ? ", " : "") + a(i).text;
      return {s + ")", level_atom};
    }
    case Op::select:
      return {fmt::format("select({} {} {}, {}, {})", a(0).text, to_string(static_cast<Rel>(e.node().index)), a(1).text,
                          a(2).text, a(3).text),
              level_atom};
    default:
      break;
  }
  std::string s = std::string(function_name(e)) + "(";
  if (e.op() == Op::polygamma && e.node().index > 1) s += fmt::format("{}, ", e.node().index);
  for (std::size_t i = 0; i < e.args().size(); ++i) s += (i ? ", " : "") + a(i).text;
  return {s + ")", level_atom};
}

std::string latex_name(const std::string& name) {
  static constexpr std::array greek{"alpha", "beta", "gamma", "delta", "epsilon", "eta", "theta", "lambda", "mu",  "nu",
                                    "xi",    "rho",  "sigma", "tau",   "phi",     "psi", "omega", "kappa",  "zeta"};
  const auto cut = name.find_first_of("[_");
  std::string stem = name.substr(0, cut);
  std::string sub;
  if (cut != std::string::npos) sub = name.substr(cut + 1);
  if (!sub.empty() && sub.back() == ']') sub.pop_back();
  for (const char* g : greek) {
    if (stem == g) {
      stem = std::string("\\") + g;
      break;
    }
    if (stem.starts_with(g) && sub.empty()) {
      sub = stem.substr(std::string_view(g).size());
      stem = std::string("\\") + g;
      break;
    }
  }
  if (stem.size() > 1 && stem[0] != '\\') stem = "\\mathit{" + stem + "}";
  return sub.empty() ? stem : stem + "_{" + sub + "}";
}

Piece latex_of(const Expr& e, std::unordered_map<Expr, Piece>& memo) {
  const auto a = [&](std::size_t i) -> const Piece& { return memo.at(e.arg(i)); };
  const auto paren = [](const Piece& p, int level) {
    return p.level >= level ? p.text : "\\left(" + p.text + "\\right)";
  };
  const auto call = [&](const std::string& f) { return Piece{f + "\\left(" + a(0).text + "\\right)", level_atom}; };
  switch (e.op()) {
    case Op::constant:
      if (e.value().is_integer()) return {e.value().str(), e.value().sign() < 0 ? level_unary : level_atom};
      {
        const Rational q = abs(e.value());
        const std::string s = q.str();
        const auto slash = s.find('/');
        return {std::string(e.value().sign() < 0 ? "-" : "") + "\\frac{" + s.substr(0, slash) + "}{" +
                    s.substr(slash + 1) + "}",
                e.value().sign() < 0 ? level_unary : level_product};
      }
    case Op::pi:
      return {"\\pi", level_atom};
    case Op::variable:
      return {latex_name(e.name()), level_atom};
    case Op::neg:
      return {"-" + paren(a(0), level_unary), level_unary};
    case Op::add:
      return {paren(a(0), level_sum) + " + " + paren(a(1), level_product), level_sum};
    case Op::sub:
      return {paren(a(0), level_sum) + " - " + paren(a(1), level_product), level_sum};
    case Op::mul:
      return {paren(a(0), level_product) + " \\, " + paren(a(1), level_power), level_product};
    case Op::div:
      return {"\\frac{" + a(0).text + "}{" + a(1).text + "}", level_power};
    case Op::pow:
      return {paren(a(0), level_atom) + "^{" + a(1).text + "}", level_power};
    case Op::exp:
      return {"e^{" + a(0).text + "}", level_power};
    case Op::sqrt:
      return {"\\sqrt{" + a(0).text + "}", level_atom};
    case Op::abs:
      return {"\\left|" + a(0).text + "\\right|", level_atom};
    case Op::floor:
      return {"\\left\\lfloor " + a(0).text + "\\right\\rfloor", level_atom};
    case Op::ceil:
      return {"\\left\\lceil " + a(0).text + "\\right\\rceil", level_atom};
    case Op::lgamma:
      return call("\\log\\Gamma");
    case Op::polygamma:
      return call(e.node().index == 0   ? "\\psi"
                  : e.node().index == 1 ? "\\psi'"
                                        : fmt::format("\\psi^{{({})}}", e.node().index));
    case Op::log:
      return call("\\log");
    case Op::cosh:
      return call("\\cosh");
    case Op::sinh:
      return call("\\sinh");
    case Op::tanh:
      return call("\\tanh");
    case Op::normal_cdf:
      return call("\\Phi");
    case Op::min:
    case Op::max:
      return {
          std::string(e.op() == Op::min ? "\\min" : "\\max") + "\\left(" + a(0).text + ", " + a(1).text + "\\right)",
          level_atom};
    case Op::xlogy:
      return {paren(a(0), level_power) + " \\log\\left(" + a(1).text + "\\right)", level_product};
    case Op::apply: {
      std::string s = latex_name(e.name());
      const auto& orders = e.node().orders;
      if (orders.size() == 1 && orders[0] > 0) {
        s += orders[0] <= 3 ? std::string(static_cast<std::size_t>(orders[0]), '\'')
                            : fmt::format("^{{({})}}", orders[0]);
      } else if (std::any_of(orders.begin(), orders.end(), [](int k) { return k > 0; })) {
        s += fmt::format("^{{({})}}", fmt::join(orders, ","));
      }
      s += "\\left(";
      for (std::size_t i = 0; i < e.args().size(); ++i) s += (i ? ", " : "") + a(i).text;
      return {s + "\\right)", level_atom};
    }
    case Op::select:
      return {fmt::format("\\begin{{cases}} {} & {} {} {} \\\\ {} & \\text{{otherwise}} \\end{{cases}}", a(2).text,
                          a(0).text, to_string(static_cast<Rel>(e.node().index)), a(1).text, a(3).text),
              level_atom};
    default:
      return call("\\operatorname{" + std::string(function_name(e)) + "}");
  }
}

template <class F>
std::string print(const Expr& root, F piece) {
  std::unordered_map<Expr, Piece> memo;
  std::vector<std::pair<Expr, bool>> stack{{root, false}};
  while (!stack.empty()) {
    const auto [e, ready] = stack.back();
    stack.pop_back();
    if (memo.contains(e)) continue;
    if (ready) {
      memo.emplace(e, piece(e, memo));
    } else {
      stack.emplace_back(e, true);
      for (const auto& a : e.args()) stack.emplace_back(a, false);
    }
  }
  return memo.at(root).text;
}

}  // namespace

std::string to_text(const Expr& e) { return print(e, text_of); }
std::string to_text(const Relation& r) {
  return to_text(r.lhs) + " " + std::string(to_string(r.rel)) + " " + to_text(r.rhs);
}
std::string to_latex(const Expr& e) { return print(e, latex_of); }

}  // namespace dpcert
