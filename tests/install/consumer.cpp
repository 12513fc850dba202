// A user of the installed package, of one function of each part.
#include <cstdio>
#include <sstream>

#include "dpcert/audit.hpp"
#include "dpcert/calibration.hpp"
#include "dpcert/catalogue.hpp"
#include "dpcert/checker.hpp"
#include "dpcert/deployment.hpp"
#include "dpcert/divergence.hpp"
#include "dpcert/langevin.hpp"
#include "dpcert/prove.hpp"
#include "dpcert/reports.hpp"
#include "dpcert/scalar.hpp"

int main() {
  const auto& all = dpcert::catalogue::Catalogue::embedded();
  const dpcert::Rational half = dpcert::Rational(1) / dpcert::Rational(2);
  if (all.entries().size() != 539 || half + half != dpcert::Rational(1)) return 1;
  if (dpcert::calibration::lemmas().empty()) return 2;
  try {
    dpcert::deployment::read_config("mine.toml", "mechanism = 3");
    return 3;
  } catch (const dpcert::Error& e) {
    if (e.code() != dpcert::ErrorCode::configuration) return 4;
  }
  std::istringstream rows("tool,version,mechanism,parameters,at,quantity,bound,value\n");
  if (dpcert::audit::audit(rows, {}).rows != 0) return 5;
  const auto found = dpcert::verify::decide(dpcert::verify::parse_statement("var x in [0, 1]\nprove x^2 <= x\n"));
  if (found.verdict != dpcert::verify::Verdict::proved || !dpcert::checker::check(found.certificate).accepted) return 6;
  const dpcert::catalogue::RunSummary nothing;
  std::printf("%zu bytes of empty report\n", dpcert::reports::html(nothing, all).size());
}
