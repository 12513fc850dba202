#include "src/core/work.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace dpcert {

struct WorkMeter {
  struct Nodes {
    std::uint64_t most, met = 0;
    std::vector<bool> seen = {};  // by number
    // Number and weight, in the order in which they were met; kept for a WorkApart only.
    bool keeps = false;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> kept = {};
  };

  std::uint64_t done = 0, limit = WorkLimit::unlimited;
  std::uint64_t ask_at = UINT64_MAX;
  const Interruptible* interruptible = nullptr;
  std::optional<Nodes> nodes;
  bool counts_nodes = false;
};

namespace {

constexpr std::uint64_t between_asking = 10'000;  // units of work
thread_local WorkMeter meter;

}  // namespace

void ask_interruptions() {
  meter.ask_at = meter.done + between_asking;
  for (const Interruptible* i = meter.interruptible; i; i = i->outer_) {
    if (!i->stop_()) continue;
    throw OutOfWork{OutOfWork::Why::interrupted};
  }
}

std::uint64_t work_done() { return meter.done; }
void count_work(std::uint64_t units) {
  meter.done += units;
  if (meter.done >= meter.ask_at) ask_interruptions();
}
bool work_exhausted() { return meter.done >= meter.limit; }
std::uint64_t work_left() {
  if (meter.limit == WorkLimit::unlimited) return WorkLimit::unlimited;
  return meter.limit - std::min(meter.done, meter.limit);
}

WorkLimit::WorkLimit(std::uint64_t units) : outer_(meter.limit) {
  meter.limit = units == unlimited ? unlimited : std::min(meter.limit, meter.done + units);
}
WorkLimit::~WorkLimit() { meter.limit = outer_; }

WorkAside::WorkAside(std::uint64_t units)
    : done_(meter.done), limit_(meter.limit), ask_at_(meter.ask_at), counts_nodes_(meter.counts_nodes) {
  meter.limit = meter.done + units;
  meter.ask_at = UINT64_MAX;
  meter.counts_nodes = false;
}
WorkAside::~WorkAside() {
  meter.done = done_, meter.limit = limit_, meter.ask_at = ask_at_;
  meter.counts_nodes = counts_nodes_;
}

NodeLimit::NodeLimit(std::uint64_t nodes) : mine_(!meter.nodes) {
  if (!mine_) return;
  meter.nodes.emplace(WorkMeter::Nodes{nodes});
  meter.counts_nodes = true;
}
NodeLimit::~NodeLimit() {
  if (!mine_) return;
  meter.nodes.reset();
  meter.counts_nodes = false;
}
std::uint64_t nodes_met() { return meter.nodes ? meter.nodes->met : 0; }
void count_node(std::uint64_t serial, std::uint64_t weight) {
  if (!meter.counts_nodes) return;
  WorkMeter::Nodes& n = *meter.nodes;
  if (serial >= n.seen.size()) n.seen.resize(std::max<std::size_t>(2 * n.seen.size(), serial + 4096));
  if (n.seen[serial]) return;
  if (n.met + weight > n.most) throw OutOfWork{OutOfWork::Why::memory};
  n.seen[serial] = true;
  n.met += weight;
  if (n.keeps) n.kept.emplace_back(serial, weight);
}

void count_work(const WorkDone& apart) {
  for (const auto& [serial, weight] : apart.nodes) count_node(serial, weight);
  count_work(apart.units);
}

WorkApart::WorkApart(std::uint64_t nodes) : outside_(std::make_unique<WorkMeter>(std::exchange(meter, {}))) {
  meter.interruptible = outside_->interruptible;
  if (meter.interruptible) meter.ask_at = between_asking;
  meter.nodes.emplace(WorkMeter::Nodes{nodes});
  meter.nodes->keeps = true;
  meter.counts_nodes = true;
}
WorkApart::~WorkApart() { meter = std::move(*outside_); }
WorkDone WorkApart::take() const { return {meter.done, std::exchange(meter.nodes->kept, {})}; }

Interruptible::Interruptible(std::function<bool()> stop) : stop_(std::move(stop)), outer_(meter.interruptible) {
  meter.interruptible = this;
  // Not when an outer one would be asked: so that what this one ends, it ends at the same place whatever went before.
  meter.ask_at = meter.done + between_asking;
}
Interruptible::~Interruptible() {
  meter.interruptible = outer_;
  meter.ask_at = outer_ ? meter.done : UINT64_MAX;
}

}  // namespace dpcert
