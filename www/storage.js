/** What the browser keeps for us, where it lets us: a sandboxed frame or a setting may forbid it. */

/** Whether the browser stores anything for this page. */
export const available = (() => {
  try {
    localStorage.setItem("hotblock.probe", "1");
    localStorage.removeItem("hotblock.probe");
    return true;
  } catch {
    return false;
  }
})();

/** @param {string} key @param {string} fallback */
export const recall = (key, fallback) =>
  available ? (localStorage.getItem(`hotblock.${key}`) ?? fallback) : fallback;

/** @param {string} key @param {string} value */
export function keep(key, value) {
  if (!available) return;
  try {
    localStorage.setItem(`hotblock.${key}`, value);
  } catch {
    // A full store loses a preference, nothing else.
  }
}
