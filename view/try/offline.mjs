// The service worker: what the page has loaded once is there without a network. VERSION and
// FILES are build.mjs's. The compiler and the course are large: worker.mjs keeps those itself.
const KEPT = `page-${VERSION}`;

addEventListener('install', (event) => event.waitUntil(
  caches.open(KEPT).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting())));

addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys())
    if (name.startsWith('page-') && name !== KEPT) await caches.delete(name);
  const large = await caches.open('course');
  for (const request of await large.keys())
    if (!LARGE.some((name) => request.url.endsWith(`/${name}`))) await large.delete(request);
  await self.clients.claim();
})()));

addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(caches.open(KEPT).then((cache) => cache.match(event.request, { ignoreSearch: true }))
    .then((kept) => kept ?? fetch(event.request)));
});
