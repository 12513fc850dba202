// Branch and bound against what one would write by hand: a bare Arb loop over the same boxes, and plain
// natural-extension branch and bound over Arb and over MPFI, all in the same run. Counters: boxes a second, and the
// ratio to the bare loop. Then the time of the independent check against the time of the proof, and two threads against
// one.
#include <acb.h>
#include <arb.h>
#include <benchmark/benchmark.h>
#include <mpfi.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <functional>
#include <sstream>
#include <vector>

#include "dpcert/checker/checker.hpp"
#include "dpcert/scalar/tape.hpp"
#include "verify/kernel/decide.hpp"

namespace {

using namespace dpcert;
using namespace dpcert::verify;
// CPU time of the process: the machine may be busy with other things.
struct Clock {
  using time_point = double;
  static time_point now() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  }
};

double seconds_since(Clock::time_point start) { return Clock::now() - start; }

// A formula three times: in the statement language, over Arb balls, over MPFI intervals. `work` has room for
// temporaries.
struct Formula {
  const char* name;
  const char* text;
  int variables;
  void (*arb)(arb_ptr out, arb_srcptr x, arb_ptr work, slong bits);
  void (*mpfi)(mpfi_ptr out, const std::vector<mpfi_ptr>& x, const std::vector<mpfi_ptr>& work);
};

// exp(s^2/8) + slack - p exp(s (1-p)) - (1-p) exp(-s p), slack = 1/1000 or 0
template <bool slack>
void hoeffding_arb(arb_ptr out, arb_srcptr x, arb_ptr w, slong bits) {
  arb_srcptr p = x, s = x + 1;
  arb_sub_ui(w, p, 1, bits);
  arb_neg(w, w);  // 1 - p
  arb_mul(w + 1, s, w, bits);
  arb_exp(w + 1, w + 1, bits);
  arb_mul(w + 1, w + 1, p, bits);
  arb_mul(w + 2, s, p, bits);
  arb_neg(w + 2, w + 2);
  arb_exp(w + 2, w + 2, bits);
  arb_mul(w + 2, w + 2, w, bits);
  arb_sqr(w + 3, s, bits);
  arb_mul_2exp_si(w + 3, w + 3, -3);
  arb_exp(w + 3, w + 3, bits);
  arb_set_ui(w + 4, 1);
  arb_div_ui(w + 4, w + 4, 1000, bits);
  arb_mul_ui(w + 4, w + 4, slack ? 1 : 0, bits);
  arb_add(out, w + 3, w + 4, bits);
  arb_sub(out, out, w + 1, bits);
  arb_sub(out, out, w + 2, bits);
}
template <bool slack>
void hoeffding_mpfi(mpfi_ptr out, const std::vector<mpfi_ptr>& x, const std::vector<mpfi_ptr>& w) {
  mpfi_ui_sub(w[0], 1, x[0]);
  mpfi_mul(w[1], x[1], w[0]);
  mpfi_exp(w[1], w[1]);
  mpfi_mul(w[1], w[1], x[0]);
  mpfi_mul(w[2], x[1], x[0]);
  mpfi_neg(w[2], w[2]);
  mpfi_exp(w[2], w[2]);
  mpfi_mul(w[2], w[2], w[0]);
  mpfi_sqr(w[3], x[1]);
  mpfi_div_ui(w[3], w[3], 8);
  mpfi_exp(w[3], w[3]);
  mpfi_set_ui(w[4], slack ? 1 : 0);
  mpfi_div_ui(w[4], w[4], 1000);
  mpfi_add(out, w[3], w[4]);
  mpfi_sub(out, out, w[1]);
  mpfi_sub(out, out, w[2]);
}

// log(x + y) + z^2 + 1/20 - z log(x y)/2
void three_arb(arb_ptr out, arb_srcptr x, arb_ptr w, slong bits) {
  arb_add(w, x, x + 1, bits);
  arb_log(w, w, bits);
  arb_mul(w + 1, x, x + 1, bits);
  arb_log(w + 1, w + 1, bits);
  arb_mul(w + 1, w + 1, x + 2, bits);
  arb_mul_2exp_si(w + 1, w + 1, -1);
  arb_sqr(w + 2, x + 2, bits);
  arb_set_ui(w + 3, 1);
  arb_div_ui(w + 3, w + 3, 20, bits);
  arb_add(out, w, w + 2, bits);
  arb_add(out, out, w + 3, bits);
  arb_sub(out, out, w + 1, bits);
}
void three_mpfi(mpfi_ptr out, const std::vector<mpfi_ptr>& x, const std::vector<mpfi_ptr>& w) {
  mpfi_add(w[0], x[0], x[1]);
  mpfi_log(w[0], w[0]);
  mpfi_mul(w[1], x[0], x[1]);
  mpfi_log(w[1], w[1]);
  mpfi_mul(w[1], w[1], x[2]);
  mpfi_div_ui(w[1], w[1], 2);
  mpfi_sqr(w[2], x[2]);
  mpfi_set_ui(w[3], 1);
  mpfi_div_ui(w[3], w[3], 20);
  mpfi_add(out, w[0], w[2]);
  mpfi_add(out, out, w[3]);
  mpfi_sub(out, out, w[1]);
}

// polygamma(3, x)
void trigamma_arb(arb_ptr out, arb_srcptr x, arb_ptr, slong bits) {
  acb_t k, z;
  acb_init(k);
  acb_init(z);
  acb_set_ui(k, 3);
  acb_set_arb(z, x);
  acb_polygamma(z, k, z, bits);
  arb_set(out, acb_realref(z));
  acb_clear(k);
  acb_clear(z);
}

// (1 - 1/(a + n x))^(2n) - exp(-2/x), n relaxed
void power_arb(arb_ptr out, arb_srcptr v, arb_ptr w, slong bits) {
  arb_srcptr x = v, a = v + 1, n = v + 2;
  arb_mul(w, n, x, bits);
  arb_add(w, w, a, bits);
  arb_inv(w, w, bits);
  arb_neg(w, w);
  arb_log1p(w, w, bits);
  arb_mul(w, w, n, bits);
  arb_mul_2exp_si(w, w, 1);
  arb_exp(w, w, bits);
  arb_set_si(w + 1, -2);
  arb_div(w + 1, w + 1, x, bits);
  arb_exp(w + 1, w + 1, bits);
  arb_sub(out, w, w + 1, bits);
}
void power_mpfi(mpfi_ptr out, const std::vector<mpfi_ptr>& x, const std::vector<mpfi_ptr>& w) {
  mpfi_mul(w[0], x[2], x[0]);
  mpfi_add(w[0], w[0], x[1]);
  mpfi_inv(w[0], w[0]);
  mpfi_neg(w[0], w[0]);
  mpfi_log1p(w[0], w[0]);
  mpfi_mul(w[0], w[0], x[2]);
  mpfi_mul_2ui(w[0], w[0], 1);
  mpfi_exp(w[0], w[0]);
  mpfi_set_si(w[1], -2);
  mpfi_div(w[1], w[1], x[0]);
  mpfi_exp(w[1], w[1]);
  mpfi_sub(out, w[0], w[1]);
}

const std::array formulas{
    Formula{"hoeffding",
            "var p in [0, 1]\nvar s in [0, 4]\nprove exp(s^2/8) + 1/1000 >= p*exp(s*(1-p)) + (1-p)*exp(-s*p)", 2,
            hoeffding_arb<true>, hoeffding_mpfi<true>},
    Formula{"three variables",
            "var x in [1/2, 3]\nvar y in [1/2, 3]\nvar z in [0, 1]\nprove log(x + y) + z^2 + 1/20 >= z*log(x*y)/2", 3,
            three_arb, three_mpfi},
    // Without slack: touches equality along p = 0, p = 1 and s = 0.
    Formula{"hoeffding from 1/4",
            "var p in [0, 1]\nvar s in [1/4, 4]\nprove exp(s^2/8) >= p*exp(s*(1-p)) + (1-p)*exp(-s*p)", 2,
            hoeffding_arb<false>, hoeffding_mpfi<false>},
    Formula{"hoeffding from 1/10",
            "var p in [0, 1]\nvar s in [1/10, 4]\nprove exp(s^2/8) >= p*exp(s*(1-p)) + (1-p)*exp(-s*p)", 2,
            hoeffding_arb<false>, hoeffding_mpfi<false>},
    Formula{"trigamma convex", "var x in [1/1000, 1000]\nprove polygamma(3, x) > 0", 1, trigamma_arb, nullptr},
    Formula{"power limit",
            "var x in [3, 50]\nvar a in [1, 10]\nint n in [10, 1000000]\n"
            "prove (1 - 1/(a + n*x))^(2*n) >= exp(-2/x)",
            3, power_arb, power_mpfi}};
const char* const tight = formulas[2].text;

Goal goal_of(const char* text) {
  const Instance i = parse_statement(text).instance();
  return {Context(i), i.conclusions[0]};
}

using Box = std::vector<std::pair<double, double>>;
Box root_box(const char* text) {
  Box b;
  for (const auto& v : parse_statement(text).instance().variables)
    b.emplace_back(v.range.lo.value.approx(), v.range.hi.value.approx());
  return b;
}

// The boxes of a tree, every node once, by reading its lines.
std::vector<Box> boxes_of(const char* text, const std::string& tree) {
  std::vector<std::string> names;
  for (const auto& v : parse_statement(text).instance().variables) names.push_back(v.name);
  std::vector<Box> out, stack{root_box(text)};
  std::istringstream lines(tree);
  for (std::string line; std::getline(lines, line);) {
    const Box b = stack.back();
    stack.pop_back();
    out.push_back(b);
    std::istringstream words(line);
    std::string rule, name, end;
    words >> rule >> name >> end;
    const auto k = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    Box first = b, second = b;
    if (rule == "split") {
      first[k].second = second[k].first = Rational::parse(end)->approx();
      stack.push_back(second);
      stack.push_back(first);
    } else if (rule == "face") {
      first[k] = end == "lo" ? std::pair(b[k].first, b[k].first) : std::pair(b[k].second, b[k].second);
      stack.push_back(first);
    }
  }
  return out;
}

// One plain evaluation over each box, the boxes converted before.
struct BareLoop {
  explicit BareLoop(const Formula& f, const std::vector<Box>& boxes)
      : formula(f), count(boxes.size()), x(_arb_vec_init(static_cast<slong>(count) * f.variables)) {
    arb_ptr at = x;
    arf_t lo, hi;
    arf_init(lo);
    arf_init(hi);
    for (const auto& b : boxes) {
      for (const auto& [l, h] : b) {
        arf_set_d(lo, l);
        arf_set_d(hi, h);
        arb_set_interval_arf(at++, lo, hi, 64);
      }
    }
    arf_clear(lo);
    arf_clear(hi);
  }
  BareLoop(const BareLoop&) = delete;
  BareLoop& operator=(const BareLoop&) = delete;
  ~BareLoop() {
    _arb_vec_clear(x, static_cast<slong>(count) * formula.variables);
    _arb_vec_clear(work, 8);
  }
  long run() {
    long positive = 0;
    for (std::size_t i = 0; i < count; ++i) {
      formula.arb(work + 7, x + static_cast<slong>(i) * formula.variables, work, 64);
      positive += arb_is_positive(work + 7);
    }
    return positive;
  }
  const Formula& formula;
  std::size_t count;
  arb_ptr x, work = _arb_vec_init(8);
};

double bare_rate(const Formula& f, const std::vector<Box>& boxes) {
  BareLoop loop(f, boxes);
  benchmark::DoNotOptimize(loop.run());
  const auto start = Clock::now();
  std::size_t evaluated = 0;
  while (seconds_since(start) < 0.2) {
    benchmark::DoNotOptimize(loop.run());
    evaluated += loop.count;
  }
  return static_cast<double>(evaluated) / seconds_since(start);
}

// What a second-order step needs: value, gradient and Hessian over each box, in balls from the same symbolic
// derivatives.
double derivative_rate(const Goal& goal, const std::vector<Box>& boxes) {
  std::vector<Expr> variables, roots{goal.difference()};
  for (const auto& v : goal.context.variables()) variables.push_back(Expr::variable(v.name));
  for (const auto& x : variables) roots.push_back(derivative(roots[0], x));
  for (std::size_t i = 0; i < variables.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) roots.push_back(derivative(roots[1 + i], variables[j]));
  }
  const Tape tape(roots, variables);
  std::vector<std::vector<Ball>> inputs;
  for (const auto& b : boxes) {
    auto& balls = inputs.emplace_back();
    for (const auto& [lo, hi] : b) balls.emplace_back(Rational::from_double(lo), Rational::from_double(hi), 64);
  }
  std::vector<Ball> work;
  const auto start = Clock::now();
  std::size_t evaluated = 0;
  while (seconds_since(start) < 0.2) {
    for (const auto& x : inputs) {
      tape.run<Ball>(
          x, work, [](const Rational& q) { return Ball(q, 64); }, [] { return Ball::pi(64); }, 0, tape.code().size());
      benchmark::DoNotOptimize(work.data());
    }
    evaluated += inputs.size();
  }
  return static_cast<double>(evaluated) / seconds_since(start);
}

BoxResult prove(const Goal& goal, int threads = 1, bool second_order = true) {
  BoxOptions o;
  o.max_boxes = 10'000'000;
  o.threads = threads;
  o.second_order = second_order;
  return prove_by_boxes(goal, o);
}

void prove_by_boxes_rate(benchmark::State& state, const Formula& f) {
  const Goal goal = goal_of(f.text);
  BoxResult r;
  double spent = 0, boxes = 0;
  for (auto _ : state) {
    const auto start = Clock::now();
    r = prove(goal);
    spent += seconds_since(start);
    boxes += static_cast<double>(r.boxes);
  }
  if (!r.proved) return state.SkipWithError("not proved");
  state.counters["boxes"] = static_cast<double>(r.boxes);
  state.counters["boxes/s"] = boxes / spent;
  const auto same = boxes_of(f.text, r.tree);
  state.counters["of_bare_loop"] = boxes / spent / bare_rate(f, same);
  state.counters["of_derivative_loop"] = boxes / spent / derivative_rate(goal, same);
}

// Extrema on the boundary of hypotheses: against hypotheses that only close the boxes on which they are false, in CPU
// time.
void relaxation(benchmark::State& state, const char* text) {
  const Goal goal = goal_of(text);
  BoxOptions o;
  o.max_boxes = 10'000'000;
  const auto cpu = [&](bool relax, BoxResult& r) {
    o.relax = relax;
    const std::clock_t start = std::clock();
    r = prove_by_boxes(goal, o);
    return static_cast<double>(std::clock() - start);
  };
  BoxResult relaxed, pruned;
  double spent = 0;
  for (auto _ : state) spent += cpu(true, relaxed);
  const double alone = cpu(false, pruned);
  if (!relaxed.proved) return state.SkipWithError("not proved");
  state.counters["boxes"] = static_cast<double>(relaxed.boxes);
  state.counters["boxes_of_pruning"] = static_cast<double>(pruned.boxes);
  state.counters["time_of_pruning"] = alone / (spent / static_cast<double>(state.iterations()));
}

void bare_arb_loop(benchmark::State& state, const Formula& f) {
  const BoxResult r = prove(goal_of(f.text));
  BareLoop loop(f, boxes_of(f.text, r.tree));
  for (auto _ : state) benchmark::DoNotOptimize(loop.run());
  state.counters["boxes"] = static_cast<double>(loop.count);
  state.counters["boxes/s"] =
      benchmark::Counter(static_cast<double>(loop.count), benchmark::Counter::kIsIterationInvariantRate);
}

// Natural extension, bisection of the widest side, depth first; gives up after `most` boxes. The evaluation says
// whether the formula is positive.
std::size_t natural_branch_and_bound(const Box& root, std::size_t most,
                                     const std::function<bool(const Box&)>& positive) {
  std::vector<Box> stack{root};
  std::size_t boxes = 0;
  while (!stack.empty() && boxes < most) {
    Box b = std::move(stack.back());
    stack.pop_back();
    ++boxes;
    if (positive(b)) continue;
    std::size_t widest = 0;
    for (std::size_t k = 1; k < b.size(); ++k) {
      if (b[k].second - b[k].first > b[widest].second - b[widest].first) widest = k;
    }
    Box other = b;
    b[widest].second = other[widest].first = (b[widest].first + b[widest].second) / 2;
    stack.push_back(std::move(b));
    stack.push_back(std::move(other));
  }
  return boxes;
}

constexpr std::size_t most_boxes = 3'000'000;

// times_boxes: beside our branch and bound alone (absent where that does not prove it); times_decide: beside the whole
// of it, with point search, prover, tightness and the checker.
void finish_natural(benchmark::State& state, const Formula& f, std::size_t boxes, double spent) {
  state.counters["boxes"] = static_cast<double>(boxes);
  state.counters["gave_up"] = boxes >= most_boxes ? 1 : 0;
  state.counters["boxes/s"] = static_cast<double>(boxes) / spent;
  const Goal goal = goal_of(f.text);
  double own = 1e9, whole = 1e9;
  bool proved = false;
  for (int i = 0; i < 5; ++i) {
    auto start = Clock::now();
    BoxOptions o;
    o.max_boxes = 20'000;
    proved = prove_by_boxes(goal, o).proved;
    own = std::min(own, seconds_since(start));
    start = Clock::now();
    if (decide(parse_statement(f.text), {}).verdict != Verdict::proved) return state.SkipWithError("not proved");
    whole = std::min(whole, seconds_since(start));
  }
  if (proved) state.counters["times_boxes"] = spent / own;
  state.counters["times_decide"] = spent / whole;
}

void natural_arb(benchmark::State& state, const Formula& f) {
  arb_ptr work = _arb_vec_init(12), x = work + 8;
  arf_t lo, hi;
  arf_init(lo);
  arf_init(hi);
  std::size_t boxes = 0;
  double spent = 0;
  for (auto _ : state) {
    const auto start = Clock::now();
    boxes = natural_branch_and_bound(root_box(f.text), most_boxes, [&](const Box& b) {
      for (std::size_t k = 0; k < b.size(); ++k) {
        arf_set_d(lo, b[k].first);
        arf_set_d(hi, b[k].second);
        arb_set_interval_arf(x + k, lo, hi, 64);
      }
      f.arb(work + 7, x, work, 64);
      return arb_is_nonnegative(work + 7) != 0;
    });
    spent = seconds_since(start);
  }
  finish_natural(state, f, boxes, spent);
  arf_clear(lo);
  arf_clear(hi);
  _arb_vec_clear(work, 12);
}

void natural_mpfi(benchmark::State& state, const Formula& f) {
  std::vector<mpfi_t> storage(12);
  std::vector<mpfi_ptr> x, work;
  for (auto& v : storage) mpfi_init2(v, 64);
  for (std::size_t k = 0; k < 8; ++k) work.push_back(storage[k]);
  for (std::size_t k = 8; k < 12; ++k) x.push_back(storage[k]);
  std::size_t boxes = 0;
  double spent = 0;
  for (auto _ : state) {
    const auto start = Clock::now();
    boxes = natural_branch_and_bound(root_box(f.text), most_boxes, [&](const Box& b) {
      for (std::size_t k = 0; k < b.size(); ++k) mpfi_interv_d(x[k], b[k].first, b[k].second);
      f.mpfi(work[7], x, work);
      return mpfi_is_nonneg(work[7]) > 0;
    });
    spent = seconds_since(start);
  }
  finish_natural(state, f, boxes, spent);
  for (auto& v : storage) mpfi_clear(v);
}

void check_against_proof(benchmark::State& state, const char* text) {
  DecideOptions o;
  double proving = 0, checking = 0;
  Decision d;
  for (auto _ : state) {
    const auto start = Clock::now();
    d = decide(parse_statement(text), o);
    proving += seconds_since(start) - d.check_seconds;
    const auto again = Clock::now();
    benchmark::DoNotOptimize(checker::check(d.certificate));
    checking += seconds_since(again);
  }
  if (d.verdict != Verdict::proved) return state.SkipWithError(d.reason.c_str());
  state.counters["lines"] = static_cast<double>(d.lines);
  state.counters["bytes"] = static_cast<double>(d.certificate.size());
  state.counters["check/proof"] = checking / proving;
}

// One long proof, the same tree for any number of threads: a kink leaves nothing but the natural extension. Real time
// is the measure; where the processors are shared with others, the CPU time of the main thread, which does what only
// one can do and its share of the rest, stands in for it.
void threads(benchmark::State& state) {
  const Goal goal = goal_of(
      "var x in [1, 3]\nvar y in [1, 3]\nvar z in [1, 3]\nprove lgamma(x+1) + lgamma(y+1) + lgamma(z+1) + "
      "abs(x - y)/1000 + 1/26 >= log(x*y*z) + lgamma(x) + lgamma(y) + lgamma(z)");
  BoxOptions o;
  o.max_boxes = 50'000'000;
  o.threads = static_cast<int>(state.range(0));
  BoxResult r;
  const auto main_thread = [] {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  };
  const double start = main_thread();
  for (auto _ : state) r = prove_by_boxes(goal, o);
  if (!r.proved) return state.SkipWithError("not proved");
  state.counters["boxes"] = static_cast<double>(r.boxes);
  state.counters["main_thread_s"] = main_thread() - start;
}

// A claim that turns of later rounds prove, among parts that come to nothing: the same proof for any number of threads.
// Real time is the measure; CPU time over that of one thread says what is worked at in vain.
void parts_of_rounds(benchmark::State& state) {
  const Statement statement = parse_statement(
      "var p in (0, 1)\nvar q in (0, 1)\n"
      "prove p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= 2*(p-q)^2 + 4/9*(p-q)^4");
  DecideOptions o;
  o.threads = static_cast<int>(state.range(0));
  o.tightness_boxes = 0;
  Decision d;
  for (auto _ : state) d = decide(statement, o);
  if (d.verdict != Verdict::proved) return state.SkipWithError(d.reason.c_str());
  state.counters["bytes"] = static_cast<double>(d.certificate.size());
}

// Numeric only: doubles first, and Arb alone.
void boxes_alone(benchmark::State& state, const Formula& f, bool doubles) {
  const Goal goal = goal_of(f.text);
  BoxOptions o;
  o.doubles = doubles;
  BoxResult r;
  for (auto _ : state) r = prove_by_boxes(goal, o);
  if (!r.proved) return state.SkipWithError("not proved");
  state.counters["boxes"] = static_cast<double>(r.boxes);
}

// The whole of `prove`: point search, prover, tightness, checker.
void whole(benchmark::State& state, const char* text) {
  const Statement statement = parse_statement(text);
  Decision d;
  for (auto _ : state) d = decide(statement, {});
  if (d.verdict != Verdict::proved) return state.SkipWithError(d.reason.c_str());
}

BENCHMARK_CAPTURE(prove_by_boxes_rate, hoeffding, formulas[0])->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(bare_arb_loop, hoeffding, formulas[0])->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(natural_arb, hoeffding, formulas[0])->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(natural_mpfi, hoeffding, formulas[0])->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(prove_by_boxes_rate, three_variables, formulas[1])->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(bare_arb_loop, three_variables, formulas[1])->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(natural_arb, three_variables, formulas[1])->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(natural_mpfi, three_variables, formulas[1])->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(boxes_alone, hoeffding_quarter, formulas[2], true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(boxes_alone, hoeffding_quarter_arb, formulas[2], false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(natural_arb, hoeffding_quarter, formulas[2])->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(natural_mpfi, hoeffding_quarter, formulas[2])->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(boxes_alone, hoeffding_tenth, formulas[3], true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(boxes_alone, hoeffding_tenth_arb, formulas[3], false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(natural_arb, hoeffding_tenth, formulas[3])->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(natural_mpfi, hoeffding_tenth, formulas[3])->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(whole, trigamma_convex, formulas[4].text)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(natural_arb, trigamma_convex, formulas[4])->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(whole, power_limit, formulas[5].text)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(natural_arb, power_limit, formulas[5])->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(natural_mpfi, power_limit, formulas[5])->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(whole, hoeffding_all,
                  "var p in (0, 1)\nvar s in [0, inf)\nprove exp(s^2/8) >= p*exp(s*(1-p)) + (1-p)*exp(-s*p)")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole, lgamma_midpoint,
                  "var x in [1/2, 100]\nvar t in [0, 1/4]\nprove lgamma(x + t) + lgamma(x - t) >= 2*lgamma(x)")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(relaxation, products,
                  "var p in [0, 1]\nvar q in [0, 1]\nvar r in [0, 1]\nvar s in [0, 1]\nassume p + q + r + s <= 1\n"
                  "prove p*q + q*r + r*s + s*p <= 26/100")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(relaxation, rdp_budget,
                  "var e in [0, 1]\nvar f in [0, 1]\nvar t in [0, 1]\nassume e + f <= t\n"
                  "prove cosh(e)*cosh(f) <= cosh(t) + 1/100")
    ->Unit(benchmark::kMillisecond);
BENCHMARK(threads)
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1)
    ->UseRealTime()
    ->MeasureProcessCPUTime();
BENCHMARK(parts_of_rounds)
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(3)
    ->UseRealTime()
    ->MeasureProcessCPUTime();
BENCHMARK_CAPTURE(check_against_proof, hoeffding, tight)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(check_against_proof, pinsker,
                  "var p in (0, 1)\nvar q in (0, 1)\nprove p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= 2*(p-q)^2")
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
