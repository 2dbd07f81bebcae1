/** Offers that staff have hidden: not for sale anywhere, and shown to their owner with the reason. */
import { beforeAll, describe, expect, test } from 'vitest'
import { opening, refusalOf } from '../testing/attacks/attack.ts'
import { savePasskey } from '../testing/accounts/factors.ts'
import { mailsTo } from '../testing/accounts/mails.ts'
import { createStaffUser } from '../testing/accounts/staff.ts'
import { useTestApp } from '../testing/suite.ts'
import { OFFER, askQuote, move, openTradeBetween, postOffer, signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { violations } from '../testing/violations.ts'

const testApp = useTestApp()
const REASON = 'The terms ask for payments outside the platform.'
const BACK = 'The terms were changed.'

let admin: Caller
beforeAll(async () => {
  admin = await createStaffUser(testApp())
})

const hide = (offer: { id: string }, by = admin) => by.post(`/api/staff/offers/${offer.id}/hide`, { reason: REASON })
const unhide = (offer: { id: string }, by = admin) => by.post(`/api/staff/offers/${offer.id}/unhide`, { reason: BACK })

describe('a hidden offer', () => {
  test('is off the market, unknown to others, and not for sale; its open trades go on', async () => {
    const { app, owner } = testApp()
    const [maker, taker, late] = [await signUp(app, 'maker'), await signUp(app, 'taker'), await signUp(app, 'late')]
    const offer = await postOffer(maker)
    const trade = await openTradeBetween(taker, offer.id)
    const early = await askQuote(late, offer.id)
    expect((await hide(offer)).body).toEqual({ done: true })
    expect((await late.get(`/api/offers?trader=${maker.username}`)).body.offers).toEqual([])
    expect((await late.get(`/api/offers/${offer.id}`)).status).toBe(404)
    const asked = await late.post('/api/quotes', { offerId: offer.id, anchor: 'fiat', amount: '150' })
    expect(asked.body.code).toBe('offer_unavailable')
    expect((await late.post('/api/trades', { quoteId: early.id })).body.code).toBe('offer_unavailable')
    expect(await refusalOf(owner, opening(early.id))).toBe('trades_as_offered')
    await move(taker, trade, 'mark-paid', 'awaiting_payment')
    await move(maker, trade, 'confirm-receipt', 'payment_sent')
    expect(await violations(owner)).toEqual([])
    expect((await unhide(offer)).status).toBe(200)
    expect((await late.get(`/api/offers/${offer.id}`)).body.status).toBe('active')
    await openTradeBetween(late, offer.id)
    expect(await violations(owner)).toEqual([])
  })

  test('is shown to its owner with the reason, who can edit, pause and delete it, but not activate it', async () => {
    const { app, owner } = testApp()
    const maker = await signUp(app, 'maker')
    const offer = await postOffer(maker, { type: 'buy', paymentAccountIds: [] })
    await hide(offer)
    const hidden = { at: expect.any(String), reason: REASON }
    expect((await maker.get(`/api/my-offers/${offer.id}`)).body).toMatchObject({ hidden, status: 'active' })
    expect((await maker.get('/api/my-offers')).body.offers[0]).toMatchObject({ id: offer.id, hidden })
    expect((await maker.get(`/api/offers/${offer.id}`)).body.isMine).toBe(true)
    const form = { ...OFFER, type: 'buy', paymentAccountIds: [], seenVersion: 1, seenInventoryUsdt: '' }
    const edited = await maker.post(`/api/offers/${offer.id}`, { ...form, terms: 'Only by the account in my name.' })
    expect(edited.body).toMatchObject({ hidden, status: 'active', version: 2 })
    expect((await maker.post(`/api/offers/${offer.id}/pause`)).body.status).toBe('paused')
    const refused = await maker.post(`/api/offers/${offer.id}/activate`)
    expect(refused).toMatchObject({ status: 403, body: { code: 'offer_hidden', values: { reason: REASON } } })
    expect(await mailsTo(owner, maker.email)).toMatchObject([{ kind: 'offer_hidden', values: { message: REASON } }])
    expect((await maker.delete(`/api/offers/${offer.id}`)).status).toBe(200)
    expect((await unhide(offer)).status).toBe(404)
  })

  test('is listed for admins, by its owner and among hidden ones, with who hid it', async () => {
    const maker = await signUp(testApp().app, 'maker')
    const [first, second] = [await postOffer(maker), await postOffer(maker)]
    await hide(first)
    const of = async (query: string) => (await admin.get(`/api/staff/offers?${query}`)).body.offers
    expect(await of(`trader=${maker.username.toUpperCase()}`)).toMatchObject([
      { id: second.id, hidden: null, owner: { id: maker.id, username: maker.username } },
      { id: first.id, hidden: { by: admin.username, reason: REASON }, terms: OFFER.terms },
    ])
    expect((await of('show=hidden'))[0]).toMatchObject({ id: first.id })
    expect((await admin.get(`/api/staff/offers/${first.id}`)).body.hidden.reason).toBe(REASON)
    expect((await admin.get('/api/staff/audit-log')).body.entries[0]).toMatchObject({
      action: 'hide_offer',
      about: maker.username,
      userId: maker.id,
    })
    await unhide(first)
    expect((await of('show=hidden')).map(({ id }: { id: string }) => id)).not.toContain(first.id)
    expect(await of('trader=')).toEqual([])
  })

  test('is hidden once, and never by its owner or by a recent counterparty', async () => {
    const { app, owner } = testApp()
    const maker = await signUp(app, 'maker')
    const offer = await postOffer(maker)
    const taker = await signUp(app, 'taker')
    await openTradeBetween(taker, offer.id)
    for (const { id } of [maker, taker])
      await owner.query("insert into staff_members (user_id, role) values ($1, 'admin')", [id])
    const own = (await savePasskey(testApp(), maker)).user
    const trading = (await savePasskey(testApp(), taker)).user
    for (const [who, refusal] of [
      [own, 'own_account'],
      [trading, 'staff_conflict'],
      [admin, null],
    ] as const)
      expect((await who.get(`/api/staff/offers/${offer.id}`)).body.refusal).toBe(refusal)
    expect((await hide(offer, own)).body.code).toBe('own_account')
    expect((await hide(offer, trading)).body.code).toBe('staff_conflict')
    expect((await unhide(offer)).body.code).toBe('already_done')
    const replies = await Promise.all([hide(offer), hide(offer, await createStaffUser(testApp()))])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await unhide(offer, own)).body.code).toBe('own_account')
    expect((await hide({ id: crypto.randomUUID() })).status).toBe(404)
    const record = (actor: string, action: string) =>
      `insert into audit_log (actor_id, role, action, subject, reason) values ('${actor}', 'admin', '${action}', '${offer.id}', '${REASON}');`
    const lift = `update hidden_offers set unhidden_id = (select max(id) from audit_log) where offer_id = '${offer.id}';`
    const attacks: [string, string][] = [
      [`update offers set hidden_at = null where id = '${offer.id}'`, 'offers_only_by_triggers'],
      [record(own.id, 'unhide_offer') + lift, 'hidden_offers_not_own'],
      [record(trading.id, 'unhide_offer') + lift, 'staff_impartial'],
      [record(admin.id, 'hide_offer') + lift, 'hidden_offers_unhidden_on_record'],
      [`delete from hidden_offers where offer_id = '${offer.id}'`, 'hidden_offers_append_only'],
      ['truncate hidden_offers', 'hidden_offers_append_only'],
    ]
    for (const [attack, constraint] of attacks)
      expect([attack, await refusalOf(owner, attack)]).toEqual([attack, constraint])
  })

  test('and a trade that is opened at the same time: the trade is first, or refused', async () => {
    const { app, owner } = testApp()
    for (let round = 0; round < 8; round++) {
      const [maker, taker] = [await signUp(app, 'maker'), await signUp(app, 'taker')]
      const offer = await postOffer(maker)
      const { id } = await askQuote(taker, offer.id)
      const [hidden, opened] = await Promise.all([hide(offer), taker.post('/api/trades', { quoteId: id })])
      expect(hidden.status).toBe(200)
      if (opened.status !== 201) expect(opened.body.code).toBe('offer_unavailable')
      expect(await violations(owner)).toEqual([])
    }
  })
})
