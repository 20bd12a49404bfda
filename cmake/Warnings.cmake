# hallmark_options(<target>): warnings as errors, the sanitizers and the fuzzer's coverage, the same for every target of
# the project. In batches the names of other files are no reason for a warning. Warnings are errors for g++ only: clang compiles the fuzz targets, with its own opinions.
function(hallmark_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic $<IF:$<BOOL:${HALLMARK_BATCHES}>,-Wshadow=local,-Wshadow> -Wconversion -Wno-sign-conversion
    $<$<CXX_COMPILER_ID:GNU>:-Werror>)
  if(HALLMARK_SANITIZE)  # g++ 12 then sees uninitialised members inside <functional> and <regex> that are not there
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized -Wno-restrict>)
    target_compile_options(${target} PUBLIC -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
  endif()
  if(HALLMARK_FUZZ)
    target_include_directories(${target} SYSTEM BEFORE PRIVATE "${PROJECT_SOURCE_DIR}/tests/fuzz/clang14")
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link,address -fno-omit-frame-pointer -g)
    target_link_options(${target} PUBLIC -fsanitize=address)
  endif()
endfunction()
