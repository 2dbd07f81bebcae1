/** Offers, trades and messages that a story starts from, created by API calls of their own users. */
import pg from 'pg'
import type { MyOffer } from '../domain/api/offers/my-offers.ts'
import type { Quote, Trade } from '../domain/api/trades/trades.ts'
import type { PaymentMethod } from '../domain/payments/methods.ts'
import type { OfferInput } from '../domain/offers/offer-form.ts'
import { NO_REQUIREMENTS } from '../domain/profiles/relations.ts'
import { createKeyring } from '../server/db/encryption/keyring.ts'
import { accountOf } from '../server/testing/accounts/payment-accounts.ts'
import { TEST_SECRET } from '../server/testing/accounts/secret.ts'
import { PAYER, moveBody } from '../server/testing/move-body.ts'
import { pdf } from '../server/testing/uploads.ts'
import { ORIGIN, ask, type User } from './users.ts'

export const OFFER: Omit<OfferInput, 'paymentAccountIds'> = {
  type: 'sell',
  fiatCurrency: 'EUR',
  paymentMethods: ['sepa_instant'],
  minAmount: '10',
  maxAmount: '1000',
  pricePercentage: '1.5',
  terms: 'SEPA Instant only, from an account in your own name.',
  paymentWindowMinutes: 30,
  maxOpenTrades: 5,
  availableUsdt: '',
  referencePolicy: 'optional',
  amountTail: false,
  trustedOnly: false,
  newTakerShare: 'all',
  requirements: NO_REQUIREMENTS,
  firstMessage: '',
  hoursOnly: false,
}

/** Posts an offer; by default it sells USDT for 10 to 1,000 EUR at 0.9338, paid on the owner's default account. */
export async function postOffer(owner: User, changes: Partial<OfferInput> = {}): Promise<MyOffer> {
  const offer = { ...OFFER, ...changes }
  const paymentAccountIds: string[] = []
  for (const method of offer.type === 'sell' ? offer.paymentMethods : []) {
    paymentAccountIds.push(await saveAccount(owner, method))
  }
  return ask(owner, 'POST', '/api/offers', { paymentAccountIds, ...offer })
}

/** The user's default account of a method, inserted without an email where there is none. */
export async function saveAccount(user: User, method: PaymentMethod): Promise<string> {
  const client = new pg.Client({ connectionString: String(process.env.E2E_DATABASE_URL) })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>('select id from users where username = $1', [user.username])
    return await accountOf(client, createKeyring({ current: TEST_SECRET, previous: null }), rows[0]!.id, method)
  } finally {
    await client.end()
  }
}

/** Takes an offer for this amount of its currency; a taker who sells is paid on their default account. */
export async function openTrade(taker: User, offer: { id: string }, amount = '150'): Promise<Trade> {
  const quote = await ask<Quote>(taker, 'POST', '/api/quotes', { offerId: offer.id, anchor: 'fiat', amount })
  if (quote.role === 'buyer') return ask(taker, 'POST', '/api/trades', { quoteId: quote.id })
  const paymentAccountId = await saveAccount(taker, quote.paymentMethod)
  return ask(taker, 'POST', '/api/trades', { quoteId: quote.id, paymentAccountId })
}

/** Sends a proof of payment and marks the trade as paid. */
export async function markPaid(buyer: User, { id }: { id: string }, payerName = PAYER): Promise<void> {
  const proof = await buyer.context.request.post(`/api/trades/${id}/files`, {
    headers: { origin: ORIGIN, 'idempotency-key': crypto.randomUUID() },
    multipart: {
      purpose: 'payment_proof',
      file: { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: pdf(id) },
    },
  })
  const { id: proofId } = (await proof.json()) as { id: string }
  await ask(buyer, 'POST', `/api/trades/${id}/mark-paid`, { seenStatus: 'awaiting_payment', payerName, proofId })
}

/** Gives both users a completed trade on their records. */
export async function completeTrade(buyer: User, seller: User): Promise<void> {
  const trade = await openTrade(buyer, await postOffer(seller), '20')
  await markPaid(buyer, trade)
  await ask(seller, 'POST', `/api/trades/${trade.id}/confirm-receipt`, moveBody('confirm-receipt', 'payment_sent'))
}

/** Sends a message in a trade's chat. */
export async function say(user: User, trade: { id: string }, text: string): Promise<void> {
  await ask(user, 'POST', `/api/trades/${trade.id}/messages`, { text, clientId: crypto.randomUUID() })
}
