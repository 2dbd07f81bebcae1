/** A member's release: the member's own authentication and factors, and roles that were just given. */
import { expect, test } from 'vitest'
import { RELEASE_FACTOR_ABOVE_USDT } from '../../../domain/accounts/factors.ts'
import { ageReauthentication, turnOnTotp } from '../../testing/accounts/factors.ts'
import { actFor, actingCaller, join } from '../../testing/accounts/teams.ts'
import { move, openTradeBetween, postOffer, signUp } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'

const testApp = useTestApp()
const LARGE = { minAmount: '10', maxAmount: '100000' }
const LARGE_AMOUNT = '2000'

async function paidTrade(amount: string, { withFactor = false } = {}) {
  const { app } = testApp()
  const [seller, buyer, signedUp] = [
    await signUp(app, 'seller'),
    await signUp(app, 'buyer'),
    await signUp(app, 'member'),
  ]
  const membershipId = await join(seller, signedUp, ['release'])
  const offer = await postOffer(seller, LARGE)
  const member = withFactor ? (await turnOnTotp(app, signedUp)).user : signedUp
  const actor = await actFor(member, seller)
  const trade = await openTradeBetween(buyer, offer.id, amount)
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  return { seller, buyer, member, actor, trade, offer, membershipId }
}

const release = (actor: Caller, trade: { id: string }) => move(actor, trade, 'confirm-receipt', 'payment_sent')

test('above the owner’s amount the member authenticates again, by the member’s own means', async () => {
  const { owner } = testApp()
  const { seller, member, actor, trade } = await paidTrade('150')
  await seller.post('/api/factors/confirm-above', { confirmAboveUsdt: '50' })
  await ageReauthentication(owner, member)
  const refused = await release(actor, trade)
  expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_required'])
  expect(refused.body.details).toEqual({ first: 'password', second: [] })
  const own = { first: { method: 'password', password: member.password } }
  const again = await actor.post('/api/reauthenticate', own)
  expect(again.status).toBe(200)
  const cookie = [again.headers['set-cookie']]
    .flat()
    .map(String)
    .find((each) => each.startsWith('sid='))!
    .split(';')[0]!
  expect((await release(actingCaller(member, seller, cookie), trade)).status).toBe(200)
})

test(`the first release above ${RELEASE_FACTOR_ABOVE_USDT} USDT needs the member’s second factor and a role of yesterday`, async () => {
  const { owner } = testApp()
  const without = await paidTrade(LARGE_AMOUNT)
  expect((await release(without.actor, without.trade)).body.code).toBe('release_factor_off')

  const { actor, trade, membershipId } = await paidTrade(LARGE_AMOUNT, { withFactor: true })
  const refused = await release(actor, trade)
  expect([refused.status, refused.body.code, refused.body.values.hours]).toEqual([403, 'release_role_new', 24])
  await giveRoleAt(owner, membershipId, '25 hours')
  expect((await release(actor, trade)).status).toBe(200)
})

test('a role that was given after a recovery of the owner’s account is held with the sessions from after it', async () => {
  const { owner } = testApp()
  const { actor, trade, seller, membershipId } = await paidTrade('150')
  await owner.query('update accounts set recovered_at = clock_timestamp() where user_id = $1', [seller.id])
  const held = await release(actor, trade)
  expect([held.status, held.body.code]).toEqual([403, 'release_held'])
  await giveRoleAt(owner, membershipId, '25 hours')
  expect((await release(actor, trade)).status).toBe(200)
})

async function giveRoleAt(owner: ReturnType<typeof testApp>['owner'], membershipId: string, ago: string) {
  await owner.query(
    `begin; set local session_replication_role = replica;
     update team_member_roles set granted_at = granted_at - interval '${ago}' where membership_id = '${membershipId}';
     commit`,
  )
}
