# hallmark_texts(<output> <function> <files...>): a source that defines hallmark::<function>, the texts of these files, each under the name of its file
# without its ending. No program looks for the files when it runs.
function(hallmark_texts output function)
  set(texts "")
  foreach(file IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    get_filename_component(name "${file}" NAME_WE)
    file(READ "${file}" text)
    string(APPEND texts "      {\"${name}\", R\"text(${text})text\"},\n")
  endforeach()
  string(CONCAT source "// Made by CMake from data files.\n#include <array>\n#include <span>\n#include <string_view>\n#include <utility>\n\n"
    "namespace hallmark {\n\nstd::span<const std::pair<std::string_view, std::string_view>> ${function}() {\n"
    "  static constexpr auto texts = std::to_array<std::pair<std::string_view, std::string_view>>({\n${texts}  });\n"
    "  return texts;\n}\n\n}  // namespace hallmark\n")
  file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/${output}.new" "${source}")
  configure_file("${CMAKE_CURRENT_BINARY_DIR}/${output}.new" "${output}" COPYONLY)  # leaves a file alone that is the same
endfunction()
