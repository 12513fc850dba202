// Polynomials on a product of simplices: of variables that are bounded on both sides, or from one side each and by a
// sum with weights, as shares of one whole are. In the distances from the faces of each simplex, whose weighted sum is
// a number, such a polynomial is homogeneous, of a degree that may be as high as one likes: where no coefficient is
// negative (Bernstein's, by Polya's theorem in the end if it is positive inside), its sign is seen. No box shows that
// next to a vertex at which it is 0.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "src/core/work.hpp"
#include "verify/engine/tactics/polynomials.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

using OfForms = Effort::BernsteinForms;

// x = end + y, or end - y, with y >= 0.
struct FromEnd {
  Rational end = 0;
  bool upward = true;
  [[nodiscard]] Expr distance(const Expr& x) const {
    if (upward) return end.is_zero() ? x : sub(x, Expr(end));
    return end.is_zero() ? negate(x) : sub(Expr(end), x);
  }
};

// slack + sum of weights * distances = whole, all of them >= 0; the distances are those of these variables.
struct Simplex {
  std::vector<std::pair<std::size_t, Rational>> weights;
  Expr slack;
  Rational whole;
};

struct Simplices {
  std::vector<FromEnd> distances;  // a variable each
  std::vector<Simplex> parts;      // no variable in two of them
};

// What a hypothesis says, if it is affine and leaves a simplex between itself and ends of its variables.
std::optional<Simplex> simplex_of(const Context& c, const Relation& h, const std::vector<Expr>& xs,
                                  std::vector<FromEnd>& distances) {
  if (h.rel == Rel::eq) return std::nullopt;
  const Expr slack = sub(h.lhs, h.rhs);
  const auto line = affine(slack);
  if (!line || line->coefficients.size() < 2) return std::nullopt;
  Simplex out{{}, slack, line->constant};
  for (const auto& [name, k] : line->coefficients) {
    const auto i = std::ranges::find_if(xs, [&, &of = name](const Expr& x) { return x.name() == of; });
    if (i == xs.end()) return std::nullopt;
    const bool upward = k.sign() < 0;
    const End& end = upward ? c.find(*i)->range.lo : c.find(*i)->range.hi;
    if (end.infinite) return std::nullopt;
    const auto number = static_cast<std::size_t>(i - xs.begin());
    distances[number] = {end.value, upward};
    out.weights.emplace_back(number, abs(k));
    out.whole += k * end.value;
  }
  return out.whole.sign() > 0 ? std::optional(std::move(out)) : std::nullopt;
}

// The simplices of hypotheses, this one first, and intervals for the variables that are in none; nothing if a variable
// has no end, or there is no simplex at all.
std::optional<Simplices> simplices(const Context& c, const std::vector<Expr>& xs, std::size_t first) {
  Simplices out{std::vector<FromEnd>(xs.size()), {}};
  std::vector<bool> taken(xs.size(), false);
  const auto& hypotheses = c.hypotheses();
  for (std::size_t k = first; k < hypotheses.size(); ++k) {
    auto distances = out.distances;
    auto s = simplex_of(c, hypotheses[k], xs, distances);
    if (!s || std::ranges::any_of(s->weights, [&](const auto& w) { return taken[w.first]; })) {
      if (k == first) return std::nullopt;
      continue;
    }
    for (const auto& w : s->weights) taken[w.first] = true;
    out.distances = std::move(distances);
    out.parts.push_back(std::move(*s));
  }
  for (std::size_t i = 0; i < xs.size(); ++i) {
    if (taken[i]) continue;
    const auto& [lo, hi] = c.find(xs[i])->range;
    if (lo.infinite && hi.infinite) return std::nullopt;
    out.distances[i] = lo.infinite ? FromEnd{hi.value, false} : FromEnd{lo.value, true};
    if (lo.infinite || hi.infinite) continue;
    if (!(lo.value < hi.value)) return std::nullopt;
    out.parts.push_back({{{i, Rational(1)}}, sub(Expr(hi.value), xs[i]), hi.value - lo.value});
  }
  return out.parts.empty() ? std::nullopt : std::optional(std::move(out));
}

// Polynomials in the distances, and behind them the slack of each simplex.
class BernsteinForm {
 public:
  BernsteinForm(const std::vector<Expr>& xs, const Simplices& s) : xs_(xs), s_(s), size_(xs.size() + s.parts.size()) {}

  // This one of the variables; nothing if it is too long.
  [[nodiscard]] std::optional<Poly> in_distances(const Poly& p) const {
    Poly out;
    for (const auto& [m, c] : p) {
      // Its monomials are counted before there are any: degrees may be as high as one likes.
      std::size_t terms = 1;
      for (std::size_t i = 0; i < xs_.size(); ++i) {
        if (!s_.distances[i].end.is_zero()) terms *= static_cast<std::size_t>(m[i]) + 1;
        if (terms > OfForms::most_terms) return std::nullopt;
      }
      Poly term{{Powers(size_), c}};
      for (std::size_t i = 0; i < xs_.size(); ++i)
        if (m[i] > 0) term = product(term, power_of(i, m[i]));
      add_to(out, term);
      count_work(10 * terms);
    }
    return out;
  }

  // With each degree by `more` higher than it has to be; nothing if it is too long.
  [[nodiscard]] std::optional<Poly> raised(Poly out, int more) const {
    for (std::size_t k = 0; k < s_.parts.size(); ++k) {
      int most = 0;
      for (const auto& [m, c] : out) most = std::max(most, degree_in(m, k));
      std::vector<Poly> wholes{{{Powers(size_), Rational(1)}}};
      Poly next;
      for (const auto& [m, c] : out) {
        const auto missing = static_cast<std::size_t>(most + more - degree_in(m, k));
        while (wholes.size() <= missing) {
          wholes.push_back(product(wholes.back(), one(k)));
          if (wholes.back().size() > OfForms::most_terms) return std::nullopt;
        }
        add_to(next, product({{m, c}}, wholes[missing]));
        count_work(10 * wholes[missing].size());
        if (next.size() > OfForms::most_terms) return std::nullopt;
      }
      out = std::move(next);
    }
    return out;
  }

  // Is a value at a vertex negative? No degree changes that.
  [[nodiscard]] bool negative_at_a_vertex(const Poly& p) const {
    return std::ranges::any_of(p, [&](const auto& t) {
      return t.second.sign() < 0 && std::ranges::all_of(s_.parts, [&](const Simplex& part) {
               int met = t.first[xs_.size() + static_cast<std::size_t>(&part - s_.parts.data())] > 0 ? 1 : 0;
               for (const auto& [i, weight] : part.weights) met += t.first[i] > 0 ? 1 : 0;
               return met <= 1;
             });
    });
  }

  [[nodiscard]] Expr as_written(const Poly& p) const {
    std::vector<Expr> names;
    for (std::size_t i = 0; i < xs_.size(); ++i) names.push_back(s_.distances[i].distance(xs_[i]));
    for (const Simplex& part : s_.parts) names.push_back(part.slack);
    Expr out = 0;
    for (const auto& [m, c] : p) {
      Expr term = c;
      for (std::size_t i = 0; i < names.size(); ++i)
        if (m[i] > 0) term = mul(term, power(names[i], Expr(m[i])));
      // The terms of a bare sum would be terms of this one, and its sign would be lost.
      const bool bare = term.op() == Op::add || term.op() == Op::sub;
      const Expr part = bare ? mul(Expr(Rational(1, 2)), term) : term;
      out = add(out, bare ? add(part, part) : part);
    }
    return out;
  }

 private:
  static void add_to(Poly& sum, const Poly& p) {
    for (const auto& [m, c] : p) sum[m] += c;
    std::erase_if(sum, [](const auto& t) { return t.second.is_zero(); });
  }
  [[nodiscard]] Powers of(std::size_t i) const {
    Powers m(size_);
    m[i] = 1;
    return m;
  }
  // (end + y_i)^k
  [[nodiscard]] Poly power_of(std::size_t i, int k) const {
    const auto& [end, upward] = s_.distances[i];
    Powers m = of(i);
    if (end.is_zero()) {
      m[i] = k;
      return {{m, Rational(upward || k % 2 == 0 ? 1 : -1)}};
    }
    const Poly x{{m, Rational(upward ? 1 : -1)}, {Powers(size_), end}};
    Poly out{{Powers(size_), Rational(1)}};
    for (int j = 0; j < k; ++j) out = product(out, x);
    return out;
  }
  [[nodiscard]] int degree_in(const Powers& m, std::size_t k) const {
    int out = m[xs_.size() + k];
    for (const auto& [i, weight] : s_.parts[k].weights) out += m[i];
    return out;
  }
  // 1 by the slack and the distances of simplex k.
  [[nodiscard]] Poly one(std::size_t k) const {
    const Simplex& part = s_.parts[k];
    Poly out{{of(xs_.size() + k), Rational(1) / part.whole}};
    for (const auto& [i, weight] : part.weights) out[of(i)] = weight / part.whole;
    return out;
  }

  const std::vector<Expr>& xs_;
  const Simplices& s_;
  std::size_t size_;
};

bool has_negative_coefficient(const Poly& p) {
  return std::ranges::any_of(p, [](const auto& t) { return t.second.sign() < 0; });
}

Tree in_simplices(const Goal& g, const PolynomialOverPositive& q, const Simplices& simplices, const Subprover& s) {
  const BernsteinForm form(q.variables, simplices);
  const auto least = form.in_distances(q.numerator);
  for (int more = 0; least && more <= OfForms::most_raised; ++more) {
    if (s.out_of_time()) return std::nullopt;
    const auto p = form.raised(*least, more);
    if (!p || (more == 0 && form.negative_at_a_vertex(*p))) return std::nullopt;
    if (has_negative_coefficient(*p)) continue;
    const Expr whole =
        q.denominator.is_constant(1) ? form.as_written(*p) : quotient(form.as_written(*p), q.denominator);
    return rewritten(g, whole, 0, s.immediate);
  }
  return std::nullopt;
}

}  // namespace

Tree by_bernstein_forms(const Goal& g, const Subprover& s) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const auto q = polynomial_over_positive(g);
  if (!q || q->variables.size() > OfForms::most_variables) return std::nullopt;
  for (std::size_t first = 0; first <= g.context.hypotheses().size(); ++first) {
    const auto all = simplices(g.context, q->variables, first);
    if (!all) continue;
    if (auto t = in_simplices(g, *q, *all, s)) return t;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
