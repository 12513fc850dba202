#include "verify/engine/boxes.hpp"

#include <flint/flint.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <thread>

namespace dpcert::verify {

namespace {

struct Node {
  std::vector<Range> box;
  Precision bits = 64;
  int parent = -1;
  double volume = 1;  // share of the domain, halved by every split
  std::string line;   // reason, once decided
  std::vector<std::size_t> children;
  // What is to be done with it, decided by the box alone.
  enum class Fate { open, leaf, restrict_, split, stuck, refuted } fate = Fate::open;
  std::vector<Range> first, second;
  Precision child_bits = 64;
  double bound = -INFINITY;  // lower bound of D, for progress
};

Interval as_interval(const Range& r, Precision bits) {
  return (r.bounded()      ? Interval(r.lo.value, r.hi.value, bits)
          : !r.lo.infinite ? Interval::at_least(r.lo.value, bits)
          : !r.hi.infinite ? Interval::at_most(r.hi.value, bits)
                           : Interval::entire(bits))
      .with_limits();
}

Rational midpoint(const Range& r) { return (r.lo.value + r.hi.value) / Rational(2); }
bool is_point(const Range& r) { return r.bounded() && r.lo.value == r.hi.value; }

// A dyadic number with few bits near x.
Rational dyadic_near(double x, int bits = 12) {
  if (x == 0 || !std::isfinite(x)) return 0;
  int e = 0;
  const double m = std::frexp(x, &e);
  return Rational::from_double(std::ldexp(std::round(std::ldexp(m, bits)), e - bits));
}

bool has_functions(const Expr& e) {
  bool found = false;
  transform(e, [&](const Expr& n, const std::vector<Expr>&) {
    found = found || n.op() == Op::apply;
    return n;
  });
  return found;
}

class Search {
 public:
  Search(const Goal& goal, const BoxOptions& options) : goal_(goal), options_(options) {
    for (const auto& v : goal.context.variables) inputs_.push_back(Expr::variable(v.name));
    const Expr d = goal.difference();
    std::vector<Expr> roots{d};
    n_ = inputs_.size();
    // Variables that neither D nor a hypothesis mentions are left alone.
    for (const auto& x : inputs_) {
      bool used = depends_on(d, x);
      for (const auto& h : goal.context.hypotheses) used = used || depends_on(h.lhs, x) || depends_on(h.rhs, x);
      used_.push_back(used);
    }
    smooth_ = true;
    for (const auto& x : inputs_) smooth_ = smooth_ && is_smooth_in(d, x);
    if (smooth_) {
      for (const auto& c : smoothness_conditions(d, goal.context)) {
        // Strict conditions under roots that are not known are seen numerically: the derivative is then not finite.
        // Integer-only formulas are declined.
        if (c.need == Need::positive && !goal.context.knows(c)) {
          const auto plain = side_conditions(d, goal.context);
          bool integer_power =
              std::ranges::find(plain, c) == plain.end() && goal.context.signs(c.u) != (positive | zero);
          if (integer_power) smooth_ = false;
        }
      }
    }
    std::vector<Expr> gradient;
    if (smooth_) {
      for (const auto& x : inputs_) gradient.push_back(derivative(d, x));
      roots.insert(roots.end(), gradient.begin(), gradient.end());
      first_order_ = roots.size();
      if (options.second_order && n_ <= 6) {
        for (std::size_t i = 0; i < n_; ++i) {
          for (std::size_t j = 0; j <= i; ++j) roots.push_back(derivative(gradient[i], inputs_[j]));
        }
        second_order_ = true;
        std::size_t size = 0;
        for (std::size_t k = first_order_; k < roots.size(); ++k) size = std::max(size, size_of(roots[k]));
        if (size > 600) {
          second_order_ = false;
          roots.resize(first_order_);
        }
      }
    }
    hypotheses_at_ = roots.size();
    for (const auto& h : goal.context.hypotheses) {
      const Expr d = sub(h.lhs, h.rhs);
      roots.push_back(has_functions(d) ? log(Expr(-1))
                                       : d);  // arbitrary functions have no values: undefined decides nothing
    }
    std::vector<Expr> tape_inputs = inputs_;
    tape_ = std::make_unique<Tape>(roots, tape_inputs);
    // Hypotheses have their own tape, so that they cost nothing where they are not asked.
    std::vector<Expr> hyps(roots.begin() + static_cast<std::ptrdiff_t>(hypotheses_at_), roots.end());
    roots.resize(hypotheses_at_);
    tape_ = std::make_unique<Tape>(roots, tape_inputs);
    hypotheses_ = std::make_unique<Tape>(hyps, tape_inputs);
  }

  BoxResult run() {
    BoxResult result;
    Node root;
    for (const auto& v : goal_.context.variables) root.box.push_back(v.range);
    root.bits = options_.bits;
    nodes_.push_back(std::move(root));
    std::vector<std::size_t> level{0};
    bool stopped = false;
    while (!level.empty() && !stopped) {
      process(level);
      std::vector<std::size_t> next;
      for (const std::size_t i : level) {
        Node& n = nodes_[i];
        worst_ = std::min(worst_, n.bound);
        switch (n.fate) {
          case Node::Fate::leaf:
            share_ += n.volume;
            break;
          case Node::Fate::restrict_:
            next.push_back(child(i, std::move(n.first), n.volume));
            break;
          case Node::Fate::split: {
            const auto a =
                child(i, std::move(nodes_[i].first), nodes_[i].volume / 2);  // nodes_ grows: no reference is kept
            const auto b = child(i, std::move(nodes_[i].second), nodes_[i].volume / 2);
            next.push_back(a);
            next.push_back(b);
            break;
          }
          default:
            result.hardest = text(n.box);
            if (n.fate == Node::Fate::refuted) {
              for (std::size_t k = 0; k < n_; ++k) {
                if (used_[k]) result.suspect[inputs_[k].name()] = midpoint(n.box[k]);
              }
            }
            stopped = true;
        }
        if (stopped) break;
      }
      if (options_.progress) options_.progress(share_, nodes_.size(), worst_);
      if (!stopped && !next.empty() && (nodes_.size() > options_.max_boxes || out_of_time_)) {
        result.hardest = text(nodes_[next.front()].box);
        stopped = true;
      }
      level = std::move(next);
    }
    result.boxes = nodes_.size();
    result.share = share_;
    result.timed_out = out_of_time_;
    result.proved = !stopped;
    if (result.proved) result.lines = lines();
    return result;
  }

 private:
  struct Workspace {
    std::vector<Interval> values, point, work, point_work, hyp_work;
  };

  std::size_t child(std::size_t parent, std::vector<Range> box, double volume) {
    Node c;
    c.box = std::move(box);
    c.bits = nodes_[parent].child_bits;
    c.parent = static_cast<int>(parent);
    c.volume = volume;
    nodes_.push_back(std::move(c));
    nodes_[parent].children.push_back(nodes_.size() - 1);
    return nodes_.size() - 1;
  }

  void process(const std::vector<std::size_t>& level) {
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      Workspace w;
      for (;;) {
        const std::size_t begin = next.fetch_add(16);
        if (begin >= level.size()) break;
        if (std::chrono::steady_clock::now() > options_.deadline || (options_.cancel && *options_.cancel)) {
          out_of_time_ = true;
          for (std::size_t i = begin; i < std::min(begin + 16, level.size()); ++i)
            nodes_[level[i]].fate = Node::Fate::stuck;
          continue;
        }
        for (std::size_t i = begin; i < std::min(begin + 16, level.size()); ++i) decide(nodes_[level[i]], w);
      }
    };
    const int threads = level.size() < 128 ? 1 : std::max(1, options_.threads);
    std::vector<std::jthread> pool;
    for (int t = 1; t < threads; ++t) {
      pool.emplace_back([&] {
        work();
        flint_cleanup();
      });
    }
    work();
  }

  void evaluate(const Tape& tape, const std::vector<Interval>& inputs, std::vector<Interval>& work, Precision bits,
                std::size_t from, std::size_t to) const {
    tape.run<Interval>(
        inputs, work, [bits](const Rational& q) { return Interval(q, bits); }, [bits] { return Interval::pi(bits); },
        from, to);
  }

  [[nodiscard]] bool enough(const Interval& d) const {
    if (d.is_undefined() || arf_is_inf(d.lower_arf())) return false;
    return goal_.strict() ? certainly_positive(d) : certainly_nonnegative(d);
  }

  void leaf(Node& n, std::string line) const {
    n.fate = Node::Fate::leaf;
    n.line = std::move(line);
  }

  void decide(Node& n, Workspace& w) const {
    const Precision bits = n.bits;
    n.child_bits = bits;
    bool bounded = true;
    for (std::size_t k = 0; k < n_; ++k) {
      const Range& r = n.box[k];
      if (!used_[k]) continue;
      bounded = bounded && r.bounded();
      if (goal_.context.variables[k].integer && r.bounded() && !is_point(r)) {
        const Rational lo = r.lo.closed ? r.lo.value.ceil() : r.lo.value.floor() + 1;
        const Rational hi = r.hi.closed ? r.hi.value.floor() : r.hi.value.ceil() - 1;
        if (lo > hi) return leaf(n, "noint " + inputs_[k].name());
        if (lo == hi) {
          n.fate = Node::Fate::restrict_;
          n.line = "fix " + inputs_[k].name();
          n.first = n.box;
          n.first[k] = {{false, true, lo}, {false, true, lo}};
          return;
        }
      }
    }
    w.values.clear();
    for (const auto& r : n.box) w.values.push_back(as_interval(r, bits));
    evaluate(*tape_, w.values, w.work, bits, 0, tape_->end_of(0));
    const Interval d = w.work[tape_->root(0)];
    if (d.is_defined()) n.bound = d.lower_double();
    if (enough(d) && (!bounded || d.is_finite())) return leaf(n, fmt::format("{} {}", bounded ? "eval" : "ray", bits));

    if (bounded && hypotheses_->roots() > 0) {
      evaluate(*hypotheses_, w.values, w.hyp_work, bits, 0, hypotheses_->code().size());
      for (std::size_t i = 0; i < hypotheses_->roots(); ++i) {
        const Interval& h = w.hyp_work[hypotheses_->root(i)];
        const Rel rel = goal_.context.hypotheses[i].rel;
        const bool fails = h.is_finite() && (certainly_negative(h) || (rel == Rel::gt && certainly_nonpositive(h)) ||
                                             (rel == Rel::eq && certainly_positive(h)));
        if (fails) return leaf(n, fmt::format("prune {} {}", i + 1, bits));
      }
    }

    std::vector<double> smear(n_, 0);
    bool finite_gradient = bounded && smooth_;
    if (finite_gradient) {
      evaluate(*tape_, w.values, w.work, bits, tape_->end_of(0), tape_->end_of(first_order_ - 1));
      for (std::size_t k = 0; k < n_; ++k) {
        const Interval& g = w.work[tape_->root(1 + k)];
        if (!g.is_finite()) {
          finite_gradient = false;
          continue;
        }
        if (is_point(n.box[k]) || !used_[k]) continue;
        const bool up = certainly_nonnegative(g), down = certainly_nonpositive(g);
        const End& end = up ? n.box[k].lo : n.box[k].hi;
        if ((up || down) && end.closed && usable_end(n, k)) {
          n.fate = Node::Fate::restrict_;
          n.line = fmt::format("face {} {} {}", inputs_[k].name(), up ? "lo" : "hi", bits);
          n.first = n.box;
          n.first[k] = {end, end};
          n.first[k].lo.closed = n.first[k].hi.closed = true;
          return;
        }
      }
    }
    if (finite_gradient) {
      // Around the midpoint: first order with the gradient over the box, then second order.
      w.point.clear();
      for (std::size_t k = 0; k < n_; ++k)
        w.point.push_back(used_[k] ? Interval(midpoint(n.box[k]), bits).with_limits() : w.values[k]);
      evaluate(*tape_, w.point, w.point_work, bits, 0, tape_->end_of(0));
      const Interval dm = w.point_work[tape_->root(0)];
      if (dm.is_finite()) {
        Interval bound = dm;
        for (std::size_t k = 0; k < n_; ++k) {
          if (!used_[k]) continue;
          const Interval offset = w.values[k] - w.point[k];
          const Interval term = w.work[tape_->root(1 + k)] * offset;
          bound = bound + term;
          smear[k] = std::max(std::fabs(term.lower_double()), std::fabs(term.upper_double()));
        }
        if (enough(bound) && bound.is_finite()) return leaf(n, fmt::format("mean {}", bits));
        if (second_order_) {
          evaluate(*tape_, w.point, w.point_work, bits, tape_->end_of(0), tape_->end_of(first_order_ - 1));
          evaluate(*tape_, w.values, w.work, bits, tape_->end_of(first_order_ - 1), tape_->code().size());
          Interval form = dm;
          for (std::size_t i = 0; i < n_; ++i) {
            if (!used_[i]) continue;
            form = form + w.point_work[tape_->root(1 + i)] * (w.values[i] - w.point[i]);
          }
          Interval quadratic = Interval(Rational(0), bits);
          std::size_t r = first_order_;
          for (std::size_t i = 0; i < n_; ++i) {
            for (std::size_t j = 0; j <= i; ++j, ++r) {
              if (!used_[i] || !used_[j]) continue;
              const Interval h = w.work[tape_->root(r)];
              const Interval oi = w.values[i] - w.point[i];
              if (i == j)
                quadratic = quadratic + h * square(oi);
              else
                quadratic = quadratic + Interval(Rational(2), bits) * h * (oi * (w.values[j] - w.point[j]));
            }
          }
          form = form + quadratic / Interval(Rational(2), bits);
          if (enough(form) && form.is_finite()) return leaf(n, fmt::format("taylor {}", bits));
        }
        // Precision: if the midpoint itself is not decided, digits are missing (or it is false, or it touches).
        if (!enough(dm)) {
          const bool certainly_false = goal_.strict() ? certainly_nonpositive(dm) : certainly_negative(dm);
          if (certainly_false && hypotheses_not_false(n, w)) {
            n.fate = Node::Fate::refuted;
            return;
          }
          if (!certainly_false) {
            if (bits >= options_.max_bits) {
              n.fate = Node::Fate::stuck;
              return;
            }
            n.child_bits = bits * 2;
          }
        }
      }
    }
    split(n, smear);
  }

  // `face` drops the hypotheses that mention the variable, so it must not be used while one is needed: it is not if
  // none mentions it or the face satisfies the domain anyway.
  bool usable_end(const Node&, std::size_t k) const {
    for (const auto& h : goal_.context.hypotheses) {
      if (depends_on(h.lhs, inputs_[k]) || depends_on(h.rhs, inputs_[k])) return false;
    }
    return true;
  }

  bool hypotheses_not_false(const Node& n, Workspace& w) const {
    for (std::size_t k = 0; k < n_; ++k) {
      if (used_[k] && goal_.context.variables[k].integer && !midpoint(n.box[k]).is_integer()) return false;
    }
    if (hypotheses_->roots() == 0) return true;
    evaluate(*hypotheses_, w.point, w.hyp_work, n.bits, 0, hypotheses_->code().size());
    for (std::size_t i = 0; i < hypotheses_->roots(); ++i) {
      const Interval& h = w.hyp_work[hypotheses_->root(i)];
      const Rel rel = goal_.context.hypotheses[i].rel;
      if (!(rel == Rel::gt   ? certainly_positive(h)
            : rel == Rel::ge ? certainly_nonnegative(h)
                             : h.is_point() && h.contains_zero()))
        return false;
    }
    return true;
  }

  void split(Node& n, const std::vector<double>& smear) const {
    // Unbounded variables first; then the largest contribution to the uncertainty; then the relatively widest.
    std::size_t best = n_;
    double best_score = -1;
    for (std::size_t k = 0; k < n_; ++k) {
      const Range& r = n.box[k];
      if (is_point(r) || !used_[k]) continue;
      double score = 0;
      if (!r.bounded()) {
        score = 1e300;
      } else {
        const double lo = r.lo.value.approx(), hi = r.hi.value.approx();
        const double width = hi - lo;
        if (std::isfinite(smear[k]) && smear[k] > 0)
          score = smear[k];
        else
          score = width / (1 + std::min(std::fabs(lo), std::fabs(hi)));
        if (!(score >= 0)) score = 0;
      }
      if (score > best_score) best_score = score, best = k;
    }
    if (best == n_) {
      n.fate = n.bits < options_.max_bits ? Node::Fate::restrict_ : Node::Fate::stuck;
      if (n.fate == Node::Fate::restrict_) raise_precision(n);
      return;
    }
    const Range& r = n.box[best];
    // Beyond this, values like exp(x) have exponents of their own size, and nothing is ever decided.
    static const Rational far = pow(Rational(2), 24);
    if (!r.bounded() && ((!r.lo.infinite && r.lo.value > far) || (!r.hi.infinite && r.hi.value < -far))) {
      n.fate = Node::Fate::stuck;
      return;
    }
    const Rational q = split_point(r, goal_.context.variables[best].integer);
    if (r.bounded() && (r.hi.value - r.lo.value) * pow(Rational(2), 80) <
                           max(abs(r.lo.value), max(abs(r.hi.value), pow(Rational(2), -200)))) {
      n.fate = Node::Fate::stuck;
      return;
    }
    n.fate = Node::Fate::split;
    n.line = fmt::format("split {} {}", inputs_[best].name(), q.str());
    n.first = n.second = n.box;
    n.first[best].hi = {false, true, q};
    n.second[best].lo = {false, true, q};
  }

  static const Rational& max(const Rational& a, const Rational& b) { return a < b ? b : a; }

  // A point box that is not decided: the same again with more digits. There is no rule for that, so it is evaluated
  // here until it is decided.
  void raise_precision(Node& n) const {
    for (Precision bits = n.bits * 2; bits <= options_.max_bits; bits *= 2) {
      std::vector<Interval> values, work;
      for (const auto& r : n.box) values.push_back(as_interval(r, bits));
      evaluate(*tape_, values, work, bits, 0, tape_->end_of(0));
      const Interval& d = work[tape_->root(0)];
      if (enough(d) && d.is_finite()) return leaf(n, fmt::format("eval {}", bits));
      if (goal_.strict() ? certainly_nonpositive(d) : certainly_negative(d)) break;
    }
    n.fate = Node::Fate::stuck;
  }

  static Rational split_point(const Range& r, bool integer) {
    Rational q;
    if (r.lo.infinite && r.hi.infinite)
      q = 0;
    else if (r.hi.infinite)
      q = r.lo.value.sign() > 0 ? r.lo.value * Rational(4) : r.lo.value + 1;
    else if (r.lo.infinite)
      q = r.hi.value.sign() < 0 ? r.hi.value * Rational(4) : r.hi.value - 1;
    else {
      const double lo = r.lo.value.approx(), hi = r.hi.value.approx();
      q = midpoint(r);
      if (lo > 0 && hi / lo > 8) {
        const Rational g = dyadic_near(std::sqrt(lo) * std::sqrt(hi));
        if (g > r.lo.value && g < r.hi.value) q = g;
      } else if (hi < 0 && lo / hi > 8) {
        const Rational g = dyadic_near(-std::sqrt(-lo) * std::sqrt(-hi));
        if (g > r.lo.value && g < r.hi.value) q = g;
      } else {
        // A midpoint with few bits keeps the numbers of the certificate short.
        const Rational g = dyadic_near(q.approx(), 24);
        const Rational width = r.hi.value - r.lo.value;
        if (abs(g - q) * Rational(4) < width) q = g;
      }
    }
    if (integer) {
      Rational k = q.floor();
      if (r.bounded() && r.hi.value - r.lo.value <= Rational(1)) return q;
      if ((r.lo.infinite || k > r.lo.value) && (r.hi.infinite || k < r.hi.value)) return k;
      k = q.ceil();
      if ((r.lo.infinite || k > r.lo.value) && (r.hi.infinite || k < r.hi.value)) return k;
    }
    return q;
  }

  std::string text(const std::vector<Range>& box) const {
    std::string s;
    for (std::size_t k = 0; k < n_; ++k)
      s += fmt::format("{}{} in {}", k ? ", " : "", inputs_[k].name(), to_text(box[k]));
    return s;
  }

  [[nodiscard]] std::vector<std::string> lines() const {
    std::vector<std::string> out;
    std::vector<std::size_t> stack{0};
    while (!stack.empty()) {
      const Node& n = nodes_[stack.back()];
      stack.pop_back();
      out.push_back(n.line);
      for (std::size_t i = n.children.size(); i-- > 0;) stack.push_back(n.children[i]);
    }
    return out;
  }

  const Goal& goal_;
  const BoxOptions& options_;
  std::vector<Expr> inputs_;
  std::size_t n_ = 0;
  std::vector<bool> used_;
  bool smooth_ = false, second_order_ = false;
  std::size_t first_order_ = 1, hypotheses_at_ = 1;
  std::unique_ptr<Tape> tape_, hypotheses_;
  std::vector<Node> nodes_;
  double share_ = 0, worst_ = INFINITY;
  std::atomic<bool> out_of_time_{false};
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
