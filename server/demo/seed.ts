/** Seeds the demonstration: users, offers, and trades in every status, all through the product's own verbs. */
import { codeOf } from '../db/error-codes.ts'
import { DomainError } from '../../domain/errors.ts'
import type { FiatCurrency } from '../../domain/offers/currencies.ts'
import type { PaymentMethod } from '../../domain/payments/methods.ts'
import { holderOf } from '../../domain/payments/payment-accounts.ts'
import type { TradeStatus } from '../../domain/trades/trades.ts'
import { createPasswords } from '../accounts/passwords.ts'
import type { Passwords } from '../accounts/passwords.ts'
import { insertPassword, insertUser } from '../accounts/insert-user.ts'
import type { Context } from '../context.ts'
import { inTransaction, sql } from '../db/pool.ts'
import type { Tx } from '../db/pool.ts'
import { objectToRefund } from '../disputes/open-dispute.ts'
import { submitStatement } from '../disputes/party-moves.ts'
import type { Keyring } from '../db/encryption/keyring.ts'
import { insertTotp } from '../accounts/factors/add-totp.ts'
import { sendMessage } from '../chat/send-message.ts'
import { createOffer } from '../offers/create-offer.ts'
import { saveProfile } from '../profiles/save-profile.ts'
import { insertAccount } from '../payments/payment-accounts/save-account.ts'
import { createQuote } from '../trades/create-quote.ts'
import { cancelTrade, confirmReceipt, markPaid, settleTrade } from '../trades/moves.ts'
import type { PartyCall } from '../trades/moves.ts'
import { openTrade } from '../trades/open-trade.ts'
import { readPaymentDetails } from '../trades/read-payment-details.ts'
import { addNeededProof, addProof } from './demo-proofs.ts'
import { demoTotpSecret } from './demo-codes.ts'
import { lockStart, startDemonstration } from './demonstration.ts'
import { DEMO_TRADERS } from './demo-traders.ts'
import { DEMO_PASSWORD, DEMO_USERS } from './demo-users.ts'
import type { DemoUser } from './demo-users.ts'
import { isUntouched, makeHistory } from './make-history.ts'
import { seedDemoStaff } from './seed-staff.ts'

type DemoTrade = {
  status: TradeStatus
  /** Usernames; the seller's offer in this currency is taken. */
  seller: string
  buyer: string
  currency: FiatCurrency
  amountFiat: string
  steps: readonly Step[]
}
/**
 * A trade in every status in which one can rest: a confirmed payment is settled immediately. Of the two disputes one waits for
 * the seller's statement, the other for an arbiter; both began as held refunds, since a dispute about a paid trade has to wait for ten minutes.
 */
const DEMO_TRADES: readonly DemoTrade[] = [
  { ...between('amina_tn', 'karim_sfax', 'TND', '320'), status: 'completed', steps: ['say', 'pay', 'confirm'] },
  { ...between('amina_tn', 'karim_sfax', 'TND', '75'), status: 'cancelled', steps: ['cancel'] },
  { ...between('amina_tn', 'karim_sfax', 'EUR', '640'), status: 'payment_sent', steps: ['say', 'pay'] },
  { ...between('amina_tn', 'karim_sfax', 'TND', '150'), status: 'awaiting_payment', steps: ['say'] },
  { ...between('amina_tn', 'lea_lyon', 'TND', '210'), status: 'refund_held', steps: ['say', 'read', 'withhold'] },
  { ...between('lea_lyon', 'northpay', 'EUR', '120'), status: 'disputed', steps: ['read', 'withhold', 'object'] },
  {
    ...between('northpay', 'lea_lyon', 'USD', '450'),
    status: 'disputed',
    steps: ['say', 'read', 'withhold', 'object', 'answer'],
  },
]
type Step = 'say' | 'pay' | 'confirm' | 'cancel' | 'read' | 'withhold' | 'object' | 'answer'

const OBJECTION =
  'I had already sent the money when the trade was cancelled. My bank shows the transfer as executed, with your payment reference.'
const ANSWER =
  'I cancelled because nothing had arrived after twenty minutes. My account still shows no transfer of that amount today.'

const UNIQUE_VIOLATION = '23505'
const SEED_LOCK = 0x5a_de_30

/**
 * Throws in a database that had users before it was a demonstration (server/demo/demonstration.ts). Safe to run at every start
 * and in several processes concurrently: it adds only what is missing. The market of further traders and its history
 * (`config.demoHistory`) are made by the first start, with the owner's login, in a database without other users.
 */
export async function seedDemo(context: Context, ownerUrl: string | null = null): Promise<void> {
  if (!context.config.demo) throw new Error('demo users outside demo mode')
  await startDemonstration(context.db)
  const historyUrl = context.config.demoHistory && (await isUntouched(context.db)) ? ownerUrl : null
  const users = historyUrl === null ? DEMO_USERS : [...DEMO_USERS, ...DEMO_TRADERS]
  await insertUsers(context, users)
  await inTransaction(context.db, async (tx) => {
    await lockStart(tx, SEED_LOCK)
    await postOffers(tx, context, users)
  })
  if (historyUrl !== null) await makeHistory(context, historyUrl)
  await inTransaction(context.db, async (tx) => {
    await lockStart(tx, SEED_LOCK)
    await openDemoTrades(tx, context, await idsByName(tx, DEMO_USERS))
  })
  await seedDemoStaff(context, ownerUrl)
}

/** Two at a time, as many as passwords are hashed. */
async function insertUsers(context: Context, users: readonly DemoUser[]): Promise<void> {
  const passwords = createPasswords()
  await Promise.all(users.map((user) => findOrInsertUser(context, passwords, user)))
}

/** Demo users have no mailbox, so their accounts are inserted without the registration code; staff get their authenticator app. */
async function findOrInsertUser(
  { db, keyring, secrets }: Context,
  passwords: Passwords,
  user: DemoUser,
): Promise<void> {
  const { username, email, role, language, bio, location } = user
  const { rows } = await sql`
    select from users u left join accounts a on a.user_id = u.id
    where u.username = ${username} or a.email = ${email}`.execute(db)
  if (rows.length > 0) return
  // Visitors sign in as those whose address is printed.
  const passwordHash = DEMO_USERS.includes(user) ? await passwords.hash(DEMO_PASSWORD) : null
  try {
    await inTransaction(db, async (tx) => {
      const userId = await insertUser(tx, { username, email, language, isDemo: true })
      if (passwordHash !== null) await insertPassword(tx, userId, passwordHash)
      await saveProfile(tx, userId, { bio, location })
      if (role !== null) await insertTotp(tx, keyring, userId, demoTotpSecret(secrets.current, username))
    })
  } catch (error) {
    // Another process was first, or a visitor has registered a demo user's name.
    if (codeOf(error) !== UNIQUE_VIOLATION) throw error
  }
}

/** The payment accounts and offers of the users who have no offer yet. */
async function postOffers(tx: Tx, { keyring }: Context, users: readonly DemoUser[]): Promise<void> {
  const ids = await idsByName(tx, users)
  for (const { username, accounts, offers } of users) {
    const ownerId = ids.get(username)
    if (!ownerId || (await hasOffers(tx, ownerId))) continue
    const accountIds = new Map<PaymentMethod, string>()
    for (const details of accounts) {
      accountIds.set(details.method, await insertAccount(tx, keyring, ownerId, details))
    }
    for (const offer of offers) {
      const methods = offer.type === 'sell' ? offer.paymentMethods : []
      const paymentAccountIds = methods.map((method) => accountIds.get(method) ?? null)
      await createOffer(tx, ownerId, { ...offer, paymentAccountIds })
    }
  }
}

async function idsByName(tx: Tx, users: readonly DemoUser[]): Promise<Map<string, string>> {
  const names = users.map((user) => user.username)
  const { rows } = await sql<{ id: string; username: string }>`
    select id, username from users where username = any(${names})`.execute(tx)
  return new Map(rows.map((row) => [row.username, row.id]))
}

async function hasOffers(tx: Tx, ownerId: string): Promise<boolean> {
  return (await sql`select from offers where owner_id = ${ownerId} limit 1`.execute(tx)).rows.length > 0
}

/**
 * Opens each trade that its two parties do not have yet. The buyers are takers like any others, and visitors act as the demo users:
 * where the limits of a buyer or the state of an offer refuse a trade, the demonstration starts without it.
 */
async function openDemoTrades(tx: Tx, context: Context, ids: Map<string, string>): Promise<void> {
  for (const { seller, buyer, currency, amountFiat, status, steps } of DEMO_TRADES) {
    const [sellerId, buyerId] = [ids.get(seller), ids.get(buyer)]
    if (!sellerId || !buyerId || (await isShown(tx, sellerId, buyerId, status))) continue
    const offerId = await findOffer(tx, sellerId, currency)
    if (offerId === null) continue
    const tradeId = await openWithinLimits(tx, context, buyerId, { offerId, anchor: 'fiat', amount: amountFiat })
    if (tradeId === null) continue
    const payerName = nameOf(buyer)
    for (const step of steps) await take(tx, context.keyring, step, { tradeId, buyerId, sellerId, payerName })
  }
}

async function isShown(tx: Tx, sellerId: string, buyerId: string, status: TradeStatus): Promise<boolean> {
  const { rows } = await sql`
    select from trades t join trade_states state on state.trade_id = t.id
    where t.seller_id = ${sellerId} and t.buyer_id = ${buyerId} and t.status = ${status}
      and (state.deadline is null or state.deadline > clock_timestamp() + interval '1 minute') limit 1`.execute(tx)
  return rows.length > 0
}

async function findOffer(tx: Tx, sellerId: string, currency: FiatCurrency): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from offers where owner_id = ${sellerId} and type = 'sell' and fiat_currency = ${currency}
      and status = 'active' and deleted_at is null order by created_at limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

function between(seller: string, buyer: string, currency: FiatCurrency, amountFiat: string) {
  return { seller, buyer, currency, amountFiat }
}

/** The name on the user's payment accounts. */
function nameOf(username: string): string {
  const account = DEMO_USERS.find((user) => user.username === username)?.accounts[0]
  return (account && holderOf(account)) ?? username
}

async function openWithinLimits(
  tx: Tx,
  { keyring, rates, log }: Context,
  buyerId: string,
  wish: { offerId: string; anchor: 'fiat'; amount: string },
): Promise<string | null> {
  try {
    const { id: quoteId } = await createQuote(tx, rates, buyerId, wish)
    return await openTrade(tx, keyring, buyerId, { quoteId, key: key(), checksFirst: true })
  } catch (error) {
    if (!(error instanceof DomainError) || !isOfState(error)) throw error
    log.warn({ code: error.code, offerId: wish.offerId }, 'the demonstration starts without one of its trades')
    return null
  }
}

/** Whether a visitor can have caused the refusal; any other is a fault of the seed. */
function isOfState({ code, kind }: DomainError): boolean {
  return kind === 'conflict' || kind === 'forbidden' || kind === 'limited' || code === 'amount_out_of_limits'
}

type Parties = { tradeId: string; buyerId: string; sellerId: string; payerName: string }

async function take(tx: Tx, keyring: Keyring, step: Step, parties: Parties): Promise<void> {
  const { tradeId, buyerId, sellerId, payerName } = parties
  if (step === 'say') {
    await say(tx, tradeId, buyerId, 'Hello! Are you online? I can pay right away.')
    await say(tx, tradeId, sellerId, 'Hello, I am online. One moment, please.')
  }
  if (step === 'pay') {
    const proofId = await addNeededProof(tx, keyring, parties)
    await markPaid(tx, keyring, { ...call(tradeId, buyerId), seenStatus: 'awaiting_payment', payerName, proofId })
  }
  if (step === 'confirm') {
    await confirmReceipt(tx, keyring, {
      ...call(tradeId, sellerId),
      seenStatus: 'payment_sent',
      senderName: payerName,
    })
    await settleTrade(tx, tradeId)
  }
  if (step === 'cancel') await cancelTrade(tx, { ...call(tradeId, buyerId), seenStatus: 'awaiting_payment' })
  if (step === 'read') await readPaymentDetails(tx, keyring, buyerId, tradeId)
  // The buyer has seen the payment details, so the refund is held.
  if (step === 'withhold') await cancelTrade(tx, { ...call(tradeId, sellerId), seenStatus: 'awaiting_payment' })
  if (step === 'object') {
    const proofId = await addProof(tx, keyring, parties)
    const objection = { seenStatus: 'refund_held', statement: OBJECTION, proofId } as const
    await objectToRefund(tx, call(tradeId, buyerId), objection)
  }
  if (step === 'answer') await submitStatement(tx, call(tradeId, sellerId), ANSWER)
}

function call(tradeId: string, userId: string): PartyCall {
  return { tradeId, userId, key: key() }
}

async function say(tx: Tx, tradeId: string, senderId: string, text: string): Promise<void> {
  await sendMessage(tx, tradeId, senderId, { text, clientId: crypto.randomUUID() })
}

function key(): string {
  return crypto.randomUUID()
}
