// Functions that are words of version 3, and binomial, which is written out: other texts may use their names, and a
// declaration hides them.
#include <map>

#include "verify/checker/text/parse.hpp"

namespace dpcert::checker {
namespace {

struct Word {
  Op op;
  std::size_t arity;
};
const std::map<std::string, Word>& all() {
  static const std::map<std::string, Word> table{{"sin", {Op::Sin, 1}}, {"cos", {Op::Cos, 1}}, {"atan", {Op::Atan, 1}}};
  return table;
}

}  // namespace

std::set<std::string> Reader::functions_of_version_3() {
  std::set<std::string> names;
  for (const auto& [name, word] : all()) names.insert(name);
  return names;
}

// n!/(k! (n-k)!), which is defined for integers with 0 <= k <= n.
Ex binomial_form(Pool& pool, Ex n, Ex k) {
  const Ex one = pool.num(1);
  const auto log_factorial = [&](Ex e) { return pool.call(Op::Lgamma, {pool.add({e, one})}); };
  return pool.call(Op::Exp,
                   {pool.add({log_factorial(n), pool.neg(log_factorial(k)), pool.neg(log_factorial(pool.sub(n, k)))})});
}

// The ways to choose k of n. Of numbers: n (n-1) ... (n-k+1)/(1 2 ... k), and 0 outside 0..n.
Ex Reader::binomial() {
  const auto args = arguments();
  need(args.size() == 2, "binomial takes two arguments");
  for (Ex e : args) need(pool_.integer_valued(e, integers, true), "binomial takes integer-valued arguments");
  if (!pool_.is_num(args[0]) || !pool_.is_num(args[1])) {
    whole_ = false;
    return binomial_form(pool_, args[0], args[1]);
  }
  const Q top = pool_[args[0]].num, chosen = pool_[args[1]].num;
  need(top.sign() >= 0 && top <= Q(Limits::chosen_from), "binomial chooses from 0 to 1000");
  whole_ = false;
  if (chosen.sign() < 0 || chosen > top) return pool_.num(Q(0));
  const long n = top.to_long(), k = chosen.to_long();
  pool_.work().add(static_cast<std::uint64_t>(k));
  Q ways = 1;
  for (long i = 0; i < k; ++i) ways = ways * Q(n - i) / Q(i + 1);
  return pool_.num(ways);
}

// n! = gamma(n + 1).
Ex Reader::factorial() {
  const auto args = arguments();
  need(args.size() == 1 && pool_.integer_valued(args[0], integers, true), "factorial takes an integer-valued argument");
  whole_ = false;
  return pool_.call(Op::Exp, {pool_.call(Op::Lgamma, {pool_.add({args[0], pool_.num(Q(1))})})});
}

Ex Reader::word(const std::string& f) {
  if (f == "binomial") return binomial();
  if (f == "factorial") return factorial();
  const Word& w = all().at(f);
  auto args = arguments();
  need(args.size() == w.arity, "wrong number of arguments of " + f);
  whole_ = false;
  return pool_.call(w.op, std::move(args));
}

}  // namespace dpcert::checker
