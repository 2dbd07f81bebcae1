/** The channels: settings, quiet hours, escalation, and what one user can cause in the mailbox of another. */
import { describe, expect, test } from 'vitest'
import type { NotificationSettings } from '../../domain/api/notifications/notifications.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { NotificationEvent } from '../../domain/notifications/notifications.ts'
import { inTransaction } from '../db/pool.ts'
import { sendDueMails } from '../mail/send-due-mails.ts'
import { refusalOf } from '../testing/attacks/attack.ts'
import { ageReauthentication } from '../testing/accounts/factors.ts'
import { startMailServer } from '../testing/servers/mail-server.ts'
import { mailsTo } from '../testing/accounts/mails.ts'
import { call, startTestApp } from '../testing/app.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageNotifications, ageTrade, asOutsider } from '../testing/time-travel.ts'
import { cookieOf, linkTo, move, signUp, tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { claimDue, delivered, failed } from './deliveries.ts'
import { deliverDueEmails } from './deliver-emails.ts'
import { escalateNotifications } from './escalate.ts'
import { notify } from './notify.ts'

const testApp = useTestApp()

const notifyOf = (user: Caller, event: NotificationEvent, times = 1) =>
  inTransaction(testApp().context.db, async (tx) => {
    for (let n = 0; n < times; n++) await notify(tx, { userId: user.id, event })
  })
const turn = (user: Caller, group: string, channel: string, isOn: boolean) =>
  user.post('/api/notifications/settings', { group, channel, isOn })
const prefer = (user: Caller, changes: Partial<Omit<NotificationSettings, 'settings'>>) =>
  user.post('/api/notifications/preferences', {
    timeZone: 'UTC',
    quietHours: null,
    escalationMinutes: 5,
    escalationChannels: ['email'],
    ...changes,
  })
async function deliveriesOf(user: Caller) {
  const { rows } = await testApp().owner.query(
    `select n.event, d.channel, d.outcome, (d.outcome is null and d.due_at > clock_timestamp()) as "isHeld", d.attempts
     from notification_deliveries d join notifications n on n.id = d.notification_id
     where d.user_id = $1 order by n.at, d.channel`,
    [user.id],
  )
  return rows
}

describe('settings', () => {
  test('begin with those of the specification, are stored, and belong to their user', async () => {
    const [amina, karim] = [await signUp(testApp().app, 'amina'), await signUp(testApp().app, 'karim')]
    const emails = async (user: Caller) => {
      const { settings } = (await user.get('/api/notifications/settings')).body as NotificationSettings
      return Object.fromEntries(
        settings.filter(({ channel }) => channel === 'email').map(({ group, isOn }) => [group, isOn]),
      )
    }
    expect(await emails(amina)).toMatchObject({ trades: true, matches: true, marketing: false })
    await turn(amina, 'trades', 'email', false)
    await turn(amina, 'marketing', 'email', true)
    expect(await emails(amina)).toMatchObject({ trades: false, marketing: true })
    expect(await emails(karim)).toMatchObject({ trades: true, marketing: false })
  })

  test('do not turn off what is required, over HTTP and by SQL', async () => {
    const amina = await signUp(testApp().app, 'amina')
    expect((await turn(amina, 'disputes', 'in_app', false)).body.code).toBe('notification_required')
    const attack = `insert into notification_settings (user_id, event_group, channel, is_on)
      values ('${amina.id}', 'disputes', 'in_app', false)`
    expect(await refusalOf(testApp().owner, attack)).toBe('notification_settings_required')
  })

  test('turning off email about trades or disputes, removing a channel of escalation, or setting quiet hours needs recent authentication', async () => {
    const amina = await signUp(testApp().app, 'amina')
    await ageReauthentication(testApp().owner, amina)
    const silencing = [
      await turn(amina, 'trades', 'email', false),
      await turn(amina, 'disputes', 'email', false),
      await prefer(amina, { escalationChannels: [] }),
      await prefer(amina, { escalationChannels: ['push'] }),
      await prefer(amina, { quietHours: { from: '00:01', until: '00:00' } }),
    ]
    for (const { status, body } of silencing) expect([status, body.code]).toEqual([403, 'reauthentication_required'])
    const others = [
      await turn(amina, 'trades', 'email', true),
      await turn(amina, 'trades', 'push', false),
      await turn(amina, 'offers', 'email', false),
      await prefer(amina, { escalationChannels: ['push', 'telegram', 'email'], escalationMinutes: 30 }),
    ]
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  test('that hide misuse of the account are restored by a password reset, and the others stay', async () => {
    const { app } = testApp()
    const amina = await signUp(app, 'amina')
    for (const group of ['trades', 'disputes', 'offers']) await turn(amina, group, 'email', false)
    const quietHours = { from: '22:00', until: '07:00' }
    await prefer(amina, { escalationChannels: [], escalationMinutes: 30, quietHours })
    await call(app, 'POST', '/api/forgot-password', { body: { email: amina.email } })
    const token = await linkTo(app, amina.email, 'reset_password')
    const password = 'quite another battery'
    await call(app, 'POST', '/api/reset-password', { body: { token, newPassword: password } })
    const cookie = cookieOf(await call(app, 'POST', '/api/sign-in', { body: { email: amina.email, password } }))
    const { body } = await call(app, 'GET', '/api/notifications/settings', { cookie })
    const off = (body as NotificationSettings).settings.filter(({ channel, isOn }) => channel === 'email' && !isOn)
    expect(off.map(({ group }) => group)).toEqual(['marketing', 'messages', 'offers', 'ratings'])
    expect(body).toMatchObject({
      escalationChannels: ['push', 'telegram', 'email'],
      escalationMinutes: 5,
      quietHours: null,
    })
  })

  test.each([
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ timeZone: "UTC'; drop table users; --" }, 'timeZone'],
    [{ quietHours: { from: '22:00', until: '22:00' } }, 'quietHours'],
    [{ quietHours: { from: '24:00', until: '07:00' } }, 'quietHours'],
    [{ escalationMinutes: 1 }, 'escalationMinutes'],
    [{ escalationChannels: ['pigeon' as 'email'] }, 'escalationChannels'],
  ])('refuse %j', async (changes, field) => {
    const amina = await signUp(testApp().app, 'amina')
    const { status, body } = await prefer(amina, changes)
    expect([status, body.field?.split('.')[0]]).toEqual([400, field])
  })

  test('decide which deliveries are written with an event', async () => {
    const amina = await signUp(testApp().app, 'amina')
    await notifyOf(amina, 'offer_expired')
    await turn(amina, 'offers', 'email', false)
    await notifyOf(amina, 'offer_sold_out')
    await turn(amina, 'offers', 'in_app', false)
    await notifyOf(amina, 'offer_expired')
    await turn(amina, 'offers', 'email', true)
    await notifyOf(amina, 'offer_sold_out')
    expect((await deliveriesOf(amina)).map(({ event, channel }) => `${event} ${channel}`)).toEqual([
      'offer_expired email',
      'offer_sold_out email',
    ])
    // The last notification is not listed: the user has it by email only.
    expect((await amina.get('/api/notifications')).body.notifications).toHaveLength(2)
    expect((await amina.get('/api/notifications/unread')).body.unread).toBe(2)
  })
})

describe('quiet hours', () => {
  /** The present time by the clock of the database. */
  async function hoursAround(zone: string, from: number, until: number) {
    const { rows } = await testApp().owner.query(
      `select to_char((clock_timestamp() at time zone $1) + make_interval(hours => $2), 'HH24:MI') as "from",
         to_char((clock_timestamp() at time zone $1) + make_interval(hours => $3), 'HH24:MI') as until`,
      [zone, from, until],
    )
    return rows[0]
  }

  test('hold back what is not urgent, and drop what is seen meanwhile, but no email about a trade', async () => {
    const { context, owner, app } = testApp()
    const { seller, buyer, trade } = await tradingPair(app)
    const timeZone = 'Pacific/Chatham'
    await prefer(seller, { timeZone, quietHours: await hoursAround(timeZone, -2, 2) })
    // Before the trade moves past it.
    await deliverDueEmails(context)
    await move(buyer, trade, 'cancel', 'awaiting_payment')
    const held = async () => (await deliveriesOf(seller)).map(({ event, isHeld }) => [event, isHeld])
    expect(await held()).toEqual([
      ['trade_opened', false],
      ['trade_cancelled', true],
    ])
    await deliverDueEmails(context)
    const kinds = async () => (await mailsTo(owner, seller.email)).map(({ kind }) => kind)
    expect(await kinds()).toEqual(['trade_opened'])
    await notifyOf(seller, 'offer_expired')
    const [newest] = (await seller.get('/api/notifications')).body.notifications
    await seller.post('/api/notifications/read', { upTo: newest.id })
    await ageNotifications(owner, seller.id, 150)
    await deliverDueEmails(context)
    expect((await deliveriesOf(seller)).map(({ event, outcome }) => [event, outcome]).slice(1)).toEqual([
      ['trade_cancelled', 'delivered'],
      ['offer_expired', 'dropped'],
    ])
  })

  test('outside of them nothing is held', async () => {
    const amina = await signUp(testApp().app, 'amina')
    await prefer(amina, { quietHours: await hoursAround('UTC', 1, 3) })
    await notifyOf(amina, 'offer_expired')
    expect(await deliveriesOf(amina)).toMatchObject([{ isHeld: false }])
  })

  // Clocks in Paris went forward on 29 March 2026 at 02:00, and back on 25 October 2026 at 03:00.
  test.each([
    ['22:00', '07:00', '2026-11-22 21:30:00+00', '2026-11-23 06:00:00+00', 'an evening'],
    ['22:00', '07:00', '2026-11-22 03:00:00+00', '2026-11-22 06:00:00+00', 'a morning'],
    ['22:00', '07:00', '2026-11-22 12:00:00+00', '2026-11-22 12:00:00+00', 'a day'],
    ['13:00', '15:00', '2026-11-22 12:30:00+00', '2026-11-22 14:00:00+00', 'an afternoon'],
    ['22:00', '07:00', '2026-11-22 21:00:00+00', '2026-11-23 06:00:00+00', 'their first moment'],
    ['22:00', '07:00', '2026-11-22 06:00:00+00', '2026-11-22 06:00:00+00', 'their last moment'],
    ['22:00', '07:00', '2026-03-28 21:30:00+00', '2026-03-29 05:00:00+00', 'the short night of March'],
    ['22:00', '07:00', '2026-10-24 20:30:00+00', '2026-10-25 06:00:00+00', 'the long night of October'],
    ['22:00', '02:30', '2026-03-28 21:30:00+00', '2026-03-29 01:30:00+00', 'an end that the clock skips'],
    ['22:00', '02:30', '2026-10-24 23:45:00+00', '2026-10-25 01:30:00+00', 'an end that the clock repeats'],
  ])('from %s until %s, %s is held until %s: %s', async (from, until, moment, end) => {
    const { rows } = await testApp().owner.query(
      "select quiet_hours_end($1, 'Europe/Paris', $2, $3) = $4::timestamptz as is_right, quiet_hours_end($1, 'Europe/Paris', $2, $3) as found",
      [moment, from, until, end],
    )
    expect([rows[0].found, rows[0].is_right]).toEqual([new Date(end), true])
  })
})

describe('escalation', () => {
  /** A seller who wants no email about trades, and has not seen that the buyer paid. */
  async function unseen(changes: Partial<Omit<NotificationSettings, 'settings'>> = {}) {
    const { seller, buyer, trade } = await tradingPair(testApp().app)
    await turn(seller, 'trades', 'email', false)
    await prefer(seller, changes)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    const paid = async () => (await deliveriesOf(seller)).filter(({ event }) => event === 'trade_paid')
    const later = async (minutes: number) => {
      await ageNotifications(testApp().owner, seller.id, minutes)
      await ageTrade(testApp().owner, trade.id, minutes)
      await escalateNotifications(testApp().context.db)
      await deliverDueEmails(testApp().context)
    }
    return { seller, buyer, trade, paid, later }
  }

  test('an urgent notification that is not seen goes to email after the minutes that the user chose, once', async () => {
    const { seller, paid, later } = await unseen({ escalationMinutes: 15 })
    await later(14)
    expect(await paid()).toEqual([])
    await later(2)
    expect(await paid()).toMatchObject([{ channel: 'email', outcome: 'delivered' }])
    await later(60)
    expect(await paid()).toHaveLength(1)
    const kinds = (await mailsTo(testApp().owner, seller.email)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'trade_paid')).toHaveLength(1)
  })

  test('it is escalated by two workers once', async () => {
    const { seller, paid } = await unseen()
    await ageNotifications(testApp().owner, seller.id, 6)
    const { db } = testApp().context
    await Promise.all([1, 2, 3].map(() => escalateNotifications(db)))
    expect(await paid()).toHaveLength(1)
  })

  test('one that a page showed, or whose trade was opened, is not', async () => {
    const shown = await unseen()
    const [newest] = (await shown.seller.get('/api/notifications')).body.notifications
    await shown.seller.post('/api/notifications/seen', { ids: [newest.id] })
    const opened = await unseen()
    await opened.seller.post('/api/notifications/read', { tradeId: opened.trade.id })
    for (const { paid, later } of [shown, opened]) {
      await later(10)
      expect(await paid()).toEqual([])
    }
  })

  test('one that was seen after it was escalated, and before it was delivered, is not delivered', async () => {
    const { seller, trade, paid } = await unseen()
    await ageNotifications(testApp().owner, seller.id, 6)
    await escalateNotifications(testApp().context.db)
    await seller.post('/api/notifications/read', { tradeId: trade.id })
    await deliverDueEmails(testApp().context)
    expect(await paid()).toMatchObject([{ outcome: 'dropped' }])
  })

  test('the user can turn it off', async () => {
    const { paid, later } = await unseen({ escalationChannels: [] })
    await later(60)
    expect(await paid()).toEqual([])
  })

  test('quiet hours do not hold it', async () => {
    const { paid, later } = await unseen({ quietHours: { from: '00:00', until: '23:59' } })
    await later(6)
    expect(await paid()).toMatchObject([{ outcome: 'delivered' }])
  })

  test('the counterparty cannot make it seen', async () => {
    const { seller, buyer, trade, paid, later } = await unseen()
    const [newest] = (await seller.get('/api/notifications')).body.notifications
    await buyer.post('/api/notifications/seen', { ids: [newest.id] })
    await buyer.post('/api/notifications/read', { tradeId: trade.id })
    await later(6)
    expect(await paid()).toHaveLength(1)
  })
})

describe('a mailbox', () => {
  test('gets a number of emails in an hour that are not urgent; the list has all', async () => {
    const amina = await signUp(testApp().app, 'amina')
    await notifyOf(amina, 'offer_expired', LIMITS.notifications_per_hour + 5)
    expect(await deliveriesOf(amina)).toHaveLength(LIMITS.notifications_per_hour)
    expect((await amina.get('/api/notifications/unread')).body.unread).toBe(LIMITS.notifications_per_hour + 5)
    await ageNotifications(testApp().owner, amina.id, 61)
    await notifyOf(amina, 'offer_expired')
    expect(await deliveriesOf(amina)).toHaveLength(LIMITS.notifications_per_hour + 1)
  })

  test('that is flooded still gets what is urgent', async () => {
    const { seller, buyer, trade } = await tradingPair(testApp().app)
    await notifyOf(seller, 'offer_expired', LIMITS.notifications_per_hour + 5)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    expect((await deliveriesOf(seller)).at(-1)).toMatchObject({ event: 'trade_paid', channel: 'email' })
  })

  test('gets one email for the messages of a trade that are not read, where email is on', async () => {
    const { seller, buyer, trade } = await tradingPair(testApp().app)
    await turn(seller, 'messages', 'email', true)
    for (const text of ['One', 'Two', 'Three'])
      await buyer.post(`/api/trades/${trade.id}/messages`, { text, clientId: crypto.randomUUID() })
    const messages = (await deliveriesOf(seller)).filter(({ event }) => event === 'message_received')
    expect(messages).toHaveLength(1)
  })

  test('gets what is due by a real mail server, in the language of its user', async () => {
    const server = await startMailServer()
    const home = await startTestApp({ smtpUrl: server.url })
    try {
      const { seller, buyer, trade } = await tradingPair(home.app)
      await seller.post('/api/profile/language', { language: 'ar' })
      await deliverDueEmails(home.context)
      await move(buyer, trade, 'mark-paid', 'awaiting_payment')
      await deliverDueEmails(home.context)
      await sendDueMails(home.context)
      const taken = server.taken.filter(({ envelopeTo }) => envelopeTo.includes(seller.email))
      expect(taken).toHaveLength(2)
      expect(taken.map(({ html }) => html?.includes('dir="rtl"'))).toEqual([true, true])
    } finally {
      await home.close()
      await server.close()
    }
  })
})

describe('the outbox', () => {
  test('gives a due delivery to one of several workers, and again after its attempt failed', async () => {
    const { context, owner } = testApp()
    const amina = await signUp(testApp().app, 'amina')
    await notifyOf(amina, 'offer_expired')
    const own = async () => (await claimDue(context.db, 'email', 1000)).filter(({ userId }) => userId === amina.id)
    const claimed = (await Promise.all([own(), own(), own()])).flat()
    expect(claimed).toHaveLength(1)
    await failed(context.db, claimed[0]!, 'ETIMEDOUT')
    expect(await own()).toEqual([])
    await ageNotifications(owner, amina.id, 2)
    const [again] = await own()
    expect(again).toMatchObject({ attempts: 2, event: 'offer_expired' })
    expect([await delivered(context.db, again!), await delivered(context.db, again!)]).toEqual([true, false])
  })

  test('attempts a delivery eight times within a day, as webhooks and mails', async () => {
    const { context, owner } = testApp()
    const amina = await signUp(testApp().app, 'amina')
    await notifyOf(amina, 'offer_expired')
    const attempts: number[] = []
    for (const minutes of [1, 5, 30, 120, 240, 480, 480, 480]) {
      const due = (await claimDue(context.db, 'email', 1000)).find(({ userId }) => userId === amina.id)
      if (!due) break
      attempts.push(due.attempts)
      await failed(context.db, due, 'ETIMEDOUT')
      await ageNotifications(owner, amina.id, minutes + 1)
    }
    expect(attempts).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(await deliveriesOf(amina)).toMatchObject([{ outcome: 'failed', attempts: 8 }])
  })

  test('gives a delivery up a day after it was written', async () => {
    const { context, owner } = testApp()
    const amina = await signUp(testApp().app, 'amina')
    await notifyOf(amina, 'offer_expired')
    await ageNotifications(owner, amina.id, 25 * 60)
    const due = (await claimDue(context.db, 'email', 1000)).find(({ userId }) => userId === amina.id)
    await failed(context.db, due!, 'ETIMEDOUT')
    expect(await deliveriesOf(amina)).toMatchObject([{ outcome: 'failed' }])
  })

  test('of a notification never changes what it says, and ends once', async () => {
    const { owner } = testApp()
    const amina = await signUp(testApp().app, 'amina')
    await notifyOf(amina, 'offer_expired')
    const mine = `where user_id = '${amina.id}'`
    for (const [attack, constraint] of [
      [`update notifications set event = 'offer_sold_out' ${mine}`, 'notifications_append_only'],
      [`update notifications set at = at - interval '1 day' ${mine}`, 'notifications_append_only'],
      [`update notifications set seen_at = at - interval '1 day' ${mine}`, 'notifications_now'],
      [`update notification_deliveries set channel = 'push' ${mine}`, 'notification_deliveries_append_only'],
      [`insert into notification_preferences (user_id, time_zone) values ('${amina.id}', 'Mars/Olympus')`, '22023'],
    ] as const)
      expect([attack, await refusalOf(owner, attack)]).toEqual([attack, constraint])
    await deliverDueEmails(testApp().context)
    const again = `update notification_deliveries set outcome = null, ended_at = null ${mine}`
    expect(await refusalOf(owner, again)).toBe('notification_deliveries_append_only')
  })

  test('refuses a notification about a trade for a user who is no party', async () => {
    const { trade } = await tradingPair(testApp().app)
    const stranger = await signUp(testApp().app, 'stranger')
    const attack = `select write_notification('${stranger.id}', 'trade_paid', '${trade.id}', '{}', false)`
    expect(await refusalOf(testApp().owner, attack)).toBe('notifications_party')
  })

  test('has nothing for an account that was deleted', async () => {
    const { owner } = testApp()
    const amina = await signUp(testApp().app, 'amina')
    const of = `where id = '${amina.id}'`
    await asOutsider(owner, [
      `update users set deleted_at = clock_timestamp(), email_verified = false, username = 'deleted_0a1b2c3d' ${of}`,
    ])
    await notifyOf(amina, 'offer_expired')
    await asOutsider(owner, [
      `update users set deleted_at = null, email_verified = true, username = '${amina.username}' ${of}`,
    ])
    expect((await amina.get('/api/notifications')).body.notifications).toEqual([])
    expect(await deliveriesOf(amina)).toEqual([])
  })
})
