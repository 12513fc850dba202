// Exit statuses: the larger problem wins, in the order 2, 1, 3, 0.
#pragma once

#include "dpcert/kernel/verdict.hpp"

namespace dpcert::cli {

enum class Exit : int {
  done = 0,       ///< done, nothing wrong found
  wrong = 1,      ///< something is refuted, unsound or invalid
  bad_input = 2,  ///< bad usage or bad input
  undecided = 3,  ///< something asked for is not decided, or the run was interrupted
};

constexpr Exit worse(Exit a, Exit b) {
  constexpr auto rank = [](Exit e) {
    return e == Exit::bad_input ? 3 : e == Exit::wrong ? 2 : e == Exit::undecided ? 1 : 0;
  };
  return rank(a) >= rank(b) ? a : b;
}

constexpr Exit exit_of(verify::Verdict verdict) {
  switch (verdict) {
    case verify::Verdict::proved:
    case verify::Verdict::assumed:
    case verify::Verdict::definition:
      return Exit::done;
    case verify::Verdict::refuted:
      return Exit::wrong;
    case verify::Verdict::proved_on:
    case verify::Verdict::supported:
    case verify::Verdict::open:
      break;
  }
  return Exit::undecided;
}

}  // namespace dpcert::cli
