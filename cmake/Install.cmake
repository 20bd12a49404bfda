# The public headers, the static libraries behind them, the two programs; found again by find_package(Hallmark) and by pkg-config.
include(CMakePackageConfigHelpers)

# Four components: the checker, the program, what a C++ project needs, and the Python package (python/CMakeLists.txt).
install(TARGETS hallmark_exact hallmark_bounds hallmark_api hallmark_check hallmark_check_api EXPORT HallmarkTargets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT dev)
install(TARGETS hallmark-check RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT check)
install(FILES proofs-check/FORMAT.md proofs-check/AXIOMS.md DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/hallmark-check" COMPONENT check)
if(HALLMARK_PROGRAM)
  install(TARGETS hallmark RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program)
  install(FILES README.md REFERENCES.md NEWS.md DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/hallmark" COMPONENT program)
  # What the program finds from anywhere: cli/installed.cpp.
  install(DIRECTORY data/vectors_v1 data/schema data/readers data/adapters DESTINATION "${CMAKE_INSTALL_DATADIR}/hallmark" COMPONENT program
    PATTERN "__pycache__" EXCLUDE)
  install(FILES proofs-check/FORMAT.md proofs-check/AXIOMS.md REFERENCES.md DESTINATION "${CMAKE_INSTALL_DATADIR}/hallmark" COMPONENT program)
  # Manual pages and completions, which the program has written beside itself.
  set(written "${PROJECT_BINARY_DIR}/cli")
  install(DIRECTORY "${written}/man/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT program
    FILES_MATCHING PATTERN "*.1.gz" PATTERN hallmark-check.1.gz EXCLUDE)
  install(FILES "${written}/man/hallmark-check.1.gz" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT check)
  install(FILES "${written}/completion/hallmark.bash" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME hallmark COMPONENT program)
  install(FILES "${written}/completion/hallmark.zsh" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" RENAME _hallmark COMPONENT program)
  install(FILES "${written}/completion/hallmark.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" COMPONENT program)
endif()
install(DIRECTORY include/hallmark DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT dev FILES_MATCHING PATTERN "*.hpp")

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Hallmark")
install(EXPORT HallmarkTargets NAMESPACE Hallmark:: DESTINATION "${package_dir}" COMPONENT dev)
configure_package_config_file(cmake/HallmarkConfig.cmake.in "${PROJECT_BINARY_DIR}/HallmarkConfig.cmake"
  INSTALL_DESTINATION "${package_dir}" NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/HallmarkConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/HallmarkConfig.cmake" "${PROJECT_BINARY_DIR}/HallmarkConfigVersion.cmake"
  cmake/FindFlintArb.cmake cmake/FindMpfr.cmake cmake/FindNettle.cmake DESTINATION "${package_dir}" COMPONENT dev)

# FLINT has no .pc file on Debian 12; with FLINT 3 there is no separate Arb.
set(HALLMARK_PC_FLINT "-lflint")
if(ARB_LIBRARY)
  get_filename_component(arb_name "${ARB_LIBRARY}" NAME_WE)
  string(REGEX REPLACE "^lib" "-l" arb_name "${arb_name}")
  set(HALLMARK_PC_FLINT "${arb_name} -lflint")
endif()
file(RELATIVE_PATH HALLMARK_PC_PREFIX "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
foreach(package hallmark hallmark-certificates)
  configure_file(cmake/${package}.pc.in "${PROJECT_BINARY_DIR}/${package}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${package}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT dev)
endforeach()
