# cmake -DFILES=a;b -DBASE=dir -DOUTPUT=file.cpp -P EngineVersion.cmake: a source file with the SHA-256 of the given files.
set(all "")
foreach(file ${FILES})
  file(SHA256 ${file} digest)
  file(RELATIVE_PATH path ${BASE} ${file})
  string(APPEND all "${path} ${digest}\n")
endforeach()
string(SHA256 version "${all}")
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "// Made by cmake/EngineVersion.cmake.
#include \"verify/catalogue/store.hpp\"
std::string_view dpcert::catalogue::engine_version() { return \"${version}\"; }
" @ONLY)
