// Points of statements with sequences, sums and products over ranges, and quantifiers over integers.
#pragma once

#include "verify/engine/points/search.hpp"

namespace dpcert::verify {

/// Does the statement speak of sequences, of ranges whose ends are not literal, or of all integers in an interval?
bool has_sequences(const Instance& statement);
/// Small integers, simple numbers and simple sequences, one after the other: everything is written out there and
/// evaluated exactly, or enclosed.
SearchResult search_sequences(const Instance& statement, const SearchOptions& options);

/// The suggested points and sequences alone: no other point is looked at.
SearchResult examine_sequences(const Instance& statement, const SearchOptions& options);

}  // namespace dpcert::verify
