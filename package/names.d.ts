declare global {
  interface HTMLElementTagNameMap {
    "hotblock-playground": InstanceType<typeof HotblockPlayground>;
  }
  interface HTMLElementEventMap {
    /** The scenario that is about to run. */
    "hotblock-change": CustomEvent<import("../www/types.js").Scenario>;
    /** The report of the run that has ended. */
    "hotblock-result": CustomEvent<import("../www/types.js").Report>;
  }
}
