// A law of a statement at a point of the statement's domain, ready to be drawn from.
#pragma once

#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "dpcert/language/evidence.hpp"
#include "dpcert/language/law_terms.hpp"
#include "verify/engine/points/program.hpp"

namespace dpcert::verify {

/// An expression over the coordinates of a law, at a point, in doubles. NaN where it is not defined.
class AtCoordinates {
 public:
  AtCoordinates(const Expr& e, const Point& point, std::size_t coordinates);
  double operator()(const std::vector<double>& x);

 private:
  std::unique_ptr<Program> program_;
  Runner<Approx> runner_;
  std::vector<Approx> in_;
};

class DrawnLaw {
 public:
  /// Nothing where a parameter has no value at the point, or one with which doubles lose the law: a centre more than
  /// 10^6 scales from 0, shapes outside [1/2, 10^6], which put digits that matter next to 0 and 1.
  static std::optional<DrawnLaw> at(const NamedLaw& law, const Point& point);

  /// All coordinates; of a law of points the point. By the samplers of `src/mechanisms`, and those of the standard
  /// library where it has one.
  void draw(std::mt19937_64& random, std::vector<double>& x) const;
  /// The statement's own density at what was drawn, or the mass.
  double density(const std::vector<double>& x);

 private:
  DrawnLaw() = default;
  std::string family_;
  std::vector<double> parameters_, points_, masses_;
  std::vector<DrawnLaw> parts_;
  std::shared_ptr<AtCoordinates> density_;
};

/// The value of a constant of the statement at the point, if a double holds it.
std::optional<double> double_at(const Expr& e, const Point& point);

}  // namespace dpcert::verify
