/** How the parties of a dispute end it themselves. */
import * as z from 'zod/mini'
import { endpointsOf, named } from '../endpoint.ts'
import { receiptFields, trade, tradeParams } from '../trades/trades.ts'
import { COMMON, dispute } from './disputes.ts'

const endpoint = endpointsOf('Disputes')

export const acceptDecision = endpoint({
  method: 'POST',
  path: '/api/trades/:tradeId/dispute/accept',
  summary: 'Losing party: accept the decision, so that it is carried out',
  description:
    'Irrevocable: it ends the right to appeal. Where the USDT is split, both parties have to accept it. It requires re-authentication, and of a seller the conditions of a release.',
  needsIdempotencyKey: true,
  params: tradeParams,
  body: z.strictObject({}),
  response: dispute,
  errors: [
    ...COMMON,
    'not_your_move',
    'dispute_closed',
    'not_decided',
    'decision_final',
    'decision_accepted',
    'reauthentication_required',
    'release_held',
    'release_factor_off',
    'release_factor_new',
  ],
})

export const confirmReceiptInDispute = endpoint({
  method: 'POST',
  path: '/api/trades/:tradeId/dispute/confirm-receipt',
  summary: 'Seller: confirm the receipt of the payment, which ends the dispute',
  description:
    'Irrevocable, and possible until a decision is published: releases the USDT to the buyer, with the conditions of a confirmation without a dispute, and re-authentication of any amount; in person no code is typed, as the parties do not meet again. It is no lost dispute. An API key and a team member cannot.',
  needsIdempotencyKey: true,
  params: tradeParams,
  body: named('ReceiptInDispute', z.strictObject(receiptFields)),
  response: trade,
  errors: [
    ...COMMON,
    'not_your_move',
    'dispute_closed',
    'already_decided',
    'payer_name_differs',
    'reauthentication_required',
    'release_held',
    'release_factor_off',
    'release_factor_new',
  ],
})

export const concedeDispute = endpoint({
  method: 'POST',
  path: '/api/trades/:tradeId/dispute/concede',
  summary: 'End the dispute in favour of the other party',
  description:
    'Irrevocable: a buyer gives the USDT back; a seller, once a decision was published, releases it, with the conditions of a release. It requires re-authentication.',
  needsIdempotencyKey: true,
  params: tradeParams,
  body: z.strictObject({}),
  response: trade,
  errors: [
    ...COMMON,
    'not_disputed',
    'not_decided',
    'dispute_closed',
    'reauthentication_required',
    'release_held',
    'release_factor_off',
    'release_factor_new',
  ],
})
