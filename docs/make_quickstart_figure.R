#!/usr/bin/env Rscript
# The README's picture, from a run of configs/quickstart.yaml:
#   docs/make_quickstart_figure.R out/quickstart docs/images/quickstart.svg

arguments <- commandArgs(trailingOnly = TRUE)
if (length(arguments) != 2) stop("usage: make_quickstart_figure.R RUN_FOLDER FIGURE.svg")
files <- Sys.glob(file.path(arguments[1], "chain-*.csv"))
chains <- lapply(files, read.csv, comment.char = "#")

inputs <- c("solar radiation", "wind", "temperature")
colors <- hcl.colors(length(files), "Dark 3")
prior <- c(mean = 1, sd = 1)  # of every log_rho, as the pipeline says
ticks <- c(0.3, 1, 3, 10, 30, 100)

draw_length_scale <- function(k) {
  x <- seq(-1.5, 4.5, length.out = 200)
  curves <- lapply(chains, function(chain) density(chain[[paste0("log_rho.", k)]], n = 200,
                                                   from = -1.5, to = 4.5))
  plot(NULL, xlim = range(x), ylim = c(0, 1.4), xaxt = "n", yaxt = "n", xlab = "", ylab = "",
       main = inputs[k], frame.plot = FALSE)
  axis(1, at = log(ticks), labels = ticks)
  polygon(c(x, rev(x)), c(dnorm(x, prior["mean"], prior["sd"]), 0 * x), col = "grey88", border = NA)
  if (k == 1) text(prior["mean"] - 1.2, 0.3, "prior", col = "grey40", adj = 1)
  for (i in seq_along(curves)) lines(curves[[i]], col = colors[i], lwd = 1.6)
  title(xlab = "length scale, in sd of the input", line = 2.2)
}

draw_trace <- function() {
  values <- lapply(chains, function(chain) chain$log_likelihood)
  plot(NULL, xlim = c(1, length(values[[1]])), ylim = range(values), xlab = "", ylab = "", las = 1,
       main = "log likelihood of the draws, one color for each chain", frame.plot = FALSE)
  for (i in seq_along(values)) lines(round(values[[i]], 2), col = colors[i], lwd = 0.4)
  title(xlab = "draw", line = 2.2)
}

svg(arguments[2], width = 9, height = 5.4, family = "sans", bg = "white")
layout(matrix(c(1, 2, 3, 4, 4, 4), 2, byrow = TRUE))
par(mar = c(3.6, 3.2, 2.4, 0.8), mgp = c(2.2, 0.6, 0), tcl = -0.3, cex = 0.85, font.main = 1,
    cex.main = 1.1)
for (k in seq_along(inputs)) draw_length_scale(k)
draw_trace()
invisible(dev.off())
