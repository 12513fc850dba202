// A statement with its integers fixed.
#pragma once

#include <map>
#include <string>

#include "verify/engine/points/written_out.hpp"

namespace dpcert::verify {

/// What is written out with the integers fixed speaks of real numbers alone: of the statement's own variables, and of
/// one for each value of a sequence. An ordinary search finds points of it.
class Slice {
 public:
  Slice(const Instance& s, const Point& integers);
  Slice(const Slice&) = delete;
  Slice& operator=(const Slice&) = delete;

  /// If nothing else than real numbers is left of it, and there are some.
  [[nodiscard]] bool readable() const { return readable_ && !plain_.variables.empty(); }
  [[nodiscard]] const Instance& plain() const { return plain_; }
  /// The values of a sequence at a point of it, as those of a polynomial in the index.
  [[nodiscard]] Expr term(const std::string& sequence, const Point& at) const;

 private:
  Expr plain(const Expr& e);
  Relation plain(const Relation& r) { return {r.rel, plain(r.lhs), plain(r.rhs)}; }
  void at_all(const ForallHypothesis& h);

  const Instance& s_;
  const std::map<std::string, Expr> no_terms_;
  WrittenOut written_;
  Instance plain_;
  std::map<std::string, std::map<Rational, std::string>> values_;  // of sequences: the variables that stand for them
  bool readable_ = true;
};

}  // namespace dpcert::verify
