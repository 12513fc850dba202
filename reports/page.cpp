#include "reports/page.hpp"

#include <sstream>

#include "verify/catalogue/embedded.hpp"

extern "C" const dpcert::catalogue::RawFile dpcert_report_assets[];
extern "C" const dpcert::catalogue::RawFile dpcert_report_assets_end[];

namespace dpcert::reports {

using pugi::xml_node;

namespace {

std::string_view asset(std::string_view name) {
  for (const catalogue::RawFile* file = dpcert_report_assets; file != dpcert_report_assets_end; ++file)
    if (file->path == name) return file->bytes();
  return {};
}

/// HTML has no `<div/>`: elements without content get an empty text, so that they are written with an end tag.
void close_empty(xml_node node) {
  for (xml_node child : node.children()) {
    if (child.type() != pugi::node_element) continue;
    const std::string_view element = child.name();
    if (!child.first_child() && element != "meta" && element != "input" && element != "col" && element != "link")
      child.append_child(pugi::node_pcdata).set_value("");
    close_empty(child);
  }
}

}  // namespace

xml_node add(xml_node parent, const char* element, const char* css, std::string_view text) {
  xml_node node = parent.append_child(element);
  if (css && *css) node.append_attribute("class") = css;
  if (!text.empty()) node.append_child(pugi::node_pcdata).set_value(std::string(text).c_str());
  return node;
}
void say(xml_node parent, std::string_view text) {
  parent.append_child(pugi::node_pcdata).set_value(std::string(text).c_str());
}
void set(xml_node node, const char* attribute, std::string_view value) {
  node.append_attribute(attribute) = std::string(value).c_str();
}
void fact(xml_node list, const char* term, std::string_view text) {
  add(list, "dt", nullptr, term);
  add(list, "dd", nullptr, text);
}

Document::Document(std::string_view title) {
  xml_node html = document_.append_child("html");
  set(html, "lang", "en");
  xml_node head = add(html, "head");
  set(add(head, "meta"), "charset", "utf-8");
  xml_node viewport = add(head, "meta");
  set(viewport, "name", "viewport");
  set(viewport, "content", "width=device-width, initial-scale=1");
  add(head, "title", nullptr, title);
  add(head, "style", nullptr, "@style@");
  body_ = add(html, "body");
}

std::string Document::text(bool script) {
  if (script) add(body_, "script", nullptr, "@script@");
  close_empty(document_);
  std::ostringstream out;
  document_.save(out, "", pugi::format_raw | pugi::format_no_declaration, pugi::encoding_utf8);
  std::string page = "<!DOCTYPE html>\n" + out.str() + "\n";
  // Style and script are raw text in HTML, not escaped text; they are ours and go in after escaping. The style's place
  // is the last "@style@" before the body and the script's the last "@script@", whatever title and text say.
  const auto body = page.find("<body");
  if (const auto at = page.rfind("@style@", body); at != std::string::npos) page.replace(at, 7, asset("report.css"));
  if (!script) return page;
  if (const auto at = page.rfind("@script@"); at != std::string::npos) page.replace(at, 8, asset("report.js"));
  return page;
}

std::string markdown_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n' || c == '\r') {
      out += ' ';
      continue;
    }
    if (c == '<') {
      out += "&lt;";
      continue;
    }
    if (c == '|' || c == '*' || c == '_' || c == '`' || c == '[' || c == ']' || c == '\\' || c == '~' || c == '#' ||
        c == '$')
      out += '\\';
    out += c;
  }
  return out;
}

}  // namespace dpcert::reports
