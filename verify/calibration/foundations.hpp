// What a calibration rests on: catalogue entries and the lemmas of verify/lemmas, decided on the spot. The lemmas are
// statements that the papers do not print and calibration needs; they are decided like catalogue entries (proof hints
// in the file, kernel, checker).
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "verify/catalogue/catalogue.hpp"

namespace dpcert::calibration {

struct Foundation {
  std::string id;     ///< catalogue id (".repair" for a repair), or a lemma's "calibrate.x"
  std::string title;  ///< of the formal statement
  catalogue::Verdict verdict = catalogue::Verdict::open;
  bool checked = false;              ///< the checker accepted the certificate
  std::vector<std::string> uses;     ///< ids of the catalogue that it leans on
  std::vector<std::string> assumes;  ///< cited theorems that it leans on, also by way of those
  std::string certificate;           ///< its text, if the checker accepted one
  std::string reason;                ///< why it is not proved
};

/// The lemmas compiled into the program, in order of their names.
const std::vector<catalogue::FormalStatement>& lemmas();
/// Decides the statement of that id: kernel and checker, a second or so. Throws Error::bad_input for an unknown id.
Foundation decide_foundation(std::string_view id, std::chrono::duration<double> time_limit = std::chrono::seconds(60));

}  // namespace dpcert::calibration
