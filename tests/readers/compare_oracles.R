# Compares two files of the diagnostics' reference numbers to 12 digits, which another processor keeps.
#   compare_oracles.R FILE FILE
texts <- lapply(commandArgs(trailingOnly = TRUE), readLines)
number <- function(line) suppressWarnings(as.numeric(sub("[},; ]+$", "", trimws(line))))
stopifnot(length(texts[[1]]) == length(texts[[2]]))
for (i in seq_along(texts[[1]])) {
  lines <- c(texts[[1]][i], texts[[2]][i])
  values <- number(lines)
  same <- if (anyNA(values)) lines[1] == lines[2] else
    abs(values[1] - values[2]) <= 1e-12 * max(abs(values), 1e-3)
  if (!same) stop("line ", i, ": ", lines[1], " is not ", lines[2])
}
cat("the reference numbers are current\n")
