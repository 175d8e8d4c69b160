import * as Plot from "@observablehq/plot";
import {element, name, scrollable, section, spoken} from "./dom.js";
import {asDots, plotBox} from "./plots.js";
import {fixed} from "./words.js";

const mostPoints = 800;

/** Some of the draws that the traces show, all chains together. */
function someDraws(plots) {
  const all = plots.trace.flat();
  const step = Math.ceil(all.length / mostPoints);
  return all.filter((_, i) => i % step === 0);
}

function cloud(x, y, correlation) {
  const xs = someDraws(x);
  const ys = someDraws(y);
  return plotBox(
    `Draws of ${x.name} and ${y.name}, whose correlation is ${fixed(correlation, 2)}`,
    (width) => ({
      height: width,
      margin: 3,
      marginTop: 3,
      marginRight: 3,
      marginBottom: 3,
      marginLeft: 3,
      x: {axis: null},
      y: {axis: null},
      marks: [
        Plot.line(xs, {
          x: (d) => d,
          y: (_, i) => ys[i],
          curve: asDots,
          stroke: "var(--accent)",
          strokeOpacity: 0.45,
          strokeWidth: 2.4,
          strokeLinecap: "round",
        }),
      ],
    }),
  );
}

const square = (content) => element("div", {class: "square"}, content);

function correlation(value) {
  const size = value === null ? 0 : Math.abs(value);
  return element("td", {class: "correlation", style: `--size: ${size.toFixed(2)}`}, square(fixed(value, 2)));
}

/** The diagonal names rows and columns for the eye, this for the ear. */
const silent = (scope, text) => element("th", {scope, class: "silent"}, spoken(text));

/** Clouds below the diagonal, correlations above it. */
export function pairs(report) {
  const {names, correlations} = report.pairs;
  if (names.length < 2) return null;
  const plots = names.map((wanted) => report.plots.find(({name: found}) => found === wanted));
  const cell = (row, column) => {
    if (row === column) return element("td", {class: "diagonal"}, square(name(names[row])));
    return row > column
      ? element("td", {}, cloud(plots[column], plots[row], correlations[row][column]))
      : correlation(correlations[row][column]);
  };
  const table = element(
    "table",
    {class: "pairs", style: `--columns: ${names.length}`},
    element(
      "caption",
      {class: "spoken"},
      "Correlations of parameters above the diagonal, clouds of draws below it",
    ),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        element("td", {class: "silent"}),
        names.map((column) => silent("col", column)),
      ),
    ),
    element(
      "tbody",
      {},
      names.map((row, i) =>
        element(
          "tr",
          {},
          silent("row", row),
          names.map((_, j) => cell(i, j)),
        ),
      ),
    ),
  );
  const all = report.plots.filter(({role}) => role === "parameter").length;
  const which =
    names.length < all ? `The ${names.length} of ${all} parameters with the strongest correlations. ` : "";
  return section(
    "pairs",
    "Pairs of parameters",
    element(
      "p",
      {class: "lead"},
      `${which}Below the diagonal some hundreds of draws, above it the correlation of all. Narrow diagonal ` +
        "clouds make a sampler slow that moves one parameter at a time.",
    ),
    scrollable("Pairs of parameters", table),
  );
}
