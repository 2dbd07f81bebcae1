/** Verifies the signature of a receipt by the published keys, with the Web Cryptography API of a browser or of Node. */
import * as z from 'zod/mini'
import { canonicalJson, fromBase64url, RECEIPT_ALG, RECEIPT_TYPE, receiptSchema } from './receipts.ts'
import type { Receipt } from './receipts.ts'

export type PublicKey = { kid: string; kty: 'EC'; crv: 'P-256'; x: string; y: string }
export type ReceiptKeys = { issuer: string; keys: readonly PublicKey[] }

export type Verification =
  | { result: 'valid'; receipt: Receipt }
  /** The signature does not belong to these contents, or they are no receipt. */
  | { result: 'altered' }
  /** It names another site, whose keys these are not. */
  | { result: 'other_issuer'; issuer: string }
  /** None of the published keys has the name that the receipt gives. */
  | { result: 'unknown_key' }

/** Exactly these members: no other algorithm, no key in the token itself, and no critical extension. */
const header = z.strictObject({
  alg: z.literal(RECEIPT_ALG),
  kid: z.string().check(z.regex(/^[\w-]{43}$/)),
  typ: z.literal(RECEIPT_TYPE),
})

/** What a token in compact form is worth. */
export async function verifyReceipt(token: string, { issuer, keys }: ReceiptKeys): Promise<Verification> {
  const [first = '', second = '', third = '', ...others] = token.split('.')
  const signed = header.safeParse(jsonOf(first))
  const receipt = receiptSchema.safeParse(jsonOf(second))
  const signature = fromBase64url(third)
  if (!signed.success || !receipt.success || signature === null || others.length > 0) return { result: 'altered' }
  if (textOf(second) !== canonicalJson(receipt.data)) return { result: 'altered' }
  if (receipt.data.issuer !== issuer) return { result: 'other_issuer', issuer: receipt.data.issuer }
  const jwk = keys.find(({ kid }) => kid === signed.data.kid)
  if (!jwk) return { result: 'unknown_key' }
  const isSigned = await verifySignature(jwk, signature, `${first}.${second}`)
  return isSigned ? { result: 'valid', receipt: receipt.data } : { result: 'altered' }
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

async function verifySignature(
  { kty, crv, x, y }: PublicKey,
  signature: Uint8Array<ArrayBuffer>,
  text: string,
): Promise<boolean> {
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, ALGORITHM, false, ['verify'])
  return crypto.subtle.verify(ALGORITHM, key, signature, new TextEncoder().encode(text))
}

function textOf(part: string): string | null {
  const bytes = fromBase64url(part)
  return bytes && new TextDecoder().decode(bytes)
}

function jsonOf(part: string): unknown {
  try {
    return JSON.parse(textOf(part) ?? '')
  } catch {
    return null
  }
}
