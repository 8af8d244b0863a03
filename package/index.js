/**
 * What runs everywhere: the engine, the links that scenarios are passed on by, and the element for
 * those who load it when it is needed.
 */

export { read as readLink, write as writeLink } from "../www/link.js";
export * from "./engine.js";

/** Loads and defines `<hotblock-playground>`; for browsers only. */
export const define = () => import("./element.js");
