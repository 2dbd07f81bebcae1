/** The demonstration's market and its past: made by the product's functions, and consistent with every rule after it was moved back. */
import { beforeAll, describe, expect, test } from 'vitest'
import { FIAT_CURRENCIES } from '../../domain/offers/currencies.ts'
import { METHODS, PAYMENT_METHODS } from '../../domain/payments/methods.ts'
import { OFFER_TYPES } from '../../domain/offers/offers.ts'
import { LIMITS } from '../../domain/limits.ts'
import { inTransaction, sql } from '../db/pool.ts'
import { asSystem } from '../db/scope.ts'
import { sweep } from '../jobs/worker.ts'
import { call, startTestApp } from '../testing/app.ts'
import { cookieOf, linkTo, signUp } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'
import { violations } from '../testing/violations.ts'
import { createQuote } from '../trades/create-quote.ts'
import { openTrade } from '../trades/open-trade.ts'
import { planHistory } from './demo-history.ts'
import { startDemonstration } from './demonstration.ts'
import { DEMO_TRADERS } from './demo-traders.ts'
import { DEMO_PASSWORD, DEMO_USERS } from './demo-users.ts'
import { makeHistory } from './make-history.ts'
import { seedDemo } from './seed.ts'

const testApp = useTestApp({ demo: true, demoHistory: true })
const DAY_SECONDS = 86_400

const seed = () => {
  const { context, database } = testApp()
  return asSystem('demonstration', () => seedDemo(context, database.ownerUrl))
}
// Two processes that start concurrently: one makes the history, the other waits.
beforeAll(() => Promise.all([seed(), seed()]))

async function rows(text: string, values: unknown[] = []): Promise<any[]> {
  return (await testApp().owner.query(text, values)).rows
}

const REMOTE = PAYMENT_METHODS.filter((method) => !METHODS[method].isInPerson)

test('a market of at least 12 traders and 40 offers, of both types in every currency and method but those in person', async () => {
  const offers = await rows('select owner_id, type, fiat_currency, payment_method from market_offers')
  expect(offers.length).toBeGreaterThanOrEqual(40)
  expect(new Set(offers.map(({ owner_id }) => owner_id)).size).toBeGreaterThanOrEqual(12)
  expect(new Set(offers.map(({ fiat_currency }) => fiat_currency))).toEqual(new Set(FIAT_CURRENCIES))
  const kinds = offers.map(({ type, payment_method }) => `${type} ${payment_method}`)
  const wanted = OFFER_TYPES.flatMap((type) => REMOTE.map((method) => `${type} ${method}`))
  expect(new Set(kinds)).toEqual(new Set(wanted))
})

test('at least 60 trades were completed over the last 60 days, with chats, ratings, replies, failures and two disputes', async () => {
  const [trades] = await rows(`
    select count(*)::int as completed, max(clock_timestamp() - at) <= interval '60 days' as is_lately,
      max(at) - min(at) > interval '55 days' as is_spread, count(distinct at::date)::int as days,
      min((select count(*) from messages m where m.trade_id = o.trade_id and kind = 'text'))::int as least_lines
    from trade_outcomes o where failed_by is null`)
  expect(trades).toMatchObject({ is_lately: true, is_spread: true })
  expect(trades.completed).toBeGreaterThanOrEqual(60)
  expect(trades.days).toBeGreaterThanOrEqual(30)
  expect(trades.least_lines).toBeGreaterThanOrEqual(2)
  const [ratings] = await rows(`
    select count(*)::int as ratings, min(stars) as least, max(stars) as most, count(distinct comment)::int as comments,
      (select count(*)::int from rating_replies) as replies, count(*) filter (where published_at is null)::int as hidden
    from ratings`)
  expect(ratings).toMatchObject({ least: 3, most: 5 })
  expect(ratings.ratings).toBeGreaterThanOrEqual(80)
  expect(ratings.comments).toBeGreaterThanOrEqual(30)
  expect(ratings.replies).toBeGreaterThanOrEqual(10)
  expect(ratings.hidden).toBeGreaterThanOrEqual(1)
  const failures = await rows(`select e.action from trade_outcomes o
    join trade_events e on e.trade_id = o.trade_id and e.to_status = 'cancelled' order by 1`)
  expect(failures.map(({ action }) => action)).toEqual([
    'cancel',
    'cancel',
    'cancel',
    'cancel',
    'concede',
    'expire',
    'expire',
  ])
  expect(await rows('select outcome from disputes where outcome is not null order by 1')).toEqual([
    { outcome: 'buyer_conceded' },
    { outcome: 'seller_confirmed' },
  ])
})

test('of the present, every status has its trades but the completed one, which the past has', async () => {
  expect(
    await rows(`select status, count(*)::int as trades from trades where created_at > clock_timestamp() - interval '1 hour'
      group by status order by status`),
  ).toEqual([
    { status: 'awaiting_payment', trades: 1 },
    { status: 'cancelled', trades: 1 },
    { status: 'disputed', trades: 2 },
    { status: 'payment_sent', trades: 1 },
    { status: 'refund_held', trades: 1 },
  ])
})

test('the moments of each trade are in order, and nothing lies in the future', async () => {
  expect(
    await rows(`
      select t.id from trades t join users b on b.id = t.buyer_id join users s on s.id = t.seller_id
        join offers o on o.id = t.offer_id
      where t.created_at < greatest(b.created_at, s.created_at, o.created_at)
        or exists (select from messages where trade_id = t.id and created_at < t.created_at)
        or exists (select from ratings r join trade_outcomes x using (trade_id) where trade_id = t.id and r.at < x.at)
        or exists (select from trade_events e where e.trade_id = t.id
          and e.at < (select max(at) from trade_events where trade_id = t.id and seq < e.seq))
        or exists (select from messages m where m.trade_id = t.id
          and m.created_at < (select max(created_at) from messages where trade_id = t.id and seq < m.seq))`),
  ).toEqual([])
  for (const [table, column] of [
    ['trade_events', 'at'],
    ['messages', 'created_at'],
    ['transfers', 'at'],
    ['ratings', 'published_at'],
    ['notifications', 'at'],
    ['offers', 'renewed_at'],
  ]) {
    const late = await rows(`select count(*)::int as n from ${table} where ${column} > clock_timestamp()`)
    expect([table, late]).toEqual([table, [{ n: 0 }]])
  }
})

type Ended = {
  id: string
  buyer: string
  seller: string
  taker: string
  at: number
  failed: string | null
  pay: number | null
  release: number | null
}

test('the record of every trader is what the rules compute from the events, trade by trade', async () => {
  const ended: Ended[] = await rows(`
    select t.id, t.buyer_id as buyer, t.seller_id as seller, t.taker_id as taker, extract(epoch from last.at)::float8 as at,
      case when t.status = 'completed' then null when last.actor_role = 'seller' then t.seller_id else t.buyer_id end as failed,
      extract(epoch from paid.at - t.created_at)::float8 as pay, extract(epoch from confirmed.at - paid.at)::float8 as release
    from trades t join trade_events last on last.trade_id = t.id and last.seq = t.version
      left join trade_events paid on paid.trade_id = t.id and paid.action = 'mark_paid'
      left join trade_events confirmed on confirmed.trade_id = t.id and confirmed.action = 'confirm_receipt'
    where t.status in ('completed', 'cancelled') order by last.at`)
  const records = new Map<string, { completed: Ended[]; failed: number; partners: Set<string> }>()
  const recordOf = (id: string) => {
    if (!records.has(id)) records.set(id, { completed: [], failed: 0, partners: new Set() })
    return records.get(id)!
  }
  const counted: Ended[] = []
  for (const trade of ended) {
    const isPair = (other: Ended) =>
      [other.buyer, other.seller].toSorted().join() === [trade.buyer, trade.seller].toSorted().join()
    const isRepeated = counted.some(
      (other) =>
        isPair(other) && other.failed === trade.failed && trade.at - other.at < LIMITS.pair_counts_days * DAY_SECONDS,
    )
    const isFailedByNewTaker =
      trade.failed === trade.buyer && trade.failed !== trade.taker && recordOf(trade.taker).completed.length === 0
    if (isRepeated || isFailedByNewTaker) continue
    counted.push(trade)
    if (trade.failed !== null) {
      recordOf(trade.failed).failed++
      continue
    }
    for (const [user, partner] of [
      [trade.buyer, trade.seller],
      [trade.seller, trade.buyer],
    ] as const) {
      recordOf(user).completed.push(trade)
      recordOf(user).partners.add(partner)
    }
  }
  const isCounted = new Set(counted.map(({ id }) => id))
  const ratings = await rows('select trade_id, rated_id, stars from ratings where published_at is not null')
  const lost = await rows("select buyer_id as user from disputes where outcome = 'buyer_conceded'")
  const confirmed = await rows("select seller_id as user from disputes where outcome = 'seller_confirmed'")
  for (const user of await rows('select * from users')) {
    const { completed, failed, partners } = recordOf(user.id)
    const received = ratings.filter(({ trade_id, rated_id }) => rated_id === user.id && isCounted.has(trade_id))
    const { username, median_pay_seconds: pay, median_release_seconds: release } = user
    expect({ ...counters(user), username }).toEqual({
      username,
      completed_trades: completed.length,
      failed_trades: failed,
      partners: partners.size,
      disputes_lost: lost.filter((loser) => loser.user === user.id).length,
      disputes_confirmed: confirmed.filter((seller) => seller.user === user.id).length,
      disputes_released_late: 0,
      rating_count: received.length,
      rating_stars: received.reduce((sum, { stars }) => sum + stars, 0),
    })
    expectSeconds(pay, median(completed.filter(({ buyer }) => buyer === user.id).map((trade) => trade.pay)))
    expectSeconds(release, median(completed.filter(({ seller }) => seller === user.id).map((trade) => trade.release)))
  }
  expect([...records.values()].filter(({ completed }) => completed.length > 0).length).toBeGreaterThanOrEqual(12)
})

function counters({ completed_trades, failed_trades, partners, rating_count, rating_stars, ...user }: any) {
  const { disputes_lost, disputes_confirmed, disputes_released_late } = user
  const disputes = { disputes_lost, disputes_confirmed, disputes_released_late }
  return { completed_trades, failed_trades, partners, ...disputes, rating_count, rating_stars }
}

function median(seconds: readonly (number | null)[]): number | null {
  const sorted = seconds.filter((each) => each !== null).toSorted((a, b) => a - b)
  if (sorted.length === 0) return null
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
}

/** Outcomes hold whole seconds, so a median of them can differ by one. */
function expectSeconds(seconds: number | null, wanted: number | null): void {
  if (seconds === null || wanted === null) expect(seconds).toBe(wanted)
  else expect(Math.abs(seconds - wanted), `${seconds} of ${wanted} seconds`).toBeLessThanOrEqual(1)
}

test('every active offer can be traded', async () => {
  const { context } = testApp()
  const offers = await rows(`
    select o.id, o.type, o.payment_methods[1] as method, o.min_milli::text as least, a.user_id as seller, a.id as account,
      (select id from users where username = case when u.username = 'hugo_paris' then 'amina_tn' else 'hugo_paris' end) as buyer
    from offers o join users u on u.id = o.owner_id left join lateral (
      select id, user_id from payment_accounts where payment_method = o.payment_methods[1] and user_id <> o.owner_id limit 1) a on true
    where o.status = 'active'`)
  expect(offers.length).toBeGreaterThanOrEqual(40)
  const rollBack = new Error('the trade was opened')
  for (const { id, type, method, least, seller, account, buyer } of offers) {
    const opening = inTransaction(context.db, async (tx) => {
      const takerId = type === 'sell' ? buyer : seller
      const wish = { offerId: id, anchor: 'fiat', amount: String(Number(least) / 1000), paymentMethod: method } as const
      const { id: quoteId } = await createQuote(tx, context.rates, takerId, wish)
      const paymentAccountId = type === 'sell' ? null : account
      const opening = { quoteId, paymentAccountId, key: crypto.randomUUID(), checksFirst: false }
      await openTrade(tx, context.keyring, takerId, opening)
      await sql`set constraints all immediate`.execute(tx)
      throw rollBack
    })
    await expect(opening).rejects.toBe(rollBack)
  }
})

test('nothing of the past is mailed, and no notification of it waits to be read', async () => {
  const ofHistory = `from notifications n where n.at < clock_timestamp() - interval '2 hours'`
  expect(
    await rows(`select count(*)::int as n ${ofHistory} and (n.read_at is null or n.escalate_at is not null)`),
  ).toEqual([{ n: 0 }])
  expect(
    await rows(`select count(*)::int as n from notification_deliveries d
      where outcome is null and notification_id in (select id ${ofHistory})`),
  ).toEqual([{ n: 0 }])
})

test('a second start adds nothing, and the worker finds nothing to correct', async () => {
  const { context, owner } = testApp()
  const count = () => rows('select count(*)::int as trades, (select count(*)::int from offers) as offers from trades')
  const before = await count()
  await seed()
  expect(await count()).toEqual(before)
  expect(await violations(owner)).toEqual([])
  await asSystem('worker', () => sweep(context))
  expect(await violations(owner)).toEqual([])
  const { body } = await call(testApp().app, 'GET', '/api/transparency')
  const { periods, weeks } = body.figures
  expect(periods.find(({ days }: any) => days === 90).completed).toBeGreaterThanOrEqual(45)
  expect(weeks.filter(({ completed }: any) => completed !== 0).length).toBeGreaterThanOrEqual(5)
})

test('no rule stays suspended, and the staff’s records keep their moments', async () => {
  expect(await rows(`select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`)).toEqual([])
  await expect(rows('update trade_events set at = at')).rejects.toThrow('append-only')
  await expect(rows('update trades set created_at = created_at - $1::interval', ['1 day'])).rejects.toThrow('agreed')
  expect(
    await rows(`select count(*)::int as n from audit_log where at < clock_timestamp() - interval '1 hour'`),
  ).toEqual([{ n: 0 }])
})

test('the sign-ins that are printed work, at most six; no other trader has the public password', async () => {
  const { app } = testApp()
  expect(DEMO_USERS.filter(({ about }) => about !== null).length).toBeLessThanOrEqual(6)
  const signIn = (email: string) => call(app, 'POST', '/api/sign-in', { body: { email, password: DEMO_PASSWORD } })
  expect((await signIn('amina@demo.example')).status).toBe(200)
  expect((await signIn(DEMO_TRADERS[0]!.email)).status).toBe(401)
})

test('a visitor who takes a trader over by the captured emails cannot delete the account', async () => {
  const { app } = testApp()
  const { username, email } = DEMO_TRADERS[0]!
  await call(app, 'POST', '/api/forgot-password', { body: { email } })
  const body = {
    token: await linkTo(app, email, 'reset_password'),
    newPassword: 'a password of a visitor',
    removesRecent: true,
  }
  expect((await call(app, 'POST', '/api/reset-password', { body })).status).toBe(200)
  const cookie = cookieOf(await call(app, 'POST', '/api/sign-in', { body: { email, password: body.newPassword } }))
  const reply = await call(app, 'POST', '/api/account/delete', { cookie, body: { username } })
  expect([reply.status, reply.body.code]).toEqual([409, 'demo_account_protected'])
})

test('the plan is the same each time', () => {
  expect(planHistory()).toEqual(planHistory())
})

describe('no history', () => {
  test('and no further trader in a demonstration with a user of its own', async () => {
    const other = await startTestApp({ demo: true, demoHistory: true })
    try {
      await startDemonstration(other.context.db)
      await signUp(other.app, 'nadia')
      await asSystem('demonstration', () => seedDemo(other.context, other.database.ownerUrl))
      const { rows: old } = await other.owner.query(
        `select from trades where created_at < clock_timestamp() - interval '1 hour'
          union all select from users where created_at < clock_timestamp() - interval '1 hour'`,
      )
      expect(old).toEqual([])
      expect((await other.owner.query('select from users')).rowCount).toBe(DEMO_USERS.length + 1)
    } finally {
      await other.close()
    }
  })

  test('outside demo mode: it throws', async () => {
    const { context, database } = testApp()
    const outside = { ...context, config: { ...context.config, demo: false } }
    await expect(makeHistory(outside, database.ownerUrl)).rejects.toThrow('outside demo mode')
  })
})
