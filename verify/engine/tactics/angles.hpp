// Sines and cosines of sums of arguments, shared by equations and inequalities.
#pragma once

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// sin and cos of sums and small multiples of arguments in the goal, by those of the parts; the steps for that go into
/// `out`. False: there are none, or too many, and g and `out` are of no use.
bool take_arguments_apart(Goal& g, Proof& out, std::size_t most = Effort::most_arguments_apart);

/// atan(1) in the goal or its hypotheses is pi/4: half of what atan tends to, since x and 1/x have equal parts of the
/// integral of 1/(1 + x^2). The goal has the number in its place.
void know_arctangent_of_one(Goal& g, Proof& lines);

/// sin(atan(u)) = u/sqrt(1 + u^2) or cos(atan(u)) = 1/sqrt(1 + u^2).
Relation value_of_wave(Op wave, const Expr& u);
/// The same as a goal, for every real number in place of u.
Tree wave_of_arctangent(const Goal& g, const Expr& u, const Subprover& s);

/// q of an angle q pi with a rational q, by its shape alone.
std::optional<Rational> parts_of_pi(const Expr& e);

/// e with the values of sines and cosines of multiples of pi/6 and pi/4 in their places.
Expr with_values_of_turns(const Expr& e);

}  // namespace dpcert::verify
