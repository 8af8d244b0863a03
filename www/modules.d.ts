/** What the build makes of the Markdown under www/lessons. */
declare module "*/questions.md" {
  const cards: import("./teach/types.js").Card[];
  export default cards;
}
declare module "*.md" {
  const lesson: import("./teach/types.js").Lesson;
  export default lesson;
}

/** The engine's module, deflated, as base64 (scripts/single.mjs). */
declare module "virtual:packed-engine" {
  const packed: string;
  export default packed;
}
