/** Keeps the rows of an open list as they are on the market now, in their places. */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { getOffersNow, type OffersNow } from '../../../../domain/api/offers/live-offers.ts'
import type { Offer, OfferPage, OfferQuery } from '../../../../domain/api/offers/offers.ts'
import { LIVE_OFFERS_SECONDS, OFFERS_PAGE_SIZE } from '../../../../domain/offers/listing.ts'
import { call } from '../../../client.ts'

/** What reading the list again would show: so many offers more, or the same ones in another order. */
export type News = { added: number; isReordered: boolean }
export const NO_NEWS: News = { added: 0, isReordered: false }

export type Change = { offerId: string; what: 'price' | 'available' | 'gone' }

type Watch = {
  client: QueryClient
  /** Of the list: a page, or several. */
  queryKey: QueryKey
  query: OfferQuery
  onChanges: (changes: Change[]) => void
  onNews: (news: News) => void
  read?: (query: NowQuery, signal: AbortSignal) => Promise<OffersNow>
}

type NowQuery = Omit<OfferQuery, 'page' | 'cursor'> & { shown?: string }

/** After failures the pause grows up to this. */
const PAUSE_MAX_MS = 120_000

/** Asks every 10 seconds while the tab is visible, and when it becomes visible, until the returned function is called. */
export function watchOffers({ client, queryKey, query, onChanges, onNews, read = readOffersNow }: Watch): () => void {
  const stopping = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let pause = LIVE_OFFERS_SECONDS * 1000

  async function ask() {
    clearTimeout(timer)
    if (isAsking || document.hidden) return
    isAsking = true
    try {
      await update()
      pause = LIVE_OFFERS_SECONDS * 1000
    } catch {
      pause = Math.min(pause * 2, PAUSE_MAX_MS)
    }
    isAsking = false
    if (!stopping.signal.aborted) timer = setTimeout(() => void ask(), pause)
  }

  async function update() {
    if (client.getQueryData(queryKey) === undefined) return
    const watched = shownIn(client, queryKey)
    const { page: _page, cursor, ...scope } = query
    const shown = watched.map(({ id }) => id).join(',')
    const now = await read(shown === '' ? scope : { ...scope, shown }, stopping.signal)
    if (stopping.signal.aborted) return
    const changes = changesOf(watched, now)
    if (changes.length > 0) onChanges(changes)
    const isFirstPage = cursor === undefined && (query.page ?? 1) === 1
    patch(client, queryKey, watched, now)
    const shownIds = shownIn(client, queryKey).map(({ id }) => id)
    onNews(isFirstPage ? newsOf(shownIds, now.first, query.limit ?? OFFERS_PAGE_SIZE) : NO_NEWS)
  }

  const askNow = () => void ask()
  document.addEventListener('visibilitychange', askNow)
  timer = setTimeout(askNow, pause)
  return () => {
    stopping.abort()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', askNow)
  }
}

function readOffersNow(query: NowQuery, signal: AbortSignal): Promise<OffersNow> {
  return call(getOffersNow, { query }, { signal })
}

function shownIn(client: QueryClient, queryKey: QueryKey): Offer[] {
  return client.getQueryData<OfferPage>(queryKey)?.offers ?? []
}

/** A changed offer takes its row's place; one that is gone stays, marked as not active. */
function patch(client: QueryClient, queryKey: QueryKey, watched: Offer[], { offers }: OffersNow): void {
  const present = new Map(offers.map((offer) => [offer.id, offer]))
  const isWatched = new Set(watched.map(({ id }) => id))
  client.setQueryData<OfferPage>(
    queryKey,
    (page) =>
      page && {
        ...page,
        offers: page.offers.map((offer) =>
          isWatched.has(offer.id) ? (present.get(offer.id) ?? { ...offer, status: 'paused' }) : offer,
        ),
      },
  )
}

function changesOf(watched: Offer[], { offers }: OffersNow): Change[] {
  const present = new Map(offers.map((offer) => [offer.id, offer]))
  return watched.flatMap((offer): Change[] => {
    const now = present.get(offer.id)
    if (!now) return offer.status === 'active' ? [{ offerId: offer.id, what: 'gone' }] : []
    const changes: Change[] = []
    if (now.price !== offer.price) changes.push({ offerId: offer.id, what: 'price' })
    if (now.tradableUsdt !== offer.tradableUsdt) changes.push({ offerId: offer.id, what: 'available' })
    return changes
  })
}

/**
 * What the first page has that the list does not show. Where there are more pages, offers at its end that only moved up for one
 * that is gone are no news.
 */
export function newsOf(shown: readonly string[], first: readonly string[], limit: number): News {
  const places = new Map(shown.map((id, at) => [id, at]))
  const lastKnown = first.findLastIndex((id) => places.has(id))
  const isWhole = first.length < limit || lastKnown === -1
  const compared = isWhole ? first : first.slice(0, lastKnown + 1)
  const known = compared.flatMap((id) => places.get(id) ?? [])
  const isReordered = known.some((place, at) => at > 0 && place < known[at - 1]!)
  return { added: compared.length - known.length, isReordered }
}
