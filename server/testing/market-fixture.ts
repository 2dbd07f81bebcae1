/** A small market for tests that use SQL: its users, their offers, and a trade in every status, within the limits per user. */
import type pg from 'pg'
import type { OfferInput } from '../../domain/offers/offer-form.ts'
import { DISPUTE_AFTER_MINUTES } from '../../domain/trades/trades.ts'
import type { TradeStatus } from '../../domain/trades/trades.ts'
import { inTransaction, openPool, sql } from '../db/pool.ts'
import type { Db } from '../db/pool.ts'
import { SYSTEM } from '../db/scope.ts'
import { openDispute } from '../disputes/open-dispute.ts'
import { createKeyring } from '../db/encryption/keyring.ts'
import { fixedRates } from '../offers/rates/rates.ts'
import { createOffer } from '../offers/create-offer.ts'
import { createQuote } from '../trades/create-quote.ts'
import { cancelTrade, confirmReceipt, markPaid, settleTrade } from '../trades/moves.ts'
import { openTrade } from '../trades/open-trade.ts'
import { createTestDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { openOwnerPool } from './owner-pool.ts'
import { insertUser } from './accounts/insert-user.ts'
import { ageTrade } from './time-travel.ts'
import { PAYER } from './move-body.ts'
import { neededProof } from './proofs.ts'
import { accountOf } from './accounts/payment-accounts.ts'
import { TEST_SECRET } from './accounts/secret.ts'
import { OFFER } from './accounts/users.ts'

/** The statuses of trades that the buyer never marks as paid. */
const UNPAID: ReadonlySet<TradeStatus> = new Set(['awaiting_payment', 'cancelled', 'refund_held'])

export type MarketFixture = {
  /** The superuser's connections, which have every privilege. */
  owner: pg.Pool
  database: TestDatabase
  db: Db
  seller: string
  /** The seller's account, which all offers to sell name. */
  account: string
  buyer: string
  otherBuyer: string
  stranger: string
  /** Has no open trade; `quote` is for this user. */
  taker: string
  /** The seller sells; 1,500 USDT are left. Two trades are open: the buyer's, which awaits payment, and another user's. */
  sellOffer: string
  /** The seller's other offer: buys, without a limit. */
  buyOffer: string
  /** Trades of `buyer` with sell offers of the seller, by status; the disputed and the held one are of `otherBuyer`. */
  trades: Record<TradeStatus, string>
  /** A new trade of this buyer, whom each call needs another of, with the seller. */
  newTrade(status: TradeStatus, buyer: string): Promise<string>
  /** A new quote of the taker for the sell offer, 150 EUR. */
  quote(): Promise<string>
  close(): Promise<void>
}

export async function createMarketFixture(): Promise<MarketFixture> {
  const database = await createTestDatabase()
  const owner = openOwnerPool(database.connectionString, 4)
  const pool = await openPool(database.appUrl, 4, SYSTEM)
  const { db } = pool
  const keys = createKeyring({ current: TEST_SECRET, previous: null })
  const [seller, buyer, otherBuyer, stranger, taker, other] = [
    await insertUser(owner, 'seller'),
    await insertUser(owner, 'buyer'),
    await insertUser(owner, 'other_buyer'),
    await insertUser(owner, 'stranger'),
    await insertUser(owner, 'taker'),
    await insertUser(owner, 'other_taker'),
  ]
  const keyring = createKeyring({ current: TEST_SECRET, previous: null })
  const paymentAccountId = await accountOf(owner, keyring, seller, OFFER.paymentMethods[0]!)
  const post = (changes: Partial<OfferInput>) => {
    const offer = { ...OFFER, paymentAccountIds: [paymentAccountId], ...changes }
    return inTransaction(db, (tx) => createOffer(tx, seller, offer))
  }
  const sellOffer = await post({ availableUsdt: '2000' })
  const buyOffer = await post({ type: 'buy', paymentAccountIds: [] })

  const quoteFor = async (takerId: string, offerId: string) => {
    const wish = { offerId, anchor: 'fiat' as const, amount: '150' }
    return (await inTransaction(db, (tx) => createQuote(tx, fixedRates(), takerId, wish))).id
  }
  const open = async (takerId: string, offerId: string) => {
    const quoteId = await quoteFor(takerId, offerId)
    return inTransaction(db, (tx) =>
      openTrade(tx, keyring, takerId, { quoteId, key: crypto.randomUUID(), checksFirst: false }),
    )
  }
  const tradeIn = async (status: TradeStatus, offerId: string, by = buyer) => {
    const id = await open(by, offerId)
    const proofId = UNPAID.has(status) ? undefined : await neededProof(owner, id, by)
    return inTransaction(db, async (tx) => {
      if (status === 'cancelled')
        await cancelTrade(tx, { tradeId: id, userId: by, seenStatus: 'awaiting_payment', key: 'cancel' })
      if (UNPAID.has(status)) return id
      await markPaid(tx, keys, {
        tradeId: id,
        userId: by,
        seenStatus: 'awaiting_payment',
        key: 'paid',
        payerName: PAYER,
        proofId,
      })
      if (status === 'payment_sent' || status === 'disputed') return id
      await confirmReceipt(tx, keys, {
        tradeId: id,
        userId: seller,
        seenStatus: 'payment_sent',
        key: 'confirm',
        senderName: PAYER,
      })
      if (status === 'completed') await settleTrade(tx, id)
      return id
    })
  }
  // One taker has one open trade on an offer: two of the open ones are on offers of their own.
  const trades = {
    completed: await tradeIn('completed', sellOffer),
    cancelled: await tradeIn('cancelled', sellOffer),
    awaiting_payment: await tradeIn('awaiting_payment', sellOffer),
    payment_sent: await tradeIn('payment_sent', await post({})),
    payment_confirmed: await tradeIn('payment_confirmed', await post({})),
    disputed: await tradeIn('disputed', await post({}), otherBuyer),
    refund_held: await tradeIn('refund_held', await post({}), otherBuyer),
  }
  const dispute = async (tradeId: string) => {
    await ageTrade(owner, tradeId, DISPUTE_AFTER_MINUTES)
    await inTransaction(db, (tx) =>
      openDispute(
        tx,
        { tradeId, userId: seller, key: 'dispute' },
        {
          seenStatus: 'payment_sent',
          reason: 'not_received',
          statement: 'No money has arrived on my account.',
        },
      ),
    )
  }
  await dispute(trades.disputed)
  await inTransaction(db, async (tx) => {
    await sql`insert into payment_detail_reads (trade_id, reader_id) values (${trades.refund_held}, ${otherBuyer})`.execute(
      tx,
    )
    await cancelTrade(tx, {
      tradeId: trades.refund_held,
      userId: seller,
      seenStatus: 'awaiting_payment',
      key: 'cancel',
    })
  })
  await open(other, sellOffer)
  // Without a trade, for attacks that need an offer of its own.
  await post({})
  const newTrade = async (status: TradeStatus, by: string) => {
    const id = await tradeIn(status, await post({}), by)
    if (status === 'disputed') await dispute(id)
    return id
  }
  const quote = () => quoteFor(taker, sellOffer)
  return {
    owner,
    database,
    db,
    seller,
    account: paymentAccountId,
    buyer,
    otherBuyer,
    stranger,
    taker,
    sellOffer,
    buyOffer,
    trades,
    newTrade,
    quote,
    async close() {
      await pool.close()
      await owner.end()
      await database.drop()
    },
  }
}
