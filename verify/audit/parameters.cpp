#include "verify/audit/parameters.hpp"

#include <nlohmann/json.hpp>

#include "dpcert/core/error.hpp"

namespace dpcert::audit {

namespace {

[[noreturn]] void refuse(const std::string& expected, const std::string& given) {
  throw Error(ErrorCode::bad_input, "parameters", expected, given);
}

/// Events instead of a tree: a tree would keep the last of two equal keys and turn 1e-06 into a double.
class Handler : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::map<std::string, std::string> values;

  bool null() override { refuse(kinds, "null"); }
  bool boolean(bool b) override { refuse(kinds, b ? "true" : "false"); }
  bool number_integer(number_integer_t n) override { return take(std::to_string(n)); }
  bool number_unsigned(number_unsigned_t n) override { return take(std::to_string(n)); }
  bool number_float(number_float_t, const string_t& text) override { return take(text); }
  bool string(string_t& text) override { return take(text); }
  bool binary(binary_t&) override { refuse(kinds, "binary data"); }
  bool start_object(std::size_t) override {
    if (inside_) refuse(kinds, "an object inside an object");
    return inside_ = true;
  }
  bool key(string_t& name) override {
    if (values.contains(name)) refuse("every key once", "'" + name + "' twice");
    key_ = name;
    fresh_ = true;
    return true;
  }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override {
    if (!inside_ || in_list_) refuse(inside_ ? kinds : object, "a list");
    values[key_];
    return in_list_ = true;
  }
  bool end_array() override {
    in_list_ = false;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

 private:
  static constexpr const char* kinds = "numbers, strings such as \"1/3\", or lists of them";
  static constexpr const char* object = "a JSON object";
  bool take(const std::string& text) {
    if (!inside_) refuse(object, text);
    std::string& value = values[key_];
    if (!fresh_) value += ',';
    fresh_ = false;
    value += text;
    return true;
  }
  std::string key_;
  bool inside_ = false, in_list_ = false, fresh_ = false;
};

}  // namespace

std::map<std::string, std::string> read_parameters(std::string_view json) {
  Handler handler;
  if (!nlohmann::json::sax_parse(json, &handler))
    refuse("a JSON object", json.empty() ? "nothing" : std::string(json.substr(0, 60)));
  return std::move(handler.values);
}

}  // namespace dpcert::audit
