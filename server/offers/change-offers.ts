import { isCurrencyAvailable } from './currencies/queries.ts'
import type { FiatCurrency } from '../../domain/offers/currencies.ts'
import { DomainError } from '../../domain/errors.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { OfferChange } from '../../domain/offers/offer-changes.ts'
import { offerAfter, parsePercentage } from '../../domain/offers/offers.ts'
import type { OfferStatus } from '../../domain/offers/offers.ts'
import type { TextValues } from '../../domain/texts.ts'
import { marketChanged } from '../db/after-commit.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { assertMayTrade } from '../accounts/users/assert-may-trade.ts'
import { lockMyOffers } from './queries.ts'
import type { MyRow } from './queries.ts'

type Refused = { offerId: string; code: ErrorCode; values?: TextValues }
type Planned = { id: string; status: OfferStatus; tenths: number; renews: boolean }

/**
 * Changes prices and statuses of the owner's offers, all or none. An offer that has another version, another status than the
 * change needs, that staff have hidden or whose currency is switched off is named in the refusal `offers_unchanged`. A new price gets the next version, so that
 * quotes for the previous one are `quote_outdated`.
 */
export async function changeOffers(tx: Tx, ownerId: string, changes: OfferChange[]): Promise<void> {
  const offers = await lockMyOffers(
    tx,
    ownerId,
    changes.map(({ offerId }) => offerId),
  )
  const unavailable = await lockUnavailable(tx, changes, offers)
  const plans = changes.map((change) => plan(change, offers.get(change.offerId), unavailable))
  const refused = plans.filter((each) => 'code' in each)
  if (refused.length > 0) {
    throw new DomainError('offers_unchanged', { values: { count: refused.length }, details: { refused } })
  }
  const planned = plans.filter((each) => 'id' in each)
  if (changes.some(({ status }) => status === 'active')) {
    await assertMayTrade(tx, ownerId)
    await assertActiveWithin(tx, ownerId, planned)
  }
  await sql`
    update offers o set version = o.version + (c.tenths <> o.percentage_tenths)::int, percentage_tenths = c.tenths,
      status = c.status, renewed_at = case when c.renews then clock_timestamp() else o.renewed_at end
    from unnest(${planned.map(({ id }) => id)}::uuid[], ${planned.map(({ tenths }) => tenths)}::smallint[],
      ${planned.map(({ status }) => status)}::text[], ${planned.map(({ renews }) => renews)}::boolean[])
      as c (id, tenths, status, renews)
    where o.id = c.id`.execute(tx)
  marketChanged(tx)
}

function plan(
  { offerId, seenVersion, pricePercentage, status }: OfferChange,
  offer: MyRow | undefined,
  unavailable: ReadonlySet<FiatCurrency>,
): Planned | Refused {
  if (!offer) return { offerId, code: 'not_found' }
  const tenths = pricePercentage === undefined ? null : parsePercentage(pricePercentage)
  const after =
    status === undefined ? offer.status : offerAfter(offer.status, status === 'active' ? 'activate' : 'pause')
  if (offer.version !== seenVersion || after === null) return { offerId, code: 'offer_wrong_status' }
  if (status === 'active' && offer.hiddenAt) {
    return { offerId, code: 'offer_hidden', values: { reason: offer.hiddenFor ?? '' } }
  }
  if (status === 'active' && unavailable.has(offer.fiatCurrency)) {
    return { offerId, code: 'currency_unavailable', values: { currency: offer.fiatCurrency } }
  }
  return {
    id: offerId,
    status: after,
    tenths: tenths ?? offer.percentageTenths,
    renews: tenths !== null || status === 'active',
  }
}

/** The currencies that are switched off, of the offers to activate. */
async function lockUnavailable(
  tx: Tx,
  changes: OfferChange[],
  offers: ReadonlyMap<string, MyRow>,
): Promise<Set<FiatCurrency>> {
  const activated = changes.filter(({ status }) => status === 'active').map(({ offerId }) => offers.get(offerId))
  const currencies = new Set(activated.flatMap((offer) => offer?.fiatCurrency ?? []))
  const unavailable = new Set<FiatCurrency>()
  for (const currency of [...currencies].toSorted()) {
    if (!(await isCurrencyAvailable(tx, currency))) unavailable.add(currency)
  }
  return unavailable
}

/** The constraint offers_active_within_limit, as a refusal with its limit. */
async function assertActiveWithin(tx: Tx, ownerId: string, planned: Planned[]): Promise<void> {
  await sql`select from count_alone('offers', ${ownerId})`.execute(tx)
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from offers
    where owner_id = ${ownerId} and deleted_at is null and status = 'active'
      and id <> all(${planned.map(({ id }) => id)}::uuid[])`.execute(tx)
  const active = (rows[0]?.others ?? 0) + planned.filter(({ status }) => status === 'active').length
  if (active > LIMITS.active_offers) {
    throw new DomainError('active_offers_limit', { values: { limit: LIMITS.active_offers } })
  }
}
