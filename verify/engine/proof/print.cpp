// Proof steps as lines of a certificate (docs/certificate-format.md).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "verify/engine/proof/step.hpp"

namespace dpcert::verify {

namespace {

std::string in_parentheses(const Expr& e) { return "(" + to_text(e) + ")"; }
// Where a place has a number, it stands without the parentheses that negative numbers have inside expressions.
std::string place(const Expr& e) { return e.is_constant() ? "(" + e.value().str() + ")" : in_parentheses(e); }
std::string text(const Coefficient& c) {
  const auto* q = std::get_if<Rational>(&c);
  return q ? q->str() : in_parentheses(std::get<Expr>(c));
}
std::string_view end(bool lower) { return lower ? "lo" : "hi"; }
std::string limit(const std::optional<rule::LimitBound>& l) {
  return l ? fmt::format(" {} {}", l->from.str(), in_parentheses(l->bound)) : "";
}

// One function for each rule: its line.
struct Printer {
  std::string operator()(const rule::Eval& r) const { return fmt::format("eval {}", r.bits); }
  std::string operator()(const rule::Ray& r) const { return fmt::format("ray {}", r.bits); }
  std::string operator()(const rule::Mean& r) const { return fmt::format("mean {}", r.bits); }
  std::string operator()(const rule::Taylor& r) const { return fmt::format("taylor {}", r.bits); }
  std::string operator()(const rule::Relax& r) const {
    std::string line = fmt::format("relax {} {}", r.second_order ? "taylor" : "mean", r.bits);
    for (const auto& [hypothesis, q] : r.multiples) line += fmt::format(" {} {}", hypothesis, q.str());
    return line;
  }
  std::string operator()(const rule::Prune& r) const { return fmt::format("prune {} {}", r.hypothesis, r.bits); }
  std::string operator()(const rule::NoInteger& r) const { return "noint " + r.x.name(); }
  std::string operator()(const rule::Sign&) const { return "sign"; }
  std::string operator()(const rule::Identity&) const { return "identity"; }
  std::string operator()(const rule::Hyp& r) const { return fmt::format("hyp {}", r.hypothesis); }
  std::string operator()(const rule::Combine& r) const {
    std::string line = "combine " + text(r.constant);
    for (const auto& [hypothesis, weight] : r.terms) line += fmt::format(" {} {}", hypothesis, text(weight));
    return line;
  }
  std::string operator()(const rule::Bound& r) const { return fmt::format("bound {}", r.hypothesis); }
  std::string operator()(const rule::Split& r) const { return fmt::format("split {} {}", r.x.name(), r.at.str()); }
  std::string operator()(const rule::Fix& r) const { return "fix " + r.x.name(); }
  std::string operator()(const rule::Face& r) const {
    return fmt::format("face {} {} {}", r.x.name(), end(r.lower), r.bits);
  }
  std::string operator()(const rule::CloseEnd& r) const { return fmt::format("end {} {}", r.x.name(), end(r.lower)); }
  std::string operator()(const rule::Widen& r) const {
    return fmt::format("widen {} in {}", r.x.name(), to_text(r.range));
  }
  std::string operator()(const rule::Mono& r) const {
    return fmt::format("mono {} {}{}{}", r.x.name(), end(r.lower), r.inside ? " inside" : "",
                       r.strict ? " strict" : "");
  }
  std::string operator()(const rule::Deriv& r) const {
    return fmt::format("deriv {} {}{}", r.x.name(), in_parentheses(r.at), r.inside ? " inside" : "");
  }
  std::string operator()(const rule::Convex& r) const {
    return fmt::format("convex {}{}", r.x.name(), r.inside ? " inside" : "");
  }
  std::string operator()(const rule::Rise& r) const { return fmt::format("rise {} {}", r.x.name(), end(r.lower)); }
  std::string operator()(const rule::Arch& r) const { return "arch " + r.x.name(); }
  std::string operator()(const rule::Tail& r) const {
    return fmt::format("tail {}{} {}{}", r.below ? "-" : "", r.x.name(), r.bits, limit(r.limit));
  }
  std::string operator()(const rule::Telescope& r) const {
    return fmt::format("telescope {} {}{}", r.x.name(), r.bits, limit(r.limit));
  }
  std::string operator()(const rule::Touch& r) const {
    std::string line = fmt::format("touch {}", r.bits);
    for (const auto& [x, at] : r.places) line += fmt::format(" {} {}", x.name(), place(at));
    return line;
  }
  std::string operator()(const rule::Induct& r) const { return "induct " + r.x.name(); }
  std::string operator()(const rule::Equal& r) const {
    return fmt::format("equal {} {}", r.x.name(), in_parentheses(r.value));
  }
  std::string operator()(const rule::Subst& r) const {
    return fmt::format("subst {} {} {} {}", r.x.name(), r.name, to_text(r.range), in_parentheses(r.value));
  }
  std::string operator()(const rule::Gen& r) const {
    return fmt::format("gen {} {} {}", r.name, to_text(r.range), in_parentheses(r.part));
  }
  std::string operator()(const rule::SeriesAtInfinity& r) const {
    return fmt::format("series {} {} {}", r.terms, in_parentheses(r.f), r.name);
  }
  std::string operator()(const rule::LogSeries& r) const {
    return fmt::format("series {} {} {} {} {}", r.terms, in_parentheses(r.f), in_parentheses(r.base), r.name,
                       to_text(r.range));
  }
  std::string operator()(const rule::ExpSeries& r) const {
    return fmt::format("series {} {} {} {}", r.terms, in_parentheses(r.f), r.name, to_text(r.range));
  }
  std::string operator()(const rule::Growth& r) const {
    return fmt::format("growth {} {} {}", r.order, in_parentheses(r.f), r.name);
  }
  std::string operator()(const rule::Secant& r) const {
    return fmt::format("secant {} {} {} {} {}", in_parentheses(r.f), in_parentheses(r.from), r.name, to_text(r.slopes),
                       to_text(r.domain));
  }
  std::string operator()(const rule::Factor& r) const {
    return fmt::format("factor {} {}", in_parentheses(r.weight), in_parentheses(r.rest));
  }
  std::string operator()(const rule::Rewrite& r) const {
    return "rewrite " + in_parentheses(r.lhs) + (r.rhs ? " " + in_parentheses(*r.rhs) : "");
  }
  std::string operator()(const rule::Power& r) const { return "power " + r.exponent.str(); }
  std::string operator()(const rule::TakeLog&) const { return "log"; }
  std::string operator()(const rule::TakeExp&) const { return "exp"; }
  std::string operator()(const rule::Trans& r) const { return "trans " + in_parentheses(r.middle); }
  std::string operator()(const rule::Both&) const { return "both"; }
  std::string operator()(const rule::Integral&) const { return "integral"; }
  std::string operator()(const rule::Cut& r) const { return "cut " + to_text(r.relation); }
  std::string operator()(const rule::CutFormula& r) const { return "cut " + to_text(r.formula); }
  std::string operator()(const rule::Cases& r) const { return "cases " + in_parentheses(r.u); }
  std::string operator()(const rule::Fact& r) const {
    static constexpr const char* names[] = {"floor", "ceil", "sin", "normal_quantile"};
    return fmt::format("fact {} {}{}{}", names[static_cast<int>(r.of)], r.name.empty() ? "" : r.name + " ",
                       in_parentheses(r.u), r.v ? " " + in_parentheses(*r.v) : "");
  }
  std::string operator()(const rule::Root& r) const {
    return fmt::format("root {} {} {} {}", r.name, in_parentheses(r.function), in_parentheses(r.low),
                       in_parentheses(r.high));
  }
  std::string operator()(const rule::Inst& r) const {
    std::string out = fmt::format("inst {}", r.forall);
    for (const Expr& e : r.at) out += " " + in_parentheses(e);
    return out;
  }
  std::string operator()(const rule::Unfold& r) const {
    using Part = rule::Unfold::Part;
    return fmt::format("unfold {} {}", in_parentheses(r.range),
                       r.part == Part::last    ? "last"
                       : r.part == Part::first ? "first"
                                               : "empty");
  }
  std::string operator()(const rule::SplitRange& r) const {
    return fmt::format("split {} {}", in_parentheses(r.range), in_parentheses(r.at));
  }
  std::string operator()(const rule::Shift& r) const {
    return fmt::format("shift {} {}", in_parentheses(r.range), in_parentheses(r.by));
  }
  std::string operator()(const rule::Termwise& r) const { return "termwise " + r.name; }
  std::string operator()(const rule::Define& r) const {
    return fmt::format("define {} {}{}", r.sequence, place(r.at), r.next ? " next" : "");
  }
  std::string operator()(const rule::Binomial& r) const {
    return fmt::format("binomial {} {} {}", in_parentheses(r.n), in_parentheses(r.x), in_parentheses(r.y));
  }
  std::string operator()(const rule::Antiderivative& r) const {
    return fmt::format("antiderivative {} {} {} {} {}", in_parentheses(r.integral), r.name, in_parentheses(r.function),
                       in_parentheses(r.at_low), in_parentheses(r.at_high));
  }
  std::string operator()(const rule::Integrand& r) const {
    return fmt::format("integrand {} {} {}", in_parentheses(r.integral), r.name, in_parentheses(r.body));
  }
  std::string operator()(const rule::Linear& r) const {
    std::string line = "linear " + in_parentheses(r.integral);
    for (const auto& [weight, integral] : r.terms)
      line += fmt::format(" {} {}", text(weight), in_parentheses(integral));
    return line;
  }
  std::string operator()(const rule::Dominated& r) const {
    return fmt::format("dominated {} {} {}", in_parentheses(r.integral), r.name, in_parentheses(r.upper));
  }
  std::string operator()(const rule::Substitute& r) const {
    const auto end = [](const rule::NewEnd& e) { return e.at ? in_parentheses(*e.at) : e.upward ? "(inf)" : "(-inf)"; };
    return fmt::format("substitute {} {} {} {} {}", in_parentheses(r.integral), r.name, in_parentheses(r.function),
                       end(r.one), end(r.two));
  }
  std::string operator()(const rule::Under& r) const {
    return fmt::format("under {} {} {} {} {} {}", r.x, r.t, in_parentheses(r.function), in_parentheses(r.from),
                       in_parentheses(r.to), in_parentheses(r.upper));
  }
  std::string operator()(const rule::UseLemma& r) const {
    std::string line = "lemma " + r.id + " (", between;
    for (const auto& [x, e] : r.values) line += std::exchange(between, ", ") + x + " = " + to_text(e);
    for (const auto& [g, h] : r.functions) line += std::exchange(between, ", ") + g + " = " + h;
    for (const auto& all : {r.bodies, r.sequences})
      for (const auto& x : all)
        line += fmt::format("{}{}({}) = {}", std::exchange(between, ", "), x.name, fmt::join(x.indices, ", "),
                            to_text(x.value));
    line += ")";
    for (const auto& name : r.names) line += " " + name;
    return line;
  }
  std::string operator()(const rule::Boxes& r) const { return r.text; }
  std::string operator()(const rule::Intro& r) const { return r.name.empty() ? "intro" : "intro " + r.name; }
  std::string operator()(const rule::Parts&) const { return "parts"; }
  std::string operator()(const rule::Left&) const { return "left"; }
  std::string operator()(const rule::Right&) const { return "right"; }
  std::string operator()(const rule::Witness& r) const { return "witness " + in_parentheses(r.value); }
  std::string operator()(const rule::Absurd&) const { return "absurd"; }
  std::string operator()(const rule::Obtain& r) const { return fmt::format("obtain {} {}", r.name, r.fact); }
  std::string operator()(const rule::Branch& r) const { return fmt::format("branch {}", r.fact); }
  std::string operator()(const rule::ApplyFact& r) const { return fmt::format("apply {}", r.fact); }
  std::string operator()(const rule::AtFact& r) const {
    return fmt::format("at {} {}", r.fact, in_parentheses(r.value));
  }
};

// In the order of the variant.
constexpr std::array<std::string_view, std::variant_size_v<Rule>> rule_words{
    "eval",      "ray",      "mean",      "taylor",
    "relax",     "prune",    "noint",     "sign",
    "identity",  "hyp",      "combine",   "bound",
    "split",     "fix",      "face",      "end",
    "widen",     "mono",     "deriv",     "convex",
    "rise",      "arch",     "tail",      "telescope",
    "touch",     "induct",   "equal",     "subst",
    "gen",       "series",   "series",    "series",
    "growth",    "secant",   "factor",    "rewrite",
    "power",     "log",      "exp",       "trans",
    "both",      "integral", "cut",       "cases",
    "fact",      "inst",     "unfold",    "split",
    "shift",     "termwise", "define",    "antiderivative",
    "integrand", "linear",   "dominated", "substitute",
    "under",     "cut",      "intro",     "parts",
    "left",      "right",    "witness",   "absurd",
    "obtain",    "branch",   "apply",     "at",
    "binomial",  "lemma",    "boxes"};

// The precision that a rule names.
struct Bits {
  template <class R>
  Precision operator()(const R& r) const {
    if constexpr (std::is_same_v<R, rule::Tail> || std::is_same_v<R, rule::Telescope> || std::is_same_v<R, rule::Touch>)
      return 0;  // what they evaluate is a side condition, not the goal
    else if constexpr (requires { r.bits; })
      return r.bits;
    else
      return 0;
  }
};

}  // namespace

void append(Proof& to, const Proof& more) { to.insert(to.end(), more.begin(), more.end()); }

std::string to_text(const Step& step) { return step.words.empty() ? std::visit(Printer{}, step.rule) : step.words; }

std::vector<std::string> to_lines(const Proof& proof) {
  std::vector<std::string> lines;
  lines.reserve(proof.size());
  for (const auto& step : proof) lines.push_back(to_text(step));
  return lines;
}

std::string_view name_of(const Rule& rule) { return rule_words[rule.index()]; }

Precision bits_of(const Proof& proof) {
  Precision most = 0;
  for (const auto& step : proof) most = std::max(most, std::visit(Bits{}, step.rule));
  return most;
}

}  // namespace dpcert::verify
