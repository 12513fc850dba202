#include "dpcert/properties/choices.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <utility>

#include "dpcert/core/error.hpp"

namespace dpcert::properties {

Choices::Choices(std::uint64_t seed) {
  for (std::uint64_t& word : state_) {  // splitmix64
    std::uint64_t z = seed += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    word = z ^ (z >> 31);
  }
}

Choices::Choices(Sequence sequence) : given_(std::move(sequence)), replaying_(true) {}

std::uint64_t Choices::next() {  // xoshiro256**
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9, t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::uint64_t Choices::up_to(std::uint64_t most) {
  std::uint64_t value = 0;
  if (replaying_) {
    if (made_.size() < given_.size()) value = std::min(given_[made_.size()], most);
  } else if (most > 0) {
    // The bits that `most` needs; what is above it is drawn again, so that every value is as likely.
    const int drop = std::countl_zero(most);
    do value = next() >> drop;
    while (value > most);
  }
  made_.push_back(value);
  return value;
}

std::string to_text(const Sequence& sequence) {
  if (sequence.empty()) return "-";
  std::string text;
  for (const std::uint64_t word : sequence) {
    char digits[16];
    const auto end = std::to_chars(digits, digits + sizeof digits, word, 16).ptr;
    if (!text.empty()) text += '.';
    text.append(digits, end);
  }
  return text;
}

Sequence sequence_from_text(std::string_view text) {
  Sequence sequence;
  if (text == "-") return sequence;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('.', at), text.size());
    std::uint64_t word = 0;
    const auto read = std::from_chars(text.data() + at, text.data() + end, word, 16);
    if (read.ec != std::errc{} || read.ptr != text.data() + end)
      throw Error(ErrorCode::bad_input, "replay", "hexadecimal numbers of 64 bits separated by points", text);
    sequence.push_back(word);
    at = end + 1;
  }
  return sequence;
}

}  // namespace dpcert::properties
