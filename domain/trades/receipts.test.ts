import { beforeAll, describe, expect, test } from 'vitest'
import { canonicalJson, base64url, findReceipt, fromBase64url, receiptToken } from './receipts.ts'
import type { Receipt, ReceiptFile } from './receipts.ts'
import { verifyReceipt } from './verify-receipt.ts'
import type { PublicKey, ReceiptKeys } from './verify-receipt.ts'

const ISSUER = 'https://sarraf.example'
const RECEIPT: Receipt = {
  version: 1,
  issuer: ISSUER,
  issuedAt: '2026-11-22T10:00:00.000Z',
  reference: 'A1B2C-3D4E5-F6071',
  demonstration: true,
  status: 'completed',
  outcome: 'released',
  role: 'buyer',
  completedOn: '2026-11-21',
  amountUsdt: '160.633968',
  amountFiat: '150.00',
  fiatCurrency: 'EUR',
  price: '0.9338',
  feePaidUsdt: '0.803169',
  bondReturnedUsdt: '3.212680',
  paymentMethod: 'sepa_instant',
  openedAt: '2026-11-21T09:00:00.000Z',
  paidAt: '2026-11-21T09:10:00.000Z',
  completedAt: '2026-11-21T09:20:00.000Z',
  username: 'karim_sfax',
  counterparty: '00000-11111-22222',
}
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

type Pair = { kid: string; privateKey: CryptoKey; publicKey: PublicKey }
let [own, other]: Pair[] = []
let keys: ReceiptKeys
let file: ReceiptFile

async function makePair(kid: string): Promise<Pair> {
  const pair = await crypto.subtle.generateKey(ECDSA, true, ['sign', 'verify'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return { kid, privateKey: pair.privateKey, publicKey: { kid, kty: 'EC', crv: 'P-256', x, y } }
}

const encoded = (value: unknown) =>
  base64url(new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)))

/** A JWS of any header and payload, as an attacker with a key of their own can make it. */
async function sign(header: object, payload: string, { privateKey }: Pair): Promise<string> {
  const text = `${encoded(header)}.${encoded(payload)}`
  const signature = await crypto.subtle.sign(ECDSA, privateKey, new TextEncoder().encode(text))
  return `${text}.${base64url(new Uint8Array(signature))}`
}

const headerOf = ({ kid }: Pair, changes: object = {}) => ({ alg: 'ES256', kid, typ: 'receipt+jws', ...changes })

beforeAll(async () => {
  ;[own, other] = [await makePair('a'.repeat(43)), await makePair('b'.repeat(43))]
  keys = { issuer: ISSUER, keys: [own!.publicKey] }
  const token = await sign(headerOf(own!), canonicalJson(RECEIPT), own!)
  const [header = '', , signature = ''] = token.split('.')
  file = { protected: header, receipt: RECEIPT, signature }
})

describe('a signed receipt', () => {
  test('is valid, and its contents are what was signed', async () => {
    expect(await verifyReceipt(receiptToken(file), keys)).toEqual({ result: 'valid', receipt: RECEIPT })
  })

  test('is valid from a file in which the members have another order and white space', async () => {
    const reversed = Object.fromEntries(Object.entries(RECEIPT).toReversed())
    const text = JSON.stringify({ ...file, receipt: reversed }, null, 4)
    expect(await verifyReceipt(findReceipt(text) ?? '', keys)).toMatchObject({ result: 'valid' })
  })

  test('stays valid when the keys were rotated and the former one is still published', async () => {
    const rotated = { issuer: ISSUER, keys: [other!.publicKey, own!.publicKey] }
    expect(await verifyReceipt(receiptToken(file), rotated)).toMatchObject({ result: 'valid' })
  })

  test.each(Object.keys(RECEIPT) as (keyof Receipt)[])(
    'is not valid once “%s” was changed or removed',
    async (name) => {
      const values: Partial<Record<keyof Receipt, unknown>> = {
        version: 2,
        issuer: 'https://other.example',
        demonstration: false,
        status: 'cancelled',
        outcome: 'split',
        role: 'seller',
        fiatCurrency: 'TND',
        paymentMethod: 'd17',
      }
      const text = String(RECEIPT[name])
      const changed = values[name] ?? text.replace(/\d(?=\D*$)|.$/, (last) => (last === '0' ? '1' : '0'))
      expect(changed).not.toBe(RECEIPT[name])
      for (const receipt of [
        { ...RECEIPT, [name]: changed },
        { ...RECEIPT, [name]: undefined },
      ]) {
        const payload = encoded(canonicalJson(receipt as Receipt))
        const { result } = await verifyReceipt(`${file.protected}.${payload}.${file.signature}`, keys)
        expect(['altered', 'other_issuer']).toContain(result)
      }
    },
  )

  test('is not valid with a member more, by its signature or without', async () => {
    const payload = canonicalJson({ ...RECEIPT, name: 'Karim' } as Receipt)
    const token = `${file.protected}.${encoded(payload)}.${file.signature}`
    expect(await verifyReceipt(token, keys)).toEqual({ result: 'altered' })
  })

  test('is not valid with any bit of the signature changed', async () => {
    const bytes = fromBase64url(file.signature)!
    for (let bit = 0; bit < bytes.length * 8; bit += 7) {
      const copy = Uint8Array.from(bytes)
      copy[bit >> 3]! ^= 1 << (bit & 7)
      const token = receiptToken({ ...file, signature: base64url(copy) })
      expect(await verifyReceipt(token, keys)).toEqual({ result: 'altered' })
    }
  })
})

describe('a forged receipt', () => {
  test('of an unpublished key is of an unknown key', async () => {
    const token = await sign(headerOf(other!), canonicalJson(RECEIPT), other!)
    expect(await verifyReceipt(token, keys)).toEqual({ result: 'unknown_key' })
  })

  test('of another key under the name of a published one is not valid', async () => {
    const token = await sign(headerOf(own!), canonicalJson(RECEIPT), other!)
    expect(await verifyReceipt(token, keys)).toEqual({ result: 'altered' })
  })

  test.each([
    ['without a signature', { alg: 'none' }],
    ['with a shared secret', { alg: 'HS256' }],
    ['with another curve', { alg: 'ES384' }],
    ['with a key in its header', { jwk: {} }],
    ['with the address of a key set', { jku: 'https://evil.example/keys' }],
    ['with a critical extension', { crit: ['b64'], b64: false }],
    ['of a token for another purpose', { typ: 'JWT' }],
    ['without a type', { typ: undefined }],
  ])('%s is not valid, although the key is ours', async (_, changes) => {
    const token = await sign(headerOf(own!, changes), canonicalJson(RECEIPT), own!)
    expect(await verifyReceipt(token, keys)).toEqual({ result: 'altered' })
    expect(await verifyReceipt(token.replace(/[^.]+$/, ''), keys)).toEqual({ result: 'altered' })
  })

  test('of another issuer is not taken for ours', async () => {
    const issuer = 'https://sarraf.example.evil.example'
    const token = await sign(headerOf(other!), canonicalJson({ ...RECEIPT, issuer }), other!)
    expect(await verifyReceipt(token, keys)).toEqual({ result: 'other_issuer', issuer })
  })

  test('with a payload that is not canonical is not valid: two readers could read different contents', async () => {
    const twice = canonicalJson(RECEIPT).replace('{', '{"role":"seller",')
    for (const payload of [twice, JSON.stringify(RECEIPT, null, 1)]) {
      expect(await verifyReceipt(await sign(headerOf(own!), payload, own!), keys)).toEqual({ result: 'altered' })
    }
  })
})

test.each([
  '',
  'hello',
  '..',
  'ey.ey.x',
  '{}',
  '{"protected":1}',
  'null',
  '{"receipt":{"__proto__":{}}}',
  'a'.repeat(100_000),
])('in %j no receipt is found', async (text) => {
  expect(findReceipt(text)).toBeNull()
  expect(await verifyReceipt(text, keys)).toEqual({ result: 'altered' })
})

test('a receipt is found in a link, in text around it and in the bytes of a PDF', () => {
  const token = receiptToken(file)
  for (const text of [
    token,
    `  ${token}\n`,
    `https://sarraf.example/fr/verify#${token}`,
    `%PDF-1.3\n1 0 obj\n<< /Keywords (${token}) >>`,
  ])
    expect(findReceipt(text)).toBe(token)
})

test('base64url has one encoding of any bytes', () => {
  for (const bytes of [[], [0], [255, 254], [1, 2, 3], [250, 251, 252, 253]]) {
    expect([...(fromBase64url(base64url(Uint8Array.from(bytes))) ?? [])]).toEqual(bytes)
  }
  for (const text of ['A', 'AB', 'A=', 'AA==', 'AA A', '+/+/', 'é']) expect(fromBase64url(text)).toBeNull()
})
