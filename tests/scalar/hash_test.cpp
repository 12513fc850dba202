// The hash of text that proofs may depend on: values of the draft standard, so the same on every machine.
#include <gtest/gtest.h>

#include "src/core/hash.hpp"

namespace dpcert {
namespace {

// G. Fowler, L. C. Noll, P. Vo, D. Eastlake: The FNV Non-Cryptographic Hash Algorithm, appendix with test vectors.
TEST(Hash, AgreesWithTheTestVectorsOfFnv1a) {
  EXPECT_EQ(fnv1a(""), 0xcbf29ce484222325ULL);
  EXPECT_EQ(fnv1a("a"), 0xaf63dc4c8601ec8cULL);
  EXPECT_EQ(fnv1a("foobar"), 0x85944171f73967e8ULL);
}

}  // namespace
}  // namespace dpcert
