/**
 * The single file, dist/hotblock.html: the whole page with its engine, for a USB stick, a mail or a
 * frame without an origin of its own. What its scripts weigh is deflated; the browser unpacks it.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";

/** @param {string | Uint8Array} bytes */
const packed = (bytes) => deflateRawSync(bytes, { level: 9 }).toString("base64");

const wasm = fileURLToPath(new URL("../www/engine/hotblock_bg.wasm", import.meta.url));

/** Puts the engine's bytes, deflated, where the site has its address. @returns {import("vite").Plugin} */
export function packedEngine() {
  return {
    name: "packed-engine",
    enforce: "pre",
    resolveId(id, importer) {
      if (id === "virtual:packed-engine") return `\0${id}`;
      if (id !== "./engine.js" || !importer?.endsWith("/www/playground.js")) return null;
      return fileURLToPath(new URL("../www/engine-packed.js", import.meta.url));
    },
    load(id) {
      if (id !== "\0virtual:packed-engine") return null;
      return `export default ${JSON.stringify(packed(readFileSync(wasm)))};`;
    },
  };
}

/** Unpacks the page's script and starts it as one that stands in the page. */
const START = `
const deflated = Uint8Array.from(atob(document.getElementById("packed").text), (c) => c.charCodeAt(0));
new Response(
  new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate-raw")),
).text().then((source) => {
  const script = document.createElement("script");
  script.type = "module";
  script.text = source;
  document.body.append(script);
});`;

/** The page with its icon inside. @param {string} page @param {Record<string, any>} bundle */
function withIcon(page, bundle) {
  const [name] = Object.keys(bundle).filter((file) => file.endsWith(".svg"));
  const icon = String(bundle[name].source);
  delete bundle[name];
  return page.replace(`./${name}`, () => `data:image/svg+xml,${encodeURIComponent(icon)}`);
}

/** Deflates the one script of the finished page. @returns {import("vite").Plugin} */
export function packedPage() {
  return {
    name: "packed-page",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== "asset" || !file.fileName.endsWith(".html")) continue;
          const found = /<script type="module"[^>]*>([\s\S]*?)<\/script>/.exec(String(file.source));
          if (!found) throw new Error("the page has no script of its own");
          const scripts = `<script type="text/plain" id="packed">${packed(found[1])}</script>
    <script>${START}</script>`;
          const page = withIcon(String(file.source), bundle).replace(found[0], () => "");
          file.source = page.replace("</body>", () => `${scripts}\n  </body>`);
          file.fileName = "hotblock.html";
        }
      },
    },
  };
}
