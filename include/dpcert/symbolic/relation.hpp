// A relation between numbers of one type, shared by the scalar types whose comparisons are exact.
#pragma once

#include "dpcert/core/truth.hpp"
#include "dpcert/symbolic/expr.hpp"

namespace dpcert {

template <class T>
Truth holds_exactly(Rel rel, const T& a, const T& b) {
  const auto decide = [](bool yes) -> Truth { return yes ? Truth::always : Truth::never; };
  switch (rel) {
    case Rel::ge:
      return decide(a >= b);
    case Rel::gt:
      return decide(a > b);
    case Rel::le:
      return decide(a <= b);
    case Rel::lt:
      return decide(a < b);
    case Rel::eq:
      return decide(a == b);
  }
  return Truth::undefined;
}

}  // namespace dpcert
