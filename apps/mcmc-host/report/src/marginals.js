import * as Plot from "@observablehq/plot";
import {element, name, section} from "./dom.js";
import {axis, figure, ticksFor} from "./plots.js";
import {extent, number} from "./words.js";

function marginal(plots, row) {
  const points = plots.at.map((x, i) => ({x, posterior: plots.posterior[i], prior: plots.prior[i]}));
  const interval = `${number(row.q50, 3)} (${number(row.q5, 3)} to ${number(row.q95, 3)})`;
  const label =
    `Posterior density of ${plots.name}: median ${number(row.q50, 3)}, and 90 percent of it between ` +
    `${number(row.q5, 3)} and ${number(row.q95, 3)}` +
    (plots.prior.length ? ", beside its prior" : "");
  const highest = extent([
    ...plots.posterior,
    ...plots.prior.map((density) => Math.min(density, 1.15 * Math.max(...plots.posterior))),
  ])[1];
  return figure(name(plots.name), interval, label, (width) => ({
    height: 150,
    marginLeft: 8,
    marginRight: 14,
    x: axis(null, ticksFor(width)),
    y: {axis: null, domain: [0, highest]},
    marks: [
      Plot.areaY(points, {x: "x", y: "posterior", fill: "var(--accent)", fillOpacity: 0.14}),
      Plot.areaY(
        points.filter(({x}) => x >= row.q5 && x <= row.q95),
        {x: "x", y: "posterior", fill: "var(--accent)", fillOpacity: 0.2},
      ),
      plots.prior.length
        ? Plot.lineY(points, {
            x: "x",
            y: "prior",
            stroke: "var(--prior)",
            strokeWidth: 1.5,
            strokeDasharray: "5 3",
            clip: true,
          })
        : null,
      Plot.lineY(points, {x: "x", y: "posterior", stroke: "var(--accent)", strokeWidth: 1.75}),
      Plot.ruleY([0], {stroke: "var(--rule)"}),
    ],
  }));
}

const legend = (hasPriors) =>
  element(
    "ul",
    {class: "legend"},
    element("li", {}, element("span", {class: "swatch band"}), "posterior, darker within its 90 % interval"),
    hasPriors ? element("li", {}, element("span", {class: "swatch dashes"}), "prior") : null,
  );

export function marginals(report) {
  const rows = new Map(report.summary.map((row) => [row.variable, row]));
  const shown = report.plots.filter((plots) => plots.posterior.length && plots.role !== "density");
  if (shown.length === 0) return null;
  const grid = (role) =>
    element(
      "div",
      {class: "grid"},
      shown.filter((plots) => plots.role === role).map((plots) => marginal(plots, rows.get(plots.name))),
    );
  const hasDerived = shown.some((plots) => plots.role === "derived");
  const hasPriors = shown.some((plots) => plots.prior.length);
  return section(
    "marginals",
    hasPriors ? "Posterior and prior" : "Posterior",
    element(
      "p",
      {class: "lead"},
      "Below each name: the median, and the interval from the 5 to the 95\u00a0% quantile." +
        (hasPriors ? " Where a posterior looks like its prior, the data say little." : ""),
    ),
    legend(hasPriors),
    grid("parameter"),
    hasDerived ? element("h3", {}, "Derived from the parameters") : null,
    hasDerived ? grid("derived") : null,
  );
}
