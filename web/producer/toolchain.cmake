# For -DCMAKE_TOOLCHAIN_FILE=, with CMAKE_PREFIX_PATH= the folder of the libraries: exact, bounds and api for WebAssembly, by Debian's clang-22.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-22)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_AR llvm-ar-22)
set(CMAKE_RANLIB llvm-ranlib-22)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}" "${CMAKE_CURRENT_LIST_DIR}/../../cmake/headers")
# __mips64 is how FLINT knows that its words have 64 bits where long has 32. One thread: its time is the time that goes by.
set(CMAKE_CXX_FLAGS_INIT "-Wno-deprecated -Wshorten-64-to-32 -fwasm-exceptions -D__mips64 -DFMT_HEADER_ONLY -D_WASI_EMULATED_PROCESS_CLOCKS \
-DCLOCK_THREAD_CPUTIME_ID=CLOCK_MONOTONIC -include ${CMAKE_CURRENT_LIST_DIR}/no_threads.hpp")
