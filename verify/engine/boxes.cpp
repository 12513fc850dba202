#include "verify/engine/boxes.hpp"

#include <flint/flint.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "verify/engine/box_judge.hpp"
#include "verify/engine/digest.hpp"

namespace dpcert::verify {

namespace {

using Clock = std::chrono::steady_clock;
double seconds(Clock::duration d) { return std::chrono::duration<double>(d).count(); }

// Threads that do the same job at the same time, again and again.
class Crew {
 public:
  explicit Crew(int helpers) {
    for (int i = 0; i < helpers; ++i) threads_.emplace_back([this, i] { serve(static_cast<std::size_t>(i) + 1); });
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    start_.notify_all();
  }
  /// job(0) here and job(1), job(2), ... in the helpers; returns when all are done.
  void run(const std::function<void(std::size_t)>& job) {
    {
      const std::lock_guard lock(mutex_);
      job_ = &job;
      busy_ = threads_.size();
      ++round_;
    }
    start_.notify_all();
    job(0);
    std::unique_lock lock(mutex_);
    done_.wait(lock, [&] { return busy_ == 0; });
  }
  [[nodiscard]] std::size_t size() const { return threads_.size() + 1; }

 private:
  void serve(std::size_t index) {
    std::size_t seen = 0;
    std::unique_lock lock(mutex_);
    for (;;) {
      start_.wait(lock, [&] { return over_ || round_ != seen; });
      if (over_) break;
      seen = round_;
      const auto* job = job_;
      lock.unlock();
      (*job)(index);
      lock.lock();
      if (--busy_ == 0) done_.notify_one();
    }
    lock.unlock();
    flint_cleanup();
  }
  std::mutex mutex_;
  std::condition_variable start_, done_;
  const std::function<void(std::size_t)>* job_ = nullptr;
  std::size_t round_ = 0, busy_ = 0;
  bool over_ = false;
  std::vector<std::jthread> threads_;  // last: they are joined before the rest goes
};

// What the tree depends on.
std::string key_of(const Goal& goal, const BoxOptions& o) {
  std::string s =
      fmt::format("boxes 2\n{} {} {} {}\n{}\n", o.bits, o.max_bits, o.second_order, o.doubles, to_text(goal.relation));
  for (const auto& v : goal.context.variables) s += fmt::format("{} {} {}\n", v.name, v.integer, to_text(v.range));
  for (const auto& h : goal.context.hypotheses) s += to_text(h) + "\n";
  return sha256_hex(s);
}

// The boxes that wait, by number: in blocks, so that nothing is moved when more come or the first ones go.
class Waiting {
 public:
  struct Open {
    double volume;  // share of the domain, halved by every split
    float bound;    // of the box that it was cut from
    std::uint8_t level;
  };
  void start(std::size_t sides) {
    n_ = sides;
    first_ = size_ = 0;
    blocks_.clear();
  }
  [[nodiscard]] std::span<Side> sides(std::size_t i) { return {block(i).sides.data() + (i % length) * n_, n_}; }
  [[nodiscard]] std::span<const Side> sides(std::size_t i) const {
    return {block(i).sides.data() + (i % length) * n_, n_};
  }
  [[nodiscard]] const Open& operator[](std::size_t i) const { return block(i).open[i % length]; }
  std::span<Side> add(const Open& open) {
    if (size_ % length == 0) {
      blocks_.emplace_back();
      blocks_.back().sides.resize(length * n_);
      blocks_.back().open.resize(length);
    }
    block(size_).open[size_ % length] = open;
    return sides(size_++);
  }
  /// Boxes before i are not asked for any more.
  void forget_before(std::size_t i) {
    for (; i / length > first_; ++first_) blocks_.pop_front();
  }

 private:
  static constexpr std::size_t length = 4096;
  struct Block {
    std::vector<Side> sides;
    std::vector<Open> open;
  };
  Block& block(std::size_t i) { return blocks_[i / length - first_]; }
  [[nodiscard]] const Block& block(std::size_t i) const { return blocks_[i / length - first_]; }
  std::size_t n_ = 0, first_ = 0, size_ = 0;  // first_: number of the first block
  std::deque<Block> blocks_;
};

class Search {
 public:
  Search(const Goal& goal, const BoxOptions& options)
      : options_(options), judge_(goal, options), axes_(judge_.axes()), n_(axes_.size()) {
    for (std::size_t k = 0; k < n_; ++k) whole_.push_back(axes_[k].whole());
    if (keeps_state()) key_ = key_of(goal, options);
  }

  BoxResult run() {
    if (keeps_state() && options_.checkpoints.load) {
      if (const auto state = options_.checkpoints.load(key_)) {
        if (auto nodes = read_state(key_, *state)) saved_ = std::move(*nodes);
      }
    }
    for (;;) {
      start();
      try {
        return search();
      } catch (const Damaged&) {
        saved_.clear();
      }
    }
  }

 private:
  struct Damaged {};

  [[nodiscard]] bool keeps_state() const {
    return (options_.checkpoints.load || options_.checkpoints.save) &&
           options_.max_boxes >= options_.checkpoints.least_boxes;
  }

  void start() {
    nodes_.assign(1, {});
    waiting_.start(n_);
    std::ranges::copy(whole_, waiting_.add({1.0, -HUGE_VALF, 0}).begin());
    head_ = 0;
    share_ = 0;
    worst_ = HUGE_VAL;
  }

  // Nodes wait in one queue, so the order is breadth first. A node's fate depends on its box and precision alone;
  // threads only share the work on the next few.
  BoxResult search() {
    BoxResult result;
    const auto began = Clock::now();
    auto last_saved = began;
    double save_cost = 0;
    std::size_t chunk = 64;
    bool stopped = false;
    while (head_ < nodes_.size() && !stopped) {
      const auto before = Clock::now();
      const std::size_t count = std::min(chunk, nodes_.size() - head_);
      decide(count);
      stopped = !settle(count, result);
      if (options_.progress) options_.progress(share_, nodes_.size(), worst_);
      const auto now = Clock::now();
      const double spent = seconds(now - before);
      if (spent < 0.02 && count == chunk) chunk = std::min<std::size_t>(2 * chunk, 65536);
      if (spent > 0.2) chunk = std::max<std::size_t>(chunk / 2, 64);
      // Saving takes at most a twentieth of the time.
      if (seconds(now - last_saved) >= std::max(options_.checkpoints.every.count(), 20 * save_cost) && save()) {
        last_saved = Clock::now();
        save_cost = seconds(last_saved - now);
      }
    }
    const bool long_search = seconds(Clock::now() - began) >= options_.checkpoints.every.count();
    if (long_search || result.timed_out) save();
    result.resumed = !saved_.empty();
    result.resumed_boxes = std::min(saved_.size(), head_);
    result.boxes = nodes_.size();
    result.share = share_;
    result.proved = !stopped;
    if (result.proved) result.lines = to_lines(nodes_, axes_, options_.bits, options_.threads);
    return result;
  }

  bool save() {
    if (!keeps_state() || !options_.checkpoints.save || head_ <= saved_.size()) return false;
    options_.checkpoints.save(key_, saved_state(key_, nodes_, head_));
    return true;
  }

  [[nodiscard]] Box box(std::size_t node) const { return waiting_.sides(node); }

  // Decides nodes head_ to head_ + count, as far as time allows.
  void decide(std::size_t count) {
    std::size_t from = 0;
    for (; from < count && head_ + from < saved_.size(); ++from) nodes_[head_ + from] = saved_[head_ + from];
    if (from == count) return;
    std::atomic<std::size_t> next{from};
    const auto job = [&](std::size_t worker) {
      constexpr std::size_t batch = 16;
      for (;;) {
        const std::size_t begin = next.fetch_add(batch);
        if (begin >= count || out_of_time()) break;
        for (std::size_t i = begin; i < std::min(begin + batch, count); ++i)
          nodes_[head_ + i] = judge_.decide(box(head_ + i), waiting_[head_ + i].level, workspaces_[worker]);
      }
    };
    if (count - from >= 128 && options_.threads > 1) {
      if (!crew_) {
        crew_ = std::make_unique<Crew>(options_.threads - 1);
        workspaces_.resize(crew_->size());
      }
      crew_->run(job);
    } else {
      job(0);
    }
  }

  [[nodiscard]] bool out_of_time() const {
    return Clock::now() > options_.deadline || (options_.cancel && *options_.cancel);
  }

  // Takes decided nodes from the queue and puts their children behind. False: the search ends here, unproved.
  bool settle(std::size_t count, BoxResult& result) {
    const std::size_t end = head_ + count;
    for (; head_ < end; ++head_) {
      if (nodes_.size() > options_.max_boxes) {
        result.out_of_boxes = true;
        hardest(result);
        return false;
      }
      const Node n = nodes_[head_];
      worst_ = std::min(worst_, static_cast<double>(n.bound));
      if (n.fate == Fate::open) {
        result.timed_out = true;
        hardest(result);
        return false;
      }
      if (n.fate == Fate::stuck || n.fate == Fate::refuted) {
        report(result, head_, n.bound);
        if (n.fate == Fate::refuted) suspect(result);
        nodes_[head_] = {};
        return false;
      }
      const int born = children(n.fate);
      if (born == 0) {
        share_ += waiting_[head_].volume;
        continue;
      }
      nodes_[head_].first_child = static_cast<std::uint32_t>(nodes_.size());
      for (int i = 0; i < born; ++i) {
        const auto child = waiting_.add({waiting_[head_].volume / born, n.bound, n.child_level});
        if (!child_box(n, axes_, box(head_), i, child)) throw Damaged{};
        nodes_.emplace_back();
      }
    }
    waiting_.forget_before(head_);
    return true;
  }

  // The undecided box of least bound, among equals the first.
  void hardest(BoxResult& result) const {
    std::size_t worst = head_;
    for (std::size_t i = head_; i < nodes_.size(); ++i) {
      if (waiting_[i].bound < waiting_[worst].bound) worst = i;
    }
    report(result, worst, waiting_[worst].bound);
  }
  void report(BoxResult& result, std::size_t node, double bound) const {
    HardBox h;
    h.lower = bound;
    h.text = to_text(axes_, box(node));
    for (std::size_t k = 0; k < n_; ++k) {
      if (axes_[k].used) h.box.emplace(axes_[k].name, axes_[k].exact(box(node)[k]));
    }
    result.hardest = h.text;
    result.hardest_box = std::move(h);
  }
  void suspect(BoxResult& result) const {
    for (const auto& [name, r] : result.hardest_box->box)
      result.suspect[name] = (r.lo.value + r.hi.value) / Rational(2);
  }

  const BoxOptions& options_;
  BoxJudge judge_;
  const std::vector<Axis>& axes_;
  std::size_t n_;
  std::vector<Side> whole_;  // the domain
  std::string key_;
  std::vector<Node> saved_;
  std::vector<Node> nodes_;  // in breadth-first order; decided up to head_
  Waiting waiting_;          // the boxes of nodes from head_ on
  std::size_t head_ = 0;
  double share_ = 0, worst_ = HUGE_VAL;
  std::vector<BoxJudge::Workspace> workspaces_{1};
  std::unique_ptr<Crew> crew_;
};

}  // namespace

BoxResult prove_by_boxes(const Goal& goal, const BoxOptions& options) {
  if (goal.relation.rel == Rel::eq) return {};
  for (const auto& e : {goal.relation.lhs, goal.relation.rhs}) {
    if (has_functions(e)) return {};  // arbitrary functions have no values
  }
  return Search(goal, options).run();
}

}  // namespace dpcert::verify
