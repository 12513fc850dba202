// The text of a certificate, as docs/certificate-format.md has it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dpcert/kernel/decide.hpp"
#include "verify/engine/tightness/tightness.hpp"

namespace dpcert::verify {

/// " x=1/2 y=3": a point as certificates write it.
std::string assignments(const Point& point);
/// A statement's text as certificates quote it: with one end of line at its end.
std::string quoted(const Statement& statement);
/// The lines of a certificate up to its statement. What follows in it does not depend on claim, comments and layout.
std::string certificate_head(const Statement& statement, const std::string& claim);
/// A certificate's text with its last line.
std::string with_digest(std::string body);

/// Written section by section, in the order of the calls.
class CertificateText {
 public:
  CertificateText(const Statement& statement, const DecideOptions& options, std::string_view verdict);
  void instance(const Statement& s, std::optional<long> dim);
  void inhabited(const Point& point, const Interpretation& with);
  /// The verdict is of this point alone.
  void only_at(const Point& point);
  void goal(std::size_t k, const Proof& tree);
  /// `bits`: for the checker's evaluation at the place.
  void tightness(std::size_t k, const ProvedTightness& t, Precision bits);
  void refute(const Counterexample& c);
  std::string finish() &&;

 private:
  void lines(const Proof& tree);
  std::string out_;
};

}  // namespace dpcert::verify
