#include "verify/kernel/formulas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "verify/engine/points/touching.hpp"
#include "verify/engine/proof/logic.hpp"
#include "verify/engine/prove/logic.hpp"
#include "verify/engine/prove/witnesses.hpp"
#include "verify/kernel/acceptance.hpp"
#include "verify/kernel/integrals_at_points.hpp"
#include "verify/kernel/within.hpp"
#include "verify/support/clock.hpp"

namespace dpcert::verify {

namespace {

// Of a conclusion about integrals, in units of work_done(): for a first and a last look, of which this part is for the
// points at which it looks false; for one that looks false; and where nothing speaks against it. Where no point is
// known at which the hypotheses hold, no other search comes before a look.
struct LookWork {
  static constexpr std::uint64_t first = 4'000'000, last = 20'000'000, share_of_points = 3, suspect = 15'000'000,
                                 first_without_suspicion = 300'000, last_without_suspicion = 5'000'000,
                                 without_a_point = 2'000'000, at_equality = 10'000'000;
};

class FormulaDecider {
 public:
  FormulaDecider(FormulaSetting how, Decision& d) : how_(std::move(how)), d_(d) {}

  void run(const Instance& s) {
    // A proof and a disproof with little effort each, before much is spent on either. Of several conclusions one may
    // ask for much and another for the many witnesses that are tried with little.
    using enum FormulaEffort;
    for (const FormulaEffort effort : {little, little_further, s.formulas.size() > 1 ? plain : much, further}) {
      how_.prove.formula_effort = effort;
      if (decided(s)) return;
      if (how_.prove.boxes.over() || !d_.reason.empty()) break;
    }
    if (d_.reason.empty()) d_.reason = "no method: stuck at " + stuck_;
  }

 private:
  bool decided(const Instance& s) {
    const bool closed = s.functions.empty() && s.sequences.empty();  // a proof may say that something exists
    if (closed)
      for (std::size_t k = 0; k < s.formulas.size(); ++k)
        if ((looks_false(s, k) || fails_at_integers(s, k)) && disproved(s, k)) return true;
    if (!closed && !s.facts.empty() && how_.prove.formula_effort == FormulaEffort::little && refuted_at_a_point(s))
      return true;
    if (prove_formulas(s, closed)) return true;
    if (closed)
      for (std::size_t k = 0; k < s.formulas.size(); ++k)
        if (disproved(s, k)) return true;
    return false;
  }

  // What the checker rejected is a defect of ours; that it was stopped says nothing of the certificate.
  void keep(Rejected r) {
    if (!d_.timed_out) d_.rejected.push_back(std::move(r));
  }
  [[nodiscard]] static Formula conclusion(const Instance& s, std::size_t k) {
    return s.formulas.empty() ? Formula::of(s.conclusions[k]) : s.formulas[k];
  }
  // Before it is worked for: at points of the domain something speaks against it.
  static bool looks_false(const Instance& s, std::size_t k) {
    const auto points = sample_points(Context(s), 40);
    return std::ranges::any_of(points, [&](const auto& p) { return !plausible(s.formulas[k], p); });
  }
  // Of lists, a point without what the facts say of them, with ranges of one integer at most or any: the checker sees
  // whether the facts hold there.
  bool refuted_at_a_point(const Instance& s) {
    Instance plain = s;
    plain.facts.clear();
    plain.formulas.clear();
    plain.conclusions.clear();
    for (const Formula& f : s.formulas) {
      if (!f.is(Formula::Kind::relation)) return false;
      plain.conclusions.push_back(f.relation);
    }
    Instance narrow = plain;
    for (const Formula& f : s.facts)
      if (f.is(Formula::Kind::forall) && f.bound.integer && f.bound.lo && f.bound.hi)
        narrow.hypotheses.push_back({Rel::ge, *f.bound.lo, *f.bound.hi});
    SearchOptions o = how_.search;
    o.work = 1'000'000;
    o.time_limit = std::min(o.time_limit, time_until(how_.prove.boxes.deadline));
    for (const Instance* one : {&narrow, &plain}) {
      const SearchResult found = search_points(*one, o);
      if (!found.counterexample) continue;
      CertificateText text(how_.statement, how_.options, "refuted");
      text.refute(*found.counterexample);
      // A refusal is no defect: what the facts say may not hold there.
      if (accept(d_, how_.statement, how_.options, "refuted", std::move(text).finish(), how_.end_of_check)) continue;
      say_refuted(d_, *found.counterexample, plain.conclusions[found.counterexample->conclusion]);
      return true;
    }
    return false;
  }
  // In integers, what is denied by relations alone: a point is looked for at which they hold.
  [[nodiscard]] bool fails_at_integers(const Instance& s, std::size_t k) const {
    if (std::ranges::any_of(s.variables, [](const Variable& v) { return !v.integer; })) return false;
    Instance denied = s;
    denied.formulas.clear();
    denied.conclusions = {{Rel::ge, 0, 0}};
    for (const Formula& part : parts_of(negation(s.formulas[k]))) {
      if (!part.is(Formula::Kind::relation)) return false;
      denied.hypotheses.push_back(part.relation);
    }
    SearchOptions o;
    o.evaluations = 1;
    o.enough = 1;
    o.work = 1'000'000;
    o.time_limit = time_until(how_.prove.boxes.deadline);
    return search_points(denied, o).inhabited.has_value();
  }

 public:
  /// A point at which the conclusion fails by closed forms or numbers for its integrals was met.
  [[nodiscard]] bool looks_false() const { return looks_false_; }
  bool disproved(const Instance& s, std::size_t k) { return disproved_by(s, k, how_.prove); }
  /// Of a conclusion about integrals, with so much work.
  bool disproved(const Instance& s, std::size_t k, std::uint64_t work, std::uint64_t without_suspicion) {
    ProveOptions one = how_.prove;  // in this thread, whose work is counted
    one.boxes.threads = 1;
    one.side_by_side = false;
    const std::uint64_t end = work_done() + work;
    const auto left = [end] { return end - std::min(end, work_done()); };
    return within(work, [&] {
      const auto points = points_by_values(s, k, one, how_.search);
      if (points) {
        looks_false_ = !points->empty();
        const bool shown = within(left() / LookWork::share_of_points, [&] {
          return std::ranges::any_of(*points, [&](const Failure& failure) {
            std::map<std::string, Expr> values;
            for (const auto& [name, q] : failure.point) values.emplace(name, q);
            const auto proof = proved_at(somewhere(s, k), s, values, failure.above, alone(one));
            return proof && refuted_by(k, *proof);
          });
        });
        if (shown) return true;
        if (points->empty() && without_suspicion < LookWork::without_a_point) return false;  // it looks true
      }
      if (looks_false_) return disproved_by(s, k, one);
      return within(std::min(left(), without_suspicion), [&] { return disproved_by(s, k, one); });
    });
  }
  /// Of a strict conclusion, at a point in closed form at which its sides are equal.
  bool disproved_at_equality(const Instance& s, std::size_t k) {
    ProveOptions one = alone(how_.prove);  // in this thread, whose work is counted
    one.boxes.threads = 1;
    one.side_by_side = false;
    return within(LookWork::at_equality, [&] {
      for (const auto& values : touching_points(s, k, [&] { return one.boxes.over(); }))
        if (const auto proof = proved_at(somewhere(s, k), s, values, true, one); proof && refuted_by(k, *proof)) {
          std::string point;
          for (const Variable& v : s.variables)
            point += fmt::format("{}{} = {}", point.empty() ? "" : ", ", v.name, to_text(values.at(v.name)));
          d_.method += fmt::format("; at {} the sides of conclusion {}, which is strict, are equal", point, k + 1);
          return true;
        }
      return false;
    });
  }

 private:
  // A refutation rests on nothing else.
  static ProveOptions alone(ProveOptions o) {
    o.lemmas.clear();
    return o;
  }
  // That conclusion k fails somewhere.
  LogicGoal somewhere(const Instance& s, std::size_t k) const {
    const Formula no = negation(conclusion(s, k));
    Instance nothing;
    nothing.language = 3;
    return {Context(nothing), {}, existence(s, &no)};
  }
  bool disproved_by(const Instance& s, std::size_t k, const ProveOptions& options) {
    const ProveResult r = prove(somewhere(s, k), alone(options));
    d_.boxes += r.boxes;
    return r.proved && refuted_by(k, r.proof);
  }
  bool refuted_by(std::size_t k, const Proof& proof) {
    CertificateText text(how_.statement, how_.options, "refuted");
    text.disprove(k + 1, proof);
    if (auto refusal =
            accept(d_, how_.statement, how_.options, "refuted", std::move(text).finish(), how_.end_of_check)) {
      keep(std::move(refusal->rejected));
      return false;
    }
    d_.verdict = Verdict::refuted;
    d_.reason.clear();
    d_.disproved = k;
    d_.method = "proof of the negation: " + words(d_.rules);
    d_.precision = bits_of(proof);
    return true;
  }

  bool prove_formulas(const Instance& s, bool closed) {
    const ProveOptions po = how_.prove;
    std::vector<Proof> trees;
    std::set<std::string> used;
    for (std::size_t k = 0; k < s.formulas.size(); ++k) {
      ProveOptions own = po;
      if (const auto a = how_.options.advice.find(k + 1); a != how_.options.advice.end()) own.advice = a->second;
      ProveResult r = prove(LogicGoal{Context(s), s.facts, s.formulas[k]}, own);
      d_.boxes += r.boxes;
      if (!r.advice_problem.empty()) d_.advice_problem = fmt::format("conclusion {}: {}", k + 1, r.advice_problem);
      if (!r.proved) {
        stuck_ = fmt::format("conclusion {}{}", k + 1, r.stuck.empty() ? "" : ": " + r.stuck);
        return false;
      }
      for (const auto& [tactic, count] : r.tactics) d_.tactics[tactic] += count;
      used.merge(lemmas_in(r.proof));
      trees.push_back(std::move(r.proof));
    }
    std::optional<Proof> somewhere;
    SearchResult found;
    if (closed && !s.facts.empty()) {
      Instance nothing;
      nothing.language = 3;
      ProveResult r = prove(LogicGoal{Context(nothing), {}, existence(s, nullptr)}, po);
      if (r.proved) somewhere = std::move(r.proof);
    }
    if (!somewhere) {
      Instance plain = s;
      plain.conclusions = {{Rel::ge, 0, 0}};
      SearchOptions search = how_.search;
      search.enough = 1;
      search.time_limit =
          std::min(search.time_limit, time_until(how_.prove.boxes.deadline) + std::chrono::duration<double>(0.1));
      found = search_points(plain, search);
      if (!found.inhabited) {
        d_.reason = "vacuous: no point was found that satisfies every hypothesis";
        return false;
      }
    }
    CertificateText text(how_.statement, how_.options, "proved", used);
    if (somewhere)
      text.inhabited(*somewhere);
    else
      text.inhabited(*found.inhabited, found.inhabited_with);
    for (std::size_t k = 0; k < trees.size(); ++k) text.goal(k + 1, trees[k]);
    if (auto refusal =
            accept(d_, how_.statement, how_.options, "proved", std::move(text).finish(), how_.end_of_check)) {
      d_.reason = fmt::format("no method: the checker rejected the certificate at line {}: {}", refusal->rejected.line,
                              refusal->rejected.reason);
      keep(std::move(refusal->rejected));
      return false;
    }
    d_.verdict = Verdict::proved;
    d_.reason.clear();
    d_.method = words(d_.rules);
    for (const Proof& t : trees) d_.precision = std::max(d_.precision, bits_of(t));
    return true;
  }

  FormulaSetting how_;
  Decision& d_;
  std::string stuck_;
  bool looks_false_ = false;
};

}  // namespace

void decide_formulas(const Instance& statement, const FormulaSetting& how, Decision& decision) {
  FormulaDecider(how, decision).run(statement);
}

bool disprove_at_equality(const Instance& instance, const FormulaSetting& how, Decision& decision) {
  const auto is_strict = [](const Relation& r) { return r.rel == Rel::gt; };
  const auto tried = [&](const Instance& s, const FormulaSetting& setting) {
    FormulaDecider decider(setting, decision);
    for (std::size_t k = 0; k < s.conclusions.size(); ++k)
      if (is_strict(s.conclusions[k]) && decider.disproved_at_equality(s, k)) return true;
    return false;
  };
  if (std::ranges::none_of(instance.conclusions, is_strict)) return false;
  if (how.statement.language >= 3) return tried(instance, how);
  // A proof that there is such a point is of version 3.
  if (!how.statement.typed) return false;
  std::optional<Statement> third;
  try {
    third = parse_statement("language 3\n" + how.statement.text);
  } catch (const SyntaxError&) {
    return false;  // one of its names is a word of version 3
  }
  return tried(third->instance(), {*third, how.options, how.prove, how.search, how.end_of_check});
}

bool disprove(const Instance& statement, std::size_t k, FormulaSetting how, Decision& decision, Look look) {
  using W = LookWork;
  FormulaDecider decider(how, decision);
  if (look == Look::without_a_point) return decider.disproved(statement, k, W::without_a_point, W::without_a_point);
  if (look == Look::last) return decider.disproved(statement, k, W::last, W::last_without_suspicion);
  if (decider.disproved(statement, k, W::first, W::first_without_suspicion)) return true;
  return decider.looks_false() && decider.disproved(statement, k, W::suspect, W::last_without_suspicion);
}

}  // namespace dpcert::verify
