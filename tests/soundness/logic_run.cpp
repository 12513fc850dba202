// Proofs of false formulas, looked for with the checker's own rules.
//
//   logic_run --problems 2000 --seed 1 [--first 0] [--lines 400]
//
// A claim is a random closed formula, for small integers n and m, over quantifiers of small ranges of integers, in half
// of the cases with another one assumed. Enumeration in exact rationals says whether it is true at every point. A
// search makes a proof of it, or of a claim like it, of what is assumed, or of its negation; these lines, some of them
// changed, are then asked of the checker as certificates of the claim. Exit status 1 if it accepts one that says
// something false, or accepts too little to have shown anything.
#include <fmt/format.h>

#include <functional>

#include "dpcert/checker/checker.hpp"
#include "tests/seal.hpp"
#include "tests/soundness/command_line.hpp"
#include "tests/soundness/formula.hpp"
#include "verify/checker/rules/premises.hpp"
#include "verify/checker/rules/rules.hpp"

namespace dpcert::soundness {
namespace {

using Values = std::map<std::string, Q>;

// ---- claims, with values of their own

struct Term {
  std::string text;
  std::function<std::optional<Q>(const Values&)> value;  // none: undefined
};
struct Sentence {
  std::string text;
  std::function<bool(const Values&)> holds;
};

class Maker {
 public:
  explicit Maker(Dice& dice) : dice_(dice) {}

  Sentence sentence(int depth, std::vector<std::string> names) {
    const auto kind = depth == 0 ? 9 : dice_.roll(0, 8);
    if (kind <= 3) return quantified(kind <= 1, depth, std::move(names));
    if (kind >= 8) return relation(names);
    const Sentence a = sentence(depth - 1, names), b = sentence(depth - 1, names);
    if (kind <= 5)
      return {fmt::format("{{{}}} and {{{}}}", a.text, b.text),
              [a, b](const Values& v) { return a.holds(v) && b.holds(v); }};
    if (kind == 6)
      return {fmt::format("{{{}}} or {{{}}}", a.text, b.text),
              [a, b](const Values& v) { return a.holds(v) || b.holds(v); }};
    return {fmt::format("{{{}}} implies {{{}}}", a.text, b.text),
            [a, b](const Values& v) { return !a.holds(v) || b.holds(v); }};
  }

 private:
  Sentence quantified(bool all, int depth, std::vector<std::string> names) {
    const std::string k = fmt::format("k{}", names.size());
    const Term lo = end(names), hi = end(names);
    const bool lo_open = dice_.chance(1, 4), hi_open = dice_.chance(1, 4);
    names.push_back(k);
    const Sentence body = sentence(depth - 1, names);
    return {fmt::format("{} int {} in {}{}, {}{}: {{{}}}", all ? "forall" : "exists", k, lo_open ? '(' : '[', lo.text,
                        hi.text, hi_open ? ')' : ']', body.text),
            [=](Values v) {
              const Q a = *lo.value(v) + (lo_open ? 1 : 0), b = *hi.value(v) - (hi_open ? 1 : 0);
              for (Q i = a; i <= b; ++i) {
                v[k] = i;
                if (body.holds(v) != all) return !all;
              }
              return all;
            }};
  }
  Term end(const std::vector<std::string>& names) {
    const Q c(dice_.roll(-1, 3));
    if (dice_.chance(2, 3)) return {c < 0 ? fmt::format("({})", c.str()) : c.str(), [c](const Values&) { return c; }};
    const std::string x = dice_.one_of(names);
    return {fmt::format("{} + ({})", x, c.str()), [x, c](const Values& v) { return Q(v.at(x) + c); }};
  }
  Term term(const std::vector<std::string>& names) {
    const std::string x = dice_.one_of(names), y = dice_.one_of(names);
    const Q c(dice_.roll(-2, 3));
    switch (dice_.roll(0, 6)) {
      case 0:
        return {fmt::format("({})", c.str()), [c](const Values&) { return c; }};
      case 1:
        return {fmt::format("({} + ({}))", x, c.str()), [=](const Values& v) { return Q(v.at(x) + c); }};
      case 2:
        return {fmt::format("({} * {})", x, y), [=](const Values& v) { return Q(v.at(x) * v.at(y)); }};
      case 3:
        return {fmt::format("(({})*{} + {})", c.str(), x, y),
                [=](const Values& v) { return Q(c * v.at(x) + v.at(y)); }};
      case 4:
        return {fmt::format("((-2)^({}))", x), [=](const Values& v) {
                  Q r = 1;
                  for (Q i = 0; i < abs(v.at(x)); ++i) r *= -2;
                  return v.at(x) < 0 ? Q(1 / r) : r;
                }};
      case 5:
        return {fmt::format("(1/({} - ({})))", x, c.str()), [=](const Values& v) {
                  const Q d = v.at(x) - c;
                  return d == 0 ? std::nullopt : std::optional(Q(1 / d));
                }};
      default:
        return {x, [x](const Values& v) { return v.at(x); }};
    }
  }
  Sentence relation(const std::vector<std::string>& names) {
    const Term a = term(names), b = term(names);
    const auto kind = dice_.roll(0, 4);
    return {fmt::format("{} {} {}", a.text,
                        kind <= 1   ? ">="
                        : kind <= 3 ? ">"
                                    : "=",
                        b.text),
            [=](const Values& v) {
              const auto x = a.value(v), y = b.value(v);
              return x && y && (kind <= 1 ? *x >= *y : kind <= 3 ? *x > *y : *x == *y);
            }};
  }
  Dice& dice_;
};

struct Problem {
  std::string text;
  std::vector<Values> points;  // all of the domain
  std::optional<Sentence> assumed;
  Sentence claimed;

  [[nodiscard]] bool allowed(const Values& v) const { return !assumed || assumed->holds(v); }
  [[nodiscard]] bool fails() const {
    return std::ranges::any_of(points, [&](const Values& v) { return allowed(v) && !claimed.holds(v); });
  }
  [[nodiscard]] bool empty() const {
    return std::ranges::none_of(points, [&](const Values& v) { return allowed(v); });
  }
};

Problem problem(Dice& dice) {
  Problem p;
  Maker maker(dice);
  const long n = dice.roll(-1, 1), m = dice.roll(-1, 1);
  for (long i = n; i <= n + 2; ++i)
    for (long j = m; j <= m + 1; ++j) p.points.push_back({{"n", i}, {"m", j}});
  p.text = fmt::format("language 3\nint n in [{}, {}]\nint m in [{}, {}]\n", n, n + 2, m, m + 1);
  if (dice.chance(1, 2)) {
    p.assumed = maker.sentence(2, {"n", "m"});
    p.text += "assume " + p.assumed->text + "\n";
  }
  p.claimed = maker.sentence(3, {"n", "m"});
  p.text += "prove " + p.claimed.text + "\n";
  return p;
}

// ---- proofs

struct Counts {
  long problems = 0, failing = 0, tried = 0, fitted = 0, closed = 0, asked = 0;
  long proved = 0, disproved = 0, inhabited = 0, changed = 0, wrong = 0;
};

class Search {
 public:
  Search(Dice& dice, Counts& counts, const std::string& text, long budget)
      : dice_(dice),
        counts_(counts),
        budget_(budget),
        s_(checker::elaborate(pool_, text, std::nullopt)),
        rules_(pool_, plain_, s_.functions, 3) {
    for (const auto& v : s_.variables) box_[v.id] = v.range;
  }

  // Of the conclusion; of what says that the domain is not empty, and, `negated`, that the conclusion fails in it.
  std::optional<std::vector<std::string>> conclusion() {
    checker::Goal root{std::make_shared<checker::Frame>(), box_};
    for (const auto& h : s_.hypotheses) root.frame->hypotheses.push_back({h.relation, pool_.diff_of(h.relation)});
    for (const auto& f : s_.facts) root.frame->facts.push_back(f.formula);
    root.frame->foralls = s_.foralls;
    return of(std::move(root), s_.conclusions[0]);
  }
  std::optional<std::vector<std::string>> existence(bool negated) {
    const checker::Form last = negated ? checker::Formulas(pool_).negation(s_.conclusions[0]) : nullptr;
    return of({std::make_shared<checker::Frame>(), {}}, checker::existence(pool_, s_, box_, last));
  }

 private:
  std::optional<std::vector<std::string>> of(const checker::Goal& root, const checker::Form& f) {
    checker::set_goal(pool_, *root.frame, f);
    std::vector<std::string> lines;
    if (!close(root, 16, lines)) return std::nullopt;
    return lines;
  }
  std::optional<std::vector<checker::Goal>> apply(const checker::Goal& g, const std::string& line) {
    ++counts_.tried, --budget_;
    try {
      auto children = rules_.apply(g, line);
      ++counts_.fitted;
      return children;
    } catch (const checker::Reject&) {
    } catch (const std::out_of_range&) {  // a variable that has left the context
    }
    return std::nullopt;
  }
  std::string number(const checker::Goal& g) {
    const long c = dice_.roll(-1, 3);
    if (g.box.empty() || dice_.chance(2, 3)) return fmt::format("({})", c);
    auto it = g.box.begin();
    std::advance(it, dice_.roll(0, static_cast<long>(g.box.size()) - 1));
    return fmt::format("({} + ({}))", pool_.var_name(it->first), dice_.roll(-1, 1));
  }
  std::string with_fact(const checker::Goal& g) {
    using checker::Formula;
    const long j = dice_.roll(1, static_cast<long>(g.frame->facts.size()));
    switch (g.frame->facts[static_cast<std::size_t>(j) - 1]->kind) {
      case Formula::Or:
        return fmt::format("branch {}", j);
      case Formula::Implies:
        return fmt::format("apply {}", j);
      case Formula::Exists:
        return fmt::format("obtain v{} {}", fresh_++, j);
      default:
        return fmt::format("at {} {}", j, number(g));
    }
  }
  std::string line(const checker::Goal& g) {
    using checker::Formula;
    if (dice_.chance(1, 12)) return dice_.one_of(wild_);
    if (!g.frame->facts.empty() && dice_.chance(1, 3)) return with_fact(g);
    if (!g.box.empty() && dice_.chance(1, 4)) {
      auto it = g.box.begin();
      std::advance(it, dice_.roll(0, static_cast<long>(g.box.size()) - 1));
      const std::string x = pool_.var_name(it->first);
      if (!g.frame->formula && dice_.chance(1, 3)) return (dice_.chance(1, 2) ? "fix " : "noint ") + x;
      return fmt::format("end {} {}", x, dice_.chance(1, 2) ? "lo" : "hi");
    }
    if (!g.frame->formula) {
      if (!g.frame->hypotheses.empty() && dice_.chance(1, 2))
        return fmt::format("bound {}", dice_.roll(1, static_cast<long>(g.frame->hypotheses.size())));
      return dice_.chance(1, 2) ? std::string("both") : fmt::format("cases ({} - {})", number(g), number(g));
    }
    switch (g.frame->formula->kind) {
      case Formula::And:
        return "parts";
      case Formula::Or:
        return dice_.chance(1, 2) ? "left" : "right";
      case Formula::Implies:
        return "intro";
      case Formula::Forall:
        return fmt::format("intro v{}", fresh_++);
      case Formula::Exists:
        return dice_.chance(1, 12) ? "absurd" : fmt::format("witness {}", number(g));
      default:
        return "absurd";
    }
  }
  bool close(const checker::Goal& g, int depth, std::vector<std::string>& out) {
    if (!g.frame->formula) {
      std::vector<std::string> leaves{"sign", "identity"};
      for (std::size_t i = 1; i <= std::min<std::size_t>(g.frame->hypotheses.size(), 5); ++i)
        leaves.push_back(fmt::format("hyp {}", i)), leaves.push_back(fmt::format("prune {} 64", i));
      for (const auto& [x, r] : g.box)
        if (r.lo && r.hi) leaves.push_back("noint " + pool_.var_name(x));
      for (const auto& l : leaves)
        if (const auto children = apply(g, l); children && children->empty()) return out.push_back(l), true;
    }
    for (int tries = 0; depth > 0 && tries < 5 && budget_ > 0; ++tries) {
      const std::string l = line(g);
      const auto children = apply(g, l);
      if (!children) continue;
      const auto length = out.size();
      out.push_back(l);
      bool all = true;
      for (const auto& c : *children) all = all && close(c, depth - 1, out);
      if (all) return true;
      out.resize(length);
    }
    return false;
  }

  Dice& dice_;
  Counts& counts_;
  long budget_, fresh_ = 0;
  const std::vector<std::string> wild_{"parts",
                                       "left",
                                       "right",
                                       "intro",
                                       "absurd",
                                       "intro n",
                                       "branch 1",
                                       "apply 1",
                                       "obtain v0 1",
                                       "at 1 (n)",
                                       "witness (m)",
                                       "induct n",
                                       "cut n >= m or m >= n",
                                       "cut exists int j in [0, 2]: j >= n",
                                       "equal n (m)",
                                       "gen t [-3, 9] (n + m)",
                                       "subst n u (-inf, inf) (u)",
                                       "widen m in [-9, 9]"};
  checker::Pool pool_;
  checker::Normal plain_{pool_};
  checker::Statement s_;
  std::map<int, checker::Range> box_;
  checker::Rules rules_;
};

struct Options {
  long problems = 2000, seed = 1, first = 0, lines = 400;
};

class Run {
 public:
  explicit Run(const Options& o) : o_(o) {}

  int operator()() {
    for (long index = o_.first; index < o_.first + o_.problems; ++index) {
      Dice dice(static_cast<std::uint64_t>(o_.seed * 1'000'003 + index));
      const Problem p = problem(dice), other = problem(dice);
      ++counts_.problems, counts_.failing += p.fails();
      try {
        attack(dice, p, other);
      } catch (const checker::Reject&) {  // a statement that the checker does not read
      }
    }
    fmt::print(
        "{} claims, {} of them false: {} lines tried, {} fitted; {} derivations closed, {} certificates asked for, {} of "
        "them with changed lines; {} proofs, {} disproofs, {} proofs that a domain is not empty accepted; WRONG: {}\n",
        counts_.problems, counts_.failing, counts_.tried, counts_.fitted, counts_.closed, counts_.asked,
        counts_.changed, counts_.proved, counts_.disproved, counts_.inhabited, counts_.wrong);
    return counts_.wrong || counts_.proved == 0 || counts_.disproved == 0 || counts_.inhabited == 0 ? 1 : 0;
  }

 private:
  using Lines = std::vector<std::string>;

  void attack(Dice& dice, const Problem& p, const Problem& other) {
    const auto search = [&](const Problem& of) { return Search(dice, counts_, of.text, o_.lines); };
    const auto proof = search(p).conclusion();
    const auto places = p.assumed ? search(p).existence(false) : std::nullopt;
    const auto disproof = search(p).existence(true);
    for (const auto* lines : {&proof, &places, &disproof}) counts_.closed += lines->has_value();
    // The domain by a proof, by each point, and by none that is one.
    std::vector<std::string> domains;
    if (places) domains.push_back("proof\n" + text_of(*places));
    for (const Values& v : p.points) domains.push_back(fmt::format("n={} m={}\n", v.at("n").str(), v.at("m").str()));
    if (places)
      for (int i = 0; i < 3; ++i) domains.push_back("proof\n" + text_of(changed(dice, *places)));
    if (proof)
      for (const std::string& domain : domains) ask_proof(p, domain, *proof);
    for (int i = 0; proof && i < 6; ++i) ask_proof(p, dice.one_of(domains), changed(dice, *proof));
    if (disproof) ask_disproof(p, *disproof);
    for (int i = 0; disproof && i < 6; ++i) ask_disproof(p, changed(dice, *disproof));
    // Proofs of this claim for another one, with numbers of its own.
    if (proof) ask_proof(other, dice.one_of(domains), *proof);
    if (disproof) ask_disproof(other, *disproof);
  }

  static std::string text_of(const Lines& lines) {
    return lines.empty() ? "" : fmt::format("{}\n", fmt::join(lines, "\n"));
  }

  Lines changed(Dice& dice, Lines lines) {
    ++counts_.changed;
    const auto at = [&] { return static_cast<std::size_t>(dice.roll(0, static_cast<long>(lines.size()) - 1)); };
    std::string& line = lines[at()];
    switch (dice.roll(0, 3)) {
      case 0:
        std::swap(line, lines[at()]);
        break;
      case 1: {
        const std::size_t digit = line.find_first_of("0123456789");
        if (digit != std::string::npos) line[digit] = static_cast<char>('0' + dice.roll(0, 3));
        break;
      }
      case 2:
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at()));
        break;
      default:
        line = lines[at()];
    }
    return lines;
  }

  std::optional<checker::Result> accepted(const Problem& p, const std::string& verdict, const std::string& rest) {
    ++counts_.asked;
    const std::string text =
        test::sealed(fmt::format("dpcert-certificate 3\nstatement {}\n{}verdict {}\n{}",
                                 std::count(p.text.begin(), p.text.end(), '\n'), p.text, verdict, rest));
    checker::Result r = checker::check(text);
    if (!r.accepted) return std::nullopt;
    last_ = text;
    return r;
  }
  void alarm(const std::string& what) {
    ++counts_.wrong;
    fmt::print("{}\n{}\n", what, last_);
    std::fflush(stdout);
  }
  void ask_proof(const Problem& p, const std::string& domain, const Lines& lines) {
    if (!accepted(p, "proved", "inhabited " + domain + "goal 1\n" + text_of(lines))) return;
    ++counts_.proved;
    counts_.inhabited += domain.starts_with("proof");
    if (p.fails()) alarm("PROVED THOUGH FALSE");
    if (p.empty()) alarm("PROVED OVER AN EMPTY DOMAIN");
    if (domain.starts_with("proof")) return;
    const auto at = [&](const Values& v) {
      return domain == fmt::format("n={} m={}\n", v.at("n").str(), v.at("m").str()) && p.allowed(v);
    };
    if (std::ranges::none_of(p.points, at)) alarm("A POINT IN THE DOMAIN THAT IS NOT");
  }
  void ask_disproof(const Problem& p, const Lines& lines) {
    if (!accepted(p, "refuted", "disprove 1\n" + text_of(lines))) return;
    ++counts_.disproved;
    if (!p.fails()) alarm("DISPROVED THOUGH TRUE");
  }

  Options o_;
  Counts counts_;
  std::string last_;
};

}  // namespace
}  // namespace dpcert::soundness

int main(int argc, char** argv) {
  dpcert::soundness::Options o;
  return dpcert::soundness::run_with_options(
      argc, argv,
      [&](CLI::App& app) {
        app.add_option("--problems", o.problems);
        app.add_option("--seed", o.seed);
        app.add_option("--first", o.first);
        app.add_option("--lines", o.lines);
      },
      [&] { return dpcert::soundness::Run(o)(); });
}
