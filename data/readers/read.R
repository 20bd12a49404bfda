# Rscript read.R FILE...: every vector as id, quantity, and the bits of its binary64 ends. Needs jsonlite.
library(jsonlite)

bits <- function(text) paste(writeBin(as.numeric(text), raw(), endian = "big"), collapse = "")

for (path in commandArgs(trailingOnly = TRUE)) {
  suite <- fromJSON(path, simplifyVector = FALSE)
  stopifnot(suite$schema == "hallmark-vectors-v1")
  for (group in suite$testGroups) {
    for (test in group$tests) {
      # lo64 <= true value <= hi64; lo and hi are the same ends with more digits
      cat(test$id, group$quantity, bits(test$out$lo64), bits(test$out$hi64), fill = 1000)
    }
  }
}
