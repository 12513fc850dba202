#include "verify/engine/points/sequences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "dpcert/language/enclose.hpp"
#include "verify/engine/goal/integers.hpp"
#include "verify/engine/points/slices.hpp"
#include "verify/engine/points/written_out.hpp"
#include "verify/support/clock.hpp"
#include "verify/support/text.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_points = 20'000;
constexpr std::size_t most_far_points = 24;                               // beside each far value
constexpr std::array<long, 6> doubled{250, 500, 1000, 2000, 4000, 8000};  // from the first value of an integer on
constexpr std::array<std::string_view, 7> simple_sequences{"0", "1", "k", "-1", "1/2", "-k", "k^2"};
constexpr std::size_t few_slices = 4;
constexpr std::size_t most_slices = 6;              // choices of integers with which the rest is searched
constexpr std::uint64_t work_of_a_slice = 100'000;  // of a search with much work; else of its work this part
constexpr std::uint64_t slices_in_all_work = 30;
constexpr std::uint64_t part_without_sequences = 10;
constexpr std::size_t first_sequences = 5;  // before the rest
constexpr std::size_t most_constants = 3;   // of the statement's own, as sequences

Expr term_of(const std::string& text, int arity) {
  Instance names;
  for (int i = 0; i < arity; ++i) names.variables.push_back({index_name(i), true, {}});
  return parse_expression(text, names);
}

// `odd(j) = EXPR` as a term in k, where it speaks of this sequence.
std::optional<Expr> suggested_term(const std::string& text, const Sequence& x) {
  const auto open = text.find('('), close = text.find(')'), equals = text.find('=');
  if (open == std::string::npos || close == std::string::npos || equals == std::string::npos || close < open ||
      equals < close || trimmed(text.substr(0, open)) != x.name)
    return {};
  Instance names;
  ExprMap<Expr> own;
  std::stringstream indices(text.substr(open + 1, close - open - 1));
  int i = 0;
  for (std::string index; std::getline(indices, index, ','); ++i) {
    const std::string name(trimmed(index));
    names.variables.push_back({name, true, {}});
    own.emplace(Expr::variable(name), Expr::variable(index_name(i)));
  }
  if (i != x.arity) return {};
  return substitute(parse_expression(text.substr(equals + 1), names), own);
}

std::vector<Rational> candidates(const Variable& v) {
  std::vector<Rational> out;
  const auto take = [&](const Rational& q) {
    if (v.range.contains(q) && std::ranges::find(out, q) == out.end()) out.push_back(q);
  };
  if (v.integer) {
    if (v.range.lo.infinite && !v.range.hi.infinite) {
      const Rational last = v.range.hi.value.floor();
      for (const long k : {1, 0, 2, 3}) take(last - Rational(k));
      return out;
    }
    const Rational from = v.range.lo.infinite ? Rational(0) : first_integer(v.range);
    for (const long k : {1, 0, 2, 3}) take(from + Rational(k));
    return out;
  }
  for (const auto& q : {Rational(0), Rational(1), Rational(1, 2), Rational(-1), Rational(2)}) take(q);
  if (v.range.bounded()) take((v.range.lo.value + v.range.hi.value) / Rational(2));
  if (!v.range.lo.infinite) take(v.range.lo.value + Rational(1));
  if (!v.range.hi.infinite) take(v.range.hi.value - Rational(1));
  return out;
}

// What is tried of an integer after the first four: further inside, and at its other end.
std::vector<Rational> far_candidates(const Variable& v) {
  std::vector<Rational> out;
  if (!v.integer) return out;
  const bool down = v.range.lo.infinite && !v.range.hi.infinite;
  const Rational from = down ? v.range.hi.value.floor() : v.range.lo.infinite ? Rational(0) : first_integer(v.range);
  const auto take = [&](const Rational& q) {
    if (v.range.contains(q) && std::ranges::find(out, q) == out.end()) out.push_back(q);
  };
  for (const long k : {4, 5, 6, 7, 8, 10, 15, 20, 30, 50, 100, 150}) take(from + Rational(down ? -k : k));
  if (v.range.lo.infinite && !down)
    for (const long k : {-1, -2, -3, -10, -100}) take(Rational(k));
  if (v.range.bounded()) {
    const Rational last = v.range.hi.value.floor();
    for (const Rational& q : {last, last - Rational(1), ((from + last) / Rational(2)).floor()}) take(q);
  }
  return out;
}

// Sums and products one inside of the other, at most.
int ranges_within(const Expr& e) {
  int inside = 0;
  if (e.node().binders > 0)
    for (const Expr& a : e.args()) inside = std::max(inside, ranges_within(a));
  return inside + (is_repeated(e) ? 1 : 0);
}

std::set<std::string> sequences_of(const Expr& e) {
  std::set<std::string> names;
  transform(e, [&](const Expr& n, std::span<const Expr>) {
    if (n.op() == Op::sequence) names.insert(n.name());
    return n;
  });
  return names;
}
// A hypothesis of a statement, with what it said for each choice of what it speaks of.
class Asked {
 public:
  /// `free`: the sequences without a recursion. Choices are numbered as in Walk: the variables, then these.
  Asked(const Instance& s, const std::vector<const Sequence*>& free, std::vector<Expr> parts) {
    std::set<std::string> names;
    for (std::size_t i = 0; i < parts.size(); ++i) {  // grows by what the recursions of its sequences speak of
      for (const auto& name : variables_of(parts[i])) names.insert(name);
      for (const auto& name : sequences_of(parts[i])) {
        if (!names.insert(sequence_mark + name).second) continue;
        const auto found = std::ranges::find(s.sequences, name, &Sequence::name);
        if (found == s.sequences.end() || !found->recursion) continue;
        parts.push_back(found->recursion->next);
        parts.insert(parts.end(), found->recursion->first.begin(), found->recursion->first.end());
      }
    }
    for (std::size_t i = 0; i < s.variables.size(); ++i)
      if (names.contains(s.variables[i].name)) spoken_of_.push_back(i);
    for (std::size_t i = 0; i < free.size(); ++i)
      if (names.contains(sequence_mark + free[i]->name)) spoken_of_.push_back(s.variables.size() + i);
  }
  /// What it said, or says by `ask`, for this choice.
  template <class Ask>
  Says at(const std::vector<std::size_t>& choice, Ask ask) {
    std::vector<std::size_t> part;
    part.reserve(spoken_of_.size());
    for (const std::size_t i : spoken_of_) part.push_back(choice[i]);
    const auto found = said_.find(part);
    return found != said_.end() ? found->second : said_.emplace(std::move(part), ask()).first->second;
  }

 private:
  static constexpr char sequence_mark = '(';  // which no name has

  std::vector<std::size_t> spoken_of_;
  std::map<std::vector<std::size_t>, Says> said_;
};

class Walk {
 public:
  Walk(const Instance& s, const SearchOptions& options) : s_(s), options_(options) {
    for (const auto& v : s.variables) {
      values_.push_back(candidates(v));
      near_.push_back(values_.back().size());
      for (const Rational& q : far_candidates(v)) values_.back().push_back(q);
    }
    for (const auto& x : s.sequences)
      if (!x.recursion) free_.push_back(&x);
    for (const auto& h : s.hypotheses) hypotheses_.emplace_back(s, free_, std::vector{h.lhs, h.rhs});
    for (const auto& h : s.forall_hypotheses) {
      std::vector<Expr> parts{h.lo, h.hi, h.relation.lhs, h.relation.rhs};
      for (const auto& inner : h.inner) parts.insert(parts.end(), {inner.lo, inner.hi});
      ranges_.emplace_back(s, free_, std::move(parts));
    }
    for (const Relation& r : s.conclusions) comparable_.push_back(!has_integral(r));
    simple_.assign(simple_sequences.begin(), simple_sequences.end());
    for (const auto& h : s.forall_hypotheses) {
      for (const Expr& e : {h.relation.lhs, h.relation.rhs}) {
        const std::string text = e.is_constant() ? e.value().str() : "";
        if (!text.empty() && simple_.size() < simple_sequences.size() + most_constants &&
            std::ranges::find(simple_, text) == simple_.end())
          simple_.push_back(text);
      }
    }
    for (const auto* x : free_) {
      terms_.emplace_back();
      for (const auto& text : simple_) terms_.back().push_back(term_of(text, x->arity));
    }
  }
  SearchResult suggested() {
    try_suggestions();
    return std::move(result_);
  }
  SearchResult run() {
    try_suggestions();
    walk(first_sequences, most_points);
    walk_far();
    search_slices();
    walk_by_doubling();
    // What was found true so often is hardly false for the next sequences.
    if (!free_.empty() && !done()) walk(simple_.size(), result_.inhabited ? most_points / 40 : most_points);
    result_.cut_short = cut_short();
    result_.description = "simple numbers and simple sequences";
    return std::move(result_);
  }

 private:
  struct Choices {
    std::size_t from, to;  // of the candidates of a variable, or of the simple sequences: from <= i < to
  };
  // Each integer in turn further inside of its range, the others among their first values.
  void walk_far() {
    for (std::size_t i = 0; i < values_.size(); ++i)
      for (std::size_t far = near_[i]; far < values_[i].size(); ++far) {
        if (done() || cut_short()) return;
        walk(1, most_far_points, std::pair{i, far});
      }
  }
  // Each integer in turn at values that double, the others at their first ones: sums come close to their limits slowly.
  // Where much is searched, and the terms of a sum are not sums themselves.
  void walk_by_doubling() {
    if (!free_.empty() || options_.work <= slices_in_all_work * work_of_a_slice) return;
    if (std::ranges::any_of(s_.conclusions,
                            [](const Relation& r) { return std::max(ranges_within(r.lhs), ranges_within(r.rhs)) > 1; }))
      return;
    for (const Variable& v : s_.variables) {
      if (!v.integer || v.range.lo.infinite) continue;
      for (const long k : doubled) {
        const Rational far = first_integer(v.range) + Rational(k);
        if (done() || cut_short() || !v.range.contains(far)) break;
        Point at;
        for (std::size_t i = 0; i < values_.size(); ++i) {
          if (values_[i].empty()) return;
          at.emplace(s_.variables[i].name, s_.variables[i].name == v.name ? far : values_[i][0]);
        }
        consider(at, {}, {});
      }
    }
  }
  // Every choice of values and of the first few sequences; `fixed`: one value for a variable.
  void walk(std::size_t sequences, std::size_t points, std::optional<std::pair<std::size_t, std::size_t>> fixed = {}) {
    std::vector<Choices> among;
    for (const std::size_t n : near_) among.push_back({0, n});
    among.insert(among.end(), free_.size(), {0, sequences});
    if (fixed) among[fixed->first] = {fixed->second, fixed->second + 1};
    std::vector<std::size_t> at;
    for (const Choices& c : among) at.push_back(c.from);
    bool more = std::ranges::none_of(among, [](const Choices& c) { return c.from == c.to; });
    for (std::size_t n = 0; more && n < points && !done(); ++n) {
      if (cut_short()) break;
      consider(at);
      more = false;
      for (std::size_t i = at.size(); i-- > 0 && !more;) {
        if (++at[i] < among[i].to)
          more = true;
        else
          at[i] = among[i].from;
      }
    }
  }

  // With integers fixed, the first combinations of a few of each.
  void search_slices() {
    if (!s_.functions.empty() || std::ranges::any_of(free_, [](const Sequence* x) { return x->arity != 1; })) return;
    std::vector<Point> all{{}};
    for (std::size_t i = 0; i < s_.variables.size(); ++i) {
      if (!s_.variables[i].integer) continue;
      std::vector<Point> more;
      for (const Point& p : all)
        for (const Rational& q : few_integers(values_[i])) {
          more.push_back(p);
          more.back().emplace(s_.variables[i].name, q);
        }
      all = std::move(more);
      if (all.size() > most_slices) all.resize(most_slices);
    }
    const bool few = free_.empty() || options_.work < slices_in_all_work * work_of_a_slice;
    if (few && all.size() > few_slices) all.resize(few_slices);
    for (const Point& integers : all) {
      if (done() || cut_short()) return;
      search_slice(integers);
    }
  }
  static std::vector<Rational> few_integers(const std::vector<Rational>& candidates) {
    std::vector<Rational> out;
    for (const std::size_t i : {2, 0, 3, 1, 5})  // 2, 1, 3, 0 and 5 further inside
      if (i < candidates.size()) out.push_back(candidates[i]);
    return out;
  }
  void search_slice(const Point& integers) {
    const Slice slice(s_, integers);
    if (!slice.readable()) return;
    SearchOptions o;
    o.seed = options_.seed;
    o.evaluations = 1;
    o.work = std::min(work_of_a_slice, options_.work / slices_in_all_work);
    if (free_.empty()) o.work /= part_without_sequences;  // the walk has seen most of it
    o.cancel = options_.cancel;
    o.time_limit = std::chrono::duration<double>(options_.time_limit.count() - seconds_since(start_));
    const SearchResult found = search_points(slice.plain(), o);
    for (const Point* at : {found.counterexample ? &found.counterexample->point : nullptr,
                            !result_.inhabited && found.inhabited ? &*found.inhabited : nullptr}) {
      if (!at || done()) continue;
      Point point = integers;
      for (const auto& v : s_.variables)
        if (!v.integer) point.emplace(v.name, at->at(v.name));
      std::map<std::string, Expr> terms;
      Interpretation with;
      for (const auto* x : free_) {
        terms.emplace(x->name, slice.term(x->name, *at));
        with.push_back(text_of(*x, to_text(terms.at(x->name))));
      }
      consider(point, terms, with);
    }
  }

  [[nodiscard]] bool cut_short() const {
    return (options_.cancel && *options_.cancel) || seconds_since(start_) > options_.time_limit.count();
  }
  [[nodiscard]] bool done() const {
    const bool nothing_to_compare = std::ranges::find(comparable_, true) == comparable_.end();
    return result_.counterexample || result_.has_enough(options_) || (nothing_to_compare && result_.inhabited);
  }
  // The points and terms that the statement's file names; a variable or sequence without one has its first candidate.
  void try_suggestions() {
    const std::vector<Interpretation> none{{}};
    for (const auto& point : options_.suggestions) {
      for (const auto& with : options_.suggested_interpretations.empty() ? none : options_.suggested_interpretations) {
        Point all;
        for (std::size_t i = 0; i < values_.size(); ++i) {
          const auto given = point.find(s_.variables[i].name);
          if (given == point.end() && values_[i].empty()) return;
          all.emplace(s_.variables[i].name, given == point.end() ? values_[i][0] : given->second);
        }
        for (const auto& v : s_.variables)
          if (const auto& q = all.at(v.name); !v.range.contains(q) || (v.integer && !q.is_integer())) return;
        std::map<std::string, Expr> terms;
        Interpretation as;
        for (const auto* x : free_) {
          std::optional<Expr> term;
          for (const auto& text : with)
            if (!term) term = suggested_term(text, *x);
          if (!term) term = term_of("0", x->arity);
          as.push_back(text_of(*x, to_text(*term)));
          terms.emplace(x->name, *term);
        }
        if (!done()) consider(all, terms, as);
      }
    }
  }
  static std::string text_of(const Sequence& x, const std::string& term) {
    std::string indices = "k";
    for (int more = 1; more < x.arity; ++more) indices += ", " + index_name(more);
    return fmt::format("{}({}) = {}", x.name, indices, term);
  }
  void consider(const std::vector<std::size_t>& at) {
    std::optional<Choice> choice;  // made where a hypothesis has not been asked for it before
    const auto written = [&]() -> WrittenOut& {
      if (!choice) choice.emplace(*this, at);
      return choice->written_out;
    };
    for (std::size_t i = 0; i < hypotheses_.size(); ++i)
      if (hypotheses_[i].at(at, [&] { return written().holds(s_.hypotheses[i]); }) != Says::yes) return;
    for (std::size_t i = 0; i < ranges_.size(); ++i)
      if (ranges_[i].at(at, [&] { return written().holds(s_.forall_hypotheses[i]); }) != Says::yes) return;
    conclude(written(), choice->point, choice->with);
  }
  void consider(const Point& point, const std::map<std::string, Expr>& terms, const Interpretation& with) {
    WrittenOut w(s_, point, terms);
    for (const auto& h : s_.hypotheses)
      if (w.holds(h) != Says::yes) return;
    for (const auto& h : s_.forall_hypotheses)
      if (w.holds(h) != Says::yes) return;
    conclude(w, point, with);
  }
  // At a point where every hypothesis holds.
  void conclude(WrittenOut& w, const Point& point, const Interpretation& with) {
    if (!result_.inhabited) result_.inhabited = point, result_.inhabited_with = with;
    bool all = true;
    for (std::size_t i = 0; i < s_.conclusions.size() && !result_.counterexample; ++i) {
      const Says said = comparable_[i] ? w.holds(s_.conclusions[i]) : Says::unknown;
      all = all && said == Says::yes;
      if (said == Says::no) result_.counterexample = failure(w, point, with, i);
    }
    (all ? result_.certified_evaluations : result_.undecided_evaluations) += 1;
  }
  // One of the candidates for each variable, one of the simple sequences for each free one.
  struct Choice {
    Choice(const Walk& walk, const std::vector<std::size_t>& at)
        : point(walk.point_at(at)),
          terms(walk.terms_at(at)),
          with(walk.text_at(at)),
          written_out(walk.s_, point, terms) {}
    Choice(const Choice&) = delete;
    Choice& operator=(const Choice&) = delete;

    Point point;
    std::map<std::string, Expr> terms;
    Interpretation with;
    WrittenOut written_out;  // which refers to the others
  };
  [[nodiscard]] Point point_at(const std::vector<std::size_t>& at) const {
    Point point;
    for (std::size_t i = 0; i < values_.size(); ++i) point.emplace(s_.variables[i].name, values_[i][at[i]]);
    return point;
  }
  [[nodiscard]] std::map<std::string, Expr> terms_at(const std::vector<std::size_t>& at) const {
    std::map<std::string, Expr> terms;
    for (std::size_t i = 0; i < free_.size(); ++i) terms.emplace(free_[i]->name, terms_[i][at[values_.size() + i]]);
    return terms;
  }
  [[nodiscard]] Interpretation text_at(const std::vector<std::size_t>& at) const {
    Interpretation with;
    for (std::size_t i = 0; i < free_.size(); ++i) with.push_back(text_of(*free_[i], simple_[at[values_.size() + i]]));
    return with;
  }
  Counterexample failure(WrittenOut& w, const Point& point, const Interpretation& with, std::size_t conclusion) {
    const Relation& r = s_.conclusions[conclusion];
    Counterexample c;
    c.point = point;
    c.with = with;
    c.conclusion = conclusion;
    const Expr lhs = w.value(r.lhs), rhs = w.value(r.rhs);
    c.by_equality = r.rel == Rel::gt && lhs == rhs;
    c.bits = 256;
    c.lhs = enclose(lhs, {}, c.bits);
    c.rhs = enclose(rhs, {}, c.bits);
    return c;
  }

  const Instance& s_;
  const SearchOptions& options_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::vector<std::vector<Rational>> values_;  // of each variable, the far ones last
  std::vector<std::size_t> near_;              // how many of them are not far
  std::vector<const Sequence*> free_;          // without a recursion
  std::vector<std::string> simple_;            // what each of these is tried as
  std::vector<std::vector<Expr>> terms_;       // the same as terms, for each of them
  std::vector<Asked> hypotheses_, ranges_;     // of the statement, in its order
  std::vector<bool> comparable_;               // of each conclusion, whether it may be decided at a point
  SearchResult result_;
};

}  // namespace

bool has_sequences(const Instance& s) {
  if (s.language < 3) return false;
  const auto speaks = [](const Relation& r) { return speaks_of_ranges(r.lhs) || speaks_of_ranges(r.rhs); };
  return !s.sequences.empty() || std::ranges::any_of(s.hypotheses, speaks) ||
         std::ranges::any_of(s.conclusions, speaks) ||
         std::ranges::any_of(s.forall_hypotheses,
                             [&](const ForallHypothesis& h) { return h.integer || speaks(h.relation); });
}

SearchResult examine_sequences(const Instance& s, const SearchOptions& options) { return Walk(s, options).suggested(); }
SearchResult search_sequences(const Instance& s, const SearchOptions& options) { return Walk(s, options).run(); }

}  // namespace dpcert::verify
