# For -DCMAKE_PROJECT_INCLUDE=: what is linked is static but for the C library, and nothing of it is seen from outside.
# --as-needed drops the shared fmt of Debian, which has no static one: its headers hold everything.
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
add_compile_definitions(FMT_HEADER_ONLY)
add_compile_options(-ffunction-sections -fdata-sections "-ffile-prefix-map=${CMAKE_SOURCE_DIR}=.")
add_link_options(-static-libstdc++ -static-libgcc -Wl,--as-needed -Wl,--gc-sections -Wl,--exclude-libs,ALL -Wl,-s)
link_libraries(m)
set(HALLMARK_BOUNDS_LEVEL -Os)  # a wheel holds them twice: a third fewer bytes
