// One row's claim against the truth.
#pragma once

#include "verify/audit/audit.hpp"

namespace dpcert::audit {

/// Stateless; may be called from several threads.
class Judge {
 public:
  /// `digits`: significant digits of the enclosures that are handed out.
  explicit Judge(int digits) : digits_(digits) {}
  Judgement operator()(const Row& row) const;

 private:
  int digits_;
};

}  // namespace dpcert::audit
