/** Signed receipts of completed trades, and the keys that verify them. */
import * as z from 'zod/mini'
import { LANGUAGES } from '../../languages.ts'
import {
  RECEIPT_ALG,
  RECEIPT_FIELDS,
  RECEIPT_KEYS_LISTED,
  RECEIPT_PDFS_PER_HOUR,
  RECEIPTS_PER_HOUR,
  receiptFileSchema,
} from '../../trades/receipts.ts'
import { described, endpointsOf, listOf, named } from '../endpoint.ts'
import { tradeParams } from './trades.ts'

const endpoint = endpointsOf('Receipts')

const receiptFile = named(
  'TradeReceiptFile',
  receiptFileSchema,
  'A flattened JWS (RFC 7515) in which `receipt` stands for the payload: the payload is the canonical JSON of it (RFC 8785). It never names the other party. `reference` is the same in all receipts of this trade of this party, and `counterparty` in all receipts of this party’s trades with one trader. `feePaidUsdt` is what this party paid; `releasedUsdt` is given where a dispute’s decision split the amount.',
)

const fields = described(
  listOf(z.enum(RECEIPT_FIELDS), RECEIPT_FIELDS.length),
  'What the receipt discloses besides the role, the day of completion and the outcome: “amounts” (of USDT and fiat), “price”, “fee” (paid by you), “method” (of payment), “times”, “username” (yours), “counterparty” (a pseudonym of the other party).',
)

const DESCRIPTION =
  'For a party of the trade, once it is completed. Nothing is stored, and the other party is not named.'

export const createReceipt = endpoint({
  method: 'POST',
  path: '/api/trades/:tradeId/receipt',
  summary: 'Create a signed receipt of a completed trade',
  description: `${DESCRIPTION} At most ${RECEIPTS_PER_HOUR} an hour.`,
  scope: 'read',
  params: tradeParams,
  body: z.strictObject({ fields }),
  response: z.object({
    file: receiptFile,
    token: described(z.string(), 'The same receipt in compact form (JWS).'),
    link: described(
      z.string(),
      'Opens the page that verifies it. The token is behind the #, so that no server sees it.',
    ),
  }),
  errors: ['not_found', 'trade_not_completed'],
})

export const createReceiptPdf = endpoint({
  method: 'POST',
  path: '/api/trades/:tradeId/receipt/pdf',
  summary: 'Create the signed receipt of a completed trade as a PDF',
  description: `${DESCRIPTION} At most ${RECEIPT_PDFS_PER_HOUR} an hour.`,
  scope: 'read',
  params: tradeParams,
  body: z.strictObject({ fields, language: z.enum(LANGUAGES) }),
  file: ['application/pdf'],
  errors: ['not_found', 'trade_not_completed'],
})

export const getReceiptKeys = endpoint({
  method: 'GET',
  path: '/api/receipt-keys',
  summary: 'Get the keys that verify receipts',
  description:
    'The public keys at /.well-known/jwks.json and the former ones, which sign no longer: a receipt stays valid when keys are rotated.',
  scope: 'read',
  isPublic: true,
  response: named(
    'ReceiptKeys',
    z.object({
      issuer: described(z.string(), 'The `issuer` of this site’s receipts.'),
      keys: listOf(
        z.object({
          kid: z.string(),
          kty: z.literal('EC'),
          crv: z.literal('P-256'),
          alg: z.literal(RECEIPT_ALG),
          x: z.string(),
          y: z.string(),
        }),
        RECEIPT_KEYS_LISTED,
      ),
    }),
  ),
})
