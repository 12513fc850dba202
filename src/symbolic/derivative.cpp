// Derivatives, in the shape in which the certificate checker writes them (flat.hpp).
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "dpcert/core/error.hpp"

#include "src/core/work.hpp"
#include "src/symbolic/flat.hpp"
#include "src/symbolic/functions.hpp"

namespace dpcert {

namespace {

using Parts = std::vector<Expr>;

// A product of n factors has a derivative with n terms of n factors. Longer ones are halved first, so that the size
// grows like n log n.
constexpr std::size_t longest_flat_product = 256;

class Differentiation {
 public:
  explicit Differentiation(const Expr& x) : x_(x) {}

  // Formulas may be deeper than the stack of the machine allows.
  Expr of(const Expr& root) {
    struct Pending {
      Expr e;
      Parts parts;  // once their derivatives are waited for
    };
    std::vector<Pending> stack;
    stack.push_back({root, {}});
    while (!stack.empty()) {
      const std::size_t place = stack.size() - 1;
      const Expr e = stack[place].e;
      if (!known_.contains(e)) {
        if (e == x_ || !contains(e)) {
          known_.emplace(e, e == x_ ? one_ : zero_);
        } else {
          if (stack[place].parts.empty()) {
            Parts parts = parts_of(e);
            for (const Expr& p : parts) {
              if (!known_.contains(p)) stack.push_back({p, {}});
            }
            stack[place].parts = std::move(parts);
            if (stack.size() > place + 1) continue;
          }
          known_.emplace(e, by_rule(e, stack[place].parts));
        }
      }
      stack.pop_back();
    }
    count_work(known_.size());
    return known_.at(root);
  }

 private:
  [[nodiscard]] const Expr& d(const Expr& e) const { return known_.at(e); }

  bool contains(const Expr& root) {
    if (const auto it = contains_.find(root); it != contains_.end()) return it->second;
    std::vector<Expr> stack{root};
    while (!stack.empty()) {
      const Expr e = stack.back();
      bool ready = true, found = e == x_;
      for (const Expr& a : e.args()) {
        const auto it = contains_.find(a);
        if (it == contains_.end())
          stack.push_back(a), ready = false;
        else
          found = found || it->second;
      }
      if (!ready) continue;
      contains_.emplace(e, found);
      stack.pop_back();
    }
    return contains_.at(root);
  }

  struct Product {
    Rational number{1};
    Parts factors;
    [[nodiscard]] bool is_long() const { return factors.size() > longest_flat_product; }
    [[nodiscard]] Parts halves() const {
      const auto middle = factors.begin() + static_cast<std::ptrdiff_t>(factors.size() / 2);
      return {flat::product({factors.begin(), middle}), flat::product({middle, factors.end()})};
    }
  };
  static Product product_of(const Expr& e) {
    Product p;
    flat::collect_factors(e, p.number, p.factors);
    return p;
  }

  // The expressions whose derivatives make the derivative of e.
  Parts parts_of(const Expr& e) {
    if (binds(e) || e.op() == Op::sequence) return {body_of(e)};
    if (flat::is_sum(e)) {
      Parts terms;
      flat::collect_terms(e, terms);
      return terms;
    }
    if (flat::is_product(e)) {
      const Product p = product_of(e);
      return p.is_long() ? p.halves() : p.factors;
    }
    return {e.args().begin(), e.args().end()};
  }

  // Of a sum whose ends stay where they are, with an index of its own.
  Expr body_of(const Expr& e) {
    const char* what = e.op() == Op::sequence                     ? "an application of a sequence"
                       : e.op() == Op::prod                       ? "a product over a range"
                       : is_integral(e)                           ? "an integral"
                       : contains(e.arg(0)) || contains(e.arg(1)) ? "a sum with such an end"
                                                                  : nullptr;
    if (what) {
      throw Error(ErrorCode::unsupported, "derivative", "operations that are differentiated in `" + x_.name() + "`",
                  std::string(what) + " that contains it");
    }
    const Expr& index = own_.emplace_back().variable();
    indices_.emplace(e, index);
    return body_at(e, index);
  }

  Expr by_rule(const Expr& e, const Parts& parts) {
    if (flat::is_sum(e)) {
      Parts terms;
      for (const Expr& t : parts) terms.push_back(d(t));
      return flat::sum(terms);
    }
    if (flat::is_product(e)) return of_product(product_of(e).number, parts);
    switch (e.op()) {
      case Op::div:
        return of_quotient(e.arg(0), e.arg(1));
      case Op::pow:
        return of_power(e);
      case Op::min:
      case Op::max:
        return of_choice(e);
      case Op::select:
        if (d(e.arg(2)) == d(e.arg(3))) return d(e.arg(2));
        return select(static_cast<Rel>(e.node().index), e.arg(0), e.arg(1), d(e.arg(2)), d(e.arg(3)));
      case Op::apply:
        return of_application(e);
      case Op::sum:
        if (d(parts[0]).is_constant(0)) return zero_;
        return Expr::repeated(Op::sum, indices_.at(e), e.arg(0), e.arg(1), d(parts[0]));
      default:
        return of_function(e);
    }
  }

  Expr of_product(const Rational& number, const Parts& factors) {
    Parts terms;
    const Expr c(number);
    for (std::size_t i = 0; i < factors.size(); ++i) {
      if (!contains(factors[i])) continue;
      Parts f{c};
      f.reserve(1 + factors.size());
      for (std::size_t j = 0; j < factors.size(); ++j) f.push_back(j == i ? d(factors[i]) : factors[j]);
      terms.push_back(flat::product(f));
    }
    return flat::sum(terms);
  }
  Expr of_quotient(const Expr& u, const Expr& v) const {
    const Expr first = d(u).is_constant(0) ? Expr(0) : flat::quotient(d(u), v);
    if (d(v).is_constant(0)) return first;
    return flat::sum({first, flat::product({Expr(-1), flat::quotient(flat::product({u, d(v)}), flat::square(v))})});
  }
  Expr of_power(const Expr& e) {
    const Expr &u = e.arg(0), &v = e.arg(1);
    if (!contains(v)) return flat::product({v, power(u, flat::sum({v, Expr(-1)})), d(u)});
    const Expr first = flat::product({d(v), log(u)});
    if (d(u).is_constant(0)) return flat::product({e, first});
    return flat::product({e, flat::sum({first, flat::quotient(flat::product({v, d(u)}), u)})});
  }
  // max(u, v) = (u + v + |u - v|)/2, min with a minus sign.
  Expr of_choice(const Expr& e) const {
    const Expr &u = e.arg(0), &v = e.arg(1);
    const auto difference = [](const Expr& a, const Expr& b) { return flat::sum({a, flat::product({Expr(-1), b})}); };
    const Expr tilt =
        flat::product({Expr(e.op() == Op::max ? 1 : -1), flat::sign(difference(u, v)), difference(d(u), d(v))});
    return flat::product({Expr(Rational(1, 2)), flat::sum({d(u), d(v), tilt})});
  }
  Expr of_application(const Expr& e) const {
    Parts terms;
    for (std::size_t i = 0; i < e.args().size(); ++i) {
      auto orders = e.node().orders;
      ++orders[i];
      terms.push_back(flat::product({Expr::apply(e.name(), std::move(orders), e.node().args), d(e.arg(i))}));
    }
    return flat::sum(terms);
  }
  Expr of_function(const Expr& e) const {
    const FunctionEntry* f = function_entry(e);
    if (!f || !f->partial) throw Error(ErrorCode::internal, "derivative", "an operation of Expr", "another");
    Parts terms;
    for (std::size_t i = 0; i < e.args().size(); ++i) {
      if (d(e.arg(i)).is_constant(0)) continue;
      const Fraction p = f->partial(e, i);
      const Expr above = flat::product({p.numerator, d(e.arg(i))});
      terms.push_back(p.denominator.is_constant(1) ? above : flat::quotient(above, p.denominator));
    }
    return terms.size() == 1 ? terms[0] : flat::sum(terms);
  }

  Expr x_, zero_{0}, one_{1};
  std::unordered_map<Expr, Expr> known_;
  std::unordered_map<Expr, bool> contains_;
  std::deque<FreshIndex> own_;
  std::unordered_map<Expr, Expr> indices_;  // of sums
};

}  // namespace

Expr derivative(const Expr& e, const Expr& variable) { return Differentiation(variable).of(e); }

}  // namespace dpcert
