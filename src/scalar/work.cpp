#include "src/scalar/work.hpp"

#include <algorithm>

namespace dpcert {

namespace {
struct Meter {
  std::uint64_t done = 0, limit = WorkLimit::unlimited;
};
thread_local Meter meter;
}  // namespace

std::uint64_t work_done() { return meter.done; }
void count_work(std::uint64_t units) { meter.done += units; }
bool work_exhausted() { return meter.done >= meter.limit; }
std::uint64_t work_left() {
  if (meter.limit == WorkLimit::unlimited) return WorkLimit::unlimited;
  return meter.limit - std::min(meter.done, meter.limit);
}

WorkLimit::WorkLimit(std::uint64_t units) : outer_(meter.limit) {
  meter.limit = units == unlimited ? unlimited : std::min(meter.limit, meter.done + units);
}
WorkLimit::~WorkLimit() { meter.limit = outer_; }

WorkAside::WorkAside(std::uint64_t units) : done_(meter.done), limit_(meter.limit) { meter.limit = meter.done + units; }
WorkAside::~WorkAside() { meter = {done_, limit_}; }

}  // namespace dpcert
