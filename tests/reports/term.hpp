// Formulas as trees, for comparing what the page draws with what the statement says. Nothing here knows the writers.
#pragma once

#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace dpcert::reports::testing {

/// op is one of: number, inf, symbol (args: its subscripts, as drawn), indexed (args[0]: the index, as written), neg,
/// +,
/// *, /, ^, call (text: the function), sum, prod, diff, at, relation (text: the signs), and the kinds of declarations.
struct Term {
  std::string op, text;
  std::vector<Term> args;
};

struct Unreadable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Laws and what is said of them: words that stand for themselves on the page. A call of one has the op "of laws".
inline bool is_word_of_laws(const std::string& word) {
  static const std::set<std::string> all{"normal",    "laplace",   "exponential", "gamma",   "beta",   "uniform",
                                         "binomial",  "bernoulli", "finite",      "mixture", "affine", "dirichlet",
                                         "E",         "prob",      "renyi",       "kl",      "tv",     "hockey_stick",
                                         "hellinger", "integral"};
  return all.count(word) > 0;
}

inline std::string shown(const Term& t) {
  std::string out = t.op + (t.text.empty() ? "" : ":" + t.text);
  if (t.args.empty()) return out;
  for (std::size_t i = 0; i < t.args.size(); ++i) out += (i ? " " : "(") + shown(t.args[i]);
  return out + ")";
}

inline bool is_number(const Term& t, const char* text) { return t.op == "number" && t.text == text; }

inline Term negated(Term t) {
  if (t.op == "neg") return std::move(t.args[0]);
  return {"neg", "", {std::move(t)}};
}

inline Term product(std::vector<Term> factors) {
  Term out{"*", "", {}};
  bool minus = false;
  for (Term& f : factors) {
    if (f.op == "neg") {
      minus = !minus;
      f = Term(f.args[0]);
    }
    if (f.op == "*")
      for (Term& inner : f.args) out.args.push_back(std::move(inner));
    else
      out.args.push_back(std::move(f));
  }
  if (out.args.size() == 1) out = Term(out.args[0]);
  return minus ? negated(std::move(out)) : out;
}

/// What mathematical notation does not tell apart is made alike, and nothing else: sums and products lose their
/// grouping and keep their order, a minus sign moves to the front of its product, and log1p, expm1, xlogy, sqrt and
/// powers of ten become what they abbreviate.
inline Term normal(Term t) {
  if (t.op == "call" && t.text == "log1p" && t.args.size() == 1)
    t = {"call", "log", {{"+", "", {{"number", "1", {}}, t.args[0]}}}};
  else if (t.op == "call" && t.text == "expm1" && t.args.size() == 1)
    t = {"+", "", {{"call", "exp", {t.args[0]}}, {"neg", "", {{"number", "1", {}}}}}};
  else if (t.op == "call" && t.text == "xlogy" && t.args.size() == 2)
    t = {"*", "", {t.args[0], {"call", "log", {t.args[1]}}}};
  else if (t.op == "call" && t.text == "sqrt" && t.args.size() == 1)
    t = {"^", "", {t.args[0], {"/", "", {{"number", "1", {}}, {"number", "2", {}}}}}};
  else if (const auto e = t.op == "number" ? t.text.find_first_of("eE") : std::string::npos; e != std::string::npos) {
    std::string exponent = t.text.substr(e + 1);
    const bool minus = exponent[0] == '-';
    if (minus || exponent[0] == '+') exponent.erase(0, 1);
    Term power{"number", exponent, {}};
    Term ten{"^", "", {{"number", "10", {}}, minus ? negated(power) : power}};
    if (t.text.substr(0, e) == "1") return ten;
    return product({{"number", t.text.substr(0, e), {}}, std::move(ten)});
  }
  for (Term& arg : t.args) arg = normal(std::move(arg));
  if (t.op == "neg") return negated(std::move(t.args[0]));
  if (t.op == "*") return product(std::move(t.args));
  if (t.op == "/" && t.args[0].op == "neg") {
    t.args[0] = Term(t.args[0].args[0]);
    return negated(std::move(t));
  }
  if (t.op == "+") {
    Term flat{"+", "", {}};
    for (Term& arg : t.args) {
      if (arg.op == "+")
        for (Term& inner : arg.args) flat.args.push_back(std::move(inner));
      else
        flat.args.push_back(std::move(arg));
    }
    return flat;
  }
  return t;
}

/// Compares what was drawn with what was written. A name may be drawn as any glyph, the same one everywhere, and no
/// other name may be drawn so.
class Comparison {
 public:
  /// Empty if they agree, else where they part.
  std::string difference(const Term& drawn, const Term& written) {
    if (written.op == "symbol" && drawn.op == "symbol") return unify(written.text, glyph(drawn));
    if (written.op == "indexed" && drawn.op == "symbol" && !drawn.args.empty()) {
      Term base = drawn;
      base.args.pop_back();
      const std::string problem = unify(written.text, glyph(base) + "_");
      return problem.empty() ? difference(normal(drawn.args.back()), written.args[0]) : problem;
    }
    if (drawn.op == "call" && written.op == "call" && drawn.text != written.text)
      if (const std::string problem = unify(written.text, drawn.text); !problem.empty()) return problem;
    if (drawn.op != written.op || drawn.args.size() != written.args.size() ||
        (drawn.op != "call" && drawn.text != written.text))
      return "drawn " + shown(drawn) + "\nwritten " + shown(written);
    for (std::size_t i = 0; i < drawn.args.size(); ++i)
      if (std::string problem = difference(drawn.args[i], written.args[i]); !problem.empty()) return problem;
    return {};
  }

 private:
  static std::string glyph(const Term& drawn) {
    std::string out = drawn.text;
    for (const Term& part : drawn.args) out += "_" + shown(part);
    return out;
  }
  std::string unify(const std::string& name, const std::string& glyph) {
    const auto [at, fresh] = glyphs_.emplace(name, glyph);
    if (at->second != glyph) return name + " is drawn as " + glyph + " and as " + at->second;
    if (!fresh) return {};
    const auto [user, only] = names_.emplace(glyph, name);
    if (!only) return name + " and " + user->second + " are both drawn as " + glyph;
    // x1 beside x[k] would look like x[1].
    for (const auto& [other, by] : names_) {
      const auto clash = [](const std::string& plain, const std::string& indexed) {
        return indexed.back() == '_' && plain.rfind(indexed + "number:", 0) == 0 &&
               plain.find('_', indexed.size()) == std::string::npos;
      };
      if (clash(other, glyph) || clash(glyph, other)) return name + " can be taken for " + by;
    }
    return {};
  }
  std::map<std::string, std::string> glyphs_, names_;
};

}  // namespace dpcert::reports::testing
