/** Linked open cases on the arbiters' desk: what connects them, who learns it, and that each keeps its own record. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { LinkedCase, ListedCase } from '../../domain/api/disputes/disputes.ts'
import { openTradeBetween, postOffer, signUp, withRecord } from '../testing/accounts/users.ts'
import { createStaffUser } from '../testing/accounts/staff.ts'
import { decide, disputedTrade, disputeMove, STATEMENT } from '../testing/disputes.ts'
import type { Disputed } from '../testing/disputes.ts'
import { useTestApp } from '../testing/suite.ts'
import { asOutsider } from '../testing/time-travel.ts'
import type { Caller } from '../testing/accounts/users.ts'

const testApp = useTestApp()
const newHash = () => randomUUID().replaceAll('-', '').padEnd(43, 'x')

/** Disputes of different users whose buyers took the offers. */
async function disputes(count: number): Promise<Disputed[]> {
  const made: Disputed[] = []
  while (made.length < count) made.push(await disputedTrade(testApp()))
  return made
}

const share = (table: 'user_networks' | 'devices', users: readonly Caller[], hash = newHash()) =>
  asOutsider(
    testApp().owner,
    users.map(({ id }) => `insert into ${table} (user_id, hash) values ('${id}', '${hash}')`),
  )

/** Offers of these users to sell, all paid on one account. */
async function offersPaidOn(users: readonly Caller[]): Promise<string[]> {
  const account = newHash()
  const offers: string[] = []
  for (const user of users) {
    offers.push((await postOffer(user)).id)
    await asOutsider(testApp().owner, [
      `update payment_accounts set fingerprint = '${account}' where user_id = '${user.id}'`,
    ])
  }
  return offers
}

async function listedFor(arbiter: Caller, trades: readonly { id: string }[]): Promise<ListedCase[]> {
  const listed: ListedCase[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await arbiter.get(`/api/staff/disputes${cursor === '' ? '' : `?cursor=${cursor}`}`)
    listed.push(...body.cases)
    cursor = body.nextCursor
  }
  return trades.map(({ id }) => listed.find(({ tradeId }) => tradeId === id)!)
}

test.each([
  ['network', (users: Caller[]) => share('user_networks', users)],
  ['browser', (users: Caller[]) => share('devices', users)],
])('buyers who took offers from one %s are one group, and a case of another is not in it', async (link, connect) => {
  const [one, two, alone] = await disputes(3)
  await connect([one!.buyer, two!.buyer])
  const arbiter = await createStaffUser(testApp(), 'arbiter')
  const [first, second, third] = await listedFor(arbiter, [one!.trade, two!.trade, alone!.trade])
  expect([first!.group, second!.group, third!.group]).toEqual([
    { name: expect.stringMatching(/^G\d+$/), cases: 2, takers: 2, links: [link] },
    { name: expect.stringMatching(/^G\d+$/), cases: 2, takers: 2, links: [link] },
    null,
  ])
})

test('however many networks a taker tours, the one that is shared still connects', async () => {
  const [one, two] = await disputes(2)
  await share('user_networks', [one!.buyer, two!.buyer])
  for (let tour = 0; tour < 50; tour++) await share('user_networks', [one!.buyer])
  const [first] = await listedFor(await createStaffUser(testApp(), 'arbiter'), [one!.trade])
  expect(first!.group).toMatchObject({ cases: 2, links: ['network'] })
})

test('a network that was seen 31 days ago, a network of the owners, and a closed case connect nothing', async () => {
  const [one, two, three] = await disputes(3)
  await share('user_networks', [one!.buyer, two!.buyer])
  await asOutsider(testApp().owner, [
    `update user_networks set last_seen_at = last_seen_at - interval '31 days' where user_id = '${two!.buyer.id}'`,
  ])
  await share('user_networks', [one!.seller, two!.seller])
  await share('user_networks', [one!.buyer, three!.buyer])
  await disputeMove(three!.buyer, three!.trade, 'concede')
  const arbiter = await createStaffUser(testApp(), 'arbiter')
  const [first, second] = await listedFor(arbiter, [one!.trade, two!.trade])
  expect([first!.group, second!.group]).toEqual([null, null])
})

test('an account on which both were paid connects them, one that one of them has only saved does not', async () => {
  const [one, two, three] = await disputes(3)
  const [first, second] = await offersPaidOn([one!.buyer, two!.buyer, three!.buyer])
  for (const offer of [first!, second!]) await openTradeBetween(await signUp(testApp().app, 'payer'), offer)
  const arbiter = await createStaffUser(testApp(), 'arbiter')
  const listed = await listedFor(arbiter, [one!.trade, two!.trade, three!.trade])
  expect(listed.map(({ group }) => group)).toEqual([
    { name: expect.stringMatching(/^G\d+$/), cases: 2, takers: 2, links: ['payment_account'] },
    { name: expect.stringMatching(/^G\d+$/), cases: 2, takers: 2, links: ['payment_account'] },
    null,
  ])
})

test('the desk names the largest group first, and lists its other cases to the arbiter who has one', async () => {
  const made = await disputes(4)
  const hash = newHash()
  await share(
    'user_networks',
    made.map(({ buyer }) => buyer),
    hash,
  )
  const arbiter = await createStaffUser(testApp(), 'arbiter')
  const { body } = await arbiter.get('/api/staff/disputes')
  expect(body.groups[0]).toEqual({ name: 'G1', cases: 4, takers: 4, links: ['network'] })
  const url = `/api/staff/disputes/${made[0]!.trade.id}/linked`
  expect((await arbiter.get(url)).body.code).toBe('case_not_yours')
  await arbiter.post(`/api/staff/disputes/${made[0]!.trade.id}/take`, {})
  const others = (await arbiter.get(url)).body.cases as ListedCase[]
  expect(new Set(others.map(({ tradeId }) => tradeId))).toEqual(new Set(made.slice(1).map(({ trade }) => trade.id)))
  expect(others.every(({ group, isMine }) => group?.cases === 4 && !isMine)).toBe(true)
  expect(JSON.stringify([body, others])).not.toContain(hash)
  for (const user of [made[0]!.buyer, made[0]!.seller, await createStaffUser(testApp())]) {
    expect((await user.get(url)).status).toBeGreaterThanOrEqual(403)
  }
})

test('a linked case says what links it itself and who opened its trade; who is close to a party learns nothing', async () => {
  const [one, two] = await disputes(2)
  const buying = await disputedTrade(testApp(), { type: 'buy' })
  await share('devices', [one!.buyer, two!.buyer])
  // The taker of an offer to buy is the seller.
  await share('user_networks', [two!.buyer, buying.seller])
  const arbiter = await createStaffUser(testApp(), 'arbiter')
  await arbiter.post(`/api/staff/disputes/${one!.trade.id}/take`, {})
  const url = `/api/staff/disputes/${one!.trade.id}/linked`
  const read = async () =>
    ((await arbiter.get(url)).body.cases as LinkedCase[]).map(({ tradeId, taker, directLinks }) => [
      tradeId,
      taker,
      directLinks,
    ])
  expect(await read()).toEqual([
    [two!.trade.id, 'buyer', ['browser']],
    [buying.trade.id, 'seller', []],
  ])
  const former = { ...two!.trade }
  await asOutsider(testApp().owner, [
    `insert into dispute_assignments (trade_id, arbiter_id, event_seq) values ('${former.id}', '${arbiter.id}', 1)`,
  ])
  expect(await read()).toEqual([[buying.trade.id, 'seller', []]])
  const [listed] = await listedFor(arbiter, [two!.trade])
  expect([listed!.conflict, listed!.group]).toEqual(['had_before', null])
  await asOutsider(testApp().owner, [`delete from dispute_assignments where trade_id = '${former.id}'`])
})

test('two cases of one group are taken and decided for themselves, each with its own record', async () => {
  const made = await disputes(2)
  await share(
    'devices',
    made.map(({ buyer }) => buyer),
  )
  const arbiter = await createStaffUser(testApp(), 'arbiter')
  for (const { buyer, trade } of made) {
    await disputeMove(buyer, trade, 'statement', { statement: STATEMENT })
    await arbiter.post(`/api/staff/disputes/${trade.id}/take`, {})
    expect((await decide(arbiter, trade, 'refund')).status).toBe(200)
  }
  const { rows } = await testApp().owner.query(
    `select trade_id, outcome, (select count(*)::int from audit_log a where a.subject = d.trade_id) as actions
     from dispute_decisions d where trade_id = any($1::uuid[])`,
    [made.map(({ trade }) => trade.id)],
  )
  expect(rows).toHaveLength(2)
  expect(rows.every(({ outcome, actions }) => outcome === 'refund' && actions >= 2)).toBe(true)
})

test('a user’s own connection learns nothing of what takers share', async () => {
  const known = await withRecord(testApp().app)
  const asUser = [
    'set local role sarraf_app',
    `set local app.viewer = '${known.id}'`,
    'select * from open_case_links(10)',
  ]
  const client = await testApp().owner.connect()
  try {
    await client.query('begin')
    await expect(client.query(asUser.join(';'))).rejects.toMatchObject({ constraint: 'open_case_links_for_arbiters' })
  } finally {
    await client.query('rollback')
    client.release()
  }
})
