// A run with every kind of verdict, made up for tests of the writers: nothing here was decided by anything.
#pragma once

#include "dpcert/catalogue/certifier.hpp"
#include "dpcert/reports/report.hpp"

namespace dpcert::reports::testing {

inline catalogue::Catalogue sample_catalogue() {
  static const char* const ledger = R"(- id: toy.a.ineq
  source: Lemma <1> & more
  kind: inequality
  statement: 'x^2 >= 0 for "all" x < 3 & </script><script>alert(1)</script> @style@ @script@'
  where: x real; eta > 0
  reading: Read | as *written*.
  depends_on: [toy.a.def]
- id: toy.a.def
  source: Definition 1
  kind: definition
  statement: Let x be real.
  where: ''
  depends_on: []
- id: toy.b.false
  source: Lemma 2
  kind: inequality
  statement: x^2 > x
  where: x in [0, 1]
  depends_on: [toy.a.ineq]
- id: toy.b.partly
  source: Lemma 3
  kind: identity
  statement: a sum
  where: d >= 2
  depends_on: []
- id: toy.b.open
  source: Lemma 4
  kind: limit
  statement: in the limit
  where: ''
  depends_on: [toy.b.false]
- id: toy.c.search
  source: Lemma 5
  kind: inequality
  statement: seems true
  where: ''
  depends_on: []
- id: toy.c.cited
  source: Theorem 6
  kind: inequality
  statement: a theorem
  where: ''
  depends_on: []
  printed: false
)";
  static const char* const claim =
      "# a comment\nvar x in (-inf, inf)\nvar etaP[k] in (0, inf) for k in 1..3\nlet m = x/(1 + etaP[1])\nassume m > "
      "0\nprove x^2 >= 0\n";
  static const char* const wrong = "var x in [0, 1]\nprove x^2 > x\n";
  static const char* const repair = "#! tag boundary\n#! reading The ends touch.\nvar x in (0, 1)\nprove x^2 < x\n";
  static const char* const sum =
      "dim d in [2, inf)\nvar eta[k] in (0, inf) for k in 1..d\nprove for i in 1..d, j in 1..d where i != j: sum(k, 1, "
      "d, eta[k]) >= eta[i] + eta[j]\n";
  const std::vector<catalogue::SourceFile> files{
      {"ledger/toy.yaml", ledger},
      {"claims/toy/toy.a.ineq.claim", claim},
      {"claims/toy/toy.a.def.claim", "#! definition\n"},
      {"claims/toy/toy.b.false.claim", wrong},
      {"claims/toy/toy.b.false.repair.claim", repair},
      {"claims/toy/toy.b.partly.claim", sum},
      {"claims/toy/toy.c.search.claim", claim},
      {"claims/toy/toy.c.cited.claim", "#! assumed A. Author (1950), Theorem 1\n"}};
  return catalogue::Catalogue::read(files);
}

inline catalogue::RunSummary sample_run(const catalogue::Catalogue& catalogue) {
  using namespace catalogue;
  RunSummary run;
  run.version = "0.0";
  run.command = "dpcert certify";
  run.seconds = 1.5;
  for (const CatalogueEntry& entry : catalogue.entries()) {
    const std::string& id = entry.ledger.id;
    if (auto settled = settled_without_engine(entry)) {
      run.claims.push_back(*settled);
      continue;
    }
    ClaimRecord r = blank_record(entry);
    r.seconds = 0.25;
    if (id == "toy.a.ineq") {
      r.verdict = Verdict::proved;
      r.checked = true;
      r.certificate = "certificates/toy.a.ineq.cert.gz";
      r.assumes = {"toy.c.cited"};
      Evidence& e = r.evidence;
      e.method = "branch and bound";
      e.rules = {"split", "eval"};
      e.boxes = 17;
      e.resumed_boxes = 5;
      e.precision = 128;
      e.lines = 23;
      e.digest = std::string(64, 'a');
      e.bytes = 512;
      e.check_seconds = 0.01;
      e.prove_seconds = 0.2;
      e.stored = true;
      e.uses = {"toy.b.false.repair", "toy.c.cited"};
      r.tightness = Tightness{"ratio", {"0.99999", "1"}, {{"x", "1/1048576"}}, 2};
    } else if (id == "toy.b.false") {
      r.verdict = Verdict::refuted;
      r.checked = true;
      r.certificate = "certificates/toy.b.false.cert.gz";
      r.evidence.method = "directed search";
      r.counterexample = Counterexample{{{"x", "1/2"}}, {}, 1, ">", Enclosure{"0.25", "0.25"}, Enclosure{"0.5", "0.5"}};
      r.repair->verdict = Verdict::proved;
      r.repair->checked = true;
      r.repair->evidence.method = "factor";
      r.repair->evidence.uses = {"toy.a.ineq"};
      r.repair->evidence.advice = "conclusion 1: line 7 is too much";
      r.repair->assumes = {"Euclid"};
      r.repair->tightness = Tightness{"slack", {"0", "1e-20"}, {{"x", "0"}}};
    } else if (id == "toy.b.partly") {
      r.verdict = Verdict::proved_on;
      r.checked = true;
      r.domain_proved = {{"d", "2", "8", "[]"}};
      r.evidence.method = "combination";
      r.evidence.advice = "conclusion 1: line 2, `sign`: not <proved>";
    } else {
      r.verdict = Verdict::supported;
      r.evidence.method = "search";
      r.evidence.samples = 100000;
      r.evidence.search = "random and directed";
      r.evidence.share = 0.75;
      r.evidence.hardest = "x in [1/4, 1/2]";
    }
    run.claims.push_back(std::move(r));
  }
  run.suites = {{"toy.sampler", "Draws follow the <law>.", 7, true, "", "", {"toy.a.ineq", "toy.b.false"}, 0.5},
                {"toy.sum", "A sum of | parts.", 2, false, "n = 3\nthe sum is 4 & not 5", "toy.sum:0f", {}, 0.25}};
  run.requested = run.claims.size();
  tally(run);
  return run;
}

}  // namespace dpcert::reports::testing
