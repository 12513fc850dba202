#include "verify/engine/box_tree.hpp"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <thread>

#include "verify/engine/digest.hpp"

namespace dpcert::verify {

namespace {

DoubleInterval end_of(const End& e, double infinity) {
  // An infinite end is written as itself; its enclosure is only asked for its own sign's bound.
  return e.infinite ? DoubleInterval(infinity, infinity) : DoubleInterval(e.value);
}

}  // namespace

Axis::Axis(const Variable& v, bool used_)
    : name(v.name),
      integer(v.integer),
      used(used_),
      range(v.range),
      lo_(end_of(v.range.lo, -HUGE_VAL)),
      hi_(end_of(v.range.hi, HUGE_VAL)),
      point_(v.range.bounded() && v.range.lo.value == v.range.hi.value) {}

Rational Axis::value(double end) const {
  if (end == lo_.lower()) return range.lo.value;
  if (end == hi_.upper()) return range.hi.value;
  return Rational::from_double(end);
}

Range Axis::exact(const Side& s) const {
  if (is_point(s)) {
    const Rational q = value(s.lo);
    return {{false, true, q}, {false, true, q}};
  }
  Range r = range;
  if (s.lo != whole().lo) r.lo = {false, true, Rational::from_double(s.lo)};
  if (s.hi != whole().hi) r.hi = {false, true, Rational::from_double(s.hi)};
  return r;
}

DoubleInterval Axis::middle(const Side& s) const {
  const double lo = 0.5 * add_down(lower(s.lo), lower(s.hi)), hi = 0.5 * add_up(upper(s.lo), upper(s.hi));
  constexpr double tiny = 0x1p-1000;  // where halving may round
  return {std::fabs(lo) < tiny ? below(lo) : lo, std::fabs(hi) < tiny ? above(hi) : hi};
}

double Axis::half_width(const Side& s) const { return above(0.5 * add_up(upper(s.hi), -lower(s.lo))); }

bool child_box(const Node& n, std::span<const Axis> axes, Box parent, int i, std::span<Side> out) {
  if (n.variable >= axes.size()) return false;
  std::copy(parent.begin(), parent.end(), out.begin());
  const Axis& axis = axes[n.variable];
  Side& s = out[n.variable];
  switch (n.fate) {
    case Fate::split:
      if (!axis.inside(s, n.q)) return false;
      (i == 0 ? s.hi : s.lo) = n.q;
      return true;
    case Fate::fix:
      if (!axis.integer || !(s.lo <= n.q && n.q <= s.hi) || n.q != std::floor(n.q)) return false;
      s = {n.q, n.q};
      return true;
    case Fate::face_lo:
      if (s.lo == -HUGE_VAL) return false;
      s.hi = s.lo;
      return true;
    case Fate::face_hi:
      if (s.hi == HUGE_VAL) return false;
      s.lo = s.hi;
      return true;
    default:
      return false;
  }
}

std::string to_text(std::span<const Axis> axes, Box box) {
  std::string s;
  for (std::size_t k = 0; k < axes.size(); ++k) {
    if (axes[k].used)
      s += fmt::format("{}{} in {}", s.empty() ? "" : ", ", axes[k].name, to_text(axes[k].exact(box[k])));
  }
  return s;
}

namespace {
// As Rational::str, without making one: split points have few bits.
void put_number(fmt::memory_buffer& out, double q) {
  int e = 0;
  const double m = std::frexp(q, &e);
  auto numerator = static_cast<std::int64_t>(std::ldexp(m, 53));  // q = numerator 2^(e - 53)
  int shift = 53 - e;
  for (; shift > 0 && numerator % 2 == 0 && numerator != 0; --shift) numerator /= 2;
  if (numerator == 0)
    out.push_back('0');
  else if (shift == 0)
    fmt::format_to(std::back_inserter(out), "{}", numerator);
  else if (shift > 0 && shift < 63)
    fmt::format_to(std::back_inserter(out), "{}/{}", numerator, std::int64_t{1} << shift);
  else
    fmt::format_to(std::back_inserter(out), "{}", Rational::from_double(q).str());
}
}  // namespace

namespace {

class Lines {
 public:
  Lines(std::span<const Axis> axes, Precision bits) : axes_(axes), bits_(bits) {}
  std::string of(const Node& n) {
    const Precision p = line_precision(n, bits_);
    switch (n.fate) {
      case Fate::prune:
        return fmt::format("prune {} {}", n.variable + 1, p);
      case Fate::noint:
        return "noint " + axes_[n.variable].name;
      case Fate::fix:
        return "fix " + axes_[n.variable].name;
      case Fate::identity:
        return "identity";
      case Fate::face_lo:
      case Fate::face_hi:
        return fmt::format("face {} {} {}", axes_[n.variable].name, n.fate == Fate::face_lo ? "lo" : "hi", p);
      case Fate::split:
        buffer_.clear();
        buffer_.append(std::string_view("split "));
        buffer_.append(axes_[n.variable].name);
        buffer_.push_back(' ');
        put_number(buffer_, n.q);
        return {buffer_.data(), buffer_.size()};
      default:
        break;
    }
    if (n.fate != fate_ || p != precision_) {  // mostly the same as before
      static constexpr std::array words{"open", "eval", "ray", "mean", "taylor"};
      leaf_ = fmt::format("{} {}", words[static_cast<std::size_t>(n.fate)], p);
      fate_ = n.fate;
      precision_ = p;
    }
    return leaf_;
  }

 private:
  std::span<const Axis> axes_;
  Precision bits_;
  fmt::memory_buffer buffer_;
  std::string leaf_;
  Fate fate_ = Fate::open;
  Precision precision_ = 0;
};

}  // namespace

std::vector<std::string> to_lines(const std::vector<Node>& nodes, std::span<const Axis> axes, Precision bits,
                                  int threads) {
  // Children have larger numbers than their parents, so subtrees are counted from behind; then the place of each line
  // is known.
  std::vector<std::uint32_t> size(nodes.size(), 1);
  for (std::size_t i = nodes.size(); i-- > 0;) {
    for (int c = 0; c < children(nodes[i].fate); ++c)
      size[i] += size[nodes[i].first_child + static_cast<std::size_t>(c)];
  }
  std::vector<std::string> out(nodes.size());
  struct Place {
    std::size_t node, line;
  };
  // Writes what is below `root`; subtrees of at most `small` nodes are only listed, if there is a list.
  const auto write = [&](Place root, std::size_t small, std::vector<Place>* list) {
    Lines lines(axes, bits);
    std::vector<Place> stack{root};
    while (!stack.empty()) {
      const Place at = stack.back();
      stack.pop_back();
      if (list && size[at.node] <= small) {
        list->push_back(at);
        continue;
      }
      const Node& n = nodes[at.node];
      out[at.line] = lines.of(n);
      std::size_t line = at.line + 1;
      for (int c = 0; c < children(n.fate); ++c) {
        const std::size_t child = n.first_child + static_cast<std::size_t>(c);
        stack.push_back({child, line});
        line += size[child];
      }
    }
  };
  if (threads <= 1 || nodes.size() < 50'000) {
    write({0, 0}, 0, nullptr);
    return out;
  }
  std::vector<Place> pieces;
  write({0, 0}, nodes.size() / 64, &pieces);
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < pieces.size(); i = next++) write(pieces[i], 0, nullptr);
  };
  std::vector<std::jthread> helpers;
  for (int t = 1; t < threads; ++t) helpers.emplace_back(work);
  work();
  helpers.clear();
  return out;
}

namespace {

constexpr std::string_view header = "dpcert-boxes 1\n";

template <class T>
void put(std::string& out, const T& x) {
  out.append(reinterpret_cast<const char*>(&x), sizeof x);
}
template <class T>
bool get(std::string_view& in, T& x) {
  if (in.size() < sizeof x) return false;
  std::memcpy(&x, in.data(), sizeof x);
  in.remove_prefix(sizeof x);
  return true;
}

}  // namespace

std::string saved_state(const std::string& key, const std::vector<Node>& nodes, std::size_t count) {
  std::string out(header);
  out += key;
  put(out, static_cast<std::uint64_t>(count));
  for (std::size_t i = 0; i < count; ++i) {
    const Node& n = nodes[i];
    put(out, n.fate);
    put(out, n.level);
    put(out, n.child_level);
    put(out, n.by_arb);
    put(out, n.bound);
    put(out, n.variable);
    if (n.fate == Fate::split || n.fate == Fate::fix) put(out, n.q);
  }
  return out + sha256_hex(out);
}

std::optional<std::vector<Node>> read_state(const std::string& key, const std::string& state) {
  constexpr std::size_t digest = 64;
  if (state.size() < header.size() + key.size() + sizeof(std::uint64_t) + digest) return std::nullopt;
  std::string_view in(state);
  if (sha256_hex(in.substr(0, in.size() - digest)) != in.substr(in.size() - digest)) return std::nullopt;
  in.remove_suffix(digest);
  if (in.substr(0, header.size()) != header || in.substr(header.size(), key.size()) != key) return std::nullopt;
  in.remove_prefix(header.size() + key.size());
  std::uint64_t count = 0;
  get(in, count);
  if (count > in.size()) return std::nullopt;
  std::vector<Node> nodes(count);
  for (Node& n : nodes) {
    if (!get(in, n.fate) || !get(in, n.level) || !get(in, n.child_level) || !get(in, n.by_arb) || !get(in, n.bound) ||
        !get(in, n.variable))
      return std::nullopt;
    if (n.fate == Fate::open || n.fate >= Fate::stuck || n.level > 20 || n.child_level > 20) return std::nullopt;
    if ((n.fate == Fate::split || n.fate == Fate::fix) && !get(in, n.q)) return std::nullopt;
  }
  if (!in.empty()) return std::nullopt;
  return nodes;
}

}  // namespace dpcert::verify
