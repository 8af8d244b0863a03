/**
 * The page without its server: a service worker keeps every file of the site. A newer build waits
 * until the reader takes it, or has closed every tab of the older one; until then the older page has
 * all its files. Only the page itself loads this: no frame, no article, not the single file.
 */
const NEWER = "A newer version of this page is here.";
const TAKE = "Load it";

/** @param {ServiceWorker} worker the newer build's */
function offer(worker) {
  if (document.querySelector(".newer")) return;
  const note = document.createElement("p");
  note.className = "newer";
  note.setAttribute("role", "status");
  const button = document.createElement("button");
  button.textContent = TAKE;
  button.addEventListener("click", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    worker.postMessage({ type: "SKIP_WAITING" });
  });
  note.append(`${NEWER} `, button);
  document.body.append(note);
}

async function keep() {
  const registration = await navigator.serviceWorker.register("./sw.js");
  const look = () => {
    // The very first worker waits for nobody: there is no older one.
    if (registration.waiting && registration.active) offer(registration.waiting);
  };
  look();
  registration.addEventListener("updatefound", () =>
    registration.installing?.addEventListener("statechange", look),
  );
}

const framed = new URLSearchParams(location.search).has("embed") || window !== parent;
if ("serviceWorker" in navigator && !framed) {
  // After all that the page itself needs. Where the browser or its owner forbids a worker, the page
  // needs its server, and nothing else changes.
  addEventListener("load", () => keep().catch(() => {}));
}
