#include "verify/engine/tactics/effort.hpp"

#include <algorithm>

namespace dpcert::verify {

std::array<Effort::Round, Effort::most_rounds> Effort::rounds(std::size_t most_boxes) {
  using enum Repertoire;
  const std::uint64_t as_long_as_boxes = 500 * std::min<std::uint64_t>(most_boxes, 1UL << 40);
  constexpr long any = 1L << 30;
  return {{{300, 150'000, 1000, 64, {special, elementary}},
           {2000, 1'000'000, 2000, 64, {elementary, special, apart}},
           {20'000, 4'000'000, 5000, 1500, {elementary, special, apart}},
           {200'000, 10'000'000, 20'000, 1500, {elementary, special, apart, all}},
           {most_boxes, 50'000'000, any, 20'000, {elementary, special, apart, all}},
           {0, as_long_as_boxes, any, most_boxes, {all}}}};
}

}  // namespace dpcert::verify
