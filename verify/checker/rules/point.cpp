#include "verify/checker/rules/point.hpp"

#include <flint/fmpq_mat.h>

#include <algorithm>

namespace dpcert::checker {

Point::Point(Pool& pool, const Statement& s, Reader& in) : pool_(pool), s_(s), plain_(pool) {
  for (const Variable& v : s.variables) integers_.set(static_cast<std::size_t>(v.id), v.range.integer);
  while (in.accept("with")) read_instance(in);
  while (!in.done()) {
    std::string n = in.name();
    if (in.accept("[")) {
      n += "[" + std::to_string(in.index()) + "]";
      in.expect("]");
    }
    in.expect("=");
    const Q q = in.signed_quotient();
    bool known = false;
    for (const Variable& v : s.variables) {
      if (v.name != n) continue;
      known = true;
      need(values_.emplace(v.id, q).second, "a value is given twice for " + n);
    }
    need(known, "there is no variable " + n);
  }
  for (const Variable& v : s.variables) need(values_.count(v.id), "no value is given for " + v.name);
}

void Point::read_instance(Reader& in) {
  const std::string f = in.name();
  const auto it = in.functions.find(f);
  need(it != in.functions.end(), "there is no function " + f);
  Instance out;
  std::map<std::string, Reader::Value> params;
  const bool sequence = in.list[it->second].sequence;
  for (const Definition& d : s_.definitions)
    need(d.sequence != it->second, "the sequence " + f + " has the values of its recursion");
  in.expect("(");
  do {
    const std::string x = in.name();
    // A name no text can contain, so that nothing is captured.
    const Ex e = sequence ? pool_.variable(pool_.index_id(':', static_cast<int>(params.size()))) : pool_.var("." + x);
    need(params.emplace(x, Reader::Value{e, {}}).second, "a parameter occurs twice");
    out.params.push_back(pool_[e].k);
  } while (in.accept(","));
  in.expect(")");
  in.expect("=");
  const Function& g = in.list[it->second];
  need(static_cast<int>(out.params.size()) == g.arity, "wrong number of arguments of " + f);
  const auto functions = std::exchange(in.functions, {});  // an instance is an explicit expression
  in.names.swap(params);
  out.log_partition = g.log_partition;
  if (g.log_partition) {
    const std::string family = in.name();
    std::vector<Ex> args;
    in.expect("(");
    do args.push_back(in.expression());
    while (in.accept(","));
    in.expect(")");
    need(log_partition(family, args, out), "not a registered family: " + family);
  } else {
    out.body = in.expression();
  }
  in.names.swap(params);
  in.functions = functions;
  in.expect(";");
  need(instances_.emplace(it->second, out).second, "a second instance of " + f);
}

// The log-partition function of a minimal family on an affine subspace: the natural parameters are affine in the
// function's parameters, and different parameters give different members.
bool Point::log_partition(const std::string& family, const std::vector<Ex>& u, Instance& out) {
  const std::size_t n = u.size();
  if ((family == "beta" || family == "gaussian") ? n != 2 : family != "dirichlet" || n < 2) return false;
  fmpq_mat_t m;
  fmpq_mat_init(m, static_cast<slong>(n), static_cast<slong>(out.params.size()));
  bool affine = true;
  for (std::size_t i = 0; i < n; ++i) {
    const auto row = plain_.affine(u[i]);
    for (std::size_t j = 0; affine && row && j < out.params.size(); ++j)
      if (const auto c = row->find(out.params[j]); c != row->end()) fmpq_set(fmpq_mat_entry(m, i, j), c->second.get());
    affine = affine && row.has_value();
  }
  const slong rank = fmpq_mat_rref(m, m);
  fmpq_mat_clear(m);
  need(affine, "the parameters of a family must be affine");
  need(rank == static_cast<slong>(out.params.size()), "the parameters of the family do not determine the function's");
  auto lgamma = [&](Ex e) { return pool_.call(Op::Lgamma, {e}); };
  auto log = [&](Ex e) { return pool_.call(Op::Log, {e}); };
  const Ex v = u.back(), half = pool_.num(Q(1) / Q(2));
  if (family == "gaussian") {
    const Ex square = pool_.div(pool_.pow(u[0], pool_.num(2)), pool_.mul({pool_.num(2), v}));
    out.body = pool_.add(
        {square, pool_.neg(pool_.mul({half, log(v)})), pool_.mul({half, log(pool_.mul({pool_.num(2), pool_.pi()}))})});
    return true;
  }
  std::vector<Ex> sum, rest{v};
  for (std::size_t i = 0; i + 1 < n; ++i) sum.push_back(lgamma(u[i])), rest.push_back(pool_.neg(u[i]));
  sum.push_back(lgamma(pool_.add(rest)));
  sum.push_back(pool_.neg(lgamma(v)));
  out.body = pool_.add(sum);
  return true;
}

bool Point::zero(Ex e, Auto& a) {
  return Normal(
             pool_, integers_, [&](Ex u) { return a.positive(u); }, [&](Ex u) { return a.nonnegative(u); },
             [&](Ex u) { return a.defined(u); })
      .zero(e);
}

Ex Point::at(Ex e) {
  for (const auto& [x, q] : values_) e = pool_.substitute(e, x, pool_.num(q));
  Pool::Memo memo;
  return pool_.instantiate(
      e,
      [&](int f, const std::vector<int>& orders, const std::vector<Ex>& args) {
        if (s_.functions[f].sequence) return term(f, args);
        const auto it = instances_.find(f);
        need(it != instances_.end(), "no instance is given for " + s_.functions[f].name);
        const Instance& g = it->second;
        auto put = [&](Ex body) {
          for (std::size_t i = 0; i < args.size(); ++i) body = pool_.substitute(body, g.params[i], args[i]);
          return body;
        };
        // The function is smooth everywhere, so its instance must be smooth wherever it is used: then it goes on from
        // there to all reals. From the points of a closed interval it does so if they fill a compact set, and from
        // those of (0, 1] it need not, 1/x does not.
        if (sweep_ && !g.log_partition) {
          const bool compact =
              compact_ && std::ranges::all_of(args, [&](Ex a) { return pool_.polynomial(a, *sweep_); });
          need(compact || smooth_everywhere(g),
               "the instance of " + s_.functions[f].name + " is not known to be smooth up to the ends of an interval");
        }
        std::vector<Condition> all;
        for (int x : g.params) pool_.smooth(g.body, x, integers_, all);
        for (const Condition& c : all) smooth_.push_back({c.kind, put(c.u), put(c.v)});
        Ex body = g.body;
        for (std::size_t i = 0; i < args.size(); ++i)
          for (int k = 0; k < orders[i]; ++k) body = pool_.derivative(body, g.params[i]);
        return put(body);
      },
      memo);
}

// At this point; the conditions of definedness are those of both sides and of what stands in `extra`, in this order.
Stated Point::at(const Stated& s) {
  smooth_.clear();
  std::vector<Condition> all = s.extra;
  pool_.defined(s.relation.lhs, integers_, all), pool_.defined(s.relation.rhs, integers_, all);
  for (Condition& c : all) c.u = at(c.u), c.v = at(c.v);
  Stated out{{at(s.relation.lhs), at(s.relation.rhs), s.relation.rel}, smooth_};
  out.extra.insert(out.extra.end(), all.begin(), all.end());
  // Instances bring their own conditions, which the text before instantiation does not show.
  pool_.defined(out.relation.lhs, integers_, out.extra), pool_.defined(out.relation.rhs, integers_, out.extra);
  return out;
}

bool Point::smooth_everywhere(const Instance& g) {
  Goal anywhere{std::make_shared<Frame>(), {}};
  std::vector<Condition> all;
  for (int x : g.params) anywhere.box[x] = Range{}, pool_.smooth(g.body, x, integers_, all);
  Auto a(pool_, plain_, anywhere);
  return std::all_of(all.begin(), all.end(), [&](const Condition& c) { return a.holds(c); });
}

bool Point::conditions_hold(const Stated& s, Auto& a) {
  for (const Condition& c : s.extra)
    if (!a.holds(c)) return false;
  return true;
}

bool Point::true_here(const Stated& s, const Goal& where, slong p) {
  Auto a(pool_, plain_, where, p);
  if (!conditions_hold(s, a)) return false;
  const Ex d = pool_.diff_of(s.relation);
  if (s.relation.rel == Rel::Gt) return a.positive(d);
  if (s.relation.rel == Rel::Ge && a.nonnegative(d)) return true;
  return zero(d, a);
}

// By bisection of the interval of y.
bool Point::forall_holds(const Forall& f, slong p) {
  // The ends too must be defined here, with the instances smooth, even if nothing lies between them.
  const Stated ends = at(Stated{{f.hi, f.lo, Rel::Ge}, f.ends});
  Auto here(pool_, plain_, Goal{std::make_shared<Frame>(), {}}, p);
  need(conditions_hold(ends, here), "an end of a forall interval is not known to be defined");
  auto end = [&](Ex e, bool low) {
    if (pool_.is_num(e)) return pool_[e].num;
    Tape t(pool_, {e});
    t.run({}, p);
    need(t.out(0).finite() && arf_cmpabs_2exp_si(t.out(0).lo, Limits::bound_bits) < 0 &&
             arf_cmpabs_2exp_si(t.out(0).hi, Limits::bound_bits) < 0,
         "an end of a forall interval could not be computed");
    Q q;  // outward, rounded to a multiple of 2^-128
    arf_t x;
    arf_init(x);
    arf_mul_2exp_si(x, low ? t.out(0).lo : t.out(0).hi, 128);
    arf_get_fmpz(fmpq_numref(q.get()), x, low ? ARF_RND_FLOOR : ARF_RND_CEIL);
    arf_clear(x);
    return q / Q(2).pow(128);
  };
  const Range whole{end(ends.relation.rhs, true), end(ends.relation.lhs, false), false, false};
  if (whole.empty()) return true;
  sweep_ = f.y;
  const Stated s = at(f.body);
  sweep_.reset();
  std::vector<std::pair<Range, int>> todo{{whole, 0}};  // with the number of halvings
  for (int pieces = 0; !todo.empty(); ++pieces) {
    if (pieces > Limits::pieces) return false;
    const auto [r, depth] = todo.back();
    todo.pop_back();
    Goal piece{std::make_shared<Frame>(), {{f.y, r}}};
    if (true_here(s, piece, p)) continue;
    if (r.point() || depth == Limits::halvings) return false;
    Tape t(pool_, {pool_.diff_of(s.relation)});
    Box at_piece{std::vector<Iv>(static_cast<std::size_t>(f.y) + 1), {}};
    at_piece.of[f.y] = enclose(r, p);
    t.run(at_piece, p);
    if (t.out(0).never(s.relation.rel)) return false;
    const Q m = (*r.lo + *r.hi) / Q(2);
    todo.push_back({{r.lo, m, r.lo_open, false}, depth + 1});
    todo.push_back({{m, r.hi, false, r.hi_open}, depth + 1});
  }
  return true;
}

void Point::require_inside(const std::map<int, Range>& box, slong p) {
  for (const auto& [x, r] : box) {
    const Q& q = values_.at(x);
    const bool low = !r.lo || (r.lo_open ? q > *r.lo : q >= *r.lo),
               high = !r.hi || (r.hi_open ? q < *r.hi : q <= *r.hi);
    need(low && high && (!r.integer || q.integer()), "the point is outside the domain of " + pool_.var_name(x));
  }
  const Goal nowhere{std::make_shared<Frame>(), {}};
  for (std::size_t i = 0; i < s_.hypotheses.size(); ++i)
    need(true_here(at(s_.hypotheses[i]), nowhere, p),
         "hypothesis " + std::to_string(i + 1) + " is not known to hold at the point");
  for (std::size_t i = 0; i < s_.foralls.size(); ++i)
    need(s_.foralls[i].integer ? integer_forall_holds(s_.foralls[i], p) : forall_holds(s_.foralls[i], p),
         "forall hypothesis " + std::to_string(i + 1) + " is not known to hold at the point");
  for (std::size_t i = 0; i < s_.facts.size(); ++i)
    need(holds(s_.facts[i].formula, p), "fact " + std::to_string(i + 1) + " is not known to hold at the point");
}

// Whether the formula is known to be true here: that it is not does not make it false. Quantifiers are looked at over
// integers from a number to a number only.
bool Point::holds(const Form& f, slong p) {
  const Formulas formulas(pool_);
  switch (f->kind) {
    case Formula::Relation:
      return true_here(at(f->stated), Goal{std::make_shared<Frame>(), {}}, p);
    case Formula::And:
      return holds(f->parts[0], p) && holds(f->parts[1], p);
    case Formula::Or:
      return holds(f->parts[0], p) || holds(f->parts[1], p);
    case Formula::Implies:
      return holds(formulas.negation(f->parts[0]), p) || holds(f->parts[1], p);
    case Formula::Forall:
    case Formula::Exists:
      break;
  }
  need(f->integer && f->lo && f->hi, "at a point a quantifier is looked at over a bounded range of integers only");
  const auto end = [&](Ex e, bool low) {
    const Stated s = at(Stated{{e, e, Rel::Eq}, f->ends});
    Auto here(pool_, plain_, Goal{std::make_shared<Frame>(), {}}, p);
    need(conditions_hold(s, here), "an end of a quantifier is not known to be defined");
    const auto q = integer(s.relation.lhs, p);
    need(q.has_value(), "an end of a quantifier could not be computed");
    return low ? (f->lo_open ? *q + Q(1) : *q) : (f->hi_open ? *q - Q(1) : *q);
  };
  const Q lo = end(*f->lo, true), hi = end(*f->hi, false);
  need(hi - lo < Q(Limits::index_values), "the range of a quantifier is too long");
  const bool all = f->kind == Formula::Forall;
  for (Q i = lo; i <= hi; i = i + Q(1))
    if (holds(formulas.instance(f, pool_.num(i), integers_), p) != all) return !all;
  return all;
}

void Point::require_false(const Stated& conclusion, slong p, bool equal) {
  const Stated s = at(conclusion);
  const Goal nowhere{std::make_shared<Frame>(), {}};
  Auto a(pool_, plain_, nowhere, p);
  need(conditions_hold(s, a), "the conclusion is not known to be defined at the point");
  const Ex d = pool_.diff_of(s.relation);
  if (equal) {
    need(s.relation.rel == Rel::Gt, "`by equal` needs a strict conclusion");
    need(zero(d, a), "the two sides are not equal by normal form");
    return;
  }
  Tape t(pool_, {d});
  t.run({}, p);
  need(t.out(0).never(s.relation.rel), "the negation of the conclusion is not certain at the point");
}

void Point::require_true(const Stated& relation, slong p) {
  const Goal nowhere{std::make_shared<Frame>(), {}};
  need(true_here(at(relation), nowhere, p), "the larger side is not known to differ from 0 at the point");
}

void Point::require_at_most(const Stated& relation, const Q& most, slong p, bool equal) {
  const Stated s = at(relation);
  const Goal nowhere{std::make_shared<Frame>(), {}};
  Auto a(pool_, plain_, nowhere, p);
  need(conditions_hold(s, a), "the conclusion is not known to be defined at the point");
  const Ex d = pool_.sub(pool_.diff_of(s.relation), pool_.num(most));
  if (equal) {
    need(zero(d, a), "the tightness is not this number by normal form");
    return;
  }
  Tape t(pool_, {d});
  t.run({}, p);
  need(t.out(0).finite() && t.out(0).never(Rel::Gt), "the tightness at the point is not known to be as stated");
}

}  // namespace dpcert::checker
