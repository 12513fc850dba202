// Floors of affine functions of several variables, as in olympiads: by what each floor can be beside the floors of the
// variables, one floor after the other, and the linear inequalities that this leaves.
#include <algorithm>
#include <map>

#include "verify/engine/lp/exact_simplex.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_floors = 8;
constexpr long most_cells = 400;

// floor = whole + (one of low..high).
struct Floor {
  Expr floor, whole;
  long low = 0, high = 0;
  std::size_t variables = 0;
};

class Cells {
 public:
  explicit Cells(const Subprover& s) : s_(s) {}

  Tree prove(const Goal& g) {
    const auto floors = nodes_of(g.relation, is_rounded);
    if (floors.size() < 2 || floors.size() > most_floors) return std::nullopt;
    std::vector<Expr> reals;
    for (const Expr& f : floors) {
      auto one = read(g.context, f, reals);
      if (!one) return std::nullopt;
      floors_.push_back(*std::move(one));
    }
    if (reals.size() < 2) return std::nullopt;
    std::ranges::stable_sort(floors_, {}, &Floor::variables);
    Goal h = g;
    Proof out;
    for (const Expr& x : reals)
      if (!take(rule::Fact{rule::Fact::Of::floor, x}, h, out)) return std::nullopt;
    for (const Expr& x : reals) whole_ends(x, h, out);
    for (const Floor& f : floors_) {
      if (f.floor == f.whole) continue;
      if (!take(rule::Fact{rule::Fact::Of::floor, f.floor.arg(0)}, h, out)) return std::nullopt;
      const Expr beside = sub(f.floor, f.whole);
      for (const Relation& end : {Relation{Rel::ge, beside, Expr(f.low)}, Relation{Rel::ge, Expr(f.high), beside}})
        if (const auto t = linear({h.context, end})) cut_in(out, h, end, *t);
    }
    const auto t = cell(h, 0);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

 private:
  // With integers as coefficients; the real variables join `reals`.
  static std::optional<Floor> read(const Context& c, const Expr& f, std::vector<Expr>& reals) {
    const auto form = f.op() == Op::floor ? affine(f.arg(0)) : std::nullopt;
    if (!form) return std::nullopt;
    Floor out{f, 0};
    Rational low = form->constant, high = form->constant;
    bool below = false;  // is the upper end never reached?
    for (const auto& [name, k] : form->coefficients) {
      const Expr x = Expr::variable(name);
      const Variable* v = c.find(x);
      if (!v || !k.is_integer()) return std::nullopt;
      if (v->integer) {
        out.whole = add(out.whole, mul(Expr(k), x));
        continue;
      }
      if (std::ranges::find(reals, x) == reals.end()) reals.push_back(x);
      ++out.variables;
      out.whole = add(out.whole, mul(Expr(k), floor(x)));
      (k.sign() > 0 ? high : low) = (k.sign() > 0 ? high : low) + k;
      below = below || k.sign() > 0;
    }
    const auto first = low.floor().to_int64(), last = high.floor().to_int64();
    if (!first || !last) return std::nullopt;
    out.low = static_cast<long>(*first);
    out.high = static_cast<long>(*last) - (below && high.is_integer() ? 1 : 0);
    return out;
  }

  // The ends of x, if they are integers, are those of its floor. Its two inequalities are hypotheses.
  void whole_ends(const Expr& x, Goal& h, Proof& out) const {
    const Range range = h.context.find(x)->range;
    if (range.lo.infinite) return;
    const Relation end{Rel::ge, x, Expr(range.lo.value)}, said{Rel::ge, floor(x), Expr(range.lo.value.floor())};
    cut_in(out, h, end, {rule::Sign{}});
    if (const auto t = linear({h.context, said})) cut_in(out, h, said, *t);
  }

  Tree cell(const Goal& g, std::size_t i) {
    if (s_.out_of_time() || ++visited_ > most_cells) return std::nullopt;
    if (auto t = linear(g)) return t;
    return i == floors_.size() ? std::nullopt : between(g, i, floors_[i].low, floors_[i].high);
  }

  // Floor i is one of low..high beside `whole`.
  Tree between(const Goal& g, std::size_t i, long low, long high) {
    if (low >= high) return cell(g, i + 1);
    const Floor& f = floors_[i];
    const long middle = low + (high - low) / 2;
    const Expr beside = sub(f.floor, f.whole);
    const auto side = [&](const Relation& said, long from, long to) -> ProveGoal {
      return [this, &g, said, i, from, to](const Goal& h) -> Tree {
        Goal k = h;
        Proof out;
        const std::size_t half = g.context.hypotheses().size() + 1;
        cut_in(out, k, said, {rule::Integral{}, rule::Combine{Rational(1, 2), {{half, Rational(1)}}}});
        const auto t = from == to ? cell(k, i + 1) : linear_or(k, i, from, to);
        if (!t) return std::nullopt;
        append(out, *t);
        return out;
      };
    };
    return steps(g, rule::Cases{sub(beside, Expr(Rational(2 * middle + 1, 2)))},
                 {side({Rel::ge, beside, Expr(Rational(middle + 1))}, middle + 1, high),
                  side({Rel::ge, Expr(Rational(middle)), beside}, low, middle)});
  }
  Tree linear_or(const Goal& g, std::size_t i, long low, long high) {
    if (auto t = linear(g)) return t;
    return between(g, i, low, high);
  }

  // By a combination of hypotheses, of integers less 1; or as they leave no point.
  Tree linear(const Goal& g) const {
    const auto whole = [&](const Expr& e) { return is_whole(e, g.context); };
    const bool integers = g.relation.rel == Rel::ge && whole(g.relation.lhs) && whole(g.relation.rhs);
    auto t = integers ? steps(g, rule::Integral{}, {[&](const Goal& h) { return combination(h); }}) : combination(g);
    if (t) return t;
    const Relation none{Rel::gt, 0, 0};
    const auto proof = combination({g.context, none});
    if (!proof) return std::nullopt;
    Goal h = g;
    Proof out;
    cut_in(out, h, none, *proof);
    out.emplace_back(rule::Prune{h.context.hypotheses().size(), Effort::prune_bits});
    return out;
  }

  // Floors and variables are the unknowns of a linear program, in which products have no place.
  Tree combination(const Goal& g) const {
    std::vector<Expr> floors;
    const auto form_of = [&](const Relation& r) {
      Expr e = sub(r.lhs, r.rhs);
      for (const Expr& f : nodes_of(r, is_rounded)) {
        const auto at = std::ranges::find(floors, f);
        const std::string name = "floor " + std::to_string(at - floors.begin());
        if (at == floors.end()) floors.push_back(f);
        e = replaced(e, f, Expr::variable(name));
      }
      return affine(e);
    };
    const auto goal = form_of(g.relation);
    if (!goal) return std::nullopt;
    std::vector<std::pair<std::size_t, Affine>> columns;
    std::map<std::string, std::size_t> row;
    const auto put_rows = [&](const Affine& f) {
      for (const auto& [name, c] : f.coefficients) row.emplace(name, row.size());
    };
    put_rows(*goal);
    const auto& said = g.context.hypotheses();
    for (std::size_t i = 0; i < said.size(); ++i) {
      auto form = said[i].rel == Rel::eq ? std::nullopt : form_of(said[i]);
      if (!form) continue;
      put_rows(*form);
      columns.emplace_back(i, *std::move(form));
    }
    // The last rows: the constant, and the sum of what is strict, which is 1 beside some multiple of the goal.
    const std::size_t constant = row.size(), strict = constant + 1, own = columns.size() + 1;
    std::vector<std::vector<Rational>> a(row.size() + 2, std::vector<Rational>(own + 1));
    std::vector<Rational> b(row.size() + 2);
    const auto put = [&](std::size_t j, const Affine& f, const Rational& sign) {
      for (const auto& [name, c] : f.coefficients) a[row.at(name)][j] = sign * c;
      a[constant][j] = sign * f.constant;
    };
    for (std::size_t j = 0; j < columns.size(); ++j) {
      put(j, columns[j].second, 1);
      if (said[columns[j].first].rel == Rel::gt) a[strict][j] = 1;
    }
    a[constant][columns.size()] = 1;
    a[strict][columns.size()] = 1;
    put(own, *goal, -1);
    if (g.strict())
      b[strict] = 1;
    else
      a.pop_back(), b.pop_back();
    if (!g.strict()) {
      for (auto& r : a) {
        b[&r - a.data()] = -r[own];
        r[own] = 0;
      }
    }
    const auto x = nonnegative_solution(a, b, s_.out_of_time);
    const bool alone = !g.strict() || g.difference().is_constant(0);
    const Rational times = !x ? Rational(0) : alone ? Rational(1) : (*x)[own];
    if (times.sign() <= 0) return std::nullopt;
    rule::Combine sum{(*x)[columns.size()] / times, {}};
    for (std::size_t j = 0; j < columns.size(); ++j)
      if (!(*x)[j].is_zero()) sum.terms.emplace_back(columns[j].first + 1, (*x)[j] / times);
    return Proof{sum};
  }

  const Subprover& s_;
  std::vector<Floor> floors_;
  long visited_ = 0;
};

}  // namespace

Tree by_cells_of_floors(const Goal& g, const Subprover& s) {
  if (g.relation.rel == Rel::eq) return steps(g, rule::Both{}, {[&](const Goal& h) { return Cells(s).prove(h); }});
  return Cells(s).prove(g);
}

}  // namespace dpcert::verify
