# Reads the chains of a run with rstan, posterior and coda, and its export for coda, and compares them
# with the chains' files.
#   read.R RUN_FOLDER
suppressPackageStartupMessages({
  library(coda)
  library(rstan)
  library(posterior)  # the last, for rstan has other functions of the same names
})

run <- commandArgs(trailingOnly = TRUE)[1]
files <- file.path(run, sprintf("chain-%d.csv", 1:3))
chains <- lapply(files, read.csv, comment.char = "#", check.names = FALSE)
draws <- nrow(chains[[1]])
variables <- setdiff(names(chains[[1]]), c("lp__", "accept_stat__"))
stopifnot(draws == 60, length(variables) == 9)

# "log_rho[2]" for "log_rho.2"
bracketed <- function(names) sub("\\.([0-9]+)$", "[\\1]", names)

same <- function(found, expected, what) {
  if (!identical(as.numeric(found), as.numeric(expected))) stop(what, ": other values")
}

# rstan keeps its sampler's columns apart by their names; those that it does not know are parameters.
fit <- read_stan_csv(files)
stopifnot(identical(fit@sim$chains, 3L), fit@sim$iter == 150, fit@sim$warmup == 30, fit@sim$thin == 2)
from_rstan <- rstan::extract(fit, permuted = FALSE, inc_warmup = FALSE)
stopifnot(identical(dim(from_rstan)[1:2], c(draws, 3L)),
          all(c(bracketed(variables), "lp__") %in% dimnames(from_rstan)[[3]]))
for (chain in 1:3)
  for (name in c("lp__", variables))
    same(from_rstan[, chain, bracketed(name)], chains[[chain]][[name]], paste("rstan", name))

from_posterior <- do.call(bind_draws, c(lapply(chains, as_draws_df), along = "chain"))
stopifnot(niterations(from_posterior) == draws, nchains(from_posterior) == 3,
          all(variables %in% variables(from_posterior)))
for (chain in 1:3)
  for (name in variables)
    same(extract_variable_matrix(from_posterior, name)[, chain], chains[[chain]][[name]],
         paste("posterior", name))

# What the summary says is what posterior says of the same draws.
summary <- read.csv(file.path(run, "tables", "summary.csv"))
for (name in variables) {
  matrix <- extract_variable_matrix(from_posterior, name)
  row <- summary[summary$variable == name, ]
  expected <- c(mean = mean(matrix), sd = sd(matrix), mcse_mean = mcse_mean(matrix),
                mcse_sd = mcse_sd(matrix), q5 = unname(quantile(matrix, 0.05)),
                q95 = unname(quantile(matrix, 0.95)), ess_bulk = ess_bulk(matrix),
                ess_tail = ess_tail(matrix), rhat = rhat(matrix))
  for (what in names(expected))
    if (abs(row[[what]] / expected[[what]] - 1) > 1e-10)
      stop(name, ": ", what, " is ", row[[what]], " in the summary, but ", expected[[what]])
}

coda_file <- function(name) file.path(run, "export", name)
for (chain in 1:3) {
  from_coda <- read.coda(coda_file(sprintf("CODAchain%d.txt", chain)), coda_file("CODAindex.txt"),
                         quiet = TRUE)
  stopifnot(niter(from_coda) == draws, start(from_coda) == 2, thin(from_coda) == 2,
            identical(varnames(from_coda), bracketed(c("lp__", variables))))
  for (name in c("lp__", variables))
    same(from_coda[, bracketed(name)], chains[[chain]][[name]], paste("coda", name))
}
all_chains <- read.openbugs(file.path(run, "export", ""), quiet = TRUE)
stopifnot(nchain(all_chains) == 3)
cat("all is well\n")
