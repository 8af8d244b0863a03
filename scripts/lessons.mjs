/**
 * Lessons and question cards, from Markdown to data, when the page is built: the browser gets no
 * parser. How they are written stands in www/lessons/README.md.
 *
 * @typedef {import("../www/teach/types.js").Lesson} Lesson
 * @typedef {import("../www/teach/types.js").Step} Step
 * @typedef {import("../www/teach/types.js").Asked} Asked
 * @typedef {import("../www/teach/types.js").Card} Card
 * @typedef {import("marked").Token} Token
 */
import { marked } from "marked";
import { parse as yaml } from "yaml";

/** The front matter and what follows it. @param {string} source */
function split(source) {
  const found = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source);
  if (!found) throw new Error("it does not begin with front matter between two lines of ---");
  return { front: yaml(found[1]), body: found[2] };
}

/** The blocks below each heading of one depth, under the heading's text.
 * @param {Token[]} tokens @param {number} depth @returns {Map<string, Token[]>} */
function sections(tokens, depth) {
  /** @type {Map<string, Token[]>} */
  const found = new Map([["", []]]);
  let name = "";
  for (const token of tokens) {
    if (token.type === "space") continue;
    if (token.type === "heading" && token.depth === depth) {
      name = token.text;
      if (found.has(name)) throw new Error(`"${name}" stands there twice`);
      found.set(name, []);
    } else found.get(name)?.push(token);
  }
  return found;
}

/** @param {Token[]} tokens */
const prose = (tokens) => marked.parser(tokens).trim();

/** The text of a paragraph that is one code span, else null. @param {Token} token */
const codeOnly = (token) => /^`([^`]+)`$/.exec(token.raw.trim())?.[1] ?? null;

/** A question: its words, what is asked of the runs, and the choices with the answer each stands
 * for. @param {Token[]} tokens @returns {Asked} */
function asked(tokens) {
  const list = tokens.find(({ type }) => type === "list");
  const code = tokens.find((token) => codeOnly(token) !== null);
  if (list?.type !== "list" || !code) throw new Error("a question lacks its list or its figure");
  const choices = list.items.map((/** @type {{ text: string }} */ { text }) => {
    const found = /^([\s\S]*?)\s*`([^`]+)`\s*([\s\S]*)$/.exec(text);
    if (!found) throw new Error(`the choice "${text}" says not when it is right`);
    const because = marked.parseInline(found[3].replaceAll("\n", " ").trim());
    return { html: String(marked.parseInline(found[1])), when: found[2], because: String(because) };
  });
  const words = tokens.filter((token) => token !== list && token !== code);
  return { html: prose(words), of: /** @type {string} */ (codeOnly(code)), choices };
}

/** @param {string} text */
const codes = (text) => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code);

/** @param {string} title @param {Token[]} tokens @returns {Step} */
function step(title, tokens) {
  const parts = sections(tokens, 3);
  /** @param {string} name */
  const part = (name) => {
    const found = parts.get(name);
    if (!found?.length) throw new Error(`the step "${title}" lacks its ${name || "text"}`);
    return found;
  };
  const compare = part("Compare");
  const table = compare.find((token) => token.raw.startsWith("Figures:"));
  return {
    title,
    read: prose(part("")),
    predict: asked(part("Predict")),
    runs: codes(part("Run")[0].raw),
    compare: prose(compare.filter((token) => token !== table)),
    figures: codes(table?.raw ?? ""),
    question: asked(part("Question")),
  };
}

/** A lesson. @param {string} source Markdown @returns {Lesson} */
export function lesson(source) {
  const { front, body } = split(source);
  const parts = [...sections(marked.lexer(body), 2)].filter(([title]) => title);
  const runs = Object.entries(front.runs).map(([key, { name, link }]) => ({ key, name, link }));
  const { key, title, about, minutes, limits, notes } = front;
  const [told, taught] = [limits, notes].map((text) => String(marked.parse(text)).trim());
  const steps = parts.map(([name, tokens]) => step(name, tokens));
  return { key, title, about, minutes, limits: told, notes: taught, runs, steps };
}

/** The question cards. @param {string} source Markdown @returns {Card[]} */
export function cards(source) {
  return [...sections(marked.lexer(source), 2)]
    .filter(([title]) => title)
    .map(([title, tokens]) => {
      const parts = sections(tokens, 3);
      const open = parts.get("Open")?.[0]?.raw ?? "";
      /** @param {string} name */
      const given = (name) => new RegExp(`${name} \`([^\`]+)\``).exec(open)?.[1] ?? "";
      return {
        title,
        html: prose(parts.get("") ?? []),
        scenario: given("Scenario"),
        view: given("view"),
        sweep: given("sweep"),
        read: given("Scenario") ? prose(parts.get("Read") ?? []) : "",
        limits: prose(parts.get("Not in the model") ?? []),
      };
    });
}

/** The plugin: `import lesson from "./x.md"`. @returns {import("vite").Plugin} */
export const lessons = () => ({
  name: "hotblock-lessons",
  transform(source, id) {
    if (!/\/www\/lessons\/[^/]+\.md$/.test(id)) return null;
    const name = id.slice(id.lastIndexOf("/") + 1);
    try {
      const data = name === "questions.md" ? cards(source) : lesson(source);
      return { code: `export default ${JSON.stringify(data)};`, map: null };
    } catch (error) {
      this.error(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  },
});
