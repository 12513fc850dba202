// Reading in order, judging in parallel, handing out in order: a TBB pipeline with a bounded number of blocks in hand.
#include <flint/flint.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>

#include <memory>
#include <vector>

#include "dpcert/core/error.hpp"
#include "verify/audit/header.hpp"
#include "verify/audit/judge.hpp"

namespace dpcert::audit {

namespace {

/// Small enough that an interruption is answered soon, large enough that handing over costs nothing.
constexpr std::size_t block_rows = 64;

struct Block {
  std::vector<Record> records;
  std::vector<Judged> judged;
  std::uint64_t first_row = 0, bytes = 0;
  bool cut = false;  ///< stopped before the last record was judged
};
using Handle = std::shared_ptr<Block>;

/// FLINT keeps caches for every thread; its manual asks for this call before a thread ends.
class Cleanup : public tbb::task_scheduler_observer {
 public:
  explicit Cleanup(tbb::task_arena& arena) : tbb::task_scheduler_observer(arena) { observe(true); }
  ~Cleanup() override { observe(false); }
  void on_scheduler_exit(bool worker) override {
    if (worker) flint_cleanup();
  }
};

template <class Stopped>
void judge(Block& block, const Header& header, const Judge& judge_row, const Stopped& stopped) {
  block.judged.resize(block.records.size());
  for (std::size_t i = 0; i < block.records.size(); ++i) {
    const Record& record = block.records[i];
    Judged& out = block.judged[i];
    out.row.number = block.first_row + i;
    if (auto problem = header.read(record, out.row)) {
      out.judgement.problem = std::move(*problem);
      continue;
    }
    out.judgement = judge_row(out.row);
    if (stopped()) {  // this row may have been stopped half-way
      block.judged.resize(i);
      block.cut = true;
      break;
    }
    if (out.judgement.verdict == Verdict::error)
      out.judgement.problem.at = header.position(record, out.judgement.culprit);
  }
  block.records.clear();
}

}  // namespace

Progress audit(std::istream& csv, const Options& options) {
  CsvReader reader(csv);
  Record first;
  if (!reader.next(first)) throw Error(ErrorCode::bad_input, "line 1", "a header", "an empty file");
  const Header header(first);
  const Judge judge_row(options.digits, options.stop);
  Progress progress;
  std::uint64_t rows = 0;
  const auto stopped = [&] { return options.stop && options.stop->load(std::memory_order_relaxed); };

  const auto read = [&](tbb::flow_control& flow) -> Handle {
    auto block = std::make_shared<Block>();
    block->first_row = rows + 1;
    block->records.reserve(block_rows);
    while (block->records.size() < block_rows && !stopped()) {
      Record record;
      if (!reader.next(record)) break;
      block->records.push_back(std::move(record));
    }
    rows += block->records.size();
    block->bytes = reader.bytes();
    if (block->records.empty()) flow.stop();
    return block;
  };
  const auto work = [&](Handle block) {
    judge(*block, header, judge_row, stopped);
    return block;
  };
  bool cut = false;
  const auto write = [&](const Handle& block) {
    if (cut) return;
    cut = block->cut;
    for (const Judged& one : block->judged) {
      progress.unsound += one.judgement.verdict == Verdict::unsound;
      progress.errors += one.judgement.verdict == Verdict::error;
      ++progress.rows;
      if (options.row) options.row(one);
    }
    if (!cut) progress.bytes = block->bytes;
    if (options.progress) options.progress(progress);
  };

  const int threads = static_cast<int>(options.threads ? options.threads : 1);
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  const Cleanup cleanup(arena);
  arena.execute([&] {
    tbb::parallel_pipeline(static_cast<std::size_t>(threads) * 4,
                           tbb::make_filter<void, Handle>(tbb::filter_mode::serial_in_order, read) &
                               tbb::make_filter<Handle, Handle>(tbb::filter_mode::parallel, work) &
                               tbb::make_filter<Handle, void>(tbb::filter_mode::serial_in_order, write));
  });
  return progress;
}

}  // namespace dpcert::audit
