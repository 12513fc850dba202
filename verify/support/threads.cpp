#include "verify/support/threads.hpp"

#include <flint/flint.h>

#include <algorithm>
#include <utility>

namespace dpcert::verify {

std::size_t threads_for(unsigned wanted, std::size_t tasks) {
  const std::size_t most = wanted ? wanted : std::max(1u, std::thread::hardware_concurrency());
  return std::clamp<std::size_t>(tasks, 1, most);
}

Crew::Crew(std::size_t threads) {
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this, i] { serve(i); });
}

Crew::~Crew() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  start_.notify_all();
}

void Crew::start(std::function<void(std::size_t)> job) {
  {
    const std::lock_guard lock(mutex_);
    job_ = std::move(job);
    busy_ = threads_.size();
    ++round_;
  }
  start_.notify_all();
}

void Crew::rethrow(std::unique_lock<std::mutex>& lock) {
  const std::exception_ptr failure = std::exchange(failure_, nullptr);
  lock.unlock();
  if (failure) std::rethrow_exception(failure);
}

void Crew::wait() {
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return busy_ == 0; });
  rethrow(lock);
}

bool Crew::wait_for(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  if (!done_.wait_for(lock, time, [&] { return busy_ == 0; })) return false;
  rethrow(lock);
  return true;
}

void Crew::run(const std::function<void(std::size_t)>& job) {
  start(job);
  attempt(size());
  wait();
}

void Crew::attempt(std::size_t index) {
  try {
    job_(index);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
}

void Crew::serve(std::size_t index) {
  std::size_t seen = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    start_.wait(lock, [&] { return over_ || round_ != seen; });
    if (round_ == seen) break;
    seen = round_;
    lock.unlock();
    attempt(index);
    lock.lock();
    if (--busy_ == 0) done_.notify_one();
  }
  lock.unlock();
  flint_cleanup();
}

}  // namespace dpcert::verify
