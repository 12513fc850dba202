// The user's own header of this name.
#pragma once
struct Football {
  int panels = 32;
};
