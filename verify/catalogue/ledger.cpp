#include <yaml-cpp/yaml.h>

#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/catalogue/error.hpp"

namespace dpcert::catalogue {

namespace {

std::string place(std::string_view path, const YAML::Mark& mark) {
  return std::string(path) + ":" + std::to_string(mark.line + 1);
}

std::string text_field(std::string_view path, const YAML::Node& entry, const char* field, bool required = true) {
  const YAML::Node value = entry[field];
  const std::string expected = std::string("field '") + field + "' with text";
  if (!value) {
    if (required) fail(place(path, entry.Mark()), expected, "an entry without it");
    return {};
  }
  if (!value.IsScalar()) fail(place(path, value.Mark()), expected, "a list or mapping");
  return value.Scalar();
}

}  // namespace

std::vector<LedgerEntry> read_ledger(std::string_view path, std::string_view yaml) {
  YAML::Node root;
  try {
    root = YAML::Load(std::string(yaml));
  } catch (const YAML::Exception& problem) {
    fail(place(path, problem.mark), "YAML", problem.msg);
  }
  if (!root.IsSequence()) fail(path, "a list of entries", "something else");
  std::vector<LedgerEntry> entries;
  entries.reserve(root.size());
  for (const YAML::Node& node : root) {
    if (!node.IsMap())
      fail(place(path, node.Mark()), "an entry with 'id', 'source', 'kind', 'statement', 'where'", "something else");
    LedgerEntry entry;
    entry.id = text_field(path, node, "id");
    const auto dot = entry.id.find('.');
    if (dot == std::string::npos || dot == 0)
      fail(place(path, node.Mark()), "an id '<paper>.<label>'", "'" + entry.id + "'");
    entry.paper = entry.id.substr(0, dot);
    entry.source = text_field(path, node, "source");
    entry.kind = text_field(path, node, "kind");
    entry.statement = text_field(path, node, "statement");
    entry.where = text_field(path, node, "where", false);
    entry.reading = text_field(path, node, "reading", false);
    if (const YAML::Node depends = node["depends_on"]) {
      if (!depends.IsSequence())
        fail(place(path, depends.Mark()), "field 'depends_on' with a list of ids", "something else");
      for (const YAML::Node& id : depends) entry.depends_on.push_back(id.Scalar());
    }
    if (const std::string printed = text_field(path, node, "printed", false); !printed.empty()) {
      if (printed != "true" && printed != "false")
        fail(place(path, node.Mark()), "field 'printed' true or false", "'" + printed + "'");
      entry.printed = printed == "true";
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace dpcert::catalogue
