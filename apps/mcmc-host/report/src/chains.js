import * as Plot from "@observablehq/plot";
import {element, name, section} from "./dom.js";
import {axis, chainColour, chainLegend, figure, ticksFor} from "./plots.js";
import {counted, extent, fixed, mean, number, whole} from "./words.js";

const line = (data, k, count, options) =>
  Plot.line(data, {stroke: chainColour(k, count), strokeWidth: 1, strokeLinejoin: "round", ...options});

function trace(plots, report) {
  const [low, high] = extent(plots.trace.flat());
  const label =
    `Trace of ${plots.name}: ${counted(plots.trace.length, "chain")} between ${number(low, 3)} and ` +
    `${number(high, 3)}, with means ` +
    plots.trace.map((chain) => number(mean(chain), 3)).join(", ");
  return figure("Trace", null, label, (width) => ({
    height: 150,
    marginRight: 18,
    x: axis(null, ticksFor(width), {domain: [1, report.iterations], tickFormat: (draw) => whole(draw)}),
    y: axis(null, 4),
    marks: plots.trace.map((chain, k) =>
      line(chain, k, plots.trace.length, {
        x: (_, i) => i * report.trace_step + 1,
        y: (d) => d,
        strokeWidth: 0.8,
        strokeOpacity: 0.85,
      }),
    ),
  }));
}

function rankPlot(plots, report) {
  const intervals = plots.ranks[0].length;
  const expected = report.iterations / intervals;
  const [low, high] = extent(plots.ranks.flat());
  const label =
    `Ranks of ${plots.name}: in each of ${intervals} intervals a chain has between ${low} and ` +
    `${high} draws, where ${number(expected, 3)} are expected`;
  const steps = (counts) => [...counts, counts[intervals - 1]];
  return figure("Ranks", null, label, () => ({
    height: 150,
    marginRight: 24,
    x: axis(null, [0, 1], {tickFormat: (part) => (part === 0 ? "lowest" : "highest")}),
    y: axis(null, 4, {domain: [0, Math.max(1.6 * expected, high)]}),
    marks: [
      Plot.ruleY([expected], {stroke: "var(--muted)", strokeDasharray: "2 3"}),
      plots.ranks.map((counts, k) =>
        line(steps(counts), k, plots.ranks.length, {
          x: (_, i) => i / intervals,
          y: (d) => d,
          curve: "step-after",
          strokeWidth: 1.25,
        }),
      ),
    ],
  }));
}

/** The first lag from which on all chains are below a tenth, or null. */
function forgottenAt(autocorrelation) {
  const lags = autocorrelation[0].length;
  for (let lag = 1; lag < lags; ++lag)
    if (autocorrelation.every((chain) => chain[lag] === null || chain[lag] < 0.1)) return lag;
  return null;
}

function autocorrelationPlot(plots) {
  const lag = forgottenAt(plots.autocorrelation);
  const label =
    `Autocorrelation of ${plots.name}: ` +
    (lag === null
      ? `above 0.1 in some chain at all ${plots.autocorrelation[0].length - 1} lags shown`
      : `below 0.1 in all chains at lag ${lag}`);
  return figure("Autocorrelation", null, label, (width) => ({
    height: 150,
    x: axis(null, ticksFor(width)),
    y: axis(null, [0, 0.5, 1], {domain: [Math.min(-0.15, extent(plots.autocorrelation.flat())[0]), 1]}),
    marks: [
      Plot.ruleY([0], {stroke: "var(--rule)"}),
      plots.autocorrelation.map((chain, k) =>
        line(chain, k, plots.autocorrelation.length, {x: (_, i) => i, y: (d) => d, strokeWidth: 1.25}),
      ),
    ],
  }));
}

function inWords(row) {
  if (row.rhat === null && row.ess_bulk === null) return "No diagnostics";
  return (
    `R-hat ${fixed(row.rhat, 3)}, ${whole(row.ess_bulk)} effective draws of the bulk, ` +
    `${whole(row.ess_tail)} of the tails`
  );
}

function variable(plots, report, rows) {
  const head = element(
    "div",
    {class: "variable-head"},
    element("h3", {}, name(plots.name)),
    element("p", {}, inWords(rows.get(plots.name))),
  );
  if (plots.trace.length === 0)
    return element(
      "article",
      {class: "variable"},
      head,
      element(
        "p",
        {class: "lead"},
        "The same value in all draws, or values that are no numbers: nothing to plot.",
      ),
    );
  return element(
    "article",
    {class: "variable"},
    head,
    element(
      "div",
      {class: "chain-plots"},
      trace(plots, report),
      rankPlot(plots, report),
      autocorrelationPlot(plots),
    ),
  );
}

export function chains(report) {
  const rows = new Map(report.summary.map((row) => [row.variable, row]));
  const shown = report.plots.filter((plots) => plots.role !== "derived");
  const thinning =
    report.trace_step === 1
      ? "Traces show every draw."
      : `Traces show one draw of every ${report.trace_step}.`;
  return section(
    "chains",
    "Chains",
    element(
      "p",
      {class: "lead"},
      `${thinning} Chains that agree look alike in the trace, and their ranks among all draws are spread ` +
        "evenly about the dotted line. The faster the autocorrelation falls, by lag in draws, the more each " +
        "draw is worth.",
    ),
    chainLegend(report.chains),
    shown.map((plots) => variable(plots, report, rows)),
  );
}
