// The golden reports once more, in Chromium: the same bytes as native and in Node.
import { readFileSync } from "node:fs";
import { goldens } from "../suite/suite.mjs";
import { expect, test } from "./harness.mjs";

for (const { name, scenario, reference } of goldens()) {
  test(`${name}: the report is the golden one in Chromium`, async ({ page, origin }) => {
    await page.goto(`${origin}/fixtures/blank.html`);
    const report = await page.evaluate(async (scenario) => {
      const path = "/engine/hotblock.js";
      const engine = await import(path);
      await engine.default();
      const simulation = new engine.Simulation(scenario);
      while (!simulation.advance(50_000).done);
      return simulation.report_json();
    }, scenario);
    expect(report === readFileSync(reference, "utf8").trimEnd()).toBe(true);
  });
}
