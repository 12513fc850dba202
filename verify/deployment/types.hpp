// What the types of deployed mechanisms have in common, and those that have a file of their own. Internal.
#pragma once

#include <string>

#include "dpcert/deployment/mechanism.hpp"
#include "dpcert/families/laws.hpp"

namespace dpcert::deployment {

/// An exact rational as people read it: a decimal where that is short, else a fraction; a double's value by its digits.
std::string parameter_text(const Rational& q);
/// Two normal laws of one variance.
LawPair normal_laws(double p_mean, double q_mean, double variance);
/// The mechanism's last case: two normal laws of one variance, released as their privacy loss.
void add_normal_pair(Deployed& d, const NormalLaw<double>& p, const NormalLaw<double>& q);

// gibbs.cpp
Deployed gibbs_gaussian(Fields& fields);
Deployed gibbs_lipschitz(Fields& fields);
Deployed gibbs_langevin(Fields& fields);
// dirichlet.cpp
Deployed dirichlet_release(Fields& fields, const std::string& name);

}  // namespace dpcert::deployment
