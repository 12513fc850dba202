# dpcert_unity(TARGET NAME [BYTES n] file...): has the files, all of one folder, compiled several at a time. Most of a file's time
# goes into headers and into templates that its neighbours instantiate as well. Files share a translation unit only with
# those of their folder, up to n bytes (260,000) at a time; what is local to one of them needs a name that its folder does not
# use elsewhere. -DDPCERT_UNITY=OFF compiles each by itself.
function(dpcert_unity target name)
  if(NOT DPCERT_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  cmake_parse_arguments(PARSE_ARGV 2 ARG "" "BYTES" "")
  if(NOT ARG_BYTES)
    set(ARG_BYTES 260000)
  endif()
  set(group 0)
  set(bytes 0)
  foreach(file ${ARG_UNPARSED_ARGUMENTS})
    file(SIZE ${file} size)
    math(EXPR bytes "${bytes} + ${size}")
    if(bytes GREATER ${ARG_BYTES})
      math(EXPR group "${group} + 1")
      set(bytes ${size})
    endif()
    set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${name}_${group})
  endforeach()
endfunction()

# dpcert_precompiled(TARGET): has the standard headers that most sources include parsed once for the whole target. Each
# file still includes what it uses: -DDPCERT_UNITY=OFF compiles without it.
function(dpcert_precompiled target)
  if(DPCERT_UNITY)
    target_precompile_headers(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${PROJECT_SOURCE_DIR}/cmake/standard_headers.hpp>")
  endif()
endfunction()

# dpcert_together(TARGET "dirs" "alone" "bytes"): dpcert_unity for each of the folders, without the files that are compiled
# alone.
function(dpcert_together target dirs alone bytes)
  if(bytes)
    set(bytes BYTES ${bytes})
  endif()
  foreach(dir ${dirs})
    file(GLOB together ${CMAKE_CURRENT_SOURCE_DIR}/${dir}/*.cpp)
    foreach(file ${alone})
      list(FILTER together EXCLUDE REGEX "/${file}$")
    endforeach()
    string(MAKE_C_IDENTIFIER "${dir}" group)
    dpcert_unity(${target} ${group} ${bytes} ${together})
  endforeach()
endfunction()

# dpcert_library(NAME DIRS a b HOT c HOT_OPTIMISATION -O3 ALONE file BYTES n PRECOMPILED LINK x y): a static library of all the .cpp files in the
# given folders (not below them), those of a folder compiled together but for those that are named as ALONE.
# BYTES: how much of a folder is compiled together, where headers and what they instantiate are dearer than the files.
# HOT are folders of the library in whose inner loops its time is spent: they are compiled with -O2, or as
# HOT_OPTIMISATION says, by an object library.
# PRECOMPILED is for libraries of many translation units (at -O3 g++ 12 then warns of copies that do not overflow, GCC bug
# 105329, in some). A folder without sources makes an interface library, so that header-only parts need nothing special.
# dpcert_scalar is dpcert::scalar to its users, installed or not.
function(dpcert_library name)
  cmake_parse_arguments(ARG "PRECOMPILED" "BYTES;HOT_OPTIMISATION" "DIRS;HOT;ALONE;LINK;SOURCES" ${ARGN})
  set(sources ${ARG_SOURCES})
  foreach(dir ${ARG_DIRS})
    file(GLOB found CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${dir}/*.cpp)
    list(APPEND sources ${found})
  endforeach()
  if(sources)
    add_library(${name} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  # Warnings are for this project's own targets alone, never for its users.
  if(sources)
    target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:dpcert_options>)
    if(ARG_PRECOMPILED)
      dpcert_precompiled(${name})
    endif()
    dpcert_together(${name} "${ARG_DIRS}" "${ARG_ALONE}" "${ARG_BYTES}")
  endif()
  # What a user's own sources need, too, since most of the mathematics is templates in headers: the language, and no
  # contraction. The outward rounding of DoubleInterval and the error-free products of divergence/ are proved for sums
  # and products rounded one by one; a compiler that may fuse them (GCC's default where the machine has such an
  # instruction) makes another program of the same text, with other bits and without the proof.
  target_compile_features(${name} ${scope} cxx_std_20)
  target_compile_options(${name} INTERFACE -ffp-contract=off)
  target_include_directories(${name} ${scope} $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${name} ${scope} ${ARG_LINK})
  if(ARG_HOT)
    if(NOT ARG_HOT_OPTIMISATION)
      set(ARG_HOT_OPTIMISATION -O2)
    endif()
    set(hot_sources "")
    foreach(dir ${ARG_HOT})
      file(GLOB found CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${dir}/*.cpp)
      list(APPEND hot_sources ${found})
    endforeach()
    add_library(${name}_hot OBJECT ${hot_sources})
    dpcert_together(${name}_hot "${ARG_HOT}" "${ARG_ALONE}" "")
    target_compile_features(${name}_hot PRIVATE cxx_std_20)
    target_compile_options(${name}_hot PRIVATE $<$<CONFIG:Release>:${ARG_HOT_OPTIMISATION}>)
    target_include_directories(${name}_hot PRIVATE ${PROJECT_SOURCE_DIR}/include)
    target_link_libraries(${name}_hot PRIVATE dpcert_options ${ARG_LINK})
    target_sources(${name} PRIVATE $<TARGET_OBJECTS:${name}_hot>)
  endif()
  string(REGEX REPLACE "^dpcert_" "" short ${name})
  set_target_properties(${name} PROPERTIES EXPORT_NAME ${short})
  add_library(dpcert::${short} ALIAS ${name})
endfunction()
