// Keeps the pages that were visited, so that they work without a network. VERSION changes with every build.

const VERSION = "@VERSION@";
const FIRST = ["./", "style.css", "page.js", "worker.js", "manifest.webmanifest", "icon.svg"];

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(VERSION);
    await cache.addAll(FIRST.map((file) => new Request(file, { cache: "reload" })));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const begin = async () => {
    // What was kept of the version before is loaded anew, so that all pages stay usable without a network.
    const cache = await caches.open(VERSION);
    for (const name of await caches.keys()) {
      if (name === VERSION || !name.startsWith("pentad")) continue;
      for (const { url } of await (await caches.open(name)).keys()) await cache.add(new Request(url, { cache: "reload" })).catch(() => {});
      await caches.delete(name);
    }
    await self.clients.claim();
  };
  event.waitUntil(begin());
});

self.addEventListener("message", (event) => {
  const keep = async () => {
    const cache = await caches.open(VERSION);
    for (const url of event.data.keep ?? []) {
      if (!(await cache.match(url))) await cache.add(url).catch(() => {});
    }
  };
  event.waitUntil(keep());
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  const answer = async () => {
    const cache = await caches.open(VERSION);
    const kept = await cache.match(event.request, { ignoreSearch: true });
    if (kept) return kept;
    const fetched = await fetch(event.request);
    if (fetched.ok) event.waitUntil(cache.put(event.request, fetched.clone()));
    return fetched;
  };
  event.respondWith(answer());
});
