/** The sitemaps of the site: an index, one of pages, one of traders, and one of offers for each type and payment method. */
import { cellsOf } from '../../../domain/offers/listing.ts'
import type { Cell } from '../../../domain/offers/listing.ts'
import { FIAT_CURRENCIES } from '../../../domain/offers/currencies.ts'
import { listedAddresses } from '../../../domain/pages.ts'
import type { Context } from '../../context.ts'
import { listSwitchedOff } from '../../offers/market/queries.ts'
import { listNewestOffers, listNewestTraders } from './queries.ts'
import { sitemapIndex, urlSet } from './xml.ts'
import type { Entry } from './xml.ts'

/** A sitemap may have 50,000 addresses, three for each page; far fewer keep it quick to make and to read. */
const ENTRIES_MAX = 1000

type Sources = Pick<Context, 'config' | 'publicReads' | 'rates'>

/** The addresses of all sitemaps with what makes each. */
export function sitemapsOf(context: Sources): Map<string, () => Promise<string>> {
  const origin = context.config.publicUrl
  const sets: [string, () => Promise<Entry[]>][] = [
    ['/sitemap/pages.xml', () => pages(context)],
    ['/sitemap/traders.xml', () => traders(context)],
    ...cellsOf({}).map((cell): [string, () => Promise<Entry[]>] => [
      `/sitemap/offers-${cell.type}-${cell.paymentMethod.replaceAll('_', '-')}.xml`,
      () => offers(context, cell),
    ]),
  ]
  const index = async () =>
    sitemapIndex(
      origin,
      sets.map(([path]) => path),
    )
  return new Map([
    ['/sitemap.xml', index],
    ...sets.map(([path, list]): [string, () => Promise<string>] => [path, async () => urlSet(origin, await list())]),
  ])
}

/** Without the lists of currencies that are switched off, which have no offers. */
async function pages({ publicReads }: Sources): Promise<Entry[]> {
  const switchedOff = await listSwitchedOff(publicReads)
  const available = FIAT_CURRENCIES.filter((currency) => !switchedOff.includes(currency))
  return listedAddresses(available).map((path) => ({ path }))
}

async function offers({ publicReads, rates }: Sources, cell: Cell): Promise<Entry[]> {
  const rows = await listNewestOffers(publicReads, rates, cell, ENTRIES_MAX)
  return rows.map(({ offerId, changedAt }) => ({ path: `/offer/${offerId}`, changedAt }))
}

async function traders({ publicReads, rates }: Sources): Promise<Entry[]> {
  const rows = await listNewestTraders(publicReads, rates, ENTRIES_MAX)
  return rows.map(({ username, changedAt }) => ({ path: `/trader/${encodeURIComponent(username)}`, changedAt }))
}
