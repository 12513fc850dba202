// Formulas: quantifiers and connectives over relations. Immutable and shared; what a name binds shows in the node, so
// formulas that differ in bound names alone are built alike.
//
// Meaning. A relation is true at a point if both sides, and what `extra` asks for, are defined there and it holds.
// Connectives are the classical ones of these truths, and a quantifier is over all numbers (or integers) x for which
// the relations of x with its ends are true. Nothing is undefined: what is not true is false.
#pragma once

#include <memory>

#include "verify/checker/terms/expr.hpp"

namespace dpcert::checker {

struct Formula;
using Form = std::shared_ptr<const Formula>;

struct Formula {
  enum Kind : char { Relation, And, Or, Implies, Forall, Exists };
  Kind kind = Relation;
  Stated stated;            // of a relation
  std::vector<Form> parts;  // two of a connective, one of a quantifier
  // Of a quantifier. The variable that it binds follows from the height of the body alone, as in a sum; no text can
  // contain its name, and those of reals and of integers are different.
  int y = 0;
  bool integer = false;
  std::optional<Ex> lo, hi;  // none: infinite
  bool lo_open = true, hi_open = true;
  std::vector<Condition> ends;  // besides the definedness of lo and hi

  int height = 0;                        // of quantifiers, one inside the other
  int depth = 1;                         // of all nodes
  std::bitset<kMaxVariables> vars = {};  // free ones, those of conditions too

  bool quantifier() const { return kind == Forall || kind == Exists; }
  // What the ends say of a number e, the low end first.
  std::vector<Stated> inside(Ex e) const;
};

// The formulas over one pool.
class Formulas {
 public:
  explicit Formulas(Pool& pool) : pool_(pool) {}

  Form relation(const Stated& s) const;
  Form connective(Formula::Kind kind, Form a, Form b) const;
  // All of them; there is one at least.
  Form conjunction(const std::vector<Form>& all) const;
  // `q` with its ends; x is free in the body, and bound in what comes out. No end contains x.
  Form quantified(Formula q, const Form& body, int x) const;
  // What `forall` hypotheses say.
  Form of(const Forall& f) const;

  // `change` of all expressions. It brings in no name that a formula binds, or only one of a height that none in f has.
  Form changed(const Form& f, const std::function<Ex(Ex)>& change) const;
  // The variable x becomes `by`. What its powers ask for as they are read now is kept among the conditions: y^x with
  // x real asks for y >= 0, and y^2 would not.
  Form substitute(const Form& f, int x, Ex by, const Integers& integers) const;
  // The body of a quantifier at e.
  Form instance(const Form& quantified, Ex e, const Integers& integers) const;
  // As f, with all that it asks for to be defined, as it is read now, among the conditions of each relation and end.
  Form stated(const Form& f, const Integers& integers) const;
  // Where this is true, f is not: relations and quantifiers turned round. Both may be false, where f is undefined.
  Form negation(const Form& f) const;

  // Whether integers stay integers where a power, a sequence or a range asks for them.
  bool keeps_integers(const Form& f, const Integers& before, const Integers& after,
                      const std::function<Ex(Ex)>& change) const;

 private:
  Form made(Formula f) const;
  int bound_id(bool integer, int height) const;
  Form stamped(const Form& f, const Integers& integers, std::optional<int> x) const;
  std::vector<Condition> stamps(std::initializer_list<Ex> all, const Integers& integers, std::optional<int> x) const;
  Pool& pool_;
};

}  // namespace dpcert::checker
