/**
 * `npm run demo:play`: demo traders trade with each other on a demonstration that runs on this computer, so that a visitor sees
 * the market move: one pair for dinars, one for euros and dollars. They create offers, change prices, open trades, chat, pay, confirm and rate over the HTTP API, until Ctrl+C.
 *
 *   npm run demo:play                           (the server at PORT, 3000 by default)
 *   npm run demo:play -- http://localhost:4000
 *
 * One trade of a pair takes about a minute. All sign in from this computer, so that their trades do not count for a record.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, NoAnswerError, SarrafError } from '../packages/client/src/client.ts'
import type { Client, MyOffer } from '../packages/client/src/client.ts'
import { METHODS } from '../domain/payments/methods.ts'
import type { FiatCurrency } from '../domain/offers/currencies.ts'
import { needsPaymentProof } from '../domain/trades/evidence.ts'
import { demoReceipt } from '../server/demo/demo-receipt.ts'
import { DEMO_PASSWORD, DEMO_USERS, OFFER_FORM } from '../server/demo/demo-users.ts'
import { reportRefusal } from '../server/start-refusal.ts'
import { Refused } from './owner-database.ts'

const TERMS = 'Two demo traders trade this offer by themselves (npm run demo:play).'
const LOCAL = ['localhost', '127.0.0.1', '[::1]']
const LONG_PAUSE_MS = 60_000
/** In tenths of a percent, around the present price. */
const PRICE_STEPS = [-3, -2, -1, 1, 2, 3]
const GREETINGS = ['Hello! Paying right away.', 'Hi, I am paying from my phone now.', 'Good day! One moment, please.']
const ANSWERS = ['It arrived, thank you!', 'Received, releasing now.', 'All good. See you next time!']
const COMMENTS = ['Fast and friendly.', 'Everything as agreed.', 'Quick payment, no questions.', '']

type Player = { username: string; payerName: string; client: Client; request: typeof fetch }
type Pair = {
  /** The first one sells first. */
  players: [Player, Player]
  currencies: readonly FiatCurrency[]
  takesTurns: boolean
}
type Post = { method: 'POST'; body: string; headers: Record<string, string> }

/** Fixed in tests; by default some seconds, another number each time. */
const fixedPause = process.env.PAUSE_MS
const stop = new AbortController()
// Ctrl+C arrives here and through npm; the trade that is open is completed without pauses.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())

try {
  const origin = localOrigin(process.argv[2] ?? `http://localhost:${process.env.PORT ?? '3000'}`)
  await assertDemonstration(origin)
  const [lea, north] = [
    await signIn(origin, 'lea_lyon', 'Léa Martin'),
    await signIn(origin, 'northpay', 'Daniel North'),
  ]
  const [karim, amina] = [
    await signIn(origin, 'karim_sfax', 'Karim Trabelsi'),
    await signIn(origin, 'amina_tn', 'Amina Ben Salah'),
  ]
  console.log(`Playing at ${origin}. Ctrl+C completes the trades that are open and stops.`)
  await Promise.all([
    play({ players: [lea, north], currencies: ['EUR', 'USD'], takesTurns: true }),
    // Karim has taken trades of the seed that stay open; as a taker he would use up the last one that he may open.
    play({ players: [karim, amina], currencies: ['TND'], takesTurns: false }),
  ])
} catch (error) {
  stop.abort()
  reportRefusal(error)
}

async function play({ players: [first, second], currencies, takesTurns }: Pair): Promise<void> {
  for (let round = 0; !stop.signal.aborted; round++) {
    const [mover, other] = round % 2 === 0 ? [first, second] : [second, first]
    await playRound(mover, takesTurns ? [mover, other] : [first, second], currencies)
  }
}

/** A refusal, for instance by a limit of the day, ends the round and not the play. */
async function playRound(
  mover: Player,
  [seller, buyer]: [Player, Player],
  currencies: readonly FiatCurrency[],
): Promise<void> {
  try {
    await movePrice(mover)
    await trade(seller, buyer, currencies)
  } catch (error) {
    if (!(error instanceof SarrafError || error instanceof NoAnswerError)) throw error
    if (error instanceof SarrafError && error.code === 'signed_out')
      throw new Refused('The demo traders were signed out.')
    console.log(`${error.message} Trying again in a minute.`)
    await pause(LONG_PAUSE_MS)
  }
}

async function movePrice({ username, client }: Player): Promise<void> {
  const offer = oneOf(
    (await client.listMyOffers()).offers.filter(({ status, terms }) => status === 'active' && terms !== TERMS),
  )
  if (!offer) return
  const tenths = Math.round(Number(offer.pricePercentage) * 10) + oneOf(PRICE_STEPS)!
  const pricePercentage = (Math.min(Math.max(tenths, -50), 50) / 10).toFixed(1)
  if (pricePercentage === offer.pricePercentage) return
  await client.changeOffers({ body: { offers: [{ offerId: offer.id, seenVersion: offer.version, pricePercentage }] } })
  console.log(`${username}: ${offer.paymentMethods.join(', ')} now at ${pricePercentage} %`)
  await pause()
}

async function addProof({ client, payerName }: Player, tradeId: string): Promise<string> {
  const file = new Blob([(await demoReceipt(payerName, tradeId)) as BlobPart], { type: 'application/pdf' })
  return (await client.addFile({ tradeId, form: { purpose: 'payment_proof', file } })).id
}

async function trade(seller: Player, buyer: Player, currencies: readonly FiatCurrency[]): Promise<void> {
  const offer = await postOffer(seller, currencies)
  try {
    await pause()
    const amount = String(10 + Math.floor(Math.random() * 15))
    const { id: quoteId } = await buyer.client.createQuote({ body: { offerId: offer.id, anchor: 'fiat', amount } })
    const opened = await buyer.client.openTrade({ body: { quoteId } })
    const { id: tradeId, amountFiat, fiatCurrency } = opened
    console.log(`${buyer.username} buys for ${amountFiat} ${fiatCurrency} from ${seller.username}`)
    await say(buyer, tradeId, oneOf(GREETINGS)!)
    await pause()
    const proofId = needsPaymentProof(opened) ? await addProof(buyer, tradeId) : undefined
    const mark = { seenStatus: 'awaiting_payment', payerName: buyer.payerName, ...(proofId && { proofId }) } as const
    await buyer.client.markPaid({ tradeId, body: mark })
    await pause()
    await say(seller, tradeId, oneOf(ANSWERS)!)
    const receipt = { seenStatus: 'payment_sent', seenInAccount: true, senderName: buyer.payerName } as const
    await seller.client.confirmReceipt({ tradeId, body: receipt })
    await pause()
    for (const player of [buyer, seller]) await rate(player, tradeId)
    for (const player of [buyer, seller]) await readNotifications(player, tradeId)
    console.log(`${buyer.username} and ${seller.username}: completed`)
  } finally {
    // An offer with an open trade stays; the next run removes it.
    await seller.client.deleteOffer({ offerId: offer.id }).catch(() => {})
  }
  await pause()
}

/** A former run may have left one. */
async function postOffer({ client }: Player, currencies: readonly FiatCurrency[]): Promise<MyOffer> {
  for (const { id, terms } of (await client.listMyOffers()).offers) {
    if (terms === TERMS) await client.deleteOffer({ offerId: id }).catch(() => {})
  }
  const { accounts } = await client.listPaymentAccounts()
  const [account, fiatCurrency] =
    accounts
      .filter(({ isDefault }) => isDefault)
      .map((own) => [own, currencies.find((currency) => currency === METHODS[own.method].currency)] as const)
      .find(([, currency]) => currency !== undefined) ?? []
  if (!account || !fiatCurrency) throw new Refused('A demo trader has no payment account.')
  const pricePercentage = (Math.round(Math.random() * 30 - 10) / 10).toFixed(1)
  const amounts = { minAmount: '10', maxAmount: '50', maxOpenTrades: 1, newTakerShare: 'all', pricePercentage } as const
  const payment = { fiatCurrency, paymentMethods: [account.method], paymentAccountIds: [account.id] }
  return client.createOffer({ body: { ...OFFER_FORM, ...amounts, ...payment, type: 'sell', terms: TERMS } })
}

async function say({ client }: Player, tradeId: string, text: string): Promise<void> {
  await client.sendMessage({ tradeId, body: { text, clientId: crypto.randomUUID() } })
}

/** No API key can rate, so the client has no method for it. */
async function rate({ request }: Player, tradeId: string): Promise<void> {
  const stars = oneOf([5, 5, 5, 4])
  await request(`/api/trades/${tradeId}/ratings`, posting({ stars, comment: oneOf(COMMENTS) }))
}

/** Those of a visitor's own trades stay. */
async function readNotifications({ request }: Player, tradeId: string): Promise<void> {
  await request('/api/notifications/read', posting({ tradeId }))
}

/** The client with the cookies of a session instead of an API key. */
async function signIn(origin: string, username: string, payerName: string): Promise<Player> {
  const cookies = new Map<string, string>()
  const request: typeof fetch = async (address, init) => {
    const headers = new Headers(init?.headers)
    headers.set('origin', origin)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(new URL(address instanceof Request ? address.url : address, origin), {
      ...init,
      headers,
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    return response
  }
  const { email } = DEMO_USERS.find((user) => user.username === username)!
  const response = await request('/api/sign-in', posting({ email, password: DEMO_PASSWORD }))
  if (!response.ok) {
    throw new Refused(`${username} cannot sign in with the demo password (${response.status}). Was it changed?`)
  }
  return { username, payerName, request, client: createClient({ origin, fetch: request }) }
}

function posting(body: object): Post {
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
  return { method: 'POST', body: JSON.stringify(body), headers }
}

function localOrigin(address: string): string {
  if (!URL.canParse(address)) throw new Refused(`"${address}" is no address.`)
  const { origin, hostname } = new URL(address)
  if (LOCAL.includes(hostname)) return origin
  throw new Refused(`${origin} is not on this computer. npm run demo:play plays on a demonstration that runs here.`)
}

/** Only a demonstration keeps all robots out. */
async function assertDemonstration(origin: string): Promise<void> {
  const response = await fetch(`${origin}/robots.txt`).catch(() => null)
  if (!response?.ok) throw new Refused(`No server answers at ${origin}. Start one with npm start.`)
  if (!/^Disallow: \/$/m.test(await response.text())) {
    throw new Refused(`The server at ${origin} is not a demonstration: its market is real. Nothing was changed.`)
  }
}

async function pause(
  ms = fixedPause === undefined ? 4000 + Math.random() * 14_000 : Number(fixedPause),
): Promise<void> {
  await sleep(ms, undefined, { signal: stop.signal }).catch(() => {})
}

function oneOf<T>(things: readonly T[]): T | undefined {
  return things[Math.floor(Math.random() * things.length)]
}
