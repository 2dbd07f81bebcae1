/** Receipts of completed trades: what one can say, and its signed form (JWS, RFC 7515) with a canonical payload (RFC 8785). */
import * as z from 'zod/mini'
import { FIAT_CURRENCIES } from '../offers/currencies.ts'
import { PAYMENT_METHODS } from '../payments/methods.ts'
import { PARTY_ROLES } from './trades.ts'

/** What the holder of a receipt may add to it. None of it names the other party. */
export const RECEIPT_FIELDS = ['amounts', 'price', 'fee', 'method', 'times', 'username', 'counterparty'] as const
/** Those of a receipt of which its holder has chosen nothing. */
export const USUAL_RECEIPT_FIELDS: readonly ReceiptField[] = ['amounts']
export type ReceiptField = (typeof RECEIPT_FIELDS)[number]

export const RECEIPTS_PER_HOUR = 60
export const RECEIPT_PDFS_PER_HOUR = 20
/** The public keys that are published at most: those of the last years, of which each quarter has one. */
export const RECEIPT_KEYS_LISTED = 100
/** The longest text or file in which a receipt is looked for. */
export const RECEIPT_TEXT_MAX = 20_000
export const RECEIPT_FILE_MAX_BYTES = 2 * 1024 * 1024

/** The type in the signed header: a token that the same key signed for another purpose is no receipt. */
export const RECEIPT_TYPE = 'receipt+jws'
export const RECEIPT_ALG = 'ES256'

const decimal = z.string().check(z.regex(/^\d{1,20}(\.\d{1,18})?$/))
const moment = z.iso.datetime()
/** Names a trade or a trader to readers who do not know it: 60 bits of a hash of identifiers that only the parties know. */
const pseudonym = z.string().check(z.regex(/^[0-9A-F]{5}(-[0-9A-F]{5}){2}$/))

export const receiptSchema = z.strictObject({
  version: z.literal(1),
  issuer: z.url().check(z.maxLength(255)),
  issuedAt: moment,
  reference: pseudonym,
  demonstration: z.boolean(),
  status: z.literal('completed'),
  outcome: z.enum(['released', 'split']),
  role: z.enum(PARTY_ROLES),
  completedOn: z.iso.date(),
  amountUsdt: z.optional(decimal),
  releasedUsdt: z.optional(decimal),
  amountFiat: z.optional(decimal),
  fiatCurrency: z.optional(z.enum(FIAT_CURRENCIES)),
  price: z.optional(decimal),
  feePaidUsdt: z.optional(decimal),
  /** In the buyer's receipt only. A completed trade returns every bond, so this says its outcome too (BOND_RULES). */
  bondReturnedUsdt: z.optional(decimal),
  paymentMethod: z.optional(z.enum(PAYMENT_METHODS)),
  openedAt: z.optional(moment),
  paidAt: z.optional(moment),
  completedAt: z.optional(moment),
  username: z.optional(z.string().check(z.regex(/^\w{3,20}$/))),
  counterparty: z.optional(pseudonym),
})
export type Receipt = z.infer<typeof receiptSchema>

/** A receipt as a file: the two other parts of its JWS beside it, so that it can be read and still be verified. */
export const receiptFileSchema = z.strictObject({
  protected: z.string().check(z.regex(/^[\w-]{20,500}$/)),
  receipt: receiptSchema,
  signature: z.string().check(z.regex(/^[\w-]{86}$/)),
})
export type ReceiptFile = z.infer<typeof receiptFileSchema>

/** The bytes that are signed for an object of texts, whole numbers and truth values: its members by name, without white space. */
export function canonicalJson(value: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return JSON.stringify(Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1))))
}

export function base64url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Null where the text is no base64url (RFC 7515 section 2), or has another encoding of the same bytes. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    return base64url(bytes) === text ? bytes : null
  } catch {
    return null
  }
}

/** The compact form of a receipt's file, which a link and a QR code hold. */
export function receiptToken({ protected: header, receipt, signature }: ReceiptFile): string {
  return [header, base64url(new TextEncoder().encode(canonicalJson(receipt))), signature].join('.')
}

const TOKEN = /(?<![\w.-])ey[\w-]{20,500}\.ey[\w-]{20,4000}\.[\w-]{86}(?![\w.-])/

/**
 * The compact form of the receipt in what a reader pastes or opens: the token itself, a link with it, the text of a JSON file, or
 * the text of a PDF's bytes. Null where there is none.
 */
export function findReceipt(text: string): string | null {
  const trimmed = text.trim()
  if (!trimmed.startsWith('{')) return TOKEN.exec(trimmed)?.[0] ?? null
  try {
    const file = receiptFileSchema.safeParse(JSON.parse(trimmed))
    return file.success ? receiptToken(file.data) : null
  } catch {
    return null
  }
}
