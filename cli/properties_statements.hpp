// dpcert properties FILE.claim ...: statements tested at random and directed points.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"

namespace dpcert::cli {

struct StatementTests {
  std::vector<std::string> files;
  int cases = 100, directed = 200;
  int shard = 0, shards = 1;
  std::string replay, store, observations, junit, html;
  bool prove = false;
  double timeout = 10;  ///< of the prover, in seconds
};

Exit test_statements(const Common& common, const StatementTests& options);

}  // namespace dpcert::cli
