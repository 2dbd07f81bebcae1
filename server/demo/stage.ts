/** Puts the demonstration cast on stage: people, offers, and one trade in every status, by the product's verbs. */
import type { TradeStatus } from '../../domain/trades.ts'
import { SOURCE_LANGUAGE } from '../../domain/languages.ts'
import { createPasswords } from '../accounts/passwords.ts'
import { insertPassword, insertPerson } from '../accounts/insert-person.ts'
import type { Context } from '../context.ts'
import { inTransaction, sql } from '../db/pool.ts'
import type { Tx } from '../db/pool.ts'
import { sendMessage } from '../chat/send-message.ts'
import { createOffer } from '../offers/create-offer.ts'
import { createQuote } from '../trades/create-quote.ts'
import { cancelTrade, confirmReceipt, markPaid, settleTrade } from '../trades/moves.ts'
import { openTrade } from '../trades/open-trade.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from './cast.ts'

/** The statuses a trade can rest in, with the amount of the trade that shows it; a confirmed one settles at once. */
const SCENES: readonly { status: TradeStatus; amountFiat: string; steps: readonly Step[] }[] = [
  { status: 'completed', amountFiat: '320', steps: ['say', 'pay', 'confirm'] },
  { status: 'cancelled', amountFiat: '75', steps: ['cancel'] },
  { status: 'payment_sent', amountFiat: '640', steps: ['say', 'pay'] },
  { status: 'awaiting_payment', amountFiat: '150', steps: ['say'] },
]
type Step = 'say' | 'pay' | 'confirm' | 'cancel'

const UNIQUE_VIOLATION = '23505'
const STAGE_LOCK = 0x5a_de_30

/** May run at every start and in many processes at once: what is there stays, what is missing is made. */
export async function stageDemo(context: Context): Promise<void> {
  for (const person of DEMO_PEOPLE) await findOrRegister(context, person)
  await inTransaction(context.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${STAGE_LOCK})`.execute(tx)
    const ids = await idsByName(tx)
    for (const { username, offers } of DEMO_PEOPLE) {
      const ownerId = ids.get(username)
      if (!ownerId || (await hasOffers(tx, ownerId))) continue
      for (const offer of offers) await createOffer(tx, ownerId, offer)
    }
    await playScenes(tx, context, ids)
  })
}

/** The cast has no mailbox: its accounts are made without the code that ends a registration. */
async function findOrRegister({ db }: Context, { username, email }: { username: string; email: string }) {
  const { rows } = await sql`select from users where username = ${username} or email = ${email}`.execute(db)
  if (rows.length > 0) return
  const passwordHash = await createPasswords().hash(DEMO_PASSWORD)
  try {
    await inTransaction(db, async (tx) => {
      const person = { username, email, language: SOURCE_LANGUAGE }
      await insertPassword(tx, await insertPerson(tx, person), passwordHash)
    })
  } catch (error) {
    // Another process was first, or somebody has taken a name of the cast.
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error
  }
}

async function idsByName(tx: Tx): Promise<Map<string, string>> {
  const names = DEMO_PEOPLE.map((person) => person.username)
  const { rows } = await sql<{ id: string; username: string }>`
    select id, username from users where username = any(${names})`.execute(tx)
  return new Map(rows.map((row) => [row.username, row.id]))
}

async function hasOffers(tx: Tx, ownerId: string): Promise<boolean> {
  return (await sql`select from offers where owner_id = ${ownerId} limit 1`.execute(tx)).rows.length > 0
}

/** Karim takes Amina's dinar offer once for every status that none of their trades stands in. */
async function playScenes(tx: Tx, { rates }: Context, ids: Map<string, string>): Promise<void> {
  const [sellerId, buyerId] = [ids.get('amina_tn'), ids.get('karim_sfax')]
  if (!sellerId || !buyerId) return
  const { rows: offers } = await sql<{ id: string }>`
    select id from offers where owner_id = ${sellerId} and type = 'sell' and fiat_currency = 'TND'
      and status = 'active' and deleted_at is null order by created_at limit 1`.execute(tx)
  const { rows: shown } = await sql<{ status: TradeStatus }>`
    select distinct status from trades
    where seller_id = ${sellerId} and buyer_id = ${buyerId}
      and (status <> 'awaiting_payment' or pay_deadline > clock_timestamp() + interval '1 minute')`.execute(tx)
  const [offer] = offers
  if (!offer) return
  for (const scene of SCENES) {
    if (shown.some((trade) => trade.status === scene.status)) continue
    const wish = { offerId: offer.id, anchor: 'fiat' as const, amount: scene.amountFiat }
    const quote = await createQuote(tx, rates, buyerId, wish)
    const tradeId = await openTrade(tx, buyerId, quote.id, key())
    for (const step of scene.steps) await take(tx, step, tradeId, buyerId, sellerId)
  }
}

async function take(tx: Tx, step: Step, tradeId: string, buyerId: string, sellerId: string): Promise<void> {
  if (step === 'say') {
    await say(tx, tradeId, buyerId, 'Hello! Which D17 number should I send it to?')
    await say(tx, tradeId, sellerId, 'Hello, I am online. One moment, please.')
  }
  if (step === 'pay') await markPaid(tx, tradeId, buyerId, 'awaiting_payment', key())
  if (step === 'cancel') await cancelTrade(tx, tradeId, buyerId, 'awaiting_payment', key())
  if (step === 'confirm') {
    await confirmReceipt(tx, tradeId, sellerId, 'payment_sent', key())
    await settleTrade(tx, tradeId)
  }
}

async function say(tx: Tx, tradeId: string, senderId: string, text: string): Promise<void> {
  await sendMessage(tx, tradeId, senderId, { text, clientId: crypto.randomUUID() })
}

function key(): string {
  return crypto.randomUUID()
}
