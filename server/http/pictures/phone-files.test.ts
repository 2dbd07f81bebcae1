/** Each file of the table is sent to a trade, to its chat and as a profile picture, and has the outcome that the table states. */
import { beforeAll, describe, expect, test } from 'vitest'
import { move, tradingPair } from '../../testing/accounts/users.ts'
import type { TestApp } from '../../testing/app.ts'
import { useTestApp } from '../../testing/suite.ts'
import { PAGE_OF_HTML, pdfOf, wrapped } from '../../testing/upload-samples/pdfs.ts'
import { hasRedCorner, ROWS } from '../../testing/upload-samples/table.ts'
import type { Outcome, Row } from '../../testing/upload-samples/table.ts'
import { addFile, originOf, readFile } from '../../testing/uploads.ts'

const testApp = useTestApp()
let home: TestApp
let origin: string
type Pair = Awaited<ReturnType<typeof tradingPair>>

beforeAll(async () => {
  home = testApp()
  origin = await originOf(home.app)
})

async function paidPair(): Promise<Pair> {
  const pair = await tradingPair(home.app)
  await move(pair.buyer, pair.trade, 'mark-paid', 'awaiting_payment')
  return pair
}

type Sent = { path: string; field: string; file: Buffer; says: Row['says']; purpose?: string }

async function send(user: { cookie: string }, { path, field, file, says, purpose }: Sent) {
  const form = new FormData()
  if (purpose !== undefined) form.append('purpose', purpose)
  const { filename = 'file', type = '' } = says ?? {}
  form.append(field, new Blob([file as BlobPart], { type }), filename)
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { cookie: user.cookie, 'idempotency-key': crypto.randomUUID(), 'sec-fetch-site': 'same-origin' },
    body: form,
  })
  return { status: response.status, body: (await response.json()) as any }
}

/** What the answer of a refusal states, or that there is none. */
const refusalOf = (outcome: Outcome, field: string) =>
  typeof outcome === 'string' ? { body: { code: outcome, field } } : { status: 201 }

test.each(ROWS)('$name', async ({ name, make, file: asFile, image: asImage, isLarge, says }) => {
  const { buyer, seller, trade } = await paidPair()
  const file = await make()
  const path = `/api/trades/${trade.id}`
  const added = await send(buyer, { path: `${path}/files`, field: 'file', file, says, purpose: 'payment_proof' })
  expect(added).toMatchObject(refusalOf(asFile, 'file'))
  const sent = await send(buyer, { path: `${path}/images`, field: 'image', file, says })
  expect(sent).toMatchObject(refusalOf(asImage, 'image'))
  if (isLarge !== true) {
    const shown = await send(buyer, { path: '/api/profile/avatar', field: 'image', file, says })
    expect(shown).toMatchObject(refusalOf(asImage, 'image'))
  }
  if (typeof asFile === 'string') return
  const { bytes } = await readFile(origin, seller, trade.id, added.body.id)
  if (Buffer.isBuffer(asFile)) {
    expect(added.body).toMatchObject({ type: 'application/pdf', picture: null })
    expect(bytes.toString('latin1')).toBe(asFile.toString('latin1'))
    return
  }
  const [width, height] = asFile
  expect([added.body.picture, sent.body.image]).toMatchObject([
    { width, height },
    { width, height },
  ])
  if (name.includes('orientation')) expect(await hasRedCorner(bytes)).toBe(true)
})

describe('a page of HTML around a PDF', () => {
  test('is not served: the document alone is a download of its own type', async () => {
    const { buyer, seller, trade } = await paidPair()
    const polyglot = wrapped(PAGE_OF_HTML, PAGE_OF_HTML)
    const added = await addFile(origin, buyer, trade.id, { file: polyglot, filename: 'receipt.html' })
    const { headers, bytes } = await readFile(origin, seller, trade.id, added.body.id)
    expect(bytes.toString('latin1')).toBe(pdfOf().toString('latin1'))
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="[\w-]+\.pdf"$/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*sandbox/),
    })
  })

  test('does not make the document another file', async () => {
    const { buyer, trade } = await paidPair()
    const [plain, hidden] = [
      await addFile(origin, buyer, trade.id, { file: pdfOf() }),
      await addFile(origin, buyer, trade.id, { file: wrapped('\n\n', Buffer.alloc(9)) }),
    ]
    expect(hidden.body.id).toBe(plain.body.id)
  })
})

test('too many pixels, and a format, are named in the refusal', async () => {
  const { buyer, trade } = await paidPair()
  const refused = async (name: string) => {
    const file = await ROWS.find((row) => row.name === name)!.make()
    return (await addFile(origin, buyer, trade.id, { file })).body
  }
  expect(await refused('a scroll of 28.8 megapixels')).toMatchObject({
    status: 413,
    values: { width: 1440, height: 20_000 },
    message: expect.stringContaining('too many pixels (1440 × 20000)'),
  })
  expect((await refused('an AVIF picture')).message).toMatch(/^AVIF files can’t be read here\./)
  expect((await refused('a HEIC photo')).message).toContain('Formats › Most Compatible')
})
