// Positivity of polynomials by Gram matrices: q D = sum of w_b u_b^T X_b u_b + sum of r_e h_e with weights w_b >= 0,
// vectors u_b of polynomials, positive semidefinite X_b, and equations h_e = 0 (Parrilo 2003; Putinar 1993). A solver
// proposes the X_b in floating point; they are rounded to rationals that satisfy the equations exactly, and X_b = L D
// L^T writes each as squares. Where D vanishes inside the domain no X_b is definite: the kernel is read off, taken to
// be rational, and the vectors u_b are replaced by fewer (Peyrl and Parrilo 2008; Permenter and Parrilo 2018).
#include <flint/fmpq_mat.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include "src/core/work.hpp"
#include "verify/engine/lp/semidefinite.hpp"
#include "verify/engine/tactics/polynomials.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

using Gram = Effort::Gram;
using Matrix = std::vector<std::vector<Rational>>;
using Index = Eigen::Index;

Poly scaled_sum(const std::vector<std::pair<Rational, const Poly*>>& terms) {
  Poly out;
  for (const auto& [c, p] : terms)
    for (const auto& [m, d] : *p) out[m] += c * d;
  std::erase_if(out, [](const auto& t) { return t.second.is_zero(); });
  return out;
}

struct Weight {
  Poly p;
  Expr e;                      // the same as it is known to be >= 0
  std::size_t hypothesis = 0;  // that says so, from 1; 0: none alone
};
struct Equation {
  Poly p;
  std::size_t hypothesis;  // from 1
};

Rational denominator_of(const Rational& q) {
  Rational out(1);
  fmpz_set(fmpq_numref(out.fmpq_ptr()), fmpq_denref(q.fmpq_ptr()));
  return out;
}

// The number with the least denominator that is as near as the solver's digits tell; nothing where none is simple.
std::optional<Rational> simple_near(double x) {
  if (!std::isfinite(x)) return std::nullopt;
  const Rational q = simplest_between(Rational::from_double(x - Gram::nearness_of_kernel),
                                      Rational::from_double(x + Gram::nearness_of_kernel));
  const auto d = q.to_int64_denominator();
  return d && *d <= Gram::greatest_denominator_of_kernel ? std::optional(q) : std::nullopt;
}

// Rows of a reduced echelon form of the space that the columns of v span.
std::optional<Matrix> rational_basis(Eigen::MatrixXd v) {
  v.transposeInPlace();
  const Index rows = v.rows(), columns = v.cols();
  std::vector<bool> used(static_cast<std::size_t>(columns), false);
  for (Index r = 0; r < rows; ++r) {
    Index best = -1;
    for (Index c = 0; c < columns; ++c)
      if (!used[static_cast<std::size_t>(c)] && (best < 0 || std::fabs(v(r, c)) > std::fabs(v(r, best)) + 1e-3))
        best = c;
    if (best < 0 || std::fabs(v(r, best)) < 1e-6) return std::nullopt;
    used[static_cast<std::size_t>(best)] = true;
    v.row(r) /= v(r, best);
    for (Index i = 0; i < rows; ++i)
      if (i != r) v.row(i) -= v(i, best) * v.row(r);
  }
  Matrix out(static_cast<std::size_t>(rows), std::vector<Rational>(static_cast<std::size_t>(columns)));
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < columns; ++c) {
      const auto q = simple_near(v(r, c));
      if (!q) return std::nullopt;
      out[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] = *q;
    }
  return out;
}

// Pivots d and rows of a unit upper triangle U with X = U^T diag(d) U, if X is positive semidefinite.
struct Squares {
  std::vector<Rational> pivots;
  Matrix rows;
};
std::optional<Squares> squares_of(Matrix x) {
  const std::size_t n = x.size();
  Squares out;
  for (std::size_t k = 0; k < n; ++k) {
    count_work(n * (n - k));
    const Rational d = x[k][k];
    if (d.sign() < 0) return std::nullopt;
    std::vector<Rational> row(n);
    if (d.is_zero()) {
      for (std::size_t j = k + 1; j < n; ++j)
        if (!x[k][j].is_zero()) return std::nullopt;
    } else {
      for (std::size_t j = k; j < n; ++j) row[j] = x[k][j] / d;
      for (std::size_t i = k + 1; i < n; ++i)
        for (std::size_t j = i; j < n; ++j) x[i][j] -= row[i] * x[k][j];
    }
    out.pivots.push_back(d);
    out.rows.push_back(std::move(row));
  }
  return out;
}

int degree_of(const Poly& p) {
  int most = 0;
  for (const auto& [m, c] : p) most = std::max(most, degree(m));
  return most;
}
bool is_homogeneous(const Poly& p) {
  return std::ranges::all_of(p, [&](const auto& t) { return degree(t.first) == degree(p.begin()->first); });
}

class GramSearch {
 public:
  GramSearch(const Poly& target, std::vector<Expr> xs, const std::vector<Weight>& weights,
             const std::vector<Equation>& equations, int degree_of_all, bool strict)
      : target_(target), xs_(std::move(xs)), strict_(strict) {
    for (const Weight& w : weights) {
      Block b{w, {}};
      const int most = degree_of(target) - degree_of(w.p);
      if (is_homogeneous(target) && is_homogeneous(w.p)) {  // what has other degrees adds up to 0 by itself
        if (most < 0 || most % 2 != 0) continue;
        for (const Powers& m : monomials(most / 2))
          if (2 * degree(m) == most) b.basis.push_back({{m, Rational(1)}});
      } else {
        for (const Powers& m : monomials((degree_of_all - degree_of(w.p)) / 2)) b.basis.push_back({{m, Rational(1)}});
      }
      if (!b.basis.empty()) blocks_.push_back(std::move(b));
    }
    for (const Equation& e : equations)
      for (const Powers& m : monomials(degree_of_all - degree_of(e.p)))
        free_.push_back({product(e.p, {{m, Rational(1)}}), {{m, Rational(1)}}, e.hypothesis});
  }

  struct Found {
    Expr squares;                                      // what is >= 0, written so that it is seen
    std::vector<std::pair<std::size_t, Expr>> others;  // hypotheses that are equations, with their multipliers
    // Inequalities, with the squares: as a part of `squares` their terms would be those of a longer sum.
    std::vector<std::pair<std::size_t, Expr>> facts = {};
  };
  std::optional<Found> run(const std::function<bool()>& stop) {
    for (int turn = 0; turn < Gram::reductions; ++turn) {
      if ((stop && stop()) || !columns()) return std::nullopt;
      const auto x = proposed();
      if (!x) return std::nullopt;
      switch (reduced(*x)) {
        case Reduced::no:
          return rounded(*x);
        case Reduced::yes:
          continue;
        case Reduced::failed:
          return std::nullopt;
      }
    }
    return std::nullopt;
  }

 private:
  struct Block {
    Weight weight;
    std::vector<Poly> basis;
  };
  struct Free {
    Poly p;  // equation times multiplier
    Poly multiplier;
    std::size_t hypothesis;
  };
  struct Column {
    Poly p;
    std::size_t block, i, j;
  };
  enum class Reduced : std::uint8_t { no, yes, failed };

  [[nodiscard]] std::vector<Powers> monomials(int most) const {
    std::vector<Powers> out;
    Powers m(xs_.size());
    const std::function<void(std::size_t, int)> walk = [&](std::size_t i, int left) {
      if (i == xs_.size()) {
        out.push_back(m);
        return;
      }
      for (m[i] = 0; m[i] <= left; ++m[i]) walk(i + 1, left - m[i]);
      m[i] = 0;
    };
    if (most >= 0) walk(0, most);
    // The constant last: its pivot is what a strict relation needs.
    std::ranges::stable_sort(out, [](const Powers& a, const Powers& b) { return degree(a) > degree(b); });
    return out;
  }

  // The entries of the matrices, each with what it adds; without those that must be 0. Nothing if there are too many.
  bool columns() {
    do {
      columns_.clear(), rows_.clear();
      std::size_t entries = free_.size();
      for (const Block& b : blocks_) {
        if (b.basis.size() > Gram::largest_matrix) return false;
        entries += b.basis.size() * (b.basis.size() + 1) / 2;
      }
      if (entries > Gram::most_entries) return false;
      count_work(4 * entries);
      for (std::size_t b = 0; b < blocks_.size(); ++b)
        for (std::size_t i = 0; i < blocks_[b].basis.size(); ++i)
          for (std::size_t j = i; j < blocks_[b].basis.size(); ++j) {
            Poly p = product(blocks_[b].weight.p, product(blocks_[b].basis[i], blocks_[b].basis[j]));
            if (i != j)
              for (auto& [m, c] : p) c *= Rational(2);
            columns_.push_back({std::move(p), b, i, j});
          }
      const auto row = [&](const Poly& p) {
        for (const auto& [m, c] : p) rows_.emplace(m, rows_.size());
      };
      row(target_);
      for (const Column& c : columns_) row(c.p);
      for (const Free& f : free_) row(f.p);
      if (rows_.size() > Gram::most_rows) return false;
    } while (without_zeros());
    return std::ranges::any_of(blocks_, [](const Block& b) { return !b.basis.empty(); });
  }
  // A row in which diagonal entries of one sign alone stand, and nothing in the target: they are 0.
  bool without_zeros() {
    struct Seen {
      bool open = false, up = false, down = false;
      std::vector<const Column*> diagonal;
    };
    std::map<Powers, Seen> seen;
    for (const auto& [m, c] : target_) seen[m].open = true;
    for (const Free& f : free_)
      for (const auto& [m, c] : f.p) seen[m].open = true;
    for (const Column& column : columns_)
      for (const auto& [m, c] : column.p) {
        Seen& s = seen[m];
        if (column.i != column.j) s.open = true;
        (c.sign() > 0 ? s.up : s.down) = true;
        s.diagonal.push_back(&column);
      }
    std::set<std::pair<std::size_t, std::size_t>> gone;
    for (const auto& [m, s] : seen)
      if (!s.open && s.up != s.down)
        for (const Column* c : s.diagonal) gone.emplace(c->block, c->i);
    for (auto g = gone.rbegin(); g != gone.rend(); ++g) {
      auto& basis = blocks_[g->first].basis;
      basis.erase(basis.begin() + static_cast<std::ptrdiff_t>(g->second));
    }
    std::erase_if(blocks_, [](const Block& b) { return b.basis.empty(); });
    return !gone.empty();
  }

  [[nodiscard]] std::optional<std::vector<Eigen::MatrixXd>> proposed() const {
    const auto at = [](std::size_t i) { return static_cast<Index>(i); };
    // A free number is the difference of two that are >= 0.
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(at(rows_.size()), at(columns_.size() + free_.size()));
    for (std::size_t k = 0; k < columns_.size(); ++k)
      for (const auto& [m, c] : columns_[k].p) a(at(rows_.at(m)), at(k)) = c.approx();
    for (std::size_t k = 0; k < free_.size(); ++k)
      for (const auto& [m, c] : free_[k].p) a(at(rows_.at(m)), at(columns_.size() + k)) = c.approx();
    Eigen::VectorXd b = Eigen::VectorXd::Zero(a.rows());
    for (const auto& [m, c] : target_) b(at(rows_.at(m))) = c.approx();
    const double size = b.cwiseAbs().maxCoeff();
    // The solver wants independent equations.
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(a.transpose());
    qr.setThreshold(1e-9);
    SemidefiniteProgram p;
    for (const Block& block : blocks_) p.sizes.push_back(block.basis.size());
    if (!free_.empty()) p.sizes.push_back(2 * free_.size());
    for (Index r = 0; r < qr.rank(); ++r) {
      const Index row = qr.colsPermutation().indices()(r);
      auto& entries = p.constraints.emplace_back();
      for (std::size_t k = 0; k < columns_.size(); ++k) {
        const Column& c = columns_[k];
        if (const double v = a(row, at(k)); v != 0) entries.push_back({c.block, c.i, c.j, c.i == c.j ? v : v / 2});
      }
      for (std::size_t k = 0; k < free_.size(); ++k)
        if (const double v = a(row, at(columns_.size() + k)); v != 0) {
          entries.push_back({blocks_.size(), 2 * k, 2 * k, v});
          entries.push_back({blocks_.size(), 2 * k + 1, 2 * k + 1, -v});
        }
      p.right.push_back(b(row) / size);
    }
    std::uint64_t work = Gram::work_of_a_call + rows_.size() * rows_.size() * rows_.size() / 50;
    for (const Block& block : blocks_) work += 4 * block.basis.size() * block.basis.size() * block.basis.size();
    count_work(work);
    auto x = semidefinite_point(p);
    if (x)
      for (auto& m : *x) m *= size;
    return x;
  }

  // Are the matrices definite? Else the vectors are replaced by a basis of where they are.
  Reduced reduced(const std::vector<Eigen::MatrixXd>& x) {
    double largest = 0;
    std::vector<Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>> of;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      of.emplace_back(x[b]);
      largest = std::max(largest, of.back().eigenvalues().maxCoeff());
    }
    bool changed = false;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      const auto& values = of[b].eigenvalues();
      Index kernel = 0;
      while (kernel < values.size() && values(kernel) < Gram::vanishing * largest) ++kernel;
      if (kernel == 0) continue;
      changed = true;
      if (kernel == values.size()) {
        blocks_[b].basis.clear();
        continue;
      }
      const auto rows = rational_basis(of[b].eigenvectors().rightCols(values.size() - kernel));
      if (!rows) return Reduced::failed;
      std::vector<Poly> basis;
      for (const auto& row : *rows) {
        std::vector<std::pair<Rational, const Poly*>> terms;
        for (std::size_t i = 0; i < row.size(); ++i) terms.emplace_back(row[i], &blocks_[b].basis[i]);
        basis.push_back(scaled_sum(terms));
      }
      blocks_[b].basis = std::move(basis);
    }
    std::erase_if(blocks_, [](const Block& b) { return b.basis.empty(); });
    return changed ? Reduced::yes : Reduced::no;
  }

  // The equations solved for some of the entries; the others are rounded, to few digits first.
  std::optional<Found> rounded(const std::vector<Eigen::MatrixXd>& x) {
    const std::size_t n = columns_.size() + free_.size();
    std::vector<double> near(n);  // those that need no sign in front: they are solved for where they can be
    for (std::size_t k = 0; k < free_.size(); ++k) {
      const auto i = static_cast<Index>(2 * k);
      near[k] = x.back()(i, i) - x.back()(i + 1, i + 1);
    }
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      const Column& c = columns_[k];
      near[free_.size() + k] = x[c.block](static_cast<Index>(c.i), static_cast<Index>(c.j));
    }
    std::vector<std::size_t> pivots;
    const Matrix rows = echelon(pivots);
    if (!pivots.empty() && pivots.back() == n) return std::nullopt;
    for (const std::int64_t d : Gram::denominators) {
      count_work(rows.size() * n / 4);
      std::vector<Rational> value(n);
      for (std::size_t k = 0; k < n; ++k) {
        const double numerator = std::round(near[k] * static_cast<double>(d));
        if (!(std::fabs(numerator) < 1e15)) return std::nullopt;
        value[k] = Rational(static_cast<long>(numerator), static_cast<long>(d));
      }
      for (const std::size_t p : pivots) value[p] = Rational(0);
      for (std::size_t r = 0; r < pivots.size(); ++r) {
        Rational left = rows[r][n];
        for (std::size_t k = 0; k < n; ++k)
          if (k != pivots[r] && !rows[r][k].is_zero() && !value[k].is_zero()) left -= rows[r][k] * value[k];
        value[pivots[r]] = left;
      }
      // Pivots are solved for from the entries that are none, which stand behind them unchanged.
      if (auto found = written(value)) return found;
    }
    return std::nullopt;
  }
  Matrix echelon(std::vector<std::size_t>& pivots) const {
    const std::size_t n = columns_.size() + free_.size();
    fmpq_mat_t a;
    fmpq_mat_init(a, static_cast<slong>(rows_.size()), static_cast<slong>(n + 1));
    const auto put = [&](const Poly& p, std::size_t column) {
      for (const auto& [m, c] : p)
        fmpq_set(fmpq_mat_entry(a, static_cast<slong>(rows_.at(m)), static_cast<slong>(column)), c.fmpq_ptr());
    };
    for (std::size_t k = 0; k < free_.size(); ++k) put(free_[k].p, k);
    for (std::size_t k = 0; k < columns_.size(); ++k) put(columns_[k].p, free_.size() + k);
    put(target_, n);
    count_work(rows_.size() * rows_.size() * n / 50);
    const slong rank = fmpq_mat_rref(a, a);
    Matrix out;
    for (slong r = 0; r < rank; ++r) {
      auto& row = out.emplace_back(n + 1);
      bool first = true;
      for (std::size_t k = 0; k <= n; ++k) {
        row[k] = Rational::from_fmpq(fmpq_mat_entry(a, r, static_cast<slong>(k)));
        if (first && !row[k].is_zero()) pivots.push_back(k), first = false;
      }
    }
    fmpq_mat_clear(a);
    return out;
  }

  std::optional<Found> written(const std::vector<Rational>& value) const {
    std::vector<Matrix> x;
    for (const Block& b : blocks_) x.emplace_back(b.basis.size(), std::vector<Rational>(b.basis.size()));
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      const Column& c = columns_[k];
      x[c.block][c.i][c.j] = x[c.block][c.j][c.i] = value[free_.size() + k];
    }
    Found out{0, {}};
    bool positive = false;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      const auto squares = squares_of(x[b]);
      if (!squares) return std::nullopt;
      Expr sum = 0;
      for (std::size_t k = 0; k < squares->pivots.size(); ++k) {
        if (squares->pivots[k].is_zero()) continue;
        std::vector<std::pair<Rational, const Poly*>> terms;
        for (std::size_t j = k; j < blocks_[b].basis.size(); ++j)
          terms.emplace_back(squares->rows[k][j], &blocks_[b].basis[j]);
        Poly p = scaled_sum(terms);
        // Whole numbers in the square, the rest in front of it.
        Rational size(1);
        for (const auto& [m, c] : p) size *= denominator_of(c * size);
        for (auto& [m, c] : p) c *= size;
        const bool constant = p.size() == 1 && degree(p.begin()->first) == 0;
        positive = positive || (constant && blocks_[b].weight.e.is_constant());
        const Rational front = squares->pivots[k] / (size * size);
        sum = add(sum,
                  constant ? Expr(front * pow(p.begin()->second, 2)) : mul(Expr(front), power(expression(p, xs_), 2)));
      }
      if (sum.is_constant(0)) continue;
      const Weight& w = blocks_[b].weight;
      if (w.hypothesis != 0)
        out.facts.emplace_back(w.hypothesis, sum);
      else
        out.squares = add(out.squares, mul(w.e, sum));
    }
    if (strict_ && !positive) return std::nullopt;
    std::map<std::size_t, Poly> multipliers;
    for (std::size_t k = 0; k < free_.size(); ++k)
      if (!value[k].is_zero())
        multipliers[free_[k].hypothesis] =
            scaled_sum({{Rational(1), &multipliers[free_[k].hypothesis]}, {value[k], &free_[k].multiplier}});
    for (const auto& [h, p] : multipliers)
      if (!p.empty()) out.others.emplace_back(h, expression(p, xs_));
    return out;
  }

  const Poly& target_;
  std::vector<Expr> xs_;
  bool strict_;
  std::vector<Block> blocks_;
  std::vector<Free> free_;
  std::vector<Column> columns_;
  std::map<Powers, std::size_t> rows_;
};

// What is known to be >= 0: 1, ends of ranges, hypotheses; in a later round products of two of these.
std::vector<Weight> weights_of(const Context& c, const std::vector<Expr>& xs, bool products) {
  std::vector<Weight> facts;
  const auto put = [&](const Expr& e, std::size_t hypothesis = 0) {
    if (const auto p = polynomial(e, xs); p && !p->empty()) facts.push_back({*p, e, hypothesis});
  };
  for (std::size_t i = 0; i < c.hypotheses().size(); ++i)
    if (const Relation& h = c.hypotheses()[i]; h.rel != Rel::eq) put(sub(h.lhs, h.rhs), i + 1);
  for (const auto& x : xs) {
    const auto& r = c.find(x)->range;
    if (!r.lo.infinite) put(sub(x, r.lo.value));
    if (!r.hi.infinite) put(sub(r.hi.value, x));
  }
  std::vector<Weight> out{{{{Powers(xs.size()), Rational(1)}}, 1}};
  if (facts.size() > Gram::most_facts) return out;
  out.insert(out.end(), facts.begin(), facts.end());
  for (std::size_t i = 0; products && i < facts.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) out.push_back({product(facts[i].p, facts[j].p), mul(facts[i].e, facts[j].e)});
  return out;
}

}  // namespace

namespace {

// The goal where x is not 0, and where it is.
Tree apart_from_zero(const Goal& g, const Expr& x, const ProveGoal& elsewhere, const Subprover& s, int depth) {
  if (depth < 1) return std::nullopt;
  const ProveGoal at_zero = [&](const Goal& h) -> Tree {
    Proof out;
    Goal with = h;
    cut_in(out, with, {Rel::eq, x, 0}, {rule::Both{}, rule::Sign{}, rule::Sign{}});
    const auto rest = s.prove(with, depth - 1, true);
    if (!rest) return std::nullopt;
    append(out, *rest);
    return out;
  };
  return steps(g, rule::Cases{x},
               {[&](const Goal& h) {
                  return steps(h, rule::Cases{negate(x)}, {at_zero, elsewhere});
                },
                elsewhere});
}

}  // namespace

Tree by_gram_matrices(const Goal& g, const Subprover& s, int depth, int round) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const Context& c = g.context;
  const auto d = polynomial_over_positive(g);
  if (!d || d->variables.size() > Gram::most_variables) return std::nullopt;
  const std::vector<Expr>& xs = d->variables;
  std::vector<Equation> equations;
  for (std::size_t i = 0; i < c.hypotheses().size(); ++i) {
    const Relation& h = c.hypotheses()[i];
    if (h.rel != Rel::eq) continue;
    if (const auto p = polynomial(sub(h.lhs, h.rhs), xs); p && !p->empty()) equations.push_back({*p, i + 1});
  }
  // What is linear among linear facts is for linear programs.
  int degrees = degree_of(d->numerator);
  for (const Weight& w : weights_of(c, xs, false)) degrees = std::max(degrees, degree_of(w.p));
  for (const Equation& e : equations) degrees = std::max(degrees, degree_of(e.p));
  if (degrees < 2) return std::nullopt;
  if (equations.empty() && !looks_nonnegative(c, g.difference())) return std::nullopt;
  const bool homogeneous = is_homogeneous(d->numerator);
  Expr squares = homogeneous ? Expr(0) : Expr(1);
  for (const auto& x : xs) squares = add(squares, power(x, 2));
  // Multiplier, products of facts, how many degrees more than the goal has, and whether equations are all that is used:
  // these often say what the ends of ranges say, as those of points on circles do, and fewer squares are sooner found.
  struct Attempt {
    Expr multiplier;
    bool products;
    int more;
    bool equations_alone = false;
  };
  std::vector<Attempt> attempts{{1, false, 0}, {1, true, 0}};
  if (!equations.empty() && weights_of(c, xs, false).size() > 1) attempts.insert(attempts.begin(), {1, false, 0, true});
  if (round > 1) attempts.push_back({1, true, 2});
  if (round > 1 && xs.size() > 1) attempts.push_back({squares, false, 0});
  // In a later round what was tried before is not tried again.
  std::size_t& tried = s.state.gram_attempts[key_of(g)];
  for (std::size_t i = tried; i < attempts.size(); ++i) {
    const Attempt& a = attempts[i];
    if (s.out_of_time()) return std::nullopt;
    auto weights = weights_of(c, xs, a.products);
    if (a.equations_alone) weights.erase(weights.begin() + 1, weights.end());
    if (a.products && a.more == 0 && weights.size() < 3) {  // there are none
      ++tried;
      continue;
    }
    const Poly target = product(*polynomial(a.multiplier, xs), d->numerator);
    int all = degree_of(target);
    for (const Weight& w : weights) all = std::max(all, degree_of(w.p));
    all += all % 2 + a.more;
    const auto found = GramSearch(target, xs, weights, equations, all, g.strict()).run(s.out_of_time);
    if (!s.out_of_time()) ++tried;
    if (!found) continue;
    const Expr below = mul(a.multiplier, d->denominator);
    const Expr whole = quotient(found->squares, below);
    const auto combined = [&](const Goal& h) -> Tree {
      if (!h.context.knows({whole, g.strict() ? Need::positive : Need::nonnegative})) return std::nullopt;
      rule::Combine sum{weight(whole), {}};
      for (const auto& [i, e] : found->facts) {
        const Expr times = quotient(e, below);
        if (!h.context.knows({times, Need::nonnegative})) return std::nullopt;
        sum.terms.emplace_back(i, weight(times));
      }
      for (const auto& [i, e] : found->others) sum.terms.emplace_back(i, quotient(e, below));
      return Proof{std::move(sum)};
    };
    if (found->others.empty()) {
      const auto as_squares = [&](const Goal& h) {
        if (!found->facts.empty()) return combined(h);
        return rewritten(h, whole, 0, [&](const Goal& last) { return s.immediate(last); });
      };
      // A sum of squares without a constant is 0 at one point.
      const bool everywhere = is_defined(c, quotient(1, a.multiplier));
      if (auto t = everywhere ? as_squares(g) : apart_from_zero(g, xs[0], as_squares, s, depth)) return t;
      continue;
    }
    if (auto t = combined(g)) return t;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
