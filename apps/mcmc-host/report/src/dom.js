// Elements from words. Text goes in as text, whatever it holds: names and paths come from users.

/** An element with attributes and children; those that are null are left out. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== undefined && value !== false)
      made.setAttribute(name, value === true ? "" : value);
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

/** A part of the page with a heading, which the list of contents at its top names. */
export function section(id, title, ...children) {
  return element(
    "section",
    {id, "aria-labelledby": `${id}-title`},
    element("h2", {id: `${id}-title`}, title),
    ...children,
  );
}

/** Something wide that scrolls by itself, also by keyboard. */
export function scrollable(label, child) {
  return element("div", {class: "scrollable", tabindex: 0, role: "region", "aria-label": label}, child);
}

export const name = (text) => element("code", {class: "name"}, text);
export const spoken = (text) => element("span", {class: "spoken"}, text);
