/** Whether a file was used in another trade before: what is found, what is not, who learns it, and what it costs. */
import { once } from 'node:events'
import Pdf from 'pdfkit'
import { beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import type { TestApp } from '../../testing/app.ts'
import { drawReceipt, LAYOUTS } from '../../testing/receipts.ts'
import { useTestApp } from '../../testing/suite.ts'
import { asOutsider } from '../../testing/time-travel.ts'
import { addFile, originOf, pdf } from '../../testing/uploads.ts'
import { move, tradingPair } from '../../testing/accounts/users.ts'

const testApp = useTestApp()
let home: TestApp
let origin: string

beforeAll(async () => {
  home = testApp()
  origin = await originOf(home.app)
})

/** Adds the file to a new trade, after its payment was marked unless it shall be a draft. */
async function use(file: Buffer, { isDraft = false } = {}) {
  const { seller, buyer, trade } = await tradingPair(home.app)
  if (!isDraft) await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  const { status, body } = await addFile(origin, buyer, trade.id, { file })
  expect(status).toBe(201)
  return { seller, buyer, trade, file: body as { id: string } }
}

async function reuseOf(fileId: string, viewer = 'system'): Promise<string | null> {
  const client = await home.owner.connect()
  try {
    await client.query('begin')
    await client.query('set local role sarraf_app')
    await client.query("select set_config('app.viewer', $1, true)", [viewer])
    const { rows } = await client.query('select evidence_reuse($1) as reuse', [fileId])
    return rows[0].reuse
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('a file that was used before', () => {
  test('is known byte for byte', async () => {
    const [first, second] = [await use(pdf('one receipt')), await use(pdf('one receipt'))]
    expect([await reuseOf(first.file.id), await reuseOf(second.file.id)]).toEqual([null, 'same_file'])
  })

  test('is known as a picture: compressed again, smaller, brighter and cropped', async () => {
    const receipt = await drawReceipt(101)
    const first = await use(receipt)
    expect(await reuseOf(first.file.id)).toBeNull()
    const changed = sharp(receipt).extract({ left: 0, top: 60, width: 720, height: 1500 }).resize(400).linear(1, 20)
    for (const copy of [
      sharp(receipt).jpeg({ quality: 40 }),
      changed.jpeg({ quality: 60 }),
      sharp(receipt).greyscale().webp(),
    ])
      expect(await reuseOf((await use(await copy.toBuffer())).file.id)).toBe('similar_picture')
  })

  test('in the same trade is none', async () => {
    const { buyer, trade, file } = await use(await drawReceipt(102))
    const again = await sharp(await drawReceipt(102))
      .jpeg()
      .toBuffer()
    const { body } = await addFile(origin, buyer, trade.id, { file: again })
    expect(body.id).not.toBe(file.id)
    expect(await reuseOf(body.id)).toBeNull()
  })

  test('as a draft that no move submitted is none', async () => {
    await use(pdf('a draft'), { isDraft: true })
    await use(await drawReceipt(103), { isDraft: true })
    expect(await reuseOf((await use(pdf('a draft'))).file.id)).toBeNull()
    expect(
      await reuseOf(
        (
          await use(
            await sharp(await drawReceipt(103))
              .jpeg()
              .toBuffer(),
          )
        ).file.id,
      ),
    ).toBeNull()
  })
})

describe('a PDF that was used before', () => {
  test('is known by what it shows: with other metadata, a byte more between its objects, or another date', async () => {
    const receipt = await pdfReceipt('Paid 100 EUR to Amina, reference 123')
    await use(receipt)
    const dated = await pdfReceipt('Paid 100 EUR to Amina, reference 123', new Date('2020-02-02'))
    const longer = Buffer.concat([receipt.subarray(0, 9), Buffer.from('% \n'), receipt.subarray(9)])
    expect(dated.equals(receipt)).toBe(false)
    for (const copy of [dated, longer]) expect(await reuseOf((await use(copy)).file.id)).toBe('same_file')
  })

  test('is not taken for another receipt of the same bank', async () => {
    for (const reference of ['201', '202', '203']) {
      const { file } = await use(await pdfReceipt(`Paid 100 EUR to Amina, reference ${reference}`))
      expect(await reuseOf(file.id)).toBeNull()
    }
  })

  test('is not compared where its text may stand outside the streams', async () => {
    const form = async (date: string) =>
      Buffer.from(
        (await pdfReceipt('A form', new Date(date)))
          .toString('latin1')
          .replace('/Type /Catalog', '/Type /Catalog /AcroForm 1 0 R'),
        'latin1',
      )
    await use(await form('2020-01-01'))
    expect(await reuseOf((await use(await form('2021-01-01'))).file.id)).toBeNull()
  })
})

/** The cases of a forger with a picture that was used before: what the hint finds, and what it does not. */
const FORGERIES: [what: string, isFound: boolean, change: (receipt: Sharp) => Sharp][] = [
  ['recompressed as JPEG of quality 60', true, (receipt) => receipt.jpeg({ quality: 60 })],
  ['without its status bar', true, (receipt) => receipt.extract({ left: 0, top: 62, width: 720, height: 1498 })],
  ['cropped by 4% on each side', false, (receipt) => receipt.extract({ left: 29, top: 62, width: 662, height: 1436 })],
  [
    'cropped by 12% on each side',
    false,
    (receipt) => receipt.extract({ left: 86, top: 187, width: 548, height: 1186 }),
  ],
  ['mirrored', false, (receipt) => receipt.flop()],
  ['rotated by 3°', false, (receipt) => receipt.rotate(3, { background: '#fff' })],
  ['framed', false, (receipt) => receipt.extend({ top: 80, bottom: 80, left: 60, right: 60, background: '#456' })],
]

test.each(FORGERIES)(
  'a picture %s: found is %s',
  async (_what, isFound, change) => {
    const receipt = await drawReceipt(401)
    await use(receipt)
    const changed = await change(sharp(receipt)).toBuffer()
    expect(await reuseOf((await use(changed)).file.id)).toBe(isFound ? 'similar_picture' : null)
  },
  30_000,
)

/** As pdfkit writes it: the streams are the same for the same text, the file is not. */
async function pdfReceipt(text: string, creationDate = new Date()): Promise<Buffer> {
  const document = new Pdf({ info: { CreationDate: creationDate } })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const ended = once(document, 'end')
  document.text(text)
  document.end()
  await ended
  return Buffer.concat(parts)
}

test('other receipts of one layout are not taken for each other', async () => {
  const layout = LAYOUTS[1]!
  for (const number of [201, 202, 203, 204]) {
    const { file } = await use(await drawReceipt(number, layout))
    expect(await reuseOf(file.id)).toBeNull()
  }
})

test('a party does not learn it, neither by a call nor by the function', async () => {
  await use(pdf('used twice'))
  const { seller, buyer, trade, file } = await use(pdf('used twice'))
  for (const user of [buyer, seller]) {
    const { body } = await user.get(`/api/trades/${trade.id}/files`)
    expect(JSON.stringify(body)).not.toMatch(/reuse|same_file|similar|sha256|hash/)
    await expect(reuseOf(file.id, user.id)).rejects.toMatchObject({ constraint: 'evidence_reuse_for_arbiter' })
  }
  await expect(reuseOf(file.id, '')).rejects.toMatchObject({ constraint: 'evidence_reuse_for_arbiter' })
})

describe('the search among many files', () => {
  /** Fingerprints of as many files of other trades; `hash` is an SQL expression of the number n. */
  const fill = (count: number, hash: string) =>
    asOutsider(home.owner, [
      // vacuum marks pages as visible to all only once their commit is flushed, and an index-only scan needs the mark.
      'set local synchronous_commit = on',
      `insert into evidence_fingerprints (trade_id, file_id, crop, hash, detail, at)
         select gen_random_uuid(), gen_random_uuid(), 0, ${hash}, ('x' || md5(n || 'a') || md5(n || 'b'))::bit(256),
           clock_timestamp() - interval '1 day' - n * interval '1 second'
         from generate_series(1, ${count}) n`,
    ])

  async function blocksRead(fileId: string): Promise<number> {
    await home.owner.query('vacuum analyze evidence_fingerprints')
    const client = await home.owner.connect()
    try {
      await client.query("select set_config('app.viewer', 'system', false)")
      const explain = 'explain (analyze, buffers, format json) select evidence_reuse($1::uuid)'
      // The first run reads the catalogue too.
      await client.query(explain.replace('$1', `'${fileId}'`))
      const { rows } = await client.query(explain.replace('$1', `'${fileId}'`))
      const { Plan: plan } = rows[0]['QUERY PLAN'][0]
      return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    } finally {
      await client.query('reset app.viewer')
      client.release()
    }
  }

  test('reads hardly more among 100,000 pictures than among 1,000, and has a bound where all share a layout', async () => {
    const { file } = await use(await drawReceipt(301, LAYOUTS[2]))
    const random = `('x' || substr(md5(n || 'h'), 1, 16))::bit(64)::bigint`
    await fill(1000, random)
    const few = await blocksRead(file.id)
    await fill(99_000, `('x' || substr(md5(n || 'i'), 1, 16))::bit(64)::bigint`)
    const many = await blocksRead(file.id)
    expect(many).toBeLessThan(few * 3)
    const { rows } = await home.owner.query('select hash from evidence_fingerprints where file_id = $1 and crop = 0', [
      file.id,
    ])
    await fill(20_000, `${rows[0].hash}::bigint`)
    const alike = await blocksRead(file.id)
    await fill(20_000, `${rows[0].hash}::bigint`)
    const twiceAsMany = await blocksRead(file.id)
    if (process.env.REPORT !== undefined) process.stdout.write(`blocks: ${few} ${many} ${alike} ${twiceAsMany}\n`)
    // How many pages vacuum could mark depends on what other tests still read.
    expect(twiceAsMany).toBeLessThan(alike * 1.5)
    expect(twiceAsMany).toBeLessThan(1000)
    await asOutsider(home.owner, ["delete from evidence_fingerprints where at < clock_timestamp() - interval '1 hour'"])
  }, 120_000)
})
