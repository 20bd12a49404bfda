# Debian packages by CPack, one a component of cmake/Install.cmake: cpack -G DEB --config build/release/CPackConfig.cmake
# It packs what is built and builds nothing.
set(HALLMARK_MAINTAINER "Hallmark maintainers <maintainers@users.noreply.a-seed-0e2e5e03.example>" CACHE STRING "who stands in the packages")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR Hallmark)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_NAME} built using CMake")  # CPack's default: the components have their own
set(CPACK_PACKAGE_CONTACT "${HALLMARK_MAINTAINER}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL check dev)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_CHECK_PACKAGE_NAME hallmark-check)
set(CPACK_DEBIAN_CHECK_PACKAGE_SECTION math)
set(CPACK_COMPONENT_CHECK_DESCRIPTION "verifier of differential-privacy certificates
Proves the statement of a certificate of a differential-privacy number again,
from the statement alone, with MPFR and GMP. It shares no code with the
program that writes certificates.")

set(CPACK_DEBIAN_DEV_PACKAGE_NAME libhallmark-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libflint-dev, libflint-arb-dev, libmpfr-dev, libgmp-dev, libfmt-dev, nettle-dev")
set(CPACK_COMPONENT_DEV_DESCRIPTION "certified differential-privacy numbers, C++ library
Headers and static libraries: enclosures of the epsilon, delta and Renyi
divergence of shuffled, subsampled and randomly allocated mechanisms,
decisions about claims, and the checker of certificates.")

if(HALLMARK_PROGRAM)
  list(APPEND CPACK_COMPONENTS_ALL program)
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME hallmark)
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION math)
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS hallmark-check)
  set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "certified numbers of differential-privacy amplification
Computes the epsilon, delta or Renyi divergence that a theorem gives at given
parameters as a proved enclosure, decides published claims, tests accountants
against golden vectors, and writes certificates for hallmark-check.")
endif()

if(HALLMARK_PYTHON)
  list(APPEND CPACK_COMPONENTS_ALL python)
  math(EXPR next_minor "${HALLMARK_PYTHON_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-hallmark)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.${HALLMARK_PYTHON_MINOR}), python3 (<< 3.${next_minor})")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-pandas, python3-mpmath, python3-tqdm, python3-pytest")
  set(CPACK_COMPONENT_PYTHON_DESCRIPTION "certified differential-privacy numbers, Python package
Enclosures with exact ends, decisions about claims, tables, the checker of
certificates, golden vectors with a pytest plugin, and an accountant with the
interface of dp_accounting.")
endif()

# What Debian wants beside the files of each package: copyright and changelog.
string(TIMESTAMP HALLMARK_PACKAGE_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)
find_program(GZIP gzip)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER "${component}" key)
  set(HALLMARK_PACKAGE "${CPACK_DEBIAN_${key}_PACKAGE_NAME}")
  set(folder "${PROJECT_BINARY_DIR}/debian/${HALLMARK_PACKAGE}")
  configure_file(packaging/debian/copyright.in "${folder}/copyright" @ONLY)
  if(GZIP AND NOT EXISTS "${folder}/changelog.gz")
    configure_file(packaging/debian/changelog.in "${folder}/changelog" @ONLY)
    execute_process(COMMAND "${GZIP}" -9nf "${folder}/changelog" COMMAND_ERROR_IS_FATAL ANY)
  endif()
  install(DIRECTORY "${folder}/" DESTINATION "share/doc/${HALLMARK_PACKAGE}" COMPONENT "${component}")
endforeach()
include(CPack)
