/** The demonstration ledger as an escrow. */
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { takerRole } from '../../../domain/offers/offers.ts'
import { feeFor } from '../../../domain/trades/quote.ts'
import { queryPlugins } from '../../db/pool.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { openOwnerPool } from '../../testing/owner-pool.ts'
import { useMarketFixture } from '../../testing/suite.ts'
import { escrowConformance } from './conformance.ts'
import type { EscrowFixture, Holdings } from './conformance.ts'
import { demoAddress } from './demo-address.ts'
import { demoLedger } from './ledger.ts'

const market = useMarketFixture()
let owner: Db

beforeAll(() => {
  const pool = openOwnerPool(market().database.connectionString, 1)
  owner = new Kysely({ dialect: new PostgresDialect({ pool }), plugins: queryPlugins })
})
afterAll(() => owner.destroy())

const ROLL_BACK = new Error('roll back')

const fixture: EscrowFixture = {
  async inTransaction(work) {
    const done = owner.transaction().execute(async (tx) => {
      await work(tx)
      throw ROLL_BACK
    })
    await done.catch((error: unknown) => {
      if (error !== ROLL_BACK) throw error
    })
  },
  async openTrade(tx, type, usdtMicro) {
    const { seller, buyer } = market()
    const taker = takerRole(type) === 'buyer' ? buyer : seller
    const maker = taker === buyer ? seller : buyer
    const { rows } = await unchecked(tx, () =>
      sql<{ id: string }>`
      insert into trades (quote_id, quote_expires_at, offer_id, offer_owner_id, offer_type, taker_id, buyer_id, seller_id,
        fiat_currency, payment_method, terms, payment_window_minutes, anchor, rate_e6, percentage_tenths, fiat_milli,
        usdt_micro, fee_micro, escrow_address, chain, status, version, pay_deadline, deadline, moved_at)
      values (gen_random_uuid(), 'infinity', gen_random_uuid(), ${maker}, ${type}, ${taker}, ${buyer}, ${seller},
        'EUR', 'sepa_instant', '', 30, 'usdt', 1000000, 0, 1, ${usdtMicro}, ${feeFor(usdtMicro)}, ${demoAddress()},
        'polygon', 'awaiting_payment', 1, 'infinity', 'infinity', now())
      returning id`.execute(tx),
    )
    return rows[0]!.id
  },
  async closeTrade(tx, tradeId) {
    await unchecked(tx, () => sql`update trades set status = 'completed' where id = ${tradeId}`.execute(tx))
  },
  async decideSplit(tx, tradeId, releasedMicro) {
    await unchecked(tx, () =>
      sql`update trades set status = 'completed', split_released_micro = ${releasedMicro} where id = ${tradeId}`.execute(
        tx,
      ),
    )
  },
  holdings,
}

/** A trade of any amount, which no quote has: the rows that it refers to are not looked for. */
async function unchecked<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`set local session_replication_role = replica`.execute(tx)
  const result = await work()
  await sql`set local session_replication_role = origin`.execute(tx)
  return result
}

async function holdings(tx: Tx, tradeId: string): Promise<Holdings> {
  const { rows } = await sql<Holdings>`
    select seller.balance_micro as seller, buyer.balance_micro as buyer, coalesce(escrow.balance_micro, 0) as escrow,
      (select coalesce(sum(amount_micro), 0)::bigint from transfers where leg = 'fee') as fees
    from trades t join ledger_accounts seller on seller.user_id = t.seller_id
      join ledger_accounts buyer on buyer.user_id = t.buyer_id
      left join ledger_accounts escrow on escrow.trade_id = t.id
    where t.id = ${tradeId}`.execute(tx)
  return rows[0]!
}

escrowConformance(demoLedger, () => fixture)
