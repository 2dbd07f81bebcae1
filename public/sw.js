/**
 * The service worker: the last known state of the user's open trades where the server cannot be reached, and push notifications.
 * It keeps no page and no answer of the API. What the offline page shows is written by web/notifications/push/keep-open-trades.ts, with its texts.
 */

const KEPT = 'open-trades'
const SHOWN = 'shown-notifications'
const SHOWN_MAX = 50

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode !== 'navigate' || new URL(request.url).pathname.startsWith('/api/')) return
  event.respondWith(fetch(request).catch((error) => offlinePage(error)))
})

self.addEventListener('push', (event) => event.waitUntil(show(event.data)))

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event.newSubscription)))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data))
})

/**
 * Every message is shown, or the browser ends the subscription. One that is delivered twice takes the place of the first, without a
 * sound.
 */
async function show(data) {
  const { id, title, path, language, direction } = data.json()
  const key = `/${SHOWN}/${id}`
  await self.registration.showNotification(title, {
    tag: id,
    lang: language,
    dir: direction,
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: path,
    silent: await wasShown(key),
  })
  // A full storage costs a second sound.
  await recordShown(key).catch(() => {})
}

async function wasShown(key) {
  try {
    return (await (await caches.open(SHOWN)).match(key)) !== undefined
  } catch {
    return false
  }
}

async function recordShown(key) {
  const shown = await caches.open(SHOWN)
  await shown.put(key, new Response(''))
  const keys = await shown.keys()
  await Promise.all(keys.slice(0, -SHOWN_MAX).map((old) => shown.delete(old)))
}

/** Registers the subscription by which the browser has replaced the one that the server knows. Without one the user has turned it off here. */
async function renew(newSubscription) {
  const known = await fetch('/api/push')
  if (!known.ok) return
  const { publicKey, endpoint: former } = await known.json()
  if (former === null) return
  const { pushManager } = self.registration
  const replaced = newSubscription ?? (await pushManager.getSubscription())
  const isOfServer = replaced !== null && keyOf(replaced) === publicKey
  // A browser has one subscription, for one key.
  if (!isOfServer) await replaced?.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const subscription = isOfServer ? replaced : await pushManager.subscribe(options)
  const { endpoint, keys } = subscription.toJSON()
  await fetch('/api/push', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth }),
  })
}

/** The key of the server that may send to a subscription, in base64url as the server writes it. */
function keyOf({ options }) {
  const bytes = String.fromCharCode(...new Uint8Array(options.applicationServerKey))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Focuses a window that shows the address already, else opens it. */
async function open(path) {
  const { href, origin } = new URL(path, self.location.origin)
  if (origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const found = windows.find(({ url }) => url.split(/[?#]/)[0] === href)
  await (found ? found.focus() : self.clients.openWindow(href))
}

/** Without a kept state, which is that of a signed-out visitor, the browser shows its own page. */
async function offlinePage(error) {
  const kept = await (await caches.open(KEPT)).match(`/${KEPT}`)
  if (!kept) throw error
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${await hashOf(STYLE)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  }
  return new Response(pageOf(await kept.json()), { status: 503, headers })
}

function pageOf({ language, direction, texts, trades }) {
  const rows = trades.map(
    ({ path, title, amount, status, asOf }) =>
      `<li><a href="${escaped(path)}"><bdi>${escaped(title)}</bdi></a><p>${escaped(amount)}</p><p><b>${escaped(status)}</b></p><p class="muted">${escaped(asOf)}</p></li>`,
  )
  return `<!doctype html><html lang="${escaped(language)}" dir="${escaped(direction)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(texts.title)}</title><style>${STYLE}</style></head><body><main><h1>${escaped(texts.title)}</h1><p>${escaped(texts.notice)}</p><h2>${escaped(texts.heading)}</h2>${rows.length > 0 ? `<ul>${rows.join('')}</ul>` : `<p>${escaped(texts.none)}</p>`}<p><a class="button" href="">${escaped(texts.retry)}</a></p></main></body></html>`
}

function escaped(text) {
  return String(text).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

async function hashOf(text) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
}

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0;background:light-dark(#f7f5ef,#0c2a32);color:light-dark(#10262c,#f2f0e9)}
main{max-width:40rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.5rem;margin:0 0 .5rem}
h2{font-size:1.125rem;margin:2rem 0 .75rem}
ul{list-style:none;margin:0;padding:0;border-top:1px solid light-dark(#d9d4c5,#2b4a52)}
li{padding:1rem 0;border-bottom:1px solid light-dark(#d9d4c5,#2b4a52)}
li p{margin:.25rem 0 0}
li a{font-weight:600}
a{color:inherit}
.muted{color:light-dark(#4d5f64,#b3c0c3);font-size:.875rem}
.button{display:inline-block;margin-top:1rem;padding:.6rem 1.1rem;border-radius:.5rem;background:#f3b61f;color:#1f1700;font-weight:600;text-decoration:none}`
