/**
 * Exports: each carries the levers, the seed and the engine's version, so that a picture in a
 * slide can be made again.
 *
 * @typedef {import("./types.js").Result} Result
 * @typedef {import("./types.js").Table} Table
 */

/** What made these figures, one `key: value` a line. @param {Result} now
 * @param {Result | null} baseline @returns {string[]} */
export function origin(now, baseline) {
  /** @param {import("./types.js").Scenario} scenario */
  const levers = (scenario) =>
    Object.entries(scenario)
      .map(([key, value]) => `${key}=${value}`)
      .join(" ");
  return [
    `hotblock ${now.report.engine_version}, simulated`,
    `now: ${levers(now.scenario)}`,
    ...(baseline ? [`baseline: ${levers(baseline.scenario)}`] : []),
    `seed: ${now.report.scenario.seed ?? "default"}`,
    ...(now.preview ? ["preview with a tenth of the rows"] : []),
  ];
}

/** @param {unknown} value */
function field(value) {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180 with the origin as `#` lines above; raw values, not rounded ones.
 * @param {Table} table @param {string[]} lines */
export const csv = ({ columns, rows }, lines) =>
  [
    ...lines.map((line) => `# ${line}`),
    columns.map(({ label }) => field(label)).join(","),
    ...rows.map((row) => columns.map(({ key }) => field(row[key])).join(",")),
    "",
  ].join("\r\n");

/** @param {Table} table @param {string[]} lines */
export const json = ({ columns, rows }, lines) =>
  `${JSON.stringify(
    {
      origin: lines,
      columns: Object.fromEntries(columns.map(({ key, label }) => [key, label])),
      rows: rows.map((row) =>
        Object.fromEntries(columns.map(({ key }) => [key, row[key] ?? null])),
      ),
    },
    null,
    2,
  )}\n`;

/** A Markdown table, as issue trackers and blogs render it. @param {Table} table
 * @param {string[]} lines */
export function markdown({ columns, rows }, lines) {
  /** @param {string[]} cells */
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [
    line(columns.map(({ label }) => label)),
    line(columns.map(({ numeric }) => (numeric ? "--:" : "---"))),
    ...rows.map((row) => line(columns.map(({ key, format }) => shown(row[key], format)))),
    "",
    ...lines.map((each) => `- ${each}`),
    "",
  ].join("\n");
}

/** A cell as the page shows it. @param {any} value @param {((value: any) => string)} [format] */
export const shown = (value, format) => {
  if (value === null || value === undefined) return "";
  return format ? format(value) : String(value);
};

const DRAWN = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "paint-order",
  "font-size",
  "font-weight",
  "font-family",
  "text-anchor",
];

/** A drawing that stands alone: its computed colours and fonts inside, the origin below it.
 * @param {SVGSVGElement[]} drawings set one under the other @param {string[]} lines
 * @param {string} paper the background's colour */
export function svg(drawings, lines, paper) {
  const gap = 24;
  const sizes = drawings.map(({ viewBox }) => viewBox.baseVal);
  const width = Math.max(...sizes.map((size) => size.width));
  /** @type {string[]} */
  const parts = [];
  let top = gap;
  drawings.forEach((drawing, index) => {
    const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
    inline(drawing, copy);
    parts.push(`<g transform="translate(${gap} ${top})">${inner(copy)}</g>`);
    top += sizes[index].height + gap;
  });
  const note = lines.map(
    (line, index) =>
      `<text x="${gap}" y="${top + index * 15}" font-size="11" fill="#767676">${escaped(line)}</text>`,
  );
  const height = top + lines.length * 15 + 8;
  const full = width + 2 * gap;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${full} ${height}" width="${full}" height="${height}" font-family="system-ui, sans-serif">`,
    `<metadata>${escaped(lines.join("\n"))}</metadata>`,
    `<rect width="${full}" height="${height}" fill="${paper}"/>`,
    ...parts,
    ...note,
    "</svg>\n",
  ].join("\n");
}

/** @param {Element} from @param {Element} to */
function inline(from, to) {
  const style = getComputedStyle(from);
  for (const name of DRAWN) {
    const value = style.getPropertyValue(name);
    if (value && value !== "none" && value !== "normal") to.setAttribute(name, value);
    else if (value === "none" && (name === "fill" || name === "stroke"))
      to.setAttribute(name, value);
  }
  to.removeAttribute("class");
  for (const [index, child] of [...from.children].entries()) inline(child, to.children[index]);
}

/** @param {Element} element */
const inner = (element) =>
  [...element.children]
    .map((child) => new XMLSerializer().serializeToString(child))
    .join("")
    .replace(/<!--.*?-->/g, "");

/** @param {string} text */
const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Draws a stand-alone SVG at twice its size. @param {string} source @returns {Promise<Blob>} */
export async function png(source) {
  const address = URL.createObjectURL(new Blob([source], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width * 2;
    canvas.height = image.height * 2;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await blob(canvas);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
export const blob = (canvas) =>
  new Promise((resolve, reject) =>
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("no PNG"))), "image/png"),
  );

/** The heat maps side by side with their names and what made them.
 * @param {{ name: string, canvas: HTMLCanvasElement }[]} pictures @param {string[]} lines
 * @returns {Promise<Blob>} a PNG */
export function maps(pictures, lines) {
  const gap = 24;
  const canvas = document.createElement("canvas");
  canvas.width = pictures.reduce((sum, each) => sum + each.canvas.width + gap, gap);
  canvas.height = Math.max(...pictures.map((each) => each.canvas.height)) + 64 + lines.length * 16;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#1d2025";
  let left = gap;
  for (const each of pictures) {
    context.font = "650 16px system-ui, sans-serif";
    context.fillText(each.name, left, 26);
    context.drawImage(each.canvas, left, 40);
    left += each.canvas.width + gap;
  }
  context.font = "12px system-ui, sans-serif";
  lines.forEach((line, at) => {
    context.fillText(line, gap, canvas.height - (lines.length - at) * 16 + 4);
  });
  return blob(canvas);
}

/** Hands a file to the person. @param {string} name @param {Blob | string} content
 * @param {string} [type] */
export function save(name, content, type = "text/plain") {
  const made = typeof content === "string" ? new Blob([content], { type }) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(made);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
