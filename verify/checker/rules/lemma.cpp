// The proof line that uses another statement. What the certificate quotes under `use` is taken for true here: at every
// point of its domain at which all its hypotheses are defined and true, its conclusions are defined and true. A
// certificate that quotes anything is conditional (checker.hpp), and another one has to prove it.
//
// A point p of the context gives the used statement's variables the values of the expressions there. The children say
// that this is a point of its domain (a goal for each bound, integers by form) at which its hypotheses hold. Then its
// conclusions hold at p, and the last child may have them as hypotheses.
//
// A sequence of the used statement is any function of integers that has its recursion, if it has one: for each, the
// line gives a function that is defined at all integers, and children say that this has the first values and the
// recursion. Below its first value a sequence is arbitrary, so nothing more is asked of it. A `forall` hypothesis is
// shown at a new name. So is the recursion, at the name that the line gives the index.
//
// A function of the used statement is smooth on all reals, and proofs know nothing else of it, a `logpartition`
// included. So it stands for any function of the context; and for any expression f that is smooth at all places where
// the used statement asks for it at p, if these are a compact set: they have a neighbourhood with a compact closure on
// which f is smooth, and a smooth function on all reals agrees with f there. Finitely many places are a compact set,
// and so are the values of a polynomial on a closed interval, which is what a `forall` hypothesis goes over. Below
// other bound names, which may come near to where f is not smooth, f has to be smooth on all reals. At p a sum over a
// range has finitely many terms, and no parameter of f stands in its ends: so it is smooth wherever each term is, and
// its derivative is the sum of theirs. A sequence of the context has one value at p at each integer.
//
// Variables that the line does not name stay bound: what mentions none of them is shown as before, and the last child
// may have as a fact that for all their values between their bounds the hypotheses that do mention them imply the
// conclusions. It is true, for wherever such a hypothesis is true, it is defined as well, and the rest is what the used
// statement says.
//
// What is put in stands for its value only where both texts read a power alike. Of y^x with x real the base must be
// >= 0 whatever x is, whereas y^n asks for nothing: so a hypothesis must be defined at p as the used statement reads
// it, before anything is put in. Its conclusions are defined there in that reading, and where y^x is, y^n is too and
// has the same value.
#include "verify/checker/rules/premises.hpp"
#include "verify/checker/rules/rules.hpp"

namespace dpcert::checker {

// What stands for the variables, functions and sequences of the used statement. Its variables have names of their own
// in the pool (`apart`), which no given expression contains: so one substitution after the other is all of them at
// once. The indices of what stands for a sequence have names that neither text can contain, for the same reason.
struct Rules::Arguments {
  struct Sequence {
    std::vector<int> indices;  // in e
    Ex e = 0;
    int named = 0;  // the first index as the line calls it
  };
  // What stands for a function that is given by an expression. Its functions are sequences of the context, and the name
  // of nothing else is bound in it but the index of a sum.
  struct Body {
    std::vector<int> params;  // in e
    Ex e = 0;

    Ex derivative(Pool& pool, const std::vector<int>& orders) const {
      Ex out = e;
      for (std::size_t i = 0; i < params.size(); ++i)
        for (int k = 0; k < orders[i]; ++k) out = pool.derivative(out, params[i]);
      return out;
    }
    Ex at(Pool& pool, Ex out, const std::vector<Ex>& args) const {
      for (std::size_t i = 0; i < params.size(); ++i) out = pool.substitute(out, params[i], args[i]);
      return out;
    }
  };
  std::vector<std::pair<int, Ex>> values;
  std::map<int, int> functions;       // to those of the statement that is proved
  std::map<int, Body> bodies;         // of functions that are given by expressions
  std::map<int, Sequence> sequences;  // to functions of integers
  std::vector<int> names;             // of what `forall` hypotheses bind
  std::vector<const Variable*> open;  // that are not named
  Integers integers;                  // of both statements
  Pool::Memo renamed;
  std::vector<Pool::Memo> memos;

  // The sequence at the arguments, which are integers. A power in e must be read there as it is at any index.
  Ex term(Pool& pool, const Sequence& x, const std::vector<Ex>& args) const {
    Ex out = x.e;
    for (std::size_t i = 0; i < args.size(); ++i) {
      need(pool.keeps_integers(out, x.indices[i], args[i], integers), "an exponent would not be an integer any more");
      out = pool.substitute(out, x.indices[i], args[i]);
    }
    return out;
  }
  // What a given expression asks for stands among the used statement's own, which are still to be put: until then its
  // sequences have numbers below those of any function.
  static int turned(int number) { return -1 - number; }
  Ex apart(Pool& pool, Ex e) const {
    Pool::Memo memo;
    return pool.instantiate(
        e,
        [&](int k, const std::vector<int>&, const std::vector<Ex>& args) {
          return pool.call(Op::Seq, args, turned(k));
        },
        memo);
  }
  Ex put(Pool& pool, Ex e) {
    // Functions first: numbers of the used statement's must not meet those in the given expressions.
    if (!functions.empty() || !bodies.empty() || !sequences.empty())
      e = pool.instantiate(
          e,
          [&](int k, const std::vector<int>& orders, const std::vector<Ex>& args) {
            if (k < 0) return pool.call(Op::Seq, args, turned(k));
            if (const auto x = sequences.find(k); x != sequences.end()) return term(pool, x->second, args);
            if (const auto f = bodies.find(k); f != bodies.end())
              return f->second.at(pool, f->second.derivative(pool, orders), args);
            return pool.call(Op::Fun, args, functions.at(k), orders);
          },
          renamed);
    memos.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) e = pool.substitute(e, values[i].first, values[i].second, memos[i]);
    return e;
  }
  bool mentions_open(const Form& f) const {
    return std::any_of(open.begin(), open.end(), [&](const Variable* v) { return f->vars[v->id]; });
  }
  // As the used statement reads it: what it asks for there is kept, whatever is put in.
  Form put(Pool& pool, const Form& f, const Integers& own) {
    const Formulas formulas(pool);
    return formulas.changed(formulas.stated(f, own), [&](Ex e) { return put(pool, e); });
  }
};

const Statement& Rules::used_statement(const std::string& id) {
  if (const auto known = statements_.find(id); known != statements_.end()) return known->second;
  for (const Use& use : uses_ ? *uses_ : std::vector<Use>{}) {
    if (use.id != id) continue;
    return statements_.emplace(id, elaborate(pool_, use.statement, {}, id + ":")).first->second;
  }
  throw Reject("the certificate quotes no statement '" + id + "' to be used");
}

// g = h
void Rules::give_function(const Function& f, int number, Arguments& out) {
  const auto h = in_->functions.find(in_->name());
  need(h != in_->functions.end() && !functions_[h->second].sequence && functions_[h->second].arity == f.arity,
       "a function of as many arguments was expected for '" + f.name + "'");
  out.functions[number] = h->second;
}

// g(x, y) = e, behind the parenthesis: an explicit expression, in which sequences and sums over a range may stand.
void Rules::give_body(const Function& f, int number, Arguments& out) {
  std::vector<int> named;
  do {
    named.push_back(fresh_variable());
    need(std::count(named.begin(), named.end(), named.back()) == 1 && !g_.box.count(named.back()),
         "a parameter occurs twice");
  } while (in_->accept(","));
  in_->expect(")");
  in_->expect("=");
  need(static_cast<int>(named.size()) == f.arity, "as many parameters were expected as '" + f.name + "' has");
  for (int x : named) in_->names[pool_.var_name(x)] = {pool_.variable(x), {}};
  const auto functions = in_->functions;
  std::erase_if(in_->functions, [&](const auto& f) { return !functions_[f.second].sequence; });
  in_->extra.clear();
  Arguments::Body body{{}, in_->expression()};
  need(in_->extra.empty() && pool_.binds_only(body.e, Op::Sum),
       "what stands for '" + f.name + "' has a derivative, a product over a range or an integral in it");
  in_->functions = functions;
  for (int x : named) in_->names.erase(pool_.var_name(x));
  for (std::size_t i = 0; i < named.size(); ++i) {
    body.params.push_back(pool_.var_id("=" + std::to_string(i)));
    body.e = pool_.substitute(body.e, named[i], pool_.variable(body.params[i]));
  }
  out.bodies[number] = std::move(body);
}

// x(i, j) = e, behind the parenthesis: a sequence has a value at all integers.
void Rules::give_sequence(const Function& f, int number, Arguments& out) {
  std::vector<int> named;
  Goal inside{copy_frame(g_), g_.box};
  do {
    const int k = fresh_variable();
    need(!inside.box.count(k), "an index occurs twice");
    named.push_back(k);
    inside.box[k] = Range{};
    inside.box[k].integer = true;
  } while (in_->accept(","));
  in_->expect(")");
  in_->expect("=");
  need(static_cast<int>(named.size()) == f.arity, "as many indices were expected as '" + f.name + "' has");
  for (int k : named) in_->names[pool_.var_name(k)] = {pool_.variable(k), {}};
  const Ex e = in_->expression();
  for (int k : named) in_->names.erase(pool_.var_name(k));
  need(Auto(pool_, plain_, inside).defined(e), "what stands for '" + f.name + "' is not known to be defined");
  Arguments::Sequence x{{}, e, named[0]};
  for (std::size_t i = 0; i < named.size(); ++i) {
    x.indices.push_back(pool_.bound_integer(';', static_cast<int>(i)));
    x.e = pool_.substitute(x.e, named[i], pool_.variable(x.indices[i]));
  }
  out.sequences[number] = std::move(x);
}

// x = e, of which the name has been read.
void Rules::give(const Statement& s, const std::string& n, Arguments& out) {
  const bool indexed = in_->accept("(");
  if (!indexed) in_->expect("=");
  for (std::size_t k = 0; k < s.functions.size(); ++k) {
    if (s.functions[k].name != n) continue;
    need(indexed || !s.functions[k].sequence, "x(k) = e was expected for a sequence, and for it alone");
    const auto given = s.functions[k].sequence ? &Rules::give_sequence
                       : indexed               ? &Rules::give_body
                                               : &Rules::give_function;
    return (this->*given)(s.functions[k], static_cast<int>(k), out);
  }
  for (const Variable& v : s.variables) {
    if (v.name != n) continue;
    need(!indexed, "x(k) = e was expected for a sequence or a function, and for them alone");
    const Ex e = in_->expression();
    require_defined(e);
    need(!v.range.integer || pool_.integer_valued(e, integers_of(g_.box)),
         "for '" + n + "' an integer by its form was expected");
    out.values.emplace_back(v.id, e);
    return;
  }
  throw Reject("the used statement has no variable or function '" + n + "'");
}

// (x = e, eta[1] = e, g = h, g(x) = e, x(k) = e) y z: each function and sequence of the used statement once, each
// variable at most once; then a name for each quantifier of those of its `forall` hypotheses that are shown.
Rules::Arguments Rules::arguments_for(const Statement& s) {
  Arguments out;
  std::set<std::string> given;
  in_->expect("(");
  while (!in_->accept(")")) {
    if (!given.empty()) in_->expect(",");
    std::string n = in_->name();
    if (in_->accept("[")) {
      n += "[" + std::to_string(in_->index()) + "]";
      in_->expect("]");
    }
    need(given.insert(n).second, "'" + n + "' of the used statement is given twice");
    give(s, n, out);
  }
  for (const Variable& v : s.variables)
    if (!given.count(v.name)) out.open.push_back(&v);
  for (const Function& f : s.functions) need(given.count(f.name), "nothing is given for '" + f.name + "'");
  for (const Forall& f : s.foralls) {
    if (out.mentions_open(formulas_.of(f))) continue;
    const std::size_t first = out.names.size();
    for (std::size_t i = 0; i <= f.inner.size(); ++i) {
      const int x = fresh_variable();
      need(std::find(out.names.begin() + static_cast<long>(first), out.names.end(), x) == out.names.end(),
           "the new name is in use");
      out.names.push_back(x);
    }
  }
  end();
  return out;
}

// ---- functions that are given by expressions

// Applications of them in e, and whether each stands below a bound name.
void Rules::applications(const Arguments& at, Ex e, bool below, std::set<std::pair<Ex, bool>>& seen) {
  if (!seen.emplace(e, below).second) return;
  pool_.work().add(1);
  const Node n = pool_[e];
  for (std::size_t i = 0; i < n.args.size(); ++i) applications(at, n.args[i], below || (n.binds() && i == 2), seen);
}

// What makes them smooth, with the derivatives that `all` has of them defined, wherever these expressions ask for them;
// nothing, where they are so on all reals. `below`: the expressions stand below a bound name, which may have any value.
// y: they are asked for at each y in a closed interval.
std::vector<Condition> Rules::smooth_where_used(const Arguments& at, const std::vector<Ex>& all, bool below,
                                                std::optional<int> y) {
  std::vector<Condition> out;
  if (at.bodies.empty()) return out;
  std::set<std::pair<Ex, bool>> parts;
  for (Ex e : all) applications(at, e, below, parts);
  const Integers integers = integers_of(g_.box);
  for (const auto& [e, under] : parts) {
    const Node n = pool_[e];
    const auto known = n.op == Op::Fun ? at.bodies.find(n.k) : at.bodies.end();
    if (known == at.bodies.end()) continue;
    const Arguments::Body& body = known->second;
    std::vector<Condition> conditions;
    for (int x : body.params) pool_.smooth(body.e, x, integers, conditions);
    pool_.defined(body.derivative(pool_, n.orders), integers, conditions);
    conditions = pool_.grounded(conditions, integers);
    Goal anywhere{copy_frame(g_), g_.box};
    for (int x : body.params) anywhere.box[x] = Range{};
    Auto a(pool_, plain_, anywhere);
    if (std::all_of(conditions.begin(), conditions.end(), [&](const Condition& c) { return a.holds(c); })) continue;
    need(!under, "what stands for a function below a bound name is not known to be smooth on all reals");
    need(!y || std::all_of(n.args.begin(), n.args.end(), [&](Ex arg) { return pool_.polynomial(arg, *y); }),
         "what stands for a function is not known to be smooth up to the ends of an interval");
    const auto here = [&](Ex u) { return body.at(pool_, at.apart(pool_, u), n.args); };
    for (const Condition& c : conditions) out.push_back({c.kind, here(c.u), c.pair() ? here(c.v) : 0});
  }
  // Signs show in normal forms, which are equal wherever what stands here is defined, as other conditions ask, and of
  // a product or power in those of its factors. Those of a sum over a range show in its terms, which come apart in the
  // form.
  std::vector<Condition> shown;
  const std::function<void(Condition::Kind, Ex)> show = [&](Condition::Kind kind, Ex u) {
    const Node n = pool_[u];
    if (kind == Condition::NonZero && (n.op == Op::Mul || (n.op == Op::Pow && pool_.is_num(n.args[1])))) {
      for (Ex factor : n.args) show(kind, factor);
      return;
    }
    shown.push_back({kind, n.height > 0 ? u : plain_.simplified(u), 0});
  };
  for (const Condition& c : out)
    if (c.kind == Condition::Positive || c.kind == Condition::NonZero)
      show(c.kind, c.u);
    else
      shown.push_back(c);
  return shown;
}

namespace {

// Of what is said, with its conditions.
std::vector<Ex> expressions_of(std::vector<Ex> said, const std::vector<Condition>& conditions) {
  for (const Condition& c : conditions) {
    said.push_back(c.u);
    if (c.pair()) said.push_back(c.v);
  }
  return said;
}
std::vector<Ex> expressions_of(const Stated& s) { return expressions_of({s.relation.lhs, s.relation.rhs}, s.extra); }

}  // namespace

// What this asks for beside its children must be known in front of the line.
void Rules::require_smooth_where_used(Arguments& at, const std::vector<Ex>& all, bool below) {
  for (const Condition& c : smooth_where_used(at, all, below, {}))
    need(automatic().holds({c.kind, at.put(pool_, c.u), c.pair() ? at.put(pool_, c.v) : 0}),
         "what stands for a function is not known to be smooth where it is used");
}
void Rules::require_smooth_where_used(Arguments& at, const Form& f, bool below) {
  if (at.bodies.empty()) return;
  if (f->kind == Formula::Relation) return require_smooth_where_used(at, expressions_of(f->stated), below);
  std::vector<Ex> ends;
  for (const auto& end : {f->lo, f->hi})
    if (end) ends.push_back(*end);
  require_smooth_where_used(at, expressions_of(ends, f->ends), below);
  for (const Form& part : f->parts) require_smooth_where_used(at, part, below || f->quantifier());
}

// The used statement's hypotheses, which ask for the functions given by expressions where these are smooth; and the
// same of all that has no child of its own to ask for it.
void Rules::ask_for_smoothness(Arguments& at, Statement& s) {
  if (at.bodies.empty()) return;
  const auto with = [&](Stated& h, bool below, std::optional<int> y) {
    const auto more = smooth_where_used(at, expressions_of(h), below, y);
    h.extra.insert(h.extra.end(), more.begin(), more.end());
  };
  for (Stated& h : s.hypotheses) with(h, false, {});
  for (Forall& f : s.foralls) {
    bool endless = f.endless;
    require_smooth_where_used(at, expressions_of({f.lo, f.hi}, f.ends), false);
    for (const Quantifier& q : f.inner) {
      endless = endless || q.endless;
      require_smooth_where_used(at, expressions_of({q.lo, q.hi}, q.ends), true);
    }
    with(f.body, endless, f.integer ? std::nullopt : std::optional(f.y));
  }
  for (const Definition& d : s.definitions) {
    for (const Stated& e : d.first) require_smooth_where_used(at, expressions_of(e), true);
    require_smooth_where_used(at, expressions_of(d.step), true);
  }
  for (const Fact& f : s.facts) require_smooth_where_used(at, f.formula, false);
  for (const Form& c : s.conclusions) require_smooth_where_used(at, c, false);
}

// For all values of what f binds: at names about which nothing else is known.
Goal Rules::at_new_names(Form f, const int* names) {
  Goal inside{copy_frame(g_), g_.box, g_.defined};
  for (; f->kind == Formula::Forall; ++names) {
    inside = checker::entered(pool_, std::move(inside), f, *names);
    f = formulas_.instance(f, pool_.variable(*names), integers_of(inside.box));
  }
  return with_formula(inside, f);
}

// That the sequence has the first values and the recursion of the used statement.
void Rules::recursion_goals(const Definition& d, Arguments& at, const Integers& own, Children& out) {
  std::vector<Stated> all = d.first;
  all.push_back(d.step);
  for (const Stated& e : all)
    need(!at.mentions_open(formulas_.relation(e)), "a recursion contains a variable that is not named");
  for (const Stated& first : d.first) out.push_back(with_formula(g_, at.put(pool_, formulas_.relation(first), own)));
  Forall step;
  step.y = d.y, step.integer = step.endless = true;
  step.lo = step.hi = pool_.num(d.from);
  step.body = d.step;
  out.push_back(at_new_names(at.put(pool_, formulas_.of(step), own), &at.sequences.at(d.sequence).named));
}

Rules::Children Rules::lemma() {
  const Statement& quoted = used_statement(id_);
  Arguments at = arguments_for(quoted);
  need(at.bodies.empty() || at.open.empty(), "where an expression stands for a function, every variable is named");
  std::optional<Statement> asking;  // variables that stay bound are known by their places in the quoted one
  if (!at.bodies.empty()) ask_for_smoothness(at, asking.emplace(quoted));
  const Statement& s = asking ? *asking : quoted;
  Children out;
  Integers integers;
  for (const Variable& v : s.variables) integers.set(static_cast<std::size_t>(v.id), v.range.integer);
  at.integers = integers | integers_of(g_.box);
  for (const Variable& v : s.variables) {
    if (std::find(at.open.begin(), at.open.end(), &v) != at.open.end()) continue;
    const Ex e = at.put(pool_, pool_.var(pool_.var_name(v.id)));
    const Range& r = v.range;
    // A bound that is not rational is exact among the hypotheses; its end here lies beyond it.
    if (r.lo && v.lo_exact) out.push_back(with_goal(g_, {e, pool_.num(*r.lo), r.lo_open ? Rel::Gt : Rel::Ge}));
    if (r.hi && v.hi_exact) out.push_back(with_goal(g_, {pool_.num(*r.hi), e, r.hi_open ? Rel::Gt : Rel::Ge}));
  }
  std::vector<Form> premises;  // that mention what is not named
  const auto show = [&](const Form& f, const std::function<Goal(const Form&)>& goal) {
    const Form put = at.put(pool_, f, integers);
    if (at.mentions_open(f))
      premises.push_back(put);
    else
      out.push_back(goal(put));
  };
  const auto as_it_is = [&](const Form& f) { return with_formula(g_, f); };
  for (const Stated& h : s.hypotheses) show(formulas_.relation(h), as_it_is);
  for (const Definition& d : s.definitions) recursion_goals(d, at, integers, out);
  const int* names = at.names.data();
  for (const Forall& f : s.foralls)
    show(formulas_.of(f), [&](const Form& put) {
      const int* own = names;
      names += 1 + f.inner.size();
      return at_new_names(put, own);
    });
  for (const Fact& f : s.facts) show(f.formula, as_it_is);
  std::vector<Form> conclusions;
  for (const Form& c : s.conclusions) conclusions.push_back(at.put(pool_, c, integers));
  Goal last{copy_frame(g_), g_.box, g_.defined};
  if (at.open.empty()) {
    for (const Form& c : conclusions) assume(pool_, *last.frame, c);
  } else {
    Form said = formulas_.conjunction(conclusions);
    for (auto p = premises.rbegin(); p != premises.rend(); ++p) said = formulas_.connective(Formula::Implies, *p, said);
    std::vector<std::pair<const Variable*, Range>> bound;
    for (const Variable* v : at.open) bound.emplace_back(v, v->range);
    assume(pool_, *last.frame, over_variables(pool_, Formula::Forall, bound, said));
  }
  out.push_back(std::move(last));
  return out;
}

}  // namespace dpcert::checker
