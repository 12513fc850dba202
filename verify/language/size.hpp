// How large an expression may be, so that the certificate checker can read it too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "dpcert/symbolic/expr.hpp"

namespace dpcert::verify {

/// Measures expressions that share parts; what it has measured it knows.
class SizeLimit {
 public:
  /// What is too large about the expression, in words; nothing if it may be used.
  std::optional<std::string> problem(const Expr& e);

 private:
  // What the checker will make of an expression: sums and products are flat there.
  struct Shape {
    int nesting = 1;
    std::uint64_t terms = 1, factors = 1;
  };
  const Shape& shape_of(const Expr& root);
  Shape joined(const Expr& e) const;
  std::unordered_map<Expr, Shape> shapes_;
};

}  // namespace dpcert::verify
