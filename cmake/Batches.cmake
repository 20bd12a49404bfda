# hallmark_batches(<target> <folders...> [ALONE <files...>]): compiles the sources of each folder in batches of up to eight, which
# saves most of the time that headers and their templates take. The files of a batch are one text for the compiler, so a
# name in a nameless namespace stands once in a folder. The files after ALONE have such a name twice, or open a
# namespace for all that follows them.
option(HALLMARK_BATCHES "compile sources in batches; OFF compiles each alone, which shows a forgotten #include" ON)

function(hallmark_batches target)
  if(NOT HALLMARK_BATCHES)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 argument "" "" "ALONE")
  set(a_batch 8)
  foreach(folder IN LISTS argument_UNPARSED_ARGUMENTS)
    file(GLOB sources "${folder}/*.cpp")
    set(place 0)
    foreach(source IN LISTS sources)
      get_filename_component(name "${source}" NAME)
      if(name STREQUAL "main.cpp" OR name IN_LIST argument_ALONE OR "${folder}/${name}" IN_LIST argument_ALONE)
        continue()
      endif()
      math(EXPR batch "${place} / ${a_batch}")
      math(EXPR place "${place} + 1")
      string(MAKE_C_IDENTIFIER "batch_${folder}_${batch}" group)
      set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${group}")
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
