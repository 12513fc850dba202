# Install rules: the program, the libraries, the public headers, and a package so that `find_package(dpcert)` works. Each
# library is a component of it and has an export file of its own, so that a user needs the packages of no other.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/dpcert)
if(TARGET dpcert)
  install(TARGETS dpcert RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
foreach(part IN LISTS dpcert_parts ITEMS dpcert)
  if(part STREQUAL "dpcert")
    set(library dpcert_all)
  else()
    set(library dpcert_${part})
  endif()
  install(TARGETS ${library} EXPORT dpcert-${part} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT dpcert-${part} NAMESPACE dpcert:: DESTINATION ${package_dir})
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/dpcert DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
string(JOIN " " dpcert_parts ${dpcert_parts})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/dpcertConfig.cmake.in ${PROJECT_BINARY_DIR}/dpcertConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/dpcertConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/dpcertConfig.cmake ${PROJECT_BINARY_DIR}/dpcertConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/FindFlintArb.cmake ${PROJECT_SOURCE_DIR}/cmake/FindMPFR.cmake
        DESTINATION ${package_dir})
