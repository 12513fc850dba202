// A statement at one point: what stands for sums, products and sequences there.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "dpcert/language/evidence.hpp"
#include "dpcert/language/statement.hpp"

namespace dpcert::verify {

constexpr long longest_range = 200;  // of what is written out

enum class Says : std::uint8_t { yes, no, unknown };

/// Of the terms for sequences: k, k1, k2, ...
std::string index_name(int i);
/// Are there sums or products over ranges, integrals, or sequences?
bool speaks_of_ranges(const Expr& e);
/// An integral has no value at a point that could be compared with anything.
bool has_integral(const Relation& r);

/// Numbers for the variables of a statement, a term of the language for each sequence without a recursion. A variable
/// without a number and a sequence without a term stay what they are.
class WrittenOut {
 public:
  WrittenOut(const Instance& s, const Point& point, const std::map<std::string, Expr>& terms);

  Expr value(const Expr& e);
  Says holds(const Relation& r);
  Says holds(const ForallHypothesis& h);

 private:
  Expr element(const Expr& e);

  const Instance& s_;
  const std::map<std::string, Expr>& terms_;
  ExprMap<Expr> numbers_;
  std::map<std::string, std::vector<Expr>> values_;  // of recursions, from their start on
};

}  // namespace dpcert::verify
