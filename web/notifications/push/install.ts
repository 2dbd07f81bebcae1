import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { withTexts } from '../../i18n.ts'
import { SERVICE_WORKER } from '../../session/kept-trades.ts'
import { tradePagesKey, tradeKey } from '../../query-keys.ts'

/**
 * Installs the service worker, and keeps the open trades that pages show from now on for the offline page, until the returned
 * function is called.
 */
export function install(client: QueryClient): () => void {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return () => {}
  // The page works without a service worker.
  navigator.serviceWorker.register(SERVICE_WORKER, { updateViaCache: 'none' }).catch(() => {})
  for (const query of client.getQueryCache().getAll()) keepShown(query.queryKey, query.state.data)
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    keepShown(event.query.queryKey, event.query.state.data)
  })
}

function keepShown(key: readonly unknown[], data: unknown): void {
  const shown = shownTrades(key, data)
  if (!shown) return
  void withTexts('own', () => import('./keep-open-trades.ts'))
    .then(({ keepOpenTrades }) => keepOpenTrades(shown))
    .catch(() => {})
}

/** The lists whose first page has the user's open trades; the other filters leave them out. */
const LISTS_WITH_EVERY_OPEN_TRADE = new Set(
  [tradePagesKey(null), tradePagesKey('open')].map((key) => JSON.stringify(key)),
)

/** `isAll`: the trades are the newest of the user, of which the open ones replace what was kept. */
function shownTrades(key: readonly unknown[], data: unknown): { trades: readonly Trade[]; isAll: boolean } | null {
  if (data === undefined) return null
  if (LISTS_WITH_EVERY_OPEN_TRADE.has(JSON.stringify(key))) {
    const { pages } = data as InfiniteData<{ trades: Trade[] }>
    return { trades: pages.flatMap((page) => page.trades), isAll: true }
  }
  if (key.length === 2 && key[0] === tradeKey('')[0]) return { trades: [data as Trade], isAll: false }
  return null
}
