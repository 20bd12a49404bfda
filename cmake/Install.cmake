# The public headers, the static libraries behind them, the two programs; found again by find_package(Hallmark) and by pkg-config.
include(CMakePackageConfigHelpers)

install(TARGETS hallmark_exact hallmark_bounds hallmark_api EXPORT HallmarkTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(TARGETS hallmark hallmark-check RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(DIRECTORY include/hallmark DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp")
install(FILES LICENSE README.md REFERENCES.md NEWS.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Hallmark")
install(EXPORT HallmarkTargets NAMESPACE Hallmark:: DESTINATION "${package_dir}")
configure_package_config_file(cmake/HallmarkConfig.cmake.in "${PROJECT_BINARY_DIR}/HallmarkConfig.cmake"
  INSTALL_DESTINATION "${package_dir}" NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/HallmarkConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/HallmarkConfig.cmake" "${PROJECT_BINARY_DIR}/HallmarkConfigVersion.cmake"
  cmake/FindFlintArb.cmake DESTINATION "${package_dir}")

# FLINT has no .pc file on Debian 12; with FLINT 3 there is no separate Arb.
set(HALLMARK_PC_FLINT "-lflint")
if(ARB_LIBRARY)
  get_filename_component(arb_name "${ARB_LIBRARY}" NAME_WE)
  string(REGEX REPLACE "^lib" "-l" arb_name "${arb_name}")
  set(HALLMARK_PC_FLINT "${arb_name} -lflint")
endif()
file(RELATIVE_PATH HALLMARK_PC_PREFIX "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
configure_file(cmake/hallmark.pc.in "${PROJECT_BINARY_DIR}/hallmark.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/hallmark.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
