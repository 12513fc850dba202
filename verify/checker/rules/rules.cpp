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
      {"relax", &Rules::relax},       {"bound", &Rules::narrowed}};
  return rules;
}

std::vector<Goal> Rules::apply(const Goal& goal, const std::string& line) {
  static const std::set<std::string> numeric{"eval", "ray", "mean", "taylor", "split", "face", "noint", "relax"};
  pool_.work().add(10 + 2 * goal.box.size() + functions_.size());
  in_ = std::make_unique<Reader>(pool_, tokenize(line), true);
  const std::string name = in_->next().text;
  const auto rule = table().find(name);
  need(rule != table().end(), "'" + name + "' is not a rule");
  auto_.reset(), full_.reset();
  pool_.integers.reset();
  for (const auto& [x, r] : goal.box) pool_.integers.set(x, r.integer);
  g_ = numeric.count(name) ? goal : settled(goal);
  for (const auto& [x, r] : g_.box) in_->names[pool_.var_name(x)] = {pool_.var(pool_.var_name(x)), {}};
  for (std::size_t i = 0; i < functions_.size(); ++i) in_->functions[functions_[i].name] = static_cast<int>(i);
  in_->list = functions_;
  // The conclusion may be undefined until the cuts in front of it are proved; cases and bounds hand the question to
  // their children.
  if (name != "cut" && name != "cases" && name != "end" && name != "bound" && !g_.defined) check_definedness(goal);
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

// ---- context

Auto& Rules::automatic() {
  if (!auto_) auto_ = std::make_unique<Auto>(pool_, plain_, g_);
  return *auto_;
}
Normal& Rules::full() {
  if (!full_)
    full_ = std::make_unique<Normal>(
        pool_, [this](Ex u) { return automatic().positive(u); }, [this](Ex u) { return automatic().nonnegative(u); });
  return *full_;
}
bool Rules::proves(Ex d, Rel r) {
  return r == Rel::Gt ? automatic().positive(d) : r == Rel::Ge ? automatic().nonnegative(d) : false;
}
void Rules::require_defined(Ex e) {
  need(automatic().defined(e), "an expression of this line is not known to be defined");
}
void Rules::require_smooth(const Goal& g, Ex e, int x) {
  std::vector<Condition> all;
  pool_.smooth(e, x, all);
  const auto before = pool_.integers;
  pool_.integers.reset(x);
  Auto a(pool_, plain_, g);
  for (const Condition& c : all) need(a.holds(c), "the expression is not known to be smooth in " + pool_.var_name(x));
  pool_.integers = before;
}
void Rules::require_continuous(const Goal& g, Ex e, int x) {
  std::vector<Condition> all;
  pool_.continuous(e, x, all);
  const auto before = pool_.integers;
  pool_.integers.reset(x);
  Auto a(pool_, plain_, g);
  for (const Condition& c : all)
    need(a.holds(c), "the expression is not known to be continuous in " + pool_.var_name(x));
  pool_.integers = before;
}
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
  pool_.defined(stated.frame->goal.lhs, all), pool_.defined(stated.frame->goal.rhs, all);
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

std::vector<Iv> Rules::boxes(const Goal& g, slong p) const {
  std::vector<Iv> out(g.box.empty() ? 0 : g.box.rbegin()->first + 1);
  for (auto& v : out) v.bad = true;
  for (const auto& [x, r] : g.box) out[x] = enclose(r, p);
  return out;
}
Tape& Rules::tape(const std::string& key, const std::function<std::vector<Ex>()>& outputs,
                  std::bitset<kMaxVariables> smooth) {
  if (const auto known = g_.frame->tapes.find(key); known != g_.frame->tapes.end()) return *known->second;
  auto made = std::make_unique<Tape>(pool_, outputs(), smooth);
  // A value at 16,384 bits takes 4 kB, and lines of a few letters make tapes of thousands: where there are too many,
  // those of all frames go, to be made anew when a line asks for them.
  values_ += made->size();
  if (values_ > most_values) {
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
  return mentions(f.body.relation, x) || pool_.depends(f.lo, x) || pool_.depends(f.hi, x);
}

std::shared_ptr<Frame> Rules::copy_frame(const Goal& g) const {
  auto f = std::make_shared<Frame>();
  pool_.work().add(1 + g.frame->hypotheses.size() + g.frame->foralls.size() + g.frame->extra.size() + g.box.size());
  f->hypotheses = g.frame->hypotheses, f->foralls = g.frame->foralls, f->goal = g.frame->goal, f->d = g.frame->d;
  if (!g.defined) f->extra = g.frame->extra;
  return f;
}
Goal Rules::with_goal(const Goal& g, Relation r, bool defined) const {
  Goal out{copy_frame(g), g.box, defined};
  out.frame->goal = r, out.frame->d = pool_.diff_of(r);
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
    a.body = {sub_relation(a.body.relation), sub_conditions(a.body.extra)};
    f.foralls.push_back(std::move(a));
  }
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
    pool_.defined(g.frame->goal.lhs, g.frame->extra), pool_.defined(g.frame->goal.rhs, g.frame->extra);
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
void Rules::require_real_powers(const std::function<Ex(Ex)>& change) {
  std::set<Ex> seen;
  std::vector<Ex> todo;
  for (const Hypothesis& h : g_.frame->hypotheses) todo.push_back(h.d);
  for (const Forall& f : g_.frame->foralls) todo.insert(todo.end(), {pool_.diff_of(f.body.relation), f.lo, f.hi});
  while (!todo.empty()) {
    const Ex e = todo.back();
    todo.pop_back();
    if (!seen.insert(e).second) continue;
    const Node n = pool_[e];  // a copy: the pool grows
    todo.insert(todo.end(), n.args.begin(), n.args.end());
    if (n.op != Op::Pow || !pool_.integer_valued(n.args[1]) || pool_.integer_valued(change(n.args[1]))) continue;
    need(pool_.is_num(n.args[0]) ? pool_[n.args[0]].num.sign() > 0 : automatic().positive(n.args[0]),
         "the base of a power in a hypothesis is not known to be > 0, and its "
         "exponent would not be an integer any more");
  }
}

// Without the hypotheses that mention x, and with x real: what is known on the way from any point of the context to
// other values of x in its interval. The hypotheses behind a dropped one move up.
Goal Rules::without(const Goal& g, int x) const {
  Goal out{copy_frame(g), g.box, false};
  std::erase_if(out.frame->hypotheses, [&](const Hypothesis& h) { return mentions(h.relation, x); });
  std::erase_if(out.frame->foralls, [&](const Forall& f) { return mentions(f, x); });
  out.box.at(x).integer = false;
  return out;
}

// ---- numeric rules

Rules::Children Rules::bound(bool infinite) {
  const slong p = precision();
  end();
  const Rel rel = g_.frame->goal.rel;
  need(rel != Rel::Eq, "an enclosure does not prove an equation");
  for (int x : moving()) need(infinite || (g_.box[x].lo && g_.box[x].hi), "the box is not bounded");
  Tape& t = tape("eval", [&] { return std::vector<Ex>{g_.frame->d}; });
  t.run(boxes(g_, p), p);
  need(infinite || t.out(0).finite(), "the enclosure is not finite");
  need(t.out(0).certainly(rel), "the enclosure does not prove the goal");
  return {};
}
Rules::Children Rules::eval() { return bound(false); }
Rules::Children Rules::ray() { return bound(true); }

Rules::Children Rules::mean() { return centred(false, precision()); }
Rules::Children Rules::taylor() { return centred(true, precision()); }

// Where the hypotheses H_j hold, D is at least D - sum C_j H_j: C_j >= 0, or H_j is an equation.
Rules::Children Rules::relax() {
  const std::string form = in_->next().text;
  need(form == "mean" || form == "taylor", "mean or taylor was expected");
  const slong p = precision();
  std::vector<std::pair<Ex, Q>> less;
  while (!in_->done()) {
    const Hypothesis& h = hypothesis();
    const Q c = in_->signed_quotient();
    need(h.relation.rel == Rel::Eq || c.sign() >= 0, "a multiple of an inequality is < 0");
    less.emplace_back(h.d, c);
  }
  return centred(form == "taylor", p, less);
}

// The mean value form f(m) + sum of df/dx_i(box) (box_i - m_i), or the second-order form, of f = D - sum C_j H_j around
// the midpoint m; f is smooth on the closed box because every node of D and of the H_j is.
Rules::Children Rules::centred(bool second_order, slong p, const std::vector<std::pair<Ex, Q>>& less) {
  end();
  const Rel rel = g_.frame->goal.rel;
  need(rel != Rel::Eq, "an enclosure does not prove an equation");
  std::vector<std::pair<Ex, Q>> parts{{g_.frame->d, Q(1)}};
  for (const auto& [h, c] : less) parts.emplace_back(h, Q(0) - c);
  std::vector<int> xs;
  std::string key;
  std::bitset<kMaxVariables> smooth;
  Goal middle = g_;
  std::vector<Iv> offset;
  for (const auto& [x, r] : g_.box) {
    if (r.point() ||
        std::none_of(parts.begin(), parts.end(), [&, x = x](const auto& f) { return pool_.depends(f.first, x); }))
      continue;
    need(r.lo && r.hi, "the box is not bounded");
    const Q m = (*r.lo + *r.hi) / Q(2), h = (*r.hi - *r.lo) / Q(2);
    middle.box[x] = {m, m, false, false};
    offset.push_back(enclose(Range{-h, h, false, false}, p));
    xs.push_back(x), smooth.set(x), key += " " + std::to_string(x);
  }
  // The function itself with its derivatives of one order, each summed over the parts: a tape for each part, so that
  // the C_j may change from box to box.
  auto sums = [&](int order, const std::vector<Iv>& box, bool must_be_smooth) {
    std::vector<Iv> out;
    for (const auto& [f, c] : parts) {
      Tape& t = tape(
          std::to_string(order) + " of " + std::to_string(f) + (must_be_smooth ? " smooth" : "") + key,
          [&, f = f] {
            std::vector<Ex> all{f};
            for (std::size_t i = 0; order > 0 && i < xs.size(); ++i) {
              const Ex d = pool_.derivative(f, xs[i]);
              if (order == 1) all.push_back(d);
              for (std::size_t j = 0; order == 2 && j <= i; ++j) all.push_back(pool_.derivative(d, xs[j]));
            }
            return all;
          },
          must_be_smooth ? smooth : std::bitset<kMaxVariables>());
      t.run(box, p);
      need(!must_be_smooth || t.smooth(), "the expression is not known to be smooth on the closed box");
      const std::size_t count = order == 0 ? 1 : order == 1 ? 1 + xs.size() : 1 + xs.size() * (xs.size() + 1) / 2;
      for (std::size_t k = 0; k < count; ++k) {
        need((must_be_smooth && k == 0) || t.out(k).finite(), "an enclosure is not finite");
        if (k == out.size()) out.push_back(enclose(Q(0), p));
        pool_.work().add(2 + static_cast<std::uint64_t>(p) / 256);
        out[k] = plus(out[k], times(enclose(c, p), t.out(k), p), p);
      }
    }
    return out;
  };
  const std::vector<Iv> over_box = sums(second_order ? 2 : 1, boxes(g_, p), true);
  const std::vector<Iv> centre = sums(second_order ? 1 : 0, boxes(middle, p), false);
  Iv sum = centre[0];
  for (std::size_t i = 0, k = 1; i < xs.size(); ++i) {
    sum = plus(sum, times((second_order ? centre : over_box)[i + 1], offset[i], p), p);
    for (std::size_t j = 0; second_order && j <= i; ++j, ++k) {
      const Iv area = i == j ? times(enclose(Q(1) / Q(2), p), square(offset[i], p), p) : times(offset[i], offset[j], p);
      sum = plus(sum, times(over_box[k], area, p), p);
      pool_.work().add(2 + static_cast<std::uint64_t>(p) / 256);
    }
  }
  need(sum.finite() && sum.certainly(rel), "the form around the midpoint does not prove the goal");
  return {};
}

Rules::Children Rules::split() {
  const int x = variable();
  const Q q = in_->rational();
  end();
  const Range& r = g_.box.at(x);
  need((!r.lo || *r.lo < q) && (!r.hi || q < *r.hi), "the split point is not inside the interval");
  Goal a = g_, b = g_;
  a.box[x].hi = q, a.box[x].hi_open = false;
  b.box[x].lo = q, b.box[x].lo_open = false;
  return {a, b};
}

Rules::Children Rules::noint() {
  const int x = variable();
  end();
  Range r = g_.box.at(x);
  need(r.integer, "the variable is not an integer");
  need(r.lo && r.hi, "the interval is not bounded");
  r.to_integers();
  need(r.empty(), "the interval contains an integer");
  return {};
}

// A hypothesis that says no more than where one variable lies goes into its interval.
Rules::Children Rules::narrowed() {
  const Hypothesis& h = hypothesis();
  end();
  const auto line = plain_.linear(h.d);
  need(line && g_.box.count(line->x), "the hypothesis is not a bound of one variable by a rational");
  Goal child{copy_frame(g_), g_.box, g_.defined};
  Range& r = child.box[line->x];
  r.narrow(line->slope, line->rest, h.relation.rel);
  if (r.integer) r.to_integers();
  need(!r.empty(), "the hypotheses leave no value of the variable");
  child.frame->hypotheses.erase(child.frame->hypotheses.begin() + (&h - g_.frame->hypotheses.data()));
  return {child};
}

// D is monotone in X on the closed box, so it is least on a face. The segments to the face leave the hypotheses that
// mention X, so D must be smooth on the whole box, and those hypotheses are dropped.
Rules::Children Rules::face() {
  const int x = variable();
  const bool low = low_end();
  const slong p = precision();
  end();
  need(g_.frame->goal.rel != Rel::Eq, "a monotone step does not prove an equation");
  const Range r = g_.box.at(x);
  need(low ? r.lo.has_value() : r.hi.has_value(), "the face is not at a finite end");
  std::bitset<kMaxVariables> smooth;
  smooth.set(x);
  Tape& t = tape(
      "face " + std::to_string(x),
      [&] {
        return std::vector<Ex>{g_.frame->d, pool_.derivative(g_.frame->d, x)};
      },
      smooth);
  const bool was_integer = pool_.integers[x];
  pool_.integers.reset(x);  // the segments pass through real values
  t.run(boxes(g_, p), p);
  pool_.integers.set(x, was_integer);
  need(t.smooth() && t.out(1).finite(), "the expression is not known to be smooth up to the face");
  need(low ? t.out(1).lo_sign() >= 0 : t.out(1).hi_sign() <= 0,
       "the expression is not known to be monotone in this direction");
  Goal child = g_;
  const auto& hs = g_.frame->hypotheses;
  const auto& fs = g_.frame->foralls;
  if (std::any_of(hs.begin(), hs.end(), [&](const Hypothesis& h) { return mentions(h.relation, x); }) ||
      std::any_of(fs.begin(), fs.end(), [&](const Forall& f) { return mentions(f, x); }))
    child = without(g_, x);
  const Q q = low ? *r.lo : *r.hi;
  child.box[x] = {q, q, false, false, false};
  return {child};
}

Rules::Children Rules::prune() {
  const Hypothesis& h = hypothesis();
  const slong p = precision();
  end();
  Tape t(pool_, {h.d});
  t.run(boxes(g_, p), p);
  if (t.out(0).never(h.relation.rel)) return {};
  const Ex negative = pool_.neg(h.d);
  need(h.relation.rel == Rel::Ge   ? automatic().positive(negative)
       : h.relation.rel == Rel::Gt ? automatic().nonnegative(negative)
                                   : automatic().nonzero(h.d),
       "the hypothesis may hold on this box");
  return {};
}

}  // namespace dpcert::checker
