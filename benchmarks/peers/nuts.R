# Samples the benchmark's model with rstan's NUTS, one chain after another on one core.
#   Rscript nuts.R PROBLEM.json SEED CHAINS WARMUP DRAWS FOLDER
# writes FOLDER/chain-N.csv, and what it cost as JSON on standard output. The compiled model is kept in
# FOLDER/.., because compiling it is not sampling.
suppressPackageStartupMessages({
  library(jsonlite)
  library(rstan)
})

arguments <- commandArgs(trailingOnly = TRUE)
problem <- fromJSON(arguments[1])
seed <- as.integer(arguments[2])
chains <- as.integer(arguments[3])
warmup <- as.integer(arguments[4])
draws <- as.integer(arguments[5])
folder <- arguments[6]
source_folder <- dirname(sub("--file=", "", grep("--file=", commandArgs(), value = TRUE)))

rstan_options(boost_lib = "/usr/include")  # where Debian has it
compiled <- file.path(dirname(folder), "gaussian_process.rds")
if (!file.exists(compiled)) {
  saveRDS(stan_model(file.path(source_folder, "gaussian_process.stan")), compiled)
}

cases <- as.matrix(read.csv(problem$data))
inputs <- cases[, -ncol(cases), drop = FALSE]
scales <- length(problem$start$log_rho)
data <- list(n = nrow(cases), p = ncol(inputs), scales = scales, x = inputs, y = cases[, ncol(cases)],
             constant = problem$constant,
             priors = rbind(problem$priors$log_eta, problem$priors$log_sigma, problem$priors$log_rho))
start <- list(log_eta = problem$start$log_eta, log_sigma = problem$start$log_sigma,
              log_rho = as.array(problem$start$log_rho))

fit <- suppressWarnings(sampling(readRDS(compiled), data, chains = chains, cores = 1, seed = seed,
                                 warmup = warmup, iter = warmup + draws, init = rep(list(start), chains),
                                 refresh = 0))
kept <- extract(fit, c("lp__", "log_likelihood", "log_eta", "log_sigma", "log_rho"), permuted = FALSE)
names <- sub("\\[(.*)\\]", if (scales == 1) "" else ".\\1", dimnames(kept)[[3]])
for (chain in seq_len(chains)) {
  table <- as.data.frame(matrix(kept[, chain, ], nrow = draws))
  names(table) <- names
  write.csv(table, file.path(folder, sprintf("chain-%d.csv", chain)), row.names = FALSE, quote = FALSE)
}
leapfrogs <- function(parameters) sum(parameters[, "n_leapfrog__"])
all_steps <- sum(sapply(get_sampler_params(fit, inc_warmup = TRUE), leapfrogs))
kept_steps <- sum(sapply(get_sampler_params(fit, inc_warmup = FALSE), leapfrogs))
elapsed <- get_elapsed_time(fit)
cat(toJSON(list(warmup_seconds = sum(elapsed[, "warmup"]), sampling_seconds = sum(elapsed[, "sample"]),
                warmup_evaluations = all_steps - kept_steps, sampling_evaluations = kept_steps),
           auto_unbox = TRUE, digits = 8))
