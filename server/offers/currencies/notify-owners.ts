/** Notifies the owners of active offers that their currency was switched off or on. Any number of workers may do so. */
import type { FiatCurrency } from '../../../domain/offers/currencies.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction, sql } from '../../db/pool.ts'
import { emit } from '../../notifications/live/emit.ts'
import { writeNotification } from '../../notifications/notify.ts'

const OWNERS_A_BATCH = 100
/** The rest waits for the next round. */
const BATCHES_A_ROUND = 100

export async function notifyOwners(db: Db, stopping?: AbortSignal): Promise<void> {
  for (let batch = 0; batch < BATCHES_A_ROUND && !stopping?.aborted; batch++) {
    if ((await notifyNext(db)) < OWNERS_A_BATCH) return
  }
}

/** One batch with its notifications in one transaction, so that each is written once. */
async function notifyNext(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ userId: string; currency: FiatCurrency; isOff: boolean }>`
      with due as (
        delete from currency_notifications where (audit_id, user_id) in (
          select audit_id, user_id from currency_notifications
          order by audit_id, user_id limit ${sql.lit(OWNERS_A_BATCH)} for no key update skip locked)
        returning audit_id, user_id)
      select d.user_id, s.fiat_currency as currency, s.action = 'switch_currency_off' as is_off
      from due d join currency_switches s using (audit_id) order by d.user_id`.execute(tx)
    const notices = []
    for (const { userId, currency, isOff } of rows) {
      const event = isOff ? 'currency_switched_off' : 'currency_switched_on'
      const notice = await writeNotification(tx, { userId, event, values: { currency } })
      if (notice) notices.push(notice)
    }
    if (notices.length > 0) {
      const users = notices.map(({ userId }) => userId)
      await emit(tx, users, { kind: 'notification', data: { messages: [] }, notices })
    }
    return rows.length
  })
}
