/* Caches the last copy of a page, so that an installed page opens while the table is away.
 * The network comes first, because the table's answer is newer. */

const KEPT = "undertow";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== self.location.origin || pathname.endsWith("/qr.svg")) return;
  // A page is the same with any code, so codes are not cached.
  event.respondWith(newest(event.request, pathname));
});

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

/** Cache a copy; a full phone works without one. */
async function keep(kept, name, answer) {
  try {
    await kept.put(name, answer);
  } catch (error) {
    console.warn(`${name} is not kept: ${error}`);
  }
}
