/**
 * The site without its server: its manifest, and a service worker that keeps all its files.
 */
import { VitePWA } from "vite-plugin-pwa";

/** @type {Partial<import("vite-plugin-pwa").ManifestOptions>} */
const manifest = {
  name: "hotblock: a contention playground",
  short_name: "hotblock",
  description: "Move a lever, see which block is hot, what it costs and where the wait goes.",
  lang: "en",
  start_url: "./",
  scope: "./",
  display: "standalone",
  background_color: "#faf9f6",
  theme_color: "#0a1220",
  icons: [
    { src: "icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "icon-whole.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
};

/** Manifest, worker, and the script that registers it, for index.html alone: a blog that embeds the
 * element is no part of the app. @returns {import("vite").PluginOption[]} */
export const offline = () => [
  {
    name: "hotblock-register",
    transformIndexHtml: {
      order: "pre",
      handler(html, { path }) {
        const attrs = { type: "module", src: "./offline.js" };
        return path === "/index.html" ? { html, tags: [{ tag: "script", attrs }] } : html;
      },
    },
  },
  VitePWA({
    registerType: "prompt",
    injectRegister: false,
    manifest,
    manifestFilename: "hotblock.webmanifest",
    workbox: {
      globPatterns: ["**/*.{html,js,css,wasm,svg,png,webmanifest}"],
      globIgnores: ["blog.html"],
      // The wasm, before it is packed for the way.
      maximumFileSizeToCacheInBytes: 2 ** 22,
      // A frame's address says what it shows; the file is the same.
      ignoreURLParametersMatching: [/^(embed|levers|view)$/],
      navigateFallback: null,
      cleanupOutdatedCaches: true,
      inlineWorkboxRuntime: true,
      sourcemap: false,
    },
  }),
  {
    name: "hotblock-register-alone",
    enforce: "post",
    transformIndexHtml: {
      order: "post",
      handler: (html, { path }) =>
        path === "/index.html" ? html : html.replace(/<link rel="manifest"[^>]*>/, ""),
    },
  },
];
