/** Arbiters have no active offer and open no trade, so that no party becomes partial or learns who its arbiter is. */
import { expect, test } from 'vitest'
import { opening, refusalOf } from '../testing/attacks/attack.ts'
import { disputedTrade } from '../testing/disputes.ts'
import { createStaffUser, grantStaffRole, makeStaffUser, revokeStaffRole } from '../testing/accounts/staff.ts'
import { useTestApp } from '../testing/suite.ts'
import {
  OFFER,
  askQuote,
  move,
  openTradeBetween,
  postOffer,
  signUp,
  tradingPair,
  withAccount,
} from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { violations } from '../testing/violations.ts'

const testApp = useTestApp()

const REFUSED = { status: 403, body: { code: 'arbiter_may_not_trade' } }
const grant = (user: Caller) => grantStaffRole(testApp().owner, user, 'arbiter')
const refusedGrant = (user: Caller) =>
  refusalOf(testApp().owner, `insert into staff_members (user_id, role) values ('${user.id}', 'arbiter')`)

test('an arbiter gets no quote, opens no trade, and posts and activates no offer; open trades go on', async () => {
  const { app, owner } = testApp()
  const { seller, buyer, trade, offer } = await tradingPair(app)
  const maker = await signUp(app, 'maker')
  const theirs = await postOffer(maker)
  const early = await askQuote(seller, theirs.id)
  const form = await withAccount(app, seller.id, { url: '/api/offers', body: OFFER })
  expect(await refusedGrant(seller)).toBe('staff_members_arbiter_without_offers')
  await seller.post(`/api/offers/${offer.id}/pause`)
  const arbiter = await makeStaffUser(testApp(), seller, 'arbiter')
  expect(await arbiter.post('/api/quotes', { offerId: theirs.id, anchor: 'fiat', amount: '150' })).toMatchObject(
    REFUSED,
  )
  expect(await arbiter.post('/api/trades', { quoteId: early.id })).toMatchObject(REFUSED)
  expect(await arbiter.post('/api/offers', form)).toMatchObject(REFUSED)
  expect(await arbiter.post(`/api/offers/${offer.id}/activate`)).toMatchObject(REFUSED)
  const offers = [{ offerId: offer.id, seenVersion: offer.version, status: 'active' }]
  expect(await arbiter.post('/api/my-offers/changes', { offers })).toMatchObject(REFUSED)
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await move(arbiter, trade, 'confirm-receipt', 'payment_sent')
  expect(await violations(owner)).toEqual([])
  await revokeStaffRole(owner, arbiter, 'arbiter')
  expect((await arbiter.post(`/api/offers/${offer.id}/activate`)).status).toBe(200)
  await openTradeBetween(buyer, offer.id)
})

test('what a party sees of traders and may do with them is the same before and after a case is taken', async () => {
  const { app } = testApp()
  const { buyer, trade } = await disputedTrade(testApp())
  const candidates = [await createStaffUser(testApp(), 'arbiter'), await createStaffUser(testApp(), 'arbiter')]
  const trader = await signUp(app, 'trader')
  await postOffer(trader)
  const seen = () =>
    Promise.all(
      [...candidates, trader].map(async ({ username }) => {
        const [page, offers] = [
          await buyer.get(`/api/traders/${username}`),
          await buyer.get(`/api/offers?trader=${username}`),
        ]
        return JSON.stringify([page.status, page.body, offers.body.offers, offers.body.total])
      }),
    )
  const before = await seen()
  expect((await candidates[0]!.post(`/api/staff/disputes/${trade.id}/take`, {})).status).toBe(200)
  expect(await seen()).toEqual(before)
})

test('the database opens no trade of an arbiter and activates no offer', async () => {
  const { app, owner } = testApp()
  const [maker, taker] = [await signUp(app, 'maker'), await signUp(app, 'taker')]
  const offer = await postOffer(maker)
  const quote = await askQuote(taker, offer.id)
  const role = (user: Caller) => `insert into staff_members (user_id, role) values ('${user.id}', 'arbiter');`
  const pause = `update offers set status = 'paused' where id = '${offer.id}';`
  const attacks: [string, string][] = [
    [role(taker) + opening(quote.id), 'arbiters_do_not_trade'],
    [`${pause} ${role(maker)} update offers set status = 'active' where id = '${offer.id}'`, 'arbiters_do_not_trade'],
    [role(maker), 'staff_members_arbiter_without_offers'],
    [
      `insert into staff_members (user_id, role) values ('${maker.id}', 'admin');
       update staff_members set role = 'arbiter' where user_id = '${maker.id}'`,
      'staff_members_arbiter_without_offers',
    ],
    [
      `${role(taker)} update staff_members set user_id = '${maker.id}' where user_id = '${taker.id}'`,
      'staff_members_arbiter_without_offers',
    ],
  ]
  for (const [attack, constraint] of attacks)
    expect([attack, await refusalOf(owner, attack)]).toEqual([attack, constraint])
})

test('a grant and a trade of the user at the same time: the trade is older than the role, or refused', async () => {
  const { app, owner } = testApp()
  const outcomes = new Set<string>()
  for (let round = 0; round < 6; round++) {
    const [maker, taker] = [await signUp(app, 'maker'), await signUp(app, 'taker')]
    const quote = await askQuote(taker, (await postOffer(maker)).id)
    const [opened] = await Promise.all([taker.post('/api/trades', { quoteId: quote.id }), grant(taker)])
    outcomes.add(opened.body.code ?? 'opened')
  }
  for (const outcome of outcomes) expect(['opened', 'arbiter_may_not_trade']).toContain(outcome)
  expect(await violations(owner)).toEqual([])
})
