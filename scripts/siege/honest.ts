/** Those whom the siege is to disturb: a seller, a trader with a record, and new takers, each in a network of their own. */
import type { MyOffer } from '../../domain/api/offers/my-offers.ts'
import type { Quote, Trade } from '../../domain/api/trades/trades.ts'
import { OFFER_FORM } from '../../server/demo/demo-users.ts'
import { moveBody } from '../../server/testing/move-body.ts'
import { OFFER } from '../../server/testing/accounts/users.ts'
import { noise } from '../../server/testing/uploads.ts'
import { accepted, addressIn } from './client.ts'
import type { Client, Users } from './client.ts'

/** The first network of honest users; the crowd's are below. */
const HONEST_NETWORKS = 1000
let networks = HONEST_NETWORKS

export function createHonest(users: Users, name: string): Promise<Client> {
  return users.create(`${name}_${networks}`, addressIn(networks++, 1))
}

export type HonestTraders = { seller: Client; offer: MyOffer; trader: Client }

/** The trader has a completed trade with the seller; the seller's offer has the form's defaults. */
export async function createTraders(users: Users): Promise<HonestTraders> {
  const [seller, trader] = [await createHonest(users, 'seller'), await createHonest(users, 'record')]
  const paymentAccountIds = [await users.paymentAccountOf(seller.id)]
  const post = async () =>
    accepted(await seller.post<MyOffer>('/api/offers', { ...OFFER, ...OFFER_FORM, paymentAccountIds }))
  const offer = await post()
  const { refusal } = await tradeHonestly(trader, seller, offer)
  if (refusal !== null) throw new Error(`the first trade was refused: ${refusal}`)
  return { seller, offer, trader }
}

/** The seconds from the quote to `completed`, or the code of the refusal that ended the trade. */
export type HonestTrade = { seconds: number; refusal: string | null }

/** Quote, open, send a proof of payment, mark paid and confirm, all at the offer's smallest amount. */
export async function tradeHonestly(buyer: Client, seller: Client, { id: offerId, minAmount }: MyOffer) {
  const began = performance.now()
  const end = (refusal: string | null): HonestTrade => ({ seconds: (performance.now() - began) / 1000, refusal })
  const quote = await buyer.post<Quote>('/api/quotes', { offerId, anchor: 'fiat', amount: minAmount })
  if (quote.status >= 300) return end(codeOf(quote.body))
  const opened = await buyer.post<Trade>('/api/trades', { quoteId: quote.body.id })
  if (opened.status >= 300) return end(codeOf(opened.body))
  const proofId = accepted(await buyer.post(`/api/trades/${opened.body.id}/files`, await proofForm())).id
  const mark = { ...moveBody('mark-paid', 'awaiting_payment'), proofId }
  const marked = await buyer.post(`/api/trades/${opened.body.id}/mark-paid`, mark)
  if (marked.status >= 300) return end(codeOf(marked.body))
  const receipt = moveBody('confirm-receipt', 'payment_sent')
  const confirmed = await seller.post<Trade>(`/api/trades/${opened.body.id}/confirm-receipt`, receipt)
  if (confirmed.status >= 300) return end(codeOf(confirmed.body))
  return end(confirmed.body.status === 'completed' ? null : confirmed.body.status)
}

export async function proofForm(): Promise<FormData> {
  const form = new FormData()
  form.append('purpose', 'payment_proof')
  form.append('file', new Blob([(await noise()) as BlobPart]), 'receipt.png')
  return form
}

function codeOf(body: unknown): string {
  return (body as { code?: string }).code ?? 'unknown'
}
