/** A case that every arbiter has had: an admin readmits one of them, who then decides. */
import { expect, test } from 'vitest'
import { refusalOf } from '../testing/attacks/attack.ts'
import { STATEMENT, decide, disputeMove, disputedTrade } from '../testing/disputes.ts'
import type { Disputed } from '../testing/disputes.ts'
import { createStaffUser, revokeStaffRole } from '../testing/accounts/staff.ts'
import { join } from '../testing/accounts/teams.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageTrade, asOutsider } from '../testing/time-travel.ts'
import { signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { violations } from '../testing/violations.ts'
import { moveDueTrades } from '../jobs/worker.ts'

const testApp = useTestApp()
const HOURS = 60
const REASON = 'No other arbiter is left for this case.'

/** The admin's record of a readmission, and the readmission by the latest record, as SQL. */
const record = (actor: Caller, trade: { id: string }) =>
  `insert into audit_log (actor_id, role, action, subject, reason) values ('${actor.id}', 'admin', 'readmit_arbiter', '${trade.id}', '${REASON}');`
const insertion = (arbiterId: string, trade: { id: string }, seq = 'null') =>
  `insert into dispute_readmissions (audit_id, trade_id, arbiter_id, event_seq)
   values ((select max(id) from audit_log), '${trade.id}', '${arbiterId}', ${seq});`

const take = (arbiter: Caller, trade: { id: string }) => arbiter.post(`/api/staff/disputes/${trade.id}/take`, {})
const readmit = (by: Caller, trade: { id: string }, arbiter: Pick<Caller, 'id'>) =>
  by.post(`/api/staff/cases/${trade.id}/readmit`, { arbiterId: arbiter.id, reason: REASON })
async function waiting(admin: Caller, trade: { id: string }) {
  const { cases } = (await admin.get('/api/staff/cases')).body
  return cases.find(({ tradeId }: { tradeId: string }) => tradeId === trade.id)
}

/** A case that each of these arbiters has let lapse; no other arbiter exists. */
async function lapsed(count: number): Promise<Disputed & { arbiters: Caller[]; admin: Caller }> {
  const { owner, context } = testApp()
  await owner.query("delete from staff_members where role = 'arbiter'")
  const disputed = await disputedTrade(testApp())
  await disputeMove(disputed.buyer, disputed.trade, 'statement', { statement: STATEMENT })
  const arbiters: Caller[] = []
  for (let nr = 0; nr < count; nr++) arbiters.push(await createStaffUser(testApp(), 'arbiter'))
  for (const arbiter of arbiters) {
    expect((await take(arbiter, disputed.trade)).status).toBe(200)
    await ageTrade(owner, disputed.trade.id, 48 * HOURS + 1)
    await moveDueTrades(context)
  }
  return { ...disputed, arbiters, admin: await createStaffUser(testApp()) }
}

test('where no arbiter is left, a former one is readmitted on record, takes the case once more and decides', async () => {
  const { arbiters, admin, trade, buyer } = await lapsed(2)
  const [first, second] = arbiters as [Caller, Caller]
  expect((await take(first, trade)).body.code).toBe('case_conflict')
  const listed = await waiting(admin, trade)
  expect(listed).toMatchObject({ arbitersLeft: 0, lateDecisions: 2, round: 1 })
  expect(new Set(listed.candidates.map(({ id }: { id: string }) => id))).toEqual(new Set([first.id, second.id]))
  const replies = await Promise.all([readmit(admin, trade, first), readmit(admin, trade, second)])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const chosen = replies[0].status === 200 ? first : second
  const other = chosen === first ? second : first
  expect(await waiting(admin, trade)).toMatchObject({ arbitersLeft: 1, candidates: [] })
  expect((await take(other, trade)).body.code).toBe('case_conflict')
  expect((await take(chosen, trade)).status).toBe(200)
  expect(await waiting(admin, trade)).toBeUndefined()
  expect((await decide(chosen, trade, 'release')).status).toBe(200)
  expect((await buyer.get(`/api/trades/${trade.id}/dispute`)).body.status).toBe('decided')
  expect((await admin.get('/api/staff/audit-log')).body.entries).toContainEqual(
    expect.objectContaining({ action: 'readmit_arbiter', reason: REASON, actor: admin.username }),
  )
  expect(await violations(testApp().owner)).toEqual([])
})

test('a readmission that its arbiter can no longer use does not prevent another one', async () => {
  const { owner } = testApp()
  const { arbiters, admin, trade, seller, buyer } = await lapsed(3)
  const [first, second, third] = arbiters as [Caller, Caller, Caller]
  const candidates = async () => new Set((await waiting(admin, trade)).candidates.map(({ id }: { id: string }) => id))
  expect((await readmit(admin, trade, first)).status).toBe(200)
  expect(await refusalOf(owner, record(admin, trade) + insertion(second.id, trade))).toBe(
    'dispute_readmissions_last_resort',
  )
  await revokeStaffRole(owner, first, 'arbiter')
  expect(await candidates()).toEqual(new Set([second.id, third.id]))
  expect((await readmit(admin, trade, second)).status).toBe(200)
  await join(seller, second, ['chat'])
  expect((await take(second, trade)).body.code).toBe('case_conflict')
  expect(await waiting(admin, trade)).toMatchObject({ arbitersLeft: 0, candidates: [{ id: third.id }] })
  expect((await readmit(admin, trade, second)).body.code).toBe('arbiter_partial')
  expect((await readmit(admin, trade, third)).status).toBe(200)
  expect(await violations(owner)).toEqual([])
  expect((await take(third, trade)).status).toBe(200)
  expect((await disputeMove(buyer, trade, 'concede')).status).toBe(200)
  expect(await violations(owner)).toEqual([])
})

test('an arbiter or admin who was in one team with a party is partial', async () => {
  const { owner } = testApp()
  const { arbiters, admin, trade, seller } = await lapsed(2)
  const [arbiter, partial] = arbiters as [Caller, Caller]
  await join(seller, partial, ['chat'])
  const teamed = await createStaffUser(testApp())
  await join(seller, teamed, ['chat'])
  await asOutsider(owner, ["update team_members set ended_at = clock_timestamp() - interval '89 days'"])
  expect(await waiting(admin, trade)).toMatchObject({ arbitersLeft: 0, candidates: [{ id: arbiter.id }] })
  expect((await readmit(admin, trade, partial)).body.code).toBe('arbiter_partial')
  expect((await readmit(teamed, trade, arbiter)).body.code).toBe('staff_conflict')
  expect(await refusalOf(owner, record(admin, trade) + insertion(partial.id, trade))).toBe(
    'dispute_readmissions_impartial',
  )
  expect(await refusalOf(owner, record(teamed, trade) + insertion(arbiter.id, trade))).toBe(
    'dispute_readmissions_by_impartial_admin',
  )
  // A teamed arbiter who has not had the case is not another one who comes first.
  const fresh = await signUp(testApp().app, 'fresh')
  await owner.query("insert into staff_members (user_id, role) values ($1, 'arbiter')", [fresh.id])
  expect((await readmit(admin, trade, arbiter)).body.code).toBe('arbiters_left')
  await join(seller, fresh, ['chat'])
  expect((await readmit(admin, trade, arbiter)).status).toBe(200)
  expect((await take(arbiter, trade)).status).toBe(200)
})

test('while another arbiter can take the case no one is readmitted', async () => {
  const { arbiters, admin, trade } = await lapsed(1)
  const fresh = await createStaffUser(testApp(), 'arbiter')
  expect(await waiting(admin, trade)).toMatchObject({ arbitersLeft: 1, candidates: [] })
  expect((await readmit(admin, trade, arbiters[0]!)).body.code).toBe('arbiters_left')
  await revokeStaffRole(testApp().owner, fresh, 'arbiter')
  expect((await readmit(admin, trade, fresh)).body.code).toBe('arbiter_partial')
  expect((await readmit(admin, trade, arbiters[0]!)).status).toBe(200)
  expect((await readmit(admin, trade, arbiters[0]!)).body.code).toBe('already_done')
  expect((await take(arbiters[0]!, trade)).status).toBe(200)
  expect((await readmit(admin, trade, arbiters[0]!)).body.code).toBe('already_done')
  expect((await readmit(admin, { id: crypto.randomUUID() }, arbiters[0]!)).status).toBe(404)
})

test('on appeal, the arbiter who decided is the last choice', async () => {
  const { owner, context } = testApp()
  const { arbiters, admin, trade, seller } = await lapsed(1)
  const [late] = arbiters as [Caller]
  const decider = await createStaffUser(testApp(), 'arbiter')
  await take(decider, trade)
  await decide(decider, trade, 'release')
  const appealed = await disputeMove(seller, trade, 'appeal', { statement: STATEMENT })
  expect(appealed.status).toBe(200)
  await ageTrade(owner, trade.id, 24 * HOURS + 1)
  await moveDueTrades(context)
  expect((await waiting(admin, trade)).candidates).toEqual([{ id: late.id, username: late.username }])
  expect((await readmit(admin, trade, decider)).body.code).toBe('arbiter_partial')
  await revokeStaffRole(owner, late, 'arbiter')
  expect((await readmit(admin, trade, decider)).status).toBe(200)
  expect((await take(decider, trade)).status).toBe(200)
  expect((await decide(decider, trade, 'refund')).status).toBe(200)
  expect(await violations(owner)).toEqual([])
})

test('an admin readmits neither themselves nor an arbiter of their own trade, at the API and in the database', async () => {
  const { owner } = testApp()
  const { arbiters, admin, trade, seller, buyer } = await lapsed(1)
  const [arbiter] = arbiters as [Caller]
  await owner.query("insert into staff_members (user_id, role, granted_at) values ($1, 'admin', '2026-01-01')", [
    arbiter.id,
  ])
  expect((await readmit(arbiter, trade, arbiter)).body.code).toBe('arbiter_partial')
  const insert = (id: string, seq?: string) => insertion(id, trade, seq)
  const other = await createStaffUser(testApp())
  const attacks: [string, string][] = [
    [record(arbiter, trade) + insert(arbiter.id), 'dispute_readmissions_by_impartial_admin'],
    [record(admin, trade) + insert(seller.id), 'dispute_readmissions_impartial'],
    [record(admin, trade) + insert(buyer.id), 'dispute_readmissions_impartial'],
    [record(admin, trade) + insert(other.id), 'dispute_readmissions_of_former_arbiter'],
    [record(admin, trade) + insert(arbiter.id, '1'), 'dispute_readmissions_of_waiting_case'],
    [
      record(admin, trade) +
        insert(arbiter.id) +
        `update dispute_readmissions set event_seq = 1 where trade_id = '${trade.id}';`,
      'dispute_readmissions_append_only',
    ],
    [
      `insert into staff_members (user_id, role) values ('${other.id}', 'arbiter');` +
        record(admin, trade) +
        insert(arbiter.id),
      'dispute_readmissions_last_resort',
    ],
  ]
  for (const [attack, constraint] of attacks)
    expect([attack, await refusalOf(owner, attack)]).toEqual([attack, constraint])
})
