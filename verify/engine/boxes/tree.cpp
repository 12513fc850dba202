#include "verify/engine/boxes/tree.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>

#include "dpcert/core/error.hpp"
#include "verify/support/digest.hpp"

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
void put_number(std::string& out, double q) {
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

class TreeWriter {
 public:
  TreeWriter(std::span<const Axis> axes, Precision bits) : axes_(axes), bits_(bits) {}

  void write(const Decided& n) {
    const auto out = std::back_inserter(text_);
    const Precision p = line_precision(n, bits_);
    if (n.fate != Fate::noint && n.fate != Fate::fix && n.fate != Fate::identity && n.fate != Fate::split)
      most_bits_ = std::max(most_bits_, p);
    switch (n.fate) {
      case Fate::prune:
        fmt::format_to(out, "prune {} {}\n", n.variable + 1, p);
        return;
      case Fate::noint:
      case Fate::fix:
        fmt::format_to(out, "{} {}\n", n.fate == Fate::fix ? "fix" : "noint", axes_[n.variable].name);
        return;
      case Fate::relax_mean:
      case Fate::relax_taylor:
        fmt::format_to(out, "relax {} {}", n.fate == Fate::relax_mean ? "mean" : "taylor", p);
        for (std::size_t i = 0; i < n.multiplier.size(); ++i) {
          if (n.multiplier[i] == 0) continue;
          fmt::format_to(out, " {} ", n.hypothesis[i] + 1);
          put_number(text_, static_cast<double>(n.multiplier[i]));
        }
        text_ += '\n';
        return;
      case Fate::identity:
        text_ += "identity\n";
        return;
      case Fate::face_lo:
      case Fate::face_hi:
        fmt::format_to(out, "face {} {} {}\n", axes_[n.variable].name, n.fate == Fate::face_lo ? "lo" : "hi", p);
        return;
      case Fate::split:
        text_ += "split ";
        text_ += axes_[n.variable].name;
        text_ += ' ';
        put_number(text_, n.q);
        text_ += '\n';
        return;
      default:
        break;
    }
    if (n.fate != fate_ || p != precision_) {  // mostly the same as before
      static constexpr std::array words{"open", "eval", "ray", "mean", "taylor"};
      leaf_ = fmt::format("{} {}\n", words[static_cast<std::size_t>(n.fate)], p);
      fate_ = n.fate;
      precision_ = p;
    }
    text_ += leaf_;
  }
  [[nodiscard]] Precision most_bits() const { return most_bits_; }
  std::string finish() && {
    text_.pop_back();
    return std::move(text_);
  }

 private:
  std::span<const Axis> axes_;
  Precision bits_;
  std::string text_, leaf_;
  Fate fate_ = Fate::open;
  Precision precision_ = 0, most_bits_ = 0;
};

}  // namespace

std::string tree_text(const NodeLog& nodes, std::span<const Axis> axes, Precision bits, Precision& most_bits) {
  struct Where {
    NodeLog::Place bytes;
    std::uint32_t first_child;
  };
  std::vector<Where> where;
  where.reserve(nodes.size());
  NodeLog::Place at = nodes.begin();
  std::uint32_t born = 1;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    where.push_back({at, born});
    born += static_cast<std::uint32_t>(children(nodes.read(at).fate));
  }
  TreeWriter writer(axes, bits);
  std::vector<std::uint32_t> stack{0};
  while (!stack.empty()) {
    auto [place, child] = where[stack.back()];
    stack.pop_back();
    const Decided n = nodes.read(place);
    writer.write(n);
    for (int c = children(n.fate); c-- > 0;) stack.push_back(child + static_cast<std::uint32_t>(c));
  }
  most_bits = writer.most_bits();
  return std::move(writer).finish();
}

namespace {

constexpr std::string_view header = "dpcert-boxes 3\n";

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

// A node's bytes: fate in four bits and what follows in the others; levels; variable; bound; q.
enum : unsigned { fate_bits = 15, arb_bit = 16, levels_bit = 32, short_q_bit = 64, wide_variable_bit = 128 };
constexpr std::size_t most_node_bytes = 20;
constexpr std::uint8_t most_levels = 20;

bool has_q(Fate f) { return f == Fate::split || f == Fate::fix; }
bool has_variable(Fate f) { return children(f) > 0 || f == Fate::prune || f == Fate::noint; }

bool is_relaxation(Fate f) { return f == Fate::relax_mean || f == Fate::relax_taylor; }

bool get_node(std::string_view& in, Decided& n) {
  std::uint8_t first = 0;
  if (!get(in, first)) return false;
  n.fate = static_cast<Fate>(first & fate_bits);
  n.by_arb = first & arb_bit ? 1 : 0;
  if (n.fate == Fate::open || n.fate >= Fate::stuck) return false;
  if (first & levels_bit) {
    if (!get(in, n.level) || !get(in, n.child_level) || n.level > most_levels || n.child_level > most_levels)
      return false;
  }
  if (has_variable(n.fate)) {
    std::uint8_t narrow = 0;
    if (first & wide_variable_bit ? !get(in, n.variable) : !get(in, narrow)) return false;
    if (!(first & wide_variable_bit)) n.variable = narrow;
  }
  if (children(n.fate) > 0 && !get(in, n.bound)) return false;
  if (has_q(n.fate)) {
    float q = 0;
    if (first & short_q_bit ? !get(in, q) : !get(in, n.q)) return false;
    if (first & short_q_bit) n.q = static_cast<double>(q);
  }
  if (is_relaxation(n.fate)) {
    std::uint8_t count = 0;
    if (!get(in, count) || count > n.multiplier.size()) return false;
    for (std::size_t i = 0; i < count; ++i) {
      if (!get(in, n.hypothesis[i]) || !get(in, n.multiplier[i]) || !std::isfinite(n.multiplier[i])) return false;
    }
  }
  return true;
}

}  // namespace

void NodeLog::append(const Decided& n) {
  if (blocks_.empty() || blocks_.back().size() + most_node_bytes > block) {
    blocks_.emplace_back();
    blocks_.back().reserve(blocks_.size() > 1 ? block : 256);
  }
  std::string& out = blocks_.back();
  const std::size_t before = out.size();
  const auto q = static_cast<float>(n.q);
  const bool levels = n.level != 0 || n.child_level != 0, short_q = static_cast<double>(q) == n.q,
             wide = n.variable > 255;
  unsigned first = static_cast<unsigned>(n.fate);
  if (n.by_arb) first |= arb_bit;
  if (levels) first |= levels_bit;
  if (short_q) first |= short_q_bit;
  if (wide) first |= wide_variable_bit;
  put(out, static_cast<std::uint8_t>(first));
  if (levels) put(out, n.level), put(out, n.child_level);
  if (has_variable(n.fate)) {
    if (wide)
      put(out, n.variable);
    else
      put(out, static_cast<std::uint8_t>(n.variable));
  }
  if (children(n.fate) > 0) put(out, n.bound);
  if (has_q(n.fate)) {
    if (short_q)
      put(out, q);
    else
      put(out, n.q);
  }
  if (is_relaxation(n.fate)) {
    const auto count = static_cast<std::uint8_t>(std::ranges::find(n.multiplier, 0.0F) - n.multiplier.begin());
    put(out, count);
    for (std::size_t i = 0; i < count; ++i) put(out, n.hypothesis[i]), put(out, n.multiplier[i]);
  }
  bytes_ += out.size() - before;
  ++size_;
}

Decided NodeLog::read(Place& at) const {
  std::size_t number = at / block, offset = at % block;
  if (offset >= blocks_[number].size()) ++number, offset = 0;
  std::string_view in = std::string_view(blocks_[number]).substr(offset);
  const std::size_t before = in.size();
  Decided n;
  if (!get_node(in, n)) throw Error(ErrorCode::internal, "NodeLog::read", "a node that was written", "none");
  at = static_cast<Place>(number * block + offset + before - in.size());
  return n;
}

void NodeLog::write(std::string& out) const {
  for (const auto& b : blocks_) out += b;
}

bool NodeLog::read_all(std::string_view in, std::size_t count) {
  clear();
  for (Decided n; size_ < count; n = {}) {
    if (!get_node(in, n)) return false;
    append(n);
  }
  return in.empty();
}

std::string saved_state(const std::string& key, const NodeLog& nodes) {
  constexpr std::size_t digest = 64;
  std::string out;
  out.reserve(header.size() + key.size() + sizeof(std::uint64_t) + nodes.bytes() + digest);
  out += header;
  out += key;
  put(out, static_cast<std::uint64_t>(nodes.size()));
  nodes.write(out);
  return out += sha256_hex(out);
}

std::optional<NodeLog> read_state(const std::string& key, const std::string& state) {
  constexpr std::size_t digest = 64;
  if (state.size() < header.size() + key.size() + sizeof(std::uint64_t) + digest) return std::nullopt;
  std::string_view in(state);
  if (sha256_hex(in.substr(0, in.size() - digest)) != in.substr(in.size() - digest)) return std::nullopt;
  in.remove_suffix(digest);
  if (in.substr(0, header.size()) != header || in.substr(header.size(), key.size()) != key) return std::nullopt;
  in.remove_prefix(header.size() + key.size());
  std::uint64_t count = 0;
  get(in, count);
  NodeLog nodes;
  if (count > in.size() || !nodes.read_all(in, count)) return std::nullopt;
  return nodes;
}

}  // namespace dpcert::verify
