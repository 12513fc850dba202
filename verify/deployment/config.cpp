#include "dpcert/deployment/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

#include "dpcert/core/error.hpp"
#include "dpcert/core/parameter_words.hpp"

namespace dpcert::deployment {

std::string ConfigError::one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  return text;
}

namespace {

using Field = Fields::Field;

std::string kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "a list";
    case toml::node_type::string:
      return "the text \"" + node.as_string()->get() + "\"";
    case toml::node_type::integer:
      return std::to_string(node.as_integer()->get());
    case toml::node_type::floating_point:
      return fmt::format("{}", node.as_floating_point()->get());
    case toml::node_type::boolean:
      return node.as_boolean()->get() ? "true" : "false";
    default:
      return "a date or time";
  }
}

class Reader {
 public:
  explicit Reader(std::string file) : file_(std::move(file)) {}

  [[noreturn]] void refuse(std::size_t line, std::size_t column, std::string_view field, const std::string& expected,
                           const std::string& given) const {
    throw ConfigError(fmt::format("{}:{}:{}: {}: expected {}, given {}", file_, line, column, field, expected, given));
  }
  [[noreturn]] void refuse(const toml::node& node, std::string_view field, const std::string& expected) const {
    const auto& at = node.source().begin;
    refuse(at.line, at.column, field, expected, kind_of(node));
  }
  [[noreturn]] void missing(const toml::node& table, std::string_view field, const std::string& expected) const {
    const auto& at = table.source().begin;
    refuse(at.line, at.column, field, expected, "nothing");
  }

  void only(const toml::table& table, std::string_view name, std::initializer_list<std::string_view> keys) const {
    for (const auto& [key, node] : table) {
      if (std::find(keys.begin(), keys.end(), key.str()) != keys.end()) continue;
      refuse(key.source().begin.line, key.source().begin.column,
             name.empty() ? std::string(key.str()) : fmt::format("{}.{}", name, key.str()),
             fmt::format("one of {}", fmt::join(keys, ", ")), "an unknown key");
    }
  }

  /// An integer, a float (the double that TOML says), or a text: decimal or quotient, exact; "inf".
  static std::optional<Number> as_number(const toml::node& node) {
    if (const auto* i = node.as_integer()) return Number{Rational(i->get()), false, std::to_string(i->get())};
    if (const auto* f = node.as_floating_point()) {
      const double x = f->get();
      if (std::isinf(x) && x > 0) return Number{Rational(), true, "inf"};
      if (!std::isfinite(x)) return std::nullopt;
      return Number{Rational::from_double(x), false, fmt::format("{}", x)};
    }
    if (const auto* s = node.as_string()) {
      if (s->get() == "inf") return Number{Rational(), true, "inf"};
      if (const auto q = Rational::parse(s->get())) return Number{*q, false, s->get()};
    }
    return std::nullopt;
  }
  Number number(const toml::node& node, std::string_view field, const std::string& expected) const {
    const auto n = as_number(node);
    if (!n) refuse(node, field, expected);
    return *n;
  }
  Rational finite(const toml::table& table, const char* key, std::string_view field,
                  const std::string& expected) const {
    const toml::node* node = table.get(key);
    if (!node) missing(table, field, expected);
    const Number n = number(*node, field, expected);
    if (n.infinite) refuse(*node, field, expected);
    return n.value;
  }
  Number order(const toml::node& node, std::string_view field) const {
    const std::string expected = "an order above 1, or \"inf\"";
    Number n = number(node, field, expected);
    if (!n.infinite && n.value <= Rational(1)) refuse(node, field, expected);
    return n;
  }
  Rational epsilon(const toml::node& node, std::string_view field) const {
    const std::string expected = "a number >= 0";
    const Number n = number(node, field, expected);
    if (n.infinite || n.value.sign() < 0) refuse(node, field, expected);
    return n.value;
  }
  std::int64_t integer(const toml::node& node, std::string_view field, std::int64_t least, std::int64_t most) const {
    const auto* i = node.as_integer();
    if (!i || i->get() < least || i->get() > most)
      refuse(node, field, fmt::format("an integer from {} to {}", least, most));
    return i->get();
  }
  const toml::table& table(const toml::node& node, std::string_view field) const {
    if (!node.is_table()) refuse(node, field, "a table");
    return *node.as_table();
  }
  std::string text(const toml::node& node, std::string_view field) const {
    if (!node.is_string()) refuse(node, field, "a text");
    return node.as_string()->get();
  }

  /// One table, or a list of tables.
  template <class F>
  void each(const toml::node& node, std::string_view field, F&& take) const {
    if (node.is_table()) return take(*node.as_table());
    if (!node.is_array() || node.as_array()->empty()) refuse(node, field, "a table or a list of tables");
    for (const toml::node& one : *node.as_array()) take(table(one, field));
  }

 private:
  std::string file_;
};

Fields fields_of(const Reader& reader, const std::string& file, const toml::table& table) {
  std::vector<Field> fields;
  for (const auto& [key, node] : table) {
    if (key.str() == "type") continue;
    Field f;
    f.key = std::string(key.str());
    f.line = node.source().begin.line;
    f.column = node.source().begin.column;
    if (const auto n = Reader::as_number(node)) {
      f.number = *n;
      f.is_number = true;
      f.kind = Field::Kind::number;
    }
    if (node.is_string()) {
      f.text = node.as_string()->get();
      f.kind = Field::Kind::text;
    } else if (node.is_array()) {
      f.kind = Field::Kind::list;
      for (const toml::node& one : *node.as_array())
        f.list.push_back(reader.number(one, "mechanism." + f.key, "a list of numbers"));
    }
    fields.push_back(std::move(f));
  }
  std::sort(fields.begin(), fields.end(),
            [](const Field& a, const Field& b) { return std::pair(a.line, a.column) < std::pair(b.line, b.column); });
  return {file, table.source().begin.line, std::move(fields)};
}

}  // namespace

void Fields::ask(std::string_view key) const {
  if (find_parameter_word(key) == nullptr)
    throw Error(ErrorCode::internal, "Fields", "a name of the list of parameters", key);
  asked_.emplace(key);
}
void Fields::refuse_other_spellings() const {
  const auto asked = [&](std::string_view name) { return asked_.contains(name); };
  for (const Field& f : fields_) {
    if (asked(f.key)) continue;
    if (const auto name = parameter_called(f.key, asked))
      throw ConfigError(fmt::format("{}:{}:{}: mechanism.{}: expected {}, given another spelling", file_, f.line,
                                    f.column, f.key, expected_instead(*name)));
  }
}
Fields::Field& Fields::find(std::string_view key, const std::string& expected) {
  ask(key);
  for (Field& f : fields_)
    if (f.key == key) return f.used = true, f;
  refuse_other_spellings();
  throw ConfigError(fmt::format("{}:{}:1: mechanism.{}: expected {}, given nothing", file_, line_, key, expected));
}
bool Fields::has(std::string_view key) const {
  ask(key);
  return std::any_of(fields_.begin(), fields_.end(), [&](const Field& f) { return f.key == key; });
}
void Fields::refuse(std::string_view key, const std::string& expected) const {
  for (const Field& f : fields_) {
    if (f.key != key) continue;
    const std::string given = f.kind == Field::Kind::text   ? "\"" + f.text + "\""
                              : f.is_number                 ? f.number.text
                              : f.kind == Field::Kind::list ? "a list"
                                                            : "something else";
    throw ConfigError(
        fmt::format("{}:{}:{}: mechanism.{}: expected {}, given {}", file_, f.line, f.column, key, expected, given));
  }
  throw ConfigError(fmt::format("{}:{}:1: mechanism.{}: expected {}, given nothing", file_, line_, key, expected));
}
std::string Fields::text(std::string_view key, const std::vector<std::string>& allowed) {
  const std::string expected = fmt::format("one of {}", fmt::join(allowed, ", "));
  Field& f = find(key, expected);
  if (f.kind != Field::Kind::text || std::find(allowed.begin(), allowed.end(), f.text) == allowed.end())
    refuse(key, expected);
  return f.text;
}
Rational Fields::number(std::string_view key, const std::string& expected) {
  Field& f = find(key, expected);
  if (!f.is_number || f.number.infinite) refuse(key, expected);
  return f.number.value;
}
Rational Fields::number_or(std::string_view key, const Rational& otherwise, const std::string& expected) {
  return has(key) ? number(key, expected) : otherwise;
}
Rational Fields::positive(std::string_view key) {
  const std::string expected = "a number > 0";
  Rational x = number(key, expected);
  if (x.sign() <= 0) refuse(key, expected);
  return x;
}
Rational Fields::probability(std::string_view key) {
  const std::string expected = "a number from 0 to 1";
  Rational x = number(key, expected);
  if (x.sign() < 0 || x > Rational(1)) refuse(key, expected);
  return x;
}
std::vector<Rational> Fields::numbers(std::string_view key, const std::string& expected, std::size_t least,
                                      std::size_t most, int least_sign) {
  Field& f = find(key, expected);
  if (f.kind != Field::Kind::list || f.list.size() < least || f.list.size() > most) refuse(key, expected);
  std::vector<Rational> out;
  for (const Number& x : f.list) {
    if (x.infinite || x.value.sign() < least_sign) refuse(key, expected);
    out.push_back(x.value);
  }
  return out;
}
std::vector<Rational> Fields::positive_list(std::string_view key, std::size_t least, std::size_t most) {
  return numbers(key, fmt::format("a list of {} to {} numbers > 0", least, most), least, most, 1);
}
std::vector<Rational> Fields::nonnegative_list(std::string_view key, std::size_t least, std::size_t most) {
  return numbers(key, fmt::format("a list of {} to {} numbers >= 0", least, most), least, most, 0);
}
std::int64_t Fields::count(std::string_view key, std::int64_t least, std::int64_t most) {
  const std::string expected = fmt::format("an integer from {} to {}", least, most);
  const Rational x = number(key, expected);
  const auto i = x.to_int64();
  if (!i || *i < least || *i > most) refuse(key, expected);
  return *i;
}
void Fields::require_all_used(const std::string& what) const {
  refuse_other_spellings();
  std::vector<std::string> known{"type"};
  for (const Field& f : fields_)
    if (f.used) known.push_back(f.key);
  for (const Field& f : fields_)
    if (!f.used)
      throw ConfigError(
          fmt::format("{}:{}:{}: mechanism.{}: expected a key of {} (given so far: {}), given an unknown key", file_,
                      f.line, f.column, f.key, what, fmt::join(known, ", ")));
}

Config read_config(const std::string& file, const std::string& text) {
  const Reader reader(file);
  toml::table document;
  try {
    document = toml::parse(text, file);
  } catch (const toml::parse_error& e) {
    throw ConfigError(fmt::format("{}:{}:{}: expected TOML, given {}", file, e.source().begin.line,
                                  e.source().begin.column, e.description()));
  }
  reader.only(document, "", {"name", "description", "mechanism", "target", "report", "checks"});
  const toml::node* mechanism = document.get("mechanism");
  if (!mechanism) reader.refuse(1, 1, "mechanism", "a table [mechanism]", "nothing");
  const toml::table& owner = reader.table(*mechanism, "mechanism");
  const toml::node* type = owner.get("type");
  if (!type) reader.missing(owner, "mechanism.type", "the mechanism's type");
  Config config{
      file, text, {}, {}, {}, {}, {}, {}, {}, reader.text(*type, "mechanism.type"), fields_of(reader, file, owner)};
  if (const auto* node = document.get("name")) config.name = reader.text(*node, "name");
  if (config.name.empty()) reader.refuse(1, 1, "name", "a name of the deployment", "nothing");
  if (const auto* node = document.get("description")) config.description = reader.text(*node, "description");

  const toml::node* target = document.get("target");
  if (!target) reader.refuse(1, 1, "target", "a table [target] with rdp or dp", "nothing");
  const toml::table& targets = reader.table(*target, "target");
  reader.only(targets, "target", {"rdp", "dp"});
  if (const auto* node = targets.get("rdp")) {
    reader.each(*node, "target.rdp", [&](const toml::table& one) {
      reader.only(one, "target.rdp", {"order", "epsilon"});
      const toml::node* order = one.get("order");
      if (!order) reader.missing(one, "target.rdp.order", "an order above 1, or \"inf\"");
      const toml::node* epsilon = one.get("epsilon");
      if (!epsilon) reader.missing(one, "target.rdp.epsilon", "a number >= 0");
      config.rdp_targets.push_back(
          {reader.order(*order, "target.rdp.order"), reader.epsilon(*epsilon, "target.rdp.epsilon")});
    });
  }
  if (const auto* node = targets.get("dp")) {
    reader.each(*node, "target.dp", [&](const toml::table& one) {
      reader.only(one, "target.dp", {"epsilon", "delta"});
      const toml::node* epsilon = one.get("epsilon");
      if (!epsilon) reader.missing(one, "target.dp.epsilon", "a number >= 0");
      const Rational delta = reader.finite(one, "delta", "target.dp.delta", "a number from 0 to 1");
      if (delta.sign() < 0 || delta > Rational(1))
        reader.refuse(*one.get("delta"), "target.dp.delta", "a number from 0 to 1");
      config.dp_targets.push_back({reader.epsilon(*epsilon, "target.dp.epsilon"), delta});
    });
  }
  if (config.rdp_targets.empty() && config.dp_targets.empty())
    reader.missing(targets, "target", "rdp = { order, epsilon } or dp = { epsilon, delta }");

  if (const auto* node = document.get("report")) {
    const toml::table& report = reader.table(*node, "report");
    reader.only(report, "report", {"orders", "epsilons"});
    for (const char* key : {"orders", "epsilons"}) {
      const toml::node* list = report.get(key);
      if (!list) continue;
      const std::string field = std::string("report.") + key;
      if (!list->is_array() || list->as_array()->size() > 200)
        reader.refuse(*list, field, "a list of at most 200 numbers");
      for (const toml::node& one : *list->as_array()) {
        if (field == "report.orders") {
          config.orders.push_back(reader.order(one, field));
        } else {
          config.epsilons.push_back(reader.epsilon(one, field));
        }
      }
    }
  }
  if (const auto* node = document.get("checks")) {
    const toml::table& checks = reader.table(*node, "checks");
    reader.only(checks, "checks", {"samples", "confidence", "seed", "property_cases", "pairs"});
    if (const auto* n = checks.get("samples"))
      config.checks.samples = reader.integer(*n, "checks.samples", 0, 100'000'000);
    if (const auto* n = checks.get("seed"))
      config.checks.seed = static_cast<std::uint64_t>(reader.integer(*n, "checks.seed", 0, INT64_MAX));
    if (const auto* n = checks.get("property_cases"))
      config.checks.property_cases = static_cast<int>(reader.integer(*n, "checks.property_cases", 0, 1'000'000));
    if (const auto* n = checks.get("pairs")) config.checks.pairs = reader.integer(*n, "checks.pairs", 0, 100'000'000);
    if (const auto* n = checks.get("confidence")) {
      const Number c = reader.number(*n, "checks.confidence", "a number above 1/2 and below 1");
      if (c.infinite || c.value <= Rational(1, 2) || c.value >= Rational(1))
        reader.refuse(*n, "checks.confidence", "a number above 1/2 and below 1");
      config.checks.confidence = c.value;
    }
  }
  if (config.orders.empty())
    for (const char* order : {"5/4", "3/2", "2", "3", "4", "8", "16", "32", "64"})
      config.orders.push_back({*Rational::parse(order), false, order});
  if (config.epsilons.empty())
    for (const char* e : {"0", "1/10", "1/4", "1/2", "1", "2", "4"}) config.epsilons.push_back(*Rational::parse(e));
  return config;
}

}  // namespace dpcert::deployment
