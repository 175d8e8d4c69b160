# Writes the numbers that diagnostics_test.cpp compares with, as the R package posterior computes
# them. From this folder: Rscript make_diagnostics_oracle.R > diagnostics_oracle.hpp
# The draws follow recipes of exact arithmetic that diagnostics_test.cpp repeats.
suppressMessages(library(posterior))

# Lehmer's generator: products stay below 2^53, so doubles hold them exactly.
make_uniform <- function(seed) {
  state <- seed
  function() {
    state <<- (state * 16807) %% 2147483647
    state / 2147483647
  }
}

# Twelve uniforms less six: mean 0, variance 1.
make_noise <- function(uniform) {
  function() {
    total <- -6
    for (i in 1:12) total <- total + uniform()
    total
  }
}

# Calls next_draw(previous draw), from 0, chain after chain.
chains <- function(iterations, number, next_draw) {
  draws <- matrix(0, iterations, number)
  for (chain in seq_len(number)) {
    current <- 0
    for (i in seq_len(iterations)) {
      current <- next_draw(current)
      draws[i, chain] <- current
    }
  }
  draws
}

autoregressive <- function(seed, iterations, number, coefficient) {
  noise <- make_noise(make_uniform(seed))
  chains(iterations, number, function(x) coefficient * x + noise())
}

# Metropolis for the density 1 / (1 + x^2)^2, which repeats the draws it refuses to leave.
metropolis <- function(seed, iterations, number) {
  uniform <- make_uniform(seed)
  noise <- make_noise(uniform)
  chains(iterations, number, function(x) {
    proposal <- x + 4 * noise()
    ratio <- (1 + x * x) / (1 + proposal * proposal)
    if (uniform() < ratio * ratio) proposal else x
  })
}

discrete <- function(seed, iterations, number) {
  uniform <- make_uniform(seed)
  chains(iterations, number, function(x) floor(3 * uniform() + 3 * uniform()))
}

shift_last_chain <- function(draws, shift) {
  draws[, ncol(draws)] <- draws[, ncol(draws)] + shift
  draws
}

stick_last_chain <- function(draws) {
  draws[, ncol(draws)] <- draws[1, ncol(draws)]
  draws
}

cases <- list(
  "autoregressive" = autoregressive(1, 1000, 4, 0.5),
  "slow" = autoregressive(2, 500, 4, 0.95),
  "antithetic" = autoregressive(3, 1000, 2, -0.9),
  "odd" = autoregressive(4, 501, 3, 0.7),
  "one chain" = autoregressive(5, 1000, 1, 0),
  "short" = autoregressive(6, 11, 2, 0.2),
  "just long enough" = autoregressive(7, 12, 2, 0.2),
  "lag limit" = autoregressive(8, 30, 2, 0.99),
  "refusals" = metropolis(9, 1000, 4),
  "discrete" = discrete(10, 400, 4),
  "shifted" = shift_last_chain(autoregressive(11, 400, 4, 0.5), 0.7),
  "stuck" = stick_last_chain(autoregressive(12, 400, 4, 0.5)),
  "far from zero" = 1e6 + autoregressive(13, 400, 4, 0.5),
  "odd and short" = autoregressive(14, 13, 3, 0.3),
  "odd and of one chain" = autoregressive(15, 25, 1, 0.5),
  "two values" = pmin(discrete(16, 200, 3), 1),
  "constant" = matrix(2.5, 100, 4)
)

average_autocorrelation <- function(draws, lag) {
  covariance <- rowMeans(apply(draws, 2, posterior:::autocovariance))
  covariance[lag + 1] / covariance[1]
}

statistics <- list(
  mean = mean,
  standard_deviation = function(x) sd(as.vector(x)),
  q5 = function(x) quantile(x, 0.05, names = FALSE),
  q50 = function(x) quantile(x, 0.5, names = FALSE),
  q95 = function(x) quantile(x, 0.95, names = FALSE),
  rhat = posterior::rhat,
  ess_bulk = ess_bulk,
  ess_tail = ess_tail,
  ess_mean = ess_mean,
  ess_sd = ess_sd,
  ess_q30 = function(x) ess_quantile(x, 0.3, names = FALSE),
  mcse_mean = mcse_mean,
  mcse_sd = mcse_sd,
  mcse_q5 = function(x) mcse_quantile(x, 0.05, names = FALSE),
  mcse_q95 = function(x) mcse_quantile(x, 0.95, names = FALSE),
  autocorrelation_1 = function(x) average_autocorrelation(x, 1),
  autocorrelation_7 = function(x) average_autocorrelation(x, 7)
)

as_literal <- function(value) {
  if (is.na(value)) "std::numeric_limits<double>::quiet_NaN()" else sprintf("%.17g", value)
}

cat("// Made by make_diagnostics_oracle.R with posterior ",
    as.character(packageVersion("posterior")), ".\n",
    "#pragma once\n\n#include <limits>\n\n",
    "struct DiagnosticsOracle {\n  const char* recipe;\n", sep = "")
cat(sprintf("  double %s;\n", names(statistics)), sep = "")
cat("};\n\n// clang-format off\n")
cat("constexpr DiagnosticsOracle diagnostics_oracle[] = {\n")
for (name in names(cases)) {
  values <- vapply(statistics, function(f) suppressWarnings(as.numeric(f(cases[[name]]))), 0)
  cat('  {"', name, '",\n   ', paste(vapply(values, as_literal, ""), collapse = ",\n   "), "},\n",
      sep = "")
}
cat("};\n// clang-format on\n")
