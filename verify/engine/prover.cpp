#include "verify/engine/prover.hpp"

#include <fmt/format.h>
#include <array>

#include <algorithm>
#include <set>
#include <utility>

#include "src/scalar/work.hpp"
#include "verify/engine/combination.hpp"
#include "verify/engine/expansion.hpp"
#include "verify/engine/tactic_slopes.hpp"
#include "verify/engine/tactics.hpp"

namespace dpcert::verify {

namespace {

void append(Lines& to, const Lines& more) { to.insert(to.end(), more.begin(), more.end()); }

class Prover {
 public:
  explicit Prover(const ProveOptions& options) : options_(options) {}

  ProveResult run(const Goal& goal) {
    ProveResult r;
    Goal g = goal;
    Lines lines;
    // Definedness first: whatever `auto` does not see is proved and cut in.
    if (!define(g, lines)) {
      r.stuck = stuck_;
    } else {
      root_ = &g;
      std::optional<Lines> proof;
      if (!options_.advice.empty()) {
        own_hypotheses_ = goal.context.hypotheses.size();
        cuts_in_front_ = g.context.hypotheses.size() - own_hypotheses_;
        std::size_t at = 0;
        proof = follow(g, at);
        if (!proof || at != options_.advice.size()) proof.reset();
      }
      // Small efforts first, in turns: a symbolic step often makes thousands of boxes unnecessary, and thousands of
      // boxes are cheaper than many symbolic steps.
      struct Round {
        std::size_t boxes_alone;        // for the claim as it stands; then
        std::uint64_t work;             // for symbolic steps, in units of work_done(), by which
        long goals;                     // are tried,
        std::size_t boxes;              // with so many boxes each,
        std::vector<Repertoire> tried;  // each with so much work
      };
      using enum Repertoire;
      const std::size_t most = options_.boxes.max_boxes;
      const std::array<Round, 5> rounds{{{300, 100'000, 1000, 64, {elementary, special}},
                                         {2000, 1'000'000, 1000, 64, {elementary, special}},
                                         {200'000, 5'000'000, 5000, 1500, {elementary, special, all}},
                                         {most, 50'000'000, 1L << 30, 20000, {elementary, special, all}},
                                         {0, WorkLimit::unlimited, 1L << 30, most, {all}}}};
      const bool bounded =
          std::ranges::all_of(g.context.variables, [](const Variable& v) { return v.range.bounded(); });
      round_ = 0;
      for (const auto& [boxes_alone, work, goals, boxes, repertoires] : rounds) {
        const auto over = [&] { return proof || out_of_time() || !suspect_.empty(); };
        if (over()) break;
        if (bounded && boxes_alone) {
          budget_ = std::min(boxes_alone, most);
          proof = immediate(g);
          if (!proof) proof = by_boxes(g, budget_);
        }
        for (const auto repertoire : repertoires) {
          if (over()) break;
          repertoire_ = repertoire;
          normal_forms_.clear();
          seen_goals_.clear();
          effort_left_ = goals;
          budget_ = std::min(boxes, most);
          const WorkLimit limit(work);
          auto t0 = std::chrono::steady_clock::now();
          auto w0 = work_done();
          auto e0 = effort_left_;
          proof = goal_tree(g, options_.depth, true);
          if (getenv("DBG"))
            fmt::print(stderr, "round {} {}: {:.3f} s, {} units, {} goals, proof {}\n", round_, int(repertoire),
                       std::chrono::duration<double>(std::chrono::steady_clock::now() - t0).count(), work_done() - w0,
                       e0 - effort_left_, bool(proof));
        }
        ++round_;
        if (getenv("DBG")) { fmt::print(stderr, "suspect:"); for (auto& [a,b]: suspect_) fmt::print(stderr, " {}={}", a, b.str()); fmt::print(stderr, " {}\n", out_of_time()); }
      }
      if (proof) {
        append(lines, *proof);
        r.proved = true;
        r.lines = std::move(lines);
      }
    }
    r.boxes = boxes_;
    r.resumed_boxes = resumed_boxes_;
    r.share = share_;
    r.hardest_box = hardest_box_;
    r.out_of_boxes = out_of_boxes_;
    r.stuck = stuck_;
    r.suspect = suspect_;
    r.timed_out = timed_out_;
    return r;
  }

 private:
  using Tree = std::optional<Lines>;

  [[nodiscard]] bool out_of_time() {
    const bool late = std::chrono::steady_clock::now() > options_.boxes.deadline ||
                      (options_.boxes.cancel && *options_.boxes.cancel);
    timed_out_ = timed_out_ || late;
    return late;
  }
  // Of time, or of the work that this round allows for.
  [[nodiscard]] bool exhausted() { return work_exhausted() || out_of_time(); }

  // --- definedness
  // -------------------------------------------------------------------------------------------------------
  bool define(Goal& g, Lines& lines) {
    // Hypotheses in order, each under the earlier ones.
    const auto all = g.context.hypotheses;
    for (std::size_t i = 0; i <= all.size(); ++i) {
      for (const auto& e :
           i < all.size() ? std::vector{all[i].lhs, all[i].rhs} : std::vector{g.relation.lhs, g.relation.rhs}) {
        for (const auto& condition : side_conditions(e, g.context)) {
          if (g.context.knows(condition)) continue;
          if (!cut_in(g, condition, lines)) {
            if (stuck_.empty()) stuck_ = "the side condition " + to_text(as_relation(condition)) + " was not proved";
            return false;
          }
        }
      }
    }
    return true;
  }
  bool cut_in(Goal& g, const Condition& condition, Lines& lines) {
    std::vector<Relation> ways;
    if (condition.need == Need::nonzero) {
      ways = {{Rel::gt, condition.u, 0}, {Rel::gt, 0, condition.u}};
    } else {
      ways = {as_relation(condition)};
    }
    for (const auto& r : ways) {
      const Goal side{g.context, r};
      if (auto tree = goal_tree(side, 3, true, 20000)) {
        lines.push_back("cut " + to_text(r));
        append(lines, *tree);
        g.context = g.context.with_hypothesis(r);
        return true;
      }
    }
    return false;
  }

  // --- advice
  // ----------------------------------------------------------------------------------------------------------------
  // Advice numbers hypotheses as if nothing had been cut in front; behind the statement's own, the cuts push them up.
  [[nodiscard]] std::string renumbered(const std::string& line) const {
    const bool combine = line.starts_with("combine ");
    if (cuts_in_front_ == 0 || !(combine || line.starts_with("hyp ") || line.starts_with("prune "))) return line;
    std::string out;
    std::size_t word = 0;
    for (std::size_t i = 0; i < line.size(); ++word) {
      std::size_t end = i;
      for (int depth = 0; end < line.size() && (depth > 0 || line[end] != ' '); ++end)
        depth += line[end] == '(' ? 1 : line[end] == ')' ? -1 : 0;
      std::string text = line.substr(i, end - i);
      if (combine ? word >= 2 && word % 2 == 0 : word == 1) {
        const auto q = Rational::parse(text);
        const auto k = q ? q->to_int64() : std::nullopt;
        if (k && *k > static_cast<std::int64_t>(own_hypotheses_))
          text = std::to_string(*k + static_cast<std::int64_t>(cuts_in_front_));
      }
      out += (word ? " " : "") + text;
      i = end + 1;
    }
    return out;
  }

  Tree follow(const Goal& g, std::size_t& at) {
    if (at >= options_.advice.size()) return std::nullopt;
    const std::string line = renumbered(options_.advice[at++]);
    if (line == "auto") return goal_tree(g, options_.depth, true);
    const auto children = apply_line(line, g);
    Lines out{line};
    if (!children) return out;  // a leaf, given as it is
    for (const auto& c : *children) {
      const auto tree = follow(c, at);
      if (!tree) return std::nullopt;
      append(out, *tree);
    }
    return out;
  }

  // --- tactics
  // -----------------------------------------------------------------------------------------------------------------
  Tree goal_tree(const Goal& g, int depth, bool numeric, std::size_t max_boxes = 0) {
    if (exhausted()) return std::nullopt;
    if (g.relation.rel == Rel::eq) return equation(g, depth, numeric);
    // What failed in this round with as many steps fails again; what was proved is proved.
    const std::string key = text_of(g);
    const int effort = 2 * depth + (numeric ? 1 : 0);
    auto& [tried, known] = seen_goals_.try_emplace(key, -1, std::nullopt).first->second;
    if (known || tried >= effort || --effort_left_ < 0) return known;
    tried = effort;
    if (getenv("DBG2")) fmt::print(stderr, "{:>9} goal d={} n={} {} | {}\n", work_done(), depth, numeric, to_text(g.relation).substr(0, 150), key.size() > to_text(g.relation).size() ? key.substr(to_text(g.relation).size()).substr(0,80):"");
    auto t = attempt(g, depth, numeric, max_boxes);
    if (getenv("DBG2")) fmt::print(stderr, "{:>9} done d={} {}\n", work_done(), depth, bool(t));
    known = t;
    if (!t && work_exhausted()) tried = -1;  // there may be more work left for it later
    return t;
  }

  Tree attempt(const Goal& g, int depth, bool numeric, std::size_t max_boxes) {
    if (auto t = immediate(g)) return t;
    const bool bounded = std::ranges::all_of(g.context.variables, [](const Variable& v) { return v.range.bounded(); });
    const Subprover s = search(numeric);
    if (depth > 0 && has_variable_power(g)) {
      if (auto t = by_logs(g, depth, numeric)) return t;
    }
    if (depth > 0 && (!g.context.hypotheses.empty() || !bounded)) {
      if (auto t = prove_by_combination(g, s.out_of_time)) return t;
    }
    if (depth > 0) {
      if (auto t = first_of({[&] { return by_kinks(g, s, depth - 1); }, [&] { return by_floors(g, s, depth - 1); }}))
        return t;
    }
    if (numeric) {
      bool failed = false;
      if (auto t = by_boxes(g, bounded ? 300 : 60, &failed)) return t;
      if (failed && (bounded || g.context.hypotheses.empty())) return std::nullopt;
    }
    if (depth > 0) {
      const bool elementary = repertoire_ != Repertoire::special, special = repertoire_ != Repertoire::elementary;
      const bool late = elementary && round_ >= 1;
      if (auto t = first_of({
              [&] {
                return special && numeric && bounded
                           ? by_error_functions(g, [&](const Goal& c) { return quietly_by_boxes(c, 300); })
                           : std::nullopt;
              },
              [&] { return by_factors(g, depth); },
              [&] { return elementary ? by_induction(g, s, depth) : std::nullopt; },
              [&] { return by_monotonicity(g, depth, numeric); },
              [&] {
                return by_slope(
                    g, [&](const Goal& c) { return immediate(c); },
                    [&](const Goal& c) { return sign_proof(c.context, c.relation.lhs, c.strict()); });
              },
              [&] { return special && numeric ? by_expansion(g, depth) : std::nullopt; },
              [&] { return by_derivatives(g, depth); },
              [&] { return elementary ? by_concavity(g, s, depth) : std::nullopt; },
              [&] { return by_telescoping(g); },
              [&] { return elementary ? by_two_terms(g, s, depth) : std::nullopt; },
              [&] { return by_logs(g, depth, numeric); },
              [&] { return special && numeric ? by_slopes(g, depth) : std::nullopt; },
              [&] { return elementary ? by_squares(g, s, round_) : std::nullopt; },
              [&] { return elementary ? by_completing_the_square(g, s, depth) : std::nullopt; },
              [&] { return bounded ? std::nullopt : by_tail(g); },
              [&] { return elementary ? by_squaring(g, s, depth) : std::nullopt; },
              [&] { return bounded || depth < 3 || !late ? std::nullopt : by_reciprocal(g, s, depth); },
              [&] { return bounded || !numeric ? std::nullopt : by_cases(g, depth); },
              [&] { return elementary ? by_exponentials(g, s, depth) : std::nullopt; },
              [&] { return elementary ? by_widening(g, s, depth) : std::nullopt; },
              [&] { return late ? by_root_substitution(g, s, depth) : std::nullopt; },
              [&] { return elementary && numeric ? by_touching(g, s, depth) : std::nullopt; },
              [&] { return elementary ? by_ends(g, s, depth) : std::nullopt; },
              [&] { return late ? by_ordering(g, s) : std::nullopt; },
              [&] { return late && depth >= 5 ? by_open_ends(g, s, depth) : std::nullopt; },
              [&] { return late ? by_generalising(g, s, depth) : std::nullopt; },
              [&] { return late ? by_signs_of_variables(g, s, depth) : std::nullopt; },
          }))
        return t;
    }
    // Boxes alone rarely reach an infinite end.
    if (numeric) return by_boxes(g, !bounded ? 2000 : max_boxes ? max_boxes : options_.boxes.max_boxes);
    return std::nullopt;
  }

  Tree first_of(const std::vector<std::function<Tree()>>& tactics) {
    for (const auto& tactic : tactics) {
      if (exhausted()) return std::nullopt;
      const WorkLimit limit(round_ < 2 ? work_left() : work_left() / 2);  // some for others after it
      if (auto t = tactic()) return t;
      if (getenv("DBG2")) fmt::print(stderr, "{:>9}   tactic {} over\n", work_done(), &tactic-&tactics[0]);
    }
    return std::nullopt;
  }
  // What tactics may ask for.
  Subprover search(bool numeric) {
    return {[this](const Goal& g, int depth, bool with_boxes) {
              return goal_tree(g, depth, with_boxes);
            },
            [this](const Goal& g) { return immediate(g); },
            [this](const Goal& g) { return sign_proof(g.context, g.difference(), g.strict()); },
            [this] { return exhausted(); },
            options_.boxes.deadline,
            numeric};
  }
  static std::string text_of(const Goal& g) {
    std::string text = to_text(g.relation);
    for (const auto& h : g.context.hypotheses) text += ";" + to_text(h);
    for (const auto& h : g.context.forall_hypotheses) text += ";" + h.bound + ":" + to_text(h.relation);
    for (const auto& v : g.context.variables) text += "|" + v.name + (v.integer ? ":" : "=") + to_text(v.range);
    return text;
  }

  Tree equation(const Goal& g, int depth, bool numeric) {
    Algebra& a = algebra(g.context);
    Expr d = g.difference();
    for (const auto& v : g.context.variables) {  // the checker puts values for variables whose interval is a point
      if (v.range.bounded() && v.range.lo.value == v.range.hi.value)
        d = substitute(d, {{Expr::variable(v.name), Expr(v.range.lo.value)}});
    }
    if (a.is_zero(d)) return Lines{"identity"};
    if (const auto i = g.context.matching_hypothesis(g.difference(), Rel::eq)) return Lines{fmt::format("hyp {}", i)};
    if (depth <= 0) return std::nullopt;
    const Subprover s = search(numeric);
    if (auto t = by_kinks(g, s, depth - 1)) return t;
    if (auto t = by_enumeration(g, s, depth)) return t;
    if (!g.context.hypotheses.empty()) {  // the two halves; also where the hypotheses leave no point
      if (auto t = steps(g, "both", {[&](const Goal& h) -> Tree {
                           if (auto u = immediate(h)) return u;
                           return prove_by_combination(h, s.out_of_time);
                         }}))
        return t;
    }
    // Otherwise it follows from hypotheses or not at all.
    for (std::size_t i = 0; i < g.context.hypotheses.size(); ++i) {
      if (auto t = by_substitution(g, g.context.hypotheses[i], depth, numeric)) return t;
    }
    return std::nullopt;
  }

  // An equation hypothesis that is affine in a variable: substitute.
  Tree by_substitution(const Goal& g, const Relation& h, int depth, bool numeric) {
    if (h.rel != Rel::eq) return std::nullopt;
    for (const auto& v : g.context.variables) {
      const Expr x = Expr::variable(v.name);
      Algebra& a = algebra(g.context);
      const auto c = a.coefficients(sub(h.lhs, h.rhs), x);
      if (!c || c->size() != 2 || !(*c)[1].is_constant() || (*c)[1].is_constant(0)) continue;
      const Expr value = mul(Expr(Rational(-1) / (*c)[1].value()), (*c)[0]);
      const std::string line = fmt::format("equal {} ({})", v.name, to_text(value));
      const auto children = apply_line(line, g);
      if (!children) continue;
      if (auto t = goal_tree((*children)[0], depth - 1, numeric)) {
        Lines out{line};
        append(out, *t);
        return out;
      }
    }
    return std::nullopt;
  }

  // Normal forms are remembered as long as the context lives, which is kept here.
  struct Remembered {
    Context context;
    std::unique_ptr<Algebra> algebra;
  };
  Algebra& algebra(const Context& c) {
    auto& known = algebras_[c.identity()];
    if (!known) {
      known = std::make_unique<Remembered>(Remembered{c, nullptr});
      known->algebra = std::make_unique<Algebra>(known->context.oracles());
    }
    return *known->algebra;
  }

  Tree immediate(const Goal& g) {
    if (g.relation.rel == Rel::eq) return equation(g, 0, false);
    const Expr d = g.difference();
    if (g.context.knows({d, g.strict() ? Need::positive : Need::nonnegative})) return Lines{"sign"};
    if (!g.strict()) {
      Algebra& a = algebra(g.context);
      if (a.is_zero(d)) return Lines{"identity"};
    }
    if (const auto i = g.context.matching_hypothesis(d, g.relation.rel)) return Lines{fmt::format("hyp {}", i)};
    // With functions as they stand: normal_cdf(u) is positive, (1 + erf(u))/2 does not show it.
    std::map<Expr, Expr> names, back;
    const Expr plain = transform(d, [&](const Expr& old, const std::vector<Expr>& args) -> Expr {
      switch (old.op()) {
        case Op::erfc:
        case Op::normal_cdf:
        case Op::cosh: {
          const auto [it, fresh] = names.try_emplace(old, Expr::variable(fmt::format("part'{}", names.size())));
          if (fresh) back.emplace(it->second, old);
          return it->second;
        }
        default:
          return args.empty() || std::ranges::equal(args, old.args()) ? old
                 : old.op() == Op::apply                              ? Expr::apply(old.name(), old.node().orders, args)
                                                                      : Expr::make(old.op(), args, old.node().index);
      }
    });
    if (!back.empty()) {
      Algebra b([](const Expr&) { return false; });
      if (const auto f = b.fraction(plain)) {
        const Expr e = substitute(quotient(f->first, f->second), back);
        if (!(e == d) && g.context.knows({e, g.strict() ? Need::positive : Need::nonnegative}))
          return Lines{fmt::format("rewrite ({})", to_text(e)), "sign"};
      }
    }
    // The normal form as a whole, and the same divided by what is positive.
    Algebra& a = algebra(g.context);
    if (const auto f = a.fraction(d)) {
      const Expr e = quotient(f->first, f->second);
      if (!(e == d) && g.context.knows({e, g.strict() ? Need::positive : Need::nonnegative}))
        return Lines{fmt::format("rewrite ({})", to_text(e)), "sign"};
    }
    return std::nullopt;
  }

  Tree by_expansion(const Goal& g, int depth) {
    return prove_by_expansion(
        g, [&](const Goal& c, std::size_t n) { return quietly_by_boxes(c, n); },
        [&](const Goal& c) { return goal_tree(c, depth - 1, true); });
  }

  // Along one variable, with more effort than signs for the slope.
  Tree by_slopes(const Goal& g, int depth) {
    if (slopes_ >= 3) return std::nullopt;
    ++slopes_;
    const ProveGoal at_once = [&](const Goal& c) { return immediate(c); };
    const ProveGoal cheap = [&](const Goal& c) -> Tree {
      if (auto s = sign_proof(c.context, c.relation.lhs, c.strict())) return s;
      return quietly_by_boxes(c, 60);
    };
    const ProveGoal slope = [&](const Goal& c) -> Tree {
      if (auto s = cheap(c)) return s;
      return goal_tree(c, depth - 2, true, 300);
    };
    const ProveGoal any = [&](const Goal& c) { return goal_tree(c, depth - 1, true, 3000); };
    const ProveGoal far_end = [&](const Goal& c) { return by_expansion(c, 1); };
    Tree t = by_slope(g, at_once, cheap);
    if (!t) t = by_slope(g, at_once, slope);
    if (!t) t = by_slope(g, far_end, slope, true);
    if (!t) t = by_slope(g, any, cheap);
    if (!t && slopes_ == 1)
      t = by_touching_end(
          g, at_once, [&](const Goal& c) { return by_slopes(c, depth); }, any);
    --slopes_;
    return t;
  }

  // Of one box, in units of work_done().
  static std::uint64_t box_work(const Goal& g) {
    std::uint64_t nodes = size_of(g.relation.lhs) + size_of(g.relation.rhs);
    for (const auto& h : g.context.hypotheses) nodes += size_of(h.lhs) + size_of(h.rhs);
    return 2 + nodes / 2;
  }

  // What an expansion leaves need not be true: no suspects from it.
  Tree quietly_by_boxes(const Goal& g, std::size_t max_boxes) {
    BoxOptions o = options_.boxes;
    o.max_boxes = max_boxes;
    o.max_bits = 128;
    const BoxResult r = prove_by_boxes(g, o);
    count_work(r.boxes * box_work(g));
    boxes_ += r.boxes;
    return r.proved ? Tree(r.lines) : std::nullopt;
  }

  static bool same_box(const Context& a, const Context& b) {
    return std::ranges::equal(a.variables, b.variables, [](const Variable& x, const Variable& y) {
      return x.name == y.name && x.range == y.range;
    });
  }

  /// `failed`: a point was met at which the goal is false, unless a hypothesis is.
  Tree by_boxes(const Goal& g, std::size_t max_boxes, bool* failed = nullptr) {
    BoxOptions o = options_.boxes;
    o.max_boxes = std::min(max_boxes, budget_);
    BoxResult r = prove_by_boxes(g, o);
    count_work(r.boxes * box_work(g));
    boxes_ += r.boxes;
    resumed_boxes_ += r.resumed_boxes;
    timed_out_ = timed_out_ || r.timed_out;
    out_of_boxes_ = out_of_boxes_ || (r.out_of_boxes && o.max_boxes == options_.boxes.max_boxes);
    // What is told of an unfinished proof speaks of the goal itself, not of what a step made of it.
    if (root_ && g.relation == root_->relation && same_box(g.context, root_->context)) {
      if (!r.suspect.empty()) suspect_ = r.suspect;
      if (r.share >= share_) {
        share_ = r.share;
        hardest_box_ = r.hardest_box;
      }
    }
    if (failed) {
      *failed = !r.suspect.empty() && std::ranges::all_of(g.context.variables, [&](const Variable& v) {
        return !v.integer || !r.suspect.contains(v.name) || r.suspect.at(v.name).is_integer();
      });
    }
    if (r.proved) return r.lines;
    if (!r.hardest.empty())
      stuck_ = fmt::format("{} >= 0 on the box {}", to_text(g.difference()).substr(0, 300), r.hardest);
    return std::nullopt;
  }

  // D = c * product of factors: signs of the factors.
  struct Signed {
    Expr weight = 1;
    std::vector<Expr> rest;
    bool nonnegative_only = false;
    bool flip = false;
  };
  std::optional<Signed> split_factors(const Context& c, const Expr& d) {
    Algebra& a = algebra(c);
    const auto f = a.factorization(d);
    if (!f || f->constant.is_zero()) return std::nullopt;
    Signed s;
    s.flip = f->constant.sign() < 0;
    s.weight = Expr(abs(f->constant));
    for (const auto& [base, k] : f->factors) {
      Signs sg = c.signs(base);
      const Expr p = power(base, Expr(k));
      if (sg == positive) {
        s.weight = mul(s.weight, p);
      } else if (sg == negative) {
        s.weight = mul(s.weight, power(negate(base), Expr(k)));
        if (k % 2) s.flip = !s.flip;
      } else if (k % 2 == 0) {
        s.weight = mul(s.weight, p);
        if (sg & zero) s.nonnegative_only = true;
      } else if (!(sg & negative) && k > 0) {
        s.weight = mul(s.weight, p);
        s.nonnegative_only = true;
      } else if (!(sg & positive) && k > 0) {
        s.weight = mul(s.weight, power(negate(base), Expr(k)));
        s.nonnegative_only = true;
        s.flip = !s.flip;
      } else {
        if (k != 1) s.weight = mul(s.weight, power(base, Expr(k - 1)));
        s.rest.push_back(base);
      }
    }
    return s;
  }

  Tree by_factors(const Goal& g, int depth) {
    const Expr d = g.difference();
    const auto s = split_factors(g.context, d);
    if (!s || (s->nonnegative_only && g.strict())) return std::nullopt;
    if (!std::ranges::all_of(side_conditions(s->weight, g.context),
                             [&](const Condition& c) { return g.context.knows(c); }))
      return std::nullopt;
    Expr e = s->flip ? Expr(-1) : Expr(1);
    for (const auto& r : s->rest) e = mul(e, r);
    if (s->rest.empty() && s->flip) return std::nullopt;
    const Lines head{fmt::format("factor ({}) ({})", to_text(s->weight), to_text(e))};
    const Goal next{g.context, {g.relation.rel, e, 0}};
    if (s->rest.empty()) {
      Lines out = head;
      out.push_back("sign");
      return out;
    }
    if (s->weight.is_constant() && s->rest.size() == 1) {
      // Nothing was split off; the expanded form may still help, once.
      if (normal_forms_.contains(text_of(g))) return std::nullopt;
    }
    normal_forms_.insert(text_of(next));
    if (s->rest.size() == 1) {
      if (auto t = between_ends(next)) {
        Lines out = head;
        append(out, *t);
        return out;
      }
    }
    if (s->rest.size() == 1 && depth > 1) {
      if (auto t = goal_tree(next, depth - 1, true, 3000)) {
        Lines out = head;
        append(out, *t);
        return out;
      }
    }
    return std::nullopt;
  }

  // Denominators of e's normal form that are not known to be nonzero are proved positive (negative) and cut in; the
  // lines for that go into `head`.
  std::optional<Context> with_denominators(const Context& c, const Expr& e, Lines& head) {
    Algebra& a = algebra(c);
    const auto f = a.factorization(e);
    if (!f) return c;
    Goal g{c, {Rel::ge, 0, 0}};
    for (const auto& [base, k] : f->factors) {
      if (k >= 0 || !(g.context.signs(base) & zero)) continue;
      if (preparing_ || secant_) return std::nullopt;
      preparing_ = true;
      const WorkLimit limit(work_left() / 4);
      const bool done = cut_in(g, {base, Need::nonzero}, head);
      preparing_ = false;
      if (!done) return std::nullopt;
    }
    return g.context;
  }

  // The sign of an expression by signs and factors only.
  Tree sign_proof(const Context& context, const Expr& e, bool strict) {
    if (auto t = immediate({context, {strict ? Rel::gt : Rel::ge, e, 0}})) return t;
    Lines out;
    const auto c = with_denominators(context, e, out);
    if (!c) return std::nullopt;
    const auto s = split_factors(*c, e);
    if (!s || !s->rest.empty() || s->flip || (strict && s->nonnegative_only)) {
      const Goal g{context, {strict ? Rel::gt : Rel::ge, e, 0}};
      if (!secant_) {
        secant_ = true;
        auto t = by_secant(g, [&](const Goal& n) { return sign_proof(n.context, n.relation.lhs, n.strict()); });
        secant_ = false;
        if (t) return t;
      }
      return by_telescoping(g);
    }
    append(out, {fmt::format("factor ({}) (1)", to_text(s->weight)), "sign"});
    return out;
  }

  static bool has_gamma(const Expr& e, const Expr& x) {
    bool found = false;
    transform(e, [&](const Expr& n, const std::vector<Expr>&) {
      found = found || ((n.op() == Op::lgamma || n.op() == Op::polygamma) && depends_on(n, x));
      return n;
    });
    return found;
  }

  // Gamma functions lose themselves in differences of neighbours: D(x) - D(x+1) is elementary, and D tends to a limit
  // >= 0.
  Tree by_telescoping(const Goal& goal) {
    if (telescoping_ || std::ranges::none_of(goal.context.variables, [&](const Variable& v) {
          return has_gamma(goal.difference(), Expr::variable(v.name));
        })) {
      return std::nullopt;
    }
    // Term by term, limits are seen.
    Algebra& a = algebra(goal.context);
    const auto terms = a.expanded(goal.difference());
    const Goal g{goal.context, {goal.relation.rel, terms.value_or(goal.difference()), 0}};
    for (const auto& v : g.context.variables) {
      const Expr x = Expr::variable(v.name);
      if (v.range.lo.infinite || !has_gamma(g.difference(), x) || !limit_is_nonnegative(g, x, false)) continue;
      const std::string line = fmt::format("telescope {} 128", v.name);
      const auto children = apply_line(line, g);
      if (!children) continue;
      telescoping_ = true;
      Tree t = sign_proof((*children)[0].context, (*children)[0].difference(), g.strict());
      if (!t) t = by_tail((*children)[0]);
      if (!t) t = goal_tree((*children)[0], 2, true, 500);
      telescoping_ = false;
      if (!t) continue;
      Lines out;
      if (terms) out.push_back(fmt::format("rewrite ({})", to_text(*terms)));
      out.push_back(line);
      append(out, *t);
      return out;
    }
    return std::nullopt;
  }

  bool smooth(const Goal& g, const Expr& x) {
    const Expr d = g.difference();
    if (!is_smooth_in(d, x)) return false;
    return std::ranges::all_of(smoothness_conditions(d, g.context),
                               [&](const Condition& c) { return g.context.knows(c); });
  }

  // A derivative of one sign: go to the face.
  Tree by_monotonicity(const Goal& g, int depth, bool numeric) {
    const Expr d = g.difference();
    for (const auto& v : g.context.variables) {
      const Expr x = Expr::variable(v.name);
      if (!depends_on(d, x)) continue;
      // On the way to the end only the box is known to hold, not the hypotheses that mention x.
      const Goal free{g.context.without_hypotheses_on(x), g.relation};
      if (!smooth(free, x)) continue;
      const Expr dx = derivative(d, x);
      for (const bool lower : {true, false}) {
        const End& end = lower ? v.range.lo : v.range.hi;
        if (end.infinite || !end.closed) continue;
        const auto tree = sign_proof(free.context, lower ? dx : negate(dx), false);
        if (!tree) continue;
        const std::string line = fmt::format("mono {} {}", v.name, lower ? "lo" : "hi");
        const auto children = apply_line(line, g);
        if (!children) continue;
        if (auto t = goal_tree((*children)[1], depth - 1, numeric)) {
          Lines out{line};
          append(out, *tree);
          append(out, *t);
          return out;
        }
        return std::nullopt;  // the face decides: if it is not provable there, it is not provable
      }
    }
    return std::nullopt;
  }

  // D and its derivatives vanish (or are nonnegative) at a point c of one variable, and a higher derivative has a sign.
  Tree by_derivatives(const Goal& g, int depth) {
    const Expr d = g.difference();
    for (const auto& v : g.context.variables) {
      const Expr x = Expr::variable(v.name);
      if (!depends_on(d, x) || !is_smooth_in(d, x)) continue;
      std::vector<Expr> anchors;
      if (!v.range.lo.infinite) anchors.emplace_back(v.range.lo.value);
      if (!v.range.hi.infinite) anchors.emplace_back(v.range.hi.value);
      for (const auto& other : g.context.variables) {
        if (other.name != v.name && other.range == v.range) anchors.push_back(Expr::variable(other.name));
      }
      for (const Rational& simple : {Rational(0), Rational(1), Rational(1, 2), Rational(-1)}) {
        const Expr candidate(simple);
        if (v.range.contains(simple) && std::ranges::find(anchors, candidate) == anchors.end())
          anchors.push_back(candidate);
      }
      for (const auto& e : stationary_points(g.context, d, x)) {
        if (std::ranges::find(anchors, e) == anchors.end()) anchors.push_back(e);
      }
      for (const auto& at : anchors) {
        if (auto t = anchored(g, x, at, std::min(depth, 4))) return t;
      }
    }
    return std::nullopt;
  }

  // Every hypothesis on x is affine in x and holds at the anchor, strict ones as their closure: so it holds on the
  // segments to it.
  bool hypotheses_reach(const Context& c, const Expr& x, const Expr& at) {
    Algebra& a = algebra(c);
    return std::ranges::all_of(c.hypotheses, [&](const Relation& h) {
      const Expr d = sub(h.lhs, h.rhs);
      if (!depends_on(d, x)) return true;
      const auto coefficients = a.coefficients(d, x);
      if (!coefficients || coefficients->size() > 2) return false;
      const Expr there = substitute(d, {{x, at}});
      return a.is_zero(there) || (h.rel != Rel::eq && c.knows({there, Need::nonnegative}));
    });
  }

  // The anchor is a closed end of x (or the split makes it one). `mono` leaves no hypothesis x > at behind, so
  // derivatives can be taken from the same end again and again.
  Tree from_end(const Goal& g, const Expr& x, const Expr& at, int order) {
    const Variable* v = g.context.find(x);
    if (!v || order == 0 || exhausted() || --effort_left_ < 0) return std::nullopt;
    const auto is_end = [&](const End& end) { return !end.infinite && end.value == at.value(); };
    const bool lower = is_end(v->range.lo);
    if (!lower && !is_end(v->range.hi)) {
      if (!v->range.contains(at.value())) return std::nullopt;
      const std::string line = fmt::format("split {} {}", v->name, at.value().str());
      const auto halves = apply_line(line, g);
      if (!halves) return std::nullopt;
      Lines out{line};
      for (const Goal& half : *halves) {
        const auto t = from_end(half, x, at, order);
        if (!t) return std::nullopt;
        append(out, *t);
      }
      return out;
    }
    auto word = smoothness_word(g.context.without_hypotheses_on(x), g.difference(), x, lower);
    if (!word) return std::nullopt;
    if (g.strict() && !(lower ? v->range.lo : v->range.hi).closed) *word += " strict";
    const std::string line = fmt::format("mono {} {}{}", v->name, lower ? "lo" : "hi", *word);
    const auto children = apply_line(line, g);
    if (!children) return std::nullopt;
    const auto base = immediate((*children)[1]);
    if (!base) return std::nullopt;
    const Goal& slope = (*children)[0];
    Tree t = sign_proof(slope.context, slope.relation.lhs, slope.strict());
    if (!t) t = factored_then(slope, x, at, order - 1);
    if (!t) t = from_end(slope, x, at, order - 1);
    if (!t) t = slope_otherwise(slope);
    if (!t) return std::nullopt;
    Lines out{line};
    append(out, *t);
    append(out, *base);
    return out;
  }

  // A derivative's sign by its two terms, or from anchors of any variable; the latter once on the way.
  Tree slope_otherwise(const Goal& slope) {
    if (getenv("DBG2")) fmt::print(stderr, "{:>9}   slope {}\n", work_done(), to_text(slope.relation).substr(0,200));
    if (auto t = by_two_terms(slope, search(false), 2)) return t;
    if (crossing_ || round_ < 1 || exhausted()) return std::nullopt;
    crossing_ = true;
    Tree t = by_derivatives(slope, 3);
    if (!t && round_ > 1) t = goal_tree(slope, 4, false);
    crossing_ = false;
    return t;
  }

  Tree anchored(const Goal& g, const Expr& x, const Expr& at, int order) {
    if (order == 0 || exhausted() || --effort_left_ < 0) return std::nullopt;
    if (at.is_constant()) {
      if (auto t = from_end(g, x, at, order)) return t;
      const auto mentions = [&](const Relation& h) { return depends_on(h.lhs, x) || depends_on(h.rhs, x); };
      if (std::ranges::none_of(g.context.hypotheses, mentions)) return std::nullopt;
    }
    if (!hypotheses_reach(g.context, x, at)) return std::nullopt;
    const Range& range = g.context.find(x)->range;
    // Smooth up to the anchor itself; or continuous there, and smooth on both sides.
    std::string word;
    const std::string line = fmt::format("deriv {} ({})", x.name(), to_text(at));
    if (!smooth({g.context.closed_in(x), g.relation}, x)) {
      const Context closed = g.context.closed_in(x).with_closed_ends(x);
      const auto continuous = continuity_conditions(g.difference(), x, closed);
      if (!continuous || !is_smooth_in(g.difference(), x) ||
          !std::ranges::all_of(*continuous, [&](const Condition& k) { return closed.knows(k); }))
        return std::nullopt;
      word = " inside";
    }
    for (const End& end : {range.lo, range.hi}) {
      if (end.infinite) continue;
      const bool below = end == range.lo;  // equal ends are one point: then either side will do
      const Expr room = below ? sub(at, Expr(end.value)) : sub(Expr(end.value), at);
      if (!g.context.knows({room, !end.closed && word.empty() ? Need::positive : Need::nonnegative}))
        return std::nullopt;
    }
    const auto children = apply_line(line + word, g);
    if (!children) return std::nullopt;
    if (!word.empty()) {
      for (std::size_t side = 1; side <= 2; ++side) {
        if (!smooth({(*children)[side].context, g.relation}, x)) return std::nullopt;
      }
    }
    // At the anchor: an identity or a sign.
    const auto base = immediate((*children)[0]);
    if (!base) return std::nullopt;
    Lines out{line + word};
    append(out, *base);
    for (std::size_t side = 1; side <= 2; ++side) {
      const Goal& c = (*children)[side];
      Tree t = vacuous_side(c, x, at, side == 1);
      if (!t) t = sign_proof(c.context, c.relation.lhs, false);
      if (!t) t = factored_then(c, x, at, order - 1);
      if (!t) t = anchored(c, x, at, order - 1);
      if (!t) t = slope_otherwise(c);
      if (!t) return std::nullopt;
      append(out, *t);
    }
    return out;
  }

  // One side of the anchor has no room: the anchor is an end of x's range, and the hypothesis x > at (x < at)
  // contradicts the box.
  Tree vacuous_side(const Goal& c, const Expr& x, const Expr& at, bool right) {
    const Variable* v = c.context.find(x);
    if (!v) return std::nullopt;
    const std::size_t last = c.context.hypotheses.size();  // it says x > at (at > x)
    const Context before = c.context.without_hypothesis(last - 1);
    if (before.knows({right ? sub(at, x) : sub(x, at), Need::nonnegative}))
      return Lines{fmt::format("prune {} 64", last)};
    if (!at.is_constant()) return std::nullopt;
    const End& end = right ? v->range.hi : v->range.lo;
    if (end.infinite || !(end.value == at.value())) return std::nullopt;
    return Lines{fmt::format("prune {} 64", c.context.hypotheses.size())};
  }

  // Affine in a variable with a bounded range: between the values at its two ends, written so that their signs are
  // seen.
  Tree between_ends(const Goal& g) {
    const Expr e = g.difference();
    for (const auto& v : g.context.variables) {
      const Expr x = Expr::variable(v.name);
      if (!v.range.bounded() || !(v.range.lo.value < v.range.hi.value) || !depends_on(e, x)) continue;
      Algebra& a = algebra(g.context);
      const auto c = a.coefficients(e, x);
      if (!c || c->size() != 2) continue;
      const auto at_end = [&](const Rational& q) -> std::optional<Expr> {
        const auto f = a.factorization(add((*c)[0], mul(Expr(q), (*c)[1])));
        if (!f) return std::nullopt;
        Expr product = f->constant;
        for (const auto& [base, k] : f->factors) product = mul(product, power(base, Expr(k)));
        return product;
      };
      const auto lo = at_end(v.range.lo.value), hi = at_end(v.range.hi.value);
      if (!lo || !hi || !g.context.knows({*lo, Need::nonnegative}) || !g.context.knows({*hi, Need::nonnegative}))
        continue;
      const Expr up = sub(x, v.range.lo.value), down = sub(v.range.hi.value, x);
      const Expr form = quotient(add(mul(down, *lo), mul(up, *hi)), Expr(v.range.hi.value - v.range.lo.value));
      if (!g.context.knows({form, g.strict() ? Need::positive : Need::nonnegative})) continue;
      return Lines{fmt::format("rewrite ({})", to_text(form)), "sign"};
    }
    return std::nullopt;
  }

  // Strip positive factors off, then anchor again.
  Tree factored_then(const Goal& goal, const Expr& x, const Expr& at, int order) {
    Lines out;
    const auto context = with_denominators(goal.context, goal.difference(), out);
    if (!context) return std::nullopt;
    const Goal c{*context, goal.relation};
    const auto s = split_factors(c.context, c.difference());
    if (!s || s->rest.size() != 1) return std::nullopt;
    const Expr e = s->flip ? negate(s->rest[0]) : s->rest[0];
    if (s->weight.is_constant() && size_of(e) >= size_of(c.difference())) return std::nullopt;
    const Goal next{c.context, {c.relation.rel, e, 0}};
    Tree t = immediate(next);
    if (!t) t = between_ends(next);
    if (!t) t = anchored(next, x, at, order);
    if (!t) return std::nullopt;
    out.push_back(fmt::format("factor ({}) ({})", to_text(s->weight), to_text(e)));
    append(out, *t);
    return out;
  }

  static bool multiplicative(const Expr& e) {
    switch (e.op()) {
      case Op::exp:
      case Op::pow:
      case Op::sqrt:
        return true;
      case Op::mul:
      case Op::div:
        return multiplicative(e.arg(0)) || multiplicative(e.arg(1));
      default:
        return false;
    }
  }

  // Powers with a variable in the exponent, exponentials of gamma functions: nothing is seen before logs are taken.
  static bool has_variable_power(const Goal& g) {
    bool found = false;
    transform(g.difference(), [&](const Expr& e, const std::vector<Expr>&) {
      found = found || (e.op() == Op::pow && !e.arg(1).is_constant()) ||
              (e.op() == Op::exp && std::ranges::any_of(g.context.variables, [&](const Variable& v) {
                 return has_gamma(e, Expr::variable(v.name));
               }));
      return e;
    });
    return found;
  }

  Tree by_logs(const Goal& g, int depth, bool numeric) {
    const auto& [rel, l, r] = g.relation;
    if (!(multiplicative(l) || multiplicative(r))) return std::nullopt;
    if (!g.context.knows({l, Need::positive}) || !g.context.knows({r, Need::positive})) return std::nullopt;
    const Goal logs{g.context, {rel, log(l), log(r)}};
    Algebra& a = algebra(g.context);
    // The normal form is shorter, but may hide why its parts are positive: then the sides stay as they are.
    const auto simple = a.simplified(logs.difference());
    const bool clear = simple && std::ranges::all_of(side_conditions(*simple, g.context),
                                                     [&](const Condition& c) { return g.context.knows(c); });
    Lines out{"log"};
    Goal next = logs;
    if (clear) {
      out.push_back(fmt::format("rewrite ({})", to_text(*simple)));
      next = {g.context, {rel, *simple, 0}};
    }
    if (auto t = goal_tree(next, depth - 1, numeric, 3000)) {
      append(out, *t);
      return out;
    }
    return std::nullopt;
  }

  // Monotone towards an infinite end at which the limit is not negative.
  Tree by_tail(const Goal& g) {
    const Expr d = g.difference();
    for (const auto& v : g.context.variables) {
      if (v.range.bounded()) continue;
      const Expr x = Expr::variable(v.name);
      if (!depends_on(d, x) || !smooth({g.context.without_hypotheses_on(x), g.relation}, x)) continue;
      for (const bool below : {false, true}) {
        if (!(below ? v.range.lo.infinite : v.range.hi.infinite)) continue;
        Goal h = g;
        Lines out;
        if (!limit_is_nonnegative(h, x, below)) {
          const auto e = below ? std::nullopt : without_runaway_logs(g, x);
          if (!e) continue;
          h.relation = {g.relation.rel, *e, 0};
          out.push_back(fmt::format("rewrite ({})", to_text(*e)));
          if (!limit_is_nonnegative(h, x, below) || !smooth({h.context.without_hypotheses_on(x), h.relation}, x))
            continue;
        }
        const std::string line = fmt::format("tail {}{} 128", below ? "-" : "", v.name);
        const auto children = apply_line(line, h);
        if (!children) continue;
        if (auto t = sign_proof((*children)[0].context, (*children)[0].relation.lhs, g.strict())) {
          out.push_back(line);
          append(out, *t);
          return out;
        }
      }
    }
    return std::nullopt;
  }

  // The limit of e as x tends to an infinite end, the other variables anywhere in their box: a finite enclosure, +inf,
  // -inf, or not seen.
  struct Limit {
    enum class Kind { finite, plus_infinity, minus_infinity, unknown } kind = Kind::unknown;
    Interval value;
  };
  static Limit limit(const Context& c, const Expr& e, const Expr& x, bool below) {
    using Kind = Limit::Kind;
    if (!depends_on(e, x)) {
      const Interval r = c.range(e);
      return r.is_finite() ? Limit{Kind::finite, r} : Limit{};
    }
    if (e == x) return {below ? Kind::minus_infinity : Kind::plus_infinity, {}};
    std::vector<Limit> a;
    for (const auto& arg : e.args()) {
      a.push_back(limit(c, arg, x, below));
      if (a.back().kind == Kind::unknown) return {};
    }
    const auto infinite = [](const Limit& l) {
      return l.kind == Kind::plus_infinity ? 1 : l.kind == Kind::minus_infinity ? -1 : 0;
    };
    const auto infinity = [](int sign) { return Limit{sign > 0 ? Kind::plus_infinity : Kind::minus_infinity, {}}; };
    const auto number = [](const Rational& q) { return Limit{Kind::finite, Interval(q, 128)}; };
    const auto sign_of = [&](const Limit& l) {
      if (infinite(l)) return infinite(l);
      return certainly_positive(l.value) ? 1 : certainly_negative(l.value) ? -1 : 0;
    };
    const auto finite = [](Interval v) { return v.is_finite() ? Limit{Kind::finite, std::move(v)} : Limit{}; };
    const auto negation = [&](const Limit& l) { return infinite(l) ? infinity(-infinite(l)) : finite(-l.value); };
    const auto sum = [&](const Limit& p, const Limit& q) -> Limit {
      if (infinite(p) * infinite(q) < 0) return {};
      if (infinite(p) || infinite(q)) return infinity(infinite(p) + infinite(q));
      return finite(p.value + q.value);
    };
    const auto product = [&](const Limit& p, const Limit& q) -> Limit {
      if (infinite(p) || infinite(q))
        return sign_of(p) != 0 && sign_of(q) != 0 ? infinity(sign_of(p) * sign_of(q)) : Limit{};
      return finite(p.value * q.value);
    };
    const int s0 = infinite(a[0]);
    switch (e.op()) {
      case Op::neg:
        return negation(a[0]);
      case Op::add:
        return sum(a[0], a[1]);
      case Op::sub:
        return sum(a[0], negation(a[1]));
      case Op::mul:
        return product(a[0], a[1]);
      case Op::div:
        if (infinite(a[1])) return s0 ? Limit{} : number(0);
        if (!sign_of(a[1])) return {};
        return s0 ? infinity(s0 * sign_of(a[1])) : finite(a[0].value / a[1].value);
      case Op::pow: {
        if (!e.arg(1).is_constant() || !e.arg(1).value().to_int64()) return {};
        const auto n = *e.arg(1).value().to_int64();
        if (s0 && n > 0) return infinity(n % 2 ? s0 : 1);
        if (s0 && n < 0) return number(0);
        return s0 || std::abs(n) > 1000 ? Limit{} : finite(pow(a[0].value, static_cast<int>(n)));
      }
      case Op::exp:
        return s0 > 0 ? infinity(1) : s0 < 0 ? number(0) : finite(exp(a[0].value));
      case Op::log:
        return s0 > 0 ? infinity(1) : s0 < 0 ? Limit{} : finite(log(a[0].value));
      case Op::log1p:
        return s0 > 0 ? infinity(1) : s0 < 0 ? Limit{} : finite(log1p(a[0].value));
      case Op::expm1:
        return s0 > 0 ? infinity(1) : s0 < 0 ? number(-1) : finite(expm1(a[0].value));
      case Op::sqrt:
        return s0 > 0 ? infinity(1) : s0 < 0 ? Limit{} : finite(sqrt(a[0].value));
      case Op::tanh:
        return s0 ? number(s0) : finite(tanh(a[0].value));
      case Op::erf:
        return s0 ? number(s0) : finite(erf(a[0].value));
      case Op::erfc:
        return s0 > 0 ? number(0) : s0 < 0 ? number(2) : finite(erfc(a[0].value));
      case Op::normal_cdf:
        return s0 > 0 ? number(1) : s0 < 0 ? number(0) : finite(normal_cdf(a[0].value));
      case Op::lgamma:
        return s0 > 0 ? infinity(1) : s0 < 0 ? Limit{} : finite(lgamma(a[0].value));
      case Op::polygamma: {
        const int k = e.node().index;
        if (s0 < 0) return {};
        if (s0 > 0) return k == 0 ? infinity(1) : number(0);
        return finite(polygamma(k, a[0].value));
      }
      default:
        return {};
    }
  }

  static bool limit_is_nonnegative(const Goal& g, const Expr& x, bool below) {
    const Limit l = limit(g.context, g.difference(), x, below);
    return l.kind == Limit::Kind::plus_infinity || (l.kind == Limit::Kind::finite && certainly_nonnegative(l.value));
  }

  // An unbounded variable: numeric on a bounded part, symbolic beyond.
  Tree by_cases(const Goal& g, int depth) {
    for (const auto& v : g.context.variables) {
      if (v.range.bounded()) continue;
      for (const long q : {1L, 4L, 16L, 64L}) {
        const bool up = v.range.hi.infinite;
        const Rational at = up ? Rational(q) : Rational(-q);
        if (!v.range.contains(at) || (!v.range.lo.infinite && at == v.range.lo.value) ||
            (!v.range.hi.infinite && at == v.range.hi.value))
          continue;
        const std::string line = fmt::format("split {} {}", v.name, at.str());
        const auto children = apply_line(line, g);
        if (!children) continue;
        const std::size_t far = up ? 1 : 0;
        const auto beyond = goal_tree((*children)[far], depth - 2, false);
        if (!beyond) continue;
        const auto near = goal_tree((*children)[1 - far], depth - 1, true);
        if (!near) continue;
        Lines out{line};
        append(out, up ? *near : *beyond);
        append(out, up ? *beyond : *near);
        return out;
      }
    }
    return std::nullopt;
  }

  const ProveOptions& options_;
  std::size_t boxes_ = 0, resumed_boxes_ = 0;
  std::size_t budget_ = 2000;
  const Goal* root_ = nullptr;
  double share_ = 0;
  std::optional<HardBox> hardest_box_;
  std::string stuck_;
  std::map<std::string, Rational> suspect_;
  bool timed_out_ = false, out_of_boxes_ = false;
  // What is tried: steps for elementary functions, for special ones (series, secants), or all.
  enum class Repertoire : std::uint8_t { elementary, special, all };
  Repertoire repertoire_ = Repertoire::all;
  int round_ = 0;               // rounds allow for more and more boxes and steps
  long effort_left_ = 1 << 30;  // goals and anchors to be tried in this round
  bool preparing_ = false, telescoping_ = false, crossing_ = false, secant_ = false;
  int slopes_ = 0;
  std::size_t own_hypotheses_ = 0, cuts_in_front_ = 0;
  std::set<std::string> normal_forms_;  // goals that are their own normal form
  std::map<const void*, std::unique_ptr<Remembered>> algebras_;
  std::map<std::string, std::pair<int, Tree>> seen_goals_;  // by their text: the effort so far, and the proof
};

}  // namespace

ProveResult prove(const Goal& goal, const ProveOptions& options) { return Prover(options).run(goal); }

}  // namespace dpcert::verify
