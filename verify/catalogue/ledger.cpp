#include <yaml-cpp/yaml.h>

#include "verify/catalogue/catalogue.hpp"
#include "verify/catalogue/error.hpp"

namespace dpcert::catalogue {

namespace {

[[noreturn]] void fail_at(std::string_view path, const YAML::Mark& mark, const std::string& message) {
  fail(std::string(path) + ":" + std::to_string(mark.line + 1) + ": " + message);
}

std::string text_field(std::string_view path, const YAML::Node& entry, const char* field, bool required = true) {
  const YAML::Node value = entry[field];
  if (!value) {
    if (required) fail_at(path, entry.Mark(), std::string("field '") + field + "' is missing");
    return {};
  }
  if (!value.IsScalar()) fail_at(path, value.Mark(), std::string("field '") + field + "' must be text");
  return value.Scalar();
}

}  // namespace

std::vector<LedgerEntry> read_ledger(std::string_view path, std::string_view yaml) {
  YAML::Node root;
  try {
    root = YAML::Load(std::string(yaml));
  } catch (const YAML::Exception& problem) {
    fail_at(path, problem.mark, problem.msg);
  }
  if (!root.IsSequence()) fail(std::string(path) + ": a ledger is a list of entries");
  std::vector<LedgerEntry> entries;
  entries.reserve(root.size());
  for (const YAML::Node& node : root) {
    if (!node.IsMap()) fail_at(path, node.Mark(), "an entry must be a mapping with 'id', 'source', 'kind', 'statement', 'where'");
    LedgerEntry entry;
    entry.id = text_field(path, node, "id");
    const auto dot = entry.id.find('.');
    if (dot == std::string::npos || dot == 0) fail_at(path, node.Mark(), "id '" + entry.id + "' is not '<paper>.<label>'");
    entry.paper = entry.id.substr(0, dot);
    entry.source = text_field(path, node, "source");
    entry.kind = text_field(path, node, "kind");
    entry.statement = text_field(path, node, "statement");
    entry.where = text_field(path, node, "where", false);
    entry.reading = text_field(path, node, "reading", false);
    if (const YAML::Node depends = node["depends_on"]) {
      if (!depends.IsSequence()) fail_at(path, depends.Mark(), "field 'depends_on' must be a list of ids");
      for (const YAML::Node& id : depends) entry.depends_on.push_back(id.Scalar());
    }
    if (const std::string printed = text_field(path, node, "printed", false); !printed.empty()) {
      if (printed != "true" && printed != "false") fail_at(path, node.Mark(), "field 'printed' must be true or false");
      entry.printed = printed == "true";
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace dpcert::catalogue
