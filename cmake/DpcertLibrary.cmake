# dpcert_library(NAME DIRS a b LINK x y): a static library of all the .cpp files in the given folders (not below them).
# A folder without sources makes an interface library, so that header-only parts need nothing special.
# dpcert_scalar is dpcert::scalar to its users, installed or not.
function(dpcert_library name)
  cmake_parse_arguments(ARG "" "" "DIRS;LINK;SOURCES" ${ARGN})
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
  endif()
  # What a user's own sources need, too, since most of the mathematics is templates in headers: the language, and no
  # contraction. The outward rounding of DoubleInterval and the error-free products of divergence/ are proved for sums
  # and products rounded one by one; a compiler that may fuse them (GCC's default where the machine has such an
  # instruction) makes another program of the same text, with other bits and without the proof.
  target_compile_features(${name} ${scope} cxx_std_20)
  target_compile_options(${name} INTERFACE -ffp-contract=off)
  target_include_directories(${name} ${scope} $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${name} ${scope} ${ARG_LINK})
  string(REGEX REPLACE "^dpcert_" "" short ${name})
  set_target_properties(${name} PROPERTIES EXPORT_NAME ${short})
  add_library(dpcert::${short} ALIAS ${name})
endfunction()
