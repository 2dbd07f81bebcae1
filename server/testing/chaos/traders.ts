/** Traders who trade without pause, and the journal of everything the server acknowledged. */
import type { Message } from '../../../domain/api/chat/chat.ts'
import type { MyOffer } from '../../../domain/api/offers/my-offers.ts'
import type { Problem } from '../../../domain/api/endpoint.ts'
import type { Quote, Trade } from '../../../domain/api/trades/trades.ts'
import type { Session } from '../../../domain/api/accounts/sessions.ts'
import { DECISION_OUTCOMES, losersOf } from '../../../domain/disputes/disputes.ts'
import type { DisputeAction } from '../../../domain/disputes/disputes.ts'
import { DISPUTE_AFTER_MINUTES } from '../../../domain/trades/trades.ts'
import type { TradeAction, TradeStatus } from '../../../domain/trades/trades.ts'
import { DETAILS } from '../accounts/payment-accounts.ts'
import { OFFER } from '../accounts/users.ts'
import { retryUntilAcknowledged } from './retry-until-acknowledged.ts'
import type { LastAnswer, Wire } from './retry-until-acknowledged.ts'
import type { Random } from '../random.ts'
import { moveBody, RECEIPT } from '../move-body.ts'

export type Trader = { id: string; cookie: string; accountId: string; offerId: string }

/** What was acknowledged, and what was refused: the second must have left no trace. */
export type Journal = {
  quotes: string[]
  moves: { tradeId: string; commandKey: string; action: TradeAction }[]
  disputeMoves: { tradeId: string; commandKey: string; action: DisputeAction }[]
  messages: { tradeId: string; clientId: string; text: string }[]
  refusedKeys: string[]
  refusals: Map<string, number>
  /** Trades whose seller has confirmed: they must settle. */
  confirmed: string[]
  /** How disputes must end: by a concession, a confirmation or a decision. */
  ended: { tradeId: string; status: TradeStatus }[]
}

/** One run of traders against a server, with its journal. */
export type Run = { wire: Wire; journal: Journal; random: Random }

/** What traders cannot do over the wire. */
export type Operator = {
  /** Makes a trade older. */
  age: (tradeId: string, minutes: number) => Promise<void>
  /** Makes the failures of a taker a day older, who may then open trades again. */
  endPause: (takerId: string) => Promise<void>
  /** Makes the authentication of an arbiter recent again. */
  reauthenticate: (arbiterId: string) => Promise<void>
  /** `neededProof`. */
  prove: (tradeId: string, buyerId: string) => Promise<string | undefined>
  arbiters: readonly Trader[]
}

const PASSWORD = 'correct horse battery'
const CANCELS = 0.2
/** Takers who cancel often have to pause. */
const CANCELLED_BY_TAKER = 0.2
const TALKS = 0.4
const DISPUTES = 0.3
const ENDS_IT = 0.3
/** EUR: a seller without a second factor may not release more than 1,000 USDT. */
const AMOUNT_MAX = 800
const DAY_MINUTES = 24 * 60
const STATEMENT = 'I have waited for half an hour.'

export function newJournal(): Journal {
  return {
    quotes: [],
    moves: [],
    disputeMoves: [],
    messages: [],
    refusedKeys: [],
    refusals: new Map(),
    confirmed: [],
    ended: [],
  }
}

/** Registers a user, whose code `readCode` finds, and posts an offer of theirs. */
export async function newTrader(
  wire: Wire,
  readCode: (email: string) => Promise<string>,
  name: string,
  type: 'buy' | 'sell',
): Promise<Trader> {
  const account = { username: name, email: `${name}@example.org`, password: PASSWORD, confirmPassword: PASSWORD }
  const post = (path: string, cookie: string, body: unknown) =>
    retryUntilAcknowledged(wire, path, { key: crypto.randomUUID(), cookie, body })
  const asked = await post('/api/register', '', { ...account, acceptsTerms: true })
  const code = await readCode(account.email)
  const registered = await post('/api/register/confirm', asked.cookie, { code })
  const { cookie } = registered
  const { user } = registered.body as Session
  if (!user) throw new Error(`no user was created for ${name}`)
  const details = DETAILS[OFFER.paymentMethods[0]!]
  const saved = await post('/api/payment-accounts', cookie, details)
  const { id: accountId } = saved.body as { id: string }
  const posted = await post('/api/offers', cookie, {
    ...OFFER,
    type,
    paymentAccountIds: type === 'sell' ? [accountId] : [],
    maxOpenTrades: 20,
  })
  if (posted.status !== 201) throw new Error(`no offer for ${name}: ${JSON.stringify(posted.body)}`)
  return { id: user.id, cookie, accountId, offerId: (posted.body as MyOffer).id }
}

/** One trade from the quote to its end, with some messages in between. A refusal ends it early. */
export async function tradeOnce(run: Run, traders: readonly Trader[], operator: Operator): Promise<void> {
  const { journal, random } = run
  const owner = random.pick(traders)
  const taker = random.pick(traders.filter((trader) => trader !== owner))
  const trade = await openTrade(run, taker, owner)
  if (trade === 'opening_paused') return operator.endPause(taker.id)
  if (!trade) return
  const [buyer, seller] = trade.role === 'buyer' ? [taker, owner] : [owner, taker]
  if (random.chance(TALKS)) await say(run, trade.id, buyer)
  if (random.chance(CANCELS)) {
    const who = random.chance(CANCELLED_BY_TAKER) ? taker : owner
    await move(run, who, trade.id, { action: 'cancel', seenStatus: 'awaiting_payment' })
    return
  }
  const proofId = await operator.prove(trade.id, buyer.id)
  if (!(await move(run, buyer, trade.id, { action: 'mark_paid', seenStatus: 'awaiting_payment', proofId }))) return
  if (random.chance(TALKS)) await say(run, trade.id, seller)
  // A trade that stays open counts against its taker: where a dispute is refused, the seller confirms.
  if (random.chance(DISPUTES) && (await disputeOnce({ ...run, operator, buyer, seller, tradeId: trade.id }))) return
  if (await move(run, seller, trade.id, { action: 'confirm_receipt', seenStatus: 'payment_sent' }))
    journal.confirmed.push(trade.id)
}

type Dispute = Run & {
  operator: Operator
  buyer: Trader
  seller: Trader
  tradeId: string
}

/** One dispute to its end: conceded or confirmed, or decided and then accepted or left to the clock. Whether it was opened. */
async function disputeOnce(dispute: Dispute): Promise<boolean> {
  const { journal, random, operator, buyer, seller, tradeId } = dispute
  await operator.age(tradeId, DISPUTE_AFTER_MINUTES + 1)
  const [opener, other] = random.chance(0.5) ? [buyer, seller] : [seller, buyer]
  const opened = await command(dispute, opener, `/api/trades/${tradeId}/open-dispute`, {
    seenStatus: 'payment_sent',
    reason: opener === buyer ? 'seller_silent' : 'not_received',
    statement: STATEMENT,
  })
  if (!opened.ok) return false
  const commandKey = `${opener.id}:${opened.key}`
  journal.moves.push({ tradeId, commandKey, action: 'open_dispute' })
  journal.disputeMoves.push({ tradeId, commandKey, action: 'open' })
  journal.disputeMoves.push({ tradeId, commandKey: `${commandKey}:statement`, action: 'state' })
  if (!(await endDispute(dispute, other))) await endBy(dispute, seller)
  // A decision that is not accepted ends by the clock; and a user may open ten disputes a day.
  await operator.age(tradeId, DAY_MINUTES + 1)
  return true
}

/** Whether it ends, or will by the clock. */
async function endDispute(dispute: Dispute, other: Trader): Promise<boolean> {
  const { journal, random, operator, buyer, seller, tradeId } = dispute
  if (random.chance(ENDS_IT)) return endBy(dispute, random.pick([buyer, seller]))
  if (random.chance(0.5)) await disputeMove(dispute, other, 'state', { statement: STATEMENT })
  else await operator.age(tradeId, DAY_MINUTES + 1)
  const arbiter = random.pick(operator.arbiters)
  if (!(await disputeMove(dispute, arbiter, 'take', {}))) return false
  const outcome = random.pick(DECISION_OUTCOMES)
  const decided = await disputeMove(dispute, arbiter, 'decide', {
    outcome,
    reason: 'The bank statement shows it.',
    ...(outcome === 'split' && { releasedUsdt: '1' }),
  })
  if (!decided) return false
  journal.ended.push({ tradeId, status: outcome === 'refund' ? 'cancelled' : 'completed' })
  if (random.chance(0.5)) return true
  for (const role of losersOf(outcome)) await disputeMove(dispute, role === 'buyer' ? buyer : seller, 'accept', {})
  return true
}

/** The seller confirms, or the buyer concedes; false when that was refused. */
async function endBy(dispute: Dispute, who: Trader): Promise<boolean> {
  const { journal, seller, tradeId } = dispute
  const action = who === seller ? 'confirm_receipt' : 'concede'
  const commandKey = await disputeMove(dispute, who, action, who === seller ? RECEIPT : {})
  if (!commandKey) return false
  journal.moves.push({ tradeId, commandKey, action })
  journal.ended.push({ tradeId, status: who === seller ? 'completed' : 'cancelled' })
  return true
}

const DISPUTE_PATHS: Partial<Record<DisputeAction, (tradeId: string) => string>> = {
  state: (id) => `/api/trades/${id}/dispute/statement`,
  confirm_receipt: (id) => `/api/trades/${id}/dispute/confirm-receipt`,
  concede: (id) => `/api/trades/${id}/dispute/concede`,
  accept: (id) => `/api/trades/${id}/dispute/accept`,
  take: (id) => `/api/staff/disputes/${id}/take`,
  decide: (id) => `/api/staff/disputes/${id}/decide`,
}

/** The key of the acknowledged move; null when it was refused. */
async function disputeMove(
  dispute: Dispute,
  user: Trader,
  action: DisputeAction,
  body: unknown,
): Promise<string | null> {
  const { wire, journal, operator, tradeId } = dispute
  const key = crypto.randomUUID()
  const send = () => command(dispute, user, DISPUTE_PATHS[action]!(tradeId), body, key)
  const commandKey = `${user.id}:${key}`
  let moved = await send()
  // No last word: an attempt that was cut off may have been carried out, and the same call gets its stored answer.
  if ((moved.body as Partial<Problem> | null)?.code === 'reauthentication_required') {
    const wasCut = !moved.isFirst
    await operator.reauthenticate(user.id)
    moved = await send()
    if (moved.ok) journal.refusedKeys.splice(journal.refusedKeys.lastIndexOf(commandKey), 1)
    if (moved.isFirst && moved.isReplayed && !wasCut) wire.faults.push(`${action} was carried out, and refused`)
  }
  if (!moved.ok) return null
  journal.disputeMoves.push({ tradeId, commandKey, action })
  return commandKey
}

async function openTrade(run: Run, taker: Trader, owner: Trader): Promise<Trade | 'opening_paused' | null> {
  const { journal, random } = run
  const wish = { offerId: owner.offerId, anchor: 'fiat', amount: `${random.between(10, AMOUNT_MAX)}` }
  const quoted = await command(run, taker, '/api/quotes', wish)
  if (!quoted.ok) return (quoted.body as Problem).code === 'opening_paused' ? 'opening_paused' : null
  const quote = quoted.body as Quote
  journal.quotes.push(quote.id)
  const opened = await command(run, taker, '/api/trades', {
    quoteId: quote.id,
    ...(quote.role === 'seller' && { paymentAccountId: taker.accountId }),
  })
  if (!opened.ok) return null
  const trade = opened.body as Trade
  journal.moves.push({ tradeId: trade.id, commandKey: `${taker.id}:${opened.key}`, action: 'open' })
  return trade
}

async function move(
  run: Run,
  user: Trader,
  tradeId: string,
  { action, seenStatus, ...values }: { action: TradeAction; seenStatus: TradeStatus; proofId?: string | undefined },
): Promise<boolean> {
  const verb = action.replaceAll('_', '-')
  const body = { ...moveBody(verb, seenStatus), ...values }
  const moved = await command(run, user, `/api/trades/${tradeId}/${verb}`, body)
  if (moved.ok) run.journal.moves.push({ tradeId, commandKey: `${user.id}:${moved.key}`, action })
  return moved.ok
}

async function say(run: Run, tradeId: string, sender: Trader): Promise<void> {
  const clientId = crypto.randomUUID()
  const text = `Hello, this is ${clientId}`
  const said = await command(run, sender, `/api/trades/${tradeId}/messages`, { text, clientId })
  if (said.ok) run.journal.messages.push({ tradeId, clientId, text: (said.body as Message).text })
}

async function command(
  { wire, journal }: Run,
  trader: Trader,
  path: string,
  body: unknown,
  key: string = crypto.randomUUID(),
): Promise<LastAnswer & { ok: boolean; key: string }> {
  const answer = await retryUntilAcknowledged(wire, path, { key, cookie: trader.cookie, body })
  // As a browser does: a session is signed again after SECRET has changed.
  if (answer.cookie.startsWith('sid=')) trader.cookie = answer.cookie
  const ok = answer.status < 300
  if (!ok) {
    const code = (answer.body as Problem).code
    journal.refusedKeys.push(`${trader.id}:${key}`)
    journal.refusals.set(code, (journal.refusals.get(code) ?? 0) + 1)
  }
  return { ...answer, ok, key }
}
