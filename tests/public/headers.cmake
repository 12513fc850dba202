# cmake -DCOMPILER=... -DINCLUDES=a:b -DHEADERS=dir -DSCRATCH=dir -P headers.cmake: a user can include each public
# header by itself, also twice, with nothing but the public headers and the packages on the path. So none names an
# internal header.
#
# What most headers include is compiled once, as precompiled stems. A header is compiled behind a stem only if it
# includes all of the stem, by itself or through others: its own text, which comes after its includes, then sees what it
# sees when it stands alone, and nothing else. A header that only includes others (an umbrella) compiles alone if they
# do; dpcert.hpp is compiled all the same, and sees all of them side by side.
cmake_policy(SET CMP0057 NEW)
# The largest first: a header takes the first that fits.
set(stems
  "dpcert/scalar/ball.hpp|dpcert/symbolic/expr.hpp"
  dpcert/symbolic/expr.hpp
  dpcert/scalar/ball.hpp
  dpcert/core/rational.hpp
  "string|vector"
  string)
string(REPLACE ":" ";" INCLUDES "${INCLUDES}")
# The compiler looks into /usr/include by itself, and at the right moment; the public headers are not the system's.
list(REMOVE_DUPLICATES INCLUDES)
list(REMOVE_ITEM INCLUDES ${HEADERS} /usr/include)
list(TRANSFORM INCLUDES PREPEND "-isystem")
set(compile ${COMPILER} -std=c++20 -Wall -Wextra -Werror -I${HEADERS} ${INCLUDES})

# Everything that a header includes, by itself or through other public headers, as it is written there.
function(included_by header result)
  set(all "")
  set(unread ${header})
  while(unread)
    list(POP_FRONT unread next)
    get_property(names GLOBAL PROPERTY "included by ${next}")
    if(NOT names AND EXISTS ${HEADERS}/${next})
      file(STRINGS ${HEADERS}/${next} names REGEX "^#include [\"<]")
      list(TRANSFORM names REPLACE "^#include [\"<]([^\">]+)[\">].*" "\\1")
      set_property(GLOBAL PROPERTY "included by ${next}" "${names}")
    endif()
    foreach(name IN LISTS names)
      if(NOT name IN_LIST all)
        list(APPEND all ${name})
        list(APPEND unread ${name})
      endif()
    endforeach()
  endwhile()
  list(REMOVE_ITEM all ${header})
  set(${result} "${all}" PARENT_SCOPE)
endfunction()

# The compiler's option that puts the first fitting stem in front, or nothing.
function(stem_of header result)
  included_by(${header} included)
  set(number 0)
  set(option "")
  foreach(stem IN LISTS stems)
    math(EXPR number "${number} + 1")
    string(REPLACE "|" ";" parts "${stem}")
    list(REMOVE_ITEM parts ${included})
    if(NOT parts)
      set(option -include ${SCRATCH}/stem${number}.hpp)
      break()
    endif()
  endforeach()
  set(${result} "${option}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
set(number 0)
foreach(stem IN LISTS stems)
  math(EXPR number "${number} + 1")
  string(REPLACE "|" ">\n#include <" text "#include <${stem}>\n")
  set(file ${SCRATCH}/stem${number}.hpp)
  file(WRITE ${file} "${text}")
  # One that does not compile is no stem: the text is included, and the error is told at each header.
  execute_process(COMMAND ${compile} -x c++-header ${file} -o ${file}.gch OUTPUT_QUIET ERROR_QUIET)
endforeach()

file(GLOB_RECURSE headers RELATIVE ${HEADERS} ${HEADERS}/dpcert/*.hpp)
set(problems "")
set(umbrellas "")
foreach(header IN LISTS headers)
  file(STRINGS ${HEADERS}/${header} text REGEX "^ *[^ /]")
  list(FILTER text EXCLUDE REGEX "^#(pragma once|include \"dpcert/[a-z_/]+[.]hpp\")$")
  if(NOT text AND NOT header STREQUAL "dpcert/dpcert.hpp")
    list(APPEND umbrellas ${header})
    continue()
  endif()
  stem_of(${header} stem)
  execute_process(COMMAND ${compile} -fsyntax-only ${stem} -include ${header} -include ${header} -x c++ /dev/null
    RESULT_VARIABLE status ERROR_VARIABLE said)
  if(NOT status STREQUAL "0")
    string(APPEND problems "${header}:\n${said}\n")
  endif()
endforeach()
file(REMOVE_RECURSE ${SCRATCH})
list(LENGTH headers tried)
list(LENGTH umbrellas together)
if(problems)
  message(FATAL_ERROR "these headers do not compile alone:\n${problems}")
endif()
if(tried LESS 20 OR together GREATER 20)
  message(FATAL_ERROR "${tried} headers found in ${HEADERS}, ${together} of them umbrellas")
endif()
message("${tried} headers compile alone, of which ${together} only include others")
