/** Business hours: a weekly schedule within which the offers that follow it can be traded (decisions: Offers). */
import { describe, expect, test } from 'vitest'
import { WEEKDAYS, businessRange } from '../../../domain/offers/business-hours.ts'
import type { BusinessRange } from '../../../domain/offers/business-hours.ts'
import { actFor, join } from '../../testing/accounts/teams.ts'
import { ageBusinessHours, ageOffer } from '../../testing/time-travel.ts'
import { OFFER, askQuote, openTradeBetween, postOffer, signUp } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'
import { followBusinessHours } from './follow-business-hours.ts'

const testApp = useTestApp()
const DAY = 24 * 60
const WEEK = 7 * DAY

/** Hours around the present moment of the database, in UTC: `before` and `after` it, in minutes. */
async function hoursAround(before: number, after: number): Promise<BusinessRange[]> {
  const { rows } = await testApp().owner.query(
    "select floor(extract(epoch from t - date_trunc('week', t)) / 60)::int as minute from (select clock_timestamp() at time zone 'UTC' as t) now",
  )
  const opens = (((rows[0].minute + before) % WEEK) + WEEK) % WEEK
  return [businessRange({ opens, closes: opens + after - before })]
}

async function setHours(user: Caller, ranges: BusinessRange[]) {
  const reply = await user.post('/api/business-hours', { timeZone: 'UTC', ranges })
  expect(reply.status).toBe(200)
  return reply.body.businessHours
}

/** A trader with business hours and an offer that follows them, and a taker. */
async function shop(before: number, after: number) {
  const { app } = testApp()
  const [owner, taker] = [await signUp(app, 'owner'), await signUp(app, 'taker')]
  const hours = await setHours(owner, await hoursAround(before, after))
  const offer = await postOffer(owner, { hoursOnly: true })
  return { owner, taker, offer, hours }
}

const quote = (taker: Caller, offerId: string) => taker.post('/api/quotes', { offerId, anchor: 'fiat', amount: '150' })
const follow = () => followBusinessHours(testApp().context.db)

/** What the market, a trader's page and the market's counters show. */
async function shown(owner: Caller, taker: Caller) {
  const { body: list } = await taker.get(`/api/offers?trader=${owner.username}`)
  const { body: page } = await taker.get(`/api/traders/${owner.username}/open-offers`)
  return [list.offers.length, list.total.count, page.offers.length]
}

test('are saved, read by their user only, and removed', async () => {
  const { app } = testApp()
  const [owner, other] = [await signUp(app, 'owner'), await signUp(app, 'other')]
  expect((await owner.get('/api/business-hours')).body).toEqual({ businessHours: null, offers: 0 })
  const ranges: BusinessRange[] = [
    { weekday: 7, from: '22:00', until: '02:00' },
    { weekday: 1, from: '14:00', until: '18:30' },
    { weekday: 1, from: '09:00', until: '13:00' },
  ]
  const saved = await owner.post('/api/business-hours', { timeZone: 'Africa/Tunis', ranges })
  expect(saved.body.businessHours).toMatchObject({
    timeZone: 'Africa/Tunis',
    ranges: [ranges[2], ranges[1], ranges[0]],
  })
  expect((await owner.get('/api/business-hours')).body).toMatchObject(saved.body)
  expect((await other.get('/api/business-hours')).body.businessHours).toBeNull()
  expect((await owner.delete('/api/business-hours')).body).toEqual({ businessHours: null, offers: 0 })
  const again = await owner.delete('/api/business-hours')
  expect([again.status, again.body.code]).toEqual([404, 'not_found'])
})

test.each([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['Europe/Kiev', 'Europe/Kyiv'],
])('a zone by the former name %s, as browsers have it, is saved as %s', async (timeZone, present) => {
  const owner = await signUp(testApp().app, 'owner')
  const ranges: BusinessRange[] = [{ weekday: 1, from: '09:00', until: '13:00' }]
  expect((await owner.post('/api/business-hours', { timeZone, ranges })).body.businessHours.timeZone).toBe(present)
})

test.each([
  [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
  [{ timeZone: "UTC'; drop table users; --" }, 'timeZone'],
  [{ timeZone: '' }, 'timeZone'],
  [{ ranges: [] }, 'ranges'],
  [
    {
      ranges: WEEKDAYS.map((weekday) => ({ weekday, from: '00:00', until: '01:00' })).concat({
        weekday: 1,
        from: '00:30',
        until: '02:00',
      }),
    },
    'ranges',
  ],
])('%j is refused', async (changes, field) => {
  const owner = await signUp(testApp().app, 'owner')
  const ranges = [{ weekday: 1, from: '09:00', until: '17:00' }]
  const reply = await owner.post('/api/business-hours', { timeZone: 'UTC', ranges, ...changes })
  expect([reply.status, reply.body.code, Object.keys(reply.body.fields)]).toEqual([400, 'invalid_input', [field]])
})

describe('an offer that follows them', () => {
  test('needs them, and keeps them from being removed', async () => {
    const owner = await signUp(testApp().app, 'owner')
    const refused = await owner.post('/api/offers', { ...OFFER, hoursOnly: true })
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([
      409,
      'business_hours_missing',
      'hoursOnly',
    ])
    await setHours(owner, await hoursAround(-60, 60))
    const offer = await postOffer(owner, { hoursOnly: true })
    expect([offer.hoursOnly, offer.opensAt]).toEqual([true, null])
    expect((await owner.get('/api/business-hours')).body.offers).toBe(1)
    const kept = await owner.delete('/api/business-hours')
    expect([kept.status, kept.body.code, kept.body.values]).toEqual([409, 'business_hours_used', { offers: 1 }])
    await owner.delete(`/api/offers/${offer.id}`)
    expect((await owner.delete('/api/business-hours')).status).toBe(200)
  })

  test('can be traded within the hours', async () => {
    const { owner, taker, offer } = await shop(-60, 60)
    expect(await shown(owner, taker)).toEqual([1, 1, 1])
    expect((await openTradeBetween(taker, offer.id)).status).toBe('awaiting_payment')
  })

  test('is closed outside of them: not on the market, not for sale, and it says when it opens', async () => {
    const { owner, taker, offer, hours } = await shop(60, 120)
    expect(await shown(owner, taker)).toEqual([0, 0, 0])
    const refused = await quote(taker, offer.id)
    const opensAt = hours.changesAt
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([409, 'offer_closed', { opensAt }])
    expect(new Date(opensAt).getTime() - Date.now()).toBeLessThanOrEqual(60 * 60_000)
    for (const reader of [owner, taker]) {
      expect((await reader.get(`/api/offers/${offer.id}`)).body).toMatchObject({ status: 'active', opensAt })
    }
    expect((await owner.get(`/api/my-offers/${offer.id}`)).body).toMatchObject({ status: 'active', opensAt })
  })

  test('leaves the market when they end and returns when they begin, and its trades go on', async () => {
    const { owner, taker, offer } = await shop(-60, 30)
    const trade = await openTradeBetween(taker, offer.id)
    await ageBusinessHours(testApp().owner, owner.id, 45)
    await follow()
    expect(await shown(owner, taker)).toEqual([0, 0, 0])
    expect((await taker.get(`/api/trades/${trade.id}`)).body.status).toBe('awaiting_payment')
    expect((await taker.post(`/api/trades/${trade.id}/cancel`, { seenStatus: 'awaiting_payment' })).status).toBe(200)
    await ageBusinessHours(testApp().owner, owner.id, WEEK - 90)
    await follow()
    expect(await shown(owner, taker)).toEqual([1, 1, 1])
    expect((await quote(taker, offer.id)).status).toBe(201)
  })

  test('is refused by the schedule where the worker is late: a quote, and a trade on an earlier one', async () => {
    const { owner, taker, offer } = await shop(-60, 30)
    const held = await askQuote(taker, offer.id)
    await ageBusinessHours(testApp().owner, owner.id, 45)
    expect(await shown(owner, taker)).toEqual([1, 1, 1])
    expect((await quote(taker, offer.id)).body.code).toBe('offer_closed')
    expect((await taker.post('/api/trades', { quoteId: held.id })).body.code).toBe('offer_closed')
    expect((await taker.get(`/api/offers/${offer.id}`)).body.opensAt).not.toBeNull()
    await follow()
    expect(await shown(owner, taker)).toEqual([0, 0, 0])
  })

  test('which its owner paused stays paused when they begin', async () => {
    const { owner, taker, offer } = await shop(60, 120)
    await owner.post(`/api/offers/${offer.id}/pause`, {})
    await ageBusinessHours(testApp().owner, owner.id, 75)
    await follow()
    expect((await owner.get(`/api/my-offers/${offer.id}`)).body).toMatchObject({ status: 'paused', opensAt: null })
    expect(await shown(owner, taker)).toEqual([0, 0, 0])
    await owner.post(`/api/offers/${offer.id}/activate`, {})
    expect(await shown(owner, taker)).toEqual([1, 1, 1])
  })

  test('can be paused and activated while it is closed', async () => {
    const { owner, taker, offer } = await shop(60, 120)
    for (const move of ['pause', 'activate'])
      expect((await owner.post(`/api/offers/${offer.id}/${move}`, {})).status).toBe(200)
    expect(await shown(owner, taker)).toEqual([0, 0, 0])
  })

  test('follows new hours, or stops following them, with the call', async () => {
    const { owner, taker, offer } = await shop(60, 120)
    await setHours(owner, await hoursAround(-10, 120))
    expect(await shown(owner, taker)).toEqual([1, 1, 1])
    await setHours(owner, await hoursAround(60, 120))
    expect(await shown(owner, taker)).toEqual([0, 0, 0])
    const { paymentAccountIds, version } = offer
    const edit = { ...OFFER, paymentAccountIds, hoursOnly: false, seenVersion: version, seenInventoryUsdt: '' }
    expect((await owner.post(`/api/offers/${offer.id}`, edit)).status).toBe(200)
    expect(await shown(owner, taker)).toEqual([1, 1, 1])
    expect((await quote(taker, offer.id)).status).toBe(201)
  })

  test('other offers of the owner are open at all hours', async () => {
    const { owner, taker } = await shop(60, 120)
    const always = await postOffer(owner)
    expect(await shown(owner, taker)).toEqual([1, 1, 1])
    expect((await quote(taker, always.id)).status).toBe(201)
  })

  test('for trusted traders leaves their list, too', async () => {
    const { owner, taker, offer } = await shop(-60, 30)
    await owner.post(`/api/relations/${taker.username}`, { kind: 'trusted' })
    const { paymentAccountIds, version } = offer
    const edit = { ...OFFER, paymentAccountIds, hoursOnly: true, trustedOnly: true }
    await owner.post(`/api/offers/${offer.id}`, { ...edit, seenVersion: version, seenInventoryUsdt: '' })
    expect((await shown(owner, taker))[0]).toBe(1)
    await ageBusinessHours(testApp().owner, owner.id, 45)
    await follow()
    expect((await shown(owner, taker))[0]).toBe(0)
  })

  test('is no news to saved searches when it only returns, and is when it changed meanwhile', async () => {
    const { owner, taker, offer } = await shop(-60, 30)
    const pending = async () =>
      (await testApp().owner.query('select 1 from offer_changes where offer_id = $1', [offer.id])).rows.length
    await testApp().owner.query('delete from offer_changes')
    await ageOffer(testApp().owner, offer.id, 8)
    for (const passed of [45, WEEK - 90]) {
      await ageBusinessHours(testApp().owner, owner.id, passed)
      await follow()
    }
    expect([await shown(owner, taker), await pending()]).toEqual([[1, 1, 1], 0])
    await ageBusinessHours(testApp().owner, owner.id, 90)
    await follow()
    const { version } = (await owner.get(`/api/my-offers/${offer.id}`)).body
    const change = { offerId: offer.id, seenVersion: version, pricePercentage: '0.5' }
    expect((await owner.post('/api/my-offers/changes', { offers: [change] })).status).toBe(200)
    await ageBusinessHours(testApp().owner, owner.id, WEEK - 90)
    await follow()
    expect([await shown(owner, taker), await pending()]).toEqual([[1, 1, 1], 1])
  })
})

describe('races', () => {
  test('offers posted, edited and paused while the hours end leave the market as their rules say', async () => {
    const { owner, taker, offer } = await shop(-60, 30)
    const others = [await postOffer(owner, { hoursOnly: true }), await postOffer(owner)]
    await ageBusinessHours(testApp().owner, owner.id, 45)
    const { paymentAccountIds, version } = others[1]!
    const edit = { ...OFFER, paymentAccountIds, hoursOnly: true, seenVersion: version, seenInventoryUsdt: '' }
    const replies = await Promise.all([
      follow(),
      owner.post('/api/offers', { ...OFFER, hoursOnly: true }),
      follow(),
      owner.post(`/api/offers/${others[1]!.id}`, edit),
      owner.post(`/api/offers/${offer.id}/pause`, {}),
      owner.post('/api/offers', { ...OFFER, hoursOnly: true }),
    ])
    expect(replies.flatMap((reply) => (reply ? [reply.status] : []))).toEqual([201, 200, 200, 201])
    expect(await shown(owner, taker)).toEqual([0, 0, 0])
  })

  test('the same while they begin', async () => {
    const { owner, taker, offer } = await shop(60, 120)
    await ageBusinessHours(testApp().owner, owner.id, 75)
    await Promise.all([
      follow(),
      owner.post('/api/offers', { ...OFFER, hoursOnly: true }),
      owner.post(`/api/offers/${offer.id}/pause`, {}),
      owner.post('/api/offers', { ...OFFER, hoursOnly: true }),
      follow(),
    ])
    expect(await shown(owner, taker)).toEqual([2, 2, 2])
  })

  test('a trade that is opened while the hours are changed is opened before, or refused', async () => {
    for (let round = 0; round < 4; round++) {
      const { owner, taker, offer } = await shop(-60, 60)
      const held = await askQuote(taker, offer.id)
      const ranges = await hoursAround(60, 120)
      const [opened] = await Promise.all([
        taker.post('/api/trades', { quoteId: held.id }),
        owner.post('/api/business-hours', { timeZone: 'UTC', ranges }),
      ])
      expect([201, 409]).toContain(opened.status)
      if (opened.status === 409) expect(['offer_closed', 'offer_unavailable']).toContain(opened.body.code)
    }
  })

  test('hours are removed, or an offer follows them, never both', async () => {
    for (let round = 0; round < 4; round++) {
      const owner = await signUp(testApp().app, 'owner')
      await setHours(owner, await hoursAround(-60, 60))
      const [removed, posted] = await Promise.all([
        owner.delete('/api/business-hours'),
        owner.post('/api/offers', { ...OFFER, hoursOnly: true }),
      ])
      expect([
        [200, 409],
        [409, 201],
      ]).toContainEqual([removed.status, posted.status])
    }
  })
})

test('a member who manages offers changes the hours on record, and one without the role does not', async () => {
  const { app } = testApp()
  const [owner, member, clerk] = [await signUp(app, 'owner'), await signUp(app, 'member'), await signUp(app, 'clerk')]
  await join(owner, member, ['offers'])
  await join(owner, clerk, ['chat'])
  const acting = await actFor(member, owner)
  await setHours(acting, await hoursAround(-60, 60))
  expect((await owner.get('/api/business-hours')).body.businessHours.isOpen).toBe(true)
  expect((await acting.delete('/api/business-hours')).status).toBe(200)
  const { acts } = (await owner.get('/api/team/acts')).body
  expect(acts.map(({ member: by, kind }: Record<string, unknown>) => [by, kind])).toEqual([
    [member.username, 'business_hours_removed'],
    [member.username, 'business_hours_saved'],
  ])
  expect((await (await actFor(clerk, owner)).get('/api/business-hours')).body.code).toBe('team_not_allowed')
})

// Clocks in Paris went forward on 29 March 2026 at 02:00, and back on 25 October 2026 at 03:00; both were Sundays.
test.each([
  // Monday to Friday from 09:00 until 17:00
  ['a day', '1 9-17', '2026-11-23 08:00:00+00', true, '2026-11-23 16:00:00+00'],
  ['the last moment', '1 9-17', '2026-11-23 15:59:59.999+00', true, '2026-11-23 16:00:00+00'],
  ['the end', '1 9-17', '2026-11-23 16:00:00+00', false, '2026-11-30 08:00:00+00'],
  ['before', '1 9-17', '2026-11-22 12:00:00+00', false, '2026-11-23 08:00:00+00'],
  ['over midnight, evening', '1 22-26', '2026-11-23 21:30:00+00', true, '2026-11-24 01:00:00+00'],
  ['over midnight, morning', '1 22-26', '2026-11-24 00:30:00+00', true, '2026-11-24 01:00:00+00'],
  ['over the end of the week', '7 22-26', '2026-11-23 00:30:00+00', true, '2026-11-23 01:00:00+00'],
  ['two ranges that touch', '1 9-13,1 13-18', '2026-11-23 09:00:00+00', true, '2026-11-23 17:00:00+00'],
  ['a break', '1 9-12,1 14-18', '2026-11-23 12:00:00+00', false, '2026-11-23 13:00:00+00'],
  ['summer', '1 9-17', '2026-07-06 07:00:00+00', true, '2026-07-06 15:00:00+00'],
  ['the Monday after clocks went forward', '1 9-17', '2026-03-29 12:00:00+00', false, '2026-03-30 07:00:00+00'],
  ['the short night of March', '6 22-30', '2026-03-29 00:30:00+00', true, '2026-03-29 04:00:00+00'],
  ['the long night of October', '6 22-30', '2026-10-25 00:30:00+00', true, '2026-10-25 05:00:00+00'],
  ['a beginning that the clock skips', '7 2.5-5', '2026-03-29 00:59:00+00', false, '2026-03-29 01:30:00+00'],
  ['an end that the clock skips', '7 1-2.5', '2026-03-29 01:10:00+00', true, '2026-03-29 01:30:00+00'],
  ['a beginning that the clock repeats', '7 2.5-5', '2026-10-25 00:45:00+00', false, '2026-10-25 01:30:00+00'],
  ['an end that the clock repeats', '7 1-2.5', '2026-10-25 01:15:00+00', true, '2026-10-25 01:30:00+00'],
  ['a range that the clock skips', '7 2-3', '2026-03-29 00:30:00+00', false, '2026-04-05 00:00:00+00'],
])('%s: %s at %s', async (_, week, moment, isOpen, changesAt) => {
  const ranges = week.split(',').map((text) => {
    const [, day, from, until] = /^(\d) ([\d.]+)-([\d.]+)$/.exec(text)!.map(Number)
    return [from!, until!].map((hour) => (day! - 1) * DAY + hour * 60)
  })
  const [opens, closes] = [0, 1].map((nr) => ranges.map((range) => range[nr]))
  const { rows } = await testApp().owner.query('select * from business_hours_at($1, $2, $3, $4)', [
    moment,
    'Europe/Paris',
    opens,
    closes,
  ])
  expect(rows).toEqual([{ is_open: isOpen, changes_at: new Date(changesAt) }])
})
