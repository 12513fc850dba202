// Compiled against each part of the package by itself.
#if __cplusplus < 202002L
#error "the exported target does not ask for C++20"
#endif
