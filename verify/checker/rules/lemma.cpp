// The proof line that uses another statement. What the certificate quotes under `use` is taken for true here: at every
// point of its domain at which all its hypotheses are defined and true, its conclusions are defined and true. A
// certificate that quotes anything is conditional (checker.hpp), and another one has to prove it.
//
// A point p of the context gives the used statement's variables the values of the expressions there. The children say
// that this is a point of its domain (a goal for each bound, integers by form) at which its hypotheses hold. Then its
// conclusions hold at p, and the last child may have them as hypotheses.
//
// What is put in stands for its value only where both texts read a power alike. Of y^x with x real the base must be
// >= 0 whatever x is, whereas y^n asks for nothing: so a hypothesis must be defined at p as the used statement reads
// it, before anything is put in. Its conclusions are defined there in that reading, and where y^x is, y^n is too and
// has the same value.
#include "verify/checker/rules/rules.hpp"

namespace dpcert::checker {

// What stands for the variables and functions of the used statement. Its variables have names of their own in the pool
// (`apart`), which no given expression contains: so one substitution after the other is all of them at once.
struct Rules::Arguments {
  std::vector<std::pair<int, Ex>> values;
  std::map<int, int> functions;  // to those of the statement that is proved
  Pool::Memo renamed;
  std::vector<Pool::Memo> memos;

  Ex put(Pool& pool, Ex e) {
    // Functions first: numbers of the used statement's must not meet those in the given expressions.
    if (!functions.empty())
      e = pool.instantiate(
          e,
          [&](int k, const std::vector<int>& orders, const std::vector<Ex>& args) {
            return pool.call(Op::Fun, args, functions.at(k), orders);
          },
          renamed);
    memos.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) e = pool.substitute(e, values[i].first, values[i].second, memos[i]);
    return e;
  }
  // As the used statement reads it: what it asks for there is kept, whatever is put in.
  Form put(Pool& pool, const Form& f, const Integers& integers) {
    const Formulas formulas(pool);
    return formulas.changed(formulas.stated(f, integers), [&](Ex e) { return put(pool, e); });
  }
};

const Statement& Rules::used_statement(const std::string& id) {
  if (const auto known = statements_.find(id); known != statements_.end()) return known->second;
  for (const Use& use : uses_ ? *uses_ : std::vector<Use>{}) {
    if (use.id != id) continue;
    Statement s = elaborate(pool_, use.statement, {}, id + ":");
    need(s.foralls.empty(), "a statement with a `forall` among its hypotheses cannot be used");
    for (const Function& f : s.functions) need(!f.sequence, "a statement about a `seq` cannot be used");
    for (const Function& f : s.functions)
      need(!f.log_partition,
           "a statement about a `logpartition` cannot be used");  // what may stand for one is not known
    return statements_.emplace(id, std::move(s)).first->second;
  }
  throw Reject("the certificate quotes no statement '" + id + "' to be used");
}

// (x = e, eta[1] = e, g = h): each variable and each function of the used statement once.
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
    in_->expect("=");
    bool known = false;
    for (std::size_t k = 0; k < s.functions.size() && !known; ++k) {
      if (s.functions[k].name != n) continue;
      const auto h = in_->functions.find(in_->name());
      need(h != in_->functions.end() && !functions_[h->second].log_partition && !functions_[h->second].sequence &&
               functions_[h->second].arity == s.functions[k].arity,
           "a `fun` of as many arguments was expected for '" + n + "'");
      out.functions[static_cast<int>(k)] = h->second;
      known = true;
    }
    for (const Variable& v : s.variables) {
      if (v.name != n) continue;
      const Ex e = in_->expression();
      require_defined(e);
      need(!v.range.integer || pool_.integer_valued(e, integers_of(g_.box)),
           "for '" + n + "' an integer by its form was expected");
      out.values.emplace_back(v.id, e);
      known = true;
    }
    need(known, "the used statement has no variable or function '" + n + "'");
  }
  end();
  for (const Variable& v : s.variables) need(given.count(v.name), "nothing is given for '" + v.name + "'");
  for (const Function& f : s.functions) need(given.count(f.name), "nothing is given for '" + f.name + "'");
  return out;
}

Rules::Children Rules::lemma() {
  const Statement& s = used_statement(id_);
  Arguments at = arguments_for(s);
  Children out;
  Integers integers;
  for (const Variable& v : s.variables) {
    integers.set(static_cast<std::size_t>(v.id), v.range.integer);
    const Ex e = at.put(pool_, pool_.var(pool_.var_name(v.id)));
    const Range& r = v.range;
    // A bound that is not rational is exact among the hypotheses; its end here lies beyond it.
    if (r.lo && v.lo_exact) out.push_back(with_goal(g_, {e, pool_.num(*r.lo), r.lo_open ? Rel::Gt : Rel::Ge}));
    if (r.hi && v.hi_exact) out.push_back(with_goal(g_, {pool_.num(*r.hi), e, r.hi_open ? Rel::Gt : Rel::Ge}));
  }
  for (const Stated& h : s.hypotheses) out.push_back(with_formula(g_, at.put(pool_, formulas_.relation(h), integers)));
  for (const Fact& f : s.facts) out.push_back(with_formula(g_, at.put(pool_, f.formula, integers)));
  Goal last{copy_frame(g_), g_.box, g_.defined};
  for (const Form& c : s.conclusions) assume(pool_, *last.frame, at.put(pool_, c, integers));
  out.push_back(std::move(last));
  return out;
}

}  // namespace dpcert::checker
