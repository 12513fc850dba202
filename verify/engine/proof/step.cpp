#include "verify/engine/proof/step.hpp"

namespace dpcert::verify {

Step::Step(const Step&) = default;
Step::Step(Step&&) noexcept = default;
Step& Step::operator=(const Step&) = default;
Step& Step::operator=(Step&&) noexcept = default;
Step::~Step() = default;

bool operator==(const Step& a, const Step& b) { return a.rule == b.rule; }

}  // namespace dpcert::verify
