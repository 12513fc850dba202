#include "verify/engine/proof/lemma.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "dpcert/language/enclose.hpp"
#include "verify/engine/proof/written.hpp"

namespace dpcert::verify {

namespace {

using Why = StepError::Why;

std::string without_blanks(std::string_view text) {
  std::string out(text);
  std::erase_if(out, [](char c) { return c == ' ' || c == '\t'; });
  return out;
}

// The parts between commas that no brackets enclose.
std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' || text[i] == '[' ? 1 : text[i] == ')' || text[i] == ']' ? -1 : 0;
    if (text[i] != ',' || depth > 0) continue;
    parts.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  parts.push_back(text.substr(begin));
  return parts;
}

// What stands for one variable or function of the statement.
void read_argument(std::string_view part, const Instance& names, rule::UseLemma& out) {
  const auto equals = part.find('=');
  if (equals == std::string_view::npos)
    throw StepError(Why::missing, fmt::format("`{}` is not of the form x = e", part));
  const std::string name = without_blanks(part.substr(0, equals));
  const std::string_view value = part.substr(equals + 1);
  const auto again = [&](const auto& given) { return given.first == name; };
  if (std::ranges::any_of(out.values, again) || std::ranges::any_of(out.functions, again))
    throw StepError(Why::no_lemma, fmt::format("`{}` is given twice", name));
  if (const auto f = std::ranges::find(out.used->functions, name, &Function::name); f != out.used->functions.end()) {
    const std::string stands = without_blanks(value);
    const auto h = std::ranges::find(names.functions, stands, &Function::name);
    if (h == names.functions.end() || h->arity != f->arity || h->logpartition)
      throw StepError(Why::no_lemma,
                      fmt::format("`{}` is no `fun` with as many arguments as {} of {}", stands, name, out.id));
    out.functions.emplace_back(name, stands);
    return;
  }
  if (std::ranges::find(out.used->variables, name, &Variable::name) == out.used->variables.end())
    throw StepError(Why::no_lemma, fmt::format("{} has no variable or function `{}`", out.id, name));
  try {
    out.values.emplace_back(name, parse_expression(value, names));
  } catch (const SyntaxError& e) {
    throw StepError(Why::not_an_expression, fmt::format("`{}` is not an expression there: {}", value, e.what()));
  }
}

// Functions first: those of the statement must not meet those in the values.
class Putting {
 public:
  Putting(std::map<std::string, std::string> functions, ExprMap<Expr> values)
      : functions_(std::move(functions)), values_(std::move(values)) {}
  Expr operator()(const Expr& e) { return substitute(renamed(e), values_); }
  Relation operator()(const Relation& r) { return {r.rel, (*this)(r.lhs), (*this)(r.rhs)}; }

 private:
  Expr renamed(const Expr& e) {
    if (functions_.empty() || e.args().empty()) return e;
    if (const auto known = done_.find(e); known != done_.end()) return known->second;
    std::vector<Expr> args;
    for (const Expr& a : e.args()) args.push_back(renamed(a));
    Expr out = e.op() == Op::apply ? Expr::apply(functions_.at(std::string(e.name())), e.node().orders, std::move(args))
                                   : with_args(e, std::move(args));
    return done_.emplace(e, std::move(out)).first->second;
  }
  std::map<std::string, std::string> functions_;
  ExprMap<Expr> values_;
  ExprMap<Expr> done_;
};

// Is the hypothesis the bound from which the end of the range was rounded outward? Such bounds come first among the
// hypotheses, in the order of the variables.
bool is_bound(const Relation& h, const Variable& v, bool lower) {
  const End& end = lower ? v.range.lo : v.range.hi;
  const Expr& bound = lower ? h.rhs : h.lhs;
  if (end.infinite || h.rel == Rel::eq || (lower ? h.lhs : h.rhs) != Expr::variable(v.name)) return false;
  if (!variables_of(bound).empty() || rational_value(bound)) return false;
  const auto enclosure = enclose_constant(bound, 128);
  if (!enclosure) return false;
  const Rational q = lower ? enclosure->first : enclosure->second;
  if (!v.integer) return end.value == q;
  return end.value == Rational(lower ? q.ceil() : q.floor());
}

}  // namespace

rule::UseLemma read_lemma(std::string_view id, std::string_view arguments, const std::vector<Lemma>& lemmas,
                          const Instance& names) {
  const auto lemma = std::ranges::find(lemmas, id, &Lemma::id);
  if (lemma == lemmas.end())
    throw StepError(Why::no_lemma, fmt::format("`{}` is no statement that can be used here", id));
  if (lemma->statement.dim) throw StepError(Why::no_lemma, fmt::format("{} has a `dim`, and cannot be used", id));
  rule::UseLemma out{std::string(id), std::make_shared<const Instance>(lemma->statement.instance()), {}, {}};
  if (!out.used->forall_hypotheses.empty())
    throw StepError(Why::no_lemma, fmt::format("{} has a `forall` among its hypotheses, and cannot be used", id));
  if (!out.used->formulas.empty() || !out.used->facts.empty())
    throw StepError(Why::no_lemma, fmt::format("{} has quantifiers or connectives, and cannot be used", id));
  if (!out.used->sequences.empty())
    throw StepError(Why::no_lemma, fmt::format("{} is about a `seq`, and cannot be used", id));
  if (std::ranges::any_of(out.used->functions, &Function::logpartition))
    throw StepError(Why::no_lemma, fmt::format("{} is about a `logpartition`, and cannot be used", id));
  if (!arguments.starts_with('(') || !arguments.ends_with(')'))
    throw StepError(Why::missing, fmt::format("`{}` is not of the form (x = e, ...)", arguments));
  const std::string_view inside = arguments.substr(1, arguments.size() - 2);
  if (!without_blanks(inside).empty())
    for (const std::string_view part : parts_of(inside)) read_argument(part, names, out);
  const auto given = [&](const std::string& name) {
    const auto same = [&](const auto& a) { return a.first == name; };
    if (!std::ranges::any_of(out.values, same) && !std::ranges::any_of(out.functions, same))
      throw StepError(Why::missing, fmt::format("nothing is given for `{}` of {}", name, id));
  };
  for (const Variable& v : out.used->variables) given(v.name);
  for (const Function& f : out.used->functions) given(f.name);
  return out;
}

std::optional<std::vector<Goal>> goals_of_lemma(const rule::UseLemma& r, const Goal& goal) {
  const Context& c = goal.context;
  ExprMap<Expr> values;
  for (const auto& [name, e] : r.values) {
    const auto value = as_written(e, c);
    if (!value) return std::nullopt;
    values.emplace(Expr::variable(name), *value);
  }
  Putting at({r.functions.begin(), r.functions.end()}, std::move(values));
  std::vector<Goal> out;
  std::size_t rounded = 0;  // hypotheses that are bounds
  for (const Variable& v : r.used->variables) {
    const Expr e = at(Expr::variable(v.name));
    for (const bool lower : {true, false}) {
      const End& end = lower ? v.range.lo : v.range.hi;
      if (end.infinite) continue;
      if (rounded < r.used->hypotheses.size() && is_bound(r.used->hypotheses[rounded], v, lower)) {
        ++rounded;
        continue;
      }
      const Rel rel = end.closed ? Rel::ge : Rel::gt;
      out.push_back({c, lower ? Relation{rel, e, end.value} : Relation{rel, end.value, e}});
    }
  }
  for (const Relation& h : r.used->hypotheses) out.push_back({c, at(h)});
  Context last = c;
  for (const Relation& conclusion : r.used->conclusions) last = last.with_hypothesis(at(conclusion));
  out.push_back({last, goal.relation});
  return out;
}

}  // namespace dpcert::verify
