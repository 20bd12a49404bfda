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

# hallmark_records(<output> <header> <namespace> [<type> <function> <file>]...): a source that defines functions of the header, each the rows of a table in
# a file. A row is a line and the indented lines that go on; its fields stand between ` :: `, `-` is an empty one. Lines with `#` in the first column are remarks.
function(hallmark_records output header namespace)
  set(source "// Made by CMake from data files.\n#include \"${header}\"\n\nnamespace ${namespace} {\n")
  while(ARGN)
    list(POP_FRONT ARGN type function file)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    file(READ "${file}" text)
    string(ASCII 1 semicolon)  # what means something in lists of CMake
    string(ASCII 2 open)
    string(ASCII 3 close)
    string(REPLACE ";" "${semicolon}" text "${text}")
    string(REPLACE "[" "${open}" text "${text}")
    string(REPLACE "]" "${close}" text "${text}")
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REGEX REPLACE "\n +" " " text "${text}")
    string(REPLACE "\n" ";" rows "${text}")
    string(APPEND source "\nstd::span<const ${type}> ${function}() {\n  static constexpr ${type} rows[] = {\n")
    foreach(row IN LISTS rows)
      if(row AND NOT row MATCHES "^#")
        string(REPLACE " :: " "\", \"" row "${row}")
        string(APPEND source "      {\"${row}\"},\n")
      endif()
    endforeach()
    string(REPLACE "\"-\"" "\"\"" source "${source}")
    string(APPEND source "  };\n  return rows;\n}\n")
  endwhile()
  string(REPLACE "${semicolon}" ";" source "${source}")
  string(REPLACE "${open}" "[" source "${source}")
  string(REPLACE "${close}" "]" source "${source}")
  file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/${output}.new" "${source}\n}  // namespace ${namespace}\n")
  configure_file("${CMAKE_CURRENT_BINARY_DIR}/${output}.new" "${output}" COPYONLY)
endfunction()
