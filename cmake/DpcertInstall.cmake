# Install rules: the program, the libraries, their headers, and a package so that `find_package(dpcert)` works.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/dpcert)
add_library(dpcert_all INTERFACE)
target_link_libraries(dpcert_all INTERFACE dpcert_math dpcert_verify dpcert_checker dpcert_catalogue dpcert_reports dpcert_properties)
target_compile_features(dpcert_all INTERFACE cxx_std_20)
set_target_properties(dpcert_all PROPERTIES EXPORT_NAME dpcert)
add_library(dpcert::dpcert ALIAS dpcert_all)

install(TARGETS dpcert RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS dpcert_scalar dpcert_math dpcert_checker dpcert_language dpcert_verify dpcert_catalogue dpcert_audit dpcert_deployment dpcert_reports
                dpcert_properties dpcert_all
        EXPORT dpcertTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/dpcert DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(EXPORT dpcertTargets NAMESPACE dpcert:: DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/dpcertConfig.cmake.in ${PROJECT_BINARY_DIR}/dpcertConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/dpcertConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/dpcertConfig.cmake ${PROJECT_BINARY_DIR}/dpcertConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/FindFlintArb.cmake ${PROJECT_SOURCE_DIR}/cmake/FindMPFR.cmake
        DESTINATION ${package_dir})
