/** Whether a file was used in another trade before: what is found, what is not, who learns it, and what it costs. */
import { beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
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
  }, 30_000)

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

test('other receipts of one layout are not taken for each other', async () => {
  const layout = LAYOUTS[1]!
  for (const number of [201, 202, 203, 204]) {
    const { file } = await use(await drawReceipt(number, layout))
    expect(await reuseOf(file.id)).toBeNull()
  }
}, 30_000)

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
    expect(twiceAsMany).toBeLessThan(alike * 1.2)
    expect(twiceAsMany).toBeLessThan(1000)
    await asOutsider(home.owner, ["delete from evidence_fingerprints where at < clock_timestamp() - interval '1 hour'"])
  }, 120_000)
})
