/** The colours of the wait classes, as tokens of the page: `Concurrency` is `--class-concurrency`. */

/** @param {string} name a wait class, `CPU` or `Scheduler` */
export const classColour = (name) =>
  `var(--class-${name.toLowerCase().replace(/[^a-z]+/g, "-")}, var(--class-other))`;

/** The class of an event by the catalogue. @param {import("./types.js").Catalogue} catalogue
 * @param {string} event */
export const classOf = (catalogue, event) =>
  catalogue.events.find(({ name }) => name === event)?.class ?? "Other";
