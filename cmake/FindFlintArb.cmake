# FLINT and Arb ship no CMake configuration on Debian 12. Defines FlintArb::FlintArb.
find_path(FlintArb_INCLUDE_DIR arb.h)
find_path(Flint_INCLUDE_DIR flint/fmpq.h)
find_library(FlintArb_LIBRARY NAMES flint-arb arb)
find_library(Flint_LIBRARY NAMES flint)
find_library(Gmp_LIBRARY NAMES gmp)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(FlintArb REQUIRED_VARS FlintArb_LIBRARY Flint_LIBRARY Gmp_LIBRARY FlintArb_INCLUDE_DIR Flint_INCLUDE_DIR)
if(FlintArb_FOUND AND NOT TARGET FlintArb::FlintArb)
  add_library(FlintArb::FlintArb INTERFACE IMPORTED)
  set_target_properties(FlintArb::FlintArb PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${FlintArb_INCLUDE_DIR};${Flint_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${FlintArb_LIBRARY};${Flint_LIBRARY};${Gmp_LIBRARY}")
endif()
