# Threads::Threads where there are none: nothing is linked.
add_library(Threads::Threads INTERFACE IMPORTED)
set(Threads_FOUND TRUE)
