/** Files are kept as long as the record of their trade, and are part of their uploader's export. */
import { expect, test } from 'vitest'
import { RETENTION } from '../../../domain/accounts/privacy.ts'
import { purgeRecords } from '../../jobs/purge-records.ts'
import { moveDueTrades } from '../../jobs/worker.ts'
import { refusalOf } from '../../testing/attacks/attack.ts'
import { useTestApp } from '../../testing/suite.ts'
import { ageTrade } from '../../testing/time-travel.ts'
import { addFile, noise, originOf, pdf, readFile } from '../../testing/uploads.ts'
import { move, tradingPair, withRecord } from '../../testing/accounts/users.ts'

const testApp = useTestApp()
const DAY = 24 * 60
const TABLES = ['evidence_files', 'evidence_reads', 'evidence_fingerprints']

async function filedTrade() {
  const origin = await originOf(testApp().app)
  const pair = await tradingPair(testApp().app, {}, await withRecord(testApp().app))
  await move(pair.buyer, pair.trade, 'mark-paid', 'awaiting_payment')
  const { body: picture } = await addFile(origin, pair.buyer, pair.trade.id, { file: await noise() })
  await addFile(origin, pair.buyer, pair.trade.id, { file: pdf('a receipt') })
  await readFile(origin, pair.seller, pair.trade.id, picture.id)
  return { ...pair, picture }
}

async function counts(tradeId: string): Promise<number[]> {
  const found: number[] = []
  for (const table of TABLES) {
    const { rows } = await testApp().owner.query(`select count(*)::int as n from ${table} where trade_id = $1`, [
      tradeId,
    ])
    found.push(rows[0].n)
  }
  return found
}

test('the files of a trade are purged with its record, and not a day before', async () => {
  const { owner, context } = testApp()
  const { seller, trade } = await filedTrade()
  await move(seller, trade, 'confirm-receipt', 'payment_sent')
  await ageTrade(owner, trade.id, RETENTION.tradeYears * 365 * DAY)
  await purgeRecords(context.db)
  expect(await counts(trade.id)).toEqual([2, 1, 7])
  for (const table of TABLES)
    expect(await refusalOf(owner, `delete from ${table} where trade_id = '${trade.id}'`)).toBe(`${table}_append_only`)
  await ageTrade(owner, trade.id, 3 * DAY)
  await purgeRecords(context.db)
  expect(await counts(trade.id)).toEqual([0, 0, 0])
})

test('the files of an open trade stay, however late the worker is', async () => {
  const { owner, context } = testApp()
  const { trade } = await filedTrade()
  await ageTrade(owner, trade.id, (RETENTION.tradeYears + 1) * 366 * DAY)
  await purgeRecords(context.db)
  expect(await counts(trade.id)).toEqual([2, 1, 7])
  await moveDueTrades(context)
})

test('the export of an account has the files that its user added, and no others', async () => {
  const { seller, buyer, trade, picture } = await filedTrade()
  const exported = async (user: typeof buyer) => {
    const { body } = await user.post('/api/account/export')
    return body.trades.find(({ id }: { id: string }) => id === trade.id).files
  }
  expect(await exported(buyer)).toEqual([
    { ...picture, address: `/api/trades/${trade.id}/files/${picture.id}` },
    expect.objectContaining({ type: 'application/pdf' }),
  ])
  expect((await buyer.get((await exported(buyer))[0].address)).status).toBe(200)
  expect(await exported(seller)).toEqual([])
})
