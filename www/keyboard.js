/** Single-key shortcuts; they rest while someone types, and can be switched off. */

/** @param {import("./playground.js").Playground} page @param {KeyboardEvent} event */
export function shortcut(page, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const at = /** @type {HTMLElement} */ (event.composedPath()[0]);
  const typing = at.closest?.(
    "input:not([type=checkbox], [type=radio], [type=range]), select, textarea",
  );
  if (event.key === "Escape") {
    if (page.sheet) page.sheet = false;
    return;
  }
  if (typing || !page.shortcuts || page.dialog || page.learning) return;
  const root = page.renderRoot;
  const panel = () =>
    /** @type {import("./panel/panel.js").Panel | null} */ (root.querySelector("hotblock-panel"));
  /** @type {Record<string, () => void>} */
  const keys = {
    "?": () => page.show("help"),
    r: () => page.runner.run(),
    s: () => page.runner.stop(),
    b: () => page.pin(),
    t: () => page.nextTheme(),
    e: () => page.show("export"),
    h: () =>
      /** @type {HTMLElement | null | undefined} */ (
        root.querySelector("hotblock-heat")?.shadowRoot?.querySelector(".screen[tabindex]")
      )?.focus(),
    "/": () => {
      page.sheet = true;
      page.updateComplete.then(() => panel()?.find());
    },
  };
  for (const number of [1, 2, 3, 4]) keys[number] = () => panel()?.flip(number - 1);
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}
