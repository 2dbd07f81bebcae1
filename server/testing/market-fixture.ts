/** A small market for tests that use SQL: three users, two offers, and a trade in every status. */
import pg from 'pg'
import type { OfferInput } from '../../domain/offers.ts'
import { TRADE_STATUSES } from '../../domain/trades.ts'
import type { TradeStatus } from '../../domain/trades.ts'
import { inTransaction, openPool } from '../db/pool.ts'
import type { Db } from '../db/pool.ts'
import { fixedRates } from '../market/rates.ts'
import { createOffer } from '../offers/create-offer.ts'
import { createQuote } from '../trades/create-quote.ts'
import { cancelTrade, confirmReceipt, markPaid, settleTrade } from '../trades/moves.ts'
import { openTrade } from '../trades/open-trade.ts'
import { createTestDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { OFFER } from './users.ts'

export type MarketFixture = {
  /** The superuser's connections, which have every privilege. */
  owner: pg.Pool
  database: TestDatabase
  db: Db
  seller: string
  buyer: string
  stranger: string
  /** The seller sells; 1,000 USDT are left. */
  sellOffer: string
  /** The seller's other offer: buys, without a limit. */
  buyOffer: string
  /** Trades of `buyer` with the sell offer, by status. */
  trades: Record<TradeStatus, string>
  /** A new quote of the buyer for the sell offer, 150 EUR. */
  quote(): Promise<string>
  /** A new trade of the buyer with the sell offer, moved on to `status`. */
  tradeIn(status: TradeStatus): Promise<string>
  close(): Promise<void>
}

export async function createMarketFixture(): Promise<MarketFixture> {
  const database = await createTestDatabase()
  const owner = new pg.Pool({ connectionString: database.connectionString, max: 4 })
  owner.on('error', () => {})
  const pool = await openPool(database.appUrl, 4)
  const { db } = pool
  const [seller, buyer, stranger] = [
    await insertUser(owner, 'seller'),
    await insertUser(owner, 'buyer'),
    await insertUser(owner, 'stranger'),
  ]
  const post = (changes: Partial<OfferInput>) =>
    inTransaction(db, (tx) => createOffer(tx, seller, { ...OFFER, ...changes }))
  const sellOffer = await post({ availableUsdt: '2000' })
  const buyOffer = await post({ type: 'buy' })

  const quote = async () => {
    const wish = { offerId: sellOffer, anchor: 'fiat' as const, amount: '150' }
    return (await inTransaction(db, (tx) => createQuote(tx, fixedRates(), buyer, wish))).id
  }
  const tradeIn = async (status: TradeStatus) => {
    const quoteId = await quote()
    return inTransaction(db, async (tx) => {
      const id = await openTrade(tx, buyer, quoteId, crypto.randomUUID())
      if (status === 'cancelled') await cancelTrade(tx, id, buyer, 'awaiting_payment', 'cancel')
      if (status === 'awaiting_payment' || status === 'cancelled') return id
      await markPaid(tx, id, buyer, 'awaiting_payment', 'paid')
      if (status === 'payment_sent') return id
      await confirmReceipt(tx, id, seller, 'payment_sent', 'confirm')
      if (status === 'completed') await settleTrade(tx, id)
      return id
    })
  }
  const trades = {} as Record<TradeStatus, string>
  for (const status of TRADE_STATUSES) trades[status] = await tradeIn(status)
  return {
    owner,
    database,
    db,
    seller,
    buyer,
    stranger,
    sellOffer,
    buyOffer,
    trades,
    quote,
    tradeIn,
    async close() {
      await pool.close()
      await owner.end()
      await database.drop()
    },
  }
}

async function insertUser(owner: pg.Pool, username: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    'insert into users (username, email) values ($1, $2) returning id',
    [username, `${username}@example.org`],
  )
  return rows[0]!.id
}
