/** Offers, trades and messages that a story starts from, created by API calls of their own users. */
import type { MyOffer, Quote, Trade } from '../domain/api.ts'
import type { OfferInput } from '../domain/offers.ts'
import { ask, type User } from './users.ts'

export const OFFER: OfferInput = {
  type: 'sell',
  fiatCurrency: 'EUR',
  paymentMethod: 'sepa_instant',
  minAmount: '10',
  maxAmount: '1000',
  pricePercentage: '1.5',
  terms: 'SEPA Instant only, from an account in your own name.',
  paymentWindowMinutes: 30,
  maxOpenTrades: 5,
  availableUsdt: '',
}

/** Posts an offer; by default it sells USDT for 10 to 1,000 EUR at 0.9338. */
export function postOffer(owner: User, changes: Partial<OfferInput> = {}): Promise<MyOffer> {
  return ask(owner, 'POST', '/api/offers', { ...OFFER, ...changes })
}

/** Takes an offer for this amount of its currency. */
export async function openTrade(taker: User, offer: { id: string }, amount = '150'): Promise<Trade> {
  const quote = await ask<Quote>(taker, 'POST', '/api/quotes', { offerId: offer.id, anchor: 'fiat', amount })
  return ask(taker, 'POST', '/api/trades', { quoteId: quote.id })
}

/** Sends a message in a trade's chat. */
export async function say(user: User, trade: { id: string }, text: string): Promise<void> {
  await ask(user, 'POST', `/api/trades/${trade.id}/messages`, { text, clientId: crypto.randomUUID() })
}
