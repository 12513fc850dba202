#include "verify/engine/proof/written.hpp"

#include <algorithm>
#include <span>
#include <unordered_map>

#include "src/core/work.hpp"

namespace dpcert::verify {

namespace {

// The reader's limits (verify/language/parser.cpp), as far as an expression without macros can meet them.
constexpr std::uint32_t most_nodes = 300'000;  // with repetitions: a text of 1 MiB
constexpr std::uint32_t most_nesting = 400;    // of the reader's functions for operators, operands and parentheses
constexpr long longest_literal_range = 10'000;
constexpr std::uint32_t most_height = 11'000;
constexpr long most_digits_in_bits = 13'000;
constexpr int most_polygamma = 1000, most_derivatives = 100;

// How strongly the printed form binds (docs/statement-language.md).
enum Level { sum = 1, product, unary, power, atom };
Level level_of(const Expr& e) {
  switch (e.op()) {
    case Op::constant:
      return e.value().sign() < 0 || e.value().is_integer() ? atom : product;  // negative ones in parentheses
    case Op::neg:
      return unary;
    case Op::add:
    case Op::sub:
      return sum;
    case Op::mul:
    case Op::div:
      return product;
    case Op::pow:
      return power;
    default:
      return atom;
  }
}

struct Reading {
  Expr e;
  std::uint64_t work;     // operations, repeated ones again
  std::uint32_t nesting;  // of the reader's functions
};

class Reader {
 public:
  Reader(const Context& c, const Variable* extra) : context_(c), extra_(extra) {}

  // Inner parts first, from left to right, as a text is read.
  std::optional<Reading> read(const Expr& root) {
    std::vector<std::pair<Expr, bool>> stack{{root, false}};
    while (!stack.empty()) {
      const auto [e, ready] = stack.back();
      stack.pop_back();
      if (done_.contains(e)) continue;
      if (!ready) {
        stack.emplace_back(e, true);
        for (std::size_t i = e.args().size(); i-- > 0;) stack.emplace_back(e.arg(i), false);
        continue;
      }
      const auto r = node(e);
      if (!r || r->nesting > most_nesting) return std::nullopt;
      done_.emplace(e, *r);
    }
    return done_.at(root);
  }

 private:
  static constexpr std::uint32_t for_an_atom = 3;  // sign, power, operand
  // An argument that stands in parentheses unless it binds at least so strongly.
  [[nodiscard]] std::uint32_t nesting(const Expr& arg, Level at_least) const {
    return done_.at(arg).nesting + (level_of(arg) < at_least ? for_an_atom : 0);
  }
  [[nodiscard]] std::uint32_t nesting(const Expr& e) const {
    switch (e.op()) {
      case Op::constant:
        return e.value().sign() < 0 ? 2 * for_an_atom + 1 : for_an_atom;
      case Op::neg:
        return 1 + nesting(e.arg(0), power);
      case Op::add:
      case Op::sub:
        return std::max(nesting(e.arg(0), sum), nesting(e.arg(1), product));
      case Op::mul:
      case Op::div:
        return std::max(nesting(e.arg(0), product), nesting(e.arg(1), unary));
      case Op::pow:
        return std::max(nesting(e.arg(0), atom), 2 + nesting(e.arg(1), power));
      default: {
        std::uint32_t most = 0;
        for (const auto& a : e.args()) most = std::max(most, nesting(a, sum));
        return for_an_atom + most;
      }
    }
  }
  // Of a sum inside the expression: an index has no name in a context.
  static bool is_index(const Expr& e) { return (e.name()[0] == '#' && e.name()[1] != 'r') || e.name()[0] == '$'; }
  [[nodiscard]] bool has_name(const Expr& e) const {
    const auto& orders = e.node().orders;
    switch (e.op()) {
      case Op::variable:
        return context_.find(e) != nullptr || is_index(e) || (extra_ && extra_->name == e.name());
      case Op::apply:
        return std::ranges::any_of(context_.functions(),
                                   [&](const Function& f) {
                                     return f.name == e.name() && static_cast<std::size_t>(f.arity) == e.args().size();
                                   }) &&
               std::ranges::all_of(orders, [](int k) { return k >= 0 && k <= most_derivatives; });
      case Op::sequence: {
        const Sequence* s = context_.find_sequence(e.name());
        return s && static_cast<std::size_t>(s->arity) == e.args().size();
      }
      case Op::sum:
      case Op::prod:
      case Op::integral:
        return context_.language() >= 3;
      case Op::polygamma:
        return e.node().index <= most_polygamma;
      case Op::constant:
        return e.value().bits() <= most_digits_in_bits;
      default:
        return e.op() != Op::select;
    }
  }
  std::optional<Reading> node(const Expr& e) const {
    if (!has_name(e)) return std::nullopt;
    Reading r{e, 0, nesting(e)};
    std::vector<Expr> args;
    for (const auto& a : e.args()) {
      args.push_back(done_.at(a).e);
      r.work += done_.at(a).work;
    }
    switch (e.op()) {
      case Op::constant:
      case Op::pi:
      case Op::variable:
        return r;
      case Op::apply:
        break;
      case Op::neg:
        if (args[0].is_constant()) return r.e = Expr(-args[0].value()), r;
        ++r.work;
        break;
      case Op::div:
        if (args[0].is_constant() && args[1].is_constant() && !args[1].is_constant(0))
          return r.e = Expr(args[0].value() / args[1].value()), r;
        ++r.work;
        break;
      case Op::pow:
        if (const auto q = rational_value(args[1]); q && q->bits() < 256) args[1] = Expr(*q);
        ++r.work;
        break;
      default:
        ++r.work;
        break;
    }
    if (is_integral(e)) {
      const auto end = [&](bool infinite, std::size_t i) { return infinite ? std::nullopt : std::optional(args[i]); };
      return r.e = Expr::integral(index_of(e), end(!low_of(e), 0), end(!high_of(e), 1), args[2]), r;
    }
    if (!is_repeated(e)) return r.e = with_args(e, std::move(args)), r;
    r.e = Expr::repeated(e.op(), index_of(e), args[0], args[1], args[2]);
    r.e = written_out(r.e, longest_literal_range);  // where the ends are literal
    return r;
  }

  const Context& context_;
  const Variable* extra_;
  std::unordered_map<Expr, Reading> done_;
};

}  // namespace

std::optional<Expr> as_written(const Expr& e, const Context& context, const Variable* extra) {
  if (e.node().tree_size > most_nodes || e.node().depth > most_height) return std::nullopt;
  const std::uint64_t before = work_done();
  const auto r = Reader(context, extra).read(e);
  if (!r) return std::nullopt;
  const std::uint64_t made = work_done() - before;
  count_work(r->work - std::min(r->work, made));
  return r->e;
}

// Is the argument number i of e, a sum or a product, one with e to a reader? A difference is the sum with -1 times what
// is taken away, a quotient by a number a multiple.
static bool is_absorbed(const Expr& e, std::size_t i) {
  const Op inside = e.arg(i).op();
  const bool number_below = e.op() == Op::div && i == 0 && e.arg(1).is_constant();
  if (inside == Op::add || inside == Op::sub) return e.op() == Op::add || (e.op() == Op::sub && i == 0);
  const bool product = inside == Op::mul || inside == Op::neg || (inside == Op::div && e.arg(i).arg(1).is_constant());
  return product && (e.op() == Op::mul || e.op() == Op::neg || (e.op() == Op::sub && i == 1) || number_below);
}

Expr replaced_as_read(const Expr& e, const Expr& part, const Expr& by) {
  return transform(e, [&](const Expr& old, std::span<Expr> args) {
    if (old == part) return by;
    for (std::size_t i = 0; i < args.size(); ++i)
      if (old.arg(i) == part && is_absorbed(old, i)) args[i] = part;
    return with_args(old, args);
  });
}

Range as_written(const Range& range) {
  return {range.lo.infinite ? End{} : range.lo, range.hi.infinite ? End{} : range.hi};
}

std::optional<Variable> new_variable(const std::string& name, const Range& range, const Context& context) {
  if (name.find('[') != std::string::npos || context.find(Expr::variable(name))) return std::nullopt;
  return Variable{name, false, as_written(range)};
}

}  // namespace dpcert::verify
