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
  std::vector<std::pair<int, Ex>> values;
  std::map<int, int> functions;       // to those of the statement that is proved
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
  Ex put(Pool& pool, Ex e) {
    // Functions first: numbers of the used statement's must not meet those in the given expressions.
    if (!functions.empty() || !sequences.empty())
      e = pool.instantiate(
          e,
          [&](int k, const std::vector<int>& orders, const std::vector<Ex>& args) {
            if (const auto x = sequences.find(k); x != sequences.end()) return term(pool, x->second, args);
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
    Statement s = elaborate(pool_, use.statement, {}, id + ":");
    for (const Function& f : s.functions)
      need(!f.log_partition,
           "a statement about a `logpartition` cannot be used");  // what may stand for one is not known
    return statements_.emplace(id, std::move(s)).first->second;
  }
  throw Reject("the certificate quotes no statement '" + id + "' to be used");
}

// g = h
void Rules::give_function(const Function& f, int number, Arguments& out) {
  const auto h = in_->functions.find(in_->name());
  need(h != in_->functions.end() && !functions_[h->second].log_partition && !functions_[h->second].sequence &&
           functions_[h->second].arity == f.arity,
       "a `fun` of as many arguments was expected for '" + f.name + "'");
  out.functions[number] = h->second;
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
    need(indexed == s.functions[k].sequence, "x(k) = e was expected for a sequence, and for it alone");
    return indexed ? give_sequence(s.functions[k], static_cast<int>(k), out)
                   : give_function(s.functions[k], static_cast<int>(k), out);
  }
  for (const Variable& v : s.variables) {
    if (v.name != n) continue;
    need(!indexed, "x(k) = e was expected for a sequence, and for it alone");
    const Ex e = in_->expression();
    require_defined(e);
    need(!v.range.integer || pool_.integer_valued(e, integers_of(g_.box)),
         "for '" + n + "' an integer by its form was expected");
    out.values.emplace_back(v.id, e);
    return;
  }
  throw Reject("the used statement has no variable or function '" + n + "'");
}

// (x = e, eta[1] = e, g = h, x(k) = e) y z: each function and sequence of the used statement once, each variable at
// most once; then a name for each quantifier of those of its `forall` hypotheses that are shown.
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
  const Statement& s = used_statement(id_);
  Arguments at = arguments_for(s);
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
