# The C++ library alone. Not run: see packaging/README.md.
vcpkg_cmake_configure(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../.." OPTIONS -DHALLMARK_TESTS=OFF -DHALLMARK_PROGRAM=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME Hallmark CONFIG_PATH lib/cmake/Hallmark)
vcpkg_fixup_pkgconfig()
vcpkg_install_copyright(FILE_LIST "${CMAKE_CURRENT_LIST_DIR}/../../LICENSE")
