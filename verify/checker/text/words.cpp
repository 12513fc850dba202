// Functions that are words of version 3: other texts may use their names, and a declaration hides them.
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

Ex Reader::word(const std::string& f) {
  const Word& w = all().at(f);
  auto args = arguments();
  need(args.size() == w.arity, "wrong number of arguments of " + f);
  whole_ = false;
  return pool_.call(w.op, std::move(args));
}

}  // namespace dpcert::checker
