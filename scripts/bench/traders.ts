/** Pairs of traders, and their trades over HTTP. */
import type { MyOffer } from '../../domain/api/offers/my-offers.ts'
import type { Quote, Trade } from '../../domain/api/trades/trades.ts'
import { createKeyring } from '../../server/db/encryption/keyring.ts'
import { openPool } from '../../server/db/pool.ts'
import { SYSTEM } from '../../server/db/scope.ts'
import { createUser } from '../../server/testing/accounts/create-user.ts'
import { accountOf } from '../../server/testing/accounts/payment-accounts.ts'
import { TEST_SECRET } from '../../server/testing/accounts/secret.ts'
import { OFFER } from '../../server/testing/accounts/users.ts'
import { moveBody } from '../../server/testing/move-body.ts'
import { neededProof } from '../../server/testing/proofs.ts'
import { openHttp } from './http.ts'
import type { Http } from './http.ts'
import type { BenchEnvironment } from './environment.ts'

export type Pair = { sellerCookie: string; buyerCookie: string; buyerId: string; offerId: string }

const SECRETS = { current: TEST_SECRET, previous: null }

/** Creates sellers with an offer each, and as many buyers. `name` is part of their names. */
export async function newPairs({ url, appUrl, owner }: BenchEnvironment, count: number, name: string): Promise<Pair[]> {
  const keyring = createKeyring(SECRETS)
  const pool = await openPool(appUrl, 1, SYSTEM)
  const http = openHttp(url, 1)
  const newUser = async (username: string) => {
    const names = { username, email: `${username}@example.org`, password: 'correct horse battery' }
    const { id, session } = await createUser(pool.db, SECRETS, { ...names, language: 'en', userAgent: 'bench' })
    return { id, cookie: `sid=${encodeURIComponent(session)}` }
  }
  const pairs: Pair[] = []
  while (pairs.length < count) {
    const seller = await newUser(`seller_${name}_${pairs.length}`)
    const buyer = await newUser(`buyer_${name}_${pairs.length}`)
    const paymentAccountId = await accountOf(owner, keyring, seller.id, OFFER.paymentMethods[0]!)
    const posted = { cookie: seller.cookie, body: { ...OFFER, paymentAccountIds: [paymentAccountId] } }
    const { body } = await http<MyOffer>('POST', '/api/offers', posted)
    const pair = { sellerCookie: seller.cookie, buyerCookie: buyer.cookie, buyerId: buyer.id, offerId: body.id }
    await makeFirstTrade(http, owner, pair)
    pairs.push(pair)
  }
  http.close()
  await pool.close()
  return pairs
}

/** Each buyer has a record: the payment mark of a first trade needs a proof. */
async function makeFirstTrade(http: Http, owner: BenchEnvironment['owner'], pair: Pair): Promise<void> {
  const { id } = await acceptQuote(http, pair, await askQuote(http, pair))
  await completeTrade(http, pair, id, await neededProof(owner, id, pair.buyerId))
}

/** What the opening and the confirmation of a trade took, in milliseconds, and whether it was settled in the call. */
export type Made = { opening: number; confirming: number; isSettled: boolean }

/** Quote, open, mark paid, confirm and settle. */
export async function makeTrade(http: Http, pair: Pair): Promise<Made> {
  const quoteId = await askQuote(http, pair)
  const [{ id }, opening] = await timed(() => acceptQuote(http, pair, quoteId))
  return { opening, ...(await completeTrade(http, pair, id)) }
}

async function completeTrade(http: Http, pair: Pair, id: string, proofId?: string): Promise<Omit<Made, 'opening'>> {
  const paid = { cookie: pair.buyerCookie, body: { ...moveBody('mark-paid', 'awaiting_payment'), proofId } }
  await http('POST', `/api/trades/${id}/mark-paid`, paid)
  const confirmed = { cookie: pair.sellerCookie, body: moveBody('confirm-receipt', 'payment_sent') }
  const [{ body }, confirming] = await timed(() => http<Trade>('POST', `/api/trades/${id}/confirm-receipt`, confirmed))
  return { confirming, isSettled: body.status === 'completed' }
}

export async function openTrade(http: Http, pair: Pair): Promise<Trade> {
  return acceptQuote(http, pair, await askQuote(http, pair))
}

async function askQuote(http: Http, { buyerCookie: cookie, offerId }: Pair): Promise<string> {
  const asked = { cookie, body: { offerId, anchor: 'fiat', amount: '150' } }
  return (await http<Quote>('POST', '/api/quotes', asked)).body.id
}

async function acceptQuote(http: Http, { buyerCookie: cookie }: Pair, quoteId: string): Promise<Trade> {
  return (await http<Trade>('POST', '/api/trades', { cookie, body: { quoteId } })).body
}

async function timed<T>(work: () => Promise<T>): Promise<[result: T, ms: number]> {
  const began = performance.now()
  return [await work(), performance.now() - began]
}
