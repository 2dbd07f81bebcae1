/**
 * A market maker: keeps an offer to sell and one to buy around the reference rate, a step better than the best other offer but
 * never closer to the rate than LEAST percent, and sends a first message in each trade that opens on them.
 *
 *   SARRAF_KEY=sarraf_… node packages/client/examples/market-maker.ts http://localhost:3000
 *
 * The key needs the scopes read, offers and trades, and the account a default SEPA Instant account. The program marks no payment
 * as sent and confirms no receipt: a person looks at the bank account and does that in the browser. SIGINT and SIGTERM, and any
 * failure, pause both offers; their open trades go on.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, isRefusal } from '../src/client.ts'
import type { MyOffer, Trade } from '../src/client.ts'

const MARKET = { fiatCurrency: 'EUR' as const, paymentMethods: ['sepa_instant' as const] }
const TERMS = 'Automatic prices; a person confirms each payment. Please pay from an account in your own name.'
const LIMITS = { minAmount: '20', maxAmount: '500', availableUsdt: '', maxOpenTrades: 3, amountTail: false }
const RULES = { paymentWindowMinutes: 30, referencePolicy: 'optional', newTakerShare: 'third' } as const
const ANYONE = { trustedOnly: false, requirements: { accountDays: 0, completedTrades: 0, completionRate: 0 } }
const OFFER = { ...MARKET, ...LIMITS, ...RULES, ...ANYONE, terms: TERMS, firstMessage: '', hoursOnly: false }
const SIDES = { sell: 1, buy: -1 } as const
type Side = keyof typeof SIDES
/** In tenths of a percent from the reference rate; the step is one tenth. */
const [LEAST, MOST] = [5, 30]
const GREETING = 'Hello, and thank you for the trade. A person checks the payment and answers here.'

const roundMs = Number(process.env.ROUND_MS ?? 10_000)
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
const { signal } = stop
const sarraf = createClient({ origin: process.argv[2] ?? 'http://localhost:3000', key: process.env.SARRAF_KEY ?? '' })

try {
  await Promise.all([followMarket(), answerOpenings()].map((task) => task.finally(() => stop.abort())))
} catch (error) {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error
} finally {
  for (const offer of await ownOffers()) if (offer.status === 'active') await sarraf.pauseOffer({ offerId: offer.id })
  console.log('paused')
}

async function followMarket(): Promise<void> {
  for (;;) {
    for (const side of ['sell', 'buy'] as const) await keepOffer(side)
    await sleep(roundMs, undefined, { signal })
  }
}

/** One offer of the side on the market, at its present price. */
async function keepOffer(side: Side): Promise<void> {
  const pricePercentage = await priceOf(side)
  const present = (await ownOffers()).find(({ type }) => type === side)
  try {
    if (!present) await sarraf.createOffer({ body: { ...(await formOf(side)), pricePercentage } }, { signal })
    else if (present.status !== 'active') await sarraf.activateOffer({ offerId: present.id }, { signal })
    else if (present.pricePercentage === pricePercentage) return
    else {
      const seen = { seenVersion: present.version, seenInventoryUsdt: present.inventoryUsdt ?? '' }
      const body = { ...(await formOf(side)), ...seen, pricePercentage }
      await sarraf.editOffer({ offerId: present.id, body }, { signal })
    }
    console.log(`${side} at ${pricePercentage} %`)
  } catch (error) {
    // A trade or its owner changed the offer meanwhile: the next round reads it again.
    if (!isRefusal(error, 'offer_wrong_status')) throw error
  }
}

/** A tenth better for the taker than the best other offer, between LEAST and MOST. */
async function priceOf(side: Side): Promise<string> {
  const query = { type: side, currency: 'EUR', method: 'sepa_instant', sort: 'best_price', limit: 1 } as const
  const [best] = (await sarraf.listOffers({ query }, { signal })).offers
  const distance = best ? Math.round(Number(best.pricePercentage) * 10) * SIDES[side] - 1 : MOST
  return ((Math.min(Math.max(distance, LEAST), MOST) * SIDES[side]) / 10).toFixed(1)
}

async function ownOffers(): Promise<MyOffer[]> {
  return (await sarraf.listMyOffers()).offers.filter(({ terms }) => terms === TERMS)
}

/** All but the price. An offer to sell names the account on which its owner is paid. */
async function formOf(type: Side) {
  const { accounts } = await sarraf.listPaymentAccounts({}, { signal })
  const account = accounts.find(({ method, isDefault }) => isDefault && method === 'sepa_instant')
  return { ...OFFER, type, paymentAccountIds: type === 'sell' && account ? [account.id] : [] }
}

async function answerOpenings(): Promise<void> {
  for await (const event of sarraf.events({ signal })) {
    if (event.kind === 'trade') await greet(await sarraf.getTrade({ tradeId: event.data.tradeId! }))
    if (event.kind === 'reset') for (const trade of (await sarraf.listTrades()).trades) await greet(trade)
  }
}

/** The call and the message are named after the trade, so that a second greeting is the first, also after a restart. */
async function greet({ id: tradeId, status, role, taker }: Trade): Promise<void> {
  if (status !== 'awaiting_payment' || role === taker) return
  const body = { text: GREETING, clientId: tradeId }
  await sarraf.sendMessage({ tradeId, body }, { idempotencyKey: `greeting-${tradeId}` })
}
