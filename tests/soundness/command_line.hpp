// What the programs of this folder have in common: options of a run, and the exit status.
#pragma once

#include <CLI/CLI.hpp>

#include <utility>

namespace dpcert::soundness {

/// Runs `run` with the options that `declare` reads into: 0 for nothing found, 1 for something, 2 for bad options.
template <typename Declare, typename Run>
int run_with_options(int argc, char** argv, const Declare& declare, const Run& run) {
  CLI::App app;
  declare(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  return run();
}

}  // namespace dpcert::soundness
