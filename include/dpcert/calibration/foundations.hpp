// What a calibration rests on: catalogue entries and the lemmas of verify/lemmas, decided on the spot. The lemmas are
// statements that the papers do not print and calibration needs; they are decided like catalogue entries (proof hints
// in the file, kernel, checker).
#pragma once

#include <string>
#include <vector>

#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/catalogue/certifier.hpp"

namespace dpcert::calibration {

struct Foundation {
  std::string id;     ///< catalogue id (".repair" for a repair), or a lemma's "calibrate.x"
  std::string title;  ///< of the formal statement
  bool asked = true;  ///< false: others lean on it
  catalogue::Verdict verdict = catalogue::Verdict::open;  ///< together with all that it leans on
  bool checked = false;                                   ///< the checker accepted the certificate
  std::vector<std::string> uses;                          ///< ids of the catalogue that it leans on
  std::vector<std::string> assumes;                       ///< cited theorems that it leans on, also by way of those
  std::string certificate;  ///< its file, as options.certificate_prefix says, if one was written
  std::string reason;       ///< why it is not proved
};

/// The lemmas compiled into the program, in order of their names.
const std::vector<catalogue::FormalStatement>& lemmas();
/// What decides a foundation: kernel and checker, a second or so each; no certificates are written.
catalogue::Options foundation_options();
/// Decides these statements, in their order, and after them everything of the catalogue that they lean on: together
/// their certificates are a whole. Throws Error::bad_input for an unknown id.
std::vector<Foundation> decide_foundations(const std::vector<std::string>& ids,
                                           const catalogue::Options& options = foundation_options());
/// The first of the above.
Foundation decide_foundation(const std::string& id);

}  // namespace dpcert::calibration
