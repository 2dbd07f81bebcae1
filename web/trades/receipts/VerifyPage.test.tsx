/** The page that verifies receipts, with a key set of the test. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoutesStub } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Language } from '../../../domain/languages.ts'
import {
  base64url,
  canonicalJson,
  receiptToken,
  type Receipt,
  type ReceiptFile,
} from '../../../domain/trades/receipts.ts'
import { choose, paste, press, render, waitFor } from '../../testing/render.tsx'
import VerifyPage from './VerifyPage.tsx'

const RECEIPT: Receipt = {
  version: 1,
  issuer: 'https://sarraf.example',
  issuedAt: '2026-11-22T10:00:00.000Z',
  reference: 'A1B2C-3D4E5-F6071',
  demonstration: true,
  status: 'completed',
  outcome: 'released',
  role: 'buyer',
  completedOn: '2026-11-21',
  amountUsdt: '160.633968',
  bondReturnedUsdt: '3.212680',
}
const KID = 'k'.repeat(43)
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
let file: ReceiptFile
let keys: object[]

beforeAll(async () => {
  const pair = await crypto.subtle.generateKey(ECDSA, true, ['sign', 'verify'])
  const { x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  keys = [{ kid: KID, kty: 'EC', crv: 'P-256', alg: 'ES256', x, y }]
  const encode = (text: string) => base64url(new TextEncoder().encode(text))
  const header = encode(JSON.stringify({ alg: 'ES256', kid: KID, typ: 'receipt+jws' }))
  const signed = new TextEncoder().encode(`${header}.${encode(canonicalJson(RECEIPT))}`)
  const signature = await crypto.subtle.sign(ECDSA, pair.privateKey, signed)
  file = { protected: header, receipt: RECEIPT, signature: base64url(new Uint8Array(signature)) }
})
afterEach(() => vi.unstubAllGlobals())

async function open({ hash = '', published = keys, language = 'en' as Language, isDown = false } = {}) {
  const answer = { issuer: 'https://sarraf.example', keys: published }
  const fetched = vi.fn<(address: string) => Promise<Response>>(async () =>
    isDown ? new Response('', { status: 503 }) : Response.json(answer),
  )
  vi.stubGlobal('fetch', fetched)
  const Stub = createRoutesStub([{ path: '/verify', Component: VerifyPage }])
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await render(
    <QueryClientProvider client={client}>
      <Stub initialEntries={[`/verify${hash}`]} />
    </QueryClientProvider>,
    { language },
  )
  return { fetched, outcome: () => document.querySelector('[role=status]')?.textContent ?? '' }
}

const verifyText = async (text: string) => {
  await paste(document.querySelector('textarea')!, text)
  await press(document.querySelector<HTMLButtonElement>('button[type=submit]')!)
}

test('the link of a receipt is verified when the page opens, and is not sent', async () => {
  const { fetched, outcome } = await open({ hash: `#${receiptToken(file)}` })
  await waitFor(() => expect(outcome()).toMatch(/^Valid.*Demo.*no real USDT/))
  expect(outcome()).toContain('160.633968 USDT')
  expect(outcome()).toContain('Holder’s bond, returned3.212680 USDT')
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/api/receipt-keys'])
})

test('a link shows the result before the folded form; without one the form is first', async () => {
  const [status, box] = [() => document.querySelector('[role=status]')!, () => document.querySelector('textarea')!]
  const isStatusFirst = () => status().compareDocumentPosition(box()) === Node.DOCUMENT_POSITION_FOLLOWING
  await open({ hash: `#${receiptToken(file)}` })
  await waitFor(() => expect(isStatusFirst()).toBe(true))
  expect(box().closest('details')?.open).toBe(false)
  await open()
  await waitFor(() => expect(isStatusFirst()).toBe(false))
  expect(box().closest('details')).toBeNull()
})

test.each([
  ['en', /^Not valid/],
  ['fr', /^Non valide/],
  ['ar', /^غير صالح/],
] as const)('in %s an altered receipt is not valid, and its contents are not shown', async (language, expected) => {
  const { outcome } = await open({ language })
  await verifyText(JSON.stringify({ ...file, receipt: { ...RECEIPT, amountUsdt: '999.000000' } }))
  await waitFor(() => expect(outcome()).toMatch(expected))
  expect(outcome()).not.toMatch(/999|A1B2C/)
})

test('a receipt of an unpublished key is of an unknown key', async () => {
  const { outcome } = await open({ published: [] })
  await verifyText(receiptToken(file))
  await waitFor(() => expect(outcome()).toMatch(/^Key unknown/))
})

test('a text without a receipt says so', async () => {
  const { outcome } = await open()
  await verifyText('hello')
  await waitFor(() => expect(outcome()).toMatch(/^No receipt found/))
})

test('a PDF is read in the browser, and one that is too large is refused', async () => {
  const { outcome } = await open()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await choose(input, new File([`%PDF-1.3 /Keywords (${receiptToken(file)})`], 'receipt.pdf'))
  await waitFor(() => expect(outcome()).toMatch(/^Valid/))
  await choose(input, new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'large.pdf'))
  await waitFor(() => expect(document.querySelector('[role=alert]')?.textContent).toContain('too large'))
})

test('keys that cannot be loaded say nothing about the receipt', async () => {
  const { outcome } = await open({ hash: `#${receiptToken(file)}`, isDown: true })
  await waitFor(() => expect(outcome()).toMatch(/We couldn’t load the keys.*Try again/))
})
