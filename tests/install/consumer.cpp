// A user of the installed package: exact arithmetic, the embedded catalogue, a report writer.
#include <cstdio>

#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/core/rational.hpp"
#include "dpcert/reports/report.hpp"

int main() {
  const auto& all = dpcert::catalogue::Catalogue::embedded();
  const dpcert::Rational half = dpcert::Rational(1) / dpcert::Rational(2);
  if (all.entries().size() != 539 || half + half != dpcert::Rational(1)) return 1;
  const dpcert::catalogue::RunSummary nothing;
  std::printf("%zu bytes of empty report\n", dpcert::reports::html(nothing, all).size());
}
