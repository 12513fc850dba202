// What a statement assumes: as the context of its goals, and as one formula.
#pragma once

#include "verify/checker/terms/context.hpp"
#include "verify/checker/text/parse.hpp"

namespace dpcert::checker {

// The context over the box. Every hypothesis must be known to be defined where the earlier ones hold; then it joins the
// context. Throws Reject.
Goal premises(Pool& pool, Normal& plain, const Statement& s, const std::map<int, Range>& box);

// For all these variables, or for some: the formula. The intervals are given; an end that is not exact is none, for the
// bound is among the hypotheses of the statement.
Form over_variables(Pool& pool, Formula::Kind kind, const std::vector<std::pair<const Variable*, Range>>& all, Form f);

// exists v1 in I1: ... exists vn in In: what is assumed and `last`, if there is one. The intervals are those of the
// box; an end that is not exact is none, for the bound is among the hypotheses. Throws Reject where functions occur:
// nothing can be said of all of them by numbers.
Form existence(Pool& pool, const Statement& s, const std::map<int, Range>& box, const Form& last);

}  // namespace dpcert::checker
