/* The driver's page without a network: its own files are kept as they were loaded last; data are the page's affair. */
const CACHE = 'driver-1'

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const keep = async (request, response) => {
  if (response.ok) await (await caches.open(CACHE)).put(request, response.clone())
  return response
}

/* The page itself: the newest there is, else the one kept. Hashed files never change: the kept one first. */
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin || url.pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') {
    const page = new Request('/driver')
    event.respondWith(
      fetch(request)
        .then((response) => keep(page, response))
        .catch(async () => (await caches.match(page)) ?? Response.error()),
    )
    return
  }
  event.respondWith(
    caches.match(request).then((kept) => {
      if (kept && url.pathname.startsWith('/assets/')) return kept
      return fetch(request)
        .then((response) => keep(request, response))
        .catch(() => kept ?? Response.error())
    }),
  )
})
