#include "verify/engine/proof/lemma.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "verify/engine/proof/written.hpp"
#include "verify/language/ends.hpp"

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

StepError not_given(std::string_view value, const SyntaxError& e) {
  return {Why::not_an_expression, fmt::format("`{}` is not an expression there: {}", value, e.what())};
}

// `x(i, j)` = value, of a sequence or function with so many arguments.
rule::GivenValue read_given(const std::string& left, std::string_view value, const std::string& x, int arity,
                            bool sequence, const Instance& names, std::string_view id) {
  const auto open = left.find('(');
  if (open == std::string::npos || !left.ends_with(')'))
    throw StepError(Why::missing, fmt::format("`{}(k) = ...` was expected for {} of {}", x, x, id));
  rule::GivenValue out{x, {}, Expr()};
  Instance inside = names;
  if (!sequence) inside.functions.clear();
  for (const std::string_view index : parts_of(std::string_view(left).substr(open + 1, left.size() - open - 2))) {
    out.indices.emplace_back(index);
    inside.variables.push_back({out.indices.back(), sequence, Range{}});
  }
  if (out.indices.size() != static_cast<std::size_t>(arity))
    throw StepError(Why::no_lemma, fmt::format("`{}` has not as many arguments as {} of {}", left, x, id));
  try {
    out.value = parse_expression(value, inside);
  } catch (const SyntaxError& e) {
    throw not_given(value, e);
  }
  return out;
}

bool is_given(const rule::UseLemma& r, const std::string& name) {
  const auto same = [&](const auto& a) { return a.first == name; };
  const auto called_so = [&](const rule::GivenValue& a) { return a.name == name; };
  return std::ranges::any_of(r.values, same) || std::ranges::any_of(r.functions, same) ||
         std::ranges::any_of(r.bodies, called_so) || std::ranges::any_of(r.sequences, called_so);
}

// What stands for one variable, function or sequence of the statement.
void read_argument(std::string_view part, const Instance& names, rule::UseLemma& out) {
  const auto equals = part.find('=');
  if (equals == std::string_view::npos)
    throw StepError(Why::missing, fmt::format("`{}` is not of the form x = e", part));
  const std::string left = without_blanks(part.substr(0, equals)), name = left.substr(0, left.find('('));
  const std::string_view value = part.substr(equals + 1);
  if (is_given(out, name)) throw StepError(Why::no_lemma, fmt::format("`{}` is given twice", name));
  if (const auto x = std::ranges::find(out.used->sequences, name, &Sequence::name); x != out.used->sequences.end()) {
    out.sequences.push_back(read_given(left, value, x->name, x->arity, true, names, out.id));
    return;
  }
  if (const auto f = std::ranges::find(out.used->functions, name, &Function::name); f != out.used->functions.end()) {
    if (left != name) {
      out.bodies.push_back(read_given(left, value, f->name, f->arity, false, names, out.id));
      return;
    }
    const std::string stands = without_blanks(value);
    const auto h = std::ranges::find(names.functions, stands, &Function::name);
    if (h == names.functions.end() || h->arity != f->arity)
      throw StepError(Why::no_lemma,
                      fmt::format("`{}` is no function with as many arguments as {} of {}", stands, left, out.id));
    out.functions.emplace_back(left, stands);
    return;
  }
  if (std::ranges::find(out.used->variables, left, &Variable::name) == out.used->variables.end())
    throw StepError(Why::no_lemma, fmt::format("{} has no variable or function `{}`", out.id, left));
  try {
    out.values.emplace_back(left, parse_expression(value, names));
  } catch (const SyntaxError& e) {
    throw not_given(value, e);
  }
}

// The variables of the statement get names that no text contains, then functions and sequences are put in, then the
// values: the names of the statement must not meet those in what is put in.
class Putting {
 public:
  using Given = std::map<std::string, rule::GivenValue>;
  Putting(std::map<std::string, std::string> functions, Given bodies, Given sequences,
          const std::vector<std::pair<std::string, Expr>>& values, const std::vector<Variable>& open)
      : functions_(std::move(functions)), bodies_(std::move(bodies)), sequences_(std::move(sequences)) {
    for (const auto& [name, e] : values) {
      own_.emplace(Expr::variable(name), apart(name));
      values_.emplace(apart(name), e);
    }
    for (const Variable& v : open) own_.emplace(Expr::variable(v.name), apart(v.name));
  }
  // What a variable that stays bound is called meanwhile.
  static Expr apart(std::string_view name) { return Expr::variable(fmt::format("@@of:{}", name)); }
  Expr operator()(const Expr& e) const { return substitute(renamed(substitute(e, own_)), values_); }
  Relation operator()(const Relation& r) const { return {r.rel, (*this)(r.lhs), (*this)(r.rhs)}; }
  Formula operator()(Formula f) const {
    if (f.is(Formula::Kind::relation)) return Formula::of((*this)(f.relation));
    for (Formula& part : f.parts) part = (*this)(std::move(part));
    if (f.bound.lo) f.bound.lo = (*this)(*f.bound.lo);
    if (f.bound.hi) f.bound.hi = (*this)(*f.bound.hi);
    return f;
  }

 private:
  Expr renamed(const Expr& e) const {
    if (functions_.empty() && bodies_.empty() && sequences_.empty()) return e;
    return transform(e, [&](const Expr& old, std::span<const Expr> args) {
      if (old.op() == Op::apply) {
        const std::string name(old.name());
        if (const auto body = bodies_.find(name); body != bodies_.end())
          return at(body->second, derivative_of(body->second, old.node().orders), args);
        return Expr::apply(functions_.at(name), old.node().orders, {args.begin(), args.end()});
      }
      if (old.op() != Op::sequence) return with_args(old, args);
      const rule::GivenValue& x = sequences_.at(old.name());
      return at(x, x.value, args);
    });
  }
  static Expr derivative_of(const rule::GivenValue& f, const std::vector<int>& orders) {
    Expr out = f.value;
    for (std::size_t i = 0; i < f.indices.size(); ++i)
      for (int k = 0; k < orders[i]; ++k) out = derivative(out, Expr::variable(f.indices[i]));
    return out;
  }
  static Expr at(const rule::GivenValue& x, const Expr& value, std::span<const Expr> args) {
    ExprMap<Expr> at;
    for (std::size_t i = 0; i < args.size(); ++i) at.emplace(Expr::variable(x.indices[i]), args[i]);
    return substitute(value, at);
  }
  std::map<std::string, std::string> functions_;
  Given bodies_, sequences_;
  ExprMap<Expr> own_, values_;
};

// The variables that the line does not name.
std::vector<Variable> open_variables(const rule::UseLemma& r) {
  std::vector<Variable> out;
  std::ranges::copy_if(r.used->variables, std::back_inserter(out),
                       [&](const Variable& v) { return !is_given(r, v.name); });
  return out;
}

bool mentions(const Expr& e, const std::vector<Variable>& open) {
  return std::ranges::any_of(open, [&](const Variable& v) { return depends_on(e, Expr::variable(v.name)); });
}
bool mentions(const Relation& r, const std::vector<Variable>& open) {
  return mentions(r.lhs, open) || mentions(r.rhs, open);
}
bool mentions(const Formula& f, const std::vector<Variable>& open) {
  return (f.is(Formula::Kind::relation) && mentions(f.relation, open)) || (f.bound.lo && mentions(*f.bound.lo, open)) ||
         (f.bound.hi && mentions(*f.bound.hi, open)) ||
         std::ranges::any_of(f.parts, [&](const Formula& part) { return mentions(part, open); });
}
bool mentions(const ForallHypothesis& h, const std::vector<Variable>& open) {
  return mentions(h.relation, open) || mentions(h.lo, open) || mentions(h.hi, open) ||
         std::ranges::any_of(h.inner, [&](const auto& b) { return mentions(b.lo, open) || mentions(b.hi, open); });
}

}  // namespace

rule::UseLemma read_lemma(std::string_view id, std::string_view arguments, const std::vector<Lemma>& lemmas,
                          const Instance& names) {
  const auto lemma = std::ranges::find(lemmas, id, &Lemma::id);
  if (lemma == lemmas.end())
    throw StepError(Why::no_lemma, fmt::format("`{}` is no statement that can be used here", id));
  if (lemma->statement.dim) throw StepError(Why::no_lemma, fmt::format("{} has a `dim`, and cannot be used", id));
  rule::UseLemma out{
      std::string(id), std::make_shared<const Instance>(lemma->statement.instance()), {}, {}, {}, {}, {}};
  if (!arguments.starts_with('(') || !arguments.ends_with(')'))
    throw StepError(Why::missing, fmt::format("`{}` is not of the form (x = e, ...)", arguments));
  const std::string_view inside = arguments.substr(1, arguments.size() - 2);
  if (!without_blanks(inside).empty())
    for (const std::string_view part : parts_of(inside)) read_argument(part, names, out);
  const auto given = [&](const std::string& name) {
    if (!is_given(out, name)) throw StepError(Why::missing, fmt::format("nothing is given for `{}` of {}", name, id));
  };
  for (const Function& f : out.used->functions) given(f.name);
  for (const Sequence& x : out.used->sequences) given(x.name);
  if (!out.bodies.empty())
    for (const Variable& v : out.used->variables) given(v.name);
  return out;
}

namespace {

// What the line puts in, as a reader of it sees that.
std::optional<Putting> putting(const rule::UseLemma& r, const Context& c) {
  std::vector<std::pair<std::string, Expr>> values;
  for (const auto& [name, e] : r.values) {
    const auto value = as_written(e, c);
    if (!value) return std::nullopt;
    values.emplace_back(name, *value);
  }
  const auto given = [&](const std::vector<rule::GivenValue>& all, bool integers) {
    std::optional<Putting::Given> out(std::in_place);
    for (rule::GivenValue x : all) {
      Context inside = c;
      for (const std::string& index : x.indices) {
        if (inside.find(Expr::variable(index))) return std::optional<Putting::Given>();
        inside = inside.with_variable({index, integers, Range{}});
      }
      const auto value = as_written(x.value, inside);
      if (!value) return std::optional<Putting::Given>();
      x.value = *value;
      out->emplace(x.name, std::move(x));
    }
    return out;
  };
  auto bodies = given(r.bodies, false), sequences = given(r.sequences, true);
  if (!bodies || !sequences) return std::nullopt;
  return Putting({r.functions.begin(), r.functions.end()}, std::move(*bodies), std::move(*sequences), values,
                 open_variables(r));
}

class LemmaGoals {
 public:
  LemmaGoals(const rule::UseLemma& r, const LogicGoal& goal, const Putting& at)
      : r_(r), goal_(goal), at_(at), open_(open_variables(r)) {}

  std::optional<std::vector<LogicGoal>> all() {
    bounds();
    for (const Relation& h : r_.used->hypotheses) show(Formula::of(h));
    for (const Sequence& x : r_.used->sequences) recursion(x);
    auto name = r_.names.begin();
    for (const ForallHypothesis& h : r_.used->forall_hypotheses) {
      if (mentions(h, open_)) {
        show(formula_of(h, [&] { return bound(); }));
        continue;
      }
      const auto behind = name + static_cast<std::ptrdiff_t>(quantifiers_of(h));
      entered(formula_of(h, [&] { return bound(); }), {name, behind});
      name = behind;
    }
    for (const Formula& f : r_.used->facts) show(f);
    std::vector<Formula> conclusions;
    for (const Relation& c : r_.used->conclusions) conclusions.push_back(Formula::of(at_(c)));
    for (const Formula& c : r_.used->formulas) conclusions.push_back(at_(c));
    LogicGoal last = goal_;
    if (open_.empty())
      for (const Formula& c : conclusions) assume(last, c);
    else
      assume(last, for_all_values(conjunction(conclusions)));
    out_.push_back(std::move(last));
    if (!possible_) return std::nullopt;
    return std::move(out_);
  }

 private:
  void add(Formula f) { out_.push_back({goal_.context, goal_.facts, std::move(f)}); }
  // To be shown as it is, unless it mentions what stays bound.
  void show(const Formula& f) {
    if (mentions(f, open_))
      premises_.push_back(at_(f));
    else
      add(at_(f));
  }
  // Bounds that are not rational are among the premises.
  Formula for_all_values(Formula f) {
    for (auto p = premises_.rbegin(); p != premises_.rend(); ++p)
      f = Formula::joined(Formula::Kind::implies, *p, std::move(f));
    for (auto v = open_.rbegin(); v != open_.rend(); ++v) {
      Formula::Bound b{v->name, bound(), v->integer, {}, {}, v->range.lo.closed, v->range.hi.closed};
      const auto& exact = exact_ends_[v->name];
      if (exact.first) b.lo = Expr(v->range.lo.value);
      if (exact.second) b.hi = Expr(v->range.hi.value);
      if (!b.lo) b.lo_closed = false;
      if (!b.hi) b.hi_closed = false;
      f = substitute(f, {{Putting::apart(v->name), b.variable}});
      f = Formula::quantified(Formula::Kind::forall, std::move(b), std::move(f));
    }
    return f;
  }
  Expr bound() { return Expr::variable(fmt::format("@@lemma{}", ++names_)); }
  // The body at the new names, one for each quantifier.
  void entered(const Formula& f, const std::vector<std::string>& names) {
    LogicGoal inside{goal_.context, goal_.facts, at_(f)};
    for (const std::string& name : names) {
      auto next = apply(Step(rule::Intro{name}), inside);
      possible_ = possible_ && next.has_value();
      if (!next) return;
      inside = std::move(next->front());
    }
    out_.push_back(std::move(inside));
  }
  void bounds() {
    for (const Variable& v : r_.used->variables) {
      const Expr e = at_(Expr::variable(v.name));
      const bool open = std::ranges::find(open_, v.name, &Variable::name) != open_.end();
      for (const bool lower : {true, false}) {
        const End& end = lower ? v.range.lo : v.range.hi;
        // Else the bound itself is among the hypotheses.
        if (end.infinite || !(lower ? v.lo_exact : v.hi_exact)) continue;
        if (open) {
          auto& exact = exact_ends_[v.name];
          (lower ? exact.first : exact.second) = true;
          continue;
        }
        const Rel rel = end.closed ? Rel::ge : Rel::gt;
        add(Formula::of(lower ? Relation{rel, e, end.value} : Relation{rel, end.value, e}));
      }
    }
  }
  // The first values, and the recursion at the name that the line gives the index.
  void recursion(const Sequence& x) {
    if (!x.recursion) return;
    const Recursion& of = *x.recursion;
    if (mentions(of.next, open_) || std::ranges::any_of(of.first, [&](const Expr& e) { return mentions(e, open_); })) {
      possible_ = false;
      return;
    }
    const auto value = [&](const Expr& k) { return Expr::sequence(x.name, {k}); };
    const long order = static_cast<long>(of.first.size());
    for (long i = 0; i < order; ++i)
      add(Formula::of(at_(Relation{Rel::eq, value(of.start + Rational(i)), of.first[static_cast<std::size_t>(i)]})));
    const auto given = std::ranges::find(r_.sequences, x.name, &rule::GivenValue::name);
    const ForallHypothesis step{Recursion::index().name(),
                                of.start,
                                of.start,
                                {Rel::eq, value(add_to(Recursion::index(), order)), of.next},
                                true,
                                true};
    entered(formula_of(step, [&] { return bound(); }), {given->indices.front()});
  }
  static Expr add_to(const Expr& k, long n) { return Expr::make(Op::add, {k, Expr(n)}); }

  const rule::UseLemma& r_;
  const LogicGoal& goal_;
  const Putting& at_;
  std::vector<Variable> open_;                               // that stay bound
  std::map<std::string, std::pair<bool, bool>> exact_ends_;  // of those: which are finite and rational
  std::vector<Formula> premises_;                            // that mention them
  std::vector<LogicGoal> out_;
  int names_ = 0;
  bool possible_ = true;
};

}  // namespace

std::size_t names_asked_for(const rule::UseLemma& r) {
  const std::vector<Variable> open = open_variables(r);
  std::size_t n = 0;
  for (const ForallHypothesis& h : r.used->forall_hypotheses)
    if (!mentions(h, open)) n += quantifiers_of(h);
  return n;
}

std::optional<std::vector<LogicGoal>> goals_of_lemma(const rule::UseLemma& r, const LogicGoal& goal) {
  const auto at = putting(r, goal.context);
  if (!at || r.names.size() != names_asked_for(r)) return std::nullopt;
  return LemmaGoals(r, goal, *at).all();
}

std::optional<std::vector<Goal>> goals_of_lemma(const rule::UseLemma& r, const Goal& goal) {
  const auto all = goals_of_lemma(r, LogicGoal{goal.context, {}, Formula::of(goal.relation)});
  if (!all) return std::nullopt;
  std::vector<Goal> out;
  for (const LogicGoal& g : *all) {
    if (!g.goal.is(Formula::Kind::relation)) return std::nullopt;
    out.push_back({g.context, g.goal.relation});
  }
  return out;
}

}  // namespace dpcert::verify
