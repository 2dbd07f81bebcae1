/** A crowd of new accounts that does everything it may, concurrently and within a number of calls. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Offer } from '../../domain/api/offers/offers.ts'
import type { Quote } from '../../domain/api/trades/trades.ts'
import type { Session } from '../../domain/api/accounts/sessions.ts'
import { registrationCode } from '../../server/testing/accounts/account-state.ts'
import { moveBody } from '../../server/testing/move-body.ts'
import { noise } from '../../server/testing/uploads.ts'
import { addressIn, emailOf, openClient } from './client.ts'
import type { Client, Outcome, Reply } from './client.ts'
import { proofForm } from './honest.ts'
import type { Random } from './random.ts'

const STATEMENT = 'I paid and the seller does not answer.'
const PASSWORD = 'correct horse battery'

export type CrowdOptions = {
  url: string
  owner: pg.Pool
  networks: number
  calls: number
  /** Of `performance.now()`. */
  until: number
  random: Random
  victimEmail: string
  offers: readonly Offer[]
  /** What the crowd has for bonds, in USDT; null where bonds are off. */
  purse: Purse | null
}

/** The crowd's own USDT: what is locked or lost cannot be locked again. */
export type Purse = { left: number }

/** Answers by call: how many were accepted, and how many refused with each code. */
export type Answers = Record<string, Record<string, number>>
export type CrowdResult = { accounts: Client[]; answers: Answers; calls: number }

type Own = { tradeId: string; status: 'awaiting_payment' | 'payment_sent'; bond: number }

/** Runs until the time or the calls are used up. Accounts that register meanwhile join. */
export async function runCrowd(first: readonly Client[], options: CrowdOptions): Promise<CrowdResult> {
  const { until, calls, random } = options
  const result: CrowdResult = { accounts: [...first], answers: {}, calls: 0 }
  const pauseMs = ((until - performance.now()) * first.length) / calls
  const isOver = () => performance.now() > until || result.calls >= calls
  const act = async (account: Client) => {
    const own: Own[] = []
    await sleep(random.below(Math.max(pauseMs, 1)))
    while (!isOver()) {
      // Of this account alone: the total counts those of the others meanwhile.
      let made = 0
      const note = noteIn(result, () => made++)
      const joined = await takeTurn(account, own, options, result, note)
      if (joined !== null) running.push(act(joined))
      await sleep(Math.max(Math.min(pauseMs * Math.max(made, 1), until - performance.now()), 0))
    }
  }
  const running: Promise<void>[] = first.map(act)
  // Accounts join while this waits.
  for (let at = 0; at < running.length; at++) await running[at]
  return result
}

/** One act, of which openings are the most frequent; returns an account that has registered. */
async function takeTurn(
  account: Client,
  own: Own[],
  options: CrowdOptions,
  result: CrowdResult,
  note: Note,
): Promise<Client | null> {
  const { random, offers, victimEmail } = options
  const trade = own.length === 0 ? null : random.of(own)
  const offer = random.of(offers)
  const act = trade === null ? random.of(ACTS_WITHOUT_TRADE) : random.of(ACTS)
  if (act === 'open') await open(account, offer, own, options.purse, note)
  if (act === 'list') await note('list', account.get('/api/offers?type=sell'))
  if (act === 'report') {
    const report = { reported: { kind: 'offer', offerId: offer.id }, reason: 'spam', text: '' }
    await note('report', account.post('/api/reports', report))
  }
  if (act === 'reset') await note('forgot-password', account.post('/api/forgot-password', { email: victimEmail }))
  if (act === 'register') return register(options, result, note)
  if (trade !== null) await actInTrade(act, account, trade, own, options.purse, note)
  return null
}

const ACTS_WITHOUT_TRADE = [
  'open',
  'open',
  'open',
  'open',
  'open',
  'open',
  'list',
  'report',
  'reset',
  'register',
] as const
const ACTS = [
  'open',
  'open',
  'open',
  'say',
  'picture',
  'pay',
  'pay',
  'dispute',
  'cancel',
  'report',
  'register',
] as const
type Note = <T>(name: string, reply: Promise<Reply<T>>) => Promise<Reply<T>>

function noteIn(result: CrowdResult, onCall: () => void): Note {
  return async (name, pending) => {
    result.calls++
    onCall()
    const reply = await pending
    const answer = reply.status < 300 ? 'accepted' : ((reply.body as Outcome).code ?? String(reply.status))
    const counts = (result.answers[name] ??= {})
    counts[answer] = (counts[answer] ?? 0) + 1
    return reply
  }
}

/** At the largest amount that is left, and where that is refused at the smallest; those who pay bonds begin with the smallest, which is the cheapest. */
async function open(account: Client, { id: offerId }: Offer, own: Own[], purse: Purse | null, note: Note) {
  const { status, body } = await note('offer', account.get<Offer>(`/api/offers/${offerId}`))
  if (status >= 300) return
  const largest = Math.min(Number(body.maxAmount), Math.floor(Number(body.tradableUsdt) * Number(body.price)))
  const amounts = [String(largest), body.minAmount]
  for (const amount of purse ? amounts.toReversed() : amounts) {
    const quote = await note('quote', account.post<Quote>('/api/quotes', { offerId, anchor: 'fiat', amount }))
    const bond = Number(quote.body.bond)
    if (quote.status >= 300 || (purse && purse.left < bond)) continue
    if (purse) purse.left -= bond
    const opened = await note('open', account.post('/api/trades', { quoteId: quote.body.id }))
    if (opened.status < 300) return void own.push({ tradeId: opened.body.id, status: 'awaiting_payment', bond })
    if (purse) purse.left += bond
  }
}

async function actInTrade(
  act: string,
  account: Client,
  trade: Own,
  own: Own[],
  purse: Purse | null,
  note: Note,
): Promise<void> {
  const path = `/api/trades/${trade.tradeId}`
  if (act === 'say') {
    const text = 'Release now, or I write to everyone.'
    await note('message', account.post(`${path}/messages`, { text, clientId: crypto.randomUUID() }))
  }
  if (act === 'picture') {
    const form = new FormData()
    form.append('image', new Blob([(await noise(300, 200)) as BlobPart]), 'picture.png')
    await note('picture', account.post(`${path}/images`, form))
  }
  if (act === 'pay') {
    const proof = await note('proof', account.post(`${path}/files`, await proofForm()))
    const mark = { ...moveBody('mark-paid', 'awaiting_payment'), ...(proof.status < 300 && { proofId: proof.body.id }) }
    const marked = await note('mark-paid', account.post(`${path}/mark-paid`, mark))
    if (marked.status < 300) trade.status = 'payment_sent'
  }
  if (act === 'dispute') {
    const dispute = { seenStatus: trade.status, reason: 'seller_silent', statement: STATEMENT }
    await note('dispute', account.post(`${path}/open-dispute`, dispute))
  }
  if (act === 'cancel') {
    const cancelled = await note('cancel', account.post(`${path}/cancel`, { seenStatus: trade.status }))
    if (cancelled.status >= 300) return
    own.splice(own.indexOf(trade), 1)
    // Within ten minutes of the opening, as most are.
    if (purse) purse.left += trade.bond
  }
}

/** With the code from the mailbox, as a person would; null where it was refused. */
async function register(options: CrowdOptions, result: CrowdResult, note: Note): Promise<Client | null> {
  const { url, owner, networks, random } = options
  const username = `late_${random.below(1e9).toString(36)}`
  const address = addressIn(random.below(networks), random.below(250))
  const names = { username, email: emailOf(username), password: PASSWORD, confirmPassword: PASSWORD }
  const visitor = openClient(url, { address })
  const asked = await note('register', visitor.post('/api/register', { ...names, acceptsTerms: true, language: 'en' }))
  if (asked.status >= 300) return null
  const code = await registrationCode(owner, names.email)
  const pending = openClient(url, { address, cookie: asked.cookie })
  const confirmed = await note('confirm', pending.post<Session>('/api/register/confirm', { code }))
  if (confirmed.status >= 300) return null
  const joined = openClient(url, { id: confirmed.body.user?.id ?? '', username, address, cookie: confirmed.cookie })
  result.accounts.push(joined)
  return joined
}
