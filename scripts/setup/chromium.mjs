import { existsSync } from "node:fs";
import { createRequire } from "node:module";

// Ubuntu's /usr/bin/chromium-browser is a stub that starts a snap: a real browser is a binary or
// Debian's wrapper, so only these names count.
const installed = ["/usr/bin/chromium", "/usr/bin/google-chrome-stable", "/usr/bin/google-chrome"];

/**
 * The flags of every Chromium that a test or benchmark starts: it runs as root in containers, and
 * asks nothing of any other machine.
 */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * The path of the Chromium that tests use: HOTBLOCK_CHROMIUM, a system one, or playwright's own;
 * undefined where there is none.
 * @returns {string | undefined}
 */
export function findChromium() {
  const named = process.env.HOTBLOCK_CHROMIUM;
  if (named) return existsSync(named) ? named : undefined;
  return installed.find((path) => existsSync(path)) ?? playwrightChromium();
}

function playwrightChromium() {
  try {
    const { chromium } = createRequire(import.meta.url)("playwright-core");
    const path = chromium.executablePath();
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined; // npm ci has not run yet
  }
}
