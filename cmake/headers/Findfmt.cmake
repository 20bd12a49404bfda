# fmt::fmt: its headers, which hold everything (FMT_HEADER_ONLY).
add_library(fmt::fmt INTERFACE IMPORTED)
set(fmt_FOUND TRUE)
