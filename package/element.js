/**
 * `<hotblock-playground>`: importing this module defines it; for browsers only.
 *
 * @typedef {import("../www/types.js").Scenario} Scenario
 *
 * @typedef {object} Face  what a page may do with the element, besides its attributes and events
 * @property {() => Promise<void>} start  what the Run button does
 * @property {() => Scenario} save  the scenario as it stands
 * @property {(scenario: Scenario) => void} restore  takes a scenario and runs it
 * @property {string} theme  auto, light or dark
 * @property {string} palette  the colours of wait classes: oracle, or okabe-ito
 */
import { Playground } from "../www/playground.js";

/** @type {new () => HTMLElement & Face} */
export const HotblockPlayground = Playground;
