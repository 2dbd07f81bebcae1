/** Seeds the demonstration: users, offers, and one trade in every status, all through the product's own verbs. */
import { DomainError } from '../../domain/errors.ts'
import type { FiatCurrency, PaymentMethod } from '../../domain/market.ts'
import type { TradeStatus } from '../../domain/trades.ts'
import { SOURCE_LANGUAGE } from '../../domain/languages.ts'
import { createPasswords } from '../accounts/passwords.ts'
import { insertPassword, insertUser } from '../accounts/insert-user.ts'
import type { Context } from '../context.ts'
import { inTransaction, sql } from '../db/pool.ts'
import type { Tx } from '../db/pool.ts'
import type { Keyring } from '../encryption/keyring.ts'
import { sendMessage } from '../chat/send-message.ts'
import { createOffer } from '../offers/create-offer.ts'
import { insertAccount } from '../payment-accounts/save-account.ts'
import { createQuote } from '../trades/create-quote.ts'
import { cancelTrade, confirmReceipt, markPaid, settleTrade } from '../trades/moves.ts'
import { openTrade } from '../trades/open-trade.ts'
import { DEMO_PASSWORD, DEMO_USERS } from './demo-users.ts'

/** One trade per status in which a trade can rest; a confirmed trade settles immediately and has no row here. */
type DemoTrade = { status: TradeStatus; currency: FiatCurrency; amountFiat: string; steps: readonly Step[] }
const DEMO_TRADES: readonly DemoTrade[] = [
  { status: 'completed', currency: 'TND', amountFiat: '320', steps: ['say', 'pay', 'confirm'] },
  { status: 'cancelled', currency: 'TND', amountFiat: '75', steps: ['cancel'] },
  { status: 'payment_sent', currency: 'EUR', amountFiat: '640', steps: ['say', 'pay'] },
  { status: 'awaiting_payment', currency: 'TND', amountFiat: '150', steps: ['say'] },
]
type Step = 'say' | 'pay' | 'confirm' | 'cancel'

/** The name on Karim's accounts. */
const PAYER = 'Karim Gharbi'

const UNIQUE_VIOLATION = '23505'
const SEED_LOCK = 0x5a_de_30

/** Safe to run at every start and in several processes concurrently: it adds only what is missing. */
export async function seedDemo(context: Context): Promise<void> {
  for (const user of DEMO_USERS) await findOrInsertUser(context, user)
  await inTransaction(context.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx)
    const ids = await idsByName(tx)
    for (const { username, accounts, offers } of DEMO_USERS) {
      const ownerId = ids.get(username)
      if (!ownerId || (await hasOffers(tx, ownerId))) continue
      const accountIds = new Map<PaymentMethod, string>()
      for (const details of accounts) {
        accountIds.set(details.method, await insertAccount(tx, context.keyring, ownerId, details))
      }
      for (const offer of offers) {
        const accountId = offer.type === 'sell' ? accountIds.get(offer.paymentMethod) : undefined
        await createOffer(tx, ownerId, { ...offer, paymentAccountId: accountId ?? null })
      }
    }
    await openDemoTrades(tx, context, ids)
  })
}

/** Demo users have no mailbox, so their accounts are inserted without the registration code. */
async function findOrInsertUser({ db }: Context, { username, email }: { username: string; email: string }) {
  const { rows } = await sql`
    select from users u left join accounts a on a.user_id = u.id
    where u.username = ${username} or a.email = ${email}`.execute(db)
  if (rows.length > 0) return
  const passwordHash = await createPasswords().hash(DEMO_PASSWORD)
  try {
    await inTransaction(db, async (tx) => {
      const user = { username, email, language: SOURCE_LANGUAGE }
      await insertPassword(tx, await insertUser(tx, user), passwordHash)
    })
  } catch (error) {
    // Another process was first, or a visitor has registered a demo user's name.
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error
  }
}

async function idsByName(tx: Tx): Promise<Map<string, string>> {
  const names = DEMO_USERS.map((user) => user.username)
  const { rows } = await sql<{ id: string; username: string }>`
    select id, username from users where username = any(${names})`.execute(tx)
  return new Map(rows.map((row) => [row.username, row.id]))
}

async function hasOffers(tx: Tx, ownerId: string): Promise<boolean> {
  return (await sql`select from offers where owner_id = ${ownerId} limit 1`.execute(tx)).rows.length > 0
}

/**
 * Karim opens a trade on an offer of Amina's for every status that none of their trades has. He is a taker like any other:
 * where his limits refuse a trade, for instance after several that expired, the demonstration starts without it.
 */
async function openDemoTrades(tx: Tx, context: Context, ids: Map<string, string>): Promise<void> {
  const { keyring } = context
  const [sellerId, buyerId] = [ids.get('amina_tn'), ids.get('karim_sfax')]
  if (!sellerId || !buyerId) return
  const { rows: offers } = await sql<{ id: string; fiatCurrency: FiatCurrency }>`
    select id, fiat_currency from offers where owner_id = ${sellerId} and type = 'sell'
      and status = 'active' and deleted_at is null order by created_at`.execute(tx)
  const { rows: shown } = await sql<{ status: TradeStatus }>`
    select distinct t.status from trades t join trade_states state on state.trade_id = t.id
    where t.seller_id = ${sellerId} and t.buyer_id = ${buyerId}
      and (state.deadline is null or state.deadline > clock_timestamp() + interval '1 minute')`.execute(tx)
  for (const { status, currency, amountFiat, steps } of DEMO_TRADES) {
    const offer = offers.find(({ fiatCurrency }) => fiatCurrency === currency)
    if (!offer || shown.some((trade) => trade.status === status)) continue
    const tradeId = await openWithinLimits(tx, context, buyerId, {
      offerId: offer.id,
      anchor: 'fiat',
      amount: amountFiat,
    })
    if (tradeId === null) continue
    for (const step of steps) await take(tx, keyring, step, { tradeId, buyerId, sellerId })
  }
}

async function openWithinLimits(
  tx: Tx,
  { keyring, rates }: Context,
  buyerId: string,
  wish: { offerId: string; anchor: 'fiat'; amount: string },
): Promise<string | null> {
  try {
    const { id: quoteId } = await createQuote(tx, rates, buyerId, wish)
    return await openTrade(tx, keyring, buyerId, { quoteId, key: key() })
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}

async function take(
  tx: Tx,
  keyring: Keyring,
  step: Step,
  { tradeId, buyerId, sellerId }: { tradeId: string; buyerId: string; sellerId: string },
): Promise<void> {
  if (step === 'say') {
    await say(tx, tradeId, buyerId, 'Hello! Are you online? I can pay right away.')
    await say(tx, tradeId, sellerId, 'Hello, I am online. One moment, please.')
  }
  if (step === 'pay') {
    await markPaid(tx, keyring, {
      tradeId,
      userId: buyerId,
      seenStatus: 'awaiting_payment',
      key: key(),
      payerName: PAYER,
    })
  }
  if (step === 'cancel') await cancelTrade(tx, tradeId, buyerId, 'awaiting_payment', key())
  if (step === 'confirm') {
    await confirmReceipt(tx, keyring, {
      tradeId,
      userId: sellerId,
      seenStatus: 'payment_sent',
      key: key(),
      senderName: PAYER,
    })
    await settleTrade(tx, tradeId)
  }
}

async function say(tx: Tx, tradeId: string, senderId: string, text: string): Promise<void> {
  await sendMessage(tx, tradeId, senderId, { text, clientId: crypto.randomUUID() })
}

function key(): string {
  return crypto.randomUUID()
}
