// Proofs of false claims about sums, products and sequences, looked for with the checker's own rules.
//
//   sums_run --problems 2000 --seed 1 [--first 0] [--lines 40]
//
// A claim is a law of sums (linearity, splitting, shifting, lengths, powers, interchange, a recursion, binomials), in
// most cases with a mistake. Exact rationals and an evaluator of their own say at a point whether it fails there;
// derivations of random lines are then asked of the checker as certificates. Exit status 1 if it accepts one of a claim
// that fails, or none of those that do not.
#include <fmt/format.h>

#include <functional>
#include <set>

#include "dpcert/checker/checker.hpp"
#include "tests/seal.hpp"
#include "tests/soundness/command_line.hpp"
#include "tests/soundness/formula.hpp"
#include "verify/checker/rules/rules.hpp"

namespace dpcert::soundness {
namespace {

// A value at integers and rationals by name; none: undefined there.
using Values = std::map<std::string, Q>;
using Value = std::function<std::optional<Q>(const Values&)>;
struct Term {
  std::string text;
  Value value;
};

Term number(long q) {
  return {q < 0 ? fmt::format("({})", q) : std::to_string(q), [q](const Values&) { return std::optional(Q(q)); }};
}
Term named(const std::string& name) {
  return {name, [name](const Values& v) { return std::optional(v.at(name)); }};
}
Term combined(const Term& a, char op, const Term& b) {
  return {fmt::format("({} {} {})", a.text, op, b.text), [a, op, b](const Values& v) -> std::optional<Q> {
            const auto x = a.value(v), y = b.value(v);
            if (!x || !y || (op == '/' && *y == 0)) return std::nullopt;
            if (op == '+') return Q(*x + *y);
            if (op == '-') return Q(*x - *y);
            return op == '*' ? Q(*x * *y) : Q(*x / *y);
          }};
}
// Integer exponents only.
Term power(const Term& a, const Term& e) {
  return {fmt::format("({})^({})", a.text, e.text), [a, e](const Values& v) -> std::optional<Q> {
            const auto x = a.value(v), k = e.value(v);
            if (!x || !k || (*x == 0 && *k < 0) || abs(*k) > 60) return std::nullopt;
            Q r = 1;
            for (Q i = 0; i < abs(*k); ++i) r *= *x;
            return *k < 0 ? Q(1 / r) : r;
          }};
}
// From Pascal's triangle; outside of it not defined, unless both are written as numbers.
Term binomial(const Term& n, const Term& k) {
  return {fmt::format("binomial({}, {})", n.text, k.text), [n, k](const Values& v) -> std::optional<Q> {
            const auto top = n.value(v), chosen = k.value(v);
            if (!top || !chosen || *chosen < 0 || *chosen > *top || *top > 60) return std::nullopt;
            std::vector<Q> row{1};
            for (Q i = 0; i < *top; ++i) {
              row.emplace_back(1);
              for (std::size_t j = row.size() - 2; j > 0; --j) row[j] += row[j - 1];
            }
            Q i = 0;
            for (const Q& value : row) {
              if (i == *chosen) return value;
              ++i;
            }
            return std::nullopt;
          }};
}
// y(k) = k^2 - 3 k + 1, and the recursion s(0) = 1, s(k + 1) = 2 s(k) - k.
Term arbitrary(const Term& e) {
  return {fmt::format("y({})", e.text), [e](const Values& v) -> std::optional<Q> {
            const auto k = e.value(v);
            return k ? std::optional<Q>(*k * *k - 3 * *k + 1) : std::nullopt;
          }};
}
Term recursive(const Term& e) {
  return {fmt::format("s({})", e.text), [e](const Values& v) -> std::optional<Q> {
            const auto k = e.value(v);
            if (!k || *k < 0) return std::nullopt;
            Q r = 1;
            for (Q i = 0; i < *k; ++i) r = 2 * r - i;
            return r;
          }};
}
Term range(bool sum, const std::string& k, const Term& a, const Term& b, const Term& body) {
  return {fmt::format("{}({}, {}, {}, {})", sum ? "sum" : "prod", k, a.text, b.text, body.text),
          [=](Values v) -> std::optional<Q> {
            const auto lo = a.value(v), hi = b.value(v);
            if (!lo || !hi) return std::nullopt;
            Q r = sum ? 0 : 1;
            for (Q i = *lo; i <= *hi; ++i) {
              v[k] = i;
              const auto t = body.value(v);
              if (!t) return std::nullopt;
              r = sum ? Q(r + *t) : Q(r * *t);
            }
            return r;
          }};
}

struct Problem {
  std::string text;
  Value lhs, rhs;
  char relation = '=';  // g: >=
};

class Maker {
 public:
  explicit Maker(Dice& dice) : dice_(dice) {}

  Problem problem(const std::string& box) {
    Problem p;
    const auto [l, r] = law();
    p.lhs = l.value, p.rhs = r.value;
    if (dice_.chance(1, 3)) p.relation = 'g';
    p.text = "language 3\n" + box + "prove " + l.text + (p.relation == 'g' ? " >= " : " = ") + r.text + "\n";
    return p;
  }

 private:
  Term end() {
    const Term n = named("n"), m = named("m"), c = number(dice_.roll(-2, 2));
    switch (dice_.roll(0, 6)) {
      case 0:
        return c;
      case 1:
        return combined(n, '+', c);
      case 2:
        return combined(m, '+', c);
      case 3:
        return combined(n, '+', m);
      case 4:
        return combined(n, '-', m);
      default:
        return n;
    }
  }
  Term constant() {
    switch (dice_.roll(0, 3)) {
      case 0:
        return named("x");
      case 1:
        return named("n");
      case 2:
        return combined(named("x"), '+', number(dice_.roll(-2, 2)));
      default:
        return number(dice_.roll(-2, 3));
    }
  }
  Term body(const Term& k) {
    switch (dice_.roll(0, 7)) {
      case 0:
        return k;
      case 1:
        return arbitrary(k);
      case 2:
        return arbitrary(combined(k, '+', number(dice_.roll(-1, 1))));
      case 3:
        return combined(k, '*', named("x"));
      case 4:
        return power(named("x"), k);
      case 5:
        return power(number(-1), k);
      case 6:
        return combined(number(1), '/', combined(k, '+', number(dice_.roll(-1, 2))));
      default:
        return combined(k, '-', constant());
    }
  }
  Term again(const Term& t, const std::function<Term()>& other) { return dice_.chance(1, 4) ? other() : t; }

  std::pair<Term, Term> law() {
    const bool sum = dice_.chance(2, 3);
    const Term a = end(), b = end(), k = named("k"), j = named("j"), c = constant(), m = named("m"), one = number(1);
    const Term u = body(k), v = body(k);
    const auto same = [&](const Term& t) { return again(t, [this] { return end(); }); };
    const auto whole = [&](const Term& t) { return range(sum, "k", a, b, t); };
    const char op = sum ? '+' : '*';
    switch (dice_.roll(0, 11)) {
      case 9:
        return pascal();
      case 10:
      case 11:
        return theorem();
      case 0:
        return {whole(combined(u, op, v)), combined(whole(u), op, range(sum, "k", same(a), same(b), v))};
      case 1:
        return {range(true, "k", a, b, combined(c, '*', u)), combined(c, '*', range(true, "k", same(a), same(b), u))};
      case 2: {
        const Term length = combined(combined(b, '-', a), '+', again(one, [this] { return number(dice_.roll(0, 2)); }));
        return {whole(c), sum ? combined(c, '*', length) : power(c, length)};
      }
      case 3:
        return {whole(u), combined(range(sum, "k", a, m, u), op, range(sum, "k", combined(m, '+', one), same(b), u))};
      case 4:
        return {whole(u),
                range(sum, "j", combined(a, '+', m), combined(same(b), '+', m), body_at(u, combined(j, '-', m)))};
      case 5: {
        const Term inner = combined(body(k), '*', body(j));
        return {range(true, "k", a, b, range(true, "j", one, m, inner)),
                range(true, "j", one, same(m), range(true, "k", a, b, inner))};
      }
      case 6:
        return {combined(recursive(combined(named("n"), '+', number(dice_.roll(0, 2)))), '-', number(0)),
                combined(combined(number(2), '*', recursive(named("n"))), '-',
                         again(named("n"), [this] { return end(); }))};
      case 7:
        return {whole(u), combined(range(sum, "k", a, combined(b, '-', one), u), op, body_at(u, b))};
      default:
        return {whole(combined(u, '*', u)), number(0)};
    }
  }
  // The binomial theorem, with any of its parts perhaps another.
  std::pair<Term, Term> theorem() {
    const Term n = dice_.chance(1, 2) ? named("n") : combined(named("n"), '+', number(dice_.roll(0, 3))),
               k = named("k");
    const auto same = [&](const Term& t) { return dice_.chance(1, 8) ? end() : t; };
    const Term x = dice_.chance(1, 2) ? named("x") : number(dice_.roll(-1, 2)), y = number(dice_.roll(-1, 2));
    const Term terms = combined(combined(binomial(same(n), k), '*', power(x, k)), '*',
                                power(again(y, [&] { return x; }), combined(same(n), '-', k)));
    const Term low = again(number(0), [&] { return number(1); });
    return {range(true, "k", low, same(n), terms), power(combined(x, '+', y), same(n))};
  }
  // Pascal's rule and the absorption of a factor.
  std::pair<Term, Term> pascal() {
    const Term n = named("n"), m = named("m"), one = number(1), more = number(dice_.roll(0, 2));
    const Term up = combined(n, '+', more), down = combined(m, '-', again(one, [&] { return number(2); }));
    if (dice_.chance(1, 2))
      return {combined(binomial(up, m), '-', binomial(n, m)), binomial(again(n, [&] { return up; }), down)};
    return {combined(m, '*', binomial(n, m)),
            combined(n, '*', binomial(combined(n, '-', again(one, [&] { return more; })), down))};
  }
  // The body with another term in the place of k: a sum over one index.
  static Term body_at(const Term& u, const Term& at) {
    Term out = u;
    std::string text;
    for (std::size_t i = 0; i < u.text.size(); ++i) text += u.text[i] == 'k' ? at.text : std::string(1, u.text[i]);
    out.text = text;
    out.value = [u, at](Values v) -> std::optional<Q> {
      const auto k = at.value(v);
      if (!k) return std::nullopt;
      v["k"] = *k;
      return u.value(v);
    };
    return out;
  }
  Dice& dice_;
};

struct Counts {
  long problems = 0, failing = 0, tried = 0, fitted = 0, closed = 0, wrong = 0, proved = 0;
};

class Attack {
 public:
  Attack(Dice& dice, Counts& counts, const std::string& text, long budget)
      : dice_(dice),
        counts_(counts),
        budget_(budget),
        binomials_(text.find("binomial") != std::string::npos),
        s_(checker::elaborate(pool_, text, std::nullopt)),
        rules_(pool_, plain_, s_.functions, 3) {}

  bool derivation(std::vector<std::string>& lines) {
    checker::Goal root{std::make_shared<checker::Frame>(), {}};
    for (const auto& v : s_.variables) root.box[v.id] = v.range;
    root.frame->foralls = s_.foralls;
    root.frame->definitions = s_.definitions;
    checker::set_goal(pool_, *root.frame, s_.conclusions[0]);
    for (checker::Ex e : {root.frame->goal.lhs, root.frame->goal.rhs}) ranges_of(e);
    return close(root, static_cast<int>(dice_.roll(1, 4)), lines);
  }

 private:
  // Sums and products of the claim, for lines that speak of one.
  std::optional<std::string> text_of(checker::Ex e) {
    using checker::Op;
    const checker::Node& n = pool_[e];
    std::vector<std::string> args;
    for (checker::Ex a : n.args) {
      auto t = text_of(a);
      if (!t) return std::nullopt;
      args.push_back(*t);
    }
    switch (n.op) {
      case Op::Num:
        return "(" + n.num.text() + ")";
      case Op::Var: {
        std::string name = pool_.var_name(n.k);
        if (name[0] == '%') name[0] = 'i';
        return name;
      }
      case Op::Add:
        return fmt::format("({})", fmt::join(args, " + "));
      case Op::Mul:
        return fmt::format("({})", fmt::join(args, "*"));
      case Op::Div:
        return fmt::format("({})", fmt::join(args, "/"));
      case Op::Pow:
        return fmt::format("({})", fmt::join(args, "^"));
      case Op::Exp:
        return fmt::format("exp({})", args[0]);
      case Op::Lgamma:
        return fmt::format("lgamma({})", args[0]);
      case Op::Seq:
        return fmt::format("{}({})", s_.functions[static_cast<std::size_t>(n.k)].name, fmt::join(args, ", "));
      case Op::Sum:
      case Op::Prod: {
        std::string name = pool_.var_name(n.k);
        name[0] = 'i';
        return fmt::format("{}({}, {})", n.op == Op::Sum ? "sum" : "prod", name, fmt::join(args, ", "));
      }
      default:
        return std::nullopt;
    }
  }
  void ranges_of(checker::Ex e) {
    const checker::Node n = pool_[e];
    bool closed = n.binds();
    for (int i = 1; closed && i <= 3; ++i) closed = !pool_.depends(e, pool_.index_id('%', i));
    if (closed)
      if (auto t = text_of(e)) ranges_.push_back(*t);
    for (checker::Ex a : n.args) ranges_of(a);
  }

  std::string random_line() {
    static const std::vector<std::string> integers{"n",  "m",     "n + 1", "m + 1", "n - 1", "0",     "1",
                                                   "-1", "n + m", "n/2",   "x",     "n + 2", "n + 3", "floor(x)"};
    const std::string s = ranges_.empty() ? "sum(k, 1, n, k)" : dice_.one_of(ranges_), &e = dice_.one_of(integers),
                      &f = dice_.one_of(integers);
    const std::string x = dice_.chance(1, 2) ? "n" : "m", end = dice_.chance(1, 2) ? "lo" : "hi";
    static const std::vector<std::string> bases{"x", "-1", "0", "1", "2", "1/x", "x - x", "n", "sqrt(x)"};
    if (binomials_ && dice_.chance(1, 2)) {
      const auto& y = dice_.one_of(bases);
      return fmt::format("binomial ({}) ({}) ({})", e, dice_.one_of(bases), y);
    }
    switch (dice_.roll(0, 17)) {
      case 0:
        return fmt::format("unfold ({}) last", s);
      case 1:
        return fmt::format("unfold ({}) first", s);
      case 2:
        return fmt::format("unfold ({}) empty", s);
      case 3:
      case 4:
        return fmt::format("split ({}) ({})", s, e);
      case 5:
      case 6:
        return fmt::format("shift ({}) ({})", s, e);
      case 7:
        return fmt::format("termwise t{}", fresh_++);
      case 8:
      case 9:
        return fmt::format("define s ({}){}", e, dice_.chance(1, 3) ? " next" : "");
      case 10:
        return fmt::format("cases ({} - ({}))", e, f);
      case 11:
        return "induct " + x;
      case 12:
        return fmt::format("gen t{} [-4, 9] ({})", fresh_++, e);
      case 13:
        return fmt::format("mono {} {}", dice_.chance(1, 2) ? "x" : x, end);
      case 14:
        return fmt::format("end {} {}", x, end);
      case 15:
        return fmt::format("subst {} u{} (-inf, inf) (u{})", x, fresh_, fresh_);
      case 16:
        return "both";
      default:
        return fmt::format("convex {}", dice_.chance(1, 2) ? "x" : x);
    }
  }

  std::optional<std::vector<checker::Goal>> apply(const checker::Goal& g, const std::string& line) {
    ++counts_.tried;
    --budget_;
    try {
      auto children = rules_.apply(g, line);
      ++counts_.fitted;
      return children;
    } catch (const checker::Reject&) {
    } catch (const std::out_of_range&) {  // a variable that has left the context
    }
    return std::nullopt;
  }
  bool close(const checker::Goal& g, int depth, std::vector<std::string>& out) {
    std::vector<std::string> leaves{"identity", "sign"};
    const std::size_t h = g.frame->hypotheses.size();
    for (std::size_t i = 1; i <= std::min<std::size_t>(h, 4); ++i) {
      leaves.push_back(fmt::format("hyp {}", i));
      leaves.push_back(fmt::format("prune {} 64", i));
      for (std::size_t j = 1; j < i; ++j)
        for (const char* two : {"combine 0 {} 1 {} 1", "combine 0 {} 1 {} -1", "combine 0 {} -1 {} 1"})
          leaves.push_back(fmt::format(fmt::runtime(two), i, j));
    }
    for (const auto& l : leaves)
      if (const auto children = apply(g, l); children && children->empty()) return out.push_back(l), true;
    for (int tries = 0; depth > 0 && tries < 10 && budget_ > 0; ++tries) {
      const std::string line = random_line();
      const auto children = apply(g, line);
      if (!children) continue;
      const auto length = out.size();
      out.push_back(line);
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
  bool binomials_;  // the claim speaks of some
  std::vector<std::string> ranges_;
  checker::Pool pool_;
  checker::Normal plain_{pool_};
  checker::Statement s_;
  checker::Rules rules_;
};

struct Options {
  long problems = 2000, seed = 1, first = 0, lines = 40;
};

// The claim fails at a point: its sides are defined and the relation is false, or one is undefined.
bool fails_at(const Problem& p, const Values& at) {
  const auto l = p.lhs(at), r = p.rhs(at);
  return !l || !r || (p.relation == 'g' ? *l < *r : *l != *r);
}

int run(const Options& o) {
  Counts counts;
  for (long index = o.first; index < o.first + o.problems; ++index) {
    Dice dice(static_cast<std::uint64_t>(o.seed * 1'000'003 + index));
    const long n = dice.roll(-3, 1), m = dice.roll(-3, 1);
    const std::string box = fmt::format(
        "int n in [{}, inf)\nint m in [{}, 6]\nvar x in [-2, 2]\nseq y(k)\nseq s(k): s(0) = 1, s(k + 1) = 2*s(k) - k\n",
        n, m);
    const Problem p = Maker(dice).problem(box);
    bool fails = false;
    for (long i = 0; i < 40 && !fails; ++i)
      fails = fails_at(p, {{"n", n + i % 7}, {"m", std::min(m + i / 7, 6L)}, {"x", Q(i % 9 - 4, 2)}});
    ++counts.problems;
    counts.failing += fails;
    try {
      Attack attack(dice, counts, p.text, o.lines * 20);
      std::vector<std::string> lines;
      if (!attack.derivation(lines)) continue;
      ++counts.closed;
      const std::string text = test::sealed(
          fmt::format("dpcert-certificate 3\nstatement {}\n{}verdict proved\ninhabited n={} m={} x=0\ngoal 1\n{}\n",
                      std::count(p.text.begin(), p.text.end(), '\n'), p.text, n, m, fmt::join(lines, "\n")));
      if (!checker::check(text).accepted) continue;
      ++(fails ? counts.wrong : counts.proved);
      if (!fails) continue;
      fmt::print("{} {}: ACCEPTED THOUGH FALSE\n{}\n", o.seed, index, text);
      std::fflush(stdout);
    } catch (const checker::Reject&) {  // a statement that the checker does not read
    }
  }
  fmt::print(
      "{} claims, {} of them fail at a point: {} lines tried, {} fitted; {} derivations closed, {} accepted of claims "
      "that fail, {} of others\n",
      counts.problems, counts.failing, counts.tried, counts.fitted, counts.closed, counts.wrong, counts.proved);
  return counts.wrong || counts.proved == 0 ? 1 : 0;
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
      },
      [&] { return dpcert::soundness::run(o); });
}
