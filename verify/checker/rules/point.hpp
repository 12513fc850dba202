// Exact points: witnesses that a domain is inhabited, and counterexamples.
#pragma once

#include "verify/checker/terms/context.hpp"
#include "verify/checker/text/parse.hpp"

namespace dpcert::checker {

// An assignment of rationals to all variables and, where given, instances of the functions, read from the rest of a
// line:
//   with g(x) = beta(3 + x, 7); x=1/2 eta[1]=3
class Point {
 public:
  Point(Pool& pool, const Statement& s, Reader& in);

  // Throws Reject unless the point lies in the box (the statement's, restricted) and satisfies every hypothesis.
  void require_inside(const std::map<int, Range>& box, slong p);
  // Throws Reject unless conclusion K is defined and false here; `equal`: false because its sides of a strict relation
  // are equal.
  void require_false(const Stated& conclusion, slong p, bool equal);
  // Throws Reject unless the relation is defined and true here.
  void require_true(const Stated& relation, slong p);
  // Throws Reject unless the relation is defined here and lhs - rhs <= most (`equal`: = most).
  void require_at_most(const Stated& relation, const Q& most, slong p, bool equal);

 private:
  struct Instance {
    std::vector<int> params;
    Ex body = 0;
    bool log_partition = false;
  };
  bool zero(Ex e, Auto& a);  // by normal form
  Ex at(Ex e);               // over no variable, or over the y of a forall
  Stated at(const Stated& s);
  void read_instance(Reader& in);
  bool log_partition(const std::string& family, const std::vector<Ex>& args, Instance& out);
  bool smooth_everywhere(const Instance& g);
  bool conditions_hold(const Stated& s, Auto& a);
  bool forall_holds(const Forall& f, slong p);
  // sequences.cpp
  bool integer_forall_holds(const Forall& f, slong p);
  std::optional<Q> integer(Ex e, slong p) const;  // the value of an end
  Ex term(int sequence, const std::vector<Ex>& args);
  Ex unfolded(const Definition& d, Ex index);
  bool holds(const Form& f, slong p);
  bool true_here(const Stated& s, const Goal& where, slong p);

  Pool& pool_;
  const Statement& s_;
  Integers integers_;  // as declared
  Normal plain_;
  std::map<int, Q> values_;
  std::map<int, Instance> instances_;
  std::vector<Condition> smooth_;            // where the instances must be smooth for the substitution at hand
  std::optional<int> sweep_;                 // the y of the forall whose body is being instantiated
  bool compact_ = true;                      // its values lie in a bounded interval
  std::map<int, std::vector<Ex>> unfolded_;  // the values of recursions, from their first on
};

}  // namespace dpcert::checker
