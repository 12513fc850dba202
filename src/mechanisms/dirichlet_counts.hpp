// Counts of records as the Dirichlet mechanisms take them.
#pragma once

#include "dpcert/mechanisms/dirichlet_mechanisms.hpp"

namespace dpcert {

/// Throws Error::domain unless there is one count >= 0 for each category, of total n.
void require_counts(const DirichletQuery& query, const Counts& data);

}  // namespace dpcert
