/**
 * Carries out the plan of demo-history.ts at the first start of a demonstration: the product's own functions make each trade,
 * and then all its moments are moved back.
 */
import type { Context } from '../context.ts'
import { sendMessage } from '../chat/send-message.ts'
import { inTransaction, openOwnerPool, poolModeOf, sql } from '../db/pool.ts'
import type { DbOrTx, Tx } from '../db/pool.ts'
import { openDispute } from '../disputes/open-dispute.ts'
import { concedeDispute, confirmReceiptInDispute, submitStatement } from '../disputes/party-moves.ts'
import { markRead } from '../notifications/mark-seen.ts'
import { rateTrade } from '../profiles/ratings/rate-trade.ts'
import { replyToRating } from '../profiles/ratings/reply-to-rating.ts'
import { createQuote } from '../trades/create-quote.ts'
import { cancelTrade, confirmReceipt, markPaid, settleTrade } from '../trades/moves.ts'
import type { PartyCall } from '../trades/moves.ts'
import { moveLateTrade } from '../trades/move-trade.ts'
import { openTrade } from '../trades/open-trade.ts'
import { readPaymentDetails } from '../trades/read-payment-details.ts'
import { holderOf } from '../../domain/payments/payment-accounts.ts'
import { LIMITS } from '../../domain/limits.ts'
import { NEW_TAKER_SHARE_DEFAULT } from '../../domain/offers/new-takers.ts'
import type { NewTakerShare } from '../../domain/offers/new-takers.ts'
import { planHistory, postedDaysAgo } from './demo-history.ts'
import type { PlannedRating, PlannedTrade } from './demo-history.ts'
import { addNeededProof } from './demo-proofs.ts'
import { lockStart } from './demonstration.ts'
import { DISPUTE_TEXTS } from './demo-texts.ts'
import { DEMO_TRADERS } from './demo-traders.ts'
import { DEMO_USERS } from './demo-users.ts'
import { withMoveBack } from './move-back.ts'
import type { MoveBack } from './move-back.ts'

const SEED_LOCK = 0x5a_de_31
const HOUR = 60
const RATING_PERIOD = LIMITS.rating_days * 24 * HOUR
/** How long before an offer was posted its owner had registered, at least. */
const REGISTERED_BEFORE_DAYS = 20

const USERS = [...DEMO_USERS, ...DEMO_TRADERS]
const NAMES = USERS.map(({ username }) => username)

/** By username. */
type Ids = ReadonlyMap<string, string>
type Parties = { tradeId: string; buyerId: string; sellerId: string; payerName: string }
type Replay = Parties & {
  tx: Tx
  keyring: Context['keyring']
  planned: PlannedTrade
  /** Lets time pass for the trade. */
  pass: (minutes: number) => Promise<void>
}

/** Whether the database has no trade and no user but those of the demonstration. */
export async function isUntouched(db: DbOrTx): Promise<boolean> {
  const { rows } = await sql<{ isUntouched: boolean }>`
    select not exists (select from trades) and not exists (select from users where username <> all(${NAMES})) as is_untouched
    `.execute(db)
  return rows[0]!.isUntouched
}

/**
 * Needs the login that owns the database. Does nothing in a database that is not untouched, so that nothing that a
 * visitor wrote is moved.
 */
export async function makeHistory({ config, keyring, rates }: Context, ownerUrl: string): Promise<void> {
  if (!config.demo) throw new Error('a history outside demo mode')
  const pool = openOwnerPool(ownerUrl, poolModeOf(config))
  try {
    await inTransaction(pool.db, async (tx) => {
      // Another process that starts now waits for the one that makes the history.
      await lockStart(tx, SEED_LOCK)
      const ids = await findUntouched(tx)
      if (ids === null) return
      await withMoveBack(tx, async (moveBack) => {
        await backdateTraders(tx, ids)
        // Every taker of the plan begins without a completed trade.
        await shareOffers(tx, 'all')
        for (const planned of planHistory()) await carryOut(tx, { keyring, rates, ids, moveBack }, planned)
        await shareOffers(tx, NEW_TAKER_SHARE_DEFAULT)
        await renewOffers(tx)
      })
      await purge(tx)
    })
  } finally {
    await pool.close()
  }
}

/** Null where the database is not untouched, or lacks a trader. */
async function findUntouched(tx: Tx): Promise<Ids | null> {
  if (!(await isUntouched(tx))) return null
  const { rows } = await sql<{ id: string; username: string }>`select id, username from users`.execute(tx)
  return rows.length === NAMES.length ? new Map(rows.map(({ id, username }) => [username, id])) : null
}

/** Registration, payment accounts and offers are older than the first trade on them. */
async function backdateTraders(tx: Tx, ids: Ids): Promise<void> {
  for (const [at, { username, offers }] of USERS.entries()) {
    const userId = ids.get(username)!
    const registered = postedDaysAgo(0) + REGISTERED_BEFORE_DAYS + ((at * 37) % 240)
    const age = sql`make_interval(days => ${registered}, hours => ${(at * 7) % 24})`
    await sql`update users set created_at = created_at - ${age} where id = ${userId}`.execute(tx)
    await sql`update accounts set terms_accepted_at = terms_accepted_at - ${age} where user_id = ${userId}`.execute(tx)
    await sql`
      update payment_accounts set created_at = created_at - ${age}, changed_at = changed_at - ${age}
      where user_id = ${userId}`.execute(tx)
    for (const [index, { type, paymentMethods }] of offers.entries()) {
      const posted = sql`make_interval(days => ${postedDaysAgo(index)}, hours => ${1 + ((at * 5 + index * 3) % 8)})`
      await sql`
        update offers set created_at = created_at - ${posted}
        where owner_id = ${userId} and type = ${type} and payment_methods = ${paymentMethods}::text[]`.execute(tx)
    }
  }
}

async function shareOffers(tx: Tx, share: NewTakerShare): Promise<void> {
  await sql`update offers set new_taker_share = ${share}, version = version + 1`.execute(tx)
}

type Means = Pick<Context, 'keyring' | 'rates'> & { ids: Ids; moveBack: MoveBack }

async function carryOut(tx: Tx, { keyring, rates, ids, moveBack }: Means, planned: PlannedTrade): Promise<void> {
  const [ownerId, takerId] = [ids.get(planned.owner)!, ids.get(planned.taker)!]
  const { type, paymentMethods } = offerOf(planned)
  const paymentMethod = paymentMethods[0]!
  const { rows } = await sql<{ id: string; accountId: string | null }>`
    select o.id, a.id as account_id from offers o
      left join payment_accounts a on a.user_id = ${takerId} and a.payment_method = ${paymentMethod} and a.is_default
    where o.owner_id = ${ownerId} and o.type = ${type} and o.payment_methods = ${paymentMethods}::text[]`.execute(tx)
  const { id: offerId, accountId } = rows[0]!
  const wish = { offerId, anchor: 'fiat', amount: planned.amountFiat, paymentMethod } as const
  const quote = await createQuote(tx, rates, takerId, wish)
  const paymentAccountId = type === 'buy' ? accountId : null
  const opening = { quoteId: quote.id, paymentAccountId, key: key(), checksFirst: true }
  const tradeId = await openTrade(tx, keyring, takerId, opening)
  const [sellerId, buyerId] = type === 'sell' ? [ownerId, takerId] : [takerId, ownerId]
  const payerName = nameOf(type === 'sell' ? planned.taker : planned.owner)
  const pass = (minutes: number) => moveBack(tradeId, minutes)
  const replay = { tx, keyring, planned, tradeId, buyerId, sellerId, payerName, pass }
  await ENDINGS[planned.ending](replay)
  const sinceEnd = await rate(replay)
  await readNotifications(replay)
  await pass(planned.endedMinutesAgo - sinceEnd)
}

const ENDINGS: Readonly<Record<PlannedTrade['ending'], (replay: Replay) => Promise<void>>> = {
  async completed(replay) {
    const { tx, keyring, planned, tradeId, sellerId, payerName, pass } = replay
    await pay(replay)
    await pass(planned.minutesToRelease)
    await talk(replay, 'payment', 'seller')
    // The name of a company does not compare as that of a person: its partner states who it is.
    const names = { senderName: payerName, statedSamePerson: true }
    await confirmReceipt(tx, keyring, { ...call(tradeId, sellerId), seenStatus: 'payment_sent', ...names })
    await settleTrade(tx, tradeId)
  },
  async cancelled_by_buyer({ tx, tradeId, buyerId, pass }) {
    await pass(6)
    await cancelTrade(tx, { ...call(tradeId, buyerId), seenStatus: 'awaiting_payment' })
  },
  async cancelled_by_seller({ tx, tradeId, sellerId, pass }) {
    await pass(4)
    await cancelTrade(tx, { ...call(tradeId, sellerId), seenStatus: 'awaiting_payment' })
  },
  async expired({ tx, planned, tradeId, pass }) {
    await pass(offerOf(planned).paymentWindowMinutes + 1)
    await moveLateTrade(tx, tradeId)
  },
  async seller_confirmed(replay) {
    const { tx, keyring, tradeId, buyerId, sellerId, payerName, pass } = replay
    const { opening, answer } = DISPUTE_TEXTS.seller
    await pay(replay)
    await pass(40)
    const dispute = { reason: 'seller_silent', seenStatus: 'payment_sent', statement: opening } as const
    await openDispute(tx, call(tradeId, buyerId), dispute)
    await pass(5 * HOUR)
    await submitStatement(tx, call(tradeId, sellerId), answer)
    const names = { senderName: payerName, statedSamePerson: true }
    await confirmReceiptInDispute(tx, keyring, { ...call(tradeId, sellerId), ...names })
    await settleTrade(tx, tradeId)
  },
  async buyer_conceded(replay) {
    const { tx, tradeId, buyerId, sellerId, pass } = replay
    const { opening, answer } = DISPUTE_TEXTS.buyer
    await pay(replay)
    await pass(Math.max(75, await minutesToArrival(tx, tradeId)))
    const dispute = { reason: 'not_received', seenStatus: 'payment_sent', statement: opening } as const
    await openDispute(tx, call(tradeId, sellerId), dispute)
    await pass(3 * HOUR)
    await submitStatement(tx, call(tradeId, buyerId), answer)
    await concedeDispute(tx, call(tradeId, buyerId))
  },
}

/** The seller misses no payment that can still arrive. */
async function minutesToArrival(tx: Tx, tradeId: string): Promise<number> {
  const { rows } = await sql<{ minutes: number }>`
    select ceil(extract(epoch from arrives_by - clock_timestamp()) / 60)::int as minutes
    from trade_events where trade_id = ${tradeId} and action = 'mark_paid'`.execute(tx)
  return rows[0]!.minutes
}

async function pay(replay: Replay): Promise<void> {
  const { tx, keyring, planned, tradeId, buyerId, payerName, pass } = replay
  await talk(replay, 'opening', 'both')
  await readPaymentDetails(tx, keyring, buyerId, tradeId)
  await pass(planned.minutesToPay)
  const proofId = await addNeededProof(tx, keyring, replay)
  await markPaid(tx, keyring, { ...call(tradeId, buyerId), seenStatus: 'awaiting_payment', payerName, proofId })
  await talk(replay, 'payment', 'buyer')
}

async function talk(replay: Replay, after: 'opening' | 'payment', who: 'buyer' | 'seller' | 'both'): Promise<void> {
  const { tx, planned, tradeId, buyerId, sellerId, pass } = replay
  for (const { by, text } of planned.lines.filter(
    (line) => line.after === after && (who === 'both' || line.by === who),
  )) {
    if (after === 'opening') await pass(1)
    await sendMessage(tx, tradeId, by === 'buyer' ? buyerId : sellerId, { text, clientId: crypto.randomUUID() })
  }
}

/** Returns how many minutes have passed since the end of the trade. */
async function rate(replay: Replay): Promise<number> {
  const { tx, planned, tradeId, buyerId, sellerId, pass } = replay
  if (planned.ratings.length === 0) return 0
  let sinceEnd = 35
  await pass(sinceEnd)
  for (const { by, stars, comment } of planned.ratings) {
    await rateTrade(tx, { tradeId, raterId: by === 'buyer' ? buyerId : sellerId, stars, comment })
  }
  if (planned.ratings.length === 1 && planned.endedMinutesAgo > RATING_PERIOD + 2 * HOUR) {
    await pass(RATING_PERIOD - sinceEnd + 1)
    sinceEnd = RATING_PERIOD + 1
    await sql`select from publish_due_ratings(10)`.execute(tx)
  }
  const isPublished = planned.ratings.length === 2 || sinceEnd > RATING_PERIOD
  for (const rating of planned.ratings) if (isPublished && rating.reply !== null) await reply(replay, rating)
  return sinceEnd
}

async function reply({ tx, tradeId, buyerId, sellerId }: Replay, rating: PlannedRating): Promise<void> {
  const [raterId, ratedId] = rating.by === 'buyer' ? [buyerId, sellerId] : [sellerId, buyerId]
  const { rows } = await sql<{ id: string }>`
    select id from ratings where trade_id = ${tradeId} and rater_id = ${raterId}`.execute(tx)
  await replyToRating(tx, { ratingId: rows[0]!.id, authorId: ratedId, reply: rating.reply! })
}

/** Both parties have read them long ago: nothing of the past is mailed today. */
async function readNotifications({ tx, tradeId, buyerId, sellerId }: Replay): Promise<void> {
  for (const userId of [buyerId, sellerId]) await markRead(tx, userId, { tradeId })
  await sql`
    update notification_deliveries set outcome = 'dropped', ended_at = clock_timestamp()
    where outcome is null and notification_id in (select id from notifications where trade_id = ${tradeId})`.execute(tx)
}

/**
 * Opening a trade renewed its offer: by the moment of that trade, and no offer of the demonstration begins as expired. What the
 * past sold is for sale again, because the trades of the present need it.
 */
async function renewOffers(tx: Tx): Promise<void> {
  await sql`
    update offers o set last_trade_at = latest.at,
      renewed_at = greatest(o.created_at, latest.at, clock_timestamp() - interval '12 days'),
      inventory_micro = o.inventory_micro + o.volume_micro
    from offers other left join (select offer_id, max(created_at) as at from trades group by offer_id) latest on latest.offer_id = other.id
    where other.id = o.id`.execute(tx)
}

/** As the worker: what is kept thirty days after a trade is erased, and no page is behind by two months of events. */
async function purge(tx: Tx): Promise<void> {
  await sql`select erase_payment_details(1000), erase_payer_names(1000)`.execute(tx)
  await sql`delete from user_events`.execute(tx)
}

function offerOf({ owner, offerIndex }: PlannedTrade) {
  return userOf(owner).offers[offerIndex]!
}

/** The name on the user's payment accounts. */
function nameOf(username: string): string {
  const account = userOf(username).accounts[0]
  return (account && holderOf(account)) ?? username
}

function userOf(username: string) {
  return USERS.find((user) => user.username === username)!
}

function call(tradeId: string, userId: string): PartyCall {
  return { tradeId, userId, key: key() }
}

function key(): string {
  return crypto.randomUUID()
}
