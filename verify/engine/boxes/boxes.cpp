#include "verify/engine/boxes/boxes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>

#include "src/core/work.hpp"
#include "verify/engine/boxes/judge.hpp"
#include "verify/support/digest.hpp"
#include "verify/support/threads.hpp"

namespace dpcert::verify {

namespace {

using Clock = std::chrono::steady_clock;
double seconds(Clock::duration d) { return std::chrono::duration<double>(d).count(); }

// What the tree depends on.
std::string key_of(const Goal& goal, const BoxOptions& o) {
  std::string s = fmt::format("boxes 4\n{} {} {} {} {}\n{}\n", o.bits, o.max_bits, o.second_order, o.relax, o.doubles,
                              to_text(goal.relation));
  for (const auto& v : goal.context.variables()) s += fmt::format("{} {} {}\n", v.name, v.integer, to_text(v.range));
  for (const auto& h : goal.context.hypotheses()) s += to_text(h) + "\n";
  return sha256_hex(s);
}

// The boxes that wait, in order. Brothers and sisters share their parent's box, from which each is cut when it is asked
// for. In blocks, so that nothing is moved when more come or the first ones go.
class Waiting {
 public:
  struct Family {
    Node parent;        // decided; `open` for the root, which is its parent's box
    double volume = 0;  // of each child: share of the domain
    [[nodiscard]] int size() const { return parent.fate == Fate::open ? 1 : children(parent.fate); }
  };
  struct Place {
    std::size_t family;
    int child;
  };

  explicit Waiting(std::span<const Axis> axes) : axes_(axes), n_(axes.size()) {}

  void start(Box whole) {
    families_ = first_ = 0;
    blocks_.clear();
    add({{}, 1.0}, whole);
  }
  void add(const Family& family, Box parent) {
    if (families_ % length == 0) {
      blocks_.emplace_back();
      blocks_.back().sides.resize(length * n_);
      blocks_.back().families.resize(length);
    }
    Block& block = blocks_.back();
    block.families[families_ % length] = family;
    std::ranges::copy(parent, block.sides.begin() + static_cast<std::ptrdiff_t>(families_ % length * n_));
    ++families_;
  }
  [[nodiscard]] bool at_end(Place p) const { return p.family == families_; }
  [[nodiscard]] Place next(Place p) const {
    return p.child + 1 < family(p).size() ? Place{p.family, p.child + 1} : Place{p.family + 1, 0};
  }
  [[nodiscard]] const Family& family(Place p) const {
    return blocks_[p.family / length - first_].families[p.family % length];
  }
  /// False if that makes no sense (a damaged state).
  [[nodiscard]] bool box(Place p, std::span<Side> out) const {
    const Block& block = blocks_[p.family / length - first_];
    const Box parent{block.sides.data() + p.family % length * n_, n_};
    const Node& by = block.families[p.family % length].parent;
    if (by.fate != Fate::open) return child_box(by, axes_, parent, p.child, out);
    std::ranges::copy(parent, out.begin());
    return true;
  }
  /// Boxes before that are not asked for any more.
  void forget_before(Place p) {
    for (; p.family / length > first_; ++first_) blocks_.pop_front();
  }
  /// Of what waits from there on. When blocks go is a matter of time, so it does not count.
  [[nodiscard]] std::size_t bytes_from(Place p) const {
    return (families_ - p.family) * (sizeof(Family) + n_ * sizeof(Side));
  }

 private:
  static constexpr std::size_t length = 4096;
  struct Block {
    std::vector<Side> sides;
    std::vector<Family> families;
  };
  std::span<const Axis> axes_;
  std::size_t n_, first_ = 0, families_ = 0;  // first_: number of the first block
  std::deque<Block> blocks_;
};

class Search {
 public:
  Search(const Goal& goal, const BoxOptions& options)
      : options_(options), judge_(goal, options), axes_(judge_.axes()), n_(axes_.size()), waiting_(axes_) {
    for (std::size_t k = 0; k < n_; ++k) whole_.push_back(axes_[k].whole());
    if (keeps_state()) key_ = key_of(goal, options);
  }

  BoxResult run() {
    if (keeps_state() && options_.checkpoints.load) {
      if (const auto state = options_.checkpoints.load(key_)) {
        if (auto nodes = read_state(key_, *state)) saved_ = std::move(*nodes);
        own_state_ = options_.checkpoints.written->contains(key_);
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
  struct Chosen {  // a box to be decided in this turn
    Waiting::Place place;
    Decided node;
  };

  [[nodiscard]] bool keeps_state() const {
    return (options_.checkpoints.load || options_.checkpoints.save) &&
           options_.max_boxes >= options_.checkpoints.least_boxes;
  }

  void start() {
    decided_.clear();
    born_ = 1;
    waiting_.start(whole_);
    head_ = {0, 0};
    share_ = 0;
    worst_ = HUGE_VAL;
    next_saved_ = saved_.begin();
    workspaces_.resize(1);
    workspaces_[0].sides.resize(n_);
  }

  // The queue is breadth first. A node's fate depends on its box and precision alone; threads only share the work on
  // the next few.
  BoxResult search() {
    BoxResult result;
    const auto began = Clock::now();
    auto last_saved = began;
    double save_cost = 0;
    std::size_t chunk = 64;
    bool stopped = false;
    while (!waiting_.at_end(head_) && !stopped) {
      const auto before = Clock::now();
      choose(chunk);
      const std::size_t count = chosen_.size();
      decide();
      stopped = !settle(result);
      if (options_.progress) options_.progress(share_, born_, worst_);
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
    result.resumed = saved_.size() > 0;
    result.resumed_boxes = own_state_ ? 0 : std::min(saved_.size(), decided_.size());
    result.boxes = born_;
    result.share = share_;
    result.bytes = most_bytes_;
    result.proved = !stopped;
    if (result.proved) result.tree = tree_text(decided_, axes_, options_.bits, result.tree_bits);
    return result;
  }

  bool save() {
    if (!keeps_state() || !options_.checkpoints.save || decided_.size() <= saved_.size()) return false;
    options_.checkpoints.save(key_, saved_state(key_, decided_));
    options_.checkpoints.written->insert(key_);
    return true;
  }

  // The next boxes, at most so many.
  void choose(std::size_t most) {
    chosen_.clear();
    for (auto at = head_; !waiting_.at_end(at) && chosen_.size() < most; at = waiting_.next(at))
      chosen_.push_back({at, {}});
  }

  // Decides them, as far as time allows.
  void decide() {
    std::size_t from = 0;
    for (; from < chosen_.size() && decided_.size() + from < saved_.size(); ++from)
      chosen_[from].node = saved_.read(next_saved_);
    if (from == chosen_.size()) return;
    std::atomic<std::size_t> next{from};
    std::atomic<bool> damaged{false};
    const auto job = [&](std::size_t worker) {
      constexpr std::size_t batch = 16;
      auto& [sides, workspace] = workspaces_[worker];
      for (;;) {
        const std::size_t begin = next.fetch_add(batch);
        if (begin >= chosen_.size() || out_of_time()) break;
        for (std::size_t i = begin; i < std::min(begin + batch, chosen_.size()); ++i) {
          auto& [place, node] = chosen_[i];
          if (!waiting_.box(place, sides)) damaged = true;
          if (damaged) return;
          node = judge_.decide(sides, waiting_.family(place).parent.child_level, workspace);
        }
      }
    };
    if (chosen_.size() - from >= 128 && options_.threads > 1) {
      if (!crew_) {
        crew_ = std::make_unique<Crew>(static_cast<std::size_t>(options_.threads - 1));
        workspaces_.resize(crew_->size() + 1);
        for (auto& w : workspaces_) w.sides.resize(n_);
      }
      crew_->run(job);
    } else {
      job(0);
    }
    if (damaged) throw Damaged{};
  }

  [[nodiscard]] bool out_of_time() const { return options_.over(); }

  // Takes decided nodes from the queue and puts their children behind. False: the search ends here, unproved.
  bool settle(BoxResult& result) {
    worst_ = HUGE_VAL;
    for (auto& [place, n] : chosen_) {
      head_ = place;
      // The tree's text and its making take about so much for each box.
      constexpr std::size_t text_bytes = 24;
      const std::size_t bytes = decided_.bytes() + waiting_.bytes_from(place) + born_ * text_bytes;
      most_bytes_ = std::max(most_bytes_, bytes);
      if (bytes > std::min(options_.max_bytes, NodeLog::most_bytes)) result.out_of_memory = true;
      if (born_ > options_.max_boxes || result.out_of_memory) {
        result.out_of_boxes = true;
        hardest(result);
        return false;
      }
      if (n.perhaps_zero) {
        auto& box = workspaces_[0].sides;
        if (!waiting_.box(place, box)) throw Damaged{};
        if (out_of_time())
          n.fate = Fate::open;
        else
          judge_.settle(box, n);
      }
      if (n.fate == Fate::open) {
        result.timed_out = true;
        hardest(result);
        return false;
      }
      if (n.fate == Fate::stuck || n.fate == Fate::refuted) {
        report(result, place, n.bound);
        if (n.fate == Fate::refuted) suspect(result);
        return false;
      }
      const int born = children(n.fate);
      if (n.fate == Fate::noint && n.variable >= n_) throw Damaged{};
      if (born == 0) {
        share_ += waiting_.family(place).volume;
      } else {
        worst_ = std::min(worst_, static_cast<double>(n.bound));
        auto& parent = workspaces_[0].sides;
        if (!waiting_.box(place, parent)) throw Damaged{};
        waiting_.add({n, waiting_.family(place).volume / born}, parent);
        born_ += static_cast<std::size_t>(born);
      }
      decided_.append(n);
    }
    head_ = waiting_.next(chosen_.back().place);
    waiting_.forget_before(head_);
    return true;
  }

  // The undecided box of least bound, among equals the first.
  void hardest(BoxResult& result) const {
    Waiting::Place worst = head_;
    for (auto at = head_; !waiting_.at_end(at); at = waiting_.next(at)) {
      if (waiting_.family(at).parent.bound < waiting_.family(worst).parent.bound) worst = at;
    }
    report(result, worst, waiting_.family(worst).parent.bound);
  }
  void report(BoxResult& result, Waiting::Place place, double bound) const {
    std::vector<Side> box(n_);
    if (!waiting_.box(place, box)) throw Damaged{};
    HardBox h;
    h.lower = bound;
    h.text = to_text(axes_, box);
    for (std::size_t k = 0; k < n_; ++k) {
      if (axes_[k].used) h.box.emplace(axes_[k].name, axes_[k].exact(box[k]));
    }
    h.others = others();
    result.hardest = h.text;
    result.hardest_box = std::move(h);
  }
  // At most `most_others` of the boxes that wait, at equal distances in the queue.
  [[nodiscard]] std::vector<std::string> others() const {
    constexpr std::size_t most_others = 15;
    std::size_t waiting = 0, seen = 0;
    for (auto at = head_; !waiting_.at_end(at); at = waiting_.next(at)) ++waiting;
    const std::size_t stride = std::max<std::size_t>(1, waiting / most_others);
    std::vector<std::string> texts;
    std::vector<Side> box(n_);
    for (auto at = head_; !waiting_.at_end(at) && texts.size() < most_others; at = waiting_.next(at))
      if (seen++ % stride == 0 && waiting_.box(at, box)) texts.push_back(to_text(axes_, box));
    return texts;
  }
  void suspect(BoxResult& result) const {
    for (const auto& [name, r] : result.hardest_box->box)
      result.suspect[name] = (r.lo.value + r.hi.value) / Rational(2);
  }

  struct Worker {
    std::vector<Side> sides;
    BoxJudge::Workspace workspace;
  };

  const BoxOptions& options_;
  BoxJudge judge_;
  const std::vector<Axis>& axes_;
  std::size_t n_;
  std::vector<Side> whole_;  // the domain
  std::string key_;
  NodeLog saved_;
  bool own_state_ = false;  // it was saved by an earlier round of this run
  NodeLog::Place next_saved_ = 0;
  NodeLog decided_;
  Waiting waiting_;
  Waiting::Place head_{0, 0};   // the first box that is not decided
  std::vector<Chosen> chosen_;  // from there on
  std::size_t born_ = 1;        // boxes, decided or not
  std::size_t most_bytes_ = 0;
  double share_ = 0, worst_ = HUGE_VAL;
  std::vector<Worker> workspaces_;
  std::unique_ptr<Crew> crew_;
};

}  // namespace

BoxResult prove_by_boxes(const Goal& goal, const BoxOptions& options) {
  if (goal.relation.rel == Rel::eq) return {};
  for (const auto& e : {goal.relation.lhs, goal.relation.rhs}) {
    if (has_functions(e)) return {};  // arbitrary functions have no values
  }
  const WorkLimit none(WorkLimit::unlimited);  // what is smooth is no matter of the work left
  return Search(goal, options).run();
}

std::uint64_t box_work(const Goal& goal) {
  std::uint64_t nodes = size_of(goal.relation.lhs) + size_of(goal.relation.rhs);
  for (const auto& h : goal.context.hypotheses()) nodes += size_of(h.lhs) + size_of(h.rhs);
  return 2 + nodes / 2;
}

}  // namespace dpcert::verify
