// Effort of symbolic work, counted and not timed: what stops after so many units stops at the same place on every
// machine, under any load.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace dpcert {

/// Units of symbolic work that this thread has done: about one microsecond each. Expressions count their nodes,
/// normal forms their terms, searches their boxes.
std::uint64_t work_done();
/// Throws OutOfWork where an Interruptible around the caller says so.
void count_work(std::uint64_t units);
/// True once a WorkLimit around the caller is used up. What is asked for then gives up soon.
bool work_exhausted();
/// Units until then; WorkLimit::unlimited if there is no limit.
std::uint64_t work_left();

/// While it lives, this thread may do so many units from now, and never more than an outer limit leaves.
/// `unlimited`: no limit, outer ones neither; for short work whose result is kept.
class WorkLimit {
 public:
  static constexpr std::uint64_t unlimited = UINT64_MAX;
  explicit WorkLimit(std::uint64_t units);
  ~WorkLimit();
  WorkLimit(const WorkLimit&) = delete;
  WorkLimit& operator=(const WorkLimit&) = delete;

 private:
  std::uint64_t outer_;
};

/// While it lives, this thread works beside the meter: at most so many units from now whatever outer limits leave, none
/// of which count outside; nor do nodes, and nothing interrupts. For what must not depend on what was done before, and
/// may or may not be done again.
class WorkAside {
 public:
  explicit WorkAside(std::uint64_t units);
  ~WorkAside();
  WorkAside(const WorkAside&) = delete;
  WorkAside& operator=(const WorkAside&) = delete;

 private:
  std::uint64_t done_, limit_, ask_at_;
  bool counts_nodes_;
};

/// Thrown out of whatever is being made when a NodeLimit or an Interruptible ends it. Everything made so far is whole.
/// Not an error and no std::exception: only who set the limit, or an outermost handler, may end it, so no handler of
/// errors on the way takes it for one.
struct OutOfWork {
  enum class Why : std::uint8_t { memory, interrupted };
  Why why;
  [[nodiscard]] const char* what() const {
    return why == Why::memory ? "out of memory for expressions" : "interrupted";
  }
};

/// While it lives, this thread may meet so many different expression nodes (some 300 bytes each, which stay for the
/// life of the process; long numbers count more) before OutOfWork is thrown. Which of them were there before makes no
/// difference, so the count is the same in any process. Within another NodeLimit it is the other one that counts.
class NodeLimit {
 public:
  explicit NodeLimit(std::uint64_t nodes);
  ~NodeLimit();
  NodeLimit(const NodeLimit&) = delete;
  NodeLimit& operator=(const NodeLimit&) = delete;

 private:
  bool mine_;
};
/// What the NodeLimit around the caller has counted.
std::uint64_t nodes_met();
/// For the table of expressions: the node with this number was asked for. `weight`: in nodes, asked for once.
void count_node(std::uint64_t serial, std::uint64_t weight);

struct WorkMeter;  // what is counted of a thread, work.cpp

/// What was done in a WorkApart.
struct WorkDone {
  std::uint64_t units = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> nodes;  ///< number and weight of each that was met
};
/// As if this thread had done it, too.
void count_work(const WorkDone& apart);

/// While it lives, this thread works as one that has done nothing before: no limit around it counts, and it may meet so
/// many nodes of its own. Who interrupts goes on being asked. So the same work ends in the same way in any thread,
/// whatever was done there before; outside it counts once it is handed to count_work.
class WorkApart {
 public:
  explicit WorkApart(std::uint64_t nodes);
  ~WorkApart();
  WorkApart(const WorkApart&) = delete;
  WorkApart& operator=(const WorkApart&) = delete;
  /// So far; the nodes are taken from it.
  [[nodiscard]] WorkDone take() const;

 private:
  std::unique_ptr<WorkMeter> outside_;
};

/// While it lives, count_work on this thread asks `stop` every 10,000 units or so and throws OutOfWork if it is true.
/// Outer ones go on being asked.
class Interruptible {
 public:
  explicit Interruptible(std::function<bool()> stop);
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

 private:
  friend void ask_interruptions();
  std::function<bool()> stop_;
  const Interruptible* outer_;
};

}  // namespace dpcert
