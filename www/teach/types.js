/**
 * The shapes of lessons and cards, as the build makes them of their Markdown. Types only.
 *
 * @typedef {{ html: string, when: string, because: string }} Choice  `when` is a band of values or a
 *   figure, as `of` says
 * @typedef {{ html: string, of: string, choices: Choice[] }} Asked  `of`: `run: figure`,
 *   `run / run: figure`, or `most in run`, `least in run / run`, whose choices name figures
 * @typedef {{ key: string, name: string, link: string }} Run  a scenario as a link writes it
 * @typedef {{ title: string, read: string, predict: Asked, runs: string[], compare: string,
 *   figures: string[], question: Asked }} Step
 * @typedef {{ key: string, title: string, about: string, minutes: number, limits: string,
 *   notes: string, runs: Run[], steps: Step[] }} Lesson
 * @typedef {{ title: string, html: string, scenario: string, view: string, sweep: string,
 *   read: string, limits: string }} Card
 *
 * @typedef {{ predicted?: number, answered?: number, done?: boolean }} Mark  what a reader chose in
 *   one step
 */
export {};
