import {element} from "./dom.js";
import {counted, number} from "./words.js";

function headline(report) {
  if (!report.converged) return "Not converged: these draws cannot be relied on yet";
  if (report.cost_remarks.some((remark) => remark.warning)) return "Converged, with a warning";
  return report.chains === 1 ? "One chain, with no sign of trouble" : "Converged: these draws can be used";
}

function remarkList(report) {
  const remarks = [...report.verdict, ...report.cost_remarks];
  return element(
    "ul",
    {class: "remarks"},
    remarks.map(({warning, text}) =>
      element(
        "li",
        {class: warning ? "warning" : null},
        warning ? element("strong", {}, "Warning. ") : null,
        text,
      ),
    ),
  );
}

function facts(report) {
  const parameters = report.plots.filter((plots) => plots.role === "parameter").length;
  const seconds = report.costs.reduce((sum, cost) => sum + (cost.cpu_seconds ?? 0), 0);
  return element(
    "p",
    {class: "facts"},
    [
      counted(report.chains, "chain"),
      counted(report.iterations, "draw") + (report.chains > 1 ? " each" : ""),
      counted(parameters, "parameter"),
      report.costs.length ? `${number(seconds, 3)}\u00a0s of processor time in densities` : null,
    ]
      .filter((fact) => fact !== null)
      .join(" \u00b7 "),
  );
}

/** The first thing to be read: whether the draws can be used, and what to do. */
export function verdict(report) {
  const state = report.converged ? "good" : "bad";
  return element(
    "header",
    {class: `verdict ${state}`},
    element("p", {class: "overline"}, "Report of the run ", element("code", {}, report.run)),
    element("h1", {}, headline(report)),
    report.converged ? null : element("p", {class: "advice"}, "What is wrong, and what to try:"),
    remarkList(report),
    facts(report),
  );
}

/** What this page cannot show, with reasons, and what the draws' files say. */
export function notes(report) {
  const all = [...report.missing, ...report.notices];
  if (all.length === 0) return null;
  return element(
    "aside",
    {class: "notes", "aria-label": "Notes"},
    element(
      "ul",
      {},
      all.map((note) => element("li", {}, note)),
    ),
  );
}
