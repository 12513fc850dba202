// The page as XML.
#pragma once

#include <string>

namespace dpcert::reports::testing {

/// Style and script are raw text in HTML, and attributes are written with values: without the two the rest is XML.
inline std::string without_raw_text(std::string page) {
  for (const char* element : {"style", "script"}) {
    const std::string open = std::string("<") + element + ">", close = std::string("</") + element + ">";
    const auto begin = page.find(open) + open.size();
    page.erase(begin, page.find(close) - begin);
  }
  return page;
}

}  // namespace dpcert::reports::testing
