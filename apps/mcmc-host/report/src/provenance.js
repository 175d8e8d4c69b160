import {element, section} from "./dom.js";

function file(title, text) {
  if (!text) return null;
  return element(
    "details",
    {},
    element("summary", {}, title),
    element("pre", {tabindex: 0, role: "region", "aria-label": title}, text),
  );
}

/** How the draws can be made again, and with what they were made. */
export function provenance(report) {
  const versions = report.pipeline.match(/^# (Written by .*)/);
  return section(
    "pipeline",
    "Pipeline and versions",
    element(
      "p",
      {class: "lead"},
      versions ? `${versions[1]}. ` : "",
      `This page was made by ${report.program}.`,
    ),
    file("The pipeline, with every default filled in: it gives the same draws again", report.pipeline),
    file("The log of the run", report.log),
  );
}
