// The text of a certificate, as docs/certificate-format.md has it.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "dpcert/checker/checker.hpp"
#include "dpcert/kernel/decide.hpp"
#include "verify/engine/tightness/tightness.hpp"

namespace dpcert::verify {

/// " x=1/2 y=3": a point as certificates write it.
std::string assignments(const Point& point);
/// A statement's text as certificates quote it: with one end of line at its end.
std::string quoted(const Statement& statement);
/// The lines of a certificate up to its statement. What follows in it does not depend on claim, comments and layout.
std::string certificate_head(const Statement& statement, const std::string& claim);
/// Ids of the statements that a proof uses.
std::set<std::string> lemmas_in(const Proof& proof);
/// Is the certificate accepted if these are proved? Everything that it uses must be among them, word for word.
bool accepted_given(const checker::Result& result, const std::vector<Lemma>& proved);
/// A certificate's text with its last line.
std::string with_digest(std::string body);

/// What a line of a certificate belongs to.
struct CertificateLine {
  enum class Part : std::uint8_t {
    elsewhere,  ///< head, instance, inhabited point, digest, the first line of a goal
    step,       ///< a step of the proof of a goal
    tightness,  ///< the tightness and its proofs
    place,      ///< the place of a tightness, which the checker evaluates to so many bits
  };
  Part part = Part::elsewhere;
  std::size_t goal = 0;  ///< of a step: the certificate's goals up to it, over all instances, from 0
  std::size_t step = 0;  ///< of a step: its number among the lines of that goal's proof, from 1
};

/// A certificate's text, and which of its lines is what.
struct Certificate {
  struct Section {
    std::size_t first;  ///< line, from 1; up to the next section
    CertificateLine::Part part;
    std::size_t goal;
  };
  std::string text;
  std::vector<Section> sections;
  /// `line`: from 1; 0, which is none, is elsewhere.
  [[nodiscard]] CertificateLine at(std::size_t line) const;
};

/// Written section by section, in the order of the calls.
class CertificateText {
 public:
  /// `used`: ids of lemmas, among those of the options, that it quotes.
  CertificateText(const Statement& statement, const DecideOptions& options, std::string_view verdict,
                  const std::set<std::string>& used = {});
  void instance(const Statement& s, std::optional<long> dim);
  void inhabited(const Point& point, const Interpretation& with);
  /// The verdict is of this point alone.
  void only_at(const Point& point);
  /// By a proof that there is a point at which all hypotheses hold.
  void inhabited(const Proof& tree);
  void goal(std::size_t k, const Proof& tree);
  /// `bits`: for the checker's evaluation at the place.
  void tightness(std::size_t k, const ProvedTightness& t, Precision bits);
  void refute(const Counterexample& c);
  /// Conclusion k, from 1, by a proof that it fails somewhere.
  void disprove(std::size_t k, const Proof& tree);
  Certificate finish() &&;

 private:
  void begin(CertificateLine::Part part);
  void lines(const Proof& tree);
  std::string out_;
  std::vector<Certificate::Section> sections_;
  std::size_t counted_ = 0, lines_ = 0;  // bytes of out_, and the lines that end in them
  std::size_t goals_ = 0;
};

}  // namespace dpcert::verify
