import { expect, test } from 'vitest'
import { checkNextRule } from '../jobs/check-violations.ts'
import { disputedTrade } from '../testing/disputes.ts'
import { createStaffUser } from '../testing/accounts/staff.ts'
import { useTestApp } from '../testing/suite.ts'
import { asOutsider } from '../testing/time-travel.ts'
import { move, signUp, tradingPair } from '../testing/accounts/users.ts'
import { readOverview } from './overview.ts'

const testApp = useTestApp()

/** Runs the worker's check until it has read every rule. */
async function checkEveryRule() {
  const { owner, context } = testApp()
  const { rows } = await owner.query('select count(*)::int as rules from violation_checks')
  await owner.query('update violation_checks set checked_at = null')
  for (let nr = 0; nr <= rows[0].rules; nr++) await checkNextRule(context.db)
}

test('the overview counts what there is, and compares escrow with the open trades', async () => {
  const { app, owner, context } = testApp()
  const admin = await createStaffUser(testApp())
  const before = await readOverview(context.db)
  expect(before.escrow).toMatchObject({ isEqual: true, violations: [], checkedSince: null })
  const { seller, buyer, trade } = await tradingPair(app)
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await move(seller, trade, 'confirm-receipt', 'payment_sent')
  const open = await tradingPair(app)
  await disputedTrade(testApp())
  const reporter = await signUp(app, 'reporter')
  await reporter.post('/api/reports', {
    reported: { kind: 'user', username: seller.username },
    reason: 'spam',
    text: '',
  })
  await checkEveryRule()
  const after = await readOverview(context.db)
  const count = (of: typeof after, status: string) => of.trades.byStatus.find((row) => row.status === status)!.count
  expect(count(after, 'completed') - count(before, 'completed')).toBe(1)
  expect(count(after, 'awaiting_payment') - count(before, 'awaiting_payment')).toBe(1)
  expect(after.users.total - before.users.total).toBe(7)
  expect(after.trades.volumeUsdt).toBe(trade.amountUsdt)
  expect(after.escrow.heldUsdt).toBe(after.escrow.ofOpenTradesUsdt)
  expect(after.escrow).toMatchObject({ isEqual: true, violations: [], checkedSince: expect.any(String) })
  expect(after.disputes).toEqual({ count: 1, oldestAt: expect.any(String) })
  expect(after.reports.count).toBe(1)
  expect((await admin.get('/api/staff/overview')).body.audit).toEqual({ records: 0, hash: '0'.repeat(64) })

  await asOutsider(owner, [
    `update ledger_accounts set balance_micro = balance_micro + 1 where trade_id = '${open.trade.id}'`,
  ])
  await checkEveryRule()
  const broken = await readOverview(context.db)
  expect(broken.escrow.isEqual).toBe(false)
  expect(broken.escrow.violations).toContainEqual({ rule: 'escrow_matches_status', found: 1 })
  await asOutsider(owner, [
    `update ledger_accounts set balance_micro = balance_micro - 1 where trade_id = '${open.trade.id}'`,
  ])
})

test('the rules are read in turn, each once a minute at most', async () => {
  const { owner, context } = testApp()
  await checkEveryRule()
  const times = async () => (await owner.query('select rule, checked_at from violation_checks order by rule')).rows
  const before = await times()
  await checkNextRule(context.db)
  expect(await times()).toEqual(before)
  const { rows } = await owner.query(
    `select count(*)::int as views from pg_class
     where relkind = 'v' and relnamespace = 'public'::regnamespace and relname like 'violations\\_%'`,
  )
  expect(before).toHaveLength(rows[0].views)
})

test('each call counts the messages, reports and cases that wait, to 100 at most', async () => {
  const { app, owner } = testApp()
  const admin = await createStaffUser(testApp())
  const counts = async () => (await admin.get('/api/staff/waiting')).body
  const before = await counts()
  const [reporter, reported] = [await signUp(app, 'reporter'), await signUp(app, 'reported')]
  await reporter.post('/api/reports', {
    reported: { kind: 'user', username: reported.username },
    reason: 'spam',
    text: '',
  })
  const { rows } = await owner.query(
    `insert into contact_messages (key, name, email, subject, message)
     select 'sixteen characters' || n, 'Lea', 'lea@example.org', 'support', 'Where is my trade?' from generate_series(1, 150) n
     returning id`,
  )
  expect(await counts()).toEqual({ ...before, reports: before.reports + 1, messages: 100 })
  const { rows: reports } = await owner.query('select id from reports where reporter_id = $1', [reporter.id])
  await admin.post(`/api/staff/reports/${reports[0].id}/close`, { outcome: 'no_action', reason: 'There is no spam.' })
  for (const { id } of rows.slice(0, 145)) await admin.post(`/api/staff/messages/${id}/answered`, { note: '' })
  expect(await counts()).toEqual({ ...before, messages: before.messages + 5 })
  await disputedTrade(testApp())
  const { cases } = (await admin.get('/api/staff/cases')).body
  expect((await counts()).unassignedCases).toBe(cases.length)
  expect((await readOverview(testApp().context.db)).unassignedCases.count).toBe(cases.length)
})
