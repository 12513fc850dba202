// One formal statement settled: by the store if it can, by the kernel otherwise. `certify` and `prove` both come here.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "dpcert/catalogue/certifier.hpp"
#include "dpcert/core/rational.hpp"
#include "dpcert/language/evidence.hpp"
#include "dpcert/language/statement.hpp"

namespace dpcert::catalogue {

/// What the `#!` lines of a claim file propose. Nothing of it is believed: the kernel tries it, the checker decides.
struct Hints {
  std::map<std::size_t, std::vector<std::string>> proofs;  ///< conclusion (from 1) -> proof lines
  std::vector<std::map<std::string, Rational>> points;     ///< of `inhabited` and `refute`
  std::vector<std::vector<std::string>> interpretations;   ///< "g(x) = beta(2 + x, 4)"
  /// The conclusion (from 1) whose tightness is the claim's; 0: none has one to speak of. Nothing: not said.
  std::optional<std::size_t> tightness;
  /// Of `simulate`: relations of laws in the names of the statement, "renyi(2, beta(a, b), beta(b, a)) <= eps". No
  /// proof looks at them; they are compared with simulated releases.
  std::vector<std::string> simulated;
};

/// Ends the name that certificates of a `#! negation` bear: what is proved there is not the printed claim ID but
/// ID.negation.
inline constexpr std::string_view negation_suffix = ".negation";

struct Question {
  std::string claim;  ///< the ledger's id, named in the certificate; empty for users' own
  std::string file;   ///< name of the certificate's file, without `.cert`
  verify::Statement statement;
  Hints hints;
  bool negation = false;  ///< the statement is the negation of what the claim prints
  /// What its proof lines may use. That these are proved is for whoever asks: the answer holds together with them.
  std::vector<verify::Lemma> lemmas = {};

  /// What the certificate says it is about.
  [[nodiscard]] std::string name() const { return negation ? claim + std::string(negation_suffix) : claim; }
};

/// The answer, with its certificate written into `options.certificates` (gzip if large; nowhere without a folder). With
/// a store: an earlier answer to the same question by the same engine is given again, after the checker has accepted
/// its certificate anew; an unfinished proof goes on where it was.
Finding settle(const Question& question, const Options& options);

/// The ids that the lines `lemma ID (...)` of proofs name, each once, in order.
std::vector<std::string> lemma_ids(const Hints& hints);

/// Digest of what is stated: the tokens without comments, layout and title.
std::string statement_digest(std::string_view claim_text);

/// For each conclusion of a claim text, in order, whether its relation is written with the smaller side first (`<=`,
/// `<`). The kernel turns relations round to `>=` and `>`; reports speak of left and right as written. Conclusions with
/// `for` count once.
std::vector<bool> written_smaller_first(std::string_view claim_text);

}  // namespace dpcert::catalogue
