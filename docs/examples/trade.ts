/**
 * A whole trade over the API, with the keys of two traders: the seller’s with the scopes "read", "offers" and "release", the
 * buyer’s with "trades". The seller has saved a SEPA Instant account in the browser; the buyer shows a proof of payment, which the
 * first trades of an account require. `sarraf.ts` is generated:
 *
 *   npx openapi-typescript@6 http://localhost:3000/api/openapi.json --output sarraf.ts
 *   node trade.ts http://localhost:3000 SELLER_KEY BUYER_KEY receipt.pdf
 */
import { readFile } from 'node:fs/promises'
import type { paths } from './sarraf.ts'

const [origin = '', sellerKey = '', buyerKey = '', receipt = ''] = process.argv.slice(2)
const [seller, buyer] = [clientWith(sellerKey), clientWith(buyerKey)]

const { accounts } = await seller('get', '/api/payment-accounts', {})
const account = accounts.find(({ method, isDefault }) => method === 'sepa_instant' && isDefault)
if (!account) throw new Error('the seller has no SEPA Instant account')
const offer = await seller('post', '/api/offers', {
  body: {
    type: 'sell',
    fiatCurrency: 'EUR',
    paymentMethods: ['sepa_instant'],
    minAmount: '10',
    maxAmount: '1000',
    pricePercentage: '1.5',
    terms: 'Please pay within the window.',
    paymentWindowMinutes: 30,
    maxOpenTrades: 3,
    availableUsdt: '',
    paymentAccountIds: [account.id],
  },
})
const quote = await buyer('post', '/api/quotes', { body: { offerId: offer.id, anchor: 'fiat', amount: '150' } })
const { id: tradeId } = await buyer('post', '/api/trades', { body: { quoteId: quote.id } })
const path = { tradeId }

await buyer('post', '/api/trades/{tradeId}/messages', {
  path,
  body: { text: `I am sending ${quote.amountFiat} ${quote.fiatCurrency} now.`, clientId: crypto.randomUUID() },
})
const proofId = await addProof(buyerKey, tradeId, receipt)
const paid = await buyer('post', '/api/trades/{tradeId}/mark-paid', {
  path,
  body: { seenStatus: 'awaiting_payment', payerName: 'Amel Ben Salah', proofId },
})
const confirmed = await seller('post', '/api/trades/{tradeId}/confirm-receipt', {
  path,
  body: { seenStatus: paid.status, seenInAccount: true, senderName: 'BEN SALAH AMEL' },
})
console.log(JSON.stringify({ tradeId, status: confirmed.status, buyerReceives: confirmed.buyerReceives }))

/** Adds the file as a proof of payment; returns its id. */
async function addProof(key: string, trade: string, file: string): Promise<string> {
  const body = new FormData()
  body.append('purpose', 'payment_proof')
  body.append('file', new Blob([await readFile(file)]), 'receipt')
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': crypto.randomUUID() }
  const response = await fetch(`${origin}/api/trades/${trade}/files`, { method: 'POST', headers, body })
  const answer = await response.json()
  if (!response.ok) throw new Error(`the proof: ${response.status} ${answer.code}: ${answer.message}`)
  return answer.id
}

type Method = 'get' | 'post' | 'delete'
type Json<Content> = Content extends { content: { 'application/json': infer Value } } ? Value : undefined
type Answer<Operation> = Operation extends { responses: infer Responses }
  ? Json<Responses[keyof Responses & (200 | 201)]>
  : never
type Input<Operation> = (Operation extends { parameters: { path: infer Path } }
  ? { path: Path }
  : { path?: undefined }) &
  (Operation extends { requestBody: infer Body } ? { body: Json<Body> } : { body?: undefined })

/** Calls with one API key; the types of path parameters, body and answer are those of the document. */
function clientWith(key: string) {
  return async function call<P extends keyof paths, M extends Method & keyof paths[P]>(
    method: M,
    address: P,
    { path, body }: Input<paths[P][M]>,
  ): Promise<Answer<paths[P][M]>> {
    const filled = Object.entries(path ?? {}).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, value),
      `${address}`,
    )
    const response = await fetch(origin + filled, {
      method: method.toUpperCase(),
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${method} ${filled}: ${response.status} ${answer.code}: ${answer.message}`)
    return answer
  }
}
