import * as Plot from "@observablehq/plot";
import {element, name, section} from "./dom.js";
import {asDots, axis, figure, ticksFor} from "./plots.js";
import {counted, extent, mean, number, percent} from "./words.js";

const dots = (xs, ys, options = {}) =>
  Plot.line(xs, {
    x: (d) => d,
    y: (_, i) => ys[i],
    curve: asDots,
    stroke: "var(--data)",
    strokeOpacity: 0.7,
    strokeWidth: 4,
    strokeLinecap: "round",
    ...options,
  });

function alongInput(curve, i, fit) {
  const points = curve.at.map((x, k) => ({x, mean: curve.mean[k], q5: curve.q5[k], q95: curve.q95[k]}));
  const [low, high] = [points[0], points[points.length - 1]];
  const label =
    `Prediction of ${fit.response} along ${curve.input}: ${number(low.mean, 3)} at ${number(low.x, 3)}, ` +
    `${number(high.mean, 3)} at ${number(high.x, 3)}, between ${extent(curve.mean)
      .map((value) => number(value, 3))
      .join(" and ")} throughout, with the data`;
  return figure(
    element("span", {}, name(fit.response), " along ", name(curve.input)),
    null,
    label,
    (width) => ({
      height: 230,
      marginRight: 14,
      x: axis(null, ticksFor(width)),
      y: axis(null, 5),
      marks: [
        Plot.areaY(points, {x: "x", y1: "q5", y2: "q95", fill: "var(--accent)", fillOpacity: 0.15}),
        dots(fit.inputs[i], fit.observed),
        Plot.line(points, {x: "x", y: "mean", stroke: "var(--accent)", strokeWidth: 2}),
      ],
    }),
  );
}

function residualPlot(title, text, xs, residuals) {
  const label = `Standardised residuals against ${text}: from ${extent(residuals)
    .map((value) => number(value, 2))
    .join(" to ")}`;
  const reach = Math.max(3, ...residuals.map(Math.abs));
  return figure(title, null, label, (width) => ({
    height: 170,
    x: axis(null, ticksFor(width)),
    y: axis(null, 5, {domain: [-reach, reach]}),
    marks: [
      Plot.ruleY([-1.645, 1.645], {stroke: "var(--muted)", strokeDasharray: "2 3"}),
      Plot.ruleY([0], {stroke: "var(--rule)"}),
      dots(xs, residuals, {stroke: "var(--accent)", strokeOpacity: 0.6}),
    ],
  }));
}

function coverage(fit) {
  const inside = fit.observed.map((y, i) => (y >= fit.q5[i] && y <= fit.q95[i] ? 1 : 0));
  const some = inside.length < fit.all_cases ? ` (evenly spaced, of ${fit.all_cases})` : "";
  return `${percent(mean(inside))} of ${counted(inside.length, "case")}${some} lie within their 90\u00a0% bands.`;
}

/** The model beside its data. */
export function fit(report) {
  if (!report.fit) return null;
  const shown = report.fit;
  const residuals = shown.observed.map((y, i) => (y - shown.mean[i]) / shown.sd[i]);
  const others =
    shown.inputs.length > 1
      ? "with all other inputs at their medians, so that the data need not follow it closely"
      : "with the data";
  return section(
    "fit",
    "Fit",
    element(
      "p",
      {class: "lead"},
      `Mean and 90 % band of the response `,
      name(shown.response),
      ` along each input, ${others}; integrated over ${counted(shown.draws, "draw")}. ${coverage(shown)}`,
    ),
    shown.warnings.map((warning) => element("p", {class: "lead"}, warning)),
    element(
      "div",
      {class: "grid wide"},
      shown.curves.map((curve, i) => alongInput(curve, i, shown)),
    ),
    element("h3", {}, "Residuals"),
    element(
      "p",
      {class: "lead"},
      "Observed less predicted, in standard deviations of the prediction, which has seen the same data. " +
        "Nine of ten belong between the dotted lines; a pattern is something that the model misses.",
    ),
    element(
      "div",
      {class: "grid medium"},
      residualPlot("Against the prediction", "the prediction", shown.mean, residuals),
      shown.curves.map((curve, i) =>
        residualPlot(
          element("span", {}, "Against ", name(curve.input)),
          curve.input,
          shown.inputs[i],
          residuals,
        ),
      ),
    ),
  );
}
