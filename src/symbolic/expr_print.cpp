// Printing expressions: text of the statement language, and LaTeX.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

#include "src/core/work.hpp"
#include "src/symbolic/expr_text.hpp"
#include "src/symbolic/functions.hpp"

namespace dpcert {

namespace {

constexpr std::size_t longest_text = 16 << 20;  // bytes; the checker reads lines of a quarter of this

// Binding strength, weakest first, as in docs/statement-language.md.
enum Level { level_sum = 1, level_product = 2, level_unary = 3, level_power = 4, level_atom = 5 };

int text_level(const Expr& e) {
  switch (e.op()) {
    case Op::constant:  // negative ones in parentheses
      return e.value().sign() < 0 || e.value().is_integer() ? level_atom : level_product;
    case Op::neg:
      return level_unary;
    case Op::add:
    case Op::sub:
      return level_sum;
    case Op::mul:
    case Op::div:
      return level_product;
    case Op::pow:
      return level_power;
    default:
      return level_atom;
  }
}

// Names for the indices of sums and products over ranges and for the variables of integrals, none of which the
// expression has: the first for those that stand outside all others.
class IndexNames {
 public:
  explicit IndexNames(const Expr& root) : most_(root.node().binders) {
    if (most_ == 0) return;
    std::set<std::string> taken;
    transform(root, [&](const Expr& e, std::span<const Expr>) {
      if (e.op() == Op::variable || e.op() == Op::apply || e.op() == Op::sequence)
        taken.insert(e.name().substr(0, e.name().find('[')));
      return e;
    });
    const auto choose = [&](std::vector<std::string>& names, std::span<const char* const> letters) {
      for (std::size_t at = 0; names.size() < most_; ++at) {
        std::string name = letters[at % letters.size()];
        if (at >= letters.size()) name += std::to_string(at / letters.size());
        if (!function_named(name) && taken.insert(name).second) names.push_back(std::move(name));
      }
    };
    static constexpr std::array integers{"k", "j", "i", "l", "m", "p", "q", "r", "s", "t", "u", "v"};
    static constexpr std::array reals{"x", "y", "z", "w", "v", "u"};
    choose(names_, integers);
    choose(reals_, reals);
  }
  // Of a variable: its own, if nothing binds it.
  [[nodiscard]] const std::string& of(const Expr& variable) const {
    const std::string& name = variable.name();
    if (most_ == 0 || name.size() < 2 || (name[0] != '#' && name[0] != '$') || name[1] < '1' || name[1] > '9')
      return name;
    const auto inside = static_cast<std::size_t>(std::stoul(name.substr(1)));
    return inside > most_ ? name : (name[0] == '#' ? names_ : reals_)[most_ - inside];
  }

 private:
  std::size_t most_;
  std::vector<std::string> names_, reals_;
};

// Writes straight into one string: texts of shared parts would together be far longer than the whole.
class TextWriter {
 public:
  // Until it has more than `most` bytes.
  std::string write(const Expr& root, std::size_t most) {
    const IndexNames names(root);
    names_ = &names;
    later_.push_back({&root, {}, 0});
    while (!later_.empty() && out_.size() <= most) {
      const Item item = later_.back();
      later_.pop_back();
      if (!item.e) {
        out_ += item.text;
      } else if (text_level(*item.e) < item.at_least) {
        out_ += '(';
        later_.push_back({nullptr, ")", 0});
        take_apart(*item.e);
      } else {
        take_apart(*item.e);
      }
    }
    return std::move(out_);
  }

 private:
  struct Item {  // an expression, which binds at least so strongly or stands in parentheses, or a text
    const Expr* e;
    std::string_view text;
    int at_least;
  };
  void binary(const Expr& e, int left, std::string_view between, int right) {
    later_.insert(later_.end(), {{&e.arg(1), {}, right}, {nullptr, between, 0}, {&e.arg(0), {}, left}});
  }
  // What `e` begins with is written; what follows waits, the last on the bottom.
  void take_apart(const Expr& e) {
    switch (e.op()) {
      case Op::constant: {
        const std::string digits = e.value().str();
        out_ += e.value().sign() < 0 ? "(" + digits + ")" : digits;
        return;
      }
      case Op::pi:
        out_ += "pi";
        return;
      case Op::variable:
        out_ += names_->of(e);
        return;
      case Op::neg:
        out_ += '-';
        later_.push_back({&e.arg(0), {}, level_unary + 1});
        return;
      case Op::add:
        return binary(e, level_sum, " + ", level_product);
      case Op::sub:
        return binary(e, level_sum, " - ", level_product);
      case Op::mul:
        return binary(e, level_product, "*", level_unary);
      case Op::div:
        return binary(e, level_product, "/", level_unary);
      case Op::pow:
        return binary(e, level_atom, "^", level_power);
      case Op::select:
        out_ += "select(";
        later_.insert(later_.end(), {{nullptr, ")", 0},
                                     {&e.arg(3), {}, 0},
                                     {nullptr, ", ", 0},
                                     {&e.arg(2), {}, 0},
                                     {nullptr, ", ", 0},
                                     {&e.arg(1), {}, 0},
                                     {nullptr, " ", 0},
                                     {nullptr, to_string(static_cast<Rel>(e.node().index)), 0},
                                     {nullptr, " ", 0},
                                     {&e.arg(0), {}, 0}});
        return;
      case Op::sum:
      case Op::prod:
        out_ += e.op() == Op::sum ? "sum(" : "prod(";
        out_ += names_->of(index_of(e)) + ", ";
        break;
      case Op::integral:
        out_ += "integral(" + names_->of(index_of(e)) + ", ";
        later_.insert(later_.end(), {{nullptr, ")", 0}, {&e.arg(2), {}, 0}, {nullptr, ", ", 0}});
        later_.push_back(high_of(e) ? Item{&e.arg(1), {}, 0} : Item{nullptr, "inf", 0});
        later_.push_back({nullptr, ", ", 0});
        later_.push_back(low_of(e) ? Item{&e.arg(0), {}, 0} : Item{nullptr, "-inf", 0});
        return;
      case Op::sequence:
        out_ += e.name() + "(";
        break;
      case Op::apply:
        out_ += e.name();
        if (std::ranges::any_of(e.node().orders, [](int k) { return k != 0; }))
          out_ += fmt::format("'({})", fmt::join(e.node().orders, ","));
        out_ += '(';
        break;
      default: {
        const FunctionName& f = name_of(e);
        out_ += f.name;
        out_ += '(';
        if (f.entry->ordered && !f.order) out_ += fmt::format("{}, ", e.node().index);
        break;
      }
    }
    later_.push_back({nullptr, ")", 0});
    for (std::size_t i = e.args().size(); i-- > 0;) {
      later_.push_back({&e.arg(i), {}, 0});
      if (i > 0) later_.push_back({nullptr, ", ", 0});
    }
  }

  std::string out_;
  std::vector<Item> later_;
  const IndexNames* names_ = nullptr;
};

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

struct Piece {
  std::string text;
  int level;
};

std::string in_parentheses(const std::string& text) { return "\\left(" + text + "\\right)"; }

Piece latex_of_function(const Expr& e, const std::unordered_map<Expr, Piece>& memo) {
  const FunctionEntry& f = *name_of(e).entry;
  const Piece& first = memo.at(e.arg(0));
  std::string arguments;
  for (const Expr& u : e.args()) arguments += (arguments.empty() ? "" : ", ") + memo.at(u).text;
  const std::string symbol(f.notation.latex);
  const int order = e.node().index;
  switch (f.notation.form) {
    case Notation::Form::exponential:
      return {symbol + "^{" + arguments + "}", level_power};
    case Notation::Form::root:
      return {symbol + "{" + arguments + "}", level_atom};
    case Notation::Form::fences:
      return {symbol + arguments + std::string(f.notation.latex_closing), level_atom};
    case Notation::Form::order:
      return {symbol +
                  (order == 0   ? ""
                   : order == 1 ? "'"
                                : fmt::format("^{{({})}}", order)) +
                  in_parentheses(arguments),
              level_atom};
    case Notation::Form::spelled_out:
      if (e.args().size() == 2) {  // a product with a function of the second argument
        const std::string left = first.level >= level_power ? first.text : in_parentheses(first.text);
        return {left + " " + symbol + in_parentheses(memo.at(e.arg(1)).text), level_product};
      }
      break;
    case Notation::Form::call:
      break;
  }
  return {symbol + in_parentheses(arguments), level_atom};
}

Piece latex_of(const Expr& e, std::unordered_map<Expr, Piece>& memo, const IndexNames& names) {
  const auto a = [&](std::size_t i) -> const Piece& { return memo.at(e.arg(i)); };
  const auto paren = [](const Piece& p, int level) {
    return p.level >= level ? p.text : "\\left(" + p.text + "\\right)";
  };
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
      return {latex_name(names.of(e)), level_atom};
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
    case Op::sum:
    case Op::prod:
      return {fmt::format("\\{}_{{{}={}}}^{{{}}} {}", e.op() == Op::sum ? "sum" : "prod",
                          latex_name(names.of(index_of(e))), a(0).text, a(1).text, paren(a(2), level_product)),
              level_product};
    case Op::integral:
      return {fmt::format("\\int_{{{}}}^{{{}}} {} \\,d{}", low_of(e) ? a(0).text : "-\\infty",
                          high_of(e) ? a(1).text : "\\infty", paren(a(2), level_product),
                          latex_name(names.of(index_of(e)))),
              level_product};
    case Op::sequence: {
      std::string s = latex_name(e.name()) + "_{";
      for (std::size_t i = 0; i < e.args().size(); ++i) s += (i ? ", " : "") + a(i).text;
      return {s + "}", level_atom};
    }
    case Op::select:
      return {fmt::format("\\begin{{cases}} {} & {} {} {} \\\\ {} & \\text{{otherwise}} \\end{{cases}}", a(2).text,
                          a(0).text, to_string(static_cast<Rel>(e.node().index)), a(1).text, a(3).text),
              level_atom};
    default:
      return latex_of_function(e, memo);
  }
}

}  // namespace

std::string to_text(const Expr& e) {
  std::string text = TextWriter().write(e, longest_text);
  if (text.size() > longest_text) throw OutOfWork{OutOfWork::Why::memory};
  return text;
}
std::string short_text(const Expr& e, std::size_t most) {
  std::string text = TextWriter().write(e, most);
  return text.size() <= most ? text : text.substr(0, most) + "...";
}
std::string to_text(const Relation& r) {
  return to_text(r.lhs) + " " + std::string(to_string(r.rel)) + " " + to_text(r.rhs);
}
std::string to_latex(const Expr& root) {
  const IndexNames names(root);
  std::unordered_map<Expr, Piece> memo;
  std::vector<std::pair<Expr, bool>> stack{{root, false}};
  while (!stack.empty()) {
    const auto [e, ready] = stack.back();
    stack.pop_back();
    if (memo.contains(e)) continue;
    if (ready) {
      memo.emplace(e, latex_of(e, memo, names));
    } else {
      stack.emplace_back(e, true);
      for (const auto& a : e.args()) stack.emplace_back(a, false);
    }
  }
  return memo.at(root).text;
}

}  // namespace dpcert
