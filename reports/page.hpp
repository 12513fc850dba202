// What every page shares: elements, the self-contained document with style and script, text for Markdown.
#pragma once

#include <pugixml.hpp>
#include <string>
#include <string_view>

namespace dpcert::reports {

/// A new last child, with a CSS class and text if they are not empty.
pugi::xml_node add(pugi::xml_node parent, const char* element, const char* css = nullptr, std::string_view text = {});
/// Text as a new last child.
void say(pugi::xml_node parent, std::string_view text);
void set(pugi::xml_node node, const char* attribute, std::string_view value);
/// Term and description in a `dl`.
void fact(pugi::xml_node list, const char* term, std::string_view text);

/// An HTML document around a body that somebody else fills.
class Document {
 public:
  /// Head with title and style.
  explicit Document(std::string_view title);
  [[nodiscard]] pugi::xml_node body() const { return body_; }
  /// The whole file; `script`: with the assets' script at its end.
  std::string text(bool script);

 private:
  pugi::xml_document document_;
  pugi::xml_node body_;
};

/// Text for a Markdown table cell or line: one line, with the characters that Markdown would act on escaped.
std::string markdown_text(std::string_view text);

}  // namespace dpcert::reports
