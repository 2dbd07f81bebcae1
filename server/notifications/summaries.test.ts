/** Urgent notifications that many accounts cause for one user: a bounded number of messages, whose numbers add up. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LIMITS } from '../../domain/limits.ts'
import { SUMMARY_LISTED, SUMMARY_MINUTES, URGENT_ALONE_PER_HOUR } from '../../domain/notifications/summaries.ts'
import { inTransaction } from '../db/pool.ts'
import { readMessageCatalogues } from '../mail/message-catalogues.ts'
import { writeMail } from '../mail/write-mail.ts'
import type { QueuedMail } from '../mail/write-mail.ts'
import { move, openTradeBetween, postOffer, signUp, signUpMany } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { refusalOf } from '../testing/attacks/attack.ts'
import { startPushService } from '../testing/servers/push-service.ts'
import type { PushService } from '../testing/servers/push-service.ts'
import { useTestApp } from '../testing/suite.ts'
import { asOutsider } from '../testing/time-travel.ts'
import { deliverDueEmails } from './deliver-emails.ts'
import { deliverDuePushes } from './push/deliver-pushes.ts'
import { queueMail } from '../mail/queue-mail.ts'

const TAKERS = 20
const testApp = useTestApp()
const sendMails = () => deliverDueEmails(testApp().context)

type Trades = Awaited<ReturnType<typeof flood>>

/** A seller with an offer, and takers of as many accounts who open a trade each. */
async function flood(takers = TAKERS, afterEach: (seller: Caller) => Promise<unknown> = async () => {}) {
  const { app } = testApp()
  const seller = await signUp(app, 'victim')
  const offer = await postOffer(seller, { maxOpenTrades: TAKERS })
  const opened = []
  for (const taker of await signUpMany(app, takers, 'taker')) {
    opened.push({ taker, trade: await openTradeBetween(taker, offer.id, '100') })
    await afterEach(seller)
  }
  return { seller, opened }
}

async function markPaid({ opened }: Trades): Promise<void> {
  for (const { taker, trade } of opened)
    expect((await move(taker, trade, 'mark-paid', 'awaiting_payment')).status).toBe(200)
}

/** What the seller was mailed, in order: the kind, and of a summary its number. */
async function mailed(user: Caller): Promise<string[]> {
  const { rows } = await testApp().owner.query(
    `select kind, values from mails where user_id = $1 and kind in ('trade_opened', 'trade_paid', 'trades_summary')
     order by created_at`,
    [user.id],
  )
  return rows.map(({ kind, values }) => (kind === 'trades_summary' ? `summary of ${values.count}` : kind))
}

/** As if what was decided had been decided so much earlier, and what is held were due. */
async function elapse(user: Caller, minutes: number): Promise<void> {
  await asOutsider(testApp().owner, [
    `update notification_deliveries set decided_at = decided_at - interval '${minutes} minutes',
       due_at = due_at - interval '${minutes} minutes' where user_id = '${user.id}'`,
  ])
}

const times = (count: number, kind: string) => Array<string>(count).fill(kind)

describe('twenty accounts that open a trade each and mark it as paid', () => {
  test('cause six emails and two summaries, whose numbers add up to forty; the list has each of them', async () => {
    const trades = await flood()
    const { seller } = trades
    await sendMails()
    const held = TAKERS - URGENT_ALONE_PER_HOUR
    const first = [...times(URGENT_ALONE_PER_HOUR, 'trade_opened'), `summary of ${held}`]
    expect(await mailed(seller)).toEqual(first)
    await markPaid(trades)
    await sendMails()
    await elapse(seller, SUMMARY_MINUTES - 1)
    await sendMails()
    expect(await mailed(seller)).toEqual(first)
    await elapse(seller, 1)
    await sendMails()
    expect(await mailed(seller)).toEqual([...first, `summary of ${TAKERS}`])
    const { rows } = await testApp().owner.query(
      `select count(*)::int as count from notifications where user_id = $1 and is_listed`,
      [seller.id],
    )
    expect(rows).toEqual([{ count: 2 * TAKERS }])
  })

  test('one after another, with two workers at a time, cause no more', async () => {
    const { seller } = await flood(TAKERS, () => Promise.all([sendMails(), sendMails()]))
    const held = TAKERS - URGENT_ALONE_PER_HOUR - 1
    const first = [...times(URGENT_ALONE_PER_HOUR, 'trade_opened'), 'summary of 1']
    expect(await mailed(seller)).toEqual(first)
    await elapse(seller, SUMMARY_MINUTES)
    await Promise.all([sendMails(), sendMails()])
    expect(await mailed(seller)).toEqual([...first, `summary of ${held}`])
  })

  test('leave the emails of others, and those with codes and links, as they are', async () => {
    const { seller, opened } = await flood()
    await sendMails()
    const { context, owner } = testApp()
    const { rows } = await owner.query('select email from accounts where user_id = $1', [seller.id])
    const to = { userId: seller.id, to: rows[0].email, language: 'en' } as const
    await inTransaction(context.db, (tx) => queueMail(tx, { ...to, kind: 'sign_in_code', values: { code: '042137' } }))
    const codes = await owner.query(
      `select from mails where user_id = $1 and kind = 'sign_in_code' and next_attempt_at <= clock_timestamp()`,
      [seller.id],
    )
    expect(codes.rowCount).toBe(1)
    const { taker } = opened[0]!
    const own = await postOffer(taker, {})
    await openTradeBetween(seller, own.id, '100')
    await sendMails()
    expect(await mailed(taker)).toEqual(['trade_opened'])
  })
})

test('an hour later emails are sent one by one again', async () => {
  const trades = await flood(URGENT_ALONE_PER_HOUR)
  await sendMails()
  await elapse(trades.seller, 60)
  await markPaid(trades)
  await sendMails()
  expect(await mailed(trades.seller)).toEqual([
    ...times(URGENT_ALONE_PER_HOUR, 'trade_opened'),
    ...times(URGENT_ALONE_PER_HOUR, 'trade_paid'),
  ])
})

test('a trade that has moved on is in no summary, and takes no place of another', async () => {
  const trades = await flood(URGENT_ALONE_PER_HOUR + 1)
  await markPaid(trades)
  await sendMails()
  expect(await mailed(trades.seller)).toEqual([...times(URGENT_ALONE_PER_HOUR, 'trade_paid'), 'summary of 1'])
})

test('the decision of a delivery does not change, and a summary has its parts', async () => {
  const { seller } = await flood(URGENT_ALONE_PER_HOUR + 2)
  await sendMails()
  const refused = (change: string) =>
    refusalOf(testApp().owner, `update notification_deliveries set ${change} where user_id = '${seller.id}'`)
  expect(await refused(`decided_at = null`)).toBe('notification_deliveries_append_only')
  const waiting = await flood(1)
  const refusedWaiting = (change: string) =>
    refusalOf(testApp().owner, `update notification_deliveries set ${change} where user_id = '${waiting.seller.id}'`)
  expect(await refusedWaiting(`outcome = 'summarised', ended_at = clock_timestamp()`)).toBe(
    'notification_deliveries_in_summary',
  )
  expect(await refusedWaiting(`summary_id = notification_id`)).toBe('notification_deliveries_summary_decided')
})

describe('the email of a summary', () => {
  const trade = (n: number) => ({
    event: 'trade_paid',
    link: `/trade/${n}`,
    trader: `<b>karim_${n}`,
    fiatMilli: '1500500',
    currency: 'TND',
    until: '2026-11-22T10:15:00.000Z',
    timeZone: 'Africa/Tunis',
  })
  const written = async (count: number, language: QueuedMail['language']) => {
    const trades = Array.from({ length: Math.min(count, SUMMARY_LISTED) }, (_, n) => trade(n))
    const values = { count: String(count), trades: JSON.stringify(trades) }
    const mail = { id: crypto.randomUUID(), to: 'a@example.org', language, kind: 'trades_summary' as const, values }
    return writeMail(await readMessageCatalogues(), 'https://sarraf.example', mail)
  }

  test('lists each trade with its link, and leads to all of them', async () => {
    const { subject, text, html } = await written(2, 'en')
    expect(subject).toBe('2 more trades wait for you')
    for (const n of [0, 1])
      expect(text).toContain(
        `The buyer marked the trade as paid: <b>karim_${n}, 1,500.50 TND, until 22 November 2026 at 11:15 GMT+1\nhttps://sarraf.example/trade/${n}`,
      )
    expect(text).toContain('https://sarraf.example/trades\n')
    expect(html).toContain('href="https://sarraf.example/trade/1"')
    expect(html).not.toContain('<b>karim')
    expect(text).not.toContain('more.')
  })

  test('states how many it does not list', async () => {
    const { text } = await written(SUMMARY_LISTED + 3, 'en')
    expect(text.match(/\/trade\/\d+/g)).toHaveLength(SUMMARY_LISTED)
    expect(text).toContain('And 3 more.')
  })

  test('has in Arabic the form of each number', async () => {
    const subjects = await Promise.all([1, 2, 3, 11].map(async (count) => (await written(count, 'ar')).subject))
    expect(new Set(subjects.map((subject) => subject.replace(/\d+/, '')))).toHaveProperty('size', 4)
  })
})

describe('by push', () => {
  let service: PushService
  beforeAll(async () => {
    service = await startPushService()
  })
  afterAll(() => service.close())
  beforeEach(() => {
    service.answer = () => undefined
  })

  test('the same is sent, and a summary that failed is sent again with the same number', async () => {
    const { context, owner } = testApp()
    const send = () => deliverDuePushes(context, undefined, service.transport)
    const seller = await signUp(testApp().app, 'pushed')
    const browser = service.newBrowser()
    await seller.post('/api/push', browser.subscription)
    const offer = await postOffer(seller, { maxOpenTrades: TAKERS })
    for (const taker of await signUpMany(testApp().app, 10, 'pusher')) await openTradeBetween(taker, offer.id, '100')
    const [alone, summary] = [URGENT_ALONE_PER_HOUR, 10 - URGENT_ALONE_PER_HOUR]
    let asked = 0
    service.answer = () => (++asked > alone ? 500 : undefined)
    await send()
    expect(browser.received).toHaveLength(alone)
    service.answer = () => undefined
    await elapse(seller, 5)
    await send()
    expect(browser.received).toHaveLength(alone + 1)
    expect(browser.received.at(-1)).toMatchObject({ title: `${summary} more trades wait for you`, path: '/trades' })
    const { rows } = await owner.query(
      `select outcome, count(*)::int as count from notification_deliveries
       where user_id = $1 and channel = 'push' group by outcome order by outcome`,
      [seller.id],
    )
    expect(rows).toEqual([
      { outcome: 'delivered', count: alone + 1 },
      { outcome: 'summarised', count: summary - 1 },
    ])
  })
})

test('the limit of the hour is below that of other notifications', () =>
  expect(URGENT_ALONE_PER_HOUR).toBeLessThan(LIMITS.notifications_per_hour))
