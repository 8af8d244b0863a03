import { defineConfig } from "@playwright/test";
import { chromiumFlags, findChromium } from "./scripts/setup/chromium.mjs";

export default defineConfig({
  testDir: "tests/browser",
  outputDir: "test-results",
  // The machine may have two cores and be busy: a simulation takes what it takes.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  use: {
    headless: true,
    screenshot: "only-on-failure",
    // One test is about the service worker; the others are about what the server sends.
    serviceWorkers: "block",
    launchOptions: { executablePath: findChromium(), args: chromiumFlags },
  },
});
