// A condition that must hold in every build; a fuzzer and the replay both see the abort.
#pragma once

#include <cstdio>
#include <cstdlib>

#define FUZZ_DEMAND(condition)                                                            \
  do {                                                                                    \
    if (!(condition)) {                                                                   \
      std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                       \
    }                                                                                     \
  } while (false)
