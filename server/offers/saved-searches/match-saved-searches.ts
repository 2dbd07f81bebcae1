/** Notifies users of offers that newly match their saved searches. Any number of workers may do so. */
import { FIAT_CURRENCIES } from '../../../domain/offers/currencies.ts'
import { OFFER_LIFE_DAYS } from '../../../domain/offers/offers.ts'
import type { Context } from '../../context.ts'
import { inTransaction, sql } from '../../db/pool.ts'
import { emit } from '../../notifications/live/emit.ts'
import type { RateSource } from '../rates/rates.ts'
import { writeNotification } from '../../notifications/notify.ts'

const CHANGES_STARTED = 100
const SEARCHES_A_BATCH = 200
/** Further batches wait for the worker's next round. */
const BATCHES_A_ROUND = 100

/** A batch ends with a row without a match, so that an empty result means that nothing was due. */
type Match = { searched: number } & (
  | Record<'userId' | 'searchId' | 'offerId', string>
  | Record<'userId' | 'searchId' | 'offerId', null>
)

/** Matches the offers that changed on the market with saved searches, in batches. */
export async function matchSavedSearches(context: Context, stopping?: AbortSignal): Promise<void> {
  await sql`select start_offer_changes(${sql.lit(CHANGES_STARTED)})`.execute(context.db)
  for (let done = 0; done < BATCHES_A_ROUND && !stopping?.aborted; done++) {
    if (!(await matchNext(context))) return
  }
}

/** One batch with its notifications in one transaction, so that each is written once; false where nothing was due. */
async function matchNext({ db, rates }: Context): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<Match>`
      select * from match_next_offer_change(${sql.lit(SEARCHES_A_BATCH)}, ${sql.lit(OFFER_LIFE_DAYS)}, ${ratesOf(rates)}::jsonb)
      `.execute(tx)
    const notices = []
    for (const { userId, searchId, offerId } of rows) {
      if (userId === null) continue
      const notice = await writeNotification(tx, {
        userId,
        event: 'saved_search_matched',
        values: { searchId, offerId },
      })
      if (notice) notices.push(notice)
    }
    if (notices.length > 0) {
      const users = notices.map(({ userId }) => userId)
      await emit(tx, users, { kind: 'notification', data: { messages: [] }, notices })
    }
    return rows.length > 0
  })
}

function ratesOf(rates: RateSource): string {
  return JSON.stringify(
    Object.fromEntries(FIAT_CURRENCIES.map((currency) => [currency, String(rates.rateOf(currency).rateE6)])),
  )
}
