// What the types of deployed mechanisms have in common, and those that have a file of their own. Internal.
#pragma once

#include <string>

#include "dpcert/deployment/mechanism.hpp"

namespace dpcert::deployment {

/// An exact rational as people read it: a decimal where that is short, else a fraction; a double's value by its digits.
std::string parameter_text(const Rational& q);
/// Two normal laws of one variance.
LawPair normal_laws(double p_mean, double q_mean, double variance);

// gibbs.cpp
Deployed gibbs_gaussian(Fields& fields);
Deployed gibbs_lipschitz(Fields& fields);
// dirichlet.cpp
Deployed dirichlet_release(Fields& fields, const std::string& name);

}  // namespace dpcert::deployment
