// Which claims a command line asks for.
#pragma once

#include <string>
#include <vector>

#include "dpcert/catalogue/catalogue.hpp"

namespace dpcert::cli {

/// Entries that match any of the ids or globs (all, if none is given) and the paper (any, if empty), in catalogue
/// order. Bad input: an id or glob that matches nothing (with near matches), an unknown paper.
std::vector<const catalogue::CatalogueEntry*> select(const catalogue::Catalogue& all,
                                                     const std::vector<std::string>& patterns,
                                                     const std::string& paper);

}  // namespace dpcert::cli
