// dpcert release lszhang|lsdim|lshist|ehd|ehdl|ehds: the counts of a Dirichlet posterior, drawn exactly, with the
// certified privacy loss of the mechanism at these public parameters.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "cli/command.hpp"
#include "cli/eval_dirichlet.hpp"
#include "cli/release.hpp"
#include "cli/table.hpp"
#include "dpcert/core/decimal.hpp"
#include "dpcert/core/error.hpp"
#include "dpcert/mechanisms/dirichlet_samplers.hpp"

namespace dpcert::cli {

namespace {

Counts given_counts(Words& words, std::size_t d) {
  const std::string expected = fmt::format("{} integers >= 0, how many records each category has", d);
  const std::vector<Rational> numbers = words.numbers("counts", expected);
  if (numbers.size() != d) words.refuse("counts", expected, fmt::format("{} of them", numbers.size()));
  Counts out;
  for (const Rational& x : numbers) {
    const auto count = x.to_int64();
    if (!count || *count < 0 || *count > 1'000'000'000) words.refuse("counts", expected + ", at most 10^9", x.str());
    out.push_back(*count);
  }
  return out;
}

Counts counted(const std::vector<double>& records, std::size_t d) {
  Counts out(d, 0);
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (records[i] != std::floor(records[i]) || records[i] < 0 || records[i] >= static_cast<double>(d))
      throw BadInput(fmt::format("release: value {} of the data: expected an integer from 0 to {}", i + 1, d - 1));
    ++out[static_cast<std::size_t>(records[i])];
  }
  return out;
}

/// The certified loss as a promise: its upper end, rounded up.
PureLoss pure_loss(const DirichletQuery& query) {
  const WorstPair worst = dirichlet_privacy_loss(query, 64);
  PureLoss loss;
  loss.at_most = worst.exact ? *worst.exact : *Rational::parse(worst.enclosure.upper(15));
  loss.lower = worst.enclosure.lower(15);
  loss.upper = worst.enclosure.upper(15);
  loss.printed = query.eps;
  loss.above_printed =
      loss.at_most > query.eps &&
      (worst.exact || certainly_greater(worst.enclosure, Ball(query.eps, worst.enclosure.precision())));
  loss.pair = fmt::format("data counts {}, neighbour {}, output {}", fmt::join(worst.x, ","),
                          fmt::join(worst.neighbour, ","), fmt::join(worst.output, ","));
  return loss;
}

}  // namespace

Release release_dirichlet_mechanism(const std::string& mechanism, Words& words, const DataSource& source,
                                    RandomBits& random) {
  DirichletQuery query;
  query.mechanism = *dirichlet_mechanism(mechanism);
  query.prior = words.numbers("prior", "at least two numbers > 0, comma-separated");
  query.eps = words.number("eps", "a number > 0");
  if (query.mechanism == DirichletMechanism::ehds) query.gamma = words.number("gamma", "a number > 0");
  const std::string neighbours = words.choice("neighbours", {"replace", "counts"}, "replace");
  const bool counts = words.has("counts");
  if (counts == !source.file.empty())
    throw BadInput(
        fmt::format("release: {}: expected --data FILE.csv with a category 0..{} a line, or counts=..., given {}",
                    mechanism, query.prior.empty() ? 0 : query.prior.size() - 1, counts ? "both" : "neither"));
  const Counts data = counts ? given_counts(words, query.prior.size())
                             : counted(read_column(source.file, source.column, source.header), query.prior.size());
  words.done(mechanism);
  query.n = 0;
  for (const std::int64_t c : data) query.n += c;
  try {
    require_valid(query);
  } catch (const Error& error) {
    if (error.where() == "n")
      throw BadInput(fmt::format("release: the number of records: expected {}, given {}", error.expected(), query.n));
    words.refuse(error.where(), error.expected(), error.given());
  }
  Release release;
  release.records = static_cast<std::size_t>(query.n);
  release.loss = pure_loss(query);
  release.loss->neighbours = neighbours;
  for (const std::int64_t c : sample(query, data, random)) release.values.push_back(std::to_string(c));
  release.exact = true;
  release.guarantee.cases = {{"rdp", "pure_dp", {{"eps", {release.loss->at_most}}}}};
  release.guarantee.adjacency = fmt::format(
      "two data sets of {} records {}; the number of records is public", query.n,
      neighbours == "replace"
          ? "of which one is replaced (neighbours=replace: one count is larger by 1 and one smaller)"
          : "of which one count is larger by 1 and one smaller (neighbours=counts: one record is replaced)");
  release.guarantee.assumptions = {
      "prior, eps and gamma were fixed without looking at the data, and a person contributes one record",
      "one vector of counts is released, and nothing else that depends on the data",
      "the bits of the source are fair and independent"};
  release.guarantee.source =
      "the largest privacy loss over all neighbours and outputs, enclosed by this program (docs/dirichlet-mechanisms.md); "
      "the divergences are the largest of any mechanism of that loss (Bun, Steinke 2016)";
  release.notes = {"the released counts r stand for the posterior Dirichlet(prior + r)"};
  if (release.loss->above_printed)
    release.warnings.push_back(fmt::format(
        "the certified privacy loss is above eps = {}: this mechanism is not eps-differentially private here.",
        decimal_text(query.eps)));
  return release;
}

}  // namespace dpcert::cli
