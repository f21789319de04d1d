/* Caches the last copy of a page, so that an installed page opens while the table is away.
 * The network comes first, because the table's answer is newer. */

/** @typedef {Event & { waitUntil(done: Promise<unknown>): void }} LifeEvent */
/** @typedef {Event & { request: Request, respondWith(answer: Promise<Response>): void }} FetchEvent */
/** @typedef {{ skipWaiting(): void, clients: { claim(): Promise<void> }, location: Location,
 *   addEventListener(type: "activate" | "install", listener: (event: LifeEvent) => void): void,
 *   addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void }} ServiceWorkerScope */

const KEPT = "undertow";
const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== worker.location.origin || pathname.endsWith("/qr.svg")) return;
  // A page is the same with any code, so codes are not cached, and a file's newest version replaces the others.
  event.respondWith(newest(event.request, pathname.replace(/^\/static-\w+/, "/static")));
});

/** @type {(request: Request, name: string) => Promise<Response>} */
async function newest(request, name) {
  const kept = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok && !name.endsWith(".webmanifest")) await keep(kept, name, answer.clone());
    return answer;
  } catch (error) {
    const last = await kept.match(name);
    if (last) return last;
    throw error;
  }
}

/** Cache a copy; a full phone works without one.
 * @type {(kept: Cache, name: string, answer: Response) => Promise<void>} */
async function keep(kept, name, answer) {
  try {
    await kept.put(name, answer);
  } catch (error) {
    console.warn(`${name} is not kept: ${error}`);
  }
}
