#include "verify/checker/rules/rules.hpp"

#include <algorithm>

namespace dpcert::checker {

const std::map<std::string, Rules::Rule>& Rules::table() {
  static const std::map<std::string, Rule> rules{
      {"eval", &Rules::eval},         {"ray", &Rules::ray},           {"mean", &Rules::mean},
      {"taylor", &Rules::taylor},     {"split", &Rules::split},       {"face", &Rules::face},
      {"noint", &Rules::noint},       {"prune", &Rules::prune},       {"fix", &Rules::fix},
      {"sign", &Rules::sign},         {"identity", &Rules::identity}, {"hyp", &Rules::hyp},
      {"combine", &Rules::combine},   {"mono", &Rules::mono},         {"deriv", &Rules::deriv},
      {"convex", &Rules::convex},     {"equal", &Rules::equal},       {"subst", &Rules::subst},
      {"factor", &Rules::factor},     {"rewrite", &Rules::rewrite},   {"log", &Rules::log},
      {"exp", &Rules::exp},           {"cut", &Rules::cut},           {"inst", &Rules::inst},
      {"trans", &Rules::trans},       {"tail", &Rules::tail},         {"telescope", &Rules::telescope},
      {"both", &Rules::both},         {"cases", &Rules::cases},       {"end", &Rules::at_end},
      {"widen", &Rules::widen},       {"power", &Rules::power},       {"fact", &Rules::fact},
      {"integral", &Rules::integral}, {"gen", &Rules::gen},           {"induct", &Rules::induct},
      {"touch", &Rules::touch},       {"series", &Rules::series},     {"growth", &Rules::growth},
      {"secant", &Rules::secant},     {"rise", &Rules::rise},         {"arch", &Rules::arch},
      {"relax", &Rules::relax},       {"bound", &Rules::narrowed},    {"unfold", &Rules::unfold},
      {"shift", &Rules::shift},       {"termwise", &Rules::termwise}, {"define", &Rules::define},
      {"binomial", &Rules::binomial}, {"lemma", &Rules::lemma},       {"intro", &Rules::intro},
      {"parts", &Rules::parts},       {"left", &Rules::left},         {"right", &Rules::right},
      {"witness", &Rules::witness},   {"absurd", &Rules::absurd},     {"obtain", &Rules::obtain},
      {"branch", &Rules::branch},     {"apply", &Rules::apply_fact},  {"at", &Rules::at_fact},
      {"root", &Rules::root}};
  static const std::map<std::string, Rule> all = [] {
    auto out = integral_rules();
    return out.insert(rules.begin(), rules.end()), out;
  }();
  return all;
}

std::vector<std::string> Rules::names() {
  std::vector<std::string> out;
  for (const auto& [name, rule] : table()) out.push_back(name);
  return out;
}

namespace {

// `lemma ID (x = e)` without its ID, which is a word of its own: no tokens of the language make it up.
std::pair<std::string, std::string> without_id(const std::string& line) {
  static const std::string word = "lemma", blanks = " \t";
  const std::size_t begin = line.find_first_not_of(blanks, word.size());
  if (line.compare(0, word.size(), word) != 0 || begin == word.size() || begin == std::string::npos) return {line, ""};
  const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
  return {word + line.substr(end), line.substr(begin, end - begin)};
}

}  // namespace

std::vector<Goal> Rules::apply(const Goal& goal, const std::string& line) {
  static const std::set<std::string> numeric{"eval", "ray", "mean", "taylor", "split", "face", "noint", "relax"};
  pool_.work().add(10 + 2 * goal.box.size() + functions_.size());
  const auto [text, id] = without_id(line);
  id_ = id;
  in_ = std::make_unique<Reader>(pool_, tokenize(text), true);
  in_->language = language_;
  if (language_ >= 3) in_->words = Reader::functions_of_version_3();
  const std::string name = in_->next().text;
  const auto rule = table().find(name);
  need(rule != table().end(), "'" + name + "' is not a rule");
  auto_.reset(), full_.reset();
  g_ = numeric.count(name) && !in_->is("(") ? goal : settled(goal);
  for (const auto& [x, r] : g_.box) in_->names[pool_.var_name(x)] = {pool_.var(pool_.var_name(x)), {}};
  for (std::size_t i = 0; i < functions_.size(); ++i) in_->functions[functions_[i].name] = static_cast<int>(i);
  in_->list = functions_;
  // The conclusion may be undefined until the cuts, lemmas and values of integrals in front of it are proved; cases and
  // bounds hand the question to their children.
  static const std::set<std::string> before{
      "cut", "lemma",          "cases",     "end",    "bound",      "obtain",    "branch", "apply",
      "at",  "antiderivative", "integrand", "linear", "substitute", "dominated", "under",  "inst"};
  // These look at nothing of the goal, which they leave to their children, but whether it is a formula.
  static const std::set<std::string> of_formulas{
      "cut",     "lemma",      "inst",      "define", "binomial", "unfold", "split",          "shift",
      "cases",   "fact",       "end",       "bound",  "intro",    "parts",  "left",           "right",
      "witness", "absurd",     "obtain",    "branch", "apply",    "at",     "antiderivative", "integrand",
      "linear",  "substitute", "dominated", "under",  "induct",   "root"};
  const bool range = name == "split" && in_->is("(");
  if (goal.frame->formula)
    need(of_formulas.count(name), "the goal is a formula, and '" + name + "' is for relations");
  else if (!before.count(name) && !range && !g_.defined)
    check_definedness(goal);
  auto children = (this->*rule->second)();
  used_.insert(name);
  return children;
}

// ---- reading

void Rules::end() { need(in_->done(), "unexpected '" + in_->peek().text + "' at the end of a proof line"); }
int Rules::variable() {
  std::string n = in_->name();
  if (in_->accept("[")) {
    n += "[" + std::to_string(in_->index()) + "]";
    in_->expect("]");
  }
  need(in_->names.count(n), "the variable " + n + " is not in the context");
  return pool_.var_id(n);
}
bool Rules::low_end() {
  const std::string t = in_->next().text;
  need(t == "lo" || t == "hi", "lo or hi was expected");
  return t == "lo";
}
slong Rules::precision() { return checked_precision(in_->counting_number()); }
Ex Rules::bracketed() {
  in_->expect("(");
  const Ex e = in_->expression();
  in_->expect(")");
  return e;
}
const Hypothesis& Rules::hypothesis() {
  const long i = in_->counting_number();
  const auto& all = g_.frame->hypotheses;
  need(i >= 1 && i <= static_cast<long>(all.size()), "there is no hypothesis of this number");
  return all[i - 1];
}

// A name for a new real variable.
int Rules::fresh_variable() {
  const std::string name = in_->name();
  need(!in_->names.count(name) && !in_->functions.count(name), "the new name is in use");
  const int t = pool_.var_id(name);
  for (const auto& f : g_.frame->foralls) need(f.y != t, "the new name is in use");
  return t;
}

// ---- what a line asks for

Auto& Rules::automatic() {
  if (!auto_) auto_ = std::make_unique<Auto>(pool_, plain_, g_);
  return *auto_;
}
Normal& Rules::full() {
  if (!full_)
    full_ = std::make_unique<Normal>(
        pool_, integers_of(g_.box), [this](Ex u) { return automatic().positive(u); },
        [this](Ex u) { return automatic().nonnegative(u); }, [this](Ex u) { return automatic().defined(u); });
  return *full_;
}
bool Rules::proves(Ex d, Rel r) {
  return r == Rel::Gt ? automatic().positive(d) : r == Rel::Ge ? automatic().nonnegative(d) : false;
}
void Rules::require_defined(Ex e) {
  need(automatic().defined(e), "an expression of this line is not known to be defined");
}
void Rules::require_smooth(Goal g, Ex e, int x) {
  g.box.at(x).integer = false;
  std::vector<Condition> all;
  pool_.smooth(e, x, integers_of(g.box), all);
  Auto a(pool_, plain_, g);
  for (const Condition& c : all) need(a.holds(c), "the expression is not known to be smooth in " + pool_.var_name(x));
}
void Rules::require_continuous(Goal g, Ex e, int x) {
  g.box.at(x).integer = false;
  std::vector<Condition> all;
  pool_.continuous(e, x, integers_of(g.box), all);
  Auto a(pool_, plain_, g);
  for (const Condition& c : all)
    need(a.holds(c), "the expression is not known to be continuous in " + pool_.var_name(x));
}
// d >= 0, or > 0; its normal form, which equals it wherever it is defined, may show the sign where it does not.
void Rules::require_sign(Auto& a, Ex d, bool strict) {
  auto seen = [&](Ex e) { return strict ? a.positive(e) : a.nonnegative(e); };
  if (seen(d)) return;
  bool known = false;
  try {
    known = seen(plain_.simplified(d));
  } catch (const Reject&) {  // too large for a normal form
  }
  need(known, "an expression is not known to lie in the given interval");
}

// scale * e lies in scale * the interval, scale > 0; the interval says with which strictness.
void Rules::require_inside(Auto& a, Ex e, const Range& r, Ex scale) {
  auto times = [&](const Q& q) { return pool_.mul({pool_.num(q), scale}); };
  if (r.lo) require_sign(a, pool_.sub(e, times(*r.lo)), r.lo_open);
  if (r.hi) require_sign(a, pool_.sub(times(*r.hi), e), r.hi_open);
}

// ---- context

Goal Rules::inner(Goal g, int x) {
  Range& r = g.box.at(x);
  r.lo_open = r.hi_open = true;
  return g;
}
Goal Rules::closed(Goal g, int x) {
  Range& r = g.box.at(x);
  r.lo_open = !r.lo, r.hi_open = !r.hi;
  return g;
}
// The conditions are those of the goal as it stands, at the values of the variables that are settled: x^(n/2) is not
// x^1 for n in [2, 2].
void Rules::check_definedness(const Goal& stated) {
  std::vector<Condition> all;
  const Integers integers = integers_of(stated.box);
  pool_.defined(stated.frame->goal.lhs, integers, all), pool_.defined(stated.frame->goal.rhs, integers, all);
  all.insert(all.end(), stated.frame->extra.begin(), stated.frame->extra.end());
  for (const auto& [x, r] : stated.box) {
    if (g_.box.count(x)) continue;
    for (Condition& c : all) {
      c.u = pool_.substitute(c.u, x, pool_.num(*r.lo));
      c.v = pool_.substitute(c.v, x, pool_.num(*r.lo));
    }
  }
  for (const Condition& c : all) need<UndefinedGoal>(automatic().holds(c), "the goal is not known to be defined");
  g_.defined = true;
}

Box Rules::box_of(const Goal& g, slong p) {
  Box out{std::vector<Iv>(g.box.empty() ? 0 : g.box.rbegin()->first + 1), integers_of(g.box)};
  for (auto& v : out.of) v.bad = true;
  for (const auto& [x, r] : g.box) out.of[x] = enclose(r, p);
  return out;
}
Tape& Rules::tape(const std::string& key, const std::function<std::vector<Ex>()>& outputs,
                  std::bitset<kMaxVariables> smooth) {
  if (const auto known = g_.frame->tapes.find(key); known != g_.frame->tapes.end()) return *known->second;
  auto made = std::make_unique<Tape>(pool_, outputs(), smooth);
  // A value at 16,384 bits takes 4 kB, and lines of a few letters make tapes of thousands: where there are too many,
  // those of all frames go, to be made anew when a line asks for them.
  values_ += made->size();
  if (values_ > Limits::kept_values) {
    for (const auto& frame : compiled_)
      if (const auto f = frame.lock()) f->tapes.clear();
    compiled_.clear();
    values_ = made->size();
  }
  if (compiled_.empty() || compiled_.back().lock() != g_.frame) compiled_.push_back(g_.frame);
  return *(g_.frame->tapes[key] = std::move(made));
}
std::vector<int> Rules::moving() const {
  std::vector<int> out;
  for (const auto& [x, r] : g_.box)
    if (pool_.depends(g_.frame->d, x) && !r.point()) out.push_back(x);
  return out;
}

bool Rules::mentions(const Relation& r, int x) const { return pool_.depends(r.lhs, x) || pool_.depends(r.rhs, x); }
bool Rules::mentions(const Forall& f, int x) const {
  const auto in = [&](const Quantifier& q) { return pool_.depends(q.lo, x) || pool_.depends(q.hi, x); };
  return mentions(f.body.relation, x) || in(f) || std::any_of(f.inner.begin(), f.inner.end(), in);
}

bool Rules::mentions(const Definition& d, int x) const {
  return mentions(d.step.relation, x) ||
         std::any_of(d.first.begin(), d.first.end(), [&](const Stated& e) { return mentions(e.relation, x); });
}

std::shared_ptr<Frame> Rules::copy_frame(const Goal& g) const {
  auto f = std::make_shared<Frame>();
  pool_.work().add(1 + g.frame->hypotheses.size() + g.frame->foralls.size() + g.frame->extra.size() + g.box.size());
  f->hypotheses = g.frame->hypotheses, f->foralls = g.frame->foralls, f->goal = g.frame->goal, f->d = g.frame->d;
  f->definitions = g.frame->definitions;
  f->facts = g.frame->facts, f->formula = g.frame->formula;
  pool_.work().add(g.frame->facts.size());
  if (!g.defined) f->extra = g.frame->extra;
  return f;
}
Goal Rules::with_goal(const Goal& g, Relation r, bool defined) const {
  Goal out{copy_frame(g), g.box, defined};
  out.frame->goal = r, out.frame->d = pool_.diff_of(r);
  out.frame->formula.reset();
  out.frame->extra.clear();
  return out;
}
Goal Rules::with_hypothesis(const Goal& g, Relation r) const {
  Goal out{copy_frame(g), g.box, g.defined};
  out.frame->hypotheses.push_back({r, pool_.diff_of(r)});
  return out;
}

// X := by everywhere; X leaves the context.
Goal Rules::substituted(const Goal& g, int x, Ex by) {
  Goal out{std::make_shared<Frame>(), g.box, false};
  Pool::Memo memo;
  auto sub = [&](Ex e) { return pool_.substitute(e, x, by, memo); };
  auto sub_relation = [&](const Relation& r) { return Relation{sub(r.lhs), sub(r.rhs), r.rel}; };
  auto sub_conditions = [&](std::vector<Condition> all) {
    for (Condition& c : all) c.u = sub(c.u), c.v = sub(c.v);
    return all;
  };
  Frame& f = *out.frame;
  for (const Hypothesis& h : g.frame->hypotheses) {
    const Relation r = sub_relation(h.relation);
    f.hypotheses.push_back({r, pool_.diff_of(r)});
  }
  for (Forall a : g.frame->foralls) {
    a.lo = sub(a.lo), a.hi = sub(a.hi);
    for (Quantifier& q : a.inner) q.lo = sub(q.lo), q.hi = sub(q.hi);
    a.body = {sub_relation(a.body.relation), sub_conditions(a.body.extra)};
    f.foralls.push_back(std::move(a));
  }
  for (Definition a : g.frame->definitions) {
    for (Stated& e : a.first) e = {sub_relation(e.relation), sub_conditions(e.extra)};
    a.step = {sub_relation(a.step.relation), sub_conditions(a.step.extra)};
    f.definitions.push_back(std::move(a));
  }
  const Integers integers = integers_of(g.box);
  for (const Form& a : g.frame->facts) f.facts.push_back(formulas_.substitute(a, x, by, integers));
  if (g.frame->formula) f.formula = formulas_.substitute(g.frame->formula, x, by, integers);
  f.goal = sub_relation(g.frame->goal);
  f.d = pool_.diff_of(f.goal);
  f.extra = sub_conditions(g.frame->extra);
  out.box.erase(x);
  return out;
}

// The values of the variables whose box is a point are put in. What the goal needs to be defined is kept as it stood
// before, for a `cut` in front of it leaves that question to its child.
Goal Rules::settled(Goal g) {
  if (!g.defined && std::any_of(g.box.begin(), g.box.end(), [](const auto& v) { return v.second.point(); })) {
    g.frame = copy_frame(g);
    const Integers integers = integers_of(g.box);
    pool_.defined(g.frame->goal.lhs, integers, g.frame->extra),
        pool_.defined(g.frame->goal.rhs, integers, g.frame->extra);
  }
  for (auto it = g.box.begin(); it != g.box.end();) {
    const auto [x, r] = *it++;
    if (!r.point()) continue;
    const bool defined = g.defined;
    g = substituted(g, x, pool_.num(*r.lo));
    g.defined = defined;
    it = g.box.upper_bound(x);
  }
  return g;
}

bool Rules::affine(Ex e, int x) {
  if (!pool_.polynomial(e, x)) return false;
  try {
    const Ex a = pool_.substitute(e, x, zero_), b = pool_.substitute(e, x, pool_.num(1));
    const Ex line = pool_.add({a, pool_.mul({pool_.var(pool_.var_name(x)), pool_.sub(b, a)})});
    return plain_.equal(e, line);
  } catch (const Reject&) {
    return false;
  }
}

// Hypotheses stay defined and true when equals are put for equals, but a power with an integer as its exponent has a
// value at any base, and is read as one of a base >= 0 as soon as its exponent does not show that any more.
void Rules::require_real_powers(const Integers& after, const std::function<Ex(Ex)>& change) {
  const Integers before = integers_of(g_.box);
  std::set<Ex> seen;
  std::vector<Ex> todo;
  for (const Hypothesis& h : g_.frame->hypotheses) todo.push_back(h.d);
  for (const Forall& f : g_.frame->foralls) {
    todo.insert(todo.end(), {pool_.diff_of(f.body.relation), f.lo, f.hi});
    for (const Quantifier& q : f.inner) todo.insert(todo.end(), {q.lo, q.hi});
  }
  for (const Definition& d : g_.frame->definitions) {
    for (const Stated& e : d.first) todo.push_back(pool_.diff_of(e.relation));
    todo.push_back(pool_.diff_of(d.step.relation));
  }
  while (!todo.empty()) {
    const Ex e = todo.back();
    todo.pop_back();
    if (!seen.insert(e).second) continue;
    const Node n = pool_[e];  // a copy: the pool grows
    todo.insert(todo.end(), n.args.begin(), n.args.end());
    for (std::size_t i = 0; (n.ranges() || n.op == Op::Seq) && i < (n.ranges() ? 2 : n.args.size()); ++i)
      need(pool_.integer_valued(change(n.args[i]), after, true) || !pool_.integer_valued(n.args[i], before, true),
           "an end of a sum or an argument of a sequence would not be an integer any more");
    if (n.op != Op::Pow || !pool_.integer_valued(n.args[1], before) || pool_.integer_valued(change(n.args[1]), after))
      continue;
    need(pool_.is_num(n.args[0]) ? pool_[n.args[0]].num.sign() > 0 : automatic().positive(n.args[0]),
         "the base of a power in a hypothesis is not known to be > 0, and its "
         "exponent would not be an integer any more");
  }
}

// In a fact it may stand where the fact is asked for, and what it is read as there cannot be told: such a fact goes.
void Rules::drop_facts_without_integers(Frame& f, const Integers& after, const std::function<Ex(Ex)>& change) const {
  const Integers before = integers_of(g_.box);
  std::erase_if(f.facts, [&](const Form& a) { return !formulas_.keeps_integers(a, before, after, change); });
}

// Without the hypotheses that mention x, and with x real: what is known on the way from any point of the context to
// other values of x in its interval. The hypotheses behind a dropped one move up.
Goal Rules::without(const Goal& g, int x) const {
  Goal out{copy_frame(g), g.box, false};
  std::erase_if(out.frame->hypotheses, [&](const Hypothesis& h) { return mentions(h.relation, x); });
  std::erase_if(out.frame->foralls, [&](const Forall& f) { return mentions(f, x); });
  std::erase_if(out.frame->definitions, [&](const Definition& d) { return mentions(d, x); });
  std::erase_if(out.frame->facts, [&](const Form& f) { return mentions(f, x); });
  out.box.at(x).integer = false;
  return out;
}

}  // namespace dpcert::checker
