// The adversary: it looks for proofs of false claims with the checker's own rules.
//
//   adversary_run --problems 2000 --seed 1 [--first 0] [--lines 60] [--settled]
//
// For each claim that fails at a known point (adversary_problems.hpp) it builds derivations: at every open goal the
// next line of a real proof of a weaker claim, as it is or damaged (ends swapped, lines dropped, numbers, precision and
// variables changed), the leaves, or a random line over the parts of the goal. A derivation that closes is made a
// certificate, and the checker is asked as anybody would ask it. Exit status 1 if it accepts one. The same search is
// set on the weaker claims: what it proves of them shows that it has teeth.
//
// --settled: every claim has a variable whose interval is a point, which leaves the context of a proof, so that its
// name is free; lines that bring in a variable take that name, too. Exit status 1, too, if no certificate has such a
// line.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string_view>

#include "dpcert/checker/checker.hpp"
#include "tests/soundness/adversary_problems.hpp"
#include "tests/soundness/command_line.hpp"
#include "verify/checker/rules/rules.hpp"
#include "verify/engine/prove/prover.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::soundness {
namespace {

using checker::Ex;
using checker::Op;
using checker::Pool;

// An expression as text; nothing for one that has no notation.
std::optional<std::string> text_of(const Pool& pool, Ex e) {
  static const std::map<Op, std::string> names{
      {Op::Exp, "exp"},     {Op::Log, "log"},       {Op::Log1p, "log1p"},
      {Op::Expm1, "expm1"}, {Op::Sqrt, "sqrt"},     {Op::Abs, "abs"},
      {Op::Min, "min"},     {Op::Max, "max"},       {Op::Cosh, "cosh"},
      {Op::Sinh, "sinh"},   {Op::Tanh, "tanh"},     {Op::Floor, "floor"},
      {Op::Ceil, "ceil"},   {Op::Xlogy, "xlogy"},   {Op::Erf, "erf"},
      {Op::Erfc, "erfc"},   {Op::Lgamma, "lgamma"}, {Op::NormalCdf, "normal_cdf"}};
  const checker::Node& n = pool[e];
  std::vector<std::string> args;
  for (Ex a : n.args) {
    auto t = text_of(pool, a);
    if (!t) return std::nullopt;
    args.push_back(std::move(*t));
  }
  switch (n.op) {
    case Op::Num:
      return "(" + n.num.text() + ")";
    case Op::Var:
      return pool.var_name(n.k);
    case Op::Pi:
      return "pi";
    case Op::Add:
      return fmt::format("({})", fmt::join(args, " + "));
    case Op::Mul:
      return fmt::format("({})", fmt::join(args, "*"));
    case Op::Div:
      return fmt::format("({})", fmt::join(args, "/"));
    case Op::Pow:
      return fmt::format("({})", fmt::join(args, "^"));
    case Op::Polygamma:
      return fmt::format("polygamma({}, {})", n.k, args[0]);
    default:
      if (const auto it = names.find(n.op); it != names.end())
        return fmt::format("{}({})", it->second, fmt::join(args, ", "));
      return std::nullopt;
  }
}

// The parts of an expression, small ones first.
void parts(const Pool& pool, Ex e, std::set<Ex>& out) {
  if (!out.insert(e).second) return;
  for (Ex a : pool[e].args) parts(pool, a, out);
}

struct Counts {
  long problems = 0, undefined = 0, tried = 0, fitted = 0, closed = 0, accepted = 0, twins = 0, twins_proved = 0,
       refutations = 0, refuted = 0, refuted_wrongly = 0;
  long names_taken = 0, certificates_with = 0;  // lines that took over the name of a settled variable; certificates
};

class Attack {
 public:
  // `names`: those of settled variables are taken over.
  Attack(Dice& dice, Counts& counts, const std::string& text, std::vector<std::string> script, long budget, bool names)
      : dice_(dice), counts_(counts), script_(std::move(script)), budget_(budget), names_(names) {
    s_ = checker::elaborate(pool_, text, std::nullopt);
    rules_ = std::make_unique<checker::Rules>(pool_, plain_, s_.functions);
  }

  // The lines of a derivation of the first conclusion, if one closes. `renamed`: it begins by taking over the name of a
  // settled variable, if there is one.
  std::optional<std::vector<std::string>> derivation(bool renamed = false) {
    checker::Goal root{std::make_shared<checker::Frame>(), {}};
    for (const auto& v : s_.variables) root.box[v.id] = v.range;
    for (const auto& h : s_.hypotheses) root.frame->hypotheses.push_back({h.relation, pool_.diff_of(h.relation)});
    checker::set_goal(pool_, *root.frame, s_.conclusions[0]);
    std::vector<std::string> lines;
    const auto depth = static_cast<int>(dice_.roll(1, 4));
    if (!(renamed ? close_renamed(root, depth, lines) : close(root, depth, lines))) return std::nullopt;
    counts_.certificates_with += std::ranges::any_of(lines, [this](const auto& line) { return takes_a_name(line); });
    return lines;
  }

 private:
  std::optional<std::vector<checker::Goal>> apply(const checker::Goal& g, const std::string& line) {
    ++counts_.tried;
    try {
      auto children = rules_->apply(g, line);
      ++counts_.fitted;
      counts_.names_taken += takes_a_name(line);
      return children;
    } catch (const checker::Reject&) {
    } catch (const std::out_of_range&) {  // a variable that has left the context: a rejection too
    }
    return std::nullopt;
  }

  // Variables of the goal that take several values; variables of the statement that take one, or have left the goal.
  std::vector<std::string> free_variables(const checker::Goal& g) {
    std::vector<std::string> names;
    for (const auto& [x, r] : g.box)
      if (!r.point()) names.push_back(pool_.var_name(x));
    return names;
  }
  std::vector<std::string> settled_variables(const checker::Goal& g) {
    std::vector<std::string> names;
    if (!names_) return names;
    for (const auto& v : s_.variables)
      if (const auto at = g.box.find(v.id); at == g.box.end() || at->second.point())
        names.push_back(pool_.var_name(v.id));
    return names;
  }

  // The line, and derivations of all the goals that it leaves.
  bool step(const checker::Goal& g, const std::string& line, int depth, std::vector<std::string>& out) {
    --budget_;
    const auto children = apply(g, line);
    if (!children) return false;
    const auto length = out.size();
    out.push_back(line);
    for (const auto& c : *children) {
      if (close(c, depth - 1, out)) continue;
      out.resize(length);
      return false;
    }
    return true;
  }

  bool close_renamed(const checker::Goal& g, int depth, std::vector<std::string>& out) {
    const std::vector<std::string> settled = settled_variables(g);
    if (settled.empty() || free_variables(g).empty()) return close(g, depth, out);
    for (int tries = 0; tries < 6 && budget_ > 0; ++tries)
      if (step(g, renaming(g, settled), depth, out)) return true;
    return false;
  }

  bool close(const checker::Goal& g, int depth, std::vector<std::string>& out) {
    if (budget_ <= 0) return false;
    const std::vector<std::string> variables = free_variables(g), settled = settled_variables(g);
    if (at_ < script_.size()) {
      if (dice_.chance(1, 12)) ++at_;  // a line is dropped
      if (at_ < script_.size()) {
        std::string line = script_[at_++];
        if (dice_.chance(1, 6)) damage(line, variables);
        if (step(g, line, depth, out)) return true;
      }
    }
    std::vector<std::string> leaves{"sign", "eval 64", "identity", "mean 64", "taylor 64", "ray 64"};
    for (std::size_t i = 1; i <= std::min<std::size_t>(g.frame->hypotheses.size(), 4); ++i) {
      leaves.push_back(fmt::format("hyp {}", i));
      leaves.push_back(fmt::format("prune {} 64", i));
    }
    for (const auto& [x, r] : g.box)
      if (r.integer) leaves.push_back("noint " + pool_.var_name(x));
    for (const auto& l : leaves)
      if (const auto children = apply(g, l); children && children->empty()) return out.push_back(l), true;
    if (depth <= 0 || variables.empty()) return false;
    const std::vector<std::string> expressions = expressions_of(g, variables);
    for (int tries = 0; tries < 12 && budget_ > 0; ++tries) {
      const bool rename = !settled.empty() && dice_.chance(1, 4);
      const std::string line = rename ? renaming(g, settled) : random_line(variables, expressions, settled);
      if (step(g, line, depth, out)) return true;
    }
    return false;
  }

  // A variable of the goal under the name of a settled one, over its own interval.
  std::string renaming(const checker::Goal& g, const std::vector<std::string>& settled) {
    std::vector<std::pair<std::string, std::string>> ranges;
    for (const auto& [x, r] : g.box)
      if (!r.point())
        ranges.emplace_back(pool_.var_name(x), (r.lo && !r.lo_open ? "[" : "(") + (r.lo ? r.lo->text() : "-inf") +
                                                   ", " + (r.hi ? r.hi->text() : "inf") +
                                                   (r.hi && !r.hi_open ? "]" : ")"));
    const auto& [x, range] = dice_.one_of(ranges);
    const std::string& name = dice_.one_of(settled);
    return dice_.chance(1, 2) ? fmt::format("subst {} {} {} ({})", x, name, range, name)
                              : fmt::format("gen {} {} ({})", name, range, x);
  }

  void damage(std::string& line, const std::vector<std::string>& variables) {
    const auto swap = [&](std::string_view a, std::string_view b) {
      auto at = line.find(a);
      const bool first = at != std::string::npos;
      if (!first) at = line.find(b);
      if (at != std::string::npos) line.replace(at, first ? a.size() : b.size(), first ? b : a);
    };
    switch (dice_.roll(0, 5)) {
      case 0:
        return swap(" lo", " hi");
      case 1:
        return swap(" 64", " 32");
      case 2:
        return swap(">=", ">");
      case 3:
        if (variables.size() > 1) swap(" " + variables[0], " " + variables[1]);
        return;
      case 4: {
        const auto at = line.find_first_of("0123456789");
        if (at != std::string::npos) line[at] = static_cast<char>('0' + dice_.roll(0, 9));
        return;
      }
      default:
        return swap("(", "(-");
    }
  }

  // Of the goal and its hypotheses, and simple ones.
  std::vector<std::string> expressions_of(const checker::Goal& g, const std::vector<std::string>& variables) {
    std::set<Ex> all;
    parts(pool_, g.frame->d, all);
    for (const auto& h : g.frame->hypotheses) parts(pool_, h.d, all);
    std::vector<std::string> out{"0", "1", "-1", "1/2", "2"};
    for (Ex e : all)
      if (auto t = text_of(pool_, e)) out.push_back(std::move(*t));
    for (const auto& v : variables)
      for (const char* op : {"", " - 1", " + 1", " - 1/2", "/2"}) out.push_back(v + op);
    return out;
  }

  std::string random_line(const std::vector<std::string>& variables, const std::vector<std::string>& expressions,
                          const std::vector<std::string>& settled) {
    static const std::vector<std::string> ranges{"[0, 1]",  "(0, 1)", "[0, inf)", "(0, inf)", "(-inf, inf)",
                                                 "[-1, 1]", "[1, 2]", "[-1, 0]",  "(-1, 0]",  "[1, inf)",
                                                 "[0, 2]",  "[1, 3]", "[-2, 2]",  "(0, 1]",   "[2, 4]"};
    static const std::vector<std::string> numbers{"0", "1/2", "1", "-1/2", "3/2", "2", "1/3", "-1"};
    static const std::vector<std::string> shapes{"#",   "exp(#)", "1/#",   "#/(1 - #)", "#^2",
                                                 "2*#", "1 - #",  "# + 1", "-#"};
    const std::string &x = dice_.one_of(variables), &u = dice_.one_of(expressions), &v = dice_.one_of(expressions),
                      &range = dice_.one_of(ranges);
    const std::string end = dice_.chance(1, 2) ? "lo" : "hi", inside = dice_.chance(1, 2) ? " inside" : "",
                      fresh =
                          !settled.empty() && dice_.chance(1, 3) ? dice_.one_of(settled) : fmt::format("t{}", fresh_++);
    const long few = dice_.roll(1, 3);
    switch (dice_.roll(0, 32)) {
      case 0:
        return fmt::format("split {} {}", x, dice_.one_of(numbers));
      case 1:
        return fmt::format("face {} {} 64", x, end);
      case 2:
        return "fix " + x;
      case 3:
        return fmt::format("mono {} {}{}", x, end, inside);
      case 4:
        return fmt::format("mono {} {} inside strict", x, end);
      case 5:
        return fmt::format("deriv {} ({}){}", x, u, inside);
      case 6:
        return fmt::format("convex {}{}", x, inside);
      case 7:
        return fmt::format("rise {} {}", x, end);
      case 8:
        return "arch " + x;
      case 9:
        return fmt::format("tail {}{} 64", dice_.chance(1, 2) ? "-" : "", x);
      case 10:
        return fmt::format("telescope {} 64", x);
      case 11:
        return fmt::format("equal {} ({})", x, u);
      case 12:
      case 13: {
        std::string e;
        for (char c : dice_.one_of(shapes)) e += c == '#' ? fresh : std::string(1, c);
        return fmt::format("subst {} {} {} ({})", x, fresh, range, e);
      }
      case 14:
      case 15:
        return fmt::format("gen {} {} ({})", fresh, range, u);
      case 16:
      case 17:
        return fmt::format("cases ({})", u);
      case 18:
      case 19:
        return fmt::format("end {} {}", x, end);
      case 20:
        return fmt::format("widen {} in {}", x, range);
      case 21:
        return fmt::format("power {}", 1 + few);
      case 22:
        return fmt::format("fact {} ({})", dice_.chance(1, 2) ? "floor" : "ceil", u);
      case 23:
        return dice_.chance(1, 2) ? "integral" : dice_.chance(1, 2) ? "log" : "exp";
      case 24:
      case 25:
        return "induct " + x;
      case 26:
        return fmt::format("touch 64 {} ({})", x, u);
      case 27:
        return fmt::format("cut {} {} {}", u, dice_.chance(1, 2) ? ">=" : ">", v);
      case 28:
        return dice_.chance(1, 2) ? fmt::format("trans ({})", u) : fmt::format("combine {} 1 ({})", few - 1, u);
      case 29:
        return fmt::format("{} ({}) ({})", dice_.chance(1, 2) ? "rewrite" : "factor", u, v);
      case 30:
        return fmt::format("growth {} ({}) {}", few, u, fresh);
      case 31:
        return dice_.chance(1, 2) ? fmt::format("series {} ({}) {} {}", few - 1, u, fresh, range)
                                  : fmt::format("series {} ({}) ({}) {} {}", few - 1, u, v, fresh, range);
      default:
        return fmt::format("secant ({}) ({}) {} {} {}", u, v, fresh, range, dice_.one_of(ranges));
    }
  }

  // Does the line bring in a variable by a name of the statement? The checker takes it only if that one is settled.
  [[nodiscard]] bool takes_a_name(const std::string& line) const {
    std::istringstream in(line);
    std::string rule, name;
    in >> rule >> name;
    if (rule == "subst") in >> name;
    if (rule != "subst" && rule != "gen") return false;
    return std::ranges::any_of(s_.variables, [&](const auto& v) { return pool_.var_name(v.id) == name; });
  }

  Dice& dice_;
  Counts& counts_;
  std::vector<std::string> script_;
  std::size_t at_ = 0;  // the next line of the script
  long budget_, fresh_ = 0;
  bool names_;
  Pool pool_;
  checker::Normal plain_{pool_};
  checker::Statement s_;
  std::unique_ptr<checker::Rules> rules_;
};

std::string head(const std::string& statement, std::string_view verdict, const Point& at) {
  std::string text = fmt::format("dpcert-certificate 2\nstatement {}\n{}verdict {}",
                                 std::ranges::count(statement, '\n'), statement, verdict);
  for (const auto& [name, q] : at) text += " " + name + "=" + q.str();
  return text;
}
std::string certificate(const std::string& statement, const Point& at, const std::vector<std::string>& lines) {
  return verify::with_digest(
      fmt::format("{}\ngoal 1\n{}\n", head(statement, "proved\ninhabited", at), fmt::join(lines, "\n")));
}
std::string refutation(const std::string& statement, const Point& at, const char* by) {
  return verify::with_digest(fmt::format("{}\nby {}\n", head(statement, "refuted\nrefute 1", at), by));
}

// A real proof of the weaker claim, line by line; short searches only, and the same everywhere: no clock is asked.
std::vector<std::string> real_proof(const std::string& text) {
  verify::ProveOptions o;
  o.boxes.max_boxes = 40;
  o.depth = 3, o.rounds = 2, o.pieces = 1;
  const verify::Instance i = verify::parse_statement(text).instance(std::nullopt);
  const auto r = prove({verify::Context(i), i.conclusions[0]}, o);
  std::vector<std::string> lines;
  for (const auto& several : r.proved ? to_lines(r.proof) : std::vector<std::string>{}) {
    for (std::size_t from = 0, to = 0; from <= several.size(); from = to + 1) {
      to = std::min(several.find('\n', from), several.size());
      lines.push_back(several.substr(from, to - from));
    }
  }
  return lines;
}

struct Options {
  std::uint64_t problems = 2000, seed = 1, first = 0;
  long lines = 60;
  bool settled = false;
};

int run(const Options& options) {
  Counts counts;
  for (std::uint64_t index = options.first; index < options.first + options.problems; ++index) {
    Dice dice(options.seed * 1'000'003 + index);
    std::optional<AdversaryProblem> p;
    for (int tries = 0; tries < 1000 && !p; ++tries) p = adversary_problem(dice, index % 3 == 0, options.settled);
    if (!p) continue;
    ++counts.problems;
    counts.undefined += p->undefined;
    const auto attack = [&](const std::string& text, const std::vector<std::string>& script) {
      return Attack(dice, counts, text, script, options.lines, options.settled);
    };
    try {
      std::vector<std::string> script;
      if (!p->twin.empty() && index % 2 == 0) {
        script = real_proof(p->twin);
        ++counts.twins;
        bool proved = false;
        for (const bool renamed : {false, true}) {
          if (renamed && !options.settled) continue;
          const auto lines = attack(p->twin, script).derivation(renamed);
          proved = (lines && checker::check(certificate(p->twin, p->at, *lines)).accepted) || proved;
        }
        counts.twins_proved += proved;
      }
      for (const bool second : {false, true}) {
        const auto lines = attack(p->text, script).derivation(second && options.settled);
        if (!lines) continue;
        ++counts.closed;
        const std::string text = certificate(p->text, p->at, *lines);
        if (!checker::check(text).accepted) continue;
        ++counts.accepted;
        fmt::print("{} {}: ACCEPTED THOUGH {}\n{}\n", options.seed, index, p->undefined ? "UNDEFINED" : "FALSE", text);
        std::fflush(stdout);
      }
      for (const Point& place : p->places) {
        for (const char* by : {"eval 128", "equal"}) {
          ++counts.refutations;
          const std::string text = refutation(p->text, place, by);
          if (!checker::check(text).accepted) continue;
          ++counts.refuted;
          const auto right = p->counterexample(place);
          if (!right || *right) continue;
          ++counts.refuted_wrongly;
          fmt::print("{} {}: REFUTED AT A POINT THAT IS NO COUNTEREXAMPLE\n{}\n", options.seed, index, text);
          std::fflush(stdout);
        }
      }
    } catch (const checker::Reject&) {  // a statement beyond the checker's limits
    } catch (const verify::SyntaxError&) {
    }
  }
  fmt::print(
      "{} claims false at a known point, {} of them undefined there: {} lines tried, {} fitted; {} derivations closed "
      "(over hypotheses that are not defined everywhere, which the checker sees); accepted: {}\n"
      "{} weaker claims: {} proved by the same search\n"
      "{} refutations at random points: {} accepted, {} of them at points that are no counterexamples\n",
      counts.problems, counts.undefined, counts.tried, counts.fitted, counts.closed, counts.accepted, counts.twins,
      counts.twins_proved, counts.refutations, counts.refuted, counts.refuted_wrongly);
  if (options.settled)
    fmt::print("{} lines took over the name of a settled variable; {} certificates have such a line\n",
               counts.names_taken, counts.certificates_with);
  const bool idle = counts.twins_proved == 0 || (options.settled && counts.certificates_with == 0);
  if (idle) fmt::print("a search that proves nothing, or takes over no name, has shown nothing\n");
  return counts.accepted || counts.refuted_wrongly || idle ? 1 : 0;
}

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
        app.add_flag("--settled", o.settled);
      },
      [&] { return dpcert::soundness::run(o); });
}
