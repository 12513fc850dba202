// Worker threads. Not TBB's: who works on what is decided by those who share the work, so that results come in an order
// of their own and a flag ends them; and every thread frees FLINT's caches before it goes.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace dpcert::verify {

/// How many threads to use for so many tasks, at least one. `wanted` 0: as many as the machine has.
std::size_t threads_for(unsigned wanted, std::size_t tasks);

/// Threads that do the same job at the same time, again and again. To be used from one thread.
class Crew {
 public:
  explicit Crew(std::size_t threads);
  /// Waits for the job that is being done.
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// job(0), job(1), ... begin, one in each thread. The last job must be over.
  void start(std::function<void(std::size_t)> job);
  /// Until all are done; rethrows the first exception of one.
  void wait();
  /// The same for at most so long; false if they are not done by then.
  bool wait_for(std::chrono::milliseconds time);
  /// job(size()) here beside the others; returns when all are done.
  void run(const std::function<void(std::size_t)>& job);
  [[nodiscard]] std::size_t size() const { return threads_.size(); }

 private:
  void serve(std::size_t index);
  void attempt(std::size_t index);
  void rethrow(std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::condition_variable start_, done_;
  std::function<void(std::size_t)> job_;
  std::exception_ptr failure_;
  std::size_t round_ = 0, busy_ = 0;
  bool over_ = false;
  std::vector<std::jthread> threads_;  // last: they are joined before the rest goes
};

}  // namespace dpcert::verify
