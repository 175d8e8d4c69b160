// What all plots share: how they look, how they follow the width of the page, how they are named for
// those who do not see them.
import * as Plot from "@observablehq/plot";
import {element} from "./dom.js";

/** The colour of chain k of so many: one family, from its darkest to its lightest. */
export function chainColour(k, count) {
  const part = count === 1 ? 35 : Math.round((100 * k) / (count - 1));
  return `color-mix(in oklab, var(--chain-last) ${part}%, var(--chain-first))`;
}

const style = {
  background: "transparent",
  color: "var(--muted)",
  fontFamily: "inherit",
  fontSize: "11px",
  overflow: "visible",
};

/**
 * A box that holds a plot as wide as itself.
 * @param label what the plot shows, in words
 * @param options of Plot.plot for a width
 */
export function plotBox(label, options) {
  const box = element("div", {class: "plot"});
  let drawnWidth = 0;
  const draw = () => {
    const width = Math.floor(box.clientWidth);
    if (width === 0 || width === drawnWidth) return;
    drawnWidth = width;
    const svg = Plot.plot({
      marginTop: 8,
      marginRight: 8,
      marginBottom: 26,
      marginLeft: 44,
      style,
      ...options(width),
      width,
    });
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
    box.replaceChildren(svg);
  };
  new ResizeObserver(draw).observe(box);
  return box;
}

/** A plot with a title above it and, where there is one, a note beside the title. */
export function figure(title, note, label, options) {
  return element(
    "figure",
    {},
    element(
      "figcaption",
      {},
      element("span", {class: "title"}, title),
      note ? element("span", {class: "note"}, note) : null,
    ),
    plotBox(label, options),
  );
}

/** Which colour is which chain. */
export function chainLegend(count) {
  return element(
    "ul",
    {class: "legend", "aria-label": "Colours of the chains"},
    Array.from({length: count}, (_, k) =>
      element(
        "li",
        {},
        element("span", {class: "swatch", style: `background: ${chainColour(k, count)}`}),
        `chain ${k + 1}`,
      ),
    ),
  );
}

/** Draws each point of a line as a dot: many points in one path. */
export const asDots = (context) => ({
  lineStart() {},
  lineEnd() {},
  areaStart() {},
  areaEnd() {},
  point(x, y) {
    context.moveTo(x, y);
    context.lineTo(x, y);
  },
});

/** How many ticks do not crowd a plot of this width. */
export const ticksFor = (width) => Math.max(2, Math.min(6, Math.floor(width / 60)));

/** Few ticks with short labels. */
export const axis = (label, ticks, more = {}) => ({
  label,
  ticks,
  tickSize: 3,
  labelArrow: "none",
  tickPadding: 3,
  ...more,
});
