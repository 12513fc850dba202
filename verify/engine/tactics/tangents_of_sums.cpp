// Inequalities of Jensen's kind between sums over one range: by the tangent at the sums, term by term. For claims about
// n records such as f(sum of w x) <= sum of w f(x) with weights of sum 1, the log-sum inequality, bounds of entropies
// and divergences, Titu's lemma.
#include <algorithm>

#include "src/core/work.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/laws.hpp"
#include "verify/engine/tactics/multipliers_of_sums.hpp"
#include "verify/engine/tactics/sums_in_parts.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/terms_of_tangents.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_sums_of_a_tangent = 4;

// D = (sum of `body` + sum of weight * hypothesis + left)/scale, with a name for each sum in it.
struct Way {
  Expr scale, body, left;
  std::vector<std::pair<std::size_t, Expr>> weights;
};

class TangentsOfSums {
 public:
  TangentsOfSums(const Goal& g, const Subprover& s, int depth) : g_(g), s_(s), depth_(depth), named_(g) {}

  bool applies() {
    if (g_.relation.rel != Rel::ge) return false;
    outermost_ranges(g_.difference(), sums_);
    if (sums_.empty() || sums_.size() > most_sums_of_a_tangent) return false;
    Algebra a = g_.context.algebra();
    const auto same_range = [&](const Expr& e) {
      return e.op() == Op::sum && a.is_zero(sub(e.arg(0), sums_[0].arg(0))) &&
             a.is_zero(sub(e.arg(1), sums_[0].arg(1)));
    };
    if (!std::ranges::all_of(sums_, same_range)) return false;
    length_ = a.simplified(plus(sub(sums_[0].arg(1), sums_[0].arg(0)), 1)).value_or(0);
    Proof unused;
    for (const Expr& e : sums_) {
      if (!is_defined(g_.context, e)) return false;
      names_.push_back(Expr::variable(fresh_name(named_.context)));
      if (!verify::take(rule::Gen{names_.back().name(), range_from_zero(g_.context, e), e}, named_, unused))
        return false;
    }
    const auto& all = g_.context.hypotheses();
    for (std::size_t i = 0; i < all.size(); ++i) {
      std::vector<Expr> sums;
      outermost_ranges(sub(all[i].lhs, all[i].rhs), sums);
      if (sums.empty() || !std::ranges::all_of(sums, same_range)) continue;
      if (const auto said = over_the_range(a, g_.context, i + 1, sums, index_.variable())) said_.push_back(*said);
    }
    return true;
  }

  // `search`: what the tangent leaves goes into the terms by multiples of hypotheses that linear programs find.
  Tree prove(bool search) {
    // Powers as they are written: a normal form would have exponentials of logarithms in their place.
    const bool of_powers = !search && has_variable_power(named_);
    for (const Expr& scale : of_powers ? std::vector<Expr>{1} : scales(search)) {
      Algebra a = named_.context.algebra();
      const auto e = of_powers ? named_.difference() : a.simplified(quotient(named_.difference(), scale));
      if (!e) continue;
      const auto slopes = slopes_in(a, named_.context, names_, *e, of_powers);
      if (!slopes) continue;
      if (of_powers)
        if (auto t = from_zero(a, *e, *slopes)) return t;
      Expr body = 0, rest = *e;
      slopes_ = *slopes;
      for (std::size_t i = 0; i < names_.size(); ++i) {
        body = add(body, mul((*slopes)[i], body_at(sums_[i], index_.variable())));
        rest = sub(rest, mul((*slopes)[i], names_[i]));
      }
      const auto left = a.simplified(rest);
      if (!left) continue;
      if (of_powers && !left->is_constant(0))
        if (auto t = with_rest_of_powers(a, *e, body)) return t;
      if (auto t = search ? searched(a, scale, body, *left) : completed(a, scale, body, *left)) return t;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::vector<Expr> scales(bool search) const {
    std::vector<Expr> out{1};
    if (search) {
      Expr all = named_.difference();
      for (const Expr& e : sums_) all = add(all, body_at(e, index_.variable()));
      for (const Expr& e : nodes_of({Rel::ge, all, 0}, is_log_of_number)) out.insert(out.begin(), quotient(1, e));
      Algebra a = named_.context.algebra();
      const auto f = a.fraction(named_.difference());
      if (f && !f->second.is_constant() && named_.context.positive_(f->second)) out.push_back(quotient(1, f->second));
    }
    for (const Expr& t : names_)
      if (named_.context.positive_(t)) out.push_back(t);
    // By what stands before a sum: the others over it are often concave.
    if (!search)
      for (const Expr& t : names_) {
        Algebra a = named_.context.algebra();
        const auto p = affine_in(a, named_.context, named_.difference(), t);
        if (p && !p->second.is_constant() && named_.context.positive_(negate(p->second)))
          out.push_back(negate(p->second));
      }
    // A quotient by one of the sums, as a mean with weights that add up to anything.
    for (const Expr& t : names_)
      if (named_.context.positive_(t) && divides(named_.difference(), t)) out.push_back(quotient(1, t));
    // What is said of all records together, as of one of them.
    if (!search && !length_.is_constant() && named_.context.positive_(length_)) out.push_back(length_);
    return out;
  }

  static bool divides(const Expr& e, const Expr& t) {
    return !nodes_of({Rel::ge, e, 0}, [&](const Expr& n) {
              return n.op() == Op::div && depends_on(n.arg(1), t);
            }).empty();
  }

  static bool is_log_of_number(const Expr& e) { return e.op() == Op::log && e.arg(0).is_constant(); }

  // What the tangent leaves of terms of some degrees, 1 less these together of each, goes into the sum by what is said
  // of another one, or in equal parts.
  Tree with_rest_of_powers(Algebra& a, const Expr& e, const Expr& body) {
    std::vector<Expr> terms;
    terms_of(e, 1, terms);
    Expr left = 0;
    for (const Expr& term : terms) {
      Expr share = 1;
      for (const Expr& t : names_) {
        if (!depends_on(term, t)) continue;
        const auto degree = degree_in(a, named_.context, term, t);
        if (!degree) return std::nullopt;
        share = sub(share, *degree);
      }
      const auto whole = a.simplified(share);
      if (!whole) return std::nullopt;
      if (!whole->is_constant(0)) left = add(left, mul(*whole, term));
    }
    for (const Said& h : said_) {
      if (!h.equation || h.total.is_constant(0)) continue;
      const Expr share = h.total.is_constant(1) ? left : quotient(left, h.total);
      if (auto t = by({1, add(body, mul(share, h.sum)), 0, {{h.number, negate(share)}}})) return t;
    }
    return shared(1, body, left, {});
  }

  // What the tangent leaves outside of the sum goes into it by what is said of other sums, or in equal parts.
  Tree completed(Algebra& a, const Expr& scale, const Expr& body, const Expr& left) {
    if (left.is_constant(0))
      if (auto t = by({scale, body, 0, {}})) return t;
    for (const Said& h : said_) {
      if (left.is_constant(0) || h.total.is_constant(0)) continue;
      const auto m = a.simplified(negate(quotient(left, h.total)));
      if (m) {
        if (auto t = by({scale, sub(body, mul(*m, h.sum)), 0, {{h.number, *m}}})) return t;
      }
    }
    if (auto t = in_equal_shares(a, scale, body, left)) return t;
    for (const bool equal : {true, false})
      if (auto t = at_equal_values(a, scale, body, left, equal)) return t;
    return std::ranges::none_of(said_, &Said::equation) ? shared(scale, body, left, {}) : std::nullopt;
  }

  // Beside sums of which e is an affine function e is homogeneous of degree d >= 1 in the others: by the chord from 0,
  // whose slopes are those of the tangent over d, since no term of what is positive is above its sum.
  Tree from_zero(Algebra& a, const Expr& e, const std::vector<Expr>& slopes) {
    Expr bent = e, along = 0, body = 0;
    std::vector<std::size_t> inner;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const bool straight = std::ranges::none_of(names_, [&](const Expr& t) { return depends_on(slopes[i], t); });
      if (straight) {
        bent = sub(bent, mul(slopes[i], names_[i]));
        body = add(body, mul(slopes[i], body_at(sums_[i], index_.variable())));
      } else {
        along = add(along, mul(slopes[i], names_[i]));
        inner.push_back(i);
      }
    }
    if (inner.empty() || inner.size() == names_.size()) return std::nullopt;
    const auto alone = a.simplified(bent), share = a.simplified(quotient(bent, along));
    if (!alone || !named_.context.positive_(*alone)) return std::nullopt;
    if (!share || share->is_constant(1) || !named_.context.positive_(*share) ||
        std::ranges::any_of(names_, [&](const Expr& t) { return depends_on(*share, t); }) ||
        !looks_nonnegative(named_.context, sub(1, *share)))
      return std::nullopt;
    for (const std::size_t i : inner) {
      const Expr slope = inner.size() == 1 ? quotient(terms_with(e, names_[i]), names_[i]) : mul(*share, slopes[i]);
      body = add(body, mul(slope, body_at(sums_[i], index_.variable())));
    }
    below_ = inner;
    const Tree t = by({1, body, 0, {}});
    below_.clear();
    return t;
  }

  // By multiples of hypotheses with which no term looks negative; what the tangent leaves is left, or in equal parts in
  // the terms.
  Tree searched(Algebra& a, const Expr& scale, const Expr& body, const Expr& left) {
    if (said_.empty() || s_.out_of_time()) return std::nullopt;
    if (auto t = searched_with(a, scale, body, left)) return t;
    const bool free = std::ranges::none_of(names_, [&](const Expr& t) { return depends_on(left, t); });
    if (left.is_constant(0) || !free || !named_.context.positive_(length_)) return std::nullopt;
    const auto share = a.simplified(quotient(left, length_));
    return share ? searched_with(a, scale, add(body, *share), 0) : std::nullopt;
  }
  Tree searched_with(Algebra& a, const Expr& scale, const Expr& body, const Expr& left) {
    const auto sums = at_an_index(body, left);
    if (!sums) return std::nullopt;
    const auto& [numbers, context, values] = *sums;
    // Of what has no atoms there are few programs.
    const int highest = s_.round == 0 ? 0 : 2;
    const auto found =
        simple_multipliers(context, numbers, values, atoms_outside(add(body, left)), highest, s_.out_of_time);
    if (!found) return std::nullopt;
    Way way{scale, body, left, {}};
    for (std::size_t j = 0; j < said_.size(); ++j) {
      if ((*found)[j].is_constant(0)) continue;
      way.weights.emplace_back(said_[j].number, (*found)[j]);
      way.body = sub(way.body, mul((*found)[j], said_[j].sum));
      way.left = add(way.left, mul((*found)[j], said_[j].total));
    }
    const auto rest = a.simplified(way.left);
    if (!rest || !named_.context.knows({*rest, Need::nonnegative})) return std::nullopt;
    way.left = *rest;
    return by(way);
  }

  // The body of D and those of the hypotheses at a new index, with a number for each value of a sequence.
  struct AtAnIndex {
    SumsWithHypotheses numbers;
    Context context;
    std::vector<Expr> values;
  };
  [[nodiscard]] std::optional<AtAnIndex> at_an_index(const Expr& body, const Expr& left) const {
    Context with = named_.context;
    std::vector<Expr> marks;
    Expr all = 0;
    const auto mark = [&](const Expr& part) {
      marks.push_back(Expr::variable(fresh_name(with)));
      with = with.with_variable({marks.back().name(), false, {}});
      all = add(all, mul(marks.back(), part));
    };
    mark(body);
    for (const Said& h : said_) mark(h.sum);
    Goal h{with, {Rel::ge, Expr::repeated(Op::sum, index_.variable(), sums_[0].arg(0), sums_[0].arg(1), all), 0}};
    Proof unused;
    const std::string name = fresh_name(with);
    if (!verify::take(rule::Termwise{name}, h, unused)) return std::nullopt;
    instantiate_at_places(h, Expr::variable(name), unused);
    const std::size_t before = h.context.variables().size();
    if (!take_terms_as_numbers(h, unused)) return std::nullopt;
    AtAnIndex out{{0, left, {}}, h.context, {}};
    const auto& variables = h.context.variables();
    for (std::size_t i = before; i < variables.size(); ++i) out.values.push_back(Expr::variable(variables[i].name));
    std::vector<Expr> parts;
    terms_of(h.difference(), Rational(1), parts);
    for (std::size_t j = 0; j < marks.size(); ++j) {
      const auto part = std::ranges::find_if(parts, [&](const Expr& e) { return depends_on(e, marks[j]); });
      if (part == parts.end()) return std::nullopt;
      const Expr alone = replaced(*part, marks[j], Expr(1));
      if (j == 0)
        out.numbers.body = alone;
      else
        out.numbers.said.push_back({alone, said_[j - 1].total, said_[j - 1].equation});
    }
    return out;
  }

  // What may stand in multiples: variables, names of sums and functions of these.
  [[nodiscard]] std::vector<Expr> atoms_outside(const Expr& e) const {
    return nodes_of({Rel::ge, e, 0}, [&](const Expr& n) {
      if (n.op() == Op::variable) return n != index_.variable() && !named_.context.find(n)->integer;
      if (is_log_of_number(n)) return true;
      const bool is_function = n.op() == Op::exp || n.op() == Op::log;
      return is_function && !variables_of(n).empty() && !depends_on(n, index_.variable()) &&
             nodes_of({Rel::ge, n, 0}, is_opaque).empty();
    });
  }

  // By several of what is said, with as much of what is left for each.
  Tree in_equal_shares(Algebra& a, const Expr& scale, const Expr& body, const Expr& left) {
    Way way{scale, body, 0, {}};
    const auto fits = [](const Said& h) { return !h.total.is_constant(0); };
    const auto count = std::ranges::count_if(said_, fits);
    if (count < 2 || left.is_constant(0)) return std::nullopt;
    for (const Said& h : said_) {
      if (!fits(h)) continue;
      const auto m = a.simplified(negate(quotient(left, mul(Expr(static_cast<long>(count)), h.total))));
      if (!m) return std::nullopt;
      way.body = sub(way.body, mul(*m, h.sum));
      way.weights.emplace_back(h.number, *m);
    }
    return by(way);
  }

  // With the multiples of equations by which the terms have no slope where all values are equal, or where those of each
  // sequence are its mean.
  Tree at_equal_values(Algebra& a, const Expr& scale, const Expr& body, const Expr& left, bool equal) {
    std::vector<Expr> values;
    for (const Expr& e : nodes_of({Rel::ge, body, 0}, [](const Expr& n) { return n.op() == Op::sequence; })) {
      if (e.args().size() != 1 || e.arg(0) != index_.variable()) return std::nullopt;
      values.push_back(e);
    }
    if (values.empty() || said_.empty()) return std::nullopt;
    struct Known {
      Expr value, symbol;
      const Said* said = nullptr;
      Rational factor = 0;
    };
    std::vector<Known> known;
    Expr at = body;
    for (const Expr& v : values) {
      Known k{v, Expr::variable("value " + std::to_string(known.size()))};
      for (const Said& h : said_) {
        const auto p = affine_in(a, g_.context, h.sum, v);
        if (!h.equation || !p || !p->first.is_constant(0) || !p->second.is_constant() || p->second.is_constant(0))
          continue;
        k.said = &h;
        k.factor = p->second.value();
        break;
      }
      if (!k.said && !equal) return std::nullopt;
      at = replaced(at, v, k.symbol);
      known.push_back(k);
    }
    const bool has_length = named_.context.positive_(length_);
    if (!equal && !has_length) return std::nullopt;
    const Expr same = Expr::variable("value");
    if (equal)
      at = without_kinks_at(a, at, [&](Expr e) {
        for (const Known& k : known) e = replaced(e, k.symbol, same);
        return e;
      });
    Way way{scale, body, left, {}};
    for (const Known& k : known) {
      if (!k.said) continue;
      Expr slope = derivative(at, k.symbol);
      for (const Known& other : known)
        slope =
            replaced(slope, other.symbol, equal ? same : quotient(other.said->total, mul(Expr(other.factor), length_)));
      const Context with = named_.context.with_variable({same.name(), false, {{false, false, 0}, {true, false, 0}}});
      Algebra forms = with.algebra();
      auto m = forms.simplified(quotient(slope, Expr(k.factor)));
      // By its factors what is below the line may have a sign that the sum of its terms does not show.
      if (m && !is_defined(named_.context, *m)) m = product_of(forms, named_.context, *m);
      if (!m || depends_on(*m, same) || depends_on(*m, index_.variable()) || has_steps(*m) ||
          !is_defined(named_.context, *m))
        return std::nullopt;
      if (m->is_constant(0)) continue;
      way.weights.emplace_back(k.said->number, *m);
      way.body = sub(way.body, mul(*m, k.said->sum));
      way.left = add(way.left, mul(*m, k.said->total));
    }
    if (way.weights.empty()) return std::nullopt;
    const auto rest = a.simplified(way.left);
    if (!rest) return std::nullopt;
    way.left = *rest;
    if (named_.context.knows({way.left, Need::nonnegative}))
      if (auto t = by(way)) return t;
    if (auto t = in_shares_of_two(a, way)) return t;
    return has_length ? shared(way.scale, way.body, way.left, way.weights) : std::nullopt;
  }

  // What is left goes into two equations, a third of it or more into each: by the third order of a divergence.
  Tree in_shares_of_two(Algebra& a, const Way& way) {
    std::vector<const Said*> two;
    for (const Said& h : said_)
      if (h.equation && !h.total.is_constant(0) && !has_modulus(h.sum)) two.push_back(&h);
    if (two.size() != 2 || way.left.is_constant(0)) return std::nullopt;
    for (const long share : {2L, 4L, 3L}) {
      Way w = way;
      w.left = 0;
      for (std::size_t i = 0; i < 2; ++i) {
        const Rational part = (i == 0 ? Rational(share) : Rational(6 - share)) / Rational(6);
        const auto m = a.simplified(negate(quotient(mul(Expr(part), way.left), two[i]->total)));
        if (!m) return std::nullopt;
        w.weights.emplace_back(two[i]->number, *m);
        w.body = sub(w.body, mul(*m, two[i]->sum));
      }
      if (auto t = by(w)) return t;
    }
    return std::nullopt;
  }

  // In equal parts; where the slopes depend on sums, by their means.
  Tree shared(const Expr& scale, const Expr& body, const Expr& left,
              const std::vector<std::pair<std::size_t, Expr>>& weights) {
    if (left.is_constant(0) || !named_.context.positive_(length_)) return std::nullopt;
    return by({scale, add(body, quotient(left, length_)), 0, weights},
              std::ranges::any_of(names_, [&](const Expr& t) { return depends_on(body, t); }));
  }

  [[nodiscard]] Expr in_sums(Expr e) const {
    for (std::size_t i = 0; i < names_.size(); ++i) e = replaced(e, names_[i], sums_[i]);
    return e;
  }

  Tree by(const Way& way, bool by_means = false) {
    if (s_.out_of_time()) return std::nullopt;
    // The terms with a name for each sum, or for each mean.
    Goal h = g_;
    Proof naming;
    Expr named = way.body;
    std::vector<std::pair<Expr, Expr>> meant;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (!depends_on(named, names_[i])) continue;
      if (stays_inside(sums_[i])) return std::nullopt;
      const Expr what = by_means ? quotient(sums_[i], length_) : sums_[i];
      const Expr name = Expr::variable(fresh_name(h.context));
      if (!verify::take(rule::Gen{name.name(), range_from_zero(h.context, what), what}, h, naming)) return std::nullopt;
      named = replaced(named, names_[i], by_means ? mul(length_, name) : name);
      meant.emplace_back(name, what);
    }
    const auto combined = combination(way);
    if (!combined) return std::nullopt;
    for (const Expr& form : forms_of_terms(h.context, named, by_means)) {
      Expr body = form;
      for (const auto& [name, what] : meant) body = replaced(body, name, what);
      const Relation said{Rel::ge, Expr::repeated(Op::sum, index_.variable(), sums_[0].arg(0), sums_[0].arg(1), body),
                          0};
      if (!is_defined(g_.context, said.lhs) || has_terms_over_a_sum(said.lhs)) continue;
      const bool together = is_all(*combined, said.lhs);
      const SumInParts apart = SumInParts::of(said.lhs);
      if (!together && (apart.parts.size() < 2 || !is_all(*combined, apart.total()))) continue;
      if (together && !factors_leave_the_sum(g_.context, said.lhs)) {
        if (auto t = with_names_of_sums(way, form, by_means, meant)) return t;
        continue;
      }
      Tree t = terms({g_.context, said}, naming, false);
      if (!t) t = terms({g_.context, said}, naming, true);
      if (!t) return std::nullopt;
      Goal behind = g_;
      Proof out;
      cut_in(out, behind, said, *t);
      rule::Combine all = *combined;
      if (!together) {
        const Tree equal = apart.proof(behind.context, s_);
        if (!equal) return std::nullopt;
        cut_in(out, behind, {Rel::eq, said.lhs, apart.total()}, *equal);
        all.terms.emplace_back(behind.context.hypotheses().size(), weight(negate(in_sums(way.scale))));
      }
      out.emplace_back(all);
      return out;
    }
    return std::nullopt;
  }

  // Where factors with sums are not seen to leave a sum: each of these has a name from the beginning, of which another
  // form of the sum says what it is. `form`: the terms, with names that mean what is said of them.
  Tree with_names_of_sums(const Way& way, const Expr& form, bool by_means,
                          const std::vector<std::pair<Expr, Expr>>& meant) {
    Goal h = g_;
    Proof out, naming;
    std::vector<Expr> values = sums_;
    Weights equations;
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      const Expr other = Expr::repeated(Op::sum, index_.variable(), sums_[i].arg(0), sums_[i].arg(1),
                                        negate(body_at(sums_[i], index_.variable())));
      cut_in(out, h, {Rel::eq, sums_[i], negate(other)}, {rule::Identity{}});
      values[i] = Expr::variable(fresh_name(h.context));
      if (!verify::take(rule::Gen{values[i].name(), range_from_zero(h.context, sums_[i]), sums_[i]}, h, out))
        return std::nullopt;
    }
    const auto put = [&](Expr e) {
      for (std::size_t i = 0; i < sums_.size(); ++i)
        e = replaced(replaced(e, names_[i], values[i]), sums_[i], values[i]);
      return e;
    };
    Expr body = form;
    Goal named = h;
    for (const auto& [name, what] : meant) {
      const Expr mean = put(what);
      body = replaced(body, name, mean);
      const Expr t = Expr::variable(fresh_name(named.context));
      if (by_means && !verify::take(rule::Gen{t.name(), range_from_zero(named.context, mean), mean}, named, naming))
        return std::nullopt;
    }
    const Relation said{Rel::ge, Expr::repeated(Op::sum, index_.variable(), sums_[0].arg(0), sums_[0].arg(1), body), 0};
    if (!is_defined(h.context, said.lhs) || !factors_leave_the_sum(h.context, said.lhs)) return std::nullopt;
    const std::size_t before = g_.context.hypotheses().size(), last = h.context.hypotheses().size() + 1;
    Weights weights{{last, weight(put(way.scale))}};
    for (const auto& [number, m] : way.weights) weights.emplace_back(number, weight(put(mul(way.scale, m))));
    for (std::size_t i = 0; i < sums_.size(); ++i)
      weights.emplace_back(before + 1 + i, weight(put(mul(way.scale, slopes_[i]))));
    const rule::Combine all{weight(put(mul(way.scale, way.left))), weights};
    const Goal behind{h.context.with_hypothesis(said), h.relation};
    if (!h.context.algebra().is_zero(beside(behind, all))) return std::nullopt;
    const auto t = terms({h.context, said}, naming, false);
    if (!t) return std::nullopt;
    cut_in(out, h, said, *t);
    out.emplace_back(all);
    return out;
  }

  // Is D what the combination adds up to, behind a cut that `said` is >= 0?
  [[nodiscard]] bool is_all(const rule::Combine& sum, const Expr& said) const {
    Algebra a = g_.context.algebra();
    return a.is_zero(beside({g_.context.with_hypothesis({Rel::ge, said, 0}), g_.relation}, sum));
  }

  std::optional<rule::Combine> combination(const Way& way) const {
    Weights weights{{g_.context.hypotheses().size() + 1, weight(in_sums(way.scale))}};
    for (const auto& [number, m] : way.weights) {
      const auto said = std::ranges::find(said_, number, &Said::number);
      if (!said->equation && !named_.context.knows({m, Need::nonnegative})) return std::nullopt;
      weights.emplace_back(number, weight(in_sums(mul(way.scale, m))));
    }
    return rule::Combine{weight(in_sums(mul(way.scale, way.left))), weights};
  }

  // The terms at a new index, with a variable for each value of a sequence; `below`: no term of an equation is above
  // its sum, where none is below 0.
  Tree terms(const Goal& g, const Proof& naming, bool below) const {
    Goal h = g;
    Proof out;
    for (const Step& step : naming)
      if (!verify::take(step, h, out)) return std::nullopt;
    const std::string name = fresh_name(h.context);
    h = g;
    out.clear();
    if (!verify::take(rule::Termwise{name}, h, out)) return std::nullopt;
    const Expr index = Expr::variable(name);
    instantiate_at_places(h, index, out);
    if (below && !terms_below_sums(h, index, out)) return std::nullopt;
    for (const std::size_t i : below_)
      if (!term_below_sum(h, sums_[i], index, s_, out)) return std::nullopt;
    for (const Step& step : naming)
      if (!verify::take(step, h, out)) return std::nullopt;
    if (auto t = s_.immediate(h)) {
      append(out, *t);
      return out;
    }
    const auto t = by_numbers_of_terms(h, s_, depth_);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

  bool terms_below_sums(Goal& h, const Expr& index, Proof& out) const {
    bool any = false;
    for (const Said& said : said_) {
      const Expr term = replaced(said.sum, index_.variable(), index);
      if (!said.equation || !h.context.knows({term, Need::nonnegative})) continue;
      const Expr sum = Expr::repeated(Op::sum, index_.variable(), sums_[0].arg(0), sums_[0].arg(1), said.sum);
      if (!term_below_sum(h, sum, index, s_, out)) continue;
      const std::size_t last = h.context.hypotheses().size();
      cut_in(out, h, {Rel::ge, said.total, term},
             {rule::Combine{Rational(0), {{last, Rational(1)}, {said.number, Rational(-1)}}}});
      any = true;
    }
    return any;
  }

  const Goal& g_;
  const Subprover& s_;
  int depth_;
  Goal named_;  // the goal with a name for each sum
  FreshIndex index_;
  Expr length_ = 0;
  std::vector<Expr> sums_, names_, slopes_;  // slopes_: of what is tried, in each of the names
  std::vector<Said> said_;
  std::vector<std::size_t> below_;  // the sums of which the terms are to be known to be below them
};

}  // namespace

Tree by_tangents_of_sums(const Goal& g, const Subprover& s, int depth) {
  if (g.context.language() < 3 || depth < 2) return std::nullopt;
  Goal fewer = g;
  Proof lines;
  if (use_fewer_sums(fewer, lines)) {
    if (const auto rest = by_tangents_of_sums(fewer, s, depth)) return append(lines, *rest), lines;
  }
  TangentsOfSums tangents(g, s, depth);
  if (!tangents.applies()) return std::nullopt;
  if (auto t = tangents.prove(false)) return t;
  // Between the ends of a list more functions bend one way.
  Goal between = g;
  Proof out;
  if (!know_bounds_of_means(between, out)) return std::nullopt;
  TangentsOfSums bounded(between, s, depth);
  Tree t = bounded.applies() ? bounded.prove(false) : std::nullopt;
  if (!t && name_means(between, out))
    if (TangentsOfSums of_means(between, s, depth); of_means.applies()) t = of_means.prove(false);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

Tree by_multipliers_of_sums(const Goal& g, const Subprover& s, int depth) {
  if (g.context.language() < 3 || depth < 2) return std::nullopt;
  TangentsOfSums tangents(g, s, depth);
  return tangents.applies() ? tangents.prove(true) : std::nullopt;
}

}  // namespace dpcert::verify
