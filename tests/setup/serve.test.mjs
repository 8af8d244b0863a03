// The static server: types, sub-paths, nothing outside of its folder, and a taken port.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { serve } from "../../scripts/serve.mjs";

const folder = fileURLToPath(new URL("../browser/fixtures", import.meta.url));
const script = fileURLToPath(new URL("../../scripts/serve.mjs", import.meta.url));

/**
 * Asks for the path as it stands; `fetch` would tidy it.
 * @param {number} port
 * @param {string} path
 * @returns {Promise<{ status: number | undefined, type: string | undefined }>}
 */
function ask(port, path) {
  return new Promise((settle, fail) => {
    const asked = request({ port, path, host: "127.0.0.1" }, (response) => {
      response.resume();
      settle({ status: response.statusCode, type: response.headers["content-type"] });
    });
    asked.on("error", fail).end();
  });
}

test("it serves its folder under its path and nothing else", async () => {
  const server = await serve({ "/a/b/": folder }, 0);
  const found = await ask(server.port, "/a/b/blank.html?x=1");
  assert.deepEqual(found, { status: 200, type: "text/html; charset=utf-8" });
  for (const path of ["/", "/a/b/nosuch", "/a/b/../harness.mjs", "/a/b/%2e%2e/harness.mjs", "/%"]) {
    assert.equal((await ask(server.port, path)).status, 404, path);
  }
  await server.close();
});

/**
 * Starts the server as `npm start` does; resolves to its first `lines` lines.
 * @param {string} port
 * @param {number} lines
 */
async function started(port, lines) {
  const child = spawn(process.execPath, [script], { env: { ...process.env, PORT: port } });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
      if (text.split("\n").length > lines) child.kill();
    });
  }
  const [code] = await once(child, "close");
  return { text, code };
}

test("a taken port moves on and says so; a bad one is named", async () => {
  const holder = await serve({ "/": folder }, 0);
  const { text } = await started(String(holder.port), 2);
  assert.match(text, new RegExp(`^Port ${holder.port} is taken; using \\d+\\.\nhotblock: http://`));
  await holder.close();
  const bad = await started("abc", 1);
  assert.equal(bad.text, 'PORT is "abc": it may be a number from 0 to 65535.\n');
});
