// Samples of a mechanism from CSV files: reals and labels.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/table.hpp"
#include "dpcert/empirical/samples.hpp"

namespace dpcert::cli {

struct SamplesPair {
  empirical::Samples p, q;
  std::vector<std::string> names;  ///< of the columns; empty without a header
};

/// Both files, of the same columns. A column holds reals or labels, as its first value says; `all_labels` takes every
/// text as a label. `automatic`: the first record names the columns if none of its fields is a number. Throws BadInput
/// with file, line and column for a field that is empty, not of its column's type, or not finite, and for different
/// headers.
SamplesPair read_samples(const std::string& p, const std::string& q, Header header, bool all_labels);

}  // namespace dpcert::cli
