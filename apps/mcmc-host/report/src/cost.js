import {element, name, scrollable, section} from "./dom.js";
import {number, percent, whole} from "./words.js";

const densityHeads = [
  "Density",
  "Asked for",
  "From the cache",
  "Evaluated",
  "Failed",
  "Processor time",
  "Each",
];
const transitionHeads = ["Transition", "Kind", "Steps", "Accepted"];

const cells = (texts) => texts.map((text) => element("td", {}, text));

function densityRow(cost) {
  const evaluated = cost.calls - cost.cache_hits;
  const each = evaluated > 0 ? `${number((1000 * cost.cpu_seconds) / evaluated, 3)} ms` : "\u2013";
  const hits =
    cost.calls > 0
      ? `${whole(cost.cache_hits)} (${percent(cost.cache_hits / cost.calls)})`
      : whole(cost.cache_hits);
  return element(
    "tr",
    {},
    element("th", {scope: "row"}, name(cost.component)),
    cells([
      whole(cost.calls),
      hits,
      whole(evaluated),
      whole(cost.failures),
      `${number(cost.cpu_seconds, 3)} s`,
      each,
    ]),
  );
}

function transitionRow(cost) {
  return element(
    "tr",
    {},
    element("th", {scope: "row"}, name(cost.component)),
    cells([cost.kind, whole(cost.calls), cost.acceptance === null ? "\u2013" : percent(cost.acceptance)]),
  );
}

function table(title, heads, rows) {
  return scrollable(
    title,
    element(
      "table",
      {class: "numbers"},
      element("caption", {class: "spoken"}, title),
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          heads.map((head) => element("th", {scope: "col"}, head)),
        ),
      ),
      element("tbody", {}, rows),
    ),
  );
}

/** What each density and transition did. */
export function cost(report) {
  if (report.costs.length === 0) return null;
  const densities = report.costs.filter(({kind}) => kind === "density");
  const transitions = report.costs.filter(({kind}) => kind !== "density");
  return section(
    "cost",
    "Cost",
    element("p", {class: "lead"}, "Of all chains together, warm-up included."),
    table("What densities cost", densityHeads, densities.map(densityRow)),
    table("What transitions did", transitionHeads, transitions.map(transitionRow)),
  );
}
