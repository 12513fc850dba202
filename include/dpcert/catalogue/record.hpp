// The plain data of the catalogue and of a run: what the ledger says, what the formal statement says, and what was
// found. Reports and the command line see only these structs; they know nothing of provers, boxes or certificates'
// insides.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dpcert/kernel/verdict.hpp"

namespace dpcert::catalogue {

using verify::all_verdicts;
using verify::name;
using verify::Verdict;
using verify::verdict_named;

/// One entry of a ledger file: what a paper prints (verify/ledger/*.yaml).
struct LedgerEntry {
  std::string id;         ///< `<paper>.<label>[.<part>]`
  std::string paper;      ///< the part of the id before the first dot
  std::string source;     ///< where it is printed
  std::string kind;       ///< definition, algorithm, identity, inequality, ...
  std::string statement;  ///< the claim as printed
  std::string where;      ///< symbols with ranges and side conditions, as printed
  std::string reading;    ///< which reading was taken where the text is garbled; may be empty
  std::vector<std::string> depends_on;
  bool printed = true;  ///< false: the paper does not print it as a claim, but its readers need it decided
};

/// One `#! name argument` line of a .claim file.
struct Directive {
  std::string name;
  std::string argument;
  std::size_t line = 0;  ///< from 1, in the file
};

/// A committed formal statement: a .claim file split into what is stated and what is said about it.
struct FormalStatement {
  std::string file;    ///< path relative to verify/, for messages and for the reader
  std::string source;  ///< the whole file
  std::string text;  ///< the file without its `#!` lines: this is shown, quoted in certificates and compared by `check`
  std::vector<Directive> directives;
  /// The statements that its lines `#! proof ... lemma ID (...)` use: id and text. The catalogue fills them in.
  std::vector<std::pair<std::string, std::string>> lemmas;

  /// The argument of the first directive of that name.
  const std::string* directive(std::string_view name) const;
  /// Does the file declare at least one conclusion?
  bool has_conclusion() const;
};

/// A ledger entry together with its formal statement and the corrected one, where these exist.
struct CatalogueEntry {
  LedgerEntry ledger;
  std::optional<FormalStatement> formal;
  std::optional<FormalStatement> repair;

  /// The readings to print: the ledger's and the formal statement's.
  std::string reading() const;
  /// The statement that certificates quote; empty if nothing is formalised.
  std::string_view formal_text() const;
  /// `#! negation`: the formal statement is the negation of the printed one (limits, existence, suprema), so that its
  /// proof refutes.
  bool negated() const { return formal && formal->directive("negation"); }
};

/// Two decimal or rational strings that enclose a number; printed outward.
struct Enclosure {
  std::string lower, upper;
};

using Assignment =
    std::vector<std::pair<std::string, std::string>>;  ///< variable -> exact rational, in declaration order

struct DomainInterval {
  std::string variable, lower, upper;
  std::string brackets = "[]";  ///< "[]", "[)", "(]", "()"
};

struct Counterexample {
  Assignment variables;
  Assignment functions;  ///< for statements with `fun` or `logpartition`: `g(x)` -> its instance
  int conclusion = 1;    ///< which `prove` line fails, from 1
  std::string relation;  ///< the relation that was claimed: ">=", ">", "<=", "<" or "="
  std::optional<Enclosure> lhs, rhs;
};

struct Tightness {
  std::string kind;  ///< "ratio" or "slack"
  Enclosure enclosure;
  Assignment at;
  int conclusion = 0;  ///< which it is of, from 1; 0 if there is only one
};

/// A number that a statement writes as E, prob or a divergence of laws.
struct EstimatedTerm {
  std::string term;  ///< as the statement writes it: "hockey_stick(eps, P, Q)"
  double plain = 0;  ///< what the averages give; NaN: none
  Enclosure bounds;  ///< with the confidence of the run; an end may be "inf"
};

/// What a statement says of laws, estimated from simulated releases at points of its domain.
struct Estimates {
  Assignment at;
  std::uint64_t releases = 0;  ///< drawn in all
  std::vector<EstimatedTerm> terms;
  /// A conclusion with these intervals in the places of its terms: its sides as a ge, gt or eq.
  struct Compared {
    int conclusion = 0;  ///< from 1; 0: a relation that the file ties to the statement by `#! simulate`
    std::string relation;
    Enclosure lhs, rhs;
    bool contradicted = false;  ///< it holds for no numbers inside
  };
  std::vector<Compared> compared;
  std::string none;                  ///< why nothing was estimated
  std::vector<Estimates> elsewhere;  ///< the same at further points, from fewer releases
};
/// Each interval misses its number with a probability of at most this.
inline constexpr std::pair<int, int> estimate_level{1, 1'000'000'000};

/// The formal statement tried at random and directed points, beside its verdict.
struct Companion {
  std::uint64_t asked = 0;      ///< points asked for
  std::uint64_t held = 0;       ///< points at which every hypothesis and conclusion is certainly true
  std::uint64_t undecided = 0;  ///< points at which the hypotheses are, and a conclusion is neither true nor false
  std::uint64_t rejected = 0;   ///< points drawn at which a hypothesis fails, or is not decided
  std::map<std::string, std::uint64_t> labels;  ///< points by where they lie
  std::optional<double> least;         ///< (lhs - rhs)/(sum of the sizes of the terms), the least that was seen
  int conclusion = 0;                  ///< of the least slack, from 1
  Assignment at, with;                 ///< where it was seen
  std::string violated;                ///< a point at which a conclusion is certainly false; empty: none was met
  std::string untested;                ///< why no point was tried
  std::optional<Estimates> estimates;  ///< of a statement that speaks of laws
};

/// A proof or counterexample that the checker did not accept: a defect of the engine, which went on without it.
struct Rejection {
  std::string certificate;  ///< path of its file
  std::uint64_t line = 0;   ///< at which the checker stopped, from 1; 0 if it is none in particular
  std::string reason;       ///< the checker's words
};

/// What a verdict rests on.
struct Evidence {
  std::string method;              ///< in a few words: "branch and bound", "exact identity", ...
  std::vector<std::string> rules;  ///< certificate rules used, each once
  std::uint64_t boxes = 0;
  std::uint64_t resumed_boxes = 0;     ///< that many of them were done by an earlier, unfinished run
  std::uint64_t samples = 0;           ///< certified evaluations of a search that found no counterexample
  std::string search;                  ///< how those were chosen
  int precision = 0;                   ///< the most bits any step needed
  std::uint64_t lines = 0;             ///< proof lines of the certificate
  std::string digest;                  ///< sha256 of the certificate
  std::uint64_t bytes = 0;             ///< size of the certificate's file
  double check_seconds = 0;            ///< time the independent checker took, in this run
  double prove_seconds = 0;            ///< time it took to find out; of an earlier run if `stored`
  bool stored = false;                 ///< found by an earlier run; a certificate was given to the checker again
  double share = 0;                    ///< of the domain that was proved when time or boxes ran out
  std::string hardest;                 ///< the box at which it stood then
  std::vector<std::string> undecided;  ///< some of the other boxes that were left then; not kept
  std::vector<std::string> uses;       ///< ids of the entries and corrected statements that it leans on
  std::vector<std::string> lemmas;     ///< ids of the statements that its proof uses: checked together with theirs only
  std::vector<Rejection> rejected;     ///< certificates on the way that the checker did not accept
  std::string advice;                  ///< why `#! proof` lines were not followed to their end
};

/// What is known of one formal statement. `prove`, `certify` and the store speak of this and nothing else.
struct Finding {
  Verdict verdict = Verdict::open;
  std::string reason;  ///< for `open` always; for others where there is something to say
  std::vector<DomainInterval> domain_proved;
  std::optional<Counterexample> counterexample;
  std::optional<Tightness> tightness;
  bool checked = false;  ///< accepted by the independent checker in this run
  Evidence evidence;
  std::string certificate;  ///< path of its file, relative to the report for `certify`; empty if there is none
  double seconds = 0;       ///< spent on it in this run
  std::optional<Companion> companion;
  /// What is proved fails at a point: a defect of ours, in the proof or in the points.
  bool contradicted = false;
  /// Assumed theorems that it leans on, also by way of what it uses: citations, or ids of entries that are assumed.
  std::vector<std::string> assumes;
};

struct Repair : Finding {
  std::string id;
  std::string statement;  ///< formal text of the corrected claim
  std::string tag;        ///< misprint, boundary or substantive
  std::string note;       ///< what was changed, in words
};

/// How a formal statement relates to what is printed.
enum class Correspondence {
  literal,     ///< it is the printed sentence
  equivalent,  ///< it says the same, for a reason that is given
  instance,    ///< it is a part of what is printed, which is named
  weaker,      ///< it says less; what is missing is named
};
inline constexpr std::array all_correspondences{Correspondence::literal, Correspondence::equivalent,
                                                Correspondence::instance, Correspondence::weaker};
std::string_view name(Correspondence word);

/// The line `#! print` of a claim's file.
struct Print {
  Correspondence word = Correspondence::literal;
  std::string note;  ///< empty for `literal`
};

/// Everything a run found out about one claim. `verdict` is about what is printed.
struct ClaimRecord : Finding {
  std::string id, paper;
  std::string printed;  ///< the ledger's statement
  std::string formal;   ///< may be empty
  std::string reading;
  bool stated = false;         ///< there is a formal statement with a conclusion
  std::optional<Print> print;  ///< nothing: its file does not say
  /// The verdict on the formal statement: another one than `verdict` where that says less than the print.
  Verdict decided = Verdict::open;
  std::optional<Repair> repair;
};

/// A property suite of the same run: the library's formulas and samplers at random cases.
struct SuiteRecord {
  std::string name, description;
  int cases = 0;  ///< that held
  bool passed = false;
  std::string failure, replay;      ///< of a suite that failed
  std::vector<std::string> claims;  ///< that it tests
  double seconds = 0;
};

/// A run: its records, in catalogue order, and how it was made.
struct RunSummary {
  std::string tool = "dpcert", version;
  std::vector<ClaimRecord> claims;
  std::vector<ClaimRecord> base;               ///< lemmas of our own (the group `base`): no claims, counted apart
  std::map<Verdict, std::size_t> counts;       ///< over `claims`
  std::map<Verdict, std::size_t> base_counts;  ///< over `base`
  std::size_t proved_by_assumption = 0;        ///< proved claims that lean on an assumed theorem
  std::map<Verdict, std::size_t> repairs;      ///< verdicts of the corrected statements
  std::size_t repairs_by_assumption = 0;       ///< proved ones that lean on an assumed theorem
  /// Statements that claims lean on, counted for each claim and each corrected statement: those that a line of its
  /// proof uses (`lemma`), which the checker sees, and those that only a reader connects with it.
  std::size_t links_by_lemma = 0, links_by_reading = 0;
  std::map<Correspondence, std::size_t> prints;  ///< of the claims with a formal statement, by what their files say
  std::size_t prints_unsaid = 0;                 ///< of them without a word
  /// Formal statements tried at points, corrected ones and lemmas too; those that were asked to be and could not; the
  /// points at which they held; what is proved, or assumed, and fails at a point: defects of ours.
  std::size_t statements_tried = 0, statements_untried = 0, points_held = 0, contradictions = 0;
  /// Of those that speak of laws: statements and numbers estimated from simulated releases, the conclusions compared
  /// with them and those, not of a refuted statement, that contradict them, the releases; statements of which nothing
  /// could be estimated.
  std::size_t estimated_statements = 0, estimates = 0, estimates_compared = 0, estimates_contradicting = 0;
  std::size_t releases = 0, statements_unestimated = 0;
  std::vector<SuiteRecord> suites;  ///< in alphabetical order; none if none was asked for
  std::size_t requested = 0;        ///< claims asked for, without lemmas; more than `claims.size()` if interrupted
  bool interrupted = false;
  double seconds = 0;
  std::string command;  ///< the command line that repeats the run
};

/// Counts `run.claims` and `run.base` again.
void tally(RunSummary& run);

}  // namespace dpcert::catalogue
