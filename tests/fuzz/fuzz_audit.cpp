// The audit's reader and judge over any bytes: the file as it is, and its lines as rows behind a good header.
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>

#include "dpcert/core/error.hpp"
#include "tests/fuzz/demand.hpp"
#include "verify/audit/header.hpp"
#include "verify/audit/judge.hpp"

namespace {

using namespace dpcert::audit;

/// Every record read, and what must hold of the reader; `each` sees the records.
template <class Each>
void read_all(const std::string& text, const Each& each) {
  std::istringstream in(text);
  CsvReader reader(in);
  Position last{1, 1};
  std::uint64_t before = 0;
  for (Record record; reader.next(record);) {
    FUZZ_DEMAND(!record.fields.empty() && record.fields.size() == record.starts.size());
    FUZZ_DEMAND(record.begin.line >= last.line);
    FUZZ_DEMAND(reader.bytes() > before && reader.bytes() <= text.size());
    FUZZ_DEMAND(!record.malformed || !record.problem.message.empty());
    last = record.begin;
    before = reader.bytes();
    each(record);
  }
  FUZZ_DEMAND(reader.bytes() == text.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  read_all(text, [](const Record& record) {
    try {
      const Header header(record);
    } catch (const dpcert::Error& e) {
      FUZZ_DEMAND(!e.where().empty());
    }
  });
  std::istringstream good("tool,version,mechanism,parameters,at,quantity,bound,value\n");
  CsvReader reader(good);
  Record first;
  reader.next(first);
  const Header header(first);
  const Judge judge(17, nullptr, 3000);  // little work: most inputs are refused long before
  int rows = 0;
  read_all(text, [&](const Record& record) {
    Row row;
    if (const auto problem = header.read(record, row)) {
      FUZZ_DEMAND(!problem->message.empty());
      return;
    }
    if (++rows > 4) return;
    const Judgement j = judge(row);
    FUZZ_DEMAND((j.unsound == Class::none) == (j.verdict != Verdict::unsound));
    FUZZ_DEMAND(!j.problem.message.empty() == (j.verdict == Verdict::error || j.verdict == Verdict::undecided));
    FUZZ_DEMAND(j.verdict == Verdict::error || j.verdict == Verdict::undecided || !j.lower.empty());
  });
  return 0;
}
