# cmake -DCOMPILER=... -DINCLUDES=a:b -DHEADERS=dir -DPART=k -DPARTS=n -P headers.cmake: a user can include each public
# header by itself, also twice, with nothing but the public headers and the packages on the path. So none names an
# internal header. Every n-th header from the k-th on.
string(REPLACE ":" ";" INCLUDES "${INCLUDES}")
# The compiler looks into /usr/include by itself, and at the right moment; the public headers are not the system's.
list(REMOVE_DUPLICATES INCLUDES)
list(REMOVE_ITEM INCLUDES ${HEADERS} /usr/include)
list(TRANSFORM INCLUDES PREPEND "-isystem")
file(GLOB_RECURSE headers RELATIVE ${HEADERS} ${HEADERS}/dpcert/*.hpp)
list(SORT headers)
set(number 0)
set(tried 0)
set(problems "")
foreach(header IN LISTS headers)
  math(EXPR mine "${number} % ${PARTS}")
  math(EXPR number "${number} + 1")
  if(NOT mine EQUAL PART)
    continue()
  endif()
  math(EXPR tried "${tried} + 1")
  execute_process(COMMAND ${COMPILER} -std=c++20 -fsyntax-only -Wall -Wextra -Werror -I${HEADERS} ${INCLUDES}
      -include ${header} -include ${header} -x c++ /dev/null
    RESULT_VARIABLE status ERROR_VARIABLE said)
  if(NOT status STREQUAL "0")
    string(APPEND problems "${header}:\n${said}\n")
  endif()
endforeach()
if(problems)
  message(FATAL_ERROR "these headers do not compile alone:\n${problems}")
endif()
if(tried LESS 5)
  message(FATAL_ERROR "${tried} headers found in ${HEADERS}")
endif()
message("${tried} headers compile alone")
