// Lessons, cards, glossary and worksheets as their readers use them: by keyboard, on the built site.
import { lessons } from "../teach/fixture.mjs";
import { axeFaults, expect, test } from "./harness.mjs";

test.describe.configure({ timeout: 240_000 });

/** @typedef {import("@playwright/test").Page} Page */

/** Moves the focus by Tab until it stands on what is looked for, and says whether it came there.
 * @param {Page} page @param {string} selector within the lesson @param {string} [key] */
async function tabTo(page, selector, key = "Tab") {
  for (let press = 0; press < 60; press += 1) {
    const there = await page.evaluate((wanted) => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return Boolean(at?.matches(wanted));
    }, selector);
    if (there) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab never came to ${selector}`);
}

for (const { key, steps } of lessons) {
  test(`${key}: from the first step to the last by keyboard`, async ({ page }) => {
    await page.goto(`./#v1;lesson=${key};class=Test;student=3`);
    const panel = page.locator("hotblock-lesson");
    await expect(panel.locator("h2")).toContainText(steps[0].title);
    for (const [at, { title }] of steps.entries()) {
      await expect(panel.locator("h2")).toContainText(title);
      const run = panel.locator(".runs button");
      await expect(run).toBeDisabled();
      await expect(panel.locator(".compare")).toHaveCount(0);
      await tabTo(page, "input[name=predict]");
      await page.keyboard.press("Space");
      await expect(run).toBeEnabled();
      await tabTo(page, ".runs button");
      await page.keyboard.press("Enter");
      await expect(panel.locator(".compare")).toBeVisible({ timeout: 90_000 });
      await expect(panel.locator(".compare td").first()).toHaveText(/\d/);
      await expect(panel.locator(".compare")).not.toContainText(/NaN|undefined|[{}]/);
      await tabTo(page, "input[name=question]");
      await page.keyboard.press("Space");
      await tabTo(page, ".give");
      await page.keyboard.press("Enter");
      await expect(panel.locator(".choice.right")).toHaveCount(1);
      if (at === steps.length - 1) break;
      await tabTo(page, "button.next");
      await page.keyboard.press("Enter");
    }
    await expect(panel.locator(".last")).toContainText(/of 5 predictions held/);
  });
}

test("progress is kept over a reload, the reader's choices with it, and can be forgotten", async ({
  page,
}) => {
  await page.goto("./#v1;lesson=rac-hash-partition");
  const panel = page.locator("hotblock-lesson");
  await panel.locator("input[name=predict]").first().check();
  await panel.locator(".runs button").click();
  await panel.locator("input[name=question]").first().check();
  await panel.locator(".give").click();
  await panel.locator("button.next").click();
  await panel.locator("input[name=predict]").nth(1).check();
  await page.reload();
  await expect(panel.locator("h2")).toContainText("Step 2 of 5");
  await expect(panel.locator("input[name=predict]").nth(1)).toBeChecked();
  await page.getByRole("button", { name: "Learn" }).click();
  await expect(page.getByRole("button", { name: /Go on: 1 of 5 done/ })).toBeVisible();
  await page.getByRole("button", { name: "Forget my progress" }).click();
  await expect(page.getByRole("button", { name: /Go on/ })).toHaveCount(0);
});

test("a class link asks for the number; two students get two seeds, and the same one again", async ({
  page,
}) => {
  await page.goto("./#v1;lesson=capstone;class=DB%20101");
  const panel = page.locator("hotblock-lesson");
  const seeds = [];
  for (const student of ["1", "2"]) {
    await page.goto("about:blank");
    await page.goto("./#v1;lesson=capstone;class=DB%20101");
    await panel.locator(".who input").fill(student);
    await page.keyboard.press("Enter");
    seeds.push(await panel.getByText(/seed \d+/).textContent());
  }
  expect(seeds[0]).toContain("seed 841252");
  expect(seeds[0]).not.toBe(seeds[1]);
  await page.goto("about:blank");
  await page.goto("./#v1;lesson=capstone;class=DB%20101;student=1");
  await expect(panel.getByText("seed 841252")).toBeVisible();
});

test("a card in the page opens the glossary there; question cards open scenario, view and sweep", async ({
  page,
}) => {
  await page.goto("./#v1;preset=reverse-key;workload.rows_per_session=100");
  await page
    .locator("hotblock-tabs")
    .getByRole("button", { name: "db file sequential read" })
    .focus();
  await page.keyboard.press("Enter");
  const card = page.locator("hotblock-glossary .card");
  await expect(card.locator("h2")).toHaveText("db file sequential read");
  await expect(card).toContainText("User I/O");
  await card
    .getByRole("button", { name: "Read time" })
    .or(card.locator(".related button").first())
    .first()
    .click();
  await expect(card).toContainText("Default");
  await page.getByRole("tab", { name: "Questions" }).click();
  await page.getByText("How large should the sequence cache be?").click();
  await page.getByRole("button", { name: /^Sweep/ }).click();
  await expect(page.locator("hotblock-learn")).toHaveCount(0);
  await expect.poll(() => page.url()).toContain("sequence.cache=20;view=sweep");
  await expect(page.locator("hotblock-tabs [role=tab][aria-selected=true]")).toHaveText("How many");
  await expect(page.locator("hotblock-tabs .sentence")).toContainText(/are enough|saves a tenth/, {
    timeout: 60_000,
  });
});

test("a lever's question mark leads to its card", async ({ page }) => {
  await page.goto("./#v1;preset=reverse-key;workload.rows_per_session=100");
  await page.getByRole("button", { name: "Glossary card of Reverse key" }).click();
  await expect(page.locator("hotblock-glossary .card h2")).toHaveText("Reverse key index");
});

test("worksheet and key print alone, and the key has the answers of that student's runs", async ({
  page,
}) => {
  await page.goto("./#v1;preset=rac-hash-partition;workload.rows_per_session=100");
  await page.getByRole("button", { name: "Learn" }).click();
  await page.getByRole("tab", { name: "For a class" }).click();
  await page.getByRole("combobox", { name: "Lesson" }).selectOption("rac-hash-partition");
  await page.getByRole("button", { name: "Worksheet" }).click();
  const sheet = page.locator("hotblock-worksheet");
  await expect(sheet.locator("section")).toHaveCount(5);
  await expect(sheet.locator("td").first()).toHaveText("");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("main")).toBeHidden();
  await expect(sheet.locator("article")).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Print" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await sheet.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Answer key" }).click();
  await expect(sheet.getByRole("button", { name: "Print" })).toBeEnabled({ timeout: 90_000 });
  await expect(sheet.locator(".right")).toHaveCount(10);
  await expect(sheet.locator("td").first()).toHaveText(/\d/);
});

test("the SQL script is that of the present scenario", async ({ page }) => {
  await page.goto("./#v1;preset=reverse-key;workload.rows_per_session=77;index.reverse=true");
  await page.getByRole("button", { name: "Learn" }).click();
  await page.getByRole("tab", { name: "Real test" }).click();
  const script = page.locator("hotblock-learn pre");
  await expect(script).toContainText("for i in 1 .. 77 loop");
  await expect(script).toContainText("initrans 2 reverse;");
});

for (const [scheme, colors] of /** @type {const} */ ([
  ["light", "none"],
  ["dark", "none"],
  ["dark", "active"],
])) {
  test(`no accessibility fault: ${scheme}, forced colours ${colors}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, forcedColors: colors });
    await page.goto("./#v1;lesson=rac-hash-partition");
    const panel = page.locator("hotblock-lesson");
    await panel.locator("input[name=predict]").first().check();
    expect(await axeFaults(page)).toEqual([]);
    await panel.locator(".runs button").click();
    await panel.locator("input[name=question]").first().check();
    await panel.locator(".give").click();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Learn" }).click();
    for (const section of ["Lessons", "Questions", "Glossary", "For a class", "Real test"]) {
      await page.getByRole("tab", { name: section }).click();
      if (section === "Questions") await page.locator("hotblock-learn summary").first().click();
      expect(await axeFaults(page), section).toEqual([]);
    }
  });
}
