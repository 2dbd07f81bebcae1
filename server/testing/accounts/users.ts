/** Test users, created through the product's own calls; each test creates its own. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { MyOffer } from '../../../domain/api/offers/my-offers.ts'
import type { Quote, Trade } from '../../../domain/api/trades/trades.ts'
import { SOURCE_LANGUAGE } from '../../../domain/languages.ts'
import type { Language } from '../../../domain/languages.ts'
import { PAYMENT_METHODS } from '../../../domain/payments/methods.ts'
import type { PaymentMethod } from '../../../domain/payments/methods.ts'
import type { OfferInput } from '../../../domain/offers/offer-form.ts'
import { NO_REQUIREMENTS } from '../../../domain/profiles/relations.ts'
import type { MailKind } from '../../../domain/notifications/mail-kinds.ts'
import { sessionCookie } from '../../http/cookies.ts'
import { call, ownerOf, partsOf } from '../app.ts'
import type { Reply } from '../app.ts'
import { lastMail } from './mails.ts'
import { registrationCode, unverify } from './account-state.ts'
import { createUser } from './create-user.ts'
import { freshNames } from './fresh-names.ts'
import { moveBody } from '../move-body.ts'
import { neededProof } from '../proofs.ts'
import { accountOf } from './payment-accounts.ts'

const PASSWORD = 'correct horse battery'
/** What `app.inject` sends. */
const USER_AGENT = 'lightMyRequest'
const BUSY_TRIES = 3

export type Caller = {
  app: FastifyInstance
  id: string
  username: string
  email: string
  password: string
  cookie: string
  get(url: string): Promise<Reply>
  post(url: string, body?: unknown, key?: string): Promise<Reply>
  delete(url: string, key?: string): Promise<Reply>
}

type Wishes = { language?: Language; isVerified?: boolean }

/**
 * Creates a user with a unique name and a session. With `isVerified` false the account is one from before registration
 * required a code, and a verification link is in its email.
 */
export async function signUp(
  app: FastifyInstance,
  name = 'trader',
  { language = SOURCE_LANGUAGE, isVerified = true }: Wishes = {},
): Promise<Caller> {
  const { context, owner } = partsOf(app)
  const names = freshNames(name)
  const created = await createUser(context.db, context.secrets, {
    ...names,
    password: PASSWORD,
    language,
    userAgent: USER_AGENT,
  })
  const cookieName = sessionCookie.name(context.config.publicUrl)
  const caller = callerWith(app, { ...names, id: created.id }, `${cookieName}=${encodeURIComponent(created.session)}`)
  if (!isVerified) {
    await unverify(owner, names.email)
    await caller.post('/api/verify-email/resend')
  }
  return caller
}

/** The user in another session. */
export async function signInAgain(user: Caller): Promise<Caller> {
  const { app, email, password } = user
  const reply = await call(app, 'POST', '/api/sign-in', { body: { email, password } })
  const name = sessionCookie.name(partsOf(app).context.config.publicUrl)
  const cookies = [reply.headers['set-cookie']].flat().map((each) => String(each).split(';')[0]!)
  const cookie = cookies.find((each) => each.startsWith(`${name}=`))
  if (cookie === undefined) throw new Error(`not signed in: ${reply.status} ${JSON.stringify(reply.body)}`)
  return callerWith(app, user, cookie)
}

function callerWith(
  app: FastifyInstance,
  { id, username, email }: { id: string; username: string; email: string },
  cookie: string,
): Caller {
  return {
    app,
    id,
    username,
    email,
    password: PASSWORD,
    cookie,
    get: (url) => retryWhileBusy(() => call(app, 'GET', url, { cookie })),
    async post(url, body, key = crypto.randomUUID()) {
      const sent = await withProof(app, id, { url, body: await withAccount(app, id, { url, body }) })
      return retryWhileBusy(() => call(app, 'POST', url, { cookie, body: sent, key }))
    },
    delete: (url, key = crypto.randomUUID()) => retryWhileBusy(() => call(app, 'DELETE', url, { cookie, key })),
  }
}

/** A machine that runs other tests can keep the database from answering in time; a client asks again then. */
async function retryWhileBusy(ask: () => Promise<Reply>): Promise<Reply> {
  for (let tries = BUSY_TRIES; ; tries--) {
    const reply = await ask()
    if (reply.body?.code !== 'busy' || tries === 1) return reply
    await sleep(Number(reply.headers['retry-after']) * 1000)
  }
}

/**
 * The body of a call that needs a payment account, with the caller's default one of each of its methods: an offer to sell, and a trade on
 * an offer to buy. A body that names accounts, or none, stays as it is.
 */
export async function withAccount(
  app: FastifyInstance,
  userId: string,
  { url, body }: { url: string; body: unknown },
): Promise<unknown> {
  if (typeof body !== 'object' || body === null || 'paymentAccountId' in body || 'paymentAccountIds' in body)
    return body
  const { context, owner } = partsOf(app)
  const ofMethod = (method: PaymentMethod) => accountOf(owner, context.keyring, userId, method)
  if (/^\/api\/offers(\/[^/]+)?$/.test(url) && 'type' in body && body.type === 'sell' && 'paymentMethods' in body) {
    const { paymentMethods } = body
    if (!Array.isArray(paymentMethods) || !paymentMethods.every(isMethod)) return body
    const paymentAccountIds: string[] = []
    for (const method of paymentMethods) paymentAccountIds.push(await ofMethod(method))
    return { ...body, paymentAccountIds }
  }
  if (url.startsWith('/api/offers/') && 'seenVersion' in body) return { ...body, paymentAccountIds: [] }
  if (url !== '/api/trades' || !('quoteId' in body) || typeof body.quoteId !== 'string') return body
  const { rows } = await owner.query<{ method: PaymentMethod }>(
    "select payment_method as method from quotes where id::text = $1 and offer_type = 'buy' and taker_id = $2",
    [body.quoteId, userId],
  )
  return rows[0] ? { ...body, paymentAccountId: await ofMethod(rows[0].method) } : body
}

function isMethod(value: unknown): value is PaymentMethod {
  return PAYMENT_METHODS.some((method) => method === value)
}

/** The body of a payment mark, with the proof that a buyer without a completed trade needs. A body that names a proof stays as it is. */
async function withProof(app: FastifyInstance, userId: string, { url, body }: { url: string; body: unknown }) {
  const tradeId = /^\/api\/trades\/([^/]+)\/mark-paid$/.exec(url)?.[1]
  if (tradeId === undefined || typeof body !== 'object' || body === null || 'proofId' in body) return body
  const proofId = await neededProof(ownerOf(app), tradeId, userId)
  return proofId === undefined ? body : { ...body, proofId }
}

/** Confirms a registration with its mailed code; returns any answer other than 202 unchanged. */
export async function enterCode(app: FastifyInstance, email: string, asked: Reply): Promise<Reply> {
  if (asked.status !== 202) return asked
  const code = await registrationCode(ownerOf(app), email.toLowerCase())
  return call(app, 'POST', '/api/register/confirm', { cookie: cookieOf(asked), body: { code } })
}

/** The session's cookie in an answer. */
export function cookieOf(reply: Reply): string {
  return String(reply.headers['set-cookie']).split(';')[0] ?? ''
}

/** The token in the latest email of this kind to this address. */
export async function linkTo(app: FastifyInstance, email: string, kind: MailKind): Promise<string> {
  const { values } = await lastMail(ownerOf(app), email, kind)
  return String(values.link).split('#token=')[1] ?? ''
}

/** Signs up several users one after another: the server hashes a few passwords at a time and refuses the rest. */
export async function signUpMany(app: FastifyInstance, count: number, name: string): Promise<Caller[]> {
  const users: Caller[] = []
  while (users.length < count) users.push(await signUp(app, name))
  return users
}

/** An offer of tests, whole for new takers; to sell, the caller adds the account (`withAccount`). */
export const OFFER: Omit<OfferInput, 'paymentAccountIds'> = {
  type: 'sell',
  fiatCurrency: 'EUR',
  paymentMethods: ['sepa_instant'],
  minAmount: '10',
  maxAmount: '1000',
  pricePercentage: '1.5',
  terms: 'Please pay within the window.',
  paymentWindowMinutes: 30,
  maxOpenTrades: 20,
  availableUsdt: '',
  referencePolicy: 'optional',
  amountTail: false,
  trustedOnly: false,
  newTakerShare: 'all',
  requirements: NO_REQUIREMENTS,
  firstMessage: '',
  hoursOnly: false,
}

/** Of such an offer a new taker needs a bond for more than 100 USDT, and cannot take more than 200. */
export const BONDED_OFFER = { newTakerShare: 'third', availableUsdt: '300' } as const

export async function postOffer(owner: Caller, changes: Partial<OfferInput> = {}): Promise<MyOffer> {
  return expectOk(await owner.post('/api/offers', { ...OFFER, ...changes }))
}

export async function askQuote(taker: Caller, offerId: string, amount = '150', anchor = 'fiat'): Promise<Quote> {
  return expectOk(await taker.post('/api/quotes', { offerId, anchor, amount }))
}

/** Asks for a quote and opens the trade; returns it as the taker sees it. */
export async function openTradeBetween(taker: Caller, offerId: string, amount = '150'): Promise<Trade> {
  const quote = await askQuote(taker, offerId, amount)
  return expectOk(await taker.post('/api/trades', { quoteId: quote.id }))
}

/** A user with one completed trade on the record. */
export async function withRecord(app: FastifyInstance): Promise<Caller> {
  const [user, partner] = [await signUp(app, 'known'), await signUp(app, 'partner')]
  const trade = await openTradeBetween(user, (await postOffer(partner)).id, '20')
  await move(user, trade, 'mark-paid', 'awaiting_payment')
  await move(partner, trade, 'confirm-receipt', 'payment_sent')
  return user
}

/** A seller with an offer, a buyer, without a record where none is given, and their open trade. */
export async function tradingPair(app: FastifyInstance, changes: Partial<OfferInput> = {}, taker?: Caller) {
  const [seller, buyer] = [await signUp(app, 'seller'), taker ?? (await signUp(app, 'buyer'))]
  const offer = await postOffer(seller, changes)
  const trade = await openTradeBetween(buyer, offer.id)
  return { seller, buyer, offer, trade }
}

/** Makes a trade move as the page's button does. */
export function move(
  user: Caller,
  trade: { id: string },
  verb: string,
  seenStatus: string,
  key?: string,
): Promise<Reply> {
  return user.post(`/api/trades/${trade.id}/${verb}`, moveBody(verb, seenStatus), key)
}

function expectOk<T>(reply: Reply): T {
  if (reply.status >= 300) throw new Error(`refused: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body as T
}
