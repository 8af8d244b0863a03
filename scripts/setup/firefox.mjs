import { existsSync } from "node:fs";

const installed = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

/**
 * The path of the Firefox that tests use: HOTBLOCK_FIREFOX or a system one; undefined where there
 * is none.
 * @returns {string | undefined}
 */
export function findFirefox() {
  const named = process.env.HOTBLOCK_FIREFOX;
  if (named) return existsSync(named) ? named : undefined;
  return installed.find((path) => existsSync(path));
}
