// Parameters of any scalar as text, for the message that refuses them.
#pragma once

#include <concepts>
#include <limits>
#include <span>
#include <sstream>
#include <string>

#include "dpcert/core/decimal.hpp"
#include "dpcert/families/laws.hpp"

namespace dpcert {

template <class S>
std::string as_given(const S& x) {
  if constexpr (std::same_as<S, Rational>) {
    return decimal_text(x);
  } else if constexpr (requires { x.str(); }) {
    return x.str();
  } else if constexpr (detail::Differentiated<S>) {
    return as_given(x.value());
  } else if constexpr (std::floating_point<S> || std::integral<S>) {
    std::ostringstream text;
    text.precision(std::numeric_limits<S>::max_digits10);
    text << x;
    return text.str();
  } else {
    return "an expression";
  }
}
template <class S>
std::string as_given(std::span<const S> parameters) {
  std::string text;
  for (const S& a : parameters) text += (text.empty() ? "" : ", ") + as_given(a);
  return text.empty() ? "none" : text;
}
template <class S>
std::string as_given(const Dirichlet<S>& p) {
  return as_given(std::span<const S>(p.alpha));
}

}  // namespace dpcert
