// What a context remembers of what it was asked.
#pragma once

#include <array>
#include <unordered_map>

#include "verify/engine/goal/context.hpp"

namespace dpcert::verify {

/// While it lives, one level deeper: also if what is asked for runs out of work.
class Deeper {
 public:
  explicit Deeper(int& depth) : depth_(depth) { ++depth_; }
  ~Deeper() { --depth_; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;

 private:
  int& depth_;
};

struct Context::Cache {
  std::unordered_map<Expr, Signs> signs, signs_of_parts;  // of e by itself; of a sum in a sum, a product in a product
  std::unordered_map<Expr, Interval> ranges;
  std::unordered_map<Expr, Signs> by_hypothesis;
  std::unordered_map<Expr, Fingerprint> fingerprints;
  int depth = 0;
  int segments = 0;        // depth of segment_signs
  bool quotients = false;  // in quotient_signs
  enum class Inside { neither, sum, product };
  Inside inside = Inside::neither;  // where what is asked about is a part
};

}  // namespace dpcert::verify
